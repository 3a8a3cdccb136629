// SPDX-License-Identifier: MIT
// Eight mesh groups of a group, in an order that the payload tells.
struct Payload {
    uint tiles[8];
};

groupshared Payload payload;

[numthreads(8, 1, 1)]
void main(uint thread : SV_GroupThreadID, uint group : SV_GroupID)
{
    payload.tiles[thread] = 8 * group + 7 - thread;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(8, 1, 1, payload);
}

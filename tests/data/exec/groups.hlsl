// SPDX-License-Identifier: MIT
// cs_6_0 main: each group counts itself in a grid of 4 by 4.
RWStructuredBuffer<uint> Out : register(u0);

[numthreads(2, 1, 1)] void main(uint3 group : SV_GroupID) {
    InterlockedAdd(Out[group.x + 4 * group.y], 1 + group.z);
}

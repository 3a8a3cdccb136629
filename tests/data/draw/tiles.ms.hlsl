// SPDX-License-Identifier: MIT
// Each group draws a tile of a 4 by 4 grid of two triangles; the second of odd tiles is culled.
struct Payload {
    uint tiles[8];
};

struct Vertex {
    float4 position : SV_Position;
};

struct Primitive {
    uint tile : TILE;
    bool cull : SV_CullPrimitive;
};

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint thread : SV_GroupThreadID, uint group : SV_GroupID, in payload Payload payload,
          out vertices Vertex vertices[4], out primitives Primitive primitives[2], out indices uint3 triangles[2])
{
    uint tile = payload.tiles[group];
    SetMeshOutputCounts(4, 2);
    float2 corner = float2(tile % 4 + (thread & 1), tile / 4 + (thread >> 1)) / 2 - 1;
    vertices[thread].position = float4(corner.x, -corner.y, 0.5, 1);
    if (thread < 2) {
        triangles[thread] = thread ? uint3(1, 3, 2) : uint3(0, 1, 2);
        primitives[thread].tile = tile;
        primitives[thread].cull = thread == 1 && tile % 2 == 1;
    }
}

// SPDX-License-Identifier: MIT
// Four threads write three vertices and one triangle, which names a fourth.
struct Vertex {
    float4 position : SV_Position;
};

[outputtopology("triangle")]
[numthreads(4, 1, 1)]
void main(uint thread : SV_GroupThreadID, out vertices Vertex vertices[4], out indices uint3 triangles[2])
{
    SetMeshOutputCounts(3, 1);
    vertices[thread].position = float4(thread, 0, 0, 1);
    if (thread < 1)
        triangles[thread] = uint3(0, 1, 3);
}

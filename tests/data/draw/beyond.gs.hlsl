// SPDX-License-Identifier: MIT
// As many vertices as the colour says; two are declared.
struct Vertex {
    float4 position : SV_Position;
    float4 color : COLOR;
};

[maxvertexcount(2)]
void main(point Vertex points[1], inout PointStream<Vertex> stream)
{
    for (uint i = 0; i < (uint)points[0].color.x; i++)
        stream.Append(points[0]);
}

// SPDX-License-Identifier: MIT
// Vertices as they are.
struct Vertex {
    float4 position : SV_Position;
    float4 color : COLOR;
};

Vertex main(float4 position : POSITION, float4 color : COLOR)
{
    Vertex v = { position, color };
    return v;
}

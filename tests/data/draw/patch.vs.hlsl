// SPDX-License-Identifier: MIT
struct Vertex {
    float3 position : POSITION;
    float value : VALUE;
};

Vertex main(float3 position : POSITION, float value : VALUE)
{
    Vertex v = { position, value };
    return v;
}

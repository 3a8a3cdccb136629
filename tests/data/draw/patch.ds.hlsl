// SPDX-License-Identifier: MIT
struct Vertex {
    float3 position : POSITION;
    float value : VALUE;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float sum : SUM;
};

struct Outputs {
    float4 position : SV_Position;
    float4 color : COLOR;
};

[domain("tri")]
Outputs main(Constants c, float3 at : SV_DomainLocation, const OutputPatch<Vertex, 3> points)
{
    Outputs o;
    o.position = float4(points[0].position * at.x + points[1].position * at.y + points[2].position * at.z, 1);
    o.color = float4(at, c.sum);
    return o;
}

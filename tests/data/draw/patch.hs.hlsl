// SPDX-License-Identifier: MIT
// A triangle whose factors come from its control points; the constants see what the points became.
struct Vertex {
    float3 position : POSITION;
    float value : VALUE;
};

struct Constants {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
    float sum : SUM;
};

Constants constants(InputPatch<Vertex, 3> points, const OutputPatch<Vertex, 3> made, uint id : SV_PrimitiveID)
{
    Constants c;
    [unroll] for (uint i = 0; i < 3; i++)
        c.edges[i] = points[i].value;
    c.inside = 3;
    c.sum = made[0].value + made[1].value * 10 + made[2].value * 100 + id * 1000;
    return c;
}

[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Vertex main(InputPatch<Vertex, 3> points, uint i : SV_OutputControlPointID)
{
    Vertex v = points[i];
    v.value += i;
    return v;
}

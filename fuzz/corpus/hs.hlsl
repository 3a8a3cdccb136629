struct C { float4 p : P; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
F f(InputPatch<C, 3> p, OutputPatch<C, 3> q) {
    F o; float3 k; float r, u;
    ProcessTriTessFactorsAvg(q[1].p.xyz, p[0].p.w, k, r, u);
    o.e[0] = o.e[1] = o.e[2] = k.x; o.i = u; return o;
}
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")]
[outputcontrolpoints(3)] [patchconstantfunc("f")]
C main(InputPatch<C, 3> p, uint i : SV_OutputControlPointID) { return p[i]; }


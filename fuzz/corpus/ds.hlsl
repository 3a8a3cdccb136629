struct C { float4 p : P; };
struct F { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
[domain("tri")]
float4 main(F f, float3 at : SV_DomainLocation, const OutputPatch<C, 3> p) : SV_Position {
    return p[0].p * at.x + p[1].p * at.y + p[2].p * at.z * f.e[1] * f.i;
}


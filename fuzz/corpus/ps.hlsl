struct V { float4 a : A; nointerpolation float3 b[2] : B; float4x4 m : M; };
float4 main(V v, uint s : SV_SampleIndex, uint k : K) : SV_Target {
    return EvaluateAttributeSnapped(v.a, int2(1, s)) + EvaluateAttributeCentroid(v.m[1]) +
           v.b[k % 2].xyzz + GetAttributeAtVertex(v.b[1], 2).x;
}




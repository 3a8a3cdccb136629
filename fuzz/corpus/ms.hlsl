struct V { float4 p : SV_Position; float2 t : T; };
struct P { bool c : SV_CullPrimitive; };
struct Pay { uint n; float3 d; row_major float2x3 m; };
[numthreads(4, 1, 1)] [outputtopology("triangle")]
void main(uint i : SV_GroupIndex, in payload Pay y, out vertices V v[4], out indices uint3 n[2],
          out primitives P c[2]) {
    SetMeshOutputCounts(4, 2);
    v[i].p = float4(y.d, y.m[i & 1][2]); v[i].t[i & 1] = y.n;
    n[i & 1] = uint3(0, i, 2); c[i & 1].c = i == y.n;
}





struct V { float4 p : SV_Position; float2 t[2] : T; };
[maxvertexcount(3)] [instance(2)]
void main(triangle V v[3], uint n : SV_GSInstanceID, inout TriangleStream<V> s) {
    for (uint i = 0; i < 3; i++) { V o = v[i]; o.t[n] += v[(i + n) % 3].t[i & 1]; s.Append(o); }
    s.RestartStrip();
}







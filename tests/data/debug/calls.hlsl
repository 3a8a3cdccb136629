// RUN: dxc -T lib_6_3 -Od -Zi -Qembed_debug
RWStructuredBuffer<float> Values : register(u0);

[noinline]
float Twice(float x, inout float2 v) {
    float y = x * 2;
    v.x += y;
    v.y -= 1;
    return y + v.y;
}

[noinline]
float Pair(float x) {
    float2 v = float2(x, 1);
    float z = Twice(x, v);
    z += Twice(z, v);
    return z + v.x;
}

[shader("compute")]
[numthreads(4, 1, 1)]
void main(uint gi : SV_GroupIndex) {
    float kept[4];
    for (uint i = 0; i < 4; i++)
        kept[i] = Values[i] < 2 ? Pair(Values[i]) : 0;
    Values[gi] = kept[gi];
}

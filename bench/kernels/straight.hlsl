// SPDX-License-Identifier: MIT
// cs_6_0 main: 512 additions and multiplications, one after the other.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);

[numthreads(256, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float a = In[id.x], b = a + 0.25, c = a * 0.5, d = 1.0 - a;
    [unroll] for (int i = 0; i < 64; i++) {
        a = a * 0.75 + b;
        b = b * 0.5 - c;
        c = c * 0.625 + d;
        d = d * 0.25 - a;
    }
    Out[id.x] = a + b + c + d;
}

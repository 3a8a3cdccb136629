// SPDX-License-Identifier: MIT
// cs_6_0 main: the product of two matrices of 128 by 128, behind each other in t0.
#define N 128
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);

[numthreads(16, 16, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float sum = 0;
    for (uint k = 0; k < N; k++)
        sum += In[id.y * N + k] * In[N * N + k * N + id.x];
    Out[id.y * N + id.x] = sum;
}

// SPDX-License-Identifier: MIT
// cs_6_0 main: sums of all numbers up to each, in blocks of 256.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
groupshared float Sums[2][256];

[numthreads(256, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex) {
    uint from = 0;
    Sums[0][t] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 1; step < 256; step *= 2) {
        float sum = Sums[from][t];
        if (t >= step)
            sum += Sums[from][t - step];
        Sums[1 - from][t] = sum;
        from = 1 - from;
        GroupMemoryBarrierWithGroupSync();
    }
    Out[id.x] = Sums[from][t];
}

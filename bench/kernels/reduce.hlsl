// SPDX-License-Identifier: MIT
// cs_6_0 main: the sum of each block of 256.
StructuredBuffer<float> In : register(t0);
RWStructuredBuffer<float> Out : register(u0);
groupshared float Sums[256];

[numthreads(256, 1, 1)] void main(uint3 id : SV_DispatchThreadID, uint t : SV_GroupIndex,
                                  uint3 group : SV_GroupID) {
    Sums[t] = In[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint half = 128; half > 0; half /= 2) {
        if (t < half)
            Sums[t] += Sums[t + half];
        GroupMemoryBarrierWithGroupSync();
    }
    if (t == 0)
        Out[group.x] = Sums[0];
}

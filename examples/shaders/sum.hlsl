StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);
groupshared uint part[8];

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex)
{
    part[i] = In[i];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 4; step > 0; step /= 2) {
        if (i < step)
            part[i] += part[i + step];
    }
    if (i == 0)
        Out[1] = part[0];
}

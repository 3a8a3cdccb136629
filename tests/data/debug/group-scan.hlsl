// Sum of the numbers before each one, in a group.
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);

groupshared uint tmp[64];

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID, uint i : SV_GroupIndex)
{
    tmp[i] = In[id];
    GroupMemoryBarrierWithGroupSync();

    for (uint step = 1; step < 64; step *= 2)
    {
        uint sum = tmp[i];
        if (i >= step)
            sum += tmp[i - step];
        tmp[i] = sum;
        GroupMemoryBarrierWithGroupSync();
    }

    Out[id + 1] = tmp[i + 1];
    if (i == 0)
        Out[0] = 0;
}

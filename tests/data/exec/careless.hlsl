// cs_6_0 main -Zi -Qembed_debug
// Reads what nobody wrote, and writes what others write.
RWByteAddressBuffer result : register(u0);
groupshared uint sums[8];

[numthreads(8, 1, 1)]
void main(uint t : SV_GroupIndex, uint3 group : SV_GroupID)
{
    uint kept[4];
    kept[t & 1] = t;
    uint value = kept[t & 3];
    if (t != 5)
        sums[t] = t;
    GroupMemoryBarrierWithGroupSync();
    uint sum = sums[7 - t];
    result.Store(4 * t, sum);
    if (value > 3)
        result.Store(64 + 32 * group.x + 4 * t, value);
}

cbuffer Scene : register(b0, space1) { row_major float4x4 view : packoffset(c0); float3 light[4]; bool flag; };
struct Item { float4 a; int2 b[2]; };
StructuredBuffer<Item> items;
Texture2D<float4> maps[] : register(t0, space2);
Texture2DArray<unorm float2> layers;
TextureCube cube;
SamplerState linear_ : register(s0);
SamplerComparisonState compare;
ByteAddressBuffer raw;
globallycoherent RWByteAddressBuffer bytes;
RWTexture2D<uint> image;
AppendStructuredBuffer<float2> out_;
groupshared float cache[64];
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint g : SV_GroupIndex)
{
    uint w, h, old;
    image.GetDimensions(w, h);
    cache[g] = WaveActiveSum(raw.Load<float>(id.x * 4)) + WavePrefixSum(g);
    GroupMemoryBarrierWithGroupSync();
    float4 c = maps[NonUniformResourceIndex(id.z)].SampleLevel(linear_, mul(view, float4(light[id.x & 3], 1)).xy, 0);
    c.xy += layers.SampleCmpLevelZero(compare, float3(id), 0.5);
    c += cube.SampleGrad(linear_, c.xyz, 0, 1) * items[id.y].a;
    InterlockedAdd(image[id.xy], (uint)c.x, old);
    bytes.InterlockedCompareExchange(4, old, items[g].b[1].x, old);
    if (flag && any(c.zw > 0))
        out_.Append(c.zw * cache[g ^ 1]);
    switch (old) { case 0: case 1: cache[0] = asfloat(old); break; default: break; }
}





// SPDX-License-Identifier: MIT
// cs_6_0 main: the mean of nine samples between the texels of an image of 256 by 256.
Texture2D<float4> Image : register(t0);
SamplerState Linear : register(s0);
RWStructuredBuffer<float> Out : register(u0);

[numthreads(16, 16, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float4 sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += Image.SampleLevel(Linear, (float2(id.xy) + float2(dx, dy) * 1.5 + 0.5) / 256, 0);
    uint at = (id.y * 256 + id.x) * 4;
    Out[at] = sum.x / 9;
    Out[at + 1] = sum.y / 9;
    Out[at + 2] = sum.z / 9;
    Out[at + 3] = sum.w / 9;
}

// Samples of textures, for what maps instructions to the source.
Texture2D<float4> Color : register(t0);
Texture2D<float> Shadow[4] : register(t4, space1);
SamplerState Linear : register(s0);
SamplerComparisonState Compare : register(s1);

float shade(float3 at, uint which)
{
    return Shadow[NonUniformResourceIndex(which)].SampleCmpLevelZero(Compare, at.xy, at.z);
}

float4 main(float2 uv : UV, float3 light : LIGHT, nointerpolation uint which : WHICH) : SV_Target
{
    float4 color = Color.Sample(Linear, uv);
    if (color.a > 0.5)
        color.rgb *= shade(light, which);
    return color + Color.SampleLevel(Linear, uv * 2, 3);
}

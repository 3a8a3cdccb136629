// SPDX-License-Identifier: MIT
// Depth is tested before the shader runs: hidden pixels are not counted.
RWByteAddressBuffer counts : register(u0);

[earlydepthstencil]
float4 main(float4 position : SV_Position, float4 color : COLOR) : SV_Target
{
    counts.InterlockedAdd(0, 1);
    return color;
}

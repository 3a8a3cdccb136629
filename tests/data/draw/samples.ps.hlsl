// SPDX-License-Identifier: MIT
// Runs for each sample: its number, the value there, and the value at sample 0 and at an offset.
float4 main(float4 position : SV_Position, sample float value : A, uint index : SV_SampleIndex) : SV_Target
{
    return float4(index, value, EvaluateAttributeAtSample(value, 0), EvaluateAttributeSnapped(value, int2(-8, 4)));
}

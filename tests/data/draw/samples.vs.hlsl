// SPDX-License-Identifier: MIT
struct Outputs {
    float4 position : SV_Position;
    sample float value : A;
};

Outputs main(float4 position : POSITION, float value : VALUE)
{
    Outputs o = { position, value };
    return o;
}

// SPDX-License-Identifier: MIT
// The same value for each mode of interpolation.
struct Outputs {
    float4 position : SV_Position;
    linear float perspective : A;
    noperspective float screen : B;
    nointerpolation float first : C;
    centroid float middle : D;
};

Outputs main(float4 position : POSITION, float value : VALUE)
{
    Outputs o = { position, value, value, value, value };
    return o;
}

// SPDX-License-Identifier: MIT
// One value by each mode of interpolation, and what a pixel knows of itself.
struct Outputs {
    float4 a : SV_Target0; // perspective, on the screen, of the first vertex, at the centroid
    float4 b : SV_Target1; // position
    uint4 c : SV_Target2;  // primitive, front face, coverage, sample
};

struct Values {
    linear float perspective : A;
    noperspective float screen : B;
    nointerpolation float first : C;
    centroid float middle : D;
};

Outputs main(float4 position : SV_Position, Values v, uint primitive : SV_PrimitiveID,
             bool front : SV_IsFrontFace, uint coverage : SV_Coverage)
{
    Outputs o;
    o.a = float4(v.perspective, v.screen, v.first, v.middle);
    o.b = position;
    o.c = uint4(primitive, front, coverage, 0);
    return o;
}

// SPDX-License-Identifier: MIT
// ps_6_0 main: two sources for blending.
struct Out {
    float4 color : SV_Target0;
    float4 second : SV_Target1;
};

Out main(float4 position : SV_Position, float4 color : COLOR) {
    Out o;
    o.color = color;
    o.second = 1 - color.wzyx;
    return o;
}

// SPDX-License-Identifier: MIT
// ps_6_0 main, -Od -Zi -Qembed_debug: quads that a trace shows.
float4 main(float4 p : SV_Position, float2 uv : TEXCOORD) : SV_Target {
    float2 twice = uv * 2;
    float d = ddx(twice.x);
    if (twice.x > 1)
        twice.y += d;
    return float4(twice, d, 1);
}

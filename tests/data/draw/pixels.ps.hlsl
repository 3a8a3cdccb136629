// SPDX-License-Identifier: MIT
// Pixels that are discarded, derivatives that helper lanes take part in, depth and coverage that the
// shader writes. u0 counts the pixels that are drawn.
RWByteAddressBuffer counts : register(u0);

struct Outputs {
    float4 color : SV_Target;
    float depth : SV_Depth;
    uint coverage : SV_Coverage;
};

Outputs main(float4 position : SV_Position, float4 color : COLOR)
{
    Outputs o;
    o.color = float4(ddx_fine(position.x), ddy_fine(position.y * 2), ddx_fine(color.x * 0 + position.x * 4), 1);
    if (uint(position.x) % 3 == 1)
        discard;
    counts.InterlockedAdd(0, 1);
    o.depth = color.y;
    o.coverage = uint(position.y) % 2 ? 0xFF : 1;
    return o;
}

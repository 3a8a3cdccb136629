// SPDX-License-Identifier: MIT
uint main(float4 position : SV_Position, nointerpolation uint tile : TILE) : SV_Target
{
    return tile + 1;
}

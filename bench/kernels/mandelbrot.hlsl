// SPDX-License-Identifier: MIT
// cs_6_0 main: rounds until a point of 256 by 256 leaves, at most 256.
RWStructuredBuffer<float> Out : register(u0);

[numthreads(16, 16, 1)] void main(uint3 id : SV_DispatchThreadID) {
    float cx = id.x * (3.0 / 256) - 2.25, cy = id.y * (3.0 / 256) - 1.5, x = 0, y = 0;
    uint n = 0;
    while (n < 256 && x * x + y * y < 4) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        n++;
    }
    Out[id.y * 256 + id.x] = n;
}

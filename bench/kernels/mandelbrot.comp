// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 1) writeonly buffer O { float Out[]; };

void main() {
    uvec2 id = gl_GlobalInvocationID.xy;
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

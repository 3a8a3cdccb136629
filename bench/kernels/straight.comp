// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer I { float In[]; };
layout(binding = 1) writeonly buffer O { float Out[]; };

void main() {
    uint id = gl_GlobalInvocationID.x;
    float a = In[id], b = a + 0.25, c = a * 0.5, d = 1.0 - a;
#define ROUND a = a * 0.75 + b; b = b * 0.5 - c; c = c * 0.625 + d; d = d * 0.25 - a;
#define EIGHT ROUND ROUND ROUND ROUND ROUND ROUND ROUND ROUND
    EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
    Out[id] = a + b + c + d;
}

// SPDX-License-Identifier: MIT
#version 450
#define N 128
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 0) readonly buffer I { float In[]; };
layout(binding = 1) writeonly buffer O { float Out[]; };

void main() {
    uvec2 id = gl_GlobalInvocationID.xy;
    float sum = 0;
    for (uint k = 0; k < N; k++)
        sum += In[id.y * N + k] * In[N * N + k * N + id.x];
    Out[id.y * N + id.x] = sum;
}

// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer I { float In[]; };
layout(binding = 1) writeonly buffer O { float Out[]; };
shared float Sums[2][256];

void main() {
    uint id = gl_GlobalInvocationID.x, t = gl_LocalInvocationIndex, from = 0;
    Sums[0][t] = In[id];
    barrier();
    for (uint step = 1; step < 256; step *= 2) {
        float sum = Sums[from][t];
        if (t >= step)
            sum += Sums[from][t - step];
        Sums[1 - from][t] = sum;
        from = 1 - from;
        barrier();
    }
    Out[id] = Sums[from][t];
}

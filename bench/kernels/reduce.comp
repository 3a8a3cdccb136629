// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 256) in;
layout(binding = 0) readonly buffer I { float In[]; };
layout(binding = 1) writeonly buffer O { float Out[]; };
shared float Sums[256];

void main() {
    uint id = gl_GlobalInvocationID.x, t = gl_LocalInvocationIndex;
    Sums[t] = In[id];
    barrier();
    for (uint part = 128; part > 0; part /= 2) {
        if (t < part)
            Sums[t] += Sums[t + part];
        barrier();
    }
    if (t == 0)
        Out[gl_WorkGroupID.x] = Sums[0];
}

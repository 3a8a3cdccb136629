// SPDX-License-Identifier: MIT
#version 450
layout(local_size_x = 16, local_size_y = 16) in;
layout(binding = 1) writeonly buffer O { float Out[]; };
layout(binding = 2) uniform sampler2D Image;

void main() {
    uvec2 id = gl_GlobalInvocationID.xy;
    vec4 sum = vec4(0);
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += textureLod(Image, (vec2(id) + vec2(dx, dy) * 1.5 + 0.5) / 256, 0);
    uint at = (id.y * 256 + id.x) * 4;
    Out[at] = sum.x / 9;
    Out[at + 1] = sum.y / 9;
    Out[at + 2] = sum.z / 9;
    Out[at + 3] = sum.w / 9;
}

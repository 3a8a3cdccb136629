/* SPDX-License-Identifier: MIT */
/* no_vulkan.c - what kernels.h asks of Vulkan where there is none. */
#include "kernels.h"

vulkan *vulkan_open(const char **why)
{
    *why = "this program was built without Vulkan or glslangValidator";
    return NULL;
}

void vulkan_close(vulkan *v)
{
    (void)v;
}

bool vulkan_load(vulkan *v, const kernel *k, const float *in)
{
    (void)v;
    (void)k;
    (void)in;
    return false;
}

double vulkan_first(vulkan *v, const uint32_t groups[2])
{
    (void)v;
    (void)groups;
    return 0;
}

double vulkan_again(vulkan *v, const uint32_t groups[2])
{
    (void)v;
    (void)groups;
    return 0;
}

void vulkan_unload(vulkan *v, float *out)
{
    (void)v;
    (void)out;
}

/* SPDX-License-Identifier: MIT */
/*
 * kernels.h - the kernels that running shaders is measured with; each is written three times: in HLSL
 * (kernels/NAME.hlsl, compiled to NAME.dxil), in GLSL (NAME.comp), and in C (kernels.c).
 */
#ifndef BENCH_KERNELS_H
#define BENCH_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KERNEL_IMAGE 256u /* width and height of the image of `blur`, four floats for each texel */

typedef struct kernel {
    const char *name;
    /* Runs groups; `in` is also the image. */
    void (*run)(const float *in, float *out, const uint32_t groups[2]);
    uint32_t groups[2]; /* of a whole run */
    size_t in_count, out_count;
    bool has_image;
} kernel;

#define KERNEL_COUNT 6
extern const kernel kernels[KERNEL_COUNT];

/* Processor time that the process has taken, in nanoseconds. */
double bench_now(void);

/* Runs kernels on a Vulkan device that is a processor, on one thread. */
typedef struct vulkan vulkan;

/* NULL, with the reason: there is none. */
vulkan *vulkan_open(const char **why);
void vulkan_close(vulkan *v);
/* Loads a kernel's memory and code; false: it has none. */
bool vulkan_load(vulkan *v, const kernel *k, const float *in);
/* Nanoseconds of making the pipeline and running groups; of running them alone. */
double vulkan_first(vulkan *v, const uint32_t groups[2]);
double vulkan_again(vulkan *v, const uint32_t groups[2]);
/* What the kernel wrote, then frees what was loaded. */
void vulkan_unload(vulkan *v, float *out);

#endif

/* SPDX-License-Identifier: MIT */
/* kernels.c - the kernels in plain C; see kernels.h. */
#include "kernels.h"

static void straight(const float *in, float *out, const uint32_t groups[2])
{
    for (size_t id = 0; id < (size_t)groups[0] * 256; id++) {
        float a = in[id], b = a + 0.25f, c = a * 0.5f, d = 1.0f - a;
        for (int i = 0; i < 64; i++) {
            a = a * 0.75f + b;
            b = b * 0.5f - c;
            c = c * 0.625f + d;
            d = d * 0.25f - a;
        }
        out[id] = a + b + c + d;
    }
}

#define N 128

static void matmul(const float *in, float *out, const uint32_t groups[2])
{
    for (size_t y = 0; y < (size_t)groups[1] * 16; y++) {
        for (size_t x = 0; x < (size_t)groups[0] * 16; x++) {
            float sum = 0;
            for (size_t k = 0; k < N; k++)
                sum += in[y * N + k] * in[N * N + k * N + x];
            out[y * N + x] = sum;
        }
    }
}

/* Threads of a group go from barrier to barrier one after the other. */
static void scan(const float *in, float *out, const uint32_t groups[2])
{
    for (size_t g = 0; g < groups[0]; g++) {
        float sums[2][256];
        uint32_t from = 0;
        for (uint32_t t = 0; t < 256; t++)
            sums[0][t] = in[g * 256 + t];
        for (uint32_t step = 1; step < 256; step *= 2) {
            for (uint32_t t = 0; t < 256; t++) {
                float sum = sums[from][t];
                if (t >= step)
                    sum += sums[from][t - step];
                sums[1 - from][t] = sum;
            }
            from = 1 - from;
        }
        for (uint32_t t = 0; t < 256; t++)
            out[g * 256 + t] = sums[from][t];
    }
}

static void reduce(const float *in, float *out, const uint32_t groups[2])
{
    for (size_t g = 0; g < groups[0]; g++) {
        float sums[256];
        for (uint32_t t = 0; t < 256; t++)
            sums[t] = in[g * 256 + t];
        for (uint32_t half = 128; half > 0; half /= 2)
            for (uint32_t t = 0; t < 256; t++)
                if (t < half)
                    sums[t] += sums[t + half];
        out[g] = sums[0];
    }
}

static void mandelbrot(const float *in, float *out, const uint32_t groups[2])
{
    (void)in;
    for (uint32_t row = 0; row < groups[1] * 16; row++) {
        for (uint32_t column = 0; column < groups[0] * 16; column++) {
            float cx = (float)column * (float)(3.0 / 256) - 2.25f;
            float cy = (float)row * (float)(3.0 / 256) - 1.5f, x = 0, y = 0;
            uint32_t n = 0;
            while (n < 256 && x * x + y * y < 4) {
                float next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
                n++;
            }
            out[row * 256 + column] = (float)n;
        }
    }
}

/* --- a sampler: linear, held to the edges --- */

static int below(float x)
{
    int whole = (int)x;
    return x < (float)whole ? whole - 1 : whole;
}

static int within(int i)
{
    return i < 0 ? 0 : i >= (int)KERNEL_IMAGE ? (int)KERNEL_IMAGE - 1 : i;
}

static void add_sample(const float *image, float u, float v, float sum[4])
{
    float x = u * KERNEL_IMAGE - 0.5f, y = v * KERNEL_IMAGE - 0.5f;
    int left = below(x), top = below(y);
    float fx = x - (float)left, fy = y - (float)top;
    const float *row[2] = {image + (size_t)within(top) * KERNEL_IMAGE * 4,
                           image + (size_t)within(top + 1) * KERNEL_IMAGE * 4};
    size_t at[2] = {(size_t)within(left) * 4, (size_t)within(left + 1) * 4};

    for (size_t c = 0; c < 4; c++) {
        float upper = row[0][at[0] + c] * (1 - fx) + row[0][at[1] + c] * fx;
        float lower = row[1][at[0] + c] * (1 - fx) + row[1][at[1] + c] * fx;
        sum[c] += upper * (1 - fy) + lower * fy;
    }
}

static void blur(const float *in, float *out, const uint32_t groups[2])
{
    for (uint32_t y = 0; y < groups[1] * 16; y++) {
        for (uint32_t x = 0; x < groups[0] * 16; x++) {
            float sum[4] = {0, 0, 0, 0};
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    add_sample(in, ((float)x + (float)dx * 1.5f + 0.5f) / KERNEL_IMAGE,
                               ((float)y + (float)dy * 1.5f + 0.5f) / KERNEL_IMAGE, sum);
            for (size_t c = 0; c < 4; c++)
                out[((size_t)y * KERNEL_IMAGE + x) * 4 + c] = sum[c] / 9;
        }
    }
}

const kernel kernels[KERNEL_COUNT] = {
    {"straight", straight, {256, 1}, 65536, 65536, false},
    {"matmul", matmul, {8, 8}, 2 * N *N, N *N, false},
    {"scan", scan, {256, 1}, 65536, 65536, false},
    {"reduce", reduce, {256, 1}, 65536, 256, false},
    {"mandelbrot", mandelbrot, {16, 16}, 1, 65536, false},
    {"blur", blur, {16, 16}, KERNEL_IMAGE *KERNEL_IMAGE * 4, 65536 * 4, true},
};

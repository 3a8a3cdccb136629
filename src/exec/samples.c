/* SPDX-License-Identifier: MIT */
/* samples.c - the standard patterns; see samples.h. */
#include "exec/samples.h"

#include <stddef.h>

static const dxki_exec_offset pattern1[] = {{0, 0}};
static const dxki_exec_offset pattern2[] = {{4, 4}, {-4, -4}};
static const dxki_exec_offset pattern4[] = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};
static const dxki_exec_offset pattern8[] = {{1, -3}, {-1, 3},  {5, 1}, {-3, -5},
                                            {-5, 5}, {-7, -1}, {3, 7}, {7, -7}};
static const dxki_exec_offset pattern16[] = {{1, 1},  {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5},
                                             {5, 3},  {3, -5},  {-2, 6}, {0, -7}, {-4, -6}, {-6, 4},
                                             {-8, 0}, {7, -4},  {6, 7},  {-7, -8}};

static const dxki_exec_offset *pattern_of(uint32_t count)
{
    static const dxki_exec_offset *const patterns[] = {
        [1] = pattern1, [2] = pattern2, [4] = pattern4, [8] = pattern8, [16] = pattern16};

    return count < sizeof patterns / sizeof *patterns ? patterns[count] : NULL;
}

bool dxki_exec_is_sample_count(uint32_t count)
{
    return pattern_of(count) != NULL;
}

dxki_exec_offset dxki_exec_sample_at(uint32_t count, uint32_t index)
{
    const dxki_exec_offset *pattern = pattern_of(count);

    return pattern && index < count ? pattern[index] : (dxki_exec_offset){0, 0};
}

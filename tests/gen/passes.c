/* SPDX-License-Identifier: MIT */
/* passes.c - lists of passes at random. */
#include "passes.h"

#include <stdio.h>

#include "dxk/opt.h"

#define PASSES_MOST 8u

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545f4914f6cdd1d) >> 33;
}

/* --- lists of passes --- */

/* A pass that keeps a program's meaning. */
static dxk_pass_info random_pass(uint64_t *state, size_t *index)
{
    dxk_pass_info info;
    do
        *index = next_random(state) % dxk_pass_count();
    while (!dxk_pass_get(*index, &info) || info.is_edit);
    return info;
}

/* Sometimes with an option; large numbers are left to those who ask for them. */
static size_t write_pass(uint64_t *state, char *text, size_t room)
{
    size_t index;
    dxk_pass_info info = random_pass(state, &index);
    dxk_pass_option option;

    if (info.option_count && next_random(state) % 4 == 0 &&
        dxk_pass_option_get(index, next_random(state) % info.option_count, &option) &&
        !option.is_text) {
        int64_t span = option.high - option.low < 64 ? option.high - option.low : 64;
        int64_t value = option.low + (int64_t)(next_random(state) % (uint64_t)(span + 1));
        return (size_t)snprintf(text, room, "%s<%.*s=%lld>", info.name, (int)option.name.size,
                                option.name.data, (long long)value);
    }
    return (size_t)snprintf(text, room, "%s", info.name);
}

bool gen_random_passes(uint64_t seed, char *text, size_t room)
{
    uint64_t state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1;
    dxk_pipeline_info pipeline;
    uint32_t kind = (uint32_t)(next_random(&state) % 4);

    if (kind == 0 && dxk_pipeline_count() > 0) {
        dxk_pipeline_get(next_random(&state) % dxk_pipeline_count(), &pipeline);
        snprintf(text, room, "%s", pipeline.name);
        return true;
    }
    size_t count = kind == 1 ? 1 : 2 + next_random(&state) % (PASSES_MOST - 1);
    for (size_t at = 0; count > 0 && at + 64 < room; count--) {
        at += write_pass(&state, text + at, room - at);
        if (count > 1)
            text[at++] = ',';
        text[at] = 0;
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * container_state.c - what PSV0 says of dependencies on SV_ViewID and on inputs, in the form that
 * the module's metadata has (dx.viewIdState; dxil.h has a picture): numbers of scalars, each with
 * its mask and table. In PSV0 they are whole registers.
 */
#include "validate/container.h"
#include "validate/run.h"

#include <string.h>

typedef struct state {
    uint32_t *words;
    size_t count, used;
} state;

static uint32_t mask_words(uint32_t registers)
{
    return (registers + 7) / 8;
}

static uint32_t stream_count(const dxk_psv0 *psv)
{
    return psv->info.shader_stage == DXK_SHADER_KIND_GEOMETRY ? DXK_PSV_STREAMS : 1;
}

static size_t set_words(const dxk_psv0 *psv, uint32_t inputs, uint32_t outputs, bool has_mask)
{
    return mask_words(outputs) * ((has_mask && psv->info.uses_view_id) + 4 * (size_t)inputs);
}

static size_t state_size(const dxk_psv0 *psv)
{
    uint32_t inputs = dxk_psv0_input_vectors(psv), patch = dxk_psv0_patch_or_prim_vectors(psv);
    uint32_t stage = psv->info.shader_stage;
    size_t count = 1;
    for (uint32_t i = 0; i < stream_count(psv); i++)
        count += 1 + set_words(psv, inputs, dxk_psv0_output_vectors(psv, i), true);
    if (stage == DXK_SHADER_KIND_HULL || stage == DXK_SHADER_KIND_MESH)
        count += 1 + set_words(psv, inputs, patch, true);
    else if (stage == DXK_SHADER_KIND_DOMAIN)
        count += 1 + set_words(psv, patch, dxk_psv0_output_vectors(psv, 0), false);
    return count;
}

static void put(state *s, const uint32_t *words, size_t count)
{
    if (count && words)
        memcpy(s->words + s->used, words, count * sizeof *words);
    s->used += words ? count : 0;
}

static void put_table(state *s, const dxk_psv0 *psv, dxk_psv_dependency kind, uint32_t stream)
{
    dxk_psv_table t = dxk_psv0_table(psv, kind, stream);
    put(s, t.words, (size_t)t.rows * t.row_words);
}

/* False: out of memory. What is not there leaves zeros at the end. */
static bool load_state(dxki_val *v, const dxk_psv0 *psv, state *s)
{
    uint32_t stage = psv->info.shader_stage;
    uint32_t inputs = 4 * dxk_psv0_input_vectors(psv);
    uint32_t patch = 4 * dxk_psv0_patch_or_prim_vectors(psv);
    *s = (state){.count = state_size(psv)};
    s->words = DXKI_VNEW(v, uint32_t, s->count);
    if (!s->words)
        return false;
    put(s, &inputs, 1);
    for (uint32_t i = 0; i < stream_count(psv); i++) {
        uint32_t outputs = 4 * dxk_psv0_output_vectors(psv, i);
        put(s, &outputs, 1);
        put_table(s, psv, DXK_PSV_VIEW_ID_TO_OUTPUT, i);
        put_table(s, psv, DXK_PSV_INPUT_TO_OUTPUT, i);
    }
    if (stage == DXK_SHADER_KIND_HULL || stage == DXK_SHADER_KIND_MESH ||
        stage == DXK_SHADER_KIND_DOMAIN)
        put(s, &patch, 1);
    put_table(s, psv, DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM, 0);
    put_table(s, psv, DXK_PSV_INPUT_TO_PATCH, 0);
    put_table(s, psv, DXK_PSV_PATCH_TO_OUTPUT, 0);
    return true;
}

static bool is_same_state(const state *a, const state *b)
{
    return a->count == b->count && memcmp(a->words, b->words, a->count * sizeof *a->words) == 0;
}

/* As the module has it, in scalars; nothing at all stands for zeros. */
static bool is_module_state(const dxki_dxil_view_id *v, const state *s)
{
    size_t count = v->words.size / 4;
    if (count && count != s->count)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        if (s->words[i] != (count ? dxki_dxil_view_id_word(v, (uint32_t)i) : 0))
            return false;
    }
    return true;
}

bool dxki_val_is_same_state(dxki_val *v, const dxk_psv0 *part, const dxk_psv0 *made)
{
    state a, b;
    return !load_state(v, part, &a) || is_module_state(&v->d->view_id, &a) ||
           !load_state(v, made, &b) || is_same_state(&a, &b);
}

/* SPDX-License-Identifier: MIT */
/*
 * view_id.c - dx.viewIdState: which outputs depend on SV_ViewID and on which inputs. The layout
 * is drawn in dxil.h. Masks are there only when the shader flags say that ViewID is used.
 */
#include "dxil/md.h"

#include <string.h>

typedef struct cursor {
    dxki_dxil_view_id *v;
    uint64_t pos, count; /* words */
    bool good;
} cursor;

uint32_t dxki_dxil_view_id_word(const dxki_dxil_view_id *v, uint32_t offset)
{
    const uint8_t *at = v->words.data + (size_t)offset * 4;

    if (offset >= v->words.size / 4)
        return 0;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Takes `words` words; their offset, or 0 when there are none (left). */
static uint32_t take(cursor *c, uint64_t words)
{
    uint64_t at = c->pos;

    if (!c->good || words > c->count - c->pos) {
        c->good = false;
        return 0;
    }
    c->pos += words;
    return words ? (uint32_t)at : 0;
}

static uint32_t take_number(cursor *c)
{
    uint32_t at = take(c, 1);

    return c->good ? dxki_dxil_view_id_word(c->v, at) : 0;
}

static uint64_t mask_words(uint32_t scalars)
{
    return ((uint64_t)scalars + 31) / 32;
}

static void take_set(cursor *c, dxki_dxil_view_id_set *set, uint32_t inputs, uint32_t outputs,
                     bool has_mask)
{
    uint64_t words = mask_words(outputs);

    set->outputs = outputs;
    set->inputs = inputs;
    set->mask = has_mask ? take(c, words) : 0;
    set->table = take(c, words * inputs); /* below 2^60 */
}

static void decode(cursor *c, uint32_t stage, bool uses_view_id)
{
    dxki_dxil_view_id *v = c->v;
    uint32_t streams = stage == DXK_SHADER_KIND_GEOMETRY ? 4 : 1;

    v->inputs = take_number(c);
    for (uint32_t i = 0; i < streams; i++)
        take_set(c, &v->streams[i], v->inputs, take_number(c), uses_view_id);
    if (stage == DXK_SHADER_KIND_HULL || stage == DXK_SHADER_KIND_MESH) {
        v->patch_scalars = take_number(c);
        take_set(c, &v->patch, v->inputs, v->patch_scalars, uses_view_id);
    } else if (stage == DXK_SHADER_KIND_DOMAIN) {
        v->patch_scalars = take_number(c);
        take_set(c, &v->patch, v->patch_scalars, v->streams[0].outputs, false);
    }
}

static bool is_aggregate(const dxk_module *m, dxki_type type)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);

    return kind == DXKI_T_ARRAY || kind == DXKI_T_STRUCT || kind == DXKI_T_VECTOR;
}

/* The words of `{[n x i32] [...]}`; zeros of the compiler's making are not written at all. */
static bool find_words(dxki_dxil_md_reader *r, dxki_md md, const dxki_dxil_md_path *path,
                       dxk_bytes *words)
{
    uint32_t count = 0;
    const dxki_md *ops =
        md && dxki_md_get(r->m, md)->kind == DXKI_M_TUPLE ? dxki_md_ops(r->m, md, &count) : NULL;
    dxki_value value = count == 1 && ops[0] ? dxki_md_value(r->m, ops[0]) : 0;
    const dxki_const *c = dxki_const_get(r->m, value);

    if (c && c->kind == DXKI_C_NULL && is_aggregate(r->m, c->type))
        return false;
    if (!c || c->kind != DXKI_C_DATA || dxki_type_kind_of(r->m, c->type) != DXKI_T_ARRAY ||
        dxki_type_element(r->m, c->type, 0) != DXKI_TY_I32) {
        dxki_dxil_md_report_kind(r, path, "the state", count == 1 ? ops[0] : md, "an i32 array");
        return false;
    }
    dxk_str data = dxki_const_data_bytes(r->m, c);
    *words = (dxk_bytes){(const uint8_t *)data.data, data.size};
    return true;
}

/* More than any signature can have. */
#define STATE_WORDS 8192u

void dxki_dxil_load_view_id(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_VIEW_ID_STATE),
                              DXKI_NO_MD_INDEX};
    dxki_dxil_view_id *v = &r->d->view_id;
    uint32_t named;
    const dxki_md *tuples = dxki_dxil_md_named(r, DXKI_NAMED_VIEW_ID_STATE, &named);

    if (!tuples)
        return;
    if (named != 1) {
        dxki_dxil_md_report_count(r, &path, named, "1");
        return;
    }
    v->md = tuples[0];
    if (!find_words(r, tuples[0], &path, &v->words))
        return;
    bool flag = dxki_dxil_flag(r->d, DXKI_SHADER_FLAG_VIEW_ID);
    cursor c = {v, 0, v->words.size / 4, true};
    decode(&c, r->d->model.kind, flag);
    if (!c.good && dxki_dxil_md_report_view_id(r, &path, c.count) && c.count < STATE_WORDS) {
        c = (cursor){v, 0, STATE_WORDS, true}; /* words that are not there are zero */
        decode(&c, r->d->model.kind, flag);
    }
    v->is_valid = c.good;
}

bool dxki_dxil_view_id_in_mask(const dxki_dxil_view_id *v, const dxki_dxil_view_id_set *set,
                               uint32_t output)
{
    return set->mask != 0 &&
           (dxki_dxil_view_id_word(v, set->mask + output / 32) >> output % 32 & 1u);
}

bool dxki_dxil_view_id_in_table(const dxki_dxil_view_id *v, const dxki_dxil_view_id_set *set,
                                uint32_t input, uint32_t output)
{
    uint32_t row = (uint32_t)mask_words(set->outputs);

    return set->table != 0 &&
           (dxki_dxil_view_id_word(v, set->table + input * row + output / 32) >> output % 32 & 1u);
}

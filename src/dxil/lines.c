/* SPDX-License-Identifier: MIT */
/* lines.c - lines of the source by instruction; see dxk/lines.h. */
#include "dxk/lines.h"
#include "base/sort.h"
#include "ir/debug.h"
#include "ir/find.h"
#include "ir/access.h"
#include "ir/idset.h"

#include <string.h>

#define MOST_LEVELS 256u /* of inlining; malformed locations may lead in a circle */
#define NO_BIT      UINT64_MAX

typedef struct entry {
    uint32_t inst;
    uint32_t number;
    uint32_t block;
} entry;

/* A function with a body. */
typedef struct body {
    uint32_t global;
    size_t first; /* entry */
    size_t count;
} body;

struct dxk_lines {
    dxk_ctx *ctx;
    const dxk_module *m;
    DXKI_VEC(entry) entries;
    DXKI_VEC(body) bodies;
    DXKI_VEC(size_t) by_bit; /* entries, if they have bits */
    dxki_idset names;        /* functions */
};

static bool add_body(dxk_lines *l, uint32_t fn)
{
    const dxk_module *m = l->m;
    body b = {.global = fn, .first = l->entries.count};
    entry e = {0};
    DXKI_EACH_BLOCK(m, fn, block) {
        DXKI_EACH_INST(m, block, i) {
            if (dxki_inst_is_debug_call(m, dxki_inst_get(m, i)))
                continue;
            e.inst = i;
            if (!dxki_vec_push(l->ctx, &l->entries, e))
                return false;
            e.number++;
        }
        e.block++;
    }
    b.count = l->entries.count - b.first;
    return b.count == 0 ||
           (dxki_vec_push(l->ctx, &l->bodies, b) && dxki_global_enter(m, &l->names, fn));
}

static uint64_t bit_of(const dxk_lines *l, size_t index)
{
    uint32_t bit = dxki_inst_bit(l->m, l->entries.items[index].inst);
    return bit == UINT32_MAX ? NO_BIT : bit;
}

static bool is_after(const void *user, const void *a, const void *b)
{
    return bit_of(user, *(const size_t *)a) > bit_of(user, *(const size_t *)b);
}

static bool sort_bits(dxk_lines *l)
{
    for (size_t i = 0; i < l->entries.count; i++) {
        if (bit_of(l, i) != NO_BIT && !dxki_vec_push(l->ctx, &l->by_bit, i))
            return false;
    }
    return dxki_sort(l->ctx, l->by_bit.items, l->by_bit.count, sizeof(size_t), is_after, l);
}

dxk_status dxk_lines_load(const dxk_module *module, dxk_lines **out)
{
    dxk_ctx *ctx = module->ctx;
    dxk_lines *l = dxki_realloc(ctx, NULL, 0, sizeof *l);
    *out = NULL;
    if (!l)
        return dxki_nomem(ctx);
    memset(l, 0, sizeof *l);
    l->ctx = ctx;
    l->m = module;
    bool good = true;
    DXKI_EACH_FUNCTION(module, f)
        good = good && add_body(l, f);
    if (good && sort_bits(l)) {
        *out = l;
        return DXK_OK;
    }
    dxk_lines_free(l);
    return dxki_nomem(ctx);
}

void dxk_lines_free(dxk_lines *l)
{
    if (!l)
        return;
    dxki_vec_free(l->ctx, &l->entries);
    dxki_vec_free(l->ctx, &l->bodies);
    dxki_vec_free(l->ctx, &l->by_bit);
    dxki_idset_free(l->ctx, &l->names);
    dxki_realloc(l->ctx, l, sizeof *l, 0);
}

size_t dxk_lines_count(const dxk_lines *lines)
{
    return lines->entries.count;
}

/* The body that an entry is in, or the last one in front of it. */
static const body *body_of(const dxk_lines *l, size_t index)
{
    size_t low = 0, high = l->bodies.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (l->bodies.items[middle].first <= index)
            low = middle;
        else
            high = middle;
    }
    return &l->bodies.items[low];
}

static dxki_md location_of(const dxk_lines *l, size_t index)
{
    dxki_md at = dxki_inst_dbg(l->m, l->entries.items[index].inst);
    return at && dxki_md_get(l->m, at)->kind == DXKI_M_LOCATION ? at : 0;
}

bool dxk_lines_get(const dxk_lines *lines, size_t index, dxk_line *out)
{
    const dxk_module *m = lines->m;
    if (index >= lines->entries.count)
        return false;
    entry e = lines->entries.items[index];
    const body *b = body_of(lines, index);
    *out = (dxk_line){.function = dxki_string_get(m, m->globals.items[b->global].name),
                      .instruction = e.number,
                      .block = e.block,
                      .bit = bit_of(lines, index)};
    for (dxki_md at = location_of(lines, index); at && out->levels < MOST_LEVELS;
         at = dxki_di_inlined_at(m, at))
        out->levels++;
    return true;
}

bool dxk_lines_frame(const dxk_lines *lines, size_t index, uint32_t level, dxk_line_frame *out)
{
    const dxk_module *m = lines->m;
    dxki_md at = index < lines->entries.count ? location_of(lines, index) : 0;
    for (uint32_t n = 0; at && n < level && n < MOST_LEVELS; n++)
        at = dxki_di_inlined_at(m, at);
    return dxki_di_frame(m, level < MOST_LEVELS ? at : 0, out);
}

bool dxk_lines_at(const dxk_lines *lines, uint64_t bit, size_t *index)
{
    size_t low = 0, high = lines->by_bit.count;
    while (low < high) { /* the first one after the bit */
        size_t middle = low + (high - low) / 2;
        if (bit_of(lines, lines->by_bit.items[middle]) <= bit)
            low = middle + 1;
        else
            high = middle;
    }
    if (low)
        *index = lines->by_bit.items[low - 1];
    return low != 0;
}

bool dxk_lines_find(const dxk_lines *lines, dxk_str function, uint32_t instruction, size_t *index)
{
    uint32_t global = dxki_global_lookup(lines->m, &lines->names, function);
    size_t low = 0, high = lines->bodies.count;
    for (; global && low < high; low++) {
        const body *b = &lines->bodies.items[low];
        if (b->global != global)
            continue;
        *index = b->first + instruction;
        return instruction < b->count;
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * order.c - diagnostics in the order of the source. The preprocessor reads all of it, then the parser does,
 * then declarations are checked: each reports in the order of the source, and here that becomes one list, as
 * though all went on side by side. What is found at the end of the source stays there. See hlsl.h.
 */
#include "hlsl/source.h"

#include "base/ctx.h"

/* Goes from included files to the #include until the file is at most that deep. */
static const dxki_hlsl_file *climb(const dxki_hlsl *c, const dxki_hlsl_file *f, dxki_hlsl_loc *loc,
                                   uint32_t level)
{
    while (f && f->level > level && f->from.at) {
        *loc = dxki_hlsl_outermost(c, f->from);
        f = dxki_hlsl_file_of(c, *loc);
    }
    return f;
}

bool dxki_hlsl_is_before(const dxki_hlsl *c, dxki_hlsl_loc a, dxki_hlsl_loc b)
{
    a = dxki_hlsl_shown(c, a);
    b = dxki_hlsl_shown(c, b);
    const dxki_hlsl_file *in_a = dxki_hlsl_file_of(c, a), *in_b = dxki_hlsl_file_of(c, b);
    if (!in_a || !in_b)
        return in_b != NULL;
    uint32_t level = in_a->level < in_b->level ? in_a->level : in_b->level;
    in_a = climb(c, in_a, &a, level);
    in_b = climb(c, in_b, &b, level);
    while (in_a && in_b && in_a != in_b && level--) {
        in_a = climb(c, in_a, &a, level);
        in_b = climb(c, in_b, &b, level);
    }
    return a.at < b.at;
}

/* Merges what the first phases have said, up to `middle`, with what the next one has. */
static void merge(const dxki_hlsl *c, size_t *order, size_t *merged, size_t middle, size_t end)
{
    const dxki_hlsl_said *said = c->said.items;
    size_t left = 0, right = middle;

    for (size_t i = 0; i < end; i++) {
        bool is_right =
            left == middle ||
            (right < end && dxki_hlsl_is_before(c, said[order[right]].loc, said[order[left]].loc));
        merged[i] = order[is_right ? right++ : left++];
    }
    memcpy(order, merged, end * sizeof *order);
}

/* Puts the diagnostics and their notes in that order. */
static void apply(dxki_hlsl *c, const size_t *order, dxk_diag *moved)
{
    const dxki_hlsl_said *said = c->said.items;
    dxk_ctx *ctx = c->ctx;
    size_t first = said[0].index, count = 0;

    for (size_t i = 0; i < c->said.count; i++) {
        size_t next = order[i] + 1, from = said[order[i]].index;
        size_t to = next < c->said.count ? said[next].index : ctx->diag_count;
        if (said[order[i]].is_dropped) {
            ctx->error_count -= ctx->diags[from].severity == DXK_ERROR;
            continue;
        }
        memcpy(moved + count, ctx->diags + from, (to - from) * sizeof *moved);
        count += to - from;
    }
    memcpy(ctx->diags + first, moved, count * sizeof *moved);
    ctx->diag_count = first + count;
}

void dxki_hlsl_order(dxki_hlsl *c)
{
    size_t count = c->said.count, phase = DXKI_HLSL_PARSING;

    if (count < 2 || c->status == DXK_E_NOMEM)
        return;
    size_t *order = DXKI_NEW_ARRAY(&c->arena, size_t, 2 * count);
    dxk_diag *moved =
        DXKI_NEW_ARRAY(&c->arena, dxk_diag, c->ctx->diag_count - c->said.items[0].index);
    if (!order || !moved) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (; phase < DXKI_HLSL_LAST; phase++)
        merge(c, order, order + count, c->phases[phase], c->phases[phase + 1]);
    apply(c, order, moved);
}

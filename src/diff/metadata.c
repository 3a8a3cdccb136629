/* SPDX-License-Identifier: MIT */
/* metadata.c - named metadata of two modules, and where it differs first. */
#include "base/str.h"
#include "diff/diff.h"
#include "ir/idset.h"

#include <string.h>

#define BEGIN    UINT64_C(0xec4e6c89082efa98)
#define MD_DEPTH 4u  /* of nodes in texts */
#define MD_STEPS 32u /* down to a difference */

bool dxki_diff_find_named_md(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list)
{
    const dxk_module *m = s->m;
    for (uint32_t i = 0; i < m->named_mds.count; i++) {
        const dxki_named_md *md = &m->named_mds.items[i];
        dxki_diff_named one = {dxki_string_get(m, md->name), i, i + 1, BEGIN};
        for (uint32_t k = 0; k < md->op_count; k++)
            one.meaning = dxki_hash_mix(one.meaning, dxki_diff_md(s, m->words.items[md->ops + k]));
        if (!dxki_vec_push(ctx, list, one))
            return false;
    }
    return true;
}

/* A node without numbers: !{i32 1, !"x", !{...}}. What is longer than a text may be ends early. */
static void put_md(dxki_diff_side *s, dxki_out *out, dxki_md id, uint32_t depth)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(s->m, id, &count);
    if (out->flushed)
        return;
    if (id == 0 || dxki_md_get(s->m, id)->kind < DXKI_M_TUPLE) {
        dxki_out_str(out, dxki_text_snippet_md_ref(s->text, id));
        return;
    }
    const dxki_di_node *node = dxki_di_node_get((dxki_md_kind)dxki_md_get(s->m, id)->kind);
    dxki_out_char(out, '!');
    dxki_out_text(out, node ? node->text : "");
    dxki_out_char(out, node ? '(' : '{');
    for (uint32_t i = 0; i < count && depth < MD_DEPTH && out->used <= DXKI_DIFF_TEXT_MOST; i++) {
        dxki_out_text(out, i ? ", " : "");
        put_md(s, out, ops[i], depth + 1);
    }
    dxki_out_text(out, depth < MD_DEPTH || !count ? "" : "...");
    dxki_out_char(out, node ? ')' : '}');
}

/* The way to the first difference below named metadata: numbers of operands. */
typedef struct way {
    uint32_t steps[MD_STEPS], count;
    dxki_md nodes[2]; /* where it ends; 0: one side has none there */
} way;

/* The first operand that differs, of those that both have, or their number. */
static uint32_t first_difference(dxk_program_diff *diff, const dxki_md *a, uint32_t a_count,
                                 const dxki_md *b, uint32_t b_count)
{
    uint32_t k = 0;
    while (k < a_count && k < b_count &&
           dxki_diff_md(&diff->sides[0], a[k]) == dxki_diff_md(&diff->sides[1], b[k]))
        k++;
    return k;
}

/* Goes on into tuples of the same size. */
static void find_way(dxk_program_diff *diff, uint32_t left, uint32_t right, way *w)
{
    const dxk_module *m = diff->sides[0].m, *n = diff->sides[1].m;
    const dxki_named_md *x = left ? &m->named_mds.items[left - 1] : NULL;
    const dxki_named_md *y = right ? &n->named_mds.items[right - 1] : NULL;
    uint32_t a_count = x ? x->op_count : 0, b_count = y ? y->op_count : 0;
    const dxki_md *a = x ? m->words.items + x->ops : NULL, *b = y ? n->words.items + y->ops : NULL;
    memset(w, 0, sizeof *w);
    while (x && y && w->count < MD_STEPS) {
        uint32_t k = first_difference(diff, a, a_count, b, b_count);
        w->nodes[0] = k < a_count ? a[k] : 0;
        w->nodes[1] = k < b_count ? b[k] : 0;
        w->steps[w->count++] = k;
        if (!w->nodes[0] || !w->nodes[1])
            return;
        a = dxki_md_ops(m, w->nodes[0], &a_count);
        b = dxki_md_ops(n, w->nodes[1], &b_count);
        if (a_count != b_count || first_difference(diff, a, a_count, b, b_count) == a_count)
            return;
    }
}

/* "!dx.valver[0][1]: i32 6" */
static dxk_str md_text(dxk_program_diff *diff, int side, uint32_t index, const way *w)
{
    dxki_diff_side *s = &diff->sides[side];
    dxk_buffer text;
    dxki_out out;
    if (!index)
        return (dxk_str){"", 0};
    dxk_buffer_init(&text, diff->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxki_out_char(&out, '!');
    dxki_out_str(&out, dxki_string_get(s->m, s->m->named_mds.items[index - 1].name));
    for (uint32_t i = 0; i < w->count; i++) {
        dxki_out_char(&out, '[');
        dxki_out_u64(&out, w->steps[i]);
        dxki_out_char(&out, ']');
    }
    if (w->count) {
        dxki_out_text(&out, ": ");
        put_md(s, &out, w->nodes[side], 0);
    }
    s->no_memory |= dxki_out_flush(&out) != DXK_OK;
    bool cut = text.size > DXKI_DIFF_TEXT_MOST;
    if (cut)
        memcpy(text.data + DXKI_DIFF_TEXT_MOST - 3, "...", 3);
    dxk_str whole = dxki_diff_keep(
        diff, (dxk_str){(const char *)text.data, cut ? DXKI_DIFF_TEXT_MOST : text.size});
    dxk_buffer_free(&text);
    return whole;
}

/* Resources and entry points have rows of their own; what these do not show is told here. */
static bool is_told(const dxk_program_diff *diff, const dxk_module *m, uint32_t index)
{
    static const char *const told[] = {"dx.resources", "dx.entryPoints", "dx.shaderModel",
                                       "dx.version", "dx.valver"};
    dxk_str name = dxki_string_get(m, m->named_mds.items[index - 1].name);
    for (size_t i = 0; diff->facts_differ && i < sizeof told / sizeof *told; i++) {
        if (dxki_str_is(name, told[i]))
            return true;
    }
    return false;
}

dxk_status dxki_diff_tell_named_md(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                                   uint32_t right)
{
    if (is_told(diff, diff->sides[left ? 0 : 1].m, left ? left : right))
        return DXK_OK;
    way w;
    find_way(diff, left, right, &w);
    return dxki_diff_add_text(diff, DXK_DIFF_METADATA, kind, 0, 0, md_text(diff, 0, left, &w),
                              md_text(diff, 1, right, &w));
}

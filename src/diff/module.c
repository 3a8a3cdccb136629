/* SPDX-License-Identifier: MIT */
/*
 * module.c - two modules: what they are made for, their structures and variables, named metadata;
 * which functions belong together.
 */
#include "base/sort.h"
#include "base/str.h"
#include "diff/diff.h"
#include "ir/dxop.h"
#include "ir/idset.h"

#include <string.h>

#define BEGIN     UINT64_C(0x082efa98ec4e6c89)
#define MD_DEPTH  4u   /* of nodes in texts */
#define MD_STEPS  32u  /* down to a difference */
#define TEXT_MOST 200u /* characters of a text */

/* ---------------------------------------------------------------------------------------- */
/* Lists of things with names                                                                 */

static int compare(const dxki_diff_named *a, const dxki_diff_named *b)
{
    size_t size = a->name.size < b->name.size ? a->name.size : b->name.size;
    int order = size ? memcmp(a->name.data, b->name.data, size) : 0;
    if (order == 0 && a->name.size != b->name.size)
        return a->name.size < b->name.size ? -1 : 1;
    if (order || a->name.size)
        return order;
    return a->number < b->number ? -1 : a->number > b->number;
}

static bool is_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare(a, b) > 0;
}

dxk_status dxki_diff_merge(dxk_program_diff *diff, dxki_diff_list lists[2], dxki_diff_tell each)
{
    dxk_status status = DXK_OK;
    for (int side = 0; side < 2; side++) {
        if (!dxki_sort(diff->ctx, lists[side].items, lists[side].count, sizeof(dxki_diff_named),
                       is_after, NULL))
            return dxki_nomem(diff->ctx);
    }
    for (size_t i = 0, k = 0; status == DXK_OK && (i < lists[0].count || k < lists[1].count);) {
        const dxki_diff_named *a = i < lists[0].count ? &lists[0].items[i] : NULL;
        const dxki_diff_named *b = k < lists[1].count ? &lists[1].items[k] : NULL;
        int order = !a ? 1 : !b ? -1 : compare(a, b);
        if (order < 0)
            status = each(diff, DXK_DIFFERENCE_REMOVED, a->index, 0);
        else if (order > 0)
            status = each(diff, DXK_DIFFERENCE_ADDED, 0, b->index);
        else if (a->meaning != b->meaning)
            status = each(diff, DXK_DIFFERENCE_CHANGED, a->index, b->index);
        i += order <= 0;
        k += order >= 0;
    }
    return status;
}

/* Fills a list with what a side has; false: out of memory. */
typedef bool (*fill)(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list);

static dxk_status merge_of(dxk_program_diff *diff, fill find, dxki_diff_tell each)
{
    dxki_diff_list lists[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    bool good =
        find(&diff->sides[0], diff->ctx, &lists[0]) && find(&diff->sides[1], diff->ctx, &lists[1]);
    dxk_status status = good ? dxki_diff_merge(diff, lists, each) : dxki_nomem(diff->ctx);
    dxki_vec_free(diff->ctx, &lists[0]);
    dxki_vec_free(diff->ctx, &lists[1]);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

static bool find_types(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list)
{
    for (dxki_type type = 1; type < s->m->types.count; type++) {
        const dxki_type_entry *t = dxki_type_get(s->m, type);
        if (t->kind != DXKI_T_STRUCT || !(t->flags & DXKI_TF_IDENTIFIED) || t->c == 0)
            continue;
        dxki_diff_named one = {dxki_string_get(s->m, t->c), 0, type, dxki_diff_body(s, type)};
        if (!dxki_vec_push(ctx, list, one))
            return false;
    }
    return true;
}

/* A text of one side, in the arena; empty if there is none. */
static dxk_str keep(dxk_program_diff *diff, dxk_str text)
{
    char *copy = dxki_arena_strdup(&diff->arena, text.data ? text.data : "", text.size);
    diff->sides[0].no_memory |= !copy;
    return (dxk_str){copy ? copy : "", copy ? text.size : 0};
}

static dxk_str type_text(dxk_program_diff *diff, int side, uint32_t type)
{
    return type ? keep(diff, dxki_text_snippet_type_body(diff->sides[side].text, type))
                : (dxk_str){"", 0};
}

/* Structures of operations come and go with these. */
static dxk_status tell_type(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                            uint32_t right)
{
    int side = left ? 0 : 1;
    const dxk_module *m = diff->sides[side].m;
    dxk_str name = dxki_string_get(m, dxki_type_get(m, left ? left : right)->c);
    if (kind != DXK_DIFFERENCE_CHANGED && dxki_str_starts(name, "dx.types."))
        return DXK_OK;
    return dxki_diff_add_text(diff, DXK_DIFF_TYPE, kind, 0, 0, type_text(diff, 0, left),
                              type_text(diff, 1, right));
}

/* ---------------------------------------------------------------------------------------- */
/* Variables and declared functions                                                           */

static uint64_t variable_meaning(dxki_diff_side *s, const dxki_global *g)
{
    uint64_t state = dxki_hash_mix(BEGIN, s->types[g->type]);
    state = dxki_hash_mix(state, g->flags);
    state = dxki_hash_mix(state, g->linkage);
    state = dxki_hash_mix(state, g->align);
    state = dxki_hash_bytes(state, dxki_string_get(s->m, g->section));
    return dxki_hash_mix(state, g->init ? dxki_diff_value(s, g->init) : 0);
}

static bool find_variables(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list)
{
    const dxk_module *m = s->m;
    size_t count = m->variables.count;
    for (size_t i = 0; i < count + m->aliases.count; i++) {
        uint32_t index = i < count ? m->variables.items[i] : m->aliases.items[i - count];
        const dxki_global *g = &m->globals.items[index];
        dxki_diff_named one = {dxki_string_get(m, g->name), (uint32_t)i, index,
                               variable_meaning(s, g)};
        if (!dxki_vec_push(ctx, list, one))
            return false;
    }
    return true;
}

static dxk_str variable_text(dxk_program_diff *diff, int side, uint32_t index)
{
    dxki_diff_side *s = &diff->sides[side];
    dxk_buffer text;
    dxki_out out;
    if (!index)
        return (dxk_str){"", 0};
    const dxki_global *g = &s->m->globals.items[index];
    uint32_t space = dxki_type_get(s->m, g->type)->b & DXKI_SPACE_MASK;
    dxk_buffer_init(&text, diff->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxki_out_str(&out, dxki_text_snippet_name(s->text, DXKI_VALUE(DXKI_V_GLOBAL, index)));
    dxki_out_text(&out, g->kind == DXKI_G_ALIAS       ? " = alias "
                        : g->flags & DXKI_GF_CONSTANT ? " = constant "
                                                      : " = global ");
    if (space) {
        dxki_out_text(&out, "addrspace(");
        dxki_out_u64(&out, space);
        dxki_out_text(&out, ") ");
    }
    if (g->init)
        dxki_out_str(&out, dxki_text_snippet_value(s->text, g->init));
    else
        dxki_out_str(&out, dxki_text_snippet_type(s->text, g->value_type));
    s->no_memory |= dxki_out_flush(&out) != DXK_OK;
    dxk_str whole = {(const char *)text.data, text.size < TEXT_MOST ? text.size : TEXT_MOST};
    whole = keep(diff, whole);
    dxk_buffer_free(&text);
    return whole;
}

static dxk_status tell_variable(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                                uint32_t right)
{
    return dxki_diff_add_text(diff, DXK_DIFF_VARIABLE, kind, left, right,
                              variable_text(diff, 0, left), variable_text(diff, 1, right));
}

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

static bool find_named_md(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list)
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
    for (uint32_t i = 0; i < count && depth < MD_DEPTH && out->used <= TEXT_MOST; i++) {
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
    bool cut = text.size > TEXT_MOST;
    if (cut)
        memcpy(text.data + TEXT_MOST - 3, "...", 3);
    dxk_str whole = keep(diff, (dxk_str){(const char *)text.data, cut ? TEXT_MOST : text.size});
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

static dxk_status tell_md(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                          uint32_t right)
{
    if (is_told(diff, diff->sides[left ? 0 : 1].m, left ? left : right))
        return DXK_OK;
    way w;
    find_way(diff, left, right, &w);
    return dxki_diff_add_text(diff, DXK_DIFF_METADATA, kind, 0, 0, md_text(diff, 0, left, &w),
                              md_text(diff, 1, right, &w));
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static uint64_t function_meaning(dxki_diff_side *s, uint32_t index)
{
    const dxki_global *g = &s->m->globals.items[index];
    uint32_t count;
    const dxki_attachment *notes = dxki_function_attachments(s->m, index, &count);
    uint64_t state = dxki_hash_mix(BEGIN, s->types[g->value_type]);
    state = dxki_hash_mix(state, g->linkage);
    state = dxki_hash_mix(state, g->cc);
    state = dxki_hash_mix(state, g->flags & DXKI_GF_DECLARATION);
    state = dxki_hash_mix(state, s->attrs[g->attrs]);
    return dxki_hash_mix(state, dxki_diff_notes(s, notes, count));
}

/* What a body does, roughly: the operations in their order. For functions of other names. */
static uint64_t body_meaning(dxki_diff_side *s, uint32_t index)
{
    const dxk_module *m = s->m;
    uint64_t state = dxki_hash_mix(BEGIN, s->types[m->globals.items[index].value_type]);
    DXKI_EACH_BLOCK(m, index, block) {
        DXKI_EACH_INST(m, block, inst) {
            const dxki_inst *in = dxki_inst_get(m, inst);
            if (dxki_inst_is_debug_call(m, in))
                continue;
            state = dxki_hash_mix(state, in->op);
            for (uint32_t k = 0; k < in->op_count; k++) {
                dxki_value op = dxki_inst_ops(m, inst)[k];
                state = dxki_hash_mix(state, DXKI_TAG(op) == DXKI_V_CONST ? dxki_diff_value(s, op)
                                                                          : DXKI_TAG(op));
            }
        }
    }
    return state;
}

/* Operations are no functions of their own here: their calls tell. */
static bool find_functions(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list)
{
    uint32_t number = 0;
    DXKI_EACH_FUNCTION(s->m, fn) {
        dxk_str name = dxki_string_get(s->m, s->m->globals.items[fn].name);
        if (dxki_global_is_dxop(s->m, fn) || dxki_str_starts(name, "llvm.dbg."))
            continue;
        dxki_diff_named one = {name, number++, fn, 0};
        if (!dxki_vec_push(ctx, list, one))
            return false;
    }
    return true;
}

static bool has_body(const dxki_diff_side *s, uint32_t index)
{
    return s->m->globals.items[index].first_block != 0;
}

static void join(dxk_program_diff *diff, uint32_t left, uint32_t right)
{
    diff->sides[0].functions[left] = right;
    diff->sides[1].functions[right] = left;
}

/* Functions of the same name. */
static void join_names(dxk_program_diff *diff, const dxki_diff_list lists[2])
{
    for (size_t i = 0, k = 0; i < lists[0].count && k < lists[1].count;) {
        const dxki_diff_named *a = &lists[0].items[i], *b = &lists[1].items[k];
        int order = compare(a, b);
        if (order == 0)
            join(diff, a->index, b->index);
        i += order <= 0;
        k += order >= 0;
    }
}

static uint32_t entry_function(const dxki_diff_side *s)
{
    const dxki_dxil_entry *entry = s->d && s->d->entries.count == 1 ? s->d->entries.items[0] : NULL;
    return entry && entry->function && has_body(s, entry->function) ? entry->function : 0;
}

static bool comes_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxki_diff_named *)a)->meaning > ((const dxki_diff_named *)b)->meaning;
}

/* Functions without a partner that do the same. */
static bool join_bodies(dxk_program_diff *diff, dxki_diff_list lists[2])
{
    for (int side = 0; side < 2; side++) {
        dxki_diff_side *s = &diff->sides[side];
        size_t count = 0;
        for (size_t i = 0; i < lists[side].count; i++) {
            dxki_diff_named one = lists[side].items[i];
            if (s->functions[one.index] || !has_body(s, one.index))
                continue;
            one.meaning = body_meaning(s, one.index);
            lists[side].items[count++] = one;
        }
        lists[side].count = count;
        if (!dxki_sort(diff->ctx, lists[side].items, count, sizeof(dxki_diff_named), comes_after,
                       NULL))
            return false;
    }
    for (size_t i = 0, k = 0; i < lists[0].count && k < lists[1].count;) {
        uint64_t a = lists[0].items[i].meaning, b = lists[1].items[k].meaning;
        if (a == b)
            join(diff, lists[0].items[i].index, lists[1].items[k].index);
        i += a <= b;
        k += a >= b;
    }
    return true;
}

static dxk_status match_functions(dxk_program_diff *diff)
{
    dxki_diff_list lists[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    uint32_t entries[2];
    bool good = true;
    for (int side = 0; side < 2 && good; side++) {
        entries[side] = entry_function(&diff->sides[side]);
        good = find_functions(&diff->sides[side], diff->ctx, &lists[side]) &&
               dxki_sort(diff->ctx, lists[side].items, lists[side].count, sizeof(dxki_diff_named),
                         is_after, NULL);
    }
    if (good) {
        join_names(diff, lists);
        if (entries[0] && entries[1] && !diff->sides[0].functions[entries[0]] &&
            !diff->sides[1].functions[entries[1]])
            join(diff, entries[0], entries[1]);
        good = join_bodies(diff, lists);
    }
    dxki_vec_free(diff->ctx, &lists[0]);
    dxki_vec_free(diff->ctx, &lists[1]);
    return good ? DXK_OK : dxki_nomem(diff->ctx);
}

static bool same_heads(dxk_program_diff *diff, uint32_t left, uint32_t right)
{
    const dxki_global *a = &diff->sides[0].m->globals.items[left];
    const dxki_global *b = &diff->sides[1].m->globals.items[right];
    return function_meaning(&diff->sides[0], left) == function_meaning(&diff->sides[1], right) &&
           dxki_str_same(dxki_string_get(diff->sides[0].m, a->name),
                         dxki_string_get(diff->sides[1].m, b->name));
}

/* One function, or a pair. */
static dxk_status compare_functions(dxk_program_diff *diff, uint32_t left, uint32_t right)
{
    dxk_difference_kind kind = !right                          ? DXK_DIFFERENCE_REMOVED
                               : !left                         ? DXK_DIFFERENCE_ADDED
                               : same_heads(diff, left, right) ? DXK_DIFFERENCE_NONE
                                                               : DXK_DIFFERENCE_CHANGED;
    bool bodies[2] = {left && has_body(&diff->sides[0], left),
                      right && has_body(&diff->sides[1], right)};
    diff->sum.functions[0] += bodies[0];
    diff->sum.functions[1] += bodies[1];
    if (kind == DXK_DIFFERENCE_NONE && !bodies[0] && !bodies[1])
        return DXK_OK;
    dxk_status status = dxki_diff_add(diff, DXK_DIFF_FUNCTION, kind, left, right);
    return status == DXK_OK && (bodies[0] || bodies[1]) ? dxki_diff_functions(diff, left, right)
                                                        : status;
}

/* Those of the first program in its order, then those that only the second has. */
static dxk_status compare_all(dxk_program_diff *diff)
{
    dxk_status status = DXK_OK;
    for (int side = 0; side < 2; side++) {
        dxki_diff_side *s = &diff->sides[side];
        DXKI_EACH_FUNCTION(s->m, fn) {
            dxk_str name = dxki_string_get(s->m, s->m->globals.items[fn].name);
            if (status != DXK_OK || dxki_global_is_dxop(s->m, fn) ||
                dxki_str_starts(name, "llvm.dbg.") || (side && s->functions[fn]))
                continue;
            status = side ? compare_functions(diff, 0, fn)
                          : compare_functions(diff, fn, s->functions[fn]);
        }
    }
    return status;
}

static const char *slot_name(uint32_t slot)
{
    return slot < DXKI_OP_COUNT ? dxki_op_get((uint8_t)slot)->text
                                : dxki_dxop_get((dxki_dxop)(slot - DXKI_OP_COUNT))->name;
}

#define SLOTS ((uint32_t)DXKI_OP_COUNT + (uint32_t)DXKI_DXOP_COUNT)

dxk_status dxki_diff_module(dxk_program_diff *diff)
{
    dxk_status status =
        dxki_diff_tally_open(diff, SLOTS) ? dxki_diff_facts(diff) : dxki_nomem(diff->ctx);
    diff->facts_differ = diff->sum.differences != 0;
    if (status == DXK_OK)
        status = merge_of(diff, find_types, tell_type);
    if (status == DXK_OK)
        status = merge_of(diff, find_variables, tell_variable);
    if (status == DXK_OK)
        status = merge_of(diff, find_named_md, tell_md);
    if (status == DXK_OK)
        status = match_functions(diff);
    if (status == DXK_OK)
        status = compare_all(diff);
    if (status == DXK_OK)
        status = dxki_diff_tally_close(diff, SLOTS, slot_name);
    return status;
}

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

#define BEGIN UINT64_C(0x082efa98ec4e6c89)

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

static dxk_str type_text(dxk_program_diff *diff, int side, uint32_t type)
{
    return type ? dxki_diff_keep(diff, dxki_text_snippet_type_body(diff->sides[side].text, type))
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
    dxk_str whole = {(const char *)text.data,
                     text.size < DXKI_DIFF_TEXT_MOST ? text.size : DXKI_DIFF_TEXT_MOST};
    whole = dxki_diff_keep(diff, whole);
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
        status = merge_of(diff, dxki_diff_find_named_md, dxki_diff_tell_named_md);
    if (status == DXK_OK)
        status = match_functions(diff);
    if (status == DXK_OK)
        status = compare_all(diff);
    if (status == DXK_OK)
        status = dxki_diff_tally_close(diff, SLOTS, slot_name);
    return status;
}

/* SPDX-License-Identifier: MIT */
/*
 * meaning.c - what the pieces of a module mean, as 64-bit hashes that two modules share whatever
 * the numbers of their types, constants and nodes are. 0 stands for "not known yet".
 */
#include "base/sort.h"
#include "diff/diff.h"
#include "ir/dxop.h"
#include "ir/idset.h"

#include <string.h>

#define BEGIN UINT64_C(0x243f6a8885a308d3)
#define CYCLE UINT64_C(0x452821e638d01377) /* a node that is being looked at */

static uint64_t mix(uint64_t state, uint64_t word)
{
    return dxki_hash_mix(state, word);
}

static uint64_t mix_str(uint64_t state, dxk_str text)
{
    return mix(dxki_hash_bytes(state, text), text.size);
}

/* Never 0. */
static uint64_t done(uint64_t state)
{
    state ^= state >> 32;
    return state ? state : 1;
}

/* ---------------------------------------------------------------------------------------- */
/* Types and attributes                                                                       */

/* Recursion is as deep as types nest, which the module bounds. */
static uint64_t type_meaning(dxki_diff_side *s, dxki_type type);

static uint64_t elements_meaning(dxki_diff_side *s, dxki_type type, uint64_t state)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(s->m, type, &count);
    for (uint32_t i = 0; i < count; i++)
        state = mix(state, type_meaning(s, list[i]));
    return mix(state, count);
}

static uint64_t type_meaning(dxki_diff_side *s, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(s->m, type);
    uint64_t state = mix(mix(BEGIN, t->kind), t->flags);
    if (s->types[type])
        return s->types[type];
    switch (t->kind) {
    case DXKI_T_INT:
        state = mix(state, t->a);
        break;
    case DXKI_T_POINTER:
        state = mix(mix(state, type_meaning(s, t->a)), t->b);
        break;
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        state = mix(mix(state, type_meaning(s, t->a)), dxki_type_count(s->m, type));
        break;
    case DXKI_T_STRUCT:
        if (t->flags & DXKI_TF_IDENTIFIED) { /* its body is compared by itself */
            state = mix_str(state, dxki_string_get(s->m, t->c));
            break;
        }
        state = elements_meaning(s, type, state);
        break;
    case DXKI_T_FUNCTION:
        state = elements_meaning(s, type, state);
        break;
    default:
        break;
    }
    return s->types[type] = done(state);
}

uint64_t dxki_diff_body(const dxki_diff_side *s, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(s->m, type);
    uint64_t state = mix(BEGIN, t->flags);
    uint32_t count;
    const dxki_type *list = dxki_type_list(s->m, type, &count);
    for (uint32_t i = 0; i < count; i++)
        state = mix(state, s->types[list[i]]);
    return done(mix(state, count));
}

static uint64_t attr_list_meaning(const dxk_module *m, uint32_t list)
{
    uint32_t slots;
    const dxki_attr_slot *slot = dxki_attr_list(m, list, &slots);
    uint64_t state = BEGIN;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t count;
        const dxki_attr *attrs = dxki_attr_set(m, slot[i].set, &count);
        state = mix(mix(state, slot[i].slot), count);
        for (uint32_t k = 0; k < count; k++) {
            state = mix(mix(state, attrs[k].kind), attrs[k].value);
            if (attrs[k].kind == DXKI_AT_STRING) {
                state = mix_str(state, dxki_string_get(m, attrs[k].key));
                state = mix_str(state, dxki_string_get(m, attrs[k].string));
            }
        }
    }
    return done(state);
}

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

static uint64_t const_meaning(dxki_diff_side *s, const dxki_const *c)
{
    const dxk_module *m = s->m;
    uint64_t state = mix(mix(mix(BEGIN, c->kind), s->types[c->type]), c->flags);
    bool listed = c->kind == DXKI_C_WIDE || c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR;
    const uint32_t *words = listed ? dxki_const_words(m, c) : NULL;
    switch (c->kind) {
    case DXKI_C_INT:
    case DXKI_C_FLOAT:
        return done(mix(state, dxki_const_bits(c)));
    case DXKI_C_WIDE:
        return done(dxki_hash_words(state, words, c->b));
    case DXKI_C_DATA:
        return done(mix_str(state, dxki_const_data_bytes(m, c)));
    case DXKI_C_ASM:
        state = mix_str(state, dxki_string_get(m, c->a));
        return done(mix_str(state, dxki_string_get(m, c->b)));
    case DXKI_C_BLOCKADDRESS:
        return done(mix(state, dxki_diff_value(s, c->a)));
    case DXKI_C_AGGREGATE:
    case DXKI_C_EXPR:
        state = mix(mix(state, c->opcode), c->b);
        for (uint32_t i = 0; i < c->b; i++) /* operands come before it */
            state = mix(state, dxki_diff_value(s, words[i]));
        if (c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_GEP)
            return done(mix(state, s->types[words[c->b]]));
        if (c->kind == DXKI_C_EXPR)
            state = dxki_hash_words(state, words + c->b, dxki_const_extra_count(m, c));
        return done(state);
    default:
        return done(state);
    }
}

uint64_t dxki_diff_value(dxki_diff_side *s, dxki_value value)
{
    const dxk_module *m = s->m;
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL: {
        const dxki_global *g = &m->globals.items[index];
        return done(mix(mix_str(BEGIN, dxki_string_get(m, g->name)), g->kind));
    }
    case DXKI_V_CONST:
        return s->consts[index] ? s->consts[index] : CYCLE;
    case DXKI_V_METADATA:
        return dxki_diff_md(s, index);
    default:
        return done(mix(BEGIN, DXKI_TAG(value)));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

typedef struct visit {
    dxki_md node;
    uint32_t next; /* operand to be looked at */
} visit;

/* What a node means whose operands are known, or are being looked at. */
static uint64_t node_meaning(dxki_diff_side *s, dxki_md id)
{
    const dxk_module *m = s->m;
    const dxki_md_entry *e = dxki_md_get(m, id);
    uint64_t state = mix(mix(BEGIN, e->kind), e->distinct);
    uint32_t count = 0, numbers = 0;
    if (e->kind == DXKI_M_STRING)
        return done(mix_str(state, dxki_md_str(m, id)));
    if (e->kind == DXKI_M_VALUE) {
        dxki_value value = dxki_md_value(m, id);
        uint32_t inst = dxki_value_as_inst(value);
        return done(mix(state, inst ? mix(BEGIN, inst < m->insts.count ? s->insts[inst] : 0)
                                    : dxki_diff_value(s, value)));
    }
    const dxki_md *ops = dxki_md_ops(m, id, &count);
    const uint64_t *nums = e->kind == DXKI_M_TUPLE ? NULL : dxki_md_nums(m, id, &numbers);
    for (uint32_t i = 0; i < count; i++)
        state = mix(state, ops[i] ? s->mds[ops[i]] : 0);
    for (uint32_t i = 0; nums && i < numbers; i++)
        state = mix(state, nums[i]);
    return done(mix(mix(state, count), numbers));
}

uint64_t dxki_diff_md(dxki_diff_side *s, dxki_md id)
{
    const dxk_module *m = s->m;
    DXKI_VEC(visit) stack = {NULL, 0, 0};
    bool good = true;
    if (id == 0 || id >= m->mds.count)
        return 1;
    if (s->mds[id])
        return s->mds[id];
    s->mds[id] = CYCLE;
    good = dxki_vec_push(m->ctx, &stack, ((visit){id, 0}));
    while (good && stack.count) {
        visit *top = &stack.items[stack.count - 1];
        uint32_t count = 0;
        const dxki_md *ops = dxki_md_ops(m, top->node, &count);
        if (top->next == count) {
            s->mds[top->node] = node_meaning(s, top->node);
            stack.count--;
            continue;
        }
        dxki_md next = ops[top->next++];
        if (next && !s->mds[next]) {
            s->mds[next] = CYCLE;
            good = dxki_vec_push(m->ctx, &stack, ((visit){next, 0}));
        }
    }
    dxki_vec_free(m->ctx, &stack);
    s->no_memory |= !good;
    return s->mds[id];
}

uint64_t dxki_diff_notes(dxki_diff_side *s, const dxki_attachment *list, uint32_t count)
{
    uint64_t sum = 0; /* their order does not count */
    for (uint32_t i = 0; i < count; i++) {
        dxk_str kind = dxki_string_get(s->m, s->m->md_kinds.items[list[i].kind]);
        sum += done(mix(mix_str(BEGIN, kind), dxki_diff_md(s, list[i].node)));
    }
    return done(sum);
}

/* ---------------------------------------------------------------------------------------- */
/* What code names by numbers: resources, elements of signatures                              */

static uint64_t resource_meaning(const dxki_diff_side *s, const dxki_dxil_resource *r)
{
    uint64_t state = mix(mix(BEGIN, r->cls), r->kind);
    if (s->named)
        return done(mix_str(state, r->name));
    return done(mix(mix(state, r->space), r->lower_bound));
}

/* The resource that a createHandle names. */
static uint64_t range_meaning(const dxki_diff_side *s, const dxki_value *ops)
{
    uint64_t cls, range;
    if (!dxki_value_as_int(s->m, ops[1], &cls) || !dxki_value_as_int(s->m, ops[2], &range) ||
        cls >= DXKI_RESOURCE_CLASSES || range >= s->d->resources[cls].count)
        return 0;
    return resource_meaning(s, s->d->resources[cls].items[range]);
}

static uint64_t sig_element_meaning(const dxki_dxil_sig_element *e, uint32_t which)
{
    return done(mix(mix(mix_str(BEGIN, e->name), e->first_index), which));
}

/* The entry point whose elements code names; NULL: there are several, or none. */
static const dxki_dxil_entry *entry_of(const dxki_diff_side *s)
{
    return s->d && s->d->entries.count == 1 ? dxki_dxil_first_entry(s->d) : NULL;
}

/* The element of a signature that the first operand of an operation names. */
static uint64_t element_meaning(const dxki_diff_side *s, uint32_t which, dxki_value id)
{
    const dxki_dxil_entry *entry = s->d->entries.count == 1 ? dxki_dxil_first_entry(s->d) : NULL;
    uint64_t number;
    if (!entry || !dxki_value_as_int(s->m, id, &number) || number >= entry->signatures[which].count)
        return 0;
    return sig_element_meaning(entry->signatures[which].items[number], which);
}

uint64_t dxki_diff_named_operand(const dxki_diff_side *s, uint32_t inst, uint32_t *operand)
{
    const dxki_dxop_info *op =
        s->d ? dxki_call_dxop_complete(s->m, dxki_inst_get(s->m, inst)) : NULL;
    const dxki_value *ops = dxki_inst_ops(s->m, inst);
    *operand = DXKI_DIFF_NONE;
    if (!op)
        return 0;
    if (dxki_dxop_row(op) == DXKI_DXOP_CreateHandle) {
        *operand = 2;
        return range_meaning(s, ops);
    }
    uint32_t signature = dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->signature;
    if (signature == DXKI_DXS_NONE || op->operand_count == 0)
        return 0;
    *operand = 1;
    return element_meaning(s, signature - DXKI_DXS_INPUT, ops[1]);
}

static bool is_greater(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint64_t *)a > *(const uint64_t *)b;
}

bool dxki_diff_list_names(dxki_diff_side *s, dxk_ctx *ctx)
{
    const dxki_dxil_entry *entry = entry_of(s);
    bool good = true;
    for (uint32_t cls = 0; s->d && cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; good && i < s->d->resources[cls].count; i++)
            good =
                dxki_vec_push(ctx, &s->names, resource_meaning(s, s->d->resources[cls].items[i]));
    }
    for (uint32_t which = 0; entry && which < 3; which++) {
        for (uint32_t i = 0; good && i < entry->signatures[which].count; i++)
            good = dxki_vec_push(ctx, &s->names,
                                 sig_element_meaning(entry->signatures[which].items[i], which));
    }
    return good &&
           dxki_sort(ctx, s->names.items, s->names.count, sizeof(uint64_t), is_greater, NULL);
}

bool dxki_diff_has_name(const dxki_diff_side *s, uint64_t meaning)
{
    size_t low = 0, high = s->names.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->names.items[middle] < meaning)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->names.count && s->names.items[low] == meaning;
}

/* ---------------------------------------------------------------------------------------- */
/* A module                                                                                   */

static bool make_room(dxki_diff_side *s, dxki_arena *arena)
{
    const dxk_module *m = s->m;
    s->types = DXKI_NEW_ARRAY(arena, uint64_t, m->types.count);
    s->consts = DXKI_NEW_ARRAY(arena, uint64_t, m->consts.count);
    s->attrs = DXKI_NEW_ARRAY(arena, uint64_t, m->attr_lists.count + 1);
    s->mds = DXKI_NEW_ARRAY(arena, uint64_t, m->mds.count);
    s->insts = DXKI_NEW_ARRAY(arena, uint64_t, m->insts.count);
    s->pairs = DXKI_NEW_ARRAY(arena, uint32_t, m->insts.count);
    s->blocks = DXKI_NEW_ARRAY(arena, uint32_t, m->blocks.count);
    s->functions = DXKI_NEW_ARRAY(arena, uint32_t, m->globals.count);
    s->text = dxki_text_snippets_create(m);
    return s->types && s->consts && s->attrs && s->mds && s->insts && s->pairs && s->blocks &&
           s->functions && s->text;
}

bool dxki_diff_side_open(dxki_diff_side *s, dxk_program_diff *diff, const dxk_module *m)
{
    s->m = m;
    if (!make_room(s, &diff->arena))
        return false;
    for (dxki_type type = 1; type < m->types.count; type++)
        (void)type_meaning(s, type);
    for (uint32_t list = 0; list < m->attr_lists.count; list++)
        s->attrs[list] = attr_list_meaning(m, list);
    for (uint32_t i = 1; i < m->consts.count; i++)
        s->consts[i] = const_meaning(s, &m->consts.items[i]);
    return true;
}

void dxki_diff_side_close(dxki_diff_side *s)
{
    dxki_text_snippets_free(s->text);
    dxk_dxil_free(s->d);
}

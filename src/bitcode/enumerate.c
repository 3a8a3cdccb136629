/* SPDX-License-Identifier: MIT */
/*
 * enumerate.c - numbers of types, values, attributes, and the order of constants. The module and
 * function passes that use them stand in enumerate_module.c.
 */
#include "bitcode/enumerate.h"

#include <string.h>

#include "ir/idset.h"

#define IN_PROGRESS UINT32_MAX /* an identified struct whose elements are being numbered */

static bool push(dxki_bc_numbers *n, uint32_t word)
{
    if (dxki_vec_push(n->ctx, &n->stack, word))
        return true;
    n->failed = true;
    return false;
}

/* --- types: what is contained comes first, but a struct may contain itself --- */

/* The contained type number `at`, 0 when there is no more. */
static dxki_type inner_type(const dxki_bc_numbers *n, dxki_type type, uint32_t at)
{
    const dxki_type_entry *entry = dxki_type_get(n->m, type);
    uint32_t count;
    switch (entry->kind) {
    case DXKI_T_POINTER:
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        count = 1;
        break;
    default:
        dxki_type_list(n->m, type, &count);
        break;
    }
    if (at >= count)
        return 0;
    return entry->kind == DXKI_T_STRUCT || entry->kind == DXKI_T_FUNCTION
               ? n->m->type_ops.items[entry->a + at]
               : entry->a;
}

/* Words on the stack from which on no type is walked inside of itself: LLVM would recurse on. */
#define DEEP 2048u

static void begin_type(dxki_bc_numbers *n, dxki_type type)
{
    if (dxki_type_get(n->m, type)->flags & DXKI_TF_IDENTIFIED || n->stack.count >= DEEP)
        n->type_numbers[type] = IN_PROGRESS;
    push(n, type);
    push(n, 0);
}

/* Two words for each type that is being walked: it, and which contained type is next. One without
 * a name may be walked again inside of itself, by way of a struct; it ends there first. */
void dxki_bc_enumerate_new_type(dxki_bc_numbers *n, dxki_type type)
{
    size_t floor = n->stack.count;
    begin_type(n, type);
    while (n->stack.count > floor && !n->failed) {
        uint32_t *top = n->stack.items + n->stack.count - 2;
        type = top[0];
        dxki_type inner = inner_type(n, type, top[1]);
        if (inner) {
            top[1]++;
            if (!n->type_numbers[inner])
                begin_type(n, inner);
            continue;
        }
        n->stack.count -= 2;
        if (n->type_numbers[type] && n->type_numbers[type] != IN_PROGRESS)
            continue; /* a struct inside led back here */
        if (!dxki_vec_push(n->ctx, &n->types, type))
            n->failed = true;
        n->type_numbers[type] = (uint32_t)n->types.count;
    }
}

/* --- values --- */

static uint32_t *slot_of(dxki_bc_numbers *n, dxki_value value)
{
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return &n->global_numbers[DXKI_INDEX(value)];
    case DXKI_V_CONST:
        return &n->const_numbers[DXKI_INDEX(value)];
    case DXKI_V_INST:
        return &n->inst_numbers[DXKI_INDEX(value)];
    default:
        return NULL;
    }
}

uint32_t dxki_bc_number_of_any(const dxki_bc_numbers *n, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return n->global_numbers[index] - 1;
    case DXKI_V_CONST:
        return n->const_numbers[index] - 1;
    case DXKI_V_INST:
        return dxki_bc_number_of_inst(n, index);
    case DXKI_V_ARG:
        return n->arg_base + (index - n->first_arg);
    case DXKI_V_BLOCK:
        return n->block_numbers[index] - 1;
    case DXKI_V_METADATA:
        return n->md_numbers[index] - 1;
    default:
        return UINT32_MAX;
    }
}

static void use_comdat(dxki_bc_numbers *n, const dxki_global *global)
{
    if (!global->comdat || global->kind == DXKI_G_ALIAS || n->comdat_numbers[global->comdat - 1])
        return;
    if (!dxki_vec_push(n->ctx, &n->comdats, global->comdat - 1))
        n->failed = true;
    n->comdat_numbers[global->comdat - 1] = (uint32_t)n->comdats.count;
}

/* The operands of a constant that are values; functions of block addresses too. */
static void enumerate_inner(dxki_bc_numbers *n, dxki_value value)
{
    const dxki_const *c = dxki_const_get(n->m, value);
    if (!c)
        return;
    if (c->kind == DXKI_C_BLOCKADDRESS) {
        dxki_bc_enumerate_value(n, c->a);
    } else if (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR) {
        for (uint32_t i = 0; i < c->b; i++)
            dxki_bc_enumerate_value(n, n->m->words.items[c->a + i]);
    }
}

void dxki_bc_enumerate_value(dxki_bc_numbers *n, dxki_value value)
{
    uint32_t *slot = slot_of(n, value);
    if (!slot)
        return;
    if (*slot) {
        n->values.items[*slot - 1].uses++;
        return;
    }
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        use_comdat(n, &n->m->globals.items[DXKI_INDEX(value)]);
    dxki_bc_enumerate_type(n, dxki_value_type(n->m, value));
    enumerate_inner(n, value);
    dxki_bc_numbered entry = {value, 1};
    if (n->failed || !dxki_vec_push(n->ctx, &n->values, entry)) {
        n->failed = true;
        return;
    }
    *slot = (uint32_t)n->values.count;
}

/* --- attributes --- */

static uint32_t hash_group(dxki_attr_slot group)
{
    return dxki_hash_end(dxki_hash_mix(0, (uint64_t)group.slot << 32 | group.set));
}

uint32_t dxki_bc_number_of_group(const dxki_bc_numbers *n, dxki_attr_slot group)
{
    uint32_t hash = hash_group(group), pos = hash, id;
    while ((id = dxki_idset_next(&n->group_set, hash, &pos)) != 0) {
        dxki_attr_slot old = n->attr_groups.items[id - 1];
        if (old.slot == group.slot && old.set == group.set)
            return id;
    }
    return 0;
}

void dxki_bc_enumerate_attrs(dxki_bc_numbers *n, uint32_t list)
{
    if (list == 0 || n->list_numbers[list])
        return;
    if (!dxki_vec_push(n->ctx, &n->attr_lists, list))
        n->failed = true;
    n->list_numbers[list] = (uint32_t)n->attr_lists.count;
    uint32_t count;
    const dxki_attr_slot *slots = dxki_attr_list(n->m, list, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_bc_number_of_group(n, slots[i]))
            continue;
        if (!dxki_vec_push(n->ctx, &n->attr_groups, slots[i]) ||
            !dxki_idset_add(n->ctx, &n->group_set, hash_group(slots[i]),
                            (uint32_t)n->attr_groups.count))
            n->failed = true;
    }
}

/* --- a table's life --- */

static uint32_t *table(dxki_bc_numbers *n, size_t count)
{
    uint32_t *made = DXKI_NEW_ARRAY(&n->arena, uint32_t, count ? count : 1);
    if (!made)
        n->failed = true;
    return made;
}

/* Allocates the tables; what enumeration finds is added by the passes. */
static bool make_tables(dxki_bc_numbers *n)
{
    const dxk_module *m = n->m;
    n->type_numbers = table(n, m->types.count);
    n->global_numbers = table(n, m->globals.count);
    n->const_numbers = table(n, m->consts.count);
    n->inst_numbers = table(n, m->insts.count);
    n->block_numbers = table(n, m->blocks.count);
    n->md_numbers = table(n, m->mds.count);
    n->list_numbers = table(n, m->attr_lists.count);
    n->comdat_numbers = table(n, m->comdats.count);
    n->const_typed = DXKI_NEW_ARRAY(&n->arena, uint8_t, m->consts.count + 1);
    return !n->failed && n->const_typed;
}

void dxki_bc_numbers_free(dxki_bc_numbers *n)
{
    dxki_vec_free(n->ctx, &n->types);
    dxki_vec_free(n->ctx, &n->values);
    dxki_vec_free(n->ctx, &n->mds);
    dxki_vec_free(n->ctx, &n->attr_lists);
    dxki_vec_free(n->ctx, &n->attr_groups);
    dxki_vec_free(n->ctx, &n->comdats);
    dxki_vec_free(n->ctx, &n->stack);
    dxki_idset_free(n->ctx, &n->group_set);
    dxki_arena_free(&n->arena);
}

bool dxki_bc_numbers_start(dxki_bc_numbers *n, const dxk_module *m, bool keep_order)
{
    memset(n, 0, sizeof *n);
    n->m = m;
    n->ctx = m->ctx;
    n->keep_order = keep_order;
    dxki_arena_init(&n->arena, m->ctx);
    return make_tables(n);
}

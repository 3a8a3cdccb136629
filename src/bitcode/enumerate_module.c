/* SPDX-License-Identifier: MIT */
/*
 * enumerate_module.c - the order in which a module and its functions are walked for numbers, and
 * the order that constants are put into. See enumerate.h.
 */
#include "bitcode/enumerate.h"

#include <string.h>

#include "base/sort.h"

/* --- metadata: operands first; a node on the way counts as seen --- */

bool dxki_bc_md_is_local(const dxk_module *m, dxki_md md)
{
    dxki_value value = dxki_md_value(m, md);
    return value && !dxki_value_is_const(value);
}

static void push_pair(dxki_bc_numbers *n, uint32_t first, uint32_t second)
{
    if (!dxki_vec_push(n->ctx, &n->stack, first) || !dxki_vec_push(n->ctx, &n->stack, second))
        n->failed = true;
}

static void number_md(dxki_bc_numbers *n, dxki_md md)
{
    if (!dxki_vec_push(n->ctx, &n->mds, md))
        n->failed = true;
    n->md_numbers[md] = (uint32_t)n->mds.count;
}

static void number_leaf(dxki_bc_numbers *n, dxki_md md, const dxki_md_entry *entry)
{
    if (entry->kind == DXKI_M_VALUE)
        dxki_bc_enumerate_value(n, entry->ops);
    if (entry->kind == DXKI_M_STRING)
        n->md_flags |= DXKI_NUMBERED_STRING;
    number_md(n, md);
}

static void begin_md(dxki_bc_numbers *n, dxki_md md)
{
    if (md == 0 || n->md_numbers[md])
        return;
    const dxki_md_entry *entry = dxki_md_get(n->m, md);
    if (entry->kind <= DXKI_M_VALUE) {
        number_leaf(n, md, entry);
        return;
    }
    n->md_numbers[md] = UINT32_MAX; /* seen */
    if (entry->kind == DXKI_M_LOCATION)
        n->md_flags |= DXKI_NUMBERED_LOCATION;
    else if (entry->kind == DXKI_M_GENERIC)
        n->md_flags |= DXKI_NUMBERED_GENERIC;
    push_pair(n, md, 0);
}

static void finish_mds(dxki_bc_numbers *n, size_t floor)
{
    while (n->stack.count > floor && !n->failed) {
        uint32_t *top = n->stack.items + n->stack.count - 2, count;
        const dxki_md *ops = dxki_md_ops(n->m, top[0], &count);
        if (top[1] < count) {
            begin_md(n, ops[top[1]++]);
            continue;
        }
        n->stack.count -= 2;
        number_md(n, top[0]);
    }
}

void dxki_bc_enumerate_md(dxki_bc_numbers *n, dxki_md md)
{
    size_t floor = n->stack.count;
    begin_md(n, md);
    finish_mds(n, floor);
}

void dxki_bc_enumerate_md_operands(dxki_bc_numbers *n, dxki_md md)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(n->m, md, &count);
    for (uint32_t i = 0; i < count; i++)
        dxki_bc_enumerate_md(n, ops[i]);
}

static void enumerate_attachments(dxki_bc_numbers *n, const dxki_attachment *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        dxki_bc_enumerate_md(n, list[i].node);
}

/* --- the module pass --- */

/* Types of an operand, and of what a constant that has no number yet is made of. */
static void enumerate_operand_types(dxki_bc_numbers *n, dxki_value value)
{
    dxki_bc_enumerate_type(n, dxki_value_type(n->m, value));
    const dxki_const *c = dxki_const_get(n->m, value);
    if (!c || n->const_numbers[DXKI_INDEX(value)] || n->const_typed[DXKI_INDEX(value)])
        return;
    n->const_typed[DXKI_INDEX(value)] = 1;
    if (c->kind == DXKI_C_BLOCKADDRESS) {
        enumerate_operand_types(n, c->a);
    } else if (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR) {
        for (uint32_t i = 0; i < c->b; i++)
            enumerate_operand_types(n, n->m->words.items[c->a + i]);
    }
}

/* An operand that brings nothing that has no number yet? What most operands are. */
static inline bool is_known(const dxki_bc_numbers *n, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_INST)
        return n->type_numbers[n->m->insts.items[index].type] != 0;
    return DXKI_TAG(value) == DXKI_V_CONST && n->const_typed[index];
}

static void enumerate_operand(dxki_bc_numbers *n, dxki_value value)
{
    if (DXKI_TAG(value) != DXKI_V_METADATA)
        enumerate_operand_types(n, value);
    else if (!dxki_bc_md_is_local(n->m, DXKI_INDEX(value)))
        dxki_bc_enumerate_md(n, DXKI_INDEX(value));
}

/* The same for an operand of an operator on a type that has a number: others have that type, too. */
static inline bool is_known_there(const dxki_bc_numbers *n, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_INST ||
           (DXKI_TAG(value) == DXKI_V_CONST && n->const_typed[DXKI_INDEX(value)]);
}

/* What most instructions are: operators that bring nothing. */
static inline bool is_known_operator(const dxki_bc_numbers *n, const dxki_inst *inst,
                                     const dxki_value *ops)
{
    return dxki_op_class_of((dxki_op)inst->op) == DXKI_OC_BIN && n->type_numbers[inst->type] &&
           is_known_there(n, ops[0]) && is_known_there(n, ops[1]);
}

/* `bare`: instructions have nothing attached. */
static inline void enumerate_inst(dxki_bc_numbers *n, uint32_t index, bool bare)
{
    const dxk_module *m = n->m;
    const dxki_inst *inst = dxki_inst_get(m, index);
    const dxki_value *ops = dxki_inst_ops(m, index);
    if (bare && is_known_operator(n, inst, ops))
        return;
    /* LLVM has the callee of an invoke before its blocks. */
    uint32_t early = inst->op == DXKI_OP_INVOKE ? inst->op_count - 3 : UINT32_MAX;
    for (uint32_t i = 0; i < inst->op_count; i++) {
        if (i == early)
            enumerate_operand(n, ops[i + 2]);
        if (!is_known(n, ops[i]))
            enumerate_operand(n, ops[i]);
    }
    dxki_bc_enumerate_type(n, inst->type);
    if (inst->op == DXKI_OP_CALL || inst->op == DXKI_OP_INVOKE)
        dxki_bc_enumerate_attrs(n, dxki_call_attrs(m, inst));
    if (bare)
        return;
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, index, &count);
    enumerate_attachments(n, list, count);
    dxki_bc_enumerate_md_operands(n, dxki_inst_dbg(m, index));
}

static void enumerate_function(dxki_bc_numbers *n, uint32_t global)
{
    const dxk_module *m = n->m;
    const dxki_global *function = &m->globals.items[global];
    uint32_t count;
    const dxki_type *types = dxki_type_list(m, function->value_type, &count);
    for (uint32_t i = 1; i < count; i++)
        dxki_bc_enumerate_type(n, types[i]);
    const dxki_attachment *list = dxki_function_attachments(m, global, &count);
    enumerate_attachments(n, list, count);
    bool bare = !m->attachments.count && !m->inst_dbg.count;
    uint32_t blocks = 0;
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        n->block_numbers[b] = ++blocks;
        DXKI_EACH_INST(m, b, i)
            enumerate_inst(n, i, bare);
    }
}

static void enumerate_globals(dxki_bc_numbers *n, const uint32_t *indices, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        dxki_bc_enumerate_value(n, DXKI_VALUE(DXKI_V_GLOBAL, indices[i]));
        if (n->m->globals.items[indices[i]].kind == DXKI_G_FUNCTION)
            dxki_bc_enumerate_attrs(n, n->m->globals.items[indices[i]].attrs);
    }
}

/* Constants that globals hold: `member` is the offset of a dxki_value in dxki_global. */
static void enumerate_members(dxki_bc_numbers *n, const uint32_t *indices, size_t count,
                              size_t member)
{
    for (size_t i = 0; i < count; i++) {
        dxki_value value;
        memcpy(&value, (const char *)&n->m->globals.items[indices[i]] + member, sizeof value);
        dxki_bc_enumerate_value(n, value);
    }
}

static void enumerate_named_mds(dxki_bc_numbers *n)
{
    const dxk_module *m = n->m;
    for (size_t i = 0; i < m->named_mds.count; i++) {
        const dxki_named_md *named = &m->named_mds.items[i];
        for (uint32_t k = 0; k < named->op_count; k++)
            dxki_bc_enumerate_md(n, m->words.items[named->ops + k]);
    }
}

/* --- the order of constants --- */

static bool is_integer(const dxki_bc_numbers *n, dxki_bc_numbered entry)
{
    return dxki_type_is_int(n->m, dxki_type_scalar(n->m, dxki_value_type(n->m, entry.value)));
}

/* By type, then the much used ones first. */
static bool sorts_after(const void *user, const void *a, const void *b)
{
    const dxki_bc_numbers *n = user;
    const dxki_bc_numbered *x = a, *y = b;
    uint32_t x_type = dxki_bc_number_of_type(n, dxki_value_type(n->m, x->value));
    uint32_t y_type = dxki_bc_number_of_type(n, dxki_value_type(n->m, y->value));
    return x_type == y_type ? x->uses < y->uses : x_type > y_type;
}

/* Integers to the front, in the order that swapping from both ends leaves. */
static void partition(const dxki_bc_numbers *n, dxki_bc_numbered *items, size_t count)
{
    size_t left = 0, right = count;
    for (;;) {
        while (left < right && is_integer(n, items[left]))
            left++;
        while (left < right && !is_integer(n, items[right - 1]))
            right--;
        if (left >= right)
            return;
        right--;
        dxki_bc_numbered swap = items[left];
        items[left++] = items[right];
        items[right] = swap;
    }
}

/*
 * A module that was read has made its constants in the order of the stream (those with operands
 * apart). If the new order is another one, the stream was not written in this mode.
 */
static void compare_with_stream(dxki_bc_numbers *n, const dxki_bc_numbered *items, size_t count)
{
    uint32_t last = n->seen_consts, limit = n->seen_consts;
    for (size_t i = 0; i < count; i++) {
        const dxki_const *c = dxki_const_get(n->m, items[i].value);
        uint32_t index = DXKI_INDEX(items[i].value);
        limit = index > limit ? index : limit;
        if (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR ||
            c->kind == DXKI_C_BLOCKADDRESS || index <= n->seen_consts)
            continue;
        n->unlike_stream = n->unlike_stream || index < last;
        last = index;
    }
    n->seen_consts = limit;
}

static void order_constants(dxki_bc_numbers *n, size_t first)
{
    size_t count = n->values.count - first;
    dxki_bc_numbered *items = count ? n->values.items + first : NULL;
    if (!n->failed && count > 1 && !n->keep_order) {
        n->failed = !dxki_sort(n->ctx, items, count, sizeof *items, sorts_after, n);
        partition(n, items, count);
        for (size_t i = 0; i < count; i++)
            n->const_numbers[DXKI_INDEX(items[i].value)] = (uint32_t)(first + i + 1);
    }
    if (n->m->from_stream && !n->failed)
        compare_with_stream(n, items, count);
}

bool dxki_bc_numbers_init(dxki_bc_numbers *n, const dxk_module *m, bool keep_order)
{
    if (!dxki_bc_numbers_start(n, m, keep_order))
        return false;
    enumerate_globals(n, m->variables.items, m->variables.count);
    enumerate_globals(n, m->functions.items, m->functions.count);
    enumerate_globals(n, m->aliases.items, m->aliases.count);
    n->global_values = (uint32_t)n->values.count;
    enumerate_members(n, m->variables.items, m->variables.count, offsetof(dxki_global, init));
    enumerate_members(n, m->aliases.items, m->aliases.count, offsetof(dxki_global, init));
    enumerate_members(n, m->functions.items, m->functions.count, offsetof(dxki_global, prefix));
    enumerate_members(n, m->functions.items, m->functions.count, offsetof(dxki_global, prologue));
    enumerate_members(n, m->functions.items, m->functions.count,
                      offsetof(dxki_global, personality));
    dxki_bc_enumerate_type(n, DXKI_TY_METADATA);
    enumerate_named_mds(n);
    for (size_t i = 0; i < m->functions.count && !n->failed; i++)
        enumerate_function(n, m->functions.items[i]);
    order_constants(n, n->global_values);
    n->module_values = (uint32_t)n->values.count;
    n->module_mds = (uint32_t)n->mds.count;
    return !n->failed;
}

/* --- the function pass --- */

static inline void use_constant(dxki_bc_numbers *n, dxki_value value)
{
    uint32_t number = n->const_numbers[DXKI_INDEX(value)];
    if (number)
        n->values.items[number - 1].uses++;
    else
        dxki_bc_enumerate_value(n, value);
}

/* Constants and instructions that have a result. True if some operand is metadata. */
static bool enumerate_body(dxki_bc_numbers *n, const dxki_global *function)
{
    const dxk_module *m = n->m;
    uint32_t results = 0;
    bool has_md = false;
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i) {
            const dxki_value *ops = dxki_inst_ops(m, i), *end = ops + m->insts.items[i].op_count;
            for (; ops < end; ops++) {
                if (DXKI_TAG(*ops) == DXKI_V_CONST)
                    use_constant(n, *ops);
                else
                    has_md = has_md || DXKI_TAG(*ops) == DXKI_V_METADATA;
            }
            if (m->insts.items[i].type != DXKI_TY_VOID)
                n->inst_numbers[i] = ++results;
        }
    }
    return has_md;
}

static void enumerate_local_mds(dxki_bc_numbers *n, const dxki_global *function)
{
    const dxk_module *m = n->m;
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i) {
            if (m->insts.items[i].op != DXKI_OP_CALL)
                continue;
            const dxki_value *ops = dxki_inst_ops(m, i);
            for (uint32_t k = 0; k < m->insts.items[i].op_count; k++) {
                dxki_md md = DXKI_INDEX(ops[k]);
                if (DXKI_TAG(ops[k]) == DXKI_V_METADATA && dxki_bc_md_is_local(m, md) &&
                    !n->md_numbers[md])
                    number_md(n, md);
            }
        }
    }
}

bool dxki_bc_numbers_enter(dxki_bc_numbers *n, uint32_t global)
{
    const dxki_global *function = &n->m->globals.items[global];
    n->arg_base = n->module_values;
    n->first_arg = function->first_arg;
    /* Arguments take numbers, but need no place in the table. */
    dxki_bc_numbered none = {0, 0};
    for (uint32_t i = 0; i < function->arg_count; i++) {
        if (!dxki_vec_push(n->ctx, &n->values, none))
            n->failed = true;
    }
    size_t first = n->values.count;
    bool has_md = enumerate_body(n, function);
    order_constants(n, first);
    n->inst_base = (uint32_t)n->values.count;
    if (has_md)
        enumerate_local_mds(n, function);
    return !n->failed;
}

void dxki_bc_numbers_leave(dxki_bc_numbers *n)
{
    for (size_t i = n->module_values; i < n->values.count; i++) {
        if (DXKI_TAG(n->values.items[i].value) == DXKI_V_CONST)
            n->const_numbers[DXKI_INDEX(n->values.items[i].value)] = 0;
    }
    for (size_t i = n->module_mds; i < n->mds.count; i++)
        n->md_numbers[n->mds.items[i]] = 0;
    n->values.count = n->module_values;
    n->mds.count = n->module_mds;
}

/* SPDX-License-Identifier: MIT */
/* values.c - values of any kind, globals, blocks and instructions. See values.h, ir.h. */
#include "ir/tracked.h"

#include <string.h>

/* --- values --- */

dxki_string dxki_value_name(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return m->globals.items[index].name;
    case DXKI_V_ARG:
        return m->args.items[index].name;
    case DXKI_V_INST:
        return index < m->inst_names.count ? m->inst_names.items[index] : 0;
    case DXKI_V_BLOCK:
        return m->blocks.items[index].name;
    default:
        return 0;
    }
}

/* Sets word `index` of an array that grows on demand, with zeros. */
#define SET_SPARSE(m, vec, index, value)                                                           \
    (((vec)->count > (index) || grow_zero((m)->ctx, (vec), (size_t)(index) + 1 - (vec)->count))    \
         ? ((vec)->items[index] = (value), true)                                                   \
         : false)

/* The sparse arrays have one type, which a macro cannot name. */
#define grow_zero(ctx, vec, extra)                                                                 \
    (dxki_vec_reserve(ctx, vec, extra)                                                             \
         ? (memset((vec)->items + (vec)->count, 0, (extra) * sizeof *(vec)->items),                \
            (vec)->count += (extra), true)                                                         \
         : false)

bool dxki_value_set_name(dxk_module *m, dxki_value value, dxki_string name)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        m->globals.items[index].name = name;
        return true;
    case DXKI_V_ARG:
        m->args.items[index].name = name;
        return true;
    case DXKI_V_INST:
        return SET_SPARSE(m, &m->inst_names, index, name);
    case DXKI_V_BLOCK:
        m->blocks.items[index].name = name;
        return true;
    default:
        return true;
    }
}

bool dxki_inst_set_dbg(dxk_module *m, uint32_t inst, dxki_md location)
{
    return SET_SPARSE(m, &m->inst_dbg, inst, location);
}

/* --- blocks and instructions --- */

uint32_t dxki_block_number(const dxk_module *m, uint32_t block)
{
    uint32_t number = 0;
    for (uint32_t b = m->blocks.items[block].prev; b; b = m->blocks.items[b].prev)
        number++;
    return number;
}

uint32_t dxki_inst_extra_count(const dxk_module *m, const dxki_inst *inst)
{
    uint32_t extra = dxki_op_get(inst->op)->extra;
    if (extra < DXKI_EXTRA_OPS)
        return extra;
    return extra == DXKI_EXTRA_OPS ? inst->op_count
                                   : 1 + m->words.items[inst->ops + inst->op_count];
}

uint32_t dxki_inst_bit(const dxk_module *m, uint32_t inst)
{
    return inst < m->inst_bits.count ? m->inst_bits.items[inst] : UINT32_MAX;
}

/* --- builders --- */

uint32_t dxki_global_add(dxk_module *m, dxki_global_kind kind, const dxki_global *global)
{
    if (m->globals.count > DXKI_VALUE_INDEX_MAX)
        return 0;
    uint32_t index = (uint32_t)m->globals.count;
    bool listed = false;
    switch (kind) {
    case DXKI_G_VARIABLE:
        listed = dxki_vec_push(m->ctx, &m->variables, index);
        break;
    case DXKI_G_FUNCTION:
        listed = dxki_vec_push(m->ctx, &m->functions, index);
        break;
    case DXKI_G_ALIAS:
        listed = dxki_vec_push(m->ctx, &m->aliases, index);
        break;
    case DXKI_G_REMOVED:
        break;
    }
    if (!listed || !dxki_vec_push(m->ctx, &m->globals, *global))
        return 0;
    m->globals.items[index].kind = (uint8_t)kind;
    return index;
}

bool dxki_function_add_args(dxk_module *m, uint32_t global)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(m, m->globals.items[global].value_type, &count);
    if (count > DXKI_VALUE_INDEX_MAX - m->args.count || !dxki_vec_reserve(m->ctx, &m->args, count))
        return false;
    m->globals.items[global].first_arg = (uint32_t)m->args.count;
    m->globals.items[global].arg_count = count - 1;
    for (uint32_t i = 1; i < count; i++)
        m->args.items[m->args.count++] = (dxki_arg_entry){types[i], global, 0};
    return true;
}

uint32_t dxki_block_add(dxk_module *m, uint32_t global)
{
    dxki_global *function = &m->globals.items[global];
    dxki_block block = {.function = global};
    if (m->blocks.count > DXKI_VALUE_INDEX_MAX || !dxki_vec_push(m->ctx, &m->blocks, block))
        return 0;
    uint32_t index = (uint32_t)(m->blocks.count - 1);
    m->blocks.items[index].prev = function->last_block;
    if (function->last_block)
        m->blocks.items[function->last_block].next = index;
    else
        function->first_block = index;
    function->last_block = index;
    function->block_count++;
    return index;
}

/* Where `list` is after the module's words have moved from `old`, if it is one of their rows. */
static const uint32_t *moved(const dxk_module *m, uintptr_t old, const uint32_t *list)
{
    uintptr_t at = (uintptr_t)list, size = m->words.count * sizeof *list;
    return list && at >= old && at - old < size ? m->words.items + (at - old) / sizeof *list : list;
}

uint32_t dxki_inst_add(dxk_module *m, uint32_t block, const dxki_inst *inst,
                       const dxki_value *operands, const uint32_t *extra, uint32_t extra_count)
{
    uint64_t total = (uint64_t)inst->op_count + extra_count;
    uintptr_t old = (uintptr_t)m->words.items;
    if (total > UINT32_MAX - m->words.count || !dxki_vec_reserve(m->ctx, &m->words, total))
        return 0;
    operands = moved(m, old, operands);
    extra = moved(m, old, extra);
    uint32_t at = (uint32_t)m->words.count, *to = m->words.items + at;
    m->words.count += total;
    for (uint32_t i = 0; i < inst->op_count; i++)
        *to++ = operands[i];
    for (uint32_t i = 0; i < extra_count; i++)
        *to++ = extra[i];
    dxki_inst added = *inst;
    added.ops = at;
    uint32_t before = m->blocks.items[block].last_inst, index = dxki_inst_append(m, block, &added);
    if (m->inst_prev.count && !dxki_vec_push(m->ctx, &m->inst_prev, before))
        return 0;
    return index && (!m->tracked || dxki_tracked_add(m, index)) ? index : 0;
}

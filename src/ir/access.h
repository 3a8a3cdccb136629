/* SPDX-License-Identifier: MIT */
/*
 * access.h - the accessors that every walk over a module calls all the time, inline. Part of
 * ir.h, which includes it.
 */
#ifndef DXKI_IR_ACCESS_H
#define DXKI_IR_ACCESS_H

#include "base/str.h"
#include "ir/ir.h"

/* The entry of a type. */
static inline const dxki_type_entry *dxki_type_get(const dxk_module *m, dxki_type type)
{
    return &m->types.items[type];
}

/* Its kind. */
static inline dxki_type_kind dxki_type_kind_of(const dxk_module *m, dxki_type type)
{
    return (dxki_type_kind)m->types.items[type].kind;
}

/* Not void, not a function? */
static inline bool dxki_type_is_first_class(const dxk_module *m, dxki_type type)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    return kind != DXKI_T_NONE && kind != DXKI_T_VOID && kind != DXKI_T_FUNCTION;
}

/* half .. ppc_fp128? */
static inline bool dxki_type_is_fp(const dxk_module *m, dxki_type type)
{
    (void)m;
    return type >= DXKI_TY_HALF && type <= DXKI_TY_PPC_FP128;
}

/* iN? */
static inline bool dxki_type_is_int(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_INT;
}

/* The width of an integer or a floating-point number; 0 for another type. */
static inline uint32_t dxki_type_bits(const dxk_module *m, dxki_type type)
{
    static const uint8_t of_kind[] = {
        [DXKI_T_HALF] = 16,     [DXKI_T_FLOAT] = 32,  [DXKI_T_DOUBLE] = 64,
        [DXKI_T_X86_FP80] = 80, [DXKI_T_FP128] = 128, [DXKI_T_PPC_FP128] = 128,
        [DXKI_T_STRUCT] = 0,
    };
    const dxki_type_entry *entry = dxki_type_get(m, type);
    return entry->kind == DXKI_T_INT ? entry->a : of_kind[entry->kind];
}

/* A vector? */
static inline bool dxki_type_is_vector(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_VECTOR;
}

/* An array or a struct? */
static inline bool dxki_type_is_aggregate(const dxk_module *m, dxki_type type)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    return kind == DXKI_T_ARRAY || kind == DXKI_T_STRUCT;
}

/* A vector's element; another type itself. */
static inline dxki_type dxki_type_scalar(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *entry = dxki_type_get(m, type);
    return entry->kind == DXKI_T_VECTOR ? entry->a : type;
}

/* Integers, floating-point numbers, pointers: one, or a vector of them? */
static inline bool dxki_type_has_ints(const dxk_module *m, dxki_type type)
{
    return dxki_type_is_int(m, dxki_type_scalar(m, type));
}

static inline bool dxki_type_has_floats(const dxk_module *m, dxki_type type)
{
    return dxki_type_is_fp(m, dxki_type_scalar(m, type));
}

static inline bool dxki_type_has_pointers(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, dxki_type_scalar(m, type)) == DXKI_T_POINTER;
}

/* What a pointer points to; 0 for another type. */
static inline dxki_type dxki_type_pointee(const dxk_module *m, dxki_type pointer)
{
    const dxki_type_entry *entry = dxki_type_get(m, pointer);
    return entry->kind == DXKI_T_POINTER ? entry->a : 0;
}

/* The entry of a constant; NULL for another value. */
static inline const dxki_const *dxki_const_get(const dxk_module *m, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_CONST ? &m->consts.items[DXKI_INDEX(value)] : NULL;
}

/* A constant that is one integer or floating-point number? */
static inline bool dxki_value_is_number(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    return c && (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT);
}

/* The bits of an INT or FLOAT. */
static inline uint64_t dxki_const_bits(const dxki_const *c)
{
    return (uint64_t)c->b << 32 | c->a;
}

/* True if it is a constant integer, of any width, whose value fits 64 bits: zero-extended to *bits. */
static inline bool dxki_value_as_int(const dxk_module *m, dxki_value value, uint64_t *bits)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || c->kind != DXKI_C_INT)
        return c && dxki_const_wide_as_int(m, c, bits);
    *bits = dxki_const_bits(c);
    return true;
}

/* The characters of a string. */
static inline dxk_str dxki_string_get(const dxk_module *m, dxki_string id)
{
    return m->strings.items[id];
}

/* The entry of an instruction. */
static inline const dxki_inst *dxki_inst_get(const dxk_module *m, uint32_t inst)
{
    return &m->insts.items[inst];
}

/* The operands; the extra words follow after op_count of them. */
static inline const dxki_value *dxki_inst_ops(const dxk_module *m, uint32_t inst)
{
    return m->words.items + m->insts.items[inst].ops;
}

/* The index of an instruction; 0: the value is none. */
static inline uint32_t dxki_value_as_inst(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_INST ? DXKI_INDEX(value) : 0;
}

/* The index of a global; 0: the value is none. */
static inline uint32_t dxki_value_as_global(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_GLOBAL ? DXKI_INDEX(value) : 0;
}

/* A constant or a global? */
static inline bool dxki_value_is_const(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_CONST || DXKI_TAG(value) == DXKI_V_GLOBAL;
}

/* The type of a value: label for blocks, 0 for none. */
static inline dxki_type dxki_value_type(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return m->globals.items[index].type;
    case DXKI_V_CONST:
        return m->consts.items[index].type;
    case DXKI_V_ARG:
        return m->args.items[index].type;
    case DXKI_V_INST:
        return m->insts.items[index].type;
    case DXKI_V_BLOCK:
        return DXKI_TY_LABEL;
    case DXKI_V_METADATA:
        return DXKI_TY_METADATA;
    default:
        return 0;
    }
}

/* The entry of metadata. */
static inline const dxki_md_entry *dxki_md_get(const dxk_module *m, dxki_md id)
{
    return &m->mds.items[id];
}

/* Elements of an array, vector or struct; 0 for another type. */
static inline uint64_t dxki_type_count(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *entry = dxki_type_get(m, type);
    switch (entry->kind) {
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        return (uint64_t)entry->c << 32 | entry->b;
    case DXKI_T_STRUCT:
        return entry->b;
    default:
        return 0;
    }
}

/* The contained types: return and parameters, or elements. */
static inline const dxki_type *dxki_type_list(const dxk_module *m, dxki_type type, uint32_t *count)
{
    const dxki_type_entry *entry = dxki_type_get(m, type);
    *count = 0;
    if (entry->kind != DXKI_T_STRUCT && entry->kind != DXKI_T_FUNCTION)
        return NULL;
    *count = entry->b;
    return entry->b ? m->type_ops.items + entry->a : NULL;
}

/* Element `index` of an array, vector or struct; 0 when out of range or not an aggregate. */
static inline dxki_type dxki_type_element(const dxk_module *m, dxki_type type, uint64_t index)
{
    const dxki_type_entry *entry = dxki_type_get(m, type);
    if (index >= dxki_type_count(m, type))
        return 0;
    return entry->kind == DXKI_T_STRUCT ? m->type_ops.items[entry->a + index] : entry->a;
}

/* The instruction before it in its block; 0: it is the first. Only in a module that was edited, or
 * after dxki_module_touch(). */
static inline uint32_t dxki_inst_prev(const dxk_module *m, uint32_t inst)
{
    return m->inst_prev.items[inst];
}

static inline bool dxki_inst_has_attachments(const dxk_module *m, uint32_t inst)
{
    return inst < m->inst_attached.count && m->inst_attached.items[inst];
}

/* What is attached to an instruction; NULL: nothing. */
static inline const dxki_attachment *dxki_inst_attachments(const dxk_module *m, uint32_t inst,
                                                           uint32_t *count)
{
    uint32_t place = inst < m->inst_attached.count ? m->inst_attached.items[inst] : 0;
    *count = 0;
    return place ? dxki_attachments_at(m, place, inst, count) : NULL;
}

/* Where an instruction comes from; 0: not said. */
static inline dxki_md dxki_inst_dbg(const dxk_module *m, uint32_t inst)
{
    return inst < m->inst_dbg.count ? m->inst_dbg.items[inst] : 0;
}

/* Of call and invoke: the function type. */
static inline dxki_type dxki_call_type(const dxk_module *m, const dxki_inst *inst)
{
    return m->words.items[inst->ops + inst->op_count];
}

/* Of call and invoke: the attribute list. */
static inline uint32_t dxki_call_attrs(const dxk_module *m, const dxki_inst *inst)
{
    return m->words.items[inst->ops + inst->op_count + 1];
}

/* Of call and invoke: what is called. */
static inline dxki_value dxki_call_callee(const dxk_module *m, const dxki_inst *inst)
{
    return m->words.items[inst->ops + inst->op_count - 1];
}

/* Of call and invoke: the number of arguments. */
static inline uint32_t dxki_call_arg_count(const dxki_inst *inst)
{
    return inst->op == DXKI_OP_INVOKE ? inst->op_count - 3 : inst->op_count - 1;
}

/* Readers and builders only: appends an instruction whose operands and extra words are in `words`
 * already (inst->ops). Returns its index, 0: out of memory. */
static inline uint32_t dxki_inst_append(dxk_module *m, uint32_t block, const dxki_inst *inst)
{
    size_t index = m->insts.count;
    if (index > DXKI_VALUE_INDEX_MAX || !dxki_vec_reserve(m->ctx, &m->insts, 1))
        return 0;
    dxki_inst *added = &m->insts.items[index];
    added->op = inst->op; /* one by one, which needs no copy in memory */
    added->flags = inst->flags;
    added->sub = inst->sub;
    added->type = inst->type;
    added->ops = inst->ops;
    added->op_count = inst->op_count;
    added->next = 0;
    added->block = block;
    dxki_block *home = &m->blocks.items[block];
    if (home->last_inst)
        m->insts.items[home->last_inst].next = (uint32_t)index;
    else
        home->first_inst = (uint32_t)index;
    home->last_inst = (uint32_t)index;
    m->insts.count = index + 1;
    return (uint32_t)index;
}

/* A call of an intrinsic function for debug information? */
static inline bool dxki_inst_is_debug_call(const dxk_module *m, const dxki_inst *inst)
{
    dxki_value callee = inst->op == DXKI_OP_CALL ? dxki_call_callee(m, inst) : 0;
    return DXKI_TAG(callee) == DXKI_V_GLOBAL &&
           dxki_str_starts(dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name),
                           "llvm.dbg.");
}

/*
 * Walks, in the order in which a module is written:
 *
 *     DXKI_EACH_FUNCTION(m, fn)             fn: index in globals; declarations too
 *         DXKI_EACH_BLOCK(m, fn, block)
 *             DXKI_EACH_INST(m, block, inst)
 *
 * The body of a loop may remove the current instruction; instructions that it puts in after the
 * current one are walked over too. The _FROM forms begin at a block or an instruction at hand.
 */
#define DXKI_EACH_FUNCTION(m, fn)                                                                  \
    for (uint32_t fn##_at = 0, fn = 0;                                                             \
         fn##_at < (m)->functions.count && (fn = (m)->functions.items[fn##_at]) != 0; fn##_at++)
#define DXKI_EACH_BLOCK_FROM(m, first, block)                                                      \
    for (uint32_t block = (first); block; block = (m)->blocks.items[block].next)
#define DXKI_EACH_INST_FROM(m, first, inst)                                                        \
    for (uint32_t inst = (first); inst; inst = (m)->insts.items[inst].next)
#define DXKI_EACH_BLOCK(m, fn, block)                                                              \
    DXKI_EACH_BLOCK_FROM((m), (m)->globals.items[fn].first_block, block)
#define DXKI_EACH_INST(m, block, inst)                                                             \
    DXKI_EACH_INST_FROM((m), (m)->blocks.items[block].first_inst, inst)

#endif

/* SPDX-License-Identifier: MIT */
/*
 * min_precision.c - values of minimum precision become values of 32 bits: half becomes float, i16
 * becomes i32, in code, variables, signatures and resources. Where such values lie in buffers they
 * have 32 bits before, so that no layout changes.
 *
 * Programs whose 16-bit types have 16 bits and no more are refused: there the number of bits is
 * part of what they compute.
 *
 *   types         structures that have a name keep it and get other members; all others are new
 *   constants     those of i16 are extended as the instruction takes them, signed or not
 *   conversions   from what is the same type now are left out
 *
 * Source: DXIL.rst, "Low precision".
 */
#include "base/str.h"
#include "ir/float.h"
#include "lower/min_precision.h"

#include <string.h>

typedef struct widener {
    dxki_pass *p;
    dxk_module *m;
    dxki_dxil_ops *ops;
    dxki_type *types; /* by type, of those there were */
    size_t type_count;
    dxki_value *consts; /* by constant, of those there were */
    size_t const_count;
    DXKI_VEC(uint32_t) words; /* of what is being made */
    DXKI_VEC(uint32_t) same;  /* conversions that convert nothing any more */
    dxk_str refused;          /* an operation without a form for 32 bits */
} widener;

/* --- types --- */

static dxki_type type_of(const widener *w, dxki_type type)
{
    return type < w->type_count ? w->types[type] : type;
}

static bool has_name(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(m, type);
    return t->kind == DXKI_T_STRUCT && (t->flags & DXKI_TF_IDENTIFIED);
}

/* The types that it contains, replaced, in w->words; true if one is another. */
static bool list_contained(widener *w, dxki_type type, bool *failed)
{
    uint32_t count;
    bool differs = false;
    dxki_type_list(w->m, type, &count);
    w->words.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        dxki_type old = dxki_type_list(w->m, type, &count)[i], with = type_of(w, old);
        *failed |= !dxki_vec_push(w->m->ctx, &w->words, with);
        differs = differs || with != old;
    }
    return differs && !*failed;
}

/* Contained types come before, but for structures with a name, which stay. */
static dxki_type widen_type(widener *w, dxki_type type)
{
    dxk_module *m = w->m;
    const dxki_type_entry t = *dxki_type_get(m, type);
    bool failed = false;
    switch (t.kind) {
    case DXKI_T_HALF:
        return DXKI_TY_FLOAT;
    case DXKI_T_INT:
        return t.a == 16 ? DXKI_TY_I32 : type;
    case DXKI_T_POINTER:
        return w->types[t.a] == t.a ? type : dxki_type_pointer(m, w->types[t.a], t.b);
    case DXKI_T_ARRAY:
        return w->types[t.a] == t.a ? type
                                    : dxki_type_array(m, w->types[t.a], dxki_type_count(m, type));
    case DXKI_T_VECTOR:
        return w->types[t.a] == t.a ? type : dxki_type_vector(m, w->types[t.a], t.b);
    case DXKI_T_FUNCTION:
        if (!list_contained(w, type, &failed))
            return failed ? 0 : type;
        return dxki_type_function(m, w->words.items[0], w->words.items + 1, t.b - 1,
                                  (t.flags & DXKI_TF_VARARG) != 0);
    case DXKI_T_STRUCT:
        if (has_name(m, type) || !list_contained(w, type, &failed))
            return failed ? 0 : type;
        return dxki_type_struct(m, w->words.items, t.b, (t.flags & DXKI_TF_PACKED) != 0);
    default:
        return type;
    }
}

/* Those that DXIL knows by name belong to operations, which have others for 32 bits. */
static void widen_members(widener *w)
{
    for (dxki_type type = 1; type < w->type_count; type++) {
        const dxki_type_entry *t = dxki_type_get(w->m, type);
        if (!has_name(w->m, type) || dxki_str_starts(dxki_string_get(w->m, t->c), "dx."))
            continue;
        for (uint32_t i = 0; i < t->b; i++) {
            dxki_type *member = &w->m->type_ops.items[t->a + i];
            *member = type_of(w, *member);
        }
    }
}

static bool widen_types(widener *w)
{
    w->type_count = w->m->types.count;
    w->types = DXKI_NEW_ARRAY(&w->p->scratch, dxki_type, w->type_count);
    if (!w->types)
        return false;
    for (dxki_type type = 1; type < w->type_count; type++)
        w->types[type] = type;
    for (dxki_type type = 1; type < w->type_count; type++) {
        w->types[type] = widen_type(w, type);
        if (!w->types[type])
            return false;
    }
    widen_members(w);
    return true;
}

/* --- constants --- */

static uint64_t extended(uint64_t bits, bool is_signed)
{
    return is_signed && (bits & 0x8000u) ? bits | 0xffff0000u : bits;
}

/* What a constant's operand becomes; operands come before. */
static dxki_value const_of(const widener *w, dxki_value value)
{
    bool known = DXKI_TAG(value) == DXKI_V_CONST && DXKI_INDEX(value) < w->const_count;
    return known ? w->consts[DXKI_INDEX(value)] : value;
}

/* The elements of a constant, replaced, in w->words. */
static bool list_elements(widener *w, const dxki_const *c, uint64_t count)
{
    w->words.count = 0;
    for (uint64_t i = 0; i < count; i++) {
        dxki_value value = c->kind == DXKI_C_DATA
                               ? dxki_const_int(w->m, DXKI_TY_I32,
                                                extended(dxki_const_data_bits(w->m, c, i), true))
                               : const_of(w, w->m->words.items[c->a + i]);
        if (!value || !dxki_vec_push(w->m->ctx, &w->words, value))
            return false;
    }
    return true;
}

static dxki_value widen_expr(widener *w, const dxki_const *c, dxki_type type)
{
    dxk_module *m = w->m;
    uint32_t extra = dxki_const_extra_count(m, c), words[8];
    if (!list_elements(w, c, c->b) || extra > 8)
        return 0;
    for (uint32_t i = 0; i < extra; i++) {
        uint32_t word = m->words.items[c->a + c->b + i];
        words[i] = c->opcode == DXKI_OP_GEP ? type_of(w, word) : word;
    }
    bool is_cast = dxki_op_class_of((dxki_op)c->opcode) == DXKI_OC_CAST;
    if (is_cast && dxki_value_type(m, w->words.items[0]) == type)
        return w->words.items[0];
    return dxki_const_expr(m, (dxki_op)c->opcode, c->flags, type, w->words.items, c->b, words,
                           extra);
}

static bool contains_replaced(const widener *w, const dxki_const *c)
{
    bool contains = c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR;
    for (uint32_t i = 0; contains && i < c->b; i++) {
        dxki_value value = w->m->words.items[c->a + i];
        bool global = DXKI_TAG(value) == DXKI_V_GLOBAL;
        if (const_of(w, value) != value || (global && c->kind == DXKI_C_EXPR))
            return true;
    }
    return false;
}

static dxki_value widen_const(widener *w, uint32_t index)
{
    const dxki_const c = w->m->consts.items[index];
    dxki_type type = type_of(w, c.type);
    if (type == c.type && !contains_replaced(w, &c))
        return DXKI_VALUE(DXKI_V_CONST, index);
    switch (c.kind) {
    case DXKI_C_NULL:
        return dxki_const_null(w->m, type);
    case DXKI_C_UNDEF:
        return dxki_const_undef(w->m, type);
    case DXKI_C_INT:
        return dxki_const_int(w->m, type, extended(dxki_const_bits(&c), true));
    case DXKI_C_FLOAT:
        return dxki_const_float(w->m, type, dxki_float_convert(c.type, dxki_const_bits(&c), type));
    case DXKI_C_DATA:
    case DXKI_C_AGGREGATE: {
        uint32_t count = (uint32_t)dxki_type_count(w->m, c.type);
        return list_elements(w, &c, count) ? dxki_const_aggregate(w->m, type, w->words.items, count)
                                           : 0;
    }
    case DXKI_C_EXPR:
        return widen_expr(w, &c, type);
    default:
        return DXKI_VALUE(DXKI_V_CONST, index);
    }
}

static bool widen_consts(widener *w)
{
    w->const_count = w->m->consts.count;
    w->consts = DXKI_NEW_ARRAY(&w->p->scratch, dxki_value, w->const_count);
    for (uint32_t i = 1; w->consts && i < w->const_count; i++) {
        w->consts[i] = widen_const(w, i);
        if (!w->consts[i])
            return false;
    }
    return w->consts != NULL;
}

/* --- globals --- */

/* log2 + 1 of 2 bytes becomes that of 4. */
static uint8_t wide_align(uint8_t align)
{
    return align == 2 ? 3 : align;
}

static void widen_globals(widener *w)
{
    for (uint32_t i = 1; i < w->m->globals.count; i++) {
        dxki_global *g = &w->m->globals.items[i];
        if (g->kind == DXKI_G_REMOVED || dxki_global_is_dxop(w->m, i) ||
            type_of(w, g->type) == g->type)
            continue;
        g->type = type_of(w, g->type);
        g->value_type = type_of(w, g->value_type);
        g->align = wide_align(g->align);
        for (uint32_t k = 0; k < g->arg_count; k++)
            w->m->args.items[g->first_arg + k].type =
                type_of(w, w->m->args.items[g->first_arg + k].type);
    }
}

static void widen_inits(widener *w)
{
    for (uint32_t i = 1; i < w->m->globals.count; i++) {
        dxki_global *g = &w->m->globals.items[i];
        g->init = const_of(w, g->init);
    }
}

/* --- instructions --- */

/* True if an instruction takes integers as unsigned. */
static bool takes_unsigned(const dxk_module *m, const dxki_inst *in)
{
    const dxki_dxop_info *op;
    switch (in->op) {
    case DXKI_OP_UDIV:
    case DXKI_OP_UREM:
    case DXKI_OP_LSHR:
    case DXKI_OP_ZEXT:
    case DXKI_OP_UITOFP:
        return true;
    case DXKI_OP_ICMP:
        return in->sub >= 34 && in->sub < 38;
    default:
        op = dxki_call_dxop(m, in);
        return op && (op->counters & DXKI_DXN_UINTS) != 0;
    }
}

static dxki_value operand_of(widener *w, const dxki_inst *in, dxki_value value)
{
    const dxki_const *c = dxki_const_get(w->m, value);
    bool small = c && c->kind == DXKI_C_INT && c->type == DXKI_TY_I16;
    return small && takes_unsigned(w->m, in) ? dxki_const_int(w->m, DXKI_TY_I32, dxki_const_bits(c))
                                             : const_of(w, value);
}

/* True if the result of an operation has no part of minimum precision: structures that DXIL knows by
 * name are not replaced. */
static bool result_is_wide(const widener *w, const dxki_inst *in)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(w->m, in->type, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (type_of(w, list[i]) != list[i])
            return false;
    }
    return true;
}

/* The overloads of a call of an operation, for 32 bits; false: they are what they were, or the call
 * cannot be understood. */
static bool find_overloads(const widener *w, const dxki_inst *in, const dxki_dxop_info *op,
                           dxki_dxil_overloads *o)
{
    bool differs = false;
    if (!op || !dxki_dxil_overloads_of(w->m, op, dxki_call_type(w->m, in), o))
        return false;
    for (unsigned k = 0; k < DXKI_OVERLOADS; k++) {
        dxki_type with = o->types[k] ? type_of(w, o->types[k]) : 0;
        differs = differs || with != o->types[k];
        o->types[k] = with;
    }
    return differs && dxki_dxil_overloads_allowed(w->m, op, o);
}

/* Gives a call of an operation the function for 32 bits; *function 0: the one that it has fits, or
 * there is none, which w->refused tells. */
static bool find_operation(widener *w, const dxki_inst *in, uint32_t *function)
{
    uint32_t old = dxki_call_dxop_function(w->m, in);
    const dxki_dxop_info *op = old ? dxki_call_dxop_complete(w->m, in) : NULL;
    dxki_dxil_overloads o;
    *function = 0;
    if (!old)
        return true;
    if (find_overloads(w, in, op, &o)) {
        *function = dxki_dxil_ops_function(w->ops, op, &o);
        return *function != 0;
    }
    bool fits =
        type_of(w, dxki_call_type(w->m, in)) == dxki_call_type(w->m, in) && result_is_wide(w, in);
    if (!fits)
        w->refused = op ? dxki_str(op->name) : dxki_string_get(w->m, w->m->globals.items[old].name);
    return true;
}

/* Fills in the operands and extra words of an instruction, as they are for 32 bits. */
static bool widen_words(widener *w, uint32_t inst)
{
    dxk_module *m = w->m;
    dxki_inst in = m->insts.items[inst];
    uint32_t extra = dxki_inst_extra_count(m, &in), function;
    if (!find_operation(w, &in, &function))
        return false;
    w->words.count = 0;
    for (uint32_t i = 0; i < in.op_count + extra; i++) {
        uint32_t word = m->words.items[in.ops + i];
        if (i < in.op_count)
            word = operand_of(w, &in, word);
        else if (i == in.op_count &&
                 (in.op == DXKI_OP_CALL || in.op == DXKI_OP_GEP || in.op == DXKI_OP_ALLOCA))
            word = type_of(w, word);
        if (!dxki_vec_push(m->ctx, &w->words, word))
            return false;
    }
    if (function) {
        w->words.items[in.op_count - 1] = DXKI_VALUE(DXKI_V_GLOBAL, function);
        w->words.items[in.op_count] = m->globals.items[function].value_type;
    }
    if (memcmp(w->words.items, m->words.items + in.ops, w->words.count * sizeof *w->words.items) ==
        0)
        return true;
    return dxki_inst_set_ops(m, inst, w->words.items, in.op_count, w->words.items + in.op_count,
                             extra);
}

static dxki_type result_of(const widener *w, uint32_t inst)
{
    const dxki_inst *in = &w->m->insts.items[inst];
    uint32_t count;
    if (in->op != DXKI_OP_CALL)
        return type_of(w, in->type);
    return dxki_type_list(w->m, dxki_call_type(w->m, in), &count)[0];
}

static bool widen_inst(widener *w, uint32_t inst)
{
    dxk_module *m = w->m;
    if (!widen_words(w, inst))
        return false;
    dxki_inst *in = &m->insts.items[inst];
    bool has_align = in->op == DXKI_OP_ALLOCA || in->op == DXKI_OP_LOAD || in->op == DXKI_OP_STORE;
    in->type = result_of(w, inst);
    if (has_align)
        in->sub = (uint16_t)((in->sub & ~0xffu) | wide_align((uint8_t)DXKI_SUB_ALIGN(in->sub)));
    if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CAST)
        return dxki_vec_push(m->ctx, &w->same, inst);
    return true;
}

/* Types of operands are right only after all instructions have theirs. */
static bool drop_conversions(widener *w)
{
    for (size_t i = 0; i < w->same.count; i++) {
        uint32_t inst = w->same.items[i];
        dxki_value from = dxki_inst_ops(w->m, inst)[0];
        if (dxki_value_type(w->m, from) != w->m->insts.items[inst].type)
            continue;
        if (!dxki_value_replace(w->m, DXKI_VALUE(DXKI_V_INST, inst), from) ||
            !dxki_inst_remove(w->m, inst))
            return false;
    }
    return true;
}

static bool widen_code(widener *w)
{
    DXKI_EACH_FUNCTION(w->m, fn) {
        DXKI_EACH_BLOCK(w->m, fn, block) {
            DXKI_EACH_INST(w->m, block, inst) {
                if (!widen_inst(w, inst))
                    return false;
            }
        }
    }
    return drop_conversions(w);
}

/* --- the pass --- */

static bool widen_all(widener *w, dxk_dxil *d)
{
    if (!dxki_module_touch(w->m) || !widen_types(w))
        return false;
    widen_globals(w);
    if (!widen_consts(w))
        return false;
    widen_inits(w);
    if (!widen_code(w) || !dxki_lower_widen_handles(w->m))
        return false;
    dxki_lower_widen_metadata(d);
    return true;
}

dxk_status dxki_lower_min_precision(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    widener w = {.p = p, .m = p->m};
    if (!d)
        return dxki_nomem(p->ctx);
    if (!dxki_lower_has_min_precision(d))
        return DXK_OK;
    if (p->facts->native_16bit)
        return dxki_pass_refuse(p, "its types of 16 bits have 16 bits and no more", dxki_str(""));
    w.ops = dxki_pass_ops(p);
    bool good = w.ops && widen_all(&w, d);
    dxki_vec_free(p->ctx, &w.words);
    dxki_vec_free(p->ctx, &w.same);
    if (!good)
        return dxki_nomem(p->ctx);
    if (w.refused.size)
        return dxki_pass_refuse(p, "this operation has no form for 32 bits:", w.refused);
    return dxki_pass_write_metadata(p);
}

/* SPDX-License-Identifier: MIT */
/*
 * access.h - the questions about values, types and calls that the families of rules ask for every
 * instruction, inline. Inline; values.h has the others.
 */
#ifndef DXKI_VALIDATE_ACCESS_H
#define DXKI_VALIDATE_ACCESS_H

#include "base/str.h"
#include "validate/run.h"

static inline const dxki_inst *dxki_val_inst(const dxki_val *v, uint32_t inst)
{
    return &v->m->insts.items[inst];
}

static inline const dxki_value *dxki_val_ops(const dxki_val *v, uint32_t inst)
{
    return v->m->words.items + v->m->insts.items[inst].ops;
}

static inline uint32_t dxki_val_inst_fn(const dxki_val *v, uint32_t inst)
{
    return v->m->blocks.items[v->m->insts.items[inst].block].function;
}

/* Index of the instruction; 0: it is none. */
static inline uint32_t dxki_val_as_inst(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_INST ? DXKI_INDEX(value) : 0;
}

/* --- users --- */

static inline uint32_t dxki_val_first_use(const dxki_val *v, dxki_value value)
{
    return dxki_bc_uses_first(&v->subject.uses, value);
}

static inline dxki_value dxki_val_user(const dxki_val *v, uint32_t use)
{
    return dxki_bc_uses_user(&v->subject.uses, use);
}

/* For each user of `value`, newest use first: `u` is the use, dxki_val_user(v, u) the user. Numbers
 * results of arithmetic and members (see dxki_bc_uses_build_read) have none. */
#define DXKI_EACH_USE(v, value, u) DXKI_BC_EACH_USE(&(v)->subject.uses, value, u)

/* --- constants --- */

static inline bool dxki_val_is_undef(const dxki_val *v, dxki_value value)
{
    const dxki_const *c = dxki_const_get(v->m, value);
    return c && c->kind == DXKI_C_UNDEF;
}

static inline bool dxki_val_is_zero_aggregate(const dxki_val *v, dxki_value value)
{
    const dxki_const *c = dxki_const_get(v->m, value);
    return c && c->kind == DXKI_C_NULL && dxki_type_kind_of(v->m, c->type) != DXKI_T_POINTER;
}

/* --- names --- */

static inline dxk_str dxki_val_name(const dxki_val *v, uint32_t global)
{
    if (v->ops.has_new_names && v->ops.new_names[global].size)
        return v->ops.new_names[global];
    return dxki_string_get(v->m, v->m->globals.items[global].name);
}

/* Of an identified struct; empty for another type. */
static inline dxk_str dxki_val_type_name(const dxki_val *v, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(v->m, type);
    if (t->kind != DXKI_T_STRUCT || !(t->flags & DXKI_TF_IDENTIFIED))
        return (dxk_str){"", 0};
    return dxki_string_get(v->m, t->c);
}

static inline bool dxki_val_has_name(const dxki_val *v, dxki_type type, const char *name)
{
    return dxki_str_is(dxki_val_type_name(v, type), name);
}

/* --- types --- */

/* What arrays of arrays have at last, also those without elements. */
static inline dxki_type dxki_val_without_arrays(const dxki_val *v, dxki_type type)
{
    while (dxki_type_kind_of(v->m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(v->m, type)->a;
    return type;
}

/* --- functions --- */

static inline bool dxki_val_is_decl(const dxki_val *v, uint32_t global)
{
    return v->m->globals.items[global].first_block == 0;
}

/* Index in globals of the function that an instruction calls; 0: no call, or an indirect one. */
static inline uint32_t dxki_val_callee(const dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    if (in->op != DXKI_OP_CALL)
        return 0;
    dxki_value callee = dxki_call_callee(v->m, in);
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL ||
        v->m->globals.items[DXKI_INDEX(callee)].kind != DXKI_G_FUNCTION)
        return 0;
    return DXKI_INDEX(callee);
}

/* --- versions --- */

/* At least shader model 6.n? */
static inline bool dxki_val_sm(const dxki_val *v, uint32_t minor)
{
    return v->subject.model >= minor;
}

/* DXIL of at least 1.n? Other major versions than 1 count as later. */
static inline bool dxki_val_dxil(const dxki_val *v, uint32_t minor)
{
    return v->d->version.major != 1 || v->d->version.minor >= minor;
}

#endif

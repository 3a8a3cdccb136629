/* SPDX-License-Identifier: MIT */
/* assign.c - assignments, also those that compute: `a += b`; see sema.h. */
#include "hlsl/token.h"
#include "sema/check.h"

/* The operation of `to op= value`. If it is one of numbers, what it loses is told later. */
static dxki_hlsl_node *updated(dxki_hlsl *c, const dxki_hlsl_node *to, dxki_hlsl_node *value,
                               uint8_t op, dxki_hlsl_loc loc, bool *later)
{
    /* what the operation is done in follows from a stand-in for the old value */
    dxki_hlsl_node *old = dxki_sema_node(c, DXKI_HLSL_N_VAR, loc, to->type);
    dxki_hlsl_var *none = DXKI_HLSL_NEW(c, dxki_hlsl_var);

    none->type = to->type;
    old->var = none;
    *later = dxki_hlsl_is_numeric(to->type) && dxki_hlsl_is_numeric(value->type) &&
             op != DXKI_HLSL_T_SHL && op != DXKI_HLSL_T_SHR;
    if (!*later)
        return dxki_sema_binary(c, op, old, value, loc);
    c->quiet++;
    dxki_hlsl_node *whole = dxki_sema_binary(c, op, old, value, loc);
    c->quiet--;
    return dxki_hlsl_is_error(whole->type) ? dxki_sema_binary(c, op, old, value, loc) : whole;
}

/* Warns of what is lost if the value of an update gets the type of the place. */
static void warn_update(dxki_hlsl *c, const dxki_hlsl_node *to, dxki_hlsl_node *value)
{
    const bool is_real = dxki_hlsl_info(value->type)->number == DXKI_HLSL_REAL;

    if (is_real && value->is_literal && dxki_hlsl_info(to->type)->number != DXKI_HLSL_REAL)
        return;
    if (value->type->leaves == 1)
        value = dxki_sema_convert(
            c, value, dxki_hlsl_type_with(c, to->type, (dxki_hlsl_scalar)value->type->scalar),
            false);
    dxki_sema_convert_for(c, value, to->type, dxki_sema_decl_of(to), false);
}

dxki_hlsl_node *dxki_sema_assign(dxki_hlsl *c, dxki_hlsl_node *to, dxki_hlsl_node *value,
                                 uint8_t op, dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(to->type) || dxki_hlsl_is_error(value->type) ||
        !dxki_sema_writable(c, to, loc))
        return dxki_sema_bad(c, loc);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_ASSIGN, loc, to->type);
    n->a = to;
    n->is_lvalue = true;
    if (op == DXKI_HLSL_T_ASSIGN) {
        bool restricted = to->kind == DXKI_HLSL_N_VAR && to->var->direction & DXKI_HLSL_OUT;
        c->sema->asks = loc;
        c->sema->nameless = to->kind == DXKI_HLSL_N_SWIZZLE || to->kind == DXKI_HLSL_N_SUBSCRIPT;
        n->b = dxki_sema_convert_for(c, value, to->type, dxki_sema_decl_of(to), false);
        c->sema->nameless = false;
        dxki_sema_warn_coherence(c, n->b, to->type, loc, restricted);
        return n;
    }
    const bool of_bool = to->type->scalar == DXKI_HLSL_S_BOOL && dxki_hlsl_is_value(to->type) &&
                         dxki_hlsl_is_value(value->type);
    const bool shifts_by_real = (op == DXKI_HLSL_T_SHL || op == DXKI_HLSL_T_SHR) &&
                                dxki_hlsl_info(value->type)->number == DXKI_HLSL_REAL;
    if (of_bool && !shifts_by_real && op != DXKI_HLSL_T_AND && op != DXKI_HLSL_T_OR &&
        op != DXKI_HLSL_T_XOR) {
        DXKI_HLSL_SAY(c, BOOL_LVALUE, loc);
        return dxki_sema_bad(c, loc);
    }
    bool later;
    dxki_hlsl_node *whole = updated(c, to, value, op, loc, &later);
    bool of_enum = to->type->kind == DXKI_HLSL_TY_ENUM && whole->type == to->type;
    if (of_enum && whole->kind == DXKI_HLSL_N_CONVERT)
        whole = whole->a;
    if (dxki_hlsl_is_error(whole->type) || whole->kind != DXKI_HLSL_N_BINARY)
        return dxki_sema_bad(c, loc);
    c->sema->asks = dxki_hlsl_mark_expr(c, DXKI_HLSL_MARK_FROM, value->loc);
    if (dxki_sema_fit(c, whole->type, to->type) != DXKI_HLSL_FITS && !of_enum)
        return later ? dxki_sema_convert_for(c, value, to->type, dxki_sema_decl_of(to), false)
                     : dxki_sema_convert(c, whole, to->type, false);
    c->sema->asks = (dxki_hlsl_loc){0, 0};
    if (later)
        warn_update(c, to, value);
    n->kind = DXKI_HLSL_N_UPDATE;
    n->op = op;
    n->b = whole->b;
    n->c = whole; /* its type is that of the operation */
    return n;
}

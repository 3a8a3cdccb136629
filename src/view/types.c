/* SPDX-License-Identifier: MIT */
/* types.c - types and constants of a module; see dxk/ir.h. */
#include "ir/float.h"
#include "view/view.h"

#include <string.h>

/* The public numbers are those of the module. */
#define SAME(name, value) _Static_assert((int)(name) == (int)(value), #name)
SAME(DXK_TYPE_KIND_VOID, DXKI_T_VOID);
SAME(DXK_TYPE_KIND_X86_MMX, DXKI_T_X86_MMX);
SAME(DXK_TYPE_KIND_INT, DXKI_T_INT);
SAME(DXK_TYPE_KIND_STRUCTURE, DXKI_T_STRUCT);
SAME(DXK_TYPE_I64, DXKI_TY_I64);
SAME(DXK_CONSTANT_NULL, DXKI_C_NULL);
SAME(DXK_CONSTANT_ASSEMBLY, DXKI_C_ASM);

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool is_type(const dxk_module *m, dxk_type type)
{
    return type < m->types.count && m->types.items[type].kind != DXKI_T_NONE;
}

size_t dxk_type_count(const dxk_module *module)
{
    return module->types.count ? module->types.count - 1 : 0;
}

/* The members of a type that has a list of others. */
static void describe_list(const dxk_module *m, const dxki_type_entry *t, dxk_type_info *out)
{
    if (t->kind == DXKI_T_FUNCTION) {
        out->element = m->type_ops.items[t->a];
        out->count = t->b - 1;
        out->is_variadic = (t->flags & DXKI_TF_VARARG) != 0;
        return;
    }
    out->count = t->b;
    out->is_packed = (t->flags & DXKI_TF_PACKED) != 0;
    out->is_named = (t->flags & DXKI_TF_IDENTIFIED) != 0;
    out->is_opaque = (t->flags & DXKI_TF_OPAQUE) != 0;
    if (out->is_named)
        out->name = dxki_string_get(m, t->c);
}

bool dxk_type_get(const dxk_module *module, dxk_type type, dxk_type_info *out)
{
    memset(out, 0, sizeof *out);
    if (!is_type(module, type))
        return false;
    const dxki_type_entry *t = dxki_type_get(module, type);
    out->kind = (dxk_type_kind)t->kind;
    out->bits = dxki_type_bits(module, type);
    if (t->kind == DXKI_T_FUNCTION || t->kind == DXKI_T_STRUCT) {
        describe_list(module, t, out);
        return true;
    }
    out->count = dxki_type_count(module, type);
    if (t->kind == DXKI_T_POINTER)
        out->space = t->b;
    if (t->kind == DXKI_T_POINTER || t->kind == DXKI_T_ARRAY || t->kind == DXKI_T_VECTOR)
        out->element = t->a;
    return true;
}

dxk_type dxk_type_member(const dxk_module *module, dxk_type type, uint64_t index)
{
    if (!is_type(module, type))
        return 0;
    const dxki_type_entry *t = dxki_type_get(module, type);
    if (t->kind == DXKI_T_FUNCTION) /* the result comes first */
        return index < t->b - 1 ? module->type_ops.items[t->a + 1 + index] : 0;
    return dxki_type_element(module, type, index);
}

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

bool dxk_constant_get(const dxk_module *module, dxk_value constant, dxk_constant_info *out)
{
    const dxki_const *c = dxki_view_const(module, constant);
    memset(out, 0, sizeof *out);
    if (!c)
        return false;
    out->kind = (dxk_constant_kind)c->kind;
    out->type = c->type;
    out->element_count = dxki_type_count(module, c->type);
    if (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT)
        out->bits = dxki_const_bits(c);
    if (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR)
        out->operand_count = c->b;
    if (c->kind == DXKI_C_EXPR) {
        out->opcode = (dxk_opcode)c->opcode;
        if (c->opcode == DXKI_OP_GEP)
            out->element = dxki_const_words(module, c)[c->b];
    }
    return true;
}

dxk_value dxk_constant_operand(const dxk_module *module, dxk_value constant, uint32_t index)
{
    const dxki_const *c = dxki_view_const(module, constant);
    bool has = c && (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR) && index < c->b;
    return has ? dxki_const_words(module, c)[index] : 0;
}

/* A constant that is one number of at most 64 bits. */
static bool number_of(const dxk_module *m, dxk_value value, uint64_t *bits)
{
    const dxki_const *c = dxki_view_const(m, value);
    bool number = c && (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT);
    if (number)
        *bits = dxki_const_bits(c);
    return number;
}

bool dxk_constant_bits(const dxk_module *module, dxk_value constant, uint64_t index, uint64_t *bits)
{
    const dxki_const *c = dxki_view_const(module, constant);
    *bits = 0;
    if (!c)
        return false;
    if (number_of(module, constant, bits))
        return index == 0;
    dxki_type element = dxki_type_element(module, c->type, index);
    switch (c->kind) {
    case DXKI_C_NULL:
        return element && dxki_type_bits(module, element) != 0 &&
               dxki_type_bits(module, element) <= 64;
    case DXKI_C_DATA:
        *bits = element ? dxki_const_data_bits(module, c, index) : 0;
        return element != 0;
    case DXKI_C_AGGREGATE:
        return index < c->b && number_of(module, dxki_const_words(module, c)[index], bits);
    default:
        return false;
    }
}

bool dxk_value_int(const dxk_module *module, dxk_value value, uint64_t *number)
{
    *number = 0;
    return dxki_view_const(module, value) && dxki_value_as_int(module, value, number);
}

bool dxk_value_real(const dxk_module *module, dxk_value value, double *number)
{
    const dxki_const *c = dxki_view_const(module, value);
    bool real = c && c->kind == DXKI_C_FLOAT;
    *number = real ? dxki_float_value(c->type, dxki_const_bits(c)) : 0;
    return real;
}

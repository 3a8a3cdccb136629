/* SPDX-License-Identifier: MIT */
/* types.c - types, constants, variables, functions and blocks. See dxk/builder.h. */
#include "builder/builder.h"

#include "base/out.h"
#include "base/str.h"
#include "ir/find.h"
#include "ir/float.h"

#include <string.h>

#define ALIGN_4 3u /* log2(4) + 1 */

#define SAME_TYPE(name, mine)                                                                      \
    _Static_assert((int)DXK_TYPE_##name == (int)DXKI_TY_##mine, "a fixed type has another number")
SAME_TYPE(VOID, VOID);
SAME_TYPE(HALF, HALF);
SAME_TYPE(FLOAT, FLOAT);
SAME_TYPE(DOUBLE, DOUBLE);
SAME_TYPE(I1, I1);
SAME_TYPE(I8, I8);
SAME_TYPE(I16, I16);
SAME_TYPE(I32, I32);
SAME_TYPE(I64, I64);

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool refuse(dxk_builder *b, const char *call, const char *what, dxki_type type,
                   const char *wanted)
{
    DXKI_BFAIL(b, TYPE, dxki_builder_text(call), dxki_builder_text(what),
               dxki_builder_type_text(b, type), dxki_builder_text(wanted));
    return false;
}

dxk_type dxk_builder_pointer(dxk_builder *b, dxk_type pointee, uint32_t space)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "pointer", pointee))
        return DXK_NONE;
    if (!dxki_type_may_be_pointee(b->m, pointee))
        return refuse(b, "pointer", "the target", pointee, "a type in memory");
    return dxki_builder_made(b, dxki_type_pointer(b->m, pointee, space));
}

dxk_type dxk_builder_array(dxk_builder *b, dxk_type element, uint32_t count)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "array", element))
        return DXK_NONE;
    if (!dxki_type_may_be_element(b->m, element))
        return refuse(b, "array", "the element", element, "a type of values");
    return dxki_builder_made(b, dxki_type_array(b->m, element, count));
}

dxk_type dxk_builder_vector(dxk_builder *b, dxk_type element, uint32_t count)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "vector", element))
        return DXK_NONE;
    if (!dxki_type_may_be_vector_element(b->m, element))
        return refuse(b, "vector", "the element", element, "a number");
    if (count == 0)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text("vector"),
                          dxki_builder_text("the number of elements"), dxki_dec(count),
                          dxki_builder_text("1 and more"));
    return dxki_builder_made(b, dxki_type_vector(b->m, element, count));
}

dxki_type dxki_builder_named_struct(dxk_builder *b, dxk_str name, const dxki_type *elements,
                                    uint32_t count)
{
    return dxki_builder_made(b, dxki_dxil_ops_struct(&b->ops, name, elements, count));
}

dxk_type dxk_builder_struct(dxk_builder *b, const char *name, const dxk_type *elements,
                            size_t count)
{
    if (!dxki_builder_ready(b))
        return DXK_NONE;
    if (count > UINT16_MAX)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text("struct"),
                          dxki_builder_text("the number of elements"), dxki_dec(count),
                          dxki_builder_text("at most 65535"));
    for (size_t i = 0; i < count; i++) {
        if (!dxki_builder_is_type(b, "struct", elements[i]))
            return DXK_NONE;
        if (!dxki_type_may_be_element(b->m, elements[i]))
            return refuse(b, "struct", "an element", elements[i], "a type of values");
    }
    if (!name)
        return dxki_builder_made(b, dxki_type_struct(b->m, elements, (uint32_t)count, false));
    if (!*name || dxki_dxil_ops_find_struct(&b->ops, dxki_str(name)))
        return DXKI_BFAIL(b, NAME, dxki_builder_text("struct"), dxki_builder_text(name));
    return dxki_builder_named_struct(b, dxki_str(name), elements, (uint32_t)count);
}

dxk_type dxk_builder_function_type(dxk_builder *b, dxk_type result, const dxk_type *params,
                                   size_t count)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "function_type", result))
        return DXK_NONE;
    if (!dxki_type_may_be_result(b->m, result))
        return refuse(b, "function_type", "the result", result, "void or a type of values");
    if (count > UINT16_MAX)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text("function_type"),
                          dxki_builder_text("the number of parameters"), dxki_dec(count),
                          dxki_builder_text("at most 65535"));
    for (size_t i = 0; i < count; i++) {
        if (!dxki_builder_is_type(b, "function_type", params[i]))
            return DXK_NONE;
        if (!dxki_type_may_be_param(b->m, params[i]))
            return refuse(b, "function_type", "a parameter", params[i], "a type of values");
    }
    return dxki_builder_made(b, dxki_type_function(b->m, result, params, (uint32_t)count, false));
}

/* ---------------------------------------------------------------------------------------- */
/* Constants                                                                                  */

dxk_value dxk_builder_int(dxk_builder *b, dxk_type type, uint64_t value)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "int", type))
        return DXK_NONE;
    if (!dxki_type_is_int(b->m, type))
        return refuse(b, "int", "the constant", type, "an integer");
    return dxki_builder_made(b, dxki_const_int(b->m, type, value));
}

dxk_value dxk_builder_i1(dxk_builder *b, bool value)
{
    return dxk_builder_int(b, DXK_TYPE_I1, value);
}

dxk_value dxk_builder_i8(dxk_builder *b, int value)
{
    return dxk_builder_int(b, DXK_TYPE_I8, (uint64_t)(int64_t)value);
}

dxk_value dxk_builder_i32(dxk_builder *b, int64_t value)
{
    return dxk_builder_int(b, DXK_TYPE_I32, (uint64_t)value);
}

dxk_value dxk_builder_real(dxk_builder *b, dxk_type type, double value)
{
    uint64_t bits;

    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "real", type))
        return DXK_NONE;
    if (type < DXK_TYPE_HALF || type > DXK_TYPE_DOUBLE)
        return refuse(b, "real", "the constant", type, "half, float or double");
    memcpy(&bits, &value, sizeof bits);
    return dxki_builder_made(
        b, dxki_const_float(b->m, type, dxki_float_convert(DXKI_TY_DOUBLE, bits, type)));
}

dxk_value dxk_builder_float(dxk_builder *b, double value)
{
    return dxk_builder_real(b, DXK_TYPE_FLOAT, value);
}

/* Void, labels and functions have no constants. */
static bool has_constants(dxk_builder *b, const char *call, dxk_type type)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, call, type))
        return false;
    return dxki_type_may_be_element(b->m, type) ||
           refuse(b, call, "the constant", type, "a type of values");
}

dxk_value dxk_builder_null(dxk_builder *b, dxk_type type)
{
    return has_constants(b, "null", type) ? dxki_builder_made(b, dxki_const_null(b->m, type))
                                          : DXK_NONE;
}

dxk_value dxk_builder_undef(dxk_builder *b, dxk_type type)
{
    return has_constants(b, "undef", type) ? dxki_builder_made(b, dxki_const_undef(b->m, type))
                                           : DXK_NONE;
}

dxk_value dxk_builder_aggregate(dxk_builder *b, dxk_type type, const dxk_value *elements,
                                size_t count)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "aggregate", type))
        return DXK_NONE;
    dxki_type_kind kind = dxki_type_kind_of(b->m, type);
    if (kind != DXKI_T_STRUCT && kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR)
        return refuse(b, "aggregate", "the constant", type, "a structure, array or vector");
    if (count != dxki_type_count(b->m, type))
        return DXKI_BFAIL(b, COUNT, dxki_builder_text("aggregate"), dxki_dec(count),
                          dxki_dec(dxki_type_count(b->m, type)));
    for (size_t i = 0; i < count; i++)
        if (!dxki_builder_is_const(b, "aggregate", elements[i]) ||
            !dxki_builder_has_type(b, "aggregate", "an element", dxki_value_type(b->m, elements[i]),
                                   dxki_type_element(b->m, type, i)))
            return DXK_NONE;
    return dxki_builder_made(b, dxki_const_aggregate(b->m, type, elements, (uint32_t)count));
}

/* ---------------------------------------------------------------------------------------- */
/* Variables, functions, blocks                                                               */

bool dxki_builder_take_name(dxk_builder *b, uint32_t global)
{
    return dxki_global_enter(b->m, &b->global_names, global);
}

uint32_t dxki_builder_add_global(dxk_builder *b, const char *call, dxki_global_kind kind,
                                 dxki_global *global, dxk_str name)
{
    uint32_t index = dxki_global_lookup(b->m, &b->global_names, name);

    if (index || name.size == 0)
        return DXKI_BFAIL(b, NAME, dxki_builder_text(call), dxki_text(name));
    global->name = dxki_string_intern(b->m, name);
    global->bit_offset = UINT32_MAX;
    index = global->name == UINT32_MAX ? 0 : dxki_global_add(b->m, kind, global);
    if (!index || !dxki_builder_take_name(b, index))
        return dxki_builder_nomem(b);
    return index;
}

dxk_value dxk_builder_variable(dxk_builder *b, const char *name, dxk_type type, uint32_t space,
                               dxk_value init)
{
    bool shared = space == DXK_SPACE_SHARED;

    if (!has_constants(b, "variable", type))
        return DXK_NONE;
    if (!shared && space != DXK_SPACE_DEFAULT)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text("variable"),
                          dxki_builder_text("the address space"), dxki_dec(space),
                          dxki_builder_text("0 or 3"));
    if (shared ? init != DXK_NONE : !dxki_builder_is_const(b, "variable", init))
        return DXKI_BFAIL(b, PLACE, dxki_builder_text("variable"),
                          dxki_builder_text("shared variables have no initial value, others have"));
    if (init && !dxki_builder_has_type(b, "variable", "the initial value",
                                       dxki_value_type(b->m, init), type))
        return DXK_NONE;
    dxki_global variable = {.linkage = shared ? DXKI_LINK_EXTERNAL : DXKI_LINK_INTERNAL,
                            .flags = shared ? 0 : DXKI_GF_CONSTANT | DXKI_GF_UNNAMED_ADDR,
                            .align = ALIGN_4,
                            .type = dxki_type_pointer(b->m, type, space),
                            .value_type = type,
                            .init = init};
    if (!variable.type)
        return dxki_builder_nomem(b);
    uint32_t index =
        dxki_builder_add_global(b, "variable", DXKI_G_VARIABLE, &variable, dxki_str(name));
    return index ? DXKI_VALUE(DXKI_V_GLOBAL, index) : DXK_NONE;
}

dxk_value dxk_builder_function(dxk_builder *b, const char *name, dxk_type type)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "function", type))
        return DXK_NONE;
    if (dxki_type_kind_of(b->m, type) != DXKI_T_FUNCTION)
        return refuse(b, "function", "the function", type, "a function type");
    if (dxki_str_starts(dxki_str(name), DXKI_DXOP_PREFIX))
        return DXKI_BFAIL(b, NAME, dxki_builder_text("function"), dxki_builder_text(name));
    dxki_global function = {.type = dxki_type_pointer(b->m, type, 0), .value_type = type};
    if (!function.type)
        return dxki_builder_nomem(b);
    uint32_t index =
        dxki_builder_add_global(b, "function", DXKI_G_FUNCTION, &function, dxki_str(name));
    if (!index)
        return DXK_NONE;
    if (!dxki_function_add_args(b->m, index))
        return dxki_builder_nomem(b);
    return DXKI_VALUE(DXKI_V_GLOBAL, index);
}

dxk_value dxk_builder_param(dxk_builder *b, dxk_value function, uint32_t index)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_function(b, "param", function))
        return DXK_NONE;
    const dxki_global *f = &b->m->globals.items[DXKI_INDEX(function)];
    if (index >= f->arg_count)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text("param"), dxki_builder_text("the index"),
                          dxki_dec(index), dxki_builder_text("below the number of parameters"));
    return DXKI_VALUE(DXKI_V_ARG, f->first_arg + index);
}

dxk_block dxk_builder_block(dxk_builder *b, dxk_value function)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_function(b, "block", function))
        return DXK_NONE;
    uint32_t index = dxki_block_add(b->m, DXKI_INDEX(function));
    if (!index)
        return dxki_builder_nomem(b);
    b->block = index;
    return DXKI_VALUE(DXKI_V_BLOCK, index);
}

void dxk_builder_at(dxk_builder *b, dxk_block block)
{
    if (!dxki_builder_ready(b))
        return;
    if (DXKI_TAG(block) == DXKI_V_BLOCK && DXKI_INDEX(block) > 0 &&
        DXKI_INDEX(block) < b->m->blocks.count)
        b->block = DXKI_INDEX(block);
    else
        DXKI_BFAIL(b, ID, dxki_builder_text("at"), dxki_hex(block), dxki_builder_text("block"));
}

void dxk_builder_name(dxk_builder *b, dxk_value value, const char *name)
{
    dxki_value_tag tag = DXKI_TAG(value);

    if (!dxki_builder_ready(b))
        return;
    if (tag == DXKI_V_GLOBAL || tag == DXKI_V_CONST ||
        (tag != DXKI_V_BLOCK && !dxki_builder_is_value(b, "name", value)) ||
        (tag == DXKI_V_BLOCK && !dxki_builder_is_block(b, "name", value))) {
        DXKI_BFAIL(b, ID, dxki_builder_text("name"), dxki_hex(value),
                   dxki_builder_text("parameter, block or result"));
        return;
    }
    dxki_string id = dxki_string_intern(b->m, dxki_str(name));
    if (id == UINT32_MAX || !dxki_value_set_name(b->m, value, id))
        dxki_builder_nomem(b);
}

/* SPDX-License-Identifier: MIT */
/*
 * ops.c - calls of DXIL operations. The table (spec/dxil_ops.def) gives the types of the
 * operands, the function with its attributes is declared at the first call:
 *
 *     dx.op.CLASS.TYPE   result (i32 opcode, operands...)
 *
 * Source: DXIL.rst, "Operations".
 */
#include "builder/builder.h"

/* An operation with its overloaded types. */
typedef struct call_kind {
    const dxki_dxop_info *op;
    dxki_dxil_overloads o;
} call_kind;

/* True if a type may be overloaded type number `which`. The only pointers are those to a structure
 * of the program's. */
static bool is_overload(const dxk_module *m, const dxki_dxop_info *op, unsigned which,
                        dxki_type type)
{
    dxki_type pointee = dxki_type_pointee(m, type);

    return dxki_dxil_overload_allowed(m, op, which, type) &&
           (!pointee || dxki_type_kind_of(m, pointee) == DXKI_T_STRUCT);
}

/* Takes the types that are not given from the operands, and checks all. */
static bool find_overloads(dxk_builder *b, call_kind *k, dxk_type overload, const dxk_value *args,
                           size_t count)
{
    unsigned types = dxki_dxop_overload_count(k->op);

    k->o.types[0] = overload;
    for (size_t i = 0; i < count && i < k->op->operand_count; i++) {
        unsigned which = dxki_dxil_overload_of((dxki_dxop_type)k->op->operands[i].type);
        if (which >= types || k->o.types[which])
            continue;
        k->o.types[which] = dxki_value_type(b->m, args[i]);
        if (k->op->operands[i].type == DXKI_OT_SHARED_1)
            k->o.types[which] = dxki_type_pointee(b->m, k->o.types[which]);
    }
    for (unsigned i = 0; i < (types ? types : 1); i++) {
        bool good = types ? is_overload(b->m, k->op, i, k->o.types[i])
                          : !overload || overload == DXKI_TY_VOID;
        if (!good) {
            DXKI_BFAIL(b, OVERLOAD, dxki_builder_text(k->op->name),
                       dxki_builder_type_text(b, k->o.types[i]));
            return false;
        }
    }
    return true;
}

/* The function for the class and types; 0: failed. */
static uint32_t function_of(dxk_builder *b, const call_kind *k)
{
    size_t count = b->m->globals.count;
    uint32_t function = dxki_dxil_ops_function(&b->ops, k->op, &k->o);

    if (!function && b->ops.bad_name)
        return DXKI_BFAIL(b, NAME, dxki_builder_text(k->op->name), dxki_builder_text("dx.op. ..."));
    if (!function || (function == count && !dxki_builder_take_name(b, function)))
        return dxki_builder_nomem(b);
    return function;
}

uint32_t dxki_builder_declare_op(dxk_builder *b, dxk_op op, dxk_type overload)
{
    const call_kind k = {.op = dxki_dxop_find(op), .o = {{overload}}};

    return dxki_builder_ready(b) ? function_of(b, &k) : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* The row of an operation that the program may have; NULL: reported. */
static const dxki_dxop_info *find_op(dxk_builder *b, dxk_op number)
{
    const dxki_dxop_info *op = dxki_dxop_find(number);
    bool library = b->options.kind == DXK_SHADER_KIND_LIBRARY;

    if (!op || (op->flags & DXKI_DXF_RESERVED)) {
        DXKI_BFAIL(b, OP, number >> 31 ? dxki_hex(number) : dxki_dec(number));
        return NULL;
    }
    uint32_t model = library ? op->translated_model : op->model;
    if (!library && !b->known_later && !(op->stages >> b->options.kind & 1)) {
        DXKI_BFAIL(b, STAGE, dxki_builder_text(op->name),
                   dxki_builder_text(dxki_builder_kind_text(b->options.kind)));
        return NULL;
    }
    if (model > b->options.model_minor) {
        DXKI_BFAIL(b, MODEL, dxki_builder_text(op->name), dxki_dec(model),
                   dxki_dec(b->options.model_minor));
        return NULL;
    }
    return op;
}

static const char *operand_name(dxk_builder *b, const dxki_dxop_info *op, uint32_t index)
{
    dxk_str text = dxki_dxop_operand_name(op, index);
    const char *copy = dxki_arena_strdup(&b->arena, text.data, text.size);

    return copy ? copy : "";
}

static bool check_operand(dxk_builder *b, const call_kind *k, uint32_t index, dxk_value arg)
{
    const dxki_dxop_operand *operand = &k->op->operands[index];
    dxki_type wanted =
        dxki_builder_made(b, dxki_dxil_ops_type(&b->ops, (dxki_dxop_type)operand->type, &k->o));
    uint64_t number;

    if (b->status != DXK_OK)
        return false;
    if (dxki_value_type(b->m, arg) != wanted)
        return dxki_builder_has_type(b, k->op->name, operand_name(b, k->op, index),
                                     dxki_value_type(b->m, arg), wanted);
    if (operand->rules & DXKI_DXR_CONSTANT && !dxki_value_is_const(arg) && !b->known_later) {
        DXKI_BFAIL(b, CONSTANT, dxki_builder_text(k->op->name),
                   dxki_builder_text(operand_name(b, k->op, index)));
        return false;
    }
    if (operand->maximum != 255 && !b->known_later && dxki_value_as_int(b->m, arg, &number) &&
        number > operand->maximum) {
        DXKI_BFAIL(b, RANGE, dxki_builder_text(k->op->name),
                   dxki_builder_text(operand_name(b, k->op, index)), dxki_dec(number),
                   dxki_builder_text("what the operation knows"));
        return false;
    }
    return true;
}

dxk_value dxk_builder_op(dxk_builder *b, dxk_op op, dxk_type overload, const dxk_value *args,
                         size_t count)
{
    call_kind k = {.op = dxki_builder_ready(b) ? find_op(b, op) : NULL};
    dxki_value all[64];

    if (!k.op || (overload && !dxki_builder_is_type(b, k.op->name, overload)))
        return DXK_NONE;
    if (count != k.op->operand_count)
        return DXKI_BFAIL(b, COUNT, dxki_builder_text(k.op->name), dxki_dec(count),
                          dxki_dec(k.op->operand_count));
    for (size_t i = 0; i < count; i++)
        if (!dxki_builder_is_value(b, k.op->name, args[i]))
            return DXK_NONE;
    if (!find_overloads(b, &k, overload, args, count))
        return DXK_NONE;
    for (uint32_t i = 0; i < count; i++)
        if (!check_operand(b, &k, i, args[i]))
            return DXK_NONE;
    uint32_t function = function_of(b, &k);
    all[0] = function ? dxki_const_int(b->m, DXKI_TY_I32, op) : 0;
    if (!all[0])
        return function ? dxki_builder_nomem(b) : DXK_NONE;
    for (size_t i = 0; i < count; i++)
        all[i + 1] = args[i];
    return dxki_builder_add_call(b, k.op->name, function, all, (uint32_t)count + 1);
}

dxk_type dxk_builder_op_operand_type(dxk_builder *b, dxk_op op, dxk_type overload, uint32_t index)
{
    call_kind k = {.op = dxki_builder_ready(b) ? find_op(b, op) : NULL, .o = {{overload}}};

    if (!k.op || (overload && !dxki_builder_is_type(b, k.op->name, overload)))
        return DXK_NONE;
    if (index >= k.op->operand_count)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text(k.op->name), dxki_builder_text("the operand"),
                          dxki_dec(index), dxki_builder_text("below the number of operands"));
    dxki_dxop_type type = (dxki_dxop_type)k.op->operands[index].type;
    unsigned which = dxki_dxil_overload_of(type);
    uint8_t form = dxki_dxop_type_get(type)->form;
    bool needs = which < DXKI_OVERLOADS || form == DXKI_OTF_ELEMENT || form == DXKI_OTF_LIKE;
    if (needs && (which % DXKI_OVERLOADS != 0 || !is_overload(b->m, k.op, 0, overload)))
        return DXKI_BFAIL(b, OVERLOAD, dxki_builder_text(k.op->name),
                          dxki_builder_type_text(b, overload));
    return dxki_builder_made(b, dxki_dxil_ops_type(&b->ops, type, &k.o));
}

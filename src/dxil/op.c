/* SPDX-License-Identifier: MIT */
/* op.c - overloads, names and types of the functions that make DXIL operations; see op.h. */
#include "dxil/op.h"
#include "base/count.h"

#include <string.h>

/* The letters of overloads in the order of their bits, with types and names. */
static const char letters[] = "vhfd18wil";
static const dxki_type letter_types[] = {DXKI_TY_VOID,   DXKI_TY_HALF, DXKI_TY_FLOAT,
                                         DXKI_TY_DOUBLE, DXKI_TY_I1,   DXKI_TY_I8,
                                         DXKI_TY_I16,    DXKI_TY_I32,  DXKI_TY_I64};
static const char *const scalar_names[] = {"",   "f16", "f32", "f64", "i1",
                                           "i8", "i16", "i32", "i64"};

enum { SCALARS = DXKI_COUNT(letter_types) };

static dxki_type plain_type(char letter)
{
    const char *at = strchr(letters, letter);
    return at ? letter_types[at - letters] : 0;
}

/* "f32"; empty for what is no number. */
static const char *scalar_name(uint32_t bit)
{
    for (unsigned i = 1; i < SCALARS; i++) {
        if (bit == 1u << i)
            return scalar_names[i];
    }
    return "";
}

static dxk_str struct_name(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(m, type);
    if (t->kind != DXKI_T_STRUCT || !(t->flags & DXKI_TF_IDENTIFIED))
        return (dxk_str){"", 0};
    return dxki_string_get(m, t->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Overloaded types                                                                           */

uint32_t dxki_dxil_overload_bit(const dxk_module *m, dxki_type type)
{
    bool is_pointer = dxki_type_kind_of(m, type) == DXKI_T_POINTER;
    while (dxki_type_kind_of(m, type) == DXKI_T_POINTER)
        type = dxki_type_pointee(m, type);
    const dxki_type_entry *t = dxki_type_get(m, type);
    if (t->kind == DXKI_T_STRUCT)
        return is_pointer ? DXKI_OV_UDT : t->c ? DXKI_OV_OBJECT : 0;
    for (unsigned i = 1; i < SCALARS; i++) {
        if (type == letter_types[i])
            return 1u << i;
    }
    return 0;
}

bool dxki_dxil_overload_allowed(const dxk_module *m, const dxki_dxop_info *op, unsigned which,
                                dxki_type type)
{
    uint32_t scalars, elements;
    bool is_vector = dxki_type_is_vector(m, type);
    dxki_dxop_overload(op, which, &scalars, &elements);
    return ((is_vector ? elements : scalars) &
            dxki_dxil_overload_bit(m, dxki_type_scalar(m, type))) != 0;
}

bool dxki_dxil_overloads_allowed(const dxk_module *m, const dxki_dxop_info *op,
                                 const dxki_dxil_overloads *o)
{
    unsigned count = dxki_dxop_overload_count(op);
    if (count == 0)
        return o->types[0] == DXKI_TY_VOID;
    for (unsigned k = 0; k < count && k < DXKI_OVERLOADS; k++) {
        if (!dxki_dxil_overload_allowed(m, op, k, o->types[k]))
            return false;
    }
    return true;
}

unsigned dxki_dxil_overload_of(dxki_dxop_type operand)
{
    const dxki_dxop_type_info *info = dxki_dxop_type_get(operand);
    return info->form == DXKI_OTF_OVERLOAD || info->form == DXKI_OTF_SHARED
               ? (unsigned)(info->members[0] - '0')
               : DXKI_OVERLOADS;
}

/* ---------------------------------------------------------------------------------------- */
/* Overloaded types of a function                                                             */

/* The kind of type that a result has the overloaded type in; DXKI_T_NONE: it is in none. */
static dxki_type_kind container_kind(dxki_dxop_type result)
{
    const dxki_dxop_type_info *info = dxki_dxop_type_get(result);
    switch (info->form) {
    case DXKI_OTF_RESULT:
    case DXKI_OTF_ROW:
    case DXKI_OTF_FOUR:
        return DXKI_T_STRUCT;
    case DXKI_OTF_VECTOR:
        return info->members[0] == 'o' ? DXKI_T_VECTOR : DXKI_T_NONE;
    default:
        return DXKI_T_NONE;
    }
}

bool dxki_dxil_result_fits(const dxk_module *m, const dxki_dxop_info *op, dxki_type result)
{
    dxki_type_kind kind = container_kind((dxki_dxop_type)op->result);
    return kind == DXKI_T_NONE || dxki_type_kind_of(m, result) == kind;
}

/* Type number `which` of a function type: 0 the result, then the parameters; 0: there is none. */
static dxki_type signature_type(const dxk_module *m, dxki_type function_type, uint32_t which)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, function_type, &count);
    return which < count ? list[which] : 0;
}

/* Where an operand or the result of one of two types stands; UINT32_MAX: nowhere. */
static uint32_t find_place(const dxki_dxop_info *op, dxki_dxop_type wanted, dxki_dxop_type other)
{
    if (op->result == wanted || op->result == other)
        return 0;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op->operands[i].type == wanted || op->operands[i].type == other)
            return i + 2;
    }
    return UINT32_MAX;
}

/* The reference takes the type of these operations from an operand that is no overloaded one. */
static uint32_t odd_place(const dxki_dxop_info *op)
{
    if (op == dxki_dxop_get(DXKI_DXOP_CalculateLOD))
        return 4;
    if (op == dxki_dxop_get(DXKI_DXOP_CheckAccessFullyMapped))
        return 2;
    return op->result == DXKI_OT_I32_CARRY || op->result == DXKI_OT_TWO_I32 ||
                   op->result == DXKI_OT_SPLIT_DOUBLE
               ? 2
               : 0;
}

static dxki_type single_overload(const dxk_module *m, const dxki_dxop_info *op,
                                 dxki_type function_type)
{
    dxki_type result = signature_type(m, function_type, 0);
    dxki_type_kind container = container_kind((dxki_dxop_type)op->result);
    if (container != DXKI_T_NONE)
        return dxki_type_kind_of(m, result) == container ? dxki_type_element(m, result, 0) : 0;
    uint32_t place = find_place(op, DXKI_OT_OVERLOAD, DXKI_OT_OVERLOAD_0);
    if (place == UINT32_MAX)
        place = find_place(op, DXKI_OT_UDT, DXKI_OT_OBJECT);
    if (place != UINT32_MAX)
        return signature_type(m, function_type, place);
    return op == dxki_dxop_get(DXKI_DXOP_QuadVote)
               ? DXKI_TY_I1
               : signature_type(m, function_type, odd_place(op));
}

static dxki_type overload_at(const dxk_module *m, const dxki_dxop_info *op, dxki_type function_type,
                             unsigned which)
{
    dxki_dxop_type wanted = (dxki_dxop_type)(DXKI_OT_OVERLOAD_0 + which);
    uint32_t place = find_place(op, wanted, which == 1 ? DXKI_OT_SHARED_1 : wanted);
    if (place == UINT32_MAX)
        return 0;
    dxki_type type = signature_type(m, function_type, place);
    bool shared = place >= 2 && op->operands[place - 2].type == DXKI_OT_SHARED_1;
    return shared ? dxki_type_pointee(m, type) : type;
}

bool dxki_dxil_overloads_of(const dxk_module *m, const dxki_dxop_info *op, dxki_type function_type,
                            dxki_dxil_overloads *o)
{
    unsigned count = dxki_dxop_overload_count(op);
    memset(o, 0, sizeof *o);
    if (count == 0) {
        o->types[0] = DXKI_TY_VOID;
        return true;
    }
    if (count == 1) {
        o->types[0] = single_overload(m, op, function_type);
        return o->types[0] != 0;
    }
    for (unsigned k = 0; k < count && k < DXKI_OVERLOADS; k++) {
        o->types[k] = overload_at(m, op, function_type, k);
        if (o->types[k] == 0)
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* Structures in structures can have more elements than there is memory. */
#define LONGEST_LITERAL (64u << 10)

static bool is_literal(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_STRUCT && dxki_dxil_overload_bit(m, type) == 0 &&
           dxki_type_get(m, type)->depth < m->ctx->limits.depth;
}

/* A structure without a name: the names of its elements. */
static void put_literal(const dxk_module *m, dxki_out *out, dxki_type type, uint64_t end,
                        const dxki_dxil_other_types *other)
{
    uint64_t count = dxki_type_count(m, type);
    for (uint64_t i = 0; i < count && out->flushed + out->used < end; i++) {
        dxki_type element = dxki_type_element(m, type, i);
        if (i > 0)
            dxki_out_char(out, '.');
        if (is_literal(m, element))
            put_literal(m, out, element, end, other);
        else
            dxki_dxil_put_overload(m, out, element, other);
    }
}

/* A matrix of linear algebra is called "m" and what is behind the prefix of its name. */
static void put_object(dxki_out *out, dxk_str name)
{
    if (dxki_str_cut(&name, "dx.types.LinAlgMatrix"))
        dxki_out_char(out, 'm');
    dxki_out_str(out, name);
}

void dxki_dxil_put_overload(const dxk_module *m, dxki_out *out, dxki_type type,
                            const dxki_dxil_other_types *other)
{
    uint32_t bit = dxki_dxil_overload_bit(m, type);
    if (is_literal(m, type)) {
        put_literal(m, out, type, out->flushed + out->used + LONGEST_LITERAL, other);
    } else if (dxki_type_is_vector(m, type)) {
        dxki_out_char(out, 'v');
        dxki_out_u64(out, dxki_type_count(m, type));
        dxki_out_text(out, scalar_name(dxki_dxil_overload_bit(m, dxki_type_scalar(m, type))));
    } else if (bit == DXKI_OV_UDT) {
        dxki_out_str(out, struct_name(m, dxki_type_pointee(m, type)));
    } else if (bit == DXKI_OV_OBJECT) {
        put_object(out, struct_name(m, type));
    } else if (bit) {
        dxki_out_text(out, scalar_name(bit));
    } else if (other) {
        other->put(other->user, out, type);
    }
}

void dxki_dxil_put_function_name(const dxk_module *m, dxki_out *out, const dxki_dxop_info *op,
                                 const dxki_dxil_overloads *o, const dxki_dxil_other_types *other)
{
    unsigned count = dxki_dxop_overload_count(op);
    dxki_out_text(out, DXKI_DXOP_PREFIX);
    dxki_out_text(out, op->cls);
    if (count == 1 && o->types[0] == DXKI_TY_VOID)
        count = 0;
    for (unsigned k = 0; k < count && k < DXKI_OVERLOADS; k++) {
        dxki_out_char(out, '.');
        dxki_dxil_put_overload(m, out, o->types[k], other);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Types of operands                                                                          */

/* A text that grows in a buffer which is known to be large enough. */
static char *append(char *to, const char *text)
{
    size_t size = strlen(text);
    memcpy(to, text, size);
    return to + size;
}

/* ".f32", ".v4i32" */
static char *append_overload(const dxk_module *m, char *to, dxki_type type)
{
    char digits[24], *end = digits + sizeof digits - 1;
    *end = 0;
    *to++ = '.';
    if (dxki_type_is_vector(m, type)) {
        *to++ = 'v';
        to = append(to, dxki_format_u64(end, dxki_type_count(m, type)));
    }
    return append(to, scalar_name(dxki_dxil_overload_bit(m, dxki_type_scalar(m, type))));
}

dxk_str dxki_dxil_struct_name(const dxk_module *m, bool native_16bit, dxki_dxop_type type,
                              const dxki_dxil_overloads *o, char buffer[DXKI_DXIL_STRUCT_NAME])
{
    const dxki_dxop_type_info *info = dxki_dxop_type_get(type);
    bool shorts = info->form == DXKI_OTF_FOUR && o->types[0] == DXKI_TY_I16;
    char *end = append(append(buffer, "dx.types."), shorts ? "fouri16" : info->name);
    if (info->form == DXKI_OTF_RESULT || info->form == DXKI_OTF_ROW)
        end = append_overload(m, end, o->types[0]);
    if (info->form == DXKI_OTF_ROW && native_16bit && dxki_type_bits(m, o->types[0]) == 16)
        end = append(end, ".8");
    return (dxk_str){buffer, (size_t)(end - buffer)};
}

static bool is_vector_of(const dxk_module *m, dxki_type type, dxki_type element, uint64_t count)
{
    return dxki_type_is_vector(m, type) && dxki_type_element(m, type, 0) == element &&
           dxki_type_count(m, type) == count;
}

static bool is_like(const dxk_module *m, dxki_type type, dxki_type overload, dxki_type element)
{
    return dxki_type_is_vector(m, overload)
               ? is_vector_of(m, type, element, dxki_type_count(m, overload))
               : type == element;
}

static bool is_shared_pointer(const dxk_module *m, dxki_type type, dxki_type pointee)
{
    const dxki_type_entry *t = dxki_type_get(m, type);
    return t->kind == DXKI_T_POINTER && t->b == DXKI_SPACE_SHARED && t->a == pointee;
}

bool dxki_dxil_op_has_type(const dxk_module *m, bool native_16bit, dxki_dxop_type wanted,
                           const dxki_dxil_overloads *o, dxki_type type)
{
    const dxki_dxop_type_info *info = dxki_dxop_type_get(wanted);
    char letter = info->members[0], buffer[DXKI_DXIL_STRUCT_NAME];
    switch (info->form) {
    case DXKI_OTF_PLAIN:
        return type == plain_type(letter);
    case DXKI_OTF_POINTER:
        return dxki_type_pointee(m, type) == plain_type(letter);
    case DXKI_OTF_LIKE:
        return is_like(m, type, o->types[0], plain_type(letter));
    case DXKI_OTF_VECTOR:
        return is_vector_of(m, type, letter == 'o' ? o->types[0] : plain_type(letter),
                            strlen(info->members));
    case DXKI_OTF_OVERLOAD:
        return type == o->types[letter - '0'];
    case DXKI_OTF_SHARED:
        return is_shared_pointer(m, type, o->types[letter - '0']);
    case DXKI_OTF_ELEMENT:
        return type == dxki_type_element(m, o->types[0], 0);
    default:
        return dxki_str_same(struct_name(m, type),
                             dxki_dxil_struct_name(m, native_16bit, wanted, o, buffer));
    }
}

bool dxki_dxil_op_has_function_type(const dxk_module *m, bool native_16bit,
                                    const dxki_dxop_info *op, const dxki_dxil_overloads *o,
                                    dxki_type function_type)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, function_type, &count);
    if (count != op->operand_count + 2u || list[1] != DXKI_TY_I32 ||
        dxki_type_get(m, function_type)->flags & DXKI_TF_VARARG ||
        !dxki_dxil_op_has_type(m, native_16bit, (dxki_dxop_type)op->result, o, list[0]))
        return false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        dxki_dxop_type wanted = (dxki_dxop_type)op->operands[i].type;
        if (!dxki_dxil_op_has_type(m, native_16bit, wanted, o, list[i + 2]))
            return false;
    }
    return true;
}

dxki_type dxki_dxil_letter_type(dxk_module *m, char letter, dxki_type overload)
{
    return letter == 'o'   ? overload
           : letter == 'p' ? dxki_type_pointer(m, DXKI_TY_I8, 0)
                           : plain_type(letter);
}

/* SPDX-License-Identifier: MIT */
/*
 * parse_value.c - values. What is written (a name, a number, a list of constants) is read first
 * and turned into a value when its type is known. See parse.h.
 */
#include "text/parse.h"

#include <string.h>

#include "ir/float.h"

/* --- lists of constants --- */

static bool closes(uint32_t kind)
{
    return kind == DXKI_TK_RBRACE || kind == DXKI_TK_RSQUARE || kind == DXKI_TK_GREATER ||
           kind == DXKI_TK_RPAREN;
}

bool dxki_text_parse_const_list(dxki_text_parser *p, uint32_t *count)
{
    *count = 0;
    if (closes(p->tok.kind))
        return true;
    do {
        dxki_value value;
        if (!dxki_text_parse_typed_const(p, &value))
            return false;
        if (!dxki_vec_push(p->ctx, &p->stack, value))
            return dxki_text_no_memory(p);
        ++*count;
    } while (dxki_text_take(p, DXKI_TK_COMMA));
    return true;
}

/* --- aggregates --- */

static bool constant(dxki_text_parser *p, dxki_text_id *id, dxki_value value)
{
    id->kind = DXKI_ID_CONSTANT;
    id->value = value;
    return value ? true : dxki_text_no_memory(p);
}

/* All elements must have the type of the first; their list starts at `floor`. */
static bool check_elements(dxki_text_parser *p, size_t floor, uint32_t count, dxki_text_loc loc,
                           const char *what)
{
    dxki_type type = dxki_value_type(p->m, p->stack.items[floor]);
    for (uint32_t i = 1; i < count; i++) {
        if (dxki_value_type(p->m, p->stack.items[floor + i]) != type)
            return DXKI_ERROR(p, loc, "%0%1 is not of type '%2", dxki_raw(dxki_str(what)),
                              dxki_dec(i), dxki_text_type_arg(p, type));
    }
    return true;
}

static bool parse_struct(dxki_text_parser *p, dxki_text_id *id)
{
    size_t floor = p->stack.count;
    dxki_text_next(p);
    if (!dxki_text_parse_const_list(p, &id->count) ||
        !dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected end of struct constant"))
        return false;
    id->kind = DXKI_ID_STRUCT;
    id->first = (uint32_t)floor;
    return true;
}

/* Vectors and packed structs. */
static bool parse_angle(dxki_text_parser *p, dxki_text_id *id)
{
    size_t floor = p->stack.count;
    dxki_text_next(p);
    bool packed = dxki_text_take(p, DXKI_TK_LBRACE);
    dxki_text_loc first = p->tok.start;
    if (!dxki_text_parse_const_list(p, &id->count) ||
        (packed && !dxki_text_expect_tok(p, DXKI_TK_RBRACE, "expected end of packed struct")) ||
        !dxki_text_expect_tok(p, DXKI_TK_GREATER, "expected end of constant"))
        return false;
    if (packed) {
        id->kind = DXKI_ID_PACKED_STRUCT;
        id->first = (uint32_t)floor;
        return true;
    }
    if (id->count == 0)
        return dxki_text_error(p, id->loc, "constant vector must not be empty");
    dxki_type element = dxki_value_type(p->m, p->stack.items[floor]);
    if (!dxki_type_may_be_vector_element(p->m, element))
        return dxki_text_error(p, first,
                               "vector elements must have integer, pointer or floating point type");
    if (!check_elements(p, floor, id->count, first, "vector element #"))
        return false;
    dxki_type type = dxki_type_vector(p->m, element, id->count);
    if (!type)
        return dxki_text_no_memory(p);
    const dxki_value *elements = p->stack.items + floor;
    p->stack.count = floor;
    return constant(p, id, dxki_const_aggregate(p->m, type, elements, id->count));
}

static bool parse_array(dxki_text_parser *p, dxki_text_id *id)
{
    size_t floor = p->stack.count;
    dxki_text_next(p);
    dxki_text_loc first = p->tok.start;
    if (!dxki_text_parse_const_list(p, &id->count) ||
        !dxki_text_expect_tok(p, DXKI_TK_RSQUARE, "expected end of array constant"))
        return false;
    id->kind = DXKI_ID_EMPTY_ARRAY;
    if (id->count == 0)
        return true;
    dxki_type element = dxki_value_type(p->m, p->stack.items[floor]);
    if (!dxki_type_is_first_class(p->m, element))
        return DXKI_ERROR(p, first, "invalid array element type: %0",
                          dxki_text_type_arg(p, element));
    if (!check_elements(p, floor, id->count, first, "array element #"))
        return false;
    dxki_type type = dxki_type_array(p->m, element, id->count);
    if (!type)
        return dxki_text_no_memory(p);
    const dxki_value *elements = p->stack.items + floor;
    p->stack.count = floor;
    return constant(p, id, dxki_const_aggregate(p->m, type, elements, id->count));
}

static bool parse_cstring(dxki_text_parser *p, dxki_text_id *id)
{
    dxki_text_next(p);
    dxk_str text = p->tok.text;
    if (!dxki_text_expect_tok(p, DXKI_TK_STRING, "expected string"))
        return false;
    dxki_type type = dxki_type_array(p->m, DXKI_TY_I8, text.size);
    return type ? constant(p, id, dxki_const_data(p->m, type, text)) : dxki_text_no_memory(p);
}

static bool parse_asm(dxki_text_parser *p, dxki_text_id *id)
{
    dxk_str text;
    dxki_text_next(p);
    id->kind = DXKI_ID_ASM;
    id->flags = 0;
    if (dxki_text_take(p, DXKI_KW_SIDEEFFECT))
        id->flags |= DXKI_ASM_SIDEEFFECT;
    if (dxki_text_take(p, DXKI_KW_ALIGNSTACK))
        id->flags |= DXKI_ASM_ALIGNSTACK;
    if (dxki_text_take(p, DXKI_KW_INTELDIALECT))
        id->flags |= DXKI_ASM_INTEL;
    if (!dxki_text_parse_string(p, &text) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma in inline asm expression"))
        return false;
    id->text = dxki_string_intern(p->m, text);
    text = p->tok.text;
    if (!dxki_text_expect_tok(p, DXKI_TK_STRING, "expected constraint string"))
        return false;
    id->constraints = dxki_string_intern(p->m, text);
    return (id->text != UINT32_MAX && id->constraints != UINT32_MAX) || dxki_text_no_memory(p);
}

/* --- what is written --- */

static bool simple_id(dxki_text_parser *p, dxki_text_id *id, dxki_text_id_kind kind)
{
    id->kind = kind;
    id->token = p->tok;
    dxki_text_next(p);
    return true;
}

static bool parse_by_word(dxki_text_parser *p, dxki_text_id *id)
{
    switch (p->tok.kind) {
    case DXKI_KW_TRUE:
    case DXKI_KW_FALSE: {
        uint64_t bit = dxki_text_at(p, DXKI_KW_TRUE);
        dxki_text_next(p);
        return constant(p, id, dxki_const_int(p->m, DXKI_TY_I1, bit));
    }
    case DXKI_KW_NULL:
        return simple_id(p, id, DXKI_ID_NULL);
    case DXKI_KW_UNDEF:
        return simple_id(p, id, DXKI_ID_UNDEF);
    case DXKI_KW_ZEROINITIALIZER:
        return simple_id(p, id, DXKI_ID_ZERO);
    case DXKI_KW_C:
        return parse_cstring(p, id);
    case DXKI_KW_ASM:
        return parse_asm(p, id);
    case DXKI_KW_BLOCKADDRESS:
        return dxki_text_parse_blockaddress(p, id);
    default:
        return dxki_text_parse_expr(p, id);
    }
}

static bool parse_compound(dxki_text_parser *p, dxki_text_id *id)
{
    switch (p->tok.kind) {
    case DXKI_TK_LBRACE:
        return parse_struct(p, id);
    case DXKI_TK_LESS:
        return parse_angle(p, id);
    case DXKI_TK_LSQUARE:
        return parse_array(p, id);
    default:
        return parse_by_word(p, id);
    }
}

bool dxki_text_parse_id(dxki_text_parser *p, dxki_text_id *id)
{
    id->loc = p->tok.start;
    switch (p->tok.kind) {
    case DXKI_TK_GLOBAL_ID:
        return simple_id(p, id, DXKI_ID_GLOBAL_NUMBER);
    case DXKI_TK_GLOBAL_NAME:
        return simple_id(p, id, DXKI_ID_GLOBAL_NAME);
    case DXKI_TK_LOCAL_ID:
        return simple_id(p, id, DXKI_ID_LOCAL_NUMBER);
    case DXKI_TK_LOCAL_NAME:
        return simple_id(p, id, DXKI_ID_LOCAL_NAME);
    case DXKI_TK_INT:
        return simple_id(p, id, DXKI_ID_INT);
    case DXKI_TK_FLOAT:
        return simple_id(p, id, DXKI_ID_FLOAT);
    default:
        if (!dxki_text_enter(p) || !parse_compound(p, id))
            return false;
        p->depth--;
        return true;
    }
}

/* --- with a type --- */

static bool give(dxki_text_parser *p, dxki_value made, dxki_value *value)
{
    *value = made;
    return made ? true : dxki_text_no_memory(p);
}

static bool convert_int(dxki_text_parser *p, dxki_type type, const dxki_text_id *id,
                        dxki_value *value)
{
    if (!dxki_type_is_int(p->m, type))
        return dxki_text_error(p, id->loc, "integer constant must have integer type");
    uint32_t width = dxki_type_bits(p->m, type);
    if (width <= 64 && !(id->token.flags & DXKI_INT_WIDE))
        return give(p, dxki_const_int(p->m, type, id->token.number), value);
    if (id->token.text.size > DXKI_INT_DIGITS_MAX)
        return dxki_text_too_much(p, "the integer has too many digits");
    size_t count = ((size_t)width + 63) / 64;
    p->words.count = 0;
    if (!dxki_vec_reserve(p->ctx, &p->words, count))
        return dxki_text_no_memory(p);
    dxki_text_number_wide(&id->token, p->words.items, count);
    if (width <= 64)
        return give(p, dxki_const_int(p->m, type, p->words.items[0]), value);
    return give(p, dxki_const_wide(p->m, type, p->words.items, (uint32_t)count), value);
}

/* The words of a record: fp80 has its high 64 bits first. */
static dxki_value large_float(dxki_text_parser *p, dxki_type type, const dxki_text_float *number)
{
    uint64_t words[2] = {number->low, number->high};
    if (type == DXKI_TY_X86_FP80) {
        words[0] = number->high << 48 | number->low >> 16;
        words[1] = number->low & 0xffff;
    }
    return dxki_const_wide(p->m, type, words, 2);
}

static bool convert_float(dxki_text_parser *p, dxki_type type, const dxki_text_id *id,
                          dxki_value *value)
{
    dxki_text_float number = dxki_text_number_float(id->token.text);
    if (!dxki_type_is_fp(p->m, type) || !dxki_text_float_fits(&number, type))
        return dxki_text_error(p, id->loc, "floating point constant invalid for type");
    if (number.form == DXKI_FF_DOUBLE && dxki_type_bits(p->m, type) <= 64)
        return give(
            p, dxki_const_float(p->m, type, dxki_float_convert(DXKI_TY_DOUBLE, number.low, type)),
            value);
    static const dxki_type forms[] = {
        [DXKI_FF_DOUBLE] = DXKI_TY_DOUBLE, [DXKI_FF_HALF] = DXKI_TY_HALF,
        [DXKI_FF_X87] = DXKI_TY_X86_FP80,  [DXKI_FF_QUAD] = DXKI_TY_FP128,
        [DXKI_FF_PPC] = DXKI_TY_PPC_FP128,
    };
    if (forms[number.form] != type)
        return DXKI_ERROR(p, id->loc, "floating point constant does not have type '%0'",
                          dxki_text_type_arg(p, type));
    if (number.form == DXKI_FF_HALF)
        return give(p, dxki_const_float(p->m, type, number.low), value);
    return give(p, large_float(p, type, &number), value);
}

static bool convert_struct(dxki_text_parser *p, dxki_type type, dxki_text_id *id, dxki_value *value)
{
    const dxki_type_entry *e = dxki_type_get(p->m, type);
    p->stack.count = id->first;
    if (e->kind != DXKI_T_STRUCT)
        return dxki_text_error(p, id->loc, "constant expression type mismatch");
    if (e->b != id->count)
        return dxki_text_error(p, id->loc, "initializer with struct type has wrong # elements");
    if (((e->flags & DXKI_TF_PACKED) != 0) != (id->kind == DXKI_ID_PACKED_STRUCT))
        return dxki_text_error(p, id->loc, "packed'ness of initializer and type don't match");
    const dxki_value *elements = p->stack.items + id->first;
    for (uint32_t i = 0; i < id->count; i++) {
        if (dxki_value_type(p->m, elements[i]) != p->m->type_ops.items[e->a + i])
            return DXKI_ERROR(p, id->loc,
                              "element %0 of struct initializer doesn't match struct element type",
                              dxki_dec(i));
    }
    return give(p, dxki_const_aggregate(p->m, type, elements, id->count), value);
}

static bool convert_asm(dxki_text_parser *p, dxki_type type, const dxki_text_id *id,
                        dxki_value *value)
{
    dxki_type pointee = dxki_type_pointee(p->m, type);
    dxk_str constraints = dxki_string_get(p->m, id->constraints);
    if (dxki_type_kind_of(p->m, pointee) != DXKI_T_FUNCTION ||
        !dxki_text_asm_fits(p, pointee, constraints))
        return dxki_text_error(p, id->loc, "invalid type for inline asm constraint string");
    return give(p, dxki_const_asm(p->m, type, id->text, id->constraints, id->flags), value);
}

static bool convert_word(dxki_text_parser *p, dxki_type type, const dxki_text_id *id,
                         dxki_value *value)
{
    bool usual = dxki_type_is_first_class(p->m, type) && type != DXKI_TY_LABEL;
    switch (id->kind) {
    case DXKI_ID_NULL:
        if (dxki_type_kind_of(p->m, type) != DXKI_T_POINTER)
            return dxki_text_error(p, id->loc, "null must be a pointer type");
        return give(p, dxki_const_null(p->m, type), value);
    case DXKI_ID_UNDEF:
        if (!usual)
            return dxki_text_error(p, id->loc, "invalid type for undef constant");
        return give(p, dxki_const_undef(p->m, type), value);
    case DXKI_ID_EMPTY_ARRAY:
        if (dxki_type_kind_of(p->m, type) != DXKI_T_ARRAY || dxki_type_count(p->m, type) != 0)
            return dxki_text_error(p, id->loc, "invalid empty array initializer");
        return give(p, dxki_const_undef(p->m, type), value);
    default: /* zeroinitializer; the last two have none, which LLVM does not look at */
        if (!usual || type == DXKI_TY_METADATA || type == DXKI_TY_X86_MMX)
            return dxki_text_error(p, id->loc, "invalid type for null constant");
        return give(p, dxki_const_null(p->m, type), value);
    }
}

bool dxki_text_convert_id(dxki_text_parser *p, dxki_type type, dxki_text_id *id, bool locals,
                          dxki_value *value)
{
    *value = 0;
    if (dxki_type_kind_of(p->m, type) == DXKI_T_FUNCTION)
        return dxki_text_error(p, id->loc, "functions are not values, refer to them as pointers");
    switch (id->kind) {
    case DXKI_ID_LOCAL_NUMBER:
    case DXKI_ID_LOCAL_NAME:
        if (!locals)
            return dxki_text_error(p, id->loc, "invalid use of function-local name");
        return dxki_text_local_value(p, id, type, value);
    case DXKI_ID_GLOBAL_NUMBER:
    case DXKI_ID_GLOBAL_NAME:
        return dxki_text_global_value(p, id, type, value);
    case DXKI_ID_INT:
        return convert_int(p, type, id, value);
    case DXKI_ID_FLOAT:
        return convert_float(p, type, id, value);
    case DXKI_ID_CONSTANT:
        *value = id->value;
        return dxki_value_type(p->m, id->value) == type ||
               dxki_text_error(p, id->loc, "constant expression type mismatch");
    case DXKI_ID_ASM:
        return convert_asm(p, type, id, value);
    case DXKI_ID_STRUCT:
    case DXKI_ID_PACKED_STRUCT:
        return convert_struct(p, type, id, value);
    default:
        return convert_word(p, type, id, value);
    }
}

/* Is the token a number of the function that is defined and has this type? */
static bool is_usual_local(const dxki_text_parser *p, dxki_type type, dxki_value *value)
{
    if (p->tok.kind != DXKI_TK_LOCAL_ID || p->tok.number >= p->values.count)
        return false;
    *value = p->values.items[p->tok.number];
    return dxki_value_type(p->m, *value) == type;
}

/* Is it an integer that needs no second look? */
static bool is_usual_int(const dxki_text_parser *p, dxki_type type)
{
    return p->tok.kind == DXKI_TK_INT && !(p->tok.flags & DXKI_INT_WIDE) &&
           dxki_type_is_int(p->m, type) && dxki_type_bits(p->m, type) <= 64;
}

/* What nearly every operand is goes a short way. */
bool dxki_text_parse_typed_as(dxki_text_parser *p, dxki_type type, bool locals, dxki_value *value)
{
    dxki_text_id id;
    if (locals && is_usual_local(p, type, value)) {
        dxki_text_next(p);
        return true;
    }
    if (is_usual_int(p, type)) {
        uint64_t number = p->tok.number;
        dxki_text_next(p);
        return give(p, dxki_const_int(p->m, type, number), value);
    }
    return dxki_text_parse_id(p, &id) && dxki_text_convert_id(p, type, &id, locals, value);
}

bool dxki_text_parse_typed(dxki_text_parser *p, dxki_value *value, dxki_text_loc *loc)
{
    dxki_type type;
    *loc = p->tok.start;
    return dxki_text_parse_type(p, &type, false, "expected type") &&
           dxki_text_parse_typed_as(p, type, true, value);
}

bool dxki_text_parse_const(dxki_text_parser *p, dxki_type type, dxki_value *value)
{
    dxki_text_id id;
    if (!dxki_text_parse_id(p, &id) || !dxki_text_convert_id(p, type, &id, false, value))
        return false;
    if (DXKI_TAG(*value) == DXKI_V_CONST &&
        dxki_const_get(p->m, *value)->kind == DXKI_C_ASM) /* no constant to LLVM */
        return dxki_text_error(p, id.loc, "global values must be constants");
    return true;
}

bool dxki_text_parse_typed_const(dxki_text_parser *p, dxki_value *value)
{
    dxki_type type;
    return dxki_text_parse_type(p, &type, false, "expected type") &&
           dxki_text_parse_const(p, type, value);
}

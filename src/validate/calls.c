/* SPDX-License-Identifier: MIT */
/*
 * calls.c - the functions that stand for DXIL operations. An operation with its overloaded types
 * resolves to a function by its canonical name, dx.op.CLASS.TYPES; the reference makes it when
 * the module has none, and then finds that it is unused.
 */
#include <string.h>

#include "base/out.h"
#include "validate/validate.h"

uint32_t dxki_val_class_of(const dxki_val *v, const dxki_dxop_info *op)
{
    const dxki_dxop_info *rows = dxki_dxop_get((dxki_dxop)0);
    uint32_t row = dxki_dxop_row(op);
    for (uint32_t i = 0; i < DXKI_DXOP_COUNT && !v->classes[row]; i++) {
        if (strcmp(rows[i].cls, op->cls) == 0)
            v->classes[row] = (uint16_t)(i + 1);
    }
    return v->classes[row] - 1u;
}

bool dxki_val_op_known(const dxki_val *v, const dxki_dxop_info *op, uint32_t global)
{
    return v->registered[global] != 0 &&
           strcmp(dxki_dxop_get((dxki_dxop)(v->registered[global] - 1))->cls, op->cls) == 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Overloaded types                                                                           */

/* Type number `which` of a function type: 0 the result, then the parameters; 0: there is none. */
static dxki_type signature_type(const dxki_val *v, uint32_t global, uint32_t which)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(v->m, v->m->globals.items[global].value_type, &count);
    return which < count ? list[which] : 0;
}

/* Where the overloaded type stands that `wanted` (and `other`) mark; UINT32_MAX: nowhere. */
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

static bool returns_fixed_struct(const dxki_dxop_info *op)
{
    return op->result == DXKI_OT_I32_CARRY || op->result == DXKI_OT_TWO_I32 ||
           op->result == DXKI_OT_SPLIT_DOUBLE;
}

static dxki_type single_overload(const dxki_val *v, const dxki_dxop_info *op, uint32_t global)
{
    dxki_type result = signature_type(v, global, 0);
    if (op->result == DXKI_OT_RES_RET || op->result == DXKI_OT_CBUF_RET ||
        op->result == DXKI_OT_VEC4)
        return dxki_type_kind_of(v->m, result) == DXKI_T_STRUCT ? dxki_type_element(v->m, result, 0)
                                                                : 0;
    if (op->result == DXKI_OT_VEC9)
        return dxki_type_kind_of(v->m, result) == DXKI_T_VECTOR ? dxki_type_element(v->m, result, 0)
                                                                : 0;
    uint32_t place = find_place(op, DXKI_OT_OVERLOAD, DXKI_OT_OVERLOAD_0);
    if (place == UINT32_MAX)
        place = find_place(op, DXKI_OT_UDT, DXKI_OT_OBJECT);
    if (place != UINT32_MAX)
        return signature_type(v, global, place);
    if (op == dxki_dxop_get(DXKI_DXOP_CalculateLOD))
        return signature_type(v, global, 4);
    if (op == dxki_dxop_get(DXKI_DXOP_QuadVote))
        return DXKI_TY_I1;
    if (op == dxki_dxop_get(DXKI_DXOP_CheckAccessFullyMapped) || returns_fixed_struct(op))
        return signature_type(v, global, 2);
    return result;
}

bool dxki_val_overload_breaks(const dxki_val *v, const dxki_dxop_info *op, uint32_t global)
{
    dxki_type_kind kind = dxki_type_kind_of(v->m, signature_type(v, global, 0));
    uint32_t shared = find_place(op, DXKI_OT_SHARED_1, DXKI_OT_SHARED_1);
    dxki_type pointer = shared == UINT32_MAX ? 0 : signature_type(v, global, shared);
    dxki_type_kind pointer_kind = dxki_type_kind_of(v->m, pointer);
    if (pointer && pointer_kind != DXKI_T_POINTER && pointer_kind != DXKI_T_ARRAY &&
        pointer_kind != DXKI_T_VECTOR)
        return true;
    switch (op->result) {
    case DXKI_OT_RES_RET:
    case DXKI_OT_CBUF_RET:
    case DXKI_OT_VEC4:
        return kind != DXKI_T_STRUCT;
    case DXKI_OT_VEC9:
        return kind != DXKI_T_VECTOR;
    default:
        return false;
    }
}

bool dxki_val_overload_types(const dxki_val *v, const dxki_dxop_info *op, uint32_t global,
                             dxki_type types[4])
{
    unsigned count = dxki_dxop_overload_count(op);
    memset(types, 0, 4 * sizeof *types);
    if (count == 0) {
        types[0] = DXKI_TY_VOID;
        return true;
    }
    if (count == 1) {
        types[0] = single_overload(v, op, global);
        return types[0] != 0;
    }
    for (unsigned k = 0; k < count && k < 4; k++) {
        dxki_dxop_type wanted = (dxki_dxop_type)(DXKI_OT_OVERLOAD_0 + k);
        uint32_t place = find_place(op, wanted, k == 1 ? DXKI_OT_SHARED_1 : wanted);
        types[k] = place == UINT32_MAX ? 0 : signature_type(v, global, place);
        if (place >= 2 && place != UINT32_MAX && op->operands[place - 2].type == DXKI_OT_SHARED_1)
            types[k] = dxki_type_pointee(v->m, types[k]);
        if (types[k] == 0)
            return false;
    }
    return true;
}

static uint32_t scalar_bit(const dxki_val *v, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(v->m, type);
    bool is_pointer = t->kind == DXKI_T_POINTER;
    while (t->kind == DXKI_T_POINTER)
        t = dxki_type_get(v->m, t->a);
    if (t->kind == DXKI_T_STRUCT)
        return is_pointer ? DXKI_OV_UDT : t->c ? DXKI_OV_OBJECT : 0;
    switch (t->kind) {
    case DXKI_T_HALF:
        return DXKI_OV_HALF;
    case DXKI_T_FLOAT:
        return DXKI_OV_FLOAT;
    case DXKI_T_DOUBLE:
        return DXKI_OV_DOUBLE;
    case DXKI_T_INT:
        return t->a == 1    ? DXKI_OV_I1
               : t->a == 8  ? DXKI_OV_I8
               : t->a == 16 ? DXKI_OV_I16
               : t->a == 32 ? DXKI_OV_I32
               : t->a == 64 ? DXKI_OV_I64
                            : 0;
    default:
        return 0;
    }
}

bool dxki_val_overload_legal(const dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4])
{
    unsigned count = dxki_dxop_overload_count(op);
    if (count == 0)
        return types[0] == DXKI_TY_VOID;
    for (unsigned k = 0; k < count && k < 4; k++) {
        uint32_t scalars, elements;
        dxki_dxop_overload(op, k, &scalars, &elements);
        bool is_vector = dxki_type_kind_of(v->m, types[k]) == DXKI_T_VECTOR;
        uint32_t bit = scalar_bit(v, is_vector ? dxki_type_element(v->m, types[k], 0) : types[k]);
        if (((is_vector ? elements : scalars) & bit) == 0)
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static const char *scalar_name(uint32_t bit)
{
    switch (bit) {
    case DXKI_OV_HALF:
        return "f16";
    case DXKI_OV_FLOAT:
        return "f32";
    case DXKI_OV_DOUBLE:
        return "f64";
    case DXKI_OV_I1:
        return "i1";
    case DXKI_OV_I8:
        return "i8";
    case DXKI_OV_I16:
        return "i16";
    case DXKI_OV_I32:
        return "i32";
    case DXKI_OV_I64:
        return "i64";
    default:
        return "";
    }
}

static dxk_str type_name(dxki_val *v, dxki_type type);

static bool is_literal(const dxki_val *v, dxki_type type)
{
    return dxki_type_kind_of(v->m, type) == DXKI_T_STRUCT && scalar_bit(v, type) == 0 &&
           dxki_type_get(v->m, type)->depth < v->ctx->limits.depth;
}

/* Structures in structures can have more elements than there is memory. */
#define LONGEST_LITERAL (64u << 10)

static void put_literal(dxki_val *v, dxki_out *out, dxki_type type)
{
    uint64_t count = dxki_type_count(v->m, type);
    for (uint64_t i = 0; i < count && out->flushed + out->used < LONGEST_LITERAL; i++) {
        dxki_type element = dxki_type_element(v->m, type, i);
        if (i > 0)
            dxki_out_char(out, '.');
        if (is_literal(v, element))
            put_literal(v, out, element);
        else
            dxki_out_str(out, type_name(v, element));
    }
}

/* Of a structure without a name: those of its elements. */
static dxk_str literal_name(dxki_val *v, dxki_type type)
{
    dxk_buffer text;
    dxki_out out;
    dxk_buffer_init(&text, v->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    put_literal(v, &out, type);
    if (dxki_out_flush(&out))
        v->failed = true;
    dxk_str name = {(const char *)text.data, text.size};
    name = dxki_val_format(v, "%0", DXKI_ARGS(dxki_val_arg_text(name)));
    dxk_buffer_free(&text);
    return name;
}

static dxk_str type_name(dxki_val *v, dxki_type type)
{
    if (is_literal(v, type))
        return literal_name(v, type);
    if (dxki_type_kind_of(v->m, type) == DXKI_T_VECTOR)
        return dxki_val_format(v, "v%0%1",
                               DXKI_ARGS(dxki_dec(dxki_type_count(v->m, type)),
                                         dxki_val_arg_text_z(scalar_name(
                                             scalar_bit(v, dxki_type_element(v->m, type, 0))))));
    uint32_t bit = scalar_bit(v, type);
    if (bit == DXKI_OV_UDT)
        return dxki_val_type_name(v, dxki_type_pointee(v->m, type));
    if (bit == 0) {
        dxki_text_snippets *snippets = dxki_val_snippets(v);
        return snippets ? dxki_text_snippet_type_body(snippets, type) : dxki_str("");
    }
    if (bit != DXKI_OV_OBJECT)
        return dxki_str(scalar_name(bit));
    dxk_str name = dxki_val_type_name(v, type);
    size_t prefix = strlen("dx.types.LinAlgMatrix");
    if (!dxki_val_is_linalg(v, type))
        return name;
    if (name.size <= prefix)
        return dxki_str("m");
    return dxki_val_format(
        v, "m%0", DXKI_ARGS(dxki_val_arg_text((dxk_str){name.data + prefix, name.size - prefix})));
}

static dxk_str function_name(dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4])
{
    dxk_str name = dxki_val_format(v, "dx.op.%0", DXKI_ARGS(dxki_val_arg_text_z(op->cls)));
    unsigned count = dxki_dxop_overload_count(op);
    if (count == 1 && types[0] == DXKI_TY_VOID)
        count = 0;
    for (unsigned k = 0; k < count && k < 4; k++)
        name = dxki_val_format(
            v, "%0.%1",
            DXKI_ARGS(dxki_val_arg_text(name), dxki_val_arg_text(type_name(v, types[k]))));
    return name;
}

/* ---------------------------------------------------------------------------------------- */
/* Types of operands                                                                          */

static bool is_named(const dxki_val *v, dxki_type type, const char *prefix, dxk_str suffix,
                     const char *tail)
{
    dxk_str name = dxki_val_type_name(v, type);
    size_t size = strlen(prefix);
    if (!dxki_str_starts(name, prefix) || name.size != size + suffix.size + strlen(tail))
        return false;
    return memcmp(name.data + size, suffix.data, suffix.size) == 0 &&
           memcmp(name.data + size + suffix.size, tail, strlen(tail)) == 0;
}

static bool is_like_overload(const dxki_val *v, dxki_type type, dxki_type overload, dxki_type base)
{
    if (dxki_type_kind_of(v->m, overload) != DXKI_T_VECTOR)
        return type == base;
    return dxki_type_kind_of(v->m, type) == DXKI_T_VECTOR &&
           dxki_type_count(v->m, type) == dxki_type_count(v->m, overload) &&
           dxki_type_element(v->m, type, 0) == base;
}

static dxk_str simple_type_name(const dxki_val *v, dxki_type type, char buffer[24])
{
    const char *name = scalar_name(scalar_bit(v, type));
    if (dxki_type_kind_of(v->m, type) != DXKI_T_VECTOR)
        return dxki_str(name);
    char *end = buffer + 24;
    name = scalar_name(scalar_bit(v, dxki_type_element(v->m, type, 0)));
    size_t size = strlen(name);
    memcpy(end - size, name, size);
    char *first = dxki_format_u64(end - size, dxki_type_count(v->m, type));
    *--first = 'v';
    return (dxk_str){first, (size_t)(end - first)};
}

static bool is_constant_buffer_result(const dxki_val *v, dxki_type type, dxki_type overload)
{
    char buffer[24];
    bool native = !v->min_precision && dxki_type_bits(v->m, overload) == 16;
    return is_named(v, type, "dx.types.CBufRet.", simple_type_name(v, overload, buffer),
                    native ? ".8" : "");
}

static bool is_shared_pointer(const dxki_val *v, dxki_type type, dxki_type pointee)
{
    const dxki_type_entry *t = dxki_type_get(v->m, type);
    return t->kind == DXKI_T_POINTER && t->b == DXKI_SPACE_SHARED && t->a == pointee;
}

static bool is_vector_of(const dxki_val *v, dxki_type type, dxki_type element, uint64_t count)
{
    return dxki_type_kind_of(v->m, type) == DXKI_T_VECTOR &&
           dxki_type_element(v->m, type, 0) == element && dxki_type_count(v->m, type) == count;
}

static bool has_type(const dxki_val *v, uint8_t wanted, const dxki_type types[4], dxki_type type)
{
    static const dxki_type fixed[] = {
        [DXKI_OT_VOID] = DXKI_TY_VOID,     [DXKI_OT_I1] = DXKI_TY_I1,
        [DXKI_OT_I8] = DXKI_TY_I8,         [DXKI_OT_I16] = DXKI_TY_I16,
        [DXKI_OT_I32] = DXKI_TY_I32,       [DXKI_OT_I64] = DXKI_TY_I64,
        [DXKI_OT_HALF] = DXKI_TY_HALF,     [DXKI_OT_FLOAT] = DXKI_TY_FLOAT,
        [DXKI_OT_DOUBLE] = DXKI_TY_DOUBLE,
    };
    static const char *const names[] = {
        [DXKI_OT_TWO_I32] = "dx.types.twoi32",
        [DXKI_OT_FOUR_I32] = "dx.types.fouri32",
        [DXKI_OT_I32_CARRY] = "dx.types.i32c",
        [DXKI_OT_DIMENSIONS] = "dx.types.Dimensions",
        [DXKI_OT_SPLIT_DOUBLE] = "dx.types.splitdouble",
        [DXKI_OT_SAMPLE_POS] = "dx.types.SamplePos",
        [DXKI_OT_HANDLE] = "dx.types.Handle",
        [DXKI_OT_BINDING] = "dx.types.ResBind",
        [DXKI_OT_RES_PROPS] = "dx.types.ResourceProperties",
        [DXKI_OT_NODE] = "dx.types.NodeHandle",
        [DXKI_OT_NODE_PROPS] = "dx.types.NodeInfo",
        [DXKI_OT_NODE_RECORD] = "dx.types.NodeRecordHandle",
        [DXKI_OT_NODE_RECORD_PROPS] = "dx.types.NodeRecordInfo",
        [DXKI_OT_HIT_OBJECT] = "dx.types.HitObject",
        [DXKI_OT_OBJECT] = NULL,
    };
    char buffer[24];
    if (wanted < sizeof fixed / sizeof fixed[0])
        return type == fixed[wanted];
    switch (wanted) {
    case DXKI_OT_FLOAT_PTR:
        return dxki_type_pointee(v->m, type) == DXKI_TY_FLOAT;
    case DXKI_OT_OVERLOAD:
    case DXKI_OT_OVERLOAD_0:
    case DXKI_OT_UDT:
    case DXKI_OT_OBJECT:
        return type == types[0];
    case DXKI_OT_OVERLOAD_1:
    case DXKI_OT_OVERLOAD_2:
    case DXKI_OT_OVERLOAD_3:
        return type == types[wanted - DXKI_OT_OVERLOAD_0];
    case DXKI_OT_OVERLOAD_ELEMENT:
        return type == dxki_type_element(v->m, types[0], 0);
    case DXKI_OT_OVERLOAD_I1:
        return is_like_overload(v, type, types[0], DXKI_TY_I1);
    case DXKI_OT_OVERLOAD_I32:
        return is_like_overload(v, type, types[0], DXKI_TY_I32);
    case DXKI_OT_SHARED_1:
        return is_shared_pointer(v, type, types[1]);
    case DXKI_OT_RES_RET:
        return is_named(v, type, "dx.types.ResRet.", simple_type_name(v, types[0], buffer), "");
    case DXKI_OT_CBUF_RET:
        return is_constant_buffer_result(v, type, types[0]);
    case DXKI_OT_VEC4:
        return dxki_val_has_name(v, type,
                                 types[0] == DXKI_TY_I16 ? "dx.types.fouri16" : "dx.types.fouri32");
    case DXKI_OT_VEC9:
        return is_vector_of(v, type, types[0], 9);
    case DXKI_OT_INT2:
        return is_vector_of(v, type, DXKI_TY_I32, 2);
    default:
        return wanted < sizeof names / sizeof names[0] && names[wanted] &&
               dxki_val_has_name(v, type, names[wanted]);
    }
}

bool dxki_val_op_has_type(const dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4],
                          dxki_type function_type)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(v->m, function_type, &count);
    if (count != op->operand_count + 2u || list[1] != DXKI_TY_I32 ||
        dxki_type_get(v->m, function_type)->flags & DXKI_TF_VARARG ||
        !has_type(v, op->result, types, list[0]))
        return false;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (!has_type(v, op->operands[i].type, types, list[i + 2]))
            return false;
    }
    return true;
}

static bool is_builtin_struct(const dxki_val *v, dxki_type type)
{
    static const char *const names[] = {
        "dx.types.i32c",       "dx.types.twoi32", "dx.types.fouri32",   "dx.types.fouri16",
        "dx.types.Dimensions", "dx.types.Handle", "dx.types.SamplePos", "dx.types.splitdouble",
    };
    const dxki_type first = dxki_type_element(v->m, type, 0);
    char buffer[24];
    uint64_t count = dxki_type_count(v->m, type);
    bool is_vector = dxki_type_kind_of(v->m, first) == DXKI_T_VECTOR;
    bool is_result = count == 5 || (count == 2 && is_vector);
    bool is_constants = !is_result && (count == 2 || count == 4 || count == 8);
    if (is_result && is_named(v, type, "dx.types.ResRet.", simple_type_name(v, first, buffer), ""))
        return true;
    if (is_constants && is_constant_buffer_result(v, type, first))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (dxki_val_has_name(v, type, names[i]))
            return true;
    }
    return false;
}

enum { STRUCT_ASKED = 1, STRUCT_RESRET = 2, STRUCT_BUILTIN = 4 };

/* What the name of a struct says, looked at once. */
static uint8_t struct_facts(const dxki_val *v, dxki_type type)
{
    uint8_t *facts = &v->struct_facts[type];
    if (*facts)
        return *facts;
    bool resret = dxki_str_starts(dxki_val_type_name(v, type), "dx.types.ResRet.");
    return *facts = (uint8_t)(STRUCT_ASKED | (resret ? STRUCT_RESRET : 0) |
                              (is_builtin_struct(v, type) ? STRUCT_BUILTIN : 0));
}

bool dxki_val_is_resret(const dxki_val *v, dxki_type type)
{
    return (struct_facts(v, type) & STRUCT_RESRET) != 0;
}

bool dxki_val_is_builtin_struct(const dxki_val *v, dxki_type type)
{
    return (struct_facts(v, type) & STRUCT_BUILTIN) != 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Resolving                                                                                  */

static uint32_t key_hash(uint32_t cls, const dxki_type types[4])
{
    uint64_t state = dxki_hash_mix(0, cls);
    for (int k = 0; k < 4; k++)
        state = dxki_hash_mix(state, types[k]);
    return dxki_hash_end(state);
}

static uint32_t name_hash(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(0, name));
}

/* The function of that name; 0: there is none. */
static uint32_t find_function(const dxki_val *v, dxk_str name)
{
    uint32_t hash = name_hash(name), pos = hash, id;
    while ((id = dxki_idset_next(&v->names, hash, &pos)) != 0) {
        dxk_str own = dxki_val_name(v, id);
        if (dxki_str_same(own, name))
            return id;
    }
    return 0;
}

static void add_name(dxki_val *v, uint32_t global)
{
    if (!dxki_idset_add(v->ctx, &v->names, name_hash(dxki_val_name(v, global)), global))
        v->failed = true;
}

/* Gives a function a name, with a number behind it when another one has that. */
static void set_name(dxki_val *v, uint32_t global, dxk_str base)
{
    dxk_str name = base;
    while (find_function(v, name) && !v->failed)
        name =
            dxki_val_format(v, "%0%1", DXKI_ARGS(dxki_val_arg_text(base), dxki_dec(++v->renamed)));
    v->has_new_names = true;
    v->new_names[global] = name;
    add_name(v, global);
}

static uint32_t add_function(dxki_val *v, const dxki_dxop_info *op, uint32_t cls,
                             const dxki_type types[4], uint32_t hash)
{
    dxki_val_op_function fn = {.cls = dxki_dxop_row(op)};
    memcpy(fn.type, types, sizeof fn.type);
    fn.types = hash;
    fn.name = function_name(v, op, types);
    fn.global = find_function(v, fn.name);
    fn.is_invented = fn.global == 0;
    if (fn.global && !dxki_val_op_has_type(v, op, types, v->m->globals.items[fn.global].value_type))
        fn.global = 0;
    else if (fn.global)
        v->registered[fn.global] = cls + 1;
    if (!dxki_vec_push(v->ctx, &v->opfns, fn) ||
        !dxki_idset_add(v->ctx, &v->opfn_set, hash, (uint32_t)(v->opfns.count - 1))) {
        v->failed = true;
        return 0;
    }
    return (uint32_t)(v->opfns.count - 1);
}

uint32_t dxki_val_resolve(dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4])
{
    uint32_t cls = dxki_val_class_of(v, op), hash = key_hash(cls, types), pos = hash, id;
    while ((id = dxki_idset_next(&v->opfn_set, hash, &pos)) != 0) {
        const dxki_val_op_function *fn = &v->opfns.items[id];
        if (dxki_val_class_of(v, dxki_dxop_get((dxki_dxop)fn->cls)) == cls &&
            memcmp(fn->type, types, sizeof fn->type) == 0)
            return id;
    }
    return add_function(v, op, cls, types, hash);
}

static void break_calls(dxki_val *v, uint32_t global, dxki_vrule rule)
{
    v->calls_break = true;
    v->breaking = global;
    v->broken_rule = rule;
}

/* The operation that the newest use of a function says that it is, NULL: none. */
static const dxki_dxop_info *newest_op(dxki_val *v, uint32_t global)
{
    uint32_t use = dxki_val_first_use(v, DXKI_VALUE(DXKI_V_GLOBAL, global));
    uint32_t inst = use ? dxki_val_as_inst(dxki_val_user(v, use)) : 0;
    uint64_t opcode;
    if (use && (!inst || dxki_val_inst(v, inst)->op != DXKI_OP_CALL))
        break_calls(v, global, DXKI_VR_DECL_FNISCALLED);
    if (!inst || dxki_val_inst(v, inst)->op_count == 0 ||
        !dxki_val_is_const(v, dxki_val_ops(v, inst)[0], &opcode))
        return NULL;
    return dxki_dxop_find(opcode);
}

/* Overloads by structures and objects have names that a linker may have changed. */
static bool may_be_misnamed(const dxki_dxop_info *op)
{
    unsigned count = dxki_dxop_overload_count(op);
    for (unsigned k = 0; k < count && k < 4; k++) {
        uint32_t scalars, elements;
        dxki_dxop_overload(op, k, &scalars, &elements);
        if (scalars & (DXKI_OV_UDT | DXKI_OV_OBJECT))
            return true;
    }
    return false;
}

/* Such a function gets its canonical name, or with a number behind it when that is taken. */
static void rename_function(dxki_val *v, uint32_t global)
{
    const dxki_dxop_info *op = newest_op(v, global);
    dxki_type types[4];
    if (!op || !may_be_misnamed(op))
        return;
    if (dxki_val_overload_breaks(v, op, global))
        break_calls(v, global, DXKI_VR_INSTR_OLOAD);
    else if (dxki_val_overload_types(v, op, global, types) &&
             dxki_val_overload_legal(v, op, types)) {
        dxk_str own = dxki_val_name(v, global), name = function_name(v, op, types);
        if (own.size != name.size || memcmp(own.data, name.data, name.size) != 0)
            set_name(v, global, name);
    }
}

/* Every function with users is known by what its newest call says that it is. */
static void register_function(dxki_val *v, uint32_t global)
{
    const dxki_dxop_info *op = newest_op(v, global);
    dxki_type types[4];
    if (op && dxki_val_overload_breaks(v, op, global))
        break_calls(v, global, DXKI_VR_INSTR_OLOAD);
    else if (op && dxki_val_overload_types(v, op, global, types))
        dxki_val_resolve(v, op, types);
}

bool dxki_val_calls_prepare(dxki_val *v)
{
    size_t count = v->m->functions.count;
    const uint32_t *list = v->m->functions.items;
    v->is_dxop = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    v->registered = DXKI_VNEW(v, uint32_t, v->m->globals.count);
    v->new_names = DXKI_VNEW(v, dxk_str, v->m->globals.count);
    v->classes = DXKI_VNEW(v, uint16_t, DXKI_DXOP_COUNT);
    v->struct_facts = DXKI_VNEW(v, uint8_t, v->m->types.count);
    if (v->failed || !dxki_vec_push(v->ctx, &v->opfns, (dxki_val_op_function){0}))
        return false;
    for (size_t i = 0; i < count; i++) {
        v->is_dxop[list[i]] = dxki_global_is_dxop(v->m, list[i]);
        if (v->is_dxop[list[i]] && find_function(v, dxki_val_name(v, list[i])))
            set_name(v, list[i], dxki_val_name(v, list[i]));
        else if (v->is_dxop[list[i]])
            add_name(v, list[i]);
    }
    for (size_t i = 0; i < count && !v->failed; i++) {
        if (v->is_dxop[list[i]] && dxki_val_is_decl(v, list[i]))
            rename_function(v, list[i]);
    }
    for (size_t i = 0; i < count && !v->failed; i++) {
        if (v->is_dxop[list[i]])
            register_function(v, list[i]);
    }
    return !v->failed;
}

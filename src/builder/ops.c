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

#include "base/out.h"

#include <string.h>

#define NAME_SIZE 256

/* An operation with its overloaded types. */
typedef struct call_kind {
    const dxki_dxop_info *op;
    dxki_type types[4];
} call_kind;

/* ---------------------------------------------------------------------------------------- */
/* Overloads                                                                                  */

static uint32_t scalar_bit(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(m, type);

    switch (type) {
    case DXKI_TY_HALF:
        return DXKI_OV_HALF;
    case DXKI_TY_FLOAT:
        return DXKI_OV_FLOAT;
    case DXKI_TY_DOUBLE:
        return DXKI_OV_DOUBLE;
    case DXKI_TY_I1:
        return DXKI_OV_I1;
    case DXKI_TY_I8:
        return DXKI_OV_I8;
    case DXKI_TY_I16:
        return DXKI_OV_I16;
    case DXKI_TY_I32:
        return DXKI_OV_I32;
    case DXKI_TY_I64:
        return DXKI_OV_I64;
    default:
        if (t->kind == DXKI_T_POINTER)
            return dxki_type_kind_of(m, t->a) == DXKI_T_STRUCT ? DXKI_OV_UDT : 0;
        return t->kind == DXKI_T_STRUCT && (t->flags & DXKI_TF_IDENTIFIED) ? DXKI_OV_OBJECT : 0;
    }
}

static bool is_overload(const dxk_module *m, const dxki_dxop_info *op, unsigned which,
                        dxki_type type)
{
    uint32_t scalars, elements;
    bool vector = type && dxki_type_kind_of(m, type) == DXKI_T_VECTOR;

    dxki_dxop_overload(op, which, &scalars, &elements);
    return type && (vector ? elements : scalars) & scalar_bit(m, dxki_type_scalar(m, type));
}

/* Number of the overloaded type that an operand of this type tells; 4: none. */
static unsigned overload_of(uint8_t operand)
{
    switch (operand) {
    case DXKI_OT_OVERLOAD:
    case DXKI_OT_UDT:
    case DXKI_OT_OBJECT:
        return 0;
    case DXKI_OT_SHARED_1:
        return 1;
    default:
        return operand >= DXKI_OT_OVERLOAD_0 && operand <= DXKI_OT_OVERLOAD_3
                   ? operand - (unsigned)DXKI_OT_OVERLOAD_0
                   : 4;
    }
}

/* Takes the types that are not given from the operands, and checks all. */
static bool find_overloads(dxk_builder *b, call_kind *k, dxk_type overload, const dxk_value *args,
                           size_t count)
{
    unsigned types = dxki_dxop_overload_count(k->op);

    k->types[0] = overload;
    for (size_t i = 0; i < count && i < k->op->operand_count; i++) {
        unsigned which = overload_of(k->op->operands[i].type);
        if (which >= types || k->types[which])
            continue;
        k->types[which] = dxki_value_type(b->m, args[i]);
        if (k->op->operands[i].type == DXKI_OT_SHARED_1)
            k->types[which] = dxki_type_pointee(b->m, k->types[which]);
    }
    for (unsigned i = 0; i < (types ? types : 1); i++) {
        bool good = types ? is_overload(b->m, k->op, i, k->types[i])
                          : !overload || overload == DXKI_TY_VOID;
        if (!good) {
            DXKI_BFAIL(b, OVERLOAD, dxki_builder_text(k->op->name),
                       dxki_builder_type_text(b, k->types[i]));
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

typedef struct name {
    char text[NAME_SIZE];
    size_t size;
    bool too_long;
} name;

static void put(name *n, dxk_str text)
{
    n->too_long |= text.size > sizeof n->text - n->size;
    if (n->too_long)
        return;
    memcpy(n->text + n->size, text.data, text.size);
    n->size += text.size;
}

static void put_type(name *n, const dxk_module *m, dxki_type type)
{
    static const char matrix[] = "dx.types.LinAlgMatrix";
    static const char *const scalars[] = {"", "f16", "f32", "f64", "i1", "i8", "i16", "i32", "i64"};
    const dxki_type_entry *t = dxki_type_get(m, type);
    uint32_t bit = scalar_bit(m, dxki_type_scalar(m, type)), index = 0;
    char digits[24], *end = digits + sizeof digits - 1;

    if (bit == DXKI_OV_UDT || bit == DXKI_OV_OBJECT) {
        const dxki_type_entry *s = bit == DXKI_OV_UDT ? dxki_type_get(m, t->a) : t;
        dxk_str own = dxki_string_get(m, s->c);
        size_t prefix = sizeof matrix - 1;
        bool is_matrix = own.size >= prefix && memcmp(own.data, matrix, prefix) == 0;
        put(n, dxki_str(is_matrix ? "m" : ""));
        put(n, is_matrix ? (dxk_str){own.data + prefix, own.size - prefix} : own);
        return;
    }
    *end = 0;
    if (t->kind == DXKI_T_VECTOR) {
        put(n, dxki_str("v"));
        put(n, dxki_str(dxki_format_u64(end, dxki_type_count(m, type))));
    }
    while (bit >> index > 1)
        index++;
    put(n, dxki_str(scalars[index]));
}

/* ---------------------------------------------------------------------------------------- */
/* Types of operands                                                                          */

/* A structure of the given members, "dx.types.NAME". */
static dxki_type dx_struct(dxk_builder *b, const char *suffix, const dxki_type *members,
                           uint32_t count)
{
    name n = {.size = 0};

    put(&n, dxki_str("dx.types."));
    put(&n, dxki_str(suffix));
    return dxki_builder_named_struct(b, (dxk_str){n.text, n.size}, members, count);
}

/* `count` members of one type. */
static dxki_type uniform_struct(dxk_builder *b, const char *suffix, dxki_type member,
                                uint32_t count)
{
    dxki_type members[8];

    for (uint32_t i = 0; i < count; i++)
        members[i] = member;
    return dx_struct(b, suffix, members, count);
}

static dxki_type buffer_result(dxk_builder *b, dxki_type type)
{
    bool vector = dxki_type_kind_of(b->m, type) == DXKI_T_VECTOR;
    const dxki_type members[5] = {type, vector ? DXKI_TY_I32 : type, type, type, DXKI_TY_I32};
    name n = {.size = 0};

    put(&n, dxki_str("dx.types.ResRet."));
    put_type(&n, b->m, type);
    return dxki_builder_named_struct(b, (dxk_str){n.text, n.size}, members, vector ? 2 : 5);
}

/* As many values as fit in 16 bytes. */
static dxki_type constant_result(dxk_builder *b, dxki_type type)
{
    uint32_t bits = dxki_type_bits(b->m, type);
    bool native = bits == 16 && b->options.native_16bit;
    uint32_t count = bits == 64 ? 2 : native ? 8 : 4;
    name n = {.size = 0};
    dxki_type members[8];

    put(&n, dxki_str("dx.types.CBufRet."));
    put_type(&n, b->m, type);
    put(&n, dxki_str(native ? ".8" : ""));
    for (uint32_t i = 0; i < count; i++)
        members[i] = type;
    return dxki_builder_named_struct(b, (dxk_str){n.text, n.size}, members, count);
}

/* A handle: a structure around a pointer. */
static dxki_type handle_type(dxk_builder *b, const char *suffix)
{
    dxki_type pointer = dxki_type_pointer(b->m, DXKI_TY_I8, 0);

    return pointer ? dx_struct(b, suffix, &pointer, 1) : dxki_builder_nomem(b);
}

static dxki_type like_overload(dxk_builder *b, dxki_type overload, dxki_type element)
{
    return dxki_type_kind_of(b->m, overload) == DXKI_T_VECTOR
               ? dxki_builder_made(
                     b, dxki_type_vector(b->m, element, (uint32_t)dxki_type_count(b->m, overload)))
               : element;
}

static dxki_type struct_operand(dxk_builder *b, uint8_t operand)
{
    static const dxki_type carry[2] = {DXKI_TY_I32, DXKI_TY_I1};
    static const dxki_type binding[4] = {DXKI_TY_I32, DXKI_TY_I32, DXKI_TY_I32, DXKI_TY_I8};

    switch (operand) {
    case DXKI_OT_TWO_I32:
        return uniform_struct(b, "twoi32", DXKI_TY_I32, 2);
    case DXKI_OT_FOUR_I32:
        return uniform_struct(b, "fouri32", DXKI_TY_I32, 4);
    case DXKI_OT_I32_CARRY:
        return dx_struct(b, "i32c", carry, 2);
    case DXKI_OT_DIMENSIONS:
        return uniform_struct(b, "Dimensions", DXKI_TY_I32, 4);
    case DXKI_OT_SPLIT_DOUBLE:
        return uniform_struct(b, "splitdouble", DXKI_TY_I32, 2);
    case DXKI_OT_SAMPLE_POS:
        return uniform_struct(b, "SamplePos", DXKI_TY_FLOAT, 2);
    case DXKI_OT_HANDLE:
        return handle_type(b, "Handle");
    case DXKI_OT_BINDING:
        return dx_struct(b, "ResBind", binding, 4);
    case DXKI_OT_RES_PROPS:
        return uniform_struct(b, "ResourceProperties", DXKI_TY_I32, 2);
    case DXKI_OT_NODE:
        return handle_type(b, "NodeHandle");
    case DXKI_OT_NODE_PROPS:
        return uniform_struct(b, "NodeInfo", DXKI_TY_I32, 2);
    case DXKI_OT_NODE_RECORD:
        return handle_type(b, "NodeRecordHandle");
    case DXKI_OT_NODE_RECORD_PROPS:
        return uniform_struct(b, "NodeRecordInfo", DXKI_TY_I32, 2);
    default:
        return handle_type(b, "HitObject");
    }
}

/* The type of an operand or result; DXKI_OT_ numbers. */
static dxki_type operand_type(dxk_builder *b, uint8_t operand, const dxki_type types[4])
{
    static const dxki_type fixed[] = {
        [DXKI_OT_VOID] = DXKI_TY_VOID,     [DXKI_OT_I1] = DXKI_TY_I1,
        [DXKI_OT_I8] = DXKI_TY_I8,         [DXKI_OT_I16] = DXKI_TY_I16,
        [DXKI_OT_I32] = DXKI_TY_I32,       [DXKI_OT_I64] = DXKI_TY_I64,
        [DXKI_OT_HALF] = DXKI_TY_HALF,     [DXKI_OT_FLOAT] = DXKI_TY_FLOAT,
        [DXKI_OT_DOUBLE] = DXKI_TY_DOUBLE,
    };
    unsigned which = overload_of(operand);

    if (operand < sizeof fixed / sizeof fixed[0])
        return fixed[operand];
    if (operand == DXKI_OT_SHARED_1)
        return dxki_builder_made(b, dxki_type_pointer(b->m, types[1], DXK_SPACE_SHARED));
    if (which < 4)
        return types[which];
    switch (operand) {
    case DXKI_OT_FLOAT_PTR:
        return dxki_builder_made(b, dxki_type_pointer(b->m, DXKI_TY_FLOAT, 0));
    case DXKI_OT_OVERLOAD_ELEMENT:
        return dxki_type_scalar(b->m, types[0]);
    case DXKI_OT_OVERLOAD_I1:
        return like_overload(b, types[0], DXKI_TY_I1);
    case DXKI_OT_OVERLOAD_I32:
        return like_overload(b, types[0], DXKI_TY_I32);
    case DXKI_OT_RES_RET:
        return buffer_result(b, types[0]);
    case DXKI_OT_CBUF_RET:
        return constant_result(b, types[0]);
    case DXKI_OT_VEC4:
        return uniform_struct(b, types[0] == DXKI_TY_I16 ? "fouri16" : "fouri32", types[0], 4);
    case DXKI_OT_VEC9:
        return dxki_builder_made(b, dxki_type_vector(b->m, types[0], 9));
    case DXKI_OT_INT2:
        return dxki_builder_made(b, dxki_type_vector(b->m, DXKI_TY_I32, 2));
    default:
        return struct_operand(b, operand);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static uint32_t attributes_of(dxk_builder *b, const dxki_dxop_info *op)
{
    static const uint8_t kinds[] = {[DXKI_DXA_READNONE] = DXKI_AT_READNONE,
                                    [DXKI_DXA_READONLY] = DXKI_AT_READONLY,
                                    [DXKI_DXA_ARGMEMONLY] = DXKI_AT_ARGMEMONLY,
                                    [DXKI_DXA_NODUPLICATE] = DXKI_AT_NODUPLICATE,
                                    [DXKI_DXA_NORETURN] = DXKI_AT_NORETURN};
    dxki_attr attrs[2] = {{.kind = DXKI_AT_NOUNWIND}};
    uint32_t count = 1;

    if (op->attribute != DXKI_DXA_NONE)
        attrs[count++] = (dxki_attr){.kind = kinds[op->attribute]};
    dxki_attr_slot slot = {DXKI_ATTR_SLOT_FUNCTION, dxki_attr_make_set(b->m, attrs, count)};
    uint32_t list = slot.set == UINT32_MAX ? UINT32_MAX : dxki_attr_make_list(b->m, &slot, 1);
    return list == UINT32_MAX ? dxki_builder_nomem(b) : list;
}

static uint32_t declare(dxk_builder *b, const call_kind *k)
{
    dxki_type params[64] = {DXKI_TY_I32};
    name n = {.size = 0};

    put(&n, dxki_str("dx.op."));
    put(&n, dxki_str(k->op->cls));
    for (unsigned i = 0; i < dxki_dxop_overload_count(k->op); i++) {
        put(&n, dxki_str("."));
        put_type(&n, b->m, k->types[i]);
    }
    if (n.too_long)
        return DXKI_BFAIL(b, NAME, dxki_builder_text(k->op->name), dxki_builder_text("dx.op. ..."));
    dxki_type result = operand_type(b, k->op->result, k->types);
    for (uint32_t i = 0; i < k->op->operand_count && i < 63; i++)
        params[i + 1] = operand_type(b, k->op->operands[i].type, k->types);
    if (b->status != DXK_OK)
        return 0;
    dxki_global f = {.flags = DXKI_GF_DECLARATION, .attrs = attributes_of(b, k->op)};
    f.value_type = dxki_type_function(b->m, result, params, k->op->operand_count + 1u, false);
    f.type = f.value_type ? dxki_type_pointer(b->m, f.value_type, 0) : 0;
    if (!f.type)
        return dxki_builder_nomem(b);
    return b->status == DXK_OK ? dxki_builder_add_global(b, k->op->name, DXKI_G_FUNCTION, &f,
                                                         (dxk_str){n.text, n.size})
                               : 0;
}

/* The function for the class and types; 0: failed. */
static uint32_t function_of(dxk_builder *b, const call_kind *k)
{
    uint64_t state = dxki_hash_bytes(1, dxki_str(k->op->cls));

    for (int i = 0; i < 4; i++)
        state = dxki_hash_mix(state, k->types[i]);
    uint32_t hash = dxki_hash_end(state), pos = hash, id;
    while ((id = dxki_idset_next(&b->opfn_set, hash, &pos)) != 0) {
        const dxki_builder_op_function *fn = &b->opfns.items[id - 1];
        if (memcmp(fn->types, k->types, sizeof fn->types) == 0 && strcmp(fn->cls, k->op->cls) == 0)
            return fn->global;
    }
    dxki_builder_op_function fn = {.cls = k->op->cls, .global = declare(b, k)};
    memcpy(fn.types, k->types, sizeof fn.types);
    if (!fn.global)
        return 0;
    if (!dxki_vec_push(b->ctx, &b->opfns, fn) ||
        !dxki_idset_add(b->ctx, &b->opfn_set, hash, (uint32_t)b->opfns.count))
        return dxki_builder_nomem(b);
    return fn.global;
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
    if (!library && !(op->stages >> b->options.kind & 1)) {
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
    dxki_type wanted = operand_type(b, operand->type, k->types);
    uint64_t number;

    if (b->status != DXK_OK)
        return false;
    if (dxki_value_type(b->m, arg) != wanted)
        return dxki_builder_has_type(b, k->op->name, operand_name(b, k->op, index),
                                     dxki_value_type(b->m, arg), wanted);
    if ((operand->rules & DXKI_DXR_CONSTANT) && !dxki_value_is_const(arg)) {
        DXKI_BFAIL(b, CONSTANT, dxki_builder_text(k->op->name),
                   dxki_builder_text(operand_name(b, k->op, index)));
        return false;
    }
    if (operand->maximum != 255 && dxki_value_as_int(b->m, arg, &number) &&
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
    call_kind k = {.op = dxki_builder_ready(b) ? find_op(b, op) : NULL, .types = {overload}};

    if (!k.op || (overload && !dxki_builder_is_type(b, k.op->name, overload)))
        return DXK_NONE;
    if (index >= k.op->operand_count)
        return DXKI_BFAIL(b, RANGE, dxki_builder_text(k.op->name), dxki_builder_text("the operand"),
                          dxki_dec(index), dxki_builder_text("below the number of operands"));
    uint8_t type = k.op->operands[index].type;
    bool needs =
        overload_of(type) < 4 || (type >= DXKI_OT_OVERLOAD_ELEMENT && type <= DXKI_OT_OVERLOAD_I32);
    if (needs && (overload_of(type) % 4 != 0 || !is_overload(b->m, k.op, 0, overload)))
        return DXKI_BFAIL(b, OVERLOAD, dxki_builder_text(k.op->name),
                          dxki_builder_type_text(b, overload));
    return operand_type(b, type, k.types);
}

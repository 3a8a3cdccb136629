/* SPDX-License-Identifier: MIT */
/*
 * op_make.c - makes the functions of DXIL operations and the types of their operands; see op.h.
 * Whatever the module has of them is used.
 */
#include "dxil/op.h"

#include <string.h>

#include "ir/find.h"

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

static uint32_t hash_name(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(1, name));
}

dxki_type dxki_dxil_ops_find_struct(const dxki_dxil_ops *ops, dxk_str name)
{
    uint32_t hash = hash_name(name), pos = hash, type;
    while ((type = dxki_idset_next(&ops->structs, hash, &pos)) != 0) {
        if (dxki_str_same(dxki_string_get(ops->m, dxki_type_get(ops->m, type)->c), name))
            return type;
    }
    return 0;
}

dxki_type dxki_dxil_ops_struct(dxki_dxil_ops *ops, dxk_str name, const dxki_type *members,
                               uint32_t count)
{
    dxki_type type = dxki_dxil_ops_find_struct(ops, name);
    if (type)
        return type;
    dxki_string id = dxki_string_intern(ops->m, name);
    type = id == UINT32_MAX ? 0 : dxki_type_identified(ops->m, id);
    if (!type || !dxki_type_set_body(ops->m, type, members, count, false) ||
        !dxki_idset_add(ops->ctx, &ops->structs, hash_name(name), type))
        return 0;
    return type;
}

bool dxki_dxil_ops_init(dxki_dxil_ops *ops, dxk_module *m, bool native_16bit)
{
    *ops = (dxki_dxil_ops){.ctx = m->ctx, .m = m, .native_16bit = native_16bit};
    for (uint32_t i = DXKI_TY_FIRST_FREE; i < m->types.count; i++) {
        const dxki_type_entry *t = dxki_type_get(m, i);
        if (t->kind != DXKI_T_STRUCT || !(t->flags & DXKI_TF_IDENTIFIED) || t->c == 0)
            continue;
        if (!dxki_idset_add(m->ctx, &ops->structs, hash_name(dxki_string_get(m, t->c)), i)) {
            dxki_dxil_ops_free(ops);
            return false;
        }
    }
    return true;
}

void dxki_dxil_ops_free(dxki_dxil_ops *ops)
{
    dxki_idset_free(ops->ctx, &ops->structs);
    dxki_idset_free(ops->ctx, &ops->set);
    dxki_vec_free(ops->ctx, &ops->functions);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* The letters of a structure's members, which depend on the overloaded type. */
static const char *member_letters(const dxki_dxil_ops *ops, const dxki_dxop_type_info *info,
                                  dxki_type overload)
{
    uint32_t bits = dxki_type_bits(ops->m, overload);
    if (info->form == DXKI_OTF_RESULT && dxki_type_is_vector(ops->m, overload))
        return "oi";
    if (info->form == DXKI_OTF_ROW)
        return bits == 64 ? "oo" : bits == 16 && ops->native_16bit ? "oooooooo" : "oooo";
    return info->members;
}

static dxki_type make_struct(dxki_dxil_ops *ops, dxki_dxop_type type, const dxki_dxil_overloads *o)
{
    const char *letters = member_letters(ops, dxki_dxop_type_get(type), o->types[0]);
    char buffer[DXKI_DXIL_STRUCT_NAME];
    dxki_type members[8];
    uint32_t count = 0;
    for (; letters[count]; count++) {
        members[count] = dxki_dxil_letter_type(ops->m, letters[count], o->types[0]);
        if (!members[count])
            return 0;
    }
    dxk_str name = dxki_dxil_struct_name(ops->m, ops->native_16bit, type, o, buffer);
    return dxki_dxil_ops_struct(ops, name, members, count);
}

dxki_type dxki_dxil_ops_type(dxki_dxil_ops *ops, dxki_dxop_type type, const dxki_dxil_overloads *o)
{
    const dxki_dxop_type_info *info = dxki_dxop_type_get(type);
    dxk_module *m = ops->m;
    char letter = info->members[0];
    switch (info->form) {
    case DXKI_OTF_PLAIN:
        return dxki_dxil_letter_type(m, letter, 0);
    case DXKI_OTF_POINTER:
        return dxki_type_pointer(m, dxki_dxil_letter_type(m, letter, 0), DXKI_SPACE_DEFAULT);
    case DXKI_OTF_LIKE: {
        dxki_type element = dxki_dxil_letter_type(m, letter, 0);
        return dxki_type_is_vector(m, o->types[0])
                   ? dxki_type_vector(m, element, (uint32_t)dxki_type_count(m, o->types[0]))
                   : element;
    }
    case DXKI_OTF_VECTOR:
        return dxki_type_vector(m, dxki_dxil_letter_type(m, letter, o->types[0]),
                                (uint32_t)strlen(info->members));
    case DXKI_OTF_OVERLOAD:
        return o->types[letter - '0'];
    case DXKI_OTF_SHARED:
        return dxki_type_pointer(m, o->types[letter - '0'], DXKI_SPACE_SHARED);
    case DXKI_OTF_ELEMENT:
        return dxki_type_scalar(m, o->types[0]);
    default:
        return make_struct(ops, type, o);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* The attribute list of an operation's function; UINT32_MAX: out of memory. */
static uint32_t attributes_of(dxk_module *m, const dxki_dxop_info *op)
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
    dxki_attr_slot slot = {DXKI_ATTR_SLOT_FUNCTION, dxki_attr_make_set(m, attrs, count)};
    return slot.set == UINT32_MAX ? UINT32_MAX : dxki_attr_make_list(m, &slot, 1);
}

static dxki_type function_type(dxki_dxil_ops *ops, const dxki_dxop_info *op,
                               const dxki_dxil_overloads *o)
{
    dxki_type params[64] = {DXKI_TY_I32};
    dxki_type result = dxki_dxil_ops_type(ops, (dxki_dxop_type)op->result, o);
    uint32_t count = op->operand_count;
    for (uint32_t i = 0; result && i < count && i < 63; i++) {
        params[i + 1] = dxki_dxil_ops_type(ops, (dxki_dxop_type)op->operands[i].type, o);
        if (!params[i + 1])
            return 0;
    }
    return result ? dxki_type_function(ops->m, result, params, count + 1, false) : 0;
}

static uint32_t add_function(dxki_dxil_ops *ops, const dxki_dxop_info *op, dxki_type type,
                             dxk_str name)
{
    dxki_global f = {.flags = DXKI_GF_DECLARATION,
                     .attrs = attributes_of(ops->m, op),
                     .value_type = type,
                     .type = dxki_type_pointer(ops->m, type, DXKI_SPACE_DEFAULT),
                     .name = dxki_string_intern(ops->m, name),
                     .bit_offset = UINT32_MAX};
    if (f.attrs == UINT32_MAX || !f.type || f.name == UINT32_MAX)
        return 0;
    return dxki_global_add(ops->m, DXKI_G_FUNCTION, &f);
}

/* The function of that name and type, or a new one: a number goes after the name when functions
 * of other types have it. */
static uint32_t find_or_add(dxki_dxil_ops *ops, const dxki_dxop_info *op, dxki_type type,
                            dxk_buffer *name)
{
    size_t size = name->size;
    for (uint32_t number = 0;; number++) {
        char digits[24], *end = digits + sizeof digits - 1;
        *end = 0;
        name->size = size;
        if (number && dxk_buffer_append(name, dxki_format_u64(end, number),
                                        strlen(dxki_format_u64(end, number))) != DXK_OK)
            return 0;
        dxk_str text = {(const char *)name->data, name->size};
        uint32_t found = dxki_global_find(ops->m, text);
        if (!found)
            return add_function(ops, op, type, text);
        ops->bad_name = ops->m->globals.items[found].kind != DXKI_G_FUNCTION;
        if (ops->bad_name || ops->m->globals.items[found].value_type == type)
            return ops->bad_name ? 0 : found;
    }
}

static uint32_t declare(dxki_dxil_ops *ops, const dxki_dxop_info *op, const dxki_dxil_overloads *o)
{
    dxk_buffer name;
    dxki_out out;
    uint32_t global = 0;
    dxk_buffer_init(&name, ops->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&name));
    dxki_dxil_put_function_name(ops->m, &out, op, o, NULL);
    bool good = dxki_out_flush(&out) == DXK_OK;
    ops->bad_name = ops->longest_name && name.size > ops->longest_name;
    dxki_type type = good && !ops->bad_name ? function_type(ops, op, o) : 0;
    if (type)
        global = find_or_add(ops, op, type, &name);
    dxk_buffer_free(&name);
    return global;
}

uint32_t dxki_dxil_ops_function(dxki_dxil_ops *ops, const dxki_dxop_info *op,
                                const dxki_dxil_overloads *o)
{
    uint64_t state = dxki_hash_bytes(1, dxki_str(op->cls));
    for (unsigned i = 0; i < DXKI_OVERLOADS; i++)
        state = dxki_hash_mix(state, o->types[i]);
    uint32_t hash = dxki_hash_end(state), pos = hash, id;
    while ((id = dxki_idset_next(&ops->set, hash, &pos)) != 0) {
        const dxki_dxil_op_function *fn = &ops->functions.items[id - 1];
        if (memcmp(&fn->overloads, o, sizeof *o) == 0 && strcmp(fn->cls, op->cls) == 0)
            return fn->global;
    }
    dxki_dxil_op_function fn = {op->cls, *o, declare(ops, op, o)};
    if (!fn.global || !dxki_vec_push(ops->ctx, &ops->functions, fn) ||
        !dxki_idset_add(ops->ctx, &ops->set, hash, (uint32_t)ops->functions.count))
        return 0;
    return fn.global;
}

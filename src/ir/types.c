/* SPDX-License-Identifier: MIT */
/* types.c - see types.h. */
#include "ir/idset.h"

#include <string.h>

#define DEPTH_MAX 0xffffu

/* Levels of nesting of something that contains `type`. */
static uint16_t depth_above(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *entry = dxki_type_get(m, type);
    if (entry->flags & DXKI_TF_IDENTIFIED)
        return 1;
    return entry->depth < DEPTH_MAX ? (uint16_t)(entry->depth + 1) : DEPTH_MAX;
}

static uint32_t hash_entry(const dxki_type_entry *e, const dxki_type *list, uint32_t count)
{
    uint64_t state = (uint64_t)e->kind << 8 | e->flags;
    if (list || count)
        return dxki_hash_end(dxki_hash_words(state, list, count));
    state = dxki_hash_mix(state, e->a);
    return dxki_hash_end(dxki_hash_mix(state, (uint64_t)e->c << 32 | e->b));
}

static bool has_list(const dxki_type_entry *e)
{
    return e->kind == DXKI_T_FUNCTION || e->kind == DXKI_T_STRUCT;
}

static bool same(const dxk_module *m, const dxki_type_entry *old, const dxki_type_entry *e,
                 const dxki_type *list)
{
    if (old->kind != e->kind || old->flags != e->flags || old->b != e->b)
        return false;
    if (!has_list(e) || !list)
        return old->a == e->a && old->c == e->c;
    return e->b == 0 || memcmp(m->type_ops.items + old->a, list, e->b * sizeof *list) == 0;
}

static bool push_list(dxk_module *m, const dxki_type *list, uint32_t count, uint32_t *offset)
{
    if (count > UINT32_MAX - m->type_ops.count || !dxki_vec_reserve(m->ctx, &m->type_ops, count))
        return false;
    *offset = (uint32_t)m->type_ops.count;
    if (count && list)
        memcpy(m->type_ops.items + m->type_ops.count, list, count * sizeof *list);
    m->type_ops.count += count;
    return true;
}

static dxki_type append(dxk_module *m, const dxki_type_entry *entry)
{
    if (m->types.count >= UINT32_MAX || !dxki_vec_push(m->ctx, &m->types, *entry))
        return 0;
    return (dxki_type)(m->types.count - 1);
}

/* `list`: contained types of functions and structs (e->b of them), which the hash is made of. */
static dxki_type intern(dxk_module *m, dxki_type_entry *e, const dxki_type *list)
{
    uint32_t hash = has_list(e) ? hash_entry(e, list, e->b) : hash_entry(e, NULL, 0);
    uint32_t pos = hash, id;
    while ((id = dxki_idset_next(&m->type_set, hash, &pos)) != 0) {
        if (same(m, &m->types.items[id], e, list))
            return id;
    }
    if (has_list(e) && !push_list(m, list, e->b, &e->a))
        return 0;
    id = append(m, e);
    return id && dxki_idset_add(m->ctx, &m->type_set, hash, id) ? id : 0;
}

dxki_type dxki_type_int(dxk_module *m, uint32_t width)
{
    dxki_type_entry e = {.kind = DXKI_T_INT, .a = width};
    return intern(m, &e, NULL);
}

dxki_type dxki_type_pointer(dxk_module *m, dxki_type pointee, uint32_t space)
{
    dxki_type_entry e = {.kind = DXKI_T_POINTER, .a = pointee, .b = space};
    e.depth = depth_above(m, pointee);
    return intern(m, &e, NULL);
}

dxki_type dxki_type_array(dxk_module *m, dxki_type element, uint64_t count)
{
    dxki_type_entry e = {.kind = DXKI_T_ARRAY, .a = element};
    e.b = (uint32_t)count;
    e.c = (uint32_t)(count >> 32);
    e.depth = depth_above(m, element);
    return intern(m, &e, NULL);
}

dxki_type dxki_type_vector(dxk_module *m, dxki_type element, uint32_t count)
{
    dxki_type_entry e = {.kind = DXKI_T_VECTOR, .a = element, .b = count};
    e.depth = depth_above(m, element);
    return intern(m, &e, NULL);
}

static uint16_t list_depth(const dxk_module *m, const dxki_type *list, uint32_t count)
{
    uint16_t depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint16_t above = depth_above(m, list[i]);
        if (above > depth)
            depth = above;
    }
    return depth;
}

dxki_type dxki_type_function(dxk_module *m, dxki_type result, const dxki_type *params,
                             uint32_t count, bool vararg)
{
    if (count == UINT32_MAX)
        return 0;
    /* The list has to be in one piece: build it where it may stay. */
    if (!dxki_vec_reserve(m->ctx, &m->type_ops, (size_t)count * 2 + 2))
        return 0;
    dxki_type *list = m->type_ops.items + m->type_ops.count + count + 1;
    list[0] = result;
    if (count)
        memcpy(list + 1, params, count * sizeof *list);
    dxki_type_entry e = {.kind = DXKI_T_FUNCTION, .b = count + 1};
    e.flags = vararg ? DXKI_TF_VARARG : 0;
    e.depth = list_depth(m, list, count + 1);
    return intern(m, &e, list);
}

dxki_type dxki_type_struct(dxk_module *m, const dxki_type *elements, uint32_t count, bool packed)
{
    dxki_type_entry e = {.kind = DXKI_T_STRUCT, .b = count};
    e.flags = packed ? DXKI_TF_PACKED : 0;
    e.depth = list_depth(m, elements, count);
    return intern(m, &e, elements);
}

dxki_type dxki_type_identified(dxk_module *m, dxki_string name)
{
    dxki_type_entry e = {.kind = DXKI_T_STRUCT, .c = name};
    e.flags = DXKI_TF_IDENTIFIED | DXKI_TF_OPAQUE;
    return append(m, &e);
}

bool dxki_type_set_body(dxk_module *m, dxki_type type, const dxki_type *elements, uint32_t count,
                        bool packed)
{
    uint32_t offset;
    if (!push_list(m, elements, count, &offset))
        return false;
    dxki_type_entry *e = &m->types.items[type];
    e->flags = (uint8_t)(DXKI_TF_IDENTIFIED | (packed ? DXKI_TF_PACKED : 0));
    e->a = offset;
    e->b = count;
    e->depth = list_depth(m, elements, count);
    return true;
}

bool dxki_type_may_be_element(const dxk_module *m, dxki_type type)
{
    switch (dxki_type_kind_of(m, type)) {
    case DXKI_T_NONE:
    case DXKI_T_VOID:
    case DXKI_T_LABEL:
    case DXKI_T_METADATA:
    case DXKI_T_FUNCTION:
        return false;
    default:
        return true;
    }
}

bool dxki_type_may_be_vector_element(const dxk_module *m, dxki_type type)
{
    return dxki_type_is_fp(m, type) || dxki_type_is_int(m, type) ||
           dxki_type_kind_of(m, type) == DXKI_T_POINTER;
}

bool dxki_type_may_be_pointee(const dxk_module *m, dxki_type type)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    return kind != DXKI_T_NONE && kind != DXKI_T_VOID && kind != DXKI_T_LABEL &&
           kind != DXKI_T_METADATA;
}

bool dxki_type_may_be_param(const dxk_module *m, dxki_type type)
{
    return dxki_type_is_first_class(m, type);
}

bool dxki_type_may_be_result(const dxk_module *m, dxki_type type)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    return kind != DXKI_T_NONE && kind != DXKI_T_FUNCTION && kind != DXKI_T_LABEL &&
           kind != DXKI_T_METADATA;
}

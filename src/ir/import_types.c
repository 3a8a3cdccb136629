/* SPDX-License-Identifier: MIT */
/*
 * import_types.c - types, attributes and strings of another module. See import.h.
 *
 * Structural types are made by the constructors. An identified struct is compared with its namesake
 * first; a struct may contain itself, so the comparison takes for granted what it is comparing, and
 * remembers it in `trial`. A new one is made without a body; bodies come when no type is half made.
 */
#include <string.h>

#include "base/out.h"
#include "ir/idset.h"
#include "ir/import.h"

/* --- strings and attributes --- */

bool dxki_import_string(dxki_importer *im, dxki_string string, dxki_string *to)
{
    *to = dxki_string_intern(im->to, dxki_string_get(im->from, string));
    return *to != UINT32_MAX;
}

bool dxki_import_kind(dxki_importer *im, uint32_t kind, uint32_t *to)
{
    if (!im->kinds[kind])
        im->kinds[kind] =
            dxki_md_kind_index(im->to, dxki_string_get(im->from, im->from->md_kinds.items[kind])) +
            1;
    *to = im->kinds[kind] - 1;
    return im->kinds[kind] != 0;
}

static bool import_set(dxki_importer *im, uint32_t set, uint32_t *to)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(im->from, set, &count);
    size_t size = ((size_t)count + 1) * sizeof *attrs;
    dxki_attr *copy = dxki_realloc(im->to->ctx, NULL, 0, size);
    bool good = copy != NULL;
    for (uint32_t i = 0; i < count && good; i++) {
        copy[i] = attrs[i];
        good = dxki_import_string(im, attrs[i].key, &copy[i].key) &&
               dxki_import_string(im, attrs[i].string, &copy[i].string);
    }
    *to = good ? dxki_attr_make_set(im->to, copy, count) : UINT32_MAX;
    if (copy)
        dxki_realloc(im->to->ctx, copy, size, 0);
    return *to != UINT32_MAX;
}

bool dxki_import_attrs(dxki_importer *im, uint32_t list, uint32_t *to)
{
    uint32_t count;
    const dxki_attr_slot *slots = dxki_attr_list(im->from, list, &count);
    size_t size = ((size_t)count + 1) * sizeof *slots;
    *to = im->attrs[list];
    if (!list || *to)
        return true;
    dxki_attr_slot *copy = dxki_realloc(im->to->ctx, NULL, 0, size);
    bool good = copy != NULL;
    for (uint32_t i = 0; i < count && good; i++) {
        copy[i].slot = slots[i].slot;
        good = import_set(im, slots[i].set, &copy[i].set);
    }
    *to = good ? dxki_attr_make_list(im->to, copy, count) : UINT32_MAX;
    if (copy)
        dxki_realloc(im->to->ctx, copy, size, 0);
    if (*to == UINT32_MAX)
        return false;
    im->attrs[list] = *to;
    return true;
}

/* --- is a struct its namesake? --- */

static bool push_pair(dxki_importer *im, dxki_type from, dxki_type to)
{
    dxk_ctx *ctx = im->to->ctx;
    return dxki_vec_push(ctx, &im->stack, from) && dxki_vec_push(ctx, &im->stack, to);
}

/* The same but for what they contain? */
static bool same_entry(const dxki_importer *im, dxki_type from, dxki_type to)
{
    const dxki_type_entry *a = dxki_type_get(im->from, from), *b = dxki_type_get(im->to, to);
    if (a->kind != b->kind || a->flags != b->flags)
        return false;
    switch (a->kind) {
    case DXKI_T_INT:
        return a->a == b->a;
    case DXKI_T_POINTER:
        return a->b == b->b;
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        return a->b == b->b && a->c == b->c;
    case DXKI_T_FUNCTION:
        return a->b == b->b;
    case DXKI_T_STRUCT:
        return a->b == b->b &&
               dxki_str_same(dxki_string_get(im->from, a->c), dxki_string_get(im->to, b->c));
    default:
        return true;
    }
}

/* Pushes the contained types in pairs. */
static bool push_inner(dxki_importer *im, dxki_type from, dxki_type to)
{
    const dxki_type_entry *a = dxki_type_get(im->from, from), *b = dxki_type_get(im->to, to);
    uint32_t count;
    if (a->kind == DXKI_T_POINTER || a->kind == DXKI_T_ARRAY || a->kind == DXKI_T_VECTOR)
        return push_pair(im, a->a, b->a);
    dxki_type_list(im->from, from, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (!push_pair(im, im->from->type_ops.items[a->a + i], im->to->type_ops.items[b->a + i]))
            return false;
    }
    return true;
}

/* *same: the types are alike through and through. False: out of memory. */
static bool compare(dxki_importer *im, dxki_type from, dxki_type to, bool *same)
{
    size_t floor = im->stack.count;
    *same = true;
    if (!push_pair(im, from, to))
        return false;
    while (im->stack.count > floor && *same) {
        to = im->stack.items[--im->stack.count];
        from = im->stack.items[--im->stack.count];
        dxki_type known = im->types[from] ? im->types[from] : dxki_value_map_get(&im->trial, from);
        *same = known ? known == to : same_entry(im, from, to);
        if (known || !*same)
            continue;
        if (!dxki_value_map_put(im->to->ctx, &im->trial, from, to) || !push_inner(im, from, to))
            return false;
    }
    im->stack.count = floor;
    return true;
}

/* What the comparison took for granted is so. */
static void accept_trial(dxki_importer *im)
{
    for (uint32_t i = 0; i < im->trial.capacity; i++) {
        if (im->trial.slots[i].key)
            im->types[im->trial.slots[i].key] = im->trial.slots[i].value;
    }
}

/* --- identified structs --- */

static uint32_t hash_name(dxk_str name)
{
    return dxki_hash_end(dxki_hash_bytes(0, name));
}

/* A struct of the destination with that name; 0: there is none. */
static dxki_type find_struct(const dxki_importer *im, dxk_str name)
{
    uint32_t hash = hash_name(name), pos = hash, id;
    while ((id = dxki_idset_next(&im->target->struct_names, hash, &pos)) != 0) {
        if (dxki_str_same(dxki_string_get(im->to, dxki_type_get(im->to, id)->c), name))
            return id;
    }
    return 0;
}

bool dxki_import_index_structs(dxki_import_target *target)
{
    dxk_module *m = target->to;
    for (dxki_type i = DXKI_TY_FIRST_FREE; i < m->types.count; i++) {
        const dxki_type_entry *e = dxki_type_get(m, i);
        if (e->flags & DXKI_TF_IDENTIFIED && e->c &&
            !dxki_idset_add(m->ctx, &target->struct_names, hash_name(dxki_string_get(m, e->c)), i))
            return false;
    }
    return true;
}

/* The name, or one like it that no struct has. */
static bool free_name(dxki_importer *im, dxk_str name, dxki_string *to)
{
    size_t room = name.size + 12;
    char *text = dxki_realloc(im->to->ctx, NULL, 0, room);
    dxk_str tried = name;
    *to = UINT32_MAX;
    for (uint32_t number = 0; text && find_struct(im, tried); number++) {
        char digits[12], *end = digits + sizeof digits - 1;
        *end = 0;
        const char *shown = dxki_format_u64(end, number);
        memcpy(text, name.data, name.size);
        text[name.size] = '.';
        memcpy(text + name.size + 1, shown, strlen(shown));
        tried = (dxk_str){text, name.size + 1 + strlen(shown)};
    }
    if (text) {
        *to = dxki_string_intern(im->to, tried);
        dxki_realloc(im->to->ctx, text, room, 0);
    }
    return *to != UINT32_MAX;
}

/* A new struct; its body comes later. */
static dxki_type new_struct(dxki_importer *im, dxki_type type)
{
    dxk_module *m = im->to;
    dxk_str name = dxki_string_get(im->from, dxki_type_get(im->from, type)->c);
    dxki_string id = 0;
    if (name.size && !free_name(im, name, &id))
        return 0;
    dxki_type made = dxki_type_identified(m, id);
    if (made && id &&
        !dxki_idset_add(m->ctx, &im->target->struct_names, hash_name(dxki_string_get(m, id)), made))
        return 0;
    return made;
}

static dxki_type import_struct(dxki_importer *im, dxki_type type)
{
    const dxki_type_entry *e = dxki_type_get(im->from, type);
    dxk_str name = dxki_string_get(im->from, e->c);
    dxki_type old = name.size ? find_struct(im, name) : 0;
    bool opaque = e->flags & DXKI_TF_OPAQUE, same = false;
    if (old && opaque)
        return im->types[type] = old;
    bool fill = old && dxki_type_get(im->to, old)->flags & DXKI_TF_OPAQUE;
    if (old && !fill) {
        dxki_value_map_clear(&im->trial);
        if (!compare(im, type, old, &same))
            return 0;
        if (same)
            accept_trial(im);
    }
    if (same)
        return old;
    dxki_type made = fill ? old : new_struct(im, type);
    if (made && !opaque && !dxki_vec_push(im->to->ctx, &im->bodies, type))
        return 0;
    return im->types[type] = made;
}

/* --- all types --- */

static dxki_type import_one(dxki_importer *im, dxki_type type);

/* The contained types, after what is in im->words already: those of the type around them. */
static bool import_list(dxki_importer *im, dxki_type type)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(im->from, type, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxki_type inner = import_one(im, list[i]);
        if (!inner || !dxki_vec_push(im->to->ctx, &im->words, inner))
            return false;
    }
    return true;
}

static dxki_type import_listed(dxki_importer *im, dxki_type type)
{
    const dxki_type_entry *e = dxki_type_get(im->from, type);
    size_t floor = im->words.count;
    dxki_type made = 0;
    if (import_list(im, type)) {
        const dxki_type *list = im->words.items + floor;
        made =
            e->kind == DXKI_T_FUNCTION
                ? dxki_type_function(im->to, list[0], list + 1, e->b - 1, e->flags & DXKI_TF_VARARG)
                : dxki_type_struct(im->to, list, e->b, e->flags & DXKI_TF_PACKED);
    }
    im->words.count = floor;
    return made;
}

static dxki_type import_contained(dxki_importer *im, dxki_type type)
{
    const dxki_type_entry *e = dxki_type_get(im->from, type);
    uint64_t count = (uint64_t)e->c << 32 | e->b;
    dxki_type inner = import_one(im, e->a);
    if (!inner)
        return 0;
    if (e->kind == DXKI_T_POINTER)
        return dxki_type_pointer(im->to, inner, e->b);
    return e->kind == DXKI_T_ARRAY ? dxki_type_array(im->to, inner, count)
                                   : dxki_type_vector(im->to, inner, e->b);
}

/* Recurses as deep as types without an identity nest, which is bounded. */
static dxki_type import_one(dxki_importer *im, dxki_type type)
{
    const dxki_type_entry *e = dxki_type_get(im->from, type);
    if (type < DXKI_TY_FIRST_FREE || im->types[type])
        return type < DXKI_TY_FIRST_FREE ? type : im->types[type];
    if (e->flags & DXKI_TF_IDENTIFIED)
        return import_struct(im, type);
    dxki_type made;
    if (e->kind == DXKI_T_INT)
        made = dxki_type_int(im->to, e->a);
    else if (e->kind == DXKI_T_FUNCTION || e->kind == DXKI_T_STRUCT)
        made = import_listed(im, type);
    else
        made = import_contained(im, type);
    return im->types[type] = made;
}

/* Bodies of structs, which may bring more structs. */
static bool import_bodies(dxki_importer *im)
{
    while (im->bodies.count) {
        dxki_type type = im->bodies.items[--im->bodies.count];
        const dxki_type_entry *e = dxki_type_get(im->from, type);
        size_t floor = im->words.count;
        bool good = import_list(im, type) &&
                    dxki_type_set_body(im->to, im->types[type], im->words.items + floor, e->b,
                                       e->flags & DXKI_TF_PACKED);
        im->words.count = floor;
        if (!good)
            return false;
    }
    return true;
}

dxki_type dxki_import_type(dxki_importer *im, dxki_type type)
{
    dxki_type made = import_one(im, type);
    return made && import_bodies(im) ? made : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * members.c - what types do not tell of two resources of one name: names and offsets of members, the
 * order of matrices, and signs of integers. Each function reads by the layout of its own library, so a difference
 * would be wrong code. See link.h.
 */
#include "link/link.h"

#include "base/out.h"
#include "base/str.h"

#define NESTING 64u /* of structures in structures */

typedef const dxki_dxil_field_annotation *field;

/* A structure in a library. */
typedef struct side {
    const dxk_dxil *d;
    dxki_type type;
} side;

typedef struct comparison {
    dxki_link *link;
    dxki_type *seen; /* by structure here: the last one there that was compared with it */
    dxki_link_unlike *found;
} comparison;

/* The structure that a type is an array of; 0: there is none. */
static dxki_type struct_in(const dxk_module *m, dxki_type type)
{
    while (type && dxki_type_kind_of(m, type) == DXKI_T_ARRAY)
        type = dxki_type_element(m, type, 0);
    return type && dxki_type_kind_of(m, type) == DXKI_T_STRUCT ? type : 0;
}

static const dxki_dxil_struct_annotation *annotation_of(side s)
{
    uint32_t number = s.type ? dxki_dxil_struct_number(s.d, s.type) : 0;
    return number ? s.d->structs[number - 1].annotation : NULL;
}

static bool has_name(const dxki_dxil_struct_annotation *s, dxk_str name)
{
    for (uint32_t i = 0; i < s->fields.count; i++)
        if (dxki_str_same(((field)s->fields.items[i])->name, name))
            return true;
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

static const char *order_word(uint32_t orientation)
{
    return orientation == DXKI_ROW_MAJOR      ? "row-major"
           : orientation == DXKI_COLUMN_MAJOR ? "column-major"
                                              : "no matrix";
}

static const char *type_word(uint32_t component_type)
{
    const char *text = dxk_enum_text(DXK_ENUM_ID_component_type, component_type);
    return text ? text : "unknown";
}

/* Keeps ": member 0 is 'a' here, 'b' there". */
static bool say(comparison *c, bool is_layout, const char *format, const dxki_arg *args,
                size_t count)
{
    char text[512];
    size_t size = dxki_format(text, sizeof text, format, args, count);
    char *copy =
        dxki_arena_strdup(&c->link->arena, text, size < sizeof text ? size : sizeof text - 1);
    c->found->is_layout = is_layout;
    c->found->words = copy ? dxki_str(copy) : (dxk_str){NULL, 0};
    return false;
}

#define SAY(c, is_layout, format, ...) say((c), (is_layout), (format), DXKI_ARGS(__VA_ARGS__))

/* ---------------------------------------------------------------------------------------- */
/* Comparing                                                                                  */

/* Members `i` of both. False: they differ, and c->found says how. */
static bool compare_fields(comparison *c, const dxki_dxil_struct_annotation *here,
                           const dxki_dxil_struct_annotation *there, uint32_t i)
{
    field a = here->fields.items[i], b = there->fields.items[i];
    if (a->name.size && b->name.size && !dxki_str_same(a->name, b->name)) {
        bool moved = has_name(here, b->name) || has_name(there, a->name);
        if (moved || !c->found->words.size)
            SAY(c, moved, ": member %0 is '%1' here, '%2' there", dxki_dec(i), dxki_text(a->name),
                dxki_text(b->name));
        return !moved;
    }
    if (a->cbuffer_offset != b->cbuffer_offset)
        return SAY(c, true, ": member '%0' is at byte %1 here, at byte %2 there",
                   dxki_text(a->name), dxki_dec(a->cbuffer_offset), dxki_dec(b->cbuffer_offset));
    if (a->matrix.orientation != b->matrix.orientation)
        return SAY(c, true, ": member '%0' is %1 here, %2 there", dxki_text(a->name),
                   dxki_text(dxki_str(order_word(a->matrix.orientation))),
                   dxki_text(dxki_str(order_word(b->matrix.orientation))));
    if (a->component_type != b->component_type && !c->found->words.size)
        SAY(c, false, ": member '%0' is %1 here, %2 there", dxki_text(a->name),
            dxki_text(dxki_str(type_word(a->component_type))),
            dxki_text(dxki_str(type_word(b->component_type))));
    return true;
}

/* Structures of one shape, member by member. False: see compare_fields(). */
static bool compare(comparison *c, side here, side there, uint32_t depth)
{
    here.type = struct_in(here.d->m, here.type);
    there.type = struct_in(there.d->m, there.type);
    const dxki_dxil_struct_annotation *x = annotation_of(here), *y = annotation_of(there);
    uint32_t count, other;
    if (!x || !y || depth >= NESTING)
        return true;
    uint32_t number = dxki_dxil_struct_number(here.d, here.type) - 1;
    if (c->seen[number] == there.type)
        return true;
    c->seen[number] = there.type;
    const dxki_type *a = dxki_type_list(here.d->m, here.type, &count);
    const dxki_type *b = dxki_type_list(there.d->m, there.type, &other);
    for (uint32_t i = 0; i < count && i < other && i < x->fields.count && i < y->fields.count;
         i++) {
        side left = {here.d, a[i]}, right = {there.d, b[i]};
        if (!compare_fields(c, x, y, i) || !compare(c, left, right, depth + 1))
            return false;
    }
    return true;
}

bool dxki_link_compare_members(dxki_link *link, const dxki_link_library *here,
                               const dxki_dxil_resource *a, const dxki_link_library *there,
                               const dxki_dxil_resource *b, dxki_link_unlike *out)
{
    comparison c = {.link = link, .found = out};
    *out = (dxki_link_unlike){{NULL, 0}, false};
    c.seen = DXKI_NEW_ARRAY(&link->arena, dxki_type, (size_t)here->d->struct_count + 1);
    if (!c.seen)
        return false;
    compare(&c, (side){here->d, a->hlsl_type}, (side){there->d, b->hlsl_type}, 0);
    return true;
}

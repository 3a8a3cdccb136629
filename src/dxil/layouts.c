/* SPDX-License-Identifier: MIT */
/* layouts.c - descriptions of structures that a module does not need any more: those of resources that
 * went. Source: DXIL.rst, "Type annotations". */
#include "base/vec.h"
#include "dxil/dxil.h"

/* What is known of a type, by its number. */
enum { GONE = 1, NEEDED = 2 };

typedef struct walk {
    const dxk_dxil *d;
    uint8_t *marks;
    uint8_t as;               /* GONE, NEEDED */
    DXKI_VEC(dxki_type) left; /* whose parts are to be marked */
    bool failed;
} walk;

static void mark(walk *w, dxki_type type)
{
    if (type >= w->d->m->types.count || w->marks[type] & w->as)
        return;
    w->marks[type] |= w->as;
    w->failed |= !dxki_vec_push(w->d->ctx, &w->left, type);
}

static void mark_parts(walk *w, dxki_type type)
{
    const dxk_module *m = w->d->m;
    const dxki_dxil_struct_annotation *s = dxki_dxil_struct(w->d, type);
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    uint32_t count;
    const dxki_type *parts = dxki_type_list(m, type, &count);

    if (kind == DXKI_T_ARRAY || kind == DXKI_T_POINTER)
        mark(w, dxki_type_get(m, type)->a);
    for (uint32_t i = 0; i < count; i++)
        mark(w, parts[i]);
    for (uint32_t i = 0; s && i < s->template_args.count; i++) {
        const dxki_dxil_template_arg *arg = s->template_args.items[i];
        if (arg->type_value)
            mark(w, dxki_value_type(m, arg->type_value));
    }
}

static void mark_all(walk *w, uint8_t as, const dxki_type *types, uint32_t count)
{
    w->as = as;
    for (uint32_t i = 0; i < count; i++)
        mark(w, types[i]);
    while (w->left.count && !w->failed)
        mark_parts(w, w->left.items[--w->left.count]);
}

/* The types of resources, functions and payloads that are there. */
static void mark_needed(walk *w)
{
    const dxk_dxil *d = w->d;

    w->as = NEEDED;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            mark(w, ((const dxki_dxil_resource *)d->resources[cls].items[i])->hlsl_type);
    }
    for (uint32_t i = 0; i < d->function_count; i++)
        mark(w, d->m->globals.items[d->functions[i].function].value_type);
    for (uint32_t i = 0; i < d->payload_count; i++)
        mark(w, d->payloads[i].type);
    mark_all(w, NEEDED, NULL, 0);
}

static void keep_needed(dxk_dxil *d, dxki_dxil_annotated_struct *kept, const uint8_t *marks)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < d->struct_count; i++) {
        dxki_type type = d->structs[i].type;
        uint32_t last = d->struct_of_type[type];
        if (marks[type] == GONE) {
            d->struct_of_type[type] = 0;
            continue;
        }
        kept[count++] = d->structs[i];
        if (last == i + 1)
            d->struct_of_type[type] = count;
    }
    d->structs = kept;
    d->struct_count = count;
}

bool dxki_dxil_drop_layouts(dxk_dxil *d, const dxki_type *gone, uint32_t count)
{
    walk w = {.d = d, .marks = DXKI_NEW_ARRAY(&d->arena, uint8_t, d->m->types.count)};
    dxki_dxil_annotated_struct *kept =
        DXKI_NEW_ARRAY(&d->arena, dxki_dxil_annotated_struct, d->struct_count + 1u);
    bool good = w.marks && kept;

    if (good && d->struct_count) {
        mark_all(&w, GONE, gone, count);
        mark_needed(&w);
        good = !w.failed;
    }
    if (good && d->struct_count)
        keep_needed(d, kept, w.marks);
    dxki_vec_free(d->ctx, &w.left);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* What is used                                                                               */

/* Structures that are told of count with what is in them, behind one pointer. */
static void mark_used(walk *w, dxki_type type)
{
    const dxk_module *m = w->d->m;

    if (dxki_type_kind_of(m, type) == DXKI_T_POINTER)
        type = dxki_type_get(m, type)->a;
    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(m, type)->a;
    if (dxki_dxil_struct(w->d, type))
        mark(w, type);
}

static void mark_members(walk *w, dxki_type type)
{
    uint32_t count;
    const dxki_type *members = dxki_type_list(w->d->m, type, &count);

    for (uint32_t i = 0; i < count; i++)
        mark_used(w, members[i]);
}

static void mark_all_used(walk *w)
{
    const dxk_dxil *d = w->d;

    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            mark_used(w, ((const dxki_dxil_resource *)d->resources[cls].items[i])->hlsl_type);
    for (uint32_t i = 1; i < d->m->globals.count; i++)
        if (d->m->globals.items[i].kind == DXKI_G_FUNCTION)
            mark_members(w, d->m->globals.items[i].value_type);
    while (w->left.count && !w->failed)
        mark_members(w, w->left.items[--w->left.count]);
}

bool dxki_dxil_keep_used_layouts(dxk_dxil *d)
{
    walk w = {.d = d, .as = NEEDED, .marks = DXKI_NEW_ARRAY(&d->arena, uint8_t, d->m->types.count)};
    dxki_dxil_annotated_struct *kept =
        DXKI_NEW_ARRAY(&d->arena, dxki_dxil_annotated_struct, d->struct_count + 1u);
    bool good = w.marks && kept;

    if (good && d->struct_count) {
        mark_all_used(&w);
        good = !w.failed;
        for (uint32_t i = 0; i < d->struct_count; i++)
            if (!w.marks[d->structs[i].type])
                w.marks[d->structs[i].type] = GONE;
    }
    if (good && d->struct_count)
        keep_needed(d, kept, w.marks);
    dxki_vec_free(d->ctx, &w.left);
    return good;
}

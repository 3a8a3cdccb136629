/* SPDX-License-Identifier: MIT */
/*
 * layouts.c - the order in which structures are told of: a structure before those in it, structures
 * that stand for constant and texture buffers after others, copies of structures for payloads, and last
 * those that are laid out for memory, which the reference makes of what resources have when all code is
 * there: of constant buffers first, then of UAVs and SRVs, what is in a structure before it.
 */
#include "builder/builder.h"

/* Structures in each other that are followed; what is deeper comes last. */
#define MOST_DEPTH 64u

/* Who tells of a structure. */
enum { PLAIN, BUFFER, COPY, IN_MEMORY, PLACED };

size_t dxki_builder_layout_begin(dxk_builder *b)
{
    const dxki_dxil_annotated_struct nothing = {0, NULL};

    if (dxki_builder_ready(b) && !dxki_vec_push(b->ctx, &b->layouts, nothing))
        dxki_builder_nomem(b);
    return b->layouts.count;
}

void dxki_builder_layout_end(dxk_builder *b, size_t begun)
{
    size_t last = b->layouts.count;

    if (!dxki_builder_ready(b) || begun == 0 || begun >= last)
        return;
    b->layouts.items[begun - 1] = b->layouts.items[last - 1];
    b->layouts.count--;
}

/* The structures, and where they are, while they are put in order. */
typedef struct order {
    dxk_builder *b;
    uint32_t *place; /* by type: in `from` + 1; 0: nothing is told of it */
    uint8_t *kind;   /* by place */
    dxki_dxil_annotated_struct *from;
    size_t count, done; /* of `from`; of the builder's list */
} order;

static dxki_type structure_of(const dxk_module *m, dxki_type type)
{
    while (dxki_type_kind_of(m, type) == DXKI_T_POINTER ||
           dxki_type_kind_of(m, type) == DXKI_T_ARRAY)
        type = dxki_type_element(m, type, 0);
    return type;
}

static void put(order *o, size_t place)
{
    o->b->layouts.items[o->done++] = o->from[place];
    o->kind[place] = PLACED;
}

static void put_all(order *o, uint8_t kind)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->from[i].annotation && o->kind[i] == kind)
            put(o, i);
}

/* What is laid out for memory of a resource, from inside to outside. */
static void put_in_memory(order *o, dxki_type type, uint32_t depth)
{
    const dxk_module *m = o->b->m;
    type = structure_of(m, type);
    uint32_t count, place = o->place[type];
    if (!place || o->kind[place - 1] != IN_MEMORY || depth == 0)
        return;
    const dxki_type *members = dxki_type_list(m, type, &count);
    for (uint32_t i = 0; i < count; i++)
        put_in_memory(o, members[i], depth - 1);
    put(o, place - 1);
}

bool dxki_builder_is_laid_out(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *entry = dxki_type_get(m, type);
    dxk_str name = {"", 0};

    if (entry->kind == DXKI_T_STRUCT && entry->flags & DXKI_TF_IDENTIFIED)
        name = dxki_string_get(m, entry->c);
    return dxki_str_cut(&name, "hostlayout.");
}

static bool begin(order *o, dxk_builder *b)
{
    size_t count = b->layouts.count;

    *o = (order){.b = b, .count = count};
    o->place = DXKI_NEW_ARRAY(&b->arena, uint32_t, b->m->types.count);
    o->kind = DXKI_NEW_ARRAY(&b->arena, uint8_t, count + 1);
    o->from = DXKI_NEW_ARRAY(&b->arena, dxki_dxil_annotated_struct, count + 1);
    if (!o->place || !o->kind || !o->from)
        return false;
    for (size_t i = 0; i < count; i++) {
        o->from[i] = b->layouts.items[i];
        if (!o->from[i].annotation)
            continue;
        o->place[o->from[i].type] = (uint32_t)i + 1;
        o->kind[i] = dxki_builder_is_laid_out(b->m, o->from[i].type) ? IN_MEMORY : PLAIN;
    }
    for (size_t i = 0; i < b->copies.count; i++)
        o->kind[o->place[b->copies.items[i]] - 1] = COPY;
    return true;
}

#define ANY_CLASS UINT32_MAX

/* Calls for each resource of a class, in their order. */
static void visit(order *o, uint32_t cls, void (*each)(order *o, const dxki_dxil_resource *r))
{
    for (size_t i = 0; i < o->b->resources.count; i++) {
        const dxki_dxil_resource *r = &o->b->resources.items[i].r;
        if ((cls == ANY_CLASS || r->cls == cls) && r->hlsl_type)
            each(o, r);
    }
}

/* The layout of a buffer of constants, a texture buffer too; NULL: it has none, or another kind. */
static uint8_t *kind_of_buffer(order *o, const dxki_dxil_resource *r)
{
    uint32_t place = o->place[structure_of(o->b->m, r->hlsl_type)];
    bool buffer = r->cls == DXK_RESOURCE_CLASS_CBUFFER || r->kind == DXK_RESOURCE_KIND_TBUFFER;

    return place && buffer ? &o->kind[place - 1] : NULL;
}

static void note_buffer(order *o, const dxki_dxil_resource *r)
{
    uint8_t *kind = kind_of_buffer(o, r);

    if (kind && *kind == PLAIN)
        *kind = BUFFER;
}

static void put_buffer(order *o, const dxki_dxil_resource *r)
{
    uint8_t *kind = kind_of_buffer(o, r);

    if (kind && *kind == BUFFER)
        put(o, (size_t)(kind - o->kind));
}

static void put_resource(order *o, const dxki_dxil_resource *r)
{
    put_in_memory(o, r->hlsl_type, MOST_DEPTH);
}

void dxki_builder_order_layouts(dxk_builder *b)
{
    static const uint8_t classes[] = {DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_UAV,
                                      DXK_RESOURCE_CLASS_SRV};
    order o;

    if (!dxki_builder_ready(b))
        return;
    if (!begin(&o, b)) {
        dxki_builder_nomem(b);
        return;
    }
    visit(&o, ANY_CLASS, note_buffer);
    put_all(&o, PLAIN);
    visit(&o, ANY_CLASS, put_buffer);
    put_all(&o, COPY);
    for (size_t i = 0; i < sizeof classes; i++)
        visit(&o, classes[i], put_resource);
    put_all(&o, IN_MEMORY); /* what no resource has */
    b->layouts.count = o.done;
}

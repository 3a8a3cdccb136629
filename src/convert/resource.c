/* SPDX-License-Identifier: MIT */
/*
 * resource.c - the resources of a program, their names, and handles for operands.
 *
 *   up to 5.0   t3               register 3, space 0
 *   5.1         T2[1:4] space 1  range number 2: registers 1 to 4; an operand T2[3] names the
 *                                range and a register, not an index in it
 *
 * Names come from RDEF, or are made from registers. Source: DXIL.rst, "Shader resources".
 */
#include "convert/facts.h"

#include "base/count.h"
#include "base/out.h"
#include "base/sort.h"
#include "builder/builder.h"
#include "spec/d3d.h"

#include <string.h>

#define NAME_SIZE 64u /* of a name made here */

/* ---------------------------------------------------------------------------------------- */
/* Declared resources                                                                         */

void dxki_convert_add_resource(dxki_convert *c, const dxki_convert_resource *resource)
{
    if (!dxki_vec_push(c->ctx, &c->facts->resources, *resource))
        dxki_convert_nomem(c);
}

typedef struct place {
    uint32_t reg, id;
} place;

static int compare(place a, place b)
{
    if (a.reg != b.reg)
        return a.reg < b.reg ? -1 : 1;
    return a.id < b.id ? -1 : a.id > b.id;
}

static place place_of(const dxki_convert_resource *r)
{
    return (place){r->reg, r->id};
}

static bool resource_after(const void *user, const void *a, const void *b)
{
    const dxki_convert_resource *items = user;
    const uint32_t *left = a, *right = b;

    return compare(place_of(&items[*left]), place_of(&items[*right])) > 0;
}

/* Sorts the numbers of resources by place; refuses places that are declared twice. */
static bool sort_resources(dxki_convert *c)
{
    dxki_convert_facts *f = c->facts;
    const dxki_convert_resource *items = f->resources.items;
    uint32_t count = (uint32_t)f->resources.count;

    f->order = DXKI_NEW_ARRAY(&c->arena, uint32_t, count);
    for (uint32_t i = 0; f->order && i < count; i++)
        f->order[i] = i;
    if (!f->order || !dxki_sort(c->ctx, f->order, count, sizeof *f->order, resource_after, items)) {
        dxki_convert_nomem(c);
        return false;
    }
    for (uint32_t i = 1; i < count; i++) {
        const dxki_convert_resource *r = &items[f->order[i]];
        if (compare(place_of(r), place_of(&items[f->order[i - 1]])) == 0) {
            DXKI_CONVERT_FAULT(c, TWICE, dxki_convert_register_name(r->reg), dxki_dec(r->id));
            return false;
        }
    }
    return true;
}

static dxki_convert_resource *find_resource(const dxki_convert *c, place wanted)
{
    const dxki_convert_facts *f = c->facts;
    size_t low = 0, high = f->resources.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        dxki_convert_resource *r = &f->resources.items[f->order[middle]];
        int side = compare(place_of(r), wanted);
        if (side == 0)
            return r;
        if (side < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Structured buffers have a counter also if an instruction alone says so. */
static void find_counters(dxki_convert *c)
{
    const dxk_dxbc_program *p = c->program;

    for (size_t i = 0; i < p->instruction_count; i++) {
        uint32_t opcode = dxk_dxbc_opcode(&p->instructions[i]);
        if (opcode != DXKI_SM4_IMM_ATOMIC_ALLOC && opcode != DXKI_SM4_IMM_ATOMIC_CONSUME)
            continue;
        const dxk_dxbc_operand *operand = &p->operands[p->instructions[i].operands + 1];
        dxk_dxbc_index index = dxk_dxbc_index_get(p, operand, 0);
        dxki_convert_resource *r = index.relative || index.number > UINT32_MAX
                                       ? NULL
                                       : find_resource(c, (place){dxk_dxbc_register_kind(operand),
                                                                  (uint32_t)index.number});
        if (r && r->desc.kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
            r->desc.has_counter = true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* The bindings of RDEF by class, space and register. */
typedef struct names {
    const dxk_rdef *rdef;
    uint32_t *order; /* numbers of bindings, sorted */
    uint32_t count;
} names;

static uint32_t cls_of_binding(const dxk_rdef_binding *b)
{
    switch (b->kind) {
    case DXKI_D3D_SIT_CBUFFER:
        return DXK_RESOURCE_CLASS_CBUFFER;
    case DXKI_D3D_SIT_SAMPLER:
        return DXK_RESOURCE_CLASS_SAMPLER;
    case DXKI_D3D_SIT_TBUFFER:
    case DXKI_D3D_SIT_TEXTURE:
    case DXKI_D3D_SIT_STRUCTURED:
    case DXKI_D3D_SIT_BYTEADDRESS:
        return DXK_RESOURCE_CLASS_SRV;
    default:
        return DXK_RESOURCE_CLASS_UAV;
    }
}

static int compare_binding(const dxk_rdef_binding *b, uint32_t cls, uint32_t space, uint32_t first)
{
    uint32_t own = cls_of_binding(b);

    if (own != cls)
        return own < cls ? -1 : 1;
    if (b->space != space)
        return b->space < space ? -1 : 1;
    return b->bind_point < first ? -1 : b->bind_point > first;
}

static bool binding_after(const void *user, const void *a, const void *b)
{
    const dxk_rdef_binding *bindings = user, *left = &bindings[*(const uint32_t *)a],
                           *right = &bindings[*(const uint32_t *)b];

    return compare_binding(left, cls_of_binding(right), right->space, right->bind_point) > 0;
}

/* False: out of memory, or RDEF is damaged. */
static bool read_names(dxki_convert *c, names *n)
{
    dxki_convert_facts *f = c->facts;
    size_t at = dxk_container_find(f->container, DXK_PART_RDEF, 0);

    *n = (names){.rdef = NULL};
    if (at == DXK_NO_PART)
        return true;
    c->status = dxk_part_decode(c->ctx, DXK_PART_RDEF,
                                dxk_container_part(f->container, at)->content, &f->parts[3]);
    if (c->status != DXK_OK)
        return false;
    n->rdef = f->parts[3]->as.rdef;
    n->count = n->rdef->header.binding_count;
    n->order = DXKI_NEW_ARRAY(&c->arena, uint32_t, n->count);
    for (uint32_t i = 0; n->order && i < n->count; i++)
        n->order[i] = i;
    if (!n->order ||
        !dxki_sort(c->ctx, n->order, n->count, sizeof *n->order, binding_after, n->rdef->bindings))
        dxki_convert_nomem(c);
    return dxki_convert_ready(c);
}

/* The binding whose registers have the first one of a resource; NULL: none. */
static const dxk_rdef_binding *find_binding(const names *n, const dxk_resource_desc *d)
{
    size_t low = 0, high = n->count;

    while (low < high) { /* the first one after it */
        size_t middle = low + (high - low) / 2;
        if (compare_binding(&n->rdef->bindings[n->order[middle]], (uint32_t)d->cls, d->space,
                            d->first) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    const dxk_rdef_binding *b = low ? &n->rdef->bindings[n->order[low - 1]] : NULL;
    bool has = b && cls_of_binding(b) == (uint32_t)d->cls && b->space == d->space &&
               (b->bind_count == 0 || d->first - b->bind_point < b->bind_count);
    return has ? b : NULL;
}

/* Appends what fits. */
static void append(char name[NAME_SIZE], const char *text)
{
    size_t used = strlen(name), size = strlen(text);

    if (size >= NAME_SIZE - used)
        size = NAME_SIZE - 1 - used;
    memcpy(name + used, text, size);
    name[used + size] = 0;
}

static void append_number(char name[NAME_SIZE], uint32_t number)
{
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    append(name, dxki_format_u64(end, number));
}

/* "t3", or "t3_space1". */
static const char *made_name(dxki_convert *c, const dxki_convert_resource *r)
{
    char name[NAME_SIZE] = "";

    append(name, dxk_enum_text(DXK_ENUM_ID_dxbc_register, r->reg));
    append_number(name, r->desc.first);
    if (r->desc.space) {
        append(name, "_space");
        append_number(name, r->desc.space);
    }
    return dxki_arena_strdup(&c->arena, name, strlen(name));
}

/* The binding's name; that of one register out of several has its index. */
static const char *binding_name(dxki_convert *c, const names *n, const dxk_rdef_binding *b,
                                const dxk_resource_desc *d)
{
    dxk_str text = dxk_strings_at(&n->rdef->strings, b->name);
    char index[NAME_SIZE] = "";

    if (b->bind_count != 1 && d->count == 1) {
        append(index, "[");
        append_number(index, d->first - b->bind_point);
        append(index, "]");
    }
    size_t more = strlen(index);
    char *name = dxki_arena_alloc(&c->arena, text.size + more + 1);
    if (name) {
        memcpy(name, text.data, text.size);
        memcpy(name + text.size, index, more + 1);
    }
    return name;
}

static void name_resource(dxki_convert *c, const names *n, dxki_convert_resource *r)
{
    const dxk_rdef_binding *b = n->rdef ? find_binding(n, &r->desc) : NULL;

    if (c->dxilconv)
        return;
    r->desc.name = b ? binding_name(c, n, b, &r->desc) : made_name(c, r);
    if (!r->desc.name)
        dxki_convert_nomem(c);
    if (b && r->desc.cls == DXK_RESOURCE_CLASS_CBUFFER)
        dxki_convert_lay_out(c, n->rdef, b, &r->desc);
    if (b && r->desc.kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        r->structure = dxki_convert_lay_out_element(c, n->rdef, b, &r->desc);
    if (b && dxki_convert_shape_of(r->desc.kind)->coordinates)
        r->desc.components = (b->flags >> 2 & 3) + 1;
}

void dxki_convert_make_resources(dxki_convert *c)
{
    dxki_convert_facts *f = c->facts;
    names n;

    if (!sort_resources(c) || !read_names(c, &n))
        return;
    find_counters(c);
    for (size_t i = 0; i < f->resources.count && dxki_convert_ready(c); i++) {
        dxki_convert_resource *r = &f->resources.items[i];
        name_resource(c, &n, r);
        if (dxki_convert_ready(c))
            r->made = dxki_builder_resource_of(c->b, &r->desc, r->structure, NULL);
        if (c->dxilconv)
            dxki_convert_call_plainly(c, r->made);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

const dxki_convert_resource *dxki_convert_resource_at(dxki_convert *c,
                                                      const dxk_dxbc_operand *operand)
{
    uint32_t reg = dxk_dxbc_register_kind(operand);
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, 0);
    const dxki_convert_resource *r = NULL;

    if (index.relative && !dxki_convert_has_ranges(c))
        r = dxki_convert_linked_resource(c, operand);
    else if (index.has_number && !index.relative && index.number <= UINT32_MAX)
        r = find_resource(c, (place){reg, (uint32_t)index.number});
    if (!r && dxki_convert_ready(c))
        DXKI_CONVERT_FAULT(c, REGISTER, dxki_convert_register_name(reg), dxki_dec(index.number));
    return r;
}

/* In the format of dxilconv handles of 5.1 are made where they are used, from the register as it
 * is. */
static dxk_value plain_handle(dxki_convert *c, const dxki_convert_resource *r,
                              const dxk_dxbc_operand *operand)
{
    dxk_value reg = dxki_convert_index(c, operand, 1);

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    const dxk_value args[4] = {dxk_builder_i8(c->b, (int)r->desc.cls),
                               dxk_builder_i32(c->b, c->b->resources.items[r->made - 1].r.id), reg,
                               dxk_builder_i1(c->b, dxki_convert_non_uniform(operand, c->program))};
    return dxk_builder_op(c->b, DXK_OP_CreateHandle, DXK_NONE, args, 4);
}

/* The index in the range of a register that the second index of an operand names. A range of one
 * register takes no other, and DXIL asks for a constant there. */
static dxk_value index_in_range(dxki_convert *c, const dxki_convert_resource *r,
                                const dxk_dxbc_operand *operand, bool *first)
{
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, 1);
    uint64_t number = index.number - r->desc.first;

    *first = index.relative && r->desc.count == 1;
    if (*first)
        return DXK_NONE;
    if (index.relative) {
        dxk_value rest = dxki_convert_index(c, operand, 1);
        return dxki_convert_add(c, rest, dxk_builder_i32(c->b, -(int64_t)r->desc.first));
    }
    if (index.number < r->desc.first ||
        (r->desc.count != DXK_UNBOUNDED && number >= r->desc.count) || number > UINT32_MAX)
        return DXKI_CONVERT_FAULT(c, REGISTER, dxki_convert_register_name(r->reg),
                                  dxki_dec(index.number));
    *first = number == 0;
    return dxk_builder_i32(c->b, (int64_t)number);
}

static dxk_value linked_handle(dxki_convert *c, const dxki_convert_resource *r,
                               const dxk_dxbc_operand *operand)
{
    dxk_value index = dxki_convert_index(c, operand, 0);

    return dxki_convert_ready(c) ? dxk_builder_handle(c->b, r->made, index,
                                                      dxki_convert_non_uniform(operand, c->program))
                                 : DXK_NONE;
}

static void make_handle(dxki_convert *c, dxki_convert_resource *r)
{
    dxk_block block = dxki_convert_entry_begin(c);

    r->handle = dxk_builder_handle(c->b, r->made, DXK_NONE, false);
    dxki_convert_entry_end(c, block);
    r->function = dxki_convert_function_number(c);
}

void dxki_convert_make_handles(dxki_convert *c)
{
    dxki_convert_facts *f = c->facts;
    static const uint8_t order[] = {DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_CLASS_UAV,
                                    DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER};

    for (size_t k = 0; k < DXKI_COUNT(order) && !dxki_convert_has_ranges(c); k++)
        for (size_t i = 0; i < f->resources.count; i++)
            if (f->resources.items[i].desc.cls == order[k])
                make_handle(c, &f->resources.items[i]);
}

dxk_value dxki_convert_handle(dxki_convert *c, const dxk_dxbc_operand *operand)
{
    const dxki_convert_resource *found = dxki_convert_resource_at(c, operand);
    bool first = true;
    dxk_value index = DXK_NONE;

    if (!found)
        return DXK_NONE;
    if (found->linked)
        return linked_handle(c, found, operand);
    dxki_convert_resource *r = &c->facts->resources.items[found - c->facts->resources.items];
    if (dxki_convert_has_ranges(c) && !c->dxilconv)
        index = index_in_range(c, r, operand, &first);
    if (c->dxilconv && dxki_convert_has_ranges(c))
        return plain_handle(c, r, operand);
    if (!first)
        return dxki_convert_ready(c)
                   ? dxk_builder_handle(c->b, r->made, index,
                                        dxki_convert_non_uniform(operand, c->program))
                   : DXK_NONE;
    if (r->function != dxki_convert_function_number(c))
        make_handle(c, r);
    return r->handle;
}

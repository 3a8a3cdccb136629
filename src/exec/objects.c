/* SPDX-License-Identifier: MIT */
/*
 * objects.c - variables in memory and what pointers point to; see memory.h. A variable becomes an
 * object when something that runs names it.
 */
#include "exec/decoder.h"

#define MAX_SPACE (64u << 20) /* bytes of a space; far beyond what any shader may have */
#define MAX_CHAIN 1024u       /* steps from a pointer to its variable */

/* Room in a space for `size` bytes. */
static bool place(dxki_exec_decoder *d, dxki_exec_object *object, uint64_t size)
{
    uint64_t *used = &d->sizes[object->space];

    if (size > MAX_SPACE || *used + size > MAX_SPACE)
        return dxki_exec_refuse(d, "a variable is too large");
    object->base = (uint32_t)*used;
    object->size = (uint32_t)size;
    *used = (*used + size + 7) / 8 * 8;
    return true;
}

static uint32_t add_object(dxki_exec_decoder *d, dxki_exec_object object)
{
    if (!dxki_vec_push(d->p->ctx, &d->p->objects, object)) {
        dxki_exec_out_of_memory(d);
        return 0;
    }
    return (uint32_t)d->p->objects.count - 1;
}

/* ---------------------------------------------------------------------------------------- */
/* Initial values                                                                             */

/* Makes the image of a space long enough for its byte `end`; what is between is undefined. */
static bool reach(dxki_exec_decoder *d, dxki_exec_space space, uint64_t end)
{
    size_t words = (size_t)((end + 3) / 4), count = d->images[space].count;

    if (words <= count)
        return true;
    if (!dxki_vec_reserve(d->ctx, &d->images[space], words - count))
        return dxki_exec_out_of_memory(d);
    while (count < words)
        d->images[space].items[count++] = d->p->options.undef;
    d->images[space].count = words;
    return true;
}

/* Writes the low bytes of a number at a byte of a space. */
static bool put(dxki_exec_decoder *d, dxki_exec_space space, uint32_t at, uint64_t bits,
                uint32_t bytes)
{
    if (!reach(d, space, (uint64_t)at + bytes))
        return false;
    for (uint32_t i = 0; i < bytes; i++) {
        uint32_t byte = (uint32_t)(bits >> 8 * i & 0xff), shift = (at + i) % 4 * 8;
        uint32_t *word = &d->images[space].items[(at + i) / 4];
        *word = (*word & ~(0xffu << shift)) | byte << shift;
    }
    return true;
}

static bool put_constant(dxki_exec_decoder *d, const dxki_exec_object *object, dxki_value value,
                         uint64_t at);

/* The bytes that a number has in memory. */
static uint32_t bytes_of(const dxk_module *m, dxki_type type)
{
    uint32_t bits = dxki_type_bits(m, type);

    return bits < 8 ? 1 : bits / 8;
}

static bool put_elements(dxki_exec_decoder *d, const dxki_exec_object *object, const dxki_const *c,
                         uint64_t at)
{
    uint64_t count = dxki_type_count(d->m, c->type), end = 0;
    bool is_struct = dxki_type_kind_of(d->m, c->type) == DXKI_T_STRUCT;
    bool packed = (dxki_type_get(d->m, c->type)->flags & DXKI_TF_PACKED) != 0;

    for (uint64_t i = 0; i < count; i++) {
        dxki_type type = dxki_type_element(d->m, c->type, i);
        uint64_t stride = dxki_type_is_vector(d->m, c->type)
                              ? bytes_of(d->m, type)
                              : dxki_dxil_layout_alloc_size(&d->layout, type);
        uint64_t to =
            at + (is_struct ? dxki_dxil_layout_place(&d->layout, type, packed, &end) : i * stride);
        if (to + bytes_of(d->m, type) > object->size)
            break;
        if (c->kind == DXKI_C_DATA) {
            if (!put(d, (dxki_exec_space)object->space, object->base + (uint32_t)to,
                     dxki_const_data_bits(d->m, c, i), bytes_of(d->m, type)))
                return false;
        } else if (!put_constant(d, object, d->m->words.items[c->a + i], to)) {
            return false;
        }
    }
    return true;
}

static bool put_zeros(dxki_exec_decoder *d, const dxki_exec_object *object, dxki_type type,
                      uint64_t at)
{
    uint64_t size = dxki_dxil_layout_alloc_size(&d->layout, type);

    if (at > object->size || size > object->size - at)
        size = at < object->size ? object->size - at : 0;
    if (!reach(d, (dxki_exec_space)object->space, object->base + at + size))
        return false;
    for (uint64_t n = 0; n < size;) {
        uint32_t to = object->base + (uint32_t)(at + n);
        uint32_t bytes = to % 4 == 0 && size - n >= 4 ? 4 : 1;
        if (!put(d, (dxki_exec_space)object->space, to, 0, bytes))
            return false;
        n += bytes;
    }
    return true;
}

/* Constants are not nested deeper than the limits allow. */
static bool put_constant(dxki_exec_decoder *d, const dxki_exec_object *object, dxki_value value,
                         uint64_t at)
{
    const dxki_const *c = dxki_const_get(d->m, value);

    switch (c ? c->kind : DXKI_C_NONE) {
    case DXKI_C_NULL:
        return put_zeros(d, object, c->type, at);
    case DXKI_C_UNDEF:
        return true;
    case DXKI_C_INT:
    case DXKI_C_FLOAT:
        if (dxki_exec_elem_of(d, value) == DXKI_EXEC_NONE)
            break;
        return put(d, (dxki_exec_space)object->space, object->base + (uint32_t)at,
                   dxki_const_bits(c), bytes_of(d->m, c->type));
    case DXKI_C_DATA:
    case DXKI_C_AGGREGATE:
        return put_elements(d, object, c, at);
    default:
        break;
    }
    return dxki_exec_refuse(d, "the initializer of a variable has an unsupported type");
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

/* The resource that a variable stands for; false: none. */
static bool find_resource(dxki_exec_decoder *d, uint32_t global, dxki_exec_object *object)
{
    dxki_exec_resource_ref ref = d->resource_of[global];

    if (!ref.is_known)
        return false;
    const dxki_dxil_resource *res = d->p->dxil->resources[ref.cls].items[ref.id];
    object->space = DXKI_EXEC_RESOURCE;
    object->cls = ref.cls;
    object->id = ref.id;
    object->first = res->lower_bound;
    return true;
}

bool dxki_exec_find_resources(dxki_exec_decoder *d)
{
    const dxk_dxil *dxil = d->p->dxil;

    d->resource_of = DXKI_NEW_ARRAY(&d->arena, dxki_exec_resource_ref, d->m->globals.count);
    if (!d->resource_of)
        return dxki_exec_out_of_memory(d);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < dxil->resources[cls].count; i++) {
            dxki_value symbol = dxki_dxil_symbol(dxil, dxil->resources[cls].items[i]);
            if (DXKI_TAG(symbol) == DXKI_V_GLOBAL)
                d->resource_of[DXKI_INDEX(symbol)] = (dxki_exec_resource_ref){true, cls, i};
        }
    }
    return true;
}

/* Address spaces of variables; the last has constants in the modules of dxilconv. */
enum { SPACE_DEFAULT = 0, SPACE_SHARED = 3, SPACE_IMMEDIATE = 5 };

static bool make_variable(dxki_exec_decoder *d, const dxki_global *g, dxki_exec_object *object)
{
    bool sized = false, constant = g->flags & DXKI_GF_CONSTANT && g->init;
    uint32_t space = dxki_type_get(d->m, g->type)->b & DXKI_SPACE_MASK;

    if (!dxki_type_is_sized((dxk_module *)d->m, g->value_type, &sized))
        return dxki_exec_out_of_memory(d);
    if (!sized)
        return dxki_exec_refuse(d, "a variable has no size");
    if (space == SPACE_SHARED)
        object->space = DXKI_EXEC_SHARED;
    else if (space == SPACE_DEFAULT || (space == SPACE_IMMEDIATE && constant))
        object->space = constant ? DXKI_EXEC_TABLE : DXKI_EXEC_PRIVATE;
    else
        return dxki_exec_refuse(d, "a variable is in an unknown address space");
    if (!place(d, object, dxki_dxil_layout_alloc_size(&d->layout, g->value_type)))
        return false;
    return !g->init || object->space == DXKI_EXEC_SHARED || put_constant(d, object, g->init, 0);
}

/* Bytes that an element of an array of resources counts as in addresses. */
static uint32_t resource_step(dxki_exec_decoder *d, dxki_type type)
{
    while (dxki_type_kind_of(d->m, type) == DXKI_T_ARRAY)
        type = dxki_type_element(d->m, type, 0);
    uint64_t size = dxki_dxil_layout_alloc_size(&d->layout, type);

    return size <= UINT32_MAX ? (uint32_t)size : 0;
}

static uint32_t object_of_global(dxki_exec_decoder *d, uint32_t global)
{
    const dxki_global *g = &d->m->globals.items[global];
    dxki_exec_object object = {.global = global};

    if (d->object_of[global])
        return d->object_of[global];
    if (g->kind != DXKI_G_VARIABLE)
        return 0;
    if (!g->init && find_resource(d, global, &object)) {
        object.step = resource_step(d, g->value_type);
    } else if (!make_variable(d, g, &object)) {
        return 0;
    }
    return d->object_of[global] = add_object(d, object);
}

bool dxki_exec_make_alloca(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    dxki_exec_object object = {.space = DXKI_EXEC_PRIVATE, .inst = inst};
    uint64_t count;
    bool sized = false;

    if (d->insts[inst].object)
        return true;
    if (!dxki_type_is_sized((dxk_module *)d->m, ops[i->op_count], &sized))
        return dxki_exec_out_of_memory(d);
    if (!sized || !dxki_value_as_int(d->m, ops[0], &count) || count > MAX_SPACE)
        return dxki_exec_refuse(d, "the size of a local variable is unknown or too large");
    uint64_t size = dxki_dxil_layout_alloc_size(&d->layout, ops[i->op_count]);
    if (size > MAX_SPACE || !place(d, &object, size * count))
        return dxki_exec_refuse(d, "a local variable is too large");
    d->insts[inst].object = add_object(d, object);
    return d->insts[inst].object != 0;
}

/* All calls give the one payload of the group. */
bool dxki_exec_make_payload(dxki_exec_decoder *d, uint32_t inst)
{
    dxki_type type = dxki_type_get(d->m, dxki_inst_get(d->m, inst)->type)->a;
    dxki_exec_object object = {.space = DXKI_EXEC_PAYLOAD};
    bool sized = false;

    if (!dxki_type_is_sized((dxk_module *)d->m, type, &sized))
        return dxki_exec_out_of_memory(d);
    uint64_t size = sized ? dxki_dxil_layout_alloc_size(&d->layout, type) : UINT64_MAX;
    if (!d->p->payload_object) {
        if (!place(d, &object, size))
            return false;
        d->p->payload_object = add_object(d, object);
    }
    if (!d->p->payload_object)
        return false;
    if (size > d->p->objects.items[d->p->payload_object].size)
        return dxki_exec_refuse(d, "the payload of a mesh shader has several sizes");
    d->insts[inst].object = d->p->payload_object;
    d->insts[inst].is_fixed = true;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Pointers                                                                                   */

/* What a pointer is computed from, one step; 0: it is where it begins. */
static dxki_value step_back(const dxk_module *m, dxki_value pointer)
{
    uint32_t inst = dxki_value_as_inst(pointer);
    const dxki_const *c = dxki_const_get(m, pointer);
    uint8_t op = inst ? dxki_inst_get(m, inst)->op : c && c->kind == DXKI_C_EXPR ? c->opcode : 0;

    if ((!inst && !(c && c->kind == DXKI_C_EXPR)) ||
        (op != DXKI_OP_GEP && op != DXKI_OP_BITCAST && op != DXKI_OP_ADDRSPACECAST))
        return 0;
    return inst ? dxki_inst_ops(m, inst)[0] : m->words.items[c->a];
}

uint32_t dxki_exec_object_of(dxki_exec_decoder *d, dxki_value pointer)
{
    dxki_value start = pointer;
    uint32_t object = 0;

    for (uint32_t steps = 0; steps < MAX_CHAIN; steps++) {
        uint32_t inst = dxki_value_as_inst(start);
        if (DXKI_TAG(start) == DXKI_V_GLOBAL)
            object = object_of_global(d, DXKI_INDEX(start));
        else if (inst)
            object = d->insts[inst].object;
        dxki_value base = object ? 0 : step_back(d->m, start);
        if (!base)
            break;
        start = base;
    }
    if (dxki_value_as_inst(pointer))
        d->insts[DXKI_INDEX(pointer)].object = object;
    return object;
}

static bool member_offset(dxki_exec_decoder *d, dxki_type type, uint64_t index, uint32_t *offset)
{
    bool packed = (dxki_type_get(d->m, type)->flags & DXKI_TF_PACKED) != 0;
    uint64_t end = 0, at = 0;

    if (index >= dxki_type_count(d->m, type))
        return false;
    for (uint64_t n = 0; n <= index; n++)
        at = dxki_dxil_layout_place(&d->layout, dxki_type_element(d->m, type, n), packed, &end);
    *offset += (uint32_t)at;
    return true;
}

/* Adds index times stride; addresses wrap at 32 bits. */
static bool add_index(dxki_exec_decoder *d, dxki_exec_address *a, dxki_value index, uint64_t stride)
{
    const dxki_const *c = dxki_const_get(d->m, index);

    if (c && c->kind == DXKI_C_INT) {
        a->sum += (uint32_t)((uint64_t)dxki_const_signed(d->m, c) * stride);
        return true;
    }
    if (c && c->kind == DXKI_C_UNDEF)
        return true;
    return a->put && a->put(d, index, (uint32_t)stride);
}

bool dxki_exec_address_walk(dxki_exec_decoder *d, dxki_exec_address *a)
{
    dxki_type type = a->type;

    a->sum = 0;
    for (uint32_t i = 0; i < a->count && type; i++) {
        dxki_type_kind kind = dxki_type_kind_of(d->m, type);
        uint64_t number = 0;
        if (i == 0) {
            if (!add_index(d, a, a->indices[0], dxki_dxil_layout_alloc_size(&d->layout, type)))
                return false;
        } else if (kind == DXKI_T_STRUCT) {
            if (!dxki_value_as_int(d->m, a->indices[i], &number) ||
                !member_offset(d, type, number, &a->sum))
                return false;
            type = dxki_type_element(d->m, type, number);
        } else {
            bool is_vector = kind == DXKI_T_VECTOR;
            if (!is_vector && kind != DXKI_T_ARRAY)
                return false;
            type = dxki_type_get(d->m, type)->a;
            uint64_t stride =
                is_vector ? bytes_of(d->m, type) : dxki_dxil_layout_alloc_size(&d->layout, type);
            if (!add_index(d, a, a->indices[i], stride))
                return false;
        }
    }
    return type != 0;
}

static bool fixed_step(dxki_exec_decoder *d, dxki_value pointer, uint32_t *offset)
{
    const dxki_const *c = dxki_const_get(d->m, pointer);
    const uint32_t *words = dxki_const_words(d->m, c);

    if (c->opcode != DXKI_OP_GEP)
        return true;
    dxki_exec_address a = {words[c->b], words + 1, c->b - 1, 0, NULL};
    if (!dxki_exec_address_walk(d, &a))
        return false;
    *offset += a.sum;
    return true;
}

bool dxki_exec_fixed_offset(dxki_exec_decoder *d, dxki_value pointer, uint32_t *offset)
{
    *offset = 0;
    for (;;) {
        uint32_t inst = dxki_value_as_inst(pointer);
        if (DXKI_TAG(pointer) == DXKI_V_GLOBAL ||
            (inst && dxki_inst_get(d->m, inst)->op == DXKI_OP_ALLOCA))
            return true;
        if (inst && d->insts[inst].is_fixed) {
            *offset += d->insts[inst].fixed;
            return true;
        }
        const dxki_const *c = dxki_const_get(d->m, pointer);
        dxki_value base = c ? step_back(d->m, pointer) : 0;
        if (!base || !fixed_step(d, pointer, offset))
            return false;
        pointer = base;
    }
}

bool dxki_exec_finish_objects(dxki_exec_decoder *d)
{
    dxki_exec_image *images[] = {[DXKI_EXEC_PRIVATE] = &d->p->private,
                                 [DXKI_EXEC_SHARED] = &d->p->shared,
                                 [DXKI_EXEC_TABLE] = &d->p->tables,
                                 [DXKI_EXEC_PAYLOAD] = &d->p->payload};

    for (uint32_t space = DXKI_EXEC_PRIVATE; space < DXKI_EXEC_RESOURCE; space++) {
        dxki_exec_image *image = images[space];
        size_t known = d->images[space].count;
        image->size = (uint32_t)(d->sizes[space] / 4);
        image->known = (uint32_t)known;
        image->words = NULL;
        bool whole = space == DXKI_EXEC_TABLE;
        if (!known && !whole)
            continue;
        image->words = DXKI_NEW_ARRAY(&d->p->arena, uint32_t, whole ? image->size + 1u : known);
        if (!image->words)
            return dxki_exec_out_of_memory(d);
        if (known)
            memcpy(image->words, d->images[space].items, known * sizeof(uint32_t));
    }
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * constants_used.c - which members of constant and texture buffers the code reads, for reflection.
 * Only buffers of several members tell; a member that is a structure or an array counts as a whole.
 * An index that is computed counts as the lowest that it may be, as far as that is easily seen.
 * Source: DirectXShaderCompiler, DxilCondenseResources.cpp.
 */
#include "dxil/usage.h"

#include "analysis/mem.h"
#include "base/sort.h"
#include "dxil/handles.h"
#include "ir/dxop.h"

#define ROW       16u
#define MOST_SEEN 64u /* values that are looked at for one index */

typedef dxki_dxil_field_annotation field;

typedef const dxki_dxil_resource *resource;

/* Members by their offsets, for each structure that was asked for. */
typedef struct marker {
    dxk_dxil *d;
    field ***members;                       /* by index in d->structs */
    resource *bound[DXKI_RESOURCE_CLASSES]; /* by space and lower bound, once it is asked for */
    const dxki_dxil_resource **of_global;   /* libraries: what a variable stands for */
    bool is_native;                         /* 16 bits are 16 bits */
    bool failed;                            /* out of memory */
} marker;

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static bool is_native(const dxk_dxil *d)
{
    const dxki_dxil_entry *entry = dxki_dxil_first_entry(d);

    return entry && entry->props.shader_flags >> DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION & 1;
}

static const dxki_dxil_resource *in_class(const dxk_dxil *d, uint64_t cls, uint64_t id)
{
    return cls < DXKI_RESOURCE_CLASSES && id < d->resources[cls].count ? d->resources[cls].items[id]
                                                                       : NULL;
}

static bool is_bound_behind(const void *user, const void *left, const void *right)
{
    const dxki_dxil_resource *a = *(const resource *)left, *b = *(const resource *)right;

    (void)user;
    return a->space != b->space ? a->space > b->space : a->lower_bound > b->lower_bound;
}

static bool sort_class(marker *k, uint64_t cls)
{
    const dxki_dxil_list *list = &k->d->resources[cls];
    resource *sorted = DXKI_NEW_ARRAY(&k->d->arena, resource, list->count);

    for (uint32_t i = 0; sorted && i < list->count; i++)
        sorted[i] = list->items[i];
    k->failed |= !sorted ||
                 !dxki_sort(k->d->ctx, sorted, list->count, sizeof *sorted, is_bound_behind, NULL);
    k->bound[cls] = sorted;
    return !k->failed;
}

/* The first of its class with the space and the lower bound. */
static const dxki_dxil_resource *of_binding(marker *k, const uint64_t words[4])
{
    if (words[3] >= DXKI_RESOURCE_CLASSES || k->failed ||
        (!k->bound[words[3]] && !sort_class(k, words[3])))
        return NULL;
    const resource *sorted = k->bound[words[3]];
    uint32_t low = 0, count = k->d->resources[words[3]].count, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const dxki_dxil_resource *r = sorted[middle];
        if (r->space < words[2] || (r->space == words[2] && r->lower_bound < words[0]))
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < count && sorted[low]->space == words[2] && sorted[low]->lower_bound == words[0];
    return found ? sorted[low] : NULL;
}

/* The variable that a pointer is in, or that is cast to it; 0: none. */
static uint32_t variable_of(const dxk_module *m, dxki_value pointer)
{
    dxki_value base = dxki_mem_base(m, pointer);
    return dxki_value_as_global(base);
}

static void list_variables(marker *k)
{
    const dxki_dxil_resource *r;

    k->of_global =
        DXKI_NEW_ARRAY(&k->d->arena, const dxki_dxil_resource *, k->d->m->globals.count + 1);
    k->failed |= !k->of_global;
    for (uint64_t cls = 0; !k->failed && cls < DXKI_RESOURCE_CLASSES; cls++)
        for (uint32_t i = 0; (r = in_class(k->d, cls, i)) != NULL; i++)
            k->of_global[variable_of(k->d->m, r->symbol)] = r;
}

/* The resource whose variable, or whose range's, a value is loaded from. */
static const dxki_dxil_resource *of_load(const marker *k, dxki_value value)
{
    uint32_t load = dxki_value_as_inst(value);
    uint32_t global = load && dxki_inst_get(k->d->m, load)->op == DXKI_OP_LOAD
                          ? variable_of(k->d->m, dxki_inst_ops(k->d->m, load)[0])
                          : 0;

    return global ? k->of_global[global] : NULL;
}

/* The resource that a call makes a handle of; NULL: it is not known. */
static const dxki_dxil_resource *resource_of(marker *k, uint32_t call)
{
    const dxk_dxil *d = k->d;
    const dxk_module *m = d->m;
    const dxki_dxop_info *op = call ? dxki_call_dxop_complete(m, dxki_inst_get(m, call)) : NULL;
    uint64_t words[4], cls, id;

    if (op && op->opcode == DXKI_DXOP_AnnotateHandle) {
        call = dxki_dxil_handle_call(m, dxki_inst_ops(m, call)[1]);
        op = call ? dxki_call_dxop_complete(m, dxki_inst_get(m, call)) : NULL;
    }
    if (!op)
        return NULL;
    const dxki_value *ops = dxki_inst_ops(m, call);
    if (op->opcode == DXKI_DXOP_CreateHandleFromBinding &&
        dxki_dxil_const_binding(m, ops[1], words))
        return of_binding(k, words);
    if (op->opcode == DXKI_DXOP_CreateHandle && dxki_value_as_int(m, ops[1], &cls) &&
        dxki_value_as_int(m, ops[2], &id))
        return in_class(d, cls, id);
    if (op->opcode == DXKI_DXOP_CreateHandleForLib)
        return of_load(k, ops[1]);
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Offsets                                                                                    */

/* The lowest row that an index may be; *left is how many more values may be looked at. */
static uint64_t lowest_row(const dxk_module *m, dxki_value v, unsigned *left)
{
    uint64_t value = 0;
    const dxki_inst *in = dxki_value_as_inst(v) ? dxki_inst_get(m, dxki_value_as_inst(v)) : NULL;

    if (dxki_value_as_int(m, v, &value) || !in || *left == 0)
        return value;
    --*left;
    const dxki_value *ops = m->words.items + in->ops;
    if (in->op == DXKI_OP_ADD)
        return lowest_row(m, ops[0], left) + lowest_row(m, ops[1], left);
    if (in->op == DXKI_OP_OR)
        return lowest_row(m, ops[0], left) | lowest_row(m, ops[1], left);
    if (in->op != DXKI_OP_SELECT)
        return 0;
    uint64_t yes = lowest_row(m, ops[1], left), no = lowest_row(m, ops[2], left);
    return yes < no ? yes : no;
}

/* Bytes of a component of what a load gives. */
static uint32_t component_size(const marker *k, dxki_type type)
{
    if (type == DXKI_TY_DOUBLE || type == DXKI_TY_I64)
        return 8;
    return k->is_native && (type == DXKI_TY_HALF || type == DXKI_TY_I16) ? 2 : 4;
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

static bool stands_behind(const void *user, const void *left, const void *right)
{
    (void)user;
    return (*(field *const *)left)->cbuffer_offset > (*(field *const *)right)->cbuffer_offset;
}

static bool sort_members(marker *k, uint32_t index, const dxki_dxil_list *fields)
{
    field **sorted = DXKI_NEW_ARRAY(&k->d->arena, field *, fields->count);

    for (uint32_t i = 0; sorted && i < fields->count; i++)
        sorted[i] = (field *)(uintptr_t)fields->items[i];
    k->failed |= !sorted ||
                 !dxki_sort(k->d->ctx, sorted, fields->count, sizeof *sorted, stands_behind, NULL);
    k->members[index] = sorted;
    return !k->failed;
}

/* Marks the last member of a structure that begins at `offset` or in front of it. */
static void mark(marker *k, dxki_type type, uint64_t offset)
{
    uint32_t index = dxki_dxil_struct_number(k->d, type);
    const dxki_dxil_struct_annotation *s = index ? k->d->structs[index - 1].annotation : NULL;
    size_t low = 0, high = s ? s->fields.count : 0;

    if (high < 2 || k->failed ||
        (!k->members[index - 1] && !sort_members(k, index - 1, &s->fields)))
        return;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (k->members[index - 1][middle]->cbuffer_offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low)
        k->members[index - 1][low - 1]->is_used = true;
}

static bool is_load(uint32_t opcode)
{
    return opcode == DXKI_DXOP_CBufferLoadLegacy || opcode == DXKI_DXOP_BufferLoad;
}

/* A number that is taken out of a row of a buffer. */
typedef struct taken {
    dxki_type type; /* of the buffer's structure */
    uint64_t offset;
    bool is_pair; /* of a texture buffer: two numbers of 16 bits */
} taken;

static bool find_taken(marker *k, uint32_t inst, taken *out)
{
    const dxk_dxil *d = k->d;
    const dxk_module *m = d->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    unsigned left = MOST_SEEN;

    if (in->op != DXKI_OP_EXTRACTVALUE || in->op_count == 0)
        return false;
    uint32_t load = dxki_value_as_inst(dxki_inst_ops(m, inst)[0]);
    const dxki_dxop_info *op = load ? dxki_call_dxop_complete(m, dxki_inst_get(m, load)) : NULL;
    if (!op || !is_load((uint32_t)op->opcode))
        return false;
    const dxki_value *ops = dxki_inst_ops(m, load);
    const dxki_dxil_resource *r = resource_of(k, dxki_dxil_handle_call(m, ops[1]));
    if (!r || (r->cls != DXK_RESOURCE_CLASS_CBUFFER && r->kind != DXK_RESOURCE_KIND_TBUFFER))
        return false;
    const dxki_value *extract = dxki_inst_ops(m, inst);
    uint32_t component = extract[in->op_count] ? extract[in->op_count + 1] : 0;
    out->type = dxki_dxil_resource_type(m, r);
    out->offset = lowest_row(m, ops[2], &left) * ROW + component * component_size(k, in->type);
    out->is_pair = r->kind == DXK_RESOURCE_KIND_TBUFFER && in->type == DXKI_TY_I32 && k->is_native;
    return true;
}

/* Of a pair, who uses it says which number is read: shifts the upper one, others the lower one. */
static void look_at_pairs(marker *k, const dxki_inst *in)
{
    const dxk_module *m = k->d->m;
    uint64_t by = 0;
    taken t;

    for (uint32_t i = 0; i < in->op_count; i++) {
        uint32_t inst = dxki_value_as_inst(m->words.items[in->ops + i]);
        if (!inst || !find_taken(k, inst, &t) || !t.is_pair)
            continue;
        bool upper = in->op == DXKI_OP_LSHR && i == 0 &&
                     dxki_value_as_int(m, m->words.items[in->ops + 1], &by) && by == 16;
        mark(k, t.type, t.offset + (upper ? 2 : 0));
    }
}

static void look_at(marker *k, uint32_t inst)
{
    taken t;

    if (find_taken(k, inst, &t) && !t.is_pair)
        mark(k, t.type, t.offset);
    if (k->is_native)
        look_at_pairs(k, dxki_inst_get(k->d->m, inst));
}

bool dxki_dxil_find_constants_used(dxk_dxil *d)
{
    marker k = {.d = d, .members = DXKI_NEW_ARRAY(&d->arena, field **, d->struct_count)};

    k.failed = !k.members;
    k.is_native = is_native(d);
    list_variables(&k);
    DXKI_EACH_FUNCTION(d->m, fn)
        DXKI_EACH_BLOCK(d->m, fn, block)
            DXKI_EACH_INST(d->m, block, inst)
                if (!k.failed)
                    look_at(&k, inst);
    return !k.failed;
}

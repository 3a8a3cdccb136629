/* SPDX-License-Identifier: MIT */
/*
 * library.c - the functions of a library: which there are and what each binds comes from
 * RDAT, the facts of its stage from the entry point of that name.
 *
 * RDAT numbers resources by class; here bindings are numbered through, in the order constant
 * buffers, samplers, SRVs, UAVs. Lists that functions share in RDAT are made once.
 */
#include "reflect/reflect.h"
#include "base/str.h"

#include "base/diag.h"
#include "base/sort.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"

#include <stdlib.h>
#include <string.h>

#define NO_INDEX UINT32_MAX

/* What a resource of RDAT is here. */
typedef struct resource {
    uint32_t binding, buffer; /* NO_INDEX: none */
} resource;

/* A name, and the index of what has it. */
typedef struct named {
    dxk_str name;
    uint32_t index;
} named;

typedef DXKI_VEC(named) names;

/* The lists that were made from one list of RDAT. */
typedef struct lists {
    bool made;
    uint32_t buffer_count, binding_count;
    const uint32_t *buffers, *bindings;
} lists;

typedef struct library {
    dxki_reflect_run *x;
    const dxk_rdat *rdat;
    resource *resources; /* by index in RDAT */
    uint32_t resource_count;
    uint32_t *seen[2]; /* by binding, by buffer: number of the list that has it */
    uint32_t list_number;
    names entries;  /* functions of entry points, sorted; index in d->entries */
    lists *by_word; /* by index of a list in RDAT */
} library;

static int compare(dxk_str a, dxk_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;

    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static bool named_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare(((const named *)a)->name, ((const named *)b)->name) > 0;
}

/* Index of the last that has the name; NO_INDEX: none. */
static uint32_t find(const names *list, dxk_str name)
{
    size_t low = 0, high = list->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(list->items[middle].name, name) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low && compare(list->items[low - 1].name, name) == 0 ? list->items[low - 1].index
                                                                : NO_INDEX;
}

static bool add(library *lib, names *list, dxk_str name, uint32_t index)
{
    if (dxki_vec_push(lib->x->ctx, list, ((named){name, index})))
        return true;
    dxki_reflect_note(lib->x, dxki_nomem(lib->x->ctx));
    return false;
}

static bool sort(library *lib, names *list)
{
    if (dxki_sort(lib->x->ctx, list->items, list->count, sizeof *list->items, named_after, NULL))
        return true;
    dxki_reflect_note(lib->x, dxki_nomem(lib->x->ctx));
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* Names of structured buffers, and of the rest. */
static bool list_buffers(library *lib, names *structured, names *others)
{
    const dxk_reflect *data = &lib->x->r->data;

    for (uint32_t i = 0; i < data->buffer_count; i++) {
        const dxk_reflect_buffer *b = &data->buffers[i];
        if (!add(lib, b->type == DXKI_D3D_CT_RESOURCE_BIND_INFO ? structured : others, b->name, i))
            return false;
    }
    return sort(lib, structured) && sort(lib, others);
}

static uint32_t bounded(uint64_t index, uint32_t count)
{
    return index < count ? (uint32_t)index : NO_INDEX;
}

/* `starts`: first binding of each class. */
static resource find_resource(const library *lib, const dxk_rdat_resource *r,
                              const uint32_t starts[4], const names *structured,
                              const names *others)
{
    const dxk_reflect *data = &lib->x->r->data;
    resource found = {NO_INDEX, NO_INDEX};
    dxk_str name;

    if (r->resource_class > DXK_RESOURCE_CLASS_SAMPLER)
        return found;
    found.binding = bounded((uint64_t)starts[r->resource_class] + r->id, data->binding_count);
    dxk_rdat_string(lib->rdat, r->name, &name);
    if (r->resource_class == DXK_RESOURCE_CLASS_CBUFFER)
        found.buffer = bounded(r->id, data->buffer_count);
    else if (r->resource_class != DXK_RESOURCE_CLASS_SAMPLER &&
             r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        found.buffer = find(structured, name);
    else if (r->resource_class == DXK_RESOURCE_CLASS_SRV && r->kind == DXK_RESOURCE_KIND_TBUFFER)
        found.buffer = find(others, name);
    return found;
}

static bool map_resources(library *lib)
{
    const dxki_dxil_list *classes = lib->x->d->resources;
    const uint32_t samplers = classes[DXK_RESOURCE_CLASS_CBUFFER].count;
    const uint32_t srvs = samplers + classes[DXK_RESOURCE_CLASS_SAMPLER].count;
    const uint32_t uavs = srvs + classes[DXK_RESOURCE_CLASS_SRV].count;
    const uint32_t starts[4] = {srvs, uavs, 0, samplers}; /* by dxk_resource_class */
    const dxk_rdat_table *table = dxk_rdat_table_of(lib->rdat, DXK_RECORD_ID_rdat_resource);
    names structured = {NULL, 0, 0}, others = {NULL, 0, 0};

    lib->resource_count = table ? table->count : 0;
    if (lib->resource_count != lib->x->r->data.binding_count)
        dxki_reflect_note(lib->x, DXKI_REPORT(lib->x->ctx, DXKI_RULE_REFLECT_RESOURCES,
                                              dxki_nowhere(), "RDAT", dxki_dec(lib->resource_count),
                                              dxki_dec(lib->x->r->data.binding_count)));
    lib->resources = DXKI_REFLECT_NEW_ARRAY(lib->x, resource, lib->resource_count);
    bool good = lib->resources && list_buffers(lib, &structured, &others);
    for (uint32_t i = 0; good && i < lib->resource_count; i++)
        lib->resources[i] =
            find_resource(lib, dxk_rdat_resource_at(lib->rdat, i), starts, &structured, &others);
    dxki_vec_free(lib->x->ctx, &structured);
    dxki_vec_free(lib->x->ctx, &others);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* Adds what is not in the list yet. */
static void add_once(const library *lib, int which, uint32_t index, uint32_t *list, uint32_t *count)
{
    if (index == NO_INDEX || lib->seen[which][index] == lib->list_number)
        return;
    lib->seen[which][index] = lib->list_number;
    list[(*count)++] = index;
}

static void make_lists(library *lib, dxk_rdat_list refs, lists *out)
{
    const dxk_reflect *data = &lib->x->r->data;
    uint32_t most[2] = {refs.count, refs.count};

    if (most[0] > data->binding_count)
        most[0] = data->binding_count;
    if (most[1] > data->buffer_count)
        most[1] = data->buffer_count;
    if (!dxki_reflect_spend(lib->x, refs.count))
        return;
    uint32_t *bindings = DXKI_REFLECT_NEW_ARRAY(lib->x, uint32_t, most[0]);
    uint32_t *buffers = DXKI_REFLECT_NEW_ARRAY(lib->x, uint32_t, most[1]);
    if (!bindings || !buffers)
        return;
    lib->list_number++;
    for (uint32_t i = 0; i < refs.count; i++) {
        uint32_t index = dxk_rdat_list_item(refs, i);
        if (index >= lib->resource_count)
            continue;
        add_once(lib, 0, lib->resources[index].binding, bindings, &out->binding_count);
        add_once(lib, 1, lib->resources[index].buffer, buffers, &out->buffer_count);
    }
    out->bindings = bindings;
    out->buffers = buffers;
}

static void describe_lists(library *lib, uint32_t word, dxk_reflect_function *out)
{
    dxk_rdat_list refs;

    if (!dxk_rdat_list_at(lib->rdat, word, &refs))
        return;
    lists *l = &lib->by_word[word];
    if (!l->made) {
        l->made = true;
        make_lists(lib, refs, l);
    }
    out->binding_count = l->binding_count;
    out->bindings = l->bindings;
    out->buffer_count = l->buffer_count;
    out->buffers = l->buffers;
}

/* "\x01?name@..." to "name"; other names as they are. */
static dxk_str plain_name(dxk_str name)
{
    if (!dxki_str_starts(name, "\x01?"))
        return name;
    const char *end = memchr(name.data, '@', name.size);
    return (dxk_str){name.data + 2, (end ? (size_t)(end - name.data) : name.size) - 2};
}

/* Facts of the entry point of that name, or those of a plain function. */
static void describe_stage(library *lib, dxk_str name, dxk_reflect_function *out)
{
    uint32_t entry = find(&lib->entries, name);

    out->name = name;
    out->plain_name = plain_name(name);
    out->stage.kind = DXK_SHADER_KIND_LIBRARY;
    out->stage.major = lib->x->d->model.major;
    out->stage.minor = lib->x->d->model.minor;
    if (entry != NO_INDEX)
        dxki_reflect_stage(lib->x, lib->x->d->entries.items[entry], &out->stage);
    out->required_feature_flags = out->stage.requires_flags;
}

static void describe_function(library *lib, const dxk_rdat_function *f, dxk_reflect_function *out)
{
    const uint64_t early =
        DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X; /* the bit has two uses */
    dxk_str name, plain;

    dxk_rdat_string(lib->rdat, f->name, &name);
    describe_stage(lib, name, out);
    if (dxk_rdat_string(lib->rdat, f->unmangled_name, &plain))
        out->plain_name = plain;
    out->required_feature_flags = (f->feature_info1 | (uint64_t)f->feature_info2 << 32) & ~early &
                                  ~(uint64_t)DXK_FEATURE_FLAG_OPT_USES_DERIVATIVES;
    if (out->stage.kind == DXK_SHADER_KIND_PIXEL && out->stage.early_depth_stencil)
        out->required_feature_flags |= early;
    out->min_shader_target = f->min_shader_target;
    out->shader_stages = f->shader_stage_flag;
    if (out->stage.payload_size == 0)
        out->stage.payload_size = f->payload_size_in_bytes;
    if (out->stage.attribute_size == 0)
        out->stage.attribute_size = f->attribute_size_in_bytes;
    describe_lists(lib, f->resources, out);
}

static bool functions_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare(((const dxk_reflect_function *)a)->name,
                   ((const dxk_reflect_function *)b)->name) > 0;
}

/* Sorted by name; of several of one name the last stays. */
static void keep_functions(library *lib, dxk_reflect_function *functions, uint32_t count)
{
    dxk_reflect *data = &lib->x->r->data;

    if (!dxki_sort(lib->x->ctx, functions, count, sizeof *functions, functions_after, NULL)) {
        dxki_reflect_note(lib->x, dxki_nomem(lib->x->ctx));
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        if (i + 1 == count || compare(functions[i].name, functions[i + 1].name) != 0)
            functions[data->function_count++] = functions[i];
    data->functions = functions;
}

static void functions_of_rdat(library *lib)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(lib->rdat, DXK_RECORD_ID_rdat_function);
    const dxk_reflect *data = &lib->x->r->data;
    const uint32_t count = table ? table->count : 0;

    if (!map_resources(lib))
        return;
    lib->seen[0] = DXKI_REFLECT_NEW_ARRAY(lib->x, uint32_t, data->binding_count);
    lib->seen[1] = DXKI_REFLECT_NEW_ARRAY(lib->x, uint32_t, data->buffer_count);
    lib->by_word = DXKI_REFLECT_NEW_ARRAY(lib->x, lists, lib->rdat->indices.size / 4 + 1);
    dxk_reflect_function *functions = DXKI_REFLECT_NEW_ARRAY(lib->x, dxk_reflect_function, count);
    if (!lib->seen[0] || !lib->seen[1] || !lib->by_word || !functions)
        return;
    for (uint32_t i = 0; i < count && !dxki_reflect_stopped(lib->x); i++)
        describe_function(lib, dxk_rdat_function_at(lib->rdat, i), &functions[i]);
    keep_functions(lib, functions, count);
}

/* Without RDAT: what the module exports. What a function binds is not told then. */
static void functions_of_module(library *lib)
{
    const dxk_module *m = lib->x->m;
    uint32_t count = 0;

    if (lib->x->as_reference)
        return;
    dxk_reflect_function *functions =
        DXKI_REFLECT_NEW_ARRAY(lib->x, dxk_reflect_function, m->functions.count);
    for (size_t i = 0; functions && i < m->functions.count && !dxki_reflect_stopped(lib->x); i++) {
        const dxki_global *g = &m->globals.items[m->functions.items[i]];
        dxk_str name = dxki_string_get(m, g->name);
        bool exported = !(g->flags & DXKI_GF_DECLARATION) && g->linkage == DXKI_LINK_EXTERNAL;
        if (exported || find(&lib->entries, name) != NO_INDEX)
            describe_stage(lib, name, &functions[count++]);
    }
    if (functions)
        keep_functions(lib, functions, count);
}

static bool list_entries(library *lib)
{
    const dxk_dxil *d = lib->x->d;

    for (uint32_t i = 0; i < d->entries.count; i++) {
        const dxki_dxil_entry *entry = d->entries.items[i];
        if (entry->function &&
            !add(lib, &lib->entries,
                 dxki_string_get(d->m, d->m->globals.items[entry->function].name), i))
            return false;
    }
    return sort(lib, &lib->entries);
}

void dxki_reflect_functions(dxki_reflect_run *x)
{
    const dxk_decoded *rdat = dxki_reflect_part(x, DXK_PART_RDAT);
    library lib;

    memset(&lib, 0, sizeof lib);
    lib.x = x;
    if (rdat && rdat->type == DXK_PART_TYPE_RDAT)
        lib.rdat = rdat->as.rdat;
    if (list_entries(&lib)) {
        if (lib.rdat)
            functions_of_rdat(&lib);
        else
            functions_of_module(&lib);
    }
    dxki_vec_free(x->ctx, &lib.entries);
}

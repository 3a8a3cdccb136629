/* SPDX-License-Identifier: MIT */
/*
 * names.c - reflection that keeps its names. Compilers leave names of resources and the layout of
 * buffers out of the program, and keep them in the reflection part alone. When the program has
 * changed, that part is written anew: names, types and annotations as it had them, all numbers from
 * the module that the program is now.
 *
 *     older STAT   names, types, annotations                       --.
 *     the module   resources, signatures, flags, masks, dependence   +--> STAT
 *     newer STAT   counters                                        --'
 *
 * Masks and dependence are found anew: modules for old validators do not have them.
 * Resources are the same if class, binding and range are, or if they are as many as before and
 * stand at the same place. Functions go by their names, entry points else by their place.
 */
#include "build/build.h"
#include "dxil/emit.h"
#include "dxil/md.h"
#include "dxil/usage.h"
#include "ir/edit.h"
#include "ir/find.h"
#include "ir/idset.h"

#include <string.h>

/* Steps of searches for resources, over all. */
#define PROBES_AT_LEAST 4096u
#define PROBES_EACH     16u

typedef struct merger {
    dxk_ctx *ctx;
    dxk_module *m;    /* the older module, which becomes the result */
    dxk_dxil *d;      /* of it */
    dxk_dxil *n;      /* of the module as it is now */
    dxk_dxil *made;   /* of its reflection, without names */
    dxki_idset newer; /* globals of the newer one, by name */
    dxki_idset older; /* likewise */
    uint64_t probes;  /* that searches for resources may still take */
    bool differs;     /* merging came to what the older module does not have */
} merger;

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static bool same_binding(const dxki_dxil_resource *a, const dxki_dxil_resource *b)
{
    return a->space == b->space && a->lower_bound == b->lower_bound &&
           a->range_size == b->range_size && a->kind == b->kind;
}

/* The older resource for number `i` of the newer ones; NULL: there is none. Mostly it stands at the
 * same place, or after the one that was found last. */
static const dxki_dxil_resource *find_older(merger *g, const dxki_dxil_list *older,
                                            const dxki_dxil_list *newer, uint32_t i, uint32_t *next)
{
    for (uint32_t k = 0; k < older->count && g->probes; k++, g->probes--) {
        uint32_t at = (*next + k) % older->count;
        if (same_binding(older->items[at], newer->items[i])) {
            *next = at + 1;
            return older->items[at];
        }
    }
    return older->count == newer->count ? older->items[i] : NULL;
}

/* Numbers of the newer one, with what only the older one knows. */
static bool merge_resources(merger *g, uint32_t cls)
{
    const dxki_dxil_list *newer = &g->n->resources[cls], older = g->d->resources[cls];
    dxki_dxil_resource *merged = DXKI_NEW_ARRAY(&g->d->arena, dxki_dxil_resource, newer->count);
    const void **items = DXKI_NEW_ARRAY(&g->d->arena, const void *, newer->count);
    uint32_t next = 0;
    g->probes = PROBES_AT_LEAST + PROBES_EACH * (uint64_t)newer->count;
    if (!merged || !items)
        return false;
    for (uint32_t i = 0; i < newer->count; i++) {
        const dxki_dxil_resource *old = find_older(g, &older, newer, i, &next);
        const dxki_dxil_resource *now = newer->items[i];
        g->differs = !old;
        if (!old)
            return false;
        merged[i] = *now;
        merged[i].head = old->head;
        merged[i].symbol = old->symbol;
        merged[i].hlsl_type = old->hlsl_type;
        merged[i].sampler_extra_md = old->sampler_extra_md;
        merged[i].name = now->name.size ? now->name : old->name;
        items[i] = &merged[i];
    }
    g->d->resources[cls] = (dxki_dxil_list){older.md, newer->count, items};
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* The older module's function for one of the newer module; 0: there is none. */
static uint32_t older_function(const merger *g, uint32_t function)
{
    const dxk_module *n = g->n->m;
    if (!function)
        return 0;
    uint32_t older =
        dxki_global_lookup(g->m, &g->older, dxki_string_get(n, n->globals.items[function].name));
    return older && g->m->globals.items[older].kind == DXKI_G_FUNCTION ? older : 0;
}

/* The same for a function that has another name now: the one at the same place, `older`, takes its
 * name. False: out of memory. */
static bool rename_older(merger *g, uint32_t function, uint32_t older, uint32_t *to)
{
    const dxk_module *n = g->n->m;
    if (!function || *to || !older)
        return true;
    dxki_string name =
        dxki_string_intern(g->m, dxki_string_get(n, n->globals.items[function].name));
    if (name == UINT32_MAX)
        return false;
    g->m->globals.items[older].name = name;
    *to = older;
    return true;
}

static void keep_root_signature(dxki_dxil_props *props, const dxki_dxil_entry *older)
{
    props->root_signature = older->props.root_signature;
    props->head.present |=
        older->props.head.present & (UINT32_C(1) << DXKI_MD_PROPS_ROOT_SIGNATURE);
}

/* Entry points with their numbers; false: there are others than before. */
static bool merge_entries(merger *g)
{
    const dxki_dxil_list *newer = &g->n->entries, older = g->d->entries;
    dxki_dxil_entry *merged = DXKI_NEW_ARRAY(&g->d->arena, dxki_dxil_entry, newer->count);
    const void **items = DXKI_NEW_ARRAY(&g->d->arena, const void *, newer->count);
    if (!merged || !items)
        return false;
    for (uint32_t i = 0; i < newer->count; i++) {
        const dxki_dxil_entry *now = newer->items[i];
        uint32_t patch = now->props.hs.patch_function;
        merged[i] = *now;
        merged[i].function = older_function(g, now->function);
        merged[i].props.hs.patch_function = older_function(g, patch);
        if (older.count == newer->count) {
            const dxki_dxil_entry *was = older.items[i];
            if (!rename_older(g, now->function, was->function, &merged[i].function) ||
                !rename_older(g, patch, was->props.hs.patch_function,
                              &merged[i].props.hs.patch_function))
                return false;
        }
        if (i < older.count && now->props.root_signature.size == 0) /* it has a part of its own */
            keep_root_signature(&merged[i].props, older.items[i]);
        items[i] = &merged[i];
        g->differs =
            (now->function && !merged[i].function) || (patch && !merged[i].props.hs.patch_function);
        if (g->differs)
            return false;
    }
    g->d->entries = (dxki_dxil_list){older.md, newer->count, items};
    return true;
}

static bool is_newer(const merger *g, uint32_t global)
{
    dxk_str name = dxki_string_get(g->m, g->m->globals.items[global].name);
    return dxki_global_lookup(g->n->m, &g->newer, name) != 0;
}

static bool merge_annotations(merger *g)
{
    uint32_t count = 0;
    dxki_dxil_annotated_function *kept =
        DXKI_NEW_ARRAY(&g->d->arena, dxki_dxil_annotated_function, g->d->function_count);
    for (uint32_t i = 0; kept && i < g->d->function_count; i++) {
        if (is_newer(g, g->d->functions[i].function))
            kept[count++] = g->d->functions[i];
    }
    g->d->functions = kept;
    g->d->function_count = count;
    return kept != NULL;
}

/* Declarations and variables that the program does not have any more. */
static dxk_status remove_older(merger *g)
{
    DXKI_VEC(uint32_t) gone = {NULL, 0, 0};
    bool good = true;
    for (uint32_t i = 1; i < g->m->globals.count && good; i++) {
        uint8_t kind = g->m->globals.items[i].kind;
        if ((kind == DXKI_G_FUNCTION || kind == DXKI_G_VARIABLE) && !is_newer(g, i))
            good = dxki_vec_push(g->ctx, &gone, i);
    }
    good = good && dxki_globals_remove(g->m, gone.items, gone.count) && dxki_module_compact(g->m);
    dxki_vec_free(g->ctx, &gone);
    return good ? DXK_OK : dxki_nomem(g->ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* The rest                                                                                   */

/* The table of dependence, as a node of the older module. */
static bool merge_view_id(merger *g)
{
    dxk_bytes words = g->n->view_id.words;
    g->d->view_id = g->n->view_id;
    if (words.size == 0)
        return true;
    dxki_type type = dxki_type_array(g->m, DXKI_TY_I32, words.size / 4);
    dxki_value value =
        type ? dxki_const_data(g->m, type, (dxk_str){(const char *)words.data, words.size}) : 0;
    dxki_md wrapped = value ? dxki_md_of_value(g->m, value) : 0;
    g->d->view_id.md = wrapped ? dxki_md_tuple(g->m, &wrapped, 1, false) : 0;
    return g->d->view_id.md != 0;
}

/* False: out of memory, or g->differs. */
static bool merge(merger *g)
{
    bool good = merge_entries(g) && merge_annotations(g) && merge_view_id(g);
    for (uint32_t cls = 0; good && cls < DXKI_RESOURCE_CLASSES; cls++)
        good = merge_resources(g, cls);
    g->d->version = g->n->version;
    g->d->model = g->n->model;
    g->d->intermediate = g->n->intermediate;
    return good;
}

/* Puts the counters of the newer module into the older one. */
static bool copy_counters(merger *g)
{
    const char *name = dxki_dxil_md_name_text(DXKI_NAMED_COUNTERS);
    dxki_dxil_emitter e = {.m = g->m};
    if (g->made->counter_count == 0)
        return true;
    for (uint32_t i = 0; i < g->made->counter_count; i++) {
        dxki_dxil_emit_push(&e, dxki_dxil_emit_string(&e, g->made->counters[i].name));
        dxki_dxil_emit_push(&e, dxki_dxil_emit_u32(&e, g->made->counters[i].value));
    }
    dxki_dxil_emit_named(&e, name, dxki_dxil_emit_tuple(&e, 0));
    dxki_vec_free(g->ctx, &e.stack);
    return !e.failed;
}

static dxk_status write(merger *g, dxk_buffer *out)
{
    dxk_module_write_options how = {.use_lists = DXK_USE_LISTS_DROP};
    dxk_status status = dxki_dxil_emit_metadata(g->m, g->d, NULL);
    if (status == DXK_OK && !copy_counters(g))
        status = dxki_nomem(g->ctx);
    if (status == DXK_OK)
        status = remove_older(g);
    return status == DXK_OK ? dxk_module_write(g->m, &how, dxk_buffer_sink(out)) : status;
}

static bool enter_names(const dxk_module *m, dxki_idset *set)
{
    for (uint32_t i = 1; i < m->globals.count; i++) {
        if (!dxki_global_enter(m, set, i))
            return false;
    }
    return true;
}

/* What reflection of all validators says of the program. */
static dxk_status find_usage(merger *g)
{
    const dxki_dxil_entry *entry = dxki_dxil_first_entry(g->n);
    dxki_dxil_sig_element *const *elements[3];
    uint32_t counts[3];
    dxki_dxil_access fault;
    dxk_buffer words;
    if (g->n->model.kind == DXK_SHADER_KIND_LIBRARY || !entry)
        return DXK_OK;
    for (uint32_t i = 0; i < 3; i++) {
        elements[i] = (dxki_dxil_sig_element *const *)(uintptr_t)entry->signatures[i].items;
        counts[i] = entry->signatures[i].count;
    }
    dxki_dxil_find_usage(g->n->m, 0, elements, counts, &fault);
    dxk_buffer_init(&words, g->ctx);
    dxk_status status = dxki_dxil_find_dependence(g->n, &words);
    uint8_t *copy = dxki_arena_alloc(&g->n->arena, words.size);
    if (copy && words.size)
        memcpy(copy, words.data, words.size);
    g->n->view_id.words = (dxk_bytes){copy, words.size};
    dxk_buffer_free(&words);
    return status == DXK_OK && !copy ? dxki_nomem(g->ctx) : status;
}

/* Reads both reflections; what cannot be read of the older one is not kept. */
static dxk_status read_both(merger *g, const dxk_module *code, dxk_bytes names, dxk_bytes made,
                            dxk_module **newer)
{
    dxk_status status = dxk_module_read(g->ctx, made, NULL, newer);
    if (status == DXK_OK)
        status = dxk_dxil_load(*newer, &g->made);
    if (status == DXK_OK)
        status = dxk_dxil_load(code, &g->n);
    if (status == DXK_OK)
        status = find_usage(g);
    if (status != DXK_OK)
        return status;
    g->ctx->muted++;
    status = dxk_module_read(g->ctx, names, NULL, &g->m);
    if (status == DXK_OK)
        status = dxk_dxil_load(g->m, &g->d);
    g->ctx->muted--;
    if (status == DXK_OK && !(enter_names(code, &g->newer) && enter_names(g->m, &g->older)))
        status = dxki_nomem(g->ctx);
    return status;
}

dxk_status dxki_build_keep_names(const dxk_module *code, dxk_bytes names, dxk_bytes made,
                                 dxk_buffer *out)
{
    dxk_ctx *ctx = code->ctx;
    dxk_module *newer = NULL;
    merger g = {.ctx = ctx};
    dxk_status status = read_both(&g, code, names, made, &newer);
    if (status == DXK_OK && merge(&g))
        status = write(&g, out);
    else if (status == DXK_OK && !g.differs)
        status = dxki_nomem(ctx);
    dxki_idset_free(ctx, &g.newer);
    dxki_idset_free(ctx, &g.older);
    dxk_dxil_free(g.d);
    dxk_dxil_free(g.n);
    dxk_dxil_free(g.made);
    dxk_module_free(g.m);
    dxk_module_free(newer);
    return status == DXK_E_INVALID ? DXK_OK : status;
}

/* ---------------------------------------------------------------------------------------- */
/* Programs without names                                                                     */

void dxki_build_drop_value_names(dxk_module *m)
{
    m->inst_names.count = 0;
    DXKI_EACH_FUNCTION(m, fn)
        DXKI_EACH_BLOCK(m, fn, block)
            m->blocks.items[block].name = 0;
}

/* Programs for validators before 1.5 keep what is said of their functions, and so do libraries whose
 * 16-bit types are minimum precision. */
static bool keeps_functions(const dxk_dxil *d)
{
    return !dxki_dxil_validator_at_least(d, 5) ||
           (d->model.kind == DXK_SHADER_KIND_LIBRARY && dxki_dxil_min_precision(d));
}

void dxki_build_drop_type_names(dxk_dxil *d)
{
    d->struct_count = 0;
    if (!keeps_functions(d))
        d->function_count = 0;
    if (d->model.kind == DXK_SHADER_KIND_LIBRARY)
        return;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            ((dxki_dxil_resource *)(uintptr_t)d->resources[cls].items[i])->name = (dxk_str){"", 0};
    }
}

bool dxki_build_has_no_type_names(const dxk_dxil *d)
{
    bool named = d->struct_count || (d->function_count && !keeps_functions(d));
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            named |= ((const dxki_dxil_resource *)d->resources[cls].items[i])->name.size != 0;
    }
    return !named && d->model.kind != DXK_SHADER_KIND_LIBRARY;
}

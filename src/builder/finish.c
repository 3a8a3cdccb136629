/* SPDX-License-Identifier: MIT */
/*
 * finish.c - the end of a module: checks, phis, and the metadata. What follows from the
 * program is found out in the order in which one thing depends on the other:
 *
 *   registers of the elements -> usage masks -> shader flags -> dependence on inputs and ViewID
 *     -> metadata
 *
 * The metadata is written by the emitter that rewrites that of other modules (emit.h), from a view
 * that is put together here instead of read.
 */
#include "builder/builder.h"

#include "base/out.h"
#include "base/sort.h"
#include "dxil/emit.h"
#include "dxil/md.h"
#include "dxil/register.h"
#include "dxil/requirements.h"
#include "dxil/usage.h"
#include "dxk/build.h"

#include <string.h>

#define FLAG(name) ((uint64_t)1 << DXKI_SHADER_FLAG_##name)

/* What only the caller can tell. */
static const uint64_t declared_flags = FLAG(DISABLE_OPTIMIZATIONS) |
                                       FLAG(DISABLE_MATH_REFACTORING) | FLAG(EARLY_DEPTH_STENCIL) |
                                       FLAG(ALL_RESOURCES_BOUND) | FLAG(NATIVE_LOW_PRECISION);

/* ---------------------------------------------------------------------------------------- */
/* Bodies                                                                                     */

/* "@main/bb2", of any block. */
static dxki_arg block_text(dxk_builder *b, uint32_t block)
{
    const dxki_global *f = &b->m->globals.items[b->m->blocks.items[block].function];
    dxk_str name = dxki_string_get(b->m, f->name);
    char digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    const char *tail = dxki_format_u64(end, dxki_block_number(b->m, block));
    char *text = dxki_arena_alloc(&b->arena, name.size + 32);
    if (!text)
        return dxki_builder_text("");
    text[0] = '@';
    memcpy(text + 1, name.data, name.size);
    memcpy(text + 1 + name.size, "/bb", 3);
    strcpy(text + 4 + name.size, tail);
    return dxki_builder_text(text);
}

static bool has_end(const dxk_module *m, uint32_t block)
{
    uint32_t last = m->blocks.items[block].last_inst;

    return last && dxki_op_class_of((dxki_op)m->insts.items[last].op) == DXKI_OC_TERM;
}

static void check_bodies(dxk_builder *b)
{
    const dxk_module *m = b->m;

    for (size_t i = 0; i < m->functions.count && b->status == DXK_OK; i++) {
        const dxki_global *f = &m->globals.items[m->functions.items[i]];
        if (!(f->flags & DXKI_GF_DECLARATION) && !f->first_block)
            DXKI_BFAIL(b, PLACE, dxki_text(dxki_string_get(m, f->name)),
                       dxki_builder_text("the function has no block"));
    }
    DXKI_EACH_FUNCTION(m, fn)
        DXKI_EACH_BLOCK(m, fn, block)
            if (b->status == DXK_OK && !has_end(m, block))
                DXKI_BFAIL(b, TERMINATOR, block_text(b, block));
}

/* How many edges lead to each block. */
static uint32_t *count_edges(dxk_builder *b)
{
    const dxk_module *m = b->m;
    uint32_t *edges = DXKI_NEW_ARRAY(&b->arena, uint32_t, m->blocks.count);

    if (!edges)
        return NULL;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            uint32_t last = m->blocks.items[block].last_inst;
            const dxki_value *ops = dxki_inst_ops(m, last);
            for (uint32_t k = 0; k < m->insts.items[last].op_count; k++)
                if (DXKI_TAG(ops[k]) == DXKI_V_BLOCK)
                    edges[DXKI_INDEX(ops[k])]++;
        }
    }
    return edges;
}

static bool input_after(const void *user, const void *left, const void *right)
{
    (void)user;
    return ((const dxki_builder_input *)left)->phi > ((const dxki_builder_input *)right)->phi;
}

/* Gives a phi its operands: values, then blocks. */
static void fill_phi(dxk_builder *b, uint32_t phi, const dxki_builder_input *inputs, uint32_t count,
                     uint32_t edges)
{
    dxk_module *m = b->m;

    if (count != edges) {
        DXKI_BFAIL(b, PHI, block_text(b, m->insts.items[phi].block), dxki_dec(count),
                   dxki_dec(edges));
        return;
    }
    if (!dxki_vec_reserve(b->ctx, &m->words, 2 * (size_t)count)) {
        dxki_builder_nomem(b);
        return;
    }
    m->insts.items[phi].ops = (uint32_t)m->words.count;
    m->insts.items[phi].op_count = count;
    for (uint32_t i = 0; i < count; i++)
        m->words.items[m->words.count++] = inputs[i].value;
    for (uint32_t i = 0; i < count; i++)
        m->words.items[m->words.count++] = inputs[i].from;
}

/* Fills a phi with its inputs, which stand together in the list sorted by phi. */
static void fill_from_inputs(dxk_builder *b, uint32_t phi, const uint32_t *edges)
{
    size_t low = 0, high = b->inputs.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (b->inputs.items[middle].phi < phi)
            low = middle + 1;
        else
            high = middle;
    }
    size_t end = low;
    while (end < b->inputs.count && b->inputs.items[end].phi == phi)
        end++;
    fill_phi(b, phi, end > low ? b->inputs.items + low : NULL, (uint32_t)(end - low),
             edges[b->m->insts.items[phi].block]);
}

static void fill_phis(dxk_builder *b)
{
    uint32_t *edges = count_edges(b);

    if (!edges || !dxki_sort(b->ctx, b->inputs.items, b->inputs.count, sizeof *b->inputs.items,
                             input_after, NULL)) {
        dxki_builder_nomem(b);
        return;
    }
    DXKI_EACH_FUNCTION(b->m, fn)
        DXKI_EACH_BLOCK(b->m, fn, block)
            DXKI_EACH_INST(b->m, block, inst)
                if (b->status == DXK_OK && b->m->insts.items[inst].op == DXKI_OP_PHI)
                    fill_from_inputs(b, inst, edges);
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* The elements of an entry point by signature; those of one entry point follow each other. */
typedef struct signatures {
    dxki_dxil_sig_element **items[3];
    uint32_t counts[3];
    size_t first, end; /* in the builder's elements */
} signatures;

static bool list_elements(dxk_builder *b, uint32_t entry, size_t first, signatures *s)
{
    *s = (signatures){.first = first, .end = first};
    while (s->end < b->elements.count && b->elements.items[s->end].entry == entry)
        s->counts[b->elements.items[s->end++].which]++;
    uint32_t filled[3] = {0, 0, 0};
    for (uint32_t which = 0; which < 3; which++) {
        s->items[which] = DXKI_NEW_ARRAY(&b->arena, dxki_dxil_sig_element *, s->counts[which]);
        if (!s->items[which])
            return false;
    }
    for (size_t i = first; i < s->end; i++) {
        dxki_builder_element *e = &b->elements.items[i];
        s->items[e->which][filled[e->which]++] = &e->e;
    }
    return true;
}

/* The elements of a signature that the caller placed go first; returns how many there are. */
static uint32_t placed_first(dxk_builder *b, const signatures *s, dxki_dxil_sig_element **out,
                             uint32_t which)
{
    uint32_t placed = 0, count = 0;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = s->first; i < s->end; i++) {
            dxki_builder_element *e = &b->elements.items[i];
            if (e->which != which || e->placed != (pass == 0))
                continue;
            out[count++] = &e->e;
            placed += e->placed;
        }
    return placed;
}

/* Packs what the caller did not place. */
static void pack(dxk_builder *b, const signatures *s, uint32_t kind, uint32_t which)
{
    const dxk_pack_options how = {.strategy = b->options.packing,
                                  .native_16bit = b->options.native_16bit};
    uint32_t all = s->counts[which];
    dxki_dxil_sig_element **elements = DXKI_NEW_ARRAY(&b->arena, dxki_dxil_sig_element *, all);
    dxk_pack_element *packed = DXKI_NEW_ARRAY(&b->arena, dxk_pack_element, all);
    const char **names = DXKI_NEW_ARRAY(&b->arena, const char *, all);

    if (!packed || !elements || !names) {
        dxki_builder_nomem(b);
        return;
    }
    uint32_t placed = placed_first(b, s, elements, which), count = all - placed;
    elements += placed;
    for (uint32_t i = 0; i < count; i++) {
        const dxki_dxil_sig_element *e = elements[i];
        names[i] = e->name.data;
        packed[i] = (dxk_pack_element){.semantic = e->semantic,
                                       .semantic_index = e->indices.items[0],
                                       .component_type = e->component_type,
                                       .interpolation = e->interpolation,
                                       .rows = e->rows,
                                       .columns = e->columns,
                                       .stream = e->extra.stream};
    }
    b->status = dxki_dxil_pack(b->ctx, (dxk_shader_kind)kind, (dxk_signature_kind)which, &how,
                               packed, names, count, NULL);
    for (uint32_t i = 0; i < count && b->status == DXK_OK; i++) {
        elements[i]->start_row = packed[i].start_row;
        elements[i]->start_column = packed[i].start_column;
        if (placed && packed[i].start_row >= 0)
            DXKI_BFAIL(b, SEMANTIC, dxki_text(elements[i]->name),
                       dxki_builder_text("has no place, others of the signature have"));
    }
}

/* Libraries do not say what of their elements is used: code that they are linked with may use more. */
static void forget_usage(const signatures *s)
{
    for (uint32_t which = 0; which < 3; which++)
        for (uint32_t i = 0; i < s->counts[which]; i++)
            s->items[which][i]->extra.usage_mask = s->items[which][i]->extra.dynamic_mask = 0;
}

/* Marks what of an entry point's elements is used, or checks it in libraries. */
static bool find_usage(dxk_builder *b, const signatures *s, const dxki_dxil_entry *entry,
                       dxki_dxil_access *fault)
{
    dxki_dxil_sig_element *const *const *items = (dxki_dxil_sig_element *const *const *)s->items;

    if (b->as_declared)
        return true;
    if (b->options.kind != DXK_SHADER_KIND_LIBRARY)
        return dxki_dxil_find_usage(b->m, 0, items, s->counts, fault);
    uint32_t patch = entry->props.hs.patch_function;
    bool good = dxki_dxil_find_usage(b->m, entry->function, items, s->counts, fault) &&
                (!patch || dxki_dxil_find_usage(b->m, patch, items, s->counts, fault));
    forget_usage(s);
    return good;
}

static void place_elements(dxk_builder *b, signatures *all)
{
    dxki_dxil_access fault;
    size_t first = 0;

    for (uint32_t i = 0; i < b->entries.count && b->status == DXK_OK; i++) {
        const dxki_dxil_entry *entry = &b->entries.items[i];
        signatures *s = &all[i];
        if (!list_elements(b, i, first, s)) {
            dxki_builder_nomem(b);
            return;
        }
        for (uint32_t which = 0; which < 3 && b->status == DXK_OK; which++)
            if (s->counts[which])
                pack(b, s, entry->props.shader_kind, which);
        if (b->status == DXK_OK && !find_usage(b, s, entry, &fault))
            DXKI_BFAIL(b, RANGE, dxki_builder_text("a signature operation"),
                       dxki_builder_text("the element, row or column"), dxki_dec(fault.id),
                       dxki_builder_text("in its signature"));
        first = s->end;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The view                                                                                   */

/* Everything that the metadata is written from. */
typedef struct view {
    dxk_dxil d;
    dxki_dxil_entry *first;
} view;

/* Pointers to `count` things in a row. */
static bool list_of(dxk_builder *b, const void *first, size_t size, uint32_t count,
                    dxki_dxil_list *list)
{
    const void **items = DXKI_NEW_ARRAY(&b->arena, const void *, count);

    for (uint32_t i = 0; items && i < count; i++)
        items[i] = (const char *)first + size * i;
    *list = (dxki_dxil_list){0, count, items};
    return items != NULL;
}

static bool list_resources(dxk_builder *b, dxk_dxil *d)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        const void **items = DXKI_NEW_ARRAY(&b->arena, const void *, b->resource_counts[cls]);
        if (!items)
            return false;
        d->resources[cls] = (dxki_dxil_list){0, b->resource_counts[cls], items};
        for (size_t i = 0; i < b->resources.count; i++)
            if (b->resources.items[i].r.cls == cls)
                items[b->resources.items[i].r.id] = &b->resources.items[i].r;
    }
    return true;
}

static void fill_signatures(dxki_dxil_entry *entry, const signatures *s)
{
    for (uint32_t which = 0; which < 3; which++)
        entry->signatures[which] =
            (dxki_dxil_list){0, s->counts[which], (const void *const *)s->items[which]};
    for (uint32_t i = 0; i < s->counts[1]; i++)
        entry->props.gs.stream_mask |= 1u << s->items[1][i]->extra.stream;
    if (entry->props.gs.stream_mask == 0)
        entry->props.gs.stream_mask = 1;
}

/* A library's first entry stands for the module. */
static bool list_entries(dxk_builder *b, view *v, const signatures *s)
{
    bool library = b->options.kind == DXK_SHADER_KIND_LIBRARY;
    uint32_t count = (uint32_t)b->entries.count + library;
    dxki_dxil_entry *entries = DXKI_NEW_ARRAY(&b->arena, dxki_dxil_entry, count);

    if (!entries || !list_of(b, entries, sizeof *entries, count, &v->d.entries))
        return false;
    if (b->entries.count)
        memcpy(entries + library, b->entries.items, b->entries.count * sizeof *entries);
    entries[0].props.shader_flags |=
        (b->options.all_resources_bound ? FLAG(ALL_RESOURCES_BOUND) : 0) |
        (b->options.native_16bit ? FLAG(NATIVE_LOW_PRECISION) : 0) |
        (b->options.disable_optimizations ? FLAG(DISABLE_OPTIMIZATIONS) : 0) |
        (b->options.disable_math_refactoring ? FLAG(DISABLE_MATH_REFACTORING) : 0);
    if (b->binding_space) {
        entries[0].props.auto_binding_space = *b->binding_space;
        entries[0].props.head.present |= 1u << DXKI_MD_PROPS_AUTO_SPACE;
    }
    for (uint32_t i = 0; i < b->entries.count; i++)
        fill_signatures(&entries[i + library], &s[i]);
    v->first = entries;
    return true;
}

static const char *stage_text(uint32_t kind)
{
    const char *text = dxk_enum_text(DXK_ENUM_ID_shader_profile, kind);

    return text ? text : "";
}

static bool list_layouts(dxk_builder *b, dxk_dxil *d)
{
    d->structs = b->layouts.items;
    d->struct_count = (uint32_t)b->layouts.count;
    d->struct_of_type = DXKI_NEW_ARRAY(&b->arena, uint32_t, b->m->types.count);
    d->types_known = (uint32_t)b->m->types.count;
    for (uint32_t i = 0; d->struct_of_type && i < d->struct_count; i++)
        d->struct_of_type[d->structs[i].type] = i + 1;
    return d->struct_of_type != NULL;
}

static bool list_functions(dxk_builder *b, dxk_dxil *d)
{
    size_t count = 0;

    for (size_t i = 0; i < DXKI_BUILDER_RANKS; i++)
        count += b->functions[i].count;
    dxki_dxil_annotated_function *all =
        DXKI_NEW_ARRAY(&b->arena, dxki_dxil_annotated_function, count + 1);
    if (!all)
        return false;
    for (size_t i = 0; i < DXKI_BUILDER_RANKS; i++)
        for (size_t k = 0; k < b->functions[i].count; k++)
            all[d->function_count++] = b->functions[i].items[k];
    d->functions = all;
    return true;
}

static bool make_view(dxk_builder *b, view *v, const signatures *s)
{
    const dxk_builder_options *o = &b->options;

    memset(v, 0, sizeof *v);
    v->d.ctx = b->ctx;
    v->d.m = b->m;
    v->d.is_new = true;
    v->d.version = (dxki_dxil_version){
        .major = 1,
        .minor = o->model_minor == DXKI_OFFLINE_MINOR ? DXKI_NEWEST_MINOR : o->model_minor};
    v->d.validator = (dxki_dxil_version){.major = o->validator_major, .minor = o->validator_minor};
    v->d.model = (dxki_dxil_shader_model){.stage = dxki_str(stage_text(o->kind)),
                                          .major = 6,
                                          .minor = o->model_minor,
                                          .kind = o->kind};
    return list_functions(b, &v->d) && list_resources(b, &v->d) && list_entries(b, v, s) &&
           list_layouts(b, &v->d);
}

/* ---------------------------------------------------------------------------------------- */
/* Metadata                                                                                   */

/* Who made the module. */
static dxk_status add_ident(dxk_builder *b)
{
    dxki_dxil_emitter e = {.m = b->m};
    char text[64] = "dxk ";

    strncat(text, dxk_version(), sizeof text - 5);
    dxki_dxil_emit_push(&e, dxki_dxil_emit_string(&e, dxki_str(text)));
    dxki_dxil_emit_named(&e, "llvm.ident", dxki_dxil_emit_tuple(&e, 0));
    dxki_vec_free(b->ctx, &e.stack);
    return e.failed ? dxki_nomem(b->ctx) : DXK_OK;
}

static dxk_status add_root_signature(dxk_builder *b)
{
    dxki_dxil_emitter e = {.m = b->m};
    dxk_bytes root = b->options.root_signature;

    if (root.size == 0 || root.size > UINT32_MAX || b->options.kind == DXK_SHADER_KIND_LIBRARY)
        return DXK_OK;
    dxki_dxil_emit_named(&e, dxki_dxil_md_name_text(DXKI_NAMED_ROOT_SIGNATURE),
                         dxki_dxil_emit_bytes(&e, DXKI_TY_I8, (uint32_t)root.size, root));
    dxki_vec_free(b->ctx, &e.stack);
    return e.failed ? dxki_nomem(b->ctx) : DXK_OK;
}

/* What the code tells of UAVs. */
static void set_atomic64(dxk_builder *b, const uint8_t *atomic64)
{
    for (size_t i = 0; i < b->resources.count; i++) {
        dxki_dxil_resource *r = &b->resources.items[i].r;
        if (r->cls == DXK_RESOURCE_CLASS_UAV && atomic64[r->id])
            r->extra.atomic64 = true;
    }
}

static dxk_status add_flags(dxk_builder *b, view *v)
{
    uint64_t *own = &v->first->props.shader_flags;
    bool apart = b->options.model_minor >= 7 && !b->options.resources_may_alias;
    dxki_dxil_module_requirements needs;

    *own |= apart ? FLAG(RES_MAY_NOT_ALIAS) : 0;
    if (!dxki_dxil_find_requirements(&v->d, &b->arena, &needs))
        return dxki_nomem(b->ctx);
    set_atomic64(b, needs.atomic64);
    uint64_t flags = needs.flags & (apart ? UINT64_MAX : ~FLAG(RES_MAY_NOT_ALIAS));
    *own = (*own & declared_flags) | flags;
    if (b->options.kind == DXK_SHADER_KIND_LIBRARY && b->m->functions.count == 0)
        *own = 0; /* they are those of functions */
    return DXK_OK;
}

static dxk_status add_dependence(dxk_builder *b, view *v)
{
    dxk_buffer words;
    dxki_dxil_emitter e = {.m = b->m};

    dxk_buffer_init(&words, b->ctx);
    dxk_status status = b->renewed_later ? dxki_dxil_blank_dependence(&v->d, &words)
                                         : dxki_dxil_find_dependence(&v->d, &words);
    if (status == DXK_OK && words.size) {
        uint8_t *copy = dxki_arena_alloc(&b->arena, words.size);
        v->d.view_id.words = (dxk_bytes){copy, words.size};
        v->d.view_id.md = dxki_dxil_emit_bytes(&e, DXKI_TY_I32, (uint32_t)(words.size / 4),
                                               (dxk_bytes){words.data, words.size});
        if (copy)
            memcpy(copy, words.data, words.size);
        if (e.failed || !copy)
            status = dxki_nomem(b->ctx);
    }
    dxki_vec_free(b->ctx, &e.stack);
    dxk_buffer_free(&words);
    return status;
}

static void add_metadata(dxk_builder *b, const signatures *s)
{
    view v;

    if (!make_view(b, &v, s)) {
        dxki_builder_nomem(b);
        return;
    }
    b->status = add_ident(b);
    if (b->as_declared)
        v.first->props.shader_flags = b->declared_flags;
    if (b->status == DXK_OK && !b->as_declared)
        b->status = add_flags(b, &v);
    if (b->status == DXK_OK && !b->as_declared)
        b->status = add_dependence(b, &v);
    if (b->status == DXK_OK)
        b->status = b->renewed_later ? dxki_dxil_emit_draft(b->m, &v.d)
                                     : dxki_dxil_emit_metadata(b->m, &v.d, NULL);
    if (b->status == DXK_OK)
        b->status = add_root_signature(b);
    if (b->status == DXK_OK)
        b->status = dxki_builder_put_payloads(b);
}

/* ---------------------------------------------------------------------------------------- */

dxk_status dxk_builder_finish(dxk_builder *b, dxk_module **out)
{
    signatures *s = DXKI_NEW_ARRAY(&b->arena, signatures, b->entries.count + 1);

    *out = NULL;
    b->block = 0;
    if (!s)
        dxki_builder_nomem(b);
    if (b->status == DXK_OK && !b->m)
        return DXK_E_ARGUMENT;
    if (b->status == DXK_OK && b->entries.count == 0 && b->options.kind != DXK_SHADER_KIND_LIBRARY)
        DXKI_BFAIL(b, ENTRY, dxki_builder_text("there is none"));
    if (b->status == DXK_OK)
        check_bodies(b);
    if (b->status == DXK_OK)
        fill_phis(b);
    if (b->status == DXK_OK)
        place_elements(b, s);
    if (b->status == DXK_OK)
        add_metadata(b, s);
    if (b->status != DXK_OK)
        return b->status;
    *out = b->m;
    b->m = NULL;
    return DXK_OK;
}

dxk_status dxk_builder_container(dxk_builder *b, dxk_container **out)
{
    dxk_module *module;

    *out = NULL;
    dxk_status status = dxk_builder_finish(b, &module);
    if (status == DXK_OK)
        status = dxk_container_build(module, NULL, out);
    dxk_module_free(module);
    return status;
}

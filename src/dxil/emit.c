/* SPDX-License-Identifier: MIT */
/*
 * emit.c - named metadata, entry points, signatures and resources, written anew. See emit.h.
 * Source: DXIL.rst, "Shader metadata".
 */
#include "dxil/emit.h"

#include "base/count.h"
#include "base/out.h"
#include "base/sort.h"
#include "base/str.h"
#include "dxil/md.h"
#include "ir/strip.h"

#include <string.h>

#define DEFAULT_STRIDE 4u

/* ---------------------------------------------------------------------------------------- */
/* Pieces                                                                                     */

static dxki_md checked(dxki_dxil_emitter *e, dxki_md md)
{
    e->failed |= md == 0;
    return md;
}

dxki_md dxki_dxil_emit_value(dxki_dxil_emitter *e, dxki_value value)
{
    return value ? checked(e, dxki_md_of_value(e->m, value)) : 0;
}

dxki_md dxki_dxil_emit_const(dxki_dxil_emitter *e, dxki_type type, uint64_t bits)
{
    dxki_value value = dxki_const_int(e->m, type, bits);

    e->failed |= value == 0;
    return dxki_dxil_emit_value(e, value);
}

dxki_md dxki_dxil_emit_u32(dxki_dxil_emitter *e, uint32_t value)
{
    return dxki_dxil_emit_const(e, DXKI_TY_I32, value);
}

dxki_md dxki_dxil_emit_bool(dxki_dxil_emitter *e, bool value)
{
    return dxki_dxil_emit_const(e, DXKI_TY_I1, value);
}

dxki_md dxki_dxil_emit_string(dxki_dxil_emitter *e, dxk_str text)
{
    return checked(e, dxki_md_string(e->m, text));
}

dxki_md dxki_dxil_emit_undef(dxki_dxil_emitter *e, dxki_type type)
{
    dxki_value value = dxki_const_undef(e->m, type);

    e->failed |= value == 0;
    return dxki_dxil_emit_value(e, value);
}

void dxki_dxil_emit_push(dxki_dxil_emitter *e, dxki_md md)
{
    if (!dxki_vec_push(e->m->ctx, &e->stack, md))
        e->failed = true;
}

void dxki_dxil_emit_tag(dxki_dxil_emitter *e, uint32_t tag, dxki_md value)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, tag));
    dxki_dxil_emit_push(e, value);
}

dxki_md dxki_dxil_emit_tuple(dxki_dxil_emitter *e, size_t start)
{
    dxki_md md = 0;

    if (e->failed || start > e->stack.count)
        return 0;
    uint32_t count = (uint32_t)(e->stack.count - start);
    static const dxki_md none[1] = {0};
    md = checked(e, dxki_md_tuple(e->m, count ? e->stack.items + start : none, count, false));
    e->stack.count = start;
    return md;
}

dxki_md dxki_dxil_emit_bytes(dxki_dxil_emitter *e, dxki_type element, uint32_t count,
                             dxk_bytes bytes)
{
    dxki_type type = dxki_type_array(e->m, element, count);
    dxki_value value =
        type ? dxki_const_data(e->m, type, (dxk_str){(const char *)bytes.data, bytes.size}) : 0;
    size_t start = e->stack.count;

    e->failed |= value == 0;
    dxki_dxil_emit_push(e, dxki_dxil_emit_value(e, value));
    return dxki_dxil_emit_tuple(e, start);
}

dxki_md dxki_dxil_emit_numbers(dxki_dxil_emitter *e, const uint32_t *numbers, uint32_t count)
{
    size_t start = e->stack.count;

    for (uint32_t i = 0; i < count; i++)
        dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, numbers[i]));
    return dxki_dxil_emit_tuple(e, start);
}

bool dxki_dxil_emit_allows(const dxki_dxil_emitter *e, uint32_t minor)
{
    return e->latest || e->d->model.major > 6 || e->d->model.minor >= minor;
}

/* ---------------------------------------------------------------------------------------- */
/* Named nodes                                                                                */

void dxki_dxil_emit_erase(dxk_module *m, bool (*match)(dxk_str name))
{
    size_t kept = 0;

    for (size_t i = 0; i < m->named_mds.count; i++)
        if (!match(dxki_string_get(m, m->named_mds.items[i].name)))
            m->named_mds.items[kept++] = m->named_mds.items[i];
    m->named_mds.count = kept;
}

/* The operands move after all words, so those of a long list come in one call. */
static bool append_named(dxk_module *m, uint32_t index, const dxki_md *mds, size_t count)
{
    dxki_named_md *named = &m->named_mds.items[index];

    if (!dxki_vec_reserve(m->ctx, &m->words, named->op_count + count))
        return false;
    uint32_t ops = (uint32_t)m->words.count;
    memcpy(m->words.items + ops, m->words.items + named->ops,
           named->op_count * sizeof *m->words.items);
    memcpy(m->words.items + ops + named->op_count, mds, count * sizeof *mds);
    m->words.count += named->op_count + count;
    named->ops = ops;
    named->op_count += (uint32_t)count;
    return true;
}

static void emit_list(dxki_dxil_emitter *e, const char *name, const dxki_md *mds, size_t count)
{
    dxk_module *m = e->m;
    uint32_t index = dxki_named_md_find(m, name);

    if (e->failed)
        return;
    if (index == UINT32_MAX) {
        dxki_named_md named = {.name = dxki_string_intern(m, dxki_str(name))};
        index = (uint32_t)m->named_mds.count;
        if (named.name == UINT32_MAX || !dxki_vec_push(m->ctx, &m->named_mds, named)) {
            e->failed = true;
            return;
        }
    }
    e->failed |= !append_named(m, index, mds, count);
}

void dxki_dxil_emit_named(dxki_dxil_emitter *e, const char *name, dxki_md md)
{
    emit_list(e, name, &md, 1);
}

static void emit_named_id(dxki_dxil_emitter *e, dxki_dxil_md_name_id id, dxki_md md)
{
    dxki_dxil_emit_named(e, dxki_dxil_md_name_text(id), md);
}

static bool is_one_of(dxk_str name, const dxki_dxil_md_name_id *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (dxki_str_same(dxki_str(dxki_dxil_md_name_text(ids[i])), name))
            return true;
    return false;
}

/* The nodes that are written anew. */
static bool is_rewritten(dxk_str name)
{
    static const dxki_dxil_md_name_id ids[] = {
        DXKI_NAMED_VERSION,      DXKI_NAMED_VALIDATOR_VERSION,    DXKI_NAMED_SHADER_MODEL,
        DXKI_NAMED_ENTRY_POINTS, DXKI_NAMED_INTERMEDIATE_OPTIONS, DXKI_NAMED_RESOURCES,
        DXKI_NAMED_COUNTERS,     DXKI_NAMED_TYPE_ANNOTATIONS,     DXKI_NAMED_VIEW_ID_STATE,
    };
    static const char helper[] = "dx.typevar.";

    return is_one_of(name, ids, DXKI_COUNT(ids)) || dxki_str_starts(name, helper);
}

/* The nodes that have parts of their own in a container. */
static bool is_moved(dxk_str name)
{
    static const dxki_dxil_md_name_id ids[] = {DXKI_NAMED_ROOT_SIGNATURE, DXKI_NAMED_SUBOBJECTS};

    return is_one_of(name, ids, DXKI_COUNT(ids));
}

static void emit_versions(dxki_dxil_emitter *e)
{
    const dxk_dxil *d = e->d;
    const uint32_t version[2] = {d->version.major, d->version.minor};
    const uint32_t validator[2] = {e->latest ? 0 : d->validator.major,
                                   e->latest ? 0 : d->validator.minor};
    size_t start = e->stack.count;

    emit_named_id(e, DXKI_NAMED_VERSION, dxki_dxil_emit_numbers(e, version, 2));
    emit_named_id(e, DXKI_NAMED_VALIDATOR_VERSION, dxki_dxil_emit_numbers(e, validator, 2));
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, d->model.stage));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, d->model.major));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, d->model.minor));
    emit_named_id(e, DXKI_NAMED_SHADER_MODEL, dxki_dxil_emit_tuple(e, start));
    if (d->intermediate.flags) {
        const uint32_t options[2] = {0, d->intermediate.flags};
        emit_named_id(e, DXKI_NAMED_INTERMEDIATE_OPTIONS, dxki_dxil_emit_numbers(e, options, 2));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* At least validator 1.`minor`, or such a shader model? */
static bool has_validator(const dxki_dxil_emitter *e, uint32_t minor)
{
    return dxki_dxil_emit_allows(e, minor) || dxki_dxil_validator_at_least(e->d, minor);
}

/* Element `id` of its signature, whatever it calls itself. */
static dxki_md emit_element(dxki_dxil_emitter *e, const dxki_dxil_sig_element *s, uint32_t id,
                            uint32_t stage, uint32_t which)
{
    bool packed = s->component_type == DXK_COMPONENT_TYPE_PACKED_S8X32 ||
                  s->component_type == DXK_COMPONENT_TYPE_PACKED_U8X32;
    uint32_t semantic = dxki_dxil_element_semantic(s, stage, which);
    static const uint32_t zero[1] = {0};
    bool defaults = s->indices.count == 0 && semantic != DXK_SEMANTIC_KIND_ARBITRARY;
    size_t start = e->stack.count;

    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, id));
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, dxki_dxil_sig_element_name(s, stage, which)));
    dxki_dxil_emit_push(e, dxki_dxil_emit_const(
                               e, DXKI_TY_I8, packed ? DXK_COMPONENT_TYPE_U32 : s->component_type));
    dxki_dxil_emit_push(e, dxki_dxil_emit_const(e, DXKI_TY_I8, semantic));
    dxki_dxil_emit_push(e, dxki_dxil_emit_numbers(e, defaults ? zero : s->indices.items,
                                                  defaults ? 1 : s->indices.count));
    dxki_dxil_emit_push(e, dxki_dxil_emit_const(e, DXKI_TY_I8, s->interpolation));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, s->rows));
    dxki_dxil_emit_push(e, dxki_dxil_emit_const(e, DXKI_TY_I8, s->columns));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, (uint32_t)s->start_row));
    dxki_dxil_emit_push(e, dxki_dxil_emit_const(e, DXKI_TY_I8, (uint32_t)s->start_column));
    size_t extra = e->stack.count;
    if (s->extra.stream)
        dxki_dxil_emit_tag(e, DXKI_MD_SIG_EXTRA_STREAM, dxki_dxil_emit_u32(e, s->extra.stream));
    if (s->extra.dynamic_mask)
        dxki_dxil_emit_tag(e, DXKI_MD_SIG_EXTRA_DYNAMIC_MASK,
                           dxki_dxil_emit_u32(e, s->extra.dynamic_mask));
    if (s->extra.usage_mask & 255u && has_validator(e, 5))
        dxki_dxil_emit_tag(e, DXKI_MD_SIG_EXTRA_USAGE_MASK,
                           dxki_dxil_emit_u32(e, s->extra.usage_mask & 255u));
    dxki_dxil_emit_push(e, e->stack.count > extra ? dxki_dxil_emit_tuple(e, extra) : 0);
    return dxki_dxil_emit_tuple(e, start);
}

static dxki_md emit_signatures(dxki_dxil_emitter *e, const dxki_dxil_entry *entry, uint32_t stage)
{
    size_t start = e->stack.count;
    bool any = false;

    for (uint32_t which = 0; which < 3; which++) {
        const dxki_dxil_list *list = &entry->signatures[which];
        size_t first = e->stack.count;
        for (uint32_t i = 0; i < list->count && !e->failed; i++)
            dxki_dxil_emit_push(e, emit_element(e, list->items[i], i, stage, which));
        dxki_dxil_emit_push(e, list->count ? dxki_dxil_emit_tuple(e, first) : 0);
        any |= list->count != 0;
    }
    if (any)
        return dxki_dxil_emit_tuple(e, start);
    e->stack.count = e->failed ? e->stack.count : start;
    return 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static bool is_typed(const dxki_dxil_resource *r)
{
    return r->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER &&
           r->kind != DXK_RESOURCE_KIND_RAW_BUFFER;
}

static void emit_stride(dxki_dxil_emitter *e, const dxki_dxil_resource *r)
{
    bool given = DXKI_MD_HAS(&r->extra, RESOURCE_EXTRA_STRIDE);

    if (r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        dxki_dxil_emit_tag(e, DXKI_MD_RESOURCE_EXTRA_STRIDE,
                           dxki_dxil_emit_u32(e, given ? r->extra.stride : DEFAULT_STRIDE));
}

static void emit_srv(dxki_dxil_emitter *e, const dxki_dxil_resource *r)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->kind));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->sample_count));
    size_t extra = e->stack.count;
    if (is_typed(r))
        dxki_dxil_emit_tag(e, DXKI_MD_RESOURCE_EXTRA_ELEMENT_TYPE,
                           dxki_dxil_emit_u32(e, r->extra.element_type));
    emit_stride(e, r);
    dxki_dxil_emit_push(e, e->stack.count > extra ? dxki_dxil_emit_tuple(e, extra) : 0);
}

static void emit_uav(dxki_dxil_emitter *e, const dxki_dxil_resource *r)
{
    bool feedback = r->kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D ||
                    r->kind == DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY;

    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->kind));
    dxki_dxil_emit_push(e, dxki_dxil_emit_bool(e, r->globally_coherent));
    dxki_dxil_emit_push(e, dxki_dxil_emit_bool(e, r->has_counter));
    dxki_dxil_emit_push(e, dxki_dxil_emit_bool(e, r->is_rov));
    size_t extra = e->stack.count;
    if (is_typed(r) && r->extra.element_type != DXK_COMPONENT_TYPE_INVALID)
        dxki_dxil_emit_tag(e, DXKI_MD_RESOURCE_EXTRA_ELEMENT_TYPE,
                           dxki_dxil_emit_u32(e, r->extra.element_type));
    emit_stride(e, r);
    if (feedback)
        dxki_dxil_emit_tag(e, DXKI_MD_RESOURCE_EXTRA_FEEDBACK,
                           dxki_dxil_emit_u32(e, r->extra.feedback & 0xff));
    if (r->extra.atomic64 && has_validator(e, 6))
        dxki_dxil_emit_tag(e, DXKI_MD_RESOURCE_EXTRA_ATOMIC64, dxki_dxil_emit_u32(e, 1));
    if (r->extra.reorder_coherent && has_validator(e, 9))
        dxki_dxil_emit_tag(e, DXKI_MD_RESOURCE_EXTRA_REORDER, dxki_dxil_emit_bool(e, true));
    dxki_dxil_emit_push(e, e->stack.count > extra ? dxki_dxil_emit_tuple(e, extra) : 0);
}

static void emit_cbuffer(dxki_dxil_emitter *e, const dxki_dxil_resource *r)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->cbuffer_size));
    size_t extra = e->stack.count;
    if (r->cbuffer_extra.is_tbuffer)
        dxki_dxil_emit_tag(e, DXKI_MD_CBUFFER_EXTRA_IS_TBUFFER, dxki_dxil_emit_bool(e, true));
    dxki_dxil_emit_push(e, e->stack.count > extra ? dxki_dxil_emit_tuple(e, extra) : 0);
}

static void emit_sampler(dxki_dxil_emitter *e, const dxki_dxil_resource *r)
{
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->sampler_kind));
    dxki_dxil_emit_push(e, 0);
}

static dxki_md emit_resource(dxki_dxil_emitter *e, uint32_t cls, uint32_t index)
{
    static void (*const more[])(dxki_dxil_emitter *, const dxki_dxil_resource *) = {
        [DXK_RESOURCE_CLASS_SRV] = emit_srv,
        [DXK_RESOURCE_CLASS_UAV] = emit_uav,
        [DXK_RESOURCE_CLASS_CBUFFER] = emit_cbuffer,
        [DXK_RESOURCE_CLASS_SAMPLER] = emit_sampler,
    };
    dxki_dxil_resource whole = *(const dxki_dxil_resource *)e->d->resources[cls].items[index];
    const dxki_dxil_resource *r = &whole;
    size_t start = e->stack.count;

    whole.extra.atomic64 = dxki_dxil_has_atomic64(e->d, cls, index);
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->id));
    dxki_dxil_emit_push(e, dxki_dxil_emit_value(e, r->symbol));
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, r->name));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->space));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->lower_bound));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, r->range_size));
    more[r->cls](e, r);
    return dxki_dxil_emit_tuple(e, start);
}

static dxki_md emit_resources(dxki_dxil_emitter *e)
{
    size_t start = e->stack.count;
    bool any = false;

    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        const dxki_dxil_list *list = &e->d->resources[cls];
        size_t first = e->stack.count;
        for (uint32_t i = 0; i < list->count && !e->failed; i++)
            dxki_dxil_emit_push(e, emit_resource(e, cls, i));
        dxki_dxil_emit_push(e, list->count ? dxki_dxil_emit_tuple(e, first) : 0);
        any |= list->count != 0;
    }
    if (any)
        return dxki_dxil_emit_tuple(e, start);
    e->stack.count = e->failed ? e->stack.count : start;
    return 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

static dxki_md emit_entry(dxki_dxil_emitter *e, uint32_t function, dxk_str name, dxki_md signatures,
                          dxki_md resources, dxki_md props)
{
    size_t start = e->stack.count;

    dxki_dxil_emit_push(e, function ? dxki_dxil_emit_value(e, DXKI_VALUE(DXKI_V_GLOBAL, function))
                                    : 0);
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, name));
    dxki_dxil_emit_push(e, signatures);
    dxki_dxil_emit_push(e, resources);
    dxki_dxil_emit_push(e, props);
    return dxki_dxil_emit_tuple(e, start);
}

static dxk_str function_name(const dxk_module *m, uint32_t function)
{
    return dxki_string_get(m, m->globals.items[function].name);
}

static bool entry_after(const void *user, const void *left, const void *right)
{
    const dxk_module *m = user;
    const dxki_dxil_entry *const *a = left, *const *b = right;
    dxk_str x = function_name(m, (*a)->function), y = function_name(m, (*b)->function);
    size_t common = x.size < y.size ? x.size : y.size;
    int order = common ? memcmp(x.data, y.data, common) : 0;

    return order ? order > 0 : x.size > y.size;
}

/* The entry points of a library, by the names of their functions; of two for one function the
 * last counts. */
static void emit_library_entries(dxki_dxil_emitter *e)
{
    const dxki_dxil_list *entries = &e->d->entries;
    DXKI_VEC(const dxki_dxil_entry *) sorted = {NULL, 0, 0};
    size_t start = e->stack.count;

    for (uint32_t i = 1; i < entries->count && !e->failed; i++) {
        const dxki_dxil_entry *entry = entries->items[i];
        if (entry->function)
            e->failed |= !dxki_vec_push(e->m->ctx, &sorted, entry);
    }
    if (!e->failed)
        e->failed |= !dxki_sort(e->m->ctx, sorted.items, sorted.count, sizeof *sorted.items,
                                entry_after, e->m);
    for (size_t i = 0; i < sorted.count && !e->failed; i++) {
        const dxki_dxil_entry *entry = sorted.items[i];
        if (i + 1 < sorted.count && sorted.items[i + 1]->function == entry->function)
            continue;
        dxki_md props = dxki_dxil_emit_props(e, entry, true, false);
        dxki_md signatures = emit_signatures(e, entry, entry->props.shader_kind);
        dxki_dxil_emit_push(e, emit_entry(e, entry->function, function_name(e->m, entry->function),
                                          signatures, 0, props));
    }
    if (e->stack.count > start)
        emit_list(e, dxki_dxil_md_name_text(DXKI_NAMED_ENTRY_POINTS), e->stack.items + start,
                  e->stack.count - start);
    e->stack.count = start;
    dxki_vec_free(e->m->ctx, &sorted);
}

/* Here a validator 0.1 is an old one. */
static bool wants_view_id(const dxki_dxil_emitter *e)
{
    const dxki_dxil_version *v = &e->d->validator;
    return e->latest || (v->major ? dxki_dxil_validator_at_least(e->d, 1) : v->minor == 0);
}

static void emit_view_id(dxki_dxil_emitter *e)
{
    const dxki_dxil_view_id *v = &e->d->view_id;
    uint32_t kind = e->d->model.kind, count;
    bool any = false;

    if (!v->md || kind == DXK_SHADER_KIND_LIBRARY || kind == DXK_SHADER_KIND_COMPUTE ||
        !wants_view_id(e))
        return;
    for (size_t i = 0; i < v->words.size; i++)
        any |= v->words.data[i] != 0;
    const dxki_md *ops = dxki_md_ops(e->m, v->md, &count);
    if (!any || count == 0)
        return;
    size_t start = e->stack.count;
    dxki_dxil_emit_push(e, ops[0]);
    emit_named_id(e, DXKI_NAMED_VIEW_ID_STATE, dxki_dxil_emit_tuple(e, start));
}

/* The list of what must be kept, which the module's optimizer needed, is dropped. */
static void drop_used(dxk_module *m)
{
    static const char used[] = "llvm.used";
    size_t kept = 0;

    for (size_t i = 0; i < m->variables.count; i++) {
        dxk_str name = function_name(m, m->variables.items[i]);
        if (name.size != sizeof used - 1 || memcmp(name.data, used, name.size) != 0)
            m->variables.items[kept++] = m->variables.items[i];
    }
    m->variables.count = kept;
}

static void emit_all(dxki_dxil_emitter *e)
{
    const dxk_dxil *d = e->d;
    const dxki_dxil_entry *first = dxki_dxil_first_entry(d);
    bool library = d->model.kind == DXK_SHADER_KIND_LIBRARY;

    emit_versions(e);
    dxki_md resources = emit_resources(e);
    if (resources)
        emit_named_id(e, DXKI_NAMED_RESOURCES, resources);
    dxki_dxil_emit_types(e);
    emit_view_id(e);
    if (library && (d->version.major > 1 || d->version.minor >= 6))
        dxki_dxil_emit_payloads(e);
    drop_used(e->m);
    if (first && !e->failed) {
        dxki_md props = dxki_dxil_emit_props(e, first, false, library);
        dxki_md signatures = library ? 0 : emit_signatures(e, first, d->model.kind);
        dxki_md entry =
            emit_entry(e, library ? 0 : first->function, library ? dxki_str("") : first->name,
                       signatures, resources, props);
        emit_named_id(e, DXKI_NAMED_ENTRY_POINTS, entry);
    }
    if (library)
        emit_library_entries(e);
}

static dxk_status rewrite(dxk_module *m, const dxk_dxil *d, const dxk_module *code, bool draft)
{
    dxki_dxil_emitter e = {.m = m, .d = d, .latest = code != NULL, .is_draft = draft};

    dxki_dxil_emit_erase(m, is_rewritten);
    if (!code && d->validator.major == 0 && d->validator.minor == 0)
        e.latest = true;
    emit_all(&e);
    if (code)
        dxki_dxil_emit_counters(&e, code);
    dxki_vec_free(m->ctx, &e.stack);
    return e.failed ? dxki_nomem(m->ctx) : DXK_OK;
}

dxk_status dxki_dxil_emit_metadata(dxk_module *m, const dxk_dxil *d, const dxk_module *code)
{
    dxki_dxil_emit_erase(m, is_moved);
    return rewrite(m, d, code, false);
}

dxk_status dxki_dxil_emit_draft(dxk_module *m, const dxk_dxil *d)
{
    dxki_dxil_emit_erase(m, is_moved);
    return rewrite(m, d, NULL, true);
}

/* Those nodes stand after the others, where who makes modules puts them. What only reflection may say of
 * types stays: parts are made later. */
dxk_status dxki_dxil_renew_metadata(dxk_module *m, const dxk_dxil *d)
{
    dxk_status status = rewrite(m, d, NULL, true);
    size_t count = m->named_mds.count;

    for (size_t i = 0, seen = 0; seen < count; seen++) {
        dxki_named_md named = m->named_mds.items[i];
        if (!is_moved(dxki_string_get(m, named.name))) {
            i++;
            continue;
        }
        dxki_named_md_drop(m, i);
        m->named_mds.items[m->named_mds.count++] = named;
    }
    return status;
}

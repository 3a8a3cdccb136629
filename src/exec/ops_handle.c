/* SPDX-License-Identifier: MIT */
/*
 * ops_handle.c - createHandle and its like: from registers and slots to views, lane by lane, and
 * whether the view is what the shader declares.
 */
#include "dxk/ops.h"
#include "exec/ops_resource.h"
#include "exec/program.h"

/* What a shader says about a resource. */
typedef struct declared {
    uint32_t cls;     /* dxk_resource_class; INVALID: not said */
    uint32_t kind;    /* dxk_resource_kind; INVALID: not said */
    uint32_t element; /* dxk_component_type; INVALID: not said */
    uint32_t stride, size;
} declared;

/* --- does the view suit? --- */

/* How numbers of a component type are coded: a real, signed, unsigned; 0: not known. */
static char number_of(uint32_t component)
{
    switch (component) {
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_I32:
    case DXK_COMPONENT_TYPE_I64:
        return 'i';
    case DXK_COMPONENT_TYPE_U16:
    case DXK_COMPONENT_TYPE_U32:
    case DXK_COMPONENT_TYPE_U64:
        return 'u';
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_F32:
    case DXK_COMPONENT_TYPE_SNORM_F16:
    case DXK_COMPONENT_TYPE_UNORM_F16:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F32:
        return 'f';
    default:
        return 0;
    }
}

static bool is_wide(uint32_t component)
{
    return component == DXK_COMPONENT_TYPE_I64 || component == DXK_COMPONENT_TYPE_U64;
}

static bool suits_format(const dxki_exec_view *view, uint32_t component)
{
    char wanted = number_of(component);

    if (!wanted || !view->layout.name)
        return true;
    if (!dxki_exec_format_is_int(&view->layout))
        return wanted == 'f';
    if (is_wide(component)) /* two words; their sign is not the format's */
        return view->layout.size == 8;
    return wanted == (view->layout.coding == DXKI_CODING_SINT ? 'i' : 'u');
}

static void check_view(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t handle,
                       const declared *d)
{
    const dxki_exec_view *view = dxki_exec_view_of(w->views, handle);
    const dxk_run_unit none = DXK_RUN_UNIT_NONE;

    if (dxki_exec_view_is_null(view))
        return;
    if ((d->kind != DXK_RESOURCE_KIND_INVALID && d->kind != view->kind) ||
        (d->cls != DXK_RESOURCE_CLASS_INVALID && d->cls != view->resource_class)) {
        dxki_exec_finding_in(w, DXKI_FOUND_BIND_KIND, i, lane, view, none, view->kind, d->kind);
        return;
    }
    if (view->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER && d->stride && d->stride != view->stride)
        dxki_exec_finding_in(w, DXKI_FOUND_BIND_STRIDE, i, lane, view, none, view->stride,
                             d->stride);
    if (view->kind == DXK_RESOURCE_KIND_CBUFFER && view->size < d->size)
        dxki_exec_finding_in(w, DXKI_FOUND_BIND_SIZE, i, lane, view, none, view->size, d->size);
    if (!suits_format(view, d->element))
        dxki_exec_finding_in(w, DXKI_FOUND_BIND_FORMAT, i, lane, view, none, view->format,
                             d->element);
}

/* --- where handles come from --- */

/* Registers first to last of a class and space, or a heap. */
typedef struct source {
    uint32_t where, space, first;
    uint64_t end; /* after the last one */
    declared d;
} source;

static uint32_t look_up(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, const source *s,
                        uint32_t index)
{
    if (index < s->first || index >= s->end) {
        dxki_exec_finding(w, DXKI_FOUND_OOB_DESCRIPTOR, i, lane, index, s->end);
        return 0;
    }
    uint32_t handle =
        dxki_exec_bound_at(&w->run->bindings, (dxki_exec_where)s->where, s->space, index);
    if (!handle)
        dxki_exec_finding(w, DXKI_FOUND_BIND_MISSING, i, lane, index, s->space);
    else
        check_view(w, i, lane, handle, &s->d);
    return handle;
}

/* Makes the handles of all active lanes; indices that follow each other unchanged are looked up
 * once. `offset` is added to them. */
static void make_handles(dxki_exec_wave *w, const dxki_exec_inst *i, const source *s,
                         const uint32_t *indices, uint32_t offset, bool is_nonuniform)
{
    uint32_t *dst = dxki_exec_row(w, i->dst);
    uint32_t last = 0, handle = 0;
    bool has_last = false;

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t at = (uint32_t)lane, index = dxki_exec_or_zero(indices, at) + offset;
        if (!has_last || index != last) {
            if (has_last && !is_nonuniform)
                dxki_exec_finding(w, DXKI_FOUND_INDEX_NONUNIFORM, i, at, index, last);
            handle = look_up(w, i, at, s, index);
        }
        last = index;
        has_last = true;
        dst[at] = handle;
    }
}

/* The source that a resource of the program is; false: there is none of that number. */
static bool source_of(const dxki_exec_wave *w, uint32_t number, source *s)
{
    if (number >= w->program->info.resource_count)
        return false;
    const dxk_run_resource *r = &w->program->resources[number];
    *s = (source){
        .where = r->cls,
        .space = r->space,
        .first = r->first,
        .end = r->count == UINT32_MAX ? (uint64_t)UINT32_MAX + 1 : (uint64_t)r->first + r->count,
        .d = {r->cls, r->kind, r->element, r->stride, r->size},
    };
    return true;
}

static void clear_handles(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = 0;
}

/* (class, range, index, nonUniform) */
void dxki_exec_run_create_handle(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    source s;

    if (source_of(w, i->imm, &s))
        make_handles(w, i, &s, dxki_exec_given(w, i, 2), 0, dxki_exec_given_const(w, i, 3) & 1u);
    else
        clear_handles(w, i);
}

/* (index within the range) */
void dxki_exec_run_handle_for_lib(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    source s;

    if (source_of(w, i->imm, &s))
        make_handles(w, i, &s, dxki_exec_given(w, i, 0), s.first, true);
    else
        clear_handles(w, i);
}

/* ({first, last, space, class}, index, nonUniform) */
void dxki_exec_run_handle_from_binding(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t words[4] = {0, 0, 0, 0}, binding = dxki_exec_listed(w, i->a, 0);

    for (uint32_t n = 0; n < 4 && binding != DXKI_EXEC_UNDEF; n++)
        words[n] = dxki_exec_row(w, binding + n)[0];
    source s = {
        .where = words[3] & 0xFFu,
        .space = words[2],
        .first = words[0],
        .end = (uint64_t)words[1] + 1,
        .d = {DXK_RESOURCE_CLASS_INVALID, 0, 0, 0, 0}, /* annotateHandle tells */
    };
    if (s.where <= DXKI_AT_SAMPLER)
        make_handles(w, i, &s, dxki_exec_given(w, i, 1), 0, dxki_exec_given_const(w, i, 2) & 1u);
    else
        clear_handles(w, i);
}

/* (index, samplerHeap, nonUniform) */
void dxki_exec_run_handle_from_heap(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    bool is_sampler = dxki_exec_given_const(w, i, 1) & 1u;
    source s = {
        .where = is_sampler ? DXKI_AT_SAMPLER_HEAP : DXKI_AT_RESOURCE_HEAP,
        .end = (uint64_t)UINT32_MAX + 1,
        .d = {DXK_RESOURCE_CLASS_INVALID, 0, 0, 0, 0},
    };
    make_handles(w, i, &s, dxki_exec_given(w, i, 0), 0, dxki_exec_given_const(w, i, 2) & 1u);
}

/* (handle, {word 0, word 1}): kind in the low byte of word 0; word 1 by kind. */
void dxki_exec_run_annotate_handle(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t props = dxki_exec_listed(w, i->a, 1), word0 = 0, word1 = 0, last = 0;
    const uint32_t *handles = dxki_exec_given(w, i, 0);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    if (props != DXKI_EXEC_UNDEF) {
        word0 = dxki_exec_row(w, props)[0];
        word1 = dxki_exec_row(w, props + 1)[0];
    }
    uint32_t kind = word0 & 0xFFu;
    bool is_typed = kind >= DXK_RESOURCE_KIND_TEXTURE1D && kind <= DXK_RESOURCE_KIND_TYPED_BUFFER;
    declared d = {
        .cls = DXK_RESOURCE_CLASS_INVALID,
        .kind = kind,
        .element = is_typed ? word1 & 0xFFu : DXK_COMPONENT_TYPE_INVALID,
        .stride = kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ? word1 : 0,
        .size = kind == DXK_RESOURCE_KIND_CBUFFER ? word1 : 0,
    };
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t handle = dxki_exec_or_zero(handles, (uint32_t)lane);
        if (handle && handle != last)
            check_view(w, i, (uint32_t)lane, handle, &d);
        dst[lane] = last = handle;
    }
}

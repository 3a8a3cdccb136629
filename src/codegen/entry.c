/* SPDX-License-Identifier: MIT */
/* entry.c - the entry point, and the function of patch constants that belongs to it; see emit.h. */
#include "codegen/debug.h"

#include "builder/builder.h"
#include "hlsl/node.h"
#include "ir/find.h"
#include "sema/mangle.h"

/* Is a parameter more than numbers, so that it is taken apart? Nodes have their objects as they are. */
static bool is_taken_apart(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    return t->kind == DXKI_HLSL_TY_RECORD ||
           (t->kind == DXKI_HLSL_TY_OBJECT && !dxki_hlsl_node_at(t->object));
}

bool dxki_emit_is_rebuilt(const dxki_hlsl_function *f)
{
    bool found = f->result->kind != DXKI_HLSL_TY_VOID;

    for (size_t i = 0; i < f->param_count && !found; i++)
        found = is_taken_apart(f->params[i]->type);
    return found;
}

/* The reference makes other functions of those that have anything to do with parameters. */
static dxki_builder_rank rank_of(const dxki_emit *e, const dxki_hlsl_function *f)
{
    if (f->param_count == 0 && f->result->kind == DXKI_HLSL_TY_VOID)
        return DXKI_BUILDER_UNCHANGED;
    if (f == e->patch)
        return DXKI_BUILDER_PATCH;
    return dxki_emit_is_rebuilt(f) ? DXKI_BUILDER_REBUILT : DXKI_BUILDER_IN_PLACE;
}

/* A function of a stage that is to be emitted. It is described as what is left of it without its elements. */
static dxk_value declare(dxki_emit *e, const dxki_hlsl_function *f, dxk_str name)
{
    const bool same = rank_of(e, f) == DXKI_BUILDER_UNCHANGED;
    dxki_builder_param nothing = {.direction = same, .type = DXK_COMPONENT_TYPE_INVALID};
    dxk_value function = dxk_builder_function(
        e->b, name.data, dxk_builder_function_type(e->b, DXK_TYPE_VOID, NULL, 0));

    if (same)
        dxki_emit_passed_of(f->decl, &nothing.passed);
    dxki_builder_describe(e->b, function, rank_of(e, f), &nothing, 1);
    return function;
}

/* Emits it; `patch`: it computes patch constants. */
static void emit_function(dxki_emit *e, dxki_hlsl_function *f, dxk_value function, bool patch,
                          dxk_entry_desc *d)
{
    dxki_emit_place *places = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_place, f->param_count + 1);

    if (!places) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    dxki_emit_spot spot = dxki_emit_debug_enter(e, f, function);
    dxki_emit_open(e, function);
    dxki_emit_begin_helpers(e);
    dxki_emit_begin_statics(e);
    dxki_emit_params(e, f, patch, places, d);
    e->splits_returns = f->result->kind == DXKI_HLSL_TY_RECORD && !e->plane_count;
    if (!dxki_emit_body(e, f))
        return;
    dxki_emit_outputs(e, f, patch, places);
    dxki_emit_close(e, DXK_NONE);
    dxki_emit_debug_leave(e, &spot);
}

/* A function of patch constants that was emitted, and what there was then of the hull shader: its
 * elements decide which ones the function reads. */
struct dxki_emit_patch {
    const dxki_hlsl_function *source;
    dxk_value function;
    const dxki_emit_sig_element *elements;
    uint32_t input_points, output_points;
    uint32_t entry; /* which of the library's */
    const struct dxki_emit_patch *next;
};

static bool same_element(const dxki_emit_sig_element *a, const dxki_emit_sig_element *b)
{
    return a->which == b->which && a->stream == b->stream && a->id == b->id && a->rows == b->rows &&
           dxki_str_same_fold(a->name, b->name) &&
           memcmp(a->indices, b->indices, a->rows * sizeof *a->indices) == 0;
}

/* The next one that is in a signature. */
static const dxki_emit_sig_element *in_signature(const dxki_emit_sig_element *e)
{
    while (e && e->which > DXK_SIGNATURE_PATCH_CONSTANT)
        e = e->next;
    return e;
}

static bool same_elements(const dxki_emit_sig_element *a, const dxki_emit_sig_element *b)
{
    a = in_signature(a);
    b = in_signature(b);
    while (a && b && same_element(a, b)) {
        a = in_signature(a->next);
        b = in_signature(b->next);
    }
    return !a && !b;
}

/* The function that the entry point at hand shares with one before it; NULL: there is none. */
static const struct dxki_emit_patch *find_patch(const dxki_emit *e, const dxk_entry_desc *d)
{
    for (const struct dxki_emit_patch *p = e->patches; p; p = p->next) {
        if (p->source == e->patch && p->input_points == d->input_points &&
            p->output_points == d->output_points && same_elements(p->elements, e->elements))
            return p;
    }
    return NULL;
}

static void remember_patch(dxki_emit *e, const dxk_entry_desc *d)
{
    struct dxki_emit_patch *p = DXKI_HLSL_NEW(e->c, struct dxki_emit_patch);

    *p = (struct dxki_emit_patch){.source = e->patch,
                                  .function = d->patch_function,
                                  .elements = e->elements,
                                  .input_points = d->input_points,
                                  .output_points = d->output_points,
                                  .entry = dxki_builder_entry_count(e->b),
                                  .next = e->patches};
    if (dxki_hlsl_ready(e->c))
        e->patches = p;
}

static bool was_emitted(const dxki_emit *e)
{
    for (const struct dxki_emit_patch *p = e->patches; p; p = p->next) {
        if (p->source == e->patch)
            return true;
    }
    return false;
}

/* The first one has the function's name. */
static dxk_value declare_patch(dxki_emit *e, dxk_str entry)
{
    dxk_str name = dxki_hlsl_mangle_function(e->c, e->patch);

    if (dxki_global_lookup(e->b->m, &e->b->global_names, name))
        name = dxki_hlsl_join(e->c, dxki_hlsl_join(e->c, name, dxki_str(".")), entry);
    return declare(e, e->patch, name);
}

/* The function of patch constants. Entry points share it if it reads the same elements of each. */
static void emit_patch(dxki_emit *e, dxk_str entry, dxk_entry_desc *d)
{
    const struct dxki_emit_patch *shared = find_patch(e, d);

    if (shared) {
        d->patch_function = shared->function;
        dxki_builder_repeat_elements(e->b, DXK_SIGNATURE_PATCH_CONSTANT, shared->entry);
        return;
    }
    if (!d->patch_function)
        d->patch_function = declare_patch(e, entry);
    remember_patch(e, d);
    emit_function(e, e->patch, d->patch_function, true, d);
}

void dxki_emit_entry(dxki_emit *e, dxki_hlsl_function *f, dxk_str name)
{
    dxk_entry_desc d = {.kind = (dxk_shader_kind)e->stage};

    dxki_emit_properties(e, f, &d);
    e->partitioning = d.partitioning;
    if (e->stage == DXK_SHADER_KIND_NODE && dxki_emit_ready(e))
        dxki_emit_node_begin(e, f, &d);
    if (!dxki_emit_ready(e))
        return;
    if (e->patch && !was_emitted(e))
        d.patch_function = declare_patch(e, name);
    d.function = declare(e, f, name);
    emit_function(e, f, d.function, false, &d);
    if (e->patch && dxki_emit_ready(e))
        emit_patch(e, name, &d);
    if (e->stage == DXK_SHADER_KIND_AMPLIFICATION)
        d.payload_size = e->payload_size;
    if (e->stage == DXK_SHADER_KIND_NODE)
        dxki_emit_node_end(e);
    if (dxki_emit_ready(e))
        dxk_builder_entry(e->b, &d);
}

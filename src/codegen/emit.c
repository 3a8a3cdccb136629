/* SPDX-License-Identifier: MIT */
/* emit.c - a module from an entry point: the steps in order; see emit.h. */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "codegen/debug.h"
#include "codegen/root_signature.h"
#include "hlsl/compilation.h"
#include "ir/find.h"
#include "sema/check.h"

const char *dxki_hlsl_stage_name(const dxki_hlsl *c)
{
    return dxk_enum_text(DXK_ENUM_ID_shader_profile, (uint64_t)c->kind);
}

dxk_str dxki_emit_new_name(dxki_emit *e, dxk_str name)
{
    char digits[12], *at = digits + sizeof digits;
    uint32_t number = e->names++;

    *--at = 0;
    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    *--at = '.';
    return dxki_hlsl_join(e->c, name, dxki_str(at));
}

dxk_str dxki_emit_unused_name(dxki_emit *e, dxk_str name)
{
    dxk_str made = name;

    while (dxki_emit_ready(e) && dxki_global_lookup(e->b->m, &e->b->global_names, made))
        made = dxki_emit_new_name(e, name);
    return made;
}

dxk_builder *dxki_emit_b(dxki_emit *e)
{
    if (!e->open)
        dxki_emit_at(e, dxki_emit_new_block(e)); /* nothing comes here */
    if (e->work++ == DXKI_EMIT_MOST_WORK) {
        DXKI_HLSL_REPORT(e->c, TOO_MUCH_CODE, e->c->at, dxki_dec(DXKI_EMIT_MOST_WORK));
        dxki_hlsl_stop(e->c, DXK_E_LIMIT);
    }
    return e->b;
}

/* Is the result for no validator? Libraries of models 6.1 and 6.2 are never validated. */
static bool is_for_no_validator(const dxki_hlsl *c)
{
    enum { VALIDATED_LIBRARIES = 3 };

    return c->options.any_validator ||
           (c->kind == DXK_SHADER_KIND_LIBRARY && c->model_minor < VALIDATED_LIBRARIES);
}

/* Minor version of the validator that the result is made for. Sub-objects need 1.4. */
static uint32_t validator_minor(const dxki_hlsl *c)
{
    enum { FOR_SUBOBJECTS = 4 };
    uint32_t minor = c->options.validator_minor;

    if (is_for_no_validator(c))
        return 0;
    return c->sema->subobjects.count && c->options.validator_major == 1 && minor < FOR_SUBOBJECTS
               ? FOR_SUBOBJECTS
               : minor;
}

static dxk_status begin(dxki_emit *e, dxk_bytes root_signature)
{
    const dxki_hlsl *c = e->c;
    const dxk_builder_options options = {
        .struct_size = sizeof options,
        .kind = c->kind,
        .model_minor = c->model_minor,
        .native_16bit = c->options.native_16bit,
        .root_signature = root_signature,
        .all_resources_bound = c->options.all_resources_bound,
        .resources_may_alias = c->options.resources_may_alias,
        .packing = c->options.pack_optimized ? DXK_PACKING_OPTIMIZED : DXK_PACKING_PREFIX_STABLE,
        .disable_optimizations = c->options.no_optimize,
        .has_validator =
            is_for_no_validator(c) || c->options.validator_major || c->options.validator_minor,
        .validator_major = is_for_no_validator(c) ? 0 : c->options.validator_major,
        .validator_minor = validator_minor(c),
    };

    e->flags = c->options.strict_ieee ? 0 : DXK_FLAG_FAST;
    dxk_status status = dxk_builder_create(c->ctx, &options, &e->b);
    if (status == DXK_OK) /* by the passes that follow */
        e->b->known_later = e->b->renewed_later = true;
    if (status == DXK_OK && c->options.has_binding_space)
        e->b->binding_space = &c->options.binding_space;
    return status;
}

static dxki_hlsl_function *find_entry(dxki_hlsl *c)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    const char *name = c->options.entry ? c->options.entry : "main";
    dxki_hlsl_function *f = dxki_sema_find_function(c, name);

    if (!f || !f->body) {
        DXKI_HLSL_SAY(c, NO_ENTRY, nowhere);
        return NULL;
    }
    if (f->decl && f->decl->mods & (DXKI_AST_MOD(STATIC) | DXKI_AST_INLINE)) {
        DXKI_HLSL_REPORT(c, HIDDEN_ENTRY, nowhere, dxki_text(dxki_str(name)));
        return NULL;
    }
    return f;
}

static void emit_shader(dxki_emit *e, dxki_hlsl_function *entry)
{
    if (e->stage == DXK_SHADER_KIND_HULL)
        e->patch = dxki_emit_patch_function(e, entry);
    dxki_sema_check_recursion(e->c, entry);
    if (e->patch)
        dxki_sema_check_recursion(e->c, e->patch);
    dxki_sema_check_calls(e->c, entry, e->stage);
    if (e->patch) {
        dxki_sema_refuse_signature(e->c, e->patch, true);
        dxki_sema_check_calls(e->c, e->patch, e->stage);
    }
    if (!dxki_emit_ready(e))
        return;
    dxki_emit_see(e, entry);
    dxki_emit_resources(e);
    if (dxki_emit_ready(e))
        dxki_emit_kept(e);
    if (dxki_emit_ready(e))
        dxki_emit_entry(e, entry, entry->name->text);
}

/* Gives what was reported since `first` places: those of the elements of signatures that it names, or that
 * which code was made of last. */
static void place_reports(dxki_emit *e, size_t first)
{
    dxki_hlsl *c = e->c;

    for (size_t i = first; i < c->ctx->diag_count; i++) {
        const dxki_emit_sig_element *element = e->elements;
        const dxk_str path = dxki_str(c->ctx->diags[i].path);
        while (element && !dxki_str_same_fold(element->name, path))
            element = element->next;
        dxki_hlsl_adopt_one(c, i, element && path.size ? element->loc : c->at, NULL);
    }
}

dxk_status dxki_emit_module(dxki_hlsl *c, dxk_module **out)
{
    dxki_emit e = {.c = c, .stage = (uint32_t)c->kind, .native = c->model_minor >= 9};
    bool library = c->kind == DXK_SHADER_KIND_LIBRARY;
    const size_t said = c->ctx->diag_count;

    *out = NULL;
    dxki_hlsl_function *entry = library ? NULL : find_entry(c);
    if (!entry && !library)
        return dxki_hlsl_result(c);
    dxk_bytes root_signature = {NULL, 0};
    if (entry)
        root_signature = dxki_hlsl_root_signature_of(c, entry);
    if (dxki_hlsl_result(c) != DXK_OK)
        return dxki_hlsl_result(c);
    dxk_status status = begin(&e, root_signature);
    if (status == DXK_OK) {
        dxki_emit_debug_begin(&e);
        if (library)
            dxki_emit_library(&e);
        else
            emit_shader(&e, entry);
        if (dxki_emit_ready(&e))
            dxki_emit_makers(&e);
        if (dxki_emit_ready(&e))
            dxki_emit_describe_copies(&e);
        if (dxki_emit_ready(&e))
            dxki_builder_order_layouts(e.b);
        dxki_emit_debug_finish(&e);
        if (c->options.denormals)
            dxki_builder_denormals(e.b, c->options.denormals);
        status = dxki_hlsl_result(c);
        if (status == DXK_OK)
            status = dxk_builder_finish(e.b, out);
    }
    dxki_emit_debug_free(&e);
    dxk_builder_free(e.b);
    if (status == DXK_OK)
        status = dxki_emit_improve(&e, out);
    place_reports(&e, said);
    dxki_vec_free(c->ctx, &e.bindings);
    dxki_vec_free(c->ctx, &e.kept);
    dxki_vec_free(c->ctx, &e.precise);
    dxki_vec_free(c->ctx, &e.shared);
    dxki_vec_free(c->ctx, &e.unrolled);
    dxki_vec_free(c->ctx, &e.returns);
    dxki_vec_free(c->ctx, &e.misfits);
    dxki_vec_free(c->ctx, &e.bounds);
    dxki_vec_free(c->ctx, &e.evaluated);
    dxki_vec_free(c->ctx, &e.later);
    dxki_vec_free(c->ctx, &e.counted);
    dxki_vec_free(c->ctx, &e.handle_places);
    dxki_vec_free(c->ctx, &e.parts);
    return status;
}

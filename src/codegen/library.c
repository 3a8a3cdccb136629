/* SPDX-License-Identifier: MIT */
/*
 * library.c - a library: the functions that it shows, each with all that it calls in it. Entry
 * points have [shader("...")]; those of rays have parameters, the others signatures. See emit.h.
 */
#include "base/count.h"
#include "codegen/emit.h"

#include "base/sort.h"
#include "builder/builder.h"
#include "codegen/root_signature.h"
#include "ir/find.h"
#include "sema/check.h"
#include "sema/mangle.h"

/* ---------------------------------------------------------------------------------------- */
/* What is shown                                                                              */

/* The stage of [shader("...")], or the one that alone has another attribute; LIBRARY: it is no entry
 * point. */
static uint32_t stage_of(const dxki_hlsl_function *f)
{
    static const struct {
        const char *attribute;
        uint32_t stage;
    } implied[] = {
        {"maxvertexcount", DXK_SHADER_KIND_GEOMETRY}, {"instance", DXK_SHADER_KIND_GEOMETRY},
        {"patchconstantfunc", DXK_SHADER_KIND_HULL},  {"domain", DXK_SHADER_KIND_DOMAIN},
        {"clipplanes", DXK_SHADER_KIND_VERTEX},       {"earlydepthstencil", DXK_SHADER_KIND_PIXEL},
    };
    const dxki_ast_attr *a = dxki_emit_attribute(f, "shader");
    uint32_t kind;

    for (size_t i = 0; !a && i < DXKI_COUNT(implied); i++) {
        if (dxki_emit_attribute(f, implied[i].attribute))
            return implied[i].stage;
    }
    if (!a || a->args.count != 1 || a->args.items[0]->kind != DXKI_AST_STRING)
        return DXK_SHADER_KIND_LIBRARY;
    return dxki_hlsl_stage_of(a->args.items[0]->text, &kind) ? kind : DXK_SHADER_KIND_LIBRARY;
}

bool dxki_emit_is_exported(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxk_hlsl_options *o = &e->c->options;

    if (f->decl->mods & DXKI_AST_MOD(EXPORT) && !o->export_shaders_only)
        return true;
    if (f->decl->mods & DXKI_AST_MOD(STATIC))
        return false;
    if (o->export_all && !dxki_hlsl_is_for_linking(e->c) && !o->export_shaders_only)
        /* also one that cannot be: that is said when it is emitted */
        return !(f->decl->mods & DXKI_AST_INLINE) && !f->record;
    return !o->export_shaders_only && dxki_emit_can_link(e, f) &&
           ((dxki_hlsl_is_for_linking(e->c) && !o->export_marked) || o->export_all ||
            o->export_count > 0);
}

bool dxki_emit_has_signature(const dxki_hlsl_function *f)
{
    uint32_t stage = stage_of(f);

    return stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(stage);
}

/* A function that the library shows. */
typedef struct root {
    dxki_hlsl_function *function;
    uint32_t stage;
    dxk_str name;              /* by which it is shown */
    dxki_hlsl_function *patch; /* hull: it computes patch constants */
} root;

typedef DXKI_VEC(root) roots;

/* The name of a function in the module. */
static dxk_str name_of(dxki_emit *e, const root *r)
{
    bool plain = r->stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(r->stage);

    return plain ? r->function->name->text : dxki_hlsl_mangle_function(e->c, r->function);
}

/* A mangled name with another one in front: up to the first '@'. */
static dxk_str renamed(dxki_hlsl *c, dxk_str name, dxk_str to)
{
    const char *at = memchr(name.data, '@', name.size);

    if (!at || name.data[0] != 1)
        return dxki_hlsl_text(c, to);
    const dxk_str rest = {at, name.size - (size_t)(at - name.data)};
    return dxki_hlsl_join(c, dxki_hlsl_join(c, dxki_str("\x01?"), to), rest);
}

/* What stands in front of a character, which is cut off with it; all of it without one. */
static dxk_str cut(dxk_str *text, char ch)
{
    const char *at = text->size ? memchr(text->data, ch, text->size) : NULL;
    dxk_str head = {text->data, at ? (size_t)(at - text->data) : text->size};

    text->data += head.size + (at != NULL);
    text->size -= head.size + (at != NULL);
    return head;
}

/* Does a definition mean that function: by its name in the source, or in the module? */
static bool means(const root *r, dxk_str plain)
{
    return dxki_str_same(plain, r->function->name->text) || dxki_str_same(plain, r->name);
}

/* One definition: "NAME", or "NEW,OTHER=NAME". */
static void add_export(dxki_emit *e, roots *all, const root *r, dxk_str text)
{
    dxk_str names = cut(&text, '='), plain = text.size ? text : names;
    root made = *r;

    if (!means(r, plain))
        return;
    if (!text.size)
        DXKI_HLSL_PUSH(e->c, all, made);
    while (text.size && names.size && dxki_hlsl_ready(e->c)) {
        made.name = renamed(e->c, r->name, cut(&names, ','));
        DXKI_HLSL_PUSH(e->c, all, made);
    }
}

static void add_root(dxki_emit *e, roots *all, const root *function)
{
    const dxk_hlsl_options *o = &e->c->options;
    root own = *function, *r = &own;

    e->shares_statics |= r->stage == DXK_SHADER_KIND_LIBRARY;
    r->name = name_of(e, r);
    if (!o->export_count)
        DXKI_HLSL_PUSH(e->c, all, *r);
    for (size_t i = 0; i < o->export_count; i++) {
        dxk_str text = dxki_str(o->exports[i]);
        while (text.size && dxki_hlsl_ready(e->c))
            add_export(e, all, r, cut(&text, ';'));
    }
}

static void find_roots(dxki_emit *e, roots *all)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->functions.count && dxki_hlsl_ready(e->c); i++) {
        root r = {.function = s->functions.items[i]};
        if (r.function->record || !r.function->decl)
            continue;
        r.stage = stage_of(r.function);
        if (r.stage == DXK_SHADER_KIND_LIBRARY && !dxki_emit_is_exported(e, r.function))
            continue;
        add_root(e, all, &r);
        /* what is exported by name is a function, too, that others can call */
        r.stage = DXK_SHADER_KIND_LIBRARY;
        if (dxki_emit_has_signature(r.function) && e->c->options.export_count &&
            dxki_emit_can_link(e, r.function))
            add_root(e, all, &r);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Wrong exports                                                                              */

/* A name as messages show it: the byte in front of mangled ones as digits. */
static dxk_str shown(dxki_hlsl *c, dxk_str name)
{
    const dxk_str rest = {name.data + 1, name.size - 1};

    return name.size && name.data[0] == 1 ? dxki_hlsl_join(c, dxki_str("\\01"), rest) : name;
}

static bool stands_behind(const void *user, const void *left, const void *right)
{
    const dxk_str *a = &((const root *)left)->name, *b = &((const root *)right)->name;
    size_t size = a->size < b->size ? a->size : b->size;
    int order = memcmp(a->data, b->data, size);

    (void)user;
    return order > 0 || (order == 0 && a->size > b->size);
}

/* Two functions of one name. */
static void check_collisions(dxki_emit *e, const roots *all)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    root *sorted = DXKI_NEW_ARRAY(&e->c->arena, root, all->count + 1);

    if (sorted && all->count)
        memcpy(sorted, all->items, all->count * sizeof *sorted);
    if (!sorted || !dxki_sort(e->c->ctx, sorted, all->count, sizeof *sorted, stands_behind, NULL)) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    for (size_t i = 1; i < all->count; i++) {
        bool again = dxki_str_same(sorted[i].name, sorted[i - 1].name);
        bool told = again && i > 1 && dxki_str_same(sorted[i].name, sorted[i - 2].name);
        if (again && !told)
            DXKI_HLSL_REPORT(e->c, EXPORT_COLLISION, nowhere,
                             dxki_text(shown(e->c, sorted[i].name)));
    }
}

/* A definition that means none of the functions. */
static void check_target(dxki_emit *e, dxk_str text)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    dxki_hlsl_sema *s = e->c->sema;
    dxk_str names = cut(&text, '='), plain = text.size ? text : names;

    for (size_t i = 0; i < s->functions.count && dxki_hlsl_ready(e->c); i++) {
        root r = {.function = s->functions.items[i]};
        if (r.function->record || !r.function->decl)
            continue;
        r.name = dxki_hlsl_mangle_function(e->c, r.function);
        if (means(&r, plain))
            return;
    }
    DXKI_HLSL_REPORT(e->c, EXPORT_MISSING, nowhere, dxki_text(shown(e->c, plain)));
}

static void check_exports(dxki_emit *e, const roots *all)
{
    const dxk_hlsl_options *o = &e->c->options;

    if (o->export_count)
        check_collisions(e, all);
    for (size_t i = 0; i < o->export_count; i++) {
        dxk_str text = dxki_str(o->exports[i]);
        while (text.size && dxki_hlsl_ready(e->c))
            check_target(e, cut(&text, ';'));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders of rays                                                                            */

static void emit_ray(dxki_emit *e, const root *r)
{
    dxki_hlsl_function *f = r->function;
    dxk_entry_desc d = {.kind = (dxk_shader_kind)r->stage};
    const uint32_t errors = e->c->errors;

    if (f->param_count > 0 && r->stage != DXK_SHADER_KIND_CALLABLE)
        dxki_emit_check_payload(e, f->params[0]->type, f->params[0]->loc);
    if (dxki_hlsl_ready(e->c))
        dxki_sema_check_payload_flow(e->c, f, r->stage);
    if (errors != e->c->errors)
        return;
    d.function = dxki_emit_function(e, f, r->name);
    if (!dxki_emit_ready(e))
        return;
    if (f->param_count > 0)
        d.payload_size = dxki_emit_size_of(e, dxki_emit_natural_type(e, f->params[0]->type), NULL);
    if (f->param_count > 1)
        d.attribute_size =
            dxki_emit_size_of(e, dxki_emit_natural_type(e, f->params[1]->type), NULL);
    dxk_builder_entry(e->b, &d);
}

/* ---------------------------------------------------------------------------------------- */

/* [RootSignature("...")], which entry points may have that are no ray shaders. */
static void take_root_signature(dxki_emit *e, const root *r)
{
    if (r->stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(r->stage) &&
        dxki_emit_attribute(r->function, "rootsignature"))
        dxki_builder_entry_root(e->b, dxki_hlsl_root_signature_of(e->c, r->function));
}

static void emit_root(dxki_emit *e, const root *r)
{
    e->stage = r->stage;
    e->elements = NULL;
    e->payload_size = 0;
    e->patch = r->patch;
    e->main = r->function;
    if (r->stage == DXK_SHADER_KIND_LIBRARY && r->function->made &&
        dxki_str_same(r->name, name_of(e, r)))
        return; /* it was emitted with those that are not inlined */
    if (dxki_global_lookup(e->b->m, &e->b->global_names, r->name)) {
        DXKI_HLSL_REPORT(e->c, ENTRY_AGAIN, r->function->loc, dxki_text(r->name));
        return;
    }
    dxki_builder_stage(e->b, (dxk_shader_kind)r->stage);
    take_root_signature(e, r);
    if (r->stage == DXK_SHADER_KIND_LIBRARY)
        dxki_emit_function(e, r->function, r->name);
    else if (dxki_hlsl_is_ray_stage(r->stage))
        emit_ray(e, r);
    else
        dxki_emit_entry(e, r->function, r->name);
    e->stage = DXK_SHADER_KIND_LIBRARY;
}

static void see_root(dxki_emit *e, root *r)
{
    e->patch = r->patch =
        r->stage == DXK_SHADER_KIND_HULL ? dxki_emit_patch_function(e, r->function) : NULL;
    dxki_emit_see(e, r->function);
}

bool dxki_emit_is_drawn(uint32_t stage)
{
    return stage <= DXK_SHADER_KIND_DOMAIN || stage == DXK_SHADER_KIND_MESH;
}

/* Entry points with signatures are other functions than those of the source, and the reference has
 * them after all that stay as they are. */
static bool is_rewritten(const root *r)
{
    return dxki_emit_is_drawn(r->stage) &&
           (r->function->param_count || r->function->result->kind != DXKI_HLSL_TY_VOID);
}

/* So are functions that are handed resources or hand them on: they come after those, the last one first. */
static bool hands_objects(const root *r)
{
    const dxki_hlsl_function *f = r->function;
    bool has = f->result->has_objects;

    for (size_t i = 0; i < f->param_count && !has; i++)
        has = f->params[i]->type->has_objects;
    return has && r->stage == DXK_SHADER_KIND_LIBRARY;
}

/* Emits functions in the order of the source. What is called before it is defined stands where it
 * is called for the first time. */
static void emit_functions(dxki_emit *e, const roots *all)
{
    const dxki_hlsl_sema *s = e->c->sema;
    size_t at = 0;

    for (size_t i = 0; i < s->functions.count && dxki_emit_ready(e); i++) {
        dxki_hlsl_function *f = s->functions.items[i];
        if (f->is_listed)
            dxki_emit_kept_body(e, f);
        for (; at < all->count && all->items[at].function == f && dxki_emit_ready(e); at++)
            if (!is_rewritten(&all->items[at]) && !hands_objects(&all->items[at]))
                emit_root(e, &all->items[at]);
    }
    dxki_emit_kept(e);
    for (size_t i = 0; i < all->count && dxki_emit_ready(e); i++)
        if (is_rewritten(&all->items[i]))
            emit_root(e, &all->items[i]);
    for (size_t i = all->count; i-- && dxki_emit_ready(e);)
        if (hands_objects(&all->items[i]))
            emit_root(e, &all->items[i]);
}

/* A function may name one for the constants of its patches without being a hull shader. */
static void check_root(dxki_emit *e, const root *r)
{
    dxki_hlsl_function *patch;

    dxki_sema_check_recursion(e->c, r->function);
    patch = dxki_emit_patch_function(e, r->function);
    if (patch)
        dxki_sema_check_recursion(e->c, patch);
    dxki_sema_check_calls(e->c, r->function, r->stage);
}

void dxki_emit_library(dxki_emit *e)
{
    roots all = {NULL, 0, 0};

    find_roots(e, &all);
    if (dxki_emit_ready(e))
        check_exports(e, &all);
    for (size_t i = 0; i < all.count && dxki_hlsl_ready(e->c); i++)
        check_root(e, &all.items[i]);
    /* objects of structures are numbered in this order */
    for (size_t i = all.count; i-- && dxki_emit_ready(e);)
        see_root(e, &all.items[i]);
    if (dxki_emit_ready(e))
        dxki_emit_resources(e);
    if (dxki_emit_ready(e))
        emit_functions(e, &all);
    if (dxki_emit_ready(e))
        dxki_emit_constructor(e);
    dxki_vec_free(e->c->ctx, &all);
}

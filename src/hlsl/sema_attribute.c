/* SPDX-License-Identifier: MIT */
/* sema_attribute.c - attributes of functions that contradict one another or mean nothing; see sema_check.h.
 * What attributes of an entry point say is read when it is emitted. */
#include "hlsl/sema_check.h"

#include "base/count.h"

static bool is_named(const dxki_ast_attr *a, const char *name)
{
    return !a->scope && dxki_str_same_fold(a->name->text, dxki_str(name));
}

/* The stage that [shader("...")] names; empty: it is another attribute. */
static dxk_str stage_of(const dxki_ast_attr *a)
{
    bool names =
        is_named(a, "shader") && a->args.count == 1 && a->args.items[0]->kind == DXKI_AST_STRING;

    return names ? a->args.items[0]->text : dxki_str("");
}

static bool is_ray_stage(dxk_str stage)
{
    static const char *const names[] = {"raygeneration", "intersection", "anyhit",
                                        "closesthit",    "miss",         "callable"};

    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (dxki_str_is(stage, names[i]))
            return true;
    }
    return false;
}

/* Attributes that only entry points have. */
static bool is_of_entry(const dxki_ast_attr *a)
{
    static const char *const names[] = {
        "clipplanes",
        "domain",
        "earlydepthstencil",
        "instance",
        "maxtessfactor",
        "numthreads",
        "rootsignature",
        "outputcontrolpoints",
        "outputtopology",
        "partitioning",
        "patchconstantfunc",
        "maxvertexcount",
        "wavesize",
        "nodelaunch",
        "nodeisprogramentry",
        "nodeid",
        "nodelocalrootargumentstableindex",
        "nodeshareinputof",
        "nodedispatchgrid",
        "nodemaxdispatchgrid",
        "nodemaxrecursiondepth",
    };

    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (is_named(a, names[i]))
            return true;
    }
    return false;
}

/* A function is of one stage. */
static void check_stages(dxki_hlsl *c, const dxki_ast_attrs *all, const dxki_ast_attr *last)
{
    for (size_t i = 0; i < all->count; i++) {
        const dxki_ast_attr *a = &all->items[i];
        dxk_str stage = stage_of(a);
        if (!stage.size || dxki_str_same(stage, stage_of(last)))
            continue;
        DXKI_HLSL_REPORT(c, STAGES_DIFFER, a->loc, dxki_text(stage), dxki_text(stage_of(last)));
        DXKI_HLSL_SAY(c, STAGES_DIFFER_HERE, last->loc);
    }
}

void dxki_sema_check_attributes(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_ast_attr *shader = NULL;

    for (size_t i = 0; i < d->attrs.count; i++) {
        if (stage_of(&d->attrs.items[i]).size)
            shader = &d->attrs.items[i];
    }
    if (shader)
        check_stages(c, &d->attrs, shader);
    for (size_t i = 0; i < d->attrs.count; i++) {
        const dxki_ast_attr *a = &d->attrs.items[i];
        if (shader && is_ray_stage(stage_of(shader)) && is_named(a, "rootsignature"))
            DXKI_HLSL_SAY(c, RAY_ROOT, a->loc);
        else if (!shader && c->kind == DXK_SHADER_KIND_LIBRARY && is_of_entry(a))
            DXKI_HLSL_REPORT(c, NO_STAGE, a->loc, dxki_text(a->name->text));
    }
}

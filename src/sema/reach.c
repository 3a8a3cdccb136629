/* SPDX-License-Identifier: MIT */
/*
 * reach.c - what an entry point must not call, directly or not: functions of a later shader model,
 * and those that other stages have. What nothing reaches may be wrong; see sema.h.
 */
#include "sema/check.h"

#include "base/count.h"
#include "dxk/enums.h"
#include "sema/lowering.h"

/* Functions of this shader model 6.N on are looked at here; for those before, which have words of
 * their own, when code is made. */
#define FIRST_MODEL 9u

#define STAGE(kind) (1u << DXK_SHADER_KIND_##kind)

/* ---------------------------------------------------------------------------------------- */
/* Names of stages                                                                            */

static const struct {
    const char *name;
    uint32_t kind;
} stages[] = {
    {"pixel", DXK_SHADER_KIND_PIXEL},
    {"vertex", DXK_SHADER_KIND_VERTEX},
    {"geometry", DXK_SHADER_KIND_GEOMETRY},
    {"hull", DXK_SHADER_KIND_HULL},
    {"domain", DXK_SHADER_KIND_DOMAIN},
    {"compute", DXK_SHADER_KIND_COMPUTE},
    {"raygeneration", DXK_SHADER_KIND_RAY_GENERATION},
    {"intersection", DXK_SHADER_KIND_INTERSECTION},
    {"anyhit", DXK_SHADER_KIND_ANY_HIT},
    {"closesthit", DXK_SHADER_KIND_CLOSEST_HIT},
    {"miss", DXK_SHADER_KIND_MISS},
    {"callable", DXK_SHADER_KIND_CALLABLE},
    {"mesh", DXK_SHADER_KIND_MESH},
    {"amplification", DXK_SHADER_KIND_AMPLIFICATION},
    {"node", DXK_SHADER_KIND_NODE},
};

bool dxki_hlsl_stage_of(dxk_str name, uint32_t *kind)
{
    for (size_t i = 0; i < DXKI_COUNT(stages); i++) {
        if (!dxki_str_is(name, stages[i].name))
            continue;
        *kind = stages[i].kind;
        return true;
    }
    return false;
}

bool dxki_hlsl_is_ray_stage(uint32_t kind)
{
    return (STAGE(RAY_GENERATION) | STAGE(INTERSECTION) | STAGE(ANY_HIT) | STAGE(CLOSEST_HIT) |
            STAGE(MISS) | STAGE(CALLABLE)) >>
               kind &
           1;
}

dxk_str dxki_hlsl_stage_words(uint32_t kind)
{
    for (size_t i = 0; i < DXKI_COUNT(stages); i++) {
        if (stages[i].kind == kind)
            return dxki_str(stages[i].name);
    }
    return dxki_str("library");
}

typedef struct walk {
    dxki_hlsl_reached at;
    uint32_t visit;
} walk;

/* ---------------------------------------------------------------------------------------- */
/* Single calls                                                                               */

/* "dx::HitObject::IsHit", "RayQuery<0, 0>::Abort", "ClusterID" */
static dxk_str full_name(dxki_hlsl *c, const dxki_hlsl_intrinsic *row, const dxki_hlsl_type *object)
{
    dxk_str scope = dxki_str(row->scope);

    dxki_str_cut(&scope, "static ");
    if (object && object->object == DXKI_HLSL_O_RAY_QUERY) {
        scope = dxki_hlsl_join(c, scope, dxki_str("<"));
        scope = dxki_hlsl_join(c, scope, dxki_hlsl_decimal(c, dxki_sema_object_number(object, 0)));
        scope = dxki_hlsl_join(c, scope, dxki_str(", "));
        scope = dxki_hlsl_join(c, scope, dxki_hlsl_decimal(c, dxki_sema_object_number(object, 1)));
        scope = dxki_hlsl_join(c, scope, dxki_str(">"));
    }
    if (!scope.size)
        return dxki_str(row->name);
    return dxki_hlsl_join(c, dxki_hlsl_join(c, scope, dxki_str("::")), dxki_str(row->name));
}

/* Stages that may reorder threads, and those that may make hits. */
static const struct {
    uint8_t lowering; /* dxki_hlsl_lowering */
    const char *scope;
    const char *words;
    uint32_t stages;
    const char *allowed;
} limits[] = {
    {DXKI_HLSL_LOWER_REORDER, "dx", "dx::MaybeReorderThread", STAGE(RAY_GENERATION),
     "'raygeneration'"},
#define MAKER(lowering)                                                                            \
    {                                                                                              \
        DXKI_HLSL_LOWER_##lowering, "static dx::HitObject", "dx::HitObject",                       \
            STAGE(RAY_GENERATION) | STAGE(CLOSEST_HIT) | STAGE(MISS),                              \
            "'raygeneration', 'closesthit' or 'miss'"                                              \
    }
    MAKER(HIT_MAKE),
    MAKER(HIT_FROM_QUERY),
    MAKER(HIT_INVOKE),
    MAKER(TRACE_RAY),
#undef MAKER
};

static void check_stage(const walk *w, const dxki_hlsl_node *n)
{
    for (size_t i = 0; i < DXKI_COUNT(limits); i++) {
        if (n->row->lowering != limits[i].lowering || strcmp(n->row->scope, limits[i].scope) != 0 ||
            limits[i].stages >> w->at.stage & 1)
            continue;
        DXKI_HLSL_REPORT(w->at.c, CALL_STAGE, n->loc, dxki_text(dxki_str(limits[i].words)),
                         dxki_text(dxki_hlsl_stage_words(w->at.stage)),
                         dxki_text(dxki_str(limits[i].allowed)));
        DXKI_HLSL_SAY(w->at.c, ENTRY_HERE, w->at.entry->loc);
    }
}

static void check_call(const walk *w, const dxki_hlsl_node *n)
{
    dxki_hlsl *c = w->at.c;

    dxki_sema_check_barrier(&w->at, n);
    dxki_sema_check_available(&w->at, n);
    if (n->row->min_minor < FIRST_MODEL || c->model_minor >= n->row->min_minor)
        check_stage(w, n);
    else if (w->at.is_first)
        DXKI_HLSL_REPORT(c, CALL_MODEL, n->loc,
                         dxki_text(full_name(c, n->row, n->a ? n->a->type : NULL)),
                         dxki_text(w->at.entry->name->text), dxki_dec(n->row->min_minor));
}

/* A literal, or the array of its characters. */
static bool is_text(const dxki_hlsl_type *t)
{
    return (dxki_hlsl_is_string(t) && t->count) ||
           (t->kind == DXKI_HLSL_TY_ARRAY && dxki_hlsl_is_character(t->element));
}

/* Only what takes strings may have strings as arguments: a parameter of a template may not be one. */
static void check_texts(const walk *w, const dxki_hlsl_node *n)
{
    bool found = false;

    for (size_t i = 0; i < n->list_count; i++) {
        const dxki_hlsl_type *t = n->kind == DXKI_HLSL_N_INTRINSIC ? n->list[i]->type
                                  : n->kind == DXKI_HLSL_N_CALL && i < n->function->param_count
                                      ? n->function->params[i]->type
                                      : NULL;
        found = found || (t && is_text(t));
    }
    if (found && w->at.is_first)
        DXKI_HLSL_SAY(w->at.c, STRING_ARGUMENT, n->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Static resources                                                                           */

/* What an exported function has of others would have to be set by each of their entry points. */
static void check_static(const walk *w, dxki_hlsl_var *v)
{
    dxki_hlsl *c = w->at.c;

    if (!w->at.is_first || w->at.stage != DXK_SHADER_KIND_LIBRARY ||
        v->storage != DXKI_HLSL_STATIC || !v->type->has_objects || dxki_hlsl_is_string(v->type) ||
        !v->name || v->is_told)
        return;
    v->is_told = true;
    DXKI_HLSL_REPORT(c, STATIC_RESOURCE, v->init ? v->init->loc : v->loc, dxki_text(v->name->text));
}

/* ---------------------------------------------------------------------------------------- */
/* All calls                                                                                  */

static void walk_code(const walk *w, const dxki_hlsl_code *s);

static void walk_function(const walk *w, dxki_hlsl_function *f)
{
    walk inside = *w;

    if (f->visit == w->visit)
        return;
    inside.at.is_first = !f->visit;
    f->visit = w->visit;
    if (inside.at.is_first)
        dxki_sema_check_uses(w->at.c, f);
    walk_code(&inside, f->body);
}

static void walk_node(const walk *w, const dxki_hlsl_node *n)
{
    dxki_hlsl_chain chain;

    if (!n || !dxki_hlsl_enter(w->at.c, n->loc))
        return;
    dxki_sema_operations(w->at.c, &chain, n);
    for (size_t i = chain.count; i--;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            walk_node(w, item->a);
        walk_node(w, item->b);
    }
    if (n->kind != DXKI_HLSL_N_UPDATE)
        walk_node(w, n->c);
    for (size_t i = 0; i < n->list_count; i++)
        walk_node(w, n->list[i]);
    if (n->kind == DXKI_HLSL_N_INTRINSIC)
        check_call(w, n);
    check_texts(w, n);
    if (n->function)
        walk_function(w, n->function);
    if (n->kind == DXKI_HLSL_N_VAR && n->var)
        check_static(w, n->var);
    dxki_hlsl_leave(w->at.c);
}

static void walk_code(const walk *w, const dxki_hlsl_code *s)
{
    if (!s || !dxki_hlsl_ready(w->at.c) || !dxki_hlsl_enter(w->at.c, s->loc))
        return;
    if (s->var && w->at.is_first)
        dxki_sema_check_type(w->at.c, s->var->type, s->var->decl);
    walk_node(w, s->value);
    walk_node(w, s->step);
    walk_code(w, s->yes);
    walk_code(w, s->no);
    for (size_t i = 0; i < s->count; i++)
        walk_code(w, s->items[i]);
    dxki_hlsl_leave(w->at.c);
}

void dxki_sema_check_calls(dxki_hlsl *c, dxki_hlsl_function *entry, uint32_t stage)
{
    const walk w = {{c, entry, stage, false}, ++c->sema->visits};

    walk_function(&w, entry);
}

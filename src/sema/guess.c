/* SPDX-License-Identifier: MIT */
/*
 * guess.c - dxk_hlsl_guess(): which function of a source is its entry point, and which stage it is for, told
 * from attributes, semantics and the name of the file. Nothing is checked; whoever compiles the source does.
 */
#include "base/count.h"
#include "hlsl/compilation.h"
#include "hlsl/parse.h"
#include "hlsl/pp.h"
#include "sema/sema.h"

#include <stdio.h>

#define NO_STAGE   DXK_SHADER_KIND_INVALID
#define LIBRARY    DXK_SHADER_KIND_LIBRARY
#define MAX_NESTED 8u /* structures in structures that are looked through for semantics */
#define SHOWN      8u /* functions that a message lists */

/* The model that guesses begin with, and the first one that has work graphs. */
#define MODEL      6u
#define NODE_MODEL 8u

/* A function that may be the entry point. */
typedef struct candidate {
    const dxki_ast_decl *decl;
    uint32_t stage;    /* dxk_shader_kind; NO_STAGE: nothing tells it */
    bool says_stage;   /* [shader("...")] */
    bool has_marks;    /* attributes of a stage */
    bool has_meanings; /* semantics */
    bool is_patch;     /* it gives factors of tessellation, and is no entry point */
} candidate;

typedef struct guess {
    dxki_hlsl *c;
    const dxki_ast_decl *unit;
    DXKI_VEC(candidate) all;
    uint32_t hint; /* stage by the name of the file, or by the target */
    bool exports;  /* a function is marked so */
} guess;

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

/* Attributes that only one stage has; the first one of these that a function has counts. */
static const struct {
    const char *name;
    uint32_t stage;
} marks[] = {
    {"NodeLaunch", DXK_SHADER_KIND_NODE},
    {"patchconstantfunc", DXK_SHADER_KIND_HULL},
    {"outputcontrolpoints", DXK_SHADER_KIND_HULL},
    {"maxvertexcount", DXK_SHADER_KIND_GEOMETRY},
    {"domain", DXK_SHADER_KIND_DOMAIN},
    {"earlydepthstencil", DXK_SHADER_KIND_PIXEL},
    {"clipplanes", DXK_SHADER_KIND_VERTEX},
};

static const dxki_ast_attr *attribute(const dxki_ast_decl *f, const char *name)
{
    for (size_t i = 0; i < f->attrs.count; i++) {
        const dxki_ast_attr *a = &f->attrs.items[i];
        if (!a->scope && dxki_str_same_fold(a->name->text, dxki_str(name)))
            return a;
    }
    return NULL;
}

/* True if a function calls another one of that name. */
static bool calls(const guess *g, const dxki_ast_decl *f, const char *name)
{
    for (const dxki_ast_expr *e = g->c->exprs; e; e = e->next) {
        if (e->kind != DXKI_AST_CALL || !e->a || e->a->kind != DXKI_AST_NAME ||
            e->a->path.count != 1 || !dxki_str_is(e->a->path.parts[0]->text, name))
            continue;
        if (e->a->loc.at > f->body->loc.at && e->a->loc.at < f->body->end.at)
            return true;
    }
    return false;
}

static void read_attributes(const guess *g, candidate *k)
{
    const dxki_ast_decl *f = k->decl;
    const dxki_ast_attr *says = attribute(f, "shader");

    if (says && says->args.count && says->args.items[0]->kind == DXKI_AST_STRING)
        k->says_stage = dxki_hlsl_stage_of(says->args.items[0]->text, &k->stage);
    for (size_t i = 0; i < DXKI_COUNT(marks) && k->stage == NO_STAGE; i++) {
        if (attribute(f, marks[i].name))
            k->stage = marks[i].stage;
    }
    if (k->stage == NO_STAGE && attribute(f, "numthreads"))
        k->stage = attribute(f, "outputtopology") ? DXK_SHADER_KIND_MESH
                   : calls(g, f, "DispatchMesh")  ? DXK_SHADER_KIND_AMPLIFICATION
                                                  : DXK_SHADER_KIND_COMPUTE;
    k->has_marks = k->stage != NO_STAGE;
}

/* ---------------------------------------------------------------------------------------- */
/* Semantics                                                                                  */

/* System values that tell a stage, by how they begin. Outputs tell more than inputs. */
static const struct {
    const char *name;
    uint32_t in, out; /* stages that have it so */
} meanings[] = {
    {"SV_Target", NO_STAGE, DXK_SHADER_KIND_PIXEL},
    {"SV_Depth", NO_STAGE, DXK_SHADER_KIND_PIXEL},
    {"SV_StencilRef", NO_STAGE, DXK_SHADER_KIND_PIXEL},
    {"SV_Coverage", DXK_SHADER_KIND_PIXEL, DXK_SHADER_KIND_PIXEL},
    {"SV_Position", DXK_SHADER_KIND_PIXEL, DXK_SHADER_KIND_VERTEX},
    {"SV_VertexID", DXK_SHADER_KIND_VERTEX, NO_STAGE},
    {"SV_InstanceID", DXK_SHADER_KIND_VERTEX, NO_STAGE},
    {"SV_StartVertexLocation", DXK_SHADER_KIND_VERTEX, NO_STAGE},
    {"SV_StartInstanceLocation", DXK_SHADER_KIND_VERTEX, NO_STAGE},
    {"SV_IsFrontFace", DXK_SHADER_KIND_PIXEL, NO_STAGE},
    {"SV_SampleIndex", DXK_SHADER_KIND_PIXEL, NO_STAGE},
    {"SV_Barycentrics", DXK_SHADER_KIND_PIXEL, NO_STAGE},
    {"SV_DomainLocation", DXK_SHADER_KIND_DOMAIN, NO_STAGE},
    {"SV_OutputControlPointID", DXK_SHADER_KIND_HULL, NO_STAGE},
    {"SV_GSInstanceID", DXK_SHADER_KIND_GEOMETRY, NO_STAGE},
    {"SV_DispatchThreadID", DXK_SHADER_KIND_COMPUTE, NO_STAGE},
    {"SV_GroupThreadID", DXK_SHADER_KIND_COMPUTE, NO_STAGE},
    {"SV_GroupIndex", DXK_SHADER_KIND_COMPUTE, NO_STAGE},
    {"SV_GroupID", DXK_SHADER_KIND_COMPUTE, NO_STAGE},
};

static bool begins(dxk_str text, const char *with)
{
    const size_t size = strlen(with);

    return text.size >= size && dxki_str_same_fold((dxk_str){text.data, size}, dxki_str(with));
}

static void take_meaning(candidate *k, dxk_str name, bool is_output)
{
    k->has_meanings = true;
    k->is_patch |= is_output && (begins(name, "SV_TessFactor") || begins(name, "SV_InsideTess"));
    for (size_t i = 0; i < DXKI_COUNT(meanings) && k->stage == NO_STAGE; i++) {
        if (begins(name, meanings[i].name))
            k->stage = is_output ? meanings[i].out : meanings[i].in;
    }
}

/* The structure of that name; the last one that has braces. */
static const dxki_ast_decl *find_record(const guess *g, const dxki_ast_type *t)
{
    if (t->kind == DXKI_AST_T_RECORD)
        return t->decl;
    if (t->kind != DXKI_AST_T_NAMED || !t->path.count)
        return NULL;
    const dxki_hlsl_name *name = t->path.parts[t->path.count - 1];
    for (size_t i = g->unit->members.count; i-- > 0;) {
        const dxki_ast_decl *d = g->unit->members.items[i];
        if (d->kind == DXKI_AST_RECORD && d->name == name && d->defined)
            return d;
    }
    return NULL;
}

/* The semantics of a declaration, or of the members of its type. */
static void read_meanings(const guess *g, candidate *k, const dxki_ast_decl *d, bool is_output,
                          unsigned depth)
{
    const dxki_ast_decl *record = d->type ? find_record(g, d->type) : NULL;

    for (size_t i = 0; i < d->notes.count; i++) {
        if (d->notes.items[i].kind == DXKI_AST_SEMANTIC && d->notes.items[i].name)
            take_meaning(k, d->notes.items[i].name->text, is_output);
    }
    if (!record || !depth)
        return;
    for (size_t i = 0; i < record->members.count; i++) {
        const dxki_ast_decl *member = record->members.items[i];
        if (member->kind == DXKI_AST_VARIABLE)
            read_meanings(g, k, member, is_output, depth - 1);
    }
    for (size_t i = 0; i < record->base_count; i++)
        read_meanings(g, k, &(const dxki_ast_decl){.type = record->bases[i]}, is_output, depth - 1);
}

/* The result, and parameters that are outputs; then those that are inputs. */
static void read_signature(const guess *g, candidate *k)
{
    const dxki_ast_decl *f = k->decl;
    const uint64_t out = DXKI_AST_MOD(OUT) | DXKI_AST_MOD(INOUT);

    read_meanings(g, k, f, true, MAX_NESTED);
    for (size_t i = 0; i < f->params.count; i++) {
        if (f->params.items[i]->mods & out)
            read_meanings(g, k, f->params.items[i], true, MAX_NESTED);
    }
    for (size_t i = 0; i < f->params.count; i++) {
        if (!(f->params.items[i]->mods & DXKI_AST_MOD(OUT)))
            read_meanings(g, k, f->params.items[i], false, MAX_NESTED);
    }
}

static void read_functions(guess *g)
{
    for (size_t i = 0; i < g->unit->members.count; i++) {
        const dxki_ast_decl *d = g->unit->members.items[i];
        candidate k = {.decl = d, .stage = NO_STAGE};
        if (d->kind != DXKI_AST_FUNCTION || !d->body || !d->name || d->op || d->is_template ||
            d->path.count || d->name->text.size >= DXK_HLSL_GUESS_NAME)
            continue;
        g->exports |= (d->mods & DXKI_AST_MOD(EXPORT)) != 0;
        read_attributes(g, &k);
        read_signature(g, &k);
        DXKI_HLSL_PUSH(g->c, &g->all, k);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Choice                                                                                     */

static const char *const profiles[] = {
    [DXK_SHADER_KIND_PIXEL] = "ps",    [DXK_SHADER_KIND_VERTEX] = "vs",
    [DXK_SHADER_KIND_GEOMETRY] = "gs", [DXK_SHADER_KIND_HULL] = "hs",
    [DXK_SHADER_KIND_DOMAIN] = "ds",   [DXK_SHADER_KIND_COMPUTE] = "cs",
    [DXK_SHADER_KIND_MESH] = "ms",     [DXK_SHADER_KIND_AMPLIFICATION] = "as",
};

/* Stages without a profile are in libraries only. */
static const char *profile_of(uint32_t stage)
{
    const char *profile = stage < DXKI_COUNT(profiles) ? profiles[stage] : NULL;

    return profile ? profile : "lib";
}

static bool is_named(const candidate *k, const char *name)
{
    return dxki_str_is(k->decl->name->text, name);
}

/* Why a function is taken: the first of these that one has, and that exactly one has if it must. */
typedef bool trait(const guess *g, const candidate *k);

static bool is_wanted(const guess *g, const candidate *k)
{
    return is_named(k, g->c->options.entry ? g->c->options.entry : "main");
}

static bool is_of_hint(const guess *g, const candidate *k)
{
    return g->hint != NO_STAGE && k->stage == g->hint && !k->is_patch;
}

static bool has_marks(const guess *g, const candidate *k)
{
    (void)g;
    return k->has_marks;
}

static bool has_meanings(const guess *g, const candidate *k)
{
    (void)g;
    return k->has_meanings && !k->is_patch;
}

/* The last one that has it; *count is how many do. */
static const candidate *find(const guess *g, trait *has, size_t *count)
{
    const candidate *found = NULL;

    *count = 0;
    for (size_t i = 0; i < g->all.count; i++) {
        if (!has(g, &g->all.items[i]))
            continue;
        found = &g->all.items[i];
        ++*count;
    }
    return found;
}

/* "'a', 'b' or 'c'", of those that have it, or of all. */
static dxk_str list_names(const guess *g, trait *has, size_t count)
{
    dxki_hlsl *c = g->c;
    dxk_str text = {"", 0};
    size_t shown = 0;

    for (size_t i = 0; i < g->all.count && shown < SHOWN; i++) {
        if (has && !has(g, &g->all.items[i]))
            continue;
        if (shown)
            text = dxki_hlsl_join(c, text, dxki_str(shown + 1 == count ? " or " : ", "));
        text = dxki_hlsl_join(c, text, dxki_str("'"));
        text = dxki_hlsl_join(c, text, g->all.items[i].decl->name->text);
        text = dxki_hlsl_join(c, text, dxki_str("'"));
        shown++;
    }
    return shown < count ? dxki_hlsl_join(c, text, dxki_str(", ...")) : text;
}

static dxk_status refuse(guess *g, trait *has, size_t count)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    g->c->quiet = 0;
    if (has)
        DXKI_HLSL_REPORT(g->c, SEVERAL_ENTRIES, nowhere, dxki_text(list_names(g, has, count)));
    else if (g->all.count)
        DXKI_HLSL_REPORT(g->c, UNCLEAR_ENTRY, nowhere,
                         dxki_text(list_names(g, NULL, g->all.count)));
    else
        DXKI_HLSL_SAY(g->c, NO_FUNCTION, nowhere);
    return g->c->status == DXK_OK ? DXK_E_INVALID : g->c->status;
}

/* The same of the stage, or of an entry point that is not there. */
static dxk_status refuse_stage(guess *g, const candidate *k)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    g->c->quiet = 0;
    if (k)
        DXKI_HLSL_REPORT(g->c, UNCLEAR_STAGE, k->decl->loc, dxki_text(k->decl->name->text));
    else
        DXKI_HLSL_SAY(g->c, NO_ENTRY, nowhere);
    return g->c->status == DXK_OK ? DXK_E_INVALID : g->c->status;
}

static void write_target(dxk_hlsl_guess_result *out, uint32_t stage)
{
    const unsigned model = stage == DXK_SHADER_KIND_NODE ? NODE_MODEL : MODEL;

    snprintf(out->target, sizeof out->target, "%s_6_%u", profile_of(stage), model);
}

/* A stage that is in libraries only, or one of several entry points that say their stages. */
static bool is_library(const guess *g)
{
    size_t says = 0;

    for (size_t i = 0; i < g->all.count; i++) {
        const candidate *k = &g->all.items[i];
        const bool only_there = k->stage != NO_STAGE && strcmp(profile_of(k->stage), "lib") == 0;
        if (k->stage == DXK_SHADER_KIND_NODE || (k->says_stage && only_there))
            return true;
        says += k->says_stage;
    }
    return says > 1 || (g->exports && !says);
}

static uint32_t library_stage(const guess *g)
{
    for (size_t i = 0; i < g->all.count; i++) {
        if (g->all.items[i].stage == DXK_SHADER_KIND_NODE)
            return DXK_SHADER_KIND_NODE;
    }
    return LIBRARY;
}

/* The entry point; NULL: it is not clear, or there is none, and *status says whether that was reported. */
static const candidate *choose(guess *g, dxk_status *status)
{
    size_t count;
    const candidate *k = find(g, is_wanted, &count);

    if (k || g->c->options.entry)
        return k;
    k = find(g, is_of_hint, &count);
    if (count == 1)
        return k;
    if (count > 1) {
        *status = refuse(g, is_of_hint, count);
        return NULL;
    }
    k = find(g, has_marks, &count);
    if (count > 1)
        *status = refuse(g, has_marks, count);
    if (count)
        return count == 1 ? k : NULL;
    return find(g, has_meanings, &count);
}

/* The stage of a function by itself, or by the file it is in; what has semantics, none of which tells
 * more, is what feeds other stages. */
static uint32_t stage_of(const guess *g, const candidate *k)
{
    if (k && k->stage != NO_STAGE)
        return k->stage;
    if (g->hint != NO_STAGE)
        return g->hint;
    return k && k->has_meanings ? DXK_SHADER_KIND_VERTEX : NO_STAGE;
}

static dxk_status decide(guess *g, dxk_hlsl_guess_result *out)
{
    const dxk_hlsl_options *o = &g->c->options;
    dxk_status status = DXK_OK;

    if (!o->target && !o->entry && (g->hint == LIBRARY || (g->hint == NO_STAGE && is_library(g)))) {
        write_target(out, library_stage(g));
        return DXK_OK;
    }
    const candidate *k = choose(g, &status);
    const uint32_t stage = stage_of(g, k);
    if (status == DXK_OK && !k && !o->entry && !g->c->failures)
        status = refuse(g, NULL, 0);
    if (status != DXK_OK)
        return status;
    if (!o->target && stage == NO_STAGE && !g->c->failures)
        return refuse_stage(g, k);
    if (!o->target)
        write_target(out, stage == NO_STAGE ? LIBRARY : stage);
    if (k && !o->entry)
        snprintf(out->entry, sizeof out->entry, "%.*s", (int)k->decl->name->text.size,
                 k->decl->name->text.data);
    return DXK_OK;
}

/* The stage of a target, whose model may be any. */
static uint32_t stage_of_target(const char *target)
{
    const size_t size = strcspn(target, "_");

    for (uint32_t i = 0; i < DXKI_COUNT(profiles); i++) {
        if (profiles[i] && strlen(profiles[i]) == size && memcmp(profiles[i], target, size) == 0)
            return i;
    }
    return NO_STAGE;
}

/* True if a target has no entry point to be guessed. */
static bool is_settled(const dxk_hlsl_options *o)
{
    uint32_t version;

    return o->target && (o->entry || strncmp(o->target, "lib_", 4) == 0 ||
                         dxki_hlsl_is_root_target(o->target, &version));
}

static dxk_status run(guess *g, dxk_bytes source, dxk_hlsl_guess_result *out)
{
    dxki_hlsl *c = g->c;

    c->quiet = 1;
    dxki_hlsl_pp_start(c, source);
    g->unit = dxki_hlsl_ready(c) ? dxki_hlsl_parse(c) : NULL;
    if (g->unit && dxki_hlsl_ready(c))
        read_functions(g);
    if (c->status == DXK_E_INVALID) { /* a file is missing: it cannot be known what follows */
        if (!c->options.target)
            write_target(out, LIBRARY);
        return DXK_OK;
    }
    if (!dxki_hlsl_ready(c))
        return c->status;
    g->hint = c->options.target ? stage_of_target(c->options.target)
                                : dxki_hlsl_stage_of_file(c->options.name);
    return decide(g, out);
}

dxk_status dxk_hlsl_guess(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                          dxk_hlsl_guess_result *out)
{
    dxki_hlsl c;
    guess g = {.c = &c};

    memset(out, 0, sizeof *out);
    dxk_status status = dxki_hlsl_begin(&c, ctx, options, DXKI_HLSL_TO_CHECK);
    if (status == DXK_OK) {
        const dxk_hlsl_options *o = &c.options;
        snprintf(out->target, sizeof out->target, "%s", o->target ? o->target : "");
        snprintf(out->entry, sizeof out->entry, "%s", o->entry ? o->entry : "");
        if (!is_settled(o))
            status = run(&g, source, out);
    }
    dxki_vec_free(ctx, &g.all);
    dxki_hlsl_end(&c);
    return status;
}

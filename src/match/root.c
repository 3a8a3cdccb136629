/* SPDX-License-Identifier: MIT */
/*
 * root.c - see root.h: flags, filters of static samplers, and how long root constants are.
 * Source: Direct3D 12, "Root Signatures"; HLSL_SM_6_6_DynamicResources.md; Direct3D 11.3 functional
 * specification, 22.3.34 (modes of samplers).
 */
#include "match/root.h"

#include "base/count.h"
#include "base/diag.h"
#include "match/needs.h"
#include "match/reads.h"
#include "spec/reader_rules.h"

#include <string.h>

enum { INPUT_SAMPLER = 3, FLAG_COMPARES = 2 }; /* D3D_SIT_SAMPLER, D3D_SIF_COMPARISON_SAMPLER */

typedef struct check {
    dxk_ctx *ctx;
    const dxk_reflect *reflect;
    const dxk_root_signature *signature;
    uint32_t visibility; /* of the stage */
    char path[128];
    dxk_status status;
} check;

/* A stage: what it sees, and the flag that keeps it out. */
typedef struct stage_row {
    uint32_t kind, visibility, deny;
    const char *word;
} stage_row;

static const stage_row stages[] = {{DXK_SHADER_KIND_VERTEX, DXK_RS_VISIBILITY_VERTEX,
                                    DXK_RS_FLAG_DENY_VERTEX_SHADER_ROOT_ACCESS, "VERTEX"},
                                   {DXK_SHADER_KIND_HULL, DXK_RS_VISIBILITY_HULL,
                                    DXK_RS_FLAG_DENY_HULL_SHADER_ROOT_ACCESS, "HULL"},
                                   {DXK_SHADER_KIND_DOMAIN, DXK_RS_VISIBILITY_DOMAIN,
                                    DXK_RS_FLAG_DENY_DOMAIN_SHADER_ROOT_ACCESS, "DOMAIN"},
                                   {DXK_SHADER_KIND_GEOMETRY, DXK_RS_VISIBILITY_GEOMETRY,
                                    DXK_RS_FLAG_DENY_GEOMETRY_SHADER_ROOT_ACCESS, "GEOMETRY"},
                                   {DXK_SHADER_KIND_PIXEL, DXK_RS_VISIBILITY_PIXEL,
                                    DXK_RS_FLAG_DENY_PIXEL_SHADER_ROOT_ACCESS, "PIXEL"},
                                   {DXK_SHADER_KIND_AMPLIFICATION, DXK_RS_VISIBILITY_AMPLIFICATION,
                                    DXK_RS_FLAG_DENY_AMPLIFICATION_SHADER_ROOT_ACCESS,
                                    "AMPLIFICATION"},
                                   {DXK_SHADER_KIND_MESH, DXK_RS_VISIBILITY_MESH,
                                    DXK_RS_FLAG_DENY_MESH_SHADER_ROOT_ACCESS, "MESH"}};

static const stage_row *row_of(const check *c)
{
    for (size_t i = 0; i < DXKI_COUNT(stages); i++)
        if (stages[i].kind == (uint32_t)c->reflect->stage.kind)
            return &stages[i];
    return NULL;
}

const char *dxki_match_path(dxk_str name, char path[128])
{
    size_t size = name.size < 127 ? name.size : 127;
    if (size)
        memcpy(path, name.data, size);
    path[size] = 0;
    return path;
}

/* An error that was reported is less than one that ends the work. */
static void note(check *c, dxk_status status)
{
    if (c->status == DXK_OK || (status != DXK_OK && status != DXK_E_INVALID))
        c->status = status;
}

static void report(check *c, const dxki_rule *rule, const dxki_arg *args, size_t count)
{
    note(c, dxki_report(c->ctx, rule, dxki_nowhere(), c->path, args, count));
}

#define REPORT(c, rule, ...) report((c), (rule), DXKI_ARGS(__VA_ARGS__))

static dxki_arg word(const char *text)
{
    return dxki_text(dxki_str(text));
}

static bool sees(const check *c, uint32_t visibility)
{
    return visibility == DXK_RS_VISIBILITY_ALL || visibility == c->visibility;
}

/* ---------------------------------------------------------------------------------------- */
/* Flags                                                                                      */

static void check_flags(check *c)
{
    uint32_t flags = c->signature->header.flags, needs = dxki_match_needs(c->reflect);
    const dxki_match_need *need;
    for (size_t i = 0; (need = dxki_match_need_get(i)) != NULL; i++)
        if (needs & ~flags & need->flag)
            REPORT(c, DXKI_RULE_MATCH_FLAG, word(need->reason), word(need->word));
}

/* Parameters and samplers for this stage alone, which a flag denies access. */
static void check_denied(check *c)
{
    const dxk_root_signature *s = c->signature;
    const stage_row *row = row_of(c);
    if (!row || !(s->header.flags & row->deny))
        return;
    for (uint32_t i = 0; i < s->header.parameter_count; i++)
        if (s->parameters[i].header.visibility == row->visibility)
            REPORT(c, DXKI_RULE_MATCH_DENIED, word("root parameter"), dxki_dec(i), word(row->word));
    for (uint32_t i = 0; i < s->header.sampler_count; i++)
        if (s->samplers[i].visibility == row->visibility)
            REPORT(c, DXKI_RULE_MATCH_DENIED, word("static sampler"), dxki_dec(i), word(row->word));
}

/* ---------------------------------------------------------------------------------------- */
/* Static samplers                                                                            */

/* A static sampler of a register that a sampler has. */
static void check_filter(check *c, const dxk_reflect_binding *b, const dxk_rs_sampler *s)
{
    const uint32_t comparison = 1; /* kind of reduction, in the bits above those of the filter */
    bool compares = (b->flags & FLAG_COMPARES) != 0;
    const char *filter = dxk_enum_text(DXK_ENUM_ID_filter, s->filter);
    if ((s->filter >> 7 == comparison) == compares || !filter)
        return;
    REPORT(c, DXKI_RULE_MATCH_FILTER, dxki_text(b->name), dxki_dec(s->shader_register),
           dxki_dec(s->register_space), word(compares ? "compares" : "does not compare"),
           word(filter));
}

static void check_filters(check *c)
{
    for (uint32_t i = 0; i < c->reflect->binding_count; i++) {
        const dxk_reflect_binding *b = &c->reflect->bindings[i];
        bool endless = b->bind_count == 0 || b->bind_count == UINT32_MAX;
        for (uint32_t k = 0; b->type == INPUT_SAMPLER && k < c->signature->header.sampler_count;
             k++) {
            const dxk_rs_sampler *s = &c->signature->samplers[k];
            bool within = s->shader_register >= b->bind_point &&
                          (endless || s->shader_register - b->bind_point < b->bind_count);
            if (within && s->register_space == b->space && sees(c, s->visibility))
                check_filter(c, b, s);
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Root constants                                                                             */

/* A constant buffer that is read beyond its constants. */
static void check_read(check *c, const dxki_match_read *r, uint32_t count)
{
    uint64_t size = (uint64_t)count * 4;
    uint64_t end = r->certain > size ? r->certain : r->possible;
    const dxki_rule *rule =
        end > size ? DXKI_RULE_MATCH_CONSTANTS : DXKI_RULE_MATCH_CONSTANTS_INDEX;
    if (end <= size)
        end = r->declared;
    if (end > size)
        REPORT(c, rule, dxki_text(r->name), dxki_dec(r->reg), dxki_dec(r->space), dxki_dec(end),
               dxki_dec(size));
}

static const dxk_rs_constants *constants_of(const check *c, uint32_t parameter)
{
    const dxk_root_parameter *p = &c->signature->parameters[parameter];
    bool fits = p->header.type == DXK_RS_PARAMETER_TYPE_CONSTANTS && sees(c, p->header.visibility);
    return fits ? &p->as.constants : NULL;
}

static void check_constants(check *c, const dxk_container *container)
{
    dxki_match_reads reads = {NULL, 0, 0};
    bool any = false;
    for (uint32_t i = 0; i < c->signature->header.parameter_count; i++)
        any |= constants_of(c, i) != NULL;
    if (!any)
        return;
    dxk_status status = dxki_match_find_reads(c->ctx, container, c->reflect, &reads);
    for (uint32_t i = 0; i < c->signature->header.parameter_count && status == DXK_OK; i++) {
        const dxk_rs_constants *k = constants_of(c, i);
        for (size_t n = 0; k && n < reads.count; n++)
            if (reads.items[n].space == k->register_space &&
                reads.items[n].reg == k->shader_register)
                check_read(c, &reads.items[n], k->value_count);
    }
    note(c, status);
    dxki_vec_free(c->ctx, &reads);
}

/* ---------------------------------------------------------------------------------------- */

static check begin(dxk_ctx *ctx, const dxk_match_stage *shader, const dxk_reflect *reflect,
                   const dxk_root_signature *signature)
{
    check c = {.ctx = ctx, .reflect = reflect, .signature = signature};
    const stage_row *row = row_of(&c);
    c.visibility = row ? row->visibility : DXK_RS_VISIBILITY_ALL;
    dxki_match_path(shader->name, c.path);
    return c;
}

dxk_status dxki_match_filters(dxk_ctx *ctx, const dxk_match_stage *shader,
                              const dxk_reflect *reflect, const dxk_root_signature *signature)
{
    check c = begin(ctx, shader, reflect, signature);
    check_filters(&c);
    return c.status;
}

dxk_status dxki_match_root(dxk_ctx *ctx, const dxk_match_stage *shader, const dxk_reflect *reflect,
                           const dxk_root_signature *signature)
{
    check c = begin(ctx, shader, reflect, signature);
    if (reflect->is_library)
        return DXK_OK;
    if (signature->header.flags & DXK_RS_FLAG_LOCAL_ROOT_SIGNATURE)
        report(&c, DXKI_RULE_MATCH_LOCAL_ROOT, NULL, 0);
    check_flags(&c);
    check_denied(&c);
    check_filters(&c);
    check_constants(&c, shader->container);
    return c.status;
}

dxk_status dxk_match_root(dxk_ctx *ctx, const dxk_match_stage *shader,
                          const dxk_root_signature *signature)
{
    dxk_reflect *reflect = NULL;
    dxk_status status = dxk_reflect_load(shader->container, NULL, &reflect);
    if (status == DXK_OK)
        status = dxki_match_root(ctx, shader, reflect, signature);
    dxk_reflect_free(reflect);
    return status;
}

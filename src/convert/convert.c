/* SPDX-License-Identifier: MIT */
/* convert.c - the steps of a conversion in order, and the public functions. See convert.h,
 * dxk/convert.h. */
#include "dxk/convert.h"

#include "base/count.h"
#include "base/options.h"
#include "base/out.h"
#include "build/build.h"
#include "builder/builder.h"
#include "container/container.h"
#include "convert/code.h"
#include "dxbc/dxbc.h"
#include "dxk/opt.h"
#include "ir/edit.h"

#include <string.h>

#define PASSES    "legalize,phi-types,O3"
#define NO_PASSES "none"
#define NAMING    "mem2reg<names>," PASSES

/* ---------------------------------------------------------------------------------------- */
/* Faults                                                                                     */

/* "SHEX/instructions[12]", or "SHEX". */
static void path_of(const dxki_convert *c, char path[64])
{
    static const char list[] = "/instructions[";
    char digits[24], *end = digits + sizeof digits;

    memcpy(path, c->major >= 5 ? "SHEX" : "SHDR", 4);
    path += 4;
    if (c->at) {
        const char *number = dxki_format_u64(end, (uint64_t)(c->at - c->program->instructions));
        memcpy(path, list, sizeof list - 1);
        path += sizeof list - 1;
        memcpy(path, number, (size_t)(end - number));
        path += end - number;
        *path++ = ']';
    }
    *path = 0;
}

static dxk_status report(dxki_convert *c, const dxki_rule *rule, const dxki_arg *args, size_t count)
{
    char path[64];
    uint64_t offset = c->base + (c->at ? 4 * (uint64_t)c->at->offset : 0);

    path_of(c, path);
    return dxki_report(c->ctx, rule, dxki_at_byte(offset), path, args, count);
}

/* The builder does nothing more then, and does not complain about what is missing. */
static void set_status(dxki_convert *c, dxk_status status)
{
    c->status = status;
    if (c->b && status != DXK_OK)
        c->b->status = status;
}

uint32_t dxki_convert_fault(dxki_convert *c, const dxki_rule *rule, const dxki_arg *args,
                            size_t count)
{
    if (dxki_convert_ready(c))
        set_status(c, report(c, rule, args, count));
    return DXK_NONE;
}

uint32_t dxki_convert_fault_at(dxki_convert *c, uint64_t offset, const char *path,
                               const dxki_rule *rule, const dxki_arg *args, size_t count)
{
    if (dxki_convert_ready(c))
        set_status(c, dxki_report(c->ctx, rule, dxki_at_byte(offset), path, args, count));
    return DXK_NONE;
}

void dxki_convert_warn(dxki_convert *c, const dxki_rule *rule, const dxki_arg *args, size_t count)
{
    dxki_convert_fault(c, rule, args, count);
}

uint32_t dxki_convert_nomem(dxki_convert *c)
{
    if (dxki_convert_ready(c))
        set_status(c, dxki_nomem(c->ctx));
    return DXK_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* The part that has the tokens; DXK_NO_PART: reported. */
static size_t find_program(const dxk_container *container, dxk_ctx *ctx, dxk_status *status)
{
    size_t at = dxk_container_find_program(container, DXK_PROGRAM_TOKENS);

    *status = DXK_OK;
    if (at != DXK_NO_PART)
        return at;
    bool level9 = dxk_container_find(container, DXK_PART_Aon9, 0) != DXK_NO_PART;
    *status = dxki_report(ctx, level9 ? DXKI_RULE_CONVERT_LEVEL9 : DXKI_RULE_CONVERT_NO_PROGRAM,
                          dxki_nowhere(), "", NULL, 0);
    return DXK_NO_PART;
}

/* What the reader has complained of, where it did. */
static void refuse_tokens(dxki_convert *c)
{
    size_t count = dxk_ctx_diag_count(c->ctx);
    const dxk_diag *last = count ? dxk_ctx_diag(c->ctx, count - 1) : NULL;
    uint64_t offset = last && last->place == DXK_PLACE_BYTE ? last->position : c->base;
    char path[64];

    path_of(c, path);
    dxki_report(c->ctx, DXKI_RULE_CONVERT_TOKENS, dxki_at_byte(offset), path, NULL, 0);
}

static void read_program(dxki_convert *c, const dxk_part *part, dxk_dxbc_program *program)
{
    dxki_codec codec;

    c->base = part->offset + DXKI_PART_HEADER_SIZE;
    dxki_codec_init_read(&codec, c->ctx, &c->arena, part->content, c->base);
    if (dxki_codec_enter(&codec, part->fourcc == DXK_PART_SHEX ? "SHEX" : "SHDR", DXK_NO_INDEX, ""))
        dxki_dxbc_read(&codec, program);
    dxki_codec_finish(&codec);
    c->status = codec.status;
    c->program = program;
    c->major = part->fourcc == DXK_PART_SHEX ? 5 : 4;
    if (c->status == DXK_E_INVALID)
        refuse_tokens(c);
    if (!dxki_convert_ready(c))
        return;
    c->stage = dxk_dxbc_program_stage(program);
    c->major = dxk_dxbc_major(program);
    c->minor = dxk_dxbc_minor(program);
    if (c->stage > DXK_DXBC_STAGE_COMPUTE || c->major < 4 || c->major > 5)
        DXKI_CONVERT_FAULT(c, STAGE, dxki_hex(program->version));
}

/* The passes that a module is run through; empty: none. The format of dxilconv has its own. */
static dxk_str passes_of(const dxk_convert_options *options)
{
    dxk_str passes = options->passes.size  ? options->passes
                     : options->keep_names ? dxki_str(NAMING)
                                           : dxki_str(PASSES);
    bool none = options->format == DXK_CONVERT_FORMAT_DXILCONV ||
                dxki_str_same(passes, dxki_str(NO_PASSES));

    return none ? dxki_str("") : passes;
}

/* Finishes the module of a conversion without faults. */
static void take_module(dxki_convert *c, dxk_module **out)
{
    if (!dxki_convert_ready(c))
        return;
    c->b->renewed_later = passes_of(c->options).size != 0;
    c->status = dxk_builder_finish(c->b, out);
    if (c->status == DXK_E_INVALID)
        report(c, DXKI_RULE_CONVERT_BUILD, NULL, 0);
    for (size_t i = 0; c->status == DXK_OK && dxki_convert_names(c) && i < (*out)->functions.count;
         i++)
        if (!dxki_function_unique_names(*out, (*out)->functions.items[i]))
            dxki_convert_nomem(c);
    if (c->status == DXK_E_NOMEM && *out) {
        dxk_module_free(*out);
        *out = NULL;
    }
}

/* A conversion with its program, up to what follows from declarations. */
typedef struct conversion {
    dxki_convert c;
    dxk_dxbc_program program;
} conversion;

/* `options` live as long as the conversion. end_conversion() afterwards in all cases. */
static dxk_status begin_conversion(conversion *v, const dxk_container *container, dxk_ctx *ctx,
                                   const dxk_convert_options *options)
{
    dxki_convert *c = &v->c;

    *v = (conversion){.c = {.ctx = ctx,
                            .options = options,
                            .dxilconv = options->format == DXK_CONVERT_FORMAT_DXILCONV}};
    dxki_arena_init(&c->arena, ctx);
    size_t at = find_program(container, ctx, &c->status);
    if (at == DXK_NO_PART)
        return c->status;
    read_program(c, dxk_container_part(container, at), &v->program);
    if (dxki_convert_ready(c))
        dxki_convert_survey(c, container);
    return c->status;
}

static dxk_status make_module(conversion *v, dxk_module **out)
{
    dxki_convert *c = &v->c;

    if (dxki_convert_ready(c))
        dxki_convert_collect(c);
    if (dxki_convert_ready(c))
        dxki_convert_run(c);
    take_module(c, out);
    return c->status;
}

static void end_conversion(conversion *v)
{
    dxki_convert_forget(&v->c);
    dxk_builder_free(v->c.b);
    dxki_arena_free(&v->c.arena);
}

/* ---------------------------------------------------------------------------------------- */
/* Public functions                                                                           */

/* The format of dxilconv has its own passes. */
static dxk_status finish_format(dxk_module **m)
{
    dxk_status status = dxki_convert_clean_up(*m);

    if (status != DXK_OK) {
        dxk_module_free(*m);
        *m = NULL;
    }
    return status;
}

/* Runs the passes that are asked for; after an error there is no module. */
static dxk_status improve(dxk_module **m, const dxk_convert_options *options)
{
    if (options->format == DXK_CONVERT_FORMAT_DXILCONV)
        return finish_format(m);
    dxk_str passes = passes_of(options);
    const dxk_opt_options how = {.struct_size = sizeof how, .keep_resources = true};

    if (!passes.size)
        return DXK_OK;
    dxk_status status = dxk_opt(*m, passes, &how, NULL);
    if (status != DXK_OK) {
        dxk_module_free(*m);
        *m = NULL;
    }
    return status;
}

/* With `is_passing`, a container is made of the module next. */
static dxk_status convert(const dxk_container *container, const dxk_convert_options *options,
                          bool is_passing, dxk_module **out)
{
    conversion v;

    dxk_status status = begin_conversion(&v, container, container->ctx, options);
    if (status == DXK_OK)
        status = make_module(&v, out);
    end_conversion(&v);
    if (status != DXK_OK)
        return status;
    (*out)->is_passing = is_passing;
    return improve(out, options);
}

dxk_status dxk_convert_module(const dxk_container *container, const dxk_convert_options *options,
                              dxk_module **out)
{
    dxk_convert_options own;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    return convert(container, &own, false, out);
}

/* Parts that are carried over as they are. */
static dxk_status carry_over(const dxk_container *from, dxk_container *to)
{
    static const uint32_t kinds[] = {DXK_PART_PRIV};

    for (size_t i = 0; i < DXKI_COUNT(kinds); i++) {
        size_t at = dxk_container_find(from, kinds[i], 0);
        if (at == DXK_NO_PART)
            continue;
        dxk_status status = dxk_container_insert(to, dxk_container_part_count(to), kinds[i],
                                                 dxk_container_part(from, at)->content);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

/* Makes the container; frees the module. */
static dxk_status make_container(const dxk_container *container, dxk_module *m,
                                 const dxk_convert_options *options, dxk_container **out)
{
    const dxki_build_kept kept = {.finds_constants = true};
    bool plain = options->format == DXK_CONVERT_FORMAT_DXILCONV;
    dxk_str refusal;
    dxk_status status = dxki_build_container(m, NULL, plain ? NULL : &kept, out, &refusal, NULL);

    dxk_module_free(m);
    if (status == DXK_OK)
        status = plain ? dxki_convert_arrange_parts(container, *out) : carry_over(container, *out);
    if (status != DXK_OK) {
        dxk_container_free(*out);
        *out = NULL;
    }
    return status;
}

dxk_status dxk_convert(const dxk_container *container, const dxk_convert_options *options,
                       dxk_container **out)
{
    dxk_module *m;

    *out = NULL;
    dxk_convert_options own;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    dxk_status status = convert(container, &own, true, &m);
    return status == DXK_OK ? make_container(container, m, &own, out) : status;
}

dxk_status dxk_convert_refuse(const dxk_container *container, dxk_str rule)
{
    size_t at = dxk_container_find_program(container, DXK_PROGRAM_TOKENS);
    const dxk_part *part = at == DXK_NO_PART ? NULL : dxk_container_part(container, at);
    const char *path = part && part->fourcc == DXK_PART_SHDR ? "SHDR" : "SHEX";

    return DXKI_REPORT(container->ctx, DXKI_RULE_CONVERT_INVALID,
                       part ? dxki_at_byte(part->offset + DXKI_PART_HEADER_SIZE) : dxki_nowhere(),
                       path, dxki_text(rule));
}

bool dxk_convert_applies(const dxk_container *container)
{
    return dxk_container_find_program(container, DXK_PROGRAM_RUN) == DXK_NO_PART &&
           (dxk_container_find_program(container, DXK_PROGRAM_TOKENS) != DXK_NO_PART ||
            dxk_container_find(container, DXK_PART_Aon9, 0) != DXK_NO_PART);
}

/* ---------------------------------------------------------------------------------------- */
/* Pipelines                                                                                  */

#define STAGES_MOST 6u

/* Stages that are converted together. */
typedef struct pipeline {
    conversion items[STAGES_MOST];
    size_t count; /* begun */
    dxk_convert_options options;
} pipeline;

/* Stages in the order in which they run; false: one is there twice. */
static bool sort_stages(pipeline *p, dxki_convert *order[STAGES_MOST])
{
    static const uint8_t ranks[STAGES_MOST] = {
        [DXK_DXBC_STAGE_VERTEX] = 0,   [DXK_DXBC_STAGE_HULL] = 1,  [DXK_DXBC_STAGE_DOMAIN] = 2,
        [DXK_DXBC_STAGE_GEOMETRY] = 3, [DXK_DXBC_STAGE_PIXEL] = 4, [DXK_DXBC_STAGE_COMPUTE] = 5};
    dxki_convert *at[STAGES_MOST] = {NULL};
    size_t count = 0;

    for (size_t i = 0; i < p->count; i++) {
        dxki_convert *c = &p->items[i].c;
        if (at[ranks[c->stage]])
            return false;
        at[ranks[c->stage]] = c;
    }
    for (size_t i = 0; i < STAGES_MOST; i++)
        if (at[i])
            order[count++] = at[i];
    return true;
}

static dxk_status survey_stages(pipeline *p, const dxk_container *const *stages, size_t count)
{
    dxki_convert *order[STAGES_MOST];
    dxk_status status = DXK_OK;

    for (size_t i = 0; i < count && status == DXK_OK; i++)
        status = begin_conversion(&p->items[p->count++], stages[i], stages[0]->ctx, &p->options);
    if (status != DXK_OK)
        return status;
    if (!sort_stages(p, order))
        return DXK_E_ARGUMENT;
    dxki_convert_agree(order, count);
    for (size_t i = 0; i < count && status == DXK_OK; i++)
        status = p->items[i].c.status;
    return status;
}

static dxk_status finish_stage(pipeline *p, size_t i, const dxk_container *stage,
                               dxk_container **out)
{
    dxk_module *m = NULL;
    dxk_status status = make_module(&p->items[i], &m);

    if (status == DXK_OK)
        status = improve(&m, &p->options);
    return status == DXK_OK ? make_container(stage, m, &p->options, out) : status;
}

dxk_status dxk_convert_pipeline(const dxk_container *const *stages, size_t count,
                                const dxk_convert_options *options, dxk_container **out)
{
    pipeline p = {.count = 0};

    for (size_t i = 0; i < count; i++)
        out[i] = NULL;
    if (count > STAGES_MOST || !dxki_options_take(&p.options, sizeof p.options, options))
        return DXK_E_ARGUMENT;
    dxk_status status = survey_stages(&p, stages, count);
    for (size_t i = 0; i < count && status == DXK_OK; i++)
        status = finish_stage(&p, i, stages[i], &out[i]);
    for (size_t i = 0; i < p.count; i++)
        end_conversion(&p.items[i]);
    for (size_t i = 0; i < count && status != DXK_OK; i++) {
        dxk_container_free(out[i]);
        out[i] = NULL;
    }
    return status;
}

/* SPDX-License-Identifier: MIT */
/* convert.c - the steps of a conversion in order, and the public functions. See convert.h,
 * dxk/convert.h. */
#include "dxk/convert.h"

#include "base/count.h"
#include "base/options.h"
#include "base/out.h"
#include "builder/builder.h"
#include "container/container.h"
#include "convert/facts.h"
#include "dxbc/dxbc.h"
#include "dxk/build.h"
#include "dxk/opt.h"

#include <string.h>

#define PASSES    "legalize,phi-types,O3"
#define NO_PASSES "none"

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
    if (!dxki_convert_ready(c))
        return;
    c->stage = dxk_dxbc_program_stage(program);
    c->major = dxk_dxbc_major(program);
    c->minor = dxk_dxbc_minor(program);
    if (c->stage > DXK_DXBC_STAGE_COMPUTE || c->major < 4 || c->major > 5)
        DXKI_CONVERT_FAULT(c, STAGE, dxki_hex(program->version));
}

/* Finishes the module of a conversion without faults. */
static void take_module(dxki_convert *c, dxk_module **out)
{
    if (!dxki_convert_ready(c))
        return;
    c->status = dxk_builder_finish(c->b, out);
    if (c->status == DXK_E_INVALID)
        report(c, DXKI_RULE_CONVERT_BUILD, NULL, 0);
}

static dxk_status make_module(const dxk_container *container, dxk_ctx *ctx,
                              const dxk_convert_options *options, dxk_module **out)
{
    dxki_convert c = {.ctx = ctx, .options = options};
    dxk_dxbc_program program = {.version = 0};
    size_t at = find_program(container, ctx, &c.status);

    if (at == DXK_NO_PART)
        return c.status;
    dxki_arena_init(&c.arena, ctx);
    read_program(&c, dxk_container_part(container, at), &program);
    if (dxki_convert_ready(&c))
        dxki_convert_collect(&c, container);
    if (dxki_convert_ready(&c))
        dxki_convert_run(&c);
    take_module(&c, out);
    dxki_convert_forget(&c);
    dxk_builder_free(c.b);
    dxki_arena_free(&c.arena);
    return c.status;
}

/* ---------------------------------------------------------------------------------------- */
/* Public functions                                                                           */

/* Runs the passes that are asked for. */
static dxk_status improve(dxk_module *m, const dxk_convert_options *options)
{
    dxk_str passes = options->passes.size ? options->passes : dxki_str(PASSES);
    const dxk_opt_options how = {.struct_size = sizeof how, .keep_resources = true};

    return dxki_str_same(passes, dxki_str(NO_PASSES)) ? DXK_OK : dxk_opt(m, passes, &how, NULL);
}

dxk_status dxk_convert_module(const dxk_container *container, const dxk_convert_options *options,
                              dxk_module **out)
{
    dxk_ctx *ctx = container->ctx;
    dxk_convert_options own;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    dxk_status status = make_module(container, ctx, &own, out);
    if (status == DXK_OK)
        status = improve(*out, &own);
    if (status != DXK_OK) {
        dxk_module_free(*out);
        *out = NULL;
    }
    return status;
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

dxk_status dxk_convert(const dxk_container *container, const dxk_convert_options *options,
                       dxk_container **out)
{
    dxk_module *m;

    *out = NULL;
    dxk_status status = dxk_convert_module(container, options, &m);
    if (status != DXK_OK)
        return status;
    status = dxk_container_build(m, NULL, out);
    dxk_module_free(m);
    if (status == DXK_OK)
        status = carry_over(container, *out);
    if (status != DXK_OK) {
        dxk_container_free(*out);
        *out = NULL;
    }
    return status;
}

bool dxk_convert_applies(const dxk_container *container)
{
    return dxk_container_find_program(container, DXK_PROGRAM_RUN) == DXK_NO_PART &&
           (dxk_container_find_program(container, DXK_PROGRAM_TOKENS) != DXK_NO_PART ||
            dxk_container_find(container, DXK_PART_Aon9, 0) != DXK_NO_PART);
}

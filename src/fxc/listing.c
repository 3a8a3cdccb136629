/* SPDX-License-Identifier: MIT */
/*
 * listing.c - the whole listing of a container of shader model 4 or 5: which tables are there, in
 * which order, and in the form of which compiler.
 */
#include "dxbc/dxbc.h"
#include "base/count.h"
#include "base/options.h"
#include "container/container.h"
#include "base/str.h"
#include "fxc/level9.h"
#include "fxc/listing.h"
#include "fxc/tables.h"

#include "base/ctx.h"
#include "base/diag.h"
#include "spec/reader_rules.h"

#include <string.h>

/* The parts that a listing shows; NULL when the container lacks them. */
typedef struct listing {
    dxk_ctx *ctx;
    const dxk_container *container;
    dxk_decoded *features, *rdef, *input, *output, *patch, *ifce, *stat, *code;
    dxk_decoded *level9, *prepass, *xna, *function;
} listing;

static const dxki_fxc_style styles[] = {
    [DXK_FXC_9_29] = {.struct_blank = true, .rounding = DXKI_ROUND_17},
    [DXK_FXC_9_30] = {.offset_word = true,
                      .discard_test = true,
                      .struct_blank = true,
                      .third_slash = true,
                      .wide_format = true,
                      .rounding = DXKI_ROUND_17},
    [DXK_FXC_6_3] = {.offset_word = true,
                     .discard_test = true,
                     .wide_format = true,
                     .rounding = DXKI_ROUND_17},
    [DXK_FXC_10_0] = {.buffer_upper = true,
                      .offset_word = true,
                      .discard_test = true,
                      .sgv_mode = true,
                      .wide_format = true,
                      .hlsl_bind = true,
                      .rounding = DXKI_ROUND_17},
    [DXK_FXC_10_1] = {.buffer_upper = true,
                      .offset_word = true,
                      .discard_test = true,
                      .sgv_mode = true,
                      .wide_format = true,
                      .hlsl_bind = true,
                      .rounding = DXKI_ROUND_EXACT},
};

/* ---------------------------------------------------------------------------------------- */
/* Which compiler                                                                             */

#define PREFIX  "Microsoft (R) "
#define UNKNOWN "D3D Shader Disassembler"

/* The creator that RDEF names, without the maker's name; empty when it names none. */
static dxk_str creator_of(const dxk_rdef *rdef)
{
    if (!rdef)
        return (dxk_str){"", 0};
    dxk_str text = dxk_strings_at(&rdef->strings, rdef->header.creator);
    if (dxki_str_starts(text, PREFIX)) {
        text.data += sizeof PREFIX - 1;
        text.size -= sizeof PREFIX - 1;
    }
    return text;
}

dxk_fxc_version dxki_fxc_compiler(dxk_str creator)
{
    static const char name[] = "HLSL Shader Compiler ";
    if (!dxki_str_starts(creator, name))
        return DXK_FXC_10_1;
    dxk_str number = {creator.data + sizeof name - 1, creator.size - (sizeof name - 1)};
    if (dxki_str_starts(number, "9.2"))
        return DXK_FXC_9_29;
    if (dxki_str_starts(number, "9."))
        return DXK_FXC_9_30;
    if (dxki_str_starts(number, "6."))
        return DXK_FXC_6_3;
    return dxki_str_starts(number, "10.0") ? DXK_FXC_10_0 : DXK_FXC_10_1;
}

dxk_fxc_version dxk_dxbc_compiler(const dxk_rdef *rdef)
{
    return dxki_fxc_compiler(creator_of(rdef));
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* Decodes the first part of one of the kinds, if the container has one. */
static dxk_status load(const listing *l, const uint32_t *fourccs, size_t count, dxk_decoded **out)
{
    for (size_t i = 0; i < count; i++) {
        size_t index = dxk_container_find(l->container, fourccs[i], 0);
        if (index == DXK_NO_PART)
            continue;
        const dxk_part *part = dxk_container_part(l->container, index);
        return dxk_part_decode(l->ctx, fourccs[i], part->content, out);
    }
    return DXK_OK;
}

static dxk_status load_parts(listing *l)
{
    static const uint32_t rdef[] = {DXK_PART_RDEF}, ifce[] = {DXK_PART_IFCE},
                          features[] = {DXK_PART_SFI0}, stat[] = {DXK_PART_STAT},
                          input[] = {DXK_PART_ISG1, DXK_PART_ISGN},
                          output[] = {DXK_PART_OSG1, DXK_PART_OSG5, DXK_PART_OSGN},
                          patch[] = {DXK_PART_PSG1, DXK_PART_PCSG}, level9[] = {DXK_PART_Aon9},
                          prepass[] = {DXK_PART_XNAP}, xna[] = {DXK_PART_XNAS},
                          function[] = {DXK_PART_LFS0}, code[] = {DXK_PART_SHEX, DXK_PART_SHDR};
    const struct {
        const uint32_t *fourccs;
        size_t count;
        dxk_decoded **out;
    } wanted[] = {
        {features, 1, &l->features}, {rdef, 1, &l->rdef},     {input, 2, &l->input},
        {output, 3, &l->output},     {patch, 2, &l->patch},   {ifce, 1, &l->ifce},
        {stat, 1, &l->stat},         {level9, 1, &l->level9}, {prepass, 1, &l->prepass},
        {xna, 1, &l->xna},           {code, 2, &l->code},     {function, 1, &l->function}};
    for (size_t i = 0; i < DXKI_COUNT(wanted); i++) {
        dxk_status status = load(l, wanted[i].fourccs, wanted[i].count, wanted[i].out);
        if (status != DXK_OK)
            return status;
    }
    if (l->stat && l->stat->type != DXK_PART_TYPE_COUNTERS) {
        dxk_decoded_free(l->stat); /* reflection of DXIL */
        l->stat = NULL;
    }
    if (!l->code)
        return DXKI_REPORT(l->ctx, DXKI_RULE_PART_MISSING, dxki_nowhere(), "",
                           dxki_text(dxki_str("SHEX")));
    return DXK_OK;
}

static void free_parts(listing *l)
{
    dxk_decoded_free(l->features);
    dxk_decoded_free(l->rdef);
    dxk_decoded_free(l->input);
    dxk_decoded_free(l->output);
    dxk_decoded_free(l->patch);
    dxk_decoded_free(l->ifce);
    dxk_decoded_free(l->stat);
    dxk_decoded_free(l->level9);
    dxk_decoded_free(l->prepass);
    dxk_decoded_free(l->xna);
    dxk_decoded_free(l->code);
    dxk_decoded_free(l->function);
}

/* ---------------------------------------------------------------------------------------- */
/* The listing                                                                                */

static const dxk_signature *signature_of(const dxk_decoded *part)
{
    return part ? part->as.signature : NULL;
}

/* The programs for feature levels 9. */
static dxk_status print_levels(const listing *l, dxki_fxc_printer *pr)
{
    const struct {
        const dxk_decoded *part;
        const char *title;
    } levels[] = {{l->level9, "Level9"}, {l->prepass, "XNA Prepass"}, {l->xna, "XNA"}};
    for (size_t i = 0; i < DXKI_COUNT(levels); i++) {
        if (!levels[i].part)
            continue;
        dxk_status status =
            dxki_fxc_print_level9(pr, l->ctx, levels[i].part->as.level9, levels[i].title);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

static dxk_status print_tables(const listing *l, dxki_fxc_printer *pr)
{
    uint32_t stage = dxk_dxbc_program_stage(pr->p);
    bool slash = pr->style.third_slash && l->rdef;
    if (slash)
        dxki_out_text(pr->out, "//\n///\n");
    bool noted =
        dxki_fxc_print_features(pr, l->features ? l->features->as.features->info.flags : 0, !slash);
    if (l->rdef) {
        if (!slash || noted)
            dxki_out_text(pr->out, "//\n");
        dxk_status status = dxki_fxc_print_buffers(pr, l->ctx, l->rdef->as.rdef);
        if (status != DXK_OK)
            return status;
        dxki_fxc_print_bindings(pr, l->rdef->as.rdef);
    }
    if (l->function) {
        dxki_fxc_print_function(pr, l->function->as.function_signature);
        return print_levels(l, pr);
    }
    if (l->patch)
        dxki_fxc_print_signature(pr, signature_of(l->patch), DXKI_SIGNATURE_PATCH);
    dxki_fxc_print_signature(pr, signature_of(l->input), DXKI_SIGNATURE_INPUT);
    dxki_fxc_print_signature(pr, signature_of(l->output), DXKI_SIGNATURE_OUTPUT);
    if (l->ifce)
        dxki_fxc_print_interfaces(pr, l->ifce->as.ifce);
    if (l->stat)
        dxki_fxc_print_tessellation(pr, &l->stat->as.counters->counters, stage);
    if (l->stat && l->stat->as.counters->counters.sample_frequency)
        dxki_out_text(pr->out, "// Pixel Shader runs at sample frequency\n//\n");
    return print_levels(l, pr);
}

static dxk_status print_all(const listing *l, const dxk_dxbc_options *options, dxki_out *out)
{
    dxk_str creator = creator_of(l->rdef ? l->rdef->as.rdef : NULL);
    dxk_fxc_version version = options->fxc ? options->fxc : dxki_fxc_compiler(creator);
    dxk_str generator = options->generator.size ? options->generator : creator;
    const dxk_dxbc_program *program = l->code->as.dxbc;
    if ((size_t)version >= DXKI_COUNT(styles))
        return DXK_E_ARGUMENT;
    dxki_fxc_printer pr = {.ctx = l->ctx,
                           .out = out,
                           .exact = options->exact,
                           .style = styles[version],
                           .p = program,
                           .sm51 = dxk_dxbc_major(program) == 5 && dxk_dxbc_minor(program) == 1};
    if (generator.size == 0)
        generator = dxki_str(UNKNOWN);
    dxki_out_text(out, "//\n// Generated by " PREFIX);
    dxki_out_str(out, generator);
    dxki_out_text(out, "\n//\n");
    dxk_status status = print_tables(l, &pr);
    if (status != DXK_OK)
        return status;
    status = dxki_fxc_print_code(&pr);
    if (status != DXK_OK)
        return status;
    dxki_out_text(out, "// Approximately ");
    dxki_out_u64(out, l->stat ? l->stat->as.counters->counters.instructions : 0);
    dxki_out_text(out, " instruction slots used\n");
    return DXK_OK;
}

/* An exact listing is made in memory: what it does not say is found by reading it. */
static dxk_status print_exact(const listing *l, const dxk_dxbc_options *options, dxki_out *out)
{
    dxk_buffer text;
    dxki_out inner;
    dxki_fxc_printer pr = {.ctx = l->ctx, .out = out};
    dxk_buffer_init(&text, l->ctx);
    dxki_out_init(&inner, dxk_buffer_sink(&text));
    dxk_status status = print_all(l, options, &inner);
    dxki_fxc_print_digest(&inner, l->container);
    if (status == DXK_OK)
        status = dxki_out_flush(&inner);
    if (status == DXK_OK) {
        dxki_out_write(out, (const char *)text.data, text.size);
        status =
            dxki_fxc_print_rest(&pr, l->container, (dxk_str){(const char *)text.data, text.size});
    }
    dxk_buffer_free(&text);
    return status;
}

/* A program with its tables. */
static dxk_status print_shader(dxk_ctx *ctx, const dxk_container *container,
                               const dxk_dxbc_options *options, dxki_out *out)
{
    listing l = {.ctx = ctx, .container = container};
    dxk_status status = load_parts(&l);
    if (status == DXK_OK)
        status = options->exact ? print_exact(&l, options, out) : print_all(&l, options, out);
    free_parts(&l);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

/* A function of a library, which is a container of its own. */
static dxk_status print_function(dxk_ctx *ctx, dxk_bytes content, const dxk_dxbc_options *options,
                                 dxki_out *out)
{
    dxk_container *container;
    dxk_status status = dxk_container_read(ctx, content, NULL, &container);
    if (status != DXK_OK)
        return status;
    status = print_shader(ctx, container, options, out);
    dxk_container_free(container);
    return status;
}

static dxk_status print_library(dxk_ctx *ctx, const dxk_container *container,
                                const dxk_dxbc_options *options, dxki_out *out)
{
    dxk_dxbc_options plain = *options;
    listing l = {.ctx = ctx, .container = container};
    dxk_decoded *library = NULL;
    static const uint32_t fourcc = DXK_PART_LIBH;
    dxk_status status = load(&l, &fourcc, 1, &library);
    plain.exact = false; /* a listing of a library is not read back */
    if (status == DXK_OK && library)
        dxki_fxc_print_library(out, library->as.library);
    dxk_decoded_free(library);
    for (size_t i = 0; i < dxk_container_part_count(container) && status == DXK_OK; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (part->fourcc == DXK_PART_LIBF)
            status = print_function(ctx, part->content, &plain, out);
    }
    return status;
}

static bool has_program(const dxk_container *container)
{
    return dxk_container_find_program(container, DXK_PROGRAM_TOKENS) != DXK_NO_PART;
}

dxk_status dxk_dxbc_print(const dxk_container *container, const dxk_dxbc_options *given,
                          dxk_sink sink)
{
    dxk_dxbc_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxk_ctx *ctx = container->ctx;
    dxki_out out;
    dxki_out_init(&out, sink);
    bool library =
        !has_program(container) && dxk_container_find(container, DXK_PART_LIBF, 0) != DXK_NO_PART;
    dxk_status status = library ? print_library(ctx, container, &options, &out)
                                : print_shader(ctx, container, &options, &out);
    dxk_status flushed = dxki_out_flush(&out);
    return status == DXK_OK ? flushed : status;
}

bool dxk_dxbc_present(const dxk_container *container)
{
    if (dxk_container_find_program(container, DXK_PROGRAM_LIST) != DXK_NO_PART)
        return false;
    return has_program(container) || dxk_container_find(container, DXK_PART_LIBF, 0) != DXK_NO_PART;
}

/* SPDX-License-Identifier: MIT */
/*
 * table.c - what calls of the library give for some inputs: prints the table that every binding must
 * reproduce, a line "CALL INPUT SHA-256" each, and with --sizes the sizes of
 * structures.
 *
 *     bindings-table DATA     DATA is tests/data
 *
 * A call that fails gives "error STATUS" and the diagnostics as JSON.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../files.h"
#include "dxk/dxk.h"
#include "sha256.h"

typedef struct input {
    dxk_ctx *ctx;
    dxk_bytes bytes, other; /* the input, and that of a second name */
    dxk_container *container;
} input;

typedef dxk_status (*call)(input *in, dxk_sink sink);

static dxk_status read_input(input *in)
{
    return dxk_container_read(in->ctx, in->bytes, NULL, &in->container);
}

static dxk_status call_info(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    return status == DXK_OK ? dxk_info_json(in->container, sink) : status;
}

static dxk_status call_dump(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    return status == DXK_OK ? dxk_dump_json(in->container, sink) : status;
}

static dxk_status call_reflect(input *in, dxk_sink sink)
{
    dxk_reflect *r = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_reflect_load(in->container, NULL, &r);
    if (status == DXK_OK)
        status = dxk_reflect_json(r, sink);
    dxk_reflect_free(r);
    return status;
}

static dxk_status call_validate(input *in, dxk_sink sink)
{
    dxk_validation *v = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_validate(in->container, NULL, &v);
    if (status == DXK_OK)
        status = dxk_validation_json(v, sink);
    dxk_validation_free(v);
    return status;
}

static dxk_status call_sarif(input *in, dxk_sink sink)
{
    dxk_validation *v = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_validate(in->container, NULL, &v);
    if (status == DXK_OK)
        status = dxk_validation_sarif(v, "a b.dxil", sink);
    dxk_validation_free(v);
    return status;
}

static dxk_status call_disassemble(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    return status == DXK_OK ? dxk_list(in->container, NULL, sink) : status;
}

/* The listing, assembled. */
static dxk_status call_assemble(input *in, dxk_sink sink)
{
    dxk_container *made = NULL;
    dxk_buffer text;
    dxk_buffer_init(&text, in->ctx);
    dxk_status status = call_disassemble(in, dxk_buffer_sink(&text));
    if (status == DXK_OK)
        status = dxk_assemble(in->ctx, (dxk_bytes){text.data, text.size}, NULL, &made);
    if (status == DXK_OK)
        status = dxk_container_write(made, NULL, sink);
    dxk_container_free(made);
    dxk_buffer_free(&text);
    return status;
}

static dxk_status call_sign(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    return status == DXK_OK ? dxk_container_sign(in->container, NULL, sink, NULL) : status;
}

static dxk_status call_strip(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_strip(in->container, DXK_STRIP_DEBUG | DXK_STRIP_REFLECTION |
                                                        DXK_STRIP_PRIVATE | DXK_STRIP_SOURCE);
    return status == DXK_OK ? dxk_container_write(in->container, NULL, sink) : status;
}

/* Without the last part, and with one of its own in front. */
static dxk_status call_edit(input *in, dxk_sink sink)
{
    const dxk_bytes content = {(const uint8_t *)"made by hand", 12};
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_remove(in->container, dxk_container_part_count(in->container) - 1);
    if (status == DXK_OK)
        status = dxk_container_insert(in->container, 0, DXK_FOURCC('O', 'W', 'N', '!'), content);
    return status == DXK_OK ? dxk_container_write(in->container, NULL, sink) : status;
}

static dxk_status call_diff(input *in, dxk_sink sink)
{
    dxk_container *right = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_read(in->ctx, in->other, NULL, &right);
    if (status == DXK_OK)
        status = dxk_diff_json(in->container, right, NULL, sink);
    dxk_container_free(right);
    return status;
}

static dxk_status call_yaml(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    return status == DXK_OK ? dxk_yaml_write(in->container, NULL, sink) : status;
}

static dxk_status call_from_yaml(input *in, dxk_sink sink)
{
    return dxk_yaml_read(in->ctx, in->bytes, sink);
}

static dxk_status call_rootsig(input *in, dxk_sink sink)
{
    dxk_root_signature *signature = NULL;
    dxk_status status = dxk_rootsig_decode(in->ctx, in->bytes, &signature);
    if (status == DXK_OK)
        status = dxk_rootsig_print(in->ctx, signature, NULL, sink);
    dxk_rootsig_free(signature);
    return status;
}

static dxk_status call_optimize(input *in, dxk_sink sink)
{
    dxk_program_place place;
    dxk_module *module = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_program(in->container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_OK)
        status = dxk_module_read(in->ctx, place.program.bitcode, NULL, &module);
    if (status == DXK_OK)
        status = dxk_opt(module, (dxk_str){"O2", 2}, NULL, NULL);
    if (status == DXK_OK)
        status = dxk_container_rebuild(in->container, module, NULL);
    if (status == DXK_OK)
        status = dxk_container_write(in->container, NULL, sink);
    dxk_module_free(module);
    return status;
}

static dxk_status call_convert(input *in, dxk_sink sink)
{
    dxk_container *made = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_convert(in->container, NULL, &made);
    if (status == DXK_OK)
        status = dxk_container_write(made, NULL, sink);
    dxk_container_free(made);
    return status;
}

/* A compute shader in HLSL. */
static dxk_status call_compile(input *in, dxk_sink sink)
{
    const dxk_hlsl_options options = {.name = {"a.hlsl", 6}, .target = "cs_6_0", .optimize = 3};
    dxk_module *module = NULL;
    dxk_container *made = NULL;
    dxk_status status = dxk_hlsl_compile(in->ctx, in->bytes, &options, &module);
    if (status == DXK_OK)
        status = dxk_container_build(module, NULL, &made);
    if (status == DXK_OK)
        status = dxk_container_sign(made, NULL, sink, NULL);
    dxk_container_free(made);
    dxk_module_free(module);
    return status;
}

/* Its parts, as SVG. */
static dxk_status call_draw(input *in, dxk_sink sink)
{
    dxk_status status = read_input(in);
    return status == DXK_OK ? dxk_picture(in->container, DXK_PICTURE_PARTS, NULL, sink) : status;
}

/* A shader and the next. */
static dxk_status call_draw_linkage(input *in, dxk_sink sink)
{
    dxk_picture_options options = {.name = {"first", 5}, .other_name = {"second", 6}};
    dxk_container *next = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_read(in->ctx, in->other, NULL, &next);
    options.other = next;
    if (status == DXK_OK)
        status = dxk_picture(in->container, DXK_PICTURE_LINKAGE, &options, sink);
    dxk_container_free(next);
    return status;
}

/* Also of a damaged container. */
static dxk_status call_report(input *in, dxk_sink sink)
{
    const dxk_read_options options = {.salvage = true};
    dxk_status status = dxk_container_read(in->ctx, in->bytes, &options, &in->container);
    return in->container ? dxk_report(in->container, NULL, sink) : status;
}

/* What two shaders of a pipeline disagree about, and what is wasted. */
static dxk_status call_match(input *in, dxk_sink sink)
{
    dxk_container *second = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_read(in->ctx, in->other, NULL, &second);
    if (status == DXK_OK) {
        const dxk_match_stage stages[] = {{in->container, {"first", 5}}, {second, {"second", 6}}};
        status = dxk_match(in->ctx, stages, 2, NULL);
        if (status == DXK_OK || status == DXK_E_INVALID)
            status = dxk_diags_json(in->ctx, sink);
    }
    dxk_container_free(second);
    return status;
}

/* The programs of two shaders, in the unified form. */
static dxk_status call_diff_programs(input *in, dxk_sink sink)
{
    dxk_container *right = NULL;
    dxk_program_diff *diff = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_read(in->ctx, in->other, NULL, &right);
    if (status == DXK_OK)
        status = dxk_diff_programs(in->container, right, &diff);
    if (status == DXK_OK)
        status = dxk_program_diff_print(diff, NULL, sink);
    dxk_program_diff_free(diff);
    dxk_container_free(right);
    return status;
}

/* Two libraries. */
static dxk_status call_link(input *in, dxk_sink sink)
{
    const dxk_link_options options = {.profile = {"cs_6_2", 6}};
    dxk_linker *linker = NULL;
    dxk_container *second = NULL, *made = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status = dxk_container_read(in->ctx, in->other, NULL, &second);
    if (status == DXK_OK)
        status = dxk_linker_create(in->ctx, &linker);
    if (status == DXK_OK)
        status = dxk_linker_add(linker, (dxk_str){"first", 5}, in->container);
    if (status == DXK_OK)
        status = dxk_linker_add(linker, (dxk_str){"second", 6}, second);
    if (status == DXK_OK)
        status = dxk_linker_link(linker, &options, &made);
    if (status == DXK_OK)
        status = dxk_container_write(made, NULL, sink);
    dxk_container_free(made);
    dxk_linker_free(linker);
    dxk_container_free(second);
    return status;
}

/* A file after the other: name, line feed, text. */
static dxk_status call_sources(input *in, dxk_sink sink)
{
    dxk_pdb *pdb = NULL;
    dxk_str name, text;
    dxk_status status = dxk_pdb_load(in->ctx, in->bytes, &pdb);
    for (size_t i = 0; status == DXK_OK && dxk_pdb_file(pdb, i, &name, &text); i++) {
        status = sink.write(sink.user, name.data, name.size);
        if (status == DXK_OK)
            status = sink.write(sink.user, "\n", 1);
        if (status == DXK_OK)
            status = sink.write(sink.user, text.data, text.size);
    }
    dxk_pdb_free(pdb);
    return status;
}

static dxk_status run_groups(input *in, dxk_run *run)
{
    dxk_run_worker *worker = NULL;
    dxk_status status = dxk_run_worker_create(run, in->ctx, &worker);
    if (status == DXK_OK)
        status = dxk_run_groups(worker, 0, dxk_run_group_count(run));
    dxk_run_worker_free(worker);
    return status;
}

/* A shader with the job of the second name. */
static dxk_status call_run_job(input *in, dxk_sink sink)
{
    dxk_job *job = NULL;
    dxk_run_program *program = NULL;
    dxk_run *run = NULL;
    dxk_status status = read_input(in);
    if (status == DXK_OK)
        status =
            dxk_job_parse(in->ctx, (dxk_str){(const char *)in->other.data, in->other.size}, &job);
    if (status == DXK_OK) {
        dxk_job_info facts = dxk_job_info_get(job);
        const dxk_run_program_options options = {.wave_size = facts.wave_size,
                                                 .undef = facts.undef};
        status = dxk_run_program_create(in->ctx, in->container, &options, &program);
    }
    if (status == DXK_OK)
        status = dxk_job_bind(job, program, NULL, &run);
    if (status == DXK_OK)
        status = run_groups(in, run);
    if (status == DXK_OK)
        status = dxk_job_print(job, sink);
    dxk_run_free(run);
    dxk_run_program_free(program);
    dxk_job_free(job);
    return status;
}

static dxk_status call_operations(input *in, dxk_sink sink)
{
    (void)in;
    return dxk_op_table_json(sink);
}

/* ---------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    call run;
} calls[] = {{"info", call_info},           {"dump", call_dump},
             {"reflect", call_reflect},     {"validate", call_validate},
             {"sarif", call_sarif},         {"disassemble", call_disassemble},
             {"assemble", call_assemble},   {"sign", call_sign},
             {"strip", call_strip},         {"edit", call_edit},
             {"diff", call_diff},           {"yaml", call_yaml},
             {"from_yaml", call_from_yaml}, {"rootsig", call_rootsig},
             {"optimize", call_optimize},   {"convert", call_convert},
             {"link", call_link},           {"sources", call_sources},
             {"run_job", call_run_job},     {"operations", call_operations},
             {"compile", call_compile},     {"draw", call_draw},
             {"report", call_report},       {"draw_linkage", call_draw_linkage},
             {"match", call_match},         {"diff_programs", call_diff_programs}};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Inputs of every call above that takes one shader. */
static const char *const shaders[] = {
    "ps.dxil",         "vs.dxil",       "cs-wave.dxil", "hs.dxil",    "ms.dxil",
    "lib-rt.dxil",     "lib-node.dxil", "rts0.dxil",    "debug.dxil", "legacy/lit_ps.dxbc",
    "bad-offset.dxil", "bitcode.bc",    "program.bin"};

/* Others: call, input, second input. */
static const char *const more[][3] = {
    {"diff", "ps.dxil", "rts0.dxil"},
    {"diff", "lib.dxil", "lib-rt.dxil"},
    {"from_yaml", "convert/asm_subroutines.yaml", ""},
    {"diff_programs", "ps.dxil", "rts0.dxil"},
    {"diff_programs", "ps.dxil", "ps.dxil"},
    {"diff_programs", "ps.dxil", "legacy/lit_ps.dxbc"},
    {"draw_linkage", "match/vs.dxil", "match/ps.dxil"},
    {"match", "match/vs.dxil", "match/ps.dxil"},
    {"match", "match/vs-other.dxil", "match/ps.dxil"},
    {"match", "ps.dxil", "bitcode.bc"},
    {"sources", "debug.pdb", ""},
    {"sources", "debug.dxil", ""},
    {"info", "debug.pdb", ""},
    {"link", "link/entry.lib", "link/math.lib"},
    {"run_job", "exec/particles.dxil", "exec/particles.yaml"},
    {"run_job", "exec/wave-basic-8.dxil", "exec/wave-basic-8.yaml"},
    {"operations", "-", ""},
    {"compile", "exec/particles.hlsl", ""},
    {"compile", "exec/functions.hlsl", ""},
    {"compile", "draw/tiles.ps.hlsl", ""},
};

static void print_failure(dxk_ctx *ctx, dxk_status status, dxk_buffer *out)
{
    char text[32];
    int size = snprintf(text, sizeof text, "error %d\n", (int)status);
    out->size = 0;
    dxk_buffer_append(out, text, (size_t)size);
    dxk_diags_json(ctx, dxk_buffer_sink(out));
}

static uint8_t *load(const char *folder, const char *name, dxk_bytes *bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    uint8_t *data = *name && strcmp(name, "-") != 0 ? files_read(path, bytes) : NULL;
    return data;
}

static void print_row(const char *folder, size_t which, const char *name, const char *second)
{
    input in = {0};
    dxk_buffer out;
    char digest[65];
    uint8_t *data = load(folder, name, &in.bytes), *other = load(folder, second, &in.other);
    if (dxk_ctx_create(NULL, &in.ctx) != DXK_OK)
        exit(2);
    dxk_buffer_init(&out, in.ctx);
    dxk_status status = calls[which].run(&in, dxk_buffer_sink(&out));
    if (status != DXK_OK)
        print_failure(in.ctx, status, &out);
    sha256_text(out.data, out.size, digest);
    printf("%s %s%s%s %s\n", calls[which].name, name, *second ? "," : "", second, digest);
    dxk_buffer_free(&out);
    dxk_container_free(in.container);
    dxk_ctx_free(in.ctx);
    free(data);
    free(other);
}

static size_t find_call(const char *name)
{
    size_t i = 0;
    while (i < COUNT(calls) && strcmp(calls[i].name, name) != 0)
        i++;
    return i;
}

static void print_sizes(void)
{
#define STRUCT(name) printf(#name " %zu\n", sizeof(name));
#include "structs.def"
#undef STRUCT
}

int main(int argc, char **argv)
{
    static const char *const single[] = {
        "info",  "dump", "reflect", "validate", "sarif",    "disassemble", "assemble", "sign",
        "strip", "edit", "yaml",    "rootsig",  "optimize", "convert",     "draw",     "report"};
    if (argc != 2) {
        fputs("usage: bindings-table DATA | --sizes\n", stderr);
        return 2;
    }
    if (strcmp(argv[1], "--sizes") == 0) {
        print_sizes();
        return 0;
    }
    for (size_t i = 0; i < COUNT(single); i++)
        for (size_t k = 0; k < COUNT(shaders); k++)
            print_row(argv[1], find_call(single[i]), shaders[k], "");
    for (size_t i = 0; i < COUNT(more); i++)
        print_row(argv[1], find_call(more[i][0]), more[i][1], more[i][2]);
    return 0;
}

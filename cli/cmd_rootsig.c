/* SPDX-License-Identifier: MIT */
/*
 * cmd_rootsig.c - `dxk rootsig`: root signatures as text and back, checks, and moving them between
 * containers. Making them: rootsig_make.c.
 */
#include <dxk/match.h>

#include "dxk/compat.h"
#include "rootsig.h"
#include "source.h"

#include <stdlib.h>
#include <errno.h>
#include <string.h>

enum { PRINT, COMPILE, MAKE, VERIFY, SET, EXTRACT };
#define ACTIONS "print|compile|make|verify|set|extract"

enum { FORMAT_TEXT, FORMAT_HLSL, FORMAT_DXA, FORMAT_JSON };
enum { VERSION_AUTO, VERSION_1_0, VERSION_1_1, VERSION_1_2 };

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(rootsig_options, output), "FILE", "write to FILE",
     "Default: standard output, but not for binary output to a terminal."},
    {'f', "format", OPT_CHOICE, offsetof(rootsig_options, format), "text|hlsl|dxa|json",
     "print: form of the root signature",
     "text: the language. hlsl: a #define. dxa: like `dxa -dumprs`."},
    {'d', "define", OPT_TEXT, offsetof(rootsig_options, define), "NAME",
     "compile: use the macro NAME; print: name of the macro", NULL},
    {0, "version", OPT_CHOICE, offsetof(rootsig_options, version), "auto|1.0|1.1|1.2",
     "compile, make: version of the root signature",
     "Default: the version in the comment of `print`, otherwise 1.1."},
    {0, "subobject", OPT_TEXT, offsetof(rootsig_options, subobject), "NAME",
     "use the root signature in this subobject of a library", NULL},
    {0, "one-line", OPT_FLAG, offsetof(rootsig_options, one_line), NULL,
     "print: print one line without comments", NULL},
    {0, "all", OPT_FLAG, offsetof(rootsig_options, all), NULL,
     "print: also show fields that have their default", NULL},
    {0, "unchecked", OPT_FLAG, offsetof(rootsig_options, unchecked), NULL,
     "compile: allow overlaps and anything else that runtimes reject", NULL},
    {0, "root", OPT_LIST, offsetof(rootsig_options, choices), "NAME",
     "make: use a root descriptor for NAME", "NAME is the name of a buffer in reflection."},
    {0, "constants", OPT_LIST, offsetof(rootsig_options, choices), "NAME",
     "make: use root constants for the constant buffer NAME", NULL},
    {0, "static", OPT_LIST, offsetof(rootsig_options, choices), "NAME[=FIELDS]",
     "make: use a static sampler for the sampler NAME",
     "FIELDS as in the language: filter=FILTER_MIN_MAG_MIP_POINT, maxLOD=4"},
    {0, "table", OPT_LIST, offsetof(rootsig_options, choices), "NAMES",
     "make: give these resources a table of their own", "Names are separated by commas."},
    {0, "table-per-stage", OPT_FLAG, offsetof(rootsig_options, by_stage), NULL,
     "make: separate tables for each stage", NULL},
    {0, "deny", OPT_FLAG, offsetof(rootsig_options, deny), NULL,
     "make: deny access to stages that do not need it", NULL},
    {0},
};

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

static bool is_file(const char *path)
{
    return strcmp(path, "-") == 0 || io_exists(path);
}

/* The operand of `compile` may be the text itself. */
static int prepare_compile(cli_app *app)
{
    rootsig_options *o = app->options;
    if (app->operand_count == 1 && !is_file(app->operands[0]) &&
        (strchr(app->operands[0], '(') || !*app->operands[0])) {
        o->text = cli_take_operand(app);
        app->no_input = true;
    }
    return job_check_output(app, o->output, false);
}

/* The operand after the first one names a root signature. */
static int prepare_second(cli_app *app, bool needed)
{
    rootsig_options *o = app->options;
    if (app->operand_count > 2)
        return cli_usage(app, "only a shader and a root signature are allowed");
    if (app->operand_count == 2)
        o->rootsig = app->operands[--app->operand_count];
    else if (needed)
        return cli_usage(app, "set requires a shader and a root signature");
    return CLI_OK;
}

static int prepare_make(cli_app *app)
{
    rootsig_options *o = app->options;
    if (app->operand_count == 0)
        return cli_usage(app, "no shader is given");
    o->shaders = app->operands;
    o->shader_count = app->operand_count;
    app->operands += app->operand_count;
    app->operand_count = 0;
    app->no_input = true;
    return o->output ? job_check_output(app, o->output, false) : CLI_OK;
}

static int prepare(cli_app *app)
{
    rootsig_options *o = app->options;
    const char *action = cli_take_operand(app);
    o->action = action ? opt_choice(ACTIONS, action) : -1;
    if (o->action < 0)
        return action ? cli_usage(
                            app,
                            "unknown action '%s': use print, compile, make, verify, set or extract",
                            action)
                      : cli_usage(
                            app,
                            "no ACTION is given: use print, compile, make, verify, set or extract");
    if (o->format == FORMAT_JSON)
        app->common.json = true;
    app->no_source = o->action == COMPILE; /* which reads the text of a root signature */
    if (o->action == COMPILE)
        return prepare_compile(app);
    if (o->action == MAKE)
        return prepare_make(app);
    if (o->action == SET || o->action == VERIFY) {
        int status = prepare_second(app, o->action == SET);
        if (status != CLI_OK || o->action == VERIFY)
            return status;
    }
    if (o->action == PRINT && o->output && app->common.json)
        return cli_usage(app, "-o and --json cannot be combined");
    return o->action == PRINT ? CLI_OK : job_check_output(app, o->output, false);
}

/* ---------------------------------------------------------------------------------------- */
/* Finding                                                                                    */

static bool same(dxk_str text, const char *other)
{
    return text.size == strlen(other) && memcmp(text.data, other, text.size) == 0;
}

/* The content of the first part of a kind; false when there is none. */
static bool find_part(const dxk_container *container, uint32_t fourcc, dxk_bytes *content)
{
    size_t index = dxk_container_find(container, fourcc, 0);
    if (index == DXK_NO_PART)
        return false;
    *content = dxk_container_part(container, index)->content;
    return true;
}

static bool is_root_signature(uint32_t kind)
{
    return kind == DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE ||
           kind == DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE;
}

/* Can it be the content of an RTS0 part, which begins with a small number? */
static bool may_be_signature(dxk_bytes input)
{
    return input.size >= 4 && !input.data[1] && !input.data[2] && !input.data[3];
}

/* There is no root signature because of `why`; `path` is the file, NULL: the input. */
static int no_signature(job *j, const char *path, const char *why)
{
    return job_error(j, CLI_INVALID, "%s%s%s", path ? path : "", path ? ": " : "", why);
}

/* The bytes of a sub-object's root signature. */
static int find_subobject(job *j, const char *path, const dxk_container *container,
                          dxk_decoded **part, dxk_bytes *bytes)
{
    const rootsig_options *o = j->options;
    dxk_bytes content;
    dxk_rdat_subobject_info info;
    if (!find_part(container, DXK_PART_RDAT, &content))
        return no_signature(j, path, "there is no part RDAT, and therefore no subobject");
    int status = job_status(j, dxk_part_decode(j->ctx, DXK_PART_RDAT, content, part));
    if (status != CLI_OK)
        return status;
    for (uint32_t i = 0; dxk_rdat_subobject_get((*part)->as.rdat, i, &info); i++) {
        if (!is_root_signature(info.kind) || !same(info.name, o->subobject))
            continue;
        *bytes = info.as.root_signature;
        return CLI_OK;
    }
    return job_error(j, CLI_INVALID, "%s%sno root signature is called '%s'", path ? path : "",
                     path ? ": " : "", o->subobject);
}

/* The root signature in bytes of an RTS0 part, or a container. `path` is the file, NULL: the input. */
static int read_signature(job *j, const char *path, dxk_bytes input, dxk_root_signature **out)
{
    const rootsig_options *o = j->options;
    dxk_container *container = NULL;
    dxk_decoded *part = NULL;
    dxk_bytes bytes = input;
    int status = CLI_OK;
    dxk_input_kind kind = dxk_input_sniff(input);
    *out = NULL;
    if (kind == DXK_INPUT_PDB || kind == DXK_INPUT_BITCODE || kind == DXK_INPUT_PROGRAM) {
        status = no_signature(j, path,
                              kind == DXK_INPUT_PDB ? "a PDB has no root signature"
                                                    : "a bare program has no root signature");
    } else if (kind == DXK_INPUT_CONTAINER || !may_be_signature(input)) {
        status = job_status(j, dxk_container_read(j->ctx, input, NULL, &container));
        if (status == CLI_OK && o->subobject)
            status = find_subobject(j, path, container, &part, &bytes);
        else if (status == CLI_OK && !find_part(container, DXK_PART_RTS0, &bytes))
            status = no_signature(j, path, "there is no part RTS0");
    } else if (o->subobject) {
        status = no_signature(j, path, "only containers have subobjects");
    }
    if (status == CLI_OK)
        status = job_status(j, dxk_rootsig_decode(j->ctx, bytes, out));
    dxk_decoded_free(part);
    dxk_container_free(container);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* print                                                                                      */

static void json_facts(job *j, const dxk_root_signature *signature)
{
    static const char *const versions[] = {"?", "1.0", "1.1", "1.2"};
    dxk_json_text(j->json, "version", versions[signature->header.version & 3]);
    dxk_json_u64(j->json, "cost", dxk_rootsig_cost(signature));
    dxk_json_u64(j->json, "parameters", signature->header.parameter_count);
    dxk_json_u64(j->json, "samplers", signature->header.sampler_count);
    dxk_json_u64(j->json, "flags", signature->header.flags);
}

static dxk_status print_text(job *j, const dxk_root_signature *signature, dxk_sink sink)
{
    const rootsig_options *o = j->options;
    const dxk_rootsig_print_options options = {
        .define = o->format == FORMAT_HLSL ? (o->define ? o->define : "RootSig") : NULL,
        .one_line = o->one_line,
        .all = o->all,
    };
    if (o->format == FORMAT_DXA)
        return dxk_rootsig_print_dxa(signature, sink);
    return dxk_rootsig_print(j->ctx, signature, &options, sink);
}

int rootsig_show(job *j, const dxk_root_signature *signature)
{
    const rootsig_options *o = j->options;
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    int status = job_status(j, print_text(j, signature, dxk_buffer_sink(&text)));
    if (status == CLI_OK && j->json) {
        json_facts(j, signature);
        dxk_json_str(j->json, "text", (dxk_str){(const char *)text.data, text.size});
    } else if (status == CLI_OK && o->output) {
        status = job_write(j, o->output, &text);
    } else if (status == CLI_OK) {
        text_write(&j->out, text.data, text.size);
    }
    dxk_buffer_free(&text);
    return status;
}

static int print(job *j)
{
    dxk_root_signature *signature;
    int status = read_signature(j, NULL, j->input, &signature);
    if (!signature)
        return status;
    status = rootsig_show(j, signature);
    dxk_rootsig_free(signature);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* compile, verify, set, extract                                                              */

int rootsig_put(job *j, dxk_root_signature *signature)
{
    const rootsig_options *o = j->options;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    int status = job_status(j, dxk_rootsig_write(j->ctx, signature, dxk_buffer_sink(&bytes)));
    if (status == CLI_OK && j->json)
        json_facts(j, signature);
    if (status == CLI_OK)
        status = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    dxk_rootsig_free(signature);
    return status;
}

static int compile(job *j)
{
    const rootsig_options *o = j->options;
    const dxk_rootsig_parse_options options = {
        .version = (uint32_t)o->version, .define = o->define, .unchecked = o->unchecked};
    dxk_str text = {(const char *)j->input.data, j->input.size};
    dxk_root_signature *signature;
    if (o->text)
        text = (dxk_str){o->text, strlen(o->text)};
    int status = job_status(j, dxk_rootsig_parse(j->ctx, text, &options, &signature));
    if (status != CLI_OK)
        return status;
    return rootsig_put(j, signature);
}

/* Stage of the shader, for a PSV0 that does not say. */
static uint32_t stage_of(const dxk_container *shader, const dxk_psv0 *psv)
{
    dxk_bytes program;
    uint32_t stage = dxk_psv0_stage(psv);
    dxk_program_header header;
    if (stage == DXK_SHADER_KIND_INVALID && find_part(shader, DXK_PART_DXIL, &program) &&
        dxk_record_load(DXK_RECORD_ID_program_header, program, &header) ==
            DXK_WIRE_SIZE_program_header)
        stage = header.shader_kind;
    return stage;
}

/* Opens the file of the root signature, or takes the shader itself. */
static int open_signature(job *j, io_file *file, dxk_root_signature **out)
{
    const rootsig_options *o = j->options;
    *out = NULL;
    if (!o->rootsig)
        return read_signature(j, NULL, j->input, out);
    size_t before = dxk_ctx_diag_count(j->ctx);
    int status = source_read(j, o->rootsig, file);
    if (status != CLI_OK)
        return status;
    status = read_signature(j, o->rootsig, file->bytes, out);
    if (status != CLI_OK)
        job_blame(j, o->rootsig, before);
    return status;
}

static int report_verdict(job *j, dxk_status status, const dxk_buffer *text)
{
    if (j->json) {
        dxk_json_bool(j->json, "verified", status == DXK_OK);
        dxk_json_str(j->json, "message", (dxk_str){(const char *)text->data, text->size});
    } else if (status == DXK_OK) {
        text_put(&j->out, "root signature verification succeeded.\n");
    }
    return job_status(j, status);
}

int rootsig_check(job *j, const dxk_container *shader, const dxk_root_signature *signature,
                  bool quiet)
{
    dxk_bytes content;
    dxk_decoded *part;
    dxk_buffer text;
    if (!find_part(shader, DXK_PART_PSV0, &content)) {
        if (quiet && find_part(shader, DXK_PART_RDAT, &content))
            return job_error(j, CLI_INVALID, "a library has root signatures only as subobjects");
        return quiet ? CLI_OK
                     : job_error(j, CLI_INVALID, "there is no part PSV0 that lists the bindings");
    }
    int status = job_status(j, dxk_part_decode(j->ctx, DXK_PART_PSV0, content, &part));
    if (status != CLI_OK)
        return status;
    dxk_buffer_init(&text, j->ctx);
    dxk_status verdict = dxk_rootsig_verify(
        j->ctx, signature, part->as.psv0, stage_of(shader, part->as.psv0), dxk_buffer_sink(&text));
    if (verdict == DXK_OK)
        verdict = dxk_match_root(j->ctx, &(dxk_match_stage){.container = shader}, signature);
    status = quiet ? job_status(j, verdict) : report_verdict(j, verdict, &text);
    dxk_buffer_free(&text);
    dxk_decoded_free(part);
    return status;
}

/* Puts the root signature where the reference does: after PSV0. */
static int set_part(job *j, dxk_container *shader, const dxk_root_signature *signature)
{
    const rootsig_options *o = j->options;
    dxk_buffer bytes;
    size_t index = dxk_container_find(shader, DXK_PART_RTS0, 0);
    dxk_buffer_init(&bytes, j->ctx);
    int status = job_status(j, dxk_rootsig_encode(j->ctx, signature, dxk_buffer_sink(&bytes)));
    dxk_bytes content = {bytes.data, bytes.size};
    if (status == CLI_OK && index != DXK_NO_PART) {
        status = job_status(j, dxk_container_replace(shader, index, content));
    } else if (status == CLI_OK) {
        index = dxk_container_find(shader, DXK_PART_PSV0, 0);
        index = index == DXK_NO_PART ? dxk_container_part_count(shader) : index + 1;
        status = job_status(j, dxk_container_insert(shader, index, DXK_PART_RTS0, content));
    }
    dxk_buffer_free(&bytes);
    return status == CLI_OK ? job_write_container(j, shader, NULL, o->output) : status;
}

static int verify_or_set(job *j)
{
    const rootsig_options *o = j->options;
    dxk_container *shader;
    dxk_root_signature *signature = NULL;
    io_file file = {0};
    int status = job_load(j, false, &shader);
    if (status == CLI_OK)
        status = open_signature(j, &file, &signature);
    if (status == CLI_OK)
        status = rootsig_check(j, shader, signature, o->action == SET);
    if (status == CLI_OK && o->action == SET)
        status = set_part(j, shader, signature);
    dxk_rootsig_free(signature);
    dxk_container_free(shader);
    io_close(&file);
    return status;
}

static int extract(job *j)
{
    dxk_root_signature *signature;
    int status = read_signature(j, NULL, j->input, &signature);
    if (!signature)
        return status;
    return rootsig_put(j, signature);
}

static int run(job *j)
{
    const rootsig_options *o = j->options;
    switch (o->action) {
    case PRINT:
        return print(j);
    case COMPILE:
        return compile(j);
    case MAKE:
        return rootsig_make(j);
    case EXTRACT:
        return extract(j);
    default:
        return verify_or_set(j);
    }
}

const cli_command cmd_rootsig = {
    .name = "rootsig",
    .summary = "print, compile, make, verify, set or extract root signatures",
    .operands = "ACTION [OPERAND...]",
    .words = ACTIONS,
    .about = "ACTION is one of\n"
             "  print [FILE]              print the root signature in the HLSL language for\n"
             "                            root signatures, without defaults, and its cost;\n"
             "                            FILE is a container or RTS0 content\n"
             "  compile [TEXT|FILE]       write a container with the root signature described\n"
             "                            by a text: the language, string literals, or HLSL\n"
             "                            (--define, or the only attribute\n"
             "                            [RootSignature(...)])\n"
             "  make SHADER...            find the cheapest root signature for shaders that\n"
             "                            are used together, and print it, or with -o write it\n"
             "                            to a container\n"
             "  verify SHADER [ROOTSIG]   check that ROOTSIG, or the shader's own root\n"
             "                            signature, provides the shader's bindings, and has\n"
             "                            flags, filters and constants that fit the shader\n"
             "  set SHADER ROOTSIG        write the shader with that root signature, if it\n"
             "                            matches\n"
             "  extract [FILE]            write a container with only the root signature\n"
             "\n"
             "compile writes the same bytes as `dxc -T rootsig_1_x`. compile reads what print\n"
             "prints. The messages of verify are those of the reference,\n"
             "except those of rules MATCH.*, which it does not check.",
    .examples = "dxk rootsig print shader.dxil\n"
                "dxk rootsig compile 'CBV(b0), SRV(t0)' -o rs.dxil\n"
                "dxk rootsig compile --define MainRS shaders.hlsl -o rs.dxil\n"
                "dxk rootsig make vs.dxil ps.dxil --root=Camera --static=linear -o rs.dxil\n"
                "dxk rootsig verify shader.dxil rs.dxil\n"
                "dxk rootsig print --format=hlsl --subobject GlobalRS library.dxil",
    .options = specs,
    .options_size = sizeof(rootsig_options),
    .flags = CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};

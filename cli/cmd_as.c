/* SPDX-License-Identifier: MIT */
/* cmd_as.c - `dxk as`: text or bitcode to a container, or to bitcode alone. */
#include <dxk/build.h>
#include <dxk/dxbc.h>
#include <dxk/text.h>
#include <dxk/validate.h>

#include "dxk/compat.h"
#include "source.h"
#include "val.h"

#include <string.h>

enum { FORMAT_TEXT, FORMAT_DXA };
enum { DIGEST_AUTO, DIGEST_NONE, DIGEST_RETAIL, DIGEST_DEBUG };

typedef struct as_options {
    bool no_container;
    bool sign;
    int digest; /* of the container */
    int format; /* of errors */
    const char *validator;
    const char *output;
} as_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(as_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0, "no-container", OPT_FLAG, offsetof(as_options, no_container), NULL,
     "write only the bitcode", NULL},
    {0, "validator-version", OPT_TEXT, offsetof(as_options, validator), "N.M",
     "target this version of the validator",
     "Overrides dx.valver in the module; parts and their versions depend on\n"
     "it. Use 0.0 for containers that will not be validated."},
    {0, "digest", OPT_CHOICE, offsetof(as_options, digest), "auto|none|retail|debug",
     "digest of the container",
     "auto: zero for DXIL, as the reference's assembler writes it. For\n"
     "shader models 4 and 5, as the listing says, or as the compiler\n"
     "computes it."},
    {0, "sign", OPT_FLAG, offsetof(as_options, sign), NULL, "validate, then write the digest",
     "If a rule is broken, prints the findings and writes nothing."},
    {0, "format", OPT_CHOICE, offsetof(as_options, format), "text|dxa",
     "how to print an error in the text",
     "dxa: message, line and caret on standard output, like `dxa`."},
    {0},
};

/* False: it is no version, or there is no such validator. */
static bool read_version(const char *text, dxk_build_options *options)
{
    options->has_validator = options->override_validator = true;
    return opt_validator(text, &options->validator_major, &options->validator_minor);
}

static int prepare(cli_app *app)
{
    const as_options *o = app->options;
    dxk_build_options ignored = {0};
    if (o->validator && !read_version(o->validator, &ignored))
        return cli_usage(app, "--validator-version takes 1.0 to 1.10, not '%s'", o->validator);
    if (o->no_container && (o->sign || o->validator))
        return cli_usage(app, "--no-container cannot be used: bitcode has no %s",
                         o->sign ? "digest" : "parts that depend on the validator");
    if (o->digest != DIGEST_AUTO && (o->sign || o->no_container))
        return cli_usage(app, "--digest and --%s cannot be combined",
                         o->sign ? "sign" : "no-container");
    return job_check_output(app, o->output, false);
}

static bool is_bitcode(dxk_bytes input)
{
    return input.size >= 4 && (memcmp(input.data, "BC\xc0\xde", 4) == 0 ||
                               memcmp(input.data, "\xde\xc0\x17\x0b", 4) == 0);
}

static dxk_status read_module(job *j, dxk_text_error *error, dxk_module **module)
{
    if (!is_bitcode(j->input))
        return dxk_compat_parse(j->ctx, j->input, NULL, module, error);
    dxk_status status = dxk_module_read(j->ctx, j->input, NULL, module);
    if (status == DXK_OK)
        status = dxk_module_upgrade(*module);
    if (status != DXK_OK) {
        dxk_module_free(*module);
        *module = NULL;
    }
    return status;
}

/* What dxa says about a text that it refuses, or about a module. */
static void print_as_dxa(job *j, const dxk_text_error *error, dxk_str refusal)
{
    if (!error->is_fatal && (error->line || refusal.size))
        text_put(&j->out, "Errors or warnings:\n");
    if (error->line && dxk_text_error_print(error, NULL, text_sink(&j->out)) != DXK_OK)
        return;
    if (error->is_fatal)
        return;
    text_write(&j->out, refusal.data, refusal.size);
    text_put(&j->out, "Assembly failed");
    if (error->code)
        text_printf(&j->out, " - error code 0x%08lx", (unsigned long)error->code);
    text_put(&j->out, ".\n");
}

static int write_bitcode(job *j, const dxk_module *module)
{
    const as_options *o = j->options;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    int status = job_status(j, dxk_module_write(module, NULL, dxk_buffer_sink(&bytes)));
    if (status == CLI_OK)
        status = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    return status;
}

static int sign(job *j, const dxk_container *container)
{
    const as_options *o = j->options;
    dxk_validation *validation;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status done = dxk_container_sign(container, NULL, dxk_buffer_sink(&bytes), &validation);
    bool refused = done == DXK_E_INVALID && validation;
    int status = refused ? val_refuse(j, NULL, validation, "not signed") : job_status(j, done);
    if (status == CLI_OK)
        status = job_write(j, o->output, &bytes);
    dxk_validation_free(validation);
    dxk_buffer_free(&bytes);
    return status;
}

/* `mode`: of a digest that was not asked for. */
static int write_container(job *j, dxk_container *container, dxk_digest_mode mode)
{
    static const dxk_digest_mode modes[] = {
        [DIGEST_NONE] = DXK_DIGEST_CLEAR,
        [DIGEST_RETAIL] = DXK_DIGEST_FIX,
        [DIGEST_DEBUG] = DXK_DIGEST_FIX_DEBUG,
    };
    const as_options *o = j->options;
    dxk_write_options how = {.digest = o->digest == DIGEST_AUTO ? mode : modes[o->digest],
                             .as_container = true};
    int status = o->sign ? sign(j, container) : job_write_container(j, container, &how, o->output);
    dxk_container_free(container);
    return status;
}

static int build(job *j, dxk_module *module)
{
    const as_options *o = j->options;
    dxk_text_error error = {0};
    dxk_str refusal;
    dxk_build_options options = {0};
    dxk_container *container;
    if (o->validator)
        read_version(o->validator, &options);
    dxk_status built = dxk_compat_build(module, &options, &container, &refusal, &error.code);
    if (built == DXK_OK && o->sign && (error.code || refusal.data)) {
        dxk_container_free(container);
        return job_error(j, CLI_INVALID, "dxc does not assemble it, so it is not signed");
    }
    if (built == DXK_OK)
        return write_container(j, container, DXK_DIGEST_CLEAR);
    if (built == DXK_E_INVALID && o->format == FORMAT_DXA)
        print_as_dxa(j, &error, refusal);
    return job_status(j, built);
}

/* A listing of shader models 4 and 5. */
static int assemble_legacy(job *j, dxk_str text)
{
    const as_options *o = j->options;
    dxk_container *container;
    if (o->no_container || o->sign || o->validator)
        return job_error(j, CLI_USAGE, "a listing of shader model 4 or 5: %s",
                         o->no_container ? "there is no bitcode"
                                         : "there are no validators for such programs");
    int status = job_status(j, dxk_container_parse(j->ctx, text, &container));
    return status == CLI_OK ? write_container(j, container, dxk_dxbc_digest(text)) : status;
}

/* Says what an input is that is neither text nor bitcode; false if it may be one of them. The
 * reference's assembler looks for text in everything. */
static bool is_neither(job *j, int *status)
{
    static const char *const words[] = {
        [DXK_INPUT_CONTAINER] = "container",
        [DXK_INPUT_PDB] = "PDB",
        [DXK_INPUT_REFLECTION] = "reflection blob",
        [DXK_INPUT_PROGRAM] = "bare DXIL program",
        [DXK_INPUT_BITCODE] = NULL,
    };
    const as_options *o = j->options;
    const char *word = words[dxk_input_sniff(j->input)];
    dxk_container *none = NULL;
    if (o->format == FORMAT_DXA)
        return false;
    *status = source_refuse(j);
    if (*status != CLI_OK || (j->input.size && !word))
        return *status != CLI_OK;
    if (word)
        *status =
            job_error(j, CLI_INVALID, "is a %s; as requires text or bitcode (see 'dxk dis')", word);
    else
        *status = job_status(j, dxk_container_read(j->ctx, j->input, NULL, &none));
    dxk_container_free(none);
    return true;
}

static int run(job *j)
{
    const as_options *o = j->options;
    dxk_str text = {(const char *)j->input.data, j->input.size};
    int status;
    if (is_neither(j, &status))
        return status;
    if (!is_bitcode(j->input) && dxk_dxbc_is_listing(text))
        return assemble_legacy(j, text);
    dxk_module *module;
    dxk_text_error error = {0};
    dxk_status read = read_module(j, &error, &module);
    if (read != DXK_OK) {
        if (o->format == FORMAT_DXA && read == DXK_E_INVALID)
            print_as_dxa(j, &error, (dxk_str){NULL, 0});
        return job_status(j, read);
    }
    status = o->no_container ? write_bitcode(j, module) : build(j, module);
    dxk_module_free(module);
    return status;
}

const cli_command cmd_as = {
    .name = "as",
    .summary = "assemble text or bitcode to a container",
    .operands = "[FILE]",
    .about =
        "Builds a container from LLVM 3.7 assembly, as printed by `dxk dis` and `dxc -dumpbin`,\n"
        "with or without the comment header, or from bitcode. The program, signatures, pipeline\n"
        "state and all other parts are derived from the module. A listing of shader model 4 or\n"
        "5 becomes a container with its program.\n"
        "\n"
        "An error in the text is reported with line and column. Only the first error is\n"
        "reported, as in the reference's assembler.",
    .examples = "dxk as shader.ll -o shader.dxil\n"
                "dxk dis a.dxil | dxk as -o b.dxil\n"
                "dxk as --sign --validator-version 1.6 shader.ll -o shader.dxil\n"
                "dxk as --no-container shader.ll -o shader.bc",
    .options = specs,
    .options_size = sizeof(as_options),
    .prepare = prepare,
    .run = run,
};

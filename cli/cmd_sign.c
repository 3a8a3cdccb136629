/* SPDX-License-Identifier: MIT */
/*
 * cmd_sign.c - `dxk sign`: validates and, if nothing is wrong, writes the digest. What breaks a
 * rule is never written, neither to a file nor to standard output.
 */
#include <string.h>

#include "val.h"

typedef struct sign_options {
    bool no_validate, in_place;
    const char *output;
} sign_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(sign_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(sign_options, in_place), NULL, "modify the inputs",
     "Files whose digest is already correct are not written."},
    {0, "no-validate", OPT_FLAG, offsetof(sign_options, no_validate), NULL,
     "sign without validating", "Prints a warning."},
    {0},
};

static int prepare(cli_app *app)
{
    const sign_options *o = app->options;
    return job_check_output(app, o->output, o->in_place);
}

static void print_json(job *j, bool is_signed, const dxk_buffer *bytes)
{
    dxk_json_bool(j->json, "signed", is_signed);
    if (is_signed)
        dxk_json_hex(j->json, "digest", (dxk_bytes){bytes->data + 4, 16});
}

/* ---------------------------------------------------------------------------------------- */

static bool is_same(const job *j, const dxk_buffer *bytes)
{
    return j->input.size == bytes->size && memcmp(j->input.data, bytes->data, bytes->size) == 0;
}

/* Signs into `bytes`. */
static int sign(job *j, const subject *s, dxk_buffer *bytes)
{
    const sign_options *o = j->options;
    const dxk_sign_options how = {.no_validate = o->no_validate};
    dxk_validation *result;
    dxk_status status = dxk_container_sign(s->container, &how, dxk_buffer_sink(bytes), &result);
    bool refused = status == DXK_E_INVALID && result;
    int code = refused ? val_refuse(j, s, result, "not signed") : job_status(j, status);
    if (status == DXK_OK && o->no_validate)
        job_warn(j, "signed without validation");
    dxk_validation_free(result);
    return code;
}

static int sign_subject(job *j, const subject *s)
{
    const sign_options *o = j->options;
    dxk_buffer bytes;
    if (s->state != SUBJECT_READY)
        return job_status(j, s->status);
    if (dxk_container_kind(s->container) != DXK_INPUT_CONTAINER)
        return job_error(j, CLI_INVALID, "a %s has no digest; only containers can be signed",
                         dxk_input_kind_name(dxk_container_kind(s->container)));
    if (s->assembled && o->in_place)
        return job_error(j, CLI_USAGE, "is not a container; use -o to keep it");
    dxk_buffer_init(&bytes, j->ctx);
    int code = sign(j, s, &bytes);
    if (j->json)
        print_json(j, code == CLI_OK, &bytes);
    if (code == CLI_OK && !(o->in_place && is_same(j, &bytes)))
        code = job_write(j, o->in_place ? j->name : o->output, &bytes);
    dxk_buffer_free(&bytes);
    return code;
}

static int run(job *j)
{
    subject s;
    subject_load(j, false, &s);
    int code = sign_subject(j, &s);
    subject_free(&s);
    return code;
}

const cli_command cmd_sign = {
    .name = "sign",
    .summary = "validate, then write the digest that runtimes require",
    .operands = "[FILE...]",
    .about =
        "If an input is invalid, prints the errors, writes nothing, and exits with status 1.\n"
        "For an unreleased shader model, the digest is 16 times 02, which runtimes accept only\n"
        "in experimental mode.\n"
        "\n"
        "FILE may also be bitcode, a listing, assembly text or YAML, which is assembled first.",
    .examples = "dxk sign shader.dxil -o signed.dxil\n"
                "dxk sign --in-place -r build/shaders\n"
                "dxk as shader.ll | dxk sign -o shader.dxil",
    .options = specs,
    .options_size = sizeof(sign_options),
    .flags = CLI_MANY | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};

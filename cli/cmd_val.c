/* SPDX-License-Identifier: MIT */
/*
 * cmd_val.c - `dxk val`: judges a container by the rules of DXIL. Text and bare bitcode are
 * assembled first.
 */
#include <dxk/dxbc.h>
#include <string.h>

#include "dxk/compat.h"
#include "rules.h"
#include "val.h"

enum { FORMAT_TEXT, FORMAT_DXV };

typedef struct val_options {
    val_filter filter;
    int format;
    bool sarif, quiet, summary;
    const char *version;
    dxk_validate_options how;
    val_rules rules; /* that SARIF has named */
} val_options;

static const opt_spec specs[] = {
    {0, "format", OPT_CHOICE, offsetof(val_options, format), "text|dxv", "how to print findings",
     "text: the format of dxk. dxv: the output of `dxv`, byte for byte."},
    {0, "sarif", OPT_FLAG, offsetof(val_options, sarif), NULL, "print SARIF 2.1.0",
     "One document with one run for all inputs."},
    {0, "rule", OPT_TEXT, offsetof(val_options, filter.rule), "RULE",
     "show only findings of this rule",
     "RULE is a name such as INSTR.OPCONST, a pattern such as '*.SIG*', or a\n"
     "prefix such as SM.; or several of these, separated by commas. Verdict\n"
     "and exit status still depend on all rules."},
    {0, "no-rule", OPT_TEXT, offsetof(val_options, filter.no_rule), "RULE",
     "omit findings of this rule",
     "RULE as for --rule. Verdict and exit status still depend on all rules."},
    {0, "max-errors", OPT_NUMBER, offsetof(val_options, filter.max_errors), "N",
     "show at most N errors per input", "Default: all."},
    {0, "validator-version", OPT_TEXT, offsetof(val_options, version), "N.M",
     "validate as this version would, 1.0 to 1.10",
     "Newer rules do not apply, and modules for a newer validator are\n"
     "invalid. Default: 1.10."},
    {'q', "quiet", OPT_FLAG, offsetof(val_options, quiet), NULL,
     "print nothing for valid "
     "inputs",
     NULL},
    {0, "summary", OPT_FLAG, offsetof(val_options, summary), NULL,
     "at the end, print the number of inputs and the rate", "On standard error."},
    {0},
};

static int parse_version(cli_app *app, val_options *o)
{
    const char *minor = o->version && strncmp(o->version, "1.", 2) == 0 ? o->version + 2 : NULL;
    uint64_t number = 0;
    if (!o->version)
        return CLI_OK;
    if (!minor || minor[0] < '0' || minor[0] > '9' || (minor[0] == '0' && minor[1]) ||
        !opt_number(minor, &number) || number > 10)
        return cli_usage(app, "--validator-version takes 1.0 to 1.10, not '%s'", o->version);
    o->how.has_validator = true;
    o->how.validator_minor = (uint32_t)number;
    return CLI_OK;
}

/* Names that no rule has, which are mistyped. */
static int check_names(cli_app *app, const char *list)
{
    dxk_str word = list ? rules_unknown(list) : (dxk_str){"", 0};
    const char *near = rules_nearest(word);
    int size = word.size < 80 ? (int)word.size : 80;
    if (!word.size)
        return CLI_OK;
    return cli_usage(
        app, near ? "there is no rule '%.*s', did you mean '%s'?" : "there is no rule '%.*s'", size,
        word.data, near);
}

static int prepare(cli_app *app)
{
    val_options *o = app->options;
    int status = check_names(app, o->filter.rule);
    if (status == CLI_OK)
        status = check_names(app, o->filter.no_rule);
    if (status != CLI_OK)
        return status;
    if (o->sarif && app->common.json)
        return cli_usage(app, "--sarif and --json cannot be combined");
    if (o->format == FORMAT_DXV && (o->sarif || app->common.json))
        return cli_usage(app, "--format=dxv cannot be combined with --json or --sarif");
    if (o->format == FORMAT_DXV && (o->filter.rule || o->filter.no_rule || o->filter.max_errors))
        return cli_usage(app,
                         "--format=dxv cannot be combined with --rule, --no-rule or --max-errors");
    app->no_heads = o->format == FORMAT_TEXT;
    app->no_source = o->format == FORMAT_DXV;
    app->source_unchecked = true;
    app->any_input = o->format == FORMAT_DXV; /* which takes anything for text */
    app->summary = o->summary;
    if (o->sarif)
        val_begin_sarif(app, &o->rules, false);
    return parse_version(app, o);
}

/* ---------------------------------------------------------------------------------------- */
/* In the words of dxv                                                                        */

static void dxv_code(job *j, uint32_t code)
{
    text_printf(&j->out, "Validation failed - error code 0x%08lx.\n", (unsigned long)code);
}

/* Metadata that its assembler refuses, with words or without. */
static void dxv_metadata(job *j, dxk_str refusal)
{
    text_str(&j->out, refusal);
    text_put(&j->out, refusal.size ? "\n" : "Validation failed - unknown error.\n");
}

static dxk_status dxv_refused(job *j, const subject *s)
{
    dxk_status status = DXK_OK;
    switch (s->state) {
    case SUBJECT_BAD_TEXT:
        status = dxk_text_error_print(&s->error, NULL, text_sink(&j->out));
        text_char(&j->out, '\n');
        break;
    case SUBJECT_BAD_BITCODE:
        dxv_code(j, 0x80004005u);
        break;
    case SUBJECT_BAD_METADATA:
        if (s->code)
            dxv_code(j, s->code);
        else
            dxv_metadata(j, s->refusal);
        break;
    case SUBJECT_FAILED:
        return s->status;
    default:
        dxv_code(j, 0x80070016u);
    }
    return status;
}

static int run_dxv(job *j, subject *s)
{
    const val_options *o = j->options;
    dxk_validation *result = NULL;
    dxk_status status = DXK_OK;
    bool valid = false;
    subject_load(j, true, s);
    if (s->state == SUBJECT_READY)
        status = dxk_compat_validate(s->container, &o->how, &result);
    if (s->state == SUBJECT_DAMAGED || (result && dxk_validation_code(result) == 0x80070016u)) {
        dxk_validation_free(result); /* no good frame: it is taken for text */
        result = NULL;
        subject_free(s);
        subject_load_text(j, s);
    }
    if (status == DXK_OK && result) {
        valid = dxk_validation_verdict(result) == DXK_VERDICT_VALID;
        status = dxk_validation_print_dxv(result, text_sink(&j->out));
    } else if (status == DXK_OK) {
        status = dxv_refused(j, s);
    }
    dxk_validation_free(result);
    dxk_ctx_clear_diags(j->ctx); /* dxv says no more than this */
    if (status != DXK_OK)
        return job_status(j, status);
    return valid ? CLI_OK : CLI_INVALID;
}

/* ---------------------------------------------------------------------------------------- */

/* Judges what was loaded; *result stays NULL when there is nothing to judge. */
static dxk_status judge(job *j, const subject *s, const val_options *o, dxk_validation **result)
{
    *result = NULL;
    if (s->state != SUBJECT_READY)
        return s->state == SUBJECT_FAILED ? s->status : DXK_OK;
    dxk_status status = dxk_validate(s->container, &o->how, result);
    if (dxk_dxbc_is_legacy(s->container))
        dxk_ctx_clear_diags(j->ctx); /* the findings say the same */
    return status;
}

static int run_own(job *j, subject *s)
{
    const val_options *o = j->options;
    dxk_validation *result;
    subject_load(j, false, s);
    dxk_status status = judge(j, s, o, &result);
    if (status != DXK_OK)
        return job_status(j, status);
    bool valid = val_is_valid(result);
    int code = valid ? CLI_OK : s->state == SUBJECT_READY ? CLI_INVALID : job_status(j, s->status);
    if (j->json)
        val_print_json(j, s, &o->filter, result);
    else if (o->sarif)
        status = val_print_sarif(j, s, &o->filter, result);
    else if (!valid || !o->quiet)
        val_print_text(j, s, &o->filter, result);
    dxk_validation_free(result);
    return status == DXK_OK ? code : job_status(j, status);
}

static int run(job *j)
{
    const val_options *o = j->options;
    subject s;
    int status = o->format == FORMAT_DXV ? run_dxv(j, &s) : run_own(j, &s);
    subject_free(&s);
    return status;
}

static void finish(cli_app *app)
{
    val_options *o = app->options;
    val_free_rules(&o->rules);
}

const cli_command cmd_val = {
    .name = "val",
    .summary = "validate containers",
    .operands = "[FILE...]",
    .about =
        "Reports problems in each input with location, object, message, rule and fix. `dxk\n"
        "explain RULE` explains a rule. The location is a source line if there is debug\n"
        "information, a line of the input if it is text, or an offset in the file. The object\n"
        "is a function, block and instruction, an element of a signature, a resource, metadata\n"
        "or a part.\n"
        "\n"
        "FILE may be a container, a PDB, a bare DXIL program, bitcode, a listing, assembly text\n"
        "or YAML. Bitcode, text and the module of a PDB are assembled first.",
    .examples = "dxk val shader.dxil\n"
                "dxk val --format=dxv shader.dxil\n"
                "dxk val --rule SM.,META. shader.ll\n"
                "dxk val -q --summary -j 4 -r build/shaders\n"
                "dxk val --sarif -r build/shaders > dxil.sarif",
    .options = specs,
    .options_size = sizeof(val_options),
    .flags = CLI_MANY | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
    .finish = finish,
};

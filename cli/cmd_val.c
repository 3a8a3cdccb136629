/* SPDX-License-Identifier: MIT */
/* cmd_val.c - `dxk val`: judges a container, program or bitcode by the rules of DXIL. */
#include <dxk/validate.h>
#include <stdio.h>
#include <string.h>

#include "job.h"

typedef struct val_options {
    int format;
    const char *rule, *no_rule;
    uint64_t max_errors;
} val_options;

enum { FORMAT_TEXT, FORMAT_DXV };

static const opt_spec specs[] = {
    {0, "format", OPT_CHOICE, offsetof(val_options, format), "text|dxv", "how findings are printed",
     "text: dxk's own form. dxv: what `dxv` prints, byte for byte."},
    {0, "rule", OPT_TEXT, offsetof(val_options, rule), "RULE", "show findings of this rule only",
     "A name such as INSTR.OPCONST, or the beginning of names, such\nas SM. The verdict stays."},
    {0, "no-rule", OPT_TEXT, offsetof(val_options, no_rule), "RULE",
     "leave out findings of this rule", "The verdict stays."},
    {0, "max-errors", OPT_NUMBER, offsetof(val_options, max_errors), "N",
     "show at most N findings of each input", "Default: all."},
    {0},
};

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool begins(const char *id, const char *wanted)
{
    while (*wanted && upper(*id) == upper(*wanted)) {
        id++;
        wanted++;
    }
    return *wanted == 0;
}

static bool is_wanted(const val_options *o, const dxk_finding *f)
{
    if (o->rule && (!f->rule || !begins(f->rule, o->rule)))
        return false;
    return !o->no_rule || !f->rule || !begins(f->rule, o->no_rule);
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

static void print_place(job *j, const dxk_finding *f)
{
    text_safe(&j->out, (dxk_str){j->name, strlen(j->name)});
    text_put(&j->out, ": ");
    if (f->place == DXK_FINDING_SOURCE) {
        text_safe(&j->out, f->file);
        text_printf(&j->out, ":%lu:", (unsigned long)f->line);
        if (f->column)
            text_printf(&j->out, "%lu:", (unsigned long)f->column);
        text_put(&j->out, " ");
    } else if (f->place == DXK_FINDING_FUNCTION) {
        text_put(&j->out, "@");
        text_safe(&j->out, f->function);
        if (f->instruction.size)
            text_printf(&j->out, "/bb%lu", (unsigned long)f->block_index);
        text_put(&j->out, ": ");
    }
}

static void print_finding(job *j, const dxk_finding *f)
{
    print_place(j, f);
    text_put(&j->out, f->severity == DXK_NOTE ? "note: " : "error: ");
    text_safe(&j->out, f->message);
    if (f->rule)
        text_printf(&j->out, " [%s]", f->rule);
    text_put(&j->out, "\n");
    if (f->instruction.size) {
        text_put(&j->out, "    ");
        text_safe(&j->out, f->instruction);
        if (f->bit_offset != UINT32_MAX)
            text_printf(&j->out, "  ; bit %lu", (unsigned long)f->bit_offset);
        text_put(&j->out, "\n");
    }
}

static void print_text(job *j, const dxk_validation *result)
{
    const val_options *o = j->options;
    uint64_t shown = 0, total;
    size_t count = dxk_validation_count(result, &total);
    bool last = false;
    for (size_t i = 0; i < count; i++) {
        const dxk_finding *f = dxk_validation_finding(result, i);
        bool wanted = f->severity == DXK_NOTE && !f->rule ? last : is_wanted(o, f);
        last = wanted;
        if (!wanted || (o->max_errors && shown >= o->max_errors))
            continue;
        shown += f->severity == DXK_ERROR;
        print_finding(j, f);
    }
    text_safe(&j->out, (dxk_str){j->name, strlen(j->name)});
    text_put(&j->out,
             dxk_validation_verdict(result) == DXK_VERDICT_VALID ? ": valid\n" : ": invalid\n");
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

static void json_finding(json_writer *json, const dxk_finding *f)
{
    json_object(json, NULL);
    if (f->rule)
        json_text(json, "rule", f->rule);
    json_text(json, "severity", f->severity == DXK_NOTE ? "note" : "error");
    json_str(json, "message", f->message);
    if (f->place == DXK_FINDING_SOURCE) {
        json_str(json, "source", f->file);
        json_u64(json, "line", f->line);
        if (f->column)
            json_u64(json, "column", f->column);
    }
    if (f->function.size)
        json_str(json, "function", f->function);
    if (f->instruction.size) {
        json_str(json, "instruction", f->instruction);
        json_u64(json, "block", f->block_index);
        if (f->bit_offset != UINT32_MAX)
            json_u64(json, "bit", f->bit_offset);
    }
    json_end(json);
}

static void print_json(job *j, const dxk_validation *result)
{
    const val_options *o = j->options;
    uint64_t shown = 0, total;
    size_t count = dxk_validation_count(result, &total);
    json_bool(j->json, "valid", dxk_validation_verdict(result) == DXK_VERDICT_VALID);
    json_u64(j->json, "total", total);
    json_array(j->json, "findings");
    for (size_t i = 0; i < count; i++) {
        const dxk_finding *f = dxk_validation_finding(result, i);
        if (!is_wanted(o, f) || (o->max_errors && shown >= o->max_errors))
            continue;
        shown++;
        json_finding(j->json, f);
    }
    json_end(j->json);
}

/* ---------------------------------------------------------------------------------------- */

static dxk_status validate(job *j, dxk_validation **result)
{
    dxk_container *container = NULL;
    dxk_status status = dxk_container_read(j->ctx, j->input, DXK_READ_STRICT, &container);
    if (status == DXK_E_INVALID)
        return dxk_validate_unreadable(j->ctx, result);
    if (status != DXK_OK)
        return status;
    status = dxk_validate(j->ctx, container, NULL, result);
    dxk_container_free(container);
    return status;
}

static int run(job *j)
{
    const val_options *o = j->options;
    dxk_validation *result = NULL;
    dxk_status status = validate(j, &result);
    if (!result)
        return job_status(j, status);
    bool valid = dxk_validation_verdict(result) == DXK_VERDICT_VALID;
    if (j->json)
        print_json(j, result);
    else if (o->format == FORMAT_DXV)
        status = dxk_validation_print_dxv(result, text_sink(&j->out));
    else
        print_text(j, result);
    dxk_validation_free(result);
    if (valid && o->format != FORMAT_DXV)
        job_warn(j, "not checked yet: PSV0, signature parts and RDAT against the module, the root "
                    "signature against the shader, some rules of LLVM's verifier");
    return valid ? CLI_OK : CLI_INVALID;
}

const cli_command cmd_val = {
    .name = "val",
    .summary = "validate: judge a container by the rules of DXIL",
    .operands = "[FILE...]",
    .about = "Prints what is wrong with each input: the place, the message and the rule's name.\n"
             "`dxk explain RULE` tells more about a rule. Without findings the input is valid as\n"
             "far as the rules are implemented; what is not checked yet is said.\n"
             "\n"
             "FILE may be a container, a bare DXIL program or bitcode.",
    .examples = "dxk val shader.dxil\n"
                "dxk val --format=dxv shader.dxil\n"
                "dxk val --rule SM. -r build/shaders\n"
                "dxk val --json shader.dxil",
    .options = specs,
    .options_size = sizeof(val_options),
    .flags = CLI_MANY,
    .run = run,
};

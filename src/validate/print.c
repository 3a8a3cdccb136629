/* SPDX-License-Identifier: MIT */
/* print.c - results: access, the words of dxv, rules. */
#include "dxk/compat.h"
#include "base/out.h"
#include "base/str.h"
#include "hlsl/hlsl.h"
#include "spec/rules.h"
#include "validate/report.h"

#include <string.h>

dxk_verdict dxk_validation_verdict(const dxk_validation *validation)
{
    return validation->failed ? DXK_VERDICT_INVALID : DXK_VERDICT_VALID;
}

uint32_t dxk_validation_code(const dxk_validation *validation)
{
    return validation->error_code;
}

size_t dxk_validation_count(const dxk_validation *validation, uint64_t *total)
{
    if (total)
        *total = validation->total - validation->repeated;
    return validation->findings.count;
}

const dxk_finding *dxk_validation_finding(const dxk_validation *validation, size_t index)
{
    return index < validation->findings.count ? &validation->findings.items[index] : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* dxv                                                                                        */

static void print_place(dxki_out *out, const dxk_finding *f)
{
    if (f->place == DXK_FINDING_SOURCE) {
        dxki_out_str(out, f->file);
        dxki_out_char(out, ':');
        dxki_out_u64(out, f->line);
        dxki_out_char(out, ':');
        if (f->column) {
            dxki_out_u64(out, f->column);
            dxki_out_char(out, ':');
        }
        dxki_out_char(out, ' ');
    } else if (f->place == DXK_FINDING_FUNCTION) {
        dxki_out_text(out, "Function: ");
        dxki_out_str(out, f->function);
        dxki_out_text(out, ": ");
    }
}

static void print_inst(dxki_out *out, const dxk_finding *f)
{
    dxki_out_text(out, "note: at '");
    dxki_out_str(out, f->instruction);
    dxki_out_text(out, "' in block '");
    if (f->block.size) {
        dxki_out_str(out, f->block);
    } else {
        dxki_out_char(out, '#');
        dxki_out_u64(out, f->block_index);
    }
    dxki_out_text(out, "' of function '");
    dxki_out_str(out, f->function);
    dxki_out_text(out, "'.\n");
}

static void print_finding(dxki_out *out, const dxk_finding *f)
{
    print_place(out, f);
    if (f->place != DXK_FINDING_RAW)
        dxki_out_text(out, f->severity == DXK_NOTE ? "note: " : "error: ");
    dxki_out_str(out, f->message);
    dxki_out_char(out, '\n');
    bool named = f->place == DXK_FINDING_FUNCTION || f->place == DXK_FINDING_SOURCE;
    if (f->instruction.size && (named || f->severity == DXK_NOTE))
        print_inst(out, f);
}

/* The reference hands its text on as a C string: a name with a NUL byte in it ends all of it. */
typedef struct c_string {
    dxk_sink sink;
    bool ended;
} c_string;

static dxk_status write_c_string(void *user, const void *data, size_t size)
{
    c_string *s = user;
    const char *text = data, *nul = size ? memchr(text, 0, size) : NULL;
    if (s->ended)
        return DXK_OK;
    dxk_status status = s->sink.write(s->sink.user, text, nul ? (size_t)(nul - text) : size);
    s->ended = nul != NULL;
    return status == DXK_OK && nul ? s->sink.write(s->sink.user, "\n", 1) : status;
}

dxk_status dxk_validation_print_dxv(const dxk_validation *validation, dxk_sink sink)
{
    c_string text = {sink, false};
    dxki_out out;
    dxki_out_init(&out, (dxk_sink){write_c_string, &text});
    for (size_t i = 0; i < validation->findings.count && !validation->error_code; i++) {
        if (validation->findings.items[i].place != DXK_FINDING_OWN)
            print_finding(&out, &validation->findings.items[i]);
    }
    if (!validation->failed && !validation->excused) {
        dxki_out_text(&out, "Validation succeeded.");
    } else if (validation->error_code) {
        dxki_out_text(&out, "Validation failed - error code 0x");
        dxki_out_hex(&out, validation->error_code, 8, false);
        dxki_out_text(&out, ".\n");
    } else {
        dxki_out_text(&out, "Validation failed.\n\n");
    }
    return dxki_out_flush(&out);
}

/* ---------------------------------------------------------------------------------------- */
/* Rules                                                                                      */

/* The reference has the text of one rule that nothing can break, and so have we. */
static bool is_checked(dxki_vrule rule)
{
    /* It is about shader models before 5.1, which have no DXIL; INSTR.ONLYONEALLOCCONSUME holds. */
    return rule != DXKI_VR_SM_APPENDANDCONSUMEONSAMEUAV;
}

static void fill_validation(dxki_vrule rule, dxk_rule_info *out)
{
    const dxki_vrule_info *info = dxki_vrule_get(rule);
    const dxki_vtext *text = dxki_vtext_get(rule);
    *out = (dxk_rule_info){
        .id = info->id,
        .text = info->text,
        .explanation = text->meaning,
        .fix = text->fix,
        .example = text->example,
        .is_validation = true,
        .since_minor = info->since,
        .is_checked = is_checked(rule),
        .severity = dxki_vrule_is_own(rule) ? DXK_WARNING : DXK_ERROR,
    };
}

static void fill(const dxki_rule *rule, dxk_rule_info *out)
{
    *out = (dxk_rule_info){.id = rule->name,
                           .text = rule->message,
                           .explanation = *rule->explanation ? rule->explanation : NULL,
                           .is_checked = true,
                           .severity = rule->severity};
}

/* Rules of readers, and behind them messages about HLSL. */
static bool fill_other(size_t index, dxk_rule_info *out)
{
    size_t readers = 0;
    const dxki_rule *rule = dxki_rule_at(index);
    const char *group;
    if (rule) {
        fill(rule, out);
        return true;
    }
    while (dxki_rule_at(readers))
        readers++;
    if (!dxki_hlsl_message_at(index - readers, &rule, &group))
        return false;
    fill(rule, out);
    out->is_hlsl = true;
    out->group = group;
    return true;
}

bool dxk_rule_at(size_t index, dxk_rule_info *out)
{
    if (index < DXKI_VR_COUNT)
        fill_validation((dxki_vrule)index, out);
    else if (!fill_other(index - DXKI_VR_COUNT, out))
        return false;
    out->index = index;
    return true;
}

bool dxk_rule_find(const char *id, dxk_rule_info *out)
{
    for (size_t i = 0; dxk_rule_at(i, out); i++) {
        if (dxki_str_same_fold(dxki_str(out->id), dxki_str(id)))
            return true;
    }
    return false;
}

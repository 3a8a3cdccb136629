/* SPDX-License-Identifier: MIT */
/* val_json.c - findings as members of a JSON document; the man page of dxk-val has the keys. */
#include "val.h"

static void json_place(json_writer *json, const subject *s, const dxk_finding *f)
{
    val_line line;
    if (val_text_line(s, f, &line)) {
        json_u64(json, "line", line.line);
        json_u64(json, "column", line.column);
    } else if (f->line) {
        json_str(json, "source", f->file);
        json_u64(json, "line", f->line);
        if (f->column)
            json_u64(json, "column", f->column);
    }
    if (val_has_offset(s, f))
        json_u64(json, "offset", f->offset);
    if (val_has_bit(s, f))
        json_u64(json, "bit", f->bit_offset);
    if (f->path.size)
        json_str(json, "path", f->path);
    if (f->function.size)
        json_str(json, "function", f->function);
    if (f->instruction.size) {
        json_u64(json, "block", f->block_index);
        json_str(json, "instruction", f->instruction);
    }
}

static void json_finding(json_writer *json, const subject *s, const dxk_finding *f)
{
    dxk_rule_info rule;
    json_object(json, NULL);
    if (f->rule)
        json_text(json, "rule", f->rule);
    json_text(json, "severity", val_severity(f->severity));
    json_str(json, "message", val_message(f));
    json_place(json, s, f);
    if (f->subject.size)
        json_str(json, "subject", f->subject);
    if (f->note.size)
        json_str(json, "note", f->note);
    if (f->is_excused)
        json_bool(json, "excused", true);
    else if (f->rule && dxk_rule_find(f->rule, &rule) && rule.fix)
        json_text(json, "fix", rule.fix);
    json_end(json);
}

void val_print_findings(job *j, const subject *s, const val_filter *filter,
                        const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter};
    const dxk_finding *f;
    json_array(j->json, "findings");
    while ((f = val_next(&walk)) != NULL)
        json_finding(j->json, s, f);
    json_end(j->json);
}

void val_print_json(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result)
{
    uint64_t total = 0;
    if (result)
        dxk_validation_count(result, &total);
    json_bool(j->json, "valid", val_is_valid(result));
    json_text(j->json, "judged", val_is_form(s) ? "form" : "rules");
    json_u64(j->json, "total", total);
    val_print_findings(j, s, filter, result);
}

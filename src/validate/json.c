/* SPDX-License-Identifier: MIT */
/* json.c - findings as JSON; the man page of dxk-val has the keys. */
#include <string.h>

#include "validate/report.h"

dxk_str dxk_finding_message(const dxk_finding *f)
{
    const char *end = f->message.size ? memchr(f->message.data, '\n', f->message.size) : NULL;
    if (f->summary.size)
        return f->summary;
    return end ? (dxk_str){f->message.data, (size_t)(end - f->message.data)} : f->message;
}

static void put_place(dxk_json *json, const dxk_finding *f)
{
    if (f->line && f->file.size)
        dxk_json_str(json, "source", f->file);
    if (f->line)
        dxk_json_u64(json, "line", f->line);
    if (f->line && f->column)
        dxk_json_u64(json, "column", f->column);
    if (f->offset != UINT64_MAX)
        dxk_json_u64(json, "offset", f->offset);
    if (f->bit_offset != UINT32_MAX)
        dxk_json_u64(json, "bit", f->bit_offset);
    if (f->path.size)
        dxk_json_str(json, "path", f->path);
    if (f->function.size)
        dxk_json_str(json, "function", f->function);
    if (f->instruction.size) {
        dxk_json_u64(json, "block", f->block_index);
        dxk_json_str(json, "instruction", f->instruction);
    }
}

void dxk_json_finding(dxk_json *json, const dxk_finding *f)
{
    dxk_rule_info rule;
    dxk_json_object(json, NULL);
    if (f->rule)
        dxk_json_text(json, "rule", f->rule);
    dxk_json_text(json, "severity", dxk_severity_name(f->severity));
    dxk_json_str(json, "message", dxk_finding_message(f));
    put_place(json, f);
    if (f->subject.size)
        dxk_json_str(json, "subject", f->subject);
    if (f->note.size)
        dxk_json_str(json, "note", f->note);
    if (f->is_excused)
        dxk_json_bool(json, "excused", true);
    else if (f->rule && dxk_rule_find(f->rule, &rule) && rule.fix)
        dxk_json_text(json, "fix", rule.fix);
    dxk_json_end(json);
}

dxk_status dxk_validation_json(const dxk_validation *validation, dxk_sink sink)
{
    dxk_json json;
    uint64_t total;
    size_t count = dxk_validation_count(validation, &total);
    dxk_json_init(&json, sink);
    dxk_json_object(&json, NULL);
    dxk_json_bool(&json, "valid", dxk_validation_verdict(validation) == DXK_VERDICT_VALID);
    dxk_json_text(&json, "judged", validation->form ? "form" : "rules");
    dxk_json_u64(&json, "total", total);
    dxk_json_array(&json, "findings");
    for (size_t i = 0; i < count; i++) {
        const dxk_finding *f = dxk_validation_finding(validation, i);
        if (!f->is_repeated)
            dxk_json_finding(&json, f);
    }
    dxk_json_end_to(&json, 0);
    return json.status;
}

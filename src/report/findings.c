/* SPDX-License-Identifier: MIT */
/* findings.c - what the validation found, with links to where it is, and what the rules mean. */
#include "report/report.h"

#include <string.h>

/* The place that a finding is about, as links to the listing and to the bytes. */
static void put_places(dxki_doc *r, const dxk_finding *f)
{
    size_t inst;
    uint64_t at = f->offset;
    if (f->instruction.size && r->lines &&
        dxk_lines_find(r->lines, f->function, f->instruction_index, &inst)) {
        uint32_t line = r->listing.insts.items[inst];
        dxki_out_text(&r->out, " \xc2\xb7 ");
        bool linked = dxki_doc_link_line(r, line);
        dxki_out_text(&r->out, "line ");
        dxki_html_count(&r->out, line + (uint64_t)1);
        dxki_out_text(&r->out, linked ? " of the listing</a>" : " of the listing");
    }
    if (f->bit_offset != UINT32_MAX && r->run.program.bitcode.size)
        at = r->run.offset + f->bit_offset / 8;
    if (at == UINT64_MAX || at >= dxk_container_input(r->container).size)
        return;
    dxki_out_text(&r->out, " \xc2\xb7 ");
    bool linked = dxki_doc_link_bytes(r, at);
    dxki_html_say(&r->out, "bytes at %0", DXKI_ARGS(dxki_hex(at)));
    dxki_out_text(&r->out, linked ? "</a>" : "");
}

static void put_rule(dxki_doc *r, const char *rule)
{
    dxki_out_text(&r->out, "<a href=\"#");
    dxki_out_text(&r->out, r->prefix);
    dxki_out_text(&r->out, "rule-");
    dxki_out_text(&r->out, rule);
    dxki_out_text(&r->out, "\"><code>");
    dxki_out_text(&r->out, rule);
    dxki_out_text(&r->out, "</code></a>");
}

static void put_code(dxki_doc *r, dxk_str text)
{
    if (!text.size)
        return;
    dxki_out_text(&r->out, "<pre>");
    dxki_html_text(&r->out, text);
    dxki_out_text(&r->out, "</pre>");
}

static void put_finding(dxki_doc *r, const dxk_finding *f)
{
    static const char *const words[] = {"note", "warning", "error"};
    static const char *const classes[] = {"find k", "find w", "find"};
    dxki_out *out = &r->out;
    dxki_out_text(out, "<div class=\"");
    dxki_out_text(out, classes[f->severity]);
    dxki_out_text(out, "\"><b>");
    dxki_out_text(out, words[f->severity]);
    dxki_out_text(out, "</b>");
    if (f->rule) {
        dxki_out_text(out, " \xc2\xb7 ");
        put_rule(r, f->rule);
    }
    if (f->path.size) {
        dxki_out_text(out, " \xc2\xb7 <code>");
        dxki_html_text(out, f->path);
        dxki_out_text(out, "</code>");
    }
    put_places(r, f);
    dxki_out_text(out, "<br>");
    dxki_html_text(out, f->summary.size ? f->summary : f->message);
    if (f->note.size) {
        dxki_out_text(out, "<br><span class=\"note\">");
        dxki_html_text(out, f->note);
        dxki_out_text(out, "</span>");
    }
    put_code(r, f->instruction.size ? f->instruction : f->subject);
    dxki_out_text(out, "</div>\n");
}

static void put_explanation(dxki_doc *r, const dxk_rule_info *rule)
{
    dxki_out *out = &r->out;
    dxki_out_text(out, "<dt id=\"");
    dxki_out_text(out, r->prefix);
    dxki_out_text(out, "rule-");
    dxki_out_text(out, rule->id);
    dxki_out_text(out, "\">");
    dxki_out_text(out, rule->id);
    dxki_out_text(out, "</dt><dd>");
    dxki_html_text(out, dxki_str(rule->explanation ? rule->explanation : rule->text));
    if (rule->fix) {
        dxki_out_text(out, "<br>");
        dxki_html_text(out, dxki_str(rule->fix));
    }
    if (rule->example)
        put_code(r, dxki_str(rule->example));
    dxki_out_text(out, "</dd>\n");
}

/* Each rule once, in the order in which it is met. */
static void explain(dxki_doc *r, size_t count)
{
    dxk_rule_info rule;
    size_t rules = 0;
    while (dxk_rule_at(rules, &rule))
        rules++;
    uint8_t *told = dxki_arena_zalloc(&r->arena, rules + 1, 1);
    if (!told) {
        dxki_doc_fail(r, DXK_E_NOMEM);
        return;
    }
    dxki_out_text(&r->out, "<h3>What the rules mean</h3><dl>\n");
    for (size_t i = 0; i < count; i++) {
        const dxk_finding *f = dxk_validation_finding(r->validation, i);
        if (f->is_repeated || !f->rule || !dxk_rule_find(f->rule, &rule) || told[rule.index])
            continue;
        told[rule.index] = 1;
        put_explanation(r, &rule);
    }
    dxki_out_text(&r->out, "</dl>\n");
}

/* Shows the first findings; the number of those looked at. */
static size_t put_findings(dxki_doc *r)
{
    size_t count = dxk_validation_count(r->validation, NULL), shown = 0, i = 0;
    for (; i < count && (r->options->full || shown < DXKI_DOC_FINDINGS); i++) {
        const dxk_finding *f = dxk_validation_finding(r->validation, i);
        if (f->is_repeated)
            continue;
        put_finding(r, f);
        shown++;
    }
    if (i < count) {
        dxki_out_text(&r->out, "<p class=\"note\">");
        dxki_html_things(&r->out, count - i, "more finding");
        dxki_out_text(&r->out, " left out</p>\n");
    }
    return i;
}

void dxki_doc_findings(dxki_doc *r)
{
    uint64_t errors, warnings;
    const char *rule;
    if (!r->validation)
        return;
    dxki_doc_count_findings(r->validation, &errors, &warnings, &rule);
    dxki_html_section(&r->out, r->prefix, "validation", "Validation", true);
    if (errors + warnings == 0) {
        dxki_out_text(&r->out, "no rule is broken");
    } else {
        dxki_html_things(&r->out, errors, "error");
        dxki_out_text(&r->out, ", ");
        dxki_html_things(&r->out, warnings, "warning");
    }
    dxki_html_content(&r->out);
    if (errors + warnings)
        explain(r, put_findings(r));
    else if (r->reflect && r->reflect->is_legacy)
        dxki_out_text(
            &r->out,
            "<p>For containers of shader models 4 and 5, only the structure is checked.</p>");
    else
        dxki_out_text(
            &r->out,
            "<p>Checked like <code>dxk val</code>, against the rules of the newest validator.</p>");
    dxki_html_section_end(&r->out);
}

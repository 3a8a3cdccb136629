/* SPDX-License-Identifier: MIT */
/* collection.c - a document about many containers: a row for each, what they consist of, which are the
 * same, what is wrong with them, and reports behind that. */
#include "base/ctx.h"
#include "base/sort.h"
#include "report/report.h"

#include <string.h>

enum { MOST_ROWS = 20000, MOST_GROUPS = 1000, MOST_NAMES = 12 };

typedef struct row {
    char *name;
    size_t name_size;
    dxk_report_summary facts;
    uint32_t report; /* number of its report, from 1; 0: none */
} row;

typedef struct report {
    dxk_buffer text;
    char prefix[40];
} report;

struct dxk_report_collection {
    dxk_ctx *ctx;
    DXKI_VEC(row) rows;
    DXKI_VEC(report) reports;
    dxk_picture_tree *tree;
    size_t shared; /* bytes of the folders that all names begin with */
};

dxk_status dxk_report_collection_create(dxk_ctx *ctx, dxk_report_collection **out)
{
    dxk_report_collection *c = dxki_realloc(ctx, NULL, 0, sizeof *c);
    *out = NULL;
    if (!c)
        return dxki_nomem(ctx);
    memset(c, 0, sizeof *c);
    c->ctx = ctx;
    dxk_status status = dxk_picture_tree_create(ctx, &c->tree);
    if (status == DXK_OK)
        *out = c;
    else
        dxki_realloc(ctx, c, sizeof *c, 0);
    return status;
}

void dxk_report_collection_free(dxk_report_collection *c)
{
    if (!c)
        return;
    for (size_t i = 0; i < c->rows.count; i++)
        dxki_realloc(c->ctx, c->rows.items[i].name, c->rows.items[i].name_size + 1, 0);
    for (size_t i = 0; i < c->reports.count; i++)
        dxk_buffer_free(&c->reports.items[i].text);
    dxki_vec_free(c->ctx, &c->rows);
    dxki_vec_free(c->ctx, &c->reports);
    dxk_picture_tree_free(c->tree);
    dxki_realloc(c->ctx, c, sizeof *c, 0);
}

/* Keeps a report; its number, or 0 if there is none or one of the prefix. */
static uint32_t keep_report(dxk_report_collection *c, dxk_bytes text, const char *prefix,
                            dxk_status *status)
{
    report one = {.prefix = ""};
    size_t size = prefix ? strlen(prefix) : 0;
    for (size_t i = 0; i < c->reports.count; i++)
        if (prefix && strcmp(c->reports.items[i].prefix, prefix) == 0)
            return 0;
    if (!text.size || !size || size >= sizeof one.prefix)
        return 0;
    memcpy(one.prefix, prefix, size);
    dxk_buffer_init(&one.text, c->ctx);
    *status = dxk_buffer_append(&one.text, text.data, text.size);
    if (*status == DXK_OK && !dxki_vec_push(c->ctx, &c->reports, one))
        *status = dxki_nomem(c->ctx);
    if (*status == DXK_OK)
        return (uint32_t)c->reports.count;
    dxk_buffer_free(&one.text);
    return 0;
}

static dxk_status grow_tree(dxk_report_collection *c, dxk_str name, const dxk_report_summary *s)
{
    dxk_picture_share shares[DXK_REPORT_PARTS];
    for (uint32_t i = 0; i < s->part_count; i++)
        shares[i] = (dxk_picture_share){s->parts[i].fourcc, s->parts[i].size};
    return dxk_picture_tree_add(c->tree, name, shares, s->part_count);
}

/* Folders that a new name has in common with those before. */
static size_t share_folders(const dxk_report_collection *c, dxk_str name)
{
    const char *first = c->rows.count ? c->rows.items[0].name : name.data;
    size_t most = c->rows.count ? c->shared : name.size, shared = 0;
    for (size_t i = 0; i < most && i < name.size && name.data[i] == first[i]; i++)
        shared = name.data[i] == '/' ? i + 1 : shared;
    return shared;
}

dxk_status dxk_report_collection_add(dxk_report_collection *c, dxk_str name,
                                     const dxk_report_summary *summary, dxk_bytes text,
                                     const char *prefix)
{
    row one = {.name_size = name.size, .facts = *summary};
    dxk_status status = grow_tree(c, name, summary);
    if (status == DXK_OK)
        one.report = keep_report(c, text, prefix, &status);
    if (status != DXK_OK)
        return status;
    one.name = dxki_realloc(c->ctx, NULL, 0, name.size + 1);
    if (!one.name)
        return dxki_nomem(c->ctx);
    if (name.size)
        memcpy(one.name, name.data, name.size);
    c->shared = share_folders(c, name);
    if (dxki_vec_push(c->ctx, &c->rows, one))
        return DXK_OK;
    dxki_realloc(c->ctx, one.name, name.size + 1, 0);
    return dxki_nomem(c->ctx);
}

/* --- groups --- */

/* Rows sorted by something, so that those that belong together are neighbours. */
typedef struct order {
    uint32_t *rows;
    size_t count;
} order;

/* Equal programs are together, the first of each in the order of the rows. */
static bool after_program(const void *user, const void *a, const void *b)
{
    const dxk_report_collection *c = user;
    const uint32_t *x = a, *y = b;
    return memcmp(c->rows.items[*x].facts.program, c->rows.items[*y].facts.program, 16) > 0;
}

static bool after_rule(const void *user, const void *a, const void *b)
{
    const dxk_report_collection *c = user;
    const uint32_t *x = a, *y = b;
    const char *r = c->rows.items[*x].facts.rule, *s = c->rows.items[*y].facts.rule;
    return strcmp(r ? r : "", s ? s : "") > 0;
}

static bool same_program(const row *a, const row *b)
{
    return memcmp(a->facts.program, b->facts.program, 16) == 0;
}

static bool same_rule(const row *a, const row *b)
{
    return a->facts.rule && b->facts.rule && strcmp(a->facts.rule, b->facts.rule) == 0;
}

static bool sort_rows(const dxk_report_collection *c, dxki_sort_after after, order *out)
{
    out->count = c->rows.count;
    out->rows = dxki_realloc(c->ctx, NULL, 0, (out->count + 1) * sizeof *out->rows);
    if (!out->rows)
        return false;
    for (size_t i = 0; i < out->count; i++)
        out->rows[i] = (uint32_t)i;
    return dxki_sort(c->ctx, out->rows, out->count, sizeof *out->rows, after, c);
}

static void free_order(const dxk_report_collection *c, order *o)
{
    if (o->rows)
        dxki_realloc(c->ctx, o->rows, (o->count + 1) * sizeof *o->rows, 0);
}

/* The end of the group that begins at `at`. */
static size_t group_end(const dxk_report_collection *c, const order *o, size_t at,
                        bool (*same)(const row *, const row *))
{
    size_t end = at + 1;
    while (end < o->count && same(&c->rows.items[o->rows[at]], &c->rows.items[o->rows[end]]))
        end++;
    return end;
}

/* --- writing --- */

static void put_name(const dxk_report_collection *c, dxki_out *out, const row *r)
{
    if (r->report) {
        dxki_out_text(out, "<a href=\"#");
        dxki_out_text(out, c->reports.items[r->report - 1].prefix);
        dxki_out_text(out, "top\">");
    }
    dxki_html_text(out, (dxk_str){r->name + c->shared, r->name_size - c->shared});
    dxki_out_text(out, r->report ? "</a>" : "");
}

static void put_names(const dxk_report_collection *c, dxki_out *out, const order *o, size_t from,
                      size_t to)
{
    for (size_t i = from; i < to && i < from + MOST_NAMES; i++) {
        dxki_out_text(out, i > from ? "<br>" : "");
        put_name(c, out, &c->rows.items[o->rows[i]]);
    }
    if (to - from > MOST_NAMES) {
        dxki_out_text(out, "<br>and ");
        dxki_html_count(out, to - from - MOST_NAMES);
        dxki_out_text(out, " more");
    }
}

static void put_row(const dxk_report_collection *c, dxki_out *out, const row *r)
{
    static const char *const verdicts[] = {"<td>not validated", "<td class=good>valid",
                                           "<td class=bad>invalid"};
    const dxk_report_summary *s = &r->facts;
    dxki_out_text(out, "<tr><td>");
    put_name(c, out, r);
    dxki_out_text(out, "<td>");
    dxki_html_text(out, dxki_str(s->model[0] ? s->model : dxk_input_kind_name(s->kind)));
    dxki_out_text(out, "<td class=r>");
    dxki_html_count(out, s->size);
    dxki_out_text(out, "<td class=r>");
    dxki_html_count(out, s->instructions);
    dxki_out_text(out, verdicts[s->verdict]);
    dxki_out_text(out, "<td>");
    dxki_out_text(out, dxk_digest_state_name(s->digest));
    dxki_out_text(out, "<td>");
    if (s->errors + s->warnings) {
        dxki_html_things(out, s->errors, "error");
        dxki_out_text(out, ", ");
        dxki_html_things(out, s->warnings, "warning");
        dxki_out_text(out, s->rule ? ": " : "");
        dxki_html_text(out, dxki_str(s->rule ? s->rule : ""));
    }
    dxki_out_char(out, '\n');
}

static void put_rows(const dxk_report_collection *c, dxki_out *out)
{
    size_t shown = c->rows.count < MOST_ROWS ? c->rows.count : MOST_ROWS;
    dxki_html_section(out, "", "files", "Files", true);
    dxki_html_things(out, c->rows.count, "file");
    dxki_html_content(out);
    dxki_out_text(out,
                  "<table data-search><thead><tr><th>file<th>model<th class=r>bytes<th class=r>"
                  "instructions<th>verdict<th>digest<th>findings</thead><tbody>\n");
    for (size_t i = 0; i < shown; i++)
        put_row(c, out, &c->rows.items[i]);
    dxki_out_text(out, "</tbody></table>");
    if (shown < c->rows.count) {
        dxki_out_text(out, "<p class=\"note\">");
        dxki_html_things(out, c->rows.count - shown, "more file");
        dxki_out_text(out, "</p>");
    }
    dxki_html_section_end(out);
}

typedef struct totals {
    uint64_t bytes, invalid, warned, same, spared; /* spared: bytes of all but one of the same */
    size_t groups, rules;
} totals;

static totals count_totals(const dxk_report_collection *c, const order *programs,
                           const order *rules)
{
    totals t = {0};
    for (size_t i = 0; i < c->rows.count; i++) {
        const dxk_report_summary *s = &c->rows.items[i].facts;
        t.bytes += s->size;
        t.invalid += s->verdict == DXK_REPORT_INVALID;
        t.warned += s->verdict != DXK_REPORT_INVALID && s->warnings;
    }
    for (size_t i = 0, end; i < programs->count; i = end) {
        end = group_end(c, programs, i, same_program);
        t.groups += end - i > 1;
        t.same += end - i - 1;
        for (size_t k = i + 1; k < end; k++)
            t.spared += c->rows.items[programs->rows[k]].facts.size;
    }
    for (size_t i = 0, end; i < rules->count; i = end) {
        end = group_end(c, rules, i, same_rule);
        t.rules += c->rows.items[rules->rows[i]].facts.rule != NULL;
    }
    return t;
}

static void put_card(dxki_out *out, const char *classes, uint64_t number, const char *text)
{
    dxki_out_text(out, "<div class=\"card\"><b class=\"");
    dxki_out_text(out, classes);
    dxki_out_text(out, "\">");
    dxki_html_count(out, number);
    dxki_out_text(out, "</b><span>");
    dxki_out_text(out, text);
    dxki_out_text(out, "</span></div>");
}

static void put_cards(const dxk_report_collection *c, dxki_out *out, const totals *t)
{
    dxki_out_text(out, "<section id=\"overview\" class=\"cards\">");
    put_card(out, "", c->rows.count, c->rows.count == 1 ? "file" : "files");
    put_card(out, "", t->bytes, "bytes");
    put_card(out, t->invalid ? "bad" : "good", t->invalid, "invalid");
    put_card(out, t->warned ? "warn" : "", t->warned, "valid with warnings");
    put_card(out, "", t->same, "repeat the program of another file");
    dxki_out_text(out, "</section>\n");
}

static void put_tree(const dxk_report_collection *c, dxki_out *out)
{
    const dxk_picture_options how = {.bare = true, .id_prefix = "tree-", .no_links = true};
    dxk_buffer svg;
    if (!c->rows.count)
        return;
    dxk_buffer_init(&svg, c->ctx);
    dxk_status status = dxk_picture_tree_write(c->tree, &how, dxk_buffer_sink(&svg));
    if (status == DXK_OK) {
        dxki_html_section(out, "", "space", "Space", true);
        dxki_html_content(out);
        dxki_out_write(out, (const char *)svg.data, svg.size);
        dxki_html_section_end(out);
    } else {
        out->status = out->status == DXK_OK ? dxki_doc_failure(c->ctx, status) : out->status;
    }
    dxk_buffer_free(&svg);
}

static void put_duplicates(const dxk_report_collection *c, dxki_out *out, const order *o,
                           const totals *t)
{
    size_t shown = 0;
    if (!t->groups)
        return;
    dxki_html_section(out, "", "duplicates", "Duplicates", false);
    dxki_html_things(out, t->groups, "program");
    dxki_out_text(out, " in several files; all but one of each: ");
    dxki_html_things(out, t->spared, "byte");
    dxki_html_content(out);
    dxki_out_text(out,
                  "<table data-search><thead><tr><th class=r>files<th class=r>bytes<th>with the "
                  "same program</thead><tbody>\n");
    for (size_t i = 0, end; i < o->count && shown < MOST_GROUPS; i = end) {
        end = group_end(c, o, i, same_program);
        if (end - i < 2)
            continue;
        shown++;
        dxki_out_text(out, "<tr><td class=r>");
        dxki_html_count(out, end - i);
        dxki_out_text(out, "<td class=r>");
        dxki_html_count(out, c->rows.items[o->rows[i]].facts.size);
        dxki_out_text(out, "<td>");
        put_names(c, out, o, i, end);
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "</tbody></table>");
    if (shown < t->groups) {
        dxki_out_text(out, "<p class=\"note\">");
        dxki_html_things(out, t->groups - shown, "more program");
        dxki_out_text(out, "</p>");
    }
    dxki_html_section_end(out);
}

static void put_findings(const dxk_report_collection *c, dxki_out *out, const order *o,
                         const totals *t)
{
    if (!t->rules)
        return;
    dxki_html_section(out, "", "findings", "Findings", true);
    dxki_html_things(out, t->rules, "rule");
    dxki_out_text(out, " broken first");
    dxki_html_content(out);
    dxki_out_text(out, "<table data-search><thead><tr><th>rule<th class=r>files<th>where it is the "
                       "first error</thead><tbody>\n");
    for (size_t i = 0, end; i < o->count; i = end) {
        dxk_rule_info rule;
        const char *id = c->rows.items[o->rows[i]].facts.rule;
        end = group_end(c, o, i, same_rule);
        if (!id)
            continue;
        dxki_out_text(out, "<tr><td class=p><b class=mono>");
        dxki_html_text(out, dxki_str(id));
        dxki_out_text(out, "</b>");
        if (dxk_rule_find(id, &rule)) {
            dxki_out_text(out, "<br>");
            dxki_html_text(out, dxki_str(rule.explanation ? rule.explanation : rule.text));
        }
        dxki_out_text(out, "<td class=r>");
        dxki_html_count(out, end - i);
        dxki_out_text(out, "<td>");
        put_names(c, out, o, i, end);
        dxki_out_char(out, '\n');
    }
    dxki_out_text(out, "</tbody></table>");
    dxki_html_section_end(out);
}

static void put_reports(const dxk_report_collection *c, dxki_out *out)
{
    for (size_t i = 0; i < c->reports.count; i++)
        dxki_out_write(out, (const char *)c->reports.items[i].text.data,
                       c->reports.items[i].text.size);
}

static void put_nav(dxki_out *out, const totals *t, bool any)
{
    dxki_html_nav(out);
    dxki_html_nav_link(out, "", "overview", "Overview");
    if (any)
        dxki_html_nav_link(out, "", "space", "Space");
    if (t->rules)
        dxki_html_nav_link(out, "", "findings", "Findings");
    if (t->groups)
        dxki_html_nav_link(out, "", "duplicates", "Duplicates");
    dxki_html_nav_link(out, "", "files", "Files");
    dxki_html_nav_end(out);
}

static void put_document(const dxk_report_collection *c, dxki_out *out, dxk_str title,
                         const order *programs, const order *rules)
{
    totals t = count_totals(c, programs, rules);
    dxki_html_head(out, title);
    dxki_out_text(out, "<header><h1>");
    dxki_html_text(out, title);
    dxki_out_text(out, "</h1><p>");
    if (c->shared)
        dxki_html_text(out, (dxk_str){c->rows.items[0].name, c->shared});
    dxki_out_text(out, "</p></header>\n");
    put_nav(out, &t, c->rows.count != 0);
    dxki_out_text(out, "<main>\n");
    put_cards(c, out, &t);
    put_tree(c, out);
    put_findings(c, out, rules, &t);
    put_duplicates(c, out, programs, &t);
    put_rows(c, out);
    put_reports(c, out);
    dxki_out_text(out, "<footer>Made by dxk ");
    dxki_out_text(out, dxk_version());
    dxki_out_text(out, "</footer></main>\n");
    dxki_html_tail(out);
}

dxk_status dxk_report_collection_write(const dxk_report_collection *c, dxk_str title, dxk_sink sink)
{
    order programs = {NULL, 0}, rules = {NULL, 0};
    dxki_out out;
    dxk_status status = DXK_OK;
    dxki_out_init(&out, sink);
    if (!sort_rows(c, after_program, &programs) || !sort_rows(c, after_rule, &rules))
        status = dxki_nomem(c->ctx);
    else
        put_document(c, &out, title.size ? title : dxki_str("Shaders"), &programs, &rules);
    free_order(c, &programs);
    free_order(c, &rules);
    return status == DXK_OK ? dxki_out_flush(&out) : status;
}

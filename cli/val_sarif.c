/* SPDX-License-Identifier: MIT */
/*
 * val_sarif.c - findings as SARIF 2.1.0 (OASIS): one run, whose tool lists all rules, and a result
 * for each error. Errors of the readers are results, too.
 */
#include "sarif.h"
#include "val.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Around the results                                                                         */

static void message(json_writer *json, const char *key, const char *text)
{
    json_object(json, key);
    json_text(json, "text", text);
    json_end(json);
}

/* What to do, and an example of the mistake. */
static void help(json_writer *json, const dxk_rule_info *info)
{
    dxk_buffer text;
    if (!info->fix && !info->example)
        return;
    dxk_buffer_init(&text, json->out->buffer->ctx);
    text_out out = text_to_buffer(&text, false);
    if (info->fix)
        text_put(&out, info->fix);
    if (info->example)
        text_printf(&out, "%sExample of the mistake: %s", info->fix ? " " : "", info->example);
    if (out.error)
        json->out->error = out.error;
    json_object(json, "help");
    json_str(json, "text", (dxk_str){(const char *)text.data, text.size});
    json_end(json);
    dxk_buffer_free(&text);
}

static void rule(json_writer *json, const dxk_rule_info *info)
{
    json_object(json, NULL);
    json_text(json, "id", info->id);
    message(json, "shortDescription", info->text);
    if (info->explanation)
        message(json, "fullDescription", info->explanation);
    help(json, info);
    json_end(json);
}

/* Everything up to the results; their array stays open. */
static void print_head(const cli_app *app, text_out *out)
{
    (void)app;
    dxk_rule_info info;
    json_writer json;
    json_init(&json, out);
    json_object(&json, NULL);
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_array(&json, "runs");
    json_object(&json, NULL);
    json_object(&json, "tool");
    json_object(&json, "driver");
    json_text(&json, "name", "dxk");
    json_text(&json, "version", dxk_version());
    json_text(&json, "semanticVersion", dxk_version());
    json_array(&json, "rules");
    for (size_t i = 0; dxk_rule_at(i, &info); i++)
        rule(&json, &info);
    json_end(&json);
    json_end(&json);
    json_end(&json);
    json_text(&json, "columnKind", "utf16CodeUnits");
    json_array(&json, "results");
    text_char(out, '\n');
}

static void print_tail(const cli_app *app, text_out *out, size_t inputs, size_t bad)
{
    (void)app;
    (void)inputs;
    (void)bad;
    text_put(out, "\n      ]\n    }\n  ]\n}\n");
}

const cli_frame val_sarif_frame = {.head = print_head, .between = ",\n", .tail = print_tail};

/* ---------------------------------------------------------------------------------------- */
/* Results                                                                                    */

static dxk_str input_name(const job *j)
{
    return strcmp(j->name, "-") == 0 ? (dxk_str){"stdin", 5} : (dxk_str){j->name, strlen(j->name)};
}

static void region(json_writer *json, uint64_t line, uint64_t column)
{
    json_object(json, "region");
    json_u64(json, "startLine", line);
    if (column)
        json_u64(json, "startColumn", column);
    json_end(json);
}

static void byte_region(json_writer *json, uint64_t offset)
{
    json_object(json, "region");
    json_u64(json, "byteOffset", offset);
    json_u64(json, "byteLength", 0);
    json_end(json);
}

static bool has_source(const dxk_finding *f)
{
    return f->line && f->file.size;
}

/* The place in the source when it is known, else in the input. */
static void physical(job *j, json_writer *json, const subject *s, const dxk_finding *f)
{
    val_line line;
    bool in_text = val_text_line(s, f, &line), source = !in_text && has_source(f);
    json_object(json, "physicalLocation");
    sarif_uri(json, source ? f->file : input_name(j));
    if (in_text)
        region(json, line.line, line.column);
    else if (source)
        region(json, f->line, f->column);
    else if (val_has_bit(s, f))
        byte_region(json, f->bit_offset / 8);
    else if (val_has_offset(s, f))
        byte_region(json, f->offset);
    json_end(json);
}

static void logical(json_writer *json, const dxk_finding *f)
{
    if (!f->path.size)
        return;
    json_array(json, "logicalLocations");
    json_object(json, NULL);
    if (f->function.size) {
        json_str(json, "name", f->function);
        json_text(json, "kind", "function");
    }
    json_str(json, "fullyQualifiedName", f->path);
    json_end(json);
    json_end(json);
}

static json_writer begin(job *j, bool first)
{
    json_writer json;
    text_put(&j->out, first ? "        " : ",\n        ");
    json_init(&json, &j->out);
    return json;
}

static void properties(job *j, json_writer *json, const subject *s, const dxk_finding *f)
{
    if (!f->instruction.size && !f->subject.size && !has_source(f))
        return;
    json_object(json, "properties");
    if (has_source(f))
        json_str(json, "input", input_name(j));
    if (f->instruction.size) {
        json_u64(json, "block", f->block_index);
        json_str(json, "instruction", f->instruction);
    }
    if (f->instruction.size && val_has_bit(s, f))
        json_u64(json, "bit", f->bit_offset);
    if (f->subject.size)
        json_str(json, "subject", f->subject);
    json_end(json);
}

/* The rule by its place in the list of print_head(). */
static void rule_of(json_writer *json, const char *id)
{
    dxk_rule_info info;
    if (!id)
        return;
    json_text(json, "ruleId", id);
    if (dxk_rule_find(id, &info))
        json_u64(json, "ruleIndex", info.index);
}

static void location(job *j, json_writer *json, const subject *s, const dxk_finding *f)
{
    json_object(json, NULL);
    physical(j, json, s, f);
    logical(json, f);
}

/* A note has its place, or is about that of the finding. */
static void related(job *j, json_writer *json, const subject *s, const dxk_finding *note)
{
    location(j, json, s, note);
    json_object(json, "message");
    json_str(json, "text", val_message(note));
    json_end(json);
    json_end(json);
}

/* With the notes that follow; *next is what comes then. */
static void finding(job *j, const subject *s, val_walk *walk, const dxk_finding **next, bool first)
{
    const dxk_finding *f = *next;
    json_writer json = begin(j, first);
    json_object_line(&json, NULL);
    rule_of(&json, f->rule);
    json_text(&json, "level", val_severity(f->severity));
    json_object(&json, "message");
    json_str(&json, "text", val_message(f));
    json_end(&json);
    json_array(&json, "locations");
    location(j, &json, s, f);
    json_end(&json);
    json_end(&json);
    *next = val_next(walk);
    bool more = *next && (*next)->severity == DXK_NOTE && !(*next)->rule;
    if (f->note.size || more)
        json_array(&json, "relatedLocations");
    if (f->note.size) {
        dxk_finding note = {.message = f->note,
                            .bit_offset = f->bit_offset,
                            .offset = f->offset,
                            .file = f->file,
                            .line = f->line,
                            .column = f->column};
        related(j, &json, s, &note);
    }
    for (; *next && (*next)->severity == DXK_NOTE && !(*next)->rule; *next = val_next(walk))
        related(j, &json, s, *next);
    if (f->note.size || more)
        json_end(&json);
    properties(j, &json, s, f);
    json_end(&json);
}

/* Something that a reader says. */
static void diagnostic(job *j, const dxk_diag *d, bool first)
{
    json_writer json = begin(j, first);
    json_object_line(&json, NULL);
    rule_of(&json, d->rule);
    json_text(&json, "level", val_severity(d->severity));
    message(&json, "message", d->message);
    json_array(&json, "locations");
    json_object(&json, NULL);
    json_object(&json, "physicalLocation");
    sarif_uri(&json, input_name(j));
    if (d->place == DXK_PLACE_LINE)
        region(&json, d->line, d->column);
    else if (d->place != DXK_PLACE_NONE)
        byte_region(&json, d->place == DXK_PLACE_BIT ? d->position / 8 : d->position);
    json_end(&json);
    if (*d->path) {
        json_array(&json, "logicalLocations");
        json_object(&json, NULL);
        json_text(&json, "fullyQualifiedName", d->path);
    }
    json_end_to(&json, 0);
}

void val_print_sarif(job *j, const subject *s, const val_filter *filter,
                     const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter};
    const dxk_diag *d;
    bool first = true;
    for (; (d = val_next_diag(&walk, j->ctx)) != NULL; first = false)
        diagnostic(j, d, first);
    const dxk_finding *f = val_next(&walk);
    for (; f; first = false)
        finding(j, s, &walk, &f, first);
}

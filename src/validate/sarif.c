/* SPDX-License-Identifier: MIT */
/*
 * sarif.c - findings as SARIF 2.1.0 (OASIS): one run, whose tool lists the rules, and a result for
 * each error. What the readers report are results, too.
 */
#include <string.h>

#include "base/str.h"
#include "validate/report.h"

static void put_message(dxk_json *json, const char *key, const char *text)
{
    dxk_json_object(json, key);
    dxk_json_text(json, "text", text);
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Around the results                                                                         */

/* What to do, and an example of the mistake; else what the rule says: GitHub takes no rule without help. */
static void put_help(dxk_json *json, const dxk_rule_info *info)
{
    dxk_str pieces[4];
    size_t count = 0;
    if (info->fix)
        pieces[count++] = dxki_str(info->fix);
    if (info->fix && info->example)
        pieces[count++] = dxki_str(" ");
    if (info->example) {
        pieces[count++] = dxki_str("Example of the mistake: ");
        pieces[count++] = dxki_str(info->example);
    }
    if (!count)
        pieces[count++] = dxki_str(info->explanation ? info->explanation : info->text);
    dxk_json_object(json, "help");
    dxk_json_pieces(json, "text", pieces, count);
    dxk_json_end(json);
}

static void put_rule(dxk_json *json, const dxk_rule_info *info)
{
    dxk_json_object(json, NULL);
    dxk_json_text(json, "id", info->id);
    put_message(json, "shortDescription", info->text);
    if (info->explanation)
        put_message(json, "fullDescription", info->explanation);
    put_help(json, info);
    dxk_json_end(json);
}

/* Up to the open array of rules, and the ends of all that is open. */
static void begin_tool(dxk_json *json, const char *key)
{
    dxk_json_object(json, key);
    dxk_json_object(json, "driver");
    dxk_json_text(json, "name", "dxk");
    dxk_json_text(json, "version", dxk_version());
    dxk_json_text(json, "semanticVersion", dxk_version());
    dxk_json_array(json, "rules");
}

static void end_tool(dxk_json *json)
{
    for (int open = 3; open; open--)
        dxk_json_end(json);
}

void dxk_sarif_tool(dxk_json *json, const char *key, const char *const *rules, size_t count)
{
    dxk_rule_info info;
    begin_tool(json, key);
    for (size_t i = 0; i < count; i++) {
        if (dxk_rule_find(rules[i], &info))
            put_rule(json, &info);
    }
    end_tool(json);
}

static void begin_run(dxk_json *json)
{
    dxk_json_object(json, NULL);
    dxk_json_text(json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    dxk_json_text(json, "version", "2.1.0");
    dxk_json_array(json, "runs");
    dxk_json_object(json, NULL);
}

static void begin_results(dxk_json *json)
{
    dxk_json_text(json, "columnKind", "utf16CodeUnits");
    dxk_json_array(json, "results");
}

void dxk_sarif_begin(dxk_json *json)
{
    dxk_rule_info info;
    begin_run(json);
    begin_tool(json, "tool");
    for (size_t i = 0; dxk_rule_at(i, &info); i++)
        put_rule(json, &info);
    end_tool(json);
    begin_results(json);
}

void dxk_sarif_open(dxk_json *json)
{
    begin_run(json);
    begin_results(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Results                                                                                    */

static void region(dxk_json *json, uint64_t line, uint64_t column)
{
    dxk_json_object(json, "region");
    dxk_json_u64(json, "startLine", line);
    if (column)
        dxk_json_u64(json, "startColumn", column);
    dxk_json_end(json);
}

/* What has no lines is one: viewers that know lines alone want a number. */
static void byte_region(dxk_json *json, uint64_t offset)
{
    dxk_json_object(json, "region");
    dxk_json_u64(json, "startLine", 1);
    dxk_json_u64(json, "byteOffset", offset);
    dxk_json_u64(json, "byteLength", 0);
    dxk_json_end(json);
}

static bool has_source(const dxk_finding *f)
{
    return f->line && f->file.size;
}

static void put_uri(dxk_json *json, dxk_str path)
{
    dxk_json_object(json, "artifactLocation");
    dxk_json_uri(json, "uri", path);
    dxk_json_end(json);
}

/* The place in the source when it is known, else in the input. */
static void put_physical(dxk_json *json, dxk_str name, const dxk_finding *f)
{
    dxk_json_object(json, "physicalLocation");
    put_uri(json, has_source(f) ? f->file : name);
    if (f->line)
        region(json, f->line, f->column);
    else if (f->bit_offset != UINT32_MAX)
        byte_region(json, f->bit_offset / 8);
    else
        byte_region(json, f->offset != UINT64_MAX ? f->offset : 0);
    dxk_json_end(json);
}

/* FNV-1a, with an end mark. */
static uint64_t hash_text(uint64_t hash, dxk_str text)
{
    for (size_t i = 0; i <= text.size; i++)
        hash = (hash ^ (i < text.size ? (uint8_t)text.data[i] : 0)) * 0x100000001b3u;
    return hash;
}

/* What stays when a shader is compiled again and its bytes move: rule, object, instruction. Viewers
 * tell by it which findings are new. */
static void put_fingerprint(dxk_json *json, const char *rule, dxk_str path, dxk_str instruction)
{
    uint64_t hash = hash_text(0xcbf29ce484222325u, dxki_str(rule ? rule : ""));
    char text[17];

    hash = hash_text(hash_text(hash, path), instruction);
    for (uint32_t i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    text[16] = 0;
    dxk_json_object(json, "partialFingerprints");
    dxk_json_text(json, "dxkRulePath/v1", text);
    dxk_json_end(json);
}

static void put_logical(dxk_json *json, const dxk_finding *f)
{
    if (!f->path.size)
        return;
    dxk_json_array(json, "logicalLocations");
    dxk_json_object(json, NULL);
    if (f->function.size) {
        dxk_json_str(json, "name", f->function);
        dxk_json_text(json, "kind", "function");
    }
    dxk_json_str(json, "fullyQualifiedName", f->path);
    dxk_json_end(json);
    dxk_json_end(json);
}

static void put_properties(dxk_json *json, dxk_str name, const dxk_finding *f)
{
    if (!f->instruction.size && !f->subject.size && !has_source(f))
        return;
    dxk_json_object(json, "properties");
    if (has_source(f))
        dxk_json_str(json, "input", name);
    if (f->instruction.size) {
        dxk_json_u64(json, "block", f->block_index);
        dxk_json_str(json, "instruction", f->instruction);
    }
    if (f->instruction.size && f->bit_offset != UINT32_MAX)
        dxk_json_u64(json, "bit", f->bit_offset);
    if (f->subject.size)
        dxk_json_str(json, "subject", f->subject);
    dxk_json_end(json);
}

static void put_rule_of(dxk_json *json, const char *id)
{
    if (id && *id)
        dxk_json_text(json, "ruleId", id);
}

/* A note has its place, or is about that of the finding. */
static void put_related(dxk_json *json, dxk_str name, const dxk_finding *note)
{
    dxk_json_object(json, NULL);
    put_physical(json, name, note);
    put_logical(json, note);
    dxk_json_object(json, "message");
    dxk_json_str(json, "text", dxk_finding_message(note));
    dxk_json_end(json);
    dxk_json_end(json);
}

static void put_notes(dxk_json *json, dxk_str name, const dxk_finding *f, const dxk_finding *notes,
                      size_t note_count)
{
    const dxk_finding own = {.message = f->note,
                             .bit_offset = f->bit_offset,
                             .offset = f->offset,
                             .file = f->file,
                             .line = f->line,
                             .column = f->column};
    if (!f->note.size && !note_count)
        return;
    dxk_json_array(json, "relatedLocations");
    if (f->note.size)
        put_related(json, name, &own);
    for (size_t i = 0; i < note_count; i++)
        put_related(json, name, &notes[i]);
    dxk_json_end(json);
}

void dxk_sarif_finding(dxk_json *json, dxk_str name, const dxk_finding *f, const dxk_finding *notes,
                       size_t note_count)
{
    dxk_json_object_line(json, NULL);
    put_rule_of(json, f->rule);
    dxk_json_text(json, "level", dxk_severity_name(f->severity));
    dxk_json_object(json, "message");
    dxk_json_str(json, "text", dxk_finding_message(f));
    dxk_json_end(json);
    dxk_json_array(json, "locations");
    dxk_json_object(json, NULL);
    put_physical(json, name, f);
    put_logical(json, f);
    dxk_json_end(json);
    dxk_json_end(json);
    put_fingerprint(json, f->rule, f->path, f->instruction);
    put_notes(json, name, f, notes, note_count);
    put_properties(json, name, f);
    dxk_json_end(json);
}

static void put_range(dxk_json *json, const char *key, const dxk_diag_range *r)
{
    dxk_json_object(json, key);
    dxk_json_u64(json, "startLine", r->line);
    dxk_json_u64(json, "startColumn", r->column);
    dxk_json_u64(json, "endLine", r->end_line);
    dxk_json_u64(json, "endColumn", r->end_column);
    dxk_json_end(json);
}

/* The range that begins at the place of a diagnostic, or NULL. */
static const dxk_diag_range *range_at(const dxk_diag *d)
{
    for (size_t i = 0; i < d->range_count; i++) {
        if (d->ranges[i].line == d->line && d->ranges[i].column == d->column)
            return &d->ranges[i];
    }
    return NULL;
}

static void put_place(dxk_json *json, const dxk_diag *d)
{
    const dxk_diag_range *own = range_at(d);

    if (own)
        put_range(json, "region", own);
    else if (d->place == DXK_PLACE_LINE)
        region(json, d->line, d->column);
    else
        byte_region(json, d->place == DXK_PLACE_BIT    ? d->position / 8
                          : d->place == DXK_PLACE_BYTE ? d->position
                                                       : 0);
}

/* What else a diagnostic marks. */
static void put_annotations(dxk_json *json, const dxk_diag *d)
{
    if (!d->range_count)
        return;
    dxk_json_array(json, "annotations");
    for (size_t i = 0; i < d->range_count; i++)
        put_range(json, NULL, &d->ranges[i]);
    dxk_json_end(json);
}

/* What would mend it: all changes of one fix. */
static void put_fixes(dxk_json *json, dxk_str name, const dxk_diag *d)
{
    if (!d->fix_count)
        return;
    dxk_json_array(json, "fixes");
    dxk_json_object(json, NULL);
    dxk_json_array(json, "artifactChanges");
    dxk_json_object(json, NULL);
    put_uri(json, name);
    dxk_json_array(json, "replacements");
    for (size_t i = 0; i < d->fix_count; i++) {
        dxk_json_object(json, NULL);
        put_range(json, "deletedRegion", &d->fixes[i].range);
        put_message(json, "insertedContent", d->fixes[i].text);
        dxk_json_end(json);
    }
    for (int open = 5; open; open--)
        dxk_json_end(json);
}

void dxk_sarif_diag(dxk_json *json, dxk_str name, const dxk_diag *d)
{
    dxk_str file = d->file ? dxki_str(d->file) : name;

    dxk_json_object_line(json, NULL);
    put_rule_of(json, d->rule);
    dxk_json_text(json, "level", dxk_severity_name(d->severity));
    put_message(json, "message", d->message);
    dxk_json_array(json, "locations");
    dxk_json_object(json, NULL);
    dxk_json_object(json, "physicalLocation");
    put_uri(json, file);
    put_place(json, d);
    dxk_json_end(json);
    put_annotations(json, d);
    if (*d->path) {
        dxk_json_array(json, "logicalLocations");
        dxk_json_object(json, NULL);
        dxk_json_text(json, "fullyQualifiedName", d->path);
        dxk_json_end(json);
        dxk_json_end(json);
    }
    dxk_json_end(json);
    dxk_json_end(json);
    put_fingerprint(json, d->rule, dxki_str(d->path), dxki_str(""));
    put_fixes(json, file, d);
    if (d->group) {
        dxk_json_object(json, "properties");
        dxk_json_text(json, "group", d->group);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* A document                                                                                 */

static bool explains(const dxk_finding *f)
{
    return f->severity == DXK_NOTE && !f->rule;
}

/* The rules of findings, each once; *count of them. NULL: no memory. */
static const char **rules_of(const dxk_validation *validation, dxki_arena *arena, size_t *count)
{
    const dxk_finding *f = validation->findings.items;
    size_t total = validation->findings.count;
    const char **rules = DXKI_NEW_ARRAY(arena, const char *, total + 1);
    *count = 0;
    for (size_t i = 0; rules && i < total; i++) {
        size_t k = 0;
        while (k < *count && rules[k] != f[i].rule)
            k++;
        if (f[i].rule && !f[i].is_repeated && k == *count)
            rules[(*count)++] = f[i].rule;
    }
    return rules;
}

dxk_status dxk_validation_sarif(const dxk_validation *validation, const char *name, dxk_sink sink)
{
    const dxk_finding *f = validation->findings.items;
    size_t count = validation->findings.count;
    size_t rule_count;
    dxki_arena scratch;
    dxk_json json;
    dxki_arena_init(&scratch, validation->ctx);
    const char **rules = rules_of(validation, &scratch, &rule_count);
    if (!rules)
        return dxki_nomem(validation->ctx);
    dxk_json_init(&json, sink);
    dxk_sarif_open(&json);
    for (size_t i = 0, notes; i < count; i += 1 + notes) {
        for (notes = 0; i + 1 + notes < count && explains(&f[i + 1 + notes]);)
            notes++;
        if (!f[i].is_repeated)
            dxk_sarif_finding(&json, dxki_str(name), &f[i], &f[i + 1], notes);
    }
    dxk_json_end(&json);
    dxk_sarif_tool(&json, "tool", rules, rule_count);
    dxk_json_end_to(&json, 0);
    dxki_arena_free(&scratch);
    return json.status;
}

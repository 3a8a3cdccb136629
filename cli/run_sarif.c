/* SPDX-License-Identifier: MIT */
/* run_sarif.c - findings of a run as SARIF 2.1.0 (OASIS): one run, whose tool lists all kinds of
 * findings, and a result for each place. */
#include "run.h"

#include <string.h>

static void text_member(json_writer *json, const char *key, const char *text)
{
    json_object(json, key);
    json_text(json, "text", text);
    json_end(json);
}

static void print_tool(json_writer *json)
{
    const char *id, *text;
    json_object(json, "tool");
    json_object(json, "driver");
    json_text(json, "name", "dxk");
    json_text(json, "version", dxk_version());
    json_text(json, "semanticVersion", dxk_version());
    json_array(json, "rules");
    for (size_t i = 0; (id = dxk_run_finding_id(i, &text)) != NULL; i++) {
        json_object(json, NULL);
        json_text(json, "id", id);
        text_member(json, "shortDescription", text);
        json_end(json);
    }
    json_end(json);
    json_end(json);
    json_end(json);
}

/* A file, with the place in it unless `line` is 0. */
static void put_physical(json_writer *json, dxk_str file, uint32_t line, uint32_t column)
{
    json_object(json, "physicalLocation");
    json_object(json, "artifactLocation");
    json_uri(json, "uri", file);
    json_end(json);
    if (line) {
        json_object(json, "region");
        json_u64(json, "startLine", line);
        if (column)
            json_u64(json, "startColumn", column);
        json_end(json);
    }
    json_end(json);
}

static void put_function(json_writer *json, dxk_str name)
{
    json_array(json, "logicalLocations");
    json_object(json, NULL);
    json_str(json, "name", name);
    json_text(json, "kind", "function");
    json_end(json);
    json_end(json);
}

static void print_place(json_writer *json, const run_state *s, const dxk_run_finding *f)
{
    json_array(json, "locations");
    json_object(json, NULL);
    put_physical(json, f->line ? f->file : (dxk_str){s->j->name, strlen(s->j->name)}, f->line,
                 f->column);
    if (f->function.size)
        put_function(json, f->function);
    json_end(json);
    json_end(json);
}

static void print_frame(json_writer *json, const dxk_run_frame *frame)
{
    json_object(json, NULL);
    json_object(json, "location");
    put_physical(json, frame->file, frame->line, frame->column);
    put_function(json, frame->function);
    json_end(json);
    json_end(json);
}

/* The functions that a place was inlined in. */
static void print_stack(json_writer *json, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame;
    if (!dxk_run_program_frame(s->program, f->place, 1, &frame))
        return;
    json_array(json, "stacks");
    json_object(json, NULL);
    json_array(json, "frames");
    for (uint32_t n = 0; dxk_run_program_frame(s->program, f->place, n, &frame); n++)
        print_frame(json, &frame);
    json_end(json);
    json_end(json);
    json_end(json);
}

/* The second place of a finding. */
static void print_related(json_writer *json, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame;
    if (!dxk_run_program_frame(s->program, f->other_place, 0, &frame) || !frame.line)
        return;
    json_array(json, "relatedLocations");
    json_object(json, NULL);
    put_physical(json, frame.file, frame.line, frame.column);
    text_member(json, "message", run_other_text(f));
    json_end(json);
    json_end(json);
}

static void print_numbers(json_writer *json, const char *key, const uint32_t numbers[3])
{
    json_array(json, key);
    for (int i = 0; i < 3; i++)
        json_u64(json, NULL, numbers[i]);
    json_end(json);
}

static void print_result(json_writer *json, const run_state *s, const dxk_run_finding *f)
{
    json_object_line(json, NULL);
    json_text(json, "ruleId", f->id);
    json_text(json, "level", run_severity(f->severity));
    json_object(json, "message");
    run_json_message(json, "text", s, f);
    json_end(json);
    print_place(json, s, f);
    print_related(json, s, f);
    print_stack(json, s, f);
    json_u64(json, "occurrenceCount", f->count);
    json_object(json, "properties");
    print_numbers(json, "group", f->group);
    print_numbers(json, "thread", f->thread);
    json_end(json);
    json_end(json);
}

static void print_results(json_writer *json, const run_state *s)
{
    for (size_t i = 0; i < s->findings.count; i++)
        print_result(json, s, &s->findings.items[i]);
}

void run_print_sarif(const run_state *s, text_out *out)
{
    const run_state *stage;
    json_writer json;
    json_init(&json, out);
    json_object(&json, NULL);
    json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json_text(&json, "version", "2.1.0");
    json_array(&json, "runs");
    json_object(&json, NULL);
    print_tool(&json);
    json_text(&json, "columnKind", "utf16CodeUnits");
    json_array(&json, "results");
    print_results(&json, s);
    for (size_t i = 0; (stage = run_stage(s, i)) != NULL; i++)
        print_results(&json, stage);
    json_end_to(&json, 0);
}

/* SPDX-License-Identifier: MIT */
/* run_sarif.c - findings of a run as SARIF 2.1.0 (OASIS): one run, whose tool lists all kinds of
 * findings, and a result for each place. */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static void text_member(dxk_json *json, const char *key, const char *text)
{
    dxk_json_object(json, key);
    dxk_json_text(json, "text", text);
    dxk_json_end(json);
}

/* Advice about findings of an id, where it does not depend on their numbers. */
static void print_help(dxk_json *json, const char *id)
{
    static const char more[] = "Use dxk debug, or dxk run with --trace, to see how the shader gets "
                               "there. docs/sanitizer.md of the project describes the findings.";
    const char *advice = dxk_run_finding_advice(id);
    char text[400];
    if (!*advice || strchr(advice, '%'))
        snprintf(text, sizeof text, "%s", more);
    else
        snprintf(text, sizeof text, "%c%s. %s", advice[0] - 'a' + 'A', advice + 1, more);
    text_member(json, "help", text);
}

static void print_tool(dxk_json *json)
{
    const char *id, *text;
    dxk_json_object(json, "tool");
    dxk_json_object(json, "driver");
    dxk_json_text(json, "name", "dxk");
    dxk_json_text(json, "version", dxk_version());
    dxk_json_text(json, "semanticVersion", dxk_version());
    dxk_json_array(json, "rules");
    for (size_t i = 0; (id = dxk_run_finding_id(i, &text)) != NULL; i++) {
        dxk_json_object(json, NULL);
        dxk_json_text(json, "id", id);
        text_member(json, "shortDescription", text);
        text_member(json, "fullDescription", text);
        print_help(json, id);
        dxk_json_end(json);
    }
    dxk_json_end(json);
    dxk_json_end(json);
    dxk_json_end(json);
}

/* A place in a file; without a line it is the first one, since viewers want a number. */
static void put_physical(dxk_json *json, dxk_str file, uint32_t line, uint32_t column)
{
    dxk_json_object(json, "physicalLocation");
    dxk_json_object(json, "artifactLocation");
    dxk_json_uri(json, "uri", file);
    dxk_json_end(json);
    dxk_json_object(json, "region");
    dxk_json_u64(json, "startLine", line ? line : 1);
    if (line && column)
        dxk_json_u64(json, "startColumn", column);
    dxk_json_end(json);
    dxk_json_end(json);
}

static void put_function(dxk_json *json, dxk_str name)
{
    dxk_json_array(json, "logicalLocations");
    dxk_json_object(json, NULL);
    dxk_json_str(json, "name", name);
    dxk_json_text(json, "kind", "function");
    dxk_json_end(json);
    dxk_json_end(json);
}

static void print_place(dxk_json *json, const run_state *s, const dxk_run_finding *f)
{
    dxk_json_array(json, "locations");
    dxk_json_object(json, NULL);
    put_physical(json, f->line ? f->file : (dxk_str){s->j->name, strlen(s->j->name)}, f->line,
                 f->column);
    if (f->function.size)
        put_function(json, f->function);
    dxk_json_end(json);
    dxk_json_end(json);
}

static void print_frame(dxk_json *json, const dxk_run_frame *frame)
{
    dxk_json_object(json, NULL);
    dxk_json_object(json, "location");
    put_physical(json, frame->file, frame->line, frame->column);
    put_function(json, frame->function);
    dxk_json_end(json);
    dxk_json_end(json);
}

/* The functions that a place was inlined in. */
static void print_stack(dxk_json *json, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame;
    if (!dxk_run_program_frame(s->program, f->place, 1, &frame))
        return;
    dxk_json_array(json, "stacks");
    dxk_json_object(json, NULL);
    dxk_json_array(json, "frames");
    for (uint32_t n = 0; dxk_run_program_frame(s->program, f->place, n, &frame); n++)
        print_frame(json, &frame);
    dxk_json_end(json);
    dxk_json_end(json);
    dxk_json_end(json);
}

/* The second place of a finding. */
static void print_related(dxk_json *json, const run_state *s, const dxk_run_finding *f)
{
    dxk_run_frame frame;
    if (!dxk_run_program_frame(s->program, f->other_place, 0, &frame) || !frame.line)
        return;
    dxk_json_array(json, "relatedLocations");
    dxk_json_object(json, NULL);
    put_physical(json, frame.file, frame.line, frame.column);
    text_member(json, "message", run_other_text(f));
    dxk_json_end(json);
    dxk_json_end(json);
}

static void print_numbers(dxk_json *json, const char *key, const uint32_t numbers[3])
{
    dxk_json_array(json, key);
    for (int i = 0; i < 3; i++)
        dxk_json_u64(json, NULL, numbers[i]);
    dxk_json_end(json);
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (uint8_t)bytes[i]) * 0x100000001b3u;
    return hash;
}

/* What stays when a shader is compiled again and its lines move: kind, stage, file, function,
 * and the instruction by its number. Viewers tell by it which findings are new. */
static void print_fingerprint(dxk_json *json, const run_state *s, const dxk_run_finding *f)
{
    char number[32], text[17];
    unsigned stage = (unsigned)dxk_run_program_info_get(s->program).kind;
    int size = snprintf(number, sizeof number, "%u %" PRIu32, stage, f->instruction);
    uint64_t hash = hash_bytes(0xcbf29ce484222325u, f->id, strlen(f->id) + 1);
    hash = hash_bytes(hash_bytes(hash, f->file.data, f->file.size), "", 1);
    hash = hash_bytes(hash_bytes(hash, f->function.data, f->function.size), "", 1);
    hash = hash_bytes(hash, number, (size_t)size);
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    dxk_json_object(json, "partialFingerprints");
    dxk_json_text(json, "dxkFindingPlace/v1", text);
    dxk_json_end(json);
}

static void print_result(dxk_json *json, run_state *s, const dxk_run_finding *f)
{
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "ruleId", f->id);
    dxk_json_text(json, "level", run_severity(f->severity));
    dxk_json_object(json, "message");
    run_json_message(json, "text", s, f);
    dxk_json_end(json);
    print_place(json, s, f);
    print_fingerprint(json, s, f);
    print_related(json, s, f);
    print_stack(json, s, f);
    dxk_json_u64(json, "occurrenceCount", f->count);
    dxk_json_object(json, "properties");
    print_numbers(json, "group", f->group);
    print_numbers(json, "thread", f->thread);
    run_json_subject(json, "subject", s, f);
    dxk_json_end(json);
    dxk_json_end(json);
}

static void print_results(dxk_json *json, run_state *s)
{
    for (size_t i = 0; i < s->findings.count; i++)
        print_result(json, s, &s->findings.items[i]);
}

void run_print_sarif(run_state *s, text_out *out)
{
    run_state *stage;
    dxk_json json;
    json_init(&json, out);
    dxk_json_object(&json, NULL);
    dxk_json_text(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    dxk_json_text(&json, "version", "2.1.0");
    dxk_json_array(&json, "runs");
    dxk_json_object(&json, NULL);
    print_tool(&json);
    dxk_json_text(&json, "columnKind", "utf16CodeUnits");
    dxk_json_array(&json, "results");
    print_results(&json, s);
    for (size_t i = 0; (stage = run_stage(s, i)) != NULL; i++)
        print_results(&json, stage);
    dxk_json_end_to(&json, 0);
}

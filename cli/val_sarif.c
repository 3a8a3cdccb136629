/* SPDX-License-Identifier: MIT */
/*
 * val_sarif.c - findings as SARIF 2.1.0 (OASIS): one run, whose tool lists all rules, and a result
 * for each error. Errors of the readers are results, too.
 */
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

static void rule(json_writer *json, const dxk_rule_info *info)
{
    json_object(json, NULL);
    json_text(json, "id", info->id);
    message(json, "shortDescription", info->text);
    if (info->explanation)
        message(json, "fullDescription", info->explanation);
    if (info->fix)
        message(json, "help", info->fix);
    json_end(json);
}

/* Everything up to the results; their array stays open. */
static void print_head(text_out *out)
{
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

static void print_tail(text_out *out)
{
    text_put(out, "\n      ]\n    }\n  ]\n}\n");
}

const cli_frame val_sarif_frame = {.head = print_head, .between = ",\n", .tail = print_tail};

/* ---------------------------------------------------------------------------------------- */
/* Results                                                                                    */

/* A path as a relative or file URI; backslashes are slashes. */
static void uri(json_writer *json, dxk_str path)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[1024];
    size_t used = 0;
    if (path.size > 1 && path.data[0] == '/')
        used = (size_t)snprintf(text, sizeof text, "file://");
    for (size_t i = 0; i < path.size && used + 4 < sizeof text; i++) {
        unsigned char c = (unsigned char)(path.data[i] == '\\' ? '/' : path.data[i]);
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                     strchr("/-._~", c);
        if (plain && c) {
            text[used++] = (char)c;
        } else {
            text[used++] = '%';
            text[used++] = digits[c >> 4];
            text[used++] = digits[c & 15];
        }
    }
    json_object(json, "artifactLocation");
    json_str(json, "uri", (dxk_str){text, used});
    json_end(json);
}

static dxk_str input_name(const job *j)
{
    return strcmp(j->name, "-") == 0 ? (dxk_str){"stdin", 5} : (dxk_str){j->name, strlen(j->name)};
}

/* The place in the source when it is known, else in the input. */
static void physical(job *j, json_writer *json, const subject *s, const dxk_finding *f)
{
    bool source = f->place == DXK_FINDING_SOURCE && f->file.size && f->line;
    json_object(json, "physicalLocation");
    uri(json, source ? f->file : input_name(j));
    if (source) {
        json_object(json, "region");
        json_u64(json, "startLine", f->line);
        if (f->column)
            json_u64(json, "startColumn", f->column);
        json_end(json);
    } else if (f->offset != UINT64_MAX && !s->assembled) {
        json_object(json, "region");
        json_u64(json, "byteOffset", f->offset);
        json_end(json);
    }
    json_end(json);
}

static void logical(json_writer *json, const dxk_finding *f)
{
    if (!f->function.size)
        return;
    json_array(json, "logicalLocations");
    json_object(json, NULL);
    json_str(json, "name", f->function);
    json_text(json, "kind", "function");
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
    if (!f->instruction.size && f->place != DXK_FINDING_SOURCE)
        return;
    json_object(json, "properties");
    if (f->place == DXK_FINDING_SOURCE)
        json_str(json, "input", input_name(j));
    if (f->instruction.size) {
        json_u64(json, "block", f->block_index);
        json_str(json, "instruction", f->instruction);
    }
    if (f->instruction.size && f->bit_offset != UINT32_MAX && !s->assembled)
        json_u64(json, "bit", f->bit_offset);
    json_end(json);
}

static void finding(job *j, const subject *s, const dxk_finding *f, bool first)
{
    json_writer json = begin(j, first);
    json_object_line(&json, NULL);
    if (f->rule)
        json_text(&json, "ruleId", f->rule);
    json_text(&json, "level",
              f->severity == DXK_NOTE      ? "note"
              : f->severity == DXK_WARNING ? "warning"
                                           : "error");
    json_object(&json, "message");
    json_str(&json, "text", f->message);
    json_end(&json);
    json_array(&json, "locations");
    json_object(&json, NULL);
    physical(j, &json, s, f);
    logical(&json, f);
    json_end(&json);
    json_end(&json);
    properties(j, &json, s, f);
    json_end(&json);
}

/* Something that a reader says. */
static void diagnostic(job *j, const dxk_diag *d, bool first)
{
    static const char *const levels[] = {"note", "warning", "error"};
    json_writer json = begin(j, first);
    json_object_line(&json, NULL);
    json_text(&json, "ruleId", d->rule);
    json_text(&json, "level", levels[d->severity]);
    message(&json, "message", d->message);
    json_array(&json, "locations");
    json_object(&json, NULL);
    json_object(&json, "physicalLocation");
    uri(&json, input_name(j));
    if (d->place != DXK_PLACE_NONE) {
        json_object(&json, "region");
        if (d->place == DXK_PLACE_LINE) {
            json_u64(&json, "startLine", d->line);
            json_u64(&json, "startColumn", d->column);
        } else {
            json_u64(&json, "byteOffset",
                     d->place == DXK_PLACE_BIT ? d->position / 8 : d->position);
        }
        json_end(&json);
    }
    json_end_to(&json, 0);
}

void val_print_sarif(job *j, const subject *s, const val_filter *filter,
                     const dxk_validation *result)
{
    val_walk walk = {.result = result, .filter = filter};
    const dxk_finding *f;
    bool first = true;
    for (size_t i = 0; i < dxk_ctx_diag_count(j->ctx); i++, first = false)
        diagnostic(j, dxk_ctx_diag(j->ctx, i), first);
    for (; (f = val_next(&walk)) != NULL; first = false)
        finding(j, s, f, first);
}

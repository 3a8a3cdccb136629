/* SPDX-License-Identifier: MIT */
/* emit.c - findings: the rule's text with its arguments, and the place (where.c). */
#include "validate/access.h"
#include "validate/names.h"
#include "validate/notes.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/where.h"

#include <string.h>

#include "base/out.h"

static dxk_str copy(dxki_val *v, dxki_arena *arena, dxk_str text)
{
    char *to = dxki_arena_alloc(arena, text.size + 1);
    if (!to) {
        v->failed = true;
        return (dxk_str){"", 0};
    }
    if (text.size)
        memcpy(to, text.data, text.size);
    to[text.size] = 0;
    return (dxk_str){to, text.size};
}

/* ---------------------------------------------------------------------------------------- */
/* Findings                                                                                   */

static dxki_vrule rule_of(const dxk_finding *finding)
{
    return finding->rule ? dxki_vrule_find(finding->rule) : DXKI_VR_COUNT;
}

/* Is it of a rule that the validator that is played does not know, or a note to such a finding? */
static bool is_later(dxki_val *v, const dxk_finding *finding)
{
    if (v->max_minor == DXKI_NEWEST_MINOR || (!finding->rule && finding->severity == DXK_NOTE))
        return v->report.dropped;
    dxki_vrule rule = rule_of(finding);
    v->report.dropped = rule != DXKI_VR_COUNT && dxki_vrule_get(rule)->since > v->max_minor;
    return v->report.dropped;
}

/* The reference has "<null>" for a name that is empty. Empty: there is none. */
static dxk_str without_null(dxki_val *v, dxk_str text)
{
    static const char null[] = "<null>";
    enum { SIZE = sizeof null - 1 };
    for (size_t i = 0; i + SIZE <= text.size; i++) {
        if (text.data[i] != '<' || memcmp(text.data + i, null, SIZE) != 0)
            continue;
        bool quoted = i && text.data[i - 1] == '\'';
        dxk_str head = dxki_val_join(v, (dxk_str){text.data, i}, dxki_str(quoted ? "" : "(none)"));
        dxk_str rest = {text.data + i + SIZE, text.size - i - SIZE};
        return copy(v, &v->report.out->arena, dxki_val_join(v, head, rest));
    }
    return (dxk_str){"", 0};
}

static uint32_t finding_hash(const dxk_finding *f)
{
    uint64_t state = dxki_hash_bytes(f->line, f->message);
    state = dxki_hash_bytes(dxki_hash_mix(state, f->column), f->path);
    return dxki_hash_end(dxki_hash_bytes(state, f->file));
}

/* dxv says some things more than once of one place. */
static void note_repeated(dxki_val *v, dxk_finding *f)
{
    uint32_t hash = finding_hash(f), pos = hash, id;
    if (f->severity == DXK_NOTE || f->place == DXK_FINDING_RAW)
        return;
    while ((id = dxki_idset_next(&v->report.told, hash, &pos)) != 0) {
        const dxk_finding *other = &v->report.out->findings.items[id - 1];
        if (other->rule == f->rule && other->offset == f->offset && other->line == f->line &&
            other->bit_offset == f->bit_offset && other->column == f->column &&
            dxki_str_same(other->message, f->message) && dxki_str_same(other->path, f->path) &&
            dxki_str_same(other->file, f->file) && dxki_str_same(other->subject, f->subject)) {
            f->is_repeated = true;
            v->report.out->repeated++;
            return;
        }
    }
    if (!dxki_idset_add(v->ctx, &v->report.told, hash, (uint32_t)v->report.out->findings.count + 1))
        v->failed = true;
}

/* A note, and after it why what it is about makes nothing invalid. */
static dxk_str with_excuse(dxki_val *v, dxk_str note, const char *excuse)
{
    if (note.size)
        note = dxki_val_join(v, note, dxki_str("; "));
    return dxki_val_join(v, note, dxki_str(excuse));
}

/* Keeps a finding, whose texts are copied, and what it is about. */
static void push(dxki_val *v, dxk_finding finding, dxki_val_about about)
{
    dxk_validation *out = v->report.out;
    about.name = copy(v, &out->arena, about.name);
    about.file = copy(v, &out->arena, about.file);
    if (!dxki_vec_push(v->ctx, &out->abouts, about) ||
        !dxki_vec_push(v->ctx, &out->findings, finding))
        v->failed = true;
}

/* `inst`: that it is about, 0: none. */
static void add_about(dxki_val *v, dxk_finding finding, uint32_t inst)
{
    dxk_validation *out = v->report.out;
    const char *excuse = NULL;
    v->report.skipped = false;
    if (is_later(v, &finding))
        return;
    if (finding.severity == DXK_ERROR)
        excuse = dxki_val_count_error(v, rule_of(&finding));
    if (excuse) {
        finding.severity = DXK_WARNING;
        finding.is_excused = true;
    }
    if (v->report.is_own)
        finding.place = DXK_FINDING_OWN;
    out->total++;
    if (out->findings.count >= out->max_findings || v->failed)
        return;
    finding.message = copy(v, &out->arena, finding.message);
    finding.summary = copy(v, &out->arena, finding.summary);
    finding.subject = copy(v, &out->arena, finding.subject);
    dxki_val_locate(v, &finding);
    if (!finding.summary.size)
        finding.summary = without_null(v, finding.message);
    note_repeated(v, &finding);
    finding.function = copy(v, &out->arena, finding.function);
    finding.file = copy(v, &out->arena, finding.file);
    finding.instruction = copy(v, &out->arena, finding.instruction);
    finding.block = copy(v, &out->arena, finding.block);
    finding.path = copy(v, &out->arena, finding.path);
    finding.note = finding.is_repeated ? finding.note : dxki_val_note_on(v, &finding, inst);
    if (excuse)
        finding.note = with_excuse(v, finding.note, excuse);
    finding.note = copy(v, &out->arena, finding.note);
    push(v, finding, dxki_val_about_finding(v, &finding, inst));
}

static void add(dxki_val *v, dxk_finding finding)
{
    add_about(v, finding, 0);
}

static dxk_severity severity_of(dxki_vrule rule)
{
    return rule != DXKI_VR_COUNT && dxki_vrule_is_own(rule) ? DXK_WARNING : DXK_ERROR;
}

static dxk_finding make(const dxki_val *v, dxki_vrule rule, dxk_str message)
{
    dxk_severity severity = severity_of(rule);
    return (dxk_finding){
        .place = severity == DXK_WARNING ? DXK_FINDING_OWN : DXK_FINDING_NOWHERE,
        .rule = rule == DXKI_VR_COUNT ? NULL : dxki_vrule_get(rule)->id,
        .severity = severity == DXK_WARNING && v->report.refused ? DXK_ERROR : severity,
        .message = message,
        .bit_offset = UINT32_MAX,
        .offset = UINT64_MAX,
    };
}

void dxki_val_error(dxki_val *v, dxki_vrule rule, const dxki_arg *args, size_t count)
{
    add(v, make(v, rule, dxki_val_format(v, dxki_vrule_get(rule)->text, args, count)));
}

void dxki_val_note(dxki_val *v, const char *text)
{
    dxk_finding f = make(v, DXKI_VR_COUNT, dxki_str(text));
    f.severity = DXK_NOTE;
    add(v, f);
}

void dxki_val_raw(dxki_val *v, dxk_str text)
{
    dxk_finding f = make(v, DXKI_VR_COUNT, text);
    f.place = DXK_FINDING_RAW;
    add(v, f);
}

void dxki_val_own(dxki_val *v, const char *rule, dxk_str text, uint64_t offset, const char *path)
{
    dxk_finding f = make(v, DXKI_VR_COUNT, text);
    f.rule = rule;
    f.place = DXK_FINDING_OWN;
    f.offset = offset;
    f.path = path ? dxki_str(path) : f.path;
    add(v, f);
}

void dxki_val_complain(dxki_val *v, dxki_vrule rule, dxk_str text, dxk_str subject)
{
    dxk_finding f = make(v, rule, text);
    f.place = DXK_FINDING_OWN;
    f.subject = subject;
    add(v, f);
}

/* The finding that was added last, NULL when it was left out. */
static dxk_finding *last(dxki_val *v)
{
    dxk_validation *out = v->report.out;
    if (v->report.dropped || v->report.skipped || !out->findings.count ||
        out->total != out->findings.count)
        return NULL;
    return &out->findings.items[out->findings.count - 1];
}

void dxki_val_hint(dxki_val *v, dxk_str text)
{
    dxk_finding *f = last(v);
    if (f)
        f->note = copy(v, &v->report.out->arena, text);
}

void dxki_val_summary(dxki_val *v, dxk_str text)
{
    dxk_finding *f = last(v);
    if (f)
        f->summary = copy(v, &v->report.out->arena, text);
}

bool dxki_val_reader_failed(const dxki_val *v)
{
    return dxk_ctx_error_count(v->ctx) > v->report.reader_errors;
}

void dxki_val_mark_compat_only(dxki_val *v)
{
    dxk_finding *f = last(v);
    if (f && !f->is_repeated)
        v->report.out->repeated++;
    if (f)
        f->is_repeated = true;
}

void dxki_val_plain(dxki_val *v, dxk_str text)
{
    add(v, make(v, DXKI_VR_COUNT, text));
}

/* ---------------------------------------------------------------------------------------- */
/* With a place                                                                               */

void dxki_val_function_error(dxki_val *v, uint32_t global, dxki_vrule rule, const dxki_arg *args,
                             size_t count)
{
    dxk_finding f = make(v, rule, dxki_val_format(v, dxki_vrule_get(rule)->text, args, count));
    dxki_val_locate_global(v, global, &f);
    bool line = dxki_val_function_line(v, global, &f);
    if (f.place == DXK_FINDING_NOWHERE)
        f.place = line ? DXK_FINDING_SOURCE : DXK_FINDING_FUNCTION;
    add_about(v, f, 0);
    v->report.near = 0;
}

void dxki_val_near_error(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_arg *args,
                         size_t count)
{
    v->report.near = inst;
    dxki_val_function_error(v, dxki_val_inst_fn(v, inst), rule, args, count);
}

void dxki_val_inst_error(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_arg *args,
                         size_t count)
{
    dxk_finding f;
    dxki_md location;
    v->report.dropped = dxki_vrule_get(rule)->since > v->max_minor;
    if (v->report.dropped)
        return;
    f = make(v, rule, (dxk_str){"", 0});
    bool line = dxki_val_inst_line(v, inst, &f, &location);
    if (f.place == DXK_FINDING_NOWHERE)
        f.place = line ? DXK_FINDING_SOURCE : DXK_FINDING_FUNCTION;
    if (f.severity == DXK_ERROR)
        dxki_val_count_error(v, rule);
    v->report.skipped =
        location && rule == v->report.last_rule && location == v->report.last_location;
    if (v->report.skipped)
        return;
    f.message = dxki_val_format(v, dxki_vrule_get(rule)->text, args, count);
    if (location && f.severity == DXK_ERROR) {
        v->report.last_rule = rule;
        v->report.last_location = location;
    }
    dxki_val_locate_inst(v, inst, &f);
    add_about(v, f, inst);
}

void dxki_val_inst_note(dxki_val *v, uint32_t inst, const char *text)
{
    dxk_finding f = make(v, DXKI_VR_COUNT, dxki_str(text));
    f.severity = DXK_NOTE;
    dxki_val_locate_inst(v, inst, &f);
    add(v, f);
}

/* dxk's own form has the tail elsewhere. */
static void add_with_tail(dxki_val *v, dxki_vrule rule, dxk_str message, dxk_str tail,
                          dxk_str subject)
{
    const dxki_arg parts[] = {dxki_val_arg_text(message), dxki_val_arg_text(tail)};
    dxk_finding f = make(v, rule, dxki_val_format(v, "%0%1", parts, 2));
    f.summary = message;
    f.subject = subject;
    add(v, f);
}

void dxki_val_md_error(dxki_val *v, dxki_md md, dxki_vrule rule)
{
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    if (!snippets)
        return;
    dxk_str text = dxki_text_snippet_md(snippets, md);
    add_with_tail(v, rule, dxki_str(dxki_vrule_get(rule)->text), text, text);
}

void dxki_val_resource_error(dxki_val *v, const dxki_dxil_resource *res, dxki_vrule rule,
                             const dxki_arg *args, size_t count)
{
    dxk_str message = dxki_val_format(v, dxki_vrule_get(rule)->text, args, count);
    dxk_str tail =
        dxki_val_format(v, " '%0'", DXKI_ARGS(dxki_val_arg_text(dxki_val_res_name(v, res))));
    dxki_val_place at = v->report.at;
    v->report.at = (dxki_val_place){.kind = DXKI_AT_RESOURCE, .resource = res};
    add_with_tail(v, rule, message, tail, (dxk_str){"", 0});
    v->report.at = at;
}

void dxki_val_type_error(dxki_val *v, dxki_type type, dxki_vrule rule)
{
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    if (snippets)
        dxki_val_error(v, rule,
                       DXKI_ARGS(dxki_val_arg_text(dxki_text_snippet_type_body(snippets, type))));
}

static bool is_local(const dxki_global *g)
{
    return g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
}

/* The node of debug information about a variable; 0: there is none. Local variables are not looked
 * for in another module than the one that is judged. */
static dxki_md variable_node(const dxki_val *v, uint32_t global)
{
    const dxk_module *m = dxki_val_line_module(v);
    dxk_str name = dxki_val_name(v, global);
    for (size_t i = 1; i < m->mds.count; i++) {
        if (m->mds.items[i].kind != DXKI_M_GLOBAL_VAR)
            continue;
        dxki_md variable = dxki_md_op(m, (dxki_md)i, DXKI_DI_GLOBAL_VAR_VARIABLE);
        dxki_value value = variable ? dxki_md_value(m, variable) : 0;
        if (DXKI_TAG(value) != DXKI_V_GLOBAL)
            continue;
        const dxki_global *g = &m->globals.items[DXKI_INDEX(value)];
        if (dxki_str_same(name, dxki_string_get(m, g->name)))
            return v->lines.dbg && is_local(g) ? 0 : (dxki_md)i;
    }
    return 0;
}

void dxki_val_variable_error(dxki_val *v, uint32_t global, dxki_vrule rule)
{
    const dxk_module *m = dxki_val_line_module(v);
    dxki_md node = variable_node(v, global);
    dxk_finding f = make(v, rule,
                         dxki_val_format(v, dxki_vrule_get(rule)->text,
                                         DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, global)))));
    if (node) {
        dxki_md file = dxki_md_op(m, node, DXKI_DI_GLOBAL_VAR_FILE);
        f.place = f.place == DXK_FINDING_OWN ? f.place : DXK_FINDING_SOURCE;
        f.file = file ? dxki_md_str(m, dxki_md_op(m, file, DXKI_DI_FILE_FILENAME)) : dxki_str("");
        f.line = (uint32_t)dxki_md_num(m, node, DXKI_DI_GLOBAL_VAR_LINE);
    }
    dxki_val_locate_global(v, global, &f);
    add(v, f);
}

#define CODE_BAD_CAST 0x80aa001du

void dxki_val_give_up(dxki_val *v)
{
    if (!v->report.out)
        return;
    v->report.out->failed = true;
    if (v->report.out->error_code)
        return;
    v->report.out->error_code = CODE_BAD_CAST;
    bool metadata = v->report.at.kind == DXKI_AT_RESOURCE;
    dxki_val_own(v, dxki_vrule_get(metadata ? DXKI_VR_META_WELLFORMED : DXKI_VR_BITCODE_VALID)->id,
                 dxki_str(metadata ? "The resource has no type that fits its kind and range."
                                   : "A value has another kind or type than it must have here."),
                 UINT64_MAX, NULL);
}

/* SPDX-License-Identifier: MIT */
/* overview.c - the cards at the top of a report, and the facts that a collection wants of each shader. */
#include "report/report.h"

#include "base/ctx.h"
#include "container/container.h"
#include "dxk/digest.h"

#include <string.h>

static void put_model(char text[32], uint32_t stage, uint32_t major, uint32_t minor)
{
    const char *profile = dxk_enum_text(DXK_ENUM_ID_shader_profile, stage);
    size_t size = dxki_format(text, 31, "%0_%1_%2",
                              DXKI_ARGS(dxki_raw(dxki_str(profile ? profile : "unknown")),
                                        dxki_dec(major), dxki_dec(minor)));
    text[size < 31 ? size : 31] = 0;
}

dxk_status dxki_doc_model(const dxk_container *container, char text[32])
{
    dxk_program_place place;
    text[0] = 0;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_OK && place.part != DXK_NO_PART) {
        const dxk_program_header *h = &place.program.header;
        put_model(text, h->shader_kind, h->major_version, h->minor_version);
    } else if (dxk_container_program(container, DXK_PROGRAM_TOKENS, &place) == DXK_OK &&
               place.program.bitcode.size >= 4) {
        const uint8_t *version = place.program.bitcode.data; /* minor and major, 0, stage, 0 */
        put_model(text, version[2], version[0] >> 4, version[0] & 15);
    }
    return dxki_doc_failure(container->ctx, status);
}

dxk_status dxki_doc_validate(const dxk_container *container, dxk_validation **out)
{
    dxk_input_kind kind = dxk_container_kind(container);
    *out = NULL;
    if (kind == DXK_INPUT_PDB || kind == DXK_INPUT_REFLECTION)
        return DXK_OK;
    const dxk_validate_options how = {.max_findings = 100000};
    return dxk_validate(container, &how, out);
}

void dxki_doc_count_findings(const dxk_validation *v, uint64_t *errors, uint64_t *warnings,
                             const char **rule)
{
    *errors = *warnings = 0;
    *rule = NULL;
    for (size_t i = 0; v && i < dxk_validation_count(v, NULL); i++) {
        const dxk_finding *f = dxk_validation_finding(v, i);
        if (f->is_repeated || !f->rule)
            continue;
        *errors += f->severity == DXK_ERROR;
        *warnings += f->severity == DXK_WARNING;
        if (f->severity == DXK_ERROR && !*rule)
            *rule = f->rule;
    }
}

uint64_t dxki_doc_instructions(dxki_doc *r)
{
    if (r->reflect && r->reflect->is_legacy)
        return r->reflect->counters.instruction_count;
    return r->module ? r->listing.insts.count : 0;
}

/* --- cards --- */

static void begin_card(dxki_doc *r, const char *classes)
{
    dxki_out_text(&r->out, "<div class=\"card\"><b");
    if (classes) {
        dxki_out_text(&r->out, " class=\"");
        dxki_out_text(&r->out, classes);
        dxki_out_char(&r->out, '"');
    }
    dxki_out_char(&r->out, '>');
}

static void card_note(dxki_doc *r)
{
    dxki_out_text(&r->out, "</b><span>");
}

static void end_card(dxki_doc *r)
{
    dxki_out_text(&r->out, "</span></div>");
}

static void verdict_card(dxki_doc *r)
{
    uint64_t errors, warnings;
    const char *rule;
    if (!r->validation) {
        begin_card(r, NULL);
        dxki_out_text(&r->out, dxk_input_kind_name(dxk_container_kind(r->container)));
        card_note(r);
        dxki_out_text(&r->out, "is not validated");
        end_card(r);
        return;
    }
    dxki_doc_count_findings(r->validation, &errors, &warnings, &rule);
    bool valid = dxk_validation_verdict(r->validation) == DXK_VERDICT_VALID;
    begin_card(r, valid ? warnings ? "warn" : "good" : "bad");
    dxki_out_text(&r->out, !valid                                ? "invalid"
                           : r->reflect && r->reflect->is_legacy ? "well-formed"
                                                                 : "valid");
    card_note(r);
    dxki_html_things(&r->out, errors, "error");
    dxki_out_text(&r->out, ", ");
    dxki_html_things(&r->out, warnings, "warning");
    end_card(r);
}

static void digest_card(dxki_doc *r)
{
    static const struct {
        const char *classes, *text;
    } states[] = {
        [DXK_DIGEST_NONE] = {NULL, "no digest"},
        [DXK_DIGEST_ZERO] = {"warn", "not signed"},
        [DXK_DIGEST_BYPASS] = {"warn", "digest: bypass"},
        [DXK_DIGEST_PREVIEW] = {"warn", "digest: preview"},
        [DXK_DIGEST_RETAIL] = {"good", "digest right"},
        [DXK_DIGEST_DEBUG] = {"good", "digest right"},
        [DXK_DIGEST_WRONG] = {"bad", "digest wrong"},
    };
    dxk_digest_state state = dxk_container_digest_state(r->container);
    dxk_container_header header = dxk_container_header_get(r->container);
    bool signable = dxk_container_kind(r->container) == DXK_INPUT_CONTAINER;
    begin_card(r, signable ? states[state].classes : NULL);
    dxki_out_text(&r->out, states[state].text);
    card_note(r);
    if (state == DXK_DIGEST_NONE || state == DXK_DIGEST_ZERO) {
        dxki_out_text(&r->out, state ? "the digest is zero" : "no container header");
    } else {
        dxki_out_text(&r->out, "<span class=\"mono\">");
        dxki_out_hex_bytes(&r->out, (dxk_bytes){header.digest, 8});
        dxki_out_text(&r->out, "\xe2\x80\xa6</span>");
    }
    end_card(r);
}

static void number_card(dxki_doc *r, uint64_t number, const char *thing)
{
    begin_card(r, NULL);
    dxki_html_count(&r->out, number);
    card_note(r);
    dxki_out_text(&r->out, thing);
    dxki_out_text(&r->out, number == 1 ? "" : "s");
    end_card(r);
}

/* What the stage takes and gives: threads of a group, elements of the signatures, functions. */
static void shape_card(dxki_doc *r)
{
    const dxk_reflect_stage *stage = &r->reflect->stage;
    if (r->reflect->is_library) {
        number_card(r, r->reflect->function_count, "function");
        return;
    }
    begin_card(r, NULL);
    if (stage->num_threads[0]) {
        dxki_html_say(&r->out, "%0\xc3\x97%1\xc3\x97%2",
                      DXKI_ARGS(dxki_dec(stage->num_threads[0]), dxki_dec(stage->num_threads[1]),
                                dxki_dec(stage->num_threads[2])));
        card_note(r);
        dxki_out_text(&r->out, "threads of a group");
    } else {
        dxki_html_say(&r->out, "%0 \xe2\x86\x92 %1",
                      DXKI_ARGS(dxki_dec(stage->parameters[DXK_REFLECT_INPUT].count),
                                dxki_dec(stage->parameters[DXK_REFLECT_OUTPUT].count)));
        card_note(r);
        dxki_out_text(&r->out, "inputs, outputs");
    }
    end_card(r);
}

static void features_card(dxki_doc *r)
{
    uint64_t flags = r->reflect->stage.requires_flags;
    unsigned count = 0;
    for (uint32_t i = 0; i < r->reflect->function_count; i++)
        flags |= r->reflect->functions[i].required_feature_flags;
    for (uint64_t bits = flags; bits; bits &= bits - 1)
        count++;
    begin_card(r, NULL);
    if (count)
        dxki_out_u64(&r->out, count);
    else
        dxki_out_text(&r->out, "none");
    card_note(r);
    dxki_out_text(&r->out, count == 1 ? "optional feature required" : "optional features required");
    for (unsigned bit = 0, named = 0; bit < 64; bit++) {
        const char *name = dxk_enum_text(DXK_ENUM_ID_feature_flag, (uint64_t)1 << bit);
        if (!(flags >> bit & 1) || !name)
            continue;
        dxki_out_text(&r->out, named++ ? ", " : ": ");
        dxki_out_text(&r->out, name);
    }
    end_card(r);
}

/* A container with a root signature and no program. */
static void root_card(dxki_doc *r)
{
    dxk_root_signature *root = NULL;
    size_t index = dxk_container_find(r->container, DXK_PART_RTS0, 0);
    if (index == DXK_NO_PART)
        return;
    dxk_status status =
        dxk_rootsig_decode(r->ctx, dxk_container_part(r->container, index)->content, &root);
    dxki_doc_note(r, status);
    if (root) {
        number_card(r, root->header.parameter_count, "root parameter");
        begin_card(r, dxk_rootsig_cost(root) > 64 ? "bad" : NULL);
        dxki_html_count(&r->out, dxk_rootsig_cost(root));
        card_note(r);
        dxki_out_text(&r->out, "of 64 DWORDs");
        end_card(r);
    }
    dxk_rootsig_free(root);
}

void dxki_doc_overview(dxki_doc *r)
{
    dxki_out_text(&r->out, "<section id=\"");
    dxki_out_text(&r->out, r->prefix);
    dxki_out_text(&r->out, "overview\" class=\"cards\">");
    verdict_card(r);
    digest_card(r);
    if (r->module || (r->reflect && r->reflect->is_legacy))
        number_card(r, dxki_doc_instructions(r), "instruction");
    if (r->reflect) {
        number_card(r, r->reflect->binding_count, "resource");
        shape_card(r);
        features_card(r);
    } else {
        root_card(r);
    }
    dxki_out_text(&r->out, "</section>\n");
}

/* --- collections --- */

static void add_part(dxk_report_summary *s, uint32_t fourcc, uint64_t size)
{
    uint32_t i = 0;
    while (i < s->part_count && s->parts[i].fourcc != fourcc)
        i++;
    if (i == DXK_REPORT_PARTS) /* no room: the last one is of several kinds */
        s->parts[--i].fourcc = 0;
    else if (i == s->part_count)
        s->parts[s->part_count++].fourcc = fourcc;
    s->parts[i].size += size;
}

/* The bytes that make two shaders the same, whatever is around them. */
static dxk_bytes program_of(const dxk_container *container, dxk_status *status)
{
    static const dxk_program_choice choices[] = {DXK_PROGRAM_RUN, DXK_PROGRAM_TOKENS,
                                                 DXK_PROGRAM_LIST};
    dxk_program_place place;
    for (size_t i = 0; i < sizeof choices / sizeof choices[0] && *status == DXK_OK; i++) {
        dxk_status found = dxk_container_program(container, choices[i], &place);
        if (found == DXK_OK)
            return place.program.bitcode;
        *status = dxki_doc_failure(container->ctx, found);
    }
    return dxk_container_input(container);
}

static uint64_t count_instructions(const dxk_container *container, dxk_status *status)
{
    dxk_program_place place;
    dxk_module *module = NULL;
    dxk_lines *lines = NULL;
    uint64_t count = 0;
    *status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (*status == DXK_OK) {
        *status = dxk_module_read(container->ctx, place.program.bitcode, NULL, &module);
        if (module && *status == DXK_OK)
            *status = dxk_lines_load(module, &lines);
        count = lines ? dxk_lines_count(lines) : 0;
    } else if (dxk_container_find_program(container, DXK_PROGRAM_TOKENS) != DXK_NO_PART) {
        dxk_reflect *reflect = NULL;
        *status = dxk_reflect_load(container, NULL, &reflect);
        count = reflect ? reflect->counters.instruction_count : 0;
        dxk_reflect_free(reflect);
    }
    dxk_lines_free(lines);
    dxk_module_free(module);
    return count;
}

dxk_status dxk_report_summarize(const dxk_container *container, dxk_report_summary *out)
{
    dxk_ctx *ctx = container->ctx;
    size_t diags = ctx->diag_count, errors = ctx->error_count;
    dxk_validation *v = NULL;
    memset(out, 0, sizeof *out);
    out->size = dxk_container_input(container).size;
    out->kind = dxk_container_kind(container);
    out->digest = dxk_container_digest_state(container);
    dxk_status status = dxki_doc_model(container, out->model);
    dxk_md5(program_of(container, &status), out->program);
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        add_part(out, part->fourcc, part->content.size);
    }
    out->instructions = status == DXK_OK ? count_instructions(container, &status) : 0;
    status = dxki_doc_failure(ctx, status);
    if (status == DXK_OK)
        status = dxki_doc_failure(ctx, dxki_doc_validate(container, &v));
    if (v) {
        out->verdict =
            dxk_validation_verdict(v) == DXK_VERDICT_VALID ? DXK_REPORT_VALID : DXK_REPORT_INVALID;
        dxki_doc_count_findings(v, &out->errors, &out->warnings, &out->rule);
    }
    dxk_validation_free(v);
    ctx->diag_count = diags;
    ctx->error_count = errors;
    return status;
}

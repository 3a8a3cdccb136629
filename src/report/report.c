/* SPDX-License-Identifier: MIT */
/*
 * report.c - dxk_report(): what the sections need is made first, then they are written to memory one
 * after the other, and last the document around them, whose bar has links to those that came out.
 */
#include "report/report.h"

#include "base/ctx.h"
#include "base/options.h"
#include "container/container.h"

#include <string.h>

dxk_status dxki_doc_fail(dxki_doc *r, dxk_status status)
{
    if (r->status == DXK_OK)
        r->status = status;
    return status;
}

void dxki_doc_link(dxki_doc *r, const char *kind, uint64_t number, bool hex)
{
    dxki_out_text(&r->out, "<a href=#");
    dxki_out_text(&r->out, r->prefix);
    dxki_out_text(&r->out, kind);
    if (hex)
        dxki_out_hex(&r->out, number, 1, false);
    else
        dxki_out_u64(&r->out, number);
    dxki_out_char(&r->out, '>');
}

bool dxki_doc_lists_all(const dxki_doc *r)
{
    return r->options->full || r->listing.lines.count <= DXKI_DOC_LINES;
}

bool dxki_doc_link_line(dxki_doc *r, uint32_t line)
{
    size_t count = r->listing.lines.count;
    if (line >= count ||
        (!dxki_doc_lists_all(r) && line >= DXKI_DOC_ENDS && line < count - DXKI_DOC_ENDS))
        return false;
    dxki_doc_link(r, "L", line + (uint64_t)1, false);
    return true;
}

bool dxki_doc_link_bytes(dxki_doc *r, uint64_t offset)
{
    if (offset >= dxk_container_input(r->container).size ||
        (!r->options->full && offset >= DXKI_DOC_BYTES))
        return false;
    dxki_doc_link(r, "h", offset & ~(uint64_t)15, true);
    return true;
}

/* --- what sections need --- */

dxk_status dxki_doc_failure(const dxk_ctx *ctx, dxk_status status)
{
    if (status == DXK_E_NOMEM || status == DXK_E_SINK || (status == DXK_E_LIMIT && ctx->limit_hit))
        return dxki_nomem(ctx);
    return DXK_OK;
}

void dxki_doc_note(dxki_doc *r, dxk_status status)
{
    dxki_doc_fail(r, dxki_doc_failure(r->ctx, status));
}

/* The module whose listing is shown, with its instructions. */
static void load_module(dxki_doc *r)
{
    const dxk_container *from = r->options->debug ? r->options->debug : r->container;
    dxk_status status = dxk_container_program(from, DXK_PROGRAM_LIST, &r->listed);
    r->has_listed = status == DXK_OK;
    if (!r->has_listed) {
        dxki_doc_note(r, status);
        return;
    }
    const dxk_module_read_options how = {.offsets = true, .file_offset = r->listed.offset};
    dxki_doc_note(r, dxk_module_read(r->ctx, r->listed.program.bitcode, &how, &r->module));
    if (!r->module)
        return;
    dxki_doc_note(r, dxk_dxil_load(r->module, &r->dxil));
    dxki_doc_note(r, dxk_lines_load(r->module, &r->lines));
    if (r->lines && dxk_lines_count(r->lines) != r->listing.insts.count) {
        dxk_lines_free(r->lines);
        r->lines = NULL;
    }
}

static void load(dxki_doc *r)
{
    dxk_bytes debug = dxk_container_input(r->options->debug ? r->options->debug : r->container);
    dxki_doc_note(r, dxk_reflect_load(r->container, NULL, &r->reflect));
    dxki_doc_note(r, dxki_doc_validate(r->container, &r->validation));
    dxki_doc_note(r, dxki_doc_model(r->container, r->model));
    dxk_status status = dxk_container_program(r->container, DXK_PROGRAM_RUN, &r->run);
    if (status == DXK_E_NOT_FOUND) /* that of a PDB */
        status = dxk_container_program(r->container, DXK_PROGRAM_DEBUG, &r->run);
    if (status != DXK_OK)
        r->run = (dxk_program_place){.part = DXK_NO_PART};
    dxki_doc_note(r, status);
    dxki_doc_listing_make(r);
    load_module(r);
    dxki_doc_note(r, dxk_pdb_load(r->ctx, debug, &r->pdb));
    if (r->status == DXK_OK)
        dxki_doc_source_make(r);
}

static void unload(dxki_doc *r)
{
    dxk_pdb_free(r->pdb);
    dxk_lines_free(r->lines);
    dxk_dxil_free(r->dxil);
    dxk_module_free(r->module);
    dxki_doc_listing_free(r);
    dxk_validation_free(r->validation);
    dxk_reflect_free(r->reflect);
    dxk_buffer_free(&r->body);
    dxki_arena_free(&r->arena);
}

/* --- the document --- */

static const struct section {
    const char *id, *title;
    void (*write)(dxki_doc *r);
} sections[] = {
    {"overview", "Overview", dxki_doc_overview},
    {"difference", "Difference", dxki_doc_difference},
    {"validation", "Validation", dxki_doc_findings},
    {"parts", "Parts", dxki_doc_parts},
    {"bindings", "Bindings", dxki_doc_bindings},
    {"signatures", "Signatures", dxki_doc_signatures},
    {"buffers", "Buffers", dxki_doc_buffers},
    {"flow", "Control flow", dxki_doc_flow},
    {"functions", "Functions", dxki_doc_functions},
    {"source", "Source", dxki_doc_source_text},
    {"listing", "Listing", dxki_doc_listing_text},
    {"fields", "Fields", dxki_doc_fields},
    {"bytes", "Bytes", dxki_doc_bytes},
};
enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* Writes the sections to memory; which came out. */
static void write_sections(dxki_doc *r, bool written[SECTIONS])
{
    size_t diags = r->ctx->diag_count, errors = r->ctx->error_count;
    for (size_t i = 0; i < SECTIONS && r->status == DXK_OK; i++) {
        uint64_t before = r->out.flushed + r->out.used;
        sections[i].write(r);
        written[i] = r->out.flushed + r->out.used > before;
        r->ctx->diag_count = diags; /* the document has told */
        r->ctx->error_count = errors;
    }
    if (dxki_out_flush(&r->out) != DXK_OK)
        dxki_doc_fail(r, dxki_nomem(r->ctx));
}

/* "ps_6_0 · Pixel shader, entry main · 8,456 bytes" */
static void put_facts(dxki_doc *r, dxki_out *out)
{
    static const char dot[] = " \xc2\xb7 ";
    dxk_bytes input = dxk_container_input(r->container);
    if (r->model[0]) {
        dxki_out_text(out, r->model);
        dxki_out_text(out, dot);
    }
    if (r->reflect && !r->reflect->is_library) {
        const char *stage = dxk_enum_text(DXK_ENUM_ID_shader_kind, r->reflect->stage.kind);
        dxki_html_say(out, "%0 shader", DXKI_ARGS(dxki_raw(dxki_str(stage ? stage : "unknown"))));
        dxk_dxil_entry entry;
        if (r->dxil && dxk_dxil_entry_get(r->dxil, 0, &entry)) {
            dxki_out_text(out, ", entry <code>");
            dxki_html_text(out, entry.name);
            dxki_out_text(out, "</code>");
        }
        dxki_out_text(out, dot);
    }
    dxki_html_say(
        out, "%0, ",
        DXKI_ARGS(dxki_raw(dxki_str(dxk_input_kind_name(dxk_container_kind(r->container))))));
    dxki_html_things(out, input.size, "byte");
    if (r->reflect && r->reflect->creator.size) {
        dxki_out_text(out, dot);
        dxki_html_text(out, r->reflect->creator);
    }
}

static void put_top(dxki_doc *r, dxki_out *out)
{
    bool bare = r->options->bare;
    dxki_out_text(out, bare ? "<section><h2 id=\"" : "<header><h1 id=\"");
    dxki_out_text(out, r->prefix);
    dxki_out_text(out, "top\">");
    dxki_html_text(out, r->name);
    dxki_out_text(out, bare ? "</h2><p class=\"note\">" : "</h1><p>");
    put_facts(r, out);
    dxki_out_text(out, bare ? "</p>\n" : "</p></header>\n");
}

static void put_nav(dxki_doc *r, dxki_out *out, const bool written[SECTIONS])
{
    if (!r->options->bare)
        dxki_html_nav(out);
    else
        dxki_out_text(out, "<p class=\"links\">");
    for (size_t i = 0; i < SECTIONS; i++)
        if (written[i])
            dxki_html_nav_link(out, r->prefix, sections[i].id, sections[i].title);
    if (!r->options->bare)
        dxki_html_nav_end(out);
    else
        dxki_out_text(out, "</p>\n");
}

static void put_document(dxki_doc *r, const bool written[SECTIONS], dxk_sink sink)
{
    dxki_out out;
    dxki_out_init(&out, sink);
    if (!r->options->bare)
        dxki_html_head(&out, r->name);
    put_top(r, &out);
    put_nav(r, &out, written);
    dxki_out_text(&out, r->options->bare ? "" : "<main>\n");
    dxki_out_write(&out, (const char *)r->body.data, r->body.size);
    if (r->options->bare) {
        dxki_out_text(&out, "</section>\n");
    } else {
        dxki_out_text(&out, "<footer>Made by dxk ");
        dxki_out_text(&out, dxk_version());
        dxki_out_text(&out, "</footer></main>\n");
        dxki_html_tail(&out);
    }
    dxki_doc_fail(r, dxki_out_flush(&out));
}

static bool fits(const char *prefix)
{
    for (const char *c = prefix; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
              *c == '-'))
            return false;
    return strlen(prefix) <= 32;
}

dxk_status dxk_report(const dxk_container *container, const dxk_report_options *options,
                      dxk_sink sink)
{
    dxk_report_options own;
    bool written[SECTIONS] = {false};
    if (!dxki_options_take(&own, sizeof own, options) || (own.prefix && !fits(own.prefix)))
        return DXK_E_ARGUMENT;
    dxki_doc r = {.ctx = container->ctx, .container = container, .options = &own};
    size_t diags = r.ctx->diag_count, errors = r.ctx->error_count;
    r.name = own.name.size ? own.name : dxki_str("container");
    r.prefix = own.prefix ? own.prefix : "";
    dxki_arena_init(&r.arena, r.ctx);
    dxk_buffer_init(&r.body, r.ctx);
    dxki_out_init(&r.out, dxk_buffer_sink(&r.body));
    load(&r);
    r.ctx->diag_count = diags;
    r.ctx->error_count = errors;
    write_sections(&r, written);
    if (r.status == DXK_OK)
        put_document(&r, written, sink);
    unload(&r);
    return r.status;
}

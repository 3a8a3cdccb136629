/* SPDX-License-Identifier: MIT */
/* pictures.c - the sections that are pictures. One comes out if there is something to draw. */
#include "report/report.h"

#include "dxk/diff.h"
#include "dxk/symbols.h"

#include <string.h>

/* A picture in memory. */
typedef struct drawn {
    dxk_buffer svg;
    bool any;
} drawn;

/* Draws; `number` tells pictures of one kind apart. */
static drawn draw(dxki_doc *r, dxk_picture_kind kind, const dxk_picture_options *more,
                  unsigned number)
{
    drawn d;
    char id[64], links[64];
    dxk_picture_options how = more ? *more : (dxk_picture_options){.struct_size = 0};
    size_t size =
        dxki_format(id, sizeof id - 1, "%0%1%2-",
                    DXKI_ARGS(dxki_raw(dxki_str(r->prefix)),
                              dxki_raw(dxki_str(dxk_picture_name(kind))), dxki_dec(number)));
    id[size] = 0;
    how.name = r->name;
    how.bare = true;
    how.id_prefix = id;
    if (!how.link_prefix)
        how.link_prefix = strcpy(links, r->prefix);
    how.max_marks = r->options->full ? 100000 : how.max_marks;
    dxk_buffer_init(&d.svg, r->ctx);
    dxk_status status = dxk_picture(r->container, kind, &how, dxk_buffer_sink(&d.svg));
    d.any = status == DXK_OK || status == DXK_E_INVALID;
    dxki_doc_note(r, status);
    return d;
}

static void put(dxki_doc *r, drawn *d)
{
    if (d->any)
        dxki_out_write(&r->out, (const char *)d->svg.data, d->svg.size);
    dxk_buffer_free(&d->svg);
}

static void section(dxki_doc *r, const char *id, const char *title)
{
    dxki_html_section(&r->out, r->prefix, id, title, true);
}

/* A place for each part, from which a link leads on to its bytes. */
static void put_part_places(dxki_doc *r, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = dxk_container_part(r->container, i);
        dxki_out_text(&r->out, i ? " <span id=" : "<p class=\"note\">Bytes of <span id=");
        dxki_out_text(&r->out, r->prefix);
        dxki_html_say(&r->out, "part-%0", DXKI_ARGS(dxki_dec(i)));
        dxki_out_char(&r->out, '>');
        bool linked = dxki_doc_link_bytes(r, part->offset);
        dxki_html_say(&r->out, "%0", DXKI_ARGS(dxki_fourcc_arg(part->fourcc)));
        dxki_out_text(&r->out, linked ? "</a></span>" : "</span>");
    }
    dxki_out_text(&r->out, count ? "</p>\n" : "");
}

void dxki_doc_parts(dxki_doc *r)
{
    size_t count = dxk_container_part_count(r->container);
    drawn d = draw(r, DXK_PICTURE_PARTS, NULL, 0);
    bool any = d.any;
    if (any) {
        section(r, "parts", "Parts");
        dxki_html_things(&r->out, count, "part");
        dxki_out_text(&r->out, ", ");
        dxki_html_things(&r->out, dxk_container_input(r->container).size, "byte");
        dxki_html_content(&r->out);
    }
    put(r, &d);
    if (any) {
        put_part_places(r, count);
        dxki_html_section_end(&r->out);
    }
}

void dxki_doc_bindings(dxki_doc *r)
{
    const dxk_picture_options how = {.root_signature = r->options->root_signature};
    drawn bindings = draw(r, DXK_PICTURE_BINDINGS, &how, 0);
    const dxk_picture_options alone = {.root_signature = how.root_signature,
                                       .no_links = how.root_signature.size != 0};
    drawn root =
        draw(r, DXK_PICTURE_ROOTSIG, &alone, 0); /* its places are fields of the container */
    bool any = bindings.any || root.any;
    if (any) {
        section(r, "bindings", "Bindings");
        if (r->reflect)
            dxki_html_things(&r->out, r->reflect->binding_count, "resource");
        dxki_out_text(&r->out, !root.any    ? r->reflect ? ", no root signature" : ""
                               : r->reflect ? ", with root signature"
                                            : "root signature");
        dxki_html_content(&r->out);
    }
    put(r, &bindings);
    put(r, &root);
    if (any)
        dxki_html_section_end(&r->out);
}

void dxki_doc_signatures(dxki_doc *r)
{
    drawn elements = draw(r, DXK_PICTURE_SIGNATURES, NULL, 0);
    drawn depends = draw(r, DXK_PICTURE_DEPENDS, NULL, 0);
    bool any = elements.any || depends.any;
    if (any) {
        section(r, "signatures", "Signatures");
        if (r->reflect) {
            const dxk_reflect_parameters *all = r->reflect->stage.parameters;
            dxki_html_things(&r->out, all[DXK_REFLECT_INPUT].count, "input");
            dxki_out_text(&r->out, ", ");
            dxki_html_things(&r->out, all[DXK_REFLECT_OUTPUT].count, "output");
        }
        dxki_html_content(&r->out);
    }
    put(r, &elements);
    put(r, &depends);
    if (any)
        dxki_html_section_end(&r->out);
}

void dxki_doc_buffers(dxki_doc *r)
{
    drawn d = draw(r, DXK_PICTURE_BUFFERS, NULL, 0);
    if (d.any) {
        section(r, "buffers", "Buffers");
        if (r->reflect)
            dxki_html_things(&r->out, r->reflect->buffer_count, "buffer");
        dxki_html_content(&r->out);
    }
    bool any = d.any;
    put(r, &d);
    if (any)
        dxki_html_section_end(&r->out);
}

/* --- control flow --- */

/* The number of a function in the listing, from 0; UINT32_MAX: it is not there. */
static uint32_t number_of(const dxki_doc *r, dxk_str name)
{
    dxk_line line;
    size_t inst;
    if (!r->lines || !dxk_lines_find(r->lines, name, 0, &inst) ||
        !dxk_lines_get(r->lines, inst, &line))
        return UINT32_MAX;
    uint32_t at = r->listing.insts.items[inst];
    return r->listing.lines.items[at].function - 1;
}

/* Blocks of function 0 are bbN, those of others fK-bbN. */
static void block_prefix(const dxki_doc *r, uint32_t function, char text[64])
{
    size_t size = dxki_format(text, 63, function ? "%0f%1-" : "%0",
                              DXKI_ARGS(dxki_raw(dxki_str(r->prefix)), dxki_dec(function)));
    text[size] = 0;
}

static void put_flow(dxki_doc *r, dxk_str function, unsigned number)
{
    char links[64];
    uint32_t listed = dxki_doc_lists_all(r) ? number_of(r, function) : UINT32_MAX;
    block_prefix(r, listed == UINT32_MAX ? 0 : listed, links);
    const dxk_picture_options how = {
        .function = function, .link_prefix = links, .no_links = listed == UINT32_MAX};
    drawn d = draw(r, DXK_PICTURE_FLOW, &how, number);
    put(r, &d);
}

/* Draws the entry points, else the first functions. */
static unsigned put_flows(dxki_doc *r)
{
    const dxk_module *m = r->module;
    const dxk_dxil *dxil = r->dxil;
    dxk_dxil_entry entry;
    unsigned shown = 0, most = r->options->full ? UINT32_MAX : DXKI_DOC_FLOWS;
    for (size_t i = 0; dxil && shown < most && dxk_dxil_entry_get(dxil, i, &entry); i++)
        if (entry.function.size)
            put_flow(r, entry.function, shown++);
    for (size_t i = 0; i < dxk_module_function_count(m) && shown < most; i++) {
        bool body = !dxk_module_function_is_declaration(m, i);
        bool listed = false;
        for (size_t k = 0; body && dxil && dxk_dxil_entry_get(dxil, k, &entry); k++)
            listed |= entry.function.size == dxk_module_function_name(m, i).size &&
                      memcmp(entry.function.data, dxk_module_function_name(m, i).data,
                             entry.function.size) == 0;
        if (body && !listed)
            put_flow(r, dxk_module_function_name(m, i), shown++);
    }
    return shown;
}

void dxki_doc_flow(dxki_doc *r)
{
    size_t bodies = r->listing.functions.count;
    if (!r->module || !bodies || !r->run.program.bitcode.size)
        return;
    section(r, "flow", "Control flow");
    dxki_html_things(&r->out, bodies, "function");
    dxki_html_content(&r->out);
    unsigned shown = put_flows(r);
    if (shown < bodies) {
        dxki_out_text(&r->out, "<p class=\"note\">");
        dxki_html_things(&r->out, bodies - shown, "more function");
        dxki_out_text(&r->out, " not drawn</p>\n");
    }
    dxki_html_section_end(&r->out);
}

/* --- functions and nodes --- */

static void put_id(dxki_doc *r, dxk_str name)
{
    dxki_out_text(&r->out, "<span id=\"");
    dxki_out_text(&r->out, r->prefix);
    dxki_out_text(&r->out, "fn-");
    dxki_html_text(&r->out, name);
    dxki_out_text(&r->out, "\"></span>");
}

/* The place of a node, which pictures call by the node's name, unless that is the function's. */
static void put_node_id(dxki_doc *r, dxk_str function, dxk_str plain)
{
    char title[600];
    const dxk_reflect_function *f =
        r->reflect ? dxk_reflect_find_function(r->reflect, function) : NULL;
    const dxk_reflect_node *node = f ? f->stage.node : NULL;
    if (!node)
        return;
    size_t size = dxki_format(title, sizeof title, node->index ? "%0[%1]" : "%0",
                              DXKI_ARGS(dxki_raw(node->name), dxki_dec(node->index)));
    dxk_str name = {title, size < sizeof title ? size : sizeof title};
    if (!dxki_str_same(name, plain))
        put_id(r, name);
}

static void put_function(dxki_doc *r, uint32_t number, dxk_str name, uint64_t instructions)
{
    dxk_buffer plain;
    dxk_buffer_init(&plain, r->ctx);
    dxki_doc_note(r, dxk_demangle(name, &plain));
    dxk_str shown = {(const char *)plain.data, plain.size};
    dxki_out_text(&r->out, "<tr><td>");
    put_id(r, shown.size ? shown : name);
    put_node_id(r, name, shown.size ? shown : name);
    bool linked = dxki_doc_link_line(r, r->listing.functions.items[number]);
    dxki_html_text(&r->out, shown.size ? shown : name);
    dxki_out_text(&r->out, linked ? "</a><td class=r>" : "<td class=r>");
    dxki_html_count(&r->out, instructions);
    dxki_out_char(&r->out, '\n');
    dxk_buffer_free(&plain);
}

/* A row for each function; instructions of one are neighbours. */
static void put_rows(dxki_doc *r)
{
    size_t count = r->lines ? dxk_lines_count(r->lines) : 0, shown = 0;
    dxk_line first, line;
    for (size_t i = 0; i < count;) {
        size_t start = i;
        dxk_lines_get(r->lines, start, &first);
        uint32_t function = r->listing.lines.items[r->listing.insts.items[i]].function;
        while (i < count && dxk_lines_get(r->lines, i, &line) &&
               r->listing.lines.items[r->listing.insts.items[i]].function == function)
            i++;
        if (shown++ < DXKI_DOC_FUNCTIONS || r->options->full)
            put_function(r, function - 1, first.function, i - start);
    }
}

void dxki_doc_functions(dxki_doc *r)
{
    drawn calls = {.any = false}, nodes = {.any = false};
    bool library = r->reflect && r->reflect->is_library;
    if (!library && r->listing.functions.count < 2)
        return;
    nodes = draw(r, DXK_PICTURE_NODES, NULL, 0);
    calls = draw(r, DXK_PICTURE_CALLS, NULL, 0);
    bool any = nodes.any || calls.any;
    if (any) {
        section(r, "functions", "Functions");
        dxki_html_things(&r->out, r->listing.functions.count, "function");
        dxki_html_content(&r->out);
    }
    put(r, &nodes);
    put(r, &calls);
    if (!any)
        return;
    dxki_out_text(&r->out, "<table data-search><thead><tr><th>function<th class=r>instructions"
                           "</thead><tbody>\n");
    put_rows(r);
    dxki_out_text(&r->out, "</tbody></table>");
    dxki_html_section_end(&r->out);
}

/* --- difference --- */

typedef struct rows {
    dxki_doc *r;
    size_t shown;
} rows;

static dxk_status put_difference(void *user, const dxk_difference *d)
{
    static const char *const kinds[] = {"changed", "only here", "only there", "moved"};
    rows *all = user;
    dxki_out *out = &all->r->out;
    if (all->shown++ >= DXKI_DOC_FINDINGS && !all->r->options->full)
        return DXK_OK;
    dxki_out_text(out, "<tr><td>");
    dxki_html_text(out, dxki_str(d->path));
    dxki_out_text(out, "<td class=k>");
    dxki_out_text(out, kinds[d->kind]);
    dxki_out_text(out, "<td>");
    dxki_html_text(out, d->left);
    dxki_out_text(out, "<td>");
    dxki_html_text(out, d->right);
    dxki_out_char(out, '\n');
    return DXK_OK;
}

void dxki_doc_difference(dxki_doc *r)
{
    rows all = {r, 0};
    if (!r->options->other)
        return;
    const dxk_picture_options how = {.other = r->options->other,
                                     .other_name = r->options->other_name};
    drawn d = draw(r, DXK_PICTURE_DIFF, &how, 0);
    section(r, "difference", "Difference");
    dxki_out_text(&r->out, "to ");
    dxki_html_text(&r->out, r->options->other_name);
    dxki_html_content(&r->out);
    put(r, &d);
    dxki_out_text(&r->out, "<table data-search><thead><tr><th>field<th>is<th>here<th>there</thead>"
                           "<tbody>\n");
    dxk_status status = dxk_diff(r->container, r->options->other, NULL, put_difference, &all, NULL);
    dxki_doc_note(r, status);
    dxki_out_text(&r->out, "</tbody></table>");
    if (all.shown > DXKI_DOC_FINDINGS && !r->options->full) {
        dxki_out_text(&r->out, "<p class=\"note\">");
        dxki_html_things(&r->out, all.shown - DXKI_DOC_FINDINGS, "more difference");
        dxki_out_text(&r->out, "</p>");
    }
    dxki_html_section_end(&r->out);
}

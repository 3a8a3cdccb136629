/* SPDX-License-Identifier: MIT */
/* bytes.c - the fields of all parts, and the bytes; a field leads to its bytes, and a row of bytes to the
 * first field in it. */
#include "report/report.h"

#include "base/ctx.h"
#include "dxk/visit.h"

#include <string.h>

/* --- fields --- */

enum { DEEPEST = 32, LONGEST = 400 };

/* The path is kept as text, with its length at each level. */
typedef struct walk {
    dxki_doc *r;
    char path[LONGEST];
    size_t ends[DEEPEST + 1];
    int depth;
    size_t shown;
    uint64_t rows;  /* of 16 bytes each */
    uint32_t roots; /* root parameters that have a place */
    bool at_root;   /* the next field is the first of one */
} walk;

static size_t append(const walk *w, char *to, size_t at, const char *name, size_t index)
{
    size_t room = LONGEST - at;
    size_t size = index == DXK_NO_INDEX
                      ? dxki_format(to + at, room,
                                    w->depth == 0   ? "%0"
                                    : w->depth == 1 ? "/%0"
                                                    : ".%0",
                                    DXKI_ARGS(dxki_raw(dxki_str(name))))
                      : dxki_format(to + at, room, "[%0]", DXKI_ARGS(dxki_dec(index)));
    return at + (size < room ? size : room);
}

static dxk_status enter(void *user, const dxk_visit_node *node)
{
    walk *w = user;
    if (w->depth == DEEPEST)
        return DXK_E_LIMIT;
    size_t end = append(w, w->path, w->ends[w->depth], node->name, node->index);
    w->ends[++w->depth] = end;
    w->at_root |= node->index == w->roots && strcmp(node->name, "parameters") == 0 &&
                  memcmp(w->path, "RTS0", 4) == 0;
    return DXK_OK;
}

static dxk_status leave(void *user, const dxk_visit_node *node)
{
    walk *w = user;
    (void)node;
    w->depth--;
    return DXK_OK;
}

static void put_bytes(dxki_out *out, dxk_bytes bytes)
{
    dxk_bytes shown = {bytes.data, bytes.size < 16 ? bytes.size : 16};
    dxki_html_things(out, bytes.size, "byte");
    dxki_out_text(out, "<td class=mono>");
    dxki_out_hex_bytes(out, shown);
    dxki_out_text(out, shown.size < bytes.size ? "\xe2\x80\xa6" : "");
}

/* Value and meaning: the last two cells. */
static void put_value(dxki_out *out, const dxk_visit_field *f)
{
    bool hex = f->show == DXK_SHOW_HEX || f->show == DXK_SHOW_FLAGS || f->show == DXK_SHOW_FOURCC ||
               f->show == DXK_SHOW_SET;
    if (f->show == DXK_SHOW_BYTES || f->show == DXK_SHOW_TABLE ||
        (f->show == DXK_SHOW_PAD && f->bytes.size)) {
        put_bytes(out, f->bytes);
        return;
    }
    if (hex) {
        dxki_out_text(out, "0x");
        dxki_out_hex(out, f->number, 1, false);
    } else if (f->size || !f->text.size) {
        dxki_out_u64(out, f->number);
    }
    dxki_out_text(out, "<td>");
    dxki_html_text(out, f->text);
}

static void put_place(dxki_doc *r, const char *kind, uint64_t number)
{
    dxki_out_text(&r->out, " id=");
    dxki_out_text(&r->out, r->prefix);
    dxki_out_text(&r->out, kind);
    dxki_out_hex(&r->out, number, 1, false);
}

static dxk_status field(void *user, const dxk_visit_field *f)
{
    walk *w = user;
    dxki_out *out = &w->r->out;
    char path[LONGEST];
    if (w->shown++ >= DXKI_DOC_FIELDS && !w->r->options->full)
        return DXK_OK;
    size_t end = w->ends[w->depth];
    memcpy(path, w->path, end);
    end = append(w, path, end, f->name, f->index);
    dxki_out_text(out, "<tr");
    if (!f->inflated && f->offset / 16 < w->rows && !w->r->row_has_field[f->offset / 16]) {
        w->r->row_has_field[f->offset / 16] = true;
        put_place(w->r, "d", f->offset & ~(uint64_t)15);
    }
    dxki_out_text(out, "><td>");
    if (w->at_root) {
        dxki_out_text(out, "<span id=");
        dxki_out_text(out, w->r->prefix);
        dxki_html_say(out, "root-%0", DXKI_ARGS(dxki_dec(w->roots++)));
        dxki_out_text(out, "></span>");
        w->at_root = false;
    }
    bool linked = !f->inflated && dxki_doc_link_bytes(w->r, f->offset);
    dxki_out_text(out, f->inflated ? "+" : "");
    dxki_out_hex(out, f->offset, f->inflated ? 7 : 8, false);
    dxki_out_text(out, linked ? "</a><td>" : "<td>");
    dxki_html_text(out, (dxk_str){path, end});
    dxki_out_text(out, "<td class=r>");
    put_value(out, f);
    dxki_out_char(out, '\n');
    return DXK_OK;
}

void dxki_doc_fields(dxki_doc *r)
{
    walk w = {.r = r, .rows = dxk_container_input(r->container).size / 16 + 1};
    const dxk_visitor visitor = {&w, enter, field, leave};
    if (!dxk_container_part_count(r->container))
        return;
    r->row_has_field = DXKI_NEW_ARRAY(&r->arena, bool, w.rows);
    if (!r->row_has_field) {
        dxki_doc_fail(r, DXK_E_NOMEM);
        return;
    }
    dxki_html_section(&r->out, r->prefix, "fields", "Fields", false);
    dxki_out_text(&r->out, "with their offsets");
    dxki_html_content(&r->out);
    dxki_out_text(&r->out, "<table data-search><thead><tr><th>offset<th>field<th class=r>value<th>"
                           "meaning</thead><tbody>\n");
    dxk_status status = dxk_container_visit(r->container, &visitor);
    dxki_doc_note(r, status);
    dxki_out_text(&r->out, "</tbody></table>");
    if (w.shown > DXKI_DOC_FIELDS && !r->options->full) {
        dxki_out_text(&r->out, "<p class=\"note\">");
        dxki_html_things(&r->out, w.shown - DXKI_DOC_FIELDS, "more field");
        dxki_out_text(&r->out, " left out</p>");
    }
    dxki_html_section_end(&r->out);
}

/* --- bytes --- */

static void put_offset(dxki_doc *r, size_t at, bool has_field)
{
    if (has_field)
        dxki_doc_link(r, "d", at, true);
    dxki_out_text(&r->out, "<s>");
    dxki_out_hex(&r->out, at, 8, false);
    dxki_out_text(&r->out, has_field ? "</s></a>" : "</s>");
}

/* Blanks between, and two in the middle. */
static void put_row(dxki_doc *r, dxk_bytes bytes, size_t at)
{
    size_t size = bytes.size - at < 16 ? bytes.size - at : 16;
    char text[16];
    for (size_t i = 0; i < 16; i++) {
        dxki_out_text(&r->out, i == 8 ? "  " : i == 0 ? "  " : " ");
        if (i < size)
            dxki_out_hex(&r->out, bytes.data[at + i], 2, false);
        else
            dxki_out_text(&r->out, "  ");
    }
    for (size_t i = 0; i < size; i++) {
        uint8_t c = bytes.data[at + i];
        text[i] = c >= 0x20 && c < 0x7f ? (char)c : '.';
    }
    dxki_out_text(&r->out, "  ");
    dxki_html_text(&r->out, (dxk_str){text, size});
}

/* The parts that begin in a row; they come in any order. */
static void put_parts(dxki_doc *r, const uint32_t *first, const uint32_t *next, size_t row)
{
    for (uint32_t i = first[row]; i; i = next[i]) {
        const dxk_part *part = dxk_container_part(r->container, i - 1);
        dxki_out_text(&r->out, "  ");
        dxki_doc_link(r, "part-", i - (uint64_t)1, false);
        dxki_html_say(&r->out, "<- %0", DXKI_ARGS(dxki_fourcc_arg(part->fourcc)));
        dxki_out_text(&r->out, "</a>");
    }
}

static void put_rows(dxki_doc *r, dxk_bytes bytes, size_t shown)
{
    size_t count = (shown + 15) / 16, parts = dxk_container_part_count(r->container);
    uint32_t *first = DXKI_NEW_ARRAY(&r->arena, uint32_t, count);
    uint32_t *next = DXKI_NEW_ARRAY(&r->arena, uint32_t, parts + 1);
    if (!first || !next) {
        dxki_doc_fail(r, DXK_E_NOMEM);
        return;
    }
    for (size_t i = parts; i-- > 0;) {
        size_t row = dxk_container_part(r->container, i)->offset / 16;
        if (row >= count)
            continue;
        next[i + 1] = first[row];
        first[row] = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < count; i++) {
        dxki_out_text(&r->out, "<span");
        put_place(r, "h", i * 16);
        dxki_out_char(&r->out, '>');
        put_offset(r, i * 16, r->row_has_field && r->row_has_field[i]);
        put_row(r, bytes, i * 16);
        put_parts(r, first, next, i);
        dxki_out_text(&r->out, "\n</span>");
    }
}

void dxki_doc_bytes(dxki_doc *r)
{
    dxk_bytes bytes = dxk_container_input(r->container);
    size_t shown = r->options->full || bytes.size <= DXKI_DOC_BYTES ? bytes.size : DXKI_DOC_BYTES;
    if (!bytes.size)
        return;
    dxki_html_section(&r->out, r->prefix, "bytes", "Bytes", false);
    dxki_html_count(&r->out, bytes.size);
    if (shown < bytes.size) {
        dxki_out_text(&r->out, ", the first ");
        dxki_html_count(&r->out, shown);
        dxki_out_text(&r->out, " shown");
    }
    dxki_html_content(&r->out);
    dxki_out_text(&r->out, "<pre data-search tabindex=0>");
    put_rows(r, bytes, shown);
    dxki_out_text(&r->out, "</pre>");
    dxki_html_section_end(&r->out);
}

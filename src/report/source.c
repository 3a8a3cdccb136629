/* SPDX-License-Identifier: MIT */
/* source.c - the source beside the instructions that were made of it: each line leads to the first of
 * its instructions, and each instruction to its line. */
#include "report/report.h"

#include "base/sort.h"

#include <string.h>

static bool after(const void *user, const void *a, const void *b)
{
    const dxki_doc *r = user;
    const uint32_t *x = a, *y = b;
    return dxk_source_name_compare(r->sources[*x].name, r->sources[*y].name) > 0;
}

static uint32_t count_lines(dxk_str text)
{
    uint32_t count = 1;
    for (size_t i = 0; i + 1 < text.size && count < UINT32_MAX - 1; i++)
        count += text.data[i] == '\n';
    return count;
}

/* The files, and their numbers by name. */
static bool list_files(dxki_doc *r)
{
    size_t count = r->pdb ? dxk_pdb_file_count(r->pdb) : 0;
    r->sources = DXKI_NEW_ARRAY(&r->arena, dxki_doc_source, count);
    if (!r->sources)
        return false;
    for (size_t i = 0; i < count; i++) {
        dxki_doc_source *s = &r->sources[r->source_count];
        if (!dxk_pdb_file(r->pdb, i, &s->name, &s->text) || !s->text.data)
            continue;
        s->line_count = count_lines(s->text);
        s->first = DXKI_NEW_ARRAY(&r->arena, uint32_t, s->line_count);
        s->count = DXKI_NEW_ARRAY(&r->arena, uint32_t, s->line_count);
        if (!s->first || !s->count)
            return false;
        r->source_count++;
    }
    r->by_name = DXKI_NEW_ARRAY(&r->arena, uint32_t, r->source_count);
    for (size_t i = 0; r->by_name && i < r->source_count; i++)
        r->by_name[i] = (uint32_t)i;
    return r->by_name &&
           dxki_sort(r->ctx, r->by_name, r->source_count, sizeof *r->by_name, after, r);
}

/* The number of a file from 1; 0: its text is not there. */
static uint32_t find_file(const dxki_doc *r, dxk_str name)
{
    size_t low = 0, high = r->source_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = dxk_source_name_compare(r->sources[r->by_name[middle]].name, name);
        if (order == 0)
            return r->by_name[middle] + 1;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

static void join(dxki_doc *r, size_t inst, uint32_t file, uint32_t line)
{
    dxki_doc_source *s = &r->sources[file - 1];
    if (line == 0 || line > s->line_count)
        return;
    r->inst_file[inst] = file;
    r->inst_line[inst] = line;
    if (!s->first[line - 1])
        s->first[line - 1] = (uint32_t)inst + 1;
    s->count[line - 1]++;
}

void dxki_doc_source_make(dxki_doc *r)
{
    size_t count = r->lines ? dxk_lines_count(r->lines) : 0;
    uint32_t file = 0;
    dxk_str name = {NULL, 0};
    r->inst_file = DXKI_NEW_ARRAY(&r->arena, uint32_t, count);
    r->inst_line = DXKI_NEW_ARRAY(&r->arena, uint32_t, count);
    if (!r->inst_file || !r->inst_line || !list_files(r)) {
        dxki_doc_fail(r, DXK_E_NOMEM);
        return;
    }
    r->inst_count = count;
    for (size_t i = 0; i < count && r->source_count; i++) {
        dxk_line_frame frame;
        if (!dxk_lines_frame(r->lines, i, 0, &frame))
            continue;
        if (frame.file.data != name.data || frame.file.size != name.size) /* mostly as before */
            file = find_file(r, frame.file);
        name = frame.file;
        if (file)
            join(r, i, file, frame.line);
    }
}

/* --- the section --- */

static void put_line(dxki_doc *r, size_t file, uint32_t number, dxk_str text)
{
    const dxki_doc_source *s = &r->sources[file];
    dxki_out *out = &r->out;
    uint32_t first = s->first[number], count = s->count[number];
    dxki_out_text(out, "<span id=");
    dxki_out_text(out, r->prefix);
    dxki_out_char(out, 's');
    dxki_out_u64(out, file);
    dxki_out_char(out, '-');
    dxki_out_u64(out, number + (uint64_t)1);
    dxki_out_text(out, " data-n=");
    dxki_out_u64(out, number + (uint64_t)1);
    dxki_out_text(out, "><u>");
    if (first) {
        bool linked = dxki_doc_link_line(r, r->listing.insts.items[first - 1]);
        dxki_html_count(out, count);
        dxki_out_text(out, linked ? "</a>" : "");
    }
    dxki_out_text(out, "</u>");
    dxki_html_text(out, text);
    dxki_out_text(out, "\n</span>");
}

static void put_file(dxki_doc *r, size_t file)
{
    const dxki_doc_source *s = &r->sources[file];
    size_t start = 0;
    uint32_t most =
        r->options->full || s->line_count <= DXKI_DOC_LINES ? s->line_count : DXKI_DOC_LINES;
    dxki_out_text(&r->out, "<h3><code>");
    dxki_html_text(&r->out, s->name);
    dxki_out_text(&r->out, "</code></h3><pre class=nn data-search tabindex=0>");
    for (uint32_t i = 0; i < most; i++) {
        const char *text = s->text.data + start;
        const char *end = memchr(text, '\n', s->text.size - start);
        size_t size = end ? (size_t)(end - text) : s->text.size - start;
        start += end ? size + 1 : size;
        if (size && text[size - 1] == '\r')
            size--;
        put_line(r, file, i, (dxk_str){text, size});
    }
    if (most < s->line_count) {
        dxki_out_text(&r->out, "<span data-n=\xe2\x8b\xae>");
        dxki_html_things(&r->out, s->line_count - most, "line");
        dxki_out_text(&r->out, " left out\n</span>");
    }
    dxki_out_text(&r->out, "</pre>\n");
}

static void put_arguments(dxki_doc *r)
{
    size_t count = r->pdb ? dxk_pdb_arg_count(r->pdb) : 0;
    dxk_str name, value;
    if (!count)
        return;
    dxki_out_text(&r->out, "<p class=\"note\">Compiled with <code>");
    for (size_t i = 0; i < count && dxk_pdb_arg(r->pdb, i, &name, &value); i++) {
        dxki_out_text(&r->out, i ? " " : "");
        dxki_out_text(&r->out, name.size ? "-" : "");
        dxki_html_text(&r->out, name);
        dxki_out_text(&r->out, name.size && value.size ? " " : "");
        dxki_html_text(&r->out, value);
    }
    dxki_out_text(&r->out, "</code></p>\n");
}

void dxki_doc_source_text(dxki_doc *r)
{
    if (!r->source_count)
        return;
    dxki_html_section(&r->out, r->prefix, "source", "Source", false);
    dxki_html_things(&r->out, r->source_count, "file");
    dxki_out_text(&r->out, r->lines && r->inst_count
                               ? "; numbers in the second column are instructions made of a line"
                               : "");
    dxki_html_content(&r->out);
    put_arguments(r);
    for (size_t i = 0; i < r->source_count; i++)
        put_file(r, i);
    dxki_html_section_end(&r->out);
}

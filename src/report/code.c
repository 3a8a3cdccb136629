/* SPDX-License-Identifier: MIT */
/* code.c - lines of the listing with colours, and links from names to their definitions. */
#include "report/report.h"

#include <string.h>

/* What is written of a line. */
typedef struct writing {
    dxki_doc *r;
    dxki_out *out;
    dxk_str text;
    size_t at;
    uint32_t number; /* of the line, from 0 */
    uint32_t function;
    bool word; /* the next word is the name of an instruction, or begins the line */
} writing;

static void put(writing *w, size_t size)
{
    dxki_html_text(w->out, (dxk_str){w->text.data + w->at, size});
    w->at += size;
}

static void put_in(writing *w, const char *before, size_t size, const char *behind)
{
    dxki_out_text(w->out, before);
    put(w, size);
    dxki_out_text(w->out, behind);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '$';
}

static size_t run_of(const writing *w, bool (*belongs)(char))
{
    size_t end = w->at;
    while (end < w->text.size && belongs(w->text.data[end]))
        end++;
    return end - w->at;
}

static size_t string_size(const writing *w, size_t at)
{
    const char *end =
        at + 1 < w->text.size ? memchr(w->text.data + at + 1, '"', w->text.size - at - 1) : NULL;
    return end ? (size_t)(end - w->text.data) + 1 - at : w->text.size - at;
}

static size_t reference_size(const writing *w)
{
    size_t end = w->at + 1;
    if (end < w->text.size && w->text.data[end] == '"')
        return 1 + string_size(w, end);
    while (end < w->text.size && is_word(w->text.data[end]))
        end++;
    return end - w->at;
}

/* A name with % @ ! or #, as a link unless this line defines it. */
static void put_reference(writing *w)
{
    size_t size = reference_size(w);
    dxk_str name = {w->text.data + w->at, size};
    if (dxki_str_starts(name, "@dx.op.")) {
        put_in(w, "<b class=o>", size, "</b>");
        return;
    }
    uint32_t line = UINT32_MAX;
    if (name.data[0] == '%')
        line = dxki_doc_find(&w->r->listing, name, w->function);
    if (line == UINT32_MAX)
        line = dxki_doc_find(&w->r->listing, name, 0);
    if (line == UINT32_MAX || line == w->number) {
        put(w, size);
        return;
    }
    bool linked = dxki_doc_link_line(w->r, line);
    put(w, size);
    dxki_out_text(w->out, linked ? "</a>" : "");
}

/* "line:12" in a comment leads to the source. */
static void put_line_comment(writing *w)
{
    static const char word[] = "line:";
    const dxki_doc_line *line = &w->r->listing.lines.items[w->number];
    uint32_t inst = line->inst - 1; /* of no instruction: a large number */
    dxk_str left = {w->text.data + w->at, w->text.size - w->at};
    if (!dxki_str_starts(left, "; line:") || inst >= w->r->inst_count || !w->r->inst_file[inst] ||
        (!w->r->options->full && w->r->inst_line[inst] > DXKI_DOC_LINES))
        return;
    put(w, 2);
    size_t size = sizeof word - 1;
    while (w->at + size < w->text.size && w->text.data[w->at + size] >= '0' &&
           w->text.data[w->at + size] <= '9')
        size++;
    dxki_out_text(w->out, "<a href=\"#");
    dxki_out_text(w->out, w->r->prefix);
    dxki_out_char(w->out, 's');
    dxki_out_u64(w->out, w->r->inst_file[inst] - 1);
    dxki_out_char(w->out, '-');
    dxki_out_u64(w->out, w->r->inst_line[inst]);
    dxki_out_text(w->out, "\">");
    put(w, size);
    dxki_out_text(w->out, "</a>");
}

/* The rest is a comment. In labels it names blocks. */
static void put_comment(writing *w)
{
    bool label = w->r->listing.lines.items[w->number].block != 0;
    dxki_out_text(w->out, "<i>");
    put_line_comment(w);
    while (w->at < w->text.size) {
        size_t size = 1;
        if (label && w->text.data[w->at] == '%') {
            put_reference(w);
            continue;
        }
        while (w->at + size < w->text.size && !(label && w->text.data[w->at + size] == '%'))
            size++;
        put(w, size);
    }
    dxki_out_text(w->out, "</i>");
}

/* A word in front, or after "=", says what the line does. */
static void put_word(writing *w)
{
    size_t size = run_of(w, is_word);
    dxk_str word = {w->text.data + w->at, size};
    if (w->word)
        put_in(w, "<b>", size, "</b>");
    else
        put(w, size);
    w->word = w->word && dxki_str_is(word, "tail");
}

static void put_llvm(writing *w)
{
    while (w->at < w->text.size) {
        char c = w->text.data[w->at];
        if (c == ';') {
            put_comment(w);
        } else if (c == '"') {
            put_in(w, "<q>", string_size(w, w->at), "</q>");
        } else if ((c == '%' || c == '@' || c == '!' || c == '#') && w->at + 1 < w->text.size) {
            put_reference(w);
            w->word = false;
        } else if (is_word(c)) {
            put_word(w);
        } else {
            w->word = (w->word || c == '=') && (c == ' ' || c == '=');
            put(w, 1);
        }
    }
}

/* Shader models 4 and 5: comments, and the word in front. */
static void put_tokens(writing *w)
{
    while (w->at < w->text.size && w->text.data[w->at] == ' ')
        put(w, 1);
    dxk_str left = {w->text.data + w->at, w->text.size - w->at};
    if (dxki_str_starts(left, "//")) {
        put_in(w, "<i>", left.size, "</i>");
        return;
    }
    size_t size = run_of(w, is_word);
    if (size)
        put_in(w, "<b>", size, "</b>");
    put(w, w->text.size - w->at);
}

static void put_line(dxki_doc *r, uint32_t number)
{
    const dxki_doc_line *line = &r->listing.lines.items[number];
    writing w = {
        .r = r, .out = &r->out, .number = number, .function = line->function, .word = true};
    w.text = (dxk_str){(const char *)r->listing.text.data + line->start, line->size};
    dxki_out_text(w.out, "<span id=");
    dxki_out_text(w.out, r->prefix);
    dxki_out_char(w.out, 'L');
    dxki_out_u64(w.out, number + (uint64_t)1);
    dxki_out_text(w.out, " data-n=");
    dxki_out_u64(w.out, number + (uint64_t)1);
    dxki_out_char(w.out, '>');
    if (line->block) {
        dxki_out_text(w.out, "<a id=");
        dxki_out_text(w.out, r->prefix);
        if (line->function > 1)
            dxki_html_say(w.out, "f%0-", DXKI_ARGS(dxki_dec(line->function - 1)));
        dxki_html_say(w.out, "bb%0", DXKI_ARGS(dxki_dec(line->block - 1)));
        dxki_out_text(w.out, "></a>");
    }
    if (r->listing.legacy)
        put_tokens(&w);
    else
        put_llvm(&w);
    dxki_out_text(w.out, "\n</span>");
}

void dxki_doc_listing_text(dxki_doc *r)
{
    size_t count = r->listing.lines.count;
    bool whole = dxki_doc_lists_all(r);
    size_t head = whole ? count : DXKI_DOC_ENDS;
    size_t tail = whole ? count : count - DXKI_DOC_ENDS;
    if (!count)
        return;
    dxki_html_section(&r->out, r->prefix, "listing", "Listing", false);
    dxki_html_things(&r->out, count, "line");
    if (!whole)
        dxki_html_say(&r->out, ", the first and last %0 shown", DXKI_ARGS(dxki_dec(DXKI_DOC_ENDS)));
    dxki_html_content(&r->out);
    dxki_out_text(&r->out, "<pre class=nn data-search tabindex=0>");
    for (size_t i = 0; i < head; i++)
        put_line(r, (uint32_t)i);
    if (!whole) {
        dxki_out_text(&r->out, "<span data-n=\xe2\x8b\xae>");
        dxki_html_things(&r->out, tail - head, "line");
        dxki_out_text(&r->out, " left out\n</span>");
    }
    for (size_t i = tail; i < count; i++)
        put_line(r, (uint32_t)i);
    dxki_out_text(&r->out, "</pre>");
    dxki_html_section_end(&r->out);
}

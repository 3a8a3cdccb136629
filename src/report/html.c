/* SPDX-License-Identifier: MIT */
/* html.c - texts and sections of documents. */
#include "report/html.h"

#include "picture/svg.h"

void dxki_html_text(dxki_out *out, dxk_str text)
{
    size_t start = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\t')
            continue;
        dxki_svg_escape(out, (dxk_str){text.data + start, i - start});
        dxki_out_char(out, '\t');
        start = i + 1;
    }
    if (text.size > start)
        dxki_svg_escape(out, (dxk_str){text.data + start, text.size - start});
}

void dxki_html_say(dxki_out *out, const char *pattern, const dxki_arg *args, size_t count)
{
    char text[2000];
    size_t size = dxki_format(text, sizeof text, pattern, args, count);
    dxki_html_text(out, (dxk_str){text, size < sizeof text ? size : sizeof text});
}

void dxki_html_count(dxki_out *out, uint64_t value)
{
    char digits[20];
    char *end = digits + sizeof digits;
    for (char *first = dxki_format_u64(end, value), *c = first; c < end; c++) {
        if (c > first && (end - c) % 3 == 0)
            dxki_out_char(out, ',');
        dxki_out_char(out, *c);
    }
}

void dxki_html_things(dxki_out *out, uint64_t count, const char *thing)
{
    dxki_html_count(out, count);
    dxki_out_char(out, ' ');
    dxki_out_text(out, thing);
    dxki_out_text(out, count == 1 ? "" : "s");
}

static void put_list(dxki_out *out, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        dxki_out_text(out, words[i]);
}
#define PUT(out, ...)                                                                              \
    put_list((out), (const char *const[]){__VA_ARGS__},                                            \
             sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

void dxki_html_nav(dxki_out *out)
{
    dxki_out_text(out, "<nav aria-label=\"Sections\"><div>");
}

void dxki_html_nav_link(dxki_out *out, const char *prefix, const char *id, const char *title)
{
    PUT(out, "<a href=\"#", prefix, id, "\">", title, "</a>");
}

void dxki_html_nav_end(dxki_out *out)
{
    dxki_out_text(out, "<input id=\"q\" type=\"search\" placeholder=\"Search ( / )\" aria-label=\""
                       "Search\" disabled><span id=\"n\" role=\"status\"></span></div></nav>\n");
}

void dxki_html_section(dxki_out *out, const char *prefix, const char *id, const char *title,
                       bool open)
{
    PUT(out, "<details id=\"", prefix, id, open ? "\" open><summary>" : "\"><summary>", title,
        "<span>");
}

void dxki_html_content(dxki_out *out)
{
    dxki_out_text(out, "</span><em></em></summary><div>\n");
}

void dxki_html_section_end(dxki_out *out)
{
    dxki_out_text(out, "</div></details>\n");
}

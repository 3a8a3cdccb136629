/* SPDX-License-Identifier: MIT */
/* dot.c - see dot.h. */
#include "picture/dot.h"

static void put(dxki_svg *s, const char *text)
{
    dxki_out_text(&s->out, text);
}

void dxki_dot_start(dxki_svg *s, dxk_str name)
{
    put(s, "digraph \"");
    dxki_dot_escape(&s->out, name);
    put(s, "\" {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n");
}

void dxki_dot_node(dxki_svg *s, uint32_t number, const dxk_str *lines, size_t count,
                   const char *attributes)
{
    put(s, "  n");
    dxki_out_u64(&s->out, number);
    put(s, " [label=\"");
    for (size_t i = 0; i < count; i++) {
        dxki_dot_escape(&s->out, lines[i]);
        put(s, "\\l");
    }
    put(s, "\"");
    put(s, attributes);
    put(s, "];\n");
}

void dxki_dot_edge(dxki_svg *s, uint32_t from, uint32_t to, dxk_str label, const char *attributes)
{
    put(s, "  n");
    dxki_out_u64(&s->out, from);
    put(s, " -> n");
    dxki_out_u64(&s->out, to);
    put(s, " [label=\"");
    dxki_dot_escape(&s->out, label);
    put(s, "\"");
    put(s, attributes);
    put(s, "];\n");
}

void dxki_dot_end(dxki_svg *s)
{
    put(s, "}\n");
}

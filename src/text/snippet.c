/* SPDX-License-Identifier: MIT */
/* snippet.c - pieces of a module as text. See snippet.h. */
#include "text/snippet.h"

#include <string.h>

#include "text/print.h"

struct dxki_snippets {
    dxki_printer p;
    dxk_buffer spill; /* what did not fit into the printer's buffer */
};

void dxki_snippets_free(dxki_snippets *s)
{
    if (!s)
        return;
    dxk_ctx *ctx = s->p.ctx;
    dxki_print_release(&s->p);
    dxk_buffer_free(&s->spill);
    dxki_realloc(ctx, s, sizeof *s, 0);
}

dxki_snippets *dxki_snippets_create(const dxk_module *m)
{
    dxki_snippets *s = dxki_realloc(m->ctx, NULL, 0, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    dxk_buffer_init(&s->spill, m->ctx);
    s->p.m = m;
    s->p.ctx = m->ctx;
    s->p.options.no_comments = true;
    s->p.out.sink = dxk_buffer_sink(&s->spill);
    dxki_arena_init(&s->p.arena, m->ctx);
    s->p.out.buffer = dxki_arena_alloc(&s->p.arena, DXKI_EMIT_SIZE);
    if (!s->p.out.buffer || !dxki_print_number(&s->p)) {
        dxki_snippets_free(s);
        return NULL;
    }
    s->p.out.next = s->p.out.buffer;
    s->p.out.end = s->p.out.buffer + DXKI_EMIT_SIZE;
    return s;
}

void dxki_snippets_rename(dxki_snippets *s, const dxk_str *names)
{
    s->p.global_names = names;
}

static void begin(dxki_snippets *s)
{
    s->spill.size = 0;
    s->p.out.next = s->p.out.buffer;
    s->p.out.flushed = 0;
    s->p.out.status = DXK_OK;
}

static dxk_str end(dxki_snippets *s)
{
    dxki_emit *out = &s->p.out;
    if (out->flushed == 0 && out->status == DXK_OK)
        return (dxk_str){out->buffer, (size_t)(out->next - out->buffer)};
    dxki_emit_flush(out);
    return (dxk_str){(const char *)s->spill.data, s->spill.size};
}

static dxk_str trimmed(dxk_str text)
{
    while (text.size > 0 && text.data[0] == ' ') {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && text.data[text.size - 1] == '\n')
        text.size--;
    return text;
}

dxk_str dxki_snippet_inst(dxki_snippets *s, uint32_t inst)
{
    begin(s);
    s->p.function = s->p.m->blocks.items[s->p.m->insts.items[inst].block].function;
    dxki_print_inst(&s->p, inst);
    return trimmed(end(s));
}

dxk_str dxki_snippet_type(dxki_snippets *s, dxki_type type)
{
    begin(s);
    dxki_print_type(&s->p, type);
    return end(s);
}

dxk_str dxki_snippet_type_body(dxki_snippets *s, dxki_type type)
{
    begin(s);
    dxki_print_type_body(&s->p, type);
    return end(s);
}

dxk_str dxki_snippet_value(dxki_snippets *s, dxki_value value)
{
    begin(s);
    dxki_print_typed(&s->p, value);
    return end(s);
}

dxk_str dxki_snippet_name(dxki_snippets *s, dxki_value value)
{
    begin(s);
    dxki_print_operand(&s->p, value);
    return end(s);
}

dxk_str dxki_snippet_md(dxki_snippets *s, dxki_md md)
{
    begin(s);
    dxki_print_md_ref(&s->p, md);
    if (dxki_md_is_node(s->p.m, md)) {
        DXKI_EMIT(&s->p.out, " = ");
        dxki_print_md_body(&s->p, md);
    }
    return end(s);
}

dxk_str dxki_snippet_md_ref(dxki_snippets *s, dxki_md md)
{
    begin(s);
    dxki_print_md_ref(&s->p, md);
    return end(s);
}

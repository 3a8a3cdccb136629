/* SPDX-License-Identifier: MIT */
/* snippet.c - pieces of a module as text. See snippet.h. */
#include "text/snippet.h"

#include <string.h>

#include "text/print.h"

/* What texts longer than the printer's buffer may come to, of one module. From then on they are cut
 * off there: a few constants can name more text than there is memory for. */
#define SPILL_MAX ((size_t)16 << 20)

struct dxki_text_snippets {
    dxki_text_printer p;
    dxk_buffer spill; /* what did not fit into the printer's buffer */
    size_t spilled;   /* bytes that went there so far */
    bool no_memory;   /* for some of them */
};

static dxk_status take_spill(void *user, const void *data, size_t size)
{
    dxki_text_snippets *s = user;
    dxk_status status = dxk_buffer_append(&s->spill, data, size);
    s->spilled += size;
    s->no_memory |= status == DXK_E_NOMEM;
    return status == DXK_OK && s->spilled > SPILL_MAX ? DXK_E_LIMIT : status;
}

void dxki_text_snippets_free(dxki_text_snippets *s)
{
    if (!s)
        return;
    dxk_ctx *ctx = s->p.ctx;
    dxki_text_print_release(&s->p);
    dxk_buffer_free(&s->spill);
    dxki_realloc(ctx, s, sizeof *s, 0);
}

dxki_text_snippets *dxki_text_snippets_create(const dxk_module *m)
{
    dxki_text_snippets *s = dxki_realloc(m->ctx, NULL, 0, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    dxk_buffer_init(&s->spill, m->ctx);
    s->p.m = m;
    s->p.ctx = m->ctx;
    s->p.options.no_comments = true;
    s->p.out.sink = (dxk_sink){take_spill, s};
    dxki_arena_init(&s->p.arena, m->ctx);
    s->p.out.buffer = dxki_arena_alloc(&s->p.arena, DXKI_EMIT_SIZE);
    if (!s->p.out.buffer || !dxki_text_print_number(&s->p)) {
        dxki_text_snippets_free(s);
        return NULL;
    }
    s->p.out.next = s->p.out.buffer;
    s->p.out.end = s->p.out.buffer + DXKI_EMIT_SIZE;
    return s;
}

bool dxki_text_snippets_failed(const dxki_text_snippets *s)
{
    return s->no_memory || s->p.no_memory;
}

void dxki_text_snippets_rename(dxki_text_snippets *s, const dxk_str *names)
{
    s->p.global_names = names;
}

static void begin(dxki_text_snippets *s)
{
    s->spill.size = 0;
    s->p.out.next = s->p.out.buffer;
    s->p.out.flushed = 0;
    s->p.out.status = DXK_OK;
}

static dxk_str end(dxki_text_snippets *s)
{
    dxki_text_emit *out = &s->p.out;
    if (out->flushed == 0 && out->status == DXK_OK)
        return (dxk_str){out->buffer, (size_t)(out->next - out->buffer)};
    dxki_text_emit_flush(out);
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

dxk_str dxki_text_snippet_inst(dxki_text_snippets *s, uint32_t inst)
{
    begin(s);
    s->p.function = s->p.m->blocks.items[s->p.m->insts.items[inst].block].function;
    dxki_text_print_inst(&s->p, inst);
    return trimmed(end(s));
}

dxk_str dxki_text_snippet_type(dxki_text_snippets *s, dxki_type type)
{
    begin(s);
    dxki_text_print_type(&s->p, type);
    return end(s);
}

dxk_str dxki_text_snippet_type_body(dxki_text_snippets *s, dxki_type type)
{
    begin(s);
    dxki_text_print_type_body(&s->p, type);
    return end(s);
}

dxk_str dxki_text_snippet_value(dxki_text_snippets *s, dxki_value value)
{
    begin(s);
    dxki_text_print_typed(&s->p, value);
    return end(s);
}

dxk_str dxki_text_snippet_name(dxki_text_snippets *s, dxki_value value)
{
    begin(s);
    dxki_text_print_operand(&s->p, value);
    return end(s);
}

dxk_str dxki_text_snippet_md(dxki_text_snippets *s, dxki_md md)
{
    begin(s);
    dxki_text_print_md_ref(&s->p, md);
    if (dxki_text_md_is_node(s->p.m, md)) {
        DXKI_EMIT(&s->p.out, " = ");
        dxki_text_print_md_body(&s->p, md);
    }
    return end(s);
}

dxk_str dxki_text_snippet_md_ref(dxki_text_snippets *s, dxki_md md)
{
    begin(s);
    dxki_text_print_md_ref(&s->p, md);
    return end(s);
}

/* SPDX-License-Identifier: MIT */
/* print_attr.c - attributes and calling conventions (docs/text-format.md, section 6). */
#include "text/print.h"
#include "text/words.h"

/* key or key=value, both between quotes, as they are. */
static void print_string_attr(dxki_text_printer *p, const dxki_attr *attr)
{
    dxk_str value = dxki_string_get(p->m, attr->string);
    dxki_text_emit_char(&p->out, '"');
    dxki_text_emit_str(&p->out, dxki_string_get(p->m, attr->key));
    dxki_text_emit_char(&p->out, '"');
    if (value.size == 0)
        return;
    DXKI_EMIT(&p->out, "=\"");
    dxki_text_emit_str(&p->out, value);
    dxki_text_emit_char(&p->out, '"');
}

/* align=4 in a group; align 4, dereferenceable(4) outside. */
static void print_valued(dxki_text_printer *p, const dxki_attr *attr, const char *word, bool group)
{
    bool plain = group || attr->kind == DXKI_AT_ALIGN;
    dxki_text_emit_text(&p->out, word);
    dxki_text_emit_char(&p->out, group ? '=' : plain ? ' ' : '(');
    dxki_text_emit_u64(&p->out, attr->value);
    if (!plain)
        dxki_text_emit_char(&p->out, ')');
}

static void print_attr(dxki_text_printer *p, const dxki_attr *attr, bool group)
{
    dxki_attr_kind kind = (dxki_attr_kind)attr->kind;
    if (kind == DXKI_AT_STRING)
        print_string_attr(p, attr);
    else if (kind == DXKI_AT_UNKNOWN)
        print_valued(p, attr, "unknown", group);
    else if (dxki_attr_is_valued(kind))
        print_valued(p, attr, dxki_attr_text(kind), group);
    else
        dxki_text_emit_text(&p->out, dxki_attr_text(kind));
}

static void print_all(dxki_text_printer *p, uint32_t set, bool group, bool strings)
{
    uint32_t count;
    const dxki_attr *attrs = dxki_attr_set(p->m, set, &count);
    bool first = true;
    for (uint32_t i = 0; i < count; i++) {
        if (!strings && attrs[i].kind == DXKI_AT_STRING)
            continue;
        if (!first)
            dxki_text_emit_char(&p->out, ' ');
        print_attr(p, &attrs[i], group);
        first = false;
    }
}

void dxki_text_print_attr_set(dxki_text_printer *p, uint32_t set, bool group)
{
    print_all(p, set, group, true);
}

void dxki_text_print_attr_comment(dxki_text_printer *p, uint32_t set)
{
    uint32_t count, plain = 0;
    const dxki_attr *attrs = dxki_attr_set(p->m, set, &count);
    for (uint32_t i = 0; i < count; i++)
        plain += attrs[i].kind != DXKI_AT_STRING;
    if (plain == 0 || p->options.no_comments)
        return;
    dxki_text_style_on(p, DXKI_ST_COMMENT);
    DXKI_EMIT(&p->out, "; Function Attrs: ");
    print_all(p, set, false, false);
    dxki_text_style_off(p);
    dxki_text_emit_char(&p->out, '\n');
}

void dxki_text_print_attr_ref(dxki_text_printer *p, uint32_t set)
{
    if (set == 0)
        return;
    DXKI_EMIT(&p->out, " #");
    dxki_text_emit_u64(&p->out, p->attr_slots[set]);
}

void dxki_text_print_attr_groups(dxki_text_printer *p)
{
    if (p->attr_sets.count == 0)
        return;
    dxki_text_emit_char(&p->out, '\n');
    for (size_t i = 0; i < p->attr_sets.count && !dxki_text_print_stopped(p); i++) {
        DXKI_EMIT(&p->out, "attributes #");
        dxki_text_emit_u64(&p->out, i);
        DXKI_EMIT(&p->out, " = { ");
        dxki_text_print_attr_set(p, p->attr_sets.items[i], true);
        DXKI_EMIT(&p->out, " }\n");
    }
}

void dxki_text_print_cc(dxki_text_printer *p, uint32_t cc)
{
    const char *word = dxki_text_word(DXKI_W_CC, cc);
    if (word) {
        dxki_text_emit_text(&p->out, word);
    } else {
        DXKI_EMIT(&p->out, "cc");
        dxki_text_emit_u64(&p->out, cc);
    }
}

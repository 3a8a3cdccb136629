/* SPDX-License-Identifier: MIT */
/* print_name.c - names, escapes and colours (docs/text-format.md, section 2). */
#include "text/print.h"
#include "base/out.h"

/* Classes of characters: part of a plain name, shown as it is in a string, part of the name of
 * metadata, digit. */
enum { NAME = 1, SHOWN = 2, MD_NAME = 4, DIGIT = 8 };

/* By character; those from 128 on are in no class. */
static const uint8_t classes[256] = {
    0,  0,  0,  0,  0,  0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,
    0,  0,  0,  0,  0,  0,  2, 2, 0, 2, 6, 2, 2, 2, 2, 2, 2, 2, 2, 7, 7, 2, 15, 15, 15, 15,
    15, 15, 15, 15, 15, 15, 2, 2, 2, 2, 2, 2, 2, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,  7,  7,  7,
    7,  7,  7,  7,  7,  7,  7, 7, 7, 7, 7, 7, 7, 2, 0, 2, 2, 7, 2, 7, 7, 7, 7,  7,  7,  7,
    7,  7,  7,  7,  7,  7,  7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 2, 2, 2, 2,  0,
};

static inline uint8_t class_of(char c)
{
    return classes[(unsigned char)c];
}

static void print_code(dxki_text_printer *p, unsigned char c)
{
    dxki_text_emit_char(&p->out, '\\');
    dxki_text_emit_hex(&p->out, c, 2);
}

bool dxki_text_name_is_plain(dxk_str name)
{
    if (name.size && (class_of(name.data[0]) & DIGIT))
        return false;
    for (size_t i = 0; i < name.size; i++)
        if (!(class_of(name.data[i]) & NAME))
            return false;
    return true;
}

void dxki_text_print_escaped(dxki_text_printer *p, dxk_str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (class_of(text.data[i]) & SHOWN)
            continue;
        dxki_text_emit_mem(&p->out, text.data + from, i - from);
        print_code(p, (unsigned char)text.data[i]);
        from = i + 1;
    }
    if (from < text.size)
        dxki_text_emit_mem(&p->out, text.data + from, text.size - from);
}

void dxki_text_print_quoted(dxki_text_printer *p, dxk_str text)
{
    dxki_text_emit_char(&p->out, '"');
    dxki_text_print_escaped(p, text);
    dxki_text_emit_char(&p->out, '"');
}

void dxki_text_print_name(dxki_text_printer *p, dxk_str name)
{
    if (dxki_text_name_is_plain(name))
        dxki_text_emit_str(&p->out, name);
    else
        dxki_text_print_quoted(p, name);
}

void dxki_text_print_md_name(dxki_text_printer *p, dxk_str name)
{
    if (name.size == 0)
        DXKI_EMIT(&p->out, "<empty name> ");
    for (size_t i = 0; i < name.size; i++) {
        uint8_t cls = class_of(name.data[i]);
        if ((cls & MD_NAME) && (i > 0 || !(cls & DIGIT)))
            dxki_text_emit_char(&p->out, name.data[i]);
        else
            print_code(p, (unsigned char)name.data[i]);
    }
}

static void print_slot(dxki_text_printer *p, uint32_t slot)
{
    if (slot == DXKI_NO_SLOT)
        DXKI_EMIT(&p->out, "<badref>");
    else
        dxki_text_emit_u64(&p->out, slot);
}

void dxki_text_print_global(dxki_text_printer *p, uint32_t global)
{
    const dxki_global *g = &p->m->globals.items[global];
    dxki_text_style_on(p, DXKI_ST_GLOBAL);
    if (p->global_names && p->global_names[global].size) {
        dxki_text_emit_char(&p->out, '@');
        dxki_text_print_name(p, p->global_names[global]);
    } else if (!g->name && p->global_slots[global] == DXKI_NO_SLOT) {
        DXKI_EMIT(&p->out, "<badref>");
    } else {
        dxki_text_emit_char(&p->out, '@');
        if (!g->name)
            print_slot(p, p->global_slots[global]);
        else if (p->global_flags[global] & DXKI_PG_PLAIN)
            dxki_text_emit_str(&p->out, p->m->strings.items[g->name]);
        else
            dxki_text_print_name(p, p->m->strings.items[g->name]);
    }
    dxki_text_style_off(p);
}

/* A number whose text is not kept. */
static uint32_t long_number(const dxki_text_number *kept)
{
    uint32_t number = DXKI_NO_SLOT;
    if (kept->size == DXKI_NUMBER_LONG)
        memcpy(&number, kept->digits, sizeof number);
    return number;
}

static uint32_t local_slot(const dxki_text_printer *p, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_ARG:
        return p->arg_slots[index];
    case DXKI_V_BLOCK:
        return p->block_slots[index];
    case DXKI_V_INST:
        return long_number(&p->inst_numbers[index]);
    default:
        return DXKI_NO_SLOT;
    }
}

void dxki_text_print_local(dxki_text_printer *p, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_INST) {
        const dxki_text_number *kept = &p->inst_numbers[DXKI_INDEX(value)];
        if (kept->size && kept->size != DXKI_NUMBER_LONG) {
            dxki_text_emit_char(&p->out, '%');
            dxki_text_emit_mem(&p->out, kept->digits, kept->size);
            return;
        }
    }
    uint32_t slot = local_slot(p, value);
    if (slot != DXKI_NO_SLOT) {
        dxki_text_emit_char(&p->out, '%');
        dxki_text_emit_u64(&p->out, slot);
        return;
    }
    dxki_string name = dxki_value_name(p->m, value);
    if (name) {
        dxki_text_emit_char(&p->out, '%');
        dxki_text_print_name(p, p->m->strings.items[name]);
    } else {
        DXKI_EMIT(&p->out, "<badref>");
    }
}

void dxki_text_print_style(dxki_text_printer *p, dxki_text_style style)
{
    static const char *const codes[] = {
        [DXKI_ST_NONE] = "\033[0m",    [DXKI_ST_OP] = "\033[1m",       [DXKI_ST_TYPE] = "\033[36m",
        [DXKI_ST_GLOBAL] = "\033[33m", [DXKI_ST_LABEL] = "\033[1;33m", [DXKI_ST_META] = "\033[35m",
        [DXKI_ST_STRING] = "\033[32m", [DXKI_ST_COMMENT] = "\033[90m",
    };
    size_t size = strlen(codes[style]);
    if (dxki_text_emit_flush(&p->out) == DXK_OK)
        p->out.status = dxki_out_send(p->colours, codes[style], size);
    p->out.flushed += size;
    p->out.marks += size;
}

/* SPDX-License-Identifier: MIT */
/*
 * print_quick.h - the short way for what nearly every operand is: an unnamed result or argument,
 * a small integer, undef. It writes through a pointer that stays in a register; each function
 * returns where to go on, or NULL when the operand is not that simple, and then nothing counts as
 * written.
 */
#ifndef DXKI_TEXT_PRINT_QUICK_H
#define DXKI_TEXT_PRINT_QUICK_H

#include "text/print.h"

/* No operand here needs more room, its type included. */
#define DXKI_QUICK_ROOM 128
/* Nor an operator with its flags and operands. */
#define DXKI_QUICK_LINE 512

static inline bool dxki_text_quick_has_room(const dxki_text_printer *p)
{
    return p->out.end - p->out.next >= DXKI_QUICK_ROOM && !p->options.color;
}

static inline char *dxki_text_quick_int(const dxki_text_printer *p, char *to, const dxki_const *c)
{
    uint32_t width = p->m->types.items[c->type].a;
    if (width == 1) {
        memcpy(to, c->a & 1 ? "true" : "fals", 4);
        to[4] = 'e';
        return to + (c->a & 1 ? 4 : 5);
    }
    if (c->a >= DXKI_PUT_MAX || c->b != 0 || (width < 32 && c->a >> (width - 1) & 1))
        return NULL;
    return dxki_text_put_number(to, c->a);
}

/* "%12", of a result; writes a byte more than it is long. */
static inline char *dxki_text_quick_result(const dxki_text_printer *p, char *to, uint32_t inst)
{
    const dxki_text_number *number = &p->inst_numbers[inst];
    uint32_t size = number->size;
    if (size - 1 >= sizeof number->digits)
        return NULL;
    *to++ = '%';
    memcpy(to, number, sizeof *number);
    return to + size;
}

static inline char *dxki_text_quick_operand(const dxki_text_printer *p, char *to, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value), slot;
    if (DXKI_TAG(value) == DXKI_V_INST)
        return dxki_text_quick_result(p, to, index);
    if (DXKI_TAG(value) == DXKI_V_CONST) {
        const dxki_const *c = &p->m->consts.items[index];
        if (c->kind == DXKI_C_INT)
            return dxki_text_quick_int(p, to, c);
        if (c->kind != DXKI_C_UNDEF)
            return NULL;
        memcpy(to, "undef", 5);
        return to + 5;
    }
    if (DXKI_TAG(value) != DXKI_V_ARG)
        return NULL;
    slot = p->arg_slots[index];
    if (slot >= DXKI_PUT_MAX)
        return NULL;
    *to++ = '%';
    return dxki_text_put_number(to, slot);
}

/* With its type in front. */
static inline char *dxki_text_quick_typed(const dxki_text_printer *p, char *to, dxki_value value)
{
    if (value == 0)
        return NULL;
    struct dxki_text_span kept = p->type_texts[dxki_text_print_type_of(p, value)];
    if (kept.size == 0)
        return NULL;
    const char *text = p->type_chars.items + kept.offset;
    if (kept.size <= 32)
        dxki_text_copy_short(to, text, kept.size);
    else
        memcpy(to, text, kept.size);
    to += kept.size;
    *to++ = ' ';
    return dxki_text_quick_operand(p, to, value);
}

#endif

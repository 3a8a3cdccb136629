/* SPDX-License-Identifier: MIT */
/*
 * row.c - reads the rows of spec/hlsl_intrinsics.def; see row.h. The text of a parameter says:
 * direction, class of the element, shape, and which other parameter it has its element or shape from.
 */
#include "base/count.h"
#include "sema/row.h"

/* ---------------------------------------------------------------------------------------- */
/* Reading rows                                                                               */

static bool cut_number(dxk_str *text, int *number)
{
    if (!text->size || text->data[0] < '0' || text->data[0] > '9')
        return false;
    for (*number = 0; text->size && text->data[0] >= '0' && text->data[0] <= '9';) {
        *number = *number * 10 + (text->data[0] - '0');
        text->data++;
        text->size--;
    }
    return true;
}

dxk_str dxki_sema_cut(dxk_str *text, char ch)
{
    const char *at = text->size ? memchr(text->data, ch, text->size) : NULL;
    dxk_str head = {text->data, at ? (size_t)(at - text->data) : text->size};

    text->data += head.size + (at != NULL);
    text->size -= head.size + (at != NULL);
    return head;
}

static void read_links(dxk_str text, dxki_sema_slot *s)
{
    while (text.size) {
        dxki_sema_cut(&text, '{');
        dxk_str link = dxki_sema_cut(&text, '}');
        int *to = dxki_str_cut(&link, "elt=")     ? &s->element
                  : dxki_str_cut(&link, "shape=") ? &s->like
                                                  : NULL;
        if (to)
            cut_number(&link, to);
    }
}

/* "float_like<c>{elt=1}", "=1", "T" */
static void read_type(dxk_str text, dxki_sema_slot *s)
{
    size_t n = 0;

    if (dxki_str_cut(&text, "=")) {
        cut_number(&text, &s->element);
        s->like = s->element;
        return;
    }
    while (n < text.size && !strchr("*<{[ ", text.data[n]))
        n++;
    s->class = (dxk_str){text.data, n};
    text.data += n;
    text.size -= n;
    if (dxki_str_starts(text, "*[]") || dxki_str_starts(text, "[]"))
        s->shape = DXKI_SEMA_OTHER;
    else if (dxki_str_cut(&text, "*"))
        s->shape = DXKI_SEMA_ANY;
    else if (dxki_str_cut(&text, "<")) {
        dxk_str inside = dxki_sema_cut(&text, '>');
        s->shape = memchr(inside.data, ',', inside.size) ? DXKI_SEMA_MATRIX : DXKI_SEMA_VECTOR;
        if (s->shape == DXKI_SEMA_MATRIX)
            s->rows = dxki_sema_cut(&inside, ',');
        s->columns = inside;
    }
    read_links(text, s);
}

/* The word in front of a parameter, which is cut off. */
static uint8_t cut_direction(dxk_str *text)
{
    while (text->size && text->data[0] == ' ')
        dxki_sema_cut(text, ' ');
    const dxk_str word = dxki_sema_cut(text, ' ');
    return dxki_str_is(word, "in")      ? 'i'
           : dxki_str_is(word, "out")   ? 'o'
           : dxki_str_is(word, "inout") ? 'b'
                                        : 'r';
}

uint8_t dxki_sema_row_direction(const dxki_hlsl_intrinsic *row, size_t param)
{
    dxk_str text = dxki_str(row->params);

    while (param-- && text.size)
        dxki_sema_cut(&text, ';');
    return !text.size || strstr(text.data, "...") ? 'i' : cut_direction(&text);
}

static void read_param(dxk_str text, dxki_sema_slot *s)
{
    s->direction = cut_direction(&text);
    while (dxki_str_cut(&text, "row ") || dxki_str_cut(&text, "col "))
        continue;
    read_type(dxki_sema_cut(&text, ' '), s);
}

void dxki_sema_read_row(const dxki_hlsl_intrinsic *row, dxki_sema_slot slots[DXKI_SEMA_SLOTS])
{
    dxk_str text = dxki_str(row->params);

    memset(slots, 0, DXKI_SEMA_SLOTS * sizeof *slots);
    for (int i = 0; i < DXKI_SEMA_SLOTS; i++)
        slots[i].element = slots[i].like = i;
    read_type(dxki_str(row->result), &slots[0]);
    for (unsigned i = 1; i <= row->nargs && i < DXKI_SEMA_SLOTS; i++)
        read_param(dxki_sema_cut(&text, ';'), &slots[i]);
}

/* ---------------------------------------------------------------------------------------- */
/* Classes of elements                                                                        */

#define S(ident) DXKI_HLSL_S_##ident
#define END      DXKI_HLSL_S_COUNT
/* `half` without 16-bit types: a float that may be less precise. */
#define PARTIAL (END + 1)
#define FLOATS  S(FLOAT), S(HALF), PARTIAL, S(MIN16FLOAT), S(MIN10FLOAT)
#define INTS                                                                                       \
    S(INT), S(UINT), S(INT64), S(UINT64), S(MIN16INT), S(MIN12INT), S(MIN16UINT), S(INT16),        \
        S(UINT16)

/* Elements that a class takes as they are; the first is what others are converted to. `strict`:
 * they are refused. */
static const struct {
    const char *name;
    bool strict;
    uint8_t elements[20];
} classes[] = {
    {"bool", false, {S(BOOL), END}},
    {"int", false, {S(INT), END}},
    {"uint", false, {S(UINT), END}},
    {"any_int", false, {INTS, END}},
    {"any_int32", false, {S(INT), S(UINT), END}},
    {"any_int64", false, {S(INT64), S(UINT64), END}},
    {"raw_int32", false, {S(UINT), S(INT), END}}, /* a literal that is not negative is unsigned */
    {"uint_only", true, {S(UINT), S(UINT64), END}},
    {"int32_only", true, {S(INT), S(UINT), END}},
    {"int64_only", true, {S(INT64), S(UINT64), END}},
    {"float32_only", true, {S(FLOAT), END}},
    {"float", false, {S(FLOAT), PARTIAL, END}},
    {"float_like", false, {FLOATS, END}},
    {"any_float", false, {FLOATS, S(DOUBLE), END}},
    {"double", false, {S(DOUBLE), END}},
    {"double_only", true, {S(DOUBLE), END}},
    {"numeric", false, {FLOATS, S(DOUBLE), INTS, END}},
    {"numeric32", false, {S(FLOAT), S(INT), S(UINT), PARTIAL, END}},
    {"numeric32_only", true, {S(FLOAT), S(INT), S(UINT), PARTIAL, END}},
    {"numeric16_only", true, {S(HALF), S(INT16), S(UINT16), END}},
    {"any", false, {FLOATS, S(DOUBLE), INTS, S(BOOL), END}},
    {"int16_t", false, {S(INT16), END}},
    {"uint16_t", false, {S(UINT16), END}},
    {"float16_t", false, {S(HALF), END}},
    {"u64", false, {S(UINT64), END}},
    {"p32i8", false, {S(PACKED_S8), S(UINT), END}},
    {"p32u8", false, {S(PACKED_U8), S(UINT), END}},
    {"any_int16_or_32", false, {S(INT), S(UINT), S(INT16), S(UINT16), END}},
    {"sint16_or_32_only", true, {S(INT), S(INT16), END}},
};

static bool class_has(const uint8_t *elements, uint8_t s)
{
    for (; *elements != END; elements++) {
        if (*elements == s)
            return true;
    }
    return false;
}

uint8_t dxki_sema_admit(const dxki_hlsl *c, dxk_str class, uint8_t s)
{
    uint8_t wanted = s == S(HALF) && !c->options.native_16bit ? PARTIAL : s;

    for (size_t i = 0; i < DXKI_COUNT(classes); i++) {
        const uint8_t *elements = classes[i].elements;
        if (!dxki_str_is(class, classes[i].name))
            continue;
        if (s == END)
            return elements[0];
        if (s == S(LITERAL_INT)) {
            static const uint8_t order[] = {S(INT), S(UINT), S(INT64), S(UINT64)};
            for (size_t k = 0; k < DXKI_COUNT(order) && elements[0] != S(UINT); k++) {
                if (class_has(elements, order[k]))
                    return order[k];
            }
            return elements[0];
        }
        if (s == S(LITERAL_FLOAT))
            return class_has(elements, S(FLOAT))    ? S(FLOAT)
                   : class_has(elements, S(DOUBLE)) ? S(DOUBLE)
                                                    : elements[0];
        if (class_has(elements, wanted))
            return s;
        return classes[i].strict ? END : elements[0];
    }
    return END;
}

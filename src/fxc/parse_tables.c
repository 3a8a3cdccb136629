/* SPDX-License-Identifier: MIT */
/* parse_tables.c - the comments before the code: which compiler, which features, signatures. */
#include "fxc/encoding.h"
#include "fxc/tables.h"
#include "base/count.h"
#include "base/str.h"

#include "base/out.h"

#include <string.h>

#define NO_REGISTER UINT32_MAX

void dxki_fxc_tables_free(dxk_ctx *ctx, dxki_fxc_tables *t)
{
    for (int i = 0; i < 3; i++)
        dxki_vec_free(ctx, &t->signatures[i]);
    dxki_vec_free(ctx, &t->nodes);
    dxki_vec_free(ctx, &t->buffers);
    dxki_vec_free(ctx, &t->bindings);
    dxki_vec_free(ctx, &t->values);
}

/* ---------------------------------------------------------------------------------------- */
/* Lines                                                                                      */

/* Text up to the next blank. */
static dxk_str next_field(dxki_fxc_parser *p)
{
    dxki_fxc_skip_blanks(p);
    const char *start = p->at;
    while (p->at < p->end && *p->at != ' ' && *p->at != '\t' && *p->at != '\r')
        p->at++;
    return (dxk_str){start, (size_t)(p->at - start)};
}

/* What is left of the line, without blanks at both ends. */
static dxk_str rest_of_line(dxki_fxc_parser *p)
{
    dxki_fxc_skip_blanks(p);
    dxk_str rest = {p->at, (size_t)(p->end - p->at)};
    while (rest.size && strchr(" \t\r", rest.data[rest.size - 1]))
        rest.size--;
    return rest;
}

/* A comment line with something in it; p is after the mark. */
static bool next_row(dxki_fxc_parser *p)
{
    return dxki_fxc_parse_comment(p) && rest_of_line(p).size > 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* Four columns of a mask: letters in their place, or blanks. */
static uint8_t parse_mask(dxki_fxc_parser *p)
{
    uint8_t mask = 0;
    for (unsigned i = 0; i < 4 && p->at < p->end; i++, p->at++)
        if (*p->at == "xyzw"[i])
            mask |= (uint8_t)(1u << i);
    return mask;
}

static void parse_format(dxk_str word, dxk_signature_element *e)
{
    static const char *const types[] = {"unknown", "uint", "int", "float"};
    uint64_t precision;
    for (uint32_t i = 0; i < 4; i++)
        if (dxki_str_is(word, types[i]))
            e->component_type = i;
    if (!dxk_enum_find(DXK_ENUM_ID_dxbc_precision, word, &precision))
        return;
    e->min_precision = (uint32_t)precision;
    e->component_type = precision == DXK_DXBC_PRECISION_SINT16   ? 2
                        : precision == DXK_DXBC_PRECISION_UINT16 ? 1
                                                                 : 3;
}

/* "m1:", the stream of a geometry shader */
static void split_stream(dxki_fxc_row *row)
{
    const char *colon = memchr(row->name.data, ':', row->name.size);
    if (!colon || row->name.data[0] != 'm' || colon == row->name.data + 1)
        return;
    uint32_t stream = 0;
    for (const char *c = row->name.data + 1; c < colon; c++) {
        if (*c < '0' || *c > '9' || stream > 99)
            return;
        stream = stream * 10 + (uint32_t)(*c - '0');
    }
    row->element.stream = stream;
    row->name.size -= (size_t)(colon + 1 - row->name.data);
    row->name.data = colon + 1;
}

/* The register of a row, or none: "N/A   oDepth". */
static bool parse_register(dxki_fxc_parser *p, dxki_fxc_row *row, bool *none)
{
    dxk_signature_element *e = &row->element;
    const char *back = p->at;
    *none = dxki_fxc_accept(p, " N/A");
    if (*none) {
        next_field(p);
        e->register_index = NO_REGISTER;
        e->mask = 1;
        return true;
    }
    p->at = back;
    e->mask = parse_mask(p);
    dxki_fxc_skip_blanks(p);
    return dxki_fxc_parse_u32(p, &e->register_index);
}

static bool parse_row(dxki_fxc_parser *p, dxki_fxc_rows *rows)
{
    dxki_fxc_row row = {.element = {.stream = 0}};
    bool none;
    row.name = next_field(p);
    split_stream(&row);
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_parse_u32(p, &row.element.semantic_index) || !dxki_fxc_expect(p, "   ") ||
        !parse_register(p, &row, &none))
        return false;
    uint32_t value = dxki_fxc_system_value(next_field(p));
    if (value == UINT32_MAX)
        return dxki_fxc_parse_expected(p, "a system value");
    row.element.system_value = value;
    parse_format(next_field(p), &row.element);
    if (none) {
        row.element.rw_mask = dxki_str_is(rest_of_line(p), "YES");
    } else if (p->end - p->at > 3) {
        p->at += 3;
        row.element.rw_mask = parse_mask(p);
    }
    return dxki_vec_push(p->ctx, rows, row) || dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
}

/* Skips the title of the columns and the line below it. */
static bool skip_heading(dxki_fxc_parser *p)
{
    return dxki_fxc_parse_line(p) && dxki_fxc_parse_line(p) && dxki_fxc_parse_line(p);
}

static bool parse_signature(dxki_fxc_parser *p, dxki_fxc_tables *t, dxki_fxc_signature_kind kind)
{
    t->present[kind] = true;
    if (!skip_heading(p))
        return true;
    while (next_row(p)) {
        dxki_fxc_skip_blanks(p);
        if (dxki_fxc_accept(p, "no "))
            return true;
        if (!parse_row(p, &t->signatures[kind]))
            return false;
    }
    return p->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* The whole                                                                                  */

static bool parse_bindings(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    if (!skip_heading(p))
        return true;
    while (next_row(p))
        if (!dxki_fxc_parse_binding(p, t))
            return false;
    return p->status == DXK_OK;
}

static bool parse_features(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    while (next_row(p))
        t->features |= dxki_fxc_feature_of(rest_of_line(p));
    return true;
}

/* A comment: the title of a table, or nothing of interest. */
static bool parse_comment(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    dxki_fxc_skip_blanks(p);
    if (dxki_fxc_accept(p, "Generated by Microsoft (R) ")) {
        t->generator = rest_of_line(p);
        return true;
    }
    if (dxki_fxc_accept(p, "Note: shader requires additional functionality:"))
        return parse_features(p, t);
    if (dxki_fxc_accept(p, "Buffer Definitions:"))
        return dxki_fxc_parse_buffers(p, t);
    if (dxki_fxc_accept(p, "Resource Bindings:"))
        return parse_bindings(p, t);
    if (dxki_fxc_accept(p, "Input signature:"))
        return parse_signature(p, t, DXKI_SIGNATURE_INPUT);
    if (dxki_fxc_accept(p, "Output signature:"))
        return parse_signature(p, t, DXKI_SIGNATURE_OUTPUT);
    if (dxki_fxc_accept(p, "Patch Constant signature:"))
        return parse_signature(p, t, DXKI_SIGNATURE_PATCH);
    return true;
}

/* "ps_5_0" or "lib_4_0", of models 4 and 5 only: programs of feature level 9 may come before. */
static bool is_version(const dxki_fxc_parser *p)
{
    const char *at = p->at;
    size_t size = (size_t)(p->end - at);
    if (size >= 7 && memcmp(at, "lib_", 4) == 0)
        return at[4] == '4' || at[4] == '5';
    return size >= 6 && at[1] == 's' && at[2] == '_' && memchr("pvghdc", at[0], 6) &&
           (at[3] == '4' || at[3] == '5') && at[4] == '_';
}

bool dxki_fxc_parse_tables(dxki_fxc_parser *p, dxki_fxc_tables *t)
{
    while (dxki_fxc_parse_line(p)) {
        dxki_fxc_skip_blanks(p);
        if (is_version(p))
            return true;
        if (dxki_fxc_accept(p, "//") && !parse_comment(p, t))
            return false;
    }
    return dxki_fxc_parse_expected(p, "a program");
}

/* How a line of LLVM assembly can begin: then no listing follows, however long the text is. */
static bool is_llvm(const dxki_fxc_parser *p)
{
    static const char *const words[] = {"target ", "define ", "declare ", "attributes ",
                                        "module asm "};
    size_t size = (size_t)(p->end - p->at);
    if (size && strchr(";@%!$", p->at[0]) && p->at[0])
        return true;
    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        if (size >= strlen(words[i]) && memcmp(p->at, words[i], strlen(words[i])) == 0)
            return true;
    }
    return false;
}

bool dxk_dxbc_is_listing(dxk_str text)
{
    dxki_fxc_starts lines = {.text = text};
    dxki_fxc_parser p = {.line = 0};
    dxk_str start;
    while (dxki_fxc_next_start(&lines, &start)) {
        p.at = start.data;
        p.end = start.data + start.size;
        if (is_version(&p))
            return true;
        if (is_llvm(&p))
            return false;
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * parse_lines.c - lines as printers write them, each as a whole: operators (parse_operators.c),
 * calls that begin like an earlier one, members of results. Most of the text of most shaders is
 * this. Whatever is a little different, errors included, is left to be read token by token. See
 * parse.h.
 */
#include "text/digits.h"
#include "text/parse.h"

#include <string.h>

#define MOST_ARGS    24u
#define LONGEST_LINE 2048

/* A line that is being read, and what it makes. */
typedef struct line {
    const char *at, *end; /* from `at` up to the end of the line; DXKI_TEXT_DIGITS more are there */
    const char *next;     /* the line after it */
    dxki_inst inst;
    dxki_value ops[MOST_ARGS + 1];
    uint32_t extra[2];
} line;

/* --- values --- */

/* --- types and arguments --- */

/* What the type was called last; empty: not known. */
static dxk_str name_of(const dxki_text_parser *p, dxki_type type)
{
    static const dxk_str names[DXKI_TY_FIRST_FREE] = {
        [DXKI_TY_FLOAT] = {"float", 5}, [DXKI_TY_I1] = {"i1", 2},        [DXKI_TY_I8] = {"i8", 2},
        [DXKI_TY_I16] = {"i16", 3},     [DXKI_TY_I32] = {"i32", 3},      [DXKI_TY_I64] = {"i64", 3},
        [DXKI_TY_HALF] = {"half", 4},   [DXKI_TY_DOUBLE] = {"double", 6}};
    const dxki_text_known_type *known = &p->known_types[type % DXKI_KNOWN_TYPES];
    if (type < DXKI_TY_FIRST_FREE)
        return names[type];
    return known->type == type ? known->text : (dxk_str){NULL, 0};
}

/* The name of the type and a blank. */
static bool take_type(const dxki_text_parser *p, line *l, dxki_type type)
{
    dxk_str name = name_of(p, type);
    if (name.size == 0 || (size_t)(l->end - l->at) <= name.size ||
        memcmp(l->at, name.data, name.size) != 0 || l->at[name.size] != ' ')
        return false;
    l->at += name.size + 1;
    return true;
}

/* A number with its fraction or in hexadecimal, which is a token. */
static bool take_real(dxki_text_parser *p, line *l, dxki_type type, dxki_value *value)
{
    p->lex.next = l->at;
    dxki_text_next(p);
    l->at = p->tok.end;
    return p->tok.kind == DXKI_TK_FLOAT && l->at <= l->end &&
           dxki_text_parse_typed_as(p, type, false, value);
}

static bool take_value(dxki_text_parser *p, line *l, dxki_type type, dxki_value *value)
{
    uint32_t local;
    int32_t number;
    if (*l->at == '%')
        return l->at++,
               dxki_text_count(&l->at, &local) && dxki_text_find_local(p, type, local, value);
    if (type >= DXKI_TY_HALF && type <= DXKI_TY_DOUBLE && *l->at != 'u')
        return take_real(p, l, type, value);
    if (DXKI_TAKE(&l->at, "undef"))
        *value = dxki_const_undef(p->m, type);
    else if (type == DXKI_TY_I1 && (DXKI_TAKE(&l->at, "true") || DXKI_TAKE(&l->at, "false")))
        *value = dxki_text_integer(p, type, l->at[-2] == 'u');
    else if (type >= DXKI_TY_I1 && type <= DXKI_TY_I64 && dxki_text_signed(&l->at, &number))
        *value = dxki_text_integer(p, type, number);
    else
        return false;
    return *value || dxki_text_no_memory(p);
}

/* --- calls --- */

static dxki_text_known_call *call_slot(dxki_text_parser *p, dxk_str text)
{
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, text));
    return &p->known_calls[hash % DXKI_KNOWN_CALLS];
}

void dxki_text_know_call(dxki_text_parser *p, const dxki_text_known_call *call)
{
    *call_slot(p, call->text) = *call;
}

/* "float @f(float %1)" after the word. */
static bool read_call(dxki_text_parser *p, line *l)
{
    const char *open = memchr(l->at, '(', (size_t)(l->end - l->at));
    if (!open)
        return false;
    dxk_str text = {l->at, (size_t)(open - l->at)};
    const dxki_text_known_call *known = call_slot(p, text);
    if (!known->type || !dxki_str_same(known->text, text))
        return false;
    uint32_t count;
    const dxki_type *types = dxki_type_list(p->m, known->type, &count);
    if (count > MOST_ARGS)
        return false;
    l->inst =
        (dxki_inst){.op = DXKI_OP_CALL, .sub = known->cc, .type = types[0], .op_count = count};
    l->at = open + 1;
    for (uint32_t i = 1; i < count; i++) {
        dxki_type type = p->m->type_ops.items[dxki_type_get(p->m, known->type)->a + i];
        if ((i > 1 && !DXKI_TAKE(&l->at, ", ")) || !take_type(p, l, type) ||
            !take_value(p, l, type, &l->ops[i - 1]))
            return false;
    }
    l->ops[count - 1] = known->callee;
    l->extra[0] = known->type;
    l->extra[1] = 0;
    return *l->at++ == ')';
}

/* --- members of results --- */

/* "%t %1, 2" after the word. */
static bool read_member(const dxki_text_parser *p, line *l)
{
    uint32_t number, index;
    const char *blank = memchr(l->at, ' ', (size_t)(l->end - l->at));
    if (!blank || blank[1] != '%')
        return false;
    const char *operand = blank + 2;
    if (!dxki_text_count(&operand, &number) || number >= p->values.count)
        return false;
    l->ops[0] = p->values.items[number];
    dxki_type type = dxki_value_type(p->m, l->ops[0]);
    if (!take_type(p, l, type) || l->at != blank + 1)
        return false;
    l->at = operand;
    if (!DXKI_TAKE(&l->at, ", ") || !dxki_text_count(&l->at, &index) ||
        !dxki_type_is_aggregate(p->m, type))
        return false;
    l->inst = (dxki_inst){.op = DXKI_OP_EXTRACTVALUE, .op_count = 1};
    l->inst.type = dxki_type_element(p->m, type, index);
    l->extra[0] = 1;
    l->extra[1] = index;
    return l->inst.type != 0;
}

/* --- lines --- */

/* The line at `at`; false: there is none that ends well before the text. */
static bool begin_line(const dxki_text_parser *p, line *l, const char *at)
{
    size_t size = (size_t)(p->lex.end - at);
    l->at = at;
    l->end = memchr(at, '\n', size < LONGEST_LINE ? size : LONGEST_LINE);
    return l->end && p->lex.end - l->end >= (ptrdiff_t)DXKI_LEX_AHEAD;
}

static bool define(dxki_text_parser *p, uint32_t index)
{
    return (index && dxki_vec_push(p->ctx, &p->values, DXKI_VALUE(DXKI_V_INST, index))) ||
           dxki_text_no_memory(p);
}

/* A call, or a member of a result; the next line, or NULL: it was not read. */
static const char *parse_other(dxki_text_parser *p, const char *at)
{
    line l;
    bool has_number = *at == '%';
    uint32_t count = 0;
    if (has_number && (dxki_text_digits(++at, &count) != p->values.count || !count))
        return NULL;
    if (!begin_line(p, &l, at + count) || (has_number && !DXKI_TAKE(&l.at, " = ")))
        return NULL;
    if (DXKI_TAKE(&l.at, "call ")
            ? !read_call(p, &l)
            : !DXKI_TAKE(&l.at, "extractv") || !DXKI_TAKE(&l.at, "alue ") || !read_member(p, &l))
        return NULL;
    l.next = dxki_text_lex_line(&p->lex, l.at);
    if (!l.next || (l.inst.type != DXKI_TY_VOID) != has_number)
        return NULL;
    uint32_t index = dxki_inst_add(p->m, p->block, &l.inst, l.ops, l.extra, 2);
    if (!index)
        dxki_text_no_memory(p);
    return index && (!has_number || define(p, index)) ? l.next : NULL;
}

bool dxki_text_parse_lines(dxki_text_parser *p)
{
    const char *at = p->tok.start, *next = at;
    bool begins =
        p->tok.kind == DXKI_TK_LOCAL_ID || (p->tok.word && p->tok.word->op == DXKI_OP_CALL);
    if (!begins || p->open_numbers || p->places || p->lex.end - at < DXKI_LEX_AHEAD)
        return true;
    while (next) {
        at = dxki_text_parse_operators(p, next);
        next = at ? parse_other(p, at) : NULL;
    }
    if (at && p->tok.start != at) { /* to the first token of the line that is left */
        p->lex.next = at;
        dxki_text_next(p);
    }
    return p->status == DXK_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * debug_eval.c - expressions over variables: names, members, indices, swizzles of one letter, numbers,
 * results of instructions (%12), the operators of HLSL but assignments and calls. See debug.h.
 */
#include "debug_op.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NESTING 64
#define MOST_SEEN    512u

typedef struct parser {
    debug_session *s;
    const dxk_inspect_state *state;
    uint32_t thread, frame;
    const char *at, *end;
    int depth;
    char *why; /* 128 bytes */
} parser;

static bool fail(parser *p, const char *why)
{
    if (!p->why[0])
        snprintf(p->why, 128, "%s", why);
    return false;
}

static void skip_blanks(parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
        p->at++;
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static dxk_str take_word(parser *p)
{
    const char *from = p->at;
    while (p->at < p->end && is_word(*p->at))
        p->at++;
    return (dxk_str){from, (size_t)(p->at - from)};
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers of variables                                                                       */

static int64_t extend(uint64_t bits, unsigned width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

/* Turns a part of a variable into its number. */
static bool load(parser *p, debug_value *v)
{
    dxk_inspect_type_info info;
    uint64_t bits, known, size = v->part.bits;
    if (!v->is_part)
        return true;
    if (!dxk_inspect_type_get(p->s->inspect, v->part.type, &info) ||
        info.kind != DXK_INSPECT_NUMBER || size == 0 || size > 64)
        return fail(p, "this is not a number");
    dxk_inspect_read(p->state, p->thread, v->part.variable, v->part.offset, (uint32_t)size, &bits,
                     &known);
    if (known != (size == 64 ? ~(uint64_t)0 : ((uint64_t)1 << size) - 1))
        return fail(p, "the value is unknown here");
    if (info.number == DXK_INSPECT_REAL && (size == 16 || size == 32 || size == 64))
        *v = debug_number(value_real(bits, (unsigned)size / 8));
    else if (info.number == DXK_INSPECT_SIGNED)
        *v = debug_integer(extend(bits, (unsigned)size));
    else
        *v = debug_integer((int64_t)bits);
    return true;
}

static bool load_integer(parser *p, debug_value *v, int64_t *out)
{
    if (!load(p, v))
        return false;
    if (v->is_real)
        return fail(p, "this operator requires integers");
    *out = v->integer;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static bool take_variable(parser *p, dxk_str name, debug_value *out)
{
    uint32_t list[MOST_SEEN];
    dxk_inspect_variable v;
    size_t count = dxk_inspect_visible(p->state, p->thread, p->frame, list, MOST_SEEN);
    for (size_t n = 0; n < count && n < MOST_SEEN; n++) {
        if (!dxk_inspect_variable_get(p->s->inspect, list[n], &v) || v.name.size != name.size ||
            memcmp(v.name.data, name.data, name.size) != 0)
            continue;
        if (v.scope == DXK_INSPECT_RESOURCE)
            return fail(p, "resources cannot be read here");
        *out = (debug_value){.is_part = true, .part = value_whole(p->s->inspect, list[n])};
        return true;
    }
    snprintf(p->why, 128, "there is no variable '%.*s' here",
             (int)(name.size < 60 ? name.size : 60), name.data);
    return false;
}

/* "$thread", "$lane", "$wave". */
static bool take_special(parser *p, debug_value *out)
{
    dxk_inspect_thread t;
    p->at++;
    dxk_str name = take_word(p);
    dxk_inspect_thread_get(p->state, p->thread, &t);
    if (name.size == 6 && memcmp(name.data, "thread", 6) == 0)
        *out = debug_integer(p->thread);
    else if (name.size == 4 && memcmp(name.data, "lane", 4) == 0)
        *out = debug_integer(t.lane);
    else if (name.size == 4 && memcmp(name.data, "wave", 4) == 0)
        *out = debug_integer(t.wave);
    else
        return fail(p, "only $thread, $lane and $wave exist");
    return true;
}

/* True if the text of an instruction gives this name to its result. */
static bool is_named(dxk_str text, dxk_str name)
{
    return text.size > name.size + 3 && memcmp(text.data, name.data, name.size) == 0 &&
           memcmp(text.data + name.size, " = ", 3) == 0;
}

static bool take_result(parser *p, debug_value *out)
{
    uint32_t count = dxk_run_program_info_get(p->s->run.program).place_count;
    const char *from = p->at++;
    dxk_inspect_frame f;
    dxk_inspect_value v;
    dxk_run_place own, at;
    while (p->at < p->end && (is_word(*p->at) || *p->at == '.'))
        p->at++;
    dxk_str name = {from, (size_t)(p->at - from)};
    if (!dxk_inspect_frame_get(p->state, p->thread, p->frame, &f) ||
        !dxk_run_program_place(p->s->run.program, f.place, &own))
        return fail(p, "there is no such result here");
    for (uint32_t n = f.place - own.instruction;
         n < count && dxk_run_program_place(p->s->run.program, n, &at); n++) {
        if (at.function.data != own.function.data || at.function.size != own.function.size)
            break;
        if (!is_named(dxk_inspect_text(p->s->inspect, n), name))
            continue;
        if (!dxk_inspect_value_get(p->state, p->thread, n, 0, &v) || v.parts != 1)
            return fail(p, "this result is not a number, or does not exist yet");
        if (v.content >= DXK_INSPECT_F16 && v.content <= DXK_INSPECT_F64)
            *out = debug_number(value_real(v.bits, 2u << (v.content - DXK_INSPECT_F16)));
        else if (v.content >= DXK_INSPECT_I8 && v.content <= DXK_INSPECT_I64)
            *out = debug_integer(extend(v.bits, 8u << (v.content - DXK_INSPECT_I8)));
        else
            *out = debug_integer((int64_t)v.bits);
        return true;
    }
    return fail(p, "there is no such result here");
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

/* Letters of vectors that are not their names: r, g, b, a. */
static dxk_str plain_letter(dxk_str name)
{
    static const char colors[] = "rgba", plain[] = "xyzw";
    const char *at = name.size == 1 ? strchr(colors, name.data[0]) : NULL;
    return at && *at ? (dxk_str){plain + (at - colors), 1} : name;
}

static bool find_member(parser *p, debug_value *v, dxk_str name)
{
    uint64_t count = value_member_count(p->s->inspect, &v->part);
    dxk_inspect_member m;
    value_part member;
    for (uint64_t n = 0; n < count; n++) {
        if (!dxk_inspect_type_member(p->s->inspect, v->part.type, n, &m) || m.name.size == 0)
            return false;
        if (m.name.size == name.size && memcmp(m.name.data, name.data, name.size) == 0 &&
            value_member(p->s->inspect, &v->part, n, &member, NULL)) {
            v->part = member;
            return true;
        }
    }
    return false;
}

static bool take_member(parser *p, debug_value *v)
{
    p->at++;
    dxk_str name = take_word(p);
    if (!v->is_part || !name.size)
        return fail(p, "this has no members");
    if (find_member(p, v, name) || find_member(p, v, plain_letter(name)))
        return true;
    return fail(p, "there is no such member");
}

static bool expression(parser *p, int level, debug_value *out);

/* An index of a matrix chooses a row; rows are no parts of their own, so only both indices do. */
static bool take_row(parser *p, debug_value *v, const dxk_inspect_type_info *info, int64_t row)
{
    debug_value column;
    int64_t index;
    skip_blanks(p);
    if (p->at == p->end || *p->at != '[')
        return fail(p, "an element of a matrix requires two indices");
    p->at++;
    if (!expression(p, 0, &column) || !load_integer(p, &column, &index))
        return false;
    if (row >= info->rows || index < 0 || index >= info->columns ||
        !value_member(p->s->inspect, &v->part, (uint64_t)row * info->columns + (uint64_t)index,
                      &v->part, NULL))
        return fail(p, "the index is out of range");
    return true;
}

static bool take_index(parser *p, debug_value *v)
{
    debug_value index;
    dxk_inspect_type_info info;
    value_part part = v->part, member;
    int64_t at;
    p->at++;
    if (!v->is_part || !expression(p, 0, &index) || !load_integer(p, &index, &at))
        return fail(p, "this has no elements");
    skip_blanks(p);
    if (p->at == p->end || *p->at != ']' || at < 0)
        return fail(p, at < 0 ? "the index is out of range" : "']' is missing");
    p->at++;
    if (dxk_inspect_type_get(p->s->inspect, part.type, &info) && info.kind == DXK_INSPECT_MATRIX) {
        if (!take_row(p, v, &info, at))
            return false;
        if (p->at == p->end || *p->at != ']')
            return fail(p, "']' is missing");
        p->at++;
        return true;
    }
    if (!value_member(p->s->inspect, &part, (uint64_t)at, &member, NULL))
        return fail(p, "the index is out of range");
    v->part = member;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

static bool take_number(parser *p, debug_value *out)
{
    char text[64];
    size_t size = 0;
    bool fraction = false;
    const char *from = p->at;
    while (p->at < p->end && size < sizeof text - 1 &&
           (is_word(*p->at) || *p->at == '.' ||
            ((*p->at == '+' || *p->at == '-') && (p->at[-1] == 'e' || p->at[-1] == 'E') &&
             from[0] != '0')))
        text[size++] = *p->at++;
    text[size] = 0;
    bool hex = text[0] == '0' && (text[1] | 32) == 'x';
    while (size && !hex && strchr("fFhHuUlL", text[size - 1])) {
        fraction |= strchr("fFhH", text[size - 1]) != NULL;
        text[--size] = 0;
    }
    uint64_t number;
    if (!fraction && opt_number(text, &number)) {
        *out = debug_integer((int64_t)number);
        return true;
    }
    char *end;
    double value = strtod(text, &end);
    if (hex || *end || end == text)
        return fail(p, "this is not a number");
    *out = debug_number(value);
    return true;
}

static bool is(dxk_str word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.data, text, word.size) == 0;
}

static bool take_operand(parser *p, debug_value *out)
{
    skip_blanks(p);
    if (p->at == p->end)
        return fail(p, "the expression ends early");
    if (*p->at == '(') {
        p->at++;
        if (!expression(p, 0, out))
            return false;
        skip_blanks(p);
        if (p->at == p->end || *p->at != ')')
            return fail(p, "')' is missing");
        p->at++;
        return true;
    }
    if (*p->at == '$')
        return take_special(p, out);
    if (*p->at == '%')
        return take_result(p, out);
    if (is_digit(*p->at) || *p->at == '.')
        return take_number(p, out);
    dxk_str word = take_word(p);
    if (!word.size)
        return fail(p, "this is not an expression");
    if (is(word, "true") || is(word, "false")) {
        *out = debug_integer(is(word, "true"));
        return true;
    }
    return take_variable(p, word, out);
}

static bool take_postfix(parser *p, debug_value *out)
{
    if (!take_operand(p, out))
        return false;
    for (;;) {
        skip_blanks(p);
        if (p->at < p->end && *p->at == '.') {
            if (!take_member(p, out))
                return false;
        } else if (p->at < p->end && *p->at == '[') {
            if (!take_index(p, out))
                return false;
        } else {
            return true;
        }
    }
}

static bool take_unary(parser *p, debug_value *out)
{
    int64_t number;
    skip_blanks(p);
    char op = p->at < p->end ? *p->at : 0;
    if (!op || !strchr("-!~+", op))
        return take_postfix(p, out);
    p->at++;
    if (++p->depth > MOST_NESTING)
        return fail(p, "the expression is nested too deeply");
    if (!take_unary(p, out) || !load(p, out))
        return false;
    p->depth--;
    if (op == '~' && !load_integer(p, out, &number))
        return false;
    if (op == '!')
        *out = debug_integer(debug_real(out) == 0);
    else if (op == '~')
        out->integer = ~out->integer;
    else if (op == '-' && out->is_real)
        out->real = -out->real;
    else if (op == '-')
        out->integer = (int64_t)(0 - (uint64_t)out->integer);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Operators                                                                                  */

/* Longer ones first. */
static const struct {
    const char *text;
    int level;
    debug_op op;
} operators[] = {{"||", 1, DEBUG_OP_OR},  {"&&", 2, DEBUG_OP_AND},    {"==", 6, DEBUG_OP_EQ},
                 {"!=", 6, DEBUG_OP_NE},  {"<=", 7, DEBUG_OP_LE},     {">=", 7, DEBUG_OP_GE},
                 {"<<", 8, DEBUG_OP_SHL}, {">>", 8, DEBUG_OP_SHR},    {"|", 3, DEBUG_OP_BIT_OR},
                 {"^", 4, DEBUG_OP_XOR},  {"&", 5, DEBUG_OP_BIT_AND}, {"<", 7, DEBUG_OP_LT},
                 {">", 7, DEBUG_OP_GT},   {"+", 9, DEBUG_OP_ADD},     {"-", 9, DEBUG_OP_SUB},
                 {"*", 10, DEBUG_OP_MUL}, {"/", 10, DEBUG_OP_DIV},    {"%", 10, DEBUG_OP_REM}};

/* The operator that comes next, of at least a level; -1: none. */
static int next_operator(parser *p, int level)
{
    skip_blanks(p);
    for (size_t n = 0; n < sizeof operators / sizeof *operators; n++) {
        size_t size = strlen(operators[n].text);
        if ((size_t)(p->end - p->at) < size || memcmp(p->at, operators[n].text, size) != 0)
            continue;
        if (operators[n].level < level)
            return -1;
        p->at += size;
        return (int)n;
    }
    return -1;
}

static bool apply(parser *p, debug_op op, debug_value *a, debug_value *b, debug_value *out)
{
    if (!load(p, a) || !load(p, b))
        return false;
    const char *why = debug_compute(op, a, b, out);
    return !why || fail(p, why);
}

/* Operators of at least a level, by precedence. */
static bool expression(parser *p, int level, debug_value *out)
{
    debug_value right;
    int at;
    if (++p->depth > MOST_NESTING)
        return fail(p, "the expression is nested too deeply");
    if (!take_unary(p, out))
        return false;
    while ((at = next_operator(p, level)) >= 0) {
        if (!expression(p, operators[at].level + 1, &right) ||
            !apply(p, operators[at].op, out, &right, out))
            return false;
    }
    p->depth--;
    return true;
}

bool debug_eval(debug_session *s, const dxk_inspect_state *state, uint32_t thread, uint32_t frame,
                dxk_str text, debug_value *out, char why[128])
{
    parser p = {s, state, thread, frame, text.data, text.data + text.size, 0, why};
    why[0] = 0;
    memset(out, 0, sizeof *out);
    if (!expression(&p, 0, out))
        return false;
    skip_blanks(&p);
    return p.at == p.end || fail(&p, "unexpected text after the expression");
}

bool debug_is_true(debug_session *s, const dxk_inspect_state *state, uint32_t thread, dxk_str text)
{
    debug_value value;
    char why[128];
    parser p = {s, state, thread, 0, NULL, NULL, 0, why};
    return debug_eval(s, state, thread, 0, text, &value, why) && load(&p, &value) &&
           debug_real(&value) != 0;
}

void debug_put_value(debug_session *s, const dxk_inspect_state *state, uint32_t thread,
                     const debug_value *v, text_out *out)
{
    if (v->is_part)
        value_put_part(out, s->inspect, state, thread, &v->part);
    else if (v->is_real)
        text_printf(out, "%.9g", v->real);
    else
        text_i64(out, v->integer);
}

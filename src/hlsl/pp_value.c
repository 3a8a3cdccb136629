/* SPDX-License-Identifier: MIT */
/* pp_value.c - expressions of #if: 64-bit integers, unsigned if an operand is; see pp.h. */
#include "base/count.h"
#include "hlsl/literal.h"
#include "hlsl/pp.h"

typedef struct value {
    uint64_t bits;
    bool is_unsigned;
} value;

typedef struct reader {
    dxki_hlsl *c;
    dxki_hlsl_token t;
    dxki_hlsl_loc loc;
    bool bad;
} reader;

static value expression(reader *r, int level, bool live);

static void fail(reader *r, dxki_hlsl_diag which)
{
    if (!r->bad)
        dxki_hlsl_report(r->c, which, r->t.loc, NULL, 0);
    r->bad = true;
}

static void advance(reader *r)
{
    dxki_hlsl_pp_next(r->c, &r->t);
}

/* defined X, defined(X): the name is not expanded. */
static value is_defined(reader *r)
{
    dxki_hlsl_pp_raw(r->c, &r->t);
    bool paren = r->t.kind == DXKI_HLSL_T_LPAREN;

    if (paren)
        dxki_hlsl_pp_raw(r->c, &r->t);
    if (r->t.kind != DXKI_HLSL_T_NAME) {
        fail(r, DXKI_HLSL_D_MACRO_NAME);
        return (value){0, false};
    }
    const value v = {dxki_hlsl_pp_macro(r->c, r->t.name) != NULL, false};
    if (paren) {
        dxki_hlsl_pp_raw(r->c, &r->t);
        if (r->t.kind != DXKI_HLSL_T_RPAREN)
            fail(r, DXKI_HLSL_D_DEFINED_PAREN);
    }
    advance(r);
    return v;
}

/* __has_include("x"), and what no compiler of HLSL has: __has_feature(x). */
static value has(reader *r, bool include)
{
    dxki_hlsl *c = r->c;
    value v = {0, false};
    dxk_str path;
    dxk_bytes bytes;

    dxki_hlsl_pp_raw(c, &r->t);
    if (r->t.kind != DXKI_HLSL_T_LPAREN) {
        fail(r, DXKI_HLSL_D_DEFINED_PAREN);
        return v;
    }
    dxki_hlsl_pp_file(c)->lexer.angles = include;
    dxki_hlsl_pp_next(c, &r->t);
    dxki_hlsl_pp_file(c)->lexer.angles = false;
    if (include && r->t.kind == DXKI_HLSL_T_STRING)
        v.bits = dxki_hlsl_pp_find(c, r->t.text, r->t.loc, &path, &bytes);
    dxki_hlsl_pp_next(c, &r->t);
    if (r->t.kind != DXKI_HLSL_T_RPAREN)
        fail(r, DXKI_HLSL_D_DEFINED_PAREN);
    advance(r);
    return v;
}

static value name_value(reader *r)
{
    static const char *const others[] = {"__has_feature", "__has_extension", "__has_builtin",
                                         "__has_attribute"};
    dxk_str text = r->t.text;

    if (dxki_str_is(text, "defined"))
        return is_defined(r);
    if (dxki_str_is(text, "__has_include"))
        return has(r, true);
    for (size_t i = 0; i < DXKI_COUNT(others); i++) {
        if (dxki_str_is(text, others[i]))
            return has(r, false);
    }
    advance(r);
    return (value){dxki_str_is(text, "true"), false};
}

static value character_value(reader *r)
{
    const dxki_hlsl_character found = dxki_hlsl_read_character(r->t.text);

    if (!dxki_hlsl_tell_escape(r->c, found.fault, found.escape, r->t.loc))
        r->bad = true;
    advance(r);
    return (value){(uint64_t)(int64_t)found.value, false};
}

static value number(reader *r)
{
    dxki_hlsl_literal l;
    value v = {0, false};

    if (!dxki_hlsl_read_number(r->t.text, &l) || l.is_real) {
        fail(r, l.is_real ? DXKI_HLSL_D_IF_REAL : DXKI_HLSL_D_IF_NUMBER);
        return v;
    }
    v = (value){l.value, l.is_unsigned || l.value > INT64_MAX};
    advance(r);
    return v;
}

static value primary(reader *r, bool live)
{
    value v = {0, false};
    uint8_t kind = r->t.kind;

    if (!dxki_hlsl_enter(r->c, r->t.loc)) {
        r->bad = true;
        return v;
    }
    if (kind == DXKI_HLSL_T_NUMBER) {
        v = number(r);
    } else if (kind == DXKI_HLSL_T_NAME) {
        v = name_value(r);
    } else if (kind == DXKI_HLSL_T_CHAR) {
        v = character_value(r);
    } else if (kind == DXKI_HLSL_T_LPAREN) {
        advance(r);
        v = expression(r, 0, live);
        if (r->t.kind == DXKI_HLSL_T_RPAREN)
            advance(r);
        else
            fail(r, DXKI_HLSL_D_IF_PAREN);
    } else if (kind == DXKI_HLSL_T_NOT || kind == DXKI_HLSL_T_TILDE || kind == DXKI_HLSL_T_SUB ||
               kind == DXKI_HLSL_T_ADD) {
        advance(r);
        v = primary(r, live);
        if (kind == DXKI_HLSL_T_NOT)
            v = (value){!v.bits, false};
        else if (kind == DXKI_HLSL_T_TILDE)
            v.bits = ~v.bits;
        else if (kind == DXKI_HLSL_T_SUB)
            v.bits = 0 - v.bits;
    } else {
        bool nothing =
            kind == DXKI_HLSL_T_LINE || kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_RPAREN;
        fail(r, nothing ? DXKI_HLSL_D_IF_VALUE : DXKI_HLSL_D_IF_START);
    }
    dxki_hlsl_leave(r->c);
    return v;
}

/* How tightly a binary operator binds; 0: it is none. */
static int level_of(uint8_t kind)
{
    static const struct {
        uint8_t kind, level;
    } levels[] = {
        {DXKI_HLSL_T_QUESTION, 1}, {DXKI_HLSL_T_OROR, 2}, {DXKI_HLSL_T_ANDAND, 3},
        {DXKI_HLSL_T_OR, 4},       {DXKI_HLSL_T_XOR, 5},  {DXKI_HLSL_T_AND, 6},
        {DXKI_HLSL_T_EQ, 7},       {DXKI_HLSL_T_NE, 7},   {DXKI_HLSL_T_LT, 8},
        {DXKI_HLSL_T_GT, 8},       {DXKI_HLSL_T_LE, 8},   {DXKI_HLSL_T_GE, 8},
        {DXKI_HLSL_T_SHL, 9},      {DXKI_HLSL_T_SHR, 9},  {DXKI_HLSL_T_ADD, 10},
        {DXKI_HLSL_T_SUB, 10},     {DXKI_HLSL_T_MUL, 11}, {DXKI_HLSL_T_DIV, 11},
        {DXKI_HLSL_T_MOD, 11},
    };

    for (size_t i = 0; i < DXKI_COUNT(levels); i++) {
        if (levels[i].kind == kind)
            return levels[i].level;
    }
    return 0;
}

static bool less(value a, value b, bool is_unsigned)
{
    return is_unsigned ? a.bits < b.bits : (int64_t)a.bits < (int64_t)b.bits;
}

static uint64_t divide(reader *r, value a, value b, bool is_unsigned, bool rest, bool live)
{
    if (b.bits == 0) {
        if (live)
            fail(r, DXKI_HLSL_D_IF_ZERO);
        return 0;
    }
    if (is_unsigned)
        return rest ? a.bits % b.bits : a.bits / b.bits;
    if (b.bits == UINT64_MAX) /* -1: the quotient may not be a number of 64 bits */
        return rest ? 0 : 0 - a.bits;
    return (uint64_t)(rest ? (int64_t)a.bits % (int64_t)b.bits : (int64_t)a.bits / (int64_t)b.bits);
}

static uint64_t shift(value a, value b, bool left)
{
    unsigned by = b.bits > 63 ? 63 : (unsigned)b.bits;

    if (left)
        return b.bits > 63 ? 0 : a.bits << by;
    if (a.is_unsigned || !(a.bits >> 63))
        return b.bits > 63 ? 0 : a.bits >> by;
    return ~(~a.bits >> by);
}

static value apply(reader *r, uint8_t op, value a, value b, bool live)
{
    bool u = a.is_unsigned || b.is_unsigned;
    value v = {0, u};

    switch (op) {
    case DXKI_HLSL_T_ADD:
        v.bits = a.bits + b.bits;
        return v;
    case DXKI_HLSL_T_SUB:
        v.bits = a.bits - b.bits;
        return v;
    case DXKI_HLSL_T_MUL:
        v.bits = a.bits * b.bits;
        return v;
    case DXKI_HLSL_T_DIV:
    case DXKI_HLSL_T_MOD:
        v.bits = divide(r, a, b, u, op == DXKI_HLSL_T_MOD, live);
        return v;
    case DXKI_HLSL_T_AND:
        v.bits = a.bits & b.bits;
        return v;
    case DXKI_HLSL_T_OR:
        v.bits = a.bits | b.bits;
        return v;
    case DXKI_HLSL_T_XOR:
        v.bits = a.bits ^ b.bits;
        return v;
    case DXKI_HLSL_T_SHL:
    case DXKI_HLSL_T_SHR:
        return (value){shift(a, b, op == DXKI_HLSL_T_SHL), a.is_unsigned};
    case DXKI_HLSL_T_LT:
        return (value){less(a, b, u), false};
    case DXKI_HLSL_T_GT:
        return (value){less(b, a, u), false};
    case DXKI_HLSL_T_LE:
        return (value){!less(b, a, u), false};
    case DXKI_HLSL_T_GE:
        return (value){!less(a, b, u), false};
    case DXKI_HLSL_T_EQ:
        return (value){a.bits == b.bits, false};
    case DXKI_HLSL_T_NE:
        return (value){a.bits != b.bits, false};
    case DXKI_HLSL_T_ANDAND:
        return (value){a.bits && b.bits, false};
    default:
        return (value){a.bits || b.bits, false};
    }
}

/* condition ? yes : no */
static value choose(reader *r, value condition, bool live)
{
    value yes = expression(r, 0, live && condition.bits), no = {0, false};

    if (r->t.kind != DXKI_HLSL_T_COLON) {
        fail(r, DXKI_HLSL_D_IF_COLON);
        return no;
    }
    advance(r);
    no = expression(r, 0, live && !condition.bits);
    return (value){condition.bits ? yes.bits : no.bits, yes.is_unsigned || no.is_unsigned};
}

/* Operators that bind more tightly than `level`. `live`: the value matters. */
static value expression(reader *r, int level, bool live)
{
    value left = primary(r, live);

    for (;;) {
        uint8_t op = r->t.kind;
        int own = level_of(op);
        if (r->bad || own <= level || !dxki_hlsl_enter(r->c, r->t.loc))
            return left;
        advance(r);
        if (op == DXKI_HLSL_T_QUESTION) {
            left = choose(r, left, live);
        } else {
            bool used = op == DXKI_HLSL_T_ANDAND ? left.bits != 0
                                                 : op != DXKI_HLSL_T_OROR || left.bits == 0;
            value right = expression(r, own, live && used);
            left = apply(r, op, left, right, live);
        }
        dxki_hlsl_leave(r->c);
    }
}

bool dxki_hlsl_pp_condition(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    reader r = {.c = c, .loc = loc};

    c->pp->in_directive = true;
    advance(&r);
    if (r.t.kind == DXKI_HLSL_T_LINE) {
        fail(&r, DXKI_HLSL_D_IF_VALUE);
        return false;
    }
    value v = expression(&r, 0, true);
    if (!r.bad && r.t.kind != DXKI_HLSL_T_LINE)
        fail(&r, DXKI_HLSL_D_IF_REST);
    while (dxki_hlsl_ready(c) && c->pp->streams.count > 1 &&
           !c->pp->streams.items[c->pp->streams.count - 1].is_file)
        dxki_hlsl_pp_pop(c);
    dxki_hlsl_lex_skip_line(&dxki_hlsl_pp_file(c)->lexer);
    return !r.bad && v.bits != 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * rules.c - matches the patterns of rules.def and builds their results.
 *
 * A pattern is a row of tokens, an operator before its operands:
 *
 *     ADD(SUB(X, Y), Y)      ADD SUB X Y Y
 *
 * so that one walk along it matches a tree of instructions, or builds one. Rules are found by the
 * token that they begin with. An operator whose operands commute is tried both ways; which ways
 * are taken is a number, a bit for each such operator of the pattern.
 */
#include "pass/algebra.h"

#include <string.h>

#include "ir/fast.h"

/* ---------------------------------------------------------------------------------------- */
/* Tokens                                                                                     */

/* Instructions are below, operations above. */
enum {
    T_END,
    T_VALUES = 128, /* values and numbers that are bound */
    T_BITS = T_VALUES + 16,
    T_ZERO = T_BITS + 16,
    T_ONE,
    T_MINUS,
    T_NEGZERO,
    T_TRUE,
    T_NAN,
    T_TWO,
    T_POWER, /* then the place of the number */
    T_LOG2,
    T_LESS,
    T_SOLE,
    T_EQ, /* predicates */
    T_NE,
    T_PRED,
    T_INV,
    T_SWP,
    T_OPERATION = 256
};

/* Values bound: the numbers are values, too. */
enum { SLOT_C1 = 10, SLOTS = 13 };

#define X       T_VALUES
#define Y       (T_VALUES + 1)
#define Z       (T_VALUES + 2)
#define U       (T_VALUES + 3)
#define V       (T_VALUES + 4)
#define W       (T_VALUES + 5)
#define R       (T_VALUES + 6)
#define S       (T_VALUES + 7)
#define C1      (T_VALUES + SLOT_C1)
#define C2      (T_VALUES + SLOT_C1 + 1)
#define C3      (T_VALUES + SLOT_C1 + 2)
#define BX      T_BITS
#define BY      (T_BITS + 1)
#define P1      T_POWER
#define ZERO    T_ZERO
#define ONE     T_ONE
#define MINUS   T_MINUS
#define NEGZERO T_NEGZERO
#define TRUE    T_TRUE
#define NAN     T_NAN
#define TWO     T_TWO
#define EQ      T_EQ
#define NE      T_NE
#define PRED    T_PRED
#define INV     T_INV
#define SWP     T_SWP

#define SOLE(a) T_SOLE, a
#define LOG2(a) T_LOG2
#define LESS(a) T_LESS
#define NEG(a)  DXKI_OP_FSUB, T_NEGZERO, a

#define ADD(a, b)       DXKI_OP_ADD, a, b
#define SUB(a, b)       DXKI_OP_SUB, a, b
#define MUL(a, b)       DXKI_OP_MUL, a, b
#define UDIV(a, b)      DXKI_OP_UDIV, a, b
#define UREM(a, b)      DXKI_OP_UREM, a, b
#define SDIV(a, b)      DXKI_OP_SDIV, a, b
#define SREM(a, b)      DXKI_OP_SREM, a, b
#define SHL(a, b)       DXKI_OP_SHL, a, b
#define LSHR(a, b)      DXKI_OP_LSHR, a, b
#define ASHR(a, b)      DXKI_OP_ASHR, a, b
#define AND(a, b)       DXKI_OP_AND, a, b
#define OR(a, b)        DXKI_OP_OR, a, b
#define XOR(a, b)       DXKI_OP_XOR, a, b
#define FADD(a, b)      DXKI_OP_FADD, a, b
#define FSUB(a, b)      DXKI_OP_FSUB, a, b
#define FMUL(a, b)      DXKI_OP_FMUL, a, b
#define FDIV(a, b)      DXKI_OP_FDIV, a, b
#define ZEXT(a)         DXKI_OP_ZEXT, a
#define SEXT(a)         DXKI_OP_SEXT, a
#define SITOFP(a)       DXKI_OP_SITOFP, a
#define UITOFP(a)       DXKI_OP_UITOFP, a
#define SELECT(a, b, c) DXKI_OP_SELECT, a, b, c
#define ICMP(p, a, b)   DXKI_OP_ICMP, p, a, b
#define FCMP(p, a, b)   DXKI_OP_FCMP, p, a, b

#define OPERATION(name) T_OPERATION + DXKI_DXOP_##name

#define FAbs(a)                      OPERATION(FAbs), a
#define Saturate(a)                  OPERATION(Saturate), a
#define Exp(a)                       OPERATION(Exp), a
#define Log(a)                       OPERATION(Log), a
#define FMax(a, b)                   OPERATION(FMax), a, b
#define FMin(a, b)                   OPERATION(FMin), a, b
#define FMad(a, b, c)                OPERATION(FMad), a, b, c
#define Dot2(a, b, c, d)             OPERATION(Dot2), a, b, c, d
#define Dot3(a, b, c, d, e, f)       OPERATION(Dot3), a, b, c, d, e, f
#define Dot4(a, b, c, d, e, f, g, h) OPERATION(Dot4), a, b, c, d, e, f, g, h
#define Round_ne(a)                  OPERATION(Round_ne), a
#define Round_ni(a)                  OPERATION(Round_ni), a
#define Round_pi(a)                  OPERATION(Round_pi), a
#define Round_z(a)                   OPERATION(Round_z), a
#define IMax(a, b)                   OPERATION(IMax), a, b
#define IMin(a, b)                   OPERATION(IMin), a, b
#define UMax(a, b)                   OPERATION(UMax), a, b
#define UMin(a, b)                   OPERATION(UMin), a, b
#define IMad(a, b, c)                OPERATION(IMad), a, b, c
#define UMad(a, b, c)                OPERATION(UMad), a, b, c
#define Bfrev(a)                     OPERATION(Bfrev), a
#define Ubfe(a, b, c)                OPERATION(Ubfe), a, b, c
#define Ibfe(a, b, c)                OPERATION(Ibfe), a, b, c
#define Bfi(a, b, c, d)              OPERATION(Bfi), a, b, c, d
#define BitcastF32toI32(a)           OPERATION(BitcastF32toI32), a
#define BitcastI32toF32(a)           OPERATION(BitcastI32toF32), a
#define BitcastF64toI64(a)           OPERATION(BitcastF64toI64), a
#define BitcastI64toF64(a)           OPERATION(BitcastI64toF64), a

enum { ANY = 0, FREE = 1, ROUNDS = 2, FLUSHED = 4, WRAPS = 8 };

#define PATTERN_TOKENS 14
#define RESULT_TOKENS  12

typedef struct rule {
    uint8_t when;
    uint16_t pattern[PATTERN_TOKENS]; /* ends with T_END */
    uint16_t result[RESULT_TOKENS];
} rule;

static const rule rules[] = {
#define DXKI_RULE(when, pattern, result) {when, {pattern, T_END}, {result, T_END}},
#include "pass/rules.def"
#undef DXKI_RULE
};

#define RULES (sizeof rules / sizeof rules[0])
#define ROOTS (T_OPERATION + DXKI_DXOP_COUNT)

/* The token of an instruction; T_END: there is none. */
static uint16_t token_of(const dxk_module *m, const dxki_inst *in)
{
    if (in->op != DXKI_OP_CALL)
        return in->op;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
    return op ? (uint16_t)(T_OPERATION + dxki_dxop_row(op)) : T_END;
}

static uint32_t operands_of(uint16_t token)
{
    if (token >= T_OPERATION)
        return dxki_dxop_get((dxki_dxop)(token - T_OPERATION))->operand_count;
    if (token == DXKI_OP_SELECT)
        return 3;
    return dxki_op_class_of((dxki_op)token) == DXKI_OC_CAST ? 1 : 2;
}

static bool commutes(uint16_t token)
{
    if (token >= T_OPERATION)
        return dxki_dxop_get((dxki_dxop)(token - T_OPERATION))->flags & DXKI_DXF_COMMUTATIVE;
    return dxki_op_get((uint8_t)token)->order != DXKI_ORDER_NO;
}

/* ---------------------------------------------------------------------------------------- */
/* Finding                                                                                    */

static uint64_t infinity_of(const dxki_pass_number *n)
{
    return n->width == 16 ? 0x7c00u : n->width == 32 ? 0x7f800000u : 0x7ff0000000000000u;
}

static bool is_nan(const dxki_pass_number *n)
{
    return n->is_float && (n->bits & ~((uint64_t)1 << (n->width - 1))) > infinity_of(n);
}

/* The bits of a literal in the format of a number; false: it has no such. */
static bool literal_bits(uint16_t token, const dxki_pass_number *n, uint64_t *bits)
{
    uint64_t sign = (uint64_t)1 << (n->width - 1);
    uint64_t one = n->width == 16 ? 0x3c00u : n->width == 32 ? 0x3f800000u : 0x3ff0000000000000u;
    switch (token) {
    case T_ZERO:
        *bits = 0;
        return true;
    case T_ONE:
        *bits = n->is_float ? one : 1;
        return true;
    case T_MINUS:
        *bits = n->is_float ? one | sign : sign | (sign - 1);
        return true;
    case T_NEGZERO:
        *bits = sign;
        return n->is_float;
    case T_TWO: /* the first bit of the exponent */
        *bits = n->is_float ? sign >> 1 : 2;
        return n->is_float || n->width > 1;
    case T_NAN: /* infinity and the first bit after it */
        *bits = infinity_of(n) | infinity_of(n) >> 1;
        return n->is_float;
    default:
        *bits = 1;
        return n->width == 1;
    }
}

/* What operands are, as bits of a set: constants, more than one, the commonest of them, truth values,
 * twice the same, and results of the operators that fall on a bit. */
#define KIND_CONSTANT    ((uint64_t)1 << 63)
#define KIND_LITERAL(of) ((uint64_t)1 << (59 + (of)-T_ZERO)) /* T_ZERO to T_NEGZERO */
#define KIND_CONSTANTS   ((uint64_t)1 << 58)
#define KIND_NAN         ((uint64_t)1 << 57)
#define KIND_BIT         ((uint64_t)1 << 56)
#define KIND_SAME        ((uint64_t)1 << 55)
#define KIND_OF(token)   ((uint64_t)1 << (token) % 55)

static bool is_operator(uint16_t token)
{
    return token < T_VALUES || token >= T_OPERATION;
}

/* The token after a tree. Patterns nest as deep as rules.def has them. */
static const uint16_t *skip_tree(const uint16_t *at)
{
    uint16_t token = *at++;
    if (token == T_SOLE)
        return skip_tree(at);
    if (!is_operator(token))
        return at;
    at += token == DXKI_OP_ICMP || token == DXKI_OP_FCMP; /* the predicate */
    for (uint32_t i = operands_of(token); i-- > 0;)
        at = skip_tree(at);
    return at;
}

/* What a token asks of an operand. */
static uint64_t need_of(uint16_t token)
{
    if (is_operator(token))
        return KIND_OF(token);
    if (token >= T_BITS && token < T_ZERO)
        return KIND_BIT;
    if (token < C1)
        return 0;
    if (token == T_NAN)
        return KIND_CONSTANT | KIND_NAN;
    return KIND_CONSTANT |
           (token >= T_ZERO && token <= T_NEGZERO ? KIND_LITERAL(token) : (uint64_t)0);
}

/* What an instruction must have among its operands to match. */
static uint64_t needs_of(const rule *r)
{
    const uint16_t *at = r->pattern + 1;
    uint32_t seen = 0, constants = 0; /* values that were named, by token */
    uint64_t needs = 0;
    at += r->pattern[0] == DXKI_OP_ICMP || r->pattern[0] == DXKI_OP_FCMP;
    for (uint32_t i = operands_of(r->pattern[0]); i-- > 0; at = skip_tree(at)) {
        uint16_t token = at[*at == T_SOLE];
        uint64_t need = need_of(token);
        uint32_t bit = token >= T_VALUES && token < T_ZERO ? 1u << (token - T_VALUES) : 0;
        constants += (need & KIND_CONSTANT) != 0;
        needs |= need | (seen & bit ? KIND_SAME : 0) | (constants > 1 ? KIND_CONSTANTS : 0);
        seen |= bit;
    }
    return needs;
}

static uint64_t kinds_of_constant(const dxk_module *m, dxki_value value)
{
    dxki_pass_number n;
    uint64_t kinds = KIND_CONSTANT, bits;
    if (!dxki_pass_alg_number(m, value, &n))
        return kinds;
    for (uint16_t token = T_ZERO; token <= T_NEGZERO; token++) {
        if (literal_bits(token, &n, &bits) && n.bits == bits)
            kinds |= KIND_LITERAL(token);
    }
    return kinds | (is_nan(&n) ? KIND_NAN : 0);
}

static uint64_t kinds_of_operand(const dxk_module *m, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    uint64_t bit = dxki_value_type(m, value) == DXKI_TY_I1 ? KIND_BIT : 0;
    if (inst)
        return bit | KIND_OF(token_of(m, dxki_inst_get(m, inst)));
    return bit | (dxki_const_get(m, value) ? kinds_of_constant(m, value) : 0);
}

/* Operands are few: two of them are the same, as far as can be told by looking at each pair. */
static bool may_repeat(const dxki_value *ops, uint32_t first, uint32_t count)
{
    if (count - first > 5)
        return true;
    for (uint32_t i = first; i < count; i++)
        for (uint32_t k = first; k < i; k++)
            if (ops[i] == ops[k])
                return true;
    return false;
}

static uint64_t kinds_of(const dxk_module *m, const dxki_inst *in)
{
    const dxki_value *ops = m->words.items + in->ops;
    uint32_t first = in->op == DXKI_OP_CALL; /* without the opcode */
    uint64_t kinds = may_repeat(ops, first, in->op_count) ? KIND_SAME : 0;
    for (uint32_t i = first; i < in->op_count; i++) {
        uint64_t of = kinds_of_operand(m, ops[i]);
        kinds |= of | (of & kinds & KIND_CONSTANT ? KIND_CONSTANTS : 0);
    }
    return kinds;
}

/* In how many ways the operands of a pattern can stand. */
static uint32_t ways_of(const rule *r)
{
    uint32_t ways = 1;
    for (const uint16_t *at = r->pattern; *at != T_END; at++) {
        if (is_operator(*at) && commutes(*at))
            ways *= 2;
    }
    return ways;
}

/* What is asked of a rule before it is matched. What costs more to find is found for all rules that
 * begin alike when they are first asked for: few programs have something of everything. */
struct dxki_pass_rules {
    uint16_t first[ROOTS]; /* by what a rule begins with, its number + 1 */
    uint16_t next[RULES];  /* by rule: the next one that begins alike */
    bool known[ROOTS];     /* those that begin so have the following */
    uint16_t ways[RULES];  /* by rule */
    uint64_t needs[RULES]; /* by rule: kinds of values that must be among the operands, as bits */
};

bool dxki_pass_alg_index_rules(dxki_pass *p)
{
    struct dxki_pass_rules *x = DXKI_NEW(p->lasting, struct dxki_pass_rules);
    if (!x)
        return false;
    for (size_t i = RULES; i-- > 0;) {
        x->next[i] = x->first[rules[i].pattern[0]];
        x->first[rules[i].pattern[0]] = (uint16_t)(i + 1);
    }
    p->rules = x;
    return true;
}

/* The first rule that begins so, with the next ones ready to be asked; 0: there is none. */
static uint32_t first_rule(struct dxki_pass_rules *x, uint16_t token)
{
    uint32_t first = token < ROOTS ? x->first[token] : 0;
    if (!first || x->known[token])
        return first;
    for (uint32_t i = first; i; i = x->next[i - 1]) {
        x->needs[i - 1] = needs_of(&rules[i - 1]);
        x->ways[i - 1] = (uint16_t)ways_of(&rules[i - 1]);
    }
    x->known[token] = true;
    return first;
}

/* ---------------------------------------------------------------------------------------- */
/* Matching                                                                                   */

#define MOST_INNER 8u

typedef struct match {
    dxki_pass_algebra *a;
    uint32_t root;
    dxki_value slots[SLOTS]; /* 0: free */
    uint32_t inner[MOST_INNER];
    uint32_t inner_count;
    uint32_t predicate;
    uint32_t power;      /* the exponent of P1 */
    dxki_value power_of; /* P1 */
    uint8_t flags;       /* that all arithmetic on reals has */
    uint32_t turns;      /* a bit for each operator that commutes: its operands are exchanged */
    uint32_t turn;       /* the next of them */
} match;

static bool bind(match *t, uint32_t slot, dxki_value value)
{
    if (t->slots[slot])
        return t->slots[slot] == value;
    t->slots[slot] = value;
    return true;
}

static bool match_literal(const match *t, uint16_t token, dxki_value value)
{
    dxki_pass_number n;
    uint64_t bits;
    if (!dxki_pass_alg_number(t->a->m, value, &n))
        return false;
    return token == T_NAN ? is_nan(&n) : literal_bits(token, &n, &bits) && n.bits == bits;
}

static bool match_power(match *t, dxki_value value)
{
    dxki_pass_number n;
    if (!dxki_pass_alg_number(t->a->m, value, &n) || n.is_float || !n.bits || n.bits & (n.bits - 1))
        return false;
    t->power_of = value;
    for (t->power = 0; n.bits >> t->power != 1; t->power++)
        continue;
    return true;
}

static bool match_atom(match *t, uint16_t token, dxki_value value)
{
    dxki_pass_number n;
    if (token >= T_BITS && token < T_ZERO)
        return dxki_value_type(t->a->m, value) == DXKI_TY_I1 &&
               bind(t, token - (uint32_t)T_BITS, value);
    if (token >= C1 && token <= C3 && !dxki_pass_alg_number(t->a->m, value, &n))
        return false;
    if (token < T_BITS)
        return bind(t, token - (uint32_t)T_VALUES, value);
    return token == T_POWER ? match_power(t, value) : match_literal(t, token, value);
}

static uint32_t predicate_of(const match *t, uint16_t token)
{
    if (token == T_EQ || token == T_NE)
        return token == T_EQ ? DXKI_PASS_EQ : DXKI_PASS_NE;
    return token == T_INV ? dxki_pass_alg_inverse(t->predicate)
                          : dxki_pass_alg_swapped(t->predicate);
}

static bool match_predicate(match *t, uint16_t token, const dxki_inst *in)
{
    t->predicate = in->sub;
    /* What keeps a block inside of a loop stays as it is. */
    const dxki_value *ops = t->a->m->words.items + in->ops;
    uint32_t left = dxki_value_as_inst(ops[0]);
    if (left && dxki_pass_opaque_load(t->a->m, dxki_inst_get(t->a->m, left)))
        return false;
    return token == T_PRED || in->sub == predicate_of(t, token);
}

static bool match_node(match *t, const uint16_t **at, dxki_value value);

static bool match_operands(match *t, const uint16_t **at, uint16_t token, uint32_t inst)
{
    dxki_value args[MOST_INNER];
    uint32_t count = operands_of(token);
    const dxki_inst *in = dxki_inst_get(t->a->m, inst);
    const dxki_value *ops = t->a->m->words.items + in->ops;
    bool turned = commutes(token) && t->turns >> t->turn++ & 1;
    if (count > MOST_INNER)
        return false;
    memcpy(args, ops + (token >= T_OPERATION), count * sizeof *args);
    if (turned) {
        dxki_value other = args[0];
        args[0] = args[1];
        args[1] = other;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!match_node(t, at, args[i]))
            return false;
    }
    return true;
}

static bool match_inst(match *t, const uint16_t **at, uint16_t token, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(t->a->m, inst);
    if (token_of(t->a->m, in) != token || t->inner_count == MOST_INNER)
        return false;
    t->inner[t->inner_count++] = inst;
    if (dxki_op_is_fp(in->op) || token >= T_OPERATION)
        t->flags &= dxki_pass_alg_flags(t->a, inst);
    if ((token == DXKI_OP_ICMP || token == DXKI_OP_FCMP) && !match_predicate(t, *(*at)++, in))
        return false;
    return match_operands(t, at, token, inst);
}

static bool match_node(match *t, const uint16_t **at, dxki_value value)
{
    uint16_t token = *(*at)++;
    if (token == T_SOLE) {
        if (!dxki_pass_alg_is_used_once(t->a->m, value))
            return false;
        token = *(*at)++;
    }
    if (token >= T_VALUES && token < T_OPERATION)
        return match_atom(t, token, value);
    uint32_t inst = dxki_value_as_inst(value);
    return inst && match_inst(t, at, token, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Building                                                                                   */

static dxki_value build(match *t, const uint16_t **at, dxki_type type);

static dxki_value constant(match *t, uint16_t token, dxki_type type)
{
    dxki_pass_number n = {0, type, (uint8_t)dxki_type_bits(t->a->m, type),
                          dxki_type_is_fp(t->a->m, type)};
    uint64_t bits;
    dxki_value value = 0;
    if (n.width == 0 || n.width > 64)
        return 0;
    if (token == T_LOG2)
        return dxki_pass_alg_int(t->a, type, t->power);
    if (token == T_LESS)
        return dxki_pass_alg_int(t->a, type, ((uint64_t)1 << t->power) - 1);
    if (literal_bits(token, &n, &bits))
        value = n.is_float ? dxki_const_float(t->a->m, type, bits)
                           : dxki_const_int(t->a->m, type, bits);
    t->a->failed = t->a->failed || !value;
    return value;
}

/* An instruction of the pattern that is what is wanted: as good as a new one. */
static dxki_value found(const match *t, uint16_t token, uint32_t predicate, dxki_type type,
                        const dxki_value *ops, uint32_t count)
{
    const dxk_module *m = t->a->m;
    for (uint32_t i = 1; i < t->inner_count; i++) {
        const dxki_inst *in = dxki_inst_get(m, t->inner[i]);
        const dxki_value *own = m->words.items + in->ops + (token >= T_OPERATION);
        bool compares = dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CMP;
        if (token_of(m, in) == token && in->type == type && (!compares || in->sub == predicate) &&
            memcmp(own, ops, count * sizeof *ops) == 0)
            return DXKI_VALUE(DXKI_V_INST, t->inner[i]);
    }
    return 0;
}

/* A call that is precise if the arithmetic was that it stands for. */
static dxki_value make_call(match *t, const dxki_dxop_info *op, dxki_type type,
                            const dxki_value *args)
{
    dxk_module *m = t->a->m;
    dxki_value ops[MOST_INNER + 2];
    dxki_dxil_overloads overloads = {{type}};
    dxki_dxil_ops *make = dxki_pass_ops(t->a->p);
    uint32_t function = make ? dxki_dxil_ops_function(make, op, &overloads) : 0;
    dxki_value opcode = dxki_const_int(m, DXKI_TY_I32, op->opcode);
    if (!function || !opcode) {
        t->a->failed = true;
        return 0;
    }
    ops[0] = opcode;
    memcpy(ops + 1, args, op->operand_count * sizeof *args);
    ops[op->operand_count + 1] = DXKI_VALUE(DXKI_V_GLOBAL, function);
    uint32_t extra[2] = {m->globals.items[function].value_type, 0};
    dxki_inst call = {.op = DXKI_OP_CALL, .type = type, .op_count = op->operand_count + 2u};
    uint32_t inst = dxki_inst_insert(m, dxki_place_before(m, t->root), &call, ops, extra, 2);
    bool good = inst && dxki_pass_alg_note_call(t->a, inst, t->root, t->flags & DXKI_FM_UNSAFE);
    t->a->failed = t->a->failed || !good;
    return good ? DXKI_VALUE(DXKI_V_INST, inst) : 0;
}

static bool all_numbers(const dxk_module *m, const dxki_value *ops, uint32_t count)
{
    dxki_pass_number n;
    for (uint32_t i = 0; i < count; i++) {
        if (!dxki_pass_alg_number(m, ops[i], &n))
            return false;
    }
    return true;
}

/* What the operator makes of the operands, `type` being that of its result. */
static dxki_value combine(match *t, uint16_t token, uint32_t predicate, dxki_type type,
                          const dxki_value *ops, uint32_t count)
{
    dxki_op op = (dxki_op)token;
    const dxki_dxop_info *call =
        token >= T_OPERATION ? dxki_dxop_get((dxki_dxop)(token - T_OPERATION)) : NULL;
    if (all_numbers(t->a->m, ops, count)) {
        if (call)
            return dxki_pass_alg_operation(t->a, call, ops, type, 0);
        if (op == DXKI_OP_ICMP || op == DXKI_OP_FCMP)
            return dxki_pass_alg_compare(t->a, predicate, ops[0], ops[1]);
        return count == 2 ? dxki_pass_alg_binary(t->a, op, ops[0], ops[1]) : 0;
    }
    dxki_value old = found(t, token, predicate, type, ops, count);
    if (old)
        return old;
    if (call)
        return t->a->known ? 0 : make_call(t, call, type, ops);
    uint8_t flags = dxki_op_is_fp((uint8_t)token) ? t->flags : 0;
    return dxki_pass_alg_make(t->a, t->root, op, (uint16_t)predicate, flags, type, ops, count);
}

static dxki_value build_inst(match *t, const uint16_t **at, uint16_t token, dxki_type type)
{
    dxki_value ops[MOST_INNER];
    uint32_t count = operands_of(token), predicate = 0;
    dxki_type of = type;
    bool compares = token == DXKI_OP_ICMP || token == DXKI_OP_FCMP;
    if (compares) {
        predicate = predicate_of(t, *(*at)++);
        of = dxki_value_type(t->a->m, t->slots[0]);
    }
    for (uint32_t i = 0; i < count; i++) {
        ops[i] = build(t, at, token == DXKI_OP_SELECT && i == 0 ? DXKI_TY_I1 : of);
        if (!ops[i])
            return 0;
    }
    return combine(t, token, predicate, compares ? DXKI_TY_I1 : type, ops, count);
}

static dxki_value build(match *t, const uint16_t **at, dxki_type type)
{
    uint16_t token = *(*at)++;
    if (token >= T_VALUES && token < T_BITS)
        return t->slots[token - T_VALUES];
    if (token >= T_BITS && token < T_ZERO)
        return t->slots[token - T_BITS];
    if (token == T_POWER)
        return t->power_of;
    if (token >= T_VALUES && token < T_OPERATION)
        return constant(t, token, type);
    return build_inst(t, at, token, type);
}

/* ---------------------------------------------------------------------------------------- */

/* The conditions that can be told before the result is built. */
static bool may(const match *t, const rule *r)
{
    const dxki_inst *root = dxki_inst_get(t->a->m, t->root);
    if (r->when & (FREE | ROUNDS) && !(t->flags & DXKI_FM_UNSAFE))
        return false;
    if (r->when & WRAPS) {
        dxki_type type = dxki_op_class_of((dxki_op)root->op) == DXKI_OC_CMP
                             ? dxki_value_type(t->a->m, t->a->m->words.items[root->ops])
                             : root->type;
        if (dxki_pass_alg_is_loose(t->a, type))
            return false;
    }
    return !(r->when & FLUSHED) ||
           dxki_pass_alg_may_pass(t->a, t->slots[r->result[0] - T_VALUES], t->root);
}

static dxki_value try_rule(dxki_pass_algebra *a, uint32_t inst, const rule *r, uint32_t ways)
{
    dxki_type type = dxki_inst_get(a->m, inst)->type;
    for (uint32_t turns = 0; turns < ways; turns++) {
        match t = {.a = a, .root = inst, .flags = DXKI_FAST, .turns = turns};
        const uint16_t *at = r->pattern, *result = r->result;
        if (match_node(&t, &at, DXKI_VALUE(DXKI_V_INST, inst)) && may(&t, r))
            return build(&t, &result, type);
    }
    return 0;
}

/* Arithmetic on numbers that is still there has no number as its result, such as 0 / 0: no rule may find
 * one. */
static bool has_no_number(const dxk_module *m, const dxki_inst *in)
{
    dxki_pass_number n;
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (!dxki_pass_alg_number(m, m->words.items[in->ops + i], &n) || is_nan(&n))
            return false;
    }
    return true;
}

dxki_value dxki_pass_alg_apply_rules(dxki_pass_algebra *a, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    if (dxki_op_is_fp(in->op) && has_no_number(a->m, in))
        return 0;
    uint16_t token = token_of(a->m, in);
    const struct dxki_pass_rules *x = a->rules;
    uint32_t first = first_rule(a->rules, token);
    uint64_t lacks = first ? ~kinds_of(a->m, in) : 0;
    uint8_t closed = a->regroup ? 0 : ROUNDS; /* conditions that do not hold here */
    if (first && !(dxki_pass_alg_flags(a, inst) & DXKI_FM_UNSAFE))
        closed |= FREE | ROUNDS;
    for (uint32_t i = first; i; i = x->next[i - 1]) {
        if (x->needs[i - 1] & lacks || rules[i - 1].when & closed)
            continue;
        dxki_value value = try_rule(a, inst, &rules[i - 1], x->ways[i - 1]);
        if (value || a->failed)
            return value;
    }
    return 0;
}

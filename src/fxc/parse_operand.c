/* SPDX-License-Identifier: MIT */
/*
 * parse_operand.c - operands: -|cb0[r1.x + 2].xyzw| {min16f}, l(1, 2, 3, 4), d(1.000000l).
 *
 * How a register without components is encoded, and which form an index has, follows from the
 * register and its role: compilers always choose the same.
 */
#include "fxc/parse.h"
#include "base/count.h"
#include "spec/reader_rules.h"

#include <string.h>

#define FOUR_COMPONENTS   2u
#define MODE_SWIZZLE      (1u << 2)
#define MODE_SELECT       (2u << 2)
#define SWIZZLE_XYZW      (0xe4u << 4)
#define EXTENDED_MODIFIER 1u

/* An operand while it is parsed. */
typedef struct draft {
    uint32_t token;
    uint32_t extended;
    uint32_t index_count;
    uint32_t number[3];
    uint32_t relative[3]; /* slot; UINT32_MAX for none */
    uint32_t value[4];
    uint32_t value_count;
} draft;

static bool commit(dxki_fxc_parser *p, size_t slot, const draft *d)
{
    dxk_dxbc_operand operand = {.token = d->token,
                                .words = (uint32_t)p->words.count,
                                .extended = d->extended != 0,
                                .value = (uint8_t)d->value_count};
    if (d->extended) {
        operand.token |= DXKI_TOKEN_EXTENDED;
        if (!dxki_fxc_push_word(p, d->extended))
            return false;
    }
    operand.token |= d->index_count << 20;
    for (uint32_t i = 0; i < d->index_count; i++) {
        bool relative = d->relative[i] != UINT32_MAX;
        bool number = !relative || d->number[i] != 0;
        uint32_t form = !relative ? DXKI_INDEX_IMM32
                        : number  ? DXKI_INDEX_IMM32_RELATIVE
                                  : DXKI_INDEX_RELATIVE;
        operand.token |= form << (22 + 3 * i);
        if ((number && !dxki_fxc_push_word(p, d->number[i])) ||
            (relative && !dxki_fxc_push_word(p, d->relative[i])))
            return false;
    }
    for (uint32_t i = 0; i < d->value_count; i++)
        if (!dxki_fxc_push_word(p, d->value[i]))
            return false;
    operand.word_count = (uint16_t)(p->words.count - operand.words);
    p->operands.items[slot] = operand;
    return true;
}

bool dxki_fxc_make_operand(dxki_fxc_parser *p, size_t slot, uint32_t token, const uint32_t *indices,
                           uint32_t count)
{
    draft d = {
        .token = token, .index_count = count, .relative = {UINT32_MAX, UINT32_MAX, UINT32_MAX}};
    for (uint32_t i = 0; i < count && i < 3; i++)
        d.number[i] = indices[i];
    return commit(p, slot, &d);
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

static bool parse_values(dxki_fxc_parser *p, draft *d, char letter)
{
    d->token = (uint32_t)DXK_DXBC_REGISTER_IMMEDIATE32 << 12;
    do {
        dxki_fxc_skip_blanks(p);
        if (d->value_count == 4)
            return dxki_fxc_parse_expected(p, ")");
        if (!dxki_fxc_parse_value(p, letter, &d->value[d->value_count++]))
            return false;
        dxki_fxc_skip_blanks(p);
    } while (dxki_fxc_accept(p, ","));
    if (d->value_count != 1 && d->value_count != 4)
        return dxki_fxc_parse_expected(p, "one value or four");
    d->token |= d->value_count == 1 ? 1 : FOUR_COMPONENTS;
    return dxki_fxc_expect(p, ")");
}

static bool parse_doubles(dxki_fxc_parser *p, draft *d)
{
    d->token = (uint32_t)DXK_DXBC_REGISTER_IMMEDIATE64 << 12;
    do {
        uint64_t bits;
        dxki_fxc_skip_blanks(p);
        if (d->value_count == 4)
            return dxki_fxc_parse_expected(p, ")");
        if (!dxki_fxc_parse_double(p, &bits) || !dxki_fxc_expect(p, "l"))
            return false;
        d->value[d->value_count++] = (uint32_t)bits;
        d->value[d->value_count++] = (uint32_t)(bits >> 32);
        dxki_fxc_skip_blanks(p);
    } while (dxki_fxc_accept(p, ","));
    d->token |= d->value_count == 2 ? 1 : FOUR_COMPONENTS;
    return dxki_fxc_expect(p, ")");
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* The register that a name stands for; letters only, so that "t0" is t and an index. */
static bool parse_kind(dxki_fxc_parser *p, uint32_t *kind)
{
    static const struct {
        const char *name;
        uint32_t kind;
    } ranges[] = {{"CB", DXK_DXBC_REGISTER_CONSTANT_BUFFER},
                  {"T", DXK_DXBC_REGISTER_RESOURCE},
                  {"S", DXK_DXBC_REGISTER_SAMPLER},
                  {"U", DXK_DXBC_REGISTER_UAV}};
    const char *start = p->at;
    uint64_t number;
    while (p->at < p->end && ((*p->at >= 'a' && *p->at <= 'z') || (*p->at >= 'A' && *p->at <= 'Z')))
        p->at++;
    dxk_str name = {start, (size_t)(p->at - start)};
    for (size_t i = 0; i < DXKI_COUNT(ranges); i++) {
        if (strlen(ranges[i].name) == name.size && memcmp(ranges[i].name, start, name.size) == 0) {
            *kind = ranges[i].kind;
            return true;
        }
    }
    if (name.size == 1 && *start == 'l') { /* values were taken before */
        *kind = DXK_DXBC_REGISTER_LABEL;
        return true;
    }
    if (name.size && dxk_enum_find(DXK_ENUM_ID_dxbc_register, name, &number)) {
        *kind = (uint32_t)number;
        return true;
    }
    p->at = start;
    return dxki_fxc_parse_expected(p, "a register");
}

static bool push_slot(dxki_fxc_parser *p, size_t *slot)
{
    dxk_dxbc_operand empty = {.token = 0};
    *slot = p->operands.count;
    return dxki_vec_push(p->ctx, &p->operands, empty) ||
           dxki_fxc_parse_check(p, dxki_nomem(p->ctx));
}

/* "3]", "r0.x + 3]" */
static bool parse_index(dxki_fxc_parser *p, draft *d, uint32_t depth)
{
    uint32_t i = d->index_count;
    int64_t number = 0;
    if (i == 3)
        return dxki_fxc_parse_expected(p, "at most three indices");
    d->relative[i] = UINT32_MAX;
    if (p->at < p->end && *p->at >= '0' && *p->at <= '9') {
        if (!dxki_fxc_parse_u32(p, &d->number[i]))
            return false;
    } else {
        size_t slot;
        if (!push_slot(p, &slot) || !dxki_fxc_parse_operand(p, slot, 'u', depth + 1))
            return false;
        d->relative[i] = (uint32_t)slot;
        dxki_fxc_skip_blanks(p);
        if (dxki_fxc_accept(p, "+")) {
            dxki_fxc_skip_blanks(p);
            if (!dxki_fxc_parse_i64(p, &number))
                return false;
        }
        d->number[i] = (uint32_t)number;
    }
    d->index_count++;
    return dxki_fxc_expect(p, "]");
}

static bool parse_indices(dxki_fxc_parser *p, draft *d, uint32_t depth)
{
    if (p->at < p->end && *p->at >= '0' && *p->at <= '9') {
        d->relative[0] = UINT32_MAX;
        if (!dxki_fxc_parse_u32(p, &d->number[0]))
            return false;
        d->index_count = 1;
    }
    while (dxki_fxc_accept(p, "["))
        if (!parse_index(p, d, depth))
            return false;
    return true;
}

/* Components of a register that is named without any. */
static uint32_t bare_components(uint32_t kind, char letter)
{
    switch (kind) {
    case DXK_DXBC_REGISTER_OUTPUT_DEPTH:
    case DXK_DXBC_REGISTER_OUTPUT_DEPTH_GREATER_EQUAL:
    case DXK_DXBC_REGISTER_OUTPUT_DEPTH_LESS_EQUAL:
    case DXK_DXBC_REGISTER_OUTPUT_STENCIL_REF:
    case DXK_DXBC_REGISTER_COVERAGE_MASK:
    case DXK_DXBC_REGISTER_INNER_COVERAGE:
        return 1;
    case DXK_DXBC_REGISTER_OUTPUT_COVERAGE_MASK:
    case DXK_DXBC_REGISTER_PRIMITIVE_ID:
    case DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT_ID:
    case DXK_DXBC_REGISTER_FORK_INSTANCE_ID:
    case DXK_DXBC_REGISTER_JOIN_INSTANCE_ID:
    case DXK_DXBC_REGISTER_GS_INSTANCE_ID:
    case DXK_DXBC_REGISTER_CYCLE_COUNTER:
        return letter == 'o' ? 0 : 1;
    default:
        return 0;
    }
}

static int component_of(char c)
{
    const char *found = c ? strchr("xyzw", c) : NULL;
    return found ? (int)(found - "xyzw") : -1;
}

/* ".xyz": a mask where something is written or declared, else a swizzle or one component. */
static bool parse_components(dxki_fxc_parser *p, draft *d, uint32_t kind, char letter)
{
    uint32_t mask = 0, swizzle = 0, count = 0;
    if (!dxki_fxc_accept(p, ".")) {
        d->token |= bare_components(kind, letter);
        return true;
    }
    for (; p->at < p->end && component_of(*p->at) >= 0 && count < 4; count++) {
        uint32_t component = (uint32_t)component_of(*p->at++);
        mask |= 1u << component;
        swizzle |= component << (2 * count);
    }
    d->token |= FOUR_COMPONENTS;
    if (letter == 'd' || letter == 'U' || letter == 'o') {
        d->token |= mask << 4;
        return count > 0 || dxki_fxc_parse_expected(p, "components");
    }
    if (count == 1)
        d->token |= MODE_SELECT | swizzle << 4;
    else
        d->token |= MODE_SWIZZLE | swizzle << 4;
    return count == 1 || count == 4 || dxki_fxc_parse_expected(p, "one component or four");
}

/* " {min16f}", " {min16f as def32}" */
static bool parse_precision(dxki_fxc_parser *p, uint32_t *extended)
{
    const char *back = p->at;
    uint32_t precision, other;
    dxki_fxc_skip_blanks(p);
    if (!dxki_fxc_accept(p, "{")) {
        p->at = back;
        return true;
    }
    if (!dxki_fxc_parse_enum(p, DXK_ENUM_ID_dxbc_precision, "a precision", &precision))
        return false;
    if (dxki_fxc_accept(p, " as ") &&
        !dxki_fxc_parse_enum(p, DXK_ENUM_ID_dxbc_precision, "a precision", &other))
        return false;
    if (precision)
        *extended |= EXTENDED_MODIFIER | precision << 14;
    return dxki_fxc_expect(p, "}");
}

bool dxki_fxc_parse_operand(dxki_fxc_parser *p, size_t slot, char letter, uint32_t depth)
{
    draft d = {.token = 0};
    uint32_t kind = 0, modifier = 0;
    if (depth > p->ctx->limits.depth)
        return dxki_fxc_parse_check(p, DXKI_REPORT(p->ctx, DXKI_RULE_LIMIT_DEPTH,
                                                   dxki_at_line(p->line, 1), "",
                                                   dxki_dec(p->ctx->limits.depth)));
    if (dxki_fxc_accept(p, "-"))
        modifier |= 1;
    if (dxki_fxc_accept(p, "|"))
        modifier |= 2;
    if (dxki_fxc_accept(p, "l(")) {
        if (!parse_values(p, &d, letter))
            return false;
    } else if (dxki_fxc_accept(p, "d(")) {
        if (!parse_doubles(p, &d))
            return false;
    } else {
        if (!parse_kind(p, &kind) || !parse_indices(p, &d, depth))
            return false;
        d.token |= kind << 12;
        if (!parse_components(p, &d, kind, letter))
            return false;
    }
    if (modifier & 2 && !dxki_fxc_expect(p, "|"))
        return false;
    if (modifier)
        d.extended = EXTENDED_MODIFIER | modifier << 6;
    return parse_precision(p, &d.extended) && commit(p, slot, &d);
}

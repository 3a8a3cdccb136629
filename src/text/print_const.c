/* SPDX-License-Identifier: MIT */
/*
 * print_const.c - constants and operands (docs/text-format.md, section 5). Recursion over
 * constants is bounded by their depth, which the module keeps small.
 */
#include "base/big.h"
#include "base/real.h"
#include "text/float.h"
#include "text/print.h"
#include "text/words.h"

/* Integers of more words than this are written in hexadecimal, which text may do as well: decimal
 * takes time that grows with the square of the size. */
#define DECIMAL_WORDS 512u

void dxki_text_print_indices(dxki_text_printer *p, const uint32_t *extra)
{
    for (uint32_t i = 1; i <= extra[0]; i++) {
        DXKI_EMIT(&p->out, ", ");
        dxki_text_emit_u64(&p->out, extra[i]);
    }
}

static void print_math_flags(dxki_text_printer *p, uint8_t flags)
{
    if (flags & DXKI_FM_UNSAFE) {
        DXKI_EMIT(&p->out, " fast");
        return;
    }
    if (flags & DXKI_FM_NNAN)
        DXKI_EMIT(&p->out, " nnan");
    if (flags & DXKI_FM_NINF)
        DXKI_EMIT(&p->out, " ninf");
    if (flags & DXKI_FM_NSZ)
        DXKI_EMIT(&p->out, " nsz");
    if (flags & DXKI_FM_ARCP)
        DXKI_EMIT(&p->out, " arcp");
}

void dxki_text_print_flags(dxki_text_printer *p, dxki_op op, uint8_t flags)
{
    switch (dxki_op_get((uint8_t)op)->flags) {
    case DXKI_OPF_FAST:
        print_math_flags(p, flags);
        break;
    case DXKI_OPF_WRAP:
        if (flags & DXKI_IF_NUW)
            DXKI_EMIT(&p->out, " nuw");
        if (flags & DXKI_IF_NSW)
            DXKI_EMIT(&p->out, " nsw");
        break;
    case DXKI_OPF_EXACT:
        if (flags & DXKI_IF_EXACT)
            DXKI_EMIT(&p->out, " exact");
        break;
    case DXKI_OPF_INBOUNDS:
        if (flags & DXKI_IF_INBOUNDS)
            DXKI_EMIT(&p->out, " inbounds");
        break;
    default:
        break;
    }
}

/* --- numbers --- */

static void print_int_bits(dxki_text_printer *p, uint32_t width, uint64_t bits)
{
    if (width == 1) {
        dxki_text_emit_text(&p->out, bits & 1 ? "true" : "false");
        return;
    }
    if (width < 64 && bits >> (width - 1) & 1)
        bits |= ~(uint64_t)0 << width;
    dxki_text_emit_i64(&p->out, (int64_t)bits);
}

static void print_fp_bits(dxki_text_printer *p, dxki_type_kind kind, uint64_t bits)
{
    char text[DXKI_FLOAT_SIZE];
    if (kind == DXKI_T_HALF) {
        DXKI_EMIT(&p->out, "0xH");
        dxki_text_emit_hex(&p->out, bits & 0xffff, 4);
        return;
    }
    bool exact;
    if (kind == DXKI_T_FLOAT)
        bits = dxki_real_convert(DXKI_BINARY32, bits, DXKI_BINARY64, &exact);
    dxki_text_emit_long(&p->out, text, dxki_text_format_double(bits, text));
}

/* The three formats of more than 64 bits: two words, in the order of the record. */
static void print_fp_words(dxki_text_printer *p, dxki_type_kind kind, uint64_t first,
                           uint64_t second)
{
    char letter = kind == DXKI_T_X86_FP80 ? 'K' : kind == DXKI_T_FP128 ? 'L' : 'M';
    DXKI_EMIT(&p->out, "0x");
    dxki_text_emit_char(&p->out, letter);
    dxki_text_emit_hex(&p->out, first, 16);
    if (kind == DXKI_T_X86_FP80)
        dxki_text_emit_hex(&p->out, second & 0xffff, 4);
    else
        dxki_text_emit_hex(&p->out, second, 16);
}

/* The top bit of what is written after "s0x" is the sign, so the top word is extended. */
static void print_words_hex(dxki_text_printer *p, uint32_t width, const uint32_t *words,
                            uint32_t count)
{
    uint32_t top = (width - 1) / 32, used = (width - 1) % 32 + 1;
    bool negative = count > top && words[top] >> (used - 1) & 1;
    dxki_text_emit_text(&p->out, negative ? "s0x" : "u0x");
    for (uint32_t i = count > top ? top + 1 : count; i > 0; i--) {
        uint32_t word = words[i - 1];
        if (i - 1 == top && negative && used < 32)
            word |= ~(uint32_t)0 << used;
        dxki_text_emit_hex(&p->out, word, 8);
    }
}

/* Copies an integer of `width` bits, as a magnitude; true if it is negative. */
static bool magnitude(uint32_t width, const uint32_t *from, uint32_t count, uint64_t *words)
{
    uint32_t top = (width - 1) / 64, all = top + 1;
    for (uint32_t i = 0; i < all; i++) {
        uint64_t low = 2 * i < count ? from[2 * i] : 0,
                 high = 2 * i + 1 < count ? from[2 * i + 1] : 0;
        words[i] = high << 32 | low;
    }
    if (!(words[top] >> ((width - 1) % 64) & 1))
        return false;
    dxki_big_negate(words, all);
    if (width % 64)
        words[top] &= ((uint64_t)1 << (width % 64)) - 1;
    return true;
}

static void print_wide_int(dxki_text_printer *p, uint32_t width, const uint32_t *from,
                           uint32_t count)
{
    uint64_t words[DECIMAL_WORDS];
    char digits[DECIMAL_WORDS * 20], *end = digits + sizeof digits;
    uint32_t all = (width - 1) / 64 + 1;
    if (count <= 2 && all > DECIMAL_WORDS) {
        dxki_text_emit_u64(&p->out,
                           (count > 1 ? (uint64_t)from[1] << 32 : 0) | (count ? from[0] : 0));
    } else if (all > DECIMAL_WORDS) {
        print_words_hex(p, width, from, count);
    } else {
        if (magnitude(width, from, count, words))
            dxki_text_emit_char(&p->out, '-');
        const char *first = dxki_big_digits(words, all, end);
        dxki_text_emit_mem(&p->out, first, (size_t)(end - first));
    }
}

static void print_number(dxki_text_printer *p, const dxki_const *c)
{
    const dxki_type_entry *t = &p->m->types.items[c->type];
    if (c->kind == DXKI_C_WIDE) {
        const uint32_t *w = p->m->words.items + c->a;
        if (t->kind == DXKI_T_INT)
            print_wide_int(p, t->a, w, c->b);
        else
            print_fp_words(p, (dxki_type_kind)t->kind, (uint64_t)w[1] << 32 | w[0],
                           c->b > 3 ? (uint64_t)w[3] << 32 | w[2] : 0);
        return;
    }
    uint64_t bits = (uint64_t)c->b << 32 | c->a;
    if (c->kind == DXKI_C_INT)
        print_int_bits(p, t->a, bits);
    else if (t->kind == DXKI_T_HALF || t->kind == DXKI_T_FLOAT || t->kind == DXKI_T_DOUBLE)
        print_fp_bits(p, (dxki_type_kind)t->kind, bits);
    else
        print_fp_words(p, (dxki_type_kind)t->kind, bits, 0);
}

/* --- aggregates --- */

static void print_data(dxki_text_printer *p, const dxki_const *c)
{
    const dxki_type_entry *t = &p->m->types.items[c->type];
    dxki_type element = t->a;
    const dxki_type_entry *e = &p->m->types.items[element];
    if (t->kind == DXKI_T_ARRAY && element == DXKI_TY_I8) {
        dxki_text_emit_char(&p->out, 'c');
        dxki_text_print_quoted(p, dxki_const_data_bytes(p->m, c));
        return;
    }
    uint64_t count = (uint64_t)t->c << 32 | t->b;
    dxki_text_emit_char(&p->out, t->kind == DXKI_T_ARRAY ? '[' : '<');
    for (uint64_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        uint64_t bits = dxki_const_data_bits(p->m, c, i);
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        dxki_text_print_type(p, element);
        dxki_text_emit_char(&p->out, ' ');
        if (e->kind == DXKI_T_INT)
            print_int_bits(p, e->a, bits);
        else
            print_fp_bits(p, (dxki_type_kind)e->kind, bits);
    }
    dxki_text_emit_char(&p->out, t->kind == DXKI_T_ARRAY ? ']' : '>');
}

static void print_elements(dxki_text_printer *p, const dxki_const *c)
{
    const dxki_value *values = p->m->words.items + c->a;
    for (uint32_t i = 0; i < c->b && !dxki_text_print_stopped(p); i++) {
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        dxki_text_print_typed(p, values[i]);
    }
}

static void print_aggregate(dxki_text_printer *p, const dxki_const *c)
{
    const dxki_type_entry *t = &p->m->types.items[c->type];
    if (t->kind != DXKI_T_STRUCT) {
        dxki_text_emit_char(&p->out, t->kind == DXKI_T_ARRAY ? '[' : '<');
        print_elements(p, c);
        dxki_text_emit_char(&p->out, t->kind == DXKI_T_ARRAY ? ']' : '>');
        return;
    }
    if (t->flags & DXKI_TF_PACKED)
        dxki_text_emit_char(&p->out, '<');
    dxki_text_emit_char(&p->out, '{');
    if (c->b) {
        dxki_text_emit_char(&p->out, ' ');
        print_elements(p, c);
        dxki_text_emit_char(&p->out, ' ');
    }
    dxki_text_emit_char(&p->out, '}');
    if (t->flags & DXKI_TF_PACKED)
        dxki_text_emit_char(&p->out, '>');
}

/* --- expressions and the rest --- */

static void print_expression(dxki_text_printer *p, const dxki_const *c)
{
    dxki_op op = (dxki_op)c->opcode;
    const dxki_value *ops = p->m->words.items + c->a;
    dxki_text_emit_text(&p->out, dxki_op_text(op));
    if (dxki_op_class_of(op) == DXKI_OC_CMP) {
        const char *word = dxki_text_word(op == DXKI_OP_ICMP ? DXKI_W_ICMP : DXKI_W_FCMP, c->flags);
        dxki_text_emit_char(&p->out, ' ');
        dxki_text_emit_text(&p->out, word ? word : "unknown");
    } else {
        dxki_text_print_flags(p, op, c->flags);
    }
    DXKI_EMIT(&p->out, " (");
    if (op == DXKI_OP_GEP) {
        dxki_text_print_type(p, ops[c->b]);
        DXKI_EMIT(&p->out, ", ");
    }
    print_elements(p, c);
    if (op == DXKI_OP_EXTRACTVALUE || op == DXKI_OP_INSERTVALUE)
        dxki_text_print_indices(p, ops + c->b);
    if (dxki_op_class_of(op) == DXKI_OC_CAST) {
        DXKI_EMIT(&p->out, " to ");
        dxki_text_print_type(p, c->type);
    }
    dxki_text_emit_char(&p->out, ')');
}

static void print_blockaddress(dxki_text_printer *p, const dxki_const *c)
{
    DXKI_EMIT(&p->out, "blockaddress(");
    dxki_text_print_operand(p, c->a);
    DXKI_EMIT(&p->out, ", ");
    if (c->b)
        dxki_text_print_local(p, DXKI_VALUE(DXKI_V_BLOCK, c->b));
    else
        DXKI_EMIT(&p->out, "<badref>");
    dxki_text_emit_char(&p->out, ')');
}

static void print_asm(dxki_text_printer *p, const dxki_const *c)
{
    DXKI_EMIT(&p->out, "asm ");
    if (c->flags & DXKI_ASM_SIDEEFFECT)
        DXKI_EMIT(&p->out, "sideeffect ");
    if (c->flags & DXKI_ASM_ALIGNSTACK)
        DXKI_EMIT(&p->out, "alignstack ");
    if (c->flags & DXKI_ASM_INTEL)
        DXKI_EMIT(&p->out, "inteldialect ");
    dxki_text_print_quoted(p, p->m->strings.items[c->a]);
    DXKI_EMIT(&p->out, ", ");
    dxki_text_print_quoted(p, p->m->strings.items[c->b]);
}

static void print_null(dxki_text_printer *p, const dxki_const *c)
{
    if (p->m->types.items[c->type].kind == DXKI_T_POINTER)
        DXKI_EMIT(&p->out, "null");
    else
        DXKI_EMIT(&p->out, "zeroinitializer");
}

static void print_const(dxki_text_printer *p, const dxki_const *c)
{
    switch (c->kind) {
    case DXKI_C_NULL:
        print_null(p, c);
        break;
    case DXKI_C_UNDEF:
        DXKI_EMIT(&p->out, "undef");
        break;
    case DXKI_C_INT:
    case DXKI_C_FLOAT:
    case DXKI_C_WIDE:
        print_number(p, c);
        break;
    case DXKI_C_DATA:
        print_data(p, c);
        break;
    case DXKI_C_AGGREGATE:
        print_aggregate(p, c);
        break;
    case DXKI_C_EXPR:
        print_expression(p, c);
        break;
    case DXKI_C_BLOCKADDRESS:
        print_blockaddress(p, c);
        break;
    case DXKI_C_ASM:
        print_asm(p, c);
        break;
    default:
        DXKI_EMIT(&p->out, "<badref>");
    }
}

void dxki_text_print_operand(dxki_text_printer *p, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_INST) {
        dxki_text_print_local(p, value);
        return;
    }
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        dxki_text_print_global(p, index);
        break;
    case DXKI_V_CONST:
        print_const(p, &p->m->consts.items[index]);
        break;
    case DXKI_V_ARG:
    case DXKI_V_BLOCK:
        dxki_text_print_local(p, value);
        break;
    case DXKI_V_METADATA:
        dxki_text_print_md_ref(p, dxki_text_md_as_operand(p->m, index));
        break;
    case DXKI_V_NONE:
        DXKI_EMIT(&p->out, "<null operand!>");
        break;
    default:
        DXKI_EMIT(&p->out, "<badref>");
    }
}

void dxki_text_print_typed(dxki_text_printer *p, dxki_value value)
{
    if (value != 0) {
        dxki_text_print_type(p, dxki_text_print_type_of(p, value));
        dxki_text_emit_char(&p->out, ' ');
    }
    dxki_text_print_operand(p, value);
}

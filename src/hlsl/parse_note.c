/* SPDX-License-Identifier: MIT */
/* parse_note.c - semantics, registers, offsets: what stands behind the ':' of a declaration. */
#include "base/count.h"
#include "hlsl/literal.h"
#include "hlsl/parse.h"

/* The decimal number after the first character of a name; false: there is something else. */
static bool number_behind(dxk_str text, size_t i, uint32_t *number)
{
    *number = 0;
    for (; i < text.size; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (digit > 9 || *number > (UINT32_MAX - digit) / 10)
            return false;
        *number = *number * 10 + digit;
    }
    return true;
}

static bool is_word(const dxki_parse *p, const char *word)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);

    return t->kind == DXKI_HLSL_T_NAME && dxki_str_is(t->text, word);
}

/* t3, u, c2[1] */
static void read_register(dxki_parse *p, dxki_ast_note *n)
{
    const dxk_str text = dxki_parse_peek(p, 0)->text;

    n->letter = dxki_lower(text.data[0]);
    if (!strchr("btusci", n->letter))
        DXKI_PARSE_SAY(p, REGISTER_LETTER);
    else if (!number_behind(text, 1, &n->number))
        DXKI_PARSE_SAY(p, REGISTER_NUMBER);
    dxki_parse_advance(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET && !p->panic) {
        dxki_parse_advance(p);
        n->index = dxki_parse_constant(p);
        n->index_end = dxki_parse_loc(p);
        dxki_parse_expect(p, DXKI_HLSL_T_RBRACKET);
    }
}

/* space1 */
static void read_space(dxki_parse *p, dxki_ast_note *n)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);

    if (t->kind != DXKI_HLSL_T_NAME) {
        DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
        return;
    }
    n->has_space = true;
    if (!dxki_str_starts(t->text, "space") || t->text.size == 5)
        DXKI_PARSE_SAY(p, REGISTER_SPACE);
    else if (!number_behind(t->text, 5, &n->space))
        DXKI_PARSE_SAY(p, SPACE_NUMBER);
    dxki_parse_advance(p);
}

/* A profile in front of the register: vs, or anything like ps_5_0. */
static bool at_profile(const dxki_parse *p)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);
    bool has_digit = false, has_letter = false, has_line = false;

    if (t->kind != DXKI_HLSL_T_NAME)
        return false;
    for (size_t i = 0; i < t->text.size; i++) {
        const char ch = t->text.data[i];
        has_digit |= ch >= '0' && ch <= '9';
        has_letter |= ch >= 'a' && ch <= 'z';
        has_line |= ch == '_';
        if (ch >= 'A' && ch <= 'Z')
            return false;
    }
    return (has_digit && has_letter && has_line) ||
           (t->text.size == 2 && strchr("vpgc", t->text.data[0]) && t->text.data[1] == 's');
}

/* A word that is no keyword, in any meaning. */
static bool is_register_name(const dxki_parse *p)
{
    const uint32_t keyword = dxki_parse_keyword(p, 0);

    return dxki_parse_kind(p) == DXKI_HLSL_T_NAME && !dxki_parse_is_taken(p, 0) &&
           (!keyword || dxki_hlsl_keyword_kind_of(keyword) == DXKI_HLSL_SOFT);
}

static void read_registers(dxki_parse *p, dxki_ast_note *n)
{
    n->kind = DXKI_AST_REGISTER;
    dxki_parse_advance(p);
    if (!dxki_parse_expect_behind(p, "register"))
        return;
    if (at_profile(p)) {
        n->profile = dxki_parse_peek(p, 0)->text;
        dxki_parse_advance(p);
        dxki_parse_expect(p, DXKI_HLSL_T_COMMA);
    }
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);
    if (!is_register_name(p)) {
        DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
    } else if (dxki_str_starts(t->text, "space")) {
        read_space(p, n);
    } else {
        read_register(p, n);
        if (!p->panic && dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            read_space(p, n);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
}

/* packoffset(c2.y) */
static void read_offset(dxki_parse *p, dxki_ast_note *n)
{
    static const char components[] = "xyzw", colors[] = "rgba";

    n->kind = DXKI_AST_PACKOFFSET;
    dxki_parse_advance(p);
    if (!dxki_parse_expect_behind(p, "packoffset"))
        return;
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);
    if (!is_register_name(p))
        DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
    else if ((t->text.data[0] | 0x20) != 'c')
        DXKI_PARSE_SAY(p, REGISTER_LETTER);
    else if (!number_behind(t->text, 1, &n->number))
        DXKI_PARSE_SAY(p, REGISTER_NUMBER);
    if (p->panic)
        return;
    dxki_parse_advance(p);
    if (dxki_parse_accept(p, DXKI_HLSL_T_DOT)) {
        t = dxki_parse_peek(p, 0);
        char ch = t->kind == DXKI_HLSL_T_NAME && t->text.size == 1 ? t->text.data[0] : '?';
        const char *at = strchr(components, ch);
        const char *color = strchr(colors, ch);
        if (!at && !color)
            DXKI_PARSE_SAY(p, PACKOFFSET_COMPONENT);
        n->component = (uint32_t)(at ? at - components : color ? color - colors : 0);
        dxki_parse_advance(p);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
}

static const struct {
    const char *name;
    uint8_t stage;
} payload_stages[] = {
    {"caller", DXKI_HLSL_BY_CALLER},
    {"closesthit", DXKI_HLSL_BY_CLOSEST_HIT},
    {"miss", DXKI_HLSL_BY_MISS},
    {"anyhit", DXKI_HLSL_BY_ANY_HIT},
};

uint8_t dxki_hlsl_payload_stage(dxk_str name)
{
    for (size_t i = 0; i < DXKI_COUNT(payload_stages); i++)
        if (dxki_str_is(name, payload_stages[i].name))
            return payload_stages[i].stage;
    return 0;
}

dxk_str dxki_hlsl_payload_stage_name(uint8_t stage)
{
    size_t i = 0;

    while (i + 1 < DXKI_COUNT(payload_stages) && payload_stages[i].stage != stage)
        i++;
    return dxki_str(payload_stages[i].name);
}

/* read(caller, anyhit) */
static void read_stages(dxki_parse *p, dxki_ast_note *n)
{
    size_t mark = p->stack.count;

    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    while (!p->panic && dxki_parse_kind(p) == DXKI_HLSL_T_NAME) {
        if (!dxki_hlsl_payload_stage(dxki_parse_peek(p, 0)->text))
            DXKI_PARSE_ERROR(p, PAYLOAD_STAGE, dxki_text(dxki_parse_peek(p, 0)->text));
        dxki_parse_push(p, dxki_parse_peek(p, 0)->name);
        dxki_parse_advance(p);
        dxki_parse_accept(p, DXKI_HLSL_T_COMMA);
    }
    n->stages = (dxki_hlsl_name **)dxki_parse_take(p, mark, &n->stage_count);
    if (!p->panic && !dxki_parse_accept(p, DXKI_HLSL_T_RPAREN))
        DXKI_PARSE_ERROR(p, CLOSING_AFTER, dxki_text(dxki_str("payload access qualifier")));
}

/* What stands in parentheses after a word that takes none; what follows is read on. */
static void skip_arguments(dxki_parse *p)
{
    if (p->quiet)
        return;
    dxki_parse_skip_group(p);
    p->panic = false;
}

static void read_note(dxki_parse *p, dxki_ast_note *n)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);

    n->loc = t->loc;
    if (is_word(p, "register")) {
        read_registers(p, n);
    } else if (is_word(p, "packoffset")) {
        read_offset(p, n);
    } else {
        n->name = t->name;
        dxki_parse_advance(p);
        if ((dxki_str_is(t->text, "read") || dxki_str_is(t->text, "write")) &&
            dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) {
            n->kind = DXKI_AST_ACCESS;
            read_stages(p, n);
        } else if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) {
            DXKI_PARSE_SAY(p, NOTE_ARGUMENTS);
            skip_arguments(p);
        }
    }
}

/* A ':' with a name behind it, or one of the words for places; anything else is no note. */
bool dxki_parse_at_note(const dxki_parse *p)
{
    return dxki_parse_kind(p) == DXKI_HLSL_T_COLON &&
           (dxki_parse_keyword(p, 1) == DXKI_HLSL_K_REGISTER ||
            dxki_parse_keyword(p, 1) == DXKI_HLSL_K_PACKOFFSET ||
            (dxki_parse_at_name(p, 1) && !dxki_parse_is_taken(p, 1)));
}

void dxki_parse_notes(dxki_parse *p, dxki_ast_notes *notes)
{
    size_t mark = p->stack.count, count;

    while (!p->panic && dxki_parse_at_note(p)) {
        dxki_parse_advance(p);
        dxki_ast_note *n = DXKI_HLSL_NEW(p->c, dxki_ast_note);
        read_note(p, n);
        dxki_parse_push(p, n);
    }
    dxki_ast_note **items = (dxki_ast_note **)dxki_parse_take(p, mark, &count);
    notes->items = count ? DXKI_NEW_ARRAY(&p->c->arena, dxki_ast_note, count) : NULL;
    if (count && !notes->items)
        dxki_hlsl_nomem(p->c);
    for (notes->count = 0; notes->items && notes->count < count; notes->count++)
        notes->items[notes->count] = *items[notes->count];
}

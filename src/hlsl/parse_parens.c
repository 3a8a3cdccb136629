/* SPDX-License-Identifier: MIT */
/* parse_parens.c - names of what is declared in parentheses: float (a), int (b[2]); see parse.h. */
#include "hlsl/parse.h"

/* The token behind the dimensions that begin at one, which may be none. */
static size_t dimensions_end(const dxki_parse *p, size_t ahead)
{
    size_t depth = 0;

    while (depth || dxki_parse_peek(p, ahead)->kind == DXKI_HLSL_T_LBRACKET) {
        const uint8_t kind = dxki_parse_peek(p, ahead)->kind;
        if (kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_SEMI)
            break;
        depth += kind == DXKI_HLSL_T_LBRACKET;
        depth -= kind == DXKI_HLSL_T_RBRACKET;
        ahead++;
    }
    return ahead;
}

size_t dxki_parse_parens_end(const dxki_parse *p, size_t ahead)
{
    size_t open = 0;

    for (; dxki_parse_peek(p, ahead)->kind == DXKI_HLSL_T_LPAREN; ahead++)
        open++;
    if (!open || !dxki_parse_at_name(p, ahead) || dxki_parse_at_type(p, ahead))
        return 0;
    const size_t name = ahead + 1;
    for (ahead = dimensions_end(p, name); open; open--)
        if (dxki_parse_peek(p, ahead++)->kind != DXKI_HLSL_T_RPAREN)
            return 0;
    /* dimensions stand in one place */
    const bool again = dxki_parse_peek(p, name)->kind == DXKI_HLSL_T_LBRACKET &&
                       dxki_parse_peek(p, ahead)->kind == DXKI_HLSL_T_LBRACKET;
    return again ? 0 : ahead;
}

bool dxki_parse_declares_in_parens(const dxki_parse *p, size_t ahead)
{
    size_t end = dxki_parse_parens_end(p, ahead);

    if (!end)
        return false;
    end = dimensions_end(p, end);
    while (dxki_parse_peek(p, end)->kind == DXKI_HLSL_T_COMMA) { /* more of them */
        const bool in_parens = dxki_parse_peek(p, end + 1)->kind == DXKI_HLSL_T_LPAREN;
        if (in_parens)
            end = dxki_parse_parens_end(p, end + 1);
        else
            end = dxki_parse_at_name(p, end + 1) && !dxki_parse_at_type(p, end + 1) ? end + 2 : 0;
        if (!end)
            return false;
        end = dimensions_end(p, end);
    }
    const uint8_t next = dxki_parse_peek(p, end)->kind;
    return next == DXKI_HLSL_T_SEMI || next == DXKI_HLSL_T_ASSIGN;
}

size_t dxki_parse_open_parens(dxki_parse *p)
{
    size_t open = 0;

    if (!dxki_parse_parens_end(p, 0))
        return 0;
    for (; dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN; open++)
        dxki_parse_advance(p);
    return open;
}

void dxki_parse_close_parens(dxki_parse *p, size_t open, dxki_ast_decl *d)
{
    if (!open)
        return;
    d->dims_loc = dxki_parse_loc(p);
    dxki_parse_dimensions(p, &d->dims);
    while (open-- > 0)
        dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
}

/* < ... > behind a name. */
static void skip_angles(dxki_parse *p)
{
    size_t depth = 0;

    do {
        const uint8_t kind = dxki_parse_kind(p);
        if (kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_SEMI || kind == DXKI_HLSL_T_LBRACE)
            return;
        depth += kind == DXKI_HLSL_T_LT;
        depth -= kind == DXKI_HLSL_T_GT && depth;
        dxki_parse_advance(p);
    } while (depth);
}

void dxki_parse_nameless_function(dxki_parse *p)
{
    const dxki_hlsl_loc open = dxki_parse_loc(p);
    const bool is_name = dxki_parse_at_name(p, 1) && !dxki_parse_is_taken(p, 1) &&
                         (!dxki_parse_at_name(p, 2) || dxki_parse_at_sure_type(p, 1));
    const bool is_empty = dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_RPAREN;
    const dxki_arg close = dxki_text(dxki_str(")"));

    dxki_parse_advance(p);
    if (is_name)
        dxki_parse_advance(p);
    else if (!p->quiet && !is_empty)
        DXKI_HLSL_SAY(p->c, EXPECTED_NAME, dxki_parse_loc(p));
    if (is_name && dxki_parse_kind(p) == DXKI_HLSL_T_LT)
        skip_angles(p);
    if (is_empty)
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
    else
        dxki_parse_error(p, DXKI_HLSL_D_EXPECTED, &close, 1);
    if (!p->quiet && !is_empty)
        DXKI_HLSL_REPORT(p->c, TO_MATCH, open, dxki_text(dxki_str("(")));
}

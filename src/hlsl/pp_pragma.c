/* SPDX-License-Identifier: MIT */
/* pp_pragma.c - #pragma; see pp.h. Those that are not known are ignored. */
#include "hlsl/pp.h"

static dxki_hlsl_lexer *lexer(dxki_hlsl *c)
{
    return &dxki_hlsl_pp_file(c)->lexer;
}

/* pack_matrix(row_major) */
static bool pack_matrix(dxki_hlsl *c, dxki_hlsl_token *made, dxki_hlsl_loc loc)
{
    dxki_hlsl_token paren, order;

    dxki_hlsl_lex(c, lexer(c), &paren);
    dxki_hlsl_lex(c, lexer(c), &order);
    bool row = order.kind == DXKI_HLSL_T_NAME && dxki_str_is(order.text, "row_major");
    bool column = order.kind == DXKI_HLSL_T_NAME && dxki_str_is(order.text, "column_major");
    if (paren.kind != DXKI_HLSL_T_LPAREN || (!row && !column)) {
        DXKI_HLSL_SAY(c, PACK_MATRIX, loc);
        return false;
    }
    *made =
        (dxki_hlsl_token){.kind = DXKI_HLSL_T_PACK, .flags = row ? DXKI_HLSL_ROW : 0, .loc = loc};
    return true;
}

static void message(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    dxki_hlsl_token t;

    dxki_hlsl_lex(c, lexer(c), &t);
    if (t.kind == DXKI_HLSL_T_LPAREN)
        dxki_hlsl_lex(c, lexer(c), &t);
    if (t.kind == DXKI_HLSL_T_STRING)
        DXKI_HLSL_REPORT(c, USER_MESSAGE, loc, dxki_text(t.text));
}

bool dxki_hlsl_pp_pragma(dxki_hlsl *c, dxki_hlsl_token *made)
{
    dxki_hlsl_token t;

    dxki_hlsl_lex(c, lexer(c), &t);
    if (t.kind != DXKI_HLSL_T_NAME)
        return false;
    if (dxki_str_is(t.text, "pack_matrix"))
        return pack_matrix(c, made, t.loc);
    if (dxki_str_is(t.text, "message"))
        message(c, t.loc);
    if (dxki_str_is(t.text, "once")) {
        dxki_hlsl_file *f = dxki_hlsl_file_of(c, t.loc);
        if (f)
            f->once = true;
    }
    return false;
}

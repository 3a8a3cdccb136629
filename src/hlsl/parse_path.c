/* SPDX-License-Identifier: MIT */
/*
 * parse_path.c - paths that have template arguments in them, or begin with __decltype(...): whether they
 * name types or values; see parse.h. Which members a template has is not known while it is parsed. As
 * in C++, `typename` says that a member is a type; without it what stands behind the path tells, or else
 * whether the source declares a type of that name.
 */
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

/* Tokens that are looked at; a list of more is none, so that time stays in proportion to the source. */
#define MOST_AHEAD 4096u

/* ---------------------------------------------------------------------------------------- */
/* Looking ahead                                                                              */

/* True if no brackets of an expression go on here. */
static bool ends_all(uint8_t kind, size_t ahead)
{
    return kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_SEMI || ahead > MOST_AHEAD;
}

size_t dxki_parse_group_end(const dxki_parse *p, size_t ahead)
{
    size_t depth = 0;

    do {
        const uint8_t kind = dxki_parse_peek(p, ahead)->kind;
        if (ends_all(kind, ahead))
            return 0;
        depth += dxki_parse_opens(kind);
        depth -= dxki_parse_closes(kind) && depth;
        ahead++;
    } while (depth);
    return ahead;
}

/* True if a '<' behind a name may begin arguments of a template. */
static bool takes_arguments(const dxki_parse *p, dxki_hlsl_name *name)
{
    if (name->was_template || name->was_value_template || name->was_type_template)
        return true;
    const dxki_hlsl_predeclared *known =
        name->naming == DXKI_HLSL_UNKNOWN ? dxki_hlsl_predeclared_of(p->c, name) : NULL;
    return known && dxki_hlsl_takes_arguments(known);
}

/* How many lists of arguments a token opens or closes, of `open` that are. */
static int opened_by(const dxki_parse *p, size_t ahead, size_t open)
{
    const dxki_hlsl_token *before = dxki_parse_peek(p, ahead - 1);

    switch (dxki_parse_peek(p, ahead)->kind) {
    case DXKI_HLSL_T_LT:
        return !open || (before->kind == DXKI_HLSL_T_NAME && takes_arguments(p, before->name));
    case DXKI_HLSL_T_GT:
        return -1;
    case DXKI_HLSL_T_SHR: /* two of them, or else a shift */
        return open > 1 ? -2 : 0;
    default:
        return 0;
    }
}

size_t dxki_parse_arguments_end(const dxki_parse *p, size_t ahead)
{
    size_t open = 0;

    do {
        const uint8_t kind = dxki_parse_peek(p, ahead)->kind;
        if (ends_all(kind, ahead) || dxki_parse_closes(kind))
            return 0;
        if (dxki_parse_opens(kind)) {
            ahead = dxki_parse_group_end(p, ahead);
            if (!ahead)
                return 0;
            continue;
        }
        open += (size_t)opened_by(p, ahead++, open);
    } while (open);
    return ahead;
}

/* The token behind __decltype(...)::, at which `ahead` is; 0: nothing of it is named. */
static size_t decltype_end(const dxki_parse *p, size_t ahead)
{
    size_t end = dxki_parse_peek(p, ahead + 1)->kind == DXKI_HLSL_T_LPAREN
                     ? dxki_parse_group_end(p, ahead + 1)
                     : 0;

    return end && dxki_parse_peek(p, end)->kind == DXKI_HLSL_T_COLONCOLON ? end + 1 : 0;
}

bool dxki_parse_look_at(const dxki_parse *p, size_t ahead, dxki_parse_look *look)
{
    *look = (dxki_parse_look){0};
    if (dxki_parse_keyword(p, ahead) == DXKI_HLSL_K_DECLTYPE) {
        ahead = decltype_end(p, ahead);
        look->has_arguments = true;
        look->parts = 1;
        if (!ahead)
            return false;
    } else if (dxki_parse_peek(p, ahead)->kind == DXKI_HLSL_T_COLONCOLON) {
        ahead++;
    }
    for (;; ahead++) {
        const bool says_template = dxki_parse_keyword(p, ahead) == DXKI_HLSL_K_TEMPLATE;
        ahead += says_template;
        if (!dxki_parse_at_name(p, ahead))
            return false;
        dxki_hlsl_name *name = dxki_parse_peek(p, ahead++)->name;
        look->last = name;
        look->parts++;
        const bool begins = dxki_parse_peek(p, ahead)->kind == DXKI_HLSL_T_LT &&
                            (says_template || takes_arguments(p, name));
        const size_t end = begins ? dxki_parse_arguments_end(p, ahead) : 0;
        look->has_arguments |= end != 0;
        ahead = look->end = end ? end : ahead;
        if (dxki_parse_peek(p, ahead)->kind != DXKI_HLSL_T_COLONCOLON ||
            !(dxki_parse_at_name(p, ahead + 1) ||
              dxki_parse_keyword(p, ahead + 1) == DXKI_HLSL_K_TEMPLATE))
            return true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Verdicts                                                                                   */

/* True if only the scope of its last name tells whether a path names a type or a value. */
static bool is_open(const dxki_parse_look *look)
{
    return look->has_arguments ||
           (look->parts > 1 && look->last->was_type && look->last->was_value);
}

dxki_parse_beginning dxki_parse_path_begins(const dxki_parse *p)
{
    static const uint8_t of_declarators[] = {DXKI_HLSL_T_SEMI,   DXKI_HLSL_T_COMMA,
                                             DXKI_HLSL_T_MUL,    DXKI_HLSL_T_AND,
                                             DXKI_HLSL_T_ANDAND, DXKI_HLSL_T_LBRACKET};
    const uint8_t next = dxki_parse_peek(p, 1)->kind;
    dxki_parse_look look;

    if (dxki_parse_at_name(p, 0) && next != DXKI_HLSL_T_LT && next != DXKI_HLSL_T_COLONCOLON)
        return DXKI_PARSE_NO_PATH; /* as most statements */
    if (!dxki_parse_look_at(p, 0, &look) || !is_open(&look) ||
        (look.parts == 1 && !dxki_parse_at_type(p, 0))) /* a template of functions or variables */
        return DXKI_PARSE_NO_PATH;
    const dxki_hlsl_token *behind = dxki_parse_peek(p, look.end);
    const bool is_type = look.parts == 1 || dxki_parse_is_type_member(&look);
    bool declares = is_type && memchr(of_declarators, behind->kind, sizeof of_declarators);
    if (behind->kind == DXKI_HLSL_T_NAME)
        declares = true;
    else if (behind->kind == DXKI_HLSL_T_LPAREN)
        declares = is_type && dxki_parse_declares_in_parens(p, look.end);
    else if (look.parts == 1) /* a type alone evaluates nothing */
        declares = true;
    return declares ? DXKI_PARSE_DECLARES : DXKI_PARSE_EVALUATES;
}

bool dxki_parse_is_value_in_parens(const dxki_parse *p, size_t ahead)
{
    dxki_parse_look look;

    if (!dxki_parse_look_at(p, ahead, &look) || !is_open(&look) || look.parts < 2)
        return false;
    const uint8_t behind = dxki_parse_peek(p, look.end)->kind;
    const uint8_t next = dxki_parse_peek(p, look.end + 1)->kind;
    if (behind == DXKI_HLSL_T_RPAREN) /* no value is followed by another one */
        return !dxki_parse_is_type_member(&look) && next != DXKI_HLSL_T_NAME &&
               next != DXKI_HLSL_T_NUMBER;
    if (behind == DXKI_HLSL_T_LBRACKET)
        return !dxki_parse_is_type_member(&look);
    return behind != DXKI_HLSL_T_NAME;
}

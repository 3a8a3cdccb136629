/* SPDX-License-Identifier: MIT */
/* parse_scope.c - declarations that have others inside: structures, enumerations, buffers, namespaces; see parse.h. */
#include "hlsl/parse.h"

static bool is_access(const dxki_parse *p)
{
    static const uint8_t words[] = {DXKI_HLSL_K_PUBLIC, DXKI_HLSL_K_PRIVATE, DXKI_HLSL_K_PROTECTED};
    uint32_t keyword = dxki_parse_keyword(p, 0);

    return keyword && memchr(words, (int)keyword, sizeof words);
}

/* `public:` in a record, where all members are: it is said, and read over. */
static bool skip_access(dxki_parse *p)
{
    if (p->place != DXKI_PARSE_RECORD || p->quiet || !is_access(p) ||
        dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_COLON)
        return false;
    DXKI_HLSL_REPORT(p->c, RESERVED, dxki_parse_loc(p), dxki_text(dxki_parse_peek(p, 0)->text));
    dxki_parse_advance(p);
    dxki_parse_advance(p);
    return true;
}

/* Declarations up to the '}', which is taken. */
void dxki_parse_members(dxki_parse *p, dxki_ast_decls *list)
{
    size_t mark = p->stack.count;

    if (!dxki_hlsl_enter(p->c, dxki_parse_loc(p)))
        return;
    while (dxki_hlsl_ready(p->c) && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE &&
           dxki_parse_kind(p) != DXKI_HLSL_T_END) {
        size_t whole = p->stack.count, start = p->at;
        if (skip_access(p))
            continue;
        dxki_parse_declaration(p);
        if (p->panic && p->quiet)
            break;
        if (p->panic)
            dxki_parse_recover(p, whole, start);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACE);
    list->items = (dxki_ast_decl **)dxki_parse_take(p, mark, &list->count);
    dxki_hlsl_leave(p->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Records and enumerations                                                                   */

/* Inheritance says nothing about access. */
static void bases(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;

    if (!dxki_parse_accept(p, DXKI_HLSL_T_COLON))
        return;
    do {
        if (is_access(p)) {
            DXKI_PARSE_SAY(p, BASE_ACCESS);
            break;
        }
        if (!dxki_parse_at_name(p, 0) && dxki_parse_kind(p) != DXKI_HLSL_T_COLONCOLON &&
            dxki_parse_keyword(p, 0) != DXKI_HLSL_K_DECLTYPE) {
            DXKI_HLSL_SAY(p->c, CLASS_NAME, dxki_parse_loc(p));
            break;
        }
        dxki_ast_type *base = dxki_parse_type(p, 0);
        base->role = DXKI_AST_BASE;
        dxki_parse_push(p, base);
    } while (dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_going(p));
    d->bases = (dxki_ast_type **)dxki_parse_take(p, mark, &d->base_count);
}

/* True if what follows the word is neither a name nor the beginning of a definition. */
static bool is_nameless_reference(const dxki_parse *p)
{
    const uint8_t kind = dxki_parse_kind(p);

    if (kind == DXKI_HLSL_T_NAME)
        return !dxki_parse_at_name(p, 0) || dxki_parse_modifier_next(p);
    return kind != DXKI_HLSL_T_LBRACE && kind != DXKI_HLSL_T_COLON &&
           kind != DXKI_HLSL_T_COLONCOLON && kind != DXKI_HLSL_T_END;
}

dxki_ast_decl *dxki_parse_record(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_RECORD);

    d->op = (uint8_t)dxki_parse_keyword(p, 0);
    dxki_parse_advance(p);
    dxki_parse_attributes(p, &d->attrs);
    if (is_nameless_reference(p)) {
        dxki_parse_error_at(p, DXKI_HLSL_D_ANONYMOUS_DEFINITION, d->loc, NULL, 0);
        return d;
    }
    if (dxki_parse_at_name(p, 0)) {
        d->loc = dxki_parse_loc(p);
        dxki_parse_path(p, &d->path, true);
        d->name = d->path.count ? d->path.parts[d->path.count - 1] : NULL;
        dxki_parse_declare_tag(p, d->name);
        if (!p->panic && dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET && !dxki_parse_at_name(p, 1))
            dxki_parse_error_at(p, DXKI_HLSL_D_EXPECTED_IDENTIFIER, dxki_parse_peek(p, 1)->loc,
                                NULL, 0);
    }
    bases(p, d);
    if (d->base_count && !p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_LBRACE)
        dxki_parse_missing(p, DXKI_HLSL_D_BASES_BRACE, NULL, 0, "{");
    if (p->panic || !dxki_parse_accept(p, DXKI_HLSL_T_LBRACE))
        return d;
    d->defined = true;
    size_t scope = dxki_parse_begin_scope(p);
    uint8_t place = p->place;
    p->place = DXKI_PARSE_RECORD;
    dxki_parse_members(p, &d->members);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_END) /* what was read counts */
        p->panic = p->quiet;
    p->place = place;
    dxki_parse_end_scope(p, scope);
    return d;
}

/* The '}', or what stands where another enumerator or the '}' should. */
static void end_enumerators(dxki_parse *p)
{
    const uint8_t stop = DXKI_HLSL_T_RBRACE;

    if (p->panic || dxki_parse_accept(p, DXKI_HLSL_T_RBRACE))
        return;
    dxki_parse_no_semi(p, DXKI_HLSL_D_ENUM_END, NULL, 0);
    while (!p->panic && dxki_parse_kind(p) == DXKI_HLSL_T_SEMI)
        dxki_parse_advance(p);
    dxki_parse_skip_to(p, &stop, 1);
    dxki_parse_accept(p, DXKI_HLSL_T_RBRACE);
}

dxki_ast_decl *dxki_parse_enum(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_ENUM);
    size_t mark = p->stack.count;

    if (p->c->version < 2017)
        DXKI_HLSL_SAY(p->c, ENUM_VERSION, d->loc);
    dxki_parse_advance(p);
    d->scoped = dxki_parse_accept_keyword(p, DXKI_HLSL_K_CLASS) ||
                dxki_parse_accept_keyword(p, DXKI_HLSL_K_STRUCT);
    if (dxki_parse_at_name(p, 0)) {
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_new_name(p);
        dxki_parse_declare_tag(p, d->name);
    }
    if (dxki_parse_accept(p, DXKI_HLSL_T_COLON))
        d->type = dxki_parse_type(p, 0);
    if (!dxki_parse_accept(p, DXKI_HLSL_T_LBRACE))
        return d;
    d->defined = true;
    while (dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE) {
        dxki_ast_decl *e = dxki_parse_decl(p, DXKI_AST_ENUMERATOR);
        if (!dxki_parse_at_name(p, 0) && !dxki_parse_keyword(p, 0)) {
            DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
            while (dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE &&
                   dxki_parse_kind(p) != DXKI_HLSL_T_END)
                dxki_parse_advance(p);
            dxki_parse_accept(p, DXKI_HLSL_T_RBRACE);
            break;
        }
        e->name = dxki_parse_new_name(p);
        if (!d->scoped)
            dxki_parse_declare(p, e->name, DXKI_HLSL_VALUE);
        if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
            e->init = dxki_parse_constant(p);
        dxki_parse_push(p, e);
        if (dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            continue;
        if (!dxki_parse_at_name(p, 0))
            break;
        DXKI_HLSL_SAY(p->c, MISSING_COMMA, dxki_parse_open_end(p, ","));
    }
    end_enumerators(p);
    d->members.items = (dxki_ast_decl **)dxki_parse_take(p, mark, &d->members.count);
    return d;
}

/* ---------------------------------------------------------------------------------------- */
/* Namespaces and buffers                                                                     */

void dxki_parse_namespace(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_NAMESPACE);

    dxki_parse_advance(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE) {
        DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
        return;
    }
    d->loc = dxki_parse_loc(p);
    d->name = dxki_parse_new_name(p);
    if (!d->name)
        return;
    if (dxki_parse_expect(p, DXKI_HLSL_T_LBRACE)) {
        size_t scope = dxki_parse_begin_scope(p);
        dxki_parse_members(p, &d->members);
        dxki_parse_end_scope(p, scope);
    }
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

void dxki_parse_buffer(dxki_parse *p, const dxki_ast_attrs *attrs)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_BUFFER);

    d->op = (uint8_t)dxki_parse_keyword(p, 0);
    d->attrs = *attrs;
    dxki_parse_advance(p);
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_kind(p) != DXKI_HLSL_T_NAME || dxki_parse_modifier_next(p))
        DXKI_PARSE_SAY(p, EXPECTED_IDENTIFIER);
    else
        d->name = dxki_parse_new_name(p);
    dxki_parse_notes(p, &d->notes);
    if (dxki_parse_expect(p, DXKI_HLSL_T_LBRACE))
        dxki_parse_members(p, &d->members);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

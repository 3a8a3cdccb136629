/* SPDX-License-Identifier: MIT */
/* parse_type.c - types, modifiers, template arguments, attributes; see parse.h. */
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

/* ---------------------------------------------------------------------------------------- */
/* What is a type?                                                                            */

static bool is_type_name(const dxki_parse *p, dxki_hlsl_name *name)
{
    if (name->naming == DXKI_HLSL_TYPE)
        return true;
    if (name->naming != DXKI_HLSL_UNKNOWN)
        return false;
    return name->was_type || dxki_hlsl_predeclared_of(p->c, name) != NULL;
}

/* After a::b::c at `ahead`, and its last part; 0: there is no path. */
static size_t path_end(const dxki_parse *p, size_t ahead, dxki_hlsl_name **last)
{
    size_t i = ahead;

    if (dxki_parse_peek(p, i)->kind == DXKI_HLSL_T_COLONCOLON)
        i++;
    while (dxki_parse_at_name(p, i)) {
        *last = dxki_parse_peek(p, i)->name;
        i++;
        if (dxki_parse_peek(p, i)->kind != DXKI_HLSL_T_COLONCOLON || !dxki_parse_at_name(p, i + 1))
            return i;
        i++;
    }
    return 0;
}

static bool is_modifier(uint32_t keyword)
{
    return keyword >= DXKI_HLSL_K_CENTROID && keyword < DXKI_HLSL_K_SAMPLE;
}

/* Words that are modifiers in front of a type, or of another modifier. */
static bool is_soft_modifier(uint32_t keyword)
{
    return keyword >= DXKI_HLSL_K_SAMPLE && keyword <= DXKI_HLSL_K_REORDERCOHERENT;
}

bool dxki_parse_at_sure_type(const dxki_parse *p, size_t ahead)
{
    dxki_hlsl_name *last = NULL;

    if (!dxki_parse_at_type(p, ahead))
        return false;
    return !path_end(p, ahead, &last) || last->naming == DXKI_HLSL_TYPE ||
           dxki_hlsl_predeclared_of(p->c, last) != NULL;
}

bool dxki_parse_modifier_next(const dxki_parse *p)
{
    const uint32_t keyword = dxki_parse_keyword(p, 0);

    return is_modifier(keyword) ||
           (is_soft_modifier(keyword) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_NAME);
}

bool dxki_parse_at_type(const dxki_parse *p, size_t ahead)
{
    uint32_t keyword = dxki_parse_keyword(p, ahead);
    dxki_hlsl_name *last = NULL;

    if (is_modifier(keyword) || keyword == DXKI_HLSL_K_VOID || keyword == DXKI_HLSL_K_AUTO ||
        keyword == DXKI_HLSL_K_STRUCT || keyword == DXKI_HLSL_K_CLASS ||
        keyword == DXKI_HLSL_K_INTERFACE || keyword == DXKI_HLSL_K_ENUM ||
        keyword == DXKI_HLSL_K_INLINE || keyword == DXKI_HLSL_K_DECLTYPE ||
        keyword == DXKI_HLSL_K_VOLATILE)
        return true;
    if (keyword == DXKI_HLSL_K_TYPENAME)
        return p->c->version >= 2021;
    if (is_soft_modifier(keyword) && dxki_parse_peek(p, ahead)->name->naming != DXKI_HLSL_TYPE &&
        (dxki_parse_at_type(p, ahead + 1) || dxki_parse_at_name(p, ahead + 1)))
        return true;
    return path_end(p, ahead, &last) && is_type_name(p, last);
}

/* ---------------------------------------------------------------------------------------- */
/* Modifiers                                                                                  */

/* Those that may stand after a type, too. */
#define AFTER_TYPE                                                                                 \
    (DXKI_AST_MOD(CONST) | DXKI_AST_MOD(STATIC) | DXKI_AST_MOD(EXTERN) | DXKI_AST_MOD(UNSIGNED) |  \
     DXKI_AST_INLINE)

#define STORAGE (DXKI_AST_MOD(STATIC) | DXKI_AST_MOD(EXTERN))

/* Complains of a word that says what the modifiers in front of it have said. */
static void check_repeated(const dxki_parse *p, uint64_t mods, uint64_t mod)
{
    const uint64_t usages = DXKI_AST_MOD(IN) | DXKI_AST_MOD(OUT) | DXKI_AST_MOD(INOUT);
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);
    uint64_t both = mods | mod;

    if (!p->quiet && mod & usages &&
        ((mods & mod) || (both & DXKI_AST_MOD(INOUT) && both & usages & ~DXKI_AST_MOD(INOUT))))
        DXKI_HLSL_REPORT(p->c, USAGE_TWICE, t->loc, dxki_text(t->text));
    if (!p->quiet && mod & mods & (DXKI_AST_MOD(CONST) | DXKI_AST_MOD(STATIC)))
        DXKI_HLSL_REPORT(p->c, DUPLICATE_SPECIFIER, t->loc, dxki_text(t->text));
}

/* Is there a storage class already? It stays, then. */
static bool has_storage(const dxki_parse *p, uint64_t mods, uint64_t mod)
{
    if (!(mod & STORAGE) || !(p->in_typedef || mods & STORAGE & ~mod))
        return false;
    if (!p->quiet)
        DXKI_HLSL_REPORT(p->c, STORAGE, dxki_parse_loc(p),
                         dxki_text(dxki_str(p->in_typedef                 ? "typedef"
                                            : mods & DXKI_AST_MOD(STATIC) ? "static"
                                                                          : "extern")));
    return true;
}

/* Takes a reserved word that would be a modifier; false: there is none. */
static bool skip_volatile(dxki_parse *p)
{
    if (dxki_parse_keyword(p, 0) != DXKI_HLSL_K_VOLATILE)
        return false;
    if (!p->quiet)
        DXKI_HLSL_REPORT(p->c, RESERVED, dxki_parse_loc(p), dxki_text(dxki_str("volatile")));
    dxki_parse_advance(p);
    return true;
}

/* Remembers where `globallycoherent` and `reordercoherent` stand. */
static void note_coherent(dxki_parse *p, uint64_t mods, uint64_t mod)
{
    bool reorder = mod == DXKI_AST_MOD(REORDERCOHERENT);

    if (mod != DXKI_AST_MOD(GLOBALLYCOHERENT) && !reorder)
        return;
    if (mods & mod && !p->quiet)
        DXKI_HLSL_REPORT(p->c, APPLIED_ALREADY, p->coherent[reorder],
                         dxki_text(dxki_parse_peek(p, 0)->text));
    p->coherent[reorder] = dxki_parse_loc(p);
}

uint64_t dxki_parse_modifiers(dxki_parse *p)
{
    uint64_t mods = 0;

    p->spelled.count = 0;
    for (;;) {
        uint32_t keyword = dxki_parse_keyword(p, 0);
        if (keyword == DXKI_HLSL_K_INLINE) {
            dxki_parse_advance(p);
            mods |= DXKI_AST_INLINE;
            continue;
        }
        if (skip_volatile(p))
            continue;
        if (!is_modifier(keyword) && !(is_soft_modifier(keyword) && dxki_parse_at_type(p, 0)))
            break;
        /* `unsigned` alone is a type */
        uint64_t mod = (uint64_t)1 << (keyword - DXKI_HLSL_K_CENTROID);
        dxki_ast_word word = {keyword, dxki_parse_loc(p)};
        check_repeated(p, mods, mod);
        note_coherent(p, mods, mod);
        if (!has_storage(p, mods, mod)) {
            mods |= mod;
            DXKI_HLSL_PUSH(p->c, &p->spelled, word);
        }
        dxki_parse_advance(p);
    }
    p->words.count = p->spelled.count;
    p->words.items =
        dxki_hlsl_copy(p->c, p->spelled.items, sizeof *p->spelled.items, &p->words.count);
    return mods;
}

/* ---------------------------------------------------------------------------------------- */
/* Paths and template arguments                                                               */

static void tell_indirect(const dxki_parse *p, uint8_t kind, dxki_hlsl_loc loc)
{
    if (kind == DXKI_HLSL_T_MUL)
        DXKI_HLSL_SAY(p->c, POINTERS, loc);
    else
        DXKI_HLSL_SAY(p->c, REFERENCES, loc);
}

static void tell_angles(const dxki_parse *p, dxki_hlsl_loc loc)
{
    dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){loc, loc}, "> >", DXKI_HLSL_REPLACES);
    DXKI_HLSL_SAY(p->c, ANGLES, loc);
}

static void begin_trial(dxki_parse *p)
{
    if (!p->quiet) /* else it is a part of another */
        p->indirect = p->split = (dxki_hlsl_loc){0, 0};
    p->quiet = true;
}

/* What was passed over while template arguments were tried, which they turn out to be. */
static void end_trial(dxki_parse *p, bool quiet)
{
    p->quiet = quiet;
    if (p->indirect.at && !quiet)
        tell_indirect(p, p->indirect_kind, p->indirect);
    if (p->split.at && !quiet)
        tell_angles(p, p->split);
}

/* T& and T* among template arguments. */
static void skip_reference(dxki_parse *p)
{
    uint8_t kind = dxki_parse_kind(p), next = dxki_parse_peek(p, 1)->kind;
    bool is_reference = kind == DXKI_HLSL_T_AND || kind == DXKI_HLSL_T_ANDAND;

    if (!(is_reference || kind == DXKI_HLSL_T_MUL) ||
        (next != DXKI_HLSL_T_COMMA && next != DXKI_HLSL_T_GT))
        return;
    if (p->quiet) {
        p->indirect = dxki_parse_loc(p);
        p->indirect_kind = kind;
    } else {
        tell_indirect(p, kind, dxki_parse_loc(p));
    }
    dxki_parse_advance(p);
}

/* Words in front of an argument that no type has there, from token `start` on: it was read quietly. */
static void tell_words(dxki_parse *p, size_t start)
{
    for (; !p->quiet && p->tokens[start].kind == DXKI_HLSL_T_NAME; start++) {
        const uint32_t keyword = p->tokens[start].name->keyword;
        if (keyword == DXKI_HLSL_K_VOLATILE)
            DXKI_HLSL_REPORT(p->c, RESERVED, p->tokens[start].loc, dxki_text(dxki_str("volatile")));
        else if (!is_modifier(keyword))
            return;
        else if (STORAGE & (uint64_t)1 << (keyword - DXKI_HLSL_K_CENTROID))
            DXKI_HLSL_SAY(p->c, TYPE_ID_STORAGE, p->tokens[start].loc);
    }
}

/* Can what stands after a type be a part of an expression that began with it? */
static bool goes_on(const dxki_parse *p)
{
    static const uint8_t kinds[] = {DXKI_HLSL_T_LPAREN, DXKI_HLSL_T_LBRACE, DXKI_HLSL_T_LBRACKET,
                                    DXKI_HLSL_T_DOT, DXKI_HLSL_T_COLONCOLON};

    return memchr(kinds, dxki_parse_kind(p), sizeof kinds) != NULL;
}

/* T& name, T* name, where the '>' is mistyped? */
static bool at_indirect_name(const dxki_parse *p)
{
    const uint8_t kind = dxki_parse_kind(p);

    return (kind == DXKI_HLSL_T_AND || kind == DXKI_HLSL_T_ANDAND || kind == DXKI_HLSL_T_MUL) &&
           dxki_parse_at_name(p, 1) && !dxki_parse_at_type(p, 1) &&
           dxki_parse_peek(p, 1)->name->naming == DXKI_HLSL_UNKNOWN;
}

static void name_indirect(dxki_parse *p)
{
    const dxki_hlsl_loc loc = dxki_parse_loc(p);
    const uint8_t kind = dxki_parse_kind(p);

    dxki_parse_advance(p);
    DXKI_PARSE_SAY(p, TYPE_ID_NAME);
    if (!p->quiet)
        tell_indirect(p, kind, loc);
}

static void read_arg(dxki_parse *p, dxki_ast_arg *arg)
{
    size_t start = p->at;
    bool quiet = p->quiet;

    if (dxki_parse_at_type(p, 0)) {
        bool sure = dxki_parse_at_sure_type(p, 0);
        unsigned failures = p->failures;
        begin_trial(p);
        arg->type = dxki_parse_type_id(p);
        p->quiet = quiet;
        if (failures == p->failures)
            skip_reference(p);
        uint8_t next = dxki_parse_kind(p);
        if (failures == p->failures && sure && at_indirect_name(p)) {
            end_trial(p, quiet);
            name_indirect(p);
            return;
        }
        if (failures == p->failures &&
            (next == DXKI_HLSL_T_COMMA || next == DXKI_HLSL_T_GT || next == DXKI_HLSL_T_SHR ||
             next == DXKI_HLSL_T_NAME || next == DXKI_HLSL_T_SEMI ||
             (sure && arg->type->path.count <= 1 && !goes_on(p)))) { /* the '>' is missing */
            end_trial(p, quiet);
            tell_words(p, start);
            if (next == DXKI_HLSL_T_NAME && dxki_parse_at_name(p, 0))
                DXKI_PARSE_SAY(p, TYPE_ID_NAME);
            return;
        }
        p->failures = failures;
        p->panic = false;
        arg->type = NULL;
        dxki_parse_rewind(p, start);
    }
    p->angles++;
    arg->expr = dxki_parse_constant(p);
    p->angles--;
}

static void tell_space(dxki_parse *p)
{
    const dxki_hlsl_loc loc = dxki_parse_loc(p);

    p->failures++;
    dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){loc, loc}, "> =", DXKI_HLSL_REPLACES);
    DXKI_HLSL_SAY(p->c, ANGLE_EQUAL, loc);
    dxki_parse_advance(p);
}

/* Where another operator stands for the '>', the name of what is declared is taken for an operand. */
static void tell_swallowed(dxki_parse *p, const dxki_ast_expr *e)
{
    if (!e || e->kind != DXKI_AST_BINARY)
        return;
    while (e->kind == DXKI_AST_BINARY)
        e = e->b;
    if (e->kind != DXKI_AST_NAME || e->path.count != 1 || p->panic)
        return;
    const dxki_hlsl_name *name = e->path.parts[0];
    if (name->naming == DXKI_HLSL_UNKNOWN && !name->was_type && !dxki_hlsl_number_of(name->text)) {
        const dxki_arg text = dxki_text(name->text);
        dxki_parse_error_at(p, DXKI_HLSL_D_UNDECLARED, e->loc, &text, 1);
    }
}

/* The '>' that ends a list. Of a ">>" one half is left, up to 2021 after a complaint; after an
 * expression it was also another operator. */
static void close_angle(dxki_parse *p, const dxki_ast_arg *last)
{
    bool allowed = p->c->version > 2021;

    if (dxki_parse_kind(p) == DXKI_HLSL_T_GE && !p->quiet) { /* with an '=' that is read over */
        tell_space(p);
        return;
    }
    if (dxki_parse_kind(p) != DXKI_HLSL_T_SHR || (p->quiet && !allowed && last->expr)) {
        if (dxki_parse_kind(p) != DXKI_HLSL_T_GT)
            tell_swallowed(p, last->expr);
        dxki_parse_expect(p, DXKI_HLSL_T_GT);
        return;
    }
    if (!allowed && p->quiet) {
        p->split = dxki_parse_loc(p);
    } else if (!allowed) {
        if (last->expr)
            DXKI_HLSL_SAY(p->c, SHIFT_ARGUMENT, dxki_parse_loc(p));
        tell_angles(p, dxki_parse_loc(p));
    }
    p->tokens[p->at].kind = DXKI_HLSL_T_GT;
    p->tokens[p->at].flags |= DXKI_HLSL_HALF;
}

void dxki_parse_template_args(dxki_parse *p, dxki_ast_args *args)
{
    size_t mark = p->stack.count;

    args->given = true;
    dxki_parse_expect(p, DXKI_HLSL_T_LT);
    if (!dxki_parse_accept(p, DXKI_HLSL_T_GT) && dxki_hlsl_enter(p->c, dxki_parse_loc(p))) {
        dxki_ast_arg *arg;
        do {
            arg = DXKI_HLSL_NEW(p->c, dxki_ast_arg);
            read_arg(p, arg);
            dxki_parse_push(p, arg);
        } while (dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_going(p));
        close_angle(p, arg);
        dxki_hlsl_leave(p->c);
    }
    size_t count;
    dxki_ast_arg **items = (dxki_ast_arg **)dxki_parse_take(p, mark, &count);
    args->items = count ? DXKI_NEW_ARRAY(&p->c->arena, dxki_ast_arg, count) : NULL;
    if (count && !args->items)
        dxki_hlsl_nomem(p->c);
    for (args->count = 0; args->items && args->count < count; args->count++)
        args->items[args->count] = *items[args->count];
}

bool dxki_parse_try_template_args(dxki_parse *p, dxki_ast_args *args, bool certain)
{
    size_t start = p->at;
    unsigned failures = p->failures;
    bool quiet = p->quiet;

    begin_trial(p);
    dxki_parse_template_args(p, args);
    p->quiet = quiet;
    if (failures == p->failures && (certain || dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN ||
                                    dxki_parse_kind(p) == DXKI_HLSL_T_COLONCOLON)) {
        end_trial(p, quiet);
        return true;
    }
    p->failures = failures;
    p->panic = false;
    dxki_parse_rewind(p, start);
    *args = (dxki_ast_args){0};
    return false;
}

void dxki_parse_outer_args(dxki_parse *p, dxki_ast_path *path, size_t parts)
{
    if (!path->args.given || !parts)
        return;
    dxki_ast_outer_args *made = DXKI_HLSL_NEW(p->c, dxki_ast_outer_args);
    *made = (dxki_ast_outer_args){parts - 1, path->args, path->outer};
    path->args = (dxki_ast_args){0};
    if (dxki_hlsl_ready(p->c))
        path->outer = made;
}

/* Functions and types with arguments that no source declares. */
static bool is_template_of_language(const dxki_hlsl_name *name)
{
    return dxki_str_is(name->text, "select") || dxki_str_is(name->text, "is_same");
}

/* ::name, ::template name */
static bool next_part(dxki_parse *p, dxki_ast_path *path)
{
    size_t name = dxki_parse_keyword(p, 1) == DXKI_HLSL_K_TEMPLATE && p->c->version >= 2021 ? 2 : 1;

    if (dxki_parse_kind(p) != DXKI_HLSL_T_COLONCOLON || !dxki_parse_at_name(p, name))
        return false;
    path->says_template = name == 2;
    while (name--)
        dxki_parse_advance(p);
    return true;
}

/* True if a name is a type that is no template, or a value: a '<' behind it does not belong to it. */
static bool is_no_template(const dxki_parse *p, const dxki_ast_path *path, size_t parts,
                           dxki_hlsl_name *name)
{
    if (path->says_template)
        return false;
    if (parts > 1)
        return name->was_value && !name->was_template && !name->was_value_template &&
               !name->was_type_template;
    if (parts != 1 || path->global)
        return false;
    if (name->naming == DXKI_HLSL_TYPE)
        return !name->was_type_template;
    const dxki_hlsl_predeclared *known =
        name->naming == DXKI_HLSL_UNKNOWN ? dxki_hlsl_predeclared_of(p->c, name) : NULL;
    return known && !dxki_hlsl_takes_arguments(known);
}

/* The operand of __decltype, with the parentheses around it. */
static dxki_ast_expr *decltype_operand(dxki_parse *p)
{
    const unsigned angles = p->angles;

    dxki_parse_advance(p);
    p->angles = 0;
    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    dxki_ast_expr *e = dxki_parse_expr(p);
    p->angles = angles;
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    return e;
}

/* True if __decltype(...)::name comes next. */
static bool at_decltype_member(const dxki_parse *p)
{
    dxki_parse_look look;

    return dxki_parse_keyword(p, 0) == DXKI_HLSL_K_DECLTYPE && dxki_parse_look_at(p, 0, &look);
}

void dxki_parse_path(dxki_parse *p, dxki_ast_path *path, bool is_type)
{
    size_t mark = p->stack.count;

    path->start = dxki_parse_loc(p);
    path->global = dxki_parse_accept(p, DXKI_HLSL_T_COLONCOLON);
    if (at_decltype_member(p)) {
        dxki_parse_push(p, dxki_parse_peek(p, 0)->name);
        path->of = decltype_operand(p);
        next_part(p, path);
    }
    do {
        dxki_parse_outer_args(p, path, p->stack.count - mark);
        path->loc = dxki_parse_loc(p);
        dxki_hlsl_name *name = dxki_parse_name(p);
        if (!name)
            break;
        dxki_parse_push(p, name);
        if (dxki_parse_kind(p) == DXKI_HLSL_T_LT) {
            if (is_type && !is_no_template(p, path, p->stack.count - mark, name))
                dxki_parse_template_args(p, &path->args);
            else if (is_type)
                break;
            else if (path->says_template)
                dxki_parse_template_args(p, &path->args);
            else if (name->was_template || name->was_type || name->was_value_template ||
                     is_template_of_language(name))
                dxki_parse_try_template_args(p, &path->args, dxki_parse_is_value_template(name));
        }
    } while (next_part(p, path));
    path->parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &path->count);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

/* x[[2]: another bracket, where no attributes stand. */
static void twice_open(dxki_parse *p)
{
    size_t i = 2;

    while (dxki_parse_peek(p, i)->kind == DXKI_HLSL_T_NAME ||
           dxki_parse_peek(p, i)->kind == DXKI_HLSL_T_NUMBER)
        i++;
    if (p->quiet || dxki_parse_peek(p, i)->kind != DXKI_HLSL_T_RBRACKET ||
        dxki_parse_peek(p, i + 1)->kind == DXKI_HLSL_T_RBRACKET)
        return;
    const dxki_arg text = dxki_text(dxki_str("]"));
    dxki_hlsl_report(p->c, DXKI_HLSL_D_EXPECTED, dxki_parse_peek(p, 2)->loc, &text, 1);
    while (i--)
        dxki_parse_advance(p);
    dxki_parse_advance(p);
    dxki_parse_missing(p, DXKI_HLSL_D_EXPECTED, &text, 1, "]");
}

void dxki_parse_dimensions(dxki_parse *p, dxki_ast_exprs *dims)
{
    size_t mark = p->stack.count;
    static dxki_ast_expr *const none = NULL;

    while (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET && dxki_parse_going(p)) {
        if (dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LBRACKET) {
            twice_open(p);
            break;
        }
        dxki_parse_advance(p);
        dxki_ast_expr *size =
            dxki_parse_kind(p) == DXKI_HLSL_T_RBRACKET ? none : dxki_parse_constant(p);
        if (size && p->panic && !p->quiet)
            size = dxki_parse_broken(p, size);
        DXKI_HLSL_PUSH(p->c, &p->stack, size);
        dxki_parse_expect(p, DXKI_HLSL_T_RBRACKET);
        if (size && p->panic && !p->quiet) { /* it ends there, then */
            dxki_parse_leave_brackets(p, DXKI_HLSL_T_RBRACKET);
            p->panic = false;
        }
    }
    dims->items = (dxki_ast_expr **)dxki_parse_take(p, mark, &dims->count);
}

/* `unsigned` without a type behind it. */
static bool is_plain_unsigned(const dxki_parse *p, uint64_t mods)
{
    dxki_hlsl_name *last = NULL;

    return (mods & DXKI_AST_MOD(UNSIGNED)) && !(path_end(p, 0, &last) && is_type_name(p, last));
}

/* [[__LinAlgMatrix_Attributes(component, rows, columns, use, scope)]]: arguments of the type. */
static void read_matrix_attribute(dxki_parse *p, dxki_ast_args *args)
{
    dxki_ast_exprs list = {0};

    dxki_parse_expect(p, DXKI_HLSL_T_LBRACKET);
    dxki_parse_expect(p, DXKI_HLSL_T_LBRACKET);
    const dxki_hlsl_token *name = dxki_parse_peek(p, 0);
    if (name->kind != DXKI_HLSL_T_NAME || !dxki_str_is(name->text, "__LinAlgMatrix_Attributes")) {
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
        return;
    }
    dxki_parse_advance(p);
    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    dxki_parse_list(p, DXKI_HLSL_T_RPAREN, &list);
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACKET);
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACKET);
    args->given = true;
    args->items = DXKI_NEW_ARRAY(&p->c->arena, dxki_ast_arg, list.count ? list.count : 1);
    if (!args->items)
        dxki_hlsl_nomem(p->c);
    for (args->count = 0; args->items && args->count < list.count; args->count++)
        args->items[args->count] = (dxki_ast_arg){.expr = list.items[args->count]};
}

static void named_type(dxki_parse *p, dxki_ast_type *t)
{
    t->kind = DXKI_AST_T_NAMED;
    if (is_plain_unsigned(p, t->mods)) {
        dxki_hlsl_name *name = dxki_hlsl_intern(p->c, dxki_str("uint"));
        size_t mark = p->stack.count;
        dxki_parse_push(p, name);
        t->path.parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &t->path.count);
        t->path.loc = t->loc;
        return;
    }
    dxki_parse_path(p, &t->path, true);
    if (t->path.args.given) /* a #pragma within them holds for the type */
        t->pack = p->pack;
    if (t->path.count && (!p->quiet || t->path.count == 1))
        t->path.parts[t->path.count - 1]->was_type = true; /* if it is not known, too */
    if (t->path.count == 1 && dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET &&
        dxki_str_is(t->path.parts[0]->text, "__builtin_LinAlgMatrix"))
        read_matrix_attribute(p, &t->path.args);
}

/* Those that stand after a type, and may. */
static uint64_t modifiers_behind(dxki_parse *p)
{
    if (is_soft_modifier(dxki_parse_keyword(p, 0)) && !dxki_parse_at_type(p, 1))
        return 0; /* a name */
    uint64_t mods = dxki_parse_modifiers(p);

    for (size_t i = 0; !p->quiet && i < p->words.count; i++) {
        const dxki_ast_word *word = &p->words.items[i];
        if (!(AFTER_TYPE & (uint64_t)1 << (word->keyword - DXKI_HLSL_K_CENTROID)))
            DXKI_HLSL_SAY(p->c, MODIFIER_PLACE, word->loc);
    }
    return mods & AFTER_TYPE;
}

bool dxki_parse_is_type_next(const dxki_parse *p, uint64_t mods)
{
    static const uint8_t words[] = {DXKI_HLSL_K_VOID,   DXKI_HLSL_K_AUTO,    DXKI_HLSL_K_DECLTYPE,
                                    DXKI_HLSL_K_STRUCT, DXKI_HLSL_K_CLASS,   DXKI_HLSL_K_INTERFACE,
                                    DXKI_HLSL_K_ENUM,   DXKI_HLSL_K_TYPENAME};
    uint32_t keyword = dxki_parse_keyword(p, 0);

    if (dxki_parse_at_name(p, 0) || dxki_parse_kind(p) == DXKI_HLSL_T_COLONCOLON ||
        is_plain_unsigned(p, mods))
        return true;
    return keyword && (dxki_hlsl_keyword_kind_of(keyword) == DXKI_HLSL_RESERVED ||
                       memchr(words, (int)keyword, sizeof words));
}

dxki_ast_type *dxki_parse_type(dxki_parse *p, uint64_t mods)
{
    dxki_ast_type *t = DXKI_HLSL_NEW(p->c, dxki_ast_type);
    uint32_t keyword = dxki_parse_keyword(p, 0);

    t->loc = dxki_parse_loc(p);
    t->mods = mods;
    if (mods)
        t->words = p->words;
    t->pack = p->pack;
    memcpy(t->coherent, p->coherent, sizeof t->coherent);
    if (keyword == DXKI_HLSL_K_TYPENAME && p->c->version >= 2021)
        dxki_parse_advance(p);
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_VOID)) {
        t->kind = DXKI_AST_T_VOID;
    } else if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_AUTO)) {
        t->kind = DXKI_AST_T_AUTO;
    } else if (at_decltype_member(p)) {
        named_type(p, t);
    } else if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_DECLTYPE) {
        t->kind = DXKI_AST_T_OF;
        t->of = decltype_operand(p);
    } else if (keyword == DXKI_HLSL_K_STRUCT || keyword == DXKI_HLSL_K_CLASS ||
               keyword == DXKI_HLSL_K_INTERFACE) {
        t->kind = DXKI_AST_T_RECORD;
        t->decl = dxki_parse_record(p);
    } else if (keyword == DXKI_HLSL_K_ENUM) {
        t->kind = DXKI_AST_T_ENUM;
        t->decl = dxki_parse_enum(p);
    } else if (dxki_parse_at_name(p, 0) || dxki_parse_kind(p) == DXKI_HLSL_T_COLONCOLON ||
               is_plain_unsigned(p, mods)) {
        named_type(p, t);
    } else if (dxki_hlsl_keyword_kind_of(keyword) == DXKI_HLSL_RESERVED && keyword) {
        DXKI_PARSE_ERROR(p, RESERVED, dxki_text(dxki_parse_peek(p, 0)->text));
    } else {
        DXKI_PARSE_SAY(p, EXPECTED_TYPE);
    }
    t->end = dxki_parse_last(p);
    if (!p->panic)
        t->mods |= modifiers_behind(p);
    return t;
}

dxki_ast_type *dxki_parse_type_id(dxki_parse *p)
{
    uint64_t mods = dxki_parse_modifiers(p);

    for (size_t i = 0; !p->quiet && i < p->words.count; i++) {
        const dxki_ast_word *word = &p->words.items[i];
        if (STORAGE & (uint64_t)1 << (word->keyword - DXKI_HLSL_K_CENTROID))
            DXKI_HLSL_SAY(p->c, TYPE_ID_STORAGE, word->loc);
    }
    dxki_ast_type *t = dxki_parse_type(p, mods & ~STORAGE);

    dxki_parse_dimensions(p, &t->dims);
    return t;
}

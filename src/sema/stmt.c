/* SPDX-License-Identifier: MIT */
/* stmt.c - statements; see sema.h. */
#include "sema/check.h"

static dxki_hlsl_code *statement(dxki_hlsl *c, const dxki_ast_stmt *s);

static dxki_hlsl_code *code(dxki_hlsl *c, dxki_hlsl_code_kind kind, dxki_hlsl_loc loc)
{
    dxki_hlsl_code *made = DXKI_HLSL_NEW(c, dxki_hlsl_code);

    made->kind = (uint8_t)kind;
    made->loc = loc;
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Attributes                                                                                 */

static bool is_attr(const dxki_ast_attr *a, const char *name)
{
    return !a->scope && dxki_str_same_fold(a->name->text, dxki_str(name));
}

/* The number of [unroll(n)]; 0: none that counts. A name stands for a variable. */
static uint64_t rounds(dxki_hlsl *c, const dxki_ast_attr *a)
{
    int64_t count = 0;

    return dxki_sema_attribute_number(c, a, 0, true, &count) ? (uint64_t)count : 0;
}

static bool has_attr(const dxki_ast_stmt *s, const char *name)
{
    for (size_t i = 0; i < s->attrs.count; i++) {
        if (is_attr(&s->attrs.items[i], name))
            return true;
    }
    return false;
}

/* Attributes that contradict [unroll]. */
static void check_unroll(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    static const char *const names[] = {"loop", "fastopt"};

    for (size_t i = 0; has_attr(s, "unroll") && i < sizeof names / sizeof *names; i++) {
        if (has_attr(s, names[i]))
            DXKI_HLSL_REPORT(c, INCOMPATIBLE, s->loc, dxki_text(dxki_str(names[i])),
                             dxki_text(dxki_str("unroll")));
    }
}

static void take_hints(dxki_hlsl *c, const dxki_ast_stmt *s, dxki_hlsl_code *out)
{
    static const struct {
        const char *name;
        uint8_t hint;
    } names[] = {{"branch", DXKI_HLSL_BRANCH},
                 {"flatten", DXKI_HLSL_FLATTEN},
                 {"loop", DXKI_HLSL_LOOP},
                 {"unroll", DXKI_HLSL_UNROLL},
                 {"fastopt", 0},
                 {"allow_uav_condition", 0},
                 {"forcecase", DXKI_HLSL_FORCECASE},
                 {"call", 0}};

    for (size_t i = 0; i < s->attrs.count; i++) {
        const dxki_ast_attr *a = &s->attrs.items[i];
        bool known = false;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            if (!is_attr(a, names[k].name))
                continue;
            known = true;
            out->hints |= names[k].hint;
        }
        if (is_attr(a, "unroll") && a->args.count)
            out->constant = rounds(c, a);
        if (!known && !a->scope)
            dxki_sema_warn_attribute(c, a);
    }
    check_unroll(c, s);
    if ((out->hints & DXKI_HLSL_BRANCH) && (out->hints & DXKI_HLSL_FLATTEN))
        DXKI_HLSL_SAY(c, NOT_TOGETHER, s->loc);
    dxki_sema_check_hints(c, &s->attrs,
                          out->kind == DXKI_HLSL_C_LOOP || out->kind == DXKI_HLSL_C_DO,
                          out->kind == DXKI_HLSL_C_IF, out->kind == DXKI_HLSL_C_SWITCH);
}

/* ---------------------------------------------------------------------------------------- */
/* Kinds                                                                                      */

static dxki_hlsl_code *take_block(dxki_hlsl *c, dxki_hlsl_loc loc, size_t mark)
{
    dxki_hlsl_code *out = code(c, DXKI_HLSL_C_BLOCK, loc);

    out->items = (dxki_hlsl_code **)dxki_sema_take(c, mark, &out->count);
    return out;
}

static bool is_made_of(const dxki_hlsl_code *made, const dxki_ast_stmt *s)
{
    return made->loc.at == s->loc.at && made->loc.expansion == s->loc.expansion;
}

/* An expression that names a function is an empty block. */
static void warn_unused(dxki_hlsl *c, const dxki_ast_stmt *s, const dxki_hlsl_code *made)
{
    if (made->kind == DXKI_HLSL_C_EXPR)
        dxki_sema_warn_unused(c, s->value, made->value);
    else
        dxki_sema_tell_unused(c, s->value, s->value->loc);
}

/* Warnings that are reported at the end of a block, as in the reference. Declarations make no code or
 * much. */
static void warn_block(dxki_hlsl *c, const dxki_ast_stmt *s, const dxki_hlsl_code *made)
{
    for (size_t i = 0, k = 0; i < s->count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_stmt *item = s->items[i];
        if (item->kind != DXKI_AST_EXPRESSION)
            continue;
        while (k < made->count && !is_made_of(made->items[k], item))
            k++;
        if (k < made->count)
            warn_unused(c, item, made->items[k++]);
    }
    for (size_t i = 0; i + 1 < s->count && dxki_hlsl_ready(c); i++) {
        if (s->items[i]->kind == DXKI_AST_FOR || s->items[i]->kind == DXKI_AST_WHILE)
            dxki_sema_warn_empty_loop(c, s->items[i], s->items[i + 1]);
    }
}

/* Was something said since then that makes an expression none? That a value has another type does not. */
static bool is_invalid(const dxki_hlsl *c, size_t first)
{
    for (size_t i = first; i < c->said.count; i++) {
        const dxk_diag *d = &c->ctx->diags[c->said.items[i].index];
        if (d->severity == DXK_ERROR && strcmp(d->rule, "HLSL.NO_CONVERSION") != 0)
            return true;
    }
    return false;
}

/* Behind an expression that is wrong and lacks its ';': what follows is taken for the rest of it if it is an
 * expression, too. */
static bool pass_rest(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    if (s->kind != DXKI_AST_EXPRESSION)
        return false;
    if (s->unended && s->unended <= c->said.count)
        c->said.items[s->unended - 1].is_dropped = true;
    return true;
}

static dxki_hlsl_code *statements(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    size_t mark = c->sema->stack.count;

    for (size_t i = 0; i < s->count && dxki_hlsl_ready(c); i++) {
        const size_t first = c->said.count;
        dxki_sema_push(c, statement(c, s->items[i]));
        if (s->items[i]->runs_on && is_invalid(c, first) && i + 1 < s->count)
            i += pass_rest(c, s->items[i + 1]);
    }
    dxki_hlsl_code *made = take_block(c, s->loc, mark);
    warn_block(c, s, made);
    made->end = s->end;
    made->is_scope = true;
    return made;
}

static dxki_hlsl_code *block(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_scope *outer = dxki_sema_begin_scope(c);
    dxki_hlsl_code *made = statements(c, s);

    dxki_sema_go_to_scope(c, outer);
    return made;
}

static dxki_hlsl_code *variable(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_var *v = dxki_sema_local(c, d);

    if (v->storage == DXKI_HLSL_STATIC)
        return NULL;
    dxki_hlsl_code *out = code(c, DXKI_HLSL_C_VAR, d->loc);
    out->var = v;
    out->value = v->init;
    return out;
}

static dxki_hlsl_code *declarations(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    size_t mark = c->sema->stack.count;

    for (size_t i = 0; i < s->decls.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *d = s->decls.items[i];
        if (d->kind == DXKI_AST_VARIABLE)
            dxki_sema_push(c, variable(c, d));
        else
            dxki_sema_declaration(c, d);
    }
    return take_block(c, s->loc, mark);
}

/* What stands in the head of a statement: a value, or a variable that is declared there. */
static dxki_hlsl_node *head(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    if (!s->variable)
        return s->value ? dxki_sema_expr(c, s->value) : dxki_sema_bad(c, s->loc);
    dxki_hlsl_code *v = variable(c, s->variable);
    dxki_sema_push(c, v);
    dxki_hlsl_node *n =
        dxki_sema_node(c, DXKI_HLSL_N_VAR, s->loc, v ? v->var->type : dxki_hlsl_type_error(c));
    n->var = v ? v->var : NULL;
    n->is_lvalue = true;
    return n;
}

/* The condition of a statement; one that declares a variable pushes that first. */
static dxki_hlsl_node *condition(dxki_hlsl *c, const dxki_ast_stmt *s, const char *what)
{
    dxki_hlsl_node *n = head(c, s);

    if (!s->variable && s->value)
        dxki_sema_warn_condition(c, s->value);
    return dxki_sema_condition(c, n, what);
}

/* A statement in a scope of its own, after what its head has pushed. */
static dxki_hlsl_code *finish(dxki_hlsl *c, const dxki_ast_stmt *s, dxki_hlsl_code *out,
                              size_t mark, dxki_hlsl_scope *outer)
{
    take_hints(c, s, out);
    dxki_sema_go_to_scope(c, outer);
    if (c->sema->stack.count == mark)
        return out;
    dxki_sema_push(c, out);
    out = take_block(c, s->loc, mark);
    out->is_scope = true;
    return out;
}

/* What a condition or loop is about. */
static dxki_hlsl_code *body(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_code *made = s ? statement(c, s) : NULL;

    if (made && s->kind == DXKI_AST_EXPRESSION)
        warn_unused(c, s, made);
    return made;
}

static dxki_hlsl_code *if_(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_scope *outer = dxki_sema_begin_scope(c);
    size_t mark = c->sema->stack.count;
    dxki_hlsl_code *out = code(c, DXKI_HLSL_C_IF, s->loc);

    c->sema->scope->is_head = true;
    out->value = condition(c, s, "if statement");
    out->yes = body(c, s->yes);
    out->no = body(c, s->no);
    if (!dxki_hlsl_is_error(out->value->type))
        dxki_sema_warn_empty_if(c, s);
    return finish(c, s, out, mark, outer);
}

/* while (int i = f()): the variable gets its value anew each time. */
static dxki_hlsl_node *repeated(dxki_hlsl *c, const dxki_ast_stmt *s, const char *what)
{
    dxki_hlsl_code *v = variable(c, s->variable);
    dxki_hlsl_node *set, *n;

    if (!v || !v->value)
        return dxki_sema_bad(c, s->loc);
    set = dxki_sema_node(c, DXKI_HLSL_N_ASSIGN, s->loc, v->var->type);
    set->a = dxki_sema_node(c, DXKI_HLSL_N_VAR, s->loc, v->var->type);
    set->a->var = v->var;
    set->a->is_lvalue = true;
    set->b = v->value;
    v->value = NULL;
    v->var->written = true;
    dxki_sema_push(c, v);
    n = dxki_sema_node(c, DXKI_HLSL_N_COMMA, s->loc, v->var->type);
    n->a = set;
    n->b = set->a;
    return dxki_sema_condition(c, n, what);
}

static dxki_hlsl_code *loop(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    bool is_do = s->kind == DXKI_AST_DO, is_for = s->kind == DXKI_AST_FOR;
    const char *what = is_do ? "do statement" : is_for ? "for statement" : "while statement";
    size_t mark = c->sema->stack.count;
    bool stays = is_for && c->version < 2021; /* the variable outlives the loop */
    dxki_hlsl_code *out = code(c, is_do ? DXKI_HLSL_C_DO : DXKI_HLSL_C_LOOP, s->loc);
    dxki_hlsl_scope *outer = c->sema->scope;

    out->is_for = is_for;
    c->sema->redeclares = stays;
    if (stays && s->init)
        dxki_sema_push(c, statement(c, s->init));
    c->sema->redeclares = false;
    dxki_sema_begin_scope(c);
    c->sema->scope->is_head = true;
    if (!stays && s->init)
        dxki_sema_push(c, statement(c, s->init));
    if (s->variable)
        out->value = repeated(c, s, what);
    else if (s->value && !is_do)
        out->value = condition(c, s, what);
    if (s->step)
        out->step = dxki_sema_expr(c, s->step);
    c->sema->loops++;
    out->yes = body(c, s->yes);
    c->sema->loops--;
    if (is_do)
        out->value = condition(c, s, what);
    return finish(c, s, out, mark, outer);
}

static dxki_hlsl_code *switch_(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_scope *outer = dxki_sema_begin_scope(c);
    size_t mark = c->sema->stack.count;
    dxki_hlsl_code *out = code(c, DXKI_HLSL_C_SWITCH, s->loc);
    dxki_hlsl_node *n = head(c, s);
    const dxki_hlsl_type *outer_choice = c->sema->choice, *choice = n->type;

    if (!dxki_hlsl_is_error(n->type)) {
        bool number = n->type->kind == DXKI_HLSL_TY_SCALAR || n->type->kind == DXKI_HLSL_TY_ENUM;
        if (!number)
            DXKI_HLSL_REPORT(
                c, SWITCH_TYPE, s->loc,
                dxki_text(dxki_sema_decl_told(c, n->type, dxki_sema_decl_of(n), false)));
        else if (dxki_hlsl_info(n->type)->number == DXKI_HLSL_REAL ||
                 n->type->scalar == DXKI_HLSL_S_BOOL || dxki_hlsl_is_literal(n->type))
            n = dxki_sema_as(c, n, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT));
        if (!number || choice->scalar != DXKI_HLSL_S_BOOL)
            choice = n->type;
        else if (!c->sema->checking)
            DXKI_HLSL_SAY(c, SWITCH_BOOL, s->loc);
    }
    out->value = n;
    c->sema->choice = choice;
    c->sema->switches++;
    if (s->yes)
        dxki_sema_check_jumps(c, s->yes);
    out->yes = body(c, s->yes);
    dxki_sema_warn_empty_switch(c, s);
    if (out->yes && !c->sema->checking)
        dxki_sema_check_labels(c, s->value, out);
    c->sema->switches--;
    c->sema->choice = outer_choice;
    return finish(c, s, out, mark, outer);
}

/* What an enumeration is compared with is of its type, and what a number is compared with is a whole one. */
static bool check_label_type(dxki_hlsl *c, const dxki_ast_expr *e)
{
    c->quiet++;
    const dxki_hlsl_node *n = dxki_sema_expr(c, e);
    const dxki_hlsl_type *t = n->type;
    c->quiet--;
    if (dxki_hlsl_is_error(t) || dxki_hlsl_same(c, t, c->sema->choice))
        return true; /* what is wrong is reported when the value is asked for */
    const dxk_str choice = dxki_hlsl_type_text(c, c->sema->choice, true);
    const bool is_enum = c->sema->choice->kind == DXKI_HLSL_TY_ENUM;
    if (is_enum || (t->kind == DXKI_HLSL_TY_ENUM && t->scoped))
        DXKI_HLSL_REPORT(c, CASE_TYPE, e->span.from, dxki_text(dxki_hlsl_type_text(c, t, true)),
                         dxki_text(choice));
    else if (t->kind == DXKI_HLSL_TY_SCALAR && dxki_hlsl_info(t)->number == DXKI_HLSL_REAL)
        DXKI_HLSL_REPORT(c, CASE_REAL, e->span.from, dxki_text(dxki_sema_value_told(c, n)),
                         dxki_text(choice));
    else
        return true;
    return false;
}

/* Names the variable that a label reads, if it is nothing else. */
static void tell_label(dxki_hlsl *c, const dxki_ast_expr *e)
{
    c->quiet++;
    const dxki_hlsl_node *n = dxki_sema_expr(c, e);
    c->quiet--;
    if (n->kind != DXKI_HLSL_N_VAR || n->var->is_const || !n->var->name ||
        (n->var->storage != DXKI_HLSL_LOCAL && n->var->storage != DXKI_HLSL_STATIC))
        return;
    DXKI_HLSL_REPORT(c, CASE_READS, e->span.from, dxki_text(n->var->name->text));
    DXKI_HLSL_SAY(c, NAME_HERE, n->var->loc);
}

static dxki_hlsl_code *case_(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_code *out = code(c, DXKI_HLSL_C_CASE, s->value ? s->value->span.from : s->loc);
    int64_t value = 0;

    out->is_default = !s->value;
    if (!c->sema->switches)
        DXKI_HLSL_REPORT(c, STRAY_CASE, s->loc,
                         dxki_text(dxki_str(out->is_default ? "default" : "case")));
    const dxki_hlsl_type *choice = c->sema->choice;
    const bool is_known = choice && dxki_hlsl_is_value(choice) && choice->leaves == 1;
    if (s->value && is_known && !check_label_type(c, s->value))
        return code(c, DXKI_HLSL_C_BLOCK, s->loc);
    const size_t said = c->said.count;
    if (s->value && !dxki_sema_known(c, s->value, DXKI_HLSL_D_CASE_NOT_CONSTANT, &value)) {
        if (c->said.count > said)
            tell_label(c, s->value);
        return code(c, DXKI_HLSL_C_BLOCK, s->loc);
    }
    out->constant = (uint64_t)value;
    if (is_known) /* it is converted to what it is compared with */
        out->constant = dxki_sema_convert_bits(
            c, dxki_sema_convert_bits(c, out->constant, DXKI_HLSL_S_LITERAL_INT, choice->scalar),
            choice->scalar, DXKI_HLSL_S_LITERAL_INT);
    return out;
}

static dxki_hlsl_code *jump(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    bool is_break = s->kind == DXKI_AST_BREAK;

    if (!c->sema->loops && !(is_break && c->sema->switches))
        DXKI_HLSL_REPORT(
            c, STRAY_JUMP, s->loc, dxki_text(dxki_str(is_break ? "break" : "continue")),
            dxki_text(dxki_str(is_break ? "loop or switch statement" : "loop statement")));
    return code(c, is_break ? DXKI_HLSL_C_BREAK : DXKI_HLSL_C_CONTINUE, s->loc);
}

static dxki_hlsl_code *return_(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_code *out = code(c, DXKI_HLSL_C_RETURN, s->loc);
    const dxki_hlsl_function *f = c->sema->function;
    const dxki_hlsl_type *type = f->result;
    bool is_void = type->kind == DXKI_HLSL_TY_VOID;

    if (s->value && is_void) {
        dxki_hlsl_node *n = dxki_sema_expr(c, s->value);
        if (n->type->kind != DXKI_HLSL_TY_VOID && !dxki_hlsl_is_error(n->type))
            DXKI_HLSL_REPORT(c, VOID_RETURN, s->loc, dxki_text(f->name->text));
        out->value = n;
    } else if (s->value) {
        dxki_sema_warn_comma(c, s->value, type);
        c->sema->initializes = "return object";
        c->sema->whole = s->loc;
        out->value = dxki_sema_init(c, s->value, &type);
        dxki_sema_warn_coherence(c, out->value, f->result, s->loc, false);
    } else if (!is_void && !dxki_hlsl_is_error(type)) {
        DXKI_HLSL_REPORT(c, NO_RETURN, s->loc, dxki_text(f->name->text));
    }
    return out;
}

static dxki_hlsl_code *which(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_code *out;

    switch (s->kind) {
    case DXKI_AST_BLOCK:
        return block(c, s);
    case DXKI_AST_EXPRESSION:
        out = code(c, DXKI_HLSL_C_EXPR, s->loc);
        c->sema->whole = s->value->loc;
        c->sema->first = s->value->span.from;
        dxki_sema_may_name_function(c, s->value);
        out->value = dxki_sema_expr(c, s->value);
        if (dxki_sema_uncalled(c).data)
            return code(c, DXKI_HLSL_C_BLOCK, s->loc);
        if (out->value->kind == DXKI_HLSL_N_HEAP && out->value->a)
            out->value = out->value->a; /* an object whose value is not used */
        return out;
    case DXKI_AST_DECLARATION:
        return declarations(c, s);
    case DXKI_AST_IF:
        return if_(c, s);
    case DXKI_AST_SWITCH:
        return switch_(c, s);
    case DXKI_AST_CASE:
        return case_(c, s);
    case DXKI_AST_FOR:
    case DXKI_AST_WHILE:
    case DXKI_AST_DO:
        return loop(c, s);
    case DXKI_AST_BREAK:
    case DXKI_AST_CONTINUE:
        return jump(c, s);
    case DXKI_AST_RETURN:
        return return_(c, s);
    case DXKI_AST_DISCARD:
        return code(c, DXKI_HLSL_C_DISCARD, s->loc);
    default:
        return NULL;
    }
}

/* Has it attributes of its own? */
static bool takes_hints(const dxki_ast_stmt *s)
{
    return s->kind == DXKI_AST_IF || s->kind == DXKI_AST_SWITCH || s->kind == DXKI_AST_FOR ||
           s->kind == DXKI_AST_WHILE || s->kind == DXKI_AST_DO;
}

static bool declares_function(const dxki_ast_stmt *s)
{
    return s->kind == DXKI_AST_DECLARATION && s->decls.count &&
           s->decls.items[0]->kind == DXKI_AST_FUNCTION;
}

static dxki_hlsl_code *statement(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    if (!dxki_hlsl_enter(c, s->loc))
        return NULL;
    const size_t first = c->said.count;
    if (!takes_hints(s) && !declares_function(s))
        dxki_sema_check_strange(c, &s->attrs,
                                s->kind == DXKI_AST_DECLARATION ? DXKI_SEMA_OF_OTHER
                                                                : DXKI_SEMA_OF_STATEMENT);
    dxki_hlsl_code *made = which(c, s);
    if (s->unended && is_invalid(c, first) && s->unended <= c->said.count)
        c->said.items[s->unended - 1].is_dropped = true;
    dxki_hlsl_leave(c);
    return made;
}

dxki_hlsl_code *dxki_sema_body(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    dxki_hlsl_code *made = statements(c, s);

    made->is_scope = false;
    return made;
}

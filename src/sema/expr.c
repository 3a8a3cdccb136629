/* SPDX-License-Identifier: MIT */
/* expr.c - expressions; see sema.h. */
#include "hlsl/literal.h"
#include "sema/check.h"

dxki_hlsl_node *dxki_sema_node(dxki_hlsl *c, dxki_hlsl_node_kind kind, dxki_hlsl_loc loc,
                               const dxki_hlsl_type *type)
{
    dxki_hlsl_node *n = DXKI_HLSL_NEW(c, dxki_hlsl_node);

    n->kind = (uint8_t)kind;
    n->loc = loc;
    n->type = type;
    return n;
}

dxki_hlsl_node *dxki_sema_bad(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    return dxki_sema_node(c, DXKI_HLSL_N_ERROR, loc, dxki_hlsl_type_error(c));
}

/* The left operand, if it is an operation of the same kind. */
static const void *same_operation(const void *operation)
{
    const dxki_hlsl_node *n = operation;
    bool has_two = n->kind == DXKI_HLSL_N_BINARY || n->kind == DXKI_HLSL_N_LOGIC ||
                   n->kind == DXKI_HLSL_N_COMMA;

    return has_two && n->a && n->a->kind == n->kind ? n->a : NULL;
}

void dxki_sema_operations(dxki_hlsl *c, dxki_hlsl_chain *chain, const dxki_hlsl_node *n)
{
    dxki_hlsl_follow(c, chain, n, same_operation);
}

/* ---------------------------------------------------------------------------------------- */
/* Literals                                                                                   */

static dxki_hlsl_scalar real_suffix(const dxki_hlsl *c, const dxki_hlsl_literal *l)
{
    char suffix = l->bits == 16 ? 'h' : l->bits == 64 ? 'l' : l->suffix;

    return suffix == 'f'       ? DXKI_HLSL_S_FLOAT
           : suffix == 'h'     ? (c->options.native_16bit || c->version > 2021 ? DXKI_HLSL_S_HALF
                                                                               : DXKI_HLSL_S_FLOAT)
           : suffix == 'l'     ? DXKI_HLSL_S_DOUBLE
           : c->version > 2021 ? DXKI_HLSL_S_FLOAT
                               : DXKI_HLSL_S_LITERAL_FLOAT;
}

static dxki_hlsl_scalar int_suffix(const dxki_hlsl *c, const dxki_hlsl_literal *l)
{
    if (l->longs == 2 || (l->longs && c->version > 2021))
        return l->is_unsigned ? DXKI_HLSL_S_UINT64 : DXKI_HLSL_S_INT64;
    if (l->is_unsigned)
        return DXKI_HLSL_S_UINT;
    if (l->longs == 1)
        return l->is_decimal ? DXKI_HLSL_S_INT : DXKI_HLSL_S_UINT;
    if (c->version <= 2021)
        return DXKI_HLSL_S_LITERAL_INT;
    return l->value <= INT32_MAX                      ? DXKI_HLSL_S_INT
           : !l->is_decimal && l->value <= UINT32_MAX ? DXKI_HLSL_S_UINT
           : l->value <= INT64_MAX                    ? DXKI_HLSL_S_INT64
                                                      : DXKI_HLSL_S_UINT64;
}

/* Says what is wrong with a number, at the character that is. */
static void tell_fault(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_literal *l)
{
    const dxk_str rest = {e->text.data + l->at, e->text.size - l->at};
    dxki_hlsl_loc loc = e->loc;

    if (!loc.expansion) /* what macros make may be written at other places */
        loc.at += (uint32_t)l->at;
    if (l->fault == DXKI_HLSL_NUMBER_DIGIT) {
        const dxk_str digit = {rest.data, 1};
        DXKI_HLSL_REPORT(c, NUMBER_DIGIT, loc, dxki_text(digit),
                         dxki_text(dxki_str(l->base == 2   ? "binary"
                                            : l->base == 8 ? "octal"
                                                           : "decimal")));
    } else if (l->fault == DXKI_HLSL_NUMBER_SUFFIX) {
        DXKI_HLSL_REPORT(c, NUMBER_SUFFIX, loc, dxki_text(rest),
                         dxki_text(dxki_str(l->is_real ? "floating" : "integer")));
    } else if (l->fault == DXKI_HLSL_NUMBER_EXPONENT) {
        DXKI_HLSL_SAY(c, NUMBER_EXPONENT, loc);
    } else {
        DXKI_HLSL_SAY(c, NUMBER_HEX_EXPONENT, loc);
    }
}

/* Warns of a number, not in decimal, that versions of the language take as negative or not. */
static void warn_sign(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_literal *l)
{
    const bool is_new = c->version > 2021, is_long = l->longs == 2 || (l->longs && is_new);
    bool is_narrow = is_long ? false : is_new ? l->value <= UINT32_MAX : l->value < UINT32_MAX;

    if (l->is_decimal && is_new && !l->is_unsigned && l->value > INT64_MAX)
        DXKI_HLSL_SAY(c, LITERAL_UNSIGNED, e->loc);
    if (!is_new && !is_long && (l->longs || l->is_unsigned))
        is_narrow = true;
    if (!l->is_decimal && l->value >> (is_narrow ? 31 : 63) & 1)
        DXKI_HLSL_SAY(c, LITERAL_SIGN, e->loc);
}

/* Is a number of the language version at hand, with the options at hand? If not, that is said. */
static bool check_number(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_literal *l)
{
    if (l->bits) {
        const dxk_str suffix = {e->text.data + e->text.size - 3, 3};
        dxki_hlsl_loc loc = e->loc;
        loc.at += loc.expansion ? 0 : (uint32_t)(e->text.size - 3);
        if (c->version <= 2021)
            DXKI_HLSL_REPORT(c, FIXED_SUFFIX, loc, dxki_text(suffix));
        if (l->bits == 16 && !c->options.native_16bit) {
            DXKI_HLSL_REPORT(c, FLOAT16_SUFFIX, loc, dxki_text(suffix));
            return false;
        }
    }
    if (!l->is_real && l->overflows)
        DXKI_HLSL_SAY(c, LITERAL_LARGE, e->loc);
    else if (!l->is_real)
        warn_sign(c, e, l);
    return l->is_real || !l->overflows;
}

static dxki_hlsl_node *number(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_literal l;

    if (!dxki_hlsl_read_number(e->text, &l)) {
        tell_fault(c, e, &l);
        return dxki_sema_bad(c, e->loc);
    }
    if (!check_number(c, e, &l))
        return dxki_sema_bad(c, e->loc);
    dxki_hlsl_scalar exact = l.is_real ? DXKI_HLSL_S_LITERAL_FLOAT : DXKI_HLSL_S_LITERAL_INT;
    dxki_hlsl_scalar s = l.is_real ? real_suffix(c, &l) : int_suffix(c, &l);
    dxki_hlsl_node *n =
        dxki_sema_constant(c, dxki_hlsl_type_scalar(c, s),
                           dxki_sema_convert_bits(c, l.value, (uint8_t)exact, (uint8_t)s), e->loc);
    n->is_literal = true;
    return n;
}

/* Is it something made of a template that is read? */
static bool in_instance(const dxki_hlsl *c)
{
    const dxki_hlsl_function *f = c->sema->function;

    if (c->sema->checking)
        return false;
    return c->sema->instance_depth || (f && (f->instance || (f->record && f->record->instance)));
}

/* It is a number, except in what is made of a template. */
static dxki_hlsl_node *character(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_hlsl_character found = dxki_hlsl_read_character(e->text);

    if (!dxki_hlsl_tell_escape(c, found.fault, found.escape, e->loc))
        return dxki_sema_bad(c, e->loc);
    if (found.count > 1)
        DXKI_HLSL_SAY(c, CHARACTER, e->loc);
    else if (!found.count)
        DXKI_HLSL_SAY(c, EXPECTED_EXPRESSION, e->loc);
    if (found.count != 1)
        return dxki_sema_bad(c, e->loc);
    const dxki_hlsl_type *type =
        in_instance(c) ? dxki_sema_character_type(c) : dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT);
    return dxki_sema_constant(c, type, (uint32_t)found.value, e->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static dxki_hlsl_node *variable(dxki_hlsl *c, dxki_hlsl_var *v, dxki_hlsl_loc loc)
{
    if (v->is_bad)
        return dxki_sema_bad(c, loc);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_VAR, loc, v->type);

    n->var = v;
    n->is_lvalue = true;
    n->is_const = v->is_const;
    if (!v->value || !dxki_hlsl_is_value(v->type))
        return n;
    n = dxki_sema_fold(c, n);
    n->var = v; /* for messages */
    n->is_const = v->is_const;
    return n;
}

static dxki_hlsl_node *self(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    const dxki_hlsl_function *f = c->sema->function;

    if (!f || !f->self) {
        DXKI_HLSL_SAY(c, NO_THIS, loc);
        return dxki_sema_bad(c, loc);
    }
    return variable(c, f->self, loc);
}

bool dxki_sema_is_heap(dxk_str name, bool *samplers)
{
    *samplers = dxki_str_is(name, "SamplerDescriptorHeap");
    return *samplers || dxki_str_is(name, "ResourceDescriptorHeap");
}

/* A field by its plain name, inside of a method. */
static dxki_hlsl_node *own_field(dxki_hlsl *c, const dxki_hlsl_symbol *symbol, dxki_hlsl_loc loc)
{
    dxki_hlsl_node *object = self(c, loc);
    dxki_hlsl_node *found = dxki_sema_field(c, object, symbol->name, loc);

    if (found)
        return found;
    DXKI_HLSL_REPORT(c, FIELD_OUTSIDE, loc, dxki_text(symbol->name->text));
    return dxki_sema_bad(c, loc);
}

/* Reports a name that stands for something without a value. */
static void refuse_name(dxki_hlsl *c, const dxki_hlsl_symbol *symbol, dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *t = symbol->kind == DXKI_HLSL_SYM_TYPE ? symbol->type : NULL;
    const bool own =
        t && !symbol->is_alias && (t->kind == DXKI_HLSL_TY_RECORD || t->kind == DXKI_HLSL_TY_ENUM);

    if (t && !own && symbol->name)
        DXKI_HLSL_REPORT(c, TYPE_AS_VALUE, loc, dxki_text(symbol->name->text));
    else if (!own && symbol->kind != DXKI_HLSL_SYM_TEMPLATE)
        DXKI_HLSL_SAY(c, NOT_A_VALUE, loc);
    else if (DXKI_HLSL_REPORT(c, NO_VALUE, loc, dxki_text(symbol->name->text)))
        DXKI_HLSL_SAY(c, NAME_HERE, symbol->loc);
}

dxki_hlsl_node *dxki_sema_symbol(dxki_hlsl *c, const dxki_hlsl_symbol *symbol, dxki_hlsl_loc loc)
{
    switch (symbol->kind) {
    case DXKI_HLSL_SYM_VAR:
        symbol->var->is_named = true;
        return variable(c, symbol->var, loc);
    case DXKI_HLSL_SYM_FIELD:
        return own_field(c, symbol, loc);
    case DXKI_HLSL_SYM_VALUE:
        return dxki_sema_constant(c, symbol->type, symbol->value, loc);
    case DXKI_HLSL_SYM_BAD:
        return dxki_sema_bad(c, loc);
    default:
        refuse_name(c, symbol, loc);
        return dxki_sema_bad(c, loc);
    }
}

dxki_hlsl_node *dxki_sema_undeclared(dxki_hlsl *c, dxk_str name, dxki_sema_use use,
                                     dxki_hlsl_loc loc)
{
    const bool is_first = c->sema->first.at && c->sema->first.at == loc.at && !loc.expansion;
    const dxki_sema_guess meant = dxki_sema_suggest(c, name, use, is_first, loc);
    const dxki_hlsl_diag told = meant.kind == DXKI_SEMA_MEANT_TYPE ? DXKI_HLSL_D_UNKNOWN_TYPE_MEANT
                                                                   : DXKI_HLSL_D_UNDECLARED_MEANT;
    const dxki_arg args[] = {dxki_text(name), dxki_text(meant.text)};

    const dxki_hlsl_diag unknown = is_first && dxki_sema_is_in_front(c, name, loc)
                                       ? DXKI_HLSL_D_UNKNOWN_TYPE
                                       : DXKI_HLSL_D_UNDECLARED;
    if (!meant.text.size && dxki_hlsl_report(c, unknown, loc, args, 1))
        dxki_sema_tell_language(c, name, use, loc);
    else if (meant.text.size && dxki_hlsl_report(c, told, loc, args, 2))
        dxki_sema_tell_guess(c, &meant);
    const bool is_type = (use == DXKI_SEMA_MAYBE_TYPES || use == DXKI_SEMA_ARGUMENT) &&
                         dxki_hlsl_is_type_keyword(meant.text);
    if (meant.text.size && meant.kind == DXKI_SEMA_MEANT_WORD && !is_first && !is_type)
        DXKI_HLSL_SAY(c, EXPECTED_EXPRESSION, loc); /* it is read as the keyword */
    if (meant.symbol &&
        (meant.symbol->kind == DXKI_HLSL_SYM_VAR || meant.symbol->kind == DXKI_HLSL_SYM_VALUE))
        return dxki_sema_symbol(c, meant.symbol, loc); /* what follows is judged by it */
    return dxki_sema_bad(c, loc);
}

/* A type to compare: a literal has one of its own. */
static const dxki_hlsl_type *compared(dxki_hlsl *c, const dxki_ast_type *t, bool *is_const)
{
    const dxki_hlsl_type *type = dxki_sema_type(c, t);

    *is_const = c->sema->is_const_type;
    if (t->kind != DXKI_AST_T_OF || t->dims.count || dxki_hlsl_is_error(type))
        return type;
    c->sema->unevaluated++;
    type = dxki_sema_expr(c, t->of)->type;
    c->sema->unevaluated--;
    return type;
}

/* std::is_same<A, B>::value, which the language has; NULL: it is another name. */
static dxki_hlsl_node *same_types(dxki_hlsl *c, const dxki_ast_path *path, dxki_hlsl_loc loc)
{
    static const char *const names[] = {"std", "is_same", "value"};
    const dxki_ast_args *args = path->outer ? &path->outer->args : NULL;
    const dxki_hlsl_type *types[2];
    bool is_const[2];

    for (size_t i = 0; i < 3; i++) {
        if (path->count != 3 || !dxki_str_is(path->parts[i]->text, names[i]))
            return NULL;
    }
    if (!args || args->count != 2 || !args->items[0].type || !args->items[1].type ||
        dxki_sema_find(c, path->parts[0]))
        return NULL;
    for (size_t i = 0; i < 2; i++)
        types[i] = compared(c, args->items[i].type, &is_const[i]);
    if (dxki_hlsl_is_error(types[0]) || dxki_hlsl_is_error(types[1]))
        return dxki_sema_bad(c, loc);
    return dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_BOOL),
                              is_const[0] == is_const[1] && dxki_hlsl_same(c, types[0], types[1]),
                              loc);
}

static dxki_hlsl_node *name(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const bool may_be_function = c->sema->names_function;
    dxki_hlsl_node *same = same_types(c, &e->path, e->loc);

    c->sema->names_function = false;

    if (same)
        return same;
    dxki_hlsl_symbol *symbol = dxki_sema_resolve(c, &e->path);
    bool samplers;

    if (symbol && symbol->tmpl && symbol->tmpl->decl->kind == DXKI_AST_VARIABLE)
        return dxki_sema_template_variable(c, symbol->tmpl, &e->path.args, e->loc);
    if (symbol && symbol->kind == DXKI_HLSL_SYM_FUNCTION) {
        dxki_sema_refuse_function(c, symbol, may_be_function, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (symbol)
        return dxki_sema_symbol(c, symbol, e->loc);
    dxki_hlsl_name *n = e->path.parts[e->path.count - 1];
    if (dxki_sema_is_heap(n->text, &samplers)) {
        dxki_hlsl_node *heap =
            dxki_sema_node(c, DXKI_HLSL_N_HEAP, e->loc, dxki_hlsl_type_heap(c, samplers));
        return heap;
    }
    const dxki_hlsl_named_number *number = dxki_hlsl_number_of(n->text);
    if (number) {
        dxki_sema_use_constant(c, number, e->loc);
        dxki_hlsl_node *known = dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT),
                                                   number->value, e->loc);
        known->is_const = true; /* a variable of the language, for messages */
        return known;
    }
    if (dxki_hlsl_predeclared_of(c, n)) {
        DXKI_HLSL_REPORT(c, TYPE_AS_VALUE, e->loc, dxki_text(n->text));
        return dxki_sema_bad(c, e->loc);
    }
    return dxki_sema_undeclared(c, n->text,
                                e->is_cast       ? DXKI_SEMA_CAST
                                : e->may_be_type ? DXKI_SEMA_MAYBE_TYPES
                                                 : DXKI_SEMA_VALUES,
                                e->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Assignments                                                                                */

/* Is it the characters of a string? */
static bool is_of_text(const dxki_hlsl_node *n)
{
    return n->type->kind == DXKI_HLSL_TY_ARRAY && dxki_hlsl_is_character(n->type->element) &&
           n->kind == DXKI_HLSL_N_VAR && !n->var->name;
}

/* The constant variable that a place is part of; NULL: something else makes it constant. */
static const dxki_hlsl_node *const_root(const dxki_hlsl_node *n)
{
    while (n && (n->kind == DXKI_HLSL_N_ELEMENT || n->kind == DXKI_HLSL_N_SWIZZLE ||
                 n->kind == DXKI_HLSL_N_CONVERT))
        n = n->a;
    return n && n->kind == DXKI_HLSL_N_VAR && n->is_const && !is_of_text(n) ? n : NULL;
}

/* Complains of a constant variable, or of an element of one. */
static void tell_const(dxki_hlsl *c, const dxki_hlsl_node *n, bool is_element, dxki_hlsl_loc loc)
{
    const dxki_arg name = dxki_text(n->var->name ? n->var->name->text : dxki_str("this"));
    dxk_str type = dxki_sema_decl_told(c, n->var->type, n->var->decl, true);

    if (type.size) /* it is in quotes */
        type = dxki_hlsl_join(c, dxki_str("'const "), (dxk_str){type.data + 1, type.size - 1});
    const dxki_arg args[] = {name, dxki_text(type)};
    const dxki_hlsl_diag which = is_element ? DXKI_HLSL_D_READ_ONLY : DXKI_HLSL_D_CONST_VARIABLE;
    if (dxki_hlsl_report(c, which, loc, args, is_element ? 0 : 2) && n->var->decl) {
        dxki_hlsl_mark_decl(c, n->var->decl);
        dxki_hlsl_report(c, DXKI_HLSL_D_CONST_HERE, n->var->loc, &name, 1);
    }
}

bool dxki_sema_writable(dxki_hlsl *c, const dxki_hlsl_node *n, dxki_hlsl_loc loc)
{
    dxki_sema_note_written(n);
    if (dxki_hlsl_is_error(n->type))
        return false;
    if (!n->is_lvalue && !n->var && !n->is_const)
        DXKI_HLSL_SAY(c, NOT_ASSIGNABLE, loc);
    else if (n->repeats && n->a && n->a->type->kind == DXKI_HLSL_TY_MATRIX)
        DXKI_HLSL_SAY(c, MATRIX_DUPLICATES, loc);
    else if (n->repeats)
        DXKI_HLSL_SAY(c, DUPLICATES, loc);
    else if (n->is_const && dxki_sema_node_giver(n))
        DXKI_HLSL_REPORT(c, NODE_CONST, loc, dxki_text(dxki_str(dxki_sema_node_giver(n))));
    else if (n->kind == DXKI_HLSL_N_SUBSCRIPT && n->is_const)
        DXKI_HLSL_REPORT(c, CONST_RESULT, loc, dxki_text(dxki_hlsl_type_canonical(c, n->type)));
    else if (n->kind == DXKI_HLSL_N_SWIZZLE && n->is_const &&
             n->a->type->kind != DXKI_HLSL_TY_SCALAR)
        DXKI_HLSL_SAY(c, READ_ONLY, loc);
    else if ((n->var && (n->is_const || !n->is_lvalue)) || (n->is_const && const_root(n)))
        tell_const(c, n->var ? n : const_root(n),
                   n->kind == DXKI_HLSL_N_ELEMENT && n->a->type->kind == DXKI_HLSL_TY_ARRAY, loc);
    else if (n->is_const)
        DXKI_HLSL_SAY(c, READ_ONLY, loc);
    else
        return true;
    return false;
}

static uint8_t operation_of(uint8_t assignment)
{
    static const uint8_t pairs[][2] = {
        {DXKI_HLSL_T_ADD_ASSIGN, DXKI_HLSL_T_ADD}, {DXKI_HLSL_T_SUB_ASSIGN, DXKI_HLSL_T_SUB},
        {DXKI_HLSL_T_MUL_ASSIGN, DXKI_HLSL_T_MUL}, {DXKI_HLSL_T_DIV_ASSIGN, DXKI_HLSL_T_DIV},
        {DXKI_HLSL_T_MOD_ASSIGN, DXKI_HLSL_T_MOD}, {DXKI_HLSL_T_AND_ASSIGN, DXKI_HLSL_T_AND},
        {DXKI_HLSL_T_OR_ASSIGN, DXKI_HLSL_T_OR},   {DXKI_HLSL_T_XOR_ASSIGN, DXKI_HLSL_T_XOR},
        {DXKI_HLSL_T_SHL_ASSIGN, DXKI_HLSL_T_SHL}, {DXKI_HLSL_T_SHR_ASSIGN, DXKI_HLSL_T_SHR},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i][0] == assignment)
            return pairs[i][1];
    }
    return DXKI_HLSL_T_ASSIGN;
}

static dxki_hlsl_node *assignment(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_sema_may_name_function(c, e->a);
    dxki_hlsl_node *to = dxki_sema_expr(c, e->a);
    const dxki_hlsl_type *type = to->type;

    if (dxki_hlsl_is_error(type)) {
        const dxk_str function = dxki_sema_uncalled(c);
        if (function.data) {
            dxki_hlsl_mark_span(c, e->a->span);
            DXKI_HLSL_REPORT(c, FUNCTION_ASSIGNED, e->loc, dxki_text(function));
        }
        return to;
    }
    if (e->b->kind != DXKI_AST_LIST && e->op == DXKI_HLSL_T_ASSIGN)
        dxki_sema_may_name_functions(c, e->b);
    dxki_hlsl_node *value =
        e->b->kind == DXKI_AST_LIST ? dxki_sema_init(c, e->b, &type) : dxki_sema_expr(c, e->b);
    const dxk_str function = dxki_sema_uncalled(c);
    if (function.data) {
        DXKI_HLSL_REPORT(c, NO_CONVERSION, e->loc, dxki_text(function),
                         dxki_text(dxki_sema_target_told(c, to)));
        return dxki_sema_bad(c, e->loc);
    }
    return dxki_sema_assign(c, to, value, operation_of(e->op), e->loc);
}

/* ++ and --. `after`: the old value is the result. */
static dxki_hlsl_node *step(dxki_hlsl *c, const dxki_ast_expr *e, bool after)
{
    dxki_hlsl_node *to = dxki_sema_expr(c, e->a);

    if (dxki_hlsl_is_error(to->type))
        return dxki_sema_bad(c, e->loc);
    if (to->type->kind == DXKI_HLSL_TY_ENUM && to->type->scoped) {
        if (dxki_sema_writable(c, to, e->loc))
            DXKI_HLSL_SAY(c, NUMERIC_EXPECTED, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (to->type->kind == DXKI_HLSL_TY_ENUM) {
        const char *what = e->op == DXKI_HLSL_T_INC ? "increment" : "decrement";
        DXKI_HLSL_REPORT(c, STEP_ENUM, e->loc, dxki_text(dxki_str(what)),
                         dxki_text(dxki_hlsl_type_text(c, to->type, true)));
        return dxki_sema_bad(c, e->loc);
    }
    if (!dxki_hlsl_is_numeric(to->type)) {
        DXKI_HLSL_SAY(c, NUMBERS_EXPECTED, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (to->type->scalar == DXKI_HLSL_S_BOOL) {
        DXKI_HLSL_SAY(c, BOOL_LVALUE, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (!dxki_sema_writable(c, to, e->loc))
        return dxki_sema_bad(c, e->loc);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_STEP, e->loc, to->type);
    n->a = to;
    n->op = e->op == DXKI_HLSL_T_INC ? DXKI_HLSL_T_ADD : DXKI_HLSL_T_SUB;
    n->index = after;
    n->is_lvalue = !after;
    return n;
}

/* ---------------------------------------------------------------------------------------- */
/* Others                                                                                     */

/* Both arms, as what they have in common. */
static const dxki_hlsl_type *arms(dxki_hlsl *c, dxki_hlsl_node *b, dxki_hlsl_node *d)
{
    if (dxki_hlsl_same(c, b->type, d->type))
        return dxki_hlsl_type_plain(c, b->type);
    if (dxki_hlsl_is_character(b->type) || dxki_hlsl_is_character(d->type) ||
        (b->type->kind == DXKI_HLSL_TY_ENUM && d->type->kind == DXKI_HLSL_TY_ENUM))
        return NULL;
    if (!dxki_hlsl_is_value(b->type) || !dxki_hlsl_is_value(d->type))
        return dxki_sema_fit(c, d->type, b->type) == DXKI_HLSL_FITS ? b->type : NULL;
    return dxki_sema_common_shape(c, b->type, d->type,
                                  dxki_sema_common(c, b->type->scalar, d->type->scalar));
}

static dxki_hlsl_node *condition(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_node *a = dxki_sema_selected(c, e->a, DXKI_SEMA_CHOICE);
    dxki_hlsl_node *b = dxki_sema_expr(c, e->b), *d = dxki_sema_expr(c, e->c);

    if (dxki_hlsl_is_error(a->type) || dxki_hlsl_is_error(b->type) || dxki_hlsl_is_error(d->type))
        return dxki_sema_bad(c, e->loc);
    const dxki_hlsl_type *type = arms(c, b, d);
    if (!dxki_hlsl_is_value(a->type)) {
        DXKI_HLSL_SAY(c, CONDITIONAL_CONDITION, a->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if ((type && !dxki_hlsl_is_value(type) && !type->has_objects) ||
        (b->type->kind == DXKI_HLSL_TY_ARRAY && d->type->kind == DXKI_HLSL_TY_ARRAY)) {
        DXKI_HLSL_SAY(c, CONDITIONAL_RESULT, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (!type) {
        DXKI_HLSL_REPORT(c, NO_CONVERSION, e->loc, dxki_text(dxki_sema_value_told(c, d)),
                         dxki_text(dxki_sema_target_told(c, b)));
        return dxki_sema_bad(c, e->loc);
    }
    if (c->version >= 2021 && a->type->leaves != 1) {
        DXKI_HLSL_SAY(c, SCALAR_CONDITION, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (a->type->leaves > 1 && type->leaves == 1)
        type = dxki_hlsl_type_plain(c, dxki_hlsl_type_with(c, a->type, type->scalar));
    if (a->type->leaves > 1 && (a->type->rows != type->rows || a->type->columns != type->columns)) {
        DXKI_HLSL_SAY(c, SELECT_SHAPE, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (type->kind == DXKI_HLSL_TY_VECTOR || type->kind == DXKI_HLSL_TY_MATRIX)
        type = dxki_hlsl_type_with(c, type, dxki_sema_counted(c, type->scalar));
    dxki_hlsl_node *n = dxki_sema_node(
        c, c->version >= 2021 ? DXKI_HLSL_N_CHOOSE : DXKI_HLSL_N_SELECT, e->loc, type);
    const dxki_hlsl_type *truth = dxki_hlsl_type_with(c, a->type, DXKI_HLSL_S_BOOL);
    n->a = dxki_sema_as(c, a, dxki_hlsl_type_plain(c, truth));
    n->rows[0] = b->type->scalar;
    n->rows[1] = d->type->scalar;
    c->sema->in_arms = true;
    n->b = dxki_sema_convert(c, b, type, false);
    n->c = dxki_sema_convert(c, d, type, false);
    c->sema->in_arms = false;
    return dxki_sema_fold(c, n);
}

static dxki_hlsl_node *comma(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_node *a,
                             dxki_hlsl_node *b)
{
    if (dxki_hlsl_is_error(a->type) || dxki_hlsl_is_error(b->type))
        return dxki_sema_bad(c, e->loc);
    dxki_hlsl_node *call = dxki_sema_operator_call(c, DXKI_HLSL_T_COMMA, a, b, e->loc);
    if (call)
        return call;
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_COMMA, e->loc, b->type);
    n->a = a;
    n->b = b;
    return n;
}

/* The left operand of an operation with two, if it is another one. */
static const void *left_operation(const void *operation)
{
    const dxki_ast_expr *e = ((const dxki_ast_expr *)operation)->a;

    return e && e->kind == DXKI_AST_BINARY ? e : NULL;
}

static dxki_hlsl_node *binary(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_chain chain;

    dxki_hlsl_follow(c, &chain, e, left_operation);
    if (!chain.count)
        return dxki_sema_bad(c, e->loc);
    e = chain.items[chain.count - 1];
    dxki_hlsl_node *a = dxki_sema_expr(c, e->a);
    for (size_t i = chain.count; i-- && dxki_hlsl_ready(c);) {
        e = chain.items[i];
        dxki_hlsl_node *b = dxki_sema_expr(c, e->b);
        if (e->op == DXKI_HLSL_T_COMMA) {
            a = comma(c, e, a, b);
            continue;
        }
        dxki_sema_warn_operands(c, e, a);
        a = dxki_sema_binary(c, e->op, a, b, e->loc);
    }
    return a;
}

static dxki_hlsl_node *cast(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_hlsl_type *type = dxki_sema_type(c, e->type);

    if (e->a->kind == DXKI_AST_LIST) {
        DXKI_HLSL_SAY(c, COMPOUND_LITERAL, e->a->loc);
        return dxki_sema_bad(c, e->loc);
    }
    dxki_hlsl_node *value = dxki_sema_expr(c, e->a);
    if (dxki_hlsl_is_error(type) || dxki_hlsl_is_error(value->type) ||
        !dxki_sema_check_complete(c, type, e->loc, DXKI_HLSL_D_INCOMPLETE_CAST))
        return dxki_sema_bad(c, e->loc);
    if (type->kind == DXKI_HLSL_TY_VOID) {
        value->type = type;
        return value;
    }
    dxki_hlsl_node *n = value;
    const dxki_ast_decl given = {.type = e->type}; /* for messages */
    c->sema->asks = e->loc;
    if (!value->is_lvalue || !dxki_hlsl_same(c, value->type, type))
        n = dxki_sema_convert_for(c, value, type, &given, true);
    c->sema->asks = (dxki_hlsl_loc){0, 0};
    if (dxki_hlsl_is_error(n->type))
        return n;
    if (n != value)
        n->loc = e->loc;
    if (!value->is_lvalue || type->has_objects || n->kind == DXKI_HLSL_N_CONSTANT)
        return n;
    if (n == value || n->kind != DXKI_HLSL_N_CONVERT) {
        n = dxki_sema_node(c, DXKI_HLSL_N_CONVERT, e->loc, type);
        n->a = value;
    }
    /* a place that has no more numbers than the other, of the same kind, can be written */
    n->is_lvalue = type->leaves <= value->type->leaves &&
                   (!dxki_hlsl_is_numeric(type) || !dxki_hlsl_is_numeric(value->type) ||
                    type->scalar == value->type->scalar);
    n->is_const = value->is_const;
    n->var = value->var;
    return n;
}

/* Has a type a size? If not, that is reported. */
static bool check_sized(dxki_hlsl *c, const dxki_hlsl_type *type, const dxki_ast_type *given,
                        dxki_hlsl_loc loc)
{
    const dxk_str written = dxki_sema_written(c, given);
    const dxki_arg name = dxki_text(written.size ? written : dxki_hlsl_type_text(c, type, true));

    if (dxki_hlsl_is_error(type))
        return false;
    if (type->kind == DXKI_HLSL_TY_VOID)
        DXKI_HLSL_REPORT(c, INCOMPLETE_SIZE, loc, name);
    else if (dxki_hlsl_is_literal(type))
        DXKI_HLSL_REPORT(c, SIZE_LITERAL, loc, name);
    else if (type->has_objects || dxki_hlsl_is_character(type))
        DXKI_HLSL_REPORT(c, SIZE_NUMBERS, loc, name);
    else
        return true;
    return false;
}

static dxki_hlsl_node *size_of(dxki_hlsl *c, const dxki_ast_expr *e)
{
    c->sema->unevaluated++;
    const dxki_hlsl_node *value = e->type ? NULL : dxki_sema_expr(c, e->a);
    c->sema->unevaluated--;
    const dxki_hlsl_type *type = e->type ? dxki_sema_type(c, e->type) : value->type;

    if (value && value->kind == DXKI_HLSL_N_BITS) {
        DXKI_HLSL_SAY(c, SIZE_BITS, e->a->span.from);
        return dxki_sema_bad(c, e->loc);
    }
    if (!check_sized(c, type, e->type, value ? e->a->span.from : e->loc))
        return dxki_sema_bad(c, e->loc);
    if (!dxki_sema_check_complete(c, type, e->loc, DXKI_HLSL_D_INCOMPLETE_SIZE))
        return dxki_sema_bad(c, e->loc);
    if (type->kind == DXKI_HLSL_TY_ARRAY && !type->count && !type->is_empty) {
        DXKI_HLSL_REPORT(c, INCOMPLETE_SIZE, e->loc, dxki_text(dxki_hlsl_type_text(c, type, true)));
        return dxki_sema_bad(c, e->loc);
    }
    return dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT),
                              dxki_hlsl_packed_size(c, type), e->loc);
}

/* path(...), where the path is that of a function. */
static dxki_hlsl_node *call_of_path(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_ast_expr *callee = DXKI_HLSL_NEW(c, dxki_ast_expr);

    *callee =
        (dxki_ast_expr){.kind = DXKI_AST_NAME, .loc = e->type->path.loc, .path = e->type->path};
    if (!dxki_hlsl_ready(c))
        return dxki_sema_bad(c, e->loc);
    dxki_ast_expr call = {.kind = DXKI_AST_CALL, .loc = callee->loc, .a = callee, .list = e->list};
    return dxki_sema_call(c, &call);
}

static dxki_hlsl_node *construct(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_ast_type *t = e->type;

    if (t->kind == DXKI_AST_T_NAMED && t->path.count > 1) { /* S<int>::f(...) looks like a type */
        const dxki_hlsl_symbol *symbol = dxki_sema_resolve(c, &t->path);
        if (symbol && symbol->kind == DXKI_HLSL_SYM_BAD)
            return dxki_sema_bad(c, e->loc);
        if (symbol && symbol->kind != DXKI_HLSL_SYM_TYPE && symbol->kind != DXKI_HLSL_SYM_TEMPLATE)
            return call_of_path(c, e);
    }
    const dxki_hlsl_type *type = dxki_sema_type(c, t);
    if (dxki_hlsl_is_error(type))
        return dxki_sema_bad(c, e->loc);
    if (type->kind == DXKI_HLSL_TY_RECORD && e->list.count > 1) { /* of one value it is a cast */
        DXKI_HLSL_SAY(c, CONSTRUCTOR, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
    if (!e->list.count && type->kind == DXKI_HLSL_TY_OBJECT &&
        type->object == DXKI_HLSL_O_HIT_OBJECT) {
        const dxki_hlsl_intrinsic_call none = {
            .scope = dxki_str("static dx::HitObject"), .name = dxki_str("MakeNop"), .loc = e->loc};
        return dxki_sema_intrinsic(c, &none);
    }
    if (!e->list.count) {
        const dxki_ast_decl given = {.type = e->type};
        DXKI_HLSL_REPORT(c, EMPTY_CONSTRUCTOR, e->loc,
                         dxki_text(dxki_sema_decl_told(c, type, &given, false)));
        return dxki_sema_bad(c, e->loc);
    }
    const dxki_hlsl_loc start = e->list.items[0]->span.from;
    return dxki_sema_list(c, &e->list, &type, e->loc, start);
}

static dxki_hlsl_node *which(dxki_hlsl *c, const dxki_ast_expr *e)
{
    switch (e->kind) {
    case DXKI_AST_NUMBER:
        return number(c, e);
    case DXKI_AST_CHAR:
        return character(c, e);
    case DXKI_AST_BOOL:
        return dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_BOOL), e->op, e->loc);
    case DXKI_AST_NAME:
        return name(c, e);
    case DXKI_AST_THIS:
        return self(c, e->loc);
    case DXKI_AST_CALL:
        return dxki_sema_call(c, e);
    case DXKI_AST_CONSTRUCT:
        return construct(c, e);
    case DXKI_AST_INDEX:
        return dxki_sema_index(c, e);
    case DXKI_AST_MEMBER:
        return dxki_sema_member(c, e);
    case DXKI_AST_UNARY:
        if (e->op == DXKI_HLSL_T_INC || e->op == DXKI_HLSL_T_DEC)
            return step(c, e, false);
        return dxki_sema_unary(c, e->op, dxki_sema_expr(c, e->a), e->loc);
    case DXKI_AST_POSTFIX:
        return step(c, e, true);
    case DXKI_AST_BINARY:
        return binary(c, e);
    case DXKI_AST_ASSIGN:
        return assignment(c, e);
    case DXKI_AST_COND:
        return condition(c, e);
    case DXKI_AST_CAST:
        return cast(c, e);
    case DXKI_AST_SIZEOF:
        return size_of(c, e);
    case DXKI_AST_BROKEN:
        return dxki_sema_broken(c, e);
    case DXKI_AST_STRING:
        return dxki_sema_string(c, e);
    default:
        DXKI_HLSL_SAY(c, EXPECTED_EXPRESSION, e->loc);
        return dxki_sema_bad(c, e->loc);
    }
}

dxki_hlsl_node *dxki_sema_expr(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    if (!e || !dxki_hlsl_enter(c, e->loc))
        return dxki_sema_bad(c, e ? e->loc : nowhere);
    dxki_hlsl_node *n = which(c, e);
    dxki_hlsl_leave(c);
    return n;
}

bool dxki_sema_is_integral(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_ENUM ||
           (t->kind == DXKI_HLSL_TY_SCALAR && dxki_hlsl_info(t)->number != DXKI_HLSL_REAL);
}

/* Parts of vectors, arrays and structures do not count as constants, even if their values are known. */
static bool reads_part(dxki_hlsl *c, const dxki_ast_expr *e)
{
    bool found = false;

    if (!e || e->kind == DXKI_AST_SIZEOF)
        return false;
    if (!dxki_hlsl_enter(c, e->loc))
        return true;
    for (; e && e->kind != DXKI_AST_SIZEOF && !found; e = e->a) {
        found = e->kind == DXKI_AST_MEMBER || e->kind == DXKI_AST_INDEX || reads_part(c, e->b) ||
                reads_part(c, e->c);
        for (size_t i = 0; !found && i < e->list.count; i++)
            found = reads_part(c, e->list.items[i]);
    }
    dxki_hlsl_leave(c);
    return found;
}

static bool is_known(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n, uint8_t most)
{
    return n->kind == DXKI_HLSL_N_CONSTANT && n->strictness <= most && !reads_part(c, e);
}

bool dxki_sema_is_constant(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n)
{
    return is_known(c, e, n, DXKI_HLSL_STRICT);
}

bool dxki_sema_is_folded(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n)
{
    return is_known(c, e, n, DXKI_HLSL_FOLDED);
}

bool dxki_sema_known(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_diag which, int64_t *value)
{
    dxki_hlsl_node *n = dxki_sema_expr(c, e);

    if (dxki_hlsl_is_error(n->type))
        return false;
    if (which == DXKI_HLSL_D_VARIABLE_SIZE && dxki_hlsl_is_value(n->type) &&
        !dxki_sema_is_integral(n->type)) {
        DXKI_HLSL_REPORT(c, SIZE_TYPE, n->loc,
                         dxki_text(dxki_sema_decl_told(c, n->type, dxki_sema_decl_of(n), false)));
        return false;
    }
    const dxki_arg given = dxki_text(dxki_sema_value_told(c, n));
    if (which == DXKI_HLSL_D_VALUE_NOT_CONSTANT && !dxki_sema_is_integral(n->type))
        which = DXKI_HLSL_D_VALUE_TYPE;
    n = dxki_sema_fold(c, n);
    const bool known = which == DXKI_HLSL_D_NOT_CONSTANT ? dxki_sema_is_folded(c, e, n)
                                                         : dxki_sema_is_constant(c, e, n);
    if (!known || !dxki_sema_is_integral(n->type)) {
        dxki_hlsl_report(c, which, n->loc, &given, 1);
        return false;
    }
    *value =
        (int64_t)dxki_sema_convert_bits(c, n->bits[0], n->type->scalar, DXKI_HLSL_S_LITERAL_INT);
    return true;
}

bool dxki_sema_count(dxki_hlsl *c, const dxki_ast_expr *e, int64_t *value)
{
    return dxki_sema_known(c, e, DXKI_HLSL_D_VARIABLE_SIZE, value);
}

bool dxki_sema_integer(dxki_hlsl *c, const dxki_ast_expr *e, int64_t *value)
{
    return dxki_sema_known(c, e, DXKI_HLSL_D_NOT_CONSTANT, value);
}

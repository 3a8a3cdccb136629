/* SPDX-License-Identifier: MIT */
/*
 * uncalled.c - functions that are named where a value should be: they have a type, which messages name. See sema.h.
 */
#include "sema/check.h"

/* The text without the quotes around it. */
static dxk_str bare(dxk_str text)
{
    const char *end = text.size > 1 ? memchr(text.data + 1, '\'', text.size - 1) : NULL;

    return end ? (dxk_str){text.data + 1, (size_t)(end - text.data) - 1} : text;
}

static dxk_str type_of(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    if (f->next)
        return dxki_str("'<overloaded function type>'");
    const dxki_ast_decl result = {.type = f->decl->type};
    dxk_str text = bare(dxki_sema_decl_told(c, f->result, &result, false));

    text = dxki_hlsl_join(c, text, dxki_str(" ("));
    for (size_t i = 0; i < f->param_count; i++) {
        const dxki_hlsl_var *v = f->params[i];
        text = dxki_hlsl_join(c, text, dxki_str(i ? ", " : ""));
        text = dxki_hlsl_join(c, text, bare(dxki_sema_decl_told(c, v->type, v->decl, false)));
        if (v->direction & DXKI_HLSL_OUT)
            text = dxki_hlsl_join(c, text, dxki_str(" &__restrict"));
    }
    return dxki_sema_quoted(c, dxki_hlsl_join(c, text, dxki_str(")")));
}

void dxki_sema_refuse_functions(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const bool is_const = !c->sema->function && !(d->mods & DXKI_AST_MOD(STATIC)) &&
                          c->sema->scope->kind != DXKI_HLSL_MEMBERS;
    dxki_ast_decl *one = DXKI_HLSL_NEW(c, dxki_ast_decl);

    *one = *d;
    one->dims.count = 0;
    const dxki_hlsl_function *f = dxki_sema_make_function(c, one, NULL);
    if (!dxki_hlsl_ready(c) || dxki_hlsl_is_error(f->result))
        return;
    const dxk_str type = bare(type_of(c, f));
    DXKI_HLSL_REPORT(c, ARRAY_OF_FUNCTIONS, d->loc,
                     dxki_text(d->name ? d->name->text : dxki_str("")),
                     dxki_text(is_const ? dxki_hlsl_join(c, dxki_str("const "), type) : type));
}

void dxki_sema_may_name_function(dxki_hlsl *c, const dxki_ast_expr *e)
{
    c->sema->names_function = e->kind == DXKI_AST_NAME;
    c->sema->names_overloads = false;
    c->sema->uncalled = NULL;
}

void dxki_sema_may_name_functions(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_sema_may_name_function(c, e);
    c->sema->names_overloads = c->sema->names_function;
}

dxk_str dxki_sema_uncalled(dxki_hlsl *c)
{
    const dxki_hlsl_function *f = c->sema->uncalled;

    c->sema->uncalled = NULL;
    return f ? type_of(c, f) : (dxk_str){NULL, 0};
}

void dxki_sema_refuse_function(dxki_hlsl *c, const dxki_hlsl_symbol *symbol, bool is_expected,
                               dxki_hlsl_loc loc)
{
    const dxki_hlsl_function *f = symbol->function;

    if (!f || f->tmpl || symbol->imports) {
        DXKI_HLSL_SAY(c, NOT_A_VALUE, loc);
    } else if (f->record) {
        DXKI_HLSL_REPORT(c, METHOD_CALLED, loc, dxki_text(dxki_str("")));
    } else if (f->next && !(is_expected && c->sema->names_overloads)) {
        DXKI_HLSL_SAY(c, OVERLOADED, loc);
        for (; f; f = f->next)
            DXKI_HLSL_SAY(c, POSSIBLE_TARGET, f->loc);
    } else if (is_expected) {
        c->sema->uncalled = f;
    } else {
        DXKI_HLSL_SAY(c, NUMBERS_EXPECTED, loc);
    }
}

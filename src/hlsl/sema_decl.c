/* SPDX-License-Identifier: MIT */
/* sema_decl.c - which declaration it is; enumerations, names of types; see sema.h. */
#include "hlsl/sema.h"

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* The declaration of that name in the same scope, or NULL. */
dxki_hlsl_symbol *dxki_sema_here(const dxki_hlsl *c, const dxki_hlsl_name *name)
{
    dxki_hlsl_symbol *symbol = dxki_sema_find(name);

    return symbol && symbol->depth == c->sema->depth ? symbol : NULL;
}

bool dxki_sema_check_new(dxki_hlsl *c, const dxki_hlsl_name *name, dxki_hlsl_loc loc)
{
    const dxki_hlsl_symbol *old = dxki_sema_here(c, name);

    if (!old)
        return true;
    DXKI_HLSL_REPORT(c, REDEFINITION, loc, dxki_text(name->text));
    DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    return false;
}

/* A template, an operator, something outside of its scope: used, it is an error. */
bool dxki_sema_lacks(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const char *what = d->is_template ? "templates"
                       : d->path.count > (d->kind == DXKI_AST_RECORD)
                           ? "members defined outside of their structure"
                       : d->kind == DXKI_AST_FUNCTION && !d->name ? "overloaded operators"
                       : d->bits                                  ? "bit fields"
                                                                  : NULL;

    if (!what)
        return false;
    dxki_sema_unsupported(c, d->loc, what);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_UNSUPPORTED, d->loc);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Others                                                                                     */

static void enumeration(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *under =
        d->type ? dxki_sema_type(c, d->type) : dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);
    int64_t value = 0;

    if (dxki_hlsl_is_error(under))
        return;
    const dxki_hlsl_type *type = dxki_hlsl_type_enum(c, d->name, under);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = type;
    if (d->scoped) {
        dxki_sema_unsupported(c, d->loc, "scoped enumerations");
        return;
    }
    for (size_t i = 0; i < d->members.count && dxki_hlsl_ready(c); i++, value++) {
        const dxki_ast_decl *e = d->members.items[i];
        if (e->init && !dxki_sema_integer(c, e->init, &value))
            return;
        if (!e->name)
            continue;
        dxki_hlsl_symbol *symbol = dxki_sema_declare(c, e->name, DXKI_HLSL_SYM_VALUE, e->loc);
        symbol->type = type;
        symbol->value = (uint64_t)value;
    }
}

static void type_name(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (dxki_sema_lacks(c, d))
        return;
    const dxki_hlsl_type *type = dxki_sema_dims(c, dxki_sema_type(c, d->type), &d->dims, d->loc);
    if (d->name)
        dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = type;
}

static void assertion(dxki_hlsl *c, const dxki_ast_decl *d)
{
    int64_t value;

    if (!dxki_sema_integer(c, d->init, &value) || value)
        return;
    dxk_str text = d->bits && d->bits->kind == DXKI_AST_STRING ? d->bits->text : dxki_str("");
    DXKI_HLSL_REPORT(c, ASSERTION, d->loc, dxki_text(text));
}

void dxki_sema_declaration(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *made;

    switch (d->kind) {
    case DXKI_AST_VARIABLE:
        if (!dxki_sema_lacks(c, d))
            dxki_sema_global(c, d);
        break;
    case DXKI_AST_FUNCTION:
        dxki_sema_function(c, d);
        break;
    case DXKI_AST_RECORD:
        if (d->name)
            dxki_sema_record(c, d, &made);
        break;
    case DXKI_AST_ENUM:
        enumeration(c, d);
        break;
    case DXKI_AST_TYPEDEF:
        type_name(c, d);
        break;
    case DXKI_AST_BUFFER:
        dxki_sema_buffer(c, d);
        break;
    case DXKI_AST_ASSERT:
        assertion(c, d);
        break;
    case DXKI_AST_NAMESPACE:
        dxki_sema_unsupported(c, d->loc, "namespaces");
        break;
    case DXKI_AST_USING:
        dxki_sema_unsupported(c, d->loc, "using");
        break;
    default:
        break;
    }
}

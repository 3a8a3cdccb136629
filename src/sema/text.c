/* SPDX-License-Identifier: MIT */
/*
 * text.c - string literals and their characters; see check.h.
 *
 * A character is of a type that no source can name, but that templates deduce and variables of `auto`
 * have. It can be copied and compared with its like, and is no number. In the module it is an integer of
 * 32 bits, so that what selects a character with an index that is computed is valid, too.
 */
#include "hlsl/literal.h"
#include "sema/check.h"

/* Equal texts have one number. */
dxki_hlsl_node *dxki_sema_string(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_name *text = dxki_hlsl_intern(c, e->text);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_STRING, e->loc,
                                       dxki_hlsl_type_object(c, DXKI_HLSL_O_STRING, NULL, 1));

    if (!dxki_hlsl_ready(c))
        return dxki_sema_bad(c, e->loc);
    if (!text->text_number) {
        if (!dxki_vec_push(c->ctx, &c->sema->texts, text)) {
            dxki_hlsl_nomem(c);
            return dxki_sema_bad(c, e->loc);
        }
        text->text_number = (uint32_t)c->sema->texts.count;
    }
    n->index = text->text_number;
    n->is_lvalue = n->is_const = true;
    return n;
}

static const dxki_hlsl_type *character_type(dxki_hlsl *c)
{
    if (!c->sema->character) {
        dxki_hlsl_type *made = dxki_hlsl_type_enum(c, dxki_hlsl_intern(c, dxki_str("char")),
                                                   dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT));
        made->scoped = made->is_character = true;
        c->sema->character = made;
    }
    return c->sema->character;
}

/* The characters of a text, as they are written, with the 0 behind them. */
static dxki_hlsl_var *array_of(dxki_hlsl *c, dxki_hlsl_name *name)
{
    const dxk_str text = dxki_hlsl_unescape(c, name->text);
    dxki_hlsl_var *v = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    uint64_t *values = DXKI_NEW_ARRAY(&c->arena, uint64_t, text.size + 1);

    if (!values) {
        dxki_hlsl_nomem(c);
        return v;
    }
    for (size_t i = 0; i < text.size; i++)
        values[i] = (uint64_t)(int64_t)(signed char)text.data[i];
    v->type = dxki_hlsl_type_array(c, character_type(c), (uint32_t)text.size + 1);
    v->storage = DXKI_HLSL_STATIC;
    v->is_const = v->is_local = true;
    v->value = values;
    return v;
}

/* The literal that a string is; NULL: it is not known. */
static const dxki_hlsl_node *literal_of(const dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_VAR && n->var->is_const && n->var->init)
        n = n->var->init;
    return n->kind == DXKI_HLSL_N_STRING ? n : NULL;
}

dxki_hlsl_node *dxki_sema_characters(dxki_hlsl *c, const dxki_hlsl_node *string)
{
    const dxki_hlsl_node *n = literal_of(string);

    if (!n) {
        dxki_sema_unsupported(c, string->loc, "a character of a string that is not known");
        return dxki_sema_bad(c, string->loc);
    }
    dxki_hlsl_name *name = c->sema->texts.items[n->index - 1];
    if (!name->characters)
        name->characters = array_of(c, name);
    dxki_hlsl_node *made = dxki_sema_node(c, DXKI_HLSL_N_VAR, string->loc, name->characters->type);
    if (!dxki_hlsl_ready(c))
        return dxki_sema_bad(c, string->loc);
    made->var = name->characters;
    made->is_lvalue = made->is_const = true;
    return made;
}

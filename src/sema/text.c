/* SPDX-License-Identifier: MIT */
/*
 * text.c - string literals and their characters; see check.h.
 *
 * A character is of a type that no source can name, but that templates deduce and variables of `auto`
 * have. It can be copied and compared with its like, and is no number. In the module it is an integer of
 * 32 bits, so that what selects a character with an index that is computed is valid, too.
 */
#include "sema/check.h"

/* Equal texts have one number. */
dxki_hlsl_node *dxki_sema_string(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_name *text = dxki_hlsl_intern(c, e->text);
    const uint32_t length = (uint32_t)e->text.size + 1;
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_STRING, e->loc,
                                       dxki_hlsl_type_object(c, DXKI_HLSL_O_STRING, NULL, length));

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

const dxki_hlsl_type *dxki_sema_character_type(dxki_hlsl *c)
{
    if (!c->sema->character) {
        dxki_hlsl_type *made = dxki_hlsl_type_enum(c, dxki_hlsl_intern(c, dxki_str("char")),
                                                   dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT));
        made->scoped = made->is_character = true;
        c->sema->character = made;
    }
    return c->sema->character;
}

/* `count` characters, of which the first ones are those of a text, and the others 0. */
static dxki_hlsl_var *array_of(dxki_hlsl *c, dxk_str text, uint32_t count)
{
    dxki_hlsl_var *v = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    uint64_t *values = DXKI_NEW_ARRAY(&c->arena, uint64_t, count);

    if (!values) {
        dxki_hlsl_nomem(c);
        return v;
    }
    for (size_t i = 0; i < text.size; i++)
        values[i] = (uint64_t)(int64_t)(signed char)text.data[i];
    v->type = dxki_hlsl_type_array(c, dxki_sema_character_type(c), count);
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
    dxki_hlsl_var *v;

    if (!n && !string->type->count) {
        dxki_sema_unsupported(c, string->loc, "a character of a string that is not known");
        return dxki_sema_bad(c, string->loc);
    }
    if (n) {
        dxki_hlsl_name *name = c->sema->texts.items[n->index - 1];
        const dxk_str text = name->text;
        if (!name->characters)
            name->characters = array_of(c, text, (uint32_t)text.size + 1);
        v = name->characters;
    } else { /* a parameter, of a function that no entry point may call */
        v = array_of(c, dxki_str(""), string->type->count);
    }
    if (!dxki_hlsl_ready(c))
        return dxki_sema_bad(c, string->loc);
    dxki_hlsl_node *made = dxki_sema_node(c, DXKI_HLSL_N_VAR, string->loc, v->type);
    made->var = v;
    made->is_lvalue = made->is_const = true;
    return made;
}

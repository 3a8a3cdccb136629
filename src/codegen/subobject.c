/* SPDX-License-Identifier: MIT */
/*
 * subobject.c - sub-objects of libraries, which a source declares as variables:
 *
 *     TriangleHitGroup hit = {"anyHit", "closestHit"};
 */
#include "codegen/subobject.h"

#include "builder/builder.h"
#include "codegen/root_signature.h"

/* What the braces hold. */
typedef struct content {
    dxk_str texts[3];
    uint32_t numbers[2];
} content;

/* The members of a sub-object, which must be known, one for each item of its list. */
static bool read_content(dxki_hlsl *c, const dxki_hlsl_var *v, const char *members, content *out)
{
    const dxki_ast_exprs *list = &v->decl->init->list;
    size_t texts = 0, numbers = 0;

    for (size_t i = 0; members[i]; i++) {
        const dxki_ast_expr *e = list->items[i < list->count ? i : list->count - 1];
        const dxki_hlsl_node *n = v->init->list[i];
        const bool is_number = members[i] == 'n';
        const bool is_item = list->count == strlen(members) && e->kind != DXKI_AST_LIST;
        if (!is_item ||
            (is_number ? n->kind != DXKI_HLSL_N_CONSTANT : e->kind != DXKI_AST_STRING)) {
            dxki_hlsl_report(c,
                             is_number ? DXKI_HLSL_D_SUBOBJECT_NUMBER : DXKI_HLSL_D_SUBOBJECT_TEXT,
                             e->loc, NULL, 0);
            return false;
        }
        if (is_number)
            out->numbers[numbers++] = (uint32_t)n->bits[0];
        else
            out->texts[texts++] = e->text;
    }
    return true;
}

/* "a;b", without empty parts. */
static void split(dxki_hlsl *c, dxk_str text, dxki_dxil_strs *out)
{
    size_t count = text.size > 0;

    for (size_t i = 0; i < text.size; i++)
        count += text.data[i] == ';';
    dxk_str *items = DXKI_NEW_ARRAY(&c->arena, dxk_str, count + 1);
    if (!items) {
        dxki_hlsl_nomem(c);
        return;
    }
    out->items = items;
    while (text.size) {
        const char *at = memchr(text.data, ';', text.size);
        size_t size = at ? (size_t)(at - text.data) : text.size;
        if (size)
            items[out->count++] = (dxk_str){text.data, size};
        text.data += size + (at != NULL);
        text.size -= size + (at != NULL);
    }
}

static void fill(dxki_hlsl *c, const dxki_ast_decl *d, const content *from, dxki_dxil_subobject *s)
{
    bool local = s->kind == DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE;

    switch (s->kind) {
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        s->text = from->texts[0];
        s->root_signature = dxki_hlsl_root_signature_text(c, s->text, d->loc, local);
        break;
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        s->target = from->texts[0];
        split(c, from->texts[1], &s->exports);
        break;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        s->any_hit = from->texts[0];
        s->closest_hit = from->texts[1];
        s->intersection = from->texts[2];
        break;
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        s->flags = from->numbers[0];
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        s->max_payload_size = from->numbers[0];
        s->max_attribute_size = from->numbers[1];
        break;
    default: /* both pipeline configurations */
        s->max_recursion = from->numbers[0];
        s->flags = from->numbers[1];
        break;
    }
}

static const dxki_dxil_subobject *make(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const dxki_sema_subobject_kind *kind = dxki_sema_subobject_kind_of(v->type);
    content from = {0};

    if (!kind || !v->init || !read_content(c, v, kind->members, &from))
        return NULL;
    dxki_dxil_subobject *s = DXKI_HLSL_NEW(c, dxki_dxil_subobject);
    *s = (dxki_dxil_subobject){
        .name = v->name->text, .kind = kind->kind, .hit_group_type = kind->hit_group};
    fill(c, v->decl, &from, s);
    return s;
}

dxk_status dxki_hlsl_put_subobjects(dxki_hlsl *c, dxk_module *m)
{
    size_t count = c->sema->subobjects.count, made = 0;
    const dxki_dxil_subobject **all =
        DXKI_NEW_ARRAY(&c->arena, const dxki_dxil_subobject *, count + 1);

    if (!all)
        return dxki_nomem(c->ctx);
    for (size_t i = 0; i < count && dxki_hlsl_ready(c); i++) {
        all[made] = make(c, c->sema->subobjects.items[i]);
        made += all[made] != NULL;
    }
    return dxki_hlsl_ready(c) && !c->errors ? dxki_builder_put_subobjects(m, all, made)
                                            : dxki_hlsl_result(c);
}

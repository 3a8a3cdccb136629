/* SPDX-License-Identifier: MIT */
/*
 * subobject.c - sub-objects of libraries, which a source declares as variables:
 *
 *     TriangleHitGroup hit = {"anyHit", "closestHit"};
 *
 * Source: DirectXShaderCompiler for the kinds and their members.
 */
#include "codegen/subobject.h"

#include "base/count.h"
#include "builder/builder.h"
#include "codegen/root_signature.h"

/* Members, in the order of the source: t a text, n a number. */
static const struct {
    dxki_hlsl_object object;
    uint32_t kind;
    const char *members;
    uint32_t group; /* type of a hit group */
} rows[] = {
    {DXKI_HLSL_O_STATE_CONFIG, DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG, "n", 0},
    {DXKI_HLSL_O_GLOBAL_ROOT, DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE, "t", 0},
    {DXKI_HLSL_O_LOCAL_ROOT, DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE, "t", 0},
    {DXKI_HLSL_O_SUBOBJECT_EXPORTS, DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION, "tt", 0},
    {DXKI_HLSL_O_SHADER_CONFIG, DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG, "nn", 0},
    {DXKI_HLSL_O_PIPELINE_CONFIG, DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG, "n", 0},
    {DXKI_HLSL_O_PIPELINE_CONFIG1, DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1, "nn", 0},
    {DXKI_HLSL_O_TRIANGLE_HIT, DXK_SUBOBJECT_KIND_HIT_GROUP, "tt", 0},
    {DXKI_HLSL_O_PROCEDURAL_HIT, DXK_SUBOBJECT_KIND_HIT_GROUP, "ttt", 1},
};

/* What the braces hold. */
typedef struct content {
    dxk_str texts[3];
    uint32_t numbers[2];
} content;

static bool read_content(dxki_hlsl *c, const dxki_ast_decl *d, const char *members, content *out)
{
    const dxki_ast_exprs *list = d->init && d->init->kind == DXKI_AST_LIST ? &d->init->list : NULL;
    size_t texts = 0, numbers = 0;

    if (!list || list->count != strlen(members)) {
        DXKI_HLSL_REPORT(c, SUBOBJECT, d->loc, dxki_text(d->name->text));
        return false;
    }
    for (size_t i = 0; i < list->count; i++) {
        const dxki_ast_expr *e = list->items[i];
        int64_t value;
        if (members[i] == 'n') {
            if (!dxki_sema_integer(c, e, &value))
                return false;
            out->numbers[numbers++] = (uint32_t)value;
        } else if (e->kind == DXKI_AST_STRING) {
            out->texts[texts++] = e->text;
        } else {
            DXKI_HLSL_REPORT(c, SUBOBJECT, e->loc, dxki_text(d->name->text));
            return false;
        }
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
    dxki_dxil_subobject *s = DXKI_HLSL_NEW(c, dxki_dxil_subobject);
    content from = {0};

    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        if (v->type->object != rows[i].object || !read_content(c, v->decl, rows[i].members, &from))
            continue;
        *s = (dxki_dxil_subobject){
            .name = v->name->text, .kind = rows[i].kind, .hit_group_type = rows[i].group};
        fill(c, v->decl, &from, s);
        return s;
    }
    return NULL;
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

/* SPDX-License-Identifier: MIT */
/* exported.c - which functions a library shows, by which names, and in which order. See library.h. */
#include "codegen/library.h"

#include "base/count.h"
#include "base/hash_order.h"
#include "base/sort.h"
#include "sema/mangle.h"

/* ---------------------------------------------------------------------------------------- */
/* What is shown                                                                              */

/* The stage of [shader("...")], or the one that alone has another attribute; LIBRARY: it is no entry
 * point. */
static uint32_t stage_of(const dxki_hlsl_function *f)
{
    static const struct {
        const char *attribute;
        uint32_t stage;
    } implied[] = {
        {"maxvertexcount", DXK_SHADER_KIND_GEOMETRY}, {"instance", DXK_SHADER_KIND_GEOMETRY},
        {"patchconstantfunc", DXK_SHADER_KIND_HULL},  {"domain", DXK_SHADER_KIND_DOMAIN},
        {"clipplanes", DXK_SHADER_KIND_VERTEX},       {"earlydepthstencil", DXK_SHADER_KIND_PIXEL},
    };
    const dxki_ast_attr *a = dxki_emit_attribute(f, "shader");
    uint32_t kind;

    for (size_t i = 0; !a && i < DXKI_COUNT(implied); i++) {
        if (dxki_emit_attribute(f, implied[i].attribute))
            return implied[i].stage;
    }
    if (!a || a->args.count != 1 || a->args.items[0]->kind != DXKI_AST_STRING)
        return DXK_SHADER_KIND_LIBRARY;
    return dxki_hlsl_stage_of(a->args.items[0]->text, &kind) ? kind : DXK_SHADER_KIND_LIBRARY;
}

bool dxki_emit_is_exported(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxk_hlsl_options *o = &e->c->options;

    if (f->decl->mods & DXKI_AST_MOD(EXPORT) && !o->export_shaders_only)
        return true;
    if (f->decl->mods & DXKI_AST_MOD(STATIC))
        return false;
    if (o->export_all && !dxki_hlsl_is_for_linking(e->c) && !o->export_shaders_only)
        /* also one that cannot be: that is said when it is emitted */
        return !(f->decl->mods & DXKI_AST_INLINE) && !f->record;
    return !o->export_shaders_only && dxki_emit_can_link(e, f) &&
           ((dxki_hlsl_is_for_linking(e->c) && !o->export_marked) || o->export_all ||
            o->export_count > 0);
}

bool dxki_emit_has_signature(const dxki_hlsl_function *f)
{
    uint32_t stage = stage_of(f);

    return stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(stage);
}

/* The name of a function in the module. */
dxk_str dxki_emit_root_name(dxki_emit *e, const dxki_emit_root *r)
{
    bool plain = r->stage != DXK_SHADER_KIND_LIBRARY && !dxki_hlsl_is_ray_stage(r->stage);

    return plain ? r->function->name->text : dxki_hlsl_mangle_function(e->c, r->function);
}

/* A mangled name with another one in front: up to the first '@'. */
static dxk_str renamed(dxki_hlsl *c, dxk_str name, dxk_str to)
{
    const char *at = memchr(name.data, '@', name.size);

    if (!at || name.data[0] != 1)
        return dxki_hlsl_text(c, to);
    const dxk_str rest = {at, name.size - (size_t)(at - name.data)};
    return dxki_hlsl_join(c, dxki_hlsl_join(c, dxki_str("\x01?"), to), rest);
}

/* What stands in front of a character, which is cut off with it; all of it without one. */
static dxk_str cut(dxk_str *text, char ch)
{
    const char *at = text->size ? memchr(text->data, ch, text->size) : NULL;
    dxk_str head = {text->data, at ? (size_t)(at - text->data) : text->size};

    text->data += head.size + (at != NULL);
    text->size -= head.size + (at != NULL);
    return head;
}

/* Does a definition mean that function: by its name in the source, or in the module? */
static bool means(const dxki_emit_root *r, dxk_str plain)
{
    return dxki_str_same(plain, r->function->name->text) || dxki_str_same(plain, r->name);
}

/* One definition: "NAME", or "NEW,OTHER=NAME". */
static void add_export(dxki_emit *e, dxki_emit_roots *all, const dxki_emit_root *r, dxk_str text)
{
    dxk_str names = cut(&text, '='), plain = text.size ? text : names;
    dxki_emit_root made = *r;

    if (!means(r, plain))
        return;
    if (!text.size)
        DXKI_HLSL_PUSH(e->c, all, made);
    while (text.size && names.size && dxki_hlsl_ready(e->c)) {
        made.name = renamed(e->c, r->name, cut(&names, ','));
        DXKI_HLSL_PUSH(e->c, all, made);
    }
}

static void add_root(dxki_emit *e, dxki_emit_roots *all, const dxki_emit_root *function)
{
    const dxk_hlsl_options *o = &e->c->options;
    dxki_emit_root own = *function, *r = &own;

    e->shares_statics |= r->stage == DXK_SHADER_KIND_LIBRARY;
    r->name = dxki_emit_root_name(e, r);
    if (!o->export_count)
        DXKI_HLSL_PUSH(e->c, all, *r);
    for (size_t i = 0; i < o->export_count; i++) {
        dxk_str text = dxki_str(o->exports[i]);
        while (text.size && dxki_hlsl_ready(e->c))
            add_export(e, all, r, cut(&text, ';'));
    }
}

static void find(dxki_emit *e, dxki_emit_roots *all)
{
    dxki_hlsl_sema *s = e->c->sema;

    for (size_t i = 0; i < s->functions.count && dxki_hlsl_ready(e->c); i++) {
        dxki_emit_root r = {.function = s->functions.items[i]};
        if (r.function->record || !r.function->decl)
            continue;
        r.stage = stage_of(r.function);
        if (r.stage == DXK_SHADER_KIND_LIBRARY && !dxki_emit_is_exported(e, r.function))
            continue;
        add_root(e, all, &r);
        /* what is exported by name is a function, too, that others can call */
        r.stage = DXK_SHADER_KIND_LIBRARY;
        if (dxki_emit_has_signature(r.function) && e->c->options.export_count &&
            dxki_emit_can_link(e, r.function))
            add_root(e, all, &r);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Wrong exports                                                                              */

/* A name as messages show it: the byte in front of mangled ones as digits. */
static dxk_str shown(dxki_hlsl *c, dxk_str name)
{
    const dxk_str rest = {name.data + 1, name.size - 1};

    return name.size && name.data[0] == 1 ? dxki_hlsl_join(c, dxki_str("\\01"), rest) : name;
}

static bool stands_behind(const void *user, const void *left, const void *right)
{
    const dxk_str *a = &((const dxki_emit_root *)left)->name,
                  *b = &((const dxki_emit_root *)right)->name;
    size_t size = a->size < b->size ? a->size : b->size;
    int order = memcmp(a->data, b->data, size);

    (void)user;
    return order > 0 || (order == 0 && a->size > b->size);
}

/* Two functions of one name. */
static void check_collisions(dxki_emit *e, const dxki_emit_roots *all)
{
    dxki_emit_root *sorted = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_root, all->count + 1);

    if (sorted && all->count)
        memcpy(sorted, all->items, all->count * sizeof *sorted);
    if (!sorted || !dxki_sort(e->c->ctx, sorted, all->count, sizeof *sorted, stands_behind, NULL)) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    for (size_t i = 1; i < all->count; i++) {
        bool again = dxki_str_same(sorted[i].name, sorted[i - 1].name);
        bool told = again && i > 1 && dxki_str_same(sorted[i].name, sorted[i - 2].name);
        if (again && !told)
            DXKI_HLSL_REPORT(e->c, EXPORT_COLLISION, sorted[i].function->loc,
                             dxki_text(shown(e->c, sorted[i].name)));
    }
}

/* A definition that means none of the functions. */
static void check_target(dxki_emit *e, dxk_str text)
{
    const dxki_hlsl_loc nowhere = {0, 0};
    dxki_hlsl_sema *s = e->c->sema;
    dxk_str names = cut(&text, '='), plain = text.size ? text : names;

    for (size_t i = 0; i < s->functions.count && dxki_hlsl_ready(e->c); i++) {
        dxki_emit_root r = {.function = s->functions.items[i]};
        if (r.function->record || !r.function->decl)
            continue;
        r.name = dxki_hlsl_mangle_function(e->c, r.function);
        if (means(&r, plain))
            return;
    }
    DXKI_HLSL_REPORT(e->c, EXPORT_MISSING, nowhere, dxki_text(shown(e->c, plain)));
}

static void check(dxki_emit *e, const dxki_emit_roots *all)
{
    const dxk_hlsl_options *o = &e->c->options;

    if (o->export_count)
        check_collisions(e, all);
    for (size_t i = 0; i < o->export_count; i++) {
        dxk_str text = dxki_str(o->exports[i]);
        while (text.size && dxki_hlsl_ready(e->c))
            check_target(e, cut(&text, ';'));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Order                                                                                      */

/* One function, or what others call of an entry point, with all its names. */
typedef struct names {
    dxki_emit_root *first;
    size_t count;
    bool is_twin; /* of an entry point */
} names;

/* Puts the name that the function in its place keeps first, its own or else the least one, and the others
 * behind it by their bytes. */
static bool sort_names(dxki_emit *e, const names *n)
{
    dxki_emit_root kept;
    dxk_str own = dxki_emit_root_name(e, n->first);

    if (!dxki_sort(e->c->ctx, n->first, n->count, sizeof *n->first, stands_behind, NULL))
        return false;
    for (size_t i = 1; i < n->count; i++) {
        if (!dxki_str_same(n->first[i].name, own))
            continue;
        kept = n->first[i];
        memmove(n->first + 1, n->first, i * sizeof kept);
        n->first[0] = kept;
    }
    return true;
}

/* Puts twins in the order in which the reference makes them: that of a table of all entry points. */
static bool order_twins(dxki_emit *e, const names *all, size_t count, uint32_t *order)
{
    const dxki_hlsl_sema *s = e->c->sema;
    dxk_str *words = DXKI_NEW_ARRAY(&e->c->arena, dxk_str, s->functions.count + 1);
    const dxki_hlsl_function **entries =
        DXKI_NEW_ARRAY(&e->c->arena, const dxki_hlsl_function *, s->functions.count + 1);
    uint32_t found = 0, done = 0;

    for (size_t i = 0; words && entries && i < s->functions.count; i++) {
        const dxki_hlsl_function *f = s->functions.items[i];
        if (f->record || !f->decl || stage_of(f) == DXK_SHADER_KIND_LIBRARY)
            continue;
        words[found] = f->name->text;
        entries[found++] = f;
    }
    const uint32_t *at = words && entries ? dxki_hash_order(&e->c->arena, words, found) : NULL;
    for (uint32_t i = 0; at && i < found; i++)
        for (uint32_t k = 0; k < count; k++)
            if (all[k].is_twin && all[k].first->function == entries[at[i]])
                order[done++] = k;
    return at != NULL;
}

static size_t collect(const dxki_emit_roots *all, names *to)
{
    size_t count = 0;

    for (size_t i = 0; i < all->count; i++) {
        dxki_emit_root *r = &all->items[i];
        if (i && r->function == r[-1].function && r->stage == r[-1].stage)
            to[count - 1].count++;
        else
            to[count++] = (names){
                r, 1, r->stage == DXK_SHADER_KIND_LIBRARY && dxki_emit_has_signature(r->function)};
    }
    return count;
}

/* Appends some names of a function. */
static void append(dxki_emit *e, dxki_emit_roots *to, const names *n, size_t from, size_t end)
{
    for (size_t i = from; i < end && dxki_hlsl_ready(e->c); i++) {
        n->first[i].is_copy = from || n->is_twin;
        DXKI_HLSL_PUSH(e->c, to, n->first[i]);
    }
}

/* Functions stand in the order of the source, each under one name; twins of entry points follow, and then
 * copies for the other names. */
static void arrange(dxki_emit *e, dxki_emit_roots *all)
{
    names *found = DXKI_NEW_ARRAY(&e->c->arena, names, all->count + 1);
    uint32_t *twins = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, all->count + 1);
    size_t count = found ? collect(all, found) : 0, twin_count = 0;
    dxki_emit_roots made = {NULL, 0, 0};
    bool good = found && twins;

    for (size_t i = 0; good && i < count; i++) {
        good = sort_names(e, &found[i]);
        twin_count += found[i].is_twin;
    }
    if (!good || (twin_count && !order_twins(e, found, count, twins))) {
        dxki_hlsl_nomem(e->c);
        return;
    }
    for (size_t i = 0; i < count; i++)
        append(e, &made, &found[i], 0, !found[i].is_twin);
    for (size_t i = 0; i < twin_count; i++)
        append(e, &made, &found[twins[i]], 0, 1);
    for (size_t i = 0; i < count; i++)
        if (!found[i].is_twin)
            append(e, &made, &found[i], 1, found[i].count);
    for (size_t i = 0; i < twin_count; i++)
        append(e, &made, &found[twins[i]], 1, found[twins[i]].count);
    dxki_vec_free(e->c->ctx, all);
    *all = made;
}

void dxki_emit_find_roots(dxki_emit *e, dxki_emit_roots *all)
{
    find(e, all);
    if (dxki_emit_ready(e))
        check(e, all);
    if (dxki_emit_ready(e) && e->c->options.export_count)
        arrange(e, all);
}

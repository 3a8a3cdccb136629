/* SPDX-License-Identifier: MIT */
/*
 * canon_module.c - what a module lists, in canonical order: functions and variables as the code
 * comes by them, metadata as it is emitted, annotations by what they describe. Names of resources
 * and of members of structures go, but for those that libraries are linked by.
 */
#include "base/out.h"
#include "base/sort.h"
#include "base/str.h"
#include "dxil/op.h"
#include "edit/canon.h"
#include "edit/edit.h"
#include "ir/flags.h"

#include <string.h>

/* --- functions and variables --- */

typedef struct lister {
    dxki_pass *p;
    dxk_module *m;
    uint8_t *listed; /* by global */
    uint8_t *seen;   /* by constant */
    DXKI_VEC(uint32_t) functions, variables;
    DXKI_VEC(dxki_value) stack;
} lister;

static bool name_after(const void *user, const void *a, const void *b)
{
    const dxk_module *m = user;
    dxk_str x = dxki_string_get(m, m->globals.items[*(const uint32_t *)a].name);
    dxk_str y = dxki_string_get(m, m->globals.items[*(const uint32_t *)b].name);
    size_t common = x.size < y.size ? x.size : y.size;
    int order = common ? memcmp(x.data, y.data, common) : 0;
    return order ? order > 0 : x.size > y.size;
}

static bool list(lister *l, uint32_t global)
{
    uint8_t kind = l->m->globals.items[global].kind;
    if (l->listed[global] || kind == DXKI_G_ALIAS)
        return true;
    l->listed[global] = 1;
    return kind == DXKI_G_FUNCTION ? dxki_vec_push(l->m->ctx, &l->functions, global)
                                   : dxki_vec_push(l->m->ctx, &l->variables, global);
}

/* True if a function is of the group: 0 entry points, 1 exports, 2 declarations. */
static bool is_in_group(const lister *l, uint32_t fn, uint32_t group)
{
    const dxki_pass_facts *facts = l->p->facts;
    uint8_t root = fn < facts->root_count ? facts->roots[fn] : 0;
    bool has_body = l->m->globals.items[fn].first_block != 0;
    return group == 2 ? !has_body : has_body && root == group + 1;
}

/* Lists a group of functions by their names. */
static bool list_functions(lister *l, uint32_t group)
{
    size_t first = l->functions.count;
    DXKI_EACH_FUNCTION(l->m, fn) {
        if (is_in_group(l, fn, group) && !list(l, fn))
            return false;
    }
    size_t count = l->functions.count - first;
    return count == 0 || dxki_sort(l->m->ctx, l->functions.items + first, count,
                                   sizeof *l->functions.items, name_after, l->m);
}

/* Variables that others know by name. */
static bool list_open_variables(lister *l)
{
    for (size_t i = 0; i < l->m->variables.count; i++) {
        uint32_t g = l->m->variables.items[i];
        if (dxki_edit_canon_is_open(l->p, &l->m->globals.items[g]) && !list(l, g))
            return false;
    }
    return dxki_sort(l->m->ctx, l->variables.items, l->variables.count, sizeof *l->variables.items,
                     name_after, l->m);
}

/* Lists the local globals that a value is made of. Declarations come last. */
static bool list_value(lister *l, dxki_value value)
{
    dxk_module *m = l->m;
    l->stack.count = 0;
    for (;;) {
        uint32_t index = DXKI_INDEX(value);
        if (DXKI_TAG(value) == DXKI_V_GLOBAL) {
            const dxki_global *g = &m->globals.items[index];
            if ((g->first_block || g->kind == DXKI_G_VARIABLE) && !list(l, index))
                return false;
            if (g->init && !dxki_vec_push(m->ctx, &l->stack, g->init))
                return false;
        } else if (DXKI_TAG(value) == DXKI_V_CONST && !l->seen[index]) {
            const dxki_const *c = &m->consts.items[index];
            bool contains = c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR;
            l->seen[index] = 1;
            for (uint32_t i = contains ? c->b : 0; i-- > 0;) {
                if (!dxki_vec_push(m->ctx, &l->stack, m->words.items[c->a + i]))
                    return false;
            }
        }
        if (l->stack.count == 0)
            return true;
        value = l->stack.items[--l->stack.count];
    }
}

static bool list_body(lister *l, uint32_t fn)
{
    DXKI_EACH_BLOCK(l->m, fn, block) {
        DXKI_EACH_INST(l->m, block, inst) {
            for (uint32_t k = 0; k < l->m->insts.items[inst].op_count; k++) {
                dxki_value op = dxki_inst_ops(l->m, inst)[k];
                bool known = DXKI_TAG(op) == DXKI_V_GLOBAL
                                 ? l->listed[DXKI_INDEX(op)]
                                 : DXKI_TAG(op) != DXKI_V_CONST || l->seen[DXKI_INDEX(op)];
                if (!known && !list_value(l, op))
                    return false;
            }
        }
    }
    return true;
}

/* What nothing comes by stays after the rest, as it was. */
static bool list_rest(lister *l)
{
    for (size_t i = 0; i < l->m->variables.count; i++) {
        if (!list(l, l->m->variables.items[i]))
            return false;
    }
    DXKI_EACH_FUNCTION(l->m, fn) {
        if (l->m->globals.items[fn].first_block && !list(l, fn))
            return false;
    }
    return list_functions(l, 2);
}

static bool list_all(lister *l)
{
    if (!list_functions(l, 0) || !list_functions(l, 1) || !list_open_variables(l))
        return false;
    for (size_t i = 0; i < l->functions.count; i++) { /* it grows */
        if (!list_body(l, l->functions.items[i]))
            return false;
    }
    return list_rest(l);
}

static void take_list(dxki_pass *p, uint32_t *to, const uint32_t *from, size_t count)
{
    if (count && memcmp(to, from, count * sizeof *to) != 0) {
        memcpy(to, from, count * sizeof *to);
        dxki_pass_changed(p);
    }
}

static bool order_globals(dxki_pass *p)
{
    dxk_module *m = p->m;
    lister l = {.p = p, .m = m};
    l.listed = DXKI_NEW_ARRAY(&p->scratch, uint8_t, m->globals.count);
    l.seen = DXKI_NEW_ARRAY(&p->scratch, uint8_t, m->consts.count);
    bool good = l.listed && l.seen && dxki_module_touch(m) && list_all(&l);
    if (good && l.functions.count == m->functions.count &&
        l.variables.count == m->variables.count) {
        take_list(p, m->functions.items, l.functions.items, l.functions.count);
        take_list(p, m->variables.items, l.variables.items, l.variables.count);
    }
    dxki_vec_free(m->ctx, &l.functions);
    dxki_vec_free(m->ctx, &l.variables);
    dxki_vec_free(m->ctx, &l.stack);
    return good;
}

/* --- names of payloads --- */

/* A structure that an operation is overloaded by is named in the operation's function. */
static dxki_type structure_behind(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(m, type);
    if (t->kind == DXKI_T_POINTER) {
        type = t->a;
        t = dxki_type_get(m, type);
    }
    bool named = t->kind == DXKI_T_STRUCT && (t->flags & DXKI_TF_IDENTIFIED) && t->c;
    return named && !dxki_str_starts(dxki_string_get(m, t->c), "dx.") ? type : 0;
}

static dxki_string write_text(dxk_module *m, const dxk_buffer *text)
{
    return dxki_string_intern(m, (dxk_str){(const char *)text->data, text->size});
}

/* Names it after its number, unless it has one already. */
static bool number_structure(dxki_pass *p, uint8_t *named, dxki_type type, uint32_t *count)
{
    dxk_buffer text;
    dxki_out out;
    if (named[type])
        return true;
    named[type] = 1;
    dxk_buffer_init(&text, p->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxki_out_text(&out, "struct.");
    dxki_out_u64(&out, (*count)++);
    bool good = dxki_out_flush(&out) == DXK_OK;
    dxki_string name = good ? write_text(p->m, &text) : UINT32_MAX;
    if (name != UINT32_MAX)
        p->m->types.items[type].c = name;
    dxk_buffer_free(&text);
    return name != UINT32_MAX;
}

/* Gives the function of an operation the name that goes with the names of its structures. */
static bool rename_operation(dxki_pass *p, uint32_t function, const dxki_dxop_info *op,
                             const dxki_dxil_overloads *o)
{
    dxk_buffer text;
    dxki_out out;
    dxk_buffer_init(&text, p->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxki_dxil_put_function_name(p->m, &out, op, o, NULL);
    bool good = dxki_out_flush(&out) == DXK_OK;
    dxki_string name = good ? write_text(p->m, &text) : UINT32_MAX;
    if (name != UINT32_MAX)
        p->m->globals.items[function].name = name;
    dxk_buffer_free(&text);
    return name != UINT32_MAX;
}

typedef struct payload_names {
    uint8_t *types;     /* by type: it has its number */
    uint8_t *functions; /* by global: looked at */
    uint32_t count;
} payload_names;

static bool name_payload(dxki_pass *p, payload_names *n, uint32_t inst)
{
    const dxki_inst *in = &p->m->insts.items[inst];
    uint32_t function = dxki_call_dxop_function(p->m, in);
    const dxki_dxop_info *op =
        function && !n->functions[function] ? dxki_call_dxop_complete(p->m, in) : NULL;
    dxki_dxil_overloads o;
    bool any = false;
    if (!op || !dxki_dxil_overloads_of(p->m, op, dxki_call_type(p->m, in), &o))
        return true;
    n->functions[function] = 1;
    for (uint32_t k = 0; k < DXKI_OVERLOADS; k++) {
        dxki_type type = o.types[k] ? structure_behind(p->m, o.types[k]) : 0;
        if (type && !number_structure(p, n->types, type, &n->count))
            return false;
        any = any || type;
    }
    return !any || rename_operation(p, function, op, &o);
}

/* Shaders that stand alone are known by none of these names; structures are numbered as the code
 * comes by them. */
static bool name_payloads(dxki_pass *p)
{
    dxk_module *m = p->m;
    payload_names n = {.types = DXKI_NEW_ARRAY(&p->scratch, uint8_t, m->types.count),
                       .functions = DXKI_NEW_ARRAY(&p->scratch, uint8_t, m->globals.count)};
    if (!n.types || !n.functions || !dxki_module_touch(m))
        return false;
    if (p->facts->kind == DXK_SHADER_KIND_LIBRARY)
        return true;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (!name_payload(p, &n, inst))
                    return false;
            }
        }
    }
    return true;
}

/* --- annotations --- */

typedef struct keyed {
    uint64_t key;
    uint32_t index;
} keyed;

static bool key_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const keyed *)a)->key > ((const keyed *)b)->key;
}

static uint64_t field_label(const dxki_dxil_field_annotation *f, uint64_t h)
{
    const uint32_t numbers[] = {
        f->is_precise,         f->is_used,        f->matrix.rows,     f->matrix.columns,
        f->matrix.orientation, f->cbuffer_offset, f->interpolation,   f->component_type,
        f->bit_width,          f->vector_size,    f->bit_fields.count};
    h = dxki_hash_words(h, numbers, sizeof numbers / sizeof *numbers);
    return dxki_hash_bytes(h, f->semantic);
}

/* A label for an annotation without its names, which it loses. */
static uint64_t annotation_label(const dxki_dxil_annotated_struct *s, uint64_t h)
{
    if (!s->annotation)
        return h;
    h = dxki_hash_mix(h, s->annotation->cbuffer_size);
    for (uint32_t i = 0; i < s->annotation->fields.count; i++) {
        dxki_dxil_field_annotation *f =
            (dxki_dxil_field_annotation *)(uintptr_t)s->annotation->fields.items[i];
        f->name = dxki_str("");
        h = field_label(f, h);
    }
    return h;
}

static bool order_structs(dxki_pass *p, dxk_dxil *d)
{
    const uint64_t *types = dxki_edit_canon_types(p->m, &p->scratch);
    keyed *keys = DXKI_NEW_ARRAY(&p->scratch, keyed, d->struct_count);
    dxki_dxil_annotated_struct *sorted =
        DXKI_NEW_ARRAY(&d->arena, dxki_dxil_annotated_struct, d->struct_count);
    if (!types || !keys || !sorted)
        return false;
    for (uint32_t i = 0; i < d->struct_count; i++)
        keys[i] = (keyed){annotation_label(&d->structs[i], types[d->structs[i].type]), i};
    if (!dxki_sort(p->ctx, keys, d->struct_count, sizeof *keys, key_after, NULL))
        return false;
    for (uint32_t i = 0; i < d->struct_count; i++) {
        sorted[i] = d->structs[keys[i].index];
        d->struct_of_type[sorted[i].type] = i + 1;
    }
    d->structs = sorted;
    return true;
}

/* Annotated functions as the module lists them. */
static bool order_functions(dxki_pass *p, dxk_dxil *d)
{
    uint32_t *place = DXKI_NEW_ARRAY(&p->scratch, uint32_t, p->m->globals.count);
    keyed *keys = DXKI_NEW_ARRAY(&p->scratch, keyed, d->function_count);
    dxki_dxil_annotated_function *sorted =
        DXKI_NEW_ARRAY(&d->arena, dxki_dxil_annotated_function, d->function_count);
    if (!place || !keys || !sorted)
        return false;
    for (uint32_t i = 0; i < p->m->functions.count; i++)
        place[p->m->functions.items[i]] = i;
    for (uint32_t i = 0; i < d->function_count; i++)
        keys[i] = (keyed){place[d->functions[i].function], i};
    if (!dxki_sort(p->ctx, keys, d->function_count, sizeof *keys, key_after, NULL))
        return false;
    for (uint32_t i = 0; i < d->function_count; i++)
        sorted[i] = d->functions[keys[i].index];
    d->functions = sorted;
    return true;
}

/* --- metadata --- */

/* Named metadata that says how the module came to be. Debug information that is there needs its own. */
static bool is_provenance(const dxk_module *m, dxk_str name)
{
    bool has_debug = dxki_named_md_find(m, "llvm.dbg.cu") != UINT32_MAX;
    if (has_debug && (dxki_str_is(name, DXKI_MODULE_FLAGS) || dxki_str_is(name, "llvm.dbg.cu")))
        return false;
    return dxki_str_starts(name, "llvm.") || dxki_str_starts(name, "dx.source.");
}

static bool named_after(const void *user, const void *a, const void *b)
{
    const dxk_module *m = user;
    dxk_str x = dxki_string_get(m, ((const dxki_named_md *)a)->name);
    dxk_str y = dxki_string_get(m, ((const dxki_named_md *)b)->name);
    size_t common = x.size < y.size ? x.size : y.size;
    int order = common ? memcmp(x.data, y.data, common) : 0;
    return order ? order > 0 : x.size > y.size;
}

static bool order_named(dxk_module *m)
{
    for (size_t i = m->named_mds.count; i-- > 0;) {
        if (is_provenance(m, dxki_string_get(m, m->named_mds.items[i].name)) &&
            !dxki_named_md_remove(m, i))
            return false;
    }
    return dxki_sort(m->ctx, m->named_mds.items, m->named_mds.count, sizeof *m->named_mds.items,
                     named_after, m);
}

/* Libraries are linked by the names of their resources. */
static void drop_resource_names(const dxki_pass *p, const dxk_dxil *d)
{
    bool linked = p->facts->kind == DXK_SHADER_KIND_LIBRARY;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES && !linked; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            dxki_pass_resource(d, cls, i)->name = dxki_str("");
    }
}

dxk_status dxki_edit_canonical_module(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    if (!d || !order_globals(p) || !name_payloads(p) || !order_globals(p) || !order_structs(p, d) ||
        !order_functions(p, d))
        return dxki_nomem(p->ctx);
    drop_resource_names(p, d);
    if (!order_named(p->m) || !dxki_md_kinds_tidy(p->m))
        return dxki_nomem(p->ctx);
    return dxki_pass_write_metadata(p); /* after the named nodes that it does not know */
}

/* SPDX-License-Identifier: MIT */
/*
 * intrinsic.c - calls of functions of the language and of methods of objects, by the rows of
 * spec/hlsl_intrinsics.def; see sema.h.
 */
#include "base/count.h"
#include "dxk/ops.h"
#include "sema/check.h"
#include "sema/lowering.h"
#include "sema/match.h"

static const dxki_hlsl_intrinsic rows[] = {
#define DXKI_HLSL_INTRINSIC(scope, name, nargs, result, params, min_minor, lowering, op, code)     \
    {scope, name, nargs, result, params, min_minor, DXKI_HLSL_LOWER_##lowering, DXK_OP_##op, code},
#include "spec/hlsl_intrinsics.def"
#undef DXKI_HLSL_INTRINSIC
};
/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

static bool in_scope(const char *scope, dxk_str name)
{
    dxk_str rest = dxki_str(scope);

    if (!name.size)
        return !rest.size;
    while (rest.size) {
        dxk_str one = dxki_sema_cut(&rest, '|');
        if (dxki_str_same(one, name))
            return true;
    }
    return false;
}

/* The first row of a name; rows are sorted. */
static size_t first_row(dxk_str name)
{
    size_t low = 0, high = DXKI_COUNT(rows);

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        size_t size = strlen(rows[middle].name);
        int order = memcmp(rows[middle].name, name.data, size < name.size ? size : name.size);
        if (order < 0 || (order == 0 && size < name.size))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool dxki_sema_is_method(dxk_str scope, dxk_str name, bool *takes_none)
{
    bool found = false;

    for (size_t i = first_row(name); i < DXKI_COUNT(rows) && dxki_str_is(name, rows[i].name); i++) {
        if (!in_scope(rows[i].scope, scope))
            continue;
        found = true;
        *takes_none = *takes_none || rows[i].nargs == 0;
    }
    return found;
}

bool dxki_sema_is_intrinsic(dxk_str scope, dxk_str name)
{
    bool takes_none = false;

    return dxki_sema_is_method(scope, name, &takes_none);
}

const char *dxki_sema_intrinsic_word(dxk_str scope, size_t *at)
{
    while (*at < DXKI_COUNT(rows)) {
        const dxki_hlsl_intrinsic *row = &rows[(*at)++];
        if (in_scope(row->scope, scope))
            return row->name;
    }
    return NULL;
}

/* One of two objects. */
static dxki_hlsl_node *select_object(dxki_sema_match *m, dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(m->c, DXKI_HLSL_N_SELECT, loc, m->types[0]);

    n->a = dxki_sema_convert(m->c, m->args[0], m->types[1], false);
    n->b = m->args[1];
    n->c = m->args[2];
    return n;
}

/* Structures that are handed to other shaders, or are the attributes of a hit, consist of numbers. */
static bool has_plain_records(dxki_sema_match *m)
{
    static const struct {
        const char *param, *words;
    } kinds[] = {{"Attributes", "attributes"}, {"Parameter", "callable"}};
    const char *words = "payload";
    bool good = true;

    for (size_t i = 0; i < DXKI_COUNT(kinds); i++)
        if (strstr(m->row->params, kinds[i].param))
            words = kinds[i].words;
    for (size_t i = 1; i <= m->count; i++) {
        const dxki_hlsl_node *arg = m->args[i - 1];
        if (!dxki_sema_is_record_class(m->slots[i].class))
            continue;
        if (dxki_sema_refuse_long(m->c, arg->type, arg->loc,
                                  m->row->lowering == DXKI_HLSL_LOWER_HIT_ATTRIBUTES ||
                                          m->row->lowering == DXKI_HLSL_LOWER_REPORT_HIT
                                      ? "attributes"
                                      : "user-defined struct parameter"))
            good = false;
        if (!arg->type->has_objects)
            continue;
        good = false;
        if (!dxki_sema_refuse_hits(m->c, arg->type, arg->loc,
                                   m->row->lowering == DXKI_HLSL_LOWER_REPORT_HIT
                                       ? "attributes"
                                       : "user-defined struct parameter"))
            DXKI_HLSL_REPORT(m->c, RECORD_OF_NUMBERS, arg->loc, dxki_text(dxki_str(words)));
    }
    return good;
}

/* Of literals a literal, if it is known what it comes to; else NULL. */
static dxki_hlsl_node *of_literals(dxki_sema_match *m, dxki_hlsl_loc loc)
{
    dxki_hlsl *c = m->c;
    const dxki_hlsl_type *literal = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_LITERAL_FLOAT);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_INTRINSIC, loc, literal);
    size_t mark = c->sema->stack.count;
    bool real = false, good = m->types[0]->kind == DXKI_HLSL_TY_SCALAR && m->count > 0;

    for (size_t i = 0; i <= m->count; i++)
        good = good && m->types[i]->scalar == DXKI_HLSL_S_FLOAT;
    for (size_t i = 0; good && i < m->count; i++) {
        const dxki_hlsl_type *t = m->args[i]->type;
        real = real || t->scalar == DXKI_HLSL_S_LITERAL_FLOAT;
        good = t->kind == DXKI_HLSL_TY_SCALAR && dxki_hlsl_info(t)->flags & DXKI_HLSL_LITERAL;
    }
    if (!good || !real)
        return NULL;
    n->row = m->row;
    for (size_t i = 0; i < m->count; i++)
        dxki_sema_push(c, dxki_sema_convert(c, m->args[i], literal, false));
    n->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &n->list_count);
    const uint64_t *value = dxki_sema_call_value(c, n);
    dxki_hlsl_node *known = value ? dxki_sema_constant(c, literal, *value, loc) : NULL;
    if (known)
        known->strictness = dxki_sema_strictness(c, n);
    return known;
}

static dxki_hlsl_node *make(dxki_sema_match *m, dxki_hlsl_loc loc)
{
    dxki_hlsl *c = m->c;
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_INTRINSIC, loc, m->types[0]);
    size_t mark = c->sema->stack.count;

    if (!m->row->lowering) {
        dxki_sema_unsupported(c, loc, m->row->name);
        return dxki_sema_bad(c, loc);
    }
    dxki_hlsl_node *known = m->object ? NULL : of_literals(m, loc);
    if (known)
        return known;
    if (!has_plain_records(m))
        return dxki_sema_bad(c, loc);
    if (m->row->lowering == DXKI_HLSL_LOWER_SELECT && m->types[0]->kind == DXKI_HLSL_TY_OBJECT)
        return select_object(m, loc);
    if (m->row->lowering == DXKI_HLSL_LOWER_HELPER)
        c->saw_helpers = true;
    if (m->row->lowering == DXKI_HLSL_LOWER_HIT_SET)
        dxki_sema_note_written(m->object);
    n->row = m->row;
    n->a = m->object;
    n->type_arg = m->type_arg;
    for (size_t i = 1; i <= m->count; i++) {
        dxki_hlsl_node *arg = m->args[i - 1];
        if (m->slots[i].direction == 'i') {
            c->sema->of_language = true;
            arg = dxki_sema_by_value(c, dxki_sema_convert(c, arg, m->types[i], false));
            c->sema->of_language = false;
        } else if (!dxki_sema_writable(c, arg, arg->loc)) {
            c->sema->stack.count = mark;
            return dxki_sema_bad(c, loc);
        } else if (!dxki_hlsl_same(c, arg->type, m->types[i])) {
            /* what comes out is converted on its way */
            c->sema->of_language = true;
            dxki_sema_warn_out(c, arg, m->types[i], NULL);
            c->sema->of_language = false;
            dxki_hlsl_node *out = dxki_sema_node(c, DXKI_HLSL_N_CONVERT, arg->loc, m->types[i]);
            out->a = arg;
            out->is_lvalue = true;
            arg = out;
        }
        dxki_sema_push(c, arg);
    }
    n->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &n->list_count);
    dxki_sema_check_flags(c, n);
    dxki_sema_check_trace(c, n);
    return n;
}

/* A function of the language is known by its number of arguments. */
static bool takes_count(const dxki_hlsl_intrinsic_call *k)
{
    for (size_t i = first_row(k->name); i < DXKI_COUNT(rows) && dxki_str_is(k->name, rows[i].name);
         i++) {
        if (in_scope(rows[i].scope, k->scope) && dxki_sema_takes_count(&rows[i], k->count))
            return true;
    }
    return false;
}

dxki_hlsl_node *dxki_sema_intrinsic_fitting(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k)
{
    for (size_t i = first_row(k->name); i < DXKI_COUNT(rows) && dxki_str_is(k->name, rows[i].name);
         i++) {
        dxki_sema_match m = {.c = c,
                             .row = &rows[i],
                             .object = k->object,
                             .args = k->args,
                             .count = k->count,
                             .type_arg = k->type_arg};
        if (in_scope(rows[i].scope, k->scope) && dxki_sema_takes_count(&rows[i], k->count) &&
            k->count < DXKI_SEMA_SLOTS && dxki_sema_matches(&m))
            return make(&m, k->loc);
    }
    return NULL;
}

/* The name of the first parameter of a row. */
static dxk_str first_name(const dxki_hlsl_intrinsic *row)
{
    dxk_str text = dxki_str(row->params), first = dxki_sema_cut(&text, ';');

    while (memchr(first.data, ' ', first.size))
        dxki_sema_cut(&first, ' ');
    return first;
}

/* Says that a function or method takes another number of arguments. */
static void tell_count(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k,
                       const dxki_hlsl_intrinsic *row)
{
    dxk_str text = dxki_sema_count_of_one(c, "requires single", first_name(row), k->count);

    if (row->nargs != 1)
        text = dxki_sema_count_text(c, "requires ", row->nargs, k->count);
    if (k->object)
        DXKI_HLSL_REPORT(c, CANDIDATE_METHOD, k->loc, dxki_text(text));
    else
        DXKI_HLSL_REPORT(c, CANDIDATE, k->loc, dxki_text(text));
}

/* Says which argument a row does not take, unless that was said just before. */
static void tell_misfit(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k,
                        const dxki_hlsl_intrinsic *row, dxk_str *before)
{
    dxki_sema_match m = {.c = c,
                         .row = row,
                         .object = k->object,
                         .args = k->args,
                         .count = k->count,
                         .type_arg = k->type_arg};

    if (k->count >= DXKI_SEMA_SLOTS || dxki_sema_matches(&m) || !m.misfit)
        return;
    const dxk_str wanted = dxki_sema_wanted(&m);
    const size_t i = (size_t)m.misfit - 1;
    if (!wanted.size)
        return;
    const dxki_sema_misfit what = {
        k->args[i], m.types[m.misfit], wanted, i, m.slots[m.misfit].direction != 'i', false};
    const dxk_str text = dxki_sema_misfit_text(c, &what);
    if (!dxki_str_same(text, *before))
        DXKI_HLSL_REPORT(c, CANDIDATE, k->loc, dxki_text(text));
    *before = text;
}

/* Says of each row of that name why it is not called: once for each number of arguments. */
static void tell_rows(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k)
{
    const bool counted = takes_count(k);
    dxk_str before = {"", 0};
    uint32_t told = 0; /* a bit for each number */

    for (size_t i = first_row(k->name); i < DXKI_COUNT(rows) && dxki_str_is(k->name, rows[i].name);
         i++) {
        const uint8_t wanted = rows[i].nargs;
        if (!in_scope(rows[i].scope, k->scope) || !dxki_hlsl_ready(c))
            continue;
        if (dxki_sema_takes_count(&rows[i], k->count)) {
            tell_misfit(c, k, &rows[i], &before);
        } else if ((k->object || !counted) && !(told >> wanted & 1)) {
            told |= UINT32_C(1) << wanted;
            tell_count(c, k, &rows[i]);
        }
    }
}

dxki_hlsl_node *dxki_sema_intrinsic(dxki_hlsl *c, const dxki_hlsl_intrinsic_call *k)
{
    dxki_hlsl_node *n;

    if (!dxki_sema_is_intrinsic(k->scope, k->name))
        return NULL;
    n = dxki_sema_intrinsic_fitting(c, k);
    if (n)
        return n;
    const dxki_arg name = dxki_text(k->name);
    if (dxki_hlsl_report(c,
                         k->object        ? DXKI_HLSL_D_NO_METHOD_MATCH
                         : takes_count(k) ? DXKI_HLSL_D_NO_MATCH
                                          : DXKI_HLSL_D_UNDECLARED,
                         k->loc, &name, 1))
        tell_rows(c, k);
    return dxki_sema_bad(c, k->loc);
}

/* Is it the scope of dx::HitObject, or of what is static there? */
static bool is_of_hit_object(const char *scope)
{
    static const char start[] = "static ";

    if (strncmp(scope, start, sizeof start - 1) == 0)
        scope += sizeof start - 1;
    return strcmp(scope, "dx::HitObject") == 0;
}

void dxki_sema_declare_intrinsics(dxki_hlsl *c)
{
    static const dxki_hlsl_loc nowhere = {0, 0};

    for (size_t i = 0; i < DXKI_COUNT(rows) && dxki_hlsl_ready(c); i++) {
        char first = rows[i].scope[0];
        if (first != 'd' && first != 's') /* most of them, at each start */
            continue;
        bool in_space = !strcmp(rows[i].scope, "dx");
        if (!in_space && !is_of_hit_object(rows[i].scope))
            continue;
        dxki_hlsl_scope *scope = in_space ? c->sema->language : c->sema->hit_object;
        dxki_hlsl_name *name = dxki_hlsl_intern_kept(c, dxki_str(rows[i].name));
        if (!dxki_sema_declared(c, scope, name))
            dxki_sema_declare_in(c, scope, name, DXKI_HLSL_SYM_INTRINSIC, nowhere)->within =
                rows[i].scope;
    }
}

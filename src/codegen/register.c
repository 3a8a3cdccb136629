/* SPDX-License-Identifier: MIT */
/*
 * register.c - registers of resources that the source gives none; see emit.h. They are given out
 * twice: before code is made of all that the entry point reaches, and after the passes, of what is left.
 * So code that does nothing takes no registers, and none that the source gives overlap with it.
 * Until then what overlaps, or finds no place, has a space of its own: code tells resources by registers.
 */
#include "base/out.h"
#include "base/sort.h"
#include "base/vec.h"
#include "codegen/emit.h"
#include "dxil/dxil.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"

/* ---------------------------------------------------------------------------------------- */
/* Registers of one class and space                                                           */

/* Registers that are taken, from `first` to before `end`. */
typedef struct range {
    uint64_t first, end;
} range;

/* Sorted ranges that do not meet, and what is known of the lowest free registers: from `from` on, less than
 * which no `count` registers are free. */
typedef struct space {
    DXKI_VEC(range) taken;
    struct {
        uint64_t count, from;
    } known[32]; /* by the highest bit of `count` */
} space;

static uint64_t end_of(const dxki_emit_binding *b)
{
    const uint64_t past = (uint64_t)UINT32_MAX + 1;

    return b->count == UINT32_MAX ? past : (uint64_t)b->first + b->count;
}

static unsigned high_bit(uint32_t count)
{
    unsigned bit = 0;

    while (count >>= 1)
        bit++;
    return bit;
}

/* The number of ranges that begin before or at `first`. */
static size_t find_range(const space *s, uint64_t first)
{
    size_t low = 0, high = s->taken.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->taken.items[middle].first <= first)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks registers as taken, which are free. */
static bool take(dxk_ctx *ctx, space *s, uint64_t first, uint64_t end)
{
    size_t at = find_range(s, first);
    range *before = at ? &s->taken.items[at - 1] : NULL;

    if (before && before->end == first) {
        before->end = end;
        return true;
    }
    if (!dxki_vec_push(ctx, &s->taken, ((range){first, end})))
        return false;
    memmove(&s->taken.items[at + 1], &s->taken.items[at],
            (s->taken.count - 1 - at) * sizeof *s->taken.items);
    s->taken.items[at] = (range){first, end};
    return true;
}

/* The lowest register with `count` free ones; beyond UINT32_MAX: there is none. */
static uint64_t find_free(space *s, uint32_t count)
{
    unsigned bit = high_bit(count);
    uint64_t first = 0;

    for (unsigned i = 0; i <= bit; i++) {
        if (s->known[i].count && s->known[i].count <= count && s->known[i].from > first)
            first = s->known[i].from;
    }
    for (size_t at = find_range(s, first); at <= s->taken.count; at++) {
        if (at && s->taken.items[at - 1].end > first)
            first = s->taken.items[at - 1].end;
        if (at == s->taken.count || s->taken.items[at].first >= first + count)
            break;
    }
    s->known[bit].count = count;
    s->known[bit].from = first;
    return first;
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

/* Bindings of a class and space stand side by side, those with a register first, by that. */
static bool binding_after(const void *user, const void *a, const void *b)
{
    const dxki_emit *e = user;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const dxki_emit_binding *p = &e->bindings.items[x], *q = &e->bindings.items[y];

    if (p->cls != q->cls)
        return p->cls > q->cls;
    if (p->space != q->space)
        return p->space > q->space;
    if (p->is_fixed != q->is_fixed)
        return q->is_fixed;
    return p->is_fixed && p->first != q->first ? p->first > q->first : x > y;
}

/* Indices of the bindings in front of `end` that are used, in that order; NULL: out of memory. */
static const size_t *sorted(dxki_emit *e, size_t end, size_t *count)
{
    size_t *order = DXKI_NEW_ARRAY(&e->c->arena, size_t, end + 1);

    *count = 0;
    for (size_t i = 0; order && i < end; i++) {
        if (!e->bindings.items[i].is_dead)
            order[(*count)++] = i;
    }
    if (order && dxki_sort(e->c->ctx, order, *count, sizeof *order, binding_after, e))
        return order;
    dxki_hlsl_nomem(e->c);
    return NULL;
}

static bool same_space(const dxki_emit_binding *a, const dxki_emit_binding *b)
{
    return a->cls == b->cls && a->space == b->space;
}

/* Do registers that the source gives to bindings in front of `end` overlap? */
static bool any_overlap(dxki_emit *e, size_t end)
{
    bool found = false;
    size_t count;
    const size_t *order = sorted(e, end, &count);
    const dxki_emit_binding *widest = NULL;

    for (size_t i = 0; order && i < count && !found; i++) {
        const dxki_emit_binding *b = &e->bindings.items[order[i]];
        bool alone = !widest || !same_space(widest, b);
        if (!b->is_fixed || b->is_kept)
            continue;
        found = !alone && b->first < end_of(widest);
        if (alone || end_of(b) > end_of(widest))
            widest = b;
    }
    return found;
}

/* The first binding in front of the one at `i` that overlaps with it, or NULL. */
static const dxki_emit_binding *overlapped(const dxki_emit *e, size_t i)
{
    const dxki_emit_binding *b = &e->bindings.items[i];

    for (size_t k = 0; k < i; k++) {
        const dxki_emit_binding *o = &e->bindings.items[k];
        if (o->is_fixed && !o->is_dead && !o->is_kept && same_space(o, b) && o->first < end_of(b) &&
            b->first < end_of(o))
            return o;
    }
    return NULL;
}

/* The first binding that overlaps with one in front of it, which is there. */
static size_t first_overlap(dxki_emit *e)
{
    size_t low = 0, high = e->bindings.count - 1;

    while (low < high && dxki_hlsl_ready(e->c)) {
        size_t middle = low + (high - low) / 2;
        if (any_overlap(e, middle + 1))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void check_registers(dxki_emit *e)
{
    if (!any_overlap(e, e->bindings.count))
        return;
    size_t at = first_overlap(e);
    const dxki_emit_binding *b = &e->bindings.items[at], *o = overlapped(e, at);
    if (!o)
        return;
    if (o->count == UINT32_MAX && b->count == UINT32_MAX)
        DXKI_HLSL_REPORT(e->c, UNBOUNDED, b->var->loc, dxki_text(o->name), dxki_text(b->name),
                         dxki_dec(b->space));
    else
        DXKI_HLSL_REPORT(e->c, OVERLAP, b->var->loc, dxki_text(b->name), dxki_dec(b->first),
                         dxki_text(o->name), dxki_dec(o->first), dxki_dec(b->space));
}

static bool is_taken(const space *s, uint64_t first)
{
    return s->taken.count && first < s->taken.items[s->taken.count - 1].end;
}

/* The first of the spaces that no binding is in, one for each; 0: there are none. */
static uint32_t spare_spaces(const dxki_emit *e)
{
    uint32_t last = 0;

    for (size_t i = 0; i < e->bindings.count; i++) {
        if (e->bindings.items[i].space > last)
            last = e->bindings.items[i].space;
    }
    return last < UINT32_MAX - e->bindings.count ? last + 1 : 0;
}

/* Bindings are sorted by space, and looked at in that order: those aside come last. */
static void put_aside(dxki_emit_binding *b, uint32_t spare)
{
    b->is_aside = true;
    b->own_space = b->space;
    b->own_first = b->first;
    b->space = spare;
    b->first = 0;
}

/* Gives a register to a binding, or keeps the one that it has; false: there is none. */
static bool place(dxki_emit *e, space *s, dxki_emit_binding *b)
{
    uint64_t first = b->is_fixed ? b->first : find_free(s, b->count);

    if (first > UINT32_MAX)
        return false;
    b->first = (uint32_t)first;
    b->is_placed = true;
    if (s->taken.count && b->is_fixed) { /* sorted; they may overlap, which is an error by itself */
        range *last = &s->taken.items[s->taken.count - 1];
        if (b->first <= last->end) {
            last->end = end_of(b) > last->end ? end_of(b) : last->end;
            return true;
        }
    }
    if (!take(e->c->ctx, s, first, end_of(b)))
        dxki_hlsl_nomem(e->c);
    return true;
}

/* `spare`: the spaces for what has to stand aside; 0: nothing does. */
static void assign(dxki_emit *e, uint32_t spare)
{
    size_t count, failed = e->bindings.count;
    const size_t *order = sorted(e, e->bindings.count, &count);
    space s = {.taken = {0}};
    dxki_emit_binding in = {.cls = UINT8_MAX};

    for (size_t i = 0; order && i < count && dxki_hlsl_ready(e->c); i++) {
        dxki_emit_binding *b = &e->bindings.items[order[i]];
        if (!same_space(&in, b)) {
            s.taken.count = 0;
            memset(s.known, 0, sizeof s.known);
            in = *b;
        }
        bool fits = !(spare && b->is_fixed && is_taken(&s, b->first)) && place(e, &s, b);
        if (!fits && spare)
            put_aside(b, spare + (uint32_t)i);
        else if (!fits && order[i] < failed)
            failed = order[i];
    }
    dxki_vec_free(e->c->ctx, &s.taken);
    if (failed < e->bindings.count)
        DXKI_HLSL_REPORT(e->c, UNALLOCATED, e->bindings.items[failed].var->loc,
                         dxki_text(e->bindings.items[failed].name));
}

void dxki_emit_assign_registers(dxki_emit *e)
{
    assign(e, e->c->kind == DXK_SHADER_KIND_LIBRARY ? 0 : spare_spaces(e));
}

/* ---------------------------------------------------------------------------------------- */
/* After the passes                                                                          */

static bool resource_after(const void *user, const void *a, const void *b)
{
    const dxki_dxil_resource *x = *(const void *const *)a, *y = *(const void *const *)b;

    (void)user;
    return x->space != y->space ? x->space > y->space : x->lower_bound > y->lower_bound;
}

/* Resources of a class by their place; NULL: out of memory. */
static const void **by_place(dxki_emit *e, const dxki_dxil_list *list)
{
    const void **items = DXKI_NEW_ARRAY(&e->c->arena, const void *, list->count + 1u);

    if (items && list->count)
        memcpy(items, list->items, list->count * sizeof *items);
    return items && dxki_sort(e->c->ctx, items, list->count, sizeof *items, resource_after, NULL)
               ? items
               : NULL;
}

/* Is the binding one of the resources, which are sorted? */
static bool is_there(const void *const *items, uint32_t count, const dxki_emit_binding *b)
{
    const dxki_dxil_resource wanted = {.space = b->space, .lower_bound = b->first};
    const void *key = &wanted;
    uint32_t low = 0, high = count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (resource_after(NULL, &key, &items[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < count && !resource_after(NULL, &items[low], &key); low++) {
        if (dxki_str_same(((const dxki_dxil_resource *)items[low])->name, b->name))
            return true;
    }
    return false;
}

static dxk_status find_dead(dxki_emit *e, const dxk_module *m)
{
    dxk_dxil *d = NULL;
    const void **items[DXKI_RESOURCE_CLASSES];
    dxk_status status = dxk_dxil_load(m, &d);

    for (unsigned i = 0; status == DXK_OK && i < DXKI_RESOURCE_CLASSES; i++) {
        items[i] = by_place(e, &d->resources[i]);
        status = items[i] ? DXK_OK : dxki_nomem(e->c->ctx);
    }
    for (size_t i = 0; status == DXK_OK && i < e->bindings.count; i++) {
        dxki_emit_binding *b = &e->bindings.items[i];
        b->is_dead = !is_there(items[b->cls], d->resources[b->cls].count, b);
        b->is_kept = b->is_dead && b->is_fixed && e->c->options.reserve_registers;
        b->is_dead &= !b->is_kept;
    }
    dxk_dxil_free(d);
    return status;
}

/* "t2:space1=" */
static dxk_str register_text(dxki_hlsl *c, const dxki_emit_binding *b, const char *behind)
{
    static const char *const letters[] = {"t", "u", "b", "s"};
    char digits[24], *end = digits + sizeof digits - 1;
    dxk_str text = dxki_str(letters[b->cls]);

    *end = 0;
    text = dxki_hlsl_join(c, text, dxki_str(dxki_format_u64(end, b->first)));
    text = dxki_hlsl_join(c, text, dxki_str(":space"));
    text = dxki_hlsl_join(c, text, dxki_str(dxki_format_u64(end, b->space)));
    return dxki_hlsl_join(c, text, dxki_str(behind));
}

/* The pass that moves what stands elsewhere now; empty: nothing does. */
static dxk_str moves(dxki_emit *e, const dxki_emit_binding *before)
{
    dxki_hlsl *c = e->c;
    dxk_str text = {"", 0};

    for (size_t i = 0; i < e->bindings.count; i++) {
        const dxki_emit_binding *b = &e->bindings.items[i];
        if (b->is_dead || (b->first == before[i].first && b->space == before[i].space))
            continue;
        text = dxki_hlsl_join(c, text, dxki_str(text.size ? ";" : "rebind<map="));
        text = dxki_hlsl_join(c, text, register_text(c, &before[i], "="));
        text = dxki_hlsl_join(c, text, register_text(c, b, ""));
    }
    return text.size ? dxki_hlsl_join(c, text, dxki_str(">")) : text;
}

/* Each binding that stands aside goes where it belongs. */
static void bring_back(dxki_emit *e)
{
    for (size_t i = 0; i < e->bindings.count; i++) {
        dxki_emit_binding *b = &e->bindings.items[i];
        if (!b->is_aside)
            continue;
        b->space = b->own_space;
        b->first = b->own_first;
        b->is_aside = false;
    }
}

/* Does it matter which resources are left? */
static bool is_settled(dxki_emit *e)
{
    for (size_t i = 0; i < e->bindings.count; i++) {
        if (!e->bindings.items[i].is_fixed || e->bindings.items[i].is_aside)
            return false;
    }
    return !any_overlap(e, e->bindings.count);
}

/* What a library does not give registers to gets them when it is linked; an offline library may also have
 * resources in one register, of which a shader is linked with one. */
dxk_status dxki_emit_settle_registers(dxki_emit *e, dxk_module *m)
{
    bool library = e->c->kind == DXK_SHADER_KIND_LIBRARY;
    bool offline = library && e->c->model_minor == DXKI_OFFLINE_MINOR;
    size_t count = e->bindings.count;

    bool gives = !library || e->c->options.has_binding_space;
    bool checks = !library || !e->c->options.registers_may_overlap;

    if (offline && !gives)
        return dxki_hlsl_result(e->c);
    if ((!gives || is_settled(e)) && (!checks || !any_overlap(e, count)))
        return dxki_hlsl_result(e->c);
    dxki_emit_binding *before = DXKI_NEW_ARRAY(&e->c->arena, dxki_emit_binding, count + 1);

    if (!before)
        return dxki_nomem(e->c->ctx);
    dxk_status status = find_dead(e, m);
    if (status != DXK_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        before[i] = e->bindings.items[i];
    bring_back(e);
    if (checks)
        check_registers(e);
    if (gives)
        assign(e, 0);
    dxk_str pass = moves(e, before);
    status = dxki_hlsl_result(e->c);
    return status == DXK_OK && pass.size ? dxk_opt(m, pass, NULL, NULL) : status;
}

/* SPDX-License-Identifier: MIT */
/*
 * emit_register.c - registers of resources that the source gives none; see emit.h. They are given out
 * twice: before code is made of all that the entry point reaches, and behind the passes, of what is left.
 * So code that does nothing takes no registers, and none that the source gives overlap with it.
 */
#include "base/out.h"
#include "dxil/dxil.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"
#include "hlsl/emit.h"

/* The lowest register behind everything that overlaps with `first`; false: none does. */
static bool overlaps(const dxki_emit *e, const dxki_emit_binding *b, uint32_t first, uint64_t *next)
{
    bool found = false;

    for (size_t i = 0; i < e->bindings.count; i++) {
        const dxki_emit_binding *o = &e->bindings.items[i];
        if (o == b || o->cls != b->cls || !o->is_placed || o->is_dead || o->space != b->space)
            continue;
        uint64_t end = (uint64_t)o->first + o->count;
        if (first < end && o->first < (uint64_t)first + b->count) {
            *next = end > *next ? end : *next;
            found = true;
        }
    }
    return found;
}

/* The first binding in front of the one at `i` that overlaps with it, or NULL. */
static const dxki_emit_binding *overlapped(const dxki_emit *e, size_t i)
{
    const dxki_emit_binding *b = &e->bindings.items[i];

    for (size_t k = 0; k < i; k++) {
        const dxki_emit_binding *o = &e->bindings.items[k];
        if (o->is_fixed && !o->is_dead && o->cls == b->cls && o->space == b->space &&
            o->first < (uint64_t)b->first + b->count && b->first < (uint64_t)o->first + o->count)
            return o;
    }
    return NULL;
}

void dxki_emit_check_registers(dxki_emit *e)
{
    for (size_t i = 0; i < e->bindings.count; i++) {
        const dxki_emit_binding *b = &e->bindings.items[i];
        const dxki_emit_binding *o = b->is_fixed && !b->is_dead ? overlapped(e, i) : NULL;
        if (!o)
            continue;
        if (o->count == UINT32_MAX && b->count == UINT32_MAX)
            DXKI_HLSL_REPORT(e->c, UNBOUNDED, b->var->loc, dxki_text(o->name), dxki_text(b->name),
                             dxki_dec(b->space));
        else
            DXKI_HLSL_REPORT(e->c, OVERLAP, b->var->loc, dxki_text(b->name), dxki_dec(b->first),
                             dxki_text(o->name), dxki_dec(o->first), dxki_dec(b->space));
        return;
    }
}

void dxki_emit_assign_registers(dxki_emit *e)
{
    for (size_t i = 0; i < e->bindings.count; i++)
        e->bindings.items[i].is_placed = e->bindings.items[i].is_fixed;
    for (size_t i = 0; i < e->bindings.count; i++) {
        dxki_emit_binding *b = &e->bindings.items[i];
        uint64_t first = 0;
        if (b->is_fixed || b->is_dead)
            continue;
        for (uint64_t next = 0; first <= UINT32_MAX && overlaps(e, b, (uint32_t)first, &next);)
            first = next;
        if (first > UINT32_MAX) {
            DXKI_HLSL_REPORT(e->c, UNALLOCATED, b->var->loc, dxki_text(b->name));
            return;
        }
        b->first = (uint32_t)first;
        b->is_placed = true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Behind the passes                                                                          */

static bool is_there(const dxk_dxil *d, const dxki_emit_binding *b)
{
    const dxki_dxil_list *list = &d->resources[b->cls];

    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_resource *r = list->items[i];
        if (r->space == b->space && r->lower_bound == b->first && dxki_str_same(r->name, b->name))
            return true;
    }
    return false;
}

static dxk_status find_dead(dxki_emit *e, const dxk_module *m)
{
    dxk_dxil *d = NULL;
    dxk_status status = dxk_dxil_load(m, &d);

    for (size_t i = 0; status == DXK_OK && i < e->bindings.count; i++)
        e->bindings.items[i].is_dead = !is_there(d, &e->bindings.items[i]);
    dxk_dxil_free(d);
    return status;
}

/* "t2:space1=" */
static dxk_str register_text(dxki_hlsl *c, const dxki_emit_binding *b, uint32_t first,
                             const char *behind)
{
    static const char *const letters[] = {"t", "u", "b", "s"};
    char digits[24], *end = digits + sizeof digits - 1;
    dxk_str text = dxki_str(letters[b->cls]);

    *end = 0;
    text = dxki_hlsl_join(c, text, dxki_str(dxki_format_u64(end, first)));
    text = dxki_hlsl_join(c, text, dxki_str(":space"));
    text = dxki_hlsl_join(c, text, dxki_str(dxki_format_u64(end, b->space)));
    return dxki_hlsl_join(c, text, dxki_str(behind));
}

/* The pass that moves what stands elsewhere now; empty: nothing does. */
static dxk_str moves(dxki_emit *e, const uint32_t *before)
{
    dxki_hlsl *c = e->c;
    dxk_str text = {"", 0};

    for (size_t i = 0; i < e->bindings.count; i++) {
        const dxki_emit_binding *b = &e->bindings.items[i];
        if (b->is_dead || b->first == before[i])
            continue;
        text = dxki_hlsl_join(c, text, dxki_str(text.size ? ";" : "rebind<map="));
        text = dxki_hlsl_join(c, text, register_text(c, b, before[i], "="));
        text = dxki_hlsl_join(c, text, register_text(c, b, b->first, ""));
    }
    return text.size ? dxki_hlsl_join(c, text, dxki_str(">")) : text;
}

dxk_status dxki_emit_settle_registers(dxki_emit *e, dxk_module *m)
{
    uint32_t *before = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, e->bindings.count + 1);

    if (!before)
        return dxki_nomem(e->c->ctx);
    for (size_t i = 0; i < e->bindings.count; i++)
        before[i] = e->bindings.items[i].first;
    dxk_status status = find_dead(e, m);
    if (status != DXK_OK)
        return status;
    dxki_emit_check_registers(e);
    dxki_emit_assign_registers(e);
    dxk_str pass = moves(e, before);
    status = dxki_hlsl_result(e->c);
    return status == DXK_OK && pass.size ? dxk_opt(m, pass, NULL, NULL) : status;
}

/* SPDX-License-Identifier: MIT */
/*
 * dead_resources.c - resources that no code makes a handle of leave the tables of the module, and
 * the others get ids without gaps: by their range in createHandle, their binding in
 * createHandleFromBinding, their variable in libraries.
 *
 * Bindings are collected and joined to ranges that do not meet, in which a resource is soon found:
 *
 *     bindings     |--|  |-----|      |---|
 *                   |---|     |--|
 *     ranges       |-------------|    |---|
 */
#include "pass/dead.h"

#include "base/diag.h"
#include "base/sort.h"
#include "dxil/emit.h"
#include "dxil/handles.h"

typedef struct bounds {
    uint64_t cls, space, first, last;
} bounds;

typedef struct user {
    dxki_pass *p;
    dxk_dxil *d;
    DXKI_VEC(bounds) ranges;              /* of bindings */
    DXKI_VEC(dxki_type) gone;             /* types of resources that are not used */
    bool failed;                          /* out of memory */
    uint8_t *used[DXKI_RESOURCE_CLASSES]; /* by index in the list of its class */
} user;

static dxki_dxil_resource *resource_at(const dxk_dxil *d, uint32_t cls, uint32_t index)
{
    return (dxki_dxil_resource *)(uintptr_t)d->resources[cls].items[index];
}

static void use_all(user *u, uint32_t cls)
{
    for (uint32_t i = 0; i < u->d->resources[cls].count; i++)
        u->used[cls][i] = 1;
}

/* Looks at the call that makes a handle by the number of its range. */
static void use_range(user *u, const dxki_value *ops)
{
    uint64_t cls, range;
    if (!dxki_value_as_int(u->p->m, ops[1], &cls) || cls >= DXKI_RESOURCE_CLASSES)
        return;
    if (!dxki_value_as_int(u->p->m, ops[2], &range))
        use_all(u, (uint32_t)cls);
    else if (range < u->d->resources[cls].count)
        u->used[cls][range] = 1;
}

/* The same by the binding: all that lie in its bounds, which use_ranges() finds. */
static void use_binding(user *u, dxki_value binding)
{
    uint64_t words[4]; /* bounds, space, class */
    if (!dxki_dxil_const_binding(u->p->m, binding, words) || words[3] >= DXKI_RESOURCE_CLASSES ||
        words[0] > words[1]) {
        for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
            use_all(u, cls);
        return;
    }
    bounds r = {words[3], words[2], words[0], words[1]};
    u->failed |= !dxki_vec_push(u->p->ctx, &u->ranges, r);
}

static bool same_space(const bounds *a, const bounds *b)
{
    return a->cls == b->cls && a->space == b->space;
}

/* Does `a` begin after `b`? */
static bool begins_behind(const void *unused, const void *left, const void *right)
{
    const bounds *a = left, *b = right;
    (void)unused;
    if (!same_space(a, b))
        return a->cls != b->cls ? a->cls > b->cls : a->space > b->space;
    return a->first > b->first;
}

/* Sorts the ranges and joins those that meet. */
static void join_ranges(user *u)
{
    bounds *ranges = u->ranges.items;
    size_t count = 0;
    if (!dxki_sort(u->p->ctx, ranges, u->ranges.count, sizeof *ranges, begins_behind, NULL)) {
        u->failed = true;
        return;
    }
    for (size_t i = 0; i < u->ranges.count; i++) {
        bounds *last = count ? &ranges[count - 1] : NULL;
        if (!last || !same_space(last, &ranges[i]) || last->last < ranges[i].first)
            ranges[count++] = ranges[i];
        else if (last->last < ranges[i].last)
            last->last = ranges[i].last;
    }
    u->ranges.count = count;
}

/* Does a range meet the registers of the resource? The last that begins at their end or in front of it does,
 * or none. */
static bool is_in_range(const user *u, const dxki_dxil_resource *r)
{
    bounds own = {r->cls, r->space, r->lower_bound, r->lower_bound};
    if (r->range_size == UINT32_MAX)
        own.last = UINT32_MAX;
    else
        own.last += r->range_size - (uint64_t)(r->range_size != 0);
    bounds end = {own.cls, own.space, own.last, own.last};
    size_t low = 0, high = u->ranges.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (begins_behind(NULL, &u->ranges.items[middle], &end))
            high = middle;
        else
            low = middle + 1;
    }
    const bounds *found = low ? &u->ranges.items[low - 1] : NULL;
    return found && same_space(found, &own) && found->last >= own.first;
}

static void use_ranges(user *u)
{
    join_ranges(u);
    for (uint32_t cls = 0; u->ranges.count && cls < DXKI_RESOURCE_CLASSES; cls++)
        for (uint32_t i = 0; i < u->d->resources[cls].count; i++)
            u->used[cls][i] |= is_in_range(u, resource_at(u->d, cls, i));
}

static void find_used(user *u)
{
    const dxk_module *m = u->p->m;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
                if (op == dxki_dxop_get(DXKI_DXOP_CreateHandle))
                    use_range(u, dxki_inst_ops(m, inst));
                else if (op == dxki_dxop_get(DXKI_DXOP_CreateHandleFromBinding))
                    use_binding(u, dxki_inst_ops(m, inst)[1]);
            }
        }
    }
}

/* In libraries a resource is used if its variable is. */
static dxk_status find_used_variables(user *u)
{
    uint8_t *live;
    dxk_status status = dxki_pass_find_live(u->d, u->p->facts, false, &u->p->scratch, &live);
    for (uint32_t cls = 0; status == DXK_OK && cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < u->d->resources[cls].count; i++) {
            dxki_value symbol = dxki_dxil_symbol(u->d, resource_at(u->d, cls, i));
            u->used[cls][i] |= DXKI_TAG(symbol) != DXKI_V_GLOBAL || live[DXKI_INDEX(symbol)];
        }
    }
    return status;
}

/* Takes what is not used out of a list; the others get new ids. */
static void close_gaps(user *u, uint32_t cls, uint32_t *ids)
{
    dxki_dxil_list *list = &u->d->resources[cls];
    const void **items = (const void **)(uintptr_t)list->items;
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        ids[i] = count;
        if (!u->used[cls][i]) {
            dxki_type type = resource_at(u->d, cls, i)->hlsl_type;
            u->failed |= !dxki_vec_push(u->p->ctx, &u->gone, type);
            continue;
        }
        resource_at(u->d, cls, i)->id = count;
        items[count++] = list->items[i];
    }
    list->count = count;
}

/* Gives the calls their new ids. */
static bool renumber(user *u, uint32_t *const ids[DXKI_RESOURCE_CLASSES],
                     const uint32_t counts[DXKI_RESOURCE_CLASSES])
{
    dxk_module *m = u->p->m;
    bool good = true;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                uint64_t cls, range;
                const dxki_value *ops = dxki_inst_ops(m, inst);
                if (dxki_call_dxop_complete(m, dxki_inst_get(m, inst)) !=
                        dxki_dxop_get(DXKI_DXOP_CreateHandle) ||
                    !dxki_value_as_int(m, ops[1], &cls) || cls >= DXKI_RESOURCE_CLASSES ||
                    !dxki_value_as_int(m, ops[2], &range) || range >= counts[cls])
                    continue;
                dxki_value id = dxki_const_int(m, DXKI_TY_I32, ids[cls][range]);
                good = good && id && dxki_inst_set_op(m, inst, 2, id);
            }
        }
    }
    return good;
}

static dxk_status remove_unused(user *u)
{
    uint32_t *ids[DXKI_RESOURCE_CLASSES], counts[DXKI_RESOURCE_CLASSES];
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        counts[cls] = u->d->resources[cls].count;
        ids[cls] = DXKI_NEW_ARRAY(&u->p->scratch, uint32_t, counts[cls]);
        if (!ids[cls])
            return dxki_nomem(u->p->ctx);
        close_gaps(u, cls, ids[cls]);
    }
    if (u->failed)
        return dxki_nomem(u->p->ctx);
    if (!u->gone.count)
        return DXK_OK;
    dxki_pass_changed(u->p);
    if (!dxki_module_touch(u->p->m) || !renumber(u, ids, counts) ||
        !dxki_dxil_drop_layouts(u->d, u->gone.items, (uint32_t)u->gone.count))
        return dxki_nomem(u->p->ctx);
    return dxki_dxil_renew_metadata(u->p->m, u->d);
}

dxk_status dxki_pass_dead_resources(dxki_pass *p)
{
    user u = {.p = p, .d = dxki_pass_dxil(p)};
    dxk_status status = DXK_OK;
    if (p->keep_resources)
        return DXK_OK;
    if (!u.d)
        return dxki_nomem(p->ctx);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        u.used[cls] = DXKI_NEW_ARRAY(&p->scratch, uint8_t, u.d->resources[cls].count);
        if (!u.used[cls])
            return dxki_nomem(p->ctx);
    }
    find_used(&u);
    use_ranges(&u);
    dxki_vec_free(p->ctx, &u.ranges);
    if (u.failed)
        return dxki_nomem(p->ctx);
    if (p->facts->kind == DXK_SHADER_KIND_LIBRARY)
        status = find_used_variables(&u);
    if (status == DXK_OK)
        status = remove_unused(&u);
    dxki_vec_free(p->ctx, &u.gone);
    return status;
}

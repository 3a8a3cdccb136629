/* SPDX-License-Identifier: MIT */
/*
 * dead_resources.c - resources that no code makes a handle of leave the tables of the module, and
 * the others get ids without gaps: by their range in createHandle, their binding in
 * createHandleFromBinding, their variable in libraries.
 */
#include "pass/dead.h"

#include "base/diag.h"
#include "dxil/emit.h"
#include "dxil/handles.h"

typedef struct user {
    dxki_pass *p;
    dxk_dxil *d;
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

/* The same by the binding: all that lie in its bounds. */
static void use_binding(user *u, dxki_value binding)
{
    uint64_t words[4]; /* bounds, space, class */
    if (!dxki_dxil_const_binding(u->p->m, binding, words) || words[3] >= DXKI_RESOURCE_CLASSES) {
        for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
            use_all(u, cls);
        return;
    }
    for (uint32_t i = 0; i < u->d->resources[words[3]].count; i++) {
        const dxki_dxil_resource *r = resource_at(u->d, (uint32_t)words[3], i);
        uint64_t last = r->range_size == UINT32_MAX
                            ? UINT32_MAX
                            : (uint64_t)r->lower_bound + r->range_size - (r->range_size != 0);
        if (r->space == words[2] && r->lower_bound <= words[1] && words[0] <= last)
            u->used[words[3]][i] = 1;
    }
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

/* Takes what is not used out of a list; the others get new ids. True: something was. */
static bool close_gaps(user *u, uint32_t cls, uint32_t *ids)
{
    dxki_dxil_list *list = &u->d->resources[cls];
    const void **items = (const void **)(uintptr_t)list->items;
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        ids[i] = count;
        if (!u->used[cls][i])
            continue;
        resource_at(u->d, cls, i)->id = count;
        items[count++] = list->items[i];
    }
    bool any = count != list->count;
    list->count = count;
    return any;
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
    bool any = false;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        counts[cls] = u->d->resources[cls].count;
        ids[cls] = DXKI_NEW_ARRAY(&u->p->scratch, uint32_t, counts[cls]);
        if (!ids[cls])
            return dxki_nomem(u->p->ctx);
        any |= close_gaps(u, cls, ids[cls]);
    }
    if (!any)
        return DXK_OK;
    dxki_pass_changed(u->p);
    if (!dxki_module_touch(u->p->m) || !renumber(u, ids, counts))
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
    if (p->facts->kind == DXK_SHADER_KIND_LIBRARY)
        status = find_used_variables(&u);
    return status == DXK_OK ? remove_unused(&u) : status;
}

/* SPDX-License-Identifier: MIT */
/*
 * completions.c - node records that are used after they were completed
 * (INSTR.NODERECORDHANDLEUSEAFTERCOMPLETE). As in the reference, a use comes after a completion
 * if that stands before it in its block, or in a block that dominates its block; of several the
 * topmost counts.
 */
#include "base/sort.h"
#include "analysis/dom.h"
#include "validate/access.h"
#include "validate/calls.h"
#include "validate/completions.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/values.h"

/* The first completion of the handle at hand in a block, by the block's row in the tree. */
typedef struct place {
    uint32_t in, out;
    uint32_t call;
} place;

typedef struct check {
    dxki_val *v;
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    dxki_idset done; /* handles, by their words */

    /* For one handle. */
    dxki_value handle;
    uint32_t function;       /* that completes, index in globals */
    uint32_t newest, oldest; /* completion that none comes before; the oldest of all */
    DXKI_VEC(place) tops;    /* in blocks that are not dominated by each other, as in the tree */
} check;

/* ---------------------------------------------------------------------------------------- */
/* One handle                                                                                 */

/* The number of a block that the entry reaches; DXKI_NO_NODE: it does not, or is elsewhere. */
static uint32_t reached_block(const check *c, uint32_t inst)
{
    uint32_t number = dxki_cfg_number(c->cfg, dxki_val_inst(c->v, inst)->block);
    return number != DXKI_NO_NODE && dxki_dom_has(c->dom, number) ? number : DXKI_NO_NODE;
}

/* True if the instruction is a call in this function that completes the handle. */
static bool completes(const check *c, uint32_t inst)
{
    const dxki_val *v = c->v;
    return inst && dxki_val_callee(v, inst) == c->function &&
           dxki_val_inst(v, inst)->op_count > 1 && dxki_val_ops(v, inst)[1] == c->handle &&
           dxki_cfg_number(c->cfg, dxki_val_inst(v, inst)->block) != DXKI_NO_NODE;
}

static bool comes_after(const void *user, const void *a, const void *b)
{
    const place *x = a, *y = b;
    (void)user;
    return x->in != y->in ? x->in > y->in : x->call > y->call;
}

/* Lists the completions of the handle, then leaves the first of each topmost block. In a block
 * instructions have ascending numbers. */
static void find_tops(check *c)
{
    dxki_val *v = c->v;
    size_t kept = 0;
    c->tops.count = 0;
    DXKI_EACH_USE(v, c->handle, u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        if (!completes(c, user))
            continue;
        uint32_t block = reached_block(c, user);
        c->oldest = user;
        if (block != DXKI_NO_NODE &&
            !dxki_vec_push(v->ctx, &c->tops,
                           ((place){c->dom->in[block], c->dom->out[block], user})))
            v->failed = true;
    }
    if (!dxki_sort(v->ctx, c->tops.items, c->tops.count, sizeof *c->tops.items, comes_after, NULL))
        v->failed = true;
    for (size_t i = 0; i < c->tops.count && !v->failed; i++) {
        if (kept == 0 || c->tops.items[i].in >= c->tops.items[kept - 1].out)
            c->tops.items[kept++] = c->tops.items[i];
    }
    c->tops.count = kept;
}

/* The topmost block with a completion that dominates the one at `in`; NULL: there is none. */
static const place *top_above(const check *c, uint32_t in)
{
    size_t low = 0, high = c->tops.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->tops.items[middle].in <= in)
            low = middle + 1;
        else
            high = middle;
    }
    return low && in < c->tops.items[low - 1].out ? &c->tops.items[low - 1] : NULL;
}

/* The completion that a user of the handle comes after; 0: none. What nothing leads to, or what
 * is elsewhere, comes after all of them. */
static uint32_t completion_of(const check *c, uint32_t user)
{
    uint32_t block = reached_block(c, user);
    if (block == DXKI_NO_NODE)
        return c->newest;
    const place *top = top_above(c, c->dom->in[block]);
    if (!top || (top->in == c->dom->in[block] && top->call >= user))
        return 0;
    return top->call;
}

/* Of those that nothing leads to the oldest one counts, when there are no others. */
static void find_newest(check *c)
{
    dxki_val *v = c->v;
    c->newest = 0;
    DXKI_EACH_USE(v, c->handle, u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        if (completes(c, user) && reached_block(c, user) != DXKI_NO_NODE &&
            !completion_of(c, user)) {
            c->newest = user;
            return;
        }
    }
    c->newest = c->oldest;
}

static void check_handle(check *c)
{
    dxki_val *v = c->v;
    find_tops(c);
    find_newest(c);
    DXKI_EACH_USE(v, c->handle, u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        uint32_t call = user && !v->failed ? completion_of(c, user) : 0;
        if (call && call != user) {
            dxki_val_inst_error(v, user, DXKI_VR_INSTR_NODERECORDHANDLEUSEAFTERCOMPLETE, NULL, 0);
            dxki_val_inst_note(v, call, "record handle invalidated by OutputComplete");
        }
    }
}

/* ---------------------------------------------------------------------------------------- */

/* True if the handle has been asked about. It has from now on. */
static bool is_done(check *c, dxki_value handle)
{
    uint32_t hash = dxki_hash_end(dxki_hash_mix(0, handle)), pos = hash, id;
    while ((id = dxki_idset_next(&c->done, hash, &pos)) != 0) {
        if (id == handle)
            return true;
    }
    c->v->failed = c->v->failed || !dxki_idset_add(c->v->ctx, &c->done, hash, handle);
    return false;
}

static void list_calls(dxki_val *v, const dxki_dxop_info *op, uint32_t global,
                       dxki_val_completions *list)
{
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_GLOBAL, global), u)
    {
        uint32_t call = dxki_val_as_inst(dxki_val_user(v, u));
        if (call && dxki_val_dxop(v, call) == op &&
            !dxki_vec_push(v->ctx, &list->calls, ((dxki_val_completion){global, call})))
            v->failed = true;
    }
}

static bool is_in_later_function(const void *user, const void *a, const void *b)
{
    const dxki_val *v = user;
    return dxki_val_inst_fn(v, ((const dxki_val_completion *)a)->call) >
           dxki_val_inst_fn(v, ((const dxki_val_completion *)b)->call);
}

void dxki_val_list_completions(dxki_val *v, dxki_val_completions *list)
{
    const dxki_dxop_info *op = dxki_dxop_get(DXKI_DXOP_OutputComplete);
    for (size_t i = 0; i < v->m->functions.count; i++) {
        uint32_t global = v->m->functions.items[i];
        if (v->ops.is_dxop[global] && dxki_val_op_known(v, op, global))
            list_calls(v, op, global, list);
    }
    if (!dxki_sort(v->ctx, list->calls.items, list->calls.count, sizeof *list->calls.items,
                   is_in_later_function, v))
        v->failed = true;
}

/* The place in the list of the function's first call. */
static size_t first_call(const dxki_val *v, const dxki_val_completions *list, uint32_t fn)
{
    size_t low = 0, high = list->calls.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (dxki_val_inst_fn(v, list->calls.items[middle].call) < fn)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Each handle once, in the order of their newest completions. */
void dxki_val_check_completions(dxki_val *v, const dxki_val_completions *list, uint32_t fn,
                                const dxki_cfg *cfg, const dxki_dom *dom)
{
    check c = {.v = v, .cfg = cfg, .dom = dom};
    for (size_t i = first_call(v, list, fn); i < list->calls.count && !v->failed; i++) {
        const dxki_val_completion *one = &list->calls.items[i];
        if (dxki_val_inst_fn(v, one->call) != fn)
            break;
        c.function = one->function;
        c.handle = dxki_val_ops(v, one->call)[1];
        if (!is_done(&c, c.handle))
            check_handle(&c);
    }
    dxki_idset_free(v->ctx, &c.done);
    dxki_vec_free(v->ctx, &c.tops);
}

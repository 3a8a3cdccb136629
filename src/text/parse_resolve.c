/* SPDX-License-Identifier: MIT */
/*
 * parse_resolve.c - metadata when all of it is known: references by number are replaced by the
 * nodes, and nodes that thereby become equal are merged, as if they had been made in the end. A
 * uniqued node that refers to itself becomes distinct. See parse.h.
 *
 * Nodes are visited operands first, without recursion; one that is reached again while its
 * operands are visited (a cycle) stands for itself. If it is merged later, the nodes that refer
 * to it are gone through again.
 */
#include "text/parse.h"

#include "base/sort.h"

/* How often nodes are gone through again; only cycles that were written twice need it. */
#define ROUNDS 4

/* States of a node, in p->md_is_pending. */
enum { DONE, PENDING, OPEN };

typedef struct frame {
    dxki_md node;
    uint32_t next; /* operand to be visited */
} frame;

typedef struct resolver {
    dxki_text_parser *p;
    DXKI_VEC(dxki_md) merged; /* by node: what took its place; 0: nothing did */
    DXKI_VEC(frame) stack;
    bool again;
} resolver;

static dxki_md final_of(const resolver *r, dxki_md ref)
{
    if (ref & DXKI_MD_SLOT)
        ref = r->p->md_slots.items[ref & ~DXKI_MD_SLOT].node;
    while (ref < r->merged.count && r->merged.items[ref])
        ref = r->merged.items[ref];
    return ref;
}

static uint8_t state_of(const resolver *r, dxki_md node)
{
    return node < r->p->md_is_pending.count ? r->p->md_is_pending.items[node] : DONE;
}

static void set_state(resolver *r, dxki_md node, uint8_t state)
{
    if (node < r->p->md_is_pending.count)
        r->p->md_is_pending.items[node] = state;
}

/* Operands of a node that can be written to. */
static dxki_md *ops_of(const resolver *r, dxki_md node, uint32_t *count)
{
    return dxki_md_ops(r->p->m, node, count)
               ? r->p->m->words.items + dxki_md_get(r->p->m, node)->ops
               : NULL;
}

/* Puts the final operands in; false: there was nothing to change. */
static bool patch(const resolver *r, dxki_md node, bool *self)
{
    uint32_t count;
    dxki_md *ops = ops_of(r, node, &count);
    bool changed = false;
    *self = false;
    for (uint32_t i = 0; i < count; i++) {
        dxki_md now = final_of(r, ops[i]);
        *self = *self || now == node;
        changed = changed || now != ops[i];
        ops[i] = now;
    }
    return changed;
}

static bool finish(resolver *r, dxki_md node)
{
    dxk_module *m = r->p->m;
    bool self;
    if (!patch(r, node, &self))
        return true;
    if (self) {
        m->mds.items[node].distinct = true;
        return true;
    }
    dxki_md kept = dxki_md_settle(m, node);
    if (!kept)
        return dxki_text_no_memory(r->p);
    if (kept != node) {
        r->merged.items[node] = kept;
        m->mds.items[node] = (dxki_md_entry){.kind = DXKI_M_NONE};
        r->again = true;
    }
    return true;
}

static bool open_node(resolver *r, dxki_md node)
{
    frame f = {node, 0};
    set_state(r, node, OPEN);
    return dxki_vec_push(r->p->ctx, &r->stack, f) || dxki_text_no_memory(r->p);
}

static bool visit(resolver *r, dxki_md root)
{
    if (state_of(r, root) != PENDING)
        return true;
    if (!open_node(r, root))
        return false;
    while (r->stack.count) {
        frame *top = &r->stack.items[r->stack.count - 1];
        uint32_t count;
        const dxki_md *ops = dxki_md_ops(r->p->m, top->node, &count);
        if (top->next < count) {
            dxki_md child = final_of(r, ops[top->next++]);
            if (state_of(r, child) == PENDING && !open_node(r, child))
                return false;
            continue;
        }
        dxki_md node = top->node;
        r->stack.count--;
        set_state(r, node, DONE);
        if (!finish(r, node))
            return false;
    }
    return true;
}

static bool resolve_nodes(resolver *r)
{
    dxki_text_parser *p = r->p;
    bool self;
    for (size_t i = 0; i < p->md_pending.count; i++) {
        if (!visit(r, p->md_pending.items[i]))
            return false;
    }
    for (uint32_t round = 0; r->again && round < ROUNDS; round++) {
        r->again = false;
        for (size_t i = 0; i < p->md_pending.count; i++) {
            if (!r->merged.items[p->md_pending.items[i]] && !finish(r, p->md_pending.items[i]))
                return false;
        }
    }
    for (size_t i = 0; r->again && i < p->md_pending.count; i++)
        patch(r, p->md_pending.items[i], &self);
    return true;
}

/* --- what refers to nodes --- */

static bool patch_locations(const resolver *r)
{
    dxk_module *m = r->p->m;
    for (size_t i = 0; i < m->inst_dbg.count; i++) {
        dxki_md node = final_of(r, m->inst_dbg.items[i]);
        m->inst_dbg.items[i] = node;
        if (node && dxki_md_get(m, node)->kind != DXKI_M_LOCATION)
            return dxki_text_error_here(r->p, "invalid !dbg metadata attachment");
    }
    return true;
}

static bool comes_after(const void *user, const void *a, const void *b)
{
    const dxki_attachment *x = a, *y = b;
    (void)user;
    return x->owner != y->owner ? x->owner > y->owner : x->kind > y->kind;
}

/* In order of the kinds; of the same kind the last one counts. */
static bool settle_attachments(const resolver *r, dxki_attachment *items, size_t *count)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        items[i].node = final_of(r, items[i].node);
    if (!dxki_sort(r->p->ctx, items, *count, sizeof *items, comes_after, NULL))
        return dxki_text_no_memory(r->p);
    for (size_t i = 0; i < *count; i++) {
        if (kept && items[kept - 1].owner == items[i].owner &&
            items[kept - 1].kind == items[i].kind)
            kept--;
        items[kept++] = items[i];
    }
    *count = kept;
    return true;
}

static bool flatten_named(const resolver *r)
{
    dxki_text_parser *p = r->p;
    dxk_module *m = p->m;
    if (m->words.count > UINT32_MAX - p->named_ops.count ||
        !dxki_vec_reserve(p->ctx, &m->words, p->named_ops.count))
        return dxki_text_no_memory(p);
    for (size_t i = 0; i < m->named_mds.count; i++) {
        m->named_mds.items[i].ops = (uint32_t)m->words.count;
        for (uint32_t op = p->named_lists.items[i].first; op; op = p->named_ops.items[op].next)
            m->words.items[m->words.count++] = final_of(r, p->named_ops.items[op].ref);
    }
    return true;
}

/* Metadata as a value: a node with nothing but null in it is the empty one, a node with nothing
 * but a constant in it is that constant. */
static bool as_value(dxki_text_parser *p, dxki_md *node)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(p->m, *node, &count);
    dxki_md_kind kind = (dxki_md_kind)dxki_md_get(p->m, *node)->kind;
    if (count != 1)
        return true;
    if (ops[0] == 0 &&
        (kind == DXKI_M_TUPLE || kind == DXKI_M_ENUMERATOR || kind == DXKI_M_GENERIC)) {
        *node = dxki_md_tuple(p->m, NULL, 0, false);
        return *node || dxki_text_no_memory(p);
    }
    if (dxki_value_is_const(dxki_md_value(p->m, ops[0])))
        *node = ops[0];
    return true;
}

static bool patch_values(const resolver *r)
{
    dxki_text_parser *p = r->p;
    for (size_t i = 0; i < p->md_uses.count; i++) {
        dxki_text_md_use use = p->md_uses.items[i];
        dxki_md node = final_of(r, use.ref);
        if (!as_value(p, &node))
            return false;
        p->m->words.items[use.word] = DXKI_VALUE(DXKI_V_METADATA, node);
    }
    return true;
}

static bool patch_all(const resolver *r)
{
    dxk_module *m = r->p->m;
    return patch_locations(r) &&
           settle_attachments(r, m->attachments.items, &m->attachments.count) &&
           settle_attachments(r, m->fn_attachments.items, &m->fn_attachments.count) &&
           (dxki_attachments_index(m, 0) || dxki_text_no_memory(r->p)) && flatten_named(r) &&
           patch_values(r);
}

bool dxki_text_resolve_mds(dxki_text_parser *p)
{
    resolver r = {.p = p};
    bool ok = dxki_vec_reserve(p->ctx, &r.merged, p->m->mds.count) || dxki_text_no_memory(p);
    if (ok) {
        r.merged.count = p->m->mds.count;
        for (size_t i = 0; i < r.merged.count; i++)
            r.merged.items[i] = 0;
        ok = resolve_nodes(&r);
        /* What was entered before it was patched is found under other content. */
        dxki_idset_free(p->ctx, &p->m->md_set);
        p->m->md_indexed = 1;
        ok = ok && patch_all(&r);
    }
    dxki_vec_free(p->ctx, &r.merged);
    dxki_vec_free(p->ctx, &r.stack);
    return ok;
}

/* --- the end of a function --- */

bool dxki_text_local_mds(dxki_text_parser *p)
{
    size_t floor = p->stack.count;
    for (size_t i = p->first_md_use; i < p->md_uses.count; i++) {
        dxki_text_md_use *use = &p->md_uses.items[i];
        dxki_value value = use->ref & DXKI_MD_SLOT ? 0 : dxki_md_value(p->m, use->ref);
        if (DXKI_TAG(value) != DXKI_V_FORWARD)
            continue;
        if (!dxki_vec_push(p->ctx, &p->stack, use->ref))
            return dxki_text_no_memory(p);
        use->ref = dxki_md_of_value(p->m, p->locals.items[DXKI_INDEX(value)].value);
        if (!use->ref)
            return dxki_text_no_memory(p);
    }
    while (p->stack.count > floor) /* these stand for nothing any more */
        p->m->mds.items[p->stack.items[--p->stack.count]] = (dxki_md_entry){.kind = DXKI_M_NONE};
    return true;
}

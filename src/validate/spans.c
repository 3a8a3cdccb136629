/* SPDX-License-Identifier: MIT */
/* spans.c - red-black trees of ranges (Guibas, Sedgewick: "A dichromatic framework"). */
#include "validate/run.h"
#include "validate/spans.h"

static void replace(dxki_val_span *list, uint32_t *root, uint32_t node, uint32_t with)
{
    uint32_t parent = list[node].parent;
    list[with].parent = parent;
    if (parent == 0)
        *root = with;
    else
        list[parent].child[list[parent].child[1] == node] = with;
}

/* Makes the child on the other side the parent of the node, which goes down on `side`. */
static void rotate(dxki_val_span *list, uint32_t *root, uint32_t node, int side)
{
    uint32_t up = list[node].child[!side], inner = list[up].child[side];
    list[node].child[!side] = inner;
    if (inner)
        list[inner].parent = node;
    replace(list, root, node, up);
    list[up].child[side] = node;
    list[node].parent = up;
}

/* No red node below a red one. */
static void balance(dxki_val_span *list, uint32_t *root, uint32_t node)
{
    while (node != *root && list[list[node].parent].is_red) {
        uint32_t parent = list[node].parent, top = list[parent].parent;
        int side = list[top].child[1] == parent;
        uint32_t uncle = list[top].child[!side];
        list[top].is_red = true;
        if (uncle && list[uncle].is_red) {
            list[parent].is_red = list[uncle].is_red = false;
            node = top;
            continue;
        }
        if (list[parent].child[!side] == node) {
            node = parent;
            rotate(list, root, node, side);
        }
        list[list[node].parent].is_red = false;
        rotate(list, root, top, !side);
    }
    list[*root].is_red = false;
}

const dxki_val_span *dxki_val_spans_add(dxki_val *v, dxki_val_spans *s, uint32_t *root,
                                        dxki_val_span add)
{
    uint32_t parent = 0, before = 0, side = 0;
    if (s->list.count == 0 && !dxki_vec_push(v->ctx, &s->list, (dxki_val_span){0})) {
        v->failed = true;
        return NULL;
    }
    for (uint32_t at = *root; at; at = s->list.items[at].child[side]) {
        parent = at;
        side = add.end >= s->list.items[at].start;
        before = side ? at : before;
    }
    if (before && s->list.items[before].end >= add.start)
        return &s->list.items[before];
    add.child[0] = add.child[1] = 0;
    add.parent = parent;
    add.is_red = true;
    if (!dxki_vec_push(v->ctx, &s->list, add)) {
        v->failed = true;
        return NULL;
    }
    uint32_t node = (uint32_t)(s->list.count - 1);
    if (parent)
        s->list.items[parent].child[side] = node;
    else
        *root = node;
    balance(s->list.items, root, node);
    return NULL;
}

void dxki_val_spans_free(dxki_val *v, dxki_val_spans *s)
{
    dxki_vec_free(v->ctx, &s->list);
}

/* SPDX-License-Identifier: MIT */
/* sized.c - which types have a size. See types.h. */
#include <string.h>

#include "ir/ir.h"

enum { UNKNOWN, SIZED, ON_THE_WAY };

typedef struct walk {
    dxk_module *m;
    DXKI_VEC(uint32_t) stack; /* (type, next contained type) */
    bool failed;
} walk;

/* The contained types that decide; false: the type itself has no size. */
static bool inner_types(const dxk_module *m, dxki_type type, const dxki_type **inner,
                        uint32_t *count)
{
    const dxki_type_entry *e = dxki_type_get(m, type);
    *count = 0;
    *inner = NULL;
    switch (e->kind) {
    case DXKI_T_NONE:
    case DXKI_T_VOID:
    case DXKI_T_LABEL:
    case DXKI_T_METADATA:
    case DXKI_T_FUNCTION:
        return false;
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        *inner = &e->a;
        *count = 1;
        return true;
    case DXKI_T_STRUCT:
        *inner = dxki_type_list(m, type, count);
        return !(e->flags & DXKI_TF_OPAQUE);
    default:
        return true;
    }
}

static bool begin(walk *w, dxki_type type)
{
    uint8_t *state = &w->m->sized.items[type];
    if (*state == SIZED)
        return true;
    if (*state == ON_THE_WAY) /* it would contain itself */
        return false;
    *state = ON_THE_WAY;
    if (dxki_vec_push(w->m->ctx, &w->stack, type) && dxki_vec_push(w->m->ctx, &w->stack, 0))
        return true;
    w->failed = true;
    return false;
}

static bool look(walk *w, dxki_type type)
{
    if (!begin(w, type))
        return false;
    while (w->stack.count) {
        uint32_t *top = w->stack.items + w->stack.count - 2, count;
        const dxki_type *inner;
        if (!inner_types(w->m, top[0], &inner, &count))
            return false;
        if (top[1] < count) {
            if (!begin(w, inner[top[1]++]))
                return false;
            continue;
        }
        w->m->sized.items[top[0]] = SIZED;
        w->stack.count -= 2;
    }
    return true;
}

bool dxki_type_is_sized(dxk_module *m, dxki_type type, bool *sized)
{
    walk w = {.m = m};
    size_t known = m->sized.count, all = m->types.count;
    if (known < all) {
        if (!dxki_vec_reserve(m->ctx, &m->sized, all - known))
            return false;
        memset(m->sized.items + known, UNKNOWN, all - known);
        m->sized.count = all;
    }
    *sized = m->sized.items[type] == SIZED || look(&w, type);
    /* A struct without a body may still get one: only what is certain stays. */
    for (size_t i = 0; i < m->sized.count && w.stack.count; i++) {
        if (m->sized.items[i] == ON_THE_WAY)
            m->sized.items[i] = UNKNOWN;
    }
    dxki_vec_free(m->ctx, &w.stack);
    return !w.failed;
}

/* SPDX-License-Identifier: MIT */
/* fork.c - see fork.h. */
#include "ir/fork.h"

#include "ir/idset.h"

#include <string.h>

/* Arrays and sets that a fork has for itself. */
#define OWN_ARRAYS(array)                                                                          \
    array(strings) array(types) array(type_ops) array(globals) array(variables) array(functions)   \
        array(aliases) array(comdats) array(consts) array(words) array(mds) array(md_nums)         \
            array(named_mds) array(md_kinds)
#define OWN_SETS(set) set(type_set) set(const_set) set(string_set) set(md_set) set(md_kind_set)

/* Puts a copy in the place of an array that is another module's, with room for a little more, which
 * forks are made for; empty when out of memory. */
static bool own_array(dxk_ctx *ctx, void **items, size_t *count, size_t *capacity, size_t size)
{
    size_t room = *count ? *count + *count / 16 + 16 : 0;
    void *copy = room ? dxki_realloc(ctx, NULL, 0, room * size) : NULL;
    bool good = copy || *count == 0;
    if (copy)
        memcpy(copy, *items, *count * size);
    *count = copy ? *count : 0;
    *items = copy;
    *capacity = copy ? room : 0;
    return good;
}

static bool own_set(dxk_ctx *ctx, dxki_idset *set)
{
    size_t size = set->capacity * sizeof *set->slots;
    struct dxki_idset_slot *copy = size ? dxki_realloc(ctx, NULL, 0, size) : NULL;
    if (copy)
        memcpy(copy, set->slots, size);
    else
        set->capacity = set->count = 0;
    set->slots = copy;
    return copy || size == 0;
}

bool dxki_module_fork(dxk_module *fork, const dxk_module *m)
{
    bool good = true;
    *fork = *m;
    dxki_arena_init(&fork->arena, m->ctx);
    fork->chars = NULL;
    fork->chars_left = 0;
    fork->tracked = NULL;
    memset(&fork->sized, 0, sizeof fork->sized); /* found out again */
#define OWN(name)                                                                                  \
    good &= own_array(m->ctx, (void **)&fork->name.items, &fork->name.count, &fork->name.capacity, \
                      sizeof *fork->name.items);
    OWN_ARRAYS(OWN)
#undef OWN
#define OWN(name) good &= own_set(m->ctx, &fork->name);
    OWN_SETS(OWN)
#undef OWN
    return good;
}

void dxki_module_end_fork(dxk_module *fork)
{
    dxk_ctx *ctx = fork->ctx;
#define END(name) dxki_vec_free(ctx, &fork->name);
    OWN_ARRAYS(END)
#undef END
#define END(name) dxki_idset_free(ctx, &fork->name);
    OWN_SETS(END)
#undef END
    dxki_vec_free(ctx, &fork->sized);
    dxki_arena_free(&fork->arena);
}

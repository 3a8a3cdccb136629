/* SPDX-License-Identifier: MIT */
/* used.c - see used.h. */
#include "link/used.h"

#include "analysis/mem.h"
#include "dxil/handles.h"
#include "dxil/op.h"

typedef dxki_link_used used;

enum { BY_ID, BY_REGISTER, CLASS_BITS = 2 };

static const dxki_dxil_resource *resource_at(const used *u, uint32_t place)
{
    uint32_t cls = place & ((1u << CLASS_BITS) - 1);
    return u->library->d->resources[cls].items[place >> CLASS_BITS];
}

static uint32_t hash_of(uint32_t how, uint32_t cls, uint64_t a, uint64_t b)
{
    uint64_t state = dxki_hash_mix(dxki_hash_mix(how, cls), a);
    return dxki_hash_end(dxki_hash_mix(state, b));
}

/* The place of a resource + 1; 0: there is none. */
static uint32_t look_up(const used *u, uint32_t how, uint64_t cls, uint64_t a, uint64_t b)
{
    uint32_t hash = hash_of(how, (uint32_t)cls, a, b), pos = hash, id;
    while ((id = dxki_idset_next(&u->set, hash, &pos)) != 0) {
        const dxki_dxil_resource *r = resource_at(u, id - 1);
        if (((id - 1) & ((1u << CLASS_BITS) - 1)) == cls &&
            (how == BY_ID ? r->id == a : r->space == a && r->lower_bound == b))
            return id;
    }
    return 0;
}

static bool enter(used *u, uint32_t cls, uint32_t index)
{
    const dxki_dxil_resource *r = u->library->d->resources[cls].items[index];
    dxki_value symbol = dxki_mem_base(u->library->m, r->symbol);
    dxk_ctx *ctx = u->library->m->ctx;
    uint32_t id = (index << CLASS_BITS | cls) + 1;
    if (DXKI_TAG(symbol) == DXKI_V_GLOBAL)
        u->of_variable[DXKI_INDEX(symbol)] = id;
    return dxki_idset_add(ctx, &u->set, hash_of(BY_ID, cls, r->id, 0), id) &&
           dxki_idset_add(ctx, &u->set, hash_of(BY_REGISTER, cls, r->space, r->lower_bound), id);
}

bool dxki_link_used_begin(used *u, dxki_arena *arena, const dxki_link_library *library)
{
    u->library = library;
    u->of_variable = DXKI_NEW_ARRAY(arena, uint32_t, library->m->globals.count);
    bool good = u->of_variable != NULL;
    for (uint32_t cls = 0; good && cls < DXKI_RESOURCE_CLASSES; cls++) {
        uint32_t count = library->d->resources[cls].count;
        u->seen[cls] = DXKI_NEW_ARRAY(arena, uint32_t, count + 1u);
        good = u->seen[cls] && count < UINT32_MAX >> CLASS_BITS;
        for (uint32_t i = 0; good && i < count; i++)
            good = enter(u, cls, i);
    }
    return good;
}

void dxki_link_used_free(used *u)
{
    if (!u->library)
        return;
    dxki_idset_free(u->library->m->ctx, &u->set);
    dxki_vec_free(u->library->m->ctx, &u->found);
}

/* The resource of a handle that a call makes, as look_up(). */
static uint32_t of_call(const used *u, uint32_t call)
{
    const dxk_module *m = u->library->m;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, call));
    const dxki_value *ops = dxki_inst_ops(m, call);
    uint64_t cls, id, words[4];
    if (op && op->opcode == DXKI_DXOP_CreateHandle && dxki_value_as_int(m, ops[1], &cls) &&
        dxki_value_as_int(m, ops[2], &id))
        return look_up(u, BY_ID, cls, id, 0);
    if (op && op->opcode == DXKI_DXOP_CreateHandleFromBinding &&
        dxki_dxil_const_binding(m, ops[1], words))
        return look_up(u, BY_REGISTER, words[3], words[2], words[0]);
    return 0;
}

static bool add(used *u, uint32_t id, uint32_t function)
{
    if (!id)
        return true;
    uint32_t cls = (id - 1) & ((1u << CLASS_BITS) - 1);
    uint32_t *seen = &u->seen[cls][(id - 1) >> CLASS_BITS];
    bool again = *seen == function;
    *seen = function;
    return again || dxki_vec_push(u->library->m->ctx, &u->found, resource_at(u, id - 1));
}

bool dxki_link_used_find(used *u, uint32_t function)
{
    const dxki_link_library *l = u->library;
    u->found.count = 0;
    DXKI_LINK_EACH_VARIABLE(l, function, variable)
    if (!add(u, u->of_variable[variable], function))
        return false;
    DXKI_EACH_BLOCK(l->m, function, block)
        DXKI_EACH_INST(l->m, block, inst)
            if (!add(u, of_call(u, inst), function))
                return false;
    return true;
}

const dxki_dxil_resource *dxki_link_used_get(const used *u, size_t index)
{
    return index < u->found.count ? u->found.items[index] : NULL;
}

dxk_str dxki_link_used_name(const dxki_dxil_resource *r, dxki_arena *arena)
{
    static const char letters[] = "tubs"; /* by class */
    char text[40];
    const char letter[2] = {r->cls < 4 ? letters[r->cls] : '?', 0};
    if (r->name.size)
        return r->name;
    size_t size = dxki_format(
        text, sizeof text, r->space ? "%0%1,space%2" : "%0%1",
        DXKI_ARGS(dxki_text(dxki_str(letter)), dxki_dec(r->lower_bound), dxki_dec(r->space)));
    size = size < sizeof text ? size : sizeof text - 1;
    char *copy = dxki_arena_strdup(arena, text, size);
    return (dxk_str){copy, copy ? size : 0};
}

/* SPDX-License-Identifier: MIT */
/*
 * uselist.c - predicts the use lists that a reader will build from the stream that is about to be
 * written, and finds out where they differ from those in memory. See uselist.h.
 *
 * Everything that gets into the stream has a number in the order in which a reader comes to it:
 * constants of initialisers (1..constants), globals (..globals), then function by function.
 */
#include "bitcode/uselist.h"

#include <string.h>

#include "base/sort.h"
#include "bitcode/uses.h"

/* A use with its place in the list in memory. */
typedef struct entry {
    uint32_t user; /* number of the user in reading order */
    uint32_t operand;
    uint32_t place;
} entry;

typedef struct predictor {
    const dxk_module *m;
    dxk_ctx *ctx;
    dxki_bc_uselists *out;
    dxki_bc_uses uses;
    uint32_t *numbers; /* by entity: place in reading order, 0: not in the stream */
    uint8_t *done;     /* by entity: predicted */
    uint32_t last;     /* number given out last */
    uint32_t constants, globals;
    uint32_t function; /* where records go now; 0: module */
    DXKI_VEC(entry) list;
    DXKI_VEC(uint32_t) stack; /* (value, next operand) */
    bool failed;
} predictor;

/* --- reading order --- */

static bool is_global(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_GLOBAL;
}

static void number(predictor *p, dxki_value value)
{
    uint32_t entity = dxki_bc_uses_entity(&p->uses, value);
    if (entity == UINT32_MAX || p->numbers[entity])
        return;
    if (DXKI_TAG(value) == DXKI_V_CONST) {
        uint32_t count = dxki_uses_operand_count(p->m, value);
        for (uint32_t i = 0; i < count; i++) {
            dxki_value operand = dxki_uses_operand(p->m, value, i);
            if (!is_global(operand))
                number(p, operand);
        }
    }
    p->numbers[entity] = ++p->last;
}

/* The constants that globals hold. */
static void number_held(predictor *p, const uint32_t *indices, size_t count)
{
    static const uint32_t order[] = {1, 2, 0}; /* prefix, prologue, personality */
    for (size_t i = 0; i < count; i++) {
        dxki_value global = DXKI_VALUE(DXKI_V_GLOBAL, indices[i]);
        uint32_t held = dxki_uses_operand_count(p->m, global);
        for (uint32_t k = 0; k < held; k++) {
            dxki_value value = dxki_uses_operand(p->m, global, held == 3 ? order[k] : 0);
            if (!is_global(value))
                number(p, value);
        }
    }
}

static void number_globals(predictor *p, const uint32_t *indices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        number(p, DXKI_VALUE(DXKI_V_GLOBAL, indices[i]));
}

static void number_body(predictor *p, const dxki_global *function)
{
    const dxk_module *m = p->m;
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b)
        number(p, DXKI_VALUE(DXKI_V_BLOCK, b));
    for (uint32_t i = 0; i < function->arg_count; i++)
        number(p, DXKI_VALUE(DXKI_V_ARG, function->first_arg + i));
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i) {
            const dxki_value *ops = dxki_inst_ops(m, i);
            for (uint32_t k = 0; k < m->insts.items[i].op_count; k++) {
                if (DXKI_TAG(ops[k]) == DXKI_V_CONST)
                    number(p, ops[k]);
            }
        }
    }
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i)
            number(p, DXKI_VALUE(DXKI_V_INST, i));
    }
}

static void number_module(predictor *p)
{
    const dxk_module *m = p->m;
    number_held(p, m->variables.items, m->variables.count);
    number_held(p, m->aliases.items, m->aliases.count);
    number_held(p, m->functions.items, m->functions.count);
    p->constants = p->last;
    number_globals(p, m->functions.items, m->functions.count);
    number_globals(p, m->aliases.items, m->aliases.count);
    number_globals(p, m->variables.items, m->variables.count);
    p->globals = p->last;
    for (size_t i = 0; i < m->functions.count; i++)
        number_body(p, &m->globals.items[m->functions.items[i]]);
}

/* --- the order that a reader will have --- */

static bool is_global_number(const predictor *p, uint32_t n)
{
    return n > p->constants && n <= p->globals;
}

/* Does use `a` come before `b` in the list of the value numbered `id`? Uses before the
 * definition stand in order at the end, later ones in front of them, newest first; the uses of
 * globals are never moved over from a placeholder. */
static bool comes_before(const predictor *p, uint32_t id, const entry *a, const entry *b)
{
    bool moved = !is_global_number(p, id);
    if (is_global_number(p, a->user) && is_global_number(p, b->user))
        return a->user < b->user;
    if (a->user < b->user)
        return b->user <= id && moved;
    if (b->user < a->user)
        return !(a->user <= id && moved);
    if (a->user <= id && moved)
        return a->operand < b->operand;
    return a->operand > b->operand;
}

/* What a comparison of two uses needs. */
typedef struct order_key {
    const predictor *p;
    uint32_t id; /* number of the value */
} order_key;

static bool sorts_after(const void *user, const void *a, const void *b)
{
    const order_key *key = user;
    return comes_before(key->p, key->id, b, a);
}

static void push_shuffle(predictor *p, dxki_value value, const entry *sorted, uint32_t count)
{
    dxki_bc_uselists *out = p->out;
    dxki_bc_shuffle record = {value, p->function, (uint32_t)out->shuffle.count, count};
    if (!dxki_vec_reserve(p->ctx, &out->shuffle, count) ||
        !dxki_vec_push(p->ctx, &out->stack, record)) {
        p->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        out->shuffle.items[out->shuffle.count++] = sorted[i].place;
}

/* The uses whose users will be in the stream. */
static void gather(predictor *p, uint32_t entity)
{
    p->list.count = 0;
    if (!dxki_vec_reserve(p->ctx, &p->list, p->uses.counts[entity])) {
        p->failed = true;
        return;
    }
    for (uint32_t i = p->uses.heads[entity]; i; i = p->uses.uses.items[i].next) {
        const dxki_bc_use *use = &p->uses.uses.items[i];
        size_t place = p->list.count;
        if (!p->numbers[use->user])
            continue;
        p->list.items[place] = (entry){p->numbers[use->user], use->operand, (uint32_t)place};
        p->list.count++;
    }
}

static void predict_list(predictor *p, dxki_value value, uint32_t entity)
{
    if (p->uses.counts[entity] < 2)
        return;
    gather(p, entity);
    if (p->list.count < 2)
        return;
    uint32_t count = (uint32_t)p->list.count, same = 1;
    entry *sorted = p->list.items;
    order_key key = {p, p->numbers[entity]};
    if (!dxki_sort(p->ctx, sorted, count, sizeof *sorted, sorts_after, &key))
        p->failed = true;
    while (same < count && sorted[same].place > sorted[same - 1].place)
        same++;
    if (same < count)
        push_shuffle(p, value, sorted, count);
}

/* Handles a value the first time it is met. */
static void begin(predictor *p, dxki_value value)
{
    uint32_t entity = dxki_bc_uses_entity(&p->uses, value);
    if (entity == UINT32_MAX || p->done[entity])
        return;
    p->done[entity] = 1;
    predict_list(p, value, entity);
    if (!dxki_value_is_const(value))
        return;
    if (!dxki_vec_push(p->ctx, &p->stack, value) || !dxki_vec_push(p->ctx, &p->stack, 0))
        p->failed = true;
}

/* A value, then the constants and globals that it is made of. */
static void predict(predictor *p, dxki_value value)
{
    size_t floor = p->stack.count;
    begin(p, value);
    while (p->stack.count > floor && !p->failed) {
        uint32_t *top = p->stack.items + p->stack.count - 2;
        if (top[1] >= dxki_uses_operand_count(p->m, top[0])) {
            p->stack.count -= 2;
            continue;
        }
        begin(p, dxki_uses_operand(p->m, top[0], top[1]++));
    }
}

static void predict_body(predictor *p, const dxki_global *function)
{
    const dxk_module *m = p->m;
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b)
        predict(p, DXKI_VALUE(DXKI_V_BLOCK, b));
    for (uint32_t i = 0; i < function->arg_count; i++)
        predict(p, DXKI_VALUE(DXKI_V_ARG, function->first_arg + i));
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i) {
            const dxki_value *ops = dxki_inst_ops(m, i);
            for (uint32_t k = 0; k < m->insts.items[i].op_count; k++) {
                if (dxki_value_is_const(ops[k]))
                    predict(p, ops[k]);
            }
        }
    }
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i)
            predict(p, DXKI_VALUE(DXKI_V_INST, i));
    }
}

static void predict_globals(predictor *p, const uint32_t *indices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        predict(p, DXKI_VALUE(DXKI_V_GLOBAL, indices[i]));
}

/* Functions backwards, so that a shared value is listed in the last one that uses it. */
static void predict_module(predictor *p)
{
    const dxk_module *m = p->m;
    for (size_t i = m->functions.count; i-- > 0 && !p->failed;) {
        p->function = m->functions.items[i];
        predict_body(p, &m->globals.items[p->function]);
    }
    p->function = 0;
    predict_globals(p, m->variables.items, m->variables.count);
    predict_globals(p, m->functions.items, m->functions.count);
    predict_globals(p, m->aliases.items, m->aliases.count);
}

static void run(predictor *p)
{
    p->numbers = DXKI_NEW_ARRAY(&p->uses.arena, uint32_t, p->uses.entities);
    p->done = DXKI_NEW_ARRAY(&p->uses.arena, uint8_t, p->uses.entities);
    if (!p->numbers || !p->done) {
        p->failed = true;
        return;
    }
    number_module(p);
    predict_module(p);
}

bool dxki_bc_uselists_predict(dxki_bc_uselists *u, const dxk_module *m)
{
    predictor p;
    memset(&p, 0, sizeof p);
    p.m = m;
    p.ctx = m->ctx;
    p.out = u;
    p.failed = !dxki_bc_uses_build(&p.uses, m);
    if (!p.failed)
        run(&p);
    dxki_bc_uses_free(&p.uses);
    dxki_vec_free(p.ctx, &p.list);
    dxki_vec_free(p.ctx, &p.stack);
    return !p.failed;
}

void dxki_bc_uselists_free(dxki_bc_uselists *u, dxk_ctx *ctx)
{
    dxki_vec_free(ctx, &u->stack);
    dxki_vec_free(ctx, &u->shuffle);
}

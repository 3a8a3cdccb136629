/* SPDX-License-Identifier: MIT */
/* make_stmt.c - simple statements at random. */
#include "make.h"

#include <string.h>

/* --- simple statements --- */

gen_stmt *gen_assign(gen_maker *mk, uint32_t var, gen_expr *value)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_ASSIGN);
    s->index = var;
    s->e[0] = value;
    return s;
}

gen_stmt *gen_make_assign(gen_maker *mk, const gen_where *at)
{
    uint32_t var = gen_pick_var(mk, GEN_VOID);
    if (var == GEN_NONE)
        return NULL;
    return gen_assign(
        mk, var, gen_make_value(mk, at, (gen_type)mk->f->vars[var].type, 1 + gen_random(mk, 3)));
}

gen_stmt *gen_store_word(gen_maker *mk, uint32_t output, uint32_t word, gen_expr *value)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_STORE);
    const gen_buffer *o = &mk->p->outputs[output];
    s->index = output;
    s->which = (uint8_t)word;
    s->count = 1;
    s->e[0] = value;
    if (o->kind == GEN_TYPED && o->components == 4) {
        s->which &= 0xfc;
        s->count = 4;
        for (uint32_t i = 1; i < 4; i++)
            s->e[i] = gen_chance(mk, 50) ? value : gen_const(mk->p, GEN_I32, i);
    }
    return s;
}

gen_stmt *gen_make_store(gen_maker *mk, const gen_where *at)
{
    static const gen_type types[] = {GEN_I32, GEN_I32, GEN_F32, GEN_I64, GEN_F64};
    uint32_t output = gen_random(mk, mk->p->output_count), word = gen_random(mk, mk->own_words);
    gen_type type = types[gen_random(mk, 5)];
    bool is_typed = mk->p->outputs[output].kind == GEN_TYPED;

    if (!mk->has[type] || is_typed || (gen_width(type) == 64 && mk->p->model < 3))
        type = GEN_I32;
    if (gen_width(type) == 64) {
        word &= ~1u;
        if (word + 1 >= mk->own_words)
            return NULL;
    }
    gen_stmt *s =
        gen_store_word(mk, output, word, gen_make_expr(mk, at, type, 1 + gen_random(mk, 3)));
    for (uint32_t n = 1 + gen_random(mk, 4); !is_typed && gen_width(type) == 32 && s->count < n;) {
        if (word + s->count >= mk->own_words)
            break;
        s->e[s->count++] = gen_make_expr(mk, at, type, gen_random(mk, 2));
    }
    return s;
}

gen_stmt *gen_make_set_element(gen_maker *mk, const gen_where *at)
{
    if (!mk->f->array_count)
        return NULL;
    gen_stmt *s = gen_stmt_new(mk->p, GEN_SET_ELEMENT);
    s->index = gen_random(mk, mk->f->array_count);
    if (mk->f->arrays[s->index].is_table)
        return NULL;
    s->e[0] = gen_chance(mk, 50)
                  ? gen_const(mk->p, GEN_I32, gen_random(mk, mk->f->arrays[s->index].size))
                  : gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
    s->e[1] = gen_make_value(mk, at, (gen_type)mk->f->arrays[s->index].type, gen_random(mk, 3));
    return s;
}

gen_stmt *gen_set_shared(gen_maker *mk, const gen_where *at, uint32_t index, uint32_t which)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_SET_SHARED);
    s->index = index;
    s->which = (uint8_t)which;
    s->e[0] = gen_make_value(mk, at, (gen_type)mk->p->shareds[index].type, gen_random(mk, 3));
    return s;
}

static gen_stmt *shared_atomic(gen_maker *mk, const gen_where *at, uint32_t index)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_ATOMIC);
    gen_type type = (gen_type)mk->p->shareds[index].type;

    s->index = index;
    if (mk->modes.mode[index] == GEN_MODE_ATOMIC) {
        s->place = GEN_AT_SHARED;
        s->which = mk->modes.kind[index];
        s->e[0] = gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
    } else {
        s->place = GEN_AT_OWN_SHARED;
        s->which = (uint8_t)gen_random(mk, GEN_ATOMIC_KINDS + 2);
        s->count = (uint8_t)gen_random(mk, mk->p->shareds[index].own);
        s->result = gen_chance(mk, 70) ? gen_pick_var(mk, type) : GEN_NONE;
        if (s->which == GEN_ATOMIC_COMPARE)
            s->e[2] = gen_make_expr(mk, at, type, 0);
    }
    s->e[1] = gen_make_expr(mk, at, type, gen_random(mk, 3));
    return s;
}

static bool can_be_atomic(const gen_maker *mk, gen_type type)
{
    return type == GEN_I32 || (type == GEN_I64 && mk->p->model >= 6);
}

gen_stmt *gen_make_shared(gen_maker *mk, const gen_where *at)
{
    if (!mk->is_entry || !mk->p->shared_count)
        return NULL;
    uint32_t index = gen_random(mk, mk->p->shared_count);
    bool atomic = can_be_atomic(mk, (gen_type)mk->p->shareds[index].type);
    if (mk->modes.mode[index] == GEN_MODE_ATOMIC ||
        (mk->modes.mode[index] == GEN_MODE_OWN && atomic && gen_chance(mk, 30)))
        return shared_atomic(mk, at, index);
    if (mk->modes.mode[index] == GEN_MODE_READ)
        return NULL;
    return gen_set_shared(mk, at, index, gen_random(mk, mk->p->shareds[index].own));
}

gen_stmt *gen_make_atomic(gen_maker *mk, const gen_where *at)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_ATOMIC);
    const gen_buffer *o = &mk->p->outputs[0];
    gen_type type = GEN_I32;

    s->place = GEN_AT_TOTALS;
    if (gen_chance(mk, 40) && !(o->kind == GEN_TYPED && o->components == 4)) {
        s->place = GEN_AT_OWN;
        s->which = (uint8_t)gen_random(mk, GEN_ATOMIC_KINDS + 2);
        s->count = (uint8_t)gen_random(mk, mk->own_words);
        s->result = gen_chance(mk, 70) ? gen_pick_var(mk, GEN_I32) : GEN_NONE;
    } else {
        if (mk->has[GEN_I64] && mk->p->model >= 6 && gen_chance(mk, 40)) {
            s->place = GEN_AT_TOTALS64;
            type = GEN_I64;
        }
        s->which = (uint8_t)gen_random(mk, GEN_ATOMIC_KINDS);
        s->e[0] = gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
    }
    s->e[1] = gen_make_expr(mk, at, type, gen_random(mk, 3));
    if (s->which == GEN_ATOMIC_COMPARE)
        s->e[2] = gen_make_expr(mk, at, type, 0);
    return s;
}

gen_stmt *gen_make_call(gen_maker *mk, const gen_where *at)
{
    uint32_t count = (uint32_t)(mk->f - mk->p->functions), array = 0;
    if (!count)
        return NULL;
    gen_stmt *s = gen_stmt_new(mk->p, GEN_CALL_FUNCTION);
    s->index = gen_random(mk, count);
    const gen_function *callee = &mk->p->functions[s->index];
    if (mk->spent + mk->weight * mk->cost[s->index] > mk->budget)
        return NULL;
    if (callee->array_count && callee->arrays[0].is_param) {
        while (array < mk->f->array_count && (mk->f->arrays[array].type != callee->arrays[0].type ||
                                              mk->f->arrays[array].size != callee->arrays[0].size))
            array++;
        if (array == mk->f->array_count)
            return NULL;
        s->which = (uint8_t)array;
    }
    s->count = (uint8_t)callee->param_count;
    for (uint32_t i = 0; i < callee->param_count; i++)
        s->e[i] = gen_make_value(mk, at, (gen_type)callee->vars[i].type, gen_random(mk, 2));
    if (callee->result && gen_chance(mk, 85))
        s->result = gen_pick_var(mk, GEN_I32);
    mk->spent += mk->weight * mk->cost[s->index];
    return s;
}

gen_stmt *gen_make_count(gen_maker *mk, const gen_where *at)
{
    (void)at;
    gen_stmt *s = gen_stmt_new(mk->p, GEN_COUNT_UP);
    s->index = gen_random(mk, mk->p->output_count);
    return mk->p->outputs[s->index].step ? s : NULL;
}

/* --- barriers --- */

gen_stmt *gen_barrier_to(gen_maker *mk, const gen_modes *modes)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_BARRIER);
    s->which = (uint8_t)gen_random(mk, 2);
    if (modes) {
        mk->modes = *modes;
        return s;
    }
    for (uint32_t i = 0; i < mk->p->shared_count; i++) {
        bool atomic = can_be_atomic(mk, (gen_type)mk->p->shareds[i].type);
        mk->modes.mode[i] = (uint8_t)gen_random(mk, atomic ? 3 : 2);
        mk->modes.kind[i] = (uint8_t)gen_random(mk, GEN_ATOMIC_KINDS);
    }
    return s;
}

static bool same_modes(const gen_maker *mk, const gen_modes *modes)
{
    return memcmp(&mk->modes, modes, sizeof *modes) == 0;
}

gen_stmt **gen_end_of(gen_stmt **list)
{
    while (*list)
        list = &(*list)->next;
    return list;
}

void gen_restore_modes(gen_maker *mk, gen_stmt **list, const gen_modes *modes)
{
    if (!same_modes(mk, modes))
        *gen_end_of(list) = gen_barrier_to(mk, modes);
}

/* SPDX-License-Identifier: MIT */
/* make.c - statements, functions and programs at random. */
#include "make.h"

#include <string.h>

#define DEEPEST 4u /* statements within statements */

static gen_stmt *make_list(gen_maker *mk, const gen_where *at, uint32_t count);

/* --- simple statements --- */

static gen_stmt *assign(gen_maker *mk, uint32_t var, gen_expr *value)
{
    gen_stmt *s = gen_stmt_new(mk->p, GEN_ASSIGN);
    s->index = var;
    s->e[0] = value;
    return s;
}

static gen_stmt *make_assign(gen_maker *mk, const gen_where *at)
{
    uint32_t var = gen_pick_var(mk, GEN_VOID);
    if (var == GEN_NONE)
        return NULL;
    return assign(mk, var,
                  gen_make_value(mk, at, (gen_type)mk->f->vars[var].type, 1 + gen_random(mk, 3)));
}

static gen_stmt *store_word(gen_maker *mk, uint32_t output, uint32_t word, gen_expr *value)
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

static gen_stmt *make_store(gen_maker *mk, const gen_where *at)
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
    gen_stmt *s = store_word(mk, output, word, gen_make_expr(mk, at, type, 1 + gen_random(mk, 3)));
    for (uint32_t n = 1 + gen_random(mk, 4); !is_typed && gen_width(type) == 32 && s->count < n;) {
        if (word + s->count >= mk->own_words)
            break;
        s->e[s->count++] = gen_make_expr(mk, at, type, gen_random(mk, 2));
    }
    return s;
}

static gen_stmt *make_set_element(gen_maker *mk, const gen_where *at)
{
    if (!mk->f->array_count)
        return NULL;
    gen_stmt *s = gen_stmt_new(mk->p, GEN_SET_ELEMENT);
    s->index = gen_random(mk, mk->f->array_count);
    s->e[0] = gen_chance(mk, 50)
                  ? gen_const(mk->p, GEN_I32, gen_random(mk, mk->f->arrays[s->index].size))
                  : gen_make_expr(mk, at, GEN_I32, gen_random(mk, 2));
    s->e[1] = gen_make_value(mk, at, (gen_type)mk->f->arrays[s->index].type, gen_random(mk, 3));
    return s;
}

static gen_stmt *set_shared(gen_maker *mk, const gen_where *at, uint32_t index, uint32_t which)
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

static gen_stmt *make_shared(gen_maker *mk, const gen_where *at)
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
    return set_shared(mk, at, index, gen_random(mk, mk->p->shareds[index].own));
}

static gen_stmt *make_atomic(gen_maker *mk, const gen_where *at)
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

static gen_stmt *make_call(gen_maker *mk, const gen_where *at)
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

/* --- barriers --- */

/* A barrier, behind which shared variables are used as `modes` says; NULL: at random. */
static gen_stmt *barrier_to(gen_maker *mk, const gen_modes *modes)
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

static gen_stmt **end_of(gen_stmt **list)
{
    while (*list)
        list = &(*list)->next;
    return list;
}

/* Ends a list that threads must leave with the modes that they came with. */
static void restore_modes(gen_maker *mk, gen_stmt **list, const gen_modes *modes)
{
    if (!same_modes(mk, modes))
        *end_of(list) = barrier_to(mk, modes);
}

/* --- control flow --- */

static gen_where inside(const gen_where *at)
{
    gen_where in = *at;
    in.depth++;
    return in;
}

static gen_expr *make_condition(gen_maker *mk, const gen_where *at)
{
    if (gen_chance(mk, 8))
        return gen_const(mk->p, GEN_I1, gen_random(mk, 2));
    return gen_make_expr(mk, at, GEN_I1, 1 + gen_random(mk, 2));
}

static gen_stmt *make_if(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    gen_stmt *s = gen_stmt_new(mk->p, GEN_IF);
    const gen_modes modes = mk->modes;

    in.is_uniform = at->is_uniform && gen_chance(mk, 30);
    s->e[0] = in.is_uniform ? gen_make_uniform(mk, GEN_I1, 1) : make_condition(mk, at);
    s->body = make_list(mk, &in, 1 + gen_random(mk, 4));
    restore_modes(mk, &s->body, &modes);
    if (gen_chance(mk, 50)) {
        s->other = make_list(mk, &in, 1 + gen_random(mk, 4));
        restore_modes(mk, &s->other, &modes);
    }
    return s;
}

/* A new variable, as the others in memory or not. */
static uint32_t add_var(gen_maker *mk, gen_type type)
{
    if (mk->f->var_count == GEN_VARS)
        return GEN_NONE;
    gen_var *var = &mk->f->vars[mk->f->var_count];
    var->type = (uint8_t)type;
    var->in_memory =
        mk->f->var_count ? mk->f->vars[gen_random(mk, mk->f->var_count)].in_memory : mk->p->marks;
    return mk->f->var_count++;
}

static uint32_t counter_for(gen_maker *mk)
{
    uint32_t counter = add_var(mk, GEN_I32);
    return counter != GEN_NONE ? counter : gen_pick_var(mk, GEN_I32);
}

static gen_stmt *make_loop(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    const gen_modes modes = mk->modes;
    uint32_t trips = GEN_LIMIT - 1, weight = mk->weight;
    bool is_const = gen_chance(mk, 50);

    in.is_uniform = at->is_uniform && gen_chance(mk, 40);
    in.in_loop = !in.is_uniform;
    if (is_const)
        trips = gen_random(mk, 6);
    if (mk->spent + weight * trips * 4 > mk->budget)
        return NULL;
    uint32_t counter = counter_for(mk);
    if (counter == GEN_NONE)
        return NULL;
    gen_stmt *s = gen_stmt_new(mk->p, GEN_LOOP);
    s->index = counter;
    s->form = (uint8_t)gen_random(mk, GEN_FORMS);
    s->e[0] = is_const        ? gen_const(mk->p, GEN_I32, trips)
              : in.is_uniform ? gen_make_uniform(mk, GEN_I32, 1)
                              : gen_make_expr(mk, at, GEN_I32, gen_random(mk, 3));
    mk->is_locked[counter] = true;
    mk->is_uniform[counter] = in.is_uniform;
    if (gen_chance(mk, 25))
        s->e[1] = in.is_uniform ? gen_make_uniform(mk, GEN_I1, 1)
                                : gen_make_expr(mk, &in, GEN_I1, 1 + gen_random(mk, 2));
    mk->weight = weight * (trips ? trips : 1);
    s->body = make_list(mk, &in, 1 + gen_random(mk, 4));
    restore_modes(mk, &s->body, &modes);
    mk->weight = weight;
    mk->is_locked[counter] = false;
    return s;
}

static gen_stmt *make_switch(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    gen_stmt *s = gen_stmt_new(mk->p, GEN_SWITCH);
    gen_case **link = &s->cases;
    uint32_t cases = 1 + gen_random(mk, 4), value = gen_random(mk, 2), other = gen_random(mk, 6);

    in.is_uniform = false;
    s->e[0] =
        gen_apply(mk->p, GEN_AND, GEN_I32, gen_make_expr(mk, at, GEN_I32, 1 + gen_random(mk, 2)),
                  gen_const(mk->p, GEN_I32, 7), NULL);
    for (uint32_t i = 0; i < cases; i++) {
        gen_case *c = gen_alloc(&mk->p->memory, sizeof *c);
        c->value_count = i == other ? 0 : 1 + gen_random(mk, 2);
        for (uint32_t k = 0; k < c->value_count; k++) {
            c->values[k] = value;
            value += 1 + gen_random(mk, 2);
        }
        c->body = make_list(mk, &in, 1 + gen_random(mk, 2));
        c->falls = gen_chance(mk, 30);
        *link = c;
        link = &c->next;
    }
    return s;
}

/* A jump at the end of a list, if there may be one. */
static gen_stmt *make_jump(gen_maker *mk, const gen_where *at)
{
    gen_stmt *s = NULL;
    if (at->in_loop && gen_chance(mk, 20)) {
        s = gen_stmt_new(mk->p, gen_chance(mk, 60) ? GEN_BREAK : GEN_CONTINUE);
    } else if (at->may_return && gen_chance(mk, 6)) {
        s = gen_stmt_new(mk->p, GEN_RETURN);
        if (mk->f->result)
            s->e[0] = gen_make_expr(mk, at, GEN_I32, 1);
    }
    if (s)
        s->which = (uint8_t)gen_random(mk, GEN_GUARDS);
    return s;
}

/* --- lists --- */

typedef gen_stmt *(*make_fn)(gen_maker *mk, const gen_where *at);

static const struct {
    make_fn make;
    uint32_t share;
    bool is_nested;
} kinds[] = {{make_assign, 32, false}, {make_store, 10, false}, {make_set_element, 10, false},
             {make_shared, 10, false}, {make_atomic, 5, false}, {make_call, 6, false},
             {make_if, 14, true},      {make_loop, 9, true},    {make_switch, 4, true}};

static gen_stmt *make_stmt(gen_maker *mk, const gen_where *at)
{
    uint32_t x = gen_random(mk, 100), i = 0;

    if (at->is_uniform && mk->is_entry && mk->p->shared_count && gen_chance(mk, 15))
        return barrier_to(mk, NULL);
    while (x >= kinds[i].share)
        x -= kinds[i++].share;
    bool is_allowed = !kinds[i].is_nested || (at->depth < DEEPEST && mk->spent < mk->budget);
    gen_stmt *s = is_allowed ? kinds[i].make(mk, at) : NULL;
    return s ? s : make_assign(mk, at);
}

static gen_stmt *make_list(gen_maker *mk, const gen_where *at, uint32_t count)
{
    gen_stmt *list = NULL, **link = &list;
    for (uint32_t i = 0; i < count; i++) {
        mk->spent += mk->weight;
        *link = make_stmt(mk, at);
        link = end_of(link);
    }
    *link = at->depth > 0 ? make_jump(mk, at) : NULL;
    return list;
}

/* --- functions --- */

static gen_type any_type(gen_maker *mk)
{
    static const gen_type types[] = {GEN_I32, GEN_I32, GEN_I32, GEN_I1,  GEN_I16, GEN_I64,
                                     GEN_F32, GEN_F64, GEN_S32, GEN_S32, GEN_S16};
    gen_type type;
    do
        type = types[gen_random(mk, sizeof types / sizeof *types)];
    while (!mk->has[type]);
    return type;
}

static void make_variables(gen_maker *mk, uint32_t style)
{
    gen_function *f = mk->f;
    uint32_t count = f->param_count + 2 + gen_random(mk, 5);

    for (uint32_t i = 0; i < count; i++) {
        f->vars[i].type = (uint8_t)(i == f->param_count ? GEN_I32 : any_type(mk));
        if (i < f->param_count)
            f->vars[i].type = (uint8_t)(gen_chance(mk, 50) ? GEN_I32 : any_type(mk));
        if (f->vars[i].type == GEN_I1 && i < f->param_count)
            f->vars[i].type = GEN_I32;
        f->vars[i].in_memory = style == 1 || (style == 2 && gen_chance(mk, 50));
    }
    f->var_count = count;
    count = gen_random(mk, 3);
    for (uint32_t i = f->array_count; i < f->array_count + count; i++) {
        gen_type type = any_type(mk);
        f->arrays[i].type = (uint8_t)(type == GEN_I1 ? GEN_I32 : type);
        f->arrays[i].size = 2u << gen_random(mk, 3);
    }
    f->array_count += count;
}

/* Values for variables that are not parameters. */
static gen_stmt **begin_variables(gen_maker *mk, const gen_where *at, gen_stmt **link)
{
    for (uint32_t i = mk->f->param_count; i < mk->f->var_count; i++) {
        *link = assign(mk, i, gen_make_value(mk, at, (gen_type)mk->f->vars[i].type, 1));
        link = &(*link)->next;
    }
    return link;
}

/* All variables into one word. */
static gen_expr *digest(gen_maker *mk)
{
    gen_expr *sum = gen_const(mk->p, GEN_I32, 17);
    for (uint32_t i = 0; i < mk->f->var_count; i++)
        sum =
            gen_apply(mk->p, GEN_XOR, GEN_I32,
                      gen_apply(mk->p, GEN_MUL, GEN_I32, sum, gen_const(mk->p, GEN_I32, 31), NULL),
                      gen_make_word(mk, gen_make_var(mk, i)), NULL);
    return sum;
}

static void make_function(gen_maker *mk, uint32_t index)
{
    const gen_where at = {.may_return = true};
    gen_function *f = mk->f = &mk->p->functions[index];
    uint32_t before = mk->spent;

    mk->is_entry = false;
    memset(mk->is_locked, 0, sizeof mk->is_locked);
    f->result = gen_chance(mk, 70) ? GEN_I32 : GEN_VOID;
    f->no_inline = gen_chance(mk, 70);
    f->one_exit = gen_chance(mk, 50);
    f->param_count = gen_random(mk, 4);
    if (gen_chance(mk, 40)) {
        f->arrays[0] = (gen_array){.type = GEN_I32, .is_param = true, .size = 4};
        f->array_count = 1;
    }
    make_variables(mk, gen_random(mk, 3));
    gen_stmt **link = begin_variables(mk, &at, &f->body);
    *link = make_list(mk, &at, 1 + gen_random(mk, 4));
    link = end_of(link);
    if (f->result) {
        *link = gen_stmt_new(mk->p, GEN_RETURN);
        (*link)->e[0] = digest(mk);
    }
    mk->cost[index] = mk->spent - before + f->var_count;
    mk->spent = before;
}

static gen_stmt **begin_shared(gen_maker *mk, const gen_where *at, gen_stmt **link)
{
    for (uint32_t i = 0; i < mk->p->shared_count; i++)
        for (uint32_t k = 0; k < mk->p->shareds[i].own; k++) {
            *link = set_shared(mk, at, i, k);
            link = &(*link)->next;
        }
    return link;
}

static void make_entry(gen_maker *mk, uint32_t index)
{
    const gen_where first = {.is_uniform = true}, second = {.may_return = true};
    uint32_t size = mk->options->size ? mk->options->size : 8;
    gen_function *f = mk->f = &mk->p->functions[index];

    mk->is_entry = true;
    memset(mk->is_locked, 0, sizeof mk->is_locked);
    f->one_exit = gen_chance(mk, 50);
    if (gen_chance(mk, 60)) {
        f->arrays[0] = (gen_array){.type = GEN_I32, .size = 4};
        f->array_count = 1;
    }
    make_variables(mk, mk->p->marks ? 1 : gen_random(mk, 3));
    gen_stmt **link = begin_variables(mk, &first, &f->body);
    link = begin_shared(mk, &first, link);
    if (mk->has_quads) { /* which thread a lane is depends on whether there is such an operation */
        gen_expr *quad = gen_expr_new(mk->p, GEN_WAVE, GEN_I32);
        quad->index = GEN_QUAD_READ;
        quad->args[0] = gen_expr_new(mk->p, GEN_ID, GEN_I32);
        quad->args[0]->index = GEN_ID_FLAT;
        *link = store_word(mk, 0, GEN_OWN - 1, quad);
        (*link)->is_pinned = true;
        link = &(*link)->next;
    }
    *link = make_list(mk, &first, 1 + gen_random(mk, size));
    link = end_of(link);
    *link = make_list(mk, &second, gen_random(mk, size));
    link = end_of(link);
    *link = store_word(mk, 0, 0, digest(mk));
}

/* --- programs --- */

static void choose_threads(gen_maker *mk)
{
    static const uint32_t shapes[][3] = {
        {1, 1, 1}, {4, 1, 1}, {8, 1, 1}, {16, 1, 1}, {32, 1, 1}, {64, 1, 1},  {13, 1, 1}, {8, 8, 1},
        {4, 2, 3}, {2, 2, 2}, {3, 5, 1}, {96, 1, 1}, {6, 4, 2},  {130, 1, 1}, {36, 1, 1}};
    gen_program *p = mk->p;
    uint32_t last = gen_chance(mk, 80) ? 11 : 15;
    memcpy(p->threads, shapes[gen_random(mk, last)], sizeof p->threads);
    for (uint32_t i = 0; i < 3; i++)
        p->groups[i] = gen_chance(mk, 25) ? 2 : 1;
    bool is_line = p->threads[0] % 4 == 0 && p->threads[1] == 1 && p->threads[2] == 1;
    bool has_squares = p->threads[0] % 2 == 0 && p->threads[1] % 2 == 0 && p->model >= 6;
    mk->has_quads = mk->has_waves && (is_line || has_squares) && gen_chance(mk, 40);
}

static void choose_types(gen_maker *mk)
{
    gen_program *p = mk->p;
    bool floats = !mk->options->no_floats;

    p->model = gen_random(mk, 8);
    p->native_16bit = p->model >= 2 && gen_chance(mk, 25);
    p->strict = gen_chance(mk, 10);
    mk->has[GEN_I1] = mk->has[GEN_I32] = true;
    mk->has[GEN_I16] = p->native_16bit;
    mk->has[GEN_I64] = gen_chance(mk, 40);
    mk->has[GEN_F32] = floats && gen_chance(mk, 50);
    mk->has[GEN_F64] = floats && p->model >= 1 && gen_chance(mk, 15);
    mk->has[GEN_S32] = floats && gen_chance(mk, 50);
    mk->has[GEN_S16] = floats && p->native_16bit;
    mk->has_waves = !mk->options->no_waves && gen_chance(mk, 60);
    mk->has_strange = gen_chance(mk, 30);
}

static void choose_buffers(gen_maker *mk)
{
    gen_program *p = mk->p;

    p->input_count = gen_random(mk, GEN_INPUTS + 1);
    for (uint32_t i = 0; i < p->input_count; i++) {
        gen_buffer *b = &p->inputs[i];
        b->kind = (uint8_t)gen_random(mk, 3);
        b->words = 16u << gen_random(mk, 4);
        b->stride = 8u << gen_random(mk, 3);
        b->component = (uint8_t)(gen_chance(mk, 60) ? GEN_I32 : GEN_F32);
        b->components = gen_chance(mk, 50) ? 4 : 1;
    }
    p->output_count = 1 + gen_random(mk, GEN_OUTPUTS);
    for (uint32_t i = 0; i < p->output_count; i++) {
        gen_buffer *b = &p->outputs[i];
        b->kind = (uint8_t)gen_random(mk, 3);
        b->stride = GEN_OWN * 4;
        b->component = GEN_I32;
        b->components = i > 0 && gen_chance(mk, 50) ? 4 : 1;
    }
    mk->own_words = mk->has_quads ? GEN_OWN - 1 : GEN_OWN;
}

static void choose_shared(gen_maker *mk)
{
    static const gen_type types[] = {GEN_I32, GEN_I32, GEN_I64, GEN_F32, GEN_S32};
    gen_program *p = mk->p;

    if (mk->options->no_barriers || gen_chance(mk, 40))
        return;
    p->shared_count = 1 + gen_random(mk, GEN_SHAREDS);
    for (uint32_t i = 0; i < p->shared_count; i++) {
        gen_type type = types[gen_random(mk, 5)];
        p->shareds[i].type = (uint8_t)(mk->has[type] ? type : GEN_I32);
        p->shareds[i].own = 1 + gen_random(mk, 3);
        p->shareds[i].size = p->shareds[i].own * gen_group_threads(p);
    }
}

void gen_make(uint64_t seed, const gen_options *options, gen_program *p)
{
    gen_maker mk = {.p = p, .options = options, .weight = 1};

    memset(p, 0, sizeof *p);
    p->seed = seed;
    mk.state = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15) | 1;
    for (int i = 0; i < 4; i++)
        gen_random(&mk, 2);
    choose_types(&mk);
    choose_threads(&mk);
    choose_buffers(&mk);
    choose_shared(&mk);
    p->marks = gen_chance(&mk, 30);
    p->handles_everywhere = p->marks || gen_chance(&mk, 20);
    mk.budget = (options->size ? options->size : 8) * 25;
    p->function_count = 1 + (options->no_calls || gen_chance(&mk, 50) ? 0 : gen_random(&mk, 3));
    for (uint32_t i = 0; i + 1 < p->function_count; i++)
        make_function(&mk, i);
    make_entry(&mk, p->function_count - 1);
    gen_tree_mark(p);
}

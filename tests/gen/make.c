/* SPDX-License-Identifier: MIT */
/* make.c - functions and programs at random. */
#include "make.h"

#include <string.h>

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
        f->arrays[i].is_table = gen_chance(mk, 30);
    }
    f->array_count += count;
}

/* Values for variables that are not parameters. */
static gen_stmt **begin_variables(gen_maker *mk, const gen_where *at, gen_stmt **link)
{
    for (uint32_t i = mk->f->param_count; i < mk->f->var_count; i++) {
        *link = gen_assign(mk, i, gen_make_value(mk, at, (gen_type)mk->f->vars[i].type, 1));
        link = &(*link)->next;
    }
    return link;
}

/* All variables into one word. */
static gen_expr *digest(gen_maker *mk)
{
    gen_expr *sum = gen_const(mk->p, GEN_I32, 17);
    for (uint32_t i = 0; i < mk->f->var_count; i++) {
        if (mk->f->vars[i].is_temporary)
            continue;
        sum =
            gen_apply(mk->p, GEN_XOR, GEN_I32,
                      gen_apply(mk->p, GEN_MUL, GEN_I32, sum, gen_const(mk->p, GEN_I32, 31), NULL),
                      gen_make_word(mk, gen_make_var(mk, i)), NULL);
    }
    return sum;
}

static void make_function(gen_maker *mk, uint32_t index)
{
    const gen_where at = {.may_return = true};
    gen_function *f = mk->f = &mk->p->functions[index];
    uint32_t before = mk->spent;

    mk->is_entry = false;
    memset(mk->is_locked, 0, sizeof mk->is_locked);
    memset(mk->is_hidden, 0, sizeof mk->is_hidden);
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
    *link = gen_make_list(mk, &at, 1 + gen_random(mk, 4));
    link = gen_end_of(link);
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
            *link = gen_set_shared(mk, at, i, k);
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
    memset(mk->is_hidden, 0, sizeof mk->is_hidden);
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
        *link = gen_store_word(mk, 0, GEN_OWN - 1, quad);
        (*link)->is_pinned = true;
        link = &(*link)->next;
    }
    *link = gen_make_list(mk, &first, 1 + gen_random(mk, size));
    link = gen_end_of(link);
    *link = gen_make_list(mk, &second, gen_random(mk, size));
    link = gen_end_of(link);
    *link = gen_store_word(mk, 0, 0, digest(mk));
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
        b->count = gen_chance(mk, 70) ? 1 : 2u << gen_random(mk, 2);
    }
    p->output_count = 1 + gen_random(mk, GEN_OUTPUTS);
    for (uint32_t i = 0; i < p->output_count; i++) {
        gen_buffer *b = &p->outputs[i];
        b->kind = (uint8_t)gen_random(mk, 3);
        b->stride = GEN_OWN * 4;
        b->component = GEN_I32;
        b->components = i > 0 && gen_chance(mk, 50) ? 4 : 1;
        b->count = 1;
        if (b->kind == GEN_STRUCTURED && gen_chance(mk, 40))
            b->step = gen_chance(mk, 50) ? 1 : -1;
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

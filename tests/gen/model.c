/* SPDX-License-Identifier: MIT */
/* model.c - statements under masks: what the threads of a group do together. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where lanes go that leave the innermost loop, or its round. */
typedef struct jumps {
    gen_mask left, next;
} jumps;

static void run_list(gen_frame *fr, const gen_stmt *list, gen_mask *m, jumps *loop);

static void *zeroed(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(4);
    }
    return memory;
}

/* --- masks --- */

static bool any(const gen_model_group *g, const gen_mask *m)
{
    for (uint32_t lane = 0; lane < g->count; lane++)
        if (m->on[lane])
            return true;
    return false;
}

static void add_mask(const gen_model_group *g, gen_mask *to, const gen_mask *from)
{
    for (uint32_t lane = 0; lane < g->count; lane++)
        to->on[lane] |= from->on[lane];
}

/* Moves to `other` the lanes of `m` whose value is 0. */
static void part_mask(const gen_model_group *g, gen_mask *m, gen_mask *other, const uint64_t *value)
{
    for (uint32_t lane = 0; lane < g->count; lane++) {
        other->on[lane] = m->on[lane] && !value[lane];
        m->on[lane] = m->on[lane] && value[lane];
    }
}

/* --- statements --- */

static void run_store(gen_frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t values[GEN_EXPRS][GEN_LANES_MAX];
    uint32_t *words = fr->g->results->outputs[s->index];

    for (uint32_t k = 0; k < s->count; k++)
        gen_model_eval(fr, s->e[k], m, values[k]);
    for (uint32_t k = 0; k < s->count; k++) {
        bool is_wide = gen_width((gen_type)s->e[k]->type) == 64;
        GEN_EACH_LANE(lane, fr->g, m) {
            uint32_t at = gen_thread_number(fr->g, lane) * GEN_OWN + s->which + k;
            uint64_t value = gen_plain((gen_type)s->e[k]->type, values[k][lane]);
            words[at] = (uint32_t)value;
            if (is_wide)
                words[at + 1] = (uint32_t)(value >> 32);
        }
    }
}

/* The new value of an atomic operation. */
static uint64_t combined(uint32_t kind, gen_type t, uint64_t old, uint64_t value, uint64_t compare)
{
    static const gen_op ops[GEN_ATOMIC_KINDS] = {GEN_ADD,  GEN_AND,  GEN_OR,   GEN_XOR,
                                                 GEN_IMIN, GEN_IMAX, GEN_UMIN, GEN_UMAX};
    if (kind == GEN_ATOMIC_EXCHANGE)
        return value;
    if (kind == GEN_ATOMIC_COMPARE)
        return old == compare ? value : old;
    return gen_cut(t, gen_model_apply(ops[kind], t, (uint64_t[GEN_OPERANDS]){old, value}));
}

typedef struct cell {
    uint64_t *wide;
    uint32_t *word;
} cell;

static cell cell_of(gen_frame *fr, const gen_stmt *s, uint32_t lane, uint64_t subscript)
{
    gen_model_group *g = fr->g;
    uint32_t at = s->which * GEN_SUBSCRIPTS + ((uint32_t)subscript & (GEN_SUBSCRIPTS - 1));
    const gen_shared *shared = &g->p->shareds[s->index % GEN_SHAREDS];

    switch (s->place) {
    case GEN_AT_TOTALS:
        return (cell){.word = &g->results->totals[at]};
    case GEN_AT_TOTALS64:
        return (cell){.wide = &g->results->totals64[at]};
    case GEN_AT_SHARED:
        return (cell){
            .wide = &g->shared[s->index][(uint32_t)subscript & (gen_shared_span(shared) - 1)]};
    case GEN_AT_OWN_SHARED:
        return (cell){.wide = &g->shared[s->index][g->thread[lane] * shared->own + s->count]};
    default:
        return (cell){.word =
                          &g->results->outputs[0][gen_thread_number(g, lane) * GEN_OWN + s->count]};
    }
}

static void run_atomic(gen_frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t at[GEN_LANES_MAX] = {0}, value[GEN_LANES_MAX] = {0}, compare[GEN_LANES_MAX] = {0};
    gen_type t = (gen_type)s->e[1]->type;

    if (s->e[0])
        gen_model_eval(fr, s->e[0], m, at);
    gen_model_eval(fr, s->e[1], m, value);
    if (s->e[2])
        gen_model_eval(fr, s->e[2], m, compare);
    GEN_EACH_LANE(lane, fr->g, m) {
        cell c = cell_of(fr, s, lane, at[lane]);
        uint64_t old = c.word ? *c.word : *c.wide;
        uint64_t now = combined(s->which, t, old, value[lane], compare[lane]);
        if (c.word)
            *c.word = (uint32_t)now;
        else
            *c.wide = now;
        if (s->result != GEN_NONE)
            fr->vars[s->result * fr->g->count + lane] = old;
    }
}

static void run_set(gen_frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t at[GEN_LANES_MAX], value[GEN_LANES_MAX];
    gen_model_group *g = fr->g;

    gen_model_eval(fr, s->e[0], m, s->kind == GEN_SET_ELEMENT ? at : value);
    if (s->kind == GEN_SET_ELEMENT)
        gen_model_eval(fr, s->e[1], m, value);
    GEN_EACH_LANE(lane, g, m) {
        if (s->kind == GEN_ASSIGN)
            fr->vars[s->index * g->count + lane] = value[lane];
        else if (s->kind == GEN_SET_ELEMENT)
            fr->arrays[s->index][(at[lane] & (fr->f->arrays[s->index].size - 1)) * g->count +
                                 lane] = value[lane];
        else
            g->shared[s->index][g->thread[lane] * g->p->shareds[s->index].own + s->which] =
                value[lane];
    }
}

static void run_if(gen_frame *fr, const gen_stmt *s, gen_mask *m, jumps *loop)
{
    uint64_t condition[GEN_LANES_MAX];
    gen_mask other;

    gen_model_eval(fr, s->e[0], m, condition);
    part_mask(fr->g, m, &other, condition);
    run_list(fr, s->body, m, loop);
    run_list(fr, s->other, &other, loop);
    add_mask(fr->g, m, &other);
}

/* Moves to `left` the lanes that leave the loop. */
static void test_loop(gen_frame *fr, const gen_stmt *s, const uint64_t *limit, gen_mask *m,
                      gen_mask *left)
{
    gen_model_group *g = fr->g;
    uint64_t go[GEN_LANES_MAX] = {0}, condition[GEN_LANES_MAX];
    gen_mask out;

    if (s->e[1])
        gen_model_eval(fr, s->e[1], m, condition);
    GEN_EACH_LANE(lane, g, m)
        go[lane] = fr->vars[s->index * g->count + lane] < (limit[lane] & (GEN_LIMIT - 1)) &&
                   (!s->e[1] || condition[lane]);
    part_mask(g, m, &out, go);
    add_mask(g, left, &out);
}

static void run_loop(gen_frame *fr, const gen_stmt *s, gen_mask *m)
{
    gen_model_group *g = fr->g;
    uint64_t limit[GEN_LANES_MAX] = {0};
    jumps j = {0};

    gen_model_eval(fr, s->e[0], m, limit);
    GEN_EACH_LANE(lane, g, m)
        fr->vars[s->index * g->count + lane] = 0;
    if (s->form != GEN_DO)
        test_loop(fr, s, limit, m, &j.left);
    while (any(g, m)) {
        memset(&j.next, 0, sizeof j.next);
        run_list(fr, s->body, m, &j);
        add_mask(g, m, &j.next);
        GEN_EACH_LANE(lane, g, m)
            fr->vars[s->index * g->count + lane]++;
        if (any(g, m))
            test_loop(fr, s, limit, m, &j.left);
    }
    *m = j.left;
}

static bool has_value(const gen_case *c, uint64_t value)
{
    for (uint32_t i = 0; i < c->value_count; i++)
        if (c->values[i] == value)
            return true;
    return false;
}

/* The case that a value selects; NULL: none. */
static const gen_case *selected(const gen_stmt *s, uint64_t value)
{
    const gen_case *other = NULL;
    for (const gen_case *c = s->cases; c; c = c->next) {
        if (has_value(c, value))
            return c;
        if (c->value_count == 0)
            other = c;
    }
    return other;
}

static void run_switch(gen_frame *fr, const gen_stmt *s, gen_mask *m, jumps *loop)
{
    uint64_t value[GEN_LANES_MAX];
    gen_mask inside = {0}, after = {0};

    gen_model_eval(fr, s->e[0], m, value);
    GEN_EACH_LANE(lane, fr->g, m)
        after.on[lane] = !selected(s, value[lane]);
    for (const gen_case *c = s->cases; c; c = c->next) {
        GEN_EACH_LANE(lane, fr->g, m)
            inside.on[lane] |= selected(s, value[lane]) == c;
        run_list(fr, c->body, &inside, loop);
        if (!c->falls || !c->next) {
            add_mask(fr->g, &after, &inside);
            memset(&inside, 0, sizeof inside);
        }
    }
    *m = after;
}

static uint64_t *new_array(const gen_model_group *g, const gen_array *array)
{
    uint64_t *cells = zeroed((size_t)array->size * g->count, sizeof *cells);
    for (uint32_t i = 0; array->is_table && i < array->size * g->count; i++)
        cells[i] = gen_table_bits((gen_type)array->type, i / g->count);
    return cells;
}

static void run_function(gen_model_group *g, const gen_function *f, const gen_mask *m,
                         gen_frame *fr)
{
    gen_mask mine = *m;
    for (uint32_t i = 0; i < f->array_count; i++)
        if (!f->arrays[i].is_param)
            fr->arrays[i] = new_array(g, &f->arrays[i]);
    run_list(fr, f->body, &mine, NULL);
    for (uint32_t i = 0; i < f->array_count; i++)
        if (!f->arrays[i].is_param)
            free(fr->arrays[i]);
    free(fr->vars);
}

static gen_frame *frame_new(gen_model_group *g, const gen_function *f)
{
    gen_frame *fr = zeroed(1, sizeof *fr);
    fr->g = g;
    fr->f = f;
    fr->vars = zeroed((size_t)GEN_VARS * g->count, sizeof(uint64_t));
    return fr;
}

static void run_call(gen_frame *fr, const gen_stmt *s, const gen_mask *m)
{
    gen_model_group *g = fr->g;
    const gen_function *f = &g->p->functions[s->index];
    gen_frame *callee = frame_new(g, f);

    for (uint32_t k = 0; k < s->count; k++)
        gen_model_eval(fr, s->e[k], m, callee->vars + k * g->count);
    for (uint32_t i = 0; i < f->array_count; i++)
        if (f->arrays[i].is_param)
            callee->arrays[i] = fr->arrays[s->which];
    run_function(g, f, m, callee);
    if (s->result != GEN_NONE)
        GEN_EACH_LANE(lane, g, m)
            fr->vars[s->result * g->count + lane] = callee->result[lane];
    free(callee);
}

static void run_return(gen_frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t value[GEN_LANES_MAX];

    if (!s->e[0])
        return;
    gen_model_eval(fr, s->e[0], m, value);
    GEN_EACH_LANE(lane, fr->g, m)
        fr->result[lane] = value[lane];
}

static void run_stmt(gen_frame *fr, const gen_stmt *s, gen_mask *m, jumps *loop)
{
    fr->g->results->steps += fr->g->count;
    switch (s->kind) {
    case GEN_ASSIGN:
    case GEN_SET_ELEMENT:
    case GEN_SET_SHARED:
        run_set(fr, s, m);
        break;
    case GEN_STORE:
        run_store(fr, s, m);
        break;
    case GEN_ATOMIC:
        run_atomic(fr, s, m);
        break;
    case GEN_BARRIER:
        break;
    case GEN_COUNT_UP:
        GEN_EACH_LANE(lane, fr->g, m)
            fr->g->results->counters[s->index] += (uint32_t)fr->g->p->outputs[s->index].step + 0u;
        break;
    case GEN_IF:
        run_if(fr, s, m, loop);
        break;
    case GEN_LOOP:
        run_loop(fr, s, m);
        break;
    case GEN_BREAK:
        add_mask(fr->g, &loop->left, m);
        memset(m, 0, sizeof *m);
        break;
    case GEN_CONTINUE:
        add_mask(fr->g, &loop->next, m);
        memset(m, 0, sizeof *m);
        break;
    case GEN_SWITCH:
        run_switch(fr, s, m, loop);
        break;
    case GEN_RETURN:
        run_return(fr, s, m);
        memset(m, 0, sizeof *m);
        break;
    default:
        run_call(fr, s, m);
    }
}

static void run_list(gen_frame *fr, const gen_stmt *list, gen_mask *m, jumps *loop)
{
    for (const gen_stmt *s = list; s && any(fr->g, m); s = s->next)
        run_stmt(fr, s, m, loop);
}

/* --- a dispatch --- */

uint32_t gen_output_words(const gen_program *p, uint32_t index)
{
    (void)index;
    return gen_group_threads(p) * gen_group_count(p) * GEN_OWN;
}

uint32_t gen_initial_word(uint32_t word)
{
    return word * 2654435761u >> 7;
}

/* Which thread a lane is: ascending; with quad operations 2 x 2 threads at a time, where a group
 * has them. */
static void place_threads(gen_model_group *g)
{
    const uint32_t *n = g->p->threads;
    bool is_line = n[0] % 4 == 0 && n[1] == 1 && n[2] == 1;
    bool has_squares = g->p->has_quads && n[0] % 2 == 0 && n[1] % 2 == 0 && !is_line;

    for (uint32_t lane = 0; lane < g->count; lane++) {
        uint32_t quad = lane / 4, columns = n[0] / 2, rows = n[1] / 2;
        g->thread[lane] = lane;
        if (!has_squares)
            continue;
        uint32_t x = quad % columns * 2 + (lane & 1);
        uint32_t y = quad / columns % rows * 2 + (lane >> 1 & 1);
        g->thread[lane] = (quad / (columns * rows) * n[1] + y) * n[0] + x;
    }
}

static void run_group(gen_model_group *g)
{
    const gen_program *p = g->p;
    gen_mask all;
    memset(&all, 1, sizeof all);
    for (uint32_t i = 0; i < p->shared_count; i++)
        memset(g->shared[i], 0, p->shareds[i].size * sizeof(uint64_t));
    gen_frame *fr = frame_new(g, &p->functions[p->function_count - 1]);
    run_function(g, fr->f, &all, fr);
    free(fr);
}

void gen_model_run(const gen_program *p, uint32_t wave_size, gen_results *results)
{
    gen_model_group *g = zeroed(1, sizeof *g);
    *g = (gen_model_group){
        .p = p, .results = results, .wave_size = wave_size, .count = gen_group_threads(p)};
    *results = (gen_results){0};

    place_threads(g);
    for (uint32_t i = 0; i < p->output_count; i++) {
        uint32_t words = gen_output_words(p, i);
        results->outputs[i] = zeroed(words, sizeof(uint32_t));
        for (uint32_t k = 0; k < words; k++)
            results->outputs[i][k] = gen_initial_word(k);
    }
    for (uint32_t k = 0; k < GEN_TOTAL_WORDS; k++) {
        results->totals[k] = gen_initial_word(k);
        results->totals64[k] = gen_initial_word(2 * k) | (uint64_t)gen_initial_word(2 * k + 1)
                                                             << 32;
    }
    for (uint32_t i = 0; i < p->shared_count; i++)
        g->shared[i] = zeroed(p->shareds[i].size, sizeof(uint64_t));
    for (uint32_t i = 0; i < gen_group_count(p); i++) {
        g->group[0] = i % p->groups[0];
        g->group[1] = i / p->groups[0] % p->groups[1];
        g->group[2] = i / p->groups[0] / p->groups[1];
        run_group(g);
    }
    for (uint32_t i = 0; i < p->shared_count; i++)
        free(g->shared[i]);
    free(g);
}

void gen_results_free(gen_results *results)
{
    for (uint32_t i = 0; i < GEN_OUTPUTS; i++) {
        free(results->outputs[i]);
        results->outputs[i] = NULL;
    }
}

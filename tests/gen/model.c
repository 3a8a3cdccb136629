/* SPDX-License-Identifier: MIT */
/* model.c - statements under masks: what the threads of a group do together. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A call of a function. */
typedef struct frame {
    gen_model_group *g;
    const gen_function *f;
    uint64_t *vars;               /* [variable][lane] */
    uint64_t *arrays[GEN_ARRAYS]; /* [element][lane] */
    uint64_t result[GEN_LANES_MAX];
} frame;

/* Where lanes go that leave the innermost loop, or its round. */
typedef struct jumps {
    gen_mask left, next;
} jumps;

static void run_list(frame *fr, const gen_stmt *list, gen_mask *m, jumps *loop);

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

#define EACH_LANE(lane, g, m)                                                                      \
    for (uint32_t lane = 0; lane < (g)->count; lane++)                                             \
        if ((m)->on[lane])

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

/* --- expressions --- */

static void eval(frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out);

static uint64_t id_of(const gen_model_group *g, uint32_t id, uint32_t lane)
{
    const uint32_t *size = g->p->threads;
    uint32_t flat = g->thread[lane], axis = id % 3;
    const uint32_t at[3] = {flat % size[0], flat / size[0] % size[1], flat / size[0] / size[1]};

    if (id == GEN_ID_FLAT)
        return flat;
    if (id >= GEN_ID_THREAD_X)
        return at[axis];
    return id >= GEN_ID_GROUP_X ? g->group[axis] : g->group[axis] * size[axis] + at[axis];
}

/* Number of the lane's thread in the dispatch. */
static uint32_t thread_number(const gen_model_group *g, uint32_t lane)
{
    const uint32_t *n = g->p->groups;
    uint32_t group = (g->group[2] * n[1] + g->group[1]) * n[0] + g->group[0];
    return group * gen_group_threads(g->p) + g->thread[lane];
}

static uint64_t word_or_zero(const gen_program *p, uint32_t input, uint32_t word, uint32_t words)
{
    return word < words ? gen_content(p, input, word) : 0;
}

static uint64_t load(const gen_program *p, const gen_expr *e, uint64_t subscript)
{
    const gen_buffer *input = &p->inputs[e->index];
    uint32_t elements = gen_input_elements(input, (gen_type)e->type);
    uint32_t at = (uint32_t)subscript & (2 * elements - 1), words = input->words;

    if (input->kind == GEN_TYPED) {
        if (e->which >= input->components)
            return e->which < 3 ? 0 : e->type == GEN_F32 ? 0x3f800000u : 1;
        return word_or_zero(p, e->index, at * input->components + e->which, words);
    }
    bool is_wide = gen_width((gen_type)e->type) == 64;
    uint32_t word = at + e->which;
    if (input->kind == GEN_STRUCTURED)
        word = at < elements ? at * (input->stride / 4) + e->which : words;
    else if (is_wide)
        word = 2 * at;
    uint64_t low = word_or_zero(p, e->index, word, words);
    return is_wide ? low | word_or_zero(p, e->index, word + 1, words) << 32 : low;
}

static uint64_t constant(const gen_program *p, const gen_expr *e, uint64_t subscript)
{
    uint32_t row = (uint32_t)subscript & (2 * GEN_ROWS - 1), words = GEN_ROWS * 4;
    uint32_t width = gen_width((gen_type)e->type);

    if (width == 64) {
        uint32_t word = row * 4 + (e->which & 1) * 2;
        return word_or_zero(p, GEN_INPUTS, word, words) |
               word_or_zero(p, GEN_INPUTS, word + 1, words) << 32;
    }
    if (width == 16)
        return word_or_zero(p, GEN_INPUTS, row * 4 + (e->which & 7) / 2, words) >>
               (e->which & 1) * 16;
    return word_or_zero(p, GEN_INPUTS, row * 4 + (e->which & 3), words);
}

static uint64_t shared_at(const gen_model_group *g, const gen_expr *e, uint32_t lane, uint64_t at)
{
    const gen_shared *s = &g->p->shareds[e->index];
    uint32_t element =
        e->args[0] ? (uint32_t)at & (gen_shared_span(s) - 1) : g->thread[lane] * s->own + e->which;
    return g->shared[e->index][element];
}

/* Operands that are reduced so that the operation has a meaning. */
static void reduce_operands(const gen_expr *e, gen_type t, uint64_t args[GEN_OPERANDS])
{
    uint32_t flags = gen_ops[e->index].flags;
    if (flags & GEN_FROM_BITS)
        args[0] &= 7;
    if (e->raw)
        return;
    if (flags & GEN_SHIFT)
        args[1] &= gen_width(t) - 1;
    if (flags & GEN_DIVIDE)
        args[1] |= 1;
}

static void eval_apply(frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out)
{
    uint64_t operands[GEN_OPERANDS][GEN_LANES_MAX];
    const char *shape = gen_ops[e->index].shape;
    gen_type t = (gen_type)e->type;

    for (int k = 0; k < (int)GEN_OPERANDS && e->args[k]; k++) {
        eval(fr, e->args[k], m, operands[k]);
        if (shape[k + 2] == 't')
            t = (gen_type)e->args[k]->type;
    }
    EACH_LANE(lane, fr->g, m)
    {
        uint64_t args[GEN_OPERANDS] = {0};
        for (uint32_t k = 0; k < GEN_OPERANDS && e->args[k]; k++)
            args[k] = operands[k][lane];
        reduce_operands(e, t, args);
        out[lane] = gen_model_apply((gen_op)e->index, t, args);
    }
}

static void eval_wave(frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out)
{
    uint64_t a[GEN_LANES_MAX] = {0}, b[GEN_LANES_MAX] = {0};
    gen_wave_input in = {.active = m,
                         .wave_size = fr->g->wave_size,
                         .count = fr->g->count,
                         .type = (gen_type)(e->args[0] ? e->args[0]->type : e->type),
                         .a = a,
                         .b = b,
                         .which = e->which};
    if (e->args[0])
        eval(fr, e->args[0], m, a);
    if (e->args[1])
        eval(fr, e->args[1], m, b);
    gen_model_wave((gen_wave)e->index, &in, out);
}

/* Expressions of one subscript, or none. */
static uint64_t eval_lane(frame *fr, const gen_expr *e, uint32_t lane, uint64_t at)
{
    gen_model_group *g = fr->g;
    switch (e->kind) {
    case GEN_CONST:
        return e->bits;
    case GEN_VAR:
        return fr->vars[e->index * g->count + lane];
    case GEN_ID:
        return id_of(g, e->index, lane);
    case GEN_ELEMENT:
        return fr->arrays[e->index][(at & (fr->f->arrays[e->index].size - 1)) * g->count + lane];
    case GEN_SHARED:
        return shared_at(g, e, lane, at);
    case GEN_LOAD:
        return load(g->p, e, at);
    case GEN_LOAD_OWN:
        return g->results->outputs[e->index][thread_number(g, lane) * GEN_OWN + e->which];
    default:
        return constant(g->p, e, at);
    }
}

static void eval(frame *fr, const gen_expr *e, const gen_mask *m, uint64_t *out)
{
    uint64_t at[GEN_LANES_MAX];

    if (e->kind == GEN_APPLY) {
        eval_apply(fr, e, m, out);
    } else if (e->kind == GEN_WAVE) {
        eval_wave(fr, e, m, out);
    } else {
        if (e->args[0])
            eval(fr, e->args[0], m, at);
        EACH_LANE(lane, fr->g, m)
        out[lane] = eval_lane(fr, e, lane, e->args[0] ? at[lane] : 0);
    }
    EACH_LANE(lane, fr->g, m)
    out[lane] = gen_cut((gen_type)e->type, out[lane]);
}

/* --- statements --- */

static void run_store(frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t values[GEN_LANES_MAX];
    uint32_t *words = fr->g->results->outputs[s->index];

    for (uint32_t k = 0; k < s->count; k++) {
        eval(fr, s->e[k], m, values);
        bool is_wide = gen_width((gen_type)s->e[k]->type) == 64;
        EACH_LANE(lane, fr->g, m)
        {
            uint32_t at = thread_number(fr->g, lane) * GEN_OWN + s->which + k;
            words[at] = (uint32_t)values[lane];
            if (is_wide)
                words[at + 1] = (uint32_t)(values[lane] >> 32);
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

static cell cell_of(frame *fr, const gen_stmt *s, uint32_t lane, uint64_t subscript)
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
        return (cell){.word = &g->results->outputs[0][thread_number(g, lane) * GEN_OWN + s->count]};
    }
}

static void run_atomic(frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t at[GEN_LANES_MAX] = {0}, value[GEN_LANES_MAX] = {0}, compare[GEN_LANES_MAX] = {0};
    gen_type t = (gen_type)s->e[1]->type;

    if (s->e[0])
        eval(fr, s->e[0], m, at);
    eval(fr, s->e[1], m, value);
    if (s->e[2])
        eval(fr, s->e[2], m, compare);
    EACH_LANE(lane, fr->g, m)
    {
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

static void run_set(frame *fr, const gen_stmt *s, const gen_mask *m)
{
    uint64_t at[GEN_LANES_MAX], value[GEN_LANES_MAX];
    gen_model_group *g = fr->g;

    eval(fr, s->e[0], m, s->kind == GEN_SET_ELEMENT ? at : value);
    if (s->kind == GEN_SET_ELEMENT)
        eval(fr, s->e[1], m, value);
    EACH_LANE(lane, g, m)
    {
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

static void run_if(frame *fr, const gen_stmt *s, gen_mask *m, jumps *loop)
{
    uint64_t condition[GEN_LANES_MAX];
    gen_mask other;

    eval(fr, s->e[0], m, condition);
    part_mask(fr->g, m, &other, condition);
    run_list(fr, s->body, m, loop);
    run_list(fr, s->other, &other, loop);
    add_mask(fr->g, m, &other);
}

/* Moves to `left` the lanes that leave the loop. */
static void test_loop(frame *fr, const gen_stmt *s, const uint64_t *limit, gen_mask *m,
                      gen_mask *left)
{
    gen_model_group *g = fr->g;
    uint64_t go[GEN_LANES_MAX] = {0}, condition[GEN_LANES_MAX];
    gen_mask out;

    if (s->e[1])
        eval(fr, s->e[1], m, condition);
    EACH_LANE(lane, g, m)
    go[lane] = fr->vars[s->index * g->count + lane] < (limit[lane] & (GEN_LIMIT - 1)) &&
               (!s->e[1] || condition[lane]);
    part_mask(g, m, &out, go);
    add_mask(g, left, &out);
}

static void run_loop(frame *fr, const gen_stmt *s, gen_mask *m)
{
    gen_model_group *g = fr->g;
    uint64_t limit[GEN_LANES_MAX] = {0};
    jumps j = {0};

    eval(fr, s->e[0], m, limit);
    EACH_LANE(lane, g, m)
    fr->vars[s->index * g->count + lane] = 0;
    if (s->form != GEN_DO)
        test_loop(fr, s, limit, m, &j.left);
    while (any(g, m)) {
        memset(&j.next, 0, sizeof j.next);
        run_list(fr, s->body, m, &j);
        add_mask(g, m, &j.next);
        EACH_LANE(lane, g, m)
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

static void run_switch(frame *fr, const gen_stmt *s, gen_mask *m, jumps *loop)
{
    uint64_t value[GEN_LANES_MAX];
    gen_mask inside = {0}, after = {0};

    eval(fr, s->e[0], m, value);
    EACH_LANE(lane, fr->g, m)
    after.on[lane] = !selected(s, value[lane]);
    for (const gen_case *c = s->cases; c; c = c->next) {
        EACH_LANE(lane, fr->g, m)
        inside.on[lane] |= selected(s, value[lane]) == c;
        run_list(fr, c->body, &inside, loop);
        if (!c->falls || !c->next) {
            add_mask(fr->g, &after, &inside);
            memset(&inside, 0, sizeof inside);
        }
    }
    *m = after;
}

static void run_function(gen_model_group *g, const gen_function *f, const gen_mask *m, frame *fr)
{
    gen_mask mine = *m;
    for (uint32_t i = 0; i < f->array_count; i++)
        if (!f->arrays[i].is_param)
            fr->arrays[i] = zeroed((size_t)f->arrays[i].size * g->count, sizeof(uint64_t));
    run_list(fr, f->body, &mine, NULL);
    for (uint32_t i = 0; i < f->array_count; i++)
        if (!f->arrays[i].is_param)
            free(fr->arrays[i]);
    free(fr->vars);
}

static frame *frame_new(gen_model_group *g, const gen_function *f)
{
    frame *fr = zeroed(1, sizeof *fr);
    fr->g = g;
    fr->f = f;
    fr->vars = zeroed((size_t)GEN_VARS * g->count, sizeof(uint64_t));
    return fr;
}

static void run_call(frame *fr, const gen_stmt *s, const gen_mask *m)
{
    gen_model_group *g = fr->g;
    const gen_function *f = &g->p->functions[s->index];
    frame *callee = frame_new(g, f);

    for (uint32_t k = 0; k < s->count; k++)
        eval(fr, s->e[k], m, callee->vars + k * g->count);
    for (uint32_t i = 0; i < f->array_count; i++)
        if (f->arrays[i].is_param)
            callee->arrays[i] = fr->arrays[s->which];
    run_function(g, f, m, callee);
    if (s->result != GEN_NONE)
        EACH_LANE(lane, g, m)
    fr->vars[s->result * g->count + lane] = callee->result[lane];
    free(callee);
}

static void run_stmt(frame *fr, const gen_stmt *s, gen_mask *m, jumps *loop)
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
        if (s->e[0])
            eval(fr, s->e[0], m, fr->result);
        memset(m, 0, sizeof *m);
        break;
    default:
        run_call(fr, s, m);
    }
}

static void run_list(frame *fr, const gen_stmt *list, gen_mask *m, jumps *loop)
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
    frame *fr = frame_new(g, &p->functions[p->function_count - 1]);
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

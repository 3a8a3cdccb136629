/* SPDX-License-Identifier: MIT */
/*
 * emit_flow.c - statements as blocks.
 *
 * Variables that are not in memory have a current value; a block that several edges lead to gets a
 * phi for each that differs among them, the head of a loop one for each that the loop assigns.
 */
#include "emit.h"

#include <string.h>

static void emit_list(gen_emitter *em, const gen_stmt *list);

/* --- blocks and edges --- */

static dxk_block block_of(gen_emitter *em, gen_join *join)
{
    if (!join->block) {
        join->block = dxk_builder_block(em->b, em->function);
        dxk_builder_at(em->b, em->current);
    }
    return join->block;
}

static void add_edge(gen_emitter *em, gen_join *join)
{
    gen_edge *edge = gen_alloc(&em->memory, sizeof *edge);
    edge->from = em->current;
    edge->values = gen_alloc(&em->memory, sizeof em->values);
    memcpy(edge->values, em->values, sizeof em->values);
    if (join->last)
        join->last->next = edge;
    else
        join->first = edge;
    join->last = edge;
}

static void go(gen_emitter *em, gen_join *join)
{
    if (em->is_dead)
        return;
    dxk_builder_br(em->b, block_of(em, join));
    add_edge(em, join);
    em->is_dead = true;
}

static void go_if(gen_emitter *em, dxk_value condition, gen_join *yes, gen_join *no)
{
    dxk_block to = block_of(em, yes), other = block_of(em, no);
    dxk_builder_cond_br(em->b, condition, to, other);
    add_edge(em, yes);
    add_edge(em, no);
    em->is_dead = true;
}

static dxk_value phi_of(gen_emitter *em, const gen_join *join, uint32_t var)
{
    dxk_value phi = dxk_builder_phi(em->b, dxk_builder_type_of(em->b, join->first->values[var]));
    for (const gen_edge *edge = join->first; edge; edge = edge->next)
        dxk_builder_phi_add(em->b, phi, edge->values[var], edge->from);
    return phi;
}

static void enter(gen_emitter *em, gen_join *join)
{
    em->is_dead = !join->first;
    if (em->is_dead)
        return;
    dxk_builder_at(em->b, join->block);
    em->current = join->block;
    for (uint32_t var = 0; var < GEN_VALUES; var++) {
        bool differs = false;
        for (const gen_edge *edge = join->first->next; edge; edge = edge->next)
            differs |= edge->values[var] != join->first->values[var];
        em->values[var] = differs ? phi_of(em, join, var) : join->first->values[var];
    }
}

/* --- assignments --- */

void gen_emit_assign(gen_emitter *em, uint32_t var, dxk_value value)
{
    if (em->f->vars[var].in_memory)
        dxk_builder_store(em->b, value, em->vars[var]);
    else
        em->values[var] = value;
}

static dxk_value read_var(gen_emitter *em, uint32_t var)
{
    return em->f->vars[var].in_memory ? dxk_builder_load(em->b, em->vars[var]) : em->values[var];
}

/* Sets set[var] for all that statements assign; the function's result is the last one. */
static void assigned(const gen_stmt *list, bool set[GEN_VALUES])
{
    for (const gen_stmt *s = list; s; s = s->next) {
        if (s->kind == GEN_ASSIGN || s->kind == GEN_LOOP)
            set[s->index] = true;
        if (s->kind == GEN_RETURN)
            set[GEN_VARS] = true;
        if (s->result != GEN_NONE)
            set[s->result] = true;
        assigned(s->body, set);
        assigned(s->other, set);
        for (const gen_case *c = s->cases; c; c = c->next)
            assigned(c->body, set);
    }
}

/* Remembers a hint for the branch that the current block ends in next. */
static void note_branch(gen_emitter *em, uint8_t hint, bool is_loop)
{
    if (hint == GEN_HINT_NONE || em->is_dead)
        return;
    gen_note *note = gen_alloc(&em->memory, sizeof *note);
    *note = (gen_note){em->current, is_loop, hint, em->notes};
    em->notes = note;
}

/* --- loops --- */

/* The head of a loop, entered before it is known what comes back to it. */
typedef struct head {
    gen_join join;
    dxk_value phis[GEN_VALUES];
} head;

static void enter_head(gen_emitter *em, head *h, const gen_stmt *loop)
{
    bool set[GEN_VALUES] = {false};
    assigned(loop->body, set);
    set[loop->index] = true;
    enter(em, &h->join);
    for (uint32_t var = 0; var < GEN_VALUES; var++) {
        if (!set[var] || !em->values[var] || (var < GEN_VARS && em->f->vars[var].in_memory))
            continue;
        h->phis[var] = phi_of(em, &h->join, var);
        em->values[var] = h->phis[var];
    }
    h->join.last = NULL; /* what follows came back */
    h->join.first = NULL;
}

static void leave_head(gen_emitter *em, head *h)
{
    for (const gen_edge *edge = h->join.first; edge; edge = edge->next)
        for (uint32_t var = 0; var < GEN_VALUES; var++)
            if (h->phis[var])
                dxk_builder_phi_add(em->b, h->phis[var], edge->values[var], edge->from);
}

static dxk_value goes_on(gen_emitter *em, const gen_stmt *s, dxk_value limit)
{
    dxk_value counter = read_var(em, s->index);
    dxk_value below = dxk_builder_compare(em->b, DXK_COMPARE_ULT, counter, limit, 0);
    if (!s->e[1])
        return below;
    return dxk_builder_binary(em->b, DXK_BINARY_AND, below, gen_emit_expr(em, s->e[1]), 0);
}

static dxk_value limit_of(gen_emitter *em, const gen_expr *e)
{
    if (e->kind == GEN_CONST)
        return gen_emit_i32(em, (uint32_t)e->bits & (GEN_LIMIT - 1));
    return dxk_builder_binary(em->b, DXK_BINARY_AND, gen_emit_expr(em, e),
                              gen_emit_i32(em, GEN_LIMIT - 1), 0);
}

static void count_up(gen_emitter *em, uint32_t counter)
{
    gen_emit_assign(
        em, counter,
        dxk_builder_binary(em->b, DXK_BINARY_ADD, read_var(em, counter), gen_emit_i32(em, 1), 0));
}

static void emit_loop(gen_emitter *em, const gen_stmt *s)
{
    gen_exit here = {.converges = s->converges || (em->loop && em->loop->converges),
                     .holds = s->converges,
                     .outer = em->loop};
    gen_join body = {0};
    head h = {0};

    dxk_value limit = limit_of(em, s->e[0]);
    gen_emit_assign(em, s->index, gen_emit_i32(em, 0));
    if (s->form == GEN_ROTATED)
        go_if(em, goes_on(em, s, limit), &h.join, &here.left);
    else
        go(em, &h.join);
    enter_head(em, &h, s);
    if (s->form == GEN_FOR) {
        go_if(em, goes_on(em, s, limit), &body, &here.left);
        enter(em, &body);
    }
    em->loop = &here;
    emit_list(em, s->body);
    em->loop = here.outer;
    go(em, &here.next);
    enter(em, &here.next);
    if (!em->is_dead) {
        count_up(em, s->index);
        dxk_value again = s->form == GEN_FOR ? DXK_NONE : goes_on(em, s, limit);
        note_branch(em, s->hint, true);
        if (s->form == GEN_FOR)
            go(em, &h.join);
        else
            go_if(em, again, &h.join, &here.left);
    }
    leave_head(em, &h);
    enter(em, &here.left);
}

/* Goes to `to`, out of the loop. Where wave operations must find the lanes that leave still in the
 * loop, the way there is a branch that could also stay, and never does. */
static void jump_out(gen_emitter *em, gen_join *to, uint8_t how, bool must_stay)
{
    if (must_stay && how == GEN_GUARD_NONE)
        how = GEN_GUARD_LOAD;
    if (how == GEN_GUARD_NONE || !em->loop) {
        go(em, to);
        return;
    }
    dxk_value always = dxk_builder_i1(em->b, true);
    if (how == GEN_GUARD_LOAD)
        always = gen_emit_guard(em);
    go_if(em, always, to, &em->loop->next);
}

/* --- other statements --- */

static void emit_if(gen_emitter *em, const gen_stmt *s)
{
    gen_join yes = {0}, no = {0}, end = {0};

    dxk_value condition = gen_emit_expr(em, s->e[0]);
    note_branch(em, s->hint, false);
    go_if(em, condition, &yes, s->other ? &no : &end);
    enter(em, &yes);
    emit_list(em, s->body);
    go(em, &end);
    if (s->other) {
        enter(em, &no);
        emit_list(em, s->other);
        go(em, &end);
    }
    enter(em, &end);
}

/* Branches from the switch: the cases' values, one edge each, and the default. */
static void switch_edges(gen_emitter *em, const gen_stmt *s, gen_join *joins, gen_join *end)
{
    dxk_value values[16], value = gen_emit_expr(em, s->e[0]);
    dxk_block blocks[16];
    gen_join *other = end;
    size_t count = 0, at = 0;

    for (const gen_case *c = s->cases; c; c = c->next, at++) {
        for (uint32_t i = 0; i < c->value_count && count < 16; i++) {
            values[count] = gen_emit_i32(em, c->values[i]);
            blocks[count++] = block_of(em, &joins[at]);
            add_edge(em, &joins[at]);
        }
        if (c->value_count == 0)
            other = &joins[at];
    }
    dxk_block last = block_of(em, other);
    add_edge(em, other);
    note_branch(em, s->hint, false);
    dxk_builder_switch(em->b, value, last, values, blocks, count);
    em->is_dead = true;
}

static void emit_switch(gen_emitter *em, const gen_stmt *s)
{
    gen_join joins[8] = {{0}}, end = {0};
    size_t at = 0;

    switch_edges(em, s, joins, &end);
    for (const gen_case *c = s->cases; c; c = c->next, at++) {
        enter(em, &joins[at]);
        emit_list(em, c->body);
        go(em, c->falls && c->next ? &joins[at + 1] : &end);
    }
    enter(em, &end);
}

static void emit_return(gen_emitter *em, const gen_stmt *s)
{
    if (s->e[0])
        em->values[GEN_VARS] = gen_emit_expr(em, s->e[0]);
    if (em->f->one_exit || em->loop) {
        jump_out(em, &em->end, s->which, em->loop && em->loop->converges);
    } else {
        dxk_builder_ret(em->b, em->f->result ? em->values[GEN_VARS] : DXK_NONE);
        em->is_dead = true;
    }
}

static void emit_barrier(gen_emitter *em, const gen_stmt *s)
{
    static const uint32_t modes[2] = {9, 11}; /* group-shared memory; and that of the device */
    dxk_builder_op(em->b, DXK_OP_Barrier, DXK_NONE,
                   DXK_ARGS(gen_emit_i32(em, modes[s->which & 1])));
}

static void emit_call(gen_emitter *em, const gen_stmt *s)
{
    const gen_function *callee = &em->p->functions[s->index];
    dxk_value args[GEN_EXPRS + 1];
    size_t count = 0;

    for (; count < s->count; count++)
        args[count] = gen_emit_expr(em, s->e[count]);
    if (callee->array_count && callee->arrays[0].is_param)
        args[count++] = em->arrays[s->which];
    dxk_value result = dxk_builder_call(em->b, em->functions[s->index], args, count);
    if (s->result != GEN_NONE)
        gen_emit_assign(em, s->result, result);
}

static void emit_stmt(gen_emitter *em, const gen_stmt *s)
{
    if (em->p->marks)
        gen_emit_mark(em);
    switch (s->kind) {
    case GEN_ASSIGN:
        gen_emit_assign(em, s->index, gen_emit_expr(em, s->e[0]));
        break;
    case GEN_BARRIER:
        emit_barrier(em, s);
        break;
    case GEN_IF:
        emit_if(em, s);
        break;
    case GEN_LOOP:
        emit_loop(em, s);
        break;
    case GEN_BREAK:
        jump_out(em, &em->loop->left, s->which, em->loop->holds);
        break;
    case GEN_CONTINUE:
        go(em, &em->loop->next);
        break;
    case GEN_SWITCH:
        emit_switch(em, s);
        break;
    case GEN_RETURN:
        emit_return(em, s);
        break;
    case GEN_CALL_FUNCTION:
        emit_call(em, s);
        break;
    default:
        gen_emit_memory(em, s);
    }
}

static void emit_list(gen_emitter *em, const gen_stmt *list)
{
    for (const gen_stmt *s = list; s && !em->is_dead; s = s->next)
        emit_stmt(em, s);
}

/* --- functions --- */

static void begin_variables(gen_emitter *em)
{
    const gen_function *f = em->f;

    for (uint32_t i = 0; i < f->var_count; i++)
        if (f->vars[i].in_memory)
            em->vars[i] = dxk_builder_alloca(em->b, gen_emit_type((gen_type)f->vars[i].type));
    for (uint32_t i = 0; i < f->array_count; i++) {
        dxk_type element = gen_emit_type((gen_type)f->arrays[i].type);
        em->arrays[i] =
            f->arrays[i].is_param
                ? dxk_builder_param(em->b, em->function, f->param_count)
                : dxk_builder_alloca(em->b, dxk_builder_array(em->b, element, f->arrays[i].size));
    }
    for (uint32_t i = 0; i < f->var_count; i++) {
        dxk_type type = gen_emit_type((gen_type)f->vars[i].type);
        if (i < f->param_count)
            gen_emit_assign(em, i, dxk_builder_param(em->b, em->function, i));
        else if (!f->vars[i].is_temporary)
            gen_emit_assign(em, i, dxk_builder_null(em->b, type));
        else if (!f->vars[i].in_memory)
            gen_emit_assign(em, i, dxk_builder_undef(em->b, type));
    }
    if (f->result)
        em->values[GEN_VARS] = gen_emit_i32(em, 0);
}

/* Handles in the entry block, unless there is one at each use. */
static void begin_handles(gen_emitter *em)
{
    if (em->p->handles_everywhere)
        return;
    for (uint32_t i = 0; i < em->p->input_count; i++)
        em->input_handles[i] = gen_emit_handle(em, DXK_NONE, em->inputs[i]);
    for (uint32_t i = 0; i < em->p->output_count; i++)
        em->output_handles[i] = gen_emit_handle(em, DXK_NONE, em->outputs[i]);
    em->constant_handle = gen_emit_handle(em, DXK_NONE, em->constants);
    if (em->p->has_totals)
        em->total_handle = gen_emit_handle(em, DXK_NONE, em->totals);
    if (em->p->has_totals64)
        em->total64_handle = gen_emit_handle(em, DXK_NONE, em->totals64);
    em->thread_number = gen_emit_thread_number(em);
}

/* Arrays begin as zeros or tables, element by element. */
static void clear_arrays(gen_emitter *em)
{
    for (uint32_t i = 0; i < em->f->array_count; i++) {
        const gen_array *array = &em->f->arrays[i];
        gen_type type = (gen_type)array->type;
        for (uint32_t k = 0; k < array->size && !array->is_param; k++)
            dxk_builder_store(
                em->b, gen_emit_const(em, type, array->is_table ? gen_table_bits(type, k) : 0),
                dxk_builder_gep(em->b, em->arrays[i],
                                DXK_ARGS(gen_emit_i32(em, 0), gen_emit_i32(em, k))));
    }
}

void gen_emit_body(gen_emitter *em, uint32_t function)
{
    em->f = &em->p->functions[function];
    em->function = em->functions[function];
    memset(em->values, 0, sizeof em->values);
    memset(em->input_handles, 0, sizeof em->input_handles);
    memset(em->output_handles, 0, sizeof em->output_handles);
    em->constant_handle = em->total_handle = em->total64_handle = em->thread_number = DXK_NONE;
    em->end = (gen_join){0};
    em->loop = NULL;
    em->is_dead = false;
    em->current = dxk_builder_block(em->b, em->function);

    begin_variables(em);
    clear_arrays(em);
    begin_handles(em);
    emit_list(em, em->f->body);
    if (!em->is_dead && !em->end.first) {
        dxk_builder_ret(em->b, em->f->result ? em->values[GEN_VARS] : DXK_NONE);
        return;
    }
    go(em, &em->end);
    enter(em, &em->end);
    if (!em->is_dead)
        dxk_builder_ret(em->b, em->f->result ? em->values[GEN_VARS] : DXK_NONE);
}

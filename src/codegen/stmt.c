/* SPDX-License-Identifier: MIT */
/* stmt.c - statements, and calls, which are emitted in place; see emit.h. */
#include "base/sort.h"
#include "codegen/debug.h"
#include "sema/check.h"
#include "sema/mangle.h"

#include "builder/builder.h"

/* ---------------------------------------------------------------------------------------- */
/* Blocks                                                                                     */

dxk_block dxki_emit_new_block(dxki_emit *e)
{
    dxk_block made = dxk_builder_block(e->b, e->function);

    if (e->block != DXK_NONE)
        dxk_builder_at(e->b, e->block);
    return made;
}

void dxki_emit_at(dxki_emit *e, dxk_block b)
{
    dxk_builder_at(e->b, b);
    e->block = b;
    e->open = true;
}

/* Each operand of a short circuit has a branch of its own. */
void dxki_emit_branch(dxki_emit *e, const dxki_hlsl_node *n, dxk_block yes, dxk_block no)
{
    if (!dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, n->loc))
        return;
    if (n->kind == DXKI_HLSL_N_LOGIC) {
        dxk_block second = dxki_emit_new_block(e);
        bool is_or = n->op == DXKI_HLSL_T_OROR;
        dxki_emit_branch(e, n->a, is_or ? yes : second, is_or ? second : no);
        dxki_emit_at(e, second);
        dxki_emit_branch(e, n->b, yes, no);
    } else {
        dxki_emit_value condition = dxki_emit_expr(e, n);
        dxk_builder_cond_br(dxki_emit_b(e), condition.v[0], yes, no);
        e->open = false;
    }
    dxki_hlsl_leave(e->c);
}

void dxki_emit_jump(dxki_emit *e, dxk_block to)
{
    if (e->open)
        dxk_builder_br(e->b, to);
    e->open = false;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static void variable(dxki_emit *e, const dxki_hlsl_code *s)
{
    dxki_hlsl_var *v = s->var;

    dxki_emit_check_payloads(e, v->type);
    v->is_bound = dxki_emit_is_alias(e, v, s->value);
    if (v->is_bound && s->value) {
        dxki_emit_object *o = DXKI_HLSL_NEW(e->c, dxki_emit_object);
        *o = dxki_emit_object_of(e, s->value);
        o->type = v->type;
        v->place = o;
        return;
    }
    dxki_emit_place *p = DXKI_HLSL_NEW(e->c, dxki_emit_place);
    if (dxki_emit_other_name(e, v, s->value, p)) {
        v->place = p;
        return;
    }
    *p = dxki_emit_allocate(e, v->type, false, v);
    v->place = p; /* which the value may name, for a function to write to */
    if (s->value)
        dxki_emit_store(e, p, dxki_emit_read_expr(e, s->value));
    else if (v->type->has_objects)
        dxki_emit_new_objects(e, p);
}

/* ---------------------------------------------------------------------------------------- */
/* Control flow                                                                               */

/* Hints for a branch or switch that has just been made: its attributes, or else what options ask for. */
static void hint(dxki_emit *e, const dxki_hlsl_code *s)
{
    static const struct {
        uint8_t wanted;
        dxk_flow_hint hint;
    } rows[] = {{DXKI_HLSL_BRANCH, DXK_FLOW_HINT_BRANCH},
                {DXKI_HLSL_FLATTEN, DXK_FLOW_HINT_FLATTEN},
                {DXKI_HLSL_FORCECASE, DXK_FLOW_HINT_FORCECASE}};
    uint32_t wanted = s->hints;

    if (!(wanted & (DXKI_HLSL_BRANCH | DXKI_HLSL_FLATTEN)))
        wanted |= e->c->options.prefer_flow_control  ? DXKI_HLSL_BRANCH
                  : e->c->options.avoid_flow_control ? DXKI_HLSL_FLATTEN
                                                     : 0u;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (wanted & rows[i].wanted)
            dxk_builder_hint(e->b, rows[i].hint, 0);
    }
}

/* The same for the branch that leads back in a loop. If something in the loop must be known that
 * follows from the round, it is unrolled without being asked, as far as that is possible. */
static void hint_loop(dxki_emit *e, const dxki_hlsl_code *s, const dxki_emit_loop *l)
{
    if (s->hints & DXKI_HLSL_UNROLL && (int64_t)s->constant < 0)
        DXKI_HLSL_SAY(e->c, UNROLL_COUNT, s->loc);
    if (s->hints & DXKI_HLSL_LOOP) {
        dxk_builder_hint(e->b, DXK_FLOW_HINT_LOOP, 0);
    } else if (s->hints & DXKI_HLSL_UNROLL && dxki_emit_heeds(e, s, l)) {
        e->unrolls = true;
        dxki_emit_asked asked = {s->loc, *l, !dxki_emit_is_endless(s), false};
        DXKI_HLSL_PUSH(e->c, &e->unrolled, asked);
        dxki_builder_hint(e->b, DXK_FLOW_HINT_UNROLL, (uint32_t)s->constant,
                          (uint32_t)e->unrolled.count);
    } else if (e->wants_rounds || s->hints & DXKI_HLSL_UNROLL) {
        e->unrolls = true;
        dxk_builder_hint(e->b, DXK_FLOW_HINT_UNROLL, 0);
    }
}

/* Code that is not reached because of a constant is not emitted: what it sets stays unset. */
static void chosen(dxki_emit *e, const dxki_hlsl_code *s)
{
    const dxki_hlsl_code *taken = s->value->bits[0] ? s->yes : s->no;

    if (taken)
        dxki_emit_code(e, taken);
}

/* A label of the switch around is reached even so. */
static bool has_labels(const dxki_emit *e, const dxki_hlsl_code *s)
{
    return e->labels && (dxki_sema_has_labels(s->yes) || dxki_sema_has_labels(s->no));
}

static void if_(dxki_emit *e, const dxki_hlsl_code *s)
{
    if (s->value->kind == DXKI_HLSL_N_CONSTANT && !has_labels(e, s)) {
        chosen(e, s);
        return;
    }
    dxk_block yes = dxki_emit_new_block(e), after = dxki_emit_new_block(e);
    dxk_block no = s->no ? dxki_emit_new_block(e) : after;

    dxki_emit_branch(e, s->value, yes, no);
    hint(e, s);
    dxki_emit_at(e, yes);
    if (s->yes)
        dxki_emit_code(e, s->yes);
    dxki_emit_jump(e, after);
    if (s->no) {
        dxki_emit_at(e, no);
        dxki_emit_code(e, s->no);
        dxki_emit_jump(e, after);
    }
    dxki_emit_at(e, after);
}

static void ask(dxki_emit *e, const dxki_hlsl_code *s, const dxki_emit_loop *l)
{
    dxki_emit_at(e, l->head);
    if (dxki_emit_is_endless(s)) {
        dxki_emit_jump(e, l->body);
        return;
    }
    if (s->kind != DXKI_HLSL_C_DO) {
        dxki_emit_branch(e, s->value, l->body, l->after);
        return;
    }
    /* one block leads back, not several */
    dxki_emit_value condition = dxki_emit_expr(e, s->value);
    dxk_builder_cond_br(dxki_emit_b(e), condition.v[0], l->body, l->after);
    e->open = false;
}

static void loop_body(dxki_emit *e, const dxki_hlsl_code *s, dxki_emit_loop *l)
{
    bool outer_jumps = e->loop_jumps;
    dxk_block outer[3] = {e->break_to, e->continue_to, e->loop_end};

    e->break_to = l->after;
    e->loop_end = l->after;
    e->continue_to = l->step;
    e->loop_jumps = false;
    dxki_emit_at(e, l->body);
    if (s->yes)
        dxki_emit_code(e, s->yes);
    dxki_emit_jump(e, l->step);
    e->break_to = outer[0];
    e->continue_to = outer[1];
    e->loop_end = outer[2];
    l->jumps = e->loop_jumps;
    e->loop_jumps = outer_jumps;
}

/* A jump out of a loop of the function. What is done in front of it belongs to the round: lanes that leave
 * later must not meet it. A branch whose other way goes on keeps it in the loop, until passes find that
 * nothing asks. */
static void leave(dxki_emit *e, dxk_block to)
{
    if (!e->has_waves || !e->open) {
        dxki_emit_jump(e, to);
        return;
    }
    dxk_builder_cond_br(e->b, dxk_builder_i1(e->b, true), to, e->continue_to);
    e->open = false;
}

static void break_(dxki_emit *e)
{
    bool of_loop = e->break_to == e->loop_end;

    e->loop_jumps |= of_loop;
    if (of_loop)
        leave(e, e->break_to);
    else
        dxki_emit_jump(e, e->break_to);
}

static void loop(dxki_emit *e, const dxki_hlsl_code *s)
{
    bool before = e->wants_rounds, is_do = s->kind == DXKI_HLSL_C_DO;
    dxki_emit_loop l = {.head = dxki_emit_new_block(e)};

    l.body = dxki_emit_new_block(e);
    l.step = is_do ? l.head : dxki_emit_new_block(e);
    l.after = dxki_emit_new_block(e);
    e->wants_rounds = false;
    e->has_loops = true;
    dxki_emit_jump(e, is_do ? l.body : l.head);
    if (!is_do)
        ask(e, s, &l);
    loop_body(e, s, &l);
    if (is_do) {
        ask(e, s, &l);
    } else {
        dxki_emit_at(e, l.step);
        if (s->step)
            dxki_emit_read_expr(e, s->step);
        dxki_emit_jump(e, l.head);
    }
    hint_loop(e, s, &l);
    e->wants_rounds = e->wants_rounds || before;
    dxki_emit_at(e, l.after);
}

/* The branch to the labels of a switch, each of which gets a block. */
static bool choose(dxki_emit *e, const dxki_hlsl_code *s, dxki_emit_labels *l, dxk_value by,
                   dxk_block after)
{
    dxk_block other = after, *targets = DXKI_NEW_ARRAY(&e->c->arena, dxk_block, l->count + 1);
    dxk_value *values = DXKI_NEW_ARRAY(&e->c->arena, dxk_value, l->count + 1);
    size_t count = 0;

    l->blocks = DXKI_NEW_ARRAY(&e->c->arena, dxk_block, l->count + 1);
    if (!l->blocks || !values || !targets)
        dxki_hlsl_nomem(e->c);
    if (!dxki_emit_ready(e))
        return false;
    for (size_t i = 0; i < l->count; i++) {
        l->blocks[i] = dxki_emit_new_block(e);
        if (l->items[i]->is_default) {
            other = l->blocks[i];
        } else {
            values[count] =
                dxki_emit_scalar_constant(e, s->value->type->scalar, l->items[i]->constant);
            targets[count++] = l->blocks[i];
        }
    }
    dxk_builder_switch(dxki_emit_b(e), by, other, values, targets, count);
    hint(e, s);
    e->open = false;
    return true;
}

static void switch_(dxki_emit *e, const dxki_hlsl_code *s)
{
    dxki_emit_value v = dxki_emit_expr(e, s->value);
    dxk_block outer = e->break_to, after = dxki_emit_new_block(e);
    dxki_emit_labels *outer_labels = e->labels, labels = {0};

    if (!s->yes)
        return;
    labels.items = dxki_sema_labels(e->c, s->yes, &labels.count);
    if (!dxki_emit_ready(e) || !choose(e, s, &labels, v.v[0], after))
        return;
    e->break_to = after;
    e->labels = &labels;
    dxki_emit_code(e, s->yes);
    dxki_emit_jump(e, after);
    e->break_to = outer;
    e->labels = outer_labels;
    dxki_emit_at(e, after);
}

static void label(dxki_emit *e, const dxki_hlsl_code *s)
{
    dxki_emit_labels *l = e->labels;

    while (l && l->next < l->count && l->items[l->next] != s)
        l->next++;
    if (!l || l->next == l->count) /* cannot be: all are emitted, in order */
        return;
    dxki_emit_jump(e, l->blocks[l->next]);
    dxki_emit_at(e, l->blocks[l->next++]);
}

void dxki_emit_return(dxki_emit *e)
{
    dxk_block to = e->return_to;

    if (e->splits_returns && !e->inlined && e->open) {
        to = dxki_emit_new_block(e);
        DXKI_HLSL_PUSH(e->c, &e->returns, to);
    }
    if (e->continue_to != DXK_NONE)
        leave(e, to);
    else
        dxki_emit_jump(e, to);
}

static void return_(dxki_emit *e, const dxki_hlsl_code *s)
{
    if (s->value) {
        dxki_emit_value v = dxki_emit_read_expr(e, s->value);
        if (e->result.kind != DXKI_EMIT_NOWHERE)
            dxki_emit_store(e, &e->result, v);
    }
    dxki_emit_return(e);
}

static void which(dxki_emit *e, const dxki_hlsl_code *s)
{
    switch (s->kind) {
    case DXKI_HLSL_C_BLOCK:
        for (size_t i = 0; i < s->count && dxki_emit_ready(e); i++)
            dxki_emit_code(e, s->items[i]);
        break;
    case DXKI_HLSL_C_EXPR:
        dxki_emit_read_expr(e, s->value);
        break;
    case DXKI_HLSL_C_VAR:
        variable(e, s);
        break;
    case DXKI_HLSL_C_IF:
        if_(e, s);
        break;
    case DXKI_HLSL_C_SWITCH:
        switch_(e, s);
        break;
    case DXKI_HLSL_C_LOOP:
    case DXKI_HLSL_C_DO:
        loop(e, s);
        break;
    case DXKI_HLSL_C_BREAK:
        break_(e);
        break;
    case DXKI_HLSL_C_CONTINUE:
        e->loop_jumps = true;
        dxki_emit_jump(e, e->continue_to);
        break;
    case DXKI_HLSL_C_RETURN:
        return_(e, s);
        break;
    case DXKI_HLSL_C_DISCARD:
        e->call = s->loc;
        dxki_emit_discard(e, dxk_builder_i1(e->b, true));
        e->call = (dxki_hlsl_loc){0, 0};
        break;
    case DXKI_HLSL_C_CASE:
        label(e, s);
        break;
    default:
        break;
    }
}

void dxki_emit_code(dxki_emit *e, const dxki_hlsl_code *s)
{
    if (!s || !dxki_emit_ready(e) || !dxki_hlsl_enter(e->c, s->loc))
        return;
    bool scoped = s->kind == DXKI_HLSL_C_BLOCK && s->is_scope;
    dxki_emit_spot spot = dxki_emit_debug_block(e, scoped ? s->loc : (dxki_hlsl_loc){0, 0});
    dxki_md last = dxki_emit_debug_statement(e, s);
    which(e, s);
    dxki_emit_debug_leave(e, &spot);
    dxki_emit_debug_passed(e, last);
    dxki_hlsl_leave(e->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* What a call has of its arguments. */
typedef struct passed {
    dxki_emit_value value; /* in */
    dxki_emit_place place; /* out: where it goes */
    dxki_emit_place own;   /* the parameter */
    dxki_emit_object *object;
    bool is_same; /* the parameter is another name of `place` */
    void *before; /* place of the parameter in the call around this one */
    bool was_bound;
} passed;

/* Outputs of all vertices or primitives of a mesh: no variable can be a copy of them, since other
 * threads write other elements. */
static bool is_mesh_output(const dxki_emit *e, const dxki_hlsl_node *n)
{
    return e->stage == DXK_SHADER_KIND_MESH && n->kind == DXKI_HLSL_N_VAR &&
           n->type->kind == DXKI_HLSL_TY_ARRAY && dxki_emit_is_input(n);
}

/* Need a parameter not be copied? Inputs cannot change; outputs of a mesh are where they are, and so is
 * what a group shares. */
static bool is_same_place(const dxki_emit *e, const dxki_hlsl_var *p, const dxki_hlsl_node *arg)
{
    if (p->mods & DXKI_AST_MOD(GROUPSHARED))
        return p->type == arg->type && arg->is_lvalue;
    if (p->type != arg->type || !dxki_emit_is_fixed(e, arg))
        return false;
    return p->direction & DXKI_HLSL_OUT ? is_mesh_output(e, arg) : !p->written;
}

/* Arguments are evaluated from the last to the first. */
static void evaluate(dxki_emit *e, const dxki_hlsl_node *n, passed *all)
{
    for (size_t i = n->list_count; i-- > 0 && dxki_emit_ready(e);) {
        const dxki_hlsl_var *p = n->function->params[i];
        const dxki_hlsl_node *arg = n->list[i];
        if (dxki_emit_is_alias(e, p, arg)) {
            all[i].object = DXKI_HLSL_NEW(e->c, dxki_emit_object);
            *all[i].object = dxki_emit_object_of(e, arg);
            continue;
        }
        if (is_same_place(e, p, arg)) {
            all[i].is_same = true;
            all[i].place = dxki_emit_place_of(e, arg);
            continue;
        }
        if (p->direction & DXKI_HLSL_OUT && arg->is_const) { /* a resource, which cannot change */
            DXKI_HLSL_SAY(e->c, LOCAL_RESOURCE, arg->loc);
            return;
        }
        if (p->direction & DXKI_HLSL_OUT)
            all[i].place = dxki_emit_place_of(e, arg);
        if (p->direction == DXKI_HLSL_IN)
            all[i].value = dxki_emit_settled(e, dxki_emit_read_expr(e, arg));
        else if (p->direction & DXKI_HLSL_IN)
            all[i].value = dxki_emit_convert(e, dxki_emit_read(e, &all[i].place), p->type);
    }
}

/* Gives each parameter a variable of its own. */
static void bind(dxki_emit *e, const dxki_hlsl_node *n, passed *all)
{
    for (size_t i = 0; i < n->list_count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *p = n->function->params[i];
        all[i].before = p->place;
        all[i].was_bound = p->is_bound;
        p->is_bound = all[i].object != NULL;
        if (all[i].object) {
            p->place = all[i].object;
            continue;
        }
        if (all[i].is_same) {
            p->place = &all[i].place;
            continue;
        }
        all[i].own = dxki_emit_allocate(e, p->type, false, p);
        if (p->direction & DXKI_HLSL_IN)
            dxki_emit_store(e, &all[i].own, all[i].value);
        p->place = &all[i].own;
    }
}

static void copy_back(dxki_emit *e, const dxki_hlsl_node *n, passed *all)
{
    for (size_t i = 0; i < n->list_count && dxki_emit_ready(e); i++) {
        dxki_hlsl_var *p = n->function->params[i];
        if (p->direction & DXKI_HLSL_OUT && !all[i].object && !all[i].is_same)
            dxki_emit_store(e, &all[i].place,
                            dxki_emit_convert(e, dxki_emit_read(e, &all[i].own), n->list[i]->type));
    }
}

/* What a call changes of the function around it. */
typedef struct frame {
    dxki_emit_place result;
    dxk_block break_to, continue_to, return_to;
    void *self;
} frame;

/* Emits the body; its result is in e->result then. */
static void run_body(dxki_emit *e, dxki_hlsl_function *f)
{
    e->result = dxki_emit_nowhere();
    if (f->result->kind != DXKI_HLSL_TY_VOID)
        e->result = dxki_emit_allocate_result(e, f);
    e->return_to = dxki_emit_new_block(e);
    e->continue_to = DXK_NONE; /* loops around the call are none of the function */
    f->is_active = true;
    dxki_emit_code(e, f->body);
    f->is_active = false;
    dxki_emit_jump(e, e->return_to);
    dxki_emit_at(e, e->return_to);
}

static dxki_emit_value call(dxki_emit *e, const dxki_hlsl_node *n, passed *all)
{
    dxki_hlsl_function *f = n->function;
    frame outer = {e->result, e->break_to, e->continue_to, e->return_to,
                   f->self ? f->self->place : NULL};
    dxki_emit_place self = {0};
    dxki_emit_value v = dxki_emit_values(e, dxki_hlsl_type_void(e->c));

    bool has_object = f->self && n->a;
    if (has_object) /* in front of the arguments */
        self = dxki_emit_place_of(e, n->a);
    evaluate(e, n, all);
    if (has_object) /* now: arguments may have called the method, too */
        f->self->place = &self;
    dxki_emit_spot spot = dxki_emit_debug_call(e, f, n->loc);
    bind(e, n, all);
    e->inlined++;
    run_body(e, f);
    e->inlined--;
    if (e->result.kind != DXKI_EMIT_NOWHERE)
        v = dxki_emit_read(e, &e->result);
    dxki_emit_debug_leave(e, &spot);
    e->result = outer.result;
    e->break_to = outer.break_to;
    e->continue_to = outer.continue_to;
    e->return_to = outer.return_to;
    copy_back(e, n, all);
    for (size_t i = 0; i < n->list_count; i++) {
        f->params[i]->place = all[i].before;
        f->params[i]->is_bound = all[i].was_bound;
    }
    if (f->self)
        f->self->place = outer.self;
    return v;
}

void dxki_emit_tell_recursion(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxki_hlsl_loc start = dxki_hlsl_decl_start(f->decl);

    if (DXKI_HLSL_REPORT(e->c, RECURSION, start, dxki_text(dxki_emit_entry_name(e)),
                         dxki_text(f->name->text)))
        DXKI_HLSL_SAY(e->c, RECURSION_HERE, start);
}

dxki_emit_value dxki_emit_call(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_hlsl_function *f = n->function;
    passed *all = DXKI_NEW_ARRAY(&e->c->arena, passed, n->list_count + 1);
    dxki_emit_value none = dxki_emit_values(e, dxki_hlsl_type_void(e->c));

    if (!all)
        dxki_hlsl_nomem(e->c);
    else if (f->is_active)
        dxki_emit_tell_recursion(e, f);
    else if (f->body ? f->is_listed : e->c->kind == DXK_SHADER_KIND_LIBRARY)
        return dxki_emit_external_call(e, n);
    else if (!f->body)
        DXKI_HLSL_REPORT(e->c, NO_BODY, n->loc, dxki_text(dxki_hlsl_link_name(e->c, f)));
    else
        return call(e, n, all);
    return none;
}

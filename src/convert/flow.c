/* SPDX-License-Identifier: MIT */
/*
 * flow.c - blocks. Instructions of flow come in pairs, so one pass does: a branch to a place that
 * has not come yet is noted, and made when it comes. A block without predecessors is not begun;
 * instructions that nothing leads to are passed over.
 */
#include "convert/code.h"

#include "base/sort.h"
#include "builder/builder.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Blocks                                                                                     */

void dxki_convert_begin_block(dxki_convert *c)
{
    c->code->block = dxk_builder_block(c->b, c->code->function);
}

static dxk_block new_block(dxki_convert *c)
{
    dxk_block block = dxk_builder_block(c->b, c->code->function);

    dxk_builder_at(c->b, c->code->block);
    return block;
}

/* Ends the block with a branch to a block that is there. */
static void branch_to(dxki_convert *c, dxk_block to)
{
    dxki_convert_flush(c);
    dxk_builder_br(c->b, to);
    c->code->block = DXK_NONE;
}

static void note_jump(dxki_convert *c, dxki_convert_label *label, dxki_convert_jump jump)
{
    jump.from = c->code->block;
    jump.next = *label;
    if (dxki_vec_push(c->ctx, &c->code->jumps, jump))
        *label = (uint32_t)c->code->jumps.count;
    else
        dxki_convert_nomem(c);
}

/* Ends the block with a branch to a place that comes later. */
void dxki_convert_jump_to(dxki_convert *c, dxki_convert_label *label)
{
    if (!c->code->block || !dxki_convert_ready(c))
        return;
    dxki_convert_flush(c);
    note_jump(c, label, (dxki_convert_jump){.condition = DXK_NONE});
    c->code->block = DXK_NONE;
}

/* The same if the condition is `when`; what follows is a new block. */
void dxki_convert_jump_if(dxki_convert *c, dxki_convert_label *label, dxk_value condition,
                          bool when)
{
    if (!dxki_convert_ready(c))
        return;
    dxki_convert_flush(c);
    dxk_block otherwise = new_block(c);
    note_jump(c, label,
              (dxki_convert_jump){.condition = condition, .otherwise = otherwise, .when = when});
    c->code->block = otherwise;
    dxk_builder_at(c->b, otherwise);
}

static void make_jump(dxki_convert *c, const dxki_convert_jump *jump, dxk_block to)
{
    dxk_builder_at(c->b, jump->from);
    if (!jump->condition)
        dxk_builder_br(c->b, to);
    else if (jump->when)
        dxk_builder_cond_br(c->b, jump->condition, to, jump->otherwise);
    else
        dxk_builder_cond_br(c->b, jump->condition, jump->otherwise, to);
}

/* The place of a label: what comes now follows the jumps to it, and the block before. True: it is in
 * a block of its own. */
bool dxki_convert_arrive(dxki_convert *c, dxki_convert_label label)
{
    const dxki_convert_jump *jumps = c->code->jumps.items;

    if (!dxki_convert_ready(c) || !label)
        return false;
    const dxki_convert_jump *first = &jumps[label - 1];
    if (!c->dxilconv && !c->code->block && !first->next && !first->condition) {
        c->code->block = first->from; /* the block can go on */
        dxk_builder_at(c->b, first->from);
        return false;
    }
    dxk_block before = c->code->block, block = dxk_builder_block(c->b, c->code->function);
    if (before) {
        dxk_builder_at(c->b, before);
        branch_to(c, block);
    }
    for (; label; label = jumps[label - 1].next)
        make_jump(c, &jumps[label - 1], block);
    c->code->block = block;
    dxk_builder_at(c->b, block);
    return true;
}

/* The same at the end of a scope or of a part of it, and the block is named. */
static void arrive_at(dxki_convert *c, dxki_convert_label label, const dxki_convert_scope *scope,
                      const char *what)
{
    if (c->dxilconv && !label)
        dxki_convert_jump_to(c, &label);
    if (dxki_convert_arrive(c, label))
        dxki_convert_name(c, c->code->block, scope, what);
}

/* ---------------------------------------------------------------------------------------- */
/* Scopes                                                                                     */

/* The innermost scope; NULL: there is none. */
dxki_convert_scope *dxki_convert_top(dxki_convert *c)
{
    size_t count = c->code->scopes.count;

    return count ? &c->code->scopes.items[count - 1] : NULL;
}

dxki_convert_scope *dxki_convert_push(dxki_convert *c, dxki_convert_scope_kind kind)
{
    const dxki_convert_scope *outer = dxki_convert_top(c);
    dxki_convert_scope scope = {.kind = kind};
    uint32_t self = (uint32_t)c->code->scopes.count + 1;

    if (kind == DXKI_CONVERT_BODY) {
        scope.body = self;
    } else if (outer) {
        scope.break_to = outer->break_to;
        scope.continue_to = outer->continue_to;
        scope.body = outer->body;
    }
    if (kind == DXKI_CONVERT_LOOP || kind == DXKI_CONVERT_SWITCH)
        scope.break_to = self;
    if (kind == DXKI_CONVERT_LOOP)
        scope.continue_to = self;
    scope.number = c->code->numbers[kind]++;
    scope.first_case = c->code->cases.count;
    if (dxki_vec_push(c->ctx, &c->code->scopes, scope))
        return dxki_convert_top(c);
    dxki_convert_nomem(c);
    return NULL;
}

void dxki_convert_misplaced(dxki_convert *c, const char *why)
{
    const char *name = c->at ? dxk_dxbc_opcode_name(dxk_dxbc_opcode(c->at)) : NULL;

    DXKI_CONVERT_FAULT(c, NESTING, dxki_text(dxki_str(name ? name : "the end")),
                       dxki_text(dxki_str(why)));
}

/* The innermost scope if it is of this kind; NULL: reported. */
static dxki_convert_scope *inside_of(dxki_convert *c, dxki_convert_scope_kind kind, const char *why)
{
    dxki_convert_scope *scope = dxki_convert_top(c);

    if (scope && scope->kind == kind)
        return scope;
    dxki_convert_misplaced(c, why);
    return NULL;
}

/* The condition of the instruction; DXK_NONE where it has none, or nothing leads there. */
static dxk_value condition_of(dxki_convert *c, const dxki_convert_inst *inst)
{
    return c->code->block ? dxki_convert_test(c, inst) : DXK_NONE;
}

/* --- if --- */

void dxki_convert_do_if(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value condition = condition_of(c, inst);
    dxki_convert_scope *scope = dxki_convert_push(c, DXKI_CONVERT_IF);

    if (!scope || !c->code->block)
        return;
    dxki_convert_jump_if(c, &scope->other, condition, false);
    dxki_convert_name(c, c->code->block, scope, ".then");
}

void dxki_convert_do_else(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = inside_of(c, DXKI_CONVERT_IF, "there is no if");

    (void)inst;
    if (!scope)
        return;
    dxki_convert_jump_to(c, &scope->end);
    scope->kind = DXKI_CONVERT_ELSE;
    arrive_at(c, scope->other, scope, ".else");
}

void dxki_convert_do_endif(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = dxki_convert_top(c);

    (void)inst;
    if (!scope || (scope->kind != DXKI_CONVERT_IF && scope->kind != DXKI_CONVERT_ELSE)) {
        dxki_convert_misplaced(c, "there is no if");
        return;
    }
    arrive_at(c, scope->kind == DXKI_CONVERT_IF ? scope->other : scope->end, scope, ".end");
    c->code->scopes.count--;
}

/* --- loop --- */

void dxki_convert_do_loop(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = dxki_convert_push(c, DXKI_CONVERT_LOOP);

    (void)inst;
    if (!scope || !c->code->block)
        return;
    scope->head = new_block(c);
    branch_to(c, scope->head);
    c->code->block = scope->head;
    dxk_builder_at(c->b, scope->head);
    dxki_convert_name(c, scope->head, scope, "");
}

void dxki_convert_do_endloop(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = inside_of(c, DXKI_CONVERT_LOOP, "there is no loop");

    (void)inst;
    if (!scope)
        return;
    if (c->code->block)
        branch_to(c, scope->head);
    arrive_at(c, scope->end, scope, ".end");
    c->code->scopes.count--;
}

void dxki_convert_do_continue(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = dxki_convert_top(c);

    if (!scope || !scope->continue_to) {
        dxki_convert_misplaced(c, "there is no loop");
        return;
    }
    scope = &c->code->scopes.items[scope->continue_to - 1];
    dxk_block head = scope->head;
    if (!inst->row->make) {
        scope->leaves[DXKI_CONVERT_CONTINUES]++;
        branch_to(c, head);
        return;
    }
    dxk_value condition = dxki_convert_test(c, inst);
    dxki_convert_flush(c);
    dxk_block next = new_block(c);
    dxk_builder_cond_br(c->b, condition, head, next);
    c->code->block = next;
    dxk_builder_at(c->b, next);
    dxki_convert_name_next(c, next, scope, ".continuec", DXKI_CONVERT_CONTINUES);
}

/* --- leaving --- */

/* A jump to the end of a scope, if the condition holds when there is one. */
static void leave(dxki_convert *c, const dxki_convert_inst *inst, uint32_t number)
{
    dxk_value condition = inst->row->make ? dxki_convert_test(c, inst) : DXK_NONE;
    dxki_convert_scope *scope = &c->code->scopes.items[number - 1];

    if (!inst->row->make) {
        dxki_convert_jump_to(c, &scope->end);
        if (scope->kind != DXKI_CONVERT_SWITCH || dxki_convert_top(c) != scope)
            scope->leaves[DXKI_CONVERT_BREAKS]++;
        return;
    }
    dxki_convert_jump_if(c, &scope->end, condition, true);
    dxki_convert_name_next(c, c->code->block, scope,
                           scope->kind == DXKI_CONVERT_BODY   ? ".afterretc"
                           : scope->kind == DXKI_CONVERT_LOOP ? ".breakc"
                                                              : ".break",
                           DXKI_CONVERT_BREAKS);
}

void dxki_convert_do_break(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = dxki_convert_top(c);

    if (scope && scope->break_to)
        leave(c, inst, scope->break_to);
    else
        dxki_convert_misplaced(c, "there is no loop or switch");
}

/* Is a scope that of a function, not of a subroutine or of an instance? */
static bool is_function(const dxki_convert *c, uint32_t number)
{
    return !c->code->scopes.items[number - 1].subroutine && c->code->phase == DXKI_CONVERT_MAIN;
}

/* With a condition in a block of its own. */
static void ret_at_once(dxki_convert *c, const dxki_convert_inst *inst)
{
    uint32_t number = c->code->rets;

    if (!inst->row->make) {
        dxk_builder_ret(c->b, DXK_NONE);
        c->code->block = DXK_NONE;
        return;
    }
    dxk_value condition = dxki_convert_test(c, inst);
    dxk_block yes = new_block(c), no = new_block(c);
    if (!dxki_convert_ready(c))
        return;
    dxk_builder_cond_br(c->b, condition, yes, no);
    dxki_convert_name_number(c, yes, "label0.callc0.retc", number);
    dxki_convert_name_number(c, no, "label0.callc0.afterretc", number);
    c->code->rets++;
    dxk_builder_at(c->b, yes);
    dxk_builder_ret(c->b, DXK_NONE);
    dxk_builder_at(c->b, no);
    c->code->block = no;
}

void dxki_convert_do_ret(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = dxki_convert_top(c);

    if (!scope)
        dxki_convert_misplaced(c, "there is no function");
    else if (c->dxilconv && is_function(c, scope->body))
        ret_at_once(c, inst);
    else
        leave(c, inst, scope->body);
}

/* --- switch --- */

void dxki_convert_do_switch(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value selector =
        c->code->block ? dxki_convert_read(c, &inst->operands[0], 0, DXKI_CONVERT_I32) : DXK_NONE;
    dxki_convert_scope *scope = dxki_convert_push(c, DXKI_CONVERT_SWITCH);

    if (!scope || !c->code->block)
        return;
    dxki_convert_flush(c);
    scope->selector = selector;
    scope->head = c->code->block;
    c->code->block = DXK_NONE; /* nothing comes here before the first case */
}

/* Has nothing been done in the block that is being filled? */
static bool is_empty(const dxki_convert *c)
{
    return c->code->written.count == 0 &&
           !c->b->m->blocks.items[DXKI_INDEX(c->code->block)].last_inst;
}

/* A case begins: its block, which the one of the case before goes on to. DXK_NONE: nothing leads
 * to the switch. */
static dxk_block begin_case(dxki_convert *c, dxki_convert_scope *scope)
{
    dxk_block before = c->code->block;

    if (!scope->head)
        return DXK_NONE;
    if (before && before == c->code->case_block && is_empty(c)) /* several cases in a row */
        return before;
    dxki_convert_begin_block(c);
    dxk_block block = c->code->block;
    dxki_convert_name_next(c, block, scope, ".casegroup", DXKI_CONVERT_CASES);
    if (before) {
        c->code->block = before;
        dxk_builder_at(c->b, before);
        branch_to(c, block);
        c->code->block = block;
        dxk_builder_at(c->b, block);
    }
    c->code->case_block = block;
    return block;
}

void dxki_convert_do_case(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = inside_of(c, DXKI_CONVERT_SWITCH, "there is no switch");
    uint64_t number = 0;

    if (!scope)
        return;
    if (!inst->operands[0].value) {
        dxki_convert_refuse(c, &inst->operands[0], "it must be a number");
        return;
    }
    dxk_value value = dxki_convert_read(c, &inst->operands[0], 0, DXKI_CONVERT_I32);
    dxk_block block = begin_case(c, scope);
    if (!dxki_convert_ready(c) || !dxki_value_as_int(c->b->m, value, &number))
        return;
    dxki_convert_case it = {.value = value, .number = (uint32_t)number, .block = block};
    if (!dxki_vec_push(c->ctx, &c->code->cases, it))
        dxki_convert_nomem(c);
}

/* The block of the default case has a name of its own, and that of the next case the number that it
 * had. */
static void name_default(dxki_convert *c, dxki_convert_scope *scope)
{
    scope->leaves[DXKI_CONVERT_CASES]--;
    dxki_convert_name(c, scope->fallback, scope, ".default");
}

void dxki_convert_do_default(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = inside_of(c, DXKI_CONVERT_SWITCH, "there is no switch");

    (void)inst;
    if (scope && scope->has_default)
        dxki_convert_misplaced(c, "there is one before");
    if (!scope || !dxki_convert_ready(c))
        return;
    dxk_block block = begin_case(c, scope);
    scope->has_default = true;
    scope->fallback = block;
    if (block)
        name_default(c, scope);
}

static bool after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxki_convert_case *)a)->number > ((const dxki_convert_case *)b)->number;
}

/* The switch itself, from the block before the first case. */
void dxki_convert_make_switch(dxki_convert *c, dxk_block head, dxk_value selector,
                              dxk_block fallback, size_t first)
{
    dxki_convert_case *cases = c->code->cases.items + first;
    size_t count = c->code->cases.count - first, kept = 0;
    dxk_value *values = dxki_arena_alloc(&c->arena, (count + 1) * sizeof *values);
    dxk_block *blocks = dxki_arena_alloc(&c->arena, (count + 1) * sizeof *blocks);

    if (!values || !blocks) {
        dxki_convert_nomem(c);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (cases[i].block == fallback)
            continue;
        values[kept] = cases[i].value;
        blocks[kept++] = cases[i].block;
    }
    dxk_builder_at(c->b, head);
    if (kept)
        dxk_builder_switch(c->b, selector, fallback, values, blocks, kept);
    else
        dxk_builder_br(c->b, fallback);
}

/* Are the cases of a switch all different? */
static bool are_different(dxki_convert *c, size_t first)
{
    size_t count = c->code->cases.count - first;
    dxki_convert_case *sorted = dxki_arena_alloc(&c->arena, (count + 1) * sizeof *sorted);

    if (sorted && count)
        memcpy(sorted, c->code->cases.items + first, count * sizeof *sorted);
    if (!sorted || !dxki_sort(c->ctx, sorted, count, sizeof *sorted, after, NULL)) {
        dxki_convert_nomem(c);
        return false;
    }
    for (size_t i = 1; i < count; i++)
        if (sorted[i].number == sorted[i - 1].number) {
            dxki_convert_misplaced(c, "two cases are equal");
            return false;
        }
    return true;
}

void dxki_convert_do_endswitch(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_scope *scope = inside_of(c, DXKI_CONVERT_SWITCH, "there is no switch");

    (void)inst;
    if (!scope || !are_different(c, scope->first_case))
        return;
    dxki_convert_scope it = *scope;
    if (it.head) {
        dxki_convert_jump_to(c, &it.end);
        if (!it.has_default) { /* no case: the switch itself leads behind */
            dxki_convert_begin_block(c);
            it.fallback = c->code->block;
        }
        dxk_block block = c->code->block;
        dxki_convert_make_switch(c, it.head, it.selector, it.fallback, it.first_case);
        c->code->block = block;
        if (block)
            dxk_builder_at(c->b, block);
        arrive_at(c, it.end, &it, ".end");
    }
    c->code->cases.count = it.first_case;
    c->code->scopes.count--;
}

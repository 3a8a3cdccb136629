/* SPDX-License-Identifier: MIT */
/*
 * check_flow.c - how the instructions of a program stand to each other: blocks are closed in the
 * order in which they were opened, phases of hull shaders come in theirs, subroutines exist, and
 * declarations stand in front.
 */
#include "fxc/check.h"

#include "base/sort.h"
#include "spec/reader_rules.h"

#include <string.h>

/* Kinds of blocks. */
enum { BLOCK_IF, BLOCK_ELSE, BLOCK_LOOP, BLOCK_SWITCH };

/* Phases of a hull shader, in order; fork and join phases may come again. */
enum { PHASE_NONE, PHASE_DECLS, PHASE_CONTROL, PHASE_FORK, PHASE_JOIN };

typedef struct block {
    uint8_t kind;  /* BLOCK_ */
    bool has_case; /* of a switch: code may follow */
    bool has_default;
    uint32_t at; /* instruction that opened it */
} block;

typedef struct flow {
    dxki_fxc_checker *c;
    DXKI_VEC(block) blocks;
    DXKI_VEC(uint32_t) labels; /* of subroutines, and bodies of functions */
    uint32_t loops, breakable; /* blocks that `continue` and `break` refer to */
    uint32_t phase;
    uint32_t last; /* opcode of the last instruction; UINT32_MAX: none */
    bool started;  /* in this phase, an instruction was seen */
} flow;

static bool misplaced(flow *f, uint32_t at, const char *why)
{
    uint32_t opcode = dxk_dxbc_opcode(&f->c->p->instructions[at]);
    return DXKI_FAULT(f->c, DXKI_RULE_DXBC_NESTING, at, dxki_fxc_check_opcode(opcode),
                      dxki_text(dxki_str(why)));
}

static block *innermost(flow *f)
{
    return f->blocks.count ? &f->blocks.items[f->blocks.count - 1] : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Blocks                                                                                     */

static void open_block(flow *f, uint32_t at, uint8_t kind)
{
    block b = {.kind = kind, .at = at};
    if (!dxki_vec_push(f->c->ctx, &f->blocks, b))
        f->c->status = dxki_nomem(f->c->ctx);
    f->loops += kind == BLOCK_LOOP;
    f->breakable += kind == BLOCK_LOOP || kind == BLOCK_SWITCH;
}

static void close_block(flow *f, uint32_t at, uint8_t kind, const char *why)
{
    const block *b = innermost(f);
    bool fits = b && (b->kind == kind || (kind == BLOCK_IF && b->kind == BLOCK_ELSE));
    if (!fits) {
        misplaced(f, at, why);
        return;
    }
    f->loops -= b->kind == BLOCK_LOOP;
    f->breakable -= b->kind == BLOCK_LOOP || b->kind == BLOCK_SWITCH;
    f->blocks.count--;
}

static void see_else(flow *f, uint32_t at)
{
    block *b = innermost(f);
    if (b && b->kind == BLOCK_IF)
        b->kind = BLOCK_ELSE;
    else
        misplaced(f, at, "it is not in an if, or the if has one already");
}

static void see_case(flow *f, uint32_t at, bool is_default)
{
    block *b = innermost(f);
    if (!b || b->kind != BLOCK_SWITCH) {
        misplaced(f, at, "it is not in a switch");
        return;
    }
    if (is_default && b->has_default)
        misplaced(f, at, "the switch has one already");
    b->has_case = true;
    b->has_default = b->has_default || is_default;
}

/* What was opened and not closed, at the end of a program, phase or subroutine. */
static void end_blocks(flow *f)
{
    for (size_t i = f->blocks.count; i > 0; i--)
        misplaced(f, f->blocks.items[i - 1].at, "it is not closed");
    f->blocks.count = 0;
    f->loops = f->breakable = 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Phases and subroutines                                                                     */

static void see_phase(flow *f, uint32_t at, uint32_t opcode)
{
    uint32_t phase = opcode - DXKI_SM4_HS_DECLS + PHASE_DECLS;
    bool again = phase == f->phase && phase >= PHASE_FORK;
    end_blocks(f);
    if (phase <= f->phase && !again)
        misplaced(f, at, "phases come in the order declarations, control points, fork, join");
    else if (phase != PHASE_DECLS && f->phase == PHASE_NONE)
        misplaced(f, at, "the phase of declarations comes first");
    f->phase = phase;
    f->started = false;
}

/* The number of a label operand; UINT32_MAX: it has none. */
static uint32_t label_of(const flow *f, const dxk_dxbc_instruction *in)
{
    const dxk_dxbc_operand *operand = &f->c->p->operands[in->operands + in->operand_count - 1];
    dxk_dxbc_index index = dxk_dxbc_index_get(f->c->p, operand, 0);
    return index.has_number && !index.relative && index.number < UINT32_MAX ? (uint32_t)index.number
                                                                            : UINT32_MAX;
}

static bool after(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

static bool has_label(const flow *f, uint32_t label)
{
    size_t low = 0, high = f->labels.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->labels.items[middle] == label)
            return true;
        if (f->labels.items[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Subroutines and bodies of functions, which may stand after their calls. */
static void collect_labels(flow *f)
{
    const dxk_dxbc_program *p = f->c->p;
    for (size_t i = 0; i < p->instruction_count && f->c->status == DXK_OK; i++)
        if (dxk_dxbc_opcode(&p->instructions[i]) == DXKI_SM4_LABEL &&
            !dxki_vec_push(f->c->ctx, &f->labels, label_of(f, &p->instructions[i])))
            f->c->status = dxki_nomem(f->c->ctx);
    if (f->labels.count && f->c->status == DXK_OK &&
        !dxki_sort(f->c->ctx, f->labels.items, f->labels.count, sizeof *f->labels.items, after,
                   NULL))
        f->c->status = dxki_nomem(f->c->ctx);
}

static void see_call(flow *f, uint32_t at, const dxk_dxbc_instruction *in)
{
    if (!has_label(f, label_of(f, in)))
        misplaced(f, at, "the subroutine that it calls is missing");
}

static void see_label(flow *f, uint32_t at)
{
    end_blocks(f);
    if (f->last != DXKI_SM4_RET)
        misplaced(f, at, "what stands before it does not end with ret");
}

/* ---------------------------------------------------------------------------------------- */

/* What must be around a jump. */
static void see_jump(flow *f, uint32_t at, uint32_t opcode)
{
    bool is_break = opcode == DXKI_SM4_BREAK || opcode == DXKI_SM4_BREAKC;
    bool is_continue = opcode == DXKI_SM4_CONTINUE || opcode == DXKI_SM4_CONTINUEC;
    if (is_break && f->breakable == 0)
        misplaced(f, at, "there is no loop or switch around it");
    if (is_continue && f->loops == 0)
        misplaced(f, at, "there is no loop around it");
}

static void see_instruction(flow *f, uint32_t at, uint32_t opcode, const dxk_dxbc_instruction *in)
{
    const block *b = innermost(f);
    if (b && b->kind == BLOCK_SWITCH && !b->has_case && opcode != DXKI_SM4_CASE &&
        opcode != DXKI_SM4_DEFAULT && opcode != DXKI_SM4_ENDSWITCH)
        misplaced(f, at, "it stands in front of the first case of a switch");
    switch (opcode) {
    case DXKI_SM4_IF:
        open_block(f, at, BLOCK_IF);
        return;
    case DXKI_SM4_LOOP:
        open_block(f, at, BLOCK_LOOP);
        return;
    case DXKI_SM4_SWITCH:
        open_block(f, at, BLOCK_SWITCH);
        return;
    case DXKI_SM4_ELSE:
        see_else(f, at);
        return;
    case DXKI_SM4_ENDIF:
        close_block(f, at, BLOCK_IF, "there is no if that it could close");
        return;
    case DXKI_SM4_ENDLOOP:
        close_block(f, at, BLOCK_LOOP, "there is no loop that it could close");
        return;
    case DXKI_SM4_ENDSWITCH:
        close_block(f, at, BLOCK_SWITCH, "there is no switch that it could close");
        return;
    case DXKI_SM4_CASE:
    case DXKI_SM4_DEFAULT:
        see_case(f, at, opcode == DXKI_SM4_DEFAULT);
        return;
    case DXKI_SM4_CALL:
    case DXKI_SM4_CALLC:
        see_call(f, at, in);
        return;
    case DXKI_SM4_LABEL:
        see_label(f, at);
        return;
    default:
        see_jump(f, at, opcode);
        return;
    }
}

static void walk(flow *f)
{
    const dxk_dxbc_program *p = f->c->p;
    for (uint32_t i = 0; i < p->instruction_count && f->c->status == DXK_OK; i++) {
        const dxk_dxbc_instruction *in = &p->instructions[i];
        uint32_t opcode = dxk_dxbc_opcode(in);
        const dxki_dxbc_opcode *op = dxki_dxbc_opcode_get(opcode);
        if (op->form == DXKI_FORM_PHASE) {
            see_phase(f, i, opcode);
        } else if (op->form >= DXKI_FORM_DECLARATION) {
            if (f->started)
                DXKI_FAULT(f->c, DXKI_RULE_DXBC_LATE, i, dxki_fxc_check_opcode(opcode));
        } else if (op->form != DXKI_FORM_CUSTOM && op->text) {
            see_instruction(f, i, opcode, in);
            f->started = true;
            f->last = opcode;
        }
    }
    end_blocks(f);
}

void dxki_fxc_check_flow(dxki_fxc_checker *c)
{
    flow f = {.c = c, .last = UINT32_MAX};
    collect_labels(&f);
    walk(&f);
    if (c->status == DXK_OK && f.last != DXKI_SM4_RET)
        dxki_fxc_check_fault(c, DXKI_RULE_DXBC_RETURN, UINT32_MAX, NULL, 0);
    if (c->stage == DXK_DXBC_STAGE_HULL && f.phase == PHASE_NONE)
        DXKI_FAULT(c, DXKI_RULE_DXBC_MISSING, UINT32_MAX, dxki_text(dxki_str("hs_decls")));
    dxki_vec_free(c->ctx, &f.blocks);
    dxki_vec_free(c->ctx, &f.labels);
}

/* SPDX-License-Identifier: MIT */
/*
 * read_inst.h - how an instruction is put together from the arguments of its record: start, put
 * operands and extra words in the module's order, put the instruction.
 */
#ifndef DXKI_BITCODE_READ_INST_H
#define DXKI_BITCODE_READ_INST_H

#include "bitcode/reader.h"

/* Reads the operators that come next, as many as are usual ones (read_operators.c). */
dxk_status dxki_bc_read_operators(dxki_bc_reader *r);
/* Finds the abbreviations for them that the current block has. */
void dxki_bc_read_find_operators(dxki_bc_reader *r);

/* Makes the current record's instruction if it is a call or a member of the usual kind
 * (read_calls.c); *done tells. */
dxk_status dxki_bc_read_quick(dxki_bc_reader *r, bool *done);

/* The calling convention and the flags of a call. */
static inline void dxki_bc_set_call_bits(dxki_inst *call, uint64_t bits)
{
    call->sub = (uint16_t)(bits >> DXKI_CALL_CC_SHIFT & DXKI_CALL_CC_MASK);
    call->flags = (uint8_t)((bits & DXKI_CALL_TAIL ? DXKI_IF_TAIL : 0) |
                            (bits & DXKI_CALL_MUSTTAIL ? DXKI_IF_MUSTTAIL : 0));
}

/* Appends the instruction whose operands and extra words were put. */
dxk_status dxki_bc_put_inst(dxki_bc_reader *r, dxki_inst *inst);

/* An operand that is a value of a type, or a block. */
static inline void dxki_bc_put_value(dxki_bc_reader *r, dxki_value value, dxki_type type)
{
    uint32_t place = (uint32_t)r->m->words.count++;
    r->m->words.items[place] = value;
    if (DXKI_TAG(value) == DXKI_V_FORWARD) {
        dxki_bc_fixup fixup = {place, DXKI_INDEX(value), type, false};
        r->put.failed = !dxki_vec_push(r->ctx, &r->fixups, fixup) || r->put.failed;
    }
}

/* An operand that is argument `arg` of the record. */
static inline void dxki_bc_put_arg(dxki_bc_reader *r, size_t arg)
{
    dxki_bc_put_value(r, (dxki_value)r->args.items[arg].n, r->args.items[arg].type);
}

/* A word after the operands; no operand may follow. */
static inline void dxki_bc_put_extra(dxki_bc_reader *r, uint32_t word)
{
    r->m->words.items[r->m->words.count++] = word;
    r->put.extra++;
}

/* Makes room for another instruction of `words` words, and its value. */
bool dxki_bc_put_grow(dxki_bc_reader *r, size_t words);

/* Starts an instruction: makes room for as many words as the record has operands, and a few. */
static inline bool dxki_bc_put_start(dxki_bc_reader *r)
{
    dxk_module *m = r->m;
    size_t room = r->bs.record.op_count + r->args.count + 4;
    r->put.first = m->words.count;
    r->put.extra = 0;
    r->put.failed = false;
    if (m->words.capacity - m->words.count < room || m->insts.count == m->insts.capacity ||
        r->values.count == r->values.capacity)
        return dxki_bc_put_grow(r, room);
    return true;
}

/* Of argument `arg` of the record: its type, its number, whether it is there. */
static inline dxki_type dxki_bc_operand_type(const dxki_bc_reader *r, size_t arg)
{
    return r->args.items[arg].type;
}

static inline uint64_t dxki_bc_operand_number(const dxki_bc_reader *r, size_t arg)
{
    return r->args.items[arg].n;
}

static inline bool dxki_bc_operand_given(const dxki_bc_reader *r, size_t arg)
{
    return r->args.items[arg].letter != 0;
}

static inline dxk_status dxki_bc_put_simple(dxki_bc_reader *r, dxki_op opcode, dxki_type type)
{
    dxki_inst inst = {.op = (uint8_t)opcode, .type = type};
    return dxki_bc_put_inst(r, &inst);
}

/* Makers in read_flow.c; the table of all is in read_insts.c. */
dxk_status dxki_bc_make_ret(dxki_bc_reader *r);
dxk_status dxki_bc_make_br(dxki_bc_reader *r);
dxk_status dxki_bc_make_switch(dxki_bc_reader *r);
dxk_status dxki_bc_make_indirectbr(dxki_bc_reader *r);
dxk_status dxki_bc_make_phi(dxki_bc_reader *r);
dxk_status dxki_bc_make_resume(dxki_bc_reader *r);
dxk_status dxki_bc_make_unreachable(dxki_bc_reader *r);
dxk_status dxki_bc_make_landingpad(dxki_bc_reader *r);
dxk_status dxki_bc_make_call(dxki_bc_reader *r);
dxk_status dxki_bc_make_invoke(dxki_bc_reader *r);

#endif

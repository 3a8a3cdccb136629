/* SPDX-License-Identifier: MIT */
/*
 * dxop.h - which DXIL operation a call makes. A call of a function whose name begins with "dx.op."
 * makes the operation whose number, the opcode, is its first argument:
 *
 *     call float @dx.op.unary.f32(i32 6, float %x)      opcode 6, FAbs
 *
 * The name tells an operation from other calls and nothing more: functions of equal types are
 * shared by operations, and a linker may have changed what follows the prefix.
 *
 * Everything here takes constant time and reads nothing but the module. A loop that asks for every
 * instruction and already has a table by function may keep dxki_global_is_dxop() there and go on
 * with dxki_call_opcode_arg(). Types, names and declarations of operations: dxil/op.h.
 */
#ifndef DXKI_IR_DXOP_H
#define DXKI_IR_DXOP_H

#include "ir/ir.h"
#include "spec/dxil_ops.h"

/* What the names of all functions begin with that make operations. */
#define DXKI_DXOP_PREFIX "dx.op."

/* True if a global is a function that makes operations. */
static inline bool dxki_global_is_dxop(const dxk_module *m, uint32_t global)
{
    const dxki_global *g = &m->globals.items[global];
    return g->kind == DXKI_G_FUNCTION &&
           dxki_str_starts(dxki_string_get(m, g->name), DXKI_DXOP_PREFIX);
}

/* Index in globals of the function through which an instruction makes an operation; 0: it makes
 * none. Only calls make operations, never an invoke. */
static inline uint32_t dxki_call_dxop_function(const dxk_module *m, const dxki_inst *inst)
{
    if (inst->op != DXKI_OP_CALL)
        return 0;
    dxki_value callee = dxki_call_callee(m, inst);
    return DXKI_TAG(callee) == DXKI_V_GLOBAL && dxki_global_is_dxop(m, DXKI_INDEX(callee))
               ? DXKI_INDEX(callee)
               : 0;
}

/* The opcode of a call that is known to make an operation; false: there is no first argument, or
 * it is not a constant. The number is as it stands there: see dxki_dxop_find(). */
static inline bool dxki_call_opcode_arg(const dxk_module *m, const dxki_inst *call,
                                        uint64_t *opcode)
{
    return dxki_call_arg_count(call) > 0 && dxki_value_as_int(m, m->words.items[call->ops], opcode);
}

/* The opcode of the operation that an instruction makes; false: it makes none, or the opcode is
 * not a constant. Unknown opcodes are told as well. */
static inline bool dxki_call_opcode(const dxk_module *m, const dxki_inst *inst, uint64_t *opcode)
{
    return dxki_call_dxop_function(m, inst) && dxki_call_opcode_arg(m, inst, opcode);
}

/* The row of the operation that an instruction makes; NULL: it makes none that is known. The call
 * may have too few or too many arguments. */
static inline const dxki_dxop_info *dxki_call_dxop(const dxk_module *m, const dxki_inst *inst)
{
    uint64_t opcode;
    return dxki_call_opcode(m, inst, &opcode) ? dxki_dxop_find(opcode) : NULL;
}

/* True if a call has as many arguments as the operation that it makes. */
static inline bool dxki_call_is_complete(const dxki_inst *call, const dxki_dxop_info *op)
{
    return dxki_call_arg_count(call) == op->operand_count + 1u;
}

/* The same as dxki_call_dxop(); NULL also when the number of arguments is not the operation's. */
static inline const dxki_dxop_info *dxki_call_dxop_complete(const dxk_module *m,
                                                            const dxki_inst *inst)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, inst);
    return op && dxki_call_is_complete(inst, op) ? op : NULL;
}

#endif

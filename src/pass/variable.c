/* SPDX-License-Identifier: MIT */
/* variable.c - see variable.h. */
#include "pass/variable.h"

#include <string.h>

#include "ir/find.h"
#include "ir/intrinsics.h"

#define DW_OP_BIT_PIECE 0x9d

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

static dxki_intrinsic intrinsic_of(const dxk_module *m, const dxki_inst *inst)
{
    dxki_value callee = inst->op == DXKI_OP_CALL ? dxki_call_callee(m, inst) : 0;
    return DXKI_TAG(callee) == DXKI_V_GLOBAL
               ? dxki_intrinsic_find(dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name))
               : DXKI_INTR_NONE;
}

static bool marks_life(const dxk_module *m, uint32_t inst)
{
    dxki_intrinsic id = intrinsic_of(m, dxki_inst_get(m, inst));
    return id == DXKI_INTR_LIFETIME_START || id == DXKI_INTR_LIFETIME_END;
}

/* A cast of the address that only marks of its life use. */
static bool is_cast_for_life(const dxk_module *m, uint32_t inst)
{
    if (dxki_inst_get(m, inst)->op != DXKI_OP_BITCAST)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use) {
        if (!marks_life(m, dxki_tracked_user(m, use)))
            return false;
    }
    return true;
}

static bool is_plain_access(const dxki_inst *inst)
{
    return !(inst->flags & DXKI_IF_VOLATILE) && !DXKI_SUB_ORDER(inst->sub);
}

dxki_pass_variable_use dxki_pass_variable_classify(const dxk_module *m, uint32_t use)
{
    uint32_t user = dxki_tracked_user(m, use), operand = dxki_tracked_operand(m, use);
    const dxki_inst *in = dxki_inst_get(m, user);
    switch (in->op) {
    case DXKI_OP_LOAD:
        return is_plain_access(in) ? DXKI_PASS_VARIABLE_LOAD : DXKI_PASS_VARIABLE_OTHER;
    case DXKI_OP_STORE:
        return is_plain_access(in) && operand == 1 ? DXKI_PASS_VARIABLE_STORE
                                                   : DXKI_PASS_VARIABLE_OTHER;
    case DXKI_OP_GEP:
        return operand == 0 ? DXKI_PASS_VARIABLE_PART : DXKI_PASS_VARIABLE_OTHER;
    default:
        return marks_life(m, user) || is_cast_for_life(m, user) ? DXKI_PASS_VARIABLE_LIFE
                                                                : DXKI_PASS_VARIABLE_OTHER;
    }
}

bool dxki_pass_variable_is_plain(const dxk_module *m, uint32_t alloca)
{
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        dxki_pass_variable_use kind = dxki_pass_variable_classify(m, use);
        if (kind == DXKI_PASS_VARIABLE_PART || kind == DXKI_PASS_VARIABLE_OTHER)
            return false;
    }
    return true;
}

bool dxki_pass_variable_forget_life(dxki_pass *p, uint32_t alloca)
{
    dxk_module *m = p->m;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (dxki_pass_variable_classify(m, use) != DXKI_PASS_VARIABLE_LIFE)
            continue;
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, user), mark) {
            if (!dxki_inst_remove(m, dxki_tracked_user(m, mark)))
                return false;
        }
        if (!dxki_inst_remove(m, user))
            return false;
        dxki_pass_changed(p);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Debug information                                                                          */

/* Operands of the calls: llvm.dbg.declare(address, variable, expression), llvm.dbg.value(value, 0,
 * variable, expression). */
static dxki_pass_variable_note note_of(const dxk_module *m, uint32_t declare)
{
    const dxki_value *ops = dxki_inst_ops(m, declare);
    return (dxki_pass_variable_note){DXKI_INDEX(ops[1]), DXKI_INDEX(ops[2]),
                                     dxki_inst_dbg(m, declare)};
}

bool dxki_pass_variable_take_notes(dxki_pass *p, dxki_value address, dxki_pass_variable_notes *list)
{
    dxk_module *m = p->m;
    dxki_md wrapped;
    if (!dxki_md_find_value(m, address, &wrapped))
        return false;
    if (!wrapped)
        return true;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_METADATA, wrapped), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (intrinsic_of(m, dxki_inst_get(m, user)) != DXKI_INTR_DBG_DECLARE ||
            dxki_tracked_operand(m, use) != 0)
            continue;
        if (!dxki_vec_push(p->ctx, list, note_of(m, user)) || !dxki_inst_remove(m, user))
            return false;
        dxki_pass_changed(p);
    }
    return true;
}

/* The function of that name, declared if it is not there; 0: out of memory. */
static uint32_t debug_function(dxk_module *m, dxki_intrinsic id, const char *name, bool with_offset)
{
    dxk_str text = {name, strlen(name)};
    const dxki_type params[4] = {DXKI_TY_METADATA, with_offset ? DXKI_TY_I64 : DXKI_TY_METADATA,
                                 DXKI_TY_METADATA, DXKI_TY_METADATA};
    uint32_t found = dxki_function_find(m, text, 0);
    if (found)
        return found;
    dxki_global g = {.flags = DXKI_GF_DECLARATION, .bit_offset = UINT32_MAX};
    g.value_type = dxki_type_function(m, DXKI_TY_VOID, params, with_offset ? 4 : 3, false);
    g.type = g.value_type ? dxki_type_pointer(m, g.value_type, 0) : 0;
    g.name = dxki_string_intern(m, text);
    if (!g.type || g.name == UINT32_MAX || !dxki_module_touch(m))
        return 0;
    uint32_t made = dxki_global_add(m, DXKI_G_FUNCTION, &g);
    return made && dxki_intrinsic_set_attrs(m, made, id) ? made : 0;
}

static bool add_call(dxki_pass *p, dxki_place at, uint32_t function, const dxki_value *args,
                     uint32_t count, dxki_md location)
{
    dxk_module *m = p->m;
    dxki_inst call = {.op = DXKI_OP_CALL, .type = DXKI_TY_VOID, .op_count = count};
    uint32_t extra[2] = {m->globals.items[function].value_type, 0};
    uint32_t inst = dxki_inst_insert(m, at, &call, args, extra, 2);
    dxki_pass_changed(p);
    return inst && (!location || dxki_inst_set_dbg(m, inst, location));
}

uint32_t dxki_pass_variable_declare_function(dxk_module *m)
{
    return debug_function(m, DXKI_INTR_DBG_DECLARE, "llvm.dbg.declare", false);
}

uint32_t dxki_pass_variable_value_function(dxk_module *m)
{
    return debug_function(m, DXKI_INTR_DBG_VALUE, "llvm.dbg.value", true);
}

bool dxki_pass_variable_declare(dxki_pass *p, dxki_place at, uint32_t function, dxki_value address,
                                const dxki_pass_variable_note *note)
{
    dxki_md wrapped = dxki_md_of_value(p->m, address);
    const dxki_value args[] = {
        DXKI_VALUE(DXKI_V_METADATA, wrapped), DXKI_VALUE(DXKI_V_METADATA, note->variable),
        DXKI_VALUE(DXKI_V_METADATA, note->expression), DXKI_VALUE(DXKI_V_GLOBAL, function)};
    return wrapped && add_call(p, at, function, args, 4, note->location);
}

bool dxki_pass_variable_describe(dxki_pass *p, dxki_place at, uint32_t function, dxki_value value,
                                 const dxki_pass_variable_note *note)
{
    dxki_md wrapped = dxki_md_of_value(p->m, value);
    dxki_value zero = dxki_const_int(p->m, DXKI_TY_I64, 0);
    const dxki_value args[] = {
        DXKI_VALUE(DXKI_V_METADATA, wrapped), zero, DXKI_VALUE(DXKI_V_METADATA, note->variable),
        DXKI_VALUE(DXKI_V_METADATA, note->expression), DXKI_VALUE(DXKI_V_GLOBAL, function)};
    return wrapped && zero && add_call(p, at, function, args, 5, note->location);
}

dxki_md dxki_pass_variable_piece(dxk_module *m, dxki_md expression, uint64_t offset, uint64_t size)
{
    uint32_t count;
    const uint64_t *nums = dxki_md_nums(m, expression, &count);
    bool is_piece = count == 3 && nums[0] == DW_OP_BIT_PIECE;
    if (count && !is_piece)
        return expression;
    const uint64_t piece[3] = {DW_OP_BIT_PIECE, offset + (is_piece ? nums[1] : 0), size};
    return dxki_md_node(m, DXKI_M_EXPRESSION, NULL, 0, piece, 3, false);
}

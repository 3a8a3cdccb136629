/* SPDX-License-Identifier: MIT */
/*
 * ops.c - operations one by one: handles, constants in range, barriers, counters, atomics, hit
 * objects, what depends on the launch of a node. Families with more to check have their own file.
 */
#include "base/count.h"
#include "base/out.h"
#include "dxil/barrier.h"
#include "validate/access.h"
#include "validate/body.h"
#include "validate/calls.h"
#include "validate/names.h"
#include "validate/report.h"
#include "validate/resmap.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

static void error(dxki_val *v, uint32_t inst, dxki_vrule rule)
{
    dxki_val_inst_error(v, inst, rule, NULL, 0);
}

static dxki_value arg(const dxki_val *v, uint32_t inst, uint32_t index)
{
    return dxki_val_ops(v, inst)[index];
}

static void wrong_place(dxki_val *v, uint32_t inst, const char *op, const char *place)
{
    dxki_val_inst_error(v, inst, DXKI_VR_SM_OPCODEININVALIDFUNCTION,
                        DXKI_ARGS(dxki_val_arg_text_z(op), dxki_val_arg_text_z(place)));
}

static void not_constant(dxki_val *v, uint32_t inst, const char *what, const char *op)
{
    dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPCONST,
                        DXKI_ARGS(dxki_val_arg_text_z(what), dxki_val_arg_text_z(op)));
}

/* ---------------------------------------------------------------------------------------- */
/* Rules about single arguments                                                               */

/* What messages call an operand. */
static dxk_str operand_word(const dxki_dxop_info *op, uint32_t index)
{
    dxk_str name = dxki_dxop_operand_name(op, index);
    return dxki_str_is(name, "col") ? dxki_str("column") : name;
}

static void check_range(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t index)
{
    uint32_t limit = op->operands[index].maximum;
    uint64_t bits;
    if (!dxki_val_is_const(v, arg(v, inst, index + 1), &bits)) {
        dxki_val_inst_error(
            v, inst, DXKI_VR_INSTR_OPCONST,
            DXKI_ARGS(dxki_val_arg_text(operand_word(op, index)), dxki_val_arg_text_z(op->name)));
    } else if (bits > limit) {
        dxk_str range = dxki_val_format(v, "0~%0", DXKI_ARGS(dxki_dec(limit)));
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_OPERANDRANGE,
                            DXKI_ARGS(dxki_val_arg_text(operand_word(op, index)),
                                      dxki_val_arg_text(range), dxki_dec(bits)));
    }
}

static void check_four(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t index)
{
    uint64_t bits;
    if (dxki_val_is_const(v, arg(v, inst, index + 1), &bits) && bits % 4 != 0)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_PARAMMULTIPLE,
                            DXKI_ARGS(dxki_val_arg_text(operand_word(op, index)),
                                      dxki_val_arg_text_z("4"), dxki_dec(bits)));
}

/* Checks one argument by the rules of its operand. */
static void check_arg(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t index)
{
    dxki_value value = arg(v, inst, index + 1);
    uint32_t rules = op->operands[index].rules;
    if ((rules & DXKI_DXR_HIT) && dxki_val_is_undef(v, value))
        error(v, inst, DXKI_VR_INSTR_UNDEFHITOBJECT);
    if ((rules & DXKI_DXR_DEFINED) && dxki_val_is_undef(v, value))
        error(v, inst, DXKI_VR_INSTR_NOREADINGUNINITIALIZED);
    if (rules & DXKI_DXR_FOUR)
        check_four(v, inst, op, index);
    if (rules & DXKI_DXR_RANGE)
        check_range(v, inst, op, index);
    if ((rules & DXKI_DXR_SCENE) && dxki_dxil_props_kind(dxki_val_props_of(&v->handles, value)) !=
                                        DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE)
        error(v, inst, DXKI_VR_INSTR_RESOURCEKINDFORTRACERAY);
}

static void check_args(dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (op->operands[i].rules & ~(uint32_t)DXKI_DXR_CONSTANT)
            check_arg(v, inst, op, i);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* Which handle a value is by its type, DXKI_OT_VOID: none. */
static uint8_t handle_type(const dxki_val *v, dxki_value value)
{
    dxki_type type = dxki_value_type(v->m, value);
    if (dxki_type_kind_of(v->m, type) != DXKI_T_STRUCT)
        return DXKI_OT_VOID;
    return dxki_val_has_name(v, type, "dx.types.Handle")             ? DXKI_OT_HANDLE
           : dxki_val_has_name(v, type, "dx.types.NodeHandle")       ? DXKI_OT_NODE
           : dxki_val_has_name(v, type, "dx.types.NodeRecordHandle") ? DXKI_OT_NODE_RECORD
                                                                     : DXKI_OT_VOID;
}

static void check_handles(dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    for (uint32_t i = 1; i <= op->operand_count; i++) {
        dxki_value value = arg(v, inst, i);
        uint8_t type = handle_type(v, value);
        if (type == DXKI_OT_VOID)
            continue;
        if (dxki_val_is_undef(v, value) || dxki_val_is_zero_aggregate(v, value))
            error(v, inst, DXKI_VR_INSTR_NOREADINGUNINITIALIZED);
        else if (type == DXKI_OT_HANDLE)
            dxki_val_handle(v, value);
    }
}

static bool has_own_handle_checks(uint32_t row)
{
    return row == DXKI_DXOP_AnnotateHandle || row == DXKI_DXOP_AnnotateNodeHandle ||
           row == DXKI_DXOP_AnnotateNodeRecordHandle || row == DXKI_DXOP_CreateHandleForLib;
}

/* ---------------------------------------------------------------------------------------- */
/* Single operations                                                                          */

static void check_infinite(dxki_val *v, uint32_t inst, dxki_vrule rule)
{
    const dxki_const *c = dxki_const_get(v->m, arg(v, inst, 1));
    uint64_t bits = c && c->kind == DXKI_C_FLOAT ? dxki_const_bits(c) : 0;
    uint64_t infinity = 0x7ff0000000000000u, sign = (uint64_t)1 << 63;
    if (!c || c->kind != DXKI_C_FLOAT)
        return;
    if (c->type == DXKI_TY_FLOAT) {
        infinity = 0x7f800000u;
        sign = 0x80000000u;
    } else if (c->type == DXKI_TY_HALF) {
        infinity = 0x7c00u;
        sign = 0x8000u;
    }
    if ((bits & ~sign) == infinity)
        error(v, inst, rule);
}

static void check_ray_query(dxki_val *v, uint32_t inst)
{
    dxki_value ray = arg(v, inst, 1), query = arg(v, inst, 2);
    uint64_t ray_flags = 0, query_flags = 0;
    if (!dxki_value_is_const(ray) || !dxki_value_is_const(query)) {
        error(v, inst, DXKI_VR_DECL_ALLOCATERAYQUERY2FLAGSARECONST);
        return;
    }
    if (!dxki_val_is_const(v, ray, &ray_flags) || !dxki_val_is_const(v, query, &query_flags))
        dxki_val_give_up(v);
    if ((ray_flags & 0x400) && !(query_flags & 1))
        error(v, inst, DXKI_VR_DECL_ALLOWOPACITYMICROMAPSEXPECTEDGIVENFORCEOMM2STATE);
}

static void check_counter_order(dxki_val *v, uint32_t inst)
{
    uint32_t handle = dxki_val_as_inst(arg(v, inst, 1));
    uint32_t range = v->handles.known.items[handle ? v->handles.of_inst[handle] : 0].range;
    uint64_t bits;
    if (!dxki_val_is_const(v, arg(v, inst, 2), &bits)) {
        not_constant(v, inst, "inc", "BufferUpdateCounter");
        return;
    }
    if (v->subject.is_lib || range == 0 || range > v->d->resources[DXK_RESOURCE_CLASS_UAV].count)
        return;
    uint8_t direction = bits == 1 ? 1 : 2;
    if (v->subject.uav_counter[range - 1] && v->subject.uav_counter[range - 1] != direction)
        error(v, inst, DXKI_VR_INSTR_ONLYONEALLOCCONSUME);
    else
        v->subject.uav_counter[range - 1] = direction;
}

static void check_counter(dxki_val *v, uint32_t inst)
{
    dxki_dxil_handle_props p = dxki_val_props_of(&v->handles, arg(v, inst, 1));
    if (!(p.word0 & DXKI_RP_UAV))
        error(v, inst, DXKI_VR_INSTR_BUFFERUPDATECOUNTERONUAV);
    if (dxki_dxil_props_kind(p) != DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        error(v, inst, DXKI_VR_SM_COUNTERONLYONSTRUCTBUF);
    if (!(p.word0 & DXKI_RP_COUNTER))
        error(v, inst, DXKI_VR_INSTR_BUFFERUPDATECOUNTERONRESHASCOUNTER);
    check_counter_order(v, inst);
}

/* Bits of a barrier's mode. */
enum { UAV_GLOBAL = 2, UAV_GROUP = 4, GROUP_MEMORY = 8 };

static void check_barrier(dxki_val *v, uint32_t inst, bool group_stage)
{
    uint64_t mode;
    if (!dxki_val_is_const(v, arg(v, inst, 1), &mode)) {
        not_constant(v, inst, "Mode", "Barrier");
        return;
    }
    if (!group_stage) {
        if (mode != UAV_GLOBAL)
            error(v, inst, DXKI_VR_INSTR_BARRIERMODEFORNONCS);
        return;
    }
    if ((mode & UAV_GLOBAL) && (mode & UAV_GROUP))
        error(v, inst, DXKI_VR_INSTR_BARRIERMODEUSELESSUGROUP);
    if (!(mode & (UAV_GLOBAL | UAV_GROUP | GROUP_MEMORY)))
        error(v, inst, DXKI_VR_INSTR_BARRIERMODENOMEMORY);
}

static void check_barrier_flags(dxki_val *v, uint32_t inst, uint32_t index, uint64_t valid,
                                const char *name, const char *op)
{
    uint64_t flags;
    if (!dxki_val_is_const(v, arg(v, inst, index), &flags))
        error(v, inst, DXKI_VR_INSTR_BARRIERNONCONSTANTFLAGARGUMENT);
    else if (flags & ~valid & UINT32_MAX)
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_BARRIERFLAGINVALID,
                            DXKI_ARGS(dxki_val_arg_text_z(name), dxki_val_arg_text_z(op)));
}

static void check_new_barrier(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t row,
                              uint32_t stage, bool group_stage)
{
    const char *name = row == DXKI_DXOP_BarrierByMemoryType         ? "BarrierByMemoryType"
                       : row == DXKI_DXOP_BarrierByNodeRecordHandle ? "barrierByNodeRecordHandle"
                                                                    : "barrierByMemoryHandle";
    bool is_lib = stage == DXK_SHADER_KIND_LIBRARY;
    if (row == DXKI_DXOP_BarrierByMemoryType)
        check_barrier_flags(v, inst, 1, 15, "memory type", name);
    check_barrier_flags(v, inst, 2, dxki_val_sm(v, 9) ? 15 : 7, "semantic", name);
    if (!is_lib && stage != DXK_SHADER_KIND_NODE &&
        dxki_dxil_barrier_needs_node(v->m, dxki_val_inst(v, inst), op))
        error(v, inst, DXKI_VR_INSTR_BARRIERREQUIRESNODE);
    if (!group_stage && dxki_dxil_barrier_needs_group(v->m, dxki_val_inst(v, inst), op))
        error(v, inst, DXKI_VR_INSTR_BARRIERMODEFORNONCS);
}

static void check_reorder(dxki_val *v, uint32_t inst)
{
    uint64_t bits;
    if (dxki_val_is_undef(v, arg(v, inst, 1)))
        error(v, inst, DXKI_VR_INSTR_UNDEFHITOBJECT);
    if (dxki_val_is_undef(v, arg(v, inst, 3)))
        error(v, inst, DXKI_VR_INSTR_MAYREORDERTHREADUNDEFCOHERENCEHINTPARAM);
    if (dxki_val_is_const(v, arg(v, inst, 3), &bits) && bits != 0 &&
        dxki_val_is_undef(v, arg(v, inst, 2)))
        error(v, inst, DXKI_VR_INSTR_MAYREORDERTHREADUNDEFCOHERENCEHINTPARAM);
}

static void check_make_miss(dxki_val *v, uint32_t inst)
{
    if (dxki_val_is_undef(v, arg(v, inst, 1)) || dxki_val_is_undef(v, arg(v, inst, 2)))
        error(v, inst, DXKI_VR_INSTR_NOREADINGUNINITIALIZED);
}

static void check_atomic(dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    dxki_dxil_overloads o;
    dxki_value handle = arg(v, inst, 1);
    if (dxki_val_overloads_of(v, op, dxki_val_callee(v, inst), &o) && o.types[0] == DXKI_TY_I64 &&
        !dxki_val_sm(v, 6))
        wrong_place(v, inst, "64-bit atomic operations", "Shader Model 6.6+");
    if (dxki_dxil_props_class(dxki_val_props_of(&v->handles, handle)) != DXK_RESOURCE_CLASS_UAV)
        error(v, inst, DXKI_VR_INSTR_ATOMICINTRINNONUAV);
}

static void check_create_handle(dxki_val *v, uint32_t inst)
{
    if (v->subject.is_lib)
        wrong_place(v, inst, "CreateHandle", "non-library targets");
    if (dxki_val_dxil(v, 6))
        wrong_place(v, inst, "CreateHandle", "Shader model 6.5 and below");
}

/* Which launch types have a system value: all nodes but those are refused. */
static void check_launch(dxki_val *v, uint32_t inst, uint32_t row, const dxki_val_entry *ent)
{
    static const struct launch_row {
        uint16_t row;
        bool coalescing;
        const char *op, *value;
    } rows[] = {
        {DXKI_DXOP_ThreadId, false, "ThreadId", "SV_DispatchThreadID"},
        {DXKI_DXOP_GroupId, false, "GroupId", "SV_GroupId"},
        {DXKI_DXOP_ThreadIdInGroup, true, "ThreadIdInGroup", "SV_GroupThreadID"},
        {DXKI_DXOP_FlattenedThreadIdInGroup, true, "FlattenedThreadIdInGroup", "SV_GroupIndex"},
    };
    for (size_t i = 0; i < DXKI_COUNT(rows); i++) {
        if (rows[i].row != row || !ent || !v->subject.is_lib || ent->kind != DXK_SHADER_KIND_NODE ||
            ent->launch == DXK_NODE_LAUNCH_TYPE_BROADCASTING ||
            (rows[i].coalescing && ent->launch == DXK_NODE_LAUNCH_TYPE_COALESCING))
            continue;
        dxki_val_inst_error(
            v, inst, DXKI_VR_INSTR_SVCONFLICTINGLAUNCHMODE,
            DXKI_ARGS(dxki_val_arg_text_z(rows[i].op), dxki_val_arg_text_z(rows[i].value),
                      dxki_val_arg_text_z(dxki_val_launch_name(ent->launch, false))));
    }
}

/* Stage of the function that the call is in, for a library that of its entry point. */
static uint32_t stage_of(const dxki_val *v, uint32_t fn)
{
    if (!v->subject.is_lib)
        return v->subject.kind;
    if (v->subject.entry_of[fn])
        return v->subject.entry_of[fn]->kind;
    return v->subject.is_patch[fn] ? DXK_SHADER_KIND_HULL : DXK_SHADER_KIND_LIBRARY;
}

static void check_special_float(dxki_val *v, uint32_t inst)
{
    dxki_type type = dxki_type_scalar(v->m, dxki_value_type(v->m, arg(v, inst, 1)));
    if (!dxki_val_sm(v, 9) && type == DXKI_TY_HALF)
        error(v, inst, DXKI_VR_SM_ISSPECIALFLOAT);
}

static void check_one(dxki_val *v, uint32_t inst, const dxki_dxop_info *op, uint32_t row)
{
    uint32_t fn = dxki_val_inst_fn(v, inst), stage = stage_of(v, fn);
    bool group = stage == DXK_SHADER_KIND_COMPUTE || stage == DXK_SHADER_KIND_MESH ||
                 stage == DXK_SHADER_KIND_AMPLIFICATION || stage == DXK_SHADER_KIND_NODE ||
                 stage == DXK_SHADER_KIND_LIBRARY;
    switch (row) {
    case DXKI_DXOP_Asin:
        check_infinite(v, inst, DXKI_VR_INSTR_NOINDEFINITEASIN);
        break;
    case DXKI_DXOP_Acos:
        check_infinite(v, inst, DXKI_VR_INSTR_NOINDEFINITEACOS);
        break;
    case DXKI_DXOP_Log:
        check_infinite(v, inst, DXKI_VR_INSTR_NOINDEFINITELOG);
        break;
    case DXKI_DXOP_DerivCoarseX:
    case DXKI_DXOP_DerivCoarseY:
    case DXKI_DXOP_DerivFineX:
    case DXKI_DXOP_DerivFineY:
        check_infinite(v, inst, DXKI_VR_INSTR_NOINDEFINITEDSXY);
        break;
    case DXKI_DXOP_AllocateRayQuery:
        if (!dxki_value_is_const(arg(v, inst, 1)))
            error(v, inst, DXKI_VR_DECL_ALLOCATERAYQUERYFLAGSARECONST);
        break;
    case DXKI_DXOP_AllocateRayQuery2:
        check_ray_query(v, inst);
        break;
    case DXKI_DXOP_BufferUpdateCounter:
        check_counter(v, inst);
        break;
    case DXKI_DXOP_Barrier:
        check_barrier(v, inst, group);
        break;
    case DXKI_DXOP_BarrierByMemoryType:
    case DXKI_DXOP_BarrierByMemoryHandle:
    case DXKI_DXOP_BarrierByNodeRecordHandle:
        check_new_barrier(v, inst, op, row, stage, group);
        break;
    case DXKI_DXOP_CreateHandleForLib:
        if (!v->subject.is_lib)
            wrong_place(v, inst, "CreateHandleForLib", "Library");
        break;
    case DXKI_DXOP_MaybeReorderThread:
        check_reorder(v, inst);
        break;
    case DXKI_DXOP_HitObject_MakeMiss:
        check_make_miss(v, inst);
        break;
    case DXKI_DXOP_AtomicBinOp:
    case DXKI_DXOP_AtomicCompareExchange:
        check_atomic(v, inst, op);
        break;
    case DXKI_DXOP_CreateHandle:
        check_create_handle(v, inst);
        break;
    case DXKI_DXOP_IsInf:
    case DXKI_DXOP_IsNaN:
    case DXKI_DXOP_IsFinite:
    case DXKI_DXOP_IsNormal:
        check_special_float(v, inst);
        break;
    default:
        check_launch(v, inst, row, v->subject.entry_of[fn]);
        break;
    }
}

void dxki_val_check_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op)
{
    uint32_t row = dxki_dxop_row(op);
    if (!has_own_handle_checks(row))
        check_handles(v, inst, op);
    if (op->flags & DXKI_DXF_ENTRY) {
        dxki_val_check_signature_op(v, inst, op);
        check_args(v, inst, op);
        return;
    }
    if (dxki_val_check_linalg_op(v, inst, row))
        return;
    check_one(v, inst, op, row);
    dxki_val_check_resource_op(v, inst, row);
    check_args(v, inst, op);
}

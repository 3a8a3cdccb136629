/* SPDX-License-Identifier: MIT */
/*
 * decode_op.c - operations of DXIL: each call is compared with its row of dxil_ops.def, then given to
 * its maker of ops.def.
 */
#include "exec/alu.h"
#include "exec/clean.h"
#include "exec/decoder.h"

#include "dxil/op.h"
#include "dxk/ops.h"
#include "exec/ops_resource.h"
#include "exec/race.h"
#include "exec/wave_number.h"
#include "spec/dxil_effects.h"

/* ---------------------------------------------------------------------------------------- */
/* Makers                                                                                     */

/* One of up to three operands in an instruction, or all in a list. */
static bool put_operands(dxki_exec_decoder *d, const dxki_exec_call *call, dxki_exec_inst *inst)
{
    uint32_t *to[3] = {&inst->a, &inst->b, &inst->c};

    if (call->count > 3)
        return dxki_exec_list(d, call->args, call->count, &inst->a);
    for (uint32_t n = 0; n < call->count; n++)
        if (!dxki_exec_operand(d, call->args[n], to[n]))
            return false;
    return true;
}

static bool operands_are_clean(const dxki_exec_decoder *d, const dxki_exec_call *call)
{
    for (uint32_t n = 0; n < call->count; n++)
        if (!dxki_exec_is_clean(d, call->args[n]))
            return false;
    return true;
}

/* Arithmetic of reals is looked at if its operands are not in a list. */
static dxki_exec_check check_of(const dxki_exec_call *call, dxki_exec_elem operand,
                                dxki_exec_elem result)
{
    bool real = operand == DXKI_EXEC_F16 || operand == DXKI_EXEC_F32 || operand == DXKI_EXEC_F64;
    bool looked_at = real && operand == result && call->op->kind == DXKI_DXK_PURE &&
                     call->op->result == DXKI_OT_OVERLOAD && call->count <= 3;

    return (dxki_exec_check){.kind = looked_at ? DXKI_EXEC_CHECK_REAL : DXKI_EXEC_CHECK_NONE,
                             .elem = (uint8_t)operand,
                             .operands = (uint8_t)call->count};
}

static bool emit_typed(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_shape result = dxki_exec_shape_of(d, call->type);
    dxki_exec_shape first =
        call->count ? dxki_exec_shape_of(d, dxki_value_type(d->m, call->args[0])) : result;
    dxki_exec_inst inst = {.n = (uint16_t)(call->count ? first.count : 1)};

    return dxki_exec_result(d, call->inst, &inst.dst) && put_operands(d, call, &inst) &&
           dxki_exec_pick(d, call->parameter, first.elem, result.elem, operands_are_clean(d, call),
                          &inst.run) &&
           dxki_exec_emit(d, &inst) &&
           dxki_exec_check_last(d, check_of(call, first.elem, result.elem)) &&
           dxki_exec_flow_is_typed(d, call);
}

/* Operations of a wave whose helper lanes take no part in them. */
static bool make_typed(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    uint8_t who = dxki_dxop_effect_get((dxki_dxop_kind)call->op->kind)->convergence;
    dxki_exec_inst leave = {.run = dxki_exec_leave_helpers}, take = {.run = dxki_exec_take_helpers};

    if (who != DXKI_DXC_WAVE || !d->p->leaves_helpers)
        return emit_typed(d, call);
    leave.n = (uint16_t)dxki_exec_shape_of(d, call->type).rows;
    return dxki_exec_result(d, call->inst, &leave.dst) && dxki_exec_emit(d, &leave) &&
           emit_typed(d, call) && dxki_exec_emit(d, &take);
}

/* Pack4x8 and Unpack4x8: the mode is a constant. */
static bool make_bytes(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    bool unpacks = call->count == 2;
    dxki_exec_elem elem =
        unpacks ? dxki_exec_shape_of(d, call->type).elem : dxki_exec_elem_of(d, call->args[1]);
    dxki_exec_inst inst = {.aux = (uint16_t)elem};
    uint64_t mode;

    if (!dxki_exec_const(d, call->args[0], &mode))
        return dxki_exec_refuse(d, "the mode of an operation must be a constant");
    inst.imm = (uint32_t)mode;
    return dxki_exec_result(d, call->inst, &inst.dst) &&
           dxki_exec_list(d, call->args, call->count, &inst.a) &&
           dxki_exec_pick(d, call->parameter, elem, elem, false, &inst.run) &&
           dxki_exec_emit(d, &inst) && dxki_exec_flow_is_all(d, call);
}

/* What a barrier orders besides group-shared memory: bits of its first operand, or for those with two
 * of a mask of memory, or a handle, and of the last one. */
static uint32_t fences_of(dxki_exec_decoder *d, const dxki_exec_call *call, uint64_t flags)
{
    enum { MODE_DEVICE = 2, MODE_GROUP = 4, MEMORY_UAV = 1, SCOPE_DEVICE = 4 };
    uint64_t memory = MEMORY_UAV;

    if (call->count == 1)
        return (flags & (MODE_DEVICE | MODE_GROUP) ? DXKI_EXEC_FENCE_UAV : 0) |
               (flags & MODE_DEVICE ? DXKI_EXEC_FENCE_DEVICE : 0);
    if (call->op->operands[0].type == DXKI_OT_I32 && !dxki_exec_const(d, call->args[0], &memory))
        memory = MEMORY_UAV;
    if (!(memory & MEMORY_UAV))
        return 0;
    return DXKI_EXEC_FENCE_UAV | (flags & SCOPE_DEVICE ? DXKI_EXEC_FENCE_DEVICE : 0);
}

/* The last operand tells by its bit 0 whether the threads of the group wait for each other. */
static bool make_barrier(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_pass_barrier};
    dxki_exec_segment s = {.kind = DXKI_EXEC_END_BARRIER};
    uint64_t flags;

    if (!dxki_exec_const(d, call->args[call->count - 1], &flags))
        return dxki_exec_refuse(d, "what a barrier waits for must be a constant");
    inst.imm = fences_of(d, call, flags);
    if (!(flags & 1))
        return !(inst.imm & DXKI_EXEC_FENCE_DEVICE) || dxki_exec_emit(d, &inst);
    d->p->needs.barriers = true;
    return dxki_exec_emit(d, &inst) && dxki_exec_end_segment(d, s);
}

/* --- resources --- */

uint16_t dxki_exec_letter(dxki_exec_decoder *d, dxki_type type)
{
    static const char letters[DXKI_EXEC_ELEMS] = {
        [DXKI_EXEC_I1] = '1',  [DXKI_EXEC_I8] = '8',  [DXKI_EXEC_I16] = 'w', [DXKI_EXEC_I32] = 'i',
        [DXKI_EXEC_I64] = 'l', [DXKI_EXEC_F16] = 'h', [DXKI_EXEC_F32] = 'f', [DXKI_EXEC_F64] = 'd'};

    char letter = type ? letters[dxki_exec_shape_of(d, type).elem] : 0;
    return (uint8_t)(letter ? letter : 'v');
}

bool dxki_exec_list_or_undef(dxki_exec_decoder *d, const dxki_value *values, uint32_t count,
                             uint32_t *list)
{
    DXKI_VEC(uint32_t) entries = {NULL, 0, 0};
    bool ok = true;

    for (uint32_t n = 0; n < count && ok; n++) {
        uint32_t operand = DXKI_EXEC_UNDEF;
        ok = dxki_exec_is_undef(d, values[n]) || dxki_exec_operand(d, values[n], &operand);
        ok = ok && (dxki_vec_push(d->ctx, &entries, operand) || dxki_exec_out_of_memory(d));
    }
    *list = (uint32_t)d->p->lists.count;
    for (size_t n = 0; n < entries.count && ok; n++)
        ok = dxki_exec_list_push(d, entries.items[n]);
    dxki_vec_free(d->ctx, &entries);
    return ok;
}

/* The operands that all lanes have the same value of, as bits. */
static uint32_t uniform_operands(const dxki_exec_decoder *d, const dxki_exec_call *call)
{
    uint32_t bits = 0;

    for (uint32_t n = 0; n < call->count && n < 32; n++)
        bits |= (uint32_t)dxki_exec_is_uniform(d, call->args[n]) << n;
    return bits;
}

static bool make_resource(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    const dxki_dxil_overloads *o = call->overloads;
    dxki_exec_shape shape = dxki_exec_shape_of(d, o->types[0]);
    uint16_t letter = dxki_exec_letter(d, o->types[0]);
    dxki_exec_inst inst = {.run = dxki_exec_resource_fn(call->op->opcode, (char)letter),
                           .imm = call->op->opcode,
                           .c = uniform_operands(d, call),
                           .n = (uint16_t)(shape.is_vector ? shape.count : 1),
                           .aux = letter};

    if (!shape.is_vector)
        inst.b = 0xFFu & ~(uint32_t)d->insts[call->inst].read;
    if (call->op->result == DXKI_OT_CBUF_RET)
        inst.n = (uint16_t)dxki_exec_shape_of(d, call->type).count;
    if (!inst.run)
        return dxki_exec_refuse(d, "this operation is not supported yet");
    return dxki_exec_result(d, call->inst, &inst.dst) &&
           dxki_exec_list_or_undef(d, call->args, call->count, &inst.a) &&
           dxki_exec_emit(d, &inst) && dxki_exec_flow_is_use(d, call);
}

/* The index of a resource among those of all classes; UINT32_MAX: there is none. */
static uint32_t resource_index(const dxki_exec_decoder *d, uint64_t cls, uint64_t id)
{
    uint32_t before = 0;

    if (cls >= DXKI_RESOURCE_CLASSES)
        return UINT32_MAX;
    for (uint64_t c = 0; c < cls; c++)
        before += d->p->dxil->resources[c].count;
    for (uint32_t n = 0; n < d->p->dxil->resources[cls].count; n++) {
        const dxki_dxil_resource *res = d->p->dxil->resources[cls].items[n];
        if (res->id == id)
            return before + n;
    }
    return UINT32_MAX;
}

/* createHandle and createHandleForLib name a resource of the metadata. */
static bool make_handle(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_resource_fn(call->op->opcode, 'v'),
                           .aux = (uint16_t)call->op->opcode};
    uint64_t cls = 0, range = 0;
    uint32_t lib_class, id, index;

    if (!inst.run)
        return dxki_exec_refuse(d, "this operation is not supported yet");
    if (!dxki_exec_result(d, call->inst, &inst.dst))
        return false;
    if (call->count > 1) {
        if (!dxki_exec_const(d, call->args[0], &cls) || !dxki_exec_const(d, call->args[1], &range))
            return dxki_exec_refuse(d, "the resource of a handle must be a constant");
        inst.imm = resource_index(d, cls, range);
        return dxki_exec_list_or_undef(d, call->args, call->count, &inst.a) &&
               dxki_exec_emit(d, &inst) && dxki_exec_flow_is_use(d, call);
    }
    if (!dxki_exec_lib_resource(d, call->args[0], &lib_class, &id, &index))
        return false;
    const dxki_dxil_resource *res = d->p->dxil->resources[lib_class].items[id];
    inst.imm = resource_index(d, lib_class, res->id);
    inst.a = (uint32_t)d->p->lists.count;
    return dxki_exec_list_push(d, index) && dxki_exec_emit(d, &inst) &&
           dxki_exec_flow_is_use(d, call);
}

/* ---------------------------------------------------------------------------------------- */
/* The table                                                                                  */

typedef struct op_row {
    dxki_exec_maker *make;
    const dxki_exec_typed *parameter;
} op_row;

/* Those of decode_stage.c. */
#define make_stage    dxki_exec_make_stage
#define make_helper   dxki_exec_make_helper
#define make_location dxki_exec_make_location
#define make_element  dxki_exec_make_element
#define make_payload  dxki_exec_make_payload_address
#define make_dispatch dxki_exec_make_dispatch

static const op_row rows[DXKI_DXOP_COUNT] = {
#define DXKI_EXEC_OP(name, maker, parameter)                                                       \
    [DXKI_DXOP_##name] = {make_##maker, &dxki_exec_alu_##parameter},
#include "exec/ops.def"
#undef DXKI_EXEC_OP
};

bool dxki_exec_op_gives_clean(const dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(d->m, dxki_inst_get(d->m, inst));
    const op_row *row = op ? &rows[dxki_dxop_row(op)] : NULL;

    return row && row->parameter && row->parameter->clean32;
}

/* Operands that the row wants to be constant are. */
static bool check_constants(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    for (uint32_t n = 0; n < call->count; n++) {
        const dxki_dxop_operand *operand = &call->op->operands[n];
        if (operand->rules & DXKI_DXR_CONSTANT && DXKI_TAG(call->args[n]) != DXKI_V_CONST)
            return dxki_exec_refuse(d, "an operand of an operation must be a constant");
    }
    return true;
}

/* Types and number of operands are those of the row. */
static bool check_types(dxki_exec_decoder *d, const dxki_exec_call *call, dxki_type function,
                        dxki_dxil_overloads *o)
{
    if (dxki_dxil_result_fits(d->m, call->op, call->type) &&
        dxki_dxil_overloads_of(d->m, call->op, function, o) &&
        dxki_dxil_overloads_allowed(d->m, call->op, o) &&
        dxki_dxil_op_has_function_type(d->m, d->native_16bit, call->op, o, function))
        return true;
    return dxki_exec_refuse(d, "an operation has operands of the wrong types");
}

static void note_needs(dxki_exec_decoder *d, const dxki_dxop_info *op)
{
    const dxki_dxop_effect *effect = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    uint8_t who = effect->convergence;

    d->p->needs.writes |= (effect->writes & (DXKI_DXM_UAV | DXKI_DXM_COUNTERS)) != 0;
    d->p->needs.waves |= (op->flags & DXKI_DXF_WAVE) || op->kind == DXKI_DXK_TIME;
    d->p->needs.turns |= op->kind == DXKI_DXK_UAV_ATOMIC || op->kind == DXKI_DXK_UAV_COUNTER;
    if (who == DXKI_DXC_NONE)
        return;
    d->converges = true;
    d->p->needs.lanes = true;
    d->p->needs.quads |= who == DXKI_DXC_DERIVATIVE || who == DXKI_DXC_QUAD;
}

bool dxki_exec_decode_op(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_dxop_info *op = dxki_call_dxop_complete(d->m, i);
    dxki_dxil_overloads o = {{0}};
    dxki_exec_call call = {.op = op,
                           .inst = inst,
                           .args = dxki_inst_ops(d->m, inst) + 1,
                           .type = i->type,
                           .overloads = &o};

    if (!op)
        return dxki_exec_refuse(d, "the operation is unknown, or has a wrong number of operands");
    const op_row *row = &rows[dxki_dxop_row(op)];
    if (!row->make)
        return dxki_exec_refuse_op(d, op);
    call.count = op->operand_count;
    call.parameter = row->parameter;
    if (!check_types(d, &call, dxki_call_type(d->m, i), &o) || !check_constants(d, &call))
        return false;
    note_needs(d, op);
    return row->make(d, &call);
}

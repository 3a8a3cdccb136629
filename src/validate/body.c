/* SPDX-License-Identifier: MIT */
/*
 * body.c - instructions of a function: which are allowed, operands that are undefined, memory in
 * bounds; and what mesh and amplification shaders must call.
 */
#include "analysis/dom.h"
#include "ir/plain.h"
#include "validate/access.h"
#include "validate/body.h"
#include "validate/calls.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

#include "base/out.h"

static void error(dxki_val *v, uint32_t inst, dxki_vrule rule)
{
    dxki_val_inst_error(v, inst, rule, NULL, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Allowed instructions                                                                       */

static bool is_vector_op(uint8_t op)
{
    return op == DXKI_OP_INSERTELEMENT || op == DXKI_OP_EXTRACTELEMENT ||
           op == DXKI_OP_SHUFFLEVECTOR;
}

static bool follows_noreturn(const dxki_val *v, uint32_t inst)
{
    uint32_t previous = 0;
    DXKI_EACH_INST(v->m, dxki_val_inst(v, inst)->block, i) {
        if (i == inst)
            break;
        previous = i;
    }
    uint32_t callee = previous ? dxki_val_callee(v, previous) : 0, count;
    uint32_t list = callee && v->ops.is_dxop[callee] ? v->m->globals.items[callee].attrs : 0;
    const dxki_attr *attrs =
        list ? dxki_attr_set(v->m, dxki_attr_list_set(v->m, list, DXKI_ATTR_SLOT_FUNCTION), &count)
             : NULL;
    for (uint32_t i = 0; attrs && i < count; i++) {
        if (attrs[i].kind == DXKI_AT_NORETURN)
            return true;
    }
    return false;
}

static bool is_allowed(const dxki_val *v, uint32_t inst)
{
    uint8_t op = dxki_val_inst(v, inst)->op;
    bool loose = v->subject.is_lib || v->subject.kind == DXK_SHADER_KIND_MESH ||
                 v->subject.kind == DXK_SHADER_KIND_AMPLIFICATION;
    if (is_vector_op(op))
        return loose || dxki_val_sm(v, 9);
    switch (op) {
    case DXKI_OP_UNREACHABLE:
        return loose && follows_noreturn(v, inst);
    case DXKI_OP_INDIRECTBR:
    case DXKI_OP_INVOKE:
    case DXKI_OP_RESUME:
    case DXKI_OP_FENCE:
    case DXKI_OP_PTRTOINT:
    case DXKI_OP_INTTOPTR:
    case DXKI_OP_VAARG:
    case DXKI_OP_LANDINGPAD:
    case DXKI_OP_INSERTVALUE:
        return false;
    default:
        return true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

static bool is_legal_undef(const dxki_inst *in, const dxki_value *ops, dxki_value op)
{
    switch (in->op) {
    case DXKI_OP_PHI:
        return true;
    case DXKI_OP_INSERTELEMENT:
    case DXKI_OP_STORE:
        return op == ops[0];
    case DXKI_OP_SHUFFLEVECTOR:
        return op == ops[1];
    default:
        return false;
    }
}

static void check_operand(dxki_val *v, uint32_t inst, dxki_value op)
{
    const dxki_const *c = dxki_const_get(v->m, op);
    if (c && c->kind == DXKI_C_UNDEF) {
        if (!is_legal_undef(dxki_val_inst(v, inst), dxki_val_ops(v, inst), op))
            error(v, inst, DXKI_VR_INSTR_NOREADINGUNINITIALIZED);
    } else if (c && c->kind == DXKI_C_EXPR) {
        for (uint32_t i = 0; i < c->b; i++) {
            if (dxki_val_is_undef(v, dxki_const_words(v->m, c)[i]))
                error(v, inst, DXKI_VR_INSTR_NOREADINGUNINITIALIZED);
        }
    }
    dxki_type type = dxki_value_type(v->m, op);
    if (type == DXKI_TY_I8)
        error(v, inst, DXKI_VR_TYPES_I8);
    else if (type >= DXKI_TY_FIRST_FREE && dxki_type_is_int(v->m, type))
        dxki_val_check_type(v, type, false);
}

static bool only_lifetime_users(const dxki_val *v, uint32_t inst)
{
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_INST, inst), u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        uint32_t callee = user ? dxki_val_callee(v, user) : 0;
        if (!callee || !dxki_str_starts(dxki_val_name(v, callee), "llvm.lifetime."))
            return false;
    }
    return true;
}

static void check_result(dxki_val *v, uint32_t inst)
{
    dxki_type type = dxki_val_inst(v, inst)->type, pointee = dxki_type_pointee(v->m, type);
    type = dxki_val_without_arrays(v, pointee ? pointee : type);
    if (type == DXKI_TY_I8) {
        if (!dxki_val_sm(v, 6) || dxki_val_inst(v, inst)->op != DXKI_OP_BITCAST ||
            !only_lifetime_users(v, inst))
            error(v, inst, DXKI_VR_TYPES_I8);
    } else if (type >= DXKI_TY_FIRST_FREE && dxki_type_is_int(v->m, type)) {
        dxki_val_check_type(v, type, false);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* By opcode; false: nothing more is to be said about the instruction                         */

/* The status of an access tells nothing by itself. */
static void check_status(dxki_val *v, uint32_t inst, dxki_type type)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    const uint32_t *extra = dxki_val_ops(v, inst) + in->op_count;
    if (extra[0] != 1 || extra[1] + 1ull != dxki_type_count(v->m, type) ||
        !dxki_val_is_resret(v, type))
        return;
    DXKI_EACH_USE(v, DXKI_VALUE(DXKI_V_INST, inst), u)
    {
        uint32_t user = dxki_val_as_inst(dxki_val_user(v, u));
        if (user && dxki_val_dxop(v, user) != dxki_dxop_get(DXKI_DXOP_CheckAccessFullyMapped))
            error(v, user, DXKI_VR_INSTR_STATUS);
    }
}

static bool check_extract(dxki_val *v, uint32_t inst)
{
    dxki_value aggregate = dxki_val_ops(v, inst)[0];
    dxki_type type = dxki_value_type(v->m, aggregate);
    uint32_t from = dxki_val_as_inst(aggregate);
    bool exchange = from && dxki_val_inst(v, from)->op == DXKI_OP_CMPXCHG;
    if (dxki_type_kind_of(v->m, type) != DXKI_T_STRUCT ||
        (!exchange && !dxki_val_is_builtin_struct(v, type)))
        error(v, inst, DXKI_VR_INSTR_EXTRACTVALUE);
    check_status(v, inst, type);
    return true;
}

/* Offset of constant indices behind the pointer, modulo 2^32 as the reference counts. */
static uint32_t gep_offset(dxki_val *v, const dxki_value *ops, uint32_t count, dxki_type source)
{
    dxki_type type = source;
    uint64_t offset = 0;
    for (uint32_t i = 1; i < count; i++) {
        const dxki_const *c = dxki_const_get(v->m, ops[i]);
        int64_t index = dxki_const_signed(v->m, c);
        if (i == 1) {
            offset += (uint64_t)index * dxki_val_size(v, type);
        } else if (dxki_type_kind_of(v->m, type) == DXKI_T_STRUCT) {
            uint64_t end = 0, at = 0, fields = dxki_type_count(v->m, type);
            bool packed = (dxki_type_get(v->m, type)->flags & DXKI_TF_PACKED) != 0;
            for (uint64_t k = 0; k <= (uint64_t)index && k < fields; k++)
                at = dxki_dxil_layout_place(&v->subject.layout, dxki_type_element(v->m, type, k),
                                            packed, &end);
            offset += at;
            type = dxki_type_element(v->m, type, (uint64_t)index);
        } else {
            type = dxki_type_get(v->m, type)->a;
            offset += (uint64_t)index * dxki_val_size(v, type);
        }
    }
    return (uint32_t)offset;
}

static bool check_gep(dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    const dxki_value *ops = dxki_val_ops(v, inst);
    dxki_type target = dxki_type_pointee(v->m, in->type);
    dxki_type source = dxki_type_pointee(v->m, dxki_value_type(v->m, ops[0]));
    if (!target || !source || !dxki_val_check_type(v, target, false))
        return target && source ? false : true;
    for (uint32_t i = 1; i < in->op_count; i++) {
        uint64_t bits;
        if (!dxki_val_is_const(v, ops[i], &bits))
            return true;
    }
    uint32_t offset = gep_offset(v, ops, in->op_count, source);
    if (offset + (uint32_t)dxki_val_size(v, target) > (uint32_t)dxki_val_size(v, source))
        error(v, inst, DXKI_VR_INSTR_INBOUNDSACCESS);
    return true;
}

static bool check_division(dxki_val *v, uint32_t inst, dxki_vrule rule)
{
    dxki_value divisor = dxki_val_ops(v, inst)[1];
    if (dxki_const_is_null(v->m, divisor) && dxki_type_is_int(v->m, dxki_value_type(v->m, divisor)))
        error(v, inst, rule);
    return true;
}

static bool check_space_cast(dxki_val *v, uint32_t inst)
{
    dxki_type type = dxki_value_type(v->m, dxki_val_ops(v, inst)[0]);
    uint32_t to = dxki_type_get(v->m, dxki_type_scalar(v->m, dxki_val_inst(v, inst)->type))->b;
    uint32_t from = dxki_type_get(v->m, dxki_type_scalar(v->m, type))->b;
    if (to != DXKI_SPACE_GENERIC && from != DXKI_SPACE_GENERIC)
        error(v, inst, DXKI_VR_INSTR_NOGENERICPTRADDRSPACECAST);
    return true;
}

static uint64_t store_size(dxki_val *v, dxki_type type)
{
    uint32_t bits = dxki_type_bits(v->m, type);
    return bits ? (bits + 7) / 8 : dxki_val_size(v, type);
}

static bool check_bitcast(dxki_val *v, uint32_t inst)
{
    dxki_type to = dxki_val_inst(v, inst)->type;
    dxki_type from = dxki_value_type(v->m, dxki_val_ops(v, inst)[0]);
    const dxki_type_entry *t = dxki_type_get(v->m, to);
    if (dxki_val_sm(v, 6) && t->kind == DXKI_T_POINTER && t->a == DXKI_TY_I8 && t->b == 0)
        return false;
    if (dxki_type_kind_of(v->m, from) == DXKI_T_POINTER) {
        from = dxki_type_pointee(v->m, from);
        to = dxki_type_pointee(v->m, to);
        if (dxki_val_size(v, from) != dxki_val_size(v, to)) {
            error(v, inst, DXKI_VR_INSTR_PTRBITCAST);
            return false;
        }
        from = dxki_val_without_arrays(v, from);
        to = dxki_val_without_arrays(v, to);
    }
    bool structs = dxki_type_kind_of(v->m, from) == DXKI_T_STRUCT ||
                   dxki_type_kind_of(v->m, to) == DXKI_T_STRUCT;
    if (structs && !v->subject.is_lib) {
        error(v, inst, DXKI_VR_INSTR_STRUCTBITCAST);
        return false;
    }
    if (v->subject.min_precision && (store_size(v, from) < 4 || store_size(v, to) < 4))
        error(v, inst, DXKI_VR_INSTR_MINPRECISONBITCAST);
    return true;
}

static bool check_atomic(dxki_val *v, uint32_t inst)
{
    dxki_value pointer = dxki_val_ops(v, inst)[0];
    const dxki_type_entry *t = dxki_type_get(v->m, dxki_value_type(v->m, pointer));
    if (t->kind == DXKI_T_POINTER && t->a == DXKI_TY_I64 && !dxki_val_sm(v, 6))
        dxki_val_inst_error(v, inst, DXKI_VR_SM_OPCODEININVALIDFUNCTION,
                            DXKI_ARGS(dxki_val_arg_text_z("64-bit atomic operations"),
                                      dxki_val_arg_text_z("Shader Model 6.6+")));
    if (t->b != DXKI_SPACE_SHARED && t->b != DXKI_SPACE_NODE)
        error(v, inst, DXKI_VR_INSTR_ATOMICOPNONGROUPSHAREDORRECORD);
    dxki_value base = dxki_val_pointer_base(v, pointer, false);
    if (DXKI_TAG(base) == DXKI_V_GLOBAL &&
        v->m->globals.items[DXKI_INDEX(base)].kind == DXKI_G_VARIABLE &&
        (v->m->globals.items[DXKI_INDEX(base)].flags & DXKI_GF_CONSTANT))
        error(v, inst, DXKI_VR_INSTR_ATOMICCONST);
    return true;
}

static bool check_by_opcode(dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    const dxki_value *ops = dxki_val_ops(v, inst);
    switch (in->op) {
    case DXKI_OP_ALLOCA:
        return dxki_val_check_type(v, dxki_type_pointee(v->m, in->type), false);
    case DXKI_OP_EXTRACTVALUE:
        return check_extract(v, inst);
    case DXKI_OP_LOAD:
        return dxki_val_check_type(v, in->type, false);
    case DXKI_OP_STORE:
        return dxki_val_check_type(v, dxki_value_type(v->m, ops[0]), false);
    case DXKI_OP_GEP:
        return check_gep(v, inst);
    case DXKI_OP_SDIV:
        return check_division(v, inst, DXKI_VR_INSTR_NOIDIVBYZERO);
    case DXKI_OP_UDIV:
        return check_division(v, inst, DXKI_VR_INSTR_NOUDIVBYZERO);
    case DXKI_OP_ADDRSPACECAST:
        return check_space_cast(v, inst);
    case DXKI_OP_BITCAST:
        return check_bitcast(v, inst);
    case DXKI_OP_CMPXCHG:
    case DXKI_OP_ATOMICRMW:
        return check_atomic(v, inst);
    default:
        return true;
    }
}

/* Pointers to group-shared memory must come from a variable. */
static void check_shared_pointer(dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    const dxki_type_entry *t = dxki_type_get(v->m, in->type);
    if (t->kind != DXKI_T_POINTER || t->b != DXKI_SPACE_SHARED)
        return;
    dxki_value base = DXKI_VALUE(DXKI_V_INST, inst);
    if (in->op == DXKI_OP_GEP || in->op == DXKI_OP_BITCAST)
        base = dxki_val_pointer_base(v, base, true);
    if (DXKI_TAG(base) != DXKI_V_GLOBAL)
        error(v, inst, DXKI_VR_INSTR_FAILTORESLOVETGSMPOINTER);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

typedef struct body {
    dxki_val *v;
    uint32_t set_counts, get_payload, dispatch;
} body;

static void check_mesh_calls(body *b, uint32_t inst, dxki_dxop row)
{
    if (row == DXKI_DXOP_SetMeshOutputCounts) {
        if (b->set_counts)
            error(b->v, inst, DXKI_VR_INSTR_MULTIPLESETMESHOUTPUTCOUNTS);
        b->set_counts = inst;
    } else if (row == DXKI_DXOP_GetMeshPayload) {
        if (b->get_payload)
            error(b->v, inst, DXKI_VR_INSTR_MULTIPLEGETMESHPAYLOAD);
        b->get_payload = inst;
    } else if (row == DXKI_DXOP_DispatchMesh) {
        if (b->dispatch)
            error(b->v, inst, DXKI_VR_INSTR_NOTONCEDISPATCHMESH);
        b->dispatch = inst;
    }
}

static void check_call(body *b, uint32_t inst)
{
    dxki_val *v = b->v;
    uint32_t callee = dxki_val_callee(v, inst);
    uint64_t opcode;
    if (!callee) {
        error(v, inst, DXKI_VR_INSTR_ALLOWED);
        return;
    }
    if (!v->ops.is_dxop[callee] || !dxki_val_is_decl(v, callee) ||
        dxki_call_arg_count(dxki_val_inst(v, inst)) == 0)
        return;
    if (!dxki_val_is_const(v, dxki_val_ops(v, inst)[0], &opcode)) {
        dxki_val_inst_error(
            v, inst, DXKI_VR_INSTR_OPCONST,
            DXKI_ARGS(dxki_val_arg_text_z("Opcode"), dxki_val_arg_text_z("DXIL operation")));
        return;
    }
    const dxki_dxop_info *op = dxki_dxop_find(opcode);
    if (op && dxki_str_starts(dxki_str(op->name), "Reserved"))
        error(v, inst, DXKI_VR_INSTR_OPCODERESERVED);
    if (!op) {
        dxki_val_inst_error(v, inst, DXKI_VR_INSTR_ILLEGALDXILOPCODE,
                            DXKI_ARGS(dxki_dec(dxki_dxop_table_size(DXKI_DXTABLE_CORE)),
                                      dxki_dec((uint32_t)opcode)));
    } else if (opcode >> 16 != DXKI_DXTABLE_CORE && v->subject.model != DXKI_NEWEST_MINOR) {
        error(v, inst, DXKI_VR_INSTR_EXPDXILOPCODEREQUIRESEXPSM);
    } else if (!dxki_val_op_known(v, op, callee)) {
        dxki_val_inst_error(
            v, inst, DXKI_VR_INSTR_ILLEGALDXILOPFUNCTION,
            DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, callee)), dxki_val_arg_text_z(op->name)));
    } else {
        check_mesh_calls(b, inst, dxki_dxop_row(op));
    }
}

static void check_inst(body *b, uint32_t inst)
{
    dxki_val *v = b->v;
    const dxki_inst *in = dxki_val_inst(v, inst);
    uint32_t attached;
    const dxki_attachment *list = dxki_inst_attachments(v->m, inst, &attached);
    for (uint32_t i = 0; i < attached; i++)
        dxki_val_check_attachment(v, inst, &list[i]);
    if (!attached && dxki_inst_is_plain(v->m, in)) {
        check_by_opcode(v, inst);
        return;
    }
    if (!is_allowed(v, inst)) {
        error(v, inst, DXKI_VR_INSTR_ALLOWED);
        return;
    }
    if (v->subject.min_precision && attached &&
        dxki_dxil_flag(v->d, DXKI_SHADER_FLAG_LOW_PRECISION))
        dxki_val_check_precise(v, inst);
    if (in->op == DXKI_OP_CALL) {
        check_call(b, inst);
        return;
    }
    for (uint32_t i = 0; i < in->op_count; i++)
        check_operand(v, inst, dxki_val_ops(v, inst)[i]);
    check_result(v, inst);
    if (check_by_opcode(v, inst))
        check_shared_pointer(v, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Mesh and amplification shaders                                                             */

static void check_outputs_after_counts(dxki_val *v, uint32_t fn, uint32_t counts,
                                       const dxki_cfg *cfg, const dxki_dom *dom)
{
    uint32_t from = counts ? dxki_cfg_number(cfg, dxki_val_inst(v, counts)->block) : 0;
    DXKI_EACH_BLOCK(v->m, fn, b) {
        uint32_t number = dxki_cfg_number(cfg, b);
        bool found = false;
        DXKI_EACH_INST(v->m, b, i) {
            const dxki_dxop_info *op =
                dxki_val_inst(v, i)->op == DXKI_OP_CALL ? dxki_val_dxop_any(v, i) : NULL;
            found = found || (counts && i == counts);
            if (!op || (op != dxki_dxop_get(DXKI_DXOP_StoreVertexOutput) &&
                        op != dxki_dxop_get(DXKI_DXOP_StorePrimitiveOutput) &&
                        op != dxki_dxop_get(DXKI_DXOP_EmitIndices)))
                continue;
            if (!counts)
                error(v, i, DXKI_VR_INSTR_MISSINGSETMESHOUTPUTCOUNTS);
            else if (!found && dxki_dom_has(dom, number) && !dxki_dom_dominates(dom, from, number))
                error(v, i, DXKI_VR_INSTR_NONDOMINATINGSETMESHOUTPUTCOUNTS);
        }
    }
}

static void check_mesh(body *b, const dxki_val_entry *ent, dxki_arena *scratch, const dxki_cfg *cfg)
{
    dxki_dom dom;
    dxki_val *v = b->v;
    dxk_str name = dxki_val_name(v, ent->function);
    if (!dxki_dom_forward(&dom, scratch, cfg)) {
        v->failed = true;
        return;
    }
    check_outputs_after_counts(v, ent->function, b->set_counts, cfg, &dom);
    if (!b->get_payload)
        return;
    dxki_type payload = dxki_type_pointee(v->m, dxki_val_inst(v, b->get_payload)->type);
    if (dxki_type_kind_of(v->m, payload) != DXKI_T_STRUCT) {
        dxki_val_give_up(v);
        return;
    }
    uint64_t size = dxki_val_size(v, payload);
    if (ent->payload_size < size)
        dxki_val_function_error(
            v, ent->function, DXKI_VR_SM_MESHSHADERPAYLOADSIZEDECLARED,
            DXKI_ARGS(dxki_val_arg_text(name), dxki_dec(size), dxki_dec(ent->payload_size)));
    if (ent->payload_size > 16384)
        dxki_val_function_error(
            v, ent->function, DXKI_VR_SM_MESHSHADERPAYLOADSIZE,
            DXKI_ARGS(dxki_val_arg_text(name), dxki_dec(ent->payload_size), dxki_dec(16384)));
}

static void too_big(dxki_val *v, uint32_t inst, dxki_vrule rule, dxk_str name, uint64_t size,
                    uint64_t bound)
{
    dxki_val_inst_error(v, inst, rule,
                        DXKI_ARGS(dxki_val_arg_text(name), dxki_dec(size), dxki_dec(bound)));
}

static void check_dispatch_is_met(dxki_val *v, uint32_t dispatch, dxki_arena *scratch,
                                  const dxki_cfg *cfg)
{
    dxki_dom post;
    uint32_t number = dxki_cfg_number(cfg, dxki_val_inst(v, dispatch)->block);
    if (!dxki_dom_backward(&post, scratch, cfg))
        v->failed = true;
    else if (!dxki_dom_is_on_all_ways(&post, number))
        error(v, dispatch, DXKI_VR_INSTR_NONDOMINATINGDISPATCHMESH);
}

static void check_amplification(body *b, const dxki_val_entry *ent, dxki_arena *scratch,
                                const dxki_cfg *cfg)
{
    dxki_val *v = b->v;
    dxk_str name = dxki_val_name(v, ent->function);
    if (!b->dispatch) {
        dxki_val_function_error(v, ent->function, DXKI_VR_INSTR_NOTONCEDISPATCHMESH, NULL, 0);
        return;
    }
    if (dxki_call_arg_count(dxki_val_inst(v, b->dispatch)) < 5)
        return;
    dxki_type pointer = dxki_value_type(v->m, dxki_val_ops(v, b->dispatch)[4]);
    uint64_t pointer_size = dxki_val_size(v, pointer);
    dxki_type payload = dxki_type_pointee(v->m, pointer);
    if (dxki_type_kind_of(v->m, payload) != DXKI_T_STRUCT) {
        dxki_val_give_up(v);
        return;
    }
    uint64_t size = dxki_val_size(v, payload);
    if (ent->payload_size < pointer_size)
        too_big(v, b->dispatch, DXKI_VR_SM_AMPLIFICATIONSHADERPAYLOADSIZEDECLARED, name,
                pointer_size, ent->payload_size);
    if (ent->payload_size > 16384)
        too_big(v, b->dispatch, DXKI_VR_SM_AMPLIFICATIONSHADERPAYLOADSIZE, name, ent->payload_size,
                16384);
    check_dispatch_is_met(v, b->dispatch, scratch, cfg);
    if (size > 16384)
        too_big(v, b->dispatch, DXKI_VR_SM_AMPLIFICATIONSHADERPAYLOADSIZE, name, size, 16384);
}

/* A member of what an operation returns, and not its status? No rule is about these. */
static inline bool is_usual_member(const dxki_val *v, uint32_t inst)
{
    return dxki_inst_has_marks(v->m, inst, DXKI_PLAIN_QUIET) &&
           dxki_val_is_builtin_struct(v, dxki_value_type(v->m, dxki_val_ops(v, inst)[0]));
}

void dxki_val_check_body(dxki_val *v, uint32_t global)
{
    body b = {.v = v};
    const dxki_val_entry *ent = v->subject.entry_of[global];
    DXKI_EACH_BLOCK(v->m, global, block) {
        if (v->failed)
            break;
        DXKI_EACH_INST(v->m, block, i) {
            if (v->failed)
                break;
            bool bare = !dxki_inst_has_attachments(v->m, i);
            if (bare && dxki_inst_known_plain(v->m, i)) {
                if (!v->m->inst_attached.count)
                    i = dxki_inst_plain_end(v->m, i, DXKI_PLAIN);
                continue;
            }
            if (bare && is_usual_member(v, i))
                continue;
            dxki_val_at_inst(v, i);
            check_inst(&b, i);
        }
        dxki_val_check_hints(v, block);
    }
    dxki_val_at_end(v);
    if (!ent || (ent->kind != DXK_SHADER_KIND_MESH && ent->kind != DXK_SHADER_KIND_AMPLIFICATION))
        return;
    dxki_arena scratch;
    dxki_cfg cfg;
    dxki_arena_init(&scratch, v->ctx);
    if (!dxki_cfg_build(&cfg, &scratch, v->m, global))
        v->failed = true;
    else if (ent->kind == DXK_SHADER_KIND_MESH)
        check_mesh(&b, ent, &scratch, &cfg);
    else
        check_amplification(&b, ent, &scratch, &cfg);
    dxki_arena_free(&scratch);
}

/* SPDX-License-Identifier: MIT */
/*
 * types.c - what instructions ask of the types of their operands, for LLVM's verifier. Text
 * cannot break these rules, a stream can: a value may be used before it is there, under another
 * type than it turns out to have.
 */
#include "ir/fits.h"
#include "verify/run.h"

static bool fail(dxki_verify_run *w, const char *message, uint32_t inst)
{
    return dxki_verify_at_inst(w, message, inst);
}

static bool fail_type(dxki_verify_run *w, const char *message, uint32_t inst, dxki_type type)
{
    fail(w, message, inst);
    dxki_verify_type(w, type);
    return false;
}

static dxki_type operand_type(const dxki_verify_run *w, uint32_t inst, uint32_t i)
{
    return dxki_value_type(w->m, dxki_inst_ops(w->m, inst)[i]);
}

/* ---------------------------------------------------------------------------------------- */
/* Casts                                                                                      */

enum { INTS, FLOATS, POINTERS };

/* What a cast takes and makes, and what is said otherwise. */
typedef struct cast_rule {
    const char *source, *result;
    const char *shape; /* a vector from another type, or the other way round */
    const char *size;  /* of numbers of one kind; else of vectors */
    uint8_t from, to;
    bool shape_first;
} cast_rule;

static const cast_rule cast_rules[] = {
    [DXKI_OP_TRUNC] = {"Trunc only operates on integer", "Trunc only produces integer",
                       "trunc source and destination must both be a vector or neither",
                       "DestTy too big for Trunc", INTS, INTS, false},
    [DXKI_OP_ZEXT] = {"ZExt only operates on integer", "ZExt only produces an integer",
                      "zext source and destination must both be a vector or neither",
                      "Type too small for ZExt", INTS, INTS, false},
    [DXKI_OP_SEXT] = {"SExt only operates on integer", "SExt only produces an integer",
                      "sext source and destination must both be a vector or neither",
                      "Type too small for SExt", INTS, INTS, false},
    [DXKI_OP_FPTOUI] = {"FPToUI source must be FP or FP vector",
                        "FPToUI result must be integer or integer vector",
                        "FPToUI source and dest must both be vector or scalar",
                        "FPToUI source and dest vector length mismatch", FLOATS, INTS, true},
    [DXKI_OP_FPTOSI] = {"FPToSI source must be FP or FP vector",
                        "FPToSI result must be integer or integer vector",
                        "FPToSI source and dest must both be vector or scalar",
                        "FPToSI source and dest vector length mismatch", FLOATS, INTS, true},
    [DXKI_OP_UITOFP] = {"UIToFP source must be integer or integer vector",
                        "UIToFP result must be FP or FP vector",
                        "UIToFP source and dest must both be vector or scalar",
                        "UIToFP source and dest vector length mismatch", INTS, FLOATS, true},
    [DXKI_OP_SITOFP] = {"SIToFP source must be integer or integer vector",
                        "SIToFP result must be FP or FP vector",
                        "SIToFP source and dest must both be vector or scalar",
                        "SIToFP source and dest vector length mismatch", INTS, FLOATS, true},
    [DXKI_OP_FPTRUNC] = {"FPTrunc only operates on FP", "FPTrunc only produces an FP",
                         "fptrunc source and destination must both be a vector or neither",
                         "DestTy too big for FPTrunc", FLOATS, FLOATS, false},
    [DXKI_OP_FPEXT] = {"FPExt only operates on FP", "FPExt only produces an FP",
                       "fpext source and destination must both be a vector or neither",
                       "DestTy too small for FPExt", FLOATS, FLOATS, false},
    [DXKI_OP_PTRTOINT] = {"PtrToInt source must be pointer", "PtrToInt result must be integral",
                          "PtrToInt type mismatch", "PtrToInt Vector width mismatch", POINTERS,
                          INTS, false},
    [DXKI_OP_INTTOPTR] = {"IntToPtr source must be an integral",
                          "IntToPtr result must be a pointer", "IntToPtr type mismatch",
                          "IntToPtr Vector width mismatch", INTS, POINTERS, false},
};

static bool is_of(const dxk_module *m, dxki_type type, uint8_t which)
{
    if (which == POINTERS)
        return dxki_type_has_pointers(m, type);
    return which == INTS ? dxki_type_has_ints(m, type) : dxki_type_has_floats(m, type);
}

static bool has_fitting_size(const dxk_module *m, const cast_rule *rule, dxki_op op, dxki_type from,
                             dxki_type to)
{
    uint32_t before = dxki_type_bits(m, dxki_type_scalar(m, from));
    uint32_t after = dxki_type_bits(m, dxki_type_scalar(m, to));
    if (rule->from == rule->to)
        return op == DXKI_OP_TRUNC || op == DXKI_OP_FPTRUNC ? before > after : before < after;
    return !dxki_type_is_vector(m, from) || dxki_type_count(m, from) == dxki_type_count(m, to);
}

static bool check_space_cast(dxki_verify_run *w, uint32_t inst, dxki_type from, dxki_type to)
{
    const dxk_module *m = w->m;
    const char *message = NULL;
    if (!dxki_type_has_pointers(m, from))
        message = "AddrSpaceCast source must be a pointer";
    else if (!dxki_type_has_pointers(m, to))
        message = "AddrSpaceCast result must be a pointer";
    else if (dxki_type_get(m, dxki_type_scalar(m, from))->b ==
             dxki_type_get(m, dxki_type_scalar(m, to))->b)
        message = "AddrSpaceCast must be between different address spaces";
    else if (dxki_type_is_vector(m, from) &&
             (!dxki_type_is_vector(m, to) || dxki_type_count(m, from) != dxki_type_count(m, to)))
        message = "AddrSpaceCast vector pointer number of elements mismatch";
    return !message || fail(w, message, inst);
}

static bool check_cast(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_type from = operand_type(w, inst, 0), to = in->type;
    if (in->op == DXKI_OP_BITCAST)
        return dxki_type_cast_is_valid(m, DXKI_OP_BITCAST, from, to) ||
               fail(w, "Invalid bitcast", inst);
    if (in->op == DXKI_OP_ADDRSPACECAST)
        return check_space_cast(w, inst, from, to);
    const cast_rule *rule = &cast_rules[in->op];
    bool same_shape = dxki_type_is_vector(m, from) == dxki_type_is_vector(m, to);
    const char *message = NULL;
    if (rule->shape_first && !same_shape)
        message = rule->shape;
    else if (!is_of(m, from, rule->from))
        message = rule->source;
    else if (!is_of(m, to, rule->to))
        message = rule->result;
    else if (!same_shape)
        message = rule->shape;
    else if (!has_fitting_size(m, rule, (dxki_op)in->op, from, to))
        message = rule->size;
    return !message || fail(w, message, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Arithmetic, comparisons                                                                    */

static bool check_binary(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_type left = operand_type(w, inst, 0);
    if (left != operand_type(w, inst, 1))
        return fail(w, "Both operands to a binary operator are not of the same type!", inst);
    if (left == in->type)
        return true;
    switch (dxki_op_get(in->op)->family) {
    case DXKI_OF_REAL:
        return fail(w,
                    "Floating-point arithmetic operators must have same type for operands and "
                    "result!",
                    inst);
    case DXKI_OF_LOGIC:
        return fail(w, "Logical operators must have same type for operands and result!", inst);
    case DXKI_OF_SHIFT:
        return fail(w, "Shift return type must be same as operands!", inst);
    default:
        return fail(w, "Integer arithmetic operators must have same type for operands and result!",
                    inst);
    }
}

static bool check_comparison(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_type type = operand_type(w, inst, 0);
    bool fp = in->op == DXKI_OP_FCMP;
    const char *message = NULL;
    if (type != operand_type(w, inst, 1))
        message = fp ? "Both operands to FCmp instruction are not of the same type!"
                     : "Both operands to ICmp instruction are not of the same type!";
    else if (fp ? !dxki_type_has_floats(m, type)
                : !dxki_type_has_ints(m, type) && !dxki_type_has_pointers(m, type))
        message = fp ? "Invalid operand types for FCmp instruction"
                     : "Invalid operand types for ICmp instruction";
    else if (fp ? in->sub > 15 : in->sub < 32 || in->sub > 41)
        message = fp ? "Invalid predicate in FCmp instruction!"
                     : "Invalid predicate in ICmp instruction!";
    return !message || fail(w, message, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Selections, vectors, aggregates                                                            */

static bool check_select(dxki_verify_run *w, uint32_t inst)
{
    dxki_type yes = operand_type(w, inst, 1);
    if (dxki_type_select_fault(w->m, operand_type(w, inst, 0), yes, operand_type(w, inst, 2)))
        return fail(w, "Invalid operands for select instruction!", inst);
    return yes == dxki_inst_get(w->m, inst)->type ||
           fail(w, "Select values must have same type as select instruction!", inst);
}

static bool check_vector(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    dxki_type vector = operand_type(w, inst, 0);
    switch (dxki_inst_get(w->m, inst)->op) {
    case DXKI_OP_EXTRACTELEMENT:
        return (dxki_type_is_vector(m, vector) && dxki_type_is_int(m, operand_type(w, inst, 1))) ||
               fail(w, "Invalid extractelement operands!", inst);
    case DXKI_OP_INSERTELEMENT:
        return (dxki_type_is_vector(m, vector) &&
                operand_type(w, inst, 1) == dxki_type_scalar(m, vector) &&
                dxki_type_is_int(m, operand_type(w, inst, 2))) ||
               fail(w, "Invalid insertelement operands!", inst);
    default:
        return dxki_type_shuffle_is_valid(m, vector, operand_type(w, inst, 1),
                                          dxki_inst_ops(w->m, inst)[2]) ||
               fail(w, "Invalid shufflevector operands!", inst);
    }
}

/* The indices lie after the operands. */
static bool check_aggregate(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const uint32_t *indices = dxki_inst_ops(w->m, inst) + in->op_count;
    dxki_type inside = dxki_type_indexed(m, operand_type(w, inst, 0), indices + 1, indices[0]);
    if (in->op == DXKI_OP_EXTRACTVALUE)
        return inside == in->type || fail(w, "Invalid ExtractValueInst operands!", inst);
    return inside == operand_type(w, inst, 1) || fail(w, "Invalid InsertValueInst operands!", inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

/* Widths of the vectors that an address is computed from. */
static bool check_widths(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    if (!dxki_type_is_vector(m, in->type))
        return true;
    uint64_t width = dxki_type_count(m, in->type);
    for (uint32_t i = 0; i < in->op_count; i++) {
        dxki_type type = operand_type(w, inst, i);
        if (dxki_type_is_vector(m, type) && dxki_type_count(m, type) != width)
            return fail(w,
                        i == 0 ? "Vector GEP result width doesn't match operand's"
                               : "Invalid GEP index vector width",
                        inst);
        if (i > 0 && !dxki_type_has_ints(m, type)) {
            dxki_verify_say(w, "All GEP indices should be of integer type");
            return false;
        }
    }
    return true;
}

static bool check_address(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    if (!dxki_type_has_pointers(m, operand_type(w, inst, 0)))
        return fail(w, "GEP base pointer is not a vector or a vector of pointers", inst);
    if (!dxki_verify_is_sized(w, ops[in->op_count]))
        return fail(w, "GEP into unsized type!", inst);
    dxki_type element = dxki_type_gep_element(m, ops[in->op_count], ops + 1, in->op_count - 1);
    if (!element)
        return fail(w, "Invalid indices for GEP pointer type!", inst);
    if (dxki_type_pointee(m, dxki_type_scalar(m, in->type)) != element)
        return fail_type(w, "GEP is not of right type for indices!", inst, element);
    return check_widths(w, inst);
}

static bool check_store(dxki_verify_run *w, uint32_t inst)
{
    dxki_type type = dxki_type_pointee(w->m, operand_type(w, inst, 1));
    if (!type)
        return fail(w, "Store operand must be a pointer.", inst);
    return type == operand_type(w, inst, 0) ||
           fail_type(w, "Stored value type does not match pointer operand type!", inst, type);
}

/* ---------------------------------------------------------------------------------------- */
/* Control flow                                                                               */

static bool check_branch(dxki_verify_run *w, uint32_t inst)
{
    if (dxki_inst_get(w->m, inst)->op_count == 1 || operand_type(w, inst, 0) == DXKI_TY_I1)
        return true;
    fail(w, "Branch condition is not 'i1' type!", inst);
    dxki_verify_value(w, dxki_inst_ops(w->m, inst)[0]);
    return false;
}

static bool check_phi(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (operand_type(w, inst, i) != in->type)
            return fail(w, "PHI node operands are not the same type as the result!", inst);
    }
    return true;
}

bool dxki_verify_types(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    switch (in->op) {
    case DXKI_OP_BR:
        return check_branch(w, inst);
    case DXKI_OP_INDIRECTBR:
        return dxki_type_pointee(w->m, operand_type(w, inst, 0)) ||
               fail(w, "Indirectbr operand must have pointer type!", inst);
    case DXKI_OP_LOAD:
        return dxki_type_pointee(w->m, operand_type(w, inst, 0)) ||
               fail(w, "Load operand must be a pointer.", inst);
    case DXKI_OP_STORE:
        return check_store(w, inst);
    case DXKI_OP_GEP:
        return check_address(w, inst);
    case DXKI_OP_PHI:
        return check_phi(w, inst);
    case DXKI_OP_SELECT:
        return check_select(w, inst);
    case DXKI_OP_EXTRACTELEMENT:
    case DXKI_OP_INSERTELEMENT:
    case DXKI_OP_SHUFFLEVECTOR:
        return check_vector(w, inst);
    case DXKI_OP_EXTRACTVALUE:
    case DXKI_OP_INSERTVALUE:
        return check_aggregate(w, inst);
    default:
        break;
    }
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN:
        return check_binary(w, inst);
    case DXKI_OC_CAST:
        return check_cast(w, inst);
    case DXKI_OC_CMP:
        return check_comparison(w, inst);
    default:
        return true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

bool dxki_verify_call_types(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_type type = dxki_call_type(m, in);
    dxki_type pointee = dxki_type_pointee(m, dxki_value_type(m, dxki_call_callee(m, in)));
    const char *message = NULL;
    uint32_t count;
    if (!pointee)
        message = "Called function must be a pointer!";
    else if (dxki_type_kind_of(m, pointee) != DXKI_T_FUNCTION)
        message = "Called function is not pointer to function type!";
    else if (pointee != type)
        message = "Called function is not the same type as the call!";
    if (message)
        return fail(w, message, inst);
    const dxki_type *types = dxki_type_list(m, type, &count);
    for (uint32_t i = 1; i < count; i++) {
        if (operand_type(w, inst, i - 1) == types[i])
            continue;
        dxki_verify_at_value(w, "Call parameter type does not match function signature!",
                             dxki_inst_ops(w->m, inst)[i - 1]);
        dxki_verify_type(w, types[i]);
        dxki_verify_inst(w, inst);
        return false;
    }
    return true;
}

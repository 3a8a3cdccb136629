/* SPDX-License-Identifier: MIT */
/* insts.c - instructions: operands are checked as LLVM's verifier would. See
 * dxk/builder.h; ir/values.h has the order of the operands. */
#include "builder/builder.h"
#include "base/count.h"

#include "ir/fold.h"

#include <string.h>

/* Atomics are sequentially consistent, for all threads. */
#define ATOMIC_SUB(low) DXKI_SUB_MAKE(low, DXKI_ORDER_SEQ_CST, 1, 0)

#define SEQ_CST_BOTH DXKI_SUB_MAKE(0, DXKI_ORDER_SEQ_CST, 1, DXKI_ORDER_SEQ_CST)

/* ---------------------------------------------------------------------------------------- */
/* Adding                                                                                     */

static const dxki_inst *last_inst(const dxk_builder *b, uint32_t block)
{
    uint32_t last = b->m->blocks.items[block].last_inst;

    return last ? &b->m->insts.items[last] : NULL;
}

dxk_value dxki_builder_add_inst(dxk_builder *b, const char *call, dxki_inst *inst,
                                const dxki_value *ops, uint32_t count, const uint32_t *extra,
                                uint32_t extra_count)
{
    const dxki_inst *last = b->block ? last_inst(b, b->block) : NULL;

    if (!b->block)
        return DXKI_BFAIL(b, PLACE, dxki_builder_text(call),
                          dxki_builder_text("there is no block to fill"));
    if (last && dxki_op_class_of((dxki_op)last->op) == DXKI_OC_TERM)
        return DXKI_BFAIL(b, PLACE, dxki_builder_text(call),
                          dxki_builder_text("the block has its terminator"));
    if (inst->op == DXKI_OP_PHI && last && last->op != DXKI_OP_PHI)
        return DXKI_BFAIL(b, PLACE, dxki_builder_text(call),
                          dxki_builder_text("a phi stands before all other instructions"));
    inst->op_count = count;
    uint32_t index = dxki_inst_add(b->m, b->block, inst, ops, extra, extra_count);
    if (index && b->location && !dxki_inst_set_dbg(b->m, index, b->location))
        return dxki_builder_nomem(b);
    return index ? DXKI_VALUE(DXKI_V_INST, index) : dxki_builder_nomem(b);
}

static dxk_value add(dxk_builder *b, const char *call, dxki_op op, dxki_type type,
                     const dxki_value *ops, uint32_t count)
{
    dxki_inst inst = {.op = (uint8_t)op, .type = type};

    return type ? dxki_builder_add_inst(b, call, &inst, ops, count, NULL, 0)
                : dxki_builder_nomem(b);
}

static bool are_values(dxk_builder *b, const char *call, const dxk_value *values, size_t count)
{
    if (!dxki_builder_ready(b))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!dxki_builder_is_value(b, call, values[i]))
            return false;
    return true;
}

static dxk_value refuse(dxk_builder *b, const char *call, const char *what, dxk_value value,
                        const char *wanted)
{
    return DXKI_BFAIL(b, TYPE, dxki_builder_text(call), dxki_builder_text(what),
                      dxki_builder_type_text(b, dxki_value_type(b->m, value)),
                      dxki_builder_text(wanted));
}

static dxk_value out_of_range(dxk_builder *b, const char *call, const char *what, uint64_t number,
                              const char *allowed)
{
    return DXKI_BFAIL(b, RANGE, dxki_builder_text(call), dxki_builder_text(what), dxki_dec(number),
                      dxki_builder_text(allowed));
}

static bool same_types(dxk_builder *b, const char *call, dxk_value left, dxk_value right)
{
    return dxki_builder_has_type(b, call, "the second operand", dxki_value_type(b->m, right),
                                 dxki_value_type(b->m, left));
}

/* The type, or the element of the vector, of a value. */
static dxki_type scalar_of(const dxk_builder *b, dxk_value value)
{
    return dxki_type_scalar(b->m, dxki_value_type(b->m, value));
}

static bool is_real(const dxk_builder *b, dxk_value value)
{
    return dxki_type_is_fp(b->m, scalar_of(b, value));
}

static bool is_int(const dxk_builder *b, dxk_value value)
{
    return dxki_type_is_int(b->m, scalar_of(b, value));
}

/* A vector as long as that of `like`, or one element. */
static dxki_type shaped_like(dxk_builder *b, dxki_type like, dxki_type element)
{
    return dxki_type_kind_of(b->m, like) == DXKI_T_VECTOR
               ? dxki_type_vector(b->m, element, (uint32_t)dxki_type_count(b->m, like))
               : element;
}

/* ---------------------------------------------------------------------------------------- */
/* Arithmetic                                                                                 */

dxk_value dxk_builder_binary(dxk_builder *b, dxk_binary op, dxk_value left, dxk_value right,
                             uint32_t flags)
{
    static const uint8_t operators[] = {
        [DXK_BINARY_ADD] = DXKI_OP_ADD,   [DXK_BINARY_SUB] = DXKI_OP_SUB,
        [DXK_BINARY_MUL] = DXKI_OP_MUL,   [DXK_BINARY_UDIV] = DXKI_OP_UDIV,
        [DXK_BINARY_SDIV] = DXKI_OP_SDIV, [DXK_BINARY_UREM] = DXKI_OP_UREM,
        [DXK_BINARY_SREM] = DXKI_OP_SREM, [DXK_BINARY_SHL] = DXKI_OP_SHL,
        [DXK_BINARY_LSHR] = DXKI_OP_LSHR, [DXK_BINARY_ASHR] = DXKI_OP_ASHR,
        [DXK_BINARY_AND] = DXKI_OP_AND,   [DXK_BINARY_OR] = DXKI_OP_OR,
        [DXK_BINARY_XOR] = DXKI_OP_XOR,   [DXK_BINARY_FADD] = DXKI_OP_FADD,
        [DXK_BINARY_FSUB] = DXKI_OP_FSUB, [DXK_BINARY_FMUL] = DXKI_OP_FMUL,
        [DXK_BINARY_FDIV] = DXKI_OP_FDIV, [DXK_BINARY_FREM] = DXKI_OP_FREM,
    };
    static const uint32_t allowed[] = {
        [DXKI_OPF_NONE] = 0,
        [DXKI_OPF_WRAP] = DXK_FLAG_NUW | DXK_FLAG_NSW,
        [DXKI_OPF_EXACT] = DXK_FLAG_EXACT,
        [DXKI_OPF_FAST] = DXK_FLAG_FAST,
    };
    const dxk_value ops[2] = {left, right};

    if (!are_values(b, "binary", ops, 2) || !same_types(b, "binary", left, right))
        return DXK_NONE;
    if ((unsigned)op >= sizeof operators)
        return out_of_range(b, "binary", "the operator", (unsigned)op, "one of dxk_binary");
    const dxki_op_info *info = dxki_op_get(operators[op]);
    bool real = info->family == DXKI_OF_REAL;
    if (real ? !is_real(b, left) : !is_int(b, left))
        return refuse(b, "binary", "the first operand", left,
                      real ? "floating point" : "an integer");
    if (flags & ~allowed[info->flags])
        return out_of_range(b, "binary", "the flags", flags, "those of the operator");
    dxki_inst inst = {
        .op = operators[op], .flags = (uint8_t)flags, .type = dxki_value_type(b->m, left)};
    return dxki_builder_add_inst(b, "binary", &inst, ops, 2, NULL, 0);
}

dxk_value dxk_builder_compare(dxk_builder *b, dxk_compare op, dxk_value left, dxk_value right,
                              uint32_t flags)
{
    const dxk_value ops[2] = {left, right};
    bool ints = op >= DXK_COMPARE_EQ && op <= DXK_COMPARE_SLE;

    if (!are_values(b, "compare", ops, 2) || !same_types(b, "compare", left, right))
        return DXK_NONE;
    if (!ints && ((unsigned)op < DXK_COMPARE_OEQ || op > DXK_COMPARE_UNE))
        return out_of_range(b, "compare", "the comparison", (unsigned)op, "one of dxk_compare");
    bool pointer = dxki_type_kind_of(b->m, dxki_value_type(b->m, left)) == DXKI_T_POINTER;
    if (ints ? !is_int(b, left) && !pointer : !is_real(b, left))
        return refuse(b, "compare", "the first operand", left,
                      ints ? "an integer" : "floating point");
    if (flags & ~(ints ? 0u : (uint32_t)DXK_FLAG_FAST))
        return out_of_range(b, "compare", "the flags", flags, "0, or DXK_FLAG_FAST for reals");
    dxki_inst inst = {.op = ints ? DXKI_OP_ICMP : DXKI_OP_FCMP,
                      .flags = (uint8_t)flags,
                      .sub = (uint16_t)op,
                      .type = shaped_like(b, dxki_value_type(b->m, left), DXKI_TY_I1)};
    return inst.type ? dxki_builder_add_inst(b, "compare", &inst, ops, 2, NULL, 0)
                     : dxki_builder_nomem(b);
}

/* May bits of one type be read as the other? */
static bool is_bitcast(const dxk_module *m, dxki_type from, dxki_type to)
{
    bool pointers = dxki_type_kind_of(m, from) == DXKI_T_POINTER;
    dxki_type x = dxki_type_scalar(m, from), y = dxki_type_scalar(m, to);
    uint64_t x_count = from == x ? 1 : dxki_type_count(m, from);
    uint64_t y_count = to == y ? 1 : dxki_type_count(m, to);

    if (pointers)
        return dxki_type_kind_of(m, to) == DXKI_T_POINTER &&
               dxki_type_get(m, from)->b == dxki_type_get(m, to)->b;
    return dxki_type_bits(m, x) && dxki_type_bits(m, y) &&
           dxki_type_bits(m, x) * x_count == dxki_type_bits(m, y) * y_count;
}

static bool is_cast(const dxk_module *m, dxk_cast op, dxki_type from, dxki_type to)
{
    dxki_type x = dxki_type_scalar(m, from), y = dxki_type_scalar(m, to);
    uint32_t x_bits = dxki_type_bits(m, x), y_bits = dxki_type_bits(m, y);
    bool x_int = dxki_type_is_int(m, x), y_int = dxki_type_is_int(m, y);
    bool x_real = dxki_type_is_fp(m, x), y_real = dxki_type_is_fp(m, y);

    if (op == DXK_CAST_BITCAST)
        return is_bitcast(m, from, to);
    if ((from == x) != (to == y) ||
        (from != x && dxki_type_count(m, from) != dxki_type_count(m, to)))
        return false;
    switch (op) {
    case DXK_CAST_TRUNC:
        return x_int && y_int && x_bits > y_bits;
    case DXK_CAST_ZEXT:
    case DXK_CAST_SEXT:
        return x_int && y_int && x_bits < y_bits;
    case DXK_CAST_FPTOUI:
    case DXK_CAST_FPTOSI:
        return x_real && y_int;
    case DXK_CAST_UITOFP:
    case DXK_CAST_SITOFP:
        return x_int && y_real;
    case DXK_CAST_FPTRUNC:
        return x_real && y_real && x_bits > y_bits;
    default:
        return x_real && y_real && x_bits < y_bits;
    }
}

dxk_value dxk_builder_cast(dxk_builder *b, dxk_cast op, dxk_value value, dxk_type type)
{
    static const uint8_t ops[] = {
        [DXK_CAST_TRUNC] = DXKI_OP_TRUNC,   [DXK_CAST_ZEXT] = DXKI_OP_ZEXT,
        [DXK_CAST_SEXT] = DXKI_OP_SEXT,     [DXK_CAST_FPTOUI] = DXKI_OP_FPTOUI,
        [DXK_CAST_FPTOSI] = DXKI_OP_FPTOSI, [DXK_CAST_UITOFP] = DXKI_OP_UITOFP,
        [DXK_CAST_SITOFP] = DXKI_OP_SITOFP, [DXK_CAST_FPTRUNC] = DXKI_OP_FPTRUNC,
        [DXK_CAST_FPEXT] = DXKI_OP_FPEXT,   [DXK_CAST_BITCAST] = DXKI_OP_BITCAST,
    };

    if (!are_values(b, "cast", &value, 1) || !dxki_builder_is_type(b, "cast", type))
        return DXK_NONE;
    if ((unsigned)op >= sizeof ops)
        return out_of_range(b, "cast", "the conversion", (unsigned)op, "one of dxk_cast");
    if (!is_cast(b->m, op, dxki_value_type(b->m, value), type))
        return DXKI_BFAIL(b, TYPE, dxki_builder_text(dxki_op_text((dxki_op)ops[op])),
                          dxki_builder_text("the operand"),
                          dxki_builder_type_text(b, dxki_value_type(b->m, value)),
                          dxki_builder_text("one that converts to the result's type"));
    return add(b, "cast", (dxki_op)ops[op], type, &value, 1);
}

dxk_value dxk_builder_select(dxk_builder *b, dxk_value condition, dxk_value yes, dxk_value no)
{
    const dxk_value ops[3] = {condition, yes, no};

    if (!are_values(b, "select", ops, 3) || !same_types(b, "select", yes, no))
        return DXK_NONE;
    dxki_type wanted = dxki_value_type(b->m, condition) == DXKI_TY_I1
                           ? DXKI_TY_I1
                           : shaped_like(b, dxki_value_type(b->m, yes), DXKI_TY_I1);
    if (!wanted)
        return dxki_builder_nomem(b);
    if (!dxki_builder_has_type(b, "select", "the condition", dxki_value_type(b->m, condition),
                               wanted))
        return DXK_NONE;
    if (!dxki_type_may_be_element(b->m, dxki_value_type(b->m, yes)))
        return refuse(b, "select", "the result", yes, "a type of values");
    return add(b, "select", DXKI_OP_SELECT, dxki_value_type(b->m, yes), ops, 3);
}

/* ---------------------------------------------------------------------------------------- */
/* Phis                                                                                       */

dxk_value dxk_builder_phi(dxk_builder *b, dxk_type type)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "phi", type))
        return DXK_NONE;
    if (!dxki_type_may_be_element(b->m, type))
        return DXKI_BFAIL(b, TYPE, dxki_builder_text("phi"), dxki_builder_text("the result"),
                          dxki_builder_type_text(b, type), dxki_builder_text("a type of values"));
    return add(b, "phi", DXKI_OP_PHI, type, NULL, 0);
}

void dxk_builder_phi_add(dxk_builder *b, dxk_value phi, dxk_value value, dxk_block from)
{
    uint32_t now = b->block;

    if (!dxki_builder_ready(b))
        return;
    if (DXKI_TAG(phi) != DXKI_V_INST || DXKI_INDEX(phi) == 0 ||
        DXKI_INDEX(phi) >= b->m->insts.count ||
        b->m->insts.items[DXKI_INDEX(phi)].op != DXKI_OP_PHI) {
        DXKI_BFAIL(b, ID, dxki_builder_text("phi_add"), dxki_hex(phi), dxki_builder_text("phi"));
        return;
    }
    b->block = b->m->insts.items[DXKI_INDEX(phi)].block; /* operands belong to its function */
    bool good = dxki_builder_is_value(b, "phi_add", value) &&
                dxki_builder_is_block(b, "phi_add", from) &&
                dxki_builder_has_type(b, "phi_add", "the value", dxki_value_type(b->m, value),
                                      dxki_value_type(b->m, phi));
    dxki_builder_input input = {DXKI_INDEX(phi), value, from};
    if (good && !dxki_vec_push(b->ctx, &b->inputs, input))
        dxki_builder_nomem(b);
    b->block = now;
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

/* The type of member `index`; 0: reported. */
static dxki_type member_type(dxk_builder *b, const char *call, dxk_value aggregate, uint32_t index)
{
    dxki_type type = dxki_value_type(b->m, aggregate);
    dxki_type_kind kind = dxki_type_kind_of(b->m, type);

    if (kind != DXKI_T_STRUCT && kind != DXKI_T_ARRAY)
        return refuse(b, call, "the operand", aggregate, "a structure or array");
    if (index >= dxki_type_count(b->m, type))
        return out_of_range(b, call, "the index", index, "below the number of members");
    return dxki_type_element(b->m, type, index);
}

dxk_value dxk_builder_extract(dxk_builder *b, dxk_value aggregate, uint32_t index)
{
    const uint32_t extra[2] = {1, index};

    if (!are_values(b, "extract", &aggregate, 1))
        return DXK_NONE;
    dxki_inst inst = {.op = DXKI_OP_EXTRACTVALUE,
                      .type = member_type(b, "extract", aggregate, index)};
    return inst.type ? dxki_builder_add_inst(b, "extract", &inst, &aggregate, 1, extra, 2)
                     : DXK_NONE;
}

dxk_value dxk_builder_insert(dxk_builder *b, dxk_value aggregate, dxk_value member, uint32_t index)
{
    const dxk_value ops[2] = {aggregate, member};
    const uint32_t extra[2] = {1, index};

    if (!are_values(b, "insert", ops, 2))
        return DXK_NONE;
    dxki_type type = member_type(b, "insert", aggregate, index);
    dxki_inst inst = {.op = DXKI_OP_INSERTVALUE, .type = dxki_value_type(b->m, aggregate)};
    if (!type ||
        !dxki_builder_has_type(b, "insert", "the member", dxki_value_type(b->m, member), type))
        return DXK_NONE;
    return dxki_builder_add_inst(b, "insert", &inst, ops, 2, extra, 2);
}

static bool is_vector(dxk_builder *b, const char *call, dxk_value vector, dxk_value index)
{
    if (dxki_type_kind_of(b->m, dxki_value_type(b->m, vector)) != DXKI_T_VECTOR)
        return refuse(b, call, "the first operand", vector, "a vector");
    return dxki_type_is_int(b->m, dxki_value_type(b->m, index)) ||
           refuse(b, call, "the index", index, "an integer");
}

dxk_value dxk_builder_extract_element(dxk_builder *b, dxk_value vector, dxk_value index)
{
    const dxk_value ops[2] = {vector, index};

    if (!are_values(b, "extract_element", ops, 2) ||
        !is_vector(b, "extract_element", vector, index))
        return DXK_NONE;
    return add(b, "extract_element", DXKI_OP_EXTRACTELEMENT, scalar_of(b, vector), ops, 2);
}

dxk_value dxk_builder_insert_element(dxk_builder *b, dxk_value vector, dxk_value element,
                                     dxk_value index)
{
    const dxk_value ops[3] = {vector, element, index};

    if (!are_values(b, "insert_element", ops, 3) ||
        !is_vector(b, "insert_element", vector, index) ||
        !dxki_builder_has_type(b, "insert_element", "the element", dxki_value_type(b->m, element),
                               scalar_of(b, vector)))
        return DXK_NONE;
    return add(b, "insert_element", DXKI_OP_INSERTELEMENT, dxki_value_type(b->m, vector), ops, 3);
}

dxk_value dxk_builder_shuffle(dxk_builder *b, dxk_value first, dxk_value second, dxk_value mask)
{
    const dxk_value ops[3] = {first, second, mask};

    if (!are_values(b, "shuffle", ops, 3) || !same_types(b, "shuffle", first, second) ||
        !dxki_builder_is_const(b, "shuffle", mask))
        return DXK_NONE;
    dxki_type shape = dxki_value_type(b->m, mask);
    if (dxki_type_kind_of(b->m, dxki_value_type(b->m, first)) != DXKI_T_VECTOR)
        return refuse(b, "shuffle", "the first operand", first, "a vector");
    if (dxki_type_kind_of(b->m, shape) != DXKI_T_VECTOR || scalar_of(b, mask) != DXKI_TY_I32)
        return refuse(b, "shuffle", "the mask", mask, "a vector of i32");
    dxki_type type = shaped_like(b, shape, scalar_of(b, first));
    return add(b, "shuffle", DXKI_OP_SHUFFLEVECTOR, type, ops, 3);
}

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

dxk_value dxk_builder_alloca(dxk_builder *b, dxk_type type)
{
    if (!dxki_builder_ready(b) || !dxki_builder_is_type(b, "alloca", type))
        return DXK_NONE;
    if (!dxki_type_may_be_element(b->m, type))
        return DXKI_BFAIL(b, TYPE, dxki_builder_text("alloca"), dxki_builder_text("the variable"),
                          dxki_builder_type_text(b, type), dxki_builder_text("a type of values"));
    dxki_value one = dxki_const_int(b->m, DXKI_TY_I32, 1);
    dxki_inst inst = {.op = DXKI_OP_ALLOCA, .type = dxki_type_pointer(b->m, type, 0)};
    return one && inst.type ? dxki_builder_add_inst(b, "alloca", &inst, &one, 1, &type, 1)
                            : dxki_builder_nomem(b);
}

/* What a pointer points to, a type of values; 0: reported. */
static dxki_type target_of(dxk_builder *b, const char *call, dxk_value pointer)
{
    dxki_type target = dxki_type_pointee(b->m, dxki_value_type(b->m, pointer));

    return target && dxki_type_may_be_element(b->m, target)
               ? target
               : refuse(b, call, "the pointer", pointer, "a pointer to a value");
}

dxk_value dxk_builder_load(dxk_builder *b, dxk_value pointer)
{
    if (!are_values(b, "load", &pointer, 1))
        return DXK_NONE;
    dxki_type type = target_of(b, "load", pointer);
    return type ? add(b, "load", DXKI_OP_LOAD, type, &pointer, 1) : DXK_NONE;
}

void dxk_builder_store(dxk_builder *b, dxk_value value, dxk_value pointer)
{
    const dxk_value ops[2] = {value, pointer};

    if (!are_values(b, "store", ops, 2))
        return;
    dxki_type type = target_of(b, "store", pointer);
    if (type && dxki_builder_has_type(b, "store", "the value", dxki_value_type(b->m, value), type))
        add(b, "store", DXKI_OP_STORE, DXKI_TY_VOID, ops, 2);
}

/* The type that an index into `type` gives; 0: reported. */
static dxki_type step_into(dxk_builder *b, dxki_type type, dxk_value index)
{
    dxki_type_kind kind = dxki_type_kind_of(b->m, type);
    uint64_t number = 0;

    if (kind == DXKI_T_STRUCT &&
        (dxki_value_type(b->m, index) != DXKI_TY_I32 || !dxki_value_as_int(b->m, index, &number)))
        return DXKI_BFAIL(b, CONSTANT, dxki_builder_text("gep"),
                          dxki_builder_text("into a structure"));
    if (kind == DXKI_T_STRUCT && number >= dxki_type_count(b->m, type))
        return out_of_range(b, "gep", "the index", number, "below the number of members");
    if (kind != DXKI_T_STRUCT && kind != DXKI_T_ARRAY && kind != DXKI_T_VECTOR)
        return DXKI_BFAIL(b, TYPE, dxki_builder_text("gep"), dxki_builder_text("what is indexed"),
                          dxki_builder_type_text(b, type),
                          dxki_builder_text("a structure, array or vector"));
    if (kind == DXKI_T_ARRAY) /* also one that says it has no elements */
        return dxki_type_get(b->m, type)->a;
    return dxki_type_element(b->m, type, kind == DXKI_T_STRUCT ? number : 0);
}

dxk_value dxk_builder_gep(dxk_builder *b, dxk_value pointer, const dxk_value *indices, size_t count)
{
    dxk_value ops[16] = {pointer};
    bool known = true;

    if (!are_values(b, "gep", &pointer, 1) || !are_values(b, "gep", indices, count))
        return DXK_NONE;
    if (count == 0 || count >= DXKI_COUNT(ops))
        return out_of_range(b, "gep", "the number of indices", count, "1 to 15");
    dxki_type source = target_of(b, "gep", pointer), type = source;
    for (size_t i = 0; i < count && type; i++) {
        ops[i + 1] = indices[i];
        known = known && dxki_value_is_const(indices[i]);
        if (!dxki_type_is_int(b->m, dxki_value_type(b->m, indices[i])))
            return refuse(b, "gep", "an index", indices[i], "an integer");
        type = i ? step_into(b, type, indices[i]) : type;
    }
    if (!type)
        return DXK_NONE;
    if (known && dxki_value_is_const(pointer))
        return dxki_builder_made(b, dxki_fold_gep(b->m, source, true, ops, (uint32_t)count + 1));
    uint32_t space = dxki_type_get(b->m, dxki_value_type(b->m, pointer))->b;
    dxki_inst inst = {.op = DXKI_OP_GEP,
                      .flags = known ? DXKI_IF_INBOUNDS : 0,
                      .type = dxki_type_pointer(b->m, type, space)};
    return inst.type ? dxki_builder_add_inst(b, "gep", &inst, ops, (uint32_t)count + 1, &source, 1)
                     : dxki_builder_nomem(b);
}

dxk_value dxk_builder_atomic(dxk_builder *b, dxk_atomic op, dxk_value pointer, dxk_value value)
{
    const dxk_value ops[2] = {pointer, value};

    if (!are_values(b, "atomic", ops, 2))
        return DXK_NONE;
    dxki_type type = target_of(b, "atomic", pointer);
    if (!type ||
        !dxki_builder_has_type(b, "atomic", "the value", dxki_value_type(b->m, value), type))
        return DXK_NONE;
    if (!dxki_type_is_int(b->m, type))
        return refuse(b, "atomic", "the value", value, "an integer");
    if ((unsigned)op > DXK_ATOMIC_UMIN)
        return out_of_range(b, "atomic", "the operation", (unsigned)op, "one of dxk_atomic");
    dxki_inst inst = {.op = DXKI_OP_ATOMICRMW, .sub = ATOMIC_SUB((unsigned)op), .type = type};
    return dxki_builder_add_inst(b, "atomic", &inst, ops, 2, NULL, 0);
}

dxk_value dxk_builder_compare_exchange(dxk_builder *b, dxk_value pointer, dxk_value expected,
                                       dxk_value value)
{
    const dxk_value ops[3] = {pointer, expected, value};

    if (!are_values(b, "compare_exchange", ops, 3))
        return DXK_NONE;
    dxki_type type = target_of(b, "compare_exchange", pointer);
    if (!type ||
        !dxki_builder_has_type(b, "compare_exchange", "what is expected",
                               dxki_value_type(b->m, expected), type) ||
        !dxki_builder_has_type(b, "compare_exchange", "the value", dxki_value_type(b->m, value),
                               type))
        return DXK_NONE;
    if (!dxki_type_is_int(b->m, type))
        return refuse(b, "compare_exchange", "the value", value, "an integer");
    const dxki_type members[2] = {type, DXKI_TY_I1};
    dxki_inst inst = {.op = DXKI_OP_CMPXCHG,
                      .sub = SEQ_CST_BOTH,
                      .type = dxki_type_struct(b->m, members, 2, false)};
    return inst.type ? dxki_builder_add_inst(b, "compare_exchange", &inst, ops, 3, NULL, 0)
                     : dxki_builder_nomem(b);
}

/* ---------------------------------------------------------------------------------------- */
/* Control                                                                                    */

dxk_value dxki_builder_add_call(dxk_builder *b, const char *call, uint32_t global,
                                const dxki_value *args, uint32_t count)
{
    const dxki_global *f = &b->m->globals.items[global];
    dxki_value few[24], *ops = few;
    const uint32_t extra[2] = {f->value_type, 0};
    dxki_inst inst = {.op = DXKI_OP_CALL,
                      .type = dxki_type_list(b->m, f->value_type, &(uint32_t){0})[0]};

    if (count >= DXKI_COUNT(few) &&
        !(ops = dxki_arena_alloc(&b->arena, ((size_t)count + 1) * sizeof *ops)))
        return dxki_builder_nomem(b);
    if (count)
        memcpy(ops, args, count * sizeof *ops);
    ops[count] = DXKI_VALUE(DXKI_V_GLOBAL, global);
    return dxki_builder_add_inst(b, call, &inst, ops, count + 1, extra, 2);
}

dxk_value dxk_builder_call(dxk_builder *b, dxk_value function, const dxk_value *args, size_t count)
{
    uint32_t params;

    if (!dxki_builder_ready(b) || !dxki_builder_is_function(b, "call", function) ||
        !are_values(b, "call", args, count))
        return DXK_NONE;
    dxki_type type = b->m->globals.items[DXKI_INDEX(function)].value_type;
    dxki_type_list(b->m, type, &params);
    if (count != params - 1)
        return DXKI_BFAIL(b, COUNT, dxki_builder_text("call"), dxki_dec(count),
                          dxki_dec(params - 1));
    for (size_t i = 0; i < count; i++)
        if (!dxki_builder_has_type(b, "call", "an operand", dxki_value_type(b->m, args[i]),
                                   dxki_type_list(b->m, type, &params)[i + 1]))
            return DXK_NONE;
    return dxki_builder_add_call(b, "call", DXKI_INDEX(function), args, (uint32_t)count);
}

void dxk_builder_ret(dxk_builder *b, dxk_value value)
{
    uint32_t function = dxki_builder_ready(b) ? dxki_builder_function(b) : 0, count;

    if (!dxki_builder_ready(b) || (value && !dxki_builder_is_value(b, "ret", value)))
        return;
    if (function && !dxki_builder_has_type(
                        b, "ret", "the value", value ? dxki_value_type(b->m, value) : DXKI_TY_VOID,
                        dxki_type_list(b->m, b->m->globals.items[function].value_type, &count)[0]))
        return;
    add(b, "ret", DXKI_OP_RET, DXKI_TY_VOID, &value, value ? 1 : 0);
}

void dxk_builder_br(dxk_builder *b, dxk_block to)
{
    if (dxki_builder_ready(b) && dxki_builder_is_block(b, "br", to))
        add(b, "br", DXKI_OP_BR, DXKI_TY_VOID, &to, 1);
}

void dxk_builder_cond_br(dxk_builder *b, dxk_value condition, dxk_block yes, dxk_block no)
{
    const dxk_value ops[3] = {condition, no, yes};

    if (are_values(b, "cond_br", ops, 1) && dxki_builder_is_block(b, "cond_br", yes) &&
        dxki_builder_is_block(b, "cond_br", no) &&
        dxki_builder_has_type(b, "cond_br", "the condition", dxki_value_type(b->m, condition),
                              DXKI_TY_I1))
        add(b, "cond_br", DXKI_OP_BR, DXKI_TY_VOID, ops, 3);
}

void dxk_builder_unreachable(dxk_builder *b)
{
    if (dxki_builder_ready(b))
        add(b, "unreachable", DXKI_OP_UNREACHABLE, DXKI_TY_VOID, NULL, 0);
}

void dxk_builder_switch(dxk_builder *b, dxk_value value, dxk_block other, const dxk_value *values,
                        const dxk_block *blocks, size_t count)
{
    if (!are_values(b, "switch", &value, 1) || !dxki_builder_is_block(b, "switch", other))
        return;
    if (!dxki_type_is_int(b->m, dxki_value_type(b->m, value))) {
        refuse(b, "switch", "the value", value, "an integer");
        return;
    }
    if (count > UINT16_MAX) {
        out_of_range(b, "switch", "the number of cases", count, "at most 65535");
        return;
    }
    dxk_value *ops = dxki_arena_alloc(&b->arena, (2 * count + 2) * sizeof *ops);
    if (!ops) {
        dxki_builder_nomem(b);
        return;
    }
    ops[0] = value;
    ops[1] = other;
    for (size_t i = 0; i < count; i++) {
        if (!dxki_builder_is_const(b, "switch", values[i]) ||
            !dxki_builder_is_block(b, "switch", blocks[i]) ||
            !dxki_builder_has_type(b, "switch", "a case", dxki_value_type(b->m, values[i]),
                                   dxki_value_type(b->m, value)))
            return;
        ops[2 * i + 2] = values[i];
        ops[2 * i + 3] = blocks[i];
    }
    add(b, "switch", DXKI_OP_SWITCH, DXKI_TY_VOID, ops, (uint32_t)(2 * count + 2));
}

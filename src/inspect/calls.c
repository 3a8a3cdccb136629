/* SPDX-License-Identifier: MIT */
/*
 * calls.c - calls of llvm.dbg.value and llvm.dbg.declare, and where the values that they name are.
 * Part of <dxk/inspect.h>.
 *
 * Where one variable of the source became several arrays in memory, as the members of a structure in
 * an array do, the reference says with !dx.dbg.varlayout where their elements belong: the bit of the
 * first, then pairs of a distance in bits and a count, outermost first.
 *
 * Source: LLVM 3.7, "Source Level Debugging"; DirectXShaderCompiler's metadata "dx.dbg.varlayout".
 */
#include "inspect/inspect.h"

#include "ir/access.h"
#include "spec/dwarf.h"

#define MOST_STEPS 4096u
#define MOST_DIMS  16u

/* What a call says, before it is looked at more closely. */
typedef struct call_of {
    dxki_value value; /* of the module with debug information */
    dxki_md node, expression, inlined_at;
    bool is_declare;
    uint64_t offset, bits; /* of the variable; bits 0: all that the value has */
    bool is_known;         /* the expression is */
} call_of;

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

static const dxki_exec_home *home_of(const dxk_inspect *i, dxki_value own)
{
    if (DXKI_TAG(own) == DXKI_V_ARG)
        return i->p->args ? &i->p->args[DXKI_INDEX(own)] : NULL;
    return DXKI_TAG(own) == DXKI_V_INST && i->p->insts ? &i->p->insts[DXKI_INDEX(own)] : NULL;
}

/* Without for_debug a program knows of its values only where local variables are. */
static dxki_inspect_place locate_alloca(const dxk_inspect *i, dxki_value own)
{
    dxki_inspect_place place = {.from = DXKI_INSPECT_NOWHERE};
    uint32_t inst = dxki_value_as_inst(own);

    for (uint32_t n = 1; inst && n < i->p->objects.count; n++) {
        if (i->p->objects.items[n].inst != inst)
            continue;
        place.from = DXKI_INSPECT_ADDRESS;
        place.object = n;
    }
    return place;
}

dxki_inspect_place dxki_inspect_locate(const dxk_inspect *i, dxki_value own)
{
    dxki_inspect_place place = {.from = DXKI_INSPECT_NOWHERE};
    const dxki_exec_home *home = home_of(i, own);
    uint32_t row = 0;

    if (!i->p->insts)
        return locate_alloca(i, own);
    for (uint32_t n = 0; home && home->inside && n < MOST_STEPS; n++) {
        row += home->row;
        own = home->inside;
        home = home_of(i, own);
    }
    if (!home || home->inside)
        return place;
    uint32_t inst = dxki_value_as_inst(own);
    place.object = home->object < i->p->objects.count ? home->object : 0;
    place.from = DXKI_INSPECT_REGISTER;
    place.row = home->slot + row;
    bool is_alloca = inst && dxki_inst_get(i->p->m, inst)->op == DXKI_OP_ALLOCA;
    if (is_alloca || home->is_fixed) {
        place.from = place.object ? DXKI_INSPECT_ADDRESS : DXKI_INSPECT_NOWHERE;
        place.offset = home->is_fixed ? home->fixed : 0;
    }
    return place;
}

/* The same value in the program; 0: there is none. */
static dxki_value own_value(const dxk_inspect *i, uint32_t function, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);

    if (!i->own_inst)
        return value;
    if (DXKI_TAG(value) == DXKI_V_INST)
        return i->own_inst[index] ? DXKI_VALUE(DXKI_V_INST, i->own_inst[index]) : 0;
    const dxki_global *other = &i->d->globals.items[i->functions[function].other];
    const dxki_global *own = &i->p->m->globals.items[i->p->functions.items[function].global];
    if (DXKI_TAG(value) != DXKI_V_ARG || index < other->first_arg ||
        index - other->first_arg >= own->arg_count)
        return 0;
    return DXKI_VALUE(DXKI_V_ARG, index - other->first_arg + own->first_arg);
}

/* ---------------------------------------------------------------------------------------- */
/* llvm.dbg.value                                                                             */

static bool is_signed(const dxk_inspect *i, dxk_inspect_type type)
{
    dxk_inspect_type_info info;

    return dxk_inspect_type_get(i, type, &info) && info.kind == DXK_INSPECT_NUMBER &&
           info.number == DXK_INSPECT_SIGNED;
}

static uint32_t bits_of_elem(dxki_exec_elem elem)
{
    static const uint8_t bits[DXKI_EXEC_ELEMS] = {
        [DXKI_EXEC_I1] = 1,   [DXKI_EXEC_I8] = 8,   [DXKI_EXEC_I16] = 16, [DXKI_EXEC_I32] = 32,
        [DXKI_EXEC_I64] = 64, [DXKI_EXEC_F16] = 16, [DXKI_EXEC_F32] = 32, [DXKI_EXEC_F64] = 64};

    return bits[elem];
}

/* Bits of the variable that a number fills: its own; those that the call speaks of, or the whole of a
 * variable that is one number, if they are more. */
static uint32_t bits_filled(const dxk_inspect *i, const call_of *call, const dxki_inspect_var *v,
                            uint32_t own)
{
    dxk_inspect_type_info info;
    bool number = dxk_inspect_type_get(i, v->type, &info) && info.kind == DXK_INSPECT_NUMBER;
    uint64_t wanted = call->bits ? call->bits : number ? info.bits : own;

    return wanted >= own && wanted <= 64 ? (uint32_t)wanted : own;
}

static bool push_move(dxk_inspect *i, const call_of *call, uint32_t variable,
                      dxki_inspect_move move)
{
    const dxki_inspect_var *v = &i->vars.items[variable];

    if (call->offset + move.offset > UINT32_MAX - 64)
        return true;
    move.variable = variable;
    move.offset += (uint32_t)call->offset;
    move.extends = is_signed(i, v->type);
    return dxki_vec_push(i->ctx, &i->moves, move);
}

/* What the variable held there is not known any more. */
static bool forget(dxk_inspect *i, const call_of *call, uint32_t variable)
{
    uint64_t left = call->bits ? call->bits : i->vars.items[variable].bits;
    dxki_inspect_move move = {.from = DXKI_INSPECT_NOWHERE};

    if (left > DXKI_INSPECT_MOST_BITS)
        left = DXKI_INSPECT_MOST_BITS;
    for (; left; left -= move.bits, move.offset += move.bits) {
        move.bits = (uint8_t)(left < 64 ? left : 64);
        if (!push_move(i, call, variable, move))
            return false;
    }
    return true;
}

/* Constants of more than one number are rare enough to be unknown. */
static bool move_constant(dxk_inspect *i, const call_of *call, uint32_t variable)
{
    const dxki_const *c = dxki_const_get(i->d, call->value);
    dxki_type type = dxki_value_type(i->d, call->value);
    uint32_t bits = dxki_type_bits(i->d, type);
    bool zero = c && c->kind == DXKI_C_NULL;

    if (!c || (c->kind != DXKI_C_INT && c->kind != DXKI_C_FLOAT && !zero) || !bits || bits > 64)
        return forget(i, call, variable);
    dxki_inspect_move move = {.from = DXKI_INSPECT_CONSTANT,
                              .value = zero ? 0 : dxki_const_bits(c)};
    move.elem = type == DXKI_TY_HALF ? DXKI_EXEC_F16
                : bits == 1          ? DXKI_EXEC_I1
                : bits == 8          ? DXKI_EXEC_I8
                : bits == 16         ? DXKI_EXEC_I16
                : bits == 32         ? DXKI_EXEC_I32
                                     : DXKI_EXEC_I64;
    move.bits = (uint8_t)bits_filled(i, call, &i->vars.items[variable], bits);
    return push_move(i, call, variable, move);
}

static bool move_numbers(dxk_inspect *i, const call_of *call, uint32_t variable, dxki_value own)
{
    dxki_inspect_place place = dxki_inspect_locate(i, own);
    dxki_type type = own ? dxki_value_type(i->p->m, own) : 0;
    dxki_exec_shape shape =
        own ? dxki_exec_shape_of(&i->shapes, type) : (dxki_exec_shape){DXKI_EXEC_NONE, 0, 0, false};
    uint32_t bits = bits_of_elem(shape.elem), rows = dxki_exec_elem_rows(shape.elem);

    if (place.from != DXKI_INSPECT_REGISTER || !bits)
        return forget(i, call, variable);
    for (uint32_t n = 0; n < shape.count && n < DXKI_INSPECT_MOST_NUMBERS; n++) {
        dxki_inspect_move move = {.from = DXKI_INSPECT_REGISTER,
                                  .elem = (uint8_t)shape.elem,
                                  .row = place.row + n * rows,
                                  .offset = n * bits};
        move.bits =
            (uint8_t)(shape.count > 1 ? bits
                                      : bits_filled(i, call, &i->vars.items[variable], bits));
        if (!push_move(i, call, variable, move))
            return false;
    }
    return true;
}

static bool read_value(dxk_inspect *i, const call_of *call, uint32_t variable, uint32_t function)
{
    if (!call->is_known)
        return forget(i, call, variable);
    if (dxki_value_is_const(call->value))
        return move_constant(i, call, variable);
    return move_numbers(i, call, variable, own_value(i, function, call->value));
}

/* ---------------------------------------------------------------------------------------- */
/* llvm.dbg.declare                                                                           */

/* The numbers of !dx.dbg.varlayout; *count 0: the call has none. */
static void read_strides(const dxk_inspect *i, uint32_t inst, uint64_t *numbers, uint32_t *count)
{
    uint32_t attached, ops;
    const dxki_attachment *list = dxki_inst_attachments(i->d, inst, &attached);

    *count = 0;
    for (uint32_t n = 0; n < attached; n++) {
        if (list[n].kind >= i->d->md_kinds.count ||
            !dxki_str_is(dxki_string_get(i->d, i->d->md_kinds.items[list[n].kind]),
                         "dx.dbg.varlayout"))
            continue;
        const dxki_md *nodes = dxki_md_ops(i->d, list[n].node, &ops);
        if (ops > 1 + 2 * MOST_DIMS || ops % 2 == 0)
            return;
        for (uint32_t o = 0; o < ops; o++)
            if (!dxki_md_as_int(i->d, nodes[o], &numbers[o]))
                return;
        *count = ops;
        return;
    }
}

static dxki_inspect_place declared_place(const dxk_inspect *i, const call_of *call,
                                         uint32_t function, dxki_type *memory)
{
    dxki_inspect_place nowhere = {.from = DXKI_INSPECT_NOWHERE};
    dxki_value own = dxki_value_is_const(call->value) ? 0 : own_value(i, function, call->value);

    *memory = own ? dxki_type_pointee(i->p->m, dxki_value_type(i->p->m, own)) : 0;
    return *memory ? dxki_inspect_locate(i, own) : nowhere;
}

static bool read_declare(dxk_inspect *i, const call_of *call, uint32_t variable, uint32_t function,
                         uint32_t inst)
{
    uint64_t numbers[1 + 2 * MOST_DIMS];
    uint32_t count;
    dxki_type memory;
    dxki_inspect_var *v = &i->vars.items[variable];
    dxki_inspect_declare declare = {.variable = variable,
                                    .next = v->declare,
                                    .offset = call->offset,
                                    .bits = call->bits ? call->bits : v->bits,
                                    .where = declared_place(i, call, function, &memory)};
    dxki_inspect_part part = {call->offset, call->bits, NULL, 0};

    read_strides(i, inst, numbers, &count);
    if (count) {
        part.offset = declare.offset = numbers[0];
        part.strides = numbers + 1;
        part.dims = count / 2;
        declare.bits = v->bits > declare.offset ? v->bits - declare.offset : 0;
    }
    if (declare.where.from == DXKI_INSPECT_NOWHERE || !call->is_known)
        return true;
    if (!dxki_inspect_lay_out(i, v->type, part, memory, &declare.layout) ||
        !dxki_vec_push(i->ctx, &i->declares, declare))
        return false;
    i->vars.items[variable].declare = (uint32_t)i->declares.count;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* Only a part of the variable, and only its own value, is known to be meant. */
static void read_expression(const dxk_inspect *i, call_of *call)
{
    uint32_t count;
    const uint64_t *words = dxki_md_nums(i->d, call->expression, &count);

    call->is_known = count == 0;
    if (count != 3 || words[0] != DXKI_DW_OP_BIT_PIECE)
        return;
    call->offset += words[1];
    call->bits = words[2];
    call->is_known = words[1] <= UINT32_MAX && words[2] <= UINT32_MAX && words[2];
}

static dxki_md operand_md(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_METADATA ? DXKI_INDEX(value) : 0;
}

/* False: it is none that is understood. */
static bool read_operands(const dxk_inspect *i, uint32_t inst, call_of *call)
{
    const dxk_module *d = i->d;
    const dxki_inst *in = dxki_inst_get(d, inst);
    const dxki_value *ops = dxki_inst_ops(d, inst);
    dxk_str name = dxki_string_get(d, d->globals.items[DXKI_INDEX(dxki_call_callee(d, in))].name);
    uint32_t count = dxki_call_arg_count(in), at = 1;
    dxki_md location = dxki_inst_dbg(d, inst);

    memset(call, 0, sizeof *call);
    call->is_declare = dxki_str_is(name, "llvm.dbg.declare");
    if (!call->is_declare && !dxki_str_is(name, "llvm.dbg.value"))
        return false;
    if (count != (call->is_declare ? 3u : 4u))
        return false;
    if (!call->is_declare) {
        if (!dxki_value_as_int(d, ops[1], &call->offset) || call->offset > UINT32_MAX / 8)
            return false;
        call->offset *= 8;
        at = 2;
    }
    call->value = dxki_md_value(d, operand_md(ops[0]));
    call->node = operand_md(ops[at]);
    call->expression = operand_md(ops[at + 1]);
    if (!call->node || dxki_md_get(d, call->node)->kind != DXKI_M_LOCAL_VAR || !call->expression ||
        dxki_md_get(d, call->expression)->kind != DXKI_M_EXPRESSION)
        return false;
    if (location && dxki_md_get(d, location)->kind == DXKI_M_LOCATION)
        call->inlined_at = dxki_md_op(d, location, DXKI_DI_LOCATION_INLINED_AT);
    read_expression(i, call);
    return true;
}

/* The pointer that an argument of the source is given by, as `inout` ones are; 0: it is none. */
static dxki_value pointer_of(const dxk_inspect *i, uint32_t function, const call_of *call)
{
    const dxki_global *g = &i->d->globals.items[i->functions[function].other];
    uint64_t number = dxki_md_num(i->d, call->node, DXKI_DI_LOCAL_VAR_ARG);

    if (call->is_declare || call->inlined_at || !number || number > g->arg_count)
        return 0;
    uint32_t arg = g->first_arg + (uint32_t)number - 1;
    return dxki_type_pointee(i->d, i->d->args.items[arg].type) ? DXKI_VALUE(DXKI_V_ARG, arg) : 0;
}

static bool read_call(dxk_inspect *i, uint32_t inst, uint32_t function)
{
    call_of call;
    dxki_inspect_call done = {0};

    if (!read_operands(i, inst, &call) || pointer_of(i, function, &call))
        return true;
    uint32_t variable = dxki_inspect_var_at(i, call.node, call.inlined_at, function);
    if (variable == DXKI_INSPECT_NONE)
        return false;
    size_t declares = i->declares.count;
    done.first = (uint32_t)(call.is_declare ? declares : i->moves.count);
    if (call.is_declare ? !read_declare(i, &call, variable, function, inst)
                        : !read_value(i, &call, variable, function))
        return false;
    if (call.is_declare && declares == i->declares.count)
        return true;
    done.is_declare = call.is_declare;
    done.count = (uint32_t)(call.is_declare ? 1 : i->moves.count - done.first);
    done.variable = variable;
    for (uint32_t n = 0; !done.is_declare && n < done.count; n++)
        done.bits += i->moves.items[done.first + n].bits;
    done.offset = call.offset;
    return dxki_vec_push(i->ctx, &i->calls, done);
}

/* The reference has a call of llvm.dbg.value for each number that is stored through such a pointer,
 * which does not say where. What the pointer points to is known all the time. */
static bool read_pointer(dxk_inspect *i, uint32_t inst, uint32_t function)
{
    call_of call;

    if (!read_operands(i, inst, &call) || !(call.value = pointer_of(i, function, &call)))
        return true;
    uint32_t variable = dxki_inspect_var_at(i, call.node, call.inlined_at, function);
    if (variable == DXKI_INSPECT_NONE)
        return false;
    dxki_inspect_call done = {
        .is_declare = true, .first = (uint32_t)i->declares.count, .count = 1, .variable = variable};
    call.is_known = true;
    call.offset = call.bits = 0;
    if (i->vars.items[variable].declare)
        return true;
    if (!read_declare(i, &call, variable, function, inst))
        return false;
    return done.first == i->declares.count || dxki_vec_push(i->ctx, &i->calls, done);
}

static bool read_pointers(dxk_inspect *i, uint32_t function)
{
    DXKI_EACH_BLOCK(i->d, i->functions[function].other, block) {
        DXKI_EACH_INST(i->d, block, inst) {
            if (dxki_inst_is_debug_call(i->d, dxki_inst_get(i->d, inst)) &&
                !read_pointer(i, inst, function))
                return false;
        }
    }
    return true;
}

static void end_function(dxk_inspect *i, dxki_inspect_function *f)
{
    f->var_count = (uint32_t)i->vars.count - f->first_var;
    f->declare_count = (uint32_t)i->declares.count - f->first_declare;
}

bool dxki_inspect_read_calls(dxk_inspect *i, uint32_t function)
{
    dxki_inspect_function *f = &i->functions[function];
    uint32_t first = (uint32_t)i->calls.count;

    f->first_var = (uint32_t)i->vars.count;
    f->first_declare = (uint32_t)i->declares.count;
    if (!f->other) {
        end_function(i, f);
        return true;
    }
    if (!read_pointers(i, function))
        return false;
    DXKI_EACH_BLOCK(i->d, f->other, block) {
        DXKI_EACH_INST(i->d, block, inst) {
            if (dxki_inst_is_debug_call(i->d, dxki_inst_get(i->d, inst))) {
                if (!read_call(i, inst, function))
                    return false;
                continue;
            }
            uint32_t own = i->own_inst ? i->own_inst[inst] : inst;
            i->calls_before[own] = (dxki_inspect_span){first, (uint32_t)i->calls.count - first};
            first = (uint32_t)i->calls.count;
        }
    }
    end_function(i, f);
    return true;
}

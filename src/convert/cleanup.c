/* SPDX-License-Identifier: MIT */
/* cleanup.c - see cleanup.h. */
#include "convert/cleanup.h"

#include "base/out.h"
#include "dxil/op.h"
#include "dxk/builder.h"

#include <string.h>

#define ALIGN_4 3u /* as an alloca has it */

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* A component of a register in one function. */
typedef struct cell {
    uint32_t reals, integers; /* accesses */
    dxki_value variable;
    dxki_type type;
} cell;

typedef struct cells {
    dxk_module *m;
    dxki_dxil_ops ops;
    DXKI_VEC(cell) items; /* by number */
} cells;

/* A call that reads or writes a register. */
typedef struct access {
    uint32_t number;
    dxki_value value; /* that is written; 0: it reads */
    dxki_type type;
} access;

static bool access_of(const dxk_module *m, uint32_t inst, access *a)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    uint64_t opcode, number;

    if (!dxki_call_opcode(m, in, &opcode) || opcode > DXK_OP_TempRegStore ||
        !dxki_value_as_int(m, ops[1], &number))
        return false;
    a->number = (uint32_t)number;
    a->value = opcode == DXK_OP_TempRegStore ? ops[2] : 0;
    a->type = a->value ? dxki_value_type(m, a->value) : in->type;
    return true;
}

static bool count_access(cells *s, const access *a)
{
    while (s->items.count <= a->number)
        if (!dxki_vec_push(s->m->ctx, &s->items, ((cell){.reals = 0})))
            return false;
    cell *it = &s->items.items[a->number];
    it->reals += a->type == DXKI_TY_FLOAT;
    it->integers += a->type != DXKI_TY_FLOAT;
    return true;
}

/* "dx.v32.r5" */
static dxki_string cell_name(dxk_module *m, uint32_t number)
{
    char name[40] = "dx.v32.r", digits[24], *end = digits + sizeof digits - 1;

    *end = 0;
    strcat(name, dxki_format_u64(end, number));
    return dxki_string_intern(m, dxki_str(name));
}

static bool make_variable(cells *s, uint32_t fn, uint32_t number)
{
    dxk_module *m = s->m;
    cell *it = &s->items.items[number];
    uint32_t entry = m->globals.items[fn].first_block;

    if (!it->reals && !it->integers)
        return true;
    it->type = it->reals >= it->integers ? DXKI_TY_FLOAT : DXKI_TY_I32;
    dxki_value one = dxki_const_int(m, DXKI_TY_I32, 1);
    dxki_inst inst = {.op = DXKI_OP_ALLOCA,
                      .type = dxki_type_pointer(m, it->type, 0),
                      .op_count = 1,
                      .sub = ALIGN_4};
    dxki_place at = {entry, m->blocks.items[entry].first_inst};
    uint32_t made = one && inst.type ? dxki_inst_insert(m, at, &inst, &one, &it->type, 1) : 0;
    dxki_string name = cell_name(m, number);
    it->variable = DXKI_VALUE(DXKI_V_INST, made);
    return made && name != UINT32_MAX && dxki_value_set_name(m, it->variable, name);
}

static dxki_value add_inst(dxk_module *m, dxki_place at, dxki_op op, dxki_type type,
                           const dxki_value *ops, uint32_t count)
{
    dxki_inst inst = {.op = (uint8_t)op, .type = type, .op_count = count};
    uint32_t made = type ? dxki_inst_insert(m, at, &inst, ops, NULL, 0) : 0;

    return made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* A cast, whose operation is declared from now on; see dxki_convert_call_casts(). */
static dxki_value cast_to(cells *s, dxki_place at, dxki_value value, dxki_type type)
{
    const dxki_dxil_overloads none = {{0}};
    dxk_op op = type == DXKI_TY_FLOAT ? DXK_OP_BitcastI32toF32 : DXK_OP_BitcastF32toI32;

    if (dxki_value_type(s->m, value) == type)
        return value;
    return dxki_dxil_ops_function(&s->ops, dxki_dxop_find(op), &none)
               ? add_inst(s->m, at, DXKI_OP_BITCAST, type, &value, 1)
               : 0;
}

/* A load or a store in the place of an access. */
static bool replace_access(cells *s, uint32_t inst, const access *a)
{
    dxk_module *m = s->m;
    const cell *it = &s->items.items[a->number];
    dxki_place at = dxki_place_before(m, inst);

    if (a->value) {
        dxki_value ops[2] = {cast_to(s, at, a->value, it->type), it->variable};
        return ops[0] && add_inst(m, at, DXKI_OP_STORE, DXKI_TY_VOID, ops, 2) &&
               dxki_inst_remove(m, inst);
    }
    dxki_value loaded = add_inst(m, at, DXKI_OP_LOAD, it->type, &it->variable, 1);
    dxki_value value = loaded ? cast_to(s, at, loaded, a->type) : 0;
    return value && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), value) &&
           dxki_inst_remove(m, inst);
}

static bool place_in(cells *s, uint32_t fn)
{
    dxk_module *m = s->m;
    access a;

    s->items.count = 0;
    DXKI_EACH_BLOCK(m, fn, block)
        DXKI_EACH_INST(m, block, inst)
            if (access_of(m, inst, &a) && !count_access(s, &a))
                return false;
    for (uint32_t i = (uint32_t)s->items.count; i-- > 0;) /* each is put before those after it */
        if (!make_variable(s, fn, i))
            return false;
    DXKI_EACH_BLOCK(m, fn, block) {
        for (uint32_t inst = m->blocks.items[block].first_inst, next; inst; inst = next) {
            next = dxki_inst_get(m, inst)->next;
            if (access_of(m, inst, &a) && !replace_access(s, inst, &a))
                return false;
        }
    }
    return true;
}

bool dxki_convert_place_registers(dxk_module *m)
{
    cells s = {.m = m};
    size_t functions = m->functions.count; /* others are made */

    if (!dxki_dxil_ops_init(&s.ops, m, false))
        return false;
    bool good = dxki_tracked_begin(m);
    for (size_t i = 0; i < functions && good; i++)
        if (m->globals.items[m->functions.items[i]].first_block)
            good = place_in(&s, m->functions.items[i]);
    dxki_dxil_ops_free(&s.ops);
    dxki_vec_free(m->ctx, &s.items);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Patterns                                                                                   */

static const dxki_inst *made_by(const dxk_module *m, dxki_value value, dxki_op op)
{
    uint32_t inst = dxki_value_as_inst(value);

    return inst && dxki_inst_get(m, inst)->op == op ? dxki_inst_get(m, inst) : NULL;
}

static dxki_value first_op(const dxk_module *m, const dxki_inst *in)
{
    return m->words.items[in->ops];
}

/* What `icmp ne (sext i1 x), 0` asks: x; 0: it is not that. */
static dxki_value asked_truth(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    uint64_t number;

    if (in->op != DXKI_OP_ICMP || in->sub != DXK_COMPARE_NE ||
        !dxki_value_as_int(m, ops[1], &number) || number != 0)
        return 0;
    const dxki_inst *mask = made_by(m, ops[0], DXKI_OP_SEXT);
    dxki_value source = mask ? first_op(m, mask) : 0;
    return source && dxki_value_type(m, source) == DXKI_TY_I1 ? source : 0;
}

/* What a cast of a cast is; 0: it is no such thing. */
static dxki_value uncast(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_inst *inner =
        in->op == DXKI_OP_BITCAST ? made_by(m, first_op(m, in), DXKI_OP_BITCAST) : NULL;
    dxki_value source = inner ? first_op(m, inner) : 0;

    return source && dxki_value_type(m, source) == in->type ? source : 0;
}

/* The double whose two parts are put together again; 0: they are not. */
static dxki_value rejoined(const dxk_module *m, uint32_t inst)
{
    uint64_t opcode;
    const dxki_value *ops = dxki_inst_ops(m, inst);
    dxki_value whole[2];

    if (!dxki_call_opcode(m, dxki_inst_get(m, inst), &opcode) || opcode != DXK_OP_MakeDouble)
        return 0;
    for (uint32_t i = 0; i < 2; i++) {
        const dxki_inst *part = made_by(m, ops[1 + i], DXKI_OP_EXTRACTVALUE);
        if (!part || m->words.items[part->ops + part->op_count + 1] != i)
            return 0;
        whole[i] = first_op(m, part);
    }
    uint32_t split = whole[0] == whole[1] ? dxki_value_as_inst(whole[0]) : 0;
    if (!split || !dxki_call_opcode(m, dxki_inst_get(m, split), &opcode) ||
        opcode != DXK_OP_SplitDouble)
        return 0;
    return dxki_inst_ops(m, split)[1];
}

bool dxki_convert_tidy(dxk_module *m)
{
    if (!dxki_tracked_begin(m))
        return false;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                dxki_value with = asked_truth(m, inst);
                with = with ? with : uncast(m, inst);
                with = with ? with : rejoined(m, inst);
                if (with && !dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), with))
                    return false;
            }
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Arrays                                                                                     */

/* Is an alloca an array of reals? */
static bool is_array(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);

    return in->op == DXKI_OP_ALLOCA &&
           dxki_type_element(m, dxki_type_pointee(m, in->type), 0) == DXKI_TY_FLOAT;
}

/* What a load or a store of an element is used as: adds to counts[1] for an integer. */
static void count_element(const dxk_module *m, uint32_t user, uint32_t counts[2])
{
    const dxki_inst *in = dxki_inst_get(m, user);

    if (in->op == DXKI_OP_STORE) {
        counts[made_by(m, first_op(m, in), DXKI_OP_BITCAST) != NULL]++;
        return;
    }
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, user), use)
        counts[dxki_inst_get(m, dxki_tracked_user(m, use))->op == DXKI_OP_BITCAST]++;
}

/* A load of an integer, or a store of one, in the place of one of a real. */
static bool retype_access(dxk_module *m, uint32_t user, dxki_value address)
{
    const dxki_inst *in = dxki_inst_get(m, user);
    dxki_place at = dxki_place_before(m, user);

    if (in->op == DXKI_OP_STORE) {
        dxki_value real = first_op(m, in);
        dxki_value ops[2] = {add_inst(m, at, DXKI_OP_BITCAST, DXKI_TY_I32, &real, 1), address};
        return ops[0] && add_inst(m, at, DXKI_OP_STORE, DXKI_TY_VOID, ops, 2) &&
               dxki_inst_remove(m, user);
    }
    dxki_value loaded = add_inst(m, at, DXKI_OP_LOAD, DXKI_TY_I32, &address, 1);
    dxki_value real = loaded ? add_inst(m, at, DXKI_OP_BITCAST, DXKI_TY_FLOAT, &loaded, 1) : 0;
    return real && dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, user), real) &&
           dxki_inst_remove(m, user);
}

/* The address of an element in an array of the other type. */
static bool retype_address(dxk_module *m, uint32_t gep, uint32_t array, dxki_type type)
{
    const dxki_value ops[3] = {DXKI_VALUE(DXKI_V_INST, array), dxki_inst_ops(m, gep)[1],
                               dxki_inst_ops(m, gep)[2]};
    dxki_inst inst = {
        .op = DXKI_OP_GEP, .type = dxki_type_pointer(m, DXKI_TY_I32, 0), .op_count = 3};
    uint32_t made =
        inst.type ? dxki_inst_insert(m, dxki_place_before(m, gep), &inst, ops, &type, 1) : 0;

    if (!made)
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, gep), use)
        if (!retype_access(m, dxki_tracked_user(m, use), DXKI_VALUE(DXKI_V_INST, made)))
            return false;
    return dxki_inst_remove(m, gep);
}

/* The name of an array of the other type has a number after it, which counts them in a function. */
static bool rename_array(dxk_module *m, uint32_t to, uint32_t from, uint32_t number)
{
    dxki_string name = dxki_value_name(m, DXKI_VALUE(DXKI_V_INST, from));
    dxk_str text = name ? dxki_string_get(m, name) : dxki_str("");
    char longer[64], digits[24], *end = digits + sizeof digits;
    const char *more = dxki_format_u64(end, number);
    size_t size = (size_t)(end - more);

    if (!name || text.size + size > sizeof longer)
        return true;
    memcpy(longer, text.data, text.size);
    memcpy(longer + text.size, more, size);
    name = dxki_string_intern(m, (dxk_str){longer, text.size + size});
    return name != UINT32_MAX && dxki_value_set_name(m, DXKI_VALUE(DXKI_V_INST, to), name);
}

static bool retype_array(dxk_module *m, uint32_t array, uint32_t number)
{
    uint64_t count = dxki_type_count(m, dxki_type_pointee(m, dxki_inst_get(m, array)->type));
    dxki_type type = dxki_type_array(m, DXKI_TY_I32, count);
    dxki_inst inst = {.op = DXKI_OP_ALLOCA,
                      .type = type ? dxki_type_pointer(m, type, 0) : 0,
                      .op_count = 1,
                      .sub = ALIGN_4};
    dxki_value one = dxki_inst_ops(m, array)[0];
    uint32_t made =
        inst.type ? dxki_inst_insert(m, dxki_place_before(m, array), &inst, &one, &type, 1) : 0;

    if (!made || !rename_array(m, made, array, number))
        return false;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, array), use)
        if (!retype_address(m, dxki_tracked_user(m, use), made, type))
            return false;
    return dxki_inst_remove(m, array);
}

static bool type_array(dxk_module *m, uint32_t array, uint32_t *retyped)
{
    uint32_t counts[2] = {0, 0};

    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, array), use) {
        uint32_t gep = dxki_tracked_user(m, use);
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, gep), element)
            count_element(m, dxki_tracked_user(m, element), counts);
    }
    return counts[1] <= counts[0] || retype_array(m, array, ++*retyped);
}

/* The arrays of a function stand in front of all. */
static bool type_arrays_of(dxk_module *m, uint32_t entry)
{
    uint32_t first = m->blocks.items[entry].first_inst, retyped = 0;

    for (uint32_t inst = first, next; inst; inst = next) {
        next = dxki_inst_get(m, inst)->next;
        if (!is_array(m, inst))
            continue;
        if (inst == first)
            first = next;
        else if (!dxki_inst_move(m, inst, dxki_place_before(m, first)))
            return false;
        if (!type_array(m, inst, &retyped))
            return false;
    }
    return true;
}

bool dxki_convert_type_arrays(dxk_module *m)
{
    bool good = dxki_tracked_begin(m);

    DXKI_EACH_FUNCTION(m, fn)
        if (good && m->globals.items[fn].first_block)
            good = type_arrays_of(m, m->globals.items[fn].first_block);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Casts                                                                                      */

/* The operation of a cast; NULL: none. */
static const dxki_dxop_info *operation_of(const dxk_module *m, const dxki_inst *in)
{
    dxki_type from = dxki_value_type(m, first_op(m, in));

    if (in->op != DXKI_OP_BITCAST)
        return NULL;
    if (from == DXKI_TY_I32 && in->type == DXKI_TY_FLOAT)
        return dxki_dxop_find(DXK_OP_BitcastI32toF32);
    if (from == DXKI_TY_FLOAT && in->type == DXKI_TY_I32)
        return dxki_dxop_find(DXK_OP_BitcastF32toI32);
    return NULL;
}

static bool call_cast(dxk_module *m, dxki_dxil_ops *ops, uint32_t inst, const dxki_dxop_info *op)
{
    const dxki_dxil_overloads none = {{0}};
    uint32_t function = dxki_dxil_ops_function(ops, op, &none);
    dxki_value number = dxki_const_int(m, DXKI_TY_I32, op->opcode);

    if (!function || !number)
        return false;
    const dxki_value args[3] = {number, first_op(m, dxki_inst_get(m, inst)),
                                DXKI_VALUE(DXKI_V_GLOBAL, function)};
    const uint32_t extra[2] = {m->globals.items[function].value_type, 0};
    dxki_inst call = {.op = DXKI_OP_CALL, .type = dxki_inst_get(m, inst)->type, .op_count = 3};
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, inst), &call, args, extra, 2);
    return made &&
           dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), DXKI_VALUE(DXKI_V_INST, made)) &&
           dxki_inst_remove(m, inst);
}

static bool call_casts_in(dxk_module *m, dxki_dxil_ops *ops, uint32_t block)
{
    for (uint32_t inst = m->blocks.items[block].first_inst, next; inst; inst = next) {
        next = dxki_inst_get(m, inst)->next;
        const dxki_dxop_info *op = operation_of(m, dxki_inst_get(m, inst));
        if (op && !call_cast(m, ops, inst, op))
            return false;
    }
    return true;
}

bool dxki_convert_call_casts(dxk_module *m)
{
    dxki_dxil_ops ops;
    size_t functions = m->functions.count; /* others are made */

    if (!dxki_dxil_ops_init(&ops, m, false))
        return false;
    bool good = dxki_tracked_begin(m);
    for (size_t i = 0; i < functions && good; i++)
        DXKI_EACH_BLOCK(m, m->functions.items[i], block)
            good = good && call_casts_in(m, &ops, block);
    dxki_dxil_ops_free(&ops);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Details                                                                                    */

/* The order in which blocks are come to, depth first, where the first way of a branch is gone at
 * once and the others are taken from a stack: by block, from 1. */
typedef struct visit {
    dxk_module *m;
    dxki_arena arena;
    DXKI_VEC(uint32_t) stack;
    uint32_t *order;
    uint32_t next;
} visit;

/* Notes the ways out of a block; the one to go at once, 0: none. */
static bool look_ahead(visit *v, uint32_t block, uint32_t *ahead)
{
    uint32_t last = v->m->blocks.items[block].last_inst;
    const dxki_inst *in = dxki_inst_get(v->m, last);
    bool first = true;

    *ahead = 0;
    for (uint32_t k = 0; k < in->op_count; k++) {
        /* the two ways of a branch stand after each other in reverse order */
        uint32_t place = in->op == DXKI_OP_BR && in->op_count == 3 && k ? 3 - k : k;
        dxki_value op = dxki_inst_ops(v->m, last)[place];
        if (DXKI_TAG(op) != DXKI_V_BLOCK)
            continue;
        if (first)
            *ahead = DXKI_INDEX(op);
        else if (!dxki_vec_push(v->m->ctx, &v->stack, DXKI_INDEX(op)))
            return false;
        first = false;
    }
    return true;
}

static bool number_blocks(visit *v, uint32_t fn)
{
    v->stack.count = 0;
    if (!dxki_vec_push(v->m->ctx, &v->stack, v->m->globals.items[fn].first_block))
        return false;
    while (v->stack.count) {
        uint32_t block = v->stack.items[--v->stack.count];
        while (block && !v->order[block]) {
            v->order[block] = ++v->next;
            if (!look_ahead(v, block, &block))
                return false;
        }
    }
    return true;
}

static bool settle_inst(visit *v, uint32_t inst)
{
    dxki_inst *in = &v->m->insts.items[inst];
    bool changed;

    switch (in->op) {
    case DXKI_OP_PHI:
        return dxki_phi_sort(v->m, inst, v->order, &changed);
    case DXKI_OP_GEP:
        in->flags &= (uint8_t)~DXKI_IF_INBOUNDS;
        return true;
    case DXKI_OP_ALLOCA:
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
        in->sub = ALIGN_4;
        return true;
    default:
        return true;
    }
}

bool dxki_convert_settle_details(dxk_module *m)
{
    visit v = {.m = m};

    dxki_arena_init(&v.arena, m->ctx);
    v.order = DXKI_NEW_ARRAY(&v.arena, uint32_t, m->blocks.count);
    bool good = v.order && dxki_module_touch(m);
    for (size_t i = 0; i < m->functions.count && good; i++) {
        uint32_t fn = m->functions.items[i];
        if (!m->globals.items[fn].first_block)
            continue;
        good = number_blocks(&v, fn);
        DXKI_EACH_BLOCK(m, fn, block)
            DXKI_EACH_INST(m, block, inst)
                good = good && settle_inst(&v, inst);
    }
    dxki_vec_free(m->ctx, &v.stack);
    dxki_arena_free(&v.arena);
    return good;
}

/* SPDX-License-Identifier: MIT */
/* mem.c - see mem.h. */
#include "analysis/mem.h"

#include <string.h>

/* Address spaces of pointers. */
#define SHARED_SPACE  3u
#define DEFAULT_SPACE 0u

/* An instruction or a constant expression: what both have. */
typedef struct computation {
    dxki_op op; /* NONE: it is neither */
    const dxki_value *ops;
    uint32_t count;
} computation;

static computation computation_of(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (c && c->kind == DXKI_C_EXPR)
        return (computation){(dxki_op)c->opcode, dxki_const_words(m, c), c->b};
    if (DXKI_TAG(value) != DXKI_V_INST)
        return (computation){DXKI_OP_NONE, NULL, 0};
    const dxki_inst *in = dxki_inst_get(m, DXKI_INDEX(value));
    return (computation){(dxki_op)in->op, m->words.items + in->ops, in->op_count};
}

static bool is_step(dxki_op op)
{
    return op == DXKI_OP_GEP || op == DXKI_OP_BITCAST || op == DXKI_OP_ADDRSPACECAST;
}

/* In code that nothing leads to a computation may come from itself: after as many steps as there
 * are instructions it is taken as it is. */
dxki_value dxki_mem_base(const dxk_module *m, dxki_value pointer)
{
    for (size_t steps = 0; steps <= m->insts.count + m->consts.count; steps++) {
        computation c = computation_of(m, pointer);
        if (!is_step(c.op) || c.count == 0)
            break;
        pointer = c.ops[0];
    }
    return pointer;
}

uint32_t dxki_mem_alloca(const dxk_module *m, dxki_value pointer)
{
    uint32_t base = dxki_value_as_inst(dxki_mem_base(m, pointer));

    return base && dxki_inst_get(m, base)->op == DXKI_OP_ALLOCA ? base : 0;
}

bool dxki_mem_bases_begin(dxki_mem_bases *b, dxki_arena *arena, const dxk_module *m)
{
    b->m = m;
    b->count = m->insts.count;
    b->of = DXKI_NEW_ARRAY(arena, dxki_value, b->count);
    return b->of != NULL;
}

/* What an instruction computes a pointer from; 0: it does not. */
static dxki_value source_of(const dxk_module *m, dxki_value pointer)
{
    if (DXKI_TAG(pointer) != DXKI_V_INST)
        return 0;
    computation c = computation_of(m, pointer);
    return is_step(c.op) && c.count ? c.ops[0] : 0;
}

/* On the way each instruction stands for itself: a computation that comes from itself ends there. */
dxki_value dxki_mem_bases_find(dxki_mem_bases *b, dxki_value pointer)
{
    dxki_value base = pointer, from;
    while ((from = source_of(b->m, base)) != 0) {
        if (DXKI_INDEX(base) >= b->count) {
            base = dxki_mem_base(b->m, base);
            break;
        }
        dxki_value *known = &b->of[DXKI_INDEX(base)];
        if (*known) {
            base = *known;
            break;
        }
        *known = base;
        base = from;
    }
    for (dxki_value p = pointer; p != base && (from = source_of(b->m, p)) != 0; p = from) {
        if (DXKI_INDEX(p) >= b->count || b->of[DXKI_INDEX(p)] != p)
            break;
        b->of[DXKI_INDEX(p)] = base;
    }
    return base;
}

dxki_value dxki_mem_pointer(const dxk_module *m, const dxki_inst *inst)
{
    const dxki_value *ops = m->words.items + inst->ops;
    switch (inst->op) {
    case DXKI_OP_LOAD:
    case DXKI_OP_CMPXCHG:
    case DXKI_OP_ATOMICRMW:
        return ops[0];
    case DXKI_OP_STORE:
        return ops[1];
    default:
        return 0;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Kinds                                                                                      */

static bool is_variable(const dxk_module *m, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_GLOBAL &&
           m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_VARIABLE;
}

static bool is_alloca(const dxk_module *m, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_INST &&
           dxki_inst_get(m, DXKI_INDEX(value))->op == DXKI_OP_ALLOCA;
}

static uint32_t space_of(const dxk_module *m, dxki_value pointer)
{
    const dxki_type_entry *type = dxki_type_get(m, dxki_value_type(m, pointer));
    return type->kind == DXKI_T_POINTER ? type->b : DEFAULT_SPACE;
}

uint16_t dxki_mem_kinds(const dxk_module *m, dxki_value pointer)
{
    dxki_value base = dxki_mem_base(m, pointer);
    uint32_t space = space_of(m, base);
    if (is_alloca(m, base))
        return DXKI_MEM_LOCAL;
    if (is_variable(m, base)) {
        if (m->globals.items[DXKI_INDEX(base)].flags & DXKI_GF_CONSTANT)
            return DXKI_MEM_CONSTANT;
        return space == SHARED_SPACE    ? DXKI_MEM_SHARED
               : space == DEFAULT_SPACE ? DXKI_MEM_PRIVATE
                                        : DXKI_MEM_OTHER;
    }
    if (space == SHARED_SPACE)
        return DXKI_MEM_SHARED | DXKI_MEM_CONSTANT;
    if (space == DEFAULT_SPACE)
        return DXKI_MEM_LOCAL | DXKI_MEM_PRIVATE | DXKI_MEM_CONSTANT | DXKI_MEM_OTHER;
    return DXKI_MEM_ALL;
}

/* ---------------------------------------------------------------------------------------- */
/* Effects                                                                                    */

static const dxki_mem_effect anything = {DXKI_MEM_ALL, DXKI_MEM_ALL,
                                         DXKI_MEM_KEEP | DXKI_MEM_CONVERGE};

/* What is volatile or atomic keeps its place among its like. */
static dxki_mem_effect access_effect(const dxk_module *m, const dxki_inst *inst)
{
    uint16_t kinds = dxki_mem_kinds(m, dxki_mem_pointer(m, inst));
    dxki_mem_effect e = {0, 0, 0};
    e.reads = inst->op == DXKI_OP_STORE ? 0 : kinds;
    e.writes = inst->op == DXKI_OP_LOAD ? 0 : (uint16_t)(kinds & ~DXKI_MEM_CONSTANT);
    if (inst->flags & DXKI_IF_VOLATILE || DXKI_SUB_ORDER(inst->sub))
        e.flags = DXKI_MEM_KEEP;
    return e;
}

/* All that the pointers among the arguments may point to. */
static uint16_t kinds_of_arguments(const dxk_module *m, const dxki_inst *call)
{
    const dxki_value *ops = m->words.items + call->ops;
    uint16_t kinds = 0;
    for (uint32_t i = 0; i < dxki_call_arg_count(call); i++) {
        if (dxki_type_kind_of(m, dxki_value_type(m, ops[i])) == DXKI_T_POINTER)
            kinds |= dxki_mem_kinds(m, ops[i]);
    }
    return kinds;
}

/* Variables are reached through pointers only, except by what does all. */
dxki_mem_effect dxki_mem_effect_of_operation(const dxk_module *m, const dxki_inst *call,
                                             const dxki_dxop_info *op)
{
    const dxki_dxop_effect *row = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    dxki_mem_effect e = {row->reads, row->writes, 0};
    if (row->writes == DXKI_DXM_ALL)
        return anything;
    if ((row->reads | row->writes) & DXKI_DXM_POINTER) {
        uint16_t pointers = kinds_of_arguments(m, call);
        e.reads |= row->reads & DXKI_DXM_POINTER ? pointers : 0;
        e.writes |= row->writes & DXKI_DXM_POINTER ? (uint16_t)(pointers & ~DXKI_MEM_CONSTANT) : 0;
    }
    if (row->unused != DXKI_UNUSED_REMOVE)
        e.flags |= DXKI_MEM_KEEP;
    if (row->convergence != DXKI_DXC_NONE)
        e.flags |= DXKI_MEM_CONVERGE;
    return e;
}

static dxki_mem_effect call_effect(const dxk_module *m, const dxki_inst *call,
                                   const dxki_mem_calls *calls)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, call);
    dxki_value callee = dxki_call_callee(m, call);
    if (op)
        return dxki_mem_effect_of_operation(m, call, op);
    if (!calls)
        return anything;
    return calls->effect(calls->user, m, call, dxki_value_as_global(callee));
}

dxki_mem_effect dxki_mem_effect_of(const dxk_module *m, const dxki_inst *inst,
                                   const dxki_mem_calls *calls)
{
    switch (inst->op) {
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
    case DXKI_OP_CMPXCHG:
    case DXKI_OP_ATOMICRMW:
        return access_effect(m, inst);
    case DXKI_OP_CALL:
    case DXKI_OP_INVOKE:
        return call_effect(m, inst, calls);
    case DXKI_OP_FENCE:
    case DXKI_OP_VAARG:
    case DXKI_OP_LANDINGPAD:
        return anything;
    default: /* terminators decide where control goes */
        if (dxki_op_class_of((dxki_op)inst->op) == DXKI_OC_TERM)
            return (dxki_mem_effect){0, 0, DXKI_MEM_KEEP};
        return (dxki_mem_effect){0, 0, 0};
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Two pointers                                                                               */

static bool is_object(const dxk_module *m, dxki_value value)
{
    return is_alloca(m, value) || is_variable(m, value);
}

/* The type that a getelementptr steps through. */
static dxki_type source_type(const dxk_module *m, dxki_value gep)
{
    computation c = computation_of(m, gep);
    return c.ops[c.count];
}

/* Two computations of the same object by one getelementptr each: their indices, one by one. A
 * constant that differs tells them apart, for indices stay within what they index. */
static dxki_mem_alias compare_indices(const dxk_module *m, computation a, computation b)
{
    uint32_t common = a.count < b.count ? a.count : b.count;
    bool same = a.count == b.count;
    for (uint32_t i = 1; i < common; i++) {
        uint64_t x, y;
        if (a.ops[i] == b.ops[i])
            continue;
        same = false;
        if (i > 1 && dxki_value_as_int(m, a.ops[i], &x) && dxki_value_as_int(m, b.ops[i], &y) &&
            x != y)
            return DXKI_MEM_APART;
        if (i == 1)
            return DXKI_MEM_MAY;
    }
    return same ? DXKI_MEM_SAME : DXKI_MEM_MAY;
}

/* Bits of the numbers in a type that is one kind of them through and through; 0: it is not. With
 * padding it may be larger, a number or vector is not. */
static uint64_t bits_in(const dxk_module *m, dxki_type type)
{
    uint64_t count = 1;
    for (uint32_t depth = 0; depth < 32; depth++) {
        const dxki_type_entry *t = dxki_type_get(m, type);
        uint64_t elements = t->kind == DXKI_T_STRUCT ? 1 : dxki_type_count(m, type);
        if (t->kind == DXKI_T_STRUCT && dxki_type_count(m, type) != 1)
            return 0;
        if (t->kind != DXKI_T_STRUCT && t->kind != DXKI_T_ARRAY && t->kind != DXKI_T_VECTOR)
            return dxki_type_bits(m, type) % 8 ? 0 : count * dxki_type_bits(m, type);
        if (elements > UINT32_MAX || count > UINT32_MAX)
            return 0;
        count *= elements;
        type = dxki_type_element(m, type, 0);
    }
    return 0;
}

/* The pointer that was cast for an access to no more than what it points to: a matrix that is
 * accessed as a vector. */
static dxki_value cast_from(const dxk_module *m, dxki_value pointer)
{
    computation c = computation_of(m, pointer);
    if (c.op != DXKI_OP_BITCAST || c.count == 0)
        return pointer;
    dxki_type to = dxki_type_get(m, dxki_value_type(m, pointer))->a;
    dxki_type from = dxki_type_get(m, dxki_value_type(m, c.ops[0]))->a;
    uint8_t kind = dxki_type_get(m, to)->kind;
    uint64_t bits = kind == DXKI_T_STRUCT || kind == DXKI_T_ARRAY ? 0 : bits_in(m, to);
    return bits && bits <= bits_in(m, from) ? c.ops[0] : pointer;
}

/* Two pointers into one object. */
static dxki_mem_alias compare_computations(const dxk_module *m, dxki_value a, dxki_value b)
{
    computation x = computation_of(m, a), y = computation_of(m, b);
    if (x.op != DXKI_OP_GEP || y.op != DXKI_OP_GEP || x.ops[0] != y.ops[0] ||
        source_type(m, a) != source_type(m, b))
        return DXKI_MEM_MAY;
    return compare_indices(m, x, y);
}

dxki_mem_alias dxki_mem_compare(const dxk_module *m, dxki_value a, dxki_value b)
{
    if (a == b)
        return DXKI_MEM_SAME;
    dxki_value base_a = dxki_mem_base(m, a), base_b = dxki_mem_base(m, b);
    if (!(dxki_mem_kinds(m, base_a) & dxki_mem_kinds(m, base_b)))
        return DXKI_MEM_APART;
    if (base_a != base_b)
        return is_object(m, base_a) && is_object(m, base_b) ? DXKI_MEM_APART : DXKI_MEM_MAY;
    dxki_value x = cast_from(m, a), y = cast_from(m, b);
    dxki_mem_alias alias = compare_computations(m, x, y);
    return x != a || y != b ? (alias == DXKI_MEM_APART ? alias : DXKI_MEM_MAY) : alias;
}

/* ---------------------------------------------------------------------------------------- */
/* All objects                                                                                */

bool dxki_mem_search_begin(dxki_mem_search *s, const dxk_module *m)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    size_t size = (m->insts.count + m->consts.count) * sizeof *s->seen;
    s->seen = dxki_realloc(m->ctx, NULL, 0, size);
    if (!s->seen)
        return false;
    s->inst_count = (uint32_t)m->insts.count;
    s->const_count = (uint32_t)m->consts.count;
    memset(s->seen, 0, size);
    return true;
}

void dxki_mem_search_free(dxki_mem_search *s)
{
    size_t count = (size_t)s->inst_count + s->const_count;
    dxki_realloc(s->m->ctx, s->seen, count * sizeof *s->seen, 0);
    dxki_vec_free(s->m->ctx, &s->stack);
    dxki_vec_free(s->m->ctx, &s->list);
    s->seen = NULL;
    s->inst_count = s->const_count = 0;
}

static bool push(dxki_mem_search *s, dxki_value value)
{
    return dxki_vec_push(s->m->ctx, &s->stack, value);
}

/* What the pointer is one of, on top of the stack; if that is not known, the pointer is an object. */
static bool expand(dxki_mem_search *s, dxki_value pointer)
{
    computation c = computation_of(s->m, pointer);
    uint32_t from = c.op == DXKI_OP_SELECT ? 1 : 0;
    uint32_t end = is_step(c.op) ? 1 : c.op == DXKI_OP_PHI || c.op == DXKI_OP_SELECT ? c.count : 0;
    if (end == 0)
        return dxki_vec_push(s->m->ctx, &s->list, pointer);
    for (uint32_t i = from; i < end && i < c.count; i++) {
        if (!push(s, c.ops[i]))
            return false;
    }
    return true;
}

/* True the first time a search meets the value. Instructions may lead back to themselves, and
 * constants share their operands. */
static bool is_first_visit(dxki_mem_search *s, dxki_value value)
{
    size_t place = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_CONST && place < s->const_count)
        place += s->inst_count;
    else if (DXKI_TAG(value) != DXKI_V_INST || place >= s->inst_count)
        return true;
    bool first = s->seen[place] != s->number;
    s->seen[place] = s->number;
    return first;
}

bool dxki_mem_search_run(dxki_mem_search *s, dxki_value pointer)
{
    s->number++;
    s->stack.count = s->list.count = 0;
    if (!push(s, pointer))
        return false;
    while (s->stack.count) {
        dxki_value p = s->stack.items[--s->stack.count];
        if (is_first_visit(s, p) && !expand(s, p))
            return false;
    }
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * origin.c - which variable a resource was loaded from, along phis and selects, and its index there.
 * See handles.h.
 */
#include "link/handles.h"

#include "analysis/mem.h"
#include "dxil/handles.h"

typedef dxki_link_lowering lowering;

/* ---------------------------------------------------------------------------------------- */
/* Where a resource comes from                                                                */

/* getelementptr as an instruction or a constant. */
typedef struct address {
    const dxki_value *ops; /* base, indices */
    uint32_t count;
} address;

static bool as_address(const dxk_module *m, dxki_value value, address *out)
{
    uint32_t inst = dxki_value_as_inst(value);
    const dxki_const *c = dxki_const_get(m, value);
    if (inst && dxki_inst_get(m, inst)->op == DXKI_OP_GEP)
        *out = (address){dxki_inst_ops(m, inst), dxki_inst_get(m, inst)->op_count};
    else if (c && c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_GEP)
        *out = (address){dxki_const_words(m, c), c->b};
    else
        return false;
    return true;
}

/* The variable that a pointer is in; 0: none. */
static uint32_t variable_of(const dxk_module *m, dxki_value pointer)
{
    address a;
    for (uint32_t steps = 0; steps < 64 && as_address(m, pointer, &a); steps++)
        pointer = a.ops[0];
    return dxki_value_as_global(pointer);
}

/* The variable of a resource, whatever it is cast to; 0: it has none. */
uint32_t dxki_link_variable(const lowering *w, const dxki_dxil_resource *r)
{
    dxki_value symbol = dxki_mem_base(w->m, r->symbol);
    return dxki_value_as_global(symbol);
}

const uint8_t dxki_link_class_order[DXKI_RESOURCE_CLASSES] = {
    DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_CLASS_UAV,
    DXK_RESOURCE_CLASS_SRV};

void dxki_link_complain_local(lowering *w, uint32_t inst)
{
    dxk_str name =
        dxki_link_name(w->m, w->m->blocks.items[dxki_inst_get(w->m, inst)->block].function);
    DXKI_LINK_COMPLAIN(w->link, DXKI_RULE_LINK_LOCAL_RESOURCE, NULL,
                       "Function: %1: error: local resource not guaranteed to map to unique "
                       "global resource.",
                       dxki_text(dxki_link_symbol(w->link, name)), dxki_raw(name));
}

/* True for what leads to a variable of the function, rather than being a resource. */
static bool is_place(const dxk_module *m, uint32_t inst)
{
    dxki_op op = dxki_inst_get(m, inst)->op;
    return op == DXKI_OP_ALLOCA || op == DXKI_OP_GEP;
}

/* Where a resource goes that is stored: a variable of the function, in *to, 0: to where it came from.
 * Variables of resources stay what they are, so that anything else is told; false. */
static bool find_place(lowering *w, uint32_t store, uint32_t global, uint32_t *to)
{
    dxki_value pointer = dxki_inst_ops(w->m, store)[1];
    *to = dxki_link_local(w->m, pointer);
    if (*to || variable_of(w->m, pointer) == global)
        return true;
    w->origin[store] = DXKI_LINK_SEVERAL;
    dxki_link_complain_local(w, store);
    return false;
}

/* What a use passes the resource on to, in *to; 0: to nothing. *teller: what is wrong if that has one of
 * another variable. */
static bool follow(lowering *w, uint32_t from, uint32_t use, uint32_t global, uint32_t *to,
                   uint32_t *teller)
{
    const dxk_module *m = w->m;
    uint32_t user = dxki_tracked_user(m, use);
    bool place = is_place(m, from), first = dxki_tracked_operand(m, use) == 0;
    *to = 0;
    *teller = user;
    switch (dxki_inst_get(m, user)->op) {
    case DXKI_OP_PHI:
    case DXKI_OP_SELECT:
        *to = user;
        return true;
    case DXKI_OP_GEP:
    case DXKI_OP_LOAD: /* unless it leads too deep */
        *to = place && first && dxki_link_local(m, dxki_inst_ops(m, user)[0]) ? user : 0;
        return true;
    case DXKI_OP_STORE:
        return place || !first || w->origin[user] == DXKI_LINK_SEVERAL ||
               find_place(w, user, global, to);
    default:
        return true;
    }
}

/* Says that a load, and what passes it on, is of a variable. What is of another one already is told
 * once, and its users stay with the other. */
static bool spread(lowering *w, uint32_t global, uint32_t load)
{
    dxk_module *m = w->m;
    w->stack.count = 0;
    w->origin[load] = global;
    if (!dxki_vec_push(w->link->ctx, &w->stack, DXKI_VALUE(DXKI_V_INST, load)))
        return false;
    while (w->stack.count) {
        dxki_value value = w->stack.items[--w->stack.count];
        uint32_t from = DXKI_INDEX(value), to, teller;
        DXKI_EACH_TRACKED_USE(m, value, use) {
            if (!follow(w, from, use, global, &to, &teller) || !to || w->origin[to] == global ||
                w->origin[teller] == DXKI_LINK_SEVERAL)
                continue;
            bool merged = is_place(m, from) && teller == to && !is_place(m, to) &&
                          dxki_inst_get(m, to)->op != DXKI_OP_LOAD;
            if (w->origin[to] || merged) {
                w->origin[teller] = DXKI_LINK_SEVERAL;
                dxki_link_complain_local(w, teller);
                continue;
            }
            w->origin[to] = global;
            if (!dxki_vec_push(w->link->ctx, &w->stack, DXKI_VALUE(DXKI_V_INST, to)))
                return false;
        }
    }
    return true;
}

/* What passes a variable on must not pass on anything else; undefined values do not count. */
static void check_merge(lowering *w, uint32_t inst)
{
    dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    for (uint32_t k = in->op == DXKI_OP_SELECT ? 1 : 0; k < in->op_count; k++) {
        dxki_value value = dxki_inst_ops(m, inst)[k];
        uint32_t from = dxki_value_as_inst(value);
        if (from ? w->origin[from] == 0 : DXKI_TAG(value) != DXKI_V_CONST) {
            w->origin[inst] = DXKI_LINK_SEVERAL;
            dxki_link_complain_local(w, inst);
            return;
        }
    }
}

/* A variable of the function must be of resources alone, and get no others; what is stored to it is
 * listed. */
static bool check_local(lowering *w, uint32_t inst)
{
    dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_value value = in->op == DXKI_OP_STORE ? dxki_inst_ops(m, inst)[0] : 0;
    uint32_t local = value ? dxki_link_local(m, dxki_inst_ops(m, inst)[1]) : 0;
    if (in->op == DXKI_OP_ALLOCA && w->origin[inst] && !dxki_link_is_array_of_resources(m, inst)) {
        dxki_link_complain_local(w, inst);
        return true;
    }
    if (!local || !w->origin[local] || w->origin[inst] == DXKI_LINK_SEVERAL)
        return true;
    uint32_t from = dxki_value_as_inst(value);
    if (from ? w->origin[from] == 0 : DXKI_TAG(value) != DXKI_V_CONST)
        dxki_link_complain_local(w, inst);
    w->earlier_store[inst] = w->last_store[local];
    w->last_store[local] = inst;
    return dxki_vec_push(w->link->ctx, &w->stores, inst);
}

/* What takes over from an instruction that the index may differ; 0: nothing. */
static uint32_t taker(const lowering *w, uint32_t from, uint32_t use)
{
    const dxk_module *m = w->m;
    uint32_t user = dxki_tracked_user(m, use);
    bool place = is_place(m, from), first = dxki_tracked_operand(m, use) == 0;
    switch (dxki_inst_get(m, user)->op) {
    case DXKI_OP_PHI:
    case DXKI_OP_SELECT:
    case DXKI_OP_LOAD:
        return w->origin[user] ? user : 0;
    case DXKI_OP_GEP:
        return place && first ? user : 0;
    case DXKI_OP_STORE: /* what is loaded from anywhere in the variable may be this */
        return !place && first ? dxki_link_local(m, dxki_inst_ops(m, user)[1]) : 0;
    default:
        return 0;
    }
}

static bool take_nonuniform(lowering *w, uint32_t inst)
{
    if (w->nonuniform[inst])
        return true;
    w->nonuniform[inst] = 1;
    return dxki_vec_push(w->link->ctx, &w->stack, DXKI_VALUE(DXKI_V_INST, inst));
}

/* Finds the resources whose index may differ between lanes, whatever way they come: one handle of such
 * a resource says so as does any other. */
static bool spread_nonuniform(lowering *w)
{
    dxk_module *m = w->m;
    w->stack.count = 0;
    w->nonuniform = DXKI_NEW_ARRAY(&w->link->arena, uint8_t, m->insts.count);
    bool good = w->nonuniform != NULL;
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst) {
                if (dxki_inst_get(m, inst)->op == DXKI_OP_GEP && dxki_dxil_is_nonuniform(m, inst))
                    good = good && take_nonuniform(w, inst);
            }
    while (good && w->stack.count) {
        dxki_value value = w->stack.items[--w->stack.count];
        DXKI_EACH_TRACKED_USE(m, value, use) {
            uint32_t to = taker(w, DXKI_INDEX(value), use);
            good = good && (!to || take_nonuniform(w, to));
        }
    }
    return good;
}

/* Finds the variable that each resource value comes from. The order of variables is that of the
 * reference, since it tells which values are of a second one. */
bool dxki_link_find_origins(lowering *w)
{
    dxk_module *m = w->m;
    dxki_arena *arena = &w->link->arena;
    uint32_t *first = DXKI_NEW_ARRAY(arena, uint32_t, m->globals.count);
    uint32_t *next = DXKI_NEW_ARRAY(arena, uint32_t, m->insts.count);
    w->origin = DXKI_NEW_ARRAY(arena, uint32_t, m->insts.count);
    w->last_store = DXKI_NEW_ARRAY(arena, uint32_t, m->insts.count);
    w->earlier_store = DXKI_NEW_ARRAY(arena, uint32_t, m->insts.count);
    if (!first || !next || !w->origin || !w->last_store || !w->earlier_store)
        return false;
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst) {
                bool load = dxki_inst_get(m, inst)->op == DXKI_OP_LOAD;
                uint32_t global = load ? variable_of(m, dxki_inst_ops(m, inst)[0]) : 0;
                next[inst] = first[global];
                first[global] = global ? inst : 0;
            }
    for (uint32_t k = 0; k < DXKI_RESOURCE_CLASSES; k++) {
        const dxki_dxil_list *list = &w->d->resources[dxki_link_class_order[k]];
        for (uint32_t i = 0; i < list->count; i++) {
            uint32_t global = dxki_link_variable(w, list->items[i]);
            for (uint32_t load = global ? first[global] : 0; load; load = next[load])
                if (!spread(w, global, load))
                    return false;
        }
    }
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst) {
                dxki_op op = dxki_inst_get(m, inst)->op;
                if (!check_local(w, inst))
                    return false;
                if (w->origin[inst] && w->origin[inst] != DXKI_LINK_SEVERAL &&
                    (op == DXKI_OP_PHI || op == DXKI_OP_SELECT))
                    check_merge(w, inst);
            }
    return spread_nonuniform(w);
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

/* a op b before an instruction, folded if both are constant; 0: out of memory. */
dxki_value dxki_link_arithmetic(lowering *w, dxki_op op, dxki_value a, dxki_value b,
                                uint32_t before)
{
    dxk_module *m = w->m;
    uint64_t x, y;
    bool left = dxki_value_as_int(m, a, &x), right = dxki_value_as_int(m, b, &y);
    if (left && right)
        return dxki_const_int(m, DXKI_TY_I32, op == DXKI_OP_ADD ? x + y : x * y);
    if (op == DXKI_OP_ADD && ((left && x == 0) || (right && y == 0)))
        return left ? b : a;
    if (op == DXKI_OP_MUL && ((left && x == 1) || (right && y == 1)))
        return left ? b : a;
    const dxki_value ops[2] = {a, b};
    dxki_inst inst = {.op = (uint8_t)op, .type = DXKI_TY_I32, .op_count = 2};
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, before), &inst, ops, NULL, 0);
    return made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* The index that a load takes out of an array of arrays, counted through all of it. */
static dxki_value index_of_load(lowering *w, uint32_t load)
{
    dxk_module *m = w->m;
    dxki_value pointer = dxki_inst_ops(m, load)[0];
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, 0);
    address a;
    if (!as_address(m, pointer, &a))
        return index;
    dxki_type type = dxki_type_pointee(m, dxki_value_type(m, a.ops[0]));
    for (uint32_t k = 2; k < a.count && index; k++) {
        if (dxki_type_kind_of(m, type) != DXKI_T_ARRAY || !as_address(m, pointer, &a))
            break;
        dxki_value size = dxki_const_int(m, DXKI_TY_I32, dxki_type_count(m, type));
        dxki_value step = a.ops[k];
        uint64_t bits;
        if (dxki_value_as_int(m, step, &bits))
            step = dxki_const_int(m, DXKI_TY_I32, bits);
        else if (dxki_value_type(m, step) != DXKI_TY_I32)
            return 0;
        type = dxki_type_element(m, type, 0);
        index = size && step ? dxki_link_arithmetic(w, DXKI_OP_MUL, index, size, load) : 0;
        index = index ? dxki_link_arithmetic(w, DXKI_OP_ADD, index, step, load) : 0;
    }
    return index;
}

/* A phi or select of indices beside the one of resources; its operands come later. */
static dxki_value index_beside(lowering *w, uint32_t inst)
{
    dxk_module *m = w->m;
    dxki_inst made = *dxki_inst_get(m, inst);
    uint32_t count = made.op_count, extra = dxki_inst_extra_count(m, &made);
    dxki_value undef = dxki_const_undef(m, DXKI_TY_I32);
    size_t room = ((size_t)count + extra + 1) * sizeof(uint32_t);
    uint32_t *words = dxki_arena_alloc(&w->link->arena, room);
    if (!undef || !words)
        return 0;
    memcpy(words, dxki_inst_ops(m, inst), ((size_t)count + extra) * sizeof *words);
    for (uint32_t k = made.op == DXKI_OP_SELECT ? 1 : 0; k < count; k++)
        words[k] = undef;
    made.type = DXKI_TY_I32;
    inst = dxki_inst_insert(m, dxki_place_before(m, inst), &made, words, words + count, extra);
    return inst ? DXKI_VALUE(DXKI_V_INST, inst) : 0;
}

/* The index of a resource value; what it depends on goes to the stack. 0: out of memory. */
static dxki_value ask_index(lowering *w, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return dxki_const_int(w->m, DXKI_TY_I32, 0);
    dxki_value known = dxki_value_map_get(&w->indices, value);
    if (known)
        return known;
    bool load = dxki_inst_get(w->m, inst)->op == DXKI_OP_LOAD;
    bool local = load && dxki_link_local(w->m, dxki_inst_ops(w->m, inst)[0]);
    known = local  ? dxki_link_local_index(w, inst)
            : load ? index_of_load(w, inst)
                   : index_beside(w, inst);
    if (!known || !dxki_value_map_put(w->link->ctx, &w->indices, value, known))
        return 0;
    return load || dxki_vec_push(w->link->ctx, &w->stack, value) ? known : 0;
}

/* Gives the index beside a phi or select its operands. */
static bool fill_merge(lowering *w, uint32_t inst)
{
    dxk_module *m = w->m;
    uint32_t count = dxki_inst_get(m, inst)->op_count;
    uint32_t made = DXKI_INDEX(dxki_value_map_get(&w->indices, DXKI_VALUE(DXKI_V_INST, inst)));
    for (uint32_t k = dxki_inst_get(m, inst)->op == DXKI_OP_SELECT ? 1 : 0; k < count; k++) {
        dxki_value index = ask_index(w, dxki_inst_ops(m, inst)[k]);
        if (!index || !dxki_inst_set_op(m, made, k, index))
            return false;
    }
    return true;
}

bool dxki_link_find_index(lowering *w, dxki_value value, dxki_link_site *s)
{
    w->stack.count = 0;
    s->nonuniform = w->nonuniform[DXKI_INDEX(value)];
    s->index = ask_index(w, value);
    while (s->index && w->stack.count) {
        uint32_t inst = DXKI_INDEX(w->stack.items[--w->stack.count]);
        if (dxki_inst_get(w->m, inst)->op != DXKI_OP_STORE) {
            if (!fill_merge(w, inst))
                return false;
            continue;
        }
        dxki_value index = ask_index(w, dxki_inst_ops(w->m, inst)[0]);
        if (!index || !dxki_link_store_index(w, inst, index))
            return false;
    }
    return s->index != 0;
}

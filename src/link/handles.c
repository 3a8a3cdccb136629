/* SPDX-License-Identifier: MIT */
/*
 * handles.c - in a library a handle is made from the variable of its resource, in a shader from the
 * resource's number or registers:
 *
 *     %r = load %T, %T* getelementptr ([4 x %T], [4 x %T]* @maps, i32 0, i32 %i)
 *     %h = call @dx.op.createHandleForLib(i32 160, %T %r)
 *
 *     %k = add i32 %i, LOWER
 *     %h = call @dx.op.createHandle(i32 57, i8 CLASS, i32 ID, i32 %k, i1 false)              to 6.5
 *     %b = call @dx.op.createHandleFromBinding(i32 217, {LOWER, UPPER, SPACE, CLASS}, i32 %k, i1 false)
 *     %h = call @dx.op.annotateHandle(i32 216, %b, PROPERTIES)                             from 6.6
 *
 * A resource that comes from several places by way of phis and selects must be of one variable; then
 * its index goes the same way. Resources without a handle are dropped, the others get registers.
 * See link.h.
 */
#include "link/link.h"

#include "analysis/mem.h"
#include "dxil/emit.h"
#include "dxil/handles.h"
#include "dxil/layout.h"
#include "dxil/op.h"
#include "dxil/usage.h"
#include "ir/find.h"

#define NONUNIFORM "dx.nonuniform"

/* A call of createHandleForLib. */
typedef struct site {
    uint32_t call, global;
    dxki_value index; /* in the range, flattened; 0: the resource is no array */
    bool nonuniform;
} site;

typedef struct lowering {
    dxki_link *link;
    dxk_module *m;
    dxk_dxil *d;
    dxki_dxil_ops ops;
    bool ops_begun;
    DXKI_VEC(site) sites;
    uint32_t *resource_of; /* by global: class and index, (index << 2 | class) + 1; 0: none */
    dxki_dxil_resource **made[DXKI_RESOURCE_CLASSES]; /* those that stay */
    uint32_t count[DXKI_RESOURCE_CLASSES];
    dxki_value_map indices; /* of what loads and passes on a resource: its index in the range */
    DXKI_VEC(dxki_value) stack;
    uint32_t *seen, round; /* by instruction: the search that met it */
    uint32_t nonuniform_kind;
    dxki_value_map at_entry; /* by global: the handle at the entry of the function at hand */
} lowering;

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
    return DXKI_TAG(pointer) == DXKI_V_GLOBAL ? DXKI_INDEX(pointer) : 0;
}

static bool is_op(const dxk_module *m, dxki_value value, dxki_op op)
{
    uint32_t inst = dxki_value_as_inst(value);
    return inst && dxki_inst_get(m, inst)->op == op;
}

/* The variable that a value was loaded from, the same by all ways; 0: there are several, or none. */
static bool find_variable(lowering *w, dxki_value value, uint32_t *global)
{
    const dxk_module *m = w->m;
    *global = 0;
    w->round++;
    w->stack.count = 0;
    if (!dxki_vec_push(w->link->ctx, &w->stack, value))
        return false;
    while (w->stack.count) {
        dxki_value v = w->stack.items[--w->stack.count];
        uint32_t inst = dxki_value_as_inst(v), found, first = 0;
        if (dxki_value_is_const(v) && DXKI_TAG(v) == DXKI_V_CONST)
            continue; /* undef */
        if (inst && w->seen[inst] == w->round)
            continue;
        if (inst)
            w->seen[inst] = w->round;
        if (is_op(m, v, DXKI_OP_LOAD)) {
            found = variable_of(m, dxki_inst_ops(m, inst)[0]);
            if (!found || !w->resource_of[found] || (*global && *global != found))
                goto unknown;
            *global = found;
            continue;
        }
        if (is_op(m, v, DXKI_OP_SELECT))
            first = 1;
        else if (!is_op(m, v, DXKI_OP_PHI))
            goto unknown;
        for (uint32_t k = first; k < dxki_inst_get(m, inst)->op_count; k++)
            if (!dxki_vec_push(w->link->ctx, &w->stack, dxki_inst_ops(m, inst)[k]))
                return false;
    }
    return true;
unknown:
    *global = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

/* a op b before an instruction, folded if both are constant; 0: out of memory. */
static dxki_value arithmetic(lowering *w, dxki_op op, dxki_value a, dxki_value b, uint32_t before)
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

static bool is_nonuniform(const lowering *w, uint32_t inst)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(w->m, inst, &count);
    for (uint32_t i = 0; i < count; i++)
        if (list[i].kind == w->nonuniform_kind)
            return true;
    return false;
}

/* The index that a load takes out of an array of arrays, counted through all of it. */
static dxki_value index_of_load(lowering *w, uint32_t load, bool *nonuniform)
{
    dxk_module *m = w->m;
    dxki_value pointer = dxki_inst_ops(m, load)[0];
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, 0);
    address a;
    if (!as_address(m, pointer, &a))
        return index;
    dxki_type type = dxki_type_pointee(m, dxki_value_type(m, a.ops[0]));
    if (dxki_value_as_inst(pointer))
        *nonuniform |= is_nonuniform(w, dxki_value_as_inst(pointer));
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
        index = size && step ? arithmetic(w, DXKI_OP_MUL, index, size, load) : 0;
        index = index ? arithmetic(w, DXKI_OP_ADD, index, step, load) : 0;
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
static dxki_value ask_index(lowering *w, dxki_value value, bool *nonuniform)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return dxki_const_int(w->m, DXKI_TY_I32, 0);
    dxki_value known = dxki_value_map_get(&w->indices, value);
    if (known)
        return known;
    bool load = dxki_inst_get(w->m, inst)->op == DXKI_OP_LOAD;
    known = load ? index_of_load(w, inst, nonuniform) : index_beside(w, inst);
    if (!known || !dxki_value_map_put(w->link->ctx, &w->indices, value, known))
        return 0;
    return load || dxki_vec_push(w->link->ctx, &w->stack, value) ? known : 0;
}

static bool find_index(lowering *w, dxki_value value, site *s)
{
    dxk_module *m = w->m;
    w->stack.count = 0;
    s->index = ask_index(w, value, &s->nonuniform);
    while (s->index && w->stack.count) {
        dxki_value v = w->stack.items[--w->stack.count];
        uint32_t inst = DXKI_INDEX(v), count = dxki_inst_get(m, inst)->op_count;
        uint32_t made = DXKI_INDEX(dxki_value_map_get(&w->indices, v));
        for (uint32_t k = dxki_inst_get(m, inst)->op == DXKI_OP_SELECT ? 1 : 0; k < count; k++) {
            dxki_value index = ask_index(w, dxki_inst_ops(m, inst)[k], &s->nonuniform);
            if (!index || !dxki_inst_set_op(m, made, k, index))
                return false;
        }
    }
    return s->index != 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Sites                                                                                      */

/* True if a value is a handle already, to a descriptor of a heap. */
static bool is_heap_handle(const dxk_module *m, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    const dxki_dxop_info *op = inst ? dxki_call_dxop_complete(m, dxki_inst_get(m, inst)) : NULL;
    return op && op->opcode == DXKI_DXOP_CreateHandleFromHeap;
}

static bool meet_call(lowering *w, uint32_t function, uint32_t call)
{
    dxki_link *link = w->link;
    site s = {.call = call};
    dxki_value value = dxki_inst_ops(w->m, call)[1];
    if (is_heap_handle(w->m, value))
        return dxki_value_replace(w->m, DXKI_VALUE(DXKI_V_INST, call), value) &&
               dxki_inst_remove(w->m, call);
    if (!find_variable(w, value, &s.global))
        return false;
    if (!s.global) {
        DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_LOCAL_RESOURCE, NULL,
                           "Function: %1: error: local resource not guaranteed to map to unique "
                           "global resource.",
                           dxki_text(dxki_link_symbol(link, dxki_link_name(w->m, function))),
                           dxki_raw(dxki_link_name(w->m, function)));
        return true;
    }
    dxki_type type = w->m->globals.items[s.global].value_type;
    if (dxki_type_kind_of(w->m, type) == DXKI_T_ARRAY && !find_index(w, value, &s))
        return false;
    return dxki_vec_push(link->ctx, &w->sites, s);
}

static bool find_sites(lowering *w)
{
    dxk_module *m = w->m;
    DXKI_VEC(uint32_t) calls = {NULL, 0, 0}; /* function, call */
    bool good = true;
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst) {
                const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
                if (op && op->opcode == DXKI_DXOP_CreateHandleForLib)
                    good = good && dxki_vec_push(w->link->ctx, &calls, f) &&
                           dxki_vec_push(w->link->ctx, &calls, inst);
            }
    w->seen = DXKI_NEW_ARRAY(&w->link->arena, uint32_t, m->insts.count);
    good = good && w->seen;
    bool unset = false;
    for (size_t i = 0; i < calls.count && good; i += 2) {
        unset |= dxki_link_is_unset(m, calls.items[i + 1]);
        good = meet_call(w, calls.items[i], calls.items[i + 1]);
    }
    if (unset)
        dxki_link_mention_unset(w->link);
    dxki_vec_free(w->link->ctx, &calls);
    return good;
}

/* The variable of a resource, whatever it is cast to; 0: it has none. */
static uint32_t symbol_of(const lowering *w, const dxki_dxil_resource *r)
{
    dxki_value symbol = dxki_mem_base(w->m, r->symbol);
    return DXKI_TAG(symbol) == DXKI_V_GLOBAL ? DXKI_INDEX(symbol) : 0;
}

static bool list_variables(lowering *w)
{
    w->resource_of = DXKI_NEW_ARRAY(&w->link->arena, uint32_t, w->m->globals.count);
    for (uint32_t cls = 0; w->resource_of && cls < DXKI_RESOURCE_CLASSES; cls++) {
        const dxki_dxil_list *list = &w->d->resources[cls];
        for (uint32_t i = 0; i < list->count; i++) {
            uint32_t global = symbol_of(w, list->items[i]);
            if (global)
                w->resource_of[global] = (i << 2 | cls) + 1;
        }
    }
    return w->resource_of != NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources that stay                                                                        */

/* The variable is no longer the resource's. */
static bool detach(lowering *w, dxki_dxil_resource *r)
{
    dxki_type type = dxki_value_type(w->m, r->symbol);
    r->symbol = type ? dxki_const_undef(w->m, type) : 0;
    return r->symbol != 0;
}

/* In which classes of resources get their registers: what is wrong is told in this order. */
static const uint8_t class_order[DXKI_RESOURCE_CLASSES] = {
    DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_CLASS_UAV,
    DXK_RESOURCE_CLASS_SRV};

/* Those with a handle, in their order, numbered anew and with registers. */
static bool keep_used(lowering *w)
{
    dxki_arena *arena = &w->link->arena;
    uint8_t *used = DXKI_NEW_ARRAY(arena, uint8_t, w->m->globals.count);
    bool good = used != NULL;
    for (size_t i = 0; i < w->sites.count && good; i++)
        used[w->sites.items[i].global] = 1;
    for (uint32_t k = 0; k < DXKI_RESOURCE_CLASSES && good; k++) {
        uint32_t cls = class_order[k];
        const dxki_dxil_list *list = &w->d->resources[cls];
        w->made[cls] = DXKI_NEW_ARRAY(arena, dxki_dxil_resource *, list->count + 1u);
        for (uint32_t i = 0; i < list->count && (good = w->made[cls] != NULL); i++) {
            uint32_t global = symbol_of(w, list->items[i]);
            if (!global || !used[global])
                continue;
            dxki_dxil_resource *r = DXKI_NEW(arena, dxki_dxil_resource);
            if (!r)
                return false;
            *r = *(const dxki_dxil_resource *)list->items[i];
            r->id = w->count[cls];
            w->resource_of[global] = (r->id << 2 | cls) + 1;
            w->made[cls][w->count[cls]++] = r;
            if (!detach(w, r))
                return false;
        }
        good = good && dxki_link_give_registers(w->link, w->made[cls], w->count[cls]);
    }
    return good;
}

/* The view gets the list of those that stay. */
static void use_made(lowering *w)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        w->d->resources[cls].count = w->count[cls];
        w->d->resources[cls].items = (const void *const *)w->made[cls];
    }
}

/* The resource of a variable, when those that stay are listed. */
static dxki_dxil_resource *resource_of(const lowering *w, uint32_t global)
{
    uint32_t place = w->resource_of[global] - 1;
    return w->made[place & 3][place >> 2];
}

/* ---------------------------------------------------------------------------------------- */
/* Handles                                                                                    */

/* A call of an operation; 0: out of memory. */
static uint32_t add_call(lowering *w, enum dxki_dxop opcode, dxki_value *ops, uint32_t count,
                         dxki_place at)
{
    dxk_module *m = w->m;
    const dxki_dxop_info *info = dxki_dxop_find(opcode);
    dxki_dxil_overloads overloads = {{DXKI_TY_VOID}};
    uint32_t function = dxki_dxil_ops_function(&w->ops, info, &overloads);
    ops[0] = dxki_const_int(m, DXKI_TY_I32, opcode);
    if (!function || !ops[0])
        return 0;
    dxki_type type = m->globals.items[function].value_type;
    const uint32_t extra[2] = {type, 0};
    ops[count] = DXKI_VALUE(DXKI_V_GLOBAL, function);
    dxki_inst call = {.op = DXKI_OP_CALL, .op_count = count + 1};
    call.type = dxki_type_list(m, type, &(uint32_t){0})[0];
    return dxki_inst_insert(m, at, &call, ops, extra, 2);
}

/* { i32 lower, i32 upper, i32 space, i8 class } */
static dxki_value binding_of(lowering *w, const dxki_dxil_resource *r)
{
    dxk_module *m = w->m;
    uint64_t upper = (uint64_t)r->lower_bound + r->range_size - 1;
    uint32_t last =
        r->range_size == UINT32_MAX || upper > UINT32_MAX ? UINT32_MAX : (uint32_t)upper;
    dxki_dxil_overloads none = {{DXKI_TY_VOID}};
    dxki_type type = dxki_dxil_ops_type(&w->ops, DXKI_OT_BINDING, &none);
    const dxki_value members[4] = {
        dxki_const_int(m, DXKI_TY_I32, r->lower_bound), dxki_const_int(m, DXKI_TY_I32, last),
        dxki_const_int(m, DXKI_TY_I32, r->space), dxki_const_int(m, DXKI_TY_I8, r->cls)};
    for (uint32_t i = 0; i < 4; i++)
        if (!members[i])
            return 0;
    return type ? dxki_const_aggregate(m, type, members, 4) : 0;
}

/* { i32 word0, i32 word1 } */
static dxki_value properties_of(lowering *w, const dxki_dxil_resource *r)
{
    dxk_module *m = w->m;
    dxki_dxil_layout layout;
    bool ends = false;
    dxki_dxil_overloads none = {{DXKI_TY_VOID}};
    dxki_type type = dxki_dxil_ops_type(&w->ops, DXKI_OT_RES_PROPS, &none);
    dxki_dxil_layout_init(&layout, m);
    dxki_dxil_handle_props p = dxki_dxil_resource_props(m, &layout, r, &ends);
    dxki_dxil_layout_free(&layout);
    const dxki_value members[2] = {dxki_const_int(m, DXKI_TY_I32, p.word0),
                                   dxki_const_int(m, DXKI_TY_I32, p.word1)};
    return type && members[0] && members[1] ? dxki_const_aggregate(m, type, members, 2) : 0;
}

static uint32_t make_handle(lowering *w, const site *s, const dxki_dxil_resource *r,
                            dxki_value index, dxki_place at)
{
    dxk_module *m = w->m;
    dxki_value nonuniform = dxki_const_int(m, DXKI_TY_I1, s->nonuniform);
    if (w->link->minor >= DXKI_MODEL_6_6) {
        dxki_value ops[5] = {0, binding_of(w, r), index, nonuniform, 0};
        return ops[1] && nonuniform ? add_call(w, DXKI_DXOP_CreateHandleFromBinding, ops, 4, at)
                                    : 0;
    }
    dxki_value ops[6] = {0,
                         dxki_const_int(m, DXKI_TY_I8, r->cls),
                         dxki_const_int(m, DXKI_TY_I32, r->id),
                         index,
                         nonuniform,
                         0};
    return ops[1] && ops[2] && nonuniform ? add_call(w, DXKI_DXOP_CreateHandle, ops, 5, at) : 0;
}

static bool is_annotation(const dxk_module *m, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
    return op && op->opcode == DXKI_DXOP_AnnotateHandle;
}

/* The first instruction of a function that is no alloca. */
static uint32_t after_allocas(const dxk_module *m, uint32_t function)
{
    uint32_t inst = m->blocks.items[m->globals.items[function].first_block].first_inst;
    while (inst && dxki_inst_get(m, inst)->op == DXKI_OP_ALLOCA)
        inst = dxki_inst_get(m, inst)->next;
    return inst;
}

static bool updates_counter(const dxk_module *m, dxki_value handle)
{
    DXKI_EACH_TRACKED_USE(m, handle, use) {
        uint32_t user = dxki_tracked_user(m, use);
        const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, user));
        if (op && op->opcode == DXKI_DXOP_BufferUpdateCounter)
            return true;
    }
    return false;
}

/* Only now it is known which resource has the counter that a handle of a local variable updates. */
static void find_counter(const lowering *w, const site *s)
{
    dxki_dxil_resource *r = resource_of(w, s->global);
    dxki_value handle = DXKI_VALUE(DXKI_V_INST, s->call);
    if (r->cls != DXK_RESOURCE_CLASS_UAV || r->has_counter)
        return;
    r->has_counter = updates_counter(w->m, handle);
    DXKI_EACH_TRACKED_USE(w->m, handle, use) {
        uint32_t user = dxki_tracked_user(w->m, use);
        if (is_annotation(w->m, user) && updates_counter(w->m, DXKI_VALUE(DXKI_V_INST, user)))
            r->has_counter = true;
    }
}

/* What annotates the handle in the library does so in a shader from 6.6 on, and goes before. */
static bool replace_uses(lowering *w, const site *s, const dxki_dxil_resource *r, uint32_t handle)
{
    dxk_module *m = w->m;
    dxki_value old = DXKI_VALUE(DXKI_V_INST, s->call), with = DXKI_VALUE(DXKI_V_INST, handle);
    bool annotate = w->link->minor >= DXKI_MODEL_6_6, plain = false;
    DXKI_EACH_TRACKED_USE(m, old, use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (!is_annotation(m, user)) {
            plain = true;
            continue;
        }
        if (!annotate && (!dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, user), with) ||
                          !dxki_inst_remove(m, user)))
            return false;
        dxki_value properties = annotate && r->has_counter ? properties_of(w, r) : 0;
        if (annotate &&
            (!dxki_inst_set_op(m, user, 1, with) ||
             (r->has_counter && !(properties && dxki_inst_set_op(m, user, 2, properties)))))
            return false;
    }
    if (annotate && plain) {
        dxki_value ops[4] = {0, with, properties_of(w, r), 0};
        uint32_t made =
            ops[2] ? add_call(w, DXKI_DXOP_AnnotateHandle, ops, 3, dxki_place_after(m, handle)) : 0;
        if (!made)
            return false;
        with = DXKI_VALUE(DXKI_V_INST, made);
    }
    return dxki_value_replace(m, old, with) && dxki_inst_remove(m, s->call);
}

static bool lower_site(lowering *w, const site *s)
{
    dxk_module *m = w->m;
    const dxki_dxil_resource *r = resource_of(w, s->global);
    uint32_t function = m->blocks.items[dxki_inst_get(m, s->call)->block].function;
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, r->lower_bound);
    uint32_t key = DXKI_VALUE(DXKI_V_GLOBAL, s->global), handle = 0;
    dxki_place at = dxki_place_before(m, s->call);
    if (!index)
        return false;
    if (s->index) {
        index = arithmetic(w, DXKI_OP_ADD, s->index, index, s->call);
    } else {
        handle = dxki_value_map_get(&w->at_entry, key);
        if (handle && m->blocks.items[dxki_inst_get(m, handle)->block].function != function)
            handle = 0;
        at = dxki_place_before(m, after_allocas(m, function));
    }
    if (!handle) {
        handle = index ? make_handle(w, s, r, index, at) : 0;
        if (!handle || (!s->index && !dxki_value_map_put(w->link->ctx, &w->at_entry, key, handle)))
            return false;
    }
    return replace_uses(w, s, r, handle);
}

/* ---------------------------------------------------------------------------------------- */

static bool begin(lowering *w)
{
    dxk_status status = dxk_dxil_load(w->m, &w->d);
    if (status != DXK_OK) {
        w->link->status = status;
        return false;
    }
    w->nonuniform_kind = dxki_md_kind_index(w->m, dxki_str(NONUNIFORM));
    w->ops_begun = dxki_dxil_ops_init(&w->ops, w->m, !dxki_dxil_min_precision(w->d));
    return w->nonuniform_kind != UINT32_MAX && w->ops_begun && dxki_tracked_begin(w->m) &&
           list_variables(w);
}

/* The type of SV_IsFrontFace depends on the validator: a truth before 1.2, a number from there on. */
static uint32_t front_face_type(const dxki_link *link)
{
    return link->validator_major == 1 && link->validator_minor < 2 ? DXK_COMPONENT_TYPE_I1
                                                                   : DXK_COMPONENT_TYPE_U32;
}

/* Where it has another one, in the inputs of a pixel shader and the outputs of a geometry shader. The
 * element is copied, since one may stand for the same in several signatures. */
static bool settle_signatures(lowering *w)
{
    dxki_dxil_entry *entry = (dxki_dxil_entry *)(uintptr_t)dxki_dxil_first_entry(w->d);
    bool pixel = w->link->kind == DXK_SHADER_KIND_PIXEL;
    if (!entry || (!pixel && w->link->kind != DXK_SHADER_KIND_GEOMETRY))
        return true;
    dxki_dxil_list *list = &entry->signatures[pixel ? 0 : 1];
    uint32_t type = front_face_type(w->link);
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *old = list->items[i];
        if (old->semantic != DXK_SEMANTIC_KIND_IS_FRONT_FACE || old->component_type == type ||
            (old->component_type != DXK_COMPONENT_TYPE_I1 &&
             old->component_type != DXK_COMPONENT_TYPE_U32))
            continue;
        dxki_dxil_sig_element *made = DXKI_NEW(&w->link->arena, dxki_dxil_sig_element);
        if (!made)
            return false;
        *made = *old;
        made->component_type = type;
        ((const void **)(uintptr_t)list->items)[i] = made;
    }
    return true;
}

static bool describe_anew(lowering *w)
{
    bool differs;
    dxk_status status = dxki_dxil_renew_dependence(w->m, w->d, &differs);
    if (status == DXK_OK)
        status = dxki_dxil_emit_metadata(w->m, w->d, NULL);
    if (w->link->status == DXK_OK)
        w->link->status = status;
    return status == DXK_OK;
}

bool dxki_link_lower_handles(dxki_link *link)
{
    lowering w = {.link = link, .m = link->to};
    bool good = begin(&w) && find_sites(&w) && link->status == DXK_OK && keep_used(&w) &&
                link->status == DXK_OK;
    for (size_t i = 0; i < w.sites.count && good; i++)
        find_counter(&w, &w.sites.items[i]);
    for (size_t i = 0; i < w.sites.count && good; i++)
        good = lower_site(&w, &w.sites.items[i]);
    if (good) {
        use_made(&w);
        good = settle_signatures(&w) && describe_anew(&w);
    }
    dxki_tracked_end(w.m);
    if (w.ops_begun)
        dxki_dxil_ops_free(&w.ops);
    dxki_value_map_free(link->ctx, &w.indices);
    dxki_value_map_free(link->ctx, &w.at_entry);
    dxki_vec_free(link->ctx, &w.sites);
    dxki_vec_free(link->ctx, &w.stack);
    dxk_dxil_free(w.d);
    return good || (link->status == DXK_OK && dxki_link_nomem(link));
}

bool dxki_link_settle_handles(dxki_link *link)
{
    dxk_module *m = link->to;
    bool good = dxki_tracked_begin(m);
    if (link->minor >= DXKI_MODEL_6_6)
        return good || dxki_link_nomem(link);
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            for (uint32_t inst = m->blocks.items[block].first_inst, next; inst && good;
                 inst = next) {
                next = dxki_inst_get(m, inst)->next;
                if (is_annotation(m, inst))
                    good = dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst),
                                              dxki_inst_ops(m, inst)[1]) &&
                           dxki_inst_remove(m, inst);
            }
    dxki_tracked_end(m);
    return good || dxki_link_nomem(link);
}

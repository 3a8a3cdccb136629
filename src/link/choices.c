/* SPDX-License-Identifier: MIT */
/*
 * choices.c - resources in libraries that come by way of phis, selects or variables of a function. All
 * of them must be of one variable; then its index goes that way instead:
 *
 *     %a = load %T, [4 x %T]* @maps, 0, %i         %k = select i1 %c, i32 %i, i32 %j
 *     %b = load %T, [4 x %T]* @maps, 0, %j         %p = getelementptr [4 x %T]* @maps, 0, %k
 *     %r = select i1 %c, %T %a, %T %b              %r = load %T, %T* %p
 *
 * See handles.h.
 */
#include "link/handles.h"

#include "dxil/handles.h"

typedef dxki_link_lowering lowering;
typedef dxki_link_site site;

#define DEEPEST 64u /* arrays in arrays */
#define ALIGNED 3u  /* to four bytes */

/* True if the handle is of what a phi, select or variable of a function gives. */
static bool is_choice(const dxk_module *m, uint32_t call)
{
    uint32_t inst = dxki_value_as_inst(dxki_inst_ops(m, call)[1]);
    dxki_op op = inst ? dxki_inst_get(m, inst)->op : DXKI_OP_NONE;
    return op == DXKI_OP_PHI || op == DXKI_OP_SELECT ||
           (op == DXKI_OP_LOAD && dxki_link_local(m, dxki_inst_ops(m, inst)[0]));
}

static bool find_choices(lowering *w)
{
    dxk_module *m = w->m;
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst) {
                const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
                site s = {.call = inst};
                if (op && op->opcode == DXKI_DXOP_CreateHandleForLib && is_choice(m, inst) &&
                    !dxki_vec_push(w->link->ctx, &w->sites, s))
                    return false;
            }
    return true;
}

static bool is_array(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_ARRAY;
}

/* a / b or a % b before an instruction; 0: out of memory. */
static dxki_value divide(lowering *w, dxki_op op, dxki_value a, uint64_t b, uint32_t before)
{
    dxk_module *m = w->m;
    uint64_t x;
    if (dxki_value_as_int(m, a, &x))
        return dxki_const_int(m, DXKI_TY_I32, op == DXKI_OP_UDIV ? x / b : x % b);
    const dxki_value ops[2] = {a, dxki_const_int(m, DXKI_TY_I32, b)};
    dxki_inst inst = {.op = (uint8_t)op, .type = DXKI_TY_I32, .op_count = 2};
    uint32_t made =
        ops[1] ? dxki_inst_insert(m, dxki_place_before(m, before), &inst, ops, NULL, 0) : 0;
    return made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
}

/* Number of resources in an element of the array; 0: it has no end. */
static uint64_t size_of_element(const dxk_module *m, dxki_type type)
{
    uint64_t size = 1;
    for (type = dxki_type_element(m, type, 0); is_array(m, type) && size <= UINT32_MAX;
         type = dxki_type_element(m, type, 0))
        size *= dxki_type_count(m, type);
    return size <= UINT32_MAX ? size : 0;
}

/* The indices, one for each array, of a resource that is counted through all of them. */
static uint32_t split_index(lowering *w, const site *s, dxki_type type, dxki_value *ops)
{
    dxki_value left = s->index;
    uint32_t count = 0;
    for (; is_array(w->m, type) && count < DEEPEST; type = dxki_type_element(w->m, type, 0)) {
        uint64_t size = size_of_element(w->m, type);
        bool last = size == 1;
        if (!size || !left)
            return 0;
        ops[count++] = last ? left : divide(w, DXKI_OP_UDIV, left, size, s->call);
        if (!last)
            left = divide(w, DXKI_OP_UREM, left, size, s->call);
        if (!ops[count - 1])
            return 0;
    }
    return is_array(w->m, type) ? 0 : count;
}

/* The address of the resource with that index; 0: out of memory. */
static dxki_value find_address(lowering *w, const site *s)
{
    dxk_module *m = w->m;
    dxki_type source = m->globals.items[s->global].value_type, type = source;
    dxki_value ops[DEEPEST + 2] = {DXKI_VALUE(DXKI_V_GLOBAL, s->global),
                                   dxki_const_int(m, DXKI_TY_I32, 0)};
    if (!is_array(m, source))
        return ops[0];
    uint32_t count = split_index(w, s, source, ops + 2);
    while (is_array(m, type))
        type = dxki_type_element(m, type, 0);
    dxki_inst made = {.op = DXKI_OP_GEP, .op_count = count + 2};
    made.type = dxki_type_pointer(m, type, 0);
    uint32_t inst = count && ops[1] && made.type
                        ? dxki_inst_insert(m, dxki_place_before(m, s->call), &made, ops, &source, 1)
                        : 0;
    bool good = inst && (!s->nonuniform || dxki_dxil_mark_nonuniform(m, inst));
    return good ? DXKI_VALUE(DXKI_V_INST, inst) : 0;
}

static bool settle(lowering *w, site *s)
{
    dxk_module *m = w->m;
    dxki_value value = dxki_inst_ops(m, s->call)[1];
    s->global = w->origin[dxki_value_as_inst(value)];
    if (!s->global || s->global == DXKI_LINK_SEVERAL)
        return true;
    if (is_array(m, m->globals.items[s->global].value_type) && !dxki_link_find_index(w, value, s))
        return false;
    dxki_value address = find_address(w, s);
    dxki_inst made = {.op = DXKI_OP_LOAD, .op_count = 1, .sub = ALIGNED};
    made.type = dxki_value_type(m, value);
    uint32_t inst =
        address ? dxki_inst_insert(m, dxki_place_before(m, s->call), &made, &address, NULL, 0) : 0;
    return inst && dxki_inst_set_op(m, s->call, 1, DXKI_VALUE(DXKI_V_INST, inst));
}

bool dxki_link_settle_choices(dxki_link *link)
{
    lowering w = {.link = link, .m = link->to};
    bool good = dxki_link_lowering_begin(&w) && find_choices(&w);
    if (good && w.sites.count)
        good = dxki_link_find_origins(&w) && link->status == DXK_OK;
    for (size_t i = 0; i < w.sites.count && good; i++)
        good = settle(&w, &w.sites.items[i]);
    good = good && dxki_link_drop_stores(&w);
    dxki_link_lowering_end(&w);
    return good || (link->status == DXK_OK && dxki_link_nomem(link));
}

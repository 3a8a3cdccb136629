/* SPDX-License-Identifier: MIT */
/*
 * rebind.c - resources move to other registers and spaces.
 *
 *     map=t0=t5;t1:space1=t0:space2;b0=b3
 *
 * What stands on the left is the first register of a range as the shader declares it; the range
 * goes to where the right side says. Both name the same class. All moves are made at once, so that
 * two ranges may change places. The code follows: the index of createHandle and of
 * createHandleFromBinding is the number of a register, and the latter names the binding as well.
 */
#include "base/str.h"
#include "dxil/handles.h"
#include "edit/edit.h"

#include <string.h>

enum { OPTION_MAP, OPTION_STRICT };

typedef struct place_of_register {
    uint32_t cls, space, reg;
} place_of_register;

typedef struct move {
    place_of_register from, to;
    dxk_str text; /* of the map */
    bool used;
} move;

typedef struct rebinder {
    dxki_pass *p;
    dxk_dxil *d;
    DXKI_VEC(move) moves;
    const move **of[DXKI_RESOURCE_CLASSES]; /* by range; NULL: it stays */
} rebinder;

/* --- the map --- */

/* "t5", "t5:space1", "t5:1". */
static bool read_register(dxk_str text, place_of_register *out)
{
    const char *letter =
        text.size && *text.data ? strchr(dxki_edit_register_letters, *text.data) : NULL;
    if (!letter)
        return false;
    out->cls = (uint32_t)(letter - dxki_edit_register_letters);
    out->space = 0;
    text = (dxk_str){text.data + 1, text.size - 1};
    if (!dxki_edit_take_number(&text, &out->reg))
        return false;
    if (text.size == 0)
        return true;
    if (!dxki_str_cut(&text, ":"))
        return false;
    (void)dxki_str_cut(&text, "space");
    return dxki_edit_take_number(&text, &out->space) && text.size == 0;
}

static bool same_place(const place_of_register *a, const place_of_register *b)
{
    return a->cls == b->cls && a->space == b->space && a->reg == b->reg;
}

static dxk_status read_map(rebinder *r)
{
    dxk_str map = r->p->texts[OPTION_MAP];
    if (map.size == 0)
        return dxki_pass_refuse(r->p, "a map is required, such as",
                                dxki_str("map=t0=t5;u1=u0:space1"));
    while (map.size) {
        dxk_str item = dxki_edit_take(&map, ';'), whole = item, from = dxki_edit_take(&item, '=');
        move one = {.text = from};
        if (whole.size == 0)
            continue;
        if (!read_register(from, &one.from) || !read_register(item, &one.to) ||
            one.from.cls != one.to.cls)
            return dxki_pass_refuse(r->p, "not of the form FROM=TO with registers:", whole);
        if (!dxki_vec_push(r->p->ctx, &r->moves, one))
            return dxki_nomem(r->p->ctx);
    }
    return DXK_OK;
}

/* The move of a range; NULL: it stays. */
static move *find_move(rebinder *r, uint32_t cls, uint32_t space, uint32_t reg)
{
    place_of_register at = {cls, space, reg};
    for (size_t i = 0; i < r->moves.count; i++) {
        if (same_place(&r->moves.items[i].from, &at))
            return &r->moves.items[i];
    }
    return NULL;
}

/* --- ranges --- */

static dxk_status move_range(rebinder *r, uint32_t cls, uint32_t index)
{
    dxki_dxil_resource *res = dxki_pass_resource(r->d, cls, index);
    move *to = find_move(r, cls, res->space, res->lower_bound);
    if (!to)
        return DXK_OK;
    to->used = true;
    if (res->range_size != UINT32_MAX && res->range_size - 1 > UINT32_MAX - to->to.reg)
        return dxki_pass_refuse(r->p, "there are not enough registers for", res->name);
    r->of[cls][index] = to;
    res->space = to->to.space;
    res->lower_bound = to->to.reg;
    return DXK_OK;
}

static dxk_status move_ranges(rebinder *r)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        uint32_t count = r->d->resources[cls].count;
        r->of[cls] = DXKI_NEW_ARRAY(&r->p->scratch, const move *, count);
        if (!r->of[cls])
            return dxki_nomem(r->p->ctx);
        for (uint32_t i = 0; i < count; i++) {
            dxk_status status = move_range(r, cls, i);
            if (status != DXK_OK)
                return status;
        }
    }
    for (size_t i = 0; r->p->options[OPTION_STRICT] && i < r->moves.count; i++) {
        if (!r->moves.items[i].used)
            return dxki_pass_refuse(r->p, "no resource is declared at", r->moves.items[i].text);
    }
    return DXK_OK;
}

/* --- code --- */

/* The range that a createHandle names is moved: to where? NULL: it is not. */
static const move *move_of_handle(const rebinder *r, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(r->p->m, inst);
    uint64_t cls, id;
    if (!dxki_value_as_int(r->p->m, ops[1], &cls) || !dxki_value_as_int(r->p->m, ops[2], &id) ||
        cls >= DXKI_RESOURCE_CLASSES || id >= r->d->resources[cls].count)
        return NULL;
    return r->of[cls][id];
}

/* The same for createHandleFromBinding, which may name a part of a range. */
static const move *move_of_binding(const rebinder *r, uint32_t inst, uint64_t words[4])
{
    if (!dxki_dxil_const_binding(r->p->m, dxki_inst_ops(r->p->m, inst)[1], words) ||
        words[3] >= DXKI_RESOURCE_CLASSES)
        return NULL;
    uint32_t cls = (uint32_t)words[3];
    for (uint32_t i = 0; i < r->d->resources[cls].count; i++) {
        const move *to = r->of[cls][i];
        const dxki_dxil_resource *res = r->d->resources[cls].items[i];
        if (to && to->from.space == words[2] && words[0] >= to->from.reg &&
            words[0] - to->from.reg < res->range_size)
            return to;
    }
    return NULL;
}

/* Adds to a register number what the range has moved by. */
static bool move_index(rebinder *r, uint32_t inst, uint32_t operand, uint32_t by)
{
    dxk_module *m = r->p->m;
    dxki_value old = dxki_inst_ops(m, inst)[operand];
    uint64_t number;
    if (by == 0)
        return true;
    if (dxki_value_as_int(m, old, &number))
        return dxki_edit_set_int(m, inst, operand, number + by);
    dxki_inst add = {.op = DXKI_OP_ADD, .type = DXKI_TY_I32, .op_count = 2};
    dxki_value ops[2] = {old, dxki_const_int(m, DXKI_TY_I32, by)};
    uint32_t sum = ops[1] ? dxki_inst_insert(m, dxki_place_before(m, inst), &add, ops, NULL, 0) : 0;
    dxki_md location = dxki_inst_dbg(m, inst);
    return sum && (!location || dxki_inst_set_dbg(m, sum, location)) &&
           dxki_inst_set_op(m, inst, operand, DXKI_VALUE(DXKI_V_INST, sum));
}

/* Gives a createHandleFromBinding the binding that is moved to. */
static bool move_binding(rebinder *r, uint32_t inst, const move *to, const uint64_t words[4])
{
    dxk_module *m = r->p->m;
    dxki_type type = dxki_value_type(m, dxki_inst_ops(m, inst)[1]);
    uint32_t by = to->to.reg - to->from.reg;
    uint64_t numbers[4] = {words[0] + by, words[1] == UINT32_MAX ? words[1] : words[1] + by,
                           to->to.space, words[3]};
    dxki_value parts[4];
    for (uint32_t i = 0; i < 4; i++) {
        parts[i] = dxki_const_int(m, dxki_type_element(m, type, i), numbers[i]);
        if (!parts[i])
            return false;
    }
    dxki_value binding = dxki_const_aggregate(m, type, parts, 4);
    return binding && dxki_inst_set_op(m, inst, 1, binding) && move_index(r, inst, 2, by);
}

static bool move_in_code(rebinder *r, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(r->p->m, &r->p->m->insts.items[inst]);
    uint64_t words[4];
    if (op == dxki_dxop_get(DXKI_DXOP_CreateHandle)) {
        const move *to = move_of_handle(r, inst);
        return !to || move_index(r, inst, 3, to->to.reg - to->from.reg);
    }
    if (op == dxki_dxop_get(DXKI_DXOP_CreateHandleFromBinding)) {
        const move *to = move_of_binding(r, inst, words);
        return !to || move_binding(r, inst, to, words);
    }
    return true;
}

static dxk_status move_all(rebinder *r)
{
    dxk_status status = read_map(r);
    if (status == DXK_OK)
        status = move_ranges(r);
    if (status != DXK_OK)
        return status;
    DXKI_EACH_FUNCTION(r->p->m, fn) {
        DXKI_EACH_BLOCK(r->p->m, fn, block) {
            DXKI_EACH_INST(r->p->m, block, inst) {
                if (!move_in_code(r, inst))
                    return dxki_nomem(r->p->ctx);
            }
        }
    }
    return dxki_pass_write_metadata(r->p);
}

dxk_status dxki_edit_rebind(dxki_pass *p)
{
    rebinder r = {.p = p, .d = dxki_pass_dxil(p)};
    dxk_status status = r.d ? move_all(&r) : dxki_nomem(p->ctx);
    dxki_vec_free(p->ctx, &r.moves);
    return status;
}

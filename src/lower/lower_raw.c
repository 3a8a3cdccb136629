/* SPDX-License-Identifier: MIT */
/*
 * lower_raw.c - accesses to raw and structured buffers for older shader models: 64-bit elements as
 * two words each below 6.3, BufferLoad and BufferStore below 6.2. See lower_model.h.
 */
#include "lower/lower_model.h"

#include "ir/fold.h"

enum { PARTS = 4, STATUS = 4 }; /* components of an access; where the status of a load is */

/* Index and offset, moved by some bytes: a raw buffer has no offset. */
static void move(dxki_lower_work *w, uint32_t inst, uint32_t bytes, dxki_value place[2])
{
    dxk_module *m = w->p->m;
    place[0] = dxki_inst_ops(m, inst)[2];
    place[1] = dxki_inst_ops(m, inst)[3];
    dxki_value *moved = dxki_const_is_undef(m, place[1]) ? &place[0] : &place[1];
    if (bytes)
        *moved =
            dxki_lower_two(w, inst, DXKI_OP_ADD, *moved, dxki_lower_int(w, DXKI_TY_I32, bytes));
}

/* A load of up to four words of a type; which operation it is depends on the model. */
static dxki_value load_words(dxki_lower_work *w, uint32_t inst, dxki_type type, uint32_t bytes,
                             uint32_t mask)
{
    dxk_module *m = w->p->m;
    dxki_value place[2];
    move(w, inst, bytes, place);
    dxki_value ops[7] = {0, dxki_inst_ops(m, inst)[1], place[0], place[1], 0, 0, 0};
    if (w->minor < DXKI_MODEL_6_2)
        return dxki_lower_call(w, inst, DXKI_DXOP_BufferLoad, type, ops, 4);
    ops[4] = dxki_lower_int(w, DXKI_TY_I8, mask);
    ops[5] = dxki_inst_ops(m, inst)[5];
    return dxki_lower_call(w, inst, DXKI_DXOP_RawBufferLoad, type, ops, 6);
}

static dxki_value extract(dxki_lower_work *w, uint32_t before, dxki_value from, uint32_t member)
{
    dxki_inst in = {.op = DXKI_OP_EXTRACTVALUE, .op_count = 1};
    const uint32_t extra[2] = {1, member};
    in.type = from ? dxki_type_element(w->p->m, dxki_value_type(w->p->m, from), member) : 0;
    return dxki_lower_insert(w, before, &in, &from, extra, 2);
}

/* Two words as one value of 64 bits. */
static dxki_value join(dxki_lower_work *w, uint32_t before, dxki_type type, dxki_value low,
                       dxki_value high)
{
    if (type == DXKI_TY_DOUBLE) {
        dxki_value ops[4] = {0, low, high, 0};
        return dxki_lower_call(w, before, DXKI_DXOP_MakeDouble, DXKI_TY_DOUBLE, ops, 3);
    }
    dxki_value a = dxki_lower_cast(w, before, DXKI_OP_ZEXT, low, DXKI_TY_I64);
    dxki_value b = dxki_lower_cast(w, before, DXKI_OP_ZEXT, high, DXKI_TY_I64);
    b = dxki_lower_two(w, before, DXKI_OP_SHL, b, dxki_lower_int(w, DXKI_TY_I64, 32));
    return dxki_lower_two(w, before, DXKI_OP_OR, a, b);
}

static void take_apart(dxki_lower_work *w, uint32_t before, dxki_value value, dxki_value parts[2])
{
    dxk_module *m = w->p->m;
    dxki_type type = dxki_value_type(m, value);
    if (dxki_const_is_undef(m, value)) {
        parts[0] = parts[1] = dxki_const_undef(m, DXKI_TY_I32);
    } else if (type == DXKI_TY_DOUBLE) {
        dxki_value ops[3] = {0, value, 0};
        dxki_value both = dxki_lower_call(w, before, DXKI_DXOP_SplitDouble, DXKI_TY_DOUBLE, ops, 2);
        parts[0] = extract(w, before, both, 0);
        parts[1] = extract(w, before, both, 1);
    } else {
        dxki_value high =
            dxki_lower_two(w, before, DXKI_OP_LSHR, value, dxki_lower_int(w, DXKI_TY_I64, 32));
        parts[0] = dxki_lower_cast(w, before, DXKI_OP_TRUNC, value, DXKI_TY_I32);
        parts[1] = dxki_lower_cast(w, before, DXKI_OP_TRUNC, high, DXKI_TY_I32);
    }
}

/* Gives those who take a member of a load's result another value. */
static bool hand_out(dxki_lower_work *w, uint32_t inst, const dxki_value members[STATUS + 1])
{
    dxk_module *m = w->p->m;
    uint32_t use = dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst));
    while (use) {
        uint32_t user = dxki_tracked_user(m, use), next = dxki_tracked_next(m, use);
        const dxki_inst *in = dxki_inst_get(m, user);
        if (in->op != DXKI_OP_EXTRACTVALUE)
            return true; /* as it stands no model has it */
        uint32_t member = m->words.items[in->ops + in->op_count + 1];
        dxki_value with = member <= STATUS ? members[member] : 0;
        if (!with)
            with = dxki_const_undef(m, in->type);
        if (!with || !dxki_lower_replace(w, user, with))
            return false;
        use = next;
    }
    return dxki_lower_replace(w, inst, 0);
}

static bool load_64(dxki_lower_work *w, uint32_t inst, dxki_type type, uint32_t mask)
{
    dxki_value members[STATUS + 1] = {0};
    for (uint32_t first = 0; first < PARTS && mask >> first; first += 2) {
        uint32_t here = mask >> first & 3u;
        dxki_value loaded =
            here ? load_words(w, inst, DXKI_TY_I32, first * 8, here > 1 ? 15 : 3) : 0;
        for (uint32_t k = 0; k < 2 && loaded; k++)
            if (here >> k & 1u)
                members[first + k] = join(w, inst, type, extract(w, inst, loaded, 2 * k),
                                          extract(w, inst, loaded, 2 * k + 1));
        if (loaded && !members[STATUS])
            members[STATUS] = extract(w, inst, loaded, STATUS);
    }
    return !w->failed && hand_out(w, inst, members);
}

static uint32_t mask_of(const dxk_module *m, uint32_t inst, uint32_t operand)
{
    uint64_t mask = 15;
    dxki_value_as_int(m, dxki_inst_ops(m, inst)[operand], &mask);
    return (uint32_t)(mask & 15);
}

bool dxki_lower_raw_load(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    dxk_module *m = w->p->m;
    dxki_type type = dxki_type_element(m, dxki_inst_get(m, inst)->type, 0);
    (void)op;
    if (dxki_type_bits(m, type) == 64)
        return load_64(w, inst, type, mask_of(m, inst, 4));
    if (w->minor >= DXKI_MODEL_6_2)
        return true;
    return dxki_lower_replace(w, inst, load_words(w, inst, type, 0, 0));
}

/* A store of up to four words. */
static void store_words(dxki_lower_work *w, uint32_t inst, dxki_type type, uint32_t bytes,
                        const dxki_value values[PARTS], uint32_t mask)
{
    dxk_module *m = w->p->m;
    dxki_value place[2];
    move(w, inst, bytes, place);
    dxki_value ops[11] = {0, dxki_inst_ops(m, inst)[1], place[0], place[1]};
    memcpy(ops + 4, values, PARTS * sizeof *values);
    ops[8] = dxki_lower_int(w, DXKI_TY_I8, mask);
    ops[9] = w->minor < DXKI_MODEL_6_2 ? 0 : dxki_inst_ops(m, inst)[9];
    if (w->minor < DXKI_MODEL_6_2)
        dxki_lower_call(w, inst, DXKI_DXOP_BufferStore, type, ops, 9);
    else
        dxki_lower_call(w, inst, DXKI_DXOP_RawBufferStore, type, ops, 10);
}

static bool store_64(dxki_lower_work *w, uint32_t inst, uint32_t mask)
{
    dxk_module *m = w->p->m;
    for (uint32_t first = 0; first < PARTS && mask >> first && !w->failed; first += 2) {
        uint32_t here = mask >> first & 3u;
        dxki_value words[PARTS] = {0};
        take_apart(w, inst, dxki_inst_ops(m, inst)[4 + first], words);
        take_apart(w, inst, dxki_inst_ops(m, inst)[5 + first], words + 2);
        if (!w->failed && here)
            store_words(w, inst, DXKI_TY_I32, first * 8, words, here > 1 ? 15 : 3);
    }
    return !w->failed && dxki_lower_replace(w, inst, 0);
}

bool dxki_lower_raw_store(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    dxk_module *m = w->p->m;
    dxki_value values[PARTS];
    memcpy(values, dxki_inst_ops(m, inst) + 4, sizeof values);
    dxki_type type = dxki_value_type(m, values[0]);
    uint32_t mask = mask_of(m, inst, 8);
    (void)op;
    if (dxki_type_bits(m, type) == 64)
        return store_64(w, inst, mask);
    if (w->minor >= DXKI_MODEL_6_2)
        return true;
    store_words(w, inst, type, 0, values, mask);
    return !w->failed && dxki_lower_replace(w, inst, 0);
}

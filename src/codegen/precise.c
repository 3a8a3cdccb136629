/* SPDX-License-Identifier: MIT */
/*
 * precise.c - what goes into a precise variable is computed exactly as it is written. From all that
 * is stored to such variables the way goes back over operands; of a variable that is read on that way all
 * stores are followed. Arithmetic that is met is no longer `fast`, calls of operations are marked.
 */
#include "analysis/mem.h"
#include "codegen/emit.h"
#include "ir/access.h"
#include "ir/edit.h"
#include "ir/metadata.h"

typedef struct spread {
    dxki_emit *e;
    dxk_module *m;
    uint8_t
        *is_met; /* by instruction: it was put into `work`, or is a variable that was followed */
    uint32_t *first_store; /* by variable: an instruction that stores to it; 0: none */
    uint32_t *next_store;  /* by that instruction: another one of the same variable */
    DXKI_VEC(uint32_t) work;
    uint32_t kind; /* of metadata */
    dxki_md node;
} spread;

/* The variable that an instruction loads from or stores to; 0: none of the function's. */
static uint32_t variable_of(const dxk_module *m, uint32_t inst)
{
    dxki_value pointer = dxki_mem_pointer(m, dxki_inst_get(m, inst));

    return pointer ? dxki_value_as_inst(dxki_mem_base(m, pointer)) : 0;
}

static bool meet(spread *s, uint32_t inst)
{
    if (!inst || s->is_met[inst])
        return true;
    s->is_met[inst] = 1;
    return dxki_vec_push(s->e->c->ctx, &s->work, inst);
}

/* All that is stored to a variable. */
static bool follow(spread *s, uint32_t variable)
{
    if (!variable || s->is_met[variable])
        return true;
    s->is_met[variable] = 1;
    for (uint32_t inst = s->first_store[variable]; inst; inst = s->next_store[inst]) {
        if (!meet(s, inst))
            return false;
    }
    return true;
}

static bool begin(spread *s, dxki_emit *e, dxk_module *m)
{
    const dxki_md one = dxki_md_of_value(m, dxki_const_int(m, DXKI_TY_I32, 1));
    size_t count = m->insts.count;

    *s = (spread){.e = e, .m = m};
    s->is_met = DXKI_NEW_ARRAY(&e->c->arena, uint8_t, count);
    s->first_store = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, count);
    s->next_store = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, count);
    s->kind = dxki_md_kind_index(m, dxki_str("dx.precise"));
    s->node = one ? dxki_md_tuple(m, &one, 1, false) : 0;
    return s->is_met && s->first_store && s->next_store && s->kind != UINT32_MAX && s->node;
}

/* Notes who stores to which variable. With -Gis all is precise. */
static bool look_at(spread *s, uint32_t inst)
{
    if (s->m->insts.items[inst].op == DXKI_OP_STORE) {
        uint32_t variable = variable_of(s->m, inst);
        s->next_store[inst] = s->first_store[variable];
        s->first_store[variable] = inst;
    }
    return !s->e->c->options.strict_ieee || meet(s, inst);
}

static bool is_real(dxki_type type)
{
    return type == DXKI_TY_FLOAT || type == DXKI_TY_DOUBLE || type == DXKI_TY_HALF;
}

static bool mark(spread *s, uint32_t inst)
{
    dxki_inst *in = &s->m->insts.items[inst];

    if (in->op == DXKI_OP_CALL)
        return !is_real(in->type) || !dxki_call_dxop(s->m, in) ||
               dxki_inst_set_attachment(s->m, inst, s->kind, s->node);
    if (in->op == DXKI_OP_FCMP || dxki_op_get(in->op)->family == DXKI_OF_REAL)
        in->flags = 0;
    return true;
}

/* Goes on to what an instruction is computed from. */
static bool go_back(spread *s, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(s->m, inst);

    if (in->op == DXKI_OP_LOAD && !follow(s, variable_of(s->m, inst)))
        return false;
    for (uint32_t k = 0; k < in->op_count; k++) {
        if (!meet(s, dxki_value_as_inst(dxki_inst_ops(s->m, inst)[k])))
            return false;
    }
    return true;
}

static bool run(spread *s)
{
    DXKI_EACH_FUNCTION(s->m, function) {
        DXKI_EACH_BLOCK(s->m, function, block) {
            DXKI_EACH_INST(s->m, block, inst) {
                if (!look_at(s, inst))
                    return false;
            }
        }
    }
    for (size_t i = 0; i < s->e->precise.count; i++) {
        if (!follow(s, dxki_value_as_inst(s->e->precise.items[i])))
            return false;
    }
    while (s->work.count) {
        uint32_t inst = s->work.items[--s->work.count];
        if (!mark(s, inst) || !go_back(s, inst))
            return false;
    }
    return true;
}

dxk_status dxki_emit_spread_precise(dxki_emit *e, dxk_module *m)
{
    spread s;

    if (!e->precise.count && !e->c->options.strict_ieee)
        return DXK_OK;
    bool good = begin(&s, e, m) && run(&s);
    dxki_vec_free(e->c->ctx, &s.work);
    return good ? DXK_OK : dxki_nomem(e->c->ctx);
}

/* SPDX-License-Identifier: MIT */
/* attachments.c - metadata of instructions: loops, precision, control flow hints, indices that vary. */
#include "validate/access.h"
#include "validate/body.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/values.h"

static bool md_int(const dxki_val *v, dxki_md md, uint64_t *bits)
{
    return md && dxki_md_get(v->m, md)->kind == DXKI_M_VALUE &&
           dxki_val_is_const(v, dxki_md_value(v->m, md), bits);
}

static bool is_node(const dxki_val *v, dxki_md md)
{
    return md && dxki_md_get(v->m, md)->kind >= DXKI_M_TUPLE;
}

/* An integer operand of a node; false: reported. */
static bool node_int(dxki_val *v, dxki_md node, uint32_t index, uint64_t *bits)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(v->m, node, &count);
    *bits = 0;
    if (index < count && md_int(v, ops[index], bits))
        return true;
    dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
    return false;
}

/* Nodes may form a circle: no type has so many above it. */
#define TBAA_STEPS 1000u

static void check_tbaa(dxki_val *v, dxki_md node, uint32_t steps)
{
    for (; steps < TBAA_STEPS; steps++) {
        uint32_t count;
        uint64_t bits;
        const dxki_md *ops = dxki_md_ops(v->m, node, &count);
        if (count < 1 || count > 3) {
            dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
            return;
        }
        if (count == 1) {
            if (!ops[0] || dxki_md_get(v->m, ops[0])->kind != DXKI_M_STRING)
                dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
            return;
        }
        bool up = is_node(v, ops[1]);
        /* What is above is judged before the flag here. */
        if (up && count == 3)
            check_tbaa(v, ops[1], steps + 1);
        else if (!up)
            dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
        if (count == 3) {
            if (!md_int(v, ops[2], &bits) || bits > 1)
                dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
            return;
        }
        if (!up)
            return;
        node = ops[1];
    }
    dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED); /* a circle, or as good as one */
}

/* The node about a loop to complain about; 0: it is well-formed. */
static dxki_md bad_loop_node(const dxki_val *v, dxki_md node)
{
    for (uint32_t steps = 0; steps < 1000; steps++) {
        uint32_t count, inner;
        uint64_t bits;
        const dxki_md *ops = dxki_md_ops(v->m, node, &count);
        if (count == 0 || count > 2 || ops[0] != node)
            return node;
        if (count == 1)
            return 0;
        dxki_md hint = ops[1];
        if (!is_node(v, hint))
            return node;
        const dxki_md *parts = dxki_md_ops(v->m, hint, &inner);
        if (inner < 1 || inner > 2)
            return hint;
        if (parts[0] == hint) {
            node = hint;
            continue;
        }
        dxk_str name = dxki_md_str(v->m, parts[0]);
        bool counted = dxki_str_is(name, "llvm.loop.unroll.count");
        if (!counted && !dxki_str_is(name, "llvm.loop.unroll.full") &&
            !dxki_str_is(name, "llvm.loop.unroll.disable"))
            return hint;
        if (!counted)
            return 0;
        if (inner != 2 || !parts[1] || dxki_md_get(v->m, parts[1])->kind != DXKI_M_VALUE)
            return hint;
        return md_int(v, parts[1], &bits) ? 0 : parts[1];
    }
    return node;
}

static void check_nonuniform(dxki_val *v, uint32_t inst, dxki_md node)
{
    uint32_t count;
    uint64_t value;
    dxki_md_ops(v->m, node, &count);
    if (!v->subject.is_lib)
        dxki_val_md_error(v, node, DXKI_VR_META_USED);
    if (dxki_val_inst(v, inst)->op != DXKI_OP_GEP)
        dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
    if (count != 1)
        dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
    if (!node_int(v, node, 0, &value))
        dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
    if (value != 1)
        dxki_val_md_error(v, node, DXKI_VR_META_VALUERANGE);
}

static bool is_terminator(const dxki_val *v, uint32_t inst)
{
    return dxki_op_class_of((dxki_op)dxki_val_inst(v, inst)->op) == DXKI_OC_TERM;
}

void dxki_val_check_attachment(dxki_val *v, uint32_t inst, const dxki_attachment *a)
{
    dxk_str kind = dxki_string_get(v->m, v->m->md_kinds.items[a->kind]);
    if (dxki_str_is(kind, "dx.controlflow.hints")) {
        if (!is_terminator(v, inst))
            dxki_val_inst_error(v, inst, DXKI_VR_META_CONTROLFLOWHINTNOTONCONTROLFLOW, NULL, 0);
    } else if (dxki_str_is(kind, "llvm.loop")) {
        dxki_md bad = bad_loop_node(v, a->node);
        if (bad)
            dxki_val_md_error(v, bad, DXKI_VR_META_WELLFORMED);
    } else if (dxki_str_is(kind, "tbaa")) {
        check_tbaa(v, a->node, 0);
    } else if (dxki_str_is(kind, "dx.nonuniform")) {
        check_nonuniform(v, inst, a->node);
    } else if (!dxki_str_is(kind, "dx.precise") && !dxki_str_is(kind, "range") &&
               !dxki_str_is(kind, "noalias") && !dxki_str_is(kind, "alias.scope")) {
        dxki_val_md_error(v, a->node, DXKI_VR_META_USED);
    }
}

static dxki_md find_attachment(const dxki_val *v, uint32_t inst, const char *kind)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(v->m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_str_is(dxki_string_get(v->m, v->m->md_kinds.items[list[i].kind]), kind))
            return list[i].node;
    }
    return 0;
}

static bool is_precise(dxki_val *v, uint32_t inst)
{
    dxki_md node = find_attachment(v, inst, "dx.precise");
    uint32_t count;
    uint64_t value;
    if (!node)
        return false;
    dxki_md_ops(v->m, node, &count);
    if (count != 1) {
        dxki_val_md_error(v, node, DXKI_VR_META_WELLFORMED);
        return false;
    }
    if (!node_int(v, node, 0, &value))
        return false;
    if (value > 1)
        dxki_val_md_error(v, node, DXKI_VR_META_VALUERANGE);
    return value == 1;
}

void dxki_val_check_precise(dxki_val *v, uint32_t inst)
{
    if (!is_precise(v, inst))
        return;
    for (uint32_t i = 0; i < dxki_val_inst(v, inst)->op_count; i++) {
        dxki_type type = dxki_value_type(v->m, dxki_val_ops(v, inst)[i]);
        if (type == DXKI_TY_HALF || type == DXKI_TY_I16) {
            dxki_val_inst_error(v, inst, DXKI_VR_INSTR_MINPRECISIONNOTPRECISE, NULL, 0);
            return;
        }
    }
}

/* What a branch should be: 1 branch, 2 flatten, 4 forcecase. */
void dxki_val_check_hints(dxki_val *v, uint32_t block)
{
    uint32_t inst = v->m->blocks.items[block].last_inst, count, seen = 0;
    dxki_md node = inst && is_terminator(v, inst) && v->m->attachments.count
                       ? find_attachment(v, inst, "dx.controlflow.hints")
                       : 0;
    if (!node)
        return;
    dxki_md_ops(v->m, node, &count);
    for (uint32_t i = 2; i < count; i++) {
        uint64_t hint;
        if (!node_int(v, node, i, &hint))
            continue;
        hint &= UINT32_MAX;
        if (hint == 1 || hint == 2 || hint == 5)
            seen |= hint == 5 ? 4 : (uint32_t)hint;
        else
            dxki_val_md_error(v, node, DXKI_VR_META_INVALIDCONTROLFLOWHINT);
    }
    if ((seen & 3) == 3)
        dxki_val_md_error(v, node, DXKI_VR_META_BRANCHFLATTEN);
    if ((seen & 4) && dxki_val_inst(v, inst)->op != DXKI_OP_SWITCH)
        dxki_val_md_error(v, node, DXKI_VR_META_FORCECASEONSWITCH);
}

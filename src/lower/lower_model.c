/* SPDX-License-Identifier: MIT */
/*
 * lower_model.c - operations that the target's shader model does not know yet, made of those that it
 * knows:
 *
 *     below 6.9   IsNaN, IsInf, IsFinite, IsNormal of a half      the same of a float
 *     below 6.7   QuadVote                                        three QuadOps
 *     always      IsHelperLane                                    false but in pixel shaders
 *     below 6.6   AnnotateHandle, marks of the life of variables  nothing
 *                 CreateHandleFromBinding                         CreateHandle
 *                 IsHelperLane in pixel shaders                   a variable
 *     below 6.3   raw buffer accesses of 64 bits                  of 32 bits
 *     below 6.2   raw buffer accesses                             BufferLoad, BufferStore
 *
 * The target is the module's own model, so that what was linked or built from newer code fits it,
 * or an older one, which the module has afterwards. Vectors: scalarizer.c. What has no lowering is
 * refused. Source: DirectXShaderCompiler for which lowerings there are.
 */
#include "lower/lower_model.h"

#include "ir/fold.h"
#include "lower/make.h"

/* ---------------------------------------------------------------------------------------- */
/* Making instructions                                                                        */

dxki_value dxki_lower_insert(dxki_lower_work *w, uint32_t before, const dxki_inst *inst,
                             const dxki_value *ops, const uint32_t *extra, uint32_t extras)
{
    dxki_value made = 0;
    bool whole = true;
    for (uint32_t i = 0; i < inst->op_count; i++)
        whole = whole && ops[i];
    if (whole)
        made = dxki_lower_make(w->p, before, inst, ops, extra, extras);
    w->failed |= made == 0;
    return made;
}

dxki_value dxki_lower_int(dxki_lower_work *w, dxki_type type, uint64_t bits)
{
    dxki_value value = dxki_const_int(w->p->m, type, bits);
    w->failed |= value == 0;
    return value;
}

dxki_value dxki_lower_call(dxki_lower_work *w, uint32_t before, uint32_t opcode, dxki_type overload,
                           dxki_value *ops, uint32_t count)
{
    dxki_value made =
        w->failed ? 0 : dxki_lower_make_call(w->p, before, opcode, overload, ops, count);
    w->failed |= made == 0;
    return made;
}

dxki_value dxki_lower_two(dxki_lower_work *w, uint32_t before, dxki_op op, dxki_value a,
                          dxki_value b)
{
    dxki_inst in = {.op = (uint8_t)op, .op_count = 2};
    const dxki_value ops[2] = {a, b};
    in.type = a ? dxki_value_type(w->p->m, a) : 0;
    return dxki_lower_insert(w, before, &in, ops, NULL, 0);
}

dxki_value dxki_lower_cast(dxki_lower_work *w, uint32_t before, dxki_op op, dxki_value value,
                           dxki_type type)
{
    dxki_inst in = {.op = (uint8_t)op, .type = type, .op_count = 1};
    return dxki_lower_insert(w, before, &in, &value, NULL, 0);
}

bool dxki_lower_replace(dxki_lower_work *w, uint32_t inst, dxki_value with)
{
    dxk_module *m = w->p->m;
    if (with && !dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), with))
        w->failed = true;
    w->failed |= !dxki_inst_remove(m, inst);
    dxki_pass_changed(w->p);
    return !w->failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Small ones                                                                                 */

static bool lower_annotation(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    (void)op;
    return dxki_lower_replace(w, inst, dxki_inst_ops(w->p->m, inst)[1]);
}

/* any, all: of the lane itself and the three others of its quad. */
static bool lower_quad_vote(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    dxk_module *m = w->p->m;
    dxki_value condition = dxki_inst_ops(m, inst)[1];
    uint64_t kind = 0;
    (void)op;
    dxki_value_as_int(m, dxki_inst_ops(m, inst)[2], &kind);
    dxki_value own = dxki_lower_cast(w, inst, DXKI_OP_ZEXT, condition, DXKI_TY_I32), all = own;
    for (uint32_t which = 0; which < 3 && !w->failed; which++) {
        dxki_value ops[4] = {0, own, dxki_lower_int(w, DXKI_TY_I8, which), 0};
        dxki_value other = dxki_lower_call(w, inst, DXKI_DXOP_QuadOp, DXKI_TY_I32, ops, 3);
        all = dxki_lower_two(w, inst, kind ? DXKI_OP_AND : DXKI_OP_OR, all, other);
    }
    dxki_inst compare = {
        .op = DXKI_OP_ICMP, .sub = DXKI_LOWER_NE, .type = DXKI_TY_I1, .op_count = 2};
    const dxki_value ops[2] = {all, dxki_lower_int(w, DXKI_TY_I32, 0)};
    return dxki_lower_replace(w, inst, dxki_lower_insert(w, inst, &compare, ops, NULL, 0));
}

/* A half is a float without loss; but what is small for a half is not for a float. */
static bool lower_half_test(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    dxk_module *m = w->p->m;
    dxki_value value = dxki_inst_ops(m, inst)[1];
    if (dxki_value_type(m, value) != DXKI_TY_HALF)
        return true;
    dxki_value wide = dxki_lower_cast(w, inst, DXKI_OP_FPEXT, value, DXKI_TY_FLOAT);
    bool normal = op->opcode == DXKI_DXOP_IsNormal;
    dxki_value ops[3] = {0, wide, 0};
    dxki_value made =
        dxki_lower_call(w, inst, normal ? DXKI_DXOP_IsFinite : op->opcode, DXKI_TY_FLOAT, ops, 2);
    if (normal) {
        const uint32_t least = 0x38800000; /* 2^-14 */
        dxki_value abs[3] = {0, wide, 0};
        dxki_inst compare = {
            .op = DXKI_OP_FCMP, .sub = DXKI_LOWER_OGE, .type = DXKI_TY_I1, .op_count = 2};
        const dxki_value both[2] = {dxki_lower_call(w, inst, DXKI_DXOP_FAbs, DXKI_TY_FLOAT, abs, 2),
                                    dxki_const_float(m, DXKI_TY_FLOAT, least)};
        dxki_value large = dxki_lower_insert(w, inst, &compare, both, NULL, 0);
        made = dxki_lower_two(w, inst, DXKI_OP_AND, made, large);
    }
    return dxki_lower_replace(w, inst, made);
}

/* The number in the table of the resource of a binding. */
static const dxki_dxil_resource *find_binding(const dxki_lower_work *w, const uint64_t words[4])
{
    const dxk_dxil *d = w->d;
    const dxki_dxil_list *list = words[3] < DXKI_RESOURCE_CLASSES ? &d->resources[words[3]] : NULL;
    for (uint32_t i = 0; list && i < list->count; i++) {
        const dxki_dxil_resource *r = list->items[i];
        if (r->lower_bound == words[0] && r->space == words[2])
            return r;
    }
    return NULL;
}

static bool lower_binding(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    dxk_module *m = w->p->m;
    uint64_t words[4];
    const dxki_dxil_resource *r = NULL;
    (void)op;
    if (dxki_dxil_const_binding(m, dxki_inst_ops(m, inst)[1], words))
        r = find_binding(w, words);
    if (!r) {
        w->refusal = "no resource has the binding of a handle";
        return false;
    }
    dxki_value ops[6] = {0,
                         dxki_lower_int(w, DXKI_TY_I8, r->cls),
                         dxki_lower_int(w, DXKI_TY_I32, r->id),
                         dxki_inst_ops(m, inst)[2],
                         dxki_inst_ops(m, inst)[3],
                         0};
    return dxki_lower_replace(
        w, inst,
        w->failed ? 0 : dxki_lower_call(w, inst, DXKI_DXOP_CreateHandle, DXKI_TY_VOID, ops, 5));
}

/* ---------------------------------------------------------------------------------------- */
/* Helper lanes                                                                               */

/* The variable that tells whether the lane is a helper: set at the entry, and by each discard. */
static bool make_helper(dxki_lower_work *w)
{
    dxk_module *m = w->p->m;
    uint32_t first = m->blocks.items[m->globals.items[w->p->function].first_block].first_inst;
    dxki_value one = dxki_lower_int(w, DXKI_TY_I32, 1);
    dxki_inst alloca = {.op = DXKI_OP_ALLOCA, .op_count = 1, .sub = 3};
    uint32_t type = DXKI_TY_I1;
    alloca.type = dxki_type_pointer(m, DXKI_TY_I1, 0);
    w->helper = alloca.type ? dxki_lower_insert(w, first, &alloca, &one, &type, 1) : 0;
    while (first && dxki_inst_get(m, first)->op == DXKI_OP_ALLOCA)
        first = dxki_inst_get(m, first)->next;
    dxki_value ops[2] = {0, 0};
    dxki_value coverage = dxki_lower_call(w, first, DXKI_DXOP_Coverage, DXKI_TY_I32, ops, 1);
    const dxki_value zero[2] = {coverage, dxki_lower_int(w, DXKI_TY_I32, 0)};
    dxki_inst compare = {
        .op = DXKI_OP_ICMP, .sub = DXKI_LOWER_EQ, .type = DXKI_TY_I1, .op_count = 2};
    const dxki_value stored[2] = {dxki_lower_insert(w, first, &compare, zero, NULL, 0), w->helper};
    dxki_inst store = {.op = DXKI_OP_STORE, .type = DXKI_TY_VOID, .op_count = 2, .sub = 3};
    dxki_lower_insert(w, first, &store, stored, NULL, 0);
    return !w->failed;
}

static bool add_discards(dxki_lower_work *w)
{
    dxk_module *m = w->p->m;
    DXKI_EACH_BLOCK(m, w->p->function, block)
        DXKI_EACH_INST(m, block, inst) {
            const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, inst));
            if (!op || op->opcode != DXKI_DXOP_Discard)
                continue;
            dxki_inst load = {.op = DXKI_OP_LOAD, .type = DXKI_TY_I1, .op_count = 1, .sub = 3};
            dxki_value old = dxki_lower_insert(w, inst, &load, &w->helper, NULL, 0);
            const dxki_value ops[2] = {
                dxki_lower_two(w, inst, DXKI_OP_OR, old, dxki_inst_ops(m, inst)[1]), w->helper};
            dxki_inst store = {.op = DXKI_OP_STORE, .type = DXKI_TY_VOID, .op_count = 2, .sub = 3};
            if (!dxki_lower_insert(w, inst, &store, ops, NULL, 0))
                return false;
        }
    return true;
}

static bool lower_helper(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op)
{
    (void)op;
    bool library = w->p->facts->kind == DXK_SHADER_KIND_LIBRARY;
    if (w->minor >= DXKI_MODEL_6_6 && (library || w->p->facts->kind == DXK_SHADER_KIND_PIXEL))
        return true;
    if (w->p->facts->kind != DXK_SHADER_KIND_PIXEL)
        return dxki_lower_replace(w, inst, dxki_lower_int(w, DXKI_TY_I1, 0));
    if (w->p->function >= w->p->facts->root_count || w->p->facts->roots[w->p->function] != 1) {
        w->refusal = "IsHelperLane stands in a function that is no entry point";
        return false;
    }
    if (!w->helper && (!make_helper(w) || !add_discards(w)))
        return false;
    dxki_inst load = {.op = DXKI_OP_LOAD, .type = DXKI_TY_I1, .op_count = 1, .sub = 3};
    return dxki_lower_replace(w, inst, dxki_lower_insert(w, inst, &load, &w->helper, NULL, 0));
}

/* ---------------------------------------------------------------------------------------- */
/* The function                                                                               */

typedef struct lowering {
    uint32_t opcode, minor; /* below this minor version */
    bool (*lower)(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op);
} lowering;

static const lowering lowerings[] = {
    {DXKI_DXOP_IsNaN, DXKI_MODEL_6_9, lower_half_test},
    {DXKI_DXOP_IsInf, DXKI_MODEL_6_9, lower_half_test},
    {DXKI_DXOP_IsFinite, DXKI_MODEL_6_9, lower_half_test},
    {DXKI_DXOP_IsNormal, DXKI_MODEL_6_9, lower_half_test},
    {DXKI_DXOP_QuadVote, DXKI_MODEL_6_7, lower_quad_vote},
    {DXKI_DXOP_AnnotateHandle, DXKI_MODEL_6_6, lower_annotation},
    {DXKI_DXOP_CreateHandleFromBinding, DXKI_MODEL_6_6, lower_binding},
    {DXKI_DXOP_IsHelperLane, UINT32_MAX, lower_helper},
    {DXKI_DXOP_RawBufferLoad, DXKI_MODEL_6_3, dxki_lower_raw_load},
    {DXKI_DXOP_RawBufferStore, DXKI_MODEL_6_3, dxki_lower_raw_store},
};

static const lowering *find_lowering(const dxki_lower_work *w, const dxki_dxop_info *op)
{
    for (size_t i = 0; op && i < sizeof lowerings / sizeof *lowerings; i++)
        if (lowerings[i].opcode == op->opcode && w->minor < lowerings[i].minor)
            return &lowerings[i];
    return NULL;
}

/* The marks of the life of variables, and the casts of addresses for them, go below 6.6. */
static bool drop_marks(dxki_lower_work *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    dxki_value pointer = dxki_inst_ops(m, inst)[1];
    if (!dxki_lower_replace(w, inst, 0))
        return false;
    uint32_t cast = dxki_value_as_inst(pointer);
    bool unused =
        cast && dxki_inst_get(m, cast)->op == DXKI_OP_BITCAST && !dxki_tracked_first(m, pointer);
    return !unused || dxki_inst_remove(m, cast) || !(w->failed = true);
}

static bool is_mark(const dxk_module *m, const dxki_inst *in)
{
    dxki_value callee = in->op == DXKI_OP_CALL ? dxki_call_callee(m, in) : 0;
    return DXKI_TAG(callee) == DXKI_V_GLOBAL && dxki_call_arg_count(in) == 2 &&
           dxki_str_starts(dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name),
                           "llvm.lifetime.");
}

static bool lower_all(dxki_lower_work *w)
{
    dxk_module *m = w->p->m;
    DXKI_EACH_BLOCK(m, w->p->function, block)
        for (uint32_t inst = m->blocks.items[block].first_inst, next; inst; inst = next) {
            next = dxki_inst_get(m, inst)->next;
            const dxki_inst *in = dxki_inst_get(m, inst);
            const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
            const lowering *found = find_lowering(w, op);
            if (w->minor < DXKI_MODEL_6_6 && is_mark(m, in) && !drop_marks(w, inst))
                return false;
            if (found && !found->lower(w, inst, op))
                return false;
        }
    return true;
}

dxk_status dxki_lower_model(dxki_pass *p)
{
    dxki_lower_work w = {.p = p, .minor = p->facts->minor, .d = dxki_pass_dxil(p)};
    if (!w.d)
        return dxki_nomem(p->ctx);
    if (lower_all(&w) && !w.failed)
        return DXK_OK;
    return w.refusal ? dxki_pass_refuse(p, w.refusal, (dxk_str){"", 0}) : dxki_nomem(p->ctx);
}

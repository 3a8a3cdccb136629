/* SPDX-License-Identifier: MIT */
/*
 * phi_types.c - the type of values that are only handed on. Phis and selections that hand values to
 * each other are a web. One of 32-bit integers whose values mostly come from reals, and are used as
 * reals, becomes one of reals, and the other way round:
 *
 *     %a = bitcast float %x to i32                  %b = phi float [ %x, ... ], [ 0.0, ... ]
 *     %b = phi i32 [ %a, ... ], [ 0, ... ]    =>    %c = fadd float %b, 1.0
 *     %c = bitcast i32 %b to float
 *     %d = fadd float %c, 1.0
 *
 * It is done where it leaves fewer casts than there were: each cast that goes is counted, and each
 * that must be made, for a value that comes in as it is or for users that want the old type.
 */
#include "pass/pass.h"

#include "ir/fold.h"

/* What is known of an instruction. */
typedef struct node {
    uint32_t parent; /* in its web; 0: it is in none */
    uint32_t head;   /* of the first of a web: the last one that joined */
    uint32_t next;   /* the one that joined before */
    uint32_t seen;   /* number of the look that counted it */
} node;

typedef struct retyper {
    dxki_pass *p;
    dxk_module *m;
    node *nodes;     /* by instruction, for those below `limit` */
    uint32_t *casts; /* by instruction: its value in the other type, if it was made */
    uint32_t limit;
    uint32_t look; /* number of the web that is looked at */
    DXKI_VEC(uint32_t) webs;
    bool failed;
} retyper;

static bool is_handed_on(const dxki_inst *in)
{
    return (in->op == DXKI_OP_PHI || in->op == DXKI_OP_SELECT) &&
           (in->type == DXKI_TY_I32 || in->type == DXKI_TY_FLOAT);
}

static dxki_type other_type(dxki_type type)
{
    return type == DXKI_TY_I32 ? DXKI_TY_FLOAT : DXKI_TY_I32;
}

/* The first operand of a phi or a selection that it hands on. */
static uint32_t first_operand(const dxki_inst *in)
{
    return in->op == DXKI_OP_SELECT ? 1 : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Webs                                                                                       */

static uint32_t find_web(node *nodes, uint32_t inst)
{
    while (nodes[inst].parent != inst) {
        nodes[inst].parent = nodes[nodes[inst].parent].parent;
        inst = nodes[inst].parent;
    }
    return inst;
}

/* The web of a value; 0: none. */
static uint32_t web_of(const retyper *r, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);

    return inst && inst < r->limit && r->nodes[inst].parent ? find_web(r->nodes, inst) : 0;
}

static void find_nodes(retyper *r)
{
    DXKI_EACH_BLOCK(r->m, r->p->function, block)
        DXKI_EACH_INST(r->m, block, inst)
            if (is_handed_on(dxki_inst_get(r->m, inst)))
                r->nodes[inst].parent = inst;
}

/* Joins webs, and links their members once they are known. */
static void find_webs(retyper *r)
{
    find_nodes(r);
    DXKI_EACH_BLOCK(r->m, r->p->function, block)
        DXKI_EACH_INST(r->m, block, inst) {
            const dxki_inst *in = dxki_inst_get(r->m, inst);
            for (uint32_t k = first_operand(in); r->nodes[inst].parent && k < in->op_count; k++) {
                uint32_t other = web_of(r, dxki_inst_ops(r->m, inst)[k]);
                if (other)
                    r->nodes[other].parent = find_web(r->nodes, inst);
            }
        }
    DXKI_EACH_BLOCK(r->m, r->p->function, block)
        DXKI_EACH_INST(r->m, block, inst)
            if (r->nodes[inst].parent) {
                uint32_t web = find_web(r->nodes, inst);
                if (web == inst && !dxki_vec_push(r->m->ctx, &r->webs, web))
                    r->failed = true;
                r->nodes[inst].next = r->nodes[web].head;
                r->nodes[web].head = inst;
            }
}

/* ---------------------------------------------------------------------------------------- */
/* Counting                                                                                   */

/* The value that a cast between the types was made of; 0: it is no such cast. */
static dxki_value cast_source(const dxk_module *m, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);

    if (!inst || dxki_inst_get(m, inst)->op != DXKI_OP_BITCAST)
        return 0;
    dxki_value source = dxki_inst_ops(m, inst)[0];
    return dxki_value_type(m, source) == other_type(dxki_value_type(m, value)) ? source : 0;
}

/* True at the first time in this look. */
static bool is_first_look(retyper *r, uint32_t inst)
{
    if (inst < r->limit && r->nodes[inst].seen == r->look)
        return false;
    if (inst < r->limit)
        r->nodes[inst].seen = r->look;
    return true;
}

/* Does only the web use a value? */
static bool is_only_in(const retyper *r, dxki_value value, uint32_t web)
{
    DXKI_EACH_TRACKED_USE(r->m, value, use)
        if (web_of(r, DXKI_VALUE(DXKI_V_INST, dxki_tracked_user(r->m, use))) != web)
            return false;
    return true;
}

/* What an operand saves: casts that go, less casts that come. */
static int64_t gain_of_operand(retyper *r, dxki_value value, uint32_t web)
{
    uint32_t inst = dxki_value_as_inst(value);

    if (web_of(r, value) == web || (!inst && dxki_value_is_const(value)))
        return 0;
    if (!inst) /* a parameter: no place for a cast */
        return INT32_MIN;
    if (!is_first_look(r, inst))
        return 0;
    if (cast_source(r->m, value))
        return is_only_in(r, value, web) ? 1 : 0;
    return -1;
}

/* What the users of a member save. */
static int64_t gain_of_users(const retyper *r, uint32_t inst, uint32_t web)
{
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    int64_t gain = 0, others = 0;

    DXKI_EACH_TRACKED_USE(r->m, value, use) {
        dxki_value user = DXKI_VALUE(DXKI_V_INST, dxki_tracked_user(r->m, use));
        if (web_of(r, user) == web)
            continue;
        if (cast_source(r->m, user))
            gain++;
        else
            others = 1;
    }
    return gain - others;
}

static int64_t gain_of(retyper *r, uint32_t web)
{
    int64_t gain = 0;

    r->look++;
    for (uint32_t inst = r->nodes[web].head; inst; inst = r->nodes[inst].next) {
        const dxki_inst *in = dxki_inst_get(r->m, inst);
        for (uint32_t k = first_operand(in); k < in->op_count; k++)
            gain += gain_of_operand(r, dxki_inst_ops(r->m, inst)[k], web);
        gain += gain_of_users(r, inst, web);
    }
    return gain;
}

/* ---------------------------------------------------------------------------------------- */
/* Changing                                                                                   */

/* A cast after the instruction that makes a value; 0: out of memory. */
static uint32_t add_cast(retyper *r, uint32_t inst, dxki_type to)
{
    const dxki_inst *in = dxki_inst_get(r->m, inst);
    dxki_place at = in->op == DXKI_OP_PHI ? dxki_place_after_phis(r->m, in->block)
                                          : dxki_place_after(r->m, inst);
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    const dxki_inst cast = {.op = DXKI_OP_BITCAST, .type = to, .op_count = 1};

    return dxki_inst_insert(r->m, at, &cast, &value, NULL, 0);
}

/* A value that comes in, in the type `to`; 0: out of memory. */
static dxki_value convert_operand(retyper *r, dxki_value value, dxki_type to)
{
    uint32_t inst = dxki_value_as_inst(value);
    dxki_value source = cast_source(r->m, value);

    if (source)
        return source;
    if (!inst)
        return dxki_fold_cast(r->m, DXKI_OP_BITCAST, value, to);
    if (!r->casts[inst])
        r->casts[inst] = add_cast(r, inst, to);
    return r->casts[inst] ? DXKI_VALUE(DXKI_V_INST, r->casts[inst]) : 0;
}

static void convert_operands(retyper *r, uint32_t inst, dxki_type to)
{
    for (uint32_t k = first_operand(dxki_inst_get(r->m, inst));
         k < dxki_inst_get(r->m, inst)->op_count && !r->failed; k++) {
        dxki_value value = dxki_inst_ops(r->m, inst)[k];
        if (dxki_value_type(r->m, value) == to)
            continue;
        dxki_value other = convert_operand(r, value, to);
        r->failed = !other || !dxki_inst_set_op(r->m, inst, k, other);
    }
}

/* Users outside of the web: casts to the new type go, others get one to the old type. */
static void convert_users(retyper *r, uint32_t inst, uint32_t web, dxki_type from)
{
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    dxki_value old = 0;

    DXKI_EACH_TRACKED_USE(r->m, value, use) {
        uint32_t user = dxki_tracked_user(r->m, use), operand = dxki_tracked_operand(r->m, use);
        dxki_value result = DXKI_VALUE(DXKI_V_INST, user);
        const dxki_inst *in = dxki_inst_get(r->m, user);
        if (r->failed || web_of(r, result) == web)
            continue;
        if (in->op == DXKI_OP_BITCAST && in->type == other_type(from)) {
            r->failed = !dxki_value_replace(r->m, result, value) || !dxki_inst_remove(r->m, user);
            continue;
        }
        if (!old)
            old = DXKI_VALUE(DXKI_V_INST, add_cast(r, inst, from));
        r->failed = !DXKI_INDEX(old) || !dxki_inst_set_op(r->m, user, operand, old);
    }
}

/* Gives a web the other type, all members first, so that they fit each other. */
static void retype(retyper *r, uint32_t web)
{
    dxki_type from = dxki_inst_get(r->m, web)->type, to = other_type(from);
    uint32_t head = r->nodes[web].head;

    r->failed |= !dxki_module_touch(r->m);
    for (uint32_t inst = head; inst; inst = r->nodes[inst].next)
        r->m->insts.items[inst].type = to;
    for (uint32_t inst = head; inst && !r->failed; inst = r->nodes[inst].next)
        convert_operands(r, inst, to);
    for (uint32_t inst = head; inst && !r->failed; inst = r->nodes[inst].next)
        convert_users(r, inst, web, from);
    dxki_pass_changed(r->p);
}

dxk_status dxki_pass_phi_types(dxki_pass *p)
{
    retyper r = {.p = p,
                 .m = p->m,
                 .nodes = dxki_pass_by_inst(p, sizeof(node)),
                 .casts = dxki_pass_by_inst(p, sizeof(uint32_t)),
                 .limit = (uint32_t)p->m->insts.count};

    if (!r.nodes || !r.casts)
        return dxki_nomem(p->ctx);
    find_webs(&r);
    for (size_t i = 0; i < r.webs.count && !r.failed; i++)
        if (gain_of(&r, r.webs.items[i]) > 0)
            retype(&r, r.webs.items[i]);
    dxki_vec_free(p->ctx, &r.webs);
    return r.failed ? dxki_nomem(p->ctx) : DXK_OK;
}

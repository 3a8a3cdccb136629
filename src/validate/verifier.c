/* SPDX-License-Identifier: MIT */
/*
 * verifier.c - what LLVM 3.7's verifier refuses and a reader takes: blocks without terminator,
 * values used before they are defined, phis in the middle of a block or without an entry for a
 * predecessor (BITCODE.VALID).
 */
#include "validate/validate.h"

#include "base/out.h"

typedef struct verify {
    dxki_val *v;
    dxk_str text; /* of all complaints */
} verify;

static void append(verify *w, dxk_str more)
{
    const dxki_varg parts[] = {dxki_vt(w->text), dxki_vt(more)};
    w->text = w->text.size ? dxki_vformat(w->v, "%0%1", parts, 2) : more;
}

/* "MESSAGE\n  INSTRUCTION\n" */
static void complain(verify *w, const char *message, uint32_t inst)
{
    dxki_snippets *snippets = dxki_vsnippets(w->v);
    if (!snippets)
        return;
    dxk_str text = dxki_snippet_inst(snippets, inst);
    append(w, dxki_vformat(w->v, "%0\n  %1\n", DXKI_VARGS(dxki_vs(message), dxki_vt(text))));
}

static void add_value(verify *w, dxki_value value)
{
    dxki_snippets *snippets = dxki_vsnippets(w->v);
    if (snippets)
        append(w, dxki_vformat(w->v, "%0\n",
                               DXKI_VARGS(dxki_vt(dxki_snippet_value(snippets, value)))));
}

static void add_inst(verify *w, uint32_t inst)
{
    dxki_snippets *snippets = dxki_vsnippets(w->v);
    if (snippets)
        append(w, dxki_vformat(w->v, "  %0\n",
                               DXKI_VARGS(dxki_vt(dxki_snippet_inst(snippets, inst)))));
}

static void check_phi(verify *w, const dxki_vgraph *g, uint32_t inst, uint32_t number)
{
    uint32_t preds = g->pred_start[number + 1] - g->pred_start[number];
    if (dxki_vin(w->v, inst)->op_count != preds)
        complain(w, "PHINode should have one entry for each predecessor of its parent basic block!",
                 inst);
}

static void check_uses(verify *w, const dxki_vgraph *g, uint32_t inst, uint32_t number)
{
    dxki_val *v = w->v;
    const dxki_inst *in = dxki_vin(v, inst);
    const dxki_value *ops = dxki_vops(v, inst);
    for (uint32_t i = 0; i < in->op_count; i++) {
        uint32_t def = dxki_vas_inst(ops[i]);
        if (!def || g->rpo[number] == UINT32_MAX)
            continue;
        uint32_t from = dxki_vgraph_number(v, g, dxki_vin(v, def)->block);
        bool good;
        if (from == UINT32_MAX) {
            good = false;
        } else if (in->op == DXKI_OP_PHI) {
            uint32_t pred = dxki_vgraph_number(v, g, DXKI_INDEX(ops[in->op_count + i]));
            good = pred == UINT32_MAX || dxki_vgraph_dominates(g, from, pred);
        } else {
            good = from == number ? dxki_vinst_dominates(v, g, def, inst)
                                  : dxki_vgraph_dominates(g, from, number);
        }
        if (!good) {
            complain(w, "Instruction does not dominate all uses!", def);
            add_inst(w, inst);
        }
    }
}

/* Within a block definitions stand before uses: instructions read are numbered in order, so a
 * comparison of numbers does instead of a walk. */
static bool in_order(const dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_vin(v, inst);
    const dxki_value *ops = dxki_vops(v, inst);
    for (uint32_t i = 0; i < in->op_count; i++) {
        uint32_t def = dxki_vas_inst(ops[i]);
        if (def && (dxki_vin(v, def)->block != in->block || def >= inst))
            return false;
    }
    return true;
}

static void check_block(verify *w, const dxki_vgraph *g, uint32_t block, uint32_t number)
{
    dxki_val *v = w->v;
    bool body = false;
    for (uint32_t i = v->m->blocks.items[block].first_inst; i; i = dxki_vin(v, i)->next) {
        if (dxki_vin(v, i)->op != DXKI_OP_PHI) {
            body = true;
        } else {
            check_phi(w, g, i, number);
            if (body) {
                complain(w, "PHI nodes not grouped at top of basic block!", i);
                add_value(w, DXKI_VALUE(DXKI_V_BLOCK, block));
            }
        }
        if (dxki_vin(v, i)->op == DXKI_OP_PHI || !in_order(v, i))
            check_uses(w, g, i, number);
    }
}

static bool ends(const dxki_val *v, uint32_t block)
{
    uint32_t last = v->m->blocks.items[block].last_inst;
    return last && dxki_op_class_of((dxki_op)dxki_vin(v, last)->op) == DXKI_OC_TERM;
}

/* False: some block does not end; the function is not looked at further. */
static bool check_ends(verify *w, uint32_t fn)
{
    dxki_val *v = w->v;
    for (uint32_t b = v->m->globals.items[fn].first_block; b; b = v->m->blocks.items[b].next) {
        if (ends(v, b))
            continue;
        append(w, dxki_vformat(v, "Basic Block in function '%0' does not have terminator!\n",
                               DXKI_VARGS(dxki_vt(dxki_vname(v, fn)))));
        add_value(w, DXKI_VALUE(DXKI_V_BLOCK, b));
        return false;
    }
    return true;
}

bool dxki_validate_llvm(dxki_val *v)
{
    verify w = {v, {"", 0}};
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        uint32_t fn = v->m->functions.items[i], number = 0;
        if (dxki_vis_decl(v, fn) || !check_ends(&w, fn))
            continue;
        dxki_vgraph g;
        if (!dxki_vgraph_build(v, fn, &g))
            v->failed = true;
        for (uint32_t b = v->m->globals.items[fn].first_block; b && !v->failed;
             b = v->m->blocks.items[b].next)
            check_block(&w, &g, b, number++);
        dxki_vgraph_free(&g);
    }
    if (w.text.size == 0)
        return true;
    dxki_verr(v, DXKI_VR_BITCODE_VALID, NULL, 0);
    dxki_vplain(v, w.text);
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * verify.c - what LLVM 3.7's verifier refuses and a reader takes. It looks at the functions with a
 * body first, then at everything else, and goes on after a complaint; a function with a block that
 * does not end is left alone.
 */
#include "verify/run.h"

#include <string.h>

#include "base/sort.h"

/* ---------------------------------------------------------------------------------------- */
/* Blocks                                                                                     */

typedef struct entry {
    uint32_t block;
    dxki_value value;
} entry;

static bool entry_after(const void *user, const void *a, const void *b)
{
    const entry *x = a, *y = b;
    (void)user;
    return x->block != y->block ? x->block > y->block : x->value > y->value;
}

static bool number_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

/* Entries of a phi against the predecessors, both sorted. */
static bool check_entries(dxki_verify_run *w, uint32_t inst, const uint32_t *preds, entry *entries)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    for (uint32_t i = 0; i < in->op_count; i++)
        entries[i] = (entry){DXKI_INDEX(ops[in->op_count + i]), ops[i]};
    if (!dxki_sort(w->ctx, entries, in->op_count, sizeof *entries, entry_after, NULL)) {
        dxki_verify_fail(w);
        return false;
    }
    for (uint32_t i = 0; i < in->op_count; i++) {
        dxki_value block = DXKI_VALUE(DXKI_V_BLOCK, entries[i].block);
        if (i > 0 && entries[i].block == entries[i - 1].block &&
            entries[i].value != entries[i - 1].value) {
            dxki_verify_at_inst(w,
                                "PHI node has multiple entries for the same basic block with "
                                "different incoming values!",
                                inst);
            dxki_verify_value(w, block);
            dxki_verify_value(w, entries[i].value);
            dxki_verify_value(w, entries[i - 1].value);
            return false;
        }
        if (entries[i].block != preds[i]) {
            dxki_verify_at_inst(w, "PHI node entries do not match predecessors!", inst);
            dxki_verify_value(w, block);
            dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, preds[i]));
            return false;
        }
    }
    return true;
}

static bool check_phi(dxki_verify_run *w, uint32_t inst, const uint32_t *preds, uint32_t count,
                      entry *entries)
{
    uint32_t have = dxki_inst_get(w->m, inst)->op_count;
    if (have == 0)
        return dxki_verify_at_inst(w,
                                   "PHI nodes must have at least one entry.  If the block is "
                                   "dead, the PHI should be removed!",
                                   inst);
    if (have != count)
        return dxki_verify_at_inst(w,
                                   "PHINode should have one entry for each predecessor of its "
                                   "parent basic block!",
                                   inst);
    return check_entries(w, inst, preds, entries);
}

static void check_phis(dxki_verify_run *w, uint32_t block, uint32_t number)
{
    const dxki_edges *pred = &w->cfg->graph.pred;
    uint32_t count = pred->start[number + 1] - pred->start[number];
    uint32_t first = w->m->blocks.items[block].first_inst;
    if (dxki_inst_get(w->m, first)->op != DXKI_OP_PHI)
        return;
    dxki_arena scratch;
    dxki_arena_init(&scratch, w->ctx);
    uint32_t *preds = dxki_arena_zalloc(&scratch, count + 1u, sizeof *preds);
    entry *entries = dxki_arena_zalloc(&scratch, count + 1u, sizeof *entries);
    if (!preds || !entries)
        dxki_verify_fail(w);
    for (uint32_t i = 0; i < count && !w->stop; i++)
        preds[i] = w->cfg->blocks[pred->to[pred->start[number] + i]];
    if (!w->stop && !dxki_sort(w->ctx, preds, count, sizeof *preds, number_after, NULL))
        dxki_verify_fail(w);
    DXKI_EACH_INST_FROM(w->m, first, i) {
        if (w->stop || dxki_inst_get(w->m, i)->op != DXKI_OP_PHI ||
            !check_phi(w, i, preds, count, entries))
            break;
    }
    dxki_arena_free(&scratch);
}

static void check_block(dxki_verify_run *w, uint32_t block, uint32_t number)
{
    bool body = false, good = true; /* all instructions so far */
    check_phis(w, block, number);
    DXKI_EACH_INST(w->m, block, i) {
        if (w->stop)
            break;
        uint32_t last = dxki_verify_plain(w, i, good);
        if (last) {
            i = last;
            body = true;
            continue;
        }
        bool is_phi = dxki_inst_get(w->m, i)->op == DXKI_OP_PHI;
        if (is_phi && body) {
            dxki_verify_at_inst(w, "PHI nodes not grouped at top of basic block!", i);
            dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, block));
            w->judged[i] = DXKI_VERIFY_SEEN;
        } else {
            dxki_verify_instruction(w, i);
        }
        good = good && w->judged[i] == DXKI_VERIFY_GOOD;
        body = !is_phi;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static bool ends(const dxki_verify_run *w, uint32_t block)
{
    uint32_t last = w->m->blocks.items[block].last_inst;
    return last && dxki_op_class_of((dxki_op)dxki_inst_get(w->m, last)->op) == DXKI_OC_TERM;
}

/* False: some block does not end; the function is not looked at further. */
static bool check_ends(dxki_verify_run *w, uint32_t fn)
{
    DXKI_EACH_BLOCK(w->m, fn, b) {
        if (ends(w, b))
            continue;
        w->fn = fn;
        dxki_verify_say_about(w, "Basic Block in function '", dxki_verify_name(w, fn),
                              "' does not have terminator!");
        dxki_verify_value(w, DXKI_VALUE(DXKI_V_BLOCK, b));
        return false;
    }
    return true;
}

static void check_body(dxki_verify_run *w, uint32_t fn)
{
    dxki_arena scratch;
    dxki_cfg cfg;
    dxki_dom dom;
    uint32_t number = 0;
    if (!check_ends(w, fn))
        return;
    dxki_arena_init(&scratch, w->ctx);
    if (!dxki_cfg_build(&cfg, &scratch, w->m, fn) || !dxki_dom_forward(&dom, &scratch, &cfg))
        dxki_verify_fail(w);
    w->fn = fn;
    w->cfg = &cfg;
    w->dom = &dom;
    if (!w->stop)
        dxki_verify_function(w, fn);
    DXKI_EACH_BLOCK(w->m, fn, b) {
        if (w->stop)
            break;
        w->block = number++;
        check_block(w, b, w->block);
    }
    w->escapes = false;
    dxki_arena_free(&scratch);
}

/* ---------------------------------------------------------------------------------------- */

/* Functions that are not in the module yet have only what the caller tells of them. */
static void check_void_params(dxki_verify_run *w)
{
    for (size_t i = 0; i < w->options->void_param_count && !w->stop; i++) {
        dxki_verify_say(w, "Function arguments must have first-class types!");
        dxki_verify_param(w, "void", w->options->void_params[i]);
    }
}

static void check_bodies(dxki_verify_run *w)
{
    for (size_t i = 0; i < w->m->functions.count && !w->stop; i++) {
        if (!dxki_verify_is_decl(w, w->m->functions.items[i]))
            check_body(w, w->m->functions.items[i]);
    }
}

static void check_module(dxki_verify_run *w)
{
    w->broken = false;
    w->fn = 0;
    w->cfg = NULL;
    w->dom = NULL;
    for (size_t i = 0; i < w->m->functions.count && !w->stop; i++) {
        uint32_t fn = w->m->functions.items[i];
        dxki_verify_global(w, fn);
        if (dxki_verify_is_decl(w, fn))
            dxki_verify_function(w, fn);
    }
    check_void_params(w);
    if (!w->stop)
        dxki_verify_frames(w);
    if (!w->stop)
        dxki_verify_globals(w);
    if (!w->stop)
        dxki_verify_typerefs(w);
}

/* ---------------------------------------------------------------------------------------- */
/* A run                                                                                      */

void *dxki_verify_alloc(dxki_verify_run *w, size_t count, size_t size)
{
    void *memory = dxki_arena_zalloc(&w->arena, count ? count : 1, size);
    if (!memory)
        dxki_verify_fail(w);
    return memory;
}

static void prepare(dxki_verify_run *w)
{
    const dxk_module *m = w->m;
    w->uses = w->options->uses;
    w->own_uses.ctx = w->ctx;
    dxki_arena_init(&w->own_uses.arena, w->ctx);
    w->judged = DXKI_VERIFY_NEW(w, uint8_t, m->insts.count);
    w->nodes = DXKI_VERIFY_NEW(w, uint8_t, m->mds.count);
    w->lines = DXKI_VERIFY_NEW(w, uint32_t, m->globals.count);
    w->sized = DXKI_VERIFY_NEW(w, uint8_t, m->types.count);
    w->visits = DXKI_VERIFY_NEW(w, dxki_verify_visit, m->mds.count);
}

dxk_status dxki_verify_module(const dxk_module *m, const dxki_verify_options *options,
                              dxki_verify_result *result)
{
    static const dxki_verify_options none = {.uses = NULL};
    dxki_verify_run w = {
        .ctx = m->ctx, .m = m, .options = options ? options : &none, .out = result};
    dxki_arena_init(&w.arena, m->ctx);
    if (result) {
        *result = (dxki_verify_result){.ends = false};
        dxk_buffer_init(&result->text, m->ctx);
    }
    prepare(&w);
    check_bodies(&w);
    if (!w.stop)
        check_module(&w);
    dxki_bc_uses_free(&w.own_uses);
    dxki_text_snippets_free(w.snippets);
    dxki_vec_free(w.ctx, &w.typerefs);
    dxki_arena_free(&w.arena);
    if (result)
        result->ends = w.ends;
    return w.failed ? dxki_nomem(w.ctx) : w.complained || w.ends ? DXK_E_INVALID : DXK_OK;
}

/* SPDX-License-Identifier: MIT */
/*
 * races.c - threads of a group that write different values to one place of group-shared memory:
 * stores at a constant address, on every path through the function, of a value that depends on
 * which thread it is (INSTR.TGSMRACECOND). What is loaded counts as the same for all threads.
 */
#include "analysis/dom.h"
#include "validate/access.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/values.h"
#include "base/sort.h"

typedef DXKI_VEC(uint32_t) inst_list;

static bool is_thread_id(const dxki_val *v, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_val_dxop(v, inst);
    return op && (op == dxki_dxop_get(DXKI_DXOP_ThreadId) ||
                  op == dxki_dxop_get(DXKI_DXOP_ThreadIdInGroup) ||
                  op == dxki_dxop_get(DXKI_DXOP_FlattenedThreadIdInGroup) ||
                  op == dxki_dxop_get(DXKI_DXOP_WaveGetLaneIndex));
}

/* Arithmetic hands on that its operands differ between threads. */
static bool hands_on(const dxki_val *v, uint32_t inst)
{
    dxki_op_class cls = dxki_op_class_of((dxki_op)dxki_val_inst(v, inst)->op);
    return cls == DXKI_OC_BIN || cls == DXKI_OC_CAST || cls == DXKI_OC_CMP ||
           dxki_val_inst(v, inst)->op == DXKI_OP_SELECT;
}

/* The calls that tell a thread its number. */
static void find_thread_ids(dxki_val *v, uint32_t block, uint8_t *differs, inst_list *work)
{
    DXKI_EACH_INST(v->m, block, i) {
        if (v->failed || dxki_val_inst(v, i)->op != DXKI_OP_CALL || !is_thread_id(v, i))
            continue;
        differs[i] = 1;
        if (!dxki_vec_push(v->ctx, work, i))
            v->failed = true;
    }
}

/* By instruction: does its value differ between threads? NULL: out of memory. The lists of the run
 * leave arithmetic out, which is what this is about. */
static uint8_t *find_divergent(dxki_val *v)
{
    uint8_t *differs = DXKI_VNEW(v, uint8_t, v->m->insts.count);
    inst_list work = {NULL, 0, 0};
    dxki_bc_uses uses;
    v->failed = !dxki_bc_uses_build_read(&uses, v->m, false) || v->failed;
    DXKI_EACH_FUNCTION(v->m, fn)
        DXKI_EACH_BLOCK(v->m, fn, block)
            find_thread_ids(v, block, differs, &work);
    while (work.count && !v->failed) {
        uint32_t inst = work.items[--work.count];
        DXKI_BC_EACH_USE(&uses, DXKI_VALUE(DXKI_V_INST, inst), u)
        {
            uint32_t user = dxki_val_as_inst(dxki_bc_uses_user(&uses, u));
            if (!user || differs[user] || !hands_on(v, user))
                continue;
            differs[user] = 1;
            if (!dxki_vec_push(v->ctx, &work, user))
                v->failed = true;
        }
    }
    dxki_bc_uses_free(&uses);
    dxki_vec_free(v->ctx, &work);
    return v->failed ? NULL : differs;
}

static bool has_constant_indices(const dxki_val *v, dxki_value gep)
{
    uint32_t inst = dxki_val_as_inst(gep);
    uint64_t bits;
    for (uint32_t i = 1; inst && i < dxki_val_inst(v, inst)->op_count; i++) {
        if (!dxki_val_is_const(v, dxki_val_ops(v, inst)[i], &bits))
            return false;
    }
    return true;
}

/* Stores to a constant place after `value`, a pointer to group-shared memory. */
static void list_stores(dxki_val *v, dxki_value value, inst_list *stores, uint32_t depth)
{
    DXKI_EACH_USE(v, value, u)
    {
        dxki_value user = dxki_val_user(v, u);
        uint32_t inst = dxki_val_as_inst(user);
        if (dxki_val_is_gep(v, user) && has_constant_indices(v, user) &&
            depth < v->ctx->limits.depth)
            list_stores(v, user, stores, depth + 1);
        else if (inst && dxki_val_inst(v, inst)->op == DXKI_OP_STORE &&
                 dxki_val_ops(v, inst)[1] == value && !dxki_vec_push(v->ctx, stores, inst))
            v->failed = true;
    }
}

static void check_function(dxki_val *v, uint32_t fn, const uint32_t *stores, size_t count,
                           const uint8_t *differs)
{
    dxki_arena scratch;
    dxki_cfg cfg;
    dxki_dom post;
    dxki_arena_init(&scratch, v->ctx);
    if (!dxki_cfg_build(&cfg, &scratch, v->m, fn) || !dxki_dom_backward(&post, &scratch, &cfg))
        v->failed = true;
    for (size_t i = 0; i < count && !v->failed; i++) {
        uint32_t inst = stores[i], stored = dxki_val_as_inst(dxki_val_ops(v, inst)[0]);
        uint32_t block = dxki_cfg_number(&cfg, dxki_val_inst(v, inst)->block);
        if (stored && differs[stored] && dxki_dom_is_on_all_ways(&post, block))
            dxki_val_inst_error(v, inst, DXKI_VR_INSTR_TGSMRACECOND, NULL, 0);
    }
    dxki_arena_free(&scratch);
}

static bool is_later(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

/* Instructions of a function have numbers next to each other. */
void dxki_val_check_races(dxki_val *v)
{
    inst_list stores = {NULL, 0, 0};
    for (size_t i = 0; i < v->m->variables.count && !v->failed; i++) {
        uint32_t g = v->m->variables.items[i];
        if (dxki_type_get(v->m, v->m->globals.items[g].type)->b == DXKI_SPACE_SHARED)
            list_stores(v, DXKI_VALUE(DXKI_V_GLOBAL, g), &stores, 0);
    }
    const uint8_t *differs = stores.count ? find_divergent(v) : NULL;
    if (differs &&
        !dxki_sort(v->ctx, stores.items, stores.count, sizeof *stores.items, is_later, NULL))
        v->failed = true;
    for (size_t i = 0, end; i < stores.count && differs && !v->failed; i = end) {
        uint32_t fn = dxki_val_inst_fn(v, stores.items[i]);
        for (end = i + 1; end < stores.count && dxki_val_inst_fn(v, stores.items[end]) == fn; end++)
            ;
        check_function(v, fn, stores.items + i, end - i, differs);
    }
    dxki_vec_free(v->ctx, &stores);
}

/* SPDX-License-Identifier: MIT */
/*
 * lines.c - lines of source. The program that runs is mostly stripped; the container, or a PDB, may
 * have the same module with debug information, which has the same instructions with calls of
 * llvm.dbg in between.
 */
#include "dxk/bitcode.h"
#include "dxk/parts.h"
#include "exec/build.h"
#include "ir/access.h"
#include "ir/find.h"
#include "ir/idset.h"

typedef DXKI_VEC(uint32_t) inst_list;

static bool list_insts(const dxk_module *m, uint32_t fn, inst_list *list)
{
    list->count = 0;
    DXKI_EACH_BLOCK(m, fn, b) {
        DXKI_EACH_INST(m, b, i) {
            if (!dxki_inst_is_debug_call(m, dxki_inst_get(m, i)) && !dxki_vec_push(m->ctx, list, i))
                return false;
        }
    }
    return true;
}

/* Gives the instructions of a function those of the same place in the other. Nothing is given if the
 * functions turn out to be different ones. */
static bool pair_insts(dxk_run_program *p, uint32_t own, uint32_t other, inst_list *list)
{
    size_t n = 0;
    bool same = true;

    if (!list_insts(p->debug_module, other, list))
        return false;
    DXKI_EACH_BLOCK(p->m, own, b) {
        DXKI_EACH_INST(p->m, b, i) {
            const dxki_inst *inst = dxki_inst_get(p->m, i);
            if (dxki_inst_is_debug_call(p->m, inst))
                continue;
            same &=
                n < list->count && dxki_inst_get(p->debug_module, list->items[n])->op == inst->op;
            p->debug_insts[i] = same ? list->items[n++] : 0;
        }
    }
    if (same && n == list->count) {
        p->info.has_lines |= p->debug_module->inst_dbg.count != 0;
        return true;
    }
    DXKI_EACH_BLOCK(p->m, own, b) {
        DXKI_EACH_INST(p->m, b, i) {
            p->debug_insts[i] = 0;
        }
    }
    return true;
}

static bool pair_functions(dxk_run_program *p)
{
    const dxk_module *d = p->debug_module;
    dxki_idset names = {NULL, 0, 0};
    inst_list list = {NULL, 0, 0};
    bool good = true;

    for (size_t i = 0; i < d->functions.count && good; i++)
        good = dxki_global_enter(d, &names, d->functions.items[i]);
    for (size_t i = 0; i < p->functions.count && good; i++) {
        uint32_t own = p->functions.items[i].global;
        dxk_str name = dxki_string_get(p->m, p->m->globals.items[own].name);
        uint32_t other = dxki_global_lookup(d, &names, name);
        good = !other || pair_insts(p, own, other, &list);
    }
    dxki_idset_free(d->ctx, &names);
    dxki_vec_free(d->ctx, &list);
    return good;
}

dxk_status dxki_exec_read_lines(dxk_run_program *p, const dxk_container *container)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_DEBUG, &place);

    p->info.has_lines = p->m->inst_dbg.count != 0;
    if (status != DXK_OK)
        return status == DXK_E_NOMEM ? status : DXK_OK; /* there is none */
    /* What is wrong with it is no reason not to run. */
    p->ctx->muted++;
    status = dxk_module_read(p->ctx, place.program.bitcode, NULL, &p->debug_module);
    p->ctx->muted--;
    if (status == DXK_E_NOMEM)
        return status;
    if (status != DXK_OK || !p->debug_module)
        return DXK_OK;
    p->debug_insts = DXKI_NEW_ARRAY(&p->arena, uint32_t, p->m->insts.count);
    return p->debug_insts && pair_functions(p) ? DXK_OK : dxki_nomem(p->ctx);
}

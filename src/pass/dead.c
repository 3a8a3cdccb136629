/* SPDX-License-Identifier: MIT */
/*
 * dead.c - what nothing needs of a module's globals, and the passes that remove it.
 *
 * Needed are entry points with their patch constant functions, what a library exports, variables
 * that stand for resources, and what LLVM keeps by name (llvm.used and the like); and all that the
 * code, the initialisers and the aliases of these name, also in constants. Metadata needs nothing.
 */
#include "pass/dead.h"

#include "analysis/uses.h"
#include "base/diag.h"
#include "dxil/emit.h"

typedef struct finder {
    const dxk_module *m;
    uint8_t *live;              /* by index in globals */
    uint8_t *seen;              /* by constant */
    DXKI_VEC(dxki_value) stack; /* found, not looked into */
    bool failed;
} finder;

static void push(finder *f, dxki_value value)
{
    f->failed |= !dxki_vec_push(f->m->ctx, &f->stack, value);
}

/* Most operands are neither, or have been found. */
static inline void find(finder *f, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    if ((tag != DXKI_V_CONST && tag != DXKI_V_GLOBAL) || DXKI_INDEX(value) == 0)
        return;
    uint8_t *mark = &(tag == DXKI_V_CONST ? f->seen : f->live)[DXKI_INDEX(value)];
    if (*mark)
        return;
    *mark = 1;
    push(f, value);
}

static void look_into_body(finder *f, uint32_t function)
{
    const dxk_module *m = f->m;
    DXKI_EACH_BLOCK(m, function, block) {
        DXKI_EACH_INST(m, block, inst) {
            const dxki_inst *in = dxki_inst_get(m, inst);
            const dxki_value *ops = m->words.items + in->ops;
            for (uint32_t i = 0; i < in->op_count; i++)
                find(f, ops[i]);
        }
    }
}

static void look_into(finder *f, dxki_value value)
{
    for (uint32_t i = 0; i < dxki_uses_operand_count(f->m, value); i++)
        find(f, dxki_uses_operand(f->m, value, i));
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        look_into_body(f, DXKI_INDEX(value));
}

static void find_roots(finder *f, const dxki_pass_facts *facts)
{
    const dxk_module *m = f->m;
    for (uint32_t i = 1; i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        bool exported = g->kind == DXKI_G_ALIAS && g->linkage != DXKI_LINK_INTERNAL &&
                        g->linkage != DXKI_LINK_PRIVATE;
        bool special =
            g->kind == DXKI_G_VARIABLE && dxki_str_starts(dxki_string_get(m, g->name), "llvm.");
        if (exported || special || (i < facts->root_count && facts->roots[i]))
            find(f, DXKI_VALUE(DXKI_V_GLOBAL, i));
    }
}

static void find_resources(finder *f, const dxk_dxil *d)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++)
            find(f, ((const dxki_dxil_resource *)d->resources[cls].items[i])->symbol);
    }
}

dxk_status dxki_pass_find_live(const dxk_dxil *d, const dxki_pass_facts *facts, bool resources,
                               dxki_arena *arena, uint8_t **live)
{
    const dxk_module *m = d->m;
    finder f = {.m = m,
                .live = DXKI_NEW_ARRAY(arena, uint8_t, m->globals.count),
                .seen = DXKI_NEW_ARRAY(arena, uint8_t, m->consts.count)};
    if (!f.live || !f.seen)
        return dxki_nomem(m->ctx);
    find_roots(&f, facts);
    if (resources)
        find_resources(&f, d);
    while (f.stack.count && !f.failed)
        look_into(&f, f.stack.items[--f.stack.count]);
    dxki_vec_free(m->ctx, &f.stack);
    *live = f.live;
    return f.failed ? dxki_nomem(m->ctx) : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Removal                                                                                    */

/* Writes the metadata without the annotations of functions that go, if there are any. */
static dxk_status drop_annotations(dxk_module *m, dxk_dxil *d, const uint8_t *live,
                                   dxki_pass_removal *removal)
{
    uint32_t count = 0;
    dxki_dxil_annotated_function *kept =
        DXKI_NEW_ARRAY(&d->arena, dxki_dxil_annotated_function, d->function_count);
    if (!kept)
        return dxki_nomem(m->ctx);
    for (uint32_t i = 0; i < d->function_count; i++) {
        if (live[d->functions[i].function])
            kept[count++] = d->functions[i];
    }
    if (count == d->function_count)
        return DXK_OK;
    *removal = DXKI_PASS_REMOVED_DESCRIBED;
    d->functions = kept;
    d->function_count = count;
    return dxki_dxil_renew_metadata(m, d);
}

dxk_status dxki_pass_remove_dead(dxk_module *m, dxk_dxil *d, const uint8_t *live,
                                 bool declarations_only, dxki_pass_removal *removal)
{
    DXKI_VEC(uint32_t) dead = {NULL, 0, 0};
    dxk_status status = DXK_OK;
    for (uint32_t i = 1; i < m->globals.count && status == DXK_OK; i++) {
        const dxki_global *g = &m->globals.items[i];
        bool declared = g->kind == DXKI_G_FUNCTION && !g->first_block;
        if (!live[i] && g->kind != DXKI_G_REMOVED && (declared || !declarations_only) &&
            !dxki_vec_push(m->ctx, &dead, i))
            status = dxki_nomem(m->ctx);
    }
    *removal = dead.count == 0     ? DXKI_PASS_REMOVED_NONE
               : declarations_only ? DXKI_PASS_REMOVED_DESCRIBED
                                   : DXKI_PASS_REMOVED_PLAIN;
    if (status == DXK_OK && dead.count && !declarations_only)
        status = drop_annotations(m, d, live, removal);
    if (status == DXK_OK && dead.count && !dxki_globals_remove(m, dead.items, dead.count))
        status = dxki_nomem(m->ctx);
    dxki_vec_free(m->ctx, &dead);
    return status;
}

static dxk_status remove_dead(dxki_pass *p, bool declarations_only)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    dxki_pass_removal removal = DXKI_PASS_REMOVED_NONE;
    uint8_t *live;
    if (!d)
        return dxki_nomem(p->ctx);
    dxk_status status = dxki_pass_find_live(d, p->facts, true, &p->scratch, &live);
    if (status == DXK_OK)
        status = dxki_pass_remove_dead(p->m, d, live, declarations_only, &removal);
    if (removal != DXKI_PASS_REMOVED_NONE)
        dxki_pass_changed(p);
    if (removal == DXKI_PASS_REMOVED_PLAIN)
        p->also_keeps = DXKI_PASS_KEEPS_DXIL;
    return status;
}

dxk_status dxki_pass_globaldce(dxki_pass *p)
{
    return remove_dead(p, false);
}

dxk_status dxki_pass_strip_dead_prototypes(dxki_pass *p)
{
    return remove_dead(p, true);
}

/* SPDX-License-Identifier: MIT */
/*
 * needs.c - what a function of a library calls, and which variables it uses, through constants too.
 * A function is read when somebody asks. See link.h.
 */
#include "link/link.h"

#include "analysis/uses.h"

bool dxki_link_needs_begin(dxki_link_library *library, dxki_arena *arena)
{
    size_t globals = library->m->globals.count;
    library->needs = DXKI_NEW_ARRAY(arena, dxki_link_needs, globals);
    library->walk.global_seen = DXKI_NEW_ARRAY(arena, uint32_t, globals);
    return library->needs && library->walk.global_seen;
}

void dxki_link_needs_end(dxki_link_library *library)
{
    if (!library->m)
        return;
    dxki_vec_free(library->m->ctx, &library->variables);
    dxki_vec_free(library->m->ctx, &library->functions);
    dxki_vec_free(library->m->ctx, &library->walk.const_seen);
    dxki_vec_free(library->m->ctx, &library->walk.stack);
}

static bool meet_global(dxki_link_library *library, uint32_t function, uint32_t global)
{
    dxk_ctx *ctx = library->m->ctx;
    if (library->walk.global_seen[global] == function)
        return true;
    library->walk.global_seen[global] = function;
    switch (library->m->globals.items[global].kind) {
    case DXKI_G_VARIABLE:
        return dxki_vec_push(ctx, &library->variables, global);
    case DXKI_G_FUNCTION:
        return dxki_vec_push(ctx, &library->functions, global);
    default:
        return true;
    }
}

static bool meet(dxki_link_library *library, uint32_t function, dxki_value value)
{
    dxk_module *m = library->m;
    dxki_link_walk *w = &library->walk;
    uint32_t index = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        return meet_global(library, function, index);
    if (DXKI_TAG(value) != DXKI_V_CONST || w->const_seen.items[index] == function)
        return true;
    w->const_seen.items[index] = function;
    return dxki_uses_operand_count(m, value) == 0 || dxki_vec_push(m->ctx, &w->stack, value);
}

/* What constants that were met consist of. */
static bool meet_parts(dxki_link_library *library, uint32_t function)
{
    const dxk_module *m = library->m;
    while (library->walk.stack.count) {
        dxki_value value = library->walk.stack.items[--library->walk.stack.count];
        uint32_t count = dxki_uses_operand_count(m, value);
        for (uint32_t i = 0; i < count; i++)
            if (!meet(library, function, dxki_uses_operand(m, value, i)))
                return false;
    }
    return true;
}

static bool walk_function(dxki_link_library *library, uint32_t function)
{
    dxk_module *m = library->m;
    while (library->walk.const_seen.count < m->consts.count) /* reading it made some */
        if (!dxki_vec_push(m->ctx, &library->walk.const_seen, 0))
            return false;
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            for (uint32_t k = 0; k < dxki_inst_get(m, inst)->op_count; k++)
                if (!meet(library, function, dxki_inst_ops(m, inst)[k]) ||
                    !meet_parts(library, function))
                    return false;
    return true;
}

dxk_status dxki_link_needs_find(dxki_link_library *library, uint32_t function)
{
    dxki_link_needs *needs = &library->needs[function];
    if (needs->known)
        return DXK_OK;
    dxk_status status = dxki_bc_lazy_body(library->bodies, function);
    if (status != DXK_OK)
        return status;
    needs->first_variable = (uint32_t)library->variables.count;
    needs->first_function = (uint32_t)library->functions.count;
    if (!walk_function(library, function))
        return dxki_nomem(library->m->ctx);
    needs->variable_count = (uint32_t)library->variables.count - needs->first_variable;
    needs->function_count = (uint32_t)library->functions.count - needs->first_function;
    needs->known = true;
    return DXK_OK;
}

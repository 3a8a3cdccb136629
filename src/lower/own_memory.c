/* SPDX-License-Identifier: MIT */
/* own_memory.c - variables that a module may change. See own_memory.h. */
#include "lower/own_memory.h"

enum { SHARED = 3 }; /* address space of group-shared variables */

static bool is_own(const dxk_module *m, const dxki_global *g)
{
    bool local = g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
    return g->kind == DXKI_G_VARIABLE &&
           ((local && g->init) || dxki_type_get(m, g->type)->b == SHARED);
}

bool dxki_lower_own_memory_begin(dxki_lower_own_memory *own, dxki_pass *p)
{
    const dxk_module *m = p->m;
    *own = (dxki_lower_own_memory){.p = p};
    own->chosen = DXKI_NEW_ARRAY(&p->scratch, uint8_t, m->globals.count);
    for (uint32_t g = 1; own->chosen && g < m->globals.count; g++)
        own->chosen[g] = is_own(m, &m->globals.items[g]);
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst)
                if (dxki_inst_get(m, inst)->op == DXKI_OP_ALLOCA &&
                    !dxki_vec_push(p->ctx, &own->allocas, inst))
                    return false;
    return own->chosen != NULL;
}

/* Constants are made of what comes before them. Only addresses are looked through. */
static bool mark_constants(dxki_lower_own_memory *own)
{
    const dxk_module *m = own->p->m;
    own->const_count = m->consts.count;
    own->inside = DXKI_NEW_ARRAY(&own->p->scratch, uint8_t, own->const_count);
    for (uint32_t i = 1; own->inside && i < own->const_count; i++) {
        const dxki_const *c = &m->consts.items[i];
        if (c->kind != DXKI_C_EXPR || c->b == 0)
            continue;
        dxki_value base = m->words.items[c->a];
        if (DXKI_TAG(base) == DXKI_V_GLOBAL)
            own->inside[i] = own->chosen[DXKI_INDEX(base)];
        else if (DXKI_TAG(base) == DXKI_V_CONST)
            own->inside[i] = own->inside[DXKI_INDEX(base)];
    }
    return own->inside != NULL;
}

/* The chosen global that an operand is an address in; 0: none. */
static uint32_t global_of(const dxki_lower_own_memory *own, dxki_value op)
{
    bool address = DXKI_TAG(op) == DXKI_V_GLOBAL ||
                   (DXKI_TAG(op) == DXKI_V_CONST && own->inside[DXKI_INDEX(op)]);
    dxki_value base = address ? dxki_mem_base(own->p->m, op) : 0;
    return DXKI_TAG(base) == DXKI_V_GLOBAL && own->chosen[DXKI_INDEX(base)] ? DXKI_INDEX(base) : 0;
}

static bool has_chosen(const dxki_lower_own_memory *own)
{
    for (uint32_t g = 1; g < own->p->m->globals.count; g++)
        if (own->chosen[g])
            return true;
    return false;
}

bool dxki_lower_own_memory_list(dxki_lower_own_memory *own)
{
    const dxk_module *m = own->p->m;
    if (!has_chosen(own))
        return true;
    if (!mark_constants(own))
        return false;
    DXKI_EACH_FUNCTION(m, f)
        DXKI_EACH_BLOCK(m, f, block)
            DXKI_EACH_INST(m, block, inst)
                for (uint32_t k = 0; k < dxki_inst_get(m, inst)->op_count; k++) {
                    uint32_t global = global_of(own, dxki_inst_ops(m, inst)[k]);
                    dxki_lower_own_use use = {inst, k, global};
                    if (global && !dxki_vec_push(own->p->ctx, &own->uses, use))
                        return false;
                }
    return true;
}

void dxki_lower_own_memory_end(dxki_lower_own_memory *own)
{
    dxki_vec_free(own->p->ctx, &own->allocas);
    dxki_vec_free(own->p->ctx, &own->uses);
}

bool dxki_lower_is_harmless_call(const dxk_module *m, const dxki_inst *in)
{
    dxki_value callee = dxki_call_callee(m, in);
    if (DXKI_TAG(callee) != DXKI_V_GLOBAL)
        return false;
    dxk_str name = dxki_string_get(m, m->globals.items[DXKI_INDEX(callee)].name);
    return dxki_str_starts(name, "llvm.lifetime.") || dxki_str_starts(name, "llvm.dbg.");
}

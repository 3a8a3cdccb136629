/* SPDX-License-Identifier: MIT */
/*
 * analyses.c - what passes ask for, built at the first question and kept until something changes.
 *
 *   of a function     flow graph, dominators, post-dominators, loops, frontiers      arena `shape`
 *                     values that differ between lanes                               arena `lanes`
 *   of the module     objects behind pointers, by instruction; lists of uses, in which one function
 *                     is entered at a time; the metadata as it is read; functions of operations
 *
 * Arrays by instruction are made once for the module and emptied function by function, so that a
 * module of many functions costs no more than one large function.
 */
#include "pass/frame.h"

#include <string.h>

#define SLOTS      8u  /* arrays by instruction that a pass may have at a time */
#define SLOT_BYTES 16u /* of an element, at most */
#define ZERO_ALL   8u  /* as many elements are zeroed at once as fast as one by one, or faster */

/* An array by instruction, zeros while no pass has it. */
typedef struct slot {
    uint8_t *bytes;
    size_t size;  /* of an element; 0: the slot was never used */
    size_t count; /* elements */
    bool taken;
} slot;

struct dxki_pass_cache {
    dxk_ctx *ctx;
    dxk_module *m;
    uint32_t function;
    size_t size; /* instructions that the function had when it was entered */
    dxk_status status;

    dxki_arena shape;
    dxki_cfg *cfg;
    dxki_dom *dom, *post;
    dxki_loops *loops;
    dxki_frontier *frontier;
    uint8_t *converges; /* by loop; 0: not looked at, else 1 + whether it does */

    dxki_arena lanes;
    dxki_uniform *uniform;
    DXKI_VEC(uint8_t) differs; /* by instruction */
    size_t known;              /* instructions that `uniform` knows */
    dxki_uses uses;
    bool has_uses;

    DXKI_VEC(dxki_value) bases_of; /* by instruction */
    dxki_mem_bases bases;
    bool bases_asked; /* since they were emptied for the function */

    slot slots[SLOTS];
    uint32_t taken; /* how many of them */

    dxk_dxil *dxil;
    dxki_dxil_ops ops;
    bool has_ops;
};

/* ---------------------------------------------------------------------------------------- */
/* Keeping and forgetting                                                                     */

dxki_pass_cache *dxki_pass_cache_create(dxk_module *m)
{
    dxki_pass_cache *c = dxki_realloc(m->ctx, NULL, 0, sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    c->ctx = m->ctx;
    c->m = m;
    dxki_arena_init(&c->shape, m->ctx);
    dxki_arena_init(&c->lanes, m->ctx);
    return c;
}

/* Makes an arena empty. */
static void clear(dxki_arena *arena)
{
    dxk_ctx *ctx = arena->ctx;
    dxki_arena_free(arena);
    dxki_arena_init(arena, ctx);
}

static void drop_shape(dxki_pass_cache *c)
{
    if (!c->cfg)
        return;
    clear(&c->shape);
    c->cfg = NULL;
    c->dom = c->post = NULL;
    c->loops = NULL;
    c->frontier = NULL;
    c->converges = NULL;
}

static void drop_lanes(dxki_pass_cache *c)
{
    if (!c->uniform)
        return;
    clear(&c->lanes);
    c->uniform = NULL;
}

static size_t size_of(const dxk_module *m, uint32_t function)
{
    size_t count = 0;
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            count++;
    return count;
}

/* Makes the elements of the function zeros in an array by instruction of which no other element has
 * to be kept: all of it at once, if the function is a good part of the module. */
static void zero(const dxki_pass_cache *c, void *array, size_t count, size_t size)
{
    const dxk_module *m = c->m;
    uint8_t *bytes = array;
    if (!c->function || count / ZERO_ALL <= c->size) {
        memset(bytes, 0, count * size);
        return;
    }
    DXKI_EACH_BLOCK(m, c->function, block)
        DXKI_EACH_INST(m, block, inst)
            if (inst < count)
                memset(bytes + inst * size, 0, size);
}

/* What is remembered of pointers in the function. */
static void drop_bases(dxki_pass_cache *c)
{
    if (!c->bases_asked || !c->function)
        return;
    if (c->bases_of.count)
        zero(c, c->bases_of.items, c->bases_of.count, sizeof *c->bases_of.items);
    c->bases_asked = false;
}

static void drop_ops(dxki_pass_cache *c)
{
    if (c->has_ops)
        dxki_dxil_ops_free(&c->ops);
    c->has_ops = false;
}

static void drop_dxil(dxki_pass_cache *c)
{
    dxk_dxil_free(c->dxil);
    c->dxil = NULL;
    drop_ops(c);
}

/* A pass on the module may have changed any function, or removed it. */
static void drop_all(dxki_pass_cache *c)
{
    drop_ops(c);
    drop_lanes(c);
    drop_shape(c);
    if (c->bases_of.count)
        memset(c->bases_of.items, 0, c->bases_of.count * sizeof *c->bases_of.items);
    c->bases_asked = false;
    if (c->has_uses)
        dxki_uses_free(&c->uses);
    c->has_uses = false;
}

void dxki_pass_cache_free(dxki_pass_cache *c)
{
    if (!c)
        return;
    drop_all(c);
    drop_dxil(c);
    for (uint32_t i = 0; i < SLOTS; i++)
        dxki_realloc(c->ctx, c->slots[i].bytes, c->slots[i].size * c->slots[i].count, 0);
    dxki_vec_free(c->ctx, &c->differs);
    dxki_vec_free(c->ctx, &c->bases_of);
    dxki_arena_free(&c->shape);
    dxki_arena_free(&c->lanes);
    dxki_realloc(c->ctx, c, sizeof *c, 0);
}

void dxki_pass_cache_enter(dxki_pass_cache *c, uint32_t function)
{
    if (c->function == function)
        return;
    drop_lanes(c);
    drop_shape(c);
    c->function = function;
    c->size = function ? size_of(c->m, function) : 0;
    c->bases_asked = true; /* what was remembered here earlier is emptied at the first change */
}

void dxki_pass_forget(dxki_pass *p, unsigned keeps)
{
    dxki_pass_cache *c = p->cache;
    if (!(keeps & DXKI_PASS_KEEPS_DXIL))
        drop_dxil(c);
    if (!c->function) {
        drop_all(c);
        return;
    }
    if (!(keeps & DXKI_PASS_KEEPS_CFG) || !(keeps & DXKI_PASS_KEEPS_UNIFORM))
        drop_lanes(c);
    if (!(keeps & DXKI_PASS_KEEPS_CFG))
        drop_shape(c);
    drop_bases(c);
}

dxk_status dxki_pass_cache_status(const dxki_pass_cache *c)
{
    return c->status;
}

/* ---------------------------------------------------------------------------------------- */
/* Shape                                                                                      */

const dxki_cfg *dxki_pass_cfg(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (!c->cfg) {
        dxki_cfg *cfg = DXKI_NEW(&c->shape, dxki_cfg);
        if (!cfg || !dxki_cfg_build(cfg, &c->shape, c->m, c->function))
            return NULL;
        c->cfg = cfg;
    }
    return c->cfg;
}

const dxki_dom *dxki_pass_dom(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (!c->dom) {
        const dxki_cfg *cfg = dxki_pass_cfg(p);
        dxki_dom *dom = cfg ? DXKI_NEW(&c->shape, dxki_dom) : NULL;
        if (!dom || !dxki_dom_forward(dom, &c->shape, cfg))
            return NULL;
        c->dom = dom;
    }
    return c->dom;
}

const dxki_dom *dxki_pass_post(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (!c->post) {
        const dxki_cfg *cfg = dxki_pass_cfg(p);
        dxki_dom *post = cfg ? DXKI_NEW(&c->shape, dxki_dom) : NULL;
        if (!post || !dxki_dom_backward(post, &c->shape, cfg))
            return NULL;
        c->post = post;
    }
    return c->post;
}

const dxki_loops *dxki_pass_loops(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (!c->loops) {
        const dxki_dom *dom = dxki_pass_dom(p);
        dxki_loops *loops = dom ? DXKI_NEW(&c->shape, dxki_loops) : NULL;
        if (!loops || !dxki_loop_build(loops, &c->shape, c->cfg, dom))
            return NULL;
        c->loops = loops;
    }
    return c->loops;
}

const dxki_frontier *dxki_pass_frontier(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (!c->frontier) {
        const dxki_dom *dom = dxki_pass_dom(p);
        dxki_frontier *frontier = dom ? DXKI_NEW(&c->shape, dxki_frontier) : NULL;
        if (!frontier || !dxki_frontier_forward(frontier, &c->shape, c->cfg, dom))
            return NULL;
        c->frontier = frontier;
    }
    return c->frontier;
}

/* Blocks of the loop, those of loops within it included. */
bool dxki_pass_loop_converges(dxki_pass *p, uint32_t loop)
{
    dxki_pass_cache *c = p->cache;
    const dxki_loops *loops = c->loops;
    const dxki_loop *l = &loops->items[loop];
    bool found = false;
    if (!c->converges)
        c->converges = DXKI_NEW_ARRAY(&c->shape, uint8_t, loops->count);
    if (c->converges && c->converges[loop])
        return c->converges[loop] == 2;
    for (uint32_t i = l->first; i < l->end && !found; i++) {
        DXKI_EACH_INST(c->m, c->cfg->blocks[loops->members[i]], inst) {
            dxki_mem_effect e = dxki_mem_effect_of(c->m, dxki_inst_get(c->m, inst), NULL);
            if (e.flags & DXKI_MEM_CONVERGE) {
                found = true;
                break;
            }
        }
    }
    if (c->converges)
        c->converges[loop] = (uint8_t)(1 + found);
    return found;
}

/* ---------------------------------------------------------------------------------------- */
/* Values and memory                                                                          */

dxki_mem_bases *dxki_pass_bases(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    size_t have = c->bases_of.count, want = c->m->insts.count;
    if (have < want) {
        if (!dxki_vec_reserve(c->ctx, &c->bases_of, want - have))
            return NULL;
        memset(c->bases_of.items + have, 0, (want - have) * sizeof *c->bases_of.items);
        c->bases_of.count = want;
    }
    c->bases = (dxki_mem_bases){.m = c->m, .of = c->bases_of.items, .count = c->bases_of.count};
    c->bases_asked = true;
    return &c->bases;
}

/* An element for each instruction; those of the function empty. */
static bool empty_differs(dxki_pass_cache *c)
{
    const dxk_module *m = c->m;
    size_t have = c->differs.count, want = m->insts.count;
    if (have < want) {
        if (!dxki_vec_reserve(c->ctx, &c->differs, want - have))
            return false;
        c->differs.count = want;
    }
    DXKI_EACH_BLOCK(m, c->function, block)
        DXKI_EACH_INST(m, block, inst)
            c->differs.items[inst] = 0;
    c->known = want;
    return true;
}

/* The uses of values of the function. */
static dxki_uses *enter_uses(dxki_pass_cache *c)
{
    if (!c->has_uses) {
        c->has_uses = true; /* freed in any case */
        if (!dxki_uses_begin(&c->uses, c->m))
            return NULL;
    }
    return dxki_uses_enter(&c->uses, c->function) ? &c->uses : NULL;
}

const dxki_uniform *dxki_pass_uniform(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (c->uniform)
        return c->uniform;
    const dxki_dom *post = dxki_pass_post(p);
    const dxki_loops *loops = post ? dxki_pass_loops(p) : NULL;
    dxki_mem_bases *bases = loops ? dxki_pass_bases(p) : NULL;
    dxki_uses *uses = bases ? enter_uses(c) : NULL;
    dxki_uniform *u = uses ? DXKI_NEW(&c->lanes, dxki_uniform) : NULL;
    const dxki_uniform_input in = {
        .m = c->m, .cfg = c->cfg, .post = post, .loops = loops, .uses = uses, .bases = bases};
    if (!u || !empty_differs(c) || !dxki_uniform_build(u, &c->lanes, &in, c->differs.items))
        return NULL;
    c->uniform = u;
    return u;
}

bool dxki_pass_differs(const dxki_pass *p, const dxki_uniform *u, dxki_value value, uint32_t block)
{
    uint32_t inst = dxki_value_as_inst(value);
    return inst >= p->cache->known || dxki_uniform_differs(u, value, block);
}

/* Makes room for all instructions; what is new is zeros. */
static bool grow(dxki_pass_cache *c, slot *s, size_t size)
{
    size_t want = c->m->insts.count + c->m->insts.count / 4;
    if (s->count >= c->m->insts.count)
        return true;
    if (want > SIZE_MAX / SLOT_BYTES)
        return false;
    uint8_t *bytes = dxki_realloc(c->ctx, s->bytes, s->count * size, want * size);
    if (!bytes)
        return false;
    memset(bytes + s->count * size, 0, (want - s->count) * size);
    *s = (slot){.bytes = bytes, .size = size, .count = want};
    return true;
}

void *dxki_pass_by_inst(dxki_pass *p, size_t size)
{
    dxki_pass_cache *c = p->cache;
    for (uint32_t i = 0; i < SLOTS && size <= SLOT_BYTES; i++) {
        slot *s = &c->slots[i];
        if (s->taken || (s->size && s->size != size))
            continue;
        if (!grow(c, s, size))
            return NULL;
        s->taken = true;
        c->taken++;
        return s->bytes;
    }
    return dxki_arena_zalloc(&p->scratch, c->m->insts.count, size);
}

/* Instructions that are gone keep what was written for them: nothing asks for them any more. */
void dxki_pass_cache_release(dxki_pass_cache *c)
{
    for (uint32_t i = 0; i < SLOTS && c->taken; i++) {
        slot *s = &c->slots[i];
        if (!s->taken)
            continue;
        zero(c, s->bytes, s->count, s->size);
        s->taken = false;
        c->taken--;
    }
}

size_t dxki_pass_size(const dxki_pass *p)
{
    size_t count = 0;
    if (p->function)
        return size_of(p->m, p->function);
    DXKI_EACH_FUNCTION(p->m, fn)
        count += size_of(p->m, fn);
    return count;
}

bool dxki_pass_is_alone(const dxki_pass *p)
{
    uint32_t bodies = 0;
    DXKI_EACH_FUNCTION(p->m, fn)
        bodies += p->m->globals.items[fn].first_block != 0;
    return bodies < 2;
}

uint32_t *dxki_pass_positions(dxki_pass *p)
{
    uint32_t *positions = dxki_pass_by_inst(p, sizeof *positions), next = 0;
    if (!positions)
        return NULL;
    DXKI_EACH_BLOCK(p->m, p->function, block)
        DXKI_EACH_INST(p->m, block, inst)
            positions[inst] = ++next;
    return positions;
}

/* ---------------------------------------------------------------------------------------- */
/* The module                                                                                 */

dxk_status dxki_pass_cache_dxil(dxki_pass_cache *c, dxk_dxil **out)
{
    dxk_status status = DXK_OK;
    if (!c->dxil)
        status = dxk_dxil_load(c->m, &c->dxil);
    if (status != DXK_OK) {
        dxk_dxil_free(c->dxil);
        c->dxil = NULL;
        c->status = status;
    }
    *out = c->dxil;
    return status;
}

dxk_dxil *dxki_pass_cache_take_dxil(dxki_pass_cache *c)
{
    dxk_dxil *d = c->dxil;
    c->dxil = NULL;
    return d;
}

dxk_dxil *dxki_pass_dxil(dxki_pass *p)
{
    dxk_dxil *d;
    return dxki_pass_cache_dxil(p->cache, &d) == DXK_OK ? d : NULL;
}

dxki_dxil_ops *dxki_pass_ops(dxki_pass *p)
{
    dxki_pass_cache *c = p->cache;
    if (!c->has_ops) {
        if (!dxki_dxil_ops_init(&c->ops, c->m, p->facts->native_16bit))
            return NULL;
        c->has_ops = true;
    }
    return &c->ops;
}

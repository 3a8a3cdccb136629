/* SPDX-License-Identifier: MIT */
/*
 * canon_memory.c - which instructions of a block must keep their order: one that writes a place
 * follows all that have read or written it before, one that reads it follows the last that wrote.
 *
 * Places are kinds of memory (analysis/mem.h), and within three kinds objects that nothing else
 * overlaps: variables of a lane, and rows and columns of outputs. Variables that other lanes see
 * count as one place.
 */
#include "edit/canon.h"

#include "dxil/usage.h"

#define KEPT (DXKI_EDIT_CANON_KINDS - 1) /* what keeps its order without writing memory */

/* --- lists --- */

static void push(dxki_edit_canon_memory *mem, uint32_t value)
{
    mem->failed |= !dxki_vec_push(mem->m->ctx, &mem->before, value);
}

static void add_read(dxki_edit_canon_memory *mem, dxki_edit_canon_slot *slot, uint32_t inst)
{
    uint32_t link = (uint32_t)mem->links.count;
    mem->failed |= !dxki_vec_push(mem->m->ctx, &mem->links, inst) ||
                   !dxki_vec_push(mem->m->ctx, &mem->links, slot->reads);
    slot->reads = mem->failed ? 0 : link;
}

void dxki_edit_canon_memory_begin(dxki_edit_canon_memory *mem, dxk_module *m, dxki_mem_bases *bases)
{
    *mem = (dxki_edit_canon_memory){.m = m, .bases = bases};
    for (uint32_t kind = 0; kind < DXKI_EDIT_CANON_KINDS; kind++)
        mem->failed |= !dxki_vec_push(m->ctx, &mem->slots, ((dxki_edit_canon_slot){.kind = kind}));
    mem->failed |= !dxki_vec_push(m->ctx, &mem->links, 0) || !dxki_vec_push(m->ctx, &mem->links, 0);
}

void dxki_edit_canon_memory_free(dxki_edit_canon_memory *mem)
{
    dxk_ctx *ctx = mem->m->ctx;
    dxki_value_map_free(ctx, &mem->slot_of);
    dxki_vec_free(ctx, &mem->slots);
    dxki_vec_free(ctx, &mem->links);
    dxki_vec_free(ctx, &mem->before);
    dxki_vec_free(ctx, &mem->wrote);
    for (uint32_t kind = 0; kind < DXKI_EDIT_CANON_KINDS; kind++)
        dxki_vec_free(ctx, &mem->touched[kind]);
}

void dxki_edit_canon_memory_enter(dxki_edit_canon_memory *mem)
{
    mem->block++;
    mem->links.count = mem->failed ? 0 : 2;
    for (uint32_t kind = 0; kind < DXKI_EDIT_CANON_KINDS; kind++)
        mem->touched[kind].count = 0;
}

/* --- places --- */

/* A slot as it is in the block at hand. */
static dxki_edit_canon_slot *slot_at(dxki_edit_canon_memory *mem, uint32_t index)
{
    dxki_edit_canon_slot *slot = &mem->slots.items[index];
    if (slot->block == mem->block)
        return slot;
    *slot = (dxki_edit_canon_slot){.kind = slot->kind, .block = mem->block};
    if (index >= DXKI_EDIT_CANON_KINDS)
        mem->failed |= !dxki_vec_push(mem->m->ctx, &mem->touched[slot->kind], index);
    return slot;
}

static uint32_t slot_of_object(dxki_edit_canon_memory *mem, uint32_t kind, uint32_t object)
{
    uint32_t index = dxki_value_map_get(&mem->slot_of, object);
    if (index)
        return index;
    index = (uint32_t)mem->slots.count;
    if (!dxki_vec_push(mem->m->ctx, &mem->slots, ((dxki_edit_canon_slot){.kind = kind})) ||
        !dxki_value_map_put(mem->m->ctx, &mem->slot_of, object, index)) {
        mem->failed = true;
        return kind;
    }
    return index;
}

/* The number of a component of an output, no number of a value; 0: it is not known. */
static uint32_t output_of(const dxk_module *m, const dxki_inst *inst)
{
    dxki_dxil_access a;
    if (!dxki_dxil_find_access(m, inst, &a) || !a.writes || !a.row_known || a.id >= 4096 ||
        a.row >= 1024 || a.column >= 16)
        return 0;
    return 1u << 28 | a.which << 26 | a.id << 14 | a.row << 4 | a.column;
}

/* The object that an instruction accesses, if it accesses one and nothing else; else 0. */
static uint32_t object_of(dxki_edit_canon_memory *mem, const dxki_inst *inst, uint32_t kinds)
{
    dxki_value pointer = dxki_mem_pointer(mem->m, inst);
    if (kinds == DXKI_MEM_LOCAL || kinds == DXKI_MEM_PRIVATE)
        return pointer ? dxki_mem_base(mem->m, dxki_mem_bases_find(mem->bases, pointer)) : 0;
    return kinds == DXKI_DXM_OUTPUTS ? output_of(mem->m, inst) : 0;
}

/* --- steps --- */

typedef struct step {
    dxki_edit_canon_memory *mem;
    uint32_t inst;
    bool writes;
    uint64_t state;
} step;

static void follow_reads(step *s, dxki_edit_canon_slot *slot)
{
    for (uint32_t link = slot->reads; link; link = s->mem->links.items[link + 1])
        push(s->mem, s->mem->links.items[link]);
    slot->reads = 0;
}

/* The instruction comes to a slot: it follows what it must, and is seen by those to come. */
static void meet(step *s, uint32_t index, bool stays)
{
    dxki_edit_canon_slot *slot = slot_at(s->mem, index);
    if (slot->write)
        push(s->mem, slot->write);
    if (slot->state)
        s->state += dxki_hash_mix(slot->kind + 1, slot->state);
    if (s->writes)
        follow_reads(s, slot);
    if (!stays)
        return;
    if (!s->writes) {
        add_read(s->mem, slot, s->inst);
        return;
    }
    slot->write = s->inst;
    s->mem->failed |= !dxki_vec_push(s->mem->m->ctx, &s->mem->wrote, index);
}

/* An access to all of a kind meets every object of it; a write makes them one. */
static void meet_kind(step *s, uint32_t kind)
{
    size_t count = s->mem->touched[kind].count;
    meet(s, kind, true);
    for (size_t i = 0; i < count && !s->mem->failed; i++)
        meet(s, s->mem->touched[kind].items[i], false);
    for (size_t i = 0; i < count && s->writes && !s->mem->failed; i++)
        s->mem->slots.items[s->mem->touched[kind].items[i]].block = 0;
    if (s->writes)
        s->mem->touched[kind].count = 0;
}

/* An access to an object follows those to all of its kind. */
static void meet_object(step *s, uint32_t kind, uint32_t object)
{
    uint32_t index = slot_of_object(s->mem, kind, object);
    dxki_edit_canon_slot *all = slot_at(s->mem, kind);
    if (all->write)
        push(s->mem, all->write);
    if (all->state)
        s->state += dxki_hash_mix(kind + 1, all->state);
    for (uint32_t link = s->writes ? all->reads : 0; link; link = s->mem->links.items[link + 1])
        push(s->mem, s->mem->links.items[link]);
    if (index != kind)
        meet(s, index, true);
}

static void meet_kinds(step *s, uint32_t kinds, uint32_t object)
{
    for (uint32_t kind = 0; kind < KEPT && !s->mem->failed; kind++) {
        if (!(kinds >> kind & 1u))
            continue;
        if (object)
            meet_object(s, kind, object);
        else
            meet_kind(s, kind);
    }
}

bool dxki_edit_canon_memory_step(dxki_edit_canon_memory *mem, uint32_t inst, uint64_t *state)
{
    const dxki_inst *in = &mem->m->insts.items[inst];
    dxki_mem_effect e = dxki_mem_effect_of(mem->m, in, NULL);
    uint32_t reads = e.reads & ~(uint32_t)DXKI_MEM_CONSTANT, writes = e.writes;
    uint32_t object = object_of(mem, in, reads | writes);
    step s = {.mem = mem, .inst = inst};
    mem->before.count = mem->wrote.count = 0;
    meet_kinds(&s, reads & ~writes, object);
    s.writes = true;
    meet_kinds(&s, writes, object);
    if ((e.flags & DXKI_MEM_KEEP) && !writes && !mem->failed)
        meet_kind(&s, KEPT);
    *state = s.state;
    return writes || (e.flags & DXKI_MEM_KEEP);
}

void dxki_edit_canon_memory_label(dxki_edit_canon_memory *mem, uint64_t label)
{
    for (size_t i = 0; i < mem->wrote.count; i++)
        mem->slots.items[mem->wrote.items[i]].state = label;
}

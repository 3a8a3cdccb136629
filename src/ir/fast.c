/* SPDX-License-Identifier: MIT */
/* fast.c - see fast.h. */
#include "ir/fast.h"

#include "ir/ir.h"

/* What happens to each: flags are read or written, as long as there is room. */
typedef struct visit {
    uint32_t *read;
    const uint32_t *write;
    size_t room, count;
} visit;

static void visit_block(const dxk_module *m, const dxki_block *block, visit *v)
{
    for (uint32_t i = block->first_inst; i; i = m->insts.items[i].next) {
        dxki_inst *inst = &m->insts.items[i];
        if (!dxki_op_is_fp(inst->op) || !(inst->flags & DXKI_FM_UNSAFE))
            continue;
        if (v->count < v->room && v->read)
            v->read[v->count] = inst->flags;
        else if (v->count < v->room)
            inst->flags = (uint8_t)(v->write[v->count] & DXKI_FAST);
        v->count++;
    }
}

static size_t visit_all(const dxk_module *m, visit v)
{
    for (size_t i = 0; i < m->functions.count; i++) {
        uint32_t block = m->globals.items[m->functions.items[i]].first_block;
        for (; block; block = m->blocks.items[block].next)
            visit_block(m, &m->blocks.items[block], &v);
    }
    return v.count;
}

size_t dxki_fast_flags(const dxk_module *m, uint32_t *flags, size_t room)
{
    return visit_all(m, (visit){.read = flags, .room = room});
}

size_t dxki_fast_set_flags(dxk_module *m, const uint32_t *flags, size_t count)
{
    return visit_all(m, (visit){.write = flags, .room = count});
}

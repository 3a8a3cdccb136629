/* SPDX-License-Identifier: MIT */
/*
 * barrier.c - what Barrier() is asked for: flags that it does not know, memory and scopes that
 * the stage does not have. See sema.h. Source: the work graphs specification of DirectX-Specs.
 */
#include "dxk/enums.h"
#include "dxk/ops.h"
#include "hlsl/node.h"
#include "sema/check.h"

/* Memory, and what is asked of it. */
enum { UAV = 1, SHARED = 2, NODE_INPUT = 4, NODE_OUTPUT = 8, ALL = 15 };
enum { GROUP_SYNC = 1, GROUP_SCOPE = 2, DEVICE_SCOPE = 4, REORDER_SCOPE = 8 };

#define REORDER_MODEL 9u

/* A flag, if it is known; `other` otherwise. */
static uint32_t flags_of(dxki_hlsl *c, const dxki_hlsl_node *n, uint32_t other)
{
    const uint64_t *bits = dxki_sema_value(c, n);

    return bits ? (uint32_t)bits[0] : other;
}

static bool is_barrier(const dxki_hlsl_node *n)
{
    return n->list_count == 2 && (n->row->op == DXK_OP_BarrierByMemoryType ||
                                  n->row->op == DXK_OP_BarrierByMemoryHandle ||
                                  n->row->op == DXK_OP_BarrierByNodeRecordHandle);
}

void dxki_sema_check_flags(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    bool reorders = c->model_minor >= REORDER_MODEL;
    uint32_t known = GROUP_SYNC | GROUP_SCOPE | DEVICE_SCOPE | (reorders ? REORDER_SCOPE : 0);

    if (!is_barrier(n))
        return;
    if (n->row->op == DXK_OP_BarrierByMemoryType && flags_of(c, n->list[0], 0) & ~(uint32_t)ALL)
        DXKI_HLSL_SAY(c, BARRIER_MEMORY, n->list[0]->loc);
    else if (flags_of(c, n->list[1], 0) & ~known)
        DXKI_HLSL_REPORT(c, BARRIER_SEMANTICS, n->list[1]->loc,
                         dxki_text(dxki_str(reorders ? ", REORDER_SCOPE" : "")));
}

/* ---------------------------------------------------------------------------------------- */
/* In a stage                                                                                 */

/* Do groups of threads of the stage know each other? Exported functions may be called by such. */
static bool has_group(const dxki_hlsl_function *entry, uint32_t stage)
{
    switch (stage) {
    case DXK_SHADER_KIND_COMPUTE:
    case DXK_SHADER_KIND_MESH:
    case DXK_SHADER_KIND_AMPLIFICATION:
    case DXK_SHADER_KIND_LIBRARY:
        return true;
    case DXK_SHADER_KIND_NODE:
        return entry->node && entry->node->launch != DXK_NODE_LAUNCH_TYPE_THREAD;
    default:
        return false;
    }
}

/* A call that an entry point reaches. */
typedef struct reached {
    const dxki_hlsl_reached *at;
    bool has_group, has_nodes;
} reached;

static void complain(const reached *r, dxki_hlsl_diag which, dxki_hlsl_loc loc)
{
    dxki_sema_complain(r->at, which, loc, NULL, 0);
}

/* The memory that is left of what is named; ALL leaves out what there is not. */
static uint32_t check_memory(const reached *r, const dxki_hlsl_node *n)
{
    uint32_t memory = flags_of(r->at->c, n, ALL), missing = 0;

    if (!r->has_group)
        missing |= SHARED;
    if (!r->has_nodes)
        missing |= NODE_INPUT | NODE_OUTPUT;
    if (memory == ALL)
        return memory & ~missing;
    if (memory & missing & SHARED)
        complain(r, DXKI_HLSL_D_BARRIER_NO_GROUP_MEMORY, n->loc);
    if (memory & missing & (NODE_INPUT | NODE_OUTPUT))
        complain(r, DXKI_HLSL_D_BARRIER_NO_NODE, n->loc);
    return memory;
}

/* How far what a record is kept in reaches: a scope, or none. */
static uint32_t scopes_of(const dxki_hlsl_type *record)
{
    const dxki_hlsl_node_info *info = dxki_hlsl_node_at(record->object);
    uint32_t whose = info ? info->flags & DXK_NODE_IO_FLAG_DISPATCH_RECORD : 0;

    return whose == DXK_NODE_IO_FLAG_THREAD_RECORD  ? 0
           : whose == DXK_NODE_IO_FLAG_GROUP_RECORD ? GROUP_SCOPE
                                                    : GROUP_SCOPE | DEVICE_SCOPE;
}

void dxki_sema_check_barrier(const dxki_hlsl_reached *at, const dxki_hlsl_node *n)
{
    dxki_hlsl *c = at->c;
    const reached r = {.at = at,
                       .has_group = has_group(at->entry, at->stage),
                       .has_nodes = at->stage == DXK_SHADER_KIND_NODE ||
                                    at->stage == DXK_SHADER_KIND_LIBRARY};
    uint32_t scopes = GROUP_SCOPE | DEVICE_SCOPE;

    if (!is_barrier(n))
        return;
    if (c->model_minor < n->row->min_minor) {
        const dxki_arg args[] = {dxki_text(dxki_str(n->row->name)),
                                 dxki_text(at->entry->name->text), dxki_dec(n->row->min_minor)};
        dxki_sema_complain(at, DXKI_HLSL_D_BARRIER_MODEL, n->loc, args, 3);
        return;
    }
    if (n->row->op == DXK_OP_BarrierByMemoryType) {
        uint32_t memory = check_memory(&r, n->list[0]);
        scopes = (memory ? GROUP_SCOPE : 0u) |
                 (memory & (UAV | NODE_INPUT | NODE_OUTPUT) ? DEVICE_SCOPE : 0u);
    } else if (n->row->op == DXK_OP_BarrierByNodeRecordHandle) {
        scopes = scopes_of(n->list[0]->type);
    }
    uint32_t asked = flags_of(c, n->list[1], 0);
    if (!r.has_group && asked & (GROUP_SYNC | GROUP_SCOPE))
        complain(&r, DXKI_HLSL_D_BARRIER_NO_GROUP, n->list[1]->loc);
    if (asked & DEVICE_SCOPE & ~scopes)
        complain(&r, DXKI_HLSL_D_BARRIER_DEVICE, n->list[1]->loc);
    if (asked & GROUP_SCOPE & ~scopes)
        complain(&r, DXKI_HLSL_D_BARRIER_SCOPE, n->list[1]->loc);
}

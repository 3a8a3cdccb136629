/* SPDX-License-Identifier: MIT */
/* barrier.h - what a barrier waits for, and so what it needs: a thread group, a node. */
#ifndef DXKI_DXIL_BARRIER_H
#define DXKI_DXIL_BARRIER_H

#include "ir/ir.h"
#include "spec/dxil_ops.h"

/* True if a call of a barrier operation needs a thread group. */
bool dxki_dxil_barrier_needs_group(const dxk_module *m, const dxki_inst *call,
                                   const dxki_dxop_info *op);
/* True if it needs a node. */
bool dxki_dxil_barrier_needs_node(const dxk_module *m, const dxki_inst *call,
                                  const dxki_dxop_info *op);
/* True if it may reorder threads. */
bool dxki_dxil_barrier_reorders(const dxk_module *m, const dxki_inst *call,
                                const dxki_dxop_info *op);
/* True if a BarrierByMemoryType could be a Barrier, which is older, that waits for something. */
bool dxki_dxil_barrier_is_old(const dxk_module *m, const dxki_inst *call);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * unset.c - resources that were never set, which the compiler makes zero. The reference looks for
 * handles made from them in the new module and in the libraries alike, and names each. See link.h.
 */
#include "dxil/op.h"
#include "link/link.h"

#define WORDS "Function: %0: error: local resource not guaranteed to map to unique global resource."

bool dxki_link_is_unset(const dxk_module *m, uint32_t call)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, call));
    return op && op->opcode == DXKI_DXOP_CreateHandleForLib &&
           dxki_const_is_null(m, dxki_inst_ops(m, call)[1]);
}

void dxki_link_mention_unset(dxki_link *link)
{
    for (size_t p = 0; p < link->picks.count; p++) {
        const dxki_link_pick *pick = &link->picks.items[p];
        const dxk_module *m = dxki_link_library_of(link, pick->library)->m;
        DXKI_EACH_BLOCK(m, pick->function, block)
            DXKI_EACH_INST(m, block, inst)
                if (dxki_link_is_unset(m, inst))
                    DXKI_LINK_SAY(link, WORDS, dxki_raw(dxki_link_name(m, pick->function)));
    }
}

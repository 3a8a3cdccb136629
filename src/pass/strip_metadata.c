/* SPDX-License-Identifier: MIT */
/*
 * strip_metadata.c - attachments that no reader of DXIL asks for: LLVM's notes on aliasing, ranges
 * and likelihood, which its own optimizer leaves behind. What DXIL defines (dx. ...) stays, as do
 * the wishes of loops; so does debug information, which is not kept as attachments.
 */
#include "pass/pass.h"

/* True if an attachment of that kind has a meaning. */
static bool is_kept(const dxk_module *m, uint32_t kind)
{
    dxk_str name = dxki_string_get(m, m->md_kinds.items[kind]);
    return dxki_str_starts(name, "dx.") || dxki_str_is(name, "llvm.loop");
}

/* Takes away the first one that has none; false: there is no more, or out of memory (*failed). */
static bool strip_one(dxki_pass *p, uint32_t inst, bool *failed)
{
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(p->m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (is_kept(p->m, list[i].kind))
            continue;
        *failed = !dxki_inst_set_attachment(p->m, inst, list[i].kind, 0);
        dxki_pass_changed(p);
        return !*failed;
    }
    return false;
}

dxk_status dxki_pass_strip_metadata(dxki_pass *p)
{
    bool failed = false;
    DXKI_EACH_BLOCK(p->m, p->function, block) {
        DXKI_EACH_INST(p->m, block, inst) {
            while (strip_one(p, inst, &failed))
                ;
            if (failed)
                return dxki_nomem(p->ctx);
        }
    }
    return DXK_OK;
}

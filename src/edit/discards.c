/* SPDX-License-Identifier: MIT */
/*
 * discards.c - pixel shaders without `discard`, and with depth tested before they run.
 * Source: DirectXShaderCompiler for the names, DXIL.rst, "Shader flags".
 */
#include "base/str.h"
#include "ir/dxop.h"
#include "edit/edit.h"

static bool is_discard(const dxk_module *m, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, &m->insts.items[inst]);
    return op && op->kind == DXKI_DXK_DISCARD;
}

dxk_status dxki_edit_remove_discards(dxki_pass *p)
{
    DXKI_EACH_BLOCK(p->m, p->function, block) {
        DXKI_EACH_INST(p->m, block, inst) {
            if (!is_discard(p->m, inst))
                continue;
            dxki_pass_changed(p);
            if (!dxki_inst_remove(p->m, inst))
                return dxki_nomem(p->ctx);
        }
    }
    return DXK_OK;
}

static bool has_discard(const dxk_module *m)
{
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (is_discard(m, inst))
                    return true;
            }
        }
    }
    return false;
}

/* With a discard left, pixels that it takes away would write depth. */
dxk_status dxki_edit_force_early_z(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    const uint64_t flag = DXKI_SHADER_BIT(EARLY_DEPTH_STENCIL);
    uint32_t pixel = 0;
    bool changed = false;
    if (!d)
        return dxki_nomem(p->ctx);
    for (uint32_t i = 0; i < d->entries.count; i++) {
        dxki_dxil_entry *entry = dxki_pass_entry(d, i);
        if (dxki_dxil_entry_kind(d, entry) != DXK_SHADER_KIND_PIXEL)
            continue;
        changed = changed || !(entry->props.shader_flags & flag);
        entry->props.shader_flags |= flag;
        pixel++;
    }
    if (pixel == 0)
        return dxki_pass_refuse(p, "this is not a pixel shader", dxki_str(""));
    if (!p->options[0] && has_discard(p->m))
        return dxki_pass_refuse(p, "a discard remains; use remove-discards to remove them",
                                dxki_str(""));
    return changed ? dxki_pass_write_metadata(p) : DXK_OK;
}

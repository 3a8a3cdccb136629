/* SPDX-License-Identifier: MIT */
/*
 * single_sample.c - loads from multisampled textures read sample 0: for frames that are replayed
 * with one sample. Source: DirectXShaderCompiler for what the pass of that name does.
 */
#include "dxil/handles.h"
#include "edit/edit.h"

/* The resource that a handle stands for has several samples to a texel. */
static bool is_multisampled(const dxk_dxil *d, dxki_value handle)
{
    bool ends = false;
    uint32_t call = dxki_dxil_handle_call(d->m, handle);
    uint32_t kind = call ? dxki_dxil_props_kind(dxki_dxil_call_props(d, call, &ends)) : 0;
    return kind == DXK_RESOURCE_KIND_TEXTURE2DMS || kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
}

dxk_status dxki_edit_single_sample(dxki_pass *p)
{
    const dxk_dxil *d = dxki_pass_dxil(p);
    const dxki_dxop_info *load = dxki_dxop_get(DXKI_DXOP_TextureLoad);
    uint64_t sample;
    if (!d)
        return dxki_nomem(p->ctx);
    DXKI_EACH_BLOCK(p->m, p->function, block) {
        DXKI_EACH_INST(p->m, block, inst) {
            const dxki_value *ops = dxki_inst_ops(p->m, inst);
            if (dxki_call_dxop_complete(p->m, &p->m->insts.items[inst]) != load ||
                !is_multisampled(d, ops[1]) ||
                (dxki_value_as_int(p->m, ops[2], &sample) && sample == 0))
                continue;
            dxki_pass_changed(p);
            if (!dxki_edit_set_int(p->m, inst, 2, 0))
                return dxki_nomem(p->ctx);
        }
    }
    return DXK_OK;
}

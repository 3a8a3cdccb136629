/* SPDX-License-Identifier: MIT */
/* min_precision_md.c - minimum precision where it is described: signatures, resources, properties of
 * handles. See min_precision.c. */
#include "dxil/handles.h"
#include "lower/min_precision.h"

static uint32_t wide_component(uint32_t type)
{
    static const uint8_t to[] = {
        [DXK_COMPONENT_TYPE_I16] = DXK_COMPONENT_TYPE_I32,
        [DXK_COMPONENT_TYPE_U16] = DXK_COMPONENT_TYPE_U32,
        [DXK_COMPONENT_TYPE_F16] = DXK_COMPONENT_TYPE_F32,
        [DXK_COMPONENT_TYPE_SNORM_F16] = DXK_COMPONENT_TYPE_SNORM_F32,
        [DXK_COMPONENT_TYPE_UNORM_F16] = DXK_COMPONENT_TYPE_UNORM_F32,
    };
    return type < sizeof to && to[type] ? to[type] : type;
}

void dxki_lower_widen_metadata(dxk_dxil *d)
{
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const dxki_dxil_entry *entry = d->entries.items[i];
        for (uint32_t which = 0; which < 3; which++) {
            for (uint32_t k = 0; k < entry->signatures[which].count; k++) {
                dxki_dxil_sig_element *e = dxki_pass_element(&entry->signatures[which], k);
                e->component_type = wide_component(e->component_type);
            }
        }
    }
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++) {
            dxki_dxil_resource *r = dxki_pass_resource(d, cls, i);
            r->extra.element_type = wide_component(r->extra.element_type);
        }
    }
    for (uint32_t i = 0; i < d->struct_count; i++) {
        const dxki_dxil_struct_annotation *s = d->structs[i].annotation;
        for (uint32_t k = 0; s && k < s->fields.count; k++) {
            dxki_dxil_field_annotation *f =
                (dxki_dxil_field_annotation *)(uintptr_t)s->fields.items[k];
            f->component_type = wide_component(f->component_type);
        }
    }
}

/* The properties of a typed resource tell its component type in the lowest byte of word 1. */
static bool widen_props(dxk_module *m, uint32_t inst)
{
    dxki_dxil_handle_props props;
    dxki_value parts[2];
    if (dxki_call_dxop_complete(m, &m->insts.items[inst]) !=
            dxki_dxop_get(DXKI_DXOP_AnnotateHandle) ||
        !dxki_dxil_const_props(m, dxki_inst_ops(m, inst)[2], &props) ||
        !dxki_dxil_is_typed_kind(dxki_dxil_props_kind(props)))
        return true;
    uint32_t wide = (props.word1 & ~0xffu) | wide_component(props.word1 & 0xffu);
    dxki_type type = dxki_value_type(m, dxki_inst_ops(m, inst)[2]);
    if (wide == props.word1)
        return true;
    parts[0] = dxki_const_int(m, DXKI_TY_I32, props.word0);
    parts[1] = dxki_const_int(m, DXKI_TY_I32, wide);
    dxki_value made = parts[0] && parts[1] ? dxki_const_aggregate(m, type, parts, 2) : 0;
    return made && dxki_inst_set_op(m, inst, 2, made);
}

bool dxki_lower_widen_handles(dxk_module *m)
{
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (!widen_props(m, inst))
                    return false;
            }
        }
    }
    return true;
}

bool dxki_lower_has_min_precision(const dxk_dxil *d)
{
    const dxk_module *m = d->m;
    DXKI_EACH_FUNCTION(m, fn) {
        DXKI_EACH_BLOCK(m, fn, block) {
            DXKI_EACH_INST(m, block, inst) {
                dxki_type type = dxki_type_scalar(m, m->insts.items[inst].type);
                if (type == DXKI_TY_HALF || type == DXKI_TY_I16)
                    return true;
            }
        }
    }
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const dxki_dxil_entry *entry = d->entries.items[i];
        for (uint32_t which = 0; which < 3; which++) {
            for (uint32_t k = 0; k < entry->signatures[which].count; k++) {
                uint32_t type = dxki_pass_element(&entry->signatures[which], k)->component_type;
                if (wide_component(type) != type)
                    return true;
            }
        }
    }
    return false;
}

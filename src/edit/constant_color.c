/* SPDX-License-Identifier: MIT */
/*
 * constant_color.c - what a pixel shader writes to its targets is a given colour. The rest of the
 * shader runs as before: depth, discards and writes to UAVs show what they showed. Source:
 * DirectXShaderCompiler for what the pass of that name does.
 */
#include "base/decimal.h"
#include "base/str.h"
#include "dxil/usage.h"
#include "ir/float.h"
#include "edit/edit.h"

/* The first four options are texts: red, green, blue, alpha. */
enum { CHANNELS = 4, OPTION_TARGET = CHANNELS };

/* The channels as the bits of doubles. */
static dxk_status read_color(dxki_pass *p, uint64_t color[CHANNELS])
{
    for (uint32_t i = 0; i < CHANNELS; i++) {
        dxki_decimal decimal;
        bool negative = false;
        dxk_str text = p->texts[i].size ? p->texts[i] : dxki_str(i == CHANNELS - 1 ? "1" : "0");
        size_t used = dxki_decimal_scan_all(text, &decimal, &negative);
        if (used == 0 || used != text.size)
            return dxki_pass_refuse(p, "not a number:", text);
        color[i] = dxki_decimal_bits(&decimal, DXKI_BINARY64) | (uint64_t)negative << 63;
    }
    return DXK_OK;
}

/* The constant of an output's type; 0: out of memory. */
static dxki_value constant_of(dxk_module *m, dxki_type type, uint64_t bits)
{
    if (dxki_type_is_fp(m, type))
        return dxki_const_float(m, type, dxki_float_convert(DXKI_TY_DOUBLE, bits, type));
    uint64_t integer = 0;
    (void)dxki_float_to_int(dxki_float_value(DXKI_TY_DOUBLE, bits), dxki_type_bits(m, type), true,
                            &integer);
    return dxki_const_int(m, type, integer);
}

static const dxki_dxil_entry *entry_of_function(const dxki_pass *p, const dxk_dxil *d)
{
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const dxki_dxil_entry *entry = d->entries.items[i];
        if (entry->function == p->function)
            return entry;
    }
    return NULL;
}

/* The colour channel that an instruction writes; CHANNELS: none. */
static uint32_t channel_of(const dxki_pass *p, const dxki_dxil_entry *entry, uint32_t inst)
{
    const dxki_dxil_list *outputs = &entry->signatures[1];
    dxki_dxil_access a;
    if (!dxki_dxil_find_access(p->m, &p->m->insts.items[inst], &a) || !a.writes || a.which != 1 ||
        a.id >= outputs->count)
        return CHANNELS;
    const dxki_dxil_sig_element *e = outputs->items[a.id];
    uint32_t target = a.row < e->indices.count ? e->indices.items[a.row] : e->first_index + a.row;
    bool wanted = p->options[OPTION_TARGET] < 0 || p->options[OPTION_TARGET] == (int64_t)target;
    return e->semantic == DXK_SEMANTIC_KIND_TARGET && wanted && a.column < CHANNELS ? a.column
                                                                                    : CHANNELS;
}

dxk_status dxki_edit_constant_color(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    uint64_t color[CHANNELS];
    dxk_status status = d ? read_color(p, color) : dxki_nomem(p->ctx);
    const dxki_dxil_entry *entry = status == DXK_OK ? entry_of_function(p, d) : NULL;
    if (!entry || dxki_dxil_entry_kind(d, entry) != DXK_SHADER_KIND_PIXEL)
        return status;
    DXKI_EACH_BLOCK(p->m, p->function, block) {
        DXKI_EACH_INST(p->m, block, inst) {
            uint32_t channel = channel_of(p, entry, inst), last = 4;
            if (channel == CHANNELS)
                continue;
            dxki_value old = dxki_inst_ops(p->m, inst)[last];
            dxki_value value = constant_of(p->m, dxki_value_type(p->m, old), color[channel]);
            if (!value || (value != old && !dxki_inst_set_op(p->m, inst, last, value)))
                return dxki_nomem(p->ctx);
            if (value != old)
                dxki_pass_changed(p);
        }
    }
    return DXK_OK;
}

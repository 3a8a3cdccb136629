/* SPDX-License-Identifier: MIT */
/* outputs.c - system values that an entry point declares as output must be written completely. */
#include "validate/elements.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

#include "base/out.h"

/* "not written: yz" */
static void hint_missing(dxki_val *v, uint32_t missing, uint32_t which)
{
    static const char *const names[] = {"x", "y", "z", "w"};
    dxk_str text = dxki_str(which == 2 ? "patch constant, not written: " : "not written: ");
    for (uint32_t i = 0; i < 4; i++)
        text = dxki_val_join(v, text, dxki_str(missing >> i & 1 ? names[i] : ""));
    if (missing & 15)
        dxki_val_hint(v, text);
}

static void check_columns(dxki_val *v, const dxki_val_entry *ent, uint32_t which,
                          const uint32_t *written)
{
    const dxki_dxil_list *list = &ent->e->signatures[which];
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        uint32_t semantic = dxki_val_semantic(ent->kind, which, e, NULL);
        uint32_t wanted = (1u << (e->columns & 31)) - 1; /* shifts count modulo 32 */
        if (semantic == DXK_SEMANTIC_KIND_ARBITRARY ||
            (which == 1 && semantic == DXK_SEMANTIC_KIND_TARGET))
            continue;
        if (written[i] == wanted)
            continue;
        v->report.at = (dxki_val_place){
            .kind = DXKI_AT_ELEMENT, .id = ent->function, .which = which, .index = i, .element = e};
        dxki_val_function_error(
            v, ent->function, DXKI_VR_SM_UNDEFINEDOUTPUT,
            DXKI_ARGS(dxki_val_arg_text(dxki_val_element_name(ent->kind, which, e))));
        dxki_val_at_end(v);
        hint_missing(v, wanted & ~written[i], which);
    }
}

static void position(dxki_val *v, const dxki_val_entry *ent, uint32_t stream)
{
    dxki_val_function_error(v, ent->function, DXKI_VR_SM_COMPLETEPOSITION, NULL, 0);
    hint_missing(v, 15 & ~ent->position_mask[stream], 1);
}

static void check_entry(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_gs_state *gs = &ent->e->props.gs;
    if (ent->kind == DXK_SHADER_KIND_HULL) {
        check_columns(v, ent, 2, ent->patch_columns);
        return;
    }
    check_columns(v, ent, 1, ent->output_columns);
    uint32_t streams = ent->kind != DXK_SHADER_KIND_GEOMETRY ? 1
                       : gs->topology                        ? gs->stream_mask & 15
                                                             : 0;
    for (uint32_t i = 0; i < 4; i++) {
        if ((streams >> i & 1) && ent->has_position[i] && ent->position_mask[i] != 15)
            position(v, ent, i);
    }
}

void dxki_val_check_outputs(dxki_val *v)
{
    for (size_t i = 0; i < v->m->functions.count && !v->failed; i++) {
        const dxki_val_entry *ent = v->subject.entry_of[v->m->functions.items[i]];
        if (ent)
            check_entry(v, ent);
    }
}

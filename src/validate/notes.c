/* SPDX-License-Identifier: MIT */
/*
 * notes.c - what the reference's messages do not tell: the values that a rule was broken by, as far
 * as they follow from what a finding is about. Checks that know more say it by dxki_val_hint().
 */
#include "base/out.h"
#include "dxk/enums.h"
#include "validate/access.h"
#include "validate/elements.h"
#include "validate/names.h"
#include "validate/notes.h"
#include "validate/report.h"
#include "validate/resmap.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

static const char *name_of(dxk_enum_id id, uint64_t number)
{
    const char *text = dxk_enum_text(id, number);
    return text ? text : "unknown";
}

dxk_str dxki_val_enum(dxki_val *v, dxk_enum_id id, uint64_t number)
{
    return dxki_val_format(v, "%0 (%1)",
                           DXKI_ARGS(dxki_val_arg_text_z(name_of(id, number)), dxki_dec(number)));
}

/* "F32, 1 row of 3, at row 2 column 0, Linear" */
static dxk_str describe_element(dxki_val *v, const dxki_dxil_sig_element *e)
{
    dxk_str text = dxki_val_format(
        v, e->rows == 1 ? "%0, 1 row of %1" : "%0, %2 rows of %1",
        DXKI_ARGS(dxki_val_arg_text_z(name_of(DXK_ENUM_ID_component_type, e->component_type)),
                  dxki_dec(e->columns), dxki_dec(e->rows)));
    dxk_str place = dxki_str(", not packed");
    if (e->start_row != -1 || e->start_column != -1)
        place = dxki_val_format(v, ", at row %0 column %1",
                                DXKI_ARGS(dxki_val_arg_text(dxki_val_signed(v, e->start_row)),
                                          dxki_val_arg_text(dxki_val_signed(v, e->start_column))));
    dxk_str mode = dxki_val_format(
        v, ", semantic %0, interpolation %1",
        DXKI_ARGS(dxki_val_arg_text_z(name_of(DXK_ENUM_ID_semantic_kind, e->semantic)),
                  dxki_val_arg_text_z(name_of(DXK_ENUM_ID_interpolation_mode, e->interpolation))));
    return dxki_val_join(v, dxki_val_join(v, text, place), mode);
}

static bool shares_row(const dxki_dxil_sig_element *a, const dxki_dxil_sig_element *b)
{
    int64_t start = a->start_row, other = b->start_row;
    return other >= 0 && start < other + b->rows && other < start + a->rows &&
           a->extra.stream == b->extra.stream;
}

dxk_str dxki_val_neighbour(dxki_val *v, const dxki_dxil_sig_element *e)
{
    const dxki_val_entry *ent = v->subject.entry_of[v->report.at.id];
    const dxki_dxil_list *list = ent ? &ent->e->signatures[v->report.at.which] : NULL;
    for (uint32_t i = list ? v->report.at.index : 0; i-- > 0;) {
        const dxki_dxil_sig_element *other = list->items[i];
        if (!shares_row(e, other))
            continue;
        dxk_str text = dxki_val_join(v, dxki_str("it has "), describe_element(v, e));
        text = dxki_val_join(v, dxki_val_join(v, text, dxki_str("; ")),
                             dxki_val_element_name(ent->kind, v->report.at.which, other));
        text = dxki_val_join(v, text, dxki_str(" has "));
        return dxki_val_join(v, text, describe_element(v, other));
    }
    return (dxk_str){"", 0};
}

/* "%8 is a handle of Texture2D, SRV"; empty: nothing is known of it. */
static dxk_str describe_handle(dxki_val *v, dxki_value handle)
{
    static const char *const classes[] = {"SRV", "UAV", "CBuffer", "Sampler"};
    dxki_text_snippets *snippets = dxki_val_snippets(v);
    dxki_dxil_handle_props p = dxki_val_props_of(&v->handles, handle);
    uint32_t kind = dxki_dxil_props_kind(p), cls = dxki_dxil_props_class(p);
    dxk_str none = {"", 0};
    if (!snippets || kind == DXK_RESOURCE_KIND_INVALID || cls > 3)
        return none;
    dxk_str name =
        dxki_val_join(v, dxki_text_snippet_name(snippets, handle), dxki_str(" is a handle of "));
    if (kind == DXK_RESOURCE_KIND_CBUFFER)
        return dxki_val_join(
            v, name, dxki_val_format(v, "a CBuffer of %0 bytes", DXKI_ARGS(dxki_dec(p.word1))));
    if (kind == DXK_RESOURCE_KIND_SAMPLER)
        return dxki_val_join(v, name,
                             dxki_str(p.word0 & DXKI_RP_COUNTER
                                          ? "a sampler that compares"
                                          : "a sampler that does not compare"));
    return dxki_val_join(v, name,
                         dxki_val_format(v, "%0, %1",
                                         DXKI_ARGS(dxki_val_arg_text_z(dxki_val_reskind_name(kind)),
                                                   dxki_val_arg_text_z(classes[cls]))));
}

/* What the handles of an operation stand for. */
static dxk_str describe_handles(dxki_val *v, uint32_t inst)
{
    const dxki_inst *in = dxki_val_inst(v, inst);
    dxk_str text = {"", 0};
    if (in->op != DXKI_OP_CALL || !dxki_val_dxop(v, inst) || !v->handles.of_inst)
        return text;
    for (uint32_t i = 1; i < dxki_call_arg_count(in); i++) {
        dxki_value value = dxki_val_ops(v, inst)[i];
        if (DXKI_TAG(value) != DXKI_V_INST ||
            !dxki_val_has_name(v, dxki_value_type(v->m, value), "dx.types.Handle"))
            continue;
        dxk_str one = describe_handle(v, value);
        if (text.size && one.size)
            text = dxki_val_join(v, text, dxki_str("; "));
        text = dxki_val_join(v, text, one);
    }
    return text;
}

dxk_str dxki_val_note_on(dxki_val *v, const dxk_finding *f, uint32_t inst)
{
    if (f->severity == DXK_NOTE || f->place == DXK_FINDING_RAW || f->note.size)
        return f->note;
    if (inst)
        return describe_handles(v, inst);
    if (v->report.at.kind == DXKI_AT_ELEMENT && !v->report.part && f->place != DXK_FINDING_FUNCTION)
        return dxki_val_join(v, dxki_str("it has "), describe_element(v, v->report.at.element));
    return f->note;
}

/* SPDX-License-Identifier: MIT */
/*
 * psv0_access.c - looking things up in a decoded PSV0: version, stage, names, dependencies.
 * See dxk/psv0.h.
 */
#include "parts/parts.h"

#include <string.h>

uint32_t dxk_psv0_version(const dxk_psv0 *psv)
{
    return dxki_record_version(DXK_RECORD_ID_psv_runtime_info, psv->info_size);
}

uint32_t dxk_psv0_stage(const dxk_psv0 *psv)
{
    return dxk_psv0_version(psv) ? psv->info.shader_stage : (uint32_t)DXK_SHADER_KIND_INVALID;
}

/* Loads what the stage keeps in stage_extra into the members for it. */
static void load_extra(const dxk_psv0 *psv, const dxki_stage_view *view, dxk_psv_stage_info *out)
{
    union {
        dxk_psv_gs_extra gs;
        dxk_psv_patch_extra patch;
        dxk_psv_ms_extra ms;
    } extra;
    dxk_bytes bytes = {psv->info.stage_extra, sizeof psv->info.stage_extra};
    memset(&extra, 0, sizeof extra);
    dxk_record_load(view->extra, bytes, &extra);
    if (view->extra == DXK_RECORD_ID_psv_gs_extra)
        out->max_vertex_count = extra.gs.max_vertex_count;
    if (view->extra == DXK_RECORD_ID_psv_patch_extra)
        out->patch_vectors = extra.patch.patch_vectors;
    if (view->extra == DXK_RECORD_ID_psv_ms_extra) {
        out->primitive_vectors = extra.ms.primitive_vectors;
        out->mesh_output_topology = extra.ms.output_topology;
    }
}

bool dxk_psv0_stage_info(const dxk_psv0 *psv, uint32_t stage, dxk_psv_stage_info *out)
{
    dxk_bytes bytes = {psv->info.stage_info, sizeof psv->info.stage_info};
    memset(out, 0, sizeof *out);
    out->stage = dxk_psv0_version(psv) ? psv->info.shader_stage : stage;
    const dxki_stage_view *view = dxki_stage_view_of(out->stage);
    if (!view)
        return false;
    load_extra(psv, view, out);
    return dxk_record_load(view->info, bytes, &out->as) > 0;
}

uint32_t dxk_psv0_input_vectors(const dxk_psv0 *psv)
{
    return psv->info.sig_input_vectors;
}

uint32_t dxk_psv0_output_vectors(const dxk_psv0 *psv, uint32_t stream)
{
    const dxk_psv_runtime_info *info = &psv->info;
    const uint8_t vectors[DXK_PSV_STREAMS] = {info->sig_output_vectors0, info->sig_output_vectors1,
                                              info->sig_output_vectors2, info->sig_output_vectors3};
    return stream < DXK_PSV_STREAMS ? vectors[stream] : 0;
}

uint32_t dxk_psv0_patch_or_prim_vectors(const dxk_psv0 *psv)
{
    const dxki_stage_view *view = dxki_stage_view_of(dxk_psv0_stage(psv));
    dxk_psv_stage_info info = {.patch_vectors = 0};
    if (view)
        load_extra(psv, view, &info);
    return view && view->extra == DXK_RECORD_ID_psv_ms_extra ? info.primitive_vectors
                                                             : info.patch_vectors;
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

uint32_t dxk_psv0_element_count(const dxk_psv0 *psv, dxk_psv_signature signature)
{
    switch (signature) {
    case DXK_PSV_INPUT:
        return psv->info.sig_input_elements;
    case DXK_PSV_OUTPUT:
        return psv->info.sig_output_elements;
    case DXK_PSV_PATCH_OR_PRIM:
        return psv->info.sig_patch_or_prim_elements;
    default:
        return 0;
    }
}

const dxk_psv_element *dxk_psv0_element(const dxk_psv0 *psv, dxk_psv_signature signature,
                                        uint32_t index)
{
    if (index >= dxk_psv0_element_count(psv, signature))
        return NULL;
    return &psv->elements[signature][index];
}

dxk_str dxk_psv0_element_name(const dxk_psv0 *psv, const dxk_psv_element *element)
{
    dxk_str name = {"", 0};
    dxki_codec_string_at(psv->strings, element->name, &name);
    return name;
}

uint32_t dxk_psv0_element_indices(const dxk_psv0 *psv, const dxk_psv_element *element,
                                  const uint32_t **indices)
{
    *indices = psv->indices;
    if (element->indices >= psv->index_count)
        return 0;
    uint32_t left = psv->index_count - element->indices;
    *indices += element->indices;
    return element->rows < left ? element->rows : left;
}

dxk_str dxk_psv0_entry_name(const dxk_psv0 *psv)
{
    dxk_str name = {"", 0};
    if (dxk_psv0_version(psv) >= 3)
        dxki_codec_string_at(psv->strings, psv->info.entry_name, &name);
    return name;
}

/* ---------------------------------------------------------------------------------------- */
/* Dependencies                                                                               */

static dxk_psv_table make_table(const uint32_t *words, uint32_t rows, uint32_t output_vectors)
{
    return (dxk_psv_table){words, words ? rows : 0, 4 * output_vectors, (output_vectors + 7) / 8};
}

dxk_psv_table dxk_psv0_table(const dxk_psv0 *psv, dxk_psv_dependency kind, uint32_t stream)
{
    uint32_t inputs = 4 * dxk_psv0_input_vectors(psv);
    uint32_t patch = dxk_psv0_patch_or_prim_vectors(psv);
    uint32_t outputs = dxk_psv0_output_vectors(psv, stream);
    uint32_t known = stream < DXK_PSV_STREAMS ? stream : 0;
    bool there = stream < DXK_PSV_STREAMS;
    switch (kind) {
    case DXK_PSV_VIEW_ID_TO_OUTPUT:
        return make_table(there ? psv->view_id_to_output[known] : NULL, 1, outputs);
    case DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM:
        return make_table(psv->view_id_to_patch_or_prim, 1, patch);
    case DXK_PSV_INPUT_TO_OUTPUT:
        return make_table(there ? psv->input_to_output[known] : NULL, inputs, outputs);
    case DXK_PSV_INPUT_TO_PATCH:
        return make_table(psv->input_to_patch, inputs, patch);
    case DXK_PSV_PATCH_TO_OUTPUT:
        return make_table(psv->patch_to_output, 4 * patch, dxk_psv0_output_vectors(psv, 0));
    default:
        return (dxk_psv_table){NULL, 0, 0, 0};
    }
}

bool dxk_psv_table_depends(const dxk_psv_table *table, uint32_t input, uint32_t output)
{
    if (input >= table->rows || output >= table->columns)
        return false;
    const uint32_t *row = table->words + (size_t)input * table->row_words;
    return row[output / 32] >> output % 32 & 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * view_id.c - the ViewID state in a listing: which outputs depend on SV_ViewID, and on
 * which inputs. Outputs that depend on nothing are left out of the second kind of list.
 */
#include "listing/listing.h"

static void list_mask(dxki_listing *l, const dxki_dxil_view_id_set *set, const char *name,
                      const char *stream)
{
    const char *separator = "";

    dxki_out_text(&l->out, "; ");
    dxki_out_text(&l->out, name);
    dxki_out_text(&l->out, stream);
    dxki_out_text(&l->out, " dependent on ViewId: { ");
    for (uint32_t i = 0; set->mask && i < set->outputs; i++) {
        if (!dxki_dxil_view_id_in_mask(&l->names->view_id, set, i))
            continue;
        dxki_out_text(&l->out, separator);
        dxki_out_u64(&l->out, i);
        separator = ", ";
    }
    dxki_out_text(&l->out, " }\n");
}

/* The inputs of one output; nothing when there are none. */
static void list_output(dxki_listing *l, const dxki_dxil_view_id_set *set, uint32_t output)
{
    const char *separator = NULL;

    for (uint32_t i = 0; i < set->inputs; i++) {
        if (!dxki_dxil_view_id_in_table(&l->names->view_id, set, i, output))
            continue;
        if (!separator) {
            dxki_out_text(&l->out, ";   output ");
            dxki_out_u64(&l->out, output);
            dxki_out_text(&l->out, " depends on inputs: { ");
        } else {
            dxki_out_text(&l->out, separator);
        }
        dxki_out_u64(&l->out, i);
        separator = ", ";
    }
    if (separator)
        dxki_out_text(&l->out, " }\n");
}

static void list_table(dxki_listing *l, const dxki_dxil_view_id_set *set, const char *inputs,
                       const char *outputs, const char *stream)
{
    dxki_out_text(&l->out, "; ");
    dxki_out_text(&l->out, inputs);
    dxki_out_text(&l->out, " contributing to computation of ");
    dxki_out_text(&l->out, outputs);
    dxki_out_text(&l->out, stream);
    dxki_out_text(&l->out, ":\n");
    for (uint32_t i = 0; set->table && i < set->outputs && !dxki_listing_is_full(l); i++)
        list_output(l, set, i);
}

static void list_counts(dxki_listing *l, uint32_t stage)
{
    const dxki_dxil_view_id *v = &l->names->view_id;
    dxki_out *out = &l->out;

    dxki_out_text(out, "; Number of inputs: ");
    dxki_out_u64(out, v->inputs);
    if (stage == DXK_SHADER_KIND_GEOMETRY) {
        dxki_out_text(out, ", outputs per stream: { ");
        for (uint32_t i = 0; i < 4; i++) {
            dxki_out_text(out, i ? ", " : "");
            dxki_out_u64(out, v->streams[i].outputs);
        }
        dxki_out_text(out, " }");
    } else {
        dxki_out_text(out, ", outputs: ");
        dxki_out_u64(out, v->streams[0].outputs);
    }
    if (stage == DXK_SHADER_KIND_HULL || stage == DXK_SHADER_KIND_DOMAIN)
        dxki_out_text(out, ", patchconst: ");
    else if (stage == DXK_SHADER_KIND_MESH)
        dxki_out_text(out, ", primitive outputs: ");
    if (stage == DXK_SHADER_KIND_HULL || stage == DXK_SHADER_KIND_DOMAIN ||
        stage == DXK_SHADER_KIND_MESH)
        dxki_out_u64(out, v->patch_scalars);
    dxki_out_char(out, '\n');
}

/* What follows the name of the outputs: the stream, in geometry shaders. */
static const char *stream_text(uint32_t stage, uint32_t stream)
{
    static const char *const texts[] = {" for Stream 0", " for Stream 1", " for Stream 2",
                                        " for Stream 3"};

    return stage == DXK_SHADER_KIND_GEOMETRY ? texts[stream] : "";
}

void dxki_listing_view_id(dxki_listing *l)
{
    const dxki_dxil_view_id *v = &l->names->view_id;
    const uint32_t stage = l->names->model.kind;
    const bool geometry = stage == DXK_SHADER_KIND_GEOMETRY;
    const char *patch = stage == DXK_SHADER_KIND_HULL   ? "PCOutputs"
                        : stage == DXK_SHADER_KIND_MESH ? "Primitive Outputs"
                                                        : NULL;

    if (v->md == 0 || !v->is_valid)
        return;
    dxki_listing_title(l, "ViewId state");
    list_counts(l, stage);
    for (uint32_t i = 0; i < (geometry ? 4u : 1u); i++) {
        if (!geometry || v->streams[i].outputs)
            list_mask(l, &v->streams[i], "Outputs", stream_text(stage, i));
    }
    if (patch)
        list_mask(l, &v->patch, patch, "");
    for (uint32_t i = 0; i < (geometry ? 4u : 1u); i++) {
        if (!geometry || v->streams[i].outputs)
            list_table(l, &v->streams[i], "Inputs", "Outputs", stream_text(stage, i));
    }
    if (patch)
        list_table(l, &v->patch, "Inputs", patch, "");
    else if (stage == DXK_SHADER_KIND_DOMAIN)
        list_table(l, &v->patch, "PCInputs", "Outputs", "");
    dxki_listing_blank(l);
}

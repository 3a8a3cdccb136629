/* SPDX-License-Identifier: MIT */
/* names.c - names of stages, launch types, resources and shader models in messages. */
#include "base/count.h"
#include "base/out.h"
#include "validate/names.h"
#include "validate/run.h"
#include "validate/text.h"

const char *dxki_val_kind_name(uint32_t kind)
{
    static const char *const names[] = {
        "ps",           "vs",     "gs",         "hs",   "ds",       "cs", "lib", "raygeneration",
        "intersection", "anyhit", "closesthit", "miss", "callable", "ms", "as",  "node",
    };
    return kind < DXKI_COUNT(names) ? names[kind] : "invalid";
}

const char *dxki_val_launch_name(uint32_t launch, bool lower)
{
    static const char *const names[2][4] = {
        {"Invalid", "Broadcasting", "Coalescing", "Thread"},
        {"invalid", "broadcasting", "coalescing", "thread"},
    };
    return names[lower][launch < 4 ? launch : 0];
}

dxk_str dxki_val_model_name(dxki_val *v)
{
    const dxki_dxil_shader_model *model = &v->d->model;
    if (model->minor == 15)
        return dxki_val_format(v, "%0_%1_x",
                               DXKI_ARGS(dxki_val_arg_text(model->stage), dxki_dec(model->major)));
    return dxki_val_format(
        v, "%0_%1_%2",
        DXKI_ARGS(dxki_val_arg_text(model->stage), dxki_dec(model->major), dxki_dec(model->minor)));
}

const char *dxki_val_reskind_name(uint32_t kind)
{
    static const char *const names[] = {
        "invalid",
        "Texture1D",
        "Texture2D",
        "Texture2DMS",
        "Texture3D",
        "TextureCube",
        "Texture1DArray",
        "Texture2DArray",
        "Texture2DMSArray",
        "TextureCubeArray",
        "TypedBuffer",
        "RawBuffer",
        "StructuredBuffer",
        "CBuffer",
        "Sampler",
        "TBuffer",
        "RTAccelerationStructure",
        "FeedbackTexture2D",
        "FeedbackTexture2DArray",
    };
    return kind < DXKI_COUNT(names) ? names[kind] : "invalid";
}

/* Its name, which it still has in the module with debug information when it was taken out of this
 * one. */
static dxk_str debug_name(dxki_val *v, const dxki_dxil_resource *res)
{
    if (res->name.size || !v->lines.dbg)
        return res->name;
    if (!v->lines.has_dbg_d) {
        v->ctx->muted++;
        dxk_dxil_load(v->lines.dbg, &v->lines.dbg_d);
        v->ctx->muted--;
        v->lines.has_dbg_d = true;
    }
    const dxki_dxil_list *list = v->lines.dbg_d && res->cls < DXKI_RESOURCE_CLASSES
                                     ? &v->lines.dbg_d->resources[res->cls]
                                     : NULL;
    if (!list || res->id >= list->count)
        return res->name;
    return ((const dxki_dxil_resource *)list->items[res->id])->name;
}

dxk_str dxki_val_res_name(dxki_val *v, const dxki_dxil_resource *res)
{
    static const char *const id_letters[] = {"T", "U", "CB", "S"};
    static const char *const bind_letters[] = {"t", "u", "cb", "s"};
    dxk_str name = debug_name(v, res);
    if (name.size)
        return name;
    dxk_str head =
        dxki_val_format(v, "%0%1: %2 ",
                        DXKI_ARGS(dxki_val_arg_text_z(id_letters[res->cls & 3]), dxki_dec(res->id),
                                  dxki_val_arg_text_z(dxki_val_reskind_name(res->kind))));
    if (res->lower_bound == UINT32_MAX)
        return dxki_val_format(v, "%0(no bind location)", DXKI_ARGS(dxki_val_arg_text(head)));
    dxk_str place = dxki_val_format(v, "%0(%1%2",
                                    DXKI_ARGS(dxki_val_arg_text(head),
                                              dxki_val_arg_text_z(bind_letters[res->cls & 3]),
                                              dxki_dec(res->lower_bound)));
    if (res->range_size == UINT32_MAX)
        place = dxki_val_format(v, "%0[unbounded]", DXKI_ARGS(dxki_val_arg_text(place)));
    else if (res->range_size != 1)
        place = dxki_val_format(v, "%0[%1]",
                                DXKI_ARGS(dxki_val_arg_text(place), dxki_dec(res->range_size)));
    if (res->space)
        place = dxki_val_format(v, "%0 space%1",
                                DXKI_ARGS(dxki_val_arg_text(place), dxki_dec(res->space)));
    return dxki_val_format(v, "%0)", DXKI_ARGS(dxki_val_arg_text(place)));
}

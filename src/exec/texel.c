/* SPDX-License-Identifier: MIT */
/*
 * texel.c - texels of typed buffers and textures.
 *
 *   slice 0                              slice 1
 *   | mip 0           | mip 1 | mip 2 |  | mip 0 ...           arrays, faces of cubes
 *   | plane 0| plane 1|                                        depth, 3D textures only
 *   | row | row | row |                                        of texels or of blocks, tight
 *   | texel | texel |                                          x
 *   | sample 0 | sample 1 |                                    multisampled textures only
 */
#include <string.h>
#include "exec/kinds.h"
#include "exec/view.h"

void dxki_exec_place_of(const dxki_exec_view *view, const uint32_t c[3], dxki_exec_place *place)
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(view->kind);

    place->x = c[0];
    place->y = kind->axes > 1 ? c[1] : 0;
    place->z = kind->axes > 2 ? c[2] : 0;
    place->slice = kind->is_array || kind->is_cube ? c[kind->axes] : 0;
}

static uint8_t *fail(dxki_exec_fault why, dxki_exec_fault *fault)
{
    *fault = why;
    return NULL;
}

static uint8_t *check_mapped(const dxki_exec_view *view, uint64_t at, dxki_exec_fault *fault)
{
    if (!dxki_exec_view_is_mapped(view, at))
        return fail(DXKI_FAULT_UNMAPPED, fault);
    *fault = DXKI_FAULT_NONE;
    return view->base + at;
}

uint8_t *dxki_exec_texel_at(const dxki_exec_view *view, const dxki_exec_place *place,
                            dxki_exec_fault *fault)
{
    const dxki_exec_format *layout = &view->layout;

    if (dxki_exec_view_is_null(view))
        return fail(DXKI_FAULT_NULL, fault);
    if (view->kind == DXK_RESOURCE_KIND_TYPED_BUFFER) {
        if (place->x >= view->count)
            return fail(DXKI_FAULT_RANGE, fault);
        return check_mapped(view, (uint64_t)place->x * layout->size, fault);
    }
    if (!dxki_exec_kind_get(view->kind)->is_texture)
        return fail(DXKI_FAULT_KIND, fault);
    if (place->mip >= view->level_count || place->slice >= view->slice_count ||
        place->sample >= view->sample_count)
        return fail(DXKI_FAULT_RANGE, fault);
    const dxki_exec_level *level = &view->level[place->mip];
    if (place->x >= level->width || place->y >= level->height || place->z >= level->depth)
        return fail(DXKI_FAULT_RANGE, fault);
    uint64_t offset = place->slice * view->slice_size + level->offset + place->z * level->plane +
                      place->y / layout->block_y * level->row;
    uint64_t column = (uint64_t)(place->x / layout->block_x) * view->sample_count + place->sample;
    return check_mapped(view, offset + column * layout->size, fault);
}

dxki_exec_fault dxki_exec_texel_load(const dxki_exec_view *view, const dxki_exec_place *place,
                                     dxki_exec_texel *out)
{
    dxki_exec_fault fault;
    const uint8_t *at = dxki_exec_texel_at(view, place, &fault);

    if (at)
        dxki_exec_format_load(&view->layout, at, place->x, place->y, out);
    else if (view->layout.name)
        dxki_exec_format_default(&view->layout, out);
    else
        memset(out, 0, sizeof *out);
    return fault;
}

dxki_exec_fault dxki_exec_texel_store(const dxki_exec_view *view, const dxki_exec_place *place,
                                      const dxki_exec_texel *in)
{
    dxki_exec_fault fault;
    uint8_t *at = dxki_exec_texel_at(view, place, &fault);

    if (!at)
        return fault;
    if (!(view->layout.uses & DXKI_USE_STORE))
        return DXKI_FAULT_FORMAT;
    dxki_exec_format_store(&view->layout, at, in);
    return DXKI_FAULT_NONE;
}

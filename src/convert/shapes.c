/* SPDX-License-Identifier: MIT */
/* shapes.c - kinds of resources. Source: DXIL.rst, "Resource operations"; sizes are those of
 * GetDimensions. */
#include "convert/facts.h"

#include "base/count.h"

static const dxki_convert_shape shapes[] = {
    /*                           coordinates, offsets, gradients, sizes, dimensions, levels, samples */
    {DXK_RESOURCE_KIND_INVALID, 0, 0, 0, 0, 0, false, false},
    {DXK_RESOURCE_KIND_TEXTURE1D, 1, 1, 1, 1, 1, true, false},
    {DXK_RESOURCE_KIND_TEXTURE2D, 2, 2, 2, 2, 2, true, false},
    {DXK_RESOURCE_KIND_TEXTURE2DMS, 2, 2, 2, 2, 2, false, true},
    {DXK_RESOURCE_KIND_TEXTURE3D, 3, 3, 3, 3, 3, true, false},
    {DXK_RESOURCE_KIND_TEXTURE_CUBE, 3, 0, 3, 2, 2, true, false},
    {DXK_RESOURCE_KIND_TEXTURE1D_ARRAY, 2, 1, 1, 2, 1, true, false},
    {DXK_RESOURCE_KIND_TEXTURE2D_ARRAY, 3, 2, 2, 3, 2, true, false},
    {DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY, 3, 2, 2, 3, 2, false, true},
    {DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY, 4, 0, 3, 3, 2, true, false},
    {DXK_RESOURCE_KIND_TYPED_BUFFER, 1, 0, 0, 1, 1, false, false},
    {DXK_RESOURCE_KIND_RAW_BUFFER, 1, 0, 0, 1, 1, false, false},
    {DXK_RESOURCE_KIND_STRUCTURED_BUFFER, 2, 0, 0, 1, 1, false, false},
};

const dxki_convert_shape *dxki_convert_shape_of(uint32_t kind)
{
    return &shapes[kind < DXKI_COUNT(shapes) ? kind : 0];
}

uint32_t dxki_convert_kind_of(uint32_t dimension)
{
    static const uint8_t kinds[] = {
        [DXK_DXBC_DIMENSION_BUFFER] = DXK_RESOURCE_KIND_TYPED_BUFFER,
        [DXK_DXBC_DIMENSION_TEXTURE1D] = DXK_RESOURCE_KIND_TEXTURE1D,
        [DXK_DXBC_DIMENSION_TEXTURE2D] = DXK_RESOURCE_KIND_TEXTURE2D,
        [DXK_DXBC_DIMENSION_TEXTURE2DMS] = DXK_RESOURCE_KIND_TEXTURE2DMS,
        [DXK_DXBC_DIMENSION_TEXTURE3D] = DXK_RESOURCE_KIND_TEXTURE3D,
        [DXK_DXBC_DIMENSION_TEXTURE_CUBE] = DXK_RESOURCE_KIND_TEXTURE_CUBE,
        [DXK_DXBC_DIMENSION_TEXTURE1D_ARRAY] = DXK_RESOURCE_KIND_TEXTURE1D_ARRAY,
        [DXK_DXBC_DIMENSION_TEXTURE2D_ARRAY] = DXK_RESOURCE_KIND_TEXTURE2D_ARRAY,
        [DXK_DXBC_DIMENSION_TEXTURE2DMS_ARRAY] = DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY,
        [DXK_DXBC_DIMENSION_TEXTURE_CUBE_ARRAY] = DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY,
    };

    return dimension < DXKI_COUNT(kinds) ? kinds[dimension] : DXK_RESOURCE_KIND_INVALID;
}

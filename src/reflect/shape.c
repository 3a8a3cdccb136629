/* SPDX-License-Identifier: MIT */
/* shape.c - see shape.h. */
#include "reflect/shape.h"

#include "spec/d3d.h"

void dxki_reflect_shape(const dxk_reflect_type *type, uint64_t *vectors, uint64_t *lanes)
{
    const bool by_columns = type->var_class == DXKI_D3D_SVC_MATRIX_COLUMNS;
    const bool by_rows = type->var_class == DXKI_D3D_SVC_MATRIX_ROWS;

    *vectors = by_columns ? type->columns : by_rows ? type->rows : 1;
    *lanes = by_columns ? type->rows : type->columns;
    if (*vectors == 0)
        *vectors = 1;
    if (*lanes == 0)
        *lanes = 1;
}

uint32_t dxki_reflect_component_size(uint32_t type)
{
    switch (type) {
    case DXKI_D3D_SVT_DOUBLE:
    case DXKI_D3D_SVT_INT64:
    case DXKI_D3D_SVT_UINT64:
        return 8;
    case DXKI_D3D_SVT_INT16:
    case DXKI_D3D_SVT_UINT16:
    case DXKI_D3D_SVT_FLOAT16:
        return 2;
    default:
        return 4;
    }
}

/* SPDX-License-Identifier: MIT */
/* register.c - see register.h. */
#include "dxil/register.h"

enum { GOES_UP = 1, GOES_DOWN = 2 };
enum { NOT_INDEXED = DXKI_REG_GENERATED | DXKI_REG_SYSTEM }; /* not in an array's registers */
enum { MIDDLE = DXKI_REG_SYSTEM | DXKI_REG_TESS_FACTOR | DXKI_REG_CLIP_OR_CULL };

uint8_t dxki_dxil_register_class(dxki_semantic_use use)
{
    switch (use) {
    case DXKI_SEMANTIC_ARBITRARY:
        return DXKI_REG_ARBITRARY;
    case DXKI_SEMANTIC_SYSTEM_VALUE:
    case DXKI_SEMANTIC_TARGET:
        return DXKI_REG_SYSTEM;
    case DXKI_SEMANTIC_GENERATED:
        return DXKI_REG_GENERATED;
    case DXKI_SEMANTIC_CLIP_CULL:
        return DXKI_REG_CLIP_OR_CULL;
    case DXKI_SEMANTIC_TESS_FACTOR:
        return DXKI_REG_TESS_FACTOR;
    default:
        return 0;
    }
}

uint8_t dxki_dxil_register_extent(uint32_t row, uint32_t rows)
{
    return (uint8_t)((row > 0 ? GOES_UP : 0) | (row + 1 < rows ? GOES_DOWN : 0));
}

dxki_dxil_reg_fault dxki_dxil_register_takes(const dxki_dxil_register *r,
                                             const dxki_dxil_reg_element *e, uint8_t extent)
{
    uint32_t room = 0;
    if ((r->indexed && (e->cls & NOT_INDEXED)) ||
        (r->extent_fixed && (extent | r->indexed) != r->indexed) ||
        (e->cls == DXKI_REG_TESS_FACTOR && (extent | r->indexed) != extent))
        return DXKI_REG_INDEXING;
    if (r->interpolation && r->interpolation != e->interpolation)
        return DXKI_REG_INTERPOLATION;
    if (r->width && r->width != e->width)
        return DXKI_REG_WIDTH;
    for (uint32_t i = 0; i < DXKI_COLUMNS && room < e->columns; i++)
        room = r->components[i] & (DXKI_REG_OCCUPIED | e->cls) ? 0 : room + 1;
    return room < e->columns ? DXKI_REG_FULL : DXKI_REG_FITS;
}

dxki_dxil_reg_fault dxki_dxil_register_takes_at(const dxki_dxil_register *r,
                                                const dxki_dxil_reg_element *e, uint32_t column)
{
    for (uint32_t i = column; i < column + e->columns; i++) {
        if (r->components[i] & DXKI_REG_OCCUPIED)
            return DXKI_REG_OVERLAP;
        if (r->components[i] & e->cls)
            return DXKI_REG_ORDER;
    }
    return DXKI_REG_FITS;
}

/* From left to right: arbitrary ones, system values of all kinds, generated ones. */
static uint8_t forbidden_left(uint8_t cls)
{
    if (cls == DXKI_REG_ARBITRARY)
        return DXKI_REG_GENERATED | MIDDLE;
    return cls == DXKI_REG_GENERATED ? 0 : DXKI_REG_GENERATED;
}

static uint8_t forbidden_right(uint8_t cls)
{
    if (cls == DXKI_REG_GENERATED)
        return DXKI_REG_ARBITRARY | MIDDLE;
    return cls == DXKI_REG_ARBITRARY ? 0 : DXKI_REG_ARBITRARY;
}

void dxki_dxil_register_put(dxki_dxil_register *r, const dxki_dxil_reg_element *e, uint8_t extent,
                            uint32_t column)
{
    r->interpolation = e->interpolation;
    r->width = e->width;
    r->indexed |= extent;
    if (e->cls & (NOT_INDEXED | DXKI_REG_TESS_FACTOR))
        r->extent_fixed = true;
    for (uint32_t i = 0; i < DXKI_COLUMNS; i++) {
        if (r->components[i] & DXKI_REG_OCCUPIED)
            continue;
        if (i < column)
            r->components[i] |= forbidden_left(e->cls);
        else if (i < column + e->columns)
            r->components[i] = DXKI_REG_OCCUPIED | e->cls;
        else
            r->components[i] |= forbidden_right(e->cls);
    }
}

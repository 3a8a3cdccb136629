/* SPDX-License-Identifier: MIT */
/* signature_rows.c - where signature elements lie in the registers (DXIL.rst, "Signature
 * packing"). */
#include "validate/signature.h"

enum { TAKEN = 1, ARBITRARY = 2, GENERATED = 4, SYSTEM = 8, TESS = 16, CLIP = 32 };
enum { INDEX_UP = 1, INDEX_DOWN = 2 };

typedef struct packed {
    uint8_t kind, interpolation, width;
    uint32_t row, rows, column, columns;
} packed;

static uint8_t kind_flag(dxki_semantic_use use)
{
    switch (use) {
    case DXKI_SEMANTIC_ARBITRARY:
        return ARBITRARY;
    case DXKI_SEMANTIC_SYSTEM_VALUE:
        return SYSTEM;
    case DXKI_SEMANTIC_GENERATED:
        return GENERATED;
    case DXKI_SEMANTIC_TESS_FACTOR:
        return TESS;
    case DXKI_SEMANTIC_CLIP_CULL:
        return CLIP;
    default:
        return 0;
    }
}

static uint8_t indexing_of(uint32_t row, uint32_t rows)
{
    return (uint8_t)((row > 0 ? INDEX_UP : 0) | (row + 1 < rows ? INDEX_DOWN : 0));
}

static bool is_full(const dxki_vregister *r, uint8_t kind, uint32_t columns)
{
    uint32_t free = 0;
    for (uint32_t i = 0; i < 4 && free < columns; i++)
        free = r->flags[i] & (TAKEN | kind) ? 0 : free + 1;
    return free < columns;
}

/* The rule that an element breaks in a row, without regard to its column. `full`: when given, it
 * is set when there is no room. */
static dxki_vrule row_rule(const dxki_vregister *r, const packed *p, uint8_t indexing, bool *full)
{
    if (r->indexing && (p->kind & (GENERATED | SYSTEM)))
        return DXKI_VR_META_SIGNATUREINDEXCONFLICT;
    if (r->indexing_fixed && (indexing | r->indexing) != r->indexing)
        return DXKI_VR_META_SIGNATUREINDEXCONFLICT;
    if ((p->kind & TESS) && (indexing | r->indexing) != indexing)
        return DXKI_VR_META_SIGNATUREINDEXCONFLICT;
    if (r->interpolation && r->interpolation != p->interpolation)
        return DXKI_VR_META_INTERPMODEINONEROW;
    if (r->width && r->width != p->width)
        return DXKI_VR_META_SIGNATUREDATAWIDTH;
    if (is_full(r, p->kind, p->columns))
        *full = true;
    return DXKI_VR_COUNT;
}

static dxki_vrule column_rule(const dxki_vregister *r, const packed *p)
{
    if (p->column + p->columns > 4)
        return DXKI_VR_META_SIGNATUREOUTOFRANGE;
    for (uint32_t i = p->column; i < p->column + p->columns; i++) {
        if (r->flags[i] & TAKEN)
            return DXKI_VR_META_SIGNATUREOVERLAP;
        if (r->flags[i] & p->kind)
            return DXKI_VR_META_SIGNATUREILLEGALCOMPONENTORDER;
    }
    return DXKI_VR_COUNT;
}

static dxki_vrule fit(const dxki_vpacker *k, const packed *p)
{
    bool full = false;
    if (p->row + p->rows > 32) /* modulo 2^32 */
        return DXKI_VR_META_SIGNATUREOUTOFRANGE;
    for (uint32_t i = 0; i < p->rows && !full; i++) {
        if (p->row + i >= 32)
            return DXKI_VR_META_SIGNATUREOUTOFRANGE;
        dxki_vrule rule = row_rule(&k->rows[p->row + i], p, indexing_of(i, p->rows), &full);
        if (rule != DXKI_VR_COUNT)
            return rule;
    }
    for (uint32_t i = 0; i < p->rows; i++) {
        if (p->row + i >= 32)
            return DXKI_VR_META_SIGNATUREOUTOFRANGE;
        dxki_vrule rule = column_rule(&k->rows[p->row + i], p);
        if (rule != DXKI_VR_COUNT)
            return rule;
    }
    return DXKI_VR_COUNT;
}

/* Generated values stand right of system values, those right of arbitrary ones. */
static void place_row(dxki_vregister *r, const packed *p, uint8_t indexing)
{
    uint8_t left = 0, right = 0;
    if (p->kind & ARBITRARY)
        left = GENERATED | SYSTEM | TESS | CLIP;
    else if (p->kind & (SYSTEM | TESS | CLIP))
        left = GENERATED;
    if (p->kind & GENERATED)
        right = ARBITRARY | SYSTEM | TESS | CLIP;
    else if (p->kind & (SYSTEM | TESS | CLIP))
        right = ARBITRARY;
    r->interpolation = p->interpolation;
    r->width = p->width;
    r->indexing |= indexing;
    if (p->kind & (GENERATED | SYSTEM | TESS))
        r->indexing_fixed = true;
    for (uint32_t i = 0; i < 4; i++) {
        if (r->flags[i] & TAKEN)
            continue;
        if (i < p->column)
            r->flags[i] |= left;
        else if (i < p->column + p->columns)
            r->flags[i] = TAKEN | p->kind;
        else
            r->flags[i] |= right;
    }
}

void dxki_vpack(dxki_val *v, dxki_vpacker *k, const dxki_velement *el)
{
    const dxki_sig_element *e = el->e;
    uint8_t width = el->width == 16                     ? (v->min_precision ? 32 : 16)
                    : el->width == 1 || el->width == 32 ? 32
                                                        : 0;
    packed p = {kind_flag(el->use),
                (uint8_t)e->interpolation,
                width,
                (uint32_t)e->start_row,
                e->rows,
                (uint32_t)e->start_column,
                e->columns};
    if (!el->allocated || !dxki_vis_packed(el))
        return;
    dxki_vrule rule = el->use == DXKI_SEMANTIC_TARGET ? DXKI_VR_COUNT : fit(k, &p);
    if (rule != DXKI_VR_COUNT) {
        dxki_verr(v, rule,
                  DXKI_VARGS(dxki_vt(el->name), dxki_vt(dxki_vsigned(v, e->start_row)),
                             dxki_vt(dxki_vsigned(v, e->start_column)), dxki_vn(e->rows),
                             dxki_vn(e->columns)));
        if (rule != DXKI_VR_META_SIGNATUREOUTOFRANGE)
            dxki_vhint_neighbour(v, e);
        return;
    }
    for (uint32_t i = 0; i < p.rows && el->use != DXKI_SEMANTIC_TARGET; i++)
        place_row(&k->rows[p.row + i], &p, indexing_of(i, p.rows));
}

void dxki_vpack_view_id(dxki_val *v, const dxki_vpacker *k)
{
    packed p = {GENERATED, DXK_INTERPOLATION_MODE_CONSTANT, 0, 0, 1, 0, 1};
    for (p.row = 0; p.row < 32; p.row++) {
        bool full = false;
        if (row_rule(&k->rows[p.row], &p, 0, &full) != DXKI_VR_COUNT || full)
            continue;
        for (p.column = 0; p.column < 4; p.column++) {
            if (column_rule(&k->rows[p.row], &p) == DXKI_VR_COUNT)
                return;
        }
    }
    dxki_verr(v, DXKI_VR_SM_VIEWIDNEEDSSLOT, NULL, 0);
}

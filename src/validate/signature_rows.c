/* SPDX-License-Identifier: MIT */
/* signature_rows.c - where signature elements lie in the registers (DXIL.rst, "Signature
 * packing"). */
#include "validate/notes.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/signature.h"
#include "validate/text.h"

/* An element and where it is. */
typedef struct packed {
    dxki_dxil_reg_element el;
    uint32_t row, column;
} packed;

/* The rule that is broken when an element does not go into a register. */
static dxki_vrule rule_of(dxki_dxil_reg_fault fault)
{
    switch (fault) {
    case DXKI_REG_INDEXING:
        return DXKI_VR_META_SIGNATUREINDEXCONFLICT;
    case DXKI_REG_INTERPOLATION:
        return DXKI_VR_META_INTERPMODEINONEROW;
    case DXKI_REG_WIDTH:
        return DXKI_VR_META_SIGNATUREDATAWIDTH;
    case DXKI_REG_OVERLAP:
        return DXKI_VR_META_SIGNATUREOVERLAP;
    case DXKI_REG_ORDER:
        return DXKI_VR_META_SIGNATUREILLEGALCOMPONENTORDER;
    default:
        return DXKI_VR_COUNT;
    }
}

static dxki_dxil_reg_fault column_fault(const dxki_val_packer *k, const packed *p, uint32_t row)
{
    return dxki_dxil_register_takes_at(&k->rows[row], &p->el, p->column);
}

/* All rows are asked as a whole, up to one that is full, then all for the columns. */
static dxki_vrule fit(const dxki_val_packer *k, const packed *p)
{
    dxki_dxil_reg_fault fault = DXKI_REG_FITS;
    uint32_t rows = p->el.rows;
    if (p->row + rows > DXK_SIGNATURE_REGISTERS) /* modulo 2^32 */
        return DXKI_VR_META_SIGNATUREOUTOFRANGE;
    for (uint32_t i = 0; i < rows && fault == DXKI_REG_FITS; i++) {
        if (p->row + i >= DXK_SIGNATURE_REGISTERS)
            return DXKI_VR_META_SIGNATUREOUTOFRANGE;
        fault = dxki_dxil_register_takes(&k->rows[p->row + i], &p->el,
                                         dxki_dxil_register_extent(i, rows));
    }
    if (fault != DXKI_REG_FULL && fault != DXKI_REG_FITS)
        return rule_of(fault);
    fault = DXKI_REG_FITS;
    for (uint32_t i = 0; i < rows && fault == DXKI_REG_FITS; i++) {
        if (p->row + i >= DXK_SIGNATURE_REGISTERS || p->column + p->el.columns > DXKI_COLUMNS)
            return DXKI_VR_META_SIGNATUREOUTOFRANGE;
        fault = column_fault(k, p, p->row + i);
    }
    return rule_of(fault);
}

static void hint_neighbour(dxki_val *v, const dxki_dxil_sig_element *e)
{
    dxk_str text = dxki_val_neighbour(v, e);
    if (text.size)
        dxki_val_hint(v, text);
}

void dxki_val_pack(dxki_val *v, dxki_val_packer *k, const dxki_val_element *el)
{
    const dxki_dxil_sig_element *e = el->e;
    uint8_t width = el->width == 16                     ? (v->subject.min_precision ? 32 : 16)
                    : el->width == 1 || el->width == 32 ? 32
                                                        : 0;
    packed p = {
        {dxki_dxil_register_class(el->use), (uint8_t)e->interpolation, width, e->rows, e->columns},
        (uint32_t)e->start_row,
        (uint32_t)e->start_column};
    if (!el->allocated || !dxki_val_is_packed(el) || el->use == DXKI_SEMANTIC_TARGET)
        return;
    dxki_vrule rule = fit(k, &p);
    if (rule != DXKI_VR_COUNT) {
        dxki_val_error(v, rule,
                       DXKI_ARGS(dxki_val_arg_text(el->name),
                                 dxki_val_arg_text(dxki_val_signed(v, e->start_row)),
                                 dxki_val_arg_text(dxki_val_signed(v, e->start_column)),
                                 dxki_dec(e->rows), dxki_dec(e->columns)));
        if (rule != DXKI_VR_META_SIGNATUREOUTOFRANGE)
            hint_neighbour(v, e);
        return;
    }
    for (uint32_t i = 0; i < e->rows; i++)
        dxki_dxil_register_put(&k->rows[p.row + i], &p.el, dxki_dxil_register_extent(i, e->rows),
                               p.column);
}

void dxki_val_pack_view_id(dxki_val *v, const dxki_val_packer *k)
{
    packed p = {{DXKI_REG_GENERATED, DXK_INTERPOLATION_MODE_CONSTANT, 0, 1, 1}, 0, 0};
    for (uint32_t row = 0; row < DXK_SIGNATURE_REGISTERS; row++) {
        if (dxki_dxil_register_takes(&k->rows[row], &p.el, 0))
            continue;
        for (p.column = 0; p.column < DXKI_COLUMNS; p.column++) {
            if (column_fault(k, &p, row) == DXKI_REG_FITS)
                return;
        }
    }
    dxki_val_error(v, DXKI_VR_SM_VIEWIDNEEDSSLOT, NULL, 0);
}

/* SPDX-License-Identifier: MIT */
/* linalg.c - see linalg.h. */
#include "sema/linalg.h"

#include "hlsl/hlsl.h"

dxk_str dxki_hlsl_linalg_code(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const dxki_hlsl_linalg matrix = dxki_hlsl_linalg_of(t);
    const uint32_t numbers[DXKI_HLSL_LINALG_NUMBERS] = {matrix.component, matrix.rows,
                                                        matrix.columns, matrix.use, matrix.scope};
    static const char letters[] = "CMNUS";
    dxk_str text = dxki_str("");

    for (size_t i = 0; i < DXKI_HLSL_LINALG_NUMBERS; i++) {
        const dxk_str letter = {letters + i, 1};
        text = dxki_hlsl_join(c, dxki_hlsl_join(c, text, letter), dxki_hlsl_decimal(c, numbers[i]));
    }
    return text;
}

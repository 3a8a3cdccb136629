/* SPDX-License-Identifier: MIT */
/* op_words.h - words for the columns of the table of operations. */
#ifndef DXKI_DXIL_OP_WORDS_H
#define DXKI_DXIL_OP_WORDS_H

#include "base/out.h"
#include "spec/dxil_ops.h"

/* A bit and its word; lists end with a NULL. */
typedef struct dxki_dxil_op_word {
    uint32_t bit;
    const char *text;
} dxki_dxil_op_word;

extern const dxki_dxil_op_word dxki_dxil_op_flags[];     /* DXKI_DXF_ */
extern const dxki_dxil_op_word dxki_dxil_op_counters[];  /* DXKI_DXN_ */
extern const dxki_dxil_op_word dxki_dxil_op_memory[];    /* DXKI_DXM_ */
extern const dxki_dxil_op_word dxki_dxil_op_overloads[]; /* DXKI_OV_ */
extern const dxki_dxil_op_word dxki_dxil_op_rules[];     /* DXKI_DXR_ */

/* Words of the enumerations in the table, by their values. */
const char *dxki_dxil_op_attribute(unsigned attribute);
const char *dxki_dxil_op_kind(unsigned kind);
const char *dxki_dxil_op_signature(unsigned signature);
const char *dxki_dxil_op_convergence(unsigned convergence);
const char *dxki_dxil_op_moves(unsigned moves);
const char *dxki_dxil_op_merges(unsigned merges);
const char *dxki_dxil_op_unused(unsigned unused);
const char *dxki_dxil_op_result(unsigned result);

/* Room for the name of any type. */
#define DXKI_DXIL_OP_TYPE 64

/* "i32", "overload", "%dx.types.ResRet.overload"; NUL-terminated. */
dxk_str dxki_dxil_op_type(unsigned type, char text[DXKI_DXIL_OP_TYPE]);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * judge.h - reading a module as the reference reads it, for validation: what the reference accepts
 * is accepted, ill-typed instructions included, for the verifier to judge; what it says of the
 * stream is kept in its words, in its order.
 */
#ifndef DXKI_BITCODE_JUDGE_H
#define DXKI_BITCODE_JUDGE_H

#include "base/vec.h"
#include "ir/ir.h"

typedef enum dxki_bc_words {
#define DXKI_WORDS(ident, text) DXKI_WORDS_##ident,
#include "spec/bitcode_words.def"
#undef DXKI_WORDS
    DXKI_WORDS_COUNT
} dxki_bc_words;

typedef struct dxki_bc_said {
    dxki_bc_words words;
    uint64_t number; /* for %0 */
} dxki_bc_said;

/* To be zeroed, and freed with dxki_bc_judge_free() also after a failure. */
typedef struct dxki_bc_judge {
    DXKI_VEC(dxki_bc_said) said; /* nothing: the module is accepted */
    bool failed;                 /* out of memory */
} dxki_bc_judge;

/*
 * Like dxk_module_read(). A module that comes back may be incomplete (dxk_module.unchecked): its
 * basic blocks need not end, its instructions need not fit the types of their operands.
 */
dxk_status dxki_bc_read_judged(dxk_ctx *ctx, dxk_bytes bytes,
                               const dxk_module_read_options *options, dxki_bc_judge *judge,
                               dxk_module **out);
void dxki_bc_judge_free(dxk_ctx *ctx, dxki_bc_judge *judge);

const char *dxki_bc_words_text(dxki_bc_words words);

static inline bool dxki_bc_words_are_silent(dxki_bc_words words)
{
    return words >= DXKI_WORDS_SILENT && words <= DXKI_WORDS_SILENT_MEMORY;
}

#endif

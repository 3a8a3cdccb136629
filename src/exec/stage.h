/* SPDX-License-Identifier: MIT */
/*
 * stage.h - invocations of vertex and pixel shaders: where their inputs come from and their outputs
 * go. A lane is an invocation; for pixels four lanes are a quad.
 */
#ifndef DXKI_EXEC_STAGE_H
#define DXKI_EXEC_STAGE_H

#include "exec/program.h"

/* What a wave of them works on. */
typedef struct dxki_exec_stage {
    const dxk_run_invocations *what;
    uint32_t first; /* invocation of lane 0 */
} dxki_exec_stage;

/* True if programs of this kind are run by dxk_run_invoke(). */
bool dxki_exec_is_invoked(dxk_shader_kind kind);

/* Element `id` of the inputs (0) or outputs (1) of an entry point, and its first word; NULL: none. */
const dxki_dxil_sig_element *dxki_exec_element(const dxki_dxil_entry *entry, uint32_t signature,
                                               uint64_t id, uint32_t *word);
/* Words of all elements of a signature, four for each row. */
uint32_t dxki_exec_signature_words(const dxki_dxil_entry *entry, uint32_t signature);

#endif

/* SPDX-License-Identifier: MIT */
/* completions.h - calls that complete the records of output nodes, and uses after them. */
#ifndef DXKI_VALIDATE_COMPLETIONS_H
#define DXKI_VALIDATE_COMPLETIONS_H

#include "analysis/dom.h"
#include "validate/types.h"

/* A call that completes the records of an output node, and the function that it calls. */
typedef struct dxki_val_completion {
    uint32_t function, call;
} dxki_val_completion;

/* All of a module, by the function that they are in, the newest first. */
typedef struct dxki_val_completions {
    DXKI_VEC(dxki_val_completion) calls;
} dxki_val_completions;

void dxki_val_list_completions(dxki_val *v, dxki_val_completions *list);
/* Reports uses of completed records in a function. */
void dxki_val_check_completions(dxki_val *v, const dxki_val_completions *list, uint32_t fn,
                                const dxki_cfg *cfg, const dxki_dom *dom);

#endif

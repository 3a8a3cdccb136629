/* SPDX-License-Identifier: MIT */
/*
 * idle.h - passes that would find nothing to do: what they last ran on is what is still there.
 *
 *     fix(gvn, dce)     gvn changes, dce changes | gvn, dce find nothing     four runs
 *     fix(gvn, dce)     known: both found nothing, and nothing changed since
 *
 * A pass on a function sees the function and what the module has around functions, so that changes
 * of other functions do not wake it; a pass on the module sees all.
 */
#ifndef DXKI_OPT_IDLE_H
#define DXKI_OPT_IDLE_H

#include "opt/run.h"

typedef struct dxki_opt_idle {
    uint32_t now;      /* changes so far */
    uint32_t *changed; /* by global: its last change; [0]: that of the module by a pass on it */
    uint32_t *seen;    /* by global and number of a pass: 1 + changes when it found nothing */
    uint32_t *simple;  /* by global: like `seen`, of instcombine whatever its options are */
    uint32_t globals, passes;
} dxki_opt_idle;

/* Numbers the passes of a list; what it keeps is in the arena. False: out of memory. */
bool dxki_opt_idle_begin(dxki_opt_idle *idle, dxki_arena *arena, const dxk_module *m,
                         dxki_opt_node *list);

/* True if a run on the function, or with 0 on the module, would change nothing. */
bool dxki_opt_is_idle(const dxki_opt_idle *idle, const dxki_opt_node *node, uint32_t function);

/* True if instcombine found nothing in the function when it was last changed. */
bool dxki_opt_is_simple(const dxki_opt_idle *idle, uint32_t function);

/* Notes what a run came to. */
void dxki_opt_idle_note(dxki_opt_idle *idle, const dxki_opt_node *node, uint32_t function,
                        bool changed);

#endif

/* SPDX-License-Identifier: MIT */
/* dead.h - functions, variables and aliases that nothing needs. */
#ifndef DXKI_PASS_DEAD_H
#define DXKI_PASS_DEAD_H

#include "pass/pass.h"

/* Finds globals that entry points, exported functions and, with `resources`, variables of resources
 * lead to: live[i] is set by index in globals, of which the arena gets an array. DXK_E_NOMEM. */
dxk_status dxki_pass_find_live(const dxk_dxil *d, const dxki_pass_facts *facts, bool resources,
                               dxki_arena *arena, uint8_t **live);

/* What a removal came to. */
typedef enum dxki_pass_removal {
    DXKI_PASS_REMOVED_NONE,
    DXKI_PASS_REMOVED_PLAIN,    /* the metadata says what it said before */
    DXKI_PASS_REMOVED_DESCRIBED /* the metadata has to be read again */
} dxki_pass_removal;

/* Removes what is not live, or of that only declarations. The annotations of functions that go are
 * taken out of the metadata. */
dxk_status dxki_pass_remove_dead(dxk_module *m, dxk_dxil *d, const uint8_t *live,
                                 bool declarations_only, dxki_pass_removal *removal);

#endif

/* SPDX-License-Identifier: MIT */
/* run_team.h - threads for a draw. */
#ifndef RUN_TEAM_H
#define RUN_TEAM_H

#include "run.h"

#include <dxk/draw.h>

typedef struct run_team run_team;

/* Workers for so many threads in all; stages that are NULL have none. NULL: no memory. */
run_team *run_team_make(run_state *vertex, run_state *pixel, uint64_t threads);
void run_team_free(run_team *team);

const dxk_draw_threads *run_team_threads(const run_team *team);

/* Adds what the workers found to the states of their stages; false: no memory. */
bool run_team_collect(const run_team *team);

#endif

/* SPDX-License-Identifier: MIT */
/* draw.h - what a job says of a draw beside its vertices and targets. */
#ifndef DXKI_JOB_DRAW_H
#define DXKI_JOB_DRAW_H

#include "job/model.h"

/* Sets topology, faces, blending, depth, stencil, viewports and groups of a draw whose size is known.
 * DXK_E_INVALID: something does not fit, which has been reported. */
dxk_status dxki_job_draw_state(dxk_job *job, dxki_arena *arena, bool is_mesh, dxk_draw *draw);

#endif

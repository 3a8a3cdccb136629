/* SPDX-License-Identifier: MIT */
/* sampler.h - the state of samplers from the numbers of D3D12, and views of samplers. */
#ifndef DXKI_EXEC_SAMPLER_H
#define DXKI_EXEC_SAMPLER_H

#include "dxk/records.h"
#include "exec/view.h"

/* Sets what a filter (dxk_filter) says: interpolation and reduction. */
void dxki_exec_sampler_filter(dxki_exec_sampler *sampler, uint32_t filter);
/* The view of a static sampler. */
void dxki_exec_sampler_static(const dxk_rs_sampler *from, dxki_exec_view *view);

#endif

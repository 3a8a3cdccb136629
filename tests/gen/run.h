/* SPDX-License-Identifier: MIT */
/* run.h - a random program's module run by the library. */
#ifndef GEN_RUN_H
#define GEN_RUN_H

#include "check.h"

/* A gen_execute_fn: what the program wrote, after all groups ran on one worker. */
dxk_status gen_execute(dxk_ctx *ctx, const dxk_module *module, const gen_program *p,
                       const gen_setting *setting, gen_results *results);

#endif

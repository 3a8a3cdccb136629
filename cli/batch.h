/* SPDX-License-Identifier: MIT */
/*
 * batch.h - running a command over its inputs: directories with -r, -j threads, output in the
 * order of the inputs, a progress line on a terminal.
 */
#ifndef BATCH_H
#define BATCH_H

#include "cli.h"

/* Runs app->command over app->operands; returns the exit status. */
int batch_run(const cli_app *app);

#endif

/* SPDX-License-Identifier: MIT */
/* help.h - help texts, printed from the descriptors of the commands. */
#ifndef HELP_H
#define HELP_H

#include "cli.h"
#include "text.h"

/* Usage line of a command. */
void help_usage(text_out *out, const cli_command *command);

/* Options in a line each (-h), or everything with examples (--help). */
void help_command(text_out *out, const cli_command *command, bool full);

/* All commands with their summaries. */
void help_overview(text_out *out);

/* The command whose name is nearest to `name`; NULL when none is near. */
const cli_command *help_nearest(const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* command.h - the command as a function. */
#ifndef COMMAND_H
#define COMMAND_H

/* Does what the arguments say, the first of which is the program's name; returns the exit status. It may
 * reorder `argv`. */
int command_main(int argc, char **argv);

#endif

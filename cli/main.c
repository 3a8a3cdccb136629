/* SPDX-License-Identifier: MIT */
/* main.c - the dxk command as a program. */
#include "command.h"

#include <signal.h>

int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    return command_main(argc, argv);
}

/* SPDX-License-Identifier: MIT */
/* main.c - the dxk command as a program. */
#include "cli.h"
#include "command.h"
#include "host.h"

int main(int argc, char **argv)
{
    return host_begin(&argc, &argv) ? command_main(argc, argv) : CLI_LIMIT;
}

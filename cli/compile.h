/* SPDX-License-Identifier: MIT */
/* compile.h - what `dxk compile` writes beside the container: compile_outputs.c. */
#ifndef DXK_CLI_COMPILE_H
#define DXK_CLI_COMPILE_H

#include "job.h"

/* Files, NULL for those that are not wanted, and what the container goes without. */
typedef struct compile_outputs {
    const char *listing, *reflection, *root_signature, *hash, *pdb;
    const char *dependencies; /* -MF, and the file that depends on the others */
    const char *target;
    bool is_signed; /* what is written is validated and signed */
    bool embeds, strip_debug, strip_reflection, strip_root_signature, tells_dependencies;
} compile_outputs;

/* Writes what is asked for of a container, and takes out of it what it is to go without. */
int compile_write_parts(job *j, const compile_outputs *o, dxk_container *made);

/* "main.o: main.hlsl \", with the names of files that were read. */
int compile_write_dependencies(job *j, const compile_outputs *o, const char *const *files,
                               size_t count);

#endif

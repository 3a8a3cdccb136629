/* SPDX-License-Identifier: MIT */
/* link.h - what the files of `dxk link` share. */
#ifndef LINK_H
#define LINK_H

#include <dxk/link.h>

#include "inputs.h"
#include "val.h"

/* Options of the command. */
typedef struct link_options {
    const char *profile, *entry, *output, *pdb, *level, *version;
    opt_list exports;
    bool shaders_only, no_opt, no_validate, strip_debug, dry_run, check;
    int format;
    char **libraries; /* names of files */
    size_t library_count;
} link_options;

enum { LINK_OWN, LINK_DXL };

/* A library that was opened; the linker looks into it. */
typedef struct link_library {
    io_file file;
    dxk_container *container;
} link_library;

/* Those that were opened. */
typedef struct link_libraries {
    link_library *items;
    size_t count;
} link_libraries;

/* The options that the library takes, from those of the command; `exports` has room for each. */
int link_fill(job *j, const link_options *o, dxk_link_options *how, dxk_str *exports);

/* Hands out what was made: the container, stripped if that is asked for, and its PDB. Takes over
 * the bytes. */
int link_write(job *j, const link_options *o, dxk_buffer *bytes);

/* --- link_inputs.c --- */

/* Opens a library and adds it; what it is called is its path. */
int link_add(job *j, dxk_linker *linker, link_library *library, const char *path);
void link_close(link_library *library);

/* Opens the operands, of which folders stand for the libraries in them. Close them after the linker is
 * freed, also after a failure. */
int link_open(job *j, dxk_linker *linker, link_libraries *list);
void link_close_all(link_libraries *list);

/* --- dxl.c --- */

/* Does what dxl does with the operands, which are its arguments. */
int dxl_prepare(cli_app *app);
int dxl_run(job *j);

#endif

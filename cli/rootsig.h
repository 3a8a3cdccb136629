/* SPDX-License-Identifier: MIT */
/* rootsig.h - of cmd_rootsig.c for rootsig_make.c and compile_binary.c. */
#ifndef CLI_ROOTSIG_H
#define CLI_ROOTSIG_H

#include <dxk/parts.h>

#include "job.h"

typedef struct rootsig_options {
    const char *output, *define, *subobject;
    int format, version;
    bool unchecked, one_line, all;
    opt_list choices; /* make: names of what is no table */
    bool by_stage, deny;
    int action;          /* first operand */
    char **shaders;      /* make: their files */
    size_t shader_count; /* how many */
    const char *text;    /* compile: the text, when the operand is no file */
    const char *rootsig; /* verify, set: file of the root signature, or NULL */
} rootsig_options;

/* Shows a root signature as text or facts, as `print` does. */
int rootsig_show(job *j, const dxk_root_signature *signature);

/* Writes a root signature out as a container, and frees it. */
int rootsig_put(job *j, dxk_root_signature *signature);

/* Checks a root signature against a shader. `quiet`: success is not told, and shaders without bindings pass. */
int rootsig_check(job *j, const dxk_container *shader, const dxk_root_signature *signature,
                  bool quiet);

/* --- rootsig_make.c --- */

/* Makes the root signature of several shaders. */
int rootsig_make(job *j);

#endif

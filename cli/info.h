/* SPDX-License-Identifier: MIT */
/*
 * info.h - the pieces of `dxk info` as text: a function for each section of the screen. The library
 * has read the container, and writes the JSON.
 */
#ifndef INFO_H
#define INFO_H

#include <dxk/dxil.h>
#include <dxk/info.h>
#include <dxk/parts.h>
#include <dxk/psv0.h>
#include <dxk/rdat.h>
#include <dxk/reflect.h>
#include <dxk/rootsig.h>

#include "job.h"

typedef struct info {
    job *j;
    const dxk_info *read;
    bool all; /* all operations and instructions */
} info;

/* First lines: kind of input, program, entry, digest, hash, features, stage facts. */
void info_summary(info *in);

/* Facts of the stage. */
void info_stage(info *in);

/* Shader models 4 and 5: program and compiler, bound resources. */
void info_legacy_summary(info *in);
void info_legacy_bindings(info *in);

/* Flags, entry points, exported functions and operation counts, from the module. */
void info_module(info *in);

/* Signature tables. */
void info_signatures(info *in);

/* Bound resources. */
void info_resources(info *in);

/* Root signature. */
void info_root_signature(info *in);

/* Functions and sub-objects of a library. */
void info_library(info *in);

/* Starts a line "Label   " of the summary and returns where to go on. */
text_out *info_label(info *in, const char *label);

/* Name of a value, or its number when it has none. */
void info_put_name(text_out *out, dxk_enum_id id, uint64_t value);

/* A word of the formats, "TriangleStrip" or "CBV", in lower case unless it is an abbreviation. */
void info_put_lower(text_out *out, const char *word);

/* Names of flags, "none" for zero. */
void info_put_flags(text_out *out, dxk_enum_id id, uint64_t value);

/* A register with its space, "t3, space1". */
void info_put_register(text_out *out, char letter, uint32_t number, uint32_t space);

/* Title of a section, after an empty line. */
void info_title(info *in, const char *title);

#endif

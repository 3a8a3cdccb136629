/* SPDX-License-Identifier: MIT */
/*
 * info.h - the pieces of `dxk info`: what was decoded of one container, and a function for each
 * section of the screen. Every section prints text, or members of the open JSON object.
 */
#ifndef INFO_H
#define INFO_H

#include <dxk/dxil.h>
#include <dxk/parts.h>
#include <dxk/psv0.h>
#include <dxk/rdat.h>
#include <dxk/reflect.h>
#include <dxk/rootsig.h>

#include "job.h"

/* The resources of a class, by space and register. */
typedef struct info_places {
    struct info_place *items;
    size_t count;
} info_places;

/* The parts that `info` looks at; NULL when absent or damaged (which is reported). */
typedef struct info {
    job *j;
    const dxk_container *container;
    dxk_decoded *program;       /* DXIL, else ILDB */
    dxk_decoded *features;      /* SFI0 */
    dxk_decoded *hash;          /* HASH */
    dxk_decoded *psv;           /* PSV0 */
    dxk_decoded *rdat;          /* RDAT */
    dxk_decoded *rootsig;       /* RTS0 */
    dxk_decoded *signatures[3]; /* ISG1, OSG1, PSG1, or ISGN, OSGN or OSG5, PCSG */
    dxk_decoded *rdef;          /* RDEF */
    dxk_decoded *counters;      /* STAT of shader models 4 and 5 */
    dxk_reflect *reflection;    /* shader models 4 and 5 */
    bool damaged;               /* one of the parts */
    dxk_module *module;         /* of DXIL, ILDB or bare bitcode */
    dxk_dxil *dxil;             /* what its metadata means */
    dxk_module *names_module;   /* of STAT, which has the names */
    dxk_dxil *names;            /* what its metadata means */
    info_places places[2][4];   /* of dxil and of names, by class */
} info;

/* First lines: kind of input, program, entry, digest, hash, features, stage facts. */
dxk_status info_summary(info *in);

/* Facts of the stage. */
void info_stage(info *in);

/* Shader models 4 and 5: program and compiler (which makes in->reflection), bound resources. */
dxk_status info_legacy_summary(info *in);
void info_legacy_bindings(info *in);

/* Reads the modules and their metadata. */
dxk_status info_read_modules(info *in);
void info_free_modules(info *in);

/* Flags, entry points, exported functions and operation counts, from the module. */
void info_module(info *in);

/* Name of the resource of a class at a register; empty when it has none. */
dxk_str info_resource_name(const info *in, dxk_resource_class cls, uint32_t space,
                           uint32_t lower_bound);

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
void info_json_name(json_writer *json, const char *key, dxk_enum_id id, uint64_t value);

/* A word of the formats, "TriangleStrip" or "CBV", in lower case unless it is an abbreviation. */
void info_put_lower(text_out *out, const char *word);

/* Names of flags, "none" for zero. */
void info_put_flags(text_out *out, dxk_enum_id id, uint64_t value);

/* A register with its space, "t3, space1". */
void info_put_register(text_out *out, char letter, uint32_t number, uint32_t space);

/* Title of a section, after an empty line. */
void info_title(info *in, const char *title);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/source.h - parts about the origin of a shader: VERS (compiler), ILDN (name of the PDB), SRCI
 * (sources and arguments). PDBI, with sources as tables of RDAT, is in dxk/pdbi.h.
 *
 * Source: LLVM's DXContainer.rst; DirectXShaderCompiler's DxilContainer.h.
 */
#ifndef DXK_SOURCE_H
#define DXK_SOURCE_H

#include "dxk/base.h"
#include "dxk/enums.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* VERS. Views include terminators; an absent string is empty. */
typedef struct dxk_version_part {
    dxk_compiler_version version; /* numbers and flags */
    dxk_bytes commit;             /* commit hash */
    dxk_bytes custom_version;     /* a vendor's version, often empty */
    dxk_bytes more;               /* other bytes covered by strings_size; usually none */
    dxk_bytes tail;               /* padding */
} dxk_version_part;

/* The commit hash without its terminator. */
DXK_API dxk_str dxk_version_commit(const dxk_version_part *part);

/* The custom version without its terminator. */
DXK_API dxk_str dxk_version_custom(const dxk_version_part *part);

/* ILDN. */
typedef struct dxk_debug_name_part {
    dxk_debug_name header; /* flags and length */
    dxk_bytes name;        /* file name of the PDB, without terminator */
    dxk_bytes tail;        /* terminator and padding */
} dxk_debug_name_part;

/* ---------------------------------------------------------------------------------------- */
/* SRCI                                                                                       */

/* Name of a source file. */
typedef struct dxk_source_name {
    dxk_source_name_entry head; /* sizes */
    dxk_bytes name;             /* with its terminator */
    dxk_bytes tail;             /* padding */
} dxk_source_name;

/* Section of names. */
typedef struct dxk_source_names {
    dxk_source_names_header header; /* count of entries; their size modulo 65,536 */
    dxk_source_name *entries;       /* header.count names */
} dxk_source_names;

/* A source. */
typedef struct dxk_source_content {
    dxk_source_content_entry head; /* sizes */
    dxk_bytes text;                /* with its terminator */
    dxk_bytes tail;                /* padding */
} dxk_source_content;

/* Section of sources. Encoding writes `stored` if it is compressed, else the entries. */
typedef struct dxk_source_contents {
    dxk_source_contents_header header; /* compression and sizes */
    dxk_bytes stored;                  /* the entries as stored, if they are compressed */
    dxk_source_content *entries;       /* entry_count sources */
    uint32_t entry_count;              /* header.count; 0 if they could not be decompressed because
                                          the build lacks zlib or the compression is unknown */
    dxk_bytes rest;                    /* bytes after the entries; usually none */
} dxk_source_contents;

/* An argument of the compiler, with terminators. Switches have an empty value, files an empty
 * name. */
typedef struct dxk_source_arg {
    dxk_bytes name;  /* "T" */
    dxk_bytes value; /* "ps_6_0" */
} dxk_source_arg;

/* Section of arguments. */
typedef struct dxk_source_args {
    dxk_source_args_header header; /* size, and count as stored */
    dxk_source_arg *args;          /* the arguments */
    uint32_t arg_count;            /* number of `args` */
} dxk_source_args;

/* A section. header.type selects the pointer that is set; none for unknown types. */
typedef struct dxk_source_info_section {
    dxk_source_section_header header; /* size and type */
    union {
        dxk_source_contents *contents;
        dxk_source_names *names;
        dxk_source_args *args;
    } as;           /* by header.type */
    dxk_bytes tail; /* padding; the whole content of sections of unknown type */
} dxk_source_info_section;

/* SRCI. */
typedef struct dxk_source_info {
    dxk_source_header header;          /* size, number of sections */
    dxk_source_info_section *sections; /* header.section_count sections */
    dxk_bytes rest;                    /* bytes after the sections; usually none */
} dxk_source_info;

/* Number of source files: that of names or that of sources, whichever is larger. */
DXK_API uint32_t dxk_source_file_count(const dxk_source_info *info);

/*
 * Source file `index`: name and text without terminators, views into the decoded part. Either is
 * {NULL, 0} if it is absent or, for the text, could not be decompressed. False past the end.
 */
DXK_API bool dxk_source_file(const dxk_source_info *info, uint32_t index, dxk_str *name,
                             dxk_str *text);

/* Number of arguments. */
DXK_API uint32_t dxk_source_arg_count(const dxk_source_info *info);

/* Argument `index` without terminators; false past the end. */
DXK_API bool dxk_source_arg_get(const dxk_source_info *info, uint32_t index, dxk_str *name,
                                dxk_str *value);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/source.h - the parts that tell where a shader comes from: VERS (compiler), ILDN (name of the
 * PDB), SRCI (sources and arguments). PDBI, with sources in tables of RDAT, is in dxk/pdbi.h.
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

/* A VERS part. Views include terminators; a string that is absent is empty. */
typedef struct dxk_version_part {
    dxk_compiler_version version; /* numbers and flags */
    dxk_bytes commit;             /* commit hash */
    dxk_bytes custom_version;     /* version of a vendor; often empty */
    dxk_bytes more;               /* further bytes that strings_size covers; usually none */
    dxk_bytes tail;               /* padding */
} dxk_version_part;

/* Returns the commit hash, without a terminator. */
DXK_API dxk_str dxk_version_commit(const dxk_version_part *part);

/* Returns the custom version, without a terminator. */
DXK_API dxk_str dxk_version_custom(const dxk_version_part *part);

/* An ILDN part. */
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

/* Section with the names of sources. */
typedef struct dxk_source_names {
    dxk_source_names_header header; /* count of entries; their size modulo 65,536 */
    dxk_source_name *entries;       /* header.count names */
} dxk_source_names;

/* A source in a section of sources. */
typedef struct dxk_source_content {
    dxk_source_content_entry head; /* sizes */
    dxk_bytes text;                /* with its terminator */
    dxk_bytes tail;                /* padding */
} dxk_source_content;

/* Section with sources. Encoding writes `stored` if it is compressed, and the entries otherwise. */
typedef struct dxk_source_contents {
    dxk_source_contents_header header; /* compression and sizes */
    dxk_bytes stored;                  /* entries as stored, if they are compressed */
    dxk_source_content *entries;       /* entry_count sources */
    uint32_t entry_count;              /* header.count; 0 if they could not be decompressed: the
                                          library was built without zlib, or the compression is
                                          unknown */
    dxk_bytes rest;                    /* bytes after the entries; usually none */
} dxk_source_contents;

/* An argument of the compiler. Views include terminators. The value of a switch is empty, and so
 * is the name of a file. */
typedef struct dxk_source_arg {
    dxk_bytes name;  /* name, such as "T" */
    dxk_bytes value; /* value, such as "ps_6_0" */
} dxk_source_arg;

/* Section with arguments. */
typedef struct dxk_source_args {
    dxk_source_args_header header; /* size, and count as stored */
    dxk_source_arg *args;          /* arguments */
    uint32_t arg_count;            /* number of `args` */
} dxk_source_args;

/* A section of SRCI. header.type selects the pointer that is set; none is if the type is not
 * known. */
typedef struct dxk_source_info_section {
    dxk_source_section_header header; /* size and type */
    union {
        dxk_source_contents *contents;
        dxk_source_names *names;
        dxk_source_args *args;
    } as;           /* content, by header.type */
    dxk_bytes tail; /* padding; if the type is not known, the whole content */
} dxk_source_info_section;

/* A SRCI part. */
typedef struct dxk_source_info {
    dxk_source_header header;          /* size and number of sections */
    dxk_source_info_section *sections; /* header.section_count sections */
    dxk_bytes rest;                    /* bytes after the sections; usually none */
} dxk_source_info;

/* Returns the number of source files: that of names or that of sources, whichever is larger. */
DXK_API uint32_t dxk_source_file_count(const dxk_source_info *info);

/*
 * Sets *name and *text to the name and the text of source file `index`, without terminators, as
 * views into the decoded part. Either is {NULL, 0} if it is absent; the text also if it could not
 * be decompressed. False past the end.
 */
DXK_API bool dxk_source_file(const dxk_source_info *info, uint32_t index, dxk_str *name,
                             dxk_str *text);

/* Returns the number of arguments. */
DXK_API uint32_t dxk_source_arg_count(const dxk_source_info *info);

/* Sets *name and *value to argument `index`, without terminators. False past the end. */
DXK_API bool dxk_source_arg_get(const dxk_source_info *info, uint32_t index, dxk_str *name,
                                dxk_str *value);

#ifdef __cplusplus
}
#endif
#endif

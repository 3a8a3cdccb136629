/* SPDX-License-Identifier: MIT */
/*
 * dxk/yaml.h - containers as YAML or JSON text, and back.
 *
 * The schema is that of LLVM's obj2yaml and yaml2obj, so each side takes what the other prints.
 * LLVM's schema loses much; where it would not give the same bytes back, dxk adds keys of its own:
 *
 *   Fields   of a part: every field of its layout under the layout's names, instead of LLVM's key;
 *            without those that reading computes to the same
 *   Data     of a part: its bytes, where the part has no layout or none that would do
 *   Layout   of the document: Size of the file, and Bytes that no part accounts for
 *   Module   of a program: LLVM assembly instead of DXIL, when asked for; beside it
 *            MetadataKinds, the kinds of attachments that the module lists, used or not, and
 *            FastFlags, the flags of all arithmetic that is `fast`, where they are not just that
 *   Program, Signature   of parts to which LLVM gives no key: STAT, ISGN, OSGN, PCSG, OSG5
 *   and, in PSVInfo and Signature, tables, order, padding and keys of versions that LLVM does not
 *   know
 */
#ifndef DXK_YAML_H
#define DXK_YAML_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which tools the document is for. */
typedef enum dxk_yaml_schema {
    DXK_YAML_DXK = 0,    /* LLVM's newest schema, and more where it would lose something */
    DXK_YAML_LLVM = 1,   /* LLVM's newest schema and nothing else; what obj2yaml refuses
                            is refused: YAML.REFUSED */
    DXK_YAML_LLVM22 = 2, /* that of LLVM 22: fewer parts and keys */
    DXK_YAML_LLVM21 = 3, /* that of LLVM 21: flags of resources are a number */
    DXK_YAML_LLVM20 = 4, /* that of LLVM 20: numbers instead of newer names */
    DXK_YAML_LLVM19 = 5  /* that of LLVM 19: fewer parts still */
} dxk_yaml_schema;

/* How the module of a program is shown, under the schema DXK_YAML_DXK. */
typedef enum dxk_yaml_module {
    DXK_YAML_MODULE_BYTES = 0, /* as bytes */
    DXK_YAML_MODULE_TEXT = 1,  /* as LLVM assembly where that gives the same bytes back, else as
                                  bytes, with the warning YAML.BYTES */
    DXK_YAML_MODULE_LOSSY = 2  /* always as LLVM assembly; the module made of it can be laid out
                                  otherwise, with the warning YAML.LOSSY */
} dxk_yaml_module;

/* How to write a document. Zero-initialise for the defaults. */
typedef struct dxk_yaml_options {
    dxk_yaml_schema schema; /* the form */
    bool json;              /* JSON instead of YAML */
    dxk_yaml_module module; /* modules as text: then digest, sizes and offsets that are what they
                               would be computed to are left out, so that the text can be edited */
    bool brief;             /* likewise for all parts, under the schema DXK_YAML_DXK: without the
                               keys of LLVM that dxk_yaml_read() computes to the same */
} dxk_yaml_options;

/*
 * Writes a container as a document. With the schema DXK_YAML_DXK, dxk_yaml_read() makes the same
 * bytes of it, for any container, also a damaged one that DXK_READ_SALVAGE took. A program, a
 * reflection blob or an edited container is written as the container that it stands for.
 * `options` may be NULL.
 */
DXK_API dxk_status dxk_yaml_write(const dxk_container *container, const dxk_yaml_options *options,
                                  dxk_sink sink);

/*
 * Makes the container that a document describes, YAML or JSON; the first document of the text.
 * Sizes, offsets, counts and tables that are not given are computed; explicit values are obeyed
 * even when they are wrong, with a warning (YAML.OBEYED). Errors have a line and a column.
 * DXK_E_UNSUPPORTED when the library was built without libyaml.
 */
DXK_API dxk_status dxk_yaml_read(dxk_ctx *ctx, dxk_bytes text, dxk_sink sink);

/* True when the library can read documents. */
DXK_API bool dxk_yaml_can_read(void);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/yaml.h - containers as YAML or JSON text, and back.
 *
 * The schema is that of LLVM's obj2yaml and yaml2obj, so each side reads what the other prints.
 * Where LLVM's schema would not give the same bytes back, dxk adds keys of its own:
 *
 *   Fields   in a part: every field of its layout, by name, instead of LLVM's key, except those
 *            that reading computes to the same value
 *   Data     in a part: its bytes, if it has no layout or the layout does not fit
 *   Layout   in the document: Size of the file, and Bytes that belong to no part
 *   Module   in a program: LLVM assembly instead of DXIL, on request; with it MetadataKinds, the
 *            kinds of attachments that the module lists, used or not, and FastFlags, the flags of
 *            each `fast` instruction, unless all are what `fast` means
 *   Program, Signature   in parts for which LLVM has no key: STAT, ISGN, OSGN, PCSG, OSG5
 *   and, in PSVInfo and Signature, tables, order, padding and keys of versions unknown to LLVM
 */
#ifndef DXK_YAML_H
#define DXK_YAML_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which tools the document is for. */
typedef enum dxk_yaml_schema {
    DXK_YAML_DXK = 0,    /* LLVM's newest schema, with more keys where it would lose something */
    DXK_YAML_LLVM = 1,   /* LLVM's newest schema and nothing else; YAML.REFUSED for what obj2yaml
                            refuses */
    DXK_YAML_LLVM22 = 2, /* that of LLVM 22: fewer parts and keys */
    DXK_YAML_LLVM21 = 3, /* that of LLVM 21: flags of resources are a number */
    DXK_YAML_LLVM20 = 4, /* that of LLVM 20: numbers instead of newer names */
    DXK_YAML_LLVM19 = 5  /* that of LLVM 19: fewer parts still */
} dxk_yaml_schema;

/* How the module of a program is shown, under the schema DXK_YAML_DXK. */
typedef enum dxk_yaml_module {
    DXK_YAML_MODULE_BYTES = 0, /* as bytes */
    DXK_YAML_MODULE_TEXT = 1,  /* as LLVM assembly if that gives the same bytes back, else as bytes
                                  with the warning YAML.BYTES */
    DXK_YAML_MODULE_LOSSY = 2  /* always as LLVM assembly, with the warning YAML.LOSSY if reading it
                                  back gives other bytes */
} dxk_yaml_module;

/* How to write a document. Zero-initialise for the defaults. */
typedef struct dxk_yaml_options {
    size_t struct_size;     /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_yaml_schema schema; /* the form */
    bool json;              /* JSON instead of YAML */
    dxk_yaml_module module; /* how to show modules. With text, a digest, sizes and offsets that
                               reading computes to the same are omitted, so that it can be edited */
    bool brief;             /* omit all keys that reading computes to the same, LLVM's included;
                               under the schema DXK_YAML_DXK */
} dxk_yaml_options;

/*
 * Writes a container as a document. With the schema DXK_YAML_DXK, dxk_yaml_read() makes the same
 * bytes from it, even for a damaged container read with `salvage`. Programs, reflection
 * blobs and edited containers are described as the container that dxk_container_write() with
 * `as_container` would write, bare bitcode as the only part of one. `options` may be NULL.
 */
DXK_API dxk_status dxk_yaml_write(const dxk_container *container, const dxk_yaml_options *options,
                                  dxk_sink sink);

/*
 * Makes the container described by the first document in `text`, YAML or JSON. Sizes, offsets,
 * counts and tables that are not given are computed; given values are obeyed even if they are
 * wrong, with the warning YAML.OBEYED. Errors have a line and a column. DXK_E_UNSUPPORTED if the
 * library was built without libyaml.
 */
DXK_API dxk_status dxk_yaml_read(dxk_ctx *ctx, dxk_bytes text, dxk_sink sink);

/* True if the library was built with libyaml and can read documents. */
DXK_API bool dxk_yaml_can_read(void);

#ifdef __cplusplus
}
#endif
#endif

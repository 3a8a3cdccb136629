/* SPDX-License-Identifier: MIT */
/*
 * dxk/yaml.h - writes containers as YAML or JSON documents, and makes containers from them.
 *
 * The schema is that of LLVM's obj2yaml and yaml2obj, so that each side reads what the other
 * prints. Where it would not give the same bytes again, dxk adds keys of its own:
 *
 *   Fields   in a part: all fields of its layout by name, instead of LLVM's key, except those for
 *            which reading computes the same value
 *   Data     in a part: its bytes, if it has no layout or the layout does not fit
 *   Layout   in the document: Size of the file, and the Bytes that belong to no part
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

/* Schemas of documents. */
typedef enum dxk_yaml_schema {
    DXK_YAML_DXK = 0,    /* LLVM's newest schema, with additional keys where it would lose
                            something */
    DXK_YAML_LLVM = 1,   /* LLVM's newest schema alone; what obj2yaml refuses is an error
                            (YAML.REFUSED) */
    DXK_YAML_LLVM22 = 2, /* schema of LLVM 22: fewer parts and keys */
    DXK_YAML_LLVM21 = 3, /* schema of LLVM 21: flags of resources are a number */
    DXK_YAML_LLVM20 = 4, /* schema of LLVM 20: numbers instead of newer names */
    DXK_YAML_LLVM19 = 5  /* schema of LLVM 19: fewer parts still */
} dxk_yaml_schema;

/* Forms of the module of a program, for the schema DXK_YAML_DXK. */
typedef enum dxk_yaml_module {
    DXK_YAML_MODULE_BYTES = 0, /* bytes */
    DXK_YAML_MODULE_TEXT = 1,  /* LLVM assembly if reading it gives the same bytes; else bytes, with
                                  the warning YAML.BYTES */
    DXK_YAML_MODULE_LOSSY = 2  /* always LLVM assembly, with the warning YAML.LOSSY if reading it
                                  gives other bytes */
} dxk_yaml_module;

/* Options for dxk_yaml_write(). Zero-initialise, then set what differs. */
typedef struct dxk_yaml_options {
    size_t struct_size;     /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_yaml_schema schema; /* schema */
    bool json;              /* write JSON instead of YAML */
    dxk_yaml_module module; /* form of modules. With assembly, the digest, sizes and offsets are
                               left out where reading computes the same ones, so that the document
                               can be edited */
    bool brief;             /* DXK_YAML_DXK: leave out all keys, including LLVM's, for which reading
                               computes the same value */
} dxk_yaml_options;

/*
 * Writes a container as a document. With the schema DXK_YAML_DXK, dxk_yaml_read() makes the same
 * bytes from it, even for a damaged container that was salvaged. Programs, reflection blobs and
 * edited containers are described as the container that dxk_container_write() writes with
 * `as_container`; bare bitcode is described as the only part of a container. `options` may be
 * NULL.
 *
 * Errors: DXK_E_INVALID (reported) if the schema cannot express the container; DXK_E_NOMEM,
 * DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_yaml_write(const dxk_container *container, const dxk_yaml_options *options,
                                  dxk_sink sink);

/*
 * Writes the container that the first document in `text`, YAML or JSON, describes. Sizes, offsets,
 * counts and tables that the document does not state are computed. Values that it states are used
 * even if they are wrong, with the warning YAML.OBEYED.
 *
 * Errors: DXK_E_INVALID, with diagnostics that give line and column; DXK_E_UNSUPPORTED if the
 * library was built without libyaml; DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_yaml_read(dxk_ctx *ctx, dxk_bytes text, dxk_sink sink);

/* True if the library was built with libyaml and can read documents. */
DXK_API bool dxk_yaml_can_read(void);

#ifdef __cplusplus
}
#endif
#endif

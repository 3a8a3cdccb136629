/* SPDX-License-Identifier: MIT */
/*
 * dxk/picture.h - draws pictures of containers and programs, as SVG.
 *
 * A picture is a self-contained text: it has no scripts, and refers to no fonts, images or other
 * resources. It follows the reader's preference for light or dark, prints in light colours, and
 * shows details under the pointer. Errors are red and hatched; nothing is expressed by colour
 * alone. The same input gives the same bytes.
 *
 * Names and texts of the input are escaped, so that none of them is run or becomes a link.
 */
#ifndef DXK_PICTURE_H
#define DXK_PICTURE_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Subjects of a picture. */
typedef enum dxk_picture_kind {
    DXK_PICTURE_PARTS = 0,      /* parts by size and order, and what is inside of programs */
    DXK_PICTURE_ROOTSIG = 1,    /* a root signature: its contents and their cost */
    DXK_PICTURE_BINDINGS = 2,   /* resources bound, and whether the root signature provides them */
    DXK_PICTURE_SIGNATURES = 3, /* elements of the signatures in their registers */
    DXK_PICTURE_LINKAGE = 4,    /* outputs of a stage against the inputs of `other` */
    DXK_PICTURE_BUFFERS = 5,    /* layouts of constant and structured buffers */
    DXK_PICTURE_DEPENDS = 6,    /* which outputs depend on which inputs (PSV0) */
    DXK_PICTURE_FLOW = 7,       /* control flow of a function: loops, where lanes diverge */
    DXK_PICTURE_CALLS = 8,      /* which functions call which */
    DXK_PICTURE_NODES = 9,      /* a work graph: nodes and the records between them */
    DXK_PICTURE_DIFF = 10       /* differences from `other` */
} dxk_picture_kind;
#define DXK_PICTURE_KINDS 11u /* number of kinds */

/* Returns the word for a kind that `dxk draw` takes ("parts", ...); NULL for an unknown kind.
 * Static storage. */
DXK_API const char *dxk_picture_name(dxk_picture_kind kind);

/* Returns a short description of a kind; NULL for an unknown kind. Static storage. */
DXK_API const char *dxk_picture_about(dxk_picture_kind kind);

/* Options for dxk_picture(). Zero-initialise, then set what differs. Nothing that the structure
 * points to needs to outlive the call. */
typedef struct dxk_picture_options {
    size_t struct_size;         /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str name;               /* name of the container in titles; empty: "container" */
    const dxk_container *other; /* LINKAGE: the next stage; DIFF: the container to compare with */
    dxk_str other_name;         /* name of `other` in titles */
    dxk_bytes root_signature;   /* content of a part RTS0 to use instead of the container's own; may
                                   be empty */
    dxk_str function;           /* FLOW: name of the function in the module; empty: the entry
                                   point */
    const char *title;          /* title; NULL: the title of the kind */
    const char *id_prefix;      /* prefix of ids: letters, digits and '-'; NULL: "p-" */
    uint32_t width;             /* width in pixels, 640 to 4000; 0: 960. Wide contents exceed it */
    size_t max_marks;           /* number of shapes and texts beyond which details are left out; 0:
                                   4000 */
    bool dot;                   /* FLOW, CALLS, NODES: write the graph for Graphviz instead of
                                   SVG */
    bool bare;                  /* leave out style and background, which the document provides */
    bool no_links;              /* leave out links to #part-N, #bbN and so on */
    const char *link_prefix;    /* prefix of the targets of links: letters, digits and '-'; NULL:
                                   "" */
    const char *subobject;      /* ROOTSIG: name of a sub-object of a library; NULL: the
                                   container's own root signature, or else the first global one
                                   of the library */
} dxk_picture_options;

/*
 * Draws a picture. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID if something is damaged; the picture shows what could be read, and the
 * fault. DXK_E_NOT_FOUND if the container has nothing to show; nothing is written. DXK_E_ARGUMENT
 * if the kind is unknown, if LINKAGE or DIFF have no other container, if the width is out of
 * range, or if `dot` is set for a kind that is not a graph; DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_picture(const dxk_container *container, dxk_picture_kind kind,
                               const dxk_picture_options *options, dxk_sink sink);

/* Writes the style of all pictures, the content of a <style> element, for a document that contains
 * bare ones. Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_picture_style(dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Many containers                                                                            */

/* Sizes of the parts of many containers, by kind of part and by file. Opaque. */
typedef struct dxk_picture_tree dxk_picture_tree;

/* The parts of one kind in a container. */
typedef struct dxk_picture_share {
    uint32_t fourcc; /* kind of part; 0: several kinds */
    uint64_t size;   /* size in bytes */
} dxk_picture_share;

/* Creates an empty tree, which the caller frees with dxk_picture_tree_free(). Errors:
 * DXK_E_NOMEM. */
DXK_API dxk_status dxk_picture_tree_create(dxk_ctx *ctx, dxk_picture_tree **out);

/* Frees a tree. NULL is allowed. */
DXK_API void dxk_picture_tree_free(dxk_picture_tree *tree);

/* Adds a container, with `count` shares of different kinds. Memory is bounded: for each kind, the
 * largest containers are kept with their names, and the others as a sum. Errors: DXK_E_NOMEM. */
DXK_API dxk_status dxk_picture_tree_add(dxk_picture_tree *tree, dxk_str name,
                                        const dxk_picture_share *shares, size_t count);

/* Draws a tree, which may be empty. Only options that apply to all kinds of pictures are used.
 * Errors: as for dxk_picture(). */
DXK_API dxk_status dxk_picture_tree_write(const dxk_picture_tree *tree,
                                          const dxk_picture_options *options, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/picture.h - pictures of containers and programs, as SVG.
 *
 * A picture is a text of its own: no script, font, image or reference outside. It follows the reader's
 * choice of light or dark, prints in light colours, and shows more where the pointer rests. The same
 * input gives the same bytes. What is wrong is red and hatched; colour never says something alone.
 *
 * Names and texts of the input are escaped, and none of them runs or links anywhere.
 */
#ifndef DXK_PICTURE_H
#define DXK_PICTURE_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a picture shows. */
typedef enum dxk_picture_kind {
    DXK_PICTURE_PARTS = 0,    /* what takes the space, in which order; inside programs, too */
    DXK_PICTURE_ROOTSIG = 1,  /* a root signature: what is in it, what it costs */
    DXK_PICTURE_BINDINGS = 2, /* what a shader binds, and whether its root signature provides it */
    DXK_PICTURE_SIGNATURES = 3, /* elements of the signatures in their registers */
    DXK_PICTURE_LINKAGE = 4,    /* outputs of a stage against the inputs of `other` */
    DXK_PICTURE_BUFFERS = 5,    /* layouts of constant and structured buffers */
    DXK_PICTURE_DEPENDS = 6,    /* which outputs depend on which inputs (PSV0) */
    DXK_PICTURE_FLOW = 7,       /* control flow of a function: loops, where lanes part */
    DXK_PICTURE_CALLS = 8,      /* which functions call which */
    DXK_PICTURE_NODES = 9,      /* a work graph: nodes, and where their records go */
    DXK_PICTURE_DIFF = 10       /* what differs in `other` */
} dxk_picture_kind;
#define DXK_PICTURE_KINDS 11u /* number of kinds */

/* A word for the kind, "parts" ..., as `dxk draw` takes it; NULL for an unknown kind. */
DXK_API const char *dxk_picture_name(dxk_picture_kind kind);

/* A short text of what the kind shows; NULL for an unknown kind. */
DXK_API const char *dxk_picture_about(dxk_picture_kind kind);

/* How to draw. Zero-initialise, then set what differs. Strings are borrowed for the call. */
typedef struct dxk_picture_options {
    size_t struct_size;         /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str name;               /* of the container, for titles; empty: "container" */
    const dxk_container *other; /* LINKAGE: the next stage; DIFF: what to compare with */
    dxk_str other_name;         /* its name */
    dxk_bytes root_signature;   /* content of a part RTS0 for the container's own; may be empty */
    dxk_str function;           /* FLOW: a name as in the module; empty: the entry point */
    const char *title;          /* instead of the title that the kind has; NULL: none */
    const char *id_prefix;      /* ids begin with it: letters, digits, '-'; NULL: "p-" */
    uint32_t width;             /* in pixels, 640 to 4000; 0: 960; what does not fit takes more */
    size_t max_marks;           /* shapes and texts, above which details are left out; 0: 4000 */
    bool dot;                   /* FLOW, CALLS, NODES: the graph as Graphviz reads it, no SVG */
    bool bare;                  /* no style and no background: the document around has them */
    bool no_links;              /* no links to #part-N, #bbN and the like */
    const char *link_prefix;    /* links lead to places that begin with it: letters, digits, '-';
                                   NULL: "" */
    const char *subobject; /* ROOTSIG: which sub-object of a library; NULL: the container's own root
                                   signature, else the first global one of a library */
} dxk_picture_options;

/*
 * Draws a picture. `options` may be NULL.
 *
 * DXK_E_INVALID: something is damaged; the picture shows what could be read, and the fault.
 * DXK_E_NOT_FOUND: the container has nothing that the kind shows; nothing is written.
 * DXK_E_ARGUMENT: an unknown kind, no other container for LINKAGE or DIFF, a width out of range, `dot` for what
 * is no graph.
 * DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_picture(const dxk_container *container, dxk_picture_kind kind,
                               const dxk_picture_options *options, dxk_sink sink);

/* The style of all pictures, for a document with bare ones: the content of a <style> element. */
DXK_API dxk_status dxk_picture_style(dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Many containers                                                                            */

/* What many containers consist of, by kind of part and by file. Opaque. */
typedef struct dxk_picture_tree dxk_picture_tree;

/* Bytes of a container that are of one kind of part. */
typedef struct dxk_picture_share {
    uint32_t fourcc; /* kind; 0: of several */
    uint64_t size;   /* bytes */
} dxk_picture_share;

/* Makes an empty tree; the caller frees with dxk_picture_tree_free(). DXK_E_NOMEM. */
DXK_API dxk_status dxk_picture_tree_create(dxk_ctx *ctx, dxk_picture_tree **out);

/* Frees it. NULL is allowed. */
DXK_API void dxk_picture_tree_free(dxk_picture_tree *tree);

/* Adds a container, each kind of part once. Memory stays bounded: of each kind the largest are kept by
 * name, of the others the sum. DXK_E_NOMEM. */
DXK_API dxk_status dxk_picture_tree_add(dxk_picture_tree *tree, dxk_str name,
                                        const dxk_picture_share *shares, size_t count);

/* Draws it. Of the options those count that are for all pictures. Errors as of dxk_picture(), but a tree
 * without containers is drawn, too. */
DXK_API dxk_status dxk_picture_tree_write(const dxk_picture_tree *tree,
                                          const dxk_picture_options *options, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

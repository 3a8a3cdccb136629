/* SPDX-License-Identifier: MIT */
/*
 * dxk/visit.h - visits every field of every part.
 *
 * A visitor is called for the fields in the order of the file, as they are decoded. Its three
 * callbacks are enough for a dump, for JSON, for a comparison or for a search. The names of fields
 * are stable, and are those in the paths of diagnostics ("PSV0/resources[3].flags").
 */
#ifndef DXK_VISIT_H
#define DXK_VISIT_H

#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/json.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a part that belong to no field: gaps and fillers between scattered tables. */
typedef struct dxk_slack {
    size_t offset;   /* offset from the start of the part's content */
    dxk_bytes bytes; /* bytes */
} dxk_slack;

/* Value of `index` for a node or field that is not an element of a list. */
#define DXK_NO_INDEX ((size_t)-1)

/* A node: a group of fields, such as a part, a record or a list. */
typedef struct dxk_visit_node {
    const char *name;   /* name; for an element, the name of its list */
    size_t index;       /* index in the list, or DXK_NO_INDEX */
    const char *record; /* name of the record's layout; "" if there is none */
    bool list;          /* the node is a list, whose elements have indices */
    uint64_t offset;    /* offset from the start of the container, in bytes */
    bool inflated;      /* `offset` is an offset in decompressed bytes instead */
    uint64_t size;      /* size in bytes; 0 if it is not known yet */
    uint64_t count;     /* lists: number of elements */
} dxk_visit_node;

/* A field. */
typedef struct dxk_visit_field {
    const char *name;  /* name; for an element, the name of its list */
    size_t index;      /* index in the list, or DXK_NO_INDEX */
    uint64_t offset;   /* offset from the start of the container, in bytes */
    bool inflated;     /* `offset` is an offset in decompressed bytes instead, which are valid
                          during the callback only */
    uint32_t size;     /* size in the file in bytes; 0 if the field is derived from others */
    uint8_t bit;       /* fields that share a byte: number of the first bit */
    uint8_t bits;      /* fields that share a byte: width in bits; else 0 */
    dxk_show show;     /* how to show the value */
    dxk_enum_id names; /* DXK_SHOW_ENUM, DXK_SHOW_FLAGS: set of names */
    uint64_t number;   /* raw value; DXK_SHOW_FLOAT: bits of the number */
    double real;       /* DXK_SHOW_FLOAT: value */
    dxk_bytes bytes;   /* DXK_SHOW_BYTES, DXK_SHOW_PAD and raw fields: bytes */
    dxk_str text;      /* meaning as text: a name, flags, the string referred to; may be empty;
                          valid during the callback only */
} dxk_visit_field;

/* A visitor. Each callback may be NULL. If one returns a status other than DXK_OK, the visit ends
 * and returns that status. */
typedef struct dxk_visitor {
    void *user;                                                    /* first argument of callbacks */
    dxk_status (*enter)(void *user, const dxk_visit_node *node);   /* a node begins */
    dxk_status (*field)(void *user, const dxk_visit_field *field); /* a field of the current node */
    dxk_status (*leave)(void *user, const dxk_visit_node *node);   /* the node ends */
} dxk_visitor;

/*
 * Visits part `index`: a node with the name of the part's FourCC, and the fields in it. The bytes
 * of a part of unknown kind, and those of a damaged part from where decoding stops, are a field
 * "data". If `visitor` is NULL, the part is only checked.
 *
 * Errors: DXK_E_INVALID (reported) if the part is damaged, after the node has been left;
 * DXK_E_ARGUMENT if the index is past the end; DXK_E_NOMEM, DXK_E_LIMIT; what a callback returned.
 */
DXK_API dxk_status dxk_container_visit_part(const dxk_container *container, size_t index,
                                            const dxk_visitor *visitor);

/* Visits the header (node "header") and the part offsets (node "directory") as they are in the
 * file. Visits nothing if the input has no header. Errors: what a callback returned. */
DXK_API dxk_status dxk_container_visit_header(const dxk_container *container,
                                              const dxk_visitor *visitor);

/* Visits the header and the directory, then every part in order. Damaged parts do not end the
 * visit; the first failure is returned at its end. Errors: as for dxk_container_visit_part(). */
DXK_API dxk_status dxk_container_visit(const dxk_container *container, const dxk_visitor *visitor);

/*
 * Writes all fields as a JSON object with the member "parts", an array with the header, the
 * directory and the parts. Nodes are objects, lists are arrays, and a field is an object with
 * "at", "size", "value" or "bytes", and "text". Errors: as for dxk_container_visit(); DXK_E_SINK.
 */
DXK_API dxk_status dxk_dump_json(const dxk_container *container, dxk_sink sink);

/* Writes the fields of part `part`, or of header and directory for DXK_NO_PART, as elements of the
 * array that is open. Errors: as for dxk_container_visit_part(); the status of the writer. */
DXK_API dxk_status dxk_json_fields(dxk_json *json, const dxk_container *container, size_t part);

#ifdef __cplusplus
}
#endif
#endif

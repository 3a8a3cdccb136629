/* SPDX-License-Identifier: MIT */
/*
 * dxk/visit.h - walking over every field of every part.
 *
 * A visitor gets the fields in file order as they are decoded. Three callbacks are enough for a
 * dump, JSON, a comparison or a search. Names are stable; diagnostics use them in paths
 * ("PSV0/resources[3].flags").
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
    size_t offset;   /* first byte, from the start of the part's content */
    dxk_bytes bytes; /* the bytes */
} dxk_slack;

/* Index of a node or field that is not an element of a list. */
#define DXK_NO_INDEX ((size_t)-1)

/* A group of fields: a part, a record, a list. */
typedef struct dxk_visit_node {
    const char *name;   /* name of the group; for an element, the name of its list */
    size_t index;       /* index in the list, else DXK_NO_INDEX */
    const char *record; /* name of the record's layout, "" if it has none */
    bool list;          /* its elements are indexed */
    uint64_t offset;    /* first byte, from the start of the container */
    bool inflated;      /* `offset` is within decompressed bytes instead */
    uint64_t size;      /* bytes, 0 if not known beforehand */
    uint64_t count;     /* elements of a list */
} dxk_visit_node;

/* A field. */
typedef struct dxk_visit_field {
    const char *name;  /* name of the field; for an element, the name of its list */
    size_t index;      /* index in the list, else DXK_NO_INDEX */
    uint64_t offset;   /* first byte, from the start of the container */
    bool inflated;     /* `offset` is within decompressed bytes instead, which live as long as
                          the call */
    uint32_t size;     /* bytes in the file; 0 for facts derived from others */
    uint8_t bit;       /* first bit, for fields that share a byte */
    uint8_t bits;      /* width in bits, for fields that share a byte, else 0 */
    dxk_show show;     /* how to show it */
    dxk_enum_id names; /* set of names for DXK_SHOW_ENUM and DXK_SHOW_FLAGS */
    uint64_t number;   /* raw value; bits of the float for DXK_SHOW_FLOAT */
    double real;       /* value for DXK_SHOW_FLOAT */
    dxk_bytes bytes;   /* the bytes for DXK_SHOW_BYTES, DXK_SHOW_PAD and raw fields */
    dxk_str text;      /* meaning as text: a name, flags, the string referred to; may be empty;
                          valid during the call */
} dxk_visit_field;

/* The callbacks, each of which may be NULL. A status other than DXK_OK ends the walk and becomes
 * its result. */
typedef struct dxk_visitor {
    void *user; /* passed to the callbacks */
    dxk_status (*enter)(void *user, const dxk_visit_node *node);
    dxk_status (*field)(void *user, const dxk_visit_field *field);
    dxk_status (*leave)(void *user, const dxk_visit_node *node);
} dxk_visitor;

/*
 * Visits part `index`: a node named by the part's FourCC, and the fields in it. The bytes of an
 * unknown part, or of a damaged one from where decoding stopped, are a field "data". Damage is
 * reported, and the result is DXK_E_INVALID once the node was left. If `visitor` is NULL the part
 * is only checked.
 */
DXK_API dxk_status dxk_container_visit_part(const dxk_container *container, size_t index,
                                            const dxk_visitor *visitor);

/* Visits the header (node "header") and the part offsets (node "directory") as they are in the
 * file; nothing for inputs without a header. */
DXK_API dxk_status dxk_container_visit_header(const dxk_container *container,
                                              const dxk_visitor *visitor);

/* Visits the header and the directory, then every part in order. Damaged parts do not stop the
 * walk; the result is the first failure. */
DXK_API dxk_status dxk_container_visit(const dxk_container *container, const dxk_visitor *visitor);

/*
 * Writes all fields as a JSON object: "parts", an array with the header, the directory and the parts.
 * Groups are objects, lists are arrays, a field is an object with "at", "size", "value" or "bytes", and
 * "text". Statuses as of dxk_container_visit(), and DXK_E_SINK.
 */
DXK_API dxk_status dxk_dump_json(const dxk_container *container, dxk_sink sink);

/* Writes part `part`, or for DXK_NO_PART header and directory, as elements of an open array. */
DXK_API dxk_status dxk_json_fields(dxk_json *json, const dxk_container *container, size_t part);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/rdat.h - the RDAT part: what the runtime knows about a library without reading its code.
 *
 * RDAT is a small file of its own: a directory of parts, each a string buffer, a pool of index
 * lists, a pool of bytes, or a table of records of one kind. Records refer to each other by index,
 * and to strings and lists by offset; the functions below follow these references. The PDBI part
 * contains an RDAT with tables about the compilation.
 */
#ifndef DXK_RDAT_H
#define DXK_RDAT_H

#include "dxk/records.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A reference to nothing, for strings, lists and records. */
#define DXK_RDAT_NULL 0xFFFFFFFFu

/* A part of RDAT. The kind of part decides which members are used. */
typedef struct dxk_rdat_part {
    dxk_rdat_part_header header; /* kind (dxk_rdat_part_type) and size */
    dxk_rdat_table_header table; /* tables: number of records and bytes of each */
    void *records;               /* tables: the records, table.count structures */
    dxk_bytes raw;               /* tables: the bytes of the records */
    dxk_bytes tail;              /* tables: bytes after the records; usually none */
    dxk_bytes data;              /* other kinds, including unknown ones: the content */
} dxk_rdat_part;

/* A table as the functions below see it. */
typedef struct dxk_rdat_table {
    dxk_record_id record; /* kind of record */
    uint32_t count;       /* records */
    uint32_t stride;      /* bytes of a record in the file; gives its version */
    const void *records;  /* the records, decoded */
    dxk_bytes raw;        /* the records, as they are in the file */
} dxk_rdat_table;

/* The RDAT part. Encoding writes the directory, the parts and the slack; decoding fills in the
 * rest for the functions below. */
typedef struct dxk_rdat {
    dxk_rdat_header header; /* version and number of parts */
    uint32_t *offsets;      /* header.part_count offsets of parts, from the start of RDAT */
    dxk_rdat_part *parts;   /* header.part_count parts */
    dxk_slack *slack;       /* bytes that belong to no part */
    size_t slack_count;     /* their number */
    size_t size;            /* bytes of the whole */

    dxk_bytes strings;           /* string buffer; empty if there is none */
    dxk_bytes indices;           /* index lists, little-endian 32-bit words */
    dxk_bytes raw_bytes;         /* pool of bytes */
    dxk_rdat_table *tables;      /* one for each kind of table; may be empty */
    const uint32_t *string_ends; /* an index over the string buffer */
} dxk_rdat;

/* A list of 32-bit words in the index lists. */
typedef struct dxk_rdat_list {
    const uint8_t *data; /* little-endian; may be unaligned */
    uint32_t count;      /* words */
} dxk_rdat_list;

/* Gets the string at `offset` in the string buffer. False, with an empty string, if the offset is
 * DXK_RDAT_NULL or outside, or the string is not terminated. */
DXK_API bool dxk_rdat_string(const dxk_rdat *rdat, uint32_t offset, dxk_str *out);

/* Gets the list that starts at word `index` of the index lists. False, with an empty list, if the
 * index is DXK_RDAT_NULL or outside, or the list is longer than what follows. */
DXK_API bool dxk_rdat_list_at(const dxk_rdat *rdat, uint32_t index, dxk_rdat_list *out);

/* Word `i` of a list; DXK_RDAT_NULL past its end. */
DXK_API uint32_t dxk_rdat_list_item(dxk_rdat_list list, uint32_t i);

/* Gets `size` bytes at `offset` in the pool. False, with no bytes, if they are outside. */
DXK_API bool dxk_rdat_bytes(const dxk_rdat *rdat, uint32_t offset, uint32_t size, dxk_bytes *out);

/* The table with records of a kind, such as DXK_RECORD_ID_rdat_function; the last one if there are
 * several. Its count is 0 if RDAT has no such table; NULL if no table holds such records. */
DXK_API const dxk_rdat_table *dxk_rdat_table_of(const dxk_rdat *rdat, dxk_record_id record);

/* Record `index` in the table of its kind; NULL if there is none. The caller casts: records of
 * kind DXK_RECORD_ID_rdat_function are dxk_rdat_function, and so on. */
DXK_API const void *dxk_rdat_record(const dxk_rdat *rdat, dxk_record_id record, uint32_t index);

/* The same, typed, for the kinds used most. */
DXK_API const dxk_rdat_resource *dxk_rdat_resource_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_function *dxk_rdat_function_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_subobject *dxk_rdat_subobject_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_node *dxk_rdat_node_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_node_id *dxk_rdat_node_id_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_func_attrib *dxk_rdat_func_attrib_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_io_node *dxk_rdat_io_node_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_io_attrib *dxk_rdat_io_attrib_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_pdb_info *dxk_rdat_pdb_info_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_pdb_source *dxk_rdat_pdb_source_at(const dxk_rdat *rdat, uint32_t index);
DXK_API const dxk_rdat_pdb_library *dxk_rdat_pdb_library_at(const dxk_rdat *rdat, uint32_t index);

/* A sub-object with its references followed. `kind` (dxk_subobject_kind) selects the member of
 * `as`; for an unknown kind see `record`. */
typedef struct dxk_rdat_subobject_info {
    uint32_t kind;                    /* dxk_subobject_kind */
    dxk_str name;                     /* name; empty if its offset is wrong */
    const dxk_rdat_subobject *record; /* the record; record->value has the 16 bytes of the union */
    union {
        dxk_rdat_state_object_config state_object_config; /* StateObjectConfig */
        dxk_bytes root_signature; /* GlobalRootSignature, LocalRootSignature: bytes for
                                     dxk_rootsig_decode() */
        struct {
            dxk_str subobject;     /* name of the sub-object associated with the exports */
            dxk_rdat_list exports; /* names of functions, as offsets for dxk_rdat_string() */
        } association;             /* SubobjectToExportsAssociation */
        dxk_rdat_raytracing_shader_config raytracing_shader_config; /* RaytracingShaderConfig */
        /* RaytracingPipelineConfig, whose flags are 0, and RaytracingPipelineConfig1 */
        dxk_rdat_raytracing_pipeline_config1 raytracing_pipeline_config;
        struct {
            uint32_t type;        /* dxk_hit_group_type */
            dxk_str any_hit;      /* function; empty if there is none */
            dxk_str closest_hit;  /* likewise */
            dxk_str intersection; /* likewise */
        } hit_group;              /* HitGroup */
    } as;                         /* the content */
} dxk_rdat_subobject_info;

/* Follows the references of sub-object `index`; false past the end. */
DXK_API bool dxk_rdat_subobject_get(const dxk_rdat *rdat, uint32_t index,
                                    dxk_rdat_subobject_info *out);

/* Prints the text of `dxa -dumprdat` for a decoded RDAT. Fails if the sink does or memory runs out.
 * Each record is printed with all that it refers to, so the text of an odd file can be very long;
 * the sink may stop it. */
DXK_API dxk_status dxk_rdat_print(dxk_ctx *ctx, const dxk_rdat *rdat, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

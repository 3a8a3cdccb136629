/* SPDX-License-Identifier: MIT */
/*
 * dxk/rdat.h - the RDAT part, which tells the runtime about a library without its code having to
 * be read.
 *
 * RDAT is a small file of its own: a directory of parts, each of which is a string buffer, a pool
 * of index lists, a pool of bytes, or a table of records of one kind. Records refer to each other
 * by index, and to strings and lists by offset; the functions below follow these references. The
 * PDBI part contains an RDAT with tables about the compilation.
 */
#ifndef DXK_RDAT_H
#define DXK_RDAT_H

#include "dxk/records.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Null reference, for strings, lists and records. */
#define DXK_RDAT_NULL 0xFFFFFFFFu

/* A part of RDAT. Its kind decides which members are used. */
typedef struct dxk_rdat_part {
    dxk_rdat_part_header header; /* kind (dxk_rdat_part_type) and size */
    dxk_rdat_table_header table; /* tables: number and size of records */
    void *records;               /* tables: records, table.count structures */
    dxk_bytes raw;               /* tables: bytes of the records */
    dxk_bytes tail;              /* tables: bytes after the records; usually none */
    dxk_bytes data;              /* all other kinds, including unknown ones: content */
} dxk_rdat_part;

/* A table of records. */
typedef struct dxk_rdat_table {
    dxk_record_id record; /* kind of record */
    uint32_t count;       /* number of records */
    uint32_t stride;      /* size of a record in the file in bytes, which depends on its version */
    const void *records;  /* records, decoded */
    dxk_bytes raw;        /* records, as they are in the file */
} dxk_rdat_table;

/* A decoded RDAT part. Encoding writes the directory, the parts and the slack. The members from
 * `strings` on are for the functions below; decoding sets them. */
typedef struct dxk_rdat {
    dxk_rdat_header header; /* version and number of parts */
    uint32_t *offsets;      /* header.part_count offsets of parts, from the start of RDAT */
    dxk_rdat_part *parts;   /* header.part_count parts */
    dxk_slack *slack;       /* bytes that belong to no part */
    size_t slack_count;     /* number of `slack` */
    size_t size;            /* size of the whole part in bytes */

    dxk_bytes strings;           /* string buffer; empty if there is none */
    dxk_bytes indices;           /* index lists: little-endian 32-bit words */
    dxk_bytes raw_bytes;         /* pool of bytes */
    dxk_rdat_table *tables;      /* tables, one for each kind; may be empty */
    const uint32_t *string_ends; /* index over the string buffer */
} dxk_rdat;

/* A list of 32-bit words in the index lists. */
typedef struct dxk_rdat_list {
    const uint8_t *data; /* words, little-endian; may be unaligned */
    uint32_t count;      /* number of words */
} dxk_rdat_list;

/* Sets *out to the string at an offset in the string buffer. Returns false and an empty string if
 * the offset is DXK_RDAT_NULL or out of range, or if the string is not terminated. */
DXK_API bool dxk_rdat_string(const dxk_rdat *rdat, uint32_t offset, dxk_str *out);

/* Sets *out to the list that begins at word `index` of the index lists. Returns false and an empty
 * list if the index is DXK_RDAT_NULL or out of range, or if the list goes past the end. */
DXK_API bool dxk_rdat_list_at(const dxk_rdat *rdat, uint32_t index, dxk_rdat_list *out);

/* Returns word `i` of a list; DXK_RDAT_NULL past the end. */
DXK_API uint32_t dxk_rdat_list_item(dxk_rdat_list list, uint32_t i);

/* Sets *out to `size` bytes at an offset in the pool of bytes. Returns false and no bytes if they
 * are out of range. */
DXK_API bool dxk_rdat_bytes(const dxk_rdat *rdat, uint32_t offset, uint32_t size, dxk_bytes *out);

/* Returns the table with records of a kind, such as DXK_RECORD_ID_rdat_function; the last one if
 * there are several. Its count is 0 if this RDAT has no such table. NULL if records of that kind
 * are never in a table. */
DXK_API const dxk_rdat_table *dxk_rdat_table_of(const dxk_rdat *rdat, dxk_record_id record);

/* Returns record `index` in the table of its kind; NULL if there is none. The caller casts the
 * pointer: a record of kind DXK_RECORD_ID_rdat_function is a dxk_rdat_function, and so on. */
DXK_API const void *dxk_rdat_record(const dxk_rdat *rdat, dxk_record_id record, uint32_t index);

/* Return record `index` in the table of the most common kinds; NULL if there is none. */
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

/* A sub-object, with its references followed. `kind` selects the member of `as`. If the kind is
 * not known, see `record`. */
typedef struct dxk_rdat_subobject_info {
    uint32_t kind;                    /* kind, dxk_subobject_kind */
    dxk_str name;                     /* name; empty if its offset is wrong */
    const dxk_rdat_subobject *record; /* record; record->value has the 16 bytes of the union */
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
            uint32_t type;        /* type, dxk_hit_group_type */
            dxk_str any_hit;      /* name of the any-hit shader; empty if there is none */
            dxk_str closest_hit;  /* name of the closest-hit shader; empty if there is none */
            dxk_str intersection; /* name of the intersection shader; empty if there is none */
        } hit_group;              /* HitGroup */
    } as;                         /* content */
} dxk_rdat_subobject_info;

/* Describes sub-object `index` in *out. False past the end. */
DXK_API bool dxk_rdat_subobject_get(const dxk_rdat *rdat, uint32_t index,
                                    dxk_rdat_subobject_info *out);

/* Prints a decoded RDAT as `dxa -dumprdat` does. Each record is printed with everything that it
 * refers to, so that the text of a strange file can be very long; the sink can stop it. Errors:
 * DXK_E_NOMEM, DXK_E_SINK. */
DXK_API dxk_status dxk_rdat_print(dxk_ctx *ctx, const dxk_rdat *rdat, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/records.h - C structures of the fixed layouts of the formats.
 * 
 * Members have the fields' values in host byte order; bit-fields have a byte of their
 * own. A member that an older version of a record lacks is zero.
 *
 * Made by tools/gen_headers.py from src/spec/records.def; edit that instead.
 */
#ifndef DXK_RECORDS_H
#define DXK_RECORDS_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Header of a container, before the table of part offsets. */
typedef struct dxk_file_header {
    uint32_t magic; /* DXBC */
    uint8_t digest[16]; /* digest of the rest of the file */
    uint16_t major; /* version, 1 */
    uint16_t minor; /* version, 0 */
    uint32_t size; /* bytes of the container */
    uint32_t part_count; /* number of parts */
} dxk_file_header;
#define DXK_WIRE_SIZE_file_header 32u /* bytes in a file */

/* Header of a program part, before its bitcode. */
typedef struct dxk_program_header {
    uint8_t minor_version; /* shader model, minor; 15 for an offline library */
    uint8_t major_version; /* shader model, major */
    uint8_t unused; /* zero */
    uint16_t shader_kind; /* stage */
    uint32_t size_in_dwords; /* size of the whole part content in 32-bit words */
    uint32_t magic; /* DXIL */
    uint8_t dxil_minor; /* DXIL version, minor */
    uint8_t dxil_major; /* DXIL version, major */
    uint16_t dxil_unused; /* zero */
    uint32_t bitcode_offset; /* start of the bitcode, from the magic on; 16 */
    uint32_t bitcode_size; /* bytes of bitcode */
} dxk_program_header;
#define DXK_WIRE_SIZE_program_header 24u /* bytes in a file */

/* Header of a signature part. */
typedef struct dxk_signature_header {
    uint32_t count; /* number of elements */
    uint32_t offset; /* start of the elements in the part; 8 */
} dxk_signature_header;
#define DXK_WIRE_SIZE_signature_header 8u /* bytes in a file */

/* One register of a signature element. */
typedef struct dxk_signature_element {
    uint32_t stream; /* stream of a geometry shader */
    uint32_t name; /* semantic name, offset in the part */
    uint32_t semantic_index; /* semantic index */
    uint32_t system_value; /* system value */
    uint32_t component_type; /* component type */
    uint32_t register_index; /* register; 0xFFFFFFFF when it has none */
    uint8_t mask; /* components of the register */
    uint8_t rw_mask; /* output: never written; input: always read */
    uint16_t unused; /* zero */
    uint32_t min_precision; /* least precision */
} dxk_signature_element;
#define DXK_WIRE_SIZE_signature_element 32u /* bytes in a file */

/* SFI0: what the shader needs of the device. */
typedef struct dxk_feature_info {
    uint64_t flags; /* required features */
} dxk_feature_info;
#define DXK_WIRE_SIZE_feature_info 8u /* bytes in a file */

/* HASH: MD5 of the bitcode. */
typedef struct dxk_shader_hash {
    uint32_t flags; /* what was hashed */
    uint8_t digest[16]; /* MD5 */
} dxk_shader_hash;
#define DXK_WIRE_SIZE_shader_hash 20u /* bytes in a file */

/* PSV0: what the runtime checks when it builds a pipeline. */
typedef struct dxk_psv_runtime_info {
    uint8_t stage_info[16]; /* facts of the stage: psv_vs_info, psv_hs_info ... */
    uint32_t minimum_wave_lanes; /* least lanes of a wave; 0 for any */
    uint32_t maximum_wave_lanes; /* most lanes of a wave; 0xFFFFFFFF for any */
    uint8_t shader_stage; /* stage; since version 1 */
    uint8_t uses_view_id; /* SV_ViewID is read; since version 1 */
    /* more of the stage: psv_gs_extra, psv_patch_extra or psv_ms_extra; since version 1 */
    uint8_t stage_extra[2];
    uint8_t sig_input_elements; /* input elements; since version 1 */
    uint8_t sig_output_elements; /* output elements; since version 1 */
    uint8_t sig_patch_or_prim_elements; /* patch constant or primitive elements; since version 1 */
    /* registers of four components that the inputs take; since version 1 */
    uint8_t sig_input_vectors;
    uint8_t sig_output_vectors0; /* registers that the outputs of stream 0 take; since version 1 */
    uint8_t sig_output_vectors1; /* registers of stream 1; since version 1 */
    uint8_t sig_output_vectors2; /* registers of stream 2; since version 1 */
    uint8_t sig_output_vectors3; /* registers of stream 3; since version 1 */
    uint32_t threads_x; /* threads of a group, x; since version 2 */
    uint32_t threads_y; /* threads of a group, y; since version 2 */
    uint32_t threads_z; /* threads of a group, z; since version 2 */
    uint32_t entry_name; /* name of the entry point, offset in the string table; since version 3 */
    uint32_t group_shared_bytes; /* bytes of group-shared memory; since version 4 */
} dxk_psv_runtime_info;
#define DXK_WIRE_SIZE_psv_runtime_info 56u /* bytes in a file */

/* Stage_info of a vertex shader. */
typedef struct dxk_psv_vs_info {
    uint8_t output_position_present; /* SV_Position is written */
} dxk_psv_vs_info;
#define DXK_WIRE_SIZE_psv_vs_info 1u /* bytes in a file */

/* Stage_info of a hull shader. */
typedef struct dxk_psv_hs_info {
    uint32_t input_control_points; /* control points of the input patch */
    uint32_t output_control_points; /* control points of the output patch */
    uint32_t tessellator_domain; /* domain */
    uint32_t tessellator_output; /* primitives that the tessellator makes */
} dxk_psv_hs_info;
#define DXK_WIRE_SIZE_psv_hs_info 16u /* bytes in a file */

/* Stage_info of a domain shader. */
typedef struct dxk_psv_ds_info {
    uint32_t input_control_points; /* control points of the patch */
    uint8_t output_position_present; /* SV_Position is written */
    uint8_t unused[3]; /* zero */
    uint32_t tessellator_domain; /* domain */
} dxk_psv_ds_info;
#define DXK_WIRE_SIZE_psv_ds_info 12u /* bytes in a file */

/* Stage_info of a geometry shader. */
typedef struct dxk_psv_gs_info {
    uint32_t input_primitive; /* what it reads */
    uint32_t output_topology; /* what it writes */
    uint32_t output_stream_mask; /* streams that are written */
    uint8_t output_position_present; /* SV_Position is written */
} dxk_psv_gs_info;
#define DXK_WIRE_SIZE_psv_gs_info 13u /* bytes in a file */

/* Stage_info of a pixel shader. */
typedef struct dxk_psv_ps_info {
    uint8_t depth_output; /* depth is written */
    uint8_t sample_frequency; /* runs once a sample */
} dxk_psv_ps_info;
#define DXK_WIRE_SIZE_psv_ps_info 2u /* bytes in a file */

/* Stage_info of a mesh shader. */
typedef struct dxk_psv_ms_info {
    uint32_t group_shared_bytes; /* bytes of group-shared memory */
    uint32_t group_shared_bytes_of_view_id; /* those that depend on SV_ViewID */
    uint32_t payload_bytes; /* bytes of the payload it gets */
    uint16_t max_output_vertices; /* most vertices of a group */
    uint16_t max_output_primitives; /* most primitives of a group */
} dxk_psv_ms_info;
#define DXK_WIRE_SIZE_psv_ms_info 16u /* bytes in a file */

/* Stage_info of an amplification shader. */
typedef struct dxk_psv_as_info {
    uint32_t payload_bytes; /* bytes of the payload it hands on */
} dxk_psv_as_info;
#define DXK_WIRE_SIZE_psv_as_info 4u /* bytes in a file */

/* Stage_extra of a geometry shader. */
typedef struct dxk_psv_gs_extra {
    uint16_t max_vertex_count; /* most vertices of one invocation */
} dxk_psv_gs_extra;
#define DXK_WIRE_SIZE_psv_gs_extra 2u /* bytes in a file */

/* Stage_extra of a hull or domain shader. */
typedef struct dxk_psv_patch_extra {
    uint8_t patch_vectors; /* registers that the patch constants take */
} dxk_psv_patch_extra;
#define DXK_WIRE_SIZE_psv_patch_extra 1u /* bytes in a file */

/* Stage_extra of a mesh shader. */
typedef struct dxk_psv_ms_extra {
    uint8_t primitive_vectors; /* registers that the primitive outputs take */
    uint8_t output_topology; /* what it writes */
} dxk_psv_ms_extra;
#define DXK_WIRE_SIZE_psv_ms_extra 2u /* bytes in a file */

/* A range of registers that a shader binds. */
typedef struct dxk_psv_resource {
    uint32_t type; /* class */
    uint32_t space; /* register space */
    uint32_t lower_bound; /* first register */
    uint32_t upper_bound; /* last register; 0xFFFFFFFF when unbounded */
    uint32_t kind; /* shape; since version 2 */
    uint32_t flags; /* how it is used; since version 2 */
} dxk_psv_resource;
#define DXK_WIRE_SIZE_psv_resource 24u /* bytes in a file */

/* One element of a signature in PSV0. */
typedef struct dxk_psv_element {
    uint32_t name; /* semantic name, offset in the string table; empty for system values */
    uint32_t indices; /* first of its semantic indices, one a row, in the index table */
    uint8_t rows; /* rows */
    uint8_t start_row; /* first register */
    uint8_t cols; /* components of a row */
    uint8_t start_col; /* first component */
    uint8_t allocated; /* it has registers */
    uint8_t unused_bit; /* zero */
    uint8_t semantic_kind; /* meaning */
    uint8_t component_type; /* type of a component */
    uint8_t interpolation; /* interpolation */
    uint8_t dynamic_mask; /* components that are indexed dynamically */
    uint8_t stream; /* stream of a geometry shader */
    uint8_t unused_bits; /* zero */
    uint8_t reserved; /* zero */
} dxk_psv_element;
#define DXK_WIRE_SIZE_psv_element 16u /* bytes in a file */

/* VERS: the compiler. */
typedef struct dxk_compiler_version {
    uint16_t major; /* major version */
    uint16_t minor; /* minor version */
    uint32_t flags; /* kind of build */
    uint32_t commit_count; /* commits up to this build */
    uint32_t strings_size; /* bytes of the strings, terminators included */
} dxk_compiler_version;
#define DXK_WIRE_SIZE_compiler_version 16u /* bytes in a file */

/* ILDN: name of the PDB. */
typedef struct dxk_debug_name {
    uint16_t flags; /* zero */
    uint16_t name_length; /* bytes of the name, without the terminator */
} dxk_debug_name;
#define DXK_WIRE_SIZE_debug_name 4u /* bytes in a file */

/* SRCI: header of the part. */
typedef struct dxk_source_header {
    uint32_t size; /* bytes of the part, this header included */
    uint16_t flags; /* zero */
    uint16_t section_count; /* sections */
} dxk_source_header;
#define DXK_WIRE_SIZE_source_header 8u /* bytes in a file */

/* Header of a section of SRCI. */
typedef struct dxk_source_section_header {
    uint32_t size; /* bytes of the section, this header and padding included */
    uint16_t flags; /* zero */
    uint16_t type; /* what it holds */
} dxk_source_section_header;
#define DXK_WIRE_SIZE_source_section_header 8u /* bytes in a file */

/* Head of the section of names. */
typedef struct dxk_source_names_header {
    uint32_t flags; /* zero */
    uint32_t count; /* names */
    uint16_t entries_size; /* low 16 bits of the size of the entries */
} dxk_source_names_header;
#define DXK_WIRE_SIZE_source_names_header 10u /* bytes in a file */

/* Head of a name in SRCI. */
typedef struct dxk_source_name_entry {
    uint32_t size; /* bytes of the entry, this head and padding included */
    uint32_t flags; /* zero */
    uint32_t name_size; /* bytes of the name, terminator included */
    uint32_t content_size; /* bytes of the source, terminator included */
} dxk_source_name_entry;
#define DXK_WIRE_SIZE_source_name_entry 16u /* bytes in a file */

/* Head of the section of sources. */
typedef struct dxk_source_contents_header {
    uint32_t size; /* bytes of this head and the entries; some writers leave 0 */
    uint16_t flags; /* zero */
    uint16_t compression; /* how the entries are stored */
    uint32_t stored_size; /* bytes of the entries as stored */
    uint32_t inflated_size; /* bytes of the entries */
    uint32_t count; /* entries */
} dxk_source_contents_header;
#define DXK_WIRE_SIZE_source_contents_header 20u /* bytes in a file */

/* Head of a source in SRCI. */
typedef struct dxk_source_content_entry {
    uint32_t size; /* bytes of the entry, this head and padding included */
    uint32_t flags; /* zero */
    uint32_t content_size; /* bytes of the source, terminator included */
} dxk_source_content_entry;
#define DXK_WIRE_SIZE_source_content_entry 12u /* bytes in a file */

/* Head of the section of arguments. */
typedef struct dxk_source_args_header {
    uint32_t flags; /* zero */
    uint32_t size; /* bytes of the arguments, terminators included */
    uint32_t count; /* arguments */
} dxk_source_args_header;
#define DXK_WIRE_SIZE_source_args_header 12u /* bytes in a file */

/* PDBI: header, before the tables of an RDAT part. */
typedef struct dxk_pdb_info_header {
    uint16_t version; /* 0 */
    uint16_t compression; /* how the tables are stored */
    uint32_t stored_size; /* bytes of the tables as stored */
    uint32_t inflated_size; /* bytes of the tables */
} dxk_pdb_info_header;
#define DXK_WIRE_SIZE_pdb_info_header 12u /* bytes in a file */

/* Names of the records, for the functions below. */
typedef enum dxk_record_id {
    DXK_RECORD_ID_none = 0, /* no record */
    DXK_RECORD_ID_file_header, /* header of a container, before the table of part offsets */
    DXK_RECORD_ID_program_header, /* header of a program part, before its bitcode */
    DXK_RECORD_ID_signature_header, /* header of a signature part */
    DXK_RECORD_ID_signature_element, /* one register of a signature element */
    DXK_RECORD_ID_feature_info, /* SFI0: what the shader needs of the device */
    DXK_RECORD_ID_shader_hash, /* HASH: MD5 of the bitcode */
    DXK_RECORD_ID_psv_runtime_info, /* PSV0: what the runtime checks when it builds a pipeline */
    DXK_RECORD_ID_psv_vs_info, /* stage_info of a vertex shader */
    DXK_RECORD_ID_psv_hs_info, /* stage_info of a hull shader */
    DXK_RECORD_ID_psv_ds_info, /* stage_info of a domain shader */
    DXK_RECORD_ID_psv_gs_info, /* stage_info of a geometry shader */
    DXK_RECORD_ID_psv_ps_info, /* stage_info of a pixel shader */
    DXK_RECORD_ID_psv_ms_info, /* stage_info of a mesh shader */
    DXK_RECORD_ID_psv_as_info, /* stage_info of an amplification shader */
    DXK_RECORD_ID_psv_gs_extra, /* stage_extra of a geometry shader */
    DXK_RECORD_ID_psv_patch_extra, /* stage_extra of a hull or domain shader */
    DXK_RECORD_ID_psv_ms_extra, /* stage_extra of a mesh shader */
    DXK_RECORD_ID_psv_resource, /* a range of registers that a shader binds */
    DXK_RECORD_ID_psv_element, /* one element of a signature in PSV0 */
    DXK_RECORD_ID_compiler_version, /* VERS: the compiler */
    DXK_RECORD_ID_debug_name, /* ILDN: name of the PDB */
    DXK_RECORD_ID_source_header, /* SRCI: header of the part */
    DXK_RECORD_ID_source_section_header, /* header of a section of SRCI */
    DXK_RECORD_ID_source_names_header, /* head of the section of names */
    DXK_RECORD_ID_source_name_entry, /* head of a name in SRCI */
    DXK_RECORD_ID_source_contents_header, /* head of the section of sources */
    DXK_RECORD_ID_source_content_entry, /* head of a source in SRCI */
    DXK_RECORD_ID_source_args_header, /* head of the section of arguments */
    DXK_RECORD_ID_pdb_info_header, /* PDBI: header, before the tables of an RDAT part */
    DXK_RECORD_ID_COUNT /* number of records, the empty one included */
} dxk_record_id;

/* How a field is shown. */
typedef enum dxk_show {
    DXK_SHOW_DEC = 0, /* decimal number */
    DXK_SHOW_HEX = 1, /* hexadecimal number */
    DXK_SHOW_BOOL = 2, /* false or true */
    DXK_SHOW_ENUM = 3, /* name of an enumeration */
    DXK_SHOW_FLAGS = 4, /* names of flags */
    DXK_SHOW_FLOAT = 5, /* floating point */
    DXK_SHOW_FOURCC = 6, /* four characters */
    DXK_SHOW_MASK = 7, /* components, xyzw */
    DXK_SHOW_BYTES = 8, /* bytes */
    DXK_SHOW_PAD = 9, /* filler, zero */
    DXK_SHOW_STR = 10, /* offset of a string */
    DXK_SHOW_STRS = 11, /* list of strings */
    DXK_SHOW_INTS = 12, /* list of numbers */
    DXK_SHOW_REF = 13, /* index of a record */
    DXK_SHOW_REFS = 14, /* list of records */
    DXK_SHOW_BLOB = 15, /* bytes elsewhere in the part */
    DXK_SHOW_TEXT = 16, /* text */
    DXK_SHOW_SIZE = 17, /* number that follows from the rest: a size, count or offset */
    DXK_SHOW_TABLE = 18, /* bytes that are shown where other fields refer to them: a string table */
    DXK_SHOW_SET = 19 /* set of small numbers, a bit for each; text lists them */
} dxk_show;

/* Name of a record, e.g. "signature_element". Never NULL. */
DXK_API const char *dxk_record_name(dxk_record_id id);

/* Bytes of the newest version of a record in a file. */
DXK_API size_t dxk_record_wire_size(dxk_record_id id);

/*
 * Reads a record from `bytes` into its structure. Fields that do not fit in `bytes` become
 * zero. Returns the number of bytes read.
 */
DXK_API size_t dxk_record_load(dxk_record_id id, dxk_bytes bytes, void *record);

/* Writes the first `size` bytes of a record's file form; fields that would pass `size` are left
 * out. Returns the number of bytes written. */
DXK_API size_t dxk_record_store(dxk_record_id id, const void *record, uint8_t *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif

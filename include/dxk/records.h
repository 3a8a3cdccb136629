/* SPDX-License-Identifier: MIT */
/*
 * dxk/records.h - C structures of the fixed layouts of the formats.
 *
 * Members hold the fields in host byte order; each bit-field has a byte of its own. Members
 * that an older version of a record lacks are zero.
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
    uint16_t major; /* major version, 1 */
    uint16_t minor; /* minor version, 0 */
    uint32_t size; /* size of the container in bytes */
    uint32_t part_count; /* number of parts */
} dxk_file_header;
#define DXK_WIRE_SIZE_file_header 32u /* bytes in a file */

/* Header of a part, before its content. */
typedef struct dxk_part_header {
    uint32_t fourcc; /* kind of part */
    uint32_t size; /* size of the content in bytes */
} dxk_part_header;
#define DXK_WIRE_SIZE_part_header 8u /* bytes in a file */

/* Header of a program part, before its bitcode. */
typedef struct dxk_program_header {
    uint8_t minor_version; /* minor version of the shader model; 15: lib_6_x */
    uint8_t major_version; /* major version of the shader model */
    uint8_t unused; /* zero */
    uint16_t shader_kind; /* stage */
    uint32_t size_in_dwords; /* size of the whole part content in 32-bit words */
    uint32_t magic; /* DXIL */
    uint8_t dxil_minor; /* minor version of DXIL */
    uint8_t dxil_major; /* major version of DXIL */
    uint16_t dxil_unused; /* zero */
    uint32_t bitcode_offset; /* offset of the bitcode from the magic; 16 */
    uint32_t bitcode_size; /* bytes of bitcode */
} dxk_program_header;
#define DXK_WIRE_SIZE_program_header 24u /* bytes in a file */

/* Header of a signature part. */
typedef struct dxk_signature_header {
    uint32_t count; /* number of elements */
    uint32_t offset; /* offset of the elements in the part; 8 */
} dxk_signature_header;
#define DXK_WIRE_SIZE_signature_header 8u /* bytes in a file */

/* One register of an element of a signature. */
typedef struct dxk_signature_element {
    uint32_t stream; /* stream of a geometry shader */
    uint32_t name; /* semantic name, offset in the part */
    uint32_t semantic_index; /* semantic index */
    uint32_t system_value; /* system value */
    uint32_t component_type; /* component type */
    uint32_t register_index; /* register; 0xFFFFFFFF: none */
    uint8_t mask; /* components in use */
    uint8_t rw_mask; /* outputs: components never written; inputs: components always read */
    uint16_t unused; /* zero */
    uint32_t min_precision; /* minimum precision */
} dxk_signature_element;
#define DXK_WIRE_SIZE_signature_element 32u /* bytes in a file */

/* SFI0: features that the shader requires of the device. */
typedef struct dxk_feature_info {
    uint64_t flags; /* required features */
} dxk_feature_info;
#define DXK_WIRE_SIZE_feature_info 8u /* bytes in a file */

/* HASH: MD5 of the bitcode. */
typedef struct dxk_shader_hash {
    uint32_t flags; /* which bytes were hashed */
    uint8_t digest[16]; /* MD5 */
} dxk_shader_hash;
#define DXK_WIRE_SIZE_shader_hash 20u /* bytes in a file */

/* PSV0: what the runtime checks when it builds a pipeline. */
typedef struct dxk_psv_runtime_info {
    uint8_t stage_info[16]; /* properties of the stage: psv_vs_info, psv_hs_info, ... */
    uint32_t minimum_wave_lanes; /* smallest number of lanes in a wave; 0: any */
    uint32_t maximum_wave_lanes; /* largest number of lanes in a wave; 0xFFFFFFFF: any */
    uint8_t shader_stage; /* stage; since version 1 */
    uint8_t uses_view_id; /* SV_ViewID is read; since version 1 */
    /* further properties of the stage: psv_gs_extra, psv_patch_extra or psv_ms_extra; since
     * version 1 */
    uint8_t stage_extra[2];
    uint8_t sig_input_elements; /* number of input elements; since version 1 */
    uint8_t sig_output_elements; /* number of output elements; since version 1 */
    /* number of patch constant or primitive elements; since version 1 */
    uint8_t sig_patch_or_prim_elements;
    /* number of registers of the inputs, of four components each; since version 1 */
    uint8_t sig_input_vectors;
    /* number of registers of the outputs of stream 0; since version 1 */
    uint8_t sig_output_vectors0;
    /* number of registers of the outputs of stream 1; since version 1 */
    uint8_t sig_output_vectors1;
    /* number of registers of the outputs of stream 2; since version 1 */
    uint8_t sig_output_vectors2;
    /* number of registers of the outputs of stream 3; since version 1 */
    uint8_t sig_output_vectors3;
    uint32_t threads_x; /* size of a thread group in x; since version 2 */
    uint32_t threads_y; /* size of a thread group in y; since version 2 */
    uint32_t threads_z; /* size of a thread group in z; since version 2 */
    uint32_t entry_name; /* name of the entry point, offset in the string table; since version 3 */
    uint32_t group_shared_bytes; /* size of group-shared memory in bytes; since version 4 */
} dxk_psv_runtime_info;
#define DXK_WIRE_SIZE_psv_runtime_info 56u /* bytes in a file */

/* Stage_info of a vertex shader. */
typedef struct dxk_psv_vs_info {
    uint8_t output_position_present; /* SV_Position is written */
} dxk_psv_vs_info;
#define DXK_WIRE_SIZE_psv_vs_info 1u /* bytes in a file */

/* Stage_info of a hull shader. */
typedef struct dxk_psv_hs_info {
    uint32_t input_control_points; /* number of control points of the input patch */
    uint32_t output_control_points; /* number of control points of the output patch */
    uint32_t tessellator_domain; /* domain */
    uint32_t tessellator_output; /* output primitive of the tessellator */
} dxk_psv_hs_info;
#define DXK_WIRE_SIZE_psv_hs_info 16u /* bytes in a file */

/* Stage_info of a domain shader. */
typedef struct dxk_psv_ds_info {
    uint32_t input_control_points; /* number of control points of the patch */
    uint8_t output_position_present; /* SV_Position is written */
    uint8_t unused[3]; /* zero */
    uint32_t tessellator_domain; /* domain */
} dxk_psv_ds_info;
#define DXK_WIRE_SIZE_psv_ds_info 12u /* bytes in a file */

/* Stage_info of a geometry shader. */
typedef struct dxk_psv_gs_info {
    uint32_t input_primitive; /* input primitive */
    uint32_t output_topology; /* output topology */
    uint32_t output_stream_mask; /* streams that are written, as bits */
    uint8_t output_position_present; /* SV_Position is written */
} dxk_psv_gs_info;
#define DXK_WIRE_SIZE_psv_gs_info 13u /* bytes in a file */

/* Stage_info of a pixel shader. */
typedef struct dxk_psv_ps_info {
    uint8_t depth_output; /* depth is written */
    uint8_t sample_frequency; /* runs for each sample */
} dxk_psv_ps_info;
#define DXK_WIRE_SIZE_psv_ps_info 2u /* bytes in a file */

/* Stage_info of a mesh shader. */
typedef struct dxk_psv_ms_info {
    uint32_t group_shared_bytes; /* size of group-shared memory in bytes */
    /* bytes of group-shared memory that depend on SV_ViewID */
    uint32_t group_shared_bytes_of_view_id;
    uint32_t payload_bytes; /* size of the payload that it receives in bytes */
    uint16_t max_output_vertices; /* largest number of vertices of a group */
    uint16_t max_output_primitives; /* largest number of primitives of a group */
} dxk_psv_ms_info;
#define DXK_WIRE_SIZE_psv_ms_info 16u /* bytes in a file */

/* Stage_info of an amplification shader. */
typedef struct dxk_psv_as_info {
    uint32_t payload_bytes; /* size of the payload that it passes on in bytes */
} dxk_psv_as_info;
#define DXK_WIRE_SIZE_psv_as_info 4u /* bytes in a file */

/* Stage_extra of a geometry shader. */
typedef struct dxk_psv_gs_extra {
    uint16_t max_vertex_count; /* largest number of vertices of an invocation */
} dxk_psv_gs_extra;
#define DXK_WIRE_SIZE_psv_gs_extra 2u /* bytes in a file */

/* Stage_extra of a hull or domain shader. */
typedef struct dxk_psv_patch_extra {
    uint8_t patch_vectors; /* number of registers of the patch constants */
} dxk_psv_patch_extra;
#define DXK_WIRE_SIZE_psv_patch_extra 1u /* bytes in a file */

/* Stage_extra of a mesh shader. */
typedef struct dxk_psv_ms_extra {
    uint8_t primitive_vectors; /* number of registers of the primitive outputs */
    uint8_t output_topology; /* output topology */
} dxk_psv_ms_extra;
#define DXK_WIRE_SIZE_psv_ms_extra 2u /* bytes in a file */

/* A range of registers that a shader binds. */
typedef struct dxk_psv_resource {
    uint32_t type; /* class */
    uint32_t space; /* register space */
    uint32_t lower_bound; /* first register */
    uint32_t upper_bound; /* last register; 0xFFFFFFFF: unbounded */
    uint32_t kind; /* shape; since version 2 */
    uint32_t flags; /* flags for how it is used; since version 2 */
} dxk_psv_resource;
#define DXK_WIRE_SIZE_psv_resource 24u /* bytes in a file */

/* One element of a signature in PSV0. */
typedef struct dxk_psv_element {
    uint32_t name; /* semantic name, offset in the string table; empty for system values */
    uint32_t indices; /* position of its semantic indices, one for each row, in the index table */
    uint8_t rows; /* number of rows */
    uint8_t start_row; /* first register */
    uint8_t cols; /* number of components in a row */
    uint8_t start_col; /* first component */
    uint8_t allocated; /* whether it has registers */
    uint8_t unused_bit; /* zero */
    uint8_t semantic_kind; /* kind of semantic */
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
    uint32_t commit_count; /* number of commits up to this build */
    uint32_t strings_size; /* size of the strings in bytes, with their terminators */
} dxk_compiler_version;
#define DXK_WIRE_SIZE_compiler_version 16u /* bytes in a file */

/* ILDN: name of the PDB. */
typedef struct dxk_debug_name {
    uint16_t flags; /* zero */
    uint16_t name_length; /* size of the name in bytes, without its terminator */
} dxk_debug_name;
#define DXK_WIRE_SIZE_debug_name 4u /* bytes in a file */

/* SRCI: header of the part. */
typedef struct dxk_source_header {
    uint32_t size; /* size of the part in bytes, with this header */
    uint16_t flags; /* zero */
    uint16_t section_count; /* number of sections */
} dxk_source_header;
#define DXK_WIRE_SIZE_source_header 8u /* bytes in a file */

/* Header of a section in SRCI. */
typedef struct dxk_source_section_header {
    uint32_t size; /* size of the section in bytes, with this header and padding */
    uint16_t flags; /* zero */
    uint16_t type; /* kind of content */
} dxk_source_section_header;
#define DXK_WIRE_SIZE_source_section_header 8u /* bytes in a file */

/* Header of the section of names. */
typedef struct dxk_source_names_header {
    uint32_t flags; /* zero */
    uint32_t count; /* number of names */
    uint16_t entries_size; /* low 16 bits of the size of the entries */
} dxk_source_names_header;
#define DXK_WIRE_SIZE_source_names_header 10u /* bytes in a file */

/* Header of a name in SRCI. */
typedef struct dxk_source_name_entry {
    uint32_t size; /* size of the entry in bytes, with this header and padding */
    uint32_t flags; /* zero */
    uint32_t name_size; /* size of the name in bytes, with its terminator */
    uint32_t content_size; /* size of the source in bytes, with its terminator */
} dxk_source_name_entry;
#define DXK_WIRE_SIZE_source_name_entry 16u /* bytes in a file */

/* Header of the section of sources. */
typedef struct dxk_source_contents_header {
    uint32_t size; /* size of this header and the entries in bytes; 0 from some writers */
    uint16_t flags; /* zero */
    uint16_t compression; /* compression of the entries */
    uint32_t stored_size; /* size of the entries as stored in bytes */
    uint32_t inflated_size; /* size of the entries in bytes */
    uint32_t count; /* number of entries */
} dxk_source_contents_header;
#define DXK_WIRE_SIZE_source_contents_header 20u /* bytes in a file */

/* Header of a source in SRCI. */
typedef struct dxk_source_content_entry {
    uint32_t size; /* size of the entry in bytes, with this header and padding */
    uint32_t flags; /* zero */
    uint32_t content_size; /* size of the source in bytes, with its terminator */
} dxk_source_content_entry;
#define DXK_WIRE_SIZE_source_content_entry 12u /* bytes in a file */

/* Header of the section of arguments. */
typedef struct dxk_source_args_header {
    uint32_t flags; /* zero */
    uint32_t size; /* size of the arguments in bytes, with their terminators */
    uint32_t count; /* number of arguments */
} dxk_source_args_header;
#define DXK_WIRE_SIZE_source_args_header 12u /* bytes in a file */

/* PDBI: header, before the tables of an RDAT part. */
typedef struct dxk_pdb_info_header {
    uint16_t version; /* 0 */
    uint16_t compression; /* compression of the tables */
    uint32_t stored_size; /* size of the tables as stored in bytes */
    uint32_t inflated_size; /* size of the tables in bytes */
} dxk_pdb_info_header;
#define DXK_WIRE_SIZE_pdb_info_header 12u /* bytes in a file */

/* RDAT: header, before the offsets of the parts. */
typedef struct dxk_rdat_header {
    uint32_t version; /* 0x10 */
    uint32_t part_count; /* number of parts */
} dxk_rdat_header;
#define DXK_WIRE_SIZE_rdat_header 8u /* bytes in a file */

/* Header of a part of RDAT. */
typedef struct dxk_rdat_part_header {
    uint32_t type; /* kind of content */
    uint32_t size; /* bytes of its content, without this header */
} dxk_rdat_part_header;
#define DXK_WIRE_SIZE_rdat_part_header 8u /* bytes in a file */

/* Header of a table of RDAT. */
typedef struct dxk_rdat_table_header {
    uint32_t count; /* number of records */
    uint32_t stride; /* bytes of a record */
} dxk_rdat_table_header;
#define DXK_WIRE_SIZE_rdat_table_header 8u /* bytes in a file */

/* A resource of the library. */
typedef struct dxk_rdat_resource {
    uint32_t resource_class; /* class */
    uint32_t kind; /* shape */
    uint32_t id; /* number of the resource in its class */
    uint32_t space; /* register space */
    uint32_t lower_bound; /* first register */
    uint32_t upper_bound; /* last register; 0xFFFFFFFF: unbounded */
    uint32_t name; /* name */
    uint32_t flags; /* flags */
} dxk_rdat_resource;
#define DXK_WIRE_SIZE_rdat_resource 32u /* bytes in a file */

/* A function of the library. */
typedef struct dxk_rdat_function {
    uint32_t name; /* mangled name */
    uint32_t unmangled_name; /* name in the source */
    uint32_t resources; /* resources that it uses */
    uint32_t function_dependencies; /* functions that it calls, outside of the library */
    uint32_t shader_kind; /* stage; Library if it is not an entry point */
    uint32_t payload_size_in_bytes; /* bytes of the ray payload, or of a callable's parameter */
    uint32_t attribute_size_in_bytes; /* size of the hit attributes in bytes */
    uint32_t feature_info1; /* low half of the required features */
    uint32_t feature_info2; /* high half of the required features */
    uint32_t shader_stage_flag; /* stages that it can run in */
    uint32_t min_shader_target; /* lowest target: stage << 16 | major << 4 | minor */
    /* smallest number of lanes in a wave; 0: any; since version 1 */
    uint8_t minimum_expected_wave_lane_count;
    /* largest number of lanes in a wave; 0: any; since version 1 */
    uint8_t maximum_expected_wave_lane_count;
    uint16_t shader_flags; /* flags of the entry point; since version 1 */
    uint32_t shader_ref; /* record with the properties of the stage (a union); since version 1 */
} dxk_rdat_function;
#define DXK_WIRE_SIZE_rdat_function 52u /* bytes in a file */

/* Place of the dispatch grid in a record. */
typedef struct dxk_rdat_dispatch_grid {
    uint16_t byte_offset; /* offset in the record */
    uint16_t component_num_and_type; /* components in the low 2 bits, their type above */
} dxk_rdat_dispatch_grid;
#define DXK_WIRE_SIZE_rdat_dispatch_grid 4u /* bytes in a file */

/* Name of a node. */
typedef struct dxk_rdat_node_id {
    uint32_t name; /* name */
    uint32_t index; /* index in an array of nodes */
} dxk_rdat_node_id;
#define DXK_WIRE_SIZE_rdat_node_id 8u /* bytes in a file */

/* An attribute of a node. */
typedef struct dxk_rdat_func_attrib {
    uint32_t attrib_kind; /* kind of attribute */
    uint32_t value; /* value (a union) */
} dxk_rdat_func_attrib;
#define DXK_WIRE_SIZE_rdat_func_attrib 8u /* bytes in a file */

/* An attribute of an input or output of a node. */
typedef struct dxk_rdat_io_attrib {
    uint32_t attrib_kind; /* kind of attribute */
    uint32_t value; /* value (a union) */
} dxk_rdat_io_attrib;
#define DXK_WIRE_SIZE_rdat_io_attrib 8u /* bytes in a file */

/* An input or output of a node. */
typedef struct dxk_rdat_io_node {
    uint32_t io_flags_and_kind; /* kind in the low 7 bits, flags above */
    uint32_t attribs; /* attributes */
} dxk_rdat_io_node;
#define DXK_WIRE_SIZE_rdat_io_node 8u /* bytes in a file */

/* A node: a function that a work graph launches. */
typedef struct dxk_rdat_node {
    uint32_t launch_type; /* type of launch */
    uint32_t group_shared_bytes_used; /* size of group-shared memory in bytes */
    uint32_t attribs; /* attributes */
    uint32_t outputs; /* outputs */
    uint32_t inputs; /* inputs */
} dxk_rdat_node;
#define DXK_WIRE_SIZE_rdat_node 20u /* bytes in a file */

/* An element of a signature in RDAT. */
typedef struct dxk_rdat_signature_element {
    uint32_t semantic_name; /* semantic name */
    uint32_t semantic_indices; /* semantic index of each row */
    uint8_t semantic_kind; /* kind of semantic */
    uint8_t component_type; /* type of a component */
    uint8_t interpolation_mode; /* interpolation */
    uint8_t start_row; /* first register; 255 when it has none */
    uint8_t cols_and_stream; /* columns - 1, first column, stream: 2 bits each */
    uint8_t usage_and_dyn_index_masks; /* used components, dynamically indexed ones: 4 bits each */
    uint8_t padding[2]; /* zero */
} dxk_rdat_signature_element;
#define DXK_WIRE_SIZE_rdat_signature_element 16u /* bytes in a file */

/* Properties of a vertex shader. */
typedef struct dxk_rdat_vs_info {
    uint32_t sig_input_elements; /* inputs */
    uint32_t sig_output_elements; /* outputs */
    uint32_t view_id_output_mask; /* outputs that depend on the view */
    uint32_t view_id_output_mask_size; /* size of the mask in bytes */
} dxk_rdat_vs_info;
#define DXK_WIRE_SIZE_rdat_vs_info 16u /* bytes in a file */

/* Properties of a pixel shader. */
typedef struct dxk_rdat_ps_info {
    uint32_t sig_input_elements; /* inputs */
    uint32_t sig_output_elements; /* outputs */
} dxk_rdat_ps_info;
#define DXK_WIRE_SIZE_rdat_ps_info 8u /* bytes in a file */

/* Properties of a hull shader. */
typedef struct dxk_rdat_hs_info {
    uint32_t sig_input_elements; /* inputs */
    uint32_t sig_output_elements; /* outputs */
    uint32_t sig_patch_const_output_elements; /* patch constants */
    uint32_t view_id_output_mask; /* outputs that depend on the view */
    uint32_t view_id_output_mask_size; /* size of the mask in bytes */
    uint32_t view_id_patch_const_output_mask; /* patch constants that depend on the view */
    uint32_t view_id_patch_const_output_mask_size; /* size of the mask in bytes */
    uint32_t input_to_output_masks; /* outputs that depend on each input */
    uint32_t input_to_output_masks_size; /* size of the masks in bytes */
    uint32_t input_to_patch_const_output_masks; /* patch constants that depend on each input */
    uint32_t input_to_patch_const_output_masks_size; /* size of the masks in bytes */
    uint8_t input_control_point_count; /* number of control points read */
    uint8_t output_control_point_count; /* number of control points written */
    uint8_t tessellator_domain; /* domain */
    uint8_t tessellator_output_primitive; /* output primitive of the tessellator */
} dxk_rdat_hs_info;
#define DXK_WIRE_SIZE_rdat_hs_info 48u /* bytes in a file */

/* Properties of a domain shader. */
typedef struct dxk_rdat_ds_info {
    uint32_t sig_input_elements; /* inputs */
    uint32_t sig_output_elements; /* outputs */
    uint32_t sig_patch_const_input_elements; /* patch constants */
    uint32_t view_id_output_mask; /* outputs that depend on the view */
    uint32_t view_id_output_mask_size; /* size of the mask in bytes */
    uint32_t input_to_output_masks; /* outputs that depend on each input */
    uint32_t input_to_output_masks_size; /* size of the masks in bytes */
    uint32_t patch_const_input_to_output_masks; /* outputs that depend on each patch constant */
    uint32_t patch_const_input_to_output_masks_size; /* size of the masks in bytes */
    uint8_t input_control_point_count; /* number of control points of the patch */
    uint8_t tessellator_domain; /* domain */
    uint8_t padding[2]; /* zero */
} dxk_rdat_ds_info;
#define DXK_WIRE_SIZE_rdat_ds_info 40u /* bytes in a file */

/* Properties of a geometry shader. */
typedef struct dxk_rdat_gs_info {
    uint32_t sig_input_elements; /* inputs */
    uint32_t sig_output_elements; /* outputs */
    uint32_t view_id_output_mask; /* outputs that depend on the view */
    uint32_t view_id_output_mask_size; /* size of the mask in bytes */
    uint32_t input_to_output_masks; /* outputs that depend on each input */
    uint32_t input_to_output_masks_size; /* size of the masks in bytes */
    uint8_t input_primitive; /* input primitive */
    uint8_t output_topology; /* output topology */
    uint8_t max_vertex_count; /* largest number of vertices of an invocation, low byte */
    uint8_t output_stream_mask; /* streams that are written, as bits */
} dxk_rdat_gs_info;
#define DXK_WIRE_SIZE_rdat_gs_info 28u /* bytes in a file */

/* Properties of a compute shader. */
typedef struct dxk_rdat_cs_info {
    uint32_t num_threads; /* size of a thread group: x, y, z */
    uint32_t group_shared_bytes_used; /* size of group-shared memory in bytes */
} dxk_rdat_cs_info;
#define DXK_WIRE_SIZE_rdat_cs_info 8u /* bytes in a file */

/* Properties of a mesh shader. */
typedef struct dxk_rdat_ms_info {
    uint32_t sig_output_elements; /* outputs of a vertex */
    uint32_t sig_prim_output_elements; /* outputs of a primitive */
    uint32_t view_id_output_mask; /* vertex outputs that depend on the view */
    uint32_t view_id_output_mask_size; /* size of the mask in bytes */
    uint32_t view_id_prim_output_mask; /* primitive outputs that depend on the view */
    uint32_t view_id_prim_output_mask_size; /* size of the mask in bytes */
    uint32_t num_threads; /* size of a thread group: x, y, z */
    uint32_t group_shared_bytes_used; /* size of group-shared memory in bytes */
    /* bytes of group-shared memory that depend on the view */
    uint32_t group_shared_bytes_dependent_on_view_id;
    uint32_t payload_size_in_bytes; /* size of the payload in bytes */
    uint16_t max_output_vertices; /* largest number of vertices */
    uint16_t max_output_primitives; /* largest number of primitives */
    uint8_t mesh_output_topology; /* output topology */
    uint8_t padding[3]; /* zero */
} dxk_rdat_ms_info;
#define DXK_WIRE_SIZE_rdat_ms_info 48u /* bytes in a file */

/* Properties of an amplification shader. */
typedef struct dxk_rdat_as_info {
    uint32_t num_threads; /* size of a thread group: x, y, z */
    uint32_t group_shared_bytes_used; /* size of group-shared memory in bytes */
    uint32_t payload_size_in_bytes; /* size of the payload in bytes */
} dxk_rdat_as_info;
#define DXK_WIRE_SIZE_rdat_as_info 12u /* bytes in a file */

/* Sub-object: flags of the state object. */
typedef struct dxk_rdat_state_object_config {
    uint32_t flags; /* flags */
} dxk_rdat_state_object_config;
#define DXK_WIRE_SIZE_rdat_state_object_config 4u /* bytes in a file */

/* Sub-object: a root signature, as in an RTS0 part. */
typedef struct dxk_rdat_root_signature {
    uint32_t data; /* root signature */
    uint32_t data_size; /* size in bytes */
} dxk_rdat_root_signature;
#define DXK_WIRE_SIZE_rdat_root_signature 8u /* bytes in a file */

/* Sub-object: functions that another sub-object is for. */
typedef struct dxk_rdat_association {
    uint32_t subobject; /* name of the sub-object */
    uint32_t exports; /* functions; none: all */
} dxk_rdat_association;
#define DXK_WIRE_SIZE_rdat_association 8u /* bytes in a file */

/* Sub-object: sizes of a ray tracing pipeline. */
typedef struct dxk_rdat_raytracing_shader_config {
    uint32_t max_payload_size_in_bytes; /* largest size of a payload in bytes */
    uint32_t max_attribute_size_in_bytes; /* largest size of attributes in bytes */
} dxk_rdat_raytracing_shader_config;
#define DXK_WIRE_SIZE_rdat_raytracing_shader_config 8u /* bytes in a file */

/* Sub-object: depth of a ray tracing pipeline. */
typedef struct dxk_rdat_raytracing_pipeline_config {
    uint32_t max_trace_recursion_depth; /* largest depth of recursion */
} dxk_rdat_raytracing_pipeline_config;
#define DXK_WIRE_SIZE_rdat_raytracing_pipeline_config 4u /* bytes in a file */

/* Sub-object: a hit group. */
typedef struct dxk_rdat_hit_group {
    uint32_t type; /* geometry */
    uint32_t any_hit; /* any-hit shader; empty: none */
    uint32_t closest_hit; /* closest-hit shader; empty: none */
    uint32_t intersection; /* intersection shader; empty: none */
} dxk_rdat_hit_group;
#define DXK_WIRE_SIZE_rdat_hit_group 16u /* bytes in a file */

/* Sub-object: depth and flags of a ray tracing pipeline. */
typedef struct dxk_rdat_raytracing_pipeline_config1 {
    uint32_t max_trace_recursion_depth; /* largest depth of recursion */
    uint32_t flags; /* flags */
} dxk_rdat_raytracing_pipeline_config1;
#define DXK_WIRE_SIZE_rdat_raytracing_pipeline_config1 8u /* bytes in a file */

/* A sub-object of a state object. */
typedef struct dxk_rdat_subobject {
    uint32_t kind; /* kind */
    uint32_t name; /* name */
    uint8_t value[16]; /* content (a union) */
} dxk_rdat_subobject;
#define DXK_WIRE_SIZE_rdat_subobject 24u /* bytes in a file */

/* A library that the shader was linked from. */
typedef struct dxk_rdat_pdb_library {
    uint32_t name; /* name */
    uint32_t data; /* content of the library */
    uint32_t data_size; /* size in bytes */
} dxk_rdat_pdb_library;
#define DXK_WIRE_SIZE_rdat_pdb_library 12u /* bytes in a file */

/* A source that the shader was compiled from. */
typedef struct dxk_rdat_pdb_source {
    uint32_t name; /* file name */
    uint32_t content; /* text */
} dxk_rdat_pdb_source;
#define DXK_WIRE_SIZE_rdat_pdb_source 8u /* bytes in a file */

/* Information about the compilation. */
typedef struct dxk_rdat_pdb_info {
    uint32_t sources; /* sources; the first is the main one */
    uint32_t libraries; /* libraries that were linked */
    uint32_t arg_pairs; /* arguments: name, value, name, value, ... */
    uint32_t hash; /* hash of the shader */
    uint32_t hash_size; /* size in bytes */
    uint32_t pdb_name; /* name of the PDB */
    uint32_t custom_toolchain_id; /* toolchain; 0: DXC */
    uint32_t custom_toolchain_data; /* data of the toolchain */
    uint32_t custom_toolchain_data_size; /* size in bytes */
    uint32_t whole_dxil; /* the container of the shader */
    uint32_t whole_dxil_size; /* size in bytes */
} dxk_rdat_pdb_info;
#define DXK_WIRE_SIZE_rdat_pdb_info 44u /* bytes in a file */

/* RTS0: header. */
typedef struct dxk_rs_header {
    uint32_t version; /* version */
    uint32_t parameter_count; /* number of root parameters */
    uint32_t parameter_offset; /* offset of the parameters in the part */
    uint32_t sampler_count; /* number of static samplers */
    uint32_t sampler_offset; /* offset of the samplers in the part */
    uint32_t flags; /* flags */
} dxk_rs_header;
#define DXK_WIRE_SIZE_rs_header 24u /* bytes in a file */

/* Header of a root parameter. */
typedef struct dxk_rs_parameter {
    uint32_t type; /* kind */
    uint32_t visibility; /* stages that see it */
    uint32_t offset; /* offset of its content in the part */
} dxk_rs_parameter;
#define DXK_WIRE_SIZE_rs_parameter 12u /* bytes in a file */

/* Root constants. */
typedef struct dxk_rs_constants {
    uint32_t shader_register; /* register */
    uint32_t register_space; /* register space */
    uint32_t value_count; /* number of 32-bit values */
} dxk_rs_constants;
#define DXK_WIRE_SIZE_rs_constants 12u /* bytes in a file */

/* A root descriptor; version 0: 1.0, version 1: 1.1 and later. */
typedef struct dxk_rs_descriptor {
    uint32_t shader_register; /* register */
    uint32_t register_space; /* register space */
    uint32_t flags; /* promises about the data; since version 1 */
} dxk_rs_descriptor;
#define DXK_WIRE_SIZE_rs_descriptor 12u /* bytes in a file */

/* Header of a descriptor table. */
typedef struct dxk_rs_table {
    uint32_t range_count; /* number of ranges */
    uint32_t range_offset; /* offset of the ranges in the part */
} dxk_rs_table;
#define DXK_WIRE_SIZE_rs_table 8u /* bytes in a file */

/* A range of descriptors in a root signature 1.0. */
typedef struct dxk_rs_range_1_0 {
    uint32_t type; /* kind */
    uint32_t count; /* number of descriptors; 0xFFFFFFFF: unbounded */
    uint32_t shader_register; /* first register */
    uint32_t register_space; /* register space */
    /* position of the first descriptor in the table; 0xFFFFFFFF: after the previous range */
    uint32_t table_offset;
} dxk_rs_range_1_0;
#define DXK_WIRE_SIZE_rs_range_1_0 20u /* bytes in a file */

/* A range of descriptors, 1.1 and later. */
typedef struct dxk_rs_range {
    uint32_t type; /* kind */
    uint32_t count; /* number of descriptors; 0xFFFFFFFF: unbounded */
    uint32_t shader_register; /* first register */
    uint32_t register_space; /* register space */
    uint32_t flags; /* promises about the data; zero in 1.0, which has none */
    /* position of the first descriptor in the table; 0xFFFFFFFF: after the previous range */
    uint32_t table_offset;
} dxk_rs_range;
#define DXK_WIRE_SIZE_rs_range 24u /* bytes in a file */

/* A static sampler; version 1: root signature 1.2. */
typedef struct dxk_rs_sampler {
    uint32_t filter; /* filter */
    uint32_t address_u; /* address mode for u */
    uint32_t address_v; /* address mode for v */
    uint32_t address_w; /* address mode for w */
    float mip_lod_bias; /* number added to the level of detail */
    uint32_t max_anisotropy; /* largest anisotropy */
    uint32_t comparison_func; /* comparison function */
    uint32_t border_color; /* border colour */
    float min_lod; /* smallest level of detail */
    float max_lod; /* largest level of detail */
    uint32_t shader_register; /* register */
    uint32_t register_space; /* register space */
    uint32_t visibility; /* stages that see it */
    uint32_t flags; /* flags; since version 1 */
} dxk_rs_sampler;
#define DXK_WIRE_SIZE_rs_sampler 56u /* bytes in a file */

/* One register of a signature element in ISGN, OSGN and PCSG. */
typedef struct dxk_signature_element4 {
    uint32_t name; /* semantic name, offset in the part */
    uint32_t semantic_index; /* semantic index */
    uint32_t system_value; /* system value; 0 in outputs of pixel shaders */
    uint32_t component_type; /* component type */
    uint32_t register_index; /* register; 0xFFFFFFFF: none */
    uint8_t mask; /* components in use */
    uint8_t rw_mask; /* outputs: components never written; inputs: components always read */
    uint16_t unused; /* zero */
} dxk_signature_element4;
#define DXK_WIRE_SIZE_signature_element4 24u /* bytes in a file */

/* One register of a signature element in OSG5. */
typedef struct dxk_signature_element5 {
    uint32_t stream; /* stream of a geometry shader */
    uint32_t name; /* semantic name, offset in the part */
    uint32_t semantic_index; /* semantic index */
    uint32_t system_value; /* system value */
    uint32_t component_type; /* component type */
    uint32_t register_index; /* register; 0xFFFFFFFF: none */
    uint8_t mask; /* components in use */
    uint8_t rw_mask; /* components never written */
    uint16_t unused; /* zero */
} dxk_signature_element5;
#define DXK_WIRE_SIZE_signature_element5 28u /* bytes in a file */

/* RDEF: header. */
typedef struct dxk_rdef_header {
    uint32_t buffer_count; /* number of buffer definitions */
    uint32_t buffers; /* offset of the buffers */
    uint32_t binding_count; /* number of resource bindings */
    uint32_t bindings; /* offset of the bindings */
    uint8_t minor_version; /* minor version of the shader model */
    uint8_t major_version; /* major version of the shader model */
    uint16_t program; /* stage */
    uint32_t flags; /* compiler options */
    uint32_t creator; /* name of the compiler */
} dxk_rdef_header;
#define DXK_WIRE_SIZE_rdef_header 28u /* bytes in a file */

/* RDEF of shader model 5: sizes of the records. */
typedef struct dxk_rdef_sizes {
    uint32_t magic; /* RD11, or 0x25441313 for shader model 5.1 */
    uint32_t header_size; /* size of both headers in bytes, 60 */
    uint32_t buffer_size; /* size of a buffer definition in bytes, 24 */
    uint32_t binding_size; /* size of a binding in bytes, 32 or 40 */
    uint32_t variable_size; /* size of a variable in bytes, 40 */
    uint32_t type_size; /* size of a type in bytes, 36 */
    uint32_t member_size; /* size of a member in bytes, 12 */
    uint32_t interface_slots; /* number of interface slots */
} dxk_rdef_sizes;
#define DXK_WIRE_SIZE_rdef_sizes 32u /* bytes in a file */

/* A resource that a shader binds. */
typedef struct dxk_rdef_binding {
    uint32_t name; /* name */
    uint32_t kind; /* kind */
    uint32_t return_type; /* type that reading returns */
    uint32_t dimension; /* shape */
    uint32_t samples; /* samples; stride of a structured buffer; 0xFFFFFFFF for others */
    uint32_t bind_point; /* first register */
    uint32_t bind_count; /* number of registers; 0: unbounded */
    uint32_t flags; /* flags */
    uint32_t space; /* register space; since version 1 */
    uint32_t id; /* number of the range in the program; since version 1 */
} dxk_rdef_binding;
#define DXK_WIRE_SIZE_rdef_binding 40u /* bytes in a file */

/* A constant buffer, texture buffer or layout of a structured buffer. */
typedef struct dxk_rdef_buffer {
    uint32_t name; /* name */
    uint32_t variable_count; /* number of variables */
    uint32_t variables; /* offset of the variables */
    uint32_t size; /* size in bytes */
    uint32_t flags; /* flags */
    uint32_t kind; /* kind */
} dxk_rdef_buffer;
#define DXK_WIRE_SIZE_rdef_buffer 24u /* bytes in a file */

/* A variable in a buffer. */
typedef struct dxk_rdef_variable {
    uint32_t name; /* name */
    uint32_t start; /* offset in the buffer in bytes */
    uint32_t size; /* size in bytes */
    uint32_t flags; /* flags */
    uint32_t type; /* offset of its type */
    uint32_t default_value; /* offset of its initial value; 0: none */
    uint32_t first_texture; /* first texture; 0xFFFFFFFF: none; since version 1 */
    uint32_t texture_count; /* number of textures; since version 1 */
    uint32_t first_sampler; /* first sampler; 0xFFFFFFFF: none; since version 1 */
    uint32_t sampler_count; /* number of samplers; since version 1 */
} dxk_rdef_variable;
#define DXK_WIRE_SIZE_rdef_variable 40u /* bytes in a file */

/* A type. */
typedef struct dxk_rdef_type {
    uint16_t type_class; /* class */
    uint16_t base; /* type of a component */
    uint16_t rows; /* number of rows */
    uint16_t columns; /* number of columns */
    uint16_t elements; /* number of array elements; 0: not an array */
    uint16_t member_count; /* number of members of a structure */
    uint32_t members; /* offset of the members */
    uint32_t sub_type; /* offset of the interface that a pointer points to; since version 1 */
    uint32_t base_class; /* offset of the base class; since version 1 */
    uint32_t interface_count; /* number of interfaces of a class; since version 1 */
    uint32_t interfaces; /* offset of a list of the offsets of their types; since version 1 */
    uint32_t name; /* name; since version 1 */
} dxk_rdef_type;
#define DXK_WIRE_SIZE_rdef_type 36u /* bytes in a file */

/* A member of a structure. */
typedef struct dxk_rdef_member {
    uint32_t name; /* name */
    uint32_t type; /* offset of its type */
    uint32_t start; /* offset in the structure in bytes */
} dxk_rdef_member;
#define DXK_WIRE_SIZE_rdef_member 12u /* bytes in a file */

/* STAT: counts of instructions and registers. */
typedef struct dxk_counters {
    uint32_t instructions; /* number of instructions */
    uint32_t temps; /* temporary registers */
    uint32_t definitions; /* rows of the immediate constant buffer */
    uint32_t declarations; /* inputs and outputs declared */
    uint32_t float_instructions; /* floating-point instructions */
    uint32_t int_instructions; /* integer instructions */
    uint32_t uint_instructions; /* unsigned and bit instructions */
    uint32_t static_flow_control; /* branches that are the same for all invocations */
    uint32_t dynamic_flow_control; /* branches that depend on the invocation */
    uint32_t macro_instructions; /* macro instructions; 0 */
    uint32_t temp_arrays; /* registers of indexable temporaries */
    uint32_t array_instructions; /* instructions on indexable temporaries */
    uint32_t cut_instructions; /* cuts, which end a strip */
    uint32_t emit_instructions; /* vertices emitted */
    uint32_t texture_normal; /* plain samples */
    uint32_t texture_load; /* loads */
    uint32_t texture_comparison; /* comparing samples */
    uint32_t texture_bias; /* samples with a bias */
    uint32_t texture_gradient; /* samples with gradients */
    uint32_t mov_instructions; /* moves */
    uint32_t movc_instructions; /* conditional moves */
    uint32_t conversion_instructions; /* conversions */
    uint32_t bitwise_instructions; /* 0 */
    uint32_t input_primitive; /* input primitive of a geometry shader */
    uint32_t output_topology; /* output topology of a geometry shader */
    uint32_t max_output_vertices; /* largest number of vertices of a geometry shader */
    uint32_t gather_instructions; /* gathers */
    uint32_t lod_instructions; /* queries of the level of detail */
    uint32_t sample_frequency; /* runs for each sample */
    uint32_t gs_instances; /* instances of a geometry shader; since version 1 */
    /* number of control points: outputs of a hull shader, inputs of a domain shader; since
     * version 1 */
    uint32_t control_points;
    uint32_t hs_output_primitive; /* output primitive of the tessellator; since version 1 */
    uint32_t hs_partitioning; /* partitioning of the tessellator; since version 1 */
    uint32_t tessellator_domain; /* domain; since version 1 */
    uint32_t barrier_instructions; /* barriers; since version 1 */
    uint32_t interlocked_instructions; /* atomic operations; since version 1 */
    uint32_t texture_store; /* stores to UAVs; since version 1 */
} dxk_counters;
#define DXK_WIRE_SIZE_counters 148u /* bytes in a file */

/* IFCE: header. */
typedef struct dxk_ifce_header {
    uint32_t instance_count; /* number of class instances */
    uint32_t type_count; /* number of class types */
    uint32_t slot_records; /* number of records of slots */
    uint32_t slot_count; /* number of interface slots */
    uint32_t instances; /* offset of the instances */
    uint32_t types; /* offset of the types */
    uint32_t slots; /* offset of the slots */
    uint8_t unused[8]; /* not set by the compiler */
} dxk_ifce_header;
#define DXK_WIRE_SIZE_ifce_header 36u /* bytes in a file */

/* Interface slots that accept the same classes. */
typedef struct dxk_ifce_slot {
    uint32_t slots; /* number of slots */
    uint32_t type_count; /* number of classes */
    uint32_t types; /* offset of the numbers of the classes, 16 bits each */
    uint32_t tables; /* offset of the numbers of the function tables */
} dxk_ifce_slot;
#define DXK_WIRE_SIZE_ifce_slot 16u /* bytes in a file */

/* A class that can fill a slot. */
typedef struct dxk_ifce_type {
    uint32_t name; /* name */
    uint16_t id; /* 0; a class is known by its position */
    uint16_t buffer_stride; /* number of registers of constants of an instance */
    uint16_t textures; /* number of textures of an instance */
    uint16_t samplers; /* number of samplers of an instance */
} dxk_ifce_type;
#define DXK_WIRE_SIZE_ifce_type 12u /* bytes in a file */

/* An instance of a class that the program declares. */
typedef struct dxk_ifce_instance {
    uint32_t name; /* name */
    uint16_t type; /* number of the class */
    uint16_t unused; /* 1 */
    uint16_t buffer; /* constant buffer */
    uint16_t buffer_offset; /* first constant */
    uint16_t texture; /* first texture; 0xFFFF: none */
    uint16_t sampler; /* first sampler; 0xFFFF: none */
} dxk_ifce_instance;
#define DXK_WIRE_SIZE_ifce_instance 16u /* bytes in a file */

/* Aon9: header. */
typedef struct dxk_level9_header {
    uint32_t size; /* size of the part in bytes */
    uint32_t version; /* version token of the profile */
    uint32_t code_size; /* size of the program in bytes */
    uint32_t code; /* offset of the program */
    uint16_t constant_count; /* number of runs of constants */
    uint16_t constants; /* offset of the constants */
    uint16_t integer_count; /* number of runs of integer constants */
    uint16_t integers; /* offset of the integers */
    uint16_t boolean_count; /* number of runs of boolean constants */
    uint16_t booleans; /* offset of the booleans */
    uint16_t sampler_count; /* number of samplers */
    uint16_t samplers; /* offset of the samplers */
    uint16_t runtime_count; /* number of constants that the runtime makes */
    uint16_t runtimes; /* offset of the runtimes */
} dxk_level9_header;
#define DXK_WIRE_SIZE_level9_header 36u /* bytes in a file */

/* Constants of a buffer, and the registers that they are loaded into. */
typedef struct dxk_level9_constant {
    uint16_t buffer; /* constant buffer */
    uint16_t start; /* first constant in it */
    uint16_t count; /* number of constants */
    uint16_t target; /* first register c# */
    uint8_t conversion[4]; /* conversion of each component; 0: a float, not converted */
} dxk_level9_constant;
#define DXK_WIRE_SIZE_level9_constant 12u /* bytes in a file */

/* A texture and sampler, and the register that stands for both. */
typedef struct dxk_level9_sampler {
    uint8_t texture; /* texture t# */
    uint8_t sampler; /* sampler s# */
    uint8_t target; /* register s# */
    uint8_t unused; /* zero */
} dxk_level9_sampler;
#define DXK_WIRE_SIZE_level9_sampler 4u /* bytes in a file */

/* A constant that the runtime makes. */
typedef struct dxk_level9_runtime {
    uint16_t kind; /* 0: offset of vertex positions */
    uint16_t target; /* register c# */
} dxk_level9_runtime;
#define DXK_WIRE_SIZE_level9_runtime 4u /* bytes in a file */

/* LIBH: header. */
typedef struct dxk_library_header {
    uint32_t version; /* 1 */
    uint32_t creator; /* name of the compiler */
    uint32_t flags; /* zero */
    uint32_t function_count; /* number of functions, each with a LIBF part */
    uint32_t functions; /* offset of the functions; 20 */
} dxk_library_header;
#define DXK_WIRE_SIZE_library_header 20u /* bytes in a file */

/* A function of a library. */
typedef struct dxk_library_function {
    uint32_t kind; /* 0; 1 if there are several functions */
    uint32_t name; /* name */
} dxk_library_function;
#define DXK_WIRE_SIZE_library_function 8u /* bytes in a file */

/* LFS0: header. */
typedef struct dxk_function_header {
    uint32_t parameter_count; /* number of parameters, with the result, which comes first */
    uint32_t parameters; /* offset of the parameters; 8 */
} dxk_function_header;
#define DXK_WIRE_SIZE_function_header 8u /* bytes in a file */

/* The result or a parameter of a library function. */
typedef struct dxk_function_parameter {
    uint32_t name; /* name; for the result, that of the function */
    uint32_t semantic; /* semantic; 0: none */
    uint32_t type; /* type of a component */
    uint32_t type_class; /* class */
    uint32_t rows; /* number of rows */
    uint32_t columns; /* number of columns */
    uint32_t interpolation; /* interpolation */
    uint32_t flags; /* direction */
    uint32_t in_register; /* first input register; 0xFFFFFFFF: none */
    uint32_t in_component; /* first component in that register */
    uint32_t out_register; /* first output register; 0xFFFFFFFF: none */
    uint32_t out_component; /* first component in that register */
} dxk_function_parameter;
#define DXK_WIRE_SIZE_function_parameter 48u /* bytes in a file */

/* DBUG: header. */
typedef struct dxk_level9_debug {
    uint32_t size; /* size of the header in bytes */
    uint32_t compiler; /* name of the compiler */
    uint32_t unknown; /* not known */
    uint32_t file_count; /* number of files */
    uint32_t files; /* offset of a list of the offsets of their names */
    uint32_t line_count; /* number of instructions */
    uint32_t lines; /* offset of the lines */
    uint32_t variable_count; /* number of variables */
    uint32_t variables; /* offset of the variables */
    uint32_t entry; /* name of the entry point */
} dxk_level9_debug;
#define DXK_WIRE_SIZE_level9_debug 40u /* bytes in a file */

/* Source location of an instruction of feature level 9. */
typedef struct dxk_level9_line {
    uint16_t line; /* line */
    uint16_t file; /* file; 0xFFFF: none */
    uint32_t place; /* place of the instruction */
} dxk_level9_line;
#define DXK_WIRE_SIZE_level9_line 8u /* bytes in a file */

/* A variable of a program of feature level 9. */
typedef struct dxk_level9_variable {
    uint32_t scope; /* function */
    uint32_t name; /* name */
    uint32_t type; /* type */
    uint32_t place_count; /* number of places */
    uint32_t places; /* offset of the places */
} dxk_level9_variable;
#define DXK_WIRE_SIZE_level9_variable 20u /* bytes in a file */

/* An instruction that writes a variable. */
typedef struct dxk_level9_place {
    uint32_t line; /* index of its line */
    uint16_t x; /* element of the variable in the first component; 0xFFFF: none */
    uint16_t y; /* element of the variable in the second component */
    uint16_t z; /* element of the variable in the third component */
    uint16_t w; /* element of the variable in the fourth component */
} dxk_level9_place;
#define DXK_WIRE_SIZE_level9_place 12u /* bytes in a file */

/* Stream 1 of a PDB, without named streams. */
typedef struct dxk_pdb_identity {
    uint32_t version; /* date of the format */
    uint32_t signature; /* time of creation; zero */
    uint32_t age; /* number of times that it was written */
    uint8_t guid[16]; /* identity: the hash of the shader */
    uint32_t names_size; /* size of the names of streams in bytes */
    uint32_t names_used; /* number of streams that have names */
    uint32_t names_capacity; /* capacity of the map from names to streams */
    uint8_t names[16]; /* map from names to streams, empty */
} dxk_pdb_identity;
#define DXK_WIRE_SIZE_pdb_identity 56u /* bytes in a file */

/* Ids of the records, for the functions below. */
typedef enum dxk_record_id {
    DXK_RECORD_ID_none = 0, /* no record */
    DXK_RECORD_ID_file_header, /* header of a container, before the table of part offsets */
    DXK_RECORD_ID_part_header, /* header of a part, before its content */
    DXK_RECORD_ID_program_header, /* header of a program part, before its bitcode */
    DXK_RECORD_ID_signature_header, /* header of a signature part */
    DXK_RECORD_ID_signature_element, /* one register of an element of a signature */
    DXK_RECORD_ID_feature_info, /* SFI0: features that the shader requires of the device */
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
    DXK_RECORD_ID_source_section_header, /* header of a section in SRCI */
    DXK_RECORD_ID_source_names_header, /* header of the section of names */
    DXK_RECORD_ID_source_name_entry, /* header of a name in SRCI */
    DXK_RECORD_ID_source_contents_header, /* header of the section of sources */
    DXK_RECORD_ID_source_content_entry, /* header of a source in SRCI */
    DXK_RECORD_ID_source_args_header, /* header of the section of arguments */
    DXK_RECORD_ID_pdb_info_header, /* PDBI: header, before the tables of an RDAT part */
    DXK_RECORD_ID_rdat_header, /* RDAT: header, before the offsets of the parts */
    DXK_RECORD_ID_rdat_part_header, /* header of a part of RDAT */
    DXK_RECORD_ID_rdat_table_header, /* header of a table of RDAT */
    DXK_RECORD_ID_rdat_resource, /* a resource of the library */
    DXK_RECORD_ID_rdat_function, /* a function of the library */
    DXK_RECORD_ID_rdat_dispatch_grid, /* place of the dispatch grid in a record */
    DXK_RECORD_ID_rdat_node_id, /* name of a node */
    DXK_RECORD_ID_rdat_func_attrib, /* an attribute of a node */
    DXK_RECORD_ID_rdat_io_attrib, /* an attribute of an input or output of a node */
    DXK_RECORD_ID_rdat_io_node, /* an input or output of a node */
    DXK_RECORD_ID_rdat_node, /* a node: a function that a work graph launches */
    DXK_RECORD_ID_rdat_signature_element, /* an element of a signature in RDAT */
    DXK_RECORD_ID_rdat_vs_info, /* properties of a vertex shader */
    DXK_RECORD_ID_rdat_ps_info, /* properties of a pixel shader */
    DXK_RECORD_ID_rdat_hs_info, /* properties of a hull shader */
    DXK_RECORD_ID_rdat_ds_info, /* properties of a domain shader */
    DXK_RECORD_ID_rdat_gs_info, /* properties of a geometry shader */
    DXK_RECORD_ID_rdat_cs_info, /* properties of a compute shader */
    DXK_RECORD_ID_rdat_ms_info, /* properties of a mesh shader */
    DXK_RECORD_ID_rdat_as_info, /* properties of an amplification shader */
    DXK_RECORD_ID_rdat_state_object_config, /* sub-object: flags of the state object */
    DXK_RECORD_ID_rdat_root_signature, /* sub-object: a root signature, as in an RTS0 part */
    DXK_RECORD_ID_rdat_association, /* sub-object: functions that another sub-object is for */
    DXK_RECORD_ID_rdat_raytracing_shader_config, /* sub-object: sizes of a ray tracing pipeline */
    DXK_RECORD_ID_rdat_raytracing_pipeline_config, /* sub-object: depth of a ray tracing pipeline */
    DXK_RECORD_ID_rdat_hit_group, /* sub-object: a hit group */
    /* sub-object: depth and flags of a ray tracing pipeline */
    DXK_RECORD_ID_rdat_raytracing_pipeline_config1,
    DXK_RECORD_ID_rdat_subobject, /* a sub-object of a state object */
    DXK_RECORD_ID_rdat_pdb_library, /* a library that the shader was linked from */
    DXK_RECORD_ID_rdat_pdb_source, /* a source that the shader was compiled from */
    DXK_RECORD_ID_rdat_pdb_info, /* information about the compilation */
    DXK_RECORD_ID_rs_header, /* RTS0: header */
    DXK_RECORD_ID_rs_parameter, /* header of a root parameter */
    DXK_RECORD_ID_rs_constants, /* root constants */
    DXK_RECORD_ID_rs_descriptor, /* a root descriptor; version 0: 1.0, version 1: 1.1 and later */
    DXK_RECORD_ID_rs_table, /* header of a descriptor table */
    DXK_RECORD_ID_rs_range_1_0, /* a range of descriptors in a root signature 1.0 */
    DXK_RECORD_ID_rs_range, /* a range of descriptors, 1.1 and later */
    DXK_RECORD_ID_rs_sampler, /* a static sampler; version 1: root signature 1.2 */
    /* one register of a signature element in ISGN, OSGN and PCSG */
    DXK_RECORD_ID_signature_element4,
    DXK_RECORD_ID_signature_element5, /* one register of a signature element in OSG5 */
    DXK_RECORD_ID_rdef_header, /* RDEF: header */
    DXK_RECORD_ID_rdef_sizes, /* RDEF of shader model 5: sizes of the records */
    DXK_RECORD_ID_rdef_binding, /* a resource that a shader binds */
    /* a constant buffer, texture buffer or layout of a structured buffer */
    DXK_RECORD_ID_rdef_buffer,
    DXK_RECORD_ID_rdef_variable, /* a variable in a buffer */
    DXK_RECORD_ID_rdef_type, /* a type */
    DXK_RECORD_ID_rdef_member, /* a member of a structure */
    DXK_RECORD_ID_counters, /* STAT: counts of instructions and registers */
    DXK_RECORD_ID_ifce_header, /* IFCE: header */
    DXK_RECORD_ID_ifce_slot, /* interface slots that accept the same classes */
    DXK_RECORD_ID_ifce_type, /* a class that can fill a slot */
    DXK_RECORD_ID_ifce_instance, /* an instance of a class that the program declares */
    DXK_RECORD_ID_level9_header, /* Aon9: header */
    /* constants of a buffer, and the registers that they are loaded into */
    DXK_RECORD_ID_level9_constant,
    DXK_RECORD_ID_level9_sampler, /* a texture and sampler, and the register that stands for both */
    DXK_RECORD_ID_level9_runtime, /* a constant that the runtime makes */
    DXK_RECORD_ID_library_header, /* LIBH: header */
    DXK_RECORD_ID_library_function, /* a function of a library */
    DXK_RECORD_ID_function_header, /* LFS0: header */
    DXK_RECORD_ID_function_parameter, /* the result or a parameter of a library function */
    DXK_RECORD_ID_level9_debug, /* DBUG: header */
    DXK_RECORD_ID_level9_line, /* source location of an instruction of feature level 9 */
    DXK_RECORD_ID_level9_variable, /* a variable of a program of feature level 9 */
    DXK_RECORD_ID_level9_place, /* an instruction that writes a variable */
    DXK_RECORD_ID_pdb_identity, /* stream 1 of a PDB, without named streams */
    DXK_RECORD_ID_COUNT /* number of records, including DXK_RECORD_ID_none */
} dxk_record_id;

/* Ways to show a field. */
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
    DXK_SHOW_SIZE = 17, /* size, count or offset that follows from other fields */
    DXK_SHOW_TABLE = 18, /* bytes shown where other fields refer to them, such as a string table */
    DXK_SHOW_SET = 19 /* set of small numbers, one bit each; the text lists them */
} dxk_show;

/* Returns the name of a record, such as "signature_element". Never NULL; static storage. */
DXK_API const char *dxk_record_name(dxk_record_id id);

/* Returns the size of the newest version of a record in a file, in bytes. */
DXK_API size_t dxk_record_wire_size(dxk_record_id id);

/*
 * Reads a record from `bytes` into its structure, `record`. Fields past the end of `bytes`
 * become zero. Returns the number of bytes read.
 */
DXK_API size_t dxk_record_load(dxk_record_id id, dxk_bytes bytes, void *record);

/* Writes the first `size` bytes of a record to `out`, as in a file. Fields that reach past `size`
 * are left out. Returns the number of bytes written. */
DXK_API size_t dxk_record_store(dxk_record_id id, const void *record, uint8_t *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif

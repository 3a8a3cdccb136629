/* SPDX-License-Identifier: MIT */
/*
 * dxil.h - what the metadata of a module means: the structures behind dxk_dxil.
 *
 *   dx.entryPoints -> entries -> properties, signatures -> elements
 *   dx.resources   -> resources[class]         (the list of the first entry point)
 *   dx.typeAnnotations, dx.dxrPayloadAnnotations, dx.viewIdState, dx.subobjects, ...
 *
 * A structure that is read from a tuple begins with a head: the tuple's metadata id and, for tag
 * lists, which tags were there. Nodes that are shared in the module are shared here: each is read
 * once. Malformed metadata is reported and leaves zeros; the rest is read all the same. Numbers
 * are raw, as the module has them: nothing is checked against enumerations.
 *
 * The members are filled by rows of spec/dxil_records.def; see there for the numbers.
 */
#ifndef DXKI_DXIL_DXIL_H
#define DXKI_DXIL_DXIL_H

#include "base/arena.h"
#include "dxk/dxil.h"
#include "ir/ir.h"
#include "spec/dxil_records.h"
#include "spec/shader_flags.h"
#include "spec/shader_models.h"

/* Where a structure came from. */
typedef struct dxki_dxil_md_head {
    dxki_md md;       /* the tuple; 0: there was none */
    uint32_t present; /* tag lists: bit `tag` is set when the tag was there and readable */
    uint32_t unknown; /* tag lists: number of tags that the table does not know */
} dxki_dxil_md_head;

/* True when a tag list had the tag: DXKI_MD_HAS(props, PROPS_GS_STATE). */
#define DXKI_MD_HAS(object, tag) (((object)->head.present >> DXKI_MD_##tag & 1u) != 0)

typedef struct dxki_dxil_u32s {
    const uint32_t *items;
    uint32_t count;
} dxki_dxil_u32s;

typedef struct dxki_dxil_strs {
    const dxk_str *items;
    uint32_t count;
} dxki_dxil_strs;

/* Structures read from the operands of a tuple; a shared operand is one shared structure. What
 * they are is said where the list is: const dxki_dxil_sig_element *e = list.items[i]; */
typedef struct dxki_dxil_list {
    dxki_md md; /* the tuple; 0: none, or a named node */
    uint32_t count;
    const void *const *items;
} dxki_dxil_list;

typedef struct dxki_dxil_version {
    dxki_dxil_md_head head;
    uint32_t major, minor;
} dxki_dxil_version;

typedef struct dxki_dxil_shader_model {
    dxki_dxil_md_head head;
    dxk_str stage;         /* "ps" */
    dxk_str name;          /* "ps_6_0" */
    uint32_t major, minor; /* minor 15: offline library */
    uint32_t kind;         /* dxk_shader_kind of `stage`; DXK_SHADER_KIND_INVALID: unknown */
    bool is_whole;         /* all of it could be read */
    bool is_known;         /* the stage has a version 6.minor */
} dxki_dxil_shader_model;

typedef struct dxki_dxil_intermediate_tag {
    dxki_dxil_md_head head;
    uint32_t tag;
} dxki_dxil_intermediate_tag;

typedef struct dxki_dxil_intermediate {
    dxki_dxil_md_head head;
    uint32_t flags;
} dxki_dxil_intermediate;

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

typedef struct dxki_dxil_sig_extra {
    dxki_dxil_md_head head;
    uint32_t stream;
    dxki_md symbol_md;
    uint32_t dynamic_mask; /* components that are indexed dynamically */
    uint32_t usage_mask;   /* components that are read or written */
} dxki_dxil_sig_extra;

typedef struct dxki_dxil_sig_element {
    dxki_dxil_md_head head;
    uint32_t id;
    dxk_str name;            /* as the metadata has it, see dxki_dxil_sig_element_name() */
    uint32_t component_type; /* dxk_component_type */
    uint32_t semantic;       /* dxk_semantic_kind */
    dxki_dxil_u32s indices;  /* semantic indices, one per row */
    uint32_t first_index;    /* of the indices, or the number after the name */
    uint32_t interpolation;  /* dxk_interpolation_mode */
    uint32_t rows, columns;
    int32_t start_row, start_column; /* -1: not allocated */
    dxki_dxil_sig_extra extra;
} dxki_dxil_sig_element;

/* Scratch of the reader: the operands of the tuple of signatures, of the tuple of resources. */
typedef struct dxki_dxil_signature_nodes {
    dxki_dxil_md_head head;
    dxki_md nodes[3];
} dxki_dxil_signature_nodes;

typedef struct dxki_dxil_resource_nodes {
    dxki_dxil_md_head head;
    dxki_md nodes[4];
} dxki_dxil_resource_nodes;

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

typedef struct dxki_dxil_gs_state {
    dxki_dxil_md_head head;
    uint32_t input_primitive; /* dxk_input_primitive */
    uint32_t max_vertices;
    uint32_t stream_mask;
    uint32_t topology; /* dxk_primitive_topology */
    uint32_t instances;
} dxki_dxil_gs_state;

typedef struct dxki_dxil_ds_state {
    dxki_dxil_md_head head;
    uint32_t domain; /* dxk_tessellator_domain */
    uint32_t control_points;
} dxki_dxil_ds_state;

typedef struct dxki_dxil_hs_state {
    dxki_dxil_md_head head;
    uint32_t patch_function; /* index in globals; 0: none */
    uint32_t input_points, output_points;
    uint32_t domain; /* dxk_tessellator_domain */
    uint32_t partitioning;
    uint32_t output; /* dxk_tessellator_output */
    float max_factor;
} dxki_dxil_hs_state;

typedef struct dxki_dxil_ms_state {
    dxki_dxil_md_head head;
    uint32_t num_threads[3];
    uint32_t max_vertices, max_primitives;
    uint32_t topology; /* dxk_mesh_topology */
    uint32_t payload_size;
} dxki_dxil_ms_state;

typedef struct dxki_dxil_as_state {
    dxki_dxil_md_head head;
    uint32_t num_threads[3];
    uint32_t payload_size;
} dxki_dxil_as_state;

typedef struct dxki_dxil_node_id {
    dxki_dxil_md_head head;
    dxk_str name;
    uint32_t index;
} dxki_dxil_node_id;

typedef struct dxki_dxil_dispatch_grid {
    dxki_dxil_md_head head;
    uint32_t offset, component_type, components;
} dxki_dxil_dispatch_grid;

typedef struct dxki_dxil_node_record {
    dxki_dxil_md_head head;
    uint32_t size;
    dxki_dxil_dispatch_grid grid;
    uint32_t alignment;
} dxki_dxil_node_record;

typedef struct dxki_dxil_node_io {
    dxki_dxil_md_head head;
    uint32_t flags; /* dxk_node_io_flag */
    dxki_dxil_node_record record;
    uint32_t max_records;
    uint32_t array_size;
    int32_t max_records_shared_with; /* index of an output; only with its tag */
    bool allow_sparse;
    dxki_dxil_node_id id;
} dxki_dxil_node_io;

typedef struct dxki_dxil_node_props {
    uint32_t launch_type; /* dxk_node_launch_type */
    bool is_program_entry;
    dxki_dxil_node_id id;
    uint32_t local_root_index;
    dxki_dxil_node_id shares_input_of;
    uint32_t grid[3], max_grid[3];
    uint32_t max_recursion;
    dxki_md inputs_md, outputs_md;
    dxki_dxil_list inputs, outputs; /* dxki_dxil_node_io */
} dxki_dxil_node_props;

/* The property list of an entry point; head.present tells what was there. */
typedef struct dxki_dxil_props {
    dxki_dxil_md_head head;
    uint64_t shader_flags; /* bits DXKI_SHADER_FLAG_ */
    uint32_t shader_kind;  /* dxk_shader_kind; of the shader model when there is no tag */
    uint32_t num_threads[3];
    uint32_t wave_size;
    uint32_t wave_range[3]; /* least, most, preferred */
    dxki_dxil_gs_state gs;
    dxki_dxil_ds_state ds;
    dxki_dxil_hs_state hs;
    dxki_dxil_ms_state ms;
    dxki_dxil_as_state as;
    dxki_dxil_node_props node;
    uint32_t ray_payload_size, ray_attribute_size;
    uint32_t group_shared_limit;
    uint32_t auto_binding_space;
    dxk_bytes root_signature;
} dxki_dxil_props;

typedef struct dxki_dxil_entry {
    dxki_dxil_md_head head;
    uint32_t function; /* index in globals; 0: none */
    dxk_str name;
    dxki_md signatures_md, resources_md, props_md;
    dxki_dxil_list
        signatures[3]; /* dxki_dxil_sig_element: input, output, patch constant or primitive */
    dxki_dxil_props props;
} dxki_dxil_entry;

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

typedef struct dxki_dxil_resource_extra {
    dxki_dxil_md_head head;
    uint32_t element_type; /* dxk_component_type */
    uint32_t stride;
    uint32_t feedback; /* sampler feedback: 0 MinMip, 1 MipRegionUsed */
    bool atomic64;
    bool reorder_coherent;
} dxki_dxil_resource_extra;

typedef struct dxki_dxil_cbuffer_extra {
    dxki_dxil_md_head head;
    bool is_tbuffer;
} dxki_dxil_cbuffer_extra;

typedef struct dxki_dxil_resource {
    dxki_dxil_md_head head;
    uint32_t cls; /* dxk_resource_class */
    uint32_t id;
    dxki_value symbol;   /* as read: undef, global, or a bitcast of the global */
    dxki_type hlsl_type; /* what the symbol points to, arrays of resources included; 0: unknown */
    dxk_str name;
    uint32_t space, lower_bound;
    uint32_t range_size; /* 0xFFFFFFFF: unbounded */
    uint32_t kind;       /* dxk_resource_kind; CBuffers and samplers too */
    uint32_t sample_count;
    bool globally_coherent, has_counter, is_rov;
    dxki_dxil_resource_extra extra; /* SRV, UAV */
    uint32_t cbuffer_size;
    dxki_dxil_cbuffer_extra cbuffer_extra;
    uint32_t sampler_kind; /* 0 default, 1 comparison, 2 mono */
    dxki_md sampler_extra_md;
} dxki_dxil_resource;

/* ---------------------------------------------------------------------------------------- */
/* Type annotations                                                                           */

typedef struct dxki_dxil_matrix_annotation {
    dxki_dxil_md_head head;
    uint32_t rows, columns;
    uint32_t orientation; /* 1 row-major, 2 column-major */
} dxki_dxil_matrix_annotation;

#define DXKI_ROW_MAJOR    1u
#define DXKI_COLUMN_MAJOR 2u

typedef struct dxki_dxil_field_annotation {
    dxki_dxil_md_head head;
    dxk_str name;
    bool is_precise, is_used;
    dxki_dxil_matrix_annotation matrix;
    uint32_t cbuffer_offset; /* only with its tag */
    dxk_str semantic;
    uint32_t interpolation;    /* dxk_interpolation_mode */
    uint32_t component_type;   /* dxk_component_type */
    dxki_value resource_props; /* constant; 0: none */
    dxki_md bit_fields_md;
    dxki_dxil_list bit_fields; /* dxki_dxil_field_annotation; empty in those */
    uint32_t bit_width, vector_size;
} dxki_dxil_field_annotation;

typedef struct dxki_dxil_template_arg {
    dxki_dxil_md_head head;
    dxki_value type_value; /* a value of the type, when it is a type */
    uint64_t integral;     /* else */
} dxki_dxil_template_arg;

typedef struct dxki_dxil_struct_extra {
    dxki_dxil_md_head head;
    dxki_md template_args_md;
} dxki_dxil_struct_extra;

/* The annotation tuple of a structure; structures of equal annotations share it. */
typedef struct dxki_dxil_struct_annotation {
    dxki_dxil_md_head head;
    uint32_t cbuffer_size;
    dxki_dxil_list fields; /* dxki_dxil_field_annotation, one for each element of the type */
    dxki_dxil_struct_extra extra;
    dxki_dxil_list template_args; /* dxki_dxil_template_arg */
} dxki_dxil_struct_annotation;

typedef struct dxki_dxil_annotated_struct {
    dxki_type type;
    const dxki_dxil_struct_annotation *annotation; /* NULL: malformed */
} dxki_dxil_annotated_struct;

typedef struct dxki_dxil_param_annotation {
    dxki_dxil_md_head head;
    uint32_t qualifier;
    dxki_md field_md;
    const dxki_dxil_field_annotation *field; /* NULL: malformed */
    dxki_dxil_u32s indices;
} dxki_dxil_param_annotation;

typedef struct dxki_dxil_annotated_function {
    uint32_t function;     /* index in globals */
    dxki_dxil_list params; /* dxki_dxil_param_annotation: result, then parameters */
} dxki_dxil_annotated_function;

typedef struct dxki_dxil_payload_field {
    dxki_dxil_md_head head;
    uint32_t access; /* four bits a stage: 1 read, 2 write */
} dxki_dxil_payload_field;

typedef struct dxki_dxil_annotated_payload {
    dxki_type type;
    dxki_dxil_list fields; /* dxki_dxil_payload_field */
} dxki_dxil_annotated_payload;

typedef struct dxki_dxil_type_list_tag {
    dxki_dxil_md_head head;
    uint32_t tag;
} dxki_dxil_type_list_tag;

/* ---------------------------------------------------------------------------------------- */
/* The rest                                                                                   */

typedef struct dxki_dxil_subobject {
    dxki_dxil_md_head head;
    dxk_str name;
    uint32_t kind; /* dxk_subobject_kind */
    uint32_t flags;
    dxk_bytes root_signature;
    dxk_str text; /* of the root signature */
    dxk_str target;
    dxki_dxil_strs exports;
    uint32_t max_payload_size, max_attribute_size;
    uint32_t max_recursion;
    uint32_t hit_group_type;
    dxk_str any_hit, closest_hit, intersection;
} dxki_dxil_subobject;

typedef struct dxki_dxil_counter {
    dxk_str name;
    uint32_t value;
} dxki_dxil_counter;

/*
 * The ViewID state. `words` is what the module has, 32-bit little-endian; the tables are word
 * offsets in it, 0 when there is none (word 0 is the number of inputs).
 *
 *   inputs | per stream: outputs, [mask of outputs that depend on ViewID], table
 *          | hull, domain, mesh: patch constants or primitives, [mask], table
 *   mask:  (n + 31) / 32 words, bit by scalar
 *   table: such a mask of outputs for each input
 */
typedef struct dxki_dxil_view_id_set {
    uint32_t outputs; /* scalars */
    uint32_t inputs;  /* scalars that the table has a row for */
    uint32_t mask;    /* offset; outputs that depend on ViewID */
    uint32_t table;   /* offset */
} dxki_dxil_view_id_set;

typedef struct dxki_dxil_view_id {
    dxki_md md; /* 0: the module has none */
    dxk_bytes words;
    bool is_valid; /* `words` is long enough for what it announces */
    uint32_t inputs;
    dxki_dxil_view_id_set streams[4];
    dxki_dxil_view_id_set patch; /* hull, mesh: outputs; domain: inputs, `outputs` of stream 0 */
    uint32_t patch_scalars;
} dxki_dxil_view_id;

#define DXKI_RESOURCE_CLASSES 4u

struct dxk_dxil {
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_module *m;

    dxki_dxil_version version;   /* head.md 0: not a DXIL module */
    dxki_dxil_version validator; /* 1.0 when the module does not say */
    dxki_dxil_shader_model model;
    dxki_dxil_intermediate intermediate;

    dxki_dxil_list
        entries; /* dxki_dxil_entry; of a library the first has the resources and function 0 */

    dxki_md resources_md;
    dxki_dxil_list resources[DXKI_RESOURCE_CLASSES]; /* dxki_dxil_resource, by dxk_resource_class */

    uint32_t struct_count;
    const dxki_dxil_annotated_struct *structs;
    uint32_t function_count;
    const dxki_dxil_annotated_function *functions;
    uint32_t payload_count;
    const dxki_dxil_annotated_payload *payloads;
    bool
        is_new; /* a program that is being made: its metadata has all payloads, while the reference's
                    assembler reads the first one of each node alone, and copies without a size */
    uint32_t *struct_of_type; /* by type id: index into structs + 1; 0: not annotated */
    uint32_t types_known;     /* elements of struct_of_type; later types are not annotated */

    dxki_dxil_view_id view_id;
    dxki_dxil_list subobjects; /* dxki_dxil_subobject */
    uint32_t counter_count;
    const dxki_dxil_counter *counters;
    dxk_bytes root_signature; /* dx.rootSignature */
    uint32_t unknown_tags;    /* tags, bits and operands that the tables do not know, over all */

    /* What the metadata is refused for, in the reference's words, which may be none; NULL: it is
     * not. Malformed annotations are passed over instead: the view has none then. */
    const char *refusal;
    bool bad_annotations;
    const char *annotation_refusal; /* what the reference's assembler says of malformed ones */

    /* By index of a UAV: 1 where code has 64-bit atomics on it, whether or not the metadata says
     * so, as dxki_dxil_find_requirements() found out; NULL: nobody looked. */
    const uint8_t *atomic64;

    /* Made by dxk_dxil_count(). */
    const dxk_dxil_op_count *op_counts;
    size_t op_count_count;
    const dxk_dxil_inst_count *inst_counts;
    size_t inst_count_count;
    uint64_t inst_total;
    bool counted;
    const uint32_t *exports; /* indices in globals */
    size_t export_count;
    const uint32_t *entry_of_global; /* by index in globals: public index of an entry point + 1 */
};

/* True if entry point 0 declares the shader flag. */
bool dxki_dxil_flag(const dxk_dxil *d, enum dxki_shader_flag flag);

/* The stage of an entry point: a dxk_shader_kind, as the metadata says it. */
uint32_t dxki_dxil_entry_kind(const dxk_dxil *d, const dxki_dxil_entry *entry);

/* Its wave sizes: least or only one, most, preferred; 0: not said. */
void dxki_dxil_entry_wave(const dxki_dxil_entry *entry, uint32_t wave[3]);

/* How a node is launched; 0: not said. */
uint32_t dxki_dxil_entry_launch(const dxki_dxil_entry *entry);

/* True if it is a node, by its stage or by a launch type. */
bool dxki_dxil_entry_is_node(const dxk_dxil *d, const dxki_dxil_entry *entry);

/* The minor version of the validator that the module targets; the newest for none, and for other
 * major versions than 1. */
uint32_t dxki_dxil_validator_minor(const dxk_dxil *d);

/* True if the module targets validator 1.`minor` or newer (0.x counts as newest). */
bool dxki_dxil_validator_at_least(const dxk_dxil *d, uint32_t minor);

/* The entry point that the parts of a shader describe; NULL: the module has no entry point. */
const dxki_dxil_entry *dxki_dxil_first_entry(const dxk_dxil *d);

/* The semantic kind of an element as parts and metadata store it: what a system value means at
 * signature `which` of the stage. */
uint32_t dxki_dxil_element_semantic(const dxki_dxil_sig_element *e, uint32_t stage, uint32_t which);

/* True if the element has a register. */
bool dxki_dxil_is_allocated(const dxki_dxil_sig_element *e);

/* The last call of each function of operations. */
typedef struct dxki_dxil_calls {
    dxk_ctx *ctx;
    uint32_t *last; /* by global; 0: there is none */
    size_t count;   /* of globals */
} dxki_dxil_calls;

/* False: out of memory. To be freed in any case. */
bool dxki_dxil_find_calls(const dxk_module *m, dxki_dxil_calls *calls);
void dxki_dxil_free_calls(dxki_dxil_calls *calls);

/* Declares the functions that operations have today where a module calls them by names of older
 * classes, which it keeps calling (refresh.c). For a module as it was read. */
dxk_status dxki_dxil_refresh_ops(dxk_module *m, const dxki_dxil_calls *calls);

/* 16-bit types are min-precision types (else native)? */
bool dxki_dxil_min_precision(const dxk_dxil *d);

/* The layout of data, which depends on the width of 16-bit types. */
dxk_str dxki_dxil_data_layout(bool native_16bit);

#define DXKI_OFFLINE_MINOR 15u /* libraries to be linked: 6.x */

/* The global variable of a resource; from shader model 6.6 on it is cast to the resource's type. */
dxki_value dxki_dxil_symbol(const dxk_dxil *d, const dxki_dxil_resource *resource);
/* Place of a structure type in `structs`, and 1 more; 0: it is not annotated. */
uint32_t dxki_dxil_struct_number(const dxk_dxil *d, dxki_type type);
/* Forgets structures that only those types have, not what is left of resources, functions and payloads;
 * false: out of memory. */
bool dxki_dxil_drop_layouts(dxk_dxil *d, const dxki_type *gone, uint32_t count);
/* Forgets structures that neither resources nor functions have, declared ones included; false: out of
 * memory. */
bool dxki_dxil_keep_used_layouts(dxk_dxil *d);
/* Annotation of a structure type; NULL: it has none. */
const dxki_dxil_struct_annotation *dxki_dxil_struct(const dxk_dxil *d, dxki_type type);
/* Which annotated structures count as without fields: those without data, resources and types that
 * only the target knows. `known` has a byte for each annotation, zeros, and gets DXKI_STRUCT_EMPTY
 * for the last one of each structure; the other bits are its own. (emit_types.c) */
void dxki_dxil_list_empty(const dxk_dxil *d, uint8_t *known);
#define DXKI_STRUCT_EMPTY 1u

/* The name that DXIL goes by: the system value's own where the element is one at this point. */
dxk_str dxki_dxil_sig_element_name(const dxki_dxil_sig_element *element, uint32_t shader_kind,
                                   uint32_t signature);

/* An output that is a node; one that is a record goes without what tells nodes. */
bool dxki_dxil_is_output_node(const dxki_dxil_node_io *io);

/* Do 64-bit atomics work on resource `index` of a class, by its tag or by code that was looked at?
 */
bool dxki_dxil_has_atomic64(const dxk_dxil *d, uint32_t cls, uint32_t index);

/* A resource's type without pointer and arrays; 0: unknown. */
dxki_type dxki_dxil_resource_type(const dxk_module *m, const dxki_dxil_resource *resource);

/* Word `offset` of the ViewID state; 0 after its end. */
uint32_t dxki_dxil_view_id_word(const dxki_dxil_view_id *v, uint32_t offset);
/* Does `output` depend on ViewID; on `input`? */
bool dxki_dxil_view_id_in_mask(const dxki_dxil_view_id *v, const dxki_dxil_view_id_set *set,
                               uint32_t output);
bool dxki_dxil_view_id_in_table(const dxki_dxil_view_id *v, const dxki_dxil_view_id_set *set,
                                uint32_t input, uint32_t output);

/* "i32", "snorm_f16"; and as HLSL writes it. Never NULL. */
const char *dxki_dxil_component_name(uint32_t type);
const char *dxki_dxil_component_hlsl_name(uint32_t type, bool min_precision);
const char *dxki_dxil_interpolation_name(uint32_t mode);

#endif

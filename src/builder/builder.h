/* SPDX-License-Identifier: MIT */
/*
 * builder.h - inside of dxk_builder: a module that grows, and the descriptions of what becomes
 * metadata at the end.
 *
 *   builder.c           life, failures, checks of numbers
 *   types.c     types, constants, variables, functions, blocks
 *   insts.c     instructions
 *   ops.c       dx.op calls
 *   resource.c  resources, handles, layouts
 *   shader.c    elements, entries
 *   finish.c    metadata, checks
 *   library.c   what only libraries have
 *
 * Numbers given out are those of the module: types are dxki_type, values and blocks dxki_value.
 * Elements and resources are indices + 1.
 */
#ifndef DXKI_BUILDER_BUILDER_H
#define DXKI_BUILDER_BUILDER_H

#include "base/diag.h"
#include "dxil/dxil.h"
#include "dxil/op.h"
#include "dxk/shader.h"
#include "ir/dxop.h"
#include "ir/idset.h"
#include "spec/reader_rules.h"
#include "spec/semantics.h"

/* A value that a phi gets from a block. */
typedef struct dxki_builder_input {
    uint32_t phi; /* index in insts */
    dxki_value value;
    dxki_value from;
} dxki_builder_input;

/* An element: where it is, and what becomes its metadata. */
typedef struct dxki_builder_element {
    uint32_t which; /* dxk_signature_kind */
    uint32_t entry; /* libraries: index in entries of the one whose element it is */
    bool placed;    /* e.start_row and e.start_column are the caller's */
    dxki_dxil_sig_element e;
} dxki_builder_element;

typedef struct dxki_builder_resource {
    dxki_dxil_resource r;
    uint32_t components; /* of typed ones */
    uint32_t variable;   /* libraries: index in globals */
    uint32_t align_log2; /* of a structured buffer's element */
    bool is_range;       /* an array stands for it, maybe of one */
} dxki_builder_resource;

/* The order in which functions are told of: the reference tells of those again that it changes. */
typedef enum dxki_builder_rank {
    DXKI_BUILDER_UNCHANGED,
    DXKI_BUILDER_PATCH,    /* it computes patch constants */
    DXKI_BUILDER_IN_PLACE, /* an entry point whose parameters are numbers */
    DXKI_BUILDER_REBUILT,  /* one with a result, structures or objects */
    DXKI_BUILDER_RANKS
} dxki_builder_rank;

struct dxk_builder {
    dxk_ctx *ctx;
    dxki_arena arena;
    dxk_module *m; /* NULL: handed over */
    dxk_status status;
    dxk_builder_options options;
    bool as_declared; /* modes of interpolation and flags are those that were declared, and nothing
                         that follows from the code is told: for those that make what other
                         programs make */
    uint64_t declared_flags;       /* then: of the entry point */
    const uint32_t *binding_space; /* that of resources without one, to be told; NULL: it is not */
    bool renewed_later;            /* passes find out what outputs depend on (opt/finish.c) */
    bool known_later;  /* passes make operands constants that must be, and leave out what is never
                                reached; validation looks at the rest */
    uint32_t block;    /* index in blocks, 0: none */
    dxki_md location;  /* that instructions get; 0: none */
    dxki_dxil_ops ops; /* functions of operations, and all structures with a name */
    dxki_idset global_names; /* indices in globals */
    DXKI_VEC(dxki_builder_input) inputs;
    DXKI_VEC(dxki_builder_element) elements;
    DXKI_VEC(dxki_builder_resource) resources;
    DXKI_VEC(dxki_dxil_entry) entries;
    DXKI_VEC(dxki_dxil_annotated_struct) layouts;
    DXKI_VEC(dxk_type) copies;  /* structures among those */
    uint32_t element_counts[3]; /* of the entry point that elements are added for */
    uint32_t resource_counts[DXKI_RESOURCE_CLASSES];
    dxk_str symbol; /* libraries: name of the next resource's variable; empty: the resource's */
    uint32_t stage; /* dxk_shader_kind of that entry point */
    DXKI_VEC(dxki_dxil_annotated_function) functions[DXKI_BUILDER_RANKS];
    DXKI_VEC(dxki_dxil_annotated_payload) payloads;
    const dxki_dxil_node_props *node; /* of the entry point that comes next, or NULL */
    dxk_bytes entry_root;             /* its root signature, in a library; may be empty */
};

/* --- builder.c --- */

/* May something be made? */
static inline bool dxki_builder_ready(const dxk_builder *b)
{
    return b->status == DXK_OK && b->m;
}

/* Both make the builder fail and return 0. */
uint32_t dxki_builder_fail(dxk_builder *b, const dxki_rule *rule, const dxki_arg *args,
                           size_t count);
uint32_t dxki_builder_nomem(dxk_builder *b);
#define DXKI_BFAIL(b, rule, ...)                                                                   \
    dxki_builder_fail((b), DXKI_RULE_BUILDER_##rule, (const dxki_arg[]){__VA_ARGS__},              \
                      sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg))

/* A NUL-terminated text as an argument. */
dxki_arg dxki_builder_text(const char *text);

/* Text of a type, as in assembly, in the builder's arena. */
dxki_arg dxki_builder_type_text(dxk_builder *b, dxki_type type);

/* `made`, or a failure when it is 0. */
uint32_t dxki_builder_made(dxk_builder *b, uint32_t made);

/* Is it one of the builder's? `call` is the function that asks. Values must be usable in the block
 * that is being filled. */
bool dxki_builder_is_type(dxk_builder *b, const char *call, dxk_type type);
bool dxki_builder_is_value(dxk_builder *b, const char *call, dxk_value value);
bool dxki_builder_is_block(dxk_builder *b, const char *call, dxk_block block);
bool dxki_builder_is_function(dxk_builder *b, const char *call, dxk_value function);
bool dxki_builder_is_const(dxk_builder *b, const char *call, dxk_value value);

/* Reports when `type` is not `wanted`; `what` has it. */
bool dxki_builder_has_type(dxk_builder *b, const char *call, const char *what, dxki_type type,
                           dxki_type wanted);

/* The function that is being filled; 0: none. */
uint32_t dxki_builder_function(const dxk_builder *b);

/* --- types.c --- */

/* A structure with a name: the one there is, or a new one. */
dxki_type dxki_builder_named_struct(dxk_builder *b, dxk_str name, const dxki_type *elements,
                                    uint32_t count);
/* Notes that a global has its name. False: out of memory. */
bool dxki_builder_take_name(dxk_builder *b, uint32_t global);
/* Adds a global with a name that must be new. */
uint32_t dxki_builder_add_global(dxk_builder *b, const char *call, dxki_global_kind kind,
                                 dxki_global *global, dxk_str name);

/* --- insts.c --- */

/* Appends an instruction to the block; 0: it is no place for one. */
dxk_value dxki_builder_add_inst(dxk_builder *b, const char *call, dxki_inst *inst,
                                const dxki_value *ops, uint32_t count, const uint32_t *extra,
                                uint32_t extra_count);
/* A call without checks of its arguments. */
dxk_value dxki_builder_add_call(dxk_builder *b, const char *call, uint32_t global,
                                const dxki_value *args, uint32_t count);

/* --- ops.c --- */

/* The function of an operation for a type that it allows, whether or not it is called; 0: failed. */
uint32_t dxki_builder_declare_op(dxk_builder *b, dxk_op op, dxk_type overload);

/* --- hint.c --- */

/* The name of a number that tells loops apart, for those who look at what has become of them. */
#define DXKI_BUILDER_LOOP_ID "dxk.loop.id"

/* dxk_builder_hint() with such a number; 0: none. */
void dxki_builder_hint(dxk_builder *b, dxk_flow_hint hint, uint32_t count, uint32_t id);

/* Says of all functions that have a body what becomes of denormal floats: "any", "preserve", "ftz". */
void dxki_builder_denormals(dxk_builder *b, const char *mode);

/* --- resource.c --- */

/* What the source says of how a member or a parameter goes from stage to stage. */
typedef struct dxki_builder_passed {
    dxk_str semantic; /* with its index, as it is spelled; stays as long as the builder; or empty */
    dxk_interpolation_mode mode;
    bool is_precise;
} dxki_builder_passed;

/* How a range is declared: arrays of arrays, the outermost first; of 0 elements: without end. */
typedef struct dxki_builder_dims {
    const uint32_t *sizes;
    size_t count; /* in a library at most 1 */
} dxki_builder_dims;

/* dxk_builder_resource() with the structure that stands for one resource; DXK_NONE: one is made. Without `dims`
 * a range of more than one is an array. */
dxk_resource dxki_builder_resource_of(dxk_builder *b, const dxk_resource_desc *desc,
                                      dxk_type structure, const dxki_builder_dims *dims);
/* --- layouts.c --- */

/* Keeps a place for the layout that is given last before the end: structures in it come after it. */
size_t dxki_builder_layout_begin(dxk_builder *b);
void dxki_builder_layout_end(dxk_builder *b, size_t begun);
/* Is a structure one that is laid out for memory, not as the source has it? */
bool dxki_builder_is_laid_out(const dxk_module *m, dxki_type type);
/* Puts layouts in the order in which the reference tells of them; places without one go. */
void dxki_builder_order_layouts(dxk_builder *b);

/* --- resource.c --- */

/* An argument of a template: a type, or else a number. */
typedef struct dxki_builder_argument {
    dxk_type type; /* or DXK_NONE */
    uint64_t number;
} dxki_builder_argument;

/* Says of which arguments of its template the structure was made whose layout was given last. */
void dxki_builder_template_args(dxk_builder *b, const dxki_builder_argument *args, size_t count);
void dxki_builder_fill_passed(const dxki_builder_passed *passed, dxki_dxil_field_annotation *f);
/* Says how member `field` of it goes from stage to stage. */
void dxki_builder_member_passed(dxk_builder *b, size_t field, const dxki_builder_passed *passed);
/* Says that member `field` of it is a vector, or vectors in an array, whatever its type is. */
void dxki_builder_member_columns(dxk_builder *b, size_t field, uint32_t columns);
/* Tells of a structure that is a copy of another one, of other parts: like dxk_builder_layout(), but it has
 * no size, and comes after all that the source has. */
void dxki_builder_copied_layout(dxk_builder *b, dxk_type structure, const dxk_field_desc *fields,
                                size_t count);
/* Says that member `field` of it consists of bit fields: places in bits are `offset` of each. */
void dxki_builder_bit_fields(dxk_builder *b, size_t field, const dxk_field_desc *bits,
                             const uint32_t *widths, size_t count);
/* A handle of element `index` of the heap of resources or samplers, as `desc` describes what is
 * there; `type`: the structure of a structured buffer. 6.6 on. */
dxk_value dxki_builder_heap_handle(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type,
                                   dxk_value index, bool non_uniform);
/* What variables of libraries hold of such an element. */
dxk_value dxki_builder_heap_object(dxk_builder *b, const dxk_resource_desc *desc, dxk_value index,
                                   bool non_uniform);

/* In a library: what the variable of a resource holds; a handle of such, of a resource that is as `desc`
 * and `type` say; and what is known of one. */
dxk_value dxki_builder_library_object(dxk_builder *b, dxk_resource resource, dxk_value index,
                                      bool non_uniform);
dxk_value dxki_builder_library_handle(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type,
                                      dxk_value object);
dxk_value dxki_builder_resource_props(dxk_builder *b, const dxk_resource_desc *desc, dxk_type type);

/* --- library.c --- */

/* Elements that are added from now on belong to the entry point that is added next, of stage
 * `kind`. */
void dxki_builder_stage(dxk_builder *b, dxk_shader_kind kind);
/* How many entry points there are; the number of the one that is added next. */
uint32_t dxki_builder_entry_count(const dxk_builder *b);
/* Adds elements like those that an entry point has in a signature. */
void dxki_builder_repeat_elements(dxk_builder *b, dxk_signature_kind which, uint32_t entry);
/* A function that is called, and defined elsewhere. */
dxk_value dxki_builder_external(dxk_builder *b, const char *name, dxk_type type);
/* Says that calls of a function are to be replaced by its body. */
void dxki_builder_inline(dxk_builder *b, dxk_value function);
/* The same, and that nothing else can call it. */
void dxki_builder_hide(dxk_builder *b, dxk_value function);
/* Says that calls stay calls; `hidden`: that nothing else can call it. */
void dxki_builder_no_inline(dxk_builder *b, dxk_value function, bool hidden);
/* Says that a function reads and writes nothing but its parameters. */
void dxki_builder_pure(dxk_builder *b, dxk_value function);
/* A variable that calls leave as it is, with its first value. */
dxk_value dxki_builder_static(dxk_builder *b, const char *name, dxk_type type, dxk_value init);
/* A function without parameters that runs before each entry point. */
void dxki_builder_constructor(dxk_builder *b, dxk_value function);

/* How a function has a parameter. */
typedef struct dxki_builder_param {
    uint8_t direction;       /* 0 in, 1 out, 2 inout; the result: 1 */
    bool is_result;          /* a pointer to where the result goes */
    dxk_component_type type; /* of numbers; DXK_COMPONENT_TYPE_INVALID: no number */
    uint32_t rows, columns;  /* of matrices, or 0; columns of vectors */
    bool by_rows;
    dxk_value props; /* of resources: what is known of them, or DXK_NONE */
    dxki_builder_passed passed;
} dxki_builder_param;

/* Tells of the result, params[0], and parameters of a function, after those of lower ranks. */
void dxki_builder_describe(dxk_builder *b, dxk_value function, dxki_builder_rank rank,
                           const dxki_builder_param *params, size_t count);
/* Tells who reads and writes the members of a payload: see dxki_dxil_payload_field. */
void dxki_builder_payload(dxk_builder *b, dxk_type type, const uint32_t *access, size_t count);
/* The root signature of the entry point of a library that is added next; the bytes stay as long as the
 * builder. */
void dxki_builder_entry_root(dxk_builder *b, dxk_bytes root);
/* Says what makes the entry point that is added next a node. The properties, with the texts and lists
 * in them, stay as long as the builder. */
void dxki_builder_node(dxk_builder *b, const dxki_dxil_node_props *props);
/* Writes what dxki_builder_payload() was told. */
dxk_status dxki_builder_put_payloads(dxk_builder *b);
/* Gives a finished library sub-objects. Passes lose them: after those. */
dxk_status dxki_builder_put_subobjects(dxk_module *m, const dxki_dxil_subobject *const *list,
                                       size_t count);
/* Memory that stays as long as the builder; NULL: there is none, and it has failed. */
void *dxki_builder_keep(dxk_builder *b, size_t size);

/* --- shader.c --- */

/* "pixel" */
const char *dxki_builder_kind_text(uint32_t kind);

#endif

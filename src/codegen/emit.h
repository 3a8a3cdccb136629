/* SPDX-License-Identifier: MIT */
/*
 * emit.h - makes a module, through dxk/builder.h, of the tree that sema built. A value is a list of
 * scalars, one for each leaf of its type. A place is where a value is read or written: a variable is
 * one allocation for each scalar member, or an array of them if there are several; a part of a buffer
 * is a handle and an offset. Calls are inlined, so a parameter that is an object is another name of
 * its argument.
 *
 *   compile.c                      the functions of <dxk/hlsl.h>
 *   emit.c, passes.c               the steps in order; the passes that follow
 *   entry.c, param.c               the entry point, its parameters and results
 *   stage.c, node_entry.c          attributes of the entry point
 *   signature.c, part.c            elements of signatures; how they are read and written
 *   function.c, kept.c             functions that are not inlined
 *   library.c, static.c            libraries, static variables
 *   stmt.c, expr.c                 statements and calls, expressions
 *   round.c                        loops that are unrolled if that is asked for
 *   value.c, lanes.c               scalars and conversions; native vectors of model 6.9
 *   place.c, cast.c                local variables and their parts
 *   memory.c, record.c             structures behind a pointer
 *   buffer.c, wide.c               loads from and stores to buffers
 *   resource.c, register.c         resources, handles, registers
 *   object.c, resolve.c            resources as values
 *   layout.c, type_name.c          names and places for reflection
 *   debug.c, debug_type.c          debug information
 *   precise.c, offset.c            precise arithmetic; offsets of texture operations
 *   evaluate.c                     attributes of pixels that functions evaluate
 *   shared.c                       groupshared variables that nothing reads
 *   idle.c                         calls of functions that do nothing
 *   root_signature.c, subobject.c  root signatures, sub-objects
 *   math.c ...                     intrinsic functions and methods: bits, hit, linalg, method,
 *                                  node, ray, real, stream, tess, vector, wave; see
 *                                  sema/lowering.h
 */
#ifndef DXKI_CODEGEN_EMIT_H
#define DXKI_CODEGEN_EMIT_H

#include "dxk/shader.h"
#include "sema/lowering.h"
#include "sema/sema.h"

/* Most leaves of a value that is read or written as a whole. */
#define DXKI_EMIT_MOST_LEAVES 65536u
/* Most instructions of a module. */
#define DXKI_EMIT_MOST_WORK 4000000u
/* Types that inputs may have: those that have a name in <dxk/builder.h>. */
#define DXKI_EMIT_INPUT_TYPES 16u

typedef struct dxki_emit_value {
    const dxki_hlsl_type *type;
    dxk_value *v;    /* type->leaves of them; NULL: the value is closed, see lanes.c */
    dxk_value whole; /* vector that the value is; DXK_NONE: there is none yet */
} dxki_emit_value;

/* An index or offset: a value, if it is known when running, and a number added to it. */
typedef struct dxki_emit_index {
    dxk_value value;
    uint32_t add;
} dxki_emit_index;

typedef enum dxki_emit_place_kind {
    DXKI_EMIT_NOWHERE, /* an error was reported */
    DXKI_EMIT_LOCAL,   /* allocated here, groupshared, or a constant array */
    DXKI_EMIT_CONSTANTS,
    DXKI_EMIT_PACKED,    /* structured and raw buffers */
    DXKI_EMIT_TYPED,     /* an element of a texture or a typed buffer */
    DXKI_EMIT_SIGNATURE, /* part of what enters or leaves the shader: signature.c */
    DXKI_EMIT_RECORD,    /* behind a pointer to a type of the module: record.c */
    DXKI_EMIT_MEMORY,    /* a structure as functions have it, after `handle`: memory.c */
    DXKI_EMIT_OBJECTS,   /* resources of the variable `owner`, from `at` on */
    DXKI_EMIT_INDICES,   /* vertex numbers of the primitives of a mesh */
    DXKI_EMIT_CAST,      /* numbers of another place: cast.c */
    DXKI_EMIT_BITS       /* `width` bits of another place, from bit `first` on */
} dxki_emit_place_kind;

/* One allocation of a variable. */
typedef struct dxki_emit_slot {
    dxk_value pointer;
    uint32_t count; /* elements; 1: no array */
    uint32_t lanes; /* of vectors that the elements are; 0: they are scalars */
    uint8_t scalar;
    bool is_shared;
    uint32_t droppable; /* place in e->shared, from 1; 0: it is not there */
    bool is_i1;         /* a truth value that becomes no memory: not as wide as others are */
} dxki_emit_slot;

/* A slot in a signature; of part.h. */
typedef struct dxki_emit_part dxki_emit_part;

/* An element that a signature has, and the one before it. */
typedef struct dxki_emit_sig_element {
    uint8_t which; /* dxk_signature_kind */
    uint32_t stream;
    dxk_str name;
    const uint32_t *indices; /* of its rows */
    uint32_t rows;
    uint32_t id;
    dxki_hlsl_loc loc; /* of its semantic */
    const struct dxki_emit_sig_element *next;
} dxki_emit_sig_element;

/* Where a parameter or result stands in the pipeline. */
typedef struct dxki_emit_stage_place {
    uint8_t point; /* dxki_sigpoint */
    uint32_t stream;
    bool by_name; /* its elements are those that the signature has already */
    bool is_output;
} dxki_emit_stage_place;

typedef struct dxki_emit_place dxki_emit_place;

/* An object: what handles are made of; a patch or a stream of a stage. */
/* Functions that stand for objects until resolve.c is done. */
#define DXKI_EMIT_OBJECT "dxk.object"
#define DXKI_EMIT_HANDLE "dxk.handle"
#define DXKI_EMIT_MAKER  "dxk.make"
#define DXKI_EMIT_KEEP   "dxk.keep"

typedef struct dxki_emit_origin dxki_emit_origin; /* object.c */

typedef struct dxki_emit_object {
    const dxki_hlsl_type *type;
    dxki_hlsl_var *var;    /* global; NULL: of the heap */
    dxki_emit_index index; /* in the range, or in the heap */
    bool non_uniform;
    bool is_set;
    bool counts;      /* its counter is changed */
    dxk_value number; /* it is what this says when running; DXK_NONE: the above says it */
    dxki_hlsl_loc loc;
    const dxki_emit_place *place; /* of a control point of a patch; of a vertex of a stream */
    uint32_t stream;
} dxki_emit_object;

struct dxki_emit_place {
    uint8_t kind;
    const dxki_emit_place *cast; /* what is cast: `type` is made of its numbers from `first` on */
    uint32_t first;
    uint8_t width;              /* bits */
    const dxki_hlsl_type *type; /* of what is there, before components are picked */
    bool picked;                /* components, of vectors and matrices */
    uint8_t count;
    uint8_t rows[4], columns[4];
    dxk_value row, column;        /* added to them; DXK_NONE: nothing */
    const dxki_hlsl_type *result; /* of what is picked */
    const dxki_emit_slot *slots;  /* local: of the variable, from the first of `type` on */
    dxki_emit_index at; /* local: element of arrays; buffers: bytes; constants: dxki_emit_rows() */
    dxk_value handle;
    dxk_value element;            /* structured buffers: of the buffer; else DXK_NONE */
    dxk_value coords[4];          /* typed: place, then the level or sample */
    const dxki_hlsl_type *object; /* buffers and typed: of the resource */
    dxki_hlsl_var *owner;         /* of the objects in it; NULL: there are none */
    uint32_t first_object;        /* constants: number of the first one in `owner` */
    bool by_value;                /* the place is a copy: a value that was stored to be indexed */
    const dxki_emit_part *parts;  /* signature: from the first of `type` on */
    uint8_t point;                /* signature: dxki_sigpoint */
    bool of_vertices;             /* signature, indices: the next subscript picks a vertex */
    dxk_value vertex;             /* signature, indices: which vertex or primitive */
    dxk_value pointer;            /* record */
};

/* An operation that the stage does not have, and where the source first comes to it. */
typedef struct dxki_emit_misfit {
    const struct dxki_dxop_info *op;
    dxki_hlsl_loc loc;
    bool is_told;
} dxki_emit_misfit;

/* A component of a vector in a constant buffer, by an index that may become known. */
typedef struct dxki_emit_bound {
    dxki_hlsl_loc loc;
    dxk_str buffer;
    uint32_t count; /* of the vector's components */
} dxki_emit_bound;

/* A resource that is declared. */
typedef struct dxki_emit_binding {
    dxki_hlsl_var *var;
    dxk_str name;
    uint8_t cls;    /* dxk_resource_class */
    bool is_fixed;  /* its register is given in the source */
    bool is_placed; /* it has a register */
    bool is_dead;   /* no code uses it any more */
    bool is_kept;   /* nor does any, but its registers are given to no other */
    uint32_t count; /* registers; UINT32_MAX: unbounded */
    bool is_aside;  /* it stands in a space of its own until the passes have run */
    uint32_t space, first;
    uint32_t own_space, own_first; /* of one aside: where it belongs */
} dxki_emit_binding;

struct dxki_emit_debug; /* debug.h */

/* Labels of a switch, in order, with their blocks. */
typedef struct dxki_emit_labels {
    const dxki_hlsl_code **items;
    dxk_block *blocks;
    size_t count, next; /* the ones before have been emitted */
} dxki_emit_labels;

/* The blocks of a loop. `head` asks whether there is another round, and is the step of a `do` loop,
 * after the body; `step` leads back. */
typedef struct dxki_emit_loop {
    dxk_block head, body, step, after;
    bool jumps; /* `break` or `continue` is in the body */
} dxki_emit_loop;

/* A loop that [unroll] is heeded for. */
typedef struct dxki_emit_asked {
    dxki_hlsl_loc loc;
    dxki_emit_loop blocks;
    bool asks;    /* it has a condition */
    bool is_lost; /* which is always true: it need not be unrolled */
} dxki_emit_asked;

typedef struct dxki_emit {
    struct dxki_emit_debug *debug; /* NULL: no debug information is wanted */
    dxki_hlsl *c;
    dxk_builder *b;
    dxk_value function;
    bool open;        /* the block has no terminator yet */
    bool native;      /* vectors stay vectors */
    uint32_t lanes;   /* scalar code makes vectors of that many elements; 0: scalars */
    uint32_t flags;   /* of floating point */
    uint64_t work;    /* instructions so far */
    bool non_uniform; /* NonUniformResourceIndex was seen in an index */
    dxk_block break_to, return_to;
    dxk_block continue_to;     /* of the innermost loop of the function, or DXK_NONE */
    dxk_block loop_end;        /* where `break` leads that leaves a loop */
    dxki_emit_labels *labels;  /* of the switch around; NULL: none */
    dxki_emit_place result;    /* of the function that is being emitted */
    dxki_emit_place self;      /* `this` */
    dxk_block allocas;         /* block of local variables */
    dxk_block block;           /* the one that is being filled */
    dxk_block entry;           /* first block after the variables */
    uint32_t stage;            /* dxk_shader_kind of the entry point at hand; LIBRARY: it is none */
    bool shares_statics;       /* functions of a library do */
    dxki_emit_origin *origins; /* of objects that are values */
    dxk_value handle_of;       /* makes handles of those; DXK_NONE: nothing asks */
    DXKI_VEC(dxki_hlsl_loc) handle_places; /* where that is */
    DXKI_VEC(dxki_hlsl_var *) parts;       /* objects in structures, as resources */
    bool declared;                         /* resources have been */
    dxki_emit_place helper;                /* IsHelperLane() below 6.6 */
    dxk_value *mapped; /* loads: whether all was there is joined to it; NULL: nobody asks */
    const dxki_emit_sig_element *elements; /* of all signatures, the last one first */
    const struct dxki_emit_made *made;     /* types of the module that were made for structures */
    const dxki_hlsl_var *initial; /* static variable whose value is being emitted; or NULL */
    dxki_hlsl_function *main;
    bool in_patch;                             /* what `patch` reaches is being looked at */
    dxki_hlsl_function *patch;                 /* hull: it computes patch constants */
    const struct dxki_emit_patch *patches;     /* entry.c: those that were emitted */
    dxk_tessellator_partitioning partitioning; /* hull */
    uint32_t names;                            /* that were numbered */
    uint32_t lists, list;                      /* how many began; the innermost */
    dxk_value position[4];                     /* vertex: components that were written */
    dxki_hlsl_node *planes[6];                 /* of [clipplanes] */
    uint32_t plane_count;
    bool evaluates;        /* attributes of pixels are interpolated by functions */
    bool has_waves;        /* some function asks other lanes, or is in another library */
    uint32_t payload_size; /* of what is handed to mesh shaders */
    uint32_t inlined;      /* calls around the current statement that are emitted in place */
    dxki_hlsl_loc at;      /* of the place that is read or written */
    dxki_hlsl_loc call;    /* of the function of the language that is called; nowhere: none is */
    dxki_hlsl_loc
        offset; /* of the first function that takes one that is not known yet, or too large */
    struct dxki_emit_node *node; /* the entry point is one; see node.h */

    DXKI_VEC(dxki_emit_binding) bindings;
    DXKI_VEC(dxki_hlsl_function *) kept;      /* kept.c; those that are called come first */
    DXKI_VEC(dxk_value) precise;              /* variables that are */
    DXKI_VEC(dxk_value) shared;               /* groupshared variables that are no arrays */
    DXKI_VEC(const dxki_hlsl_type *) counted; /* buffers that come from variables are counted in */
    DXKI_VEC(dxki_emit_misfit) misfits; /* operations that the stage does not have, each once */
    DXKI_VEC(dxki_emit_bound) bounds;
    dxk_value bound;                         /* @dxk.bound, once it is declared */
    DXKI_VEC(dxki_hlsl_loc) evaluated;       /* values that must be inputs */
    dxk_value inputs[DXKI_EMIT_INPUT_TYPES]; /* @dxk.input.TYPE, once it is declared */
    DXKI_VEC(const dxki_hlsl_node *) later;  /* calls that a later model has */
    bool later_dropped;                      /* nothing used one of them */
    DXKI_VEC(dxki_emit_asked) unrolled;      /* loops that [unroll] stands in front of */
    DXKI_VEC(dxk_block)
    returns;             /* where results of an entry point are given, if that is not once */
    bool splits_returns; /* each `return` gets such a block */
    bool loop_jumps;     /* `break` or `continue` led out of the round that is emitted */
    bool has_loops;      /* there are loops in the source */
    bool unrolls;        /* something must become known, by writing loops out or else */
    bool has_bias;       /* of levels of a texture */
    bool wants_rounds;   /* in the loop is what must be known, and may follow from the round */
} dxki_emit;

/* The entry point that is asked for; for messages. */
static inline dxk_str dxki_emit_entry_name(const dxki_emit *e)
{
    if (e->c->kind == DXK_SHADER_KIND_LIBRARY && e->main)
        return e->main->name->text;
    return dxki_str(e->c->options.entry ? e->c->options.entry : "main");
}

static inline bool dxki_emit_ready(const dxki_emit *e)
{
    return dxki_hlsl_ready(e->c) && e->c->errors == 0;
}

/* --- emit.c --- */

/* "vs" */
const char *dxki_hlsl_stage_name(const dxki_hlsl *c);
dxk_status dxki_emit_module(dxki_hlsl *c, dxk_module **out);
/* A name with a number after it that no other thing of the module has. */
dxk_str dxki_emit_new_name(dxki_emit *e, dxk_str name);
/* The name, or with a number after it if a variable or function of the module has it. */
dxk_str dxki_emit_unused_name(dxki_emit *e, dxk_str name);
/* Counts work; a new block if the last one has ended. Before each instruction. */
dxk_builder *dxki_emit_b(dxki_emit *e);

/* --- passes.c --- */

/* Optimizes as the options say; *m is freed and NULL after an error. */
dxk_status dxki_emit_improve(dxki_emit *e, dxk_module **m);
/* Brings values to their uses and calls `settle` for each instruction, which it may change or remove;
 * uses are tracked. False from it: out of memory. */
dxk_status dxki_emit_settle(dxki_emit *e, dxk_module *m,
                            bool (*settle)(dxki_emit *e, dxk_module *m, uint32_t inst));

/* --- register.c --- */

/* Gives each resource without a register the lowest gap that holds it. What overlaps with others stands
 * aside, since code tells resources by their registers. */
void dxki_emit_assign_registers(dxki_emit *e);
/* Reports those that are left after the passes and overlap; gives registers anew, and moves them. */
dxk_status dxki_emit_settle_registers(dxki_emit *e, dxk_module *m);

/* --- offset.c --- */

/* Is it one that operations on textures can have? */
bool dxki_emit_small_offset(int64_t value);
/* Says of an offset that is not known, or too large, after the passes. */
void dxki_emit_check_offsets(dxki_emit *e, const dxk_module *m);

/* --- bias.c --- */

/* Gives operations on textures biases that they can have, after the passes. */
dxk_status dxki_emit_clamp_biases(dxki_emit *e, dxk_module *m);

/* --- bound.c --- */

/* The index of a component, which is in range if it is known after the passes. */
dxki_emit_index dxki_emit_bounded(dxki_emit *e, dxki_emit_index i, const dxki_hlsl_node *n);
/* Reports those that are not. */
dxk_status dxki_emit_check_bounds(dxki_emit *e, dxk_module *m);

/* --- evaluate.c --- */

/* Reports values that are evaluated as attributes and do not come from inputs. */
dxk_status dxki_emit_settle_inputs(dxki_emit *e, dxk_module *m);

/* --- later.c --- */

/* A call of what a later shader model has. */
dxki_emit_value dxki_emit_later(dxki_emit *e, const dxki_hlsl_node *n);
/* Drops those that nothing needs, and reports the others. */
dxk_status dxki_emit_settle_later(dxki_emit *e, dxk_module *m);

/* --- misfit.c --- */

/* Keeps in mind where an operation is emitted, if the stage does not have it. */
void dxki_emit_note_misfit(dxki_emit *e, const struct dxki_dxop_info *op);
/* Says of those that are left after the passes. */
void dxki_emit_check_misfits(dxki_emit *e, const dxk_module *m);

/* --- precise.c --- */

/* Makes precise what goes into precise variables, before any pass. */
dxk_status dxki_emit_spread_precise(dxki_emit *e, dxk_module *m);

/* --- idle.c --- */

/* Removes calls of functions without effects whose results nobody uses. */
dxk_status dxki_emit_drop_idle(dxki_emit *e, dxk_module *m);

/* --- shared.c --- */

/* Removes what is stored to variables of `e->shared` that nothing reads. */
dxk_status dxki_emit_drop_unread(dxki_emit *e, dxk_module *m);
/* Says that an element of a groupshared variable is named, which the reference then keeps. */
void dxki_emit_keep_shared(dxki_emit *e, const dxki_emit_place *p);

/* --- value.c --- */

dxk_type dxki_emit_type(const dxki_emit *e, uint8_t scalar);
dxki_emit_value dxki_emit_values(dxki_emit *e, const dxki_hlsl_type *t); /* undefined ones */
dxki_emit_value dxki_emit_one(dxki_emit *e, uint8_t scalar, dxk_value v);
dxk_value dxki_emit_scalar_constant(dxki_emit *e, uint8_t scalar, uint64_t bits);
dxk_value dxki_emit_convert_scalar(dxki_emit *e, dxk_value v, uint8_t from, uint8_t to);
dxki_emit_value dxki_emit_convert(dxki_emit *e, dxki_emit_value v, const dxki_hlsl_type *to);
dxk_value dxki_emit_binary(dxki_emit *e, uint8_t op, uint8_t scalar, dxk_value a, dxk_value b);
dxk_value dxki_emit_unary(dxki_emit *e, uint8_t op, uint8_t scalar, dxk_value a);
dxk_value dxki_emit_op(dxki_emit *e, dxk_op op, dxk_type overload, const dxk_value *args,
                       size_t count);
dxk_value dxki_emit_i32(dxki_emit *e, int64_t value);
dxk_value dxki_emit_float(dxki_emit *e, uint8_t scalar, double value);
/* An index as a value; sum and product of indices. */
dxk_value dxki_emit_index_value(dxki_emit *e, dxki_emit_index i);
dxki_emit_index dxki_emit_scale(dxki_emit *e, dxki_emit_index i, uint32_t by);
/* `bytes` of a constant buffer, a multiple of 16, times an index: what is known of it in bytes, and the
 * value in rows of 16 bytes. */
dxki_emit_index dxki_emit_rows(dxki_emit *e, dxki_emit_index i, uint32_t bytes);
dxki_emit_index dxki_emit_add(dxki_emit *e, dxki_emit_index i, dxki_emit_index j);
dxki_emit_index dxki_emit_known(uint32_t value);

/* --- lanes.c --- */

/* Does a type stay a vector? */
bool dxki_emit_is_native(const dxki_emit *e, const dxki_hlsl_type *t);
/* A closed value; the same value as scalars; the vector of a value that may be either. */
dxki_emit_value dxki_emit_closed(const dxki_hlsl_type *t, dxk_value whole);
dxki_emit_value dxki_emit_opened(dxki_emit *e, dxki_emit_value v);
dxk_value dxki_emit_whole(dxki_emit *e, dxki_emit_value v);
/* A value whose vector is made now, not when it is stored. */
dxki_emit_value dxki_emit_settled(dxki_emit *e, dxki_emit_value v);
/* A vector of scalars of a type; `count` times a scalar; some elements of a vector; one. */
dxk_value dxki_emit_pack(dxki_emit *e, dxk_type type, const dxk_value *v, uint32_t count);
dxk_value dxki_emit_splat(dxki_emit *e, dxk_value v, uint32_t count);
dxk_value dxki_emit_shuffle(dxki_emit *e, dxk_value v, const uint32_t *from, uint32_t count);
dxk_value dxki_emit_lane(dxki_emit *e, dxk_value whole, uint32_t i);
/* A type, or a scalar, as what the code at hand works on: a vector if `lanes` says so. */
dxk_type dxki_emit_shape(dxki_emit *e, dxk_type type);
dxk_value dxki_emit_in_lanes(dxki_emit *e, dxk_value v);
/* Operators on values that may be closed; conversions of vectors; false: it is none of those. */
dxki_emit_value dxki_emit_wide_binary(dxki_emit *e, uint8_t op, const dxki_hlsl_type *type,
                                      dxki_emit_value a, dxki_emit_value b);
dxki_emit_value dxki_emit_wide_unary(dxki_emit *e, uint8_t op, const dxki_hlsl_type *type,
                                     dxki_emit_value a);
bool dxki_emit_convert_wide(dxki_emit *e, dxki_emit_value v, const dxki_hlsl_type *to,
                            dxki_emit_value *out);
dxk_value dxki_emit_convert_lanes(dxki_emit *e, dxk_value v, uint32_t lanes, uint8_t from,
                                  uint8_t to);
/* dxki_emit_op() while `lanes` is set: of vectors, or of each element. */
dxk_value dxki_emit_wide_op(dxki_emit *e, dxk_op op, dxk_type overload, const dxk_value *args,
                            size_t count);
/* Elements for which the lowering of a call is done at once; 0: it is done for one by one. */
uint32_t dxki_emit_lanes_of(const dxki_emit *e, const dxki_hlsl_node *n);
/* An argument of a lowering, whose vectors are scalars to it while `lanes` is set; one that is open in
 * any case; a result of a lowering as what it is. */
dxki_emit_value dxki_emit_argument(dxki_emit *e, const dxki_hlsl_node *n);
dxki_emit_value dxki_emit_aside(dxki_emit *e, const dxki_hlsl_node *n);
dxki_emit_value dxki_emit_of_lanes(dxki_emit *e, dxki_emit_value v, uint32_t lanes);

/* --- wide.c --- */

/* A variable whose vectors stay vectors? Pointer to the vector, or to its element at `column`. */
bool dxki_emit_is_wide(const dxki_emit_place *p);
dxk_value dxki_emit_wide_address(dxki_emit *e, const dxki_emit_place *p,
                                 const dxki_emit_index *column);
/* One element of it. */
dxk_value dxki_emit_wide_element(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index column);
void dxki_emit_set_wide_element(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index column,
                                dxk_value v);
/* A vector of any place that has vectors, or what is picked of it; all of it. False: it has none. */
bool dxki_emit_read_wide(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value *out);
bool dxki_emit_write_wide(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v);

/* --- linalg.c --- */

/* The structure that stands for a matrix of linear algebra. */
dxk_type dxki_emit_linalg_type(dxki_emit *e, const dxki_hlsl_type *t);
/* Lists the types that operations of a finished module have. */
dxk_status dxki_emit_target_types(dxki_emit *e, dxk_module *m);

/* --- cast.c --- */

dxki_emit_place dxki_emit_cast_place(dxki_emit *e, const dxki_hlsl_node *n);
dxki_emit_place dxki_emit_cast_field(dxki_emit_place p, uint32_t index);
dxki_emit_place dxki_emit_cast_element(dxki_emit *e, dxki_emit_place p, dxki_emit_index i);
dxki_emit_place dxki_emit_bits_place(dxki_emit *e, const dxki_hlsl_node *n);
dxki_emit_value dxki_emit_bits_load(dxki_emit *e, const dxki_emit_place *p);
void dxki_emit_bits_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v);
dxki_emit_value dxki_emit_cast_load(dxki_emit *e, const dxki_emit_place *p);
void dxki_emit_cast_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v);

/* --- place.c --- */

dxki_emit_place dxki_emit_nowhere(void);
/* Is a declaration, which may be NULL, `precise`, or one of an output that is to be? */
bool dxki_emit_is_precise(const dxki_emit *e, const dxki_ast_decl *d);
/* Where the result of a function goes. */
dxki_emit_place dxki_emit_allocate_result(dxki_emit *e, const dxki_hlsl_function *f);
/* Allocates a variable; `shared`: groupshared, with a name. */
dxki_emit_place dxki_emit_allocate(dxki_emit *e, const dxki_hlsl_type *t, bool shared,
                                   const dxki_hlsl_var *v);
/* The same, as variables of the module that calls leave as they are. */
dxki_emit_place dxki_emit_allocate_static(dxki_emit *e, const dxki_hlsl_type *t,
                                          const dxki_hlsl_var *v);
dxki_emit_place dxki_emit_field(dxki_emit *e, dxki_emit_place p, uint32_t index);
dxki_emit_place dxki_emit_element(dxki_emit *e, dxki_emit_place p, dxki_emit_index i);
dxki_emit_place dxki_emit_pick(dxki_emit *e, dxki_emit_place p, const dxki_hlsl_node *n);
dxki_emit_place dxki_emit_row(dxki_emit *e, dxki_emit_place p, dxki_emit_index i,
                              const dxki_hlsl_type *t);
dxki_emit_value dxki_emit_load(dxki_emit *e, const dxki_emit_place *p);
/* The same; a vector may stay closed. */
dxki_emit_value dxki_emit_read(dxki_emit *e, const dxki_emit_place *p);
void dxki_emit_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v);
/* Pointer to a scalar place in group-shared memory; DXK_NONE: it is none. */
dxk_value dxki_emit_pointer(dxki_emit *e, const dxki_emit_place *p);

/* --- memory.c --- */

/* The place behind a pointer to a type; a new one in the function. */
dxki_emit_place dxki_emit_memory(dxki_emit *e, const dxki_hlsl_type *t, dxk_value pointer);
dxki_emit_place dxki_emit_in_memory(dxki_emit *e, const dxki_hlsl_type *t);
/* A member of a structure, an element of an array. */
dxki_emit_place dxki_emit_memory_part(dxki_emit *e, dxki_emit_place p, dxki_emit_index i,
                                      const dxki_hlsl_type *t);
/* All leaves of a number, and one component. */
void dxki_emit_memory_load(dxki_emit *e, const dxki_emit_place *p, dxk_value *out);
void dxki_emit_memory_store(dxki_emit *e, const dxki_emit_place *p, const dxk_value *v);
/* A vector that stays one, behind a pointer. */
dxk_value dxki_emit_memory_vector(dxki_emit *e, const dxki_hlsl_type *t, dxk_value pointer);
void dxki_emit_memory_set_vector(dxki_emit *e, const dxki_hlsl_type *t, dxk_value pointer,
                                 dxk_value v);
dxk_value dxki_emit_memory_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                     dxki_emit_index column);
void dxki_emit_memory_set(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                          dxki_emit_index column, dxk_value v);
/* A scalar from what memory holds, and to it: bools are i32 there. */
dxk_value dxki_emit_from_memory(dxki_emit *e, dxk_value v, uint8_t scalar);
dxk_value dxki_emit_to_memory(dxki_emit *e, dxk_value v, uint8_t scalar);

/* --- buffer.c --- */

/* A scalar part of a buffer or texture: leaf (row, column) of a number. */
void dxki_emit_buffer_load(dxki_emit *e, const dxki_emit_place *p, dxk_value *out);
void dxki_emit_buffer_store(dxki_emit *e, const dxki_emit_place *p, const dxk_value *v);
/* A vector that stays one, of a structured or raw buffer. */
dxk_value dxki_emit_buffer_vector(dxki_emit *e, const dxki_emit_place *p);
void dxki_emit_buffer_set_vector(dxki_emit *e, const dxki_emit_place *p, dxk_value v);
/* The place of one component of a number in a structured or raw buffer. */
dxki_emit_place dxki_emit_packed_component(dxki_emit *e, const dxki_emit_place *p,
                                           dxki_emit_index row, dxki_emit_index column);
/* One component. */
dxk_value dxki_emit_buffer_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                     dxki_emit_index column);
void dxki_emit_buffer_set(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                          dxki_emit_index column, dxk_value v);
/* What typed loads and stores have elements of: numbers of 64 bits are two of 32. */
dxk_type dxki_emit_typed_overload(const dxki_emit *e, uint8_t scalar);
/* A typed result: scalars of ResRet as elements of a type. */
void dxki_emit_from_result(dxki_emit *e, dxk_value result, const dxki_hlsl_type *t, dxk_value *out);

/* --- expr.c --- */

dxki_emit_value dxki_emit_expr(dxki_emit *e, const dxki_hlsl_node *n);
/* The same; a vector may stay closed. */
dxki_emit_value dxki_emit_read_expr(dxki_emit *e, const dxki_hlsl_node *n);
dxki_emit_place dxki_emit_place_of(dxki_emit *e, const dxki_hlsl_node *n);
/* Where a constant is in its buffer. */
dxki_emit_place dxki_emit_constants_of(dxki_emit *e, const dxki_hlsl_var *v);
/* An index, as a number if it is known. */
dxki_emit_index dxki_emit_index_of(dxki_emit *e, const dxki_hlsl_node *n);
dxki_emit_value dxki_emit_intrinsic(dxki_emit *e, const dxki_hlsl_node *n);

/* --- round.c --- */

/* True if a loop has no condition, or one that is always true. */
bool dxki_emit_is_endless(const dxki_hlsl_code *s);
/* True if [unroll] is heeded for a loop that has been emitted. */
bool dxki_emit_heeds(const dxki_emit *e, const dxki_hlsl_code *s, const dxki_emit_loop *l);
/* True if the condition of a loop is found to be always true. */
bool dxki_emit_never_asks(const dxk_module *m, const dxki_emit_loop *l);

/* --- stmt.c --- */

/* Leads to where a function returns to. */
void dxki_emit_return(dxki_emit *e);
/* Says that a function calls itself. */
void dxki_emit_tell_recursion(dxki_emit *e, const dxki_hlsl_function *f);

void dxki_emit_code(dxki_emit *e, const dxki_hlsl_code *s);
dxki_emit_value dxki_emit_call(dxki_emit *e, const dxki_hlsl_node *n);
void dxki_emit_jump(dxki_emit *e, dxk_block to);
/* Ends the block: goes to one of two by a condition. */
void dxki_emit_branch(dxki_emit *e, const dxki_hlsl_node *n, dxk_block yes, dxk_block no);
dxk_block dxki_emit_new_block(dxki_emit *e);
void dxki_emit_at(dxki_emit *e, dxk_block b);

/* --- resource.c --- */

/* Marks what an entry point reaches; then gives out registers, and declares resources. */
void dxki_emit_see(dxki_emit *e, dxki_hlsl_function *root);
void dxki_emit_resources(dxki_emit *e);
dxk_value dxki_emit_handle(dxki_emit *e, const dxki_emit_object *o);
/* What a variable of a library holds of an element of the heap. */
dxk_value dxki_emit_heap_object(dxki_emit *e, const dxki_emit_object *o);
/* The handle of a resource that the linker finds; what is known of one. */
dxk_value dxki_emit_linked_handle(dxki_emit *e, const dxki_emit_object *o);
dxk_value dxki_emit_linked_props(dxki_emit *e, const dxki_hlsl_type *t);

/* --- function.c --- */

/* Begins the body of a function; ends it. */
void dxki_emit_open(dxki_emit *e, dxk_value function);
void dxki_emit_close(dxki_emit *e, dxk_value result);
/* The statements of a function whose parameters are there, up to where it returns; false: failed. */
bool dxki_emit_body(dxki_emit *e, dxki_hlsl_function *f);
/* A function with its parameters: without its body, the body, both. */
dxk_value dxki_emit_declare(dxki_emit *e, dxki_hlsl_function *f, dxk_str name);
void dxki_emit_define(dxki_emit *e, dxki_hlsl_function *f, dxk_value function);
dxk_value dxki_emit_function(dxki_emit *e, dxki_hlsl_function *f, dxk_str name);
/* Can other libraries call it? */
bool dxki_emit_can_link(dxki_emit *e, const dxki_hlsl_function *f);
/* A call of one that is elsewhere, or that stays a function. */
dxki_emit_value dxki_emit_external_call(dxki_emit *e, const dxki_hlsl_node *n);

/* --- kept.c --- */

/* Does a function stay one, since it is [noinline]? */
bool dxki_emit_is_kept(dxki_emit *e, dxki_hlsl_function *f);
/* What calls of one call. */
dxk_value dxki_emit_declare_kept(dxki_emit *e, dxki_hlsl_function *f);
/* Emits one that was seen, if it was not yet; all of them. */
void dxki_emit_kept_body(dxki_emit *e, dxki_hlsl_function *f);
void dxki_emit_kept(dxki_emit *e);

/* --- object.c --- */

/* "text.number" */
dxk_str dxki_emit_numbered(dxki_hlsl *c, dxk_str text, uint32_t number);
dxki_emit_object dxki_emit_object_of(dxki_emit *e, const dxki_hlsl_node *n);
/* True if an expression names an object without any variable that could have another one. */
bool dxki_emit_names_object(dxki_emit *e, const dxki_hlsl_node *n);
/* True if a variable with that value needs no place: it is another name of an object. */
bool dxki_emit_is_alias(dxki_emit *e, const dxki_hlsl_var *v, const dxki_hlsl_node *value);
/* The number of an object; the handle of the object that a number stands for. */
dxk_value dxki_emit_number_of(dxki_emit *e, const dxki_emit_object *o);
dxk_value dxki_emit_number_handle(dxki_emit *e, const dxki_emit_object *o);
/* Objects in a type, and in front of a member. */
uint32_t dxki_emit_objects_of(dxki_emit *e, const dxki_hlsl_type *t);
uint32_t dxki_emit_objects_before(dxki_emit *e, const dxki_hlsl_type *t, uint32_t field);
/* Object number `which` of a variable, as a resource; NULL: reported. */
dxki_hlsl_var *dxki_emit_object_part(dxki_emit *e, dxki_hlsl_var *v, uint32_t which);
/* True for an array in a constant buffer whose elements are resources of their own. */
bool dxki_emit_is_split(const dxki_hlsl_var *v);
/* The resource that an expression names, if it is an object of a variable that has several; else NULL. */
dxki_hlsl_var *dxki_emit_part_named(dxki_emit *e, const dxki_hlsl_node *n);
/* If an expression is a part of a global structure with objects, makes resources of those of the part,
 * and returns the variable; else NULL. */
dxki_hlsl_var *dxki_emit_see_part(dxki_emit *e, const dxki_hlsl_node *n);
/* The functions that make handles, at the end. */
void dxki_emit_makers(dxki_emit *e);
uint32_t dxki_emit_origins(const dxki_emit *e);

/* --- resolve.c --- */

/* Sees to it that passes keep what will be needed; then makes handles of objects. */
dxk_status dxki_emit_keep(dxki_emit *e, dxk_module *m);
dxk_status dxki_emit_resolve(dxki_emit *e, dxk_module *m);

/* --- static.c --- */

/* Gives static variables their places, and in entry points their values. */
void dxki_emit_begin_statics(dxki_emit *e);
/* The function that gives them their values for entry points of other libraries. */
void dxki_emit_constructor(dxki_emit *e);

/* --- library.c --- */

void dxki_emit_library(dxki_emit *e);
/* Is it a function that the library shows, although it is no entry point? */
bool dxki_emit_is_exported(dxki_emit *e, const dxki_hlsl_function *f);
/* Does an entry point have a result, structures or objects, which the reference makes another function of? */
bool dxki_emit_is_rebuilt(const dxki_hlsl_function *f);
/* Is it an entry point with a signature, or would be one in a library? */
bool dxki_emit_has_signature(const dxki_hlsl_function *f);

/* --- ray.c --- */

/* Reports, once, what is wrong with payloads in a type, and tells who reads and writes their members. */
void dxki_emit_check_payloads(dxki_emit *e, const dxki_hlsl_type *t);
/* The same of the payload of a shader, or of one that is traced. */
void dxki_emit_check_payload(dxki_emit *e, const dxki_hlsl_type *t, dxki_hlsl_loc loc);
/* Where the variable is declared that an argument is, or the argument itself. */
dxki_hlsl_loc dxki_emit_declared_at(const dxki_hlsl_node *n);
/* The value of a ray query or a hit object; gives all of them in a variable new ones. */
dxk_value dxki_emit_query(dxki_emit *e, const dxki_hlsl_node *object);
void dxki_emit_new_objects(dxki_emit *e, const dxki_emit_place *p);

/* --- node.c --- */

/* The type of a handle that stands for an object of a work graph. */
dxk_type dxki_emit_node_type(const dxki_emit *e, uint8_t scalar);
/* object[index], object.Get(): a record. */
dxki_emit_place dxki_emit_node_record(dxki_emit *e, const dxki_hlsl_node *n);
/* Bytes of a record in memory, and what its place must be a multiple of. */
uint32_t dxki_emit_node_size(dxki_emit *e, const dxki_hlsl_type *t, uint32_t *align);
/* Gives the parameters of a node that are inputs and outputs their handles. */
void dxki_emit_node_params(dxki_emit *e, dxki_hlsl_function *f, dxki_emit_place *places);

/* --- node_entry.c --- */

/* What the attributes of a node and its parameters say; e->node has it then. */
void dxki_emit_node_begin(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d);
/* The same for the entry point that comes next. */
void dxki_emit_node_end(dxki_emit *e);

/* --- type_name.c --- */

/* A scalar as C++ calls it. */
dxk_str dxki_emit_scalar_name(const dxki_hlsl_type *t);
/* A type as C++ calls it, with what is around it: "ns::S<vector<float, 4> >". */
dxk_str dxki_emit_type_name(dxki_hlsl *c, const dxki_hlsl_type *t);

/* --- layout.c --- */

/* A name that no structure of the module has, as LLVM makes them: "struct.S.0". */
dxk_str dxki_emit_struct_name(dxki_emit *e, dxk_str name);

/* What a type is as a value, with structures of the source. */
dxk_type dxki_emit_natural_type(dxki_emit *e, const dxki_hlsl_type *t);
/* The same of a structure, if it has been made; else DXK_NONE. */
dxk_type dxki_emit_known_natural_type(dxki_emit *e, const dxki_hlsl_type *t);
/* Bytes of a type in memory, and what its place must be a multiple of; `align` may be NULL. */
uint32_t dxki_emit_size_of(dxki_emit *e, dxk_type type, uint32_t *align);
dxk_component_type dxki_emit_component_of(const dxki_emit *e, const dxki_hlsl_type *t);
/* Tells what a declaration, or NULL, says of how a member or a parameter goes from stage to stage. */
struct dxki_builder_passed;
void dxki_emit_passed_of(const dxki_ast_decl *d, struct dxki_builder_passed *passed);

/* Tells of a structure whose members are those of a record, but are made of other parts. */
void dxki_emit_describe_copy(dxki_emit *e, const dxki_hlsl_record *r, dxk_type type);

/* Structures with the names and places of their members: of a constant or texture buffer, of a view
 * of a constant or texture buffer that is called `name`, of one element of structured buffers. */
dxk_type dxki_emit_buffer_type(dxki_emit *e, const dxki_hlsl_buffer *b);
dxk_type dxki_emit_view_type(dxki_emit *e, dxk_str name, const dxki_hlsl_type *element);
dxk_type dxki_emit_structured_type(dxki_emit *e, const dxki_hlsl_type *object);
/* Keeps places for structures of global variables in the order in which they are told of. */
void dxki_emit_tell(dxki_emit *e);
/* The class of a typed buffer, a texture or a feedback texture. */
dxk_type dxki_emit_typed_type(dxki_emit *e, const dxki_hlsl_type *object);

/* --- signature.c --- */

/* How modifiers say that something is interpolated. */
dxk_interpolation_mode dxki_emit_interpolation(uint64_t mods);

/* Makes the elements of a type, and the place that is them. */
dxki_emit_place dxki_emit_signature(dxki_emit *e, const dxki_emit_stage_place *at,
                                    const dxki_hlsl_type *t, const dxki_ast_notes *notes,
                                    uint64_t mods, dxki_hlsl_loc loc);
/* Reports the semantic of a result that outputs of the stage do not have, also if nothing is returned.
 * `point`: DXKI_SIGPOINT_COUNT: there are no outputs. */
void dxki_emit_check_result(dxki_emit *e, uint8_t point, const dxki_hlsl_function *f);
const dxki_emit_part *dxki_emit_part_behind(const dxki_emit_part *p, uint32_t count);
dxk_value dxki_emit_signature_load(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                   dxki_emit_index column);
void dxki_emit_signature_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                               dxki_emit_index column, dxk_value v);
/* Element, row and column as operands, and the type of the component; false: it is no element, or
 * the column is not known. */
bool dxki_emit_signature_operands(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                  dxki_emit_index column, dxk_value args[3], dxk_type *type);

/* Writes the distances of the position to [clipplanes]. */
void dxki_emit_clip_planes(dxki_emit *e, const dxki_hlsl_function *f);

/* --- record.c --- */

/* The type that memory holds of a type, with structures as such. */
dxk_type dxki_emit_memory_type(dxki_emit *e, const dxki_hlsl_type *t);
/* The same of a structure that is no other one as a value, if it has been made; else DXK_NONE. */
dxk_type dxki_emit_known_memory_type(dxki_emit *e, const dxki_hlsl_type *t);
/* The type that memory holds of a structure that is handed to mesh shaders, of which reflection tells. Each variable that is
 * handed over has a type of its own. */
dxk_type dxki_emit_payload_type(dxki_emit *e, const dxki_hlsl_type *t);
/* Tells of the structures that records of nodes are in memory, if the source's are told of. */
void dxki_emit_describe_copies(dxki_emit *e);
dxki_emit_place dxki_emit_record(const dxki_hlsl_type *t, dxk_value pointer);
dxki_emit_place dxki_emit_record_field(dxki_emit *e, dxki_emit_place p, uint32_t index);
dxki_emit_place dxki_emit_record_element(dxki_emit *e, dxki_emit_place p, dxki_emit_index i);
/* Pointer to a component. */
dxk_value dxki_emit_record_pointer(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                   dxki_emit_index column);

/* --- stage.c --- */

/* Attributes of an entry point, for its stage. */
void dxki_emit_properties(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d);
/* Reads [clipplanes]: nodes that are emitted at the end. */
void dxki_emit_read_planes(dxki_emit *e, const dxki_hlsl_function *f);
/* The function that [patchconstantfunc] names; NULL: reported. */
dxki_hlsl_function *dxki_emit_patch_function(dxki_emit *e, const dxki_hlsl_function *f);
const dxki_ast_attr *dxki_emit_attribute(const dxki_hlsl_function *f, const char *name);

/* --- entry.c --- */

void dxki_emit_entry(dxki_emit *e, dxki_hlsl_function *f, dxk_str name);

/* --- wave.c --- */

/* Helper lanes are known from the start of a pixel shader on; what is discarded joins them. */
void dxki_emit_begin_helpers(dxki_emit *e);
void dxki_emit_discard(dxki_emit *e, dxk_value condition);

/* --- param.c --- */

/* Binds the parameters of a function of a stage; `patch`: of patch constants. */
void dxki_emit_params(dxki_emit *e, dxki_hlsl_function *f, bool patch, dxki_emit_place *places,
                      dxk_entry_desc *d);
void dxki_emit_outputs(dxki_emit *e, dxki_hlsl_function *f, bool patch,
                       const dxki_emit_place *places);
/* Is the expression a part of an input, which cannot change? */
bool dxki_emit_is_input(const dxki_hlsl_node *n);
/* The same, and of buffers that cannot change what has arrays: elements that are chosen when running are better
 * read there than from a copy of all. */
bool dxki_emit_is_fixed(const dxki_emit *e, const dxki_hlsl_node *n);
/* True if a variable is another name of its value, which cannot change: its place. */
bool dxki_emit_other_name(dxki_emit *e, const dxki_hlsl_var *v, const dxki_hlsl_node *value,
                          dxki_emit_place *p);

/* --- lowerings --- */

typedef dxki_emit_value (*dxki_emit_lower)(dxki_emit *e, const dxki_hlsl_node *n);
#define DXKI_HLSL_LOWER(name)                                                                      \
    dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n);
DXKI_HLSL_LOWERINGS(DXKI_HLSL_LOWER)
#undef DXKI_HLSL_LOWER

#endif

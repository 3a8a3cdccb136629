/* SPDX-License-Identifier: MIT */
/*
 * facts.h - what a program is, besides its code: declarations, signatures, resources. Shared by
 * the files that collect it and by those that convert instructions on resources.
 *
 *   facts.c      the steps in order; the builder with what only the program's flags tell
 *   declare.c    declarations, a function for each form
 *   elements.c  records of signature parts to elements
 *   place.c      elements in the registers: as they are, or packed anew
 *   agree.c      packing anew, in step with the neighbouring stage
 *   resource.c   resources, their names, handles
 *   layout.c     variables of constant buffers
 *   shapes.c     kinds of resources: coordinates, offsets, components
 */
#ifndef DXKI_CONVERT_FACTS_H
#define DXKI_CONVERT_FACTS_H

#include "convert/convert.h"
#include "dxk/parts.h"

#define DXKI_CONVERT_STREAMS 4u
#define DXKI_CONVERT_NOWHERE UINT32_MAX /* register of an element that has none */

/* What buffers may have in DXIL. */
#define DXKI_CONVERT_STRIDE_MOST 2048u /* bytes of an element */
#define DXKI_CONVERT_ROWS_MOST   4096u /* rows of 16 bytes */

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* An element while it is put together. */
typedef struct dxki_convert_draft {
    dxk_str name;
    uint32_t indices[DXK_SIGNATURE_REGISTERS]; /* semantic index of each row */
    uint32_t semantic;      /* dxk_semantic_kind; arbitrary where it means nothing */
    uint32_t use;           /* dxki_semantic_use */
    uint32_t component;     /* dxk_component_type */
    uint32_t interpolation; /* dxk_interpolation_mode */
    uint32_t stream;
    uint32_t reg; /* first register; DXKI_CONVERT_NOWHERE */
    uint32_t rows, column, columns;
    uint32_t new_reg, new_column; /* in the module */
    bool merged;                  /* became rows of another one */
    uint32_t made;                /* number in c->signatures */
    uint32_t record;              /* in the part; of the first row */
} dxki_convert_draft;

/* What the code says of a register of a signature. */
typedef struct dxki_convert_slot {
    uint8_t interpolation[4]; /* of each component */
    uint8_t joined;           /* components that an index range has here and one register on */
    uint16_t element[4];      /* number + 1 of the element of each component */
} dxki_convert_slot;

typedef struct dxki_convert_signature {
    DXKI_VEC(dxki_convert_draft) drafts;
    dxki_convert_slot slots[DXKI_CONVERT_STREAMS][DXK_SIGNATURE_REGISTERS];
    uint64_t unplaced; /* semantics of elements without a register, as bits */
    bool settled;      /* the registers in the module are those that a neighbour has, too */
} dxki_convert_signature;

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* What a kind of resource takes. */
typedef struct dxki_convert_shape {
    uint8_t kind;        /* dxk_resource_kind */
    uint8_t coordinates; /* to sample and to load, with the slice */
    uint8_t offsets;     /* texel offsets; 0: it takes none */
    uint8_t gradients;   /* components of a derivative, without the slice */
    uint8_t sizes;       /* components that the query of its size gives, apart from the levels */
    uint8_t dimensions;  /* of these, those that a reciprocal makes sense of */
    bool levels;         /* it has mip levels */
    bool samples;        /* it has samples */
} dxki_convert_shape;

/* The row of a dxk_resource_kind; that of an invalid one has no coordinates. Never NULL. */
const dxki_convert_shape *dxki_convert_shape_of(uint32_t kind);

/* The dxk_resource_kind of a dxk_dxbc_dimension; invalid: there is none. */
uint32_t dxki_convert_kind_of(uint32_t dimension);

/* A declared resource. */
typedef struct dxki_convert_resource {
    uint32_t reg; /* dxk_dxbc_register: cb, t, s, u */
    uint32_t id;  /* register, or number of the range in shader model 5.1 */
    dxk_resource_desc desc;
    dxk_type structure; /* of a structured buffer: the class that tells its elements, or DXK_NONE */
    dxk_resource made;
    uint32_t function;      /* function that has `handle` */
    dxk_value handle;       /* of the first register */
    dxki_convert_type type; /* of a component that is loaded or sampled */
    bool linked;            /* those of instances that interfaces are bound to: see linkage.c */
} dxki_convert_resource;

/* Resources of instances, as they were met. */
#define DXKI_CONVERT_LINKED 64u
typedef struct dxki_convert_linked_list {
    dxki_convert_resource *items[DXKI_CONVERT_LINKED];
    uint32_t count, textures;
} dxki_convert_linked_list;

/* A row of a constant buffer that was read. */
typedef struct dxki_convert_row_read {
    dxk_block block; /* in which the value can be used */
    dxk_value handle, index;
    dxk_type type;
    dxk_value value;
} dxki_convert_row_read;

/* ---------------------------------------------------------------------------------------- */
/* All of it                                                                                  */

struct dxki_convert_facts {
    const dxk_container *container;
    dxk_decoded *parts[4];  /* decoded: input, output, patch signatures, RDEF; NULL: none */
    const dxk_part *raw[3]; /* of the signatures */
    dxki_convert_signature signatures[3];
    DXKI_VEC(dxki_convert_resource) resources; /* as declared */
    uint32_t *order;                           /* their numbers, by reg and id */
    dxki_convert_linked_list linked;
    uint32_t layouts;                       /* structures that were named in layout.c */
    struct dxki_convert_laid_out *elements; /* of layout.c */
    dxk_entry_desc entry;                   /* all but the functions */
    dxki_convert_row_read rows[64];         /* of the block that is being filled */
    /* While declarations are read. */
    bool interfaces; /* some are declared */
    uint32_t phase;  /* opcode of the hull shader's phase; 0: none yet */
    uint32_t stream; /* that declarations of outputs belong to */
    uint32_t seen;   /* properties that were declared, as bits */
};

/* The stage in DXIL; the numbers are the same. */
static inline dxk_shader_kind dxki_convert_kind(const dxki_convert *c)
{
    return (dxk_shader_kind)c->stage;
}

/* True if operands name ranges of registers: shader model 5.1. */
static inline bool dxki_convert_has_ranges(const dxki_convert *c)
{
    return c->major == 5 && c->minor >= 1;
}

/* --- facts.c --- */

/* Reads declarations and signatures. */
void dxki_convert_survey(dxki_convert *c, const dxk_container *container);

/* Frees what dxki_convert_survey() and dxki_convert_collect() made, but the builder. */
void dxki_convert_forget(dxki_convert *c);

/* Name of a kind of register, "?" if it is not known. */
dxki_arg dxki_convert_register_name(uint32_t reg);

/* --- declare.c --- */

/* Reads the declarations into c->facts. */
void dxki_convert_declare(dxki_convert *c);

/* The signature that registers of a kind belong to, in a phase; 3: none. */
uint32_t dxki_convert_signature_of(const dxki_convert *c, uint32_t reg, uint32_t phase);

/* Takes a dxk_dxbc_return_type as the type of a resource; false: it is none. */
bool dxki_convert_set_returned(dxki_convert_resource *r, uint32_t returned);

/* Word `which` after the operands of a declaration; 0: it has fewer. */
uint32_t dxki_convert_tail(const dxki_convert *c, uint32_t which);

/* --- elements.c --- */

/* Reads the signature parts into drafts; joins them by what the declarations say. */
void dxki_convert_read_signatures(dxki_convert *c);
void dxki_convert_join(dxki_convert *c);

/* Reports a rule about record `record` of a signature's part. Always DXK_NONE. */
uint32_t dxki_convert_element_fault(dxki_convert *c, uint32_t which, uint32_t record,
                                    const dxki_rule *rule, const dxki_arg *args, size_t count);

/* Refuses outputs that are system values and not written. */
void dxki_convert_check_written(dxki_convert *c);

/* --- place.c --- */

/* True if the element has a register in the module. */
bool dxki_convert_is_placed(const dxki_convert_draft *d);

/* Finds how elements are interpolated, and begins with the registers of the program. */
void dxki_convert_begin_places(dxki_convert *c);

/* True if elements of a signature cannot stay in their registers. */
bool dxki_convert_is_misplaced(const dxki_convert *c, uint32_t which);

/* Adds the elements to the builder, and fills c->signatures and the slots. */
void dxki_convert_place_elements(dxki_convert *c);

/* --- agree.c --- */

/* Gives the elements of a signature other registers; with `next`, the same to those of its signature
 * `next_which`, which takes what this one gives. */
void dxki_convert_pack(dxki_convert *c, uint32_t which, dxki_convert *next, uint32_t next_which);

/* The same for all signatures between neighbours, where one has to be packed anew. Stages are in the
 * order in which they run. */
void dxki_convert_agree(dxki_convert *const *stages, size_t count);

/* --- resource.c --- */

/* Notes a declared resource. */
void dxki_convert_add_resource(dxki_convert *c, const dxki_convert_resource *resource);

/* Adds the resources to the builder, with names. */
void dxki_convert_make_resources(dxki_convert *c);

/* The resource that an operand names; NULL: none is declared, which is reported. */
const dxki_convert_resource *dxki_convert_resource_at(dxki_convert *c,
                                                      const dxk_dxbc_operand *operand);

/* Handles of all resources at the beginning of a function, for the format of dxilconv. */
void dxki_convert_make_handles(dxki_convert *c);

/* A handle for the operand. */
dxk_value dxki_convert_handle(dxki_convert *c, const dxk_dxbc_operand *operand);

/* --- dxilconv.c --- */

/* Names a resource that was made, and its type, as dxilconv does. */
void dxki_convert_call_plainly(dxki_convert *c, dxk_resource made);

/* Puts the immediate constant buffer where dxilconv has it. */
void dxki_convert_move_constants(dxki_convert *c, dxk_value variable);

/* The flags of the shader, as the declaration tells them. */
uint64_t dxki_convert_plain_flags(const dxki_convert *c, bool all_bound);

/* The parts in its order, with signatures as they were. */
dxk_status dxki_convert_arrange_parts(const dxk_container *from, dxk_container *made);

/* What dxilconv does with the module at the end. */
dxk_status dxki_convert_clean_up(dxk_module *m);

/* --- layout.c --- */

/* Gives a constant buffer the variables that RDEF has for it, if it lays them out as HLSL does. */
void dxki_convert_lay_out(dxki_convert *c, const dxk_rdef *rdef, const dxk_rdef_binding *binding,
                          dxk_resource_desc *d);

/* The class of a structured buffer whose elements RDEF tells; DXK_NONE: it does not, or has them in
 * another way than HLSL packs them. */
dxk_type dxki_convert_lay_out_element(dxki_convert *c, const dxk_rdef *rdef,
                                      const dxk_rdef_binding *binding, const dxk_resource_desc *d);

/* --- linkage.c --- */

/* The resources of instances that an operand whose register is computed may mean; NULL: it is not
 * told which, or memory ran out. */
const dxki_convert_resource *dxki_convert_linked_resource(dxki_convert *c,
                                                          const dxk_dxbc_operand *operand);

#endif

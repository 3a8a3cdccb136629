/* SPDX-License-Identifier: MIT */
/*
 * validate.h - inside of the validator: one run, and the families of rules.
 *
 *   engine.c       loads, calls the families in the reference's order
 *   emit.c         makes findings: rule, place, arguments -> message    print.c   shows them
 *   names.c        names of stages, kinds ...     ir.c      questions about values and types
 *   graph.c        dominators, loops, reducibility of one function
 *   calls.c        which functions are DXIL operations, overloads (INSTR.OLOAD ...)
 *   resmap.c       which resource is behind a handle
 *
 *   verify*.c      what LLVM's verifier refuses (BITCODE.VALID)
 *   metadata.c     versions, named nodes, wave sizes (META, SM)
 *   state.c        properties of entry points (SM)
 *   globals.c      variables, group-shared memory (DECL, SM)
 *   races.c        stores to one place of group-shared memory (INSTR)
 *   resources.c    resources, constant buffers (META, SM)
 *   flow.c         control flow and calls (FLOW)
 *   functions.c    declarations (DECL)             body.c    instructions (INSTR, TYPES)
 *   ops.c, ops_resource.c, ops_signature.c, ops_linalg.c     DXIL operations by family
 *   flags.c        shader flags, what a function needs (META.FLAGSUSAGE)
 *   compat.c       entry points and what they call (SM.INCOMPATIBLE...)
 *   signatures.c   elements, packing (META, SM)    outputs.c   outputs never written
 *   container.c    parts (CONTAINER)
 *
 * A check never stops at bad input: what it needs it looks up, and goes on without. `failed` is
 * sticky: out of memory.
 */
#ifndef DXKI_VALIDATE_H
#define DXKI_VALIDATE_H

#include "base/arena.h"
#include "base/vec.h"
#include "bitcode/uses.h"
#include "dxil/dxil.h"
#include "dxil/layout.h"
#include "dxk/enums.h"
#include "dxk/validate.h"
#include "ir/idset.h"
#include "ir/ir.h"
#include "spec/dxil_ops.h"
#include "spec/semantics.h"
#include "spec/validation.h"
#include "text/snippet.h"

#define DXKI_VALIDATOR_MINOR 10u

/* Address spaces of pointers. */
enum { DXKI_SPACE_DEFAULT = 0, DXKI_SPACE_SHARED = 3, DXKI_SPACE_GENERIC = 4, DXKI_SPACE_NODE = 6 };

struct dxk_validation {
    dxk_ctx *ctx;
    dxki_arena arena;
    DXKI_VEC(dxk_finding) findings;
    size_t max_findings;
    uint64_t total;      /* of all findings, */
    uint64_t repeated;   /* of those that is_repeated */
    bool failed;         /* some error was found */
    uint32_t error_code; /* not 0: the reference gives up with this code */
    bool no_memory;
};

/* An argument of a message. */
typedef struct dxki_varg {
    bool is_number;
    uint64_t number;
    dxk_str text;
} dxki_varg;

dxki_varg dxki_vn(uint64_t number);
dxki_varg dxki_vs(const char *text);
dxki_varg dxki_vt(dxk_str text);

/* What is behind a handle: %dx.types.ResourceProperties. */
typedef struct dxki_resprops {
    uint32_t word0, word1;
} dxki_resprops;

/* A function that is an entry point, and what was seen of it so far. */
typedef struct dxki_vent {
    const dxki_entry *e;
    uint32_t function; /* index in globals */
    uint32_t kind;     /* dxk_shader_kind */
    uint32_t threads[3];
    uint32_t wave[3];
    bool is_node;
    uint32_t launch;
    uint32_t payload_size;                    /* mesh, amplification */
    int32_t shared_limit;                     /* -1: not set; other negative ones: no limit */
    uint32_t *output_columns, *patch_columns; /* written, by place in the signature */
    bool has_position[4];
    uint32_t position_mask[4];
    bool coverage, inner_coverage, view_id;
    uint32_t domain_size; /* components of SV_DomainLocation */
} dxki_vent;

/* What a function needs, with all that it calls. */
typedef struct dxki_vcompat {
    uint64_t flags; /* bits DXKI_SHADER_FLAG_ */
    uint32_t mask;  /* stages that it can be in */
    uint32_t model; /* minor of the shader model */
} dxki_vcompat;

/* A function that operations of one class and overload resolve to. */
typedef struct dxki_vopfn {
    uint32_t cls;   /* first row of the class */
    uint64_t types; /* hash of the overloaded types */
    dxki_type type[4];
    uint32_t global;  /* 0: there is none in the module, or it has another type */
    dxk_str name;     /* the canonical name */
    bool is_invented; /* the reference adds it to the module */
} dxki_vopfn;

/* What is being judged, for findings that do not name a place of their own. */
typedef enum dxki_vat_kind {
    DXKI_AT_NOTHING,
    DXKI_AT_NAME,    /* `name`: "!dx.version"; of a part what it is about in there */
    DXKI_AT_GLOBAL,  /* `id` */
    DXKI_AT_ELEMENT, /* of signature `which` of function `id` */
    DXKI_AT_RESOURCE,
    DXKI_AT_INST /* `id` */
} dxki_vat_kind;

typedef struct dxki_vat {
    dxki_vat_kind kind;
    uint32_t id, which, index;
    dxk_str name;
    const dxki_sig_element *element;
    const dxki_resource *resource;
} dxki_vat;

typedef struct dxki_val {
    dxk_ctx *ctx;
    dxk_validation *out;
    dxki_arena arena;
    const dxk_module *m;
    const dxk_module *dbg; /* module with debug information, or NULL */
    dxk_dxil *d;
    dxki_snippets *snippets; /* made at the first message that needs it */
    dxki_uses uses;
    bool has_uses;
    dxki_layout layout;
    bool has_layout;
    bool failed; /* out of memory */

    bool is_lib, min_precision;
    uint32_t kind;      /* of the shader model */
    uint32_t model;     /* its minor number */
    uint32_t val_minor; /* validator that the module was made for, 1.n */
    uint32_t max_minor; /* validator that is to be played */
    bool skipped;       /* the last finding was left out, for it repeats the one before */
    bool dropped;       /* the last finding was of a later rule: notes to it are dropped, too */

    dxki_vent *entries;
    uint32_t entry_count;
    dxki_vent **entry_of;       /* by index in globals */
    uint8_t *is_dxop;           /* by index in globals: name begins with dx.op. */
    uint8_t *is_patch;          /* by index in globals: patch constant function of a hull shader */
    DXKI_VEC(dxki_vopfn) opfns; /* [0] dummy */
    dxki_idset opfn_set;
    uint8_t *struct_facts; /* by type: what calls.c knows of its name; 0: not asked yet */
    uint16_t *classes;     /* by row of operations: its class + 1, when it was asked for */
    dxki_idset names;      /* of functions of operations, by name */
    dxk_str *new_names;    /* by index in globals: the name that it gets, or empty */
    bool has_new_names;
    uint32_t renamed;     /* numbers used to keep names apart */
    bool calls_break;     /* a function of operations is used in a way that ends loading */
    uint32_t *registered; /* by index in globals: class row + 1 that resolves to it */

    uint32_t *res_index;               /* by instruction: handle -> index in res_props, 0: none */
    DXKI_VEC(dxki_resprops) res_props; /* [0] dummy */
    uint32_t *res_range;               /* by instruction: range id + 1 of a createHandle */
    uint32_t *global_res; /* by entity: like res_index, for globals and pointers (libraries) */

    dxki_vcompat *compat;    /* by index in globals */
    uint8_t *in_entry_calls; /* by index in globals: called from the entry point */
    /* Functions with a body that a function calls, in the order of its calls: from call_start[g] on
     * up to that of the next. Of global 0: those that can be called from outside. */
    uint32_t *call_start;
    DXKI_VEC(uint32_t) calls;
    dxki_md *target_type; /* by type: its node in dx.targetTypes */

    /* Suppresses repeated messages. */
    dxki_vrule last_rule;
    dxki_md last_location;
    uint32_t *dbg_fn; /* by index in globals: function of that name in dbg */
    dxk_dxil *dbg_d;  /* view of dbg, when it was needed */
    bool has_dbg_d;
    uint32_t *block_number; /* by block: its place in the function */
    uint32_t *inst_number;  /* by instruction, likewise; made with it */
    uint32_t dbg_cached;    /* function that dbg_insts is for */
    DXKI_VEC(uint32_t) dbg_insts, own_insts;
    const dxk_part *part; /* that is being judged, or NULL: findings get its offset */
    dxki_vat at;
    dxki_idset told;        /* findings, by what they say and where: index + 1 */
    uint64_t program;       /* offset of the program's part in the file; 0: there is none */
    size_t reader_errors;   /* in the context's diagnostics before the validation */
    bool refused;           /* the reference gives up: what it does not say are errors, too */
    uint32_t breaking;      /* function for which calls_break, index in globals */
    dxki_vrule broken_rule; /* why */
    uint8_t *uav_counter;   /* by range id: 1 increments, 2 decrements */
} dxki_val;

/* --- emit.c --- */

void dxki_verr(dxki_val *v, dxki_vrule rule, const dxki_varg *args, size_t count);
void dxki_vfn(dxki_val *v, uint32_t global, dxki_vrule rule, const dxki_varg *args, size_t count);
void dxki_vinst(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_varg *args, size_t count);
void dxki_vmd(dxki_val *v, dxki_md md, dxki_vrule rule);
void dxki_vres(dxki_val *v, const dxki_resource *res, dxki_vrule rule, const dxki_varg *args,
               size_t count);
void dxki_vtype(dxki_val *v, dxki_type type, dxki_vrule rule);
void dxki_vvar(dxki_val *v, uint32_t global, dxki_vrule rule);
void dxki_vnote(dxki_val *v, const char *text);                     /* "note: text" */
void dxki_vinst_note(dxki_val *v, uint32_t inst, const char *text); /* about an instruction */
void dxki_vraw(dxki_val *v, dxk_str text);                          /* a line without "error:" */
/* dxv does not say it. `rule` is the id of any rule; `path` NULL: that of what is judged. */
void dxki_vown(dxki_val *v, const char *rule, dxk_str text, uint64_t offset, const char *path);
/* Likewise of what is being judged; `subject`: text of what else it is about. */
void dxki_vcomplain(dxki_val *v, dxki_vrule rule, dxk_str text, dxk_str subject);
/* Makes the finding before one for the words of dxv alone. */
void dxki_vrepeated(dxki_val *v);
/* Has a reader reported an error, so that there is nothing to add? */
bool dxki_vtold(const dxki_val *v);
/* Adds to the finding before: the other side of a mismatch, where a difference is. */
void dxki_vhint(dxki_val *v, dxk_str text);
/* Likewise: the message in one line. */
void dxki_vsummary(dxki_val *v, dxk_str text);
void dxki_vplain(dxki_val *v, dxk_str text); /* an error that has no rule of its own */

/* --- notes.c --- */

/* What there is to add to a finding, which is about an instruction if that is not 0. */
dxk_str dxki_vnote_on(dxki_val *v, const dxk_finding *f, uint32_t inst);
/* Adds to the finding before the element that has a row in common with the one at hand. */
void dxki_vhint_neighbour(dxki_val *v, const dxki_sig_element *e);
dxk_str dxki_venum(dxki_val *v, dxk_enum_id id, uint64_t number); /* "Tri (2)" */

/* --- where.c --- */

/* Gives a finding without a path that of what is being judged. */
void dxki_vlocate(dxki_val *v, dxk_finding *f);
void dxki_vlocate_inst(dxki_val *v, uint32_t inst, dxk_finding *f);
void dxki_vlocate_global(dxki_val *v, uint32_t global, dxk_finding *f);
/* Its line of source, if there is one. *location: the instruction's own, 0 when it has none. */
bool dxki_vinst_line(dxki_val *v, uint32_t inst, dxk_finding *f, dxki_md *location);
bool dxki_vfunction_line(dxki_val *v, uint32_t global, dxk_finding *f);
/* What the readers have said of v->part from diagnostic `first` on gets places in the file. */
void dxki_vmove_diags(dxki_val *v, size_t first);
/* Is a subprogram, by its function or its name, that of a global whose name is `own`? */
bool dxki_vdescribes(const dxk_module *m, dxki_md sp, uint32_t global, dxk_str own);
/* The module that has the lines. */
const dxk_module *dxki_vline_module(const dxki_val *v);

/* With the arguments listed, at least one. */
#define DXKI_VARGS(...)                                                                            \
    (const dxki_varg[]){__VA_ARGS__}, sizeof((const dxki_varg[]){__VA_ARGS__}) / sizeof(dxki_varg)

/* "U0: TypedBuffer (u5[2] space1)", or its name. */
dxk_str dxki_vres_name(dxki_val *v, const dxki_resource *res);
/* Text in the run's arena from pieces; like message templates, %0 %1 are arguments. */
dxk_str dxki_vformat(dxki_val *v, const char *pattern, const dxki_varg *args, size_t count);
dxk_str dxki_vsigned(dxki_val *v, int64_t number);     /* "-2" */
dxk_str dxki_vjoin(dxki_val *v, dxk_str a, dxk_str b); /* a, b */
dxki_snippets *dxki_vsnippets(dxki_val *v);
/* The reference breaks off here, with nothing but a code: it takes a value for another kind. */
void dxki_vgive_up(dxki_val *v);

/* --- refuse.c --- */
/* False: the header of a program part is broken. Otherwise where its bitcode lies. */
bool dxki_vprogram_header(dxk_bytes part, dxk_bytes *bitcode);
/* Reads bitcode that lies at `offset` of the file; NULL: refused, and reported. */
dxk_module *dxki_vread_bitcode(dxki_val *v, dxk_bytes bitcode, uint64_t offset);

/* Sets what is being judged, as long as findings do not name another place. */
static inline void dxki_vat_global(dxki_val *v, uint32_t global)
{
    v->at = (dxki_vat){.kind = DXKI_AT_GLOBAL, .id = global};
}
static inline void dxki_vat_inst(dxki_val *v, uint32_t inst)
{
    v->at.kind = DXKI_AT_INST;
    v->at.id = inst;
}
static inline void dxki_vat_name(dxki_val *v, dxk_str name)
{
    v->at = (dxki_vat){.kind = DXKI_AT_NAME, .name = name};
}
static inline void dxki_vat_end(dxki_val *v)
{
    v->at.kind = DXKI_AT_NOTHING;
}

/* --- names.c --- */

const char *dxki_vkind_name(uint32_t kind); /* "ps", "raygeneration" */
const char *dxki_vlaunch_name(uint32_t launch, bool lower);
dxk_str dxki_vmodel_name(dxki_val *v); /* "lib_6_3" */
const char *dxki_vreskind_name(uint32_t kind);

/* --- ir.c --- */

bool dxki_vis_const(const dxki_val *v, dxki_value value, uint64_t *bits); /* constant integer */
bool dxki_vis_float_const(const dxki_val *v, dxki_value value, double *number);
/* Row of the operation that a call is; NULL: it is none. `any`: also with a wrong number of
 * arguments. */
const dxki_dxop_info *dxki_vdxop_any(const dxki_val *v, uint32_t inst);
const dxki_dxop_info *dxki_vdxop(const dxki_val *v, uint32_t inst);
bool dxki_vis_linalg(const dxki_val *v, dxki_type type);
/* Base of address computations: through getelementptr and bitcast, instructions and constants. */
dxki_value dxki_vpointer_base(const dxki_val *v, dxki_value value, bool const_casts);
bool dxki_vis_gep(const dxki_val *v, dxki_value value);
bool dxki_vis_bitcast(const dxki_val *v, dxki_value value);
/* The variable of a resource; from shader model 6.6 on it is behind a bitcast. */
dxki_value dxki_vsymbol(const dxki_val *v, const dxki_resource *res);
uint64_t dxki_vsize(dxki_val *v, dxki_type type); /* alloc size in bytes */
void *dxki_valloc(dxki_val *v, size_t count, size_t size);
#define DXKI_VNEW(v, type, count) ((type *)dxki_valloc((v), (count), sizeof(type)))

/* --- graph.c --- */

typedef struct dxki_vgraph {
    uint32_t count;       /* blocks */
    uint32_t first;       /* index in blocks of number 0 */
    uint32_t *blocks;     /* index in blocks by number */
    uint32_t *succ_start; /* by number, count + 1 */
    uint32_t *succ;
    uint32_t *pred_start;
    uint32_t *pred;
    uint32_t *idom;             /* by number; UINT32_MAX: unreachable or entry */
    uint32_t *dom_in, *dom_out; /* intervals of the dominator tree */
    uint32_t *rpo, *order;      /* reverse post-order: number by block, block by number */
    uint32_t reachable;
    dxki_arena arena;
} dxki_vgraph;

/* Builds blocks, edges and dominators of a function with a body; false: out of memory. `post`:
 * of the reversed graph with a virtual exit, for post-dominators. To be freed in any case. */
bool dxki_vgraph_build(dxki_val *v, uint32_t global, dxki_vgraph *g);
void dxki_vgraph_free(dxki_vgraph *g);
uint32_t dxki_vgraph_number(const dxki_val *v, const dxki_vgraph *g, uint32_t block);
bool dxki_vgraph_dominates(const dxki_vgraph *g, uint32_t a, uint32_t b); /* numbers */
/* Does the instruction `a` dominate the instruction `b`? */
bool dxki_vinst_dominates(const dxki_val *v, const dxki_vgraph *g, uint32_t a, uint32_t b);
bool dxki_vgraph_reducible(dxki_val *v, const dxki_vgraph *g); /* reduce.c */
/* Number of outermost loops that cannot be left. */
uint32_t dxki_vgraph_dead_loops(dxki_val *v, const dxki_vgraph *g);
/* Is the block on every path from the entry to an exit? */
bool dxki_vgraph_postdominates_entry(dxki_val *v, const dxki_vgraph *g, uint32_t number);

/* --- calls.c --- */

bool dxki_vcalls_prepare(dxki_val *v);
/* Number of overloaded types in *count; false: the function has not the shape for it. */
bool dxki_voverload_types(const dxki_val *v, const dxki_dxop_info *op, uint32_t global,
                          dxki_type types[4]);
/* Does the reference take the result for a structure or vector that it is not? */
bool dxki_voverload_breaks(const dxki_val *v, const dxki_dxop_info *op, uint32_t global);
bool dxki_voverload_legal(const dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4]);
/* What GetOpFunc would give: an entry of opfns, 0: none. */
uint32_t dxki_vresolve(dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4]);
bool dxki_vop_has_type(const dxki_val *v, const dxki_dxop_info *op, const dxki_type types[4],
                       dxki_type function_type);
uint32_t dxki_vclass_of(const dxki_val *v, const dxki_dxop_info *op); /* first row of the class */
/* Is the function known for that class of operations? */
bool dxki_vop_known(const dxki_val *v, const dxki_dxop_info *op, uint32_t global);
/* Reserved struct types of DXIL that operations return. */
bool dxki_vis_builtin_struct(const dxki_val *v, dxki_type type);
bool dxki_vis_resret(const dxki_val *v, dxki_type type);

/* --- resmap.c --- */

void dxki_vresmap_build(dxki_val *v);
dxki_resprops dxki_vprops_of(const dxki_val *v, dxki_value handle); /* kind 0: unknown */
dxki_resprops dxki_vprops_of_resource(dxki_val *v, const dxki_resource *res);
/* What a typed resource returns: the first element of its class; without one the reference fails.
 */
dxki_type dxki_vreturn_type(dxki_val *v, const dxki_resource *res);
bool dxki_vconst_props(const dxki_val *v, dxki_value value, dxki_resprops *props);
/* Bounds, space, class of a constant %dx.types.ResBind; false: it is none. */
bool dxki_vconst_binding(const dxki_val *v, dxki_value value, uint64_t words[4]);
uint32_t dxki_vprops_class(dxki_resprops p); /* dxk_resource_class; 4: none */
static inline uint32_t dxki_vprops_kind(dxki_resprops p)
{
    return p.word0 & 0xff;
}
#define DXKI_RP_UAV     0x1000u
#define DXKI_RP_ROV     0x2000u
#define DXKI_RP_GLC     0x4000u
#define DXKI_RP_COUNTER 0x8000u
#define DXKI_RP_REORDER 0x10000u

/* --- the families --- */

bool dxki_validate_llvm(dxki_val *v);
void dxki_validate_metadata(dxki_val *v);
void dxki_validate_unloaded(dxki_val *v); /* when the metadata is refused */
void dxki_validate_state(dxki_val *v);
void dxki_validate_globals(dxki_val *v);
void dxki_validate_races(dxki_val *v);
void dxki_validate_resources(dxki_val *v);
void dxki_validate_flow(dxki_val *v);
void dxki_validate_functions(dxki_val *v);
void dxki_validate_body(dxki_val *v, uint32_t global);
bool dxki_validate_type(dxki_val *v, dxki_type type, bool inner);
void dxki_validate_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
void dxki_validate_resource_op(dxki_val *v, uint32_t inst, uint32_t row);
void dxki_validate_signature_op(dxki_val *v, uint32_t inst, uint32_t row);
bool dxki_validate_linalg_op(dxki_val *v, uint32_t inst, uint32_t row);
void dxki_validate_flags(dxki_val *v);
void dxki_validate_compat(dxki_val *v);
void dxki_validate_signatures(dxki_val *v);
void dxki_validate_outputs(dxki_val *v);
void dxki_validate_container(dxki_val *v, const dxk_container *container);

/* flags.c: does a barrier need a thread group, a node? */
bool dxki_vbarrier_group(const dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
bool dxki_vbarrier_node(const dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
bool dxki_vcollect_flags(dxki_val *v, uint64_t *flags); /* of the module; fills v->compat */

/* ops_resource.c */
dxki_resprops dxki_vhandle(dxki_val *v, dxki_value handle); /* reports bad ones */
/* resources.c */
uint32_t dxki_vstage_model_kind(const dxki_val *v);
/* signatures.c: the semantic and its use at the point of signature `which` of the entry. */
uint32_t dxki_vsemantic(uint32_t stage, uint32_t which, const dxki_sig_element *e,
                        dxki_semantic_use *use);
/* Does the stage read inputs (0), write outputs (1), have patch constants or primitives (2)? */
bool dxki_vhas_signature(uint32_t stage, uint32_t which);
dxk_str dxki_velement_name(uint32_t stage, uint32_t which, const dxki_sig_element *e);

#include "validate/access.h"

#endif

/* SPDX-License-Identifier: MIT */
/*
 * validate.h - inside of the validator: one run, and the families of rules.
 *
 *   engine.c       loads, calls the families in the reference's order
 *   emit.c         makes findings: rule, place, arguments -> message    print.c   shows them
 *   names.c        names of stages, kinds ...     ir.c      questions about values and types
 *   calls.c        which functions are DXIL operations, overloads (INSTR.OLOAD ...)
 *   resmap.c       which resource is behind a handle
 *
 *   form.c         what LLVM's verifier refuses (BITCODE.VALID)
 *   metadata.c     versions, named nodes, wave sizes (META, SM)
 *   state.c        properties of entry points (SM)
 *   globals.c      variables, group-shared memory (DECL, SM)
 *   races.c        stores to one place of group-shared memory (INSTR)
 *   resources.c    resources, constant buffers (META, SM)
 *   flow.c         control flow and calls (FLOW)
 *   completions.c  node records that are used after they were completed (INSTR)
 *   functions.c    declarations (DECL)             body.c    instructions (INSTR, TYPES)
 *   ops.c, ops_resource.c, ops_signature.c, ops_linalg.c     DXIL operations by family
 *   flags.c        shader flags that are declared and needed (META.FLAGSUSAGE)
 *   compat.c       entry points and what they call (SM.INCOMPATIBLE...)
 *   signatures.c   elements, packing (META, SM)    outputs.c   outputs never written
 *   container.c    parts (CONTAINER)
 *
 * A check never stops at bad input: what it needs it looks up, and goes on without. `failed` is
 * sticky: out of memory.
 */
#ifndef DXKI_VALIDATE_VALIDATE_H
#define DXKI_VALIDATE_VALIDATE_H

#include "analysis/calls.h"
#include "analysis/loop.h"
#include "base/arena.h"
#include "base/message.h"
#include "base/vec.h"
#include "bitcode/uses.h"
#include "dxil/dxil.h"
#include "dxil/barrier.h"
#include "dxil/layout.h"
#include "dxil/op.h"
#include "dxil/requirements.h"
#include "dxk/enums.h"
#include "dxk/validate.h"
#include "ir/idset.h"
#include "ir/ir.h"
#include "spec/semantics.h"
#include "spec/validation.h"
#include "text/snippet.h"

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

/* A text as DXC has it in messages: "<null>" when it is empty; escaped when it begins with the
 * mark of names that are not mangled. */
dxki_arg dxki_val_arg_text(dxk_str text);
dxki_arg dxki_val_arg_text_z(const char *text);

/* A function that is an entry point, and what was seen of it so far. */
typedef struct dxki_val_entry {
    const dxki_dxil_entry *e;
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
} dxki_val_entry;

/* A function that operations of one class and overload resolve to. */
typedef struct dxki_val_op_function {
    uint32_t cls; /* first row of the class */
    dxki_dxil_overloads overloads;
    uint32_t global;  /* 0: there is none in the module, or it has another type */
    dxk_str name;     /* the canonical name */
    bool is_invented; /* the reference adds it to the module */
} dxki_val_op_function;

/* What is being judged, for findings that do not name a place of their own. */
typedef enum dxki_val_place_kind {
    DXKI_AT_NOTHING,
    DXKI_AT_NAME,    /* `name`: "!dx.version"; of a part what it is about in there */
    DXKI_AT_GLOBAL,  /* `id` */
    DXKI_AT_ELEMENT, /* of signature `which` of function `id` */
    DXKI_AT_RESOURCE,
    DXKI_AT_INST /* `id` */
} dxki_val_place_kind;

typedef struct dxki_val_place {
    dxki_val_place_kind kind;
    uint32_t id, which, index;
    dxk_str name;
    const dxki_dxil_sig_element *element;
    const dxki_dxil_resource *resource;
} dxki_val_place;

typedef struct dxki_val {
    dxk_ctx *ctx;
    dxk_validation *out;
    dxki_arena arena;
    const dxk_module *m;
    const dxk_module *dbg; /* module with debug information, or NULL */
    dxk_dxil *d;
    dxki_text_snippets *snippets; /* made at the first message that needs it */
    dxki_bc_uses uses;
    bool has_uses;
    dxki_dxil_layout layout;
    bool has_layout;
    bool failed; /* out of memory */

    bool is_lib, min_precision;
    uint32_t kind;      /* of the shader model */
    uint32_t model;     /* its minor number */
    uint32_t val_minor; /* validator that the module was made for, 1.n */
    uint32_t max_minor; /* validator that is to be played */
    bool skipped;       /* the last finding was left out, for it repeats the one before */
    bool dropped;       /* the last finding was of a later rule: notes to it are dropped, too */

    dxki_val_entry *entries;
    uint32_t entry_count;
    dxki_val_entry **entry_of; /* by index in globals */
    uint8_t *is_dxop;          /* by index in globals: name begins with dx.op. */
    uint8_t *is_patch;         /* by index in globals: patch constant function of a hull shader */
    DXKI_VEC(dxki_val_op_function) opfns; /* [0] dummy */
    dxki_idset opfn_set;
    uint8_t *struct_facts; /* by type: what calls.c knows of its name; 0: not asked yet */
    uint16_t *classes;     /* by row of operations: its class + 1, when it was asked for */
    dxki_idset names;      /* of functions of operations, by name */
    dxk_str *new_names;    /* by index in globals: the name that it gets, or empty */
    bool has_new_names;
    uint32_t renamed;     /* numbers used to keep names apart */
    bool calls_break;     /* a function of operations is used in a way that ends loading */
    uint32_t *registered; /* by index in globals: class row + 1 that resolves to it */

    uint32_t *res_index; /* by instruction: handle -> index in res_props, 0: none */
    DXKI_VEC(dxki_dxil_handle_props) res_props; /* [0] dummy */
    uint32_t *res_range;                        /* by instruction: range id + 1 of a createHandle */
    uint32_t *global_res; /* by entity: like res_index, for globals and pointers (libraries) */

    dxki_dxil_module_requirements needs; /* found by flags.c */
    uint8_t *in_entry_calls;             /* by index in globals: called from the entry point */
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
    dxki_val_place at;
    dxki_idset told;        /* findings, by what they say and where: index + 1 */
    uint64_t program;       /* offset of the program's part in the file; 0: there is none */
    size_t reader_errors;   /* in the context's diagnostics before the validation */
    bool refused;           /* the reference gives up: what it does not say are errors, too */
    uint32_t breaking;      /* function for which calls_break, index in globals */
    dxki_vrule broken_rule; /* why */
    uint8_t *uav_counter;   /* by range id: 1 increments, 2 decrements */
} dxki_val;

/* --- emit.c --- */

void dxki_val_error(dxki_val *v, dxki_vrule rule, const dxki_arg *args, size_t count);
void dxki_val_function_error(dxki_val *v, uint32_t global, dxki_vrule rule, const dxki_arg *args,
                             size_t count);
void dxki_val_inst_error(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_arg *args,
                         size_t count);
void dxki_val_md_error(dxki_val *v, dxki_md md, dxki_vrule rule);
void dxki_val_resource_error(dxki_val *v, const dxki_dxil_resource *res, dxki_vrule rule,
                             const dxki_arg *args, size_t count);
void dxki_val_type_error(dxki_val *v, dxki_type type, dxki_vrule rule);
void dxki_val_variable_error(dxki_val *v, uint32_t global, dxki_vrule rule);
void dxki_val_note(dxki_val *v, const char *text);                     /* "note: text" */
void dxki_val_inst_note(dxki_val *v, uint32_t inst, const char *text); /* about an instruction */
void dxki_val_raw(dxki_val *v, dxk_str text);                          /* a line without "error:" */
/* dxv does not say it. `rule` is the id of any rule; `path` NULL: that of what is judged. */
void dxki_val_own(dxki_val *v, const char *rule, dxk_str text, uint64_t offset, const char *path);
/* Likewise of what is being judged; `subject`: text of what else it is about. */
void dxki_val_complain(dxki_val *v, dxki_vrule rule, dxk_str text, dxk_str subject);
/* Makes the finding before one for the words of dxv alone. */
void dxki_val_mark_compat_only(dxki_val *v);
/* Has a reader reported an error, so that there is nothing to add? */
bool dxki_val_reader_failed(const dxki_val *v);
/* Adds to the finding before: the other side of a mismatch, where a difference is. */
void dxki_val_hint(dxki_val *v, dxk_str text);
/* Likewise: the message in one line. */
void dxki_val_summary(dxki_val *v, dxk_str text);
void dxki_val_plain(dxki_val *v, dxk_str text); /* an error that has no rule of its own */

/* --- notes.c --- */

/* What there is to add to a finding, which is about an instruction if that is not 0. */
dxk_str dxki_val_note_on(dxki_val *v, const dxk_finding *f, uint32_t inst);
/* Adds to the finding before the element that has a row in common with the one at hand. */
void dxki_val_hint_neighbour(dxki_val *v, const dxki_dxil_sig_element *e);
dxk_str dxki_val_enum(dxki_val *v, dxk_enum_id id, uint64_t number); /* "Tri (2)" */

/* --- where.c --- */

/* Gives a finding without a path that of what is being judged. */
void dxki_val_locate(dxki_val *v, dxk_finding *f);
void dxki_val_locate_inst(dxki_val *v, uint32_t inst, dxk_finding *f);
void dxki_val_locate_global(dxki_val *v, uint32_t global, dxk_finding *f);
/* Its line of source, if there is one. *location: the instruction's own, 0 when it has none. */
bool dxki_val_inst_line(dxki_val *v, uint32_t inst, dxk_finding *f, dxki_md *location);
bool dxki_val_function_line(dxki_val *v, uint32_t global, dxk_finding *f);
/* What the readers have said of v->part from diagnostic `first` on gets places in the file. */
void dxki_val_move_diags(dxki_val *v, size_t first);
/* The module that has the lines. */
const dxk_module *dxki_val_line_module(const dxki_val *v);

/* "U0: TypedBuffer (u5[2] space1)", or its name. */
dxk_str dxki_val_res_name(dxki_val *v, const dxki_dxil_resource *res);
/* A template with its arguments, in the run's arena; see dxki_format_nested(). */
dxk_str dxki_val_format(dxki_val *v, const char *pattern, const dxki_arg *args, size_t count);
dxk_str dxki_val_signed(dxki_val *v, int64_t number);     /* "-2" */
dxk_str dxki_val_join(dxki_val *v, dxk_str a, dxk_str b); /* a, b */
dxki_text_snippets *dxki_val_snippets(dxki_val *v);
/* The reference breaks off here, with nothing but a code: it takes a value for another kind. */
void dxki_val_give_up(dxki_val *v);

/* --- legacy.c --- */

/* dxk_validate() of a container of shader model 4 or 5: its form is judged, by rules DXBC.*. */
dxk_status dxki_val_legacy(const dxk_container *container, const dxk_validate_options *given,
                           dxk_validation **out);

/* --- refuse.c --- */
/* False: the header of a program part is broken. Otherwise where its bitcode lies. */
bool dxki_val_program_header(dxk_bytes part, dxk_bytes *bitcode);
/* Reads bitcode that lies at `offset` of the file; NULL: refused, and reported. */
dxk_module *dxki_val_read_bitcode(dxki_val *v, dxk_bytes bitcode, uint64_t offset);

/* Sets what is being judged, as long as findings do not name another place. */
static inline void dxki_val_at_global(dxki_val *v, uint32_t global)
{
    v->at = (dxki_val_place){.kind = DXKI_AT_GLOBAL, .id = global};
}
static inline void dxki_val_at_inst(dxki_val *v, uint32_t inst)
{
    v->at.kind = DXKI_AT_INST;
    v->at.id = inst;
}
static inline void dxki_val_at_name(dxki_val *v, dxk_str name)
{
    v->at = (dxki_val_place){.kind = DXKI_AT_NAME, .name = name};
}
static inline void dxki_val_at_end(dxki_val *v)
{
    v->at.kind = DXKI_AT_NOTHING;
}

/* --- names.c --- */

const char *dxki_val_kind_name(uint32_t kind); /* "ps", "raygeneration" */
const char *dxki_val_launch_name(uint32_t launch, bool lower);
dxk_str dxki_val_model_name(dxki_val *v); /* "lib_6_3" */
const char *dxki_val_reskind_name(uint32_t kind);

/* --- ir.c --- */

bool dxki_val_is_const(const dxki_val *v, dxki_value value, uint64_t *bits); /* constant integer */
bool dxki_val_is_float_const(const dxki_val *v, dxki_value value, double *number);
/* Row of the operation that a call is; NULL: it is none. `any`: also with a wrong number of
 * arguments. */
const dxki_dxop_info *dxki_val_dxop_any(const dxki_val *v, uint32_t inst);
const dxki_dxop_info *dxki_val_dxop(const dxki_val *v, uint32_t inst);
bool dxki_val_is_linalg(const dxki_val *v, dxki_type type);
/* Base of address computations: through getelementptr and bitcast, instructions and constants. */
dxki_value dxki_val_pointer_base(const dxki_val *v, dxki_value value, bool const_casts);
bool dxki_val_is_gep(const dxki_val *v, dxki_value value);
bool dxki_val_is_bitcast(const dxki_val *v, dxki_value value);
/* The variable of a resource; from shader model 6.6 on it is behind a bitcast. */
dxki_value dxki_val_symbol(const dxki_val *v, const dxki_dxil_resource *res);
uint64_t dxki_val_size(dxki_val *v, dxki_type type); /* alloc size in bytes */
void *dxki_val_alloc(dxki_val *v, size_t count, size_t size);
#define DXKI_VNEW(v, type, count) ((type *)dxki_val_alloc((v), (count), sizeof(type)))

/* --- completions.c --- */

/* A call that completes the records of an output node, and the function that it calls. */
typedef struct dxki_val_completion {
    uint32_t function, call;
} dxki_val_completion;

/* All of a module, by the function that they are in, the newest first. */
typedef struct dxki_val_completions {
    DXKI_VEC(dxki_val_completion) calls;
} dxki_val_completions;

void dxki_val_list_completions(dxki_val *v, dxki_val_completions *list);
/* Reports uses of completed records in a function. */
void dxki_val_check_completions(dxki_val *v, const dxki_val_completions *list, uint32_t fn,
                                const dxki_cfg *cfg, const dxki_dom *dom);

/* --- calls.c --- */

bool dxki_val_calls_prepare(dxki_val *v);
/* Finds the overloaded types of a function; false: it has not the shape for it. */
bool dxki_val_overloads_of(const dxki_val *v, const dxki_dxop_info *op, uint32_t global,
                           dxki_dxil_overloads *o);
/* True if the reference takes the result for a structure or vector that it is not. */
bool dxki_val_overload_breaks(const dxki_val *v, const dxki_dxop_info *op, uint32_t global);
/* What GetOpFunc would give: an entry of opfns, 0: none. */
uint32_t dxki_val_resolve(dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o);
bool dxki_val_op_has_type(const dxki_val *v, const dxki_dxop_info *op, const dxki_dxil_overloads *o,
                          dxki_type function_type);
uint32_t dxki_val_class_of(const dxki_val *v,
                           const dxki_dxop_info *op); /* first row of the class */
/* Is the function known for that class of operations? */
bool dxki_val_op_known(const dxki_val *v, const dxki_dxop_info *op, uint32_t global);
/* Reserved struct types of DXIL that operations return. */
bool dxki_val_is_builtin_struct(const dxki_val *v, dxki_type type);
bool dxki_val_is_resret(const dxki_val *v, dxki_type type);

/* --- resmap.c --- */

void dxki_val_resmap_build(dxki_val *v);
/* The properties of what is behind a handle; kind 0: unknown. */
dxki_dxil_handle_props dxki_val_props_of(const dxki_val *v, dxki_value handle);

/* --- the families --- */

void dxki_val_check_form(dxki_val *v);
void dxki_val_check_metadata(dxki_val *v);
void dxki_val_check_unloaded(dxki_val *v); /* when the metadata is refused */
void dxki_val_check_state(dxki_val *v);
void dxki_val_check_globals(dxki_val *v);
void dxki_val_check_races(dxki_val *v);
void dxki_val_check_resources(dxki_val *v);
void dxki_val_check_flow(dxki_val *v);
void dxki_val_check_functions(dxki_val *v);
void dxki_val_check_body(dxki_val *v, uint32_t global);
bool dxki_val_check_type(dxki_val *v, dxki_type type, bool inner);
void dxki_val_check_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
void dxki_val_check_resource_op(dxki_val *v, uint32_t inst, uint32_t row);
void dxki_val_check_signature_op(dxki_val *v, uint32_t inst, const dxki_dxop_info *op);
bool dxki_val_check_linalg_op(dxki_val *v, uint32_t inst, uint32_t row);
void dxki_val_check_flags(dxki_val *v);
void dxki_val_check_compat(dxki_val *v);
void dxki_val_check_signatures(dxki_val *v);
void dxki_val_check_outputs(dxki_val *v);
void dxki_val_check_container(dxki_val *v, const dxk_container *container);

/* ops_resource.c */
dxki_dxil_handle_props dxki_val_handle(dxki_val *v, dxki_value handle); /* reports bad ones */
/* resources.c */
uint32_t dxki_val_stage_model_kind(const dxki_val *v);
/* signatures.c: the semantic and its use at the point of signature `which` of the entry. */
uint32_t dxki_val_semantic(uint32_t stage, uint32_t which, const dxki_dxil_sig_element *e,
                           dxki_semantic_use *use);
/* Does the stage read inputs (0), write outputs (1), have patch constants or primitives (2)? */
bool dxki_val_has_signature(uint32_t stage, uint32_t which);
dxk_str dxki_val_element_name(uint32_t stage, uint32_t which, const dxki_dxil_sig_element *e);

#include "validate/access.h"

#endif

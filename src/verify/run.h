/* SPDX-License-Identifier: MIT */
/*
 * run.h - inside of the verifier: a run, and what its files ask of each other.
 *
 *   verify.c      the order: functions with a body, then the module; blocks
 *   complain.c    what is said becomes one text
 *   values.c      questions about values and types
 *   function.c    what is said about a function as a whole
 *   inst.c        instructions, metadata on instructions, dominance
 *   types.c       types of their operands
 *   calls.c       calls, invokes, landing pads
 *   intrinsics.c  calls of functions that LLVM knows by name
 *   attrs.c       attributes of functions and calls
 *   module.c      globals, aliases, named metadata, module flags, comdats
 *   nodes.c       metadata nodes
 *   consts.c      what constants are made of, and whether they are used
 *   debug.c       names of types, calls that tell debuggers of variables
 */
#ifndef DXKI_VERIFY_RUN_H
#define DXKI_VERIFY_RUN_H

#include "analysis/dom.h"
#include "base/arena.h"
#include "ir/intrinsics.h"
#include "text/snippet.h"
#include "verify/verify.h"

/* Variables of a function that others may reach: how many, and the highest index asked for + 1. */
typedef struct dxki_verify_frame {
    uint32_t escaped, recovered;
} dxki_verify_frame;

/* A metadata node whose operands are looked at, and the next of them. */
typedef struct dxki_verify_visit {
    dxki_md node;
    uint32_t next;
} dxki_verify_visit;

/* A name that stands for a type, and the first node that uses it. */
typedef struct dxki_verify_typeref {
    dxki_md name, node;
} dxki_verify_typeref;

typedef struct dxki_verify_run {
    dxk_ctx *ctx;
    const dxk_module *m;
    const dxki_verify_options *options;
    const dxki_bc_uses *uses; /* NULL: not made yet; see dxki_verify_uses() */
    dxki_bc_uses own_uses;
    dxki_arena arena;
    dxki_text_snippets *snippets; /* made at the first complaint */
    dxki_verify_result *out;      /* NULL: only whether there is a complaint */
    bool failed;                  /* out of memory */
    bool stop;                    /* nothing more is to be looked at: failed, or known enough */

    bool complained; /* about anything */
    bool ends;       /* see dxki_verify_result */
    bool broken;     /* about something in the function or module at hand */
    uint8_t *judged; /* by instruction: DXKI_VERIFY_SEEN or DXKI_VERIFY_GOOD */
    uint8_t *nodes;  /* by metadata: looked at */
    uint32_t *lines; /* by function: first instruction whose line is of another one, + 1; 1: none */
    uint8_t *sized;  /* by type: 0 not known, 1 no, 2 yes */
    dxki_verify_visit *visits; /* nodes that are looked at; as many as `nodes` */
    uint8_t *open;             /* by metadata: refers to one that never came; NULL: not known yet */
    DXKI_VEC(dxki_verify_typeref) typerefs;
    dxki_verify_frame *frames; /* by function; NULL: none is told of */
    bool escapes;              /* the function at hand has called llvm.localescape */
    uint8_t *used;             /* by entity of uses: constants that are used; NULL: not known yet */
    uint8_t *with_expr;        /* likewise: its operands lead to an expression */
    uint32_t fn;               /* function at hand, index in globals */
    uint32_t block;            /* number of the block at hand */
    const dxki_cfg *cfg;       /* of that function, with its dominators */
    const dxki_dom *dom;
} dxki_verify_run;

/* In `judged`: looked at; without a complaint that ended the look. */
enum { DXKI_VERIFY_SEEN = 1, DXKI_VERIFY_GOOD = 2 };

/* What a pointer is stripped of: casts, and address computations that change nothing; then also
 * aliases; then any computation that stays inside of an object. */
typedef enum dxki_verify_strip_what {
    DXKI_STRIP_CASTS,
    DXKI_STRIP_ALIASES,
    DXKI_STRIP_OFFSETS
} dxki_verify_strip_what;

/* Zeroed memory that lives as long as the run; NULL, and it fails: there is none. */
void *dxki_verify_alloc(dxki_verify_run *w, size_t count, size_t size);
#define DXKI_VERIFY_NEW(w, type, count) ((type *)dxki_verify_alloc((w), (count), sizeof(type)))

/* Ends the run: out of memory. */
static inline void dxki_verify_fail(dxki_verify_run *w)
{
    w->failed = w->stop = true;
}

/* --- complain.c --- */

/* A complaint begins; its message in one, two or three pieces. */
void dxki_verify_say(dxki_verify_run *w, const char *message);
void dxki_verify_say_about(dxki_verify_run *w, const char *before, dxk_str name, const char *after);

/* It goes on: things that it is about, one to a line. 0 is no value, no metadata. */
void dxki_verify_value(dxki_verify_run *w, dxki_value value);
void dxki_verify_inst(dxki_verify_run *w, uint32_t inst);
void dxki_verify_md(dxki_verify_run *w, dxki_md md);
void dxki_verify_named(dxki_verify_run *w, const dxki_named_md *node);
/* A parameter without a name: "metadata %1". */
void dxki_verify_param(dxki_verify_run *w, const char *type, uint64_t number);
void dxki_verify_type(dxki_verify_run *w, dxki_type type); /* without a line end */

/* The message and an instruction, a value or a node. False, for `return`. */
bool dxki_verify_at_inst(dxki_verify_run *w, const char *message, uint32_t inst);
bool dxki_verify_at_value(dxki_verify_run *w, const char *message, dxki_value value);
bool dxki_verify_at_md(dxki_verify_run *w, const char *message, dxki_md md);

/* --- values.c --- */

/* Who uses what: as the caller gave it, or made when it is asked for. NULL: out of memory. */
const dxki_bc_uses *dxki_verify_uses(dxki_verify_run *w);

/* The name of a global, with those that the caller gave. */
dxk_str dxki_verify_name(const dxki_verify_run *w, uint32_t global);
bool dxki_verify_is_sized(dxki_verify_run *w, dxki_type type);
/* Which function that LLVM knows by its name; DXKI_INTR_NONE: none. */
dxki_intrinsic dxki_verify_intrinsic_of(const dxki_verify_run *w, uint32_t global);
/* The function that a call or invoke calls, index in globals; 0: not known. */
uint32_t dxki_verify_callee(const dxki_verify_run *w, uint32_t inst);
dxki_value dxki_verify_strip(const dxki_verify_run *w, dxki_value value,
                             dxki_verify_strip_what what);
/* True if another definition may take the place of one with that linkage. */
bool dxki_verify_is_weak(uint32_t linkage);

/* True if a function has no body. */
static inline bool dxki_verify_is_decl(const dxki_verify_run *w, uint32_t global)
{
    return w->m->globals.items[global].first_block == 0;
}

/* --- the others --- */

void dxki_verify_function(dxki_verify_run *w, uint32_t fn);
void dxki_verify_frames(dxki_verify_run *w);

void dxki_verify_instruction(dxki_verify_run *w, uint32_t inst);
/* Accepts plain arithmetic on what is good, and members of results, to which nothing is attached: the
 * instructions from `inst` on. Returns the last of them; 0: there is none. `good`: those before it in
 * the block are. */
uint32_t dxki_verify_plain(dxki_verify_run *w, uint32_t inst, bool good);
/* False: the types of its operands are not what the instruction asks for; reported. */
bool dxki_verify_types(dxki_verify_run *w, uint32_t inst);
bool dxki_verify_call_types(dxki_verify_run *w, uint32_t inst);
/* What holds for every instruction; calls do that themselves. */
void dxki_verify_any(dxki_verify_run *w, uint32_t inst);
void dxki_verify_call(dxki_verify_run *w, uint32_t inst);
bool dxki_verify_landing_pad(dxki_verify_run *w, uint32_t inst);
void dxki_verify_intrinsic_call(dxki_verify_run *w, uint32_t inst, uint32_t callee,
                                dxki_intrinsic id);

void dxki_verify_attrs(dxki_verify_run *w, dxki_type function_type, uint32_t list,
                       dxki_value about);
/* Of the arguments from `first` on, which the function type does not tell of. */
bool dxki_verify_more_attrs(dxki_verify_run *w, uint32_t inst, uint32_t first);
bool dxki_verify_attr_count(dxki_verify_run *w, uint32_t list, uint32_t params);

/* Is the constant used by more than constants that nothing uses? */
bool dxki_verify_is_used(dxki_verify_run *w, dxki_value constant);
/* Is it, or is among what it is made of, an expression? */
bool dxki_verify_leads_to_expr(dxki_verify_run *w, dxki_value value);

void dxki_verify_global(dxki_verify_run *w, uint32_t global);
void dxki_verify_globals(dxki_verify_run *w);

void dxki_verify_node(dxki_verify_run *w, dxki_md md);
bool dxki_verify_is_expression(const dxki_verify_run *w, dxki_md node);

/* A call of llvm.dbg.declare or llvm.dbg.value. */
void dxki_verify_debug_call(dxki_verify_run *w, uint32_t inst, dxki_intrinsic id);
void dxki_verify_typerefs(dxki_verify_run *w);

#endif

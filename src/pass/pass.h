/* SPDX-License-Identifier: MIT */
/*
 * pass.h - what a pass is, and what it may ask for.
 *
 * A pass is a row of passes.def and a function that changes one function of the module, or the
 * module, through ir/edit.h:
 *
 *     dxk_status dxki_pass_NAME(dxki_pass *p)
 *
 * It finds the module in p->m and its function in p->function, works with what it asks for
 * (dxki_pass_dom() and the like), tells with dxki_pass_changed() that it changed something, and
 * returns DXK_OK. When an analysis, or an edit, gives it nothing, it returns dxki_nomem(p->ctx); the
 * runner puts the status of the analysis in its place. It allocates in p->scratch, which is emptied
 * when the pass is done.
 *
 *   passes.def    passes that optimize: name, options, what they leave intact
 *   analyses.c    analyses, built when asked for      facts.c      what holds for the whole module
 *   metadata.c    refusing, metadata written anew     NAME.c       a pass
 *
 * Those of the rooms `lower` and `edit` work alike; `opt` has all of them in a table and runs them.
 *
 * Uses are tracked (ir/tracked.h) whenever a pass runs. A function may hold blocks that the entry
 * does not reach; a pass that builds on dominators leaves them as they are.
 *
 * Source: LLVM 3.7 and DirectXShaderCompiler for the names of passes; DXIL.rst for what is allowed.
 */
#ifndef DXKI_PASS_PASS_H
#define DXKI_PASS_PASS_H

#include "analysis/frontier.h"
#include "analysis/loop.h"
#include "analysis/mem.h"
#include "analysis/uniform.h"
#include "dxil/dxil.h"
#include "dxil/op.h"
#include "ir/edit.h"

/* What a pass may leave intact of a function that it changed, as bits. */
enum {
    DXKI_PASS_KEEPS_NONE = 0,
    DXKI_PASS_KEEPS_CFG = 1,     /* blocks and terminators: flow graph, dominators, loops */
    DXKI_PASS_KEEPS_UNIFORM = 2, /* which values differ between lanes; new ones are not in it */
    DXKI_PASS_KEEPS_DXIL = 4     /* metadata, functions, variables: what `dxil` was read from */
};

typedef enum dxki_pass_scope { DXKI_PASS_FUNCTION, DXKI_PASS_MODULE } dxki_pass_scope;

/* An option of a pass: "name=default:low:high" in its row, separated by blanks. A flag has the
 * range 0 to 1. A text has no range: "name=text". */
#define DXKI_PASS_OPTIONS 6u

typedef struct dxki_pass dxki_pass;

typedef struct dxki_pass_info {
    const char *name;    /* "gvn": as DirectXShaderCompiler calls it, where it has it */
    const char *options; /* see above; "" */
    const char *help;    /* one line */
    dxk_status (*run)(dxki_pass *p);
    uint8_t scope; /* dxki_pass_scope */
    uint8_t keeps; /* DXKI_PASS_KEEPS_ */
    bool is_edit;  /* changes what the program does, or what others see of it */
} dxki_pass_info;

#define DXKI_PASS(ident, ...) dxk_status dxki_pass_##ident(dxki_pass *p);
#include "pass/passes.def"
#undef DXKI_PASS

/* What holds for the whole module while passes run. */
typedef struct dxki_pass_facts {
    uint32_t kind;      /* dxk_shader_kind of the shader model */
    uint32_t minor;     /* shader model 6.minor; offline libraries: 15 */
    uint32_t validator; /* minor version that the module was made for */
    bool native_16bit;  /* half and i16 have 16 bits and no more */
    bool precise;       /* the whole module: no refactoring of arithmetic at all */
    bool may_alias;     /* different UAVs may be the same memory */
    bool vectors;       /* vectors are allowed: from 6.9 on */
    uint8_t *roots;     /* by index in globals, for globals[0 .. root_count): 1 entry point or patch
                         * constant function, 2 visible from outside of a library */
    uint32_t root_count;
} dxki_pass_facts;

/* A pass at work. */
struct dxki_pass {
    dxk_ctx *ctx;
    dxk_module *m;
    uint32_t function; /* index in globals; 0 for passes of modules */
    const dxki_pass_info *info;
    const dxki_pass_facts *facts;
    int64_t options[DXKI_PASS_OPTIONS]; /* numbers, in the order of the row */
    dxk_str texts[DXKI_PASS_OPTIONS];   /* texts, likewise; empty: not given */
    dxki_arena scratch;                 /* emptied when the pass is done */
    dxki_arena *lasting;                /* of the whole run */
    struct dxki_pass_rules *rules;      /* rules.c: made when they are first asked for */
    size_t kinds;                       /* algebra.c: 1 + kinds of metadata in which the next two */
    uint32_t precise, nonuniform;       /* were looked up; UINT32_MAX: there is no such kind */
    bool keep_resources;                /* also those that no code uses */
    bool is_simple;                     /* instcombine finds nothing in p->function as it is */
    bool changed;                       /* anything, so far */
    unsigned also_keeps;           /* more than its row promises, this time: DXKI_PASS_KEEPS_ */
    uint64_t steps;                /* budget: see dxki_pass_spend() */
    uint64_t removed, added;       /* instructions, for statistics: filled by the runner */
    struct dxki_pass_cache *cache; /* analyses.c */
};

/* Says that something was changed. What the pass had asked for stays readable as it was until it
 * calls dxki_pass_forget(). */
static inline void dxki_pass_changed(dxki_pass *p)
{
    p->changed = true;
}

/* Drops all analyses but those that `keeps` (DXKI_PASS_KEEPS_) tells to be intact, so that the next
 * question builds them anew. The runner does it after each pass that changed something; a pass does
 * it when it goes on after such a change. Pointers that it had are void then. */
void dxki_pass_forget(dxki_pass *p, unsigned keeps);

/* Takes `steps` off the budget of the run; false: it is spent, and the pass ends with DXK_OK where
 * it leaves the module whole. Loops whose length is not bounded by the size of the code spend. */
static inline bool dxki_pass_spend(dxki_pass *p, uint64_t steps)
{
    if (p->steps < steps) {
        p->steps = 0;
        return false;
    }
    p->steps -= steps;
    return true;
}

/*
 * Analyses of p->function, built at the first question and kept until they are forgotten. NULL: out
 * of memory. Blocks are numbered by the flow graph.
 */
const dxki_cfg *dxki_pass_cfg(dxki_pass *p);
const dxki_dom *dxki_pass_dom(dxki_pass *p);  /* dominators */
const dxki_dom *dxki_pass_post(dxki_pass *p); /* post-dominators */
const dxki_loops *dxki_pass_loops(dxki_pass *p);
const dxki_frontier *dxki_pass_frontier(dxki_pass *p); /* dominance frontiers */
const dxki_uniform *dxki_pass_uniform(dxki_pass *p);   /* see dxki_pass_differs() */
dxki_mem_bases *dxki_pass_bases(dxki_pass *p);         /* objects behind pointers, module-wide */

/* True if the value may differ between lanes for a user in the block of that number, by `u`, which
 * dxki_pass_uniform() gave; values that were made since do. */
bool dxki_pass_differs(const dxki_pass *p, const dxki_uniform *u, dxki_value value, uint32_t block);

/* The metadata of the module as it is read; NULL: out of memory, or it cannot be read (reported).
 * A pass that changes it through `dxk_dxil` structures writes it back with dxki_dxil_emit. */
dxk_dxil *dxki_pass_dxil(dxki_pass *p);

/* Functions that make operations, for passes that add calls; NULL: out of memory. */
dxki_dxil_ops *dxki_pass_ops(dxki_pass *p);

/*
 * An array with `size` bytes, at most 16, for each instruction of the module, zeros; NULL: out of
 * memory. Only elements of instructions of p->function, or made by the pass, may be written. It is
 * void when the pass is done, and costs as much as the function, not as the module: arrays by
 * instruction that a pass allocates itself make many functions cost the square.
 */
void *dxki_pass_by_inst(dxki_pass *p, size_t size);

/* The number of instructions of p->function; of the module for passes of modules. */
size_t dxki_pass_size(const dxki_pass *p);

/* True if no function of the module can be called from another one of it: only one has a body. */
bool dxki_pass_is_alone(const dxki_pass *p);

/* Numbers the instructions of p->function along its blocks from 1, in an array by index in insts
 * from dxki_pass_by_inst(); NULL: out of memory. Told by it: which of two stands first in a block. */
uint32_t *dxki_pass_positions(dxki_pass *p);

/* True if the block loop holds an operation that lanes must come to together (DXKI_MEM_CONVERGE). */
bool dxki_pass_loop_converges(dxki_pass *p, uint32_t loop);

/* --- opaque values, which look constant and are not (DXC's @dx.break.cond, @dx.nothing.a,
 *     @dx.preserve.value.a) --- */

typedef enum dxki_pass_opaque {
    DXKI_PASS_OPAQUE_NONE,
    DXKI_PASS_OPAQUE_BREAK,   /* keeps a block inside its loop: never folded */
    DXKI_PASS_OPAQUE_NOTHING, /* marks a statement: free to go */
    DXKI_PASS_OPAQUE_PRESERVE /* marks a value: free to go */
} dxki_pass_opaque;

/* What an instruction loads; NONE: it is no load of these. */
dxki_pass_opaque dxki_pass_opaque_load(const dxk_module *m, const dxki_inst *inst);

#endif

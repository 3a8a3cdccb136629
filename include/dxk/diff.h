/* SPDX-License-Identifier: MIT */
/*
 * dxk/diff.h - comparing two containers field by field, and two programs by what they mean.
 *
 *     dxk_program_diff *diff;
 *     dxk_diff_programs(before, after, &diff);
 *     dxk_program_diff_print(diff, NULL, sink);
 *     dxk_program_diff_free(diff);
 */
#ifndef DXK_DIFF_H
#define DXK_DIFF_H

#include "dxk/container.h"
#include "dxk/json.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of differences. */
typedef enum dxk_difference_kind {
    DXK_DIFFERENCE_CHANGED = 0, /* both have it, with another value */
    DXK_DIFFERENCE_REMOVED = 1, /* only the first has it */
    DXK_DIFFERENCE_ADDED = 2,   /* only the second has it */
    DXK_DIFFERENCE_MOVED = 3,   /* a part has another place in the order; values are positions. Of
                                   programs: an instruction stands elsewhere */
    DXK_DIFFERENCE_NONE = 4     /* both have it alike; of programs only */
} dxk_difference_kind;

/* A difference. Valid during the callback. */
typedef struct dxk_difference {
    dxk_difference_kind kind; /* kind */
    const char *path;         /* "PSV0/resources[3].upper_bound" */
    dxk_str left;             /* value in the first container, as text; empty if it has none */
    dxk_str right;            /* value in the second */
} dxk_difference;

/* What to compare. Zero-initialise for values and the targets of references. */
typedef struct dxk_diff_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool layout;        /* also sizes, offsets and string positions that follow from the rest */
    bool content; /* leave out what follows from other content or dxk_diff_programs() compares:
                           digest and hash, and the bytes of programs */
} dxk_diff_options;

/*
 * Compares two containers part by part (the n-th part of a kind with the n-th of that kind) and
 * field by field, and calls `each` for every difference, in the order of the first container. A
 * status other than DXK_OK from `each` ends the call. *count (may be NULL) is set to the number of
 * differences. A damaged part is reported and compared as bytes. `options` may be NULL.
 */
DXK_API dxk_status dxk_diff(const dxk_container *left, const dxk_container *right,
                            const dxk_diff_options *options,
                            dxk_status (*each)(void *user, const dxk_difference *difference),
                            void *user, size_t *count);

/* Writes the differences as a JSON object: "differences", an array of objects with "kind", "path", "left"
 * and "right". Statuses as of dxk_diff(), and DXK_E_SINK. */
DXK_API dxk_status dxk_diff_json(const dxk_container *left, const dxk_container *right,
                                 const dxk_diff_options *options, dxk_sink sink);

/* Writes one of them as an element of an open array. */
DXK_API dxk_status dxk_json_difference(dxk_json *json, const dxk_difference *difference);

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* The differences of two programs, as rows: first those of the module, then function by function all
 * its blocks and instructions, also those that are alike. Opaque. */
typedef struct dxk_program_diff dxk_program_diff;

/* What a row is about. */
typedef enum dxk_diff_area {
    DXK_DIFF_MODULE = 0,   /* versions, shader model, target */
    DXK_DIFF_TYPE = 1,     /* structure with a name */
    DXK_DIFF_VARIABLE = 2, /* global variable */
    DXK_DIFF_RESOURCE = 3, /* resource */
    DXK_DIFF_ENTRY = 4,    /* property of an entry point */
    DXK_DIFF_METADATA = 5, /* named metadata */
    DXK_DIFF_FUNCTION = 6, /* function; begins its rows. Of tokens: the program */
    DXK_DIFF_BLOCK = 7,    /* beginning of a block */
    DXK_DIFF_INST = 8      /* instruction */
} dxk_diff_area;

/* A row. */
typedef struct dxk_diff_row {
    dxk_diff_area area;       /* what it is about */
    dxk_difference_kind kind; /* how it differs */
    dxk_str left;             /* text of the first program; empty if it has none. Texts are valid
                                 until the next call for the same object */
    dxk_str right;            /* text of the second */
    dxk_value left_value;     /* function, block, instruction, variable of the first; 0: none */
    dxk_value right_value;    /* the same of the second */
} dxk_diff_row;

/* Compares the programs of two modules, which must outlive *out and not change.
 *
 * Functions are matched by name, entry points also as such, others by what they do; blocks and
 * instructions by what they compute, not by their numbers. Names of values, the order and numbers of
 * constants, types and metadata, and debug information do not count. The caller frees *out with
 * dxk_program_diff_free(). Time is in proportion to the programs, but for sorting. DXK_E_NOMEM,
 * DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_diff_modules(const dxk_module *left, const dxk_module *right,
                                    dxk_program_diff **out);

/*
 * The same for the programs of two containers, which must outlive *out. Those of shader models 4 and
 * 5 are compared instruction by instruction, registers by their numbers. DXK_E_NOT_FOUND, which is
 * not reported, if one has no program, or they are not of the same kind; DXK_E_INVALID if one is
 * damaged.
 */
DXK_API dxk_status dxk_diff_programs(const dxk_container *left, const dxk_container *right,
                                     dxk_program_diff **out);

/* Frees the differences. NULL is allowed. */
DXK_API void dxk_program_diff_free(dxk_program_diff *diff);

/* Number of rows, and row `index`; false past the end. */
DXK_API size_t dxk_program_diff_row_count(const dxk_program_diff *diff);
DXK_API bool dxk_program_diff_row(dxk_program_diff *diff, size_t index, dxk_diff_row *out);

/* What it comes to. In pairs: first program, second program. */
typedef struct dxk_diff_summary {
    size_t differences;       /* rows that differ; 0: the programs are the same */
    uint64_t functions[2];    /* functions with a body */
    uint64_t blocks[2];       /* blocks */
    uint64_t instructions[2]; /* instructions, calls of llvm.dbg excepted */
    uint64_t changed;         /* instructions that both have, but not alike */
    uint64_t removed;         /* instructions that only the first has */
    uint64_t added;           /* instructions that only the second has */
    uint64_t moved;           /* instructions that are alike and stand elsewhere */
} dxk_diff_summary;

/* The summary. */
DXK_API dxk_diff_summary dxk_program_diff_summary(const dxk_program_diff *diff);

/* How often an operation or an instruction occurs, if not equally often. */
typedef struct dxk_diff_count {
    dxk_str name;      /* operation of DXIL ("Sample") or instruction ("fadd", "mad") */
    uint64_t count[2]; /* in the first program, in the second */
} dxk_diff_count;

/* Number of them, and number `index`, in alphabetical order; false past the end. */
DXK_API size_t dxk_program_diff_count_count(const dxk_program_diff *diff);
DXK_API bool dxk_program_diff_count(const dxk_program_diff *diff, size_t index,
                                    dxk_diff_count *out);

/* How to print. Zero-initialise, then set what differs. */
typedef struct dxk_diff_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t context;   /* rows around differences that are printed as well; 0: three */
    bool summary_only;  /* print nothing but the summary */
    bool color;         /* terminal colours (ANSI sequences) */
} dxk_diff_print_options;

/*
 * Prints the differences in the unified form: a sign (- + ~ > or a blank), and the text, numbered as
 * in its own program; then the summary. Nothing if there are none. `options` may be NULL.
 * DXK_E_SINK, DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_program_diff_print(dxk_program_diff *diff,
                                          const dxk_diff_print_options *options, dxk_sink sink);

/* Writes the differences as members of an open object: the summary, "counts" and, unless
 * `summary_only`, "rows", those that differ. Stops at the first failure: DXK_E_NOMEM, what the sink
 * returned. */
DXK_API dxk_status dxk_json_program_diff(dxk_json *json, dxk_program_diff *diff, bool summary_only);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/diff.h - compares two containers field by field, and two programs by what they mean.
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
    DXK_DIFFERENCE_CHANGED = 0, /* both have it, with different values */
    DXK_DIFFERENCE_REMOVED = 1, /* only the first has it */
    DXK_DIFFERENCE_ADDED = 2,   /* only the second has it */
    DXK_DIFFERENCE_MOVED = 3,   /* containers: the part has another position, which are the values;
                                   programs: the instruction is elsewhere */
    DXK_DIFFERENCE_NONE = 4     /* programs: both have it, with the same value */
} dxk_difference_kind;

/* A difference between two containers. Valid during the callback only. */
typedef struct dxk_difference {
    dxk_difference_kind kind; /* kind of the difference */
    const char *path;         /* name of the field, "PSV0/resources[3].upper_bound" */
    dxk_str left;             /* value in the first container, as text; empty if it has none */
    dxk_str right;            /* value in the second container, as text; empty if it has none */
} dxk_difference;

/* Options for dxk_diff(). Zero-initialise, then set what differs. By default, values and what
 * references refer to are compared. */
typedef struct dxk_diff_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool layout;        /* also compare sizes, offsets and positions of strings, which follow from
                           the rest */
    bool content;       /* leave out what follows from other content, and what dxk_diff_programs()
                           compares: digest, hash, and the bytes of programs */
} dxk_diff_options;

/*
 * Compares two containers, the n-th part of each kind in one with the n-th part of that kind in
 * the other, field by field. Calls `each` for every difference, in the order of the first
 * container; if it returns a status other than DXK_OK, the call ends and returns that status. A
 * damaged part is reported in the diagnostics and compared as bytes. *count is set to the number
 * of differences. `options` and `count` may be NULL.
 *
 * Errors: DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_diff(const dxk_container *left, const dxk_container *right,
                            const dxk_diff_options *options,
                            dxk_status (*each)(void *user, const dxk_difference *difference),
                            void *user, size_t *count);

/* Compares two containers like dxk_diff(), and writes the differences as a JSON object with the
 * member "differences", an array of objects with "kind", "path", "left" and "right". Errors: as
 * for dxk_diff(); DXK_E_SINK. */
DXK_API dxk_status dxk_diff_json(const dxk_container *left, const dxk_container *right,
                                 const dxk_diff_options *options, dxk_sink sink);

/* Writes a difference as an element of the array that is open. Returns the status of the writer. */
DXK_API dxk_status dxk_json_difference(dxk_json *json, const dxk_difference *difference);

/* ---------------------------------------------------------------------------------------- */
/* Programs                                                                                   */

/* A comparison of two programs, as rows: first those of the module, then, function by function,
 * those of all blocks and instructions, including those that are the same in both. Opaque. */
typedef struct dxk_program_diff dxk_program_diff;

/* Subjects of rows. */
typedef enum dxk_diff_area {
    DXK_DIFF_MODULE = 0,   /* versions, shader model, target */
    DXK_DIFF_TYPE = 1,     /* named structure type */
    DXK_DIFF_VARIABLE = 2, /* global variable */
    DXK_DIFF_RESOURCE = 3, /* resource */
    DXK_DIFF_ENTRY = 4,    /* property of an entry point */
    DXK_DIFF_METADATA = 5, /* named metadata */
    DXK_DIFF_FUNCTION = 6, /* function, which the rows of its blocks follow; shader models 4 and 5:
                              the program */
    DXK_DIFF_BLOCK = 7,    /* beginning of a block */
    DXK_DIFF_INST = 8      /* instruction */
} dxk_diff_area;

/* A row. Its texts are valid until the next call for the same object. */
typedef struct dxk_diff_row {
    dxk_diff_area area;       /* subject */
    dxk_difference_kind kind; /* how the programs differ in it */
    dxk_str left;             /* text in the first program; empty if it has none */
    dxk_str right;            /* text in the second program; empty if it has none */
    dxk_value left_value;     /* function, block, instruction or variable of the first program; 0:
                                 none */
    dxk_value right_value;    /* function, block, instruction or variable of the second program; 0:
                                 none */
} dxk_diff_row;

/*
 * Compares the programs of two modules, which must outlive *out and must not change meanwhile. The
 * caller frees *out with dxk_program_diff_free().
 *
 * Functions are matched by name, or as entry points, or by what they do; blocks and instructions
 * are matched by what they compute. Names of values, the order and numbers of constants, types and
 * metadata, and debug information make no difference. Apart from sorting, the time is in
 * proportion to the size of the programs. Errors: DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_diff_modules(const dxk_module *left, const dxk_module *right,
                                    dxk_program_diff **out);

/*
 * Compares the programs of two containers, which must outlive *out. Programs of shader models 4
 * and 5 are compared instruction by instruction, and registers by their numbers.
 *
 * Errors: DXK_E_NOT_FOUND, which is not reported, if a container has no program, or if the
 * programs are of different kinds; DXK_E_INVALID if a program is damaged; DXK_E_NOMEM,
 * DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_diff_programs(const dxk_container *left, const dxk_container *right,
                                     dxk_program_diff **out);

/* Frees a comparison. NULL is allowed. */
DXK_API void dxk_program_diff_free(dxk_program_diff *diff);

/* Return the number of rows, and describe row `index` in *out; false past the end. */
DXK_API size_t dxk_program_diff_row_count(const dxk_program_diff *diff);
DXK_API bool dxk_program_diff_row(dxk_program_diff *diff, size_t index, dxk_diff_row *out);

/* Summary of a comparison. Arrays have a number for the first program and one for the second. */
typedef struct dxk_diff_summary {
    size_t differences;       /* number of rows that differ; 0: the programs are the same */
    uint64_t functions[2];    /* number of functions with a body */
    uint64_t blocks[2];       /* number of blocks */
    uint64_t instructions[2]; /* number of instructions, not counting calls of llvm.dbg.* */
    uint64_t changed;         /* number of instructions that both have, with differences */
    uint64_t removed;         /* number of instructions that only the first program has */
    uint64_t added;           /* number of instructions that only the second program has */
    uint64_t moved;           /* number of instructions that are the same, but elsewhere */
} dxk_diff_summary;

/* Returns the summary. */
DXK_API dxk_diff_summary dxk_program_diff_summary(const dxk_program_diff *diff);

/* An operation or kind of instruction that the programs do not use equally often. */
typedef struct dxk_diff_count {
    dxk_str name;      /* name of the DXIL operation ("Sample") or instruction ("fadd", "mad") */
    uint64_t count[2]; /* number of uses in the first program, and in the second */
} dxk_diff_count;

/* Return the number of such operations and instructions, and describe number `index` in *out, in
 * alphabetical order; false past the end. */
DXK_API size_t dxk_program_diff_count_count(const dxk_program_diff *diff);
DXK_API bool dxk_program_diff_count(const dxk_program_diff *diff, size_t index,
                                    dxk_diff_count *out);

/* Options for dxk_program_diff_print(). Zero-initialise, then set what differs. */
typedef struct dxk_diff_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t context;   /* number of rows to print around differences; 0: three */
    bool summary_only;  /* print the summary only */
    bool color;         /* use terminal colours (ANSI escape sequences) */
} dxk_diff_print_options;

/*
 * Prints a comparison in the unified format: for each row a sign (-, +, ~, > or a blank) and its
 * text, numbered as in its own program; then the summary. Prints nothing if there are no
 * differences. `options` may be NULL. Errors: DXK_E_SINK, DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_program_diff_print(dxk_program_diff *diff,
                                          const dxk_diff_print_options *options, dxk_sink sink);

/* Writes a comparison as members of the object that is open: the summary, "counts" and, unless
 * `summary_only` is set, "rows", those that differ. Errors: DXK_E_NOMEM; the status of the
 * writer. */
DXK_API dxk_status dxk_json_program_diff(dxk_json *json, dxk_program_diff *diff, bool summary_only);

#ifdef __cplusplus
}
#endif
#endif

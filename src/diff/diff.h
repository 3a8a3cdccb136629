/* SPDX-License-Identifier: MIT */
/*
 * diff.h - inside of the comparison of programs (dxk/diff.h).
 *
 *   meaning.c    what types, constants, metadata and instructions mean, as numbers that do not
 *                depend on their places in the module
 *   align.c      two sequences of such numbers, aligned
 *   sequence.c   two sequences of items with several of them, aligned by one after the other
 *   function.c   two functions: aligned, then compared through the alignment
 *   module.c     what differs besides code: functions matched; types, variables
 *   metadata.c   named metadata
 *   facts.c      resources and entry points
 *   tokens.c     programs of shader models 4 and 5
 *   program.c    the whole; rows, summary        print.c    the unified form
 *
 * An instruction has three keys, from all that it computes, through operation and constants, to the
 * operation alone. Sequences are aligned by the first; what is left over, by the next. Two aligned
 * instructions are alike if their operands are aligned, too. So nothing hangs on a key being right:
 * a bad alignment shows more differences than needed, and never fewer.
 */
#ifndef DXKI_DIFF_DIFF_H
#define DXKI_DIFF_DIFF_H

#include "base/arena.h"
#include "base/out.h"
#include "dxil/dxil.h"
#include "dxk/diff.h"
#include "text/snippet.h"

#define DXKI_DIFF_NONE UINT32_MAX

/* Characters of the text of a variable or a node. */
#define DXKI_DIFF_TEXT_MOST 200u

/* One of the two modules. */
typedef struct dxki_diff_side {
    const dxk_module *m;
    const struct dxki_diff_side *other;
    dxk_dxil *d; /* NULL: no metadata of DXIL */
    dxki_text_snippets *text;
    uint64_t *types, *consts, *attrs, *mds; /* meanings by index; 0: not known yet */
    uint64_t *insts;                        /* by index: all that it computes */
    uint32_t *pairs;                        /* instruction of the other side by index; 0: none */
    uint32_t *blocks;                       /* the same for blocks */
    uint32_t *functions;                    /* the same for globals that are functions */
    DXKI_VEC(uint64_t) names;               /* of resources and elements: meanings, sorted */
    bool named;                             /* all resources of both sides have names */
    bool no_memory;                         /* something could not be allocated */
} dxki_diff_side;

/* A row: ids, or texts in the arena. */
typedef struct dxki_diff_entry {
    uint8_t area, kind;
    uint32_t ids[2]; /* index of what the row is about, by area; 0: none */
    dxk_str texts[2];
} dxki_diff_entry;

/* Something with a name, or without one known by its number. */
typedef struct dxki_diff_named {
    dxk_str name;
    uint32_t number;
    uint32_t index;
    uint64_t meaning;
} dxki_diff_named;

typedef DXKI_VEC(dxki_diff_named) dxki_diff_list;

/* A fact with a name, as text. */
typedef struct dxki_diff_fact {
    dxk_str name, text;
    uint8_t area;
} dxki_diff_fact;

struct dxk_program_diff {
    dxk_ctx *ctx;
    dxki_arena arena;
    dxki_diff_side sides[2];
    dxk_module *owned[2];
    DXKI_VEC(dxki_diff_entry) rows;
    dxk_diff_summary sum;
    uint64_t *tally[2]; /* by slot */
    DXKI_VEC(dxk_diff_count) counts;
    dxk_buffer made; /* texts of the row that was asked for last */
    DXKI_VEC(dxki_diff_fact) facts[2];
    bool facts_differ;
    bool tokens;
    bool no_memory; /* a text could not be made */
};

/* --- meaning.c --- */

/* Makes room, and finds what types, constants and attributes mean. False: out of memory. */
bool dxki_diff_side_open(dxki_diff_side *s, dxk_program_diff *diff, const dxk_module *m);
void dxki_diff_side_close(dxki_diff_side *s);

/* What metadata means. */
uint64_t dxki_diff_md(dxki_diff_side *s, dxki_md id);
/* What the elements of a structure mean. */
uint64_t dxki_diff_body(const dxki_diff_side *s, dxki_type type);
/* What a value means that is no instruction, block or parameter of a function. */
uint64_t dxki_diff_value(dxki_diff_side *s, dxki_value value);
/* Which operand of an instruction is the number of a resource or of a signature's element, and what
 * that means: its name, or its place if some resources have no names. 0: there is none, or it is not
 * known. */
uint64_t dxki_diff_named_operand(const dxki_diff_side *s, uint32_t inst, uint32_t *operand);
/* Lists what can be named so, once `named` is set; false: out of memory. True if that is there. */
bool dxki_diff_list_names(dxki_diff_side *s, dxk_ctx *ctx);
bool dxki_diff_has_name(const dxki_diff_side *s, uint64_t meaning);
/* Attachments of an instruction or a function. */
uint64_t dxki_diff_notes(dxki_diff_side *s, const dxki_attachment *list, uint32_t count);

/* --- align.c --- */

/*
 * Finds what two sequences have in common, in order: pairs[i] becomes the place in `b` of what is
 * aligned with a[i], or stays DXKI_DIFF_NONE. Equal heads and tails first, then what is unique in
 * both, then shortest edits with a bound on how far they are searched for. False: out of memory.
 */
bool dxki_diff_align(dxk_ctx *ctx, const uint64_t *a, uint32_t a_count, const uint64_t *b,
                     uint32_t b_count, uint32_t *pairs);

/* --- sequence.c --- */

#define DXKI_DIFF_LEVELS 3u

/* Items with keys: by place, from the strictest to the loosest. */
typedef struct dxki_diff_sequence {
    uint32_t count;
    uint32_t *items; /* not 0 */
    uint64_t *keys[DXKI_DIFF_LEVELS];
    uint32_t *places; /* what is paired with it: its place in the other sequence */
    uint8_t *movable; /* it may be paired with one that stands elsewhere */
    uint8_t *moved;   /* and it is */
} dxki_diff_sequence;

/* Makes an empty sequence with room for so many items; false: out of memory. */
bool dxki_diff_sequence_open(dxki_diff_sequence *q, dxki_arena *arena, uint32_t room);
void dxki_diff_put(dxki_diff_sequence *q, uint32_t item, const uint64_t keys[DXKI_DIFF_LEVELS],
                   bool movable);

/* Pairs items: by the first key; then what stands elsewhere; then what is left over between pairs, by
 * the other keys. False: out of memory. */
bool dxki_diff_align_sequences(dxki_arena *arena, dxki_diff_sequence *left,
                               dxki_diff_sequence *right);

/* Goes along both: pairs (NONE, MOVED), what only one has (REMOVED, ADDED). 0: it has none. */
typedef dxk_status (*dxki_diff_item)(void *user, dxk_difference_kind kind, uint32_t left,
                                     uint32_t right);
dxk_status dxki_diff_walk(const dxki_diff_sequence *left, const dxki_diff_sequence *right,
                          dxki_diff_item each, void *user);

/* --- the rest --- */

/* Tells of something that one side has, or both, by its index; 0: it has none. */
typedef dxk_status (*dxki_diff_tell)(dxk_program_diff *diff, dxk_difference_kind kind,
                                     uint32_t left, uint32_t right);

/* Sorts two lists by name and tells of what differs. */
dxk_status dxki_diff_merge(dxk_program_diff *diff, dxki_diff_list lists[2], dxki_diff_tell each);

dxk_status dxki_diff_add(dxk_program_diff *diff, dxk_diff_area area, dxk_difference_kind kind,
                         uint32_t left, uint32_t right);
/* A row of texts, which are copied. */
dxk_status dxki_diff_add_text(dxk_program_diff *diff, dxk_diff_area area, dxk_difference_kind kind,
                              uint32_t left, uint32_t right, dxk_str left_text, dxk_str right_text);

/* A copy in the arena; empty when out of memory, which is noted. */
dxk_str dxki_diff_keep(dxk_program_diff *diff, dxk_str text);

/* Named metadata: lists what a side has, tells of what differs. */
bool dxki_diff_find_named_md(dxki_diff_side *s, dxk_ctx *ctx, dxki_diff_list *list);
dxk_status dxki_diff_tell_named_md(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                                   uint32_t right);

/* Compares two functions; 0: there is none on that side. */
dxk_status dxki_diff_functions(dxk_program_diff *diff, uint32_t left, uint32_t right);
/* Everything of the two modules. */
dxk_status dxki_diff_module(dxk_program_diff *diff);
dxk_status dxki_diff_facts(dxk_program_diff *diff);
/* The programs of two containers of shader models 4 or 5. */
dxk_status dxki_diff_tokens(dxk_program_diff *diff, const dxk_container *left,
                            const dxk_container *right);
/* How often each kind of instruction occurs in the two programs: `names` tells what the slots are. */
bool dxki_diff_tally_open(dxk_program_diff *diff, uint32_t slots);
dxk_status dxki_diff_tally_close(dxk_program_diff *diff, uint32_t slots,
                                 const char *(*name)(uint32_t slot));

#endif

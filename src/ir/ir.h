/* SPDX-License-Identifier: MIT */
/*
 * ir.h - an LLVM 3.7 module in memory, complete enough to write the same bitcode and print the
 * same text again. The pieces: types.h, values.h, metadata.h, attrs.h; read those first.
 *
 * Everything is a 32-bit id into a growable array of the module; index 0 of each array is a
 * dummy, so that id 0 can mean "none". Pointers into the arrays are valid until something is
 * added. Types, constants and what the constructors make are unique: equal ids mean equal.
 * Names and strings are ids into `strings`.
 *
 * Walking a module: DXKI_EACH_FUNCTION, DXKI_EACH_BLOCK, DXKI_EACH_INST (access.h), with
 *     const dxki_value *ops = dxki_inst_ops(m, i)   (op_count values, then the extra words)
 * Changing one: edit.h; copying: clone.h, import.h.
 *
 * What may be relied on:
 *   - The lists say what is in a module, and in which order. The arrays may hold more: what was
 *     removed, constants that nothing uses any more, words that were operands once.
 *   - Ids of a module that was read or compacted ascend along the lists, and the blocks of a
 *     function follow each other; an edit ends that. The arguments of a function always do.
 *   - Operands of a constant come before it; those of an instruction or a node need not.
 *   - What is kept by index of the instruction (names, locations, attachments) stays with it
 *     wherever it moves. Attachments are found by dxki_inst_attachments() only.
 *   - from_stream, outer_consts, const_end, use_lists, uselists, inst_bits, inst_plain,
 *     text_places and bit_offset describe the module as it was read; the first edit clears them.
 */
#ifndef DXKI_IR_IR_H
#define DXKI_IR_IR_H

#include "base/arena.h"
#include "base/vec.h"
#include "dxk/module.h"
#include "ir/attrs.h"
#include "ir/metadata.h"
#include "ir/types.h"
#include "ir/values.h"

/* Set of ids by content: (hash, id) pairs, open addressing. Inside of the constructors. */
typedef struct dxki_idset {
    struct dxki_idset_slot {
        uint32_t hash, id; /* id 0: free */
    } * slots;
    uint32_t capacity; /* power of two, or 0 */
    uint32_t count;
} dxki_idset;

/* A block or record that the reader does not know, for the record: nothing is lost silently. */
typedef struct dxki_text_place {
    uint32_t line, column; /* from 1 */
} dxki_text_place;

typedef struct dxki_text_function {
    uint32_t global;
    uint32_t first; /* in text_places */
} dxki_text_function;

typedef struct dxki_unknown {
    uint32_t block;      /* id of the block that it stood in, or of the unknown block itself */
    uint32_t code;       /* record code; UINT32_MAX for a block */
    uint64_t bit_offset; /* where it starts (its abbreviation id) */
    uint64_t bit_size;   /* up to its end */
} dxki_unknown;

struct dxk_module {
    dxk_ctx *ctx;
    dxki_arena arena; /* strings */
    char *chars;      /* free space for strings in the arena */
    size_t chars_left;

    dxk_str triple, datalayout, assembly; /* empty when absent */
    uint32_t version;                     /* of the bitcode: 1 relative operand ids, 0 absolute */
    bool salvaged;     /* reading stopped at an error: the module is what came before it */
    bool unchecked;    /* read to be judged: what it holds need not fit (bitcode/judge.h) */
    bool use_lists;    /* it had USELIST blocks */
    bool from_stream;  /* read from bitcode: constants were made in the order of their records */
    bool touched;      /* edited since it was read or made (edit.h) */
    bool is_passing;   /* it becomes a container next: passes leave dead entries in its arrays */
    bool unset_stays;  /* what is read before it is set stays undef: pass/unset.h */
    bool unset_seen;   /* that happened outside of phis */
    bool unset_memory; /* so do reads of arrays that are never written */
    bool ends_go;      /* loops may lose their last way out, which validation refuses */

    uint64_t unread_bits; /* of the input: after the module, and a wrapper around the stream */

    DXKI_VEC(dxk_str) strings; /* [0] is "" */

    DXKI_VEC(dxki_type_entry) types;
    DXKI_VEC(dxki_type) type_ops; /* elements, parameters; [0] dummy */

    DXKI_VEC(dxki_global) globals; /* [0] dummy; all kinds, in order of their records */
    DXKI_VEC(uint32_t) variables;  /* indices into globals, module order; no dummy */
    DXKI_VEC(uint32_t) functions;  /* likewise: declarations and definitions */
    DXKI_VEC(uint32_t) aliases;    /* likewise */
    DXKI_VEC(dxki_comdat) comdats; /* no dummy */
    DXKI_VEC(dxki_const) consts;   /* [0] dummy */
    uint32_t outer_consts;         /* of a stream: those from this index on came in bodies */
    uint32_t block_addresses;      /* how many of them were made as BLOCKADDRESS */
    DXKI_VEC(dxki_arg_entry) args; /* [0] dummy; contiguous per function */
    DXKI_VEC(dxki_block) blocks;   /* [0] dummy; contiguous per function when read */
    DXKI_VEC(dxki_inst) insts;     /* [0] dummy */
    DXKI_VEC(uint32_t)
    words; /* operands of instructions, constants, nodes; index lists; [0] dummy */

    /* By instruction index; may be shorter than insts (0 beyond), empty when nothing has any. */
    DXKI_VEC(dxki_string) inst_names;
    DXKI_VEC(dxki_md) inst_dbg;       /* a LOCATION node */
    DXKI_VEC(uint32_t) inst_attached; /* 1 + place of its first attachment; 0: it has none */
    DXKI_VEC(uint32_t) inst_prev;     /* the one before it: made by the first edit, kept by all */
    DXKI_VEC(uint32_t) inst_bits;     /* bit offset of the record; only when asked for */
    DXKI_VEC(uint8_t) inst_plain;     /* marks of simple arithmetic (plain.h); only when judged */
    /* Of a text, when asked for: of each function, then of its instructions (parse_places.c). */
    DXKI_VEC(dxki_text_place) text_places;
    DXKI_VEC(dxki_text_function) text_functions;

    DXKI_VEC(dxki_attachment) attachments;    /* those of an instruction together: attachments.c */
    DXKI_VEC(dxki_attachment) fn_attachments; /* sorted by function */
    DXKI_VEC(dxki_uselist) uselists;          /* in order of the records */

    DXKI_VEC(dxki_md_entry) mds; /* [0] dummy: null */
    DXKI_VEC(uint64_t) md_nums;
    DXKI_VEC(dxki_named_md) named_mds; /* module order; no dummy */
    DXKI_VEC(dxki_string) md_kinds;    /* by number of the kind; 0..13 are LLVM's own */

    DXKI_VEC(dxki_attr) attrs;
    DXKI_VEC(dxki_attr_span) attr_sets; /* into attrs; [0] empty */
    DXKI_VEC(dxki_attr_slot) attr_slots;
    DXKI_VEC(dxki_attr_span) attr_lists; /* into attr_slots; [0] empty */

    DXKI_VEC(dxki_unknown) unknowns;

    struct dxki_tracked *tracked; /* uses that are kept up to date (tracked.h); NULL: not now */

    /* Indexes of the constructors. Those of strings and metadata are built at first use. */
    dxki_idset type_set, const_set, string_set, md_set, md_kind_set, attr_set_set, attr_list_set;
    DXKI_VEC(uint8_t) sized; /* by type: what dxki_type_is_sized() found out */
    uint32_t settled_mds;    /* judged: when so many were there, none of them was temporary */
    uint32_t md_indexed;     /* entries of mds that md_set knows */
    uint32_t string_indexed; /* entries of strings that string_set knows */
};

/* Number of the metadata kinds that LLVM 3.7 always has. */
#define DXKI_MD_FIXED_KINDS 14u
#define DXKI_MD_KIND_DBG    0u

/* An empty module with the fixed types and kinds; NULL: out of memory. */
dxk_module *dxki_module_create(dxk_ctx *ctx);

/* --- strings --- */

/* A copy of `text` in the module; 0 for empty text; UINT32_MAX: out of memory. New each time. */
dxki_string dxki_string_add(dxk_module *m, dxk_str text);
/* Takes over characters that already live as long as the module. */
dxki_string dxki_string_add_view(dxk_module *m, dxk_str text);
/* The same as an existing string if there is an equal one. */
dxki_string dxki_string_intern(dxk_module *m, dxk_str text);
/* Room for `size` characters in the module's arena, not yet a string; NULL: out of memory. */
char *dxki_string_space(dxk_module *m, size_t size);

/* --- values --- */

dxki_string dxki_value_name(const dxk_module *m, dxki_value value); /* 0: unnamed or unnameable */
bool dxki_value_set_name(dxk_module *m, dxki_value value, dxki_string name); /* false: no memory */

/* --- constants: an existing equal one or a new one; 0: out of memory --- */

dxki_value dxki_const_null(dxk_module *m, dxki_type type); /* INT 0, FLOAT 0 or NULL */
dxki_value dxki_const_undef(dxk_module *m, dxki_type type);
dxki_value dxki_const_int(dxk_module *m, dxki_type type, uint64_t bits); /* cut to the width */
dxki_value dxki_const_float(dxk_module *m, dxki_type type, uint64_t bits);
dxki_value dxki_const_wide(dxk_module *m, dxki_type type, const uint64_t *words, uint32_t count);
/* Array or vector of simple elements from their bytes (little-endian). All zero: NULL. */
dxki_value dxki_const_data(dxk_module *m, dxki_type type, dxk_str bytes);
/* All zero: NULL; all undef: UNDEF; simple elements: DATA. */
dxki_value dxki_const_aggregate(dxk_module *m, dxki_type type, const dxki_value *elements,
                                uint32_t count);
/* `extra`: words after the operands. Never folds. */
dxki_value dxki_const_expr(dxk_module *m, dxki_op op, uint8_t flags, dxki_type type,
                           const dxki_value *ops, uint32_t count, const uint32_t *extra,
                           uint32_t extra_count);
/* `block`: index in m->blocks; 0 when the function has no such block. */
dxki_value dxki_const_blockaddress(dxk_module *m, dxki_type type, dxki_value function,
                                   uint32_t block);
/* Readers only: makes a BLOCKADDRESS whose function or block came later what it stands for. */
bool dxki_const_settle_blockaddress(dxk_module *m, uint32_t index, dxki_value function,
                                    uint32_t block);
dxki_value dxki_const_asm(dxk_module *m, dxki_type type, dxki_string text, dxki_string constraints,
                          uint8_t flags);

const uint32_t *dxki_const_words(const dxk_module *m,
                                 const dxki_const *c); /* WIDE AGGREGATE EXPR */
/* Words after the operands of an EXPR; 0 for other constants. */
uint32_t dxki_const_extra_count(const dxk_module *m, const dxki_const *c);
int64_t dxki_const_signed(const dxk_module *m, const dxki_const *c); /* INT, sign-extended */
bool dxki_const_is_null(const dxk_module *m, dxki_value value); /* NULL, INT 0, FLOAT +0, WIDE 0 */
/* The same as dxki_value_as_int() (access.h) of a constant that is no INT. */
bool dxki_const_wide_as_int(const dxk_module *m, const dxki_const *c, uint64_t *bits);

/* DATA, or any array/vector/struct constant, element by element: element `index` of an
 * AGGREGATE is words[index]; of DATA these give the bits and the bytes. */
uint64_t dxki_const_data_bits(const dxk_module *m, const dxki_const *c, uint64_t index);
dxk_str dxki_const_data_bytes(const dxk_module *m, const dxki_const *c);

/* May an array or vector of this element type be DATA? i8 i16 i32 i64 float double. */
bool dxki_type_is_data_element(const dxk_module *m, dxki_type element);

/* --- blocks and instructions --- */

/* Place of a block in its function, from 0, found by walking. */
uint32_t dxki_block_number(const dxk_module *m, uint32_t block);

uint32_t dxki_inst_extra_count(const dxk_module *m, const dxki_inst *inst);
/* Bit offset of the record; UINT32_MAX when not kept. */
uint32_t dxki_inst_bit(const dxk_module *m, uint32_t inst);
/* Attachments of an instruction by what inst_attached has of it; see dxki_inst_attachments(). */
const dxki_attachment *dxki_attachments_at(const dxk_module *m, uint32_t place, uint32_t inst,
                                           uint32_t *count);
/* Attachments of a function (binary search). */
const dxki_attachment *dxki_function_attachments(const dxk_module *m, uint32_t global,
                                                 uint32_t *count);
/* Readers only: enters what was appended to m->attachments from place `first` on, those of one
 * instruction together. False: out of memory. */
bool dxki_attachments_index(dxk_module *m, size_t first);
/* Takes all attachments away, those of functions too. */
void dxki_attachments_clear(dxk_module *m);

/*
 * Builders. An instruction is appended to `block`; `ops` (op_count values) and `extra` are
 * copied. Returns the index, 0: out of memory.
 */
uint32_t dxki_global_add(dxk_module *m, dxki_global_kind kind, const dxki_global *global);
bool dxki_function_add_args(dxk_module *m, uint32_t global);
uint32_t dxki_block_add(dxk_module *m, uint32_t global);
uint32_t dxki_inst_add(dxk_module *m, uint32_t block, const dxki_inst *inst, const dxki_value *ops,
                       const uint32_t *extra, uint32_t extra_count);
bool dxki_inst_set_dbg(dxk_module *m, uint32_t inst, dxki_md location);

#include "ir/access.h"

#endif

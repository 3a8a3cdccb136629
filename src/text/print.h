/* SPDX-License-Identifier: MIT */
/*
 * print.h - inside of the module printer. One pass over the module (print_slots.c) finds the
 * numbers of unnamed things and the order of the type definitions; a second one prints.
 *
 *   print_module.c    order of the whole, globals, aliases, comdats, entry of the printer
 *   print_func.c      functions, blocks, predecessors
 *   print_inst.c      instructions           print_call.c     call, invoke and their comments
 *   print_const.c     constants, operands    print_type.c     types
 *   print_md.c        metadata nodes         print_attr.c     attributes
 *   print_name.c      names, escapes, colours
 *
 * Numbers are in arrays by index (NO_SLOT: has none). Nothing recurses deeper than types and
 * constants nest, which the module bounds; walks over metadata keep their own stack.
 */
#ifndef DXKI_TEXT_PRINT_H
#define DXKI_TEXT_PRINT_H

#include "dxk/text.h"
#include "ir/ir.h"
#include "text/counter.h"
#include "text/emit.h"

#define DXKI_NO_SLOT UINT32_MAX

/* What is known of a global from its name. */
enum {
    DXKI_PG_PLAIN = 1,       /* the name needs no quotes */
    DXKI_PG_INTRINSIC = 2,   /* function "llvm...." */
    DXKI_PG_DBG_DECLARE = 4, /* llvm.dbg.declare */
    DXKI_PG_DBG_VALUE = 8,   /* llvm.dbg.value */
    DXKI_PG_DXOP = 16,       /* function "dx.op...." */
    DXKI_PG_RELOCATE = 32    /* llvm.experimental.gc.relocate.* */
};

/* Colours; the order is that of the table in print_name.c. */
typedef enum dxki_text_style {
    DXKI_ST_NONE,
    DXKI_ST_OP, /* opcodes and other words that begin a line */
    DXKI_ST_TYPE,
    DXKI_ST_GLOBAL,
    DXKI_ST_LABEL,
    DXKI_ST_META,
    DXKI_ST_STRING,
    DXKI_ST_COMMENT
} dxki_text_style;

/* One use of a block by a terminator: the newest first. */
typedef struct dxki_text_pred {
    uint32_t block; /* index of the block that the terminator is in; 0: a blockaddress */
    uint32_t next;  /* index of the next older use, 0: last */
} dxki_text_pred;

/* A node under way: its operands from `next` on are still to be visited. */
typedef struct dxki_text_md_frame {
    dxki_md node;
    uint32_t next;
} dxki_text_md_frame;

/* What stands on a line between the result and the operands: " = add nsw i32 ". */
typedef struct dxki_text_head {
    uint64_t key; /* the operation with flags and type; 0: not made yet */
    uint32_t size;
    char text[52];
} dxki_text_head;
#define DXKI_TEXT_HEADS 64u

typedef struct dxki_text_printer {
    dxki_text_emit out; /* first: the rest is looked at less often */
    dxk_sink colours;   /* where styles go, past the escapes of everything else */
    const dxk_module *m;
    dxk_ctx *ctx;
    dxk_print_options options;
    dxki_arena arena; /* of all the arrays below */

    /* Numbers, by index in the module's arrays. */
    uint32_t *global_slots, *arg_slots, *block_slots, *md_slots, *attr_slots;
    dxki_text_number *inst_numbers;
    uint32_t *type_slots; /* of unnamed structs */
    uint8_t *global_flags;
    bool relocates;              /* some function is DXKI_PG_RELOCATE */
    const dxk_str *global_names; /* by index: a name to show instead, when not empty; or NULL */

    /* Everything that got a number, in order. */
    DXKI_VEC(dxki_type) unnamed_types;
    DXKI_VEC(dxki_type) named_types;
    DXKI_VEC(uint32_t) attr_sets;
    DXKI_VEC(dxki_md) nodes;

    /* Texts of types that were printed: type_texts[t] is their place in type_chars. */
    struct dxki_text_span {
        uint32_t offset, size;
    } * type_texts;
    DXKI_VEC(char) type_chars;

    dxki_text_head *heads; /* DXKI_TEXT_HEADS of them, made when they are needed */

    /* Uses of blocks, of the function that is being printed. */
    uint32_t *pred_first;   /* by block: index in preds, 0: none */
    uint32_t *block_lists;  /* by block: index + 1 in the module's use-lists; or NULL */
    uint8_t *address_taken; /* by block: is used by a blockaddress; or NULL */
    uint32_t function;      /* that is being printed */
    bool bare_lines;        /* nothing stands on the line of an operator but itself */
    DXKI_VEC(dxki_text_pred) preds;
    DXKI_VEC(dxki_text_pred) pred_scratch;

    /* Scratch. */
    DXKI_VEC(dxki_type) type_stack;
    DXKI_VEC(dxki_text_md_frame) md_stack;
    DXKI_VEC(dxki_attachment) attachment_scratch;
    uint8_t *seen_types, *seen_consts, *seen_mds; /* discovery of types */
    bool no_memory;                               /* something could not be allocated */
    dxki_md location; /* with options.source: of the line that was printed last in the block */
} dxki_text_printer;

/* Should loops end early? */
static inline bool dxki_text_print_stopped(const dxki_text_printer *p)
{
    return p->out.status != DXK_OK;
}

/* dxki_value_type() for the many operands that are instructions and constants. */
static inline dxki_type dxki_text_print_type_of(const dxki_text_printer *p, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_INST)
        return p->m->insts.items[index].type;
    if (DXKI_TAG(value) == DXKI_V_CONST)
        return p->m->consts.items[index].type;
    return dxki_value_type(p->m, value);
}

/* --- print_slots.c --- */

/* Numbers everything; false: out of memory. */
bool dxki_text_print_number(dxki_text_printer *p);
bool dxki_text_md_is_node(const dxk_module *m, dxki_md id);
/* What stands for the metadata `id` as an operand of a call: see docs/text-format.md, 7.2. */
dxki_md dxki_text_md_as_operand(const dxk_module *m, dxki_md id);
/* Attachments ordered by kind. */
const dxki_attachment *dxki_text_sorted_attachments(dxki_text_printer *p,
                                                    const dxki_attachment *list, uint32_t count);

/* --- print_name.c --- */

void dxki_text_print_style(dxki_text_printer *p,
                           dxki_text_style style); /* when options.color is set */
bool dxki_text_name_is_plain(dxk_str name);
void dxki_text_print_name(dxki_text_printer *p, dxk_str name); /* without prefix */
void dxki_text_print_escaped(dxki_text_printer *p, dxk_str text);
void dxki_text_print_quoted(dxki_text_printer *p, dxk_str text);
void dxki_text_print_md_name(dxki_text_printer *p, dxk_str name);
void dxki_text_print_global(dxki_text_printer *p, uint32_t global);
void dxki_text_print_local(dxki_text_printer *p, dxki_value value); /* %name, %N */

static inline void dxki_text_style_on(dxki_text_printer *p, dxki_text_style style)
{
    if (p->options.color)
        dxki_text_print_style(p, style);
}

static inline void dxki_text_style_off(dxki_text_printer *p)
{
    if (p->options.color)
        dxki_text_print_style(p, DXKI_ST_NONE);
}

/* --- print_type.c --- */

void dxki_text_print_type_anew(dxki_text_printer *p, dxki_type type);

static inline void dxki_text_print_type(dxki_text_printer *p, dxki_type type)
{
    struct dxki_text_span kept = p->type_texts[type];
    if (kept.size && !p->options.color)
        dxki_text_emit_mem(&p->out, p->type_chars.items + kept.offset, kept.size);
    else
        dxki_text_print_type_anew(p, type);
}

void dxki_text_print_type_definitions(dxki_text_printer *p);
void dxki_text_print_type_body(dxki_text_printer *p,
                               dxki_type type); /* "%x = type { i32 }", "i32" */
/* The same for a module that is being read: structures without a name have their id for a number. */
dxk_status dxki_text_print_type_alone(const dxk_module *m, dxki_type type, dxk_sink sink);

/* --- print_const.c --- */

void dxki_text_print_operand(dxki_text_printer *p, dxki_value value);
void dxki_text_print_typed(dxki_text_printer *p, dxki_value value); /* with its type in front */
void dxki_text_print_flags(dxki_text_printer *p, dxki_op op,
                           uint8_t flags); /* " nuw nsw", " fast", ... */
void dxki_text_print_indices(dxki_text_printer *p,
                             const uint32_t *extra); /* ", 0, 1" from count, ... */

/* --- print_md.c --- */

void dxki_text_print_md_ref(dxki_text_printer *p, dxki_md id);  /* null, !5, !"string", i32 1 */
void dxki_text_print_md_body(dxki_text_printer *p, dxki_md id); /* !{...}, !DIx(...) */
void dxki_text_print_named_md(dxki_text_printer *p);            /* all of them */
void dxki_text_print_nodes(dxki_text_printer *p);               /* all numbered ones */
void dxki_text_print_attachments(dxki_text_printer *p, const char *separator,
                                 const dxki_attachment *list, uint32_t count);

/* --- print_attr.c --- */

/* All of a set; `group` is the spelling inside of attribute groups. */
void dxki_text_print_attr_set(dxki_text_printer *p, uint32_t set, bool group);
void dxki_text_print_attr_comment(dxki_text_printer *p, uint32_t set); /* "; Function Attrs: ..." */
void dxki_text_print_attr_groups(dxki_text_printer *p);
void dxki_text_print_attr_ref(dxki_text_printer *p, uint32_t set); /* " #N"; nothing for set 0 */
void dxki_text_print_cc(dxki_text_printer *p, uint32_t cc);        /* "fastcc"; not for 0 */

/* --- print_inst.c, print_call.c, print_func.c --- */

void dxki_text_print_inst(dxki_text_printer *p, uint32_t inst); /* a whole line */
void dxki_text_print_call(dxki_text_printer *p, uint32_t inst); /* after "call" or "invoke" */
void dxki_text_print_comments(dxki_text_printer *p, uint32_t inst);
/* The comment that LLVM makes part of the instruction. */
void dxki_text_print_relocation(dxki_text_printer *p, const dxki_inst *in);
void dxki_text_print_functions(dxki_text_printer *p);

/* --- print_module.c: the end of a printer, and pieces that globals and functions share --- */

void dxki_text_print_release(dxki_text_printer *p); /* frees all but the printer itself */
void dxki_text_print_linkage(dxki_text_printer *p,
                             const dxki_global *g); /* linkage, visibility, dll */
void dxki_text_print_comdat_ref(dxki_text_printer *p, const dxki_global *g);
void dxki_text_print_raw_id(dxki_text_printer *p, const char *what, uint32_t id); /* "  ; what N" */

#endif

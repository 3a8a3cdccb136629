/* SPDX-License-Identifier: MIT */
/*
 * edit_stress.c - edits of every module in containers, at random, each with what undoes it.
 *
 *     conformance-edit_stress [-e EVERY] [-n EDITS] [-s MOST] FILE|FOLDER...
 *
 * In folders NAME.dxil is taken, every EVERY-th one, of at most MOST bytes. Each module gets EDITS
 * edits in four batches. After each edit its lists and tracked uses are checked; after each batch
 * it is written, read back, and verified by the rules of LLVM. Then all edits are undone, the last
 * first; after compaction the module must be written with the bytes of one that was only touched.
 * Brought into an empty module by import it must come out the same, too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/dxk.h"
#include "files.h"
#include "ir/clone.h"
#include "ir/import.h"
#include "unit/module_fault.h"

#define BATCHES 4u

/* --- the edits --- */

typedef enum edit_kind {
    INSERT,
    REMOVE,
    MOVE,
    REPLACE,
    REPLACE_CONST,
    SPLIT,
    MOVE_BLOCK,
    CLONE_FUNCTION,
    CLONE_BLOCKS,
    ATTACH,
    LOCATE,
    NAME,
    CASE,
    KINDS
} edit_kind;

static const char *const kind_names[KINDS] = {
    "insert",          "remove",     "move",           "replace",      "replace constant",
    "split and merge", "move block", "clone function", "clone blocks", "attach",
    "set location",    "name",       "add case"};

/* One edit, with what is needed to undo it. */
typedef struct edit {
    edit_kind kind;
    uint32_t inst, other;  /* instructions, or blocks, functions */
    uint32_t block, place; /* where something was */
    dxki_inst kept;        /* what was removed, and its words in `words` */
    size_t first, count;
    dxki_md location, node;
    dxki_string name;
} edit;

typedef struct stress {
    dxk_ctx *ctx;
    dxk_module *m;
    uint64_t random;
    size_t made[KINDS];
    DXKI_VEC(edit) edits;
    DXKI_VEC(uint32_t) words;
    DXKI_VEC(uint32_t) insts, blocks, functions; /* alive when the batch began */
    dxki_value_map again; /* instructions that were removed: what they were put back as */
    const char *fault;
} stress;

static uint32_t any(stress *s, size_t count)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->random >> 33) % (count ? count : 1));
}

static bool need(stress *s, bool good, const char *what)
{
    if (!good && !s->fault)
        s->fault = what;
    return good;
}

/* The instruction, under the index that it has now. */
static uint32_t now(const stress *s, uint32_t inst)
{
    uint32_t with;
    while ((with = dxki_value_map_get(&s->again, inst)) != 0)
        inst = with;
    return inst;
}

static bool is_alive(const stress *s, uint32_t inst)
{
    return inst && s->m->insts.items[inst].op != DXKI_OP_NONE;
}

static bool is_term(const stress *s, uint32_t inst)
{
    return dxki_op_class_of((dxki_op)s->m->insts.items[inst].op) == DXKI_OC_TERM;
}

/* An instruction that may move and be copied: no phi, no terminator. */
static uint32_t any_inst(stress *s)
{
    uint32_t inst = s->insts.count ? s->insts.items[any(s, s->insts.count)] : 0;
    bool plain = is_alive(s, inst) && s->m->insts.items[inst].op != DXKI_OP_PHI &&
                 !is_term(s, inst) && s->m->insts.items[inst].op != DXKI_OP_LANDINGPAD;
    return plain ? inst : 0;
}

static bool uses(const stress *s, uint32_t inst, uint32_t value)
{
    const dxki_value *ops = dxki_inst_ops(s->m, inst);
    dxki_value wanted = DXKI_VALUE(DXKI_V_INST, value);
    for (uint32_t k = 0; k < s->m->insts.items[inst].op_count; k++) {
        if (ops[k] == wanted || (DXKI_TAG(ops[k]) == DXKI_V_METADATA &&
                                 dxki_md_value(s->m, DXKI_INDEX(ops[k])) == wanted))
            return true;
    }
    return false;
}

/* --- each edit: true when there was one --- */

static bool do_insert(stress *s, edit *e)
{
    uint32_t at = any_inst(s);
    dxki_inst add = {.op = DXKI_OP_ADD, .type = DXKI_TY_I32, .op_count = 2};
    const dxki_value ops[2] = {dxki_const_int(s->m, DXKI_TY_I32, any(s, 1000)),
                               dxki_const_int(s->m, DXKI_TY_I32, 0x5eed)};
    if (!at)
        return false;
    e->inst =
        dxki_inst_insert(s->m, any(s, 2) ? dxki_place_before(s->m, at) : dxki_place_after(s->m, at),
                         &add, ops, NULL, 0);
    return need(s, e->inst != 0, "insert");
}

static bool do_remove(stress *s, edit *e)
{
    uint32_t inst = any_inst(s), count;
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    if (!inst || dxki_value_is_operand(s->m, value) || dxki_value_is_wrapped(s->m, value))
        return false;
    dxki_inst_attachments(s->m, inst, &count);
    if (count) /* these are tried by themselves */
        return false;
    e->inst = inst;
    e->kept = s->m->insts.items[inst];
    e->block = e->kept.block;
    e->place = e->kept.next;
    e->name = dxki_value_name(s->m, value);
    e->location = dxki_inst_dbg(s->m, inst);
    e->first = s->words.count;
    e->count = e->kept.op_count + dxki_inst_extra_count(s->m, &e->kept);
    for (size_t i = 0; i < e->count; i++) {
        if (!dxki_vec_push(s->ctx, &s->words, s->m->words.items[e->kept.ops + i]))
            return need(s, false, "memory");
    }
    return need(s, dxki_inst_remove(s->m, inst), "remove");
}

static bool do_move(stress *s, edit *e)
{
    uint32_t inst = any_inst(s), next = inst ? s->m->insts.items[inst].next : 0;
    if (!next || is_term(s, next) || uses(s, next, inst) ||
        s->m->insts.items[next].op == DXKI_OP_LANDINGPAD)
        return false;
    e->inst = inst;
    e->other = next;
    return need(s, dxki_inst_move(s->m, inst, dxki_place_after(s->m, next)), "move");
}

/* A copy after it takes over all uses. */
static bool do_replace(stress *s, edit *e)
{
    uint32_t inst = any_inst(s);
    if (!inst || s->m->insts.items[inst].type == DXKI_TY_VOID)
        return false;
    dxki_cloner c;
    dxki_clone_init(&c, s->m);
    e->inst = inst;
    e->other = dxki_inst_clone(&c, inst, dxki_place_after(s->m, inst));
    dxki_clone_free(&c);
    return need(s,
                e->other && dxki_value_set_name(s->m, DXKI_VALUE(DXKI_V_INST, e->other), 0) &&
                    dxki_value_replace(s->m, DXKI_VALUE(DXKI_V_INST, inst),
                                       DXKI_VALUE(DXKI_V_INST, e->other)),
                "replace");
}

/* Some streams have several nodes that wrap the same value; replacing it merges them. */
static bool is_wrapped_twice(const stress *s, dxki_value value)
{
    size_t count = 0;
    for (dxki_md id = 1; id < s->m->mds.count; id++)
        count += dxki_md_value(s->m, id) == value;
    return count > 1;
}

/* There and back at once: a module with other constants need not be valid. */
static bool do_replace_const(stress *s, edit *e)
{
    uint32_t index = 1 + any(s, s->m->consts.count - 1);
    dxki_value old = DXKI_VALUE(DXKI_V_CONST, index), with;
    const dxki_const k = s->m->consts.items[index];
    if (s->m->consts.count < 2 || k.kind != DXKI_C_INT || dxki_type_bits(s->m, k.type) < 32)
        return false;
    with = dxki_const_int(s->m, k.type, 0x5eed0000u + any(s, 0xffff));
    if (with == old || dxki_value_is_operand(s->m, with) || dxki_value_is_held(s->m, with) ||
        dxki_value_is_wrapped(s->m, with) || is_wrapped_twice(s, old))
        return false;
    e->inst = index;
    return need(s,
                with && dxki_value_replace(s->m, old, with) && !dxki_value_is_operand(s->m, old) &&
                    dxki_value_replace(s->m, with, old) && !dxki_value_is_operand(s->m, with),
                "replace a constant");
}

static bool do_split(stress *s, edit *e)
{
    uint32_t inst = any_inst(s);
    if (!inst)
        return false;
    e->block = s->m->insts.items[inst].block;
    e->other = dxki_block_split(s->m, inst);
    return need(s, e->other != 0, "split");
}

static bool do_move_block(stress *s, edit *e)
{
    uint32_t block = s->blocks.count ? s->blocks.items[any(s, s->blocks.count)] : 0;
    uint32_t to = s->blocks.count ? s->blocks.items[any(s, s->blocks.count)] : 0;
    const dxki_block *b = &s->m->blocks.items[block];
    if (!block || !b->prev || !s->m->blocks.items[to].prev || to == block ||
        s->m->blocks.items[to].function != b->function)
        return false;
    e->block = block;
    e->place = b->next;
    return need(s, dxki_block_move(s->m, block, b->function, to), "move a block");
}

static bool has_subprogram(const stress *s, uint32_t function)
{
    for (dxki_md id = 1; id < s->m->mds.count; id++) {
        if (dxki_md_get(s->m, id)->kind == DXKI_M_SUBPROGRAM &&
            dxki_md_value(s->m, dxki_md_op(s->m, id, DXKI_DI_SUBPROGRAM_FUNCTION)) ==
                DXKI_VALUE(DXKI_V_GLOBAL, function))
            return true;
    }
    return false;
}

/* Those with a subprogram are entered in a unit, which removing them does not undo. */
static bool do_clone_function(stress *s, edit *e)
{
    uint32_t fn = s->functions.count ? s->functions.items[any(s, s->functions.count)] : 0;
    if (!fn || has_subprogram(s, fn) || s->m->insts.count > 200000)
        return false;
    dxki_cloner c;
    dxki_clone_init(&c, s->m);
    dxki_string name =
        dxki_global_unique_name(s->m, dxki_string_get(s->m, s->m->globals.items[fn].name));
    e->other = name != UINT32_MAX ? dxki_function_clone(&c, fn, name) : 0;
    dxki_clone_free(&c);
    return need(s, e->other != 0, "clone a function");
}

/* All blocks of a function once more at its end, where nothing leads to them. */
static bool do_clone_blocks(stress *s, edit *e)
{
    uint32_t fn = s->functions.count ? s->functions.items[any(s, s->functions.count)] : 0;
    if (!fn || !s->m->globals.items[fn].first_block || s->m->insts.count > 200000)
        return false;
    dxki_cloner c;
    DXKI_VEC(uint32_t) blocks = {NULL, 0, 0};
    bool good = true;
    DXKI_EACH_BLOCK(s->m, fn, block)
        good = good && dxki_vec_push(s->ctx, &blocks, block);
    dxki_clone_init(&c, s->m);
    good = good && dxki_blocks_clone(&c, blocks.items, blocks.count, fn, 0);
    e->first = s->words.count;
    e->count = blocks.count;
    for (size_t i = 0; good && i < blocks.count; i++)
        good =
            dxki_vec_push(s->ctx, &s->words,
                          DXKI_INDEX(dxki_clone_of(&c, DXKI_VALUE(DXKI_V_BLOCK, blocks.items[i]))));
    dxki_clone_free(&c);
    dxki_vec_free(s->ctx, &blocks);
    return need(s, good && dxki_function_unique_names(s->m, fn), "clone blocks");
}

#define SOME_KIND 7u /* alias.scope: the verifier does not look at it */

static bool do_attach(stress *s, edit *e)
{
    uint32_t inst = any_inst(s), count;
    if (!inst)
        return false;
    const dxki_attachment *list = dxki_inst_attachments(s->m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].kind == SOME_KIND)
            return false;
    }
    e->inst = inst;
    e->node = dxki_md_tuple(s->m, NULL, 0, false);
    return need(s, e->node && dxki_inst_set_attachment(s->m, inst, SOME_KIND, e->node), "attach");
}

static bool do_locate(stress *s, edit *e)
{
    uint32_t inst = any_inst(s);
    e->inst = inst;
    e->location = inst ? dxki_inst_dbg(s->m, inst) : 0;
    return e->location && !dxki_inst_is_debug_call(s->m, &s->m->insts.items[inst]) &&
           need(s, dxki_inst_set_dbg(s->m, inst, 0), "set a location");
}

static bool do_name(stress *s, edit *e)
{
    uint32_t inst = any_inst(s);
    char text[32];
    if (!inst || s->m->insts.items[inst].type == DXKI_TY_VOID)
        return false;
    snprintf(text, sizeof text, "stress.%u", (unsigned)s->edits.count);
    dxki_string name = dxki_string_intern(s->m, (dxk_str){text, strlen(text)});
    e->inst = inst;
    e->name = dxki_value_name(s->m, DXKI_VALUE(DXKI_V_INST, inst));
    return need(
        s, name != UINT32_MAX && dxki_value_set_name(s->m, DXKI_VALUE(DXKI_V_INST, inst), name),
        "name");
}

/* One more case that leads where the default does. */
static bool do_case(stress *s, edit *e)
{
    uint32_t block = s->blocks.count ? s->blocks.items[any(s, s->blocks.count)] : 0;
    uint32_t last =
        block && s->m->blocks.items[block].function ? s->m->blocks.items[block].last_inst : 0;
    if (!last || s->m->insts.items[last].op != DXKI_OP_SWITCH)
        return false;
    const dxki_value *ops = dxki_inst_ops(s->m, last);
    uint32_t to = DXKI_INDEX(ops[1]);
    dxki_value value = dxki_const_int(s->m, dxki_value_type(s->m, ops[0]), 0x5eedca5eu);
    for (uint32_t k = 2; k < s->m->insts.items[last].op_count; k += 2) {
        if (dxki_inst_ops(s->m, last)[k] == value)
            return false;
    }
    e->inst = last;
    e->block = block;
    e->other = to;
    return need(
        s, value && dxki_switch_add(s->m, last, value, to) && dxki_edge_add(s->m, block, to, block),
        "add a case");
}

/* --- and back --- */

static bool undo_remove(stress *s, const edit *e)
{
    dxk_module *m = s->m;
    dxki_place at = {e->block, now(s, e->place)};
    uint32_t *words = s->words.items + e->first;
    for (size_t i = 0; i < e->count; i++) {
        if (i < e->kept.op_count && DXKI_TAG(words[i]) == DXKI_V_INST)
            words[i] = DXKI_VALUE(DXKI_V_INST, now(s, DXKI_INDEX(words[i])));
    }
    uint32_t inst = dxki_inst_insert(m, at, &e->kept, words, words + e->kept.op_count,
                                     (uint32_t)(e->count - e->kept.op_count));
    if (!inst || (e->location && !dxki_inst_set_dbg(m, inst, e->location)))
        return false;
    return dxki_value_map_put(s->ctx, &s->again, e->inst, inst) &&
           (!e->name || dxki_value_set_name(m, DXKI_VALUE(DXKI_V_INST, inst), e->name));
}

static bool undo_replace(stress *s, const edit *e)
{
    uint32_t inst = now(s, e->inst), other = now(s, e->other);
    return dxki_value_replace(s->m, DXKI_VALUE(DXKI_V_INST, other),
                              DXKI_VALUE(DXKI_V_INST, inst)) &&
           dxki_inst_remove(s->m, other);
}

/* The last operand of each phi, which came with the case. */
static bool undo_case(stress *s, const edit *e)
{
    uint32_t last = now(s, e->inst);
    DXKI_EACH_INST(s->m, e->other, phi) {
        if (s->m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (!dxki_phi_remove(s->m, phi, s->m->insts.items[phi].op_count - 1))
            return false;
    }
    return dxki_switch_remove(s->m, last, (s->m->insts.items[last].op_count - 4) / 2);
}

static bool undo(stress *s, const edit *e)
{
    dxk_module *m = s->m;
    uint32_t inst = now(s, e->inst);
    switch (e->kind) {
    case INSERT:
        return dxki_inst_remove(m, inst);
    case REMOVE:
        return undo_remove(s, e);
    case MOVE:
        return dxki_inst_move(m, inst, dxki_place_before(m, now(s, e->other)));
    case REPLACE:
        return undo_replace(s, e);
    case SPLIT:
        return need(s, dxki_block_can_merge(m, e->block, e->other), "merging is refused") &&
               dxki_block_merge(m, e->block, e->other);
    case MOVE_BLOCK:
        return dxki_block_move(m, e->block, m->blocks.items[e->block].function, e->place);
    case CLONE_FUNCTION:
        return dxki_globals_remove(m, &e->other, 1);
    case CLONE_BLOCKS:
        return dxki_blocks_remove(m, s->words.items + e->first, e->count);
    case ATTACH:
        return dxki_inst_set_attachment(m, inst, SOME_KIND, 0);
    case LOCATE:
        return dxki_inst_set_dbg(m, inst, e->location);
    case NAME:
        return dxki_value_set_name(m, DXKI_VALUE(DXKI_V_INST, inst), e->name);
    case CASE:
        return undo_case(s, e);
    default:
        return true;
    }
}

/* --- checks --- */

static void check_lists(stress *s)
{
    const char *fault = s->fault ? NULL : module_fault(s->m);
    s->fault = fault ? fault : s->fault;
}

/* Complaints that LLVM's verifier has about a module. */
static size_t count_complaints(const dxk_module *m)
{
    dxk_validation *result = NULL;
    size_t count = 0;
    if (dxk_validate_module(m, NULL, &result) != DXK_OK)
        return SIZE_MAX;
    for (size_t i = 0; i < dxk_validation_count(result, NULL); i++) {
        const char *rule = dxk_validation_finding(result, i)->rule;
        count += rule && strcmp(rule, "BITCODE.VALID") == 0;
    }
    dxk_validation_free(result);
    return count;
}

/* Written and read back, the module is as valid as before the edits: edits of an invalid one may
 * multiply what is wrong with it. */
static void check_module(stress *s, size_t complaints)
{
    dxk_buffer out;
    dxk_module *again = NULL;
    dxk_buffer_init(&out, s->ctx);
    if (need(s, dxk_module_write(s->m, NULL, dxk_buffer_sink(&out)) == DXK_OK, "write") &&
        need(s, dxk_module_read(s->ctx, (dxk_bytes){out.data, out.size}, NULL, &again) == DXK_OK,
             "read back"))
        need(s, complaints || (!count_complaints(s->m) && !count_complaints(again)), "verify");
    dxk_module_free(again);
    dxk_buffer_free(&out);
}

/* The bytes of a module as if it were freshly made. */
static bool write_fresh(dxk_module *m, dxk_buffer *out)
{
    dxk_buffer_init(out, m->ctx);
    return dxki_module_touch(m) && dxk_module_write(m, NULL, dxk_buffer_sink(out)) == DXK_OK;
}

/* --- a module --- */

/* What can be edited now. */
static bool gather(stress *s)
{
    bool good = true;
    s->insts.count = s->blocks.count = s->functions.count = 0;
    DXKI_EACH_FUNCTION(s->m, fn) {
        if (s->m->globals.items[fn].first_block)
            good = good && dxki_vec_push(s->ctx, &s->functions, fn);
        DXKI_EACH_BLOCK(s->m, fn, block) {
            good = good && dxki_vec_push(s->ctx, &s->blocks, block);
            DXKI_EACH_INST(s->m, block, inst)
                good = good && dxki_vec_push(s->ctx, &s->insts, inst);
        }
    }
    return good;
}

static void edit_once(stress *s)
{
    static bool (*const edits[KINDS])(stress *, edit *) = {
        do_insert,     do_remove,         do_move,         do_replace, do_replace_const, do_split,
        do_move_block, do_clone_function, do_clone_blocks, do_attach,  do_locate,        do_name,
        do_case};
    edit e;
    memset(&e, 0, sizeof e);
    e.kind = (edit_kind)any(s, KINDS);
    bool large = e.kind == CLONE_FUNCTION || e.kind == CLONE_BLOCKS;
    if ((large && any(s, 8)) || !edits[e.kind](s, &e))
        return;
    s->made[e.kind]++;
    need(s, dxki_vec_push(s->ctx, &s->edits, e), "memory");
    if (s->m->insts.count < 2000 || any(s, 8) == 0)
        check_lists(s);
}

static void edit_and_undo(stress *s, size_t edits)
{
    size_t complaints = count_complaints(s->m);
    for (uint32_t batch = 0; batch < BATCHES && !s->fault; batch++) {
        need(s, gather(s), "memory");
        for (size_t i = 0; i < edits / BATCHES && !s->fault; i++)
            edit_once(s);
        check_lists(s);
        if (!s->fault)
            check_module(s, complaints);
    }
    while (s->edits.count && !s->fault) {
        const edit e = s->edits.items[--s->edits.count];
        if (!undo(s, &e) && !s->fault)
            s->fault = kind_names[e.kind];
        if (s->m->insts.count < 2000 || any(s, 8) == 0)
            check_lists(s);
    }
    check_lists(s);
}

/* Everything of a module in an empty one. */
static bool import_all(dxk_module *to, const dxk_module *from)
{
    dxki_importer im;
    bool good = dxki_import_begin(&im, to, from);
    uint32_t kind;
    for (uint32_t i = 0; i < from->md_kinds.count && good; i++)
        good = dxki_import_kind(&im, i, &kind);
    for (size_t i = 0; i < from->variables.count && good; i++)
        good = dxki_import_global(&im, from->variables.items[i]) != 0;
    for (size_t i = 0; i < from->functions.count && good; i++)
        good = dxki_import_global(&im, from->functions.items[i]) != 0;
    for (size_t i = 0; i < from->aliases.count && good; i++)
        good = dxki_import_global(&im, from->aliases.items[i]) != 0;
    good = good && dxki_import_rest(&im);
    for (size_t i = 0; i < from->named_mds.count && good; i++)
        good = dxki_import_named_md(&im, i);
    dxki_import_end(&im);
    to->triple = from->triple;
    to->datalayout = from->datalayout;
    to->assembly = from->assembly;
    return good;
}

static void check_import(stress *s, dxk_bytes wanted)
{
    dxk_module *copy = dxki_module_create(s->ctx);
    dxk_buffer out;
    dxk_buffer_init(&out, s->ctx);
    need(s,
         copy && import_all(copy, s->m) && !module_fault(copy) && write_fresh(copy, &out) &&
             files_same((dxk_bytes){out.data, out.size}, wanted),
         "import");
    dxk_buffer_free(&out);
    dxk_module_free(copy);
}

static void free_stress(stress *s)
{
    dxki_vec_free(s->ctx, &s->edits);
    dxki_vec_free(s->ctx, &s->words);
    dxki_vec_free(s->ctx, &s->insts);
    dxki_vec_free(s->ctx, &s->blocks);
    dxki_vec_free(s->ctx, &s->functions);
    dxki_value_map_free(s->ctx, &s->again);
    dxk_module_free(s->m);
}

/* NULL: all is well. The bytes of a touched module must stay the same through all of it. */
static const char *run_module(dxk_ctx *ctx, dxk_bytes bitcode, size_t edits, size_t *made)
{
    stress s;
    dxk_module *plain = NULL;
    dxk_buffer fresh, undone;
    memset(&s, 0, sizeof s);
    s.ctx = ctx;
    s.random = bitcode.size;
    dxk_buffer_init(&fresh, ctx);
    dxk_buffer_init(&undone, ctx);
    if (dxk_module_read(ctx, bitcode, NULL, &plain) != DXK_OK ||
        dxk_module_read(ctx, bitcode, NULL, &s.m) != DXK_OK) {
        dxk_module_free(plain);
        return NULL; /* damaged on purpose */
    }
    need(&s, write_fresh(plain, &fresh), "write");
    dxk_bytes wanted = {fresh.data, fresh.size};
    if (any(&s, 2))
        need(&s, dxki_tracked_begin(s.m), "track");
    if (!s.fault)
        edit_and_undo(&s, edits);
    if (!s.fault)
        need(&s, dxki_module_compact(s.m), "compact");
    check_lists(&s);
    need(&s,
         s.fault || (write_fresh(s.m, &undone) &&
                     files_same((dxk_bytes){undone.data, undone.size}, wanted)),
         "the bytes after undoing differ");
    if (!s.fault)
        check_import(&s, wanted);
    for (size_t i = 0; i < KINDS; i++)
        made[i] += s.made[i];
    free_stress(&s);
    dxk_module_free(plain);
    dxk_buffer_free(&fresh);
    dxk_buffer_free(&undone);
    return s.fault;
}

/* --- files --- */

typedef struct run {
    size_t edits, every, most, seen, modules, failed;
    size_t made[KINDS];
} run;

static void run_part(run *r, dxk_ctx *ctx, const char *path, dxk_bytes part)
{
    dxk_program program;
    if (dxk_program_read(ctx, part, &program) != DXK_OK || program.bitcode.size > r->most)
        return;
    const char *fault = run_module(ctx, program.bitcode, r->edits, r->made);
    r->modules++;
    if (fault) {
        printf("%s: %s\n", path, fault);
        r->failed++;
    }
}

static void run_file(void *user, const char *path)
{
    run *r = user;
    dxk_bytes bytes;
    dxk_ctx *ctx;
    dxk_container *container = NULL;
    if (r->seen++ % r->every)
        return;
    uint8_t *data = files_read(path, &bytes);
    if (!data || dxk_ctx_create(NULL, &ctx) != DXK_OK) {
        r->failed++;
        free(data);
        return;
    }
    if (dxk_container_read(ctx, bytes, NULL, &container) == DXK_OK) {
        for (size_t i = 0; i < dxk_container_part_count(container); i++) {
            const dxk_part *part = dxk_container_part(container, i);
            if (part->fourcc == DXK_PART_DXIL || part->fourcc == DXK_PART_ILDB)
                run_part(r, ctx, path, part->content);
        }
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    free(data);
}

static void print_counts(const run *r)
{
    printf("%zu modules, %zu failed; edits:", r->modules, r->failed);
    for (size_t i = 0; i < KINDS; i++)
        printf("%s %zu %s", i ? "," : "", r->made[i], kind_names[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    run r = {.edits = 60, .every = 1, .most = SIZE_MAX};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-e") == 0 && i + 1 < argc)
            r.every = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
            r.edits = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "-s") == 0 && i + 1 < argc)
            r.most = strtoul(argv[++i], NULL, 10);
        else if (files_each(argv[i], ".dxil", run_file, &r) < 0)
            run_file(&r, argv[i]);
    }
    print_counts(&r);
    return r.failed || !r.modules ? 1 : 0;
}

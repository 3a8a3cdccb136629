/* SPDX-License-Identifier: MIT */
/*
 * print_slots.c - the numbers of unnamed things and the order of type definitions, found in one
 * walk over the module (docs/text-format.md, sections 3 and 4).
 *
 *   @N   variables, aliases, functions without a name
 *   !N   nodes: those of named metadata first, then those that functions use; a node before the
 *        nodes it refers to, depth first
 *   #N   attribute sets of functions, then those of calls
 *   %N   per function: arguments, blocks and results without a name
 *
 * The walk over nodes keeps its own stack, since metadata may nest as deep as there are nodes.
 */
#include "text/print.h"
#include "base/sort.h"

#include "base/str.h"
#include "ir/dxop.h"

#define FAIL(p) ((p)->no_memory = true)

bool dxki_text_md_is_node(const dxk_module *m, dxki_md id)
{
    return m->mds.items[id].kind >= DXKI_M_TUPLE;
}

dxki_md dxki_text_md_as_operand(const dxk_module *m, dxki_md id)
{
    uint32_t count;
    if (!dxki_text_md_is_node(m, id))
        return id;
    const dxki_md *ops = dxki_md_ops(m, id, &count);
    if (count != 1 || m->mds.items[ops[0]].kind != DXKI_M_VALUE)
        return id;
    return dxki_value_is_const(dxki_md_value(m, ops[0])) ? ops[0] : id;
}

/* --- attachments --- */

static bool is_later_kind(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const dxki_attachment *)a)->kind > ((const dxki_attachment *)b)->kind;
}

const dxki_attachment *dxki_text_sorted_attachments(dxki_text_printer *p,
                                                    const dxki_attachment *list, uint32_t count)
{
    uint32_t i = 1;
    while (i < count && list[i - 1].kind <= list[i].kind)
        i++;
    if (i >= count)
        return list;
    p->attachment_scratch.count = 0;
    if (!dxki_vec_reserve(p->ctx, &p->attachment_scratch, count)) {
        FAIL(p);
        return list;
    }
    dxki_attachment *sorted = p->attachment_scratch.items;
    memcpy(sorted, list, count * sizeof *list);
    if (!dxki_sort(p->ctx, sorted, count, sizeof *list, is_later_kind, NULL))
        FAIL(p);
    return sorted;
}

/* --- walks over metadata --- */

/* Calls back for nodes and values below a node, each once, depth first. */
typedef struct walk {
    bool (*enter)(dxki_text_printer *p, dxki_md node); /* false: known already */
    void (*value)(dxki_text_printer *p, dxki_value value);
} walk;

static void push_frame(dxki_text_printer *p, dxki_md node)
{
    if (!dxki_vec_push(p->ctx, &p->md_stack, ((dxki_text_md_frame){node, 0})))
        FAIL(p);
}

static void visit(dxki_text_printer *p, const walk *w, dxki_md id)
{
    if (dxki_text_md_is_node(p->m, id)) {
        if (w->enter(p, id))
            push_frame(p, id);
    } else if (w->value && p->m->mds.items[id].kind == DXKI_M_VALUE) {
        w->value(p, p->m->mds.items[id].ops);
    }
}

static void walk_md(dxki_text_printer *p, const walk *w, dxki_md id)
{
    visit(p, w, id);
    while (p->md_stack.count > 0 && !p->no_memory) {
        dxki_text_md_frame *frame = &p->md_stack.items[p->md_stack.count - 1];
        uint32_t count;
        const dxki_md *ops = dxki_md_ops(p->m, frame->node, &count);
        if (frame->next < count)
            visit(p, w, ops[frame->next++]);
        else
            p->md_stack.count--;
    }
}

static bool number_node(dxki_text_printer *p, dxki_md node)
{
    if (p->md_slots[node] != DXKI_NO_SLOT)
        return false;
    p->md_slots[node] = (uint32_t)p->nodes.count;
    if (!dxki_vec_push(p->ctx, &p->nodes, node))
        FAIL(p);
    return true;
}

static void number_md(dxki_text_printer *p, dxki_md id)
{
    static const walk w = {number_node, NULL};
    if (p->md_slots[id] == DXKI_NO_SLOT && dxki_text_md_is_node(p->m, id))
        walk_md(p, &w, id);
}

/* --- discovery of struct types --- */

static void see_type(dxki_text_printer *p, dxki_type type)
{
    if (p->seen_types[type])
        return;
    p->seen_types[type] = 1;
    if (!dxki_vec_push(p->ctx, &p->type_stack, type))
        FAIL(p);
}

static void record_type(dxki_text_printer *p, dxki_type type, const dxki_type_entry *t)
{
    if (!(t->flags & DXKI_TF_IDENTIFIED))
        return;
    if (t->c) {
        if (!dxki_vec_push(p->ctx, &p->named_types, type))
            FAIL(p);
    } else {
        p->type_slots[type] = (uint32_t)p->unnamed_types.count;
        if (!dxki_vec_push(p->ctx, &p->unnamed_types, type))
            FAIL(p);
    }
}

/* Pops a type, records it, pushes what it contains so that the first comes first. */
static void discover_more(dxki_text_printer *p)
{
    while (p->type_stack.count > 0 && !p->no_memory) {
        dxki_type type = p->type_stack.items[--p->type_stack.count];
        const dxki_type_entry *t = &p->m->types.items[type];
        uint32_t count;
        const dxki_type *list = dxki_type_list(p->m, type, &count);
        record_type(p, type, t);
        for (uint32_t i = count; i > 0; i--)
            see_type(p, list[i - 1]);
        if (t->kind == DXKI_T_POINTER || t->kind == DXKI_T_ARRAY || t->kind == DXKI_T_VECTOR)
            see_type(p, t->a);
    }
}

static inline void discover_type(dxki_text_printer *p, dxki_type type)
{
    if (p->seen_types[type])
        return;
    see_type(p, type);
    discover_more(p);
}

static void discover_value(dxki_text_printer *p, dxki_value value)
{
    if (DXKI_TAG(value) != DXKI_V_CONST || p->seen_consts[DXKI_INDEX(value)])
        return;
    p->seen_consts[DXKI_INDEX(value)] = 1;
    const dxki_const *c = &p->m->consts.items[DXKI_INDEX(value)];
    discover_type(p, c->type);
    if (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR)
        for (uint32_t i = 0; i < c->b; i++)
            discover_value(p, p->m->words.items[c->a + i]);
}

static bool discover_node(dxki_text_printer *p, dxki_md node)
{
    if (p->seen_mds[node])
        return false;
    p->seen_mds[node] = 1;
    return true;
}

static void discover_md(dxki_text_printer *p, dxki_md id)
{
    static const walk w = {discover_node, discover_value};
    if (!p->seen_mds[id])
        walk_md(p, &w, id);
}

static void discover_globals(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    for (size_t i = 0; i < m->variables.count; i++) {
        const dxki_global *g = &m->globals.items[m->variables.items[i]];
        discover_type(p, g->type);
        discover_value(p, g->init);
    }
    for (size_t i = 0; i < m->aliases.count; i++) {
        const dxki_global *g = &m->globals.items[m->aliases.items[i]];
        discover_type(p, g->type);
        discover_value(p, g->init);
    }
}

/* --- functions --- */

static void number_attrs(dxki_text_printer *p, uint32_t list)
{
    uint32_t set = list ? dxki_attr_list_set(p->m, list, DXKI_ATTR_SLOT_FUNCTION) : 0;
    if (set == 0 || p->attr_slots[set] != DXKI_NO_SLOT)
        return;
    p->attr_slots[set] = (uint32_t)p->attr_sets.count;
    if (!dxki_vec_push(p->ctx, &p->attr_sets, set))
        FAIL(p);
}

/* Operands in the order of the instruction: their types, and nodes that intrinsics take. */
static void see_operands(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    bool intrinsic = false;
    if (in->op == DXKI_OP_CALL) {
        dxki_value callee = ops[in->op_count - 1];
        intrinsic = DXKI_TAG(callee) == DXKI_V_GLOBAL &&
                    (p->global_flags[DXKI_INDEX(callee)] & DXKI_PG_INTRINSIC);
        number_attrs(p, dxki_call_attrs(p->m, in));
    } else if (in->op == DXKI_OP_INVOKE) {
        number_attrs(p, dxki_call_attrs(p->m, in));
    }
    for (uint32_t i = 0; i < in->op_count; i++) {
        dxki_value_tag tag = DXKI_TAG(ops[i]);
        if (tag == DXKI_V_CONST) {
            discover_value(p, ops[i]);
        } else if (tag == DXKI_V_METADATA) {
            dxki_md id = dxki_text_md_as_operand(p->m, DXKI_INDEX(ops[i]));
            discover_md(p, id);
            if (intrinsic)
                number_md(p, id);
        }
    }
}

static void see_attachments(dxki_text_printer *p, uint32_t inst)
{
    number_md(p, dxki_inst_dbg(p->m, inst));
    if (p->m->attachments.count == 0)
        return;
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(p->m, inst, &count);
    list = dxki_text_sorted_attachments(p, list, count);
    for (uint32_t i = 0; i < count; i++) {
        number_md(p, list[i].node);
        discover_md(p, list[i].node);
    }
}

static uint32_t number_args(dxki_text_printer *p, const dxki_global *f)
{
    uint32_t slot = 0;
    for (uint32_t i = 0; i < f->arg_count; i++)
        if (!p->m->args.items[f->first_arg + i].name)
            p->arg_slots[f->first_arg + i] = slot++;
    return slot;
}

static inline bool is_seen(const uint8_t *seen_consts, dxki_value value)
{
    return DXKI_TAG(value) != DXKI_V_CONST || seen_consts[DXKI_INDEX(value)];
}

/* Is it an operator that brings nothing new? Most instructions are. */
static inline bool brings_nothing(const dxki_text_printer *p, const dxki_inst *in)
{
    const dxki_value *ops = p->m->words.items + in->ops;
    return dxki_op_class_of((dxki_op)in->op) == DXKI_OC_BIN && p->seen_types[in->type] &&
           is_seen(p->seen_consts, ops[0]) && is_seen(p->seen_consts, ops[1]);
}

static void number_body(dxki_text_printer *p, const dxki_global *f)
{
    const dxk_module *m = p->m;
    const dxki_inst *insts = m->insts.items;
    const size_t names = m->inst_names.count;
    bool attached = m->inst_dbg.count || m->attachments.count;
    dxki_text_counter c = dxki_text_count_from(number_args(p, f));
    DXKI_EACH_BLOCK_FROM(m, f->first_block, b) {
        if (p->no_memory)
            return;
        if (!m->blocks.items[b].name) {
            p->block_slots[b] = c.number;
            dxki_text_count_on(&c);
        }
        for (uint32_t i = m->blocks.items[b].first_inst; i; i = insts[i].next) {
            if (insts[i].type != DXKI_TY_VOID && (i >= names || !m->inst_names.items[i])) {
                dxki_word_put_pair((uint8_t *)&p->inst_numbers[i], 0, c.text);
                dxki_text_count_on(&c);
            }
            if (!brings_nothing(p, &insts[i])) {
                discover_type(p, insts[i].type);
                see_operands(p, &insts[i], m->words.items + insts[i].ops);
            }
            if (attached)
                see_attachments(p, i);
        }
    }
}

static void number_function(dxki_text_printer *p, uint32_t global)
{
    const dxki_global *f = &p->m->globals.items[global];
    uint32_t count;
    const dxki_attachment *list = dxki_function_attachments(p->m, global, &count);
    list = dxki_text_sorted_attachments(p, list, count);
    for (uint32_t i = 0; i < count; i++)
        number_md(p, list[i].node);
    discover_type(p, f->type);
    discover_value(p, f->prefix);
    discover_value(p, f->prologue);
    discover_value(p, f->personality);
    number_body(p, f);
}

/* --- the whole --- */

static uint8_t flags_of(dxk_str name, bool function)
{
    uint8_t flags = dxki_text_name_is_plain(name) ? DXKI_PG_PLAIN : 0;
    if (!function)
        return flags;
    if (dxki_str_starts(name, "llvm."))
        flags |= DXKI_PG_INTRINSIC;
    if (dxki_str_starts(name, DXKI_DXOP_PREFIX))
        flags |= DXKI_PG_DXOP;
    if (name.size == 16 && dxki_str_starts(name, "llvm.dbg.declare"))
        flags |= DXKI_PG_DBG_DECLARE;
    if (name.size == 14 && dxki_str_starts(name, "llvm.dbg.value"))
        flags |= DXKI_PG_DBG_VALUE;
    if (dxki_str_starts(name, "llvm.experimental.gc.relocate."))
        flags |= DXKI_PG_RELOCATE;
    return flags;
}

static void number_globals(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    uint32_t slot = 0;
    for (size_t i = 0; i < m->variables.count; i++)
        if (!m->globals.items[m->variables.items[i]].name)
            p->global_slots[m->variables.items[i]] = slot++;
    for (size_t i = 0; i < m->aliases.count; i++)
        if (!m->globals.items[m->aliases.items[i]].name)
            p->global_slots[m->aliases.items[i]] = slot++;
    for (size_t i = 0; i < m->functions.count; i++)
        if (!m->globals.items[m->functions.items[i]].name)
            p->global_slots[m->functions.items[i]] = slot++;
    for (size_t i = 1; i < m->globals.count; i++) {
        p->global_flags[i] = flags_of(m->strings.items[m->globals.items[i].name],
                                      m->globals.items[i].kind == DXKI_G_FUNCTION);
        p->relocates = p->relocates || p->global_flags[i] & DXKI_PG_RELOCATE;
    }
}

/* An array of numbers, all NO_SLOT. */
static bool new_slots(dxki_text_printer *p, uint32_t **slots, size_t count)
{
    if (count >= SIZE_MAX / sizeof **slots)
        return false;
    *slots = dxki_arena_alloc(&p->arena, (count + 1) * sizeof **slots);
    if (*slots)
        memset(*slots, 0xff, (count + 1) * sizeof **slots);
    return *slots != NULL;
}

static bool new_bytes(dxki_text_printer *p, uint8_t **bytes, size_t count)
{
    *bytes = dxki_arena_zalloc(&p->arena, count + 1, 1);
    return *bytes != NULL;
}

static bool make_arrays(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    p->type_texts = dxki_arena_zalloc(&p->arena, m->types.count + 1, sizeof *p->type_texts);
    p->pred_first = dxki_arena_zalloc(&p->arena, m->blocks.count + 1, sizeof *p->pred_first);
    p->heads = dxki_arena_zalloc(&p->arena, DXKI_TEXT_HEADS, sizeof *p->heads);
    p->inst_numbers = dxki_arena_zalloc(&p->arena, m->insts.count + 1, sizeof *p->inst_numbers);
    return p->type_texts && p->pred_first && p->heads && p->inst_numbers &&
           new_slots(p, &p->global_slots, m->globals.count) &&
           new_slots(p, &p->arg_slots, m->args.count) &&
           new_slots(p, &p->block_slots, m->blocks.count) &&
           new_slots(p, &p->md_slots, m->mds.count) &&
           new_slots(p, &p->attr_slots, m->attr_sets.count) &&
           new_slots(p, &p->type_slots, m->types.count) &&
           new_bytes(p, &p->global_flags, m->globals.count) &&
           new_bytes(p, &p->seen_types, m->types.count) &&
           new_bytes(p, &p->seen_consts, m->consts.count) &&
           new_bytes(p, &p->seen_mds, m->mds.count);
}

bool dxki_text_print_number(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    if (!make_arrays(p))
        return false;
    number_globals(p);
    for (size_t i = 0; i < m->named_mds.count; i++)
        for (uint32_t k = 0; k < m->named_mds.items[i].op_count; k++)
            number_md(p, m->words.items[m->named_mds.items[i].ops + k]);
    for (size_t i = 0; i < m->functions.count; i++)
        number_attrs(p, m->globals.items[m->functions.items[i]].attrs);
    discover_globals(p);
    for (size_t i = 0; i < m->functions.count && !p->no_memory; i++)
        number_function(p, m->functions.items[i]);
    for (size_t i = 0; i < m->named_mds.count; i++)
        for (uint32_t k = 0; k < m->named_mds.items[i].op_count; k++)
            discover_md(p, m->words.items[m->named_mds.items[i].ops + k]);
    return !p->no_memory;
}

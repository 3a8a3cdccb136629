/* SPDX-License-Identifier: MIT */
/*
 * print_func.c - functions, blocks and the comments about predecessors (docs/text-format.md,
 * section 6).
 *
 * A block's predecessors are its uses by terminators in the order of its use list: the newest
 * first, which for a module that was just read is the last in the text. A use-list record of the
 * bitcode reorders them.
 */
#include "text/print.h"

/* --- predecessors --- */

static void add_use(dxki_text_printer *p, dxki_value target, uint32_t from)
{
    if (DXKI_TAG(target) != DXKI_V_BLOCK)
        return;
    uint32_t block = DXKI_INDEX(target);
    if (p->m->blocks.items[block].function != p->function)
        return;
    dxki_text_pred pred = {from, p->pred_first[block]};
    p->pred_first[block] = (uint32_t)p->preds.count;
    if (!dxki_vec_push(p->ctx, &p->preds, pred))
        p->out.status = DXK_E_NOMEM;
}

/* In the order in which uses are made: the true block of a branch before the false one. */
static void add_uses(dxki_text_printer *p, const dxki_inst *in, const dxki_value *ops)
{
    switch (in->op) {
    case DXKI_OP_BR:
        for (uint32_t i = in->op_count; i > 0; i--)
            add_use(p, ops[i - 1], in->block);
        break;
    case DXKI_OP_SWITCH:
    case DXKI_OP_INDIRECTBR:
        for (uint32_t i = 1; i < in->op_count; i++)
            add_use(p, ops[i], in->block);
        break;
    case DXKI_OP_INVOKE:
        for (uint32_t i = in->op_count < 3 ? 0 : in->op_count - 3; i + 1 < in->op_count; i++)
            add_use(p, ops[i], in->block);
        break;
    default:
        break;
    }
}

/* Puts use number i of the list at `*first` to place order[i], when that is a permutation. */
static void reorder(dxki_text_printer *p, uint32_t *first, const uint32_t *order, uint32_t count)
{
    uint32_t i = 0, use;
    p->pred_scratch.count = 0;
    if (!dxki_vec_reserve(p->ctx, &p->pred_scratch, count)) {
        p->out.status = DXK_E_NOMEM;
        return;
    }
    dxki_text_pred *sorted = p->pred_scratch.items;
    for (uint32_t k = 0; k < count; k++)
        sorted[k] = (dxki_text_pred){0, 0};
    for (use = *first; use && i < count; use = p->preds.items[use].next, i++) {
        if (order[i] >= count || sorted[order[i]].next)
            return;
        sorted[order[i]].next = use;
    }
    if (use || i < count)
        return;
    for (i = 0; i < count; i++) {
        *first = sorted[i].next;
        first = &p->preds.items[*first].next;
    }
    *first = 0;
}

static void apply_use_list(dxki_text_printer *p, uint32_t block)
{
    if (!p->block_lists[block])
        return;
    const dxki_uselist *u = &p->m->uselists.items[p->block_lists[block] - 1];
    reorder(p, &p->pred_first[block], p->m->words.items + u->offset, u->count);
}

static void collect_predecessors(dxki_text_printer *p, const dxki_global *f)
{
    const dxk_module *m = p->m;
    p->preds.count = 0;
    if (!dxki_vec_push(p->ctx, &p->preds, ((dxki_text_pred){0, 0}))) /* index 0 ends lists */
        p->out.status = DXK_E_NOMEM;
    /* Uses by constants are older than any in the function. They are no predecessors, but use-list
     * records count them. */
    DXKI_EACH_BLOCK_FROM(m, p->address_taken ? f->first_block : 0, b) {
        if (p->address_taken[b])
            add_use(p, DXKI_VALUE(DXKI_V_BLOCK, b), 0);
    }
    DXKI_EACH_BLOCK_FROM(m, f->first_block, b) {
        uint32_t last = m->blocks.items[b].last_inst;
        if (dxki_text_print_stopped(p))
            return;
        if (last)
            add_uses(p, &m->insts.items[last], m->words.items + m->insts.items[last].ops);
    }
    DXKI_EACH_BLOCK_FROM(m, p->block_lists ? f->first_block : 0, b)
        apply_use_list(p, b);
}

static void print_predecessors(dxki_text_printer *p, uint32_t block)
{
    const char *separator = " preds = ";
    dxki_text_emit_char(&p->out, ';');
    for (uint32_t use = p->pred_first[block]; use; use = p->preds.items[use].next) {
        uint32_t from = p->preds.items[use].block;
        if (from == 0)
            continue;
        dxki_text_emit_text(&p->out, separator);
        dxki_text_print_local(p, DXKI_VALUE(DXKI_V_BLOCK, from));
        separator = ", ";
    }
    if (separator[0] == ' ')
        DXKI_EMIT(&p->out, " No predecessors!");
}

/* --- blocks --- */

#define COMMENT_COLUMN 50u

static void print_label(dxki_text_printer *p, uint32_t block)
{
    dxki_string name = p->m->blocks.items[block].name;
    if (!name && !p->pred_first[block])
        return;
    dxki_text_emit_char(&p->out, '\n');
    dxki_text_style_on(p, DXKI_ST_LABEL);
    if (name) {
        dxki_text_print_name(p, p->m->strings.items[name]);
        dxki_text_emit_char(&p->out, ':');
    } else {
        DXKI_EMIT(&p->out, "; <label>:");
        dxki_text_emit_u64(&p->out, p->block_slots[block]);
    }
    dxki_text_style_off(p);
}

static void print_block(dxki_text_printer *p, uint32_t block, bool entry)
{
    uint64_t start = dxki_text_emit_position(&p->out) + 1; /* after the line feed of the label */
    print_label(p, block);
    uint64_t here = dxki_text_emit_position(&p->out);
    if (!entry && !p->options.no_comments) {
        uint64_t column = here < start ? 0 : here - start;
        dxki_text_emit_spaces(&p->out, column < COMMENT_COLUMN ? COMMENT_COLUMN - column : 1);
        dxki_text_style_on(p, DXKI_ST_COMMENT);
        print_predecessors(p, block);
        dxki_text_style_off(p);
    }
    dxki_text_emit_char(&p->out, '\n');
    p->location = 0;
    const dxk_module *m = p->m;
    DXKI_EACH_INST(m, block, i) {
        if (dxki_text_print_stopped(p))
            return;
        dxki_text_print_inst(p, i);
    }
}

static void print_body(dxki_text_printer *p, uint32_t global)
{
    const dxk_module *m = p->m;
    const dxki_global *f = &m->globals.items[global];
    p->function = global;
    collect_predecessors(p, f);
    DXKI_EMIT(&p->out, " {");
    DXKI_EACH_BLOCK_FROM(m, f->first_block, b) {
        if (!dxki_text_print_stopped(p))
            print_block(p, b, b == f->first_block);
    }
    DXKI_EMIT(&p->out, "}\n");
}

/* --- headers --- */

static void print_param_attrs(dxki_text_printer *p, const dxki_global *f, uint32_t slot)
{
    uint32_t set = f->attrs ? dxki_attr_list_set(p->m, f->attrs, slot) : 0;
    if (set == 0)
        return;
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_attr_set(p, set, false);
}

static void print_params(dxki_text_printer *p, const dxki_global *f)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(p->m, f->value_type, &count);
    dxki_text_emit_char(&p->out, '(');
    for (uint32_t i = 1; i < count && !dxki_text_print_stopped(p); i++) {
        if (i > 1)
            DXKI_EMIT(&p->out, ", ");
        dxki_text_print_type(p, types[i]);
        print_param_attrs(p, f, i);
        if (i > f->arg_count || !p->m->args.items[f->first_arg + i - 1].name)
            continue;
        dxki_text_emit_char(&p->out, ' ');
        dxki_text_print_local(p, DXKI_VALUE(DXKI_V_ARG, f->first_arg + i - 1));
    }
    if (p->m->types.items[f->value_type].flags & DXKI_TF_VARARG)
        dxki_text_emit_text(&p->out, count > 1 ? ", ..." : "...");
    dxki_text_emit_char(&p->out, ')');
}

static void print_result(dxki_text_printer *p, const dxki_global *f)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(p->m, f->value_type, &count);
    uint32_t set = f->attrs ? dxki_attr_list_set(p->m, f->attrs, DXKI_ATTR_SLOT_RETURN) : 0;
    if (f->cc) {
        dxki_text_print_cc(p, f->cc);
        dxki_text_emit_char(&p->out, ' ');
    }
    if (set) {
        dxki_text_print_attr_set(p, set, false);
        dxki_text_emit_char(&p->out, ' ');
    }
    dxki_text_print_type(p, count ? types[0] : 0);
    dxki_text_emit_char(&p->out, ' ');
}

static void print_constant(dxki_text_printer *p, const char *word, dxki_value value)
{
    if (!value)
        return;
    dxki_text_emit_text(&p->out, word);
    dxki_text_print_typed(p, value);
}

/* What stands after the parameters. */
static void print_tail(dxki_text_printer *p, uint32_t global, uint32_t attr_set)
{
    const dxki_global *f = &p->m->globals.items[global];
    if (f->flags & DXKI_GF_UNNAMED_ADDR)
        DXKI_EMIT(&p->out, " unnamed_addr");
    dxki_text_print_attr_ref(p, attr_set);
    if (f->section) {
        DXKI_EMIT(&p->out, " section ");
        dxki_text_print_quoted(p, p->m->strings.items[f->section]);
    }
    dxki_text_print_comdat_ref(p, f);
    if (f->align) {
        DXKI_EMIT(&p->out, " align ");
        dxki_text_emit_u64(&p->out, (uint64_t)1 << ((f->align - 1) & 63));
    }
    if (f->gc) {
        DXKI_EMIT(&p->out, " gc \"");
        dxki_text_emit_str(&p->out, p->m->strings.items[f->gc]);
        dxki_text_emit_char(&p->out, '"');
    }
    print_constant(p, " prefix ", f->prefix);
    print_constant(p, " prologue ", f->prologue);
    print_constant(p, " personality ", f->personality);
    uint32_t count;
    const dxki_attachment *list = dxki_function_attachments(p->m, global, &count);
    dxki_text_print_attachments(p, " ", dxki_text_sorted_attachments(p, list, count), count);
}

static void print_function(dxki_text_printer *p, uint32_t global)
{
    const dxki_global *f = &p->m->globals.items[global];
    uint32_t set = f->attrs ? dxki_attr_list_set(p->m, f->attrs, DXKI_ATTR_SLOT_FUNCTION) : 0;
    dxki_text_emit_char(&p->out, '\n');
    dxki_text_print_attr_comment(p, set);
    bool declared = f->flags & DXKI_GF_DECLARATION;
    dxki_text_style_on(p, DXKI_ST_OP);
    dxki_text_emit_text(&p->out, declared ? "declare" : "define");
    dxki_text_style_off(p);
    dxki_text_emit_char(&p->out, ' ');
    dxki_text_print_linkage(p, f);
    print_result(p, f);
    dxki_text_print_global(p, global);
    print_params(p, f);
    print_tail(p, global, set);
    if (declared) {
        dxki_text_print_raw_id(p, "global", global);
        dxki_text_emit_char(&p->out, '\n');
    } else {
        print_body(p, global);
    }
}

/* --- all of them --- */

/* By block: is its address a constant? NULL when there is none. */
static void find_blockaddresses(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    for (size_t i = 1; i < m->consts.count; i++) {
        const dxki_const *c = &m->consts.items[i];
        if (c->kind != DXKI_C_BLOCKADDRESS || DXKI_TAG(c->a) != DXKI_V_GLOBAL)
            continue;
        if (!p->address_taken)
            p->address_taken = dxki_arena_zalloc(&p->arena, m->blocks.count, 1);
        if (!p->address_taken)
            p->out.status = DXK_E_NOMEM;
        else
            p->address_taken[c->b] = 1;
    }
}

/* By block: its use-list record + 1. NULL when there is none. */
static void find_block_lists(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    for (size_t i = 0; i < m->uselists.count; i++) {
        dxki_value value = m->uselists.items[i].value;
        if (DXKI_TAG(value) != DXKI_V_BLOCK)
            continue;
        if (!p->block_lists)
            p->block_lists = dxki_arena_zalloc(&p->arena, m->blocks.count, sizeof(uint32_t));
        if (!p->block_lists)
            p->out.status = DXK_E_NOMEM;
        else
            p->block_lists[DXKI_INDEX(value)] = (uint32_t)i + 1;
    }
}

void dxki_text_print_functions(dxki_text_printer *p)
{
    const dxk_module *m = p->m;
    find_blockaddresses(p);
    find_block_lists(p);
    p->bare_lines = !p->options.source && !p->options.color && !p->options.offsets &&
                    !p->options.raw_ids && !m->unchecked && m->inst_dbg.count == 0 &&
                    m->attachments.count == 0;
    for (size_t i = 0; i < m->functions.count && !dxki_text_print_stopped(p); i++)
        print_function(p, m->functions.items[i]);
}

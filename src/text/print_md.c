/* SPDX-License-Identifier: MIT */
/* print_md.c - metadata: references, tuples, specialised nodes (docs/text-format.md, section 7). */
#include "spec/dwarf.h"
#include "text/print.h"
#include "text/words.h"

void dxki_text_print_md_ref(dxki_text_printer *p, dxki_md id)
{
    const dxki_md_entry *e = dxki_md_get(p->m, id);
    switch (e->kind) {
    case DXKI_M_NONE:
        DXKI_EMIT(&p->out, "null");
        break;
    case DXKI_M_STRING:
        dxki_text_style_on(p, DXKI_ST_STRING);
        dxki_text_emit_char(&p->out, '!');
        dxki_text_print_quoted(p, dxki_md_str(p->m, id));
        dxki_text_style_off(p);
        break;
    case DXKI_M_VALUE:
        dxki_text_print_typed(p, e->ops);
        break;
    default:
        dxki_text_style_on(p, DXKI_ST_META);
        if (p->md_slots[id] == DXKI_NO_SLOT) {
            DXKI_EMIT(&p->out, "<badref>");
        } else {
            dxki_text_emit_char(&p->out, '!');
            dxki_text_emit_u64(&p->out, p->md_slots[id]);
        }
        dxki_text_style_off(p);
    }
}

static void print_refs(dxki_text_printer *p, const dxki_md *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        dxki_text_print_md_ref(p, ops[i]);
    }
}

/* --- fields of specialised nodes --- */

static void print_word(dxki_text_printer *p, dxki_dwarf_set set, uint64_t number)
{
    const char *word = dxki_dwarf_text(set, number);
    if (word)
        dxki_text_emit_text(&p->out, word);
    else
        dxki_text_emit_u64(&p->out, number);
}

static void print_di_flags(dxki_text_printer *p, uint64_t flags)
{
    const char *separator = "", *word;
    uint32_t value;
    for (uint32_t row = 0; (word = dxki_text_diflag_row(row, &value)) != NULL; row++) {
        if (value <= 3 ? (flags & 3) != value : !(flags & value))
            continue;
        dxki_text_emit_text(&p->out, separator);
        DXKI_EMIT(&p->out, "DIFlag");
        dxki_text_emit_text(&p->out, word);
        separator = " | ";
    }
    uint64_t rest = flags & ~(uint64_t)0x7fff;
    if (rest || flags == 0) {
        dxki_text_emit_text(&p->out, separator);
        dxki_text_emit_u64(&p->out, rest);
    }
}

/* The value of a field without its name. */
static void print_field(dxki_text_printer *p, dxki_md id, const dxki_di_field *field)
{
    uint64_t n = dxki_md_num(p->m, id, field->slot);
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(p->m, id, &count);
    switch ((dxki_di_field_kind)field->kind) {
    case DXKI_DK_REF:
    case DXKI_DK_REQ:
        dxki_text_print_md_ref(p, dxki_md_op(p->m, id, field->slot));
        break;
    case DXKI_DK_STR:
        dxki_text_print_quoted(p, dxki_md_str(p->m, dxki_md_op(p->m, id, field->slot)));
        break;
    case DXKI_DK_BOOL:
        dxki_text_emit_text(&p->out, n ? "true" : "false");
        break;
    case DXKI_DK_TAG:
        print_word(p, DXKI_DW_TAG, n);
        break;
    case DXKI_DK_LANG:
        print_word(p, DXKI_DW_LANG, n);
        break;
    case DXKI_DK_ENC:
        print_word(p, DXKI_DW_ATE, n);
        break;
    case DXKI_DK_VIRT:
        print_word(p, DXKI_DW_VIRTUALITY, n);
        break;
    case DXKI_DK_FLAGS:
        print_di_flags(p, n);
        break;
    case DXKI_DK_S64:
        dxki_text_emit_i64(&p->out, (int64_t)n);
        break;
    case DXKI_DK_REFS:
        dxki_text_emit_char(&p->out, '{');
        if (count > field->slot)
            print_refs(p, ops + field->slot, count - field->slot);
        dxki_text_emit_char(&p->out, '}');
        break;
    default:
        dxki_text_emit_u64(&p->out, n);
    }
}

/* Is there something to show: not zero, null or an empty string? */
static bool has_value(const dxki_text_printer *p, dxki_md id, const dxki_di_field *field)
{
    uint32_t count;
    switch ((dxki_di_field_kind)field->kind) {
    case DXKI_DK_STR:
        return dxki_md_str(p->m, dxki_md_op(p->m, id, field->slot)).size > 0;
    case DXKI_DK_REF:
    case DXKI_DK_REQ:
        return dxki_md_op(p->m, id, field->slot) != 0;
    case DXKI_DK_REFS:
        dxki_md_ops(p->m, id, &count);
        return count > field->slot;
    default:
        return dxki_md_num(p->m, id, field->slot) != 0;
    }
}

static bool is_shown(const dxki_text_printer *p, dxki_md id, const dxki_di_field *field)
{
    switch ((dxki_di_show)field->show) {
    case DXKI_DS_ALWAYS:
        return true;
    case DXKI_DS_BASE:
        return dxki_md_num(p->m, id, field->slot) != DXKI_DW_TAG_BASE_TYPE;
    case DXKI_DS_TVP:
        return dxki_md_num(p->m, id, field->slot) != DXKI_DW_TAG_TEMPLATE_VALUE;
    case DXKI_DS_ARG:
        return dxki_md_num(p->m, id, DXKI_DI_LOCAL_VAR_TAG) != DXKI_DW_TAG_AUTO_VARIABLE ||
               has_value(p, id, field);
    case DXKI_DS_NEVER:
        return false;
    default:
        return has_value(p, id, field);
    }
}

/* The fields come in the order of records; text has its own. */
static void print_fields(dxki_text_printer *p, dxki_md id, const dxki_di_node *node)
{
    uint8_t order[32];
    const char *separator = "";
    for (uint8_t i = 0; i < node->field_count; i++)
        order[node->fields[i].position] = i;
    for (uint8_t i = 0; i < node->field_count; i++) {
        const dxki_di_field *field = &node->fields[order[i]];
        if (!is_shown(p, id, field))
            continue;
        dxki_text_emit_text(&p->out, separator);
        dxki_text_emit_text(&p->out, field->text);
        DXKI_EMIT(&p->out, ": ");
        print_field(p, id, field);
        separator = ", ";
    }
}

/* --- expressions --- */

/* Words of an operator with its arguments; 0: unknown or cut off. A piece must be the last. */
static uint32_t operator_size(const uint64_t *words, uint32_t left)
{
    uint32_t size = words[0] == DXKI_DW_OP_DEREF ? 1 : words[0] == DXKI_DW_OP_PLUS ? 2 : 0;
    if (words[0] == DXKI_DW_OP_BIT_PIECE && left == 3)
        size = 3;
    return size <= left ? size : 0;
}

static bool is_valid_expression(const uint64_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count;) {
        uint32_t size = operator_size(words + i, count - i);
        if (size == 0)
            return false;
        i += size;
    }
    return true;
}

static void print_expression(dxki_text_printer *p, dxki_md id)
{
    uint32_t count;
    const uint64_t *words = dxki_md_nums(p->m, id, &count);
    bool valid = is_valid_expression(words, count);
    uint32_t next_operator = 0;
    for (uint32_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        if (i > 0)
            DXKI_EMIT(&p->out, ", ");
        if (valid && i == next_operator) {
            print_word(p, DXKI_DW_OP, words[i]);
            next_operator += operator_size(words + i, count - i);
        } else {
            dxki_text_emit_u64(&p->out, words[i]);
        }
    }
}

/* --- nodes --- */

static void print_tuple(dxki_text_printer *p, dxki_md id)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(p->m, id, &count);
    DXKI_EMIT(&p->out, "!{");
    print_refs(p, ops, count);
    dxki_text_emit_char(&p->out, '}');
}

/* The count of a range may be -1, which a record holds as a plain number. */
static void print_subrange(dxki_text_printer *p, dxki_md id)
{
    uint64_t low = dxki_md_num(p->m, id, DXKI_DI_SUBRANGE_LOWER_BOUND);
    DXKI_EMIT(&p->out, "count: ");
    dxki_text_emit_i64(&p->out, (int64_t)dxki_md_num(p->m, id, DXKI_DI_SUBRANGE_COUNT));
    if (low) {
        DXKI_EMIT(&p->out, ", lowerBound: ");
        dxki_text_emit_i64(&p->out, (int64_t)low);
    }
}

void dxki_text_print_md_body(dxki_text_printer *p, dxki_md id)
{
    const dxki_md_entry *e = dxki_md_get(p->m, id);
    const dxki_di_node *node = dxki_di_node_get((dxki_md_kind)e->kind);
    if (e->distinct)
        DXKI_EMIT(&p->out, "distinct ");
    if (e->temporary)
        DXKI_EMIT(&p->out, "<temporary!> ");
    if (!node) {
        print_tuple(p, id);
        return;
    }
    dxki_text_emit_char(&p->out, '!');
    dxki_text_style_on(p, DXKI_ST_OP);
    dxki_text_emit_text(&p->out, node->text);
    dxki_text_style_off(p);
    dxki_text_emit_char(&p->out, '(');
    if (e->kind == DXKI_M_EXPRESSION)
        print_expression(p, id);
    else if (e->kind == DXKI_M_SUBRANGE)
        print_subrange(p, id);
    else
        print_fields(p, id, node);
    dxki_text_emit_char(&p->out, ')');
}

void dxki_text_print_attachments(dxki_text_printer *p, const char *separator,
                                 const dxki_attachment *list, uint32_t count)
{
    for (uint32_t i = 0; i < count && !dxki_text_print_stopped(p); i++) {
        dxki_text_emit_text(&p->out, separator);
        dxki_text_emit_char(&p->out, '!');
        if (list[i].kind < p->m->md_kinds.count)
            dxki_text_print_md_name(p, p->m->strings.items[p->m->md_kinds.items[list[i].kind]]);
        else
            DXKI_EMIT(&p->out, "<unknown kind>");
        dxki_text_emit_char(&p->out, ' ');
        dxki_text_print_md_ref(p, list[i].node);
    }
}

void dxki_text_print_named_md(dxki_text_printer *p)
{
    if (p->m->named_mds.count == 0)
        return;
    dxki_text_emit_char(&p->out, '\n');
    for (size_t i = 0; i < p->m->named_mds.count && !dxki_text_print_stopped(p); i++) {
        const dxki_named_md *n = &p->m->named_mds.items[i];
        dxki_text_style_on(p, DXKI_ST_META);
        dxki_text_emit_char(&p->out, '!');
        dxki_text_print_md_name(p, p->m->strings.items[n->name]);
        dxki_text_style_off(p);
        DXKI_EMIT(&p->out, " = !{");
        if (n->op_count)
            print_refs(p, p->m->words.items + n->ops, n->op_count);
        DXKI_EMIT(&p->out, "}\n");
    }
}

void dxki_text_print_nodes(dxki_text_printer *p)
{
    if (p->nodes.count == 0)
        return;
    dxki_text_emit_char(&p->out, '\n');
    for (size_t i = 0; i < p->nodes.count && !dxki_text_print_stopped(p); i++) {
        dxki_text_style_on(p, DXKI_ST_META);
        dxki_text_emit_char(&p->out, '!');
        dxki_text_emit_u64(&p->out, i);
        dxki_text_style_off(p);
        DXKI_EMIT(&p->out, " = ");
        dxki_text_print_md_body(p, p->nodes.items[i]);
        dxki_text_print_raw_id(p, "md", p->nodes.items[i]);
        dxki_text_emit_char(&p->out, '\n');
    }
}

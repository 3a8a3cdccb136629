/* SPDX-License-Identifier: MIT */
/* print.c - a job as text again, in the manner of LLVM's YAML writer: values in column 18, lists
 * of numbers in lines of some 70 characters. */
#include "job/number.h"
#include "job/schema.h"

#define VALUE_COLUMN 16 /* after the key of an entry */
#define WRAP         70

static void print_rows(dxki_out *out, const dxki_job_map *map, const void *from, int indent,
                       bool *first);

static void new_line(dxki_out *out, int indent)
{
    dxki_out_char(out, '\n');
    dxki_out_spaces(out, indent);
}

/* The key of an entry, on a line of its own unless the line has begun with "- ". */
static void print_key(dxki_out *out, dxk_str key, int indent, bool *first)
{
    if (!*first)
        new_line(out, indent);
    *first = false;
    dxki_out_str(out, key);
    dxki_out_char(out, ':');
}

static void pad(dxki_out *out, dxk_str key)
{
    int size = key.size < VALUE_COLUMN ? (int)key.size : VALUE_COLUMN - 1;
    dxki_out_spaces(out, VALUE_COLUMN - size);
}

/* --- texts --- */

static bool is_word_letter(char c)
{
    char low = dxki_lower(c);
    return (low >= 'a' && low <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '^' || c == ' ';
}

static bool needs_quotes(dxk_str text)
{
    static const char *const taken[] = {"true", "false", "null", "~", "yes", "no", "on", "off"};
    bool quote = text.size == 0 || text.data[0] == ' ' || text.data[text.size - 1] == ' ';
    bool digits = text.size != 0;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        quote = quote || !(is_word_letter(c) || (i && strchr("-/.", c)));
        digits = digits && ((c >= '0' && c <= '9') || c == '.');
    }
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        quote = quote || dxki_str_same_fold(text, dxki_str(taken[i]));
    return quote || digits;
}

/* In double quotes, with escapes. */
static void print_escaped(dxki_out *out, dxk_str text)
{
    dxki_out_char(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '"' || c == '\\' || c == '\n')
            dxki_out_char(out, '\\');
        dxki_out_char(out, c == '\n' ? 'n' : c);
    }
    dxki_out_char(out, '"');
}

/* As a plain word, in single quotes, or, if it has lines, in double quotes. */
static void print_text(dxki_out *out, dxk_str text)
{
    if (text.size && memchr(text.data, '\n', text.size)) {
        print_escaped(out, text);
        return;
    }
    bool quote = needs_quotes(text);
    if (quote)
        dxki_out_char(out, '\'');
    for (size_t i = 0; i < text.size; i++) {
        dxki_out_char(out, text.data[i]);
        if (quote && text.data[i] == '\'')
            dxki_out_char(out, '\'');
    }
    if (quote)
        dxki_out_char(out, '\'');
}

/* --- lists in brackets --- */

typedef struct flow {
    dxki_out *out;
    uint64_t indent; /* of further lines */
    bool any;
} flow;

static flow open_flow(dxki_out *out)
{
    flow f = {out, dxki_out_column(out), false};
    dxki_out_text(out, "[ ");
    return f;
}

static void next_in_flow(flow *f)
{
    if (f->any)
        dxki_out_text(f->out, ", ");
    f->any = true;
    if (dxki_out_column(f->out) > WRAP)
        new_line(f->out, (int)f->indent + 2);
}

static void close_flow(flow *f)
{
    dxki_out_text(f->out, " ]");
}

void dxki_job_print_numbers(dxki_out *out, const dxki_job_buffer *buffer, uint32_t index)
{
    const dxki_job_format *format = &dxki_job_formats[buffer->format];
    const uint8_t *data = buffer->data + index * buffer->capacity;
    flow f = open_flow(out);
    for (uint64_t i = 0; i < buffer->size / format->size; i++) {
        next_in_flow(&f);
        dxki_job_number_print(out, format, dxki_job_element(format, data, i));
    }
    close_flow(&f);
}

static void print_counters(dxki_out *out, const dxki_job_buffer *b, int indent, bool *first)
{
    dxk_str key = dxki_str(b->array_size == 1 ? "Counter" : "Counters");
    print_key(out, key, indent, first);
    pad(out, key);
    if (b->array_size == 1) {
        dxki_out_u64(out, b->counters[0]);
        return;
    }
    flow f = open_flow(out);
    for (uint32_t i = 0; i < b->array_size; i++) {
        next_in_flow(&f);
        dxki_out_u64(out, b->counters[i]);
    }
    close_flow(&f);
}

static void print_content(dxki_out *out, const dxki_job_buffer *b, int indent, bool *first)
{
    if (b->counters)
        print_counters(out, b, indent, first);
    print_key(out, dxki_str("Data"), indent, first);
    if (b->array_size == 1) {
        pad(out, dxki_str("Data"));
        dxki_job_print_numbers(out, b, 0);
        return;
    }
    for (uint32_t i = 0; i < b->array_size; i++) {
        new_line(out, indent + 2);
        dxki_out_text(out, "- ");
        dxki_job_print_numbers(out, b, i);
    }
}

/* --- trees that are kept as they are --- */

static void print_tree(dxki_out *out, const dxki_job_node *node)
{
    if (node->kind == DXKI_JOB_SCALAR) {
        print_text(out, node->text);
        return;
    }
    dxki_out_text(out, node->kind == DXKI_JOB_MAP ? "{ " : "[ ");
    for (const dxki_job_node *n = node->first; n; n = n->next) {
        if (node->kind == DXKI_JOB_MAP) {
            print_text(out, n->key);
            dxki_out_text(out, ": ");
        }
        print_tree(out, n);
        if (n->next)
            dxki_out_text(out, ", ");
    }
    dxki_out_text(out, node->kind == DXKI_JOB_MAP ? " }" : " ]");
}

/* --- rows --- */

static void print_several(dxki_out *out, const dxki_job_row *row, const void *from)
{
    flow f = open_flow(out);
    for (size_t i = 0; i < row->count; i++) {
        next_in_flow(&f);
        if (row->type == DXKI_JOB_T_U32S)
            dxki_out_u64(out, ((const uint32_t *)from)[i]);
        else
            dxki_job_print_real(out, ((const double *)from)[i]);
    }
    close_flow(&f);
}

static void print_scalar(dxki_out *out, const dxki_job_row *row, const void *from)
{
    switch (row->type) {
    case DXKI_JOB_T_TEXT:
        print_text(out, *(const dxk_str *)from);
        break;
    case DXKI_JOB_T_NAME:
        dxki_out_text(out, ((const char *const *)row->of)[*(const uint32_t *)from]);
        break;
    case DXKI_JOB_T_U32:
        dxki_out_u64(out, *(const uint32_t *)from);
        break;
    case DXKI_JOB_T_BOOL:
        dxki_out_text(out, *(const uint32_t *)from ? "true" : "false");
        break;
    case DXKI_JOB_T_REAL:
        dxki_job_print_real(out, *(const double *)from);
        break;
    case DXKI_JOB_T_TREE:
        print_tree(out, *(const dxki_job_node *const *)from);
        break;
    default:
        print_several(out, row, from);
    }
}

static bool is_default(const dxki_job_row *row, const void *from)
{
    if (row->type == DXKI_JOB_T_REAL)
        return *(const double *)from == row->otherwise;
    return *(const uint32_t *)from == (uint32_t)row->otherwise;
}

static bool is_shown(const dxki_job_row *row, const void *from, bool have)
{
    switch (row->when) {
    case DXKI_JOB_OPTIONAL:
        return !is_default(row, from);
    case DXKI_JOB_PRESENT:
        return have;
    case DXKI_JOB_REQUIRED:
        return true;
    default:
        return row->type != DXKI_JOB_T_LIST || ((const dxki_job_list *)from)->count;
    }
}

static void print_list(dxki_out *out, const dxki_job_row *row, const dxki_job_list *list,
                       int indent)
{
    const dxki_job_map *map = row->of;
    if (!list->count) {
        pad(out, dxki_str(row->key));
        dxki_out_text(out, "[]");
    }
    for (size_t i = 0; i < list->count; i++) {
        bool first = true;
        new_line(out, indent + 2);
        dxki_out_text(out, "- ");
        print_rows(out, map, (const char *)list->items + i * map->size, indent + 4, &first);
    }
}

static void print_row(dxki_out *out, const dxki_job_row *row, const void *from, int indent,
                      bool *first)
{
    dxk_str key = dxki_str(row->key);
    print_key(out, key, indent, first);
    if (row->type == DXKI_JOB_T_LIST) {
        print_list(out, row, from, indent);
    } else if (row->type == DXKI_JOB_T_MAP) {
        uint64_t before = out->flushed + out->used;
        bool none = false;
        print_rows(out, row->of, from, indent + 2, &none);
        if (out->flushed + out->used == before) {
            pad(out, key);
            dxki_out_text(out, "{}");
        }
    } else {
        pad(out, key);
        print_scalar(out, row, from);
    }
}

static void print_rows(dxki_out *out, const dxki_job_map *map, const void *from, int indent,
                       bool *first)
{
    const dxki_job_head *head = from;
    for (size_t i = 0; i < map->count; i++) {
        const dxki_job_row *row = &map->rows[i];
        const void *place = (const char *)from + row->offset;
        if (row->type == DXKI_JOB_T_CONTENT)
            print_content(out, from, indent, first);
        else if (is_shown(row, place, head->have >> i & 1))
            print_row(out, row, place, indent, first);
    }
}

void dxki_job_print_map(dxki_out *out, const dxki_job_map *map, const void *structure)
{
    bool first = false;
    dxki_out_text(out, "---");
    print_rows(out, map, structure, 0, &first);
    dxki_out_text(out, "\n...\n");
}

/* SPDX-License-Identifier: MIT */
/* node.c - building trees, looking things up in them, reading scalars; see node.h. */
#include "yaml/node.h"

#include "base/count.h"
#include "base/out.h"
#include "base/str.h"
#include "spec/reader_rules.h"

#include <string.h>

dxki_yaml_node *dxki_yaml_node_new(dxki_arena *arena, dxki_yaml_node_kind kind, unsigned flags)
{
    dxki_yaml_node *node = DXKI_NEW(arena, dxki_yaml_node);
    if (node) {
        node->kind = (uint8_t)kind;
        node->flags = (uint8_t)flags;
    }
    return node;
}

void dxki_yaml_node_append(dxki_yaml_node *parent, dxk_str key, dxki_yaml_node *node)
{
    node->key = key;
    node->parent = parent;
    if (parent->as.list.last)
        parent->as.list.last->next = node;
    else
        parent->as.list.first = node;
    parent->as.list.last = node;
    parent->as.list.count++;
}

void dxki_yaml_node_cut(dxki_yaml_node *parent, dxki_yaml_node *last)
{
    for (dxki_yaml_node *n = last ? last->next : parent->as.list.first; n; n = n->next)
        parent->as.list.count--;
    parent->as.list.last = last;
    if (last)
        last->next = NULL;
    else
        parent->as.list.first = NULL;
}

dxki_yaml_node *dxki_yaml_node_copy(dxki_arena *arena, const dxki_yaml_node *node)
{
    dxki_yaml_node *copy = dxki_yaml_node_new(arena, (dxki_yaml_node_kind)node->kind, node->flags);
    bool group = node->kind == DXKI_NODE_MAP || node->kind == DXKI_NODE_LIST;
    if (!copy)
        return NULL;
    if (!group)
        copy->as = node->as;
    for (const dxki_yaml_node *n = group ? node->as.list.first : NULL; n; n = n->next) {
        dxki_yaml_node *inner = dxki_yaml_node_copy(arena, n);
        if (!inner)
            return NULL;
        dxki_yaml_node_append(copy, n->key, inner);
    }
    return copy;
}

bool dxki_yaml_str_equal(dxk_str a, dxk_str b)
{
    return dxki_str_same(a, b);
}

dxki_yaml_node *dxki_yaml_node_peek(const dxki_yaml_node *map, dxk_str key,
                                    const dxki_yaml_node *after)
{
    if (!map || map->kind != DXKI_NODE_MAP)
        return NULL;
    dxki_yaml_node *node = after && after->next ? after->next : map->as.list.first;
    for (size_t i = 0; i < map->as.list.count; i++) {
        if (dxki_yaml_str_equal(node->key, key))
            return node;
        node = node->next ? node->next : map->as.list.first;
    }
    return NULL;
}

dxki_yaml_node *dxki_yaml_node_find(dxki_yaml_node *map, dxk_str key, dxki_yaml_node *after)
{
    dxki_yaml_node *node = dxki_yaml_node_peek(map, key, after);
    if (node)
        node->flags |= DXKI_NODE_USED;
    return node;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* True if a letter was changed, added, left out or swapped with the next one, or if only the case
 * differs. */
static bool is_near(dxk_str a, dxk_str b)
{
    size_t front = 0, back = 0, shorter = a.size < b.size ? a.size : b.size;
    while (front < shorter && lower(a.data[front]) == lower(b.data[front]))
        front++;
    while (back < shorter - front &&
           lower(a.data[a.size - 1 - back]) == lower(b.data[b.size - 1 - back]))
        back++;
    size_t left_a = a.size - front - back, left_b = b.size - front - back;
    bool swapped = left_a == 2 && left_b == 2 && a.data[front] == b.data[front + 1] &&
                   a.data[front + 1] == b.data[front];
    return (left_a <= 1 && left_b <= 1) || swapped;
}

const dxki_yaml_node *dxki_yaml_node_misspelt(const dxki_yaml_node *map, dxk_str key)
{
    for (const dxki_yaml_node *n = map->kind == DXKI_NODE_MAP ? map->as.list.first : NULL; n;
         n = n->next) {
        if (!(n->flags & DXKI_NODE_USED) && is_near(n->key, key))
            return n;
    }
    return NULL;
}

dxk_status dxki_yaml_node_missing(dxk_ctx *ctx, const dxki_yaml_node *map, dxk_str key)
{
    const dxki_yaml_node *node = dxki_yaml_node_misspelt(map, key);
    dxki_arg args[] = {dxki_text(key), dxki_text(node ? node->key : key)};
    return node ? dxki_yaml_node_report(ctx, node, DXKI_RULE_YAML_SPELLING, args, 2)
                : dxki_yaml_node_report(ctx, map, DXKI_RULE_YAML_MISSING, args, 1);
}

dxki_yaml_node *dxki_yaml_node_at(const dxki_yaml_node *list, size_t index)
{
    dxki_yaml_node *node = list->kind == DXKI_NODE_LIST ? list->as.list.first : NULL;
    while (node && index--)
        node = node->next;
    return node;
}

bool dxki_yaml_node_spread(dxki_arena *arena, dxki_yaml_node *node)
{
    if (node->kind != DXKI_NODE_BYTES)
        return true;
    dxk_bytes bytes = node->as.bytes;
    unsigned hex = node->flags & DXKI_NODE_HEX;
    node->kind = DXKI_NODE_LIST;
    memset(&node->as, 0, sizeof node->as);
    for (size_t i = 0; i < bytes.size; i++) {
        dxki_yaml_node *element = dxki_yaml_node_new(arena, DXKI_NODE_NUMBER, hex);
        if (!element)
            return false;
        element->line = node->line;
        element->column = node->column;
        element->as.number = bytes.data[i];
        dxki_yaml_node_append(node, (dxk_str){NULL, 0}, element);
    }
    return true;
}

bool dxki_yaml_node_is_empty(const dxki_yaml_node *node)
{
    if (node->kind == DXKI_NODE_MAP || node->kind == DXKI_NODE_LIST)
        return node->as.list.count == 0;
    return (node->kind == DXKI_NODE_TEXT && node->flags & DXKI_NODE_PLAIN &&
            (node->as.text.size == 0 || dxki_yaml_str_equal(node->as.text, dxki_str("null")) ||
             dxki_yaml_str_equal(node->as.text, dxki_str("~")))) ||
           (node->kind == DXKI_NODE_BYTES && node->as.bytes.size == 0);
}

size_t dxki_yaml_node_count(const dxki_yaml_node *node)
{
    if (node->kind == DXKI_NODE_BYTES)
        return node->as.bytes.size;
    return node->kind == DXKI_NODE_LIST ? node->as.list.count : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Scalars                                                                                    */

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a' + 10);
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A' + 10) : 99;
}

/* Takes "0x", "0o", "0b" or "0" off and returns the base. */
static unsigned take_base(dxk_str *text)
{
    static const struct {
        char letter;
        uint8_t base;
    } bases[] = {{'x', 16}, {'X', 16}, {'o', 8}, {'b', 2}, {'B', 2}};
    if (text->size < 2 || text->data[0] != '0')
        return 10;
    for (size_t i = 0; i < DXKI_COUNT(bases); i++) {
        if (text->data[1] == bases[i].letter) {
            text->data += 2;
            text->size -= 2;
            return bases[i].base;
        }
    }
    text->data++;
    text->size--;
    return 8;
}

static bool parse_number(dxk_str text, uint64_t *number, bool *negative)
{
    uint64_t value = 0;
    *negative = text.size > 1 && text.data[0] == '-';
    if (*negative) {
        text.data++;
        text.size--;
    }
    unsigned base = take_base(&text);
    for (size_t i = 0; i < text.size; i++) {
        unsigned digit = digit_of(text.data[i]);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    *number = *negative ? 0 - value : value;
    return text.size > 0;
}

bool dxki_yaml_node_number(const dxki_yaml_node *node, uint64_t *number, bool *negative)
{
    *negative = false;
    if (node->kind == DXKI_NODE_NUMBER) {
        *number = node->as.number;
        *negative = node->flags & DXKI_NODE_MINUS && *number >> 63;
        return true;
    }
    if (node->kind != DXKI_NODE_TEXT)
        return false;
    *number = dxki_yaml_str_equal(node->as.text, dxki_str("true"));
    if (*number || dxki_yaml_str_equal(node->as.text, dxki_str("false")))
        return true;
    return parse_number(node->as.text, number, negative);
}

/* ---------------------------------------------------------------------------------------- */
/* Reporting                                                                                  */

#define PATH_DEPTH 24

static void add(char *path, size_t size, size_t *used, dxk_str text)
{
    for (size_t i = 0; i < text.size && *used + 1 < size; i++) {
        char c = text.data[i];
        path[(*used)++] = c > ' ' && c < 0x7f ? c : '?';
    }
}

static size_t index_of(const dxki_yaml_node *node)
{
    size_t index = 0;
    for (const dxki_yaml_node *n = node->parent->as.list.first; n && n != node; n = n->next)
        index++;
    return index;
}

void dxki_yaml_node_path(const dxki_yaml_node *node, char *path, size_t size)
{
    const dxki_yaml_node *chain[PATH_DEPTH];
    size_t depth = 0, used = 0;
    for (; node && node->parent && depth < PATH_DEPTH; node = node->parent)
        chain[depth++] = node;
    while (depth--) {
        const dxki_yaml_node *n = chain[depth];
        if (n->parent->kind == DXKI_NODE_LIST) {
            char digits[22], *end = digits + sizeof digits - 1;
            *end = ']';
            char *start = dxki_format_u64(end, index_of(n));
            *--start = '[';
            add(path, size, &used, (dxk_str){start, (size_t)(end + 1 - start)});
            continue;
        }
        if (used)
            add(path, size, &used, dxki_str("."));
        add(path, size, &used, n->key);
    }
    path[used] = 0;
}

dxk_status dxki_yaml_node_report(dxk_ctx *ctx, const dxki_yaml_node *node, const dxki_rule *rule,
                                 const dxki_arg *args, size_t count)
{
    char path[256];
    path[0] = 0;
    if (!ctx->muted && ctx->diag_count < ctx->limits.diagnostics) /* it will be kept */
        dxki_yaml_node_path(node, path, sizeof path);
    dxki_where where = node->line ? dxki_at_line(node->line, node->column) : dxki_nowhere();
    return dxki_report(ctx, rule, where, path, args, count);
}

/* SPDX-License-Identifier: MIT */
/*
 * parse.c - YAML and JSON text into a tree. libyaml finds the events; here they become nodes.
 *
 * A list of small numbers, which is what bytes are written as, is kept as bytes while it is read,
 * so that the tree of a large module stays in proportion to its text. Anchors mean nothing and
 * aliases are refused: no document of containers has them, and they can blow a document up.
 */
#include "yaml/node.h"

#include "base/out.h"
#include "base/vec.h"
#include "spec/reader_rules.h"

#include <string.h>

#ifdef DXKI_HAVE_YAML

#include <yaml.h>

typedef struct parser {
    dxk_ctx *ctx;
    dxki_arena *arena;
    yaml_parser_t yaml;
    dxki_yaml_node *root;
    dxki_yaml_node *open; /* innermost mapping or list */
    dxk_str key;          /* of the next member of a mapping */
    bool have_key;
    uint32_t depth;
    bool compact; /* `open` is a list that is bytes so far: in `run` */
    bool hex;     /* they were written as hexadecimal */
    DXKI_VEC(uint8_t) run;
} parser;

static dxki_where where_of(yaml_mark_t mark)
{
    size_t line = mark.line < UINT32_MAX ? mark.line + 1 : UINT32_MAX;
    size_t column = mark.column < UINT32_MAX ? mark.column + 1 : UINT32_MAX;
    return dxki_at_line((uint32_t)line, (uint32_t)column);
}

static dxk_status complain(parser *p, yaml_mark_t mark, const dxki_rule *rule, const char *what)
{
    return DXKI_REPORT(p->ctx, rule, where_of(mark), NULL, dxki_text(dxki_str(what)));
}

static dxk_status syntax_error(parser *p)
{
    const char *problem = p->yaml.problem ? p->yaml.problem : "the text cannot be read";
    /* libyaml does not set it everywhere. */
    if (p->yaml.error == YAML_MEMORY_ERROR || p->yaml.error == YAML_NO_ERROR)
        return DXK_E_NOMEM;
    return complain(p, p->yaml.problem_mark, DXKI_RULE_YAML_SYNTAX, problem);
}

static bool copy_text(parser *p, const yaml_event_t *event, dxk_str *text)
{
    size_t size = event->data.scalar.length;
    char *copy = dxki_arena_strdup(p->arena, (const char *)event->data.scalar.value, size);
    *text = (dxk_str){copy, size};
    return copy != NULL;
}

/* Makes what the open list has so far nodes, since something else than a byte follows. */
static bool spread(parser *p)
{
    if (!p->compact)
        return true;
    p->compact = false;
    for (size_t i = 0; i < p->run.count; i++) {
        dxki_yaml_node *node =
            dxki_yaml_node_new(p->arena, DXKI_NODE_NUMBER, p->hex ? DXKI_NODE_HEX : 0);
        if (!node)
            return false;
        node->line = p->open->line;
        node->column = p->open->column;
        node->as.number = p->run.items[i];
        dxki_yaml_node_append(p->open, (dxk_str){NULL, 0}, node);
    }
    return true;
}

/* Puts a node where the stream is. */
static dxk_status place(parser *p, dxki_yaml_node *node, const yaml_event_t *event)
{
    dxki_where where = where_of(event->start_mark);
    if (!node || !spread(p))
        return dxki_nomem(p->ctx);
    node->line = where.line;
    node->column = where.column;
    if (!p->open)
        p->root = node;
    else
        dxki_yaml_node_append(p->open, p->key, node);
    p->key = (dxk_str){NULL, 0};
    p->have_key = false;
    return DXK_OK;
}

/* A number below 256 that is written without leading zeros; its base in *hex. */
static bool small_number(const yaml_event_t *event, uint8_t *byte, bool *hex)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t size = event->data.scalar.length;
    dxki_yaml_node node = {.kind = DXKI_NODE_TEXT};
    uint64_t number;
    bool negative;
    if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || size == 0 || size > 4 ||
        text[0] < '0' || text[0] > '9')
        return false;
    *hex = size > 2 && text[1] == 'x';
    node.as.text = (dxk_str){text, size};
    if ((text[0] == '0' && size > 1 && (!*hex || (text[2] == '0' && size > 3))) ||
        !dxki_yaml_node_number(&node, &number, &negative) || number > 255)
        return false;
    *byte = (uint8_t)number;
    return true;
}

static dxk_status on_scalar(parser *p, const yaml_event_t *event)
{
    uint8_t byte;
    bool hex;
    dxk_str text;
    if (p->compact && small_number(event, &byte, &hex) && (p->run.count == 0 || hex == p->hex)) {
        p->hex = hex;
        return dxki_vec_push(p->ctx, &p->run, byte) ? DXK_OK : dxki_nomem(p->ctx);
    }
    if (!copy_text(p, event, &text))
        return dxki_nomem(p->ctx);
    if (p->open && p->open->kind == DXKI_NODE_MAP && !p->have_key) {
        p->key = text;
        p->have_key = true;
        return DXK_OK;
    }
    bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    bool literal = event->data.scalar.style == YAML_LITERAL_SCALAR_STYLE;
    unsigned flags = plain ? DXKI_NODE_PLAIN : literal ? DXKI_NODE_LITERAL : 0;
    dxki_yaml_node *node = dxki_yaml_node_new(p->arena, DXKI_NODE_TEXT, flags);
    if (node)
        node->as.text = text;
    return place(p, node, event);
}

static dxk_status on_start(parser *p, const yaml_event_t *event, dxki_yaml_node_kind kind)
{
    if (p->open && p->open->kind == DXKI_NODE_MAP && !p->have_key)
        return complain(p, event->start_mark, DXKI_RULE_YAML_SYNTAX, "a key must be a word");
    if (++p->depth > p->ctx->limits.depth)
        return DXKI_REPORT(p->ctx, DXKI_RULE_LIMIT_YAML_DEPTH, where_of(event->start_mark), NULL,
                           dxki_dec(p->ctx->limits.depth));
    dxki_yaml_node *node = dxki_yaml_node_new(p->arena, kind, 0);
    dxk_status status = place(p, node, event);
    if (status != DXK_OK)
        return status;
    p->open = node;
    p->compact = kind == DXKI_NODE_LIST;
    p->run.count = 0;
    return DXK_OK;
}

static dxk_status on_end(parser *p)
{
    dxki_yaml_node *node = p->open;
    if (p->compact && p->run.count) {
        uint8_t *bytes = dxki_arena_alloc(p->arena, p->run.count);
        if (!bytes)
            return dxki_nomem(p->ctx);
        memcpy(bytes, p->run.items, p->run.count);
        node->kind = DXKI_NODE_BYTES;
        node->flags |= p->hex ? DXKI_NODE_HEX : 0;
        node->as.bytes = (dxk_bytes){bytes, p->run.count};
    }
    p->compact = false;
    p->open = node->parent;
    p->depth--;
    return DXK_OK;
}

static dxk_status check_tag(parser *p, const yaml_event_t *event)
{
    const char *tag = (const char *)event->data.mapping_start.tag;
    if (p->open || !tag || strcmp(tag, "!dxcontainer") == 0 ||
        strcmp(tag, "tag:yaml.org,2002:map") == 0)
        return DXK_OK;
    return complain(p, event->start_mark, DXKI_RULE_YAML_TAG, tag);
}

static dxk_status on_event(parser *p, const yaml_event_t *event)
{
    dxk_status status;
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return complain(p, event->start_mark, DXKI_RULE_YAML_ALIAS,
                        (const char *)event->data.alias.anchor);
    case YAML_SCALAR_EVENT:
        return on_scalar(p, event);
    case YAML_SEQUENCE_START_EVENT:
        return on_start(p, event, DXKI_NODE_LIST);
    case YAML_MAPPING_START_EVENT:
        status = check_tag(p, event);
        return status == DXK_OK ? on_start(p, event, DXKI_NODE_MAP) : status;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return on_end(p);
    default:
        return DXK_OK;
    }
}

static dxk_status parse(parser *p)
{
    dxk_status status = DXK_OK;
    bool done = false;
    while (status == DXK_OK && !done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&p->yaml, &event))
            return syntax_error(p);
        done = event.type == YAML_DOCUMENT_END_EVENT || event.type == YAML_STREAM_END_EVENT;
        status = on_event(p, &event);
        yaml_event_delete(&event);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

/* Value of "\\uXXXX" at `at`; 0 when there is none. */
static uint32_t escape_at(dxk_bytes text, size_t at)
{
    uint32_t value = 0;
    if (at > text.size || text.size - at < 6 || memcmp(text.data + at, "\\u", 2) != 0)
        return 0;
    for (size_t i = at + 2; i < at + 6; i++) {
        uint8_t c = text.data[i], low = (uint8_t)(c | 0x20);
        bool digit = c >= '0' && c <= '9', letter = low >= 'a' && low <= 'f';
        if (!digit && !letter)
            return 0;
        value = value << 4 | (uint32_t)(digit ? c - '0' : low - 'a' + 10);
    }
    return value;
}

/* Writes a character beyond 16 bits as YAML has it; 0 when `at` is no pair of JSON's. */
static size_t put_pair(dxk_bytes text, size_t at, uint8_t *out)
{
    static const char digits[] = "0123456789ABCDEF";
    uint32_t high = escape_at(text, at), low = escape_at(text, at + 6);
    if (high >> 10 != 0xD800 >> 10 || low >> 10 != 0xDC00 >> 10)
        return 0;
    uint32_t value = 0x10000 + ((high & 0x3FF) << 10 | (low & 0x3FF));
    memcpy(out, "\\U", 2);
    for (size_t i = 0; i < 8; i++)
        out[2 + i] = (uint8_t)digits[value >> (28 - 4 * i) & 15];
    return 10;
}

/* What JSON has and YAML does not: pairs of escapes for one character, and DEL as it is. */
static dxk_status adapt_json(dxki_arena *arena, dxk_bytes *text)
{
    size_t at = 0, size = 0, dels = 0;
    while (at < text->size && strchr(" \t\r\n", text->data[at]) && text->data[at])
        at++;
    if (at == text->size || text->data[at] != '{')
        return DXK_OK;
    for (at = 0; at < text->size; at++)
        dels += text->data[at] == 0x7F;
    if (!dels && !memchr(text->data, '\\', text->size))
        return DXK_OK;
    uint8_t *out = dxki_arena_alloc(arena, text->size + 3 * dels);
    if (!out)
        return dxki_nomem(arena->ctx);
    for (at = 0; at < text->size;) {
        size_t pair = put_pair(*text, at, out + size);
        if (pair) {
            size += pair;
            at += 12;
        } else if (text->data[at] == 0x7F) {
            memcpy(out + size, "\\x7F", 4);
            size += 4;
            at++;
        } else {
            size_t count = text->data[at] == '\\' && at + 1 < text->size ? 2 : 1;
            memcpy(out + size, text->data + at, count);
            size += count;
            at += count;
        }
    }
    *text = (dxk_bytes){out, size};
    return DXK_OK;
}

dxk_status dxki_yaml_node_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes text,
                                dxki_yaml_node **root)
{
    parser p;
    memset(&p, 0, sizeof p);
    *root = NULL;
    if (adapt_json(arena, &text) != DXK_OK)
        return DXK_E_NOMEM;
    p.ctx = ctx;
    p.arena = arena;
    if (!yaml_parser_initialize(&p.yaml))
        return DXK_E_NOMEM;
    yaml_parser_set_input_string(&p.yaml, text.data ? text.data : (const uint8_t *)"", text.size);
    dxk_status status = parse(&p);
    yaml_parser_delete(&p.yaml);
    dxki_vec_free(ctx, &p.run);
    if (status == DXK_OK && !p.root)
        status = dxki_report(ctx, DXKI_RULE_YAML_EMPTY, dxki_at_line(1, 1), NULL, NULL, 0);
    *root = p.root;
    return status;
}

#else

dxk_status dxki_yaml_node_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes text,
                                dxki_yaml_node **root)
{
    (void)arena;
    (void)text;
    *root = NULL;
    dxki_report(ctx, DXKI_RULE_YAML_BUILD, dxki_nowhere(), NULL, NULL, 0);
    return DXK_E_UNSUPPORTED;
}

#endif

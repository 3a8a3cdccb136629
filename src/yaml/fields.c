/* SPDX-License-Identifier: MIT */
/* fields.c - showing a part under the names of its layout; see fields.h. */
#include "yaml/fields.h"

#include "base/out.h"
#include "parts/parts.h"
#include "wire/load.h"

#include <string.h>

#define KEY_MOST     64u
#define COMMENT_MOST 96u

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

size_t dxki_camel(const char *name, char *out, size_t room)
{
    size_t n = 0;
    bool first = true;
    for (; *name && n + 1 < room; name++) {
        char c = *name;
        if (c == '_') {
            first = true;
            continue;
        }
        if (first && c >= 'a' && c <= 'z')
            c = (char)(c - 'a' + 'A');
        else if (!first && c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        out[n++] = c;
        first = false;
    }
    out[n] = 0;
    return n;
}

bool dxki_is_text(dxk_str text)
{
    while (text.size) {
        size_t n = dxki_utf8_size(text);
        if (n == 0)
            return false;
        text.data += n;
        text.size -= n;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Showing: a visitor that builds the tree                                                    */

typedef struct shower {
    dxki_arena *arena;
    dxki_node *root, *open;
    bool failed; /* out of memory */
} shower;

static bool add_node(shower *s, const char *name, size_t index, dxki_node *node)
{
    char key[KEY_MOST];
    dxk_str text = {NULL, 0};
    if (!node) {
        s->failed = true;
        return false;
    }
    if (index == DXK_NO_INDEX || s->open->kind == DXKI_NODE_MAP) {
        text.size = dxki_camel(name, key, sizeof key);
        text.data = dxki_arena_strdup(s->arena, key, text.size);
        if (!text.data) {
            s->failed = true;
            return false;
        }
    }
    dxki_node_append(s->open, text, node);
    return true;
}

static dxk_status result(const shower *s)
{
    return s->failed ? dxki_nomem(s->arena->ctx) : DXK_OK;
}

static dxk_status on_enter(void *user, const dxk_visit_node *node)
{
    shower *s = user;
    dxki_node *group = dxki_node_new(s->arena, node->list ? DXKI_NODE_LIST : DXKI_NODE_MAP, 0);
    if (!s->root) {
        s->root = s->open = group;
        s->failed = s->failed || !group;
    } else if (add_node(s, node->name, node->index, group)) {
        s->open = group;
    }
    return result(s);
}

static dxk_status on_leave(void *user, const dxk_visit_node *node)
{
    shower *s = user;
    (void)node;
    if (s->open->parent)
        s->open = s->open->parent;
    return DXK_OK;
}

static dxki_node *new_number(shower *s, uint64_t number, unsigned flags)
{
    dxki_node *node = dxki_node_new(s->arena, DXKI_NODE_NUMBER, flags);
    if (node)
        node->as.number = number;
    return node;
}

static dxki_node *new_text(shower *s, dxk_str text, unsigned flags)
{
    dxki_node *node = dxki_node_new(s->arena, DXKI_NODE_TEXT, flags);
    if (node)
        node->as.text.data = dxki_arena_strdup(s->arena, text.data, text.size);
    if (!node || !node->as.text.data)
        return NULL;
    node->as.text.size = text.size;
    return node;
}

static dxki_node *new_bytes(shower *s, dxk_bytes bytes)
{
    dxki_node *node = dxki_node_new(s->arena, DXKI_NODE_BYTES, DXKI_NODE_HEX);
    if (node)
        node->as.bytes = bytes;
    return node;
}

static dxki_node *new_words(shower *s, dxk_bytes bytes, unsigned flags)
{
    dxki_node *list = dxki_node_new(s->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    for (size_t i = 0; list && i + 4 <= bytes.size; i += 4) {
        dxki_node *node = new_number(s, dxki_load32(bytes.data + i), flags);
        if (!node)
            return NULL;
        dxki_node_append(list, (dxk_str){NULL, 0}, node);
    }
    return list;
}

/* The strings of a table, each with its terminator; zeros at the end go without saying. Bytes
 * when it is not text. */
static dxki_node *new_strings(shower *s, dxk_bytes table)
{
    size_t size = table.size;
    if (!dxki_is_text((dxk_str){(const char *)table.data, size}))
        return new_bytes(s, table);
    while (size && table.data[size - 1] == 0)
        size--;
    dxki_node *list = dxki_node_new(s->arena, DXKI_NODE_LIST, 0);
    for (size_t at = 0; list && at < size;) {
        const uint8_t *start = table.data + at, *end = memchr(start, 0, size - at);
        size_t length = end ? (size_t)(end - start) : size - at;
        dxki_node *node = new_text(s, (dxk_str){(const char *)start, length}, 0);
        if (!node)
            return NULL;
        dxki_node_append(list, (dxk_str){NULL, 0}, node);
        at += length + 1;
    }
    return list;
}

static bool is_zero(dxk_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return true;
}

/* Text up to its terminator, when only zeros follow. */
static dxki_node *new_padded_text(shower *s, dxk_bytes bytes)
{
    const uint8_t *end = bytes.size ? memchr(bytes.data, 0, bytes.size) : NULL;
    size_t size = end ? (size_t)(end - bytes.data) : bytes.size;
    dxk_str text = {(const char *)bytes.data, size};
    if (!dxki_is_text(text) ||
        !is_zero((dxk_bytes){bytes.data ? bytes.data + size : NULL, bytes.size - size}))
        return new_bytes(s, bytes);
    return new_text(s, text, 0);
}

/* Names of the bits that are set; a number when not all have one. */
static dxki_node *new_flags(shower *s, const dxk_visit_field *f)
{
    dxki_node *list = dxki_node_new(s->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    uint64_t left = f->number, bit;
    const char *text;
    for (size_t i = 0; list && dxk_enum_value(f->names, i, &bit, &text); i++) {
        if (bit == 0 || (left & bit) != bit)
            continue;
        dxki_node *node = new_text(s, dxki_str(text), DXKI_NODE_PLAIN);
        if (!node)
            return NULL;
        dxki_node_append(list, (dxk_str){NULL, 0}, node);
        left &= ~bit;
    }
    return left || f->number == 0 ? new_number(s, f->number, left ? DXKI_NODE_HEX : 0) : list;
}

static dxki_node *new_enum(shower *s, const dxk_visit_field *f)
{
    const char *text = dxk_enum_text(f->names, f->number);
    uint64_t back;
    if (!text || !*text || !dxk_enum_find(f->names, dxki_str(text), &back) || back != f->number)
        return new_number(s, f->number, 0);
    return new_text(s, dxki_str(text), 0);
}

static dxki_node *new_float(shower *s, const dxk_visit_field *f)
{
    char text[48];
    if (dxki_float_text((uint32_t)f->number, text, sizeof text))
        return new_text(s, dxki_str(text), DXKI_NODE_PLAIN);
    return new_number(s, f->number, DXKI_NODE_HEX);
}

static dxki_node *new_fourcc(shower *s, const dxk_visit_field *f)
{
    char text[4];
    for (int i = 0; i < 4; i++) {
        text[i] = (char)(f->number >> (8 * i));
        if (text[i] <= ' ' || text[i] >= 0x7f)
            return new_number(s, f->number, DXKI_NODE_HEX);
    }
    return new_text(s, (dxk_str){text, 4}, 0);
}

/* A number with what it refers to as a comment. */
static dxki_node *new_reference(shower *s, const dxk_visit_field *f)
{
    dxki_node *node = new_number(s, f->number, 0);
    size_t size = f->text.size < COMMENT_MOST ? f->text.size : COMMENT_MOST;
    if (!node || size == 0)
        return node;
    node->comment.data = dxki_arena_strdup(s->arena, f->text.data, size);
    node->comment.size = size;
    return node->comment.data ? node : NULL;
}

static dxki_node *make_field(shower *s, const dxk_visit_field *f)
{
    switch (f->show) {
    case DXK_SHOW_TABLE:
        if (f->index != DXK_NO_INDEX)
            return new_padded_text(s, f->bytes);
        if (strcmp(f->name, "indices") == 0 && f->size % 4 == 0)
            return new_words(s, f->bytes, 0);
        return new_strings(s, f->bytes);
    case DXK_SHOW_TEXT:
        return new_padded_text(s, f->bytes);
    case DXK_SHOW_SET:
        if (f->bytes.size)
            return new_words(s, f->bytes, DXKI_NODE_HEX);
        return new_number(s, f->number, DXKI_NODE_HEX);
    case DXK_SHOW_BLOB: /* where bytes are, not the bytes */
        return new_reference(s, f);
    default:
        break;
    }
    if (f->bytes.size)
        return new_bytes(s, f->bytes);
    switch (f->show) {
    case DXK_SHOW_ENUM:
        return new_enum(s, f);
    case DXK_SHOW_FLAGS:
        return new_flags(s, f);
    case DXK_SHOW_FLOAT:
        return new_float(s, f);
    case DXK_SHOW_FOURCC:
        return new_fourcc(s, f);
    case DXK_SHOW_BOOL:
        if (f->number > 1)
            return new_number(s, f->number, 0);
        return new_text(s, dxki_str(f->number ? "true" : "false"), DXKI_NODE_PLAIN);
    case DXK_SHOW_MASK:
    case DXK_SHOW_HEX:
        return new_number(s, f->number, DXKI_NODE_HEX);
    default:
        return new_reference(s, f);
    }
}

static dxk_status on_field(void *user, const dxk_visit_field *f)
{
    shower *s = user;
    if (f->size == 0) /* a fact */
        return DXK_OK;
    dxki_node *node = make_field(s, f);
    if (node && s->open->kind == DXKI_NODE_LIST && node->kind == DXKI_NODE_NUMBER)
        s->open->flags |= DXKI_NODE_FLOW;
    add_node(s, f->name, f->index, node);
    return result(s);
}

const dxki_part_kind *dxki_fields_kind(uint32_t fourcc, dxk_bytes content)
{
    const dxki_part_kind *kind = dxki_part_kind_of(fourcc, content);
    bool opaque = kind->type == DXK_PART_RAW || kind->type == DXK_PART_DXBC;
    return opaque ? NULL : kind;
}

dxk_status dxki_fields_show(dxk_ctx *ctx, dxki_arena *arena, uint32_t fourcc, dxk_bytes content,
                            dxki_node **out)
{
    const dxki_part_kind *kind = dxki_fields_kind(fourcc, content);
    shower s = {.arena = arena};
    dxk_visitor visitor = {&s, on_enter, on_field, on_leave};
    dxki_codec c;
    *out = NULL;
    if (!kind)
        return DXK_OK;
    void *structure = dxki_arena_zalloc(arena, 1, kind->size);
    if (!structure)
        return dxki_nomem(ctx);
    ctx->muted++;
    dxki_codec_init_read(&c, ctx, arena, content, 0);
    c.visitor = &visitor;
    c.keyed = true;
    bool ok = dxki_codec_enter(&c, kind->title, DXK_NO_INDEX, "") && kind->codec(&c, structure) &&
              dxki_codec_end(&c) && dxki_codec_leave(&c);
    dxk_status status = c.status;
    dxki_codec_finish(&c);
    ctx->muted--;
    *out = ok ? s.root : NULL;
    return status == DXK_E_INVALID || status == DXK_E_LIMIT ? DXK_OK : status;
}

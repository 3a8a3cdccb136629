/* SPDX-License-Identifier: MIT */
/* fields.c - showing a part under the names of its layout; see fields.h. */
#include "yaml/fields.h"

#include "base/out.h"
#include "base/utf8.h"
#include "parts/parts.h"
#include "parts/placed.h"
#include "wire/words.h"
#include "yaml/derive.h"

#include <string.h>

#define KEY_MOST     64u
#define COMMENT_MOST 96u

/* How much text what is referred to may make, for each byte of the part. */
#define SHARED       8u
#define SHARED_LEAST 65536u

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

size_t dxki_yaml_camel(const char *name, char *out, size_t room)
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

bool dxki_yaml_is_text(dxk_str text)
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

/* While a group is open: it is in its parent; something in it was left out. */
#define ATTACHED DXKI_NODE_USED
#define CUT      DXKI_NODE_FORCED

typedef struct shower {
    dxki_arena *arena;
    dxki_yaml_node *root, *open;
    dxki_yaml_detail detail;
    const dxki_part_kind *kind;
    void *structure;
    dxk_bytes content;
    dxki_part_offsets types; /* of RDEF, in the order in which they are met */
    size_t budget;           /* bytes that references may still show */
    bool failed;             /* out of memory */
    bool unfit;              /* this detail would show too much */
} shower;

/* Puts a group where it belongs, once it has something to show. */
static void attach(dxki_yaml_node *group)
{
    if (group->flags & ATTACHED || !group->parent)
        return;
    attach(group->parent);
    group->flags |= ATTACHED;
    dxki_yaml_node_append(group->parent, group->key, group);
}

/* The key of a member of the open group. */
static dxk_str key_of(shower *s, const char *name, size_t index)
{
    char key[KEY_MOST];
    dxk_str text = {NULL, 0};
    if (index != DXK_NO_INDEX && s->open->kind != DXKI_NODE_MAP)
        return text;
    text.size = dxki_yaml_camel(name, key, sizeof key);
    text.data = dxki_arena_strdup(s->arena, key, text.size);
    s->failed = s->failed || !text.data;
    return text;
}

static dxk_status result(const shower *s)
{
    return s->failed ? dxki_nomem(s->arena->ctx) : s->unfit ? DXK_E_INVALID : DXK_OK;
}

static dxk_status on_enter(void *user, const dxk_visit_node *node)
{
    shower *s = user;
    dxki_yaml_node *group =
        dxki_yaml_node_new(s->arena, node->list ? DXKI_NODE_LIST : DXKI_NODE_MAP, 0);
    s->failed = s->failed || !group;
    if (!group)
        return result(s);
    if (!s->root) {
        s->root = group;
    } else {
        group->parent = s->open;
        group->key = key_of(s, node->name, node->index);
        if (node->index != DXK_NO_INDEX)
            attach(group);
    }
    s->open = group;
    return result(s);
}

static dxk_status on_leave(void *user, const dxk_visit_node *node)
{
    shower *s = user;
    dxki_yaml_node *group = s->open;
    bool empty = s->detail < DXKI_DETAIL_ALL && node->list && group->as.list.count == 0;
    if (!(group->flags & CUT) && !empty)
        attach(group);
    group->flags &= (uint8_t) ~(ATTACHED | CUT);
    if (group->parent)
        s->open = group->parent;
    return DXK_OK;
}

static dxki_yaml_node *new_number(shower *s, uint64_t number, unsigned flags)
{
    dxki_yaml_node *node = dxki_yaml_node_new(s->arena, DXKI_NODE_NUMBER, flags);
    if (node)
        node->as.number = number;
    return node;
}

static dxki_yaml_node *new_text(shower *s, dxk_str text, unsigned flags)
{
    dxki_yaml_node *node = dxki_yaml_node_new(s->arena, DXKI_NODE_TEXT, flags);
    if (node)
        node->as.text.data = dxki_arena_strdup(s->arena, text.data, text.size);
    if (!node || !node->as.text.data)
        return NULL;
    node->as.text.size = text.size;
    return node;
}

static dxki_yaml_node *new_bytes(shower *s, dxk_bytes bytes)
{
    dxki_yaml_node *node = dxki_yaml_node_new(s->arena, DXKI_NODE_BYTES, DXKI_NODE_HEX);
    if (node)
        node->as.bytes = bytes;
    return node;
}

static dxki_yaml_node *new_words(shower *s, dxk_bytes bytes, unsigned flags)
{
    dxki_yaml_node *list = dxki_yaml_node_new(s->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    for (size_t i = 0; list && i < bytes.size / 4; i++) {
        dxki_yaml_node *node = new_number(s, dxki_word_get(bytes.data, i), flags);
        if (!node)
            return NULL;
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
    }
    return list;
}

/* The strings of a table, each with its terminator; zeros at the end go without saying. Bytes
 * when it is not text. */
static dxki_yaml_node *new_strings(shower *s, dxk_bytes table)
{
    size_t size = table.size;
    if (!dxki_yaml_is_text((dxk_str){(const char *)table.data, size}))
        return new_bytes(s, table);
    while (size && table.data[size - 1] == 0)
        size--;
    dxki_yaml_node *list = dxki_yaml_node_new(s->arena, DXKI_NODE_LIST, 0);
    for (size_t at = 0; list && at < size;) {
        const uint8_t *start = table.data + at, *end = memchr(start, 0, size - at);
        size_t length = end ? (size_t)(end - start) : size - at;
        dxki_yaml_node *node = new_text(s, (dxk_str){(const char *)start, length}, 0);
        if (!node)
            return NULL;
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
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
static dxki_yaml_node *new_padded_text(shower *s, dxk_bytes bytes)
{
    const uint8_t *end = bytes.size ? memchr(bytes.data, 0, bytes.size) : NULL;
    size_t size = end ? (size_t)(end - bytes.data) : bytes.size;
    dxk_str text = {(const char *)bytes.data, size};
    if (!dxki_yaml_is_text(text) ||
        !is_zero((dxk_bytes){bytes.data ? bytes.data + size : NULL, bytes.size - size}))
        return new_bytes(s, bytes);
    return new_text(s, text, 0);
}

/* Names of the bits that are set; a number when not all have one. */
static dxki_yaml_node *new_flags(shower *s, const dxk_visit_field *f)
{
    dxki_yaml_node *list = dxki_yaml_node_new(s->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    uint64_t left = f->number, bit;
    const char *text;
    if (!list)
        return NULL;
    for (size_t i = 0; dxk_enum_value(f->names, i, &bit, &text); i++) {
        if (bit == 0 || (left & bit) != bit)
            continue;
        dxki_yaml_node *node = new_text(s, dxki_str(text), DXKI_NODE_PLAIN);
        if (!node)
            return NULL;
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
        left &= ~bit;
    }
    return left || f->number == 0 ? new_number(s, f->number, left ? DXKI_NODE_HEX : 0) : list;
}

static dxki_yaml_node *new_enum(shower *s, const dxk_visit_field *f)
{
    const char *text = dxk_enum_text(f->names, f->number);
    uint64_t back;
    if (!text || !*text || !dxk_enum_find(f->names, dxki_str(text), &back) || back != f->number)
        return new_number(s, f->number, 0);
    return new_text(s, dxki_str(text), 0);
}

static dxki_yaml_node *new_float(shower *s, const dxk_visit_field *f)
{
    char text[DXKI_FLOAT_TEXT];
    dxki_yaml_float_text((uint32_t)f->number, text);
    return new_text(s, dxki_str(text), DXKI_NODE_PLAIN);
}

static dxki_yaml_node *new_fourcc(shower *s, const dxk_visit_field *f)
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
static dxki_yaml_node *new_reference(shower *s, const dxk_visit_field *f)
{
    dxki_yaml_node *node = new_number(s, f->number, 0);
    size_t size = f->text.size < COMMENT_MOST ? f->text.size : COMMENT_MOST;
    if (!node || size == 0)
        return node;
    node->comment.data = dxki_arena_strdup(s->arena, f->text.data, size);
    node->comment.size = size;
    return node->comment.data ? node : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* References                                                                                 */

/* What RDAT's references lead into; NULL for other parts. */
static const dxk_rdat *rdat_of(const shower *s)
{
    if (s->kind->codec == dxki_part_walk_rdat)
        return s->structure;
    if (s->kind->codec == dxki_part_walk_pdb_info)
        return ((const dxk_pdb_info_part *)s->structure)->rdat;
    return NULL;
}

/* Parts without a pool of their own for what is referred to, in which strings stand by name. */
static bool has_names(const shower *s)
{
    return s->kind->codec == dxki_part_walk_rdef || s->kind->codec == dxki_part_walk_ifce ||
           s->kind->codec == dxki_part_walk_library ||
           s->kind->codec == dxki_part_walk_function_signature;
}

/* Takes what is shown from the budget: what is shared must not blow the document up. */
static void spend(shower *s, size_t size)
{
    s->unfit = s->unfit || size > s->budget;
    s->budget -= size < s->budget ? size : s->budget;
}

static dxki_yaml_node *new_string(shower *s, const dxk_rdat *p, const dxk_visit_field *f,
                                  uint32_t offset)
{
    dxk_str text = f->text;
    bool found = p ? dxk_rdat_string(p, offset, &text) : text.size > 0;
    if (!found || !dxki_yaml_is_text(text))
        return new_number(s, offset, 0);
    spend(s, text.size);
    return new_text(s, text, 0);
}

static dxki_yaml_node *new_list(shower *s, const dxk_rdat *p, const dxk_visit_field *f)
{
    dxk_rdat_list list;
    if (!dxk_rdat_list_at(p, (uint32_t)f->number, &list))
        return new_number(s, f->number, 0);
    dxki_yaml_node *node = dxki_yaml_node_new(s->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    spend(s, list.count);
    for (uint32_t i = 0; node && i < list.count && !s->unfit; i++) {
        uint32_t word = dxk_rdat_list_item(list, i);
        dxki_yaml_node *element =
            f->show == DXK_SHOW_STRS ? new_string(s, p, f, word) : new_number(s, word, 0);
        if (!element)
            return NULL;
        dxki_yaml_node_append(node, (dxk_str){NULL, 0}, element);
    }
    return node;
}

/* The number of a type of RDEF among those that were met. */
static dxki_yaml_node *new_type(shower *s, uint64_t offset)
{
    char text[24], *end = text + sizeof text;
    size_t i = 0;
    while (i < s->types.count && s->types.items[i] != offset)
        i++;
    spend(s, i); /* searching costs, too */
    if (i == s->types.count && !dxki_vec_push(s->arena->ctx, &s->types, (uint32_t)offset))
        return NULL;
    char *start = dxki_format_u64(end, i);
    *--start = '#';
    return new_text(s, (dxk_str){start, (size_t)(end - start)}, 0);
}

/* The initial value of a variable, whose size stands before it. */
static dxki_yaml_node *new_value(shower *s, uint64_t offset)
{
    dxki_yaml_node *size = dxki_yaml_node_peek(s->open, dxki_str("Size"), NULL);
    uint64_t most = offset < s->content.size ? s->content.size - offset : 0;
    if (!size || size->kind != DXKI_NODE_NUMBER || size->as.number > most)
        return new_number(s, offset, 0);
    spend(s, (size_t)size->as.number);
    return new_bytes(s, (dxk_bytes){s->content.data + offset, (size_t)size->as.number});
}

/* What a reference leads to, in its place; *cut when it leads to nothing. */
static dxki_yaml_node *make_reference(shower *s, const dxk_visit_field *f, bool *cut)
{
    const dxk_rdat *p = rdat_of(s);
    bool list = f->show == DXK_SHOW_STRS || f->show == DXK_SHOW_INTS || f->show == DXK_SHOW_REFS;
    uint64_t none = p && (list || f->show == DXK_SHOW_REF) ? DXK_RDAT_NULL : 0;
    bool strange = !p && !has_names(s);
    *cut = f->number == none && !strange && !(p && f->show == DXK_SHOW_STR) &&
           !(p && f->show == DXK_SHOW_BLOB && f->bytes.size);
    if (*cut)
        return NULL;
    if (strange)
        return new_reference(s, f);
    if (f->show == DXK_SHOW_STR)
        return new_string(s, p, f, (uint32_t)f->number);
    if (p && list)
        return new_list(s, p, f);
    if (p && f->show == DXK_SHOW_BLOB && f->bytes.size) {
        spend(s, f->bytes.size);
        return new_bytes(s, f->bytes);
    }
    if (!p && f->show == DXK_SHOW_REF)
        return new_type(s, f->number);
    if (!p && f->show == DXK_SHOW_BLOB)
        return new_value(s, f->number);
    return new_reference(s, f);
}

static bool is_reference(dxk_show show)
{
    return show == DXK_SHOW_STR || show == DXK_SHOW_STRS || show == DXK_SHOW_INTS ||
           show == DXK_SHOW_REFS || show == DXK_SHOW_REF || show == DXK_SHOW_BLOB;
}

/* PDBI's tables, with the bytes that they are stored as. */
static bool is_beside(const shower *s)
{
    return s->detail == DXKI_DETAIL_TABLES && s->kind->codec == dxki_part_walk_pdb_info;
}

/* What follows from the rest. */
static bool is_derived(const shower *s, const dxk_visit_field *f)
{
    const dxk_rdat *p = rdat_of(s);
    if (s->detail == DXKI_DETAIL_ALL)
        return false;
    if (f->show == DXK_SHOW_SIZE)
        return true;
    if (is_beside(s)) /* what is compressed, beside what it decompresses to */
        return f->show == DXK_SHOW_TABLE
                   ? strcmp(f->name, "stored") != 0
                   : p && f->show == DXK_SHOW_BYTES && f->bytes.data == p->raw_bytes.data;
    if (s->detail == DXKI_DETAIL_TABLES)
        return false;
    return f->show == DXK_SHOW_TABLE || strcmp(f->name, "slack") == 0 ||
           (p && f->show == DXK_SHOW_BYTES && f->bytes.data == p->raw_bytes.data) ||
           (s->kind->codec == dxki_part_walk_rdef && strcmp(f->name, "values") == 0);
}

static dxki_yaml_node *make_field(shower *s, const dxk_visit_field *f)
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
    bool cut = false;
    dxki_yaml_node *node = NULL;
    if (f->size == 0) /* a fact */
        return DXK_OK;
    bool interface = s->kind->codec == dxki_part_walk_rdef && strcmp(f->name, "interfaces") == 0 &&
                     f->index != DXK_NO_INDEX;
    if (is_derived(s, f))
        cut = true;
    else if (s->detail < DXKI_DETAIL_ALL && interface)
        node = new_type(s, f->number);
    else if (s->detail < DXKI_DETAIL_ALL && is_reference(f->show))
        node = make_reference(s, f, &cut);
    else
        node = make_field(s, f);
    if (cut) {
        s->open->flags |= CUT;
        return DXK_OK;
    }
    s->failed = s->failed || !node;
    dxk_str key = key_of(s, f->name, f->index);
    if (s->failed)
        return result(s);
    if (s->open->kind == DXKI_NODE_LIST && node->kind == DXKI_NODE_NUMBER)
        s->open->flags |= DXKI_NODE_FLOW;
    attach(s->open);
    dxki_yaml_node_append(s->open, key, node);
    return result(s);
}

const dxki_part_kind *dxki_yaml_fields_kind(uint32_t fourcc, dxk_bytes content)
{
    const dxki_part_kind *kind = dxki_part_kind_of(fourcc, content);
    bool opaque = kind->type == DXK_PART_TYPE_RAW || kind->type == DXK_PART_TYPE_DXBC;
    return opaque ? NULL : kind;
}

dxk_status dxki_yaml_fields_show(dxk_ctx *ctx, dxki_arena *arena, uint32_t fourcc,
                                 dxk_bytes content, dxki_yaml_detail detail, dxki_yaml_node **out)
{
    const dxki_part_kind *kind = dxki_yaml_fields_kind(fourcc, content);
    shower s = {.arena = arena, .detail = detail, .kind = kind, .content = content};
    dxk_visitor visitor = {&s, on_enter, on_field, on_leave};
    dxki_codec c;
    *out = NULL;
    if (!kind || (detail != DXKI_DETAIL_ALL && !dxki_yaml_derive_of(kind)))
        return DXK_OK;
    s.budget = SHARED * content.size + SHARED_LEAST;
    s.structure = dxki_arena_zalloc(arena, 1, kind->size);
    if (!s.structure)
        return dxki_nomem(ctx);
    ctx->muted++;
    dxki_codec_init_read(&c, ctx, arena, content, 0);
    c.visitor = &visitor;
    c.keyed = detail == DXKI_DETAIL_ALL || kind->codec != dxki_part_walk_pdb_info;
    bool ok = dxki_codec_enter(&c, kind->title, DXK_NO_INDEX, "") && kind->codec(&c, s.structure) &&
              dxki_codec_end(&c) && dxki_codec_leave(&c);
    dxk_status status = c.status;
    dxki_codec_finish(&c);
    dxki_vec_free(ctx, &s.types);
    ctx->muted--;
    *out = ok ? s.root : NULL;
    return status == DXK_E_INVALID || status == DXK_E_LIMIT ? DXK_OK : status;
}

/* SPDX-License-Identifier: MIT */
/* fields_load.c - a part from the names of its layout; see fields.h. */
#include "yaml/fields.h"

#include "base/out.h"
#include "dxk/rdat.h"
#include "parts/parts.h"
#include "spec/reader_rules.h"
#include "wire/words.h"
#include "yaml/derive.h"

#include <string.h>

#define KEY_MOST 64u
#define DEPTH    (DXKI_PATH_DEPTH + 2)

/* ---------------------------------------------------------------------------------------- */
/* Loading: the walk asks for its fields                                                      */

typedef struct level {
    dxki_yaml_node *node;   /* NULL: the document does not have it */
    dxki_yaml_node *cursor; /* member found last, or next element */
    size_t taken;           /* elements */
    const char *name;
} level;

/* A number that is written at last, though the rest asks for another one. */
typedef struct patch {
    size_t pos;
    unsigned size;
    uint32_t number;
} patch;

typedef struct loader {
    dxk_ctx *ctx;
    dxki_arena *arena;
    dxki_yaml_node *root;
    level levels[DEPTH];
    int depth;
    const dxki_yaml_node *strings; /* list of placed strings, and where in it we are */
    dxki_yaml_node *string;
    size_t string_index;
    bool derived;           /* what follows from the rest is there */
    bool filled;            /* gaps are not zero */
    bool rdat;              /* references that lead nowhere are 0xFFFFFFFF */
    const uint8_t *form;    /* what is made; which bytes of it numbers have taken, and what they */
    uint8_t *taken, *bytes; /* put there */
    DXKI_VEC(patch) patches;
} loader;

static dxk_status complain(const loader *l, const dxki_yaml_node *node, const dxki_rule *rule,
                           const char *text)
{
    dxki_arg args[] = {dxki_text(dxki_str(text))};
    return dxki_yaml_node_report(l->ctx, node ? node : l->root, rule, args, 1);
}

/* The member or element of the open group. */
static dxki_yaml_node *take(loader *l, const char *name, size_t index)
{
    level *top = &l->levels[l->depth - 1];
    char key[KEY_MOST];
    if (!top->node)
        return NULL;
    if (top->node->kind == DXKI_NODE_LIST && index != DXK_NO_INDEX) {
        dxki_yaml_node *node = top->taken ? top->cursor : top->node->as.list.first;
        if (node) {
            top->cursor = node->next;
            top->taken++;
            node->flags |= DXKI_NODE_USED;
        }
        return node;
    }
    size_t size = dxki_yaml_camel(name, key, sizeof key);
    dxki_yaml_node *node = dxki_yaml_node_find(top->node, (dxk_str){key, size}, top->cursor);
    if (node)
        top->cursor = node;
    return node;
}

static dxk_status on_open(void *user, const dxk_visit_node *group)
{
    loader *l = user;
    if (l->depth == DEPTH)
        return DXK_E_LIMIT;
    dxki_yaml_node *node = l->depth == 0 ? l->root : take(l, group->name, group->index);
    if (node && dxki_yaml_node_is_empty(node))
        node = NULL;
    if (node && group->list && node->kind == DXKI_NODE_BYTES &&
        !dxki_yaml_node_spread(l->arena, node))
        return dxki_nomem(l->ctx);
    if (node && node->kind != (group->list ? DXKI_NODE_LIST : DXKI_NODE_MAP))
        return complain(l, node, DXKI_RULE_YAML_TYPE, group->list ? "a list" : "a mapping");
    l->levels[l->depth++] = (level){node, NULL, 0, group->name};
    return DXK_OK;
}

static dxk_status on_close(void *user, const dxk_visit_node *group)
{
    loader *l = user;
    level *top = &l->levels[--l->depth];
    (void)group;
    if (!top->node)
        return DXK_OK;
    if (top->node->kind == DXKI_NODE_LIST) {
        if (top->taken == top->node->as.list.count)
            return DXK_OK;
        dxki_arg args[] = {dxki_dec(top->node->as.list.count), dxki_dec(top->taken)};
        return dxki_yaml_node_report(l->ctx, top->node, DXKI_RULE_YAML_LENGTH, args, 2);
    }
    for (dxki_yaml_node *n = top->node->as.list.first; n; n = n->next) {
        dxki_arg args[] = {dxki_text(n->key)};
        if (!(n->flags & DXKI_NODE_USED))
            return dxki_yaml_node_report(l->ctx, n, DXKI_RULE_YAML_KEY, args, 1);
    }
    return DXK_OK;
}

/* Bytes from a list of numbers, at most `size`. */
static dxk_status put_bytes(loader *l, dxki_yaml_node *node, uint8_t *out, size_t size)
{
    size_t count = dxki_yaml_node_count(node), i = 0;
    if (count > size) {
        dxki_arg args[] = {dxki_dec(count), dxki_dec(size)};
        dxk_status status = dxki_yaml_node_report(l->ctx, node, DXKI_RULE_YAML_LENGTH, args, 2);
        if (status != DXK_OK)
            return status;
        count = size;
    }
    if (node->kind == DXKI_NODE_BYTES) {
        if (count)
            memcpy(out, node->as.bytes.data, count);
        return DXK_OK;
    }
    for (dxki_yaml_node *n = node->as.list.first; n && i < count; n = n->next, i++) {
        uint64_t number;
        bool negative;
        if (!dxki_yaml_node_number(n, &number, &negative) || number > 255)
            return complain(l, n, DXKI_RULE_YAML_TYPE, "a number below 256");
        out[i] = (uint8_t)number;
    }
    return DXK_OK;
}

static dxk_status put_words(loader *l, dxki_yaml_node *node, uint8_t *out, size_t size)
{
    size_t i = 0;
    if (!dxki_yaml_node_spread(l->arena, node))
        return dxki_nomem(l->ctx);
    for (dxki_yaml_node *n = node->as.list.first; n && i < size / 4; n = n->next) {
        uint64_t number;
        bool negative;
        if (!dxki_yaml_node_number(n, &number, &negative) || number > UINT32_MAX)
            return complain(l, n, DXKI_RULE_YAML_TYPE, "a number of 32 bits");
        dxki_word_put(out, i++, (uint32_t)number);
    }
    return DXK_OK;
}

static dxk_status put_text(loader *l, dxki_yaml_node *node, uint8_t *out, size_t size)
{
    dxk_str text = node->as.text;
    if (text.size > size) {
        dxki_arg args[] = {dxki_dec(text.size), dxki_dec(size)};
        dxk_status status = dxki_yaml_node_report(l->ctx, node, DXKI_RULE_YAML_LENGTH, args, 2);
        if (status != DXK_OK)
            return status;
        text.size = size;
    }
    if (text.size)
        memcpy(out, text.data, text.size);
    return DXK_OK;
}

static dxk_status put_strings(loader *l, dxki_yaml_node *list, uint8_t *out, size_t size)
{
    size_t at = 0;
    for (dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        if (n->kind != DXKI_NODE_TEXT)
            return complain(l, n, DXKI_RULE_YAML_TYPE, "a string");
        dxk_status status = at <= size ? put_text(l, n, out + at, size - at) : DXK_OK;
        if (status != DXK_OK)
            return status;
        at += n->as.text.size + 1;
        if (at > size)
            at = size;
    }
    return DXK_OK;
}

static dxk_status put_field(loader *l, dxki_yaml_node *node, const dxk_visit_field *f, uint8_t *out)
{
    bool words =
        f->show == DXK_SHOW_SET || (f->show == DXK_SHOW_TABLE && strcmp(f->name, "indices") == 0);
    if (node->kind == DXKI_NODE_TEXT)
        return dxki_yaml_node_is_empty(node) ? DXK_OK : put_text(l, node, out, f->size);
    if (node->kind != DXKI_NODE_LIST && node->kind != DXKI_NODE_BYTES)
        return complain(l, node, DXKI_RULE_YAML_TYPE, "a list of bytes, or text");
    if (words && f->size % 4 == 0)
        return put_words(l, node, out, f->size);
    if (f->show == DXK_SHOW_TABLE && node->kind == DXKI_NODE_LIST)
        return put_strings(l, node, out, f->size);
    return put_bytes(l, node, out, f->size);
}

/* Adds the bits that one name or number stands for. */
static dxk_status add_flag(loader *l, dxki_yaml_node *node, dxk_visit_field *f)
{
    uint64_t number;
    bool negative;
    if (node->kind != DXKI_NODE_TEXT || !dxk_enum_find(f->names, node->as.text, &number)) {
        if (!dxki_yaml_node_number(node, &number, &negative))
            return complain(l, node, DXKI_RULE_YAML_TYPE, dxk_enum_name(f->names));
    }
    f->number |= number;
    return DXK_OK;
}

static dxk_status get_flags(loader *l, dxki_yaml_node *node, dxk_visit_field *f)
{
    f->number = 0;
    if (!dxki_yaml_node_spread(l->arena, node))
        return dxki_nomem(l->ctx);
    if (node->kind != DXKI_NODE_LIST)
        return add_flag(l, node, f);
    for (dxki_yaml_node *n = node->as.list.first; n; n = n->next) {
        dxk_status status = add_flag(l, n, f);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

/* A number that the document gives and the rest contradicts. */
static dxk_status get_forced(loader *l, const dxki_yaml_node *node, dxk_visit_field *f)
{
    patch p = {(size_t)f->offset, f->size, (uint32_t)(node->as.number >> 32)};
    f->number = node->as.number & UINT32_MAX;
    if (f->size < 4 && p.number >> 8 * f->size) {
        dxki_arg args[] = {dxki_dec(p.number), dxki_dec(8 * f->size)};
        return dxki_yaml_node_report(l->ctx, node, DXKI_RULE_YAML_RANGE, args, 2);
    }
    return dxki_vec_push(l->ctx, &l->patches, p) ? DXK_OK : dxki_nomem(l->ctx);
}

static dxk_status get_number(loader *l, dxki_yaml_node *node, dxk_visit_field *f)
{
    bool negative = false;
    if (node->flags & DXKI_NODE_FORCED)
        return get_forced(l, node, f);
    uint32_t bits;
    dxk_str text = node->kind == DXKI_NODE_TEXT ? node->as.text : (dxk_str){NULL, 0};
    if (f->show == DXK_SHOW_FLAGS) {
        dxk_status status = get_flags(l, node, f);
        if (status != DXK_OK)
            return status;
    } else if (f->show == DXK_SHOW_FLOAT) {
        if (!dxki_yaml_float_bits(node, &bits))
            return complain(l, node, DXKI_RULE_YAML_TYPE, "a number");
        f->number = bits;
    } else if (f->show == DXK_SHOW_FOURCC && text.size == 4 && text.data[1] != 'x') {
        f->number = dxki_word_get((const uint8_t *)text.data, 0);
    } else if (f->show == DXK_SHOW_ENUM && text.data && dxk_enum_find(f->names, text, &f->number)) {
    } else if (!dxki_yaml_node_number(node, &f->number, &negative)) {
        if (f->show != DXK_SHOW_ENUM || !text.data)
            return complain(l, node, DXKI_RULE_YAML_TYPE, "a number");
        dxki_arg args[] = {dxki_text(text), dxki_text(dxki_str(dxk_enum_name(f->names)))};
        return dxki_yaml_node_report(l->ctx, node, DXKI_RULE_YAML_NAME, args, 2);
    }
    unsigned width = f->bits ? f->bits : 8 * f->size;
    uint64_t limit = width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX;
    if (negative && width < 64 && 0 - f->number <= limit / 2 + 1)
        f->number &= limit;
    if (f->number <= limit)
        return DXK_OK;
    dxki_arg args[] = {dxki_dec(f->number), dxki_dec(width)};
    return dxki_yaml_node_report(l->ctx, node, DXKI_RULE_YAML_RANGE, args, 2);
}

/* Says when a number goes where another one is that differs: layouts can share bytes. */
static dxk_status claim(loader *l, const dxki_codec *c, const dxki_yaml_node *node,
                        const dxk_visit_field *f)
{
    size_t pos = (size_t)f->offset;
    bool shared = false;
    if (c->form != l->form || (f->bits && f->bits < 8 * f->size))
        return DXK_OK;
    for (unsigned i = 0; i < f->size; i++) {
        uint8_t byte = (uint8_t)(f->number >> 8 * i);
        shared = shared || (l->taken[pos + i] && l->bytes[pos + i] != byte);
        l->taken[pos + i] = 1;
        l->bytes[pos + i] = byte;
    }
    return shared ? dxki_yaml_node_report(l->ctx, node, DXKI_RULE_YAML_SHARED, NULL, 0) : DXK_OK;
}

/* What a field is that is not there: nothing, when nothing is what it would say. False when it
 * must be there. */
static bool get_default(const loader *l, dxk_visit_field *f, uint8_t *out)
{
    f->number = 0;
    if (out && l->filled && strcmp(f->name, "slack") == 0)
        memset(out, DXKI_FILL, f->size);
    if (out || f->show == DXK_SHOW_PAD || f->show == DXK_SHOW_FLAGS || f->show == DXK_SHOW_STR)
        return true;
    bool reference = f->show == DXK_SHOW_STRS || f->show == DXK_SHOW_INTS ||
                     f->show == DXK_SHOW_REFS || f->show == DXK_SHOW_REF;
    if (reference && l->rdat)
        f->number = DXK_RDAT_NULL;
    return l->derived && (reference || f->show == DXK_SHOW_BLOB);
}

static bool supply_field(void *user, dxki_codec *c, dxk_visit_field *f, uint8_t *out)
{
    loader *l = user;
    level *top = &l->levels[l->depth - 1];
    dxki_yaml_node *node = take(l, f->name, f->index);
    if (!node && get_default(l, f, out))
        return true;
    if (!node) {
        char key[KEY_MOST];
        dxki_yaml_camel(f->name, key, sizeof key);
        return dxki_codec_check(
            c, dxki_yaml_node_missing(l->ctx, top->node ? top->node : l->root, dxki_str(key)));
    }
    return dxki_codec_check(c, out ? put_field(l, node, f, out) : get_number(l, node, f)) &&
           (out || dxki_codec_check(c, claim(l, c, node, f)));
}

/* Element `index` of a list whose elements are asked for in order. */
static dxki_yaml_node *string_at(loader *l, const dxki_yaml_node *list, size_t index)
{
    if (l->strings == list && l->string && index == l->string_index + 1)
        l->string = l->string->next;
    else if (l->strings != list || index != l->string_index)
        l->string = dxki_yaml_node_at(list, index);
    l->strings = list;
    l->string_index = index;
    return l->string;
}

static bool supply_string(void *user, dxki_codec *c, const char *name, size_t index, uint8_t *out,
                          size_t room)
{
    loader *l = user;
    level *top = &l->levels[l->depth - 1];
    dxki_yaml_node *node = NULL;
    char key[KEY_MOST];
    if (top->node && index == DXK_NO_INDEX) {
        node = take(l, name, index);
    } else if (top->node) {
        size_t size = dxki_yaml_camel(name, key, sizeof key);
        dxki_yaml_node *list = dxki_yaml_node_find(top->node, (dxk_str){key, size}, top->cursor);
        if (list && !dxki_yaml_node_spread(l->arena, list))
            return dxki_codec_check(c, dxki_nomem(l->ctx));
        node = list ? string_at(l, list, index) : NULL;
    }
    if (!node || node->kind != DXKI_NODE_TEXT)
        return true;
    memset(out, 0, node->as.text.size < room ? node->as.text.size + 1 : room);
    return dxki_codec_check(c, put_text(l, node, out, room));
}

static bool supply_has(void *user, const char *name)
{
    loader *l = user;
    char key[KEY_MOST];
    size_t size = dxki_yaml_camel(name, key, sizeof key);
    dxki_yaml_node *map = l->levels[l->depth - 1].node;
    return dxki_yaml_node_find(map, (dxk_str){key, size}, NULL) != NULL;
}

/* STAT is a program or counters, as its fields tell. */
static const dxki_part_kind *kind_of_node(uint32_t fourcc, dxki_yaml_node *node)
{
    static const uint8_t program[12] = {[8] = 'D', [9] = 'X', [10] = 'I', [11] = 'L'};
    size_t size = dxki_yaml_node_find(node, dxki_str("Header"), NULL) ? sizeof program : 0;
    return dxki_yaml_fields_kind(fourcc, (dxk_bytes){program, size});
}

/* Completes the mapping; in *size the bytes of the part. */
static dxk_status derive(loader *l, const dxki_part_kind *kind, const uint32_t *given,
                         uint64_t *size)
{
    dxki_yaml_derive d = {.ctx = l->ctx, .arena = l->arena, .sized = given != NULL};
    dxki_yaml_derive_part function = dxki_yaml_derive_of(kind);
    uint64_t most = l->ctx->limits.inflated;
    d.given = given ? *given : 0;
    if (function && !function(&d, l->root))
        return d.status;
    if (!given && d.size == 0) { /* nothing says how long the part is */
        dxki_arg args[] = {dxki_text(dxki_str("Size"))};
        return dxki_yaml_node_report(l->ctx, l->root->parent ? l->root->parent : l->root,
                                     DXKI_RULE_YAML_MISSING, args, 1);
    }
    l->derived = function != NULL;
    l->filled = d.filled;
    l->rdat = kind->codec == dxki_part_walk_rdat;
    *size = d.size > d.given ? d.size : d.given;
    if (*size <= most)
        return DXK_OK;
    dxki_arg args[] = {dxki_dec(most)};
    return dxki_yaml_node_report(l->ctx, l->root, DXKI_RULE_LIMIT_YAML_SIZE, args, 1);
}

/* Fills the form by walking it. */
static dxk_status fill(loader *l, const dxki_part_kind *kind, uint8_t *out, size_t size)
{
    dxk_visitor visitor = {l, on_open, NULL, on_close};
    dxki_supply supply = {l, supply_field, supply_string, supply_has};
    dxki_codec c;
    void *structure = dxki_arena_zalloc(l->arena, 1, kind->size);
    l->form = out;
    l->taken = dxki_arena_zalloc(l->arena, 2, size ? size : 1);
    l->bytes = l->taken ? l->taken + size : NULL;
    if (!structure || !l->taken)
        return dxki_nomem(l->ctx);
    dxki_codec_init_read(&c, l->ctx, l->arena, (dxk_bytes){out, size}, 0);
    c.visitor = &visitor;
    c.keyed = true;
    c.supply = &supply;
    c.form = out;
    if (dxki_codec_enter(&c, kind->title, DXK_NO_INDEX, "") && kind->codec(&c, structure) &&
        dxki_codec_end(&c))
        dxki_codec_leave(&c);
    dxki_codec_finish(&c);
    for (size_t i = 0; c.status == DXK_OK && i < l->patches.count; i++)
        for (unsigned k = 0; k < l->patches.items[i].size; k++)
            out[l->patches.items[i].pos + k] = (uint8_t)(l->patches.items[i].number >> (8 * k));
    return c.status;
}

dxk_status dxki_yaml_fields_load(dxk_ctx *ctx, dxki_arena *arena, uint32_t fourcc,
                                 dxki_yaml_node *node, const uint32_t *given, dxk_bytes *out)
{
    loader l = {.ctx = ctx, .arena = arena, .root = node};
    uint64_t size = 0;
    *out = (dxk_bytes){NULL, 0};
    if (node->kind != DXKI_NODE_MAP)
        return complain(&l, node, DXKI_RULE_YAML_TYPE, "a mapping");
    const dxki_part_kind *kind = kind_of_node(fourcc, node);
    if (!kind)
        return complain(&l, node, DXKI_RULE_YAML_TYPE, "'Data' (this part has no fields)");
    dxk_status status = derive(&l, kind, given, &size);
    if (status != DXK_OK)
        return status;
    uint8_t *bytes = dxki_arena_zalloc(arena, 1, size ? (size_t)size : 1);
    if (!bytes)
        return dxki_nomem(ctx);
    *out = (dxk_bytes){bytes, (size_t)size};
    status = fill(&l, kind, bytes, (size_t)size);
    dxki_vec_free(ctx, &l.patches);
    return status;
}

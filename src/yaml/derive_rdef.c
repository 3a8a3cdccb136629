/* SPDX-License-Identifier: MIT */
/*
 * derive_rdef.c - what documents of RDEF may leave out: counts, sizes and every offset. Strings,
 * types and initial values stand where they are referred to: a type as '#' and its number in
 * Types, or as a mapping of its own. See derive.h.
 *
 * The layout is the compiler's, which puts everything down when it first comes to it:
 *
 *   headers | bindings, names | buffers | for each: name, variables, for each: name, type, value
 *   | creator
 *   type: name, interfaces, for each member: name, type; table of the members, the type
 *
 * Strings, tables of members and of interfaces lie there once; tables and types at multiples of 4.
 * A document with Strings, Slack or Values says itself where things lie.
 */
#include "yaml/derive.h"
#include "yaml/fields.h"
#include "yaml/strings.h"

#include "base/out.h"
#include "base/sort.h"
#include "base/vec.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

#define NOTHING 0xFFFFFFFFu /* first texture or sampler of a variable that has none */

typedef enum state { WAITING, PLACING, PLACED } state;

typedef struct type {
    dxki_yaml_node *node;
    uint32_t offset;
    state state;
    bool listed;
} type;

/* A value that a variable has initially. */
typedef struct value {
    uint32_t offset;
    dxk_bytes bytes;
} value;

typedef struct layout {
    dxki_yaml_derive *d;
    dxki_yaml_node *map;
    uint64_t at; /* end of what was put down */
    struct {
        uint32_t binding, buffer, variable, type, member;
    } sizes;
    bool newer; /* shader model 5: types have names and interfaces */
    dxki_yaml_derive_texts texts;
    dxki_yaml_strings tables;
    DXKI_VEC(type) types;
    DXKI_VEC(value) values;
    uint32_t depth;
} layout;

static bool no_memory(layout *l)
{
    return dxki_yaml_derive_check(l->d, dxki_nomem(l->d->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Putting down                                                                               */

static uint64_t align(layout *l)
{
    return l->at = (l->at + 3) & ~UINT64_C(3);
}

/* Bytes at a multiple of 4, likewise. */
static bool put_bytes(layout *l, dxk_bytes bytes, uint32_t *offset)
{
    size_t had = l->tables.count;
    dxk_str text = {bytes.size ? (const char *)bytes.data : "", bytes.size};
    l->tables.size = (l->at + 3) & ~UINT64_C(3);
    if (!dxki_yaml_strings_add(&l->tables, text, offset))
        return no_memory(l);
    if (l->tables.count > had)
        l->at = l->tables.size;
    return true;
}

static bool put_words(layout *l, const uint32_t *words, size_t count, uint32_t *offset)
{
    uint8_t *bytes = dxki_arena_alloc(l->d->arena, 4 * count + 1);
    if (!bytes)
        return no_memory(l);
    for (size_t i = 0; i < count; i++)
        dxki_word_put(bytes, i, words[i]);
    return put_bytes(l, (dxk_bytes){bytes, 4 * count}, offset);
}

static bool put_name(layout *l, dxki_yaml_node *map, const char *name, uint32_t *offset)
{
    return dxki_yaml_derive_name(&l->texts, map, name, offset);
}

/* The number of a member, for a table that is built from it; the walk says what is wrong. */
static uint32_t number_of(const dxki_yaml_node *map, const char *name)
{
    const dxki_yaml_node *node = dxki_yaml_derive_find(map, name);
    uint64_t number = 0;
    return node && dxki_yaml_derive_is_number(node, &number) ? (uint32_t)number : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static bool place_type(layout *l, size_t index, uint32_t *offset);

static bool add_type(layout *l, dxki_yaml_node *node)
{
    type t = {.node = node};
    if (node->kind != DXKI_NODE_MAP)
        return dxki_yaml_derive_expected(l->d, node, "a mapping");
    return dxki_vec_push(l->d->ctx, &l->types, t) || no_memory(l);
}

/* A type that stands where it is referred to becomes one of the list. */
static bool take_inline(layout *l, dxki_yaml_node *node)
{
    dxki_yaml_node *copy = dxki_yaml_node_new(l->d->arena, DXKI_NODE_MAP, 0);
    if (!copy)
        return no_memory(l);
    copy->line = node->line;
    copy->column = node->column;
    for (dxki_yaml_node *n = node->as.list.first, *next; n; n = next) {
        next = n->next;
        n->next = NULL;
        dxki_yaml_node_append(copy, n->key, n);
    }
    return add_type(l, copy);
}

/* "#3". */
static bool index_of(layout *l, const dxki_yaml_node *node, size_t *index)
{
    dxki_yaml_node digits = *node;
    uint64_t number = 0;
    bool negative = true;
    if (node->kind == DXKI_NODE_TEXT && node->as.text.size > 1 && node->as.text.data[0] == '#') {
        digits.as.text.data++;
        digits.as.text.size--;
        if (!dxki_yaml_node_number(&digits, &number, &negative))
            negative = true;
    }
    *index = (size_t)number;
    return (!negative && number < l->types.count) ||
           dxki_yaml_derive_expected(l->d, node,
                                     "'#' and the number of a type, a type, or an offset");
}

static bool put_type(layout *l, dxki_yaml_node *node, uint32_t *offset)
{
    uint64_t number;
    size_t index = l->types.count;
    *offset = 0;
    if (node->kind == DXKI_NODE_TEXT && dxki_yaml_node_is_empty(node))
        dxki_yaml_derive_set(node, 0);
    if (dxki_yaml_derive_is_number(node, &number))
        return dxki_yaml_derive_offset(l->d, node, "type");
    bool found = node->kind == DXKI_NODE_MAP ? take_inline(l, node) : index_of(l, node, &index);
    if (!found || !place_type(l, index, offset))
        return false;
    dxki_yaml_derive_set(node, *offset);
    return true;
}

static bool put_member_type(layout *l, dxki_yaml_node *map, const char *name, uint32_t *offset)
{
    dxki_yaml_node *node = dxki_yaml_derive_find(map, name);
    *offset = 0;
    return node ? put_type(l, node, offset)
                : dxki_yaml_derive_put_number(l->d, map, name, 0) != NULL;
}

/* A list and room for `per` words for each of its elements; *list is NULL when there is none. */
static bool open_list(layout *l, dxki_yaml_node *node, const char *name, uint32_t per,
                      dxki_yaml_node **list, uint32_t **words)
{
    const dxki_yaml_node *there = dxki_yaml_derive_find(node, name);
    *list = NULL;
    if (!there || dxki_yaml_node_is_empty(there))
        return true;
    *list = dxki_yaml_derive_group(l->d, node, name, DXKI_NODE_LIST);
    if (!*list)
        return false;
    *words = DXKI_NEW_ARRAY(l->d->arena, uint32_t, per * (*list)->as.list.count);
    return *words || no_memory(l);
}

static bool place_interfaces(layout *l, dxki_yaml_node *node, dxki_yaml_node *head)
{
    dxki_yaml_node *list;
    size_t count = 0;
    uint32_t offset = 0, *words;
    if (!open_list(l, node, "interfaces", 1, &list, &words))
        return false;
    if (list) {
        for (dxki_yaml_node *n = list->as.list.first; n; n = n->next)
            if (!put_type(l, n, &words[count++]))
                return false;
        if (!put_words(l, words, count, &offset))
            return false;
    }
    return dxki_yaml_derive_number(l->d, head, "interface_count", count) &&
           dxki_yaml_derive_number(l->d, head, "interfaces", offset);
}

/* Interfaces have no members, but a place for them. */
static bool is_interface(const dxki_yaml_node *head)
{
    const dxki_yaml_node *node = dxki_yaml_derive_find(head, "type_class");
    uint64_t number = 0;
    if (node && node->kind == DXKI_NODE_TEXT &&
        dxk_enum_find(DXK_ENUM_ID_rdef_class, node->as.text, &number))
        return number == DXK_RDEF_CLASS_INTERFACE_CLASS;
    return number_of(head, "type_class") == DXK_RDEF_CLASS_INTERFACE_CLASS;
}

static bool place_members(layout *l, dxki_yaml_node *node, dxki_yaml_node *head)
{
    dxki_yaml_node *list;
    size_t count = 0;
    uint32_t offset = 0, *words;
    if (!open_list(l, node, "members", 3, &list, &words))
        return false;
    if (list) {
        for (dxki_yaml_node *n = list->as.list.first; n; n = n->next, count++) {
            if (n->kind != DXKI_NODE_MAP)
                return dxki_yaml_derive_expected(l->d, n, "a mapping");
            if (!put_name(l, n, "name", &words[3 * count]) ||
                !put_member_type(l, n, "type", &words[3 * count + 1]))
                return false;
            words[3 * count + 2] = number_of(n, "start");
        }
        if (!put_words(l, words, 3 * count, &offset))
            return false;
    }
    if (count == 0 && is_interface(head))
        offset = (uint32_t)align(l);
    return dxki_yaml_derive_number(l->d, head, "member_count", count) &&
           dxki_yaml_derive_number(l->d, head, "members", offset);
}

static bool place_content(layout *l, dxki_yaml_node *node)
{
    dxki_yaml_node *head = dxki_yaml_derive_group(l->d, node, "head", DXKI_NODE_MAP);
    uint32_t ignored;
    return head &&
           (!l->newer || (put_name(l, head, "name", &ignored) &&
                          put_member_type(l, head, "sub_type", &ignored) &&
                          put_member_type(l, head, "base_class", &ignored) &&
                          place_interfaces(l, node, head))) &&
           place_members(l, node, head);
}

static bool place_type(layout *l, size_t index, uint32_t *offset)
{
    const dxki_yaml_node *node = l->types.items[index].node;
    if (l->types.items[index].state == PLACING)
        return dxki_yaml_derive_expected(l->d, node, "a type that does not contain itself");
    if (l->types.items[index].state == WAITING) {
        dxki_arg args[] = {dxki_dec(l->d->ctx->limits.depth)};
        if (l->depth++ == l->d->ctx->limits.depth)
            return dxki_yaml_derive_check(
                l->d, dxki_yaml_node_report(l->d->ctx, node, DXKI_RULE_LIMIT_YAML_DEPTH, args, 1));
        l->types.items[index].state = PLACING;
        if (!place_content(l, l->types.items[index].node)) /* may move the items */
            return false;
        l->types.items[index].offset = (uint32_t)align(l);
        l->types.items[index].state = PLACED;
        l->at += l->sizes.type;
        l->depth--;
    }
    *offset = l->types.items[index].offset;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers and bindings                                                                       */

static bool put_value(layout *l, dxki_yaml_node *variable)
{
    dxki_yaml_node *node = dxki_yaml_derive_find(variable, "default_value");
    value v = {0, {NULL, 0}};
    uint64_t number;
    if (!node)
        return dxki_yaml_derive_put_number(l->d, variable, "default_value", 0) != NULL;
    if (dxki_yaml_node_is_empty(node))
        dxki_yaml_derive_set(node, 0);
    if (dxki_yaml_derive_is_number(node, &number))
        return dxki_yaml_derive_offset(l->d, node, "default_value");
    if (!dxki_yaml_derive_bytes(l->d, node, &v.bytes))
        return false;
    uint32_t size = number_of(variable, "size");
    if (v.bytes.size != size) {
        dxki_arg args[] = {dxki_dec(v.bytes.size), dxki_dec(size)};
        return dxki_yaml_derive_check(
            l->d, dxki_yaml_node_report(l->d->ctx, node, DXKI_RULE_YAML_COUNT, args, 2));
    }
    if (!put_bytes(l, v.bytes, &v.offset))
        return false;
    dxki_yaml_derive_set(node, v.offset);
    return dxki_vec_push(l->d->ctx, &l->values, v) || no_memory(l);
}

/* What variables of shader model 5 say of textures and samplers, which most do not have. */
static bool put_slots(layout *l, dxki_yaml_node *variable)
{
    static const char *const names[] = {"first_texture", "texture_count", "first_sampler",
                                        "sampler_count"};
    for (size_t i = 0; l->newer && i < 4; i++)
        if (!dxki_yaml_derive_find(variable, names[i]) &&
            !dxki_yaml_derive_put_number(l->d, variable, names[i], i % 2 ? 0 : NOTHING))
            return false;
    return true;
}

static bool place_variables(layout *l, dxki_yaml_node *buffer, dxki_yaml_node *head)
{
    dxki_yaml_node *list = dxki_yaml_derive_find(buffer, "variables");
    uint32_t ignored;
    if (!list || dxki_yaml_node_is_empty(list))
        return dxki_yaml_derive_number(l->d, head, "variable_count", 0) &&
               dxki_yaml_derive_number(l->d, head, "variables", 0);
    list = dxki_yaml_derive_group(l->d, buffer, "variables", DXKI_NODE_LIST);
    if (!list || !dxki_yaml_derive_number(l->d, head, "variable_count", list->as.list.count) ||
        !dxki_yaml_derive_number(l->d, head, "variables", align(l)))
        return false;
    l->at += list->as.list.count * (uint64_t)l->sizes.variable;
    for (dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        if (n->kind != DXKI_NODE_MAP)
            return dxki_yaml_derive_expected(l->d, n, "a mapping");
        if (!put_name(l, n, "name", &ignored) || !put_member_type(l, n, "type", &ignored) ||
            !put_value(l, n) || !put_slots(l, n))
            return false;
    }
    return true;
}

/* Elements of a list at the end of what was put down; 0 in *offset when there are none. */
static bool open_table(layout *l, dxki_yaml_node *header, const char *list_name,
                       const char *count_name, uint32_t size, uint64_t nowhere,
                       dxki_yaml_node **list)
{
    *list = dxki_yaml_derive_group(l->d, l->map, list_name, DXKI_NODE_LIST);
    if (!*list)
        return false;
    uint64_t count = (*list)->as.list.count, offset = count ? align(l) : nowhere;
    for (const dxki_yaml_node *n = (*list)->as.list.first; n; n = n->next)
        if (n->kind != DXKI_NODE_MAP)
            return dxki_yaml_derive_expected(l->d, n, "a mapping");
    l->at += count * size;
    return dxki_yaml_derive_number(l->d, header, count_name, count) &&
           dxki_yaml_derive_number(l->d, header, list_name, offset);
}

static bool place_all(layout *l, dxki_yaml_node *header)
{
    dxki_yaml_node *list;
    uint32_t ignored;
    if (!open_table(l, header, "bindings", "binding_count", l->sizes.binding, l->at, &list))
        return false;
    for (dxki_yaml_node *n = list->as.list.first; n; n = n->next)
        if (!put_name(l, n, "name", &ignored))
            return false;
    if (!open_table(l, header, "buffers", "buffer_count", l->sizes.buffer, 0, &list))
        return false;
    for (dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        dxki_yaml_node *head = dxki_yaml_derive_group(l->d, n, "head", DXKI_NODE_MAP);
        if (!head || !put_name(l, head, "name", &ignored) || !place_variables(l, n, head))
            return false;
    }
    if (!put_name(l, header, "creator", &ignored))
        return false;
    l->d->size = align(l);
    return l->d->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Lists in the order of the walk                                                             */

/* Moves the type at an offset to the end of the list, if it was not met before. */
static bool list_type(layout *l, dxki_yaml_node *list, const dxki_yaml_node *reference)
{
    size_t low = 0, high = l->types.count;
    uint64_t offset = reference ? reference->as.number : 0;
    if (!reference || reference->kind != DXKI_NODE_NUMBER || reference->flags & DXKI_NODE_FORCED ||
        offset == 0)
        return true;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->types.items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == l->types.count || l->types.items[low].offset != offset || l->types.items[low].listed)
        return true;
    l->types.items[low].listed = true;
    l->types.items[low].node->next = NULL;
    dxki_yaml_node_append(list, (dxk_str){NULL, 0}, l->types.items[low].node);
    return true;
}

static void list_elements(layout *l, dxki_yaml_node *list, const dxki_yaml_node *group,
                          const char *name)
{
    for (const dxki_yaml_node *n = group ? group->as.list.first : NULL; n; n = n->next)
        list_type(l, list, name ? dxki_yaml_derive_find(n, name) : n);
}

static bool by_offset(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const type *)a)->offset > ((const type *)b)->offset;
}

/* The walk asks for types in the order in which it meets them. */
static bool sort_types(layout *l)
{
    dxki_yaml_node *list = dxki_yaml_derive_group(l->d, l->map, "types", DXKI_NODE_LIST);
    const dxki_yaml_node *buffers = dxki_yaml_derive_find(l->map, "buffers");
    if (!list ||
        !dxki_sort(l->d->ctx, l->types.items, l->types.count, sizeof(type), by_offset, NULL))
        return list ? no_memory(l) : false;
    memset(&list->as, 0, sizeof list->as);
    for (const dxki_yaml_node *n = buffers->as.list.first; n; n = n->next)
        list_elements(l, list, dxki_yaml_derive_find(n, "variables"), "type");
    for (const dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        const dxki_yaml_node *head = dxki_yaml_derive_find(n, "head");
        if (l->newer) {
            list_type(l, list, dxki_yaml_derive_find(head, "sub_type"));
            list_type(l, list, dxki_yaml_derive_find(head, "base_class"));
        }
        list_elements(l, list, dxki_yaml_derive_find(n, "members"), "type");
        if (l->newer)
            list_elements(l, list, dxki_yaml_derive_find(n, "interfaces"), NULL);
    }
    for (size_t i = 0; i < l->types.count; i++) /* nothing refers to them */
        if (!l->types.items[i].listed) {
            l->types.items[i].node->next = NULL;
            dxki_yaml_node_append(list, (dxk_str){NULL, 0}, l->types.items[i].node);
        }
    return true;
}

static bool value_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const value *)a)->offset > ((const value *)b)->offset;
}

static bool list_values(layout *l)
{
    dxki_yaml_node *list = dxki_yaml_derive_group(l->d, l->map, "values", DXKI_NODE_LIST);
    if (!list)
        return false;
    if (!dxki_sort(l->d->ctx, l->values.items, l->values.count, sizeof(value), value_after, NULL))
        return no_memory(l);
    for (size_t i = 0; i < l->values.count; i++) {
        dxki_yaml_node *node = dxki_yaml_node_new(l->d->arena, DXKI_NODE_BYTES, 0);
        if (!node)
            return no_memory(l);
        node->as.bytes = l->values.items[i].bytes;
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The part                                                                                   */

/* A size of records: what is given when it is no less than needed. */
static bool derive_stride(layout *l, dxki_yaml_node *map, const char *name, uint32_t size,
                          uint32_t *used)
{
    uint64_t wide;
    *used = size;
    if (!map)
        return true;
    bool ok = dxki_yaml_derive_least(l->d, map, name, size, size + 64u, &wide);
    *used = (uint32_t)wide;
    return ok;
}

/* The second header, which is there from shader model 5 on. */
static bool derive_sizes(layout *l, dxki_yaml_node *header)
{
    dxki_yaml_node *sizes = dxki_yaml_derive_find(l->map, "sizes");
    uint32_t major = number_of(header, "major_version"), minor = number_of(header, "minor_version");
    l->at = DXK_WIRE_SIZE_rdef_header;
    l->newer = sizes || major >= 5;
    if (l->newer && !sizes)
        sizes = dxki_yaml_derive_put(l->d, l->map, "sizes", DXKI_NODE_MAP);
    if (l->newer) {
        l->at += DXK_WIRE_SIZE_rdef_sizes;
        if (!sizes ||
            (!dxki_yaml_derive_find(sizes, "magic") &&
             !dxki_yaml_derive_put_number(l->d, sizes, "magic",
                                          minor ? DXKI_RDEF_MAGIC_5_1 : DXKI_RDEF_MAGIC_5_0)) ||
            (!dxki_yaml_derive_find(sizes, "interface_slots") &&
             !dxki_yaml_derive_put_number(l->d, sizes, "interface_slots", 0)) ||
            !dxki_yaml_derive_number(l->d, sizes, "header_size", l->at))
            return false;
    }
    bool wide = l->newer && number_of(sizes, "magic") == DXKI_RDEF_MAGIC_5_1;
    return derive_stride(l, sizes, "buffer_size", DXK_WIRE_SIZE_rdef_buffer, &l->sizes.buffer) &&
           derive_stride(l, sizes, "binding_size",
                         wide ? DXK_WIRE_SIZE_rdef_binding : DXK_WIRE_SIZE_rdef_binding - 8u,
                         &l->sizes.binding) &&
           derive_stride(l, sizes, "variable_size",
                         l->newer ? DXK_WIRE_SIZE_rdef_variable : DXK_WIRE_SIZE_rdef_variable - 16u,
                         &l->sizes.variable) &&
           derive_stride(l, sizes, "type_size",
                         l->newer ? DXK_WIRE_SIZE_rdef_type : DXK_WIRE_SIZE_rdef_type - 20u,
                         &l->sizes.type) &&
           derive_stride(l, sizes, "member_size", DXK_WIRE_SIZE_rdef_member, &l->sizes.member);
}

static bool derive(layout *l, dxki_yaml_node *header)
{
    dxki_yaml_node *types = dxki_yaml_derive_group(l->d, l->map, "types", DXKI_NODE_LIST);
    if (!types || !dxki_yaml_derive_texts_init(&l->texts, l->d, l->map, &l->at, false))
        return false;
    if (!dxki_yaml_strings_init(&l->tables, l->d->arena, true))
        return no_memory(l);
    for (dxki_yaml_node *n = types->as.list.first; n; n = n->next)
        if (!add_type(l, n))
            return false;
    return derive_sizes(l, header) && place_all(l, header) && sort_types(l) && list_values(l);
}

bool dxki_yaml_derive_rdef(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    layout l = {.d = d, .map = map};
    if (dxki_yaml_derive_has(map, "strings") || dxki_yaml_derive_has(map, "slack") ||
        dxki_yaml_derive_has(map, "values")) {
        d->size = d->given;
        return true;
    }
    dxki_yaml_node *header = dxki_yaml_derive_group(d, map, "header", DXKI_NODE_MAP);
    d->filled = true;
    bool ok = header && derive(&l, header);
    dxki_vec_free(d->ctx, &l.types);
    dxki_vec_free(d->ctx, &l.values);
    return ok;
}

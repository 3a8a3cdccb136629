/* SPDX-License-Identifier: MIT */
/* derive.c - numbers that follow from the rest of a document; see derive.h. */
#include "yaml/derive.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/reader_rules.h"
#include "yaml/fields.h"

#include <string.h>

#define KEY_MOST 64u

bool dxki_yaml_derive_check(dxki_yaml_derive *d, dxk_status status)
{
    if (d->status == DXK_OK)
        d->status = status;
    return d->status == DXK_OK;
}

static bool no_memory(dxki_yaml_derive *d)
{
    return dxki_yaml_derive_check(d, dxki_nomem(d->ctx));
}

bool dxki_yaml_derive_expected(dxki_yaml_derive *d, const dxki_yaml_node *node, const char *what)
{
    dxki_arg args[] = {dxki_text(dxki_str(what))};
    return dxki_yaml_derive_check(
        d, dxki_yaml_node_report(d->ctx, node, DXKI_RULE_YAML_TYPE, args, 1));
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

dxki_yaml_node *dxki_yaml_derive_find(const dxki_yaml_node *map, const char *name)
{
    char key[KEY_MOST];
    size_t size = dxki_yaml_camel(name, key, sizeof key);
    return dxki_yaml_node_peek(map, (dxk_str){key, size}, NULL);
}

dxki_yaml_node *dxki_yaml_derive_put(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                                     dxki_yaml_node_kind kind)
{
    char key[KEY_MOST];
    size_t size = dxki_yaml_camel(name, key, sizeof key);
    const char *copy = dxki_arena_strdup(d->arena, key, size);
    dxki_yaml_node *node = dxki_yaml_node_new(d->arena, kind, 0);
    if (!copy || !node) {
        no_memory(d);
        return NULL;
    }
    node->line = map->line;
    node->column = map->column;
    node->flags |= DXKI_NODE_USED;
    dxki_yaml_node_append(map, (dxk_str){copy, size}, node);
    return node;
}

dxki_yaml_node *dxki_yaml_derive_put_number(dxki_yaml_derive *d, dxki_yaml_node *map,
                                            const char *name, uint64_t number)
{
    dxki_yaml_node *node = dxki_yaml_derive_put(d, map, name, DXKI_NODE_NUMBER);
    if (node)
        node->as.number = number;
    return node;
}

dxki_yaml_node *dxki_yaml_derive_group(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                                       dxki_yaml_node_kind kind)
{
    dxki_yaml_node *node = dxki_yaml_derive_find(map, name);
    if (!node)
        return dxki_yaml_derive_put(d, map, name, kind);
    node->flags |= DXKI_NODE_USED; /* also when the walk has no place for an empty one */
    if (node->kind != kind && dxki_yaml_node_is_empty(node)) {
        node->kind = (uint8_t)kind;
        memset(&node->as, 0, sizeof node->as);
    }
    if (kind == DXKI_NODE_LIST && !dxki_yaml_node_spread(d->arena, node)) {
        no_memory(d);
        return NULL;
    }
    if (node->kind == kind)
        return node;
    dxki_yaml_derive_expected(d, node, kind == DXKI_NODE_LIST ? "a list" : "a mapping");
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

bool dxki_yaml_derive_is_number(const dxki_yaml_node *node, uint64_t *number)
{
    bool negative;
    if (node->kind == DXKI_NODE_TEXT && !(node->flags & DXKI_NODE_PLAIN))
        return false;
    return dxki_yaml_node_number(node, number, &negative);
}

void dxki_yaml_derive_set(dxki_yaml_node *node, uint64_t number)
{
    node->kind = DXKI_NODE_NUMBER;
    node->flags &= DXKI_NODE_USED;
    memset(&node->as, 0, sizeof node->as);
    node->as.number = number;
}

bool dxki_yaml_derive_force(dxki_yaml_derive *d, dxki_yaml_node *node, const char *name,
                            uint64_t given, uint64_t computed)
{
    char key[KEY_MOST];
    dxk_str text = {key, dxki_yaml_camel(name, key, sizeof key)};
    dxki_arg args[] = {dxki_text(text), dxki_dec(given), dxki_dec(computed)};
    if (given > UINT32_MAX) /* the walk says that it does not fit */
        return d->status == DXK_OK;
    dxki_yaml_derive_set(node, given << 32 | (computed & UINT32_MAX));
    node->flags |= DXKI_NODE_FORCED;
    return dxki_yaml_derive_check(
        d, dxki_yaml_node_report(d->ctx, node, DXKI_RULE_YAML_OBEYED, args, 3));
}

bool dxki_yaml_derive_least(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                            uint64_t computed, uint64_t most, uint64_t *used)
{
    dxki_yaml_node *node = dxki_yaml_derive_find(map, name);
    uint64_t given;
    *used = computed;
    if (!node)
        return dxki_yaml_derive_put_number(d, map, name, computed) != NULL;
    if (!dxki_yaml_derive_is_number(node, &given))
        return dxki_yaml_derive_expected(d, node, "a number");
    if (given >= computed && given <= most)
        *used = given;
    else if (!(node->flags & DXKI_NODE_FORCED))
        return dxki_yaml_derive_force(d, node, name, given, computed);
    return d->status == DXK_OK;
}

bool dxki_yaml_derive_number(dxki_yaml_derive *d, dxki_yaml_node *map, const char *name,
                             uint64_t computed)
{
    uint64_t used;
    return dxki_yaml_derive_least(d, map, name, computed, computed, &used);
}

bool dxki_yaml_derive_bytes(dxki_yaml_derive *d, dxki_yaml_node *node, dxk_bytes *bytes)
{
    size_t count = dxki_yaml_node_count(node);
    *bytes = (dxk_bytes){NULL, 0};
    if (dxki_yaml_node_is_empty(node))
        return true;
    if (node->kind == DXKI_NODE_BYTES) {
        *bytes = node->as.bytes;
        return true;
    }
    if (node->kind != DXKI_NODE_LIST)
        return dxki_yaml_derive_expected(d, node, "a list of bytes");
    uint8_t *out = dxki_arena_alloc(d->arena, count);
    if (!out)
        return no_memory(d);
    *bytes = (dxk_bytes){out, count};
    for (const dxki_yaml_node *n = node->as.list.first; n; n = n->next) {
        uint64_t number;
        if (!dxki_yaml_derive_is_number(n, &number) || number > 255)
            return dxki_yaml_derive_expected(d, n, "a number below 256");
        *out++ = (uint8_t)number;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Strings                                                                                    */

bool dxki_yaml_derive_has(const dxki_yaml_node *map, const char *name)
{
    const dxki_yaml_node *node = dxki_yaml_derive_find(map, name);
    return node && !dxki_yaml_node_is_empty(node);
}

bool dxki_yaml_derive_texts_init(dxki_yaml_derive_texts *t, dxki_yaml_derive *d,
                                 dxki_yaml_node *map, uint64_t *at, bool aligned)
{
    *t = (dxki_yaml_derive_texts){.d = d, .at = at, .aligned = aligned};
    t->list = dxki_yaml_derive_group(d, map, "strings", DXKI_NODE_LIST);
    return t->list && (dxki_yaml_strings_init(&t->pool, d->arena, false) || no_memory(d));
}

/* A text of the pool after everything else, or where it is already. */
static bool put_text(dxki_yaml_derive_texts *t, dxk_str text, uint32_t *offset)
{
    size_t count = t->pool.count;
    t->pool.size = t->aligned ? (*t->at + 3) & ~UINT64_C(3) : *t->at;
    if (!dxki_yaml_strings_add(&t->pool, text, offset))
        return no_memory(t->d);
    if (t->pool.count == count)
        return true;
    *t->at = t->pool.size;
    dxki_yaml_node *node = dxki_yaml_node_new(t->d->arena, DXKI_NODE_TEXT, 0);
    if (!node)
        return no_memory(t->d);
    node->as.text = text;
    dxki_yaml_node_append(t->list, (dxk_str){NULL, 0}, node);
    return true;
}

bool dxki_yaml_derive_offset(dxki_yaml_derive *d, dxki_yaml_node *node, const char *name)
{
    uint64_t number;
    if (!dxki_yaml_derive_is_number(node, &number))
        return dxki_yaml_derive_expected(d, node, "text, or an offset");
    return number == 0 || dxki_yaml_derive_force(d, node, name, number, 0);
}

bool dxki_yaml_derive_name(dxki_yaml_derive_texts *t, dxki_yaml_node *map, const char *name,
                           uint32_t *offset)
{
    dxki_yaml_node *node = dxki_yaml_derive_find(map, name);
    uint64_t number;
    *offset = 0;
    if (!node)
        return dxki_yaml_derive_put_number(t->d, map, name, 0) != NULL;
    if (dxki_yaml_node_is_empty(node))
        dxki_yaml_derive_set(node, 0);
    if (node->kind == DXKI_NODE_TEXT && !dxki_yaml_derive_is_number(node, &number)) {
        if (!put_text(t, node->as.text, offset))
            return false;
        dxki_yaml_derive_set(node, *offset);
        return true;
    }
    return dxki_yaml_derive_offset(t->d, node, name);
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* Sizes and offset of the bitcode after the header. */
bool dxki_yaml_derive_program(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    dxki_yaml_node *header = dxki_yaml_derive_group(d, map, "header", DXKI_NODE_MAP);
    dxki_yaml_node *bitcode = dxki_yaml_derive_find(map, "bitcode");
    dxki_yaml_node *before = dxki_yaml_derive_find(map, "before"),
                   *after = dxki_yaml_derive_find(map, "after");
    enum { MAGIC = 8 }; /* where offsets count from */
    if (!header)
        return false;
    uint64_t start = DXK_WIRE_SIZE_program_header + (before ? dxki_yaml_node_count(before) : 0);
    uint64_t code = bitcode ? dxki_yaml_node_count(bitcode) : 0;
    d->size = start + code + (after ? dxki_yaml_node_count(after) : 0);
    uint64_t words = ((d->size > d->given ? d->size : d->given) + 3) / 4;
    if (!dxki_yaml_derive_find(header, "magic") &&
        !dxki_yaml_derive_put_number(d, header, "magic", DXK_PART_DXIL))
        return false;
    return dxki_yaml_derive_number(d, header, "size_in_dwords", words) &&
           dxki_yaml_derive_number(d, header, "bitcode_offset", start - MAGIC) &&
           dxki_yaml_derive_number(d, header, "bitcode_size", code);
}

dxki_yaml_derive_part dxki_yaml_derive_of(const dxki_part_kind *kind)
{
    static const struct {
        dxki_part_codec codec;
        dxki_yaml_derive_part derive;
    } rows[] = {
        {dxki_part_walk_rdat, dxki_yaml_derive_rdat},
        {dxki_part_walk_pdb_info, dxki_yaml_derive_pdb_info},
        {dxki_part_walk_rdef, dxki_yaml_derive_rdef},
        {dxki_part_walk_program, dxki_yaml_derive_program},
        {dxki_part_walk_signature, dxki_yaml_derive_signature},
        {dxki_part_walk_signature4, dxki_yaml_derive_signature},
        {dxki_part_walk_signature5, dxki_yaml_derive_signature},
        {dxki_part_walk_level9, dxki_yaml_derive_level9},
        {dxki_part_walk_ifce, dxki_yaml_derive_ifce},
        {dxki_part_walk_library, dxki_yaml_derive_library},
        {dxki_part_walk_function_signature, dxki_yaml_derive_function_signature},
    };
    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        if (rows[i].codec == kind->codec)
            return rows[i].derive;
    return NULL;
}

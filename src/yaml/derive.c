/* SPDX-License-Identifier: MIT */
/* derive.c - numbers that follow from the rest of a document; see derive.h. */
#include "yaml/derive.h"

#include "base/out.h"
#include "yaml/fields.h"

#include <string.h>

#define KEY_MOST 64u

bool dxki_derive_check(dxki_derive *d, dxk_status status)
{
    if (d->status == DXK_OK)
        d->status = status;
    return d->status == DXK_OK;
}

static bool no_memory(dxki_derive *d)
{
    return dxki_derive_check(d, dxki_nomem(d->ctx));
}

bool dxki_derive_expected(dxki_derive *d, const dxki_node *node, const char *what)
{
    dxki_arg args[] = {dxki_text(dxki_str(what))};
    return dxki_derive_check(d, dxki_node_report(d->ctx, node, DXKI_RULE_YAML_TYPE, args, 1));
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

dxki_node *dxki_derive_find(const dxki_node *map, const char *name)
{
    char key[KEY_MOST];
    size_t size = dxki_camel(name, key, sizeof key);
    return dxki_node_peek(map, (dxk_str){key, size}, NULL);
}

dxki_node *dxki_derive_put(dxki_derive *d, dxki_node *map, const char *name, dxki_node_kind kind)
{
    char key[KEY_MOST];
    size_t size = dxki_camel(name, key, sizeof key);
    const char *copy = dxki_arena_strdup(d->arena, key, size);
    dxki_node *node = dxki_node_new(d->arena, kind, 0);
    if (!copy || !node) {
        no_memory(d);
        return NULL;
    }
    node->line = map->line;
    node->column = map->column;
    node->flags |= DXKI_NODE_USED;
    dxki_node_append(map, (dxk_str){copy, size}, node);
    return node;
}

dxki_node *dxki_derive_put_number(dxki_derive *d, dxki_node *map, const char *name, uint64_t number)
{
    dxki_node *node = dxki_derive_put(d, map, name, DXKI_NODE_NUMBER);
    if (node)
        node->as.number = number;
    return node;
}

dxki_node *dxki_derive_group(dxki_derive *d, dxki_node *map, const char *name, dxki_node_kind kind)
{
    dxki_node *node = dxki_derive_find(map, name);
    if (!node)
        return dxki_derive_put(d, map, name, kind);
    node->flags |= DXKI_NODE_USED; /* also when the walk has no place for an empty one */
    if (node->kind != kind && dxki_node_is_empty(node)) {
        node->kind = (uint8_t)kind;
        memset(&node->as, 0, sizeof node->as);
    }
    if (kind == DXKI_NODE_LIST && !dxki_node_spread(d->arena, node)) {
        no_memory(d);
        return NULL;
    }
    if (node->kind == kind)
        return node;
    dxki_derive_expected(d, node, kind == DXKI_NODE_LIST ? "a list" : "a mapping");
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

bool dxki_derive_is_number(const dxki_node *node, uint64_t *number)
{
    bool negative;
    if (node->kind == DXKI_NODE_TEXT && !(node->flags & DXKI_NODE_PLAIN))
        return false;
    return dxki_node_number(node, number, &negative);
}

void dxki_derive_set(dxki_node *node, uint64_t number)
{
    node->kind = DXKI_NODE_NUMBER;
    node->flags &= DXKI_NODE_USED;
    memset(&node->as, 0, sizeof node->as);
    node->as.number = number;
}

bool dxki_derive_force(dxki_derive *d, dxki_node *node, const char *name, uint64_t given,
                       uint64_t computed)
{
    char key[KEY_MOST];
    dxk_str text = {key, dxki_camel(name, key, sizeof key)};
    dxki_arg args[] = {dxki_text(text), dxki_dec(given), dxki_dec(computed)};
    if (given > UINT32_MAX) /* the walk says that it does not fit */
        return d->status == DXK_OK;
    dxki_derive_set(node, given << 32 | (computed & UINT32_MAX));
    node->flags |= DXKI_NODE_FORCED;
    return dxki_derive_check(d, dxki_node_report(d->ctx, node, DXKI_RULE_YAML_OBEYED, args, 3));
}

bool dxki_derive_least(dxki_derive *d, dxki_node *map, const char *name, uint64_t computed,
                       uint64_t most, uint64_t *used)
{
    dxki_node *node = dxki_derive_find(map, name);
    uint64_t given;
    *used = computed;
    if (!node)
        return dxki_derive_put_number(d, map, name, computed) != NULL;
    if (!dxki_derive_is_number(node, &given))
        return dxki_derive_expected(d, node, "a number");
    if (given >= computed && given <= most)
        *used = given;
    else if (!(node->flags & DXKI_NODE_FORCED))
        return dxki_derive_force(d, node, name, given, computed);
    return d->status == DXK_OK;
}

bool dxki_derive_number(dxki_derive *d, dxki_node *map, const char *name, uint64_t computed)
{
    uint64_t used;
    return dxki_derive_least(d, map, name, computed, computed, &used);
}

bool dxki_derive_bytes(dxki_derive *d, dxki_node *node, dxk_bytes *bytes)
{
    size_t count = dxki_node_count(node);
    *bytes = (dxk_bytes){NULL, 0};
    if (dxki_node_is_empty(node))
        return true;
    if (node->kind == DXKI_NODE_BYTES) {
        *bytes = node->as.bytes;
        return true;
    }
    if (node->kind != DXKI_NODE_LIST)
        return dxki_derive_expected(d, node, "a list of bytes");
    uint8_t *out = dxki_arena_alloc(d->arena, count);
    if (!out)
        return no_memory(d);
    *bytes = (dxk_bytes){out, count};
    for (const dxki_node *n = node->as.list.first; n; n = n->next) {
        uint64_t number;
        if (!dxki_derive_is_number(n, &number) || number > 255)
            return dxki_derive_expected(d, n, "a number below 256");
        *out++ = (uint8_t)number;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* Sizes and offset of the bitcode behind the header. */
bool dxki_derive_program(dxki_derive *d, dxki_node *map)
{
    dxki_node *header = dxki_derive_group(d, map, "header", DXKI_NODE_MAP);
    dxki_node *bitcode = dxki_derive_find(map, "bitcode");
    dxki_node *before = dxki_derive_find(map, "before"), *after = dxki_derive_find(map, "after");
    enum { MAGIC = 8 }; /* where offsets count from */
    if (!header)
        return false;
    uint64_t start = DXK_WIRE_SIZE_program_header + (before ? dxki_node_count(before) : 0);
    uint64_t code = bitcode ? dxki_node_count(bitcode) : 0;
    d->size = start + code + (after ? dxki_node_count(after) : 0);
    uint64_t words = ((d->size > d->given ? d->size : d->given) + 3) / 4;
    if (!dxki_derive_find(header, "magic") &&
        !dxki_derive_put_number(d, header, "magic", DXK_FOURCC('D', 'X', 'I', 'L')))
        return false;
    return dxki_derive_number(d, header, "size_in_dwords", words) &&
           dxki_derive_number(d, header, "bitcode_offset", start - MAGIC) &&
           dxki_derive_number(d, header, "bitcode_size", code);
}

dxki_derive_part dxki_derive_of(const dxki_part_kind *kind)
{
    static const struct {
        dxki_part_codec codec;
        dxki_derive_part derive;
    } rows[] = {
        {dxki_codec_rdat, dxki_derive_rdat},
        {dxki_codec_pdb_info, dxki_derive_pdb_info},
        {dxki_codec_rdef, dxki_derive_rdef},
        {dxki_codec_program, dxki_derive_program},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].codec == kind->codec)
            return rows[i].derive;
    return NULL;
}

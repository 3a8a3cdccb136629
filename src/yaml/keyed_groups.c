/* SPDX-License-Identifier: MIT */
/* keyed_groups.c - single keys, lists and mappings, and the table of parts; see keyed.h. */
#include "yaml/keyed.h"
#include "yaml/keyed_internal.h"

#include "base/count.h"
#include "base/out.h"
#include "parts/parts.h"
#include "spec/reader_rules.h"

/* ---------------------------------------------------------------------------------------- */
/* Single keys                                                                                */

bool dxki_yaml_keyed_number(dxki_yaml_keyed *k, const char *key, uint32_t *value, unsigned bits,
                            bool must)
{
    uint64_t wide = *value;
    if (k->status != DXK_OK)
        return false;
    if (!k->load)
        return dxki_yaml_keyed_put(k, dxki_str(key), dxki_yaml_keyed_number_node(k, wide, 0));
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, must);
    if (!node)
        return k->status == DXK_OK;
    bool ok = dxki_yaml_keyed_read_number(k, node, bits, &wide);
    *value = (uint32_t)wide;
    return ok;
}

bool dxki_yaml_keyed_text(dxki_yaml_keyed *k, const char *key, dxk_str *text, bool must)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load) /* what is not UTF-8 cannot be said; the part is then shown in another form */
        return dxki_yaml_is_text(*text)
                   ? dxki_yaml_keyed_put(k, dxki_str(key), dxki_yaml_keyed_text_node(k, *text, 0))
                   : dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, must);
    if (node && node->kind != DXKI_NODE_TEXT)
        return dxki_yaml_keyed_expected(k, node, "a string");
    if (node)
        *text = node->as.text;
    return k->status == DXK_OK;
}

bool dxki_yaml_keyed_bytes(dxki_yaml_keyed *k, const char *key, dxk_bytes *bytes, bool must)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        dxki_yaml_node *node = dxki_yaml_node_new(k->arena, DXKI_NODE_BYTES, DXKI_NODE_HEX);
        if (node)
            node->as.bytes = *bytes;
        return dxki_yaml_keyed_put(k, dxki_str(key), node);
    }
    dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, must);
    if (!node || dxki_yaml_node_is_empty(node))
        return k->status == DXK_OK;
    if (node->kind == DXKI_NODE_BYTES) {
        *bytes = node->as.bytes;
        return true;
    }
    if (node->kind != DXKI_NODE_LIST)
        return dxki_yaml_keyed_expected(k, node, "a list of bytes");
    uint8_t *out = dxki_arena_alloc(k->arena, node->as.list.count);
    if (!out)
        return dxki_yaml_keyed_no_memory(k);
    *bytes = (dxk_bytes){out, node->as.list.count};
    for (const dxki_yaml_node *n = node->as.list.first; n; n = n->next) {
        uint64_t value;
        if (!dxki_yaml_keyed_read_number(k, n, 8, &value))
            return false;
        *out++ = (uint8_t)value;
    }
    return true;
}

static dxki_yaml_node *words_node(dxki_yaml_keyed *k, const uint32_t *words, size_t count, bool hex)
{
    dxki_yaml_node *list = dxki_yaml_node_new(k->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    for (size_t i = 0; list && i < count; i++) {
        dxki_yaml_node *node = dxki_yaml_keyed_number_node(k, words[i], hex ? DXKI_NODE_HEX : 0);
        if (!node)
            return NULL;
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
    }
    return list;
}

static bool read_words(dxki_yaml_keyed *k, dxki_yaml_node *node, uint32_t **words, size_t *count)
{
    size_t i = 0;
    if (!dxki_yaml_node_spread(k->arena, node))
        return dxki_yaml_keyed_no_memory(k);
    if (node->kind != DXKI_NODE_LIST && !dxki_yaml_node_is_empty(node))
        return dxki_yaml_keyed_expected(k, node, "a list of numbers");
    *count = dxki_yaml_node_count(node);
    *words = DXKI_NEW_ARRAY(k->arena, uint32_t, *count);
    if (!*words)
        return dxki_yaml_keyed_no_memory(k);
    for (const dxki_yaml_node *n = *count ? node->as.list.first : NULL; n; n = n->next) {
        uint64_t value;
        if (!dxki_yaml_keyed_read_number(k, n, 32, &value))
            return false;
        (*words)[i++] = (uint32_t)value;
    }
    return true;
}

bool dxki_yaml_keyed_words(dxki_yaml_keyed *k, const char *key, uint32_t **words, size_t *count,
                           bool hex, bool must)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load)
        return dxki_yaml_keyed_put(k, dxki_str(key), words_node(k, *words, *count, hex));
    dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, must);
    return node ? read_words(k, node, words, count) : k->status == DXK_OK;
}

bool dxki_yaml_keyed_words_element(dxki_yaml_keyed *k, dxki_yaml_node *list, size_t index,
                                   uint32_t **words, size_t *count)
{
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        dxki_yaml_node *node = words_node(k, *words, *count, true);
        if (!node)
            return dxki_yaml_keyed_no_memory(k);
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
        return true;
    }
    dxki_yaml_node *node = list ? dxki_yaml_node_at(list, index) : NULL;
    return node ? read_words(k, node, words, count) : true;
}

/* ---------------------------------------------------------------------------------------- */
/* Groups                                                                                     */

bool dxki_yaml_keyed_enter(dxki_yaml_keyed *k, const char *key, bool must, dxki_yaml_node **back)
{
    if (k->status != DXK_OK)
        return false;
    dxki_yaml_node *map = dxki_yaml_node_new(k->arena, DXKI_NODE_MAP, 0);
    if (!map)
        return dxki_yaml_keyed_no_memory(k);
    if (!k->load && !dxki_yaml_keyed_put(k, dxki_str(key), map))
        return false;
    if (k->load) {
        dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, must);
        if (k->status != DXK_OK)
            return false;
        if (node && node->kind != DXKI_NODE_MAP && !dxki_yaml_node_is_empty(node))
            return dxki_yaml_keyed_expected(k, node, "a mapping");
        map->parent = k->map;
        map->key = dxki_str(key);
        if (node) {
            map->line = node->line;
            map->column = node->column;
        }
        map = node && node->kind == DXKI_NODE_MAP ? node : map;
    }
    *back = k->map;
    k->map = map;
    k->found = NULL;
    return true;
}

bool dxki_yaml_keyed_leave(dxki_yaml_keyed *k, dxki_yaml_node *back)
{
    bool ok = k->status == DXK_OK && (!k->load || dxki_yaml_keyed_unused(k, k->map));
    k->element = k->map; /* the list goes on after it */
    k->map = back;
    k->found = NULL;
    return ok;
}

bool dxki_yaml_keyed_list(dxki_yaml_keyed *k, const char *key, size_t *count, bool must,
                          dxki_yaml_node **list)
{
    *list = NULL;
    if (k->status != DXK_OK)
        return false;
    if (!k->load && k->brief && !must && *count == 0)
        return true;
    if (!k->load) {
        *list = dxki_yaml_node_new(k->arena, DXKI_NODE_LIST, 0);
        return dxki_yaml_keyed_put(k, dxki_str(key), *list);
    }
    *count = 0;
    dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, must);
    if (!node || dxki_yaml_node_is_empty(node))
        return k->status == DXK_OK;
    if (!dxki_yaml_node_spread(k->arena, node))
        return dxki_yaml_keyed_no_memory(k);
    if (node->kind != DXKI_NODE_LIST)
        return dxki_yaml_keyed_expected(k, node, "a list");
    *count = node->as.list.count;
    *list = node;
    return true;
}

bool dxki_yaml_keyed_next(dxki_yaml_keyed *k, dxki_yaml_node *list, size_t index,
                          dxki_yaml_node **back)
{
    dxki_yaml_node *map;
    if (k->status != DXK_OK)
        return false;
    if (!k->load) {
        map = dxki_yaml_node_new(k->arena, DXKI_NODE_MAP, 0);
        if (!map)
            return dxki_yaml_keyed_no_memory(k);
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, map);
    } else {
        map = index && k->element ? k->element->next : list->as.list.first;
        if (!map || map->kind != DXKI_NODE_MAP)
            return dxki_yaml_keyed_expected(k, map ? map : list, "a mapping");
        map->flags |= DXKI_NODE_USED;
    }
    *back = k->map;
    k->map = map;
    k->found = NULL;
    k->element = NULL;
    return true;
}

uint32_t dxki_yaml_keyed_obey(dxki_yaml_keyed *k, const char *key, uint32_t given,
                              uint64_t computed)
{
    const dxki_yaml_node *node = dxki_yaml_node_peek(k->map, dxki_str(key), NULL);
    if (given == DXKI_COMPUTED && !node)
        return (uint32_t)computed;
    if (given != computed && k->load) {
        dxki_arg args[] = {dxki_text(dxki_str(key)), dxki_dec(given), dxki_dec(computed)};
        dxki_yaml_keyed_report(k, node ? node : k->map, DXKI_RULE_YAML_OBEYED, args, 3);
    }
    return given;
}

bool dxki_yaml_keyed_force(dxki_yaml_keyed *k, uint32_t value, size_t pos, unsigned size)
{
    dxki_yaml_forced *forced = DXKI_NEW(k->arena, dxki_yaml_forced);
    if (!forced)
        return dxki_yaml_keyed_no_memory(k);
    *forced = (dxki_yaml_forced){k->forced, pos, size, value};
    k->forced = forced;
    return k->status == DXK_OK;
}

bool dxki_yaml_keyed_count(dxki_yaml_keyed *k, const char *key, uint32_t *count, size_t computed,
                           size_t pos)
{
    uint32_t given = dxki_yaml_keyed_obey(k, key, *count, computed);
    *count = (uint32_t)computed;
    return given == computed ? k->status == DXK_OK : dxki_yaml_keyed_force(k, given, pos, 4);
}

bool dxki_yaml_keyed_late(dxki_yaml_keyed *k, const char *key, uint32_t value)
{
    const dxki_yaml_node *node =
        value == DXKI_COMPUTED ? dxki_yaml_keyed_find(k, key, false) : NULL;
    return k->status == DXK_OK &&
           (!node || dxki_yaml_keyed_expected(k, node, "a number below 4294967295"));
}

bool dxki_yaml_keyed_unwritten(dxki_yaml_keyed *k, const char *key, const char *why)
{
    dxki_arg args[] = {dxki_text(dxki_str(key)), dxki_text(dxki_str(why))};
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, false);
    return !node ? k->status == DXK_OK
                 : dxki_yaml_keyed_report(k, node, DXKI_RULE_YAML_UNUSED, args, 2);
}

bool dxki_yaml_keyed_unused(dxki_yaml_keyed *k, const dxki_yaml_node *map)
{
    for (const dxki_yaml_node *n = map->as.list.first; n && k->status == DXK_OK; n = n->next) {
        dxki_arg args[] = {dxki_text(n->key)};
        if (!(n->flags & DXKI_NODE_USED))
            return dxki_yaml_keyed_report(k, n, DXKI_RULE_YAML_KEY, args, 1);
    }
    return k->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

static const dxki_yaml_keyed_part parts[] = {
#define PART(fourcc, key, since, extras, walk)                                                     \
    {                                                                                              \
        DXK_PART_##fourcc, key, since, extras, walk                                                \
    }
    PART(DXIL, "Program", 19, 0, dxki_yaml_keyed_program),
    PART(ILDB, "Program", 23, 0, dxki_yaml_keyed_program),
    PART(STAT, "Program", DXKI_OURS, 0, dxki_yaml_keyed_program),
    PART(SFI0, "Flags", 19, 0, dxki_yaml_keyed_feature_part),
    PART(HASH, "Hash", 19, 0, dxki_yaml_keyed_hash),
    PART(PSV0, "PSVInfo", 19, 4, dxki_yaml_keyed_psv0),
    PART(ISG1, "Signature", 19, 2, dxki_yaml_keyed_signature),
    PART(OSG1, "Signature", 19, 2, dxki_yaml_keyed_signature),
    PART(PSG1, "Signature", 19, 2, dxki_yaml_keyed_signature),
    PART(ISGN, "Signature", DXKI_OURS, 2, dxki_yaml_keyed_signature4),
    PART(OSGN, "Signature", DXKI_OURS, 2, dxki_yaml_keyed_signature4),
    PART(PCSG, "Signature", DXKI_OURS, 2, dxki_yaml_keyed_signature4),
    PART(OSG5, "Signature", DXKI_OURS, 2, dxki_yaml_keyed_signature5),
    PART(RTS0, "RootSignature", 20, 0, dxki_yaml_keyed_root_signature),
    PART(ILDN, "DebugName", 23, 0, dxki_yaml_keyed_debug_name),
    PART(VERS, "CompilerVersion", 23, 0, dxki_yaml_keyed_version),
    PART(SRCI, "SourceInfo", 23, 1, dxki_yaml_keyed_source),
    PART(PRIV, "PrivateData", 23, 0, NULL),
#undef PART
};

const dxki_yaml_keyed_part *dxki_yaml_keyed_part_of(uint32_t fourcc, dxk_yaml_schema schema)
{
    unsigned version = schema == DXK_YAML_DXK      ? DXKI_OURS
                       : schema == DXK_YAML_LLVM19 ? 19
                       : schema == DXK_YAML_LLVM20 ? 20
                       : schema == DXK_YAML_LLVM21 ? 21
                       : schema == DXK_YAML_LLVM22 ? 22
                                                   : 23;
    for (size_t i = 0; i < DXKI_COUNT(parts); i++)
        if (parts[i].fourcc == fourcc)
            return parts[i].since <= version ? &parts[i] : NULL;
    return NULL;
}

const dxki_part_kind *dxki_yaml_keyed_kind(const dxki_yaml_keyed_part *part)
{
    static const uint8_t program[12] = {[8] = 'D', [9] = 'X', [10] = 'I', [11] = 'L'};
    return dxki_part_kind_of(part->fourcc, (dxk_bytes){program, sizeof program});
}

bool dxki_yaml_keyed_is_payload(dxk_str key)
{
    for (size_t i = 0; i < DXKI_COUNT(parts); i++)
        if (dxki_yaml_str_equal(key, dxki_str(parts[i].key)))
            return true;
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * derive_legacy.c - what documents of the small parts of shader models 4 and 5 may leave out:
 * counts, sizes, offsets, and tables of strings. See derive.h. The layouts are the compiler's:
 *
 *   Aon9 ...  header | samplers | constants | integers | booleans | runtimes | code
 *   IFCE      header | slots | types | instances | for each slot: types, tables
 *             | names of instances, of types; all at multiples of 4
 *   LIBH      header | functions | creator | names of functions
 *   LFS0      header | parameters | for each: name, semantic
 *
 * A document with Strings or Slack says itself where things lie.
 */
#include "yaml/derive.h"

#include "spec/spec.h"

/* What is put down, one after the other. */
typedef struct layout {
    dxki_yaml_derive *d;
    dxki_yaml_node *map, *header;
    uint64_t at;
} layout;

/* True when the document does not say where things lie; then the header is there. */
static bool begin(layout *l, dxki_yaml_derive *d, dxki_yaml_node *map, uint64_t header_size)
{
    *l = (layout){.d = d, .map = map, .at = header_size};
    d->size = d->given;
    if (dxki_yaml_derive_has(map, "strings") || dxki_yaml_derive_has(map, "slack"))
        return false;
    d->filled = true;
    l->header = dxki_yaml_derive_group(d, map, "header", DXKI_NODE_MAP);
    return l->header != NULL;
}

static bool finish(layout *l, bool aligned)
{
    l->d->size = aligned ? (l->at + 3) & ~UINT64_C(3) : l->at;
    return l->d->status == DXK_OK;
}

/* A list of records: its count and offset in a mapping, and the room for it. */
static bool put_table(layout *l, const char *name, const char *count_name, const char *offset_name,
                      size_t record_size)
{
    dxki_yaml_node *list = dxki_yaml_derive_find(l->map, name);
    uint64_t count = list ? dxki_yaml_node_count(list) : 0;
    if (!dxki_yaml_derive_number(l->d, l->header, count_name, count) ||
        !dxki_yaml_derive_number(l->d, l->header, offset_name, l->at))
        return false;
    l->at += count * record_size;
    return true;
}

/* First element of a list; NULL when it is empty or not there. */
static dxki_yaml_node *first_of(const dxki_yaml_node *map, const char *name)
{
    dxki_yaml_node *list = dxki_yaml_derive_find(map, name);
    return list && list->kind == DXKI_NODE_LIST ? list->as.list.first : NULL;
}

/* A name of every element of a list. */
static bool put_names(layout *l, dxki_yaml_derive_texts *texts, const char *list, const char *name)
{
    uint32_t offset;
    for (dxki_yaml_node *n = first_of(l->map, list); n; n = n->next) {
        if (n->kind != DXKI_NODE_MAP)
            return dxki_yaml_derive_expected(l->d, n, "a mapping");
        if (!dxki_yaml_derive_name(texts, n, name, &offset))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */

bool dxki_yaml_derive_level9(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    layout l;
    dxki_yaml_node *code = dxki_yaml_derive_find(map, "code");
    if (!begin(&l, d, map, DXK_WIRE_SIZE_level9_header))
        return d->status == DXK_OK;
    const size_t constant = DXK_WIRE_SIZE_level9_constant;
    uint64_t size = code ? dxki_yaml_node_count(code) : 0;
    return put_table(&l, "samplers", "sampler_count", "samplers", DXK_WIRE_SIZE_level9_sampler) &&
           put_table(&l, "constants", "constant_count", "constants", constant) &&
           put_table(&l, "integers", "integer_count", "integers", constant) &&
           put_table(&l, "booleans", "boolean_count", "booleans", constant) &&
           put_table(&l, "runtimes", "runtime_count", "runtimes", DXK_WIRE_SIZE_level9_runtime) &&
           dxki_yaml_derive_number(d, l.header, "code", l.at) &&
           dxki_yaml_derive_number(d, l.header, "code_size", size) &&
           dxki_yaml_derive_number(d, l.header, "size", l.at += size) && finish(&l, false);
}

/* The classes of a slot and their function tables. */
static bool put_slot(layout *l, dxki_yaml_node *slot)
{
    if (slot->kind != DXKI_NODE_MAP)
        return dxki_yaml_derive_expected(l->d, slot, "a mapping");
    dxki_yaml_node *head = dxki_yaml_derive_group(l->d, slot, "head", DXKI_NODE_MAP);
    const dxki_yaml_node *types = dxki_yaml_derive_find(slot, "types");
    uint64_t count = types ? dxki_yaml_node_count(types) : 0;
    l->at = (l->at + 3) & ~UINT64_C(3);
    if (!head || !dxki_yaml_derive_number(l->d, head, "type_count", count) ||
        !dxki_yaml_derive_number(l->d, head, "types", l->at))
        return false;
    l->at = (l->at + 2 * count + 3) & ~UINT64_C(3);
    if (!dxki_yaml_derive_number(l->d, head, "tables", l->at))
        return false;
    l->at += 4 * count;
    return true;
}

bool dxki_yaml_derive_ifce(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    layout l;
    dxki_yaml_derive_texts texts;
    if (!begin(&l, d, map, DXK_WIRE_SIZE_ifce_header))
        return d->status == DXK_OK;
    if (!put_table(&l, "slots", "slot_records", "slots", DXK_WIRE_SIZE_ifce_slot) ||
        !put_table(&l, "types", "type_count", "types", DXK_WIRE_SIZE_ifce_type) ||
        !put_table(&l, "instances", "instance_count", "instances", DXK_WIRE_SIZE_ifce_instance))
        return false;
    for (dxki_yaml_node *n = first_of(map, "slots"); n; n = n->next)
        if (!put_slot(&l, n))
            return false;
    return dxki_yaml_derive_texts_init(&texts, d, map, &l.at, true) &&
           put_names(&l, &texts, "instances", "name") && put_names(&l, &texts, "types", "name") &&
           finish(&l, true);
}

bool dxki_yaml_derive_library(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    layout l;
    dxki_yaml_derive_texts texts;
    uint32_t creator;
    if (!begin(&l, d, map, DXK_WIRE_SIZE_library_header))
        return d->status == DXK_OK;
    return put_table(&l, "functions", "function_count", "functions",
                     DXK_WIRE_SIZE_library_function) &&
           dxki_yaml_derive_texts_init(&texts, d, map, &l.at, false) &&
           dxki_yaml_derive_name(&texts, l.header, "creator", &creator) &&
           put_names(&l, &texts, "functions", "name") && finish(&l, false);
}

bool dxki_yaml_derive_function_signature(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    layout l;
    dxki_yaml_derive_texts texts;
    uint32_t offset;
    if (!begin(&l, d, map, DXK_WIRE_SIZE_function_header))
        return d->status == DXK_OK;
    if (!put_table(&l, "parameters", "parameter_count", "parameters",
                   DXK_WIRE_SIZE_function_parameter) ||
        !dxki_yaml_derive_texts_init(&texts, d, map, &l.at, false))
        return false;
    for (dxki_yaml_node *n = first_of(map, "parameters"); n; n = n->next) {
        if (n->kind != DXKI_NODE_MAP)
            return dxki_yaml_derive_expected(d, n, "a mapping");
        if (!dxki_yaml_derive_name(&texts, n, "name", &offset) ||
            !dxki_yaml_derive_name(&texts, n, "semantic", &offset))
            return false;
    }
    return finish(&l, true);
}

/* Count and offset alone: documents with names and without a table have LLVM's form. */
bool dxki_yaml_derive_signature(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    dxki_yaml_node *header = dxki_yaml_derive_group(d, map, "header", DXKI_NODE_MAP);
    dxki_yaml_node *elements = dxki_yaml_derive_find(map, "elements");
    dxki_yaml_node *before = dxki_yaml_derive_find(map, "before");
    uint64_t offset = DXK_WIRE_SIZE_signature_header + (before ? dxki_yaml_node_count(before) : 0);
    d->size = d->given;
    return header &&
           dxki_yaml_derive_number(d, header, "count",
                                   elements ? dxki_yaml_node_count(elements) : 0) &&
           dxki_yaml_derive_number(d, header, "offset", offset);
}

/* SPDX-License-Identifier: MIT */
/*
 * key_signature.c - LLVM's schema for signatures: ISG1, OSG1, PSG1; and the same, without the keys
 * that they lack, for the parts of shader models 4 and 5. See keyed.h. Source: LLVM's
 * DXContainerYAML and mcdxbc::Signature.
 *
 * LLVM sorts the elements and builds the table of names anew: each once, in order of first use,
 * unpadded. FXC does not sort; it pads the part with 0xAB. What differs has keys of ours:
 *
 *   Sorted        false: the elements stay as they stand in the document
 *   StringTable   the names in their places
 *   Padding       bytes after the names
 */
#include "yaml/keyed.h"
#include "base/sort.h"
#include "yaml/strings.h"

#include "base/out.h"

#include <string.h>

#define FILL 0xABu

typedef struct walker {
    dxki_yaml_keyed *k;
    dxk_signature *p;
    dxki_yaml_keys_id keys;
    bool legacy; /* as FXC writes */
} walker;

static bool no_memory(walker *w)
{
    return dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Order                                                                                      */

/* Elements by stream, register and name, as LLVM sorts them; the order of equal ones is kept. */
static bool is_later(const void *user, const void *a, const void *b)
{
    const dxk_signature_element *x = a, *y = b;
    (void)user;
    if (x->stream != y->stream)
        return x->stream > y->stream;
    if (x->register_index != y->register_index)
        return x->register_index > y->register_index;
    return x->name > y->name;
}

static bool is_sorted(const dxk_signature *p)
{
    for (size_t i = 1; i < p->header.count; i++) {
        if (is_later(NULL, &p->elements[i - 1], &p->elements[i]))
            return false;
    }
    return true;
}

static bool sort_elements(walker *w)
{
    dxk_signature *p = w->p;
    if (!dxki_sort(w->k->ctx, p->elements, p->header.count, sizeof *p->elements, is_later, NULL))
        return no_memory(w);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

/* The strings after the elements: names in order of first use, each once. */
static bool build_names(walker *w, const dxk_str *names, uint32_t *offsets)
{
    dxki_yaml_strings table;
    if (!dxki_yaml_strings_init(&table, w->k->arena, false))
        return no_memory(w);
    for (size_t i = 0; i < w->p->header.count; i++)
        if (!dxki_yaml_strings_add(&table, names[i], &offsets[i]))
            return no_memory(w);
    return dxki_yaml_strings_done(&table, 0, &w->p->strings) || no_memory(w);
}

/* Puts bytes after the names; those of FXC when the document has none. */
static bool pad_names(walker *w, const dxk_bytes *given)
{
    static const uint8_t fill[] = {FILL, FILL, FILL};
    dxk_bytes *strings = &w->p->strings;
    dxk_bytes padding = {fill, w->legacy ? (4 - strings->size % 4) % 4 : 0};
    if (given)
        padding = *given;
    if (padding.size == 0)
        return true;
    uint8_t *bytes = dxki_arena_alloc(w->k->arena, strings->size + padding.size);
    if (!bytes)
        return no_memory(w);
    if (strings->size)
        memcpy(bytes, strings->data, strings->size);
    memcpy(bytes + strings->size, padding.data, padding.size);
    *strings = (dxk_bytes){bytes, strings->size + padding.size};
    return true;
}

static bool place_names(walker *w, const dxk_str *names)
{
    dxki_yaml_keyed *k = w->k;
    dxk_signature *p = w->p;
    size_t count = p->header.count, first = p->header.offset + count * p->element_size;
    uint32_t *offsets = DXKI_NEW_ARRAY(k->arena, uint32_t, count);
    dxki_yaml_given_table table = {.given = false};
    dxk_bytes padding = {NULL, 0};
    if (!offsets)
        return no_memory(w);
    bool padded = dxki_yaml_keyed_find(k, "Padding", false) != NULL;
    if (!dxki_yaml_keyed_load_table(k, &table) ||
        !dxki_yaml_keyed_bytes(k, "Padding", &padding, false))
        return false;
    p->strings = table.bytes;
    if (!dxki_yaml_keyed_find_names(k, &table, names, count, offsets) &&
        !build_names(w, names, offsets))
        return false;
    for (size_t i = 0; i < count; i++)
        p->elements[i].name = (uint32_t)first + offsets[i];
    return pad_names(w, padded ? &padding : NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* The part                                                                                   */

/* Bytes of the names without what follows the last one. */
static size_t names_size(const dxk_signature *p)
{
    uint64_t first = p->header.offset + (uint64_t)p->header.count * p->element_size, end = 0;
    for (size_t i = 0; i < p->header.count; i++) {
        uint64_t name = p->elements[i].name, size = dxk_signature_name(p, i).size + 1;
        if (name >= first && name - first + size > end)
            end = name - first + size;
    }
    return end < p->strings.size ? (size_t)end : p->strings.size;
}

static bool show_extras(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    const dxk_signature *p = w->p;
    size_t size = names_size(p);
    dxk_bytes table = {p->strings.data, size};
    dxk_bytes padding = {size ? p->strings.data + size : p->strings.data, p->strings.size - size};
    bool zeros = !w->legacy; /* then they follow from the size */
    for (size_t i = 0; i < padding.size; i++)
        zeros = zeros && padding.data[i] == 0;
    uint32_t no = 0;
    if (k->extras == 0)
        return true;
    return (w->legacy || is_sorted(p) || dxki_yaml_keyed_number(k, "Sorted", &no, 1, true)) &&
           (k->extras < 2 || dxki_yaml_keyed_show_table(k, table, DXKI_COMPUTED)) &&
           (zeros || dxki_yaml_keyed_bytes(k, "Padding", &padding, true));
}

static bool prepare(walker *w, size_t count, dxk_str **names)
{
    dxk_signature *p = w->p;
    p->element_size = DXK_WIRE_SIZE_signature_element;
    if (w->legacy)
        p->element_size = w->keys == DXKI_KEYS_ID_signature4 ? DXK_WIRE_SIZE_signature_element4
                                                             : DXK_WIRE_SIZE_signature_element5;
    p->header.offset = DXK_WIRE_SIZE_signature_header;
    p->header.count = (uint32_t)count;
    p->elements = DXKI_NEW_ARRAY(w->k->arena, dxk_signature_element, count);
    *names = DXKI_NEW_ARRAY(w->k->arena, dxk_str, count);
    return (p->elements && *names) || no_memory(w);
}

static bool finish(walker *w, const dxk_str *names)
{
    uint32_t sort = !w->legacy;
    return place_names(w, names) && dxki_yaml_keyed_number(w->k, "Sorted", &sort, 1, false) &&
           (!sort || sort_elements(w));
}

static bool walk(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_signature *p = w->p;
    size_t count = p->header.count;
    dxki_yaml_node *list, *back;
    dxk_str *names = NULL;
    if (!dxki_yaml_keyed_list(k, "Parameters", &count, true, &list) ||
        (k->load && !prepare(w, count, &names)))
        return false;
    for (size_t i = 0; i < count; i++) {
        k->text = k->load ? (dxk_str){NULL, 0} : dxk_signature_name(p, i);
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_record(k, w->keys, &p->elements[i]) || !dxki_yaml_keyed_leave(k, back))
            return false;
        if (k->load)
            names[i] = k->text;
    }
    return k->load ? finish(w, names) : show_extras(w);
}

bool dxki_yaml_keyed_signature(dxki_yaml_keyed *k, void *part)
{
    walker w = {k, part, DXKI_KEYS_ID_signature, false};
    return walk(&w);
}

bool dxki_yaml_keyed_signature4(dxki_yaml_keyed *k, void *part)
{
    walker w = {k, part, DXKI_KEYS_ID_signature4, true};
    return walk(&w);
}

bool dxki_yaml_keyed_signature5(dxki_yaml_keyed *k, void *part)
{
    walker w = {k, part, DXKI_KEYS_ID_signature5, true};
    return walk(&w);
}

/* SPDX-License-Identifier: MIT */
/* attrs.c - see attrs.h. */
#include "ir/idset.h"

#include <string.h>

enum { FORM_PLAIN, FORM_VALUED, FORM_UNKNOWN, FORM_STRING };

static const struct {
    const char *text;
    uint8_t number;
    uint8_t form;
} kinds[DXKI_AT_COUNT] = {
    [DXKI_AT_NONE] = {"", 0, FORM_UNKNOWN},
#define DXKI_LLVM_ATTR(ident, text, number, form) [DXKI_AT_##ident] = {text, number, FORM_##form},
#include "spec/llvm_attrs.def"
#undef DXKI_LLVM_ATTR
    [DXKI_AT_STRING] = {"", 0, FORM_STRING},
    [DXKI_AT_UNKNOWN] = {"", 0, FORM_UNKNOWN},
};

const char *dxki_attr_text(dxki_attr_kind kind)
{
    return kinds[kind].text;
}

uint32_t dxki_attr_number(dxki_attr_kind kind)
{
    return kinds[kind].number;
}

bool dxki_attr_is_valued(dxki_attr_kind kind)
{
    return kinds[kind].form == FORM_VALUED;
}

dxki_attr_kind dxki_attr_from_number(uint64_t number)
{
    for (uint32_t i = 1; i < DXKI_AT_COUNT; i++) {
        if (kinds[i].number == number && number)
            return (dxki_attr_kind)i;
    }
    return DXKI_AT_NONE;
}

const dxki_attr *dxki_attr_set(const dxk_module *m, uint32_t set, uint32_t *count)
{
    dxki_attr_span span = m->attr_sets.items[set];
    *count = span.count;
    return span.count ? m->attrs.items + span.offset : NULL;
}

const dxki_attr_slot *dxki_attr_list(const dxk_module *m, uint32_t list, uint32_t *count)
{
    dxki_attr_span span = m->attr_lists.items[list];
    *count = span.count;
    return span.count ? m->attr_slots.items + span.offset : NULL;
}

uint32_t dxki_attr_list_set(const dxk_module *m, uint32_t list, uint32_t slot)
{
    uint32_t count;
    const dxki_attr_slot *slots = dxki_attr_list(m, list, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (slots[i].slot == slot)
            return slots[i].set;
    }
    return 0;
}

/* --- order inside a set --- */

static int compare_text(const dxk_module *m, dxki_string a, dxki_string b)
{
    dxk_str x = dxki_string_get(m, a), y = dxki_string_get(m, b);
    size_t common = x.size < y.size ? x.size : y.size;
    int order = common ? memcmp(x.data, y.data, common) : 0;
    return order ? order : (x.size > y.size) - (x.size < y.size);
}

static int compare_u64(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* Order by what makes an attribute stand where it does; equal ones by their old place. */
static int compare(const dxk_module *m, const dxki_attr *a, const dxki_attr *b)
{
    int order = kinds[a->kind].form - kinds[b->kind].form;
    if (order)
        return order;
    switch (kinds[a->kind].form) {
    case FORM_STRING:
        order = compare_text(m, a->key, b->key);
        break;
    case FORM_PLAIN:
        break;
    default:
        order = compare_u64(a->value, b->value);
        break;
    }
    if (!order)
        order = compare_u64(a->kind, b->kind);
    return order ? order : compare_u64(a->spare, b->spare);
}

static void sift(const dxk_module *m, dxki_attr *attrs, uint32_t root, uint32_t count)
{
    for (;;) {
        uint64_t child = 2ull * root + 1;
        if (child >= count)
            return;
        if (child + 1 < count && compare(m, &attrs[child], &attrs[child + 1]) < 0)
            child++;
        if (compare(m, &attrs[root], &attrs[child]) >= 0)
            return;
        dxki_attr swap = attrs[root];
        attrs[root] = attrs[child];
        attrs[child] = swap;
        root = (uint32_t)child;
    }
}

static void heap_sort(const dxk_module *m, dxki_attr *attrs, uint32_t count)
{
    for (uint32_t i = count / 2; i-- > 0;)
        sift(m, attrs, i, count);
    for (uint32_t end = count; end-- > 1;) {
        dxki_attr swap = attrs[0];
        attrs[0] = attrs[end];
        attrs[end] = swap;
        sift(m, attrs, 0, end);
    }
}

/* Keeps the last one of each enumerated kind; a value of 0 says nothing. */
static uint32_t drop_repeated(dxki_attr *attrs, uint32_t count)
{
    uint32_t last[DXKI_AT_COUNT] = {0}, kept = 0;
    for (uint32_t i = 0; i < count; i++)
        last[attrs[i].kind] = i;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t form = kinds[attrs[i].kind].form;
        if ((form == FORM_PLAIN || form == FORM_VALUED) && last[attrs[i].kind] != i)
            continue;
        if (form == FORM_VALUED && attrs[i].value == 0)
            continue;
        attrs[kept] = attrs[i];
        attrs[kept].spare = kept;
        kept++;
    }
    return kept;
}

/* The same for strings and unknown numbers, which are neighbours once sorted. */
static uint32_t drop_neighbours(const dxk_module *m, dxki_attr *attrs, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const dxki_attr *a = &attrs[i];
        bool repeated = false;
        if (i + 1 < count && a->kind == a[1].kind) {
            if (a->kind == DXKI_AT_STRING)
                repeated = compare_text(m, a->key, a[1].key) == 0;
            else if (a->kind == DXKI_AT_UNKNOWN)
                repeated = a->value == a[1].value;
        }
        if (!repeated)
            attrs[kept++] = *a;
    }
    return kept;
}

/* --- constructors --- */

static uint64_t hash_attr(const dxk_module *m, uint64_t state, const dxki_attr *a)
{
    state = dxki_hash_mix(dxki_hash_mix(state, a->kind), a->value);
    if (a->kind != DXKI_AT_STRING)
        return state;
    state = dxki_hash_bytes(state, dxki_string_get(m, a->key));
    return dxki_hash_bytes(state, dxki_string_get(m, a->string));
}

static bool same_attr(const dxk_module *m, const dxki_attr *a, const dxki_attr *b)
{
    return a->kind == b->kind && a->value == b->value && compare_text(m, a->key, b->key) == 0 &&
           compare_text(m, a->string, b->string) == 0;
}

static bool same_set(const dxk_module *m, uint32_t set, const dxki_attr *attrs, uint32_t count)
{
    uint32_t old_count;
    const dxki_attr *old = dxki_attr_set(m, set, &old_count);
    if (old_count != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!same_attr(m, &old[i], &attrs[i]))
            return false;
    }
    return true;
}

uint32_t dxki_attr_make_set(dxk_module *m, dxki_attr *attrs, uint32_t count)
{
    count = drop_repeated(attrs, count);
    heap_sort(m, attrs, count);
    count = drop_neighbours(m, attrs, count);
    if (count == 0)
        return 0;
    uint64_t state = count;
    for (uint32_t i = 0; i < count; i++) {
        attrs[i].spare = 0;
        state = hash_attr(m, state, &attrs[i]);
    }
    uint32_t hash = dxki_hash_end(state), pos = hash, id;
    while ((id = dxki_idset_next(&m->attr_set_set, hash, &pos)) != 0) {
        if (same_set(m, id, attrs, count))
            return id;
    }
    dxki_attr_span span = {(uint32_t)m->attrs.count, count};
    if (count > UINT32_MAX - m->attrs.count || !dxki_vec_reserve(m->ctx, &m->attrs, count))
        return UINT32_MAX;
    memcpy(m->attrs.items + m->attrs.count, attrs, count * sizeof *attrs);
    m->attrs.count += count;
    id = (uint32_t)m->attr_sets.count;
    if (!dxki_vec_push(m->ctx, &m->attr_sets, span))
        return UINT32_MAX;
    return dxki_idset_add(m->ctx, &m->attr_set_set, hash, id) ? id : UINT32_MAX;
}

uint32_t dxki_attr_make_list(dxk_module *m, const dxki_attr_slot *slots, uint32_t count)
{
    if (count == 0)
        return 0;
    uint64_t state = count;
    for (uint32_t i = 0; i < count; i++)
        state = dxki_hash_mix(state, (uint64_t)slots[i].slot << 32 | slots[i].set);
    uint32_t hash = dxki_hash_end(state), pos = hash, id;
    while ((id = dxki_idset_next(&m->attr_list_set, hash, &pos)) != 0) {
        uint32_t old_count;
        const dxki_attr_slot *old = dxki_attr_list(m, id, &old_count);
        if (old_count == count && memcmp(old, slots, count * sizeof *slots) == 0)
            return id;
    }
    dxki_attr_span span = {(uint32_t)m->attr_slots.count, count};
    if (count > UINT32_MAX - m->attr_slots.count ||
        !dxki_vec_reserve(m->ctx, &m->attr_slots, count))
        return UINT32_MAX;
    memcpy(m->attr_slots.items + m->attr_slots.count, slots, count * sizeof *slots);
    m->attr_slots.count += count;
    id = (uint32_t)m->attr_lists.count;
    if (!dxki_vec_push(m->ctx, &m->attr_lists, span))
        return UINT32_MAX;
    return dxki_idset_add(m->ctx, &m->attr_list_set, hash, id) ? id : UINT32_MAX;
}

/* SPDX-License-Identifier: MIT */
/* metadata.c - see metadata.h. */
#include "ir/idset.h"

#include <string.h>

#include "base/count.h"
#include "base/str.h"

/* --- descriptions of the specialised nodes --- */

static const dxki_di_field all_fields[] = {
#define DXKI_DI_NODE(ident, text, code, fields, ops, nums)
#define DXKI_DI_FIELD(node, ident, text, kind, slot, position, show)                               \
    {text, DXKI_DK_##kind, slot, position, DXKI_DS_##show},
#include "spec/debug_nodes.def"
#undef DXKI_DI_NODE
#undef DXKI_DI_FIELD
};

_Static_assert(DXKI_COUNT(all_fields) == DXKI_DI_FIELD_COUNT, "rows of fields");

static const dxki_di_node all_nodes[] = {
#define DXKI_DI_NODE(ident, text, code, fields, ops, nums)                                         \
    {text, all_fields + DXKI_DI_FIRST_##ident, fields, code, ops, nums},
#define DXKI_DI_FIELD(node, ident, text, kind, slot, position, show)
#include "spec/debug_nodes.def"
#undef DXKI_DI_NODE
#undef DXKI_DI_FIELD
};

const dxki_di_node *dxki_di_node_get(dxki_md_kind kind)
{
    return kind >= DXKI_M_LOCATION && kind < DXKI_M_COUNT ? &all_nodes[kind - DXKI_M_LOCATION]
                                                          : NULL;
}

bool dxki_di_field_is_ref(dxki_di_field_kind kind)
{
    return kind <= DXKI_DK_REQ || kind == DXKI_DK_REFS;
}

/* --- getters --- */

static bool has_ops(const dxki_md_entry *e)
{
    return e->kind >= DXKI_M_TUPLE && e->kind != DXKI_M_EXPRESSION;
}

const dxki_md *dxki_md_ops(const dxk_module *m, dxki_md id, uint32_t *count)
{
    const dxki_md_entry *e = dxki_md_get(m, id);
    *count = has_ops(e) ? e->op_count : 0;
    return *count ? m->words.items + e->ops : NULL;
}

dxki_md dxki_md_op(const dxk_module *m, dxki_md id, uint32_t slot)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, id, &count);
    return slot < count ? ops[slot] : 0;
}

static uint32_t num_count_of(const dxki_md_entry *e)
{
    if (e->kind < DXKI_M_LOCATION)
        return 0;
    if (e->kind == DXKI_M_EXPRESSION)
        return e->op_count;
    return all_nodes[e->kind - DXKI_M_LOCATION].num_count;
}

const uint64_t *dxki_md_nums(const dxk_module *m, dxki_md id, uint32_t *count)
{
    const dxki_md_entry *e = dxki_md_get(m, id);
    *count = num_count_of(e);
    return *count ? m->md_nums.items + e->nums : NULL;
}

uint64_t dxki_md_num(const dxk_module *m, dxki_md id, uint32_t slot)
{
    uint32_t count;
    const uint64_t *nums = dxki_md_nums(m, id, &count);
    return slot < count ? nums[slot] : 0;
}

dxk_str dxki_md_str(const dxk_module *m, dxki_md id)
{
    const dxki_md_entry *e = dxki_md_get(m, id);
    return dxki_string_get(m, e->kind == DXKI_M_STRING ? e->ops : 0);
}

dxki_value dxki_md_value(const dxk_module *m, dxki_md id)
{
    const dxki_md_entry *e = dxki_md_get(m, id);
    return e->kind == DXKI_M_VALUE ? e->ops : 0;
}

bool dxki_md_as_int(const dxk_module *m, dxki_md id, uint64_t *bits)
{
    dxki_value value = id && dxki_md_get(m, id)->kind == DXKI_M_VALUE ? dxki_md_value(m, id) : 0;
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || dxki_type_kind_of(m, c->type) != DXKI_T_INT)
        return false;
    if (c->kind == DXKI_C_INT)
        *bits = dxki_const_bits(c);
    else if (c->kind == DXKI_C_WIDE)
        *bits = (uint64_t)m->words.items[c->a + 1] << 32 | m->words.items[c->a];
    else
        return false;
    return true;
}

uint32_t dxki_named_md_find(const dxk_module *m, const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i < m->named_mds.count; i++) {
        dxk_str text = dxki_string_get(m, m->named_mds.items[i].name);
        if (text.size == size && memcmp(text.data, name, size) == 0)
            return (uint32_t)i;
    }
    return UINT32_MAX;
}

static bool index_kinds(dxk_module *m)
{
    while (m->md_kind_set.count < m->md_kinds.count) {
        uint32_t index = m->md_kind_set.count;
        dxk_str name = dxki_string_get(m, m->md_kinds.items[index]);
        uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, name));
        if (!dxki_idset_add(m->ctx, &m->md_kind_set, hash, index + 1))
            return false;
    }
    return true;
}

uint32_t dxki_md_kind_index(dxk_module *m, dxk_str name)
{
    if (!index_kinds(m))
        return UINT32_MAX;
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, name)), pos = hash, id;
    while ((id = dxki_idset_next(&m->md_kind_set, hash, &pos)) != 0) {
        dxk_str text = dxki_string_get(m, m->md_kinds.items[id - 1]);
        if (dxki_str_same(text, name))
            return id - 1;
    }
    dxki_string string = dxki_string_add(m, name);
    if (string == UINT32_MAX || !dxki_vec_push(m->ctx, &m->md_kinds, string))
        return UINT32_MAX;
    return (uint32_t)(m->md_kinds.count - 1);
}

/* --- constructors --- */

/* A node or leaf that may exist already. */
typedef struct candidate {
    dxki_md_entry entry;
    dxk_str text;       /* STRING */
    const dxki_md *ops; /* nodes */
    const uint64_t *nums;
    uint32_t num_count;
} candidate;

static uint32_t hash_candidate(const candidate *k)
{
    uint64_t state = k->entry.kind;
    if (k->entry.kind == DXKI_M_STRING)
        return dxki_hash_end(dxki_hash_bytes(state, k->text));
    if (k->entry.kind == DXKI_M_VALUE)
        return dxki_hash_end(dxki_hash_mix(state, k->entry.ops));
    if (has_ops(&k->entry))
        state = dxki_hash_words(state, k->ops, k->entry.op_count);
    for (uint32_t i = 0; i < k->num_count; i++)
        state = dxki_hash_mix(state, k->nums[i]);
    return dxki_hash_end(state);
}

static candidate candidate_of(const dxk_module *m, dxki_md id)
{
    candidate k = {.entry = *dxki_md_get(m, id)};
    uint32_t count;
    k.text = dxki_md_str(m, id);
    k.ops = dxki_md_ops(m, id, &count);
    k.nums = dxki_md_nums(m, id, &k.num_count);
    return k;
}

static bool same(const candidate *a, const candidate *b)
{
    if (a->entry.kind != b->entry.kind)
        return false;
    if (a->entry.kind == DXKI_M_STRING)
        return dxki_str_same(a->text, b->text);
    if (a->entry.kind == DXKI_M_VALUE)
        return a->entry.ops == b->entry.ops;
    if (a->entry.op_count != b->entry.op_count || a->num_count != b->num_count)
        return false;
    if (has_ops(&a->entry) && a->entry.op_count &&
        memcmp(a->ops, b->ops, a->entry.op_count * sizeof *a->ops) != 0)
        return false;
    return a->num_count == 0 || memcmp(a->nums, b->nums, a->num_count * sizeof *a->nums) == 0;
}

/* Enters into the index what was added without it (by the reader). */
static bool index_nodes(dxk_module *m)
{
    if (m->md_indexed == m->mds.count)
        return true;
    if (!dxki_idset_reserve(m->ctx, &m->md_set, m->mds.count))
        return false;
    for (; m->md_indexed < m->mds.count; m->md_indexed++) {
        candidate k = candidate_of(m, m->md_indexed);
        if (!k.entry.distinct &&
            !dxki_idset_add(m->ctx, &m->md_set, hash_candidate(&k), m->md_indexed))
            return false;
    }
    return true;
}

static dxki_md find(const dxk_module *m, const candidate *k, uint32_t hash)
{
    uint32_t pos = hash, id;
    while ((id = dxki_idset_next(&m->md_set, hash, &pos)) != 0) {
        candidate old = candidate_of(m, id);
        if (!old.entry.distinct && same(&old, k))
            return id;
    }
    return 0;
}

static bool store_content(dxk_module *m, candidate *k)
{
    dxki_md_entry *e = &k->entry;
    if (e->kind == DXKI_M_STRING) {
        e->ops = dxki_string_add(m, k->text);
        return e->ops != UINT32_MAX;
    }
    if (has_ops(e)) {
        if (e->op_count > UINT32_MAX - m->words.count ||
            !dxki_vec_reserve(m->ctx, &m->words, e->op_count))
            return false;
        e->ops = (uint32_t)m->words.count;
        if (e->op_count)
            memcpy(m->words.items + e->ops, k->ops, e->op_count * sizeof *k->ops);
        m->words.count += e->op_count;
    }
    if (k->num_count) {
        if (k->num_count > UINT32_MAX - m->md_nums.count ||
            !dxki_vec_reserve(m->ctx, &m->md_nums, k->num_count))
            return false;
        e->nums = (uint32_t)m->md_nums.count;
        memcpy(m->md_nums.items + e->nums, k->nums, k->num_count * sizeof *k->nums);
        m->md_nums.count += k->num_count;
    }
    return true;
}

static dxki_md intern(dxk_module *m, candidate *k)
{
    if (!k->entry.distinct) {
        if (!index_nodes(m))
            return 0;
        dxki_md old = find(m, k, hash_candidate(k));
        if (old)
            return old;
    }
    if (m->mds.count > DXKI_VALUE_INDEX_MAX || !store_content(m, k) ||
        !dxki_vec_push(m->ctx, &m->mds, k->entry))
        return 0;
    return (dxki_md)(m->mds.count - 1);
}

dxki_md dxki_md_settle(dxk_module *m, dxki_md id)
{
    candidate k = candidate_of(m, id);
    if (k.entry.distinct)
        return id;
    if (!index_nodes(m))
        return 0;
    uint32_t hash = hash_candidate(&k);
    dxki_md old = find(m, &k, hash);
    if (!old && !dxki_idset_add(m->ctx, &m->md_set, hash, id))
        return 0;
    return old ? old : id;
}

dxki_md dxki_md_string(dxk_module *m, dxk_str text)
{
    candidate k = {.entry = {.kind = DXKI_M_STRING}, .text = text};
    return intern(m, &k);
}

dxki_md dxki_md_of_value(dxk_module *m, dxki_value value)
{
    candidate k = {.entry = {.kind = DXKI_M_VALUE, .ops = value}};
    return intern(m, &k);
}

dxki_md dxki_md_tuple(dxk_module *m, const dxki_md *ops, uint32_t count, bool distinct)
{
    return dxki_md_node(m, DXKI_M_TUPLE, ops, count, NULL, 0, distinct);
}

dxki_md dxki_md_node(dxk_module *m, dxki_md_kind kind, const dxki_md *ops, uint32_t op_count,
                     const uint64_t *nums, uint32_t num_count, bool distinct)
{
    candidate k = {.entry = {.kind = (uint8_t)kind, .distinct = distinct}};
    k.entry.op_count = kind == DXKI_M_EXPRESSION ? num_count : op_count;
    k.ops = ops;
    k.nums = nums;
    k.num_count = num_count;
    return intern(m, &k);
}

dxki_md dxki_md_location(dxk_module *m, uint32_t line, uint32_t column, dxki_md scope,
                         dxki_md inlined_at)
{
    const dxki_md ops[2] = {scope, inlined_at};
    const uint64_t nums[2] = {line, column};
    return dxki_md_node(m, DXKI_M_LOCATION, ops, 2, nums, 2, false);
}

bool dxki_md_set_value(dxk_module *m, dxki_md id, dxki_value value)
{
    m->mds.items[id].ops = value;
    if (id >= m->md_indexed)
        return true;
    candidate k = candidate_of(m, id);
    return dxki_idset_add(m->ctx, &m->md_set, hash_candidate(&k), id);
}

bool dxki_md_find_value(dxk_module *m, dxki_value value, dxki_md *id)
{
    candidate k = {.entry = {.kind = DXKI_M_VALUE, .ops = value}};
    bool indexed = index_nodes(m);
    *id = indexed ? find(m, &k, hash_candidate(&k)) : 0;
    return indexed;
}

bool dxki_md_forget_value(dxk_module *m, dxki_value value)
{
    dxki_md id;
    bool good;
    while ((good = dxki_md_find_value(m, value, &id)) && id) {
        m->mds.items[id] = (dxki_md_entry){.kind = DXKI_M_TUPLE};
        if (!dxki_md_settle(m, id))
            return false;
    }
    return good;
}

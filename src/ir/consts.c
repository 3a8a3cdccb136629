/* SPDX-License-Identifier: MIT */
/*
 * consts.c - constants, made once per module. The constructors bring a constant to the one form
 * that LLVM keeps it in (aggregates of zeros, of undefs, of plain data); they fold nothing.
 */
#include "ir/edit_parts.h"
#include "ir/idset.h"

#include <string.h>

#include "base/str.h"

#define DEPTH_MAX 0xffu

/* A constant that may exist already: the entry, and what its kind keeps outside of it. */
typedef struct candidate {
    dxki_const entry;
    const uint32_t *words; /* AGGREGATE, EXPR, WIDE: operands or bits */
    uint32_t word_count;
    const uint32_t *extra; /* EXPR: words after the operands */
    uint32_t extra_count;
    dxk_str bytes; /* DATA */
} candidate;

static bool has_words(const dxki_const *c)
{
    return c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_EXPR || c->kind == DXKI_C_WIDE;
}

static uint32_t hash_candidate(const candidate *k)
{
    const dxki_const *c = &k->entry;
    uint64_t state = (uint64_t)c->kind << 16 | (uint64_t)c->opcode << 8 | c->flags;
    state = dxki_hash_mix(state, c->type);
    if (has_words(c)) {
        state = dxki_hash_words(state, k->words, k->word_count);
        if (k->extra_count)
            state = dxki_hash_words(state, k->extra, k->extra_count);
    } else if (c->kind == DXKI_C_DATA) {
        state = dxki_hash_bytes(state, k->bytes);
    } else {
        state = dxki_hash_mix(state, (uint64_t)c->b << 32 | c->a);
    }
    return dxki_hash_end(state);
}

static bool same_words(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

uint32_t dxki_const_extra_count(const dxk_module *m, const dxki_const *c)
{
    if (c->kind != DXKI_C_EXPR)
        return 0;
    if (c->opcode == DXKI_OP_GEP)
        return 1;
    if (c->opcode == DXKI_OP_EXTRACTVALUE || c->opcode == DXKI_OP_INSERTVALUE)
        return 1 + m->words.items[c->a + c->b];
    return 0;
}

static bool same(const dxk_module *m, const dxki_const *old, const candidate *k)
{
    const dxki_const *c = &k->entry;
    if (old->kind != c->kind || old->type != c->type || old->opcode != c->opcode ||
        old->flags != c->flags)
        return false;
    if (has_words(c))
        return old->b == k->word_count && dxki_const_extra_count(m, old) == k->extra_count &&
               same_words(m->words.items + old->a, k->words, k->word_count) &&
               same_words(m->words.items + old->a + old->b, k->extra, k->extra_count);
    if (c->kind == DXKI_C_DATA) {
        dxk_str bytes = dxki_const_data_bytes(m, old);
        return dxki_str_same(bytes, k->bytes);
    }
    return old->a == c->a && old->b == c->b;
}

/* Copies what the candidate points to into the module. */
static bool store_content(dxk_module *m, candidate *k)
{
    dxki_const *c = &k->entry;
    if (c->kind == DXKI_C_DATA) {
        c->a = dxki_string_add(m, k->bytes);
        return c->a != UINT32_MAX;
    }
    if (!has_words(c))
        return true;
    uint64_t total = (uint64_t)k->word_count + k->extra_count;
    if (total > UINT32_MAX - m->words.count || !dxki_vec_reserve(m->ctx, &m->words, total))
        return false;
    c->a = (uint32_t)m->words.count;
    c->b = k->word_count;
    if (k->word_count)
        memcpy(m->words.items + m->words.count, k->words, k->word_count * sizeof *k->words);
    m->words.count += k->word_count;
    if (k->extra_count)
        memcpy(m->words.items + m->words.count, k->extra, k->extra_count * sizeof *k->extra);
    m->words.count += k->extra_count;
    return true;
}

static dxki_value intern(dxk_module *m, candidate *k)
{
    uint32_t hash = hash_candidate(k), pos = hash, id;
    while ((id = dxki_idset_next(&m->const_set, hash, &pos)) != 0) {
        if (same(m, &m->consts.items[id], k))
            return DXKI_VALUE(DXKI_V_CONST, id);
    }
    if (m->consts.count > DXKI_VALUE_INDEX_MAX || !store_content(m, k) ||
        !dxki_vec_push(m->ctx, &m->consts, k->entry))
        return 0;
    id = (uint32_t)(m->consts.count - 1);
    return dxki_idset_add(m->ctx, &m->const_set, hash, id) ? DXKI_VALUE(DXKI_V_CONST, id) : 0;
}

void dxki_const_index(dxk_module *m, uint32_t index)
{
    candidate k = {.entry = m->consts.items[index]};
    if (has_words(&k.entry)) {
        k.words = m->words.items + k.entry.a;
        k.word_count = k.entry.b;
        k.extra = k.words + k.word_count;
        k.extra_count = dxki_const_extra_count(m, &k.entry);
    }
    if (k.entry.kind == DXKI_C_DATA)
        k.bytes = dxki_const_data_bytes(m, &k.entry);
    (void)dxki_idset_add(m->ctx, &m->const_set, hash_candidate(&k), index);
}

static dxki_value simple(dxk_module *m, dxki_const_kind kind, dxki_type type, uint64_t bits)
{
    candidate k = {.entry = {.kind = (uint8_t)kind, .type = type}};
    k.entry.a = (uint32_t)bits;
    k.entry.b = (uint32_t)(bits >> 32);
    return intern(m, &k);
}

/* One more than the deepest operand. */
static uint8_t depth_over(const dxk_module *m, const dxki_value *values, uint32_t count)
{
    uint8_t depth = 0;
    for (uint32_t i = 0; i < count; i++) {
        const dxki_const *c = dxki_const_get(m, values[i]);
        if (c && c->depth >= depth)
            depth = c->depth < DEPTH_MAX ? (uint8_t)(c->depth + 1) : DEPTH_MAX;
    }
    return depth;
}

/* --- constructors --- */

dxki_value dxki_const_null(dxk_module *m, dxki_type type)
{
    uint32_t bits = dxki_type_bits(m, type);
    if (bits > 64) {
        static const uint64_t zero[2];
        return dxki_const_wide(m, type, zero, bits > 128 ? 1 : 2);
    }
    if (bits)
        return simple(m, dxki_type_is_fp(m, type) ? DXKI_C_FLOAT : DXKI_C_INT, type, 0);
    return simple(m, DXKI_C_NULL, type, 0);
}

dxki_value dxki_const_undef(dxk_module *m, dxki_type type)
{
    return simple(m, DXKI_C_UNDEF, type, 0);
}

static uint64_t cut(uint64_t bits, uint32_t width)
{
    return width < 64 ? bits & ((1ull << width) - 1) : bits;
}

dxki_value dxki_const_int(dxk_module *m, dxki_type type, uint64_t bits)
{
    uint32_t width = dxki_type_bits(m, type);
    if (width <= 64)
        return simple(m, DXKI_C_INT, type, cut(bits, width));
    return dxki_const_wide(m, type, &bits, 1);
}

dxki_value dxki_const_float(dxk_module *m, dxki_type type, uint64_t bits)
{
    return simple(m, DXKI_C_FLOAT, type, cut(bits, dxki_type_bits(m, type)));
}

dxki_value dxki_const_wide(dxk_module *m, dxki_type type, const uint64_t *words, uint32_t count)
{
    /* An integer keeps no zero words at its top, but at least one; fp keeps two. */
    bool fp = dxki_type_is_fp(m, type);
    uint32_t width = dxki_type_bits(m, type);
    uint32_t most = width / 64 + (width % 64 != 0);
    if (count > most)
        count = most;
    size_t size = ((size_t)count + 1) * 2 * sizeof(uint32_t);
    uint32_t *split = dxki_realloc(m->ctx, NULL, 0, size);
    if (!split)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t word = !fp && i == most - 1 && width % 64 ? cut(words[i], width % 64) : words[i];
        split[2 * i] = (uint32_t)word;
        split[2 * i + 1] = (uint32_t)(word >> 32);
    }
    while (!fp && count > 1 && split[2 * count - 2] == 0 && split[2 * count - 1] == 0)
        count--;
    candidate k = {.entry = {.kind = DXKI_C_WIDE, .type = type}};
    k.words = split;
    k.word_count = count * 2;
    dxki_value value = intern(m, &k);
    dxki_realloc(m->ctx, split, size, 0);
    return value;
}

dxki_value dxki_const_data(dxk_module *m, dxki_type type, dxk_str bytes)
{
    size_t used = 0;
    while (used < bytes.size && bytes.data[used] == 0)
        used++;
    if (used == bytes.size)
        return dxki_const_null(m, type);
    candidate k = {.entry = {.kind = DXKI_C_DATA, .type = type}, .bytes = bytes};
    return intern(m, &k);
}

bool dxki_type_is_data_element(const dxk_module *m, dxki_type element)
{
    (void)m;
    return (element >= DXKI_TY_I8 && element <= DXKI_TY_I64) || element == DXKI_TY_FLOAT ||
           element == DXKI_TY_DOUBLE;
}

/* The bytes of plain-data elements; 0 when out of memory. */
static dxki_value aggregate_data(dxk_module *m, dxki_type type, const dxki_value *elements,
                                 uint32_t count)
{
    uint32_t size = dxki_type_bits(m, dxki_type_element(m, type, 0)) / 8;
    size_t total = (size_t)count * size;
    char *bytes = dxki_realloc(m->ctx, NULL, 0, total);
    if (!bytes)
        return 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = dxki_const_bits(dxki_const_get(m, elements[i]));
        for (uint32_t k = 0; k < size; k++)
            bytes[(size_t)i * size + k] = (char)(bits >> (8 * k));
    }
    dxki_value value = dxki_const_data(m, type, (dxk_str){bytes, total});
    dxki_realloc(m->ctx, bytes, total, 0);
    return value;
}

dxki_value dxki_const_aggregate(dxk_module *m, dxki_type type, const dxki_value *elements,
                                uint32_t count)
{
    bool null = true, undef = count > 0, plain = dxki_type_kind_of(m, type) != DXKI_T_STRUCT;
    for (uint32_t i = 0; i < count && (null || undef || plain); i++) {
        const dxki_const *c = dxki_const_get(m, elements[i]);
        null = null && dxki_const_is_null(m, elements[i]);
        undef = undef && c && c->kind == DXKI_C_UNDEF;
        plain = plain && c && (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT) &&
                dxki_type_is_data_element(m, c->type);
    }
    if (null)
        return dxki_const_null(m, type);
    if (undef)
        return dxki_const_undef(m, type);
    if (plain)
        return aggregate_data(m, type, elements, count);
    candidate k = {.entry = {.kind = DXKI_C_AGGREGATE, .type = type}};
    k.entry.depth = depth_over(m, elements, count);
    k.words = elements;
    k.word_count = count;
    return intern(m, &k);
}

dxki_value dxki_const_expr(dxk_module *m, dxki_op op, uint8_t flags, dxki_type type,
                           const dxki_value *ops, uint32_t count, const uint32_t *extra,
                           uint32_t extra_words)
{
    candidate k = {.entry = {.kind = DXKI_C_EXPR, .type = type}};
    k.entry.opcode = (uint8_t)op;
    k.entry.flags = flags;
    k.entry.depth = depth_over(m, ops, count);
    k.words = ops;
    k.word_count = count;
    k.extra = extra;
    k.extra_count = extra_words;
    return intern(m, &k);
}

dxki_value dxki_const_blockaddress(dxk_module *m, dxki_type type, dxki_value function,
                                   uint32_t block)
{
    size_t known = m->consts.count;
    dxki_value value = simple(m, DXKI_C_BLOCKADDRESS, type, (uint64_t)block << 32 | function);
    m->block_addresses += m->consts.count > known;
    return value;
}

bool dxki_const_settle_blockaddress(dxk_module *m, uint32_t index, dxki_value function,
                                    uint32_t block)
{
    dxki_const *c = &m->consts.items[index];
    c->a = function;
    c->b = block;
    candidate k = {.entry = *c};
    return dxki_idset_add(m->ctx, &m->const_set, hash_candidate(&k), index);
}

dxki_value dxki_const_asm(dxk_module *m, dxki_type type, dxki_string text, dxki_string constraints,
                          uint8_t flags)
{
    candidate k = {.entry = {.kind = DXKI_C_ASM, .type = type}};
    k.entry.flags = flags;
    k.entry.a = text;
    k.entry.b = constraints;
    return intern(m, &k);
}

/* --- getters --- */

const uint32_t *dxki_const_words(const dxk_module *m, const dxki_const *c)
{
    return m->words.items + c->a;
}

int64_t dxki_const_signed(const dxk_module *m, const dxki_const *c)
{
    uint32_t width = dxki_type_bits(m, c->type);
    uint64_t bits = dxki_const_bits(c);
    if (width < 64 && (bits >> (width - 1) & 1))
        bits |= ~0ull << width;
    return (int64_t)bits;
}

bool dxki_const_is_null(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (!c)
        return false;
    if (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT)
        return c->a == 0 && c->b == 0;
    if (c->kind != DXKI_C_WIDE)
        return c->kind == DXKI_C_NULL;
    for (uint32_t i = 0; i < c->b; i++) {
        if (m->words.items[c->a + i])
            return false;
    }
    return true;
}

bool dxki_const_wide_as_int(const dxk_module *m, const dxki_const *c, uint64_t *bits)
{
    if (c->kind != DXKI_C_WIDE || c->b > 2 || !dxki_type_is_int(m, c->type))
        return false;
    *bits = (uint64_t)dxki_const_words(m, c)[1] << 32 | dxki_const_words(m, c)[0];
    return true;
}

dxk_str dxki_const_data_bytes(const dxk_module *m, const dxki_const *c)
{
    return dxki_string_get(m, c->a);
}

uint64_t dxki_const_data_bits(const dxk_module *m, const dxki_const *c, uint64_t index)
{
    dxk_str bytes = dxki_const_data_bytes(m, c);
    uint32_t size = dxki_type_bits(m, dxki_type_element(m, c->type, 0)) / 8;
    uint64_t bits = 0;
    if (size == 0 || index >= bytes.size / size)
        return 0;
    for (uint32_t k = 0; k < size; k++)
        bits |= (uint64_t)(unsigned char)bytes.data[index * size + k] << (8 * k);
    return bits;
}

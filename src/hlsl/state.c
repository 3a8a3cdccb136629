/* SPDX-License-Identifier: MIT */
/* state.c - what hlsl.h promises to everyone: memory, identifiers, depth. Diagnostics: report.c. */
#include "hlsl/hlsl.h"

#include "base/out.h"

/* ---------------------------------------------------------------------------------------- */
/* Memory                                                                                     */

void dxki_hlsl_stop(dxki_hlsl *c, dxk_status status)
{
    if (c->status == DXK_OK)
        c->status = status;
}

void dxki_hlsl_nomem(dxki_hlsl *c)
{
    dxki_hlsl_stop(c, dxki_nomem(c->ctx));
}

void *dxki_hlsl_alloc(dxki_hlsl *c, size_t size)
{
    void *made = dxki_arena_zalloc(&c->arena, 1, size);

    if (made)
        return made;
    dxki_hlsl_nomem(c);
    memset(c->spare, 0, sizeof c->spare);
    return c->spare;
}

void *dxki_hlsl_copy(dxki_hlsl *c, const void *items, size_t size, size_t *count)
{
    if (*count == 0)
        return NULL;
    void *made = *count > SIZE_MAX / size ? NULL : dxki_arena_alloc(&c->arena, *count * size);
    if (!made) {
        *count = 0;
        dxki_hlsl_nomem(c);
        return NULL;
    }
    memcpy(made, items, *count * size);
    return made;
}

dxk_str dxki_hlsl_text(dxki_hlsl *c, dxk_str text)
{
    dxk_str made = {dxki_arena_strdup(&c->arena, text.data, text.size), text.size};

    if (made.data)
        return made;
    dxki_hlsl_nomem(c);
    return (dxk_str){"", 0};
}

dxk_str dxki_hlsl_join(dxki_hlsl *c, dxk_str first, dxk_str second)
{
    size_t size = first.size + second.size;
    char *made = dxki_arena_alloc(&c->arena, size + 1);

    if (!made) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"", 0};
    }
    if (first.size)
        memcpy(made, first.data, first.size);
    if (second.size)
        memcpy(made + first.size, second.data, second.size);
    made[size] = 0;
    return (dxk_str){made, size};
}

dxk_str dxki_hlsl_decimal(dxki_hlsl *c, uint64_t value)
{
    char digits[24], *end = digits + sizeof digits;
    const char *text = dxki_format_u64(end, value);

    return dxki_hlsl_text(c, (dxk_str){text, (size_t)(end - text)});
}

/* ---------------------------------------------------------------------------------------- */
/* Identifiers                                                                                */

static uint32_t hash_of(dxk_str text)
{
    uint32_t hash = 2166136261u;

    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 16777619u;
    return hash;
}

/* Doubles the table; the old one stays in use without memory for it. */
static void grow(dxki_hlsl *c)
{
    size_t buckets = c->name_buckets ? 2 * c->name_buckets : 256;
    dxki_hlsl_name **table = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_name *, buckets);

    if (!table) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 0; i < c->name_buckets; i++) {
        for (dxki_hlsl_name *n = c->names[i], *next; n; n = next) {
            next = n->next;
            n->next = table[n->hash & (buckets - 1)];
            table[n->hash & (buckets - 1)] = n;
        }
    }
    c->names = table;
    c->name_buckets = buckets;
}

static dxki_hlsl_name *find(const dxki_hlsl *c, dxk_str text, uint32_t hash)
{
    dxki_hlsl_name *n = c->name_buckets ? c->names[hash & (c->name_buckets - 1)] : NULL;

    while (n && !(n->hash == hash && dxki_str_same(n->text, text)))
        n = n->next;
    return n;
}

static void enter(dxki_hlsl *c, dxki_hlsl_name *name, dxk_str text, uint32_t hash)
{
    dxki_hlsl_name **bucket = &c->names[hash & (c->name_buckets - 1)];

    name->text = text;
    name->hash = hash;
    name->next = *bucket;
    *bucket = name;
    c->name_count++;
}

/* Finds or makes a name, of a copy of the text or of the text itself. */
static dxki_hlsl_name *intern(dxki_hlsl *c, dxk_str text, bool is_kept)
{
    uint32_t hash = hash_of(text);
    dxki_hlsl_name *name = find(c, text, hash);

    if (name)
        return name;
    if (c->name_count >= c->name_buckets)
        grow(c);
    name = DXKI_HLSL_NEW(c, dxki_hlsl_name);
    if (c->name_buckets == 0 || !dxki_hlsl_ready(c))
        return name;
    enter(c, name, is_kept ? text : dxki_hlsl_text(c, text), hash);
    return name;
}

dxki_hlsl_name *dxki_hlsl_intern_first(dxki_hlsl *c, const dxk_str *texts, size_t count)
{
    dxki_hlsl_name *made = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_name, count);

    while (made && c->name_buckets < count && dxki_hlsl_ready(c))
        grow(c);
    if (!made || !dxki_hlsl_ready(c)) {
        dxki_hlsl_nomem(c);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        enter(c, &made[i], texts[i], hash_of(texts[i]));
    return made;
}

const dxki_hlsl_name *dxki_hlsl_find_name(const dxki_hlsl *c, dxk_str text)
{
    return find(c, text, hash_of(text));
}

dxki_hlsl_name *dxki_hlsl_intern(dxki_hlsl *c, dxk_str text)
{
    return intern(c, text, false);
}

dxki_hlsl_name *dxki_hlsl_intern_kept(dxki_hlsl *c, dxk_str text)
{
    return intern(c, text, true);
}

/* ---------------------------------------------------------------------------------------- */
/* Depth                                                                                      */

bool dxki_hlsl_enter(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    if (!dxki_hlsl_ready(c))
        return false;
    if (c->depth >= c->max_depth) {
        c->quiet = 0; /* it ends all attempts */
        DXKI_HLSL_REPORT(c, TOO_DEEP, loc, dxki_dec(c->max_depth));
        dxki_hlsl_stop(c, DXK_E_LIMIT);
        return false;
    }
    c->depth++;
    return true;
}

void dxki_hlsl_follow(dxki_hlsl *c, dxki_hlsl_chain *chain, const void *first,
                      const void *(*next)(const void *item))
{
    size_t count = 0;

    for (const void *item = first; item; item = next(item))
        count++;
    *chain = (dxki_hlsl_chain){.items = &chain->one, .count = count, .one = first};
    if (count < 2)
        return;
    chain->items = DXKI_NEW_ARRAY(&c->arena, const void *, count);
    if (!chain->items) {
        dxki_hlsl_nomem(c);
        chain->count = 0;
        return;
    }
    count = 0;
    for (const void *item = first; item; item = next(item))
        chain->items[count++] = item;
}

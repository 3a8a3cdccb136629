/* SPDX-License-Identifier: MIT */
/*
 * compile_plan.c - which variants are equal after preprocessing. See compile_variants.h.
 *
 * The preprocessor asks for macros one after the other, and which one it asks for next depends on the values
 * of those before only. So the variants are the leaves of a tree: a node is a macro, its branches are values.
 * A variant that ends at a leaf which is there already need not be preprocessed. Leaves with equal keys are
 * one class. Each thread has a tree of its own, for a range of variants.
 */
#include "compile_variants.h"

#include "host.h"

#include <stdlib.h>
#include <string.h>

#define MOST_THREADS  64u
#define FEW_VARIANTS  64u /* a thread is not worth it for fewer */
#define NO_BRANCH     INT32_MIN
#define LEAF_OF(slot) ((uint32_t) ~(slot)) /* a slot below 0 is a leaf, another one a node */

typedef struct leaf {
    uint8_t key[DXK_HLSL_KEY_SIZE];
    bool has_key; /* false: it has mistakes, and is equal to no other */
} leaf;

/* A macro, and where its branches begin among the slots. */
typedef struct node {
    uint32_t axis, slots;
} node;

typedef struct worker {
    const compile_set *set;
    size_t first, end; /* variants */
    uint32_t *leaf_of; /* by variant */
    dxk_ctx *ctx;
    node *nodes;
    int32_t *slots;
    leaf *leaves;
    size_t node_count, slot_count, leaf_count;
    size_t node_room, slot_room, leaf_room;
    bool failed; /* no memory */
    host_thread thread;
} worker;

/* Makes room for `more` items. */
static void *reserve(void *items, size_t count, size_t more, size_t *room, size_t size)
{
    size_t wanted = *room ? *room : 64;
    if (count + more <= *room)
        return items;
    while (wanted < count + more)
        wanted *= 2;
    void *grown = realloc(items, wanted * size);
    if (grown)
        *room = wanted;
    return grown;
}

static size_t value_index(const compile_axis *axis, size_t variant)
{
    return variant / axis->stride % axis->count;
}

/* The slot at which the walk with a variant ends: of a leaf, or of no branch yet. */
static size_t walk(const worker *w, size_t variant, size_t *depth)
{
    size_t slot = 0;
    for (*depth = 0; w->slots[slot] >= 0; ++*depth) {
        const node *n = &w->nodes[w->slots[slot]];
        slot = n->slots + value_index(&w->set->axes[n->axis], variant);
    }
    return slot;
}

/* Puts a node for a macro at a slot; returns the slot of the variant's value. */
static bool add_node(worker *w, size_t *slot, uint32_t axis, size_t variant)
{
    size_t count = w->set->axes[axis].count;
    node *nodes = reserve(w->nodes, w->node_count, 1, &w->node_room, sizeof *nodes);
    if (!nodes)
        return false;
    w->nodes = nodes;
    int32_t *slots = reserve(w->slots, w->slot_count, count, &w->slot_room, sizeof *slots);
    if (!slots)
        return false;
    w->slots = slots;
    for (size_t i = 0; i < count; i++)
        w->slots[w->slot_count + i] = NO_BRANCH;
    w->slots[*slot] = (int32_t)w->node_count;
    w->nodes[w->node_count++] = (node){axis, (uint32_t)w->slot_count};
    *slot = w->slot_count + value_index(&w->set->axes[axis], variant);
    w->slot_count += count;
    return true;
}

static bool add_leaf(worker *w, size_t slot, const leaf *made)
{
    leaf *leaves = reserve(w->leaves, w->leaf_count, 1, &w->leaf_room, sizeof *leaves);
    if (!leaves)
        return false;
    w->leaves = leaves;
    w->leaves[w->leaf_count] = *made;
    w->slots[slot] = ~(int32_t)w->leaf_count++;
    return true;
}

/* The axis that a define is; the number of axes: it is an ordinary macro. */
static size_t axis_of(const compile_set *set, size_t define)
{
    size_t axis = 0;
    while (axis < set->axis_count && set->axes[axis].define != define)
        axis++;
    return axis;
}

/* Preprocesses a variant, and extends the tree from a slot that is `depth` nodes below the root. */
static bool grow(worker *w, size_t variant, size_t slot, size_t depth)
{
    compile_options o;
    compile_call call;
    void *block;
    leaf made = {.has_key = false};
    size_t asked_count = 0;
    size_t *asked = malloc((w->set->base->defines.count + 1) * sizeof *asked);
    bool ok = compile_variant(w->set, variant, &o, &block) && asked;
    if (ok && (ok = compile_begin(&call, &o, w->set->source))) {
        made.has_key = dxk_hlsl_key(w->ctx, w->set->bytes, &call.options, made.key, asked,
                                    &asked_count) == DXK_OK;
        dxk_ctx_clear_diags(w->ctx);
        compile_end(&call);
    }
    for (size_t i = 0; i < asked_count && ok; i++) {
        size_t axis = axis_of(w->set, asked[i]);
        if (axis == w->set->axis_count)
            continue;
        if (depth)
            depth--; /* a node on the way here */
        else
            ok = add_node(w, &slot, (uint32_t)axis, variant);
    }
    free(asked);
    free(block);
    return ok && add_leaf(w, slot, &made);
}

static void work(void *user)
{
    worker *w = user;
    size_t depth;
    for (size_t v = w->first; v < w->end && !w->failed; v++) {
        size_t slot = walk(w, v, &depth);
        if (w->slots[slot] == NO_BRANCH) {
            w->failed = !grow(w, v, slot, depth);
            slot = w->failed ? slot : walk(w, v, &depth);
        }
        w->leaf_of[v] = w->failed ? 0 : LEAF_OF(w->slots[slot]);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Threads                                                                                    */

static bool begin(worker *w, const compile_set *set, uint32_t *leaf_of)
{
    w->set = set;
    w->leaf_of = leaf_of;
    w->slots = reserve(NULL, 0, 1, &w->slot_room, sizeof *w->slots);
    if (!w->slots || dxk_ctx_create(NULL, &w->ctx) != DXK_OK)
        return false;
    w->slots[w->slot_count++] = NO_BRANCH;
    return true;
}

static void end(worker *w)
{
    free(w->nodes);
    free(w->slots);
    free(w->leaves);
    dxk_ctx_free(w->ctx);
}

static void run(worker *workers, size_t count)
{
    bool started[MOST_THREADS] = {false};
    for (size_t i = 1; i < count; i++)
        started[i] = host_thread_start(&workers[i].thread, work, &workers[i]);
    for (size_t i = 0; i < count; i++) {
        if (started[i])
            host_thread_join(&workers[i].thread);
        else
            work(&workers[i]);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Classes                                                                                    */

/* Classes by their keys: open addressing; a place is a class and one, or 0. */
typedef struct classes {
    const leaf **leaves; /* of each class */
    size_t count;
    uint32_t *table;
    size_t capacity; /* a power of two */
} classes;

static uint32_t class_of(classes *c, const leaf *l)
{
    size_t place = 0;
    memcpy(&place, l->key, sizeof place);
    for (place &= c->capacity - 1; l->has_key && c->table[place];
         place = (place + 1) & (c->capacity - 1)) {
        uint32_t class = c->table[place] - 1;
        if (memcmp(c->leaves[class]->key, l->key, sizeof l->key) == 0)
            return class;
    }
    c->leaves[c->count] = l;
    if (l->has_key)
        c->table[place] = (uint32_t)c->count + 1;
    return (uint32_t)c->count++;
}

/* Turns leaves of each worker into classes of all. */
static bool merge(const worker *workers, size_t count, uint32_t *leaf_of, size_t *classes_made)
{
    classes c = {.capacity = 64};
    size_t leaves = 0;
    for (size_t i = 0; i < count; i++)
        leaves += workers[i].leaf_count;
    while (c.capacity < 2 * leaves)
        c.capacity *= 2;
    c.table = calloc(c.capacity, sizeof *c.table);
    c.leaves = malloc((leaves + 1) * sizeof *c.leaves);
    uint32_t *map = malloc((leaves + 1) * sizeof *map);
    bool ok = c.table && c.leaves && map;
    for (size_t i = 0; i < count && ok; i++) {
        for (size_t l = 0; l < workers[i].leaf_count; l++)
            map[l] = class_of(&c, &workers[i].leaves[l]);
        for (size_t v = workers[i].first; v < workers[i].end; v++)
            leaf_of[v] = map[leaf_of[v]];
    }
    free(map);
    free(c.leaves);
    free(c.table);
    *classes_made = c.count;
    return ok;
}

/* Debug information has the arguments, which differ. */
static bool all_differ(const compile_options *o)
{
    return o->debug || o->pdb || o->sources_only;
}

static bool plan(const compile_set *set, size_t threads, uint32_t *classes_of, size_t *count)
{
    worker *workers = calloc(MOST_THREADS, sizeof *workers);
    size_t used = set->count / FEW_VARIANTS + 1;
    used = used < threads ? used : threads;
    used = used < MOST_THREADS ? used : MOST_THREADS;
    bool ok = workers != NULL;
    for (size_t i = 0; i < used && ok; i++) {
        ok = begin(&workers[i], set, classes_of);
        workers[i].first = set->count * i / used;
        workers[i].end = set->count * (i + 1) / used;
    }
    if (ok)
        run(workers, used);
    for (size_t i = 0; i < used && ok; i++)
        ok = !workers[i].failed;
    ok = ok && merge(workers, used, classes_of, count);
    for (size_t i = 0; i < used && workers; i++)
        end(&workers[i]);
    free(workers);
    return ok;
}

uint32_t *compile_plan(const compile_set *set, size_t threads, size_t *count)
{
    uint32_t *classes_of = malloc(set->count * sizeof *classes_of);
    if (!classes_of)
        return NULL;
    if (all_differ(set->base)) {
        *count = set->count;
        for (size_t v = 0; v < set->count; v++)
            classes_of[v] = (uint32_t)v;
    } else if (!plan(set, threads, classes_of, count)) {
        free(classes_of);
        return NULL;
    }
    return classes_of;
}

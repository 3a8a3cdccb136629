/* SPDX-License-Identifier: MIT */
/*
 * atomic.c - atomic operations on memory of resources.
 *
 * Groups may run on several threads of the host, so an operation is one compare-and-swap of the
 * host, repeated until no other thread has interfered. Sequentially consistent. Where the address is not a
 * multiple of the size, which no API allows, or the host has no such instruction, the operation is
 * a plain load and store: right within a thread, not between threads.
 */
#include <stdatomic.h>
#include "exec/kinds.h"
#include "exec/view.h"

/* Numbers of resources are little-endian in memory. */
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LITTLE32(value) __builtin_bswap32(value)
#define LITTLE64(value) __builtin_bswap64(value)
#else
#define LITTLE32(value) (value)
#define LITTLE64(value) (value)
#endif

/* One operation to apply: a value for the old one. */
typedef struct change {
    uint32_t op; /* dxki_exec_atomic_op; COMPARE: the value if the old one is `compare` */
    uint32_t bytes;
    uint64_t value, compare;
} change;

static int64_t signed_of(uint64_t value, uint32_t bytes)
{
    return bytes == 4 ? (int64_t)(int32_t)(uint32_t)value : (int64_t)value;
}

static uint64_t apply(const change *c, uint64_t old)
{
    uint64_t value = c->value;
    bool is_less = signed_of(old, c->bytes) < signed_of(value, c->bytes);

    switch (c->op) {
    case DXKI_ATOMIC_ADD:
        return old + value;
    case DXKI_ATOMIC_AND:
        return old & value;
    case DXKI_ATOMIC_OR:
        return old | value;
    case DXKI_ATOMIC_XOR:
        return old ^ value;
    case DXKI_ATOMIC_IMIN:
        return is_less ? old : value;
    case DXKI_ATOMIC_IMAX:
        return is_less ? value : old;
    case DXKI_ATOMIC_UMIN:
        return old < value ? old : value;
    case DXKI_ATOMIC_UMAX:
        return old < value ? value : old;
    case DXKI_ATOMIC_COMPARE:
        return old == c->compare ? value : old;
    default: /* exchange */
        return value;
    }
}

static uint64_t change_plain(uint8_t *at, const change *c)
{
    uint64_t old = 0;

    for (uint32_t i = 0; i < c->bytes; i++)
        old |= (uint64_t)at[i] << (8 * i);
    uint64_t value = apply(c, old);
    for (uint32_t i = 0; i < c->bytes; i++)
        at[i] = (uint8_t)(value >> (8 * i));
    return old;
}

#if ATOMIC_INT_LOCK_FREE == 2
static uint64_t change32(uint8_t *at, const change *c)
{
    _Atomic uint32_t *word = (_Atomic uint32_t *)(void *)at;
    uint32_t old = atomic_load(word);

    for (;;) {
        uint32_t value = (uint32_t)apply(c, LITTLE32(old));
        if (atomic_compare_exchange_weak(word, &old, LITTLE32(value)))
            return LITTLE32(old);
    }
}
#else
#define change32 change_plain
#endif

#if ATOMIC_LLONG_LOCK_FREE == 2
static uint64_t change64(uint8_t *at, const change *c)
{
    _Atomic uint64_t *word = (_Atomic uint64_t *)(void *)at;
    uint64_t old = atomic_load(word);

    for (;;) {
        uint64_t value = apply(c, LITTLE64(old));
        if (atomic_compare_exchange_weak(word, &old, LITTLE64(value)))
            return LITTLE64(old);
    }
}
#else
#define change64 change_plain
#endif

static uint64_t change_at(uint8_t *at, change c)
{
    if ((uintptr_t)at % c.bytes)
        return change_plain(at, &c);
    return c.bytes == 4 ? change32(at, &c) : change64(at, &c);
}

uint64_t dxki_exec_atomic(uint8_t *at, uint32_t bytes, uint32_t op, uint64_t value)
{
    return change_at(at, (change){.op = op, .bytes = bytes, .value = value});
}

uint64_t dxki_exec_atomic_cas(uint8_t *at, uint32_t bytes, uint64_t compare, uint64_t value)
{
    return change_at(
        at,
        (change){.op = DXKI_ATOMIC_COMPARE, .bytes = bytes, .value = value, .compare = compare});
}

/* --- where --- */

static uint8_t *fail(dxki_exec_fault why, dxki_exec_fault *fault)
{
    *fault = why;
    return NULL;
}

/* Elements of one number of 32 bits, or of two for one of 64 bits. */
static bool suits(const dxki_exec_format *layout, uint32_t bytes)
{
    return layout->plain && layout->size == bytes && layout->uses & DXKI_USE_STORE;
}

uint8_t *dxki_exec_atomic_at(const dxki_exec_view *view, const uint32_t c[3], uint32_t bytes,
                             dxki_exec_fault *fault)
{
    if (dxki_exec_view_is_null(view))
        return fail(DXKI_FAULT_NULL, fault);
    if (dxki_exec_kind_get(view->kind)->has_format) {
        dxki_exec_place place = {0};
        dxki_exec_place_of(view, c, &place);
        uint8_t *at = dxki_exec_texel_at(view, &place, fault);
        return at && !suits(&view->layout, bytes) ? fail(DXKI_FAULT_FORMAT, fault) : at;
    }
    uint64_t at;
    uint32_t offset = view->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ? c[1] : 0;
    if (dxki_exec_view_reach(view, c[0], offset, &at) < bytes)
        return fail(dxki_exec_view_blame(view, c[0]), fault);
    if (!dxki_exec_view_is_mapped(view, at))
        return fail(DXKI_FAULT_UNMAPPED, fault);
    *fault = DXKI_FAULT_NONE;
    return view->base + at;
}

/* --- counters --- */

uint32_t dxki_exec_counter_add(uint32_t *counter, uint32_t amount)
{
#if ATOMIC_INT_LOCK_FREE == 2
    return atomic_fetch_add((_Atomic uint32_t *)counter, amount);
#else
    uint32_t old = *counter;
    *counter += amount;
    return old;
#endif
}

uint32_t dxki_exec_counter_mark(uint32_t *use, uint32_t direction)
{
#if ATOMIC_INT_LOCK_FREE == 2
    return atomic_fetch_or((_Atomic uint32_t *)use, direction);
#else
    uint32_t old = *use;
    *use |= direction;
    return old;
#endif
}

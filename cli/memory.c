/* SPDX-License-Identifier: MIT */
/* memory.c - which block comes from where; see memory.h. */
#include "memory.h"

#include "host.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define LARGE     ((size_t)32 << 10)  /* smaller blocks are never in the range */
#define START_AT  ((size_t)768 << 10) /* bytes in use that make a range worth while */
#define BIG_INPUT ((size_t)64 << 10)  /* will be worth it, so that it can start at once */
#define RANGE     ((size_t)1 << 30)
#define HUGE_PAGE ((size_t)2 << 20)
#define BOTTOM    (HUGE_PAGE / 16) /* of the range is for small blocks */
#define GRAIN     ((size_t)64)
#define KEPT      (4 * HUGE_PAGE) /* an empty range keeps this much for the next input */
#define BIG_HOLE  (2 * HUGE_PAGE) /* is given back to the system */

/* Sanitizers find more in blocks of malloc(). */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PLAIN true
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define PLAIN true
#endif
#ifndef PLAIN
#define PLAIN false
#endif

/* --- the range --- */

static bool wants_range(const memory *m, size_t size)
{
    if (size < LARGE || size >= RANGE)
        return false;
    return m->base || m->input >= BIG_INPUT || m->outside + size >= START_AT;
}

static void get_range(memory *m)
{
    m->base = PLAIN ? NULL : host_reserve(RANGE, HUGE_PAGE);
    m->refused = !m->base;
    if (m->base)
        blocks_lend(&m->small, m->base, BOTTOM);
    m->top = BOTTOM;
}

/* Is it one of the large blocks of the range? */
static bool inside(const memory *m, const void *ptr)
{
    uintptr_t at = (uintptr_t)ptr, base = (uintptr_t)m->base;
    return m->base && at >= base + BOTTOM && at < base + RANGE;
}

static size_t rounded(size_t size)
{
    return (size + GRAIN - 1) / GRAIN * GRAIN;
}

static void remove_hole(memory *m, size_t index)
{
    m->hole_count--;
    memmove(&m->holes[index], &m->holes[index + 1], (m->hole_count - index) * sizeof *m->holes);
}

/* Takes `size` bytes off the front of a hole. */
static void narrow_hole(memory *m, size_t index, size_t size)
{
    m->holes[index].at += size;
    m->holes[index].size -= size;
    if (m->holes[index].size == 0)
        remove_hole(m, index);
}

/* The smallest hole that is large enough; else from the top. NULL: the range is full. */
static uint8_t *take_inside(memory *m, size_t size)
{
    size_t best = MEMORY_HOLES;
    for (size_t i = 0; i < m->hole_count; i++) {
        bool fits = m->holes[i].size >= size;
        if (fits && (best == MEMORY_HOLES || m->holes[i].size < m->holes[best].size))
            best = i;
    }
    size_t at = m->top;
    if (best < MEMORY_HOLES) {
        at = m->holes[best].at;
        narrow_hole(m, best, size);
    } else if (size <= RANGE - m->top) {
        m->top += size;
    } else {
        return NULL;
    }
    m->live += size;
    return m->base + at;
}

/* Nothing is in use: the next input starts at the bottom. */
static void empty_range(memory *m)
{
    if (m->top > KEPT)
        host_discard(m->base + KEPT, rounded(m->top - KEPT));
    m->top = BOTTOM;
    m->hole_count = 0;
}

/* Gives the whole pages of a big hole back; they are there again, zeroed, when they are used. */
static void release(const memory *m, size_t at, size_t size)
{
    size_t from = (at + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    size_t to = (at + size) / HUGE_PAGE * HUGE_PAGE;
    if (size >= BIG_HOLE && from < to)
        host_discard(m->base + from, to - from);
}

/* Joins the bytes with the holes beside them, or with what is above the top. A hole for which
 * there is no room in the list waits until the range is empty. */
static void give_inside(memory *m, size_t at, size_t size)
{
    size_t i = 0;
    m->live -= size;
    release(m, at, size);
    while (i < m->hole_count && m->holes[i].at < at)
        i++;
    if (i > 0 && m->holes[i - 1].at + m->holes[i - 1].size == at) {
        i--;
        at = m->holes[i].at;
        size += m->holes[i].size;
        remove_hole(m, i);
    }
    if (i < m->hole_count && m->holes[i].at == at + size) {
        size += m->holes[i].size;
        remove_hole(m, i);
    }
    if (at + size == m->top) {
        m->top = at;
    } else if (m->hole_count < MEMORY_HOLES) {
        memmove(&m->holes[i + 1], &m->holes[i], (m->hole_count - i) * sizeof *m->holes);
        m->holes[i] = (memory_hole){at, size};
        m->hole_count++;
    }
    if (m->live == 0)
        empty_range(m);
}

/* Lengthens a block where it is, when what follows is free. */
static bool extend_inside(memory *m, size_t at, size_t old_size, size_t new_size)
{
    size_t end = at + old_size, more = new_size - old_size;
    if (end == m->top && more <= RANGE - m->top) {
        m->top += more;
        m->live += more;
        return true;
    }
    for (size_t i = 0; i < m->hole_count; i++) {
        if (m->holes[i].at == end && m->holes[i].size >= more) {
            narrow_hole(m, i, more);
            m->live += more;
            return true;
        }
    }
    return false;
}

/* --- blocks --- */

static bool is_small(size_t size)
{
    return !PLAIN && size <= BLOCKS_MOST;
}

static void *take(memory *m, size_t size)
{
    if (wants_range(m, size)) {
        if (!m->base && !m->refused)
            get_range(m);
        void *ptr = m->base ? take_inside(m, rounded(size)) : NULL;
        if (ptr)
            return ptr;
    }
    void *ptr = is_small(size) ? blocks_take(&m->small, size) : malloc(size);
    m->outside += ptr ? size : 0;
    return ptr;
}

static void give(memory *m, void *ptr, size_t size)
{
    if (inside(m, ptr)) {
        give_inside(m, (size_t)((uint8_t *)ptr - m->base), rounded(size));
    } else if (ptr) {
        if (is_small(size))
            blocks_give(&m->small, ptr, size);
        else
            free(ptr);
        m->outside -= size;
    }
}

/* A block that stays on its side: resized there, NULL when that is not so or impossible. */
static void *resize(memory *m, void *ptr, size_t old_size, size_t new_size)
{
    if (inside(m, ptr) && new_size >= RANGE)
        return NULL;
    if (inside(m, ptr)) {
        size_t at = (size_t)((uint8_t *)ptr - m->base);
        size_t before = rounded(old_size), after = rounded(new_size);
        if (after < before)
            give_inside(m, at + after, before - after);
        return after <= before || extend_inside(m, at, before, after) ? ptr : NULL;
    }
    if (wants_range(m, new_size) && !m->refused)
        return NULL;
    bool small = is_small(old_size);
    if (small != is_small(new_size) || (small && !blocks_alike(old_size, new_size)))
        return NULL;
    void *moved = small ? ptr : realloc(ptr, new_size);
    if (moved)
        m->outside = m->outside - old_size + new_size;
    return moved;
}

void *memory_alloc(void *user, void *ptr, size_t old_size, size_t new_size)
{
    memory *m = user;
    if (new_size == 0) {
        give(m, ptr, old_size);
        return NULL;
    }
    void *moved = ptr ? resize(m, ptr, old_size, new_size) : NULL;
    if (moved)
        return moved;
    moved = take(m, new_size);
    m->failed = m->failed || !moved;
    if (!moved || !ptr)
        return moved;
    memcpy(moved, ptr, old_size < new_size ? old_size : new_size);
    give(m, ptr, old_size);
    return moved;
}

void memory_free(memory *m)
{
    if (m->base)
        host_unreserve(m->base, RANGE);
    blocks_free(&m->small);
    *m = (memory){.base = NULL};
}

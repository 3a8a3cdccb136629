/* SPDX-License-Identifier: MIT */
/*
 * host_pages.c - addresses on large pages, where the system has them for every program: on Linux with 64 bits.
 * Windows wants a right that programs seldom have, and WebAssembly has none; see host.h.
 */
#define _DEFAULT_SOURCE /* madvise() */
#include "host.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#if defined(MADV_HUGEPAGE) && SIZE_MAX > UINT32_MAX

void *host_reserve(size_t size, size_t page)
{
    void *at = mmap(NULL, size + page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    uint8_t *first = at;
    size_t skip = (page - (uintptr_t)first % page) % page;
    if (skip)
        munmap(first, skip);
    if (skip < page)
        munmap(first + skip + size, page - skip);
    madvise(first + skip, size, MADV_HUGEPAGE);
    return first + skip;
}

void host_unreserve(void *at, size_t size)
{
    munmap(at, size);
}

void host_discard(void *at, size_t size)
{
    madvise(at, size, MADV_DONTNEED);
}

#else

void *host_reserve(size_t size, size_t page)
{
    (void)size;
    (void)page;
    return NULL;
}

void host_unreserve(void *at, size_t size)
{
    (void)at;
    (void)size;
}

void host_discard(void *at, size_t size)
{
    (void)at;
    (void)size;
}

#endif

/* SPDX-License-Identifier: MIT */
/*
 * failing.c - the command with allocations that fail. Linked with --wrap for malloc(), calloc() and
 * realloc(), so that it sees what the command and the library ask for, and not the C library.
 *
 *     DXK_FAIL_AT      number of the allocation that fails, from 1, and of all after it
 *     DXK_FAIL_ONCE    when set, only that one
 *     DXK_FAIL_COUNT   a file that takes how many there were, as a word in memory
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static atomic_ulong *calls; /* NULL: not begun */
static unsigned long fail_at;
static bool once;

/* The count lies in the file itself: the command may end without destructors. */
__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("DXK_FAIL_AT"), *path = getenv("DXK_FAIL_COUNT");
    int fd = path ? open(path, O_RDWR | O_CREAT | O_TRUNC, 0600) : -1;
    once = getenv("DXK_FAIL_ONCE") != NULL;
    fail_at = at ? strtoul(at, NULL, 10) : 0;
    if (fd >= 0 && ftruncate(fd, sizeof *calls) == 0)
        calls = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (calls == MAP_FAILED)
        calls = NULL;
}

static bool fails(void)
{
    unsigned long n = calls ? ++*calls : 0;
    bool now = fail_at && n && (once ? n == fail_at : n >= fail_at);
    if (now)
        errno = ENOMEM;
    return now;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return size && fails() ? NULL : __real_realloc(old, size);
}

/* SPDX-License-Identifier: MIT */
/* io.c - reading and writing whole files; see io.h. POSIX. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAP_AT     ((size_t)64 << 10) /* smaller files are cheaper to read than to map */
#define MODE_ALL   0666
#define MODE_DIR   0777
#define ATTEMPTS   100 /* names tried for the file beside */
#define SUFFIX_MAX 32

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

/* What a descriptor is read for. */
typedef struct demand {
    uint64_t limit;
    bool (*wants)(dxk_bytes start); /* NULL: do not ask */
} demand;

/* Makes room for more; an errno value. */
static int grow(uint8_t **data, size_t *capacity, uint64_t limit)
{
    size_t room = *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
    if (*capacity > limit)
        return EFBIG;
    if (room > limit) /* one byte more than may be tells that there is more */
        room = (size_t)limit + 1;
    uint8_t *grown = realloc(*data, room);
    if (!grown)
        return ENOMEM;
    *data = grown;
    *capacity = room;
    return 0;
}

/* Fills the room that there is, up to the end of the descriptor. */
static int fill(int fd, uint8_t *data, size_t capacity, size_t *size, bool *at_end)
{
    while (*size < capacity && !*at_end) {
        ssize_t n = read(fd, data + *size, capacity - *size);
        if (n < 0 && errno != EINTR)
            return errno;
        *at_end = n == 0;
        *size += n > 0 ? (size_t)n : 0;
    }
    return 0;
}

/* Reads a descriptor to its end; `guess` is the size it should have. */
static int read_all(int fd, size_t guess, demand d, io_file *file)
{
    size_t size = 0, capacity = guess + 1;
    uint8_t *data = malloc(capacity);
    bool at_end = false;
    int error = data ? fill(fd, data, capacity, &size, &at_end) : ENOMEM;
    while (!error && !at_end) {
        if (d.wants && size >= IO_SNIFF) {
            error = d.wants((dxk_bytes){data, size}) ? 0 : IO_UNWANTED;
            d.wants = NULL;
        }
        if (!error)
            error = grow(&data, &capacity, d.limit);
        if (!error)
            error = fill(fd, data, capacity, &size, &at_end);
    }
    if (!error && size > d.limit)
        error = EFBIG;
    if (error)
        free(data);
    else
        *file = (io_file){{data, size}, data, false};
    return error;
}

static int read_descriptor(int fd, demand d, io_file *file)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        return errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (!S_ISREG(st.st_mode))
        return read_all(fd, MAP_AT - 1, d, file);
    d.wants = NULL;
    if ((uint64_t)st.st_size > SIZE_MAX / 2 || (uint64_t)st.st_size > d.limit)
        return EFBIG;
    size_t size = (size_t)st.st_size;
    if (size >= MAP_AT && lseek(fd, 0, SEEK_CUR) == 0) {
        void *map = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (map != MAP_FAILED) {
            *file = (io_file){{map, size}, map, true};
            return 0;
        }
    }
    return read_all(fd, size, d, file);
}

int io_read(const char *path, uint64_t limit, bool (*wants)(dxk_bytes start), io_file *file)
{
    const demand d = {limit, wants};
    *file = (io_file){{NULL, 0}, NULL, false};
    if (strcmp(path, "-") == 0)
        return read_descriptor(IO_STDIN, d, file);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = read_descriptor(fd, d, file);
    close(fd);
    return error;
}

void io_close(io_file *file)
{
    if (file->mapped)
        munmap(file->memory, file->bytes.size);
    else
        free(file->memory);
    *file = (io_file){{NULL, 0}, NULL, false};
}

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

int io_write_all(int fd, const void *data, size_t size)
{
    const char *p = data;
    while (size > 0) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return errno;
        p += n;
        size -= (size_t)n;
    }
    return 0;
}

/* Opens a new file beside `path`; its name goes to `name`, which has room. */
static int open_beside(const char *path, char *name, size_t room, mode_t mode)
{
    for (unsigned i = 0; i < ATTEMPTS; i++) {
        snprintf(name, room, "%s.%ld.%u.tmp", path, (long)getpid(), i);
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

/* Replaces `path`, which is not a link. `old` is what is there now, NULL for nothing. */
static int replace_file(const char *path, const struct stat *old, dxk_bytes bytes)
{
    size_t room = strlen(path) + SUFFIX_MAX;
    char *name = malloc(room);
    if (!name)
        return ENOMEM;
    int error = 0;
    int fd = open_beside(path, name, room, MODE_ALL);
    if (fd < 0) {
        error = errno;
        free(name);
        return error;
    }
    if (old)
        (void)fchmod(fd, old->st_mode & 07777); /* as near as the owner allows */
    error = io_write_all(fd, bytes.data, bytes.size);
    if (close(fd) != 0 && !error)
        error = errno;
    if (!error && rename(name, path) != 0)
        error = errno;
    if (error)
        unlink(name);
    free(name);
    return error;
}

/* Writes to what is there: a device, a pipe, a file of several names. */
static int write_through(const char *path, dxk_bytes bytes, bool is_file)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return errno;
    int error = io_write_all(fd, bytes.data, bytes.size);
    if (!error && is_file && ftruncate(fd, (off_t)bytes.size) != 0)
        error = errno;
    if (close(fd) != 0 && !error)
        error = errno;
    return error;
}

static int write_any(const char *path, dxk_bytes bytes)
{
    struct stat st;
    if (stat(path, &st) != 0)
        return errno == ENOENT ? replace_file(path, NULL, bytes) : errno;
    if (S_ISDIR(st.st_mode))
        return EISDIR;
    if (!S_ISREG(st.st_mode) || st.st_nlink > 1)
        return write_through(path, bytes, S_ISREG(st.st_mode));
    if (!(st.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)))
        return EACCES;                   /* whoever may change the directory could replace it */
    char *target = realpath(path, NULL); /* a link stays a link */
    if (!target)
        return errno;
    int error = replace_file(target, &st, bytes);
    free(target);
    return error;
}

int io_write_file(const char *path, dxk_bytes bytes)
{
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, &before);
    int error = write_any(path, bytes);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return error;
}

int io_make_directory(const char *path)
{
    if (mkdir(path, MODE_DIR) == 0)
        return 0;
    int error = errno;
    return error == EEXIST && io_is_directory(path) ? 0 : error;
}

bool io_exists(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

bool io_is_terminal(int fd)
{
    return isatty(fd) != 0;
}

size_t io_terminal_width(void)
{
    enum { MOST = 10000 };
    const char *columns = getenv("COLUMNS");
    struct winsize size = {.ws_col = 0};
    long given = columns ? strtol(columns, NULL, 10) : 0;
    if (!io_is_terminal(IO_STDOUT))
        return 0;
    if (given > 0 && given < MOST)
        return (size_t)given;
    return ioctl(IO_STDOUT, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool io_is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

const char *io_message(int error, char text[IO_MESSAGE])
{
    if (strerror_r(error, text, IO_MESSAGE) != 0)
        snprintf(text, IO_MESSAGE, "error %d", error);
    return text;
}

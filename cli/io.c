/* SPDX-License-Identifier: MIT */
/* io.c - reading and writing whole files; see io.h. */
#include "io.h"

#include "host.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP_AT     ((size_t)64 << 10) /* smaller files are cheaper to read than to map */
#define ATTEMPTS   100                /* names tried for the file beside */
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
        size_t got;
        int error = host_read(fd, data + *size, capacity - *size, &got);
        if (error)
            return error;
        *at_end = got == 0;
        *size += got;
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
    host_facts facts;
    int error = host_look_at(fd, &facts);
    if (error)
        return error;
    if (facts.kind == HOST_DIRECTORY)
        return EISDIR;
    if (facts.kind != HOST_FILE)
        return read_all(fd, MAP_AT - 1, d, file);
    d.wants = NULL;
    if (facts.size > SIZE_MAX / 2 || facts.size > d.limit)
        return EFBIG;
    size_t size = (size_t)facts.size;
    void *view;
    if (size >= MAP_AT && host_map(fd, size, &view) == 0) {
        *file = (io_file){{view, size}, view, true};
        return 0;
    }
    return read_all(fd, size, d, file);
}

int io_read(const char *path, uint64_t limit, bool (*wants)(dxk_bytes start), io_file *file)
{
    const demand d = {limit, wants};
    int fd;
    *file = (io_file){{NULL, 0}, NULL, false};
    if (strcmp(path, "-") == 0)
        return read_descriptor(IO_STDIN, d, file);
    int error = host_open(path, &fd);
    if (error)
        return error;
    error = read_descriptor(fd, d, file);
    (void)host_close(fd);
    return error;
}

void io_close(io_file *file)
{
    if (file->mapped)
        host_unmap(file->memory, file->bytes.size);
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
        size_t put;
        int error = host_write(fd, p, size, &put);
        if (error)
            return error;
        p += put;
        size -= put;
    }
    return 0;
}

/* Writes all and closes. */
static int write_and_close(int fd, dxk_bytes bytes)
{
    int error = io_write_all(fd, bytes.data, bytes.size);
    int closing = host_close(fd);
    return error ? error : closing;
}

/* Opens a new file beside `path`; its name goes to `name`, which has room. */
static int create_beside(const char *path, char *name, size_t room, int *fd)
{
    int error = EEXIST;
    for (unsigned i = 0; i < ATTEMPTS && error == EEXIST; i++) {
        snprintf(name, room, "%s.%lu.%u.tmp", path, host_own_number(), i);
        error = host_create(name, fd);
    }
    return error;
}

/* Replaces `path`, which is not a link. `old` is what is there now, NULL for nothing. */
static int replace_file(const char *path, const host_facts *old, dxk_bytes bytes)
{
    size_t room = strlen(path) + SUFFIX_MAX;
    char *name = malloc(room);
    int fd;
    if (!name)
        return ENOMEM;
    int error = create_beside(path, name, room, &fd);
    if (!error) {
        if (old)
            host_set_mode(fd, old->mode);
        error = write_and_close(fd, bytes);
        if (!error)
            error = host_replace(name, path);
        if (error)
            host_remove(name);
    }
    free(name);
    return error;
}

/* Writes to what is there: a device, a pipe, a file of several names. */
static int write_through(const char *path, dxk_bytes bytes, bool is_file)
{
    int fd;
    int error = host_open_write(path, &fd);
    if (error)
        return error;
    error = io_write_all(fd, bytes.data, bytes.size);
    if (!error && is_file)
        error = host_truncate(fd, bytes.size);
    int closing = host_close(fd);
    return error ? error : closing;
}

typedef struct writing {
    const char *path;
    dxk_bytes bytes;
} writing;

static int write_any(void *user)
{
    const writing *w = user;
    host_facts facts;
    char *target;
    int error = host_look(w->path, true, &facts);
    if (error)
        return error == ENOENT ? replace_file(w->path, NULL, w->bytes) : error;
    if (facts.kind == HOST_DIRECTORY)
        return EISDIR;
    if (facts.kind != HOST_FILE || facts.several_names)
        return write_through(w->path, w->bytes, facts.kind == HOST_FILE);
    if (facts.read_only)
        return EACCES;                      /* whoever may change the directory could replace it */
    error = host_resolve(w->path, &target); /* a link stays a link */
    if (error)
        return error;
    error = replace_file(target, &facts, w->bytes);
    free(target);
    return error;
}

int io_write_file(const char *path, dxk_bytes bytes)
{
    writing w = {path, bytes};
    return host_uninterrupted(write_any, &w);
}

int io_make_directory(const char *path)
{
    int error = host_make_directory(path);
    return error == EEXIST && io_is_directory(path) ? 0 : error;
}

bool io_exists(const char *path)
{
    host_facts facts;
    return host_look(path, true, &facts) == 0;
}

bool io_is_directory(const char *path)
{
    host_facts facts;
    return host_look(path, true, &facts) == 0 && facts.kind == HOST_DIRECTORY;
}

bool io_is_link(const char *path)
{
    host_facts facts;
    return host_look(path, false, &facts) == 0 && facts.kind == HOST_LINK;
}

bool io_is_terminal(int fd)
{
    return host_is_terminal(fd);
}

size_t io_terminal_width(void)
{
    enum { MOST = 10000 };
    const char *columns = getenv("COLUMNS");
    long given = columns ? strtol(columns, NULL, 10) : 0;
    if (!io_is_terminal(IO_STDOUT))
        return 0;
    return given > 0 && given < MOST ? (size_t)given : host_terminal_width();
}

const char *io_message(int error, char text[IO_MESSAGE])
{
    host_error_text(error, text, IO_MESSAGE);
    return text;
}

/* SPDX-License-Identifier: MIT */
/*
 * io.h - files: reading whole ones (mapped where possible), writing whole ones so that nobody
 * ever sees half of one, and what a descriptor is.
 *
 * Functions that can fail return 0 or an errno value.
 */
#ifndef IO_H
#define IO_H

#include <dxk/base.h>

enum { IO_STDIN = 0, IO_STDOUT = 1, IO_STDERR = 2 };

/* The bytes of an input. */
typedef struct io_file {
    dxk_bytes bytes;
    void *memory; /* what io_close() gives back */
    bool mapped;  /* `memory` is a mapping, not from malloc */
} io_file;

/* Bytes of a pipe or a device that are read before it is asked whether more are wanted. */
#define IO_SNIFF ((size_t)1 << 20)

/* What io_read() returns when more were not wanted. No errno value is negative. */
#define IO_UNWANTED (-1)

/*
 * Reads a file; "-" is standard input. EISDIR for a directory, EFBIG for one of more than `limit`
 * bytes. Pipes and devices may have no end: `wants` (NULL: always) is shown the first IO_SNIFF
 * bytes of them, and what it does not want is read no further.
 */
int io_read(const char *path, uint64_t limit, bool (*wants)(dxk_bytes start), io_file *file);
void io_close(io_file *file);

/* Is there a file, or anything else, of that name? */
bool io_exists(const char *path);

/* Writes all bytes to a descriptor. */
int io_write_all(int fd, const void *data, size_t size);

/*
 * Makes `path` a file with these bytes: they are written to a new file beside it, which then
 * takes its place. Signals that end a program wait so long, thus neither half a file nor a
 * forgotten one stays behind. An existing file keeps its permissions, and EACCES says that nobody
 * may write to it; what is no regular file (a device, a pipe), or has several names, is written to
 * directly.
 */
int io_write_file(const char *path, dxk_bytes bytes);

/* Creates a directory; one that is there already is fine. */
int io_make_directory(const char *path);

bool io_is_terminal(int fd);
bool io_is_directory(const char *path);
bool io_is_link(const char *path);

/* Columns of the terminal that standard output is, COLUMNS in the environment before what the terminal
 * says; 0: it is none, or nobody knows. */
size_t io_terminal_width(void);

/* "No such file or directory" for an errno value, in `text`. Returns `text`. */
#define IO_MESSAGE 128
const char *io_message(int error, char text[IO_MESSAGE]);

#endif

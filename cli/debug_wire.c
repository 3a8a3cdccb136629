/* SPDX-License-Identifier: MIT */
/*
 * debug_wire.c - messages of the Debug Adapter Protocol: lines of a header, an empty line, a body.
 *
 * Source: Debug Adapter Protocol, "Base protocol".
 */
#include "debug.h"
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_LINE  1024u
#define MOST_LINES 32
#define MOST_BODY  (16u << 20)

/* The next byte; -1: there is none. */
static int next_byte(debug_wire *w)
{
    if (w->at == w->used) {
        w->at = 0;
        if (host_read(IO_STDIN, w->buffer, sizeof w->buffer, &w->used) != 0 || w->used == 0) {
            w->used = 0;
            return -1;
        }
    }
    return (unsigned char)w->buffer[w->at++];
}

/* A line without its end; false: it has none, or is too long. */
static bool read_line(debug_wire *w, char line[MOST_LINE], size_t *size)
{
    *size = 0;
    for (;;) {
        int c = next_byte(w);
        if (c < 0)
            return false;
        if (c == '\n')
            break;
        if (*size == MOST_LINE - 1)
            return false;
        line[(*size)++] = (char)c;
    }
    if (*size && line[*size - 1] == '\r')
        (*size)--;
    line[*size] = 0;
    return true;
}

/* The number after a name; false: it is no such line. */
static bool length_of(const char *line, uint64_t *length)
{
    static const char name[] = "content-length:";
    for (size_t i = 0; i + 1 < sizeof name; i++, line++)
        if ((*line >= 'A' && *line <= 'Z' ? *line - 'A' + 'a' : *line) != name[i])
            return false;
    while (*line == ' ')
        line++;
    return *line >= '0' && *line <= '9' && opt_number(line, length);
}

static debug_got read_header(debug_wire *w, uint64_t *length)
{
    char line[MOST_LINE];
    size_t size;
    bool found = false;
    for (int n = 0; n < MOST_LINES; n++) {
        if (!read_line(w, line, &size))
            return n == 0 && size == 0 ? DEBUG_END : DEBUG_GARBAGE;
        if (size == 0)
            return found && *length <= MOST_BODY ? DEBUG_MESSAGE : DEBUG_GARBAGE;
        found |= length_of(line, length);
    }
    return DEBUG_GARBAGE;
}

debug_got debug_wire_read(debug_wire *w, char **body, size_t *size)
{
    uint64_t length = 0;
    debug_got got = read_header(w, &length);
    *body = NULL;
    if (got != DEBUG_MESSAGE)
        return got;
    *size = (size_t)length;
    *body = malloc(*size + 1);
    if (!*body)
        return DEBUG_NO_MEMORY;
    for (size_t n = 0; n < *size; n++) {
        int c = next_byte(w);
        if (c < 0) {
            free(*body);
            *body = NULL;
            return DEBUG_GARBAGE;
        }
        (*body)[n] = (char)c;
    }
    (*body)[*size] = 0;
    return DEBUG_MESSAGE;
}

bool debug_wire_ready(const debug_wire *w)
{
    return w->at != w->used || host_input_ready();
}

int debug_wire_write(dxk_str body)
{
    char head[64];
    int size = snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", body.size);
    int error = io_write_all(IO_STDOUT, head, (size_t)size);
    return error ? error : io_write_all(IO_STDOUT, body.data, body.size);
}

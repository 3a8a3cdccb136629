/* SPDX-License-Identifier: MIT */
/* message.h - templates of messages: %0 to %9 stand for arguments. */
#ifndef DXKI_BASE_MESSAGE_H
#define DXKI_BASE_MESSAGE_H

#include "base/str.h"
#include "dxk/base.h"

/* One argument of a message, made by the functions below. */
typedef struct dxki_arg {
    enum {
        DXKI_ARG_DEC,
        DXKI_ARG_HEX,
        DXKI_ARG_TEXT,
        DXKI_ARG_RAW,
        DXKI_ARG_ESCAPED,
        DXKI_ARG_FOURCC
    } kind;
    uint64_t number;
    dxk_str text;
} dxki_arg;

dxki_arg dxki_dec(uint64_t value);         /* 42 */
dxki_arg dxki_hex(uint64_t value);         /* 0x2a */
dxki_arg dxki_text(dxk_str text);          /* characters; unprintable ones as \xNN */
dxki_arg dxki_raw(dxk_str text);           /* all bytes as they are */
dxki_arg dxki_escaped(dxk_str text);       /* as LLVM escapes names: \0A, \5C, \22 */
dxki_arg dxki_fourcc_arg(uint32_t fourcc); /* four characters likewise */

/* A list of arguments, at least one, and its length. */
#define DXKI_ARGS(...)                                                                             \
    (const dxki_arg[]){__VA_ARGS__}, sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg)

/*
 * Writes a template with its arguments; returns the length of all of it, of which what fits `room`
 * is written. Places without an argument stay as they are.
 */
size_t dxki_format(char *to, size_t room, const char *pattern, const dxki_arg *args, size_t count);

/* The same in DXC's manner: each argument takes the first place that names it, be that in the text
 * of an argument before. */
size_t dxki_format_nested(char *to, size_t room, const char *pattern, const dxki_arg *args,
                          size_t count);

#endif

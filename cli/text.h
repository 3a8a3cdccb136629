/* SPDX-License-Identifier: MIT */
/*
 * text.h - text output: into a buffer, so that the output of parallel work can be put in order,
 * with number formats, colours and aligned columns.
 *
 * Sticky: after a failure nothing more is written and `error` keeps the reason; the frame looks
 * at it when the command is done.
 */
#ifndef TEXT_H
#define TEXT_H

#include <dxk/base.h>

/* Marks a function whose argument number `text` is a format of C99, for those from `first` on. */
#if defined(__MINGW32__) &&                                                                        \
    !defined(__clang__) /* there printf means the format of an older library */
#define CLI_FORMAT(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define CLI_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define CLI_FORMAT(text, first)
#endif

typedef struct text_out {
    dxk_buffer *buffer;      /* where text is collected */
    int fd;                  /* where it goes when much has been collected; -1: nowhere, it stays */
    bool color;              /* text_style() has an effect */
    int error;               /* errno of the first failure, 0 while all is well */
    bool styled;             /* what goes to the sink has colours: text_color_sink() */
    bool terminal;           /* text_sink() escapes control characters: people look at it */
    unsigned char held_size; /* text_terminal.c: bytes that may begin a character or a style */
    char held[8];
} text_out;

/* Text into `buffer`. */
text_out text_to_buffer(dxk_buffer *buffer, bool color);

/* Hands what was collected to `fd`, when there is one. */
void text_flush(text_out *out);

void text_write(text_out *out, const void *data, size_t size);
void text_char(text_out *out, char c);
void text_put(text_out *out, const char *text);           /* NUL-terminated, the program's own */
void text_str(text_out *out, dxk_str text);               /* as it is */
void text_u64(text_out *out, uint64_t value);             /* 42 */
void text_i64(text_out *out, int64_t value);              /* -42 */
void text_hex(text_out *out, uint64_t value, int digits); /* 0x2a; at least `digits` digits */
void text_hex_bytes(text_out *out, dxk_bytes bytes);      /* two lower-case digits a byte */
void text_spaces(text_out *out, size_t count);
void text_fourcc(text_out *out, uint32_t fourcc); /* four characters, unprintable ones as \xNN */

/* Text from an input: control characters, and bytes that are no UTF-8, as \xNN. */
void text_safe(text_out *out, dxk_str text);

/* Bytes of the UTF-8 sequence that `text` begins with; 0 when it is none. `size` is at least 1. */
size_t text_utf8_size(const char *text, size_t size);

/* As printf, without a limit. */
void text_printf(text_out *out, const char *format, ...) CLI_FORMAT(2, 3);

/* A sink for library functions that print; text_flush() or text_terminal_end() after the last. */
dxk_sink text_sink(text_out *out);

/* The same for functions that are asked for colours. */
dxk_sink text_color_sink(text_out *out);

/* Text with control characters, and bytes that are no UTF-8, as \xNN, but for line feeds, tabs and
 * styles. It may come in pieces, cut anywhere. */
void text_terminal(text_out *out, const char *text, size_t size);
void text_terminal_end(text_out *out);

/* What the next characters are; shown by colour when colours are on. */
typedef enum text_kind {
    TEXT_PLAIN,  /* back to normal */
    TEXT_TITLE,  /* headings */
    TEXT_NAME,   /* names of things */
    TEXT_NUMBER, /* offsets, raw values */
    TEXT_GOOD,   /* right */
    TEXT_BAD,    /* wrong, errors */
    TEXT_WARN,   /* warnings, changes */
    TEXT_FAINT   /* less important */
} text_kind;

void text_style(text_out *out, text_kind kind);

/* text_put() in a style. */
void text_styled(text_out *out, text_kind kind, const char *text);

/* ---------------------------------------------------------------------------------------- */
/* Columns                                                                                    */

#define TEXT_COLUMNS 16

/*
 * A table: text_cell() begins the next cell and returns where to write it; after the last column
 * the next row begins. text_table_print() prints all rows with columns as wide as need be, two
 * blanks between them, and frees the table.
 */
typedef struct text_table {
    text_out *out;     /* where it will be printed */
    const char *align; /* a letter per column: 'l' or 'r' */
    size_t indent;     /* blanks before each row */
    dxk_buffer text;   /* the cells' characters */
    dxk_buffer starts; /* size_t per cell: where it begins in `text` */
    text_out cell;     /* writes to `text` */
} text_table;

void text_table_init(text_table *table, dxk_ctx *ctx, text_out *out, const char *align,
                     size_t indent);
text_out *text_cell(text_table *table);
/* A row of headings, one per column. */
void text_table_head(text_table *table, const char *const *names);
void text_table_print(text_table *table);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/base.h - what every other dxk header builds on: status codes, byte views, the context
 * with its allocator, limits and diagnostics, and sinks for output.
 *
 * Conventions of the whole API (docs/library.md says more):
 *  - A function that can fail returns dxk_status, which says what to do. What happened is in
 *    the context's list of diagnostics.
 *  - The caller owns what an out-parameter `dxk_thing **` returns and frees it with
 *    dxk_thing_free(). What a getter returns is borrowed and lives as long as its object.
 *  - An object knows its context, so calls on objects take none. Calls that make a first object,
 *    and calls on plain structures, take one.
 *  - Verbs: read takes bytes, parse takes text, load takes another object, create makes an empty
 *    object, build makes a container; write gives bytes, print gives text; decode and encode turn
 *    the content of a part into a plain structure and back; `_get` copies a structure out.
 *  - Objects keep views into the caller's input bytes: the input must outlive the object.
 *  - One thread at a time uses a context and the objects made with it. Two contexts share
 *    nothing.
 */
#ifndef DXK_BASE_H
#define DXK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the header; dxk_version() returns that of the linked library. */
#define DXK_VERSION_MAJOR 0
#define DXK_VERSION_MINOR 2
#define DXK_VERSION_PATCH 0

/* Marks what the shared library exports. DXK_BUILD_SHARED is set for the library and its users. */
#if defined(DXK_BUILD_SHARED) && defined(_WIN32) && defined(DXK_BUILDING)
#define DXK_API __declspec(dllexport)
#elif defined(DXK_BUILD_SHARED) && defined(_WIN32)
#define DXK_API __declspec(dllimport)
#elif defined(DXK_BUILD_SHARED) && defined(__GNUC__)
#define DXK_API __attribute__((visibility("default")))
#else
#define DXK_API
#endif

/* "MAJOR.MINOR.PATCH" of the linked library. Never NULL; static storage. */
DXK_API const char *dxk_version(void);

/* ---------------------------------------------------------------------------------------- */
/* Status                                                                                     */

/* Result of a call. Values are stable. */
typedef enum dxk_status {
    DXK_OK = 0,            /* done */
    DXK_E_INVALID = 1,     /* the input breaks its format; the diagnostics say where and how */
    DXK_E_NOMEM = 2,       /* the allocator returned NULL */
    DXK_E_LIMIT = 3,       /* a limit of dxk_limits was reached */
    DXK_E_ARGUMENT = 4,    /* the caller's mistake: a wrong argument or order of calls */
    DXK_E_NOT_FOUND = 5,   /* the input does not have what was asked for */
    DXK_E_UNSUPPORTED = 6, /* valid, but not supported by this build or version */
    DXK_E_SINK = 7         /* the caller's sink refused the output */
} dxk_status;

/* A short English name of the status ("out of memory"). Never NULL; static storage. */
DXK_API const char *dxk_status_text(dxk_status status);

/* ---------------------------------------------------------------------------------------- */
/* Views                                                                                      */

/* Borrowed bytes. `data` may be NULL if `size` is 0. */
typedef struct dxk_bytes {
    const uint8_t *data; /* first byte */
    size_t size;         /* number of bytes */
} dxk_bytes;

/* Borrowed characters: not terminated, any byte may occur. */
typedef struct dxk_str {
    const char *data; /* first character */
    size_t size;      /* number of bytes */
} dxk_str;

/* ---------------------------------------------------------------------------------------- */
/* Options                                                                                    */

/*
 * Zero-initialise a structure of options, then set the members that differ from the default; where
 * one may be NULL, that means all defaults. Later versions add members at the end. Each begins with
 *
 *     size_t struct_size;
 *
 * A program that may run with a newer or older shared library than it was compiled for sets it to
 * sizeof the structure. Members unknown to the program are then zero, and members unknown to the
 * library must be zero, else the call returns DXK_E_ARGUMENT. 0 means the size that the library
 * knows, which is right if it is linked statically.
 */

/* ---------------------------------------------------------------------------------------- */
/* Context                                                                                    */

/*
 * The allocator: allocates if `ptr` is NULL, frees and returns NULL if `new_size` is 0, resizes
 * otherwise. `old_size` is the size requested when `ptr` was allocated. Returning NULL for a
 * non-zero size makes the running call end with DXK_E_NOMEM.
 */
typedef void *(*dxk_alloc_fn)(void *user, void *ptr, size_t old_size, size_t new_size);

/* Bounds on what an input can make the library do. 0 means the default. */
typedef struct dxk_limits {
    size_t memory;        /* bytes allocated at any time; default: unbounded */
    size_t inflated;      /* bytes that one compressed stream may expand to; default 256 MiB */
    uint32_t depth;       /* nesting of blocks, types, metadata, values; default 256 */
    uint32_t diagnostics; /* diagnostics kept; later ones are only counted; default 1000 */
} dxk_limits;

/* How to create a context. Zero-initialise, then set what differs from the default. */
typedef struct dxk_ctx_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_alloc_fn alloc; /* NULL: malloc, realloc, free */
    void *alloc_user;   /* passed to `alloc` */
    dxk_limits limits;  /* bounds; all zero for the defaults */
} dxk_ctx_options;

/* Owner of the allocator, the limits and the diagnostics. */
typedef struct dxk_ctx dxk_ctx;

/* Creates a context. `options` may be NULL. On failure *out is NULL. */
DXK_API dxk_status dxk_ctx_create(const dxk_ctx_options *options, dxk_ctx **out);

/* Frees the context. Objects made with it must be freed first. NULL is allowed. */
DXK_API void dxk_ctx_free(dxk_ctx *ctx);

/* Reports the bytes allocated through the context, now (*current) and at most so far (*peak).
 * Either pointer may be NULL. */
DXK_API void dxk_ctx_memory(const dxk_ctx *ctx, size_t *current, size_t *peak);

/* ---------------------------------------------------------------------------------------- */
/* Diagnostics                                                                                */

/* Severity of a diagnostic. */
typedef enum dxk_severity {
    DXK_NOTE = 0,    /* explains the diagnostic before it */
    DXK_WARNING = 1, /* odd, but the call went on */
    DXK_ERROR = 2    /* the input is wrong here */
} dxk_severity;

/* "note", "warning" or "error". Never NULL; static storage. */
DXK_API const char *dxk_severity_name(dxk_severity severity);

/* What `dxk_diag.position` counts. */
typedef enum dxk_place {
    DXK_PLACE_NONE = 0, /* no position */
    DXK_PLACE_BYTE = 1, /* `position` is a byte offset in the input */
    DXK_PLACE_BIT = 2,  /* `position` is a bit offset in the bitcode stream */
    DXK_PLACE_LINE = 3  /* `line` and `column` are set */
} dxk_place;

/* Part of a text: lines and columns from 1, columns in bytes. The end is after its last character. */
typedef struct dxk_diag_range {
    uint32_t line;       /* where it begins */
    uint32_t column;     /* likewise */
    uint32_t end_line;   /* where it ends */
    uint32_t end_column; /* likewise */
} dxk_diag_range;

/* A change that would mend what is wrong. */
typedef struct dxk_diag_fix {
    dxk_diag_range range; /* what to replace; empty: insert there */
    const char *text;     /* by what; "": nothing */
} dxk_diag_fix;

/* A diagnostic. Strings and lists live until the diagnostics are cleared. */
typedef struct dxk_diag {
    dxk_severity severity; /* severity */
    dxk_place place;       /* which position fields are set */
    const char *rule;      /* stable rule id, such as "CONTAINER.PART_BOUNDS" */
    uint64_t position;     /* byte or bit offset, see `place` */
    uint32_t line;         /* line, from 1, for DXK_PLACE_LINE */
    uint32_t column;       /* column in bytes, from 1, for DXK_PLACE_LINE */
    const char *path;      /* the object, "PSV0/resources[3].flags"; "" if there is none */
    const char *message;   /* one English sentence without a full stop */
    const char *file;      /* of DXK_PLACE_LINE: the text it is in; NULL: the input */
    const char *excerpt;   /* that line, if it is not in the input; NULL: it is, or unknown */
    const dxk_diag_range *ranges; /* what else it is about, in the same text */
    size_t range_count;           /* number of them */
    const dxk_diag_fix *fixes;    /* what would mend it, in order, in the same text */
    size_t fix_count;             /* number of them */
} dxk_diag;

/* Number of diagnostics kept (at most limits.diagnostics). */
DXK_API size_t dxk_ctx_diag_count(const dxk_ctx *ctx);

/* Number of errors reported since the last clear, including those not kept. */
DXK_API size_t dxk_ctx_error_count(const dxk_ctx *ctx);

/* Diagnostic `index`, in order of reporting; NULL past the end. */
DXK_API const dxk_diag *dxk_ctx_diag(const dxk_ctx *ctx, size_t index);

/* Removes all diagnostics. */
DXK_API void dxk_ctx_clear_diags(dxk_ctx *ctx);

/* ---------------------------------------------------------------------------------------- */
/* Output                                                                                     */

/* Where output goes. `write` gets the pieces in order; a status other than DXK_OK stops the
 * running call, which then returns DXK_E_SINK. */
typedef struct dxk_sink {
    dxk_status (*write)(void *user, const void *data, size_t size);
    void *user;
} dxk_sink;

/* A growing byte buffer, the usual target of a sink. Owned by the caller. */
typedef struct dxk_buffer {
    uint8_t *data;   /* the bytes; NULL when empty */
    size_t size;     /* bytes used */
    size_t capacity; /* bytes allocated */
    dxk_ctx *ctx;    /* whose allocator is used */
} dxk_buffer;

/* Makes an empty buffer that allocates from `ctx`. Cannot fail. */
DXK_API void dxk_buffer_init(dxk_buffer *buffer, dxk_ctx *ctx);

/* Frees the bytes; the buffer is empty again. */
DXK_API void dxk_buffer_free(dxk_buffer *buffer);

/* Appends `size` bytes. DXK_E_NOMEM leaves the buffer as it was. */
DXK_API dxk_status dxk_buffer_append(dxk_buffer *buffer, const void *data, size_t size);

/* A sink that appends to `buffer`. */
DXK_API dxk_sink dxk_buffer_sink(dxk_buffer *buffer);

/* How to print a diagnostic. Zero-initialise, then set what differs. */
typedef struct dxk_diag_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see "Options" above */
    const char *file;   /* name in front; NULL: "dxk" */
    dxk_bytes input;    /* what it is about: of a text, the line is shown below, and a caret */
    bool color;         /* terminal colours (ANSI sequences) */
} dxk_diag_print_options;

/* Prints "FILE:0x1a4: error: PSV0/resources[3]: message [RULE]", and for a place in a text its line with
 * what is marked in it, "^~~~", and below what would mend it.
 * What an input could do to a terminal is escaped. `options` may be NULL. DXK_E_SINK. */
DXK_API dxk_status dxk_diag_print(const dxk_diag *diag, const dxk_diag_print_options *options,
                                  dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

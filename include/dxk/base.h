/* SPDX-License-Identifier: MIT */
/*
 * dxk/base.h - what every other header of dxk builds on: status codes, byte and string views, the
 * context with its allocator, limits and diagnostics, and sinks for output.
 *
 * Conventions of the whole API (docs/library.md has more):
 *
 *  - A function that can fail returns a dxk_status, which tells the caller how to react. The
 *    diagnostics of the context tell what happened, and where. Besides the errors that its comment
 *    lists, any function that allocates may return DXK_E_NOMEM or, if dxk_limits.memory is set,
 *    DXK_E_LIMIT, and any function with options returns DXK_E_ARGUMENT if their size is wrong (see
 *    "Options" below).
 *  - An object returned through a parameter `dxk_thing **out` belongs to the caller, who frees it
 *    with dxk_thing_free(). After a failure *out is NULL, unless the comment says otherwise.
 *  - What a getter returns is borrowed: it belongs to the object and lives no longer than it does.
 *  - An object remembers the context it was made with. Only functions that make a first object, and
 *    functions that work on plain structures, have a context among their parameters.
 *  - A pointer argument must not be NULL unless the comment allows it. dxk_thing_free() always
 *    accepts NULL.
 *  - Verbs: "read" takes bytes, "parse" takes text, "load" takes another object, "create" makes an
 *    empty object, "build" makes a container. "write" produces bytes, "print" produces text.
 *    "decode" and "encode" convert the content of a part to a plain structure and back. "_get"
 *    copies a structure out of an object.
 *  - An object that was read or parsed keeps views of its input, which must outlive it.
 *  - Only one thread at a time may use a context and the objects made with it. Two contexts share
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

/* Version of this header. dxk_version() returns the version of the linked library. */
#define DXK_VERSION_MAJOR 0
#define DXK_VERSION_MINOR 2
#define DXK_VERSION_PATCH 0

/* Marks a function that the shared library exports. The build defines DXK_BUILD_SHARED both for a
 * shared library and for the programs that link it. */
#if defined(DXK_BUILD_SHARED) && defined(_WIN32) && defined(DXK_BUILDING)
#define DXK_API __declspec(dllexport)
#elif defined(DXK_BUILD_SHARED) && defined(_WIN32)
#define DXK_API __declspec(dllimport)
#elif defined(DXK_BUILD_SHARED) && defined(__GNUC__)
#define DXK_API __attribute__((visibility("default")))
#else
#define DXK_API
#endif

/* Returns the version of the linked library, "MAJOR.MINOR.PATCH". Never NULL; static storage. */
DXK_API const char *dxk_version(void);

/* ---------------------------------------------------------------------------------------- */
/* Status                                                                                     */

/* Result of a call. The values are stable. */
typedef enum dxk_status {
    DXK_OK = 0,            /* success */
    DXK_E_INVALID = 1,     /* the input breaks the rules of its format; see the diagnostics */
    DXK_E_NOMEM = 2,       /* the allocator returned NULL */
    DXK_E_LIMIT = 3,       /* a limit of dxk_limits, or a fixed limit of the library, was reached */
    DXK_E_ARGUMENT = 4,    /* a mistake of the caller: a wrong argument, or a call out of order */
    DXK_E_NOT_FOUND = 5,   /* the input does not have what was asked for */
    DXK_E_UNSUPPORTED = 6, /* the request makes sense, but this version does not support it */
    DXK_E_SINK = 7         /* the caller's sink refused the output */
} dxk_status;

/* Returns a short English text for a status, such as "out of memory". Never NULL; static
 * storage. */
DXK_API const char *dxk_status_text(dxk_status status);

/* ---------------------------------------------------------------------------------------- */
/* Views                                                                                      */

/* A view of bytes that belong to someone else. `data` may be NULL if `size` is 0. */
typedef struct dxk_bytes {
    const uint8_t *data; /* first byte */
    size_t size;         /* number of bytes */
} dxk_bytes;

/* A view of characters that belong to someone else. The text is not terminated and may contain any
 * byte; `data` may be NULL if `size` is 0. */
typedef struct dxk_str {
    const char *data; /* first character */
    size_t size;      /* number of bytes */
} dxk_str;

/* ---------------------------------------------------------------------------------------- */
/* Options                                                                                    */

/*
 * Functions with many parameters take a structure of options. Zero-initialise it, then set the
 * members that should differ from their defaults. Where a function accepts NULL instead, NULL
 * stands for all defaults. Later versions of the library may add members at the end, so each
 * structure of options begins with
 *
 *     size_t struct_size;
 *
 * A program that may run with an older or newer shared library than it was compiled for sets this
 * member to sizeof the structure. Members that the program does not know are then zero. Members
 * that the library does not know must be zero, or the call returns DXK_E_ARGUMENT. The value 0
 * means the size that the library was compiled with, and is right for static linking.
 */

/* ---------------------------------------------------------------------------------------- */
/* Context                                                                                    */

/*
 * Allocates, resizes and frees memory, like realloc():
 *
 *     ptr == NULL      allocates `new_size` bytes
 *     new_size == 0    frees `ptr` and returns NULL
 *     otherwise        resizes `ptr` from `old_size` to `new_size` bytes, keeping the content
 *
 * `old_size` is the size last requested for `ptr`. Memory must be aligned as malloc() aligns it. If
 * the function returns NULL for a `new_size` other than 0, the running call ends with DXK_E_NOMEM.
 */
typedef void *(*dxk_alloc_fn)(void *user, void *ptr, size_t old_size, size_t new_size);

/* Limits on the resources that an input can make the library use. 0 stands for the default. */
typedef struct dxk_limits {
    size_t memory;        /* bytes allocated at any one time; default: no limit */
    size_t inflated;      /* bytes that one compressed stream may expand to; default: 256 MiB */
    uint32_t depth;       /* depth to which blocks, types, metadata, values and HLSL nest; default:
                             256. A level of HLSL takes up to 2 KB of stack in optimized builds. */
    uint32_t diagnostics; /* diagnostics kept; later ones are only counted; default: 1000 */
} dxk_limits;

/* Options for dxk_ctx_create(). Zero-initialise, then set what differs from the default. */
typedef struct dxk_ctx_options {
    size_t struct_size; /* sizeof this structure, or 0; see "Options" above */
    dxk_alloc_fn alloc; /* allocator; NULL: realloc() and free() */
    void *alloc_user;   /* first argument of `alloc` */
    dxk_limits limits;  /* limits; all zero for the defaults */
} dxk_ctx_options;

/* The owner of the allocator, the limits and the diagnostics. Opaque. */
typedef struct dxk_ctx dxk_ctx;

/* Creates a context. `options` may be NULL. */
DXK_API dxk_status dxk_ctx_create(const dxk_ctx_options *options, dxk_ctx **out);

/* Frees a context and its diagnostics. Free the objects made with it first. NULL is allowed. */
DXK_API void dxk_ctx_free(dxk_ctx *ctx);

/* Reports how many bytes are allocated through the context: now (*current), and at the most so far
 * (*peak). The context itself is not counted. Either pointer may be NULL. */
DXK_API void dxk_ctx_memory(const dxk_ctx *ctx, size_t *current, size_t *peak);

/* ---------------------------------------------------------------------------------------- */
/* Diagnostics                                                                                */

/* Severity of a diagnostic. */
typedef enum dxk_severity {
    DXK_NOTE = 0,    /* explains the diagnostic before it */
    DXK_WARNING = 1, /* something suspicious that did not stop the call */
    DXK_ERROR = 2    /* the input is wrong */
} dxk_severity;

/* Returns "note", "warning" or "error". Never NULL; static storage. */
DXK_API const char *dxk_severity_name(dxk_severity severity);

/* Unit of the position of a diagnostic. */
typedef enum dxk_place {
    DXK_PLACE_NONE = 0, /* the position is not known */
    DXK_PLACE_BYTE = 1, /* dxk_diag.position is a byte offset in the input */
    DXK_PLACE_BIT = 2,  /* dxk_diag.position is a bit offset in the bitcode stream */
    DXK_PLACE_LINE = 3  /* dxk_diag.line and dxk_diag.column are set */
} dxk_place;

/* A range of text. Lines and columns count from 1, columns in bytes. */
typedef struct dxk_diag_range {
    uint32_t line;       /* line of the first character */
    uint32_t column;     /* column of the first character */
    uint32_t end_line;   /* line in which the range ends */
    uint32_t end_column; /* column after the last character */
} dxk_diag_range;

/* A suggested edit that would correct the error (a "fix-it"). */
typedef struct dxk_diag_fix {
    dxk_diag_range range; /* text to replace; an empty range marks a place to insert at */
    const char *text;     /* replacement; "" to delete the range */
} dxk_diag_fix;

/* A diagnostic. Its strings and lists live until the diagnostics are cleared. */
typedef struct dxk_diag {
    dxk_severity severity; /* severity */
    dxk_place place;       /* which of the members below give the position */
    const char *rule;      /* stable id of the rule, such as "CONTAINER.PART_BOUNDS" */
    uint64_t position;     /* byte or bit offset, for DXK_PLACE_BYTE and DXK_PLACE_BIT */
    uint32_t line;         /* line, from 1, for DXK_PLACE_LINE */
    uint32_t column;       /* column in bytes, from 1, for DXK_PLACE_LINE; 0 if not known */
    const char *path;      /* object concerned, "PSV0/resources[3].flags"; "" if there is none */
    const char *message;   /* one English sentence without a full stop */
    const char *file;      /* name of the file that `line` counts in; NULL: the input itself */
    const char *excerpt;   /* text of that line; NULL if it is in the input, or not known */
    const dxk_diag_range *ranges; /* further ranges to mark, in the same file */
    size_t range_count;           /* number of `ranges` */
    const dxk_diag_fix *fixes;    /* edits that would correct the error, in the same file */
    size_t fix_count;             /* number of `fixes` */
    const char *group; /* group of warnings that turns it off (-Wno-GROUP); NULL: none does */
    bool is_raised;    /* a warning that options have made an error */
} dxk_diag;

/* Returns the number of diagnostics kept, at most dxk_limits.diagnostics. */
DXK_API size_t dxk_ctx_diag_count(const dxk_ctx *ctx);

/* Returns the number of errors reported since the diagnostics were last cleared, including errors
 * that were not kept. */
DXK_API size_t dxk_ctx_error_count(const dxk_ctx *ctx);

/* Returns diagnostic `index`, in the order of reporting, or NULL past the end. The pointer is valid
 * until the next call that may report a diagnostic; what the structure points to lives longer. */
DXK_API const dxk_diag *dxk_ctx_diag(const dxk_ctx *ctx, size_t index);

/* Removes all diagnostics and sets the count of errors to 0. */
DXK_API void dxk_ctx_clear_diags(dxk_ctx *ctx);

/* ---------------------------------------------------------------------------------------- */
/* Output                                                                                     */

/* Destination of output. The library calls `write` with one piece after the other. If it returns a
 * status other than DXK_OK, the running call stops and returns DXK_E_SINK; DXK_E_NOMEM and
 * DXK_E_LIMIT are returned as they are. A call that fails may have written part of its output. */
typedef struct dxk_sink {
    dxk_status (*write)(void *user, const void *data, size_t size); /* takes `size` bytes */
    void *user;                                                     /* first argument of `write` */
} dxk_sink;

/* A byte buffer that grows, the usual target of a sink. The caller owns it, and frees its content
 * with dxk_buffer_free(). */
typedef struct dxk_buffer {
    uint8_t *data;   /* first byte; NULL if nothing is allocated */
    size_t size;     /* number of bytes used */
    size_t capacity; /* number of bytes allocated */
    dxk_ctx *ctx;    /* context whose allocator is used */
} dxk_buffer;

/* Initializes an empty buffer that allocates through `ctx`. Cannot fail. */
DXK_API void dxk_buffer_init(dxk_buffer *buffer, dxk_ctx *ctx);

/* Frees the content. The buffer is empty afterwards, and can be used again. */
DXK_API void dxk_buffer_free(dxk_buffer *buffer);

/* Appends `size` bytes. After a failure (DXK_E_NOMEM, DXK_E_LIMIT) the buffer is unchanged. */
DXK_API dxk_status dxk_buffer_append(dxk_buffer *buffer, const void *data, size_t size);

/* Returns a sink that appends to `buffer`, which must outlive it. */
DXK_API dxk_sink dxk_buffer_sink(dxk_buffer *buffer);

/* Options for dxk_diag_print(). Zero-initialise, then set what differs. */
typedef struct dxk_diag_print_options {
    size_t struct_size; /* sizeof this structure, or 0; see "Options" above */
    const char *file;   /* name of the input, printed first; NULL: "dxk" */
    dxk_bytes input; /* the input; if it is text, the line concerned is printed below the message */
    bool color;      /* use terminal colours (ANSI escape sequences) */
} dxk_diag_print_options;

/*
 * Prints a diagnostic as a line:
 *
 *     FILE:0x1a4: error: PSV0/resources[3]: message [RULE]
 *     FILE:12:7: warning: message [-WGROUP]
 *
 * The group of a warning, if it has one, stands for its rule; -Werror is in front of it if the
 * warning counts as an error. If its place is in a text, the line of the text follows, with "^~~~" below what is marked, and
 * the suggested edits below that. Bytes that a terminal might interpret are escaped. `options` may
 * be NULL.
 *
 * Errors: DXK_E_SINK.
 */
DXK_API dxk_status dxk_diag_print(const dxk_diag *diag, const dxk_diag_print_options *options,
                                  dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/legacy.h - structures for the data parts of shader models 4 and 5: resource definitions
 * (RDEF), counters (STAT), dynamic linkage (IFCE), feature levels 9 (Aon9), libraries (LIBH,
 * LFS0). dxk_part_decode(), in dxk/parts.h, makes them.
 *
 * Tables and strings are found by offsets from the start of the part. A decoded part keeps the
 * offsets, the tables that they lead to, and the bytes that no offset leads to, so that encoding
 * it gives the same bytes. Source: the d3dcompiler and d3d11shader headers name the fields; the
 * layouts were observed in the output of the HLSL compiler.
 */
#ifndef DXK_LEGACY_H
#define DXK_LEGACY_H

#include "dxk/base.h"
#include "dxk/enums.h"
#include "dxk/records.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes at an offset in a part. */
typedef struct dxk_placed {
    size_t offset;   /* offset from the start of the part */
    dxk_bytes bytes; /* the bytes; strings include their terminator */
} dxk_placed;

/* The strings of a part: runs that do not overlap, in order of offset. An offset may point into
 * the middle of a run. */
typedef struct dxk_strings {
    dxk_placed *runs; /* runs */
    size_t count;     /* number of `runs` */
} dxk_strings;

/* Returns the string at an offset, a view into the part; empty if there is none. */
DXK_API dxk_str dxk_strings_at(const dxk_strings *strings, uint64_t offset);

/* A buffer in an RDEF part. */
typedef struct dxk_rdef_buffer_part {
    dxk_rdef_buffer head;         /* the definition */
    dxk_bytes tail;               /* bytes after the known fields; usually none */
    dxk_rdef_variable *variables; /* head.variable_count variables */
    dxk_bytes variable_bytes;     /* their bytes as read */
} dxk_rdef_buffer_part;

/* A type in an RDEF part. Types refer to each other by offset. */
typedef struct dxk_rdef_type_part {
    uint32_t offset;          /* offset in the part */
    dxk_rdef_type head;       /* the type */
    dxk_bytes tail;           /* bytes after the known fields; usually none */
    dxk_rdef_member *members; /* head.member_count members */
    dxk_bytes member_bytes;   /* their bytes as read */
    uint32_t *interfaces;     /* offsets of head.interface_count types; NULL if there are none */
} dxk_rdef_type_part;

/* RDEF part: resource definitions. `sizes` has the sizes of records in the file. */
typedef struct dxk_rdef {
    dxk_rdef_header header;        /* counts, version, flags */
    bool has_sizes;                /* true in model 5 and in libraries of the newest compilers */
    dxk_rdef_sizes sizes;          /* zero if there are none */
    dxk_rdef_binding *bindings;    /* header.binding_count bindings */
    dxk_bytes binding_bytes;       /* their bytes as read */
    dxk_rdef_buffer_part *buffers; /* header.buffer_count buffers */
    dxk_rdef_type_part *types;     /* all types that something refers to, in order of offset */
    size_t type_count;             /* number of `types` */
    dxk_placed *values;            /* initial values of variables */
    size_t value_count;            /* number of `values` */
    dxk_strings strings;           /* names */
    dxk_slack *slack;              /* bytes that no offset leads to */
    size_t slack_count;            /* number of `slack` */
} dxk_rdef;

/* Returns the type at an offset; NULL if none was decoded there. */
DXK_API const dxk_rdef_type_part *dxk_rdef_type_at(const dxk_rdef *rdef, uint32_t offset);

/* Returns the initial value of a variable, a view into the part; empty if it has none. */
DXK_API dxk_bytes dxk_rdef_default(const dxk_rdef *rdef, const dxk_rdef_variable *variable);

/* STAT part of shader models 4 (29 counters) and 5 (37 counters). */
typedef struct dxk_counter_part {
    dxk_counters counters; /* the counters; those that an older compiler lacks are zero */
    size_t size;           /* size of the part in bytes */
    dxk_bytes tail;        /* bytes after the known counters; usually none */
} dxk_counter_part;

/* A record of interface slots in an IFCE part. */
typedef struct dxk_ifce_slot_part {
    dxk_ifce_slot head; /* the slots */
    uint16_t *types;    /* head.type_count numbers of classes */
    uint32_t *tables;   /* head.type_count numbers of function tables */
} dxk_ifce_slot_part;

/* IFCE part: interfaces for dynamic linkage. */
typedef struct dxk_ifce {
    dxk_ifce_header header;       /* counts and offsets */
    dxk_ifce_slot_part *slots;    /* header.slot_records records */
    dxk_ifce_type *types;         /* header.type_count classes */
    dxk_bytes type_bytes;         /* their bytes as read */
    dxk_ifce_instance *instances; /* header.instance_count instances */
    dxk_bytes instance_bytes;     /* their bytes as read */
    dxk_strings strings;          /* names */
    dxk_slack *slack;             /* bytes that no offset leads to */
    size_t slack_count;           /* number of `slack` */
} dxk_ifce;

/* Aon9, XNAS or XNAP part: a program for feature levels 9. */
typedef struct dxk_level9 {
    dxk_level9_header header;       /* counts and offsets */
    dxk_level9_constant *constants; /* header.constant_count runs of constants */
    dxk_level9_constant *integers;  /* header.integer_count runs of integer constants */
    dxk_level9_constant *booleans;  /* header.boolean_count runs of boolean constants */
    dxk_level9_sampler *samplers;   /* header.sampler_count samplers */
    dxk_level9_runtime *runtimes;   /* header.runtime_count constants that the runtime makes */
    dxk_bytes bytes[5];             /* bytes of the five tables as read */
    dxk_bytes code;                 /* program: tokens of shader models 2 */
    dxk_slack *slack;               /* bytes that no offset leads to */
    size_t slack_count;             /* number of `slack` */
} dxk_level9;

/* LIBH part: the functions of a library. */
typedef struct dxk_library {
    dxk_library_header header;       /* counts and offsets */
    dxk_library_function *functions; /* header.function_count functions */
    dxk_bytes function_bytes;        /* their bytes as read */
    dxk_strings strings;             /* names */
    dxk_slack *slack;                /* bytes that no offset leads to */
    size_t slack_count;              /* number of `slack` */
} dxk_library;

/* LFS0 part: the signature of a function. */
typedef struct dxk_function_signature {
    dxk_function_header header;         /* counts and offsets */
    dxk_function_parameter *parameters; /* header.parameter_count parameters, the result first */
    dxk_bytes parameter_bytes;          /* their bytes as read */
    dxk_strings strings;                /* names */
    dxk_slack *slack;                   /* bytes that no offset leads to */
    size_t slack_count;                 /* number of `slack` */
} dxk_function_signature;

#ifdef __cplusplus
}
#endif
#endif

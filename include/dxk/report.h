/* SPDX-License-Identifier: MIT */
/*
 * dxk/report.h - everything about a shader in one HTML document: verdict, pictures, findings with
 * explanations, listing, source, fields, bytes, with links between them.
 *
 * A document is self-contained and makes no requests. It can be read without scripts; with them it can be
 * searched. Its one script is constant, and its content security policy allows no other. Texts of the input are escaped. The same input gives the same bytes.
 */
#ifndef DXK_REPORT_H
#define DXK_REPORT_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to report. Zero-initialise, then set what differs. All is borrowed for the call. */
typedef struct dxk_report_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_str name;       /* of the container, for titles; empty: "container" */
    const dxk_container
        *debug; /* that of its PDB: sources, and lines of instructions; NULL: its own */
    const dxk_container *other; /* not NULL: also what differs in it */
    dxk_str other_name;         /* its name */
    dxk_bytes root_signature;   /* content of a part RTS0 for the container's own; may be empty */
    bool full;          /* all of it; false: of long listings and bytes the ends, of many fields,
                                   findings and functions the first */
    bool bare;          /* without head and style, for a collection (see below) */
    const char *prefix; /* places of the document begin with it: letters, digits, '-'; NULL: "" */
} dxk_report_options;

/*
 * Writes the report of a container. `options` may be NULL. Errors in the container are shown in the
 * document and are no failure; the diagnostics of the context stay as they were.
 * DXK_E_ARGUMENT: a wrong prefix. DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_report(const dxk_container *container, const dxk_report_options *options,
                              dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Many                                                                                       */

/* Kinds of parts that a summary keeps apart; more are added to the last. */
#define DXK_REPORT_PARTS 24

/* What a validation said. */
typedef enum dxk_report_verdict {
    DXK_REPORT_UNCHECKED = 0, /* nothing that can be validated: a PDB, parts of reflection */
    DXK_REPORT_VALID = 1,     /* no rule is broken */
    DXK_REPORT_INVALID = 2    /* some are */
} dxk_report_verdict;

/* The row of a shader in a collection. Plain data without pointers but to static texts. */
typedef struct dxk_report_summary {
    uint64_t size;              /* bytes */
    dxk_input_kind kind;        /* of the input */
    char model[32];             /* "ps_6_0"; empty if there is no program */
    dxk_digest_state digest;    /* state of the digest */
    dxk_report_verdict verdict; /* of validation */
    uint64_t errors, warnings;  /* findings */
    const char *rule;           /* of the first error; NULL: none */
    uint64_t instructions;      /* of all functions */
    uint8_t program[16];        /* MD5 of the program, else of the input: equal for duplicates */
    uint32_t part_count;        /* number of `parts` */
    struct {
        uint32_t fourcc; /* kind; 0: of several */
        uint64_t size;   /* bytes of the contents of that kind */
    } parts[DXK_REPORT_PARTS];
} dxk_report_summary;

/* Finds the summary of a container, validating it. DXK_E_NOMEM, DXK_E_LIMIT. */
DXK_API dxk_status dxk_report_summarize(const dxk_container *container, dxk_report_summary *out);

/* A document about many containers: what they consist of, a row for each, duplicates, findings, and
 * the reports that are added. Opaque. */
typedef struct dxk_report_collection dxk_report_collection;

/* Makes an empty collection; the caller frees with dxk_report_collection_free(). DXK_E_NOMEM. */
DXK_API dxk_status dxk_report_collection_create(dxk_ctx *ctx, dxk_report_collection **out);

/* Frees it. NULL is allowed. */
DXK_API void dxk_report_collection_free(dxk_report_collection *collection);

/*
 * Adds a row and, after all rows, the report of the container: what dxk_report() wrote with `bare` and
 * this prefix. Without a report, or with the prefix of another one, there is only the row. All is
 * copied. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_report_collection_add(dxk_report_collection *collection, dxk_str name,
                                             const dxk_report_summary *summary, dxk_bytes report,
                                             const char *prefix);

/* Writes the document; `title` may be empty. DXK_E_NOMEM, DXK_E_SINK. */
DXK_API dxk_status dxk_report_collection_write(const dxk_report_collection *collection,
                                               dxk_str title, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

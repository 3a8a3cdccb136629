/* SPDX-License-Identifier: MIT */
/*
 * dxk/report.h - writes everything about a shader as one HTML document: verdict, pictures,
 * findings with explanations, listing, source, fields and bytes, with links between them.
 *
 * A document is self-contained and makes no requests. It can be read without scripts, and searched
 * with them; its one script is constant, and its content security policy allows no other. Texts of
 * the input are escaped. The same input gives the same bytes.
 */
#ifndef DXK_REPORT_H
#define DXK_REPORT_H

#include "dxk/container.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for dxk_report(). Zero-initialise, then set what differs. Nothing that the structure
 * points to needs to outlive the call. */
typedef struct dxk_report_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;
    /* Name of the container in titles. Empty: "container". */
    dxk_str name;
    /* Container of the PDB, for sources and the lines of instructions. NULL: those of the container
     * itself. */
    const dxk_container *debug;
    /* Container to compare with. NULL: no comparison. */
    const dxk_container *other;
    /* Name of `other`. */
    dxk_str other_name;
    /* Content of a part RTS0 to use instead of the container's own; may be empty. */
    dxk_bytes root_signature;
    /* Include everything. false: long listings and dumps are reduced to their beginning and end,
     * long lists of fields, findings and functions to their beginning. */
    bool full;
    /* Leave out head and style, for dxk_report_collection_add(). */
    bool bare;
    /* Prefix of the anchors in the document: letters, digits and '-'. NULL: "". */
    const char *prefix;
} dxk_report_options;

/*
 * Writes the report of a container. Errors in the container are shown in the document, and are
 * neither a failure nor added to the diagnostics of the context. `options` may be NULL.
 *
 * Errors: DXK_E_ARGUMENT if the prefix has other characters; DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_report(const dxk_container *container, const dxk_report_options *options,
                              dxk_sink sink);

/* ---------------------------------------------------------------------------------------- */
/* Reports of many containers                                                                 */

/* Largest number of kinds of parts in a summary. The last one stands for all further kinds. */
#define DXK_REPORT_PARTS 24

/* Verdicts of validation. */
typedef enum dxk_report_verdict {
    DXK_REPORT_UNCHECKED = 0, /* the input cannot be validated: a PDB, parts for reflection */
    DXK_REPORT_VALID = 1,     /* no rule is broken */
    DXK_REPORT_INVALID = 2    /* at least one rule is broken */
} dxk_report_verdict;

/* Summary of a container, a row of a collection. It owns nothing; `rule` is static. */
typedef struct dxk_report_summary {
    uint64_t size;              /* size of the container in bytes */
    dxk_input_kind kind;        /* kind of the input */
    char model[32];             /* profile, "ps_6_0", terminated; empty if there is no program */
    dxk_digest_state digest;    /* state of the digest */
    dxk_report_verdict verdict; /* verdict of validation */
    uint64_t errors, warnings;  /* number of findings */
    const char *rule;           /* id of the rule of the first error; NULL: no errors */
    uint64_t instructions;      /* number of instructions of all functions */
    uint8_t program[16];        /* MD5 of the program, or else of the input, to find duplicates */
    uint32_t part_count;        /* number of `parts` */
    struct {
        uint32_t fourcc;       /* kind of part; 0: several kinds */
        uint64_t size;         /* size of the contents of all parts of that kind in bytes */
    } parts[DXK_REPORT_PARTS]; /* parts by kind */
} dxk_report_summary;

/* Validates a container and summarizes it in *out. Errors: DXK_E_NOMEM, DXK_E_LIMIT. */
DXK_API dxk_status dxk_report_summarize(const dxk_container *container, dxk_report_summary *out);

/* A document about many containers: their sizes, a row for each, duplicates, findings, and the
 * reports that are added. Opaque. */
typedef struct dxk_report_collection dxk_report_collection;

/* Creates an empty collection, which the caller frees with dxk_report_collection_free(). Errors:
 * DXK_E_NOMEM. */
DXK_API dxk_status dxk_report_collection_create(dxk_ctx *ctx, dxk_report_collection **out);

/* Frees a collection. NULL is allowed. */
DXK_API void dxk_report_collection_free(dxk_report_collection *collection);

/*
 * Adds a row for a container and, unless `report` is empty, its report: the output of dxk_report()
 * with `bare` and with `prefix`. The reports follow all rows. If another container has the same
 * prefix, only the row is added. Everything is copied. Errors: DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_report_collection_add(dxk_report_collection *collection, dxk_str name,
                                             const dxk_report_summary *summary, dxk_bytes report,
                                             const char *prefix);

/* Writes the document. `title` may be empty. Errors: DXK_E_NOMEM, DXK_E_SINK. */
DXK_API dxk_status dxk_report_collection_write(const dxk_report_collection *collection,
                                               dxk_str title, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

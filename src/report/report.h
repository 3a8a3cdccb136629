/* SPDX-License-Identifier: MIT */
/*
 * report.h - the sections of a report, a file or a function each. One gets the report, writes itself to
 * `out`, or nothing if the container has nothing of the kind.
 *
 * Places that links lead to, each with the prefix in front:
 *     part-N   a part            LN       line N of the listing     bbN, fK-bbN   a block
 *     hX       the 16 bytes at X dX       the first field there     sF-N          line N of a source
 *     fn-NAME  a function        rule-ID  what a rule means         root-N        a root parameter
 */
#ifndef DXKI_REPORT_REPORT_H
#define DXKI_REPORT_REPORT_H

#include "base/arena.h"
#include "dxk/dxil.h"
#include "dxk/lines.h"
#include "dxk/parts.h"
#include "dxk/pdb.h"
#include "dxk/picture.h"
#include "dxk/reflect.h"
#include "dxk/report.h"
#include "dxk/validate.h"
#include "report/html.h"

/* How much is shown unless all is asked for. */
enum {
    DXKI_DOC_BYTES = 65536,
    DXKI_DOC_LINES = 20000, /* of a listing; above, so many at each end: */
    DXKI_DOC_ENDS = 1000,
    DXKI_DOC_FIELDS = 20000,
    DXKI_DOC_FLOWS = 8,
    DXKI_DOC_FINDINGS = 1000,
    DXKI_DOC_FUNCTIONS = 2000
};

/* A line of the listing. */
typedef struct dxki_doc_line {
    size_t start, size;
    uint32_t function; /* number of the function that it is in, from 1; 0: none */
    uint32_t block;    /* number of the block that begins here, from 1; 0: none */
    uint32_t inst;     /* number of its instruction in the module, from 1; 0: none */
} dxki_doc_line;

/* A name that a line defines, in a function or, with 0, in all. */
typedef struct dxki_doc_name {
    dxk_str text; /* with its % @ ! # */
    uint32_t function, line;
} dxki_doc_name;

/* The listing, and what is where in it. Lines count from 0 here. */
typedef struct dxki_doc_listing {
    dxk_buffer text;
    DXKI_VEC(dxki_doc_line) lines;
    DXKI_VEC(dxki_doc_name) names;
    DXKI_VEC(uint32_t) insts;     /* lines of instructions that are no debug calls */
    DXKI_VEC(uint32_t) functions; /* lines of definitions */
    uint32_t *slots;              /* of names by hash: index + 1 */
    size_t slot_count;
    bool legacy; /* of shader model 4 or 5 */
} dxki_doc_listing;

/* A file of the source. */
typedef struct dxki_doc_source {
    dxk_str name, text;
    uint32_t line_count;
    uint32_t *first; /* by line from 0: 1 + the instruction that it has first; 0: none */
    uint32_t *count; /* instructions of it */
} dxki_doc_source;

typedef struct dxki_doc {
    dxk_ctx *ctx;
    dxki_arena arena;
    const dxk_container *container;
    const dxk_report_options *options;
    dxk_str name;
    const char *prefix;
    dxk_buffer body;
    dxki_out out; /* to `body` */
    dxk_status status;
    dxk_reflect *reflect;       /* NULL: nothing to reflect */
    dxk_validation *validation; /* NULL: nothing that is validated */
    dxki_doc_listing listing;
    dxk_program_place listed; /* the program that the listing shows, unless legacy */
    bool has_listed;
    dxk_program_place
        run; /* the DXIL program, else that with debug information; none: its part is DXK_NO_PART and it is empty */
    char model[32];     /* "ps_6_0"; empty: unknown */
    dxk_module *module; /* that program */
    dxk_dxil *dxil;     /* what its metadata says */
    dxk_lines *lines;   /* its instructions; NULL: they do not fit the listing */
    dxk_pdb *pdb;
    dxki_doc_source *sources;
    size_t source_count;
    uint32_t *by_name; /* numbers of sources */
    bool *
        row_has_field; /* by 16 bytes: the fields have a place for the first field there; may be NULL */
    uint32_t *inst_file, *inst_line; /* by instruction: its source from 1, line from 1; 0: none */
    size_t inst_count;
} dxki_doc;

/* Remembers the first failure that ends the report: not what is wrong with the input. */
dxk_status dxki_doc_fail(dxki_doc *r, dxk_status status);

/* The failure in a status of reading, drawing or printing to memory: DXK_E_NOMEM, DXK_E_LIMIT of memory.
 * DXK_OK for what is wrong with the input alone, which sections tell. */
dxk_status dxki_doc_failure(const dxk_ctx *ctx, dxk_status status);

/* dxki_doc_fail() with that. */
void dxki_doc_note(dxki_doc *r, dxk_status status);

/* Sections, in the order of the document. */
void dxki_doc_overview(dxki_doc *r); /* the cards */
void dxki_doc_difference(dxki_doc *r);
void dxki_doc_findings(dxki_doc *r);
void dxki_doc_parts(dxki_doc *r);
void dxki_doc_bindings(dxki_doc *r);
void dxki_doc_signatures(dxki_doc *r);
void dxki_doc_buffers(dxki_doc *r);
void dxki_doc_flow(dxki_doc *r);
void dxki_doc_functions(dxki_doc *r);
void dxki_doc_source_text(dxki_doc *r);
void dxki_doc_listing_text(dxki_doc *r);
void dxki_doc_fields(dxki_doc *r);
void dxki_doc_bytes(dxki_doc *r);

/* listing.c: makes the listing and finds out what is where. */
void dxki_doc_listing_make(dxki_doc *r);
void dxki_doc_listing_free(dxki_doc *r);

/* The line that defines a name; UINT32_MAX: none does. */
uint32_t dxki_doc_find(const dxki_doc_listing *l, dxk_str name, uint32_t function);

/* source.c: which instruction comes from which line. */
void dxki_doc_source_make(dxki_doc *r);

/* Puts <a href=#PREFIX KIND NUMBER>, the number in hexadecimal if `hex`; the caller ends it. */
void dxki_doc_link(dxki_doc *r, const char *kind, uint64_t number, bool hex);

/* The same for a line of the listing, from 0, and for the bytes at an offset; false, and nothing is put, if
 * the document leaves them out. */
bool dxki_doc_link_line(dxki_doc *r, uint32_t line);
bool dxki_doc_link_bytes(dxki_doc *r, uint64_t offset);

/* True if all of the listing is shown. */
bool dxki_doc_lists_all(const dxki_doc *r);

/* "ps_6_0" of a container's program; empty: it has none. Failures as of dxki_doc_failure(). */
dxk_status dxki_doc_model(const dxk_container *container, char text[32]);

/* Validates what can be; *out stays NULL otherwise. */
dxk_status dxki_doc_validate(const dxk_container *container, dxk_validation **out);

/* Counts what a validation found. */
void dxki_doc_count_findings(const dxk_validation *v, uint64_t *errors, uint64_t *warnings,
                             const char **rule);

/* Instructions of all functions. */
uint64_t dxki_doc_instructions(dxki_doc *r);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * report.h - what is said: findings, the place that they are about, and which ones are left out.
 * emit.c makes them; notes.h and where.h add what the reference does not say.
 */
#ifndef DXKI_VALIDATE_REPORT_H
#define DXKI_VALIDATE_REPORT_H

#include "dxk/container.h"
#include "text/snippet.h"
#include "validate/types.h"

/* The thing that a finding is about, to look for in the source of the program (source.c). */
typedef enum dxki_val_thing {
    DXKI_OF_PROGRAM,
    DXKI_OF_FUNCTION,
    DXKI_OF_VARIABLE,
    DXKI_OF_RESOURCE,
    DXKI_OF_ELEMENT /* of signature `which` */
} dxki_val_thing;

typedef struct dxki_val_about {
    dxki_val_thing thing;
    uint32_t which;
    dxk_str name;
    dxk_str file;          /* of the code, by debug information; */
    uint32_t line, column; /* 0: it is not about code, or there is none */
} dxki_val_about;

struct dxk_validation {
    dxk_ctx *ctx;
    dxki_arena arena;
    DXKI_VEC(dxk_finding) findings;
    DXKI_VEC(dxki_val_about) abouts; /* of each finding */
    size_t max_findings;
    uint64_t total;      /* of all findings, */
    uint64_t repeated;   /* of those that is_repeated */
    bool failed;         /* some error was found */
    bool excused;        /* some error was found that is one for the reference alone */
    uint32_t error_code; /* not 0: the reference gives up with this code */
    bool form;           /* of shader models 4 and 5: only the form was judged */
    bool no_memory;
};

#define DXKI_CODE_BAD_CONTAINER 0x80070016u /* what the reference answers for a broken frame */

/* An empty result; result.c. */
dxk_status dxki_val_result_create(dxk_ctx *ctx, const dxk_validate_options *options,
                                  dxk_validation **out);

/* What is being judged, for findings that do not name a place of their own. */
typedef enum dxki_val_place_kind {
    DXKI_AT_NOTHING,
    DXKI_AT_NAME,    /* `name`: "!dx.version"; of a part what it is about in there */
    DXKI_AT_GLOBAL,  /* `id` */
    DXKI_AT_ELEMENT, /* of signature `which` of function `id` */
    DXKI_AT_RESOURCE,
    DXKI_AT_INST /* `id` */
} dxki_val_place_kind;

typedef struct dxki_val_place {
    dxki_val_place_kind kind;
    uint32_t id, which, index;
    dxk_str name;
    const dxki_dxil_sig_element *element;
    const dxki_dxil_resource *resource;
} dxki_val_place;

typedef struct dxki_val_report {
    dxk_validation *out;
    dxki_text_snippets *snippets; /* made at the first message that needs it */
    dxki_val_place at;
    const dxk_part *part; /* that is being judged, or NULL: findings get its offset */
    uint64_t program;     /* offset of the program's part in the file; 0: there is none */
    size_t reader_errors; /* in the context's diagnostics before the validation */
    bool refused;         /* the reference gives up: what it does not say are errors, too */

    /* Errors of the reference that are warnings for dxk_validate(); excuse.c. */
    const dxk_container *container; /* that is judged, or NULL */
    dxk_digest_state digest;        /* its state, once it was asked for */
    bool has_digest;
    const char *excuse; /* why what is being judged is right all the same; NULL: it is not */
    bool is_own;        /* the reference has ended: it does not say what follows */

    uint32_t near; /* instruction that makes the next finding about a function; 0: none */

    /* Which findings are left out. */
    dxki_vrule last_rule;
    dxki_md last_location;
    bool skipped;    /* the last finding was left out, for it repeats the one before */
    bool dropped;    /* the last finding was of a later rule: notes to it are dropped, too */
    dxki_idset told; /* findings, by what they say and where: index + 1 */
} dxki_val_report;

/* --- errors, with the text of their rule --- */

void dxki_val_error(dxki_val *v, dxki_vrule rule, const dxki_arg *args, size_t count);
void dxki_val_function_error(dxki_val *v, uint32_t global, dxki_vrule rule, const dxki_arg *args,
                             size_t count);
/* The same for the function of an instruction that makes it so. */
void dxki_val_near_error(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_arg *args,
                         size_t count);
void dxki_val_inst_error(dxki_val *v, uint32_t inst, dxki_vrule rule, const dxki_arg *args,
                         size_t count);
void dxki_val_md_error(dxki_val *v, dxki_md md, dxki_vrule rule);
void dxki_val_resource_error(dxki_val *v, const dxki_dxil_resource *res, dxki_vrule rule,
                             const dxki_arg *args, size_t count);
void dxki_val_type_error(dxki_val *v, dxki_type type, dxki_vrule rule);
void dxki_val_variable_error(dxki_val *v, uint32_t global, dxki_vrule rule);

/* --- with a text of their own --- */

void dxki_val_plain(dxki_val *v, dxk_str text);    /* an error that has no rule of its own */
void dxki_val_note(dxki_val *v, const char *text); /* "note: text" */
void dxki_val_inst_note(dxki_val *v, uint32_t inst, const char *text); /* about an instruction */
void dxki_val_raw(dxki_val *v, dxk_str text);                          /* a line without "error:" */
/* dxv does not say it. `rule` is the id of any rule; `path` NULL: that of what is judged. */
void dxki_val_own(dxki_val *v, const char *rule, dxk_str text, uint64_t offset, const char *path);
/* Likewise of what is being judged; `subject`: text of what else it is about. */
void dxki_val_complain(dxki_val *v, dxki_vrule rule, dxk_str text, dxk_str subject);
/* The reference breaks off here, with nothing but a code: it takes a value for another kind. */
void dxki_val_give_up(dxki_val *v);

/* --- changes to the finding before --- */

/* Marks it as shown by dxv only. */
void dxki_val_mark_compat_only(dxki_val *v);
/* Adds the other side of a mismatch, where a difference is. */
void dxki_val_hint(dxki_val *v, dxk_str text);
/* Adds the message in one line. */
void dxki_val_summary(dxki_val *v, dxk_str text);

/* --- verdicts; excuse.c --- */

/* Why an error of that rule (DXKI_VR_COUNT: of none) makes nothing invalid; NULL: it does. */
const char *dxki_val_excuse(dxki_val *v, dxki_vrule rule);
/* Counts an error of that rule for the verdict. Returns its excuse. */
const char *dxki_val_count_error(dxki_val *v, dxki_vrule rule);

/* True if a reader reported an error, so that there is nothing to add. */
bool dxki_val_reader_failed(const dxki_val *v);

#endif

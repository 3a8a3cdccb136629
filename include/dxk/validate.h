/* SPDX-License-Identifier: MIT */
/*
 * dxk/validate.h - checking a container, its parts and its module against the rules of DXIL;
 * signing; descriptions of the rules.
 *
 * Source: DXIL.rst, "Validation rules".
 */
#ifndef DXK_VALIDATE_H
#define DXK_VALIDATE_H

#include "dxk/base.h"
#include "dxk/container.h"
#include "dxk/json.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to validate. Zero-initialise for all checks of the newest validator. */
typedef struct dxk_validate_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool has_validator;       /* use the validator version below; false: the newest */
    uint32_t validator_minor; /* 1.n, n from 0 to 10. Later rules do not apply, and modules that
                                 require a newer validator are invalid */
    uint32_t max_findings;    /* findings kept; later ones are only counted. 0: 100000 */
} dxk_validate_options;

/* What the reference prints before a finding. The location is in the members of dxk_finding. */
typedef enum dxk_finding_place {
    DXK_FINDING_NOWHERE = 0,  /* the container or module as a whole */
    DXK_FINDING_FUNCTION = 1, /* `function` */
    DXK_FINDING_SOURCE = 2,   /* `file`, `line`, maybe `column`, from debug information */
    DXK_FINDING_RAW = 3,      /* the module could not be read, or its metadata not be loaded */
    DXK_FINDING_OWN = 4       /* the reference does not report it; `offset` may be known */
} dxk_finding_place;

/* A finding. Everything in it lives as long as the dxk_validation. */
typedef struct dxk_finding {
    const char *rule;        /* id of the rule, "INSTR.OPCONST"; NULL: part of the finding before */
    dxk_severity severity;   /* DXK_ERROR, DXK_WARNING, or DXK_NOTE to explain the finding before */
    dxk_finding_place place; /* what is known about the location */
    dxk_str message;         /* the reference's message, without location and severity */
    dxk_str function;        /* name of the function; empty if there is none */
    dxk_str file;            /* source file, for DXK_FINDING_SOURCE */
    uint32_t line, column;   /* in the source file, from 1; column 0: unknown */
    dxk_str instruction;     /* the instruction as text; empty if it is not about one */
    dxk_str block;           /* name of its block, or empty */
    uint32_t block_index;    /* number of its block in the function, from 0 */
    uint32_t bit_offset;     /* offset in the bitcode of the instruction's record, else of the
                                function's or variable's; UINT32_MAX: unknown */
    uint64_t offset;         /* of the part in the container, in bytes; UINT64_MAX: unknown */
    dxk_str note;            /* what the reference leaves out: the other side of a mismatch, the
                                place of a difference; empty if there is nothing to add */
    dxk_str summary;         /* one line that replaces a long, unclear or wrong message; empty if
                                the message needs no replacement */
    dxk_str path;            /* the object: "@main/bb2/%17", "@main/input[1] TEXCOORD2",
                                "U0: TypedBuffer (u0)", "!dx.version", "PSV0" */
    dxk_str subject;         /* the metadata node, type or other thing concerned, as text, besides
                                the instruction; may have several lines */
    uint32_t instruction_index; /* number of the instruction in its function, from 0, not counting
                                   calls of llvm.dbg.*; only with `instruction` */
    bool is_repeated;           /* other findings say the same with a location; this one is for
                                   dxk_validation_print_dxv() only */
    bool is_excused;            /* an error for the reference, a warning here: `note` says why */
} dxk_finding;

/* Result of a validation. Opaque. */
typedef struct dxk_validation dxk_validation;

/* The verdict. */
typedef enum dxk_verdict {
    DXK_VERDICT_VALID = 0,  /* there are no errors; there may be warnings */
    DXK_VERDICT_INVALID = 1 /* there are errors */
} dxk_verdict;

/*
 * Validates a container, a bare program or bare bitcode. For shader models 4 and 5 only the form is
 * checked, by rules named DXBC.*. An edited or built container is validated as
 * dxk_container_write() would write it; offsets then refer to that. `options` may be NULL. Nothing
 * is changed; the container must outlive the result.
 *
 * Errors of the reference are warnings where it contradicts itself, and in a container with the
 * retail digest if their rule is younger than the validator that the module names, unless a
 * validator version is asked for.
 *
 * DXK_OK: *out has the verdict. Otherwise (DXK_E_NOMEM, DXK_E_LIMIT) *out is NULL. Errors of the
 * readers stay in the context's diagnostics as well.
 */
DXK_API dxk_status dxk_validate(const dxk_container *container, const dxk_validate_options *options,
                                dxk_validation **out);

/* Validates a module in memory, without any parts. */
DXK_API dxk_status dxk_validate_module(const dxk_module *module,
                                       const dxk_validate_options *options, dxk_validation **out);

/* Frees the result. NULL is allowed. */
DXK_API void dxk_validation_free(dxk_validation *validation);

/* The verdict. */
DXK_API dxk_verdict dxk_validation_verdict(const dxk_validation *validation);

/* Number of findings kept. *total (may be NULL) counts all but repeated ones, kept or not. */
DXK_API size_t dxk_validation_count(const dxk_validation *validation, uint64_t *total);

/* Finding `index`, in the order of the checks; NULL past the end. */
DXK_API const dxk_finding *dxk_validation_finding(const dxk_validation *validation, size_t index);

/* ---------------------------------------------------------------------------------------- */
/* Findings for programs                                                                      */

/* The message of a finding in one line: its summary, else the first line of its message. */
DXK_API dxk_str dxk_finding_message(const dxk_finding *finding);

/* Prints "FILE:bit 9184: error: @main/bb0/%3: message [RULE]", and indented the instruction, what else it
 * is about, and the note; in terminal colours if `color`. What an input could do to a terminal is
 * escaped. `line` without `file` is a line of the input. DXK_E_SINK. */
DXK_API dxk_status dxk_finding_print(const dxk_finding *finding, const char *file, bool color,
                                     dxk_sink sink);

/*
 * Writes a result as a JSON object: "valid", "judged" ("rules", or "form" for shader models 4 and 5),
 * "total", and "findings" without the repeated ones. schemas/val.schema.json describes the members.
 * DXK_E_SINK, or what the sink returned.
 */
DXK_API dxk_status dxk_validation_json(const dxk_validation *validation, dxk_sink sink);

/* Writes a finding as an element of an open array. `line` without `file` is a line of the input, if
 * that is text. */
DXK_API void dxk_json_finding(dxk_json *json, const dxk_finding *finding);

/*
 * Writes a result as a SARIF 2.1.0 document (OASIS) with one run: the tool with all rules, and the
 * findings. `name` is the path of the input. DXK_E_SINK, or what the sink returned.
 */
DXK_API dxk_status dxk_validation_sarif(const dxk_validation *validation, const char *name,
                                        dxk_sink sink);

/* The pieces of such a document, for several inputs. The first opens it up to the array of results;
 * dxk_json_end_to(json, 0) closes it. */
DXK_API void dxk_sarif_begin(dxk_json *json);

/* Writes a result for a finding with the notes that explain it, which follow it in the validation. */
DXK_API void dxk_sarif_finding(dxk_json *json, dxk_str name, const dxk_finding *finding,
                               const dxk_finding *notes, size_t note_count);

/* Writes a result for what a reader reported. */
DXK_API void dxk_sarif_diag(dxk_json *json, dxk_str name, const dxk_diag *diag);

/* ---------------------------------------------------------------------------------------- */
/* Signing                                                                                    */

/* How to sign. Zero-initialise for the defaults. */
typedef struct dxk_sign_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool no_validate;   /* sign without validating */
    const dxk_validate_options *validate; /* how to validate; NULL: dxk_validate()'s defaults */
} dxk_sign_options;

/*
 * Validates a container and writes it with its digest to `sink`: the retail digest, or 16 times
 * 02 for a shader model that is not released yet. The container may be edited or built; it is not
 * changed. `options` may be NULL.
 *
 * DXK_E_INVALID: it breaks a rule, or was read with damage; nothing was written. *validation
 * receives the result in both cases, NULL if nothing was validated; the caller frees it. The
 * pointer may be NULL.
 * DXK_E_UNSUPPORTED for inputs without a container header, DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_container_sign(const dxk_container *container,
                                      const dxk_sign_options *options, dxk_sink sink,
                                      dxk_validation **validation);

/* ---------------------------------------------------------------------------------------- */
/* Rules                                                                                      */

/* A rule of the readers or of validation. */
typedef struct dxk_rule_info {
    size_t index;            /* its number, for dxk_rule_at() */
    const char *id;          /* "INSTR.OPCONST" */
    const char *text;        /* its message, with %0, %1 ... for arguments */
    const char *explanation; /* what it means; NULL if the message says all */
    const char *fix;         /* what to do; NULL for rules of the readers */
    const char *example;     /* the mistake in a few lines of code, or NULL */
    bool is_validation;      /* a rule of validation, not of a reader */
    uint32_t since_minor;    /* first validator (1.n) that has it; rules of validation only */
    bool is_checked;         /* false for a rule of validation that is not implemented */
} dxk_rule_info;

/* Finds the rule with that id, ignoring case; false if there is none. */
DXK_API bool dxk_rule_find(const char *id, dxk_rule_info *out);

/* Rule `index` of all rules, rules of validation first; false past the end. */
DXK_API bool dxk_rule_at(size_t index, dxk_rule_info *out);

#ifdef __cplusplus
}
#endif
#endif

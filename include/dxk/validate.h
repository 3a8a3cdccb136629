/* SPDX-License-Identifier: MIT */
/*
 * dxk/validate.h - validation of a container, its parts and its module against the rules of DXIL;
 * signing; descriptions of the rules.
 *
 *     dxk_validation *result;
 *     if (dxk_validate(container, NULL, &result) == DXK_OK) {
 *         bool valid = dxk_validation_verdict(result) == DXK_VERDICT_VALID;
 *         const dxk_finding *f;
 *         for (size_t i = 0; (f = dxk_validation_finding(result, i)) != NULL; i++)
 *             if (!f->is_repeated)
 *                 dxk_finding_print(f, "shader.dxil", false, sink);
 *         dxk_validation_free(result);
 *     }
 *
 * Source: DXIL.rst, "Validation rules".
 */
#ifndef DXK_VALIDATE_H
#define DXK_VALIDATE_H

#include "dxk/base.h"
#include "dxk/container.h"
#include "dxk/hlsl.h"
#include "dxk/json.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for dxk_validate(). Zero-initialise, then set what differs. The defaults ask for all
 * checks of the newest validator. */
typedef struct dxk_validate_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool has_validator;       /* judge as validator 1.`validator_minor` does; false: the newest */
    uint32_t validator_minor; /* 0 to 10; more is DXK_E_ARGUMENT. Rules that are newer do not apply,
                                 and a module that requires a newer validator is invalid */
    uint32_t max_findings;    /* findings to keep; later ones are only counted. 0: 100000 */
} dxk_validate_options;

/* Kind of location that the reference prints in front of a finding. The location itself is in the
 * members of dxk_finding. */
typedef enum dxk_finding_place {
    DXK_FINDING_NOWHERE = 0,  /* none: the finding is about the container or module as a whole */
    DXK_FINDING_FUNCTION = 1, /* the function in `function` */
    DXK_FINDING_SOURCE = 2,   /* `file`, `line` and `column` in a source, from debug information */
    DXK_FINDING_RAW = 3,      /* none: the module or its metadata could not be read */
    DXK_FINDING_OWN = 4       /* none: the reference does not report this; `offset` may be set */
} dxk_finding_place;

/* A finding. Everything in it lives as long as the dxk_validation. */
typedef struct dxk_finding {
    /* Id of the rule, such as "INSTR.OPCONST". NULL: this finding continues the one before it. */
    const char *rule;
    /* DXK_ERROR, DXK_WARNING, or DXK_NOTE for an explanation of the finding before it. */
    dxk_severity severity;
    /* Kind of location. */
    dxk_finding_place place;
    /* Message in the words of the reference, without location and severity. */
    dxk_str message;
    /* Name of the function concerned; empty if there is none. */
    dxk_str function;
    /* Name of the source file, for DXK_FINDING_SOURCE and after dxk_validation_report(); else
     * empty. */
    dxk_str file;
    /* Line and column in `file`, or in the input if that is text; from 1. 0: not known. */
    uint32_t line, column;
    /* The instruction concerned, as text; empty if there is none. */
    dxk_str instruction;
    /* Name of the block that contains `instruction`; empty if it has none. */
    dxk_str block;
    /* Number of that block in its function, from 0. */
    uint32_t block_index;
    /* Bit offset in the bitcode of the record of the instruction, or else of the function or global
     * variable. UINT32_MAX: not known. */
    uint32_t bit_offset;
    /* Byte offset in the container of the part concerned. UINT64_MAX: not known. */
    uint64_t offset;
    /* Detail that the reference does not print, such as the other side of a mismatch; may be
     * empty. */
    dxk_str note;
    /* One line to show instead of a message that is long, unclear or wrong; empty if `message` will
     * do. See dxk_finding_message(). */
    dxk_str summary;
    /* Name of the object concerned: "@main/bb2/%17", "@main/input[1] TEXCOORD2",
     * "U0: TypedBuffer (u0)", "!dx.version", "PSV0". */
    dxk_str path;
    /* The metadata node, type or other entity concerned, as text of one or more lines, in addition
     * to the instruction; may be empty. */
    dxk_str subject;
    /* Number of the instruction in its function, from 0, not counting calls of llvm.dbg.*. Set only
     * if `instruction` is. */
    uint32_t instruction_index;
    /* The finding repeats others that have a location. Only dxk_validation_print_dxv() shows it. */
    bool is_repeated;
    /* The finding is an error for the reference and a warning here; `note` says why. */
    bool is_excused;
} dxk_finding;

/* Result of a validation. Opaque. */
typedef struct dxk_validation dxk_validation;

/* Verdict of a validation. */
typedef enum dxk_verdict {
    DXK_VERDICT_VALID = 0,  /* no errors; there may be warnings */
    DXK_VERDICT_INVALID = 1 /* at least one error */
} dxk_verdict;

/*
 * Validates a container, a bare program or bare bitcode. A container that was edited or built is
 * validated as dxk_container_write() would write it, and offsets in findings refer to that output.
 * Shader models 4 and 5 are checked for their form only, by rules named DXBC.*. The container is
 * not changed; it must outlive the result. `options` may be NULL.
 *
 * An error of the reference becomes a warning (dxk_finding.is_excused) where the reference
 * contradicts itself, and, unless `options` ask for a version of the validator, in a container
 * with a correct digest if the rule is younger than the validator that its module names.
 *
 * Returns DXK_OK whether or not the container is valid; the verdict is in *out, which the caller
 * frees with dxk_validation_free(). Errors found while reading parts are also added to the
 * diagnostics of the context. Failures: DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_validate(const dxk_container *container, const dxk_validate_options *options,
                                dxk_validation **out);

/* Validates a module in memory, without the parts of a container. Otherwise like dxk_validate().
 * The module must outlive the result. */
DXK_API dxk_status dxk_validate_module(const dxk_module *module,
                                       const dxk_validate_options *options, dxk_validation **out);

/* Frees a result and its findings. NULL is allowed. */
DXK_API void dxk_validation_free(dxk_validation *validation);

/*
 * Reports what a validation found in what dxk_hlsl_build() made of `source` with `options`: each
 * error becomes a diagnostic of the context, with the id of its rule, at the place in the source
 * that it is about: code, or the declaration of a resource, an element of a signature, a variable
 * or a function, which dxk_diag.path names. The findings get these places, too: dxk_finding.file,
 * line and column. For that the source is compiled once more, with debug information, whether or
 * not `options` ask for it; nothing else is reported of it. Without errors nothing is done.
 *
 * Errors: DXK_E_ARGUMENT if `options` are of another library; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_validation_report(dxk_validation *validation, dxk_bytes source,
                                         const dxk_hlsl_options *options);

/* Returns the verdict. */
DXK_API dxk_verdict dxk_validation_verdict(const dxk_validation *validation);

/* Returns the number of findings kept. *total is set to the number of all findings, kept or not,
 * except repeated ones (dxk_finding.is_repeated). `total` may be NULL. */
DXK_API size_t dxk_validation_count(const dxk_validation *validation, uint64_t *total);

/* Returns finding `index`, in the order of the checks, or NULL past the end. */
DXK_API const dxk_finding *dxk_validation_finding(const dxk_validation *validation, size_t index);

/* ---------------------------------------------------------------------------------------- */
/* Showing findings                                                                           */

/* Returns a message in one line: `summary`, or else the first line of `message`. */
DXK_API dxk_str dxk_finding_message(const dxk_finding *finding);

/*
 * Prints a finding as a line:
 *
 *     FILE:bit 9184: error: @main/bb0/%3: message [RULE]
 *
 * followed by indented lines for the instruction, the subject and the note. `file` is the name of
 * the input. `color` asks for terminal colours. Bytes that a terminal might interpret are escaped.
 *
 * Errors: DXK_E_SINK.
 */
DXK_API dxk_status dxk_finding_print(const dxk_finding *finding, const char *file, bool color,
                                     dxk_sink sink);

/*
 * Writes a result as a JSON object with the members "valid", "judged" ("rules", or "form" for
 * shader models 4 and 5), "total" and "findings"; repeated findings are left out.
 * schemas/val.schema.json describes it. Errors: DXK_E_SINK.
 */
DXK_API dxk_status dxk_validation_json(const dxk_validation *validation, dxk_sink sink);

/* Writes a finding as an element of the array that is open. A `line` without a `file` is a line of
 * the input. */
DXK_API void dxk_json_finding(dxk_json *json, const dxk_finding *finding);

/*
 * Writes a result as a SARIF 2.1.0 document (OASIS) with one run, which lists the findings and
 * describes their rules. `name` is the path of the input. Errors: DXK_E_SINK.
 */
DXK_API dxk_status dxk_validation_sarif(const dxk_validation *validation, const char *name,
                                        dxk_sink sink);

/* Begins a SARIF document that may have results for several inputs: writes everything up to the
 * open array of results. dxk_sarif_finding() and dxk_sarif_diag() add results;
 * dxk_json_end_to(json, 0) ends the document. */
DXK_API void dxk_sarif_begin(dxk_json *json);

/* The same without a description of the tool: "tool" becomes a member of the run behind the
 * results, with dxk_sarif_tool(), when it is known which rules they name. */
DXK_API void dxk_sarif_open(dxk_json *json);

/* Writes the description of the tool as an object with that key, which may be NULL: its name and
 * version, and the `count` rules with these ids. */
DXK_API void dxk_sarif_tool(dxk_json *json, const char *key, const char *const *rules,
                            size_t count);

/* Adds a result for a finding about the input at path `name`. `notes` are the `note_count` findings
 * of severity DXK_NOTE that follow it in the validation. */
DXK_API void dxk_sarif_finding(dxk_json *json, dxk_str name, const dxk_finding *finding,
                               const dxk_finding *notes, size_t note_count);

/* Adds a result for a diagnostic about the input at path `name`. */
DXK_API void dxk_sarif_diag(dxk_json *json, dxk_str name, const dxk_diag *diag);

/* ---------------------------------------------------------------------------------------- */
/* Signing                                                                                    */

/* Options for dxk_container_sign(). Zero-initialise, then set what differs. */
typedef struct dxk_sign_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool no_validate;   /* sign without validating */
    const dxk_validate_options *validate; /* how to validate; NULL: the defaults */
} dxk_sign_options;

/*
 * Validates a container and, if it is valid, writes it with its digest to `sink`. The digest is the
 * retail one, or 16 bytes 02 for a shader model that is not released yet. The container may have
 * been edited or built; it is not changed. `options` may be NULL.
 *
 * *validation receives the result of the validation, which the caller frees with
 * dxk_validation_free(); it is NULL if nothing was validated. `validation` itself may be NULL.
 *
 * Errors: DXK_E_INVALID if the container breaks a rule, or was salvaged from a damaged input;
 * nothing is written then. DXK_E_UNSUPPORTED if the input has no container header; DXK_E_NOMEM,
 * DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_container_sign(const dxk_container *container,
                                      const dxk_sign_options *options, dxk_sink sink,
                                      dxk_validation **validation);

/* ---------------------------------------------------------------------------------------- */
/* Rules                                                                                      */

/* Description of a rule: of validation, of a reader, or of a message about HLSL, whose name begins
 * with "HLSL.". Strings are static. */
typedef struct dxk_rule_info {
    size_t index;            /* number of the rule, for dxk_rule_at() */
    const char *id;          /* name of the rule, "INSTR.OPCONST" */
    const char *text;        /* message, with %0, %1, ... in place of arguments */
    const char *explanation; /* meaning of the rule; NULL if the message says it all */
    const char *fix;         /* advice on how to satisfy the rule; of validation only, else NULL */
    const char *example;     /* lines of code that break the rule, or NULL */
    bool is_validation;      /* true for a rule of validation */
    uint32_t since_minor;    /* first validator, 1.n, that has the rule; rules of validation only */
    bool is_checked;         /* false for a rule of validation that is not implemented */
    dxk_severity severity;   /* of its messages; of warnings options may make errors */
    bool is_hlsl;            /* true for a message about HLSL */
    const char *group;       /* group of warnings that it is in (-W); NULL: none */
} dxk_rule_info;

/* Finds the rule with an id, ignoring case, and describes it in *out. False if there is none. */
DXK_API bool dxk_rule_find(const char *id, dxk_rule_info *out);

/* Describes rule `index` in *out; rules of validation come first, messages about HLSL last. False
 * past the end. */
DXK_API bool dxk_rule_at(size_t index, dxk_rule_info *out);

#ifdef __cplusplus
}
#endif
#endif

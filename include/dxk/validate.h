/* SPDX-License-Identifier: MIT */
/*
 * dxk/validate.h - judging a container, its parts and its module by the rules of DXIL.
 *
 * Source: DXIL.rst, "Validation rules".
 */
#ifndef DXK_VALIDATE_H
#define DXK_VALIDATE_H

#include "dxk/base.h"
#include "dxk/container.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to validate. Zero-initialise for all checks of the newest validator. */
typedef struct dxk_validate_options {
    uint32_t validator_minor; /* judge as validator 1.n does; 0: the newest, 1.10. It bounds the
                                 validator version that a module may ask for */
    uint32_t max_findings;    /* findings kept; later ones are only counted. 0: 100000 */
} dxk_validate_options;

/* What stands in front of a finding. */
typedef enum dxk_finding_place {
    DXK_FINDING_NOWHERE = 0,  /* the container or module as a whole */
    DXK_FINDING_FUNCTION = 1, /* `function` */
    DXK_FINDING_SOURCE = 2,   /* `file`, `line`, maybe `column`, from debug information */
    DXK_FINDING_RAW = 3       /* the reader or the loader of metadata refused the module */
} dxk_finding_place;

/* One thing that was found. Everything lives as long as the dxk_validation. */
typedef struct dxk_finding {
    const char *rule;        /* id of the rule, "INSTR.OPCONST"; NULL: belongs to the one before */
    dxk_severity severity;   /* DXK_ERROR, or DXK_NOTE for what explains the one before */
    dxk_finding_place place; /* what is known about where */
    dxk_str message;         /* text without place and severity, in the reference's words */
    dxk_str function;        /* name of the function; empty when there is none */
    dxk_str file;            /* source file, for DXK_FINDING_SOURCE */
    uint32_t line, column;   /* in the source file, from 1; column 0: unknown */
    dxk_str instruction;     /* the instruction as text; empty when it is not about one */
    dxk_str block;           /* name of its block, or empty */
    uint32_t block_index;    /* number of its block in the function, from 0 */
    uint32_t bit_offset;     /* of the instruction's record in the bitcode; UINT32_MAX: unknown */
} dxk_finding;

/* What a validation came to. Opaque. */
typedef struct dxk_validation dxk_validation;

/* The verdict. */
typedef enum dxk_verdict {
    DXK_VERDICT_VALID = 0,  /* no rule is broken, as far as they are implemented */
    DXK_VERDICT_INVALID = 1 /* some rule is broken */
} dxk_verdict;

/*
 * Validates a container, a bare program or bare bitcode. `options` may be NULL. Nothing is
 * changed; the container must outlive the result.
 *
 * DXK_OK: *out has the verdict. Otherwise (DXK_E_NOMEM, DXK_E_LIMIT) *out is NULL. What the readers
 * report stays in the context's diagnostics as well.
 */
DXK_API dxk_status dxk_validate(dxk_ctx *ctx, const dxk_container *container,
                                const dxk_validate_options *options, dxk_validation **out);

/* The same for a module in memory; there are no parts to be judged. */
DXK_API dxk_status dxk_validate_module(dxk_ctx *ctx, const dxk_module *module,
                                       const dxk_validate_options *options, dxk_validation **out);

/* A result for an input that is no container, nor anything else that can be validated. */
DXK_API dxk_status dxk_validate_unreadable(dxk_ctx *ctx, dxk_validation **out);

/* Frees the result. NULL is allowed. */
DXK_API void dxk_validation_free(dxk_validation *validation);

/* The verdict. */
DXK_API dxk_verdict dxk_validation_verdict(const dxk_validation *validation);

/* Number of findings kept, and of all (*total, may be NULL). */
DXK_API size_t dxk_validation_count(const dxk_validation *validation, uint64_t *total);

/* Finding `index`, in the order of the checks; NULL past the end. */
DXK_API const dxk_finding *dxk_validation_finding(const dxk_validation *validation, size_t index);

/* Writes what `dxv` prints for this input: all findings in its words, and the verdict. DXK_E_SINK.
 */
DXK_API dxk_status dxk_validation_print_dxv(const dxk_validation *validation, dxk_sink sink);

/* What is to be known about a rule, of the readers or of validation. */
typedef struct dxk_rule_info {
    const char *id;          /* "INSTR.OPCONST" */
    const char *text;        /* its message, with %0, %1 ... for what differs */
    const char *explanation; /* a sentence or two; NULL: the message says all */
    bool is_validation;      /* a rule of validation, else of a reader */
    uint32_t since_minor;    /* first validator (1.n) that has it; rules of validation only */
    bool is_checked;         /* false: a rule of validation that is not implemented yet */
} dxk_rule_info;

/* The rule of that id, in any case of letters. False: there is none. */
DXK_API bool dxk_rule_find(const char *id, dxk_rule_info *out);

/* Rule `index` of all rules, those of validation first; false past the end. */
DXK_API bool dxk_rule_at(size_t index, dxk_rule_info *out);

#ifdef __cplusplus
}
#endif
#endif

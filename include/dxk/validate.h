/* SPDX-License-Identifier: MIT */
/*
 * dxk/validate.h - judging a container, its parts and its module by the rules of DXIL; signing
 * what was found valid; what there is to know about each rule.
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
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool has_validator;       /* judge as the validator of the version below; false: the newest */
    uint32_t validator_minor; /* 1.n, n from 0 to 10. Rules that came later do not hold, and a
                                 module may not ask for a newer one */
    uint32_t max_findings;    /* findings kept; later ones are only counted. 0: 100000 */
} dxk_validate_options;

/* What the reference puts in front of a finding. Where it is is told by the members below. */
typedef enum dxk_finding_place {
    DXK_FINDING_NOWHERE = 0,  /* the container or module as a whole */
    DXK_FINDING_FUNCTION = 1, /* `function` */
    DXK_FINDING_SOURCE = 2,   /* `file`, `line`, maybe `column`, from debug information */
    DXK_FINDING_RAW = 3,      /* the reader or the loader of metadata refused the module */
    DXK_FINDING_OWN = 4       /* the reference says nothing about it; `offset` may be known */
} dxk_finding_place;

/* One thing that was found. Everything lives as long as the dxk_validation. */
typedef struct dxk_finding {
    const char *rule;        /* id of the rule, "INSTR.OPCONST"; NULL: belongs to the one before */
    dxk_severity severity;   /* DXK_ERROR, or DXK_NOTE for what explains the one before; of shader
                                models 4 and 5 also DXK_WARNING */
    dxk_finding_place place; /* what is known about where */
    dxk_str message;         /* text without place and severity, in the reference's words */
    dxk_str function;        /* name of the function; empty when there is none */
    dxk_str file;            /* source file, for DXK_FINDING_SOURCE */
    uint32_t line, column;   /* in the source file, from 1; column 0: unknown */
    dxk_str instruction;     /* the instruction as text; empty when it is not about one */
    dxk_str block;           /* name of its block, or empty */
    uint32_t block_index;    /* number of its block in the function, from 0 */
    uint32_t bit_offset; /* of the record of the instruction, else of the function or variable, in
                                the bitcode; UINT32_MAX: unknown */
    uint64_t offset;     /* of the part in the container, in bytes; UINT64_MAX: unknown */
    dxk_str note;        /* what the reference does not say: the other side of a mismatch, the
                                place of a difference; empty when there is nothing to add */
    dxk_str summary;     /* one line instead of a message that is long, unclear or wrong; empty:
                                the message does */
    dxk_str path;        /* where, in words: "@main/bb2/%17", "@main/input[1] TEXCOORD2",
                                "U0: TypedBuffer (u0)", "!dx.version", "PSV0" */
    dxk_str subject;     /* the metadata node, type ... it is about, as text; of one about an
                                instruction, what else it is about; may have several lines */
    uint32_t instruction_index; /* number of the instruction in its function, from 0, calls of
                                   llvm.dbg.* left out; only with `instruction` */
    bool is_repeated;           /* others say the same, with a place: for the words of dxv alone */
} dxk_finding;

/* What a validation came to. Opaque. */
typedef struct dxk_validation dxk_validation;

/* The verdict. */
typedef enum dxk_verdict {
    DXK_VERDICT_VALID = 0,  /* no rule is broken, as far as they are implemented */
    DXK_VERDICT_INVALID = 1 /* some rule is broken */
} dxk_verdict;

/*
 * Validates a container, a bare program or bare bitcode. Of shader models 4 and 5 the form is
 * judged, by rules named DXBC.*; their findings may be warnings, which do not make it invalid. a container that was edited or made as
 * dxk_container_write() would write it, which is what offsets are about then. `options` may be
 * NULL. Nothing is changed; the container must outlive the result.
 *
 * DXK_OK: *out has the verdict. Otherwise (DXK_E_NOMEM, DXK_E_LIMIT) *out is NULL. What the readers
 * report stays in the context's diagnostics as well.
 */
DXK_API dxk_status dxk_validate(const dxk_container *container, const dxk_validate_options *options,
                                dxk_validation **out);

/* The same for a module in memory; there are no parts to be judged. */
DXK_API dxk_status dxk_validate_module(const dxk_module *module,
                                       const dxk_validate_options *options, dxk_validation **out);

/* Frees the result. NULL is allowed. */
DXK_API void dxk_validation_free(dxk_validation *validation);

/* The verdict. */
DXK_API dxk_verdict dxk_validation_verdict(const dxk_validation *validation);

/* Number of findings kept, and of all but repeated ones (*total, may be NULL). */
DXK_API size_t dxk_validation_count(const dxk_validation *validation, uint64_t *total);

/* Finding `index`, in the order of the checks; NULL past the end. */
DXK_API const dxk_finding *dxk_validation_finding(const dxk_validation *validation, size_t index);

/* ---------------------------------------------------------------------------------------- */
/* Signing                                                                                    */

/* How to sign. Zero-initialise for the usual way. */
typedef struct dxk_sign_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool no_validate;   /* sign whatever it is */
    const dxk_validate_options *validate; /* how to validate; NULL: dxk_validate()'s defaults */
} dxk_sign_options;

/*
 * Validates a container and writes it with its digest to `sink`: the retail digest, or, for a
 * shader model that is not released yet, 16 times 02, which stands for it. The container may have
 * been edited or made by dxk_container_build(); it stays as it is. `options` may be NULL.
 *
 * DXK_E_INVALID: it breaks a rule, or was read with damage; nothing was written. *validation (may
 * be NULL; set to NULL when nothing was validated) takes the result in both cases and is the
 * caller's to free.
 * DXK_E_UNSUPPORTED for inputs without a container header, DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_container_sign(const dxk_container *container,
                                      const dxk_sign_options *options, dxk_sink sink,
                                      dxk_validation **validation);

/* ---------------------------------------------------------------------------------------- */
/* Rules                                                                                      */

/* What is to be known about a rule, of the readers or of validation. */
typedef struct dxk_rule_info {
    size_t index;            /* its number, for dxk_rule_at() */
    const char *id;          /* "INSTR.OPCONST" */
    const char *text;        /* its message, with %0, %1 ... for what differs */
    const char *explanation; /* what it means; NULL: the message says all */
    const char *fix;         /* what to do; NULL for rules of the readers */
    const char *example;     /* the mistake in a few lines of code; NULL: none */
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

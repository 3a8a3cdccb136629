/* SPDX-License-Identifier: MIT */
/*
 * verify.h - LLVM 3.7's verifier: whether a module is well formed, by its own words. It looks at a
 * module as it is, read, made or edited, and changes nothing.
 *
 *     if (dxki_verify_module(m, NULL, NULL) == DXK_E_INVALID) ...      yes or no
 *
 *     dxki_verify_result result;                                       and why
 *     dxk_status status = dxki_verify_module(m, NULL, &result);
 *     for (size_t i = 0; i < result.complaints.count; i++)
 *         ... dxki_verify_words(&result, i)
 *     dxki_verify_free(&result);
 */
#ifndef DXKI_VERIFY_VERIFY_H
#define DXKI_VERIFY_VERIFY_H

#include "base/vec.h"
#include "bitcode/uses.h"
#include "ir/ir.h"

/* What a caller may have at hand. Zeros are the default. */
typedef struct dxki_verify_options {
    const dxki_bc_uses *uses; /* of the module as it is; NULL: made for the run */
    const dxk_str *names;     /* by index in globals: other names, where not empty; NULL: none */
    /* Functions that the caller is going to declare, each with a parameter of type void: the
     * numbers of those parameters. They are complained about as LLVM would. */
    const uint32_t *void_params;
    size_t void_param_count;
    bool any_debug; /* lines of a function may be those of another one, and pieces of a variable all
                     * of it, as some compilers leave them; who does not show them need not care */
} dxki_verify_options;

/* A complaint: what it is about, and where its words begin. */
typedef struct dxki_verify_complaint {
    size_t start;     /* in the text of all */
    uint32_t fn;      /* function at hand, index in globals; 0: none */
    dxki_value value; /* the first thing that it names, 0: it names none, or metadata */
    dxki_md md;       /* the same of metadata */
} dxki_verify_complaint;

typedef struct dxki_verify_result {
    dxk_buffer text; /* what LLVM prints: lines of all complaints */
    DXKI_VEC(dxki_verify_complaint) complaints;
    bool ends; /* LLVM's verifier ends here without words: it takes a node for another kind */
} dxki_verify_result;

/*
 * Verifies the bodies of functions, then everything else. DXK_OK: well formed; DXK_E_INVALID: not;
 * DXK_E_NOMEM. With `result`, which is to be freed in any case, all complaints are collected; with
 * NULL the first one ends the run.
 */
dxk_status dxki_verify_module(const dxk_module *m, const dxki_verify_options *options,
                              dxki_verify_result *result);
void dxki_verify_free(dxki_verify_result *result);

/* The lines of complaint `index`: the message, then the values, types and nodes it is about. */
dxk_str dxki_verify_words(const dxki_verify_result *result, size_t index);

#endif

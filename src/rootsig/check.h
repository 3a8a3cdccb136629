/* SPDX-License-Identifier: MIT */
/*
 * check.h - what is wrong with a root signature, alone or for a shader. Like the reference, the
 * checks stop at the first fault.
 */
#ifndef DXKI_ROOTSIG_CHECK_H
#define DXKI_ROOTSIG_CHECK_H

#include "base/diag.h"
#include "dxk/psv0.h"
#include "dxk/rootsig.h"

typedef enum dxki_rootsig_fault_id {
#define DXKI_RS_FAULT(ident, rule, text) DXKI_RS_FAULT_##ident,
#include "rootsig/faults.def"
#undef DXKI_RS_FAULT
    DXKI_RS_FAULT_COUNT
} dxki_rootsig_fault_id;

#define DXKI_RS_NOWHERE UINT32_MAX

/* A fault. */
typedef struct dxki_rootsig_fault {
    const dxki_rule *rule;
    uint32_t parameter; /* where it is: parameter or DXKI_RS_NOWHERE */
    uint32_t range;     /* in its table, or DXKI_RS_NOWHERE */
    uint32_t sampler;   /* static sampler, or DXKI_RS_NOWHERE */
    uint32_t resource;  /* of the shader, or DXKI_RS_NOWHERE */
    size_t size;
    char text[640]; /* the reference's, with its line feed */
} dxki_rootsig_fault;

/*
 * Checks the root signature, then, unless `psv` is NULL, whether it has all bindings of the shader
 * of that stage (dxk_shader_kind). *found says whether `fault` is set. DXK_E_NOMEM.
 */
dxk_status dxki_rootsig_check(dxk_ctx *ctx, const dxk_root_signature *signature,
                              const dxk_psv0 *psv, uint32_t stage, dxki_rootsig_fault *fault,
                              bool *found);

/* The text as a message of dxk has it: without what stands at its end. */
dxk_str dxki_rootsig_fault_message(const dxki_rootsig_fault *fault);

#endif

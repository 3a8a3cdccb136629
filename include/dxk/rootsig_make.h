/* SPDX-License-Identifier: MIT */
/*
 * dxk/rootsig_make.h - a root signature for given shaders: the cheapest one that has all that they
 * bind.
 *
 * What shaders bind goes into one table of views and one of samplers, a word each. What several
 * shaders call by one name, at the same registers, is one; where shaders use a register for different
 * things, each of them gets a table of its own. A resource without an end is the last of its table.
 * Names choose what becomes a root descriptor, root constants or a static sampler.
 *
 * Source: Direct3D 12, "Root Signatures", "Root Signature Limits"; the text is dxk/rootsig.h's.
 */
#ifndef DXK_ROOTSIG_MAKE_H
#define DXK_ROOTSIG_MAKE_H

#include "dxk/container.h"
#include "dxk/rootsig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sampler that becomes a static one. */
typedef struct dxk_rootsig_sampler_choice {
    dxk_str name;   /* of the sampler */
    dxk_str fields; /* "filter=FILTER_MIN_MAG_MIP_POINT, addressU=..."; empty: all defaults */
} dxk_rootsig_sampler_choice;

/* How to make one. Zero-initialise, then set what differs. Names are those of resources. */
typedef struct dxk_rootsig_make_options {
    size_t struct_size;         /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint32_t version;           /* dxk_rs_version; 0: 1.1 */
    const dxk_str *descriptors; /* buffers that become root descriptors, two words each */
    size_t descriptor_count;    /* how many */
    const dxk_str *constants;   /* constant buffers that become root constants, a word for each
                                   four bytes */
    size_t constants_count;     /* how many */
    const dxk_rootsig_sampler_choice *samplers; /* samplers that become static, for nothing */
    size_t sampler_count;                       /* how many */
    const dxk_str
        *tables; /* "maps,light": resources that get a table of their own, by names with commas
                              between them; samplers among them get another one */
    size_t table_count; /* how many */
    bool by_stage;      /* a table for each stage, also where stages share what they bind */
    bool deny;          /* set the flags that deny access to stages that need none */
} dxk_rootsig_make_options;

/*
 * Makes the root signature of shaders that are used together, in any order; of all models from 4 on,
 * and libraries, whose global root signature it is. `options` may be NULL. The caller frees *out with
 * dxk_rootsig_free().
 *
 * DXK_E_INVALID (reported, rules MATCH.* and ROOTSIG.*): a shader cannot be read, a binding has no
 * register, a name stands for nothing or for what cannot be that. DXK_E_ARGUMENT, DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_rootsig_make(dxk_ctx *ctx, const dxk_container *const *shaders, size_t count,
                                    const dxk_rootsig_make_options *options,
                                    dxk_root_signature **out);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/rootsig_make.h - makes a root signature for given shaders: the cheapest one that contains
 * everything that they bind.
 *
 * By default, all resources are put into one table of views and one of samplers, each of which
 * costs one word. Resources of several shaders that have the same name and the same registers are
 * one. If shaders use a register for different things, each of them gets tables of its own. An
 * unbounded range is put at the end of its table. Options name the resources that become root
 * descriptors, root constants or static samplers instead.
 *
 * Source: Direct3D 12, "Root Signatures", "Root Signature Limits"; see dxk/rootsig.h for the text.
 */
#ifndef DXK_ROOTSIG_MAKE_H
#define DXK_ROOTSIG_MAKE_H

#include "dxk/container.h"
#include "dxk/rootsig.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A sampler that becomes a static sampler. */
typedef struct dxk_rootsig_sampler_choice {
    dxk_str name; /* name of the sampler */
    dxk_str
        fields; /* its fields, "filter=FILTER_MIN_MAG_MIP_POINT, addressU=..."; those that are not
                       given have their defaults; the filter of a sampler that compares is
                       FILTER_COMPARISON_ANISOTROPIC then */
} dxk_rootsig_sampler_choice;

/* Options for dxk_rootsig_make(). Zero-initialise, then set what differs. Names are those of
 * resources. */
typedef struct dxk_rootsig_make_options {
    size_t struct_size;                         /* sizeof this structure, or 0; see dxk/base.h,
                                                   "Options" */
    uint32_t version;                           /* version of the root signature, dxk_rs_version; 0:
                                                   1.1 */
    const dxk_str *descriptors;                 /* buffers that become root descriptors, at two
                                                   words each */
    size_t descriptor_count;                    /* number of `descriptors` */
    const dxk_str *constants;                   /* constant buffers that become root constants, at
                                                   one word for every four bytes */
    size_t constants_count;                     /* number of `constants` */
    const dxk_rootsig_sampler_choice *samplers; /* samplers that become static, at no cost */
    size_t sampler_count;                       /* number of `samplers` */
    const dxk_str *tables;                      /* groups of resources that get a table of their
                                                   own, each a list of names, "maps,light"; samplers
                                                   among them get another one */
    size_t table_count;                         /* number of `tables` */
    bool by_stage;                              /* make tables for each stage, even for what stages
                                                   share */
    bool deny;                                  /* set the flags that deny access to stages that do
                                                   not need it */
} dxk_rootsig_make_options;

/*
 * Makes a root signature for shaders that are used together, given in any order. They may be of
 * all shader models from 4 on. For libraries, it is the global root signature. `options` may be
 * NULL. The caller frees *out with dxk_rootsig_free().
 *
 * Errors: DXK_E_INVALID (reported by rules named MATCH.* and ROOTSIG.*) if a shader cannot be
 * read, if a binding has no register, or if a name is that of no resource, or of one that cannot
 * become what is asked for; DXK_E_ARGUMENT if `version` is out of range; DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_rootsig_make(dxk_ctx *ctx, const dxk_container *const *shaders, size_t count,
                                    const dxk_rootsig_make_options *options,
                                    dxk_root_signature **out);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/*
 * dxk/rootsig.h - root signatures: the RTS0 part, and the same bytes in sub-objects of RDAT and in
 * metadata. Versions 1.0, 1.1 and 1.2, which the file calls 1, 2 and 3.
 *
 * Everything in a root signature is found through offsets, which may lead anywhere; what nothing
 * leads to is kept as slack. What a version does not have is zero: flags of ranges and root
 * descriptors in 1.0, flags of samplers before 1.2.
 */
#ifndef DXK_ROOTSIG_H
#define DXK_ROOTSIG_H

#include "dxk/records.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A count of descriptors, or an offset in a table, that stands for "unbounded" and "behind the
 * range before". */
#define DXK_RS_UNBOUNDED 0xFFFFFFFFu
#define DXK_RS_APPEND    0xFFFFFFFFu

/* A root parameter. */
typedef struct dxk_root_parameter {
    dxk_rs_parameter header; /* kind (dxk_rs_parameter_type), visibility, place of the content */
    union {
        struct {
            dxk_rs_table header;      /* number and place of the ranges */
            dxk_rs_range *ranges;     /* header.range_count ranges */
        } table;                      /* DescriptorTable */
        dxk_rs_constants constants;   /* Constants32Bit */
        dxk_rs_descriptor descriptor; /* CBV, SRV, UAV */
    } as;                             /* the content; of an unknown kind, none */
} dxk_root_parameter;

/* A root signature. */
typedef struct dxk_root_signature {
    dxk_rs_header header;           /* version, counts, places, flags */
    dxk_root_parameter *parameters; /* header.parameter_count parameters */
    dxk_rs_sampler *samplers;       /* header.sampler_count static samplers */
    dxk_bytes raw_samplers;         /* their bytes */
    dxk_slack *slack;               /* bytes that nothing leads to, fillers mostly */
    size_t slack_count;             /* their number */
    size_t size;                    /* bytes of the whole */
} dxk_root_signature;

/*
 * Decodes a root signature from its bytes: the content of an RTS0 part, or a container that has
 * such a part. `bytes` must outlive *out, which the caller frees with dxk_rootsig_free().
 * DXK_E_NOT_FOUND for a container without RTS0.
 */
DXK_API dxk_status dxk_rootsig_decode(dxk_ctx *ctx, dxk_bytes bytes, dxk_root_signature **out);

/* Frees what dxk_rootsig_decode() made. NULL is allowed. */
DXK_API void dxk_rootsig_free(dxk_root_signature *signature);

/* What the root signature costs of the 64 words that there are: 1 for a table, 2 for a root
 * descriptor, 1 for each constant; parameters of unknown kinds and static samplers cost nothing. */
DXK_API uint64_t dxk_rootsig_cost(const dxk_root_signature *signature);

/* Prints the text that `dxa -dumprs` prints: one line, without a line feed. Meant for comparing;
 * it leaves out much. */
DXK_API dxk_status dxk_rootsig_print_dxa(const dxk_root_signature *signature, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif

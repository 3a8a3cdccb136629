/* SPDX-License-Identifier: MIT */
/*
 * dxk/digest.h - computes the two digests of the format: the container's own, which is MD5 with a
 * modified ending over everything that follows the digest field, and plain MD5, which the HASH
 * part has for the bitcode.
 */
#ifndef DXK_DIGEST_H
#define DXK_DIGEST_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Variants of the container digest. */
typedef enum dxk_digest_variant {
    DXK_DIGEST_VARIANT_RETAIL = 0, /* the variant that runtimes accept */
    DXK_DIGEST_VARIANT_DEBUG = 1   /* the variant that debug builds of the converter wrote */
} dxk_digest_variant;

/* Number of bytes at the start of a container that its digest does not cover. */
#define DXK_DIGEST_SKIP 20

/* Computes the container digest of `data`, the container from byte DXK_DIGEST_SKIP on. */
DXK_API void dxk_digest_compute(dxk_bytes data, dxk_digest_variant variant, uint8_t out[16]);

/* Computes both variants of the container digest, at the cost of one. */
DXK_API void dxk_digest_compute_both(dxk_bytes data, uint8_t retail[16], uint8_t debug[16]);

/* Computes the plain MD5 (RFC 1321) of `data`. */
DXK_API void dxk_md5(dxk_bytes data, uint8_t out[16]);

#ifdef __cplusplus
}
#endif
#endif

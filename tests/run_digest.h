/* SPDX-License-Identifier: MIT */
/*
 * run_digest.h - a compute shader runs on numbers of all kinds; the digest is that of what memory holds
 * then, and of what was found. It must be the same on every machine.
 */
#ifndef TESTS_RUN_DIGEST_H
#define TESTS_RUN_DIGEST_H

#include <dxk/base.h>

/* Of a container; the status of what failed first. */
dxk_status run_digest(dxk_ctx *ctx, dxk_bytes data, uint64_t *digest);

#endif

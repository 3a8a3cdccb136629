/* SPDX-License-Identifier: MIT */
/*
 * lower.h - passes that give a module only what its shader model has, or what its users can read.
 *
 *   scalarizer.c      vectors to scalars, scalar_calls.c       vector_memory.c  arrays for vectors
 *   flatten.c         arrays of arrays to arrays               own_memory.c     variables all of
 *                                                              whose uses are known
 *   make.c            instructions in front of others          flat_memory.c    arrays of scalars
 *   aggregates.c      parts of values
 *   lower_model.c     operations of later models, lower_raw.c  min_precision.c  32 bits for 16
 */
#ifndef DXKI_LOWER_LOWER_H
#define DXKI_LOWER_LOWER_H

#include "pass/pass.h"

#define DXKI_PASS(ident, ...) dxk_status dxki_lower_##ident(dxki_pass *p);
#include "lower/passes.def"
#undef DXKI_PASS

#endif

/* SPDX-License-Identifier: MIT */
/*
 * fast.h - the flags of arithmetic that is printed with `fast`, in order of the text. The text
 * has that word for a bit that includes the others, whether they are set or not.
 */
#ifndef DXKI_IR_FAST_H
#define DXKI_IR_FAST_H

#include "dxk/module.h"

/* What `fast` means when it is read. */
#define DXKI_FAST 31u

/* The first `room` of them; returns how many there are. `flags` may be NULL with a room of 0. */
size_t dxki_fast_flags(const dxk_module *m, uint32_t *flags, size_t room);

/* Sets the first `count` of them; returns how many there were. */
size_t dxki_fast_set_flags(dxk_module *m, const uint32_t *flags, size_t count);

#endif

/* SPDX-License-Identifier: MIT */
/*
 * options.h - taking over a structure of options from a caller that may have been compiled with
 * an older or newer header. Each begins with `size_t struct_size` (dxk/base.h, "Options").
 */
#ifndef DXKI_BASE_OPTIONS_H
#define DXKI_BASE_OPTIONS_H

#include "dxk/base.h"

#include <string.h>

/*
 * Copies `given` (NULL: all defaults) to `own`, a structure of `size` bytes; members that the
 * caller does not know are zero. False: the caller sets a member that this library does not know,
 * or the size cannot be right.
 */
static inline bool dxki_options_take(void *own, size_t size, const void *given)
{
    size_t known = 0;

    memset(own, 0, size);
    if (!given)
        return true;
    memcpy(&known, given, sizeof known);
    if (known == 0)
        known = size;
    for (size_t i = size; i < known; i++)
        if (((const uint8_t *)given)[i] != 0)
            return false;
    if (known < sizeof known)
        return false;
    memcpy(own, given, known < size ? known : size);
    return true;
}

#endif

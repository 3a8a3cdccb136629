/* SPDX-License-Identifier: MIT */
/* utf16.h - text with a byte order mark. */
#ifndef DXKI_TEXT_UTF16_H
#define DXKI_TEXT_UTF16_H

#include "ir/ir.h"

/* Leaves a byte order mark out, and turns UTF-16 into UTF-8 that lives as long as the module.
 * Text without a mark stays as it is. Errors: TEXT.SYNTAX for UTF-16 that is none. */
dxk_status dxki_utf8_of(dxk_module *m, dxk_str *text);

#endif

/* SPDX-License-Identifier: MIT */
/* utf16.h - the encoding of a text: UTF-8, UTF-16 with a byte order mark. */
#ifndef DXKI_TEXT_UTF16_H
#define DXKI_TEXT_UTF16_H

#include "ir/ir.h"

/* Leaves a byte order mark out, and turns UTF-16 into UTF-8 that lives as long as the module.
 * Text without a mark must be UTF-8 and ends at the first zero byte. Errors: TEXT.ENCODING;
 * TEXT.SYNTAX for UTF-16 that is none. */
dxk_status dxki_text_utf8_of(dxk_module *m, dxk_str *text);

#endif

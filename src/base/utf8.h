/* SPDX-License-Identifier: MIT */
/* utf8.h - which bytes are characters. */
#ifndef DXKI_BASE_UTF8_H
#define DXKI_BASE_UTF8_H

#include "dxk/base.h"

/* Bytes of the valid UTF-8 sequence that `text` begins with; 0: it begins with none. */
size_t dxki_utf8_size(dxk_str text);

#endif

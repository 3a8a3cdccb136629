/* SPDX-License-Identifier: MIT */
/* shader_flags.h - the bits of the shader flags, from dxil_flags.def. */
#ifndef DXKI_SPEC_SHADER_FLAGS_H
#define DXKI_SPEC_SHADER_FLAGS_H

#include <stdint.h>

/* Bit numbers: DXKI_SHADER_FLAG_VIEW_ID ... */
enum dxki_shader_flag {
#define DXKI_SHADER_FLAG(ident, bit, text) DXKI_SHADER_FLAG_##ident = bit,
#define DXKI_SHADER_FEATURE(ident, feature)
#include "spec/dxil_flags.def"
#undef DXKI_SHADER_FLAG
#undef DXKI_SHADER_FEATURE
    DXKI_SHADER_FLAG_END
};

/* The flag as a mask: DXKI_SHADER_BIT(VIEW_ID). */
#define DXKI_SHADER_BIT(ident) ((uint64_t)1 << DXKI_SHADER_FLAG_##ident)

#endif

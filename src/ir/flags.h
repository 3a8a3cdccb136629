/* SPDX-License-Identifier: MIT */
/* flags.h - module flags: what modules that are linked have to agree on. */
#ifndef DXKI_IR_FLAGS_H
#define DXKI_IR_FLAGS_H

#include "ir/ir.h"

#define DXKI_MODULE_FLAGS       "llvm.module.flags" /* the named metadata that lists them */
#define DXKI_FLAG_DEBUG_VERSION "Debug Info Version"
#define DXKI_DEBUG_VERSION      3u /* the version of debug information that counts */

/* What becomes of a flag when modules are linked. */
enum dxki_flag_behavior {
    DXKI_FLAG_ERROR = 1,
    DXKI_FLAG_WARNING,
    DXKI_FLAG_REQUIRE,
    DXKI_FLAG_OVERRIDE,
    DXKI_FLAG_APPEND,
    DXKI_FLAG_APPEND_UNIQUE
};

typedef struct dxki_module_flag {
    uint32_t op_count; /* of its node, at least 3 */
    uint32_t behavior; /* enum dxki_flag_behavior */
    dxki_md key;       /* a string */
    dxki_md value;     /* 0: null */
} dxki_module_flag;

/* Reads an operand of DXKI_MODULE_FLAGS; false: it is no flag. */
bool dxki_module_flag_read(const dxk_module *m, dxki_md node, dxki_module_flag *flag);

/* The integer of the flag DXKI_FLAG_DEBUG_VERSION; 0: there is none. */
uint64_t dxki_module_debug_version(const dxk_module *m);

#endif

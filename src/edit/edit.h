/* SPDX-License-Identifier: MIT */
/*
 * edit.h - the edits that people ask for by name, and what they share: texts of options, constants.
 *
 *   discards.c        remove-discards, force-early-z      constant_color.c   constant-color
 *   single_sample.c   single-sample                       strip_names.c      strip-names
 *   resource_names.c  rename-resources                    rebind.c           rebind
 *   entry_names.c     rename-entry                        canon.h            the canonical form
 *   elements.c        dead-outputs, dead-inputs
 */
#ifndef DXKI_EDIT_EDIT_H
#define DXKI_EDIT_EDIT_H

#include "pass/metadata.h"

#define DXKI_PASS(ident, ...) dxk_status dxki_edit_##ident(dxki_pass *p);
#include "edit/passes.def"
#undef DXKI_PASS

/* Takes what stands before the first `separator` off the front of a text, and the separator. */
dxk_str dxki_edit_take(dxk_str *text, char separator);
/* Takes a decimal number off the front; false: there is none, or it has more than 32 bits. */
bool dxki_edit_take_number(dxk_str *text, uint32_t *number);

/* The letters of registers, by dxk_resource_class: "tubs". */
extern const char dxki_edit_register_letters[DXKI_RESOURCE_CLASSES + 1];

/* Changes constant `value` to `bits` of the same integer type in an operand. */
bool dxki_edit_set_int(dxk_module *m, uint32_t inst, uint32_t operand, uint64_t bits);

#endif

/* SPDX-License-Identifier: MIT */
/* program.h - reading what is to be judged (refuse.c). */
#ifndef DXKI_VALIDATE_PROGRAM_H
#define DXKI_VALIDATE_PROGRAM_H

#include "validate/types.h"

/* False: the header of a program part is broken. Otherwise where its bitcode lies. */
bool dxki_val_program_header(dxk_bytes part, dxk_bytes *bitcode);
/* Reads bitcode that lies at `offset` of the file, without places of instructions; NULL: refused,
 * and reported. */
dxk_module *dxki_val_read_bitcode(dxki_val *v, dxk_bytes bitcode, uint64_t offset);

/* dxk_validate() of a container of shader model 4 or 5: its form is judged, by rules DXBC.*. */
dxk_status dxki_val_legacy(const dxk_container *container, const dxk_validate_options *given,
                           dxk_validation **out);
#endif

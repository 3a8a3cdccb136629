/* SPDX-License-Identifier: MIT */
/* validator.h - versions of the validator that modules may be made for. */
#ifndef DXKI_DXIL_VALIDATOR_H
#define DXKI_DXIL_VALIDATOR_H

#include "spec/shader_models.h"

#include <stdbool.h>

/* True for 1.0 to the newest, and for 0.0, which stands for none in particular. */
static inline bool dxki_dxil_is_validator(uint32_t major, uint32_t minor)
{
    return major == 1 ? minor <= DXKI_NEWEST_MINOR : major == 0 && minor == 0;
}

#endif

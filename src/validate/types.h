/* SPDX-License-Identifier: MIT */
/* types.h - the name of a validation, for the headers of its pieces. */
#ifndef DXKI_VALIDATE_TYPES_H
#define DXKI_VALIDATE_TYPES_H

#include "base/arena.h"
#include "base/message.h"
#include "base/vec.h"
#include "dxil/dxil.h"
#include "dxk/validate.h"
#include "ir/idset.h"
#include "spec/dxil_ops.h"
#include "spec/validation.h"

typedef struct dxki_val dxki_val; /* run.h */

#endif

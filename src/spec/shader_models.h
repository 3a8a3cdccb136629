/* SPDX-License-Identifier: MIT */
/* shader_models.h - minor numbers of shader models 6 and of validators 1, from shader_models.def. */
#ifndef DXKI_SPEC_SHADER_MODELS_H
#define DXKI_SPEC_SHADER_MODELS_H

#include <stdint.h>

/* DXKI_MODEL_6_0 and so on: the minor number. */
enum {
#define DXKI_SHADER_MODEL(model, state) DXKI_MODEL_##model,
#include "spec/shader_models.def"
#undef DXKI_SHADER_MODEL
    DXKI_MODEL_COUNT
};

/* Minor number of the newest shader model, and of the newest validator. */
#define DXKI_NEWEST_MINOR ((uint32_t)DXKI_MODEL_COUNT - 1)

/* Minor number of the newest shader model that is released. */
enum { DXKI_MODEL_IS_RELEASED = 1, DXKI_MODEL_IS_PREVIEW = 0 };
#define DXKI_SHADER_MODEL(model, state) +DXKI_MODEL_IS_##state
enum {
    DXKI_RELEASED_MINOR = -1
#include "spec/shader_models.def"
};
#undef DXKI_SHADER_MODEL

#endif

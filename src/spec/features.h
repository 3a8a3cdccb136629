/* SPDX-License-Identifier: MIT */
/* features.h - what listings call the features that a shader needs. */
#ifndef DXKI_SPEC_FEATURES_H
#define DXKI_SPEC_FEATURES_H

#include <stdint.h>

/* The words for one of the DXK_FEATURE_FLAG_x; NULL when it has none. */
const char *dxki_spec_feature_words(uint64_t flag);

#endif

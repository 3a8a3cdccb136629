/* SPDX-License-Identifier: MIT */
/* features.c - see features.h. */
#include "spec/features.h"

#include <stddef.h>

#include "dxk/enums.h"

static const struct {
    uint64_t flag;
    const char *words;
} features[] = {
#define DXKI_FEATURE(flag, words) {DXK_FEATURE_FLAG_##flag, words},
#include "spec/features.def"
#undef DXKI_FEATURE
};

const char *dxki_spec_feature_words(uint64_t flag)
{
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        if (features[i].flag == flag)
            return features[i].words;
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* validation.c - the table of the rules of validation. */
#include "spec/validation.h"

static const dxki_vrule_info rules[DXKI_VR_COUNT] = {
#define DXKI_VALIDATION_RULE(ident, id, since, text, meaning, fix, example) {id, text, since},
#include "spec/validation_rules.def"
#undef DXKI_VALIDATION_RULE
};

static const dxki_vtext texts[DXKI_VR_COUNT] = {
#define DXKI_VALIDATION_RULE(ident, id, since, text, meaning, fix, example) {meaning, fix, example},
#include "spec/validation_rules.def"
#undef DXKI_VALIDATION_RULE
};

const dxki_vtext *dxki_vtext_get(dxki_vrule rule)
{
    return &texts[rule];
}

bool dxki_vrule_is_own(dxki_vrule rule)
{
    switch (rule) {
#define DXKI_VALIDATION_OWN(ident) case DXKI_VR_##ident:
#include "spec/validation_own.def"
#undef DXKI_VALIDATION_OWN
        return true;
    default:
        return false;
    }
}

const dxki_vrule_info *dxki_vrule_get(dxki_vrule rule)
{
    return &rules[rule];
}

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool same(const char *a, const char *b)
{
    while (*a && upper(*a) == upper(*b)) {
        a++;
        b++;
    }
    return upper(*a) == upper(*b);
}

dxki_vrule dxki_vrule_find(const char *id)
{
    for (int i = 0; i < DXKI_VR_COUNT; i++) {
        if (same(rules[i].id, id))
            return (dxki_vrule)i;
    }
    return DXKI_VR_COUNT;
}

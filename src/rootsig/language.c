/* SPDX-License-Identifier: MIT */
/* language.c - see language.h. */
#include "rootsig/language.h"
#include "base/count.h"
#include "base/str.h"

#include <string.h>

#define DXKI_RS_CLAUSE(clause, keyword, place, group, letter, type)                                \
    {keyword, DXKI_RS_IN_##place, DXKI_RS_OF_##group, letter, type},
#define DXKI_RS_FIELD(...)
#define DXKI_RS_WORD(...)
static const dxki_rootsig_clause clauses[] = {
#include "rootsig/language.def"
};
#undef DXKI_RS_CLAUSE
#undef DXKI_RS_FIELD
#undef DXKI_RS_WORD

#define NEEDED DXKI_RS_NEEDED
#define DXKI_RS_CLAUSE(...)
#define DXKI_RS_FIELD(group, keyword, kind, set, member, initial, since)                           \
    {DXKI_RS_OF_##group,                                                                           \
     keyword,                                                                                      \
     DXKI_RS_IS_##kind,                                                                            \
     DXKI_RS_SET_##set,                                                                            \
     offsetof(dxki_rootsig_item, member),                                                          \
     (uint64_t)(initial) == DXKI_RS_NEEDED,                                                        \
     (uint32_t)(initial),                                                                          \
     DXK_RS_VERSION_##since},
#define DXKI_RS_WORD(...)
static const dxki_rootsig_field fields[] = {
#include "rootsig/language.def"
};
#undef DXKI_RS_CLAUSE
#undef DXKI_RS_FIELD
#undef DXKI_RS_WORD

typedef struct word {
    dxki_rootsig_set set;
    uint32_t value;
    const char *prefix;
    const char *name;
} word;

#define DXKI_RS_CLAUSE(...)
#define DXKI_RS_FIELD(...)
#define DXKI_RS_WORD(set, prefix, enumerator, name)                                                \
    {DXKI_RS_SET_##set, (uint32_t)enumerator##name, prefix, #name},
static const word words[] = {
#include "rootsig/language.def"
};
#undef DXKI_RS_CLAUSE
#undef DXKI_RS_FIELD
#undef DXKI_RS_WORD

const dxki_rootsig_clause *dxki_rootsig_clause_named(dxki_rootsig_place place, dxk_str text)
{
    for (size_t i = 0; i < DXKI_COUNT(clauses); i++)
        if (clauses[i].place == place && dxki_str_same_fold(text, dxki_str(clauses[i].keyword)))
            return &clauses[i];
    return NULL;
}

const dxki_rootsig_clause *dxki_rootsig_clause_typed(dxki_rootsig_place place, uint32_t type)
{
    for (size_t i = 0; i < DXKI_COUNT(clauses); i++)
        if (clauses[i].place == place && clauses[i].type == type &&
            (clauses[i].group != DXKI_RS_OF_SAMPLER))
            return &clauses[i];
    return NULL;
}

const dxki_rootsig_clause *dxki_rootsig_clause_sampler(void)
{
    size_t i = 0;
    while (clauses[i].group != DXKI_RS_OF_SAMPLER)
        i++;
    return &clauses[i];
}

const dxki_rootsig_field *dxki_rootsig_fields(dxki_rootsig_group group, size_t *count)
{
    size_t first = 0;
    while (fields[first].group != group)
        first++;
    for (*count = 0; first + *count < DXKI_COUNT(fields) && fields[first + *count].group == group;)
        ++*count;
    return &fields[first];
}

bool dxki_rootsig_word_value(dxki_rootsig_set set, dxk_str text, uint32_t *value)
{
    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        size_t n = strlen(words[i].prefix);
        if (words[i].set != set || text.size < n)
            continue;
        dxk_str head = {text.data, n}, rest = {text.data + n, text.size - n};
        if (!dxki_str_same_fold(head, dxki_str(words[i].prefix)) ||
            !dxki_str_same_fold(rest, dxki_str(words[i].name)))
            continue;
        *value = words[i].value;
        return true;
    }
    return false;
}

bool dxki_rootsig_value_word(dxki_rootsig_set set, uint32_t value, const char **prefix,
                             const char **name)
{
    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        if (words[i].set != set || words[i].value != value)
            continue;
        *prefix = words[i].prefix;
        *name = words[i].name;
        return true;
    }
    return false;
}

const char *dxki_rootsig_set_title(dxki_rootsig_set set)
{
    switch (set) {
    case DXKI_RS_SET_ROOT_FLAG:
        return "a flag of root signatures";
    case DXKI_RS_SET_DESCRIPTOR_FLAG:
        return "a flag of root descriptors";
    case DXKI_RS_SET_RANGE_FLAG:
        return "a flag of descriptor ranges";
    case DXKI_RS_SET_SAMPLER_FLAG:
        return "a flag of static samplers";
    case DXKI_RS_SET_VISIBILITY:
        return "a visibility";
    case DXKI_RS_SET_FILTER:
        return "a filter";
    case DXKI_RS_SET_ADDRESS:
        return "a texture address mode";
    case DXKI_RS_SET_COMPARISON:
        return "a comparison function";
    case DXKI_RS_SET_BORDER:
        return "a border colour";
    case DXKI_RS_SET_NONE:
        break;
    }
    return "a word";
}

uint32_t dxki_rootsig_get(const dxki_rootsig_item *item, const dxki_rootsig_field *field)
{
    uint32_t value;
    memcpy(&value, (const char *)item + field->member, sizeof value);
    return value;
}

void dxki_rootsig_put(dxki_rootsig_item *item, const dxki_rootsig_field *field, uint32_t value)
{
    memcpy((char *)item + field->member, &value, sizeof value);
}

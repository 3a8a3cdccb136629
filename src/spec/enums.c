/* SPDX-License-Identifier: MIT */
/* enums.c - tables of the enumerations and flag sets, and looking values up in them. */
#include "spec/spec.h"

#include <string.h>

typedef struct value {
    uint64_t number;
    const char *text;
} value;

/* All values in one array; each set is a range of it. */
static const value values[] = {
#define DXK_ENUM(name, PREFIX, doc)
#define DXK_FLAGS(name, PREFIX, doc)
#define DXK_VALUE(name, PREFIX, ident, number, text, doc) {number, text},
#define DXK_ENUM_END(name)
#include "spec/enums.def"
#undef DXK_ENUM
#undef DXK_FLAGS
#undef DXK_VALUE
#undef DXK_ENUM_END
};

enum {
    START = -1,
#define DXK_ENUM(name, PREFIX, doc)                       FIRST_##name, BEFORE_##name = FIRST_##name - 1,
#define DXK_FLAGS(name, PREFIX, doc)                      FIRST_##name, BEFORE_##name = FIRST_##name - 1,
#define DXK_VALUE(name, PREFIX, ident, number, text, doc) INDEX_##PREFIX##_##ident,
#define DXK_ENUM_END(name)                                PAST_##name, LAST_##name = PAST_##name - 1,
#include "spec/enums.def"
#undef DXK_ENUM
#undef DXK_FLAGS
#undef DXK_VALUE
#undef DXK_ENUM_END
};

typedef struct set {
    const char *name;
    uint16_t first, count;
    bool flags;
} set;

static const set sets[DXK_ENUM_ID_COUNT] = {
    {"", 0, 0, false},
#define DXK_ENUM(id, PREFIX, doc)  {#id, FIRST_##id, PAST_##id - FIRST_##id, false},
#define DXK_FLAGS(id, PREFIX, doc) {#id, FIRST_##id, PAST_##id - FIRST_##id, true},
#define DXK_VALUE(name, PREFIX, ident, number, text, doc)
#define DXK_ENUM_END(name)
#include "spec/enums.def"
#undef DXK_ENUM
#undef DXK_FLAGS
#undef DXK_VALUE
#undef DXK_ENUM_END
};

const char *dxk_enum_text(dxk_enum_id id, uint64_t number)
{
    if ((unsigned)id >= DXK_ENUM_ID_COUNT)
        return NULL;
    const value *v = values + sets[id].first;
    for (uint16_t i = 0; i < sets[id].count; i++)
        if (v[i].number == number)
            return v[i].text;
    return NULL;
}

bool dxk_enum_find(dxk_enum_id id, dxk_str text, uint64_t *number)
{
    if ((unsigned)id >= DXK_ENUM_ID_COUNT)
        return false;
    const value *v = values + sets[id].first;
    for (uint16_t i = 0; i < sets[id].count; i++) {
        if (strlen(v[i].text) == text.size && memcmp(v[i].text, text.data, text.size) == 0) {
            *number = v[i].number;
            return true;
        }
    }
    return false;
}

bool dxk_enum_value(dxk_enum_id id, size_t index, uint64_t *number, const char **text)
{
    if ((unsigned)id >= DXK_ENUM_ID_COUNT || index >= sets[id].count)
        return false;
    *number = values[sets[id].first + index].number;
    *text = values[sets[id].first + index].text;
    return true;
}

bool dxk_enum_is_flags(dxk_enum_id id)
{
    return (unsigned)id < DXK_ENUM_ID_COUNT && sets[id].flags;
}

const char *dxk_enum_name(dxk_enum_id id)
{
    return (unsigned)id < DXK_ENUM_ID_COUNT ? sets[id].name : "";
}

/* Appends as much of `text` as fits and keeps room for the terminator. */
static size_t append(char *buffer, size_t size, size_t used, const char *text)
{
    size_t n = strlen(text);
    if (n > size - 1 - used)
        n = size - 1 - used;
    memcpy(buffer + used, text, n);
    return used + n;
}

dxk_str dxki_enum_flags_text(dxk_enum_id id, uint64_t number, char *buffer, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;
    const value *v = values + sets[id].first;
    for (uint16_t i = 0; i < sets[id].count; i++) {
        if (v[i].number && (number & v[i].number) == v[i].number) {
            used = append(buffer, size, used, used ? ", " : "");
            used = append(buffer, size, used, v[i].text);
            number &= ~v[i].number;
        }
    }
    if (number) {
        char hex[19] = "0x";
        int n = 16;
        while (n > 1 && !(number >> (4 * (n - 1))))
            n--;
        for (int i = 0; i < n; i++)
            hex[2 + i] = digits[number >> (4 * (n - 1 - i)) & 15];
        hex[2 + n] = 0;
        used = append(buffer, size, used, used ? ", " : "");
        used = append(buffer, size, used, hex);
    }
    buffer[used] = 0;
    return (dxk_str){buffer, used};
}

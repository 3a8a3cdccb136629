/* SPDX-License-Identifier: MIT */
/* dwarf.c - see dwarf.def. The rows of a set ascend by number, so that looking up is a binary
 * search. */
#include "spec/dwarf.h"

#include <string.h>

typedef struct row {
    const char *word;
    uint32_t number;
} row;

#define DXKI_DW_SET(set)           static const row rows_##set[] = {
#define DXKI_DW(set, name, number) {"DW_" #set "_" #name, number},
#define DXKI_DW_END(set)                                                                           \
    }                                                                                              \
    ;
#include "spec/dwarf.def"
#undef DXKI_DW_SET
#undef DXKI_DW
#undef DXKI_DW_END

static const struct set {
    const row *rows;
    size_t count;
} sets[DXKI_DW_SET_COUNT] = {
#define DXKI_DW_SET(set) {rows_##set, sizeof rows_##set / sizeof rows_##set[0]},
#define DXKI_DW(set, name, number)
#define DXKI_DW_END(set)
#include "spec/dwarf.def"
#undef DXKI_DW_SET
#undef DXKI_DW
#undef DXKI_DW_END
};

const char *dxki_dwarf_text(dxki_dwarf_set set, uint64_t number)
{
    const row *rows = sets[set].rows;
    size_t low = 0, high = sets[set].count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (rows[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < sets[set].count && rows[low].number == number ? rows[low].word : NULL;
}

bool dxki_dwarf_find(dxki_dwarf_set set, dxk_str word, uint32_t *number)
{
    const row *rows = sets[set].rows;
    for (size_t i = 0; i < sets[set].count; i++) {
        if (strlen(rows[i].word) == word.size && memcmp(rows[i].word, word.data, word.size) == 0) {
            *number = rows[i].number;
            return true;
        }
    }
    return false;
}

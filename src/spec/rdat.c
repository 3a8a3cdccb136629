/* SPDX-License-Identifier: MIT */
/* rdat.c - the rows of rdat.def, and looking them up. */
#include "spec/rdat.h"

#include <string.h>

typedef struct name_row {
    uint16_t record;
    uint8_t show;
    const char *field, *text;
} name_row;

static const dxki_rdat_kind kinds[] = {
#define DXK_RDAT_TABLE(record, TYPE, list, table, name, newer)                                     \
    {DXK_RECORD_ID_##record, DXK_RDAT_PART_TYPE_##TYPE, #list, table, name, newer},
#define DXK_RDAT_INLINE(record, name) {DXK_RECORD_ID_##record, 0, "", "", name, ""},
#define DXK_RDAT_NAME(record, field, text, show)
#include "spec/rdat.def"
#undef DXK_RDAT_TABLE
#undef DXK_RDAT_INLINE
#undef DXK_RDAT_NAME
};

static const name_row names[] = {
#define DXK_RDAT_TABLE(record, TYPE, list, table, name, newer)
#define DXK_RDAT_INLINE(record, name)
#define DXK_RDAT_NAME(record, field, text, show)                                                   \
    {DXK_RECORD_ID_##record, DXK_SHOW_##show, #field, text},
#include "spec/rdat.def"
#undef DXK_RDAT_TABLE
#undef DXK_RDAT_INLINE
#undef DXK_RDAT_NAME
};

enum {
    TABLES = 0
#define DXK_RDAT_TABLE(record, TYPE, list, table, name, newer) +1
#define DXK_RDAT_INLINE(record, name)
#define DXK_RDAT_NAME(record, field, text, show)
#include "spec/rdat.def"
#undef DXK_RDAT_TABLE
#undef DXK_RDAT_INLINE
#undef DXK_RDAT_NAME
};
_Static_assert(TABLES == DXKI_RDAT_TABLES, "DXKI_RDAT_TABLES counts the tables of rdat.def");

const dxki_rdat_kind *dxki_rdat_table(size_t index)
{
    return &kinds[index < TABLES ? index : 0];
}

size_t dxki_rdat_index_of_type(uint32_t type)
{
    size_t i = 0;
    while (i < TABLES && kinds[i].type != type)
        i++;
    return i;
}

size_t dxki_rdat_index_of_record(dxk_record_id record)
{
    size_t i = 0;
    while (i < TABLES && kinds[i].record != record)
        i++;
    return i;
}

const char *dxki_rdat_record_name(dxk_record_id record)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].record == record)
            return kinds[i].name;
    return "";
}

const char *dxki_rdat_field_name(const dxki_record_desc *record, const dxki_field *field,
                                 dxk_show *show)
{
    *show = (dxk_show)field->show;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].record == record->id && strcmp(names[i].field, field->name) == 0) {
            *show = (dxk_show)names[i].show;
            return names[i].text;
        }
    }
    return NULL;
}

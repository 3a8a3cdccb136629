/* SPDX-License-Identifier: MIT */
/* rdat.h - tables of RDAT and names in the reference's text, expanded from rdat.def. */
#ifndef DXKI_SPEC_RDAT_H
#define DXKI_SPEC_RDAT_H

#include "spec/spec.h"

/* A kind of table, or a record inside of another. */
typedef struct dxki_rdat_kind {
    uint16_t record;   /* dxk_record_id */
    uint32_t type;     /* dxk_rdat_part_type; 0 for records inside of others */
    const char *list;  /* name of the list of records */
    const char *table; /* the reference's name of the table */
    const char *name;  /* of the record */
    const char *newer; /* of the record with the fields of version 1; "" when it has none */
} dxki_rdat_kind;

/* Kinds of tables; the reference prints them in this order. */
#define DXKI_RDAT_TABLES 20

/* Kind of table `index`, which is below DXKI_RDAT_TABLES. */
const dxki_rdat_kind *dxki_rdat_table(size_t index);

/* Index of the kind of table that parts of `type` are; DXKI_RDAT_TABLES when they are none. */
size_t dxki_rdat_index_of_type(uint32_t type);

/* Index of the kind of table that holds `record`; DXKI_RDAT_TABLES when there is none. */
size_t dxki_rdat_index_of_record(dxk_record_id record);

/* Name of a record in the text; "" when it is not one of RDAT's. */
const char *dxki_rdat_record_name(dxk_record_id record);

/* Name of a field when it does not follow the rule (else NULL), and how the text shows it. */
const char *dxki_rdat_field_name(const dxki_record_desc *record, const dxki_field *field,
                                 dxk_show *show);

#endif

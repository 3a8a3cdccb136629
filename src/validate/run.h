/* SPDX-License-Identifier: MIT */
/*
 * run.h - a validation: the run itself and its pieces, each with a header of its own.
 *
 *   run       context, memory, options, the module and its facts        engine.c
 *     subject   what follows from them                                  subject.h
 *     report    findings, places, what is left out                      report.h
 *     lines     the module that has lines of source                     where.h
 *     places    where instructions lie in the file                      where.h
 *     ops       functions that stand for operations                     calls.h
 *     handles   what is behind handles                                  resmap.h
 *     callees   who calls whom                                          below
 *
 * engine.c runs the families of rules (families.h). They ask by access.h and values.h, report by
 * report.h, and make their texts by text.h and names.h; none of these needs a family.
 *
 * A check never stops at bad input: what it needs it looks up, and goes on without. `failed` is
 * sticky: out of memory.
 */
#ifndef DXKI_VALIDATE_RUN_H
#define DXKI_VALIDATE_RUN_H

#include "dxil/requirements.h"
#include "validate/calls.h"
#include "validate/report.h"
#include "validate/resmap.h"
#include "validate/subject.h"
#include "validate/where.h"

/* Functions with a body that a function calls, in the order of its calls: from start[g] on up to
 * that of the next. Of global 0: those that can be called from outside. */
typedef struct dxki_val_callees {
    uint32_t *start; /* by index in globals */
    DXKI_VEC(uint32_t) list;
} dxki_val_callees;

struct dxki_val {
    dxk_ctx *ctx;
    dxki_arena arena;
    bool failed;        /* out of memory */
    uint32_t max_minor; /* validator that is to be played */
    bool is_exact;      /* the verdict is the reference's, too */
    bool is_asked;      /* max_minor was asked for */
    bool
        is_by_origin; /* of the module that the program was written from, which is not read again */
    const dxk_module *m;
    dxk_dxil *d;

    dxki_val_subject subject;
    dxki_val_report report;
    dxki_val_lines lines;
    dxki_val_places places;
    dxki_val_dxops ops;
    dxki_val_handles handles;
    dxki_val_callees callees;
    dxki_dxil_module_requirements needs; /* found by flags.c */
};

/* Zeroed memory that lives as long as the run; NULL, and it fails: there is none. */
void *dxki_val_alloc(dxki_val *v, size_t count, size_t size);
#define DXKI_VNEW(v, type, count) ((type *)dxki_val_alloc((v), (count), sizeof(type)))

/* Sets what is being judged, as long as findings do not name another place. */
static inline void dxki_val_at_global(dxki_val *v, uint32_t global)
{
    v->report.at = (dxki_val_place){.kind = DXKI_AT_GLOBAL, .id = global};
}
static inline void dxki_val_at_inst(dxki_val *v, uint32_t inst)
{
    v->report.at.kind = DXKI_AT_INST;
    v->report.at.id = inst;
}
static inline void dxki_val_at_name(dxki_val *v, dxk_str name)
{
    v->report.at = (dxki_val_place){.kind = DXKI_AT_NAME, .name = name};
}
static inline void dxki_val_at_end(dxki_val *v)
{
    v->report.at.kind = DXKI_AT_NOTHING;
}

#endif

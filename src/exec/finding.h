/* SPDX-License-Identifier: MIT */
/* finding.h - the kinds of findings, expanded from findings.def. */
#ifndef DXKI_EXEC_FINDING_H
#define DXKI_EXEC_FINDING_H

#include "dxk/base.h"

typedef enum dxki_exec_finding_id {
#define DXKI_EXEC_FINDING(ident, id, severity, always, text, message, advice) DXKI_FOUND_##ident,
#include "exec/findings.def"
#undef DXKI_EXEC_FINDING
    DXKI_FOUND_COUNT
} dxki_exec_finding_id;

/* The message of findings of an id, as in findings.def; "": there is no such id. */
const char *dxki_exec_finding_message(const char *id);

#endif

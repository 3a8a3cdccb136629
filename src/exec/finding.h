/* SPDX-License-Identifier: MIT */
/* finding.h - the kinds of findings, expanded from findings.def. */
#ifndef DXKI_EXEC_FINDING_H
#define DXKI_EXEC_FINDING_H

#include "dxk/base.h"

typedef enum dxki_exec_finding_id {
#define DXKI_EXEC_FINDING(ident, id, severity, always, text) DXKI_FOUND_##ident,
#include "exec/findings.def"
#undef DXKI_EXEC_FINDING
    DXKI_FOUND_COUNT
} dxki_exec_finding_id;

#endif

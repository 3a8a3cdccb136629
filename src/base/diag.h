/* SPDX-License-Identifier: MIT */
/*
 * diag.h - reporting: a rule, a place, a path and the arguments that fill the rule's message
 * template. Rules are rows of spec/reader_rules.def; those who report include
 * "spec/reader_rules.h" for their names.
 */
#ifndef DXKI_BASE_DIAG_H
#define DXKI_BASE_DIAG_H

#include "base/ctx.h"
#include "base/message.h"
#include "spec/rules.h"

/* Where: a byte offset, a bit offset, a line and column, or nowhere. */
typedef struct dxki_where {
    dxk_place place;
    uint64_t position;
    uint32_t line, column;
} dxki_where;

dxki_where dxki_nowhere(void);
dxki_where dxki_at_byte(uint64_t offset);
dxki_where dxki_at_bit(uint64_t offset);
dxki_where dxki_at_line(uint32_t line, uint32_t column);

/*
 * Adds a diagnostic. %0..%9 in the rule's template are replaced by the arguments. `path` may be
 * NULL; it is copied. Returns the status the caller should go on with: DXK_OK for warnings and
 * notes; DXK_E_INVALID for errors, DXK_E_LIMIT for those named LIMIT.*; DXK_E_NOMEM or
 * DXK_E_LIMIT when the report itself could not be stored (an error is still counted).
 */
dxk_status dxki_report(dxk_ctx *ctx, const dxki_rule *rule, dxki_where where, const char *path,
                       const dxki_arg *args, size_t arg_count);

/* The same with the arguments listed: DXKI_REPORT(ctx, DXKI_RULE_X, where, path, dxki_dec(1)).
 * At least one argument; use dxki_report(..., NULL, 0) for none. */
#define DXKI_REPORT(ctx, rule, where, path, ...)                                                   \
    dxki_report((ctx), (rule), (where), (path), DXKI_ARGS(__VA_ARGS__))

/* What a diagnostic says beside its message; everything is copied. */
typedef struct dxki_marks {
    const char *file; /* or NULL */
    dxk_str excerpt;  /* data NULL: none */
    const dxk_diag_range *ranges;
    size_t range_count;
    const dxk_diag_fix *fixes;
    size_t fix_count;
    const char *group; /* of warnings; NULL: none */
    bool is_raised;
} dxki_marks;

/* Adds it to diagnostic `index`, if that was kept. DXK_E_NOMEM. */
dxk_status dxki_report_marks(dxk_ctx *ctx, size_t index, const dxki_marks *marks);

/* Takes back the diagnostics after the first `count`, for those who say the same in other words. */
void dxki_report_forget(dxk_ctx *ctx, size_t count);

#endif

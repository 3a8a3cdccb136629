/* SPDX-License-Identifier: MIT */
/* diag.c - see diag.h; also the public view of the diagnostics. */
#include "base/diag.h"

#include <string.h>

dxki_where dxki_nowhere(void)
{
    return (dxki_where){DXK_PLACE_NONE, 0, 0, 0};
}

dxki_where dxki_at_byte(uint64_t offset)
{
    return (dxki_where){DXK_PLACE_BYTE, offset, 0, 0};
}

dxki_where dxki_at_bit(uint64_t offset)
{
    return (dxki_where){DXK_PLACE_BIT, offset, 0, 0};
}

dxki_where dxki_at_line(uint32_t line, uint32_t column)
{
    return (dxki_where){DXK_PLACE_LINE, 0, line, column};
}

/* A template with its arguments, in the context's memory; NULL without memory. */
static const char *expand(dxk_ctx *ctx, const char *pattern, const dxki_arg *args, size_t count)
{
    size_t size = dxki_format(NULL, 0, pattern, args, count);
    char *text = dxki_arena_alloc(&ctx->diag_arena, size + 1);
    if (!text)
        return NULL;
    dxki_format(text, size, pattern, args, count);
    text[size] = 0;
    return text;
}

static dxk_status store(dxk_ctx *ctx, const dxki_rule *rule, dxki_where where, const char *path,
                        const dxki_arg *args, size_t arg_count)
{
    if (ctx->diag_count == ctx->diag_capacity) {
        size_t capacity = ctx->diag_capacity ? ctx->diag_capacity * 2 : 8;
        dxk_diag *grown = dxki_realloc(ctx, ctx->diags, ctx->diag_capacity * sizeof *grown,
                                       capacity * sizeof *grown);
        if (!grown)
            return dxki_nomem(ctx);
        ctx->diags = grown;
        ctx->diag_capacity = capacity;
    }
    dxk_diag *diag = &ctx->diags[ctx->diag_count];
    *diag = (dxk_diag){.severity = rule->severity,
                       .rule = rule->name,
                       .place = where.place,
                       .position = where.position,
                       .line = where.line,
                       .column = where.column,
                       .path = ""};
    if (path && *path)
        diag->path = dxki_arena_strdup(&ctx->diag_arena, path, strlen(path));
    diag->message = expand(ctx, rule->message, args, arg_count);
    if (!diag->path || !diag->message)
        return dxki_nomem(ctx);
    ctx->diag_count++;
    return DXK_OK;
}

dxk_status dxki_report(dxk_ctx *ctx, const dxki_rule *rule, dxki_where where, const char *path,
                       const dxki_arg *args, size_t arg_count)
{
    if (rule->severity == DXK_ERROR && !ctx->muted)
        ctx->error_count++;
    if (!ctx->muted && ctx->diag_count < ctx->limits.diagnostics) {
        dxk_status status = store(ctx, rule, where, path, args, arg_count);
        if (status != DXK_OK)
            return status;
    }
    if (rule->severity != DXK_ERROR)
        return DXK_OK;
    return strncmp(rule->name, "LIMIT.", 6) == 0 ? DXK_E_LIMIT : DXK_E_INVALID;
}

static bool copy_fixes(dxk_ctx *ctx, dxk_diag *diag, const dxki_marks *marks)
{
    dxk_diag_fix *fixes = DXKI_NEW_ARRAY(&ctx->diag_arena, dxk_diag_fix, marks->fix_count);

    for (size_t i = 0; fixes && i < marks->fix_count; i++) {
        const char *text = marks->fixes[i].text;
        fixes[i].range = marks->fixes[i].range;
        fixes[i].text = dxki_arena_strdup(&ctx->diag_arena, text, strlen(text));
        if (!fixes[i].text)
            return false;
    }
    diag->fixes = fixes;
    diag->fix_count = fixes ? marks->fix_count : 0;
    return fixes != NULL;
}

static bool copy_ranges(dxk_ctx *ctx, dxk_diag *diag, const dxki_marks *marks)
{
    dxk_diag_range *ranges = DXKI_NEW_ARRAY(&ctx->diag_arena, dxk_diag_range, marks->range_count);

    if (ranges)
        memcpy(ranges, marks->ranges, marks->range_count * sizeof *ranges);
    diag->ranges = ranges;
    diag->range_count = ranges ? marks->range_count : 0;
    return ranges != NULL;
}

dxk_status dxki_report_marks(dxk_ctx *ctx, size_t index, const dxki_marks *marks)
{
    if (index >= ctx->diag_count)
        return DXK_OK;
    dxk_diag *diag = &ctx->diags[index];
    bool good = (!marks->range_count || copy_ranges(ctx, diag, marks)) &&
                (!marks->fix_count || copy_fixes(ctx, diag, marks));
    if (good && marks->file) {
        diag->file = dxki_arena_strdup(&ctx->diag_arena, marks->file, strlen(marks->file));
        good = diag->file != NULL;
    }
    if (good && marks->excerpt.data) {
        diag->excerpt =
            dxki_arena_strdup(&ctx->diag_arena, marks->excerpt.data, marks->excerpt.size);
        good = diag->excerpt != NULL;
    }
    if (good && marks->group) {
        diag->group = dxki_arena_strdup(&ctx->diag_arena, marks->group, strlen(marks->group));
        diag->is_raised = marks->is_raised;
        good = diag->group != NULL;
    }
    return good ? DXK_OK : dxki_nomem(ctx);
}

size_t dxk_ctx_diag_count(const dxk_ctx *ctx)
{
    return ctx->diag_count;
}

size_t dxk_ctx_error_count(const dxk_ctx *ctx)
{
    return ctx->error_count;
}

const dxk_diag *dxk_ctx_diag(const dxk_ctx *ctx, size_t index)
{
    return index < ctx->diag_count ? &ctx->diags[index] : NULL;
}

void dxk_ctx_clear_diags(dxk_ctx *ctx)
{
    dxki_realloc(ctx, ctx->diags, ctx->diag_capacity * sizeof *ctx->diags, 0);
    ctx->diags = NULL;
    ctx->diag_count = 0;
    ctx->diag_capacity = 0;
    ctx->error_count = 0;
    dxki_arena_free(&ctx->diag_arena);
}

const char *dxk_severity_name(dxk_severity severity)
{
    return severity == DXK_NOTE ? "note" : severity == DXK_WARNING ? "warning" : "error";
}

void dxki_report_forget(dxk_ctx *ctx, size_t count)
{
    while (ctx->diag_count > count)
        ctx->error_count -= ctx->diags[--ctx->diag_count].severity == DXK_ERROR;
}

/* SPDX-License-Identifier: MIT */
/* run_blame.c - mistakes in a job that was made of options: they are told of the options. See run.h. */
#include "run.h"

#include <stdio.h>
#include <string.h>

/* The register that a line of the job is about: that of the last name before it. False: none. */
static bool register_at(dxk_str text, uint32_t line, char name[64])
{
    static const char key[] = "- Name: ";
    const char *at = text.data, *end = text.data + text.size;
    bool found = false;
    for (uint32_t n = 1; at < end && n <= line; n++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline ? newline : end) - at), skip = 0;
        while (skip < size && at[skip] == ' ')
            skip++;
        if (skip == 0)
            found = false; /* of another section */
        if (size - skip > sizeof key - 1 && memcmp(at + skip, key, sizeof key - 1) == 0) {
            skip += sizeof key - 1;
            snprintf(name, 64, "%.*s", (int)(size - skip), at + skip);
            found = true;
        }
        at = newline ? newline + 1 : end;
    }
    char *space = found ? strchr(name, '_') : NULL;
    if (space)
        *space = ','; /* as options have it */
    return found;
}

/* The whole value of the option for a register; NULL: there is none. */
static const char *option_of(const opt_list *binds, const char *name)
{
    run_bind_option wanted, o;
    if (!run_parse_register(name, 0, &wanted))
        return NULL;
    for (size_t i = binds->count; i-- > 0;) {
        if (run_parse_register(binds->items[i].value, '=', &o) && o.cls == wanted.cls &&
            o.index == wanted.index && o.space == wanted.space)
            return binds->items[i].value;
    }
    return NULL;
}

static bool is_of_job(const dxk_diag *d)
{
    return strncmp(d->rule, "JOB.", 4) == 0 || strncmp(d->rule, "LIMIT.JOB", 9) == 0;
}

int run_blame_options(run_state *s, const opt_list *binds, dxk_str text, int status)
{
    dxk_ctx *ctx = s->j->ctx;
    size_t count = dxk_ctx_diag_count(ctx), of_job = 0;
    for (size_t i = 0; i < count; i++)
        of_job += is_of_job(dxk_ctx_diag(ctx, i));
    if (!count || of_job != count)
        return status;
    for (size_t i = 0; i < count; i++) {
        const dxk_diag *d = dxk_ctx_diag(ctx, i);
        char name[64] = "";
        bool found = register_at(text, d->line, name);
        const char *value = found ? option_of(binds, name) : NULL;
        job_error(s->j, CLI_USAGE, "%s%.200s: %s", value ? "--bind " : "",
                  value   ? value
                  : found ? name
                          : "--dispatch",
                  d->message);
    }
    dxk_ctx_clear_diags(ctx);
    return status == CLI_INVALID ? CLI_USAGE : status;
}

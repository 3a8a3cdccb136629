/* SPDX-License-Identifier: MIT */
/* check.c - a random program through the library. */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "print.h"
#include "shrink.h"

const char *const gen_failure_texts[] = {"fine",         "not built",    "not valid",
                                         "a pass fails", "made invalid", "changes once more",
                                         "not run",      "differs"};

/* --- failures --- */

static void fail(gen_outcome *out, gen_failure failure, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    out->failure = failure;
    vsnprintf(out->text, sizeof out->text, format, args);
    va_end(args);
}

static void fail_with_diagnostics(gen_outcome *out, gen_failure failure, dxk_ctx *ctx,
                                  dxk_status status)
{
    const dxk_diag *d = dxk_ctx_diag_count(ctx) ? dxk_ctx_diag(ctx, 0) : NULL;
    fail(out, failure, "status %d: %s %s", (int)status, d && d->rule ? d->rule : "",
         d ? d->message : "");
}

static bool is_valid(const dxk_module *m, gen_outcome *out, gen_failure failure)
{
    dxk_validation *v = NULL;
    dxk_status status = dxk_validate_module(m, NULL, &v);
    bool valid = status == DXK_OK && dxk_validation_verdict(v) == DXK_VERDICT_VALID;

    if (!valid) {
        const dxk_finding *f = dxk_validation_finding(v, 0);
        fail(out, failure, "%s: %.*s [%.*s]", f ? f->rule : "no verdict",
             f ? (int)f->message.size : 0, f ? f->message.data : "",
             f ? (int)f->instruction.size : 0, f ? f->instruction.data : "");
    }
    dxk_validation_free(v);
    return valid;
}

/* --- comparing --- */

static bool same_words(const char *name, const uint32_t *expected, const uint32_t *actual,
                       size_t count, uint32_t row, char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (expected[i] == actual[i])
            continue;
        snprintf(text, GEN_TEXT, "%s[%zu] (row %zu, word %zu): expected 0x%08x, got 0x%08x", name,
                 i, i / row, i % row, expected[i], actual[i]);
        return false;
    }
    return true;
}

bool gen_results_same(const gen_program *p, const gen_results *expected, const gen_results *actual,
                      char text[GEN_TEXT])
{
    static const char *const names[GEN_OUTPUTS] = {"Out0", "Out1"};
    for (uint32_t i = 0; i < p->output_count; i++)
        if (!same_words(names[i], expected->outputs[i], actual->outputs[i], gen_output_words(p, i),
                        GEN_OWN, text))
            return false;
    if (!same_words("Counters", expected->counters, actual->counters, GEN_OUTPUTS, GEN_OUTPUTS,
                    text))
        return false;
    if (!same_words("Totals", expected->totals, actual->totals, GEN_TOTAL_WORDS, GEN_SUBSCRIPTS,
                    text))
        return false;
    for (uint32_t i = 0; i < GEN_TOTAL_WORDS; i++) {
        unsigned long long want = expected->totals64[i], got = actual->totals64[i];
        if (want == got)
            continue;
        snprintf(text, GEN_TEXT, "Totals64[%u]: expected 0x%llx, got 0x%llx", i, want, got);
        return false;
    }
    return true;
}

static void compare(dxk_ctx *ctx, const dxk_module *m, const gen_program *p,
                    const gen_setting *setting, gen_outcome *out)
{
    gen_results expected, actual = {0};
    dxk_status status = setting->execute(ctx, m, p, setting, &actual);
    if (status != DXK_OK) {
        fail_with_diagnostics(out, GEN_NOT_RUN, ctx, status);
    } else {
        gen_model_run(p, setting->wave_size, &expected);
        if (!gen_results_same(p, &expected, &actual, out->text))
            out->failure = GEN_DIFFERS;
        gen_results_free(&expected);
    }
    gen_results_free(&actual);
}

/* --- passes --- */

/* A module's bitcode. */
typedef struct image {
    uint8_t *bytes;
    size_t size, room;
} image;

static dxk_status append(void *user, const void *data, size_t size)
{
    image *to = user;
    if (to->room - to->size < size) {
        size_t room = 2 * (to->size + size);
        uint8_t *bytes = realloc(to->bytes, room);
        if (!bytes)
            return DXK_E_NOMEM;
        to->bytes = bytes;
        to->room = room;
    }
    memcpy(to->bytes + to->size, data, size);
    to->size += size;
    return DXK_OK;
}

static dxk_status optimize(dxk_module *m, const gen_setting *setting, gen_outcome *out)
{
    const dxk_opt_options options = {.until = setting->until};
    dxk_opt_stats stats = {0};
    dxk_str passes = {setting->passes, strlen(setting->passes)};
    dxk_status status = dxk_opt(m, passes, &options, &stats);
    if (out) {
        out->steps = stats.steps;
        out->before = stats.before;
        out->after = stats.after;
    }
    return status;
}

static void check_stable(dxk_ctx *ctx, dxk_module *m, const gen_setting *setting, gen_outcome *out)
{
    image first = {0}, second = {0};
    dxk_status status = dxk_module_write(m, NULL, (dxk_sink){append, &first});
    if (status == DXK_OK)
        status = optimize(m, setting, NULL);
    if (status == DXK_OK)
        status = dxk_module_write(m, NULL, (dxk_sink){append, &second});
    if (status != DXK_OK)
        fail_with_diagnostics(out, GEN_PASS_FAILS, ctx, status);
    else if (first.size != second.size || memcmp(first.bytes, second.bytes, first.size) != 0)
        fail(out, GEN_UNSTABLE, "%s: another round changes the module", setting->passes);
    free(first.bytes);
    free(second.bytes);
}

static void check_passes(dxk_ctx *ctx, dxk_module *m, const gen_setting *setting, gen_outcome *out)
{
    dxk_status status = optimize(m, setting, out);
    if (status != DXK_OK)
        fail_with_diagnostics(out, GEN_PASS_FAILS, ctx, status);
    else
        is_valid(m, out, GEN_MADE_INVALID);
}

void gen_check(const gen_program *p, const gen_setting *setting, gen_outcome *out)
{
    dxk_module *m = NULL;
    dxk_ctx *ctx;

    *out = (gen_outcome){.failure = GEN_FINE};
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK) {
        fail(out, GEN_NOT_BUILT, "no context");
        return;
    }
    dxk_status status = gen_emit(ctx, p, &m);
    if (status != DXK_OK)
        fail_with_diagnostics(out, GEN_NOT_BUILT, ctx, status);
    else if (is_valid(m, out, GEN_NOT_VALID) && setting->passes)
        check_passes(ctx, m, setting, out);
    if (out->failure == GEN_FINE && setting->execute)
        compare(ctx, m, p, setting, out);
    if (out->failure == GEN_FINE && setting->passes && setting->is_stable && !setting->until)
        check_stable(ctx, m, setting, out);
    dxk_module_free(m);
    dxk_ctx_free(ctx);
}

/* --- after a failure --- */

uint64_t gen_bisect(const gen_program *p, const gen_setting *setting, const gen_outcome *outcome)
{
    gen_setting part = *setting;
    gen_outcome out;
    uint64_t good = 0, bad = outcome->steps;

    if (!setting->passes || outcome->failure == GEN_UNSTABLE)
        return 0;
    while (bad > good + 1) {
        part.until = good + (bad - good) / 2;
        gen_check(p, &part, &out);
        if (out.failure == outcome->failure)
            bad = part.until;
        else
            good = part.until;
    }
    return bad;
}

typedef struct reduction {
    const gen_setting *setting;
    gen_failure failure;
} reduction;

static bool fails_likewise(void *user, gen_program *p)
{
    const reduction *r = user;
    gen_outcome out;
    gen_check(p, r->setting, &out);
    return out.failure == r->failure;
}

void gen_reduce(gen_program *p, const gen_setting *setting, const gen_outcome *outcome)
{
    reduction r = {setting, outcome->failure};
    gen_shrink(p, fails_likewise, &r, 5000);
}

static FILE *open_file(const char *folder, const char *name, const char *suffix)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, suffix);
    FILE *file = fopen(path, "w");
    if (!file)
        perror(path);
    return file;
}

static dxk_status to_file(void *user, const void *data, size_t size)
{
    return fwrite(data, 1, size, user) == size ? DXK_OK : DXK_E_SINK;
}

static void keep_module(const char *folder, const char *name, const char *suffix,
                        const dxk_module *m)
{
    FILE *file = open_file(folder, name, suffix);
    if (!file)
        return;
    dxk_module_print(m, NULL, (dxk_sink){to_file, file});
    fclose(file);
}

void gen_keep(const char *folder, const char *name, const gen_program *p,
              const gen_setting *setting, const gen_outcome *outcome)
{
    FILE *file = open_file(folder, name, ".txt");
    dxk_module *m = NULL;
    dxk_ctx *ctx;

    if (!file || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return;
    fprintf(file, "%s: %s\n", gen_failure_texts[outcome->failure], outcome->text);
    fprintf(file, "wave size %u, schedule %u (seed %llu), passes %s, until %llu\n\n",
            setting->wave_size, setting->schedule, (unsigned long long)setting->schedule_seed,
            setting->passes ? setting->passes : "none", (unsigned long long)setting->until);
    gen_print(file, p);
    fclose(file);
    if (gen_emit(ctx, p, &m) == DXK_OK) {
        keep_module(folder, name, ".ll", m);
        if (setting->passes && optimize(m, setting, NULL) == DXK_OK)
            keep_module(folder, name, ".after.ll", m);
    }
    dxk_module_free(m);
    dxk_ctx_free(ctx);
}

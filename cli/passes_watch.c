/* SPDX-License-Identifier: MIT */
/* passes_watch.c - a run of passes: counted, timed, printed, verified after each. */
#include "host.h"
#include "passes.h"

#include <stdlib.h>
#include <string.h>

typedef struct watch {
    job *j;
    passes_row *rows; /* by pass */
    bool found;       /* a finding of --verify-each */
} watch;

static uint64_t clock_now(void *user)
{
    (void)user;
    return host_clock();
}

static void count_step(watch *w, const dxk_opt_step *step)
{
    passes_row *row = &w->rows[step->pass_index];
    row->runs++;
    row->changes += step->changed;
    row->nanoseconds += step->nanoseconds;
    row->instructions += (int64_t)(step->after - step->before);
}

static void print_module(watch *w, const dxk_module *module, const dxk_opt_step *step)
{
    text_out *out = &w->j->out;
    text_printf(out, "; step %llu: %s", (unsigned long long)step->number, step->pass);
    if (step->function.size) {
        text_put(out, " @");
        text_safe(out, step->function);
    }
    text_char(out, '\n');
    dxk_module_print(module, NULL, text_sink(out));
}

/* Finishes a copy of the module as the run would if it ended here, and validates it. */
static dxk_status verify(watch *w, const dxk_module *module, const dxk_opt_step *step)
{
    job *j = w->j;
    dxk_buffer bytes;
    dxk_module *copy = NULL;
    dxk_validation *result = NULL;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_module_write(module, NULL, dxk_buffer_sink(&bytes));
    if (status == DXK_OK)
        status = dxk_module_read(j->ctx, (dxk_bytes){bytes.data, bytes.size}, NULL, &copy);
    if (status == DXK_OK)
        status = dxk_opt(copy, (dxk_str){"", 0}, NULL, NULL);
    if (status == DXK_OK)
        status = dxk_validate_module(copy, NULL, &result);
    if (status == DXK_OK && !val_is_valid(result)) {
        job_error(j, CLI_INVALID, "step %llu, pass %s, leaves an invalid module",
                  (unsigned long long)step->number, step->pass);
        val_refuse(j, NULL, result, "not optimized");
        w->found = true;
        status = DXK_E_INVALID;
    }
    dxk_validation_free(result);
    dxk_module_free(copy);
    dxk_buffer_free(&bytes);
    return status;
}

static dxk_status after_step(void *user, const dxk_module *module, const dxk_opt_step *step)
{
    watch *w = user;
    const opt_options *o = w->j->options;
    count_step(w, step);
    if (!step->changed)
        return DXK_OK;
    if (!w->j->json &&
        (o->print_all || (o->print_after && strcmp(o->print_after, step->pass) == 0)))
        print_module(w, module, step);
    return o->verify ? verify(w, module, step) : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* What was done                                                                              */

static void json_row(job *j, const dxk_pass_info *pass, const passes_row *r)
{
    dxk_json_object_line(j->json, NULL);
    dxk_json_text(j->json, "pass", pass->name);
    dxk_json_u64(j->json, "runs", r->runs);
    dxk_json_u64(j->json, "changes", r->changes);
    dxk_json_i64(j->json, "instructions", r->instructions);
    dxk_json_u64(j->json, "nanoseconds", r->nanoseconds);
    dxk_json_end(j->json);
}

static void print_row(job *j, const dxk_pass_info *pass, const passes_row *r)
{
    const opt_options *o = j->options;
    text_printf(&j->out, "  %-22s", pass->name);
    if (o->stats)
        text_printf(&j->out, " %8llu runs %8llu changes %+8lld instructions",
                    (unsigned long long)r->runs, (unsigned long long)r->changes,
                    (long long)r->instructions);
    if (o->time)
        text_printf(&j->out, " %10.3f ms", (double)r->nanoseconds / 1e6);
    text_char(&j->out, '\n');
}

static void report(const watch *w, const dxk_opt_stats *stats)
{
    job *j = w->j;
    const opt_options *o = j->options;
    dxk_pass_info pass;
    if (j->json) {
        dxk_json_u64(j->json, "before", stats->before);
        dxk_json_u64(j->json, "after", stats->after);
        dxk_json_u64(j->json, "steps", stats->steps);
        dxk_json_array(j->json, "passes");
    } else if (o->stats || o->time) {
        text_printf(&j->out, "%llu instructions, %llu before; %llu steps, %llu changes\n",
                    (unsigned long long)stats->after, (unsigned long long)stats->before,
                    (unsigned long long)stats->steps, (unsigned long long)stats->changes);
    }
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        if (w->rows[i].runs && j->json)
            json_row(j, &pass, &w->rows[i]);
        else if (w->rows[i].runs && (o->stats || o->time))
            print_row(j, &pass, &w->rows[i]);
    }
    if (j->json)
        dxk_json_end(j->json);
}

int passes_run(job *j, dxk_module *module, dxk_str passes, bool unfinished)
{
    const opt_options *o = j->options;
    watch w = {.j = j, .rows = calloc(dxk_pass_count() + 1, sizeof(passes_row))};
    dxk_opt_options how = {.until = o->until,
                           .unfinished = unfinished,
                           .after = after_step,
                           .clock = o->time ? clock_now : NULL,
                           .user = &w};
    dxk_opt_stats stats;
    if (!w.rows)
        return job_status(j, DXK_E_NOMEM);
    dxk_status status = dxk_opt(module, passes, &how, &stats);
    if (status == DXK_OK)
        report(&w, &stats);
    if (status == DXK_OK && stats.out_of_budget)
        job_warn(j, "some passes stopped early because the program takes too much work");
    free(w.rows);
    return w.found ? CLI_INVALID : job_status(j, status);
}

/* SPDX-License-Identifier: MIT */
/*
 * cmd_opt.c - `dxk opt`: passes over a program. The input is validated first and the output before
 * it is written: what comes out is valid, or nothing does.
 */
#include <dxk/build.h>
#include <dxk/opt.h>
#include <dxk/parts.h>

#include "val.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct opt_options {
    const char *level; /* of -O */
    const char *passes;
    bool canonical, list, verify, stats, time;
    bool in_place;
    const char *print_after; /* "*": all passes */
    uint64_t until;
    const char *output;
} opt_options;

static const opt_spec specs[] = {
    {'O', NULL, OPT_TEXT, offsetof(opt_options, level), "1|2|3|s", "how much work is done",
     "Default: 3. s: the shortest program."},
    {0, "passes", OPT_TEXT, offsetof(opt_options, passes), "LIST", "run these passes",
     "Names with commas between them, each with its options:\n"
     "'sroa,gvn<limit=4>,fix(3:simplifycfg,dce)'. fix repeats a list\n"
     "until nothing changes, at most so many times."},
    {0, "canonical", OPT_FLAG, offsetof(opt_options, canonical), NULL,
     "bring the program into its canonical form",
     "Programs that differ only in names and in the order of things\n"
     "that have no order become equal."},
    {0, "list-passes", OPT_FLAG, offsetof(opt_options, list), NULL,
     "list passes, their options, and lists of passes that have a name", NULL},
    {0, "print-after", OPT_TEXT, offsetof(opt_options, print_after), "PASS",
     "print the module after each run of PASS that changed it", "'*': after all passes."},
    {0, "verify-each", OPT_FLAG, offsetof(opt_options, verify), NULL,
     "validate after each pass that changed something", NULL},
    {0, "stats", OPT_FLAG, offsetof(opt_options, stats), NULL,
     "print what each pass did to the number of instructions", NULL},
    {0, "time-passes", OPT_FLAG, offsetof(opt_options, time), NULL, "print how long each pass took",
     NULL},
    {0, "until", OPT_NUMBER, offsetof(opt_options, until), "N", "stop after N runs of passes",
     "A pass runs on each function. For finding the pass that breaks\nsomething."},
    {'o', "output", OPT_TEXT, offsetof(opt_options, output), "FILE", "write to FILE",
     "Default: standard output, but not a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(opt_options, in_place), NULL, "change the inputs", NULL},
    {0},
};

/* The list of passes that was asked for. */
static dxk_str passes_of(const opt_options *o)
{
    static const char *const levels[][2] = {{"1", "O1"}, {"2", "O2"}, {"3", "O3"}, {"s", "Os"}};
    const char *text = o->canonical ? "canonical" : o->passes;
    for (size_t i = 0; !text && o->level && i < sizeof levels / sizeof *levels; i++) {
        if (strcmp(o->level, levels[i][0]) == 0)
            text = levels[i][1];
    }
    if (!text)
        text = "O3";
    return (dxk_str){text, strlen(text)};
}

static int prepare(cli_app *app)
{
    const opt_options *o = app->options;
    if (o->level && (strlen(o->level) != 1 || !strchr("123s", *o->level)))
        return cli_usage(app, "-O: '%.80s' is none of 1, 2, 3, s", o->level);
    if ((o->level != NULL) + (o->passes != NULL) + o->canonical > 1)
        return cli_usage(app, "-O, --passes and --canonical exclude each other");
    app->no_input = o->list;
    return o->list ? CLI_OK : job_check_output(app, o->output, o->in_place);
}

/* ---------------------------------------------------------------------------------------- */
/* What passes there are                                                                      */

static void print_pass_options(job *j, size_t pass)
{
    dxk_pass_option option;
    for (size_t i = 0; dxk_pass_option_get(pass, i, &option); i++) {
        text_put(&j->out, "      ");
        text_write(&j->out, option.name.data, option.name.size);
        if (option.is_text)
            text_put(&j->out, "=TEXT\n");
        else
            text_printf(&j->out, "=%lld (%lld to %lld)\n", (long long)option.value,
                        (long long)option.low, (long long)option.high);
    }
}

static void json_passes(job *j)
{
    dxk_pass_info pass;
    dxk_pass_option option;
    json_array(j->json, "passes");
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        json_object(j->json, NULL);
        json_text(j->json, "name", pass.name);
        json_text(j->json, "help", pass.help);
        json_bool(j->json, "onModule", pass.on_module);
        json_bool(j->json, "edit", pass.is_edit);
        json_array(j->json, "options");
        for (size_t k = 0; dxk_pass_option_get(i, k, &option); k++) {
            json_object_line(j->json, NULL);
            json_str(j->json, "name", option.name);
            if (!option.is_text) {
                json_i64(j->json, "default", option.value);
                json_i64(j->json, "least", option.low);
                json_i64(j->json, "greatest", option.high);
            }
            json_end(j->json);
        }
        json_end(j->json);
        json_end(j->json);
    }
    json_end(j->json);
}

static void json_pipelines(job *j)
{
    dxk_pipeline_info pipeline;
    json_array(j->json, "lists");
    for (size_t i = 0; dxk_pipeline_get(i, &pipeline); i++) {
        json_object(j->json, NULL);
        json_text(j->json, "name", pipeline.name);
        json_text(j->json, "help", pipeline.help);
        json_text(j->json, "passes", pipeline.text);
        json_end(j->json);
    }
    json_end(j->json);
}

static int list_passes(job *j)
{
    dxk_pass_info pass;
    dxk_pipeline_info pipeline;
    if (j->json) {
        json_passes(j);
        json_pipelines(j);
        return CLI_OK;
    }
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        text_styled(&j->out, TEXT_TITLE, pass.name);
        text_printf(&j->out, "\n    %s\n", pass.help);
        print_pass_options(j, i);
    }
    text_put(&j->out, "\nlists of passes:\n");
    for (size_t i = 0; dxk_pipeline_get(i, &pipeline); i++) {
        text_styled(&j->out, TEXT_TITLE, pipeline.name);
        text_printf(&j->out, "\n    %s\n    %s\n", pipeline.help, pipeline.text);
    }
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* After each pass                                                                            */

/* What a pass did over all. */
typedef struct row {
    uint64_t runs, changes, nanoseconds;
    int64_t instructions; /* more than before */
} row;

typedef struct watch {
    job *j;
    row *rows;  /* by pass */
    bool found; /* a finding of --verify-each */
} watch;

static uint64_t clock_now(void *user)
{
    struct timespec t;
    (void)user;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void count_step(watch *w, const dxk_opt_step *step)
{
    dxk_pass_info pass;
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        if (pass.name != step->pass)
            continue;
        w->rows[i].runs++;
        w->rows[i].changes += step->changed;
        w->rows[i].nanoseconds += step->nanoseconds;
        w->rows[i].instructions += (int64_t)(step->after - step->before);
    }
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
        val_refuse(j, NULL, result);
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
    if (o->print_after && !w->j->json &&
        (strcmp(o->print_after, "*") == 0 || strcmp(o->print_after, step->pass) == 0))
        print_module(w, module, step);
    return o->verify ? verify(w, module, step) : DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* What was done                                                                              */

static void json_row(job *j, const dxk_pass_info *pass, const row *r)
{
    json_object_line(j->json, NULL);
    json_text(j->json, "pass", pass->name);
    json_u64(j->json, "runs", r->runs);
    json_u64(j->json, "changes", r->changes);
    json_i64(j->json, "instructions", r->instructions);
    json_u64(j->json, "nanoseconds", r->nanoseconds);
    json_end(j->json);
}

static void print_row(job *j, const dxk_pass_info *pass, const row *r)
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
        json_u64(j->json, "before", stats->before);
        json_u64(j->json, "after", stats->after);
        json_u64(j->json, "steps", stats->steps);
        json_array(j->json, "passes");
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
        json_end(j->json);
}

/* ---------------------------------------------------------------------------------------- */
/* One input                                                                                  */

/* Runs the passes on the module. */
static int optimize(job *j, dxk_module *module)
{
    const opt_options *o = j->options;
    watch w = {.j = j, .rows = calloc(dxk_pass_count() + 1, sizeof(row))};
    dxk_opt_options how = {
        .until = o->until, .after = after_step, .clock = o->time ? clock_now : NULL, .user = &w};
    dxk_opt_stats stats;
    if (!w.rows)
        return job_status(j, DXK_E_NOMEM);
    dxk_status status = dxk_opt(module, passes_of(o), &how, &stats);
    if (status == DXK_OK)
        report(&w, &stats);
    if (status == DXK_OK && stats.out_of_budget)
        job_warn(j, "some passes stopped early, for the program takes too much work");
    free(w.rows);
    return w.found ? CLI_INVALID : job_status(j, status);
}

static bool is_valid(job *j, const dxk_container *container, const subject *s, int *code)
{
    dxk_validation *result;
    *code = job_status(j, dxk_validate(container, NULL, &result));
    if (*code == CLI_OK && !val_is_valid(result))
        *code = val_refuse(j, s, result);
    dxk_validation_free(result);
    return *code == CLI_OK;
}

/* Puts the module into the container and writes it. */
static int finish(job *j, dxk_container *container, dxk_module *module)
{
    const opt_options *o = j->options;
    int code = job_status(j, dxk_container_rebuild(container, module, NULL));
    if (code != CLI_OK)
        return code;
    if (!is_valid(j, container, NULL, &code))
        return job_error(j, code, "the result is not valid, and not written");
    return job_write_container(j, container, NULL, o->in_place ? j->name : o->output);
}

static int run_on(job *j, subject *s)
{
    dxk_program_place place;
    dxk_module *module = NULL;
    int code;
    if (s->state != SUBJECT_READY)
        return job_status(j, s->status);
    if (!is_valid(j, s->container, s, &code))
        return code;
    dxk_status status = dxk_container_program(s->container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_E_NOT_FOUND)
        return job_error(j, CLI_INVALID, "has no DXIL program");
    if (status == DXK_OK)
        status = dxk_module_read(j->ctx, place.program.bitcode, NULL, &module);
    code = job_status(j, status);
    if (code == CLI_OK)
        code = optimize(j, module);
    if (code == CLI_OK)
        code = finish(j, s->container, module);
    dxk_module_free(module);
    return code;
}

static int run(job *j)
{
    const opt_options *o = j->options;
    dxk_status checked = dxk_opt_check(j->ctx, passes_of(o));
    subject s;
    if (o->list)
        return list_passes(j);
    if (checked != DXK_OK) {
        job_status(j, checked);
        return checked == DXK_E_INVALID ? CLI_USAGE : CLI_LIMIT;
    }
    subject_load(j, false, &s);
    int code = run_on(j, &s);
    subject_free(&s);
    return code;
}

const cli_command cmd_opt = {
    .name = "opt",
    .summary = "optimize: run passes over a DXIL program",
    .operands = "[FILE...]",
    .about = "Makes programs shorter and faster without their source, or changes them in other\n"
             "ways that --list-passes tells. Everything that follows from the program is renewed:\n"
             "flags, masks, tables, pipeline state, hash; root signature, private data and debug\n"
             "information are kept. The digest is computed anew if it was correct.\n"
             "\n"
             "An invalid input is refused. The output is valid, or nothing is written. FILE may\n"
             "also be bitcode, a listing or assembly text, which is assembled first.",
    .examples = "dxk opt shader.dxil -o small.dxil\n"
                "dxk opt -Os --in-place -r build/shaders\n"
                "dxk opt --passes='sroa,gvn,dce' --stats shader.dxil -o out.dxil\n"
                "dxk opt --verify-each --until=40 shader.dxil -o out.dxil",
    .options = specs,
    .options_size = sizeof(opt_options),
    .flags = CLI_MANY,
    .prepare = prepare,
    .run = run,
};

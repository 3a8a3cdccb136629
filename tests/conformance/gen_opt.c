/* SPDX-License-Identifier: MIT */
/*
 * gen_opt.c - random compute shaders through passes: what comes out must be valid and give what the
 * model of the program gives; with -t 1 named lists of passes, run twice, must change nothing more.
 *
 *     conformance-gen_opt [-s SEED] [-n COUNT] [-z SIZE] [-p PASSES] [-w WAVE] [-k FOLDER] [-m MOST]
 *                         [-t 1]
 *
 * Each seed makes a program and a list of passes: one alone, a named list, or several in any order.
 * A failure is told with the pass after which it shows, made small, and kept in FOLDER; after MOST
 * failures (10) it stops.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/passes.h"
#include "gen/run.h"

typedef struct arguments {
    uint64_t seed, count;
    uint32_t size, wave_size, most;
    bool twice;
    const char *passes, *keep;
} arguments;

/* --- programs --- */

static uint32_t choose_wave(const arguments *o, uint64_t seed)
{
    static const uint32_t sizes[] = {4, 8, 16, 32, 64, 128};
    return o->wave_size ? o->wave_size : sizes[(seed * 2654435761u / 7) % 6];
}

/* Text of step `number` of the passes on the program. */
typedef struct step_name {
    uint64_t number;
    char text[128];
} step_name;

static dxk_status name_step(void *user, const dxk_module *module, const dxk_opt_step *step)
{
    step_name *name = user;
    (void)module;
    if (step->number == name->number)
        snprintf(name->text, sizeof name->text, "%s on %.*s", step->pass,
                 step->function.size ? (int)step->function.size : 10,
                 step->function.size ? step->function.data : "the module");
    return DXK_OK;
}

static void find_step(const gen_program *p, const char *passes, step_name *name)
{
    const dxk_opt_options options = {.after = name_step, .user = name};
    dxk_module *m = NULL;
    dxk_ctx *ctx;

    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return;
    if (gen_emit(ctx, p, &m) == DXK_OK)
        dxk_opt(m, (dxk_str){passes, strlen(passes)}, &options, NULL);
    dxk_module_free(m);
    dxk_ctx_free(ctx);
}

static void report(const arguments *o, gen_program *p, gen_setting *setting, gen_outcome *outcome)
{
    char name[64];
    step_name step = {.number = gen_bisect(p, setting, outcome)};

    printf("seed %llu, %s: %s: %s\n", (unsigned long long)p->seed, setting->passes,
           gen_failure_texts[outcome->failure], outcome->text);
    find_step(p, setting->passes, &step);
    if (step.number)
        printf("  after step %llu, %s\n", (unsigned long long)step.number, step.text);
    if (!o->keep)
        return;
    gen_reduce(p, setting, outcome);
    gen_check(p, setting, outcome);
    step.number = gen_bisect(p, setting, outcome);
    find_step(p, setting->passes, &step);
    printf("  %u statements left, step %llu, %s\n", gen_tree_size(p),
           (unsigned long long)step.number, step.text);
    setting->until = step.number;
    snprintf(name, sizeof name, "opt-%llu", (unsigned long long)p->seed);
    gen_keep(o->keep, name, p, setting, outcome);
}

/* True if the program is fine. */
static bool check_seed(const arguments *o, uint64_t seed, uint64_t *before, uint64_t *after)
{
    const gen_options make = {.size = o->size};
    char passes[1024];
    gen_outcome outcome;
    gen_program p;
    gen_setting setting = {.execute = gen_execute,
                           .wave_size = choose_wave(o, seed),
                           .is_stable = gen_random_passes(seed, passes, sizeof passes),
                           .passes = o->passes ? o->passes : passes};

    setting.is_stable = setting.is_stable && o->twice && !o->passes;
    gen_make(seed, &make, &p);
    gen_check(&p, &setting, &outcome);
    *before += outcome.before;
    *after += outcome.after;
    if (outcome.failure != GEN_FINE)
        report(o, &p, &setting, &outcome);
    gen_arena_free(&p.memory);
    return outcome.failure == GEN_FINE;
}

static bool take_option(arguments *o, char letter, const char *value)
{
    unsigned long long number = strtoull(value, NULL, 10);
    switch (letter) {
    case 's':
        o->seed = number;
        return true;
    case 'n':
        o->count = number;
        return true;
    case 'z':
        o->size = (uint32_t)number;
        return true;
    case 'w':
        o->wave_size = (uint32_t)number;
        return true;
    case 'm':
        o->most = (uint32_t)number;
        return true;
    case 't':
        o->twice = number != 0;
        return true;
    case 'p':
        o->passes = value;
        return true;
    case 'k':
        o->keep = value;
        return true;
    default:
        return false;
    }
}

int main(int argc, char **argv)
{
    arguments o = {.count = 1000, .most = 10};
    uint64_t good = 0, tried = 0, before = 0, after = 0;

    for (int i = 1; i < argc; i += 2)
        if (i + 1 >= argc || argv[i][0] != '-' || !take_option(&o, argv[i][1], argv[i + 1])) {
            fprintf(stderr, "conformance-gen_opt: what is '%s'?\n", argv[i]);
            return 2;
        }
    for (; tried < o.count && tried - good < o.most; tried++)
        good += check_seed(&o, o.seed + tried, &before, &after);
    printf("identical %llu of %llu; instructions %llu -> %llu\n", (unsigned long long)good,
           (unsigned long long)tried, (unsigned long long)before, (unsigned long long)after);
    return good == tried ? 0 : 1;
}

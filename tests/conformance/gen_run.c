/* SPDX-License-Identifier: MIT */
/*
 * gen_run.c - random compute shaders run, and compared with the model of the program.
 *
 *     conformance-gen_run [-s SEED] [-n COUNT] [-z SIZE] [-w WAVE] [-o SCHEDULES] [-k FOLDER]
 *                         [-m MOST] [-e FOLDER] [-c MISTAKES]
 *
 * Each program runs with waves of WAVE lanes (one of the sizes, as the seed says; "all" of them),
 * under each of SCHEDULES: letters of l lockstep, i independent, s shuffled ("lis"). Programs that
 * have wave operations in loops are for lockstep only: elsewhere lanes may come to them in
 * different rounds. A failure is made small and kept in FOLDER; after MOST failures (10) it stops.
 * With MISTAKES 1 the sanitizer looks on, and must find none.
 * With -e nothing runs: the modules go to FOLDER, as gen-SEED.ll, for what else is done with them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/run.h"

#define SIZES 6u

static const uint32_t sizes[SIZES] = {4, 8, 16, 32, 64, 128};
static const char schedules[] = "lis"; /* as dxk_run_schedule numbers them */

typedef struct arguments {
    uint64_t seed, count;
    uint32_t size, wave_size, most;
    bool all_sizes, looks;
    const char *schedules, *keep, *emit;
} arguments;

static void report(const arguments *a, gen_program *p, const gen_setting *setting,
                   gen_outcome *outcome)
{
    char name[64];
    printf("seed %llu, wave size %u, schedule %c: %s: %s\n", (unsigned long long)p->seed,
           setting->wave_size, schedules[setting->schedule], gen_failure_texts[outcome->failure],
           outcome->text);
    if (!a->keep)
        return;
    gen_reduce(p, setting, outcome);
    gen_check(p, setting, outcome);
    printf("  %u statements left: %s\n", gen_tree_size(p), outcome->text);
    snprintf(name, sizeof name, "run-%llu", (unsigned long long)p->seed);
    gen_keep(a->keep, name, p, setting, outcome);
}

/* True if the program does what it should; a program that failed may have been made small. */
static bool check_one(const arguments *a, gen_program *p, uint32_t wave_size, char schedule)
{
    gen_outcome outcome;
    const gen_setting setting = {.execute = gen_execute,
                                 .wave_size = wave_size,
                                 .schedule = (uint32_t)(strchr(schedules, schedule) - schedules),
                                 .schedule_seed = p->seed,
                                 .looks = a->looks};
    gen_check(p, &setting, &outcome);
    if (outcome.failure == GEN_FINE)
        return true;
    report(a, p, &setting, &outcome);
    return false;
}

static bool check_seed(const arguments *a, uint64_t seed)
{
    const gen_options make = {.size = a->size};
    uint32_t chosen = (uint32_t)((seed * 2654435761u >> 7) % SIZES);
    bool fine = true;
    gen_program p;

    gen_make(seed, &make, &p);
    for (uint32_t i = 0; i < SIZES && fine; i++) {
        if (!a->all_sizes && (a->wave_size ? sizes[i] != a->wave_size : i != chosen))
            continue;
        for (const char *s = a->schedules; *s && fine; s++)
            if (*s == 'l' || !p.has_wave_loops)
                fine = check_one(a, &p, sizes[i], *s);
    }
    gen_arena_free(&p.memory);
    return fine;
}

static bool take_option(arguments *a, char letter, const char *value)
{
    unsigned long long number = strtoull(value, NULL, 10);
    switch (letter) {
    case 's':
        a->seed = number;
        return true;
    case 'n':
        a->count = number;
        return true;
    case 'z':
        a->size = (uint32_t)number;
        return true;
    case 'w':
        a->wave_size = (uint32_t)number;
        a->all_sizes = strcmp(value, "all") == 0;
        return true;
    case 'o':
        a->schedules = value;
        return strspn(value, schedules) == strlen(value);
    case 'm':
        a->most = (uint32_t)number;
        return true;
    case 'c':
        a->looks = number != 0;
        return true;
    case 'k':
        a->keep = value;
        return true;
    case 'e':
        a->emit = value;
        return true;
    default:
        return false;
    }
}

/* Writes a program's module. */
static void emit_seed(const arguments *a, uint64_t seed)
{
    const gen_options make = {.size = a->size};
    const gen_outcome fine = {.failure = GEN_FINE};
    const gen_setting none = {.wave_size = 0};
    gen_program p;
    char name[64];

    gen_make(seed, &make, &p);
    gen_tree_mark(&p);
    snprintf(name, sizeof name, "gen-%llu", (unsigned long long)seed);
    gen_keep(a->emit, name, &p, &none, &fine);
    gen_arena_free(&p.memory);
}

int main(int argc, char **argv)
{
    arguments a = {.count = 1000, .most = 10, .schedules = "l"};
    uint64_t good = 0, tried = 0;

    for (int i = 1; i < argc; i += 2)
        if (i + 1 >= argc || argv[i][0] != '-' || !take_option(&a, argv[i][1], argv[i + 1])) {
            fprintf(stderr, "conformance-gen_run: what is '%s'?\n", argv[i]);
            return 2;
        }
    for (; a.emit && tried < a.count; tried++)
        emit_seed(&a, a.seed + tried);
    if (a.emit)
        return 0;
    for (; tried < a.count && tried - good < a.most; tried++)
        good += check_seed(&a, a.seed + tried);
    printf("identical %llu of %llu\n", (unsigned long long)good, (unsigned long long)tried);
    return good == tried ? 0 : 1;
}

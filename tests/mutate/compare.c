/* SPDX-License-Identifier: MIT */
/* compare.c - see compare.h. */
#include "compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "../files.h"

bool reference_says_valid(dxk_bytes text)
{
    static const char words[] = "Validation succeeded";
    for (size_t i = 0; i + sizeof words <= text.size + 1; i++)
        if (memcmp(text.data + i, words, sizeof words - 1) == 0)
            return true;
    return false;
}

void mutant_fail(mutant *m, const char *why)
{
    printf("%s, mutant %llu (%s): %s\n", m->path, (unsigned long long)m->number, m->what, why);
    fflush(stdout);
    m->has_failed = true;
}

/* ---------------------------------------------------------------------------------------- */
/* A reference that is started for each                                                       */

static void put_file(const char *path, dxk_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file)) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(2);
    }
}

static void file_name(const comparison *c, const mutant *m, char name[1024], const char *suffix)
{
    const char *base = strrchr(m->path, '/');
    snprintf(name, 1024, "%s/%s-%llu%s", c->keep, base ? base + 1 : m->path,
             (unsigned long long)m->number, suffix);
}

/* Whether the reference takes the file; -1: it does not say. */
static int verdict_of_reference(const comparison *c, const mutant *m, const char *path)
{
    char command[4096], out[1024];
    file_name(c, m, out, ".out");
    snprintf(command, sizeof command, "%s '%s' >'%s' 2>&1", c->reference, path, out);
    int status = system(command);
    dxk_bytes text = {NULL, 0};
    uint8_t *data = files_read(out, &text);
    bool crashed = status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) >= 128;
    int verdict = !data || text.size == 0 || crashed ? -1 : reference_says_valid(text);
    free(data);
    remove(out);
    return verdict;
}

/* The same for bytes. */
static int ask_reference(const comparison *c, const mutant *m, dxk_bytes bytes)
{
    char path[1024];
    file_name(c, m, path, m->is_text ? ".ll" : ".dxil");
    put_file(path, bytes);
    int verdict = verdict_of_reference(c, m, path);
    remove(path);
    return verdict;
}

/* ---------------------------------------------------------------------------------------- */
/* What was compared                                                                          */

/* The kind of change, which stands after the place. */
static change_kind *kind_of(comparison *c, const mutant *m)
{
    const char *colon = strrchr(m->what, ':'), *name = colon ? colon + 2 : m->what;
    for (size_t i = 0; i < c->kind_count; i++)
        if (strcmp(c->kinds[i].name, name) == 0)
            return &c->kinds[i];
    change_kind *k = &c->kinds[c->kind_count];
    if (c->kind_count + 1 < sizeof c->kinds / sizeof *c->kinds)
        c->kind_count++;
    snprintf(k->name, sizeof k->name, "%s", name);
    return k;
}

static void count_verdict(comparison *c, const mutant *m, int verdict)
{
    change_kind *k = kind_of(c, m);
    c->compared += verdict >= 0;
    c->silent += verdict < 0;
    k->valid += verdict == 1;
    k->refused += verdict == 0;
    k->silent += verdict < 0;
}

static void compare(comparison *c, mutant *m, int verdict, const char *why)
{
    char text[320];
    count_verdict(c, m, verdict);
    if (verdict < 0 || verdict == m->valid)
        return;
    snprintf(text, sizeof text, "the reference %s it%s%s", m->valid ? "refuses" : "takes",
             *why ? ": " : "", why);
    mutant_fail(m, text);
}

/* Keeps the mutant if something failed. */
static void settle(comparison *c, const mutant *m, dxk_bytes bytes)
{
    char path[1024];
    c->valid += m->valid;
    c->failed += m->has_failed;
    if (c->keep && m->has_failed) {
        file_name(c, m, path, m->is_text ? ".ll" : ".dxil");
        put_file(path, bytes);
    }
}

static void take_answer(void *user, void *about, dxk_bytes bytes, int verdict, const char *why)
{
    comparison *c = user;
    mutant *m = about;
    if (c->reference && verdict >= 0 && verdict != m->valid)
        verdict = ask_reference(c, m, bytes);
    compare(c, m, verdict, why);
    settle(c, m, bytes);
    free(m);
}

void comparison_start(comparison *c)
{
    if ((c->reference || c->judge_command) && !c->keep)
        c->keep = ".";
    if (c->judge_command)
        c->judge = judge_start(c->judge_command, take_answer, c);
}

void comparison_add(comparison *c, const mutant *m, dxk_bytes bytes)
{
    mutant *own = malloc(sizeof *own);
    if (!own)
        abort();
    *own = *m;
    if (c->judge && m->judged) {
        judge_ask(c->judge, bytes, own);
        return;
    }
    if (c->reference && m->judged)
        compare(c, own, ask_reference(c, m, bytes), "");
    settle(c, own, bytes);
    free(own);
}

void comparison_end(comparison *c)
{
    if (c->judge)
        judge_end(c->judge);
    c->judge = NULL;
}

void comparison_print_kinds(const comparison *c)
{
    printf("%-32s %10s %10s %10s\n", "change", "valid", "refused", "no verdict");
    for (size_t i = 0; i < c->kind_count; i++)
        printf("%-32s %10llu %10llu %10llu\n", c->kinds[i].name,
               (unsigned long long)c->kinds[i].valid, (unsigned long long)c->kinds[i].refused,
               (unsigned long long)c->kinds[i].silent);
}

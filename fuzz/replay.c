/* SPDX-License-Identifier: MIT */
/*
 * replay.c - runs a fuzz target over files and folders without a fuzzer.
 *
 *     dxk_replay TARGET [--every N] [--share N] FILE|FOLDER...
 *
 * TARGET is the name of a file here, such as fuzz_yaml; each was compiled with that as the name of
 * its function. Without arguments the targets are listed.
 *
 * Every file is also tried cut off at several places and with bytes changed, so that each test run
 * does a little fuzzing, always the same; texts as UTF-16, too. The empty input comes first. With
 * --every N, files up to 16 KiB are cut off at every N-th place and have every N-th byte changed in
 * three ways. With --share N, each file has an N-th of its other changes, which ones depends on its
 * size.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "text.h"

typedef int target_function(const uint8_t *data, size_t size);

#define TARGET(name) target_function name;
#include "targets.def"
#undef TARGET

static const struct {
    const char *name;
    target_function *run;
} targets[] = {
#define TARGET(name) {#name, name},
#include "targets.def"
#undef TARGET
};
#define TARGETS (sizeof targets / sizeof *targets)

#define EVERY_LIMIT (16 * 1024)

static target_function *target;
static unsigned long runs;
static size_t every; /* 0: a few places only */
static size_t share = 1;

/* The target gets memory of exactly the right size, so that sanitizers see overruns. */
static void run(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        exit(2);
    copy[0] = 0;
    if (size)
        memcpy(copy, data, size);
    target(copy, size);
    free(copy);
    runs++;
}

static void vary_everything(uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i += every)
        run(data, i);
    for (size_t i = 0; i < size; i += every) {
        uint8_t old = data[i];
        const uint8_t changes[] = {(uint8_t)~old, (uint8_t)(old + 1), (uint8_t)(old ^ 0x80)};
        for (size_t k = 0; k < sizeof changes; k++) {
            data[i] = changes[k];
            run(data, size);
        }
        data[i] = old;
    }
}

/* The text as UTF-16, whole, and cut off inside of a character and at one. */
static void vary_encoding(const uint8_t *text, size_t size)
{
    uint8_t *wide = malloc(2 * size + 2);
    if (!wide)
        exit(2);
    for (int big = 0; big < 2; big++) {
        size_t whole = fuzz_to_utf16(wide, text, size, big);
        run(wide, whole);
        run(wide, whole - 1);
        for (size_t i = 1; i < 4; i++)
            run(wide, size / 4 * i * 2 + 2);
    }
    free(wide);
}

static void vary(uint8_t *data, size_t size)
{
    uint32_t random = 12345;
    run(data, size);
    if (size > 64 * 1024)
        return;
    if (fuzz_is_text(data, size))
        vary_encoding(data, size);
    if (every && size <= EVERY_LIMIT) {
        vary_everything(data, size);
        return;
    }
    for (size_t i = 1; i < 16; i++)
        if (!share || (size + i) % share == 0)
            run(data, size * i / 16);
    for (size_t i = 0; i < 24 && size; i++) {
        random = random * 1664525u + 1013904223u;
        if (share && (size + i) % share)
            continue;
        size_t at = (size_t)(random >> 8) % size;
        uint8_t old = data[at];
        data[at] = (uint8_t)(i % 3 == 0 ? 0xff : i % 3 == 1 ? old ^ 1u << (random & 7) : 0);
        run(data, size);
        data[at] = old;
    }
}

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(2);
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
        exit(2);
    fclose(file);
    vary(data, (size_t)size);
    free(data);
}

static void run_path(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return; /* an optional folder */
    if (!S_ISDIR(info.st_mode)) {
        run_file(path);
        return;
    }
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        char inner[2048];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        run_path(inner);
    }
    if (dir)
        closedir(dir);
}

static void list_targets(void)
{
    for (size_t i = 0; i < TARGETS; i++)
        puts(targets[i].name);
}

int main(int argc, char **argv)
{
    for (size_t i = 0; i < TARGETS && argc > 1; i++)
        if (strcmp(argv[1], targets[i].name) == 0)
            target = targets[i].run;
    if (!target) {
        list_targets();
        return argc > 1 ? 2 : 0;
    }
    run(NULL, 0);
    for (int i = 2; i < argc; i++) {
        if (strcmp(argv[i], "--every") == 0 && i + 1 < argc)
            every = strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--share") == 0 && i + 1 < argc)
            share = strtoul(argv[++i], NULL, 10);
        else
            run_path(argv[i]);
    }
    printf("%lu inputs replayed\n", runs);
    return runs > 1 ? 0 : 1;
}

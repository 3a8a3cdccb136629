/* SPDX-License-Identifier: MIT */
/*
 * rewrite.c - reads each module in containers and writes it again, and counts those that come out
 * the same, by part.
 *
 *     conformance-rewrite [-v] FILE|FOLDER...
 *
 * In folders NAME.dxil is taken. -v names every difference. The exit status is 1 when there is one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/module.h"
#include "dxk/parts.h"
#include "files.h"

#define KINDS 3

static const char kinds[KINDS][5] = {"DXIL", "ILDB", "STAT"};

typedef struct tally {
    bool verbose;
    size_t parts[KINDS], same[KINDS];
} tally;

static bool comes_back(dxk_ctx *ctx, dxk_bytes bitcode)
{
    dxk_module *module = NULL;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    bool same = dxk_module_read(ctx, bitcode, NULL, &module) == DXK_OK &&
                dxk_module_write(module, NULL, dxk_buffer_sink(&out)) == DXK_OK &&
                files_same((dxk_bytes){out.data, out.size}, bitcode);
    dxk_buffer_free(&out);
    dxk_module_free(module);
    return same;
}

static void run_container(tally *t, dxk_ctx *ctx, const char *path, const dxk_container *container)
{
    for (size_t kind = 0; kind < KINDS; kind++) {
        const char *f = kinds[kind];
        size_t index = dxk_container_find(container, DXK_FOURCC(f[0], f[1], f[2], f[3]), 0);
        dxk_program program;
        if (index == DXK_NO_PART ||
            dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) !=
                DXK_OK)
            continue;
        bool same = comes_back(ctx, program.bitcode);
        t->parts[kind]++;
        t->same[kind] += same;
        if (!same && t->verbose)
            printf("%s: %s differs\n", path, f);
    }
}

static void run_file(tally *t, const char *path)
{
    dxk_bytes bytes;
    uint8_t *data = files_read(path, &bytes);
    dxk_ctx *ctx = NULL;
    dxk_container *container = NULL;
    if (data && dxk_ctx_create(NULL, &ctx) == DXK_OK &&
        dxk_container_read(ctx, bytes, 0, &container) == DXK_OK)
        run_container(t, ctx, path, container);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    free(data);
}

static void run_below(void *user, const char *path)
{
    if (files_each(path, "", run_below, user) < 0 && files_ends(path, ".dxil"))
        run_file(user, path);
}

int main(int argc, char **argv)
{
    tally t = {false, {0}, {0}};
    bool good = true;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            t.verbose = true;
        else if (files_each(argv[i], "", run_below, &t) < 0)
            run_file(&t, argv[i]);
    }
    for (size_t kind = 0; kind < KINDS; kind++) {
        printf("module of %s identical %zu of %zu\n", kinds[kind], t.same[kind], t.parts[kind]);
        good = good && t.same[kind] == t.parts[kind];
    }
    return good ? 0 : 1;
}

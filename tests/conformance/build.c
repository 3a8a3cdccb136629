/* SPDX-License-Identifier: MIT */
/*
 * build.c - builds containers from the modules in containers that the reference assembled, and
 * counts the parts that come out the same.
 *
 *     conformance-build [-v] FILE|FOLDER...
 *
 * The module is that of ILDB or, without one, of DXIL. In folders only NAME.asm.dxil is taken. A
 * root signature, or sub-objects, are in no module any more: those files are left out. -v names
 * every difference. The exit status is 1 when there is one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/build.h"
#include "dxk/parts.h"
#include "files.h"

#define KINDS 32

typedef struct tally {
    bool verbose;
    size_t files, same, failed;
    struct {
        uint32_t fourcc;
        size_t parts, same;
    } kinds[KINDS];
    size_t kind_count;
} tally;

static void count_part(tally *t, const char *path, const dxk_part *part, bool same)
{
    size_t i = 0;
    while (i < t->kind_count && t->kinds[i].fourcc != part->fourcc)
        i++;
    if (i == KINDS)
        return;
    if (i == t->kind_count) {
        t->kind_count++;
        t->kinds[i].fourcc = part->fourcc;
    }
    t->kinds[i].parts++;
    t->kinds[i].same += same;
    if (!same && t->verbose)
        printf("%s: %.4s differs\n", path, (const char *)&part->fourcc);
}

/* The module to build from; NULL: there is none. */
static dxk_module *read_module(dxk_ctx *ctx, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_PART_ILDB, 0);
    if (index == DXK_NO_PART)
        index = dxk_container_find(container, DXK_PART_DXIL, 0);
    dxk_program program;
    dxk_module *module = NULL;
    if (index != DXK_NO_PART &&
        dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) == DXK_OK)
        dxk_module_read(ctx, program.bitcode, NULL, &module);
    return module;
}

static void compare(tally *t, dxk_ctx *ctx, const char *path, dxk_bytes bytes,
                    const dxk_container *golden, const dxk_container *made)
{
    dxk_buffer whole;
    for (size_t i = 0; i < dxk_container_part_count(golden); i++) {
        const dxk_part *part = dxk_container_part(golden, i);
        size_t at = dxk_container_find(made, part->fourcc, 0);
        count_part(t, path, part,
                   at != DXK_NO_PART &&
                       files_same(part->content, dxk_container_part(made, at)->content));
    }
    dxk_buffer_init(&whole, ctx);
    bool same = dxk_container_write(made, NULL, dxk_buffer_sink(&whole)) == DXK_OK &&
                files_same((dxk_bytes){whole.data, whole.size}, bytes);
    t->same += same;
    if (!same && t->verbose)
        printf("%s: container differs\n", path);
    dxk_buffer_free(&whole);
}

static void check(tally *t, dxk_ctx *ctx, const char *path, dxk_bytes bytes)
{
    dxk_container *golden, *made = NULL;
    if (dxk_container_read(ctx, bytes, NULL, &golden) != DXK_OK)
        return;
    dxk_module *module = read_module(ctx, golden);
    if (module && dxk_container_find(golden, DXK_PART_RTS0, 0) == DXK_NO_PART) {
        t->files++;
        if (dxk_container_build(module, NULL, &made) == DXK_OK) {
            compare(t, ctx, path, bytes, golden, made);
        } else {
            t->failed++;
            const dxk_diag *diag = dxk_ctx_diag(ctx, 0);
            if (t->verbose)
                printf("%s: not built: %s\n", path, diag ? diag->message : "?");
        }
    }
    dxk_container_free(made);
    dxk_module_free(module);
    dxk_container_free(golden);
}

static void check_file(void *user, const char *path)
{
    dxk_bytes bytes;
    uint8_t *data = files_read(path, &bytes);
    dxk_ctx *ctx;
    if (!data) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(3);
    }
    if (dxk_ctx_create(NULL, &ctx) == DXK_OK) {
        check(user, ctx, path, bytes);
        dxk_ctx_free(ctx);
    }
    free(data);
}

int main(int argc, char **argv)
{
    tally t = {.verbose = argc > 1 && strcmp(argv[1], "-v") == 0};
    if (argc < 2 + t.verbose) {
        fprintf(stderr, "usage: %s [-v] FILE|FOLDER...\n", argv[0]);
        return 2;
    }
    for (int i = 1 + t.verbose; i < argc; i++)
        if (files_each(argv[i], ".asm.dxil", check_file, &t) < 0)
            check_file(&t, argv[i]);
    bool same = t.same == t.files;
    for (size_t i = 0; i < t.kind_count; i++)
        printf("build %.4s identical %zu of %zu\n", (const char *)&t.kinds[i].fourcc,
               t.kinds[i].same, t.kinds[i].parts);
    printf("build container identical %zu of %zu", t.same, t.files);
    if (t.failed)
        printf(" (failed %zu)", t.failed);
    putchar('\n');
    return same ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/*
 * bench_dis.c - how long the stages of a disassembly take: reading the module, the comment
 * header, the module's text. Best of several rounds, per byte of bitcode and per instruction.
 *
 *   bench_dis [-n ROUNDS] FILE...
 */
#include <dxk/dxk.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum stage { READ, HEADER, PRINT, RELEASE, WHOLE, STAGES } stage;

static double now(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static dxk_status count_bytes(void *user, const void *data, size_t size)
{
    (void)data;
    *(uint64_t *)user += size;
    return DXK_OK;
}

static dxk_bytes read_file(const char *path)
{
    dxk_bytes bytes = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return bytes;
    uint8_t *data = malloc(1u << 28);
    if (data) {
        bytes.data = data;
        bytes.size = fread(data, 1, 1u << 28, file);
    }
    fclose(file);
    return bytes;
}

static dxk_bytes bitcode_of(dxk_ctx *ctx, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_FOURCC('I', 'L', 'D', 'B'), 0);
    if (index == DXK_NO_PART)
        index = dxk_container_find(container, DXK_FOURCC('D', 'X', 'I', 'L'), 0);
    dxk_program program;
    if (index == DXK_NO_PART ||
        dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) != DXK_OK)
        return dxk_container_input(container);
    return program.bitcode;
}

/* One round; false: it failed. */
static bool run(dxk_ctx *ctx, const dxk_container *container, double seconds[STAGES],
                uint64_t *text)
{
    uint64_t header = 0;
    dxk_sink header_sink = {count_bytes, &header}, text_sink = {count_bytes, text};
    dxk_module *module;
    double start = now();
    if (dxk_module_read(ctx, bitcode_of(ctx, container), NULL, &module) != DXK_OK)
        return false;
    double read = now();
    dxk_listing_header(ctx, container, module, NULL, header_sink);
    double listed = now();
    *text = 0;
    dxk_module_print(module, NULL, text_sink);
    double printed = now();
    dxk_module_free(module);
    double end = now();
    double all[STAGES] = {read - start, listed - read, printed - listed, end - printed,
                          end - start};
    for (int i = 0; i < STAGES; i++)
        if (all[i] < seconds[i])
            seconds[i] = all[i];
    return true;
}

static void measure(const char *path, int rounds)
{
    static const char *const names[STAGES] = {"read", "header", "print", "free", "whole"};
    double seconds[STAGES] = {1e9, 1e9, 1e9, 1e9, 1e9};
    dxk_bytes input = read_file(path);
    dxk_container *container;
    dxk_ctx *ctx;
    uint64_t text = 0;
    size_t peak = 0;
    if (!input.data || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return;
    if (dxk_container_read(ctx, input, DXK_READ_SALVAGE, &container) == DXK_OK) {
        size_t size = bitcode_of(ctx, container).size;
        bool good = true;
        for (int i = 0; i < rounds && good; i++)
            good = run(ctx, container, seconds, &text);
        dxk_ctx_memory(ctx, NULL, &peak);
        printf("%s: %zu bytes of bitcode, %llu of text, peak %.1f x bitcode\n", path, size,
               (unsigned long long)text, (double)peak / (double)size);
        for (int i = 0; i < STAGES && good; i++)
            printf("  %-6s %8.3f ms %7.2f ns/byte\n", names[i], seconds[i] * 1e3,
                   seconds[i] * 1e9 / (double)size);
        dxk_container_free(container);
    }
    dxk_ctx_free(ctx);
    free((void *)(uintptr_t)input.data);
}

int main(int argc, char **argv)
{
    int rounds = 20, first = 1;
    if (argc > 2 && strcmp(argv[1], "-n") == 0) {
        rounds = atoi(argv[2]);
        first = 3;
    }
    for (int i = first; i < argc; i++)
        measure(argv[i], rounds);
    return 0;
}

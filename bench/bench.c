/* SPDX-License-Identifier: MIT */
/*
 * bench.c - throughput per stage, in nanoseconds per byte of input.
 *
 *     bench [-s SECONDS] FILE...
 *
 * Each stage runs over all files again and again for SECONDS (0.5); the best round counts. Figures
 * are for comparing two builds on one machine; nothing tests them.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <dxk/bitcode.h>
#include <dxk/digest.h>
#include <dxk/dxk.h>

typedef struct input {
    const char *path;
    uint8_t *data;
    size_t size;
} input;

/* Time of the processor: what else runs on the machine does not count. */
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static dxk_status swallow(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Stages: each does its work on one file and returns how many bytes it worked on.            */

static size_t stage_digest(const input *in)
{
    uint8_t digest[16];
    if (in->size < DXK_DIGEST_SKIP)
        return 0;
    dxk_digest_compute((dxk_bytes){in->data + DXK_DIGEST_SKIP, in->size - DXK_DIGEST_SKIP},
                       DXK_DIGEST_VARIANT_RETAIL, digest);
    return in->size - DXK_DIGEST_SKIP;
}

/* Reads the container and hands it to `work`. */
static size_t with_container(const input *in, void (*work)(dxk_ctx *, dxk_container *))
{
    dxk_ctx *ctx;
    dxk_container *container;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        exit(1);
    if (dxk_container_read(ctx, (dxk_bytes){in->data, in->size}, NULL, &container) == DXK_OK &&
        work)
        work(ctx, container);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return in->size;
}

static size_t stage_read(const input *in)
{
    return with_container(in, NULL);
}

static void write_back(dxk_ctx *ctx, dxk_container *container)
{
    size_t written = 0;
    dxk_write_options options = {.digest = DXK_DIGEST_KEEP};
    (void)ctx;
    dxk_container_write(container, &options, (dxk_sink){swallow, &written});
}

static size_t stage_write(const input *in)
{
    return with_container(in, write_back);
}

static dxk_status count_field(void *user, const dxk_visit_field *field)
{
    (void)field;
    ++*(size_t *)user;
    return DXK_OK;
}

static void visit(dxk_ctx *ctx, dxk_container *container)
{
    size_t fields = 0;
    dxk_visitor visitor = {&fields, NULL, count_field, NULL};
    (void)ctx;
    dxk_container_visit(container, &visitor);
}

static size_t stage_visit(const input *in)
{
    return with_container(in, visit);
}

static void reencode(dxk_ctx *ctx, dxk_container *container)
{
    (void)ctx;
    dxk_container_reencode(container);
}

static size_t stage_reencode(const input *in)
{
    return with_container(in, reencode);
}

/* The bitcode in the first part of that kind, empty when there is none. */
static dxk_bytes bitcode_in(dxk_ctx *ctx, const dxk_container *container, uint32_t fourcc)
{
    dxk_program program;
    size_t index = dxk_container_find(container, fourcc, 0);
    if (index != DXK_NO_PART &&
        dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) == DXK_OK)
        return program.bitcode;
    return (dxk_bytes){NULL, 0};
}

static const uint32_t programs[] = {DXK_PART_ILDB, DXK_PART_DXIL};

static dxk_bytes bitcode_of(dxk_ctx *ctx, const dxk_container *container)
{
    dxk_bytes debug = bitcode_in(ctx, container, programs[0]);
    return debug.size ? debug : bitcode_in(ctx, container, programs[1]);
}

static void read_module(dxk_ctx *ctx, dxk_container *container)
{
    dxk_module *module = NULL;
    dxk_module_read(ctx, bitcode_of(ctx, container), NULL, &module);
    dxk_module_free(module);
}

static size_t stage_module(const input *in)
{
    return with_container(in, read_module);
}

static void rewrite_module(dxk_ctx *ctx, dxk_container *container)
{
    dxk_module *module = NULL;
    size_t written = 0;
    if (dxk_module_read(ctx, bitcode_of(ctx, container), NULL, &module) == DXK_OK)
        dxk_module_write(module, NULL, (dxk_sink){swallow, &written});
    dxk_module_free(module);
}

static size_t stage_rewrite(const input *in)
{
    return with_container(in, rewrite_module);
}

static void decode_program(dxk_ctx *ctx, dxk_bytes bitcode)
{
    dxk_module *module = NULL;
    dxk_dxil *view = NULL;
    if (!bitcode.size || dxk_module_read(ctx, bitcode, NULL, &module) != DXK_OK)
        return;
    dxk_dxil_load(module, &view);
    dxk_dxil_free(view);
    dxk_module_free(module);
}

/* Everything that can be known of it without judging: all parts, the programs, their metadata. */
static void decode(dxk_ctx *ctx, dxk_container *container)
{
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        dxk_decoded *decoded = NULL;
        dxk_part_decode(ctx, part->fourcc, part->content, &decoded);
        dxk_decoded_free(decoded);
    }
    for (size_t i = 0; i < 2; i++)
        decode_program(ctx, bitcode_in(ctx, container, programs[i]));
}

static size_t stage_decode(const input *in)
{
    return with_container(in, decode);
}

static void validate(dxk_ctx *ctx, dxk_container *container)
{
    (void)ctx;
    dxk_validation *result;
    if (dxk_validate(container, NULL, &result) == DXK_OK)
        dxk_validation_free(result);
}

static size_t stage_validate(const input *in)
{
    return with_container(in, validate);
}

static void disassemble(dxk_ctx *ctx, dxk_container *container)
{
    (void)ctx;
    size_t written = 0;
    dxk_disassemble(container, NULL, (dxk_sink){swallow, &written});
}

static size_t stage_disassemble(const input *in)
{
    return with_container(in, disassemble);
}

/* The file again, as a baseline. */
static size_t stage_file(const input *in)
{
    static uint8_t block[1 << 16];
    FILE *file = fopen(in->path, "rb");
    size_t size = 0, n;
    while (file && (n = fread(block, 1, sizeof block, file)) > 0)
        size += n;
    if (file)
        fclose(file);
    return size;
}

/* Programs of shader models 4 and 5: bytes of their tokens count. */
static size_t with_tokens(const input *in, void (*work)(dxk_ctx *, dxk_container *, dxk_bytes))
{
    static const uint32_t kinds[] = {DXK_PART_SHEX, DXK_PART_SHDR};
    dxk_ctx *ctx;
    dxk_container *container;
    size_t size = 0;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        exit(1);
    dxk_container_read(ctx, (dxk_bytes){in->data, in->size}, NULL, &container);
    for (size_t i = 0; container && i < 2 && size == 0; i++) {
        size_t index = dxk_container_find(container, kinds[i], 0);
        if (index == DXK_NO_PART)
            continue;
        dxk_bytes content = dxk_container_part(container, index)->content;
        size = content.size;
        work(ctx, container, content);
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return size;
}

static void decode_tokens(dxk_ctx *ctx, dxk_container *container, dxk_bytes content)
{
    dxk_dxbc_program *program;
    (void)container;
    if (dxk_dxbc_decode(ctx, content, &program) == DXK_OK)
        dxk_dxbc_program_free(program);
}

static size_t stage_tokens(const input *in)
{
    return with_tokens(in, decode_tokens);
}

static void list_tokens(dxk_ctx *ctx, dxk_container *container, dxk_bytes content)
{
    (void)ctx;
    size_t written = 0;
    (void)content;
    dxk_dxbc_print(container, NULL, (dxk_sink){swallow, &written});
}

static size_t stage_listing(const input *in)
{
    return with_tokens(in, list_tokens);
}

static void check_tokens(dxk_ctx *ctx, dxk_container *container, dxk_bytes content)
{
    (void)ctx;
    (void)content;
    dxk_dxbc_check(container);
}

static size_t stage_check(const input *in)
{
    return with_tokens(in, check_tokens);
}

/* ---------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t (*run)(const input *in);
} stages[] = {
    {"digest", stage_digest},
    {"read container", stage_read},
    {"read and write", stage_write},
    {"read and visit fields", stage_visit},
    {"re-encode parts", stage_reencode},
    {"read module", stage_module},
    {"read and write module", stage_rewrite},
    {"disassemble", stage_disassemble},
    {"decode everything", stage_decode},
    {"validate", stage_validate},
    {"read the file", stage_file},
    {"models 4 and 5: decode tokens", stage_tokens},
    {"models 4 and 5: list", stage_listing},
    {"models 4 and 5: check", stage_check},
};

static void measure(size_t stage, const input *inputs, size_t count, double seconds)
{
    double best = 1e9, end = now() + seconds;
    size_t bytes = 0;
    do {
        double start = now();
        bytes = 0;
        for (size_t i = 0; i < count; i++)
            bytes += stages[stage].run(&inputs[i]);
        double took = now() - start;
        best = took < best ? took : best;
    } while (now() < end);
    if (bytes == 0)
        return; /* nothing of that kind */
    printf("%-29s %8.2f ns/byte %9.1f MB/s %10.1f us/file\n", stages[stage].name,
           best * 1e9 / (double)bytes, (double)bytes / best * 1e-6, best * 1e6 / (double)count);
}

static bool load(const char *path, input *in)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    in->path = path;
    in->data = malloc(size > 0 ? (size_t)size : 1);
    in->size = in->data ? fread(in->data, 1, (size_t)size, file) : 0;
    fclose(file);
    return in->size > 0;
}

int main(int argc, char **argv)
{
    double seconds = 0.5;
    int first = 1;
    if (argc > 2 && strcmp(argv[1], "-s") == 0) {
        seconds = atof(argv[2]);
        first = 3;
    }
    size_t count = 0, total = 0;
    input *inputs = calloc((size_t)argc, sizeof *inputs);
    for (int i = first; inputs && i < argc; i++) {
        if (load(argv[i], &inputs[count]))
            total += inputs[count++].size;
        else
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
    }
    if (!count) {
        fprintf(stderr, "usage: bench [-s SECONDS] FILE...\n");
        return 2;
    }
    printf("%zu files, %zu bytes\n", count, total);
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        measure(i, inputs, count, seconds);
    for (size_t i = 0; i < count; i++)
        free(inputs[i].data);
    free(inputs);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * portability.c - reads the samples it is given, runs those that are compute shaders, and prints a
 * digest of everything the library sees in them and computes: run on two machines, the output must be the same.
 */
#include <stdio.h>
#include <stdlib.h>

#include "dxk/listing.h"
#include "dxk/digest.h"
#include "dxk/parts.h"
#include "dxk/text.h"
#include "run_digest.h"

static void mix(uint64_t *hash, const void *data, size_t size)
{
    const unsigned char *p = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ p[i]) * 0x100000001b3ull;
}

static dxk_status on_field(void *user, const dxk_visit_field *f)
{
    unsigned char number[8];
    for (int i = 0; i < 8; i++)
        number[i] = (unsigned char)(f->number >> (8 * i));
    mix(user, number, sizeof number);
    mix(user, f->text.data, f->text.size);
    mix(user, f->bytes.data, f->bytes.size);
    return DXK_OK;
}

static dxk_status on_text(void *user, const void *data, size_t size)
{
    mix(user, data, size);
    return DXK_OK;
}

static int show(const char *path)
{
    static unsigned char data[1 << 20];
    FILE *file = fopen(path, "rb");
    if (!file)
        return 1;
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);

    dxk_ctx *ctx;
    dxk_container *container;
    uint64_t hash = 0xcbf29ce484222325ull;
    dxk_visitor visitor = {&hash, NULL, on_field, NULL};
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 1;
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container);
    if (status == DXK_OK) {
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        status = dxk_container_visit(container, &visitor);
        dxk_disassemble(container, NULL, (dxk_sink){on_text, &hash});
        dxk_container_reencode(container);
        dxk_container_write(container, NULL, dxk_buffer_sink(&out));
        mix(&hash, out.data, out.size);
        dxk_buffer_free(&out);
    }
    printf("%s status %d digest %s fields %08lx%08lx\n", path, (int)status,
           container ? dxk_digest_state_name(dxk_container_digest_state(container)) : "-",
           (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu));
    status = run_digest(ctx, (dxk_bytes){data, size}, &hash);
    printf("%s runs with status %d to %08lx%08lx\n", path, (int)status, (unsigned long)(hash >> 32),
           (unsigned long)(hash & 0xffffffffu));
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return 0;
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 1; i < argc; i++)
        failed |= show(argv[i]);
    return failed;
}

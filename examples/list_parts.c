/* SPDX-License-Identifier: MIT */
/* list_parts.c - a minimal example: prints names and sizes of the parts of a container. */
#include <stdio.h>
#include <stdlib.h>

#include <dxk/dxk.h>

/* Reads a whole file; the library performs no I/O. */
static dxk_bytes read_file(const char *path)
{
    dxk_bytes none = {NULL, 0};
    FILE *file = fopen(path, "rb");
    if (!file)
        return none;
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    uint8_t *data = malloc(size ? size : 1);
    size = data ? fread(data, 1, size, file) : 0;
    fclose(file);
    return (dxk_bytes){data, size};
}

static void print_diagnostics(const dxk_ctx *ctx)
{
    const dxk_diag *diag;
    for (size_t i = 0; (diag = dxk_ctx_diag(ctx, i)) != NULL; i++)
        fprintf(stderr, "at %llu: %s [%s]\n", (unsigned long long)diag->position, diag->message,
                diag->rule);
}

int main(int argc, char **argv)
{
    dxk_ctx *ctx;
    dxk_container *container;
    if (argc != 2 || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    dxk_bytes input = read_file(argv[1]); /* must outlive the container */
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    print_diagnostics(ctx);
    if (status == DXK_OK) {
        for (size_t i = 0; i < dxk_container_part_count(container); i++) {
            const dxk_part *part = dxk_container_part(container, i);
            printf("%.4s %8zu  %s\n", (const char *)input.data + part->offset, part->content.size,
                   dxk_part_title(part->fourcc, part->content));
        }
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    free((void *)input.data);
    return status == DXK_OK ? 0 : 1;
}

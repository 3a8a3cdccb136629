/* SPDX-License-Identifier: MIT */
/* edit.c - post-processes a shader as a build pipeline would: removes parts that only tools need,
 * attaches private data, and recomputes the digest. */
#include <stdio.h>
#include <stdlib.h>

#include <dxk/dxk.h>

/* Parts that runtimes do not read. */
static bool is_for_tools(uint32_t fourcc)
{
    return fourcc == DXK_PART_STAT || fourcc == DXK_PART_ILDB || fourcc == DXK_PART_ILDN ||
           fourcc == DXK_PART_PRIV;
}

static dxk_status drop_tool_parts(dxk_container *container)
{
    for (size_t i = dxk_container_part_count(container); i-- > 0;) {
        if (!is_for_tools(dxk_container_part(container, i)->fourcc))
            continue;
        dxk_status status = dxk_container_remove(container, i);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

static dxk_status attach_note(dxk_container *container, const char *note, size_t size)
{
    return dxk_container_insert(container, dxk_container_part_count(container), DXK_PART_PRIV,
                                (dxk_bytes){(const uint8_t *)note, size});
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 22];
    dxk_ctx *ctx;
    FILE *file = argc >= 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    dxk_bytes input = {data, fread(data, 1, sizeof data, file)};
    fclose(file);

    dxk_container *container = NULL;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status == DXK_OK)
        status = drop_tool_parts(container);
    if (status == DXK_OK)
        status = attach_note(container, "build 4711", 10);
    if (status == DXK_OK) {
        const dxk_write_options options = {.digest = DXK_DIGEST_FIX};
        status = dxk_container_write(container, &options, dxk_buffer_sink(&out));
    }
    if (status == DXK_OK) {
        printf("%zu bytes became %zu, %zu parts\n", input.size, out.size,
               dxk_container_part_count(container));
        file = argc == 3 ? fopen(argv[2], "wb") : NULL;
        if (file) {
            fwrite(out.data, 1, out.size, file);
            fclose(file);
        }
    } else {
        fprintf(stderr, "%s\n", dxk_status_text(status));
    }
    dxk_buffer_free(&out);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

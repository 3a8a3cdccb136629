/* SPDX-License-Identifier: MIT */
/* validate.c - validates a shader, prints the findings, and signs it if it is valid. */
#include <stdio.h>
#include <stdlib.h>

#include <dxk/dxk.h>

static void print_finding(const dxk_finding *found)
{
    dxk_str text = found->summary.size ? found->summary : found->message;
    if (found->is_repeated) /* only needed to imitate dxv */
        return;
    if (found->line)
        printf("%.*s:%u: ", (int)found->file.size, found->file.data, (unsigned)found->line);
    printf("%.*s: %.*s [%s]\n", (int)found->path.size, found->path.data, (int)text.size, text.data,
           found->rule ? found->rule : "-");
    if (found->note.size != 0)
        printf("  note: %.*s\n", (int)found->note.size, found->note.data);
}

/* Nothing is written unless the shader is valid. */
static dxk_status sign(const dxk_container *container, dxk_buffer *out)
{
    dxk_validation *validation = NULL;
    dxk_status status = dxk_container_sign(container, NULL, dxk_buffer_sink(out), &validation);
    const dxk_finding *found;
    for (size_t i = 0; validation && (found = dxk_validation_finding(validation, i)); i++)
        print_finding(found);
    dxk_validation_free(validation);
    return status;
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 22];
    dxk_ctx *ctx;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    dxk_bytes input = {data, fread(data, 1, sizeof data, file)};
    fclose(file);

    dxk_container *container = NULL;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status == DXK_OK)
        status = sign(container, &out);
    if (status == DXK_OK)
        printf("valid, %zu bytes signed\n", out.size);
    else
        printf("not signed: %s\n", dxk_status_text(status));
    dxk_buffer_free(&out);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

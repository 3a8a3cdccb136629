/* SPDX-License-Identifier: MIT */
/* reflect.c - prints what an engine needs to know: the bindings of resources and the layout of
 * constant buffers. */
#include <stdio.h>
#include <stdlib.h>

#include <dxk/dxk.h>

static const char *name_of(dxk_reflect_enum set, uint32_t number)
{
    const char *name = dxk_reflect_name(set, number);
    return name ? name : "?";
}

static void print_bindings(const dxk_reflect *reflect)
{
    for (uint32_t i = 0; i < reflect->binding_count; i++) {
        const dxk_reflect_binding *b = &reflect->bindings[i];
        printf("%-12.*s %-18s register %u, space %u\n", (int)b->name.size, b->name.data,
               name_of(DXK_REFLECT_INPUT_TYPE, b->type), (unsigned)b->bind_point,
               (unsigned)b->space);
    }
}

static void print_buffers(const dxk_reflect *reflect)
{
    for (uint32_t i = 0; i < reflect->buffer_count; i++) {
        const dxk_reflect_buffer *buffer = &reflect->buffers[i];
        printf("%.*s: %u bytes\n", (int)buffer->name.size, buffer->name.data,
               (unsigned)buffer->size);
        for (uint32_t v = 0; v < buffer->variable_count; v++) {
            const dxk_reflect_variable *var = &buffer->variables[v];
            printf("  +%-4u %.*s %.*s\n", (unsigned)var->start_offset, (int)var->type.name.size,
                   var->type.name.data, (int)var->name.size, var->name.data);
        }
    }
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
    dxk_reflect *reflect = NULL;
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status == DXK_OK)
        status = dxk_reflect_load(container, NULL, &reflect);
    if (status == DXK_OK) {
        print_bindings(reflect);
        print_buffers(reflect);
    }
    dxk_reflect_free(reflect);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

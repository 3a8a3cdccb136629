/* SPDX-License-Identifier: MIT */
/* disassemble.c - prints the listing of a shader, and how often it calls each operation. */
#include <stdio.h>
#include <stdlib.h>

#include <dxk/dxk.h>

static dxk_status to_stdout(void *user, const void *data, size_t size)
{
    return fwrite(data, 1, size, user) == size ? DXK_OK : DXK_E_SINK;
}

/* Counts operations of the module in the DXIL part. */
static void print_operations(dxk_ctx *ctx, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
    dxk_program program;
    dxk_module *module = NULL;
    dxk_dxil *dxil = NULL;
    if (index == DXK_NO_PART ||
        dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) != DXK_OK)
        return;
    if (dxk_module_read(ctx, program.bitcode, NULL, &module) == DXK_OK &&
        dxk_dxil_load(module, &dxil) == DXK_OK && dxk_dxil_count(dxil) == DXK_OK) {
        size_t count;
        const dxk_dxil_op_count *ops = dxk_dxil_op_counts(dxil, &count);
        for (size_t i = 0; i < count; i++)
            printf("; %s %llu\n", dxk_dxil_op_name(ops[i].opcode),
                   (unsigned long long)ops[i].count);
    }
    dxk_dxil_free(dxil);
    dxk_module_free(module);
}

int main(int argc, char **argv)
{
    static uint8_t data[1 << 22];
    dxk_ctx *ctx;
    dxk_container *container;
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    dxk_bytes input = {data, fread(data, 1, sizeof data, file)};
    fclose(file);

    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status == DXK_OK)
        status = dxk_list(container, NULL, (dxk_sink){to_stdout, stdout});
    if (status == DXK_OK)
        print_operations(ctx, container);
    if (status != DXK_OK)
        fprintf(stderr, "%s\n", dxk_status_text(status));
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/* samples.c - lists every texture sample in a shader with its texture, its sampler and, if there is
 * debug information, its source line. */
#include <stdio.h>
#include <string.h>

#include <dxk/dxk.h>

/* An operation samples if its second operand is a sampler. */
static bool is_sample(const dxk_module *module, dxk_value inst, dxk_op_info *info)
{
    dxk_op op;
    if (!dxk_inst_op(module, inst, &op) || !dxk_op_get(op, info))
        return false;
    dxk_str second = dxk_op_operand_name(op, 1);
    return second.size == 7 && memcmp(second.data, "sampler", 7) == 0;
}

static void print_handle(const dxk_dxil *dxil, dxk_value handle, char letter)
{
    dxk_handle_info bound;
    if (!dxk_handle_get(dxil, handle, &bound))
        printf("  %c?", letter);
    else if (bound.source == DXK_HANDLE_HEAP)
        printf("  %c from the heap", letter);
    else
        printf("  %.*s %c%u,space%u", (int)bound.name.size, bound.name.data, letter,
               (unsigned)bound.lower_bound, (unsigned)bound.space);
}

static void print_sample(const dxk_module *module, const dxk_dxil *dxil, dxk_value inst,
                         const dxk_op_info *info)
{
    dxk_line_frame frame;
    printf("%s", info->name);
    print_handle(dxil, dxk_inst_op_operand(module, inst, 0), 't');
    print_handle(dxil, dxk_inst_op_operand(module, inst, 1), 's');
    for (uint32_t level = 0; dxk_inst_frame(module, inst, level, &frame); level++)
        printf("  %s%.*s:%u", level ? "inlined at " : "", (int)frame.file.size, frame.file.data,
               (unsigned)frame.line);
    putchar('\n');
}

static void print_samples(const dxk_module *module, const dxk_dxil *dxil)
{
    dxk_op_info info;
    for (size_t n = 0; n < dxk_module_function_count(module); n++) {
        dxk_value f = dxk_module_function(module, n);
        for (dxk_value b = dxk_block_first(module, f); b; b = dxk_block_next(module, b)) {
            for (dxk_value i = dxk_inst_first(module, b); i; i = dxk_inst_next(module, i)) {
                if (is_sample(module, i, &info))
                    print_sample(module, dxil, i, &info);
            }
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
    dxk_module *module = NULL;
    dxk_dxil *dxil = NULL;
    dxk_program_place place;
    dxk_status status = dxk_container_read(ctx, input, NULL, &container);
    if (status == DXK_OK)
        status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_OK)
        status = dxk_module_read(ctx, place.program.bitcode, NULL, &module);
    if (status == DXK_OK)
        status = dxk_dxil_load(module, &dxil);
    if (status == DXK_OK)
        print_samples(module, dxil);
    dxk_dxil_free(dxil);
    dxk_module_free(module);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

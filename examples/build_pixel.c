/* SPDX-License-Identifier: MIT */
/*
 * build_pixel.c - builds a pixel shader without a compiler and writes its container to a file:
 *
 *     Texture2D<float4> Albedo; SamplerState Linear;
 *     float4 main(float4 position : SV_Position, float2 uv : TEXCOORD, float light : LIGHT)
 *         : SV_Target
 *     {
 *         float4 color = Albedo.Sample(Linear, uv);
 *         if (color.a < 0.5)
 *             discard;
 *         return float4(color.rgb * light, color.a);
 *     }
 */
#include <stdio.h>

#include <dxk/dxk.h>

static dxk_element add_input(dxk_builder *b, const char *semantic, uint32_t columns)
{
    const dxk_element_desc desc = {
        .semantic = semantic, .type = DXK_COMPONENT_TYPE_F32, .columns = columns};
    return dxk_builder_element(b, DXK_SIGNATURE_INPUT, &desc);
}

/* Albedo.Sample(Linear, uv): a structure with the four components. */
static dxk_value sample(dxk_builder *b, dxk_value u, dxk_value v)
{
    dxk_resource texture =
        dxk_builder_resource(b, &(dxk_resource_desc){.name = "Albedo",
                                                     .cls = DXK_RESOURCE_CLASS_SRV,
                                                     .kind = DXK_RESOURCE_KIND_TEXTURE2D,
                                                     .element = DXK_COMPONENT_TYPE_F32});
    dxk_resource sampler = dxk_builder_resource(
        b, &(dxk_resource_desc){.name = "Linear", .cls = DXK_RESOURCE_CLASS_SAMPLER});
    dxk_value none = dxk_builder_undef(b, DXK_TYPE_FLOAT), zero = dxk_builder_i32(b, 0);
    dxk_value no_offset = dxk_builder_undef(b, DXK_TYPE_I32);
    dxk_value t = dxk_builder_handle(b, texture, DXK_NONE, false);
    dxk_value s = dxk_builder_handle(b, sampler, DXK_NONE, false);
    return dxk_builder_op(b, DXK_OP_Sample, DXK_TYPE_FLOAT,
                          DXK_ARGS(t, s, u, v, none, none, zero, zero, no_offset, none));
}

static void build(dxk_builder *b)
{
    add_input(b, "SV_Position", 4); /* not read, but the previous stage writes it */
    dxk_element uv = add_input(b, "TEXCOORD", 2), light = add_input(b, "LIGHT", 1);
    const dxk_element_desc target_desc = {
        .semantic = "SV_Target", .type = DXK_COMPONENT_TYPE_F32, .columns = 4};
    dxk_element target = dxk_builder_element(b, DXK_SIGNATURE_OUTPUT, &target_desc);

    dxk_type type = dxk_builder_function_type(b, DXK_TYPE_VOID, NULL, 0);
    dxk_value function = dxk_builder_function(b, "main", type);
    dxk_builder_block(b, function);
    dxk_value u = dxk_builder_load_input(b, uv, 0, 0), v = dxk_builder_load_input(b, uv, 0, 1);
    dxk_value factor = dxk_builder_load_input(b, light, 0, 0);
    dxk_value color = sample(b, u, v), alpha = dxk_builder_extract(b, color, 3);
    dxk_value clear =
        dxk_builder_compare(b, DXK_COMPARE_OLT, alpha, dxk_builder_float(b, 0.5), DXK_FLAG_FAST);
    dxk_builder_op(b, DXK_OP_Discard, DXK_NONE, DXK_ARGS(clear));
    for (uint32_t i = 0; i < 3; i++) {
        dxk_value lit = dxk_builder_binary(b, DXK_BINARY_FMUL, dxk_builder_extract(b, color, i),
                                           factor, DXK_FLAG_FAST);
        dxk_builder_store_output(b, target, 0, i, lit);
    }
    dxk_builder_store_output(b, target, 0, 3, alpha);
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = function});
}

static dxk_status to_file(void *user, const void *data, size_t size)
{
    return fwrite(data, 1, size, user) == size ? DXK_OK : DXK_E_SINK;
}

int main(int argc, char **argv)
{
    const dxk_builder_options options = {.kind = DXK_SHADER_KIND_PIXEL, .model_minor = 0};
    const dxk_write_options how = {.digest = DXK_DIGEST_FIX};
    dxk_ctx *ctx;
    dxk_builder *b = NULL;
    dxk_container *container = NULL;
    if (argc != 2 || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    dxk_status status = dxk_builder_create(ctx, &options, &b);
    if (status == DXK_OK) {
        build(b);
        status = dxk_builder_container(b, &container);
    }
    FILE *file = status == DXK_OK ? fopen(argv[1], "wb") : NULL;
    if (file)
        status = dxk_container_write(container, &how, (dxk_sink){to_file, file});
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++)
        fprintf(stderr, "%s\n", dxk_ctx_diag(ctx, i)->message);
    if (file && fclose(file) != 0)
        status = DXK_E_SINK;
    dxk_container_free(container);
    dxk_builder_free(b);
    dxk_ctx_free(ctx);
    return file && status == DXK_OK ? 0 : 1;
}

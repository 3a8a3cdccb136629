/* SPDX-License-Identifier: MIT */
/*
 * build_vertex.c - builds a vertex shader without a compiler and writes its container to a file:
 *
 *     cbuffer Camera { row_major float4x4 Transform; };
 *     float4 main(float3 position : POSITION, float2 uv : TEXCOORD,
 *                 out float2 uv_out : TEXCOORD) : SV_Position
 *     {
 *         uv_out = uv;
 *         return mul(Transform, float4(position, 1));
 *     }
 *
 * The library derives registers, semantic indices and the ViewID state.
 */
#include <stdio.h>

#include <dxk/dxk.h>

static dxk_resource add_camera(dxk_builder *b)
{
    dxk_type matrix = dxk_builder_array(b, dxk_builder_vector(b, DXK_TYPE_FLOAT, 4), 4);
    dxk_type camera = dxk_builder_struct(b, "Camera", &matrix, 1);
    const dxk_field_desc field = {.name = "Transform",
                                  .type = DXK_COMPONENT_TYPE_F32,
                                  .matrix_rows = 4,
                                  .matrix_columns = 4,
                                  .row_major = true};
    dxk_builder_layout(b, camera, 64, &field, 1);
    return dxk_builder_resource(
        b, &(dxk_resource_desc){
               .name = "Camera", .cls = DXK_RESOURCE_CLASS_CBUFFER, .type = camera, .size = 64});
}

/* A row of the matrix times the position: a component of the result. */
static dxk_value transform(dxk_builder *b, dxk_value camera, int row, const dxk_value position[4])
{
    dxk_value index = dxk_builder_i32(b, row), m[4];
    dxk_value loaded =
        dxk_builder_op(b, DXK_OP_CBufferLoadLegacy, DXK_TYPE_FLOAT, DXK_ARGS(camera, index));
    for (uint32_t i = 0; i < 4; i++)
        m[i] = dxk_builder_extract(b, loaded, i);
    return dxk_builder_op(
        b, DXK_OP_Dot4, DXK_NONE,
        DXK_ARGS(m[0], m[1], m[2], m[3], position[0], position[1], position[2], position[3]));
}

static void build(dxk_builder *b)
{
    dxk_resource camera = add_camera(b);
    dxk_element position = dxk_builder_element(
        b, DXK_SIGNATURE_INPUT,
        &(dxk_element_desc){.semantic = "POSITION", .type = DXK_COMPONENT_TYPE_F32, .columns = 3});
    dxk_element uv = dxk_builder_element(
        b, DXK_SIGNATURE_INPUT,
        &(dxk_element_desc){.semantic = "TEXCOORD", .type = DXK_COMPONENT_TYPE_F32, .columns = 2});
    dxk_element uv_out = dxk_builder_element(
        b, DXK_SIGNATURE_OUTPUT,
        &(dxk_element_desc){.semantic = "TEXCOORD", .type = DXK_COMPONENT_TYPE_F32, .columns = 2});
    dxk_element result = dxk_builder_element(b, DXK_SIGNATURE_OUTPUT,
                                             &(dxk_element_desc){.semantic = "SV_Position",
                                                                 .type = DXK_COMPONENT_TYPE_F32,
                                                                 .columns = 4});

    dxk_type type = dxk_builder_function_type(b, DXK_TYPE_VOID, NULL, 0);
    dxk_value function = dxk_builder_function(b, "main", type), in[4];
    dxk_builder_block(b, function);
    dxk_value handle = dxk_builder_handle(b, camera, DXK_NONE, false);
    for (uint32_t i = 0; i < 3; i++)
        in[i] = dxk_builder_load_input(b, position, 0, i);
    in[3] = dxk_builder_float(b, 1);
    for (uint32_t i = 0; i < 2; i++)
        dxk_builder_store_output(b, uv_out, 0, i, dxk_builder_load_input(b, uv, 0, i));
    for (uint32_t i = 0; i < 4; i++)
        dxk_builder_store_output(b, result, 0, i, transform(b, handle, (int)i, in));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = function});
}

static dxk_status to_file(void *user, const void *data, size_t size)
{
    return fwrite(data, 1, size, user) == size ? DXK_OK : DXK_E_SINK;
}

int main(int argc, char **argv)
{
    const dxk_builder_options options = {.kind = DXK_SHADER_KIND_VERTEX, .model_minor = 0};
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

/* SPDX-License-Identifier: MIT */
/*
 * build_compute.c - builds a compute shader without a compiler and writes its container to a file:
 *
 *     cbuffer Params { float Scale; uint Count; };
 *     StructuredBuffer<float> In; RWStructuredBuffer<float> Out;
 *     [numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID)
 *     {
 *         if (id < Count)
 *             Out[id] = In[id] * Scale;
 *     }
 *
 * docs/building.md explains it step by step.
 */
#include <stdio.h>

#include <dxk/dxk.h>

/* The three resources. */
typedef struct resources {
    dxk_resource params, in, out;
} resources;

static resources add_resources(dxk_builder *b)
{
    const dxk_type members[] = {DXK_TYPE_FLOAT, DXK_TYPE_I32};
    const dxk_field_desc fields[] = {
        {.name = "Scale", .offset = 0, .type = DXK_COMPONENT_TYPE_F32},
        {.name = "Count", .offset = 4, .type = DXK_COMPONENT_TYPE_U32}};
    dxk_type params = dxk_builder_struct(b, "Params", members, 2);
    dxk_builder_layout(b, params, 8, fields, 2);

    resources r;
    r.params = dxk_builder_resource(
        b, &(dxk_resource_desc){
               .name = "Params", .cls = DXK_RESOURCE_CLASS_CBUFFER, .type = params, .size = 8});
    r.in = dxk_builder_resource(b, &(dxk_resource_desc){.name = "In",
                                                        .cls = DXK_RESOURCE_CLASS_SRV,
                                                        .kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                                                        .stride = 4});
    r.out =
        dxk_builder_resource(b, &(dxk_resource_desc){.name = "Out",
                                                     .cls = DXK_RESOURCE_CLASS_UAV,
                                                     .kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                                                     .stride = 4});
    return r;
}

/* Out[id] = In[id] * Scale */
static void scale_element(dxk_builder *b, resources r, dxk_value id, dxk_value scale)
{
    dxk_value zero = dxk_builder_i32(b, 0), align = dxk_builder_i32(b, 4);
    dxk_value none = dxk_builder_undef(b, DXK_TYPE_FLOAT), mask = dxk_builder_i8(b, 1);
    dxk_value in = dxk_builder_handle(b, r.in, DXK_NONE, false);
    dxk_value out = dxk_builder_handle(b, r.out, DXK_NONE, false);

    dxk_value loaded = dxk_builder_op(b, DXK_OP_RawBufferLoad, DXK_TYPE_FLOAT,
                                      DXK_ARGS(in, id, zero, mask, align));
    dxk_value scaled = dxk_builder_binary(b, DXK_BINARY_FMUL, dxk_builder_extract(b, loaded, 0),
                                          scale, DXK_FLAG_FAST);
    dxk_builder_op(b, DXK_OP_RawBufferStore, DXK_TYPE_FLOAT,
                   DXK_ARGS(out, id, zero, scaled, none, none, none, mask, align));
}

static void build(dxk_builder *b)
{
    resources r = add_resources(b);
    dxk_type type = dxk_builder_function_type(b, DXK_TYPE_VOID, NULL, 0);
    dxk_value function = dxk_builder_function(b, "main", type);
    dxk_block entry = dxk_builder_block(b, function);
    dxk_block inside = dxk_builder_block(b, function);
    dxk_block end = dxk_builder_block(b, function);

    dxk_builder_at(b, entry);
    dxk_value zero = dxk_builder_i32(b, 0);
    dxk_value id = dxk_builder_op(b, DXK_OP_ThreadId, DXK_TYPE_I32, DXK_ARGS(zero));
    dxk_value params = dxk_builder_handle(b, r.params, DXK_NONE, false);
    dxk_value row =
        dxk_builder_op(b, DXK_OP_CBufferLoadLegacy, DXK_TYPE_I32, DXK_ARGS(params, zero));
    dxk_value count = dxk_builder_extract(b, row, 1);
    dxk_value scale =
        dxk_builder_cast(b, DXK_CAST_BITCAST, dxk_builder_extract(b, row, 0), DXK_TYPE_FLOAT);
    dxk_builder_cond_br(b, dxk_builder_compare(b, DXK_COMPARE_ULT, id, count, 0), inside, end);

    dxk_builder_at(b, inside);
    scale_element(b, r, id, scale);
    dxk_builder_br(b, end);

    dxk_builder_at(b, end);
    dxk_builder_ret(b, DXK_NONE);

    dxk_builder_entry(b, &(dxk_entry_desc){.function = function, .num_threads = {64, 1, 1}});
}

static dxk_status to_file(void *user, const void *data, size_t size)
{
    return fwrite(data, 1, size, user) == size ? DXK_OK : DXK_E_SINK;
}

int main(int argc, char **argv)
{
    const dxk_builder_options options = {.kind = DXK_SHADER_KIND_COMPUTE, .model_minor = 6};
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

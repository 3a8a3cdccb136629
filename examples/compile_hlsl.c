/* SPDX-License-Identifier: MIT */
/* compile_hlsl.c - compiles HLSL in memory, and prints messages and what came of it. */
#include <stdio.h>
#include <string.h>

#include <dxk/dxk.h>

static const char tint[] = "float4 tint(float4 colour) { return colour * float4(1, 0.5, 0, 1); }\n";

static const char source[] = "#include \"tint.hlsli\"\n"
                             "float4 main(float3 uv : UV) : SV_Target {\n"
                             "    float2 place = uv;\n"
                             "    return tint(place.xyxy);\n"
                             "}\n";

/* Files come from the caller: from memory here. */
static dxk_status open_file(void *user, dxk_str path, dxk_bytes *bytes)
{
    (void)user;
    if (path.size < 10 || memcmp(path.data + path.size - 10, "tint.hlsli", 10) != 0)
        return DXK_E_NOT_FOUND;
    bytes->data = (const uint8_t *)tint;
    bytes->size = sizeof tint - 1;
    return DXK_OK;
}

static void print_messages(const dxk_ctx *ctx)
{
    const dxk_diag *diag;
    for (size_t i = 0; (diag = dxk_ctx_diag(ctx, i)) != NULL; i++)
        printf("%s:%u:%u: %s: %s\n", diag->file ? diag->file : "hlsl.hlsl", (unsigned)diag->line,
               (unsigned)diag->column, diag->severity == DXK_ERROR ? "error" : "warning",
               diag->message);
}

int main(void)
{
    dxk_ctx *ctx;
    dxk_container *container = NULL;
    dxk_hlsl_options options;
    dxk_bytes bytes = {(const uint8_t *)source, sizeof source - 1};
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    memset(&options, 0, sizeof options);
    options.target = "ps_6_0";
    options.optimize = 3;
    options.include = open_file;
    dxk_status status = dxk_hlsl_build(ctx, bytes, &options, &container);
    print_messages(ctx);
    if (status == DXK_OK)
        printf("compiled: %zu parts\n", dxk_container_part_count(container));
    else
        printf("not compiled: %s\n", dxk_status_text(status));
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

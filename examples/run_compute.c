/* SPDX-License-Identifier: MIT */
/* run_compute.c - compiles a compute shader and runs it with the sanitizer, on one thread. */
#include <stdio.h>

#include <dxk/dxk.h>

static const char source[] =
    "RWStructuredBuffer<uint> squares : register(u0);\n"
    "[numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { squares[i] = i * i; }\n";

/* Runs all groups, and prints what the sanitizer found. */
static dxk_status run(dxk_ctx *ctx, const dxk_run_program *program, const dxk_run_view *view)
{
    static dxk_run_options options; /* all zero, like those below */
    dxk_run *made = NULL;
    dxk_run_worker *worker = NULL;
    dxk_run_finding found;
    for (size_t i = 0; i < dxk_run_finding_id_count(); i++)
        options.sanitize |= (uint64_t)dxk_run_finding_is_default(i) << i;
    dxk_status status = dxk_run_create(program, &options, &made);
    if (status == DXK_OK)
        status = dxk_run_bind(made, DXK_RESOURCE_CLASS_UAV, 0, 0, view);
    if (status == DXK_OK)
        status = dxk_run_worker_create(made, ctx, &worker);
    if (status == DXK_OK)
        status = dxk_run_groups(worker, 0, dxk_run_group_count(made));
    for (size_t i = 0; status == DXK_OK && dxk_run_worker_finding(worker, i, &found); i++)
        printf("line %u: %s, first in thread %u\n", found.line, found.id, found.thread[0]);
    dxk_run_worker_free(worker);
    dxk_run_free(made);
    return status;
}

int main(void)
{
    static dxk_hlsl_options options;
    static dxk_run_view view;
    static uint32_t squares[6]; /* two fewer than the shader writes */
    dxk_ctx *ctx;
    dxk_container *container = NULL;
    dxk_run_program *program = NULL;
    dxk_bytes bytes = {(const uint8_t *)source, sizeof source - 1};
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 2;
    options.target = "cs_6_0";
    options.debug = true; /* so that findings have lines */
    view.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
    view.data = squares;
    view.size = sizeof squares;
    view.stride = sizeof squares[0];
    dxk_status status = dxk_hlsl_build(ctx, bytes, &options, &container);
    if (status == DXK_OK)
        status = dxk_run_program_create(ctx, container, NULL, &program);
    if (status == DXK_OK)
        status = run(ctx, program, &view);
    for (size_t i = 0; i < 6 && status == DXK_OK; i++)
        printf("squares[%zu] = %u\n", i, (unsigned)squares[i]);
    dxk_run_program_free(program);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return status == DXK_OK ? 0 : 1;
}

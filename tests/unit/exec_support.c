/* SPDX-License-Identifier: MIT */
/* exec_support.c - see exec_support.h. */
#include "exec_support.h"

static const char before_globals[] =
    "target datalayout = \"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-"
    "n8:16:32:64\"\n"
    "target triple = \"dxil-ms-dx\"\n"
    "%dx.types.Handle = type { i8* }\n"
    "%dx.types.i32c = type { i32, i1 }\n"
    "%dx.types.twoi32 = type { i32, i32 }\n"
    "%dx.types.fouri32 = type { i32, i32, i32, i32 }\n"
    "%struct.RWByteAddressBuffer = type { i32 }\n";

static const char before_body[] =
    "define void @main() {\nentry:\n"
    "  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 false)\n"
    "  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)\n"
    "  %at = shl i32 %t, 2\n";

static const char behind_body[] =
    "  ret void\n}\n"
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)\n"
    "declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)\n"
    "declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8)\n"
    "!dx.version = !{!0}\n!dx.valver = !{!0}\n!dx.shaderModel = !{!1}\n!dx.resources = !{!2}\n"
    "!dx.entryPoints = !{!5}\n"
    "!0 = !{i32 1, i32 5}\n!1 = !{!\"";

static const char behind_stage[] =
    "\", i32 6, i32 5}\n"
    "!2 = !{null, !3, null, null}\n!3 = !{!4}\n"
    "!4 = !{i32 0, %struct.RWByteAddressBuffer* undef, !\"\", i32 0, i32 0, i32 1, i32 11, i1 "
    "false, "
    "i1 false, i1 false, null}\n"
    "!5 = !{void ()* @main, !\"main\", null, !2, !6}\n!6 = !{i32 0, i64 16, i32 4, !7}\n"
    "!7 = !{";

static void append(dxk_buffer *text, const char *piece)
{
    assert_int_equal(dxk_buffer_append(text, piece, strlen(piece)), DXK_OK);
}

/* The module of a case; it keeps views of the text. */
static dxk_status make_module(dxk_ctx *ctx, const exec_case *c, dxk_buffer *text,
                              dxk_module **module)
{
    const char *pieces[] = {before_globals, c->globals ? c->globals : "",
                            before_body,    c->body,
                            behind_body,    c->stage ? c->stage : "cs",
                            behind_stage,   c->threads ? c->threads : "i32 8, i32 1, i32 1",
                            "}\n"};

    for (size_t n = 0; n < sizeof pieces / sizeof pieces[0]; n++)
        append(text, pieces[n]);
    return dxk_module_parse(ctx, (dxk_bytes){text->data, text->size}, NULL, module);
}

static dxk_status work(dxk_ctx *ctx, exec_case *c, dxk_run *run)
{
    dxk_run_worker *worker = NULL;
    dxk_status status = dxk_run_worker_create(run, ctx, &worker);

    if (status != DXK_OK)
        return status;
    status = dxk_run_groups(worker, 0, dxk_run_group_count(run));
    c->steps = dxk_run_worker_steps(worker);
    c->finding_count = dxk_run_worker_finding_count(worker);
    for (size_t n = c->finding_count; n-- > 0;) {
        dxk_run_finding f;
        if (dxk_run_worker_finding(worker, n, &f) && (!c->wanted || !strcmp(f.id, c->wanted)))
            c->finding = f;
    }
    c->finding.function = c->finding.file = (dxk_str){NULL, 0};
    dxk_run_worker_free(worker);
    return status;
}

static dxk_status run_program(dxk_ctx *ctx, exec_case *c, const dxk_run_program *program)
{
    dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = c->words, .size = sizeof c->words};
    dxk_run *run = NULL;
    dxk_status status = dxk_run_create(program, &c->run, &run);

    if (status != DXK_OK)
        return status;
    status = dxk_run_bind(run, DXK_RESOURCE_CLASS_UAV, 0, 0, &view);
    if (status == DXK_OK)
        status = dxk_run_set_grid(run, c->groups ? c->groups : 1, 1, 1);
    if (status == DXK_OK)
        status = work(ctx, c, run);
    dxk_run_free(run);
    return status;
}

void exec_run(dxk_ctx *ctx, exec_case *c)
{
    dxk_ctx *own = support_ctx();
    dxk_module *module = NULL;
    dxk_run_program *program = NULL;
    dxk_buffer text;

    dxk_buffer_init(&text, own);
    memset(c->words, 0, sizeof c->words);
    c->status = make_module(ctx, c, &text, &module);
    if (c->status == DXK_OK)
        c->status = dxk_run_program_create_module(module, &c->program, &program);
    if (c->status == DXK_OK)
        c->status = run_program(ctx, c, program);
    dxk_run_program_free(program);
    dxk_module_free(module);
    dxk_buffer_free(&text);
    support_ctx_done(own);
}

void exec_run_well(exec_case *c)
{
    dxk_ctx *ctx = support_ctx();

    exec_run(ctx, c);
    for (size_t n = 0; n < dxk_ctx_diag_count(ctx); n++)
        print_message("%s: %s (%s)\n", dxk_ctx_diag(ctx, n)->rule, dxk_ctx_diag(ctx, n)->message,
                      dxk_ctx_diag(ctx, n)->path);
    assert_int_equal(c->status, DXK_OK);
    support_ctx_done(ctx);
}

void exec_refuse(exec_case *c, const char *rule, const char *message)
{
    dxk_ctx *ctx = support_ctx();

    exec_run(ctx, c);
    assert_int_not_equal(c->status, DXK_OK);
    assert_int_not_equal(dxk_ctx_diag_count(ctx), 0);
    assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, rule);
    assert_memory_equal(dxk_ctx_diag(ctx, 0)->message, message, strlen(message));
    support_ctx_done(ctx);
}

/* SPDX-License-Identifier: MIT */
/* test_exec_views.c - what is found where a shader and the views that are bound do not go together. */
#include "support.h"

#include "dxk/run.h"
#include "dxk/text.h"

/*
 * t0 structured, 8 bytes | t1 typed, float | t2, t3 bytes | u0 structured, 4 bytes, with a counter
 * b0 32 bytes. %t is the number of the thread, of four.
 */
static const char head[] =
    "target datalayout = "
    "\"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:"
    "32:64\"\n"
    "target triple = \"dxil-ms-dx\"\n"
    "%dx.types.Handle = type { i8* }\n"
    "%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }\n"
    "%dx.types.ResRet.f32 = type { float, float, float, float, i32 }\n"
    "%dx.types.CBufRet.i32 = type { i32, i32, i32, i32 }\n"
    "%eight = type { i32, i32 }\n%four = type { i32 }\n%block = type { [8 x i32] }\n"
    "declare i32 @dx.op.threadIdInGroup.i32(i32, i32)\n"
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)\n"
    "declare %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32, %dx.types.Handle, i32, i32)\n"
    "declare %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32, %dx.types.Handle, i32, i32)\n"
    "declare %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32, %dx.types.Handle, i32)\n"
    "declare i32 @dx.op.bufferUpdateCounter(i32, %dx.types.Handle, i8)\n"
    "define void @main() {\n"
    "  %t = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 0)\n";
static const char tail[] =
    "  ret void\n}\n"
    "!dx.version = !{!0}\n!dx.valver = !{!0}\n!dx.shaderModel = !{!1}\n!dx.resources = !{!2}\n"
    "!dx.entryPoints = !{!3}\n"
    "!0 = !{i32 1, i32 0}\n!1 = !{!\"cs\", i32 6, i32 0}\n!2 = !{!4, !5, !6, null}\n"
    "!3 = !{void ()* @main, !\"main\", null, !2, !7}\n!4 = !{!8, !9, !10}\n!5 = !{!11}\n!6 = "
    "!{!12}\n"
    "!7 = !{i32 4, !13}\n"
    "!8 = !{i32 0, %eight* undef, !\"\", i32 0, i32 0, i32 1, i32 12, i32 0, !14}\n"
    "!9 = !{i32 1, %four* undef, !\"\", i32 0, i32 1, i32 1, i32 10, i32 0, !15}\n"
    "!10 = !{i32 2, [2 x %four]* undef, !\"\", i32 0, i32 2, i32 2, i32 11, i32 0, null}\n"
    "!11 = !{i32 0, %four* undef, !\"\", i32 0, i32 0, i32 1, i32 12, i1 false, i1 true, i1 false, "
    "!16}\n"
    "!12 = !{i32 0, %block* undef, !\"\", i32 0, i32 0, i32 1, i32 32, null}\n"
    "!13 = !{i32 4, i32 1, i32 1}\n!14 = !{i32 1, i32 8}\n!15 = !{i32 0, i32 9}\n!16 = !{i32 1, "
    "i32 "
    "4}\n";

#define HANDLE(cls, range, index, nonuniform)                                                      \
    "  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 " cls ", i32 " range              \
    ", i32 " index ", i1 " nonuniform ")\n"
#define LOAD(index, offset)                                                                        \
    "  %l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %h, "         \
    "i32 " index ", i32 " offset ")\n"
#define LOAD_REAL(index)                                                                           \
    "  %l = call %dx.types.ResRet.f32 @dx.op.bufferLoad.f32(i32 68, %dx.types.Handle %h, "         \
    "i32 " index ", i32 undef)\n"
#define LOAD_ROW(row)                                                                              \
    "  %l = call %dx.types.CBufRet.i32 @dx.op.cbufferLoadLegacy.i32(i32 59, %dx.types.Handle %h, " \
    "i32 " row ")\n"
#define COUNT(name, step)                                                                          \
    "  " name " = call i32 @dx.op.bufferUpdateCounter(i32 70, %dx.types.Handle %h, i8 " step ")\n"

#define WORDS 64u

/* The views, of which a case changes one. */
typedef struct views {
    uint32_t words[WORDS], counter;
    dxk_run_view t[4], u, b;
} views;

static void make_views(views *v)
{
    const dxk_run_view bytes = {
        .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = v->words, .size = sizeof v->words};

    memset(v, 0, sizeof *v);
    v->t[0] = v->t[1] = v->t[2] = v->t[3] = v->u = v->b = bytes;
    v->t[0].kind = v->u.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
    v->t[0].size = 64;
    v->t[0].stride = 8;
    v->t[1].kind = DXK_RESOURCE_KIND_TYPED_BUFFER;
    v->t[1].format = 41; /* R32_FLOAT */
    v->u.stride = 4;
    v->u.counter = &v->counter;
    v->b.kind = DXK_RESOURCE_KIND_CBUFFER;
    v->b.size = 32;
}

static void bind(dxk_run *run, const views *v)
{
    for (uint32_t n = 0; n < 4; n++)
        if (v->t[n].data)
            assert_int_equal(dxk_run_bind(run, DXK_RESOURCE_CLASS_SRV, 0, n, &v->t[n]), DXK_OK);
    assert_int_equal(dxk_run_bind(run, DXK_RESOURCE_CLASS_UAV, 0, 0, &v->u), DXK_OK);
    assert_int_equal(dxk_run_bind(run, DXK_RESOURCE_CLASS_CBUFFER, 0, 0, &v->b), DXK_OK);
}

/* Runs a body with everything looked for, and expects findings of one id alone, or none (NULL). */
static void expect(const views *v, const char *body, const char *id)
{
    static char text[8192];
    dxk_run_options options = {.sanitize = UINT64_MAX};
    dxk_ctx *ctx = support_ctx();
    dxk_module *module;
    dxk_run_program *program;
    dxk_run *run;
    dxk_run_worker *worker;
    dxk_run_finding found;
    int size = snprintf(text, sizeof text, "%s%s%s", head, body, tail);

    assert_true(size > 0 && (size_t)size < sizeof text);
    dxk_bytes bytes = {(const uint8_t *)text, (size_t)size};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &module), DXK_OK);
    assert_int_equal(dxk_run_program_create_module(module, NULL, &program), DXK_OK);
    assert_int_equal(dxk_run_create(program, &options, &run), DXK_OK);
    bind(run, v);
    assert_int_equal(dxk_run_set_grid(run, 1, 1, 1), DXK_OK);
    assert_int_equal(dxk_run_worker_create(run, ctx, &worker), DXK_OK);
    assert_int_equal(dxk_run_groups(worker, 0, 1), DXK_OK);
    size_t count = dxk_run_worker_finding_count(worker);
    assert_int_equal(count > 0, id != NULL);
    for (size_t n = 0; n < count; n++) {
        assert_true(dxk_run_worker_finding(worker, n, &found));
        assert_string_equal(found.id, id);
    }
    dxk_run_worker_free(worker);
    dxk_run_free(run);
    dxk_run_program_free(program);
    dxk_module_free(module);
    support_ctx_done(ctx);
}

static void indices_beyond_resources(void **state)
{
    views v;
    (void)state;
    make_views(&v);
    expect(&v, "  %i = add i32 %t, 4\n" HANDLE("0", "0", "0", "false") LOAD("%i", "4"), NULL);
    expect(&v, "  %i = add i32 %t, 5\n" HANDLE("0", "0", "0", "false") LOAD("%i", "4"),
           "oob.resource");
    expect(&v, HANDLE("0", "0", "0", "false") LOAD("%t", "8"), "oob.resource"); /* of an element */
    expect(&v, HANDLE("2", "0", "0", "false") LOAD_ROW("1"), NULL);
    expect(&v, HANDLE("2", "0", "0", "false") LOAD_ROW("2"), "oob.cbuffer");
}

static void addresses_between_words(void **state)
{
    views v;
    (void)state;
    make_views(&v);
    expect(&v, "  %i = shl i32 %t, 2\n" HANDLE("0", "2", "2", "false") LOAD("%i", "undef"), NULL);
    expect(&v, "  %i = shl i32 %t, 1\n" HANDLE("0", "2", "2", "false") LOAD("%i", "undef"),
           "align.raw");
}

static void registers_beyond_ranges(void **state)
{
    views v;
    (void)state;
    make_views(&v);
    expect(&v, HANDLE("0", "2", "3", "false") LOAD("0", "undef"), NULL);
    expect(&v, HANDLE("0", "2", "4", "false") LOAD("0", "undef"), "oob.descriptor");
    expect(&v, HANDLE("0", "2", "1", "false") LOAD("0", "undef"), "oob.descriptor");
    v.t[3].data = NULL;
    expect(&v, HANDLE("0", "2", "2", "false") LOAD("0", "undef"), NULL);
    expect(&v, HANDLE("0", "2", "3", "false") LOAD("0", "undef"), "bind.missing");
}

#define ODD "  %o = and i32 %t, 1\n  %i = add i32 %o, 2\n"

static void indices_that_differ(void **state)
{
    views v;
    (void)state;
    make_views(&v);
    expect(&v, ODD HANDLE("0", "2", "%i", "true") LOAD("0", "undef"), NULL);
    expect(&v, ODD HANDLE("0", "2", "%i", "false") LOAD("0", "undef"), "index.nonuniform");
}

static void views_of_another_kind(void **state)
{
    views v;
    (void)state;
    make_views(&v);
    expect(&v, HANDLE("0", "0", "0", "false"), NULL);
    v.t[0].stride = 16;
    expect(&v, HANDLE("0", "0", "0", "false"), "bind.stride");
    v.t[0].kind = DXK_RESOURCE_KIND_RAW_BUFFER;
    expect(&v, HANDLE("0", "0", "0", "false"), "bind.kind");
    expect(&v, HANDLE("0", "1", "1", "false") LOAD_REAL("0"), NULL);
    v.t[1].format = 42; /* R32_UINT */
    expect(&v, HANDLE("0", "1", "1", "false"), "bind.format");
    expect(&v, HANDLE("2", "0", "0", "false"), NULL);
    v.b.size = 16;
    expect(&v, HANDLE("2", "0", "0", "false"), "bind.size");
}

static void counters(void **state)
{
    views v;
    (void)state;
    make_views(&v);
    expect(&v, HANDLE("1", "0", "0", "false") COUNT("%a", "1"), NULL);
    expect(&v, HANDLE("1", "0", "0", "false") COUNT("%a", "-1"), NULL);
    expect(&v, HANDLE("1", "0", "0", "false") COUNT("%a", "1") COUNT("%b", "-1"), "counter.mixed");
    v.u.counter = NULL;
    expect(&v, HANDLE("1", "0", "0", "false") COUNT("%a", "1"), "counter.unbound");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(indices_beyond_resources), cmocka_unit_test(addresses_between_words),
    cmocka_unit_test(registers_beyond_ranges),  cmocka_unit_test(indices_that_differ),
    cmocka_unit_test(views_of_another_kind),    cmocka_unit_test(counters),
};
SUPPORT_SUITE(test_exec_views, tests);

/* SPDX-License-Identifier: MIT */
/* test_exec_stage.c - vertices and pixels one by one: signatures, quads, helpers. */
#include "support.h"

#include "dxk/container.h"
#include "dxk/module.h"
#include "dxk/stage.h"
#include "dxk/text.h"

typedef struct bench {
    dxk_ctx *ctx;
    uint8_t *bytes;
    dxk_container *container;
    dxk_module *module;
    dxk_run_program *program;
    dxk_run *run;
    dxk_run_worker *worker;
    dxk_run_program_info info;
} bench;

static void start(bench *b)
{
    assert_int_equal(dxk_run_create(b->program, NULL, &b->run), DXK_OK);
    assert_int_equal(dxk_run_worker_create(b->run, b->ctx, &b->worker), DXK_OK);
    b->info = dxk_run_program_info_get(b->program);
}

/* Takes a sample, with waves of a size. */
static void open_sample(bench *b, const char *name, uint32_t lanes)
{
    dxk_run_program_options options = {.for_invoke = true, .wave_size = lanes};
    size_t size;

    memset(b, 0, sizeof *b);
    b->ctx = support_ctx();
    b->bytes = support_sample(name, &size);
    assert_int_equal(dxk_container_read(b->ctx, (dxk_bytes){b->bytes, size}, NULL, &b->container),
                     DXK_OK);
    assert_int_equal(dxk_run_program_create(b->ctx, b->container, &options, &b->program), DXK_OK);
}

static const char head[] =
    "target datalayout = "
    "\"e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:"
    "32:64\"\n"
    "target triple = \"dxil-ms-dx\"\n"
    "%dx.types.Handle = type { i8* }\n"
    "declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)\n"
    "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n"
    "declare void @dx.op.storeOutput.i32(i32, i32, i32, i8, i32)\n"
    "declare void @dx.op.discard(i32, i1)\n"
    "declare i1 @dx.op.isHelperLane.i1(i32)\n"
    "declare i32 @dx.op.coverage.i32(i32)\n"
    "declare float @dx.op.unary.f32(i32, float)\n"
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)\n"
    "declare void @dx.op.bufferStore.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32, i32, i8)\n"
    "declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)\n"
    "declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)\n"
    "declare i1 @dx.op.waveIsFirstLane(i32)\n"
    "attributes #0 = { \"waveops-include-helper-lanes\" }\n"
    "define void @main() ";
/* Input A: two rows of three; output 0: four reals, output 1: two integers. u0: words. */
static const char tail[] =
    "  ret void\n}\n"
    "!dx.version = !{!0}\n!dx.valver = !{!0}\n!dx.shaderModel = !{!1}\n!dx.resources = !{!20}\n"
    "!dx.entryPoints = !{!2}\n"
    "!0 = !{i32 1, i32 0}\n!1 = !{!\"ps\", i32 6, i32 0}\n"
    "!2 = !{void ()* @main, !\"main\", !3, !20, null}\n!3 = !{!4, !5, null}\n"
    "!4 = !{!6}\n!5 = !{!7, !8}\n"
    "!6 = !{i32 0, !\"A\", i8 9, i8 0, !9, i8 2, i32 2, i8 3, i32 0, i8 0, null}\n"
    "!7 = !{i32 0, !\"SV_Target\", i8 9, i8 16, !10, i8 0, i32 1, i8 4, i32 0, i8 0, null}\n"
    "!8 = !{i32 1, !\"SV_Target\", i8 5, i8 16, !11, i8 0, i32 1, i8 2, i32 1, i8 0, null}\n"
    "!9 = !{i32 0, i32 1}\n!10 = !{i32 0}\n!11 = !{i32 1}\n"
    "!20 = !{null, !21, null, null}\n!21 = !{!22}\n"
    "!22 = !{i32 0, [4 x i32]* undef, !\"\", i32 0, i32 0, i32 1, i32 11, i1 false, i1 false, i1 "
    "false, null}\n";

/* Takes a pixel shader whose attributes and body are given. */
static void open_text_with(bench *b, const char *attributes, const char *body, uint32_t lanes)
{
    static char text[8192];
    dxk_run_program_options options = {.for_invoke = true, .wave_size = lanes};

    memset(b, 0, sizeof *b);
    b->ctx = support_ctx();
    int size = snprintf(text, sizeof text, "%s%s {\n%s%s", head, attributes, body, tail);
    assert_true(size > 0 && (size_t)size < sizeof text);
    assert_int_equal(dxk_module_parse(b->ctx, (dxk_bytes){(const uint8_t *)text, (size_t)size},
                                      NULL, &b->module),
                     DXK_OK);
    dxk_status status = dxk_run_program_create_module(b->module, &options, &b->program);
    for (size_t i = 0; i < dxk_ctx_diag_count(b->ctx); i++)
        print_message("%s\n", dxk_ctx_diag(b->ctx, i)->message);
    assert_int_equal(status, DXK_OK);
}

static void open_text(bench *b, const char *body, uint32_t lanes)
{
    open_text_with(b, "", body, lanes);
}

static void finish(bench *b)
{
    dxk_run_worker_free(b->worker);
    dxk_run_free(b->run);
    dxk_run_program_free(b->program);
    dxk_module_free(b->module);
    dxk_container_free(b->container);
    free(b->bytes);
    support_ctx_done(b->ctx);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float real_of(uint32_t bits)
{
    float real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static dxk_run_element element(const bench *b, dxk_run_signature signature, size_t index)
{
    dxk_run_element e;
    assert_true(dxk_run_program_element(b->program, signature, index, &e));
    return e;
}

/* The sample moves positions by two matrices, here the identity and twice that. */
static void vertices_are_transformed(void **state)
{
    static float constants[64];
    (void)state;
    for (uint32_t lanes = 4; lanes <= 128; lanes *= 2) {
        uint32_t inputs[9 * 64] = {0}, outputs[9 * 64];
        bench b;
        open_sample(&b, "vs.dxil", lanes);
        start(&b);
        for (int i = 0; i < 4; i++) {
            constants[5 * i] = 1;
            constants[16 + 5 * i] = 2;
        }
        dxk_run_view view = {
            .kind = DXK_RESOURCE_KIND_CBUFFER, .data = constants, .size = sizeof constants};
        assert_int_equal(dxk_run_bind(b.run, DXK_RESOURCE_CLASS_CBUFFER, 0, 0, &view), DXK_OK);
        dxk_run_element position = element(&b, DXK_RUN_INPUT, 0);
        assert_int_equal(position.columns, 3);
        size_t out = 0;
        while (element(&b, DXK_RUN_OUTPUT, out).kind != DXK_SEMANTIC_KIND_POSITION)
            out++;
        uint32_t word = element(&b, DXK_RUN_OUTPUT, out).word;
        assert_true(b.info.input_words <= 64 && b.info.output_words <= 64);
        for (uint32_t v = 0; v < 9; v++)
            for (uint32_t c = 0; c < 3; c++)
                inputs[v * b.info.input_words + position.word + c] = bits_of((float)(10 * v + c));
        dxk_run_invocations what = {.count = 9, .inputs = inputs, .outputs = outputs};
        assert_int_equal(dxk_run_invoke(b.worker, &what), DXK_OK);
        for (uint32_t v = 0; v < 9; v++)
            for (uint32_t c = 0; c < 3; c++)
                assert_true(real_of(outputs[v * b.info.output_words + word + c]) ==
                            (float)(20 * v + 2 * c));
        finish(&b);
    }
}

#define LOAD(name, row, column)                                                                    \
    "  %" name " = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 " row ", i8 " column          \
    ", i32 undef)\n"
#define STORE(column, value)                                                                       \
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 " column ", float " value ")\n"
#define STORE_INT(column, value)                                                                   \
    "  call void @dx.op.storeOutput.i32(i32 5, i32 1, i32 0, i8 " column ", i32 " value ")\n"

static void pixels_come_in_quads(void **state)
{
    uint32_t inputs[20 * 8], outputs[20 * 8];
    bench b;
    (void)state;
    open_text(&b,
              LOAD("a", "0", "0") LOAD(
                  "b", "1",
                  "2") "  %x = call float @dx.op.unary.f32(i32 83, float %a)\n"
                       "  %y = call float @dx.op.unary.f32(i32 84, float %a)\n" STORE("0", "%x")
                           STORE("1", "%y") STORE(
                               "2", "%b") "  %r = fptosi float %b to i32\n" STORE_INT("1", "%r"),
              8);
    start(&b);
    assert_int_equal(b.info.input_words, 8);
    assert_int_equal(b.info.output_words, 8);
    dxk_run_element e = element(&b, DXK_RUN_OUTPUT, 1);
    assert_int_equal(e.word, 4);
    assert_int_equal(e.component, DXK_COMPONENT_TYPE_U32);
    assert_int_equal(element(&b, DXK_RUN_INPUT, 0).rows, 2);
    assert_false(dxk_run_program_element(b.program, DXK_RUN_INPUT, 1, &e));
    for (uint32_t p = 0; p < 20; p++) {
        uint32_t quad = p / 4, x = p & 1, y = p >> 1 & 1;
        inputs[8 * p] = bits_of((float)(100 * quad + (quad + 1) * x + 7 * y));
        inputs[8 * p + 6] = bits_of((float)p);
    }
    dxk_run_invocations what = {.count = 20, .inputs = inputs, .outputs = outputs};
    assert_int_equal(dxk_run_invoke(b.worker, &what), DXK_OK);
    for (uint32_t p = 0; p < 20; p++) {
        assert_true(real_of(outputs[8 * p]) == (float)(p / 4 + 1));
        assert_true(real_of(outputs[8 * p + 1]) == 7);
        assert_true(real_of(outputs[8 * p + 2]) == (float)p);
        assert_int_equal(outputs[8 * p + 5], p);
    }
    what.count = 19;
    assert_int_equal(dxk_run_invoke(b.worker, &what), DXK_E_ARGUMENT);
    assert_int_equal(dxk_run_groups(b.worker, 0, 1), DXK_E_ARGUMENT);
    finish(&b);
}

static void helpers_write_nothing(void **state)
{
    uint32_t inputs[8 * 8] = {0}, outputs[8 * 8] = {0}, memory[16] = {0};
    uint8_t live[8] = {1, 1, 0, 1, 1, 1, 1, 1};
    bench b;
    (void)state;
    open_text(&b,
              "  %h = call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 0, i1 "
              "false)\n" LOAD(
                  "a", "0",
                  "0") "  %c = fcmp fast ogt float %a, 5.0\n"
                       "  call void @dx.op.discard(i32 82, i1 %c)\n"
                       "  %o = call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %h, i32 0, "
                       "i32 0, i32 "
                       "undef, i32 undef, i32 1)\n"
                       "  %i = fptosi float %a to i32\n  %j = shl i32 %i, 2\n  %k = add i32 %j, 4\n"
                       "  call void @dx.op.bufferStore.i32(i32 69, %dx.types.Handle %h, i32 %k, "
                       "i32 undef, i32 "
                       "9, i32 undef, i32 undef, i32 undef, i8 1)\n"
                       "  %p = call i1 @dx.op.isHelperLane.i1(i32 221)\n  %q = zext i1 %p to i32\n"
                       "  %v = call i32 @dx.op.coverage.i32(i32 91)\n" STORE_INT("0", "%q")
                           STORE_INT("1", "%v"),
              4);
    start(&b);
    dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = memory, .size = sizeof memory};
    assert_int_equal(dxk_run_bind(b.run, DXK_RESOURCE_CLASS_UAV, 0, 0, &view), DXK_OK);
    for (uint32_t p = 0; p < 8; p++)
        inputs[8 * p] = bits_of((float)p);
    dxk_run_invocations what = {.count = 8, .inputs = inputs, .outputs = outputs, .live = live};
    assert_int_equal(dxk_run_invoke(b.worker, &what), DXK_OK);
    assert_int_equal(memory[0], 5);
    for (uint32_t p = 0; p < 8; p++) {
        bool is_helper = p == 2 || p > 5;
        assert_int_equal(live[p], !is_helper);
        assert_int_equal(outputs[8 * p + 4], is_helper);
        assert_int_equal(outputs[8 * p + 5], !is_helper);
        assert_int_equal(memory[1 + p], is_helper ? 0 : 9);
    }
    finish(&b);
}

/* The sum over a wave of eight pixels, of which three are helpers, and the lane that is first. */
static void sum_pixels(const char *attributes, uint32_t sum, uint32_t first)
{
    uint32_t inputs[8 * 8], outputs[8 * 8] = {0};
    uint8_t live[8] = {0, 1, 0, 1, 1, 0, 1, 1};
    bench b;

    open_text_with(&b, attributes,
                   LOAD("a", "0", "0") "  %i = fptosi float %a to i32\n"
                                       "  %s = call i32 @dx.op.waveActiveOp.i32(i32 119, i32 %i, "
                                       "i8 0, i8 0)\n"
                                       "  %f = call i1 @dx.op.waveIsFirstLane(i32 110)\n"
                                       "  %g = zext i1 %f to i32\n" STORE_INT("0", "%s")
                                           STORE_INT("1", "%g"),
                   8);
    start(&b);
    for (uint32_t p = 0; p < 8; p++)
        inputs[8 * p] = bits_of((float)(1u << p));
    dxk_run_invocations what = {.count = 8, .inputs = inputs, .outputs = outputs, .live = live};
    assert_int_equal(dxk_run_invoke(b.worker, &what), DXK_OK);
    for (uint32_t p = 0; p < 8; p++) {
        if (!live[p] && sum != 255)
            continue;
        assert_int_equal(outputs[8 * p + 4], sum);
        assert_int_equal(outputs[8 * p + 5], p == first);
    }
    finish(&b);
}

static void helpers_take_no_part_in_waves(void **state)
{
    (void)state;
    sum_pixels("", 255 & ~37u, 1);
    sum_pixels("#0", 255, 0);
}

/* Runs eight pixels, and expects findings of one id, or none (NULL). */
static void expect_found(bench *b, const char *id, uint64_t times)
{
    dxk_run_options options = {.sanitize = UINT64_MAX};
    uint32_t inputs[8 * 64] = {0}, outputs[8 * 64] = {0};
    dxk_run_invocations what = {.count = 8, .inputs = inputs, .outputs = outputs};
    dxk_run_finding found = {.id = NULL};

    assert_int_equal(dxk_run_create(b->program, &options, &b->run), DXK_OK);
    assert_int_equal(dxk_run_worker_create(b->run, b->ctx, &b->worker), DXK_OK);
    b->info = dxk_run_program_info_get(b->program);
    assert_true(b->info.input_words <= 64 && b->info.output_words <= 64);
    for (uint32_t p = 0; p < 8; p++)
        inputs[b->info.input_words * p] = bits_of((float)p);
    assert_int_equal(dxk_run_invoke(b->worker, &what), DXK_OK);
    uint64_t count = 0;
    for (size_t n = 0; dxk_run_worker_finding(b->worker, n, &found); n++)
        if (id && strcmp(found.id, id) == 0)
            count += found.count;
    assert_true(id || !found.id);
    assert_int_equal(count, times);
    finish(b);
}

#define ALL_WRITTEN                                                                                \
    STORE("0", "0.0")                                                                              \
    STORE("1", "0.0") STORE("2", "0.0") STORE_INT("0", "1") STORE_INT("1", "2")

/* The fourth component is written by pixels whose input is less than 3, the others end early. */
#define SOME_WRITTEN                                                                               \
    LOAD("a", "0", "0")                                                                            \
    ALL_WRITTEN "  %c = fcmp olt float %a, 3.0\n  br i1 %c, label %yes, label %no\n"               \
                "yes:\n" STORE("3", "1.0") "  br label %no\nno:\n"

static void outputs_that_nobody_wrote(void **state)
{
    bench b;
    (void)state;
    open_text(&b, ALL_WRITTEN STORE("3", "1.0"), 4);
    expect_found(&b, NULL, 0);
    open_text(&b, SOME_WRITTEN, 4);
    expect_found(&b, "output.unwritten", 5);
    /* those that are discarded have none */
    open_text(&b,
              SOME_WRITTEN "  %d = xor i1 %c, true\n"
                           "  call void @dx.op.discard(i32 82, i1 %d)\n",
              8);
    expect_found(&b, "output.unwritten", 0);
}

static void feedback_is_not_kept(void **state)
{
    bench b;
    (void)state;
    open_sample(&b, "ps-feedback.dxil", 8);
    expect_found(&b, "feedback.opaque", 6); /* once for each of its stores */
    open_sample(&b, "ps.dxil", 8);
    expect_found(&b, "feedback.opaque", 0);
}

static void stages_are_asked_for(void **state)
{
    dxk_run_program *program;
    dxk_container *container;
    size_t size;
    dxk_ctx *ctx = support_ctx();
    uint8_t *bytes = support_sample("ps.dxil", &size);
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, NULL, &container), DXK_OK);
    assert_int_equal(dxk_run_program_create(ctx, container, NULL, &program), DXK_E_UNSUPPORTED);
    assert_null(program);
    dxk_container_free(container);
    free(bytes);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(vertices_are_transformed), cmocka_unit_test(pixels_come_in_quads),
    cmocka_unit_test(helpers_write_nothing),    cmocka_unit_test(helpers_take_no_part_in_waves),
    cmocka_unit_test(stages_are_asked_for),     cmocka_unit_test(outputs_that_nobody_wrote),
    cmocka_unit_test(feedback_is_not_kept),
};
SUPPORT_SUITE(test_exec_stage, tests);

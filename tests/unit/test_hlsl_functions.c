/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_functions.c - functions and methods of HLSL: conditions on what they give are compiled and
 * run, and those that need another stage or a resource are compiled and validated.
 */
#include "support.h"

#include "dxk/build.h"
#include "dxk/hlsl.h"
#include "dxk/run.h"
#include "dxk/validate.h"

#include "base/count.h"

#include <string.h>

#define WORDS 64u

typedef struct shader {
    const char *target, *source;
    bool native_16bit;
} shader;

static dxk_status compile(dxk_ctx *ctx, const shader *s, dxk_module **m)
{
    const dxk_hlsl_options options = {.name = {"main.hlsl", 9},
                                      .target = s->target,
                                      .version = 2021,
                                      .optimize = 1,
                                      .native_16bit = s->native_16bit};
    const dxk_bytes bytes = {(const uint8_t *)s->source, strlen(s->source)};

    dxk_status status = dxk_hlsl_compile(ctx, bytes, &options, m);
    if (status != DXK_OK && status != DXK_E_NOMEM)
        print_message("%s: %s\n", s->source, dxk_ctx_diag(ctx, 0)->message);
    return status;
}

static void expect_valid(const shader *s)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    dxk_container *made = NULL;
    dxk_validation *result = NULL;

    assert_int_equal(compile(ctx, s, &m), DXK_OK);
    assert_int_equal(dxk_container_build(m, NULL, &made), DXK_OK);
    dxk_validate(made, NULL, &result);
    for (size_t i = 0; i < dxk_validation_count(result, NULL); i++)
        print_message("%s: %.*s\n", s->source, (int)dxk_validation_finding(result, i)->message.size,
                      dxk_validation_finding(result, i)->message.data);
    assert_int_equal(dxk_validation_count(result, NULL), 0);
    dxk_validation_free(result);
    dxk_container_free(made);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* Runs one group on zeros; the words are those of u0. */
static void run(dxk_ctx *ctx, const dxk_module *m, uint32_t words[WORDS])
{
    const dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = words, .size = WORDS * sizeof *words};
    const dxk_run_program_options program_options = {0};
    const dxk_run_options options = {0};
    dxk_run_program *program = NULL;
    dxk_run_worker *worker = NULL;
    dxk_run *all = NULL;

    memset(words, 0, WORDS * sizeof *words);
    assert_int_equal(dxk_run_program_create_module(m, &program_options, &program), DXK_OK);
    assert_int_equal(dxk_run_create(program, &options, &all), DXK_OK);
    assert_int_equal(dxk_run_bind(all, DXK_RESOURCE_CLASS_UAV, 0, 0, &view), DXK_OK);
    assert_int_equal(dxk_run_set_grid(all, 1, 1, 1), DXK_OK);
    assert_int_equal(dxk_run_worker_create(all, ctx, &worker), DXK_OK);
    assert_int_equal(dxk_run_groups(worker, 0, 1), DXK_OK);
    dxk_run_worker_free(worker);
    dxk_run_free(all);
    dxk_run_program_free(program);
}

/* Expects conditions to be true, when what they ask is not known to the compiler. `zero` and `one` are
 * numbers that it does not know. */
static void expect_true(const char *target, const char *before, const char *const *conditions,
                        size_t count)
{
    char source[8192];
    size_t at = (size_t)snprintf(source, sizeof source,
                                 "RWByteAddressBuffer o : register(u0);\n"
                                 "[numthreads(1, 1, 1)] void main() {\n"
                                 "uint zero = o.Load(252), one = zero + 1; %s\n",
                                 before);
    const shader s = {target, source, true};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = NULL;
    uint32_t words[WORDS];

    for (size_t i = 0; i < count; i++)
        at += (size_t)snprintf(source + at, sizeof source - at, "o.Store(%zu, uint(%s));\n", 4 * i,
                               conditions[i]);
    snprintf(source + at, sizeof source - at, "}\n");
    assert_true(at + 2 < sizeof source && count < WORDS - 1);
    assert_int_equal(compile(ctx, &s, &m), DXK_OK);
    run(ctx, m, words);
    for (size_t i = 0; i < count; i++) {
        if (words[i] != 1)
            fail_msg("%s: %u", conditions[i], words[i]);
    }
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static void functions_of_numbers_are_right(void **state)
{
    static const char *const conditions[] = {
        "determinant(m) == 54",
        "determinant((float3x3)m) == 18",
        "determinant((float2x2)m) == 6",
        "determinant((float1x1)m) == 2",
        "frexp(12.0 * one, e) == 0.75 && e == 4",
        "frexp(float(zero), e) == 0 && e == 0",
        "modf(-2.5 * one, e) == -0.5 && e == -2",
        "all(lit(0.5 * one, 0.5, 2) == float4(1, 0.5, 0.25, 1))",
        "all(lit(-0.5 * one, 0.5, 2) == float4(1, 0, 0, 1))",
        "all(dst(float4(9, 2, 3, 9) * one, float4(9, 5, 9, 7)) == float4(1, 10, 3, 7))",
        "all(dst(int4(9, 2, 3, 9) * one, int4(9, 5, 9, 7)) == int4(1, 10, 3, 7))",
        "all(faceforward(float2(1, 2) * one, float2(1, 0), float2(1, 0)) == float2(-1, -2))",
        "all(faceforward(float2(1, 2) * one, float2(-1, 0), float2(1, 0)) == float2(1, 2))",
        "all(D3DCOLORtoUBYTE4(float4(0, 0.5, 1, 0.25) * one) == int4(255, 127, 0, 63))",
        "dot2add(half2(1, 2) * half(one), half2(3, 4), 0.5) == 11.5",
        "dot4add_u8packed(0x01020304 * one, 0x01010101, 7) == 17",
        "dot4add_i8packed(0xff020304 * one, 0x01010101, 7) == 15",
        "all(msad4(0x01020304 * one, uint2(0x01020304, 0), 0) == uint4(0, 4, 7, 9))",
        "!IsHelperLane()",
        "o.Load(240, s) == 0 && s == 1",
        "all(o.Load<uint2>(240, s) == 0) && s == 1",
    };

    (void)state;
    expect_true("cs_6_6",
                "float e; uint s;\n"
                "float4x4 m = float4x4(2, 0, 0, 1, 0, 3, 0, 0, 0, 0, 3, 0, 0, 0, 0, 3) * one;",
                conditions, DXKI_COUNT(conditions));
}

static void floats_are_exchanged_in_raw_buffers(void **state)
{
    static const char *const conditions[] = {
        "(o.InterlockedExchangeFloat(200, 1.5, f), f == 0)",
        "(o.InterlockedCompareExchangeFloatBitwise(200, 1.5, 2.5, f), f == 1.5)",
        "(o.InterlockedCompareStoreFloatBitwise(200, 2.5, 3.5), asfloat(o.Load(200)) == 3.5)",
    };

    (void)state;
    expect_true("cs_6_2", "float f;", conditions, DXKI_COUNT(conditions));
}

static void methods_of_textures_are_valid(void **state)
{
    static const shader shaders[] = {
        {"ps_6_0",
         "Texture2D<float4> t; Texture2DArray<float4> a; SamplerState s;\n"
         "SamplerComparisonState c; Texture2DMS<float4> m;\n"
         "float4 main(float3 uv : UV, int2 o : O) : SV_Target { uint st;\n"
         "float4 r = t.GatherRed(s, uv.xy, int2(1, 2), o, int2(3, 4), o);\n"
         "r += t.GatherAlpha(s, uv.xy, o, o, o, o, st) * st;\n"
         "r += a.GatherCmpRed(c, uv, 0.5, o, o, o, o, st) * st;\n"
         "r.xy += GetRenderTargetSamplePosition(2) + m.GetSamplePosition(o.x);\n"
         "clip(uv.y - 0.1); if (uv.x < 0.3) discard; return IsHelperLane() ? 0 : r; }\n",
         false},
        {"ps_6_6", "float4 main() : SV_Target { return IsHelperLane(); }\n", false},
        {"cs_6_8",
         "Texture2D<uint> t; Texture2D<uint64_t> w; Texture2D<uint16_t> n; Texture2DArray<uint> "
         "a;\n"
         "SamplerState s; RWStructuredBuffer<uint4> o;\n"
         "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { uint st;\n"
         "Barrier(GROUP_SHARED_MEMORY, GROUP_SYNC | GROUP_SCOPE); Barrier(o, DEVICE_SCOPE);\n"
         "uint4 r = t.GatherRaw(s, 0.5, int2(1, 1), st) + a.GatherRaw(s, float3(0, 0, 1)) + st;\n"
         "o[i] = r + (uint4)w.GatherRaw(s, 0.5) + n.GatherRaw(s, 0.5); }\n",
         true},
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(shaders); i++)
        expect_valid(&shaders[i]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(functions_of_numbers_are_right),
    cmocka_unit_test(floats_are_exchanged_in_raw_buffers),
    cmocka_unit_test(methods_of_textures_are_valid),
};
SUPPORT_SUITE(test_hlsl_functions, tests);

/* SPDX-License-Identifier: MIT */
/*
 * test_hlsl_waves.c - wave operations beside `return` and `break` in HLSL: they are done by the lanes that
 * leave a loop in the same round, however the program is optimized.
 */
#include "hlsl_support.h"

#include "dxk/opt.h"
#include "dxk/run.h"

#include <string.h>

#define THREADS 8u

typedef struct waves_case {
    const char *functions, *body;
    uint32_t expected[THREADS];
} waves_case;

#define MINE "if (WaveReadLaneFirst(v) == v)"
#define ALL  "WaveActiveCountBits(true)"
#define BY_VALUE                                                                                   \
    {                                                                                              \
        4, 2, 4, 1, 2, 4, 4, 1                                                                     \
    }

/* Functions of v, whose values are 5, 6, 5, 7, 6, 5, 5, 8, and the number of the thread. */
static const waves_case cases[] = {
    {"uint f(uint v, uint t) { for (;;) { " MINE " return " ALL "; } }", "r = f(v, t);", BY_VALUE},
    {"uint f(uint v, uint t) { do { bool b = WaveReadLaneFirst(v) == v; if (b) return "
     "WaveActiveBallot(b).x; } while (true); }",
     "r = f(v, t);",
     {101, 18, 101, 8, 18, 101, 101, 128}},
    {"uint f(uint v, uint t) { for (uint i = 0; i < 4; i++) { if (i == t) return " ALL
     "; } return " ALL "; }",
     "r = f(v, t);",
     {1, 1, 1, 1, 4, 4, 4, 4}},
    {"uint f(uint v, uint t) { for (uint k = 0; k < 3; k++) for (uint i = 0; i < 8; i++) { " MINE
     " return " ALL "; } return 99; }",
     "r = f(v, t);", BY_VALUE},
    {"uint f(uint v, uint t) { for (;;) switch (WaveReadLaneFirst(v) == v) { case true: return " ALL
     "; default: break; } }",
     "r = f(v, t);", BY_VALUE},
    {"uint f(uint v, uint t) { for (uint i = 0; i < 9; i++) { " MINE
     " switch (v) { case 5: return " ALL " + 10; case 6: return " ALL "; default: return " ALL
     " + 20; } } return 9; }",
     "r = f(v, t);",
     {14, 2, 14, 21, 2, 14, 14, 21}},
    {"uint f(uint v, uint t) { uint r = 0; for (;;) { " MINE " { r = " ALL
     "; if (t & 1) { r += 100; } else { if (t & 2) return r + 1000; r += 10; } return r; } } }",
     "r = f(v, t);",
     {14, 102, 1004, 101, 12, 104, 1004, 101}},
    {"uint g(uint v) { for (;;) { " MINE " return " ALL
     "; } } uint f(uint v, uint t) { for (uint i = 0; i < 3; i++) { if (i == (t & 1)) return "
     "g(v) * 10 + " ALL "; } return 0; }",
     "r = f(v, t);",
     {34, 14, 34, 14, 14, 14, 34, 14}},
    {"uint g(uint v) { if (v == 5) return " ALL "; return " ALL
     " + 50; } uint f(uint v, uint t) { uint s = 0; for (uint i = 0; i < 2; i++) s += g(v); "
     "return s; }",
     "r = f(v, t);",
     {8, 108, 8, 108, 108, 8, 8, 108}},
    {"void f(uint v, inout uint r) { while (true) { " MINE " { r = " ALL "; return; } r++; } }",
     "f(v, r);", BY_VALUE},
    {"uint f(uint v, uint t) { for (uint i = 0; i < 4; i++) { bool b = i == (t & 3); uint s = "
     "WaveActiveCountBits(b); if (b) return s; } return 0; }",
     "r = f(v, t);",
     {2, 2, 2, 2, 2, 2, 2, 2}},
    {"struct S { uint v; uint go() { for (;;) { " MINE " return " ALL "; } } };",
     "S s = {v}; r = s.go();", BY_VALUE},
    {"uint f(uint v, uint t) { for (uint i = 0; i < 2; i++) { if (i == t >> 2) return "
     "QuadReadAcrossX(v * (i + 1)); } return 0; }",
     "r = f(v, t);",
     {6, 5, 7, 5, 10, 12, 16, 10}},
    {"uint f(uint v, uint t) { [unroll] for (uint i = 0; i < 8; i++) { " MINE " return " ALL
     "; } return 0; }",
     "r = f(v, t);", BY_VALUE},
    {"", "for (;;) { " MINE " { o.Store(4 * t, " ALL "); return; } }", BY_VALUE},
    {"", "for (;;) { " MINE " { r = " ALL "; break; } }", BY_VALUE},
    {"", "bool done = false; while (!done) { " MINE " { r = " ALL "; done = true; } }", BY_VALUE},
    {"static uint s; bool f(uint v) { " MINE " { s = " ALL "; return true; } return false; }",
     "while (!f(v)) {} r = s;", BY_VALUE},
};

static dxk_module *compile(dxk_ctx *ctx, const waves_case *it, uint32_t level)
{
    char source[2048];
    const dxk_hlsl_options options = {.target = "cs_6_0", .optimize = level, .no_optimize = !level};
    dxk_module *m = NULL;
    int size = snprintf(source, sizeof source,
                        "RWByteAddressBuffer o : register(u0);\n"
                        "%s [numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) {\n"
                        "uint v = o.Load(4 * t + 128), r = 0; %s o.Store(4 * t, r); }\n",
                        it->functions, it->body);
    const dxk_bytes bytes = {(const uint8_t *)source, (size_t)size};

    assert_true(size > 0 && (size_t)size < sizeof source);
    if (dxk_hlsl_compile(ctx, bytes, &options, &m) != DXK_OK)
        fail_msg("%s: %s", source, dxk_ctx_diag(ctx, 0)->message);
    return m;
}

static void expect(dxk_ctx *ctx, const waves_case *it, const dxk_module *m)
{
    uint32_t words[HLSL_WORDS] = {0};
    static const uint32_t values[THREADS] = {5, 6, 5, 7, 6, 5, 5, 8};

    memcpy(words + 32, values, sizeof values);
    hlsl_run_on(ctx, m, words);
    for (uint32_t i = 0; i < THREADS; i++) {
        if (words[i] != it->expected[i])
            fail_msg("%s %s: thread %u has %u, not %u", it->functions, it->body, i, words[i],
                     it->expected[i]);
    }
}

static void lanes_that_leave_a_loop_together_meet(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (uint32_t level = 0; level <= 3; level++) {
            dxk_ctx *ctx = support_ctx();
            dxk_module *m = compile(ctx, &cases[i], level);
            expect(ctx, &cases[i], m);
            assert_int_equal(dxk_opt(m, (dxk_str){"O3, jump-threading, O3", 22}, NULL, NULL),
                             DXK_OK);
            expect(ctx, &cases[i], m);
            dxk_module_free(m);
            support_ctx_done(ctx);
        }
    }
}

/* A function that returns out of loops, what it returns, and what the program does then. */
#define PLAIN(value, behind)                                                                       \
    "RWByteAddressBuffer o; uint f(uint n) { for (uint i = 0; i < n; i++) { if (o.Load(i) > n) "   \
    "return " value "; o.Store(i, n); } return 1; }\n"                                             \
    "[numthreads(8, 1, 1)] void main(uint t : SV_GroupIndex) { o.Store(0, f(t)); " behind "}"

static void nothing_keeps_other_code_in_loops(void **state)
{
    static const char guard[] = "dx.break";

    (void)state;
    assert_int_equal(hlsl_count("cs_6_0", PLAIN("i", ""), guard), 0);
    assert_int_equal(hlsl_count("cs_6_0", PLAIN("i", "o.Store(4, WaveActiveSum(t));"), guard), 0);
    assert_int_not_equal(hlsl_count("cs_6_0", PLAIN("WaveActiveSum(i)", ""), guard), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(lanes_that_leave_a_loop_together_meet),
    cmocka_unit_test(nothing_keeps_other_code_in_loops),
};
SUPPORT_SUITE(test_hlsl_waves, tests);

/* SPDX-License-Identifier: MIT */
/* test_hlsl_flow.c - what attributes ask of branches and loops in HLSL, and `precise` of values. */
#include "hlsl_support.h"

#include "base/count.h"
#include "dxk/text.h"

#include <string.h>

#define BEFORE                                                                                     \
    "RWStructuredBuffer<uint> o; cbuffer C { uint n; };\n"                                         \
    "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { uint a = 0;\n"
#define BEHIND " o[i] = a; }\n"

static unsigned count(const char *source, const char *text)
{
    return hlsl_count("cs_6_0", source, text);
}

static void hints_are_kept(void **state)
{
    (void)state;
    assert_int_equal(
        count(BEFORE "[branch] if (n) a = o[i + 1];" BEHIND, "\"dx.controlflow.hints\", i32 1}"),
        1);
    assert_int_equal(count(BEFORE "[forcecase] switch (n) { case 1: a = o[1]; break; case 7: a = "
                                  "o[2]; o[3] = 1; }" BEHIND,
                           "\"dx.controlflow.hints\", i32 5}"),
                     1);
    assert_int_equal(count(BEFORE "[loop] for (uint k = 0; k < 2; k++) a += o[k];" BEHIND,
                           "llvm.loop.unroll.disable"),
                     1);
}

static void loops_are_written_out_if_asked(void **state)
{
    (void)state;
    assert_int_equal(count(BEFORE "[unroll] for (uint k = 0; k < 40; k++) o[k + n] = k;" BEHIND,
                           "call void @dx.op.bufferStore"),
                     41);
    assert_int_equal(count(BEFORE "[unroll] for (uint k = 0; k < n && k < 6; k++) o[k] = k;" BEHIND,
                           "call void @dx.op.bufferStore"),
                     7);
    assert_int_equal(count(BEFORE
                           "[unroll] for (uint k = 0; and(k < n, k < 6); k++) o[k] = k;" BEHIND,
                           "call void @dx.op.bufferStore"),
                     7);
    assert_int_equal(count(BEFORE "[unroll(3)] for (uint k = 0; k < n; k++) o[k] = k;" BEHIND,
                           "call void @dx.op.bufferStore"),
                     4);
}

static void loops_do_what_they_say(void **state)
{
    static const char *const conditions[] = {"a == 3", "b == 6", "c == 45", "d == 4", "e == 2"};

    (void)state;
    hlsl_expect_true("cs_6_0",
                     "uint a = 0, b = 0, c = 0, d = 0, e = 0, k;\n"
                     "[unroll(3)] for (k = 0; k < 9 * one; k++) a++;\n"
                     "[unroll] do { b += 2; } while (b < 6);\n"
                     "[unroll] for (k = 0; k < 10; k++) { if (k == 5) { c += zero; } c += k; }\n"
                     "[unroll(2)] do { d += 2; } while (d < 100 * one);\n"
                     "[unroll] for (k = 0; k < 4; k++) { if (k < one * 2) continue; e++; }\n",
                     conditions, DXKI_COUNT(conditions));
}

static void loops_without_an_end_are_refused(void **state)
{
    static const char *const loops[] = {
        "[unroll] for (uint k = 0; k < n; k++) a += o[k];",
        "uint k = 0; [unroll] while (k < n) { k++; if (a > 100) o[1] = 2; a += o[k]; }",
        "uint k = 0; [unroll] while (k < n) { k++; if (a > 100) break; else o[5] = a; }",
        "[unroll] for (uint k = 0;; k++) { if (k >= n) break; if (o[k] == 7) a++; }",
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(loops); i++) {
        char source[512];
        const hlsl_shader endless = {"cs_6_0", source, false};
        snprintf(source, sizeof source, BEFORE "%s" BEHIND, loops[i]);
        hlsl_expect_refused(&endless, "HLSL.NOT_UNROLLED");
    }
}

/* Nothing is left that the attribute stands in front of: the block that leads back is empty, or the
 * condition is always true. */
static void attributes_that_are_lost_ask_for_nothing(void **state)
{
    static const char *const loops[] = {
        "uint k = 0; [unroll] while (k < n) { k++; if (o[k] == 7) o[9] = k; }",
        "uint k = 0; [unroll] for (; k < n;) { k++; if (o[k] == 7) continue; o[k] = k; }",
        "uint k = 0; [unroll] while (k < n) { k++; o[k] = 3; if (o[k] > 9) break; }",
        "[unroll] for (uint k = 0; k >= 0; k++) { if (o[k] == 7) break; o[k] = 3; }",
        "uint k = 0; [unroll] do { if (k >= n) break; o[k] = k; k++; } while (true);",
        "[unroll] while (true) { a++; while (a < n) a += o[a]; if (a > 9) break; o[a] = 3; }",
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(loops); i++) {
        char source[512];
        snprintf(source, sizeof source, BEFORE "%s" BEHIND, loops[i]);
        assert_int_equal(count(source, "call void @dx.op.bufferStore"), 2);
    }
}

/* One has a condition that reads a resource, one a condition that may skip a part, one a long condition,
 * and one asks in the middle, after it has read a resource. */
static void loops_that_cannot_be_turned_stay(void **state)
{
    static const char *const loops[] = {
        "[unroll] for (uint k = 0; k < o[n]; k++) o[k] = k;",
        "[unroll] for (uint k = 0; k < n || o[k]; k++) o[k] = k;",
        "[unroll(2)] for (uint k = 0; k < (n ? n : 5u); k++) o[k] = k;",
        ("[unroll(2)] for (uint k = 0; k * k * k * 3 + (k ^ n) * (k | 5) * (k & 15) - (k << 3) + "
         "(k >> 2) * 7 + k * 11 < n; k++) o[k] = k;"),
        "[unroll] while (true) { a += o[n]; if (a > 100) break; o[a] = 1; }",
    };
    static const char *const conditions[] = {"a == 12", "b == 9"};

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(loops); i++) {
        char source[512];
        snprintf(source, sizeof source, BEFORE "%s" BEHIND, loops[i]);
        assert_int_equal(count(source, "call void @dx.op.bufferStore"), 2);
    }
    hlsl_expect_true("cs_6_0",
                     "uint a = 0, b = 0, k;\n"
                     "[unroll(2)] for (k = 0; k < o.Load(248) + 12 * one; k++) a++;\n"
                     "[unroll(2)] for (k = 0; k < one && b < 9 || b < 9 * one; k++) b++;\n",
                     conditions, DXKI_COUNT(conditions));
}

/* Each `return` of an entry point gives all members of a structure; other results are chosen. */
static void structures_are_given_at_each_return(void **state)
{
    static const char store[] = "call void @dx.op.storeOutput.f32";

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0",
                                "struct R { float2 u : SV_Target; };\n"
                                "R main(float a : A, float b : B) { R r; r.u = b;\n"
                                "if (a > 0) return r; r.u.x = a; return r; }\n",
                                store),
                     4);
    assert_int_equal(hlsl_count("ps_6_0",
                                "struct R { float2 u : SV_Target; };\n"
                                "R f(float a, float b) { R r; r.u = b;\n"
                                "if (a > 0) return r; r.u.x = a; return r; }\n"
                                "R main(float a : A, float b : B) { return f(a, b); }\n",
                                store),
                     2);
    assert_int_equal(hlsl_count("ps_6_0",
                                "float2 main(float a : A, float b : B) : SV_Target {\n"
                                "if (a > 0) return b; return float2(a, b); }\n",
                                store),
                     2);
}

static void offsets_are_found_by_unrolling(void **state)
{
    static const hlsl_shader s = {
        "ps_6_0",
        "Texture2D t; SamplerState s; float4 main(float2 uv : UV) : SV_Target { float4 c = 0;\n"
        "for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++)\n"
        "c += t.Sample(s, uv, int2(x, y)); return c; }\n",
        false};

    (void)state;
    hlsl_expect_valid(&s);
}

static void precise_goes_back_to_what_it_is_made_of(void **state)
{
    static const char source[] =
        "RWStructuredBuffer<float> o; [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
        "float t[2]; t[0] = o[1] * o[2]; t[1] = o[3] * o[4]; float u = o[5] * o[6];\n"
        "precise float p = t[i & 1] + sin(o[7]); o[i] = p - u; }\n";

    (void)state;
    assert_int_equal(count(source, " fmul "), 3);
    assert_int_equal(count(source, " fmul fast "), 1);
    assert_int_equal(count(source, " fadd "), 1);
    assert_int_equal(count(source, " fadd fast "), 0);
    assert_int_equal(count(source, " fsub fast "), 1);
    assert_int_equal(count(source, "i32 13, float"), count(source, ", !dx.precise !"));
}

static void denormals_are_as_asked(void **state)
{
    static const char source[] = "float4 main() : SV_Target { return 0; }\n";
    static const struct {
        const char *target, *mode;
        dxk_status status;
    } cases[] = {{"ps_6_2", "ftz", DXK_OK},
                 {"ps_6_2", NULL, DXK_OK},
                 {"ps_6_1", "ftz", DXK_E_INVALID},
                 {"ps_6_2", "often", DXK_E_ARGUMENT}};

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(cases); i++) {
        const dxk_hlsl_options options = {.target = cases[i].target, .denormals = cases[i].mode};
        const dxk_bytes bytes = {(const uint8_t *)source, sizeof source - 1};
        dxk_ctx *ctx = support_ctx();
        dxk_module *m = NULL;
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_int_equal(dxk_hlsl_compile(ctx, bytes, &options, &m), cases[i].status);
        if (m) {
            assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
            assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
            assert_int_equal(strstr((const char *)out.data, "\"fp32-denorm-mode\"=\"ftz\"") != NULL,
                             cases[i].mode != NULL);
        }
        dxk_buffer_free(&out);
        dxk_module_free(m);
        support_ctx_done(ctx);
    }
}

static void dead_code_takes_no_registers(void **state)
{
    static const char source[] =
        "Texture2D a : register(t0), b : register(t0); Texture2D c, d; static const bool no = "
        "false;\n"
        "float4 main(int3 at : AT) : SV_Target { float4 x = b.Load(at) + d.Load(at);\n"
        "if (no) x += a.Load(at) * c.Load(at); return x; }\n";
    static const char clash[] =
        "Texture2D a : register(t0), b : register(t0);\n"
        "float4 main(int3 at : AT) : SV_Target { return a.Load(at) + b.Load(at); }\n";
    const hlsl_shader s = {"ps_6_0", clash, false};

    (void)state;
    assert_int_equal(hlsl_count("ps_6_0", source, "call %dx.types.Handle @dx.op.createHandle"), 2);
    assert_int_equal(hlsl_count("ps_6_0", source, "createHandle(i32 57, i8 0, i32 0, i32 0,"), 1);
    assert_int_equal(hlsl_count("ps_6_0", source, "createHandle(i32 57, i8 0, i32 1, i32 1,"), 1);
    hlsl_expect_refused(&s, "HLSL.OVERLAP");
}

/* What has an array in a buffer that cannot change is read there, unless the copy is changed. */
static void what_cannot_change_is_not_copied(void **state)
{
    static const char *const uses[] = {
        "pick(c.v, i)",   "pick(all[i].v, i)", "pick(b[i].v, i)",    "inner(b[i], i)",
        "inner(view, i)", "pick(t.v, i)",      "first(all[i].v, i)", "pick(w[i].v, i)",
    };
    static const unsigned copies[DXKI_COUNT(uses)] = {0, 0, 0, 0, 0, 0, 1, 1};

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(uses); i++) {
        char source[1024];
        snprintf(source, sizeof source,
                 "struct S { float v[8]; };\n"
                 "cbuffer C { S c, all[4]; }; tbuffer T { S t; }; ConstantBuffer<S> view;\n"
                 "StructuredBuffer<S> b; RWStructuredBuffer<S> w; RWBuffer<float> o;\n"
                 "float pick(float v[8], uint i) { return v[i]; }\n"
                 "float first(float v[8], uint i) { v[i] = 1; return v[i / 2]; }\n"
                 "float inner(S s, uint i) { const S n = s; return pick(n.v, i); }\n"
                 "[numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = %s; }\n",
                 uses[i]);
        assert_int_equal(count(source, "= alloca ["), copies[i]);
    }
}

static void what_a_group_only_writes_does_not_stay(void **state)
{
    static const char source[] =
        "groupshared uint a, b[2], at, once[1]; groupshared float4 v; groupshared float2x2 m;\n"
        "struct S { uint x; float y[2]; }; groupshared S s; groupshared uint kept;\n"
        "RWByteAddressBuffer o; [numthreads(8, 1, 1)] void main(uint i : SV_GroupIndex) {\n"
        "a = i; b[i & 1] = i; v = i; v[i & 3] = 2; m = (float2x2)i; once[0] = i; s.x = i;\n"
        "s.y[1] = i; uint old; InterlockedAdd(at, 1, old); if (i == 0) kept = 5;\n"
        "GroupMemoryBarrierWithGroupSync(); o.Store(4 * i, kept); }\n";

    (void)state;
    assert_int_equal(count(source, "= external addrspace(3) global"), 6);
    assert_int_equal(count(source, "@@3PAIA\" = external addrspace(3) global"), 2);
}

static dxk_status compile_one(dxk_ctx *ctx, void *user)
{
    static const hlsl_shader s = {
        "cs_6_0",
        BEFORE
        "precise float p = o[4]; [unroll(2)] for (uint k = 0; k < n && k < 3; k++) p *= o[k];\n"
        "[branch] if (n) a = p;" BEHIND,
        false};
    dxk_module *m = NULL;

    (void)user;
    dxk_status status = hlsl_compile(ctx, &s, &m);
    dxk_module_free(m);
    return status;
}

static void labels_become_what_they_are_compared_with(void **state)
{
    static const char *const conditions[] = {
        "of_bool(one) == 7 && of_bool(zero) == 4",
        "of_uint(zero - one) == 5 && of_uint(one) == 4",
    };

    (void)state;
    hlsl_expect_values("int of_bool(bool b) { switch (b) { case 2: return 7; } return 4; }\n"
                       "int of_uint(uint u) { switch (u) { case -1: return 5; } return 4; }\n",
                       "", conditions, DXKI_COUNT(conditions));
}

/* Does a loop compile to a valid shader? */
static bool ends(const char *loop)
{
    static char source[256];
    const hlsl_shader shader = {"cs_6_0", source, false};
    dxk_ctx *ctx = support_ctx();

    snprintf(source, sizeof source, BEFORE "%s" BEHIND, loop);
    dxk_container *made = hlsl_build(ctx, &shader, true);
    const size_t findings = hlsl_judge(made);
    dxk_container_free(made);
    support_ctx_done(ctx);
    return findings == 0; /* otherwise: it must have a break */
}

static void endless_loops_are_invalid(void **state)
{
    static const char *const loops[] = {
        "while (true) {}",
        "do { o[n] = 3; } while (true);",
        "while (1) { o[n] = 3; }",
        "uint k = 0; while (k < 10) a = k;",
        "[loop] for (uint k = 0; k >= 0; k++) o[k] = 3;",
        "uint k = 0; do { o[a] = 3; if (k == 4) break; k &= 3; } while (true);",
        "uint k = 0; if (n > 3) { while (k % 4 < 4) k += o[k]; }",
        "if (n < 4) { o[1] = 2; return; } while (true) {}",
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(loops); i++)
        assert_false(ends(loops[i]));
}

/* The reference takes loops away that do nothing before it knows that they have no end. */
static void endless_loops_that_do_nothing_go(void **state)
{
    static const char *const loops[] = {
        "while (n == n) {}",
        "do { if (n < 3) continue; } while (n == n);",
    };

    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(loops); i++)
        assert_true(ends(loops[i]));
}

static void labels_may_stand_inside_of_other_statements(void **state)
{
    static const char *const conditions[] = {
        "in_block(one) == 14 && in_block(2) == 9 && in_block(one + 3) == 7",
        "in_if(one, zero) == 10 && in_if(one, one) == 12 && in_if(2, zero) == 16",
        "in_if(3, one) == 11 && in_if(4, one) == 7 && in_if(5, one) == 0",
        "in_dead(one) == 10 && in_dead(2) == 9",
        "in_front(one) == 0 && in_front(2) == 2",
    };
    static const hlsl_shader enters_loop = {
        "cs_6_0",
        BEFORE "switch (n) { case 1: a = 3; while (o[a] > a) { a *= 2; case 2: a += 9; } }" BEHIND,
        false};

    (void)state;
    hlsl_expect_values(
        "uint in_block(uint n) { uint b = 0;\n"
        "switch (n) { case 1: b = 3; { b += 2; case 2: b += 9; break; } case 4: b = 7; } return b; "
        "}\n"
        "uint in_if(uint n, uint m) { uint b = 0;\n"
        "switch (n) { case 1: b = 3; if (m) { b -= 7; case 2: b += 9; } else case 3: b = 4;\n"
        "if (m && b != 4) break; case 4: b += 7; } return b == 5 ? 12 : b == 11 && !m ? 10 : b; }\n"
        "uint in_dead(uint n) { uint b = 0;\n"
        "switch (n) { case 1: b = 3; if (false) { b += 2; case 2: b += 9; break; } b += 7; } "
        "return b; }\n"
        "uint in_front(uint n) { uint b = 0; switch (n) { { b = 4; case 2: b += 2; } } return b; "
        "}\n",
        "", conditions, DXKI_COUNT(conditions));
    dxk_ctx *ctx = support_ctx();
    dxk_container *made = hlsl_build(ctx, &enters_loop, true);
    assert_int_equal(hlsl_judge(made), 1); /* is irreducible */
    dxk_container_free(made);
    support_ctx_done(ctx);
}

static void labels_inside_of_other_statements_are_checked(void **state)
{
    static const said_how how = {"cs_6_0", 0, false, NULL};
    static const said_case cases[] = {
        {"[numthreads(8, 1, 1)] void main(uint n : SV_GroupIndex) { uint b = 0;\n"
         "switch (n) { case 1: int y = 3;\n"
         "{ int x = 4;\n"
         "b += 2;\n"
         "case 2: b += x; break; }\n"
         "case 4: b = 7; } }\n",
         "6: cannot jump from switch statement to this case label\n"
         "2: jump bypasses variable initialization\n"
         "5: cannot jump from switch statement to this case label\n"
         "3: jump bypasses variable initialization\n"
         "2: jump bypasses variable initialization\n"},
        {"[numthreads(8, 1, 1)] void main(uint n : SV_GroupIndex) { uint b = 0;\n"
         "switch (n) { case 1: b = 3;\n"
         "for (int i = 0; i < 4; i++) { b += 2; case 2: b += 9; } } }\n",
         "3: cannot jump from switch statement to this case label\n"
         "3: jump bypasses variable initialization\n"},
        {"[numthreads(8, 1, 1)] void main(uint n : SV_GroupIndex) { uint b = 0;\n"
         "switch (n) { case 1: b = 3; {\n"
         "case 1: b += 3; {\n"
         "default: b += 4; } }\n"
         "default: b++; } }\n",
         "4: multiple default labels in one switch\n"
         "5: previous case defined here\n"
         "3: duplicate case value '1'\n"
         "2: previous case defined here\n"},
        {"[numthreads(8, 1, 1)] void main() { uint b = 0;\n"
         "switch (3) { case 1: b = 3; { case 3: b++; } }\n"
         "switch (3) { case 1: b = 3; { case 2: } } }\n",
         "3: label at end of compound statement: expected statement\n"
         "3: no case matching constant switch condition '3'\n"},
    };

    (void)state;
    EXPECT_SAID(&how, cases);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    support_fail_allocations(compile_one, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(hints_are_kept),
    cmocka_unit_test(loops_are_written_out_if_asked),
    cmocka_unit_test(loops_do_what_they_say),
    cmocka_unit_test(loops_without_an_end_are_refused),
    cmocka_unit_test(attributes_that_are_lost_ask_for_nothing),
    cmocka_unit_test(loops_that_cannot_be_turned_stay),
    cmocka_unit_test(structures_are_given_at_each_return),
    cmocka_unit_test(offsets_are_found_by_unrolling),
    cmocka_unit_test(precise_goes_back_to_what_it_is_made_of),
    cmocka_unit_test(dead_code_takes_no_registers),
    cmocka_unit_test(what_cannot_change_is_not_copied),
    cmocka_unit_test(what_a_group_only_writes_does_not_stay),
    cmocka_unit_test(denormals_are_as_asked),
    cmocka_unit_test(labels_become_what_they_are_compared_with),
    cmocka_unit_test(endless_loops_are_invalid),
    cmocka_unit_test(endless_loops_that_do_nothing_go),
    cmocka_unit_test(labels_may_stand_inside_of_other_statements),
    cmocka_unit_test(labels_inside_of_other_statements_are_checked),
    cmocka_unit_test(test_out_of_memory),
};
SUPPORT_SUITE(test_hlsl_flow, tests);

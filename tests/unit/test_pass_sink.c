/* SPDX-License-Identifier: MIT */
/* test_pass_sink.c - what one way of a branch needs, and what must be computed before it. */
#include "pass_support.h"

#define HEAD                                                                                       \
    "@g = internal global i32 0\n@r = internal global float 0.000000e+00\n"                        \
    "declare float @dx.op.unary.f32(i32, float)\n"                                                 \
    "define void @main() {\n  ret void\n}\n"
#define F(before, t, f, behind)                                                                    \
    HEAD "define void @f(i32 %x, i32 %y, float %v, i1 %c) {\n" before                              \
         "  br i1 %c, label %t, label %f\n"                                                        \
         "t:\n" t "  br label %out\n"                                                              \
         "f:\n" f "  br label %out\n"                                                              \
         "out:\n" behind "  ret void\n}\n"
#define PUT(v)  "  store i32 " v ", i32* @g\n"
#define REAL(v) "  store float " v ", float* @r\n"
#define LOOP(before, body)                                                                         \
    HEAD "define void @f(i32 %x, i32 %y, float %v, i1 %c) {\n" before "  br label %l\n"            \
         "l:\n  %i = phi i32 [ 0, %0 ], [ %n, %l ]\n" body "  %n = add i32 %i, 1\n"                \
         "  %d = icmp eq i32 %n, %y\n  br i1 %d, label %out, label %l\n"                           \
         "out:\n  ret void\n}\n"
#define A "  %a = mul i32 %x, %y\n"
#define B "  %b = add i32 %a, 1\n"
#define H "  %h = fmul fast float %v, %v\n"
#define K "  %k = call float @dx.op.unary.f32(i32 83, float %h)\n"

static const pass_case cases[] = {
    /* a whole computation */
    {NULL, "sink", F(A B, PUT("%b"), "", ""), F("", A B PUT("%b"), "", "")},
    /* what both ways need, and what is needed in any case */
    {NULL, "sink", F(A B, PUT("%b"), PUT("%a"), ""), F(A, B PUT("%b"), PUT("%a"), "")},
    {NULL, "sink", F(A, "", "", PUT("%a")), F(A, "", "", PUT("%a"))},
    /* a phi needs it on the way that it comes from */
    {NULL, "sink", F(A, PUT("3"), "", "  %p = phi i32 [ %a, %t ], [ 0, %f ]\n" PUT("%p")),
     F("", A PUT("3"), "", "  %p = phi i32 [ %a, %t ], [ 0, %f ]\n" PUT("%p"))},
    /* not into a loop */
    {NULL, "sink", LOOP(A, PUT("%a")), LOOP(A, PUT("%a"))},
    /* the quad has it in common */
    {NULL, "sink", F(H, K REAL("%k"), "", ""), F(H, K REAL("%k"), "", "")},
    {NULL, "sink", F(H, REAL("%h"), "", ""), F("", H REAL("%h"), "", "")},
    /* memory may have changed */
    {NULL, "sink", F("  %a = load i32, i32* @g\n", PUT("7") PUT("%a"), "", ""),
     F("  %a = load i32, i32* @g\n", PUT("7") PUT("%a"), "", "")},
};

static void what_one_way_needs_goes_there(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
}

static void failing_allocations_are_clean(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_one_way_needs_goes_there),
    cmocka_unit_test(failing_allocations_are_clean),
};
SUPPORT_SUITE(test_pass_sink, tests);

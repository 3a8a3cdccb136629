/* SPDX-License-Identifier: MIT */
/* test_pass_settle.c - constants that passes put where DXIL does not want them. */
#include "pass_support.h"

/* A pixel shader with one input of one row. */
#define PIXEL                                                                                      \
    "!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                     \
    "!dx.entryPoints = !{!903}\n!900 = !{i32 1, i32 0}\n!901 = !{i32 1, i32 8}\n"                  \
    "!902 = !{!\"ps\", i32 6, i32 0}\n"                                                            \
    "!903 = !{void ()* @main, !\"main\", !905, null, !904}\n!904 = !{i32 0, i64 0}\n"              \
    "!905 = !{!906, null, null}\n!906 = !{!907}\n"                                                 \
    "!907 = !{i32 0, !\"A\", i8 9, i8 0, !908, i8 2, i32 1, i8 1, i32 0, i8 0, null}\n"            \
    "!908 = !{i32 0}\n"
#define INPUT                                                                                      \
    "@g = internal global float 0.000000e+00\n"                                                    \
    "declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)\n"
static const pass_case cases[] = {
    /* quotients by zero */
    {NULL, "mem2reg",
     "define i32 @f(i32 %x) {\n"
     "  %v = alloca i32\n"
     "  store i32 0, i32* %v\n"
     "  %z = load i32, i32* %v\n"
     "  %q = udiv i32 %x, %z\n"
     "  %r = srem i32 %q, %z\n"
     "  %s = add i32 %q, %r\n"
     "  ret i32 %s\n"
     "}\n"
     "define void @main() {\n  ret void\n}\n",
     "define i32 @f(i32 %x) {\n"
     "  %s = add i32 -1, -1\n"
     "  ret i32 %s\n"
     "}\n"
     "define void @main() {\n  ret void\n}\n"},
    {NULL, "always-inline",
     "@g = internal global i32 0\n"
     "define internal i32 @f(i32 %x, i32 %y) {\n"
     "  %q = sdiv i32 %x, %y\n"
     "  ret i32 %q\n"
     "}\n"
     "define void @main() {\n"
     "  %x = load i32, i32* @g\n"
     "  %q = call i32 @f(i32 %x, i32 0)\n"
     "  store i32 %q, i32* @g\n"
     "  ret void\n"
     "}\n",
     "@g = internal global i32 0\n"
     "define internal i32 @f(i32 %x, i32 %y) {\n  unreachable\n}\n"
     "define void @main() {\n"
     "  %x = load i32, i32* @g\n"
     "  store i32 -1, i32* @g\n"
     "  ret void\n"
     "}\n"},
    /* a subtraction flushes denormals, turning a sign does not */
    {NULL, "mem2reg",
     "define float @f(float %x) {\n"
     "  %v = alloca float\n"
     "  store float -0.000000e+00, float* %v\n"
     "  %z = load float, float* %v\n"
     "  %d = fsub float %z, %x\n"
     "  %e = fsub float %x, %z\n"
     "  %s = fadd float %d, %e\n"
     "  ret float %s\n"
     "}\n"
     "define void @main() {\n  ret void\n}\n",
     "define float @f(float %x) {\n"
     "  %d = fmul float %x, -1.000000e+00\n"
     "  %e = fsub float %x, -0.000000e+00\n"
     "  %s = fadd float %d, %e\n"
     "  ret float %s\n"
     "}\n"
     "define void @main() {\n  ret void\n}\n"},
    /* a row that is not there stays a variable */
    {PIXEL, "mem2reg",
     INPUT "define void @main() {\n"
           "  %v = alloca i32\n"
           "  store i32 1, i32* %v\n"
           "  %n = load i32, i32* %v\n"
           "  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 %n, i8 0, i32 undef)\n"
           "  store float %x, float* @g\n"
           "  ret void\n"
           "}\n",
     INPUT "define void @main() {\n"
           "  %v = alloca i32\n"
           "  store i32 1, i32* %v\n"
           "  %n = load i32, i32* %v\n"
           "  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 %n, i8 0, i32 undef)\n"
           "  store float %x, float* @g\n"
           "  ret void\n"
           "}\n"},
    /* ... and becomes one */
    {PIXEL, "mem2reg",
     INPUT "define void @main() {\n"
           "  %v = alloca i32\n"
           "  %y = load float, float* @g\n"
           "  %c = fcmp fast ogt float %y, 1.000000e+00\n"
           "  br i1 %c, label %a, label %b\n"
           "a:\n"
           "  store i32 1, i32* %v\n"
           "  br label %join\n"
           "b:\n"
           "  store i32 1, i32* %v\n"
           "  br label %join\n"
           "join:\n"
           "  %n = load i32, i32* %v\n"
           "  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 %n, i8 0, i32 undef)\n"
           "  store float %x, float* @g\n"
           "  ret void\n"
           "}\n",
     INPUT "define void @main() {\n"
           "  %1 = alloca i32\n"
           "  store i32 1, i32* %1\n"
           "  %2 = load i32, i32* %1\n"
           "  %y = load float, float* @g\n"
           "  %c = fcmp fast ogt float %y, 1.000000e+00\n"
           "  br i1 %c, label %a, label %b\n"
           "a:\n"
           "  br label %join\n"
           "b:\n"
           "  br label %join\n"
           "join:\n"
           "  %x = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 %2, i8 0, i32 undef)\n"
           "  store float %x, float* @g\n"
           "  ret void\n"
           "}\n"},
};

static void constants_stand_where_they_may(void **state)
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
    cmocka_unit_test(constants_stand_where_they_may),
    cmocka_unit_test(failing_allocations_are_clean),
};
SUPPORT_SUITE(test_pass_settle, tests);

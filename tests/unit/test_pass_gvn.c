/* SPDX-License-Identifier: MIT */
/* test_pass_gvn.c - the pass gvn: what is taken from before, and what must not be. */
#include "pass_support.h"

#define MAIN(body)    "define void @main() {\n" body "  ret void\n}\n"
#define F(args, body) MAIN("") "define void @f(" args ") {\n" body "  ret void\n}\n"
#define SINK          "declare void @sink(i32, i32)\n"
#define USE(x, y)     "  call void @sink(i32 " x ", i32 " y ")\n"

#define WAVE(x)  "call i32 @dx.op.waveActiveOp.i32(i32 119, i32 " x ", i8 0, i8 0)\n"
#define WAVES    "declare i32 @dx.op.waveActiveOp.i32(i32, i32, i8, i8)\n"
#define DERIV(x) "call float @dx.op.unary.f32(i32 83, float " x ")\n"
#define UNARIES  "declare float @dx.op.unary.f32(i32, float)\n"
#define BARRIER  "  call void @dx.op.barrier(i32 80, i32 9)\n"
#define BARRIERS "declare void @dx.op.barrier(i32, i32)\n"
#define SHARED                                                                                     \
    "@s = internal addrspace(3) global i32 undef\n@t = internal addrspace(3) global i32 undef\n"
#define LOAD(r, p)  "  " r " = load i32, i32 addrspace(3)* " p "\n"
#define STORE(v, p) "  store i32 " v ", i32 addrspace(3)* " p "\n"

#define PAYLOAD "%m = type { [2 x <2 x float>] }\n%p = type { %m, i32 }\n"
#define ROWS                                                                                       \
    "  %f = getelementptr inbounds %p, %p* %a, i32 0, i32 0\n"                                     \
    "  %r = bitcast %m* %f to <4 x float>*\n"
#define NEXT "  %n = getelementptr inbounds %p, %p* %a, i32 0, i32 1\n"

static const pass_case merged[] = {
    {NULL, "gvn",
     F("i32 %x, i32 %y", "  %a = add nsw i32 %x, %y\n  %b = add i32 %y, %x\n" USE("%a", "%b")) SINK,
     F("i32 %x, i32 %y", "  %a = add i32 %x, %y\n" USE("%a", "%a")) SINK},
    /* what compares the same the other way round */
    {NULL, "gvn",
     F("i32 %x, i32 %y", "  %a = icmp ult i32 %x, %y\n  %b = icmp ugt i32 %y, %x\n"
                         "  %c = zext i1 %a to i32\n  %d = zext i1 %b to i32\n" USE("%c", "%d"))
         SINK,
     F("i32 %x, i32 %y", "  %a = icmp ult i32 %x, %y\n  %c = zext i1 %a to i32\n" USE("%c", "%c"))
         SINK},
    /* arithmetic that is free gives that up for arithmetic that is not */
    {NULL, "gvn",
     F("float %x, float* %p", "  %a = fmul fast float %x, %x\n  store float %a, float* %p\n"
                              "  %b = fmul float %x, %x\n  store float %b, float* %p\n"),
     F("float %x, float* %p", "  %a = fmul float %x, %x\n  store float %a, float* %p\n")},
    /* a matrix that is written as a vector, and what stands behind it */
    {NULL, "gvn",
     PAYLOAD F("%p* %a, <4 x float> %v", ROWS NEXT
               "  %x = load i32, i32* %n\n  store <4 x float> %v, <4 x float>* %r\n"
               "  store i32 %x, i32* %n\n  %y = load i32, i32* %n\n" USE("%x", "%y")) SINK,
     PAYLOAD F("%p* %a, <4 x float> %v",
               ROWS NEXT "  %x = load i32, i32* %n\n  store <4 x float> %v, <4 x float>* %r\n" USE(
                   "%x", "%x")) SINK},
    /* ... with more than the matrix has */
    {NULL, "gvn",
     PAYLOAD F("%p* %a, <5 x float> %v",
               "  %f = getelementptr inbounds %p, %p* %a, i32 0, i32 0\n"
               "  %r = bitcast %m* %f to <5 x float>*\n" NEXT
               "  %x = load i32, i32* %n\n  store <5 x float> %v, <5 x float>* %r\n"
               "  %y = load i32, i32* %n\n" USE("%x", "%y")) SINK,
     PAYLOAD F("%p* %a, <5 x float> %v",
               "  %f = getelementptr inbounds %p, %p* %a, i32 0, i32 0\n"
               "  %r = bitcast %m* %f to <5 x float>*\n" NEXT
               "  %x = load i32, i32* %n\n  store <5 x float> %v, <5 x float>* %r\n"
               "  %y = load i32, i32* %n\n" USE("%x", "%y")) SINK},
    /* only what dominates */
    {NULL, "gvn",
     F("i32 %x, i1 %c",
       "  br i1 %c, label %l, label %r\n\nl:\n  %a = mul i32 %x, %x\n" USE(
           "%a",
           "0") "  br label %j\n\nr:\n  %b = mul i32 %x, %x\n" USE("%b",
                                                                   "1") "  br label %j\n\nj:\n")
         SINK,
     F("i32 %x, i1 %c",
       "  br i1 %c, label %l, label %r\n\nl:\n  %a = mul i32 %x, %x\n" USE(
           "%a",
           "0") "  br label %j\n\nr:\n  %b = mul i32 %x, %x\n" USE("%b",
                                                                   "1") "  br label %j\n\nj:\n")
         SINK},
    /* phis of the same values */
    {NULL, "gvn",
     F("i32 %x, i32 %y, i1 %c", "  br i1 %c, label %l, label %j\n\nl:\n  br label %j\n\nj:\n"
                                "  %a = phi i32 [ %x, %0 ], [ %y, %l ]\n"
                                "  %b = phi i32 [ %x, %0 ], [ %y, %l ]\n" USE("%a", "%b")) SINK,
     F("i32 %x, i32 %y, i1 %c", "  br i1 %c, label %l, label %j\n\nl:\n  br label %j\n\nj:\n"
                                "  %a = phi i32 [ %x, %0 ], [ %y, %l ]\n" USE("%a", "%a")) SINK},
};

static const pass_case memory[] = {
    /* a store tells what is loaded, and one to another object does not matter */
    {NULL, "gvn",
     SHARED F("i32 %x", STORE("%x", "@s") STORE("1", "@t") LOAD("%a", "@s") LOAD("%b", "@t")
                            USE("%a", "%b")) SINK,
     SHARED F("i32 %x", STORE("%x", "@s") STORE("1", "@t") USE("%x", "1")) SINK},
    /* other threads write at a barrier */
    {NULL, "gvn",
     SHARED F("i32 %x", STORE("%x", "@s") BARRIER LOAD("%a", "@s") LOAD("%b", "@s") USE("%a", "%b"))
         SINK BARRIERS,
     SHARED F("i32 %x", STORE("%x", "@s") BARRIER LOAD("%a", "@s") USE("%a", "%a")) SINK BARRIERS},
    /* atomics write, and are never merged */
    {NULL, "gvn",
     SHARED F("i32 %x",
              LOAD("%a", "@s") "  %b = atomicrmw add i32 addrspace(3)* @s, i32 0 monotonic\n"
                               "  %c = atomicrmw add i32 addrspace(3)* @s, i32 0 monotonic\n" LOAD(
                                   "%d", "@s") USE("%a", "%d")) SINK,
     SHARED F("i32 %x",
              LOAD("%a", "@s") "  %b = atomicrmw add i32 addrspace(3)* @s, i32 0 monotonic\n"
                               "  %c = atomicrmw add i32 addrspace(3)* @s, i32 0 monotonic\n" LOAD(
                                   "%d", "@s") USE("%a", "%d")) SINK},
    /* elements of an array are apart by constant indices, and not by others */
    {NULL, "gvn",
     F("i32 %x, i32 %i",
       "  %v = alloca [4 x i32]\n  %p = getelementptr [4 x i32], [4 x i32]* %v, i32 0, i32 1\n"
       "  %q = getelementptr [4 x i32], [4 x i32]* %v, i32 0, i32 2\n  store i32 %x, i32* %p\n"
       "  store i32 5, i32* %q\n  %a = load i32, i32* %p\n"
       "  %o = getelementptr [4 x i32], [4 x i32]* %v, i32 0, i32 %i\n  store i32 7, i32* %o\n"
       "  %b = load i32, i32* %p\n" USE("%a", "%b")) SINK,
     F("i32 %x, i32 %i",
       "  %v = alloca [4 x i32]\n  %p = getelementptr [4 x i32], [4 x i32]* %v, i32 0, i32 1\n"
       "  %q = getelementptr [4 x i32], [4 x i32]* %v, i32 0, i32 2\n  store i32 %x, i32* %p\n"
       "  store i32 5, i32* %q\n"
       "  %o = getelementptr [4 x i32], [4 x i32]* %v, i32 0, i32 %i\n  store i32 7, i32* %o\n"
       "  %b = load i32, i32* %p\n" USE("%x", "%b")) SINK},
    /* where ways meet that differ, and around a loop that writes */
    {NULL, "gvn",
     SHARED F("i1 %c", LOAD("%a", "@s") "  br i1 %c, label %l, label %j\n\nl:\n" STORE(
                           "3", "@s") "  br label %j\n\nj:\n" LOAD("%b", "@s") LOAD("%d", "@t")
                           USE("%a", "%b") USE("%d", "%d")) SINK,
     SHARED F("i1 %c", LOAD("%a", "@s") "  br i1 %c, label %l, label %j\n\nl:\n" STORE(
                           "3", "@s") "  br label %j\n\nj:\n" LOAD("%b", "@s") LOAD("%d", "@t")
                           USE("%a", "%b") USE("%d", "%d")) SINK},
    {NULL, "gvn",
     SHARED F("i1 %c", LOAD("%a", "@s") "  br label %l\n\nl:\n" LOAD("%b", "@s")
                           LOAD("%d", "@t") "  %g = add i32 %b, %d\n" STORE(
                               "%g", "@t") "  br i1 %c, label %l, label %j\n\nj:\n"),
     SHARED F(
         "i1 %c",
         LOAD("%a", "@s") "  br label %l\n\nl:\n" LOAD("%d", "@t") "  %g = add i32 %a, %d\n" STORE(
             "%g", "@t") "  br i1 %c, label %l, label %j\n\nj:\n")},
    /* what is there already is not stored again */
    {NULL, "gvn", SHARED F("", LOAD("%a", "@s") STORE("%a", "@s") STORE("%a", "@t")),
     SHARED F("", LOAD("%a", "@s") STORE("%a", "@t"))},
    /* the guard of a break is loaded each time */
    {NULL, "gvn",
     "@dx.break.cond = internal constant [1 x i32] zeroinitializer\n" F(
         "", "  %a = load i32, i32* getelementptr inbounds ([1 x i32], [1 x i32]* @dx.break.cond, "
             "i32 0, i32 0)\n  %b = icmp eq i32 %a, 0\n  br i1 %b, label %l, label %r\n\nl:\n"
             "  ret void\n\nr:\n"),
     "@dx.break.cond = internal constant [1 x i32] zeroinitializer\n" F(
         "", "  %a = load i32, i32* getelementptr inbounds ([1 x i32], [1 x i32]* @dx.break.cond, "
             "i32 0, i32 0)\n  %b = icmp eq i32 %a, 0\n  br i1 %b, label %l, label %r\n\nl:\n"
             "  ret void\n\nr:\n")},
};

static const pass_case lanes[] = {
    /* a wave operation in the same block, not in another */
    {NULL, "gvn",
     F("i32 %x, i1 %c", "  %a = " WAVE("%x") "  %b = " WAVE("%x") USE(
                            "%a", "%b") "  br i1 %c, label %l, label %r\n\nl:\n  %d = " WAVE("%x")
                            USE("%d", "%d") "  br label %r\n\nr:\n") SINK WAVES,
     F("i32 %x, i1 %c",
       "  %a = " WAVE("%x") USE("%a", "%a") "  br i1 %c, label %l, label %r\n\nl:\n  %d = " WAVE(
           "%x") USE("%d", "%d") "  br label %r\n\nr:\n") SINK WAVES},
    /* a derivative where the same lanes run */
    {PASS_SHADER("ps", "0", "0"), "gvn",
     F("float %x, i1 %c, float* %p",
       "  %a = " DERIV("%x") "  store float %a, float* %p\n"
                             "  br i1 %c, label %l, label %r\n\nl:\n  %d = " DERIV(
                                 "%x") "  store float %d, float* %p\n"
                                       "  br label %r\n\nr:\n  %e = " DERIV(
                                           "%x") "  %g = fadd float %e, 1.000000e+00\n"
                                                 "  store float %g, float* %p\n") UNARIES,
     F("float %x, i1 %c, float* %p",
       "  %a = " DERIV("%x") "  store float %a, float* %p\n"
                             "  br i1 %c, label %l, label %r\n\nl:\n  %d = " DERIV(
                                 "%x") "  store float %d, float* %p\n"
                                       "  br label %r\n\nr:\n  %g = fadd float %a, 1.000000e+00\n"
                                       "  store float %g, float* %p\n") UNARIES},
    /* barriers next to each other */
    {NULL, "gvn", MAIN(BARRIER BARRIER) BARRIERS, MAIN(BARRIER) BARRIERS},
};

#define BR(c, t, f) "  br i1 " c ", label %" t ", label %" f "\n\n"
#define ZEXT(r, c)  "  " r " = zext i1 " c " to i32\n"

static const pass_case truths[] = {
    /* the same comparison, the opposite, the condition itself */
    {NULL, "gvn, dce",
     F("i32 %x, i32 %y",
       "  %c = icmp ult i32 %x, %y\n" BR(
           "%c", "l", "r") "l:\n"
                           "  %d = icmp uge i32 %x, %y\n" ZEXT("%a", "%c") ZEXT("%b", "%d")
                               USE("%a", "%b") "  ret void\n\nr:\n" ZEXT("%e", "%c")
                                   USE("%e", "%e")) SINK,
     F("i32 %x, i32 %y", "  %c = icmp ult i32 %x, %y\n" BR("%c", "l", "r") "l:\n" USE(
                             "1", "0") "  ret void\n\nr:\n" USE("0", "0")) SINK},
    /* parts of a condition */
    {NULL, "gvn, dce",
     F("i1 %x, i1 %y", "  %c = and i1 %x, %y\n" BR("%c", "l", "r") "l:\n" ZEXT("%a", "%x") USE(
                           "%a", "%a") "  ret void\n\nr:\n" ZEXT("%b", "%x") USE("%b", "%b")) SINK,
     F("i1 %x, i1 %y", "  %c = and i1 %x, %y\n" BR("%c", "l", "r") "l:\n" USE(
                           "1", "1") "  ret void\n\nr:\n" ZEXT("%b", "%x") USE("%b", "%b")) SINK},
    /* where both ways meet nothing is known */
    {NULL, "gvn, dce",
     F("i1 %x, i1 %y",
       BR("%x", "l", "r") "l:\n" USE(
           "0",
           "0") "  br label %r\n\nr:\n"
                "  %p = phi i1 [ %x, %0 ], [ %x, %l ]\n  %q = phi i1 [ %y, %0 ], [ %x, %l ]\n" ZEXT(
                    "%a", "%p") ZEXT("%b", "%q") USE("%a", "%b")) SINK,
     F("i1 %x, i1 %y", BR("%x", "l", "r") "l:\n" USE(
                           "0", "0") "  br label %r\n\nr:\n"
                                     "  %q = phi i1 [ %y, %0 ], [ true, %l ]\n" ZEXT("%a", "%x")
                                         ZEXT("%b", "%q") USE("%a", "%b")) SINK},
    /* equal values stay apart: one may be the same in all lanes */
    {NULL, "gvn, dce",
     F("i32 %x, i32 %y", "  %c = icmp eq i32 %x, %y\n" BR("%c", "l", "r") "l:\n" USE(
                             "%x", "%y") "  ret void\n\nr:\n") SINK,
     F("i32 %x, i32 %y", "  %c = icmp eq i32 %x, %y\n" BR("%c", "l", "r") "l:\n" USE(
                             "%x", "%y") "  ret void\n\nr:\n") SINK},
    /* ... but a constant takes the place of what equals it, where lanes do nothing together */
    {NULL, "gvn, dce",
     F("i32 %x, i32* %p",
       "  %c = icmp ne i32 %x, 5\n" BR(
           "%c", "l", "r") "l:\n  store i32 %x, i32* %p\n  ret void\n\nr:\n"
                           "  %a = mul i32 %x, 3\n  store i32 %a, i32* %p\n  %w = " WAVE(
                               "%x") "  store i32 %w, i32* %p\n") WAVES,
     F("i32 %x, i32* %p", "  %c = icmp ne i32 %x, 5\n" BR(
                              "%c", "l", "r") "l:\n  store i32 %x, i32* %p\n  ret void\n\nr:\n"
                                              "  store i32 15, i32* %p\n  %w = " WAVE(
                                                  "%x") "  store i32 %w, i32* %p\n") WAVES},
    /* ... by a case of a switch, unless another leads there */
    {NULL, "gvn, dce",
     F("i32 %x, i32* %p", "  switch i32 %x, label %d [\n    i32 3, label %l\n    i32 4, label %r\n"
                          "    i32 5, label %r\n  ]\n\nl:\n  store i32 %x, i32* %p\n  ret void\n\n"
                          "r:\n  store i32 %x, i32* %p\n  ret void\n\nd:\n"),
     F("i32 %x, i32* %p", "  switch i32 %x, label %d [\n    i32 3, label %l\n    i32 4, label %r\n"
                          "    i32 5, label %r\n  ]\n\nl:\n  store i32 3, i32* %p\n  ret void\n\n"
                          "r:\n  store i32 %x, i32* %p\n  ret void\n\nd:\n")},
    /* ... of reals one that is no zero and no denormal number */
    {NULL, "gvn, dce",
     F("float %x, float* %p",
       "  %c = fcmp oeq float %x, 2.000000e+00\n" BR(
           "%c", "l", "r") "l:\n  store float %x, float* %p\n  ret void\n\nr:\n"
                           "  %d = fcmp oeq float %x, 0.000000e+00\n" BR(
                               "%d", "s", "t") "s:\n  store float %x, float* %p\n"
                                               "  ret void\n\nt:\n"),
     F("float %x, float* %p",
       "  %c = fcmp oeq float %x, 2.000000e+00\n" BR(
           "%c", "l", "r") "l:\n  store float 2.000000e+00, float* %p\n  ret void\n\nr:\n"
                           "  %d = fcmp oeq float %x, 0.000000e+00\n" BR(
                               "%d", "s", "t") "s:\n  store float %x, float* %p\n"
                                               "  ret void\n\nt:\n")},
};

#define ALL(list) pass_check_all(list, sizeof list / sizeof *list)

static void equal_values_are_computed_once(void **state)
{
    (void)state;
    ALL(merged);
}

static void memory_is_read_once_per_version(void **state)
{
    (void)state;
    ALL(memory);
}

static void lanes_stay_together(void **state)
{
    (void)state;
    ALL(lanes);
}

static void branches_decide_their_conditions(void **state)
{
    (void)state;
    ALL(truths);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    pass_fail_all(truths, 1);
    pass_fail_all(merged, 1);
    pass_fail_all(memory + 3, 2);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(equal_values_are_computed_once),
    cmocka_unit_test(memory_is_read_once_per_version),
    cmocka_unit_test(lanes_stay_together),
    cmocka_unit_test(branches_decide_their_conditions),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_pass_gvn, tests);

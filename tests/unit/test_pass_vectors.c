/* SPDX-License-Identifier: MIT */
/* test_pass_vectors.c - vectors to scalars, arrays to one dimension, older shader models; cases as in
 * pass_support.h. */
#include "pass_support.h"

#define TWO "<2 x float>"
/* The entry point, where something else is looked at. */
#define MAIN "define void @main() {\n  ret void\n}\n"

static const pass_case cases[] = {
    /* Arithmetic, elements that are taken and put, shuffles. */
    {NULL, "scalarizer",
     MAIN "define void @g(float %a, float %b, float* %p) {\n"
          "  %x = insertelement " TWO " undef, float %a, i32 0\n"
          "  %y = insertelement " TWO " %x, float %b, i32 1\n"
          "  %z = fmul fast " TWO " %y, <float 2.0, float 3.0>\n"
          "  %s = shufflevector " TWO " %z, " TWO " %y, <2 x i32> <i32 1, i32 2>\n"
          "  %e = extractelement " TWO " %s, i32 0\n  %f = extractelement " TWO " %s, i32 1\n"
          "  %g = fadd float %e, %f\n  store float %g, float* %p\n  ret void\n}\n",
     MAIN "define void @g(float %a, float %b, float* %p) {\n"
          "  %1 = fmul fast float %a, 2.0\n  %2 = fmul fast float %b, 3.0\n"
          "  %g = fadd float %2, %a\n  store float %g, float* %p\n  ret void\n}\n"},
    /* Phis in a circle. */
    {NULL, "scalarizer",
     MAIN "define void @g(i1 %c, float* %p) {\nentry:\n  br label %loop\n\nloop:\n"
          "  %v = phi " TWO " [ <float 1.0, float 2.0>, %entry ], [ %w, %loop ]\n"
          "  %w = fadd " TWO " %v, <float 1.0, float 1.0>\n"
          "  br i1 %c, label %loop, label %end\n\nend:\n  %e = extractelement " TWO " %w, i32 1\n"
          "  store float %e, float* %p\n  ret void\n}\n",
     MAIN
     "define void @g(i1 %c, float* %p) {\nentry:\n  br label %loop\n\nloop:\n"
     "  %0 = phi float [ 1.0, %entry ], [ %2, %loop ]\n"
     "  %1 = phi float [ 2.0, %entry ], [ %3, %loop ]\n"
     "  %2 = fadd float %0, 1.0\n  %3 = fadd float %1, 1.0\n"
     "  br i1 %c, label %loop, label %end\n\nend:\n  store float %3, float* %p\n  ret void\n}\n"},
    /* An element that a variable chooses. */
    {NULL, "scalarizer",
     MAIN "define void @g(float %a, float %b, i32 %i, float* %p) {\n"
          "  %x = insertelement " TWO " undef, float %a, i32 0\n"
          "  %y = insertelement " TWO " %x, float %b, i32 1\n"
          "  %e = extractelement " TWO " %y, i32 %i\n  store float %e, float* %p\n  ret void\n}\n",
     MAIN "define void @g(float %a, float %b, i32 %i, float* %p) {\n"
          "  %1 = icmp eq i32 %i, 0\n  %2 = select i1 %1, float %a, float %b\n"
          "  store float %2, float* %p\n  ret void\n}\n"},
    /* Operations on vectors. */
    {NULL, "scalarizer",
     "declare " TWO " @dx.op.unary.v2f32(i32, " TWO ")\n"
     "declare float @dx.op.dot.v2f32(i32, " TWO ", " TWO ")\n" MAIN
     "define void @g(float %a, float* %p) {\n"
     "  %x = insertelement " TWO " <float undef, float 4.0>, float %a, i32 0\n"
     "  %y = call " TWO " @dx.op.unary.v2f32(i32 7, " TWO " %x)\n"
     "  %d = call float @dx.op.dot.v2f32(i32 311, " TWO " %y, " TWO " %x)\n"
     "  store float %d, float* %p\n  ret void\n}\n",
     "declare " TWO " @dx.op.unary.v2f32(i32, " TWO ")\n"
     "declare float @dx.op.dot.v2f32(i32, " TWO ", " TWO ")\n" MAIN
     "define void @g(float %a, float* %p) {\n"
     "  %1 = call float @dx.op.unary.f32(i32 7, float %a)\n"
     "  %2 = call float @dx.op.unary.f32(i32 7, float 4.0)\n"
     "  %3 = call float @dx.op.dot2.f32(i32 54, float %1, float %2, float %a, float 4.0)\n"
     "  store float %3, float* %p\n  ret void\n}\n"
     "declare float @dx.op.unary.f32(i32, float) #0\n"
     "declare float @dx.op.dot2.f32(i32, float, float, float, float) #0\n"
     "attributes #0 = { nounwind readnone }\n"},
    /* What stays whole: its elements are extracted after it. */
    {NULL, "scalarizer",
     MAIN "define void @g(" TWO "* %v, float* %p) {\n  %x = load " TWO ", " TWO "* %v\n"
          "  %y = fadd " TWO " %x, %x\n  %e = extractelement " TWO " %y, i32 0\n"
          "  store float %e, float* %p\n  store " TWO " %y, " TWO "* %v\n  ret void\n}\n",
     MAIN "define void @g(" TWO "* %v, float* %p) {\n  %x = load " TWO ", " TWO "* %v\n"
          "  %1 = extractelement " TWO " %x, i32 0\n  %2 = extractelement " TWO " %x, i32 1\n"
          "  %3 = fadd float %1, %1\n  %4 = fadd float %2, %2\n  store float %3, float* %p\n"
          "  %5 = insertelement " TWO " undef, float %3, i32 0\n"
          "  %6 = insertelement " TWO " %5, float %4, i32 1\n"
          "  store " TWO " %6, " TWO "* %v\n  ret void\n}\n"},
    /* From 6.9 on vectors are allowed. */
    {PASS_SHADER("cs", "9", "0"), "scalarizer, dynamic-vector-to-array",
     "define void @main() {\n  %v = alloca " TWO "\n  %x = load " TWO ", " TWO
     "* %v\n  ret void\n}\n",
     "define void @main() {\n  %v = alloca " TWO "\n  %x = load " TWO ", " TWO
     "* %v\n  ret void\n}\n"},
    /* Vectors in memory. */
    {NULL, "dynamic-vector-to-array",
     MAIN "define void @g(i32 %i, float* %p) {\n  %v = alloca " TWO "\n"
          "  store " TWO " <float 1.0, float 2.0>, " TWO "* %v, align 8\n"
          "  %q = getelementptr " TWO ", " TWO "* %v, i32 0, i32 %i\n"
          "  %e = load float, float* %q\n  store float %e, float* %p\n  ret void\n}\n",
     MAIN "define void @g(i32 %i, float* %p) {\n  %v = alloca [2 x float]\n"
          "  %1 = getelementptr inbounds [2 x float], [2 x float]* %v, i32 0, i32 0\n"
          "  store float 1.0, float* %1, align 4\n"
          "  %2 = getelementptr inbounds [2 x float], [2 x float]* %v, i32 0, i32 1\n"
          "  store float 2.0, float* %2, align 4\n"
          "  %q = getelementptr [2 x float], [2 x float]* %v, i32 0, i32 %i\n"
          "  %e = load float, float* %q\n  store float %e, float* %p\n  ret void\n}\n"},
    {NULL, "dynamic-vector-to-array",
     "@t = internal constant [2 x " TWO "] [" TWO " <float 1.0, float 2.0>, " TWO
     " <float 3.0, float 4.0>]\n" MAIN "define void @g(i32 %i, float* %p) {\n"
     "  %q = getelementptr [2 x " TWO "], [2 x " TWO "]* @t, i32 0, i32 %i, i32 1\n"
     "  %e = load float, float* %q\n  store float %e, float* %p\n"
     "  %f = load float, float* getelementptr ([2 x " TWO "], [2 x " TWO
     "]* @t, i32 0, i32 1, i32 0)\n  store float %f, float* %p\n  ret void\n}\n",
     "@t = internal constant [2 x [2 x float]] [[2 x float] [float 1.0, float 2.0], [2 x float] "
     "[float 3.0, float 4.0]]\n" MAIN "define void @g(i32 %i, float* %p) {\n"
     "  %q = getelementptr [2 x [2 x float]], [2 x [2 x float]]* @t, i32 0, i32 %i, i32 1\n"
     "  %e = load float, float* %q\n  store float %e, float* %p\n"
     "  %f = load float, float* getelementptr ([2 x [2 x float]], [2 x [2 x float]]* @t, i32 0, "
     "i32 "
     "1, i32 0)\n  store float %f, float* %p\n  ret void\n}\n"},
    /* A payload stays as it is. */
    {NULL, "dynamic-vector-to-array",
     "declare void @f(" TWO "*)\ndefine void @main() {\n  %v = alloca " TWO "\n"
     "  call void @f(" TWO "* %v)\n  ret void\n}\n",
     "declare void @f(" TWO "*)\ndefine void @main() {\n  %v = alloca " TWO "\n"
     "  call void @f(" TWO "* %v)\n  ret void\n}\n"},
    /* A matrix that is seen as rows, as all its elements, and as a whole. */
    {NULL, "flat-memory, sroa, dce",
     "%m = type { [2 x " TWO "] }\n" MAIN "define void @g(<4 x float> %x, float* %p) {\n"
     "  %a = alloca %m\n  %b = alloca %m\n  %v = bitcast %m* %a to <4 x float>*\n"
     "  store <4 x float> %x, <4 x float>* %v\n  %w = load %m, %m* %a\n  store %m %w, %m* %b\n"
     "  %r = getelementptr %m, %m* %b, i32 0, i32 0, i32 1\n"
     "  %q = getelementptr " TWO ", " TWO "* %r, i32 0, i32 1\n"
     "  %e = load float, float* %q\n  store float %e, float* %p\n  ret void\n}\n",
     MAIN "define void @g(<4 x float> %x, float* %p) {\n"
          "  %1 = extractelement <4 x float> %x, i32 3\n  store float %1, float* %p\n"
          "  ret void\n}\n"},
    /* What is put into an array is what is taken from it. */
    {NULL, "flat-memory, dce",
     MAIN "define void @g(float %a, float %b, float* %p) {\n"
          "  %x = insertvalue [2 x float] undef, float %a, 0\n"
          "  %y = insertvalue [2 x float] %x, float %b, 1\n"
          "  %e = extractvalue [2 x float] %y, 0\n  store float %e, float* %p\n  ret void\n}\n",
     MAIN "define void @g(float %a, float %b, float* %p) {\n"
          "  store float %a, float* %p\n  ret void\n}\n"},
    {NULL, "instcombine, dce",
     MAIN "define void @g(float %a, float %b, float* %p) {\n"
          "  %x = insertvalue [2 x float] undef, float %a, 0\n"
          "  %y = insertvalue [2 x float] %x, float %b, 1\n"
          "  %e = extractvalue [2 x float] %y, 0\n  store float %e, float* %p\n  ret void\n}\n",
     MAIN "define void @g(float %a, float %b, float* %p) {\n"
          "  store float %a, float* %p\n  ret void\n}\n"},
    /* A variable of two scalar types stays. */
    {NULL, "flat-memory",
     MAIN "define void @g(i32* %p) {\n  %a = alloca { float, i32 }\n"
          "  %v = bitcast { float, i32 }* %a to [2 x i32]*\n"
          "  %q = getelementptr [2 x i32], [2 x i32]* %v, i32 0, i32 1\n"
          "  %e = load i32, i32* %q\n  store i32 %e, i32* %p\n  ret void\n}\n",
     MAIN "define void @g(i32* %p) {\n  %a = alloca { float, i32 }\n"
          "  %v = bitcast { float, i32 }* %a to [2 x i32]*\n"
          "  %q = getelementptr [2 x i32], [2 x i32]* %v, i32 0, i32 1\n"
          "  %e = load i32, i32* %q\n  store i32 %e, i32* %p\n  ret void\n}\n"},
    /* One dimension, in one step and in two. */
    {NULL, "multi-dim-one-dim",
     MAIN "define void @g(i32 %i, i32 %j) {\n  %a = alloca [4 x [3 x float]]\n"
          "  %p = getelementptr [4 x [3 x float]], [4 x [3 x float]]* %a, i32 0, i32 %i, i32 %j\n"
          "  store float 1.0, float* %p\n"
          "  %r = getelementptr [4 x [3 x float]], [4 x [3 x float]]* %a, i32 0, i32 2\n"
          "  %q = getelementptr [3 x float], [3 x float]* %r, i32 0, i32 1\n"
          "  store float 2.0, float* %q\n  ret void\n}\n",
     MAIN "define void @g(i32 %i, i32 %j) {\n  %a = alloca [12 x float]\n  %1 = mul i32 %i, 3\n"
          "  %2 = add i32 %1, %j\n"
          "  %p = getelementptr [12 x float], [12 x float]* %a, i32 0, i32 %2\n"
          "  store float 1.0, float* %p\n"
          "  %q = getelementptr [12 x float], [12 x float]* %a, i32 0, i32 7\n"
          "  store float 2.0, float* %q\n  ret void\n}\n"},
    {NULL, "multi-dim-one-dim",
     "@s = internal constant [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 "
     "4]]\n" MAIN "define void @g(i32 %i, i32* %p) {\n"
     "  %q = getelementptr [2 x [2 x i32]], [2 x [2 x i32]]* @s, i32 0, i32 %i, i32 1\n"
     "  %e = load i32, i32* %q\n  store i32 %e, i32* %p\n"
     "  %f = load i32, i32* getelementptr ([2 x [2 x i32]], [2 x [2 x i32]]* @s, i32 0, i32 1, i32 "
     "0)\n"
     "  store i32 %f, i32* %p\n  ret void\n}\n",
     "@s = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n" MAIN
     "define void @g(i32 %i, i32* %p) {\n  %1 = mul i32 %i, 2\n  %2 = add i32 %1, 1\n"
     "  %q = getelementptr [4 x i32], [4 x i32]* @s, i32 0, i32 %2\n"
     "  %e = load i32, i32* %q\n  store i32 %e, i32* %p\n"
     "  %f = load i32, i32* getelementptr ([4 x i32], [4 x i32]* @s, i32 0, i32 2)\n"
     "  store i32 %f, i32* %p\n  ret void\n}\n"},
    /* Marks of a variable's life name it as bytes. */
    {NULL, "multi-dim-one-dim",
     "@s = internal constant [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] [i32 3, i32 "
     "4]]\ndeclare void @llvm.lifetime.start(i64, i8*)\n" MAIN "define void @g(i32 %i, i32* %p) {\n"
     "  call void @llvm.lifetime.start(i64 16, i8* bitcast ([2 x [2 x i32]]* @s to i8*))\n"
     "  %q = getelementptr [2 x [2 x i32]], [2 x [2 x i32]]* @s, i32 0, i32 0, i32 %i\n"
     "  %e = load i32, i32* %q\n  store i32 %e, i32* %p\n  ret void\n}\n",
     "@s = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n"
     "declare void @llvm.lifetime.start(i64, i8*)\n" MAIN "define void @g(i32 %i, i32* %p) {\n"
     "  call void @llvm.lifetime.start(i64 16, i8* bitcast ([4 x i32]* @s to i8*))\n"
     "  %q = getelementptr [4 x i32], [4 x i32]* @s, i32 0, i32 %i\n"
     "  %e = load i32, i32* %q\n  store i32 %e, i32* %p\n  ret void\n}\n"},
    /* A function gets a row, or all, as what it was. */
    {NULL, "multi-dim-one-dim",
     "declare void @f([3 x float]*)\ndefine void @main() {\n  %a = alloca [4 x [3 x float]]\n"
     "  %r = getelementptr [4 x [3 x float]], [4 x [3 x float]]* %a, i32 0, i32 2\n"
     "  call void @f([3 x float]* %r)\n  ret void\n}\n",
     "declare void @f([3 x float]*)\ndefine void @main() {\n  %a = alloca [12 x float]\n"
     "  %1 = getelementptr [12 x float], [12 x float]* %a, i32 0, i32 6\n"
     "  %2 = bitcast float* %1 to [3 x float]*\n"
     "  call void @f([3 x float]* %2)\n  ret void\n}\n"},
    {NULL, "multi-dim-one-dim",
     "declare void @f([4 x [3 x float]]*)\ndefine void @main() {\n  %a = alloca [4 x [3 x float]]\n"
     "  call void @f([4 x [3 x float]]* %a)\n  ret void\n}\n",
     "declare void @f([4 x [3 x float]]*)\ndefine void @main() {\n  %a = alloca [12 x float]\n"
     "  %1 = bitcast [12 x float]* %a to [4 x [3 x float]]*\n"
     "  call void @f([4 x [3 x float]]* %1)\n  ret void\n}\n"},
    /* Older models. */
    {PASS_SHADER("cs", "6", "0"), "lower-model",
     "declare i1 @dx.op.quadVote.i1(i32, i1, i8)\n" MAIN
     "define void @g(i1 %c, i1* %p) {\n  %v = call i1 @dx.op.quadVote.i1(i32 222, i1 %c, i8 1)\n"
     "  store i1 %v, i1* %p\n  ret void\n}\n",
     "declare i1 @dx.op.quadVote.i1(i32, i1, i8)\n" MAIN
     "define void @g(i1 %c, i1* %p) {\n  %1 = zext i1 %c to i32\n"
     "  %2 = call i32 @dx.op.quadOp.i32(i32 123, i32 %1, i8 0)\n  %3 = and i32 %1, %2\n"
     "  %4 = call i32 @dx.op.quadOp.i32(i32 123, i32 %1, i8 1)\n  %5 = and i32 %3, %4\n"
     "  %6 = call i32 @dx.op.quadOp.i32(i32 123, i32 %1, i8 2)\n  %7 = and i32 %5, %6\n"
     "  %8 = icmp ne i32 %7, 0\n  store i1 %8, i1* %p\n  ret void\n}\n"
     "declare i32 @dx.op.quadOp.i32(i32, i32, i8) #0\nattributes #0 = { nounwind }\n"},
    {NULL, "lower-model",
     "declare i1 @dx.op.isHelperLane.i1(i32)\n" MAIN
     "define void @g(i1* %p) {\n  %h = call i1 @dx.op.isHelperLane.i1(i32 221)\n"
     "  store i1 %h, i1* %p\n  ret void\n}\n",
     "declare i1 @dx.op.isHelperLane.i1(i32)\n" MAIN
     "define void @g(i1* %p) {\n  store i1 false, i1* %p\n  ret void\n}\n"},
};

static void vectors_and_newer_operations_go(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(vectors_and_newer_operations_go),
    cmocka_unit_test(every_allocation_may_fail),
};

SUPPORT_SUITE(test_pass_vectors, tests);

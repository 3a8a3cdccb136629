/* SPDX-License-Identifier: MIT */
/*
 * test_pass_simplify.c - the pass instcombine, rule by rule: an expression, and what stands for it.
 *
 * The code is the body of a function with the arguments %x, %y, %z (i32), %f, %g, %h (float), %c and
 * %d (i1), %a and %b (double), %s and %t (half), %w (i16), %v (<2 x i64>), that returns the value
 * after it.
 */
#include "pass_support.h"

#define OPERATIONS                                                                                 \
    "declare float @dx.op.unary.f32(i32, float)\n"                                                 \
    "declare i32 @dx.op.unary.i32(i32, i32)\n"                                                     \
    "declare i32 @dx.op.unaryBits.i32(i32, i32)\n"                                                 \
    "declare float @dx.op.binary.f32(i32, float, float)\n"                                         \
    "declare i32 @dx.op.binary.i32(i32, i32, i32)\n"                                               \
    "declare float @dx.op.tertiary.f32(i32, float, float, float)\n"                                \
    "declare i32 @dx.op.tertiary.i32(i32, i32, i32, i32)\n"                                        \
    "declare i32 @dx.op.quaternary.i32(i32, i32, i32, i32, i32)\n"                                 \
    "declare float @dx.op.dot2.f32(i32, float, float, float, float)\n"                             \
    "declare float @dx.op.dot3.f32(i32, float, float, float, float, float, float)\n"               \
    "declare i1 @dx.op.isSpecialFloat.f32(i32, float)\n"                                           \
    "declare i32 @dx.op.bitcastF32toI32(i32, float)\n"                                             \
    "declare float @dx.op.bitcastI32toF32(i32, i32)\n"

#define PRECISE "!7 = !{i32 1}\n"
#define ARGS                                                                                       \
    "i32 %x, i32 %y, i32 %z, float %f, float %g, float %h, i1 %c, i1 %d, double %a, double %b, "   \
    "half %s, half %t, i16 %w, <2 x i64> %v"

typedef struct expression {
    const char *type;
    const char *before; /* instructions, each line with its end; the result is %r */
    const char *after, *value;
} expression;

#define UNARY(op, x)      "call float @dx.op.unary.f32(i32 " op ", float " x ")\n"
#define BINARY(op, x, y)  "call float @dx.op.binary.f32(i32 " op ", float " x ", float " y ")\n"
#define IBINARY(op, x, y) "call i32 @dx.op.binary.i32(i32 " op ", i32 " x ", i32 " y ")\n"
#define FMAD(x, y, z)                                                                              \
    "call float @dx.op.tertiary.f32(i32 46, float " x ", float " y ", float " z ")\n"
#define IMAD(x, y, z) "call i32 @dx.op.tertiary.i32(i32 48, i32 " x ", i32 " y ", i32 " z ")\n"

static const expression integers[] = {
    {"<2 x i64>", /* masks are of one number */
     "  %1 = trunc <2 x i64> %v to <2 x i32>\n  %r = zext <2 x i32> %1 to <2 x i64>\n",
     "  %1 = trunc <2 x i64> %v to <2 x i32>\n  %r = zext <2 x i32> %1 to <2 x i64>\n", "%r"},
    {"i32", "  %r = add i32 %x, 0\n", "", "%x"},
    {"i32", "  %r = add i32 0, %x\n", "", "%x"},
    {"i32", "  %r = add i32 3, 4\n", "", "7"},
    {"i32", "  %1 = add nsw i32 %x, 3\n  %r = add i32 %1, 4\n", "  %r = add i32 %x, 7\n", "%r"},
    {"i32", "  %1 = sub i32 3, %x\n  %r = add i32 %1, 4\n", "  %r = sub i32 7, %x\n", "%r"},
    {"i32", "  %1 = sub i32 0, %y\n  %r = add i32 %x, %1\n", "  %r = sub i32 %x, %y\n", "%r"},
    {"i32", "  %1 = sub i32 %x, %y\n  %r = add i32 %y, %1\n", "", "%x"},
    {"i32", "  %1 = mul i32 %x, 3\n  %r = add i32 %x, %1\n", "  %r = shl i32 %x, 2\n", "%r"},
    {"i32", "  %r = sub i32 %x, %x\n", "", "0"},
    {"i32", "  %r = sub i32 %x, 0\n", "", "%x"},
    {"i32", "  %r = sub i32 %x, 5\n", "  %r = add i32 %x, -5\n", "%r"},
    {"i32", "  %1 = add i32 %x, %y\n  %r = sub i32 %1, %x\n", "", "%y"},
    {"i32", "  %1 = sub i32 %x, %y\n  %r = sub i32 0, %1\n", "  %r = sub i32 %y, %x\n", "%r"},
    {"i32", "  %r = mul i32 %x, 0\n", "", "0"},
    {"i32", "  %r = mul i32 %x, 1\n", "", "%x"},
    {"i32", "  %r = mul i32 %x, -1\n", "  %r = sub i32 0, %x\n", "%r"},
    {"i32", "  %r = mul i32 %x, 8\n", "  %r = shl i32 %x, 3\n", "%r"},
    {"i32", "  %1 = mul i32 %x, 3\n  %r = mul i32 %1, 5\n", "  %r = mul i32 %x, 15\n", "%r"},
    {"i32", "  %1 = add i32 %x, 1\n  %r = mul i32 %1, 12\n",
     "  %1 = mul i32 %x, 12\n  %r = add i32 %1, 12\n", "%r"},
    {"i32", "  %r = udiv i32 %x, 1\n", "", "%x"},
    {"i32", "  %r = udiv i32 %x, 16\n", "  %r = lshr i32 %x, 4\n", "%r"},
    {"i32", "  %r = urem i32 %x, 16\n", "  %r = and i32 %x, 15\n", "%r"},
    {"i32", "  %r = urem i32 %x, 1\n", "", "0"},
    {"i32", "  %r = udiv i32 %x, 0\n", "", "-1"},
    {"i32", "  %r = urem i32 %x, 0\n", "", "-1"},
    {"i32", "  %r = sdiv i32 %x, 0\n", "", "-1"},
    {"i32", "  %r = srem i32 %x, 0\n", "", "-1"},
    {"i32", "  %r = udiv i32 7, 0\n", "", "-1"},
    {"i32", "  %r = sdiv i32 -2147483648, -1\n", "", "-2147483648"},
    {"i32", "  %r = srem i32 -2147483648, -1\n", "", "0"},
    {"i32", "  %r = sdiv i32 -7, 2\n", "", "-3"},
    {"i32", "  %r = shl i32 %x, 0\n", "", "%x"},
    {"i32", "  %r = shl i32 1, 33\n", "", "2"},
    {"i32", "  %r = lshr i32 %x, 35\n", "  %r = lshr i32 %x, 3\n", "%r"},
    {"i32", "  %1 = shl i32 %x, 3\n  %r = shl i32 %1, 4\n", "  %r = shl i32 %x, 7\n", "%r"},
    {"i32", "  %1 = shl i32 %x, 30\n  %r = shl i32 %1, 4\n", "", "0"},
    {"i32", "  %1 = ashr i32 %x, 30\n  %r = ashr i32 %1, 4\n", "  %r = ashr i32 %x, 31\n", "%r"},
    {"i32", "  %1 = shl i32 %x, 24\n  %r = lshr i32 %1, 24\n", "  %r = and i32 %x, 255\n", "%r"},
    {"i32", "  %1 = lshr i32 %x, 4\n  %r = shl i32 %1, 4\n", "  %r = and i32 %x, -16\n", "%r"},
    {"i32", "  %r = and i32 %x, %x\n", "", "%x"},
    {"i32", "  %r = and i32 %x, 0\n", "", "0"},
    {"i32", "  %r = and i32 %x, -1\n", "", "%x"},
    {"i32", "  %1 = and i32 %x, 12\n  %r = and i32 %1, 6\n", "  %r = and i32 %x, 4\n", "%r"},
    {"i32", "  %1 = or i32 %y, %x\n  %r = and i32 %x, %1\n", "", "%x"},
    {"i32", "  %1 = xor i32 %x, -1\n  %r = and i32 %1, %x\n", "", "0"},
    {"i32", "  %r = or i32 %x, 0\n", "", "%x"},
    {"i32", "  %r = or i32 %x, -1\n", "", "-1"},
    {"i32", "  %1 = and i32 %x, 3\n  %2 = and i32 %x, 12\n  %r = or i32 %1, %2\n",
     "  %r = and i32 %x, 15\n", "%r"},
    {"i32", "  %r = xor i32 %x, %x\n", "", "0"},
    {"i32", "  %r = xor i32 %x, 0\n", "", "%x"},
    {"i32", "  %1 = xor i32 %x, 5\n  %r = xor i32 %1, 5\n", "", "%x"},
    {"i32", "  %1 = xor i32 %x, %y\n  %r = xor i32 %y, %1\n", "", "%x"},
};

static const expression choices[] = {
    {"i32", "  %r = select i1 true, i32 %x, i32 %y\n", "", "%x"},
    {"i32", "  %r = select i1 false, i32 %x, i32 %y\n", "", "%y"},
    {"i32", "  %r = select i1 %c, i32 %x, i32 %x\n", "", "%x"},
    {"i1", "  %r = select i1 %c, i1 true, i1 false\n", "", "%c"},
    {"i1", "  %r = select i1 %c, i1 false, i1 true\n", "  %r = xor i1 %c, true\n", "%r"},
    {"i1", "  %r = select i1 %c, i1 true, i1 %d\n", "  %r = or i1 %c, %d\n", "%r"},
    {"i1", "  %r = select i1 %c, i1 %d, i1 false\n", "  %r = and i1 %c, %d\n", "%r"},
    {"i32", "  %r = select i1 %c, i32 1, i32 0\n", "  %r = zext i1 %c to i32\n", "%r"},
    {"i32", "  %r = select i1 %c, i32 -1, i32 0\n", "  %r = sext i1 %c to i32\n", "%r"},
    {"i32", "  %1 = xor i1 %c, true\n  %r = select i1 %1, i32 %x, i32 %y\n",
     "  %r = select i1 %c, i32 %y, i32 %x\n", "%r"},
    {"i32", "  %1 = select i1 %c, i32 %x, i32 %y\n  %r = select i1 %c, i32 %1, i32 %z\n",
     "  %r = select i1 %c, i32 %x, i32 %z\n", "%r"},
    {"i32", "  %1 = icmp eq i32 %x, %y\n  %r = select i1 %1, i32 %x, i32 %y\n",
     "  %1 = icmp eq i32 %x, %y\n  %r = select i1 %1, i32 %x, i32 %y\n", "%r"}, /* kept */
};

static const expression comparisons[] = {
    {"i1", "  %r = icmp ne i1 %c, false\n", "", "%c"},
    {"i1", "  %r = icmp eq i1 %c, true\n", "", "%c"},
    {"i1", "  %1 = icmp ult i32 %x, %y\n  %r = icmp eq i1 %1, false\n",
     "  %r = icmp uge i32 %x, %y\n", "%r"},
    {"i1", "  %1 = fcmp olt float %f, %g\n  %r = xor i1 %1, true\n",
     "  %r = fcmp uge float %f, %g\n", "%r"},
    {"i1",
     "  %1 = fcmp fast ogt float %f, %g\n  %2 = zext i1 %1 to i32\n"
     "  %r = icmp ne i32 %2, 0\n",
     "  %r = fcmp fast ogt float %f, %g\n", "%r"},
    {"i1", "  %1 = zext i1 %c to i32\n  %r = icmp eq i32 %1, 2\n", "", "false"},
    {"i1", "  %1 = select i1 %c, i32 3, i32 5\n  %r = icmp ugt i32 %1, 4\n",
     "  %r = xor i1 %c, true\n", "%r"},
    {"i1", "  %1 = select i1 %c, i32 3, i32 5\n  %r = icmp ugt i32 %1, 2\n", "", "true"},
    {"i1", "  %r = icmp slt i32 %x, %x\n", "", "false"},
    {"i1", "  %r = icmp sge i32 %x, %x\n", "", "true"},
    {"i1", "  %r = icmp ult i32 %x, 0\n", "", "false"},
    {"i1", "  %r = icmp uge i32 %x, 0\n", "", "true"},
    {"i1", "  %r = icmp sgt i32 %x, 2147483647\n", "", "false"},
    {"i1", "  %r = icmp ult i32 %x, 1\n", "  %r = icmp eq i32 %x, 0\n", "%r"},
    {"i1", "  %r = icmp ugt i32 %x, 0\n", "  %r = icmp ne i32 %x, 0\n", "%r"},
    {"i1", "  %r = icmp sle i32 %x, 7\n", "  %r = icmp slt i32 %x, 8\n", "%r"},
    {"i1", "  %r = icmp sgt i32 7, %x\n", "  %r = icmp slt i32 %x, 7\n", "%r"},
    {"i1", "  %1 = add i32 %x, 3\n  %r = icmp eq i32 %1, 5\n", "  %r = icmp eq i32 %x, 2\n", "%r"},
    {"i1", "  %1 = sub i32 %x, %y\n  %r = icmp ne i32 %1, 0\n", "  %r = icmp ne i32 %x, %y\n",
     "%r"},
    {"i1", "  %1 = and i32 %x, 4\n  %r = icmp eq i32 %1, 4\n",
     "  %1 = and i32 %x, 4\n  %r = icmp ne i32 %1, 0\n", "%r"},
    {"i1", "  %1 = sext i1 %c to i32\n  %r = icmp ult i32 %1, 4\n",
     "  %1 = sext i1 %c to i32\n  %r = icmp ult i32 %1, 4\n", "%r"},
    {"i1", "  %r = fcmp ult float 0x7FF8000000000000, 1.000000e+00\n", "", "true"},
    {"i1", "  %r = fcmp oeq float %f, %f\n", "  %r = fcmp oeq float %f, %f\n", "%r"},
};

static const expression casts[] = {
    /* arithmetic of which low bits are kept */
    {"i32",
     "  %1 = zext i32 %x to i64\n  %2 = sext i32 %y to i64\n  %3 = mul i64 %1, %2\n"
     "  %4 = shl i64 %1, 3\n  %5 = xor i64 %3, %4\n  %r = trunc i64 %5 to i32\n",
     "  %1 = mul i32 %x, %y\n  %2 = shl i32 %x, 3\n  %r = xor i32 %1, %2\n", "%r"},
    {"i32",
     "  %1 = zext i32 %x to i64\n  %2 = select i1 %c, i64 %1, i64 4294967295\n"
     "  %r = trunc i64 %2 to i32\n",
     "  %r = select i1 %c, i32 %x, i32 -1\n", "%r"},
    /* halves that were joined come apart again, however often the whole is used */
    {"i32",
     "  %1 = zext i32 %x to i64\n  %2 = zext i32 %y to i64\n  %3 = shl i64 %2, 32\n"
     "  %4 = or i64 %1, %3\n  %5 = trunc i64 %4 to i32\n  %6 = lshr i64 %4, 32\n"
     "  %7 = trunc i64 %6 to i32\n  %r = sub i32 %5, %7\n",
     "  %r = sub i32 %x, %y\n", "%r"},
    /* ... not if the high bits are used, too, or come down */
    {"i32",
     "  %1 = zext i32 %x to i64\n  %2 = mul i64 %1, %1\n  %3 = lshr i64 %2, 32\n"
     "  %4 = trunc i64 %2 to i32\n  %5 = trunc i64 %3 to i32\n  %r = xor i32 %4, %5\n",
     "  %1 = zext i32 %x to i64\n  %2 = mul i64 %1, %1\n  %3 = lshr i64 %2, 32\n"
     "  %4 = trunc i64 %2 to i32\n  %5 = trunc i64 %3 to i32\n  %r = xor i32 %4, %5\n",
     "%r"},
    {"i32", "  %1 = zext i32 %x to i64\n  %2 = shl i64 %1, 32\n  %r = trunc i64 %2 to i32\n",
     "  %1 = zext i32 %x to i64\n  %2 = shl i64 %1, 32\n  %r = trunc i64 %2 to i32\n", "%r"},
    /* ... nor for minimum precision, of which there may be more bits */
    {"i16", "  %1 = sext i16 %w to i32\n  %2 = mul i32 %1, 3\n  %r = trunc i32 %2 to i16\n",
     "  %1 = sext i16 %w to i32\n  %2 = mul i32 %1, 3\n  %r = trunc i32 %2 to i16\n", "%r"},
    {"i32", "  %1 = zext i32 %x to i64\n  %r = trunc i64 %1 to i32\n", "", "%x"},
    {"i64", "  %1 = zext i1 %c to i32\n  %r = zext i32 %1 to i64\n", "  %r = zext i1 %c to i64\n",
     "%r"},
    {"i64", "  %1 = zext i1 %c to i32\n  %r = sext i32 %1 to i64\n", "  %r = zext i1 %c to i64\n",
     "%r"},
    {"float", "  %1 = zext i1 %c to i32\n  %r = sitofp i32 %1 to float\n",
     "  %r = uitofp i1 %c to float\n", "%r"},
    {"i64", "  %1 = uitofp i32 %x to double\n  %r = fptoui double %1 to i64\n",
     "  %r = zext i32 %x to i64\n", "%r"},
    {"i32", "  %1 = uitofp i32 %x to float\n  %r = fptoui float %1 to i32\n",
     "  %1 = uitofp i32 %x to float\n  %r = fptoui float %1 to i32\n", "%r"}, /* 24 bits */
    {"i32", "  %1 = bitcast i32 %x to float\n  %r = bitcast float %1 to i32\n", "", "%x"},
    {"i32", "  %r = fptoui float -1.000000e+00 to i32\n", "", "0"},
    {"i32", "  %r = fptoui float 0x7FF0000000000000 to i32\n", "", "-1"},
    {"i32", "  %r = fptosi float 0xFFF0000000000000 to i32\n", "", "-2147483648"},
    {"i32", "  %r = fptosi float 0x7FF8000000000000 to i32\n", "", "0"},
    {"float", "  %r = uitofp i1 true to float\n", "", "1.000000e+00"},
    {"float", "  %r = sitofp i1 true to float\n", "", "-1.000000e+00"},
    {"float", "  %r = fptrunc double 0x36A0000000000000 to float\n", "", "0.000000e+00"},
    /* half and i16 of minimum precision have as many bits as the device likes */
    {"float", "  %1 = fpext float %f to double\n  %r = fptrunc double %1 to float\n",
     "  %1 = fpext float %f to double\n  %r = fptrunc double %1 to float\n",
     "%r"}, /* flushes denormals */
    {"float",
     "  %1 = sitofp i32 %x to float\n  %2 = fpext float %1 to double\n"
     "  %r = fptrunc double %2 to float\n",
     "  %r = sitofp i32 %x to float\n", "%r"},
    {"half", "  %1 = fpext half %s to float\n  %r = fptrunc float %1 to half\n",
     "  %1 = fpext half %s to float\n  %r = fptrunc float %1 to half\n", "%r"},
    {"i16", "  %1 = shl i16 %w, 8\n  %r = lshr i16 %1, 8\n",
     "  %1 = shl i16 %w, 8\n  %r = lshr i16 %1, 8\n", "%r"},
    {"half", "  %r = fadd half 0xH3C00, 0xH3C00\n", "  %r = fadd half 0xH3C00, 0xH3C00\n", "%r"},
    {"i16", "  %r = add i16 %w, 0\n", "", "%w"},
    {"float", "  %r = fpext half 0xH3CCD to float\n", "", "0x3FF3340000000000"},
    {"float", "  %r = sitofp i16 -3 to float\n", "", "-3.000000e+00"},
    {"float", "  %r = uitofp i16 3 to float\n", "", "3.000000e+00"},
    {"i32", "  %r = zext i16 3 to i32\n", "", "3"},
    {"i32", "  %r = zext i16 -3 to i32\n", "  %r = zext i16 -3 to i32\n", "%r"},
    {"half", "  %r = fptrunc float 1.500000e+00 to half\n", "", "0xH3E00"},
    {"half", "  %r = fptrunc float 0x3FB99999A0000000 to half\n",
     "  %r = fptrunc float 0x3FB99999A0000000 to half\n", "%r"}, /* it may have more bits */
    {"i16", "  %r = trunc i32 -3 to i16\n", "", "-3"},
    {"i16", "  %r = trunc i32 40000 to i16\n", "  %r = trunc i32 40000 to i16\n", "%r"},
    {"half", "  %r = sitofp i32 -5 to half\n", "", "0xHC500"},
    {"half", "  %r = uitofp i1 true to half\n", "", "0xH3C00"},
    {"half", "  %r = uitofp i32 2049 to half\n", "  %r = uitofp i32 2049 to half\n", "%r"},
    {"half", "  %r = sitofp i16 3 to half\n", "", "0xH4200"},
    {"i16", "  %r = sext i1 true to i16\n", "", "-1"},
    {"i16", "  %r = fptosi float -2.500000e+00 to i16\n", "", "-2"},
    {"i16", "  %r = fptoui float 2.500000e+00 to i16\n", "", "2"},
    {"i16", "  %r = fptoui float 4.000000e+04 to i16\n",
     "  %r = fptoui float 4.000000e+04 to i16\n", "%r"},
};

#define ONE "1.000000e+00"
#define TWO "2.000000e+00"

static const expression reals[] = {
    {"float", "  %r = fadd fast float %f, 0.000000e+00\n", "", "%f"},
    {"float", "  %r = fadd float %f, 0.000000e+00\n", "  %r = fadd float %f, 0.000000e+00\n",
     "%r"}, /* -0 + 0 is 0 */
    {"double", "  %r = fadd double %a, -0.000000e+00\n", "", "%a"},
    {"float", "  %r = fadd float %f, -0.000000e+00\n", "  %r = fadd float %f, -0.000000e+00\n",
     "%r"}, /* flushes */
    {"float", "  %1 = fadd float %f, %g\n  %r = fmul float %1, " ONE "\n",
     "  %r = fadd float %f, %g\n", "%r"}, /* has flushed already */
    {"float", "  %r = fmul float %f, " ONE "\n", "  %r = fmul float %f, " ONE "\n", "%r"},
    {"float", "  %1 = fmul float %f, " ONE "\n  %r = fadd float %1, %g\n",
     "  %r = fadd float %f, %g\n", "%r"}, /* will flush */
    {"double", "  %r = fmul double %a, " ONE "\n", "", "%a"},
    {"float", "  %r = fmul fast float %f, 0.000000e+00\n", "", "0.000000e+00"},
    {"float", "  %r = fmul float %f, 0.000000e+00\n", "  %r = fmul float %f, 0.000000e+00\n",
     "%r"}, /* NaN of infinity */
    {"float", "  %r = fsub fast float %f, %f\n", "", "0.000000e+00"},
    {"float", "  %r = fsub float %f, %f\n", "  %r = fsub float %f, %f\n", "%r"},
    {"float", "  %r = fsub float %f, " TWO "\n", "  %r = fadd float %f, -2.000000e+00\n", "%r"},
    {"float", "  %1 = fsub float -0.000000e+00, %g\n  %r = fadd float %f, %1\n",
     "  %r = fsub float %f, %g\n", "%r"},
    {"float", "  %1 = fsub float -0.000000e+00, %f\n  %r = fsub float -0.000000e+00, %1\n", "",
     "%f"},
    {"float", "  %r = fdiv fast float %f, %f\n", "", ONE},
    {"float", "  %r = fdiv float %f, 3.000000e+00\n", "  %r = fdiv float %f, 3.000000e+00\n", "%r"},
    {"float", "  %1 = fmul fast float %f, " TWO "\n  %r = fmul fast float %1, 3.000000e+00\n",
     "  %1 = fmul fast float %f, " TWO "\n  %r = fmul fast float %1, 3.000000e+00\n", "%r"},
    {"float", "  %r = fadd float 1.500000e+00, 2.500000e+00\n", "", "4.000000e+00"},
    {"float", "  %r = fmul float 0x36A0000000000000, " TWO "\n", "", "0.000000e+00"}, /* D */
    {"float", "  %r = fsub float 0x7FF0000000000000, 0x7FF0000000000000\n",
     "  %r = fsub float 0x7FF0000000000000, 0x7FF0000000000000\n", "%r"}, /* NaN: not folded */
    {"float", "  %r = fdiv fast float 0.000000e+00, 0.000000e+00\n",
     "  %r = fdiv fast float 0.000000e+00, 0.000000e+00\n", "%r"},
    {"float", "  %r = fmul float %f, 0xFFF8000020000000\n", "", "0x7FF8000000000000"},
    {"float", "  %r = fsub float -0.000000e+00, 0x36A0000000000000\n", "", "0xB6A0000000000000"},
};

static const expression operations[] = {
    {"float", "  %r = " UNARY("22", "-2.500000e-01"), "", "7.500000e-01"},
    {"float", "  %r = " UNARY("22", "0xB9B4484C00000000"), "", "0x3FEFFFFFE0000000"},
    {"float", "  %r = " UNARY("28", "0.000000e+00"), "", "0.000000e+00"},
    {"float", "  %r = " UNARY("28", "-5.000000e-01"), "", "-0.000000e+00"},
    {"float", "  %r = " UNARY("27", "-0.000000e+00"), "", "-0.000000e+00"},
    {"float", "  %r = " UNARY("7", "3.000000e+00"), "", ONE},
    {"float", "  %r = " UNARY("6", "-3.000000e+00"), "", "3.000000e+00"},
    {"float", "  %r = " UNARY("24", TWO), "", "0x3FF6A09E60000000"},
    {"float", "  %r = " UNARY("24", "9.000000e+00"), "", "3.000000e+00"},
    {"float", "  %r = " UNARY("25", "4.000000e+00"), "", "5.000000e-01"},
    {"float", "  %r = " UNARY("25", TWO), "", "0x3FE6A09E60000000"},
    {"float", "  %r = " UNARY("13", ONE), "", "0x3FEAED5480000000"},
    {"float", "  %r = " UNARY("13", "1.500000e+06"), "", "0x3FE05A1A00000000"},
    {"float", "  %r = " UNARY("15", "5.000000e-01"), "", "0x3FF0C15240000000"},
    {"float", "  %r = " UNARY("21", "1.500000e+00"), "", "0x4006A09E60000000"},
    {"float", "  %r = " UNARY("21", "-1.400000e+02"), "  %r = " UNARY("21", "-1.400000e+02"), "%r"},
    {"float", "  %r = " UNARY("21", "1.280000e+02"), "  %r = " UNARY("21", "1.280000e+02"), "%r"},
    {"float", "  %r = " UNARY("23", "-1.000000e+00"), "  %r = " UNARY("23", "-1.000000e+00"), "%r"},
    {"float", "  %r = " UNARY("13", "0.000000e+00"), "", "0.000000e+00"},
    {"float", "  %r = " UNARY("12", "0.000000e+00"), "", ONE},
    {"float", "  %r = " UNARY("21", "-3.000000e+00"), "", "1.250000e-01"},
    {"float", "  %r = " UNARY("23", "8.000000e+00"), "", "3.000000e+00"},
    {"float", "  %r = " UNARY("26", "2.500000e+00"), "", TWO},
    {"float", "  %r = " UNARY("26", "-5.000000e-01"), "", "-0.000000e+00"},
    {"float", "  %r = " UNARY("27", "-1.500000e+00"), "", "-2.000000e+00"},
    {"float", "  %r = " UNARY("28", "-5.000000e-01"), "", "-0.000000e+00"},
    {"float", "  %r = " UNARY("29", "-1.500000e+00"), "", "-1.000000e+00"},
    {"float", "  %r = " UNARY("24", "-1.000000e+00"), "  %r = " UNARY("24", "-1.000000e+00"), "%r"},
    {"i1", "  %r = call i1 @dx.op.isSpecialFloat.f32(i32 8, float 0x7FF8000000000000)\n", "",
     "true"},
    {"i1", "  %r = call i1 @dx.op.isSpecialFloat.f32(i32 9, float 0x7FF8000000000000)\n", "",
     "false"},
    {"i32", "  %r = call i32 @dx.op.unaryBits.i32(i32 31, i32 255)\n", "", "8"},
    {"i32", "  %r = call i32 @dx.op.unaryBits.i32(i32 32, i32 0)\n", "", "-1"},
    {"i32", "  %r = call i32 @dx.op.unaryBits.i32(i32 33, i32 1)\n", "", "31"},
    {"i32", "  %r = call i32 @dx.op.unaryBits.i32(i32 34, i32 -2)\n", "", "31"},
    {"i32", "  %r = call i32 @dx.op.unary.i32(i32 30, i32 1)\n", "", "-2147483648"},
    {"i32", "  %r = call i32 @dx.op.tertiary.i32(i32 51, i32 8, i32 8, i32 65280)\n", "", "-1"},
    {"i32", "  %r = call i32 @dx.op.tertiary.i32(i32 52, i32 8, i32 8, i32 65280)\n", "", "255"},
    {"i32", "  %r = call i32 @dx.op.quaternary.i32(i32 53, i32 8, i32 4, i32 -1, i32 0)\n", "",
     "4080"},
    {"float", "  %1 = " UNARY("6", "%f") "  %r = " UNARY("6", "%1"), "  %r = " UNARY("6", "%f"),
     "%r"},
    {"float", "  %1 = fsub float -0.000000e+00, %f\n  %r = " UNARY("6", "%1"),
     "  %r = " UNARY("6", "%f"), "%r"},
    {"float", "  %1 = " BINARY("35", "%f", "0.000000e+00") "  %r = " BINARY("36", "%1", ONE),
     "  %r = " UNARY("7", "%f"), "%r"},
    {"float", "  %1 = " BINARY("35", "%f", TWO) "  %r = " BINARY("35", "%1", "3.000000e+00"),
     "  %r = " BINARY("35", "%f", "3.000000e+00"), "%r"},
    {"float", "  %r = " BINARY("35", "0.000000e+00", "-0.000000e+00"), "", "0.000000e+00"},
    {"float", "  %r = " BINARY("36", "0.000000e+00", "-0.000000e+00"), "", "-0.000000e+00"},
    {"float", "  %r = " FMAD("%f", ONE, "%g"), "  %r = fadd fast float %f, %g\n", "%r"},
    {"float", "  %r = " FMAD("%f", "-1.000000e+00", "%g"), "  %r = fsub fast float %g, %f\n", "%r"},
    {"float", "  %r = " FMAD("%f", "0.000000e+00", "%g"), "", "%g"},
    {"float", "  %r = " FMAD("%f", "%g", "0.000000e+00"), "  %r = fmul fast float %f, %g\n", "%r"},
    {"float", "  %r = " FMAD("3.000000e+00", "4.000000e+00", "5.000000e+00"), "", "1.700000e+01"},
    {"float",
     "  %r = call float @dx.op.dot3.f32(i32 55, float %f, float %g, float 0.000000e+00, "
     "float %g, float %h, float %f)\n",
     "  %r = call float @dx.op.dot2.f32(i32 54, float %f, float %g, float %g, float %h)\n", "%r"},
    {"i32", "  %r = " IBINARY("37", "%x", "%x"), "", "%x"},
    {"i32", "  %r = " IBINARY("39", "%x", "0"), "", "%x"},
    {"i32", "  %r = " IBINARY("40", "0", "%x"), "", "0"},
    {"i32", "  %1 = " IBINARY("38", "%x", "7") "  %r = " IBINARY("38", "%1", "5"),
     "  %r = " IBINARY("38", "%x", "5"), "%r"},
    {"i32", "  %r = " IMAD("%x", "%y", "0"), "  %r = mul i32 %x, %y\n", "%r"},
    {"i32", "  %r = " IMAD("%x", "1", "%y"), "  %r = add i32 %x, %y\n", "%r"},
    {"i32",
     "  %1 = call float @dx.op.bitcastI32toF32(i32 126, i32 %x)\n"
     "  %r = call i32 @dx.op.bitcastF32toI32(i32 127, float %1)\n",
     "", "%x"},
};

static const expression vectors[] = {
    {"<2 x i32>",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 %y\n  %2 = trunc <2 x i32> %1 to <2 x i8>\n"
     "  %r = zext <2 x i8> %2 to <2 x i32>\n",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 %y\n  %2 = trunc <2 x i32> %1 to <2 x i8>\n"
     "  %r = zext <2 x i8> %2 to <2 x i32>\n",
     "%r"},
    {"i32",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "  %2 = insertelement <2 x i32> %1, i32 %y, i64 1\n"
     "  %r = extractelement <2 x i32> %2, i64 0\n",
     "", "%x"},
    {"<2 x i32>",
     "  %1 = insertelement <3 x i32> undef, i32 %x, i32 0\n"
     "  %2 = insertelement <3 x i32> %1, i32 %y, i32 1\n"
     "  %3 = insertelement <3 x i32> %2, i32 %x, i32 2\n"
     "  %r = shufflevector <3 x i32> %3, <3 x i32> undef, <2 x i32> <i32 1, i32 0>\n",
     "  %1 = insertelement <3 x i32> undef, i32 %x, i32 0\n"
     "  %2 = insertelement <3 x i32> %1, i32 %y, i32 1\n"
     "  %3 = insertelement <3 x i32> %2, i32 %x, i32 2\n"
     "  %r = shufflevector <3 x i32> %2, <3 x i32> undef, <2 x i32> <i32 1, i32 0>\n",
     "%r"},
    {"<2 x i32>",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "  %r = shufflevector <2 x i32> <i32 3, i32 4>, <2 x i32> %1, <2 x i32> <i32 1, i32 2>\n",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "  %r = shufflevector <2 x i32> <i32 3, i32 4>, <2 x i32> %1, <2 x i32> <i32 1, i32 2>\n",
     "%r"},
    {"i32",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "  %2 = shufflevector <2 x i32> <i32 3, i32 4>, <2 x i32> %1, <2 x i32> <i32 2, i32 1>\n"
     "  %r = extractelement <2 x i32> %2, i32 0\n",
     "", "%x"},
    {"i32",
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "  %2 = shufflevector <2 x i32> <i32 3, i32 4>, <2 x i32> %1, <2 x i32> <i32 2, i32 1>\n"
     "  %r = extractelement <2 x i32> %2, i32 1\n",
     "", "4"},
    {"i32",
     "  %1 = insertelement <2 x i32> <i32 3, i32 4>, i32 %x, i32 %y\n"
     "  %r = extractelement <2 x i32> %1, i64 1\n",
     "  %1 = insertelement <2 x i32> <i32 3, i32 4>, i32 %x, i32 %y\n"
     "  %r = extractelement <2 x i32> %1, i32 1\n",
     "%r"},
    {"i64", /* converted with the others */
     "  %1 = insertelement <2 x i32> undef, i32 %x, i32 0\n"
     "  %2 = insertelement <2 x i32> %1, i32 %y, i64 1\n"
     "  %3 = zext <2 x i32> %2 to <2 x i64>\n"
     "  %r = extractelement <2 x i64> %3, i32 1\n",
     "  %r = zext i32 %y to i64\n", "%r"},
    {"<2 x i64>", /* taken apart and put together again */
     "  %1 = extractelement <2 x i64> %v, i32 0\n  %2 = extractelement <2 x i64> %v, i32 1\n"
     "  %3 = insertelement <2 x i64> undef, i64 %1, i32 0\n"
     "  %r = insertelement <2 x i64> %3, i64 %2, i32 1\n",
     "", "%v"},
    {"<2 x i64>", /* an element put where it was */
     "  %1 = extractelement <2 x i64> %v, i32 1\n"
     "  %r = insertelement <2 x i64> %v, i64 %1, i32 1\n",
     "", "%v"},
    {"<2 x i64>", /* in the other order */
     "  %1 = extractelement <2 x i64> %v, i32 0\n  %2 = extractelement <2 x i64> %v, i32 1\n"
     "  %3 = insertelement <2 x i64> undef, i64 %2, i32 0\n"
     "  %r = insertelement <2 x i64> %3, i64 %1, i32 1\n",
     "  %1 = extractelement <2 x i64> %v, i32 0\n  %2 = extractelement <2 x i64> %v, i32 1\n"
     "  %3 = insertelement <2 x i64> undef, i64 %2, i32 0\n"
     "  %r = insertelement <2 x i64> %3, i64 %1, i32 1\n",
     "%r"},
    {"<2 x i64>", /* into another vector, of which an element stays */
     "  %1 = extractelement <2 x i64> %v, i32 0\n"
     "  %r = insertelement <2 x i64> <i64 3, i64 4>, i64 %1, i32 0\n",
     "  %1 = extractelement <2 x i64> %v, i32 0\n"
     "  %r = insertelement <2 x i64> <i64 3, i64 4>, i64 %1, i32 0\n",
     "%r"},
};

/* What is marked precise keeps NaN, infinity and the sign of zero. */
static const expression precise[] = {
    {"float",
     "  %r = call float @dx.op.tertiary.f32(i32 46, float %f, float 0.000000e+00, float "
     "%g), !dx.precise !7\n",
     "  %r = call float @dx.op.tertiary.f32(i32 46, float %f, float 0.000000e+00, float %g), "
     "!dx.precise !7\n",
     "%r"},
    {"float",
     "  %r = call float @dx.op.tertiary.f32(i32 46, float %f, float %g, float "
     "-0.000000e+00), !dx.precise !7\n",
     "  %r = fmul float %f, %g\n", "%r"},
    {"float",
     "  %1 = call float @dx.op.binary.f32(i32 35, float %f, float 2.000000e+00), !dx.precise !7\n"
     "  %r = " BINARY("35", "%1", "3.000000e+00"),
     "  %r = call float @dx.op.binary.f32(i32 35, float %f, float 3.000000e+00), !dx.precise !7\n",
     "%r"},
};

/* The pieces, one after the other. */
static char *joined(const char *const *pieces, size_t count)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++)
        size += strlen(pieces[i]);
    char *text = calloc(size, 1);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++)
        strcat(text, pieces[i]);
    return text;
}

static char *text_of(const char *type, const char *body, const char *value)
{
    const char *const pieces[] = {"define void @main() {\n  ret void\n}\ndefine ",
                                  type,
                                  " @f(" ARGS ") {\n",
                                  body,
                                  "  ret ",
                                  type,
                                  " ",
                                  value,
                                  "\n}\n" OPERATIONS};
    return joined(pieces, sizeof pieces / sizeof *pieces);
}

static void check(const expression *e, size_t count, const char *passes, const char *rest,
                  bool failing)
{
    char shader[2048];
    snprintf(shader, sizeof shader, "%s%s", PASS_COMPUTE, rest);
    for (size_t i = 0; i < count; i++) {
        char *before = text_of(e[i].type, e[i].before, "%r");
        char *after = text_of(e[i].type, e[i].after, e[i].value);
        pass_case c = {shader, passes, before, after};
        if (failing)
            pass_fail_all(&c, 1);
        else
            pass_check(&c);
        free(before);
        free(after);
    }
}

#define CHECK(list, rest) check(list, sizeof list / sizeof *list, "instcombine", rest, false)

static void integers_become_simpler(void **state)
{
    (void)state;
    CHECK(integers, "");
}

static void choices_become_simpler(void **state)
{
    (void)state;
    CHECK(choices, "");
}

static void comparisons_become_simpler(void **state)
{
    (void)state;
    CHECK(comparisons, "");
}

static void casts_become_simpler(void **state)
{
    (void)state;
    CHECK(casts, "");
}

static void reals_stay_exact(void **state)
{
    (void)state;
    CHECK(reals, "");
}

static void operations_become_simpler(void **state)
{
    (void)state;
    CHECK(operations, "");
}

static void elements_are_found_where_they_were_put_in(void **state)
{
    (void)state;
    CHECK(vectors, "");
}

static void precise_operations_stay_exact(void **state)
{
    (void)state;
    CHECK(precise, PRECISE);
}

static void free_arithmetic_is_regrouped_when_asked_for(void **state)
{
    static const expression list[] = {
        {"float", "  %1 = fmul fast float %f, " TWO "\n  %r = fmul fast float %1, 3.000000e+00\n",
         "  %r = fmul fast float %f, 6.000000e+00\n", "%r"},
        {"float", "  %1 = fmul float %f, " TWO "\n  %r = fmul fast float %1, 3.000000e+00\n",
         "  %1 = fmul float %f, " TWO "\n  %r = fmul fast float %1, 3.000000e+00\n", "%r"},
    };
    (void)state;
    check(list, 2, "instcombine<regroup=1>", "", false);
}

static void only_values_that_are_there_stand_for_others_when_asked(void **state)
{
    static const expression list[] = {
        {"i32", "  %1 = mul i32 %x, 0\n  %r = or i32 %1, %y\n", "", "%y"},
        {"i32", "  %1 = mul i32 %x, 8\n  %r = mul i32 %1, 4\n",
         "  %1 = mul i32 %x, 8\n  %r = mul i32 %1, 4\n", "%r"},
        {"float", "  %1 = fmul fast float %f, 0.000000e+00\n  %r = fadd fast float %1, %g\n", "",
         "%g"},
        {"float", "  %1 = fmul float %f, 0.000000e+00\n  %r = fadd fast float %1, %g\n",
         "  %1 = fmul float %f, 0.000000e+00\n  %r = fadd fast float %1, %g\n", "%r"},
        {"i1", "  %r = icmp uge i32 %x, 0\n", "", "true"},
    };
    (void)state;
    check(list, 5, "instcombine<known=1>", "", false);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    check(operations + 29, 3, "instcombine", "", true);
    check(precise, 3, "instcombine", PRECISE, true);
    check(comparisons + 4, 3, "instcombine", "", true);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(integers_become_simpler),
    cmocka_unit_test(choices_become_simpler),
    cmocka_unit_test(comparisons_become_simpler),
    cmocka_unit_test(casts_become_simpler),
    cmocka_unit_test(reals_stay_exact),
    cmocka_unit_test(operations_become_simpler),
    cmocka_unit_test(elements_are_found_where_they_were_put_in),
    cmocka_unit_test(precise_operations_stay_exact),
    cmocka_unit_test(free_arithmetic_is_regrouped_when_asked_for),
    cmocka_unit_test(only_values_that_are_there_stand_for_others_when_asked),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_pass_simplify, tests);

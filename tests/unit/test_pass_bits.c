/* SPDX-License-Identifier: MIT */
/* test_pass_bits.c - the passes known-bits and bdce: bits and ranges of integers. */
#include "pass_support.h"

/* A group of 16 x 4 threads. */
#define GROUP                                                                                      \
    "!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                     \
    "!dx.entryPoints = !{!903}\n!900 = !{i32 1, i32 0}\n!901 = !{i32 1, i32 8}\n"                  \
    "!902 = !{!\"cs\", i32 6, i32 0}\n!903 = !{void ()* @main, !\"main\", null, null, !904}\n"     \
    "!904 = !{i32 4, !905}\n!905 = !{i32 16, i32 4, i32 1}\n"
#define MAIN(body)                                                                                 \
    "@g = external global i32\ndefine void @main() {\n" body "  ret void\n}\n"                     \
    "declare i32 @dx.op.threadIdInGroup.i32(i32, i32)\n"                                           \
    "declare i32 @dx.op.flattenedThreadIdInGroup.i32(i32)\n"                                       \
    "declare i32 @dx.op.binary.i32(i32, i32, i32)\n"
#define X         "  %x = load i32, i32* @g\n"
#define THREAD    "  %t = call i32 @dx.op.flattenedThreadIdInGroup.i32(i32 96)\n"
#define AXIS(a)   "  %t = call i32 @dx.op.threadIdInGroup.i32(i32 95, i32 " a ")\n"
#define PUT(v)    "  store i32 " v ", i32* @g\n"
#define BOOL(v)   "  %z = zext i1 " v " to i32\n" PUT("%z")
#define MIN(a, b) "call i32 @dx.op.binary.i32(i32 40, i32 " a ", i32 " b ")\n"
#define DESCRIBE(v)                                                                                \
    "  call void @llvm.dbg.value(metadata " v ", i64 0, metadata !930, metadata !931), !dbg "      \
    "!932\n"
#define DESCRIBER "declare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n"
#define VARIABLE                                                                                   \
    "!930 = !DILocalVariable(tag: DW_TAG_auto_variable, name: \"v\", scope: !933)\n"               \
    "!931 = !DIExpression()\n!932 = !DILocation(line: 1, scope: !933)\n"                           \
    "!933 = distinct !DISubprogram(name: \"main\", isLocal: false, isDefinition: true, "           \
    "isOptimized: false, function: void ()* @main)\n"
#define LOOP(first, test, body)                                                                    \
    X "  br label %l\n\nl:\n  %i = phi i32 [ " first ", %0 ], [ %n, %l ]\n" body                   \
      "  %n = add i32 %i, 1\n  %c = icmp " test "\n  br i1 %c, label %l, label %e\n\ne:\n"

/* A switch on %v with two cases, of which the second one is 2. */
#define SWITCH(cases, blocks, from)                                                                \
    X "  %v = and i32 %x, 3\n  switch i32 %v, label %d [\n" cases "  ]\n\n" blocks                 \
      "b:\n  br label %d\n\nd:\n  %p = phi i32 [ 0, %0 ], " from "[ 7, %b ]\n" PUT("%p")

static const pass_case known[] = {
    /* A case that never comes goes, with what it led to. */
    {NULL, "known-bits",
     MAIN(SWITCH("    i32 5, label %a\n    i32 2, label %b\n", "a:\n  br label %d\n\n",
                 "[ 6, %a ], ")),
     MAIN(SWITCH("    i32 2, label %b\n", "", ""))},
    {NULL, "known-bits",
     MAIN(SWITCH("    i32 3, label %a\n    i32 2, label %b\n", "a:\n  br label %d\n\n",
                 "[ 6, %a ], ")),
     MAIN(SWITCH("    i32 3, label %a\n    i32 2, label %b\n", "a:\n  br label %d\n\n",
                 "[ 6, %a ], "))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = and i32 %t, 63\n" PUT("%a")), MAIN(THREAD PUT("%t"))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = and i32 %t, 31\n" PUT("%a")),
     MAIN(THREAD "  %a = and i32 %t, 31\n" PUT("%a"))},
    {GROUP, "known-bits", MAIN(AXIS("1") "  %a = urem i32 %t, 4\n" PUT("%a")),
     MAIN(AXIS("1") PUT("%t"))},
    {GROUP, "known-bits", MAIN(AXIS("2") PUT("%t")), MAIN(PUT("0"))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = icmp slt i32 %t, 64\n" BOOL("%a")),
     MAIN(THREAD PUT("1"))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = icmp slt i32 %t, 63\n" BOOL("%a")),
     MAIN(THREAD "  %a = icmp slt i32 %t, 63\n" BOOL("%a"))},
    {GROUP, "known-bits",
     MAIN(THREAD "  %a = shl i32 %t, 2\n  %b = or i32 %a, 1\n  %c = and i32 %b, 253\n" PUT("%c")),
     MAIN(THREAD "  %a = shl i32 %t, 2\n  %b = or i32 %a, 1\n" PUT("%b"))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = sdiv i32 %t, 3\n" PUT("%a")),
     MAIN(THREAD "  %a = udiv i32 %t, 3\n" PUT("%a"))},
    {GROUP, "known-bits", MAIN(X "  %a = sdiv i32 %x, 3\n" PUT("%a")),
     MAIN(X "  %a = sdiv i32 %x, 3\n" PUT("%a"))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = " MIN("%t", "63") PUT("%a")), MAIN(THREAD PUT("%t"))},
    {GROUP, "known-bits", MAIN(THREAD "  %a = " MIN("%t", "62") PUT("%a")),
     MAIN(THREAD "  %a = " MIN("%t", "62") PUT("%a"))},
    /* an unknown divisor may be zero, which gives all ones */
    {GROUP, "known-bits",
     MAIN(X THREAD "  %a = urem i32 %t, %x\n  %b = and i32 %a, 63\n" PUT("%b")),
     MAIN(X THREAD "  %a = urem i32 %t, %x\n  %b = and i32 %a, 63\n" PUT("%b"))},
    /* counters: below their bound, unless they begin above it */
    {GROUP, "known-bits", MAIN(LOOP("0", "ult i32 %n, 8", "  %a = and i32 %i, 7\n" PUT("%a"))),
     MAIN(LOOP("0", "ult i32 %n, 8", PUT("%i")))},
    {GROUP, "known-bits", MAIN(LOOP("9", "slt i32 %n, 8", "  %a = and i32 %i, 7\n" PUT("%a"))),
     MAIN(LOOP("9", "slt i32 %n, 8", "  %a = and i32 %i, 7\n" PUT("%a")))},
    {GROUP, "known-bits", MAIN(LOOP("-9", "slt i32 %n, 8", "  %a = and i32 %i, 7\n" PUT("%a"))),
     MAIN(LOOP("-9", "slt i32 %n, 8", "  %a = and i32 %i, 7\n" PUT("%a")))},
    {GROUP, "known-bits", MAIN(LOOP("0", "ult i32 %n, %x", "  %a = and i32 %i, 7\n" PUT("%a"))),
     MAIN(LOOP("0", "ult i32 %n, %x", "  %a = and i32 %i, 7\n" PUT("%a")))},
};

static const pass_case demanded[] = {
    {NULL, "bdce, dce", MAIN(X "  %a = or i32 %x, 256\n  %b = and i32 %a, 255\n" PUT("%b")),
     MAIN(X "  %b = and i32 %x, 255\n" PUT("%b"))},
    {NULL, "bdce, dce", MAIN(X "  %a = or i32 %x, 384\n  %b = and i32 %a, 255\n" PUT("%b")),
     MAIN(X "  %a = or i32 %x, 384\n  %b = and i32 %a, 255\n" PUT("%b"))},
    {NULL, "bdce, dce",
     MAIN(X "  %a = and i32 %x, 255\n  %c = add nsw i32 %a, 3\n  %b = shl i32 %c, 24\n" PUT("%b")),
     MAIN(X "  %c = add i32 %x, 3\n  %b = shl i32 %c, 24\n" PUT("%b"))},
    {NULL, "bdce, dce",
     MAIN(X "  %a = shl i32 %x, 8\n  %c = lshr i32 %a, 8\n  %b = and i32 %c, 4095\n" PUT("%b")),
     MAIN(X "  %b = and i32 %x, 4095\n" PUT("%b"))},
    {NULL, "bdce, dce",
     MAIN(X "  %a = lshr i32 %x, 8\n  %c = shl i32 %a, 8\n  %b = and i32 %c, 4095\n" PUT("%b")),
     MAIN(X "  %a = lshr i32 %x, 8\n  %c = shl i32 %a, 8\n  %b = and i32 %c, 4095\n" PUT("%b"))},
    {NULL, "bdce, instcombine",
     MAIN(X "  %a = mul i32 %x, 3\n  %c = shl i32 %a, 30\n  %b = and i32 %c, 15\n" PUT("%b")),
     MAIN(PUT("0"))},
    /* a sign that is copied down */
    {NULL, "bdce, dce",
     MAIN(X "  %a = and i32 %x, 2147483647\n  %c = ashr i32 %a, 8\n  %b = and i32 %c, 65535\n" PUT(
         "%b")),
     MAIN(X "  %c = ashr i32 %x, 8\n  %b = and i32 %c, 65535\n" PUT("%b"))},
    {NULL, "bdce, dce",
     MAIN(X "  %a = and i32 %x, 2147483647\n  %c = ashr i32 %a, 24\n  %b = and i32 %c, 65535\n" PUT(
         "%b")),
     MAIN(X "  %a = and i32 %x, 2147483647\n  %c = ashr i32 %a, 24\n  %b = and i32 %c, 65535\n" PUT(
         "%b"))},
    /* what differs in bits that nobody asks for is not the value of a variable */
    {GROUP VARIABLE, "bdce, dce",
     MAIN(X "  %a = or i32 %x, 256\n" DESCRIBE("i32 %a") "  %b = and i32 %a, 255\n" PUT("%b"))
         DESCRIBER,
     MAIN(X DESCRIBE("!{}") "  %b = and i32 %x, 255\n" PUT("%b")) DESCRIBER},
    {GROUP VARIABLE, "bdce, dce",
     MAIN(X "  %a = mul i32 %x, 3\n" DESCRIBE("i32 %a") "  %u = add i32 %a, %x\n" DESCRIBE("i32 %u")
              PUT("%x")) DESCRIBER,
     MAIN(X DESCRIBE("!{}") DESCRIBE("!{}") PUT("%x")) DESCRIBER},
    /* around a loop all bits count */
    {NULL, "bdce, dce",
     MAIN(X "  br label %l\n\nl:\n  %i = phi i32 [ %x, %0 ], [ %a, %l ]\n  %a = or i32 %i, 256\n"
            "  %b = and i32 %a, 255\n" PUT("%b") "  br i1 undef, label %l, label %e\n\ne:\n"),
     MAIN(X "  br label %l\n\nl:\n  %i = phi i32 [ %x, %0 ], [ %a, %l ]\n  %a = or i32 %i, 256\n"
            "  %b = and i32 %a, 255\n" PUT("%b") "  br i1 undef, label %l, label %e\n\ne:\n")},
};

#define ALL(list) pass_check_all(list, sizeof list / sizeof *list)

static void known_bits_decide(void **state)
{
    (void)state;
    ALL(known);
}

static void bits_that_nobody_asks_for_go(void **state)
{
    (void)state;
    ALL(demanded);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    pass_fail_all(known + 4, 1);
    pass_fail_all(demanded, 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(known_bits_decide),
    cmocka_unit_test(bits_that_nobody_asks_for_go),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_pass_bits, tests);

/* SPDX-License-Identifier: MIT */
/* test_pass_inline.c - calls replaced by bodies; cases as in pass_support.h. */
#include "pass_support.h"

#define ONE_BLOCK                                                                                  \
    "define internal i32 @add(i32 %a, i32 %b) {\n  %s = add i32 %a, %b\n  ret i32 %s\n}\n"
#define BRANCHES                                                                                   \
    "define internal i32 @pick(i1 %c) {\nentry:\n  br i1 %c, label %yes, label %no\n\nyes:\n"      \
    "  ret i32 1\n\nno:\n  ret i32 2\n}\n"
#define VARIABLE                                                                                   \
    "define internal i32 @var(i32 %a) {\n  %v = alloca i32\n  store i32 %a, i32* %v\n"             \
    "  %l = load i32, i32* %v\n  ret i32 %l\n}\n"
#define NOINLINE                                                                                   \
    "define internal void @kept() #0 {\n  ret void\n}\n"                                           \
    "define internal void @itself() {\n  call void @itself()\n  ret void\n}\n"

/* What is left of functions that were called once. */
#define ADD_GONE  "define internal i32 @add(i32 %a, i32 %b) {\n  unreachable\n}\n"
#define PICK_GONE "define internal i32 @pick(i1 %c) {\n  unreachable\n}\n"
#define VAR_GONE  "define internal i32 @var(i32 %a) {\n  unreachable\n}\n"

static const pass_case cases[] = {
    /* A block goes before its call; one that is called once moves, with the calls in it. */
    {NULL, "always-inline",
     ONE_BLOCK "define internal i32 @twice(i32 %a) {\n  %t = call i32 @add(i32 %a, i32 %a)\n"
               "  ret i32 %t\n}\n"
               "define void @main() {\n  %r = call i32 @twice(i32 3)\n"
               "  %q = mul i32 %r, %r\n  ret void\n}\n",
     ADD_GONE "define internal i32 @twice(i32 %a) {\n  unreachable\n}\n"
              "define void @main() {\n  %s = add i32 3, 3\n  %q = mul i32 %s, %s\n"
              "  ret void\n}\n"},
    /* One that others see, or that is called again, is copied, when its own calls are done. */
    {NULL, "always-inline",
     ONE_BLOCK "define i32 @twice(i32 %a) {\n  %t = call i32 @add(i32 %a, i32 %a)\n"
               "  ret i32 %t\n}\n"
               "define void @main() {\n  %r = call i32 @twice(i32 3)\n"
               "  %q = call i32 @twice(i32 %r)\n  ret void\n}\n",
     ADD_GONE "define i32 @twice(i32 %a) {\n  %s = add i32 %a, %a\n  ret i32 %s\n}\n"
              "define void @main() {\n  %s = add i32 3, 3\n  %s1 = add i32 %s, %s\n"
              "  ret void\n}\n"},
    /* Blocks move, too, and what stands before their call is looked at after them. */
    {NULL, "always-inline",
     ONE_BLOCK BRANCHES VARIABLE
     "define internal i32 @both(i32 %a) {\nfirst:\n  %o = alloca i32\n"
     "  %x = call i32 @var(i32 %a)\n  %c = icmp eq i32 %x, 0\n"
     "  br i1 %c, label %then, label %else\n\nthen:\n"
     "  %y = call i32 @add(i32 %x, i32 %a)\n  ret i32 %y\n\nelse:\n"
     "  %z = call i32 @pick(i1 %c)\n  ret i32 %z\n}\n"
     "define void @main() {\nentry:\n  %p = alloca i32\n  %r = call i32 @both(i32 5)\n"
     "  store i32 %r, i32* %p\n  ret void\n}\n",
     ADD_GONE PICK_GONE VAR_GONE
     "define internal i32 @both(i32 %a) {\n  unreachable\n}\n"
     "define void @main() {\nentry:\n  %p = alloca i32\n  %o = alloca i32\n"
     "  %v = alloca i32\n  br label %first\n\nfirst:\n  store i32 5, i32* %v\n"
     "  %l = load i32, i32* %v\n  %c = icmp eq i32 %l, 0\n"
     "  br i1 %c, label %then, label %else\n\nthen:\n  %s = add i32 %l, 5\n"
     "  br label %2\n\nelse:\n  br label %entry1\n\n"
     "entry1:\n  br i1 %c, label %yes, label %no\n\nyes:\n  br label %0\n\n"
     "no:\n  br label %0\n\n"
     "; <label>:0\n  %1 = phi i32 [ 1, %yes ], [ 2, %no ]\n  br label %2\n\n"
     "; <label>:2\n  %3 = phi i32 [ %s, %then ], [ %1, %0 ]\n"
     "  store i32 %3, i32* %p\n  ret void\n}\n"},
    /* Returns meet in a phi; what follows the call is a block of its own, also for phis. */
    {NULL, "always-inline",
     BRANCHES "define void @main() {\nentry:\n  %r = call i32 @pick(i1 true)\n  br label %end\n\n"
              "end:\n  %p = phi i32 [ %r, %entry ]\n  ret void\n}\n",
     PICK_GONE "define void @main() {\nentry:\n  br label %entry1\n\n"
               "entry1:\n  br i1 true, label %yes, label %no\n\nyes:\n"
               "  br label %0\n\nno:\n  br label %0\n\n"
               "; <label>:0\n  %1 = phi i32 [ 1, %yes ], [ 2, %no ]\n  br label %end\n\n"
               "end:\n  %p = phi i32 [ %1, %0 ]\n  ret void\n}\n"},
    /* Variables go to the entry block, those of the caller stay in front. */
    {NULL, "always-inline",
     VARIABLE "define void @main() {\n  %o = alloca i32\n  br label %next\n\nnext:\n"
              "  %r = call i32 @var(i32 7)\n  store i32 %r, i32* %o\n  ret void\n}\n",
     VAR_GONE "define void @main() {\n  %o = alloca i32\n  %v = alloca i32\n  br label %next\n\n"
              "next:\n  store i32 7, i32* %v\n  %l = load i32, i32* %v\n  store i32 %l, i32* %o\n"
              "  ret void\n}\n"},
    /* What stays a call. */
    {NULL, "always-inline",
     NOINLINE "define void @main() {\n  call void @kept()\n  call void @itself()\n  ret void\n}\n"
              "attributes #0 = { noinline }\n",
     NOINLINE "define void @main() {\n  call void @kept()\n  call void @itself()\n  ret void\n}\n"
              "attributes #0 = { noinline }\n"},
    /* Limits: of the caller, of the callee; a function that is called once has none. */
    {NULL, "always-inline<limit=2>",
     ONE_BLOCK "define void @main() {\n  %r = call i32 @add(i32 1, i32 2)\n  ret void\n}\n",
     ONE_BLOCK "define void @main() {\n  %r = call i32 @add(i32 1, i32 2)\n  ret void\n}\n"},
    {NULL, "inline<threshold=1>",
     ONE_BLOCK "define void @main() {\n  %r = call i32 @add(i32 1, i32 2)\n"
               "  %t = call i32 @add(i32 1, i32 2)\n  ret void\n}\n",
     ONE_BLOCK "define void @main() {\n  %r = call i32 @add(i32 1, i32 2)\n"
               "  %t = call i32 @add(i32 1, i32 2)\n  ret void\n}\n"},
    {NULL, "inline<threshold=1>",
     ONE_BLOCK "define void @main() {\n  %r = call i32 @add(i32 1, i32 2)\n  ret void\n}\n",
     ADD_GONE "define void @main() {\n  %s = add i32 1, 2\n  ret void\n}\n"},
    /* Calls in a function whose own call has to stay are looked at nevertheless. */
    {NULL, "always-inline<limit=5>",
     ONE_BLOCK "define internal i32 @once(i32 %a) {\n  %t = call i32 @add(i32 %a, i32 1)\n"
               "  %u = mul i32 %t, %t\n  ret i32 %u\n}\n"
               "define void @main() {\n  %r = call i32 @once(i32 1)\n  %p = mul i32 %r, %r\n"
               "  ret void\n}\n",
     ADD_GONE "define internal i32 @once(i32 %a) {\n  %s = add i32 %a, 1\n"
              "  %u = mul i32 %s, %s\n  ret i32 %u\n}\n"
              "define void @main() {\n  %r = call i32 @once(i32 1)\n  %p = mul i32 %r, %r\n"
              "  ret void\n}\n"},
};

#define DEBUG                                                                                      \
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!1}\n"                                           \
    "!0 = distinct !DICompileUnit(language: 4, file: !2, isOptimized: false, emissionKind: 1, "    \
    "subprograms: !3)\n!1 = !{i32 2, !\"Debug Info Version\", i32 3}\n"                            \
    "!2 = !DIFile(filename: \"a\", directory: \"b\")\n!3 = !{!4, !5}\n"                            \
    "!4 = distinct !DISubprogram(name: \"add\", isLocal: true, isDefinition: true, "               \
    "isOptimized: false, function: i32 (i32)* @add)\n"                                             \
    "!5 = distinct !DISubprogram(name: \"main\", isLocal: false, isDefinition: true, "             \
    "isOptimized: false, function: void ()* @main)\n"                                              \
    "!6 = !DILocation(line: 1, scope: !4)\n!7 = !DILocation(line: 9, scope: !5)\n"
#define DEBUG_ADD                                                                                  \
    "define internal i32 @add(i32 %a) {\n  %s = add i32 %a, 1, !dbg !6\n  ret i32 %s, !dbg "       \
    "!6\n}\n"

/* Copies say where they were inlined; those of a call without a location say nothing. */
static const pass_case debug_cases[] = {
    {NULL, "always-inline",
     DEBUG_ADD "define void @main() {\n  %r = call i32 @add(i32 1), !dbg !7\n"
               "  %t = call i32 @add(i32 %r)\n  ret void, !dbg !7\n}\n" DEBUG,
     DEBUG_ADD "define void @main() {\n  %s = add i32 1, 1, !dbg !8\n  %s1 = add i32 %s, 1\n"
               "  ret void, !dbg !7\n}\n" DEBUG
               "!8 = !DILocation(line: 1, scope: !4, inlinedAt: !9)\n"
               "!9 = distinct !DILocation(line: 9, scope: !5)\n"},
    /* So does what moves, through several calls. */
    {NULL, "always-inline",
     DEBUG_ADD "define internal i32 @mid(i32 %a) {\n  %r = call i32 @add(i32 %a), !dbg !8\n"
               "  ret i32 %r, !dbg !8\n}\n"
               "define void @main() {\n  %r = call i32 @mid(i32 1), !dbg !7\n"
               "  ret void, !dbg !7\n}\n" DEBUG "!8 = !DILocation(line: 5, scope: !5)\n",
     "define internal i32 @add(i32 %a) {\n  unreachable\n}\n"
     "define internal i32 @mid(i32 %a) {\n  unreachable\n}\n"
     "define void @main() {\n  %s = add i32 1, 1, !dbg !8\n  ret void, !dbg !7\n}\n" DEBUG
     "!8 = !DILocation(line: 1, scope: !4, inlinedAt: !9)\n"
     "!9 = distinct !DILocation(line: 5, scope: !5, inlinedAt: !10)\n"
     "!10 = distinct !DILocation(line: 9, scope: !5)\n"},
    {NULL, "always-inline",
     DEBUG_ADD "define void @main() {\n  %r = call i32 @add(i32 1)\n  ret void, !dbg !7\n}\n" DEBUG,
     "define internal i32 @add(i32 %a) {\n  unreachable\n}\n"
     "define void @main() {\n  %s = add i32 1, 1\n  ret void, !dbg !7\n}\n" DEBUG},
};

static void all_cases(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
    pass_check_all(debug_cases, sizeof debug_cases / sizeof *debug_cases);
}

static void all_failures(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
    pass_fail_all(debug_cases, sizeof debug_cases / sizeof *debug_cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_cases),
    cmocka_unit_test(all_failures),
};
SUPPORT_SUITE(test_pass_inline, tests);

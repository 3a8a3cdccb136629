/* SPDX-License-Identifier: MIT */
/* test_pass_hoist.c - what both ways of a branch compute, and what must stay on them. */
#include "pass_support.h"

#define HEAD                                                                                       \
    "@g = internal global i32 0\n"                                                                 \
    "@s = internal addrspace(3) global i32 undef\n"                                                \
    "declare void @dx.op.barrier(i32, i32)\n"                                                      \
    "declare float @dx.op.unary.f32(i32, float)\n"                                                 \
    "declare i32 @dx.op.waveReadLaneFirst.i32(i32, i32)\n"                                         \
    "define void @main() {\n  ret void\n}\n"
#define F(before, t, f)                                                                            \
    HEAD "define void @f(i32 %x, i32 %y, float %r, i1 %c) {\n" before                              \
         "  br i1 %c, label %t, label %f\n"                                                        \
         "t:\n" t "  br label %out\n"                                                              \
         "f:\n" f "  br label %out\n"                                                              \
         "out:\n  ret void\n}\n"
#define PUT(v)  "  store i32 " v ", i32* @g\n"
#define WAIT    "  call void @dx.op.barrier(i32 80, i32 9)\n"
#define SHARED  "load i32, i32 addrspace(3)* @s\n"
#define FIRST   "call i32 @dx.op.waveReadLaneFirst.i32(i32 118, i32 %x)\n"
#define DERIVED "call float @dx.op.unary.f32(i32 83, float %r)\n"

static const pass_case cases[] = {
    /* one after the other, where the second is the same only when the first is */
    {NULL, "dxil-gvn-hoist",
     F("", "  %a = mul nsw i32 %x, %y\n  %b = add i32 %a, 1\n" PUT("%b"),
       "  %d = mul i32 %x, %y\n  %e = add i32 %d, 1\n  %h = shl i32 %e, %d\n" PUT("%h")),
     F("  %a = mul i32 %x, %y\n  %b = add i32 %a, 1\n", PUT("%b"),
       "  %h = shl i32 %b, %a\n" PUT("%h"))},
    /* the order does not matter, nor does what stands between */
    {NULL, "dxil-gvn-hoist",
     F("", "  %a = sub i32 %x, %y\n" PUT("%a") "  %b = udiv i32 %x, %y\n" PUT("%b"),
       "  %d = udiv i32 %x, %y\n  %e = sub i32 %x, %y\n" PUT("%d") PUT("%e")),
     F("  %a = sub i32 %x, %y\n  %b = udiv i32 %x, %y\n", PUT("%a") PUT("%b"),
       PUT("%b") PUT("%a"))},
    /* what is like another, and not the same */
    {NULL, "dxil-gvn-hoist",
     F("", "  %a = icmp ult i32 %x, %y\n  %b = zext i1 %a to i32\n" PUT("%b"),
       "  %d = icmp slt i32 %x, %y\n  %e = zext i1 %d to i32\n" PUT("%e")),
     F("", "  %a = icmp ult i32 %x, %y\n  %b = zext i1 %a to i32\n" PUT("%b"),
       "  %d = icmp slt i32 %x, %y\n  %e = zext i1 %d to i32\n" PUT("%e"))},
    /* memory, before something writes */
    {NULL, "dxil-gvn-hoist", F("", "  %a = " SHARED PUT("%a"), "  %b = " SHARED PUT("%b")),
     F("  %a = " SHARED, PUT("%a"), PUT("%a"))},
    {NULL, "dxil-gvn-hoist", F("", "  %a = " SHARED PUT("%a"), WAIT "  %b = " SHARED PUT("%b")),
     F("", "  %a = " SHARED PUT("%a"), WAIT "  %b = " SHARED PUT("%b"))},
    {NULL, "dxil-gvn-hoist", F("", WAIT "  %a = " SHARED PUT("%a"), "  %b = " SHARED PUT("%b")),
     F("", WAIT "  %a = " SHARED PUT("%a"), "  %b = " SHARED PUT("%b"))},
    /* what lanes come to together */
    {NULL, "dxil-gvn-hoist", F("", "  %a = " FIRST PUT("%a"), "  %b = " FIRST PUT("%b")),
     F("", "  %a = " FIRST PUT("%a"), "  %b = " FIRST PUT("%b"))},
    {NULL, "dxil-gvn-hoist",
     F("", "  %a = " DERIVED "  %b = fptosi float %a to i32\n" PUT("%b"),
       "  %d = " DERIVED "  %e = fptosi float %d to i32\n" PUT("%e")),
     F("", "  %a = " DERIVED "  %b = fptosi float %a to i32\n" PUT("%b"),
       "  %d = " DERIVED "  %e = fptosi float %d to i32\n" PUT("%e"))},
};

/* Handles: the index is one for all lanes of a way, and another one on the other. */
#define HANDLES                                                                                    \
    "%dx.types.Handle = type { i8* }\n"                                                            \
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)\n"                        \
    "declare i32 @dx.op.threadId.i32(i32, i32)\n"                                                  \
    "declare i32 @dx.op.groupId.i32(i32, i32)\n"                                                   \
    "declare void @use(%dx.types.Handle)\n"
#define MAKE   "call %dx.types.Handle @dx.op.createHandle(i32 57, i8 1, i32 0, i32 %i, i1 false)\n"
#define USE(h) "  call void @use(%dx.types.Handle " h ")\n"
#define G(index, before, t, f)                                                                     \
    HANDLES "define void @main() {\n"                                                              \
            "  %i = call i32 " index "\n  %c = icmp eq i32 %i, 3\n" before                         \
            "  br i1 %c, label %t, label %f\n"                                                     \
            "t:\n" t "  br label %out\n"                                                           \
            "f:\n" f "  br label %out\n"                                                           \
            "out:\n  ret void\n}\n"
#define A(t, f)                                                                                    \
    HANDLES "define void @main() {\n  ret void\n}\n"                                               \
            "define void @f(i32 %i) {\n  %c = icmp eq i32 %i, 3\n"                                 \
            "  br i1 %c, label %t, label %f\n"                                                     \
            "t:\n" t "  br label %out\n"                                                           \
            "f:\n" f "  br label %out\n"                                                           \
            "out:\n  ret void\n}\n"
#define GROUP  "@dx.op.groupId.i32(i32 94, i32 0)"
#define THREAD "@dx.op.threadId.i32(i32 93, i32 0)"

static const pass_case handles[] = {
    {NULL, "dxil-gvn-hoist", G(GROUP, "", "  %a = " MAKE USE("%a"), "  %b = " MAKE USE("%b")),
     G(GROUP, "  %a = " MAKE, USE("%a"), USE("%a"))},
    {NULL, "dxil-gvn-hoist", G(THREAD, "", "  %a = " MAKE USE("%a"), "  %b = " MAKE USE("%b")),
     G(THREAD, "", "  %a = " MAKE USE("%a"), "  %b = " MAKE USE("%b"))},
    /* an argument, say a payload, is another one in each lane */
    {NULL, "dxil-gvn-hoist", A("  %a = " MAKE USE("%a"), "  %b = " MAKE USE("%b")),
     A("  %a = " MAKE USE("%a"), "  %b = " MAKE USE("%b"))},
};

#define ALL(list) pass_check_all(list, sizeof list / sizeof *list)

static void what_both_ways_compute_goes_up(void **state)
{
    (void)state;
    ALL(cases);
}

static void handles_go_up_where_lanes_agree(void **state)
{
    (void)state;
    ALL(handles);
}

static void failing_allocations_are_clean(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_both_ways_compute_goes_up),
    cmocka_unit_test(handles_go_up_where_lanes_agree),
    cmocka_unit_test(failing_allocations_are_clean),
};
SUPPORT_SUITE(test_pass_hoist, tests);

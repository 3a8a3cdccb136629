/* SPDX-License-Identifier: MIT */
/* test_pass_rotate.c - loops that ask at their end. */
#include "pass_support.h"

#define HEAD                                                                                       \
    "@g = internal global i32 0\ndeclare void @dx.op.barrier(i32, i32)\n"                          \
    "define void @main() {\n  ret void\n}\n"
#define PUT(v) "  store i32 " v ", i32* @g\n"
#define WHILE(ask)                                                                                 \
    HEAD "define void @f(i32 %m, i32 %x) {\n  br label %head\n"                                    \
         "head:\n  %i = phi i32 [ 0, %0 ], [ %n, %body ]\n"                                        \
         "  %s = phi i32 [ %x, %0 ], [ %t, %body ]\n" ask                                          \
         "  %c = icmp ult i32 %i, %m\n  br i1 %c, label %body, label %out\n"                       \
         "body:\n  %t = mul i32 %s, %i\n  %n = add i32 %i, 1\n  br label %head, !note !0\n"        \
         "out:\n" PUT("%s") "  ret void\n}\n!0 = distinct !{!0}\n"
#define BARRIER "  call void @dx.op.barrier(i32 80, i32 9)\n"

#define POINTER                                                                                    \
    "@s = internal addrspace(3) global [4 x i32] undef\n"                                          \
    "define void @main() {\n  ret void\n}\n"                                                       \
    "define void @f(i32 %m) {\n  br label %head\n"                                                 \
    "head:\n  %i = phi i32 [ 0, %0 ], [ %n, %body ]\n"                                             \
    "  %p = getelementptr [4 x i32], [4 x i32] addrspace(3)* @s, i32 0, i32 %i\n"                  \
    "  %v = load i32, i32 addrspace(3)* %p\n  %c = icmp ult i32 %v, %m\n"                          \
    "  br i1 %c, label %body, label %out\n"                                                        \
    "body:\n  store i32 %i, i32 addrspace(3)* %p\n  %n = add i32 %i, 1\n  br label %head\n"        \
    "out:\n  ret void\n}\n"

/* The outer loop asks at its beginning, and so does the inner one, which begins with its value. */
#define NEST                                                                                       \
    HEAD "define void @f(i32 %m) {\n  br label %a\n"                                               \
         "a:\n  %i = phi i32 [ 0, %0 ], [ %k, %d ]\n"                                              \
         "  %p = icmp ult i32 %i, %m\n  br i1 %p, label %b, label %out\n"                          \
         "b:\n  br label %c\n"                                                                     \
         "c:\n  %j = phi i32 [ %i, %b ], [ %n, %e ]\n"                                             \
         "  %q = icmp ult i32 %j, %m\n  br i1 %q, label %e, label %d\n"                            \
         "e:\n  %n = add i32 %j, 2\n  br label %c\n"                                               \
         "d:\n" PUT("%j") "  %k = add i32 %i, 1\n  br label %a\n"                                  \
                          "out:\n  ret void\n}\n"

static const pass_case cases[] = {
    {NULL, "loop-rotate", WHILE(""),
     HEAD "define void @f(i32 %m, i32 %x) {\n  br label %1\n"
          "; <label>:1\n  %c = icmp ult i32 0, %m\n  br i1 %c, label %body, label %out\n"
          "head:\n  %c1 = icmp ult i32 %n, %m\n  br i1 %c1, label %body, label %out\n"
          "body:\n  %2 = phi i32 [ 0, %1 ], [ %n, %head ]\n"
          "  %3 = phi i32 [ %x, %1 ], [ %t, %head ]\n"
          "  %t = mul i32 %3, %2\n  %n = add i32 %2, 1\n  br label %head, !note !0\n"
          "out:\n  %4 = phi i32 [ %x, %1 ], [ %t, %head ]\n" PUT("%4") "  ret void\n}\n"
                                                                       "!0 = distinct !{!0}\n"},
    /* lanes come to a header together */
    {NULL, "loop-rotate", WHILE(BARRIER), WHILE(BARRIER)},
    /* a pointer would need a phi */
    {NULL, "loop-rotate", POINTER, POINTER},
    /* one that is too large */
    {NULL, "loop-rotate<size=1>", WHILE(PUT("1")), WHILE(PUT("1"))},
};

static void loops_ask_at_their_end(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
}

static const pass_case nest = {NULL, "loop-rotate", NEST, NEST};

/* Each of both loops has its question after what it does, and another one in front. */
static void nests_are_rotated(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_buffer out;
    char *before = pass_text(&nest, nest.before);
    (void)state;
    assert_int_equal(pass_parse(ctx, before, &m), DXK_OK);
    assert_int_equal(pass_run(m, nest.passes), DXK_OK);
    assert_null(module_fault(m));
    dxk_buffer_init(&out, ctx);
    pass_print(m, &out);
    uint32_t questions = 0;
    for (const char *at = (const char *)out.data; (at = strstr(at, "icmp ult")) != NULL; at++)
        questions++;
    assert_int_equal(questions, 4);
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(ctx);
    free(before);
}

static void failing_allocations_are_clean(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
    pass_fail_all(&nest, 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(loops_ask_at_their_end),
    cmocka_unit_test(nests_are_rotated),
    cmocka_unit_test(failing_allocations_are_clean),
};
SUPPORT_SUITE(test_pass_rotate, tests);

/* SPDX-License-Identifier: MIT */
/* test_pass_canonical.c - pairs of texts that are the same shader, or are not; see pass_support.h. */
#include "pass_support.h"

typedef struct pair {
    const char *a, *b;
    bool same;
} pair;

#define OP           "declare i32 @dx.op.threadId.i32(i32, i32) #0\n"
#define ATTRS        "attributes #0 = { nounwind readnone }\n"
#define TID(n, axis) "  %" n " = call i32 @dx.op.threadId.i32(i32 93, i32 " axis ")\n"
#define MAIN(body)                                                                                 \
    OP "@g = internal global i32 0\n@h = internal global i32 0\n"                                  \
       "define void @main() {\n" body "}\n" ATTRS

#define ARRAY(body) "@t = internal global [4 x i32] zeroinitializer\n" MAIN(body "  ret void\n")
#define THIRD       "getelementptr inbounds ([4 x i32], [4 x i32]* @t, i32 0, i32 3)"
#define AT(n)       "  %p = getelementptr [4 x i32], [4 x i32]* @t, i32 0, i32 %" n "\n"

static const pair pairs[] = {
    /* Names, and the order of what does not depend on each other. */
    {MAIN(TID("a", "0")
              TID("b", "1") "  %s = add i32 %a, %b\n  store i32 %s, i32* @g\n  ret void\n"),
     MAIN(TID("y", "1")
              TID("x", "0") "  %z = add i32 %y, %x\n  store i32 %z, i32* @g\n  ret void\n"),
     true},
    /* Subtraction does not commute; a comparison does with its predicate. */
    {MAIN(TID("a", "0")
              TID("b", "1") "  %s = sub i32 %a, %b\n  store i32 %s, i32* @g\n  ret void\n"),
     MAIN(TID("a", "0")
              TID("b", "1") "  %s = sub i32 %b, %a\n  store i32 %s, i32* @g\n  ret void\n"),
     false},
    {MAIN(TID("a", "0") TID("b", "1") "  %c = icmp slt i32 %a, %b\n  %s = zext i1 %c to i32\n"
                                      "  store i32 %s, i32* @g\n  ret void\n"),
     MAIN(TID("a", "0") TID("b", "1") "  %c = icmp sgt i32 %b, %a\n  %s = zext i1 %c to i32\n"
                                      "  store i32 %s, i32* @g\n  ret void\n"),
     true},
    {MAIN(TID("a", "0") TID("b", "1") "  %c = icmp slt i32 %a, %b\n  %s = zext i1 %c to i32\n"
                                      "  store i32 %s, i32* @g\n  ret void\n"),
     MAIN(TID("a", "0") TID("b", "1") "  %c = icmp sgt i32 %a, %b\n  %s = zext i1 %c to i32\n"
                                      "  store i32 %s, i32* @g\n  ret void\n"),
     false},
    /* An element that a constant names may be the one that a value names. */
    {ARRAY(TID("i", "0") "  store i32 1, i32* " THIRD "\n" AT("i") "  %v = load i32, i32* %p\n"
                                                                   "  store i32 %v, i32* @g\n"),
     ARRAY(TID("i", "0") AT("i") "  %v = load i32, i32* %p\n  store i32 1, i32* " THIRD "\n"
                                 "  store i32 %v, i32* @g\n"),
     false},
    /* Variables are what is done with them; which of two is declared first does not matter. */
    {MAIN(
         TID("a", "0") "  store i32 %a, i32* @g\n  store i32 7, i32* @h\n  %l = load i32, i32* @g\n"
                       "  store i32 %l, i32* @h\n  ret void\n"),
     MAIN(
         TID("a", "0") "  store i32 7, i32* @g\n  store i32 %a, i32* @h\n  %l = load i32, i32* @h\n"
                       "  store i32 %l, i32* @g\n  ret void\n"),
     true},
    /* A load before a store is not one after it. */
    {MAIN(
         "  %l = load i32, i32* @g\n  store i32 7, i32* @g\n  store i32 %l, i32* @h\n  ret void\n"),
     MAIN(
         "  store i32 7, i32* @g\n  %l = load i32, i32* @g\n  store i32 %l, i32* @h\n  ret void\n"),
     false},
    {MAIN("  store i32 1, i32* @g\n  store i32 2, i32* @g\n  ret void\n"),
     MAIN("  store i32 2, i32* @g\n  store i32 1, i32* @g\n  ret void\n"), false},
    /* Blocks, cases, values of phis; what is not reached or not used. */
    {MAIN(TID("a",
              "0") "  switch i32 %a, label %o [\n    i32 1, label %x\n    i32 2, label %y\n  ]\n\n"
                   "x:\n  br label %o\n\ny:\n  br label %o\n\no:\n"
                   "  %p = phi i32 [ 3, %0 ], [ 4, %x ], [ 5, %y ]\n"
                   "  store i32 %p, i32* @g\n  ret void\n"),
     MAIN(TID("a", "0") "  %dead = mul i32 %a, 3\n  switch i32 %a, label %o [\n"
                        "    i32 2, label %y\n    i32 1, label %x\n  ]\n\n"
                        "o:\n  %p = phi i32 [ 5, %y ], [ 3, %0 ], [ 4, %x ]\n"
                        "  store i32 %p, i32* @g\n  ret void\n\nnever:\n  br label %never\n\n"
                        "y:\n  br label %o\n\nx:\n  br label %o\n"),
     true},
    {MAIN(TID("a", "0") "  %c = icmp eq i32 %a, 0\n  br i1 %c, label %x, label %y\n\n"
                        "x:\n  store i32 1, i32* @g\n  br label %y\n\ny:\n  ret void\n"),
     MAIN(TID("a", "0") "  %c = icmp eq i32 %a, 0\n  br i1 %c, label %y, label %x\n\n"
                        "x:\n  store i32 1, i32* @g\n  br label %y\n\ny:\n  ret void\n"),
     false},
    /* A loop of two values that swap places. */
    {MAIN("  br label %l\n\nl:\n  %x = phi i32 [ 1, %0 ], [ %y, %l ]\n"
          "  %y = phi i32 [ 2, %0 ], [ %x, %l ]\n  store i32 %x, i32* @g\n"
          "  %c = icmp eq i32 %y, 9\n  br i1 %c, label %e, label %l\n\ne:\n  ret void\n"),
     MAIN("  br label %l\n\nl:\n  %u = phi i32 [ %v, %l ], [ 2, %0 ]\n"
          "  %v = phi i32 [ %u, %l ], [ 1, %0 ]\n  store i32 %v, i32* @h\n"
          "  %c = icmp eq i32 %u, 9\n  br i1 %c, label %e, label %l\n\ne:\n  ret void\n"),
     true},
};

#define FUNCTIONS(first, second)                                                                   \
    first second "define void @main() {\n  %a = call i32 @f(i32 1)\n  %b = call i32 @f2(i32 1)\n"  \
                 "  %s = sub i32 %a, %b\n  store i32 %s, i32* @g\n  ret void\n}\n"                 \
                 "@g = internal global i32 0\nattributes #0 = { noinline }\n"
#define ADD(name)                                                                                  \
    "define internal i32 @" name "(i32 %x) #0 {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
#define MUL(name)                                                                                  \
    "define internal i32 @" name "(i32 %x) #0 {\n  %y = mul i32 %x, 9\n  ret i32 %y\n}\n"

static const pair functions[] = {
    {FUNCTIONS(ADD("f"), MUL("f2")), FUNCTIONS(MUL("f2"), ADD("f")), true},
    {FUNCTIONS(ADD("f"), MUL("f2")), FUNCTIONS(MUL("f"), ADD("f2")), false},
};

static void print_canonical(dxk_ctx *ctx, const char *text, const char *passes, dxk_buffer *out)
{
    const pass_case c = {NULL, NULL, text, NULL};
    char *whole = pass_text(&c, text);
    dxk_module *m;
    assert_int_equal(pass_parse(ctx, whole, &m), DXK_OK);
    assert_int_equal(dxk_opt(m, (dxk_str){passes, strlen(passes)}, NULL, NULL), DXK_OK);
    assert_null(module_fault(m));
    pass_print(m, out);
    dxk_module_free(m);
    free(whole);
}

static void check_pair(const pair *p)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer a, b, again;
    dxk_buffer_init(&a, ctx);
    dxk_buffer_init(&b, ctx);
    dxk_buffer_init(&again, ctx);
    print_canonical(ctx, p->a, "canonical", &a);
    print_canonical(ctx, p->b, "canonical", &b);
    print_canonical(ctx, p->a, "canonical,canonical", &again);
    assert_string_equal((const char *)a.data, (const char *)again.data);
    if (p->same)
        assert_string_equal((const char *)a.data, (const char *)b.data);
    else
        assert_string_not_equal((const char *)a.data, (const char *)b.data);
    dxk_buffer_free(&a);
    dxk_buffer_free(&b);
    dxk_buffer_free(&again);
    support_ctx_done(ctx);
}

static void equal_shaders_have_equal_forms(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        check_pair(&pairs[i]);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        check_pair(&functions[i]);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const pass_case c = {NULL, "canonical", pairs[i].b, NULL};
        pass_fail_all(&c, 1);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(equal_shaders_have_equal_forms),
    cmocka_unit_test(every_allocation_may_fail),
};
SUPPORT_SUITE(test_pass_canonical, tests);

/* SPDX-License-Identifier: MIT */
/* test_pass_arguments.c - constants that calls give, and that functions give back. */
#include "pass_support.h"

#define MAIN(a, b, c)                                                                              \
    "@g = internal global i32 0\n"                                                                 \
    "define void @main() {\n  %v = load i32, i32* @g\n"                                            \
    "  %1 = call i32 @f(i32 %v, i32 " a ")\n  %2 = call i32 @f(i32 7, i32 " b ")\n"                \
    "  %3 = add i32 %1, %2\n  store i32 " c ", i32* @g\n  ret void\n}\n"
#define F(link, x, y)                                                                              \
    "define " link "i32 @f(i32 %x, i32 %y) {\n  %a = mul i32 " x ", " y "\n  ret i32 %a\n}\n"

/* The inner function gets what the outer one got, also from itself. */
#define CHAIN(y, q)                                                                                \
    "@g = internal global i32 0\n"                                                                 \
    "define internal i32 @h(i32 %p, i32 %q) {\n  %a = sub i32 %p, " q "\n"                         \
    "  %c = icmp eq i32 %a, 0\n  br i1 %c, label %t, label %e\n"                                   \
    "t:\n  %b = call i32 @h(i32 %a, i32 " q ")\n  ret i32 %b\n"                                    \
    "e:\n  ret i32 %a\n}\n"                                                                        \
    "define internal i32 @f(i32 %x, i32 %y) {\n  %r = call i32 @h(i32 %x, i32 " y ")\n"            \
    "  ret i32 %r\n}\n"                                                                            \
    "define void @main() {\n  %v = load i32, i32* @g\n"                                            \
    "  %r = call i32 @f(i32 %v, i32 4)\n  store i32 %r, i32* @g\n  ret void\n}\n"

/* A result that is the same through two functions. */
#define RESULTS(r, s)                                                                              \
    "@g = internal global i32 0\n"                                                                 \
    "define internal i32 @h(i1 %c) {\n  br i1 %c, label %t, label %e\n"                            \
    "t:\n  ret i32 5\ne:\n  ret i32 5\n}\n"                                                        \
    "define internal i32 @f(i1 %c) {\n  %r = call i32 @h(i1 %c)\n  ret i32 " r "\n}\n"             \
    "define void @main() {\n  %v = load i32, i32* @g\n  %c = icmp eq i32 %v, 0\n"                  \
    "  %s = call i32 @f(i1 %c)\n  store i32 " s ", i32* @g\n  ret void\n}\n"

static const pass_case cases[] = {
    {NULL, "ipsccp", MAIN("3", "3", "%3") F("internal ", "%x", "%y"),
     MAIN("3", "3", "%3") F("internal ", "%x", "3")},
    {NULL, "ipsccp", MAIN("3", "4", "%3") F("internal ", "%x", "%y"),
     MAIN("3", "4", "%3") F("internal ", "%x", "%y")},
    /* others may call it */
    {NULL, "ipsccp", MAIN("3", "3", "%3") F("", "%x", "%y"),
     MAIN("3", "3", "%3") F("", "%x", "%y")},
    {NULL, "ipsccp", CHAIN("%y", "%q"), CHAIN("4", "4")},
    {NULL, "ipsccp", RESULTS("%r", "%s"), RESULTS("5", "5")},
};

static void constants_go_down_and_up(void **state)
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
    cmocka_unit_test(constants_go_down_and_up),
    cmocka_unit_test(failing_allocations_are_clean),
};
SUPPORT_SUITE(test_pass_arguments, tests);

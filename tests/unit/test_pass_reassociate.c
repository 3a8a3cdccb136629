/* SPDX-License-Identifier: MIT */
/* test_pass_reassociate.c - the pass reassociate: one order for the operands of sums and products. */
#include "pass_support.h"

#define ARGS                                                                                       \
    "i32 %a, i32 %b, i32 %c, float %x, float %y, float %z, float %w, i16 %h, i32* %p, float* %q"
#define F(body)                                                                                    \
    "define void @main() {\n  ret void\n}\ndefine void @f(" ARGS ") {\n" body "  ret void\n}\n"
#define INT(v)  "  store i32 " v ", i32* %p\n"
#define REAL(v) "  store float " v ", float* %q\n"

static const pass_case integers[] = {
    /* constants are last, and one */
    {NULL, "reassociate",
     F("  %1 = add nsw i32 %a, 1\n  %2 = add nsw i32 %c, %1\n  %3 = add i32 %b, 2\n"
       "  %4 = add i32 %2, %3\n" INT("%4")),
     F("  %1 = add i32 %a, %b\n  %2 = add i32 %1, %c\n  %3 = add i32 %2, 3\n" INT("%3"))},
    /* trees that share leaves begin alike */
    {NULL, "reassociate, gvn",
     F("  %1 = mul i32 %a, %c\n  %2 = mul i32 %1, %b\n" INT("%2") "  %3 = mul i32 %b, %a\n" INT(
         "%3")),
     F("  %1 = mul i32 %a, %b\n  %2 = mul i32 %1, %c\n" INT("%2") INT("%1"))},
    /* equal leaves */
    {NULL, "reassociate",
     F("  %1 = xor i32 %a, %b\n  %2 = xor i32 %c, %a\n  %3 = xor i32 %1, %2\n" INT("%3")),
     F("  %1 = xor i32 %b, %c\n" INT("%1"))},
    {NULL, "reassociate",
     F("  %1 = and i32 %a, %b\n  %2 = and i32 %b, %a\n  %3 = and i32 %1, %2\n" INT("%3")),
     F("  %1 = and i32 %a, %b\n" INT("%1"))},
    {NULL, "reassociate",
     F("  %1 = xor i32 %a, %b\n  %2 = xor i32 %a, %b\n  %3 = xor i32 %1, %2\n" INT("%3")),
     F(INT("0"))},
    {NULL, "reassociate", F("  %1 = add i32 %a, %a\n  %2 = add i32 %1, %a\n" INT("%2")),
     F("  %1 = mul i32 %a, 3\n" INT("%1"))},
    /* what is used elsewhere, or comes from elsewhere, is a leaf */
    {NULL, "reassociate", F("  %1 = add i32 %c, 1\n" INT("%1") "  %2 = add i32 %1, %a\n" INT("%2")),
     F("  %1 = add i32 %c, 1\n" INT("%1") "  %2 = add i32 %a, %1\n" INT("%2"))},
    {NULL, "reassociate",
     F("  %1 = add i32 %c, 1\n  br label %l\n\nl:\n  %2 = add i32 %1, %a\n" INT("%2")),
     F("  %1 = add i32 %c, 1\n  br label %l\n\nl:\n  %2 = add i32 %a, %1\n" INT("%2"))},
    /* minimum precision is left alone */
    {NULL, "reassociate",
     F("  %1 = add i16 %h, 1\n  %2 = add i16 1, %1\n  %3 = zext i16 %2 to i32\n" INT("%3")),
     F("  %1 = add i16 %h, 1\n  %2 = add i16 1, %1\n  %3 = zext i16 %2 to i32\n" INT("%3"))},
};

static const pass_case reals[] = {
    /* factors */
    {NULL, "reassociate, dce",
     F("  %1 = fmul fast float %x, %w\n  %2 = fadd fast float %1, %y\n  %3 = fmul fast float %w, "
       "%z\n"
       "  %4 = fadd fast float %2, %3\n" REAL("%4")),
     F("  %1 = fadd fast float %z, %x\n  %2 = fmul fast float %w, %1\n"
       "  %3 = fadd fast float %y, %2\n" REAL("%3"))},
    {NULL, "reassociate, dce",
     F("  %1 = fmul fast float %x, 2.000000e+00\n  %2 = fmul fast float %x, 5.000000e-01\n"
       "  %3 = fadd fast float %1, %2\n" REAL("%3")),
     F("  %1 = fmul fast float %x, 2.500000e+00\n" REAL("%1"))},
    /* a product that others use is not computed another time */
    {NULL, "reassociate",
     F("  %1 = fmul fast float %x, %w\n" REAL("%1") "  %2 = fmul fast float %z, %w\n"
                                                    "  %3 = fadd fast float %1, %2\n" REAL("%3")),
     F("  %1 = fmul fast float %x, %w\n" REAL("%1") "  %2 = fmul fast float %z, %w\n"
                                                    "  %3 = fadd fast float %1, %2\n" REAL("%3"))},
    /* what two sums have in common comes first */
    {NULL, "reassociate, gvn",
     F("  %1 = fadd fast float %x, %z\n  %2 = fadd fast float %1, %w\n" REAL(
         "%2") "  %3 = fadd fast float %y, %z\n  %4 = fadd fast float %3, %w\n" REAL("%4")),
     F("  %1 = fadd fast float %z, %w\n  %2 = fadd fast float %1, %x\n" REAL(
         "%2") "  %3 = fadd fast float %1, %y\n" REAL("%3"))},
    /* only what is marked, and as it is marked */
    {NULL, "reassociate",
     F("  %1 = fadd float %y, 1.000000e+00\n  %2 = fadd fast float %1, %x\n" REAL("%2")),
     F("  %1 = fadd float %y, 1.000000e+00\n  %2 = fadd fast float %x, %1\n" REAL("%2"))},
    {NULL, "reassociate<reals=0>",
     F("  %1 = fadd fast float %y, 1.000000e+00\n  %2 = fadd fast float %1, %x\n" REAL("%2")),
     F("  %1 = fadd fast float %y, 1.000000e+00\n  %2 = fadd fast float %1, %x\n" REAL("%2"))},
};

#define ALL(list) pass_check_all(list, sizeof list / sizeof *list)

static void integers_are_regrouped(void **state)
{
    (void)state;
    ALL(integers);
}

static void reals_are_if_they_are_free(void **state)
{
    (void)state;
    ALL(reals);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    pass_fail_all(integers, 1);
    pass_fail_all(reals, 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(integers_are_regrouped),
    cmocka_unit_test(reals_are_if_they_are_free),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_pass_reassociate, tests);

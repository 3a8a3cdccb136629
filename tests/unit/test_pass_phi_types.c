/* SPDX-License-Identifier: MIT */
/* test_pass_phi_types.c - types of phis and selections; cases as in pass_support.h. */
#include "pass_support.h"

#define DECLARE                                                                                    \
    "declare void @reals(float)\n"                                                                 \
    "declare void @words(i32)\n"                                                                   \
    "declare float @real()\n"                                                                      \
    "declare i32 @word()\n"

/* Two ways that bring values to a block. */
#define ARMS(yes, no, end)                                                                         \
    DECLARE "define void @main() {\nentry:\n"                                                      \
            "  br i1 undef, label %yes, label %no\n\nyes:\n" yes "  br label %end\n\nno:\n" no     \
            "  br label %end\n\nend:\n" end "  ret void\n}\n"

#define REAL(name) "  %" name " = call float @real()\n"
#define WORD(name) "  %" name " = call i32 @word()\n"

static const pass_case cases[] = {
    /* Casts in front of a phi and after it go; constants keep their bits. */
    {NULL, "phi-types,dce",
     ARMS(REAL("x") "  %a = bitcast float %x to i32\n", "",
          "  %b = phi i32 [ %a, %yes ], [ 1065353216, %no ]\n"
          "  %c = bitcast i32 %b to float\n"
          "  call void @reals(float %c)\n"),
     ARMS(REAL("x"), "",
          "  %b = phi float [ %x, %yes ], [ 1.000000e+00, %no ]\n"
          "  call void @reals(float %b)\n")},
    /* The other way round, through a selection. */
    {NULL, "phi-types,dce",
     ARMS(WORD("x") "  %a = bitcast i32 %x to float\n", "",
          "  %b = phi float [ %a, %yes ], [ 0.000000e+00, %no ]\n"
          "  %c = select i1 undef, float %b, float 1.000000e+00\n"
          "  %d = bitcast float %c to i32\n"
          "  call void @words(i32 %d)\n"),
     ARMS(WORD("x"), "",
          "  %b = phi i32 [ %x, %yes ], [ 0, %no ]\n"
          "  %c = select i1 undef, i32 %b, i32 1065353216\n"
          "  call void @words(i32 %c)\n")},
    /* A value that comes in as it is, and a user that wants it so, get a cast: two for three. */
    {NULL, "phi-types,dce",
     ARMS(REAL("x") "  %a = bitcast float %x to i32\n", WORD("y"),
          "  %b = phi i32 [ %a, %yes ], [ %y, %no ]\n"
          "  %c = bitcast i32 %b to float\n"
          "  %d = bitcast i32 %b to float\n"
          "  call void @reals(float %c)\n"
          "  call void @reals(float %d)\n"
          "  call void @words(i32 %b)\n"),
     ARMS(REAL("x"), WORD("y") "  %0 = bitcast i32 %y to float\n",
          "  %b = phi float [ %x, %yes ], [ %0, %no ]\n"
          "  %1 = bitcast float %b to i32\n"
          "  call void @reals(float %b)\n"
          "  call void @reals(float %b)\n"
          "  call void @words(i32 %1)\n")},
    /* Nothing is gained: as many casts come as go. */
    {NULL, "phi-types,dce",
     ARMS(REAL("x") "  %a = bitcast float %x to i32\n", WORD("y"),
          "  %b = phi i32 [ %a, %yes ], [ %y, %no ]\n"
          "  call void @words(i32 %b)\n"),
     ARMS(REAL("x") "  %a = bitcast float %x to i32\n", WORD("y"),
          "  %b = phi i32 [ %a, %yes ], [ %y, %no ]\n"
          "  call void @words(i32 %b)\n")},
    /* A cast that others use as well stays. */
    {NULL, "phi-types,dce",
     ARMS(REAL("x") "  %a = bitcast float %x to i32\n  call void @words(i32 %a)\n", "",
          "  %b = phi i32 [ %a, %yes ], [ 0, %no ]\n"
          "  %c = bitcast i32 %b to float\n"
          "  call void @reals(float %c)\n"),
     ARMS(REAL("x") "  %a = bitcast float %x to i32\n  call void @words(i32 %a)\n", "",
          "  %b = phi float [ %x, %yes ], [ 0.000000e+00, %no ]\n"
          "  call void @reals(float %b)\n")},
    /* Around a loop. */
    {NULL, "phi-types,dce",
     DECLARE "define void @main() {\nentry:\n  br label %loop\n\nloop:\n"
             "  %a = phi i32 [ 0, %entry ], [ %d, %loop ]\n"
             "  %b = bitcast i32 %a to float\n"
             "  %c = fadd float %b, 1.000000e+00\n"
             "  %d = bitcast float %c to i32\n"
             "  br i1 undef, label %loop, label %end\n\nend:\n  ret void\n}\n",
     DECLARE "define void @main() {\nentry:\n  br label %loop\n\nloop:\n"
             "  br i1 undef, label %loop, label %end\n\nend:\n  ret void\n}\n"},
    {NULL, "phi-types",
     DECLARE "define void @main() {\nentry:\n  br label %loop\n\nloop:\n"
             "  %a = phi i32 [ 0, %entry ], [ %d, %loop ]\n"
             "  %b = bitcast i32 %a to float\n"
             "  %c = fadd float %b, 1.000000e+00\n"
             "  %d = bitcast float %c to i32\n"
             "  br i1 undef, label %loop, label %end\n\nend:\n"
             "  call void @reals(float %c)\n  ret void\n}\n",
     DECLARE "define void @main() {\nentry:\n  br label %loop\n\nloop:\n"
             "  %a = phi float [ 0.000000e+00, %entry ], [ %c, %loop ]\n"
             "  %c = fadd float %a, 1.000000e+00\n"
             "  %d = bitcast float %c to i32\n"
             "  br i1 undef, label %loop, label %end\n\nend:\n"
             "  call void @reals(float %c)\n  ret void\n}\n"},
    /* Two edges of a switch bring the same value, in the same new type. */
    {NULL, "phi-types,dce",
     DECLARE "define void @main() {\nentry:\n" WORD("y")
         REAL("x") "  %a = bitcast float %x to i32\n"
                   "  switch i32 undef, label %other [\n    i32 0, label %end\n    i32 1, label "
                   "%end\n  ]\n"
                   "\nother:\n  br label %end\n\nend:\n"
                   "  %b = phi i32 [ %y, %entry ], [ %y, %entry ], [ %a, %other ]\n"
                   "  %c = bitcast i32 %b to float\n"
                   "  call void @reals(float %c)\n  ret void\n}\n",
     DECLARE "define void @main() {\nentry:\n" WORD("y") "  %0 = bitcast i32 %y to float\n" REAL(
         "x") "  switch i32 undef, label %other [\n    i32 0, label %end\n    i32 1, label %end\n  "
              "]\n"
              "\nother:\n  br label %end\n\nend:\n"
              "  %b = phi float [ %0, %entry ], [ %0, %entry ], [ %x, %other ]\n"
              "  call void @reals(float %b)\n  ret void\n}\n"},
};

static void all_cases(void **state)
{
    (void)state;
    pass_check_all(cases, sizeof cases / sizeof *cases);
}

static void all_failures(void **state)
{
    (void)state;
    pass_fail_all(cases, sizeof cases / sizeof *cases);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(all_cases),
    cmocka_unit_test(all_failures),
};
SUPPORT_SUITE(test_pass_phi_types, tests);

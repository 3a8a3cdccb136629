/* SPDX-License-Identifier: MIT */
/* test_exec_findings.c - what is found while a shader runs, and what is not. */
#include "exec_support.h"

/* Runs a body in waves of four and expects the id alone, or nothing (NULL). */
static void expect_in(exec_case *c, const char *id)
{
    c->run.sanitize = UINT64_MAX;
    c->program.wave_size = 4;
    exec_run_well(c);
    if (!id) {
        assert_int_equal(c->finding_count, 0);
        return;
    }
    assert_int_not_equal(c->finding_count, 0);
    assert_string_equal(c->finding.id, id);
}

static void expect(const char *body, const char *id)
{
    exec_case c = {.body = body};
    expect_in(&c, id);
}

static void expect_with(const char *globals, const char *body, const char *id)
{
    exec_case c = {.globals = globals, .body = body};
    expect_in(&c, id);
}

static void ids_have_texts(void **state)
{
    const char *text;
    (void)state;
    for (size_t n = 0; n < dxk_run_finding_id_count(); n++) {
        assert_non_null(dxk_run_finding_id(n, &text));
        assert_non_null(text);
    }
    assert_null(dxk_run_finding_id(dxk_run_finding_id_count(), NULL));
    assert_false(dxk_run_finding_is_default(dxk_run_finding_id_count()));
}

static void shifts_beyond_the_width(void **state)
{
    (void)state;
    expect("  %r = shl i32 %t, %t\n" EXEC_STORE("%r"), NULL);
    expect("  %s = add i32 %t, 30\n  %r = lshr i32 %t, %s\n" EXEC_STORE("%r"), "shift.range");
}

static void divisions(void **state)
{
    (void)state;
    expect("  %d = add i32 %t, 1\n  %r = urem i32 9, %d\n" EXEC_STORE("%r"), NULL);
    expect("  %r = urem i32 9, %t\n" EXEC_STORE("%r"), "div.zero");
    expect("  %d = sub i32 -1, %t\n  %r = sdiv i32 -2147483648, %d\n" EXEC_STORE("%r"),
           "int.min-neg1");
    expect("  %d = sub i32 -2, %t\n  %r = sdiv i32 -2147483648, %d\n" EXEC_STORE("%r"), NULL);
}

static void reals_that_fit_no_integer(void **state)
{
    (void)state;
    expect("  %f = uitofp i32 %t to float\n  %r = fptosi float %f to i32\n" EXEC_STORE("%r"), NULL);
    expect("  %f = uitofp i32 %t to float\n  %g = fmul float %f, 0x4202A05F20000000\n"
           "  %r = fptosi float %g to i32\n" EXEC_STORE("%r"),
           "ftoi.range");
    expect("  %f = uitofp i32 %t to float\n  %g = fsub float 0.5, %f\n"
           "  %r = fptoui float %g to i32\n" EXEC_STORE("%r"),
           "ftoi.range");
    expect("  %f = uitofp i32 %t to float\n  %g = fmul float %f, -1.25e-01\n"
           "  %r = fptoui float %g to i32\n" EXEC_STORE("%r"),
           NULL);
}

static void first_nan_and_infinity(void **state)
{
    (void)state;
    expect("  %f = uitofp i32 %t to float\n  %g = fdiv float %f, %f\n"
           "  %i = fadd float %g, 1.0\n  %r = bitcast float %i to i32\n" EXEC_STORE("%r"),
           "nan.first");
    expect("  %f = uitofp i32 %t to float\n  %g = fdiv float 1.0, %f\n"
           "  %r = bitcast float %g to i32\n" EXEC_STORE("%r"),
           "inf.first");
    expect("  %f = uitofp i32 %t to float\n  %g = fadd float %f, 0x7FF0000000000000\n"
           "  %r = bitcast float %g to i32\n" EXEC_STORE("%r"),
           NULL);
}

static void local_variables_have_ends(void **state)
{
    (void)state;
    expect("  %a = alloca [8 x i32]\n"
           "  %p = getelementptr [8 x i32], [8 x i32]* %a, i32 0, i32 %t\n"
           "  store i32 %t, i32* %p\n",
           NULL);
    expect("  %a = alloca [4 x i32]\n"
           "  %p = getelementptr [4 x i32], [4 x i32]* %a, i32 0, i32 %t\n"
           "  store i32 %t, i32* %p\n",
           "oob.alloca");
}

#define SHARED                                                                                     \
    "@s = internal addrspace(3) global [8 x i32] undef\n"                                          \
    "declare void @dx.op.barrier(i32, i32)\n"
#define SHARED_AT(name, index)                                                                     \
    "  " name " = getelementptr [8 x i32], [8 x i32] addrspace(3)* @s, i32 0, i32 " index "\n"

static void shared_variables_have_ends(void **state)
{
    (void)state;
    expect_with(SHARED, SHARED_AT("%p", "%t") "  store i32 %t, i32 addrspace(3)* %p\n", NULL);
    expect_with(
        SHARED,
        "  %u = add i32 %t, 1\n" SHARED_AT("%p", "%u") "  store i32 %t, i32 addrspace(3)* %p\n",
        "oob.groupshared");
}

static void races_on_shared_variables(void **state)
{
    (void)state;
    /* the thread of the other wave */
    expect_with(
        SHARED,
        SHARED_AT("%p", "%t") "  store i32 %t, i32 addrspace(3)* %p\n"
                              "  %o = xor i32 %t, 4\n" SHARED_AT(
                                  "%q",
                                  "%o") "  %r = load i32, i32 addrspace(3)* %q\n" EXEC_STORE("%r"),
        "race.groupshared");
    expect_with(
        SHARED,
        SHARED_AT("%p", "%t") "  store i32 %t, i32 addrspace(3)* %p\n"
                              "  call void @dx.op.barrier(i32 80, i32 9)\n"
                              "  %o = xor i32 %t, 4\n" SHARED_AT(
                                  "%q",
                                  "%o") "  %r = load i32, i32 addrspace(3)* %q\n" EXEC_STORE("%r"),
        NULL);
    /* all write one word */
    expect_with(SHARED, SHARED_AT("%p", "0") "  store i32 %t, i32 addrspace(3)* %p\n",
                "race.groupshared");
    expect_with(SHARED,
                SHARED_AT("%p", "0") "  %o = atomicrmw add i32 addrspace(3)* %p, i32 %t seq_cst\n",
                NULL);
}

static void races_within_a_wave_are_notes(void **state)
{
    exec_case c = {
        .threads = "i32 4, i32 1, i32 1",
        .globals = SHARED,
        .body = SHARED_AT(
            "%p", "%t") "  store i32 %t, i32 addrspace(3)* %p\n"
                        "  %o = xor i32 %t, 1\n" SHARED_AT(
                            "%q", "%o") "  %r = load i32, i32 addrspace(3)* %q\n" EXEC_STORE("%r")};
    (void)state;
    expect_in(&c, "race.groupshared");
    assert_int_equal(c.finding.severity, DXK_NOTE);
}

#define BRANCH(inside)                                                                             \
    "  %c = icmp ult i32 %t, 2\n  br i1 %c, label %in, label %out\nin:\n" inside                   \
    "  br label %out\nout:\n"

static void barriers_that_not_all_come_to(void **state)
{
    (void)state;
    expect_with(SHARED, "  call void @dx.op.barrier(i32 80, i32 9)\n", NULL);
    expect_with(SHARED, BRANCH("  call void @dx.op.barrier(i32 80, i32 9)\n"), "barrier.divergent");
}

#define ANY_TRUE "declare i1 @dx.op.waveAnyTrue(i32, i1)\n"

static void wave_operations_of_some_lanes(void **state)
{
    (void)state;
    expect_with(ANY_TRUE, "  %r = call i1 @dx.op.waveAnyTrue(i32 113, i1 true)\n", NULL);
    expect_with(ANY_TRUE, BRANCH("  %r = call i1 @dx.op.waveAnyTrue(i32 113, i1 true)\n"),
                "wave.divergent");
}

#define READ_LANE "declare i32 @dx.op.waveReadLaneAt.i32(i32, i32, i32)\n"

static void lanes_that_are_not_there(void **state)
{
    (void)state;
    expect_with(
        READ_LANE,
        "  %r = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %t, i32 3)\n" EXEC_STORE("%r"),
        NULL);
    expect_with(
        READ_LANE,
        "  %r = call i32 @dx.op.waveReadLaneAt.i32(i32 117, i32 %t, i32 4)\n" EXEC_STORE("%r"),
        "wave.read-inactive");
}

#define QUAD                                                                                       \
    "declare i32 @dx.op.quadReadLaneAt.i32(i32, i32, i32)\n"                                       \
    "declare float @dx.op.unary.f32(i32, float)\n"

static void quads_that_are_not_whole(void **state)
{
    (void)state;
    expect_with(QUAD, "  %r = call i32 @dx.op.quadReadLaneAt.i32(i32 122, i32 %t, i32 3)\n", NULL);
    expect_with(QUAD, BRANCH("  %r = call i32 @dx.op.quadReadLaneAt.i32(i32 122, i32 %t, i32 3)\n"),
                "quad.inactive");
    expect_with(QUAD,
                "  %f = uitofp i32 %t to float\n"
                "  %r = call float @dx.op.unary.f32(i32 84, float %f)\n",
                NULL);
    expect_with(QUAD,
                "  %f = uitofp i32 %t to float\n" BRANCH(
                    "  %r = call float @dx.op.unary.f32(i32 84, float %f)\n"),
                "deriv.divergent");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(ids_have_texts),
    cmocka_unit_test(shifts_beyond_the_width),
    cmocka_unit_test(divisions),
    cmocka_unit_test(reals_that_fit_no_integer),
    cmocka_unit_test(first_nan_and_infinity),
    cmocka_unit_test(local_variables_have_ends),
    cmocka_unit_test(shared_variables_have_ends),
    cmocka_unit_test(races_on_shared_variables),
    cmocka_unit_test(races_within_a_wave_are_notes),
    cmocka_unit_test(barriers_that_not_all_come_to),
    cmocka_unit_test(wave_operations_of_some_lanes),
    cmocka_unit_test(lanes_that_are_not_there),
    cmocka_unit_test(quads_that_are_not_whole),
};
SUPPORT_SUITE(test_exec_findings, tests);

/* SPDX-License-Identifier: MIT */
/* test_exec_findings.c - what is found while a shader runs, and what is not. */
#include "exec_support.h"

/* Runs a body in waves of four, looking for everything, and expects the id, or nothing (NULL). */
static void expect_in(exec_case *c, const char *id)
{
    c->run.sanitize = UINT64_MAX;
    c->program.wave_size = 4;
    c->wanted = id;
    exec_run_well(c);
    if (!id)
        assert_int_equal(c->finding_count, 0);
    else
        assert_non_null(c->finding.id);
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
    assert_string_equal(dxk_run_finding_advice("none"), "");
    assert_true(strlen(dxk_run_finding_advice("race.groupshared")) > 0);
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

#define UAV_BARRIER "declare void @dx.op.barrier(i32, i32)\n" ATOMIC
#define ATOMIC                                                                                     \
    "declare i32 @dx.op.atomicBinOp.i32(i32, %dx.types.Handle, i32, i32, i32, i32, i32)\n"
#define ADD_TO(at)                                                                                 \
    "call i32 @dx.op.atomicBinOp.i32(i32 78, %dx.types.Handle %h, i32 0, i32 " at                  \
    ", i32 undef, i32 undef, i32 1)\n"
#define LOAD_FROM(at)                                                                              \
    "  %l = call %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32 68, %dx.types.Handle %h, i32 " at  \
    ", i32 undef)\n  %v = extractvalue %dx.types.ResRet.i32 %l, 0\n"
#define LOADS                                                                                      \
    "%dx.types.ResRet.i32 = type { i32, i32, i32, i32, i32 }\n"                                    \
    "declare %dx.types.ResRet.i32 @dx.op.bufferLoad.i32(i32, %dx.types.Handle, i32, i32)\n"
#define OF_OTHER_WAVE "  %o = xor i32 %at, 16\n"

static void races_within_groups(void **state)
{
    exec_case c = {.globals = LOADS,
                   .body = EXEC_STORE("%t") OF_OTHER_WAVE LOAD_FROM(
                       "%o") "  %x = add i32 %at, 64\n" EXEC_STORE_AT("%x", "%v")};
    (void)state;
    expect_in(&c, "race.uav");
    assert_int_equal(c.finding.severity, DXK_ERROR);
    assert_int_equal(c.finding.values[0], 16);
    assert_int_equal(c.finding.values[1], 0);
    assert_int_not_equal(c.finding.other_place, c.finding.place);
#define KEPT_APART(mode)                                                                           \
    EXEC_STORE("%t")                                                                               \
    "  call void @dx.op.barrier(i32 80, i32 " mode                                                 \
    ")\n" OF_OTHER_WAVE LOAD_FROM("%o") "  %x = add i32 %at, 64\n" EXEC_STORE_AT("%x", "%v")
    expect_with(LOADS UAV_BARRIER, KEPT_APART("3"), NULL);
    expect_with(LOADS UAV_BARRIER, KEPT_APART("9"), "race.uav"); /* group-shared memory alone */
    expect_with(ATOMIC, "  %r = " ADD_TO("0"), NULL);
    expect_with(ATOMIC, "  %r = " ADD_TO("0") EXEC_STORE("%t"), "race.uav");
}

static void races_between_groups(void **state)
{
    exec_case c = {.body = EXEC_STORE("%t"), .groups = 2};
    (void)state;
    expect_in(&c, "race.uav"); /* the same value by the same instruction */
    assert_int_equal(c.finding.severity, DXK_NOTE);
    assert_int_equal(c.finding.group[0], 1);
    assert_int_equal(c.finding.values[1], 0);
    exec_case told = {.globals = UAV_BARRIER,
                      .body = "  %r = " ADD_TO("2000") EXEC_STORE(
                          "%r") "  call void @dx.op.barrier(i32 80, i32 2)\n  %s = " ADD_TO("2000"),
                      .groups = 2};
    expect_in(&told, NULL);
    exec_case untold = {.globals = ATOMIC,
                        .body = "  %r = " ADD_TO("2000") EXEC_STORE("%r") "  %s = " ADD_TO("2000"),
                        .groups = 2};
    expect_in(&untold, "race.uav");
    assert_int_equal(untold.finding.severity, DXK_ERROR);
}

/* ---------------------------------------------------------------------------------------- */
/* What nobody defined                                                                        */

static void values_that_are_undefined(void **state)
{
    (void)state;
    expect(EXEC_STORE("undef"), "undef");
    expect("  %r = add i32 %t, undef\n  %s = xor i32 %r, 1\n" EXEC_STORE("%s"), "undef");
    expect("  %r = add i32 %t, undef\n  %c = icmp eq i32 %r, 3\n"
           "  br i1 %c, label %out, label %out\nout:\n",
           "undef");
    expect("  %r = mul i32 undef, undef\n" EXEC_STORE_AT("%r", "%t"), "undef");
    /* what is not chosen, or multiplied by 0, or not used */
    expect("  %r = select i1 true, i32 %t, i32 undef\n" EXEC_STORE("%r"), NULL);
    expect("  %z = sub i32 %t, %t\n  %r = and i32 %z, undef\n  %s = mul i32 undef, %r\n" EXEC_STORE(
               "%s"),
           NULL);
    expect(
        "  %z = sub i32 %t, %t\n  %o = xor i32 %z, -1\n  %r = or i32 %o, undef\n" EXEC_STORE("%r"),
        NULL);
    expect("  %r = add i32 %t, undef\n", NULL);
}

#define VECTOR "  %v = insertelement <2 x i32> undef, i32 %t, i32 0\n"

static void parts_that_are_undefined(void **state)
{
    (void)state;
    expect(VECTOR "  %r = extractelement <2 x i32> %v, i32 1\n" EXEC_STORE("%r"), "undef");
    expect(VECTOR "  %r = extractelement <2 x i32> %v, i32 0\n" EXEC_STORE("%r"), NULL);
    expect(VECTOR
           "  %i = lshr i32 %t, 2\n  %r = extractelement <2 x i32> %v, i32 %i\n" EXEC_STORE("%r"),
           "undef");
    expect(VECTOR
           "  %b = bitcast <2 x i32> %v to i64\n  %r = trunc i64 %b to i32\n" EXEC_STORE("%r"),
           "undef");
}

#define PHI(other)                                                                                 \
    "  %c = icmp ult i32 %t, 2\n  br i1 %c, label %in, label %out\nin:\n  br label %out\nout:\n"   \
    "  %r = phi i32 [ %t, %entry ], [ " other ", %in ]\n" EXEC_STORE("%r")

static void values_of_some_ways(void **state)
{
    exec_case c = {.body = PHI("undef")};
    (void)state;
    expect_in(&c, "undef");
    assert_int_equal(c.finding.count, 2);
    expect(PHI("7"), NULL);
}

#define LOCAL                                                                                      \
    "  %a = alloca [2 x i32]\n"                                                                    \
    "  %p = getelementptr [2 x i32], [2 x i32]* %a, i32 0, i32 0\n"                                \
    "  %i = and i32 %t, 1\n"                                                                       \
    "  %q = getelementptr [2 x i32], [2 x i32]* %a, i32 0, i32 %i\n"                               \
    "  store i32 %t, i32* %p\n"

static void local_variables_that_nobody_wrote(void **state)
{
    exec_case c = {.body =
                       LOCAL "  %r = load i32, i32* %q\n  %s = add i32 %r, 1\n" EXEC_STORE("%s")};
    (void)state;
    expect_in(&c, "uninit.alloca");
    assert_int_equal(c.finding.count, 4);
    assert_int_equal(c.finding.other_place + 2, c.finding.place);
    expect(LOCAL "  %r = load i32, i32* %p\n" EXEC_STORE("%r"), NULL);
    expect(LOCAL "  store i32 1, i32* %q\n  %r = load i32, i32* %q\n" EXEC_STORE("%r"), NULL);
    expect(LOCAL "  %r = load i32, i32* %q\n", NULL);
}

static void bytes_that_nobody_wrote(void **state)
{
#define HALVES                                                                                     \
    "  %a = alloca [2 x i16]\n"                                                                    \
    "  %p = getelementptr [2 x i16], [2 x i16]* %a, i32 0, i32 0\n"                                \
    "  %q = getelementptr [2 x i16], [2 x i16]* %a, i32 0, i32 1\n"                                \
    "  store i16 7, i16* %p\n"
    (void)state;
    expect(HALVES "  %v = load i16, i16* %p\n  %r = zext i16 %v to i32\n" EXEC_STORE("%r"), NULL);
    expect(HALVES "  %v = load i16, i16* %q\n  %r = zext i16 %v to i32\n" EXEC_STORE("%r"),
           "uninit.alloca");
    /* what is stored carries on */
    expect(HALVES "  %v = load i16, i16* %q\n  store i16 %v, i16* %p\n  %w = load i16, i16* %p\n"
                  "  %r = zext i16 %w to i32\n" EXEC_STORE("%r"),
           "uninit.alloca");
}

static void shared_variables_that_nobody_wrote(void **state)
{
    (void)state;
    expect_with(SHARED,
                SHARED_AT("%p", "%t") "  %r = load i32, i32 addrspace(3)* %p\n" EXEC_STORE("%r"),
                "uninit.groupshared");
    expect_with(SHARED,
                SHARED_AT("%p", "%t") "  store i32 5, i32 addrspace(3)* %p\n"
                                      "  %r = load i32, i32 addrspace(3)* %p\n" EXEC_STORE("%r"),
                NULL);
    expect_with(
        SHARED,
        SHARED_AT(
            "%p",
            "%t") "  %r = atomicrmw add i32 addrspace(3)* %p, i32 1 seq_cst\n" EXEC_STORE("%r"),
        "uninit.groupshared");
    expect_with(SHARED,
                SHARED_AT("%p", "%t") "  %o = atomicrmw xchg i32 addrspace(3)* %p, i32 1 seq_cst\n"
                                      "  %r = load i32, i32 addrspace(3)* %p\n" EXEC_STORE("%r"),
                NULL);
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

#define WAIT  "  call void @dx.op.barrier(i32 80, i32 9)\n"
#define FIRST "  %c = icmp ult i32 %t, 4\n" /* one of the two waves */

/* The same where each wave comes with all of its threads, or with none. */
static void barriers_that_not_all_waves_come_to(void **state)
{
    (void)state;
    expect_with(SHARED,
                FIRST "  br i1 %c, label %in, label %out\nin:\n" WAIT "  br label %out\nout:\n",
                "barrier.divergent");
    /* a wave has returned */
    expect_with(SHARED, FIRST "  br i1 %c, label %in, label %gone\ngone:\n  ret void\nin:\n" WAIT,
                "barrier.divergent");
    /* each at a barrier of its own */
    expect_with(SHARED,
                FIRST "  br i1 %c, label %in, label %else\nin:\n" WAIT
                      "  br label %out\nelse:\n" WAIT "  br label %out\nout:\n",
                "barrier.divergent");
    /* the second wave goes through a loop once more */
    expect_with(SHARED,
                "  %n = lshr i32 %t, 2\n  br label %loop\nloop:\n"
                "  %k = phi i32 [ 0, %entry ], [ %l, %loop ]\n  %l = add i32 %k, 1\n" WAIT
                "  %m = icmp ule i32 %l, %n\n  br i1 %m, label %loop, label %out\nout:\n",
                "barrier.divergent");
    /* a fence does not wait */
    expect_with(SHARED,
                FIRST "  br i1 %c, label %in, label %out\nin:\n"
                      "  call void @dx.op.barrier(i32 80, i32 2)\n  br label %out\nout:\n",
                NULL);
    /* as often in all waves */
    expect_with(SHARED,
                "  br label %loop\nloop:\n"
                "  %k = phi i32 [ 0, %entry ], [ %l, %loop ]\n  %l = add i32 %k, 1\n" WAIT
                "  %m = icmp ult i32 %l, 3\n  br i1 %m, label %loop, label %out\nout:\n" WAIT,
                NULL);
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

#define LIFE                                                                                       \
    "declare void @llvm.lifetime.start(i64, i8* nocapture)\n"                                      \
    "declare void @llvm.lifetime.end(i64, i8* nocapture)\n"
#define LIFE_OF(what) "  call void @llvm.lifetime." what "(i64 4, i8* %b)\n"

/* A variable that begins its life again holds nothing, until something is stored. */
static void lives_begin_anew(void **state)
{
#define BOX                                                                                        \
    "  %a = alloca i32\n  %b = bitcast i32* %a to i8*\n" LIFE_OF(                                  \
        "start") "  store i32 %t, i32* %a\n"
    (void)state;
    expect_with(LIFE, BOX "  %r = load i32, i32* %a\n" LIFE_OF("end") EXEC_STORE("%r"), NULL);
    expect_with(LIFE,
                BOX LIFE_OF("end") LIFE_OF("start") "  %r = load i32, i32* %a\n" EXEC_STORE("%r"),
                "uninit.alloca");
    expect_with(LIFE,
                BOX LIFE_OF("start") "  store i32 7, i32* %a\n"
                                     "  %r = load i32, i32* %a\n" EXEC_STORE("%r"),
                NULL);
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
    cmocka_unit_test(races_within_groups),
    cmocka_unit_test(races_between_groups),
    cmocka_unit_test(values_that_are_undefined),
    cmocka_unit_test(parts_that_are_undefined),
    cmocka_unit_test(values_of_some_ways),
    cmocka_unit_test(local_variables_that_nobody_wrote),
    cmocka_unit_test(bytes_that_nobody_wrote),
    cmocka_unit_test(shared_variables_that_nobody_wrote),
    cmocka_unit_test(barriers_that_not_all_come_to),
    cmocka_unit_test(barriers_that_not_all_waves_come_to),
    cmocka_unit_test(wave_operations_of_some_lanes),
    cmocka_unit_test(lanes_that_are_not_there),
    cmocka_unit_test(quads_that_are_not_whole),
    cmocka_unit_test(lives_begin_anew),
};
SUPPORT_SUITE(test_exec_findings, tests);

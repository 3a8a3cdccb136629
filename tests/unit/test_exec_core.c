/* SPDX-License-Identifier: MIT */
/* test_exec_core.c - small programs on waves of all sizes: control flow, calls, memory, limits. */
#include "exec_support.h"

static const uint32_t sizes[] = {4, 8, 16, 32, 64, 128};

/* Runs a case at each wave size; words[t] must be expected(t) for `threads` threads. */
static void expect(exec_case *c, uint32_t threads, uint32_t (*expected)(uint32_t t))
{
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (int schedule = DXK_RUN_LOCKSTEP; schedule <= DXK_RUN_SHUFFLE; schedule++) {
            c->program.wave_size = sizes[s];
            c->run.schedule = (dxk_run_schedule)schedule;
            c->run.seed = 7 * s + 1;
            exec_run_well(c);
            for (uint32_t t = 0; t < threads; t++)
                assert_int_equal(c->words[t], expected(t));
        }
    }
}

static uint32_t square_plus_one(uint32_t t)
{
    return t * t + 1;
}

static void threads_store_their_words(void **state)
{
    exec_case c = {.threads = "i32 37, i32 1, i32 1",
                   .body = "  %a = mul i32 %t, %t\n  %b = add i32 %a, 1\n" EXEC_STORE("%b")};
    (void)state;
    expect(&c, 37, square_plus_one);
    assert_int_equal(c.words[37], 0);
}

static uint32_t swapped(uint32_t t)
{
    uint32_t a = 1, b = 2;
    for (uint32_t n = 0; n <= t; n++) {
        uint32_t was = a;
        a = b;
        b = was;
    }
    return a * 1000 + b;
}

static void phis_are_copied_at_once(void **state)
{
    exec_case c = {.threads = "i32 9, i32 1, i32 1",
                   .body = "  br label %loop\nloop:\n"
                           "  %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n"
                           "  %b = phi i32 [ 2, %entry ], [ %a, %loop ]\n"
                           "  %n = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                           "  %next = add i32 %n, 1\n"
                           "  %done = icmp ugt i32 %n, %t\n"
                           "  br i1 %done, label %out, label %loop\nout:\n"
                           "  %x = mul i32 %a, 1000\n  %y = add i32 %x, %b\n" EXEC_STORE("%y")};
    (void)state;
    expect(&c, 9, swapped);
}

static uint32_t by_case(uint32_t t)
{
    return t == 3 ? 30 : t == 5 || t == 6 ? 56 : 99;
}

static void switches_part_lanes(void **state)
{
    exec_case c = {
        .threads = "i32 8, i32 1, i32 1",
        .body = "  switch i32 %t, label %other [\n"
                "    i32 6, label %two\n    i32 3, label %three\n    i32 5, label %two\n  ]\n"
                "three:\n  br label %join\ntwo:\n  br label %join\nother:\n  br label %join\n"
                "join:\n"
                "  %r = phi i32 [ 30, %three ], [ 56, %two ], [ 99, %other ]\n" EXEC_STORE("%r")};
    (void)state;
    expect(&c, 8, by_case);
}

static uint32_t lanes_that_meet(uint32_t t)
{
    (void)t;
    return 8;
}

/* Lanes that left the loop in different rounds are together after it. */
static void lanes_meet_behind_loops(void **state)
{
    exec_case c = {.threads = "i32 8, i32 1, i32 1",
                   .globals = "declare i32 @dx.op.waveAllOp(i32, i1)\n",
                   .body = "  br label %loop\nloop:\n"
                           "  %n = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                           "  %next = add i32 %n, 1\n  %done = icmp uge i32 %n, %t\n"
                           "  br i1 %done, label %out, label %loop\nout:\n"
                           "  %c = call i32 @dx.op.waveAllOp(i32 135, i1 true)\n" EXEC_STORE("%c")};
    (void)state;
    for (int schedule = DXK_RUN_LOCKSTEP; schedule <= DXK_RUN_SHUFFLE; schedule++) {
        c.program.wave_size = 8;
        c.run.schedule = (dxk_run_schedule)schedule;
        exec_run_well(&c);
        for (uint32_t t = 0; t < 8; t++)
            assert_int_equal(c.words[t], lanes_that_meet(t));
    }
}

/* In round n the lanes from n on are together: the thread sums 8, 7, 6 ... over its rounds. */
static uint32_t sum_of_rounds(uint32_t t)
{
    uint32_t sum = 0;

    for (uint32_t n = 0; n <= t; n++)
        sum += 8 - n;
    return sum;
}

static void lanes_wait_at_the_end_of_rounds(void **state)
{
    exec_case c = {.threads = "i32 8, i32 1, i32 1",
                   .globals = "declare i32 @dx.op.waveAllOp(i32, i1)\n",
                   .body = "  br label %loop\nloop:\n"
                           "  %n = phi i32 [ 0, %entry ], [ %next, %again ]\n"
                           "  %sum = phi i32 [ 0, %entry ], [ %more, %again ]\n"
                           "  %c = call i32 @dx.op.waveAllOp(i32 135, i1 true)\n"
                           "  %more = add i32 %sum, %c\n  %next = add i32 %n, 1\n"
                           "  %odd = trunc i32 %t to i1\n  br i1 %odd, label %a, label %b\n"
                           "a:\n  br label %again\nb:\n  br label %again\nagain:\n"
                           "  %done = icmp uge i32 %n, %t\n"
                           "  br i1 %done, label %out, label %loop\nout:\n" EXEC_STORE("%more")};
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        c.program.wave_size = 8;
        c.run.schedule = seed ? DXK_RUN_SHUFFLE : DXK_RUN_LOCKSTEP;
        c.run.seed = seed;
        exec_run_well(&c);
        for (uint32_t t = 0; t < 8; t++)
            assert_int_equal(c.words[t], sum_of_rounds(t));
    }
}

/* A number of 64 bits that waits in some lanes while others write numbers of 32. */
static uint32_t kept_wide(uint32_t t)
{
    return t * 3 + 1;
}

static void wide_numbers_wait_unharmed(void **state)
{
    exec_case c = {.threads = "i32 16, i32 1, i32 1",
                   .body = "  br label %loop\nloop:\n"
                           "  %n = phi i32 [ 0, %entry ], [ %next, %loop ]\n"
                           "  %x = mul i32 %n, 3\n  %y = add i32 %x, 1\n  %z = xor i32 %y, -1\n"
                           "  %w = xor i32 %z, -1\n  %wide = zext i32 %w to i64\n"
                           "  %next = add i32 %n, 1\n  %done = icmp uge i32 %n, %t\n"
                           "  br i1 %done, label %out, label %loop\nout:\n"
                           "  %r = trunc i64 %wide to i32\n" EXEC_STORE("%r")};
    (void)state;
    expect(&c, 16, kept_wide);
}

static uint32_t sum_of_square(uint32_t t)
{
    return (t + 5) * (t + 5) + t;
}

static void functions_are_called(void **state)
{
    exec_case c = {.threads = "i32 11, i32 1, i32 1",
                   .globals = "define internal i32 @square(i32 %x) {\n  %y = mul i32 %x, %x\n"
                              "  ret i32 %y\n}\n"
                              "define internal i32 @both(i32 %x, i32* %p) {\n"
                              "  %v = load i32, i32* %p\n  %s = call i32 @square(i32 %v)\n"
                              "  %y = add i32 %x, %s\n  ret i32 %y\n}\n",
                   .body =
                       "  %p = alloca i32\n  %five = add i32 %t, 5\n  store i32 %five, i32* %p\n"
                       "  %r = call i32 @both(i32 %t, i32* %p)\n" EXEC_STORE("%r")};
    (void)state;
    expect(&c, 11, sum_of_square);
}

static uint32_t reversed(uint32_t t)
{
    return (39 - t) * 3;
}

static void barriers_wait_for_all_waves(void **state)
{
    exec_case c = {
        .threads = "i32 40, i32 1, i32 1",
        .globals = "@shared = internal addrspace(3) global [40 x i32] undef\n"
                   "declare void @dx.op.barrier(i32, i32)\n",
        .body = "  %to = getelementptr [40 x i32], [40 x i32] addrspace(3)* @shared, i32 0, "
                "i32 %t\n  %v = mul i32 %t, 3\n  store i32 %v, i32 addrspace(3)* %to\n"
                "  call void @dx.op.barrier(i32 80, i32 9)\n"
                "  %back = sub i32 39, %t\n"
                "  %from = getelementptr [40 x i32], [40 x i32] addrspace(3)* @shared, i32 0, "
                "i32 %back\n  %r = load i32, i32 addrspace(3)* %from\n" EXEC_STORE("%r")};
    (void)state;
    expect(&c, 40, reversed);
}

static uint32_t from_table(uint32_t t)
{
    static const uint32_t table[5] = {7, 1, 9, 3, 0};
    return t < 4 ? table[t] : 0;
}

static void what_is_outside_reads_zero(void **state)
{
    exec_case c = {.threads = "i32 8, i32 1, i32 1",
                   .globals = "@table = internal constant [4 x i32] [i32 7, i32 1, i32 9, i32 3]\n",
                   .body = "  %p = getelementptr [4 x i32], [4 x i32]* @table, i32 0, i32 %t\n"
                           "  %r = load i32, i32* %p\n" EXEC_STORE("%r")};
    (void)state;
    expect(&c, 8, from_table);
}

static void variables_of_lanes_begin_anew(void **state)
{
    exec_case c = {
        .threads = "i32 4, i32 1, i32 1",
        .groups = 3,
        .globals = "@counter = internal global i32 41\n",
        .body = "  %a = load i32, i32* @counter\n  %b = add i32 %a, 1\n"
                "  store i32 %b, i32* @counter\n  %c = load i32, i32* @counter\n" EXEC_STORE("%c")};
    (void)state;
    exec_run_well(&c);
    assert_int_equal(c.words[0], 42);
}

static void atomics_go_by_lane(void **state)
{
    exec_case c = {
        .threads = "i32 8, i32 1, i32 1",
        .globals = "@sum = internal addrspace(3) global i32 undef\n",
        .body =
            "  %old = atomicrmw add i32 addrspace(3)* @sum, i32 %t seq_cst\n" EXEC_STORE("%old")};
    (void)state;
    c.program.wave_size = 8;
    exec_run_well(&c);
    for (uint32_t t = 0, sum = 0; t < 8; sum += t++)
        assert_int_equal(c.words[t], sum);
}

/* What nobody defined reads as asked for, what is zero at the start does not. */
static void undefined_words_are_as_asked_for(void **state)
{
    exec_case c = {
        .globals = "@z = internal global [2 x i32] zeroinitializer\n"
                   "@p = internal global { i32, [2 x i32] } { i32 3, [2 x i32] zeroinitializer }\n"
                   "@u = internal global i32 undef\n",
        .body =
            "  %a = alloca i32\n"
            "  %v = load i32, i32* %a\n"
            "  %q = getelementptr [2 x i32], [2 x i32]* @z, i32 0, i32 1\n"
            "  %w = load i32, i32* %q\n"
            "  %s = getelementptr { i32, [2 x i32] }, { i32, [2 x i32] }* @p, i32 0, i32 1, i32 1\n"
            "  %x = load i32, i32* %s\n"
            "  %y = load i32, i32* @u\n"
            "  %r = add i32 %v, %w\n  %k = add i32 %r, %x\n  %l = add i32 %k, %y\n" EXEC_STORE(
                "%l"),
        .program = {.undef = 1000}};
    (void)state;
    exec_run_well(&c);
    assert_int_equal(c.words[0], 2000);
}

/* LLVM does not fold arithmetic on undefined reals. */
static void expressions_of_undefined_numbers_are_undefined(void **state)
{
    exec_case c = {
        .body = "  %z = icmp eq i32 %t, 0\n  %f = select i1 %z, float fsub (float -0.0, float fmul "
                "(float 1.0, float undef)), float 1.0\n"
                "  %r = bitcast float %f to i32\n" EXEC_STORE("%r"),
        .program = {.undef = 1000}};
    (void)state;
    exec_run_well(&c);
    assert_int_equal(c.words[0], 1000);
}

static void endless_loops_end(void **state)
{
    dxk_ctx *ctx = support_ctx();
    exec_case c = {.body =
                       "  br label %loop\nloop:\n  %x = add i32 %t, 1\n  %y = icmp eq i32 %x, 0\n"
                       "  br i1 %y, label %out, label %loop\nout:\n",
                   .run = {.max_steps = 1000}};
    (void)state;
    exec_run(ctx, &c);
    assert_int_equal(c.status, DXK_E_LIMIT);
    assert_int_equal(c.finding_count, 1);
    assert_string_equal(c.finding.id, "loop.budget");
    support_ctx_done(ctx);
}

static void division_by_zero_is_told(void **state)
{
    exec_case c = {.body = "  %r = udiv i32 8, %t\n" EXEC_STORE("%r"), .run = {.sanitize = ~0ull}};
    (void)state;
    exec_run_well(&c);
    assert_int_equal(c.words[0], UINT32_MAX);
    assert_int_equal(c.words[2], 4);
    assert_int_equal(c.finding_count, 1);
    assert_string_equal(c.finding.id, "div.zero");
    assert_int_equal(c.finding.instruction, 3);
    assert_int_equal(c.finding.count, 1);
    assert_int_equal(c.finding.thread[0], 0);
}

static void what_no_shader_has_is_refused(void **state)
{
    exec_case pointer = {
        .body = "  %p = inttoptr i32 %t to i32*\n  %r = load i32, i32* %p\n" EXEC_STORE("%r")};
    exec_case narrow = {
        .body = "  %r = trunc i32 %t to i7\n  %s = zext i7 %r to i32\n" EXEC_STORE("%s")};
    exec_case recursive = {.globals =
                               "define internal void @f() {\n  call void @f()\n  ret void\n}\n",
                           .body = "  call void @f()\n"};
    exec_case unknown = {
        .globals = "declare i32 @dx.op.unary.i32(i32, i32)\n",
        .body = "  %r = call i32 @dx.op.unary.i32(i32 99999, i32 %t)\n" EXEC_STORE("%r")};
    exec_case wrong = {.globals = "declare i32 @dx.op.unary.i32(i32, i32)\n",
                       .body =
                           "  %r = call i32 @dx.op.unary.i32(i32 12, i32 %t)\n" EXEC_STORE("%r")};
    (void)state;
    exec_refuse(&pointer, "RUN.UNSUPPORTED", "pointers cannot be converted");
    exec_refuse(&narrow, "RUN.UNSUPPORTED", "a value has an unsupported type");
    exec_refuse(&recursive, "RUN.UNSUPPORTED", "a function calls itself");
    exec_refuse(&unknown, "RUN.UNSUPPORTED", "the operation is unknown");
    exec_refuse(&wrong, "RUN.UNSUPPORTED", "an operation has operands of the wrong types");
}

static void operations_of_other_stages_are_refused(void **state)
{
    exec_case c = {.globals = "declare void @dx.op.discard(i32, i1)\n",
                   .body = "  call void @dx.op.discard(i32 82, i1 true)\n"};
    (void)state;
    exec_refuse(&c, "RUN.OPERATION", "operation Discard");
}

static void entries_are_found_by_name(void **state)
{
    exec_case c = {.body = "", .program = {.entry = {"other", 5}}};
    (void)state;
    exec_refuse(&c, "RUN.ENTRY", "there is no entry point 'other'");
    assert_int_equal(c.status, DXK_E_NOT_FOUND);
}

static void other_stages_are_refused(void **state)
{
    exec_case c = {.body = "", .stage = "as"};
    (void)state;
    exec_refuse(&c, "RUN.STAGE", "the entry point is a");
    assert_int_equal(c.status, DXK_E_UNSUPPORTED);
}

static void irreducible_loops_are_refused(void **state)
{
    exec_case c = {.body = "  %c = icmp eq i32 %t, 0\n  br i1 %c, label %a, label %b\n"
                           "a:\n  br label %b\nb:\n  %d = icmp eq i32 %t, 1\n"
                           "  br i1 %d, label %a, label %out\nout:\n"};
    (void)state;
    exec_refuse(&c, "RUN.REDUCIBLE", "a loop of function 'main'");
}

static dxk_status run_with_failures(dxk_ctx *ctx, void *user)
{
    exec_run(ctx, user);
    return ((exec_case *)user)->status;
}

static void failed_allocations_are_clean(void **state)
{
    exec_case c = {.threads = "i32 12, i32 1, i32 1",
                   .globals =
                       "@shared = internal addrspace(3) global [4 x i32] undef\n"
                       "@table = internal constant [2 x i32] [i32 5, i32 6]\n"
                       "define internal i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n",
                   .body = "  %p = getelementptr [2 x i32], [2 x i32]* @table, i32 0, i32 %t\n"
                           "  %v = load i32, i32* %p\n  %q = udiv i32 %v, %t\n"
                           "  br label %loop\nloop:\n"
                           "  %a = phi i32 [ 1, %entry ], [ %b, %loop ]\n"
                           "  %b = phi i32 [ %q, %entry ], [ %a, %loop ]\n"
                           "  %r = call i32 @f(i32 %a)\n  %d = icmp ult i32 %r, 1000\n"
                           "  br i1 %d, label %out, label %loop\nout:\n" EXEC_STORE("%r"),
                   .run = {.sanitize = ~0ull, .max_steps = 5000}};
    (void)state;
    support_fail_allocations(run_with_failures, &c);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(threads_store_their_words),
    cmocka_unit_test(phis_are_copied_at_once),
    cmocka_unit_test(switches_part_lanes),
    cmocka_unit_test(lanes_meet_behind_loops),
    cmocka_unit_test(lanes_wait_at_the_end_of_rounds),
    cmocka_unit_test(wide_numbers_wait_unharmed),
    cmocka_unit_test(functions_are_called),
    cmocka_unit_test(barriers_wait_for_all_waves),
    cmocka_unit_test(what_is_outside_reads_zero),
    cmocka_unit_test(variables_of_lanes_begin_anew),
    cmocka_unit_test(atomics_go_by_lane),
    cmocka_unit_test(undefined_words_are_as_asked_for),
    cmocka_unit_test(expressions_of_undefined_numbers_are_undefined),
    cmocka_unit_test(endless_loops_end),
    cmocka_unit_test(division_by_zero_is_told),
    cmocka_unit_test(what_no_shader_has_is_refused),
    cmocka_unit_test(operations_of_other_stages_are_refused),
    cmocka_unit_test(entries_are_found_by_name),
    cmocka_unit_test(other_stages_are_refused),
    cmocka_unit_test(irreducible_loops_are_refused),
    cmocka_unit_test(failed_allocations_are_clean),
};
SUPPORT_SUITE(test_exec_core, tests);

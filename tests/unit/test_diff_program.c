/* SPDX-License-Identifier: MIT */
/* test_diff_program.c - comparing programs by what they mean (dxk/diff.h). */
#include "support.h"

#include "diff/diff.h"
#include "dxk/dxk.h"

static dxk_module *parse(dxk_ctx *ctx, const char *source)
{
    dxk_module *m;
    const dxk_bytes bytes = {(const uint8_t *)source, strlen(source)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &m), DXK_OK);
    return m;
}

/* The differences of two texts, as they are printed. */
static void expect(const char *left, const char *right, const char *expected)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *a = parse(ctx, left), *b = parse(ctx, right);
    dxk_program_diff *diff;
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_diff_modules(a, b, &diff), DXK_OK);
    assert_int_equal(dxk_program_diff_print(diff, NULL, dxk_buffer_sink(&text)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&text, "", 1), DXK_OK);
    assert_string_equal((const char *)text.data, expected);
    dxk_buffer_free(&text);
    dxk_program_diff_free(diff);
    dxk_module_free(a);
    dxk_module_free(b);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* What makes no difference                                                                   */

static const char before[] = "%pair = type { i32, float }\n"
                             "define float @f(float %x, i32 %n) {\n"
                             "  %1 = icmp ult i32 %n, 4\n"
                             "  br i1 %1, label %2, label %4\n"
                             "  %3 = fadd float %x, 2.0\n"
                             "  br label %6\n"
                             "  %5 = fmul float %x, 3.0\n"
                             "  br label %6\n"
                             "  %7 = phi float [ %3, %2 ], [ %5, %4 ]\n"
                             "  %8 = call float @dx.op.unary.f32(i32 12, float %7), !note !0\n"
                             "  ret float %8\n"
                             "}\n"
                             "declare float @dx.op.unary.f32(i32, float)\n"
                             "!named = !{!1}\n!0 = !{!\"a\", i32 7}\n!1 = !{!0, null}\n";

/* Other names, blocks in another order, a phi the other way round, operands of an addition
 * exchanged, metadata with other numbers, a name for an operation of today. */
static const char renumbered[] = "!3 = !{!4, null}\n!4 = !{!\"a\", i32 7}\n!named = !{!3}\n"
                                 "%pair = type { i32, float }\n"
                                 "declare float @dx.op.unary.f32(i32, float)\n"
                                 "define float @f(float %a, i32 %count) {\n"
                                 "entry:\n"
                                 "  %small = icmp ult i32 %count, 4\n"
                                 "  br i1 %small, label %yes, label %no\n"
                                 "out:\n"
                                 "  %r = phi float [ %m, %no ], [ %s, %yes ]\n"
                                 "  %c = call float @dx.op.unary.f32(i32 12, float %r), !note !4\n"
                                 "  ret float %c\n"
                                 "no:\n"
                                 "  %m = fmul float %a, 3.0\n"
                                 "  br label %out\n"
                                 "yes:\n"
                                 "  %s = fadd float 2.0, %a\n"
                                 "  br label %out\n"
                                 "}\n";

static void numbers_make_no_difference(void **state)
{
    (void)state;
    expect(before, before, "");
    expect(before, renumbered, "");
    expect(renumbered, before, "");
}

static void names_of_functions_may_differ(void **state)
{
    (void)state;
    expect("define void @f() {\n  ret void\n}\n"
           "define i32 @g(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n",
           "define i32 @h(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"
           "define void @f() {\n  ret void\n}\n",
           "@@ i32 (i32)* @g -> i32 (i32)* @h @@\n");
}

/* ---------------------------------------------------------------------------------------- */
/* What does                                                                                  */

static void instructions_are_aligned(void **state)
{
    (void)state;
    expect("define float @f(float %x) {\n  %1 = fadd float %x, 1.0\n  %2 = fmul float %1, %1\n"
           "  %3 = fsub float %2, %x\n  ret float %3\n}\n",
           "define float @f(float %x) {\n  %1 = fdiv float %x, 9.0\n  %2 = fadd float %x, 1.0\n"
           "  %3 = fmul float %2, %2\n  %4 = fsub float %3, %1\n  ret float %4\n}\n",
           "@@ float (float)* @f @@\n"
           "  label %0\n"
           "+  %1 = fdiv float %x, 9.000000e+00\n"
           "   %2 = fadd float %x, 1.000000e+00\n"
           "   %3 = fmul float %2, %2\n"
           "-  %3 = fsub float %2, %x\n"
           "+  %4 = fsub float %3, %1\n"
           "   ret float %4\n"
           "1 instruction more (4 -> 5)\n"
           "1 fdiv new\n"
           "instructions: 1 added, 1 changed\n");
}

static void what_moves_is_told_once(void **state)
{
    (void)state;
    expect("define i32 @f(i32 %x) {\n  %1 = add i32 %x, 1\n  %2 = mul i32 %x, 2\n"
           "  %3 = xor i32 %x, 3\n  %4 = sub i32 %1, %2\n  %5 = sub i32 %4, %3\n  ret i32 %5\n}\n",
           "define i32 @f(i32 %x) {\n  %1 = mul i32 %x, 2\n  %2 = xor i32 %x, 3\n"
           "  %3 = add i32 %x, 1\n  %4 = sub i32 %3, %1\n  %5 = sub i32 %4, %2\n  ret i32 %5\n}\n",
           "@@ i32 (i32)* @f @@\n"
           "  label %0\n"
           "   %1 = mul i32 %x, 2\n"
           "   %2 = xor i32 %x, 3\n"
           ">  %3 = add i32 %x, 1\n"
           "   %4 = sub i32 %3, %1\n"
           "   %5 = sub i32 %4, %2\n"
           "   ret i32 %5\n"
           "instructions: 1 moved\n");
}

static void the_rest_of_a_module_counts(void **state)
{
    (void)state;
    expect("%s = type { i32 }\n@a = constant i32 1\n@b = global %s zeroinitializer\n"
           "declare void @g(i32)\n!x = !{!0}\n!0 = !{!\"one\"}\n",
           "%s = type { i32, i32 }\n@a = constant i32 2\n@b = global %s zeroinitializer\n"
           "declare void @h(i32)\n!x = !{!0}\n!0 = !{!\"two\"}\n!y = !{}\n",
           "- %s = type { i32 }\n+ %s = type { i32, i32 }\n"
           "- @a = constant i32 1\n+ @a = constant i32 2\n"
           "- !x[0][0]: !\"one\"\n+ !x[0][0]: !\"two\"\n+ !y\n"
           "@@ - void (i32)* @g @@\n@@ + void (i32)* @h @@\n");
}

#define SHADER(resource, threads)                                                                  \
    "%T = type { float }\n!dx.version = !{!0}\n!dx.shaderModel = !{!1}\n!dx.resources = !{!2}\n"   \
    "!dx.entryPoints = !{!5}\n!0 = !{i32 1, i32 0}\n!1 = !{!\"cs\", i32 6, i32 0}\n"               \
    "!2 = !{!3, null, null, null}\n!3 = !{!4}\n"                                                   \
    "!4 = !{i32 0, %T* undef, !\"" resource ", i32 1, i32 2, i32 0, !6}\n"                         \
    "!5 = !{void ()* @main, !\"main\", null, !2, !7}\n!6 = !{i32 0, i32 9}\n"                      \
    "!7 = !{i32 4, !8}\n!8 = !{i32 " threads ", i32 8, i32 1}\n"                                   \
    "define void @main() {\n  ret void\n}\n"

static void facts_are_told_by_name(void **state)
{
    (void)state;
    expect(SHADER("Color\", i32 0, i32 3", "8"), SHADER("Color\", i32 1, i32 4", "16"),
           "- SRV Color: t3 Texture2D F32\n+ SRV Color: t4,space1 Texture2D F32\n"
           "- threads: 8,8,1\n+ threads: 16,8,1\n");
}

#define ELEMENTS(first, second, a, b)                                                              \
    "define void @main() {\n"                                                                      \
    "  %1 = call float @dx.op.loadInput.f32(i32 4, i32 " a ", i32 0, i8 0, i32 undef)\n"           \
    "  %2 = call float @dx.op.loadInput.f32(i32 4, i32 " b ", i32 0, i8 0, i32 undef)\n"           \
    "  ret void\n}\ndeclare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)\n"                  \
    "!dx.version = !{!0}\n!dx.shaderModel = !{!1}\n!dx.entryPoints = !{!2}\n"                      \
    "!0 = !{i32 1, i32 0}\n!1 = !{!\"ps\", i32 6, i32 0}\n"                                        \
    "!2 = !{void ()* @main, !\"main\", !3, null, null}\n!3 = !{!4, null, null}\n"                  \
    "!4 = !{!5, !6}\n!5 = !{i32 0, !\"" first                                                      \
    "\", i8 9, i8 0, !7, i8 2, i32 1, i8 1, i32 0, i8 0, "                                         \
    "null}\n!6 = !{i32 1, !\"" second                                                              \
    "\", i8 9, i8 0, !7, i8 2, i32 1, i8 1, i32 0, i8 0, null}\n"                                  \
    "!7 = !{i32 0}\n"

/* Code that reads the same elements is the same, whatever their numbers. */
static void elements_count_by_name(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *a = parse(ctx, ELEMENTS("A", "B", "0", "1"));
    dxk_module *b = parse(ctx, ELEMENTS("B", "A", "1", "0"));
    dxk_module *c = parse(ctx, ELEMENTS("B", "A", "0", "1"));
    dxk_program_diff *diff;
    dxk_diff_summary sum;
    assert_int_equal(dxk_diff_modules(a, b, &diff), DXK_OK);
    sum = dxk_program_diff_summary(diff);
    assert_int_equal(sum.changed + sum.removed + sum.added + sum.moved, 0);
    dxk_program_diff_free(diff);
    assert_int_equal(dxk_diff_modules(a, c, &diff), DXK_OK);
    sum = dxk_program_diff_summary(diff);
    assert_int_not_equal(sum.changed + sum.removed + sum.added + sum.moved, 0);
    dxk_program_diff_free(diff);
    dxk_module_free(a);
    dxk_module_free(b);
    dxk_module_free(c);
    support_ctx_done(ctx);
}

static void rows_and_counts_can_be_asked_for(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *a = parse(ctx, before);
    dxk_module *b = parse(ctx, "define float @f(float %x, i32 %n) {\n  ret float %x\n}\n");
    dxk_program_diff *diff;
    dxk_diff_row row;
    dxk_diff_count count;
    size_t blocks = 0, insts = 0;
    assert_int_equal(dxk_diff_modules(a, b, &diff), DXK_OK);
    dxk_diff_summary sum = dxk_program_diff_summary(diff);
    assert_true(sum.functions[0] == 1 && sum.functions[1] == 1 && sum.blocks[0] == 4);
    assert_true(sum.instructions[0] == 9 && sum.instructions[1] == 1 && sum.removed == 8);
    for (size_t i = 0; dxk_program_diff_row(diff, i, &row); i++) {
        blocks += row.area == DXK_DIFF_BLOCK;
        insts += row.area == DXK_DIFF_INST;
        assert_true(row.area < DXK_DIFF_FUNCTION || row.left_value || row.right_value);
        assert_true((row.kind == DXK_DIFFERENCE_REMOVED) <= (row.right.size == 0));
    }
    assert_true(blocks == 4 && insts == 9);
    assert_false(dxk_program_diff_row(diff, dxk_program_diff_row_count(diff), &row));
    assert_true(dxk_program_diff_count(diff, 0, &count) && count.name.size == 3);
    assert_memory_equal(count.name.data, "Cos", 3);
    assert_true(count.count[0] == 1 && count.count[1] == 0);
    assert_false(dxk_program_diff_count(diff, dxk_program_diff_count_count(diff), &count));
    dxk_program_diff_free(diff);
    dxk_module_free(a);
    dxk_module_free(b);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

/* A module, and the same one through text: nothing differs. */
static void through_text(const char *name)
{
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample(name, &size);
    dxk_container *c;
    dxk_module *m, *again;
    dxk_program_place place;
    dxk_program_diff *diff;
    dxk_buffer text;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &c), DXK_OK);
    assert_int_equal(dxk_container_program(c, DXK_PROGRAM_LIST, &place), DXK_OK);
    assert_int_equal(dxk_module_read(ctx, place.program.bitcode, NULL, &m), DXK_OK);
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_module_print(m, NULL, dxk_buffer_sink(&text)), DXK_OK);
    assert_int_equal(dxk_module_parse(ctx, (dxk_bytes){text.data, text.size}, NULL, &again),
                     DXK_OK);
    assert_int_equal(dxk_diff_modules(m, again, &diff), DXK_OK);
    assert_int_equal(dxk_program_diff_summary(diff).differences, 0);
    dxk_program_diff_free(diff);
    dxk_module_free(again);
    dxk_module_free(m);
    dxk_buffer_free(&text);
    dxk_container_free(c);
    free(data);
    support_ctx_done(ctx);
}

static void samples_are_the_same_through_text(void **state)
{
    static const char *const names[] = {"debug/samples.dxil", "demo.dxil", "hs.dxil", "lib-rt.dxil",
                                        "ms.dxil"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        through_text(names[i]);
}

/* ---------------------------------------------------------------------------------------- */
/* Sequences                                                                                  */

static uint32_t random_next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

/* Length of the longest common subsequence. */
static uint32_t longest(const uint64_t *a, uint32_t n, const uint64_t *b, uint32_t m)
{
    uint32_t row[65] = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint32_t corner = 0;
        for (uint32_t k = 0; k < m; k++) {
            uint32_t above = row[k + 1];
            uint32_t best = row[k] > above ? row[k] : above;
            row[k + 1] = a[i] == b[k] ? corner + 1 : best;
            corner = above;
        }
    }
    return row[m];
}

static void sequences_have_most_in_common(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    uint32_t seed = 7;
    for (uint32_t round = 0; round < 3000; round++) {
        uint64_t a[64], b[64];
        uint32_t pairs[64], n = random_next(&seed) % 64, m = random_next(&seed) % 64, found = 0;
        uint32_t kinds = 1 + random_next(&seed) % 6, last = 0;
        for (uint32_t i = 0; i < n; i++)
            a[i] = random_next(&seed) % kinds + 1;
        for (uint32_t i = 0; i < m; i++)
            b[i] = random_next(&seed) % kinds + 1;
        for (uint32_t i = 0; i < n; i++)
            pairs[i] = DXKI_DIFF_NONE;
        assert_true(dxki_diff_align(ctx, a, n, b, m, pairs));
        for (uint32_t i = 0; i < n; i++) {
            if (pairs[i] == DXKI_DIFF_NONE)
                continue;
            assert_true(pairs[i] < m && pairs[i] >= last && a[i] == b[pairs[i]]);
            last = pairs[i] + 1;
            found++;
        }
        /* What is unique is paired first, which may cost a few where little is alike. */
        assert_true(found <= longest(a, n, b, m));
        assert_true(kinds > 2 || found == longest(a, n, b, m));
    }
    support_ctx_done(ctx);
}

/* Far more edits than are searched for at a time. */
static void long_sequences_end(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    dxk_ctx *ctx = support_ctx();
    uint64_t *a = malloc(2 * COUNT * sizeof *a), *b = a + COUNT;
    uint32_t *pairs = malloc(COUNT * sizeof *pairs), seed = 3, last = 0, found = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        a[i] = random_next(&seed) % 9;
        b[i] = i % 3 ? a[i] : random_next(&seed) % 9;
        pairs[i] = DXKI_DIFF_NONE;
    }
    assert_true(dxki_diff_align(ctx, a, COUNT, b, COUNT, pairs));
    for (uint32_t i = 0; i < COUNT; i++) {
        if (pairs[i] == DXKI_DIFF_NONE)
            continue;
        assert_true(pairs[i] < COUNT && pairs[i] >= last && a[i] == b[pairs[i]]);
        last = pairs[i] + 1;
        found++;
    }
    assert_true(found >= COUNT * 2 / 3);
    free(pairs);
    free(a);
    support_ctx_done(ctx);
}

static dxk_status compare(dxk_ctx *ctx, void *user)
{
    const char *const *texts = user;
    dxk_module *m[2] = {NULL, NULL};
    dxk_program_diff *diff = NULL;
    dxk_buffer out;
    dxk_status status = DXK_OK;
    dxk_buffer_init(&out, ctx);
    for (int i = 0; i < 2 && status == DXK_OK; i++) {
        const dxk_bytes bytes = {(const uint8_t *)texts[i], strlen(texts[i])};
        status = dxk_module_parse(ctx, bytes, NULL, &m[i]);
    }
    if (status == DXK_OK)
        status = dxk_diff_modules(m[0], m[1], &diff);
    if (status == DXK_OK)
        status = dxk_program_diff_print(diff, NULL, dxk_buffer_sink(&out));
    dxk_buffer_free(&out);
    dxk_program_diff_free(diff);
    dxk_module_free(m[0]);
    dxk_module_free(m[1]);
    return status;
}

static void memory_may_run_out(void **state)
{
    (void)state;
    const char *texts[] = {before,
                           "%pair = type { i32 }\n@v = global i32 0\n"
                           "define float @f(float %x, i32 %n) {\n  %1 = fmul float %x, 3.0\n"
                           "  %2 = fadd float %x, 2.0\n  %3 = fadd float %1, %2\n"
                           "  %4 = call float @dx.op.unary.f32(i32 13, float %3)\n"
                           "  ret float %4\n}\ndeclare float @dx.op.unary.f32(i32, float)\n"
                           "!named = !{!0}\n!0 = !{!\"b\"}\n"};
    support_fail_allocations(compare, texts);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(numbers_make_no_difference),
    cmocka_unit_test(names_of_functions_may_differ),
    cmocka_unit_test(instructions_are_aligned),
    cmocka_unit_test(what_moves_is_told_once),
    cmocka_unit_test(the_rest_of_a_module_counts),
    cmocka_unit_test(facts_are_told_by_name),
    cmocka_unit_test(elements_count_by_name),
    cmocka_unit_test(rows_and_counts_can_be_asked_for),
    cmocka_unit_test(samples_are_the_same_through_text),
    cmocka_unit_test(sequences_have_most_in_common),
    cmocka_unit_test(long_sequences_end),
    cmocka_unit_test(memory_may_run_out),
};

SUPPORT_SUITE(test_diff_program, tests);

/* SPDX-License-Identifier: MIT */
/* test_pass.c - lists of passes, how they are run, and the passes that clean up. */
#include "pass_support.h"

#define MAIN(body) "define void @main() {\n" body "  ret void\n}\n"

static const char *const wrong_lists[] = {
    ",",
    "dce,",
    "dce dce",
    "no-such-pass",
    "dce<",
    "dce<x=1>",
    "fix(dce",
    "fix(0:dce)",
    "fix(101:dce)",
    "fix()",
    "fix",
    "dce)",
    "fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(fix(dce)))))))))))))))))",
};

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong_lists / sizeof *wrong_lists; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_str text = {wrong_lists[i], strlen(wrong_lists[i])};
        assert_int_equal(dxk_opt_check(ctx, text), DXK_E_INVALID);
        assert_true(support_reported(ctx, "OPT.PASSES"));
        support_ctx_done(ctx);
    }
}

/* Lists that have a name, and each pass by its name with the defaults of its options. */
static void all_that_is_listed_can_be_read(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_pass_info pass;
    dxk_pass_option option;
    dxk_pipeline_info list;
    (void)state;
    assert_true(dxk_pass_count() > 0 && dxk_pipeline_count() > 0);
    for (size_t i = 0; dxk_pipeline_get(i, &list); i++)
        assert_int_equal(dxk_opt_check(ctx, (dxk_str){list.name, strlen(list.name)}), DXK_OK);
    for (size_t i = 0; dxk_pass_get(i, &pass); i++) {
        assert_int_equal(dxk_opt_check(ctx, (dxk_str){pass.name, strlen(pass.name)}), DXK_OK);
        for (size_t k = 0; k < pass.option_count; k++) {
            assert_true(dxk_pass_option_get(i, k, &option));
            assert_true(option.is_text ||
                        (option.low <= option.value && option.value <= option.high));
        }
        assert_false(dxk_pass_option_get(i, pass.option_count, &option));
    }
    assert_int_equal(dxk_opt_check(ctx, (dxk_str){" \n", 2}), DXK_OK);
    support_ctx_done(ctx);
}

static const pass_case cases[] = {
    {NULL, "dce", MAIN("  %1 = add i32 1, 2\n  %2 = mul i32 %1, 3\n"), MAIN("")},
    {NULL, "dce",
     "define void @main() {\n  br label %1\n\n  %2 = phi i32 [ 0, %0 ], [ %3, %1 ]\n"
     "  %3 = add i32 %2, 1\n  br i1 undef, label %1, label %4\n\n  ret void\n}\n",
     "define void @main() {\n  br label %1\n\n  br i1 undef, label %1, label %2\n\n"
     "  ret void\n}\n"},
    {NULL, "dce",
     "@g = internal global i32 0\n" MAIN("  store i32 1, i32* @g\n  %1 = load i32, i32* @g\n"),
     "@g = internal global i32 0\n" MAIN("  store i32 1, i32* @g\n")},
    {NULL, "marks",
     "@dx.nothing.a = internal constant [1 x i32] zeroinitializer\n" MAIN(
         "  %1 = load i32, i32* getelementptr inbounds ([1 x i32], [1 x i32]* @dx.nothing.a, "
         "i32 0, i32 0)\n"),
     "@dx.nothing.a = internal constant [1 x i32] zeroinitializer\n" MAIN("")},
    {NULL, "marks, dce",
     "@dx.preserve.value.a = internal constant [1 x i32] zeroinitializer\n"
     "@g = internal global i32 0\n" MAIN(
         "  %1 = load i32, i32* getelementptr inbounds ([1 x i32], [1 x i32]* "
         "@dx.preserve.value.a, i32 0, i32 0)\n  %2 = trunc i32 %1 to i1\n"
         "  %3 = select i1 %2, i32 4, i32 5\n  store i32 %3, i32* @g\n"),
     "@dx.preserve.value.a = internal constant [1 x i32] zeroinitializer\n"
     "@g = internal global i32 0\n" MAIN("  store i32 5, i32* @g\n")},
    {NULL, "globaldce",
     "@a = internal constant i32 1\n@b = internal constant i32* @a\n@c = external global "
     "i32\n" MAIN(
         "  call void @f()\n") "define internal void @f() {\n  store i32 1, i32* @c\n  ret "
                               "void\n}\n"
                               "define internal void @g() {\n  call void @h()\n  ret void\n}\n"
                               "define internal void @h() {\n  call void @i()\n  ret void\n}\n"
                               "declare void @i()\n",
     "@c = external global i32\n" MAIN("  call void @f()\n") "define internal void @f() {\n"
                                                             "  store i32 1, i32* @c\n  ret "
                                                             "void\n}\n"},
    {NULL, "constmerge",
     "@a = internal constant [2 x i32] [i32 1, i32 2]\n@b = internal unnamed_addr constant [2 x "
     "i32] [i32 1, i32 2]\n@c = internal constant [2 x i32] [i32 1, i32 3]\n" MAIN(
         "  %1 = load i32, i32* getelementptr ([2 x i32], [2 x i32]* @a, i32 0, i32 0)\n"
         "  %2 = load i32, i32* getelementptr ([2 x i32], [2 x i32]* @b, i32 0, i32 1)\n"),
     "@a = internal constant [2 x i32] [i32 1, i32 2]\n@c = internal constant [2 x i32] [i32 1, "
     "i32 3]\n" MAIN(
         "  %1 = load i32, i32* getelementptr ([2 x i32], [2 x i32]* @a, i32 0, i32 0)\n"
         "  %2 = load i32, i32* getelementptr ([2 x i32], [2 x i32]* @a, i32 0, i32 1)\n")},
    {NULL, "strip-metadata",
     "@g = internal global i32 0\n" MAIN(
         "  %1 = load i32, i32* @g, !range !800, !dx.temp !801\n"
         "  store i32 %1, i32* @g, !tbaa !801\n") "!800 = !{i32 0, i32 2}\n!801 = !{}\n",
     "@g = internal global i32 0\n" MAIN("  %1 = load i32, i32* @g, !dx.temp !801\n"
                                         "  store i32 %1, i32* @g\n") "!801 = !{}\n"},
    {NULL, "strip-dead-prototypes",
     MAIN("") "define internal void @g() {\n  ret void\n}\n"
              "declare void @i()\n",
     MAIN("") "define internal void @g() {\n  ret void\n}\n"},
};

/* A shader with the resources `list`, numbers of its samplers. */
#define SAMPLER(id, bind)                                                                          \
    "!{i32 " id ", %struct.S* undef, !\"\", i32 0, i32 " bind ", i32 1, i32 0, null}\n"
#define WITH_SAMPLERS(list, nodes)                                                                 \
    "!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                     \
    "!dx.resources = !{!905}\n!dx.entryPoints = !{!903}\n"                                         \
    "!900 = !{i32 1, i32 0}\n!901 = !{i32 1, i32 8}\n!902 = !{!\"cs\", i32 6, i32 0}\n"            \
    "!905 = !{null, null, null, !906}\n!906 = !{" list "}\n" nodes                                 \
    "!903 = !{void ()* @main, !\"main\", null, !905, !904}\n"                                      \
    "!904 = !{i32 4, !920}\n!920 = !{i32 8, i32 1, i32 1}\n"
#define HANDLE(id, bind)                                                                           \
    "  call %dx.types.Handle @dx.op.createHandle(i32 57, i8 3, i32 " id ", i32 " bind              \
    ", i1 false)\n"
#define HANDLES                                                                                    \
    "%struct.S = type { i32 }\n%dx.types.Handle = type { i8* }\n"                                  \
    "declare %dx.types.Handle @dx.op.createHandle(i32, i8, i32, i32, i1)\n"

/* Resource 1 of three is not used: number 2 takes its id. */
static void unused_resources_leave_no_gap(void **state)
{
    static const char before[] = HANDLES MAIN(HANDLE("0", "4") HANDLE("2", "6")) WITH_SAMPLERS(
        "!907, !908, !909",
        "!907 = " SAMPLER("0", "4") "!908 = " SAMPLER("1", "5") "!909 = " SAMPLER("2", "6"));
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_buffer text;
    (void)state;
    assert_int_equal(pass_parse(ctx, before, &m), DXK_OK);
    assert_int_equal(pass_run(m, "dead-resources"), DXK_OK);
    assert_null(module_fault(m));
    dxk_buffer_init(&text, ctx);
    pass_print(m, &text);
    assert_non_null(strstr((const char *)text.data, "(i32 57, i8 3, i32 0, i32 4, i1 false)"));
    assert_non_null(strstr((const char *)text.data, "(i32 57, i8 3, i32 1, i32 6, i1 false)"));
    assert_non_null(
        strstr((const char *)text.data, "!{i32 1, %struct.S* undef, !\"\", i32 0, i32 6"));
    assert_null(strstr((const char *)text.data, "undef, !\"\", i32 0, i32 5"));
    dxk_buffer_free(&text);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

#define BINDING(first, last)                                                                       \
    "  call %dx.types.Handle @dx.op.createHandleFromBinding(i32 217, %dx.types.ResBind { "         \
    "i32 " first ", i32 " last ", i32 0, i8 3 }, i32 " first ", i1 false)\n"

static const char *find_sampler(const dxk_buffer *text, const char *binding)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%%struct.S* undef, !\"\", %s, i32 1", binding);
    return strstr((const char *)text->data, wanted);
}

/* Bindings 4 to 6 and 6 to 8, in any order, leave what lies outside. */
static void resources_in_bindings_stay(void **state)
{
    static const char before[] =
        "%struct.S = type { i32 }\n%dx.types.Handle = type { i8* }\n"
        "%dx.types.ResBind = type { i32, i32, i32, i8 }\n"
        "declare %dx.types.Handle @dx.op.createHandleFromBinding(i32, %dx.types.ResBind, i32, "
        "i1)\n" MAIN(BINDING("6", "8") BINDING("4", "6") BINDING("12", "12")) WITH_SAMPLERS(
            "!907, !908, !909, !910, !911",
            "!907 = " SAMPLER("0", "3") "!908 = " SAMPLER("1", "12") "!909 = " SAMPLER(
                "2", "9") "!910 = " SAMPLER("3", "5") "!911 = " SAMPLER("4", "8"));
    static const char *const gone[] = {"i32 0, i32 3", "i32 0, i32 9"};
    static const char *const kept[] = {"i32 0, i32 12", "i32 0, i32 5", "i32 0, i32 8"};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_buffer text;
    (void)state;
    assert_int_equal(pass_parse(ctx, before, &m), DXK_OK);
    assert_int_equal(pass_run(m, "dead-resources"), DXK_OK);
    assert_null(module_fault(m));
    dxk_buffer_init(&text, ctx);
    pass_print(m, &text);
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        assert_null(find_sampler(&text, gone[i]));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_non_null(find_sampler(&text, kept[i]));
    dxk_buffer_free(&text);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

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

typedef struct told {
    uint64_t steps, last, changed;
} told;

static dxk_status tell(void *user, const dxk_module *module, const dxk_opt_step *step)
{
    told *t = user;
    (void)module;
    t->steps++;
    t->last = step->number;
    t->changed += step->changed;
    return t->steps == 5 ? DXK_E_UNSUPPORTED : DXK_OK;
}

static dxk_status run_told(const char *passes, uint64_t until, told *t, dxk_opt_stats *stats)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_opt_options how = {.until = until, .after = tell, .user = t, .unfinished = true};
    char *text = pass_text(&cases[0], cases[0].before);
    assert_int_equal(pass_parse(ctx, text, &m), DXK_OK);
    dxk_status status = dxk_opt(m, (dxk_str){passes, strlen(passes)}, &how, stats);
    dxk_module_free(m);
    support_ctx_done(ctx);
    free(text);
    return status;
}

/* A group ends with the first round that changes nothing. */
static void steps_are_told_and_counted(void **state)
{
    told t = {0};
    dxk_opt_stats stats;
    (void)state;
    assert_int_equal(run_told("fix(7:dce)", 0, &t, &stats), DXK_OK);
    assert_int_equal(t.steps, 2);
    assert_int_equal(t.changed, 1);
    assert_int_equal(stats.steps, 2);
    assert_int_equal(stats.changes, 1);
    assert_int_equal(stats.before, 3);
    assert_int_equal(stats.after, 1);
}

static void a_run_ends_after_the_wanted_step(void **state)
{
    told t = {0};
    dxk_opt_stats stats;
    (void)state;
    assert_int_equal(run_told("marks,globaldce,dce", 2, &t, &stats), DXK_OK);
    assert_int_equal(t.last, 2);
    assert_int_equal(stats.after, 3);
}

static void what_a_callback_returns_ends_the_run(void **state)
{
    told t = {0};
    (void)state;
    assert_int_equal(run_told("dce,dce,dce,dce,dce,dce", 0, &t, NULL), DXK_E_UNSUPPORTED);
    assert_int_equal(t.steps, 5);
}

static void modules_that_are_not_well_formed_are_refused(void **state)
{
    static const char text[] =
        "define void @main() {\n  %1 = add i32 %2, 1\n  %2 = add i32 %1, 1\n  ret "
        "void\n}\n" PASS_COMPUTE;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    (void)state;
    assert_int_equal(pass_parse(ctx, text, &m), DXK_OK);
    assert_int_equal(pass_run(m, "dce"), DXK_E_INVALID);
    assert_true(support_reported(ctx, "OPT.MODULE"));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(wrong_lists_are_refused),
    cmocka_unit_test(all_that_is_listed_can_be_read),
    cmocka_unit_test(unused_resources_leave_no_gap),
    cmocka_unit_test(resources_in_bindings_stay),
    cmocka_unit_test(all_cases),
    cmocka_unit_test(all_failures),
    cmocka_unit_test(modules_that_are_not_well_formed_are_refused),
    cmocka_unit_test(steps_are_told_and_counted),
    cmocka_unit_test(a_run_ends_after_the_wanted_step),
    cmocka_unit_test(what_a_callback_returns_ends_the_run),
};
SUPPORT_SUITE(test_pass, tests);

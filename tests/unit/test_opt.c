/* SPDX-License-Identifier: MIT */
/* test_opt.c - what follows from a program is renewed after the last pass, and when its container is
 * made anew. */
#include "pass_support.h"

#include "dxk/build.h"
#include "dxk/parts.h"
#include "dxk/validate.h"

static dxk_str list(const char *passes)
{
    return (dxk_str){passes, strlen(passes)};
}

/* --- metadata --- */

/* A pixel shader with two inputs of which the code reads one; flags say that it uses doubles. */
#define PIXEL(flags, mask)                                                                         \
    "!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                     \
    "!dx.viewIdState = !{!914}\n!dx.entryPoints = !{!903}\n"                                       \
    "!900 = !{i32 1, i32 0}\n!901 = !{i32 1, i32 8}\n!902 = !{!\"ps\", i32 6, i32 0}\n"            \
    "!903 = !{void ()* @main, !\"main\", !905, null, !904}\n!904 = !{i32 0, i64 " flags "}\n"      \
    "!905 = !{!906, !911, null}\n!906 = !{!907, !909}\n"                                           \
    "!907 = !{i32 0, !\"A\", i8 9, i8 0, !908, i8 2, i32 1, i8 1, i32 0, i8 0, !910}\n"            \
    "!908 = !{i32 0}\n"                                                                            \
    "!909 = !{i32 1, !\"B\", i8 9, i8 0, !908, i8 2, i32 1, i8 1, i32 1, i8 0, " mask "}\n"        \
    "!910 = !{i32 3, i32 1}\n!911 = !{!912}\n"                                                     \
    "!912 = !{i32 0, !\"SV_Target\", i8 9, i8 16, !908, i8 0, i32 1, i8 1, i32 0, i8 0, !910}\n"   \
    "!914 = !{[7 x i32] [i32 5, i32 1, i32 1, i32 0, i32 0, i32 0, i32 1]}\n"

static const char pixel[] =
    "declare float @dx.op.loadInput.f32(i32, i32, i32, i8, i32)\n"
    "declare void @dx.op.storeOutput.f32(i32, i32, i32, i8, float)\n"
    "define void @main() {\n"
    "  %1 = call float @dx.op.loadInput.f32(i32 4, i32 0, i32 0, i8 0, i32 undef)\n"
    "  %2 = call float @dx.op.loadInput.f32(i32 4, i32 1, i32 0, i8 0, i32 undef)\n"
    "  %3 = fpext float %2 to double\n"
    "  %4 = fadd fast double %3, 1.000000e+00\n"
    "  call void @dx.op.storeOutput.f32(i32 5, i32 0, i32 0, i8 0, float %1)\n"
    "  ret void\n}\n" PIXEL("4", "!910");

static void what_follows_from_dead_code_goes(void **state)
{
    static const char *const there[] = {
        "!{i32 0, !\"A\", i8 9, i8 0, !8, i8 2, i32 1, i8 1, i32 0, i8 0, !9}",
        "!{i32 1, !\"B\", i8 9, i8 0, !8, i8 2, i32 1, i8 1, i32 1, i8 0, null}",
        "!{[7 x i32] [i32 5, i32 1, i32 1, i32 0, i32 0, i32 0, i32 0]}",
    };
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_buffer text;
    (void)state;
    assert_int_equal(pass_parse(ctx, pixel, &m), DXK_OK);
    assert_int_equal(dxk_opt(m, list("dce"), NULL, NULL), DXK_OK);
    dxk_buffer_init(&text, ctx);
    pass_print(m, &text);
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        assert_non_null(strstr((const char *)text.data, there[i]));
    assert_null(strstr((const char *)text.data, "i64 4"));
    dxk_buffer_free(&text);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* A root signature and subobjects have parts of their own in containers; in a module they stay. */
static void what_has_its_own_part_stays(void **state)
{
    static const char moved[] = "!dx.rootSignature = !{!920}\n!dx.subobjects = !{!921}\n"
                                "!920 = !{[4 x i8] c\"abcd\"}\n!921 = !{!922}\n"
                                "!922 = !{!\"config\", i32 9, i32 1}\n";
    static const char *const there[] = {"!dx.entryPoints", "!dx.rootSignature", "!dx.subobjects",
                                        "c\"abcd\"", "!{!\"config\", i32 9, i32 1}"};
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_buffer text;
    (void)state;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_buffer_append(&text, pixel, sizeof pixel - 1), DXK_OK);
    assert_int_equal(dxk_buffer_append(&text, moved, sizeof moved), DXK_OK);
    assert_int_equal(pass_parse(ctx, (const char *)text.data, &m), DXK_OK);
    assert_int_equal(dxk_opt(m, list("dce"), NULL, NULL), DXK_OK);
    text.size = 0;
    pass_print(m, &text);
    const char *at = (const char *)text.data;
    assert_null(strstr(at, "i64 4")); /* it was written anew */
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        at = strstr(at, there[i]);
        assert_non_null(at);
    }
    dxk_buffer_free(&text);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* --- containers --- */

typedef struct sample {
    const char *name, *passes;
} sample;

/* Optimizes the program of a container and puts it back. */
static dxk_status optimize(dxk_ctx *ctx, dxk_container *container, const char *passes)
{
    dxk_program_place place;
    dxk_module *m = NULL;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    if (status == DXK_OK)
        status = dxk_module_read(ctx, place.program.bitcode, NULL, &m);
    if (status == DXK_OK)
        status = dxk_opt(m, list(passes), NULL, NULL);
    if (status == DXK_OK)
        status = dxk_container_rebuild(container, m, NULL);
    dxk_module_free(m);
    return status;
}

static bool is_valid(const dxk_container *container)
{
    dxk_validation *result;
    assert_int_equal(dxk_validate(container, NULL, &result), DXK_OK);
    bool valid = dxk_validation_verdict(result) != DXK_VERDICT_INVALID;
    dxk_validation_free(result);
    return valid;
}

/* Parts that do not change when the program does not. */
static void what_the_program_does_not_tell_is_kept(void **state)
{
    static const char *const names[] = {"lib-rootsigs.dxil", "lib-rt.dxil", "rts0.dxil",
                                        "private.dxil",      "debug.dxil",  "cs.dxil",
                                        "gs-viewid.dxil"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        uint8_t *bytes = support_sample(names[i], &size);
        dxk_ctx *ctx = support_ctx();
        dxk_container *container, *old;
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, NULL, &container),
                         DXK_OK);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, NULL, &old), DXK_OK);
        assert_int_equal(optimize(ctx, container, ""), DXK_OK);
        assert_true(is_valid(container));
        assert_int_equal(dxk_container_part_count(container), dxk_container_part_count(old));
        for (size_t k = 0; k < dxk_container_part_count(old); k++) {
            const dxk_part *a = dxk_container_part(old, k), *b = dxk_container_part(container, k);
            assert_int_equal(a->fourcc, b->fourcc);
            assert_int_equal(a->content.size, b->content.size);
            assert_memory_equal(a->content.data, b->content.data, a->content.size);
        }
        dxk_container_free(container);
        dxk_container_free(old);
        support_ctx_done(ctx);
        free(bytes);
    }
}

static dxk_status run(dxk_ctx *ctx, void *user)
{
    const sample *s = user;
    size_t size;
    uint8_t *bytes = support_sample(s->name, &size);
    dxk_container *container;
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){bytes, size}, NULL, &container);
    if (status == DXK_OK)
        status = optimize(ctx, container, s->passes);
    dxk_container_free(container);
    free(bytes);
    return status;
}

static void all_failures(void **state)
{
    static const sample samples[] = {{"vs.dxil", "O1"}, {"lib-rootsigs.dxil", "globaldce"}};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        sample s = samples[i];
        support_fail_allocations(run, &s);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(what_follows_from_dead_code_goes),
    cmocka_unit_test(what_has_its_own_part_stays),
    cmocka_unit_test(what_the_program_does_not_tell_is_kept),
    cmocka_unit_test(all_failures),
};
SUPPORT_SUITE(test_opt, tests);

/* SPDX-License-Identifier: MIT */
/* test_link.c - libraries linked, refused, and linked without memory (dxk/link.h). */
#include "support.h"

#include "dxk/container.h"
#include "dxk/link.h"
#include "dxk/parts.h"
#include "dxk/validate.h"

enum { LIBRARIES = 2 };

/* Samples, and a linker that has them. */
typedef struct bench {
    dxk_linker *linker;
    uint8_t *bytes[LIBRARIES];
    size_t sizes[LIBRARIES];
    dxk_container *containers[LIBRARIES];
} bench;

static dxk_str str(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

static void open_samples(bench *b, const char *first, const char *second)
{
    memset(b, 0, sizeof *b);
    b->bytes[0] = support_sample(first, &b->sizes[0]);
    b->bytes[1] = support_sample(second, &b->sizes[1]);
}

static void close_samples(bench *b)
{
    free(b->bytes[0]);
    free(b->bytes[1]);
}

/* Adds the samples as "a" and "b". */
static dxk_status begin(bench *b, dxk_ctx *ctx)
{
    static const char *const names[LIBRARIES] = {"a", "b"};
    b->containers[0] = b->containers[1] = NULL;
    dxk_status status = dxk_linker_create(ctx, &b->linker);
    for (size_t i = 0; i < LIBRARIES && status == DXK_OK; i++) {
        dxk_bytes bytes = {b->bytes[i], b->sizes[i]};
        status = dxk_container_read(ctx, bytes, NULL, &b->containers[i]);
        if (status == DXK_OK)
            status = dxk_linker_add(b->linker, str(names[i]), b->containers[i]);
    }
    return status;
}

static void end(bench *b)
{
    dxk_linker_free(b->linker);
    dxk_container_free(b->containers[0]);
    dxk_container_free(b->containers[1]);
    b->linker = NULL;
}

/* Links two samples and expects an error of one rule. */
static void refuse(const char *first, const char *second, const dxk_link_options *options,
                   const char *rule, const char *words)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *out;
    bench b;
    open_samples(&b, first, second);
    assert_int_equal(begin(&b, ctx), DXK_OK);
    assert_int_equal(dxk_linker_link(b.linker, options, &out), DXK_E_INVALID);
    assert_null(out);
    assert_true(support_reported(ctx, rule));
    dxk_str said = dxk_linker_words(b.linker);
    assert_int_equal(said.size, strlen(words));
    assert_memory_equal(said.data, words, said.size);
    end(&b);
    close_samples(&b);
    support_ctx_done(ctx);
}

static bool is_valid(const dxk_container *container)
{
    dxk_validation *result;
    assert_int_equal(dxk_validate(container, NULL, &result), DXK_OK);
    bool valid = dxk_validation_verdict(result) == DXK_VERDICT_VALID;
    dxk_validation_free(result);
    return valid;
}

static void a_shader_of_two_libraries_is_valid_each_time(void **state)
{
    (void)state;
    dxk_link_options options = {.struct_size = sizeof options, .profile = str("cs_6_2")};
    dxk_ctx *ctx = support_ctx();
    bench b;
    open_samples(&b, "link/entry.lib", "link/math.lib");
    assert_int_equal(begin(&b, ctx), DXK_OK);
    for (int round = 0; round < 2; round++) {
        dxk_container *out;
        assert_int_equal(dxk_linker_link(b.linker, &options, &out), DXK_OK);
        assert_true(is_valid(out));
        dxk_container_free(out);
    }
    end(&b);
    close_samples(&b);
    support_ctx_done(ctx);
}

static void what_no_library_defines_is_named(void **state)
{
    (void)state;
    dxk_link_options options = {.profile = str("cs_6_2"), .entry = str("start")};
    refuse("link/entry.lib", "link/math.lib", &options, "LINK.NO_ENTRY",
           "error: Cannot find definition of function start\n");
    options.entry = str("");
    refuse("link/entry.lib", "link/notes-a.lib", &options, "LINK.UNDEFINED",
           "error: Cannot find definition of function \1?falloff@@YAMMM@Z\n");
}

static void the_stage_must_be_that_of_the_target(void **state)
{
    (void)state;
    dxk_link_options options = {.profile = str("ps_6_2")};
    refuse(
        "link/entry.lib", "link/math.lib", &options, "LINK.PROFILE",
        "Function: main: error: Profile mismatch between entry function and target profile:ps and "
        "cs\n");
}

static void two_definitions_are_too_many(void **state)
{
    (void)state;
    dxk_link_options options = {.profile = str("cs_6_2")};
    refuse("link/math.lib", "link/math.lib", &options, "LINK.REDEFINED",
           "Function: \1?falloff@@YAMMM@Z: error: Definition already exists for function "
           "\1?falloff@@YAMMM@Z\n");
}

static void resources_of_one_name_have_one_type(void **state)
{
    (void)state;
    dxk_link_options options = {.profile = str("cs_6_0")};
    refuse("link/type-a.lib", "link/type-b.lib", &options, "LINK.RESOURCE",
           "error: Resource already exists as texture for data\n");
}

static void exports_are_checked(void **state)
{
    (void)state;
    dxk_str bad = str("=f"), missing = str("x=nobody;gamma");
    dxk_link_options options = {.profile = str("lib_6_3"), .exports = &bad, .export_count = 1};
    refuse("link/notes-a.lib", "link/notes-b.lib", &options, "LINK.EXPORT_SYNTAX",
           "error: Invalid syntax for -exports: '=f'.  Syntax is: "
           "export1[[,export2,...]=internal][;...]\n");
    options.exports = &missing;
    refuse("link/notes-a.lib", "link/notes-b.lib", &options, "LINK.EXPORT_MISSING",
           "error: Could not find target for export: nobody\n");
}

static void a_profile_is_needed(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",        "cs",      "cs_6",   "cs_6_",
                                        "cs_6_11", "cs_6_01", "xs_6_0", "cs_6_x"};
    dxk_ctx *ctx = support_ctx();
    bench b;
    open_samples(&b, "link/entry.lib", "link/math.lib");
    assert_int_equal(begin(&b, ctx), DXK_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        dxk_link_options options = {.profile = str(wrong[i])};
        dxk_container *out;
        assert_int_equal(dxk_linker_link(b.linker, &options, &out), DXK_E_ARGUMENT);
        assert_null(out);
    }
    const dxk_link_options newer = {.profile = str("lib_6_3"),
                                    .has_validator = true,
                                    .validator_major = 1,
                                    .validator_minor = 11};
    dxk_container *none;
    assert_int_equal(dxk_linker_link(b.linker, &newer, &none), DXK_E_ARGUMENT);
    assert_null(none);
    end(&b);
    close_samples(&b);
    support_ctx_done(ctx);
}

static void finished_shaders_and_repeated_names_are_refused(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_container *shader;
    size_t size;
    uint8_t *bytes = support_sample("cs.dxil", &size);
    bench b;
    open_samples(&b, "link/entry.lib", "link/math.lib");
    assert_int_equal(begin(&b, ctx), DXK_OK);
    assert_int_equal(dxk_linker_add(b.linker, str("a"), b.containers[0]), DXK_E_INVALID);
    assert_true(support_reported(ctx, "LINK.SAME_NAME"));
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, NULL, &shader), DXK_OK);
    assert_int_equal(dxk_linker_add(b.linker, str("c"), shader), DXK_E_INVALID);
    assert_true(support_reported(ctx, "LINK.NOT_LIBRARY"));
    dxk_container_free(shader);
    free(bytes);
    end(&b);
    close_samples(&b);
    support_ctx_done(ctx);
}

static dxk_status link_to(dxk_ctx *ctx, bench *b, const dxk_link_options *options)
{
    dxk_container *out = NULL;
    dxk_status status = begin(b, ctx);
    if (status == DXK_OK)
        status = dxk_linker_link(b->linker, options, &out);
    dxk_container_free(out);
    end(b);
    return status;
}

static dxk_status link_shader(dxk_ctx *ctx, void *user)
{
    dxk_link_options options = {.profile = str("cs_6_6"), .pipeline = str("none")};
    return link_to(ctx, user, &options);
}

static dxk_status link_library(dxk_ctx *ctx, void *user)
{
    dxk_str exports = str("gamma;first,second=note");
    dxk_link_options options = {
        .profile = str("lib_6_3"), .pipeline = str("none"), .exports = &exports, .export_count = 1};
    return link_to(ctx, user, &options);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    bench b;
    open_samples(&b, "link/auto-a.lib", "link/auto-b.lib");
    support_fail_allocations(link_shader, &b);
    close_samples(&b);
    open_samples(&b, "link/notes-a.lib", "link/notes-b.lib");
    support_fail_allocations(link_library, &b);
    close_samples(&b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_shader_of_two_libraries_is_valid_each_time),
    cmocka_unit_test(what_no_library_defines_is_named),
    cmocka_unit_test(the_stage_must_be_that_of_the_target),
    cmocka_unit_test(two_definitions_are_too_many),
    cmocka_unit_test(resources_of_one_name_have_one_type),
    cmocka_unit_test(exports_are_checked),
    cmocka_unit_test(a_profile_is_needed),
    cmocka_unit_test(finished_shaders_and_repeated_names_are_refused),
    cmocka_unit_test(every_allocation_may_fail),
};

SUPPORT_SUITE(test_link, tests);

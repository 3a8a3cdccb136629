/* SPDX-License-Identifier: MIT */
/* test_front.c - calls that take any kind of program, and structures of options. */
#include "support.h"

#include "base/options.h"
#include "dxk/dxk.h"

#include <stdlib.h>
#include <string.h>

/* Without padding, which assignments of members may change: no member may be added there. */
typedef struct small_options {
    size_t struct_size, first;
} small_options;

typedef struct grown_options {
    size_t struct_size, first, second;
} grown_options;

static void no_options_are_defaults(void **state)
{
    grown_options own;
    (void)state;
    memset(&own, 1, sizeof own);
    assert_true(dxki_options_take(&own, sizeof own, NULL));
    assert_int_equal(own.first, 0);
    assert_int_equal(own.second, 0);
}

static void older_callers_get_defaults_for_new_members(void **state)
{
    grown_options own;
    (void)state;
    const small_options old = {.struct_size = sizeof old, .first = 7};
    memset(&own, 1, sizeof own);
    assert_true(dxki_options_take(&own, sizeof own, &old));
    assert_int_equal(own.first, 7);
    assert_int_equal(own.second, 0);
}

static void newer_callers_may_set_only_what_is_known(void **state)
{
    small_options own;
    union {
        size_t size;
        uint8_t bytes[sizeof(small_options) + 8];
    } longer = {.size = sizeof longer};
    (void)state;
    assert_true(dxki_options_take(&own, sizeof own, &longer));
    longer.bytes[sizeof(small_options)] = 1;
    assert_false(dxki_options_take(&own, sizeof own, &longer));
    longer.size = 1; /* less than the member that says it */
    assert_false(dxki_options_take(&own, sizeof own, &longer));
}

static void unknown_options_are_refused(void **state)
{
    union {
        dxk_read_options known;
        uint8_t bytes[sizeof(dxk_read_options) + 8];
    } options = {.known = {.struct_size = sizeof options}};
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = NULL;
    (void)state;
    options.bytes[sizeof options - 1] = 1;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){NULL, 0}, &options.known, &container),
                     DXK_E_ARGUMENT);
    assert_null(container);
    support_ctx_done(ctx);
}

/* Lists a container, assembles the listing and lists that, into `text`. */
static void go_round(dxk_ctx *ctx, const dxk_container *container, dxk_buffer *text)
{
    dxk_container *again;
    dxk_buffer first;
    dxk_buffer_init(&first, ctx);
    assert_int_equal(dxk_list(container, NULL, dxk_buffer_sink(&first)), DXK_OK);
    assert_int_equal(dxk_assemble(ctx, (dxk_bytes){first.data, first.size}, NULL, &again), DXK_OK);
    dxk_buffer_free(&first);
    assert_int_equal(dxk_list(again, NULL, dxk_buffer_sink(text)), DXK_OK);
    dxk_container_free(again);
}

/* What was assembled once is assembled to the same again. */
static void check_round(const char *name)
{
    size_t size;
    uint8_t *data = support_sample(name, &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container, *again;
    dxk_buffer first, second;
    dxk_buffer_init(&first, ctx);
    dxk_buffer_init(&second, ctx);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container), DXK_OK);
    go_round(ctx, container, &first);
    assert_int_equal(dxk_assemble(ctx, (dxk_bytes){first.data, first.size}, NULL, &again), DXK_OK);
    go_round(ctx, again, &second);
    assert_true(first.size > 500);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    dxk_container_free(again);
    dxk_container_free(container);
    dxk_buffer_free(&second);
    dxk_buffer_free(&first);
    free(data);
    support_ctx_done(ctx);
}

static void dxil_is_listed_and_assembled(void **state)
{
    (void)state;
    check_round("demo.dxil");
}

static void model_5_is_listed_and_assembled(void **state)
{
    (void)state;
    check_round("legacy/lit_ps.dxbc");
}

static void bitcode_is_assembled(void **state)
{
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample("demo.dxil", &size);
    dxk_bytes file = {data, size};
    dxk_container *container, *built;
    dxk_program program;
    (void)state;
    assert_int_equal(dxk_container_read(ctx, file, NULL, &container), DXK_OK);
    size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
    assert_int_equal(dxk_program_read(ctx, dxk_container_part(container, index)->content, &program),
                     DXK_OK);
    assert_int_equal(dxk_assemble(ctx, program.bitcode, NULL, &built), DXK_OK);
    assert_true(dxk_container_part_count(built) >= 5);
    dxk_container_free(built);
    dxk_container_free(container);
    free(data);
    support_ctx_done(ctx);
}

static void nonsense_is_refused(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *built = NULL;
    (void)state;
    assert_int_equal(dxk_assemble(ctx, (dxk_bytes){(const uint8_t *)"nonsense", 8}, NULL, &built),
                     DXK_E_INVALID);
    assert_null(built);
    support_ctx_done(ctx);
}

static void both_kinds_are_validated(void **state)
{
    static const char *const names[] = {"demo.dxil", "legacy/lit_ps.dxbc"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        dxk_ctx *ctx = support_ctx();
        size_t size;
        uint8_t *data = support_sample(names[i], &size);
        dxk_bytes file = {data, size};
        dxk_validation *result;
        dxk_container *container;
        assert_int_equal(dxk_container_read(ctx, file, NULL, &container), DXK_OK);
        assert_int_equal(dxk_validate(container, NULL, &result), DXK_OK);
        if (dxk_validation_verdict(result) != DXK_VERDICT_VALID)
            fail_msg("%s: %s", names[i], dxk_validation_finding(result, 0)->rule);
        dxk_validation_free(result);
        dxk_container_free(container);
        free(data);
        support_ctx_done(ctx);
    }
}

/* Calls that refuse their options set what they give all the same. */
static void refused_options_leave_defined_results(void **state)
{
    const size_t impossible = 1; /* a structure cannot be that small */
    const dxk_parse_options parse = {.struct_size = impossible};
    const dxk_build_options build = {.struct_size = impossible};
    const dxk_sign_options sign = {.struct_size = impossible};
    const dxk_bytes text = {(const uint8_t *)"!0 = !{}", 8};
    dxk_ctx *ctx = support_ctx();
    dxk_module *module = NULL, *none = (dxk_module *)&text;
    dxk_container *container = (dxk_container *)&text, *empty;
    dxk_validation *result = (dxk_validation *)&text;
    dxk_text_error error = {.line = 7};
    dxk_str refusal = {"x", 1};
    uint32_t code = 7;
    (void)state;
    assert_int_equal(dxk_compat_parse(ctx, text, &parse, &none, &error), DXK_E_ARGUMENT);
    assert_null(none);
    assert_int_equal(error.line, 0);
    assert_int_equal(dxk_module_parse(ctx, text, NULL, &module), DXK_OK);
    assert_int_equal(dxk_compat_build(module, &build, &container, &refusal, &code), DXK_E_ARGUMENT);
    assert_null(container);
    assert_int_equal(refusal.size, 0);
    assert_int_equal(code, 0);
    assert_int_equal(dxk_container_create(ctx, &empty), DXK_OK);
    assert_int_equal(dxk_container_sign(empty, &sign, (dxk_sink){NULL, NULL}, &result),
                     DXK_E_ARGUMENT);
    assert_null(result);
    dxk_container_free(empty);
    dxk_module_free(module);
    support_ctx_done(ctx);
}

/* A bare program has no part header in front: the place of a finding is that in the file. */
static void places_in_bare_programs_are_right(void **state)
{
    size_t size;
    uint8_t *data = support_sample("demo.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container, *bare;
    dxk_validation *result;
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container), DXK_OK);
    const dxk_part *part =
        dxk_container_part(container, dxk_container_find(container, DXK_PART_DXIL, 0));
    uint8_t *program = malloc(part->size);
    assert_non_null(program);
    memcpy(program, part->content.data, part->size);
    program[64] ^= 0xff;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){program, part->size}, NULL, &bare),
                     DXK_OK);
    assert_int_equal(dxk_validate(bare, NULL, &result), DXK_OK);
    assert_true(dxk_ctx_diag_count(ctx) > 0);
    assert_int_equal(dxk_ctx_diag(ctx, 0)->place, DXK_PLACE_BIT);
    assert_int_equal(dxk_ctx_diag(ctx, 0)->position / 8, 64);
    dxk_validation_free(result);
    dxk_container_free(bare);
    dxk_container_free(container);
    free(program);
    free(data);
    support_ctx_done(ctx);
}

static void validators_that_do_not_exist_are_refused(void **state)
{
    size_t size;
    uint8_t *data = support_sample("demo.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_validation *result;
    dxk_validate_options options = {.has_validator = true, .validator_minor = 10};
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container), DXK_OK);
    assert_int_equal(dxk_validate(container, &options, &result), DXK_OK);
    dxk_validation_free(result);
    options.validator_minor = 11;
    assert_int_equal(dxk_validate(container, &options, &result), DXK_E_ARGUMENT);
    assert_null(result);
    options.has_validator = false;
    assert_int_equal(dxk_validate(container, &options, &result), DXK_OK);
    dxk_validation_free(result);
    dxk_container_free(container);
    free(data);
    support_ctx_done(ctx);
}

static void *alloc_unless(void *user, void *ptr, size_t old_size, size_t new_size)
{
    const bool *fails = user;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return *fails ? NULL : realloc(ptr, new_size);
}

static void a_limit_explains_its_own_failure_only(void **state)
{
    static const uint8_t large[1 << 16];
    bool fails = false;
    const dxk_ctx_options options = {
        .alloc = alloc_unless, .alloc_user = &fails, .limits.memory = sizeof large / 2};
    dxk_ctx *ctx;
    dxk_buffer buffer;
    (void)state;
    assert_int_equal(dxk_ctx_create(&options, &ctx), DXK_OK);
    dxk_buffer_init(&buffer, ctx);
    assert_int_equal(dxk_buffer_append(&buffer, large, sizeof large), DXK_E_LIMIT);
    fails = true;
    assert_int_equal(dxk_buffer_append(&buffer, large, 1), DXK_E_NOMEM);
    fails = false;
    assert_int_equal(dxk_buffer_append(&buffer, large, 1), DXK_OK);
    dxk_buffer_free(&buffer);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(validators_that_do_not_exist_are_refused),
    cmocka_unit_test(a_limit_explains_its_own_failure_only),
    cmocka_unit_test(no_options_are_defaults),
    cmocka_unit_test(older_callers_get_defaults_for_new_members),
    cmocka_unit_test(newer_callers_may_set_only_what_is_known),
    cmocka_unit_test(unknown_options_are_refused),
    cmocka_unit_test(dxil_is_listed_and_assembled),
    cmocka_unit_test(model_5_is_listed_and_assembled),
    cmocka_unit_test(bitcode_is_assembled),
    cmocka_unit_test(nonsense_is_refused),
    cmocka_unit_test(both_kinds_are_validated),
    cmocka_unit_test(refused_options_leave_defined_results),
    cmocka_unit_test(places_in_bare_programs_are_right),
};

SUPPORT_SUITE(test_front, tests);

/* SPDX-License-Identifier: MIT */
/* test_diff.c - comparing containers: values, parts, order, layout, damage. */
#include "support.h"

#include "dxk/diff.h"
#include "dxk/parts.h"
#include "wire/load.h"

typedef struct log_t {
    char text[2048];
    size_t size;
} log_t;

static dxk_status note(void *user, const dxk_difference *d)
{
    static const char signs[] = "~-+>";
    log_t *l = user;
    l->size += (size_t)snprintf(l->text + l->size, sizeof l->text - l->size, "%c%s|%.*s|%.*s\n",
                                signs[d->kind], d->path, (int)d->left.size, d->left.data,
                                (int)d->right.size, d->right.data);
    return DXK_OK;
}

static dxk_container *build(dxk_ctx *ctx, const uint32_t *fourccs, uint64_t flags, size_t count)
{
    dxk_container *c;
    uint8_t bytes[20] = {0};
    assert_int_equal(dxk_container_create(ctx, &c), DXK_OK);
    for (size_t i = 0; i < count; i++) {
        dxki_store64(bytes, fourccs[i] == DXK_PART_SFI0 ? flags : 0);
        dxk_bytes content = {bytes, fourccs[i] == DXK_PART_SFI0   ? 8
                                    : fourccs[i] == DXK_PART_HASH ? 20
                                                                  : 5};
        assert_int_equal(dxk_container_insert(c, i, fourccs[i], content), DXK_OK);
    }
    return c;
}

static void expect(const uint32_t *left, size_t left_count, uint64_t left_flags,
                   const uint32_t *right, size_t right_count, uint64_t right_flags,
                   const char *expected)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *a = build(ctx, left, left_flags, left_count);
    dxk_container *b = build(ctx, right, right_flags, right_count);
    log_t l = {"", 0};
    size_t count = 0, lines = 0;
    assert_int_equal(dxk_diff(a, b, NULL, note, &l, &count), DXK_OK);
    assert_string_equal(l.text, expected);
    for (const char *p = l.text; *p; p++)
        lines += *p == '\n';
    assert_int_equal(count, lines);
    dxk_container_free(a);
    dxk_container_free(b);
    support_ctx_done(ctx);
}

static void compares(void **state)
{
    (void)state;
    static const uint32_t both[] = {DXK_PART_SFI0, DXK_PART_HASH},
                          swapped[] = {DXK_PART_HASH, DXK_PART_SFI0}, one[] = {DXK_PART_SFI0},
                          twice[] = {DXK_PART_SFI0, DXK_PART_SFI0};
    expect(both, 2, 0, both, 2, 0, "");
    expect(both, 2, 0, both, 2, 5, "~SFI0/features.flags|0x0|0x5 (Doubles, UAVsAtEveryStage)\n");
    expect(both, 2, 0, one, 1, 0, "-HASH||\n");
    expect(one, 1, 0, both, 2, 0, "+HASH||\n");
    expect(both, 2, 0, swapped, 2, 0, ">SFI0|0|1\n>HASH|1|0\n");
    expect(one, 1, 0, twice, 2, 0, "+SFI0||\n");
    expect(twice, 2, 0, one, 1, 0, "-SFI0#1||\n");
    expect(twice, 2, 0, twice, 2, 1,
           "~SFI0/features.flags|0x0|0x1 (Doubles)\n~SFI0#1/features.flags|0x0|0x1 (Doubles)\n");
}

static void compares_damaged_parts_as_bytes(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_container *a, *b;
    log_t l = {"", 0};
    assert_int_equal(dxk_container_create(ctx, &a), DXK_OK);
    assert_int_equal(dxk_container_create(ctx, &b), DXK_OK);
    dxk_container_insert(a, 0, DXK_PART_SFI0, (dxk_bytes){(const uint8_t *)"abc", 3});
    dxk_container_insert(b, 0, DXK_PART_SFI0, (dxk_bytes){(const uint8_t *)"abd", 3});
    assert_int_equal(dxk_diff(a, b, NULL, note, &l, NULL), DXK_OK);
    assert_string_equal(l.text, "~SFI0/data|3 bytes 616263|3 bytes 616264\n");
    assert_true(support_reported(ctx, "PART.SHORT"));
    dxk_container_free(a);
    dxk_container_free(b);
    support_ctx_done(ctx);
}

static void compares_samples_with_themselves(void **state)
{
    (void)state;
    static const uint32_t parts[] = {DXK_PART_PRIV, DXK_PART_SFI0, DXK_PART_HASH};
    expect(parts, 3, 0x30000000000, parts, 3, 0x30000000000, "");
}

static dxk_status run(dxk_ctx *ctx, void *user)
{
    (void)user;
    static const uint8_t bytes[8] = {1};
    dxk_container *a = NULL, *b = NULL;
    dxk_status status = dxk_container_create(ctx, &a);
    if (status == DXK_OK)
        status = dxk_container_create(ctx, &b);
    if (status == DXK_OK)
        status = dxk_container_insert(a, 0, DXK_PART_SFI0, (dxk_bytes){bytes, 8});
    if (status == DXK_OK)
        status = dxk_container_insert(b, 0, DXK_PART_SFI0, (dxk_bytes){bytes + 1, 3});
    if (status == DXK_OK)
        status = dxk_diff(a, b, NULL, NULL, NULL, NULL);
    dxk_container_free(a);
    dxk_container_free(b);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    support_fail_allocations(run, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(compares),
    cmocka_unit_test(compares_damaged_parts_as_bytes),
    cmocka_unit_test(compares_samples_with_themselves),
    cmocka_unit_test(survives_failing_allocations),
};
SUPPORT_SUITE(test_diff, tests);

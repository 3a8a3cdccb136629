/* SPDX-License-Identifier: MIT */
/* test_select.c - keeping and reordering parts in one pass: dxk_container_select(). */
#include "support.h"

#include "dxk/container.h"

/* The parts' kinds as text, "SFI0 ISG1 ...". */
static const char *kinds(const dxk_container *container, char *text)
{
    char *p = text;
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        uint32_t fourcc = dxk_container_part(container, i)->fourcc;
        for (int k = 0; k < 4; k++)
            *p++ = (char)(fourcc >> (8 * k));
        *p++ = ' ';
    }
    *p = 0;
    return text;
}

/* vs.dxil: SFI0 ISG1 OSG1 PSV0 STAT HASH DXIL */
static dxk_status select_some(dxk_ctx *ctx, void *user)
{
    static const size_t order[] = {6, 0, 3};
    const dxk_bytes *input = user;
    char text[64];
    dxk_container *container;
    dxk_status status = dxk_container_read(ctx, *input, 0, &container);
    if (status == DXK_OK)
        status = dxk_container_select(container, order, 3);
    if (status == DXK_OK)
        assert_string_equal(kinds(container, text), "DXIL SFI0 PSV0 ");
    dxk_container_free(container);
    return status;
}

static void test_order(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = support_sample("vs.dxil", &size);
    dxk_bytes input = {bytes, size};
    dxk_ctx *ctx = support_ctx();
    assert_int_equal(select_some(ctx, &input), DXK_OK);
    support_ctx_done(ctx);
    support_fail_allocations(select_some, &input);
    free(bytes);
}

static void test_arguments(void **state)
{
    (void)state;
    static const size_t twice[] = {1, 1}, past[] = {7}, same[] = {0, 1, 2, 3, 4, 5, 6, 7};
    size_t size;
    char text[64];
    uint8_t *bytes = support_sample("vs.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer out;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, 0, &container), DXK_OK);
    assert_int_equal(dxk_container_select(container, twice, 2), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_select(container, past, 1), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_select(container, same, 8), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_select(container, same, 7), DXK_OK);
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_container_write(container, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    dxk_buffer_free(&out);
    assert_int_equal(dxk_container_select(container, NULL, 0), DXK_OK);
    assert_string_equal(kinds(container, text), "");
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(bytes);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_order),
    cmocka_unit_test(test_arguments),
};
SUPPORT_SUITE(test_select, tests);

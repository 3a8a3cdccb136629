/* SPDX-License-Identifier: MIT */
/* test_dxbc_missing.c - a listing of shader models 4 and 5 without a program to list. */
#include "support.h"

#include "dxk/dxbc.h"
#include "dxk/container.h"

static void reports_the_missing_program(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&text)), DXK_E_INVALID);
    assert_true(support_reported(ctx, "PART.MISSING"));
    dxk_buffer_free(&text);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reports_the_missing_program),
};
SUPPORT_SUITE(test_dxbc_missing, tests);

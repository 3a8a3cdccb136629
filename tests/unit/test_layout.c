/* SPDX-License-Identifier: MIT */
/* test_layout.c - sizes and offsets of types under a data layout. */
#include "support.h"

#include "dxil/layout.h"

static void sizes_follow_the_data_layout(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = dxki_module_create(ctx);
    dxki_dxil_layout layout;
    uint64_t end = 0;
    (void)state;
    dxki_type float3 = dxki_type_vector(m, DXKI_TY_FLOAT, 3);
    dxki_type mixed =
        dxki_type_struct(m, (dxki_type[]){DXKI_TY_I8, DXKI_TY_I64, DXKI_TY_HALF}, 3, false);
    dxki_type packed = dxki_type_struct(m, (dxki_type[]){DXKI_TY_I8, DXKI_TY_I64}, 2, true);
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_I8, 0);

    m->datalayout = (dxk_str){"e-p:32:32-i8:32-i64:64-f16:32-x:y-i-a:0:64-", 43};
    assert_true(dxki_dxil_layout_init(&layout, m));
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, float3), 12);
    assert_int_equal(dxki_dxil_layout_align(&layout, float3), 4);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, DXKI_TY_I8), 4);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, DXKI_TY_HALF), 4);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, pointer), 4);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, mixed), 24);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, packed), 12);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, dxki_type_array(m, mixed, 3)), 72);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, dxki_type_int(m, 24)), 4);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, DXKI_TY_VOID), 0);
    assert_int_equal(dxki_dxil_layout_place(&layout, DXKI_TY_FLOAT, false, &end), 0);
    assert_int_equal(dxki_dxil_layout_place(&layout, DXKI_TY_I64, false, &end), 8);
    assert_int_equal(end, 16);
    dxki_dxil_layout_free(&layout);

    m->datalayout = (dxk_str){NULL, 0};
    assert_true(dxki_dxil_layout_init(&layout, m));
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, pointer), 8);
    assert_int_equal(dxki_dxil_layout_alloc_size(&layout, mixed), 16);
    dxki_dxil_layout_free(&layout);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(sizes_follow_the_data_layout),
};
SUPPORT_SUITE(test_layout, tests);

/* SPDX-License-Identifier: MIT */
/*
 * test_write.c - the module writer: what is read is written with the same bytes, what cannot be
 * written is refused, failing allocations.
 */
#include "support.h"

#include "dxk/module.h"
#include "ir/ir.h"

static void check_sample(const char *name)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m;
    dxk_buffer out;
    size_t size;
    uint8_t *bytes = support_sample(name, &size);
    assert_int_equal(dxk_module_read(ctx, (dxk_bytes){bytes, size}, NULL, &m), DXK_OK);
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_module_write(m, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, bytes, size);
    dxk_buffer_free(&out);
    dxk_module_free(m);
    free(bytes);
    support_ctx_done(ctx);
}

static void test_same(void **state)
{
    (void)state;
    check_sample("bitcode.bc");
}

/* A constant expression that has no record, as the initialiser of a variable. */
static void test_unwritable(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_module *m = dxki_module_create(ctx);
    dxk_buffer out;
    assert_non_null(m);
    const dxki_value ops[1] = {dxki_const_int(m, DXKI_TY_I32, 1)};
    dxki_global g = {.kind = DXKI_G_VARIABLE,
                     .type = dxki_type_pointer(m, DXKI_TY_I32, 0),
                     .value_type = DXKI_TY_I32};
    g.init = dxki_const_expr(m, DXKI_OP_RET, 0, DXKI_TY_I32, ops, 1, NULL, 0);
    assert_int_not_equal(dxki_global_add(m, DXKI_G_VARIABLE, &g), 0);
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_module_write(m, NULL, dxk_buffer_sink(&out)), DXK_E_INVALID);
    assert_int_equal(out.size, 0);
    assert_true(support_reported(ctx, "MODULE.UNWRITABLE"));
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static dxk_status rewrite(dxk_ctx *ctx, void *user)
{
    dxk_module *m;
    dxk_buffer out;
    dxk_status status = dxk_module_read(ctx, *(dxk_bytes *)user, NULL, &m);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&out, ctx);
    status = dxk_module_write(m, &(dxk_module_write_options){.use_lists = DXK_USE_LISTS_KEEP},
                              dxk_buffer_sink(&out));
    dxk_buffer_free(&out);
    dxk_module_free(m);
    return status;
}

static void test_allocations(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = support_sample("bitcode.bc", &size);
    dxk_bytes input = {bytes, size};
    support_fail_allocations(rewrite, &input);
    free(bytes);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_same),
    cmocka_unit_test(test_unwritable),
    cmocka_unit_test(test_allocations),
};
SUPPORT_SUITE(test_write, tests);

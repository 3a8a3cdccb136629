/* SPDX-License-Identifier: MIT */
/* test_picture.c - pictures without memory, with a sink that fails, wrong arguments (dxk/picture.h). */
#include "support.h"

#include "dxk/picture.h"

typedef struct request {
    dxk_bytes bytes;
    dxk_picture_kind kind;
} request;

static dxk_status count(void *user, const void *text, size_t size)
{
    (void)text;
    *(size_t *)user += size;
    return DXK_OK;
}

static dxk_status draw(dxk_ctx *ctx, void *user)
{
    const request *r = user;
    dxk_container *container = NULL;
    size_t size = 0;
    dxk_status status = dxk_container_read(ctx, r->bytes, NULL, &container);
    dxk_picture_options options = {.other = container};
    if (status == DXK_OK)
        status = dxk_picture(container, r->kind, &options, (dxk_sink){count, &size});
    assert_true(status == DXK_OK ? size > 0 : size == 0);
    dxk_container_free(container);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < DXK_PICTURE_KINDS; kind++) {
        request r = {.kind = (dxk_picture_kind)kind};
        const char *sample = kind == DXK_PICTURE_ROOTSIG ? "rts0.dxil"
                             : kind == DXK_PICTURE_NODES ? "lib-node.dxil"
                                                         : "demo.dxil";
        uint8_t *bytes = support_sample(sample, &r.bytes.size);
        r.bytes.data = bytes;
        support_fail_allocations(draw, &r);
        free(bytes);
    }
}

static dxk_status refuse(void *user, const void *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return DXK_E_SINK;
}

static void wrong_arguments(void **state)
{
    (void)state;
    dxk_bytes bytes;
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = NULL;
    size_t size = 0;
    dxk_sink sink = {count, &size};
    uint8_t *sample = support_sample("vs.dxil", &bytes.size);
    bytes.data = sample;
    assert_int_equal(dxk_container_read(ctx, bytes, NULL, &container), DXK_OK);
    dxk_picture_options narrow = {.width = 639}, dot = {.dot = true}, odd = {.id_prefix = "a\"b"};
    assert_int_equal(dxk_picture(container, DXK_PICTURE_PARTS, &narrow, sink), DXK_E_ARGUMENT);
    assert_int_equal(dxk_picture(container, DXK_PICTURE_PARTS, &odd, sink), DXK_E_ARGUMENT);
    assert_int_equal(dxk_picture(container, DXK_PICTURE_PARTS, &dot, sink), DXK_E_ARGUMENT);
    assert_int_equal(dxk_picture(container, DXK_PICTURE_LINKAGE, NULL, sink), DXK_E_ARGUMENT);
    assert_int_equal(dxk_picture(container, (dxk_picture_kind)99, NULL, sink), DXK_E_ARGUMENT);
    assert_int_equal(size, 0);
    assert_int_equal(dxk_picture(container, DXK_PICTURE_PARTS, NULL, (dxk_sink){refuse, NULL}),
                     DXK_E_SINK);
    assert_null(dxk_picture_name((dxk_picture_kind)99));
    assert_null(dxk_picture_about((dxk_picture_kind)99));
    assert_int_equal(dxk_picture_style(sink), DXK_OK);
    assert_true(size > 1000);
    dxk_container_free(container);
    free(sample);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_allocation_may_fail),
    cmocka_unit_test(wrong_arguments),
};

SUPPORT_SUITE(test_picture, tests);

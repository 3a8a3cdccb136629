/* SPDX-License-Identifier: MIT */
/* test_report.c - reports without memory, with a sink that fails, wrong arguments, collections
 * (dxk/report.h). */
#include "support.h"

#include "dxk/picture.h"
#include "dxk/report.h"

#include <string.h>

static dxk_status count(void *user, const void *text, size_t size)
{
    (void)text;
    *(size_t *)user += size;
    return DXK_OK;
}

static dxk_status refuse(void *user, const void *text, size_t size)
{
    (void)user;
    (void)text;
    (void)size;
    return DXK_E_SINK;
}

static dxk_status write_report(dxk_ctx *ctx, void *user)
{
    const dxk_bytes *bytes = user;
    dxk_container *container = NULL;
    size_t size = 0;
    dxk_status status = dxk_container_read(ctx, *bytes, NULL, &container);
    dxk_report_options options = {.other = container};
    if (status == DXK_OK)
        status = dxk_report(container, &options, (dxk_sink){count, &size});
    assert_true(status == DXK_OK ? size > 0 : size == 0);
    dxk_container_free(container);
    return status;
}

static dxk_status write_collection(dxk_ctx *ctx, void *user)
{
    static const char text[] = "<p id=\"a-top\">report</p>";
    const dxk_bytes *bytes = user, report = {(const uint8_t *)text, sizeof text - 1};
    dxk_container *container = NULL;
    dxk_report_collection *all = NULL;
    dxk_report_summary row;
    size_t size = 0;
    dxk_status status = dxk_container_read(ctx, *bytes, NULL, &container);
    if (status == DXK_OK)
        status = dxk_report_summarize(container, &row);
    if (status == DXK_OK)
        status = dxk_report_collection_create(ctx, &all);
    for (int i = 0; i < 2 && status == DXK_OK; i++)
        status = dxk_report_collection_add(all, (dxk_str){"folder/name", 11}, &row, report, "a-");
    if (status == DXK_OK)
        status = dxk_report_collection_write(all, (dxk_str){"<&>", 3}, (dxk_sink){count, &size});
    dxk_report_collection_free(all);
    dxk_container_free(container);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static const char *const samples[] = {"rts0.dxil", "rootsig.dxil"};
    for (size_t i = 0; i < 2; i++) {
        dxk_bytes bytes;
        uint8_t *sample = support_sample(samples[i], &bytes.size);
        bytes.data = sample;
        support_fail_allocations(write_report, &bytes);
        support_fail_allocations(write_collection, &bytes);
        free(sample);
    }
}

static void wrong_arguments(void **state)
{
    (void)state;
    dxk_bytes bytes;
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = NULL;
    size_t size = 0;
    dxk_sink sink = {count, &size}, closed = {refuse, NULL};
    uint8_t *sample = support_sample("vs.dxil", &bytes.size);
    bytes.data = sample;
    assert_int_equal(dxk_container_read(ctx, bytes, NULL, &container), DXK_OK);
    dxk_report_options odd = {.prefix = "a b"}, newer = {.struct_size = 3};
    assert_int_equal(dxk_report(container, &odd, sink), DXK_E_ARGUMENT);
    assert_int_equal(dxk_report(container, &newer, sink), DXK_E_ARGUMENT);
    assert_int_equal(dxk_report(container, NULL, closed), DXK_E_SINK);
    assert_int_equal(dxk_report(container, NULL, sink), DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    dxk_container_free(container);
    free(sample);
    support_ctx_done(ctx);
}

static bool contains(const dxk_buffer *buffer, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= buffer->size; i++)
        if (memcmp(buffer->data + i, text, size) == 0)
            return true;
    return false;
}

static void trees_keep_the_largest(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_picture_tree *tree = NULL;
    dxk_buffer svg;
    char name[32];
    dxk_buffer_init(&svg, ctx);
    assert_int_equal(dxk_picture_tree_create(ctx, &tree), DXK_OK);
    assert_int_equal(dxk_picture_tree_write(tree, NULL, dxk_buffer_sink(&svg)), DXK_OK);
    assert_true(contains(&svg, "0 containers"));
    dxk_buffer_free(&svg);
    for (unsigned i = 0; i < 1000; i++) { /* sizes rise and fall */
        dxk_picture_share shares[] = {{DXK_FOURCC('D', 'X', 'I', 'L'), 100 + i * 7919 % 1000},
                                      {DXK_FOURCC('A', 'A', 'A', 'A') + i % 100, 3}};
        size_t size = (size_t)snprintf(name, sizeof name, "file%u", i * 7919 % 1000);
        assert_int_equal(dxk_picture_tree_add(tree, (dxk_str){name, size}, shares, 2), DXK_OK);
    }
    assert_int_equal(dxk_picture_tree_write(tree, NULL, dxk_buffer_sink(&svg)), DXK_OK);
    assert_true(contains(&svg, ">file999\nDXIL: 1,099 bytes<"));
    assert_true(contains(&svg, ">file880\nDXIL: 980 bytes<"));
    assert_false(contains(&svg, ">file879\n"));
    assert_true(contains(&svg, ">880 smaller\nDXIL: "));
    assert_true(contains(&svg, "1,000 containers"));
    assert_true(contains(&svg, "others"));
    dxk_buffer_free(&svg);
    dxk_picture_tree_free(tree);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_allocation_may_fail),
    cmocka_unit_test(wrong_arguments),
    cmocka_unit_test(trees_keep_the_largest),
};

SUPPORT_SUITE(test_report, tests);

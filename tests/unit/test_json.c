/* SPDX-License-Identifier: MIT */
/* test_json.c - the JSON writer, and what the library writes with it. */
#include "support.h"

#include <string.h>

#include "dxk/diff.h"
#include "dxk/info.h"
#include "dxk/ir.h"
#include "dxk/json.h"
#include "dxk/op_table.h"
#include "dxk/reflect.h"
#include "dxk/validate.h"
#include "dxk/visit.h"

static void expect_text(const dxk_buffer *text, const char *expected)
{
    assert_int_equal(text->size, strlen(expected));
    assert_memory_equal(text->data, expected, text->size);
}

static void writes_any_text(void **state)
{
    (void)state;
    static const char bytes[] = "a\"\\\n\x01\x7f\xc3\xa4\xff\xe2\x82";
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    dxk_json json;
    dxk_buffer_init(&text, ctx);
    dxk_json_init(&json, dxk_buffer_sink(&text));
    dxk_json_object(&json, NULL);
    dxk_json_str(&json, "s", (dxk_str){bytes, sizeof bytes - 1});
    dxk_json_text(&json, "none", NULL);
    dxk_json_array_line(&json, "list");
    dxk_json_i64(&json, NULL, INT64_MIN);
    dxk_json_u64(&json, NULL, UINT64_MAX);
    dxk_json_bool(&json, NULL, true);
    dxk_json_fourcc(&json, NULL, 0x4c495844);
    dxk_json_hex(&json, NULL, (dxk_bytes){(const uint8_t *)"\x00\xff", 2});
    dxk_json_raw(&json, NULL, (dxk_str){"{\n  \"a\": 1\n}", 12});
    dxk_json_pieces(&json, NULL, (const dxk_str[]){{"a", 1}, {"\n", 1}}, 2);
    dxk_json_end(&json);
    dxk_json_array(&json, "empty");
    dxk_json_end_to(&json, 0);
    assert_int_equal(json.status, DXK_OK);
    expect_text(&text, "{\n  \"s\": \"a\\\"\\\\\\n\\u0001\\u007f\xc3\xa4\\u00ff\\u00e2\\u0082\",\n"
                       "  \"none\": null,\n"
                       "  \"list\": [-9223372036854775808, 18446744073709551615, true, \"DXIL\", "
                       "\"00ff\", {\"a\": 1}, \"a\\n\"],\n"
                       "  \"empty\": []\n}\n");
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

static void writes_numbers_as_printf_does(void **state)
{
    (void)state;
    static const double values[] = {0,
                                    -0.0,
                                    1,
                                    -1.5,
                                    0.1,
                                    1e9,
                                    123456789,
                                    1234567890,
                                    1e16,
                                    1e17,
                                    1e22,
                                    1e-4,
                                    1.5e-5,
                                    1e-300,
                                    5e-324,
                                    1.7976931348623157e308,
                                    64,
                                    0.30000000000000004,
                                    3.4028234663852886e38,
                                    1.1754943508222875e-38,
                                    99999999.95,
                                    16777217,
                                    2.5e-9};
    dxk_ctx *ctx = support_ctx();
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char expected[40];
        dxk_buffer text;
        dxk_json json;
        snprintf(expected, sizeof expected, "%.9g", values[i]);
        if (strtod(expected, NULL) != values[i])
            snprintf(expected, sizeof expected, "%.17g", values[i]);
        dxk_buffer_init(&text, ctx);
        dxk_json_init(&json, dxk_buffer_sink(&text));
        dxk_json_real(&json, NULL, values[i]);
        expect_text(&text, expected);
        dxk_buffer_free(&text);
    }
    support_ctx_done(ctx);
}

static void leaves_out_what_is_too_deep(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    dxk_json json;
    dxk_buffer_init(&text, ctx);
    dxk_json_init(&json, dxk_buffer_sink(&text));
    for (size_t i = 0; i < 2 * DXK_JSON_DEPTH; i++)
        dxk_json_array_line(&json, NULL);
    dxk_json_u64(&json, NULL, 1);
    dxk_json_end_to(&json, 0);
    assert_int_equal(text.size, 2 * DXK_JSON_DEPTH + strlen("null\n"));
    assert_non_null(memchr(text.data, 'n', text.size));
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

static void ends_nothing_that_is_not_open(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    dxk_json json;
    dxk_buffer_init(&text, ctx);
    dxk_json_init(&json, dxk_buffer_sink(&text));
    dxk_json_end(&json);
    dxk_json_array(&json, NULL);
    dxk_json_end(&json);
    dxk_json_end(&json);
    assert_int_equal(json.depth, 0);
    expect_text(&text, "[]\n");
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

/* The last register of a binding, as JSON has it. */
static void expect_upper_bound(uint32_t first, uint32_t count, const char *expected)
{
    dxk_ctx *ctx = support_ctx();
    dxk_reflect_binding binding = {.bind_point = first, .bind_count = count};
    const dxk_reflect r = {.bindings = &binding, .binding_count = 1};
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_reflect_json(&r, dxk_buffer_sink(&text)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&text, "", 1), DXK_OK);
    assert_non_null(strstr((const char *)text.data, expected));
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

static void bindings_without_an_end_have_the_greatest_upper_bound(void **state)
{
    (void)state;
    expect_upper_bound(3, 1, "\"upper_bound\": 3,");
    expect_upper_bound(3, 2, "\"upper_bound\": 4,");
    expect_upper_bound(3, 0, "\"upper_bound\": 4294967295,");
    expect_upper_bound(0, UINT32_MAX, "\"upper_bound\": 4294967295,");
    expect_upper_bound(3, UINT32_MAX, "\"upper_bound\": 4294967295,");
}

static dxk_status refuse(void *user, const void *data, size_t size)
{
    (void)data;
    size_t *left = user;
    if (size > *left)
        return DXK_E_SINK;
    *left -= size;
    return DXK_OK;
}

static dxk_status write_all(dxk_ctx *ctx, dxk_bytes bytes, dxk_sink sink)
{
    dxk_container *c = NULL;
    dxk_reflect *r = NULL;
    dxk_validation *v = NULL;
    dxk_status status = dxk_container_read(ctx, bytes, NULL, &c);
    if (status == DXK_OK)
        status = dxk_info_json(c, sink);
    if (status == DXK_OK)
        status = dxk_dump_json(c, sink);
    if (status == DXK_OK)
        status = dxk_diff_json(c, c, NULL, sink);
    if (status == DXK_OK)
        status = dxk_reflect_load(c, NULL, &r);
    if (status == DXK_OK)
        status = dxk_reflect_json(r, sink);
    if (status == DXK_OK)
        status = dxk_validate(c, NULL, &v);
    if (status == DXK_OK)
        status = dxk_validation_json(v, sink);
    if (status == DXK_OK)
        status = dxk_validation_sarif(v, "a file", sink);
    dxk_validation_free(v);
    dxk_reflect_free(r);
    dxk_container_free(c);
    return status;
}

/* A sink that fails ends every printer, wherever it is in its output. */
static void stops_when_the_sink_does(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_bytes bytes;
    size_t room = SIZE_MAX;
    uint8_t *data = support_sample("ps.dxil", &bytes.size);
    bytes.data = data;
    assert_int_equal(write_all(ctx, bytes, (dxk_sink){refuse, &room}), DXK_OK);
    size_t whole = SIZE_MAX - room;
    assert_true(whole > 10000);
    for (size_t given = 0; given < whole; given += 1 + whole / 97) {
        size_t left = given;
        assert_int_equal(write_all(ctx, bytes, (dxk_sink){refuse, &left}), DXK_E_SINK);
    }
    free(data);
    support_ctx_done(ctx);
}

static dxk_status run(dxk_ctx *ctx, void *user)
{
    size_t room = SIZE_MAX;
    return write_all(ctx, *(const dxk_bytes *)user, (dxk_sink){refuse, &room});
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    static const char *const samples[] = {"ps.dxil", "rts0.dxil"};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        dxk_bytes bytes;
        uint8_t *data = support_sample(samples[i], &bytes.size);
        bytes.data = data;
        support_fail_allocations(run, &bytes);
        free(data);
    }
}

static void finds_operations(void **state)
{
    (void)state;
    uint32_t opcode, found;
    assert_true(dxk_op_table_find((dxk_str){"bufferload", 10}, &opcode));
    assert_int_equal(opcode, 68);
    assert_true(dxk_op_table_find((dxk_str){"68", 2}, &opcode));
    assert_int_equal(opcode, 68);
    assert_false(dxk_op_table_find((dxk_str){"", 0}, &opcode));
    assert_false(dxk_op_table_find((dxk_str){"99999999999999999999", 20}, &opcode));
    assert_int_equal(dxk_op_print(100000, false, (dxk_sink){refuse, &opcode}), DXK_E_NOT_FOUND);
    dxk_op_info op;
    for (size_t i = 0; dxk_op_at(i, &op); i++) {
        char name[16];
        int size = snprintf(name, sizeof name, "%lu", (unsigned long)op.op);
        assert_true(dxk_op_table_find((dxk_str){name, (size_t)size}, &found));
        assert_int_equal(found, op.op);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(writes_any_text),
    cmocka_unit_test(writes_numbers_as_printf_does),
    cmocka_unit_test(leaves_out_what_is_too_deep),
    cmocka_unit_test(ends_nothing_that_is_not_open),
    cmocka_unit_test(bindings_without_an_end_have_the_greatest_upper_bound),
    cmocka_unit_test(stops_when_the_sink_does),
    cmocka_unit_test(survives_failing_allocations),
    cmocka_unit_test(finds_operations),
};
SUPPORT_SUITE(test_json, tests);

/* SPDX-License-Identifier: MIT */
/* test_message.c - templates of messages: kinds of arguments, too little room, DXC's manner. */
#include "support.h"

#include <string.h>

#include "base/message.h"

static void expect(const char *want, const char *pattern, const dxki_arg *args, size_t count,
                   bool nested)
{
    char text[200];
    size_t size = nested ? dxki_format_nested(text, sizeof text, pattern, args, count)
                         : dxki_format(text, sizeof text, pattern, args, count);
    assert_int_equal(size, strlen(want));
    assert_memory_equal(text, want, size);
}

static void test_kinds(void **state)
{
    (void)state;
    dxk_str odd = {"a\n\\\"\x7f\xc3", 6};
    expect("0 18446744073709551615", "%0 %1", DXKI_ARGS(dxki_dec(0), dxki_dec(UINT64_MAX)), false);
    expect("0x0 0xfedcba9876543210", "%0 %1", DXKI_ARGS(dxki_hex(0), dxki_hex(0xfedcba9876543210)),
           false);
    expect("a\\x0a\\\"\\x7f\\xc3", "%0", DXKI_ARGS(dxki_text(odd)), false);
    expect("a\n\\\"\x7f\xc3", "%0", DXKI_ARGS(dxki_raw(odd)), false);
    expect("a\\0A\\5C\\22\\7F\\C3", "%0", DXKI_ARGS(dxki_escaped(odd)), false);
    expect("DX\\x00C", "%0", DXKI_ARGS(dxki_fourcc_arg(0x43005844)), false);
    expect("[]", "[%0]", DXKI_ARGS(dxki_raw((dxk_str){NULL, 0})), false);
}

static void test_places(void **state)
{
    (void)state;
    expect("1 0 1 %2 % %x %", "%1 %0 %1 %2 % %x %", DXKI_ARGS(dxki_dec(0), dxki_dec(1)), false);
    expect("%7", "%%0", DXKI_ARGS(dxki_dec(7)), false);
    expect("%0 is not replaced", "%0 is not replaced", NULL, 0, false);
    /* Arguments are not templates, but in DXC's manner. */
    dxki_arg name = dxki_raw(dxki_str("<%1 %0>"));
    expect("<%1 %0> 5", "%0 %1", DXKI_ARGS(name, dxki_dec(5)), false);
    expect("<5 %0> %1", "%0 %1", DXKI_ARGS(name, dxki_dec(5)), true);
    expect("5 <%1 %0>", "%1 %0", DXKI_ARGS(name, dxki_dec(5)), true);
    expect("1 %0", "%0 %0", DXKI_ARGS(dxki_dec(1)), true);
}

static void test_room(void **state)
{
    (void)state;
    char text[8] = "xxxxxxx";
    assert_int_equal(dxki_format(NULL, 0, "%0-%0", DXKI_ARGS(dxki_dec(1234))), 9);
    assert_int_equal(dxki_format(text, 6, "%0-%0", DXKI_ARGS(dxki_dec(1234))), 9);
    assert_memory_equal(text, "1234-1x", 7);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_kinds),
    cmocka_unit_test(test_places),
    cmocka_unit_test(test_room),
};
SUPPORT_SUITE(test_message, tests);

/* SPDX-License-Identifier: MIT */
/* test_blake2b.c - the hash against values of an independent implementation (Python's hashlib). */
#include "support.h"

#include "base/blake2b.h"

static void expect(const void *data, size_t size, size_t piece, const char *wanted)
{
    uint8_t result[DXKI_BLAKE2B_RESULT];
    char text[2 * DXKI_BLAKE2B_RESULT + 1];
    dxki_blake2b b;
    dxki_blake2b_begin(&b);
    for (size_t i = 0; i < size; i += piece)
        dxki_blake2b_add(&b, (const uint8_t *)data + i, size - i < piece ? size - i : piece);
    dxki_blake2b_end(&b, result);
    for (size_t i = 0; i < sizeof result; i++)
        snprintf(text + 2 * i, 3, "%02x", result[i]);
    assert_string_equal(text, wanted);
}

static void known_values(void **state)
{
    (void)state;
    expect("", 0, 1, "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    expect("abc", 3, 3, "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

/* Sizes around those of a block, in pieces of all sizes. */
static void pieces_make_no_difference(void **state)
{
    static const struct {
        size_t size;
        const char *wanted;
    } cases[] = {
        {127, "4ff62e7c4c43fe101a078479c48836be4907d9d498dcc577ca89d694b2c11f9b"},
        {128, "14696d2a98d9f8a280da8b132b1045b345e1033759c6b02fcc4ee885c8ae7c37"},
        {129, "3934215260b1039be9d9d2b073b059bcd50120c327a22af93eb4d98cf821c14c"},
        {256, "3d0cb2693dfbac42af5a6cc960953fea8714aa39c4bcd054ef61d6b5e98ade4a"},
        {1000, "6ac4bea923678eb024090384d6e767b5870f849057dc19b172d8d9f2df30bf8e"},
    };
    uint8_t data[1000];
    (void)state;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (uint8_t)(i * 7);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t piece = 1; piece <= 300; piece++)
            expect(data, cases[i].size, piece, cases[i].wanted);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(known_values),
    cmocka_unit_test(pieces_make_no_difference),
};
SUPPORT_SUITE(test_blake2b, tests);

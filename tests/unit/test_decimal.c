/* SPDX-License-Identifier: MIT */
/*
 * test_decimal.c - decimals to binary and back, against the C library: random numbers, and those
 * near the edges of every way through (denormals, the middle between two numbers, long texts).
 */
#include "support.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/big.h"
#include "base/decimal.h"

#define TEXT   4000
#define ROUNDS 60000

static uint64_t seed = 88172645463325252u;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The next number in that direction, of a positive one. */
static double above(double value)
{
    return double_of(bits_of(value) + 1);
}

static double below(double value)
{
    return double_of(bits_of(value) - 1);
}

static uint32_t float_bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t read_as(const char *text, dxki_real_format f)
{
    dxki_decimal d;
    bool negative;
    dxk_str all = {text, strlen(text)};
    assert_int_equal(dxki_decimal_scan_all(all, &d, &negative), all.size);
    return dxki_decimal_bits(&d, f) | (uint64_t)negative << (f.exponent + f.fraction);
}

/* The C library reads the text as the same double and the same float. */
static void expect_reads(const char *text)
{
    uint64_t wide = read_as(text, DXKI_BINARY64), narrow = read_as(text, DXKI_BINARY32);
    if (wide != bits_of(strtod(text, NULL)) || narrow != float_bits_of(strtof(text, NULL)))
        fail_msg("%s: %llx %llx", text, (unsigned long long)wide, (unsigned long long)narrow);
}

/* A finite number that is not 0: any, one near a power of two, a denormal one, a short decimal. */
static double next_number(void)
{
    uint64_t bits = next_random() & INT64_MAX, kind = next_random() % 4;
    char text[64];
    if (kind == 1)
        bits = (bits & (uint64_t)2047 << 52) + (next_random() % 5 - 2);
    else if (kind == 2)
        bits >>= 12 + next_random() % 51;
    if (kind == 3) {
        snprintf(text, sizeof text, "%de%d", (int)(next_random() % 100000000),
                 (int)(next_random() % 640) - 335);
        bits = bits_of(strtod(text, NULL));
    }
    bits &= INT64_MAX;
    return bits == 0 || bits >= (uint64_t)2047 << 52 ? 1.5 : double_of(bits);
}

static void test_reads(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "0.",
        ".0e5",
        "1",
        "00000000000000000000000000000000000000000000012",
        "123456789012345678",
        "1234567890123456789",
        "12345678901234567890",
        "10000000000000000000000000000000000000",
        "9007199254740993",
        "9007199254740993.00000000000000000000000000000000000000000000000000000000000001",
        "9007199254740992.99999999999999999999999999999999999999999999999999999999999999",
        "18446744073709551615",
        "18446744073709551616",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977"
        "587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854"
        "845"
        "817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711"
        "559"
        "699508093042880177904174497791.999999999999999999999999",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "3.4028235677973366e38",
        "3.4028235677973365e38",
        "7.0064923216240853e-46",
        "7.0064923216240854e-46",
        "1e400",
        "1e-400",
        "1e99999999999999999999999999",
        "1e-99999999999999999999999999",
        "0e99999999999999999999999999",
        "0.0000000000000000000000000000000000001e+37",
    };
    char text[TEXT];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_reads(texts[i]);
    for (int i = 0; i < ROUNDS; i++) {
        snprintf(text, sizeof text, "%.*e", (int)(next_random() % 30), next_number());
        expect_reads(text);
        snprintf(text, sizeof text, "-%llu%llu.%llue%d", (unsigned long long)next_random(),
                 (unsigned long long)next_random(), (unsigned long long)next_random(),
                 (int)(next_random() % 760) - 400);
        expect_reads(text);
    }
}

/* A text of the middle between two numbers, changed in its last place, continued or cut. */
static void expect_near(char *text)
{
    size_t size = strcspn(text, "e");
    char power[16];
    snprintf(power, sizeof power, "%s", text + size);
    expect_reads(text);
    for (int more = 0; more < 4; more++) {
        static const char *const tails[] = {"0", "1", "00000000000000000000000000001", "9"};
        snprintf(text + size, TEXT - size, "%s%s", tails[more], power);
        expect_reads(text);
    }
    while (size && (text[size - 1] == '0' || text[size - 1] == '.'))
        size--;
    if (size == 0)
        return;
    text[size - 1]--;
    snprintf(text + size, TEXT - size, "%s%s", size % 2 ? "" : "99999999", power);
    expect_reads(text);
}

static void test_middles(void **state)
{
    (void)state;
    char text[TEXT];
    for (int i = 0; i < ROUNDS / 20; i++) {
        double value = next_number();
        if (LDBL_MANT_DIG > DBL_MANT_DIG && value < DBL_MAX) {
            long double middle = ((long double)value + (long double)above(value)) / 2;
            snprintf(text, sizeof text, "%.*Le", i % 3 ? 1100 : 30, middle);
            expect_near(text);
        }
        uint32_t bits = (uint32_t)next_random() & INT32_MAX;
        float single, next;
        bits = bits >= 0x7f7fffff ? 1 : i % 4 ? bits : bits >> (8 + i % 23);
        memcpy(&single, &bits, sizeof single);
        bits++;
        memcpy(&next, &bits, sizeof next);
        snprintf(text, sizeof text, "%.200e", ((double)single + (double)next) / 2);
        expect_near(text);
    }
}

/* Thousands of digits, of which the last decides, or none. */
static void test_long_texts(void **state)
{
    (void)state;
    static const char *const starts[] = {"9007199254740993.", "0.", "16777217.", "1."};
    char text[TEXT];
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        for (size_t zeros = 700; zeros < 3800; zeros += 77) {
            size_t size = strlen(starts[i]);
            memcpy(text, starts[i], size);
            memset(text + size, '0', zeros);
            for (int last = 0; last < 3; last++) {
                static const char *const ends[] = {"", "1", "7e900"};
                snprintf(text + size + zeros, TEXT - size - zeros, "%s", ends[last]);
                expect_reads(text);
            }
            memset(text + size, '9', zeros);
            text[size + zeros] = 0;
            expect_reads(text);
        }
    }
}

/* Every half, and the middle between it and the next one, is a double. */
static void test_halves(void **state)
{
    (void)state;
    for (uint32_t half = 0; half < 0x7c00; half++) {
        bool exact;
        char text[200];
        double here = double_of(dxki_real_convert(DXKI_BINARY16, half, DXKI_BINARY64, &exact));
        double next =
            half == 0x7bff
                ? 65536
                : double_of(dxki_real_convert(DXKI_BINARY16, half + 1, DXKI_BINARY64, &exact));
        double middle = (here + next) / 2;
        snprintf(text, sizeof text, "%.40f", here);
        assert_int_equal(read_as(text, DXKI_BINARY16), half);
        snprintf(text, sizeof text, "%.40f", middle);
        assert_int_equal(read_as(text, DXKI_BINARY16), half + (half & 1));
        snprintf(text, sizeof text, "%.40f", below(middle));
        assert_int_equal(read_as(text, DXKI_BINARY16), half);
        snprintf(text, sizeof text, "%.40f", above(middle));
        assert_int_equal(read_as(text, DXKI_BINARY16), half + 1);
        assert_int_equal(dxki_real_convert(DXKI_BINARY64, bits_of(middle), DXKI_BINARY16, &exact),
                         half + (half & 1));
        assert_false(exact);
        assert_int_equal(dxki_real_convert(DXKI_BINARY64, bits_of(here), DXKI_BINARY16, &exact),
                         half);
        assert_true(exact);
    }
}

static void expect_text(const char *want, const char *got, size_t size)
{
    if (size != strlen(want) || memcmp(want, got, size) != 0)
        fail_msg("%s: %.*s", want, (int)size, got);
}

/* As %e, %f and %g print the number. */
static void expect_prints(double value, int digits)
{
    char want[TEXT], got[DXKI_FIXED_TEXT];
    dxki_real r = dxki_real_split(DXKI_BINARY64, bits_of(value));
    dxki_decimal d = dxki_decimal_of(r, digits, DXKI_TIES_EVEN);
    snprintf(want, sizeof want, "%.*e", digits - 1, value);
    expect_text(want, got, dxki_decimal_scientific(&d, digits, 2, got));
    snprintf(want, sizeof want, "%.*g", digits, value);
    int power = dxki_decimal_power(&d);
    bool plain = power >= -4 && power < digits;
    d = dxki_decimal_trim(d);
    expect_text(want, got,
                plain ? dxki_decimal_plain(&d, got) : dxki_decimal_scientific(&d, 1, 2, got));
    snprintf(want, sizeof want, "%.*f", digits % 9 + 1, value);
    expect_text(want, got, dxki_decimal_fixed(r, digits % 9 + 1, got));
}

static void test_prints(void **state)
{
    (void)state;
    static const double values[] = {
        0.5,
        2.5,
        1e22,
        1e23,
        9.5,
        99.5,
        999999.5,
        9999999.5,
        0.000001,
        0.00000005,
        4e-324,
        DBL_MIN,
        DBL_MAX,
        FLT_MAX,
        FLT_MIN,
        1.0 / 3,
        1e17,
        1e16,
        9999999999999996.0,
        0.1,
        1e-5,
        0.3,
        65504,
        1e9,
        123456789.5,
    };
    for (int digits = 1; digits <= DXKI_DIGITS_MAX; digits++) {
        for (size_t i = 0; i < sizeof values / sizeof *values; i++)
            expect_prints(values[i], digits);
        for (int power = -323; power <= 308; power++) {
            char text[16];
            snprintf(text, sizeof text, "1e%d", power);
            double value = strtod(text, NULL);
            expect_prints(value, digits);
            expect_prints(power > -323 ? below(value) : value, digits);
            expect_prints(above(value), digits);
        }
    }
    for (int i = 0; i < ROUNDS; i++) {
        expect_prints(next_number(), 1 + i % DXKI_DIGITS_MAX);
        /* few bits: ties are frequent */
        double scale = double_of((next_random() % 60 + 983) << 52);
        expect_prints((double)(next_random() % 4096 + 1) * scale, 1 + i % DXKI_DIGITS_MAX);
    }
}

static void test_ties_up(void **state)
{
    (void)state;
    static const struct {
        double value;
        int count;
        uint64_t even, up;
    } rows[] = {
        {0.5, 1, 5, 5},
        {2.5, 1, 2, 3},
        {3.5, 1, 4, 4},
        {12345678.5, 8, 12345678, 12345679},
        {9.5, 1, 1, 1},
        {8.5, 1, 8, 9},
        {0.0078125, 6, 781250, 781250},
        {0.0078125, 4, 7812, 7813},
        {4e22 + 0, 1, 4, 4},
        {1.25, 2, 12, 13},
        {1.2499999999999998, 2, 12, 12},
        {1e15 + 0.5, 16, 1000000000000000, 1000000000000001},
        {2.5e20, 1, 2, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dxki_real r = dxki_real_split(DXKI_BINARY64, bits_of(rows[i].value));
        assert_int_equal(dxki_decimal_of(r, rows[i].count, DXKI_TIES_EVEN).digits, rows[i].even);
        assert_int_equal(dxki_decimal_of(r, rows[i].count, DXKI_TIES_UP).digits, rows[i].up);
    }
}

static void test_shortest(void **state)
{
    (void)state;
    static const dxki_real_format formats[] = {{5, 10}, {8, 23}, {11, 52}};
    for (int i = 0; i < ROUNDS; i++) {
        dxki_real_format f = formats[i % 3];
        uint64_t bits = next_random() >> (63 - f.exponent - f.fraction), limit = 10;
        if (bits == 0 || bits >= dxki_infinity(f))
            continue;
        dxki_real r = dxki_real_split(f, bits);
        dxki_decimal d = dxki_decimal_shortest(f, bits, 1), shorter;
        assert_int_equal(dxki_decimal_bits(&d, f), bits);
        int digits = 1;
        for (; limit <= d.digits; limit *= 10)
            digits++;
        if (digits > 1) {
            shorter = dxki_decimal_of(r, digits - 1, DXKI_TIES_EVEN);
            assert_int_not_equal(dxki_decimal_bits(&shorter, f), bits);
        }
    }
    dxki_decimal zero = dxki_decimal_shortest(DXKI_BINARY32, 0x80000000, 6);
    assert_int_equal(zero.digits, 0);
}

static void test_scan(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t taken, all;
    } rows[] = {
        {"", 0, 0},        {".", 0, 0},      {"x", 0, 0},    {"-", 0, 0},    {"5.", 2, 2},
        {".5", 2, 2},      {"1.2.3", 3, 3},  {"12e5", 2, 4}, {"12e", 2, 2},  {"12e+", 2, 2},
        {"12E-07x", 2, 6}, {"-1.5e1", 0, 6}, {"+.5", 0, 3},  {"1.5f", 3, 3}, {"--1", 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dxki_decimal d;
        bool negative;
        dxk_str text = {rows[i].text, strlen(rows[i].text)};
        assert_int_equal(dxki_decimal_scan(text, &d), rows[i].taken);
        assert_int_equal(dxki_decimal_scan_all(text, &d, &negative), rows[i].all);
    }
}

/* Conversions between the formats, against the machine's. */
static void test_convert(void **state)
{
    (void)state;
    bool exact;
    for (int i = 0; i < ROUNDS; i++) {
        double value = next_number();
        float narrow = (float)value;
        uint64_t bits = dxki_real_convert(DXKI_BINARY64, bits_of(-value), DXKI_BINARY32, &exact);
        assert_int_equal(bits, float_bits_of(-narrow));
        assert_int_equal(exact, (double)narrow == value);
        if (narrow - narrow == 0) {
            assert_int_equal(dxki_real_convert(DXKI_BINARY32, bits, DXKI_BINARY64, &exact),
                             bits_of((double)-narrow));
            assert_true(exact);
        }
    }
    assert_int_equal(dxki_real_convert(DXKI_BINARY64, 0xfff0000000000001, DXKI_BINARY32, &exact),
                     0xffc00000);
    assert_false(exact);
    static const struct {
        uint32_t narrow;
        uint64_t wide;
    } rows[] = {
        {0x3fc00000, 0x3ff8000000000000}, {1, 0x36a0000000000000}, /* denormal */
        {0x80000000, 0x8000000000000000},                          /* -0 */
        {0x7f800001, 0x7ff0000020000000},                          /* signalling NaN */
        {0xff800000, 0xfff0000000000000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(dxki_real_convert(DXKI_BINARY32, rows[i].narrow, DXKI_BINARY64, &exact),
                         rows[i].wide);
        assert_true(exact);
    }
}

static void test_big(void **state)
{
    (void)state;
    uint64_t words[4] = {0, 0, 0, 0};
    char digits[80], *end = digits + sizeof digits;
    static const char text[] =
        "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    for (const char *at = text; *at; at++)
        assert_int_equal(dxki_big_multiply(words, 4, 10, (uint32_t)(*at - '0')), 0);
    for (int i = 0; i < 4; i++)
        assert_true(words[i] == UINT64_MAX);
    char *first = dxki_big_digits(words, 4, end);
    expect_text(text, first, (size_t)(end - first));
    first = dxki_big_digits(words, 4, end);
    expect_text("0", first, (size_t)(end - first));
    words[1] = 1;
    dxki_big_negate(words, 4);
    assert_true(words[0] == 0 && words[1] == UINT64_MAX && words[3] == UINT64_MAX);
    assert_int_equal(dxki_big_multiply(words, 4, 2, 1), 1);
    words[0] = 7;
    words[1] = words[2] = words[3] = 0;
    assert_int_equal(dxki_big_divide(words, 4, 3), 1);
    assert_true(words[0] == 2);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_reads),      cmocka_unit_test(test_middles),
    cmocka_unit_test(test_long_texts), cmocka_unit_test(test_halves),
    cmocka_unit_test(test_prints),     cmocka_unit_test(test_ties_up),
    cmocka_unit_test(test_shortest),   cmocka_unit_test(test_scan),
    cmocka_unit_test(test_convert),    cmocka_unit_test(test_big),
};
SUPPORT_SUITE(test_decimal, tests);

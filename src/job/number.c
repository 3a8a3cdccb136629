/* SPDX-License-Identifier: MIT */
/* number.c - see number.h. */
#include "job/number.h"

#include "base/decimal.h"

/* --- text to number --- */

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = dxki_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

static int base_of(dxk_str *text)
{
    static const struct {
        char letter;
        int base;
    } prefixes[] = {{'x', 16}, {'o', 8}, {'b', 2}};
    for (size_t i = 0; i < 3; i++) {
        if (text->size > 2 && text->data[0] == '0' &&
            dxki_lower(text->data[1]) == prefixes[i].letter) {
            text->data += 2;
            text->size -= 2;
            return prefixes[i].base;
        }
    }
    return 10;
}

static bool parse_magnitude(dxk_str text, uint64_t *value, bool *is_decimal)
{
    int base = base_of(&text);
    *value = 0;
    *is_decimal = base == 10;
    for (size_t i = 0; i < text.size; i++) {
        int digit = digit_of(text.data[i]);
        uint64_t before = *value;
        if (digit >= base || before > (UINT64_MAX - (uint64_t)digit) / (uint64_t)base)
            return false;
        *value = before * (uint64_t)base + (uint64_t)digit;
    }
    return text.size != 0;
}

/* Without a sign, other bases than 10 give the bits of a signed number. */
static bool parse_integer(const dxki_job_format *format, dxk_str text, uint64_t *bits)
{
    uint64_t most = UINT64_MAX >> (64 - 8 * format->size), value;
    bool negative = dxki_str_cut(&text, "-"), is_decimal;
    if (!negative)
        dxki_str_cut(&text, "+");
    if (!parse_magnitude(text, &value, &is_decimal))
        return false;
    if (format->number == DXKI_JOB_SIGNED && (is_decimal || negative))
        most = most / 2 + negative;
    else if (negative && value)
        return false;
    *bits = (negative ? 0 - value : value) & (UINT64_MAX >> (64 - 8 * format->size));
    return value <= most;
}

static dxki_real_format real_format(const dxki_job_format *format)
{
    return format->size == 8 ? DXKI_BINARY64 : format->size == 4 ? DXKI_BINARY32 : DXKI_BINARY16;
}

/* "p-127" after the digits; false when that is something else. */
static bool parse_binary_exponent(dxk_str text, int *exponent)
{
    if (text.size == 0)
        return true;
    if (dxki_lower(text.data[0]) != 'p')
        return false;
    text.data++;
    text.size--;
    bool negative = dxki_str_cut(&text, "-");
    if (!negative)
        dxki_str_cut(&text, "+");
    int value = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (digit_of(text.data[i]) > 9)
            return false;
        value = value < 100000 ? value * 10 + digit_of(text.data[i]) : value;
    }
    *exponent += negative ? -value : value;
    return text.size != 0;
}

/* "1.8p-127", after "0x". */
static bool parse_hexreal(dxki_real_format f, dxk_str text, uint64_t *bits)
{
    dxki_real r = {0, 0};
    bool point = false, any = false, more = false;
    size_t i = 0;
    for (; i < text.size; i++) {
        int digit = digit_of(text.data[i]);
        if (text.data[i] == '.' && !point) {
            point = true;
            continue;
        }
        if (digit > 15)
            break;
        any = true;
        if (r.significand >> 60) { /* no room: only whether something follows matters */
            more = more || digit;
            r.exponent += point ? 0 : 4;
            continue;
        }
        r.significand = r.significand << 4 | (uint64_t)digit;
        r.exponent -= point ? 4 : 0;
    }
    if (!any || !parse_binary_exponent((dxk_str){text.data + i, text.size - i}, &r.exponent))
        return false;
    if (more)
        r.significand |= 1; /* below what any format keeps */
    *bits = dxki_real_join(f, r, false);
    return true;
}

static bool parse_special(dxki_real_format f, dxk_str text, uint64_t *bits)
{
    static const char *const infinities[] = {"inf", "infinity", ".inf"};
    dxki_str_cut(&text, text.size > 3 ? "." : "");
    for (size_t i = 0; i < 3; i++) {
        if (dxki_str_same_fold(text, dxki_str(infinities[i]))) {
            *bits = dxki_infinity(f);
            return true;
        }
    }
    *bits = dxki_infinity(f) | (uint64_t)1 << (f.fraction - 1);
    return dxki_str_same_fold(text, dxki_str("nan"));
}

static bool parse_real(const dxki_job_format *format, dxk_str text, uint64_t *bits)
{
    dxki_real_format f = real_format(format);
    bool negative = dxki_str_cut(&text, "-"), good;
    dxki_decimal d;
    bool minus;
    if (!negative)
        dxki_str_cut(&text, "+");
    if (text.size == 0 || text.data[0] == '-' || text.data[0] == '+')
        return false;
    if (dxki_str_cut(&text, "0x") || dxki_str_cut(&text, "0X")) {
        good = parse_hexreal(f, text, bits);
    } else if (dxki_decimal_scan_all(text, &d, &minus) == text.size) {
        good = true;
        *bits = dxki_decimal_bits(&d, f);
    } else {
        good = parse_special(f, text, bits);
    }
    *bits |= (uint64_t)negative << (f.exponent + f.fraction);
    return good;
}

/* True of digits alone, however many. */
static bool is_integer(dxk_str text)
{
    if (!dxki_str_cut(&text, "-"))
        dxki_str_cut(&text, "+");
    int base = base_of(&text);
    size_t i = 0;
    while (i < text.size && digit_of(text.data[i]) < base)
        i++;
    return i == text.size;
}

bool dxki_job_number_parse(const dxki_job_format *format, dxk_str text, uint64_t *bits)
{
    bool yes = dxki_str_same_fold(text, dxki_str("true"));
    bool word = yes || dxki_str_same_fold(text, dxki_str("false"));
    if (word && format->number != DXKI_JOB_REAL) {
        *bits = yes;
        return true;
    }
    if (format->number == DXKI_JOB_REAL)
        return parse_real(format, text, bits);
    if (parse_integer(format, text, bits))
        return true;
    /* An integer is the bits of a half; what is not written as one is its value. */
    bool is_half = format == &dxki_job_formats[DXKI_JOB_FLOAT16];
    return is_half && !is_integer(text) && parse_real(format, text, bits);
}

/* --- number to text --- */

double dxki_job_real(const dxki_job_format *format, uint64_t bits)
{
    bool exact;
    double value;
    bits = dxki_real_convert(real_format(format), bits, DXKI_BINARY64, &exact);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Writes the sign, and infinity, NaN or 0, as printf does; true when that was all. */
static bool print_special(dxki_out *out, uint64_t *bits, const char *zero)
{
    uint64_t infinity = dxki_infinity(DXKI_BINARY64);
    if (*bits >> 63)
        dxki_out_char(out, '-');
    *bits &= UINT64_MAX >> 1;
    if (*bits == 0)
        dxki_out_text(out, zero);
    else if (*bits >= infinity)
        dxki_out_text(out, *bits == infinity ? "inf" : "nan");
    return *bits == 0 || *bits >= infinity;
}

void dxki_job_print_real(dxki_out *out, double value)
{
    enum { DIGITS = 6, LEAST = -4 };
    uint64_t bits = bits_of(value);
    char text[DXKI_DECIMAL_TEXT(DIGITS - LEAST)];
    if (print_special(out, &bits, "0"))
        return;
    dxki_decimal d = dxki_decimal_of(dxki_real_split(DXKI_BINARY64, bits), DIGITS, DXKI_TIES_EVEN);
    int power = dxki_decimal_power(&d);
    d = dxki_decimal_trim(d);
    size_t size = power >= LEAST && power < DIGITS ? dxki_decimal_plain(&d, text)
                                                   : dxki_decimal_scientific(&d, 1, 2, text);
    dxki_out_write(out, text, size);
}

void dxki_job_print_hexreal(dxki_out *out, double value)
{
    uint64_t bits = bits_of(value), fraction;
    if (print_special(out, &bits, "0x0p+0"))
        return;
    int64_t exponent = (int64_t)(bits >> 52) - 1023;
    fraction = bits & (((uint64_t)1 << 52) - 1);
    dxki_out_text(out, bits >> 52 ? "0x1" : "0x0");
    if (bits >> 52 == 0)
        exponent = -1022;
    if (fraction) {
        int digits = 13;
        for (; (fraction & 15) == 0; digits--)
            fraction >>= 4;
        dxki_out_char(out, '.');
        dxki_out_hex(out, fraction, digits, false);
    }
    dxki_out_text(out, exponent < 0 ? "p" : "p+");
    dxki_out_i64(out, exponent);
}

void dxki_job_number_print(dxki_out *out, const dxki_job_format *format, uint64_t bits)
{
    unsigned unused = 64 - 8u * format->size;
    uint64_t sign = (uint64_t)1 << (63 - unused);
    switch (format->number) {
    case DXKI_JOB_HEX:
        dxki_out_text(out, "0x");
        dxki_out_hex(out, bits, 1, true);
        break;
    case DXKI_JOB_UNSIGNED:
        dxki_out_u64(out, bits);
        break;
    case DXKI_JOB_SIGNED:
        dxki_out_i64(out, (int64_t)((bits ^ sign) - sign));
        break;
    default:
        dxki_job_print_real(out, dxki_job_real(format, bits));
    }
}

/* --- memory --- */

uint64_t dxki_job_element(const dxki_job_format *format, const uint8_t *data, uint64_t index)
{
    uint64_t bits = 0;
    data += index * format->size;
    for (unsigned i = 0; i < format->size; i++)
        bits |= (uint64_t)data[i] << (8 * i);
    return bits;
}

void dxki_job_put_element(const dxki_job_format *format, uint8_t *data, uint64_t index,
                          uint64_t bits)
{
    data += index * format->size;
    for (unsigned i = 0; i < format->size; i++)
        data[i] = (uint8_t)(bits >> (8 * i));
}

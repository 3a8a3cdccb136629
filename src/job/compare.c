/* SPDX-License-Identifier: MIT */
/* compare.c - results of a job: buffers after the run against what is expected, by the rules of the
 * offload test suite. */
#include "base/real.h"
#include "job/number.h"
#include "job/schema.h"

/* One element of both buffers, and the rule. */
typedef struct pair {
    const dxki_job_result *rule;
    const dxki_job_format *format;
    uint64_t actual, expected;
} pair;

static uint64_t magnitude_of(const dxki_job_format *format, uint64_t bits)
{
    return bits & (UINT64_MAX >> (65 - 8 * format->size));
}

static dxki_real_format real_format(const dxki_job_format *format)
{
    return format->size == 8 ? DXKI_BINARY64 : format->size == 4 ? DXKI_BINARY32 : DXKI_BINARY16;
}

static bool is_nan(const dxki_job_format *format, uint64_t bits)
{
    return magnitude_of(format, bits) > dxki_infinity(real_format(format));
}

static double distance(double a, double b)
{
    return a < b ? b - a : a - b;
}

static bool is_near_zero(const pair *p, double a, double b)
{
    double zero = p->rule->zero;
    return p->rule->rule == DXKI_JOB_ULP && zero > 0 &&
           (distance(a, 0) <= zero || distance(b, 0) <= zero);
}

/* Whether a denormal is expected, and the zero of its sign is there. */
static bool is_flushed(const pair *p)
{
    uint64_t expected = magnitude_of(p->format, p->expected);
    uint64_t least = (uint64_t)1 << real_format(p->format).fraction;
    return p->rule->denorm == DXKI_JOB_DENORM_ANY && expected && expected < least &&
           p->actual == (p->expected ^ expected);
}

/* Difference of the bits as signed numbers, whose sign is cut off; it wraps as they do. */
static bool within_bits(const pair *p)
{
    unsigned unused = 64 - 8u * p->format->size;
    int64_t difference = (int64_t)((p->actual - p->expected) << unused) >> unused;
    if (difference == INT64_MIN)
        return false;
    return (uint64_t)(difference < 0 ? -difference : difference) <= p->rule->ulp;
}

static bool within_epsilon(const pair *p, double a, double b)
{
    /* Numbers of 4 bytes are subtracted as such. */
    if (p->format->size == 8)
        return distance(a, b) < p->rule->epsilon;
    return (float)distance(a, b) < (float)p->rule->epsilon;
}

static bool real_matches(const pair *p)
{
    double a = dxki_job_real(p->format, p->actual), b = dxki_job_real(p->format, p->expected);
    bool nan = is_nan(p->format, p->actual), wants_nan = is_nan(p->format, p->expected);
    if (nan || wants_nan)
        return nan && wants_nan;
    if (a == b || is_flushed(p))
        return true;
    if (p->rule->rule == DXKI_JOB_EPSILON)
        return within_epsilon(p, a, b);
    return is_near_zero(p, a, b) ? distance(a, b) <= p->rule->zero : within_bits(p);
}

/* A number that orders halves; the two zeros differ. */
static int32_t order_of(uint64_t half)
{
    return (int32_t)(half & 0x8000 ? ~half & 0xFFFF : half | 0x8000);
}

static bool half_matches(const pair *p)
{
    double a = dxki_job_real(p->format, p->actual), b = dxki_job_real(p->format, p->expected);
    bool nan = is_nan(p->format, p->actual), wants_nan = is_nan(p->format, p->expected);
    if (nan || wants_nan)
        return nan && wants_nan;
    if (a == b)
        return true;
    if (p->rule->rule == DXKI_JOB_EPSILON)
        return within_epsilon(p, a, b);
    if (is_near_zero(p, a, b))
        return distance(a, b) <= p->rule->zero;
    int32_t apart = order_of(p->actual) - order_of(p->expected);
    return (uint32_t)(apart < 0 ? -apart : apart) <= p->rule->ulp;
}

/* --- one result --- */

static const uint8_t *data_of(const dxki_job_buffer *b, uint32_t index)
{
    return b->data + index * b->capacity;
}

static void print_value(dxki_out *out, const dxki_job_format *format, uint64_t bits)
{
    if (format->size == 2) {
        dxki_out_text(out, "0x");
        dxki_out_hex(out, bits, 1, false);
        return;
    }
    dxki_job_print_real(out, dxki_job_real(format, bits));
    dxki_out_text(out, " (");
    dxki_job_print_hexreal(out, dxki_job_real(format, bits));
    dxki_out_char(out, ')');
}

static bool element_matches(const pair *p, uint64_t index, dxki_out *out)
{
    if (p->format->size == 2 ? half_matches(p) : real_matches(p))
        return true;
    dxki_out_text(out, "  Mismatch at element ");
    dxki_out_u64(out, index);
    dxki_out_text(out, ": expected=");
    print_value(out, p->format, p->expected);
    dxki_out_text(out, ", actual=");
    print_value(out, p->format, p->actual);
    dxki_out_char(out, '\n');
    return false;
}

static bool numbers_match(const dxki_job_result *r, uint32_t index, dxki_out *out)
{
    pair p = {.rule = r, .format = &dxki_job_formats[r->of->format]};
    dxki_job_format half = {"Float16", 2, DXKI_JOB_REAL};
    bool good = true;
    if (p.format->size == 2)
        p.format = &half;
    for (uint64_t i = 0; i < r->of->size / p.format->size; i++) {
        p.actual = dxki_job_element(p.format, data_of(r->of, index), i);
        p.expected = dxki_job_element(p.format, data_of(r->wanted, index), i);
        if (!element_matches(&p, i, out))
            good = false;
    }
    return good;
}

static bool matches(const dxki_job_result *r, dxki_out *out)
{
    bool good = r->of->array_size == r->wanted->array_size && r->of->size == r->wanted->size;
    if (!good)
        return false;
    for (uint32_t i = 0; i < r->of->array_size; i++) {
        bool same = r->rule == DXKI_JOB_EXACT
                        ? memcmp(data_of(r->of, i), data_of(r->wanted, i), r->of->size) == 0
                        : numbers_match(r, i, out);
        good = good && same;
    }
    return good;
}

/* --- telling --- */

static void print_hex(dxki_out *out, const dxki_job_buffer *b)
{
    const dxki_job_format *format = &dxki_job_formats[b->format];
    for (uint32_t i = 0; i < b->array_size; i++) {
        dxki_out_text(out, b->array_size > 1 ? " - [ " : "[ ");
        for (uint64_t k = 0; k < b->size / format->size; k++) {
            dxki_out_text(out, k ? ", 0x" : "0x");
            dxki_out_hex(out, dxki_job_element(format, data_of(b, i), k), 1, false);
        }
        dxki_out_text(out, " ]\n");
    }
}

static void print_rule(dxki_out *out, const dxki_job_result *r)
{
    static const char *const names[] = {"BufferExact", "BufferFloatULP", "BufferFloatEpsilon"};
    dxki_out_text(out, "Comparison Rule: ");
    dxki_out_text(out, names[r->rule]);
    if (r->rule == DXKI_JOB_ULP) {
        dxki_out_text(out, "\nULP: ");
        dxki_out_u64(out, r->ulp);
    } else if (r->rule == DXKI_JOB_EPSILON) {
        dxki_out_text(out, "\nEpsilon: ");
        dxki_job_print_real(out, r->epsilon);
    }
    dxki_out_char(out, '\n');
}

static void print_failure(dxki_out *out, const dxki_job_result *r)
{
    dxki_out_text(out, "Test failed: ");
    dxki_out_str(out, r->name);
    dxki_out_char(out, '\n');
    print_rule(out, r);
    dxki_out_text(out, "Expected:\n");
    dxki_job_print_map(out, &dxki_job_buffer_schema, r->wanted);
    dxki_out_text(out, "Got:\n");
    dxki_job_print_map(out, &dxki_job_buffer_schema, r->of);
    dxki_out_text(out, "Full Hex representation of Expected Buffer Values:\n");
    print_hex(out, r->wanted);
    dxki_out_text(out, "Full Hex representation of Actual Buffer Values:\n");
    print_hex(out, r->of);
}

dxk_status dxk_job_compare(const dxk_job *job, size_t index, dxk_sink sink, bool *passed)
{
    dxki_out out;
    if (index >= job->results.count)
        return DXK_E_ARGUMENT;
    const dxki_job_result *r = DXKI_JOB_AT(job->results, dxki_job_result, index);
    dxki_out_init(&out, sink);
    *passed = matches(r, &out);
    if (!*passed)
        print_failure(&out, r);
    return dxki_out_flush(&out);
}

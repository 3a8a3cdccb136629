/* SPDX-License-Identifier: MIT */
/* test_job.c - jobs: what is wrong with them, what their numbers mean, comparison and dump. */
#include "support.h"

#include "base/count.h"
#include "dxk/job.h"
#include "job/number.h"

#define SHADERS "Shaders: [ {Stage: Compute, Entry: main} ]\n"
#define SETS    "DescriptorSets: []\n"

static dxk_status parse(dxk_ctx *ctx, const char *text, dxk_job **job)
{
    return dxk_job_parse(ctx, (dxk_str){text, strlen(text)}, job);
}

/* --- what is refused --- */

typedef struct refusal {
    const char *text;
    uint32_t line, column;
    const char *rule, *message; /* the message's beginning */
} refusal;

#define BUFFER(more) SHADERS SETS "Buffers:\n  - Name: A\n    Format: UInt32\n" more

/* A buffer of a number of bytes, and a view of it in a format of its own. */
#define VIEWED(format, bytes, width, height, depth, kind, view)                                    \
    SHADERS "Buffers: [ {Name: A, Format: " #format ", FillSize: " #bytes                          \
            ", OutputProps: {Height: " #height ", Width: " #width ", Depth: " #depth               \
            ", MipLevels: 2}} ]\nDescriptorSets: [{Resources: [{Name: A, Kind: " #kind             \
            ", ViewFormat: " #view ", HeapIndex: 0}]}]\n"

static const refusal refusals[] = {
    {"a: [1, 2\n", 2, 1, "JOB.SYNTAX", "the list is not closed"},
    {"a: [1 2]\n", 1, 1, "JOB.MISSING", "missing required key 'Shaders'"},
    {"a: {b: 1]\n", 1, 9, "JOB.SYNTAX", "this bracket closes nothing"},
    {"a: 'b\n", 1, 5, "JOB.SYNTAX", "the quote is not closed"},
    {"a: [{b 1}]\n", 1, 9, "JOB.SYNTAX", "expected ':' after the key"},
    {"a: &b 1\n", 1, 4, "JOB.SYNTAX", "this form of YAML is not supported"},
    {"a: b: c\n", 1, 4, "JOB.SYNTAX", "a map must not begin on the line of its key"},
    {"a: 1\n  b: 2\n", 2, 3, "JOB.SYNTAX", "this line is indented more"},
    {"  a: 1\nb: 2\n", 2, 1, "JOB.SYNTAX", "this line does not continue"},
    {"a: \"\\q\"\n", 1, 5, "JOB.SYNTAX", "unknown escape"},
    {"a: 'x' y\n", 1, 8, "JOB.SYNTAX", "unexpected text after the value"},
    {"[1]\n", 1, 1, "JOB.TYPE", "expected a map"},
    {SHADERS SETS "Buffers: []\nBufers: []\n", 4, 9, "JOB.KEY", "unknown key 'Bufers'"},
    {SHADERS SETS "Buffers: []\nBuffers: []\n", 4, 10, "JOB.REPEATED", "duplicated mapping key"},
    {SHADERS "Buffers: []\n", 1, 1, "JOB.MISSING", "missing required key 'DescriptorSets'"},
    {"Shaders: [{Stage: Comput, Entry: main}]\n", 1, 19, "JOB.NAME", "unknown name 'Comput'"},
    {"Shaders: [{Stage: Compute}]\n", 1, 11, "JOB.MISSING", "missing required key 'Entry'"},
    {BUFFER(""), 4, 5, "JOB.MISSING", "missing required key 'Data'"},
    {BUFFER("    Data: [1, -1]\n"), 6, 15, "JOB.NUMBER", "'-1' is no number of format UInt32"},
    {BUFFER("    Data: [0x100000000]\n"), 6, 12, "JOB.NUMBER", "'0x100000000' is no number"},
    {BUFFER("    Data: [1.5]\n"), 6, 12, "JOB.NUMBER", "'1.5' is no number"},
    {BUFFER("    Data: [[1]]\n"), 6, 12, "JOB.NUMBER", "'a list' is no number"},
    {BUFFER("    Data: 5\n"), 6, 11, "JOB.TYPE", "expected a list"},
    {BUFFER("    ArraySize: 2\n    Data: [[1]]\n"), 7, 11, "JOB.BUFFERS",
     "Expected 2 buffers, found 1"},
    {BUFFER("    ArraySize: 2\n    Data: [[1], [1, 2]]\n"), 7, 17, "JOB.SIZES",
     "All buffers must have the same size"},
    {BUFFER("    Channels: 2\n    Stride: 4\n    Data: [1]\n"), 4, 5, "JOB.STRIDE",
     "Cannot set a structure stride"},
    {BUFFER("    Channels: 5\n    Data: [1]\n"), 4, 5, "JOB.ELEMENT",
     "Channels must be from 1 to 4"},
    {BUFFER("    FillValue: 4\n"), 6, 16, "JOB.FILL", "'FillValue' specified without 'FillSize'"},
    {BUFFER("    ZeroInitSize: 4\n"), 6, 19, "JOB.ZERO_INIT", "invalid key 'ZeroInitSize'"},
    {BUFFER("    FillSize: 6\n"), 6, 15, "JOB.FILL_SIZE", "FillSize 6 is no multiple"},
    {BUFFER("    FillSize: 8\n    Data: [1]\n"), 7, 11, "JOB.KEY", "unknown key 'Data'"},
    {BUFFER("    FillSize: 0x4000000000000000\n"), 6, 15, "LIMIT.JOB_SIZE", "a buffer would have"},
    {BUFFER("    FillSize: 16\n    OutputProps: {Height: 4, Width: 4, Depth: 1}\n"), 4, 5,
     "JOB.OUTPUT_SIZE", "Buffer 'A' size (16) does not match OutputProps dimensions (64)"},
    {SHADERS
     "Buffers: []\nDescriptorSets: [{Resources: [{Name: B, Kind: Buffer, HeapIndex: 0}]}]\n",
     3, 31, "JOB.REFERENCE", "Referenced buffer B not found!"},
    {SHADERS "Buffers: []\nDescriptorSets: [{Resources: [{Name: B, Kind: Buffer}]}]\n", 3, 31,
     "JOB.BINDING", "Resource 'B' must specify exactly one"},
    {SHADERS SETS "Buffers: []\nSamplers: [{Name: S, ComparisonOp: Less}]\n", 4, 12, "JOB.SAMPLER",
     "Sampler kind 'Sampler' requires ComparisonOp: Never"},
    {SHADERS SETS "Buffers: []\nDispatchParameters: {DispatchGroupCount: [1, 2]}\n", 4, 42,
     "JOB.COUNT", "DispatchGroupCount must have exactly 3 numbers, got 2"},
    {SHADERS SETS "Buffers: []\nDispatchParameters: {VertexCount: 3}\n", 1, 1, "JOB.PIPELINE",
     "DispatchParameters.VertexCount set on a Compute"},
    {"Shaders: [{Stage: Pixel, Entry: main}]\nBuffers: []\n" SETS, 1, 1, "JOB.PIPELINE",
     "The pipeline misses a Compute"},
    {"Shaders: [{Stage: Vertex, Entry: a}, {Stage: Vertex, Entry: b}]\nBuffers: []\n" SETS, 1, 1,
     "JOB.PIPELINE", "Pipeline has multiple shaders of the same type"},
    {"Shaders: [{Stage: Vertex, Entry: a}, {Stage: Hull, Entry: b}]\nBuffers: []\n" SETS, 1, 1,
     "JOB.PIPELINE", "Hull and Domain shaders must be used together"},
    {BUFFER(
         "    Data: [1]\n") "Results: [{Result: R, Rule: BufferFloatULP, Actual: A, Expected: A, "
                            "ULPT: 1}]\n",
     7, 11, "JOB.FLOAT_RULE", "BufferFloat only accepts Float buffers"},
    {BUFFER("    Data: [1]\n") "Results: [{Result: R, Rule: BufferFloatULP, Actual: A, Expected: "
                               "A}]\n",
     7, 11, "JOB.MISSING", "missing required key 'ULPT'"},
    {SHADERS SETS
     "Buffers: []\nResults: [{Result: R, Rule: BufferExact, Actual: A, Expected: A}]\n",
     4, 11, "JOB.REFERENCE", "Referenced buffer A not found!"},
    {SHADERS SETS
     "Buffers: [{Name: A, Format: Float32, Data: []}, {Name: B, Format: Float64, Data: "
     "[]}]\nResults: [{Result: R, Rule: BufferFloatEpsilon, Epsilon: 1, Actual: A, "
     "Expected: B}]\n",
     4, 11, "JOB.SAME_TYPE", "Buffers must have the same type"},
    {BUFFER(
         "    Data: [1]\n") "RuntimeSettings: {DirectX: {RootParameters: [{Kind: RootDescriptor, "
                            "Resource: {Name: A, Kind: RWBuffer}}]}}\n",
     7, 46, "JOB.ROOT_RAW", "Root descriptors must be raw resource types"},
    {BUFFER(
         "    ArraySize: 2\n    Data: [[1], [2]]\n") "RuntimeSettings: {DirectX: {RootParameters: "
                                                     "[{Kind: Constant, Name: A}]}}\n",
     8, 46, "JOB.ROOT_ARRAY", "Root constant cannot refer to resource arrays"},
    {SHADERS
     "Buffers: [{Name: A, Format: Hex8, Data: []}]\nDescriptorSets: [{Resources: [{Name: A, "
     "Kind: RWBuffer, HasCounter: true, HeapIndex: 0}]}]\n",
     3, 31, "JOB.COUNTER", "only a structured buffer"},
    {VIEWED(UInt32, 96, 8, 6, 1, Texture2D, BC1_UNORM), 2, 12, "JOB.OUTPUT_SIZE",
     "Buffer 'A' size (96) does not match OutputProps dimensions (40)"},
    {VIEWED(UInt32, 8, 0, 0, 0, Texture2D, BC9_UNORM), 3, 31, "JOB.VIEW_FORMAT",
     "there is no format BC9_UNORM"},
    {VIEWED(Hex8, 7, 0, 0, 0, Buffer, R8G8B8A8_UNORM), 2, 12, "JOB.VIEW_SIZE",
     "the 7 bytes of buffer 'A' are not whole elements of 4 bytes"},
    {VIEWED(Hex8, 8, 0, 0, 0, ByteAddressBuffer, R8_UNORM), 3, 31, "JOB.VIEW_KIND",
     "a ByteAddressBuffer has no format"},
    {BUFFER("    Data: [1]\n") "RuntimeSettings: {DirectX: {RootParameters: [{Kind: "
                               "DescriptorTable}]}}\n",
     7, 28, "JOB.TABLES", "Expected 0 DescriptorTable root parameters, found 1"},
};

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(refusals); i++) {
        const refusal *r = &refusals[i];
        dxk_ctx *ctx = support_ctx();
        dxk_job *job;
        dxk_status status = parse(ctx, r->text, &job);
        const dxk_diag *d = dxk_ctx_diag(ctx, 0);
        if (status == DXK_OK || !d)
            fail_msg("no complaint about\n%s", r->text);
        if (strcmp(d->rule, r->rule) || strncmp(d->message, r->message, strlen(r->message)) ||
            d->line != r->line || d->column != r->column)
            fail_msg("%u:%u: %s [%s], expected %u:%u: %s [%s] for\n%s", d->line, d->column,
                     d->message, d->rule, r->line, r->column, r->message, r->rule, r->text);
        support_ctx_done(ctx);
    }
}

/* Blocks of 8 bytes for 4 by 4 texels: 6, then 1 for each smaller mip, in both slices. */
static void blocks_have_no_padding(void **state)
{
    static const char text[] = SHADERS
        "Buffers: [ {Name: A, Format: UInt16, FillSize: 144, OutputProps: {Height: 6, Width: 9, "
        "Depth: 1, MipLevels: 4, ArraySize: 2}} ]\n"
        "DescriptorSets: [{Resources: [{Name: A, Kind: Texture2DArray, ViewFormat: BC4_SNORM, "
        "HeapIndex: 0}]}]\n";
    dxk_ctx *ctx = support_ctx();
    dxk_job *job;
    (void)state;
    assert_int_equal(parse(ctx, text, &job), DXK_OK);
    dxk_job_free(job);
    support_ctx_done(ctx);
}

static void deep_nesting_is_refused(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_job *job;
    char text[4000];
    (void)state;
    memset(text, '[', sizeof text);
    assert_int_equal(dxk_job_parse(ctx, (dxk_str){text, sizeof text}, &job), DXK_E_LIMIT);
    assert_true(support_reported(ctx, "LIMIT.DEPTH"));
    support_ctx_done(ctx);
}

/* --- numbers --- */

typedef struct number {
    dxki_job_format_id format;
    const char *text;
    uint64_t bits;
    const char *shown;
} number;

static const number numbers[] = {
    {DXKI_JOB_INT32, "-2147483648", 0x80000000u, "-2147483648"},
    {DXKI_JOB_INT32, "0xffffffff", 0xFFFFFFFFu, "-1"},
    {DXKI_JOB_UINT32, "4294967295", 0xFFFFFFFFu, "4294967295"},
    {DXKI_JOB_UINT32, "0X1F", 31, "31"},
    {DXKI_JOB_UINT32, "true", 1, "1"},
    {DXKI_JOB_UINT32, "0b101", 5, "5"},
    {DXKI_JOB_HEX8, "255", 255, "0xFF"},
    {DXKI_JOB_HEX64, "0xBFF0000000000000", 0xBFF0000000000000u, "0xBFF0000000000000"},
    {DXKI_JOB_UINT64, "18446744073709551615", UINT64_MAX, "18446744073709551615"},
    {DXKI_JOB_INT64, "-9223372036854775808", (uint64_t)1 << 63, "-9223372036854775808"},
    {DXKI_JOB_INT16, "-1", 0xFFFF, "-1"},
    {DXKI_JOB_FLOAT16, "0x3C00", 0x3C00, "0x3C00"},
    {DXKI_JOB_FLOAT16, "1", 1, "0x1"},
    {DXKI_JOB_FLOAT16, "-1.5", 0xBE00, "0xBE00"},
    {DXKI_JOB_FLOAT16, "nan", 0x7E00, "0x7E00"},
    {DXKI_JOB_FLOAT16, ".NaN", 0x7E00, "0x7E00"},
    {DXKI_JOB_FLOAT16, "-inf", 0xFC00, "0xFC00"},
    {DXKI_JOB_FLOAT16, "-.inf", 0xFC00, "0xFC00"},
    {DXKI_JOB_FLOAT16, "1e5", 0x7C00, "0x7C00"},
    {DXKI_JOB_FLOAT16, "-1e-9", 0x8000, "0x8000"},
    {DXKI_JOB_FLOAT16, "0x1p1", 0x4000, "0x4000"},
    {DXKI_JOB_FLOAT64, "-.inf", 0xFFF0000000000000u, "-inf"},
    {DXKI_JOB_FLOAT32, "1", 0x3F800000, "1"},
    {DXKI_JOB_FLOAT32, "-0", 0x80000000u, "-0"},
    {DXKI_JOB_FLOAT32, "nan", 0x7FC00000, "nan"},
    {DXKI_JOB_FLOAT32, "-nan", 0xFFC00000u, "-nan"},
    {DXKI_JOB_FLOAT32, "NaN", 0x7FC00000, "nan"},
    {DXKI_JOB_FLOAT32, "-Inf", 0xFF800000u, "-inf"},
    {DXKI_JOB_FLOAT32, ".inf", 0x7F800000, "inf"},
    {DXKI_JOB_FLOAT32, "0x1.8p-127", 0x00600000, "8.81621e-39"},
    {DXKI_JOB_FLOAT32, "-0x1.e7d42cp-127", 0x8079F50Bu, "-1.12e-38"},
    {DXKI_JOB_FLOAT32, "0x10", 0x41800000, "16"},
    {DXKI_JOB_FLOAT32, "1e10", 0x501502F9, "1e+10"},
    {DXKI_JOB_FLOAT32, "123456.7", 0x47F1205A, "123457"},
    {DXKI_JOB_FLOAT32, "1234567", 0x4996B438, "1.23457e+06"},
    {DXKI_JOB_FLOAT32, "0.0001", 0x38D1B717, "0.0001"},
    {DXKI_JOB_FLOAT32, "0.00001", 0x3727C5AC, "1e-05"},
    {DXKI_JOB_FLOAT32, ".5", 0x3F000000, "0.5"},
    {DXKI_JOB_FLOAT64, "0.1", 0x3FB999999999999Au, "0.1"},
    {DXKI_JOB_FLOAT64, "1e999", 0x7FF0000000000000u, "inf"},
    {DXKI_JOB_BOOL, "1", 1, "1"},
};

static void numbers_are_read_and_printed(void **state)
{
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(numbers); i++) {
        const number *n = &numbers[i];
        const dxki_job_format *format = &dxki_job_formats[n->format];
        dxk_ctx *ctx = support_ctx();
        dxk_buffer shown;
        dxki_out out;
        uint64_t bits;
        dxk_buffer_init(&shown, ctx);
        dxki_out_init(&out, dxk_buffer_sink(&shown));
        if (!dxki_job_number_parse(format, (dxk_str){n->text, strlen(n->text)}, &bits) ||
            bits != n->bits)
            fail_msg("%s as %s is %llx", n->text, format->name, (unsigned long long)bits);
        dxki_job_number_print(&out, format, bits);
        dxki_out_flush(&out);
        if (shown.size != strlen(n->shown) || memcmp(shown.data, n->shown, shown.size) != 0)
            fail_msg("%s is shown as %.*s", n->text, (int)shown.size, (const char *)shown.data);
        dxk_buffer_free(&shown);
        support_ctx_done(ctx);
    }
}

static void what_is_no_number_is_refused(void **state)
{
    static const char *const reals[] = {"", "-", "1x", "0x", "0x1p", "1e", "--1", "infin", "nanx"};
    static const char *const integers[] = {"", "-", "0x", "1.0", "12a", "0b2", "+-1", "32768"};
    uint64_t bits;
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(reals); i++)
        assert_false(dxki_job_number_parse(&dxki_job_formats[DXKI_JOB_FLOAT32],
                                           (dxk_str){reals[i], strlen(reals[i])}, &bits));
    for (size_t i = 0; i < DXKI_COUNT(integers); i++)
        assert_false(dxki_job_number_parse(&dxki_job_formats[DXKI_JOB_INT16],
                                           (dxk_str){integers[i], strlen(integers[i])}, &bits));
    assert_false(
        dxki_job_number_parse(&dxki_job_formats[DXKI_JOB_FLOAT16], (dxk_str){"65536", 5}, &bits));
    assert_false(
        dxki_job_number_parse(&dxki_job_formats[DXKI_JOB_FLOAT16], (dxk_str){"0x10000", 7}, &bits));
}

static void hexadecimal_reals_are_as_in_c(void **state)
{
    static const double values[] = {1,      -1.5,     0.1,    0x1p-1074, 0x1.fffffffffffffp+1023,
                                    0x1p64, 0x1.8p-3, 1e-300, 12345.678, 0};
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(values); i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer shown;
        dxki_out out;
        char expected[64];
        dxk_buffer_init(&shown, ctx);
        dxki_out_init(&out, dxk_buffer_sink(&shown));
        dxki_job_print_hexreal(&out, values[i]);
        dxki_out_flush(&out);
        snprintf(expected, sizeof expected, "%a", values[i]);
        dxk_buffer_append(&shown, "", 1);
        assert_string_equal(shown.data, expected);
        dxk_buffer_free(&shown);
        support_ctx_done(ctx);
    }
}

/* --- comparison --- */

typedef struct comparison {
    const char *format, *rule; /* the rule with its keys */
    const char *actual, *expected;
    bool passes;
} comparison;

#define EXACT     "BufferExact"
#define ULP(n)    "BufferFloatULP, ULPT: " #n
#define EPS(e)    "BufferFloatEpsilon, Epsilon: " #e
#define PRESERVED ", DenormMode: Preserve"

static const comparison comparisons[] = {
    {"UInt32", EXACT, "1, 2", "1, 2", true},
    {"UInt32", EXACT, "1, 2", "1, 3", false},
    {"UInt32", EXACT, "1, 2", "1", false},
    {"Float32", EXACT, "0", "-0", false},
    {"Float32", ULP(0), "0", "-0", true},
    {"Float32", ULP(0), "nan", "-nan", true},
    {"Float32", ULP(100), "nan", "1", false},
    {"Float32", ULP(100), "1", "nan", false},
    {"Float32", ULP(1), "0x1.000002p0", "1", true},
    {"Float32", ULP(0), "0x1.000002p0", "1", false},
    {"Float32", ULP(1), "0x1.000004p0", "1", false},
    {"Float32", ULP(0), "0", "0x1p-140", true},
    {"Float32", ULP(0), "-0", "0x1p-140", false},
    {"Float32", ULP(0) PRESERVED, "0", "0x1p-140", false},
    {"Float32", ULP(0), "0x1p-140", "0", false},
    {"Float32", ULP(1), "1e-6", "0", false},
    {"Float32", ULP(1) ", ZeroTolerance: 0.0001", "1e-6", "0", true},
    {"Float32", ULP(1) ", ZeroTolerance: 0.0001", "0.001", "0", false},
    {"Float32", EPS(0.5), "1.25", "1", true},
    {"Float32", EPS(0.5), "1.5", "1", false},
    {"Float32", EPS(0), "1", "1", true},
    {"Float32", EPS(1), "inf", "inf", true},
    {"Float32", EPS(1), "inf", "-inf", false},
    {"Float64", ULP(1), "0x1.0000000000001p0", "1", true},
    {"Float64", EPS(1e-9), "1.00000001", "1", false},
    {"Float16", ULP(1), "0x3C01", "0x3C00", true},
    {"Float16", ULP(1), "0x3C02", "0x3C00", false},
    {"Float16", ULP(0), "0x8000", "0", true},
    {"Float16", ULP(1), "0x8001", "0x0001", false},
    {"Float16", ULP(3), "0x8001", "0x0001", true},
    {"Float16", ULP(0), "0", "0x0001", false},
    {"Float16", ULP(0), "0x7E00", "0xFE01", true},
    {"Float16", EPS(0.001), "0x3C01", "0x3C00", true},
    {"Float16", EPS(0.0005), "0x3C01", "0x3C00", false},
};

static void buffers_are_compared_by_the_rules(void **state)
{
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(comparisons); i++) {
        const comparison *c = &comparisons[i];
        dxk_ctx *ctx = support_ctx();
        dxk_buffer told;
        dxk_job *job;
        char text[1000];
        bool passed;
        dxk_buffer_init(&told, ctx);
        snprintf(text, sizeof text,
                 SHADERS SETS
                 "Buffers: [ {Name: A, Format: %s, Data: [ %s ]}, {Name: B, Format: %s, "
                 "Data: [ %s ]} ]\nResults: [ {Result: R, Actual: A, Expected: B, Rule: "
                 "%s} ]\n",
                 c->format, c->actual, c->format, c->expected, c->rule);
        assert_int_equal(parse(ctx, text, &job), DXK_OK);
        assert_int_equal(dxk_job_compare(job, 0, dxk_buffer_sink(&told), &passed), DXK_OK);
        if (passed != c->passes || passed != (told.size == 0))
            fail_msg("%s: %s against %s by %s", c->format, c->actual, c->expected, c->rule);
        assert_int_equal(dxk_job_compare(job, 1, dxk_buffer_sink(&told), &passed), DXK_E_ARGUMENT);
        dxk_buffer_free(&told);
        dxk_job_free(job);
        support_ctx_done(ctx);
    }
}

static void assert_text(dxk_buffer *got, const char *expected)
{
    dxk_buffer_append(got, "", 1);
    assert_string_equal(got->data, expected);
}

static void a_failure_says_what_differs(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer told;
    dxk_job *job;
    bool passed;
    (void)state;
    dxk_buffer_init(&told, ctx);
    assert_int_equal(parse(ctx,
                           SHADERS SETS "Buffers:\n- {Name: A, Format: Float32, Data: [20.25, 5]}\n"
                                        "- {Name: B, Format: Float32, Data: [1.5, 5,]}\n"
                                        "Results: [ {Result: R, Actual: A, Expected: B, Rule: "
                                        "BufferFloatULP, ULPT: 1} ]\n",
                           &job),
                     DXK_OK);
    assert_int_equal(dxk_job_compare(job, 0, dxk_buffer_sink(&told), &passed), DXK_OK);
    assert_text(&told, "  Mismatch at element 0: expected=1.5 (0x1.8p+0), actual=20.25 "
                       "(0x1.44p+4)\n"
                       "Test failed: R\nComparison Rule: BufferFloatULP\nULP: 1\n"
                       "Expected:\n---\nName:            B\nFormat:          Float32\n"
                       "Data:            [ 1.5, 5 ]\nOutputProps:\n  Height:          0\n"
                       "  Width:           0\n  Depth:           0\n...\n"
                       "Got:\n---\nName:            A\nFormat:          Float32\n"
                       "Data:            [ 20.25, 5 ]\nOutputProps:\n  Height:          0\n"
                       "  Width:           0\n  Depth:           0\n...\n"
                       "Full Hex representation of Expected Buffer Values:\n"
                       "[ 0x3fc00000, 0x40a00000 ]\n"
                       "Full Hex representation of Actual Buffer Values:\n"
                       "[ 0x41a20000, 0x40a00000 ]\n");
    dxk_buffer_free(&told);
    dxk_job_free(job);
    support_ctx_done(ctx);
}

/* --- text --- */

static const char lenient[] =
    "# a comment\n---\n"
    "Shaders:\n- Stage: Compute # behind a value\n  Entry: '?main@@'\n"
    "Buffers:\n- Name: \"A b\"\n  Format: Hex32\n  Stride: 4\n  ArraySize: 2\n"
    "  Data:\n  - [ 0x1,,\t2, ]\n  -\n    - 3\n    - 4\n"
    "- Name: U\n  Format: Float32\n  Data: [ 1, 2,\n    # between\n    3, 4 ]\n"
    "  Channels: 4\n"
    "DescriptorSets:\n- Resources:\n  - Name: A b\n    Kind: RWStructuredBuffer\n"
    "    HasCounter: True\n    DirectXBinding: { Register: 3, Space: 1 }\n"
    "DispatchParameters:\n  DispatchGroupCount: [ 4, 2, 1 ]\n...\nnot looked at: [\n";

static const char dumped[] =
    "---\n"
    "Shaders:\n  - Stage:           Compute\n    Entry:           '?main@@'\n"
    "RuntimeSettings:\n  DirectX:         {}\n"
    "Buffers:\n  - Name:            A b\n    Format:          Hex32\n    Stride:          4\n"
    "    ArraySize:       2\n    Counters:        [ 0, 0 ]\n    Data:\n"
    "      - [ 0x1, 0x2 ]\n      - [ 0x3, 0x4 ]\n"
    "    OutputProps:\n      Height:          0\n      Width:           0\n"
    "      Depth:           0\n"
    "  - Name:            U\n    Format:          Float32\n    Channels:        4\n"
    "    Data:            [ 1, 2, 3, 4 ]\n"
    "    OutputProps:\n      Height:          0\n      Width:           0\n"
    "      Depth:           0\n"
    "DescriptorSets:\n  - Resources:\n      - Name:            A b\n"
    "        Kind:            RWStructuredBuffer\n        HasCounter:      true\n"
    "        IsReserved:      false\n        DirectXBinding:\n"
    "          Register:        3\n          Space:           1\n"
    "Bindings:\n  VertexBuffer:    ''\n  RenderTarget:    ''\n"
    "AccelerationStructures: {}\n"
    "DispatchParameters:\n  DispatchGroupCount: [ 4, 2, 1 ]\n...\n";

static void a_job_is_read_leniently_and_dumped_strictly(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    dxk_job_buffer buffer;
    dxk_job_shader shader;
    dxk_job *job;
    (void)state;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(parse(ctx, lenient, &job), DXK_OK);
    assert_int_equal(dxk_job_info_get(job).groups[1], 2);
    assert_true(dxk_job_shader_get(job, 0, &shader));
    assert_int_equal(shader.kind, DXK_SHADER_KIND_COMPUTE);
    assert_false(dxk_job_shader_get(job, 1, &shader));
    assert_true(dxk_job_buffer_get(job, 0, &buffer));
    assert_int_equal(buffer.array_size, 2);
    assert_int_equal(buffer.data[buffer.pitch + 4], 4);
    assert_int_equal(dxk_job_print(job, dxk_buffer_sink(&text)), DXK_OK);
    assert_text(&text, dumped);
    dxk_job_free(job);
    /* What was dumped is a job again, but for the counters. */
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

static void samplers_may_compare_with_never(void **state)
{
    static const char *const samplers[] = {
        "{Name: S, Kind: SamplerComparison, ComparisonOp: Never}",
        "{Name: S, Kind: SamplerComparison}", "{Name: S}"};
    dxk_ctx *ctx = support_ctx();
    char source[512];
    dxk_job *job;

    (void)state;
    for (size_t i = 0; i < sizeof samplers / sizeof *samplers; i++) {
        snprintf(source, sizeof source, "%s", SHADERS SETS "Buffers: []\nSamplers: [");
        size_t at = strlen(source);
        snprintf(source + at, sizeof source - at, "%s]\n", samplers[i]);
        assert_int_equal(parse(ctx, source, &job), DXK_OK);
        dxk_job_free(job);
    }
    support_ctx_done(ctx);
}

static void rays_are_not_run(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_job *job;
    dxk_run *run;
    (void)state;
    assert_int_equal(
        parse(ctx, "Shaders: [{Stage: RayGeneration, Entry: main}]\nBuffers: []\n" SETS, &job),
        DXK_OK);
    assert_int_equal(dxk_job_bind(job, NULL, NULL, &run), DXK_E_INVALID);
    assert_null(run);
    assert_true(support_reported(ctx, "JOB.STAGE"));
    dxk_job_free(job);
    support_ctx_done(ctx);
}

static dxk_status parse_lenient(dxk_ctx *ctx, void *user)
{
    dxk_job *job;
    dxk_status status = parse(ctx, lenient, &job);
    (void)user;
    dxk_job_free(job);
    return status;
}

static void allocations_may_fail(void **state)
{
    (void)state;
    support_fail_allocations(parse_lenient, NULL);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(mistakes_are_told_with_their_place),
    cmocka_unit_test(deep_nesting_is_refused),
    cmocka_unit_test(numbers_are_read_and_printed),
    cmocka_unit_test(what_is_no_number_is_refused),
    cmocka_unit_test(hexadecimal_reals_are_as_in_c),
    cmocka_unit_test(buffers_are_compared_by_the_rules),
    cmocka_unit_test(a_failure_says_what_differs),
    cmocka_unit_test(a_job_is_read_leniently_and_dumped_strictly),
    cmocka_unit_test(samplers_may_compare_with_never),
    cmocka_unit_test(rays_are_not_run),
    cmocka_unit_test(blocks_have_no_padding),
    cmocka_unit_test(allocations_may_fail),
};
SUPPORT_SUITE(test_job, tests);

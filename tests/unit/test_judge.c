/* SPDX-License-Identifier: MIT */
/*
 * test_judge.c - modules that are read to be judged: each row of bitcode_words.def comes from a
 * stream made by hand. A stream is written as text: "(8 ... )" is a block, "2:1,0" a record of
 * code 2 without an abbreviation.
 */
#include "support.h"

#include "bitcode/judge.h"
#include "bitcode/outstream.h"
#include "bitcode/uses.h"
#include "dxk/bitcode.h"
#include "dxk/text.h"
#include "ir/plain.h"

/* 0 i32, 1 void, 2 void (), 3 its pointer, 4 float, 5 <2 x i32>, 6 {i32, float}, 7 i32*,
 * 8 [2 x i32], 9 i1, 10 label, 11 i32 (i32), 12 its pointer */
#define TYPES                                                                                      \
    "(17 1:13 7:32 2: 21:0,1 8:2,0 3: 12:2,0 18:0,0,4 8:0,0 11:2,0 7:1 5: 21:0,0,0 8:11,0 ) "
#define MAIN      "8:3,0,0,0,0,0,0,0,0,0,0,0,0,0,0 "
#define EXTERN    "8:12,0,1,0,0,0,0,0,0,0,0,0,0,0,0 "
#define GLOBALS   "1:1 " TYPES MAIN EXTERN
#define MODULE(x) "(8 " GLOBALS x " ) "
/* Numbers as operands: 7 main, 6 the other function, 5 an i32, 4 a float, 3 a structure, 2 a
 * pointer, 1 an array. */
#define VALUES  "(11 1:0 4:2 1:4 6:0 1:6 2: 1:7 2: 1:8 2: ) "
#define BODY(x) MODULE("(12 1:1 " VALUES x " 10: )")

typedef struct judged {
    dxki_bc_words words;
    const char *stream;
} judged;

static const judged cases[] = {
    {DXKI_WORDS_RECORD, BODY("2:5")},
    {DXKI_WORDS_RECORD, MODULE("(11 1:4294967296 )")}, /* here all bits count */
    {DXKI_WORDS_RECORD, BODY("41:2,0,0,0,6,1")},       /* atomic, and not aligned */
    {DXKI_WORDS_SILENT, MODULE("(11 1:4 6:0 1:8 7:2,2 )")},
    {DXKI_WORDS_SILENT_CAST, BODY("4:5")},
    {DXKI_WORDS_SILENT_CAST, MODULE("(15 9:3,0 ) (12 1:1 10: )")}, /* no value of a function */
    {DXKI_WORDS_SILENT_MEMORY, "(8 1:1 (17 1:4294967296 ) )"},
    {DXKI_WORDS_FILE, "(0 )"},
    {DXKI_WORDS_BLOCK, "(8 1:1 (17 1:5 2: ) )"},
    {DXKI_WORDS_BLOCKS, "(8 1:1 " TYPES TYPES ")"},
    {DXKI_WORDS_UNKNOWN_BLOCK, MODULE("(25 ) (12 1:1 10: )")},
    {DXKI_WORDS_UNKNOWN_SUBBLOCK, MODULE("(11 1:0 (25 ) 4:2 ) (12 1:1 10: )")},
    {DXKI_WORDS_UNUSED, BODY("") "+"},
    {DXKI_WORDS_DEBUG_VERSION,
     MODULE("(15 4:108,108,118,109,46,100,98,103,46,99,117 10: ) (12 1:1 10: )")},
    {DXKI_WORDS_ID, MODULE("(11 1:7 21:3,0,0 ) (12 1:1 10: )")},
    {DXKI_WORDS_ID, MODULE("(11 1:7 21:3,0,4 ) (12 1:4 10: )")},
    {DXKI_WORDS_ID, MODULE("(12 1:1 (11 1:7 21:3,0,2 ) 10: )")},
    {DXKI_WORDS_VALUE, "(8 1:9 )"},
    {DXKI_WORDS_TYPE, "(8 1:1 (17 1:1 8:9,0 ) )"},
    {DXKI_WORDS_TYPE_FOR_VALUE, BODY("6:5,5")},
    {DXKI_WORDS_ALIGNMENT, BODY("20:2,0,99,0")},
    {DXKI_WORDS_ATTRIBUTE, "(8 1:1 (10 3:1,4294967295,0,200 ) )"},
    {DXKI_WORDS_VARIABLE_COMDAT, MODULE("7:0,2,0,0,0,0,0,0,0,0,0,5")},
    {DXKI_WORDS_FUNCTION_COMDAT, MODULE("8:12,0,1,0,0,0,0,0,0,0,0,0,5,0,0")},
    {DXKI_WORDS_INITIALIZERS, MODULE("7:0,2,50,0,0,0 (12 1:1 10: )")},
    {DXKI_WORDS_NOT_CONSTANT, MODULE("7:0,2,6,0,0,0 (15 2:0,5 ) (12 1:1 10: )")},
    {DXKI_WORDS_ALIASEE, MODULE("9:7,0,0 (12 1:1 10: )")},
    {DXKI_WORDS_NO_PROTO, "(8 1:1 " TYPES "(12 1:1 10: ) )"},
    {DXKI_WORDS_NO_BODY, MODULE("")},
    {DXKI_WORDS_INT_WIDTH, "(8 1:1 (17 1:1 7:0 ) )"},
    {DXKI_WORDS_VECTOR_LENGTH, "(8 1:1 (17 1:2 7:32 12:0,0 ) )"},
    {DXKI_WORDS_PARAMETER_TYPE, "(8 1:1 (17 1:2 2: 21:0,0,0 ) )"},
    {DXKI_WORDS_TYPE_TABLE, "(8 1:1 (17 1:1 7:32 7:32 ) )"},
    {DXKI_WORDS_TYPE_FORWARD, "(8 1:1 (17 1:2 8:1,0 7:32 ) )"},
    {DXKI_WORDS_CONSTANT, MODULE("(11 1:8 7:99,99 )")},
    {DXKI_WORDS_GEP_CONSTANT, MODULE("(11 1:7 2: 12:4,7,2 )")},
    {DXKI_WORDS_KIND, MODULE("(15 6:0,97 6:0,98 )")},
    {DXKI_WORDS_KIND, MODULE("(15 6:0,97 6:4294967295,98 )")},
    {DXKI_WORDS_NAMED_NODE, MODULE("(15 4:97 3: )")},
    {DXKI_WORDS_NO_BLOCK, BODY("10:")},
    {DXKI_WORDS_UNRESOLVED, BODY("2:4294967280,0,5,0")},
    {DXKI_WORDS_UNRESOLVED_ADDRESS, MODULE("(11 1:7 21:12,1,1 ) (12 1:1 10: )")},
    {DXKI_WORDS_GEP, BODY("43:0,4,2")},
    {DXKI_WORDS_EXTRACT_NONE, BODY("26:3")},
    {DXKI_WORDS_EXTRACT_TYPE, BODY("26:5,0")},
    {DXKI_WORDS_EXTRACT_STRUCT, BODY("26:3,9")},
    {DXKI_WORDS_EXTRACT_ARRAY, BODY("26:1,9")},
    {DXKI_WORDS_INSERT_NONE, BODY("27:3,5")},
    {DXKI_WORDS_INSERT_TYPE, BODY("27:5,5,0")},
    {DXKI_WORDS_INSERT_STRUCT, BODY("27:3,5,9")},
    {DXKI_WORDS_INSERT_ARRAY, BODY("27:1,5,9")},
    {DXKI_WORDS_INSERT_VALUE, BODY("27:3,5,1")},
    {DXKI_WORDS_ALLOCA, BODY("19:0,0,2,0")},
    {DXKI_WORDS_ACCESS_POINTER, BODY("20:5,0,1,0")},
    {DXKI_WORDS_ACCESS_TYPE, BODY("20:2,4,1,0")},
    {DXKI_WORDS_ACCESS_VALUE, BODY("20:7,2,1,0")},
    {DXKI_WORDS_PERSONALITY, BODY("40:0,7,1,0 40:0,3,1,0")},
    {DXKI_WORDS_CALL_TYPE, BODY("34:0,32768,0,6")},
    {DXKI_WORDS_CALL_POINTER, BODY("34:0,0,5")},
    {DXKI_WORDS_CALLEE, BODY("34:0,0,2")},
    {DXKI_WORDS_CALL_MATCH, BODY("34:0,32768,11,7")},
    {DXKI_WORDS_CALL_FEW, BODY("34:0,0,6")},
    {DXKI_WORDS_INVOKE_TYPE, BODY("13:0,8192,0,0,0,6")},
    {DXKI_WORDS_INVOKE_POINTER, BODY("13:0,0,0,0,5")},
    {DXKI_WORDS_INVOKE_MATCH, BODY("13:0,8192,0,0,2,6")},
};

/* What the reader takes, for the verifier to judge. */
static const char *const taken[] = {
    BODY(""),
    BODY("3:4,0,5"),                    /* a number to a number of the same type, from a float */
    BODY("28:5,5,12"),                  /* a predicate of floats */
    BODY("2:4294967295,0,5,0 3:4,4,2"), /* a value before it is there */
    MODULE("(12 )"),                    /* no blocks at all */
    MODULE("(12 1:3 10: )"),            /* blocks without an end */
    /* 2^32 and more, of which 32 bits count: an operation, a type, an element, a node */
    BODY("2:5,5,4294967296"),
    BODY("3:4,4294967296,5"),
    MODULE("(11 1:0 4:2 1:8 7:4294967298,2 ) (12 1:1 10: )"),
    MODULE("(15 3:4294967296 4:97 10:4294967296 ) (12 1:1 10: )"),
    /* types that are not there, where the pointer or the value has one */
    BODY("20:2,99,1,0"),
    BODY("43:0,99,2,5"),
    BODY("19:0,99,2,64"),
    MODULE("(11 1:0 4:2 1:7 2: 12:99,7,3,0,2 ) (12 1:1 10: )"),
    /* the first index may be anything, nodes of functions are dropped, others never come */
    BODY("43:0,0,2,4"),
    MODULE("(15 9:1,2,3,4 ) (12 1:1 10: )"),
    MODULE("(15 3:78 4:97 10:0,99 ) (12 1:1 10: )"),
    MODULE("(15 7:4294967296,1,99999,3,0 ) (12 1:1 10: )"),
    /* fewer zeros than the structure has members, fewer undefined elements than the array */
    MODULE("(11 1:0 2: 3: 1:6 7:2 1:8 7:3 ) (12 1:1 10: )"),
    /* fewer numbers than the array and the vector have */
    MODULE("(11 1:0 4:2 1:8 7:2 1:5 7:2 ) (12 1:1 10: )"),
    /* a kind whose number is the mark of what is free in a map that is still empty */
    MODULE("(15 6:4294967295,97 6:0,98 ) (12 1:1 10: )"),
    /* an attribute without the value that it should have */
    "(8 1:1 (10 3:1,4294967295,0,42 ) (9 2:1 ) " TYPES ")",
};

/* --- */

static void put_record(dxki_bc_out *os, const char **at)
{
    char *end;
    uint32_t code = (uint32_t)strtoul(*at, &end, 10);
    assert_int_equal(*end, ':');
    for (*at = end + 1; **at && **at != ' '; *at = *end == ',' ? end + 1 : end)
        dxki_bc_out_op(os, strtoull(*at, &end, 10));
    dxki_bc_out_end(os, code, NULL);
}

static void put_stream(dxki_bc_out *os, const char *text)
{
    while (*text) {
        if (*text == '(') {
            char *end;
            dxki_bc_out_enter(os, (uint32_t)strtoul(text + 1, &end, 10), 4);
            text = end;
        } else if (*text == ')') {
            dxki_bc_out_leave(os);
            text++;
        } else if (*text == '+') { /* bits that nobody asks for */
            dxki_bitwriter_fixed(&os->bits, 0, 32);
            text++;
        } else if (*text == ' ') {
            text++;
        } else {
            put_record(os, &text);
        }
    }
}

static dxk_status judge_bytes(dxk_ctx *ctx, dxk_bytes bytes, dxki_bc_judge *judge)
{
    dxk_module *module = NULL;
    memset(judge, 0, sizeof *judge);
    dxk_status status = dxki_bc_read_judged(ctx, bytes, NULL, judge, &module);
    dxk_module_free(module);
    return status;
}

static dxk_status judge_stream(dxk_ctx *ctx, const char *text, dxki_bc_judge *judge)
{
    dxki_bc_out os;
    dxki_bc_out_init(&os, ctx);
    put_stream(&os, text);
    assert_false(dxki_bc_out_failed(&os));
    dxk_status status = judge_bytes(ctx, (dxk_bytes){os.bits.data, os.bits.size}, judge);
    dxki_bc_out_free(&os);
    return status;
}

static bool has_said(const dxki_bc_judge *judge, dxki_bc_words words)
{
    for (size_t i = 0; i < judge->said.count; i++) {
        if (judge->said.items[i].words == words)
            return true;
    }
    return false;
}

static void says_every_row(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        dxki_bc_judge judge;
        judge_stream(ctx, cases[i].stream, &judge);
        if (!has_said(&judge, cases[i].words))
            fail_msg("%s: \"%s\" instead of \"%s\"", cases[i].stream,
                     judge.said.count ? dxki_bc_words_text(judge.said.items[0].words) : "nothing",
                     dxki_bc_words_text(cases[i].words));
        dxki_bc_judge_free(ctx, &judge);
        support_ctx_done(ctx);
    }
}

static void takes_what_does_not_fit(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        dxki_bc_judge judge;
        dxk_status status = judge_stream(ctx, taken[i], &judge);
        if (status != DXK_OK || judge.said.count)
            fail_msg("%s: \"%s\"", taken[i],
                     judge.said.count ? dxki_bc_words_text(judge.said.items[0].words) : "refused");
        dxki_bc_judge_free(ctx, &judge);
        support_ctx_done(ctx);
    }
}

/* --- what comes before a stream --- */

static void judges_the_frame(void **state)
{
    (void)state;
    static const struct {
        dxki_bc_words words;
        size_t size;
        uint8_t bytes[24];
    } frames[] = {
        {DXKI_WORDS_SIGNATURE, 4, "abcd"},
        {DXKI_WORDS_SIZE, 3, "abc"},
        {DXKI_WORDS_WRAPPER, 20, "\xde\xc0\x17\x0b\0\0\0\0\xff\0\0\0\4\0\0"},
        {DXKI_WORDS_FILE, 4, "BC\xc0\xde"},
    };
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        dxki_bc_judge judge;
        judge_bytes(ctx, (dxk_bytes){frames[i].bytes, frames[i].size}, &judge);
        assert_true(has_said(&judge, frames[i].words));
        dxki_bc_judge_free(ctx, &judge);
        support_ctx_done(ctx);
    }
}

/* A stream that is cut at any word is never read beyond; refused, it has one reason. */
static void judges_what_is_cut(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_bc_out os;
    dxki_bc_out_init(&os, ctx);
    put_stream(&os, BODY("2:5,5,0"));
    for (size_t size = 4; size < os.bits.size; size += 4) {
        dxki_bc_judge judge;
        uint8_t *copy = malloc(size);
        memcpy(copy, os.bits.data, size);
        dxk_status status = judge_bytes(ctx, (dxk_bytes){copy, size}, &judge);
        assert_true(status == DXK_OK || judge.said.count == 1);
        dxki_bc_judge_free(ctx, &judge);
        free(copy);
    }
    dxki_bc_out_free(&os);
    support_ctx_done(ctx);
}

/* Strings of metadata are the elements of their array, of eight bits each. */
static void reads_wide_fields(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_bc_out os;
    dxki_bc_judge judge;
    dxki_bc_out_init(&os, ctx);
    put_stream(&os, "(8 1:1 ");
    dxki_bc_out_abbrev wide = {.op_count = 2, .ops = {{DXKI_ENC_LITERAL, 1}, {DXKI_ENC_VBR, 33}}};
    dxki_bc_out_define(&os, &wide);
    put_stream(&os, TYPES MAIN EXTERN "(12 1:1 10: ) ) ");
    assert_int_equal(judge_bytes(ctx, (dxk_bytes){os.bits.data, os.bits.size}, &judge), DXK_OK);
    assert_int_equal(judge.said.count, 0);
    dxki_bc_judge_free(ctx, &judge);
    dxk_module *module = NULL;
    assert_int_equal(dxk_module_read(ctx, (dxk_bytes){os.bits.data, os.bits.size}, NULL, &module),
                     DXK_E_INVALID);
    dxki_bc_out_free(&os);
    support_ctx_done(ctx);
}

/* "e-p:x": what is wrong is said as it is, not as what an operand is not. */
static void names_what_is_wrong_with_a_layout(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_bc_judge judge;
    assert_int_equal(judge_stream(ctx, "(8 1:1 3:101,45,112,58,120 )", &judge), DXK_E_INVALID);
    assert_true(has_said(&judge, DXKI_WORDS_SILENT));
    const dxk_diag *diag = dxk_ctx_diag(ctx, dxk_ctx_diag_count(ctx) - 1);
    assert_string_equal(diag->rule, "BITCODE.DATA_LAYOUT");
    assert_string_equal(diag->message,
                        "data layout: not a number, or does not fit in an unsigned int");
    dxki_bc_judge_free(ctx, &judge);
    support_ctx_done(ctx);
}

/* Which operators walks may pass over, and who needs no list of uses. */
static void marks_plain_operators(void **state)
{
    (void)state;
    static const char text[] = "%s = type { i32, i32, i32 }\n"
                               "declare %s @g()\n"
                               "define void @main(i32) {\n"
                               "  %2 = call %s @g()\n"
                               "  %3 = extractvalue %s %2, 0\n"
                               "  %4 = extractvalue %s %2, 2\n"
                               "  %5 = add i32 %3, 7\n"
                               "  %6 = add i32 %4, 1\n"
                               "  %7 = add i32 %5, %6\n"
                               "  %8 = add i32 %0, %7\n"
                               "  br label %9\n"
                               "; <label>:9\n"
                               "  %10 = add i32 %7, 1\n"
                               "  %11 = udiv i32 %10, %10\n"
                               "  %12 = add i32 %11, %10\n"
                               "  ret void\n"
                               "}\n";
    enum { P = DXKI_PLAIN | DXKI_PLAIN_QUIET, A = DXKI_PLAIN_ALONE, H = DXKI_PLAIN_HOME };
    /* From the call on; what follows the last operator has none. */
    static const uint8_t marks[] = {
        0, DXKI_PLAIN_QUIET | H, 0, P | A | H, P | H, P | A | H, 0, 0, P | A, 0, P | H};
    static const bool has_uses[] = {true,  false, true,  false, false, false,
                                    false, false, false, false, false};
    dxk_ctx *ctx = support_ctx();
    dxk_module *made, *m;
    dxk_buffer out;
    dxki_bc_judge judge = {.failed = false};
    dxki_bc_uses uses;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(
        dxk_module_parse(ctx, (dxk_bytes){(const uint8_t *)text, sizeof text - 1}, NULL, &made),
        DXK_OK);
    assert_int_equal(dxk_module_write(made, NULL, dxk_buffer_sink(&out)), DXK_OK);
    const dxk_module_read_options options = {.offsets = false};
    assert_int_equal(
        dxki_bc_read_judged(ctx, (dxk_bytes){out.data, out.size}, &options, &judge, &m), DXK_OK);
    assert_int_equal(m->inst_plain.count, sizeof marks + 1);
    assert_memory_equal(m->inst_plain.items + 1, marks, sizeof marks);
    assert_true(dxki_bc_uses_build_read(&uses, m, true));
    for (uint32_t i = 0; i < sizeof marks; i++)
        assert_int_equal(dxki_bc_uses_first(&uses, DXKI_VALUE(DXKI_V_INST, i + 1)) != 0,
                         has_uses[i]);
    dxki_bc_uses_free(&uses);
    dxki_bc_judge_free(ctx, &judge);
    dxk_module_free(m);
    dxk_module_free(made);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* Adds a record of an abbreviation that makes runs of operators. */
static void put_sum(dxki_bc_out *os, const dxki_bc_out_abbrev *sum)
{
    for (uint32_t i = 0; i < 2; i++)
        dxki_bc_out_op(os, 5);
    dxki_bc_out_op(os, 0);
    dxki_bc_out_end(os, 2, sum);
}

/* A member at the end of a body that has no terminator, and operators at the start of the next one. */
static void ends_runs_with_bodies(void **state)
{
    (void)state;
    static const dxki_bc_out_abbrev sum = {
        .id = 4,
        .op_count = 4,
        .ops = {{DXKI_ENC_LITERAL, 2}, {DXKI_ENC_VBR, 6}, {DXKI_ENC_VBR, 6}, {DXKI_ENC_FIXED, 4}}};
    enum { MEMBER = DXKI_PLAIN_QUIET | DXKI_PLAIN_HOME };
    enum { SUM = MEMBER | DXKI_PLAIN | DXKI_PLAIN_ALONE };
    static const uint8_t marks[] = {0, MEMBER, 0, SUM, SUM};
    dxk_ctx *ctx = support_ctx();
    dxki_bc_judge judge = {.failed = false};
    dxki_bc_out os;
    dxk_module *m;
    dxki_bc_out_init(&os, ctx);
    put_stream(&os, "(8 1:1 " TYPES MAIN MAIN);
    put_stream(&os, "(12 1:1 " VALUES "27:3,5,0 26:1,0 26:2,0 )");
    put_stream(&os, "(12 1:1 " VALUES);
    dxki_bc_out_define(&os, &sum);
    put_sum(&os, &sum);
    put_sum(&os, &sum);
    put_stream(&os, "10: ) )");
    assert_false(dxki_bc_out_failed(&os));
    assert_int_equal(
        dxki_bc_read_judged(ctx, (dxk_bytes){os.bits.data, os.bits.size}, NULL, &judge, &m),
        DXK_OK);
    assert_int_equal(m->inst_plain.count, sizeof marks + 1);
    assert_memory_equal(m->inst_plain.items + 1, marks, sizeof marks);
    dxki_bc_judge_free(ctx, &judge);
    dxk_module_free(m);
    dxki_bc_out_free(&os);
    support_ctx_done(ctx);
}

static dxk_status run_body(dxk_ctx *ctx, void *user)
{
    dxki_bc_judge judge;
    const dxk_bytes *bytes = user;
    dxk_status status = judge_bytes(ctx, *bytes, &judge);
    dxki_bc_judge_free(ctx, &judge);
    return status;
}

static void survives_without_memory(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_bc_out os;
    dxki_bc_out_init(&os, ctx);
    put_stream(&os, BODY("2:4294967295,0,5,0 3:4,4,2"));
    dxk_bytes bytes = {os.bits.data, os.bits.size};
    support_fail_allocations(run_body, &bytes);
    dxki_bc_out_free(&os);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(says_every_row),          cmocka_unit_test(takes_what_does_not_fit),
    cmocka_unit_test(judges_the_frame),        cmocka_unit_test(judges_what_is_cut),
    cmocka_unit_test(reads_wide_fields),       cmocka_unit_test(marks_plain_operators),
    cmocka_unit_test(survives_without_memory), cmocka_unit_test(names_what_is_wrong_with_a_layout),
    cmocka_unit_test(ends_runs_with_bodies),
};
SUPPORT_SUITE(test_judge, tests);

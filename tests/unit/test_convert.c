/* SPDX-License-Identifier: MIT */
/*
 * test_convert.c - programs of shader models 4 and 5 converted: for every rule there is a program
 * that breaks it, and for facts of programs, a look at what became of them.
 */
#include "support.h"

#include "dxk/build.h"
#include "dxk/convert.h"
#include "dxk/parts.h"
#include "dxk/text.h"
#include "dxk/validate.h"

#define HEAD                                                                                       \
    "//\n// Name Index Mask Register SysValue Format Used\n// -------------------- ----- ------ "  \
    "-------- -------- ------- ------\n"
#define INPUT(rows)  "// Input signature:\n" HEAD rows "//\n"
#define OUTPUT(rows) "// Output signature:\n" HEAD rows "//\n"
#define PATCH(rows)  "//\n// Patch Constant signature:\n" HEAD rows
#define UV           "// TEXCOORD                 0   xyzw        0     NONE   float   xyzw\n"
#define TARGET       "// SV_Target                0   xyzw        0   TARGET   float   xyzw\n"
#define PIXEL        INPUT(UV) OUTPUT(TARGET) "ps_5_0\ndcl_globalFlags refactoringAllowed\n"
#define COMPUTE      "cs_5_0\ndcl_thread_group 4, 1, 1\n"
/* ---------------------------------------------------------------------------------------- */

static void print_diags(const dxk_ctx *ctx)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++) {
        const dxk_diag *d = dxk_ctx_diag(ctx, i);
        print_message("%s: %s [%s]\n", d->path, d->message, d->rule);
    }
}

static dxk_container *assemble(dxk_ctx *ctx, const char *text)
{
    dxk_container *container = NULL;
    dxk_status status = dxk_container_parse(ctx, (dxk_str){text, strlen(text)}, &container);
    if (status != DXK_OK)
        print_diags(ctx);
    assert_int_equal(status, DXK_OK);
    dxk_ctx_clear_diags(ctx);
    return container;
}

static void assert_valid(dxk_ctx *ctx, const dxk_container *container)
{
    dxk_validation *result = NULL;
    assert_int_equal(dxk_validate(container, NULL, &result), DXK_OK);
    for (size_t i = 0; i < dxk_validation_count(result, NULL); i++) {
        const dxk_finding *f = dxk_validation_finding(result, i);
        print_message("%s\n", f->message.data);
    }
    assert_int_equal(dxk_validation_count(result, NULL), 0);
    dxk_validation_free(result);
    (void)ctx;
}

/* What the container converts to; NULL: it does not. */
static dxk_status convert(dxk_container *container, const dxk_convert_options *options)
{
    dxk_container *made;
    dxk_status status = dxk_convert(container, options, &made);
    assert_true((made != NULL) == (status == DXK_OK));
    dxk_container_free(made);
    return status;
}

/* The program breaks `rule`, an error. */
static void expect_error(const char *text, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = assemble(ctx, text);
    dxk_status status = convert(container, NULL);
    dxk_status wanted = strncmp(rule, "LIMIT.", 6) == 0 ? DXK_E_LIMIT : DXK_E_INVALID;
    if (status != wanted || !support_reported(ctx, rule)) {
        print_diags(ctx);
        fail_msg("%s expected, got status %d for:\n%s", rule, (int)status, text);
    }
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* The program is converted and valid, with `rule` as a warning; NULL: without one. */
static void expect_done(const char *text, const dxk_convert_options *options, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = assemble(ctx, text), *made;
    dxk_status status = dxk_convert(container, options, &made);
    bool said = rule ? support_reported(ctx, rule) : dxk_ctx_diag_count(ctx) == 0;
    if (status != DXK_OK || !said) {
        print_diags(ctx);
        fail_msg("%s expected, got status %d for:\n%s", rule ? rule : "nothing", (int)status, text);
    }
    assert_valid(ctx, made);
    dxk_container_free(made);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Containers                                                                                 */

static void test_no_program(void **state)
{
    static const struct {
        uint32_t part;
        const char *rule;
    } cases[] = {{DXK_PART_PRIV, "CONVERT.NO_PROGRAM"}, {DXK_PART_Aon9, "CONVERT.LEVEL9"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
        assert_int_equal(
            dxk_container_insert(container, 0, cases[i].part, (dxk_bytes){(uint8_t *)"1234", 4}),
            DXK_OK);
        assert_int_equal(convert(container, NULL), DXK_E_INVALID);
        assert_true(support_reported(ctx, cases[i].rule));
        assert_true(dxk_convert_applies(container) == (i == 1));
        dxk_container_free(container);
        support_ctx_done(ctx);
    }
}

/* The program with byte `at` of its tokens changed; it breaks `rule`. */
static void expect_patched(const char *text, size_t at, uint8_t byte, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = assemble(ctx, text);
    size_t part = dxk_container_find(container, DXK_PART_SHEX, 0);
    dxk_bytes old = dxk_container_part(container, part)->content;
    uint8_t *copy = malloc(old.size);
    memcpy(copy, old.data, old.size);
    copy[at] = byte;
    assert_int_equal(dxk_container_replace(container, part, (dxk_bytes){copy, old.size}), DXK_OK);
    assert_int_equal(convert(container, NULL), DXK_E_INVALID);
    if (!support_reported(ctx, rule)) {
        print_diags(ctx);
        fail_msg("%s expected", rule);
    }
    free(copy);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* A version token of a stage that there is not, an opcode that has no meaning. */
static void test_tokens(void **state)
{
    (void)state;
    expect_patched(COMPUTE "ret\n", 3, 0xff, "CONVERT.STAGE");
    expect_patched("cs_5_0\nnop\ndcl_thread_group 4, 1, 1\nret\n", 8, 107, "CONVERT.OPCODE");
    expect_patched(COMPUTE "ret\n", 11, 0, "CONVERT.TOKENS");
}

/* ---------------------------------------------------------------------------------------- */
/* Rules                                                                                      */

static void test_declarations(void **state)
{
    (void)state;
    expect_error("cs_5_0\nret\n", "CONVERT.MISSING");
    expect_error("cs_5_0\ndcl_thread_group 64, 64, 1\nret\n", "CONVERT.VALUE");
    expect_error(COMPUTE "dcl_resource_structured t0, 6\nret\n", "CONVERT.VALUE");
    expect_error(COMPUTE "dcl_uav_raw u0\ndcl_uav_structured u0, 4\nret\n", "CONVERT.TWICE");
}

static void test_elements(void **state)
{
    (void)state;
    expect_error(INPUT("// A                        0   xy          0     NONE   float   xy  \n"
                       "// B                        0    yz         0     NONE   float    yz \n")
                     OUTPUT(TARGET) "ps_5_0\nret\n",
                 "CONVERT.ELEMENT");
    expect_error(INPUT("// A                        0   xy         40     NONE   float   xy  \n")
                     OUTPUT(TARGET) "ps_5_0\nret\n",
                 "CONVERT.ELEMENT");
    expect_done(INPUT(UV)
                    OUTPUT("// SV_Position              0   xyzw        0      POS   float   xyzw\n"
                           "// SV_ClipDistance          0   x           1  CLIPDST   float   x   \n"
                           "// TEXCOORD                 0    yz         1     NONE   float    yz "
                           "\n") "vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v0.xyzw\n"
                                 "dcl_output_siv o0.xyzw, position\ndcl_output_siv o1.x, "
                                 "clip_distance\n"
                                 "dcl_output o1.yz\nmov o0.xyzw, v0.xyzw\nmov o1.xyz, "
                                 "v0.xyzx\nret\n",
                NULL, "CONVERT.PACKED");
}

/* What DXIL has no room for: two elements of one name and index, a second position, a ninth render
 * target. */
static void test_meanings(void **state)
{
    (void)state;
    expect_error(INPUT("// A                        0   xy          0     NONE   float   xy  \n"
                       "// A                        0   xy          1     NONE   float   xy  \n")
                     OUTPUT(TARGET) "ps_5_0\nret\n",
                 "CONVERT.ELEMENT");
    expect_error(INPUT(UV) OUTPUT("// SV_Position              1   xyzw        0      POS   float  "
                                  " xyzw\n") "vs_5_0\nret\n",
                 "CONVERT.ELEMENT");
    expect_error(INPUT(UV) OUTPUT("// SV_Target                8   xyzw        8   TARGET   float  "
                                  " xyzw\n") "ps_5_0\nret\n",
                 "CONVERT.ELEMENT");
}

/* System values must be written whole; user's values and render targets need not be. */
static void test_unwritten(void **state)
{
    static const char position[] =
        INPUT(UV) OUTPUT("// SV_Position              0   xyzw        0      POS   float   xyzw\n"
                         "// TEXCOORD                 0   xyzw        1     NONE   float   "
                         "xyzw\n") "vs_5_0\ndcl_input v0.xyzw\ndcl_output_siv o0.xyzw, "
                                   "position\ndcl_output o1.xyzw\n";
    char text[1024];
    (void)state;
    snprintf(text, sizeof text, "%smov o0.xyz, v0.xyzx\nret\n", position);
    expect_error(text, "CONVERT.OUTPUT");
    snprintf(text, sizeof text, "%smov o0.xyzw, v0.xyzw\nret\n", position);
    expect_done(text, NULL, NULL);
}

/* A result that validation complains of is refused at the program. */
static void test_refused(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = assemble(ctx, PIXEL "ret\n");
    (void)state;
    assert_int_equal(dxk_convert_refuse(container, (dxk_str){"FLOW.DEADLOOP", 13}), DXK_E_INVALID);
    assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, "CONVERT.INVALID");
    assert_int_equal(dxk_ctx_diag(ctx, 0)->place, DXK_PLACE_BYTE);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

static void test_instructions(void **state)
{
    (void)state;
    expect_error(PIXEL "dcl_temps 1\nmov r3.x, l(1.0)\nret\n", "CONVERT.REGISTER");
    expect_error(PIXEL "dcl_temps 1\nsample r0.xyzw, r0.xyxx, t0.xyzw, s0\nret\n",
                 "CONVERT.REGISTER");
    expect_error(COMPUTE "dcl_uav_raw u0\ndcl_temps 1\n"
                         "ld_structured r0.x, l(0), l(0), u0.xxxx\nret\n",
                 "CONVERT.OPERAND");
    expect_error(PIXEL "dcl_constantbuffer CB0[2], immediateIndexed\nmov o0.x, cb0[2].x\nret\n",
                 "CONVERT.REGISTER");
    expect_error(PIXEL "dcl_temps 1\nendif\nret\n", "CONVERT.NESTING");
    expect_error(PIXEL "dcl_temps 1\ncall l7\nret\n", "CONVERT.SUBROUTINE");
    expect_error(PIXEL "dcl_temps 1\nmov o0.x, v5.x\nret\n", "CONVERT.SIGNATURE");
    expect_error(PIXEL "fcall fp0[0][0]\nret\n", "CONVERT.INTERFACE");
    expect_error(PIXEL "emit\nret\n", "CONVERT.BUILD");
    expect_error(PIXEL "dcl_sampler s0, mode_comparison\ndcl_resource_texture2d (float,float,float,"
                       "float) t0\ndcl_temps 1\nsample r0.xyzw, v0.xyxx, t0.xyzw, s0\nret\n",
                 "CONVERT.OPERAND");
    expect_done(COMPUTE "debugbreak\nret\n", NULL, "CONVERT.DROPPED");
}

/* Each of 20 subroutines calls the next one twice. */
static void test_many_calls(void **state)
{
    char text[2048] = COMPUTE "call l0\nret\n";
    (void)state;
    for (int i = 0; i < 20; i++)
        sprintf(text + strlen(text), "label l%d\ncall l%d\ncall l%d\nret\n", i, i + 1, i + 1);
    strcat(text, "label l20\nnop\nret\n");
    expect_error(text, "LIMIT.CONVERT");
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

static const char *const samples[] = {"legacy/lit_ps.dxbc", "legacy/sums_cs.dxbc",
                                      "legacy/fan_gs.dxbc", "legacy/patch_hs.dxbc"};

typedef struct sample {
    dxk_bytes bytes;
    const char *passes;
    dxk_convert_format format;
} sample;

static dxk_status convert_sample(dxk_ctx *ctx, void *user)
{
    const sample *s = user;
    const dxk_convert_options options = {
        .passes = {s->passes, strlen(s->passes)}, .keep_names = true, .format = s->format};
    dxk_container *container;
    dxk_status status = dxk_container_read(ctx, s->bytes, NULL, &container);
    if (status == DXK_OK)
        status = convert(container, &options);
    dxk_container_free(container);
    return status;
}

static void test_out_of_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t size;
        uint8_t *data = support_sample(samples[i], &size);
        sample s = {{data, size}, "none", DXK_CONVERT_FORMAT_DXK};
        support_fail_allocations(convert_sample, &s);
        s.format = DXK_CONVERT_FORMAT_DXILCONV;
        support_fail_allocations(convert_sample, &s);
        free(data);
    }
}

/* All shader models and validators that there are, names and packing. */
static void test_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        dxk_ctx *ctx = support_ctx();
        size_t size;
        uint8_t *data = support_sample(samples[i], &size);
        dxk_container *container, *made;
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container),
                         DXK_OK);
        assert_true(dxk_convert_applies(container));
        for (uint32_t minor = 0; minor <= 10; minor++) {
            const dxk_convert_options options = {
                .model_minor = minor, .pack = minor & 1, .plain_casts = minor & 4};
            assert_int_equal(dxk_convert(container, &options, &made), DXK_OK);
            assert_false(dxk_convert_applies(made));
            assert_valid(ctx, made);
            dxk_container_free(made);
        }
        const dxk_convert_options wrong = {.model_minor = 11};
        assert_int_equal(dxk_convert(container, &wrong, &made), DXK_E_ARGUMENT);
        const dxk_convert_options newer = {
            .has_validator = true, .validator_major = 1, .validator_minor = 11};
        assert_int_equal(dxk_convert(container, &newer, &made), DXK_E_ARGUMENT);
        dxk_container_free(container);
        free(data);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Pipelines                                                                                  */

#define POSITION "// SV_Position              0   xyzw        0      POS   float   xyzw\n"
#define DISTANCE "// SV_ClipDistance          0   x           1  CLIPDST   float   x   \n"
#define LATE     "// TEXCOORD                 0    yz         1     NONE   float    yz \n"

/* Register and column of an input or output. */
static void find_element(const dxk_container *container, uint32_t part, const char *name,
                         uint32_t *reg, uint32_t *mask)
{
    size_t at = dxk_container_find(container, part, 0);
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *decoded;
    assert_int_equal(
        dxk_part_decode(ctx, part, dxk_container_part(container, at)->content, &decoded), DXK_OK);
    const dxk_signature *s = decoded->as.signature;
    *reg = *mask = UINT32_MAX;
    for (uint32_t i = 0; i < s->header.count; i++) {
        dxk_str text = dxk_signature_name(s, i);
        if (text.size != strlen(name) || memcmp(text.data, name, text.size) != 0)
            continue;
        *reg = s->elements[i].register_index;
        *mask = s->elements[i].mask;
    }
    dxk_decoded_free(decoded);
    support_ctx_done(ctx);
}

/* What cannot stay where it is moves on both sides. */
static void test_pipeline(void **state)
{
    static const char *const texts[] = {
        INPUT(POSITION LATE) OUTPUT(TARGET) "ps_5_0\ndcl_globalFlags refactoringAllowed\n"
                                            "dcl_input_ps linear v1.yz\ndcl_output o0.xyzw\n"
                                            "mov o0.xyzw, v1.yzyz\nret\n",
        INPUT(UV) OUTPUT(
            POSITION DISTANCE
                LATE) "vs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_input v0.xyzw\n"
                      "dcl_output_siv o0.xyzw, position\ndcl_output_siv o1.x, clip_distance\n"
                      "dcl_output o1.yz\nmov o0.xyzw, v0.xyzw\nmov o1.xyz, v0.xyzx\nret\n"};
    dxk_ctx *ctx = support_ctx();
    dxk_container *stages[2], *made[2];
    uint32_t reg[2], mask[2];
    (void)state;
    for (size_t i = 0; i < 2; i++)
        stages[i] = assemble(ctx, texts[i]);
    assert_int_equal(dxk_convert_pipeline((const dxk_container *const *)stages, 2, NULL, made),
                     DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    for (size_t i = 0; i < 2; i++) {
        assert_valid(ctx, made[i]);
        find_element(made[i], i ? DXK_PART_OSG1 : DXK_PART_ISG1, "TEXCOORD", &reg[i], &mask[i]);
        dxk_container_free(made[i]);
    }
    assert_int_equal(reg[0], reg[1]);
    assert_int_equal(mask[0], mask[1]);
    assert_int_not_equal(reg[0], UINT32_MAX);
    dxk_container *const twice[2] = {stages[0], stages[0]};
    assert_int_equal(dxk_convert_pipeline((const dxk_container *const *)twice, 2, NULL, made),
                     DXK_E_ARGUMENT);
    assert_null(made[0]);
    for (size_t i = 0; i < 2; i++)
        dxk_container_free(stages[i]);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_pipeline),     cmocka_unit_test(test_out_of_memory),
    cmocka_unit_test(test_options),      cmocka_unit_test(test_no_program),
    cmocka_unit_test(test_tokens),       cmocka_unit_test(test_declarations),
    cmocka_unit_test(test_elements),     cmocka_unit_test(test_meanings),
    cmocka_unit_test(test_unwritten),    cmocka_unit_test(test_refused),
    cmocka_unit_test(test_instructions), cmocka_unit_test(test_many_calls),
};
SUPPORT_SUITE(test_convert, tests);

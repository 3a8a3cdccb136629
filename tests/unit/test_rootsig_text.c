/* SPDX-License-Identifier: MIT */
/*
 * test_rootsig_text.c - root signatures as text: the language both ways, HLSL around it, every
 * check and its place, numbers.
 */
#include "support.h"

#include "dxk/parts.h"
#include "rootsig/number.h"
#include "wire/load.h"

static const dxk_sink nowhere;

static dxk_str str(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

/* ---------------------------------------------------------------------------------------- */
/* Errors and their places                                                                    */

typedef struct error_case {
    const char *text;
    uint32_t version; /* 0: none is asked for */
    const char *rule;
    uint32_t line, column;
} error_case;

static const error_case errors[] = {
    {"CBV(b0", 0, "ROOTSIG.SYNTAX", 1, 7},
    {"CBV b0)", 0, "ROOTSIG.SYNTAX", 1, 5},
    {"CBV(b0) SRV(t0)", 0, "ROOTSIG.SYNTAX", 1, 9},
    {"CBV(t0)", 0, "ROOTSIG.SYNTAX", 1, 5},
    {"CBV()", 0, "ROOTSIG.SYNTAX", 1, 5},
    {"CBV(b0,)", 0, "ROOTSIG.SYNTAX", 1, 8},
    {",CBV(b0)", 0, "ROOTSIG.SYNTAX", 1, 1},
    {"Foo(b0)", 0, "ROOTSIG.SYNTAX", 1, 1},
    {"CBV(b0, space 1)", 0, "ROOTSIG.SYNTAX", 1, 15},
    {"CBV(b0, space = -1)", 0, "ROOTSIG.SYNTAX", 1, 17},
    {"CBV(b0, space = 1.0)", 0, "ROOTSIG.SYNTAX", 1, 17},
    {"CBV(b0, visibility = PIXEL)", 0, "ROOTSIG.SYNTAX", 1, 22},
    {"CBV(b0, flags = 1)", 0, "ROOTSIG.SYNTAX", 1, 17},
    {"CBV(b0, flags = DATA_STATIC |)", 0, "ROOTSIG.SYNTAX", 1, 30},
    {"CBV(b0, flags = DESCRIPTORS_VOLATILE)", 0, "ROOTSIG.SYNTAX", 1, 17},
    {"RootFlags()", 0, "ROOTSIG.SYNTAX", 1, 11},
    {"RootFlags(DENY)", 0, "ROOTSIG.SYNTAX", 1, 11},
    {"DescriptorTable()", 0, "ROOTSIG.SYNTAX", 1, 17},
    {"DescriptorTable(Sampler(t0))", 0, "ROOTSIG.SYNTAX", 1, 25},
    {"StaticSampler(s0, filter = FILTER_NONE)", 0, "ROOTSIG.SYNTAX", 1, 28},
    {"StaticSampler(s0, minLOD = .)", 0, "ROOTSIG.SYNTAX", 1, 28},
    {"CBV(b0),\n  CBV(b1),\n\tSRV(x0)", 0, "ROOTSIG.SYNTAX", 3, 6},
    {"CBV(b0) // end\n$", 0, "ROOTSIG.SYNTAX", 2, 1},
    {"CBV(b4294967296)", 0, "ROOTSIG.NUMBER", 1, 5},
    {"CBV(b0, space = 99999999999999999999)", 0, "ROOTSIG.NUMBER", 1, 17},
    {"StaticSampler(s0, maxLOD = 1e39)", 0, "ROOTSIG.NUMBER", 1, 28},
    {"CBV(b0, b1)", 0, "ROOTSIG.REPEATED", 1, 9},
    {"CBV(b0, space = 1, space = 1)", 0, "ROOTSIG.REPEATED", 1, 20},
    {"RootFlags(0), RootFlags(0)", 0, "ROOTSIG.REPEATED", 1, 15},
    {"CBV(space = 1)", 0, "ROOTSIG.MISSING", 1, 1},
    {"RootConstants(b0)", 0, "ROOTSIG.MISSING", 1, 1},
    {"StaticSampler(space = 1)", 0, "ROOTSIG.MISSING", 1, 1},
    {"CBV(b0, flags = 0)", DXK_RS_VERSION_1_0, "ROOTSIG.VERSION", 1, 9},
    {"DescriptorTable(CBV(b0, flags = 0))", DXK_RS_VERSION_1_0, "ROOTSIG.VERSION", 1, 25},
    {"StaticSampler(s0, flags = 0)", DXK_RS_VERSION_1_1, "ROOTSIG.VERSION", 1, 19},
    {"DescriptorTable(CBV(b0), Sampler(s0))", 0, "ROOTSIG.TABLE", 1, 26},
    {"DescriptorTable(CBV(b0, numDescriptors = 0))", 0, "ROOTSIG.TABLE", 1, 17},
    {"DescriptorTable(SRV(t0, numDescriptors = unbounded), SRV(t0, space = 1))", 0, "ROOTSIG.TABLE",
     1, 54},
    {"DescriptorTable(SRV(t4294967295, numDescriptors = 2))", 0, "ROOTSIG.TABLE", 1, 17},
    {"DescriptorTable(SRV(t0, offset = 4294967294, numDescriptors = 3))", 0, "ROOTSIG.TABLE", 1,
     17},
    {"CBV(b0), DescriptorTable(SRV(t1), CBV(b0))", 0, "ROOTSIG.OVERLAP", 1, 35},
    {"CBV(b0, visibility = SHADER_VISIBILITY_PIXEL), RootConstants(num32BitConstants = 1, b0)", 0,
     "ROOTSIG.OVERLAP", 1, 48},
    {"DescriptorTable(SRV(t3, numDescriptors = 5)), SRV(t7)", 0, "ROOTSIG.OVERLAP", 1, 47},
    {"StaticSampler(s0), StaticSampler(s0)", 0, "ROOTSIG.OVERLAP", 1, 20},
    {"CBV(b0, space = 4294967280)", 0, "ROOTSIG.SPACE", 1, 1},
    {"DescriptorTable(CBV(b0, space = 4294967295))", 0, "ROOTSIG.SPACE", 1, 17},
    {"CBV(b0, flags = DATA_STATIC | DATA_VOLATILE)", 0, "ROOTSIG.FLAGS", 1, 1},
    {"DescriptorTable(CBV(b0, flags = DATA_STATIC | DATA_VOLATILE))", 0, "ROOTSIG.FLAGS", 1, 17},
    {"DescriptorTable(CBV(b0, flags = DATA_STATIC | DESCRIPTORS_VOLATILE))", 0, "ROOTSIG.FLAGS", 1,
     17},
    {"DescriptorTable(Sampler(s0, flags = DATA_STATIC))", 0, "ROOTSIG.FLAGS", 1, 17},
    {"StaticSampler(s0, mipLODBias = 16)", 0, "ROOTSIG.SAMPLER", 1, 1},
    {"StaticSampler(s0, mipLODBias = -16.1)", 0, "ROOTSIG.SAMPLER", 1, 1},
    {"StaticSampler(s0, maxAnisotropy = 17)", 0, "ROOTSIG.SAMPLER", 1, 1},
    {"StaticSampler(s0, filter = FILTER_COMPARISON_ANISOTROPIC, comparisonFunc = COMPARISON_NONE)",
     0, "ROOTSIG.SAMPLER", 1, 1},
    {"\"CBV(b0), \" // comment\n\"CBV(b0)\"", 0, "ROOTSIG.OVERLAP", 2, 2},
    {"\"CBV\"\n\n \"(t0)\"", 0, "ROOTSIG.SYNTAX", 3, 4},
};

static void test_errors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        const error_case *c = &errors[i];
        dxk_rootsig_parse_options options = {.version = c->version};
        dxk_root_signature *signature;
        dxk_ctx *ctx = support_ctx();
        dxk_status status = dxk_rootsig_parse(ctx, str(c->text), &options, &signature);
        const dxk_diag *diag = dxk_ctx_diag(ctx, 0);
        if (status != DXK_E_INVALID || signature || !diag || strcmp(diag->rule, c->rule) != 0 ||
            diag->place != DXK_PLACE_LINE || diag->line != c->line || diag->column != c->column)
            fail_msg("%s: %s at %u:%u, expected %s at %u:%u", c->text,
                     diag ? diag->rule : "nothing", diag ? diag->line : 0, diag ? diag->column : 0,
                     c->rule, c->line, c->column);
        assert_int_equal(dxk_ctx_diag_count(ctx), 1);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Both ways                                                                                  */

static dxk_root_signature *compile(dxk_ctx *ctx, const char *text, uint32_t version)
{
    dxk_rootsig_parse_options options = {.version = version};
    dxk_root_signature *signature;
    assert_int_equal(dxk_rootsig_parse(ctx, str(text), &options, &signature), DXK_OK);
    return signature;
}

static void assert_text(dxk_ctx *ctx, const dxk_root_signature *signature,
                        const dxk_rootsig_print_options *options, const char *expected)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_rootsig_print(ctx, signature, options, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    assert_string_equal((const char *)out.data, expected);
    dxk_buffer_free(&out);
}

/* Text, and what is printed of what it compiles to. */
static const struct {
    const char *text;
    uint32_t version;
    const char *printed;
} pairs[] = {
    {"", 1, "// root signature 1.0, 0 of 64 DWORDs\n"},
    {"", 0, "// root signature 1.1, 0 of 64 DWORDs\n"},
    {"// root signature 1.2, whatever\nCBV(b1)", 0,
     "// root signature 1.2, 2 of 64 DWORDs\nCBV(b1)\n"},
    {" rootflags( allow_stream_output|LOCAL_root_SIGNATURE ) , cbv(b0,space=00),", 0,
     "// root signature 1.1, 2 of 64 DWORDs\n"
     "RootFlags(ALLOW_STREAM_OUTPUT | LOCAL_ROOT_SIGNATURE),\nCBV(b0)\n"},
    {"RootConstants(b3, num32BitConstants=+5, space=1, visibility=SHADER_VISIBILITY_MESH)", 0,
     "// root signature 1.1, 5 of 64 DWORDs\n"
     "RootConstants(num32BitConstants = 5, b3, space = 1, visibility = SHADER_VISIBILITY_MESH)\n"},
    {"DescriptorTable(visibility=SHADER_VISIBILITY_ALL)", 0,
     "// root signature 1.1, 1 of 64 DWORDs\n"
     "DescriptorTable(visibility = SHADER_VISIBILITY_ALL)\n"},
    {"DescriptorTable(SRV(t0, offset=DESCRIPTOR_RANGE_OFFSET_APPEND, numDescriptors=unbounded,"
     "flags=DESCRIPTORS_VOLATILE|DATA_VOLATILE), visibility=SHADER_VISIBILITY_HULL)",
     2,
     "// root signature 1.1, 1 of 64 DWORDs\n"
     "DescriptorTable(SRV(t0, numDescriptors = unbounded, flags = DESCRIPTORS_VOLATILE | "
     "DATA_VOLATILE), visibility = SHADER_VISIBILITY_HULL)\n"},
    {"/* s */ StaticSampler(s1, filter=FILTER_MAXIMUM_ANISOTROPIC, addressU=TEXTURE_ADDRESS_CLAMP,"
     "addressV=TEXTURE_ADDRESS_WRAP, addressW=TEXTURE_ADDRESS_MIRROR_ONCE, mipLODBias=-1,"
     "maxAnisotropy=4, comparisonFunc=COMPARISON_ALWAYS,"
     "borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT, minLOD=.5f, maxLOD=1e2, space=2)",
     0,
     "// root signature 1.1, 0 of 64 DWORDs\n"
     "StaticSampler(s1, filter = FILTER_MAXIMUM_ANISOTROPIC, addressU = TEXTURE_ADDRESS_CLAMP, "
     "addressW = TEXTURE_ADDRESS_MIRROR_ONCE, mipLODBias = -1, maxAnisotropy = 4, "
     "comparisonFunc = COMPARISON_ALWAYS, borderColor = STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT, "
     "minLOD = 0.5, maxLOD = 100, space = 2)\n"},
    {"StaticSampler(s0, flags = UINT_BORDER_COLOR | NON_NORMALIZED_COORDINATES)", 3,
     "// root signature 1.2, 0 of 64 DWORDs\n"
     "StaticSampler(s0, flags = UINT_BORDER_COLOR | NON_NORMALIZED_COORDINATES)\n"},
};

static void test_pairs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_root_signature *signature = compile(ctx, pairs[i].text, pairs[i].version);
        assert_text(ctx, signature, NULL, pairs[i].printed);
        dxk_root_signature *again = compile(ctx, pairs[i].printed, 0);
        assert_text(ctx, again, NULL, pairs[i].printed);
        dxk_rootsig_free(again);
        dxk_rootsig_free(signature);
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        support_ctx_done(ctx);
    }
}

static void test_forms(void **state)
{
    dxk_ctx *ctx = support_ctx();
    const char *text = "RootFlags(ALLOW_STREAM_OUTPUT), CBV(b0)";
    dxk_root_signature *signature = compile(ctx, text, 0), *empty = compile(ctx, "", 0);
    dxk_rootsig_print_options define = {.define = "Main"}, line = {.one_line = true};
    dxk_rootsig_print_options all = {.one_line = true, .all = true};
    (void)state;
    assert_text(ctx, signature, &define,
                "// root signature 1.1, 2 of 64 DWORDs\n#define Main \\\n"
                "    \"RootFlags(ALLOW_STREAM_OUTPUT), \" \\\n    \"CBV(b0)\"\n");
    assert_text(ctx, empty, &define, "// root signature 1.1, 0 of 64 DWORDs\n#define Main \"\"\n");
    assert_text(ctx, signature, &line, "RootFlags(ALLOW_STREAM_OUTPUT), CBV(b0)\n");
    assert_text(ctx, signature, &all,
                "RootFlags(ALLOW_STREAM_OUTPUT), CBV(b0, space = 0, flags = 0, "
                "visibility = SHADER_VISIBILITY_ALL)\n");
    dxk_rootsig_free(empty);
    dxk_rootsig_free(signature);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* HLSL                                                                                       */

static const struct {
    const char *text, *define;
    const char *printed; /* one line; NULL: ROOTSIG.DEFINE */
} files[] = {
    {"#define RS \"CBV(b0), \" \\\n  \"SRV(t0)\"\n", "RS", "CBV(b0), SRV(t0)\n"},
    {"#define N 3\n#define RS \"CBV(b\" N \")\"\n", "RS", "CBV(b3)\n"},
    {"#define A \"CBV(b0)\"\n#define RS A \", SRV(t\" /* x */ \"1)\"\n", "RS",
     "CBV(b0), SRV(t1)\n"},
    {"#define RS \"CBV(b0)\"\n#undef RS\n#define RS \"CBV(b1)\"\n", "RS", "CBV(b1)\n"},
    {"#define RS \"CBV(b0)\"\n#undef RS\n", "RS", NULL},
    {"#define RS(x) \"CBV(b0)\"\n", "RS", NULL},
    {"// #define RS \"CBV(b0)\"\n", "RS", NULL},
    {"#define RS RS\n", "RS", NULL},
    {"#define RS \"CBV(b2)\"\n[RootSignature(RS)]\nvoid main() {}\n", NULL, "CBV(b2)\n"},
    {"[ RootSignature ( \"CBV(b0)\" \", SRV(t0)\" ) ]\nvoid main() {}\n", NULL,
     "CBV(b0), SRV(t0)\n"},
    {"[RootSignature(\"CBV(b0)\")] a [RootSignature(\"CBV(b1)\")] b", NULL, NULL},
    {"#define RS \"CBV(b0)\"\n", NULL, NULL},
    {"/* c */\n\"CBV(b0)\"", NULL, "CBV(b0)\n"},
};

static void test_files(void **state)
{
    const dxk_rootsig_print_options line = {.one_line = true};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        dxk_rootsig_parse_options options = {.define = files[i].define};
        dxk_root_signature *signature;
        dxk_ctx *ctx = support_ctx();
        dxk_status status = dxk_rootsig_parse(ctx, str(files[i].text), &options, &signature);
        if (files[i].printed) {
            if (status != DXK_OK)
                fail_msg("%s: %s", files[i].text, dxk_ctx_diag(ctx, 0)->message);
            assert_text(ctx, signature, &line, files[i].printed);
        } else {
            assert_int_equal(status, DXK_E_INVALID);
            assert_true(support_reported(ctx, "ROOTSIG.DEFINE") ||
                        support_reported(ctx, "ROOTSIG.SYNTAX"));
        }
        dxk_rootsig_free(signature);
        support_ctx_done(ctx);
    }
}

/* Macros that double at each level: text without end, or none at all. */
static void test_macro_bombs(void **state)
{
    static const char *const last[] = {"\"CBV(b0),\"", ""};
    char text[4096];
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        size_t n = 0;
        for (int i = 0; i < 60; i++)
            n += (size_t)snprintf(text + n, sizeof text - n, "#define A%d A%d A%d\n", i, i + 1,
                                  i + 1);
        snprintf(text + n, sizeof text - n, "#define A60 %s\n", last[k]);
        dxk_rootsig_parse_options options = {.define = "A0"};
        dxk_root_signature *signature;
        dxk_ctx *ctx = support_ctx();
        assert_int_equal(dxk_rootsig_parse(ctx, str(text), &options, &signature), DXK_E_LIMIT);
        assert_true(support_reported(ctx, "LIMIT.TEXT"));
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* What text cannot say, and what no signature may be                                         */

/* Compiles, changes a word of the bytes, decodes. */
static dxk_root_signature *patched(dxk_ctx *ctx, const char *text, size_t word, uint32_t value,
                                   dxk_buffer *bytes)
{
    dxk_root_signature *first = compile(ctx, text, 0), *signature;
    dxk_buffer_init(bytes, ctx);
    assert_int_equal(dxk_rootsig_encode(ctx, first, dxk_buffer_sink(bytes)), DXK_OK);
    dxk_rootsig_free(first);
    assert_true(4 * word + 4 <= bytes->size);
    dxki_store32(bytes->data + 4 * word, value);
    assert_int_equal(dxk_rootsig_decode(ctx, (dxk_bytes){bytes->data, bytes->size}, &signature),
                     DXK_OK);
    return signature;
}

static const struct {
    const char *text;
    size_t word;
    uint32_t value;
    const char *rule;      /* of verifying; NULL: nothing */
    bool said;             /* the language has words for it */
    const char *reference; /* its text */
} patches[] = {
    {"CBV(b0)", 5, 0x1000, "ROOTSIG.FLAGS", false,
     "Unsupported bit-flag set (root signature flags 0x1000).\n"},
    {"CBV(b0)", 5, 0x80000000, NULL, false, NULL},
    {"CBV(b0)", 6, 9, "ROOTSIG.PARAMETER", false,
     "Unsupported ParameterType value 9 (root parameter 0)\n"},
    {"CBV(b0)", 7, 8, "ROOTSIG.VISIBILITY", false,
     "Unsupported ShaderVisibility value 8 (root parameter [0]).\n"},
    {"StaticSampler(s0)", 18, 9, "ROOTSIG.VISIBILITY", false,
     "Unsupported ShaderVisibility value 9 (static sampler [0]).\n"},
    {"CBV(b0)", 11, 0x10, "ROOTSIG.FLAGS", false,
     "Unsupported bit-flag set (root descriptor flags 0x10).\n"},
    {"DescriptorTable(CBV(b0))", 11, 7, "ROOTSIG.TABLE", false,
     "Unsupported RangeType value 7 (descriptor table slot [0], root parameter [0]).\n"},
    {"StaticSampler(s0)", 10, 0xFFC00000, "ROOTSIG.SAMPLER", false,
     "Static sampler: MipLODBias must be in the range [-1.600000e+01 to 1.599000e+01].  "
     "-nanspecified.\n"},
    {"StaticSampler(s0)", 14, 0x7FC00000, "ROOTSIG.SAMPLER", false,
     "Static sampler: MinLOD be in the range [-INF to +INF].  nan specified.\n"},
    {"StaticSampler(s0)", 15, 0x7F800000, NULL, false, NULL},
    {"StaticSampler(s0)", 6, 2, "ROOTSIG.SAMPLER", false, "Static sampler: Filter unrecognized.\n"},
    {"StaticSampler(s0)", 8, 0, "ROOTSIG.SAMPLER", false,
     "Static sampler: AddressV unrecognized.\n"},
    {"StaticSampler(s0)", 15, 0x80000000, NULL, true, NULL},
};

static void test_patches(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof patches / sizeof *patches; i++) {
        dxk_buffer bytes, text, reference;
        dxk_ctx *ctx = support_ctx();
        dxk_root_signature *signature =
            patched(ctx, patches[i].text, patches[i].word, patches[i].value, &bytes);
        dxk_ctx_clear_diags(ctx);
        dxk_buffer_init(&text, ctx);
        dxk_buffer_init(&reference, ctx);
        assert_int_equal(dxk_rootsig_print(ctx, signature, NULL, dxk_buffer_sink(&text)), DXK_OK);
        assert_int_equal(support_reported(ctx, "ROOTSIG.INEXPRESSIBLE"), !patches[i].said);
        dxk_status status =
            dxk_rootsig_verify(ctx, signature, NULL, 0, dxk_buffer_sink(&reference));
        assert_int_equal(status, patches[i].rule ? DXK_E_INVALID : DXK_OK);
        if (patches[i].rule) {
            if (!support_reported(ctx, patches[i].rule))
                fail_msg("%s word %zu: no %s", patches[i].text, patches[i].word, patches[i].rule);
            assert_int_equal(reference.size, strlen(patches[i].reference));
            assert_memory_equal(reference.data, patches[i].reference, reference.size);
        }
        dxk_buffer_free(&reference);
        dxk_buffer_free(&text);
        dxk_rootsig_free(signature);
        dxk_buffer_free(&bytes);
        support_ctx_done(ctx);
    }
}

/* An odd layout is said, and unchecked text passes what the checks refuse. */
static void test_layout_and_unchecked(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_rootsig_parse_options options = {.unchecked = true};
    dxk_root_signature *signature;
    dxk_buffer bytes, text;
    (void)state;
    assert_int_equal(dxk_rootsig_parse(ctx, str("CBV(b0), CBV(b0)"), &options, &signature), DXK_OK);
    assert_int_equal(dxk_rootsig_verify(ctx, signature, NULL, 0, nowhere), DXK_E_INVALID);
    assert_true(support_reported(ctx, "ROOTSIG.OVERLAP"));
    dxk_rootsig_free(signature);
    dxk_ctx_clear_diags(ctx);
    assert_int_equal(
        dxk_rootsig_parse(ctx, str("RootConstants(num32BitConstants=65,b0)"), NULL, &signature),
        DXK_OK);
    assert_true(support_reported(ctx, "ROOTSIG.COST"));
    dxk_rootsig_free(signature);

    signature = compile(ctx, "CBV(b0)", 0);
    dxk_buffer_init(&bytes, ctx);
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_rootsig_encode(ctx, signature, dxk_buffer_sink(&bytes)), DXK_OK);
    dxk_rootsig_free(signature);
    assert_int_equal(dxk_buffer_append(&bytes, "\xab\xab\xab\xab", 4), DXK_OK);
    assert_int_equal(dxk_rootsig_decode(ctx, (dxk_bytes){bytes.data, bytes.size}, &signature),
                     DXK_OK);
    assert_int_equal(dxk_rootsig_print(ctx, signature, NULL, dxk_buffer_sink(&text)), DXK_OK);
    assert_true(support_reported(ctx, "ROOTSIG.INEXPRESSIBLE"));
    dxk_rootsig_free(signature);
    dxk_buffer_free(&bytes);
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

static const struct {
    const char *text;
    dxk_psv_resource resource;
    uint32_t stage;
    const char *rule;
} shaders[] = {
    {"CBV(b0)", {.type = DXK_PSV_RESOURCE_TYPE_CBV}, DXK_SHADER_KIND_PIXEL, NULL},
    {"CBV(b0)", {.type = DXK_PSV_RESOURCE_TYPE_CBV, .space = 1}, 0, "ROOTSIG.UNBOUND"},
    {"CBV(b0, visibility = SHADER_VISIBILITY_VERTEX)",
     {.type = DXK_PSV_RESOURCE_TYPE_CBV},
     DXK_SHADER_KIND_PIXEL,
     "ROOTSIG.UNBOUND"},
    {"CBV(b0, visibility = SHADER_VISIBILITY_VERTEX)",
     {.type = DXK_PSV_RESOURCE_TYPE_CBV},
     DXK_SHADER_KIND_VERTEX,
     NULL},
    {"DescriptorTable(SRV(t0, numDescriptors = 3))",
     {.type = DXK_PSV_RESOURCE_TYPE_SRV_TYPED, .lower_bound = 1, .upper_bound = 3},
     DXK_SHADER_KIND_COMPUTE,
     "ROOTSIG.UNBOUND"},
    {"DescriptorTable(SRV(t0, numDescriptors = 3), SRV(t3))",
     {.type = DXK_PSV_RESOURCE_TYPE_SRV_TYPED, .lower_bound = 2, .upper_bound = 3},
     DXK_SHADER_KIND_COMPUTE,
     "ROOTSIG.UNBOUND"},
    {"DescriptorTable(SRV(t0, numDescriptors = unbounded))",
     {.type = DXK_PSV_RESOURCE_TYPE_SRV_RAW, .lower_bound = 5, .upper_bound = UINT32_MAX},
     DXK_SHADER_KIND_COMPUTE,
     NULL},
    {"SRV(t0)", {.type = DXK_PSV_RESOURCE_TYPE_SRV_TYPED}, 0, "ROOTSIG.RESOURCE"},
    {"SRV(t0)", {.type = DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED}, 0, NULL},
    {"UAV(u0)", {.type = DXK_PSV_RESOURCE_TYPE_UAV_TYPED}, 0, "ROOTSIG.RESOURCE"},
    {"UAV(u0)", {.type = DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED_WITH_COUNTER}, 0, "ROOTSIG.RESOURCE"},
    {"StaticSampler(s0)", {.type = DXK_PSV_RESOURCE_TYPE_SAMPLER}, 0, NULL},
    {"RootFlags(DENY_MESH_SHADER_ROOT_ACCESS), CBV(b0)",
     {.type = DXK_PSV_RESOURCE_TYPE_CBV},
     DXK_SHADER_KIND_MESH,
     "ROOTSIG.DENIED"},
};

static void test_shaders(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
        dxk_psv_resource resource = shaders[i].resource;
        dxk_psv0 psv = {.resource_count = 1, .resources = &resource};
        dxk_ctx *ctx = support_ctx();
        dxk_root_signature *signature = compile(ctx, shaders[i].text, 0);
        dxk_status status = dxk_rootsig_verify(ctx, signature, &psv, shaders[i].stage, nowhere);
        assert_int_equal(status, shaders[i].rule ? DXK_E_INVALID : DXK_OK);
        if (shaders[i].rule && !support_reported(ctx, shaders[i].rule))
            fail_msg("%s: no %s", shaders[i].text, shaders[i].rule);
        dxk_rootsig_free(signature);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Many ranges, memory, numbers                                                               */

/* Ranges in an order that is bad for trees, the last one overlapping the first. */
static void test_many_ranges(void **state)
{
    enum { COUNT = 50000 };
    size_t size = 64 * (size_t)COUNT, n = 0;
    char *text = malloc(size);
    dxk_root_signature *signature;
    dxk_ctx *ctx = support_ctx();
    (void)state;
    assert_non_null(text);
    n += (size_t)snprintf(text + n, size - n, "DescriptorTable(");
    for (int i = COUNT; i > 0; i--)
        n += (size_t)snprintf(text + n, size - n, "SRV(t%d, numDescriptors = 2),", 2 * i);
    dxk_str all = {text, n};
    text[n - 1] = ')';
    assert_int_equal(dxk_rootsig_parse(ctx, all, NULL, &signature), DXK_OK);
    dxk_rootsig_free(signature);
    n = n - 1 + (size_t)snprintf(text + n - 1, size - n, ",SRV(t%d))", 2 * COUNT + 1);
    all.size = n;
    assert_int_equal(dxk_rootsig_parse(ctx, all, NULL, &signature), DXK_E_INVALID);
    assert_true(support_reported(ctx, "ROOTSIG.OVERLAP"));
    free(text);
    support_ctx_done(ctx);
}

static dxk_status run_all(dxk_ctx *ctx, void *user)
{
    dxk_rootsig_parse_options options = {.define = "RS"};
    dxk_root_signature *signature;
    dxk_buffer text;
    (void)user;
    dxk_status status = dxk_rootsig_parse(
        ctx,
        str("#define RS \"DescriptorTable(SRV(t0), UAV(u0)), CBV(b0)\" \", StaticSampler(s0)\"\n"),
        &options, &signature);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&text, ctx);
    status = dxk_rootsig_print(ctx, signature, NULL, dxk_buffer_sink(&text));
    if (status == DXK_OK)
        status = dxk_rootsig_write(ctx, signature, dxk_buffer_sink(&text));
    dxk_buffer_free(&text);
    dxk_rootsig_free(signature);
    return status;
}

static void test_memory(void **state)
{
    (void)state;
    support_fail_allocations(run_all, NULL);
}

static void test_numbers(void **state)
{
    static const struct {
        const char *text;
        uint32_t bits;
        const char *shortest;
    } numbers[] = {
        {"0", 0, "0"},
        {"-0.0", 0x80000000, "-0.0"},
        {"1.25e0", 0x3FA00000, "1.25"},
        {"3.402823466e+38f", 0x7F7FFFFF, "3.402823466e+38"},
        {"1e-45", 1, "1e-45"},
        {".1", 0x3DCCCCCD, "0.1"},
        {"16777217.", 0x4B800000, "16777216"},
        {"0.0000152587890625", 0x37800000, "0.000015258789"},
    };
    char text[DXKI_RS_REAL_MAX];
    uint32_t bits;
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_true(dxki_rootsig_real(str(numbers[i].text), &bits));
        assert_int_equal(bits, numbers[i].bits);
        size_t size = dxki_rootsig_real_text(bits, text);
        assert_int_equal(size, strlen(numbers[i].shortest));
        assert_memory_equal(text, numbers[i].shortest, size);
    }
    assert_false(dxki_rootsig_real(str("3.4028235e38"), &bits));
    assert_false(dxki_rootsig_real(str("1e-320"), &bits));
    assert_int_equal(dxki_rootsig_real_text(0x7F800000, text), 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_errors),
    cmocka_unit_test(test_pairs),
    cmocka_unit_test(test_forms),
    cmocka_unit_test(test_files),
    cmocka_unit_test(test_macro_bombs),
    cmocka_unit_test(test_patches),
    cmocka_unit_test(test_layout_and_unchecked),
    cmocka_unit_test(test_shaders),
    cmocka_unit_test(test_many_ranges),
    cmocka_unit_test(test_memory),
    cmocka_unit_test(test_numbers),
};
SUPPORT_SUITE(test_rootsig_text, tests);

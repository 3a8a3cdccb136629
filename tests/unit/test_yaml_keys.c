/* SPDX-License-Identifier: MIT */
/*
 * test_yaml_keys.c - what documents may leave out, and what they say explicitly: values that
 * follow from the rest are computed when they are left out, obeyed when they are wrong, and never
 * passed over in silence.
 */
#include "support.h"

#include "dxk/dxk.h"

#define HEADER "Header:\n  Version: {Major: 1, Minor: 0}\nParts:\n"
#define FIRST  44u /* content of the first of one part */

static dxk_status make(dxk_ctx *ctx, const char *parts, dxk_buffer *out)
{
    char text[4096];
    int size = snprintf(text, sizeof text, "%s%s", HEADER, parts);
    assert_true(size > 0 && (size_t)size < sizeof text);
    dxk_buffer_init(out, ctx);
    return dxk_yaml_read(ctx, (dxk_bytes){(const uint8_t *)text, (size_t)size},
                         dxk_buffer_sink(out));
}

static uint32_t load32(const dxk_buffer *bytes, size_t at)
{
    assert_true(at + 4 <= bytes->size);
    const uint8_t *p = bytes->data + at;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Escapes that JSON has and YAML does not. */
static void test_json(void **state)
{
    static const char text[] =
        "{\"Header\": {\"Version\": {\"Major\": 1, \"Minor\": 0}}, \"Parts\": [{\"Name\": "
        "\"ILDN\",\n"
        "  \"DebugName\": {\"DebugName\": \"\\ud83d\\ude00\\\\ud83d\\/\x7F\"}}]}";
    (void)state;
    if (!dxk_yaml_can_read())
        skip();
    dxk_ctx *ctx = support_ctx();
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, ctx);
    assert_int_equal(dxk_yaml_read(ctx, (dxk_bytes){(const uint8_t *)text, sizeof text - 1},
                                   dxk_buffer_sink(&bytes)),
                     DXK_OK);
    assert_int_equal(bytes.size, FIRST + 20);
    assert_memory_equal(bytes.data + FIRST, "\0\0\14\0\xF0\x9F\x98\x80\\ud83d/\x7F\0\0\0", 20);
    dxk_buffer_free(&bytes);
    support_ctx_done(ctx);
}

/* A document with a value that is said to be wrong, and written nevertheless. */
static void check_obeyed(const char *parts, const char *rule, size_t at, uint32_t value)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer bytes;
    if (make(ctx, parts, &bytes) != DXK_OK || dxk_ctx_diag_count(ctx) == 0)
        fail_msg("no warning, or an error: %s", parts);
    assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, rule);
    assert_int_equal(dxk_ctx_error_count(ctx), 0);
    if (load32(&bytes, at) != value)
        fail_msg("%u is not written at %zu: %s", (unsigned)value, at, parts);
    dxk_buffer_free(&bytes);
    support_ctx_done(ctx);
}

/* The document of a container that another document describes. */
static void show(dxk_ctx *ctx, const char *parts, const dxk_yaml_options *options, dxk_buffer *text)
{
    dxk_buffer bytes;
    dxk_container *container;
    assert_int_equal(make(ctx, parts, &bytes), DXK_OK);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size},
                                        &(dxk_read_options){.salvage = true}, &container),
                     DXK_OK);
    dxk_buffer_init(text, ctx);
    assert_int_equal(dxk_yaml_write(container, options, dxk_buffer_sink(text)), DXK_OK);
    assert_int_equal(dxk_buffer_append(text, "", 1), DXK_OK);
    dxk_container_free(container);
    dxk_buffer_free(&bytes);
}

#define ROOT                                                                                       \
    "- Name: RTS0\n  RootSignature:\n    Version: 2\n    Parameters:\n"                            \
    "    - ParameterType: DescriptorTable\n      ShaderVisibility: All\n"                          \
    "      Table: {%sRanges: [{RangeType: SRV, NumDescriptors: 1, BaseShaderRegister: 0,\n"        \
    "               RegisterSpace: 0, OffsetInDescriptorsFromTableStart: 0}]}\n"

static void check_root(const char *in_table, const char *in_root, size_t at, uint32_t value)
{
    char text[1024];
    snprintf(text, sizeof text, ROOT "%s", in_table, in_root);
    check_obeyed(text, "YAML.OBEYED", FIRST + at, value);
}

static void need_yaml(void)
{
    if (dxk_yaml_can_read())
        return;
    print_message("skipped: built without libyaml\n");
    skip();
}

static void test_root_counts(void **state)
{
    (void)state;
    need_yaml();
    check_root("", "    NumRootParameters: 7\n", 4, 7);
    check_root("", "    NumStaticSamplers: 9\n", 12, 9);
    check_root("NumRanges: 3, ", "", 36, 3);
    check_root("NumRanges: 4294967295, ", "", 36, UINT32_MAX);
    check_root("RangesOffset: 99, ", "", 40, 99);
}

#define PSV                                                                                        \
    "- Name: PSV0\n  PSVInfo:\n    Version: %u\n    ShaderStage: 5\n    MinimumWaveLaneCount: 0\n" \
    "    MaximumWaveLaneCount: 64\n    UsesViewID: 0\n    SigInputVectors: 0\n"                    \
    "    SigOutputVectors: [ 0, 0, 0, 0 ]\n    NumThreadsX: 1\n    NumThreadsY: 2\n"               \
    "    NumThreadsZ: 3\n    EntryName: main\n    Resources: []\n    SigInputElements: []\n"       \
    "    SigOutputElements: []\n    SigPatchOrPrimElements: []\n"

/* A word of what a document makes without a warning. */
static void check_written(const char *parts, size_t at, uint32_t value)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer bytes;
    assert_int_equal(make(ctx, parts, &bytes), DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    if (load32(&bytes, at) != value)
        fail_msg("0x%x, not 0x%x, at %zu", (unsigned)load32(&bytes, at), (unsigned)value, at);
    dxk_buffer_free(&bytes);
    support_ctx_done(ctx);
}

/* What LLVM 20 wrote for a root signature without parameters. */
static void test_root_flags(void **state)
{
    (void)state;
    need_yaml();
    check_obeyed(
        "- Name: RTS0\n  RootSignature: {Version: 2, NumParameters: 0, RootParametersOffset: 0,\n"
        "    NumStaticSamplers: 0, StaticSamplersOffset: 0, DenyPixelShaderRootAccess: true}\n",
        "YAML.OBEYED", FIRST + 20, 32);
}

/* LLVM 17 has numbers of elements without the elements. */
static void test_psv0_numbers(void **state)
{
    static const char document[] =
        "- Name: PSV0\n  PSVInfo: {Version: 1, ShaderStage: 3, InputControlPointCount: 4,\n"
        "    OutputControlPointCount: 3, TessellatorDomain: 2, TessellatorOutputPrimitive: 3,\n"
        "    MinimumWaveLaneCount: 0, MaximumWaveLaneCount: 64, UsesViewID: 1,\n"
        "    SigPatchConstOrPrimVectors: 9, SigInputElements: 8, SigOutputElements: 16,\n"
        "    SigPatchConstOrPrimElements: 32, SigInputVectors: 7, SigOutputVectors: [ 1, 2, 3, 4 "
        "]}\n";
    (void)state;
    need_yaml();
    check_written(document, FIRST, 36);
    check_written(document, FIRST + 4 + 24, 0x00090103);
    check_written(document, FIRST + 4 + 28, 0x07201008);
    check_written(document, FIRST + 4 + 32, 0x04030201);
    check_written(document, FIRST + 4 + 36, 0); /* resources */
}

static void check_psv(unsigned version, const char *more, const char *rule, size_t at,
                      uint32_t value)
{
    char text[1024];
    snprintf(text, sizeof text, PSV "%s", version, more);
    check_obeyed(text, rule, FIRST + at, value);
}

static void test_psv0(void **state)
{
    (void)state;
    need_yaml();
    check_psv(3, "    RuntimeInfoSize: 60\n", "YAML.OBEYED", 0, 60);
    check_psv(3, "    RuntimeInfoSize: 36\n", "YAML.OBEYED", 0, 36);
    check_psv(3, "    StringTable: [{String: other, Offset: 1}]\n", "YAML.STRINGS", 60, 8);
    check_psv(3, "    ResourceStride: 5\n", "YAML.UNUSED", 0, 52);
    check_psv(2, "", "YAML.UNUSED", 0, 48); /* EntryName */
    check_psv(1, "", "YAML.UNUSED", 0, 36); /* the numbers of threads, too */
}

static void test_parts(void **state)
{
    (void)state;
    need_yaml();
    check_obeyed("- Name: ABCDE\n  Data: [ 1, 2, 3, 4 ]\n", "YAML.UNUSED", FIRST, 0x04030201);
    check_obeyed("- Name: ABCD\n  Data: [ 1, 2, 3, 4 ]\n  Hash: {}\n", "YAML.UNUSED", FIRST,
                 0x04030201);
    check_obeyed("- Name: RTS0\n  Size: 48\n  Fields:\n"
                 "    Header: {Version: 2, ParameterCount: 2, ParameterOffset: 24,\n"
                 "             SamplerCount: 0, SamplerOffset: 48}\n    Parameters:\n"
                 "    - {Type: Constants32Bit, Visibility: All, Offset: 36,\n"
                 "       Constants: {ShaderRegister: 1, RegisterSpace: 0, ValueCount: 99}}\n"
                 "    - {Type: 9, Visibility: All, Offset: 99}\n",
                 "YAML.SHARED", FIRST + 36, 9);
}

/* ---------------------------------------------------------------------------------------- */
/* Parts of shader models 4 and 5                                                             */

/* A document without numbers that follow from the rest makes these bytes. */
static void check_made(const char *parts, const char *content, size_t size)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer bytes;
    if (make(ctx, parts, &bytes) != DXK_OK || dxk_ctx_diag_count(ctx))
        fail_msg("%s: %s", dxk_ctx_diag(ctx, 0) ? dxk_ctx_diag(ctx, 0)->message : "failed", parts);
    assert_int_equal(bytes.size, FIRST + size);
    assert_memory_equal(bytes.data + FIRST, content, size);
    dxk_buffer_free(&bytes);
    support_ctx_done(ctx);
}

#define ELEMENT                                                                                    \
    "{Name: AB, Index: 2, SystemValue: Undefined, CompType: Float32, Register: 1, Mask: 7,\n"      \
    "      ExclusiveMask: 3}"

static void test_old_signatures(void **state)
{
    (void)state;
    if (!dxk_yaml_can_read())
        skip();
    check_made("- Name: ISGN\n  Signature:\n    Parameters:\n    - " ELEMENT "\n",
               "\1\0\0\0\10\0\0\0\40\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\1\0\0\0\7\3\0\0AB\0\xAB", 36);
    check_made("- Name: OSGN\n  Size: 37\n  Signature:\n    Parameters: [ " ELEMENT
               " ]\n    Padding: [ 1, 2 ]\n",
               "\1\0\0\0\10\0\0\0\40\0\0\0\2\0\0\0\0\0\0\0\3\0\0\0\1\0\0\0\7\3\0\0AB\0\1\2", 37);
    check_made("- Name: OSG5\n  Signature: {Parameters: []}\n", "\0\0\0\0\10\0\0\0", 8);
}

/* The two meanings of STAT. */
static void test_stat(void **state)
{
    dxk_yaml_options text = {.module = DXK_YAML_MODULE_TEXT};
    (void)state;
    if (!dxk_yaml_can_read())
        skip();
    dxk_ctx *ctx = support_ctx();
    dxk_buffer shown;
    check_made("- Name: STAT\n  Program: {MajorVersion: 6, MinorVersion: 1, ShaderKind: 5,\n"
               "            DXILMajorVersion: 1, DXILMinorVersion: 1, DXIL: [ 1, 2, 3, 4 ]}\n",
               "\x61\0\5\0\7\0\0\0DXIL\1\1\0\0\20\0\0\0\4\0\0\0\1\2\3\4", 28);
    show(ctx, "- Name: STAT\n  Size: 8\n  Fields: {Counters: {Instructions: 3, Temps: 1}}\n", &text,
         &shown);
    assert_non_null(strstr((char *)shown.data, "      Counters:\n        Instructions:    3\n"));
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    dxk_buffer_free(&shown);
    support_ctx_done(ctx);
}

static void test_old_parts(void **state)
{
    static const char level9[] = "- Name: Aon9\n  Fields:\n    Header: {Version: 0xFFFF0200%s}\n"
                                 "    Samplers: [{Texture: 1, Sampler: 2, Target: 3}]\n"
                                 "    Code: [ 7, 8, 9, 10 ]\n";
    char text[512];
    (void)state;
    if (!dxk_yaml_can_read())
        skip();
    snprintf(text, sizeof text, level9, "");
    check_made(text,
               "\54\0\0\0\0\2\xFF\xFF\4\0\0\0\50\0\0\0\0\0\50\0\0\0\50\0\0\0\50\0\1\0\44\0\0\0\50\0"
               "\1\2\3\0\7\10\11\12",
               44);
    snprintf(text, sizeof text, level9, ", SamplerCount: 9");
    check_obeyed(text, "YAML.OBEYED", FIRST + 28, 9 | 36 << 16);
    check_made("- Name: LIBH\n  Fields:\n    Header: {Version: 1, Creator: me, Flags: 0}\n"
               "    Functions: [{Kind: 0, Name: f}]\n",
               "\1\0\0\0\34\0\0\0\0\0\0\0\1\0\0\0\24\0\0\0\0\0\0\0\37\0\0\0me\0f\0", 33);
    check_obeyed("- Name: IFCE\n  Fields:\n    Header: {SlotCount: 1, TypeCount: 4}\n"
                 "    Slots: [{Head: {Slots: 1}, Types: [ 0 ], Tables: [ 0 ]}]\n"
                 "    Types: [{Name: c, Id: 0, BufferStride: 0, Textures: 0, Samplers: 0}]\n",
                 "YAML.OBEYED", FIRST + 4, 4);
}

/* What is no number of decimals comes back from JSON too: an infinity, a NaN. */
static void test_reals(void **state)
{
    static const uint32_t bits[] = {0x7F800000, 0x7FFFFF00};
    (void)state;
    if (!dxk_yaml_can_read())
        skip();
    for (int i = 0; i < 4; i++) {
        dxk_yaml_options options = {.json = i % 2 == 1};
        dxk_ctx *ctx = support_ctx();
        dxk_buffer shown, bytes;
        char text[512];
        snprintf(text, sizeof text,
                 "- Name: RTS0\n  RootSignature:\n    Version: 2\n    Parameters: []\n"
                 "    Samplers: [{MinLOD: 0x%X, ShaderRegister: 0, RegisterSpace: 0,\n"
                 "               ShaderVisibility: All}]\n",
                 (unsigned)bits[i / 2]);
        show(ctx, text, &options, &shown);
        dxk_buffer_init(&bytes, ctx);
        assert_int_equal(
            dxk_yaml_read(ctx, (dxk_bytes){shown.data, shown.size - 1}, dxk_buffer_sink(&bytes)),
            DXK_OK);
        assert_int_equal(load32(&bytes, FIRST + 24 + 32), bits[i / 2]);
        dxk_buffer_free(&shown);
        dxk_buffer_free(&bytes);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Compressed content                                                                         */

#define SOURCE                                                                                     \
    "- Name: SRCI\n  SourceInfo:\n    Names: {Entries: [{FileName: a.hlsl}]}\n    Contents:\n"     \
    "      Header: {Type: Zlib}\n      Entries: [{FileContent: 'float4 main() {}'}]\n"             \
    "      %s\n    Args: {Header: {}, Args: []}\n"

/* Bytes that do not belong to what is beside them are not written; a build without zlib says so. */
static void test_stored(void **state)
{
    static const char *const stored[] = {"", "Stored: [ 1, 2, 3 ]"};
    (void)state;
    if (!dxk_yaml_can_read())
        skip();
    for (int i = 0; i < 2; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer bytes;
        char text[512];
        snprintf(text, sizeof text, SOURCE, stored[i]);
        dxk_status status = make(ctx, text, &bytes);
        const dxk_diag *diag = dxk_ctx_diag(ctx, 0);
        if (status == DXK_E_UNSUPPORTED) {
            assert_string_equal(diag->rule, "YAML.ZLIB");
        } else {
            assert_int_equal(status, DXK_OK);
            assert_true(i ? diag && strcmp(diag->rule, "YAML.STORED") == 0 : !diag);
        }
        dxk_buffer_free(&bytes);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* LLVM's newest form                                                                         */

#define PROGRAM                                                                                    \
    "- Name: DXIL\n  Program: {MajorVersion: 6, MinorVersion: 0, ShaderKind: 5,\n"                 \
    "            DXILMajorVersion: 1, DXILMinorVersion: 0}\n"

/* LLVM prints the size of the runtime info and the table of strings since version 23. */
static void test_newest(void **state)
{
    static const char want[] = "      ResourceStride:  24\n      RuntimeInfoSize: 52\n"
                               "      StringTable:\n        - String:          main\n"
                               "          Offset:          1\n      Resources:       []\n";
    static const char old[] = "      ResourceStride:  24\n      Resources:       []\n";
    (void)state;
    need_yaml();
    for (int schema = DXK_YAML_DXK; schema <= DXK_YAML_LLVM19; schema++) {
        dxk_ctx *ctx = support_ctx();
        dxk_yaml_options options = {.schema = (dxk_yaml_schema)schema};
        dxk_buffer text;
        char parts[1024];
        snprintf(parts, sizeof parts, PSV PROGRAM, 3u);
        show(ctx, parts, &options, &text);
        assert_non_null(strstr((char *)text.data, schema <= DXK_YAML_LLVM ? want : old));
        dxk_buffer_free(&text);
        support_ctx_done(ctx);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_json),           cmocka_unit_test(test_root_counts),
    cmocka_unit_test(test_psv0),           cmocka_unit_test(test_parts),
    cmocka_unit_test(test_old_signatures), cmocka_unit_test(test_old_parts),
    cmocka_unit_test(test_stat),           cmocka_unit_test(test_reals),
    cmocka_unit_test(test_stored),         cmocka_unit_test(test_newest),
    cmocka_unit_test(test_root_flags),     cmocka_unit_test(test_psv0_numbers),
};
SUPPORT_SUITE(test_yaml_keys, tests);

/* SPDX-License-Identifier: MIT */
/*
 * test_dxbc_forms.c - forms of instructions and declarations that few shaders have: tokens to
 * text and back. Libraries of functions, messages to the debug layer.
 */
#include "support.h"

#include "dxk/dxbc.h"
#include "dxk/parts.h"

#include <stdio.h>

/* A container with a program of these tokens. */
static dxk_container *container_of(dxk_ctx *ctx, uint32_t version, const uint32_t *tokens,
                                   size_t count)
{
    dxk_container *container;
    uint8_t bytes[4 * 64];
    assert_true(count + 2 <= 64);
    for (size_t i = 0; i < count + 2; i++) {
        uint32_t token = i == 0 ? version : i == 1 ? (uint32_t)count + 2 : tokens[i - 2];
        for (int k = 0; k < 4; k++)
            bytes[4 * i + (size_t)k] = (uint8_t)(token >> 8 * k);
    }
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    assert_int_equal(
        dxk_container_insert(container, 0, DXK_PART_SHEX, (dxk_bytes){bytes, 4 * (count + 2)}),
        DXK_OK);
    return container;
}

/* The line of the listing that follows the version. */
static void line_of(dxk_ctx *ctx, const dxk_container *container, dxk_fxc_version fxc, char *out,
                    size_t size)
{
    dxk_buffer text;
    dxk_dxbc_options options = {.fxc = fxc};
    dxk_buffer_init(&text, ctx);
    assert_int_equal(dxk_dxbc_print(container, &options, dxk_buffer_sink(&text)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&text, "", 1), DXK_OK);
    const char *start = strstr((const char *)text.data, "s_5_");
    assert_non_null(start);
    start = strchr(start, '\n') + 1;
    const char *end = strstr(start, "\n// Approximately");
    assert_true(end && (size_t)(end - start) < size);
    memcpy(out, start, (size_t)(end - start));
    out[end - start] = 0;
    dxk_buffer_free(&text);
}

/* The tokens list as `text`, which reads as the same tokens. */
static void expect(uint32_t version, const uint32_t *tokens, size_t count, const char *text)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = container_of(ctx, version, tokens, count), *again;
    char line[1024], listing[1200];
    line_of(ctx, container, DXK_FXC_10_1, line, sizeof line);
    assert_string_equal(line, text);
    int size = snprintf(listing, sizeof listing, "%s_5_%u\n%s\n",
                        dxk_enum_text(DXK_ENUM_ID_dxbc_stage, version >> 16), version & 15, text);
    assert_int_equal(dxk_container_parse(ctx, (dxk_str){listing, (size_t)size}, &again), DXK_OK);
    const dxk_part *a = dxk_container_part(container, 0), *b = dxk_container_part(again, 0);
    assert_int_equal(a->content.size, b->content.size);
    assert_memory_equal(a->content.data, b->content.data, a->content.size);
    dxk_container_free(container);
    dxk_container_free(again);
    support_ctx_done(ctx);
}

#define PS     0x50u
#define PS_5_1 0x51u
#define GS     0x20050u
#define HS     0x30050u
#define CS     0x50050u
#define CASE(version, text, ...)                                                                   \
    expect(version, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4,  \
           text)

static void test_instructions(void **state)
{
    (void)state;
    CASE(PS, "nop ", 0x0100003a);
    CASE(PS, "debugbreak ", 0x010000d0);
    CASE(PS, "abort ", 0x010000cf);
    CASE(PS, "continue ", 0x01000007);
    CASE(PS, "continuec_z r0.x", 0x03000008, 0x0010000a, 0);
    CASE(PS, "retc_nz r0.x", 0x0304003f, 0x0010000a, 0);
    CASE(PS, "retc_z r0.x", 0x0300003f, 0x0010000a, 0);
    CASE(PS, "discard_nz r0.x", 0x0304000d, 0x0010000a, 0);
    CASE(PS, "call l1", 0x03000004, 0x0010a000, 1);
    CASE(PS, "callc_nz r0.x, l2", 0x05040005, 0x0010000a, 0, 0x0010a000, 2);
    CASE(PS, "umul r0.x, r1.x, r2.x, r3.x", 0x09000051, 0x00100012, 0, 0x00100012, 1, 0x0010000a, 2,
         0x0010000a, 3);
    CASE(PS, "usubb r0.x, null, r2.x, r3.x", 0x08000085, 0x00100012, 0, 0x0000d000, 0x0010000a, 2,
         0x0010000a, 3);
    CASE(PS, "umad r0.x, r1.x, r2.x, l(-3)", 0x09000052, 0x00100012, 0, 0x0010000a, 1, 0x0010000a,
         2, 0x00004001, 0xfffffffd);
    CASE(PS, "deriv_rty_fine_sat [precise] r0.x, r1.x", 0x0578207d, 0x00100012, 0, 0x0010000a, 1);
    CASE(PS, "add [precise(xy)] r0.xy, r0.xyxx, -|r1.xyxx|", 0x08180000, 0x00100032, 0, 0x00100046,
         0, 0x80100046, 0xc1, 1);
    CASE(PS, "resinfo_rcpfloat r0.xyzw, l(0), t0.xyzw", 0x0700083d, 0x001000f2, 0, 0x00004001, 0,
         0x00107e46, 0);
    CASE(PS, "sampleinfo_uint r0.xyzw, rasterizer.xyzw", 0x0400086f, 0x001000f2, 0, 0x0000ee46);
    CASE(PS, "mov r0.xy, vCycleCounter.xyxx", 0x04000036, 0x00100032, 0, 0x00028046);
    CASE(PS, "mov r0.x, l(0x7f800000)", 0x05000036, 0x00100012, 0, 0x00004001, 0x7f800000);
    CASE(PS, "mul r0.x, r0.x, l(inf)", 0x07000038, 0x00100012, 0, 0x0010000a, 0, 0x00004001,
         0x7f800000);
    CASE(PS, "iadd r0.x, r0.x, l(0x00002711)", 0x0700001e, 0x00100012, 0, 0x0010000a, 0, 0x00004001,
         10001);
    CASE(PS, "dadd r0.xy, r0.xyxy, d(1.500000l, -2.000000l)", 0x0a0000bf, 0x00100032, 0, 0x00100446,
         0, 0x00005002, 0, 0x3ff80000, 0, 0xc0000000);
}

static void test_geometry(void **state)
{
    (void)state;
    CASE(GS, "emit_then_cut ", 0x01000014);
    CASE(GS, "emit_then_cut_stream m1", 0x03000077, 0x00110000, 1);
    CASE(GS, "dcl_stream m3", 0x0300008f, 0x00110000, 3);
    CASE(GS, "dcl_inputprimitive patch32 ", 0x0101385d);
    CASE(GS, "dcl_inputprimitive triangleadj ", 0x0100385d);
    CASE(GS, "dcl_outputtopology linestrip_adj ", 0x0100585c);
    CASE(GS, "dcl_gsinstances 4", 0x020000ce, 4);
    CASE(GS, "dcl_maxout 12", 0x0200005e, 12);
    CASE(GS, "dcl_input v[6][2].xyz", 0x0400005f, 0x00201072, 6, 2);
    CASE(GS, "dcl_input vGSInstanceID", 0x0200005f, 0x00025000);
}

static void test_tessellation(void **state)
{
    (void)state;
    CASE(HS, "dcl_tessellator_domain domain_isoline", 0x01000895);
    CASE(HS, "dcl_tessellator_partitioning partitioning_pow2", 0x01001096);
    CASE(HS, "dcl_tessellator_output_primitive output_point", 0x01000897);
    CASE(HS, "dcl_hs_max_tessfactor l(64.000000)", 0x02000098, 0x42800000);
    CASE(HS, "dcl_input_control_point_count 32", 0x01010093);
    CASE(HS, "dcl_output_control_point_count 0", 0x01000094);
    CASE(HS, "dcl_hs_join_phase_instance_count 2", 0x0200009a, 2);
    CASE(HS, "dcl_indexrange o1.x 3", 0x0400005b, 0x00102012, 1, 3);
    CASE(HS, "dcl_input vJoinInstanceID", 0x0200005f, 0x00018000);
}

static void test_resources(void **state)
{
    (void)state;
    static const struct {
        uint32_t dimension;
        const char *text;
    } dimensions[] = {{1, "buffer"},         {2, "texture1d"},        {3, "texture2d"},
                      {5, "texture3d"},      {6, "texturecube"},      {7, "texture1darray"},
                      {8, "texture2darray"}, {10, "texturecubearray"}};
    static const char *const types[] = {"unorm", "snorm", "sint",  "uint",
                                        "float", "mixed", "double"};
    for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) {
        char text[120];
        uint32_t tokens[] = {0x04000058 | dimensions[i].dimension << 11, 0x00107000, 5, 0x5555};
        snprintf(text, sizeof text, "dcl_resource_%s (float,float,float,float) t5",
                 dimensions[i].text);
        expect(PS, tokens, 4, text);
    }
    for (uint32_t i = 0; i < sizeof types / sizeof *types; i++) {
        char text[120];
        uint32_t tokens[] = {0x04000858, 0x00107000, 0, 0x1111 * (i + 1)};
        snprintf(text, sizeof text, "dcl_resource_buffer (%s,%s,%s,%s) t0", types[i], types[i],
                 types[i], types[i]);
        expect(PS, tokens, 4, text);
    }
    CASE(PS, "dcl_resource_buffer (double,<continued>,<unused>,<unused>) t0", 0x04000858,
         0x00107000, 0, 0x9987);
    CASE(PS, "dcl_resource_texture2dms(8) (float,float,float,float) t0", 0x04082058, 0x00107000, 0,
         0x5555);
    CASE(PS, "dcl_resource_texture2dmsarray(0) (uint,uint,uint,uint) t0", 0x04004858, 0x00107000, 0,
         0x4444);
    CASE(PS, "dcl_sampler s0, mode_mono", 0x0300105a, 0x00106000, 0);
    CASE(CS, "dcl_uav_typed_texture2d_glc (float,float,float,float) u0", 0x0401189c, 0x0011e000, 0,
         0x5555);
    CASE(CS, "dcl_uav_structured_glc_opc u1, 16", 0x0481009e, 0x0011e000, 1, 16);
    CASE(CS, "dcl_uav_raw_glc u2", 0x0301009d, 0x0011e000, 2);
    CASE(CS, "dcl_tgsm_raw g0, 64", 0x0400009f, 0x0011f000, 0, 64);
    CASE(CS, "dcl_tgsm_structured g1, 16, 8", 0x050000a0, 0x0011f000, 1, 16, 8);
    CASE(PS_5_1, "dcl_uav_typed_texture2d_rov (float,float,float,float) U0[2:*], space=3",
         0x0702189c, 0x0031ee46, 0, 2, 0xffffffff, 0x5555, 3);
}

static void test_signatures(void **state)
{
    (void)state;
    static const char *const modes[] = {"constant ",
                                        "linear ",
                                        "linear centroid ",
                                        "linear noperspective ",
                                        "linear noperspective centroid ",
                                        "linear sample ",
                                        "linear noperspective sample "};
    uint64_t value;
    const char *name;
    for (uint32_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        char text[120];
        uint32_t tokens[] = {0x03000062 | (i + 1) << 11, 0x00101012, 4};
        snprintf(text, sizeof text, "dcl_input_ps %sv4.x", modes[i]);
        expect(PS, tokens, 3, text);
    }
    for (size_t i = 0; dxk_enum_value(DXK_ENUM_ID_dxbc_name, i, &value, &name); i++) {
        char text[120];
        uint32_t tokens[] = {0x04000067, 0x00102012, 4, (uint32_t)value};
        snprintf(text, sizeof text, "dcl_output_siv o4.x, %s", name);
        expect(HS, tokens, 4, text);
    }
    CASE(PS, "dcl_output oDepth", 0x02000065, 0x0000c001);
    CASE(PS, "dcl_output oDepthGE", 0x02000065, 0x00026001);
    CASE(PS, "dcl_output oDepthLE", 0x02000065, 0x00027001);
    CASE(PS, "dcl_output oMask", 0x02000065, 0x0000f000);
    CASE(PS, "dcl_output oStencilRef", 0x02000065, 0x00029001);
    CASE(PS, "dcl_input vCoverage", 0x0200005f, 0x00023001);
    CASE(PS, "dcl_input vInnerCoverage", 0x0200005f, 0x0002a001);
    CASE(CS, "dcl_input vThreadIDInGroupFlattened", 0x0200005f, 0x00024000);
}

static void test_flags(void **state)
{
    (void)state;
    CASE(PS,
         "dcl_globalFlags refactoringAllowed | enableDoublePrecisionFloatOps | "
         "forceEarlyDepthStencil | enableRawAndStructuredBuffers | skipOptimization | "
         "enableMinimumPrecision | enable11_1DoubleExtensions | enable11_1ShaderExtensions | "
         "allResourcesBound",
         0x010ff86a);
    CASE(CS, "sync_g_t", 0x010018be);
    CASE(CS, "sync_sat_ugroup_g_t", 0x010038be);
    CASE(CS, "sync_uglobal", 0x010040be);
    CASE(CS, "sync_uglobal_g_t", 0x010058be);
}

static void test_linkage(void **state)
{
    (void)state;
    CASE(PS, "dcl_function_body fb2", 0x02000090, 2);
    CASE(PS, "dcl_function_table ft1 = {fb0, fb2}", 0x05000091, 1, 2, 0, 2);
    CASE(PS, "dcl_interface fp0[2][1] = {ft0, ft1}", 0x06000092, 0, 1, 0x00020002, 0, 1);
    CASE(PS, "dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}", 0x06000892, 0, 1, 0x00020002, 0,
         1);
}

/* Each generation has its own way to write a few things. */
static void test_generations(void **state)
{
    (void)state;
    static const uint32_t discard[] = {0x0304000d, 0x0010000a, 0};
    static const uint32_t value[] = {0x07000038, 0x00100012, 0,         0x0010000a,
                                     0,          0x00004001, 0xffc00000};
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = container_of(ctx, PS, discard, 3);
    char line[256];
    line_of(ctx, container, DXK_FXC_9_29, line, sizeof line);
    assert_string_equal(line, "discard r0.x");
    line_of(ctx, container, DXK_FXC_9_30, line, sizeof line);
    assert_string_equal(line, "discard_nz r0.x");
    dxk_container_free(container);
    container = container_of(ctx, PS, value, 7);
    line_of(ctx, container, DXK_FXC_6_3, line, sizeof line);
    assert_string_equal(line, "mul r0.x, r0.x, l(-1.#IND00)");
    line_of(ctx, container, DXK_FXC_10_1, line, sizeof line);
    assert_string_equal(line, "mul r0.x, r0.x, l(-nan(ind))");
    dxk_container_free(container);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Messages                                                                                   */

static void test_messages(void **state)
{
    (void)state;
    /* class 4: length, id, format, characters, operands, their tokens */
    CASE(PS, "printf \"a\\n\"", 0x2035, 8, 0x00200102, 0, 2, 0, 0, 0x00000a61);
    CASE(PS, "errorf \"\\\\ \"x\" \", r0.x, l(1.500000), cb0[r1.x + 2].x", 0x2035, 18, 0x00200103,
         1, 6, 3, 9, 0x0010000a, 0, 0x00004001, 0x3fc00000, 0x0620800a, 0, 2, 0x0010000a, 1,
         0x7822205c, 0x2022);
}

/* Damaged messages: operands that do not end, texts that are cut. */
static void test_damaged_messages(void **state)
{
    (void)state;
    static const uint32_t cases[][9] = {
        {0x2035, 8, 0x00200102, 1, 9, 1, 1, 0x0010000a, 0},   /* operand without its index */
        {0x2035, 8, 0x00200102, 1, 99, 9, 99, 0x80000000, 0}, /* endless extended tokens */
        {0x2035, 8, 0x00200102, 1, 1, 1, 1, 0x01e00000, 0},   /* index of an unknown form */
        {0x2035, 8, 0x00200102, 1, 1, 1, 1, 0x00004002, 0},   /* value that is cut */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container = container_of(ctx, PS, cases[i], 8), *again;
        dxk_buffer text;
        dxk_dxbc_options options = {.exact = true};
        dxk_buffer_init(&text, ctx);
        assert_int_equal(dxk_dxbc_print(container, &options, dxk_buffer_sink(&text)), DXK_OK);
        assert_int_equal(
            dxk_container_parse(ctx, (dxk_str){(const char *)text.data, text.size}, &again),
            DXK_OK);
        const dxk_part *a = dxk_container_part(container, 0), *b = dxk_container_part(again, 0);
        assert_int_equal(a->content.size, b->content.size);
        assert_memory_equal(a->content.data, b->content.data, a->content.size);
        dxk_container_free(again);
        dxk_container_free(container);
        dxk_buffer_free(&text);
        support_ctx_done(ctx);
    }
}

/* A text that is not there is no listing. */
static void test_no_text(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_str none = {NULL, 0};
    assert_false(dxk_dxbc_is_listing(none));
    assert_int_equal(dxk_dxbc_digest(none), DXK_DIGEST_FIX);
    assert_int_equal(dxk_container_parse(ctx, none, &container), DXK_E_INVALID);
    support_ctx_done(ctx);
}

static void test_bad_messages(void **state)
{
    (void)state;
    static const char *const texts[] = {"ps_5_0\nprintf r0.x\n", "ps_5_0\nprintf \"\n",
                                        "ps_5_0\nerrorf \"x\", r0.q\n", "ps_5_0\nerrorf \"x\",\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        dxk_str text = {texts[i], strlen(texts[i])};
        assert_int_equal(dxk_container_parse(ctx, text, &container), DXK_E_INVALID);
        assert_true(support_reported(ctx, "DXBC.SYNTAX"));
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

/* A function with a result and a parameter: LFS0 and its program, as a container. */
static void make_function(dxk_ctx *ctx, dxk_buffer *out)
{
    static const uint32_t code[] = {0xfff00050, 3, 0x0100003e};
    static const uint32_t lfs0[] = {2, 8,   104, 0, 3, 1, 1, 3, 0, 2, 0xffffffff, 0xffffffff, 0,
                                    0, 110, 116, 3, 3, 3, 2, 0, 3, 2, 0,          1,          1};
    static const char names[] = "twice\0value\0COLOR";
    uint8_t bytes[256];
    dxk_container *container;
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    for (size_t i = 0; i < sizeof lfs0; i++)
        bytes[i] = (uint8_t)(lfs0[i / 4] >> i % 4 * 8);
    memcpy(bytes + sizeof lfs0, names, sizeof names);
    dxk_container_insert(container, 0, DXK_PART_LFS0,
                         (dxk_bytes){bytes, sizeof lfs0 + sizeof names});
    for (size_t i = 0; i < sizeof code; i++)
        bytes[i] = (uint8_t)(code[i / 4] >> i % 4 * 8);
    dxk_container_insert(container, 1, DXK_PART_SHEX, (dxk_bytes){bytes, sizeof code});
    assert_int_equal(dxk_container_write(container, NULL, dxk_buffer_sink(out)), DXK_OK);
    dxk_container_free(container);
}

static void test_library(void **state)
{
    (void)state;
    static const char expected[] =
        "//\n// Library:  flags 0, 1 functions:\n//   0  twice\n//\n// Created by:  me\n//\n"
        "//\n// Generated by Microsoft (R) D3D Shader Disassembler\n//\n//\n"
        "// Function parameter signature (return: yes, parameters: 1):\n//\n"
        "// Name                 SemanticName         In 1st,Num,Mask Out 1st,Num,Mask Type        "
        " "
        "                  \n"
        "// -------------------- -------------------- --------------- ---------------- "
        "------------------------------ \n"
        "// twice                                                       o0    1   xyz  out float3\n"
        "// value                COLOR                 v2    3   xy     o1    3    yz  inout "
        "float2x3\n"
        "//\nlib_5_0\nret \n// Approximately 0 instruction slots used\n";
    static const uint32_t libh[] = {1, 28, 0, 1, 20, 0, 31};
    static const char names[] = "me\0twice";
    uint8_t bytes[64];
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer function, text;
    dxk_buffer_init(&function, ctx);
    dxk_buffer_init(&text, ctx);
    make_function(ctx, &function);
    for (size_t i = 0; i < sizeof libh; i++)
        bytes[i] = (uint8_t)(libh[i / 4] >> i % 4 * 8);
    memcpy(bytes + sizeof libh, names, sizeof names);
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    dxk_container_insert(container, 0, DXK_PART_LIBF, (dxk_bytes){function.data, function.size});
    dxk_container_insert(container, 1, DXK_PART_LIBH,
                         (dxk_bytes){bytes, sizeof libh + sizeof names});
    assert_true(dxk_dxbc_present(container));
    assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&text)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&text, "", 1), DXK_OK);
    assert_string_equal((const char *)text.data, expected);
    dxk_container_free(container);
    dxk_buffer_free(&function);
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Feature level 9                                                                            */

/* A program of these tokens is listed as `text`, its version line left out. */
static void expect_level9(const uint32_t *tokens, size_t count, const char *text)
{
    static const char shader[] = "ps_4_0\nret\n";
    uint8_t part[36 + 4 * 64] = {0};
    uint32_t head[] = {(uint32_t)(36 + 4 * count), tokens[0], (uint32_t)(4 * count), 36};
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer out;
    assert_true(count <= 64);
    for (size_t i = 0; i < 16 + 4 * count; i++)
        part[i < 16 ? i : i + 20] =
            (uint8_t)((i < 16 ? head[i / 4] : tokens[(i - 16) / 4]) >> i % 4 * 8);
    for (size_t i = 16; i < 36; i += 4)
        part[i + 2] = 36;
    assert_int_equal(dxk_container_parse(ctx, (dxk_str){shader, sizeof shader - 1}, &container),
                     DXK_OK);
    dxk_container_insert(container, 0, DXK_PART_Aon9, (dxk_bytes){part, 36 + 4 * count});
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_dxbc_print(container, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    char *start = strstr((char *)out.data, "bytecode:\n//\n");
    assert_non_null(start);
    start = strchr(start + 13, '\n') + 1;
    *strstr(start, "\n\n// approx") = 0;
    assert_string_equal(start, text);
    dxk_buffer_free(&out);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

static void test_level9_vertex(void **state)
{
    (void)state;
    static const uint32_t tokens[] = {
        0xfffe0201,                                                    /* vs_2_x */
        0x05000030, 0xf00f0000, 1,          2,          3, 0xffffffff, /* defi i0 */
        0x0200002f, 0xe00f0800, 1,                                     /* defb b0 */
        0x0200001f, 0x80010005, 0x900f0001,                            /* dcl_texcoord1 v1 */
        0x0200002e, 0xb0010000, 0x90000001,                            /* mova a0.x */
        0x03000001, 0x800f0000, 0xa0e42005, 0xb0000000,                /* mov r0, c5[a0.x] */
        0x01000028, 0xe0e40800,                                        /* if b0 */
        0x01000026, 0xf0e40000,                                        /* rep i0 */
        0x0202002d, 0x80000000, 0x80550000,                            /* break_eq */
        0x00000027, 0x0000002a,                                        /* endrep, else */
        0x0301005e, 0xb00f1000, 0x80e40000, 0x81e40001,                /* setp_gt p0 */
        0x13000001, 0x800f0001, 0xbd001000, 0x8be40000,                /* (!p0.x) mov r1, r0_abs */
        0x0000002b,                                                    /* endif */
        0x0200001b, 0xf0e40800, 0xf0e40000,                            /* loop aL, i0 */
        0x0000001d, 0x02000001, 0xc00f0000, 0x80e40000,                /* endloop, mov oPos */
        0x0000ffff};
    expect_level9(tokens, sizeof tokens / 4,
                  "    defi i0, 1, 2, 3, -1\n    defb b0, true\n    dcl_texcoord1 v1\n"
                  "    mova a0.x, v1.x\n    mov r0, c5[a0.x]\n    if b0\n      rep i0\n"
                  "        break_eq r0.x, r0.y\n      endrep\n    else\n"
                  "      setp_gt p0, r0, -r1\n      (!p0.x) mov r1, r0_abs\n    endif\n"
                  "    loop aL, i0\n    endloop\n    mov oPos, r0");
}

static void test_level9_pixel(void **state)
{
    (void)state;
    static const uint32_t tokens[] = {
        0xffff02ff,                                                 /* ps_2_sw */
        0x0200001f, 0x80000000, 0xb00f0000,                         /* dcl t0 */
        0x0200001f, 0x98000000, 0xa00f0800,                         /* dcl_cube s0 */
        0x0200001f, 0xa0000000, 0xa00f0801,                         /* dcl_volume s1 */
        0x03010042, 0x800f0000, 0xb0e40000, 0xa0e40800,             /* texldp */
        0x03020042, 0x803f0001, 0xb0e40000, 0xa0e40801,             /* texldb_sat_pp */
        0x01000041, 0x800f0000,                                     /* texkill r0 */
        0x04000058, 0x81070002, 0x80ff0000, 0x86e40001, 0x80e40000, /* cmp_x2 r2.xyz */
        0x0000ffff};
    expect_level9(
        tokens, sizeof tokens / 4,
        "    dcl t0\n    dcl_cube s0\n    dcl_volume s1\n    texldp r0, t0, s0\n"
        "    texldb_sat_pp r1, t0, s1\n    texkill r0\n    cmp_x2 r2.xyz, r0.w, 1-r1, r0");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_instructions), cmocka_unit_test(test_geometry),
    cmocka_unit_test(test_tessellation), cmocka_unit_test(test_resources),
    cmocka_unit_test(test_signatures),   cmocka_unit_test(test_flags),
    cmocka_unit_test(test_linkage),      cmocka_unit_test(test_generations),
    cmocka_unit_test(test_messages),     cmocka_unit_test(test_damaged_messages),
    cmocka_unit_test(test_bad_messages), cmocka_unit_test(test_library),
    cmocka_unit_test(test_no_text),      cmocka_unit_test(test_level9_vertex),
    cmocka_unit_test(test_level9_pixel),
};
SUPPORT_SUITE(test_dxbc_forms, tests);

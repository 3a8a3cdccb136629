/* SPDX-License-Identifier: MIT */
/* test_yaml_fields.c - documents under the names of layouts that leave out what follows from the
 * rest: RDAT, PDBI, RDEF, STAT. */
#include "support.h"

#include "dxk/dxk.h"

#define START "--- !dxcontainer\nHeader:\n  Version: { Major: 1, Minor: 0 }\nParts:\n  - Name: "

#define RESOURCE                                                                                   \
    "            - { ResourceClass: SRV, Kind: Texture2D, Id: 0, Space: 0, LowerBound: 0,\n"       \
    "                UpperBound: 0, Name: "

#define RDAT(more, count)                                                                          \
    START "RDAT\n    Fields:\n" more "      Parts:\n        - " count "Resources:\n" RESOURCE      \
          "tex }\n" RESOURCE "'7' }\n"                                                             \
          "        - Functions:\n            - { Name: main, UnmangledName: main,\n"               \
          "                Resources: [ 0, 1 ], FunctionDependencies: [ ext ],\n"                  \
          "                ShaderKind: Compute, PayloadSizeInBytes: 0,\n"                          \
          "                AttributeSizeInBytes: 0, MinShaderTarget: 0x50060 }\n"

#define RDEF(more, type)                                                                           \
    START "RDEF\n    Fields:\n      Header: { MajorVersion: 5, MinorVersion: 0, Program: Pixel"    \
          ", Creator: me" more " }\n      Bindings:\n"                                             \
          "        - { Name: cb, Kind: CBuffer, ReturnType: None, Dimension: Unknown,\n"           \
          "            Samples: 0, BindPoint: 0, BindCount: 1 }\n"                                 \
          "      Buffers:\n        - Head: { Name: cb, Size: 16, Kind: CBuffer }\n"                \
          "          Variables:\n            - { Name: v, Start: 0, Size: 4, Type: " type ",\n"    \
          "                DefaultValue: [ 1, 2, 3, 4 ] }\n"

#define FLOAT                                                                                      \
    "{ Head: { TypeClass: Scalar, Base: float, Rows: 1, Columns: 1, Elements: 0, Name: float } }"

#define PDBI(compression)                                                                          \
    START "PDBI\n    Fields:\n      Header: { Compression: " compression " }\n      Rdat:\n"       \
          "        Parts:\n          - PdbInfos:\n              - Sources: [ 0 ]\n"                \
          "                ArgPairs: [ E, main ]\n                Hash: [ 1, 2, 3 ]\n"             \
          "                PdbName: a.pdb\n                CustomToolchainId: 0\n"                 \
          "          - PdbSources:\n              - { Name: a.hlsl, Content: text }\n"

static dxk_status make(dxk_ctx *ctx, const char *text, dxk_buffer *out)
{
    dxk_buffer_init(out, ctx);
    return dxk_yaml_read(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)},
                         dxk_buffer_sink(out));
}

/* The first part of the container that a document makes. */
static dxk_container *part_of(dxk_ctx *ctx, const char *text, dxk_buffer *out,
                              const dxk_part **part)
{
    dxk_container *container;
    assert_int_equal(make(ctx, text, out), DXK_OK);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){out->data, out->size}, 0, &container),
                     DXK_OK);
    *part = dxk_container_part(container, 0);
    return container;
}

static uint32_t word_at(const dxk_part *part, size_t offset)
{
    const uint8_t *p = part->content.data + offset;
    assert_true(offset + 4 <= part->content.size);
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void test_rdat(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    const dxk_part *part;
    (void)state;
    dxk_container *container = part_of(ctx, RDAT("", ""), &out, &part);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    assert_int_equal(word_at(part, 0), 0x10);
    assert_int_equal(word_at(part, 4), 4);         /* strings, resources, functions, lists */
    assert_int_equal(word_at(part, 8), 8 + 4 * 4); /* the strings */
    assert_int_equal(word_at(part, 24), DXK_RDAT_PART_TYPE_STRING_BUFFER);
    assert_memory_equal(part->content.data + 32, "\0tex\0007\0ext\0main\0\0\0", 16);
    assert_int_equal(word_at(part, word_at(part, 12) + 8), 2);       /* resources */
    assert_int_equal(word_at(part, word_at(part, 12) + 12), 32);     /* of this size */
    assert_int_equal(word_at(part, word_at(part, 12) + 16 + 24), 1); /* "tex" */
    assert_int_equal(word_at(part, word_at(part, 16) + 12), 44);     /* the oldest version */
    dxk_container_free(container);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

static void test_rdef(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    const dxk_part *part;
    (void)state;
    dxk_container *container = part_of(ctx, RDEF("", FLOAT), &out, &part);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    assert_int_equal(word_at(part, 0), 1);   /* buffers */
    assert_int_equal(word_at(part, 8), 1);   /* bindings */
    assert_int_equal(word_at(part, 12), 60); /* after both headers */
    assert_int_equal(word_at(part, 60), 92); /* the first name after them */
    assert_string_equal((const char *)part->content.data + 92, "cb");
    assert_int_equal(part->content.data[95], 0xAB);
    assert_string_equal((const char *)part->content.data + word_at(part, 24), "me");
    dxk_container_free(container);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

static void test_pdbi(void **state)
{
    static const char *const texts[] = {PDBI("Uncompressed"), PDBI("Zlib")};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer out;
        const dxk_part *part;
        bool without_zlib = i == 1 && make(ctx, texts[i], &out) == DXK_E_UNSUPPORTED;
        if (i == 1)
            dxk_buffer_free(&out);
        if (without_zlib) {
            support_ctx_done(ctx);
            continue;
        }
        dxk_container *container = part_of(ctx, texts[i], &out, &part);
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        assert_true(word_at(part, 8) > 100); /* inflated */
        assert_int_equal((word_at(part, 4) + 12 + 3) / 4 * 4, part->content.size);
        dxk_container_free(container);
        dxk_buffer_free(&out);
        support_ctx_done(ctx);
    }
}

/* Numbers that contradict the rest are written where they belong, and nothing else changes. */
static void test_wrong(void **state)
{
    static const struct {
        const char *right, *wrong;
        size_t offset;
        uint32_t number;
    } cases[] = {
        {RDAT("", ""), RDAT("      Header: { PartCount: 9 }\n", ""), 4, 9},
        {RDAT("", ""), RDAT("      Offsets: [ 4000000000 ]\n", ""), 8, 4000000000u},
        {RDAT("", ""), RDAT("      Offsets: [ 24, 24 ]\n", ""), 12, 24},
        {RDAT("", ""), RDAT("", "Count: 7\n          "), 48 + 8, 7},
        {RDAT("", ""), RDAT("", "Stride: 3\n          "), 48 + 12, 3},
        {RDAT("", ""), RDAT("", "Size: 1\n          "), 48 + 4, 1},
        {RDEF("", FLOAT), RDEF(", BindingCount: 5", FLOAT), 8, 5},
        {RDEF("", FLOAT), RDEF(", Buffers: 13", FLOAT), 4, 13},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer right, wrong;
        const dxk_part *a, *b;
        dxk_container *good = part_of(ctx, cases[i].right, &right, &a);
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        dxk_container *bad = part_of(ctx, cases[i].wrong, &wrong, &b);
        assert_int_equal(dxk_ctx_diag_count(ctx), 1);
        assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, "YAML.OBEYED");
        assert_int_equal(a->content.size, b->content.size);
        assert_int_equal(word_at(b, cases[i].offset), cases[i].number);
        for (size_t k = 0; k < a->content.size; k++)
            if (k < cases[i].offset || k >= cases[i].offset + 4)
                assert_int_equal(a->content.data[k], b->content.data[k]);
        dxk_container_free(good);
        dxk_container_free(bad);
        dxk_buffer_free(&right);
        dxk_buffer_free(&wrong);
        support_ctx_done(ctx);
    }
}

static void test_errors(void **state)
{
    static const struct {
        const char *text, *rule;
    } cases[] = {
        {RDEF("", "'#3'"), "YAML.TYPE"},
        {RDEF("", "[ 1 ]"), "YAML.TYPE"},
        {RDAT("      Header: 3\n", ""), "YAML.TYPE"},
        {RDAT("", "Count: x\n          "), "YAML.TYPE"},
        {RDAT("", "Counts: 2\n          "), "YAML.KEY"},
        {RDAT("      Offsets: { a: 1 }\n", ""), "YAML.TYPE"},
        {START "RDAT\n    Fields:\n      Parts: [ 1 ]\n", "YAML.TYPE"},
        {START "PDBI\n    Fields:\n      Rdat: { Parts: [] }\n      Stored: [ 1 ]\n", "YAML.TYPE"},
        {START "ISGN\n    Fields:\n      Header: { Count: 0, Offset: 8 }\n", "YAML.MISSING"},
        {START "RDAT\n    Size: 4294967295\n    Fields: { Parts: [] }\n", "LIMIT.YAML_SIZE"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer out;
        assert_int_not_equal(make(ctx, cases[i].text, &out), DXK_OK);
        assert_true(dxk_ctx_diag_count(ctx) > 0);
        assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, cases[i].rule);
        assert_true(dxk_ctx_diag(ctx, 0)->line > 0);
        dxk_buffer_free(&out);
        support_ctx_done(ctx);
    }
}

static dxk_status run(dxk_ctx *ctx, void *user)
{
    dxk_buffer out;
    dxk_status status = make(ctx, user, &out);
    dxk_buffer_free(&out);
    return status;
}

static void test_allocations(void **state)
{
    static char texts[][2048] = {RDAT("", "Count: 7\n          "), RDEF("", FLOAT),
                                 PDBI("Uncompressed")};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        support_fail_allocations(run, texts[i]);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rdat),  cmocka_unit_test(test_rdef),   cmocka_unit_test(test_pdbi),
    cmocka_unit_test(test_wrong), cmocka_unit_test(test_errors), cmocka_unit_test(test_allocations),
};
SUPPORT_SUITE_IF(test_yaml_fields, tests, dxk_yaml_can_read);

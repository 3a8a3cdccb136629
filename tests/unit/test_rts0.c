/* SPDX-License-Identifier: MIT */
/* test_rts0.c - root signatures: every version and kind of parameter, odd layouts, damage, text. */
#include "support.h"

#include "dxk/compat.h"
#include "dxk/parts.h"
#include "wire/load.h"

typedef struct image {
    uint32_t words[256];
    size_t count;
} image;

static void put_words(image *im, const uint32_t *words, size_t count)
{
    assert_true(im->count + count <= 256);
    memcpy(im->words + im->count, words, 4 * count);
    im->count += count;
}

#define PUT(im, ...)                                                                               \
    put_words((im), (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

/* The words as a file has them. */
static dxk_bytes bytes_of(const image *im, uint8_t *buffer)
{
    for (size_t i = 0; i < im->count; i++)
        dxki_store32(buffer + 4 * i, im->words[i]);
    return (dxk_bytes){buffer, 4 * im->count};
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Every kind of parameter and a sampler. Offsets in bytes:
 *     0 header  24 parameters  84 constants  96 CBV  then SRV, UAV, table, ranges, sampler */
static image sample(uint32_t version)
{
    image im = {{0}, 0};
    uint32_t descriptor = version == 1 ? 8 : 12, range = version == 1 ? 20 : 24;
    uint32_t srv = 96 + descriptor, uav = srv + descriptor, table = uav + descriptor;
    uint32_t ranges = table + 8, sampler = ranges + 2 * range;
    PUT(&im, version, 5, 24, 1, sampler, 0x21);
    PUT(&im, 1, 5, 84, 2, 0, 96, 3, 1, srv, 4, 7, uav, 0, 0, table);
    PUT(&im, 3, 1, 4);
    for (uint32_t i = 0; i < 3; i++) {
        PUT(&im, i, 10 * i);
        if (version > 1)
            PUT(&im, 2u << i);
    }
    PUT(&im, 2, ranges);
    for (uint32_t i = 0; i < 2; i++) {
        PUT(&im, i, i ? 0xffffffff : 1, 7 + i, i);
        if (version > 1)
            PUT(&im, 1 + i);
        PUT(&im, i ? 0xffffffff : 5);
    }
    PUT(&im, 0x15, 1, 2, 3, float_bits(0.5f), 16, 4, 2, 0, float_bits(3.4028235e38f), 9, 3, 5);
    if (version > 2)
        PUT(&im, 1);
    return im;
}

static const char sample_text[] =
    "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT|DenyPixelShaderRootAccess),"
    "RootConstants(num32BitConstants=4b3, space=1,visibility=SHADER_VISIBILITY_PIXEL),"
    "CBV(b0),SRV(t1, space=10,visibility=SHADER_VISIBILITY_VERTEX),"
    "UAV(u2, space=20,visibility=SHADER_VISIBILITY_MESH),"
    "DescriptorTable(SRV(t7),UAV(u8, space=1, numDescriptors =4294967295),),"
    "StaticSampler(s9, space=3,visibility=SHADER_VISIBILITY_PIXEL),";

/* Decodes and checks that encoding gives the same bytes; the caller frees. */
static dxk_root_signature *decode(dxk_ctx *ctx, dxk_bytes bytes)
{
    dxk_root_signature *signature;
    dxk_decoded part = {DXK_PART_RTS0, DXK_PART_TYPE_ROOT_SIGNATURE, {NULL}};
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_rootsig_decode(ctx, bytes, &signature), DXK_OK);
    part.as.root_signature = signature;
    assert_int_equal(dxk_part_encode(ctx, &part, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, bytes.size);
    assert_memory_equal(out.data, bytes.data, bytes.size);
    dxk_buffer_free(&out);
    return signature;
}

static void expect_ok(const image *im, const char *warning)
{
    uint8_t buffer[1024];
    dxk_ctx *ctx = support_ctx();
    dxk_rootsig_free(decode(ctx, bytes_of(im, buffer)));
    if (warning)
        assert_true(support_reported(ctx, warning));
    else
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    support_ctx_done(ctx);
}

static void expect_error(const image *im, const char *rule, uint64_t offset, const char *path)
{
    uint8_t buffer[1024];
    dxk_ctx *ctx = support_ctx();
    dxk_root_signature *signature;
    assert_int_equal(dxk_rootsig_decode(ctx, bytes_of(im, buffer), &signature), DXK_E_INVALID);
    assert_null(signature);
    assert_true(dxk_ctx_diag_count(ctx) > 0);
    const dxk_diag *diag = dxk_ctx_diag(ctx, dxk_ctx_diag_count(ctx) - 1);
    assert_string_equal(diag->rule, rule);
    assert_string_equal(diag->path, path);
    assert_int_equal(diag->place, DXK_PLACE_BYTE);
    assert_int_equal(diag->position, offset);
    assert_true(strlen(diag->message) > 10);
    support_ctx_done(ctx);
}

static void expect_text(const image *im, const char *text)
{
    uint8_t buffer[1024];
    dxk_ctx *ctx = support_ctx();
    dxk_root_signature *signature = decode(ctx, bytes_of(im, buffer));
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_rootsig_print_dxa(signature, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    assert_string_equal((char *)out.data, text);
    dxk_buffer_free(&out);
    dxk_rootsig_free(signature);
    support_ctx_done(ctx);
}

static void reads_every_version(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= 3; version++) {
        image im = sample(version);
        uint8_t buffer[1024];
        expect_ok(&im, NULL);
        expect_text(&im, sample_text);

        dxk_ctx *ctx = support_ctx();
        dxk_root_signature *signature = decode(ctx, bytes_of(&im, buffer));
        assert_int_equal(signature->header.flags, 0x21);
        assert_int_equal(signature->parameters[0].header.type, DXK_RS_PARAMETER_TYPE_CONSTANTS);
        assert_int_equal(signature->parameters[0].as.constants.value_count, 4);
        assert_int_equal(signature->parameters[3].header.visibility, DXK_RS_VISIBILITY_MESH);
        assert_int_equal(signature->parameters[3].as.descriptor.register_space, 20);
        assert_int_equal(signature->parameters[3].as.descriptor.flags, version > 1 ? 8 : 0);
        assert_int_equal(signature->parameters[4].as.table.header.range_count, 2);
        const dxk_rs_range *ranges = signature->parameters[4].as.table.ranges;
        assert_int_equal(ranges[0].table_offset, 5);
        assert_int_equal(ranges[0].flags, version > 1 ? 1 : 0);
        assert_int_equal(ranges[1].type, DXK_RS_RANGE_TYPE_UAV);
        assert_int_equal(ranges[1].count, DXK_RS_UNBOUNDED);
        assert_int_equal(ranges[1].table_offset, DXK_RS_APPEND);
        assert_int_equal(signature->samplers[0].address_v, DXK_ADDRESS_MODE_MIRROR);
        assert_true(signature->samplers[0].mip_lod_bias == 0.5f);
        assert_int_equal(signature->samplers[0].shader_register, 9);
        assert_int_equal(signature->samplers[0].flags, version > 2 ? 1 : 0);
        assert_int_equal(signature->slack_count, 0);
        assert_int_equal(dxk_rootsig_cost(signature), 4 + 2 + 2 + 2 + 1);
        dxk_rootsig_free(signature);
        support_ctx_done(ctx);
    }
}

static void keeps_odd_layouts(void **state)
{
    (void)state;
    image im = {{0}, 0};
    PUT(&im, 2, 0, 0xffffffff, 0, 0xffffffff, 0); /* nothing, and offsets that nobody follows */
    expect_ok(&im, NULL);
    expect_text(&im, "");
    PUT(&im, 0xabababab, 0x12345678); /* bytes that nothing leads to */
    expect_ok(&im, NULL);

    im = sample(2); /* filler in front of the parameters */
    memmove(im.words + 7, im.words + 6, 4 * (im.count - 6));
    im.words[6] = 0xabababab;
    im.count++;
    im.words[2] += 4;
    im.words[4] += 4;
    for (size_t i = 0; i < 5; i++)
        im.words[9 + 3 * i] += 4;
    im.words[7 + 15 + 3 + 9 + 1] += 4;
    expect_ok(&im, NULL);
    expect_text(&im, sample_text);

    im = sample(2); /* the three descriptors are one */
    im.words[6 + 8] = im.words[6 + 11] = im.words[6 + 5];
    expect_ok(&im, NULL);

    im = sample(1); /* ranges over the header, parameters over the ranges */
    im.words[6 + 15 + 3 + 6 + 1] = 0;
    im.words[1] = 2;
    im.words[2] = 72;
    expect_ok(&im, NULL);

    im = sample(3); /* a parameter of a kind to come */
    im.words[6 + 3] = 17;
    expect_ok(&im, "RTS0.PARAMETER_TYPE");
}

static void shares_ranges(void **state)
{
    (void)state;
    enum { TABLES = 64, RANGES = 16 };
    image im = {{0}, 0};
    uint8_t *buffer = calloc(1, 24 + 12 * TABLES + 8 + 24 * RANGES);
    assert_non_null(buffer);
    PUT(&im, 2, TABLES, 24, 0, 0, 0);
    for (size_t i = 0; i < TABLES; i++)
        PUT(&im, 0, 0, 24 + 12 * TABLES);
    PUT(&im, RANGES, 24 + 12 * TABLES + 8);
    bytes_of(&im, buffer);
    dxk_ctx *ctx = support_ctx();
    dxk_root_signature *signature =
        decode(ctx, (dxk_bytes){buffer, 24 + 12 * TABLES + 8 + 24 * RANGES});
    assert_int_equal(dxk_rootsig_cost(signature), TABLES);
    dxk_rootsig_free(signature);
    support_ctx_done(ctx);
    free(buffer);
}

static void reports_damage(void **state)
{
    (void)state;
    image im = sample(2);
    im.count = 5;
    expect_error(&im, "PART.SHORT", 0, "RTS0/header");

    im = sample(2);
    im.words[0] = 0;
    expect_error(&im, "RTS0.VERSION", 0, "RTS0/header");
    im.words[0] = 4;
    expect_error(&im, "RTS0.VERSION", 0, "RTS0/header");

    im = sample(2);
    im.words[1] = 0xffffffff;
    expect_error(&im, "RTS0.BOUNDS", 8, "RTS0/parameters");
    im.words[1] = 5;
    im.words[2] = (uint32_t)(4 * im.count) - 59;
    expect_error(&im, "RTS0.BOUNDS", 8, "RTS0/parameters");

    im = sample(2);
    im.words[6 + 2] = (uint32_t)(4 * im.count) - 11;
    expect_error(&im, "RTS0.BOUNDS", 32, "RTS0/parameters[0].constants");
    im = sample(2);
    im.words[6 + 5] = 0xfffffffc;
    expect_error(&im, "RTS0.BOUNDS", 44, "RTS0/parameters[1].descriptor");
    im = sample(2);
    im.words[6 + 14] = (uint32_t)(4 * im.count) - 7;
    expect_error(&im, "RTS0.BOUNDS", 80, "RTS0/parameters[4].table");

    im = sample(2); /* the ranges: their place and their number */
    im.words[34] = (uint32_t)(4 * im.count) - 47;
    expect_error(&im, "RTS0.BOUNDS", 136, "RTS0/parameters[4].table.ranges");
    im = sample(2);
    im.words[33] = 0xffffffff;
    expect_error(&im, "RTS0.BOUNDS", 136, "RTS0/parameters[4].table.ranges");

    im = sample(2);
    im.words[3] = 2;
    expect_error(&im, "RTS0.BOUNDS", 16, "RTS0/samplers");
    im = sample(3);
    im.count--;
    expect_error(&im, "RTS0.BOUNDS", 16, "RTS0/samplers");
}

/* Tables that share their ranges without end are refused before they are decoded. */
static void bounds_what_it_makes(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20, TABLES = SIZE / 24, RANGES = SIZE / 2 / 24 };
    uint8_t *bytes = calloc(1, SIZE);
    assert_non_null(bytes);
    size_t table = SIZE - 8;
    dxki_store32(bytes, 2);
    dxki_store32(bytes + 4, TABLES);
    dxki_store32(bytes + 8, 24);
    for (size_t i = 0; i < TABLES; i++)
        dxki_store32(bytes + 24 + 12 * i + 8, (uint32_t)table);
    dxki_store32(bytes + table, RANGES);
    dxki_store32(bytes + table + 4, 24);

    dxk_ctx *ctx = support_ctx();
    dxk_root_signature *signature;
    size_t peak;
    assert_int_equal(dxk_rootsig_decode(ctx, (dxk_bytes){bytes, SIZE}, &signature), DXK_E_INVALID);
    assert_true(support_reported(ctx, "RTS0.SHARING"));
    dxk_ctx_memory(ctx, NULL, &peak);
    assert_true(peak < 40 * (size_t)SIZE);
    support_ctx_done(ctx);
    free(bytes);
}

static void unwraps_containers(void **state)
{
    (void)state;
    image im = sample(2);
    uint8_t file[44 + 1024] = "DXBC";
    dxk_bytes content = bytes_of(&im, file + 44);
    dxki_store16(file + 20, 1);
    dxki_store32(file + 24, (uint32_t)(44 + content.size));
    dxki_store32(file + 28, 1);
    dxki_store32(file + 32, 36);
    dxki_store32(file + 36, DXK_PART_RTS0);
    dxki_store32(file + 40, (uint32_t)content.size);
    dxk_bytes whole = {file, 44 + content.size};

    dxk_ctx *ctx = support_ctx();
    dxk_root_signature *signature;
    assert_int_equal(dxk_rootsig_decode(ctx, whole, &signature), DXK_OK);
    assert_int_equal(signature->header.parameter_count, 5);
    dxk_rootsig_free(signature);
    dxki_store32(file + 36, DXK_PART_RTS0 + 1);
    assert_int_equal(dxk_rootsig_decode(ctx, whole, &signature), DXK_E_NOT_FOUND);
    assert_null(signature);
    whole.size = 20;
    assert_int_equal(dxk_rootsig_decode(ctx, whole, &signature), DXK_E_INVALID);
    dxk_rootsig_free(NULL);
    support_ctx_done(ctx);
}

static dxk_status everything(dxk_ctx *ctx, void *user)
{
    uint8_t buffer[1024];
    dxk_bytes bytes = bytes_of(user, buffer);
    dxk_root_signature *signature = NULL;
    dxk_decoded *part = NULL;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_rootsig_decode(ctx, bytes, &signature);
    if (status == DXK_OK)
        status = dxk_rootsig_print_dxa(signature, dxk_buffer_sink(&out));
    if (status == DXK_OK)
        status = dxk_part_decode(ctx, DXK_PART_RTS0, bytes, &part);
    if (status == DXK_OK)
        status = dxk_part_encode(ctx, part, dxk_buffer_sink(&out));
    dxk_decoded_free(part);
    dxk_rootsig_free(signature);
    dxk_buffer_free(&out);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    image im = sample(3);
    im.words[6 + 3] = 17; /* something to warn of */
    support_fail_allocations(everything, &im);
}

static void survives_damage(void **state)
{
    (void)state;
    for (uint32_t version = 1; version <= 3; version++) {
        image im = sample(version);
        uint8_t buffer[1024];
        dxk_bytes bytes = bytes_of(&im, buffer);
        for (size_t i = 0; i < 4 * bytes.size; i++) {
            uint8_t old = buffer[i / 4];
            const uint8_t changes[] = {(uint8_t)(old + 1), (uint8_t)~old, (uint8_t)(old ^ 0x80),
                                       0xff};
            dxk_ctx *ctx = support_ctx();
            dxk_root_signature *signature;
            buffer[i / 4] = changes[i % 4];
            dxk_status status = dxk_rootsig_decode(ctx, bytes, &signature);
            dxk_rootsig_free(signature);
            if (status == DXK_OK)
                dxk_rootsig_free(decode(ctx, bytes));
            else
                assert_true(dxk_ctx_error_count(ctx) > 0);
            support_ctx_done(ctx);
            buffer[i / 4] = old;
        }
        for (size_t size = 0; size < bytes.size; size++) {
            dxk_ctx *ctx = support_ctx();
            dxk_root_signature *signature;
            assert_int_equal(dxk_rootsig_decode(ctx, (dxk_bytes){buffer, size}, &signature),
                             DXK_E_INVALID);
            support_ctx_done(ctx);
        }
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reads_every_version),
    cmocka_unit_test(keeps_odd_layouts),
    cmocka_unit_test(shares_ranges),
    cmocka_unit_test(reports_damage),
    cmocka_unit_test(bounds_what_it_makes),
    cmocka_unit_test(unwraps_containers),
    cmocka_unit_test(survives_failing_allocations),
    cmocka_unit_test(survives_damage),
};
SUPPORT_SUITE(test_rts0, tests);

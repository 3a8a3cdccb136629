/* SPDX-License-Identifier: MIT */
/* test_container.c - frames: reading, every reader error, odd layouts, editing, digests. */
#include "support.h"

#include "dxk/digest.h"
#include "dxk/json.h"
#include "dxk/parts.h"
#include "wire/load.h"

/* A small container under construction: header, table, parts. */
typedef struct image {
    uint8_t bytes[512];
    size_t size;
} image;

static void put(image *im, const void *data, size_t size)
{
    memcpy(im->bytes + im->size, data, size);
    im->size += size;
}

static void put32(image *im, uint32_t value)
{
    uint8_t b[4];
    dxki_store32(b, value);
    put(im, b, 4);
}

/* Two parts "AAAA" (4 bytes) and "BBBB" (8 bytes). */
static image two_parts(void)
{
    image im = {{0}, 0};
    put(&im, "DXBC", 4);
    im.size = 20;
    put32(&im, 1);
    put32(&im, 40 + 12 + 16);
    put32(&im, 2);
    put32(&im, 40);
    put32(&im, 52);
    put(&im, "AAAA\4\0\0\0abcd", 12);
    put(&im, "BBBB\10\0\0\0abcdefgh", 16);
    return im;
}

static dxk_bytes view(const image *im)
{
    return (dxk_bytes){im->bytes, im->size};
}

static void assert_written(dxk_container *c, dxk_bytes expected)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_container_write(c, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, expected.size);
    assert_memory_equal(out.data, expected.data, expected.size);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* Reads; expects success, the same bytes back, and rule `warning` when not NULL. */
static void expect_ok(const image *im, const char *warning)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    assert_int_equal(dxk_container_read(ctx, view(im), 0, &c), DXK_OK);
    if (warning)
        assert_true(support_reported(ctx, warning));
    else
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    assert_written(c, view(im));
    dxk_container_free(c);
    support_ctx_done(ctx);
}

static void expect_error(const image *im, const char *rule, uint64_t offset)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    assert_int_equal(dxk_container_read(ctx, view(im), 0, &c), DXK_E_INVALID);
    assert_null(c);
    assert_true(support_reported(ctx, rule));
    const dxk_diag *diag = dxk_ctx_diag(ctx, dxk_ctx_diag_count(ctx) - 1);
    assert_string_equal(diag->rule, rule);
    assert_int_equal(diag->place, DXK_PLACE_BYTE);
    assert_int_equal(diag->position, offset);
    assert_true(strlen(diag->message) > 10);
    support_ctx_done(ctx);
}

static void reads_and_writes_back(void **state)
{
    (void)state;
    image im = two_parts();
    expect_ok(&im, NULL);

    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    assert_int_equal(dxk_container_read(ctx, view(&im), 0, &c), DXK_OK);
    assert_int_equal(dxk_container_kind(c), DXK_INPUT_CONTAINER);
    assert_int_equal(dxk_container_part_count(c), 2);
    const dxk_part *b = dxk_container_part(c, 1);
    assert_int_equal(b->fourcc, DXK_FOURCC('B', 'B', 'B', 'B'));
    assert_int_equal(b->offset, 52);
    assert_int_equal(b->content.size, 8);
    assert_memory_equal(b->content.data, "abcdefgh", 8);
    assert_null(dxk_container_part(c, 2));
    assert_int_equal(dxk_container_find(c, DXK_FOURCC('B', 'B', 'B', 'B'), 0), 1);
    assert_int_equal(dxk_container_find(c, DXK_FOURCC('C', 'B', 'B', 'B'), 0), DXK_NO_PART);
    assert_int_equal(dxk_container_digest_state(c), DXK_DIGEST_ZERO);
    dxk_container_free(c);
    support_ctx_done(ctx);
}

static void keeps_odd_layouts(void **state)
{
    (void)state;
    image im = two_parts();
    put(&im, "tail", 4);
    expect_ok(&im, "CONTAINER.TRAILING");

    im = two_parts(); /* the same part twice */
    dxki_store32(im.bytes + 36, 40);
    expect_ok(&im, "CONTAINER.PART_OVERLAP");

    im = two_parts(); /* the second part in front of the first */
    dxki_store32(im.bytes + 32, 52);
    dxki_store32(im.bytes + 36, 40);
    expect_ok(&im, NULL);

    im = two_parts(); /* the first part shortened: a gap, and not aligned */
    dxki_store32(im.bytes + 44, 1);
    expect_ok(&im, "CONTAINER.GAP");

    im = two_parts(); /* a part over the header */
    dxki_store32(im.bytes + 32, 0);
    dxki_store32(im.bytes + 4, 10);
    expect_ok(&im, "CONTAINER.PART_OVERLAP");

    im = two_parts();
    dxki_store16(im.bytes + 20, 2);
    expect_ok(&im, "CONTAINER.VERSION");
}

static void reports_damage(void **state)
{
    (void)state;
    image im = two_parts();
    im.size = 31;
    expect_error(&im, "CONTAINER.SHORT", 0);

    im = two_parts();
    im.size--;
    expect_error(&im, "CONTAINER.PART_BOUNDS", 56);

    im = two_parts();
    dxki_store32(im.bytes + 24, 1000);
    expect_error(&im, "CONTAINER.SIZE_PAST_END", 24);

    im = two_parts();
    dxki_store32(im.bytes + 24, 39);
    expect_error(&im, "CONTAINER.SIZE_SMALL", 24);

    im = two_parts();
    dxki_store32(im.bytes + 28, 0x40000000);
    expect_error(&im, "CONTAINER.PART_COUNT", 28);

    im = two_parts();
    dxki_store32(im.bytes + 36, 61);
    expect_error(&im, "CONTAINER.PART_OFFSET", 36);

    im = two_parts();
    dxki_store32(im.bytes + 36, 0xffffffff);
    expect_error(&im, "CONTAINER.PART_OFFSET", 36);

    im = two_parts();
    dxki_store32(im.bytes + 56, 0xffffffff);
    expect_error(&im, "CONTAINER.PART_BOUNDS", 56);

    im = two_parts();
    im.bytes[0] = 'X';
    expect_error(&im, "INPUT.UNKNOWN", 0);
}

/* A reflection blob: the part STAT with a program header, then something that is no part. */
static void reports_broken_reflection(void **state)
{
    (void)state;
    image im = {{0}, 0};
    put(&im, "STAT\x18\0\0\0\x60\0\6\0\x06\0\0\0DXIL\0\1\0\0\x10\0\0\0\0\0\0\0", 32);
    expect_ok(&im, NULL);
    put(&im, "RDAT", 4);
    expect_error(&im, "CONTAINER.NO_FRAME", 32);
    put(&im, "\1\0\0\0", 4);
    expect_error(&im, "CONTAINER.PART_BOUNDS", 36);
}

/* MSF: superblock, free maps, block list, directory, then the blocks of stream 5. */
static uint8_t *pdb_of(const void *content, size_t size, size_t *total)
{
    const uint32_t block = 512;
    *total = 6 * block;
    uint8_t *pdb = calloc(1, *total);
    assert_non_null(pdb);
    memcpy(pdb,
           "Microsoft C/C++ MSF 7.00\r\n\x1a"
           "DS\0\0",
           32);
    dxki_store32(pdb + 32, block);
    dxki_store32(pdb + 36, 1);
    dxki_store32(pdb + 40, 6);
    dxki_store32(pdb + 44, 4 * 8); /* directory: count, six sizes, one block */
    dxki_store32(pdb + 52, 3);
    dxki_store32(pdb + 3 * block, 4);
    uint8_t *directory = pdb + 4 * block;
    dxki_store32(directory, 6);
    dxki_store32(directory + 4 * 6, (uint32_t)size);
    dxki_store32(directory + 4 * 7, 5);
    memcpy(pdb + 5 * block, content, size);
    return pdb;
}

static void expect_pdb(const uint8_t *pdb, size_t size, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    dxk_bytes input = {pdb, size};
    dxk_status status = dxk_container_read(ctx, input, 0, &c);
    assert_int_equal(status, rule ? DXK_E_INVALID : DXK_OK);
    if (rule) {
        assert_true(support_reported(ctx, rule));
    } else {
        assert_int_equal(dxk_container_kind(c), DXK_INPUT_PDB);
        assert_int_equal(dxk_container_part_count(c), 2);
        assert_written(c, input);
        dxk_write_options options = {.as_container = true};
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_int_equal(dxk_container_write(c, &options, dxk_buffer_sink(&out)), DXK_OK);
        assert_memory_equal(out.data, "DXBC", 4);
        dxk_buffer_free(&out);
        assert_int_equal(dxk_container_remove(c, 0), DXK_OK);
        assert_int_equal(dxk_container_write(c, NULL, dxk_buffer_sink(&out)), DXK_E_UNSUPPORTED);
    }
    dxk_container_free(c);
    support_ctx_done(ctx);
}

static void reads_pdbs(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t value;
    } damage[] = {
        {32, 0},           {32, 513},
        {32, 1u << 20},    {44, 3},
        {44, 1u << 30},    {44, 12},
        {52, 6},           {3 * 512, 6},
        {4 * 512, 5},      {4 * 512 + 24, 1u << 20},
        {4 * 512 + 28, 6}, {4 * 512 + 24, 0xffffffff},
    };
    image im = two_parts();
    size_t size;
    uint8_t *pdb = pdb_of(im.bytes, im.size, &size);
    expect_pdb(pdb, size, NULL);
    expect_pdb(pdb, 40, "PDB.STRUCTURE");
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        uint32_t old = dxki_load32(pdb + damage[i].at);
        dxki_store32(pdb + damage[i].at, damage[i].value);
        expect_pdb(pdb, size, "PDB.STRUCTURE");
        dxki_store32(pdb + damage[i].at, old);
    }
    free(pdb);
    pdb = pdb_of("nothing", 7, &size);
    expect_pdb(pdb, size, "PDB.NO_CONTAINER");
    free(pdb);
}

/* A part whose fields do not use it up, or that ends inside a field. */
static void reports_damaged_parts(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part;
    dxk_bytes seven = {(const uint8_t *)"1234567", 7};
    assert_int_equal(dxk_part_decode(ctx, DXK_PART_SFI0, seven, &part), DXK_E_INVALID);
    assert_null(part);
    assert_true(support_reported(ctx, "PART.SHORT"));
    assert_string_equal(dxk_ctx_diag(ctx, 0)->path, "SFI0/features");
    support_ctx_done(ctx);
}

static void salvages(void **state)
{
    (void)state;
    image im = two_parts();
    im.size -= 3;
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    assert_int_equal(dxk_container_read(ctx, view(&im), &(dxk_read_options){.salvage = true}, &c),
                     DXK_E_INVALID);
    assert_non_null(c);
    assert_int_equal(dxk_container_part_count(c), 2);
    assert_int_equal(dxk_container_part(c, 1)->size, 8);
    assert_int_equal(dxk_container_part(c, 1)->content.size, 5);
    dxk_container_free(c);
    support_ctx_done(ctx);
}

static void edits(void **state)
{
    (void)state;
    image im = two_parts();
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    dxk_bytes xyz = {(const uint8_t *)"xyz", 3};
    assert_int_equal(dxk_container_read(ctx, view(&im), 0, &c), DXK_OK);

    /* Taking a part away and putting it back gives the file again. */
    dxk_bytes b = dxk_container_part(c, 1)->content;
    assert_int_equal(dxk_container_remove(c, 1), DXK_OK);
    assert_int_equal(dxk_container_insert(c, 1, DXK_FOURCC('B', 'B', 'B', 'B'), b), DXK_OK);
    assert_written(c, view(&im));
    assert_int_equal(dxk_container_move(c, 0, 1), DXK_OK);
    assert_int_equal(dxk_container_part(c, 1)->fourcc, DXK_FOURCC('A', 'A', 'A', 'A'));
    assert_int_equal(dxk_container_move(c, 1, 0), DXK_OK);
    assert_written(c, view(&im));

    assert_int_equal(dxk_container_replace(c, 0, xyz), DXK_OK);
    assert_int_equal(dxk_container_part(c, 0)->content.size, 3);
    assert_int_equal(dxk_container_insert(c, 3, 1, xyz), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_replace(c, 2, xyz), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_remove(c, 2), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_move(c, 0, 2), DXK_E_ARGUMENT);
    dxk_container_free(c);
    support_ctx_done(ctx);
}

/* A replacement that fails is no edit: an odd layout survives. */
static void failed_replacement_changes_nothing(void **state)
{
    (void)state;
    static const uint8_t large[1 << 16];
    const dxk_ctx_options options = {.limits.memory = sizeof large};
    image im = two_parts();
    dxk_ctx *ctx;
    dxk_container *c;
    put(&im, "tail", 4);
    assert_int_equal(dxk_ctx_create(&options, &ctx), DXK_OK);
    assert_int_equal(dxk_container_read(ctx, view(&im), NULL, &c), DXK_OK);
    assert_int_equal(dxk_container_replace(c, 0, (dxk_bytes){large, sizeof large}), DXK_E_LIMIT);
    assert_written(c, view(&im));
    dxk_container_free(c);
    support_ctx_done(ctx);
}

/* Bitcode has no place for parts: they are refused, not lost. */
static void bitcode_with_parts_is_not_written(void **state)
{
    (void)state;
    static const uint8_t magic[] = {'B', 'C', 0xc0, 0xde};
    const dxk_write_options framed = {.as_container = true};
    dxk_bytes bitcode = {magic, sizeof magic};
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_container_read(ctx, bitcode, NULL, &c), DXK_OK);
    assert_written(c, bitcode);
    assert_int_equal(dxk_container_insert(c, 0, DXK_FOURCC('N', 'E', 'W', ' '), bitcode), DXK_OK);
    assert_int_equal(dxk_container_write(c, NULL, dxk_buffer_sink(&out)), DXK_E_UNSUPPORTED);
    assert_int_equal(dxk_container_write(c, &framed, dxk_buffer_sink(&out)), DXK_E_UNSUPPORTED);
    assert_int_equal(out.size, 0);
    dxk_container_free(c);
    support_ctx_done(ctx);
}

static dxk_status refuse(void *user, const void *data, size_t size)
{
    (void)data;
    (void)size;
    return *(const dxk_status *)user;
}

/* A sink that is out of memory says so to the caller; all else is DXK_E_SINK. */
static void sinks_end_writing(void **state)
{
    (void)state;
    static const struct {
        dxk_status given, expected;
    } cases[] = {{DXK_E_NOMEM, DXK_E_NOMEM},
                 {DXK_E_LIMIT, DXK_E_LIMIT},
                 {DXK_E_SINK, DXK_E_SINK},
                 {DXK_E_INVALID, DXK_E_SINK}};
    image im = two_parts();
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    assert_int_equal(dxk_container_read(ctx, view(&im), NULL, &c), DXK_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_status given = cases[i].given;
        dxk_sink sink = {refuse, &given};
        dxk_json json;
        assert_int_equal(dxk_container_write(c, NULL, sink), cases[i].expected);
        dxk_json_init(&json, sink);
        dxk_json_null(&json, NULL);
        assert_int_equal(json.status, cases[i].expected);
    }
    dxk_container_free(c);
    support_ctx_done(ctx);
}

/* AUTO renews a right digest and leaves a wrong one alone. */
static void renews_digest(void **state)
{
    (void)state;
    static const dxk_digest_state kinds[] = {DXK_DIGEST_RETAIL, DXK_DIGEST_DEBUG, DXK_DIGEST_WRONG,
                                             DXK_DIGEST_BYPASS, DXK_DIGEST_PREVIEW};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        image im = two_parts();
        dxk_bytes data = {im.bytes + DXK_DIGEST_SKIP, im.size - DXK_DIGEST_SKIP};
        if (i < 2)
            dxk_digest_compute(data, (dxk_digest_variant)i, im.bytes + 4);
        else
            memset(im.bytes + 4, i == 2 ? 7 : i == 3 ? 1 : 2, 16);

        dxk_ctx *ctx = support_ctx();
        dxk_container *c, *again;
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_int_equal(dxk_container_read(ctx, view(&im), 0, &c), DXK_OK);
        assert_int_equal(dxk_container_digest_state(c), kinds[i]);
        assert_int_equal(dxk_container_remove(c, 0), DXK_OK);
        assert_int_equal(dxk_container_write(c, NULL, dxk_buffer_sink(&out)), DXK_OK);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){out.data, out.size}, 0, &again),
                         DXK_OK);
        assert_int_equal(dxk_container_digest_state(again), kinds[i]);
        dxk_container_free(c);
        dxk_container_free(again);
        dxk_buffer_free(&out);
        support_ctx_done(ctx);
    }
}

static dxk_status read_edit_write(dxk_ctx *ctx, void *user)
{
    const image *im = user;
    dxk_container *c;
    dxk_buffer out;
    dxk_bytes xyz = {(const uint8_t *)"xyz", 3};
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_container_read(ctx, view(im), 0, &c);
    if (status == DXK_OK)
        status = dxk_container_reencode(c);
    if (status == DXK_OK)
        status = dxk_container_insert(c, 1, DXK_FOURCC('N', 'E', 'W', ' '), xyz);
    if (status == DXK_OK)
        status = dxk_container_write(c, NULL, dxk_buffer_sink(&out));
    dxk_container_free(c);
    dxk_buffer_free(&out);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    image im = two_parts();
    put(&im, "tail", 4);
    support_fail_allocations(read_edit_write, &im);
}

static void sniffs(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        dxk_input_kind kind;
    } cases[] = {
        {"", 0, DXK_INPUT_UNKNOWN},
        {"DXB", 3, DXK_INPUT_UNKNOWN},
        {"DXBC", 4, DXK_INPUT_CONTAINER},
        {"BC\xc0\xde", 4, DXK_INPUT_BITCODE},
        {"\xde\xc0\x17\x0b", 4, DXK_INPUT_BITCODE},
        {"Microsoft C/C++ MSF 7.00\r\n\x1a"
         "DS\0\0",
         32, DXK_INPUT_PDB},
        {"\x60\0\6\0\x06\0\0\0DXIL\0\1\0\0\x10\0\0\0\0\0\0\0", 24, DXK_INPUT_PROGRAM},
        {"STAT\x18\0\0\0\x60\0\6\0\x06\0\0\0DXIL\0\1\0\0\x10\0\0\0\0\0\0\0", 32,
         DXK_INPUT_REFLECTION},
        {"; text of some kind, which is none of these", 40, DXK_INPUT_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_bytes input = {(const uint8_t *)cases[i].bytes, cases[i].size};
        assert_int_equal(dxk_input_sniff(input), cases[i].kind);
        assert_true(strlen(dxk_input_kind_name(cases[i].kind)) > 0);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reads_and_writes_back),
    cmocka_unit_test(keeps_odd_layouts),
    cmocka_unit_test(reports_damage),
    cmocka_unit_test(salvages),
    cmocka_unit_test(reports_broken_reflection),
    cmocka_unit_test(reads_pdbs),
    cmocka_unit_test(reports_damaged_parts),
    cmocka_unit_test(edits),
    cmocka_unit_test(failed_replacement_changes_nothing),
    cmocka_unit_test(bitcode_with_parts_is_not_written),
    cmocka_unit_test(sinks_end_writing),
    cmocka_unit_test(renews_digest),
    cmocka_unit_test(sniffs),
    cmocka_unit_test(survives_failing_allocations),
};
SUPPORT_SUITE(test_container, tests);

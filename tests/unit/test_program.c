/* SPDX-License-Identifier: MIT */
/* test_program.c - which of a container's programs is meant: dxk_container_program(). */
#include "support.h"

#include "dxk/parts.h"

#include <string.h>

/* A container whose parts are copies of one program, one byte of bitcode, told apart by it. */
static dxk_container *make(dxk_ctx *ctx, const char *const *fourccs)
{
    dxk_container *container;
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    for (size_t i = 0; fourccs[i]; i++) {
        const char *f = fourccs[i];
        dxk_program_header header = {.magic = DXK_PART_DXIL, .bitcode_offset = 16};
        uint8_t bytes[28] = {0};
        header.bitcode_size = 4;
        dxk_record_store(DXK_RECORD_ID_program_header, &header, bytes, 24);
        bytes[24] = (uint8_t)i;
        /* "stat": one of counters; "DX..": one that ends in its header */
        bool counters = f[0] == 's', cut = f[2] == '.';
        uint32_t fourcc = counters ? DXK_PART_STAT
                          : cut    ? DXK_PART_DXIL
                                   : DXK_FOURCC(f[0], f[1], f[2], f[3]);
        if (counters)
            memset(bytes, 0, sizeof bytes);
        assert_int_equal(
            dxk_container_insert(container, i, fourcc, (dxk_bytes){bytes, cut ? 26 : 28}), DXK_OK);
    }
    return container;
}

/* Index of the part that is chosen, -1: none. */
static int chosen(dxk_container *container, dxk_program_choice choice)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(container, choice, &place);
    assert_int_equal(place.part, dxk_container_find_program(container, choice));
    if (status == DXK_E_NOT_FOUND)
        return -1;
    assert_int_equal(status, DXK_OK);
    const dxk_bytes content = dxk_container_part(container, place.part)->content;
    if (choice == DXK_PROGRAM_TOKENS)
        assert_ptr_equal(place.program.bitcode.data, content.data);
    else
        assert_int_equal(place.program.bitcode.data[0], place.part);
    return (int)place.part;
}

static void test_choices(void **state)
{
    (void)state;
    static const struct {
        const char *parts[6];
        int run, debug, list, names, reflect, tokens;
    } rows[] = {
        {{NULL}, -1, -1, -1, -1, -1, -1},
        {{"DXIL", NULL}, 0, -1, 0, -1, 0, -1},
        {{"ILDB", NULL}, -1, 0, 0, -1, 0, -1},
        {{"DXIL", "ILDB", "DXIL", NULL}, 0, 1, 1, -1, 0, -1},
        {{"STAT", "ILDB", "DXIL", NULL}, 2, 1, 1, 0, 0, -1},
        {{"DXIL", "STAT", "STAT", "stat", NULL}, 0, -1, 0, 1, 2, -1},
        {{"stat", "STAT", NULL}, -1, -1, -1, 1, 1, -1},
        {{"stat", "SHDR", "SHEX", NULL}, -1, -1, -1, -1, -1, 2},
        {{"SHDR", NULL}, -1, -1, -1, -1, -1, 0},
    };
    dxk_ctx *ctx = support_ctx();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        dxk_container *c = make(ctx, rows[i].parts);
        assert_int_equal(chosen(c, DXK_PROGRAM_RUN), rows[i].run);
        assert_int_equal(chosen(c, DXK_PROGRAM_DEBUG), rows[i].debug);
        assert_int_equal(chosen(c, DXK_PROGRAM_LIST), rows[i].list);
        assert_int_equal(chosen(c, DXK_PROGRAM_NAMES), rows[i].names);
        assert_int_equal(chosen(c, DXK_PROGRAM_REFLECT), rows[i].reflect);
        assert_int_equal(chosen(c, DXK_PROGRAM_TOKENS), rows[i].tokens);
        dxk_container_free(c);
    }
    assert_int_equal(dxk_ctx_error_count(ctx), 0);
    support_ctx_done(ctx);
}

/* Of a part that ends too early there is what it has; no such choice is an argument's fault. */
static void test_damaged(void **state)
{
    (void)state;
    static const char *const parts[] = {"DX..", NULL};
    dxk_ctx *ctx = support_ctx();
    dxk_container *c = make(ctx, parts);
    dxk_program_place place;
    assert_int_equal(dxk_container_program(c, DXK_PROGRAM_RUN, &place), DXK_E_INVALID);
    assert_int_equal(place.part, 0);
    assert_int_equal(place.program.bitcode.size, 2);
    assert_int_equal(dxk_ctx_error_count(ctx), 1);
    assert_int_equal(dxk_container_program(c, (dxk_program_choice)6, &place), DXK_E_ARGUMENT);
    assert_int_equal(dxk_container_find_program(c, (dxk_program_choice)-1), DXK_NO_PART);
    dxk_container_free(c);
    support_ctx_done(ctx);
}

/* Offsets count from the start of the input, whatever it is. */
static void test_offsets(void **state)
{
    (void)state;
    size_t size;
    uint8_t *bytes = support_sample("vs.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_program_place place;
    dxk_container *c;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, 0, &c), DXK_OK);
    assert_int_equal(dxk_container_program(c, DXK_PROGRAM_RUN, &place), DXK_OK);
    assert_ptr_equal(place.program.bitcode.data, bytes + place.offset);
    dxk_bytes bitcode = place.program.bitcode, program = dxk_container_part(c, place.part)->content;
    dxk_container *bare;
    assert_int_equal(dxk_container_read(ctx, program, 0, &bare), DXK_OK);
    assert_int_equal(dxk_container_program(bare, DXK_PROGRAM_REFLECT, &place), DXK_OK);
    assert_ptr_equal(place.program.bitcode.data, program.data + place.offset);
    dxk_container_free(bare);
    assert_int_equal(dxk_container_read(ctx, bitcode, 0, &bare), DXK_OK);
    assert_int_equal(dxk_container_program(bare, DXK_PROGRAM_DEBUG, &place), DXK_OK);
    assert_int_equal(place.part, DXK_NO_PART);
    assert_int_equal(place.offset, 0);
    assert_int_equal(place.program.bitcode.size, bitcode.size);
    assert_int_equal(dxk_container_program(bare, DXK_PROGRAM_NAMES, &place), DXK_E_NOT_FOUND);
    dxk_container_free(bare);
    dxk_container_free(c);
    support_ctx_done(ctx);
    free(bytes);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_choices),
    cmocka_unit_test(test_damaged),
    cmocka_unit_test(test_offsets),
};

SUPPORT_SUITE(test_program, tests);

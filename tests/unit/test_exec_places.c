/* SPDX-License-Identifier: MIT */
/* test_exec_places.c - instructions that a program runs, and where they come from. */
#include "support.h"

#include "dxk/run.h"

typedef struct opened {
    dxk_ctx *ctx;
    uint8_t *bytes;
    dxk_container *container;
    dxk_run_program *program;
} opened;

static opened open_program(const char *name, const dxk_container *debug)
{
    dxk_run_program_options options = {.debug = debug};
    opened o = {.ctx = support_ctx()};
    size_t size;

    o.bytes = support_sample(name, &size);
    assert_int_equal(dxk_container_read(o.ctx, (dxk_bytes){o.bytes, size}, NULL, &o.container),
                     DXK_OK);
    if (strstr(name, ".pdb"))
        return o;
    assert_int_equal(dxk_run_program_create(o.ctx, o.container, &options, &o.program), DXK_OK);
    return o;
}

static void close_program(opened *o)
{
    dxk_run_program_free(o->program);
    dxk_container_free(o->container);
    support_ctx_done(o->ctx);
    free(o->bytes);
}

static void places_count_through_functions(void **state)
{
    opened o = open_program("debug/calls.dxil", NULL);
    dxk_run_program_info info = dxk_run_program_info_get(o.program);
    dxk_run_place place, before = {.instruction = 0};
    uint32_t functions = 0;
    (void)state;

    assert_true(info.has_lines);
    for (uint32_t n = 0; dxk_run_program_place(o.program, n, &place); n++) {
        functions += place.instruction == 0;
        if (n && place.instruction) {
            assert_int_equal(place.instruction, before.instruction + 1);
            assert_true(place.block == before.block || place.block == before.block + 1);
        }
        before = place;
    }
    assert_int_equal(functions, 3);
    assert_false(dxk_run_program_place(o.program, info.place_count, &place));
    assert_true(dxk_run_program_place(o.program, 0, &place));
    assert_memory_equal(place.function.data, "main", 4); /* the entry point comes first */
    close_program(&o);
}

/* The number of places that were inlined, and of those in the function "Push". */
static uint32_t count_inlined(const dxk_run_program *program, uint32_t *pushes)
{
    dxk_run_place place;
    dxk_run_frame frame;
    uint32_t inlined = 0;

    *pushes = 0;
    for (uint32_t n = 0; dxk_run_program_place(program, n, &place); n++) {
        for (uint32_t level = 0; level < place.levels; level++)
            assert_true(dxk_run_program_frame(program, n, level, &frame));
        assert_false(dxk_run_program_frame(program, n, place.levels, &frame));
        if (place.levels < 2)
            continue;
        inlined++;
        assert_int_equal(frame.function.size, 4);
        assert_memory_equal(frame.function.data, "main", 4);
        assert_true(dxk_run_program_frame(program, n, 0, &frame));
        *pushes += frame.function.size == 4 && memcmp(frame.function.data, "Push", 4) == 0;
        assert_true(frame.line > 15 && frame.line < 34);
    }
    return inlined;
}

static void inlined_functions_have_frames(void **state)
{
    opened o = open_program("debug/drift-od.dxil", NULL);
    uint32_t pushes;
    (void)state;

    assert_true(count_inlined(o.program, &pushes) > 20);
    assert_true(pushes > 8);
    close_program(&o);
}

static void lines_come_from_a_pdb(void **state)
{
    opened pdb = open_program("debug/dad6bbf446602c1291c1ac1bb9df34fb.pdb", NULL);
    opened o = open_program("debug/split.dxil", pdb.container), without;
    uint32_t pushes;
    (void)state;

    assert_true(dxk_run_program_info_get(o.program).has_lines);
    assert_true(count_inlined(o.program, &pushes) > 20);
    without = open_program("debug/split.dxil", NULL);
    assert_false(dxk_run_program_info_get(without.program).has_lines);
    assert_int_equal(count_inlined(without.program, &pushes), 0);
    close_program(&without);
    close_program(&o);
    close_program(&pdb);
}

static void lines_of_another_shader_are_not_taken(void **state)
{
    opened other = open_program("debug/types.dxil", NULL);
    opened o = open_program("debug/split.dxil", other.container);
    dxk_run_frame frame;
    (void)state;

    assert_false(dxk_run_program_info_get(o.program).has_lines);
    assert_false(dxk_run_program_frame(o.program, 0, 0, &frame));
    close_program(&o);
    close_program(&other);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(places_count_through_functions),
    cmocka_unit_test(inlined_functions_have_frames),
    cmocka_unit_test(lines_come_from_a_pdb),
    cmocka_unit_test(lines_of_another_shader_are_not_taken),
};
SUPPORT_SUITE(test_exec_places, tests);

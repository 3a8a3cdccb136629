/* SPDX-License-Identifier: MIT */
/*
 * test_dxbc_count.c - what STAT counts, by the rules of each generation of the compiler, and the
 * digest that a listing asks for.
 */
#include "support.h"

#include "dxk/dxbc.h"
#include "dxk/parts.h"

#include <stdio.h>

/* Counts the code `lines` of a program. */
static dxk_counters counted(const char *lines, dxk_fxc_version fxc)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container = NULL;
    dxk_dxbc_program *program = NULL;
    dxk_counters counters;
    assert_int_equal(dxk_container_parse(ctx, (dxk_str){lines, strlen(lines)}, &container), DXK_OK);
    size_t count = dxk_container_part_count(container);
    const dxk_part *part = dxk_container_part(container, count - 1);
    assert_int_equal(dxk_dxbc_decode(ctx, part->content, &program), DXK_OK);
    dxk_dxbc_count(program, fxc, &counters);
    dxk_dxbc_program_free(program);
    dxk_container_free(container);
    support_ctx_done(ctx);
    return counters;
}

static void test_kinds(void **state)
{
    (void)state;
    dxk_counters c =
        counted("ps_5_0\n"
                "mad r0.x, r0.x, r1.x, r2.x\n"
                "imad r0.x, r0.x, r1.x, r2.x\n"
                "ld_indexable(texture2d)(float,float,float,float) r0.xyzw, r0.xyzw, t0.xyzw\n"
                "ne r0.x, l(0.000000, 0.000000, 0.000000, 0.000000), r1.x\n"
                "ne r0.x, r1.x, l(0.000000)\n"
                "mov r0.x, -r1.x\n"
                "mov r0.x, -r0.x\n"
                "mov r0.x, |r1.x|\n"
                "mov r0.x, r1.x\n"
                "udiv r0.x, r1.x, r2.x, r3.x\n"
                "udiv r0.x, null, r2.x, r3.x\n"
                "sincos r0.x, r1.x, r2.x\n"
                "sincos null, r1.x, r2.x\n"
                "ret\n",
                DXK_FXC_10_1);
    assert_int_equal(c.instructions, 14);
    assert_int_equal(c.float_instructions, 4); /* mad, ne, mov of a negation, sincos */
    assert_int_equal(c.int_instructions, 1);
    assert_int_equal(c.uint_instructions, 1);
    assert_int_equal(c.conversion_instructions, 1);
    assert_int_equal(c.mov_instructions, 2);
    assert_int_equal(c.texture_load, 1);
}

static void test_old(void **state)
{
    (void)state;
    static const char lines[] = "cs_5_0\n"
                                "mad r0.x, r0.x, r1.x, r2.x\n"
                                "imad r0.x, r0.x, r1.x, r2.x\n"
                                "ld r0.xyzw, r0.xyzw, t0.xyzw\n"
                                "store_raw u0.x, r0.x, r1.x\n"
                                "ret\n";
    dxk_counters c = counted(lines, DXK_FXC_9_29);
    assert_int_equal(c.float_instructions, 0);
    assert_int_equal(c.int_instructions, 0);
    assert_int_equal(c.texture_load, 0);
    assert_int_equal(c.mov_instructions, 0);
    c = counted(lines, DXK_FXC_9_30);
    assert_int_equal(c.texture_load, 1);
    assert_int_equal(c.mov_instructions, 2);
    c = counted(lines, DXK_FXC_AUTO);
    assert_int_equal(c.float_instructions, 1);
    assert_int_equal(c.int_instructions, 1);
    assert_int_equal(c.mov_instructions, 0);
    assert_int_equal(counted("gs_4_0\nmov o0.x, -r0.x\nemit\nret\n", DXK_FXC_9_29).mov_instructions,
                     1);
    assert_int_equal(
        counted("gs_4_0\nmov o0.x, -r0.x\nemit\nret\n", DXK_FXC_10_1).float_instructions, 0);
}

/* Moves of doubles, found by where they come from or go to, are no moves. */
static void test_doubles(void **state)
{
    (void)state;
    dxk_counters c = counted("ps_5_0\ndcl_globalFlags enableDoublePrecisionFloatOps\n"
                             "mov r0.xy, v0.xyxx\n"
                             "dtof r0.x, r0.xyxy\n"
                             "ftod r0.xy, r0.x\n"
                             "mov r1.zw, r0.xxxy\n"
                             "mov r2.x, v0.x\n"
                             "dlt r3.x, r1.zwzw, r0.xyxy\n"
                             "mov r4.x, r3.x\n"
                             "mov o0.xyzw, r1.zwzw\n"
                             "ret\n",
                             DXK_FXC_10_1);
    assert_int_equal(c.mov_instructions, 2);
}

/* Up to 9.30 only the control point phase of a hull shader counts. */
static void test_phases(void **state)
{
    (void)state;
    static const char lines[] = "hs_5_0\nhs_decls\n"
                                "hs_control_point_phase\nadd r0.x, r0.x, r1.x\nret\n"
                                "hs_fork_phase\nadd r0.x, r0.x, r1.x\nadd r0.x, r0.x, r1.x\nret\n";
    assert_int_equal(counted(lines, DXK_FXC_9_30).float_instructions, 1);
    assert_int_equal(counted(lines, DXK_FXC_10_0).float_instructions, 3);
    assert_int_equal(counted(lines, DXK_FXC_9_30).instructions, 5);
}

/* A return that is never reached is no branch. */
static void test_unreachable(void **state)
{
    (void)state;
    dxk_counters c = counted("ps_5_0\nif_nz r0.x\n  mov o0.x, l(1)\n  ret\nelse\n  mov o0.x, l(2)\n"
                             "  ret\nendif\nret\n",
                             DXK_FXC_10_1);
    assert_int_equal(c.static_flow_control, 3);
    assert_int_equal(c.dynamic_flow_control, 1);
    c = counted("ps_5_0\nif_nz r0.x\n  ret\nendif\nloop\n  break\nendloop\nret\n", DXK_FXC_10_1);
    assert_int_equal(c.static_flow_control, 3);
    c = counted("ps_5_0\nswitch r0.x\n  case l(1)\n  break\n  default\n  ret\nendswitch\nret\n",
                DXK_FXC_10_1);
    assert_int_equal(c.static_flow_control, 3);
}

/* Blocks deeper than are tracked do no harm. */
static void test_deep(void **state)
{
    (void)state;
    static char text[4096];
    size_t n = (size_t)snprintf(text, sizeof text, "ps_5_0\n");
    for (int i = 0; i < 100; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "if_nz r0.x\n");
    for (int i = 0; i < 101; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "endif\n");
    snprintf(text + n, sizeof text - n, "ret\n");
    assert_int_equal(counted(text, DXK_FXC_10_1).static_flow_control, 1);
}

static void test_digest(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        dxk_digest_mode mode;
    } cases[] = {{"ps_5_0\nret\n", DXK_DIGEST_FIX},
                 {"ps_5_0\n  abort\nret\n", DXK_DIGEST_FIX_DEBUG},
                 {"ps_5_0\nret\n// digest: debug\n", DXK_DIGEST_FIX_DEBUG},
                 {"ps_5_0\n  abort\nret\n// digest: none\n", DXK_DIGEST_CLEAR}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_str text = {cases[i].text, strlen(cases[i].text)};
        assert_int_equal(dxk_dxbc_digest(text), cases[i].mode);
    }
}

/* An exact listing names the digest, and assembling it gives the same file. */
static void test_exact_digest(void **state)
{
    (void)state;
    static const dxk_digest_mode modes[] = {DXK_DIGEST_FIX, DXK_DIGEST_FIX_DEBUG, DXK_DIGEST_CLEAR};
    for (size_t i = 0; i < 3; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container, *again;
        dxk_buffer file, text, back;
        dxk_dxbc_options options = {.exact = true};
        dxk_write_options how = {.digest = modes[i]};
        size_t size;
        uint8_t *data = support_sample("legacy/sums_cs.dxbc", &size);
        dxk_buffer_init(&file, ctx);
        dxk_buffer_init(&text, ctx);
        dxk_buffer_init(&back, ctx);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
        assert_int_equal(dxk_container_write(container, &how, dxk_buffer_sink(&file)), DXK_OK);
        dxk_container_free(container);
        dxk_bytes bytes = {file.data, file.size};
        assert_int_equal(dxk_container_read(ctx, bytes, 0, &container), DXK_OK);
        assert_int_equal(dxk_dxbc_print(container, &options, dxk_buffer_sink(&text)), DXK_OK);
        dxk_container_free(container);
        dxk_str listing = {(const char *)text.data, text.size};
        assert_int_equal(dxk_dxbc_digest(listing), modes[i]);
        assert_int_equal(dxk_container_parse(ctx, listing, &again), DXK_OK);
        assert_int_equal(dxk_container_write(again, &how, dxk_buffer_sink(&back)), DXK_OK);
        assert_int_equal(back.size, file.size);
        assert_memory_equal(back.data, file.data, file.size);
        dxk_container_free(again);
        dxk_buffer_free(&file);
        dxk_buffer_free(&text);
        dxk_buffer_free(&back);
        free(data);
        support_ctx_done(ctx);
    }
}

static void test_compiler(void **state)
{
    (void)state;
    assert_int_equal(dxk_dxbc_compiler(NULL), DXK_FXC_10_1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_kinds),        cmocka_unit_test(test_old),
    cmocka_unit_test(test_phases),       cmocka_unit_test(test_unreachable),
    cmocka_unit_test(test_deep),         cmocka_unit_test(test_digest),
    cmocka_unit_test(test_exact_digest), cmocka_unit_test(test_compiler),
    cmocka_unit_test(test_doubles),
};
SUPPORT_SUITE(test_dxbc_count, tests);

/* SPDX-License-Identifier: MIT */
/*
 * test_convert_code.c - what converted code does. Programs of shader models 4 and 5 are assembled,
 * converted, with passes and without, and run.
 */
#include "support.h"

#include "dxk/convert.h"
#include "dxk/dxbc.h"
#include "dxk/stage.h"

#define WORDS 16

/* Data in t0 and what must be in u0 afterwards; both are raw buffers. */
typedef struct code_case {
    const char *name;
    const char *declarations, *code;
    uint32_t in[8];
    uint32_t out[WORDS];
} code_case;

#define HEAD                                                                                       \
    "cs_5_0\ndcl_thread_group 1, 1, 1\ndcl_globalFlags refactoringAllowed\n"                       \
    "dcl_resource_raw t0\ndcl_uav_raw u0\ndcl_temps 8\n"

static dxk_container *convert(dxk_ctx *ctx, const char *text, const char *passes)
{
    const dxk_convert_options options = {.passes = {passes, strlen(passes)}};
    dxk_container *old, *made;
    assert_int_equal(dxk_container_parse(ctx, (dxk_str){text, strlen(text)}, &old), DXK_OK);
    dxk_status status = dxk_convert(old, &options, &made);
    for (size_t i = 0; status != DXK_OK && i < dxk_ctx_diag_count(ctx); i++)
        print_message("%s: %s\n", dxk_ctx_diag(ctx, i)->path, dxk_ctx_diag(ctx, i)->message);
    assert_int_equal(status, DXK_OK);
    dxk_container_free(old);
    return made;
}

/* A converted program that can be run. */
typedef struct bench {
    dxk_ctx *ctx;
    dxk_container *container;
    dxk_run_program *program;
    dxk_run *run;
    dxk_run_worker *worker;
} bench;

static void begin(bench *b, const char *text, const char *passes)
{
    const dxk_run_program_options options = {.for_invoke = true};
    b->ctx = support_ctx();
    b->container = convert(b->ctx, text, passes);
    b->worker = NULL;
    assert_int_equal(dxk_run_program_create(b->ctx, b->container, &options, &b->program), DXK_OK);
    assert_int_equal(dxk_run_create(b->program, NULL, &b->run), DXK_OK);
}

static void bind(bench *b, dxk_resource_class cls, dxk_resource_kind kind, uint32_t index,
                 uint32_t *words, size_t count)
{
    const dxk_run_view view = {.kind = kind, .data = words, .size = 4 * count};
    assert_int_equal(dxk_run_bind(b->run, cls, 0, index, &view), DXK_OK);
}

static void end(bench *b)
{
    dxk_run_worker_free(b->worker);
    dxk_run_free(b->run);
    dxk_run_program_free(b->program);
    dxk_container_free(b->container);
    support_ctx_done(b->ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Compute shaders                                                                            */

static const code_case cases[] = {
    {"clamped conversions",
     "",
     "ld_raw r0.xyzw, l(0), t0.xyzw\nftoi r1.xyzw, r0.xyzw\nftou r2.xyzw, r0.xyzw\n"
     "store_raw u0.xyzw, l(0), r1.xyzw\nstore_raw u0.xyzw, l(16), r2.xyzw\n"
     "ld_raw r0.x, l(16), t0.xxxx\nadd_sat r0.x, r0.x, l(0.000000)\nmul r0.x, r0.x, l(9.000000)\n"
     "ftou r0.x, r0.x\nstore_raw u0.x, l(32), r0.x\n",
     {0x4f800000, 0xcf800000, 0x7fc00000, 0xc0200000, 0x3f000000},
     {0x7fffffff, 0x80000000, 0, 0xfffffffe, 0xffffffff, 0, 0, 0, 4}},
    {"masks of two results",
     "",
     "mov r0.xyzw, l(7, 7, 7, 7)\nmov r1.xyzw, l(7, 7, 7, 7)\nld_raw r2.xy, l(0), t0.xyxx\n"
     "uaddc r0.x, r1.y, r2.xyxx, l(2, 2, 2, 2)\nstore_raw u0.xyzw, l(0), r0.xyzw\n"
     "store_raw u0.xyzw, l(16), r1.xyzw\n"
     "udiv r0.y, r1.z, r2.xyyx, l(0, 0, 5, 0)\nstore_raw u0.xyzw, l(32), r0.xyzw\n"
     "imul r0.z, null, r2.xxxx, r2.xxxx\nimul null, r0.w, r2.xxxx, r2.xxxx\n"
     "store_raw u0.xyzw, l(48), r0.xyzw\n",
     {5, 0xffffffff},
     {7, 7, 7, 7, 7, 1, 7, 7, 7, 0xffffffff, 7, 7, 7, 0xffffffff, 0, 25}},
    {"conditions as bits",
     "",
     "ld_raw r0.xyzw, l(0), t0.xyzw\nlt r1.xyzw, r0.xyzw, l(1.000000, 1.000000, 1.000000, "
     "1.000000)\n"
     "not r2.xyzw, r1.xyzw\nand r3.xy, r1.xyxx, r1.yzyy\nor r3.zw, r1.xxxy, r2.xxxy\n"
     "store_raw u0.xyzw, l(0), r1.xyzw\nstore_raw u0.xyzw, l(16), r3.xyzw\n"
     "and r4.xy, r1.xyxx, l(0x3f800000, 0x3f800000, 0, 0)\nadd r4.x, r4.x, l(1.000000)\n"
     "xor r4.z, r1.x, r1.y\nmov r4.w, r2.x\nstore_raw u0.xyzw, l(32), r4.xyzw\n",
     {0x3f000000, 0x40000000, 0xbf800000, 0x7fc00000},
     {0xffffffff, 0, 0xffffffff, 0, 0, 0, 0xffffffff, 0xffffffff, 0x40000000, 0, 0xffffffff, 0}},
    {"ways out of loops",
     "",
     "mov r0.xy, l(0, 0, 0, 0)\nloop\niadd r0.x, r0.x, l(1)\nult r1.x, l(20), r0.x\n"
     "breakc_nz r1.x\nand r1.x, r0.x, l(1)\ncontinuec_nz r1.x\nieq r1.x, r0.x, l(8)\nif_nz r1.x\n"
     "continue\nendif\nloop\niadd r0.y, r0.y, r0.x\nieq r1.y, r0.y, l(7)\nbreak\nendloop\n"
     "ult r1.x, l(40), r0.y\nif_nz r1.x\nstore_raw u0.x, l(8), l(5)\nbreak\nelse\n"
     "store_raw u0.x, l(4), r0.y\nendif\nendloop\nstore_raw u0.x, l(0), r0.y\n",
     {0},
     {48, 34, 5}},
    {"cases that fall through",
     "",
     "mov r0.xy, l(0, 0, 0, 0)\nloop\nuge r1.x, r0.x, l(6)\nbreakc_nz r1.x\nmov r2.x, l(0)\n"
     "switch r0.x\ncase l(0)\ncase l(1)\niadd r2.x, r2.x, l(1)\ndefault\niadd r2.x, r2.x, l(10)\n"
     "break\ncase l(3)\nmov r2.x, l(100)\nieq r1.y, r0.y, l(-1)\nbreakc_nz r1.y\ncase l(4)\n"
     "iadd r2.x, r2.x, l(7)\nbreak\nendswitch\nishl r1.x, r0.x, l(2)\n"
     "store_raw u0.x, r1.x, r2.x\niadd r0.x, r0.x, l(1)\nendloop\n",
     {0},
     {11, 11, 10, 107, 7, 10}},
    {"subroutines",
     "",
     "mov r0.x, l(1)\ncall l1\nstore_raw u0.x, l(0), r0.x\ncallc_z r0.x, l1\ncallc_nz r0.x, l2\n"
     "store_raw u0.x, l(4), r0.x\nret\nlabel l2\ncall l1\niadd r0.x, r0.x, l(100)\nret\n"
     "label l1\nieq r1.x, r0.x, l(3)\nif_nz r1.x\nmov r0.x, l(50)\nret\nendif\n"
     "iadd r0.x, r0.x, l(2)\n",
     {0},
     {3, 150}},
    {"arrays",
     "dcl_indexableTemp x0[4], 3\ndcl_indexableTemp x1[2], 4\n",
     "mov x0[0].xz, l(1, 0, 2, 0)\nmov x0[1].xz, l(3, 0, 4, 0)\nmov x1[1].y, l(9)\n"
     "ld_raw r0.x, l(0), t0.xxxx\nmov r1.xyz, x0[r0.x + 0].xyzx\nmov r1.w, x1[1].y\n"
     "store_raw u0.xyzw, l(0), r1.xyzw\niadd x0[r0.x + 0].z, x0[r0.x + 0].z, l(5)\n"
     "mov r1.x, x0[1].z\nmov r1.y, x1[1].x\nstore_raw u0.xy, l(16), r1.xyxx\n",
     {1},
     {3, 0, 4, 9, 9, 0}},
    {"immediate constants",
     "dcl_immediateConstantBuffer { { 1, 2, 3, 4},\n { 1.000000, 6, 7, 0x7fa00001} }\n",
     "ld_raw r0.x, l(0), t0.xxxx\nmov r1.xyzw, icb[r0.x + 0].wzyx\n"
     "store_raw u0.xyzw, l(0), r1.xyzw\nadd r1.x, icb[r0.x + 0].x, l(1.000000)\n"
     "mov r1.y, icb[0].w\nstore_raw u0.xy, l(16), r1.xyxx\n",
     {1},
     {0x7fa00001, 7, 6, 0x3f800000, 0x40000000, 4}},
    {"shared memory",
     "dcl_tgsm_raw g0, 16\ndcl_tgsm_structured g1, 8, 4\n",
     "ld_raw r0.xyzw, l(0), t0.xyzw\nstore_raw g0.xyz, l(4), r0.xyzx\nsync_g_t\n"
     "store_structured g1.xy, r0.x, l(0), r0.yzyy\natomic_iadd g1, l(2, 4, 0, 0), l(5)\n"
     "imm_atomic_umax r1.x, g0, l(8), l(77)\nimm_atomic_cmp_exch r1.y, g0, l(8), l(77), l(78)\n"
     "ld_structured r2.xy, l(2), l(0), g1.yxxx\nld_raw r2.zw, l(4), g0.xxxy\n"
     "store_raw u0.xyzw, l(0), r2.xyzw\nstore_raw u0.xy, l(16), r1.xyxx\n",
     {2, 30, 40, 50},
     {45, 30, 2, 78, 30, 77}},
    {"doubles in pairs",
     "",
     "ld_raw r0.xyzw, l(0), t0.xyzw\ndadd r1.xyzw, r0.zwxy, d(0.500000l, 1.000000l)\n"
     "dlt r2.yz, r0.xyzw, r0.zwxy\ndtof r2.xw, r1.xyzw\nstore_raw u0.xyzw, l(0), r2.xyzw\n",
     {0, 0x3ff00000, 0, 0x40000000},
     {0x40200000, 0xffffffff, 0, 0x40000000}},
    {"swapping",
     "",
     "ld_raw r0.xyzw, l(0), t0.xyzw\nmov r1.xyzw, l(1, 2, 3, 4)\n"
     "swapc r0.xy, r1.yz, r0.xyzw, r0.xyzw, r1.xyzw\nstore_raw u0.xyzw, l(0), r0.xyzw\n"
     "store_raw u0.xyzw, l(16), r1.xyzw\n",
     {0, 9, 8, 0},
     {0, 2, 8, 0, 1, 9, 8, 4}},
};

static void check_compute(const code_case *c, const char *passes)
{
    static char text[4096];
    uint32_t in[8], out[WORDS] = {0};
    bench b;
    memcpy(in, c->in, sizeof in);
    int size = snprintf(text, sizeof text, "%s%s%sret\n", HEAD, c->declarations, c->code);
    assert_true(size > 0 && (size_t)size < sizeof text);
    begin(&b, text, passes);
    bind(&b, DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_KIND_RAW_BUFFER, 0, in, 8);
    bind(&b, DXK_RESOURCE_CLASS_UAV, DXK_RESOURCE_KIND_RAW_BUFFER, 0, out, WORDS);
    assert_int_equal(dxk_run_worker_create(b.run, b.ctx, &b.worker), DXK_OK);
    assert_int_equal(dxk_run_groups(b.worker, 0, 1), DXK_OK);
    for (uint32_t i = 0; i < WORDS; i++)
        if (out[i] != c->out[i])
            fail_msg("%s, passes %s: word %u is %08x, not %08x", c->name, passes, i, out[i],
                     c->out[i]);
    end(&b);
}

static void compute_shaders_give_their_results(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_compute(&cases[i], "none");
        check_compute(&cases[i], "");
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Interfaces                                                                                 */

/* Slot 0 has table 1, whose body adds what the instance of slot 0 has as its first number. */
static void calls_of_interfaces_take_the_table_that_is_bound(void **state)
{
    static const char text[] =
        HEAD "dcl_function_body fb0\ndcl_function_body fb1\ndcl_function_table ft0 = {fb0}\n"
             "dcl_function_table ft1 = {fb1}\ndcl_interface fp0[1][1] = {ft0, ft1}\n"
             "mov r0.x, l(1)\nfcall fp0[0][0]\nstore_raw u0.x, l(0), r0.x\nret\nlabel fb0\n"
             "iadd r0.x, r0.x, l(10)\nret\nlabel fb1\niadd r0.x, r0.x, this[0].x\nret\n";
    const uint32_t wanted[2] = {11, 1 + 7};
    (void)state;
    for (uint32_t table = 0; table < 2; table++) {
        uint32_t slots[2048] = {table, 0, 0, 0, 7}, in[8] = {0}, out[WORDS] = {0};
        bench b;
        begin(&b, text, "");
        bind(&b, DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_KIND_RAW_BUFFER, 0, in, 8);
        bind(&b, DXK_RESOURCE_CLASS_UAV, DXK_RESOURCE_KIND_RAW_BUFFER, 0, out, WORDS);
        bind(&b, DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_KIND_CBUFFER, 14, slots, 2048);
        assert_int_equal(dxk_run_worker_create(b.run, b.ctx, &b.worker), DXK_OK);
        assert_int_equal(dxk_run_groups(b.worker, 0, 1), DXK_OK);
        assert_int_equal(out[0], wanted[table]);
        end(&b);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Hull shaders                                                                               */

#define ROWS                                                                                       \
    "// Name Index Mask Register SysValue Format Used\n// -------------------- ----- ------ "      \
    "-------- -------- ------- ------\n"
#define FACTOR(index, reg)                                                                         \
    "// SV_TessFactor            " index "   x           " reg " QUADEDGE   float   x   \n"
#define INSIDE(index, reg)                                                                         \
    "// SV_InsideTessFactor      " index "   x           " reg "  QUADINT   float   x   \n"
#define MINE(name, index, reg)                                                                     \
    "// " name "                    " index "   x           " reg "     NONE   float   x   \n"
#define POINT "// POSITION                 0   xyzw        0     NONE   float   xyzw\n"

static const char hull[] = "//\n// Patch Constant signature:\n//\n" ROWS FACTOR("0", "0") FACTOR(
    "1", "1") FACTOR("2", "2") FACTOR("3", "3") INSIDE("0", "4") INSIDE("1", "5")
    MINE("A", "0", "6") MINE("A", "1", "7") MINE("B", "0", "8") MINE(
        "B", "1",
        "9") "//\n// Input signature:\n//\n" ROWS POINT "//\n// Output signature:\n//\n" ROWS POINT
             "//\n"
             "hs_5_0\nhs_decls\ndcl_input_control_point_count 4\ndcl_output_control_point_count 4\n"
             "dcl_tessellator_domain domain_quad\ndcl_tessellator_partitioning "
             "partitioning_integer\n"
             "dcl_tessellator_output_primitive output_triangle_cw\n"
             "hs_fork_phase\ndcl_hs_fork_phase_instance_count 4\ndcl_input vForkInstanceID\n"
             "dcl_output_siv o0.x, finalQuadUeq0EdgeTessFactor\n"
             "dcl_output_siv o1.x, finalQuadVeq0EdgeTessFactor\n"
             "dcl_output_siv o2.x, finalQuadUeq1EdgeTessFactor\n"
             "dcl_output_siv o3.x, finalQuadVeq1EdgeTessFactor\n"
             "dcl_temps 1\ndcl_indexrange o0.x 4\nmov r0.x, vForkInstanceID.x\n"
             "utof r0.y, r0.x\nmov o[r0.x + 0].x, r0.y\nieq r0.z, r0.x, l(1)\nretc_nz r0.z\n"
             "add o[r0.x + 0].x, r0.y, l(10.000000)\nret\n"
             "hs_fork_phase\ndcl_output_siv o4.x, finalQuadUInsideTessFactor\n"
             "dcl_output_siv o5.x, finalQuadVInsideTessFactor\n"
             "dcl_input vicp[4][0].xyzw\ndcl_temps 1\n"
             "mov o4.x, r0.z\nmov o5.x, vicp[2][0].y\nret\n"
             "hs_join_phase\ndcl_hs_join_phase_instance_count 4\ndcl_input vJoinInstanceID\n"
             "dcl_input vpc0.x\ndcl_output o6.x\ndcl_output o7.x\ndcl_output o8.x\ndcl_output "
             "o9.x\n"
             "dcl_temps 1\ndcl_indexrange o6.x 4\nmov r0.x, vJoinInstanceID.x\nutof r0.y, r0.x\n"
             "add o[r0.x + 6].x, r0.y, vpc0.x\nret\n";

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Row `row` of the patch constants that begin with a letter. */
static uint32_t constant_of(const bench *b, const uint32_t *constants, const char *name,
                            uint32_t row)
{
    dxk_run_element e;
    for (size_t i = 0; dxk_run_program_element(b->program, DXK_RUN_PATCH, i, &e); i++)
        if (strncmp(e.name.data, name, e.name.size) == 0 && row >= e.index &&
            row - e.index < e.rows)
            return constants[e.word + 4 * (row - e.index)];
    fail_msg("there is no %s%u", name, row);
    return 0;
}

/* There is no control point phase, so points are handed on. A ret ends one instance; what a phase
 * has in registers is its own; a range of registers has two names. */
static void phases_make_the_constants_of_a_patch(void **state)
{
    static const char *const passes[] = {"none", ""};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        uint32_t inputs[16], outputs[16] = {0}, constants[64] = {0};
        bench b;
        for (uint32_t k = 0; k < 16; k++)
            inputs[k] = bits_of((float)k);
        begin(&b, hull, passes[i]);
        assert_int_equal(dxk_run_worker_create(b.run, b.ctx, &b.worker), DXK_OK);
        assert_true(dxk_run_program_stage(b.program).patch_words <= 64);
        const dxk_run_patches what = {
            .count = 1, .inputs = inputs, .outputs = outputs, .constants = constants};
        assert_int_equal(dxk_run_hull(b.worker, &what), DXK_OK);
        assert_memory_equal(outputs, inputs, sizeof inputs);
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(constant_of(&b, constants, "SV_TessFactor", k),
                             bits_of(k == 1 ? 1.0f : 10.0f + (float)k));
        assert_int_equal(constant_of(&b, constants, "SV_InsideTessFactor", 0), 0);
        assert_int_equal(constant_of(&b, constants, "SV_InsideTessFactor", 1), bits_of(9));
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(constant_of(&b, constants, k < 2 ? "A" : "B", k % 2),
                             bits_of(10.0f + (float)k));
        end(&b);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(compute_shaders_give_their_results),
    cmocka_unit_test(calls_of_interfaces_take_the_table_that_is_bound),
    cmocka_unit_test(phases_make_the_constants_of_a_patch),
};
SUPPORT_SUITE(test_convert_code, tests);

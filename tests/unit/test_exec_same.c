/* SPDX-License-Identifier: MIT */
/* test_exec_same.c - shaders give the same bits with every compiler and on every machine. */
#include "support.h"

#include "../run_digest.h"
#include "exec/alu.h"

static void digests_are_what_they_were(void **state)
{
    static const struct {
        const char *name;
        uint64_t digest;
    } samples[] = {
        {"exec/bilinear.dxil", 0x9f5da2428c869ea6},
        {"exec/careless.dxil", 0x8cd995173b3be4f8},
        {"exec/counter-consume.dxil", 0x980e6aebfebad8ac},
        {"exec/functions.dxil", 0x47f7f6f47114e422},
        {"exec/if-ladder.dxil", 0x2c6024edb4ed7839},
        {"exec/particles.dxil", 0xc9de42c1ff9bedb2},
        {"exec/wave-basic-8.dxil", 0xa6444f84754499df},
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        size_t size;
        uint64_t digest;
        uint8_t *bytes = support_sample(samples[i].name, &size);
        assert_int_equal(run_digest(ctx, (dxk_bytes){bytes, size}, &digest), DXK_OK);
        if (digest != samples[i].digest)
            fail_msg("%s gives 0x%016llx", samples[i].name, (unsigned long long)digest);
        free(bytes);
        dxk_ctx_free(ctx);
    }
}

#define LANES 32u
#define PARTS 3u
#define ROWS  (2 * PARTS) /* of a value of 64 bits */

/* What a handler makes of numbers, with half of the lanes active or with all. */
static void run_handler(dxki_exec_fn *fn, dxki_exec_vectors vectors, bool full,
                        uint32_t rows[4 * ROWS * LANES])
{
    uint32_t active[LANES], seed = 1;
    for (uint32_t l = 0; l < LANES; l++)
        active[l] = full || l % 3 == 0 ? ~0u : 0;
    for (uint32_t n = 0; n < 4 * ROWS * LANES; n++) {
        seed = seed * 1664525u + 1013904223u;
        rows[n] = n % 7 ? 0x3f000000u + (seed >> 7) : seed;
    }
    dxki_exec_wave w = {.lanes = LANES,
                        .lane_shift = 5,
                        .vectors = vectors,
                        .bank = {rows, rows},
                        .full = full,
                        .active = active};
    dxki_exec_inst i = {fn, 0, ROWS, 2 * ROWS, 3 * ROWS, 0, PARTS, 0};
    fn(&w, &i);
}

static void same_for_each_width(dxki_exec_fn *fn)
{
    static uint32_t plain[4 * ROWS * LANES], wide[4 * ROWS * LANES];
    for (unsigned full = 0; fn && full < 2; full++) {
        run_handler(fn, DXKI_EXEC_VECTORS_PLAIN, full, plain);
        for (unsigned v = dxki_exec_widest_vectors(); v > DXKI_EXEC_VECTORS_PLAIN; v--) {
            run_handler(fn, (dxki_exec_vectors)v, full, wide);
            assert_memory_equal(plain, wide, sizeof plain);
        }
    }
}

static void vectors_of_any_width_give_the_same(void **state)
{
#define TABLE(name) &dxki_exec_alu_##name,
    static const dxki_exec_typed *const tables[] = {
        TABLE(add) TABLE(mul) TABLE(lshr) TABLE(ashr) TABLE(imax) TABLE(umin) TABLE(imad)
            TABLE(fadd) TABLE(fmul) TABLE(fdiv) TABLE(fmad) TABLE(fma) TABLE(fmax) TABLE(fmin)
                TABLE(saturate) TABLE(fneg) TABLE(bfrev) TABLE(frc) TABLE(round_ne) TABLE(sqrt)};
#undef TABLE
    (void)state;
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        for (unsigned e = 0; e < DXKI_EXEC_ELEMS; e++)
            same_for_each_width(tables[t]->of[e]);
        same_for_each_width(tables[t]->flush32);
        same_for_each_width(tables[t]->clean32);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(vectors_of_any_width_give_the_same),
    cmocka_unit_test(digests_are_what_they_were),
};
SUPPORT_SUITE(test_exec_same, tests);

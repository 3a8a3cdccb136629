/* SPDX-License-Identifier: MIT */
/* test_exec_same.c - shaders give the same bits with every compiler and on every machine. */
#include "support.h"

#include "../run_digest.h"

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

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(digests_are_what_they_were),
};
SUPPORT_SUITE(test_exec_same, tests);

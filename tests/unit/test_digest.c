/* SPDX-License-Identifier: MIT */
/*
 * test_digest.c - MD5 against RFC 1321, and both container digests at every kind of tail; expected
 * values from a plain second implementation. Then what real files have stored.
 */
#include "support.h"

#include "dxk/container.h"
#include "dxk/digest.h"

static void hex(const uint8_t digest[16], char text[33])
{
    for (int i = 0; i < 16; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
}

static void assert_digest(const uint8_t digest[16], const char *expected)
{
    char text[33];
    hex(digest, text);
    assert_string_equal(text, expected);
}

static void assert_md5(const char *message, const char *expected)
{
    uint8_t digest[16];
    dxk_md5((dxk_bytes){(const uint8_t *)message, strlen(message)}, digest);
    assert_digest(digest, expected);
}

/* RFC 1321, A.5. */
static void test_rfc_vectors(void **state)
{
    (void)state;
    assert_md5("", "d41d8cd98f00b204e9800998ecf8427e");
    assert_md5("a", "0cc175b9c0f1b6a831c399e269772661");
    assert_md5("abc", "900150983cd24fb0d6963f7d28e17f72");
    assert_md5("message digest", "f96b697d7cb7938d525a2f31aaf161d0");
    assert_md5("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b");
    assert_md5("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
               "d174ab98d277d9f5a5611c2c9f419d9f");
    assert_md5("1234567890123456789012345678901234567890"
               "1234567890123456789012345678901234567890",
               "57edf4a22be3c955ac49da2e2107b67a");
}

/* Message of `size` bytes, byte i being 7 i + 3. */
typedef struct vector {
    size_t size;
    const char *md5, *retail, *debug;
} vector;

/* One block is enough up to 55 bytes of tail. */
static const vector vectors[] = {
    {0, "d41d8cd98f00b204e9800998ecf8427e", "140d60f6b775e2ba4e4abed401b2e9a1",
     "16804fd43fc91f11f6f788e4b776160e"},
    {1, "8666683506aacd900bbd5a74ac4edf68", "06f94cb281d1981af4f9a91b370ae308",
     "ea0c50e17550d6fe4d27f60d418e529d"},
    {55, "52c0e574e1198de5fe3f8f11440dcb1b", "9ab63592763f16cbf9faadc10871b3dc",
     "98b110def2a8578b1f7630d650439f54"},
    {56, "46c9907fc908ee68b1e7b8e71286a518", "9631e575809c7fec27e1a79c6dbf0704",
     "7b89a8feebe3ebdd3da374007b560b5b"},
    {57, "1c805dd236c35cab25fcb1bc73802c51", "f233f9284c679cb8b5c883d37daa16cd",
     "ebb986b3b2077bddf0d5ca1a44afef07"},
    {63, "a62f6d59e837867693f042f5b8f5a236", "69c87038086b06ae036a445580d52800",
     "28e41be0792fa4d0a191752a7028c65f"},
    {64, "7160b8fb5e9e4023d549c3971fbaeead", "702b2563302d9691eda44cda5fef4b68",
     "c6c87c9f30eda9fdba3672436c884205"},
    {119, "e84905d4214f4d1ca56c2cdcc152b143", "953cfe1c495908c5129cd5a6ae089ecd",
     "98ca28864876dca1b155e34859a972c1"},
    {120, "e3eb5a6c8669ea01a8c185b8abc8a5dc", "71f04dacbba086d5aef734027044308c",
     "f710c6660889ad6268d737a9dc543d9f"},
    {1000, "10046f077f2082ac19676b8079f1cb1a", "ee26551cff5fe1584a352e8d6bba6a77",
     "da98f968f90e606b912c6a22c508faf9"},
};

static void test_tails(void **state)
{
    (void)state;
    uint8_t message[1000], digest[16];
    for (size_t i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(i * 7 + 3);
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        dxk_bytes data = {message, vectors[i].size};
        dxk_md5(data, digest);
        assert_digest(digest, vectors[i].md5);
        dxk_digest_compute(data, DXK_DIGEST_VARIANT_RETAIL, digest);
        assert_digest(digest, vectors[i].retail);
        dxk_digest_compute(data, DXK_DIGEST_VARIANT_DEBUG, digest);
        assert_digest(digest, vectors[i].debug);
        uint8_t both[2][16];
        dxk_digest_compute_both(data, both[0], both[1]);
        assert_digest(both[0], vectors[i].retail);
        assert_digest(both[1], vectors[i].debug);
    }
}

static void test_unaligned(void **state)
{
    (void)state;
    uint8_t message[8 + 1000], digest[16];
    for (size_t shift = 0; shift < 8; shift++) {
        for (size_t i = 0; i < 1000; i++)
            message[shift + i] = (uint8_t)(i * 7 + 3);
        dxk_md5((dxk_bytes){message + shift, 1000}, digest);
        assert_digest(digest, vectors[sizeof vectors / sizeof *vectors - 1].md5);
    }
}

static void test_no_data(void **state)
{
    (void)state;
    uint8_t digest[16];
    dxk_md5((dxk_bytes){NULL, 0}, digest);
    assert_digest(digest, vectors[0].md5);
    dxk_digest_compute((dxk_bytes){NULL, 0}, DXK_DIGEST_VARIANT_RETAIL, digest);
    assert_digest(digest, vectors[0].retail);
}

/* Digest of a sample in one variant. */
static void sample_digest(const char *name, dxk_digest_variant variant, uint8_t stored[16],
                          uint8_t computed[16])
{
    size_t size;
    uint8_t *bytes = support_sample(name, &size);
    memcpy(stored, bytes + 4, 16);
    dxk_digest_compute((dxk_bytes){bytes + DXK_DIGEST_SKIP, size - DXK_DIGEST_SKIP}, variant,
                       computed);
    free(bytes);
}

static void test_samples(void **state)
{
    static const char *const names[] = {"vs.dxil",  "ps.dxil",      "hs.dxil",
                                        "lib.dxil", "rootsig.dxil", "debug.dxil"};
    (void)state;
    uint8_t stored[16], computed[16];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        sample_digest(names[i], DXK_DIGEST_VARIANT_RETAIL, stored, computed);
        assert_memory_equal(stored, computed, 16);
    }
    sample_digest("vs.dxil", DXK_DIGEST_VARIANT_DEBUG, stored, computed);
    assert_digest(computed, "d368cea8c7598581b266b7b36100b0cb");
}

/* How many containers of a folder are in which state. */
static void count_state(void *user, const char *path)
{
    size_t *counts = user;
    size_t size;
    dxk_container *container;
    uint8_t *bytes = support_read(path, &size);
    dxk_ctx *ctx = support_ctx();
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes, size}, 0, &container), DXK_OK);
    counts[dxk_container_digest_state(container)]++;
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(bytes);
}

/* Legacy containers were all signed, two of the large corpus in the debug variant. */
static void test_legacy_corpus(void **state)
{
    (void)state;
    const char *folder = support_corpus("dxbc");
    size_t counts[DXK_DIGEST_WRONG + 1] = {0};
    if (!folder)
        skip();
    size_t total = support_each(folder, ".dxbc", count_state, counts);
    assert_int_equal(counts[DXK_DIGEST_RETAIL] + counts[DXK_DIGEST_DEBUG], total);
    assert_int_not_equal(counts[DXK_DIGEST_DEBUG], 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rfc_vectors), cmocka_unit_test(test_tails),
    cmocka_unit_test(test_unaligned),   cmocka_unit_test(test_no_data),
    cmocka_unit_test(test_samples),     cmocka_unit_test(test_legacy_corpus),
};
SUPPORT_SUITE(test_digest, tests);

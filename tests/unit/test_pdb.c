/* SPDX-License-Identifier: MIT */
/* test_pdb.c - what is behind a shader: reading, safe names, writing PDBs, splitting. */
#include "support.h"

#include "container/container.h"
#include "dxk/parts.h"
#include "dxk/pdb.h"

static bool same(dxk_str text, const char *other)
{
    return text.size == strlen(other) && memcmp(text.data, other, text.size) == 0;
}

static dxk_pdb *load(dxk_ctx *ctx, const char *sample, uint8_t **data)
{
    size_t size;
    dxk_pdb *pdb;
    *data = support_sample(sample, &size);
    assert_int_equal(dxk_pdb_load(ctx, (dxk_bytes){*data, size}, &pdb), DXK_OK);
    return pdb;
}

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

static void test_sources(void **state)
{
    static const struct {
        const char *sample;
        dxk_pdb_origin origin;
        bool module;
    } samples[] = {
        {"debug.pdb", DXK_PDB_SRCI, true},
        {"slim.pdb", DXK_PDB_SRCI, false},
        {"debug.dxil", DXK_PDB_METADATA, true},
    };
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint8_t *data;
        dxk_str name, text;
        dxk_ctx *ctx = support_ctx();
        dxk_pdb *pdb = load(ctx, samples[i].sample, &data);
        dxk_pdb_facts facts = dxk_pdb_facts_get(pdb);
        assert_int_equal(facts.origin, samples[i].origin);
        assert_int_equal(facts.has_debug_module, samples[i].module);
        assert_true(facts.has_hash && facts.name.size && facts.entry.size);
        assert_true(facts.target.size == 6 && dxk_pdb_arg_count(pdb) > 2);
        assert_true(dxk_pdb_file(pdb, 0, &name, &text) && text.size > 10);
        assert_true(same(name, "./") || memcmp(name.data, "./", 2) == 0);
        assert_true(facts.main_file.size == name.size);
        assert_false(dxk_pdb_file(pdb, dxk_pdb_file_count(pdb), &name, &text));
        assert_false(dxk_pdb_arg(pdb, dxk_pdb_arg_count(pdb), &name, &text));
        assert_false(dxk_pdb_define(pdb, dxk_pdb_define_count(pdb), &name));
        dxk_pdb_free(pdb);
        free(data);
        support_ctx_done(ctx);
    }
}

static void test_nothing_there(void **state)
{
    uint8_t *data;
    dxk_ctx *ctx = support_ctx();
    dxk_pdb *pdb = load(ctx, "vs.dxil", &data);
    (void)state;
    assert_int_equal(dxk_pdb_file_count(pdb), 0);
    assert_int_equal(dxk_pdb_facts_get(pdb).origin, DXK_PDB_NOWHERE);
    assert_string_equal(dxk_pdb_origin_name(DXK_PDB_NOWHERE), "none");
    dxk_pdb_free(pdb);
    free(data);
    assert_int_equal(dxk_pdb_load(ctx, (dxk_bytes){(const uint8_t *)"junk", 4}, &pdb),
                     DXK_E_INVALID);
    assert_null(pdb);
    support_ctx_done(ctx);
}

static void test_identify(void **state)
{
    size_t size;
    uint8_t *data = support_sample("debug.pdb", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_pdb_id id, other;
    (void)state;
    assert_int_equal(dxk_pdb_identify(ctx, (dxk_bytes){data, size}, &id), DXK_OK);
    assert_true(strlen(id.name) > 4 && strcmp(id.name + strlen(id.name) - 4, ".pdb") == 0);
    free(data);
    data = support_sample("legacy/lit_ps.dxbc", &size);
    assert_int_equal(dxk_pdb_identify(ctx, (dxk_bytes){data, size}, &id), DXK_E_NOT_FOUND);
    free(data);
    /* without HASH the shader is hashed; its PDB has that as its GUID */
    data = support_sample("no-hash.dxil", &size);
    assert_int_equal(dxk_pdb_identify(ctx, (dxk_bytes){data, size}, &id), DXK_OK);
    free(data);
    data = support_sample("no-hash.pdb", &size);
    assert_int_equal(dxk_pdb_identify(ctx, (dxk_bytes){data, size}, &other), DXK_OK);
    assert_memory_equal(id.hash, other.hash, sizeof id.hash);
    free(data);
    support_ctx_done(ctx);
}

/* An unknown compression: names and arguments are known, texts are not (PDB.COMPRESSED). */
static void test_compressed(void **state)
{
    size_t size, at = 14;
    uint8_t *data = support_sample("debug.pdb", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_pdb *pdb;
    dxk_str name, text;
    (void)state;
    while (at + 2 < size && (memcmp(data + at, "\x78\x01", 2) != 0 || data[at - 14] != 1))
        at++;
    data[at - 14] = 77; /* the field in front of three sizes and the stream */
    assert_int_equal(dxk_pdb_load(ctx, (dxk_bytes){data, size}, &pdb), DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, "PDB.COMPRESSED");
    assert_true(dxk_pdb_file(pdb, 0, &name, &text));
    assert_true(name.size > 0 && text.data == NULL);
    assert_true(dxk_pdb_arg_count(pdb) > 0);
    dxk_pdb_free(pdb);
    support_ctx_done(ctx);
    free(data);
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

static void test_safe_paths(void **state)
{
    static const struct {
        const char *name;
        const char *path;
    } names[] = {
        {"a.hlsl", "a.hlsl"},
        {"./inc/a.hlsl", "inc/a.hlsl"},
        {".\\inc\\\\a.hlsl", "inc/a.hlsl"},
        {"../../etc/passwd", "__/__/etc/passwd"},
        {"..\\..\\x", "__/__/x"},
        {"a/../../b", "a/__/__/b"},
        {"/etc/passwd", "etc/passwd"},
        {"//host/share/x", "host/share/x"},
        {"\\\\?\\C:\\x", "_/C/x"},
        {"C:\\shaders\\x.hlsl", "C/shaders/x.hlsl"},
        {"C:x.hlsl", "C_x.hlsl"},
        {"x:stream", "x_stream"},
        {"a\nb\x1b[0m", "a_b_[0m"},
        {"con", "con_"},
        {"dir/NUL.txt", "dir/NUL.txt_"},
        {"com1.hlsl", "com1.hlsl_"},
        {"common.hlsl", "common.hlsl"},
        {"a. ./b", "a___/b"},
        {"...", "___"},
        {"", "source"},
        {"./", "source"},
        {"/", "source"},
        {"a|b<c>d\"e*f?", "a_b_c_d_e_f_"},
        {"h\xc3\xa9.hlsl", "h\xc3\xa9.hlsl"},
    };
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    char longest[3000];
    (void)state;
    dxk_buffer_init(&out, ctx);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        dxk_str name = {names[i].name, strlen(names[i].name)};
        out.size = 0;
        assert_int_equal(dxk_pdb_safe_path(name, &out), DXK_OK);
        if (!same((dxk_str){(const char *)out.data, out.size}, names[i].path))
            fail_msg("%s: %.*s", names[i].name, (int)out.size, (const char *)out.data);
    }
    out.size = 0;
    assert_int_equal(dxk_pdb_safe_path((dxk_str){"a\0b", 3}, &out), DXK_OK);
    assert_memory_equal(out.data, "a_b", 3);
    memset(longest, 'x', sizeof longest);
    out.size = 0;
    assert_int_equal(dxk_pdb_safe_path((dxk_str){longest, sizeof longest}, &out), DXK_OK);
    assert_int_equal(out.size, 200);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

static void test_source_names_compare(void **state)
{
    static const struct {
        const char *a, *b;
        int order;
    } cases[] = {
        {"./inc/a.hlsl", "inc/a.hlsl", 0},
        {".\\.\\inc\\a.hlsl", "./inc/a.hlsl", 0},
        {"a.hlsl", "A.hlsl", 1},
        {"inc/a", "inc/a.hlsl", -1},
        {"../a", "a", -1},
        {"./", "", 1},
        {"\xc3\xa4", "z", 1},
        {"", "", 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_str a = {cases[i].a, strlen(cases[i].a)}, b = {cases[i].b, strlen(cases[i].b)};
        assert_int_equal(dxk_source_name_compare(a, b), cases[i].order);
        assert_int_equal(dxk_source_name_compare(b, a), -cases[i].order);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

static void test_write_is_exact(void **state)
{
    static const char *const samples[] = {"debug.pdb", "slim.pdb", "no-hash.pdb",
                                          "sources-in-module.pdb"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t size;
        uint8_t *data = support_sample(samples[i], &size);
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
        assert_int_equal(dxk_pdb_write(container, dxk_buffer_sink(&out)), DXK_OK);
        assert_int_equal(out.size, size);
        assert_memory_equal(out.data, data, size);
        dxk_container_free(container);
        dxk_buffer_free(&out);
        free(data);
        support_ctx_done(ctx);
    }
}

/* debug.dxil is split; the PDB has its sources, the rest has none and is signed. */
static void test_split(void **state)
{
    size_t size;
    uint8_t *data = support_sample("debug.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer out, name, rest;
    dxk_pdb *before, *after;
    dxk_str names[2], texts[2];
    (void)state;
    dxk_buffer_init(&out, ctx);
    dxk_buffer_init(&name, ctx);
    dxk_buffer_init(&rest, ctx);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    dxk_digest_state digest = dxk_container_digest_state(container);
    assert_int_equal(dxk_pdb_split(container, dxk_buffer_sink(&out), &name), DXK_OK);
    assert_true(name.size > 4);
    assert_int_equal(dxk_container_find(container, DXK_PART_ILDB, 0), DXK_NO_PART);
    assert_int_equal(dxk_container_write(container, NULL, dxk_buffer_sink(&rest)), DXK_OK);
    dxk_container_free(container);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){rest.data, rest.size}, 0, &container),
                     DXK_OK);
    assert_int_equal(dxk_container_digest_state(container), digest);
    dxk_container_free(container);

    assert_int_equal(dxk_pdb_load(ctx, (dxk_bytes){data, size}, &before), DXK_OK);
    assert_int_equal(dxk_pdb_load(ctx, (dxk_bytes){out.data, out.size}, &after), DXK_OK);
    assert_int_equal(dxk_pdb_facts_get(after).origin, DXK_PDB_SRCI);
    assert_int_equal(dxk_pdb_file_count(before), dxk_pdb_file_count(after));
    assert_int_equal(dxk_pdb_arg_count(before), dxk_pdb_arg_count(after));
    for (size_t i = 0; dxk_pdb_file(before, i, &names[0], &texts[0]); i++) {
        assert_true(dxk_pdb_file(after, i, &names[1], &texts[1]));
        assert_int_equal(names[0].size, names[1].size);
        assert_int_equal(texts[0].size, texts[1].size);
        assert_memory_equal(texts[0].data, texts[1].data, texts[0].size);
    }
    dxk_pdb_free(before);
    dxk_pdb_free(after);
    dxk_buffer_free(&out);
    dxk_buffer_free(&name);
    dxk_buffer_free(&rest);
    free(data);
    support_ctx_done(ctx);
}

static void test_nothing_to_write(void **state)
{
    static const char *const samples[] = {"vs.dxil", "psv-0.dxil", "rootsig.dxil"};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        size_t size;
        uint8_t *data = support_sample(samples[i], &size);
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
        assert_int_equal(dxk_pdb_write(container, dxk_buffer_sink(&out)), DXK_E_INVALID);
        assert_true(support_reported(ctx, "PDB.NOTHING"));
        assert_int_equal(out.size, 0);
        dxk_container_free(container);
        free(data);
        support_ctx_done(ctx);
    }
}

/* Files of more than 8 MiB need larger blocks; they must read back. */
static void test_large_stream(void **state)
{
    static const size_t sizes[] = {100, 511, 512, 8u << 20, 20u << 20};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_container *container;
        dxk_buffer inner, file;
        uint8_t *content = malloc(sizes[i]);
        assert_non_null(content);
        for (size_t k = 0; k < sizes[i]; k++)
            content[k] = (uint8_t)(k * 31 + k / 509);
        dxk_buffer_init(&inner, ctx);
        dxk_buffer_init(&file, ctx);
        assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
        assert_int_equal(
            dxk_container_insert(container, 0, DXK_PART_PRIV, (dxk_bytes){content, sizes[i]}),
            DXK_OK);
        assert_int_equal(dxk_container_write(container, NULL, dxk_buffer_sink(&inner)), DXK_OK);
        dxk_container_free(container);
        const dxk_bytes streams[6] = {[1] = {content, 28}, [5] = {inner.data, inner.size}};
        assert_int_equal(dxki_msf_write(ctx, streams, 6, dxk_buffer_sink(&file)), DXK_OK);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){file.data, file.size}, 0, &container),
                         DXK_OK);
        dxk_bytes back = dxk_container_part(container, 0)->content;
        assert_int_equal(back.size, sizes[i]);
        assert_memory_equal(back.data, content, sizes[i]);
        dxk_container_free(container);
        dxk_buffer_free(&inner);
        dxk_buffer_free(&file);
        free(content);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Damage, memory                                                                             */

/* Every truncation and every changed byte ends well. */
static void test_damage(void **state)
{
    size_t size;
    uint8_t *data = support_sample("slim.pdb", &size);
    (void)state;
    for (size_t i = 0; i < size; i += i < 3072 ? 1 : 7) {
        dxk_ctx_options options = {.limits = {.memory = 64u << 20}};
        dxk_ctx *ctx;
        dxk_pdb *pdb;
        dxk_buffer out;
        assert_int_equal(dxk_ctx_create(&options, &ctx), DXK_OK);
        dxk_pdb_load(ctx, (dxk_bytes){data, i}, &pdb);
        dxk_pdb_free(pdb);
        data[i] ^= 0x41;
        dxk_pdb_load(ctx, (dxk_bytes){data, size}, &pdb);
        dxk_pdb_free(pdb);
        dxk_container *container;
        if (dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container) == DXK_OK) {
            dxk_buffer_init(&out, ctx);
            dxk_pdb_write(container, dxk_buffer_sink(&out));
            dxk_buffer_free(&out);
        }
        dxk_container_free(container);
        data[i] ^= 0x41;
        support_ctx_done(ctx);
    }
    free(data);
}

typedef struct sample {
    uint8_t *data;
    size_t size;
} sample;

static dxk_status run_split(dxk_ctx *ctx, void *user)
{
    const sample *s = user;
    dxk_container *container;
    dxk_buffer out, name;
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){s->data, s->size}, 0, &container);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&out, ctx);
    dxk_buffer_init(&name, ctx);
    status = dxk_pdb_split(container, dxk_buffer_sink(&out), &name);
    if (status == DXK_OK)
        status = dxk_pdb_safe_path((dxk_str){"a/b", 3}, &name);
    dxk_buffer_free(&out);
    dxk_buffer_free(&name);
    dxk_container_free(container);
    return status;
}

static void test_memory(void **state)
{
    sample s;
    (void)state;
    s.data = support_sample("slim.pdb", &s.size);
    support_fail_allocations(run_split, &s);
    free(s.data);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sources),      cmocka_unit_test(test_nothing_there),
    cmocka_unit_test(test_compressed),   cmocka_unit_test(test_identify),
    cmocka_unit_test(test_safe_paths),   cmocka_unit_test(test_write_is_exact),
    cmocka_unit_test(test_split),        cmocka_unit_test(test_nothing_to_write),
    cmocka_unit_test(test_large_stream), cmocka_unit_test(test_damage),
    cmocka_unit_test(test_memory),       cmocka_unit_test(test_source_names_compare),
};
SUPPORT_SUITE(test_pdb, tests);

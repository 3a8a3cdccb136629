/* SPDX-License-Identifier: MIT */
/*
 * test_listing.c - the comment header of listings over real containers: identical with the
 * reference's, and clean when memory runs out; counts and exports of a library.
 */
#include "support.h"

#include "dxk/listing.h"
#include "dxk/dxil.h"
#include "dxk/parts.h"

static dxk_status nowhere(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

/* Container, module that is listed, and the header. */
static dxk_status list_container(dxk_ctx *ctx, dxk_bytes bytes, dxk_sink sink)
{
    dxk_container *container = NULL;
    dxk_module *module = NULL;
    dxk_dxil *d = NULL;
    dxk_program program;
    dxk_status status = dxk_container_read(ctx, bytes, 0, &container);
    if (status == DXK_OK) {
        size_t index = dxk_container_find(container, DXK_PART_ILDB, 0);
        if (index == DXK_NO_PART)
            index = dxk_container_find(container, DXK_PART_DXIL, 0);
        if (index != DXK_NO_PART)
            status = dxk_program_read(ctx, dxk_container_part(container, index)->content, &program);
        if (index != DXK_NO_PART && status == DXK_OK)
            status = dxk_module_read(ctx, program.bitcode, NULL, &module);
        if (status == DXK_OK)
            status = dxk_listing_print_header(container, module, NULL, sink);
    }
    if (status == DXK_OK && module)
        status = dxk_dxil_load(module, &d);
    if (status == DXK_OK && d)
        status = dxk_dxil_count(d);
    dxk_dxil_free(d);
    dxk_module_free(module);
    dxk_container_free(container);
    return status;
}

static dxk_status list_failing(dxk_ctx *ctx, void *user)
{
    size_t written = 0;
    return list_container(ctx, *(const dxk_bytes *)user, (dxk_sink){nowhere, &written});
}

static void allocations_can_fail(void **state)
{
    static const char *const names[] = {"vs.dxil", "lib-rt.dxil", "lib-node.dxil", "hs.dxil"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        dxk_bytes bytes;
        uint8_t *data = support_sample(names[i], &bytes.size);
        bytes.data = data;
        support_fail_allocations(list_failing, &bytes);
        free(data);
    }
}

typedef struct counts {
    size_t texts, same;
} counts;

/* The header of a listing: the lines at its start that begin with a semicolon. */
static size_t header_size(const uint8_t *text, size_t size)
{
    size_t pos = 0;
    while (pos < size && text[pos] == ';') {
        const uint8_t *end = memchr(text + pos, '\n', size - pos);
        pos = end ? (size_t)(end - text) + 1 : size;
    }
    return pos;
}

/* NAME.dis belongs to NAME.dxil or, for other inputs, to NAME itself. */
static uint8_t *read_beside(const char *path, size_t *size)
{
    char other[2048];
    size_t stem = strlen(path) - strlen(".dis");
    snprintf(other, sizeof other, "%.*s.dxil", (int)stem, path);
    FILE *file = fopen(other, "rb");
    if (file)
        fclose(file);
    else
        other[stem] = '\0';
    return support_read(other, size);
}

static void compare_header(void *user, const char *path)
{
    counts *n = user;
    size_t text_size, size;
    uint8_t *text = support_read(path, &text_size);
    uint8_t *data = read_beside(path, &size);
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = list_container(ctx, (dxk_bytes){data, size}, dxk_buffer_sink(&out));
    n->texts++;
    if (status == DXK_OK && out.size == header_size(text, text_size) &&
        memcmp(out.data, text, out.size) == 0)
        n->same++;
    else
        print_message("%s: header differs (status %d)\n", path, (int)status);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
    free(data);
    free(text);
}

static void corpus_headers_are_the_same(void **state)
{
    const char *folder = support_corpus("own");
    counts n = {0, 0};
    (void)state;
    if (!folder)
        skip();
    support_each(folder, ".dis", compare_header, &n);
    print_message("headers identical %zu of %zu\n", n.same, n.texts);
    assert_int_equal(n.same, n.texts);
}

static void libraries_have_exports(void **state)
{
    dxk_ctx *ctx = support_ctx();
    size_t size, count;
    uint64_t total, sum = 0;
    uint8_t *data = support_sample("lib-rt.dxil", &size);
    dxk_container *container;
    dxk_program program;
    dxk_module *module;
    dxk_dxil *d;
    dxk_dxil_export export;
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
    assert_int_equal(dxk_program_read(ctx, dxk_container_part(container, index)->content, &program),
                     DXK_OK);
    assert_int_equal(dxk_module_read(ctx, program.bitcode, NULL, &module), DXK_OK);
    assert_int_equal(dxk_dxil_load(module, &d), DXK_OK);
    assert_int_equal(dxk_dxil_count(d), DXK_OK);
    assert_true(dxk_dxil_export_count(d) >= dxk_dxil_entry_count(d));
    for (size_t i = 0; i < dxk_dxil_export_count(d); i++) {
        assert_true(dxk_dxil_export_get(d, i, &export));
        assert_true(export.plain_name.size > 0 && export.plain_name.data[0] != '\x01');
    }
    const dxk_dxil_inst_count *insts = dxk_dxil_inst_counts(d, &count, &total);
    for (size_t i = 0; i < count; i++)
        sum += insts[i].count;
    assert_int_equal(sum, total);
    dxk_dxil_free(d);
    dxk_module_free(module);
    dxk_container_free(container);
    free(data);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(libraries_have_exports),
    cmocka_unit_test(allocations_can_fail),
    cmocka_unit_test(corpus_headers_are_the_same),
};
SUPPORT_SUITE(test_listing, tests);

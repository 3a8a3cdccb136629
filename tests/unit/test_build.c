/* SPDX-License-Identifier: MIT */
/* test_build.c - containers from modules: the same bytes as the reference's, and none at all from
 * modules whose metadata does not fit. */
#include "support.h"

#include "base/sort.h"
#include "dxk/build.h"
#include "dxk/parts.h"
#include "dxk/text.h"
#include "ir/ir.h"

enum { SIGNATURES = 2 };

/* The module of a sample's DXIL part. */
static dxk_module *read_module(dxk_ctx *ctx, dxk_bytes bytes)
{
    dxk_container *container;
    dxk_program program;
    dxk_module *module = NULL;
    if (dxk_container_read(ctx, bytes, NULL, &container) != DXK_OK)
        return NULL;
    size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
    dxk_bytes content = dxk_container_part(container, index)->content;
    if (dxk_program_read(ctx, content, &program) == DXK_OK)
        dxk_module_read(ctx, program.bitcode, NULL, &module);
    dxk_container_free(container);
    return module;
}

static void only_validators_that_there_are(void **state)
{
    static const struct {
        uint32_t major, minor;
        dxk_status status;
    } cases[] = {
        {1, 10, DXK_OK}, {1, 11, DXK_E_ARGUMENT}, {2, 0, DXK_E_ARGUMENT}, {0, 1, DXK_E_ARGUMENT}};
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample("assembled.dxil", &size);
    dxk_module *module = read_module(ctx, (dxk_bytes){data, size});
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const dxk_build_options options = {.has_validator = true,
                                           .override_validator = true,
                                           .validator_major = cases[i].major,
                                           .validator_minor = cases[i].minor};
        dxk_container *made;
        assert_int_equal(dxk_container_build(module, &options, &made), cases[i].status);
        dxk_container_free(made);
    }
    dxk_module_free(module);
    free(data);
    support_ctx_done(ctx);
}

static void identity(void **state)
{
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample("assembled.dxil", &size);
    dxk_module *module = read_module(ctx, (dxk_bytes){data, size});
    dxk_container *made;
    dxk_buffer out;
    (void)state;
    assert_non_null(module);
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_container_build(module, NULL, &made), DXK_OK);
    dxk_module_free(module);
    assert_int_equal(dxk_container_write(made, NULL, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, data, size);
    dxk_buffer_free(&out);
    dxk_container_free(made);
    support_ctx_done(ctx);
    free(data);
}

/* Operands of the tuple `md`, to be changed. */
static uint32_t *operands(dxk_module *m, dxki_md md)
{
    return m->words.items + m->mds.items[md].ops;
}

static dxki_md entry_of(const dxk_module *m)
{
    uint32_t index = dxki_named_md_find(m, "dx.entryPoints");
    return m->words.items[m->named_mds.items[index].ops];
}

static void add_elements(dxk_module *m)
{
    dxki_md signatures = operands(m, entry_of(m))[SIGNATURES];
    dxki_md many[300];
    for (size_t i = 0; i < 300; i++)
        many[i] = operands(m, operands(m, signatures)[0])[0];
    dxki_md list = dxki_md_tuple(m, many, 300, false);
    operands(m, signatures)[0] = list;
}

/* A ViewID state whose tables are larger than the signatures are. */
static void add_state(dxk_module *m)
{
    uint32_t words[600], index = dxki_named_md_find(m, "dx.viewIdState");
    for (size_t i = 0; i < 600; i++)
        words[i] = 0x00ffffff;
    dxk_str bytes = {(const char *)words, sizeof words};
    dxki_value value = dxki_const_data(m, dxki_type_array(m, DXKI_TY_I32, 600), bytes);
    dxki_md data = dxki_md_of_value(m, value);
    m->words.items[m->named_mds.items[index].ops] = dxki_md_tuple(m, &data, 1, false);
}

/* Calls the first function for an operation that returns a structure. */
static void change_opcode(dxk_module *m)
{
    uint32_t type = dxki_type_function(m, DXKI_TY_FLOAT, (dxki_type[]){DXKI_TY_I32}, 1, false);
    for (size_t i = 1; i < m->insts.count; i++) {
        dxki_value callee = dxki_call_callee(m, &m->insts.items[i]);
        if (m->insts.items[i].op != DXKI_OP_CALL || DXKI_TAG(callee) != DXKI_V_GLOBAL)
            continue;
        m->globals.items[DXKI_INDEX(callee)].value_type = type;
        m->words.items[m->insts.items[i].ops] = dxki_const_int(m, DXKI_TY_I32, 60);
    }
}

static void second_entry(dxk_module *m)
{
    dxki_named_md *entries = &m->named_mds.items[dxki_named_md_find(m, "dx.entryPoints")];
    dxki_md entry = m->words.items[entries->ops];
    entries->ops = (uint32_t)m->words.count;
    entries->op_count = 2;
    assert_true(dxki_vec_push(m->ctx, &m->words, entry));
    assert_true(dxki_vec_push(m->ctx, &m->words, entry));
}

static void drop_entry(dxk_module *m)
{
    m->named_mds.items[dxki_named_md_find(m, "dx.entryPoints")].op_count = 0;
}

static void refuse(void (*change)(dxk_module *m), const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    size_t size;
    uint8_t *data = support_sample("assembled.dxil", &size);
    dxk_module *module = read_module(ctx, (dxk_bytes){data, size});
    dxk_container *made;
    assert_non_null(module);
    change(module);
    assert_int_equal(dxk_container_build(module, NULL, &made), DXK_E_INVALID);
    assert_null(made);
    assert_true(support_reported(ctx, rule));
    dxk_module_free(module);
    support_ctx_done(ctx);
    free(data);
}

static void bad_modules(void **state)
{
    (void)state;
    refuse(add_elements, "BUILD.ELEMENTS");
    refuse(add_state, "BUILD.DEPENDENCIES");
    refuse(change_opcode, "BUILD.OPERATION");
    refuse(second_entry, "DXIL.METADATA.COUNT");
    refuse(drop_entry, "DXIL.METADATA.MISSING");
}

/* Items that are equal come in the order in which std::sort() of libstdc++ leaves them. */
static bool key_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a * 7 % 5 > *(const uint32_t *)b * 7 % 5;
}

static void equal_rows(void **state)
{
    static const uint32_t sorted[] = {10, 20, 25, 15, 30, 35, 5,  0, 33, 8,  28, 13, 3, 38,
                                      23, 18, 31, 1,  36, 26, 21, 6, 16, 11, 39, 19, 4, 34,
                                      9,  29, 14, 24, 12, 27, 32, 7, 17, 37, 2,  22};
    enum { COUNT = sizeof sorted / sizeof *sorted };
    uint32_t items[COUNT];
    dxk_ctx *ctx = support_ctx();
    (void)state;
    for (uint32_t i = 0; i < COUNT; i++)
        items[i] = i;
    assert_true(dxki_sort_gnu(ctx, items, COUNT, sizeof *items, key_after, NULL));
    assert_memory_equal(items, sorted, sizeof sorted);
    support_ctx_done(ctx);
}

/* A node that a part of its own replaces: the part is there, the program has the node no more. */
static void check_moved(const char *text, const char *node, uint32_t fourcc, const char *content)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *module = NULL, *inner = NULL;
    dxk_container *made = NULL;
    dxk_program program;
    dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(dxk_module_parse(ctx, bytes, NULL, &module), DXK_OK);
    assert_int_equal(dxk_container_build(module, NULL, &made), DXK_OK);
    assert_int_not_equal(dxki_named_md_find(module, node), UINT32_MAX);
    size_t index = dxk_container_find(made, fourcc, 0);
    assert_int_not_equal(index, DXK_NO_PART);
    dxk_bytes part = dxk_container_part(made, index)->content;
    bool found = false;
    for (size_t i = 0; i + strlen(content) <= part.size; i++)
        found = found || memcmp(part.data + i, content, strlen(content)) == 0;
    assert_true(found);
    index = dxk_container_find(made, DXK_PART_DXIL, 0);
    part = dxk_container_part(made, index)->content;
    assert_int_equal(dxk_program_read(ctx, part, &program), DXK_OK);
    assert_int_equal(dxk_module_read(ctx, program.bitcode, NULL, &inner), DXK_OK);
    assert_int_equal(dxki_named_md_find(inner, node), UINT32_MAX);
    dxk_module_free(inner);
    dxk_container_free(made);
    dxk_module_free(module);
    support_ctx_done(ctx);
}

#define VERSIONS                                                                                   \
    "define void @main() {\n  ret void\n}\n"                                                       \
    "!dx.version = !{!0}\n!dx.valver = !{!1}\n!0 = !{i32 1, i32 3}\n!1 = !{i32 1, i32 8}\n"

static void moved_nodes(void **state)
{
    (void)state;
    check_moved(VERSIONS "!dx.shaderModel = !{!2}\n!2 = !{!\"cs\", i32 6, i32 3}\n"
                         "!dx.entryPoints = !{!3}\n"
                         "!3 = !{void ()* @main, !\"main\", null, null, !4}\n!4 = !{i32 4, !5}\n"
                         "!5 = !{i32 1, i32 1, i32 1}\n!dx.rootSignature = !{!6}\n"
                         "!6 = !{[8 x i8] c\"ROOTSIGN\"}\n",
                "dx.rootSignature", DXK_PART_RTS0, "ROOTSIGN");
    check_moved(VERSIONS "!dx.shaderModel = !{!2}\n!2 = !{!\"lib\", i32 6, i32 3}\n"
                         "!dx.entryPoints = !{!3}\n!3 = !{null, !\"\", null, null, null}\n"
                         "!dx.subobjects = !{!4, !6}\n!4 = !{!\"local\", i32 2, !5, !\"\"}\n"
                         "!5 = !{[8 x i8] c\"ROOTSIGN\"}\n"
                         "!6 = !{!\"pipeline\", i32 10, i32 3}\n",
                "dx.subobjects", DXK_PART_RDAT, "ROOTSIGN");
}

static dxk_status build_sample(dxk_ctx *ctx, void *user)
{
    const dxk_bytes *bytes = user;
    dxk_container *container, *made = NULL;
    dxk_program program;
    dxk_module *module = NULL;
    dxk_status status = dxk_container_read(ctx, *bytes, NULL, &container);
    if (status != DXK_OK)
        return status;
    size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
    status = dxk_program_read(ctx, dxk_container_part(container, index)->content, &program);
    if (status == DXK_OK)
        status = dxk_module_read(ctx, program.bitcode, NULL, &module);
    if (status == DXK_OK)
        status = dxk_container_build(module, NULL, &made);
    dxk_container_free(made);
    dxk_module_free(module);
    dxk_container_free(container);
    return status;
}

static void allocation_failures(void **state)
{
    static const char *const samples[] = {"vs.dxil", "lib.dxil", "lib-node.dxil"};
    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
        size_t size;
        uint8_t *data = support_sample(samples[i], &size);
        dxk_bytes bytes = {data, size};
        support_fail_allocations(build_sample, &bytes);
        free(data);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(only_validators_that_there_are),
    cmocka_unit_test(identity),
    cmocka_unit_test(bad_modules),
    cmocka_unit_test(equal_rows),
    cmocka_unit_test(moved_nodes),
    cmocka_unit_test(allocation_failures),
};
SUPPORT_SUITE(test_build, tests);

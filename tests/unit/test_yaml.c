/* SPDX-License-Identifier: MIT */
/* test_yaml.c - YAML and JSON: containers to documents and back, explicit and wrong values. */
#include "support.h"

#include "dxk/digest.h"
#include "dxk/dxk.h"

#define HEADER                                                                                     \
    "--- !dxcontainer\nHeader:\n  Hash: [ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 ]\n"      \
    "  Version:\n    Major: 1\n    Minor: 0\n"

/* ---------------------------------------------------------------------------------------- */
/* Round trips                                                                                */

typedef struct trip {
    const uint8_t *data;
    size_t size;
    bool json;
    dxk_yaml_module module;
    bool brief;
} trip;

static dxk_status show(dxk_ctx *ctx, const trip *t, dxk_buffer *text)
{
    dxk_yaml_options options = {.json = t->json, .module = t->module, .brief = t->brief};
    dxk_container *container;
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){t->data, t->size},
                                           &(dxk_read_options){.salvage = true}, &container);
    if (container)
        status = dxk_yaml_write(container, &options, dxk_buffer_sink(text));
    dxk_container_free(container);
    return status;
}

static dxk_status there_and_back(dxk_ctx *ctx, void *user)
{
    const trip *t = user;
    dxk_buffer text, bytes;
    dxk_buffer_init(&text, ctx);
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = show(ctx, t, &text);
    bool back = status == DXK_OK && dxk_yaml_can_read();
    if (back) {
        dxk_ctx_clear_diags(ctx);
        status = dxk_yaml_read(ctx, (dxk_bytes){text.data, text.size}, dxk_buffer_sink(&bytes));
    }
    if (back && status == DXK_OK && t->module != DXK_YAML_MODULE_LOSSY) {
        assert_int_equal(bytes.size, t->size);
        assert_memory_equal(bytes.data, t->data, t->size);
    }
    dxk_buffer_free(&text);
    dxk_buffer_free(&bytes);
    return status;
}

static bool is_container(const uint8_t *data, size_t size)
{
    return size >= 32 && memcmp(data, "DXBC", 4) == 0;
}

static void round_trip(void *user, const char *path)
{
    trip t = *(const trip *)user;
    uint8_t *data = support_read(path, &t.size);
    dxk_ctx *ctx = support_ctx();
    t.data = data;
    if (is_container(data, t.size) && there_and_back(ctx, &t) != DXK_OK)
        fail_msg("%s does not come back", path);
    support_ctx_done(ctx);
    free(data);
}

static void test_samples(void **state)
{
    static const trip forms[] = {{.json = false},
                                 {.json = true},
                                 {.module = DXK_YAML_MODULE_TEXT},
                                 {.json = true, .module = DXK_YAML_MODULE_TEXT},
                                 {.brief = true},
                                 {.brief = true, .module = DXK_YAML_MODULE_TEXT},
                                 {.module = DXK_YAML_MODULE_LOSSY}};
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        trip form = forms[i];
        assert_true(support_each(getenv("DXK_TEST_DATA"), ".dxil", round_trip, &form) > 20);
    }
}

static void test_corpus(void **state)
{
    static const char *const sets[] = {"own", "dxbc", "negative-crashes"};
    trip plain = {.json = false}, text = {.module = DXK_YAML_MODULE_TEXT};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const char *folder = support_corpus(sets[i]);
        if (folder)
            support_each(folder, i == 1 ? "" : ".dxil", round_trip, &plain);
        if (folder && i == 0)
            support_each(folder, ".dxil", round_trip, &text);
    }
}

/* Whatever is cut off or changed, the document gives the damaged bytes back. */
static void test_damage(void **state)
{
    static const char *const names[] = {"vs.dxil", "hs.dxil", "lib-node.dxil", "rootsig.dxil"};
    (void)state;
    for (size_t n = 0; n < 4; n++) {
        trip t = {.json = false};
        size_t size;
        uint8_t *data = support_sample(names[n], &size);
        uint8_t *copy = malloc(size);
        dxk_ctx *ctx = support_ctx();
        t.data = copy;
        for (size_t at = 32; at < size; at += 37) {
            memcpy(copy, data, size);
            copy[at] = (uint8_t)(copy[at] ^ (1 + at % 255));
            t.size = size;
            t.brief = at % 2;
            assert_int_equal(there_and_back(ctx, &t), DXK_OK);
            memcpy(copy, data, size);
            t.size = at;
            assert_int_equal(there_and_back(ctx, &t), DXK_OK);
            dxk_ctx_clear_diags(ctx);
        }
        support_ctx_done(ctx);
        free(copy);
        free(data);
    }
}

/* Parts that all have the same bytes do not make the document grow with their number. */
static void test_sharing(void **state)
{
    enum { PARTS = 4000, SIZE = 32 + 4 * PARTS + 8192, FIRST = 32 + 4 * PARTS };
    uint8_t *data = calloc(1, SIZE);
    trip t = {.data = data, .size = SIZE};
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    (void)state;
    assert_non_null(data);
    memcpy(data, "DXBC", 4);
    const uint32_t words[] = {1, SIZE, PARTS};
    for (size_t i = 0; i < 3; i++)
        for (size_t b = 0; b < 4; b++)
            data[20 + 4 * i + b] = (uint8_t)(words[i] >> 8 * b);
    for (size_t i = 0; i < PARTS; i++)
        for (size_t b = 0; b < 4; b++)
            data[32 + 4 * i + b] = (uint8_t)(FIRST >> 8 * b);
    memset(data + FIRST, 'A', 4);
    data[FIRST + 5] = 0x1F; /* bytes of content: 7936 */
    for (size_t i = FIRST + 8; i < SIZE; i++)
        data[i] = (uint8_t)i;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(show(ctx, &t, &text), DXK_OK);
    assert_true(text.size < 128 * SIZE);
    dxk_buffer_free(&text);
    dxk_ctx_clear_diags(ctx);
    assert_int_equal(there_and_back(ctx, &t), DXK_OK);
    support_ctx_done(ctx);
    free(data);
}

static void test_allocations(void **state)
{
    trip t = {.json = false};
    (void)state;
    uint8_t *data = support_sample("hs.dxil", &t.size);
    t.data = data;
    support_fail_allocations(there_and_back, &t);
    free(data);
    t.brief = true;
    t.data = data = support_sample("rts0.dxil", &t.size);
    support_fail_allocations(there_and_back, &t);
    free(data);
    t.brief = false;
    t.module = DXK_YAML_MODULE_TEXT;
    t.data = data = support_sample("vs.dxil", &t.size);
    support_fail_allocations(there_and_back, &t);
    free(data);
}

/* ---------------------------------------------------------------------------------------- */
/* Documents                                                                                  */

static dxk_status make(dxk_ctx *ctx, const char *text, dxk_buffer *out)
{
    dxk_buffer_init(out, ctx);
    return dxk_yaml_read(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)},
                         dxk_buffer_sink(out));
}

/* The document is refused, or warned of, for this reason at this line. */
static void check_rule(const char *text, const char *rule, uint32_t line)
{
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_status status = make(ctx, text, &out);
    const dxk_diag *diag = dxk_ctx_diag(ctx, 0);
    if (!diag || strcmp(diag->rule, rule) != 0)
        fail_msg("expected %s, got %s: %s", rule, diag ? diag->rule : "nothing",
                 diag ? diag->message : "");
    assert_true((status == DXK_OK) == (dxk_ctx_error_count(ctx) == 0));
    if (line && diag->line != line)
        fail_msg("%s is at line %u, not %u", rule, diag->line, line);
    if (line) {
        assert_int_equal(diag->place, DXK_PLACE_LINE);
        assert_int_equal(diag->line, line);
        assert_true(diag->column > 0);
    }
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

static void test_rules(void **state)
{
    (void)state;
    if (!dxk_yaml_can_read()) {
        check_rule("a: b", "YAML.BUILD", 0);
        return;
    }
    check_rule("a: b: c\n", "YAML.SYNTAX", 1);
    check_rule("# nothing\n", "YAML.EMPTY", 1);
    check_rule("--- !ELF\na: b\n", "YAML.TAG", 1);
    check_rule("a: &x b\nc: *x\n", "YAML.ALIAS", 2);
    check_rule(HEADER "Parts: []\nMore: 1\n", "YAML.KEY", 8);
    check_rule(HEADER "Parts: []\nParts: []\n", "YAML.KEY", 8);
    check_rule("Header:\n  Version:\n    Minor: 1\nParts: []\n", "YAML.MISSING", 3);
    check_rule(HEADER "Parts: 7\n", "YAML.TYPE", 7);
    check_rule(HEADER "Parts: []\nLayout:\n  Size: 32\n  Bytes:\n  - Offset: 32\n    Data: [1]\n",
               "YAML.TYPE", 11);
    check_rule(HEADER "Parts:\n  - Name: ABCD\n    Size: 4294967296\n", "YAML.RANGE", 9);
    check_rule(HEADER "Parts:\n  - Name: ABCD\n    Size: 4294967295\n", "LIMIT.YAML_SIZE", 3);
    check_rule(HEADER "Parts:\n  - Name: STAT\n    Size: 4\n    Fields:\n      Counters:\n"
                      "        Instructions: 1\n        More: 2\n",
               "YAML.KEY", 13);
    check_rule(HEADER
               "Parts:\n  - Name: HASH\n    Size: 20\n    Hash:\n      IncludesSource: true\n"
               "      Digest: [ 1 ]\n",
               "YAML.COUNT", 12);
    check_rule(HEADER "Parts:\n  - Name: ABCD\n    Size: 1\n    Data: [ 1, 2 ]\n", "YAML.LONG", 8);
    check_rule(HEADER "  PartOffsets: [ 40 ]\nParts: []\n", "YAML.OFFSETS", 3);
    check_rule(HEADER "  PartOffsets: [ 0 ]\nParts:\n  - Name: ABCD\n    Size: 1\n", "YAML.OVERLAP",
               9);
    check_rule(HEADER "  FileSize: 20\nParts: []\n", "YAML.FILE_SIZE", 3);
    check_rule(HEADER "  FileSize: 99\nParts: []\n", "YAML.OBEYED", 3);
    check_rule(HEADER "Parts:\n  - Name: RTS0\n    Size: 24\n    RootSignature:\n      Version: 2\n"
                      "      NumRootParameters: 0\n      RootParametersOffset: 36\n"
                      "      NumStaticSamplers: 0\n      Parameters: []\n",
               "YAML.TABLE", 13);
    check_rule(HEADER "Parts:\n  - Name: RTS0\n    Size: 24\n    RootSignature:\n      Version: 2\n"
                      "      NumRootParameters: 1\n      NumStaticSamplers: 0\n"
                      "      Parameters:\n      - ParameterType: Foo\n",
               "YAML.NAME", 15);
    check_rule(HEADER "Parts:\n  - Name: RTS0\n    Size: 8\n    Fields:\n      Header:\n"
                      "        Version: 1\n        Flags: [ No ]\n",
               "PART.SHORT", 0);
    check_rule(HEADER "Parts:\n  - Name: SFI0\n    Size: 9\n    Fields:\n      Features:\n"
                      "        Flags: [ Doubles ]\n      Tail: [ 1, 2, 3 ]\n",
               "YAML.LENGTH", 13);
}

/* Errors of a module's text are where they are in the document. */
static void test_module(void **state)
{
    static const char good[] = HEADER "Parts:\n  - Name: DXIL\n    Program:\n"
                                      "      MajorVersion: 6\n      MinorVersion: 0\n"
                                      "      ShaderKind: 1\n      DXILMajorVersion: 1\n"
                                      "      DXILMinorVersion: 0\n";
    char text[1024];
    (void)state;
    snprintf(text, sizeof text, "%s      Module: |\n        ; a comment\n        target x\n", good);
    check_rule(text, "YAML.MODULE", 17);
    snprintf(text, sizeof text, "%s      Module: [ 1 ]\n", good);
    check_rule(text, "YAML.TYPE", 15);
    snprintf(text, sizeof text, "%s      MetadataKinds: x\n      Module: \"; nothing\"\n", good);
    check_rule(text, "YAML.TYPE", 15);
    snprintf(text, sizeof text, "%s      MetadataKinds: [ [ 1 ] ]\n      Module: ''\n", good);
    check_rule(text, "YAML.TYPE", 15);
}

/* What text cannot tell is told: shown as bytes (YAML.BYTES), or lost (YAML.LOSSY). */
static void test_unlike(void **state)
{
    static const char *const rules[] = {"YAML.BYTES", "YAML.LOSSY"};
    trip t = {.json = false};
    (void)state;
    uint8_t *data = support_sample("negative/dense_cb/input.dxil", &t.size);
    t.data = data;
    for (int i = 0; i < 2; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_buffer text;
        t.module = i ? DXK_YAML_MODULE_LOSSY : DXK_YAML_MODULE_TEXT;
        dxk_buffer_init(&text, ctx);
        assert_int_equal(show(ctx, &t, &text), DXK_OK);
        assert_non_null(dxk_ctx_diag(ctx, 0));
        assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, rules[i]);
        dxk_buffer_free(&text);
        support_ctx_done(ctx);
    }
    free(data);
}

static void test_depth(void **state)
{
    enum { DEPTH = 400 };
    char text[2 * DEPTH + 8] = "a: ";
    (void)state;
    memset(text + 3, '[', DEPTH);
    if (dxk_yaml_can_read())
        check_rule(text, "LIMIT.YAML_DEPTH", 1);
}

static void test_computed(void **state)
{
    static const char text[] = "{\"Header\": {\"Version\": {\"Major\": 1, \"Minor\": 0}},\n"
                               " \"Parts\": [{\"Name\": \"ABCD\", \"Size\": 8, \"Data\": [1, 2]},\n"
                               "            {\"Name\": \"DXIL\", \"Size\": 28, \"Program\": {\n"
                               "  \"MajorVersion\": 6, \"MinorVersion\": 5, \"ShaderKind\": 5,\n"
                               "  \"DXILMajorVersion\": 1, \"DXILMinorVersion\": 5,\n"
                               "  \"DXIL\": [66, 67, 192, 222]}}]}";
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_buffer out;
    dxk_program program;
    (void)state;
    if (!dxk_yaml_can_read()) {
        support_ctx_done(ctx);
        skip();
    }
    assert_int_equal(make(ctx, text, &out), DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    assert_int_equal(out.size, 32 + 8 + 16 + 36);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){out.data, out.size}, 0, &container),
                     DXK_OK);
    assert_int_equal(dxk_container_digest_state(container), DXK_DIGEST_RETAIL);
    assert_int_equal(dxk_program_read(ctx, dxk_container_part(container, 1)->content, &program),
                     DXK_OK);
    assert_int_equal(program.header.size_in_dwords, 7);
    assert_int_equal(program.header.bitcode_size, 4);
    dxk_container_free(container);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* LLVM's schemas leave our keys out. */
static void test_schemas(void **state)
{
    static const dxk_yaml_schema schemas[] = {DXK_YAML_LLVM, DXK_YAML_LLVM22, DXK_YAML_LLVM21,
                                              DXK_YAML_LLVM20, DXK_YAML_LLVM19};
    size_t size;
    uint8_t *data = support_sample("lib-rt.dxil", &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    (void)state;
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    for (size_t i = 0; i < sizeof schemas / sizeof *schemas; i++) {
        dxk_yaml_options options = {.schema = schemas[i]};
        dxk_buffer text;
        dxk_buffer_init(&text, ctx);
        assert_int_equal(dxk_yaml_write(container, &options, dxk_buffer_sink(&text)), DXK_OK);
        assert_int_equal(dxk_buffer_append(&text, "", 1), DXK_OK);
        assert_non_null(strstr((char *)text.data, "Program:"));
        assert_null(strstr((char *)text.data, "Fields:"));
        assert_null(strstr((char *)text.data, "Data:"));
        dxk_buffer_free(&text);
    }
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
}

/* What LLVM refuses is refused in its schema alone, and shown in ours. */
static void test_refused(void **state)
{
    static const struct {
        const char *parts, *rule;
    } cases[] = {
        {"  - {Name: SFI0, Size: 8}\n  - {Name: SFI0, Size: 8}\n", "YAML.REFUSED"},
        {"  - {Name: PSV0, Size: 4}\n", "YAML.REFUSED"},
        {"  - {Name: DXIL, Size: 4, Data: [ 0, 0, 1, 0 ]}\n"
         "  - {Name: ILDB, Size: 4, Data: [ 0, 0, 2, 0 ]}\n",
         "YAML.REFUSED"},
        {"  - {Name: RTS0, Size: 36, RootSignature: {Version: 2, NumRootParameters: 1, "
         "NumStaticSamplers: 0, Parameters: [{ParameterType: 9, ShaderVisibility: All}]}}\n",
         "YAML.REFUSED"},
        {"  - {Name: HASH, Size: 0}\n", "PART.SHORT"}};
    (void)state;
    for (size_t i = 0; dxk_yaml_can_read() && i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        dxk_ctx *ctx = support_ctx();
        dxk_buffer bytes, shown;
        dxk_container *container;
        dxk_yaml_options llvm = {.schema = DXK_YAML_LLVM};
        snprintf(text, sizeof text, "%sParts:\n%s", HEADER, cases[i].parts);
        assert_int_equal(make(ctx, text, &bytes), DXK_OK);
        dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size},
                           &(dxk_read_options){.salvage = true}, &container);
        dxk_ctx_clear_diags(ctx);
        dxk_buffer_init(&shown, ctx);
        assert_int_equal(dxk_yaml_write(container, &llvm, dxk_buffer_sink(&shown)), DXK_E_INVALID);
        assert_string_equal(dxk_ctx_diag(ctx, 0)->rule, cases[i].rule);
        assert_int_equal(dxk_yaml_write(container, NULL, dxk_buffer_sink(&shown)), DXK_OK);
        dxk_container_free(container);
        dxk_buffer_free(&shown);
        dxk_buffer_free(&bytes);
        support_ctx_done(ctx);
    }
}

/* Names of parts in all sorts of quotes. */
static void test_names(void **state)
{
    static const char *const names[] = {"ABCD", "P\t\0\0",  "\t\t\t\t",         "a'\"b",
                                        " : #", "\0\0\0\0", "\xC3\xA4\xC3\xA4", "\xFF\x7F\x1B\x20"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        trip t = {.json = i % 2 == 1};
        uint8_t *data = support_sample("vs.dxil", &t.size);
        dxk_ctx *ctx = support_ctx();
        memcpy(data + 60, names[i], 4); /* the first of six parts */
        t.data = data;
        for (t.module = DXK_YAML_MODULE_BYTES; t.module < DXK_YAML_MODULE_LOSSY; t.module++)
            assert_int_equal(there_and_back(ctx, &t), DXK_OK);
        support_ctx_done(ctx);
        free(data);
    }
}

/* A program alone is shown as the container that it would be. */
static void test_program(void **state)
{
    trip t = {.json = false};
    dxk_ctx *ctx = support_ctx();
    dxk_buffer text;
    (void)state;
    uint8_t *data = support_sample("program.bin", &t.size);
    t.data = data;
    dxk_buffer_init(&text, ctx);
    assert_int_equal(show(ctx, &t, &text), DXK_OK);
    assert_true(text.size > 100);
    dxk_buffer_free(&text);
    support_ctx_done(ctx);
    free(data);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rules),    cmocka_unit_test(test_depth),
    cmocka_unit_test(test_computed), cmocka_unit_test(test_schemas),
    cmocka_unit_test(test_module),   cmocka_unit_test(test_unlike),
    cmocka_unit_test(test_names),    cmocka_unit_test(test_refused),
    cmocka_unit_test(test_program),  cmocka_unit_test(test_sharing),
    cmocka_unit_test(test_samples),  cmocka_unit_test(test_allocations),
    cmocka_unit_test(test_damage),   cmocka_unit_test(test_corpus),
};
SUPPORT_SUITE(test_yaml, tests);

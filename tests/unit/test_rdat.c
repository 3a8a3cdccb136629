/* SPDX-License-Identifier: MIT */
/* test_rdat.c - RDAT: every kind of record, unions, references, odd layouts, damage, text. */
#include "support.h"

#include "dxk/parts.h"
#include "spec/rdat.h"
#include "wire/load.h"

#define HEAD 44 /* bytes of a container in front of the content of its only part */

/* A container with one RDAT part under construction. Parts are put one after the other. */
typedef struct image {
    uint8_t bytes[8192];
    size_t size;  /* bytes of RDAT so far */
    size_t count; /* parts put */
} image;

static uint8_t *at(image *im, size_t offset)
{
    return im->bytes + HEAD + offset;
}

static void put32(image *im, uint32_t value)
{
    assert_true(HEAD + im->size + 4 <= sizeof im->bytes);
    dxki_store32(at(im, im->size), value);
    im->size += 4;
}

static void put(image *im, const void *data, size_t size)
{
    assert_true(HEAD + im->size + size <= sizeof im->bytes);
    memcpy(at(im, im->size), data, size);
    im->size += size;
}

/* The header and room for `count` offsets. */
static void begin(image *im, size_t count)
{
    memset(im, 0, sizeof *im);
    put32(im, 0x10);
    put32(im, (uint32_t)count);
    im->size += 4 * count;
}

/* Starts a part; end_part() sets its size. Returns its offset. */
static size_t begin_part(image *im, uint32_t type)
{
    size_t start = im->size;
    dxki_store32(at(im, 8 + 4 * im->count++), (uint32_t)start);
    put32(im, type);
    put32(im, 0);
    return start;
}

static void end_part(image *im, size_t start)
{
    dxki_store32(at(im, start + 4), (uint32_t)(im->size - start - 8));
}

static void put_part(image *im, uint32_t type, const void *data, size_t size)
{
    size_t start = begin_part(im, type);
    put(im, data, size);
    end_part(im, start);
}

static void put_words(image *im, uint32_t type, const uint32_t *words, size_t count)
{
    size_t start = begin_part(im, type);
    for (size_t i = 0; i < count; i++)
        put32(im, words[i]);
    end_part(im, start);
}

#define WORDS(im, type, ...)                                                                       \
    put_words((im), (type), (const uint32_t[]){__VA_ARGS__},                                       \
              sizeof((const uint32_t[]){__VA_ARGS__}) / 4)

static dxk_bytes content(const image *im)
{
    return (dxk_bytes){im->bytes + HEAD, im->size};
}

/* The whole container. */
static dxk_bytes file_of(image *im)
{
    memcpy(im->bytes, "DXBC", 4);
    dxki_store16(im->bytes + 20, 1);
    dxki_store32(im->bytes + 24, (uint32_t)(HEAD + im->size));
    dxki_store32(im->bytes + 28, 1);
    dxki_store32(im->bytes + 32, 36);
    dxki_store32(im->bytes + 36, DXK_PART_RDAT);
    dxki_store32(im->bytes + 40, (uint32_t)im->size);
    return (dxk_bytes){im->bytes, HEAD + im->size};
}

/* Decodes, checks that encoding gives the same bytes; the caller frees. */
static dxk_decoded *decode(dxk_ctx *ctx, const image *im)
{
    dxk_decoded *part;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_part_decode(ctx, DXK_PART_RDAT, content(im), &part), DXK_OK);
    assert_int_equal(part->type, DXK_PART_TYPE_RDAT);
    assert_int_equal(dxk_part_encode(ctx, part, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, im->size);
    assert_memory_equal(out.data, im->bytes + HEAD, im->size);
    dxk_buffer_free(&out);
    return part;
}

/* Decodes and encodes; `warning` is reported, or nothing when it is NULL. */
static void expect_ok(const image *im, const char *warning)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded_free(decode(ctx, im));
    if (warning)
        assert_true(support_reported(ctx, warning));
    else
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    support_ctx_done(ctx);
}

/* The last diagnostic is `rule` at `offset`, for `path`. */
static void expect_diag(dxk_ctx *ctx, const char *rule, uint64_t offset, const char *path)
{
    assert_true(dxk_ctx_diag_count(ctx) > 0);
    const dxk_diag *diag = dxk_ctx_diag(ctx, dxk_ctx_diag_count(ctx) - 1);
    assert_string_equal(diag->rule, rule);
    assert_string_equal(diag->path, path);
    assert_int_equal(diag->place, DXK_PLACE_BYTE);
    assert_int_equal(diag->position, offset);
    assert_true(strlen(diag->message) > 10);
}

static void expect_error(const image *im, const char *rule, uint64_t offset, const char *path)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part;
    assert_int_equal(dxk_part_decode(ctx, DXK_PART_RDAT, content(im), &part), DXK_E_INVALID);
    assert_null(part);
    expect_diag(ctx, rule, offset, path);
    support_ctx_done(ctx);
}

static void expect_warning(const image *im, const char *rule, uint64_t offset, const char *path)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded_free(decode(ctx, im));
    assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    expect_diag(ctx, rule, offset, path);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* What the visitor sees                                                                      */

typedef struct search {
    const char *record, *field; /* what to look for */
    size_t index;               /* element of a list */
    bool inside;                /* in that element */
    int depth, found;
    uint64_t number;
    char text[256];
} search;

static dxk_status on_enter(void *user, const dxk_visit_node *node)
{
    search *s = user;
    if (strcmp(node->record, s->record) == 0 &&
        (node->index == s->index || s->index == DXK_NO_INDEX))
        s->inside = true;
    else if (s->inside)
        s->depth++;
    return DXK_OK;
}

static dxk_status on_field(void *user, const dxk_visit_field *field)
{
    search *s = user;
    if (!s->inside || s->depth || strcmp(field->name, s->field) != 0)
        return DXK_OK;
    s->found++;
    s->number = field->number;
    snprintf(s->text, sizeof s->text, "%.*s", (int)field->text.size, field->text.data);
    return DXK_OK;
}

static dxk_status on_leave(void *user, const dxk_visit_node *node)
{
    search *s = user;
    (void)node;
    if (s->inside && s->depth)
        s->depth--;
    else
        s->inside = false;
    return DXK_OK;
}

/* Field `field` of element `index` of a list of `record` shows as `text`. */
static void expect_shown(image *im, const char *record, size_t index, const char *field,
                         const char *text)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *c;
    search s = {.record = record, .field = field, .index = index};
    dxk_visitor visitor = {&s, on_enter, on_field, on_leave};
    assert_int_equal(dxk_container_read(ctx, file_of(im), 0, &c), DXK_OK);
    assert_int_equal(dxk_container_visit_part(c, 0, &visitor), DXK_OK);
    assert_int_equal(s.found, text ? 1 : 0);
    if (text)
        assert_string_equal(s.text, text);
    dxk_container_free(c);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

static const char strings[] = "\0Log\0Tick\0main\0Cfg\0\1a\"b\\"; /* 0, 1, 5, 10, 15, 19 */
enum { LOG = 1, TICK = 5, MAIN = 10, CFG = 15, ODD = 19 };

#define NONE DXK_RDAT_NULL

/* Lists: word 0: [0], word 2: [16 1 1], word 6: [TICK MAIN], word 9: [0 1], word 12: [] */
static void put_pools(image *im)
{
    put_part(im, DXK_RDAT_PART_TYPE_STRING_BUFFER, strings, sizeof strings);
    WORDS(im, DXK_RDAT_PART_TYPE_INDEX_ARRAYS, 1, 0, 3, 16, 1, 1, 2, TICK, MAIN, 2, 0, 1, 0);
    put_part(im, DXK_RDAT_PART_TYPE_RAW_BYTES, "abcdefgh", 8);
}

/* A library with a node; every reference is right. */
static void library(image *im)
{
    begin(im, 10);
    put_pools(im);
    WORDS(im, DXK_RDAT_PART_TYPE_RESOURCE_TABLE, 1, 32, 1, 10, 0, 0, 3, 3, LOG, 0x22);
    WORDS(im, DXK_RDAT_PART_TYPE_FUNCTION_TABLE, 2, 52,                           /* */
          MAIN, MAIN, 0, 6, 15, 0, 0, 0x4000, 0x100, 0x8000, 0xf0068, 0x10804, 0, /* */
          ODD, TICK, NONE, NONE, 5, 0, 0, 0, 0, 0x20, 0x50060, 0, NONE);
    WORDS(im, DXK_RDAT_PART_TYPE_NODE_ID_TABLE, 1, 8, TICK, 7);
    WORDS(im, DXK_RDAT_PART_TYPE_NODE_SHADER_FUNC_ATTRIB_TABLE, 2, 8, 1, 0, 2, 2);
    WORDS(im, DXK_RDAT_PART_TYPE_NODE_SHADER_IO_ATTRIB_TABLE, 2, 8, 5, 0x170008, 1, 0);
    WORDS(im, DXK_RDAT_PART_TYPE_IO_NODE_TABLE, 1, 8, 97, 9);
    WORDS(im, DXK_RDAT_PART_TYPE_NODE_SHADER_INFO_TABLE, 1, 20, 1, 64, 9, 0, 12);
}

static const char library_text[] =
    "DxilRuntimeData (size = 473 bytes):\n"
    "  StringBuffer (size = 25 bytes)\n"
    "  IndexTable (size = 52 bytes)\n"
    "  RawBytes (size = 8 bytes)\n"
    "  RecordTable (stride = 32 bytes) ResourceTable[1] = {\n"
    "    <0:RuntimeDataResourceInfo> = {\n"
    "      Class: UAV\n"
    "      Kind: TypedBuffer\n"
    "      ID: 0\n"
    "      Space: 0\n"
    "      LowerBound: 3\n"
    "      UpperBound: 3\n"
    "      Name: \"Log\"\n"
    "      Flags: (UAVCounter | UAVReorderCoherent)\n"
    "    }\n"
    "  }\n"
    "  RecordTable (stride = 52 bytes) FunctionTable[2] = {\n"
    "    <0:RuntimeDataFunctionInfo2> = {\n"
    "      Name: \"main\"\n"
    "      UnmangledName: \"main\"\n"
    "      Resources: <0:RecordArrayRef<RuntimeDataResourceInfo>[1]>  = {\n"
    "        [0]: <0:RuntimeDataResourceInfo> = {\n"
    "          Class: UAV\n"
    "          Kind: TypedBuffer\n"
    "          ID: 0\n"
    "          Space: 0\n"
    "          LowerBound: 3\n"
    "          UpperBound: 3\n"
    "          Name: \"Log\"\n"
    "          Flags: (UAVCounter | UAVReorderCoherent)\n"
    "        }\n"
    "      }\n"
    "      FunctionDependencies: <6:string[2]> = {\n"
    "        [0]: \"Tick\"\n"
    "        [1]: \"main\"\n"
    "      }\n"
    "      ShaderKind: Node\n"
    "      PayloadSizeInBytes: 0\n"
    "      AttributeSizeInBytes: 0\n"
    "      FeatureInfo1: (WaveOps)\n"
    "      FeatureInfo2: (Opt_UsesDerivatives)\n"
    "      ShaderStageFlag: (Node)\n"
    "      MinShaderTarget: 0xf0068\n"
    "      MinimumExpectedWaveLaneCount: 4\n"
    "      MaximumExpectedWaveLaneCount: 8\n"
    "      ShaderFlags: (NodeProgramEntry)\n"
    "      Node: <0:NodeShaderInfo> = {\n"
    "        LaunchType: Broadcasting\n"
    "        GroupSharedBytesUsed: 64\n"
    "        Attribs: <9:RecordArrayRef<NodeShaderFuncAttrib>[2]>  = {\n"
    "          [0]: <0:NodeShaderFuncAttrib> = {\n"
    "            AttribKind: ID\n"
    "            ID: <0:NodeID> = {\n"
    "              Name: \"Tick\"\n"
    "              Index: 7\n"
    "            }\n"
    "          }\n"
    "          [1]: <1:NodeShaderFuncAttrib> = {\n"
    "            AttribKind: NumThreads\n"
    "            NumThreads: <2:array[3]> = { 16, 1, 1 }\n"
    "          }\n"
    "        }\n"
    "        Outputs: <0:RecordArrayRef<IONode>[1]>  = {\n"
    "          [0]: <0:IONode> = {\n"
    "            IOFlagsAndKind: 97\n"
    "            Attribs: <9:RecordArrayRef<NodeShaderIOAttrib>[2]>  = {\n"
    "              [0]: <0:NodeShaderIOAttrib> = {\n"
    "                AttribKind: RecordDispatchGrid\n"
    "                RecordDispatchGrid: <RecordDispatchGrid>\n"
    "                  ByteOffset: 8\n"
    "                  ComponentNumAndType: 23\n"
    "              }\n"
    "              [1]: <1:NodeShaderIOAttrib> = {\n"
    "                AttribKind: OutputID\n"
    "                OutputID: <0:NodeID>\n"
    "              }\n"
    "            }\n"
    "          }\n"
    "        }\n"
    "        Inputs: <RecordArrayRef<IONode>[0]> = {}\n"
    "      }\n"
    "    }\n"
    "    <1:RuntimeDataFunctionInfo2> = {\n"
    "      Name: \"\\01a\\22b\\5C\"\n"
    "      UnmangledName: \"Tick\"\n"
    "      Resources: <RecordArrayRef<RuntimeDataResourceInfo>[0]> = {}\n"
    "      FunctionDependencies: <string[0]> = {}\n"
    "      ShaderKind: Compute\n"
    "      PayloadSizeInBytes: 0\n"
    "      AttributeSizeInBytes: 0\n"
    "      FeatureInfo1: 0\n"
    "      FeatureInfo2: 0\n"
    "      ShaderStageFlag: (Compute)\n"
    "      MinShaderTarget: 0x50060\n"
    "      MinimumExpectedWaveLaneCount: 0\n"
    "      MaximumExpectedWaveLaneCount: 0\n"
    "      ShaderFlags: 0 (None)\n"
    "      CS: <4294967295:CSInfo> = <nullptr>\n"
    "    }\n"
    "  }\n";

/* The text of the reference has `text` in it. */
static void expect_text(const image *im, const char *text)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = decode(ctx, im);
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_rdat_print(ctx, part->as.rdat, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    char *printed = (char *)out.data;
    if (!strstr(printed, text))
        fail_msg("no \"%s\" in:\n%s", text, printed);
    dxk_buffer_free(&out);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Tests                                                                                      */

static void reads_a_library(void **state)
{
    (void)state;
    image im;
    library(&im);
    expect_ok(&im, NULL);

    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = decode(ctx, &im);
    const dxk_rdat *rdat = part->as.rdat;
    dxk_str text;
    dxk_rdat_list list;
    dxk_bytes bytes;
    assert_int_equal(rdat->header.part_count, 10);
    assert_int_equal(dxk_rdat_table_of(rdat, DXK_RECORD_ID_rdat_function)->count, 2);
    assert_int_equal(dxk_rdat_table_of(rdat, DXK_RECORD_ID_rdat_vs_info)->count, 0);
    assert_null(dxk_rdat_table_of(rdat, DXK_RECORD_ID_rdat_header));
    assert_int_equal(dxk_rdat_function_at(rdat, 1)->shader_kind, DXK_SHADER_KIND_COMPUTE);
    assert_int_equal(dxk_rdat_function_at(rdat, 0)->minimum_expected_wave_lane_count, 4);
    assert_null(dxk_rdat_function_at(rdat, 2));
    assert_int_equal(dxk_rdat_resource_at(rdat, 0)->upper_bound, 3);
    assert_int_equal(dxk_rdat_node_at(rdat, 0)->group_shared_bytes_used, 64);
    assert_int_equal(dxk_rdat_node_id_at(rdat, 0)->index, 7);
    assert_int_equal(dxk_rdat_func_attrib_at(rdat, 1)->value, 2);
    assert_int_equal(dxk_rdat_io_attrib_at(rdat, 0)->value, 0x170008);
    assert_int_equal(dxk_rdat_io_node_at(rdat, 0)->attribs, 9);
    assert_true(dxk_rdat_string(rdat, TICK, &text));
    assert_int_equal(text.size, 4);
    assert_memory_equal(text.data, "Tick", 4);
    assert_true(dxk_rdat_string(rdat, TICK + 1, &text)); /* the end of another one */
    assert_int_equal(text.size, 3);
    assert_false(dxk_rdat_string(rdat, sizeof strings, &text));
    assert_false(dxk_rdat_string(rdat, NONE, &text));
    assert_int_equal(text.size, 0);
    assert_true(dxk_rdat_list_at(rdat, 2, &list));
    assert_int_equal(list.count, 3);
    assert_int_equal(dxk_rdat_list_item(list, 0), 16);
    assert_int_equal(dxk_rdat_list_item(list, 3), NONE);
    assert_true(dxk_rdat_list_at(rdat, 12, &list));
    assert_int_equal(list.count, 0);
    assert_false(dxk_rdat_list_at(rdat, 13, &list));
    assert_false(dxk_rdat_list_at(rdat, 3, &list));
    assert_false(dxk_rdat_list_at(rdat, NONE, &list));
    assert_true(dxk_rdat_bytes(rdat, 2, 6, &bytes));
    assert_memory_equal(bytes.data, "cdefgh", 6);
    assert_false(dxk_rdat_bytes(rdat, 3, 6, &bytes));
    assert_false(dxk_rdat_bytes(rdat, NONE, 2, &bytes));
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void shows_words_for_references(void **state)
{
    (void)state;
    image im;
    library(&im);
    expect_shown(&im, "rdat_resource", 0, "name", "Log");
    expect_shown(&im, "rdat_resource", 0, "resource_class", "UAV");
    expect_shown(&im, "rdat_function", 0, "resources", "Log");
    expect_shown(&im, "rdat_function", 0, "function_dependencies", "Tick, main");
    expect_shown(&im, "rdat_function", 0, "node", "#0");
    expect_shown(&im, "rdat_function", 0, "shader_ref", NULL); /* shown as what it is */
    expect_shown(&im, "rdat_function", 1, "cs", "");
    expect_shown(&im, "rdat_func_attrib", 0, "id", "Tick");
    expect_shown(&im, "rdat_func_attrib", 1, "num_threads", "16, 1, 1");
    expect_shown(&im, "rdat_io_attrib", 1, "output_id", "Tick");
    expect_shown(&im, "rdat_dispatch_grid", DXK_NO_INDEX, "byte_offset", "");
    expect_shown(&im, "rdat_io_node", 0, "io_flags_and_kind", "Input, DispatchRecord");
    expect_shown(&im, "rdat_io_node", 0, "attribs", "#0, #1");
}

static void prints_as_dxa(void **state)
{
    (void)state;
    image im;
    library(&im);
    expect_text(&im, library_text);

    begin(&im, 4); /* values that nobody knows, and references that lead nowhere */
    put_pools(&im);
    WORDS(&im, DXK_RDAT_PART_TYPE_FUNCTION_TABLE, 1, 44, 99, 0, 6, 0, 77, 0, 0, 0, 0x10001, 0, 0);
    expect_text(&im, "    <0:RuntimeDataFunctionInfo> = {\n"
                     "      Name: <null string pointer>\n"
                     "      UnmangledName: \"\"\n"
                     "      Resources: <6:RecordArrayRef<RuntimeDataResourceInfo>[2]>  = {\n"
                     "        [0]: <5:RuntimeDataResourceInfo> = <nullptr>\n"
                     "        [1]: <10:RuntimeDataResourceInfo> = <nullptr>\n"
                     "      }\n"
                     "      FunctionDependencies: <0:string[1]> = {\n"
                     "        [0]: \"\"\n"
                     "      }\n"
                     "      ShaderKind: <unknown: 0x4d>\n"
                     "      PayloadSizeInBytes: 0\n"
                     "      AttributeSizeInBytes: 0\n"
                     "      FeatureInfo1: 0\n"
                     "      FeatureInfo2: (ExtendedCommandInfo | <unknown: 0x10000>)\n"
                     "      ShaderStageFlag: 0\n"
                     "      MinShaderTarget: 0\n"
                     "    }\n");
}

/* A structure made by hand, without a file. */
static void writes_what_was_made_by_hand(void **state)
{
    (void)state;
    dxk_rdat_node_id ids[2] = {{1, 2}, {1, 3}};
    dxk_rdat_part parts[2] = {
        {.header = {DXK_RDAT_PART_TYPE_STRING_BUFFER, 8}, .data = {(const uint8_t *)"\0name", 6}},
        {.header = {DXK_RDAT_PART_TYPE_NODE_ID_TABLE, 24}, .table = {2, 8}, .records = ids},
    };
    uint32_t offsets[2] = {16, 32};
    dxk_rdat rdat = {.header = {0x10, 2}, .offsets = offsets, .parts = parts, .size = 64};
    dxk_decoded made = {DXK_PART_RDAT, DXK_PART_TYPE_RDAT, {NULL}};
    made.as.rdat = &rdat;
    image im;
    begin(&im, 2);
    put_part(&im, DXK_RDAT_PART_TYPE_STRING_BUFFER, "\0name\0\0", 8);
    WORDS(&im, DXK_RDAT_PART_TYPE_NODE_ID_TABLE, 2, 8, 1, 2, 1, 3);

    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_part_encode(ctx, &made, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(out.size, im.size);
    assert_memory_equal(out.data, im.bytes + HEAD, im.size);
    assert_int_equal(dxk_rdat_print(ctx, &rdat, dxk_buffer_sink(&out)), DXK_E_ARGUMENT);
    parts[1].table.count = 3; /* more than the part's size has room for */
    dxk_buffer_free(&out);
    assert_int_equal(dxk_part_encode(ctx, &made, dxk_buffer_sink(&out)), DXK_E_INVALID);
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* Every table, with records of the known size, longer and shorter ones, and filled with any
 * bytes: it decodes, comes back the same, and every field of every union is shown. */
static void keeps_every_kind_of_record(void **state)
{
    (void)state;
    static const int strides[] = {0, 4, 24, -4, 2};
    for (size_t t = 0; t < DXKI_RDAT_TABLES; t++) {
        const dxki_rdat_kind *kind = dxki_rdat_table(t);
        size_t wire = dxk_record_wire_size((dxk_record_id)kind->record);
        for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
            uint32_t stride = (uint32_t)((int)wire + strides[s]);
            uint32_t random = (uint32_t)(7 * t + s);
            image im;
            begin(&im, 4);
            put_pools(&im);
            size_t start = begin_part(&im, kind->type);
            put32(&im, 12);
            put32(&im, stride);
            for (size_t i = 0; i < 12 * stride; i++, im.size++) {
                random = random * 1664525u + 1013904223u;
                *at(&im, im.size) = i % 4 == 0 ? (uint8_t)(random >> 24) % 20 : 0;
            }
            end_part(&im, start);

            dxk_ctx *ctx = support_ctx();
            dxk_decoded *part = decode(ctx, &im);
            const dxk_rdat_table *table =
                dxk_rdat_table_of(part->as.rdat, (dxk_record_id)kind->record);
            assert_int_equal(table->count, 12);
            assert_int_equal(table->stride, stride);
            assert_int_equal(table->raw.size, 12 * stride);
            assert_non_null(dxk_rdat_record(part->as.rdat, table->record, 11));
            dxk_decoded_free(part);
            support_ctx_done(ctx);
            expect_shown(&im, dxk_record_name((dxk_record_id)kind->record), 11, "no such field",
                         NULL);
            expect_text(&im, kind->table);
        }
    }
}

static void follows_subobjects(void **state)
{
    (void)state;
    image im;
    begin(&im, 4);
    put_pools(&im);
    WORDS(&im, DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE, 9, 24, /* */
          0, CFG, 5, 0, 0, 0,                             /* StateObjectConfig */
          1, CFG, 2, 6, 0, 0,                             /* GlobalRootSignature */
          2, CFG, 0, 0, 0, 0,                             /* LocalRootSignature */
          8, CFG, LOG, 6, 0, 0,                           /* SubobjectToExportsAssociation */
          9, CFG, 32, 8, 0, 0,                            /* RaytracingShaderConfig */
          10, CFG, 2, 0x777, 0, 0,                        /* RaytracingPipelineConfig */
          11, CFG, 1, 0, MAIN, TICK,                      /* HitGroup */
          12, CFG, 3, 0x100, 0, 0,                        /* RaytracingPipelineConfig1 */
          3, 0, 1, 2, 3, 4);                              /* not known */
    expect_ok(&im, NULL);
    expect_shown(&im, "rdat_state_object_config", DXK_NO_INDEX, "flags",
                 "AllowLocalDependenciesOnExternalDefinitions, AllowStateObjectAdditions");
    expect_shown(&im, "rdat_association", DXK_NO_INDEX, "subobject", "Log");
    expect_shown(&im, "rdat_association", DXK_NO_INDEX, "exports", "Tick, main");
    expect_shown(&im, "rdat_hit_group", DXK_NO_INDEX, "closest_hit", "main");
    expect_shown(&im, "rdat_subobject", 8, "value", "");
    expect_shown(&im, "rdat_subobject", 7, "value", NULL);
    expect_text(&im, "      RootSignature: <RootSignature_t>\n        Data: <2:bytes[6]>\n");
    expect_text(&im, "      Kind: <unknown: 0x3>\n      Name: \"\"\n    }\n");

    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = decode(ctx, &im);
    dxk_rdat_subobject_info info;
    for (uint32_t i = 0; i < 8; i++) {
        assert_true(dxk_rdat_subobject_get(part->as.rdat, i, &info));
        assert_memory_equal(info.name.data, "Cfg", 3);
        switch (info.kind) {
        case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
            assert_int_equal(info.as.state_object_config.flags, 5);
            break;
        case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
            assert_int_equal(info.as.root_signature.size, 6);
            assert_memory_equal(info.as.root_signature.data, "cdefgh", 6);
            break;
        case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
            assert_int_equal(info.as.root_signature.size, 0);
            break;
        case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
            assert_memory_equal(info.as.association.subobject.data, "Log", 3);
            assert_int_equal(info.as.association.exports.count, 2);
            break;
        case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
            assert_int_equal(info.as.raytracing_shader_config.max_attribute_size_in_bytes, 8);
            break;
        case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG:
            assert_int_equal(info.as.raytracing_pipeline_config.max_trace_recursion_depth, 2);
            assert_int_equal(info.as.raytracing_pipeline_config.flags, 0);
            break;
        case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1:
            assert_int_equal(info.as.raytracing_pipeline_config.flags, 0x100);
            break;
        default:
            assert_int_equal(info.kind, DXK_SUBOBJECT_KIND_HIT_GROUP);
            assert_int_equal(info.as.hit_group.type, 1);
            assert_int_equal(info.as.hit_group.any_hit.size, 0);
            assert_memory_equal(info.as.hit_group.intersection.data, "Tick", 4);
            break;
        }
    }
    assert_true(dxk_rdat_subobject_get(part->as.rdat, 8, &info));
    assert_int_equal(info.record->value[8], 3);
    assert_false(dxk_rdat_subobject_get(part->as.rdat, 9, &info));
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void keeps_odd_layouts(void **state)
{
    (void)state;
    image im;
    begin(&im, 0);
    expect_ok(&im, NULL);

    library(&im); /* bytes behind */
    put(&im, "tail!", 5);
    expect_ok(&im, NULL);

    library(&im); /* the directory in another order */
    uint32_t first = dxki_load32(at(&im, 8));
    dxki_store32(at(&im, 8), dxki_load32(at(&im, 12)));
    dxki_store32(at(&im, 12), first);
    expect_ok(&im, NULL);
    expect_text(&im, library_text);

    begin(&im, 3); /* not aligned, a gap, an unknown type, a part twice */
    put(&im, "gap", 3);
    put_part(&im, 0x4242, "what is this", 12);
    put(&im, "\xab", 1);
    WORDS(&im, DXK_RDAT_PART_TYPE_NODE_ID_TABLE, 1, 8, NONE, 1, 0x01020304);
    dxki_store32(at(&im, 16), dxki_load32(at(&im, 12)));
    expect_ok(&im, NULL);
    expect_shown(&im, "rdat_part_header", 0, "data", "");
    expect_shown(&im, "rdat_part_header", 2, "tail", "");

    begin(&im, 2); /* two string buffers: the last counts */
    put_part(&im, DXK_RDAT_PART_TYPE_STRING_BUFFER, "", 1);
    put_part(&im, DXK_RDAT_PART_TYPE_STRING_BUFFER, strings, sizeof strings);
    expect_ok(&im, NULL);

    begin(&im, 1); /* no records, and any stride */
    WORDS(&im, DXK_RDAT_PART_TYPE_FUNCTION_TABLE, 0, 0);
    expect_ok(&im, NULL);
    dxki_store32(at(&im, im.size - 4), NONE);
    expect_ok(&im, NULL);
}

static void reports_damage(void **state)
{
    (void)state;
    image im;
    library(&im);
    im.size = 7;
    expect_error(&im, "PART.SHORT", 0, "RDAT/header");

    library(&im);
    dxki_store32(at(&im, 0), 0xf);
    expect_error(&im, "RDAT.VERSION", 0, "RDAT/header");

    library(&im);
    dxki_store32(at(&im, 4), 0x40000000);
    expect_error(&im, "RDAT.PART_COUNT", 4, "RDAT/header");

    library(&im);
    dxki_store32(at(&im, 8 + 4), (uint32_t)im.size - 7);
    expect_error(&im, "RDAT.PART_OFFSET", 12, "RDAT/parts[1]");
    dxki_store32(at(&im, 8 + 4), NONE);
    expect_error(&im, "RDAT.PART_OFFSET", 12, "RDAT/parts[1]");

    library(&im);
    im.size--;
    size_t last = dxki_load32(at(&im, 8 + 36));
    expect_error(&im, "RDAT.PART_BOUNDS", last + 4, "RDAT/parts[9].size");
    dxki_store32(at(&im, last + 4), NONE);
    expect_error(&im, "RDAT.PART_BOUNDS", last + 4, "RDAT/parts[9].size");

    begin(&im, 1);
    put_part(&im, DXK_RDAT_PART_TYPE_RESOURCE_TABLE, "seven b", 7);
    expect_error(&im, "RDAT.TABLE_SHORT", 20, "RDAT/parts[0].resources");

    begin(&im, 1);
    WORDS(&im, DXK_RDAT_PART_TYPE_RESOURCE_TABLE, 1, 3, 0, 0);
    expect_error(&im, "RDAT.STRIDE", 24, "RDAT/parts[0].resources");

    begin(&im, 1);
    WORDS(&im, DXK_RDAT_PART_TYPE_RESOURCE_TABLE, 1, 12, 0, 0);
    expect_error(&im, "RDAT.TABLE_BOUNDS", 20, "RDAT/parts[0].resources");
    dxki_store32(at(&im, 20), 0x10000);
    dxki_store32(at(&im, 24), 0x10000); /* the product is 0 in 32 bits */
    expect_error(&im, "RDAT.TABLE_BOUNDS", 20, "RDAT/parts[0].resources");

    begin(&im, 8); /* the same 100 bytes eight times */
    size_t start = begin_part(&im, 99);
    im.size += 100;
    end_part(&im, start);
    for (size_t i = 0; i < 8; i++)
        dxki_store32(at(&im, 8 + 4 * i), (uint32_t)start);
    expect_error(&im, "RDAT.OVERLAP", start, "RDAT/parts[2]");
}

/* References that lead nowhere are reported, and do not stop decoding. */
static void reports_references(void **state)
{
    (void)state;
    image im;
    library(&im);
    size_t functions = dxki_load32(at(&im, 8 + 16)) + 16;
    dxki_store32(at(&im, functions), sizeof strings);
    expect_warning(&im, "RDAT.STRING", functions, "RDAT/parts[4].functions[0].name");

    library(&im); /* a string without an end */
    *at(&im, dxki_load32(at(&im, 8)) + 8 + sizeof strings - 1) = 'x';
    expect_warning(&im, "RDAT.STRING", functions + 52, "RDAT/parts[4].functions[1].name");

    library(&im);
    dxki_store32(at(&im, functions + 8), 13);
    expect_warning(&im, "RDAT.LIST", functions + 8, "RDAT/parts[4].functions[0].resources");

    library(&im); /* the second element of the list */
    dxki_store32(at(&im, functions + 8), 9);
    expect_warning(&im, "RDAT.REFERENCE", functions + 8, "RDAT/parts[4].functions[0].resources");

    library(&im);
    dxki_store32(at(&im, functions + 48), 1);
    expect_warning(&im, "RDAT.REFERENCE", functions + 48, "RDAT/parts[4].functions[0].node");

    begin(&im, 4); /* in a record inside of another */
    put_pools(&im);
    WORDS(&im, DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE, 1, 24, 11, 0, 0, 99, 0, 0);
    size_t subobject = im.size - 24;
    expect_warning(&im, "RDAT.STRING", subobject + 12, "RDAT/parts[3].subobjects[0].any_hit");
    dxki_store32(at(&im, subobject), 1); /* now it is a root signature */
    dxki_store32(at(&im, subobject + 8), 3);
    dxki_store32(at(&im, subobject + 12), 6);
    expect_warning(&im, "RDAT.BYTES", subobject + 8, "RDAT/parts[3].subobjects[0].data");
}

/* Memory and time stay in proportion, whatever counts and offsets say. */
static void bounds_what_it_makes(void **state)
{
    (void)state;
    enum { SIZE = 1 << 20 };
    uint8_t *bytes = calloc(1, SIZE);
    assert_non_null(bytes);
    uint32_t count = (SIZE - 16) / 4; /* offsets that all lead to one empty part */
    dxki_store32(bytes, 0x10);
    dxki_store32(bytes + 4, count);
    for (uint32_t i = 0; i < count; i++)
        dxki_store32(bytes + 8 + 4 * (size_t)i, 8 + 4 * count);
    for (uint32_t type = 0; type < 8; type += 4) {
        dxki_store32(bytes + 8 + 4 * (size_t)count, type);
        dxk_ctx *ctx = support_ctx();
        dxk_decoded *part;
        size_t peak;
        dxk_part_decode(ctx, DXK_PART_RDAT, (dxk_bytes){bytes, SIZE}, &part);
        dxk_ctx_memory(ctx, NULL, &peak);
        assert_true(peak < 40 * (size_t)SIZE);
        dxk_decoded_free(part);
        support_ctx_done(ctx);
    }
    free(bytes);
}

static dxk_status ignore_field(void *user, const dxk_visit_field *field)
{
    (void)user;
    (void)field;
    return DXK_OK;
}

static dxk_status everything(dxk_ctx *ctx, void *user)
{
    image *im = user;
    dxk_decoded *part = NULL;
    dxk_container *c = NULL;
    dxk_buffer out;
    dxk_visitor visitor = {NULL, NULL, ignore_field, NULL};
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_part_decode(ctx, DXK_PART_RDAT, content(im), &part);
    if (status == DXK_OK)
        status = dxk_part_encode(ctx, part, dxk_buffer_sink(&out));
    if (status == DXK_OK)
        status = dxk_rdat_print(ctx, part->as.rdat, dxk_buffer_sink(&out));
    if (status == DXK_OK)
        status = dxk_container_read(ctx, file_of(im), 0, &c);
    if (status == DXK_OK)
        status = dxk_container_visit_part(c, 0, &visitor);
    dxk_container_free(c);
    dxk_decoded_free(part);
    dxk_buffer_free(&out);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    image im;
    library(&im);
    put(&im, "tail", 4);
    dxki_store32(at(&im, dxki_load32(at(&im, 8 + 16)) + 16), 999); /* something to warn of */
    support_fail_allocations(everything, &im);
}

/* Every cut and every changed byte: no crash, and what decodes comes back the same. */
static void survives_damage(void **state)
{
    (void)state;
    image im;
    library(&im);
    size_t size = im.size;
    for (size_t i = 0; i < 4 * size; i++) {
        uint8_t *byte = at(&im, i / 4), old = *byte;
        const uint8_t changes[] = {(uint8_t)(old + 1), (uint8_t)~old, (uint8_t)(old ^ 0x80), 0xff};
        dxk_ctx *ctx = support_ctx();
        dxk_decoded *part;
        *byte = changes[i % 4];
        dxk_status status = dxk_part_decode(ctx, DXK_PART_RDAT, content(&im), &part);
        dxk_decoded_free(part);
        if (status == DXK_OK)
            dxk_decoded_free(decode(ctx, &im));
        else
            assert_true(dxk_ctx_error_count(ctx) > 0);
        support_ctx_done(ctx);
        *byte = old;
    }
    for (im.size = 0; im.size < size; im.size++) {
        dxk_ctx *ctx = support_ctx();
        dxk_decoded *part;
        assert_int_equal(dxk_part_decode(ctx, DXK_PART_RDAT, content(&im), &part), DXK_E_INVALID);
        support_ctx_done(ctx);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reads_a_library),
    cmocka_unit_test(shows_words_for_references),
    cmocka_unit_test(prints_as_dxa),
    cmocka_unit_test(writes_what_was_made_by_hand),
    cmocka_unit_test(keeps_every_kind_of_record),
    cmocka_unit_test(follows_subobjects),
    cmocka_unit_test(keeps_odd_layouts),
    cmocka_unit_test(reports_damage),
    cmocka_unit_test(reports_references),
    cmocka_unit_test(bounds_what_it_makes),
    cmocka_unit_test(survives_failing_allocations),
    cmocka_unit_test(survives_damage),
};
SUPPORT_SUITE(test_rdat, tests);

/* SPDX-License-Identifier: MIT */
/* test_codec.c - the tables of records, and the codec's own promises. */
#include "support.h"

#include "wire/codec.h"

/* Every record: fields fill whole bytes, members lie in the structure and do not overlap, and a
 * record of any bytes is stored as it was loaded. */
static void records_are_consistent(void **state)
{
    (void)state;
    for (int id = 1; id < DXK_RECORD_ID_COUNT; id++) {
        const dxki_record_desc *r = dxki_record_get((dxk_record_id)id);
        size_t bits = 0, memory = 0;
        for (uint16_t i = 0; i < r->field_count; i++) {
            const dxki_field *f = &r->fields[i];
            if (f->type != DXKI_TYPE_BITS)
                assert_int_equal(bits % 8, 0);
            assert_true(f->mem >= memory);
            memory = f->mem + (f->type == DXKI_TYPE_BITS ? 1u : f->bits / 8u);
            assert_true(memory <= r->mem_size);
            bits += f->bits;
        }
        assert_int_equal(bits, r->wire_size * 8);
        assert_true(r->wire_size <= 256 && r->mem_size <= 256);

        uint8_t in[256], out[256];
        uint64_t record[64];
        for (size_t i = 0; i < sizeof in; i++)
            in[i] = (uint8_t)(i * 37 + 11);
        for (size_t size = 0; size <= r->wire_size; size++) {
            memset(out, 0xee, sizeof out);
            size_t known = dxk_record_load((dxk_record_id)id, (dxk_bytes){in, size}, record);
            assert_true(known <= size);
            assert_int_equal(dxk_record_store((dxk_record_id)id, record, out, size), known);
            assert_memory_equal(in, out, known);
            assert_int_equal(out[known], 0xee);
        }
        assert_string_equal(dxk_record_name((dxk_record_id)id), r->name);
        assert_int_equal(dxk_record_wire_size((dxk_record_id)id), r->wire_size);
    }
}

static void enumerations_are_found(void **state)
{
    (void)state;
    for (int id = 1; id < DXK_ENUM_ID_COUNT; id++) {
        uint64_t number, found;
        const char *text;
        size_t i = 0;
        assert_true(strlen(dxk_enum_name((dxk_enum_id)id)) > 0);
        for (; dxk_enum_value((dxk_enum_id)id, i, &number, &text); i++) {
            assert_string_equal(dxk_enum_text((dxk_enum_id)id, number), text);
            assert_true(dxk_enum_find((dxk_enum_id)id, (dxk_str){text, strlen(text)}, &found));
            assert_string_equal(dxk_enum_text((dxk_enum_id)id, found), text);
        }
        assert_true(i > 0);
        assert_null(dxk_enum_text((dxk_enum_id)id, 0x123456789abcdefull));
    }
    assert_null(dxk_enum_text(DXK_ENUM_ID_COUNT, 0));
    assert_string_equal(dxk_enum_text(DXK_ENUM_ID_shader_kind, DXK_SHADER_KIND_MESH), "Mesh");
}

static void flags_become_text(void **state)
{
    (void)state;
    char text[64];
    dxk_str s =
        dxki_enum_flags_text(DXK_ENUM_ID_feature_flag, 0x8000000000000009ull, text, sizeof text);
    assert_string_equal(s.data, "Doubles, 64UAVs, 0x8000000000000000");
    s = dxki_enum_flags_text(DXK_ENUM_ID_feature_flag, 0x1ffffffffull, text, sizeof text);
    assert_int_equal(s.size, sizeof text - 1); /* cut, still terminated */
    assert_int_equal(dxki_enum_flags_text(DXK_ENUM_ID_feature_flag, 0, text, sizeof text).size, 0);
}

/* A layout with everything the codec offers: a count, a table with a stride, a jump. */
typedef struct sample {
    uint32_t count, stride, at;
    dxk_signature_element *elements;
    dxk_bytes raw;
    uint32_t far;
    dxki_slack *slack;
    size_t slack_count;
} sample;

static bool walk(dxki_codec *c, sample *s)
{
    return dxki_codec_u32(c, "count", &s->count, DXK_SHOW_SIZE, DXK_ENUM_ID_none) &&
           dxki_codec_u32(c, "stride", &s->stride, DXK_SHOW_SIZE, DXK_ENUM_ID_none) &&
           dxki_codec_u32(c, "at", &s->at, DXK_SHOW_SIZE, DXK_ENUM_ID_none) &&
           dxki_codec_records(c, "elements", DXK_RECORD_ID_signature_element, (void **)&s->elements,
                              s->count, s->stride, 4, &s->raw) &&
           dxki_codec_seek(c, "far", s->at) &&
           dxki_codec_u32(c, "far", &s->far, DXK_SHOW_HEX, DXK_ENUM_ID_none) &&
           dxki_codec_slack(c, &s->slack, &s->slack_count, 0);
}

static dxk_status round_trip(dxk_ctx *ctx, void *user)
{
    const dxk_bytes *in = user;
    dxki_arena arena;
    dxki_codec c;
    dxk_buffer out;
    sample s;
    memset(&s, 0, sizeof s);
    dxki_arena_init(&arena, ctx);
    dxk_buffer_init(&out, ctx);
    dxki_codec_init_read(&c, ctx, &arena, *in, 0);
    walk(&c, &s);
    dxki_codec_finish(&c);
    dxk_status status = c.status;
    if (status == DXK_OK) {
        dxki_codec_init_write(&c, ctx, &out);
        walk(&c, &s);
        dxki_codec_finish(&c);
        status = c.status;
    }
    if (status == DXK_OK) {
        assert_int_equal(out.size, in->size);
        assert_memory_equal(out.data, in->data, in->size);
    }
    dxk_buffer_free(&out);
    dxki_arena_free(&arena);
    return status;
}

/* Any stride and any jump gives the same bytes back: tails and gaps are kept. */
static void round_trips(void **state)
{
    (void)state;
    uint8_t bytes[200];
    for (uint32_t stride = 4; stride <= 40; stride++) {
        for (uint32_t at = 0; at <= 190; at += 19) {
            for (size_t i = 0; i < sizeof bytes; i++)
                bytes[i] = (uint8_t)(i * 31 + stride);
            uint32_t head[3] = {3, stride, at};
            for (size_t i = 0; i < 12; i++)
                bytes[i] = (uint8_t)(head[i / 4] >> (8 * (i % 4)));
            dxk_bytes in = {bytes, sizeof bytes};
            dxk_ctx *ctx = support_ctx();
            assert_int_equal(round_trip(ctx, &in), DXK_OK);
            support_ctx_done(ctx);
        }
    }
}

static void expect_failure(uint32_t count, uint32_t stride, uint32_t at, const char *rule)
{
    uint8_t bytes[64] = {0};
    uint32_t head[3] = {count, stride, at};
    for (size_t i = 0; i < 12; i++)
        bytes[i] = (uint8_t)(head[i / 4] >> (8 * (i % 4)));
    dxk_bytes in = {bytes, sizeof bytes};
    dxk_ctx *ctx = support_ctx();
    assert_int_equal(round_trip(ctx, &in), DXK_E_INVALID);
    assert_true(support_reported(ctx, rule));
    support_ctx_done(ctx);
}

static void refuses(void **state)
{
    (void)state;
    expect_failure(3, 32, 0, "PART.SHORT");
    expect_failure(0xffffffff, 4, 0, "PART.SHORT");
    expect_failure(0xffffffff, 0xffffffff, 0, "PART.SHORT");
    expect_failure(1, 3, 0, "PART.RANGE");
    expect_failure(1, 0, 0, "PART.RANGE");
    expect_failure(1, 32, 65, "PART.RANGE");
    expect_failure(1, 32, 61, "PART.SHORT");
}

/* A walk that ends before the part does. */
static void refuses_what_is_left_over(void **state)
{
    (void)state;
    static const uint8_t bytes[8];
    dxk_ctx *ctx = support_ctx();
    dxki_codec c;
    uint32_t value;
    dxki_codec_init_read(&c, ctx, NULL, (dxk_bytes){bytes, 8}, 100);
    assert_true(dxki_codec_u32(&c, "value", &value, DXK_SHOW_DEC, DXK_ENUM_ID_none));
    assert_false(dxki_codec_end(&c));
    assert_int_equal(c.status, DXK_E_INVALID);
    assert_true(support_reported(ctx, "PART.REST"));
    assert_int_equal(dxk_ctx_diag(ctx, 0)->position, 104);
    dxki_codec_finish(&c);
    support_ctx_done(ctx);
}

/* Every group that is entered is left, innermost first, as what it was entered; after damage too.
 */
typedef struct open_group {
    char name[16];
    bool list;
    size_t index;
} open_group;

typedef struct nesting {
    open_group open[DXKI_PATH_DEPTH];
    size_t depth;
} nesting;

static dxk_status on_enter(void *user, const dxk_visit_node *node)
{
    nesting *n = user;
    assert_true(n->depth < DXKI_PATH_DEPTH);
    snprintf(n->open[n->depth].name, sizeof n->open[0].name, "%s", node->name);
    n->open[n->depth].list = node->list;
    n->open[n->depth++].index = node->index;
    return DXK_OK;
}

static dxk_status on_leave(void *user, const dxk_visit_node *node)
{
    nesting *n = user;
    assert_true(n->depth > 0);
    const open_group *group = &n->open[--n->depth];
    assert_memory_equal(group->name, node->name, strlen(group->name));
    assert_int_equal(group->list, node->list);
    assert_int_equal(group->index, node->index);
    return DXK_OK;
}

static void visits_in_pairs(void **state)
{
    (void)state;
    static const char *const samples[] = {"demo.dxil",      "lib-rt.dxil", "lib-node.dxil",
                                          "gs-viewid.dxil", "debug.pdb",   "rts0.dxil"};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        size_t size;
        uint8_t *data = support_sample(samples[i], &size);
        for (size_t k = 0; k < size; k += k < 600 ? 1 : 41) {
            nesting n = {.depth = 0};
            dxk_visitor visitor = {&n, on_enter, NULL, on_leave};
            dxk_ctx *ctx = support_ctx();
            dxk_container *container;
            data[k] ^= 0x55;
            if (dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container) == DXK_OK)
                dxk_container_visit(container, &visitor);
            assert_int_equal(n.depth, 0);
            data[k] ^= 0x55;
            dxk_container_free(container);
            support_ctx_done(ctx);
        }
        free(data);
    }
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    uint8_t bytes[128] = {2, 0, 0, 0, 33, 0, 0, 0, 100};
    dxk_bytes in = {bytes, sizeof bytes};
    support_fail_allocations(round_trip, &in);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(records_are_consistent),
    cmocka_unit_test(enumerations_are_found),
    cmocka_unit_test(flags_become_text),
    cmocka_unit_test(round_trips),
    cmocka_unit_test(refuses),
    cmocka_unit_test(refuses_what_is_left_over),
    cmocka_unit_test(visits_in_pairs),
    cmocka_unit_test(survives_failing_allocations),
};
SUPPORT_SUITE(test_codec, tests);

/* SPDX-License-Identifier: MIT */
/* test_psv0.c - PSV0: every version and stage, odd strides, tails, damage, look-ups, text. */
#include "support.h"

#include "dxk/parts.h"

/* ---------------------------------------------------------------------------------------- */
/* Making parts                                                                               */

typedef struct bytes {
    uint8_t data[8192];
    size_t size;
} bytes;

static void put8(bytes *b, unsigned value)
{
    b->data[b->size++] = (uint8_t)value;
}

static void put32(bytes *b, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        put8(b, value >> (8 * i));
}

static void put_text(bytes *b, const char *text, size_t size)
{
    memcpy(b->data + b->size, text, size);
    b->size += size;
}

/* What a part is made of; zero-initialised it is a pixel shader without anything. */
typedef struct plan {
    uint32_t info_size; /* 0: newest */
    uint8_t stage_info[16];
    uint8_t stage, view_id, extra[2], elements[3], inputs, outputs[4];
    uint32_t entry_name;
    uint32_t resources, resource_stride;
    const char *strings;
    uint32_t strings_size;
    uint32_t indices;
    uint32_t element_stride;
    uint32_t words; /* words of masks and tables, numbered from 1 on */
    uint32_t rest;
} plan;

static void put_info(bytes *b, const plan *p)
{
    uint8_t info[128] = {0};
    uint32_t size = p->info_size ? p->info_size : 56;
    memcpy(info, p->stage_info, 16);
    info[16] = 4;
    info[20] = 32;
    info[24] = p->stage;
    info[25] = p->view_id;
    memcpy(info + 26, p->extra, 2);
    memcpy(info + 28, p->elements, 3);
    info[31] = p->inputs;
    memcpy(info + 32, p->outputs, 4);
    info[36] = 8;
    info[40] = 4;
    info[44] = 2;
    info[48] = (uint8_t)p->entry_name;
    info[49] = (uint8_t)(p->entry_name >> 8);
    info[53] = 1;
    for (uint32_t i = 56; i < sizeof info; i++)
        info[i] = (uint8_t)i;
    put32(b, size);
    put_text(b, (const char *)info, size);
}

/* Elements have their number as start row and as index, and two rows. */
static void put_element(bytes *b, uint32_t number, uint32_t stride)
{
    put32(b, 1);
    put32(b, number);
    put8(b, 2);
    put8(b, number);
    put8(b, 3 | 1u << 4 | 1u << 6);
    put8(b, 0);
    put8(b, 3);
    put8(b, 2);
    put8(b, 5 | 2u << 4);
    put8(b, 0);
    for (uint32_t i = 16; i < stride; i++)
        put8(b, 0xe0 + i);
}

static void make(bytes *b, const plan *p)
{
    b->size = 0;
    put_info(b, p);
    put32(b, p->resources);
    if (p->resources) {
        uint32_t stride = p->resource_stride ? p->resource_stride : 24;
        put32(b, stride);
        for (uint32_t i = 0; i < p->resources; i++) {
            const uint32_t fields[] = {2 + i, 7, i, 0xffffffffu, 13, 1};
            for (uint32_t at = 0; at < stride; at++)
                put8(b, at < 24 ? fields[at / 4] >> (8 * (at % 4)) : at);
        }
    }
    if (p->info_size && p->info_size < 36) {
        for (uint32_t i = 0; i < p->rest; i++)
            put8(b, 0x55);
        return;
    }
    put32(b, p->strings_size);
    if (p->strings_size)
        put_text(b, p->strings, p->strings_size);
    put32(b, p->indices);
    for (uint32_t i = 0; i < p->indices; i++)
        put32(b, 10 + i);
    uint32_t elements = 0u + p->elements[0] + p->elements[1] + p->elements[2];
    if (elements)
        put32(b, p->element_stride ? p->element_stride : 16);
    for (uint32_t i = 0; i < elements; i++)
        put_element(b, i, p->element_stride);
    for (uint32_t i = 1; i <= p->words; i++)
        put32(b, i);
    for (uint32_t i = 0; i < p->rest; i++)
        put8(b, 0x55);
}

/* A hull shader with everything that a hull shader can have. */
static plan hull_plan(void)
{
    plan p = {.stage = DXK_SHADER_KIND_HULL,
              .view_id = 1,
              .extra = {9},
              .elements = {1, 2, 1},
              .inputs = 2,
              .outputs = {1},
              .entry_name = 5,
              .resources = 2,
              .strings = "\0POS\0main\0\0",
              .strings_size = 12,
              .indices = 6,
              .words = 1 + 2 + 8 + 16};
    p.stage_info[0] = 3;
    p.stage_info[4] = 4;
    p.stage_info[8] = 2;
    p.stage_info[12] = 4;
    return p;
}

/* ---------------------------------------------------------------------------------------- */
/* Checking                                                                                   */

static dxk_decoded *decode(dxk_ctx *ctx, const bytes *b)
{
    dxk_decoded *part = NULL;
    dxk_bytes content = {b->data, b->size};
    dxk_status status = dxk_part_decode(ctx, DXK_PART_PSV0, content, &part);
    if (status != DXK_OK)
        assert_null(part);
    return part;
}

static void check_encodes(dxk_ctx *ctx, const dxk_decoded *part, const bytes *b)
{
    dxk_buffer made;
    dxk_buffer_init(&made, ctx);
    assert_int_equal(dxk_part_encode(ctx, part, dxk_buffer_sink(&made)), DXK_OK);
    assert_int_equal(made.size, b->size);
    assert_memory_equal(made.data, b->data, b->size);
    dxk_buffer_free(&made);
}

/* Decodes, encodes and compares; the caller frees. */
static dxk_decoded *round_trip(dxk_ctx *ctx, const plan *p, bytes *b)
{
    make(b, p);
    dxk_decoded *part = decode(ctx, b);
    assert_non_null(part);
    assert_int_equal(part->type, DXK_PART_TYPE_PSV0);
    check_encodes(ctx, part, b);
    return part;
}

static void expect_rule(const bytes *b, dxk_status status, const char *rule)
{
    dxk_ctx *ctx = support_ctx();
    dxk_decoded *part = decode(ctx, b);
    assert_int_equal(part ? DXK_OK : DXK_E_INVALID, status);
    if (part)
        check_encodes(ctx, part, b);
    assert_true(support_reported(ctx, rule));
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static bool text_is(dxk_str text, const char *wanted)
{
    return text.size == strlen(wanted) && memcmp(text.data, wanted, text.size) == 0;
}

static void check_printed(const dxk_psv0 *psv, const dxk_psv_print_options *options, dxk_ctx *ctx,
                          const char *wanted)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_psv0_print(psv, options, dxk_buffer_sink(&out)), DXK_OK);
    dxk_buffer_append(&out, "", 1);
    assert_string_equal((const char *)out.data, wanted);
    dxk_buffer_free(&out);
}

/* ---------------------------------------------------------------------------------------- */
/* Versions and strides                                                                       */

static void size_tells_the_version(void **state)
{
    static const struct {
        uint32_t size, version, tail;
    } cases[] = {{24, 0, 0},  {28, 0, 4}, {35, 0, 11}, {36, 1, 0}, {40, 1, 4},
                 {47, 1, 11}, {48, 2, 0}, {51, 2, 3},  {52, 3, 0}, {55, 3, 3},
                 {56, 4, 0},  {60, 4, 4}, {57, 4, 1},  {96, 4, 40}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dxk_ctx *ctx = support_ctx();
        bytes b;
        plan p = {.info_size = cases[i].size,
                  .stage = DXK_SHADER_KIND_MESH,
                  .resources = 1,
                  .strings = "\0go\0",
                  .strings_size = 4,
                  .entry_name = 1};
        dxk_decoded *part = round_trip(ctx, &p, &b);
        const dxk_psv0 *psv = part->as.psv0;
        uint32_t version = cases[i].version;
        assert_int_equal(dxk_psv0_version(psv), version);
        assert_int_equal(psv->info_tail.size, cases[i].tail);
        assert_int_equal(psv->info.minimum_wave_lanes, 4);
        assert_int_equal(dxk_psv0_stage(psv),
                         version ? DXK_SHADER_KIND_MESH : DXK_SHADER_KIND_INVALID);
        assert_int_equal(psv->info.threads_x, version >= 2 ? 8 : 0);
        assert_int_equal(psv->info.threads_z, version >= 2 ? 2 : 0);
        assert_true(text_is(dxk_psv0_entry_name(psv), version >= 3 ? "go" : ""));
        assert_int_equal(psv->info.group_shared_bytes, version >= 4 ? 256 : 0);
        assert_int_equal(psv->strings_size, version ? 4 : 0);
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        dxk_decoded_free(part);
        support_ctx_done(ctx);
    }
}

static void strides_are_kept(void **state)
{
    (void)state;
    for (uint32_t stride = 16; stride <= 32; stride++) {
        dxk_ctx *ctx = support_ctx();
        bytes b;
        plan p = hull_plan();
        p.resource_stride = p.element_stride = stride;
        dxk_decoded *part = round_trip(ctx, &p, &b);
        const dxk_psv0 *psv = part->as.psv0;
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(psv->resources[i].type, 2 + i);
            assert_int_equal(psv->resources[i].upper_bound, 0xffffffffu);
            assert_int_equal(psv->resources[i].kind, stride >= 24 ? 13 : 0);
            assert_int_equal(psv->resources[i].flags, stride >= 24 ? 1 : 0);
        }
        assert_int_equal(dxk_psv0_element(psv, DXK_PSV_OUTPUT, 1)->start_row, 2);
        assert_int_equal(dxk_ctx_diag_count(ctx), 0);
        dxk_decoded_free(part);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static void hull_has_all_its_tables(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    bytes b;
    plan p = hull_plan();
    dxk_decoded *part = round_trip(ctx, &p, &b);
    const dxk_psv0 *psv = part->as.psv0;
    dxk_psv_stage_info info;
    assert_true(dxk_psv0_stage_info(psv, DXK_SHADER_KIND_PIXEL, &info));
    assert_int_equal(info.stage, DXK_SHADER_KIND_HULL);
    assert_int_equal(info.as.hs.input_control_points, 3);
    assert_int_equal(info.as.hs.output_control_points, 4);
    assert_int_equal(info.as.hs.tessellator_domain, DXK_TESSELLATOR_DOMAIN_TRI);
    assert_int_equal(info.patch_vectors, 9);

    dxk_psv_table mask = dxk_psv0_table(psv, DXK_PSV_VIEW_ID_TO_OUTPUT, 0);
    assert_int_equal(mask.columns, 4);
    assert_true(dxk_psv_table_depends(&mask, 0, 0)); /* word 1 */
    assert_false(dxk_psv_table_depends(&mask, 0, 1));
    assert_false(dxk_psv_table_depends(&mask, 0, 4));
    assert_false(dxk_psv_table_depends(&mask, 1, 0));
    mask = dxk_psv0_table(psv, DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM, 0);
    assert_int_equal(mask.columns, 36); /* words 2 and 3 */
    assert_int_equal(mask.row_words, 2);
    assert_true(dxk_psv_table_depends(&mask, 0, 1));
    assert_true(dxk_psv_table_depends(&mask, 0, 32));
    assert_true(dxk_psv_table_depends(&mask, 0, 33));
    assert_false(dxk_psv_table_depends(&mask, 0, 34));

    dxk_psv_table table = dxk_psv0_table(psv, DXK_PSV_INPUT_TO_OUTPUT, 0);
    assert_int_equal(table.rows, 8);
    assert_int_equal(table.words[7], 11);
    assert_true(dxk_psv_table_depends(&table, 7, 3));
    assert_false(dxk_psv_table_depends(&table, 7, 2));
    assert_int_equal(dxk_psv0_table(psv, DXK_PSV_INPUT_TO_OUTPUT, 1).rows, 0);
    assert_int_equal(dxk_psv0_table(psv, DXK_PSV_INPUT_TO_OUTPUT, 4).rows, 0);
    table = dxk_psv0_table(psv, DXK_PSV_INPUT_TO_PATCH, 0);
    assert_int_equal(table.rows, 8);
    assert_int_equal(table.words[15], 27);
    assert_int_equal(dxk_psv0_table(psv, DXK_PSV_PATCH_TO_OUTPUT, 0).rows, 0);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

/* Words of masks and tables for a stage; a part with one word less must be refused. */
static void check_words(const plan *planned, uint32_t words)
{
    plan p = *planned;
    bytes b;
    dxk_ctx *ctx = support_ctx();
    p.words = words;
    dxk_decoded *part = round_trip(ctx, &p, &b);
    assert_int_equal(dxk_ctx_diag_count(ctx), 0);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
    p.words = words + 1;
    make(&b, &p);
    expect_rule(&b, DXK_OK, "PSV0.REST");
    if (words) {
        p.words = words - 1;
        make(&b, &p);
        expect_rule(&b, DXK_E_INVALID, "PART.SHORT");
    }
}

static void stages_have_their_tables(void **state)
{
    (void)state;
    plan p = {.view_id = 1,
              .extra = {3},
              .inputs = 2,
              .outputs = {1, 9, 0, 17},
              .strings = "\0\0\0",
              .strings_size = 4};
    /* every stage: a mask and a table for the first stream */
    const uint32_t masks = 1, tables = 8;
    static const uint8_t plain[] = {DXK_SHADER_KIND_PIXEL, DXK_SHADER_KIND_VERTEX,
                                    DXK_SHADER_KIND_COMPUTE, DXK_SHADER_KIND_AMPLIFICATION, 99};
    for (size_t i = 0; i < sizeof plain; i++) {
        p.stage = plain[i];
        check_words(&p, masks + tables);
    }
    p.stage = DXK_SHADER_KIND_GEOMETRY; /* for each of its streams */
    check_words(&p, 1 + 2 + 3 + 8 * (1 + 2 + 3));
    p.stage = DXK_SHADER_KIND_HULL; /* patch constants: a mask, and a table from the inputs */
    check_words(&p, masks + 1 + tables + 8);
    p.stage = DXK_SHADER_KIND_DOMAIN; /* no mask, a table to the outputs of stream 0 */
    check_words(&p, masks + tables + 12);
    p.stage = DXK_SHADER_KIND_MESH; /* a mask of the primitives, no table at all */
    check_words(&p, masks + 1);
    p.view_id = 0;
    check_words(&p, 0);
    p.stage = DXK_SHADER_KIND_HULL;
    p.inputs = 0;
    check_words(&p, 0);
    p.stage = DXK_SHADER_KIND_DOMAIN;
    check_words(&p, 12);
    memset(p.outputs, 0, sizeof p.outputs);
    check_words(&p, 0);
}

static void stage_facts_are_taken_apart(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_psv_stage_info info;
    bytes b;
    plan p = {
        .stage = DXK_SHADER_KIND_GEOMETRY, .extra = {0, 4}, .strings = "\0\0\0", .strings_size = 4};
    p.stage_info[0] = 3;
    p.stage_info[4] = 5;
    p.stage_info[8] = 5;
    p.stage_info[12] = 1;
    dxk_decoded *part = round_trip(ctx, &p, &b);
    dxk_psv0 *psv = part->as.psv0;
    assert_true(dxk_psv0_stage_info(psv, 0, &info));
    assert_int_equal(info.max_vertex_count, 1024);
    assert_int_equal(info.as.gs.input_primitive, DXK_INPUT_PRIMITIVE_TRIANGLE);
    assert_int_equal(info.as.gs.output_stream_mask, 5);
    assert_int_equal(info.as.gs.output_position_present, 1);
    psv->info.shader_stage = DXK_SHADER_KIND_MESH;
    psv->info.stage_extra[1] = 2;
    assert_true(dxk_psv0_stage_info(psv, 0, &info));
    assert_int_equal(info.as.ms.payload_bytes, 5);
    assert_int_equal(info.as.ms.max_output_vertices, 1);
    assert_int_equal(info.mesh_output_topology, DXK_MESH_TOPOLOGY_TRIANGLE);
    psv->info.shader_stage = DXK_SHADER_KIND_DOMAIN;
    assert_true(dxk_psv0_stage_info(psv, 0, &info));
    assert_int_equal(info.as.ds.output_position_present, 5);
    psv->info.shader_stage = DXK_SHADER_KIND_VERTEX;
    assert_true(dxk_psv0_stage_info(psv, 0, &info));
    assert_int_equal(info.as.vs.output_position_present, 3);
    psv->info.shader_stage = DXK_SHADER_KIND_PIXEL;
    assert_true(dxk_psv0_stage_info(psv, 0, &info));
    psv->info.shader_stage = DXK_SHADER_KIND_AMPLIFICATION;
    assert_true(dxk_psv0_stage_info(psv, 0, &info));
    assert_int_equal(info.as.as.payload_bytes, 3);
    psv->info.shader_stage = DXK_SHADER_KIND_COMPUTE;
    assert_false(dxk_psv0_stage_info(psv, 0, &info));
    psv->info_size = 24; /* version 0: the caller knows the stage */
    assert_true(dxk_psv0_stage_info(psv, DXK_SHADER_KIND_VERTEX, &info));
    assert_int_equal(info.stage, DXK_SHADER_KIND_VERTEX);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void names_and_indices_are_found(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    const uint32_t *indices;
    bytes b;
    plan p = hull_plan();
    dxk_decoded *part = round_trip(ctx, &p, &b);
    const dxk_psv0 *psv = part->as.psv0;
    assert_true(text_is(dxk_psv0_entry_name(psv), "main"));
    assert_int_equal(dxk_psv0_element_count(psv, DXK_PSV_OUTPUT), 2);
    assert_null(dxk_psv0_element(psv, DXK_PSV_OUTPUT, 2));
    const dxk_psv_element *e = dxk_psv0_element(psv, DXK_PSV_PATCH_OR_PRIM, 0);
    assert_true(text_is(dxk_psv0_element_name(psv, e), "POS"));
    assert_int_equal(dxk_psv0_element_indices(psv, e, &indices), 2);
    assert_int_equal(indices[0], 13);
    assert_int_equal(indices[1], 14);
    assert_int_equal(e->cols, 3);
    assert_int_equal(e->start_col, 1);
    assert_int_equal(e->allocated, 1);
    assert_int_equal(e->dynamic_mask, 5);
    assert_int_equal(e->stream, 2);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Damage                                                                                     */

static void damage_is_reported(void **state)
{
    (void)state;
    bytes b;
    plan p = hull_plan();
    make(&b, &p);
    b.data[0] = 23;
    expect_rule(&b, DXK_E_INVALID, "PSV0.INFO_SIZE");
    make(&b, &p);
    b.data[1] = 255;
    expect_rule(&b, DXK_E_INVALID, "PART.SHORT");
    p.resource_stride = 12;
    make(&b, &p);
    expect_rule(&b, DXK_E_INVALID, "PSV0.STRIDE");
    p = hull_plan();
    p.element_stride = 15;
    make(&b, &p);
    expect_rule(&b, DXK_E_INVALID, "PSV0.STRIDE");
    p = hull_plan();
    p.strings_size = 11;
    make(&b, &p);
    expect_rule(&b, DXK_E_INVALID, "PSV0.STRINGS");
    make(&b, &(plan){.info_size = 24, .resources = 1});
    b.data[31] = 0xff; /* resource count */
    expect_rule(&b, DXK_E_INVALID, "PART.SHORT");
    make(&b, &(plan){.info_size = 24, .rest = 3});
    expect_rule(&b, DXK_OK, "PSV0.REST");
    b.size = 3;
    expect_rule(&b, DXK_E_INVALID, "PART.SHORT");
    b.size = 0;
    expect_rule(&b, DXK_E_INVALID, "PART.SHORT");
}

static void dangling_references_are_warnings(void **state)
{
    (void)state;
    bytes b;
    plan p = hull_plan();
    p.entry_name = 12;
    make(&b, &p);
    expect_rule(&b, DXK_OK, "PSV0.NAME");
    p = hull_plan();
    p.strings = "\0POSmainmain"; /* the names have no end */
    make(&b, &p);
    expect_rule(&b, DXK_OK, "PSV0.NAME");
    p = hull_plan();
    p.indices = 4; /* the last element has index 3 and two rows */
    make(&b, &p);
    expect_rule(&b, DXK_OK, "PSV0.INDICES");
    dxk_ctx *ctx = support_ctx();
    const uint32_t *indices;
    dxk_decoded *part = decode(ctx, &b);
    const dxk_psv_element *e = dxk_psv0_element(part->as.psv0, DXK_PSV_PATCH_OR_PRIM, 0);
    assert_int_equal(dxk_psv0_element_indices(part->as.psv0, e, &indices), 1);
    assert_int_equal(indices[0], 13);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void every_truncation_is_refused(void **state)
{
    (void)state;
    bytes b;
    plan p = hull_plan();
    make(&b, &p);
    for (size_t size = 0; size < b.size; size++) {
        dxk_ctx *ctx = support_ctx();
        dxk_decoded *part = NULL;
        uint8_t *copy = malloc(size + 1);
        assert_non_null(copy);
        memcpy(copy, b.data, size);
        assert_int_equal(dxk_part_decode(ctx, DXK_PART_PSV0, (dxk_bytes){copy, size}, &part),
                         DXK_E_INVALID);
        free(copy);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Showing                                                                                    */

/* Collects "list[index]=text" of the fields that are called `wanted`. */
typedef struct collector {
    const char *wanted;
    char text[4096];
} collector;

static dxk_status on_field(void *user, const dxk_visit_field *field)
{
    collector *c = user;
    size_t used = strlen(c->text);
    if (strcmp(field->name, c->wanted) != 0)
        return DXK_OK;
    if (field->index != DXK_NO_INDEX)
        used += (size_t)snprintf(c->text + used, sizeof c->text - used, "[%zu]", field->index);
    snprintf(c->text + used, sizeof c->text - used, "%.*s|", (int)field->text.size,
             field->text.data);
    return DXK_OK;
}

static void check_shown(const bytes *b, const char *name, const char *wanted)
{
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    collector c = {.wanted = name};
    dxk_visitor visitor = {&c, NULL, on_field, NULL};
    assert_int_equal(dxk_container_create(ctx, &container), DXK_OK);
    assert_int_equal(
        dxk_container_insert(container, 0, DXK_PART_PSV0, (dxk_bytes){b->data, b->size}), DXK_OK);
    assert_int_equal(dxk_container_visit_part(container, 0, &visitor), DXK_OK);
    assert_string_equal(c.text, wanted);
    dxk_container_free(container);
    support_ctx_done(ctx);
}

static void meanings_are_shown(void **state)
{
    (void)state;
    bytes b;
    plan p = hull_plan();
    make(&b, &p);
    check_shown(&b, "version", "4|");
    check_shown(&b, "entry_name", "main|");
    check_shown(&b, "name", "POS|POS|POS|POS|");
    check_shown(&b, "indices", "[0]|[1]|[2]|[3]|[4]|[5]|10 11|11 12|12 13|13 14|");
    check_shown(&b, "tessellator_domain", "Tri|");
    check_shown(&b, "patch_vectors", "|");
    check_shown(&b, "view_id_to_output", "[0]0|");
    check_shown(&b, "view_id_to_patch_or_prim", "1 32 33|");
    check_shown(&b, "inputs", "[0]2|[1]0 2|[2]1 2|[3]0 1 2|[4]3|[5]0 3|[6]1 3|[7]0 1 3|");
    check_shown(&b, "dynamic_mask", "xz|xz|xz|xz|");
    check_shown(&b, "max_vertex_count", "");
}

static const char hull_text[] =
    "DxilPipelineStateValidation:\n"
    "PSVRuntimeInfo:\n"
    " Hull Shader\n"
    " InputControlPointCount=3\n"
    " OutputControlPointCount=4\n"
    " Domain=tri\n"
    " OutputPrimitive=triangle_ccw\n"
    " MinimumExpectedWaveLaneCount: 4\n"
    " MaximumExpectedWaveLaneCount: 32\n"
    " UsesViewID: true\n"
    " SigInputElements: 0\n"
    " SigOutputElements: 1\n"
    " SigPatchConstOrPrimElements: 0\n"
    " SigInputVectors: 1\n"
    " SigOutputVectors[0]: 1\n"
    " SigOutputVectors[1]: 0\n"
    " SigOutputVectors[2]: 0\n"
    " SigOutputVectors[3]: 0\n"
    " EntryFunctionName: main\n"
    "ResourceCount : 1\n"
    " PSVResourceBindInfo:\n"
    "  Space: 7\n"
    "  LowerBound: 0\n"
    "  UpperBound: 4294967295\n"
    "  ResType: CBV\n"
    "  ResKind: CBuffer\n"
    "  ResFlags: UsedByAtomic64 \n"
    "PSVSignatureElement:\n"
    "  SemanticName: POS\n"
    "  SemanticIndex: 10 11 \n"
    "  IsAllocated: 1\n"
    "  StartRow: 0\n"
    "  StartCol: 1\n"
    "  Rows: 2\n"
    "  Cols: 3\n"
    "  SemanticKind: Arbitrary\n"
    "  InterpolationMode: 2\n"
    "  OutputStream: 2\n"
    "  ComponentType: 3\n"
    "  DynamicIndexMask: 5\n"
    "Outputs affected by ViewID as a bitmask for stream 0:\n"
    "   ViewID influencing Outputs[0] : 0 \n"
    "PCOutputs affected by ViewID as a bitmask:\n"
    "  ViewID influencing PCOutputs :  None\n"
    "Outputs affected by inputs as a table of bitmasks for stream 0:\n"
    "Inputs contributing to computation of Outputs[0]:\n"
    "  Inputs[0] influencing Outputs[0] : 1 \n"
    "  Inputs[1] influencing Outputs[0] : 0  1 \n"
    "  Inputs[2] influencing Outputs[0] : 2 \n"
    "  Inputs[3] influencing Outputs[0] : 0  2 \n"
    "Patch constant outputs affected by inputs as a table of bitmasks:\n"
    "Inputs contributing to computation of PatchConstantOutputs:  None\n";

static void text_is_the_reference_s(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    bytes b;
    plan p = hull_plan();
    p.extra[0] = 0;
    p.elements[0] = p.elements[2] = 0;
    p.elements[1] = 1;
    p.inputs = 1;
    p.resources = 1;
    p.words = 1 + 4;
    dxk_decoded *part = round_trip(ctx, &p, &b);
    dxk_psv0 *psv = part->as.psv0;
    check_printed(psv, NULL, ctx, hull_text);
    dxk_psv_print_options options = {.pieces = DXK_PSV_PRINT_INFO, .prefix = ";"};
    psv->info.shader_stage = DXK_SHADER_KIND_COMPUTE;
    psv->info.minimum_wave_lanes = 32;
    psv->info_size = 48;
    check_printed(psv, &options, ctx,
                  ";PSVRuntimeInfo:\n; Compute Shader\n; NumThreads=(8,4,2)\n; WaveSize=32\n"
                  "; UsesViewID: true\n; SigInputElements: 0\n; SigOutputElements: 1\n"
                  "; SigPatchConstOrPrimElements: 0\n; SigInputVectors: 1\n"
                  "; SigOutputVectors[0]: 1\n; SigOutputVectors[1]: 0\n"
                  "; SigOutputVectors[2]: 0\n; SigOutputVectors[3]: 0\n");
    psv->info_size = 24; /* the stage is not stored, nor are the signatures */
    check_printed(psv, &options, ctx, ";PSVRuntimeInfo:\n; WaveSize=32\n");
    options.stage_known = true;
    options.stage = DXK_SHADER_KIND_VERTEX;
    check_printed(psv, &options, ctx,
                  ";PSVRuntimeInfo:\n; Vertex Shader\n; OutputPositionPresent=1\n; WaveSize=32\n");
    psv->resource_count = 0;
    check_printed(psv, NULL, ctx,
                  "DxilPipelineStateValidation:\nPSVRuntimeInfo:\n WaveSize=32\n"
                  "ResourceCount : 0\n ");
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

/* Values that the reference has a word for in few of its samples, or none at all. */
static void odd_values_have_words(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_psv_print_options options = {.pieces = DXK_PSV_PRINT_INFO, .stage_known = true};
    bytes b;
    plan p = {.info_size = 24};
    dxk_decoded *part = round_trip(ctx, &p, &b);
    dxk_psv0 *psv = part->as.psv0;
    static const struct {
        uint32_t stage;
        uint8_t info[13];
        const char *wanted;
    } cases[] = {
        {DXK_SHADER_KIND_GEOMETRY,
         {6, 0, 0, 0, 3},
         " Geometry Shader\n InputPrimitive=lineadj\n"
         " OutputTopology=line\n OutputStreamMask=0\n"
         " OutputPositionPresent=0\n"},
        {DXK_SHADER_KIND_GEOMETRY,
         {39, 0, 0, 0, 2, 0, 0, 0, 15, 0, 0, 0, 2},
         " Geometry Shader\n InputPrimitive=patch32\n OutputTopology=invalid\n"
         " OutputStreamMask=15\n OutputPositionPresent=1\n"},
        {DXK_SHADER_KIND_GEOMETRY,
         {40, 0, 0, 0, 1},
         " Geometry Shader\n InputPrimitive=invalid\n"
         " OutputTopology=point\n OutputStreamMask=0\n"
         " OutputPositionPresent=0\n"},
        {DXK_SHADER_KIND_HULL,
         {1, 0, 0, 0, 32, 0, 0, 0, 9, 0, 0, 0, 5},
         " Hull Shader\n InputControlPointCount=1\n OutputControlPointCount=32\n Domain=invalid\n"
         " OutputPrimitive=invalid\n"},
        {DXK_SHADER_KIND_PIXEL, {1, 7}, " Pixel Shader\n DepthOutput=1\n SampleFrequency=1\n"},
        {DXK_SHADER_KIND_MESH, {1}, " Mesh Shader\n"},
        {DXK_SHADER_KIND_LIBRARY, {1}, ""},
        {12345, {1}, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char wanted[512];
        memset(psv->info.stage_info, 0, sizeof psv->info.stage_info);
        memcpy(psv->info.stage_info, cases[i].info, sizeof cases[i].info);
        options.stage = cases[i].stage;
        snprintf(wanted, sizeof wanted,
                 "PSVRuntimeInfo:\n%s MinimumExpectedWaveLaneCount: 4\n"
                 " MaximumExpectedWaveLaneCount: 32\n",
                 cases[i].wanted);
        check_printed(psv, &options, ctx, wanted);
    }
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

static void single_records_are_printed(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    bytes b;
    plan p = hull_plan();
    dxk_decoded *part = round_trip(ctx, &p, &b);
    dxk_psv0 *psv = part->as.psv0;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    psv->resources[1].type = 44;
    psv->resources[1].kind = 99;
    psv->resources[1].flags = 2;
    psv->elements[0][0].semantic_kind = 31;
    psv->elements[0][0].allocated = 0;
    dxk_psv0_print_resource(psv, 1, dxk_buffer_sink(&out));
    dxk_psv0_print_resource(psv, 2, dxk_buffer_sink(&out));
    dxk_psv0_print_element(psv, DXK_PSV_INPUT, 0, dxk_buffer_sink(&out));
    dxk_psv0_print_element(psv, DXK_PSV_INPUT, 1, dxk_buffer_sink(&out));
    dxk_buffer_append(&out, "", 1);
    assert_string_equal((const char *)out.data,
                        "PSVResourceBindInfo:\n  Space: 7\n  LowerBound: 1\n"
                        "  UpperBound: 4294967295\n  ResType: 44\n  ResKind: 99\n  ResFlags: \n"
                        "PSVSignatureElement:\n  SemanticName: POS\n  SemanticIndex: 10 11 \n"
                        "  IsAllocated: 0\n  StartRow: -1\n  StartCol: -1\n  Rows: 2\n  Cols: 3\n"
                        "  SemanticKind: Invalid\n  InterpolationMode: 2\n  OutputStream: 2\n"
                        "  ComponentType: 3\n  DynamicIndexMask: 5\n");
    dxk_buffer_free(&out);
    dxk_decoded_free(part);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Allocations, samples                                                                       */

static dxk_status use_all(dxk_ctx *ctx, void *user)
{
    const bytes *b = user;
    dxk_decoded *part;
    dxk_buffer out;
    dxk_status status = dxk_part_decode(ctx, DXK_PART_PSV0, (dxk_bytes){b->data, b->size}, &part);
    if (status != DXK_OK)
        return status;
    dxk_buffer_init(&out, ctx);
    status = dxk_part_encode(ctx, part, dxk_buffer_sink(&out));
    if (status == DXK_OK)
        status = dxk_psv0_print(part->as.psv0, NULL, dxk_buffer_sink(&out));
    dxk_buffer_free(&out);
    dxk_decoded_free(part);
    return status;
}

static void allocations_can_fail(void **state)
{
    (void)state;
    bytes b;
    plan p = hull_plan();
    p.entry_name = 99; /* with a warning */
    make(&b, &p);
    support_fail_allocations(use_all, &b);
}

typedef struct counts {
    size_t texts, same;
} counts;

/* Compares the text of the container beside `path`, which is the reference's. */
static void compare_text(void *user, const char *path)
{
    counts *n = user;
    char beside[2048];
    size_t text_size, size;
    uint8_t *text = support_read(path, &text_size);
    snprintf(beside, sizeof beside, "%.*s.dxil", (int)(strlen(path) - 4), path);
    uint8_t *data = support_read(beside, &size);
    dxk_ctx *ctx = support_ctx();
    dxk_container *container;
    dxk_decoded *part;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container), DXK_OK);
    size_t index = dxk_container_find(container, DXK_PART_PSV0, 0);
    assert_true(index != DXK_NO_PART);
    dxk_bytes content = dxk_container_part(container, index)->content;
    assert_int_equal(dxk_part_decode(ctx, DXK_PART_PSV0, content, &part), DXK_OK);
    assert_int_equal(dxk_psv0_print(part->as.psv0, NULL, dxk_buffer_sink(&out)), DXK_OK);
    n->texts++;
    if (out.size == text_size && memcmp(out.data, text, text_size) == 0)
        n->same++;
    else
        print_message("%s differs\n", path);
    dxk_buffer_free(&out);
    dxk_decoded_free(part);
    dxk_container_free(container);
    support_ctx_done(ctx);
    free(data);
    free(text);
}

static void corpus_prints_the_same(void **state)
{
    const char *folder = support_corpus("own");
    counts n = {0, 0};
    (void)state;
    if (!folder)
        skip();
    support_each(folder, ".psv", compare_text, &n);
    print_message("psv text identical %zu of %zu\n", n.same, n.texts);
    assert_int_equal(n.same, n.texts);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(size_tells_the_version),
    cmocka_unit_test(strides_are_kept),
    cmocka_unit_test(hull_has_all_its_tables),
    cmocka_unit_test(stages_have_their_tables),
    cmocka_unit_test(stage_facts_are_taken_apart),
    cmocka_unit_test(names_and_indices_are_found),
    cmocka_unit_test(damage_is_reported),
    cmocka_unit_test(dangling_references_are_warnings),
    cmocka_unit_test(every_truncation_is_refused),
    cmocka_unit_test(meanings_are_shown),
    cmocka_unit_test(text_is_the_reference_s),
    cmocka_unit_test(odd_values_have_words),
    cmocka_unit_test(single_records_are_printed),
    cmocka_unit_test(allocations_can_fail),
    cmocka_unit_test(corpus_prints_the_same),
};
SUPPORT_SUITE(test_psv0, tests);

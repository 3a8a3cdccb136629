/* SPDX-License-Identifier: MIT */
/* test_exec_bind.c - registers, heaps, root signatures: which view is where. */
#include "support.h"

#include "exec/program.h"

/* A run without a program that was decoded: all that binding needs. */
typedef struct bench {
    dxk_run_program program;
    dxk_run run;
} bench;

static void set_up(bench *b, dxk_ctx *ctx)
{
    memset(b, 0, sizeof *b);
    b->program.info.kind = DXK_SHADER_KIND_COMPUTE;
    b->run.ctx = ctx;
    b->run.program = &b->program;
    assert_true(dxki_exec_bindings_init(&b->run.bindings, ctx));
}

static void tear_down(bench *b)
{
    dxk_ctx *ctx = b->run.ctx;

    dxki_exec_bindings_free(&b->run.bindings);
    support_ctx_done(ctx);
}

static const dxki_exec_view *at(const bench *b, dxki_exec_where where, uint32_t space,
                                uint32_t index)
{
    return dxki_exec_view_of(&b->run.bindings.views,
                             dxki_exec_bound_at(&b->run.bindings, where, space, index));
}

static dxk_run_view raw(uint8_t *data, size_t size)
{
    return (dxk_run_view){.kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = data, .size = size};
}

static void registers_are_apart_by_class_and_space(void **state)
{
    uint8_t data[64];
    bench b;
    (void)state;
    set_up(&b, support_ctx());
    for (uint32_t i = 0; i < 3001; i++) { /* in an odd order, so that the table grows */
        uint32_t index = i * 7919 % 3001;
        dxk_run_view view = raw(data + index % 16 * 4, 4);
        assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SRV, index % 3, index, &view),
                         DXK_OK);
    }
    for (uint32_t index = 1; index < 3001; index++)
        assert_ptr_equal(at(&b, DXKI_AT_SRV, index % 3, index)->base, data + index % 16 * 4);
    assert_ptr_equal(at(&b, DXKI_AT_SRV, 0, 4), b.run.bindings.views.items);
    assert_ptr_equal(at(&b, DXKI_AT_UAV, 0, 3), b.run.bindings.views.items);
    dxk_run_view view = raw(data + 32, 8);
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SRV, 0, 3, &view), DXK_OK);
    assert_ptr_equal(at(&b, DXKI_AT_SRV, 0, 3)->base, data + 32);
    view = (dxk_run_view){.kind = DXK_RESOURCE_KIND_INVALID};
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SRV, 0, 3, &view), DXK_OK);
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 0, 3)));
    tear_down(&b);
}

static void views_must_fit_their_memory(void **state)
{
    static const dxk_run_view bad[] = {
        {.kind = DXK_RESOURCE_KIND_RAW_BUFFER, .size = 16, .first = 5},
        {.kind = DXK_RESOURCE_KIND_RAW_BUFFER, .size = 16, .first = 3, .count = 2},
        {.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER, .size = 16},
        {.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER, .size = 16, .stride = 8, .first = UINT64_MAX},
        {.kind = DXK_RESOURCE_KIND_TYPED_BUFFER, .size = 16},
        {.kind = DXK_RESOURCE_KIND_TYPED_BUFFER, .size = 16, .format = 9},
        {.kind = DXK_RESOURCE_KIND_TYPED_BUFFER, .size = 16, .format = 500},
        {.kind = DXK_RESOURCE_KIND_SAMPLER, .size = 16},
        {.kind = DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE, .size = 16},
        {.kind = DXK_RESOURCE_KIND_TEXTURE2D, .size = 16, .format = 41, .width = 3, .height = 2},
        {.kind = DXK_RESOURCE_KIND_TEXTURE2D, .size = 16, .format = 41, .height = 2},
        {.kind = DXK_RESOURCE_KIND_TEXTURE2D, .size = 16, .format = 41, .width = 2, .mips = 17},
        {.kind = DXK_RESOURCE_KIND_TEXTURE2D, .size = 16, .format = 41, .width = 2, .first_mip = 1},
        {.kind = DXK_RESOURCE_KIND_TEXTURE2D, .size = 16, .format = 41, .width = 2, .slices = 2},
        {.kind = DXK_RESOURCE_KIND_TEXTURE_CUBE, .size = 16, .format = 61, .width = 2},
        {.kind = DXK_RESOURCE_KIND_TEXTURE3D,
         .size = 16,
         .format = 2,
         .width = UINT32_MAX,
         .height = UINT32_MAX,
         .depth = UINT32_MAX},
        {.kind = DXK_RESOURCE_KIND_TEXTURE2DMS, .size = 16, .format = 41, .width = 1, .samples = 8},
    };
    uint8_t data[16];
    bench b;
    (void)state;
    set_up(&b, support_ctx());
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        dxk_run_view view = bad[i];
        view.data = data;
        assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SRV, 0, 0, &view), DXK_E_INVALID);
    }
    assert_true(support_reported(b.run.ctx, "RUN.VIEW"));
    dxk_run_view nothing = {.kind = DXK_RESOURCE_KIND_RAW_BUFFER, .size = 16};
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SRV, 0, 0, &nothing), DXK_E_INVALID);
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SAMPLER, 0, 0, &nothing),
                     DXK_E_ARGUMENT);
    assert_int_equal(dxki_exec_bound_at(&b.run.bindings, DXKI_AT_SRV, 0, 0), 0);
    tear_down(&b);
}

/* --- root signatures --- */

/* Writes words as a file has them. */
static dxk_bytes little(const uint32_t *words, size_t count, uint8_t *out)
{
    for (size_t i = 0; i < count * 4; i++)
        out[i] = (uint8_t)(words[i / 4] >> (8 * (i % 4)));
    return (dxk_bytes){out, count * 4};
}

/* Version 1.0: constants b3 of space 1 (four of them), an UAV u7, a table of (two SRV from t4 on, SRV
 * without end from t9 of space 2 on at 5, one UAV u1 after 40), a table of samplers s2 on, and a
 * static sampler s8. A second table is for pixel shaders alone. */
static const uint32_t signature[] = {
    1,  5,   24, 1, 232,        0,                                                     /* 0 */
    1,  0,   84, 4, 0,          96, 0,          0, 104, 0,          0, 172, 0, 5, 200, /* 24 */
    3,  1,   4,                                                                        /* 84 */
    7,  0,                                                                             /* 96 */
    3,  112,                                                                           /* 104 */
    0,  2,   4,  0, 0,          0,  UINT32_MAX, 9, 2,   5,          1, 1,   1, 0, 40,  /* 112 */
    1,  180,                                                                           /* 172 */
    3,  3,   2,  0, UINT32_MAX,                                                        /* 180 */
    1,  208,                                                                           /* 200 */
    0,  1,   30, 0, UINT32_MAX, 0,                                                     /* 208 */
    21, 1,   2,  4, 0x3F000000, 8,  4,          2, 0,   0x41000000, 8, 0,   0,
};

static void use_signature(bench *b)
{
    uint8_t bytes[sizeof signature];

    set_up(b, support_ctx());
    assert_int_equal(
        dxk_run_root_signature(&b->run, little(signature, sizeof signature / 4, bytes)), DXK_OK);
    assert_int_equal(dxk_run_root_parameter_count(&b->run), 5);
}

static void tables_lead_to_heaps(void **state)
{
    uint8_t data[256];
    bench b;
    (void)state;
    use_signature(&b);
    for (uint32_t slot = 0; slot < 60; slot++) {
        dxk_run_view view = raw(data + 4 * slot, 4);
        assert_int_equal(dxk_run_heap_set(&b.run, slot, DXK_RESOURCE_CLASS_SRV, &view), DXK_OK);
    }
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 0, 4)));
    assert_int_equal(dxk_run_root_table(&b.run, 2, 10), DXK_OK);
    assert_ptr_equal(at(&b, DXKI_AT_SRV, 0, 4)->base, data + 40);
    assert_ptr_equal(at(&b, DXKI_AT_SRV, 0, 5)->base, data + 44);
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 0, 6)));
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 0, 3)));
    assert_ptr_equal(at(&b, DXKI_AT_SRV, 2, 9)->base, data + 60);
    assert_ptr_equal(at(&b, DXKI_AT_SRV, 2, 53)->base, data + 236);
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 2, 54)));
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 2, UINT32_MAX)));
    assert_ptr_equal(at(&b, DXKI_AT_UAV, 0, 1)->base, data + 200);
    assert_int_equal(dxk_run_root_table(&b.run, 4, 0), DXK_OK);
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SRV, 0, 30))); /* of pixel shaders */
    assert_int_equal(dxk_run_root_table(&b.run, 0, 0), DXK_E_ARGUMENT);
    assert_int_equal(dxk_run_root_table(&b.run, 5, 0), DXK_E_ARGUMENT);
    tear_down(&b);
}

static void samplers_have_heaps_and_are_static(void **state)
{
    dxk_run_sampler sampler = {
        .filter = 0x95, .address = {1, 0, 5}, .comparison = 3, .max_anisotropy = 99, .max_lod = 4};
    bench b;
    (void)state;
    use_signature(&b);
    assert_int_equal(dxk_run_heap_set_sampler(&b.run, 6, &sampler), DXK_OK);
    assert_int_equal(dxk_run_root_table(&b.run, 3, 5), DXK_OK);
    const dxki_exec_sampler *s = &at(&b, DXKI_AT_SAMPLER, 0, 3)->sampler;
    assert_true(s->mip_linear && s->mag_linear && s->min_linear && !s->anisotropic);
    assert_int_equal(s->reduction, 1);
    assert_int_equal(s->address[0], DXK_ADDRESS_MODE_WRAP);
    assert_int_equal(s->address[1], DXK_ADDRESS_MODE_CLAMP);
    assert_int_equal(s->max_anisotropy, 16);
    s = &at(&b, DXKI_AT_SAMPLER, 0, 8)->sampler;
    assert_true(s->mip_linear && s->mag_linear && s->min_linear);
    assert_int_equal(s->address[2], DXK_ADDRESS_MODE_BORDER);
    assert_int_equal(s->border[3], 0x3F800000);
    assert_true(s->bias == 0.5f && s->max_lod == 8 && s->max_anisotropy == 8);
    assert_true(dxki_exec_view_is_null(at(&b, DXKI_AT_SAMPLER, 0, 2)));
    tear_down(&b);
}

static void constants_and_descriptors_are_in_the_root(void **state)
{
    dxk_run_resource declared = {.cls = DXK_RESOURCE_CLASS_UAV,
                                 .kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                                 .first = 7,
                                 .count = 1,
                                 .stride = 12};
    uint8_t data[50], values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    bench b;
    (void)state;
    use_signature(&b);
    b.program.resources = &declared;
    b.program.info.resource_count = 1;
    assert_int_equal(dxk_run_root_constants(&b.run, 0, (dxk_bytes){values, 8}), DXK_OK);
    const dxki_exec_view *view = at(&b, DXKI_AT_CBV, 1, 3);
    assert_int_equal(view->size, 16);
    assert_memory_equal(view->base, values, 8);
    assert_int_equal(view->base[8], 0);
    assert_int_equal(dxk_run_root_constants(&b.run, 0, (dxk_bytes){data, 20}), DXK_E_ARGUMENT);
    assert_int_equal(dxk_run_root_constants(&b.run, 1, (dxk_bytes){values, 8}), DXK_E_ARGUMENT);
    dxk_run_view memory = raw(data, sizeof data);
    assert_int_equal(dxk_run_root_descriptor(&b.run, 1, &memory), DXK_OK);
    view = at(&b, DXKI_AT_UAV, 0, 7);
    assert_int_equal(view->kind, DXK_RESOURCE_KIND_STRUCTURED_BUFFER);
    assert_int_equal(view->count, 4);
    assert_int_equal(dxk_run_root_descriptor(&b.run, 0, &memory), DXK_E_ARGUMENT);
    tear_down(&b);
}

static dxk_status bind_some(dxk_ctx *ctx, void *user)
{
    uint8_t bytes[sizeof signature], data[4];
    dxk_status status = DXK_E_NOMEM;
    bench b = {.run = {.ctx = ctx, .program = &b.program}};
    (void)user;
    b.program.info.kind = DXK_SHADER_KIND_COMPUTE;
    if (dxki_exec_bindings_init(&b.run.bindings, ctx))
        status = dxk_run_root_signature(&b.run, little(signature, sizeof signature / 4, bytes));
    for (uint32_t i = 0; i < 100 && !status; i++) {
        dxk_run_view view = raw(data, 4);
        uint32_t counter = 0;
        view.counter = &counter;
        status = dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_UAV, 0, i, &view);
    }
    if (!status)
        status = dxk_run_root_constants(&b.run, 0, (dxk_bytes){data, 0});
    dxki_exec_bindings_free(&b.run.bindings);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    support_fail_allocations(bind_some, NULL);
}

static void kinds_come_from_the_program(void **state)
{
    static dxk_run_resource declared[] = {
        {.cls = DXK_RESOURCE_CLASS_UAV,
         .kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
         .stride = 8,
         .first = 2,
         .count = 3},
        {.cls = DXK_RESOURCE_CLASS_SRV, .kind = DXK_RESOURCE_KIND_RAW_BUFFER, .count = 1},
    };
    uint8_t data[64];
    bench b;
    (void)state;
    set_up(&b, support_ctx());
    b.program.resources = declared;
    b.program.info.resource_count = sizeof declared / sizeof declared[0];
    const dxk_run_view plain = {.data = data, .size = sizeof data};
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_UAV, 0, 4, &plain), DXK_OK);
    assert_int_equal(at(&b, DXKI_AT_UAV, 0, 4)->kind, DXK_RESOURCE_KIND_STRUCTURED_BUFFER);
    assert_int_equal(at(&b, DXKI_AT_UAV, 0, 4)->stride, 8);
    const dxk_run_view strided = {.data = data, .size = sizeof data, .stride = 16};
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_UAV, 0, 2, &strided), DXK_OK);
    assert_int_equal(at(&b, DXKI_AT_UAV, 0, 2)->stride, 16);
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_SRV, 0, 0, &plain), DXK_OK);
    assert_int_equal(at(&b, DXKI_AT_SRV, 0, 0)->kind, DXK_RESOURCE_KIND_RAW_BUFFER);
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_CBUFFER, 0, 7, &plain), DXK_OK);
    assert_int_equal(at(&b, DXKI_AT_CBV, 0, 7)->kind, DXK_RESOURCE_KIND_CBUFFER);
    assert_int_equal(dxk_run_heap_set(&b.run, 1, DXK_RESOURCE_CLASS_CBUFFER, &plain), DXK_OK);
    assert_int_equal(dxk_ctx_diag_count(b.run.ctx), 0);
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_UAV, 0, 5, &plain), DXK_E_INVALID);
    assert_int_equal(dxk_run_bind(&b.run, DXK_RESOURCE_CLASS_UAV, 1, 2, &plain), DXK_E_INVALID);
    assert_int_equal(dxk_run_heap_set(&b.run, 2, DXK_RESOURCE_CLASS_SRV, &plain), DXK_E_INVALID);
    assert_int_equal(dxk_ctx_diag_count(b.run.ctx), 3);
    assert_true(support_reported(b.run.ctx, "RUN.VIEW"));
    tear_down(&b);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(kinds_come_from_the_program),
    cmocka_unit_test(registers_are_apart_by_class_and_space),
    cmocka_unit_test(views_must_fit_their_memory),
    cmocka_unit_test(tables_lead_to_heaps),
    cmocka_unit_test(samplers_have_heaps_and_are_static),
    cmocka_unit_test(constants_and_descriptors_are_in_the_root),
    cmocka_unit_test(survives_failing_allocations),
};
SUPPORT_SUITE(test_exec_bind, tests);

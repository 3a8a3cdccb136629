/* SPDX-License-Identifier: MIT */
/*
 * test_exec_ops.c - the operations on resources, one instruction at a time on a wave of four lanes
 * that was made by hand: results, memory, findings; lanes that do not take part; and all of them with
 * operands and views of any kind.
 */
#include "support.h"

#include "dxk/ops.h"
#include "exec/group.h"
#include "exec/ops_resource.h"
#include "ir/idset.h"

#define LANES     8u
#define REGISTERS 128u
#define FIRST_ARG 24u /* registers of operands; results are below */

typedef struct rig {
    dxk_run_program program;
    dxk_run run;
    dxk_run_worker worker;
    dxki_exec_group group;
    dxki_exec_wave wave;
    uint64_t registers[REGISTERS * LANES / 2 + LANES];
    uint32_t lists[32], active[LANES], threads[LANES];
    dxki_exec_inst inst;
    uint32_t args;
} rig;

static void set_up(rig *r)
{
    dxk_ctx *ctx = support_ctx();

    memset(r, 0, sizeof *r);
    r->program.info.kind = DXK_SHADER_KIND_COMPUTE;
    r->program.code.items = &r->inst;
    r->run.ctx = r->worker.ctx = ctx;
    r->run.program = r->worker.program = &r->program;
    r->worker.run = &r->run;
    r->worker.enabled = UINT64_MAX;
    assert_true(dxki_exec_bindings_init(&r->run.bindings, ctx));
    r->wave = (dxki_exec_wave){
        .lanes = LANES,
        .lane_shift = 3,
        .bank = {(uint32_t *)r->registers, (uint32_t *)r->registers},
        .lists = r->lists,
        .full = true,
        .mask = {{0xFF, 0}},
        .active = r->active,
        .program = &r->program,
        .run = &r->run,
        .worker = &r->worker,
        .group = &r->group,
        .views = &r->run.bindings.views,
        .thread_of = r->threads,
    };
    memset(r->active, 0xFF, sizeof r->active);
}

static void tear_down(rig *r)
{
    dxki_exec_bindings_free(&r->run.bindings);
    dxki_vec_free(r->run.ctx, &r->worker.found);
    dxki_idset_free(r->run.ctx, &r->worker.found_set);
    support_ctx_done(r->run.ctx);
}

static void set_mask(rig *r, uint32_t mask)
{
    r->wave.mask.word[0] = mask;
    r->wave.full = mask == 0xFF;
    for (uint32_t lane = 0; lane < LANES; lane++)
        r->active[lane] = mask >> lane & 1u ? UINT32_MAX : 0;
}

static uint32_t *row(rig *r, uint32_t number)
{
    return (uint32_t *)r->registers + number * LANES;
}

/* Starts an instruction; operands follow. */
static void begin(rig *r, uint32_t op, char letter, uint16_t n)
{
    r->inst = (dxki_exec_inst){.imm = op, .aux = (uint16_t)letter, .n = n};
    r->args = 0;
    for (uint32_t i = 0; i < 20 * LANES; i++)
        row(r, 0)[i] = 0xDDDDDDDD;
}

static uint32_t *arg(rig *r)
{
    uint32_t number = FIRST_ARG + 2 * r->args;
    r->lists[r->args++] = number;
    memset(row(r, number), 0, sizeof(uint32_t[2 * LANES]));
    return row(r, number);
}

/* An operand that is the same for all lanes. */
static void same(rig *r, uint32_t value)
{
    uint32_t *to = arg(r);
    for (uint32_t lane = 0; lane < LANES; lane++)
        to[lane] = value;
}

static void same64(rig *r, uint64_t value)
{
    uint64_t *to = (uint64_t *)(void *)arg(r);
    for (uint32_t lane = 0; lane < LANES; lane++)
        to[lane] = value;
}

/* One that grows with the lane. */
static void steps(rig *r, uint32_t first, uint32_t step)
{
    uint32_t *to = arg(r);
    for (uint32_t lane = 0; lane < LANES; lane++)
        to[lane] = first + lane * step;
}

static void nothing(rig *r)
{
    r->lists[r->args++] = DXKI_EXEC_UNDEF;
}

static void run(rig *r)
{
    dxki_exec_fn *fn = dxki_exec_resource_fn(r->inst.imm, (char)r->inst.aux);
    assert_non_null(fn);
    fn(&r->wave, &r->inst);
}

static uint64_t found(const rig *r, dxki_exec_finding_id id)
{
    for (size_t i = 0; i < r->worker.found.count; i++)
        if (r->worker.found.items[i].id == id)
            return r->worker.found.items[i].count;
    return 0;
}

static void forget(rig *r)
{
    r->worker.found.count = 0;
    dxki_idset_free(r->run.ctx, &r->worker.found_set);
}

static uint32_t bind(rig *r, dxk_resource_class cls, uint32_t index, dxk_run_view view)
{
    assert_int_equal(dxk_run_bind(&r->run, cls, 0, index, &view), DXK_OK);
    return dxki_exec_bound_at(&r->run.bindings, (dxki_exec_where)cls, 0, index);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* --- raw and structured buffers --- */

static uint32_t raw_view(rig *r, void *data, uint64_t size)
{
    return bind(r, DXK_RESOURCE_CLASS_UAV, 0,
                (dxk_run_view){.kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = data, .size = size});
}

static uint32_t structured_view(rig *r, void *data, uint64_t size, uint32_t stride)
{
    return bind(r, DXK_RESOURCE_CLASS_UAV, 1,
                (dxk_run_view){.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                               .data = data,
                               .size = size,
                               .stride = stride});
}

static void raw_loads_are_bounded_by_component(void **state)
{
    uint32_t data[12];
    rig r;
    (void)state;
    set_up(&r);
    for (uint32_t i = 0; i < 12; i++)
        data[i] = 100 + i;
    uint32_t handle = raw_view(&r, data, 40);
    for (unsigned pass = 0; pass < 2; pass++) { /* with and without lanes at the end */
        begin(&r, DXK_OP_RawBufferLoad, 'i', 1);
        same(&r, handle);
        steps(&r, 4, pass ? 1 : 4);
        nothing(&r);
        same(&r, pass ? 1 : 7);
        same(&r, 4);
        run(&r);
        for (uint32_t lane = 0; lane < LANES && !pass; lane++) {
            for (uint32_t k = 0; k < 3; k++)
                assert_int_equal(row(&r, k)[lane], 1 + lane + k < 10 ? 101 + lane + k : 0);
            assert_int_equal(row(&r, 3)[lane], 0);
            assert_int_equal(row(&r, 4)[lane], 1);
        }
        assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), pass ? 0 : 1);
        assert_int_equal(found(&r, DXKI_FOUND_ALIGN_RAW), pass ? 6 : 0);
        forget(&r);
    }
    /* Sums do not wrap. */
    begin(&r, DXK_OP_RawBufferLoad, 'i', 1);
    same(&r, handle);
    same(&r, 0xFFFFFFF0);
    same(&r, 16);
    same(&r, 1);
    same(&r, 4);
    run(&r);
    assert_int_equal(row(&r, 0)[0], 0);
    assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), 8);
    tear_down(&r);
}

static void raw_numbers_have_their_width(void **state)
{
    uint8_t data[64];
    rig r;
    (void)state;
    set_up(&r);
    for (uint8_t i = 0; i < 64; i++)
        data[i] = i;
    uint32_t handle = raw_view(&r, data, 64);
    begin(&r, DXK_OP_RawBufferLoad, 'w', 1);
    same(&r, handle);
    steps(&r, 0, 2);
    nothing(&r);
    same(&r, 3);
    same(&r, 2);
    run(&r);
    assert_int_equal(row(&r, 0)[3], 0x0706);
    assert_int_equal(row(&r, 1)[3], 0x0908);
    assert_int_equal(row(&r, 2)[3], 0);
    begin(&r, DXK_OP_RawBufferLoad, 'l', 1);
    same(&r, handle);
    steps(&r, 0, 8);
    nothing(&r);
    same(&r, 15);
    same(&r, 8);
    run(&r);
    assert_true(((uint64_t *)(void *)row(&r, 2))[1] == 0x1716151413121110u);
    assert_true(((uint64_t *)(void *)row(&r, 6))[5] == 0);
    assert_int_equal(row(&r, 8)[0], 1);
    assert_int_equal(found(&r, DXKI_FOUND_ALIGN_RAW), 0);
    begin(&r, DXK_OP_RawBufferVectorLoad, 'i', 6);
    same(&r, handle);
    steps(&r, 0, 4);
    nothing(&r);
    same(&r, 4);
    run(&r);
    assert_int_equal(row(&r, 5)[1], 0x1B1A1918);
    assert_int_equal(row(&r, 6)[1], 1);
    begin(&r, DXK_OP_RawBufferVectorStore, 'w', 5);
    same(&r, handle);
    steps(&r, 0, 8);
    nothing(&r);
    uint32_t *values = arg(&r); /* parts follow each other; lanes 5 to 7 have 7 at most */
    for (uint32_t i = 0; i < 5 * LANES; i++)
        values[i] = 0xA000 + i;
    r.lists[r.args++] = 60;
    row(&r, 60)[0] = 2;
    set_mask(&r, 2);
    run(&r);
    assert_int_equal(data[7], 7);
    assert_int_equal(data[8], 0x01);
    assert_int_equal(data[9], 0xA0);
    assert_int_equal(data[10], 0x09);
    assert_int_equal(data[16], 0x21);
    assert_int_equal(data[18], 18);
    tear_down(&r);
}

static void structures_have_ends(void **state)
{
    uint32_t data[12];
    rig r;
    (void)state;
    set_up(&r);
    for (uint32_t i = 0; i < 12; i++)
        data[i] = 100 + i;
    uint32_t handle = structured_view(&r, data, 48, 12);
    begin(&r, DXK_OP_RawBufferLoad, 'f', 1);
    same(&r, handle);
    steps(&r, 2, 1);
    same(&r, 4);
    same(&r, 3);
    same(&r, 4);
    set_mask(&r, 0x0F);
    run(&r);
    assert_int_equal(row(&r, 0)[1], 110);
    assert_int_equal(row(&r, 1)[1], 111);
    assert_int_equal(row(&r, 0)[2], 0);
    assert_int_equal(row(&r, 0)[4], 0xDDDDDDDD); /* does not take part */
    assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), 2);
    forget(&r);
    begin(&r, DXK_OP_RawBufferLoad, 'f', 1); /* the third word belongs to the next element */
    same(&r, handle);
    same(&r, 0);
    same(&r, 4);
    same(&r, 7);
    same(&r, 4);
    set_mask(&r, 1);
    run(&r);
    assert_int_equal(row(&r, 1)[0], 102);
    assert_int_equal(row(&r, 2)[0], 0);
    assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), 1);
    forget(&r);
    begin(&r, DXK_OP_BufferLoad, 'f', 1); /* always loads four; nobody minds */
    same(&r, handle);
    same(&r, 0);
    same(&r, 4);
    run(&r);
    assert_int_equal(row(&r, 1)[0], 102);
    assert_int_equal(row(&r, 2)[0], 0);
    assert_int_equal(r.worker.found.count, 0);
    begin(&r, DXK_OP_RawBufferStore, 'i', 1);
    same(&r, handle);
    steps(&r, 3, 1);
    same(&r, 8);
    for (uint32_t k = 0; k < 4; k++)
        steps(&r, 7 + k, 1);
    same(&r, 3);
    same(&r, 4);
    set_mask(&r, 0xFF);
    run(&r);
    assert_int_equal(data[10], 110);
    assert_int_equal(data[11], 7);
    assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), 8);
    tear_down(&r);
}

/* --- typed buffers --- */

static void typed_numbers_are_converted(void **state)
{
    uint8_t data[8] = {0, 128, 255, 1, 2, 3, 4, 5};
    rig r;
    (void)state;
    set_up(&r);
    dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_TYPED_BUFFER, .data = data, .size = 3, .format = 61};
    uint32_t unorm = bind(&r, DXK_RESOURCE_CLASS_UAV, 0, view);
    view.format = 64;
    uint32_t sint = bind(&r, DXK_RESOURCE_CLASS_UAV, 1, view);
    begin(&r, DXK_OP_BufferLoad, 'f', 1);
    same(&r, unorm);
    steps(&r, 0, 1);
    nothing(&r);
    run(&r);
    assert_int_equal(row(&r, 0)[2], bits_of(1));
    assert_int_equal(row(&r, 3)[2], bits_of(1));
    assert_int_equal(row(&r, 0)[3], 0);
    assert_int_equal(row(&r, 3)[3], bits_of(1));
    assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), 5);
    begin(&r, DXK_OP_BufferLoad, 'h', 1);
    same(&r, unorm);
    steps(&r, 0, 1);
    nothing(&r);
    run(&r);
    assert_int_equal(row(&r, 0)[2], 0x3C00);
    assert_int_equal(row(&r, 0)[1], 0x3804); /* 128 / 255 */
    begin(&r, DXK_OP_BufferLoad, 'w', 1);
    same(&r, sint);
    steps(&r, 0, 1);
    nothing(&r);
    run(&r);
    assert_int_equal(row(&r, 0)[1], 0xFF80);
    assert_int_equal(row(&r, 3)[1], 1);
    begin(&r, DXK_OP_BufferStore, 'w', 1);
    same(&r, sint);
    steps(&r, 0, 1);
    nothing(&r);
    steps(&r, 0xFF7F, 1); /* -129, -128, ... */
    for (uint32_t k = 0; k < 3; k++)
        nothing(&r);
    same(&r, 15);
    run(&r);
    const uint8_t want[4] = {0x80, 0x80, 0x81, 1};
    assert_memory_equal(data, want, 4);
    tear_down(&r);
}

/* --- constant buffers --- */

static void rows_of_constants_may_end_early(void **state)
{
    uint8_t data[40];
    rig r;
    (void)state;
    set_up(&r);
    for (uint8_t i = 0; i < 40; i++)
        data[i] = i;
    uint32_t handle =
        bind(&r, DXK_RESOURCE_CLASS_CBUFFER, 0,
             (dxk_run_view){.kind = DXK_RESOURCE_KIND_CBUFFER, .data = data, .size = 40});
    for (unsigned differs = 0; differs < 2; differs++) {
        begin(&r, DXK_OP_CBufferLoadLegacy, 'i', 4);
        same(&r, handle);
        steps(&r, 2 - differs, differs);
        run(&r);
        assert_int_equal(row(&r, 1)[differs], 0x27262524);
        assert_int_equal(row(&r, 2)[differs], 0);
        assert_int_equal(found(&r, DXKI_FOUND_OOB_CBUFFER), differs ? 6 : 0);
    }
    begin(&r, DXK_OP_CBufferLoadLegacy, 'w', 8);
    same(&r, handle);
    same(&r, 1);
    run(&r);
    assert_int_equal(row(&r, 7)[0], 0x1F1E);
    begin(&r, DXK_OP_CBufferLoadLegacy, 'w', 4); /* min-precision */
    same(&r, handle);
    same(&r, 1);
    run(&r);
    assert_int_equal(row(&r, 3)[0], 0x1D1C);
    begin(&r, DXK_OP_CBufferLoadLegacy, 'l', 2);
    same(&r, handle);
    same(&r, 1);
    run(&r);
    assert_true(((uint64_t *)(void *)row(&r, 2))[7] == 0x1F1E1D1C1B1A1918u);
    begin(&r, DXK_OP_CBufferLoad, 'i', 1);
    same(&r, handle);
    steps(&r, 34, 1);
    same(&r, 4);
    run(&r);
    assert_int_equal(row(&r, 0)[2], 0x27262524);
    assert_int_equal(row(&r, 0)[3], 0);
    tear_down(&r);
}

/* --- atomics and counters --- */

static uint32_t atomic(rig *r, uint32_t handle, uint32_t op, uint32_t c0, uint32_t c1,
                       uint32_t value)
{
    begin(r, DXK_OP_AtomicBinOp, 'i', 1);
    same(r, handle);
    same(r, op);
    same(r, c0);
    same(r, c1);
    nothing(r);
    same(r, value);
    set_mask(r, 1);
    run(r);
    return row(r, 0)[0];
}

static void atomics_give_the_old_value(void **state)
{
    static const struct {
        uint32_t op, old, value, want;
    } cases[] = {
        {0, 0xFFFFFFFF, 3, 2},
        {1, 12, 10, 8},
        {2, 12, 10, 14},
        {3, 12, 10, 6},
        {4, 5, 0xFFFFFFFF, 0xFFFFFFFF},
        {5, 5, 0xFFFFFFFF, 5},
        {6, 5, 0xFFFFFFFF, 5},
        {7, 5, 0xFFFFFFFF, 0xFFFFFFFF},
        {8, 5, 9, 9},
    };
    uint32_t data[8];
    rig r;
    (void)state;
    set_up(&r);
    uint32_t raw = raw_view(&r, data, sizeof data);
    uint32_t structured = structured_view(&r, data, sizeof data, 8);
    uint32_t typed = bind(&r, DXK_RESOURCE_CLASS_UAV, 2,
                          (dxk_run_view){.kind = DXK_RESOURCE_KIND_TYPED_BUFFER,
                                         .data = data,
                                         .size = sizeof data,
                                         .format = 42});
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        data[3] = cases[i].old;
        assert_int_equal(atomic(&r, raw, cases[i].op, 12, 99, cases[i].value), cases[i].old);
        assert_int_equal(data[3], cases[i].want);
        data[3] = cases[i].old;
        assert_int_equal(atomic(&r, structured, cases[i].op, 1, 4, cases[i].value), cases[i].old);
        assert_int_equal(data[3], cases[i].want);
        data[3] = cases[i].old;
        assert_int_equal(atomic(&r, typed, cases[i].op, 3, 99, cases[i].value), cases[i].old);
        assert_int_equal(data[3], cases[i].want);
    }
    assert_int_equal(r.worker.found.count, 0);
    assert_int_equal(atomic(&r, raw, 0, 29, 0, 1), 0);
    assert_int_equal(atomic(&r, structured, 0, 4, 0, 1), 0);
    assert_int_equal(atomic(&r, typed, 0, 8, 0, 1), 0);
    assert_int_equal(found(&r, DXKI_FOUND_OOB_RESOURCE), 3);
    atomic(&r, raw, 0, 13, 0, 1); /* not aligned: done all the same */
    assert_int_equal(found(&r, DXKI_FOUND_ALIGN_RAW), 1);
    tear_down(&r);
}

static void atomics_take_turns(void **state)
{
    uint64_t data[2] = {0, 5};
    rig r;
    (void)state;
    set_up(&r);
    uint32_t handle = raw_view(&r, data, sizeof data);
    begin(&r, DXK_OP_AtomicBinOp, 'l', 1);
    same(&r, handle);
    same(&r, 0);
    same(&r, 8);
    nothing(&r);
    nothing(&r);
    same64(&r, 0x100000001u);
    run(&r);
    for (uint32_t lane = 0; lane < LANES; lane++)
        assert_true(((uint64_t *)(void *)row(&r, 0))[lane] == 5 + lane * 0x100000001u);
    assert_true(data[1] == 5 + 8 * 0x100000001u);
    begin(&r, DXK_OP_AtomicCompareExchange, 'i', 1);
    same(&r, handle);
    same(&r, 0);
    nothing(&r);
    nothing(&r);
    steps(&r, 0, 2);
    steps(&r, 2, 2);
    run(&r);
    assert_true(data[0] == 16); /* each finds what the one before left */
    assert_int_equal(row(&r, 0)[7], 14);
    tear_down(&r);
}

static uint32_t count(rig *r, uint32_t handle, uint32_t step)
{
    begin(r, DXK_OP_BufferUpdateCounter, 'v', 1);
    same(r, handle);
    same(r, step);
    run(r);
    return row(r, 0)[2];
}

static void counters_go_up_and_down(void **state)
{
    uint32_t data[4], counter = 10;
    rig r;
    (void)state;
    set_up(&r);
    dxk_run_view view = {.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                         .data = data,
                         .size = sizeof data,
                         .stride = 4,
                         .counter = &counter};
    uint32_t handle = bind(&r, DXK_RESOURCE_CLASS_UAV, 0, view);
    assert_int_equal(count(&r, handle, 1), 12);
    assert_int_equal(counter, 18);
    assert_int_equal(found(&r, DXKI_FOUND_COUNTER_MIXED), 0);
    assert_int_equal(count(&r, handle, 0xFF), 15);
    assert_int_equal(counter, 10);
    assert_true(found(&r, DXKI_FOUND_COUNTER_MIXED) > 0);
    assert_int_equal(found(&r, DXKI_FOUND_COUNTER_UNBOUND), 0);
    view.counter = NULL;
    handle = bind(&r, DXK_RESOURCE_CLASS_UAV, 1, view);
    assert_int_equal(count(&r, handle, 1), 0);
    assert_int_equal(found(&r, DXKI_FOUND_COUNTER_UNBOUND), 8);
    tear_down(&r);
}

/* --- handles --- */

static void create(rig *r, uint32_t resource, uint32_t first, uint32_t step, bool is_nonuniform)
{
    begin(r, DXK_OP_CreateHandle, 0, 1);
    r->inst.imm = DXK_OP_CreateHandle;
    same(r, 1);
    same(r, 0);
    steps(r, first, step);
    same(r, is_nonuniform);
    dxki_exec_fn *fn = dxki_exec_resource_fn(DXK_OP_CreateHandle, 'v');
    r->inst.aux = DXK_OP_CreateHandle;
    r->inst.imm = resource;
    fn(&r->wave, &r->inst);
}

static void handles_are_looked_up(void **state)
{
    dxk_run_resource declared[] = {
        {.cls = DXK_RESOURCE_CLASS_UAV,
         .kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
         .first = 3,
         .count = 4,
         .stride = 8},
        {.cls = DXK_RESOURCE_CLASS_SRV,
         .kind = DXK_RESOURCE_KIND_TYPED_BUFFER,
         .first = 0,
         .count = UINT32_MAX,
         .element = DXK_COMPONENT_TYPE_F32},
        {.cls = DXK_RESOURCE_CLASS_CBUFFER,
         .kind = DXK_RESOURCE_KIND_CBUFFER,
         .first = 0,
         .count = 1,
         .size = 20},
    };
    uint8_t data[64];
    rig r;
    (void)state;
    set_up(&r);
    r.program.resources = declared;
    r.program.info.resource_count = 3;
    dxk_run_view view = {.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                         .data = data,
                         .size = sizeof data,
                         .stride = 8};
    uint32_t three = bind(&r, DXK_RESOURCE_CLASS_UAV, 3, view);
    create(&r, 0, 3, 0, false);
    assert_int_equal(row(&r, 0)[5], three);
    assert_int_equal(r.worker.found.count, 0);
    create(&r, 0, 3, 1, false); /* 3, 4, ... 10 */
    assert_int_equal(row(&r, 0)[1], 0);
    assert_int_equal(found(&r, DXKI_FOUND_INDEX_NONUNIFORM), 7);
    assert_int_equal(found(&r, DXKI_FOUND_BIND_MISSING), 3);
    assert_int_equal(found(&r, DXKI_FOUND_OOB_DESCRIPTOR), 4);
    forget(&r);
    create(&r, 0, 3, 1, true);
    assert_int_equal(found(&r, DXKI_FOUND_INDEX_NONUNIFORM), 0);
    view.stride = 16;
    bind(&r, DXK_RESOURCE_CLASS_UAV, 4, view);
    create(&r, 0, 4, 0, false);
    assert_int_equal(found(&r, DXKI_FOUND_BIND_STRIDE), 1);
    view.kind = DXK_RESOURCE_KIND_RAW_BUFFER;
    bind(&r, DXK_RESOURCE_CLASS_UAV, 5, view);
    create(&r, 0, 5, 0, false);
    assert_int_equal(found(&r, DXKI_FOUND_BIND_KIND), 1);
    view.kind = DXK_RESOURCE_KIND_TYPED_BUFFER;
    view.format = 42;
    bind(&r, DXK_RESOURCE_CLASS_SRV, 1000, view);
    create(&r, 1, 1000, 0, false);
    assert_int_equal(found(&r, DXKI_FOUND_BIND_FORMAT), 1);
    view.format = 61;
    bind(&r, DXK_RESOURCE_CLASS_SRV, 1000, view);
    forget(&r);
    create(&r, 1, 1000, 0, false);
    assert_int_equal(r.worker.found.count, 0);
    view.kind = DXK_RESOURCE_KIND_CBUFFER;
    view.size = 16;
    bind(&r, DXK_RESOURCE_CLASS_CBUFFER, 0, view);
    create(&r, 2, 0, 0, false);
    assert_int_equal(found(&r, DXKI_FOUND_BIND_SIZE), 1);
    view.size = 32;
    bind(&r, DXK_RESOURCE_CLASS_CBUFFER, 0, view);
    forget(&r);
    create(&r, 2, 0, 0, false);
    assert_int_equal(r.worker.found.count, 0);
    create(&r, 9, 0, 0, false); /* no such resource */
    assert_int_equal(row(&r, 0)[0], 0);
    tear_down(&r);
}

/* --- anything --- */

static uint32_t random_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

/* A number that is often at an edge. */
static uint32_t odd_number(uint64_t *state)
{
    static const uint32_t edges[] = {0,          1,          3,          4,          15,
                                     16,         0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFFC,
                                     0x7F800000, 0x7FC00000, 0xFF800000, 0x3F800000, 0x3F000000};
    uint32_t n = random_number(state);
    return n % 3 == 0 ? random_number(state) : n % 3 == 1 ? edges[n / 3 % 15] : n / 3 % 70;
}

static void bind_anything(rig *r, uint64_t *seed, uint8_t *memory, uint32_t size)
{
    for (uint32_t i = 0; i < 40; i++) {
        static const uint8_t formats[] = {2, 41, 42, 28, 61, 10, 26, 71, 98, 95, 68, 17};
        uint32_t counter = 0;
        dxk_run_view view = {
            .kind = (dxk_resource_kind)(1 + random_number(seed) % 15),
            .format = formats[random_number(seed) % sizeof formats],
            .data = memory,
            .size = random_number(seed) % size,
            .stride = random_number(seed) % 20,
            .width = 1 + random_number(seed) % 8,
            .height = 1 + random_number(seed) % 8,
            .depth = random_number(seed) % 4,
            .slices = random_number(seed) % 13,
            .mips = random_number(seed) % 4,
            .samples = random_number(seed) % 5,
        };
        (void)counter;
        if (random_number(seed) % 2)
            view.height = view.width;
        view.is_tiled = random_number(seed) % 8 == 0;
        dxk_run_bind(&r->run, (dxk_resource_class)(random_number(seed) % 3), 0, i, &view);
    }
    for (uint32_t i = 0; i < 10; i++) {
        dxk_run_sampler sampler = {
            .filter = random_number(seed) & 0x1FF,
            .address = {(dxk_run_address)(random_number(seed) % 7), 4, 1},
            .mip_bias = (float)(random_number(seed) % 5),
            .max_anisotropy = random_number(seed) % 20,
            .comparison = random_number(seed) % 10,
            .max_lod = (float)(random_number(seed) % 5),
        };
        dxk_run_bind_sampler(&r->run, 0, i, &sampler);
    }
}

/* No operand leads outside of the memory that is bound. */
static void anything_stays_within_bounds(void **state)
{
    static const char letters[] = "hfwid";
    uint8_t *memory = malloc(4096);
    uint64_t seed = 20;
    unsigned runs = 0;
    rig r;
    (void)state;
    assert_non_null(memory);
    set_up(&r);
    memset(memory, 0x3C, 4096);
    bind_anything(&r, &seed, memory, 4096);
    for (unsigned round = 0; round < 400000; round++) {
        uint32_t op = random_number(&seed) % 310;
        char letter = letters[random_number(&seed) % 5];
        dxki_exec_fn *fn = dxki_exec_resource_fn(op, letter);
        if (!fn)
            continue;
        begin(&r, op, letter, (uint16_t)(1 + random_number(&seed) % 6));
        for (uint32_t k = 0; k < 18; k++) {
            if (random_number(&seed) % 6 == 0) {
                nothing(&r);
                continue;
            }
            uint32_t *to = arg(&r);
            bool is_same = random_number(&seed) % 2;
            for (uint32_t lane = 0; lane < LANES; lane++)
                to[lane] = k < 2 && random_number(&seed) % 8 ? random_number(&seed) % 50
                           : lane && is_same                 ? to[0]
                                                             : odd_number(&seed);
        }
        r.lists[18] = r.lists[19] = 20;
        set_mask(&r, random_number(&seed) & 0xFF);
        fn(&r.wave, &r.inst);
        runs++;
    }
    assert_true(runs > 10000);
    free(memory);
    tear_down(&r);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(raw_loads_are_bounded_by_component),
    cmocka_unit_test(raw_numbers_have_their_width),
    cmocka_unit_test(structures_have_ends),
    cmocka_unit_test(typed_numbers_are_converted),
    cmocka_unit_test(rows_of_constants_may_end_early),
    cmocka_unit_test(atomics_give_the_old_value),
    cmocka_unit_test(atomics_take_turns),
    cmocka_unit_test(counters_go_up_and_down),
    cmocka_unit_test(handles_are_looked_up),
    cmocka_unit_test(anything_stays_within_bounds),
};
SUPPORT_SUITE(test_exec_ops, tests);

/* SPDX-License-Identifier: MIT */
/* test_inspect.c - variables, frames and threads of shaders while they run. */
#include "support.h"

#include "dxk/inspect.h"

/* A program that runs one group, and what a test looks for in it. */
typedef struct scene {
    dxk_ctx *ctx;
    uint8_t *bytes;
    dxk_container *container;
    dxk_run_program *program;
    dxk_inspect *inspect;
    dxk_inspect_state *state;
    uint32_t data[64];
    uint32_t zeros[64]; /* constant buffers */

    uint32_t line; /* where the test looks, for the first time */
    uint32_t wave;
    void (*look)(struct scene *s, const dxk_inspect_state *state);
    uint32_t looked;   /* times */
    dxk_status result; /* of the callback */
} scene;

static dxk_status on_moment(void *user, const dxk_inspect_state *state)
{
    scene *s = user;
    dxk_inspect_moment m = dxk_inspect_moment_get(state);
    dxk_run_frame frame;

    if (s->looked || m.wave != s->wave || !dxk_run_program_frame(s->program, m.place, 0, &frame) ||
        frame.line != s->line)
        return DXK_OK;
    s->looked++;
    s->look(s, state);
    return s->result;
}

static dxk_status run_worker(scene *s, dxk_run *run)
{
    dxk_inspect_watch_options watch = {.call = on_moment, .user = s, .when = DXK_INSPECT_BEFORE};
    dxk_run_worker *worker = NULL;
    dxk_status status = dxk_run_worker_create(run, s->ctx, &worker);

    if (status == DXK_OK)
        status = dxk_inspect_watch(s->inspect, worker, &watch, &s->state);
    if (status == DXK_OK)
        status = dxk_run_groups(worker, 0, 1);
    dxk_inspect_state_free(s->state);
    s->state = NULL;
    dxk_run_worker_free(worker);
    return status;
}

/* Binds zeros but for a few numbers, and runs a group. */
static dxk_status run_scene(scene *s)
{
    dxk_run *run = NULL;
    dxk_run_resource r;
    dxk_status status = dxk_run_create(s->program, NULL, &run);

    for (size_t n = 0; status == DXK_OK && dxk_run_program_resource(s->program, n, &r); n++) {
        dxk_run_view view = {.kind = r.kind,
                             .data = r.cls == DXK_RESOURCE_CLASS_CBUFFER ? s->zeros : s->data,
                             .size = sizeof s->data,
                             .stride = r.stride,
                             .format = 41 /* R32_FLOAT */};
        status = dxk_run_bind(run, r.cls, r.space, r.first, &view);
    }
    if (status == DXK_OK)
        status = run_worker(s, run);
    dxk_run_free(run);
    return status;
}

static dxk_status open_scene(scene *s, uint32_t wave_size)
{
    dxk_run_program_options options = {
        .wave_size = wave_size, .for_debug = true, .no_validate = true};
    dxk_status status = dxk_run_program_create(s->ctx, s->container, &options, &s->program);

    return status == DXK_OK ? dxk_inspect_create(s->program, NULL, &s->inspect) : status;
}

static void load_scene(scene *s, const char *name)
{
    static const float numbers[] = {1, 2, 3, 1, 5, 6};
    size_t size;

    s->ctx = support_ctx();
    s->bytes = support_sample(name, &size);
    memcpy(s->data, numbers, sizeof numbers);
    assert_int_equal(dxk_container_read(s->ctx, (dxk_bytes){s->bytes, size}, NULL, &s->container),
                     DXK_OK);
}

static void close_scene(scene *s)
{
    dxk_inspect_free(s->inspect);
    dxk_run_program_free(s->program);
    s->inspect = NULL;
    s->program = NULL;
}

static void play(scene *s, const char *name, uint32_t wave_size)
{
    load_scene(s, name);
    assert_int_equal(open_scene(s, wave_size), DXK_OK);
    assert_int_equal(run_scene(s), s->result);
    assert_int_equal(s->looked, 1);
    close_scene(s);
    dxk_container_free(s->container);
    support_ctx_done(s->ctx);
    free(s->bytes);
}

static bool is(dxk_str a, const char *text)
{
    return a.size == strlen(text) && memcmp(a.data, text, a.size) == 0;
}

/* The variable that a thread's frame sees under a name, the innermost. */
static uint32_t find(const scene *s, const dxk_inspect_state *state, uint32_t thread,
                     uint32_t frame, const char *name)
{
    uint32_t list[64];
    dxk_inspect_variable v;
    size_t count = dxk_inspect_visible(state, thread, frame, list, 64);

    assert_true(count <= 64);
    for (size_t n = 0; n < count; n++)
        if (dxk_inspect_variable_get(s->inspect, list[n], &v) && is(v.name, name))
            return list[n];
    return UINT32_MAX;
}

static void expect_bits(const dxk_inspect_state *state, uint32_t thread, uint32_t variable,
                        uint64_t offset, uint32_t size, uint64_t wanted)
{
    uint64_t bits, known, all = size == 64 ? ~(uint64_t)0 : ((uint64_t)1 << size) - 1;

    assert_int_not_equal(variable, UINT32_MAX);
    dxk_inspect_read(state, thread, variable, offset, size, &bits, &known);
    assert_int_equal(known, all);
    assert_int_equal(bits, wanted);
}

static uint32_t real(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* --- drift.hlsl --- */

static void look_at_variables(scene *s, const dxk_inspect_state *state)
{
    uint32_t weights = find(s, state, 3, 0, "weights"), gi = find(s, state, 3, 0, "gi");
    uint32_t later = find(s, state, 3, 0, "k");
    uint64_t bits, known;
    dxk_inspect_variable v;
    dxk_inspect_type_info info;

    expect_bits(state, 3, gi, 0, 32, 3);
    expect_bits(state, 3, weights, 0, 32, real(0.5f));
    expect_bits(state, 3, weights, 32, 32, real(0.25f));
    expect_bits(state, 3, weights, 16, 64, (uint64_t)real(0.25f) << 16 | real(0.5f) >> 16);
    assert_int_equal(later, UINT32_MAX); /* of a loop that comes later */
    assert_true(dxk_inspect_variable_get(s->inspect, gi, &v));
    assert_int_equal(v.scope, DXK_INSPECT_ARGUMENT);
    assert_true(is(v.file, "drift.hlsl"));
    assert_true(dxk_inspect_variable_get(s->inspect, weights, &v));
    assert_true(dxk_inspect_type_get(s->inspect, v.type, &info));
    assert_int_equal(info.kind, DXK_INSPECT_ARRAY);
    assert_int_equal(info.count, 3);
    assert_true(dxk_inspect_variable_get(s->inspect, find(s, state, 3, 0, "Partial"), &v));
    assert_int_equal(v.scope, DXK_INSPECT_SHARED);
    dxk_inspect_read(state, 3, find(s, state, 3, 0, "tid"), 32, 32, &bits, &known);
    assert_int_equal(known, 0); /* nothing reads tid.y, so that it is nowhere */
}

static void variables_have_the_values_of_their_threads(void **state)
{
    scene s = {.line = 40, .look = look_at_variables};
    (void)state;
    play(&s, "debug/drift-od.dxil", 0);
}

static void look_at_inlining(scene *s, const dxk_inspect_state *state)
{
    dxk_inspect_frame f;
    dxk_inspect_thread t;

    assert_true(dxk_inspect_thread_get(state, 0, &t));
    assert_int_equal(t.frames, 2);
    assert_true(dxk_inspect_frame_get(state, 0, 0, &f));
    assert_true(is(f.where.function, "Push"));
    assert_true(dxk_inspect_frame_get(state, 0, 1, &f));
    assert_true(is(f.where.function, "main"));
    assert_int_equal(f.where.line, 39);
    assert_int_equal(f.depth, 0);
    assert_false(dxk_inspect_frame_get(state, 0, 2, &f));
    /* Both have a `p`. */
    assert_int_not_equal(find(s, state, 0, 0, "p"), find(s, state, 0, 1, "p"));
    expect_bits(state, 1, find(s, state, 1, 0, "amount"), 0, 32, real(0.25f));
    assert_int_equal(find(s, state, 0, 1, "amount"), UINT32_MAX);
}

static void inlined_functions_have_variables_of_their_own(void **state)
{
    scene s = {.line = 23, .look = look_at_inlining};
    (void)state;
    play(&s, "debug/drift-od.dxil", 0);
}

static void look_at_waves(scene *s, const dxk_inspect_state *state)
{
    dxk_inspect_thread t;
    dxk_inspect_frame f;
    (void)s;

    assert_true(dxk_inspect_thread_get(state, 1, &t));
    assert_int_equal(t.doing, DXK_INSPECT_BARRIER);
    assert_true(dxk_inspect_frame_get(state, 1, 0, &f));
    assert_int_equal(f.where.line, 44);
    assert_true(dxk_inspect_thread_get(state, 5, &t));
    assert_int_equal(t.doing, DXK_INSPECT_RUNS);
    assert_int_equal(t.wave, 1);
    assert_int_equal(t.lane, 1);
    assert_int_equal(dxk_inspect_thread_at(state, 1, 1), 5);
    assert_int_equal(dxk_inspect_thread_at(state, 2, 0), UINT32_MAX);
    assert_false(dxk_inspect_thread_get(state, 8, &t));
}

static void waves_wait_at_barriers(void **state)
{
    scene s = {.line = 39, .wave = 1, .look = look_at_waves};
    (void)state;
    play(&s, "debug/drift-od.dxil", 4);
}

static void look_and_stop(scene *s, const dxk_inspect_state *state)
{
    (void)s;
    (void)state;
}

static void a_callback_ends_the_run(void **state)
{
    scene s = {.line = 39, .look = look_and_stop, .result = DXK_E_LIMIT};
    (void)state;
    play(&s, "debug/drift-od.dxil", 0);
}

/* --- calls.hlsl --- */

static void look_at_calls(scene *s, const dxk_inspect_state *state)
{
    static const char *const names[] = {"Twice", "Pair", "main"};
    dxk_inspect_frame f;

    for (uint32_t n = 0; n < 3; n++) {
        assert_true(dxk_inspect_frame_get(state, 0, n, &f));
        assert_true(is(f.where.function, names[n]));
        assert_int_equal(f.depth, 2 - n);
    }
    assert_int_equal(f.where.line, 25);
    expect_bits(state, 0, find(s, state, 0, 0, "x"), 0, 32, real(1));
    expect_bits(state, 0, find(s, state, 0, 1, "v"), 32, 32, real(1));
}

static void calls_have_frames(void **state)
{
    scene s = {.line = 7, .look = look_at_calls};
    (void)state;
    play(&s, "debug/calls.dxil", 0);
}

static void look_at_values(scene *s, const dxk_inspect_state *state)
{
    dxk_inspect_moment m = dxk_inspect_moment_get(state);
    dxk_inspect_value v;
    (void)s;

    assert_false(dxk_inspect_value_get(state, 0, m.place, 0, &v)); /* it has not run */
    for (uint32_t back = 1;; back++) {
        assert_true(back <= m.place);
        dxk_str text = dxk_inspect_text(s->inspect, m.place - back);
        if (text.size < 9 || memcmp(text.data, "%1 = fmul", 9) != 0)
            continue;
        assert_true(dxk_inspect_value_get(state, 0, m.place - back, 0, &v));
        assert_int_equal(v.content, DXK_INSPECT_F32);
        assert_int_equal(v.bits, real(2));
        assert_false(dxk_inspect_value_get(state, 0, m.place - back, 1, &v));
        return;
    }
}

static void results_of_instructions_can_be_read(void **state)
{
    scene s = {.line = 7, .look = look_at_values};
    (void)state;
    play(&s, "debug/calls.dxil", 0);
}

/* --- types.hlsl --- */

static void look_at_types(scene *s, const dxk_inspect_state *state)
{
    uint32_t mixed = find(s, state, 1, 0, "s");
    dxk_inspect_variable v;
    dxk_inspect_type_info info;
    dxk_inspect_member m;
    dxk_str name;

    assert_true(dxk_inspect_variable_get(s->inspect, mixed, &v));
    assert_true(dxk_inspect_type_get(s->inspect, v.type, &info));
    assert_int_equal(info.kind, DXK_INSPECT_STRUCT);
    assert_int_equal(info.count, 8);
    assert_true(dxk_inspect_type_member(s->inspect, v.type, 6, &m));
    assert_true(is(m.name, "pairs"));
    expect_bits(state, 1, mixed, m.offset + 32, 32, real(2));
    expect_bits(state, 1, mixed, m.offset + 96, 32, real(4));
    assert_true(dxk_inspect_type_member(s->inspect, v.type, 7, &m));
    expect_bits(state, 1, mixed, m.offset + 64, 32, 50u << 16 | 40u);
    expect_bits(state, 1, mixed, 320, 64, 0x4004000000000000u); /* 2.5 */
    expect_bits(state, 1, mixed, 256, 32, 1);
    expect_bits(state, 1, mixed, 224, 16, 0x3e00);
    uint32_t color = find(s, state, 1, 0, "c");
    expect_bits(state, 1, color, 0, 32, 5);
    assert_true(dxk_inspect_variable_get(s->inspect, color, &v));
    assert_true(dxk_inspect_enumerator(s->inspect, v.type, 5, &name));
    assert_true(is(name, "Green"));
}

static void all_types_can_be_read(void **state)
{
    scene s = {.line = 34, .look = look_at_types};
    (void)state;
    play(&s, "debug/types.dxil", 0);
}

/* --- memory --- */

static dxk_status run_in(dxk_ctx *ctx, void *user)
{
    scene *s = user;

    s->ctx = ctx;
    s->looked = 1;
    dxk_status status = dxk_container_read(ctx, (dxk_bytes){s->bytes, s->result ? 0 : s->line},
                                           NULL, &s->container);
    if (status == DXK_OK)
        status = open_scene(s, 0);
    if (status == DXK_OK)
        status = run_scene(s);
    close_scene(s);
    dxk_container_free(s->container);
    s->container = NULL;
    return status;
}

static void memory_may_run_out(void **state)
{
    size_t size;
    scene s = {.bytes = support_sample("debug/calls.dxil", &size)};
    (void)state;

    s.line = (uint32_t)size;
    support_fail_allocations(run_in, &s);
    free(s.bytes);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(variables_have_the_values_of_their_threads),
    cmocka_unit_test(inlined_functions_have_variables_of_their_own),
    cmocka_unit_test(waves_wait_at_barriers),
    cmocka_unit_test(a_callback_ends_the_run),
    cmocka_unit_test(calls_have_frames),
    cmocka_unit_test(results_of_instructions_can_be_read),
    cmocka_unit_test(all_types_can_be_read),
    cmocka_unit_test(memory_may_run_out),
};
SUPPORT_SUITE(test_inspect, tests);

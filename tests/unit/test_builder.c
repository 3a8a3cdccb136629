/* SPDX-License-Identifier: MIT */
/*
 * test_builder.c - modules made with dxk/builder.h: every operation, every kind of mistake, shaders
 * of each stage, failing allocations. DXK_TEST_KEEP=FOLDER keeps the containers of the stages.
 */
#include "support.h"

#include "dxk/dxk.h"

typedef void (*build_fn)(dxk_builder *b);

static dxk_builder *begin(dxk_ctx *ctx, dxk_shader_kind kind, uint32_t minor)
{
    const dxk_builder_options options = {.kind = kind, .model_minor = minor};
    dxk_builder *b;
    assert_int_equal(dxk_builder_create(ctx, &options, &b), DXK_OK);
    return b;
}

/* A function of type void (), with its first block. */
static dxk_value begin_main(dxk_builder *b, const char *name)
{
    dxk_value f =
        dxk_builder_function(b, name, dxk_builder_function_type(b, DXK_TYPE_VOID, NULL, 0));
    dxk_builder_block(b, f);
    return f;
}

/* The same with two blocks. */
static dxk_value begin_blocks(dxk_builder *b, dxk_block *first, dxk_block *second)
{
    dxk_value f =
        dxk_builder_function(b, "main", dxk_builder_function_type(b, DXK_TYPE_VOID, NULL, 0));
    *first = dxk_builder_block(b, f);
    *second = dxk_builder_block(b, f);
    return f;
}

static uint32_t element(dxk_builder *b, dxk_signature_kind which, const char *semantic,
                        dxk_component_type type, uint32_t columns, uint32_t rows)
{
    return dxk_builder_element(
        b, which,
        &(dxk_element_desc){.semantic = semantic, .type = type, .columns = columns, .rows = rows});
}

#define F32 DXK_COMPONENT_TYPE_F32
#define U32 DXK_COMPONENT_TYPE_U32
#define IN  DXK_SIGNATURE_INPUT
#define OUT DXK_SIGNATURE_OUTPUT
#define PC  DXK_SIGNATURE_PATCH_CONSTANT

/* ---------------------------------------------------------------------------------------- */
/* Mistakes                                                                                   */

/* The builder has failed by the rule, and says so until the end. */
static void expect_failure(dxk_ctx *ctx, dxk_builder *b, const char *rule)
{
    dxk_module *m;
    assert_int_equal(dxk_builder_status(b), DXK_E_INVALID);
    if (!support_reported(ctx, rule))
        fail_msg("%s expected, not %s", rule, dxk_ctx_diag(ctx, 0)->rule);
    assert_int_equal(dxk_builder_finish(b, &m), DXK_E_INVALID);
    assert_null(m);
    assert_int_equal(dxk_ctx_diag_count(ctx), 1);
    assert_int_equal(dxk_builder_i32(b, 1), DXK_NONE);
}

static void wrong_type_number(dxk_builder *b)
{
    dxk_builder_pointer(b, 12345, 0);
}

static void wrong_value_number(dxk_builder *b)
{
    dxk_builder_binary(b, DXK_BINARY_ADD, 77, 78, 0);
}

static void block_as_value(dxk_builder *b)
{
    dxk_value f = begin_main(b, "f");
    dxk_block block = dxk_builder_block(b, f);
    dxk_builder_load(b, block);
}

static void mixed_types(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_binary(b, DXK_BINARY_ADD, dxk_builder_i32(b, 1), dxk_builder_float(b, 1), 0);
}

static void reals_as_ints(dxk_builder *b)
{
    dxk_value x = dxk_builder_float(b, 1);
    begin_main(b, "f");
    dxk_builder_binary(b, DXK_BINARY_XOR, x, x, 0);
}

static void bad_cast(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_cast(b, DXK_CAST_TRUNC, dxk_builder_i32(b, 1), DXK_TYPE_I64);
}

static void bad_operand(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_op(b, DXK_OP_FMax, DXK_NONE,
                   DXK_ARGS(dxk_builder_float(b, 1), dxk_builder_i32(b, 1)));
}

static void too_few_operands(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_op(b, DXK_OP_FMax, DXK_TYPE_FLOAT, DXK_ARGS(dxk_builder_float(b, 1)));
}

static void index_out_of_range(dxk_builder *b)
{
    const dxk_type members[] = {DXK_TYPE_I32, DXK_TYPE_I32};
    dxk_type type = dxk_builder_struct(b, "S", members, 2);
    begin_main(b, "f");
    dxk_builder_extract(b, dxk_builder_undef(b, type), 2);
}

static void unknown_op(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_op(b, 4711, DXK_NONE, NULL, 0);
}

static void reserved_op(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_op(b, 226, DXK_NONE, NULL, 0);
}

static void bad_overload(dxk_builder *b)
{
    dxk_value x = dxk_builder_i32(b, 1);
    begin_main(b, "f");
    dxk_builder_op(b, DXK_OP_Sin, DXK_NONE, DXK_ARGS(x));
}

static void missing_overload(dxk_builder *b)
{
    dxk_value x = dxk_builder_i32(b, 1);
    begin_main(b, "f");
    dxk_builder_op(b, DXK_OP_ThreadId, DXK_NONE, DXK_ARGS(x));
}

static void wrong_stage(dxk_builder *b)
{
    dxk_value x = dxk_builder_i1(b, true);
    begin_main(b, "f");
    dxk_builder_op(b, DXK_OP_Discard, DXK_NONE, DXK_ARGS(x));
}

static void outputs_of_compute(dxk_builder *b)
{
    element(b, OUT, "SV_Target", F32, 4, 1);
}

static void later_model(dxk_builder *b)
{
    dxk_value x = dxk_builder_i32(b, 1);
    begin_main(b, "f");
    dxk_builder_op(b, DXK_OP_Dot4AddI8Packed, DXK_NONE, DXK_ARGS(x, x, x));
}

static void variable_selector(dxk_builder *b)
{
    dxk_value f = begin_main(b, "f"), x = dxk_builder_i32(b, 1);
    dxk_value y = dxk_builder_op(b, DXK_OP_ThreadId, DXK_TYPE_I32, DXK_ARGS(x));
    (void)f;
    dxk_builder_op(b, DXK_OP_Barrier, DXK_NONE, DXK_ARGS(y));
}

static void no_block(dxk_builder *b)
{
    dxk_value x = dxk_builder_i32(b, 1);
    dxk_builder_binary(b, DXK_BINARY_ADD, x, x, 0);
}

static void behind_terminator(dxk_builder *b)
{
    begin_main(b, "f");
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_ret(b, DXK_NONE);
}

static void late_phi(dxk_builder *b)
{
    dxk_value x = dxk_builder_i32(b, 1);
    begin_main(b, "f");
    dxk_builder_binary(b, DXK_BINARY_ADD, x, x, 0);
    dxk_builder_phi(b, DXK_TYPE_I32);
}

static void no_terminator(dxk_builder *b)
{
    dxk_value f = begin_main(b, "main");
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f, .num_threads = {1, 1, 1}});
}

static void empty_function(dxk_builder *b)
{
    dxk_value f =
        dxk_builder_function(b, "main", dxk_builder_function_type(b, DXK_TYPE_VOID, NULL, 0));
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f, .num_threads = {1, 1, 1}});
}

static void foreign_value(dxk_builder *b)
{
    dxk_value x = dxk_builder_i32(b, 1);
    begin_main(b, "f");
    dxk_value y = dxk_builder_binary(b, DXK_BINARY_ADD, x, x, 0);
    begin_main(b, "g");
    dxk_builder_binary(b, DXK_BINARY_ADD, y, y, 0);
}

static void same_name(dxk_builder *b)
{
    begin_main(b, "f");
    begin_main(b, "f");
}

static void name_of_an_operation(dxk_builder *b)
{
    begin_main(b, "dx.op.unary.f32");
}

static void bad_phi(dxk_builder *b)
{
    dxk_block first, next;
    dxk_value f = begin_blocks(b, &first, &next);
    dxk_builder_at(b, next);
    dxk_builder_phi(b, DXK_TYPE_I32);
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_at(b, first);
    dxk_builder_br(b, next);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f});
}

static void no_entry(dxk_builder *b)
{
    begin_main(b, "main");
    dxk_builder_ret(b, DXK_NONE);
}

static void two_entries(dxk_builder *b)
{
    dxk_value f = begin_main(b, "main");
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f});
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f});
}

static void bad_wave_size(dxk_builder *b)
{
    dxk_value f = begin_main(b, "main");
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f, .wave_lanes = {32}});
}

static void bad_resource(dxk_builder *b)
{
    dxk_builder_resource(b, &(dxk_resource_desc){.cls = DXK_RESOURCE_CLASS_SRV,
                                                 .kind = DXK_RESOURCE_KIND_TEXTURE2D});
}

static void bad_handle(dxk_builder *b)
{
    begin_main(b, "main");
    dxk_builder_handle(b, 1, DXK_NONE, false);
}

static void reports_each_mistake(void **state)
{
    static const struct {
        build_fn build;
        const char *rule;
    } rows[] = {
        {wrong_type_number, "BUILDER.ID"},
        {wrong_value_number, "BUILDER.ID"},
        {block_as_value, "BUILDER.ID"},
        {bad_handle, "BUILDER.ID"},
        {mixed_types, "BUILDER.TYPE"},
        {reals_as_ints, "BUILDER.TYPE"},
        {bad_cast, "BUILDER.TYPE"},
        {bad_operand, "BUILDER.TYPE"},
        {too_few_operands, "BUILDER.COUNT"},
        {index_out_of_range, "BUILDER.RANGE"},
        {bad_resource, "BUILDER.RANGE"},
        {unknown_op, "BUILDER.OP"},
        {reserved_op, "BUILDER.OP"},
        {bad_overload, "BUILDER.OVERLOAD"},
        {missing_overload, "BUILDER.OVERLOAD"},
        {wrong_stage, "BUILDER.STAGE"},
        {outputs_of_compute, "BUILDER.STAGE"},
        {later_model, "BUILDER.MODEL"},
        {bad_wave_size, "BUILDER.MODEL"},
        {variable_selector, "BUILDER.CONSTANT"},
        {no_block, "BUILDER.PLACE"},
        {behind_terminator, "BUILDER.PLACE"},
        {late_phi, "BUILDER.PLACE"},
        {empty_function, "BUILDER.PLACE"},
        {foreign_value, "BUILDER.FUNCTION"},
        {same_name, "BUILDER.NAME"},
        {name_of_an_operation, "BUILDER.NAME"},
        {two_entries, "BUILDER.ENTRY"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_builder *b = begin(ctx, DXK_SHADER_KIND_COMPUTE, 0);
        dxk_module *m;
        rows[i].build(b);
        if (dxk_builder_status(b) == DXK_OK)
            assert_int_equal(dxk_builder_finish(b, &m), DXK_E_INVALID);
        expect_failure(ctx, b, rows[i].rule);
        dxk_builder_free(b);
        support_ctx_done(ctx);
    }
}

static void reports_an_unfinished_module(void **state)
{
    static const struct {
        build_fn build;
        const char *rule;
    } rows[] = {{no_terminator, "BUILDER.TERMINATOR"},
                {bad_phi, "BUILDER.PHI"},
                {no_entry, "BUILDER.ENTRY"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_builder *b = begin(ctx, DXK_SHADER_KIND_COMPUTE, 0);
        dxk_module *m;
        rows[i].build(b);
        assert_int_equal(dxk_builder_status(b), DXK_OK);
        assert_int_equal(dxk_builder_finish(b, &m), DXK_E_INVALID);
        expect_failure(ctx, b, rows[i].rule);
        dxk_builder_free(b);
        support_ctx_done(ctx);
    }
}

static void reports_bad_semantics(void **state)
{
    static const struct {
        dxk_shader_kind kind;
        dxk_signature_kind which;
        const char *names[2];
    } rows[] = {
        {DXK_SHADER_KIND_PIXEL, IN, {"SV_Nothing", NULL}},
        {DXK_SHADER_KIND_PIXEL, OUT, {"COLOR", NULL}},
        {DXK_SHADER_KIND_VERTEX, IN, {"SV_ViewID", NULL}},
        {DXK_SHADER_KIND_VERTEX, IN, {"A1", "a1"}},
        {DXK_SHADER_KIND_VERTEX, OUT, {"SV_ShadingRate", NULL}},
        {DXK_SHADER_KIND_VERTEX, IN, {"7", NULL}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        dxk_ctx *ctx = support_ctx();
        dxk_builder *b = begin(ctx, rows[i].kind, 0);
        for (int k = 0; k < 2 && rows[i].names[k]; k++)
            element(b, rows[i].which, rows[i].names[k], F32, 4, 1);
        expect_failure(ctx, b, "BUILDER.SEMANTIC");
        dxk_builder_free(b);
        support_ctx_done(ctx);
    }
}

/* An output of two columns at a register and component. */
static uint32_t placed(dxk_builder *b, const char *name, uint32_t reg, uint32_t component)
{
    return dxk_builder_element(b, OUT,
                               &(dxk_element_desc){.semantic = name,
                                                   .whole_name = true,
                                                   .type = F32,
                                                   .columns = 2,
                                                   .placed = true,
                                                   .first_register = reg,
                                                   .first_component = component});
}

static void store_two(dxk_builder *b, uint32_t e)
{
    for (uint32_t i = 0; i < 2; i++)
        dxk_builder_store_output(b, e, 0, i, dxk_builder_float(b, 1));
}

static void elements_are_where_they_were_placed(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_builder *b = begin(ctx, DXK_SHADER_KIND_VERTEX, 0);
    dxk_container *made;
    dxk_decoded *part;
    uint32_t first = placed(b, "A1", 7, 2), second = placed(b, "B", 3, 1);
    dxk_value f = begin_main(b, "main");
    store_two(b, first);
    store_two(b, second);
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f});
    assert_int_equal(dxk_builder_container(b, &made), DXK_OK);
    size_t index = dxk_container_find(made, DXK_PART_OSG1, 0);
    assert_true(index != DXK_NO_PART);
    assert_int_equal(
        dxk_part_decode(ctx, DXK_PART_OSG1, dxk_container_part(made, index)->content, &part),
        DXK_OK);
    const dxk_signature *s = part->as.signature;
    assert_int_equal(s->header.count, 2);
    assert_int_equal(s->elements[0].register_index, 3); /* in the order of registers */
    assert_int_equal(s->elements[0].mask, 6);
    assert_int_equal(s->elements[1].register_index, 7);
    assert_int_equal(s->elements[1].mask, 12);
    assert_int_equal(s->elements[1].semantic_index, 0);
    assert_int_equal(dxk_signature_name(s, 1).size, 2);
    dxk_decoded_free(part);
    dxk_container_free(made);
    dxk_builder_free(b);
    support_ctx_done(ctx);
}

/* Past the last register or component; beside elements that are to be packed. */
static void misplaced_elements_are_refused(void **state)
{
    static const uint32_t places[][2] = {{32, 0}, {UINT32_MAX, 0}, {0, 3}, {0, UINT32_MAX}};
    (void)state;
    dxk_ctx *ctx;
    dxk_builder *b;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        ctx = support_ctx();
        b = begin(ctx, DXK_SHADER_KIND_VERTEX, 0);
        assert_int_equal(placed(b, "A", places[i][0], places[i][1]), DXK_NONE);
        expect_failure(ctx, b, "BUILDER.RANGE");
        dxk_builder_free(b);
        support_ctx_done(ctx);
    }
    ctx = support_ctx();
    b = begin(ctx, DXK_SHADER_KIND_VERTEX, 0);
    placed(b, "A", 0, 0);
    element(b, OUT, "B", F32, 2, 1);
    dxk_value f = begin_main(b, "main");
    dxk_module *m;
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f});
    assert_int_equal(dxk_builder_finish(b, &m), DXK_E_INVALID);
    expect_failure(ctx, b, "BUILDER.SEMANTIC");
    dxk_builder_free(b);
    support_ctx_done(ctx);
}

/* Numbers made up at random never bring the builder down. */
static void survives_nonsense(void **state)
{
    uint32_t seed = 1;
    (void)state;
    for (int run = 0; run < 3000; run++) {
        dxk_ctx *ctx = support_ctx();
        dxk_builder *b = begin(ctx, (dxk_shader_kind)(run % 7), 1 + (uint32_t)run % 10);
        dxk_value v[4];
        dxk_module *m;
        dxk_value f = begin_main(b, "main");
        for (int k = 0; k < 4; k++) {
            seed = seed * 1664525u + 1013904223u;
            v[k] = (seed >> 24 & 7) << 29 | (seed >> 8 & 31);
        }
        switch (seed >> 20 & 15) {
        case 0:
            dxk_builder_op(b, v[0] & 511, v[1] & 31, v + 1, 1);
            break;
        case 1:
            dxk_builder_gep(b, v[0], v + 1, 2);
            break;
        case 2:
            dxk_builder_phi_add(b, v[0], v[1], v[2]);
            break;
        case 3:
            dxk_builder_switch(b, v[0], v[1], v + 2, v + 3, 1);
            break;
        case 4:
            dxk_builder_cast(b, (dxk_cast)(v[0] & 15), v[1], v[2] & 31);
            break;
        case 5:
            dxk_builder_call(b, v[0], v + 1, 2);
            break;
        case 6:
            dxk_builder_insert(b, v[0], v[1], v[2]);
            break;
        case 7:
            dxk_builder_aggregate(b, v[0] & 31, v + 1, 3);
            break;
        case 8:
            dxk_builder_compare(b, (dxk_compare)(v[0] & 63), v[1], v[2], v[3] & 63);
            break;
        case 9:
            dxk_builder_atomic(b, (dxk_atomic)(v[0] & 15), v[1], v[2]);
            break;
        case 10:
            dxk_builder_at(b, v[0]);
            dxk_builder_name(b, v[1], "x");
            break;
        case 11:
            dxk_builder_load_input(b, v[0], v[1], v[2]);
            dxk_builder_store_output(b, v[0], v[1], v[2], v[3]);
            break;
        case 12:
            dxk_builder_op_operand_type(b, v[0] & 511, v[1] & 31, v[2] & 15);
            break;
        case 13:
            dxk_builder_entry(b, &(dxk_entry_desc){.function = v[0], .kind = v[1] & 31});
            break;
        default:
            dxk_builder_struct(b, NULL, v, 3);
            dxk_builder_store(b, v[0], v[1]);
            break;
        }
        (void)f;
        dxk_builder_finish(b, &m);
        dxk_module_free(m);
        dxk_builder_free(b);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/* Overloads that must be made first. */
enum { PAYLOAD = 0x7fffff00, FLOATS, INTS };

static dxk_type make_overload(dxk_builder *b, dxk_type overload)
{
    const dxk_type member = DXK_TYPE_I32;
    switch (overload) {
    case PAYLOAD:
        return dxk_builder_pointer(b, dxk_builder_struct(b, "Payload", &member, 1), 0);
    case FLOATS:
        return dxk_builder_vector(b, DXK_TYPE_FLOAT, 4);
    case INTS:
        return dxk_builder_vector(b, DXK_TYPE_I32, 4);
    default:
        return overload;
    }
}

/* Number of operands, found by asking for their types; 32: the overload is wrong. */
static uint32_t count_operands(dxk_ctx *ctx, dxk_op op, dxk_shader_kind kind, dxk_type overload)
{
    dxk_builder *b = begin(ctx, kind, 10);
    uint32_t count = 0;
    overload = make_overload(b, overload);
    while (count < 32 && dxk_builder_op_operand_type(b, op, overload, count))
        count++;
    bool good = support_reported(ctx, "BUILDER.RANGE");
    dxk_builder_free(b);
    dxk_ctx_clear_diags(ctx);
    return good ? count : 32;
}

/* Calls an operation with an overload; false: it does not take this one. */
static bool try_op(dxk_op op, dxk_shader_kind kind, dxk_type overload)
{
    dxk_ctx *ctx = support_ctx();
    uint32_t count = count_operands(ctx, op, kind, overload);
    dxk_builder *b = begin(ctx, kind, 10);
    dxk_value args[32], f = begin_main(b, "main");
    dxk_module *m = NULL;
    overload = make_overload(b, overload);
    for (uint32_t i = 0; i < count && count < 32; i++)
        args[i] = dxk_builder_undef(b, dxk_builder_op_operand_type(b, op, overload, i));
    dxk_value value = count < 32 ? dxk_builder_op(b, op, overload, args, count) : DXK_NONE;
    dxk_builder_ret(b, DXK_NONE);
    if (kind != DXK_SHADER_KIND_LIBRARY)
        dxk_builder_entry(
            b, &(dxk_entry_desc){.function = f, .patch_function = f, .num_threads = {1, 1, 1}});
    if (value)
        assert_int_equal(dxk_builder_finish(b, &m), DXK_OK);
    dxk_module_free(m);
    dxk_builder_free(b);
    support_ctx_done(ctx);
    return value != DXK_NONE;
}

static const dxk_shader_kind stages[] = {
    DXK_SHADER_KIND_PIXEL,   DXK_SHADER_KIND_VERTEX, DXK_SHADER_KIND_GEOMETRY,
    DXK_SHADER_KIND_HULL,    DXK_SHADER_KIND_DOMAIN, DXK_SHADER_KIND_COMPUTE,
    DXK_SHADER_KIND_LIBRARY, DXK_SHADER_KIND_MESH,   DXK_SHADER_KIND_AMPLIFICATION,
};

/* Each operation can be called, somewhere, with some overload. */
static void calls_every_operation(void **state)
{
    static const dxk_type overloads[] = {
        DXK_NONE,        DXK_TYPE_FLOAT, DXK_TYPE_I32, DXK_TYPE_HALF, DXK_TYPE_I64,
        DXK_TYPE_DOUBLE, DXK_TYPE_I1,    PAYLOAD,      FLOATS,        INTS};
    (void)state;
    for (dxk_op op = 0; op < 312; op++) {
        const char *name = dxk_dxil_op_name(op);
        bool done = false;
        if (!name || strncmp(name, "Reserved", 8) == 0 || op == DXK_OP_CreateHandleForLib)
            continue; /* the last: in the library below */
        for (size_t i = 0; i < sizeof overloads / sizeof overloads[0] && !done; i++)
            for (size_t k = 0; k < sizeof stages / sizeof stages[0] && !done; k++)
                done = try_op(op, stages[k], overloads[i]);
        if (!done)
            fail_msg("%s cannot be called", name);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static dxk_value store_zeros(dxk_builder *b, uint32_t e, uint32_t columns)
{
    dxk_value zero = dxk_builder_float(b, 0);
    for (uint32_t i = 0; i < columns; i++)
        dxk_builder_store_output(b, e, 0, i, zero);
    return zero;
}

/* Sums an array of texture coordinates in a loop; writes to a clip distance. */
static void build_vertex(dxk_builder *b)
{
    uint32_t uv = element(b, IN, "TEXCOORD", F32, 2, 4);
    uint32_t position = element(b, OUT, "SV_Position", F32, 4, 1);
    uint32_t sum_out = element(b, OUT, "SUM", F32, 1, 1);
    uint32_t clip = element(b, OUT, "SV_ClipDistance", F32, 2, 1);
    dxk_block entry, loop;
    dxk_value f = begin_blocks(b, &entry, &loop), zero = dxk_builder_i32(b, 0);
    dxk_value one = dxk_builder_i32(b, 1);
    dxk_block end = dxk_builder_block(b, f);
    dxk_builder_at(b, loop);
    dxk_value i = dxk_builder_phi(b, DXK_TYPE_I32), sum = dxk_builder_phi(b, DXK_TYPE_FLOAT);
    dxk_builder_name(b, i, "i");
    dxk_value id = dxk_builder_i32(b, dxk_builder_element_id(b, uv));
    dxk_value x =
        dxk_builder_op(b, DXK_OP_LoadInput, DXK_TYPE_FLOAT,
                       DXK_ARGS(id, i, dxk_builder_i8(b, 1), dxk_builder_undef(b, DXK_TYPE_I32)));
    dxk_value more = dxk_builder_binary(b, DXK_BINARY_FADD, sum, x, DXK_FLAG_FAST);
    dxk_value next = dxk_builder_binary(b, DXK_BINARY_ADD, i, one, DXK_FLAG_NSW);
    dxk_value again = dxk_builder_compare(b, DXK_COMPARE_SLT, next, dxk_builder_i32(b, 4), 0);
    dxk_builder_cond_br(b, again, loop, end);
    dxk_builder_phi_add(b, i, zero, entry);
    dxk_builder_phi_add(b, i, next, loop);
    dxk_builder_phi_add(b, sum, dxk_builder_float(b, 0), entry);
    dxk_builder_phi_add(b, sum, more, loop);
    dxk_builder_at(b, entry);
    dxk_builder_br(b, loop);
    dxk_builder_at(b, end);
    store_zeros(b, position, 4);
    store_zeros(b, clip, 2);
    dxk_builder_store_output(b, sum_out, 0, 0, more);
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f});
}

static void build_geometry(dxk_builder *b)
{
    uint32_t in = element(b, IN, "SV_Position", F32, 4, 1);
    uint32_t out = element(b, OUT, "SV_Position", F32, 4, 1);
    dxk_value f = begin_main(b, "main"), zero = dxk_builder_i32(b, 0);
    dxk_value stream = dxk_builder_i8(b, 0);
    (void)in;
    for (int i = 0; i < 4; i++) {
        dxk_value x = dxk_builder_op(b, DXK_OP_LoadInput, DXK_TYPE_FLOAT,
                                     DXK_ARGS(zero, zero, dxk_builder_i8(b, i), zero));
        dxk_builder_store_output(b, out, 0, (uint32_t)i, x);
    }
    dxk_builder_op(b, DXK_OP_EmitStream, DXK_NONE, DXK_ARGS(stream));
    dxk_builder_op(b, DXK_OP_CutStream, DXK_NONE, DXK_ARGS(stream));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f,
                                           .input_primitive = DXK_INPUT_PRIMITIVE_POINT,
                                           .topology = DXK_PRIMITIVE_TOPOLOGY_POINT_LIST,
                                           .max_vertices = 1});
}

static void build_hull(dxk_builder *b)
{
    uint32_t in = element(b, IN, "POSITION", F32, 3, 1);
    uint32_t out = element(b, OUT, "POSITION", F32, 3, 1);
    uint32_t edges = element(b, PC, "SV_TessFactor", F32, 1, 3);
    uint32_t inside = element(b, PC, "SV_InsideTessFactor", F32, 1, 1);
    dxk_value patch = begin_main(b, "patch"), one = dxk_builder_float(b, 1);
    for (uint32_t i = 0; i < 3; i++)
        dxk_builder_store_output(b, edges, i, 0, one);
    dxk_builder_store_output(b, inside, 0, 0, one);
    dxk_builder_ret(b, DXK_NONE);
    dxk_value f = begin_main(b, "main"), zero = dxk_builder_i32(b, 0);
    dxk_value point = dxk_builder_op(b, DXK_OP_OutputControlPointID, DXK_TYPE_I32, NULL, 0);
    (void)in;
    for (int i = 0; i < 3; i++) {
        dxk_value x = dxk_builder_op(b, DXK_OP_LoadInput, DXK_TYPE_FLOAT,
                                     DXK_ARGS(zero, zero, dxk_builder_i8(b, i), point));
        dxk_builder_store_output(b, out, 0, (uint32_t)i, x);
    }
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b,
                      &(dxk_entry_desc){.function = f,
                                        .patch_function = patch,
                                        .input_points = 3,
                                        .output_points = 3,
                                        .domain = DXK_TESSELLATOR_DOMAIN_TRI,
                                        .partitioning = DXK_TESSELLATOR_PARTITIONING_INTEGER,
                                        .tessellator_output = DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW});
}

static void build_domain(dxk_builder *b)
{
    element(b, IN, "POSITION", F32, 3, 1);
    element(b, PC, "SV_TessFactor", F32, 1, 3);
    element(b, PC, "SV_InsideTessFactor", F32, 1, 1);
    uint32_t height = element(b, PC, "HEIGHT", F32, 1, 1);
    uint32_t out = element(b, OUT, "SV_Position", F32, 4, 1);
    dxk_value f = begin_main(b, "main"), zero = dxk_builder_i32(b, 0);
    dxk_value column = dxk_builder_i8(b, 0);
    dxk_value id = dxk_builder_i32(b, dxk_builder_element_id(b, height));
    dxk_value place = dxk_builder_op(b, DXK_OP_DomainLocation, DXK_TYPE_FLOAT, DXK_ARGS(column));
    dxk_value patch =
        dxk_builder_op(b, DXK_OP_LoadPatchConstant, DXK_TYPE_FLOAT, DXK_ARGS(id, zero, column));
    dxk_value x =
        dxk_builder_op(b, DXK_OP_LoadInput, DXK_TYPE_FLOAT, DXK_ARGS(zero, zero, column, zero));
    store_zeros(b, out, 3);
    x = dxk_builder_op(b, DXK_OP_FMad, DXK_NONE, DXK_ARGS(place, patch, x));
    dxk_builder_store_output(b, out, 0, 3, x);
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(
        b,
        &(dxk_entry_desc){.function = f, .domain = DXK_TESSELLATOR_DOMAIN_TRI, .input_points = 3});
}

/* ViewID, doubles and a front face: flags that follow. */
static void build_pixel(dxk_builder *b)
{
    uint32_t uv = element(b, IN, "TEXCOORD3", F32, 2, 1);
    uint32_t face = element(b, IN, "SV_IsFrontFace", U32, 1, 1);
    uint32_t target = element(b, OUT, "SV_Target1", F32, 4, 1);
    uint32_t depth = element(b, OUT, "SV_Depth", F32, 1, 1);
    uint32_t uav =
        dxk_builder_resource(b, &(dxk_resource_desc){.name = "Heat",
                                                     .cls = DXK_RESOURCE_CLASS_UAV,
                                                     .kind = DXK_RESOURCE_KIND_TYPED_BUFFER,
                                                     .element = U32,
                                                     .components = 1,
                                                     .first = 1,
                                                     .count = 4});
    dxk_value f = begin_main(b, "main"), undef = dxk_builder_undef(b, DXK_TYPE_I32);
    dxk_value view = dxk_builder_op(b, DXK_OP_ViewID, DXK_TYPE_I32, NULL, 0);
    dxk_value u = dxk_builder_load_input(b, uv, 0, 0);
    dxk_value side = dxk_builder_load_input(b, face, 0, 0);
    dxk_value wide = dxk_builder_cast(b, DXK_CAST_FPEXT, u, DXK_TYPE_DOUBLE);
    wide = dxk_builder_binary(b, DXK_BINARY_FADD, wide, dxk_builder_real(b, DXK_TYPE_DOUBLE, 2),
                              DXK_FLAG_FAST);
    dxk_value narrow = dxk_builder_cast(b, DXK_CAST_FPTRUNC, wide, DXK_TYPE_FLOAT);
    dxk_value shown = dxk_builder_cast(b, DXK_CAST_UITOFP, view, DXK_TYPE_FLOAT);
    dxk_value is_front = dxk_builder_compare(b, DXK_COMPARE_NE, side, dxk_builder_i32(b, 0), 0);
    dxk_value chosen = dxk_builder_select(b, is_front, narrow, shown);
    dxk_value handle = dxk_builder_handle(b, uav, dxk_builder_i32(b, 2), false);
    dxk_builder_op(
        b, DXK_OP_AtomicBinOp, DXK_TYPE_I32,
        DXK_ARGS(handle, dxk_builder_i32(b, 0), view, undef, undef, dxk_builder_i32(b, 1)));
    for (uint32_t i = 0; i < 4; i++)
        dxk_builder_store_output(b, target, 0, i, i ? u : chosen);
    dxk_builder_store_output(b, depth, 0, 0, narrow);
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.name = "pixel", .function = f});
}

/* Group-shared memory, atomics, a constant table, a function, a switch. */
static void build_compute(dxk_builder *b)
{
    dxk_type table_type = dxk_builder_array(b, DXK_TYPE_I32, 4);
    dxk_value numbers[4];
    for (int i = 0; i < 4; i++)
        numbers[i] = dxk_builder_i32(b, i * i);
    dxk_value table = dxk_builder_variable(b, "squares", table_type, DXK_SPACE_DEFAULT,
                                           dxk_builder_aggregate(b, table_type, numbers, 4));
    dxk_value shared = dxk_builder_variable(b, "shared", dxk_builder_array(b, DXK_TYPE_I32, 64),
                                            DXK_SPACE_SHARED, DXK_NONE);
    dxk_resource out = dxk_builder_resource(
        b, &(dxk_resource_desc){
               .name = "Out", .cls = DXK_RESOURCE_CLASS_UAV, .kind = DXK_RESOURCE_KIND_RAW_BUFFER});
    dxk_block one, other;
    dxk_value f = begin_blocks(b, &one, &other), zero = dxk_builder_i32(b, 0);
    dxk_builder_at(b, one);
    dxk_value id = dxk_builder_op(b, DXK_OP_FlattenedThreadIdInGroup, DXK_TYPE_I32, NULL, 0);
    dxk_value slot = dxk_builder_gep(b, shared, DXK_ARGS(zero, id));
    dxk_value low = dxk_builder_binary(b, DXK_BINARY_AND, id, dxk_builder_i32(b, 3), 0);
    dxk_value square = dxk_builder_load(b, dxk_builder_gep(b, table, DXK_ARGS(zero, low)));
    dxk_builder_store(b, square, slot);
    dxk_builder_op(b, DXK_OP_Barrier, DXK_NONE, DXK_ARGS(dxk_builder_i32(b, 9)));
    dxk_value old = dxk_builder_atomic(b, DXK_ATOMIC_ADD, slot, id);
    dxk_value pair = dxk_builder_compare_exchange(b, slot, old, zero);
    dxk_value was = dxk_builder_extract(b, pair, 0);
    const dxk_value cases[] = {dxk_builder_i32(b, 7)};
    dxk_builder_switch(b, was, other, cases, &other, 1);
    dxk_builder_at(b, other);
    dxk_value handle = dxk_builder_handle(b, out, DXK_NONE, false);
    dxk_value undef = dxk_builder_undef(b, DXK_TYPE_I32);
    dxk_builder_op(b, DXK_OP_BufferStore, DXK_TYPE_I32,
                   DXK_ARGS(handle, zero, undef, was, undef, undef, undef, dxk_builder_i8(b, 1)));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f, .num_threads = {64, 1, 1}});
}

/* An atomic of 64 bits, which the UAV's metadata and PSV0 have to tell. */
static void build_wide_atomic(dxk_builder *b)
{
    dxk_resource out = dxk_builder_resource(
        b, &(dxk_resource_desc){
               .name = "Out", .cls = DXK_RESOURCE_CLASS_UAV, .kind = DXK_RESOURCE_KIND_RAW_BUFFER});
    dxk_value f = begin_main(b, "main"), zero = dxk_builder_i32(b, 0);
    dxk_value undef = dxk_builder_undef(b, DXK_TYPE_I32);
    dxk_builder_op(b, DXK_OP_AtomicBinOp, DXK_TYPE_I64,
                   DXK_ARGS(dxk_builder_handle(b, out, DXK_NONE, false), zero, zero, undef, undef,
                            dxk_builder_int(b, DXK_TYPE_I64, 1)));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f, .num_threads = {1, 1, 1}});
}

static void build_mesh(dxk_builder *b)
{
    uint32_t position = element(b, OUT, "SV_Position", F32, 4, 1);
    uint32_t id = element(b, PC, "SV_PrimitiveID", U32, 1, 1);
    dxk_value f = begin_main(b, "main"), zero = dxk_builder_i32(b, 0), one = dxk_builder_i32(b, 1);
    dxk_value thread = dxk_builder_op(b, DXK_OP_FlattenedThreadIdInGroup, DXK_TYPE_I32, NULL, 0);
    dxk_builder_op(b, DXK_OP_SetMeshOutputCounts, DXK_NONE, DXK_ARGS(dxk_builder_i32(b, 3), one));
    dxk_builder_op(b, DXK_OP_EmitIndices, DXK_NONE,
                   DXK_ARGS(zero, zero, one, dxk_builder_i32(b, 2)));
    dxk_value e = dxk_builder_i32(b, dxk_builder_element_id(b, position));
    for (int i = 0; i < 4; i++)
        dxk_builder_op(b, DXK_OP_StoreVertexOutput, DXK_NONE,
                       DXK_ARGS(e, zero, dxk_builder_i8(b, i), dxk_builder_float(b, i), thread));
    dxk_builder_op(b, DXK_OP_StorePrimitiveOutput, DXK_NONE,
                   DXK_ARGS(dxk_builder_i32(b, dxk_builder_element_id(b, id)), zero,
                            dxk_builder_i8(b, 0), thread, zero));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b, &(dxk_entry_desc){.function = f,
                                           .num_threads = {3, 1, 1},
                                           .max_vertices = 3,
                                           .max_primitives = 1,
                                           .mesh_topology = DXK_MESH_TOPOLOGY_TRIANGLE});
}

static void build_amplification(dxk_builder *b)
{
    const dxk_type member = DXK_TYPE_I32;
    dxk_type payload = dxk_builder_struct(b, "Payload", &member, 1);
    dxk_value f = begin_main(b, "main"), one = dxk_builder_i32(b, 1);
    dxk_value local = dxk_builder_alloca(b, payload);
    dxk_builder_store(
        b, one, dxk_builder_gep(b, local, DXK_ARGS(dxk_builder_i32(b, 0), dxk_builder_i32(b, 0))));
    dxk_builder_op(b, DXK_OP_DispatchMesh, DXK_NONE, DXK_ARGS(one, one, one, local));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(
        b, &(dxk_entry_desc){.function = f, .num_threads = {1, 1, 1}, .payload_size = 4});
}

/* A miss shader that fills its payload, a texture of a range, a plain function. */
static void build_library(dxk_builder *b)
{
    dxk_type color = dxk_builder_vector(b, DXK_TYPE_FLOAT, 4);
    dxk_type payload = dxk_builder_struct(b, "struct.Payload", &color, 1);
    dxk_type pointer = dxk_builder_pointer(b, payload, 0);
    dxk_resource out =
        dxk_builder_resource(b, &(dxk_resource_desc){.name = "Out",
                                                     .cls = DXK_RESOURCE_CLASS_UAV,
                                                     .kind = DXK_RESOURCE_KIND_TEXTURE2D,
                                                     .element = F32});
    uint32_t maps =
        dxk_builder_resource(b, &(dxk_resource_desc){.name = "Maps",
                                                     .cls = DXK_RESOURCE_CLASS_SRV,
                                                     .kind = DXK_RESOURCE_KIND_TEXTURE2D,
                                                     .element = F32,
                                                     .count = 3});
    dxk_value miss = dxk_builder_function(b, "\x01?Miss@@YAXUPayload@@@Z",
                                          dxk_builder_function_type(b, DXK_TYPE_VOID, &pointer, 1));
    dxk_builder_block(b, miss);
    dxk_value zero = dxk_builder_i32(b, 0), undef = dxk_builder_undef(b, DXK_TYPE_I32);
    dxk_value map = dxk_builder_handle(b, maps, dxk_builder_i32(b, 2), false);
    dxk_value texel = dxk_builder_op(b, DXK_OP_TextureLoad, DXK_TYPE_FLOAT,
                                     DXK_ARGS(map, zero, zero, zero, undef, undef, undef, undef));
    dxk_value v = dxk_builder_undef(b, color);
    for (uint32_t i = 0; i < 4; i++)
        v = dxk_builder_insert_element(b, v, dxk_builder_extract(b, texel, i),
                                       dxk_builder_i32(b, i));
    dxk_builder_store(b, v,
                      dxk_builder_gep(b, dxk_builder_param(b, miss, 0), DXK_ARGS(zero, zero)));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(
        b, &(dxk_entry_desc){.function = miss, .kind = DXK_SHADER_KIND_MISS, .payload_size = 16});
    dxk_value ray = begin_main(b, "\x01?Ray@@YAXXZ");
    dxk_value x =
        dxk_builder_op(b, DXK_OP_DispatchRaysIndex, DXK_TYPE_I32, DXK_ARGS(dxk_builder_i8(b, 0)));
    dxk_value handle = dxk_builder_handle(b, out, DXK_NONE, false), r = dxk_builder_float(b, 1);
    dxk_builder_op(b, DXK_OP_TextureStore, DXK_TYPE_FLOAT,
                   DXK_ARGS(handle, x, zero, undef, r, r, r, r, dxk_builder_i8(b, 15)));
    dxk_builder_ret(b, DXK_NONE);
    dxk_builder_entry(b,
                      &(dxk_entry_desc){.function = ray, .kind = DXK_SHADER_KIND_RAY_GENERATION});
}

typedef struct stage {
    const char *name;
    dxk_shader_kind kind;
    uint32_t minor;
    build_fn build;
} stage;

static const stage all_stages[] = {
    {"vertex", DXK_SHADER_KIND_VERTEX, 0, build_vertex},
    {"geometry", DXK_SHADER_KIND_GEOMETRY, 1, build_geometry},
    {"hull", DXK_SHADER_KIND_HULL, 2, build_hull},
    {"domain", DXK_SHADER_KIND_DOMAIN, 3, build_domain},
    {"pixel", DXK_SHADER_KIND_PIXEL, 1, build_pixel},
    {"pixel-6.7", DXK_SHADER_KIND_PIXEL, 7, build_pixel},
    {"compute", DXK_SHADER_KIND_COMPUTE, 0, build_compute},
    {"compute-6.8", DXK_SHADER_KIND_COMPUTE, 8, build_compute},
    {"compute-6.6-atomic64", DXK_SHADER_KIND_COMPUTE, 6, build_wide_atomic},
    {"mesh", DXK_SHADER_KIND_MESH, 5, build_mesh},
    {"amplification", DXK_SHADER_KIND_AMPLIFICATION, 6, build_amplification},
    {"library-6.3", DXK_SHADER_KIND_LIBRARY, 3, build_library},
    {"library-6.6", DXK_SHADER_KIND_LIBRARY, 6, build_library},
};

static void keep(const char *name, const dxk_buffer *bytes)
{
    const char *folder = getenv("DXK_TEST_KEEP");
    char path[512];
    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/%s.dxil", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
}

static void print_findings(const dxk_validation *v)
{
    for (size_t i = 0; i < dxk_validation_count(v, NULL); i++) {
        const dxk_finding *f = dxk_validation_finding(v, i);
        printf("  %.*s\n", (int)f->message.size, f->message.data);
    }
}

/* Each stage's container is one that the validator accepts. */
static void makes_valid_shaders(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof all_stages / sizeof all_stages[0]; i++) {
        const stage *s = &all_stages[i];
        dxk_ctx *ctx = support_ctx();
        dxk_builder *b = begin(ctx, s->kind, s->minor);
        dxk_container *made, *read;
        dxk_validation *v;
        dxk_buffer bytes;
        dxk_buffer_init(&bytes, ctx);
        s->build(b);
        dxk_status status = dxk_builder_container(b, &made);
        if (status != DXK_OK)
            fail_msg("%s: %s at %s", s->name, dxk_ctx_diag(ctx, 0)->message,
                     dxk_ctx_diag(ctx, 0)->path);
        assert_int_equal(dxk_container_write(made, &(dxk_write_options){.digest = DXK_DIGEST_FIX},
                                             dxk_buffer_sink(&bytes)),
                         DXK_OK);
        keep(s->name, &bytes);
        assert_int_equal(dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size}, NULL, &read),
                         DXK_OK);
        assert_int_equal(dxk_validate(read, NULL, &v), DXK_OK);
        if (dxk_validation_verdict(v) != DXK_VERDICT_VALID) {
            printf("%s:\n", s->name);
            print_findings(v);
        }
        assert_int_equal(dxk_validation_verdict(v), DXK_VERDICT_VALID);
        dxk_validation_free(v);
        dxk_container_free(read);
        dxk_container_free(made);
        dxk_buffer_free(&bytes);
        dxk_builder_free(b);
        support_ctx_done(ctx);
    }
}

/* ---------------------------------------------------------------------------------------- */

static dxk_status build_one(dxk_ctx *ctx, void *user)
{
    const stage *s = user;
    const dxk_builder_options options = {.kind = s->kind, .model_minor = s->minor};
    dxk_builder *b;
    dxk_container *container = NULL;
    dxk_status status = dxk_builder_create(ctx, &options, &b);
    if (status == DXK_OK) {
        s->build(b);
        status = dxk_builder_container(b, &container);
    }
    dxk_container_free(container);
    dxk_builder_free(b);
    return status;
}

static void survives_failing_allocations(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof all_stages / sizeof all_stages[0]; i++)
        support_fail_allocations(build_one, (void *)(uintptr_t)&all_stages[i]);
}

static void refuses_wrong_options(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_builder *b;
    (void)state;
    assert_int_equal(
        dxk_builder_create(ctx, &(dxk_builder_options){.kind = DXK_SHADER_KIND_MISS}, &b),
        DXK_E_ARGUMENT);
    assert_int_equal(dxk_builder_create(ctx, &(dxk_builder_options){.model_minor = 11}, &b),
                     DXK_E_ARGUMENT);
    assert_int_equal(dxk_builder_create(ctx, &(dxk_builder_options){.native_16bit = true}, &b),
                     DXK_E_ARGUMENT);
    static const uint32_t wrong[][2] = {{1, 11}, {2, 0}, {0, 1}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const dxk_builder_options options = {
            .has_validator = true, .validator_major = wrong[i][0], .validator_minor = wrong[i][1]};
        assert_int_equal(dxk_builder_create(ctx, &options, &b), DXK_E_ARGUMENT);
    }
    assert_int_equal(
        dxk_builder_create(
            ctx, &(dxk_builder_options){.kind = DXK_SHADER_KIND_MESH, .model_minor = 4}, &b),
        DXK_E_ARGUMENT);
    assert_null(b);
    dxk_builder_free(NULL);
    support_ctx_done(ctx);
}

static void hands_the_module_over_once(void **state)
{
    dxk_ctx *ctx = support_ctx();
    dxk_builder *b = begin(ctx, DXK_SHADER_KIND_VERTEX, 0);
    dxk_module *m, *again;
    (void)state;
    build_vertex(b);
    assert_int_equal(dxk_builder_finish(b, &m), DXK_OK);
    assert_int_equal(dxk_builder_finish(b, &again), DXK_E_ARGUMENT);
    assert_int_equal(dxk_builder_i32(b, 1), DXK_NONE);
    dxk_builder_free(b);
    assert_int_equal(dxk_module_function_count(m), 3);
    dxk_module_free(m);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(reports_each_mistake),
    cmocka_unit_test(reports_an_unfinished_module),
    cmocka_unit_test(reports_bad_semantics),
    cmocka_unit_test(survives_nonsense),
    cmocka_unit_test(calls_every_operation),
    cmocka_unit_test(makes_valid_shaders),
    cmocka_unit_test(survives_failing_allocations),
    cmocka_unit_test(refuses_wrong_options),
    cmocka_unit_test(hands_the_module_over_once),
    cmocka_unit_test(elements_are_where_they_were_placed),
    cmocka_unit_test(misplaced_elements_are_refused),
};
SUPPORT_SUITE(test_builder, tests);

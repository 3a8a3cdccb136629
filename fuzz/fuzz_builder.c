/* SPDX-License-Identifier: MIT */
/*
 * fuzz_builder.c - programs made with dxk/builder.h by the bytes of the input: mostly right ones,
 * so that much of the builder is reached before the first mistake; some bytes ask for nonsense.
 * What is finished becomes a container, which must read back, and is validated.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/dxk.h"
#include "fuzz.h"

#define VALUES 256

typedef struct program {
    dxk_builder *b;
    const uint8_t *data;
    size_t size, at;
    dxk_value values[VALUES]; /* the last ones */
    uint32_t count;
    dxk_value function;
    dxk_block block; /* that is being filled */
    dxk_value shared;
    uint32_t elements[2], resources[3];
} program;

static uint32_t next(program *p)
{
    return p->at < p->size ? p->data[p->at++] : 0;
}

static dxk_value keep(program *p, dxk_value value)
{
    if (value && dxk_builder_type_of(p->b, value) != DXK_TYPE_VOID)
        p->values[p->count++ % VALUES] = value;
    return value;
}

/* A value of the type: one that is there, or undefined. */
static dxk_value of_type(program *p, dxk_type type)
{
    uint32_t known = p->count < VALUES ? p->count : VALUES, start = next(p);
    for (uint32_t i = 0; i < known; i++) {
        dxk_value value = p->values[(start + i) % known];
        if (dxk_builder_type_of(p->b, value) == type)
            return value;
    }
    return dxk_builder_undef(p->b, type);
}

static dxk_type number_type(program *p)
{
    static const dxk_type types[] = {DXK_TYPE_I32,   DXK_TYPE_FLOAT, DXK_TYPE_I32,
                                     DXK_TYPE_FLOAT, DXK_TYPE_I64,   DXK_TYPE_DOUBLE,
                                     DXK_TYPE_HALF,  DXK_TYPE_I16,   DXK_TYPE_I1};
    return types[next(p) % (sizeof types / sizeof types[0])];
}

static bool is_real(dxk_type type)
{
    return type >= DXK_TYPE_HALF && type <= DXK_TYPE_DOUBLE;
}

static void make_constant(program *p)
{
    dxk_type type = number_type(p);
    if (is_real(type))
        keep(p, dxk_builder_real(p->b, type, (double)next(p) / 8 - 4));
    else
        keep(p, dxk_builder_int(p->b, type, (uint64_t)next(p) << next(p) % 60));
}

static void make_binary(program *p)
{
    dxk_type type = number_type(p);
    uint32_t op = is_real(type) ? DXK_BINARY_FADD + next(p) % 5 : next(p) % DXK_BINARY_FADD;
    dxk_value left = of_type(p, type), right = of_type(p, type);
    keep(p,
         dxk_builder_binary(p->b, (dxk_binary)op, left, right, is_real(type) ? next(p) % 32 : 0));
}

static void make_choice(program *p)
{
    dxk_type type = number_type(p);
    dxk_value left = of_type(p, type), right = of_type(p, type);
    uint32_t op = is_real(type) ? DXK_COMPARE_OEQ + next(p) % 14 : DXK_COMPARE_EQ + next(p) % 10;
    dxk_value condition = keep(p, dxk_builder_compare(p->b, (dxk_compare)op, left, right, 0));
    keep(p, dxk_builder_select(p->b, condition, left, right));
}

/* Operations of all stages, and whatever the input says. */
static void call_operation(program *p)
{
    static const dxk_op common[] = {
        DXK_OP_FAbs,           DXK_OP_Saturate,      DXK_OP_Sin,
        DXK_OP_Sqrt,           DXK_OP_FMax,          DXK_OP_IMax,
        DXK_OP_UMin,           DXK_OP_Bfrev,         DXK_OP_Countbits,
        DXK_OP_FMad,           DXK_OP_IMad,          DXK_OP_Dot4,
        DXK_OP_UMul,           DXK_OP_UAddc,         DXK_OP_SplitDouble,
        DXK_OP_IsNaN,          DXK_OP_WaveAnyTrue,   DXK_OP_WaveReadLaneFirst,
        DXK_OP_LegacyF32ToF16, DXK_OP_BufferLoad,    DXK_OP_CBufferLoadLegacy,
        DXK_OP_TextureLoad,    DXK_OP_GetDimensions,
    };
    dxk_op op = common[next(p) % (sizeof common / sizeof common[0])];
    dxk_type overload = number_type(p);
    dxk_value args[32];
    uint32_t count = 0;
    if (next(p) > 240)
        op = next(p) | (next(p) & 1) << 8;
    uint32_t operands = next(p) % 12;
    for (; count < operands; count++) {
        dxk_type type = dxk_builder_op_operand_type(p->b, op, overload, count);
        args[count] = type ? of_type(p, type) : DXK_NONE;
    }
    dxk_value value = keep(p, dxk_builder_op(p->b, op, overload, args, count));
    if (value)
        keep(p, dxk_builder_extract(p->b, value, next(p) % 4));
}

static void use_memory(program *p)
{
    dxk_type type = number_type(p);
    dxk_value local = dxk_builder_alloca(p->b, type), zero = dxk_builder_i32(p->b, 0);
    dxk_builder_store(p->b, of_type(p, type), local);
    keep(p, dxk_builder_load(p->b, local));
    const dxk_value indices[2] = {zero, of_type(p, DXK_TYPE_I32)};
    dxk_value slot = dxk_builder_gep(p->b, p->shared, indices, 2);
    keep(p, dxk_builder_atomic(p->b, (dxk_atomic)(next(p) % 11), slot, of_type(p, DXK_TYPE_I32)));
}

/* Both ways lead to a block with a phi. */
static void branch(program *p)
{
    dxk_type type = number_type(p);
    dxk_value condition = of_type(p, DXK_TYPE_I1), x = of_type(p, type), y = of_type(p, type);
    dxk_block side = dxk_builder_block(p->b, p->function);
    dxk_block join = dxk_builder_block(p->b, p->function);
    dxk_builder_at(p->b, p->block);
    dxk_builder_cond_br(p->b, condition, side, join);
    dxk_builder_at(p->b, side);
    dxk_builder_br(p->b, join);
    dxk_builder_at(p->b, join);
    dxk_value phi = keep(p, dxk_builder_phi(p->b, type));
    dxk_builder_phi_add(p->b, phi, x, p->block);
    dxk_builder_phi_add(p->b, phi, y, side);
    p->block = join;
}

static void nonsense(program *p)
{
    dxk_value v[4];
    for (int i = 0; i < 4; i++)
        v[i] = (next(p) & 7) << 29 | next(p);
    switch (next(p) % 8) {
    case 0:
        dxk_builder_gep(p->b, v[0], v + 1, 3);
        break;
    case 1:
        dxk_builder_insert(p->b, v[0], v[1], v[2]);
        break;
    case 2:
        dxk_builder_shuffle(p->b, v[0], v[1], v[2]);
        break;
    case 3:
        dxk_builder_struct(p->b, NULL, v, 4);
        break;
    case 4:
        dxk_builder_call(p->b, v[0], v + 1, 3);
        break;
    case 5:
        dxk_builder_switch(p->b, v[0], v[1], v + 2, v + 3, 1);
        break;
    case 6:
        dxk_builder_phi_add(p->b, v[0], v[1], v[2]);
        break;
    default:
        dxk_builder_at(p->b, v[0]);
    }
}

static void fill(program *p)
{
    while (p->at < p->size && dxk_builder_status(p->b) == DXK_OK) {
        uint32_t action = next(p);
        switch (action % 9) {
        case 0:
            make_constant(p);
            break;
        case 1:
            make_binary(p);
            break;
        case 2:
            make_choice(p);
            break;
        case 3:
            call_operation(p);
            break;
        case 4:
            use_memory(p);
            break;
        case 5:
            if (p->elements[0])
                keep(p, dxk_builder_load_input(p->b, p->elements[0], 0, next(p) % 4));
            break;
        case 6:
            if (p->elements[1])
                dxk_builder_store_output(p->b, p->elements[1], 0, next(p) % 4,
                                         of_type(p, DXK_TYPE_FLOAT));
            break;
        case 7:
            branch(p);
            break;
        default:
            if (action > 250)
                nonsense(p);
            else
                keep(p, dxk_builder_handle(p->b, p->resources[next(p) % 3], DXK_NONE, false));
        }
    }
}

static void declare(program *p, dxk_shader_kind kind)
{
    static const struct {
        dxk_shader_kind kind;
        const char *in, *out;
    } rows[] = {{DXK_SHADER_KIND_PIXEL, "UV", "SV_Target"},
                {DXK_SHADER_KIND_VERTEX, "POSITION", "SV_Position"},
                {DXK_SHADER_KIND_DOMAIN, "POSITION", "SV_Position"}};
    dxk_element_desc e = {.type = DXK_COMPONENT_TYPE_F32, .columns = 4};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].kind != kind)
            continue;
        e.semantic = rows[i].in;
        p->elements[0] = dxk_builder_element(p->b, DXK_SIGNATURE_INPUT, &e);
        e.semantic = rows[i].out;
        p->elements[1] = dxk_builder_element(p->b, DXK_SIGNATURE_OUTPUT, &e);
    }
    dxk_resource_desc r = {.name = "A", .cls = DXK_RESOURCE_CLASS_CBUFFER, .size = 64};
    p->resources[0] = dxk_builder_resource(p->b, &r);
    r = (dxk_resource_desc){.name = "B",
                            .cls = DXK_RESOURCE_CLASS_UAV,
                            .kind = (dxk_resource_kind)(1 + next(p) % 12),
                            .element = DXK_COMPONENT_TYPE_F32,
                            .stride = 16,
                            .count = next(p) % 3};
    p->resources[1] = dxk_builder_resource(p->b, &r);
    r.name = "C";
    r.cls = DXK_RESOURCE_CLASS_SRV;
    p->resources[2] = dxk_builder_resource(p->b, &r);
    p->shared = dxk_builder_variable(p->b, "S", dxk_builder_array(p->b, DXK_TYPE_I32, 8),
                                     DXK_SPACE_SHARED, DXK_NONE);
}

static void check(dxk_ctx *ctx, dxk_container *made)
{
    dxk_buffer bytes;
    dxk_container *read = NULL;
    dxk_validation *v = NULL;
    dxk_buffer_init(&bytes, ctx);
    if (dxk_container_write(made, NULL, dxk_buffer_sink(&bytes)) != DXK_OK)
        abort();
    if (dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size}, NULL, &read) != DXK_OK)
        abort();
    dxk_validate(read, NULL, &v);
    dxk_validation_free(v);
    dxk_container_free(read);
    dxk_buffer_free(&bytes);
}

FUZZ_TARGET
{
    static const dxk_shader_kind kinds[] = {DXK_SHADER_KIND_PIXEL,   DXK_SHADER_KIND_VERTEX,
                                            DXK_SHADER_KIND_COMPUTE, DXK_SHADER_KIND_LIBRARY,
                                            DXK_SHADER_KIND_DOMAIN,  DXK_SHADER_KIND_MESH,
                                            DXK_SHADER_KIND_HULL,    DXK_SHADER_KIND_GEOMETRY};
    program p = {.data = data, .size = size < 4096 ? size : 4096};
    dxk_ctx *ctx;
    dxk_container *container = NULL;
    dxk_builder_options options = {.kind = kinds[next(&p) % 8], .model_minor = next(&p) % 11};
    options.native_16bit = options.model_minor >= 2 && next(&p) % 2;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return 0;
    if (dxk_builder_create(ctx, &options, &p.b) != DXK_OK) { /* the model has no such stage */
        dxk_ctx_free(ctx);
        return 0;
    }
    declare(&p, options.kind);
    dxk_type type = dxk_builder_function_type(p.b, DXK_TYPE_VOID, NULL, 0);
    p.function = dxk_builder_function(p.b, "main", type);
    p.block = dxk_builder_block(p.b, p.function);
    fill(&p);
    dxk_builder_ret(p.b, DXK_NONE);
    if (options.kind != DXK_SHADER_KIND_LIBRARY)
        dxk_builder_entry(p.b, &(dxk_entry_desc){.function = p.function, .num_threads = {4, 1, 1}});
    if (dxk_builder_container(p.b, &container) == DXK_OK)
        check(ctx, container);
    dxk_container_free(container);
    dxk_builder_free(p.b);
    dxk_ctx_free(ctx);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * print.c - reflection as `dxa -dumpreflection` prints it: the descriptions of Direct3D,
 * one field a line, two blanks more for each level (up to a level). Names are C strings: they end
 * at a NUL.
 */
#include "reflect/reflect.h"
#include "container/container.h"

#include "base/diag.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"

#include <string.h>

#define LEVEL_MAX   16 /* deeper levels are all indented like the one after it */
#define LEVEL_WIDTH 2

typedef struct printer {
    dxki_out out;
    dxk_ctx *ctx;
    const dxk_reflect *data;
    int level;
    dxk_status status; /* too long */
} printer;

static bool is_full(printer *p)
{
    if (p->status == DXK_OK && p->out.flushed > DXKI_REFLECT_TEXT_MAX)
        p->status = DXKI_REPORT(p->ctx, DXKI_RULE_LIMIT_OUTPUT, dxki_nowhere(), NULL,
                                dxki_dec(DXKI_REFLECT_TEXT_MAX));
    return p->status != DXK_OK || p->out.status != DXK_OK;
}

static void start(printer *p, const char *text)
{
    dxki_out_spaces(&p->out, LEVEL_WIDTH * (p->level > LEVEL_MAX ? LEVEL_MAX : p->level));
    dxki_out_text(&p->out, text);
}

static void end(printer *p)
{
    dxki_out_char(&p->out, '\n');
}

static void line(printer *p, const char *text)
{
    start(p, text);
    end(p);
}

static void number(printer *p, const char *label, uint32_t value)
{
    start(p, label);
    dxki_out_u64(&p->out, value);
    end(p);
}

/* With the base's prefix, but for 0. */
static void put_hex(printer *p, uint64_t value)
{
    if (value)
        dxki_out_text(&p->out, "0x");
    dxki_out_hex(&p->out, value, 1, false);
}

static void hex(printer *p, const char *label, uint64_t value)
{
    start(p, label);
    put_hex(p, value);
    end(p);
}

static void put_name(printer *p, dxk_reflect_enum set, uint32_t value)
{
    const char *name = dxk_reflect_name(set, value);

    if (name) {
        dxki_out_text(&p->out, name);
        return;
    }
    dxki_out_text(&p->out, "<unknown: ");
    put_hex(p, value);
    dxki_out_char(&p->out, '>');
}

static void enumerator(printer *p, const char *label, dxk_reflect_enum set, uint32_t value)
{
    start(p, label);
    put_name(p, set, value);
    end(p);
}

static void flags(printer *p, const char *label, dxk_reflect_enum set, uint32_t value)
{
    start(p, label);
    if (value == 0)
        dxki_out_char(&p->out, '0');
    else
        dxki_out_char(&p->out, '(');
    for (uint32_t rest = value; rest; rest &= rest - 1) {
        if (rest != value)
            dxki_out_text(&p->out, " | ");
        put_name(p, set, rest & (~rest + 1));
    }
    if (value)
        dxki_out_char(&p->out, ')');
    end(p);
}

static dxk_str c_string(dxk_str text)
{
    const char *nul = text.size ? memchr(text.data, '\0', text.size) : NULL;

    return (dxk_str){text.data, nul ? (size_t)(nul - text.data) : text.size};
}

/* A name; `known` false: there is none at all. */
static void name(printer *p, const char *label, dxk_str text, bool known)
{
    start(p, label);
    if (known)
        dxki_out_str(&p->out, c_string(text));
    else
        dxki_out_text(&p->out, "<nullptr>");
    end(p);
}

/* What is not printable, and quotes and backslashes, as \ and two digits. */
static void escaped_name(printer *p, const char *label, dxk_str text)
{
    text = c_string(text);
    start(p, label);
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= ' ' && c < 0x7f && c != '\\' && c != '"') {
            dxki_out_char(&p->out, (char)c);
        } else {
            dxki_out_char(&p->out, '\\');
            dxki_out_hex(&p->out, c, 2, true);
        }
    }
    end(p);
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static void print_type(printer *p, const dxk_reflect_type *type)
{
    line(p, "ID3D12ShaderReflectionType:");
    p->level++;
    /* Only the type that stands for an unknown one has neither components nor a name. */
    bool known = type->name.size || type->rows || type->columns || type->var_class || type->type ||
                 type->offset || type->elements;
    name(p, "D3D12_SHADER_TYPE_DESC: Name: ", type->name, known);
    p->level++;
    enumerator(p, "Class: ", DXK_REFLECT_VARIABLE_CLASS, type->var_class);
    enumerator(p, "Type: ", DXK_REFLECT_VARIABLE_TYPE, type->type);
    number(p, "Elements: ", type->elements);
    number(p, "Rows: ", type->rows);
    number(p, "Columns: ", type->columns);
    number(p, "Members: ", type->members);
    number(p, "Offset: ", type->offset);
    p->level--;
    if (type->members) {
        line(p, "{");
        p->level++;
        for (uint32_t i = 0; i < type->members && !is_full(p); i++)
            print_type(p, &type->member_list[i].type);
        p->level--;
        line(p, "}");
    }
    p->level--;
}

static void print_variable(printer *p, const dxk_reflect_variable *v,
                           const dxk_reflect_buffer *buffer)
{
    line(p, "ID3D12ShaderReflectionVariable:");
    p->level++;
    name(p, "D3D12_SHADER_VARIABLE_DESC: Name: ", v->name, true);
    p->level++;
    number(p, "Size: ", v->size);
    number(p, "StartOffset: ", v->start_offset);
    flags(p, "uFlags: ", DXK_REFLECT_VARIABLE_FLAG, v->flags);
    line(p, v->default_value.size ? "DefaultValue: <present>" : "DefaultValue: <nullptr>");
    p->level--;
    print_type(p, &v->type);
    name(p, "CBuffer: ", buffer->name, true);
    p->level--;
}

static void print_buffer(printer *p, const dxk_reflect_buffer *buffer)
{
    line(p, "ID3D12ShaderReflectionConstantBuffer:");
    p->level++;
    /* the reference gives up on a texture buffer without annotations before it names it */
    bool known = buffer->type != DXKI_D3D_CT_TBUFFER || buffer->variables;
    name(p, "D3D12_SHADER_BUFFER_DESC: Name: ", buffer->name, known);
    p->level++;
    enumerator(p, "Type: ", DXK_REFLECT_BUFFER_TYPE, buffer->type);
    number(p, "Size: ", buffer->size);
    flags(p, "uFlags: ", DXK_REFLECT_BUFFER_FLAG, buffer->flags);
    number(p, "Num Variables: ", buffer->variable_count);
    p->level--;
    if (buffer->variable_count) {
        line(p, "{");
        p->level++;
        for (uint32_t i = 0; i < buffer->variable_count && !is_full(p); i++)
            print_variable(p, &buffer->variables[i], buffer);
        p->level--;
        line(p, "}");
    }
    p->level--;
}

static void print_binding(printer *p, const dxk_reflect_binding *b)
{
    name(p, "D3D12_SHADER_INPUT_BIND_DESC: Name: ", b->name, true);
    p->level++;
    enumerator(p, "Type: ", DXK_REFLECT_INPUT_TYPE, b->type);
    number(p, "uID: ", b->id);
    number(p, "BindCount: ", b->bind_count);
    number(p, "BindPoint: ", b->bind_point);
    number(p, "Space: ", b->space);
    enumerator(p, "ReturnType: ", DXK_REFLECT_RETURN_TYPE, b->return_type);
    enumerator(p, "Dimension: ", DXK_REFLECT_DIMENSION, b->dimension);
    number(p, "NumSamples (or stride): ", b->num_samples);
    flags(p, "uFlags: ", DXK_REFLECT_INPUT_FLAG, b->flags);
    p->level--;
}

/* `buffers`, `bindings`: which; NULL: all, one after the other. */
static void print_bound(printer *p, const uint32_t *buffers, uint32_t buffer_count,
                        const uint32_t *bindings, uint32_t binding_count)
{
    if (buffer_count) {
        line(p, "Constant Buffers:");
        p->level++;
        for (uint32_t i = 0; i < buffer_count && !is_full(p); i++)
            print_buffer(p, &p->data->buffers[buffers ? buffers[i] : i]);
        p->level--;
    }
    if (binding_count) {
        line(p, "Bound Resources:");
        p->level++;
        for (uint32_t i = 0; i < binding_count && !is_full(p); i++)
            print_binding(p, &p->data->bindings[bindings ? bindings[i] : i]);
        p->level--;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

static void mask(printer *p, const char *label, uint8_t value, const char *note)
{
    start(p, label);
    if (value < 16) {
        for (unsigned i = 0; i < 4; i++)
            dxki_out_char(&p->out, value >> i & 1 ? "xyzw"[i] : '-');
    } else {
        dxki_out_text(&p->out, "<invalid mask>");
    }
    dxki_out_text(&p->out, " (");
    dxki_out_u64(&p->out, value);
    dxki_out_char(&p->out, ')');
    dxki_out_text(&p->out, note);
    end(p);
}

static void print_parameter(printer *p, const dxk_reflect_parameter *parameter)
{
    start(p, "D3D12_SIGNATURE_PARAMETER_DESC: SemanticName: ");
    dxki_out_str(&p->out, c_string(parameter->semantic_name));
    dxki_out_text(&p->out, " SemanticIndex: ");
    dxki_out_u64(&p->out, parameter->semantic_index);
    end(p);
    p->level++;
    number(p, "Register: ", parameter->register_index);
    enumerator(p, "SystemValueType: ", DXK_REFLECT_SYSTEM_VALUE, parameter->system_value_type);
    enumerator(p, "ComponentType: ", DXK_REFLECT_COMPONENT_TYPE, parameter->component_type);
    mask(p, "Mask: ", parameter->mask, "");
    mask(p, "ReadWriteMask: ", parameter->read_write_mask, " (AlwaysReads/NeverWrites)");
    number(p, "Stream: ", parameter->stream);
    enumerator(p, "MinPrecision: ", DXK_REFLECT_MIN_PRECISION, parameter->min_precision);
    p->level--;
}

static void print_parameters(printer *p, const char *label, const dxk_reflect_parameters *list)
{
    if (list->count == 0)
        return;
    number(p, label, list->count);
    p->level++;
    for (uint32_t i = 0; i < list->count && !is_full(p); i++)
        print_parameter(p, &list->items[i]);
    p->level--;
}

static void print_version(printer *p, const dxk_reflect_stage *stage)
{
    const char *kind = dxk_enum_text(DXK_ENUM_ID_shader_kind, stage->kind & 0xffffu);

    /* The reference has no name for nodes. */
    if (!kind || stage->kind == DXK_SHADER_KIND_NODE)
        kind = "<unknown>";
    start(p, "Shader Version: ");
    dxki_out_text(&p->out, kind);
    dxki_out_char(&p->out, ' ');
    dxki_out_u64(&p->out, stage->major & 15u);
    dxki_out_char(&p->out, '.');
    dxki_out_u64(&p->out, stage->minor & 15u);
    end(p);
}

static void print_stage(printer *p, const dxk_reflect_stage *stage)
{
    const uint32_t patch = stage->parameters[DXK_REFLECT_PATCH_CONSTANT].count;

    switch ((uint32_t)stage->kind) {
    case DXK_SHADER_KIND_GEOMETRY:
        number(p, "cGSInstanceCount: ", stage->gs_instance_count);
        number(p, "GSMaxOutputVertexCount: ", stage->gs_max_output_vertices);
        enumerator(p, "GSOutputTopology: ", DXK_REFLECT_TOPOLOGY, stage->gs_output_topology);
        enumerator(p, "InputPrimitive: ", DXK_REFLECT_PRIMITIVE, stage->input_primitive);
        break;
    case DXK_SHADER_KIND_HULL:
        number(p, "PatchConstantParameters: ", patch);
        number(p, "cControlPoints: ", stage->control_points);
        enumerator(p, "InputPrimitive: ", DXK_REFLECT_PRIMITIVE, stage->input_primitive);
        enumerator(p, "HSOutputPrimitive: ", DXK_REFLECT_TESS_OUTPUT, stage->hs_output_primitive);
        enumerator(p, "HSPartitioning: ", DXK_REFLECT_TESS_PARTITIONING, stage->hs_partitioning);
        enumerator(p, "TessellatorDomain: ", DXK_REFLECT_TESS_DOMAIN, stage->tessellator_domain);
        break;
    case DXK_SHADER_KIND_DOMAIN:
        number(p, "PatchConstantParameters: ", patch);
        number(p, "cControlPoints: ", stage->control_points);
        enumerator(p, "TessellatorDomain: ", DXK_REFLECT_TESS_DOMAIN, stage->tessellator_domain);
        break;
    case DXK_SHADER_KIND_MESH:
        start(p, "PatchConstantParameters: ");
        dxki_out_u64(&p->out, patch);
        dxki_out_text(&p->out, " (output primitive parameters for mesh shader)");
        end(p);
        break;
    default:
        break;
    }
}

static void print_counters(printer *p, const dxk_reflect_counters *c)
{
    number(p, "InstructionCount: ", c->instruction_count);
    number(p, "TempArrayCount: ", c->temp_array_count);
    number(p, "DynamicFlowControlCount: ", c->dynamic_flow_control_count);
    number(p, "ArrayInstructionCount: ", c->array_instruction_count);
    number(p, "TextureNormalInstructions: ", c->texture_normal_instructions);
    number(p, "TextureLoadInstructions: ", c->texture_load_instructions);
    number(p, "TextureCompInstructions: ", c->texture_comp_instructions);
    number(p, "TextureBiasInstructions: ", c->texture_bias_instructions);
    number(p, "TextureGradientInstructions: ", c->texture_gradient_instructions);
    number(p, "FloatInstructionCount: ", c->float_instruction_count);
    number(p, "IntInstructionCount: ", c->int_instruction_count);
    number(p, "UintInstructionCount: ", c->uint_instruction_count);
    number(p, "CutInstructionCount: ", c->cut_instruction_count);
    number(p, "EmitInstructionCount: ", c->emit_instruction_count);
    number(p, "cBarrierInstructions: ", c->barrier_instructions);
    number(p, "cInterlockedInstructions: ", c->interlocked_instructions);
    number(p, "cTextureStoreInstructions: ", c->texture_store_instructions);
}

static void print_shader(printer *p)
{
    const dxk_reflect *data = p->data;
    const dxk_reflect_parameters *parameters = data->stage.parameters;

    line(p, "ID3D12ShaderReflection:");
    p->level++;
    line(p, "D3D12_SHADER_DESC:");
    p->level++;
    print_version(p, &data->stage);
    name(p, "Creator: ", data->creator, data->creator.data != NULL);
    hex(p, "Flags: ", data->flags);
    number(p, "ConstantBuffers: ", data->buffer_count);
    number(p, "BoundResources: ", data->binding_count);
    number(p, "InputParameters: ", parameters[DXK_REFLECT_INPUT].count);
    number(p, "OutputParameters: ", parameters[DXK_REFLECT_OUTPUT].count);
    print_stage(p, &data->stage);
    print_counters(p, &data->counters);
    p->level--;
    print_parameters(p, "InputParameter Elements: ", &parameters[DXK_REFLECT_INPUT]);
    print_parameters(p, "OutputParameter Elements: ", &parameters[DXK_REFLECT_OUTPUT]);
    print_parameters(p,
                     "PatchConstantParameter Elements: ", &parameters[DXK_REFLECT_PATCH_CONSTANT]);
    print_bound(p, NULL, data->buffer_count, NULL, data->binding_count);
    p->level--;
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

static void print_function(printer *p, const dxk_reflect_function *f)
{
    line(p, "ID3D12FunctionReflection:");
    p->level++;
    escaped_name(p, "D3D12_FUNCTION_DESC: Name: ", f->name);
    p->level++;
    print_version(p, &f->stage);
    line(p, "Creator: <nullptr>");
    line(p, "Flags: 0");
    hex(p, "RequiredFeatureFlags: ", f->required_feature_flags);
    number(p, "ConstantBuffers: ", f->buffer_count);
    number(p, "BoundResources: ", f->binding_count);
    line(p, "FunctionParameterCount: 0");
    line(p, "HasReturn: FALSE");
    p->level--;
    print_bound(p, f->buffers, f->buffer_count, f->bindings, f->binding_count);
    p->level--;
}

static void print_library(printer *p)
{
    line(p, "ID3D12LibraryReflection:");
    p->level++;
    line(p, "D3D12_LIBRARY_DESC:");
    p->level++;
    line(p, "Creator: <nullptr>");
    line(p, "Flags: 0");
    number(p, "FunctionCount: ", p->data->function_count);
    p->level--;
    for (uint32_t i = 0; i < p->data->function_count && !is_full(p); i++)
        print_function(p, &p->data->functions[i]);
    p->level--;
}

/* The RDAT parts in front of the DXIL part. */
static dxk_status print_rdat(dxk_ctx *ctx, const dxk_container *container, size_t before,
                             dxk_sink sink)
{
    static const uint32_t fourcc = DXK_PART_RDAT;
    dxk_status status = DXK_OK;

    for (size_t i = dxk_container_find(container, fourcc, 0); i < before && status == DXK_OK;
         i = dxk_container_find(container, fourcc, i + 1)) {
        dxk_decoded *decoded;
        status = dxk_part_decode(ctx, fourcc, dxk_container_part(container, i)->content, &decoded);
        if (status == DXK_OK && decoded->type == DXK_PART_TYPE_RDAT)
            status = dxk_rdat_print(ctx, decoded->as.rdat, sink);
        dxk_decoded_free(decoded);
    }
    return status;
}

dxk_status dxk_reflect_print(const dxk_container *container, dxk_sink sink)
{
    dxk_ctx *ctx = container->ctx;
    static const dxk_reflect_options options = {.as_reference = true};
    size_t dxil = dxk_container_find(container, DXK_PART_DXIL, 0);
    dxk_reflect *reflect;
    printer p;

    if (dxil == DXK_NO_PART)
        return dxki_report(ctx, DXKI_RULE_REFLECT_NO_DXIL, dxki_nowhere(), NULL, NULL, 0);
    dxk_status rdat = print_rdat(ctx, container, dxil, sink);
    if (rdat != DXK_OK && rdat != DXK_E_INVALID)
        return rdat;
    dxk_status status = dxk_reflect_load(container, &options, &reflect);
    if (!reflect)
        return status;
    dxki_out_init(&p.out, sink);
    p.ctx = ctx;
    p.data = reflect;
    p.level = 0;
    p.status = DXK_OK;
    if (reflect->is_library)
        print_library(&p);
    else
        print_shader(&p);
    dxk_reflect_free(reflect);
    dxk_status flushed = dxki_out_flush(&p.out);
    if (flushed != DXK_OK || p.status != DXK_OK)
        return flushed != DXK_OK ? flushed : p.status;
    return status != DXK_OK ? status : rdat;
}

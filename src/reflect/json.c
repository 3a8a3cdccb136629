/* SPDX-License-Identifier: MIT */
/*
 * json.c - a reflection as JSON: all of it, members named as in dxk/reflect.h, numbers of
 * Direct3D by the names of their enumerators.
 */
#include <string.h>

#include "base/out.h"
#include "dxk/enums.h"
#include "reflect/json.h"

/* Types, variables and bindings that one description may list: functions share buffers and
 * structures share members, so a strange file could ask for any number. */
#define ENTRIES 1000000u

/* What is written, and how much more may be. */
typedef struct reflect_view {
    dxk_json *json;
    const dxk_reflect *r;
    uint32_t left;
} reflect_view;

/* Counts an entry; false when there were too many. */
static bool reflect_count(reflect_view *v)
{
    if (v->left == 0)
        return false;
    v->left--;
    return true;
}

static void put_enum(dxk_json *json, const char *key, dxk_reflect_enum set, uint32_t value)
{
    const char *name = dxk_reflect_name(set, value);
    if (name)
        dxk_json_text(json, key, name);
    else
        dxk_json_u64(json, key, value);
}

static void put_flags(dxk_json *json, const char *key, dxk_reflect_enum set, uint32_t value)
{
    dxk_json_array_line(json, key);
    for (; value; value &= value - 1)
        put_enum(json, NULL, set, value & (~value + 1));
    dxk_json_end(json);
}

void dxki_reflect_json_name(dxk_json *json, const char *key, dxk_enum_id id, uint64_t value)
{
    const char *name = dxk_enum_text(id, value);
    if (name)
        dxk_json_text(json, key, name);
    else
        dxk_json_u64(json, key, value);
}

void dxki_reflect_json_three(dxk_json *json, const char *key, const uint32_t values[3])
{
    dxk_json_array_line(json, key);
    for (int i = 0; i < 3; i++)
        dxk_json_u64(json, NULL, values[i]);
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

static void put_type(reflect_view *v, const char *key, const dxk_reflect_type *type)
{
    dxk_json *json = v->json;
    dxk_json_object_line(json, key);
    dxk_json_str(json, "name", type->name);
    put_enum(json, "class", DXK_REFLECT_VARIABLE_CLASS, type->var_class);
    put_enum(json, "type", DXK_REFLECT_VARIABLE_TYPE, type->type);
    dxk_json_u64(json, "rows", type->rows);
    dxk_json_u64(json, "columns", type->columns);
    dxk_json_u64(json, "elements", type->elements);
    dxk_json_u64(json, "offset", type->offset);
    dxk_json_u64(json, "size", type->size);
    if (type->members) {
        dxk_json_array(json, "members");
        for (uint32_t i = 0; i < type->members && reflect_count(v); i++) {
            dxk_json_object_line(json, NULL);
            dxk_json_str(json, "name", type->member_list[i].name);
            put_type(v, "type", &type->member_list[i].type);
            dxk_json_end(json);
        }
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

/* 0xFFFFFFFF stands for none. */
static void put_slot(dxk_json *json, const char *key, uint32_t value)
{
    if (value == UINT32_MAX)
        dxk_json_null(json, key);
    else
        dxk_json_u64(json, key, value);
}

static void put_variable(reflect_view *v, const dxk_reflect_variable *variable)
{
    dxk_json *json = v->json;
    dxk_json_object_line(json, NULL);
    dxk_json_str(json, "name", variable->name);
    dxk_json_u64(json, "start_offset", variable->start_offset);
    dxk_json_u64(json, "size", variable->size);
    put_flags(json, "flags", DXK_REFLECT_VARIABLE_FLAG, variable->flags);
    if (variable->default_value.size)
        dxk_json_hex(json, "default_value", variable->default_value);
    else
        dxk_json_null(json, "default_value");
    put_slot(json, "start_texture", variable->start_texture);
    dxk_json_u64(json, "texture_size", variable->texture_size);
    put_slot(json, "start_sampler", variable->start_sampler);
    dxk_json_u64(json, "sampler_size", variable->sampler_size);
    put_type(v, "type", &variable->type);
    dxk_json_end(json);
}

static void put_buffers(reflect_view *v)
{
    dxk_json *json = v->json;
    dxk_json_array(json, "buffers");
    for (uint32_t i = 0; i < v->r->buffer_count && reflect_count(v); i++) {
        const dxk_reflect_buffer *b = &v->r->buffers[i];
        dxk_json_object(json, NULL);
        dxk_json_str(json, "name", b->name);
        put_enum(json, "type", DXK_REFLECT_BUFFER_TYPE, b->type);
        dxk_json_u64(json, "size", b->size);
        put_flags(json, "flags", DXK_REFLECT_BUFFER_FLAG, b->flags);
        dxk_json_array(json, "variables");
        for (uint32_t k = 0; k < b->variable_count && reflect_count(v); k++)
            put_variable(v, &b->variables[k]);
        dxk_json_end(json);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

dxk_resource_class dxki_reflect_class_of(uint32_t input_type)
{
    static const char letters[] = "bttsututuuuutu"; /* by D3D_SHADER_INPUT_TYPE */
    char letter = input_type < sizeof letters - 1 ? letters[input_type] : '?';
    const char *all = "tubs", *found = strchr(all, letter);
    return found ? (dxk_resource_class)(found - all) : DXK_RESOURCE_CLASS_INVALID;
}

uint32_t dxki_reflect_upper_bound(uint32_t lower_bound, uint32_t count)
{
    uint64_t upper = (uint64_t)lower_bound + count - 1;
    bool ends = count != 0 && count != UINT32_MAX && upper <= UINT32_MAX;
    return ends ? (uint32_t)upper : UINT32_MAX;
}

bool dxki_reflect_is_placed(uint32_t space, uint32_t lower_bound)
{
    return space != UINT32_MAX || lower_bound != UINT32_MAX;
}

void dxki_reflect_json_place(dxk_json *json, dxk_resource_class cls, uint32_t space,
                             uint32_t lower_bound, uint32_t upper_bound)
{
    char text[24] = {"tubs?"[cls < DXK_RESOURCE_CLASS_INVALID ? cls : 4]},
         *end = text + sizeof text;
    char *digits = dxki_format_u64(end, lower_bound);
    dxki_reflect_json_name(json, "class", DXK_ENUM_ID_resource_class, cls);
    if (!dxki_reflect_is_placed(space, lower_bound)) {
        static const char *const keys[] = {"register", "space", "lower_bound", "upper_bound"};
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            dxk_json_null(json, keys[i]);
        return;
    }
    memmove(text + 1, digits, (size_t)(end - digits));
    dxk_json_str(json, "register", (dxk_str){text, 1 + (size_t)(end - digits)});
    dxk_json_u64(json, "space", space);
    dxk_json_u64(json, "lower_bound", lower_bound);
    dxk_json_u64(json, "upper_bound", upper_bound);
}

static void put_bindings(reflect_view *v)
{
    dxk_json *json = v->json;
    dxk_json_array(json, "bindings");
    for (uint32_t i = 0; i < v->r->binding_count && reflect_count(v); i++) {
        const dxk_reflect_binding *b = &v->r->bindings[i];
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", b->name);
        put_enum(json, "type", DXK_REFLECT_INPUT_TYPE, b->type);
        dxki_reflect_json_place(json, dxki_reflect_class_of(b->type), b->space, b->bind_point,
                                dxki_reflect_upper_bound(b->bind_point, b->bind_count));
        if (dxki_reflect_is_placed(b->space, b->bind_point))
            dxk_json_u64(json, "bind_point", b->bind_point);
        else
            dxk_json_null(json, "bind_point");
        dxk_json_u64(json, "bind_count", b->bind_count);
        put_flags(json, "flags", DXK_REFLECT_INPUT_FLAG, b->flags);
        put_enum(json, "return_type", DXK_REFLECT_RETURN_TYPE, b->return_type);
        put_enum(json, "dimension", DXK_REFLECT_DIMENSION, b->dimension);
        dxk_json_u64(json, "num_samples", b->num_samples);
        dxk_json_u64(json, "id", b->id);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static void put_parameters(reflect_view *v, const char *key, const dxk_reflect_parameters *list)
{
    dxk_json *json = v->json;
    dxk_json_array(json, key);
    for (uint32_t i = 0; i < list->count && reflect_count(v); i++) {
        const dxk_reflect_parameter *p = &list->items[i];
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "semantic_name", p->semantic_name);
        dxk_json_u64(json, "semantic_index", p->semantic_index);
        put_slot(json, "register", p->register_index);
        put_enum(json, "system_value_type", DXK_REFLECT_SYSTEM_VALUE, p->system_value_type);
        put_enum(json, "component_type", DXK_REFLECT_COMPONENT_TYPE, p->component_type);
        dxk_json_u64(json, "mask", p->mask);
        dxk_json_u64(json, "read_write_mask", p->read_write_mask);
        dxk_json_u64(json, "stream", p->stream);
        put_enum(json, "min_precision", DXK_REFLECT_MIN_PRECISION, p->min_precision);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void put_node_ios(reflect_view *v, const char *key, const dxk_reflect_node_io *ios,
                         uint32_t count)
{
    dxk_json *json = v->json;
    dxk_json_array(json, key);
    for (uint32_t i = 0; i < count && reflect_count(v); i++) {
        const dxk_reflect_node_io *io = &ios[i];
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", io->name);
        dxk_json_u64(json, "index", io->index);
        dxk_json_u64(json, "flags", io->flags);
        dxk_json_u64(json, "record_size", io->record_size);
        dxk_json_u64(json, "record_alignment", io->record_alignment);
        dxk_json_u64(json, "dispatch_grid_offset", io->dispatch_grid_offset);
        dxki_reflect_json_name(json, "dispatch_grid_type", DXK_ENUM_ID_component_type,
                               io->dispatch_grid_type);
        dxk_json_u64(json, "dispatch_grid_count", io->dispatch_grid_count);
        dxk_json_u64(json, "max_records", io->max_records);
        dxk_json_i64(json, "max_records_shared_with", io->max_records_shared_with);
        dxk_json_u64(json, "array_size", io->array_size);
        dxk_json_bool(json, "allow_sparse_nodes", io->allow_sparse_nodes);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void put_node(reflect_view *v, const dxk_reflect_node *node)
{
    dxk_json *json = v->json;
    dxk_json_object(json, "node");
    dxki_reflect_json_name(json, "launch_type", DXK_ENUM_ID_node_launch_type, node->launch_type);
    dxk_json_bool(json, "is_program_entry", node->is_program_entry);
    dxk_json_str(json, "name", node->name);
    dxk_json_u64(json, "index", node->index);
    put_slot(json, "local_root_table_index", node->local_root_table_index);
    dxk_json_str(json, "shared_input_name", node->shared_input_name);
    dxk_json_u64(json, "shared_input_index", node->shared_input_index);
    dxki_reflect_json_three(json, "dispatch_grid", node->dispatch_grid);
    dxki_reflect_json_three(json, "max_dispatch_grid", node->max_dispatch_grid);
    dxk_json_u64(json, "max_recursion_depth", node->max_recursion_depth);
    put_node_ios(v, "inputs", node->inputs, node->input_count);
    put_node_ios(v, "outputs", node->outputs, node->output_count);
    dxk_json_end(json);
}

static void put_features(dxk_json *json, const char *key, uint64_t flags)
{
    const uint64_t early = DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X;
    dxk_json_array_line(json, key);
    for (; flags; flags &= flags - 1) {
        uint64_t flag = flags & (~flags + 1);
        if (flag == early)
            dxk_json_text(json, NULL, "EarlyDepthStencil");
        else
            dxki_reflect_json_name(json, NULL, DXK_ENUM_ID_feature_flag, flag);
    }
    dxk_json_end(json);
}

static void put_tessellation(dxk_json *json, const dxk_reflect_stage *s)
{
    dxk_json_u64(json, "gs_instance_count", s->gs_instance_count);
    dxk_json_u64(json, "gs_max_output_vertices", s->gs_max_output_vertices);
    put_enum(json, "gs_output_topology", DXK_REFLECT_TOPOLOGY, s->gs_output_topology);
    dxk_json_u64(json, "gs_stream_mask", s->gs_stream_mask);
    put_enum(json, "input_primitive", DXK_REFLECT_PRIMITIVE, s->input_primitive);
    dxk_json_u64(json, "control_points", s->control_points);
    dxk_json_u64(json, "input_control_points", s->input_control_points);
    put_enum(json, "hs_output_primitive", DXK_REFLECT_TESS_OUTPUT, s->hs_output_primitive);
    put_enum(json, "hs_partitioning", DXK_REFLECT_TESS_PARTITIONING, s->hs_partitioning);
    put_enum(json, "tessellator_domain", DXK_REFLECT_TESS_DOMAIN, s->tessellator_domain);
    dxk_json_real(json, "max_tess_factor", (double)s->max_tess_factor);
}

static void put_stage(reflect_view *v, const dxk_reflect_stage *s)
{
    dxk_json *json = v->json;
    dxk_json_object(json, "stage");
    dxk_json_u64(json, "version", (uint64_t)s->kind << 16 | s->major << 4 | s->minor);
    dxki_reflect_json_name(json, "kind", DXK_ENUM_ID_shader_kind, s->kind);
    dxk_json_u64(json, "major", s->major);
    dxk_json_u64(json, "minor", s->minor);
    put_features(json, "requires_flags", s->requires_flags);
    dxki_reflect_json_three(json, "num_threads", s->num_threads);
    dxki_reflect_json_three(json, "wave_size", s->wave_size);
    put_tessellation(json, s);
    dxk_json_u64(json, "max_vertex_count", s->max_vertex_count);
    dxk_json_u64(json, "max_primitive_count", s->max_primitive_count);
    dxki_reflect_json_name(json, "mesh_output_topology", DXK_ENUM_ID_mesh_topology,
                           s->mesh_output_topology);
    dxk_json_u64(json, "payload_size", s->payload_size);
    dxk_json_u64(json, "attribute_size", s->attribute_size);
    dxk_json_u64(json, "root_signature_size", s->root_signature_size);
    dxk_json_bool(json, "early_depth_stencil", s->early_depth_stencil);
    dxk_json_bool(json, "is_sample_frequency", s->is_sample_frequency);
    if (s->node)
        put_node(v, s->node);
    put_parameters(v, "input_parameters", &s->parameters[DXK_REFLECT_INPUT]);
    put_parameters(v, "output_parameters", &s->parameters[DXK_REFLECT_OUTPUT]);
    put_parameters(v, "patch_constant_parameters", &s->parameters[DXK_REFLECT_PATCH_CONSTANT]);
    dxk_json_end(json);
}

static void put_counters(dxk_json *json, const dxk_reflect_counters *c)
{
    dxk_json_object(json, "counters");
    dxk_json_u64(json, "instruction_count", c->instruction_count);
    dxk_json_u64(json, "temp_register_count", c->temp_register_count);
    dxk_json_u64(json, "temp_array_count", c->temp_array_count);
    dxk_json_u64(json, "def_count", c->def_count);
    dxk_json_u64(json, "dcl_count", c->dcl_count);
    dxk_json_u64(json, "texture_normal_instructions", c->texture_normal_instructions);
    dxk_json_u64(json, "texture_load_instructions", c->texture_load_instructions);
    dxk_json_u64(json, "texture_comp_instructions", c->texture_comp_instructions);
    dxk_json_u64(json, "texture_bias_instructions", c->texture_bias_instructions);
    dxk_json_u64(json, "texture_gradient_instructions", c->texture_gradient_instructions);
    dxk_json_u64(json, "float_instruction_count", c->float_instruction_count);
    dxk_json_u64(json, "int_instruction_count", c->int_instruction_count);
    dxk_json_u64(json, "uint_instruction_count", c->uint_instruction_count);
    dxk_json_u64(json, "static_flow_control_count", c->static_flow_control_count);
    dxk_json_u64(json, "dynamic_flow_control_count", c->dynamic_flow_control_count);
    dxk_json_u64(json, "macro_instruction_count", c->macro_instruction_count);
    dxk_json_u64(json, "array_instruction_count", c->array_instruction_count);
    dxk_json_u64(json, "cut_instruction_count", c->cut_instruction_count);
    dxk_json_u64(json, "emit_instruction_count", c->emit_instruction_count);
    dxk_json_u64(json, "barrier_instructions", c->barrier_instructions);
    dxk_json_u64(json, "interlocked_instructions", c->interlocked_instructions);
    dxk_json_u64(json, "texture_store_instructions", c->texture_store_instructions);
    dxk_json_u64(json, "mov_instruction_count", c->mov_instruction_count);
    dxk_json_u64(json, "movc_instruction_count", c->movc_instruction_count);
    dxk_json_u64(json, "conversion_instruction_count", c->conversion_instruction_count);
    dxk_json_u64(json, "bitwise_instruction_count", c->bitwise_instruction_count);
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Libraries                                                                                  */

static void put_indices(reflect_view *v, const char *key, const uint32_t *indices, uint32_t count)
{
    dxk_json *json = v->json;
    dxk_json_array_line(json, key);
    for (uint32_t i = 0; i < count && reflect_count(v); i++)
        dxk_json_u64(json, NULL, indices[i]);
    dxk_json_end(json);
}

static void put_functions(reflect_view *v)
{
    dxk_json *json = v->json;
    dxk_json_array(json, "functions");
    for (uint32_t i = 0; i < v->r->function_count && reflect_count(v); i++) {
        const dxk_reflect_function *f = &v->r->functions[i];
        dxk_json_object(json, NULL);
        dxk_json_str(json, "name", f->name);
        dxk_json_str(json, "plain_name", f->plain_name);
        put_features(json, "required_feature_flags", f->required_feature_flags);
        dxk_json_u64(json, "min_shader_target", f->min_shader_target);
        dxk_json_u64(json, "shader_stages", f->shader_stages);
        put_indices(v, "buffers", f->buffers, f->buffer_count);
        put_indices(v, "bindings", f->bindings, f->binding_count);
        put_stage(v, &f->stage);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

bool dxk_json_reflect(dxk_json *json, const dxk_reflect *r)
{
    reflect_view v = {json, r, ENTRIES};
    dxk_json_bool(json, "is_library", r->is_library);
    dxk_json_bool(json, "is_legacy", r->is_legacy);
    dxk_json_str(json, "creator", r->creator);
    dxk_json_u64(json, "flags", r->flags);
    dxk_json_u64(json, "min_feature_level", r->min_feature_level);
    dxk_json_u64(json, "interface_slots", r->interface_slots);
    put_stage(&v, &r->stage);
    put_counters(json, &r->counters);
    put_buffers(&v);
    put_bindings(&v);
    put_functions(&v);
    return v.left > 0;
}

dxk_status dxk_reflect_json(const dxk_reflect *reflection, dxk_sink sink)
{
    dxk_json json;
    dxk_json_init(&json, sink);
    dxk_json_object(&json, NULL);
    bool whole = dxk_json_reflect(&json, reflection);
    dxk_json_end_to(&json, 0);
    return json.status != DXK_OK ? json.status : whole ? DXK_OK : DXK_E_LIMIT;
}

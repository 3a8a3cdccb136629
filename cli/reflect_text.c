/* SPDX-License-Identifier: MIT */
/*
 * reflect_text.c - a reflection as readable text: facts, then a table of parameters for each
 * signature, the buffers with their variables, the bindings, the functions.
 */
#include "reflect.h"

#include <string.h>

/* Classes and types that are shown in a way of their own: D3D_SVC_, D3D_CT_. */
enum { CLASS_MATRIX_ROWS = 2, CLASS_STRUCT = 5, CLASS_BIT_FIELD = 8, BUFFER_STRUCTURED = 3 };
enum { VARIABLE_USED = 2 };

#define STEP 2 /* blanks for each level of a structure */

static void title(reflect_view *v, const char *text)
{
    text_char(&v->j->out, '\n');
    text_styled(&v->j->out, TEXT_TITLE, text);
    text_char(&v->j->out, '\n');
}

void reflect_put_lower(text_out *out, const char *name, const char *prefix)
{
    if (strncmp(name, prefix, strlen(prefix)) == 0)
        name += strlen(prefix);
    for (; *name; name++) {
        char c = *name == '_' ? ' ' : *name;
        text_char(out, c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c);
    }
}

void reflect_put_enum(text_out *out, dxk_reflect_enum set, uint32_t value, const char *prefix)
{
    const char *name = dxk_reflect_name(set, value);
    if (name)
        reflect_put_lower(out, name, prefix);
    else
        text_u64(out, value);
}

static text_out *label(reflect_view *v, const char *text)
{
    text_out *out = &v->j->out;
    text_put(out, "  ");
    text_style(out, TEXT_FAINT);
    text_put(out, text);
    text_style(out, TEXT_PLAIN);
    text_spaces(out, strlen(text) < 20 ? 20 - strlen(text) : 1);
    return out;
}

static void number(reflect_view *v, const char *text, uint64_t value)
{
    if (value == 0)
        return;
    text_u64(label(v, text), value);
    text_char(&v->j->out, '\n');
}

static void enumerator(reflect_view *v, const char *text, dxk_reflect_enum set, uint32_t value,
                       const char *prefix)
{
    if (value == 0)
        return;
    reflect_put_enum(label(v, text), set, value, prefix);
    text_char(&v->j->out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Facts                                                                                      */

static void put_model(text_out *out, const dxk_reflect_stage *s)
{
    const char *kind = dxk_enum_text(DXK_ENUM_ID_shader_kind, s->kind);
    text_printf(out, "%s %u.%u", kind ? kind : "unknown", (unsigned)s->major, (unsigned)s->minor);
}

static void put_features(reflect_view *v, uint64_t flags)
{
    const uint64_t early = DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X;
    if (flags == 0)
        return;
    text_out *out = label(v, "requires");
    for (uint64_t rest = flags; rest; rest &= rest - 1) {
        uint64_t flag = rest & (~rest + 1);
        const char *name = dxk_enum_text(DXK_ENUM_ID_feature_flag, flag);
        if (rest != flags)
            text_put(out, ", ");
        if (flag == early)
            text_put(out, "EarlyDepthStencil");
        else if (name)
            text_put(out, name);
        else
            text_hex(out, flag, 1);
    }
    text_char(out, '\n');
}

static void put_threads(reflect_view *v, const dxk_reflect_stage *s)
{
    if (s->num_threads[0] | s->num_threads[1] | s->num_threads[2])
        text_printf(label(v, "thread group"), "%u x %u x %u\n", (unsigned)s->num_threads[0],
                    (unsigned)s->num_threads[1], (unsigned)s->num_threads[2]);
    if (s->wave_size[0] | s->wave_size[1] | s->wave_size[2])
        text_printf(label(v, "wave size"), "%u to %u, preferred %u\n", (unsigned)s->wave_size[0],
                    (unsigned)s->wave_size[1], (unsigned)s->wave_size[2]);
}

static void put_node_ios(reflect_view *v, const char *text, const dxk_reflect_node_io *ios,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count && reflect_count(v); i++) {
        text_out *out = label(v, text);
        if (ios[i].name.size) {
            text_safe(out, ios[i].name);
            text_printf(out, "[%u], ", (unsigned)ios[i].index);
        }
        text_printf(out, "records of %u bytes, at most %u\n", (unsigned)ios[i].record_size,
                    (unsigned)ios[i].max_records);
    }
}

static void put_node(reflect_view *v, const dxk_reflect_node *node)
{
    const char *launch = dxk_enum_text(DXK_ENUM_ID_node_launch_type, node->launch_type);
    text_out *out = label(v, "node");
    text_safe(out, node->name);
    text_printf(out, "[%u], %s launch%s\n", (unsigned)node->index, launch ? launch : "unknown",
                node->is_program_entry ? ", program entry" : "");
    if (node->dispatch_grid[0])
        text_printf(label(v, "grid"), "%u x %u x %u\n", (unsigned)node->dispatch_grid[0],
                    (unsigned)node->dispatch_grid[1], (unsigned)node->dispatch_grid[2]);
    if (node->max_dispatch_grid[0])
        text_printf(label(v, "largest grid"), "%u x %u x %u\n",
                    (unsigned)node->max_dispatch_grid[0], (unsigned)node->max_dispatch_grid[1],
                    (unsigned)node->max_dispatch_grid[2]);
    number(v, "recursion", node->max_recursion_depth);
    put_node_ios(v, "input", node->inputs, node->input_count);
    put_node_ios(v, "output", node->outputs, node->output_count);
}

static void put_stage(reflect_view *v, const dxk_reflect_stage *s, uint64_t features)
{
    put_features(v, features);
    put_threads(v, s);
    number(v, "instances", s->gs_instance_count);
    number(v, "output vertices", s->gs_max_output_vertices);
    enumerator(v, "input primitive", DXK_REFLECT_PRIMITIVE, s->input_primitive, "D3D_PRIMITIVE_");
    enumerator(v, "output topology", DXK_REFLECT_TOPOLOGY, s->gs_output_topology,
               "D3D_PRIMITIVE_TOPOLOGY_");
    number(v, "control points", s->control_points);
    enumerator(v, "domain", DXK_REFLECT_TESS_DOMAIN, s->tessellator_domain,
               "D3D_TESSELLATOR_DOMAIN_");
    enumerator(v, "partitioning", DXK_REFLECT_TESS_PARTITIONING, s->hs_partitioning,
               "D3D_TESSELLATOR_PARTITIONING_");
    enumerator(v, "output primitive", DXK_REFLECT_TESS_OUTPUT, s->hs_output_primitive,
               "D3D_TESSELLATOR_OUTPUT_");
    if (s->kind == DXK_SHADER_KIND_HULL)
        text_printf(label(v, "largest factor"), "%g\n", (double)s->max_tess_factor);
    number(v, "mesh vertices", s->max_vertex_count);
    number(v, "mesh primitives", s->max_primitive_count);
    number(v, "payload bytes", s->payload_size);
    number(v, "attribute bytes", s->attribute_size);
    if (s->node)
        put_node(v, s->node);
}

/* The counters that are not zero, on as few lines as they need. */
static void put_counters(reflect_view *v, const dxk_reflect_counters *c)
{
    const struct {
        const char *name;
        uint32_t value;
    } all[] = {
        {"instructions", c->instruction_count},
        {"temporaries", c->temp_register_count},
        {v->r->is_legacy ? "array registers" : "array bytes", c->temp_array_count},
        {"definitions", c->def_count},
        {"declarations", c->dcl_count},
        {"float", c->float_instruction_count},
        {"int", c->int_instruction_count},
        {"uint", c->uint_instruction_count},
        {"samples", c->texture_normal_instructions},
        {"loads", c->texture_load_instructions},
        {"compares", c->texture_comp_instructions},
        {"biased", c->texture_bias_instructions},
        {"gradients", c->texture_gradient_instructions},
        {"texture stores", c->texture_store_instructions},
        {"static branches", c->static_flow_control_count},
        {"branches", c->dynamic_flow_control_count},
        {"macros", c->macro_instruction_count},
        {"array accesses", c->array_instruction_count},
        {"cuts", c->cut_instruction_count},
        {"emits", c->emit_instruction_count},
        {"barriers", c->barrier_instructions},
        {"atomics", c->interlocked_instructions},
        {"moves", c->mov_instruction_count},
        {"conditional moves", c->movc_instruction_count},
        {"conversions", c->conversion_instruction_count},
        {"bitwise", c->bitwise_instruction_count},
    };
    bool any = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i].value == 0)
            continue;
        text_out *out = any ? &v->j->out : label(v, "counters");
        text_printf(out, "%s%u %s", any ? ", " : "", (unsigned)all[i].value, all[i].name);
        any = true;
    }
    if (any)
        text_char(&v->j->out, '\n');
}

static void put_head(reflect_view *v)
{
    const dxk_reflect *r = v->r;
    text_out *out = &v->j->out;
    text_style(out, TEXT_TITLE);
    put_model(out, &r->stage);
    text_style(out, TEXT_PLAIN);
    text_char(out, '\n');
    if (r->creator.size) {
        text_safe(label(v, "creator"), r->creator);
        text_char(out, '\n');
    }
    text_printf(label(v, "feature level"), "%u.%u\n", (unsigned)(r->min_feature_level >> 12),
                (unsigned)(r->min_feature_level >> 8 & 15));
    put_stage(v, &r->stage, r->stage.requires_flags);
    put_counters(v, &r->counters);
}

/* ---------------------------------------------------------------------------------------- */
/* Parameters                                                                                 */

static void put_mask(text_out *out, uint8_t mask)
{
    for (unsigned i = 0; i < 4; i++)
        text_char(out, mask >> i & 1 ? "xyzw"[i] : '-');
}

static void put_parameters(reflect_view *v, const char *text, const dxk_reflect_parameters *list,
                           bool input)
{
    const char *const heads[] = {
        "semantic", "index",        "register", "mask", input ? "read" : "unwritten",
        "type",     "system value", "stream"};
    text_table table;
    if (list->count == 0)
        return;
    title(v, text);
    text_table_init(&table, v->j->ctx, &v->j->out, "lrrllllr", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < list->count && reflect_count(v); i++) {
        const dxk_reflect_parameter *p = &list->items[i];
        text_safe(text_cell(&table), p->semantic_name);
        text_u64(text_cell(&table), p->semantic_index);
        text_out *cell = text_cell(&table);
        if (p->register_index != UINT32_MAX)
            text_u64(cell, p->register_index);
        put_mask(text_cell(&table), p->mask);
        put_mask(text_cell(&table), p->read_write_mask);
        cell = text_cell(&table);
        reflect_put_enum(cell, DXK_REFLECT_COMPONENT_TYPE, p->component_type,
                         "D3D_REGISTER_COMPONENT_");
        if (p->min_precision) {
            text_put(cell, ", at least ");
            reflect_put_enum(cell, DXK_REFLECT_MIN_PRECISION, p->min_precision,
                             "D3D_MIN_PRECISION_");
        }
        cell = text_cell(&table);
        if (p->system_value_type)
            reflect_put_enum(cell, DXK_REFLECT_SYSTEM_VALUE, p->system_value_type, "D3D_NAME_");
        text_u64(text_cell(&table), p->stream);
    }
    text_table_print(&table);
}

static void put_signatures(reflect_view *v, const dxk_reflect_stage *s)
{
    put_parameters(v, "Input parameters", &s->parameters[DXK_REFLECT_INPUT], true);
    put_parameters(v, "Output parameters", &s->parameters[DXK_REFLECT_OUTPUT], false);
    put_parameters(v,
                   s->kind == DXK_SHADER_KIND_MESH ? "Primitive output parameters"
                                                   : "Patch constant parameters",
                   &s->parameters[DXK_REFLECT_PATCH_CONSTANT], s->kind == DXK_SHADER_KIND_DOMAIN);
}

/* ---------------------------------------------------------------------------------------- */
/* Buffers                                                                                    */

/* "row_major float4x4 name[3]" */
static void put_declaration(text_out *out, const dxk_reflect_type *type, dxk_str name)
{
    if (type->var_class == CLASS_MATRIX_ROWS)
        text_put(out, "row_major ");
    if (type->var_class == CLASS_STRUCT)
        text_put(out, "struct ");
    if (type->name.size)
        text_safe(out, type->name);
    else
        text_put(out, "?");
    text_char(out, ' ');
    text_style(out, TEXT_NAME);
    text_safe(out, name);
    text_style(out, TEXT_PLAIN);
    if (type->var_class == CLASS_BIT_FIELD)
        text_printf(out, " : %u", (unsigned)type->columns);
    else if (type->elements)
        text_printf(out, "[%u]", (unsigned)type->elements);
}

static void put_members(reflect_view *v, text_table *table, const dxk_reflect_type *type,
                        uint64_t base, size_t indent)
{
    for (uint32_t i = 0; i < type->members && reflect_count(v); i++) {
        const dxk_reflect_member *m = &type->member_list[i];
        const bool bits = m->type.var_class == CLASS_BIT_FIELD;
        text_out *cell = text_cell(table);
        if (bits)
            text_printf(cell, "bit %u", (unsigned)m->type.offset);
        else
            text_u64(cell, base + m->type.offset);
        cell = text_cell(table);
        if (!bits)
            text_u64(cell, m->type.size);
        cell = text_cell(table);
        text_spaces(cell, indent < 64 ? indent : 64);
        put_declaration(cell, &m->type, m->name);
        text_cell(table);
        put_members(v, table, &m->type, base + m->type.offset, indent + STEP);
    }
}

static void put_variables(reflect_view *v, const dxk_reflect_buffer *b)
{
    static const char *const heads[] = {"offset", "size", "variable", ""};
    text_table table;
    text_table_init(&table, v->j->ctx, &v->j->out, "rrll", 4);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < b->variable_count && reflect_count(v); i++) {
        const dxk_reflect_variable *variable = &b->variables[i];
        text_u64(text_cell(&table), variable->start_offset);
        text_u64(text_cell(&table), variable->size);
        put_declaration(text_cell(&table), &variable->type, variable->name);
        text_out *cell = text_cell(&table);
        if (!(variable->flags & VARIABLE_USED))
            text_styled(cell, TEXT_FAINT, "unused");
        if (variable->default_value.size)
            text_styled(cell, TEXT_FAINT,
                        variable->flags & VARIABLE_USED ? "default" : ", default");
        put_members(v, &table, &variable->type, variable->start_offset, STEP);
    }
    text_table_print(&table);
}

static void put_buffers(reflect_view *v)
{
    static const char *const types[] = {"cbuffer", "tbuffer", "interfaces", "structured"};
    if (v->r->buffer_count == 0)
        return;
    title(v, "Buffers");
    for (uint32_t i = 0; i < v->r->buffer_count && reflect_count(v); i++) {
        const dxk_reflect_buffer *b = &v->r->buffers[i];
        text_out *out = &v->j->out;
        text_printf(out, "  %s ", b->type < 4 ? types[b->type] : "buffer");
        text_style(out, TEXT_NAME);
        text_safe(out, b->name);
        text_style(out, TEXT_PLAIN);
        text_printf(out, ", %u bytes%s\n", (unsigned)b->size,
                    b->type == BUFFER_STRUCTURED ? " an element" : "");
        if (b->variable_count)
            put_variables(v, b);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Bindings and functions                                                                     */

/* Register and space, which resources of libraries have once they are linked. */
static void put_place(text_table *table, const dxk_reflect_binding *b)
{
    if (b->bind_point == UINT32_MAX && b->space == UINT32_MAX) {
        text_put(text_cell(table), "unassigned");
        text_cell(table);
        return;
    }
    text_printf(text_cell(table), "%c%u", reflect_register_letter(b->type),
                (unsigned)b->bind_point);
    text_u64(text_cell(table), b->space);
}

static void put_binding(text_table *table, const dxk_reflect_binding *b)
{
    put_place(table, b);
    text_out *cell = text_cell(table);
    if (b->bind_count == 0 || b->bind_count == UINT32_MAX)
        text_put(cell, "unbounded");
    else
        text_u64(cell, b->bind_count);
    reflect_put_enum(text_cell(table), DXK_REFLECT_INPUT_TYPE, b->type, "D3D_SIT_");
    cell = text_cell(table);
    if (b->dimension)
        reflect_put_enum(cell, DXK_REFLECT_DIMENSION, b->dimension, "D3D_SRV_DIMENSION_");
    cell = text_cell(table);
    if (b->return_type)
        reflect_put_enum(cell, DXK_REFLECT_RETURN_TYPE, b->return_type, "D3D_RETURN_TYPE_");
    cell = text_cell(table);
    if (b->num_samples && b->num_samples != UINT32_MAX)
        text_u64(cell, b->num_samples);
    text_safe(text_cell(table), b->name);
}

static void put_bindings(reflect_view *v)
{
    static const char *const heads[] = {"register", "space",   "count",           "type",
                                        "shape",    "returns", "samples, stride", "name"};
    text_table table;
    if (v->r->binding_count == 0)
        return;
    title(v, "Bindings");
    text_table_init(&table, v->j->ctx, &v->j->out, "lrrlllrl", 2);
    text_table_head(&table, heads);
    for (uint32_t i = 0; i < v->r->binding_count && reflect_count(v); i++)
        put_binding(&table, &v->r->bindings[i]);
    text_table_print(&table);
}

static void put_function(reflect_view *v, const dxk_reflect_function *f)
{
    text_out *out = &v->j->out;
    text_char(out, '\n');
    put_model(out, &f->stage);
    text_char(out, ' ');
    text_style(out, TEXT_NAME);
    text_safe(out, f->plain_name);
    text_style(out, TEXT_PLAIN);
    text_char(out, '\n');
    text_safe(label(v, "linked as"), f->name);
    text_char(out, '\n');
    if (f->min_shader_target)
        text_printf(label(v, "shader model"), "%u.%u\n", (unsigned)(f->min_shader_target >> 4 & 15),
                    (unsigned)(f->min_shader_target & 15));
    put_stage(v, &f->stage, f->required_feature_flags);
    if (f->binding_count) {
        text_put(label(v, "binds"), "");
        for (uint32_t i = 0; i < f->binding_count && reflect_count(v); i++) {
            if (i)
                text_put(out, ", ");
            text_safe(out, v->r->bindings[f->bindings[i]].name);
        }
        text_char(out, '\n');
    }
    put_signatures(v, &f->stage);
}

int reflect_text(job *j, const dxk_reflect *r)
{
    reflect_view v = {j, r, REFLECT_ENTRIES};
    put_head(&v);
    put_signatures(&v, &r->stage);
    put_buffers(&v);
    put_bindings(&v);
    if (r->function_count)
        title(&v, "Functions");
    for (uint32_t i = 0; i < r->function_count && reflect_count(&v); i++)
        put_function(&v, &r->functions[i]);
    return v.left ? CLI_OK : job_error(j, CLI_LIMIT, "%s", REFLECT_CUT_OFF);
}

/* SPDX-License-Identifier: MIT */
/*
 * legacy.c - shader models 4 and 5: buffers, types and bindings from RDEF, parameters from
 * the signatures, counters from STAT, the rest from the declarations of the program. What was
 * stripped is taken from the program: bindings from its declarations, counters by counting.
 *
 * Source: the d3d11shader and d3d11tokenizedprogramformat headers of the Windows SDK.
 */
#include "reflect/json.h"
#include "reflect/reflect.h"

#include "base/count.h"
#include "base/diag.h"
#include "dxk/dxbc.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"

#include <string.h>

#define LEAST_BUDGET     65536u
#define ENTRIES_PER_BYTE 1u

/* Opcodes of the declarations that tell something. */
enum {
#define DXKI_OPCODE(code, ident, text, operands, words, words_5_1, form, traits)                   \
    OPCODE_##ident = code,
#include "spec/sm4_opcodes.def"
#undef DXKI_OPCODE
    OPCODE_PAST
};

typedef struct legacy {
    dxki_reflect_run *x;
    const dxk_rdef *rdef;
    dxki_reflect_struct *types[2]; /* members of each type, by its layout and number */
    bool counted;                  /* there are counters */
} legacy;

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static dxk_str string_at(const legacy *l, uint32_t offset)
{
    return dxk_strings_at(&l->rdef->strings, offset);
}

/* Name of a type where RDEF has none (shader model 4). */
static dxk_str made_name(const legacy *l, const dxk_rdef_type *type)
{
    const char *base = dxk_enum_text(DXK_ENUM_ID_rdef_base, type->base);

    if (!base)
        return (dxk_str){NULL, 0};
    switch (type->type_class) {
    case DXKI_D3D_SVC_VECTOR:
        return dxki_reflect_type_name(l->x, base, type->columns, 0);
    case DXKI_D3D_SVC_MATRIX_ROWS:
    case DXKI_D3D_SVC_MATRIX_COLUMNS:
        return dxki_reflect_type_name(l->x, base, type->rows, type->columns);
    case DXKI_D3D_SVC_SCALAR:
    case DXKI_D3D_SVC_OBJECT:
        return dxki_str(base);
    default:
        return (dxk_str){NULL, 0};
    }
}

static uint32_t component_size(uint32_t type)
{
    return type == DXKI_D3D_SVT_DOUBLE ? 8 : 4;
}

/*
 * How far the elements of arrays, and the rows of matrices, stand apart: in constant buffers by rows
 * of 16 bytes; in structured ones they follow each other, a type takes the bytes of its components.
 * RDEF tells the offsets of members and the size of the whole.
 */
enum layout { IN_ROWS, TIGHT };

static uint32_t stride_of(uint32_t size, enum layout layout)
{
    const uint32_t row = 16;

    return layout == TIGHT ? size : (size + row - 1) & ~(row - 1);
}

/* Bytes in a buffer; what has no components takes none. */
static uint32_t storage_size(const dxk_reflect_type *t, uint32_t struct_size, enum layout layout)
{
    const uint32_t elements = t->elements ? t->elements : 1;
    const bool by_columns = t->var_class == DXKI_D3D_SVC_MATRIX_COLUMNS;
    uint32_t rows = by_columns ? t->columns : t->rows, columns = by_columns ? t->rows : t->columns;

    if (t->var_class == DXKI_D3D_SVC_STRUCT || t->var_class == DXKI_D3D_SVC_INTERFACE_CLASS)
        return (elements - 1) * stride_of(struct_size, layout) + struct_size;
    if (t->var_class > DXKI_D3D_SVC_MATRIX_COLUMNS)
        return 0;
    if (t->var_class <= DXKI_D3D_SVC_VECTOR)
        rows = 1;
    uint32_t bytes = component_size(t->type) * columns;
    return stride_of(bytes, layout) * (rows * elements - 1) + bytes;
}

static void describe(legacy *l, uint32_t offset, uint32_t place, enum layout layout,
                     dxk_reflect_type *out);

static void describe_members(legacy *l, const dxk_rdef_type_part *type, enum layout layout,
                             dxki_reflect_struct *s)
{
    const uint32_t count = type->head.member_count;
    dxk_reflect_member *members = dxki_reflect_spend(l->x, count)
                                      ? DXKI_REFLECT_NEW_ARRAY(l->x, dxk_reflect_member, count)
                                      : NULL;

    if (!members)
        return;
    for (uint32_t i = 0; i < count && !dxki_reflect_stopped(l->x); i++) {
        const dxk_rdef_member *m = &type->members[i];
        members[i].name = string_at(l, m->name);
        describe(l, m->type, m->start, layout, &members[i].type);
        if (m->start + members[i].type.size > s->size)
            s->size = m->start + members[i].type.size;
    }
    s->count = count;
    s->members = members;
}

/* The members of a type, described once; NULL: it contains itself or nests too deep (reported). */
static const dxki_reflect_struct *members_of(legacy *l, const dxk_rdef_type_part *type,
                                             enum layout layout)
{
    dxki_reflect_struct *s = &l->types[layout][type - l->rdef->types];
    const uint32_t limit = l->x->ctx->limits.depth;

    if (s->state == DXKI_REFLECT_DONE)
        return s;
    if (s->state == DXKI_REFLECT_OPEN) {
        dxki_reflect_note(l->x, DXKI_REPORT(l->x->ctx, DXKI_RULE_REFLECT_CYCLE, dxki_nowhere(),
                                            "RDEF", dxki_text(string_at(l, type->head.name))));
        return NULL;
    }
    if (l->x->depth >= limit) {
        dxki_reflect_note(l->x, DXKI_REPORT(l->x->ctx, DXKI_RULE_LIMIT_DEPTH, dxki_nowhere(),
                                            "RDEF", dxki_dec(limit)));
        return NULL;
    }
    s->state = DXKI_REFLECT_OPEN;
    l->x->depth++;
    describe_members(l, type, layout, s);
    l->x->depth--;
    s->state = DXKI_REFLECT_DONE;
    return s;
}

static void describe(legacy *l, uint32_t offset, uint32_t place, enum layout layout,
                     dxk_reflect_type *out)
{
    const dxk_rdef_type_part *type = dxk_rdef_type_at(l->rdef, offset);

    memset(out, 0, sizeof *out);
    out->offset = place;
    if (!type)
        return;
    out->name = type->head.name ? string_at(l, type->head.name) : made_name(l, &type->head);
    out->var_class = type->head.type_class;
    out->type = type->head.base;
    out->rows = type->head.rows;
    out->columns = type->head.columns;
    out->elements = type->head.elements;
    const dxki_reflect_struct *s = type->head.member_count ? members_of(l, type, layout) : NULL;
    if (s) {
        out->members = s->count;
        out->member_list = s->members;
    }
    out->size = storage_size(out, s ? s->size : 0, layout);
}

/* ---------------------------------------------------------------------------------------- */
/* RDEF                                                                                       */

static void describe_variable(legacy *l, const dxk_rdef_variable *v, enum layout layout,
                              dxk_reflect_variable *out)
{
    out->name = string_at(l, v->name);
    out->start_offset = v->start;
    out->size = v->size;
    out->flags = v->flags;
    out->default_value = dxk_rdef_default(l->rdef, v);
    out->start_texture = v->first_texture;
    out->texture_size = v->texture_count;
    out->start_sampler = v->first_sampler;
    out->sampler_size = v->sampler_count;
    describe(l, v->type, 0, layout, &out->type);
    if (layout == TIGHT && out->type.members)
        out->type.size = v->size; /* with what it is padded by */
}

static void describe_buffers(legacy *l)
{
    const uint32_t count = l->rdef->header.buffer_count;
    dxk_reflect *data = &l->x->r->data;
    dxk_reflect_buffer *buffers = DXKI_REFLECT_NEW_ARRAY(l->x, dxk_reflect_buffer, count);

    for (uint32_t i = 0; buffers && i < count && !dxki_reflect_stopped(l->x); i++) {
        const dxk_rdef_buffer_part *b = &l->rdef->buffers[i];
        const uint32_t variables = b->head.variable_count;
        const enum layout layout = b->head.kind == DXKI_D3D_CT_RESOURCE_BIND_INFO ? TIGHT : IN_ROWS;
        dxk_reflect_variable *list =
            dxki_reflect_spend(l->x, variables)
                ? DXKI_REFLECT_NEW_ARRAY(l->x, dxk_reflect_variable, variables)
                : NULL;
        if (!list)
            return;
        buffers[i].name = string_at(l, b->head.name);
        buffers[i].type = b->head.kind;
        buffers[i].size = b->head.size;
        buffers[i].flags = b->head.flags;
        buffers[i].variable_count = variables;
        buffers[i].variables = list;
        for (uint32_t k = 0; k < variables; k++)
            describe_variable(l, &b->variables[k], layout, &list[k]);
        data->buffers = buffers;
        data->buffer_count = i + 1;
    }
}

dxk_reflect_binding dxki_reflect_of_rdef(const dxk_rdef_binding *b)
{
    return (dxk_reflect_binding){.type = b->kind,
                                 .bind_point = b->bind_point,
                                 .bind_count = b->bind_count,
                                 .flags = b->flags,
                                 .return_type = b->return_type,
                                 .dimension = b->dimension,
                                 .num_samples = b->samples,
                                 .space = b->space,
                                 .id = b->id};
}

static void describe_bindings(legacy *l)
{
    const uint32_t count = l->rdef->header.binding_count;
    dxk_reflect_binding *bindings = DXKI_REFLECT_NEW_ARRAY(l->x, dxk_reflect_binding, count);

    if (!bindings)
        return;
    for (uint32_t i = 0; i < count; i++) {
        bindings[i] = dxki_reflect_of_rdef(&l->rdef->bindings[i]);
        bindings[i].name = string_at(l, l->rdef->bindings[i].name);
    }
    l->x->r->data.bindings = bindings;
    l->x->r->data.binding_count = count;
}

static void describe_rdef(legacy *l)
{
    const dxk_decoded *part = dxki_reflect_part(l->x, DXK_PART_RDEF);
    dxk_reflect *data = &l->x->r->data;

    if (!part || part->type != DXK_PART_TYPE_RDEF)
        return;
    l->rdef = part->as.rdef;
    data->is_legacy = true;
    data->creator = string_at(l, l->rdef->header.creator);
    data->flags = l->rdef->header.flags;
    data->interface_slots = l->rdef->sizes.interface_slots;
    data->stage.major = l->rdef->header.major_version;
    data->stage.minor = l->rdef->header.minor_version;
    for (int i = IN_ROWS; i <= TIGHT; i++) {
        l->types[i] = DXKI_REFLECT_NEW_ARRAY(l->x, dxki_reflect_struct, l->rdef->type_count);
        if (!l->types[i])
            return;
    }
    describe_buffers(l);
    describe_bindings(l);
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* Outputs of pixel shaders have no number in the file; Direct3D tells them by their names. */
static uint32_t output_value(dxk_str name)
{
    static const struct {
        const char *name;
        uint8_t value;
    } outputs[] = {
        {"sv_target", DXKI_D3D_NAME_TARGET},
        {"sv_depth", DXKI_D3D_NAME_DEPTH},
        {"sv_coverage", DXKI_D3D_NAME_COVERAGE},
        {"sv_depthgreaterequal", DXKI_D3D_NAME_DEPTH_GREATER_EQUAL},
        {"sv_depthlessequal", DXKI_D3D_NAME_DEPTH_LESS_EQUAL},
        {"sv_stencilref", DXKI_D3D_NAME_STENCIL_REF},
        {"sv_innercoverage", DXKI_D3D_NAME_INNER_COVERAGE},
    };

    for (size_t i = 0; i < DXKI_COUNT(outputs); i++)
        if (dxki_str_same_fold(name, dxki_str(outputs[i].name)))
            return outputs[i].value;
    return DXKI_D3D_NAME_UNDEFINED;
}

static void describe_signature(legacy *l, const dxk_signature *s, uint32_t signature)
{
    dxk_reflect_stage *stage = &l->x->r->data.stage;
    dxk_reflect_parameter *items =
        DXKI_REFLECT_NEW_ARRAY(l->x, dxk_reflect_parameter, s->header.count);

    for (uint32_t i = 0; items && i < s->header.count; i++) {
        const dxk_signature_element *e = &s->elements[i];
        items[i].semantic_name = dxk_signature_name(s, i);
        items[i].semantic_index = e->semantic_index;
        items[i].register_index = e->register_index;
        items[i].system_value_type = e->system_value;
        if (e->system_value == 0 && signature == DXK_REFLECT_OUTPUT &&
            stage->kind == DXK_SHADER_KIND_PIXEL)
            items[i].system_value_type = output_value(items[i].semantic_name);
        items[i].component_type = e->component_type;
        items[i].mask = e->mask;
        items[i].read_write_mask = e->rw_mask;
        items[i].stream = e->stream;
        items[i].min_precision = e->min_precision;
    }
    if (items)
        stage->parameters[signature] = (dxk_reflect_parameters){s->header.count, items};
}

static void describe_signatures(legacy *l)
{
    static const uint32_t kinds[DXK_REFLECT_SIGNATURES][3] = {
        {DXK_PART_ISGN, DXK_PART_ISG1, 0},
        {DXK_PART_OSGN, DXK_PART_OSG5, DXK_PART_OSG1},
        {DXK_PART_PCSG, DXK_PART_PSG1, 0},
    };

    for (uint32_t s = 0; s < DXK_REFLECT_SIGNATURES; s++) {
        const dxk_decoded *part = NULL;
        for (size_t i = 0; !part && i < 3 && kinds[s][i]; i++)
            part = dxki_reflect_part(l->x, kinds[s][i]);
        if (part && part->type == DXK_PART_TYPE_SIGNATURE)
            describe_signature(l, part->as.signature, s);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Counters                                                                                   */

static void copy_counters(const dxk_counters *from, dxk_reflect_counters *to)
{
    to->instruction_count = from->instructions;
    to->temp_register_count = from->temps;
    to->temp_array_count = from->temp_arrays;
    to->def_count = from->definitions;
    to->dcl_count = from->declarations;
    to->texture_normal_instructions = from->texture_normal;
    to->texture_load_instructions = from->texture_load;
    to->texture_comp_instructions = from->texture_comparison;
    to->texture_bias_instructions = from->texture_bias;
    to->texture_gradient_instructions = from->texture_gradient;
    to->float_instruction_count = from->float_instructions;
    to->int_instruction_count = from->int_instructions;
    to->uint_instruction_count = from->uint_instructions;
    to->static_flow_control_count = from->static_flow_control;
    to->dynamic_flow_control_count = from->dynamic_flow_control;
    to->macro_instruction_count = from->macro_instructions;
    to->array_instruction_count = from->array_instructions;
    to->cut_instruction_count = from->cut_instructions;
    to->emit_instruction_count = from->emit_instructions;
    to->barrier_instructions = from->barrier_instructions;
    to->interlocked_instructions = from->interlocked_instructions;
    to->texture_store_instructions = from->texture_store;
    to->mov_instruction_count = from->mov_instructions;
    to->movc_instruction_count = from->movc_instructions;
    to->conversion_instruction_count = from->conversion_instructions;
    to->bitwise_instruction_count = from->bitwise_instructions;
}

static void take_counters(legacy *l, const dxk_counters *c)
{
    dxk_reflect *data = &l->x->r->data;

    l->counted = true;
    data->is_legacy = true;
    copy_counters(c, &data->counters);
    data->stage.input_primitive = c->input_primitive;
    data->stage.gs_output_topology = c->output_topology;
    data->stage.gs_max_output_vertices = c->max_output_vertices;
    data->stage.gs_instance_count = c->gs_instances;
    data->stage.control_points = c->control_points;
    data->stage.hs_output_primitive = c->hs_output_primitive;
    data->stage.hs_partitioning = c->hs_partitioning;
    data->stage.tessellator_domain = c->tessellator_domain;
    data->stage.is_sample_frequency = c->sample_frequency != 0;
}

static void describe_stat(legacy *l)
{
    const dxk_decoded *part = dxki_reflect_part(l->x, DXK_PART_STAT);

    if (part && part->type == DXK_PART_TYPE_COUNTERS)
        take_counters(l, &part->as.counters->counters);
}

/* ---------------------------------------------------------------------------------------- */
/* The program                                                                                */

static uint32_t word(const dxk_dxbc_program *p, const dxk_dxbc_instruction *inst, uint32_t index)
{
    return index < inst->tail_count ? p->words[inst->tail + index] : 0;
}

/* The count in the opcode token of a control point declaration. */
static uint32_t control_points(const dxk_dxbc_instruction *inst)
{
    return inst->token >> 11 & 0x3f;
}

static void read_declaration(const dxk_dxbc_program *p, const dxk_dxbc_instruction *inst,
                             dxk_reflect_stage *stage)
{
    uint32_t bits;

    switch (dxk_dxbc_opcode(inst)) {
    case OPCODE_DCL_THREAD_GROUP:
        for (uint32_t i = 0; i < 3; i++)
            stage->num_threads[i] = word(p, inst, i);
        break;
    case OPCODE_DCL_GLOBALFLAGS:
        stage->early_depth_stencil = inst->token & DXK_DXBC_GLOBAL_FLAG_FORCE_EARLY_DEPTH_STENCIL;
        break;
    case OPCODE_DCL_INPUT_CONTROL_POINT_COUNT:
        stage->input_control_points = control_points(inst);
        break;
    case OPCODE_DCL_HS_MAX_TESSFACTOR:
        bits = word(p, inst, 0);
        memcpy(&stage->max_tess_factor, &bits, sizeof bits);
        break;
    default:
        break;
    }
}

/* What the parts would tell that the container does not have. */
static void describe_stripped(legacy *l, const dxk_dxbc_program *p)
{
    dxk_counters counters;

    if (!l->rdef)
        dxki_reflect_declared(l->x, p);
    if (l->counted)
        return;
    dxk_dxbc_count(p, DXK_FXC_AUTO, &counters);
    take_counters(l, &counters);
}

/* Models 4 and 5 number the stages as DXIL does. */
static void describe_program(legacy *l)
{
    dxk_reflect *data = &l->x->r->data;
    dxk_program_place place;
    dxk_dxbc_program *p;

    if (dxk_container_program(l->x->container, DXK_PROGRAM_TOKENS, &place) != DXK_OK)
        return;
    dxki_reflect_note(l->x, dxk_dxbc_decode(l->x->ctx, place.program.bitcode, &p));
    if (!p)
        return;
    const uint32_t stage = dxk_dxbc_program_stage(p);
    data->is_legacy = true;
    data->stage.kind = stage == DXK_DXBC_STAGE_LIBRARY  ? DXK_SHADER_KIND_LIBRARY
                       : stage > DXK_DXBC_STAGE_COMPUTE ? DXK_SHADER_KIND_INVALID
                                                        : (dxk_shader_kind)stage;
    data->stage.major = dxk_dxbc_major(p);
    data->stage.minor = dxk_dxbc_minor(p);
    describe_stripped(l, p);
    for (size_t i = 0; i < p->instruction_count; i++)
        read_declaration(p, &p->instructions[i], &data->stage);
    if (data->stage.kind == DXK_SHADER_KIND_DOMAIN && data->stage.control_points == 0)
        data->stage.control_points = data->stage.input_control_points;
    dxk_dxbc_program_free(p);
}

static dxk_shader_kind kind_of_rdef(uint32_t program)
{
    switch (program) {
    case DXK_RDEF_PROGRAM_PIXEL:
        return DXK_SHADER_KIND_PIXEL;
    case DXK_RDEF_PROGRAM_VERTEX:
        return DXK_SHADER_KIND_VERTEX;
    case DXK_RDEF_PROGRAM_GEOMETRY:
        return DXK_SHADER_KIND_GEOMETRY;
    case DXK_RDEF_PROGRAM_HULL:
        return DXK_SHADER_KIND_HULL;
    case DXK_RDEF_PROGRAM_DOMAIN:
        return DXK_SHADER_KIND_DOMAIN;
    case DXK_RDEF_PROGRAM_COMPUTE:
        return DXK_SHADER_KIND_COMPUTE;
    case DXK_RDEF_PROGRAM_LIBRARY:
        return DXK_SHADER_KIND_LIBRARY;
    default:
        return DXK_SHADER_KIND_INVALID;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The whole                                                                                  */

/* The least feature level for a model; Aon9 means that level 9 has a program of its own. */
static uint32_t feature_level(const dxk_container *container, const dxk_reflect_stage *stage)
{
    enum { LEVEL_9_1 = 0x9100, LEVEL_9_3 = 0x9300, LEVEL_10_0 = 0xa000, LEVEL_10_1 = 0xa100 };
    enum { LEVEL_11_0 = 0xb000, MINOR_OFFSET = 4 };
    size_t index = dxk_container_find(container, DXK_PART_Aon9, 0);
    const dxk_part *part = index == DXK_NO_PART ? NULL : dxk_container_part(container, index);

    if (part && part->content.size > MINOR_OFFSET)
        return part->content.data[MINOR_OFFSET] ? LEVEL_9_3 : LEVEL_9_1;
    if (stage->major >= 5)
        return LEVEL_11_0;
    return stage->minor ? LEVEL_10_1 : LEVEL_10_0;
}

static void describe_features(legacy *l)
{
    const uint64_t early = DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X;
    size_t index = dxk_container_find(l->x->container, DXK_PART_SFI0, 0);
    dxk_reflect_stage *stage = &l->x->r->data.stage;

    if (index != DXK_NO_PART) {
        dxk_bytes content = dxk_container_part(l->x->container, index)->content;
        for (size_t i = 0; i < 8 && i < content.size; i++)
            stage->requires_flags |= (uint64_t)content.data[i] << 8 * i;
        stage->requires_flags &= ~early;
    }
    if (stage->early_depth_stencil)
        stage->requires_flags |= early;
}

void dxki_reflect_legacy(dxki_reflect_run *x)
{
    dxk_reflect *data = &x->r->data;
    legacy l = {.x = x};

    x->budget = LEAST_BUDGET + ENTRIES_PER_BYTE * dxk_container_input(x->container).size;
    data->stage.kind = DXK_SHADER_KIND_INVALID;
    describe_rdef(&l);
    describe_stat(&l);
    if (l.rdef)
        data->stage.kind = kind_of_rdef(l.rdef->header.program);
    describe_program(&l);
    if (!data->is_legacy) {
        dxki_reflect_nothing(x);
        return;
    }
    describe_signatures(&l);
    describe_features(&l);
    data->min_feature_level = feature_level(x->container, &data->stage);
}

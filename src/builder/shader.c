/* SPDX-License-Identifier: MIT */
/* shader.c - signature elements and entry points. See dxk/shader.h. Source: DXIL.rst,
 * "Signatures", "Semantic index assignment". */
#include "builder/builder.h"

#include "base/out.h"

#include <string.h>

#define SHADER_MODEL(minor) (0x60u + (minor))

const char *dxki_builder_kind_text(uint32_t kind)
{
    const char *text = dxk_enum_text(DXK_ENUM_ID_shader_kind, kind);

    return text ? text : "unknown";
}

/* ---------------------------------------------------------------------------------------- */
/* Semantics                                                                                  */

/* Cuts the digits off a semantic; false: there are none. */
static bool split_index(dxk_str *name, uint32_t *index)
{
    size_t digits = 0;
    uint64_t number = 0;

    while (digits < name->size && digits < 9 && name->data[name->size - digits - 1] >= '0' &&
           name->data[name->size - digits - 1] <= '9')
        digits++;
    name->size -= digits;
    for (size_t i = 0; i < digits; i++)
        number = number * 10 + (uint64_t)(name->data[name->size + i] - '0');
    *index = (uint32_t)number;
    return digits > 0;
}

/* The system value of that name; ARBITRARY: none, INVALID: it begins as one, but is none. */
static uint32_t find_semantic(dxk_str name)
{
    for (uint32_t kind = 1; kind < DXK_SEMANTIC_KIND_INVALID; kind++)
        if (dxki_str_same_fold(name, dxki_str(dxki_semantic_name(kind))))
            return kind;
    return name.size >= 3 && dxki_str_same_fold((dxk_str){name.data, 3}, dxki_str("SV_"))
               ? DXK_SEMANTIC_KIND_INVALID
               : DXK_SEMANTIC_KIND_ARBITRARY;
}

static dxki_sigpoint point_of(const dxk_builder *b, uint32_t which, uint32_t semantic)
{
    dxki_sigpoint point = dxki_sigpoint_of(b->stage, which);

    return point == DXKI_SIGPOINT_GSV_IN && semantic == DXK_SEMANTIC_KIND_PRIMITIVE_ID
               ? DXKI_SIGPOINT_GS_IN
               : point;
}

/* What the semantic is at its place; false: reported. */
static bool resolve_semantic(dxk_builder *b, uint32_t which, const char *text,
                             dxki_dxil_sig_element *e)
{
    uint32_t kind = find_semantic(e->name), since = 0;
    dxki_semantic_use use = dxki_semantic_use_at(kind, point_of(b, which, kind), &since);
    const char *fault = NULL;

    if (e->name.size == 0)
        fault = "has no name";
    else if (kind == DXK_SEMANTIC_KIND_INVALID)
        fault = "is no system value";
    else if (use == DXKI_SEMANTIC_NOT_ALLOWED)
        fault = "is not known in this signature";
    else if (use == DXKI_SEMANTIC_NOT_IN_SIGNATURE)
        fault = "is read with an operation of its own";
    else if (since > SHADER_MODEL(b->options.model_minor))
        fault = "needs a later shader model";
    if (fault) {
        DXKI_BFAIL(b, SEMANTIC, dxki_builder_text(text), dxki_builder_text(fault));
        return false;
    }
    e->semantic = use == DXKI_SEMANTIC_ARBITRARY ? (uint32_t)DXK_SEMANTIC_KIND_ARBITRARY : kind;
    if (e->semantic)
        e->name = dxki_str(dxki_semantic_name(kind));
    return true;
}

/* The entry point that elements belong to now: a shader has one, in a library they go first. */
static uint32_t current_entry(const dxk_builder *b)
{
    return b->options.kind == DXK_SHADER_KIND_LIBRARY ? (uint32_t)b->entries.count : 0;
}

static bool has_index(const dxki_dxil_sig_element *e, uint32_t index)
{
    for (uint32_t i = 0; i < e->indices.count; i++)
        if (e->indices.items[i] == index)
            return true;
    return false;
}

/* The element before this one, from `start` on, with its name and stream; the number of elements:
 * there is none. */
static size_t find_namesake(const dxk_builder *b, uint32_t which, const dxki_dxil_sig_element *e,
                            size_t start)
{
    for (; start < b->elements.count; start++) {
        const dxki_builder_element *old = &b->elements.items[start];
        if (old->which == which && old->entry == current_entry(b) &&
            old->e.extra.stream == e->extra.stream && dxki_str_same_fold(old->e.name, e->name))
            break;
    }
    return start;
}

/* One more than the largest index of the name. */
static uint32_t next_index(const dxk_builder *b, uint32_t which, const dxki_dxil_sig_element *e)
{
    uint32_t next = 0;

    for (size_t i = 0; (i = find_namesake(b, which, e, i)) < b->elements.count; i++) {
        const dxki_dxil_u32s *old = &b->elements.items[i].e.indices;
        for (uint32_t k = 0; k < old->count; k++)
            next = old->items[k] >= next ? old->items[k] + 1 : next;
    }
    return next;
}

/* Indices are those given, or follow each other from the one in the name, or from the next that is
 * free. */
static bool assign_indices(dxk_builder *b, const dxki_builder_element *place,
                           const dxk_element_desc *desc, bool given, uint32_t first,
                           dxki_dxil_sig_element *e)
{
    uint32_t *indices = DXKI_NEW_ARRAY(&b->arena, uint32_t, e->rows);
    uint32_t start = given ? first : next_index(b, place->which, e);

    if (!indices) {
        dxki_builder_nomem(b);
        return false;
    }
    for (uint32_t i = 0; i < e->rows; i++) {
        indices[i] = desc->indices ? desc->indices[i] : start + i;
        for (size_t k = 0; (k = find_namesake(b, place->which, e, k)) < b->elements.count; k++)
            if (has_index(&b->elements.items[k].e, indices[i])) {
                DXKI_BFAIL(b, SEMANTIC, dxki_builder_text(desc->semantic),
                           dxki_builder_text("has been used with this index"));
                return false;
            }
    }
    e->indices = (dxki_dxil_u32s){indices, e->rows};
    return true;
}

/* `given`: the mode of the element is the caller's, also if it is undefined. */
static uint32_t interpolation_of(dxki_sigpoint point, const dxki_dxil_sig_element *e, bool given)
{
    uint32_t mode = e->interpolation;
    bool real =
        e->component_type == DXK_COMPONENT_TYPE_F16 || e->component_type == DXK_COMPONENT_TYPE_F32;

    if (point == DXKI_SIGPOINT_MSP_OUT)
        return DXK_INTERPOLATION_MODE_CONSTANT;
    if (point == DXKI_SIGPOINT_VS_IN || point == DXKI_SIGPOINT_PC_OUT ||
        point == DXKI_SIGPOINT_DS_IN || point == DXKI_SIGPOINT_GS_IN ||
        point == DXKI_SIGPOINT_PS_OUT)
        return DXK_INTERPOLATION_MODE_UNDEFINED;
    if (given)
        return mode;
    if (mode == DXK_INTERPOLATION_MODE_UNDEFINED)
        mode = real ? DXK_INTERPOLATION_MODE_LINEAR : DXK_INTERPOLATION_MODE_CONSTANT;
    if (e->semantic != DXK_SEMANTIC_KIND_POSITION)
        return mode;
    switch (mode) { /* a position is on the screen already */
    case DXK_INTERPOLATION_MODE_LINEAR:
        return DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE;
    case DXK_INTERPOLATION_MODE_LINEAR_CENTROID:
        return DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID;
    case DXK_INTERPOLATION_MODE_LINEAR_SAMPLE:
        return DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE;
    default:
        return mode;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

/* Type of a component in the program; 0: it cannot be in a signature. */
static dxki_type value_type(uint32_t component_type)
{
    switch (component_type) {
    case DXK_COMPONENT_TYPE_F32:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F32:
        return DXKI_TY_FLOAT;
    case DXK_COMPONENT_TYPE_I32:
    case DXK_COMPONENT_TYPE_U32:
    case DXK_COMPONENT_TYPE_I1:
        return DXKI_TY_I32;
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_SNORM_F16:
    case DXK_COMPONENT_TYPE_UNORM_F16:
        return DXKI_TY_HALF;
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_U16:
        return DXKI_TY_I16;
    default:
        return 0;
    }
}

static bool refuse(dxk_builder *b, const char *what, uint64_t number, const char *allowed)
{
    DXKI_BFAIL(b, RANGE, dxki_builder_text("element"), dxki_builder_text(what), dxki_dec(number),
               dxki_builder_text(allowed));
    return false;
}

static bool check_element(dxk_builder *b, uint32_t which, const dxk_element_desc *desc)
{
    dxki_sigpoint point = which < 3 ? dxki_sigpoint_of(b->stage, which) : DXKI_SIGPOINT_COUNT;

    if (point == DXKI_SIGPOINT_COUNT || point == DXKI_SIGPOINT_CS_IN ||
        point == DXKI_SIGPOINT_MS_IN || point == DXKI_SIGPOINT_AS_IN) {
        DXKI_BFAIL(b, STAGE, dxki_builder_text("this signature"),
                   dxki_builder_text(dxki_builder_kind_text(b->stage)));
        return false;
    }
    if (!desc->semantic)
        return refuse(b, "the semantic", 0, "a name");
    if (!value_type(desc->type))
        return refuse(b, "the type", desc->type, "a type of 32 or 16 bits, or I1");
    if (desc->columns < 1 || desc->columns > 4)
        return refuse(b, "the number of columns", desc->columns, "1 to 4");
    if (desc->rows > DXK_SIGNATURE_REGISTERS || (desc->rows > 1 && point == DXKI_SIGPOINT_PS_OUT))
        return refuse(b, "the number of rows", desc->rows,
                      point == DXKI_SIGPOINT_PS_OUT ? "1" : "1 to 32");
    if ((unsigned)desc->interpolation >= DXK_INTERPOLATION_MODE_INVALID)
        return refuse(b, "the interpolation", (unsigned)desc->interpolation,
                      "one of dxk_interpolation_mode");
    if (desc->stream > (point == DXKI_SIGPOINT_GS_OUT ? 3u : 0u))
        return refuse(b, "the stream", desc->stream, "0, or to 3 for geometry shaders");
    if (desc->placed && (desc->first_register >= DXK_SIGNATURE_REGISTERS ||
                         desc->first_register + desc->rows > DXK_SIGNATURE_REGISTERS))
        return refuse(b, "the last register",
                      (uint64_t)desc->first_register + (desc->rows ? desc->rows - 1 : 0),
                      "0 to 31");
    if (desc->placed && (desc->first_component > 3 || desc->first_component + desc->columns > 4))
        return refuse(b, "the last component", (uint64_t)desc->first_component + desc->columns - 1,
                      "0 to 3");
    return true;
}

dxk_element dxk_builder_element(dxk_builder *b, dxk_signature_kind which,
                                const dxk_element_desc *desc)
{
    dxki_builder_element element = {
        .which = (uint32_t)which, .entry = current_entry(b), .placed = desc->placed};
    dxki_dxil_sig_element *e = &element.e;
    uint32_t index = 0;

    if (!dxki_builder_ready(b) || !check_element(b, element.which, desc))
        return DXK_NONE;
    size_t size = strlen(desc->semantic);
    e->name = (dxk_str){dxki_arena_strdup(&b->arena, desc->semantic, size), size};
    if (!e->name.data)
        return dxki_builder_nomem(b);
    bool given = !desc->whole_name && split_index(&e->name, &index);
    e->id = b->element_counts[element.which];
    e->component_type = desc->type;
    e->rows = desc->rows ? desc->rows : 1;
    e->columns = desc->columns;
    e->extra.stream = desc->stream;
    e->start_row = (int32_t)desc->first_register;
    e->start_column = (int32_t)desc->first_component;
    if (!resolve_semantic(b, element.which, desc->semantic, e) ||
        !assign_indices(b, &element, desc, given, index, e))
        return DXK_NONE;
    e->interpolation = desc->interpolation;
    if (!b->as_declared)
        e->interpolation =
            interpolation_of(point_of(b, element.which, e->semantic), e, desc->placed);
    if (!dxki_vec_push(b->ctx, &b->elements, element))
        return dxki_builder_nomem(b);
    b->element_counts[element.which]++;
    return (uint32_t)b->elements.count;
}

uint32_t dxki_builder_entry_count(const dxk_builder *b)
{
    return (uint32_t)b->entries.count;
}

void dxki_builder_repeat_elements(dxk_builder *b, dxk_signature_kind which, uint32_t entry)
{
    size_t count = b->elements.count;

    for (size_t i = 0; i < count && dxki_builder_ready(b); i++) {
        dxki_builder_element element = b->elements.items[i];
        if (element.which != (uint32_t)which || element.entry != entry)
            continue;
        element.entry = current_entry(b);
        if (!dxki_vec_push(b->ctx, &b->elements, element))
            dxki_builder_nomem(b);
        b->element_counts[element.which]++;
    }
}

uint32_t dxk_builder_element_id(const dxk_builder *b, dxk_element element)
{
    return element - 1 < b->elements.count ? b->elements.items[element - 1].e.id : UINT32_MAX;
}

/* The element, when it is of one of the signatures and has the component; NULL: reported. */
static const dxki_builder_element *component_of(dxk_builder *b, const char *call,
                                                dxk_element element, uint32_t signatures,
                                                uint32_t row, uint32_t column)
{
    const dxki_builder_element *e = NULL;

    if (!dxki_builder_ready(b))
        return NULL;
    if (element - 1 < b->elements.count)
        e = &b->elements.items[element - 1];
    if (!e || !(signatures >> e->which & 1)) {
        DXKI_BFAIL(b, ID, dxki_builder_text(call), dxki_dec(element),
                   dxki_builder_text("such element"));
        return NULL;
    }
    if (row >= e->e.rows || column >= e->e.columns) {
        DXKI_BFAIL(b, RANGE, dxki_builder_text(call),
                   dxki_builder_text(row >= e->e.rows ? "the row" : "the column"),
                   dxki_dec(row >= e->e.rows ? row : column),
                   dxki_builder_text("inside of the element"));
        return NULL;
    }
    return e;
}

dxk_value dxk_builder_load_input(dxk_builder *b, dxk_element element, uint32_t row, uint32_t column)
{
    const dxki_builder_element *e =
        component_of(b, "load_input", element, 1u << DXK_SIGNATURE_INPUT, row, column);

    if (!e)
        return DXK_NONE;
    const dxk_value args[4] = {dxk_builder_i32(b, e->e.id), dxk_builder_i32(b, row),
                               dxk_builder_i8(b, (int)column), dxk_builder_undef(b, DXK_TYPE_I32)};
    return dxk_builder_op(b, DXK_OP_LoadInput, value_type(e->e.component_type), args, 4);
}

void dxk_builder_store_output(dxk_builder *b, dxk_element element, uint32_t row, uint32_t column,
                              dxk_value value)
{
    bool hull = b->stage == DXK_SHADER_KIND_HULL;
    const dxki_builder_element *e = component_of(
        b, "store_output", element,
        1u << DXK_SIGNATURE_OUTPUT | (hull ? 1u << DXK_SIGNATURE_PATCH_CONSTANT : 0), row, column);

    if (!e)
        return;
    const dxk_value args[4] = {dxk_builder_i32(b, e->e.id), dxk_builder_i32(b, row),
                               dxk_builder_i8(b, (int)column), value};
    dxk_builder_op(
        b, e->which == DXK_SIGNATURE_OUTPUT ? DXK_OP_StoreOutput : DXK_OP_StorePatchConstant,
        value_type(e->e.component_type), args, 4);
}

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

static void no_entry(dxk_builder *b, const char *fault)
{
    DXKI_BFAIL(b, ENTRY, dxki_builder_text(fault));
}

/* Properties that came with a shader model. */
static bool check_models(dxk_builder *b, const dxk_entry_desc *desc)
{
    bool range = desc->wave_lanes[1] || desc->wave_lanes[2];
    uint32_t waves = range ? 8 : desc->wave_lanes[0] ? 6 : 0;
    uint32_t limit = desc->group_shared_limit ? 10 : 0, minor = b->options.model_minor;

    if (waves <= minor && limit <= minor)
        return true;
    DXKI_BFAIL(b, MODEL, dxki_builder_text(waves > minor ? "wave_lanes" : "group_shared_limit"),
               dxki_dec(waves > minor ? waves : limit), dxki_dec(minor));
    return false;
}

/* Is it a stage that the module can have an entry point of? */
static bool check_kind(dxk_builder *b, uint32_t kind)
{
    bool library = b->options.kind == DXK_SHADER_KIND_LIBRARY;

    if (library ? kind < DXK_SHADER_KIND_INVALID && kind != DXK_SHADER_KIND_LIBRARY
                : kind == b->options.kind)
        return true;
    DXKI_BFAIL(b, STAGE, dxki_builder_text("an entry point of this kind"),
               dxki_builder_text(dxki_builder_kind_text(b->options.kind)));
    return false;
}

static bool check_function(dxk_builder *b, const dxk_entry_desc *desc)
{
    bool passes = b->options.kind == DXK_SHADER_KIND_HULL && !desc->function;

    if (!passes && !dxki_builder_is_function(b, "entry", desc->function))
        return false;
    if (desc->patch_function && !dxki_builder_is_function(b, "entry", desc->patch_function))
        return false;
    for (size_t i = 0; i < b->entries.count; i++)
        if (b->options.kind != DXK_SHADER_KIND_LIBRARY ||
            b->entries.items[i].function == DXKI_INDEX(desc->function)) {
            no_entry(b, "there is one already");
            return false;
        }
    if (passes && !desc->name)
        no_entry(b, "it has no name");
    return b->status == DXK_OK;
}

static void fill_stage(const dxk_builder *b, const dxk_entry_desc *desc, dxki_dxil_props *p)
{
    memcpy(p->num_threads, desc->num_threads, sizeof p->num_threads);
    memcpy(p->ms.num_threads, desc->num_threads, sizeof p->num_threads);
    memcpy(p->as.num_threads, desc->num_threads, sizeof p->num_threads);
    memcpy(p->wave_range, desc->wave_lanes, sizeof p->wave_range);
    p->wave_size = desc->wave_lanes[0];
    if (b->options.model_minor >= 8 && p->wave_size)
        p->head.present |= 1u << DXKI_MD_PROPS_WAVE_RANGE;
    p->group_shared_limit = desc->group_shared_limit;
    if (p->group_shared_limit)
        p->head.present |= 1u << DXKI_MD_PROPS_GROUP_SHARED;
    p->gs.input_primitive = desc->input_primitive;
    p->gs.max_vertices = p->ms.max_vertices = desc->max_vertices;
    p->gs.topology = desc->topology;
    p->gs.instances = desc->instances ? desc->instances : 1;
    p->ds.domain = p->hs.domain = desc->domain;
    p->ds.control_points = p->hs.input_points = desc->input_points;
    p->hs.patch_function = desc->patch_function ? DXKI_INDEX(desc->patch_function) : 0;
    p->hs.output_points = desc->output_points;
    p->hs.partitioning = desc->partitioning;
    p->hs.output = desc->tessellator_output;
    p->hs.max_factor = desc->max_tess_factor > 0 || b->as_declared ? desc->max_tess_factor : 64.0f;
    p->ms.max_primitives = desc->max_primitives;
    p->ms.topology = desc->mesh_topology;
    p->ms.payload_size = p->as.payload_size = p->ray_payload_size = desc->payload_size;
    p->ray_attribute_size = desc->attribute_size;
}

void dxk_builder_entry(dxk_builder *b, const dxk_entry_desc *desc)
{
    bool library = b->options.kind == DXK_SHADER_KIND_LIBRARY;
    dxki_dxil_entry e = {.props.shader_kind = library ? desc->kind : b->options.kind,
                         .props.head.present = 1u << DXKI_MD_PROPS_SHADER_KIND};

    if (!dxki_builder_ready(b) || !check_kind(b, e.props.shader_kind) || !check_function(b, desc) ||
        !check_models(b, desc))
        return;
    e.function = desc->function ? DXKI_INDEX(desc->function) : 0;
    e.name = dxki_string_get(b->m, b->m->globals.items[e.function].name);
    if (desc->name) {
        size_t size = strlen(desc->name);
        e.name = (dxk_str){dxki_arena_strdup(&b->arena, desc->name, size), size};
        if (!e.name.data) {
            dxki_builder_nomem(b);
            return;
        }
    }
    fill_stage(b, desc, &e.props);
    if (b->node)
        e.props.node = *b->node;
    b->node = NULL;
    e.props.root_signature = b->entry_root;
    if (b->entry_root.size)
        e.props.head.present |= 1u << DXKI_MD_PROPS_ROOT_SIGNATURE;
    b->entry_root = (dxk_bytes){NULL, 0};
    if (desc->early_depth && e.props.shader_kind == DXK_SHADER_KIND_PIXEL)
        e.props.shader_flags |= (uint64_t)1 << DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL;
    if (!dxki_vec_push(b->ctx, &b->entries, e))
        dxki_builder_nomem(b);
    else if (library)
        memset(b->element_counts, 0, sizeof b->element_counts);
}

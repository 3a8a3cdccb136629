/* SPDX-License-Identifier: MIT */
/*
 * match.c - the shaders of a pipeline against each other. See dxk/match.h. What each shader says of
 * itself is what reflection tells, so that all shader models are alike here.
 */
#include "dxk/match.h"

#include "base/diag.h"
#include "base/options.h"
#include "base/str.h"
#include "dxk/parts.h"
#include "dxk/reflect.h"
#include "dxk/rootsig.h"
#include "match/element.h"
#include "match/modes.h"
#include "match/root.h"
#include "spec/reader_rules.h"

enum { STAGES = 8, TARGETS = 8 };

/* D3D_NAME: system values that are spoken of here. */
enum { NAME_POSITION = 1, NAME_TARGET = 64 };

/* A shader at its place in the pipeline. */
typedef struct shader {
    const dxk_match_stage *given;
    dxk_reflect *reflect;
    const dxk_reflect_stage *stage;
    dxk_decoded *psv; /* NULL: there is no PSV0 */
} shader;

typedef struct match {
    dxk_ctx *ctx;
    const dxk_match_options *options;
    shader shaders[STAGES]; /* in the order of the pipeline */
    size_t count;
    dxk_status status;
} match;

/* Where a stage comes in a pipeline; -1: nowhere. */
static int place_of(dxk_shader_kind kind)
{
    static const dxk_shader_kind order[] = {DXK_SHADER_KIND_VERTEX,        DXK_SHADER_KIND_HULL,
                                            DXK_SHADER_KIND_DOMAIN,        DXK_SHADER_KIND_GEOMETRY,
                                            DXK_SHADER_KIND_AMPLIFICATION, DXK_SHADER_KIND_MESH,
                                            DXK_SHADER_KIND_PIXEL,         DXK_SHADER_KIND_COMPUTE};
    for (int i = 0; i < STAGES; i++)
        if (order[i] == kind)
            return i;
    return -1;
}

/* ---------------------------------------------------------------------------------------- */
/* Reporting                                                                                  */

static void report(match *m, const dxki_rule *rule, const shader *s, const dxki_arg *args,
                   size_t count)
{
    char path[128];
    if (rule->severity == DXK_WARNING && m->options->no_waste)
        return;
    dxki_match_path(s ? s->given->name : (dxk_str){NULL, 0}, path);
    dxk_status status = dxki_report(m->ctx, rule, dxki_nowhere(), path, args, count);
    if (rule->severity == DXK_ERROR && m->status == DXK_OK)
        m->status = status;
}

#define REPORT(m, rule, shader, ...) report((m), (rule), (shader), DXKI_ARGS(__VA_ARGS__))

static dxk_str stage_word(const shader *s)
{
    const char *text = dxk_enum_text(DXK_ENUM_ID_shader_kind, s->stage->kind);
    return dxki_str(text ? text : "other");
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* "xy w" as "xyw". */
static dxk_str mask_text(uint8_t mask, char text[5])
{
    size_t size = 0;
    for (unsigned i = 0; i < 4; i++)
        if (mask >> i & 1)
            text[size++] = "xyzw"[i];
    return (dxk_str){text, size};
}

/* An input and the output that feeds it. */
static void compare(match *m, const shader *from, const shader *to,
                    const dxk_reflect_parameter *output, const dxk_reflect_parameter *input,
                    bool same_registers)
{
    char wanted[5], given[5];
    dxk_str name = dxki_match_semantic(input);
    uint32_t index = input->semantic_index;
    unsigned faults = dxki_match_compare(output, input, same_registers);
    if (faults & DXKI_MATCH_REGISTER)
        REPORT(m, DXKI_RULE_MATCH_REGISTER, to, dxki_text(name), dxki_dec(index),
               dxki_dec(input->register_index), dxki_text(from->given->name),
               dxki_dec(output->register_index));
    if (faults & DXKI_MATCH_TYPE)
        REPORT(m, DXKI_RULE_MATCH_TYPE, to, dxki_text(name), dxki_dec(index),
               dxki_text(
                   dxki_str(dxk_reflect_name(DXK_REFLECT_COMPONENT_TYPE, input->component_type))),
               dxki_text(from->given->name),
               dxki_text(
                   dxki_str(dxk_reflect_name(DXK_REFLECT_COMPONENT_TYPE, output->component_type))));
    if (faults & DXKI_MATCH_PRECISION)
        REPORT(m, DXKI_RULE_MATCH_PRECISION, to, dxki_text(name), dxki_dec(index),
               dxki_text(from->given->name));
    if (faults & DXKI_MATCH_COMPONENTS)
        REPORT(m, DXKI_RULE_MATCH_COMPONENTS, to, dxki_text(name), dxki_dec(index),
               dxki_text(mask_text(input->mask, wanted)), dxki_text(from->given->name),
               dxki_text(mask_text(output->mask, given)));
    if (faults & DXKI_MATCH_UNWRITTEN)
        REPORT(m, DXKI_RULE_MATCH_UNWRITTEN, to, dxki_text(name), dxki_dec(index),
               dxki_text(mask_text(dxki_match_missing(output, input), wanted)),
               dxki_text(from->given->name));
}

/* The mode of the pixel shader counts; one of system values follows from what they are. */
static void compare_modes(match *m, const shader *from, const shader *to, unsigned outputs,
                          const dxk_reflect_parameter *output, const dxk_reflect_parameter *input)
{
    dxk_interpolation_mode made = dxki_match_mode(from->psv, outputs, output);
    dxk_interpolation_mode read = dxki_match_mode(to->psv, DXK_REFLECT_INPUT, input);
    const char *names[2] = {dxk_enum_text(DXK_ENUM_ID_interpolation_mode, read),
                            dxk_enum_text(DXK_ENUM_ID_interpolation_mode, made)};
    if (to->stage->kind == DXK_SHADER_KIND_PIXEL && input->system_value_type == 0 &&
        input->component_type == output->component_type && made && read && made != read &&
        names[0] && names[1])
        REPORT(m, DXKI_RULE_MATCH_INTERPOLATION, to, dxki_text(dxki_match_semantic(input)),
               dxki_dec(input->semantic_index), dxki_text(dxki_str(names[0])),
               dxki_text(from->given->name), dxki_text(dxki_str(names[1])));
}

/* Inputs against outputs; mesh shaders have two lists, of vertices and of primitives. */
static void match_inputs(match *m, const shader *from, const shader *to, unsigned inputs,
                         const unsigned *outputs, unsigned output_count)
{
    const dxk_reflect_parameters *list = &to->stage->parameters[inputs];
    for (uint32_t i = 0; i < list->count; i++) {
        const dxk_reflect_parameter *input = &list->items[i], *output = NULL;
        unsigned k = 0;
        for (; k < output_count && !output; k++)
            output = dxki_match_find(&from->stage->parameters[outputs[k]], input);
        if (output) {
            compare(m, from, to, output, input, k <= 1);
            compare_modes(m, from, to, outputs[k - 1], output, input);
        } else if (!dxki_match_is_made(from->stage->kind, to->stage->kind, input)) {
            REPORT(m, DXKI_RULE_MATCH_MISSING, to, dxki_text(dxki_match_semantic(input)),
                   dxki_dec(input->semantic_index), dxki_text(from->given->name));
        }
    }
}

/* Outputs that the stage after does not read. */
static void find_waste(match *m, const shader *from, const shader *to, unsigned outputs,
                       unsigned inputs)
{
    const dxk_reflect_parameters *list = &from->stage->parameters[outputs];
    for (uint32_t i = 0; i < list->count; i++) {
        const dxk_reflect_parameter *output = &list->items[i];
        if (dxki_match_is_taken(output) || output->stream != 0)
            continue;
        const dxk_reflect_parameter *input =
            dxki_match_find(&to->stage->parameters[inputs], output);
        uint8_t written = (uint8_t)(output->mask & ~output->read_write_mask);
        uint8_t read = input ? input->read_write_mask : 0;
        char text[5];
        if (written & ~read)
            REPORT(m, DXKI_RULE_MATCH_UNREAD, from, dxki_text(dxki_match_semantic(output)),
                   dxki_dec(output->semantic_index),
                   dxki_text(mask_text((uint8_t)(written & ~read), text)),
                   dxki_text(to->given->name));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Facts of stages                                                                            */

static void same_number(match *m, const shader *from, const shader *to, const char *what,
                        uint32_t a, uint32_t b)
{
    if (a != b)
        REPORT(m, DXKI_RULE_MATCH_STATE, to, dxki_text(dxki_str(what)), dxki_dec(b),
               dxki_text(from->given->name), dxki_dec(a));
}

/* The kind of primitive that tessellation makes: points, lines, triangles. */
static uint32_t tessellated(const dxk_reflect_stage *hull)
{
    static const uint32_t primitives[] = {0, 1, 2, 3, 3}; /* by D3D_TESSELLATOR_OUTPUT_ */
    return hull->hs_output_primitive < 5 ? primitives[hull->hs_output_primitive] : 0;
}

/* The factors that a hull shader writes must be those of its domain; so must those that the domain
 * shader reads, if it reads any. */
static void match_factors(match *m, const shader *s, const char *verb)
{
    uint32_t edges, insides, own_edges, own_insides;
    bool hull = s->stage->kind == DXK_SHADER_KIND_HULL;
    dxki_match_factors(s->stage->tessellator_domain, &edges, &insides);
    dxki_match_count_factors(&s->stage->parameters[DXK_REFLECT_PATCH_CONSTANT], &own_edges,
                             &own_insides);
    bool edges_fit = own_edges == edges || (!hull && !own_edges);
    bool insides_fit = own_insides == insides || (!hull && !own_insides);
    if (edges && !(edges_fit && insides_fit))
        REPORT(m, DXKI_RULE_MATCH_FACTORS, s, dxki_text(dxki_str(verb)), dxki_dec(own_edges),
               dxki_dec(own_insides), dxki_dec(edges), dxki_dec(insides));
}

/* Geometry after tessellation takes what that makes. */
static void match_geometry(match *m, const shader *geometry)
{
    enum { POINT = 1, TRIANGLE = 3 };
    for (size_t i = 0; i < m->count; i++) {
        const shader *hull = &m->shaders[i];
        uint32_t made = hull->stage->kind == DXK_SHADER_KIND_HULL ? tessellated(hull->stage) : 0;
        uint32_t wanted = geometry->stage->input_primitive;
        if (made >= POINT && made <= TRIANGLE && wanted != made)
            REPORT(m, DXKI_RULE_MATCH_PRIMITIVE, geometry,
                   dxki_text(dxki_str(dxk_reflect_name(DXK_REFLECT_PRIMITIVE, wanted))),
                   dxki_text(hull->given->name),
                   dxki_text(dxki_str(dxk_reflect_name(DXK_REFLECT_PRIMITIVE, made))));
    }
}

/* Stages that may stand between two others, for a hint when those do not fit; NULL: none. */
static const char *between(dxk_shader_kind from, dxk_shader_kind to)
{
    bool pixel = to == DXK_SHADER_KIND_PIXEL;
    if (from == DXK_SHADER_KIND_VERTEX && pixel)
        return "hull and domain shaders or a geometry shader";
    if (from == DXK_SHADER_KIND_VERTEX && to == DXK_SHADER_KIND_GEOMETRY)
        return "hull and domain shaders";
    return from == DXK_SHADER_KIND_DOMAIN && pixel ? "a geometry shader" : NULL;
}

static void match_pair(match *m, const shader *from, const shader *to)
{
    static const unsigned plain[] = {DXK_REFLECT_OUTPUT};
    static const unsigned mesh[] = {DXK_REFLECT_OUTPUT, DXK_REFLECT_PATCH_CONSTANT};
    static const unsigned patch[] = {DXK_REFLECT_PATCH_CONSTANT};
    bool from_mesh = from->stage->kind == DXK_SHADER_KIND_MESH;
    if (from->stage->kind == DXK_SHADER_KIND_AMPLIFICATION) {
        if (to->stage->payload_size) /* 0: the mesh shader does not look at it */
            same_number(m, from, to, "bytes of the payload", from->stage->payload_size,
                        to->stage->payload_size);
        return;
    }
    size_t errors = dxk_ctx_error_count(m->ctx);
    match_inputs(m, from, to, DXK_REFLECT_INPUT, from_mesh ? mesh : plain, from_mesh ? 2 : 1);
    const char *missing = between(from->stage->kind, to->stage->kind);
    if (missing && dxk_ctx_error_count(m->ctx) != errors)
        REPORT(m, DXKI_RULE_MATCH_BETWEEN, to, dxki_text(dxki_str(missing)));
    find_waste(m, from, to, DXK_REFLECT_OUTPUT, DXK_REFLECT_INPUT);
    if (from_mesh)
        find_waste(m, from, to, DXK_REFLECT_PATCH_CONSTANT, DXK_REFLECT_INPUT);
    if (to->stage->kind == DXK_SHADER_KIND_DOMAIN) {
        match_inputs(m, from, to, DXK_REFLECT_PATCH_CONSTANT, patch, 1);
        find_waste(m, from, to, DXK_REFLECT_PATCH_CONSTANT, DXK_REFLECT_PATCH_CONSTANT);
        match_factors(m, from, "writes");
        match_factors(m, to, "reads");
        same_number(m, from, to, "control points", from->stage->control_points,
                    to->stage->input_control_points ? to->stage->input_control_points
                                                    : to->stage->control_points);
        same_number(m, from, to, "tessellation domain", from->stage->tessellator_domain,
                    to->stage->tessellator_domain);
    }
    if (to->stage->kind == DXK_SHADER_KIND_GEOMETRY)
        match_geometry(m, to);
}

/* ---------------------------------------------------------------------------------------- */
/* The pipeline                                                                               */

static const shader *find_stage(const match *m, dxk_shader_kind kind)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->shaders[i].stage->kind == kind)
            return &m->shaders[i];
    return NULL;
}

/* Stages that need each other, or exclude each other. */
static void match_stages(match *m)
{
    const shader *vertex = find_stage(m, DXK_SHADER_KIND_VERTEX);
    const shader *hull = find_stage(m, DXK_SHADER_KIND_HULL);
    const shader *domain = find_stage(m, DXK_SHADER_KIND_DOMAIN);
    const shader *geometry = find_stage(m, DXK_SHADER_KIND_GEOMETRY);
    const shader *mesh = find_stage(m, DXK_SHADER_KIND_MESH);
    const shader *task = find_stage(m, DXK_SHADER_KIND_AMPLIFICATION);
    const shader *compute = find_stage(m, DXK_SHADER_KIND_COMPUTE);
    const shader *old = vertex ? vertex : hull ? hull : domain ? domain : geometry;
    if (compute && m->count > 1)
        REPORT(m, DXKI_RULE_MATCH_STAGES, compute,
               dxki_text(dxki_str("a compute shader must be the only stage")));
    if ((mesh || task) && old)
        REPORT(m, DXKI_RULE_MATCH_STAGES, old,
               dxki_text(dxki_str("a mesh pipeline has no other stages before the pixel shader")));
    if (hull && !domain)
        REPORT(m, DXKI_RULE_MATCH_STAGES, hull,
               dxki_text(dxki_str("a hull shader requires a domain shader")));
    if (domain && !hull)
        REPORT(m, DXKI_RULE_MATCH_STAGES, domain,
               dxki_text(dxki_str("a domain shader requires a hull shader")));
    if (task && !mesh)
        REPORT(m, DXKI_RULE_MATCH_STAGES, task,
               dxki_text(dxki_str("an amplification shader requires a mesh shader")));
}

/* What is drawn needs a position. */
static void match_position(match *m)
{
    const shader *pixel = find_stage(m, DXK_SHADER_KIND_PIXEL);
    const shader *last = m->count > 1 && pixel ? &m->shaders[m->count - 2] : NULL;
    if (!last)
        return;
    const dxk_reflect_parameters *list = &last->stage->parameters[DXK_REFLECT_OUTPUT];
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].system_value_type == NAME_POSITION)
            return;
    REPORT(m, DXKI_RULE_MATCH_POSITION, last, dxki_text(stage_word(last)));
}

static dxk_match_target target_type(uint32_t component)
{
    enum { UINT = 1, SINT = 2, UINT16 = 4, SINT16 = 5 };
    return component == UINT || component == UINT16   ? DXK_MATCH_TARGET_UINT
           : component == SINT || component == SINT16 ? DXK_MATCH_TARGET_SINT
                                                      : DXK_MATCH_TARGET_FLOAT;
}

static void match_targets(match *m)
{
    static const char *const words[] = {"none", "float", "sint", "uint"};
    const shader *pixel = find_stage(m, DXK_SHADER_KIND_PIXEL);
    bool written[TARGETS] = {false};
    if (!pixel || !m->options->has_targets)
        return;
    const dxk_reflect_parameters *list = &pixel->stage->parameters[DXK_REFLECT_OUTPUT];
    for (uint32_t i = 0; i < list->count; i++) {
        const dxk_reflect_parameter *p = &list->items[i];
        uint32_t number = p->semantic_index;
        if (p->system_value_type != NAME_TARGET || number >= TARGETS)
            continue;
        dxk_match_target made = target_type(p->component_type), held = m->options->targets[number];
        written[number] = true;
        if (held == DXK_MATCH_TARGET_NONE)
            REPORT(m, DXKI_RULE_MATCH_NO_TARGET, pixel, dxki_dec(number));
        else if (held != made && (unsigned)held < 4)
            REPORT(m, DXKI_RULE_MATCH_TARGET, pixel, dxki_dec(number),
                   dxki_text(dxki_str(words[made])), dxki_text(dxki_str(words[held])));
    }
    for (uint32_t i = 0; i < TARGETS; i++)
        if (m->options->targets[i] != DXK_MATCH_TARGET_NONE && !written[i])
            REPORT(m, DXKI_RULE_MATCH_TARGET_UNWRITTEN, pixel, dxki_dec(i));
}

/* ---------------------------------------------------------------------------------------- */
/* Root signatures                                                                            */

static dxk_bytes root_of(const shader *s)
{
    size_t part = dxk_container_find(s->given->container, DXK_PART_RTS0, 0);
    return part == DXK_NO_PART ? (dxk_bytes){NULL, 0}
                               : dxk_container_part(s->given->container, part)->content;
}

static bool same_bytes(dxk_bytes a, dxk_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* What a shader binds must be there; shaders of models 4 and 5 do not list it in this form. */
static dxk_status match_bindings(match *m, const shader *s, const dxk_root_signature *root)
{
    dxk_sink nowhere = {NULL, NULL};
    if (!s->psv)
        return DXK_OK;
    dxk_status status =
        dxk_rootsig_verify(m->ctx, root, s->psv->as.psv0, (uint32_t)s->stage->kind, nowhere);
    if (status != DXK_E_INVALID)
        return status;
    REPORT(m, DXKI_RULE_MATCH_BINDING, s, dxki_text(stage_word(s)));
    return DXK_OK;
}

/* Everything else; what it reports counts. */
static dxk_status match_root(match *m, const shader *s, const dxk_root_signature *root)
{
    dxk_status status = dxki_match_root(m->ctx, s->given, s->reflect, root);
    if (status != DXK_E_INVALID)
        return status;
    if (m->status == DXK_OK)
        m->status = status;
    return DXK_OK;
}

/* All shaders have one root signature, and what they bind is in it. */
static void match_roots(match *m)
{
    dxk_bytes root = m->options->root_signature;
    const shader *owner = NULL;
    dxk_root_signature *decoded = NULL;
    for (size_t i = 0; i < m->count && !m->options->root_signature.size; i++) {
        dxk_bytes own = root_of(&m->shaders[i]);
        if (!own.size)
            continue;
        if (owner && !same_bytes(own, root))
            REPORT(m, DXKI_RULE_MATCH_ROOT, &m->shaders[i], dxki_text(owner->given->name));
        owner = &m->shaders[i];
        root = own;
    }
    if (!root.size)
        return;
    dxk_status status = dxk_rootsig_decode(m->ctx, root, &decoded);
    for (size_t i = 0; i < m->count && status == DXK_OK; i++) {
        status = match_bindings(m, &m->shaders[i], decoded);
        if (status == DXK_OK)
            status = match_root(m, &m->shaders[i], decoded);
    }
    if (m->status == DXK_OK)
        m->status = status;
    dxk_rootsig_free(decoded);
}

/* ---------------------------------------------------------------------------------------- */

static void drop(shader *s)
{
    dxk_reflect_free(s->reflect);
    dxk_decoded_free(s->psv);
}

/* Reads a shader and puts it at its place. */
static dxk_status add(match *m, const dxk_match_stage *given)
{
    shader made = {.given = given};
    dxk_status status = dxk_reflect_load(given->container, NULL, &made.reflect);
    if (status == DXK_OK)
        status = dxki_match_psv(m->ctx, given->container, &made.psv);
    if (status != DXK_OK) {
        drop(&made);
        return status;
    }
    made.stage = &made.reflect->stage;
    int place = made.reflect->is_library ? -1 : place_of(made.stage->kind);
    size_t at = 0;
    while (at < m->count && place_of(m->shaders[at].stage->kind) < place)
        at++;
    bool twice = at < m->count && place_of(m->shaders[at].stage->kind) == place;
    if (place < 0 || twice) {
        REPORT(m, DXKI_RULE_MATCH_STAGES, &made,
               dxki_text(dxki_str(twice ? "there is more than one shader of this stage"
                                        : "it is not a stage of a pipeline")));
        drop(&made);
        return DXK_OK;
    }
    memmove(m->shaders + at + 1, m->shaders + at, (m->count - at) * sizeof *m->shaders);
    m->shaders[at] = made;
    m->count++;
    return DXK_OK;
}

static void match_all(match *m)
{
    match_stages(m);
    if (m->status != DXK_OK)
        return;
    for (size_t i = 1; i < m->count; i++)
        match_pair(m, &m->shaders[i - 1], &m->shaders[i]);
    match_position(m);
    match_targets(m);
    match_roots(m);
}

dxk_status dxk_match(dxk_ctx *ctx, const dxk_match_stage *stages, size_t count,
                     const dxk_match_options *options)
{
    dxk_match_options own;
    match m = {.ctx = ctx, .options = &own};
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < count && status == DXK_OK; i++)
        status = add(&m, &stages[i]);
    if (m.status == DXK_OK)
        m.status = status;
    if (m.status == DXK_OK)
        match_all(&m);
    for (size_t i = 0; i < m.count; i++)
        drop(&m.shaders[i]);
    return m.status;
}

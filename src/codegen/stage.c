/* SPDX-License-Identifier: MIT */
/*
 * stage.c - attributes of an entry point: what its stage needs, what they say, and what they
 * must not say. See emit.h.
 */
#include "codegen/emit.h"

#include "base/count.h"

#define STAGE(name) (1u << DXK_SHADER_KIND_##name)

/* The last one of that name counts. */
const dxki_ast_attr *dxki_emit_attribute(const dxki_hlsl_function *f, const char *name)
{
    for (size_t i = f->decl->attrs.count; i-- > 0;) {
        const dxki_ast_attr *a = &f->decl->attrs.items[i];
        if (!a->scope && dxki_str_same_fold(a->name->text, dxki_str(name)))
            return a;
    }
    return NULL;
}

/* Attributes that a stage must have, and those that no other stage may have. */
static const struct {
    const char *name;
    uint32_t stages; /* that may have it */
    uint32_t needed; /* stages that must */
    const char *where;
} attributes[] = {
    {"maxvertexcount", STAGE(GEOMETRY), STAGE(GEOMETRY), "GS"},
    {"instance", STAGE(GEOMETRY), 0, "GS"},
    {"numthreads", STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION) | STAGE(NODE),
     STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION), "CS/MS/AS"},
    {"patchconstantfunc", STAGE(HULL), STAGE(HULL), "HS"},
    {"outputtopology", STAGE(HULL) | STAGE(MESH), STAGE(HULL) | STAGE(MESH), NULL},
    {"outputcontrolpoints", STAGE(HULL), STAGE(HULL), "HS"},
    {"maxtessfactor", STAGE(HULL), 0, "HS"},
    {"domain", STAGE(HULL) | STAGE(DOMAIN), 0, "HS or DS"},
    {"clipplanes", STAGE(VERTEX), 0, "VS"},
    {"earlydepthstencil", STAGE(PIXEL), 0, "PS"},
};

static const char *stage_word(const dxki_hlsl *c)
{
    static const char *const words[] = {
        [DXK_SHADER_KIND_PIXEL] = "pixel",       [DXK_SHADER_KIND_VERTEX] = "vertex",
        [DXK_SHADER_KIND_GEOMETRY] = "geometry", [DXK_SHADER_KIND_HULL] = "hull",
        [DXK_SHADER_KIND_DOMAIN] = "domain",     [DXK_SHADER_KIND_COMPUTE] = "compute",
        [DXK_SHADER_KIND_MESH] = "mesh",         [DXK_SHADER_KIND_AMPLIFICATION] = "amplification"};

    return (size_t)c->kind < DXKI_COUNT(words) && words[c->kind] ? words[c->kind] : "library";
}

static void check_presence(dxki_emit *e, const dxki_hlsl_function *f)
{
    for (size_t i = 0; i < DXKI_COUNT(attributes); i++) {
        const dxki_ast_attr *a = dxki_emit_attribute(f, attributes[i].name);
        dxki_arg name = dxki_text(dxki_str(attributes[i].name));
        if (!a && attributes[i].needed >> e->stage & 1)
            DXKI_HLSL_REPORT(e->c, NO_ATTRIBUTE, f->loc, dxki_text(dxki_str(stage_word(e->c))),
                             name);
        if (a && attributes[i].where && !(attributes[i].stages >> e->stage & 1))
            DXKI_HLSL_REPORT(e->c, ATTRIBUTE_STAGE, a->loc, name,
                             dxki_text(dxki_str(attributes[i].where)));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

static void read_numbers(dxki_emit *e, const dxki_ast_attr *a, uint32_t *out, size_t count)
{
    for (size_t i = 0; a && i < a->args.count && i < count; i++) {
        int64_t value;
        if (dxki_sema_integer(e->c, a->args.items[i], &value))
            out[i] = value > 0 && value < UINT32_MAX ? (uint32_t)value : 0;
    }
}

static uint32_t read_number(dxki_emit *e, const dxki_hlsl_function *f, const char *name)
{
    uint32_t value = 0;

    read_numbers(e, dxki_emit_attribute(f, name), &value, 1);
    return value;
}

/* A word of a list with commas; its place there, 0 if the attribute is not given or wrong. */
static uint32_t read_word(dxki_emit *e, const dxki_hlsl_function *f, const char *name,
                          const char *list)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, name);
    dxk_str rest = dxki_str(list);
    uint32_t at = 1;

    if (!a || !a->args.count)
        return 0;
    const dxki_ast_expr *arg = a->args.items[0];
    for (; rest.size; at++) {
        const char *comma = memchr(rest.data, ',', rest.size);
        dxk_str one = {rest.data, comma ? (size_t)(comma - rest.data) : rest.size};
        if (dxki_str_same(one, arg->text))
            return at;
        rest.data += one.size + (comma != NULL);
        rest.size -= one.size + (comma != NULL);
    }
    DXKI_HLSL_REPORT(e->c, ATTRIBUTE_WORD, arg->loc, dxki_text(a->name->text),
                     dxki_text(dxki_str(list)));
    return 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Threads and waves                                                                          */

static void read_threads(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "numthreads");
    uint64_t product;

    if (!a)
        return;
    read_numbers(e, a, d->num_threads, 3);
    product = (uint64_t)d->num_threads[0] * d->num_threads[1];
    if (product > 1024 || product * d->num_threads[2] > 1024 || product * d->num_threads[2] == 0)
        DXKI_HLSL_REPORT(e->c, NO_ATTRIBUTE, f->loc, dxki_text(dxki_str(stage_word(e->c))),
                         dxki_text(dxki_str("numthreads")));
    else if (d->num_threads[2] > 64)
        DXKI_HLSL_SAY(e->c, BAD_THREADS, a->loc);
}

/* Can a wave have so many lanes? */
static bool is_wave(uint32_t lanes)
{
    return lanes >= 4 && lanes <= 128 && (lanes & (lanes - 1)) == 0;
}

/* The attribute may stand twice, if it says the same. */
static void check_again(dxki_emit *e, const dxki_hlsl_function *f, const dxki_ast_attr *a,
                        const uint32_t lanes[3])
{
    for (size_t i = 0; i < f->decl->attrs.count; i++) {
        const dxki_ast_attr *other = &f->decl->attrs.items[i];
        uint32_t found[3] = {0, 0, 0};
        if (other == a || other->scope ||
            !dxki_str_same_fold(other->name->text, dxki_str("WaveSize")))
            continue;
        read_numbers(e, other, found, 3);
        if (memcmp(found, lanes, sizeof found) != 0)
            DXKI_HLSL_REPORT(e->c, ATTRIBUTE_CONFLICT, other->loc, dxki_text(dxki_str("wavesize")));
    }
}

static void check_wave(dxki_emit *e, const dxki_ast_attr *a, const uint32_t lanes[3])
{
    size_t count = a->args.count;

    if (!is_wave(lanes[0]) || (count > 1 && !is_wave(lanes[1])) ||
        (count > 2 && !is_wave(lanes[2])))
        DXKI_HLSL_SAY(e->c, WAVE_SIZE, a->loc);
    else if (count > 1 && lanes[0] == lanes[1])
        DXKI_HLSL_SAY(e->c, WAVE_EQUAL, a->loc);
    else if (count > 1 && lanes[0] > lanes[1])
        DXKI_HLSL_REPORT(e->c, WAVE_RANGE, a->loc, dxki_dec(lanes[0]), dxki_dec(lanes[1]));
    else if (count > 2 && (lanes[2] < lanes[0] || lanes[2] > lanes[1]))
        DXKI_HLSL_REPORT(e->c, WAVE_PREFERRED, a->loc, dxki_dec(lanes[2]), dxki_dec(lanes[0]),
                         dxki_dec(lanes[1]));
}

static void read_wave(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "WaveSize");

    if (!a)
        return;
    if (e->stage != DXK_SHADER_KIND_COMPUTE && e->stage != DXK_SHADER_KIND_NODE) {
        DXKI_HLSL_REPORT(e->c, ATTRIBUTE_ONLY, a->loc, dxki_text(dxki_str("WaveSize")),
                         dxki_text(dxki_str("compute or node")));
        return;
    }
    if (e->c->model_minor < 6)
        DXKI_HLSL_REPORT(e->c, ATTRIBUTE_MODEL, a->loc, dxki_text(dxki_str("wavesize")),
                         dxki_text(dxki_str("6.6")));
    if (e->c->model_minor < 8 && a->args.count > 1)
        DXKI_HLSL_SAY(e->c, WAVE_MODEL, a->loc);
    read_numbers(e, a, d->wave_lanes, 3);
    check_wave(e, a, d->wave_lanes);
    check_again(e, f, a, d->wave_lanes);
}

/* Bytes of group-shared memory that may be used. */
static void read_limit(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "GroupSharedLimit");
    const uint32_t stages = STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION) | STAGE(NODE);

    if (a && !(stages >> e->stage & 1))
        DXKI_HLSL_REPORT(e->c, ATTRIBUTE_ONLY, a->loc, dxki_text(dxki_str("GroupSharedLimit")),
                         dxki_text(dxki_str("compute, mesh, node, or amplification")));
    read_numbers(e, a, &d->group_shared_limit, 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Tessellation                                                                               */

static dxk_tessellator_domain read_domain(dxki_emit *e, const dxki_hlsl_function *f)
{
    static const dxk_tessellator_domain domains[] = {
        DXK_TESSELLATOR_DOMAIN_UNDEFINED, DXK_TESSELLATOR_DOMAIN_TRI, DXK_TESSELLATOR_DOMAIN_QUAD,
        DXK_TESSELLATOR_DOMAIN_ISOLINE};

    return domains[read_word(e, f, "domain", "tri,quad,isoline")];
}

static void read_hull(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    static const dxk_tessellator_partitioning partitionings[] = {
        DXK_TESSELLATOR_PARTITIONING_UNDEFINED, DXK_TESSELLATOR_PARTITIONING_INTEGER,
        DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN, DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD,
        DXK_TESSELLATOR_PARTITIONING_POW2};
    static const dxk_tessellator_output outputs[] = {
        DXK_TESSELLATOR_OUTPUT_UNDEFINED,   DXK_TESSELLATOR_OUTPUT_POINT,
        DXK_TESSELLATOR_OUTPUT_LINE,        DXK_TESSELLATOR_OUTPUT_UNDEFINED,
        DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW, DXK_TESSELLATOR_OUTPUT_TRIANGLE_CCW};
    const dxki_ast_attr *points = dxki_emit_attribute(f, "outputcontrolpoints");
    const dxki_ast_attr *factor = dxki_emit_attribute(f, "maxtessfactor");
    int64_t count = 0;

    d->domain = read_domain(e, f);
    d->partitioning = partitionings[read_word(e, f, "partitioning",
                                              "integer,fractional_even,fractional_odd,pow2")];
    d->tessellator_output =
        outputs[read_word(e, f, "outputtopology", "point,line,triangle,triangle_cw,triangle_ccw")];
    if (points && points->args.count && dxki_sema_integer(e->c, points->args.items[0], &count) &&
        (count < 1 || count > 32))
        DXKI_HLSL_REPORT(e->c, CONTROL_POINTS, points->loc, dxki_dec((uint64_t)count));
    d->output_points = (uint32_t)count;
    if (factor && factor->args.count) {
        dxki_hlsl_node *n = dxki_sema_expr(e->c, factor->args.items[0]);
        if (dxki_hlsl_is_value(n->type))
            n = dxki_sema_as(e->c, n, dxki_hlsl_type_scalar(e->c, DXKI_HLSL_S_FLOAT));
        const uint64_t *bits = dxki_sema_value(e->c, n);
        double value = 0;
        if (bits)
            memcpy(&value, bits, sizeof value);
        d->max_tess_factor = (float)value;
    }
}

void dxki_emit_read_planes(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "clipplanes");
    const dxki_hlsl_type *t = dxki_hlsl_type_vector(e->c, DXKI_HLSL_S_FLOAT, 4);

    e->plane_count = 0;
    if (!a || e->stage != DXK_SHADER_KIND_VERTEX)
        return;
    for (size_t i = 0; i < a->args.count && i < DXKI_COUNT(e->planes); i++) {
        dxki_hlsl_node *n =
            dxki_sema_convert(e->c, dxki_sema_expr(e->c, a->args.items[i]), t, false);
        if (dxki_hlsl_is_error(n->type) || !dxki_hlsl_ready(e->c))
            return;
        e->planes[e->plane_count++] = n;
    }
}

dxki_hlsl_function *dxki_emit_patch_function(dxki_emit *e, const dxki_hlsl_function *f)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "patchconstantfunc");
    const dxki_ast_expr *arg = a && a->args.count ? a->args.items[0] : NULL;

    if (!arg)
        return NULL;
    if (arg->kind != DXKI_AST_STRING) {
        DXKI_HLSL_REPORT(e->c, ATTRIBUTE_STRING, arg->loc, dxki_text(a->name->text));
        return NULL;
    }
    dxki_hlsl_function *found = dxki_sema_find_function(e->c, dxki_hlsl_text(e->c, arg->text).data);
    while (found && !found->body)
        found = found->next;
    if (!found) {
        DXKI_HLSL_REPORT(e->c, NO_PATCH_FUNCTION, a->loc, dxki_text(arg->text));
        return NULL;
    }
    if (found->next)
        DXKI_HLSL_REPORT(e->c, PATCH_OVERLOADS, a->loc, dxki_text(arg->text));
    if (found == f)
        dxki_emit_tell_recursion(e, f);
    return found;
}

/* ---------------------------------------------------------------------------------------- */
/* All                                                                                        */

void dxki_emit_properties(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    static const dxk_mesh_topology topologies[] = {
        DXK_MESH_TOPOLOGY_UNDEFINED, DXK_MESH_TOPOLOGY_UNDEFINED, DXK_MESH_TOPOLOGY_LINE,
        DXK_MESH_TOPOLOGY_TRIANGLE,  DXK_MESH_TOPOLOGY_UNDEFINED, DXK_MESH_TOPOLOGY_UNDEFINED};

    check_presence(e, f);
    d->early_depth = dxki_emit_attribute(f, "earlydepthstencil") != NULL;
    read_threads(e, f, d);
    read_wave(e, f, d);
    read_limit(e, f, d);
    switch (e->stage) {
    case DXK_SHADER_KIND_GEOMETRY:
        d->max_vertices = read_number(e, f, "maxvertexcount");
        d->instances = read_number(e, f, "instance");
        break;
    case DXK_SHADER_KIND_HULL:
        d->input_points = 1; /* without a patch */
        read_hull(e, f, d);
        break;
    case DXK_SHADER_KIND_DOMAIN:
        d->domain = read_domain(e, f);
        break;
    case DXK_SHADER_KIND_MESH:
        d->mesh_topology = topologies[read_word(e, f, "outputtopology",
                                                "point,line,triangle,triangle_cw,triangle_ccw")];
        break;
    default:
        break;
    }
}

/* SPDX-License-Identifier: MIT */
/* state.c - the properties of entry points: thread groups, wave sizes, tessellation, geometry. */
#include "dxk/enums.h"
#include "validate/access.h"
#include "validate/elements.h"
#include "validate/families.h"
#include "validate/notes.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

#include "base/out.h"

static void error(dxki_val *v, const dxki_val_entry *ent, dxki_vrule rule)
{
    dxki_val_function_error(v, ent->function, rule, NULL, 0);
}

/* Says what a property is that should be something else. */
static void hint(dxki_val *v, const char *what, dxk_enum_id id, uint32_t number)
{
    dxki_val_hint(v, dxki_val_format(v, "%0 is %1",
                                     DXKI_ARGS(dxki_val_arg_text_z(what),
                                               dxki_val_arg_text(dxki_val_enum(v, id, number)))));
}

static void hint_numbers(dxki_val *v, const char *text, uint64_t a, uint64_t b)
{
    dxki_val_hint(v, dxki_val_format(v, text, DXKI_ARGS(dxki_dec(a), dxki_dec(b))));
}

/* ---------------------------------------------------------------------------------------- */
/* Wave size                                                                                  */

static bool is_wave_size(uint32_t lanes)
{
    return lanes >= 4 && lanes <= 128 && (lanes & (lanes - 1)) == 0;
}

static void bad_wave_value(dxki_val *v, const dxki_val_entry *ent, const char *which,
                           uint32_t lanes)
{
    dxki_val_function_error(
        v, ent->function, DXKI_VR_SM_WAVESIZEVALUE,
        DXKI_ARGS(dxki_val_arg_text_z(which), dxki_dec(lanes), dxki_dec(4), dxki_dec(128)));
}

static void check_wave_range(dxki_val *v, const dxki_val_entry *ent)
{
    uint32_t least = ent->wave[0], most = ent->wave[1], preferred = ent->wave[2];
    if (!is_wave_size(most))
        bad_wave_value(v, ent, "Max", most);
    else if (most < least)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_WAVESIZEMAXGREATERTHANMIN,
                                DXKI_ARGS(dxki_dec(most), dxki_dec(least)));
    else if (most == least || preferred == 0)
        return;
    else if (!is_wave_size(preferred))
        bad_wave_value(v, ent, "Preferred", preferred);
    else if (preferred < least || preferred > most)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_WAVESIZEPREFERREDINRANGE,
                                DXKI_ARGS(dxki_dec(preferred), dxki_dec(least), dxki_dec(most)));
}

static void check_wave_size(dxki_val *v, const dxki_val_entry *ent)
{
    uint32_t least = ent->wave[0], most = ent->wave[1], preferred = ent->wave[2];
    if (least == 0) {
        if (most || preferred)
            dxki_val_function_error(v, ent->function, DXKI_VR_SM_WAVESIZEALLZEROWHENUNDEFINED,
                                    DXKI_ARGS(dxki_dec(most), dxki_dec(preferred)));
        return;
    }
    if (!is_wave_size(least))
        bad_wave_value(v, ent, "Min", least);
    else if (most)
        check_wave_range(v, ent);
    else if (preferred)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_WAVESIZEMAXANDPREFERREDZEROWHENNORANGE,
                                DXKI_ARGS(dxki_dec(most), dxki_dec(preferred)));
    if (ent->kind != DXK_SHADER_KIND_COMPUTE && !ent->is_node)
        error(v, ent, DXKI_VR_SM_WAVESIZEONCOMPUTEORNODE);
}

/* ---------------------------------------------------------------------------------------- */
/* Groups, meshes                                                                             */

static void check_threads(dxki_val *v, const dxki_val_entry *ent, const uint32_t most[3],
                          uint32_t total)
{
    static const char *const names[] = {"X", "Y", "Z"};
    for (uint32_t i = 0; i < 3; i++) {
        if (ent->threads[i] < 1 || ent->threads[i] > most[i])
            dxki_val_function_error(v, ent->function, DXKI_VR_SM_THREADGROUPCHANNELRANGE,
                                    DXKI_ARGS(dxki_val_arg_text_z(names[i]),
                                              dxki_dec(ent->threads[i]), dxki_dec(1),
                                              dxki_dec(most[i])));
    }
    uint32_t count = ent->threads[0] * ent->threads[1] * ent->threads[2];
    if (count > total)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_MAXTHEADGROUP,
                                DXKI_ARGS(dxki_dec(count), dxki_dec(total)));
}

static void check_mesh_counts(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_ms_state *ms = &ent->e->props.ms;
    if (ms->max_vertices > 256)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_MESHSHADERMAXVERTEXCOUNT,
                                DXKI_ARGS(dxki_dec(256), dxki_dec(ms->max_vertices)));
    if (ms->max_primitives > 256)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_MESHSHADERMAXPRIMITIVECOUNT,
                                DXKI_ARGS(dxki_dec(256), dxki_dec(ms->max_primitives)));
}

/* ---------------------------------------------------------------------------------------- */
/* Tessellation                                                                               */

static const struct domain_row {
    const char *name;
    uint32_t edges, insides, location;
} domains[] = {{"", 0, 0, 0}, {"IsoLine", 2, 0, 3}, {"Tri", 3, 1, 3}, {"Quad", 4, 2, 2}};

static void check_factor(dxki_val *v, const dxki_val_entry *ent, const dxki_dxil_sig_element *e,
                         dxki_vrule rule, const char *domain, uint32_t rows)
{
    if (e->rows != rows || e->columns > 1)
        dxki_val_function_error(v, ent->function, rule,
                                DXKI_ARGS(dxki_dec(e->rows), dxki_dec(e->columns),
                                          dxki_val_arg_text_z(domain), dxki_dec(rows)));
}

/* The reference does not say which. */
static void missing_factor(dxki_val *v, const dxki_val_entry *ent, const char *name,
                           const struct domain_row *d)
{
    error(v, ent, DXKI_VR_SM_TESSFACTORFORDOMAIN);
    dxki_val_summary(
        v, dxki_val_format(v, "The patch constants of domain %0 have no %1.",
                           DXKI_ARGS(dxki_val_arg_text_z(d->name), dxki_val_arg_text_z(name))));
}

static void check_factors(dxki_val *v, dxki_val_entry *ent, uint32_t domain)
{
    const dxki_dxil_list *list = &ent->e->signatures[2];
    bool edges = false, insides = false;
    ent->domain_size = 0;
    if (domain < 1 || domain > 3)
        return;
    const struct domain_row *d = &domains[domain];
    ent->domain_size = d->location;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        uint32_t semantic = dxki_val_semantic(ent->kind, 2, e, NULL);
        if (semantic == DXK_SEMANTIC_KIND_TESS_FACTOR) {
            edges = true;
            check_factor(v, ent, e, DXKI_VR_SM_TESSFACTORSIZEMATCHDOMAIN, d->name, d->edges);
        } else if (semantic == DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR) {
            insides = true;
            check_factor(v, ent, e, DXKI_VR_SM_INSIDETESSFACTORSIZEMATCHDOMAIN, d->name,
                         d->insides);
        }
    }
    if (ent->kind != DXK_SHADER_KIND_HULL)
        return;
    if (!edges)
        missing_factor(v, ent, "SV_TessFactor", d);
    if (!insides && domain != 1)
        missing_factor(v, ent, "SV_InsideTessFactor", d);
}

/* The reference's numbers are signed: only those from the end on are taken for none. */
static bool is_no_domain(uint32_t domain)
{
    return domain == 0 || (domain > 3 && domain <= INT32_MAX);
}

static void bad_property(dxki_val *v, const dxki_val_entry *ent, dxki_vrule rule, const char *what,
                         dxk_enum_id id, uint32_t number)
{
    error(v, ent, rule);
    hint(v, what, id, number);
}

static void bad_domain(dxki_val *v, const dxki_val_entry *ent, uint32_t domain)
{
    bad_property(v, ent, DXKI_VR_SM_VALIDDOMAIN, "the domain", DXK_ENUM_ID_tessellator_domain,
                 domain);
}

static void bad_output(dxki_val *v, const dxki_val_entry *ent, dxki_vrule rule,
                       const dxki_dxil_hs_state *hs)
{
    bad_property(v, ent, rule, "the output primitive", DXK_ENUM_ID_tessellator_output, hs->output);
}

static void check_domain_state(dxki_val *v, dxki_val_entry *ent)
{
    const dxki_dxil_ds_state *ds = &ent->e->props.ds;
    if (ds->control_points > 32)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_DSINPUTCONTROLPOINTCOUNTRANGE,
                                DXKI_ARGS(dxki_dec(32), dxki_dec(ds->control_points)));
    if (is_no_domain(ds->domain))
        bad_domain(v, ent, ds->domain);
    check_factors(v, ent, ds->domain);
}

/* "64.000000": six digits after the point. */
static dxk_str float_text(dxki_val *v, float number)
{
    bool negative = number < 0;
    double magnitude = negative ? -(double)number : (double)number;
    if (!(magnitude <= 1e12))
        return dxki_str(magnitude > 1e12 ? (negative ? "-inf" : "inf") : "nan");
    uint64_t millionths = (uint64_t)(magnitude * 1e6 + 0.5);
    dxk_str fraction =
        dxki_val_format(v, "%0", DXKI_ARGS(dxki_dec(1000000u + millionths % 1000000u)));
    dxk_str digits = {fraction.data + 1, fraction.size - 1};
    return dxki_val_format(v, negative ? "-%0.%1" : "%0.%1",
                           DXKI_ARGS(dxki_dec(millionths / 1000000u), dxki_val_arg_text(digits)));
}

static void check_hull_points(dxki_val *v, const dxki_val_entry *ent, const dxki_dxil_hs_state *hs)
{
    if (hs->input_points == 0 && ent->e->signatures[0].count)
        error(v, ent, DXKI_VR_SM_ZEROHSINPUTCONTROLPOINTWITHINPUT);
    if (hs->input_points > 32)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_HSINPUTCONTROLPOINTCOUNTRANGE,
                                DXKI_ARGS(dxki_dec(32), dxki_dec(hs->input_points)));
    if (hs->output_points < 1 || hs->output_points > 32)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_OUTPUTCONTROLPOINTCOUNTRANGE,
                                DXKI_ARGS(dxki_dec(1), dxki_dec(32), dxki_dec(hs->output_points)));
}

static void check_hull_state(dxki_val *v, dxki_val_entry *ent)
{
    const dxki_dxil_hs_state *hs = &ent->e->props.hs;
    bool known = hs->domain >= 1 && hs->domain <= 3;
    check_hull_points(v, ent, hs);
    if (is_no_domain(hs->domain))
        bad_domain(v, ent, hs->domain);
    if (hs->partitioning == 0)
        bad_property(v, ent, DXKI_VR_META_TESSELLATORPARTITION, "the partitioning",
                     DXK_ENUM_ID_tessellator_partitioning, hs->partitioning);
    if (hs->output == 0 || hs->output == 5)
        bad_output(v, ent, DXKI_VR_META_TESSELLATOROUTPUTPRIMITIVE, hs);
    if (hs->max_factor < 1.0f || hs->max_factor > 64.0f)
        dxki_val_function_error(v, ent->function, DXKI_VR_META_MAXTESSFACTOR,
                                DXKI_ARGS(dxki_val_arg_text(float_text(v, 1.0f)),
                                          dxki_val_arg_text(float_text(v, 64.0f)),
                                          dxki_val_arg_text(float_text(v, hs->max_factor))));
    if (hs->domain == 1 && (hs->output == 3 || hs->output == 4))
        bad_output(v, ent, DXKI_VR_SM_ISOLINEOUTPUTPRIMITIVEMISMATCH, hs);
    if ((hs->domain == 2 || hs->domain == 3) && hs->output == 2)
        bad_output(v, ent, DXKI_VR_SM_TRIOUTPUTPRIMITIVEMISMATCH, hs);
    if (!known)
        bad_domain(v, ent, hs->domain);
    check_factors(v, ent, hs->domain);
}

/* ---------------------------------------------------------------------------------------- */

static void bad_topology(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_gs_state *gs = &ent->e->props.gs;
    error(v, ent, DXKI_VR_SM_GSVALIDOUTPUTPRIMITIVETOPOLOGY);
    dxk_str topology = dxki_val_enum(v, DXK_ENUM_ID_primitive_topology, gs->topology);
    dxki_val_hint(
        v, dxki_val_format(v, "the topology is %0, the mask of streams %1",
                           DXKI_ARGS(dxki_val_arg_text(topology), dxki_dec(gs->stream_mask))));
}

static void check_geometry_state(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_gs_state *gs = &ent->e->props.gs;
    uint32_t p = gs->input_primitive;
    if (gs->max_vertices > 1024)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_GSOUTPUTVERTEXCOUNTRANGE,
                                DXKI_ARGS(dxki_dec(1024), dxki_dec(gs->max_vertices)));
    if (gs->instances < 1 || gs->instances > 32)
        dxki_val_function_error(v, ent->function, DXKI_VR_SM_GSINSTANCECOUNTRANGE,
                                DXKI_ARGS(dxki_dec(32), dxki_dec(gs->instances)));
    bool topology = gs->topology == DXK_PRIMITIVE_TOPOLOGY_POINT_LIST ||
                    gs->topology == DXK_PRIMITIVE_TOPOLOGY_LINE_STRIP ||
                    gs->topology == DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    if (!topology || (gs->stream_mask & 15) == 0)
        bad_topology(v, ent);
    if (p == 4 || p == 5 || p >= 40)
        bad_property(v, ent, DXKI_VR_SM_GSVALIDINPUTPRIMITIVE, "the input primitive",
                     DXK_ENUM_ID_input_primitive, p);
}

static uint32_t scalar_count(const dxki_dxil_list *list)
{
    uint32_t total = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        total += e->rows * e->columns;
    }
    return total;
}

#define MOST_HULL_SCALARS 3968u

static void pass_through_counts(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_hs_state *hs = &ent->e->props.hs;
    error(v, ent, DXKI_VR_SM_HULLPASSTHRUCONTROLPOINTCOUNTMATCH);
    hint_numbers(v, "input control points: %0, output control points: %1", hs->input_points,
                 hs->output_points);
}

/* The reference does not say how many are too many. */
static void too_many_scalars(dxki_val *v, const dxki_val_entry *ent, uint32_t scalars)
{
    error(v, ent, DXKI_VR_SM_OUTPUTCONTROLPOINTSTOTALSCALARS);
    dxki_val_summary(v,
                     dxki_val_format(v,
                                     "The output control points have %0 scalars in all, at most %1 "
                                     "are possible.",
                                     DXKI_ARGS(dxki_dec(scalars), dxki_dec(MOST_HULL_SCALARS))));
}

/* An entry point without a body passes control points through, and must be a hull shader. */
static void check_pass_through(dxki_val *v, const dxki_val_entry *ent)
{
    const dxki_dxil_hs_state *hs = &ent->e->props.hs;
    if (!dxki_val_is_decl(v, ent->function))
        return;
    if (ent->kind != DXK_SHADER_KIND_HULL) {
        error(v, ent, DXKI_VR_META_ENTRYFUNCTION);
        return;
    }
    if (hs->input_points < hs->output_points)
        pass_through_counts(v, ent);
    uint32_t scalars = scalar_count(&ent->e->signatures[1]) * hs->output_points;
    if (scalars > MOST_HULL_SCALARS)
        too_many_scalars(v, ent, scalars);
}

static void check_entry(dxki_val *v, dxki_val_entry *ent)
{
    static const uint32_t compute[] = {1024, 1024, 64}, mesh[] = {128, 128, 128};
    check_wave_size(v, ent);
    if (ent->kind == DXK_SHADER_KIND_COMPUTE || ent->is_node) {
        check_threads(v, ent, compute, 1024);
    } else if (ent->kind == DXK_SHADER_KIND_MESH) {
        check_threads(v, ent, mesh, 128);
        check_mesh_counts(v, ent);
    } else if (ent->kind == DXK_SHADER_KIND_AMPLIFICATION) {
        check_threads(v, ent, mesh, 128);
    } else if (ent->kind == DXK_SHADER_KIND_DOMAIN) {
        check_domain_state(v, ent);
    } else if (ent->kind == DXK_SHADER_KIND_HULL) {
        check_hull_state(v, ent);
    } else if (ent->kind == DXK_SHADER_KIND_GEOMETRY) {
        check_geometry_state(v, ent);
    }
    check_pass_through(v, ent);
}

/* Entry points of a library say in their properties what they are. */
static void check_properties(dxki_val *v)
{
    for (uint32_t i = 0; i < v->subject.entry_count && v->subject.is_lib; i++) {
        const dxki_val_entry *ent = &v->subject.entries[i];
        if (!DXKI_MD_HAS(&ent->e->props, PROPS_SHADER_KIND))
            dxki_val_function_error(v, ent->function, DXKI_VR_META_NOENTRYPROPSFORENTRY,
                                    DXKI_ARGS(dxki_val_arg_text(dxki_val_name(v, ent->function))));
    }
}

void dxki_val_check_state(dxki_val *v)
{
    check_properties(v);
    for (size_t i = 0; i < v->m->functions.count; i++) {
        dxki_val_entry *ent = v->subject.entry_of[v->m->functions.items[i]];
        if (ent)
            check_entry(v, ent);
    }
}

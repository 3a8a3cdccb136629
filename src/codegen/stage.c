/* SPDX-License-Identifier: MIT */
/*
 * stage.c - attributes of an entry point: what its stage needs, what they say, and what they
 * must not say. See emit.h.
 */
#include "codegen/emit.h"

#include "base/count.h"
#include "sema/check.h"

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

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

/* What is wrong with them was reported. */
static void read_numbers(dxki_emit *e, const dxki_ast_attr *a, uint32_t *out, size_t count)
{
    e->c->quiet++;
    if (a)
        dxki_sema_attribute_numbers(e->c, a, out, count);
    e->c->quiet--;
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

    if (!a || dxki_sema_is_ignored(e->c, a))
        return;
    read_numbers(e, a, d->num_threads, 3);
    product = (uint64_t)d->num_threads[0] * d->num_threads[1];
    if (product > 1024 || product * d->num_threads[2] > 1024 || product * d->num_threads[2] == 0)
        DXKI_HLSL_REPORT(e->c, NO_ATTRIBUTE, f->loc, dxki_text(dxki_hlsl_stage_words(e->stage)),
                         dxki_text(dxki_str("numthreads")));
    else if (d->num_threads[2] > 64)
        DXKI_HLSL_SAY(e->c, BAD_THREADS, a->loc);
}

static void read_wave(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "WaveSize");

    read_numbers(e, a, d->wave_lanes, 3);
}

/* Bytes of group-shared memory that may be used. */
static void read_limit(dxki_emit *e, const dxki_hlsl_function *f, dxk_entry_desc *d)
{
    const dxki_ast_attr *a = dxki_emit_attribute(f, "GroupSharedLimit");
    const uint32_t stages = STAGE(COMPUTE) | STAGE(MESH) | STAGE(AMPLIFICATION) | STAGE(NODE);

    if (a && !(stages >> e->stage & 1))
        DXKI_HLSL_REPORT(e->c, ATTRIBUTE_ONLY, a->loc, dxki_text(dxki_str("GroupSharedLimit")),
                         dxki_text(dxki_str("compute, mesh, node, or amplification")));
    if (e->c->model_minor >= 10) /* means nothing before */
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
    const dxki_ast_attr *factor = dxki_emit_attribute(f, "maxtessfactor");

    d->domain = read_domain(e, f);
    d->partitioning = partitionings[read_word(e, f, "partitioning",
                                              "integer,fractional_even,fractional_odd,pow2")];
    d->tessellator_output =
        outputs[read_word(e, f, "outputtopology", "point,line,triangle,triangle_cw,triangle_ccw")];
    d->output_points = read_number(e, f, "outputcontrolpoints");
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

static bool names_factors(const dxki_ast_notes *notes)
{
    for (size_t i = 0; i < notes->count; i++) {
        dxk_str text =
            notes->items[i].kind == DXKI_AST_SEMANTIC ? notes->items[i].name->text : dxki_str("");
        dxki_str_cut_number(&text);
        if (dxki_str_same_fold(text, dxki_str("SV_TessFactor")) ||
            dxki_str_same_fold(text, dxki_str("SV_InsideTessFactor")))
            return true;
    }
    return false;
}

/* Does a value have factors of tessellation, by its own semantics or those of its fields? */
static bool has_factors(dxki_emit *e, const dxki_ast_notes *notes, const dxki_hlsl_type *t)
{
    bool found = names_factors(notes);

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (found || t->kind != DXKI_HLSL_TY_RECORD || !dxki_hlsl_enter(e->c, (dxki_hlsl_loc){0, 0}))
        return found;
    for (size_t i = 0; !found && i < t->record->field_count; i++) {
        const dxki_hlsl_field *f = &t->record->fields[i];
        found = f->decl && has_factors(e, &f->decl->notes, f->type);
    }
    dxki_hlsl_leave(e->c);
    return found;
}

static bool may_be_patch_function(dxki_emit *e, const dxki_hlsl_function *f)
{
    bool found = has_factors(e, &f->decl->notes, f->result);

    for (size_t i = 0; !found && i < f->param_count; i++) {
        const dxki_ast_decl *d = f->params[i]->decl;
        found = d && d->mods & (DXKI_AST_MOD(OUT) | DXKI_AST_MOD(INOUT)) &&
                has_factors(e, &d->notes, f->params[i]->type);
    }
    return found;
}

/* The next one in a list of functions of a name that may be a patch constant function. */
static dxki_hlsl_function *next_patch_function(dxki_emit *e, dxki_hlsl_function *f)
{
    while (f && !(f->decl && may_be_patch_function(e, f)))
        f = f->next;
    return f;
}

/* Of several functions of that name, the last one that is declared counts. */
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
    dxki_hlsl_function *found =
        next_patch_function(e, dxki_sema_find_function(e->c, dxki_hlsl_text(e->c, arg->text).data));
    if (!found || !found->body) {
        DXKI_HLSL_REPORT(e->c, NO_PATCH_FUNCTION, a->loc, dxki_text(arg->text));
        return NULL;
    }
    dxki_hlsl_function *other = next_patch_function(e, found->next);
    while (other && !other->body)
        other = next_patch_function(e, other->next);
    if (other)
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

    if (e->c->kind != DXK_SHADER_KIND_LIBRARY) /* else that was done when it was declared */
        dxki_sema_check_stage(e->c, f, e->stage);
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

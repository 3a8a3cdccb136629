/* SPDX-License-Identifier: MIT */
/*
 * refine.c - stages between vertices and the rasterizer: patches one by one through hull shader,
 * tessellator and domain shader, primitives some at a time through the geometry shader; see drawer.h.
 * Source: D3D11.3 functional specification, 10 to 13.
 */
#include "draw/drawer.h"
#include "exec/math.h"

#define GEOMETRY_WORDS                                                                             \
    (1u << 16) /* of what a batch of primitives may make, if one alone does not */
#define GEOMETRY_BATCH 64u

typedef struct patch_stage {
    dxk_run_worker *hull, *domain;
    dxki_draw_link to_hull, to_points, to_constants;
    uint32_t *inputs, *control, *constants; /* of the hull shader */
    uint32_t *points, *domain_constants;    /* of the domain shader */
    uint32_t edges[4], insides[2];          /* words of the factors */
} patch_stage;

typedef struct geometry_stage {
    dxk_run_worker *worker;
    dxki_draw_link link;
    uint32_t room, count; /* primitives */
    uint32_t *inputs, *numbers, *outputs, *vertex_counts;
    uint8_t *marks;
} geometry_stage;

struct dxki_draw_refiner {
    dxk_ctx *ctx;
    uint32_t view;
    patch_stage patch;
    geometry_stage geometry;
    dxki_draw_pixels *pixels;
};

/* ---------------------------------------------------------------------------------------- */
/* Making                                                                                     */

static bool is_stage(const dxk_run_worker *worker, dxk_shader_kind kind)
{
    return worker->program->info.kind == kind;
}

static uint32_t *new_words(dxki_arena *arena, uint64_t count, uint64_t words)
{
    return dxki_arena_zalloc(arena, (size_t)count + 1, ((size_t)words + 1) * sizeof(uint32_t));
}

static dxk_status make_patches(dxki_arena *arena, patch_stage *p, dxki_draw_side from,
                               uint32_t points)
{
    const dxk_run_program *hull = p->hull->program, *domain = p->domain->program;
    dxki_draw_side control = {hull, DXK_RUN_OUTPUT}, constants = {hull, DXK_RUN_PATCH};

    if (!is_stage(p->hull, DXK_SHADER_KIND_HULL) || !is_stage(p->domain, DXK_SHADER_KIND_DOMAIN) ||
        hull->stage.input_points != points || hull->stage.domain != domain->stage.domain ||
        domain->stage.input_points > hull->stage.output_points)
        return DXK_E_ARGUMENT;
    if (!dxki_draw_link_sides(arena, from, (dxki_draw_side){hull, DXK_RUN_INPUT}, &p->to_hull) ||
        !dxki_draw_link_sides(arena, control, (dxki_draw_side){domain, DXK_RUN_INPUT},
                              &p->to_points) ||
        !dxki_draw_link_sides(arena, constants, (dxki_draw_side){domain, DXK_RUN_PATCH},
                              &p->to_constants))
        return DXK_E_NOMEM;
    for (uint32_t n = 0; n < 4; n++)
        p->edges[n] = dxki_draw_find_system(constants, DXK_SEMANTIC_KIND_TESS_FACTOR, n);
    for (uint32_t n = 0; n < 2; n++)
        p->insides[n] = dxki_draw_find_system(constants, DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR, n);
    p->inputs = new_words(arena, points, hull->info.input_words);
    p->control = new_words(arena, hull->stage.output_points, hull->info.output_words);
    p->constants = new_words(arena, 1, hull->stage.patch_words);
    p->points = new_words(arena, domain->stage.input_points, domain->info.input_words);
    p->domain_constants = new_words(arena, 1, domain->stage.patch_words);
    return p->inputs && p->control && p->constants && p->points && p->domain_constants
               ? DXK_OK
               : DXK_E_NOMEM;
}

static dxk_status make_geometry(dxki_arena *arena, geometry_stage *g, dxki_draw_side from,
                                uint32_t points)
{
    const dxk_run_program *p = g->worker->program;
    uint64_t invocation = (uint64_t)p->stage.max_vertices * (p->info.output_words + 1);

    if (!is_stage(g->worker, DXK_SHADER_KIND_GEOMETRY) || p->stage.input_points != points)
        return DXK_E_ARGUMENT;
    uint64_t room = GEOMETRY_WORDS / (invocation * p->stage.instances + 1);
    g->room = room > GEOMETRY_BATCH ? GEOMETRY_BATCH : room ? (uint32_t)room : 1;
    uint64_t invocations = (uint64_t)g->room * p->stage.instances;
    g->inputs = new_words(arena, (uint64_t)g->room * points, p->info.input_words);
    g->numbers = new_words(arena, g->room, 1);
    g->outputs = new_words(arena, invocations * p->stage.max_vertices, p->info.output_words);
    g->marks = dxki_arena_zalloc(arena, (size_t)invocations * p->stage.max_vertices + 1, 1);
    g->vertex_counts = new_words(arena, invocations, 1);
    return g->inputs && g->numbers && g->outputs && g->marks && g->vertex_counts &&
                   dxki_draw_link_sides(arena, from, (dxki_draw_side){p, DXK_RUN_INPUT}, &g->link)
               ? DXK_OK
               : DXK_E_NOMEM;
}

/* Vertices of what the tessellator makes. */
static uint32_t tessellated_points(const dxk_run_program *hull)
{
    return hull->stage.tessellator == DXK_TESSELLATOR_OUTPUT_POINT  ? 1
           : hull->stage.tessellator == DXK_TESSELLATOR_OUTPUT_LINE ? 2
                                                                    : 3;
}

dxk_status dxki_draw_refiner_create(dxki_arena *arena, const dxk_draw_pipeline *pipeline,
                                    const dxk_draw *draw, dxki_draw_side from, uint32_t points,
                                    dxki_draw_refiner **out, dxki_draw_side *last)
{
    dxki_draw_refiner *r = dxki_arena_zalloc(arena, 1, sizeof *r);
    dxk_status status = r ? DXK_OK : DXK_E_NOMEM;

    *last = from;
    if (r && (!pipeline->hull != !pipeline->domain ||
              (pipeline->hull && draw->topology != DXK_DRAW_PATCHES)))
        status = DXK_E_ARGUMENT;
    if (status != DXK_OK)
        return status;
    r->view = draw->view;
    r->patch = (patch_stage){.hull = pipeline->hull, .domain = pipeline->domain};
    r->geometry.worker = pipeline->geometry;
    if (pipeline->hull) {
        r->ctx = pipeline->domain->ctx;
        status = make_patches(arena, &r->patch, *last, points);
        *last = (dxki_draw_side){pipeline->domain->program, DXK_RUN_OUTPUT};
        points = tessellated_points(pipeline->hull->program);
    } else if (draw->topology == DXK_DRAW_PATCHES && !pipeline->geometry) {
        return DXK_E_ARGUMENT;
    }
    if (pipeline->geometry && status == DXK_OK) {
        status = make_geometry(arena, &r->geometry, *last, points);
        *last = (dxki_draw_side){pipeline->geometry->program, DXK_RUN_OUTPUT};
    }
    *out = r;
    return status;
}

void dxki_draw_refiner_set_pixels(dxki_draw_refiner *refiner, dxki_draw_pixels *pixels)
{
    refiner->pixels = pixels;
}

/* ---------------------------------------------------------------------------------------- */
/* Geometry                                                                                   */

/* The strip of stream 0 that is being made: its last two vertices. */
typedef struct strip {
    const uint32_t *last[2];
    uint32_t length;
} strip;

static dxk_status draw_strip(dxki_draw_refiner *r, strip *s, const uint32_t *record,
                             uint32_t corners, uint32_t number)
{
    bool turned = corners == 3 && s->length % 2;
    dxki_draw_primitive primitive = {.count = corners, .number = number};
    dxk_status status = DXK_OK;

    s->length++;
    if (s->length >= corners) {
        primitive.corners[0] = corners == 1 ? record : s->last[corners == 3 ? 0 : 1];
        primitive.corners[1] = turned ? record : corners == 3 ? s->last[1] : record;
        primitive.corners[2] = turned ? s->last[1] : record;
        status = dxki_draw_pixels_draw(r->pixels, &primitive);
    }
    s->last[0] = s->last[1];
    s->last[1] = record;
    return status;
}

static uint32_t strip_corners(const dxk_run_program *p)
{
    return p->stage.topology == DXK_PRIMITIVE_TOPOLOGY_POINT_LIST   ? 1
           : p->stage.topology == DXK_PRIMITIVE_TOPOLOGY_LINE_STRIP ? 2
                                                                    : 3;
}

static dxk_status draw_invocation(dxki_draw_refiner *r, uint32_t invocation)
{
    const geometry_stage *g = &r->geometry;
    const dxk_run_program *p = g->worker->program;
    size_t first = (size_t)invocation * p->stage.max_vertices;
    uint32_t number = g->numbers[invocation / p->stage.instances];
    dxk_status status = DXK_OK;
    strip s = {{NULL, NULL}, 0};

    for (uint32_t n = 0; n < g->vertex_counts[invocation] && status == DXK_OK; n++) {
        uint8_t mark = g->marks[first + n];
        if (mark & DXK_RUN_STREAM)
            continue;
        if (mark & DXK_RUN_BEGINS)
            s.length = 0;
        status = draw_strip(r, &s, g->outputs + (first + n) * p->info.output_words,
                            strip_corners(p), number);
    }
    return status;
}

static dxk_status run_geometry(dxki_draw_refiner *r)
{
    geometry_stage *g = &r->geometry;
    dxk_run_primitives what = {.count = g->count,
                               .inputs = g->inputs,
                               .numbers = g->numbers,
                               .view = r->view,
                               .outputs = g->outputs,
                               .marks = g->marks,
                               .vertex_counts = g->vertex_counts};

    if (!g->worker || !g->count)
        return DXK_OK;
    dxk_status status = dxk_run_geometry(g->worker, &what);
    for (uint32_t n = 0; n < g->count * g->worker->program->stage.instances && status == DXK_OK;
         n++)
        status = draw_invocation(r, n);
    g->count = 0;
    return status == DXK_OK ? dxki_draw_pixels_finish(r->pixels) : status;
}

static dxk_status take_primitive(dxki_draw_refiner *r, const uint32_t *const *records,
                                 uint32_t count, uint32_t number)
{
    geometry_stage *g = &r->geometry;

    if (g->worker) {
        for (uint32_t k = 0; k < count; k++)
            dxki_draw_pass_record(&g->link, records[k],
                                  g->inputs + ((size_t)g->count * count + k) * g->link.words);
        g->numbers[g->count++] = number;
        return g->count == g->room ? run_geometry(r) : DXK_OK;
    }
    /* Without a geometry shader nobody sees neighbours. */
    uint32_t first = count == 4 ? 1 : 0, step = count == 6 ? 2 : 1;
    dxki_draw_primitive primitive = {.count = count == 6   ? 3
                                              : count == 4 ? 2
                                                           : count,
                                     .number = number};
    for (uint32_t k = 0; k < primitive.count; k++)
        primitive.corners[k] = records[first + step * k];
    return dxki_draw_pixels_draw(r->pixels, &primitive);
}

/* ---------------------------------------------------------------------------------------- */
/* Patches                                                                                    */

/* A factor as the hull shader declares its greatest. */
static float factor_at(const patch_stage *p, uint32_t word)
{
    float most = p->hull->program->stage.max_factor;
    float factor = word == DXKI_DRAW_NO_WORD ? 0 : dxki_exec_float(p->constants[word]);

    return most > 0 && factor > most ? most : factor;
}

static dxk_status make_places(dxki_draw_refiner *r, dxk_tessellation **places)
{
    const patch_stage *p = &r->patch;
    const dxk_run_stage *s = &p->hull->program->stage;
    dxk_tessellate what = {
        .domain = s->domain, .partitioning = s->partitioning, .output = s->tessellator};

    for (uint32_t n = 0; n < 4; n++)
        what.edges[n] = factor_at(p, p->edges[n]);
    for (uint32_t n = 0; n < 2; n++)
        what.inside[n] = factor_at(p, p->insides[n]);
    return dxk_tessellation_create(r->ctx, &what, places);
}

/* Runs the hull shader, and makes what the domain shader reads. */
static dxk_status run_hull(dxki_draw_refiner *r, const uint32_t *const *records, uint32_t count,
                           uint32_t number)
{
    patch_stage *p = &r->patch;
    const dxk_run_program *hull = p->hull->program, *domain = p->domain->program;
    dxk_run_patches what = {.count = 1,
                            .inputs = p->inputs,
                            .outputs = p->control,
                            .constants = p->constants,
                            .first = number,
                            .view = r->view};

    for (uint32_t k = 0; k < count; k++)
        dxki_draw_pass_record(&p->to_hull, records[k], p->inputs + (size_t)k * p->to_hull.words);
    memset(p->control, 0,
           (size_t)hull->stage.output_points * hull->info.output_words * sizeof(uint32_t));
    memset(p->constants, 0, hull->stage.patch_words * sizeof(uint32_t));
    dxk_status status = dxk_run_hull(p->hull, &what);
    for (uint32_t k = 0; k < domain->stage.input_points; k++)
        dxki_draw_pass_record(&p->to_points, p->control + (size_t)k * hull->info.output_words,
                              p->points + (size_t)k * p->to_points.words);
    dxki_draw_pass_record(&p->to_constants, p->constants, p->domain_constants);
    return status;
}

static dxk_status draw_places(dxki_draw_refiner *r, const dxk_tessellation *places,
                              const uint32_t *vertices, uint32_t number)
{
    uint32_t corners = tessellated_points(r->patch.hull->program);
    uint32_t words = r->patch.domain->program->info.output_words;
    const uint32_t *records[3];
    dxk_status status = DXK_OK;

    for (uint32_t n = 0; n + corners <= places->index_count && status == DXK_OK; n += corners) {
        for (uint32_t k = 0; k < corners; k++)
            records[k] = vertices + (size_t)places->indices[n + k] * words;
        status = take_primitive(r, records, corners, number);
    }
    if (status == DXK_OK)
        status = run_geometry(r);
    return status == DXK_OK ? dxki_draw_pixels_finish(r->pixels) : status;
}

static dxk_status run_domain(dxki_draw_refiner *r, const dxk_tessellation *places, uint32_t number)
{
    const patch_stage *p = &r->patch;
    dxki_arena arena;
    dxk_run_points what = {.count = places->point_count,
                           .locations = places->points,
                           .inputs = p->points,
                           .constants = p->domain_constants,
                           .first = number,
                           .view = r->view};

    dxki_arena_init(&arena, r->ctx);
    what.outputs = new_words(&arena, places->point_count, p->domain->program->info.output_words);
    dxk_status status = what.outputs ? dxk_run_domain(p->domain, &what) : DXK_E_NOMEM;
    if (status == DXK_OK)
        status = draw_places(r, places, what.outputs, number);
    dxki_arena_free(&arena);
    return status;
}

static dxk_status take_patch(dxki_draw_refiner *r, const uint32_t *const *records, uint32_t count,
                             uint32_t number)
{
    dxk_tessellation *places = NULL;
    dxk_status status = run_hull(r, records, count, number);

    if (status == DXK_OK)
        status = make_places(r, &places);
    if (status == DXK_OK)
        status = run_domain(r, places, number);
    dxk_tessellation_free(r->ctx, places);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Any primitive                                                                              */

dxk_status dxki_draw_refine(dxki_draw_refiner *r, const uint32_t *const *records, uint32_t count,
                            uint32_t number)
{
    return r->patch.hull ? take_patch(r, records, count, number)
                         : take_primitive(r, records, count, number);
}

dxk_status dxki_draw_refiner_finish(dxki_draw_refiner *r)
{
    dxk_status status = run_geometry(r);

    return status == DXK_OK ? dxki_draw_pixels_finish(r->pixels) : status;
}

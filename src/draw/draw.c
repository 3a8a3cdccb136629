/* SPDX-License-Identifier: MIT */
/*
 * draw.c - <dxk/draw.h>: a draw from its beginning, which is vertices or groups of threads.
 * shape.c, refine.c and pixel.c do the rest; see drawer.h.
 */
#include "dxk/draw.h"
#include "draw/drawer.h"
#include "exec/math.h"
#include "exec/samples.h"

#define MANY_VERTICES 1024u      /* that are worth several threads */
#define MAX_GROUPS    (1u << 22) /* of a grid of mesh groups; Mesh Shader specification, "Dispatch" */

typedef struct drawer {
    const dxk_draw_pipeline *pipeline;
    const dxk_draw *draw;
    dxki_arena arena;
    dxk_ctx *ctx;
    dxki_draw_pixels *pixels;
    dxki_draw_refiner *refiner;
    uint32_t *vertices; /* records of an instance */
    uint32_t words;     /* of a record */
    uint8_t *payload;
    dxk_run_meshlet mesh;
} drawer;

/* ---------------------------------------------------------------------------------------- */
/* Vertices                                                                                   */

static dxk_status draw_shape(void *user, const uint32_t *vertices, uint32_t count, uint32_t number)
{
    drawer *d = user;
    const uint32_t *records[DXKI_DRAW_PATCH];

    for (uint32_t k = 0; k < count; k++)
        records[k] = d->vertices + (size_t)vertices[k] * d->words;
    return dxki_draw_refine(d->refiner, records, count, number);
}

/* The vertices of an instance. */
typedef struct batch {
    drawer *drawer;
    const uint32_t *inputs; /* NULL: there are none */
    uint32_t words;         /* of an input */
    uint32_t share;         /* vertices of each worker, but of the last one */
} batch;

/* dxki_draw_share_fn */
static dxk_status run_share(void *user, dxk_run_worker *worker, uint32_t n)
{
    const batch *b = user;
    const dxk_draw *draw = b->drawer->draw;
    uint64_t first = (uint64_t)n * b->share, left = draw->vertex_count - first;
    dxk_run_invocations what = {.view = draw->view,
                                .start_vertex = draw->start_vertex,
                                .start_instance = draw->start_instance};

    if (first >= draw->vertex_count)
        return DXK_OK;
    what.count = left < b->share ? (uint32_t)left : b->share;
    what.inputs = b->inputs ? b->inputs + first * b->words : NULL;
    what.outputs = b->drawer->vertices + first * b->drawer->words;
    return dxk_run_invoke(worker, &what);
}

/* Runs the shader on as many workers as there are, in whole waves. */
static dxk_status run_shader(batch *b)
{
    const dxk_draw_pipeline *p = b->drawer->pipeline;
    uint32_t count = b->drawer->draw->vertex_count;
    uint32_t workers = p->threads && p->threads->vertex ? p->threads->count + 1 : 1;

    b->share = count;
    if (workers == 1 || count < MANY_VERTICES || p->vertex->program->needs.writes)
        return run_share(b, p->vertex, 0);
    b->share = (count / workers / DXKI_EXEC_MAX_LANES + 1) * DXKI_EXEC_MAX_LANES;
    return dxki_draw_share(p->threads, p->vertex, p->threads->vertex, run_share, b);
}

/* Vertices of an instance to records. Without a shader they are records already. */
static dxk_status run_vertices(drawer *d, uint32_t instance)
{
    const dxk_run_worker *worker = d->pipeline->vertex;
    const dxk_draw *draw = d->draw;
    batch b = {.drawer = d, .words = worker ? worker->program->info.input_words : d->words};

    if (draw->vertices)
        b.inputs = draw->vertices + (size_t)instance * draw->vertex_count * b.words;
    if (worker)
        return run_shader(&b);
    memcpy(d->vertices, b.inputs, (size_t)draw->vertex_count * b.words * sizeof *b.inputs);
    return DXK_OK;
}

static dxk_status draw_instances(drawer *d)
{
    const dxk_draw *draw = d->draw;
    uint32_t instances = draw->instance_count ? draw->instance_count : 1;
    dxki_draw_shape_maker maker = {.topology = draw->topology,
                                   .points = draw->patch_points,
                                   .indices = draw->indices,
                                   .count = draw->indices ? draw->index_count : draw->vertex_count,
                                   .each = draw_shape,
                                   .user = d};
    dxk_status status = DXK_OK;

    for (uint32_t n = 0; n < instances && status == DXK_OK; n++) {
        status = run_vertices(d, n);
        if (status == DXK_OK)
            status = dxki_draw_make_shapes(&maker);
        if (status == DXK_OK)
            status = dxki_draw_refiner_finish(d->refiner);
    }
    return status;
}

static bool indices_are_right(const dxk_draw *draw)
{
    for (uint32_t n = 0; draw->indices && n < draw->index_count; n++)
        if (draw->indices[n] >= draw->vertex_count && draw->indices[n] != DXK_DRAW_CUT)
            return false;
    return true;
}

static dxk_status draw_vertices(drawer *d)
{
    const dxk_draw_pipeline *pipeline = d->pipeline;
    const dxk_draw *draw = d->draw;
    dxki_draw_side from = {pipeline->vertex ? pipeline->vertex->program : pipeline->pixel->program,
                           pipeline->vertex ? DXK_RUN_OUTPUT : DXK_RUN_INPUT};
    dxki_draw_side last, nothing = {NULL, DXK_RUN_PATCH};
    uint32_t points = dxki_draw_topology_points(draw->topology, draw->patch_points);

    if (!points || !indices_are_right(draw))
        return DXK_E_ARGUMENT;
    d->words = from.program->signatures[from.signature].words;
    d->vertices = dxki_arena_zalloc(&d->arena, (size_t)draw->vertex_count + 1,
                                    ((size_t)d->words + 1) * sizeof(uint32_t));
    dxk_status status = d->vertices ? dxki_draw_refiner_create(&d->arena, pipeline, draw, from,
                                                               points, &d->refiner, &last)
                                    : DXK_E_NOMEM;
    if (status == DXK_OK)
        status = dxki_draw_pixels_create(&d->arena, draw, pipeline, last, nothing, &d->pixels);
    if (status != DXK_OK)
        return status;
    dxki_draw_refiner_set_pixels(d->refiner, d->pixels);
    return draw_instances(d);
}

/* ---------------------------------------------------------------------------------------- */
/* Meshes                                                                                     */

static dxk_status draw_mesh(drawer *d)
{
    const dxk_run_program *p = d->pipeline->mesh->program;
    uint32_t corners = p->stage.topology == DXK_PRIMITIVE_TOPOLOGY_LINE_LIST ? 2 : 3;
    dxk_status status = DXK_OK;

    for (uint32_t n = 0; n < d->mesh.primitive_count && status == DXK_OK; n++) {
        dxki_draw_primitive primitive = {.count = corners,
                                         .number = n,
                                         .own =
                                             d->mesh.primitives + (size_t)n * p->stage.patch_words};
        bool is_there = true;
        for (uint32_t k = 0; k < corners; k++) {
            uint32_t vertex = d->mesh.indices[3 * n + k];
            is_there &= vertex < d->mesh.vertex_count;
            primitive.corners[k] =
                d->mesh.vertices + (is_there ? (size_t)vertex * p->info.output_words : 0);
        }
        if (is_there)
            status = dxki_draw_pixels_draw(d->pixels, &primitive);
    }
    return status == DXK_OK ? dxki_draw_pixels_finish(d->pixels) : status;
}

static bool is_grid(const uint32_t grid[3])
{
    uint64_t all = (uint64_t)grid[0] * grid[1];

    return grid[0] <= 65535 && grid[1] <= 65535 && grid[2] <= 65535 && all <= MAX_GROUPS &&
           all * grid[2] <= MAX_GROUPS;
}

/* Calls for each group of a grid. */
static dxk_status each_group(drawer *d, const uint32_t grid[3],
                             dxk_status (*run)(drawer *d, const uint32_t group[3]))
{
    dxk_status status = is_grid(grid) ? DXK_OK : DXK_E_LIMIT;
    uint32_t group[3];

    for (group[2] = 0; group[2] < grid[2] && status == DXK_OK; group[2]++)
        for (group[1] = 0; group[1] < grid[1] && status == DXK_OK; group[1]++)
            for (group[0] = 0; group[0] < grid[0] && status == DXK_OK; group[0]++)
                status = run(d, group);
    return status;
}

static dxk_status run_mesh(drawer *d, const uint32_t group[3])
{
    const dxk_run_program *p = d->pipeline->mesh->program;

    memcpy(d->mesh.group, group, sizeof d->mesh.group);
    memset(d->mesh.vertices, 0,
           (size_t)p->stage.max_vertices * p->info.output_words * sizeof(uint32_t));
    memset(d->mesh.primitives, 0,
           (size_t)p->stage.max_primitives * p->stage.patch_words * sizeof(uint32_t));
    memset(d->mesh.indices, 0, (size_t)p->stage.max_primitives * 3 * sizeof(uint32_t));
    dxk_status status = dxk_run_mesh(d->pipeline->mesh, &d->mesh);
    return status == DXK_OK ? draw_mesh(d) : status;
}

static dxk_status run_amplification(drawer *d, const uint32_t group[3])
{
    dxk_run_amplified what = {.view = d->draw->view, .payload = d->payload};

    memcpy(what.group, group, sizeof what.group);
    dxk_status status = dxk_run_amplify(d->pipeline->amplification, &what);
    return status == DXK_OK ? each_group(d, what.grid, run_mesh) : status;
}

static bool make_mesh(drawer *d)
{
    const dxk_run_program *p = d->pipeline->mesh->program;
    const dxk_run_worker *amplification = d->pipeline->amplification;
    size_t size = p->stage.payload_size, other;

    other = amplification ? amplification->program->stage.payload_size : 0;
    d->payload = dxki_arena_zalloc(&d->arena, (size > other ? size : other) + 1, 1);
    d->mesh.payload = amplification ? d->payload : NULL;
    d->mesh.view = d->draw->view;
    d->mesh.vertices = dxki_arena_zalloc(&d->arena, (size_t)p->stage.max_vertices + 1,
                                         (p->info.output_words + 1) * sizeof(uint32_t));
    d->mesh.primitives = dxki_arena_zalloc(&d->arena, (size_t)p->stage.max_primitives + 1,
                                           (p->stage.patch_words + 1) * sizeof(uint32_t));
    d->mesh.indices =
        dxki_arena_zalloc(&d->arena, (size_t)p->stage.max_primitives + 1, 3 * sizeof(uint32_t));
    return d->payload && d->mesh.vertices && d->mesh.primitives && d->mesh.indices;
}

static dxk_status draw_meshes(drawer *d)
{
    const dxk_draw_pipeline *p = d->pipeline;
    dxki_draw_side vertices = {p->mesh->program, DXK_RUN_OUTPUT};
    dxki_draw_side primitives = {p->mesh->program, DXK_RUN_PATCH};

    if (p->vertex || p->hull || p->domain || p->geometry)
        return DXK_E_ARGUMENT;
    dxk_status status = make_mesh(d) ? DXK_OK : DXK_E_NOMEM;
    if (status == DXK_OK)
        status = dxki_draw_pixels_create(&d->arena, d->draw, p, vertices, primitives, &d->pixels);
    if (status != DXK_OK)
        return status;
    return each_group(d, d->draw->groups, p->amplification ? run_amplification : run_mesh);
}

/* ---------------------------------------------------------------------------------------- */
/* Draws                                                                                      */

static bool is_stage(const dxk_run_worker *worker, dxk_shader_kind kind)
{
    return !worker || worker->program->info.kind == kind;
}

/* Workers of threads run what the first one runs. */
static bool workers_match(const dxk_draw_pipeline *p)
{
    const dxk_draw_threads *t = p->threads;

    for (uint32_t n = 0; t && n < t->count; n++) {
        if ((t->vertex && (!p->vertex || t->vertex[n]->program != p->vertex->program)) ||
            (t->pixel && (!p->pixel || t->pixel[n]->program != p->pixel->program)))
            return false;
    }
    return !t || (t->run && t->count < DXK_DRAW_WORKERS);
}

static bool is_drawable(const dxk_draw_pipeline *p, const dxk_draw *draw)
{
    return is_stage(p->vertex, DXK_SHADER_KIND_VERTEX) && is_stage(p->hull, DXK_SHADER_KIND_HULL) &&
           is_stage(p->domain, DXK_SHADER_KIND_DOMAIN) &&
           is_stage(p->geometry, DXK_SHADER_KIND_GEOMETRY) &&
           is_stage(p->amplification, DXK_SHADER_KIND_AMPLIFICATION) &&
           is_stage(p->mesh, DXK_SHADER_KIND_MESH) && is_stage(p->pixel, DXK_SHADER_KIND_PIXEL) &&
           (p->vertex || p->mesh || (p->pixel && draw->vertices)) &&
           (p->mesh || !p->amplification) && draw->width - 1 < DXKI_DRAW_MAX_SIZE &&
           draw->height - 1 < DXKI_DRAW_MAX_SIZE && draw->slices <= 2048 &&
           draw->viewport_count <= DXK_DRAW_VIEWPORTS &&
           draw->scissor_count <= DXK_DRAW_VIEWPORTS &&
           (unsigned)draw->cull <= DXK_DRAW_CULL_BACK && workers_match(p);
}

dxk_status dxk_run_draw(const dxk_draw_pipeline *pipeline, const dxk_draw *draw)
{
    drawer d = {.pipeline = pipeline, .draw = draw};

    if (!is_drawable(pipeline, draw))
        return DXK_E_ARGUMENT;
    d.ctx = pipeline->mesh     ? pipeline->mesh->ctx
            : pipeline->vertex ? pipeline->vertex->ctx
                               : pipeline->pixel->ctx;
    dxki_arena_init(&d.arena, d.ctx);
    dxk_status status = pipeline->mesh ? draw_meshes(&d) : draw_vertices(&d);
    dxki_arena_free(&d.arena);
    return status == DXK_E_NOMEM ? dxki_nomem(d.ctx) : status;
}

/* ---------------------------------------------------------------------------------------- */
/* Resolving                                                                                  */

static void resolve_pixel(const dxki_exec_format *format, const uint8_t *from, uint32_t samples,
                          uint8_t *to)
{
    double sums[4] = {0, 0, 0, 0};
    dxki_exec_texel texel;

    for (uint32_t n = 0; n < samples; n++) {
        dxki_exec_format_load(format, from + (size_t)n * format->size, 0, 0, &texel);
        for (unsigned c = 0; c < 4; c++)
            sums[c] += (double)dxki_exec_float(texel.c[c]);
    }
    for (unsigned c = 0; c < 4; c++)
        texel.c[c] = dxki_exec_float_bits((float)(sums[c] / samples));
    dxki_exec_format_store(format, to, &texel);
}

dxk_status dxk_draw_resolve(const dxk_draw_target *from, uint32_t samples,
                            const dxk_draw_target *to, uint64_t pixels)
{
    dxki_exec_format format;

    if (from->format != to->format || !dxki_exec_format_get(from->format, &format) ||
        !(format.uses & DXKI_USE_TARGET) || !dxki_exec_is_sample_count(samples) ||
        to->size / format.size < pixels || from->size / format.size / samples < pixels)
        return DXK_E_ARGUMENT;
    for (uint64_t n = 0; n < pixels; n++) {
        const uint8_t *at = (const uint8_t *)from->data + (size_t)n * samples * format.size;
        uint8_t *place = (uint8_t *)to->data + (size_t)n * format.size;
        if (dxki_exec_format_is_int(&format))
            memcpy(place, at, format.size);
        else
            resolve_pixel(&format, at, samples, place);
    }
    return DXK_OK;
}

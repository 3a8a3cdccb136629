/* SPDX-License-Identifier: MIT */
/*
 * load_props.c - the properties of an entry point. What belongs to a stage shares one place in the
 * reference: an entry point with the properties of several stages has the last of each number
 * there, whichever stage it was said for. Source: DXIL.rst, "Shader Properties".
 */
#include "dxil/md.h"

#include <string.h>

/* The shared place, in 32-bit words, and the thread group, which compute, mesh and amplification
 * share likewise. */
typedef struct shared {
    uint32_t words[8];
    uint32_t threads[3];
} shared;

/* Stands for the patch constant function, which takes the first two words. */
#define FUNCTION_MARK 0x80000000u

#define STREAMS 4u

static void put(shared *s, const uint32_t *words, size_t count)
{
    memcpy(s->words, words, count * sizeof *words);
}

static void put_geometry(shared *s, const dxki_dxil_gs_state *gs)
{
    const uint32_t words[] = {gs->input_primitive, gs->max_vertices, gs->instances};

    put(s, words, 3);
    for (uint32_t i = 0; i < STREAMS && gs->topology; i++)
        s->words[3 + i] = gs->stream_mask >> i & 1u ? gs->topology : 0;
}

static void put_hull(shared *s, const dxki_dxil_hs_state *hs)
{
    uint32_t words[] = {hs->patch_function ? FUNCTION_MARK | hs->patch_function : 0,
                        0,
                        hs->domain,
                        hs->partitioning,
                        hs->output,
                        hs->input_points,
                        hs->output_points,
                        0};

    memcpy(&words[7], &hs->max_factor, sizeof words[7]);
    put(s, words, 8);
}

/* What one tag says. False: it is not of one stage. */
static bool put_tag(shared *s, const dxki_dxil_props *p, uint32_t tag)
{
    const dxki_dxil_ms_state *ms = &p->ms;
    const uint32_t mesh[] = {ms->max_vertices, ms->max_primitives, ms->topology, ms->payload_size};
    const uint32_t domain[] = {p->ds.domain, p->ds.control_points};

    switch (tag) {
    case DXKI_MD_PROPS_GS_STATE:
        put_geometry(s, &p->gs);
        break;
    case DXKI_MD_PROPS_DS_STATE:
        put(s, domain, 2);
        break;
    case DXKI_MD_PROPS_HS_STATE:
        put_hull(s, &p->hs);
        break;
    case DXKI_MD_PROPS_RAY_PAYLOAD:
        s->words[0] = p->ray_payload_size;
        break;
    case DXKI_MD_PROPS_RAY_ATTRIBUTES:
        s->words[1] = p->ray_attribute_size;
        break;
    case DXKI_MD_PROPS_MS_STATE:
        put(s, mesh, 4);
        memcpy(s->threads, ms->num_threads, sizeof s->threads);
        break;
    case DXKI_MD_PROPS_AS_STATE:
        s->words[0] = p->as.payload_size;
        memcpy(s->threads, p->as.num_threads, sizeof s->threads);
        break;
    case DXKI_MD_PROPS_NUM_THREADS:
        memcpy(s->threads, p->num_threads, sizeof s->threads);
        return false;
    default:
        return false;
    }
    return true;
}

static void take_geometry(const shared *s, dxki_dxil_gs_state *gs)
{
    gs->input_primitive = s->words[0];
    gs->max_vertices = s->words[1];
    gs->instances = s->words[2];
    gs->stream_mask = gs->topology = 0;
    for (uint32_t i = 0; i < STREAMS; i++) {
        if (s->words[3 + i] == 0)
            continue;
        gs->stream_mask |= 1u << i;
        gs->topology = s->words[3 + i];
    }
}

static void take_hull(const shared *s, dxki_dxil_hs_state *hs)
{
    if (s->words[0] != (FUNCTION_MARK | hs->patch_function) || s->words[1])
        hs->patch_function = 0;
    hs->domain = s->words[2];
    hs->partitioning = s->words[3];
    hs->output = s->words[4];
    hs->input_points = s->words[5];
    hs->output_points = s->words[6];
    memcpy(&hs->max_factor, &s->words[7], sizeof hs->max_factor);
}

static void take(const shared *s, dxki_dxil_props *p)
{
    take_geometry(s, &p->gs);
    take_hull(s, &p->hs);
    p->ds.domain = s->words[0];
    p->ds.control_points = s->words[1];
    p->ray_payload_size = s->words[0];
    p->ray_attribute_size = s->words[1];
    p->ms.max_vertices = s->words[0];
    p->ms.max_primitives = s->words[1];
    p->ms.topology = s->words[2];
    p->ms.payload_size = s->words[3];
    p->as.payload_size = s->words[0];
    memcpy(p->num_threads, s->threads, sizeof s->threads);
    memcpy(p->ms.num_threads, s->threads, sizeof s->threads);
    memcpy(p->as.num_threads, s->threads, sizeof s->threads);
}

/* Does a tag of one stage belong to this one? */
static bool is_own(uint32_t kind, uint32_t tag)
{
    switch (kind) {
    case DXK_SHADER_KIND_GEOMETRY:
        return tag == DXKI_MD_PROPS_GS_STATE;
    case DXK_SHADER_KIND_DOMAIN:
        return tag == DXKI_MD_PROPS_DS_STATE;
    case DXK_SHADER_KIND_HULL:
        return tag == DXKI_MD_PROPS_HS_STATE;
    case DXK_SHADER_KIND_MESH:
        return tag == DXKI_MD_PROPS_MS_STATE;
    case DXK_SHADER_KIND_AMPLIFICATION:
        return tag == DXKI_MD_PROPS_AS_STATE;
    default:
        return kind != DXK_SHADER_KIND_PIXEL &&
               (tag == DXKI_MD_PROPS_RAY_PAYLOAD || tag == DXKI_MD_PROPS_RAY_ATTRIBUTES);
    }
}

/* Does the state of the stage say the size of the thread group? */
static bool keeps_threads(uint32_t kind)
{
    return kind == DXK_SHADER_KIND_MESH || kind == DXK_SHADER_KIND_AMPLIFICATION;
}

/* A pixel shader has one bit there, which decides its shader flag; more are not cut off. */
static void share_early_depth(const shared *s, dxki_dxil_props *p)
{
    const uint32_t bit = DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL;

    p->shader_flags &= ~(UINT64_C(1) << bit);
    p->shader_flags |= (uint64_t)(s->words[0] & 0xffu) << bit;
}

static void share(dxki_dxil_md_reader *r, dxki_dxil_props *p)
{
    shared s = {{0}, {0}};
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(r->m, p->head.md, &count);
    bool early = (p->shader_flags >> DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL & 1u) != 0;
    uint32_t single = p->wave_size, least = p->wave_range[0];
    bool foreign = false, is_pixel = p->shader_kind == DXK_SHADER_KIND_PIXEL;

    for (uint32_t i = 0; i + 1 < count; i += 2) {
        uint64_t tag;
        if (!dxki_dxil_md_int(r, ops[i], &tag))
            continue;
        tag = (uint32_t)tag;
        if (tag == DXKI_MD_PROPS_WAVE_SIZE || tag == DXKI_MD_PROPS_WAVE_RANGE)
            p->wave_size = p->wave_range[0] = tag == DXKI_MD_PROPS_WAVE_SIZE ? single : least;
        if (put_tag(&s, p, (uint32_t)tag))
            foreign = foreign || !is_own(p->shader_kind, (uint32_t)tag);
        else
            foreign =
                foreign || (tag == DXKI_MD_PROPS_NUM_THREADS && keeps_threads(p->shader_kind));
    }
    p->gs.stream_mask &= p->gs.topology ? (1u << STREAMS) - 1 : 0;
    p->gs.topology = p->gs.stream_mask ? p->gs.topology : 0;
    if (!foreign && !(early && !is_pixel))
        return;
    if (early)
        s.words[0] = (s.words[0] & ~0xffu) | 1u;
    if (early && p->shader_kind == DXK_SHADER_KIND_HULL)
        s.words[1] = 1; /* no function is there */
    take(&s, p);
    if (is_pixel && r->d->model.kind == DXK_SHADER_KIND_PIXEL)
        share_early_depth(&s, p);
}

/* Adds `more` to a list, which has room for `room` in all. */
static void append(dxki_dxil_list *list, const void **items, uint32_t room,
                   const dxki_dxil_list *more)
{
    uint32_t count = room - list->count < more->count ? room - list->count : more->count;

    if (count)
        memcpy(items + list->count, more->items, count * sizeof *items);
    list->count += count;
}

/* The records of all tuples with that tag: of a list that is given twice, none is lost. There are
 * no more of them than the module has operands. */
static void load_records(dxki_dxil_md_reader *r, const dxki_dxil_props *p, uint32_t wanted,
                         const dxki_dxil_md_path *path, dxki_dxil_list *list)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(r->m, p->head.md, &count);
    const void **items = NULL;
    uint64_t tag, room = 0;
    dxki_dxil_list more;

    for (uint32_t i = 0; i + 1 < count && !dxki_dxil_md_stopped(r); i += 2) {
        if (!dxki_dxil_md_int(r, ops[i], &tag) || (uint32_t)tag != wanted)
            continue;
        dxki_dxil_md_tuple(r, DXKI_MDREC_NODE_IO, 0, ops[i + 1], path, NULL, &more);
        if (room == 0)
            *list = more;
        room += more.count;
    }
    if (room > r->m->words.count)
        room = r->m->words.count;
    if (room <= list->count || !(items = DXKI_MDR_NEW(r, const void *, (size_t)room)))
        return;
    *list = (dxki_dxil_list){list->md, 0, items};
    for (uint32_t i = 0; i + 1 < count && !dxki_dxil_md_stopped(r); i += 2) {
        if (!dxki_dxil_md_int(r, ops[i], &tag) || (uint32_t)tag != wanted)
            continue;
        dxki_dxil_md_tuple(r, DXKI_MDREC_NODE_IO, 0, ops[i + 1], path, NULL, &more);
        append(list, items, (uint32_t)room, &more);
    }
}

void dxki_dxil_load_props(dxki_dxil_md_reader *r, dxki_dxil_entry *entry,
                          const dxki_dxil_md_path *path)
{
    dxki_dxil_md_path here = {path, "properties", DXKI_NO_MD_INDEX};
    dxki_dxil_md_path inputs = {&here, "inputs", DXKI_NO_MD_INDEX};
    dxki_dxil_md_path outputs = {&here, "outputs", DXKI_NO_MD_INDEX};
    dxki_dxil_props *props = &entry->props;

    props->shader_kind = r->d->model.kind;
    if (entry->props_md == 0)
        return;
    bool good = dxki_dxil_md_record(r, DXKI_MDREC_PROPS, entry->props_md, &here, props);
    if (DXKI_MD_HAS(props, PROPS_NODE_INPUTS))
        load_records(r, props, DXKI_MD_PROPS_NODE_INPUTS, &inputs, &props->node.inputs);
    if (DXKI_MD_HAS(props, PROPS_NODE_OUTPUTS))
        load_records(r, props, DXKI_MD_PROPS_NODE_OUTPUTS, &outputs, &props->node.outputs);
    if (good)
        share(r, props);
}

/* SPDX-License-Identifier: MIT */
/* info_summary.c - the first lines of `dxk info`. */
#include "info.h"

#include <dxk/digest.h>

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Kind, program, entry                                                                       */

static void summarize_input(info *in)
{
    size_t count = dxk_container_part_count(in->container);
    const char *kind = dxk_input_kind_name(dxk_container_kind(in->container));
    if (in->j->json) {
        json_text(in->j->json, "kind", kind);
        json_u64(in->j->json, "size", in->j->input.size);
        return;
    }
    text_out *out = info_label(in, "input");
    text_printf(out, "%s, %zu bytes", kind, in->j->input.size);
    if (dxk_container_kind(in->container) != DXK_INPUT_BITCODE)
        text_printf(out, ", %zu part%s", count, count == 1 ? "" : "s");
    text_char(out, '\n');
}

/* "ps_6_0", or "raygeneration_6_3" for a kind that has no profile. */
static void put_profile(text_out *out, uint32_t kind, unsigned major, unsigned minor)
{
    const char *profile = dxk_enum_text(DXK_ENUM_ID_shader_profile, kind);
    if (profile)
        text_put(out, profile);
    else
        text_printf(out, "%u", (unsigned)kind);
    if (minor == 15)
        text_printf(out, "_%u_x", major);
    else
        text_printf(out, "_%u_%u", major, minor);
}

/* A word of the formats, "TriangleStrip" or "CBV", in lower case unless it is an abbreviation. */
static void put_lower(text_out *out, const char *word)
{
    for (const char *p = word; *p; p++) {
        bool upper = *p >= 'A' && *p <= 'Z';
        bool next_lower = p[1] >= 'a' && p[1] <= 'z';
        if (upper && next_lower && p != word)
            text_char(out, ' ');
        text_char(out, upper && next_lower ? (char)(*p + 32) : *p);
    }
}

static const char *stage_name(uint32_t kind)
{
    const char *name = dxk_enum_text(DXK_ENUM_ID_shader_kind, kind);
    return name ? name : "unknown";
}

static void summarize_program(info *in)
{
    if (!in->program)
        return;
    const dxk_program *p = in->program->as.program;
    const dxk_program_header *h = &p->header;
    if (in->j->json) {
        json_writer *json = in->j->json;
        dxk_buffer profile;
        dxk_buffer_init(&profile, in->j->ctx);
        text_out out = text_to_buffer(&profile, false);
        put_profile(&out, h->shader_kind, h->major_version, h->minor_version);
        json_object_line(json, "program");
        json_str(json, "profile", (dxk_str){(char *)profile.data, profile.size});
        json_text(json, "stage", stage_name(h->shader_kind));
        json_u64(json, "shader_model_major", h->major_version);
        json_u64(json, "shader_model_minor", h->minor_version);
        json_u64(json, "dxil_major", h->dxil_major);
        json_u64(json, "dxil_minor", h->dxil_minor);
        json_u64(json, "bitcode", p->bitcode.size);
        json_end(json);
        dxk_buffer_free(&profile);
        return;
    }
    text_out *out = info_label(in, "program");
    text_style(out, TEXT_TITLE);
    put_profile(out, h->shader_kind, h->major_version, h->minor_version);
    text_style(out, TEXT_PLAIN);
    text_put(out, ", ");
    put_lower(out, stage_name(h->shader_kind));
    text_put(out, h->shader_kind == DXK_SHADER_KIND_LIBRARY ? "" : " shader");
    text_printf(out, ", DXIL %u.%u, %zu bytes of bitcode\n", h->dxil_major, h->dxil_minor,
                p->bitcode.size);
}

static void summarize_entry(info *in)
{
    dxk_str name = in->psv ? dxk_psv0_entry_name(in->psv->as.psv0) : (dxk_str){NULL, 0};
    if (!name.size)
        return;
    if (in->j->json) {
        json_str(in->j->json, "entry", name);
        return;
    }
    text_out *out = info_label(in, "entry");
    text_safe(out, name);
    text_char(out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Digest and hash                                                                            */

static const char *digest_words(dxk_digest_state state)
{
    switch (state) {
    case DXK_DIGEST_ZERO:
        return "unsigned (zero)";
    case DXK_DIGEST_BYPASS:
        return "validation bypass";
    case DXK_DIGEST_PREVIEW:
        return "preview bypass";
    case DXK_DIGEST_RETAIL:
        return "right";
    case DXK_DIGEST_DEBUG:
        return "right (debug variant)";
    case DXK_DIGEST_WRONG:
        return "WRONG";
    case DXK_DIGEST_NONE:
        break;
    }
    return "";
}

static void summarize_digest(info *in)
{
    dxk_digest_state state = dxk_container_digest_state(in->container);
    dxk_container_header header = dxk_container_header_get(in->container);
    dxk_bytes digest = {header.digest, sizeof header.digest};
    bool good = state == DXK_DIGEST_RETAIL || state == DXK_DIGEST_DEBUG;
    if (state == DXK_DIGEST_NONE)
        return;
    if (in->j->json) {
        json_object_line(in->j->json, "digest");
        json_hex(in->j->json, "value", digest);
        json_text(in->j->json, "state", dxk_digest_state_name(state));
        json_end(in->j->json);
        return;
    }
    text_out *out = info_label(in, "digest");
    text_hex_bytes(out, digest);
    text_put(out, "  ");
    text_styled(out,
                good                        ? TEXT_GOOD
                : state == DXK_DIGEST_WRONG ? TEXT_BAD
                                            : TEXT_WARN,
                digest_words(state));
    text_char(out, '\n');
}

/* Does the HASH part agree with the bitcode? It may be over the debug module. */
static bool hash_is_right(info *in, const uint8_t digest[16])
{
    static const dxk_program_choice choices[] = {DXK_PROGRAM_RUN, DXK_PROGRAM_DEBUG};
    for (size_t i = 0; i < 2; i++) {
        dxk_program_place place;
        uint8_t md5[16];
        if (dxk_container_program(in->container, choices[i], &place) != DXK_OK)
            continue;
        dxk_md5(place.program.bitcode, md5);
        if (memcmp(md5, digest, 16) == 0)
            return true;
    }
    return false;
}

static void summarize_hash(info *in)
{
    if (!in->hash)
        return;
    const dxk_shader_hash *hash = &in->hash->as.hash->hash;
    dxk_bytes digest = {hash->digest, sizeof hash->digest};
    bool source = hash->flags & DXK_HASH_FLAG_INCLUDES_SOURCE;
    /* A PDB has the hash of the shader that it belongs to, not of its own debug module. */
    bool can_tell = in->program && dxk_container_kind(in->container) != DXK_INPUT_PDB;
    bool right = can_tell && hash_is_right(in, hash->digest);
    if (in->j->json) {
        json_object_line(in->j->json, "hash");
        json_hex(in->j->json, "value", digest);
        json_bool(in->j->json, "includes_source", source);
        if (can_tell)
            json_bool(in->j->json, "matches_bitcode", right);
        json_end(in->j->json);
        return;
    }
    text_out *out = info_label(in, "hash");
    text_hex_bytes(out, digest);
    text_put(out, can_tell ? "  " : "");
    if (right)
        text_styled(out, TEXT_GOOD, "of the bitcode");
    else if (can_tell)
        text_styled(out, TEXT_WARN, source ? "includes the source" : "not of this bitcode");
    text_char(out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Features                                                                                   */

static void summarize_features(info *in)
{
    if (!in->features)
        return;
    uint64_t flags = in->features->as.features->info.flags, number;
    const char *text;
    if (in->j->json) {
        json_object(in->j->json, "features");
        json_u64(in->j->json, "value", flags);
        json_array_line(in->j->json, "names");
        for (size_t i = 0; dxk_enum_value(DXK_ENUM_ID_feature_flag, i, &number, &text); i++)
            if (flags & number)
                json_text(in->j->json, NULL, text);
        json_end(in->j->json);
        json_end(in->j->json);
        return;
    }
    text_out *out = info_label(in, "features");
    info_put_flags(out, DXK_ENUM_ID_feature_flag, flags);
    text_char(out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Facts of the stage                                                                         */

/* Facts are "key value" pairs: a comma between them in text, members in JSON. */
typedef struct facts {
    info *in;
    text_out *out;
    bool any;
} facts;

static void start_fact(facts *f)
{
    if (!f->any)
        f->out = info_label(f->in, "stage");
    else
        text_put(f->out, ", ");
    f->any = true;
}

static void fact_number(facts *f, const char *key, const char *words, uint64_t value)
{
    if (f->in->j->json) {
        json_u64(f->in->j->json, key, value);
        return;
    }
    if (value == 0)
        return;
    start_fact(f);
    text_u64(f->out, value);
    text_char(f->out, ' ');
    text_put(f->out, words);
}

static void fact_enum(facts *f, const char *key, const char *words, dxk_enum_id id, uint64_t value)
{
    const char *name = dxk_enum_text(id, value);
    if (f->in->j->json) {
        info_json_name(f->in->j->json, key, id, value);
        return;
    }
    start_fact(f);
    text_printf(f->out, "%s ", words);
    if (name)
        put_lower(f->out, name);
    else
        text_u64(f->out, value);
}

static void fact_flag(facts *f, const char *key, const char *words, bool value)
{
    if (f->in->j->json) {
        json_bool(f->in->j->json, key, value);
    } else if (value) {
        start_fact(f);
        text_put(f->out, words);
    }
}

static void fact_streams(facts *f, uint32_t mask)
{
    if (f->in->j->json) {
        json_u64(f->in->j->json, "stream_mask", mask);
        return;
    }
    start_fact(f);
    text_put(f->out, "streams");
    for (unsigned i = 0; i < 32; i++)
        if (mask >> i & 1)
            text_printf(f->out, " %u", i);
}

static void facts_of_hull_domain(facts *f, const dxk_psv_stage_info *s)
{
    if (s->stage == DXK_SHADER_KIND_HULL) {
        fact_number(f, "input_control_points", "input control points",
                    s->as.hs.input_control_points);
        fact_number(f, "output_control_points", "output control points",
                    s->as.hs.output_control_points);
        fact_enum(f, "domain", "domain", DXK_ENUM_ID_tessellator_domain,
                  s->as.hs.tessellator_domain);
        fact_enum(f, "output_primitive", "output", DXK_ENUM_ID_tessellator_output,
                  s->as.hs.tessellator_output);
        return;
    }
    fact_number(f, "input_control_points", "input control points", s->as.ds.input_control_points);
    fact_enum(f, "domain", "domain", DXK_ENUM_ID_tessellator_domain, s->as.ds.tessellator_domain);
    fact_flag(f, "position", "writes position", s->as.ds.output_position_present);
}

static void facts_of_geometry(facts *f, const dxk_psv_stage_info *s)
{
    fact_enum(f, "input_primitive", "input", DXK_ENUM_ID_input_primitive, s->as.gs.input_primitive);
    fact_enum(f, "output_topology", "output", DXK_ENUM_ID_primitive_topology,
              s->as.gs.output_topology);
    fact_number(f, "max_vertex_count", "vertices at most", s->max_vertex_count);
    if (f->in->j->json || s->as.gs.output_stream_mask != 1)
        fact_streams(f, s->as.gs.output_stream_mask);
    fact_flag(f, "position", "writes position", s->as.gs.output_position_present);
}

static void facts_of_mesh(facts *f, const dxk_psv_stage_info *s)
{
    fact_enum(f, "output_topology", "output", DXK_ENUM_ID_mesh_topology, s->mesh_output_topology);
    fact_number(f, "max_output_vertices", "vertices", s->as.ms.max_output_vertices);
    fact_number(f, "max_output_primitives", "primitives at most", s->as.ms.max_output_primitives);
    fact_number(f, "payload_bytes", "bytes of payload", s->as.ms.payload_bytes);
    fact_number(f, "group_shared_bytes", "bytes of group-shared memory",
                s->as.ms.group_shared_bytes);
}

static void facts_of_stage(facts *f, const dxk_psv_stage_info *s)
{
    switch (s->stage) {
    case DXK_SHADER_KIND_VERTEX:
        fact_flag(f, "position", "writes position", s->as.vs.output_position_present);
        return;
    case DXK_SHADER_KIND_HULL:
    case DXK_SHADER_KIND_DOMAIN:
        facts_of_hull_domain(f, s);
        return;
    case DXK_SHADER_KIND_GEOMETRY:
        facts_of_geometry(f, s);
        return;
    case DXK_SHADER_KIND_PIXEL:
        fact_flag(f, "depth", "writes depth", s->as.ps.depth_output);
        fact_flag(f, "sample_frequency", "runs per sample", s->as.ps.sample_frequency);
        return;
    case DXK_SHADER_KIND_MESH:
        facts_of_mesh(f, s);
        return;
    case DXK_SHADER_KIND_AMPLIFICATION:
        fact_number(f, "payload_bytes", "bytes of payload", s->as.as.payload_bytes);
        return;
    default:
        return;
    }
}

static void facts_of_threads(facts *f, const dxk_psv_runtime_info *r)
{
    if (f->in->j->json) {
        json_array_line(f->in->j->json, "threads");
        json_u64(f->in->j->json, NULL, r->threads_x);
        json_u64(f->in->j->json, NULL, r->threads_y);
        json_u64(f->in->j->json, NULL, r->threads_z);
        json_end(f->in->j->json);
        return;
    }
    start_fact(f);
    text_printf(f->out, "%u x %u x %u threads", (unsigned)r->threads_x, (unsigned)r->threads_y,
                (unsigned)r->threads_z);
}

static void facts_of_waves(facts *f, const dxk_psv_runtime_info *r)
{
    if (f->in->j->json) {
        json_u64(f->in->j->json, "minimum_wave_lanes", r->minimum_wave_lanes);
        json_u64(f->in->j->json, "maximum_wave_lanes", r->maximum_wave_lanes);
        return;
    }
    if (r->minimum_wave_lanes == 0 && r->maximum_wave_lanes == UINT32_MAX)
        return;
    start_fact(f);
    if (r->minimum_wave_lanes == r->maximum_wave_lanes)
        text_printf(f->out, "waves of %u lanes", (unsigned)r->minimum_wave_lanes);
    else
        text_printf(f->out, "waves of %u to %u lanes", (unsigned)r->minimum_wave_lanes,
                    (unsigned)r->maximum_wave_lanes);
}

static void summarize_stage(info *in)
{
    if (!in->psv)
        return;
    const dxk_psv0 *psv = in->psv->as.psv0;
    uint32_t kind = in->program ? in->program->as.program->header.shader_kind
                                : (uint32_t)DXK_SHADER_KIND_INVALID;
    dxk_psv_stage_info stage;
    facts f = {in, NULL, false};
    if (in->j->json) {
        json_object(in->j->json, "stage");
        json_u64(in->j->json, "psv_version", dxk_psv0_version(psv));
    }
    bool has_facts = dxk_psv0_stage_info(psv, kind, &stage);
    bool groups = stage.stage == DXK_SHADER_KIND_COMPUTE || stage.stage == DXK_SHADER_KIND_MESH ||
                  stage.stage == DXK_SHADER_KIND_AMPLIFICATION;
    if (groups && dxk_psv0_version(psv) >= 2)
        facts_of_threads(&f, &psv->info);
    if (has_facts)
        facts_of_stage(&f, &stage);
    if (groups && dxk_psv0_version(psv) >= 4 && stage.stage != DXK_SHADER_KIND_MESH &&
        psv->info.group_shared_bytes)
        fact_number(&f, "group_shared_bytes", "bytes of group-shared memory",
                    psv->info.group_shared_bytes);
    facts_of_waves(&f, &psv->info);
    fact_flag(&f, "view_id", "reads SV_ViewID", psv->info.uses_view_id);
    if (in->j->json)
        json_end(in->j->json);
    else if (f.any)
        text_char(&in->j->out, '\n');
}

dxk_status info_summary(info *in)
{
    summarize_input(in);
    summarize_program(in);
    dxk_status status = info_legacy_summary(in);
    summarize_entry(in);
    summarize_stage(in);
    summarize_features(in);
    summarize_digest(in);
    summarize_hash(in);
    return status;
}

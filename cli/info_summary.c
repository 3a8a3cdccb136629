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
    info_put_lower(out, stage_name(h->shader_kind));
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
                dxk_digest_state_name(state));
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

dxk_status info_summary(info *in)
{
    summarize_input(in);
    summarize_program(in);
    dxk_status status = info_legacy_summary(in);
    summarize_entry(in);
    info_stage(in);
    summarize_features(in);
    summarize_digest(in);
    summarize_hash(in);
    return status;
}

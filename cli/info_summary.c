/* SPDX-License-Identifier: MIT */
/* info_summary.c - the first lines of `dxk info`. */
#include "info.h"

/* ---------------------------------------------------------------------------------------- */
/* Kind, program, entry                                                                       */

static void summarize_input(info *in)
{
    size_t count = dxk_container_part_count(in->read->container);
    const char *kind = dxk_input_kind_name(dxk_container_kind(in->read->container));
    text_out *out = info_label(in, "input");
    text_printf(out, "%s, %zu bytes", kind, in->j->input.size);
    if (dxk_container_kind(in->read->container) != DXK_INPUT_BITCODE)
        text_printf(out, ", %zu part%s", count, count == 1 ? "" : "s");
    text_char(out, '\n');
}

static const char *stage_name(uint32_t kind)
{
    const char *name = dxk_enum_text(DXK_ENUM_ID_shader_kind, kind);
    return name ? name : "unknown";
}

static void summarize_program(info *in)
{
    char text[DXK_PROFILE_SIZE];
    if (!in->read->program)
        return;
    const dxk_program *p = in->read->program->as.program;
    const dxk_program_header *h = &p->header;
    text_out *out = info_label(in, "program");
    text_style(out, TEXT_TITLE);
    text_str(out, dxk_profile_text(h->shader_kind, h->major_version, h->minor_version, text));
    text_style(out, TEXT_PLAIN);
    text_put(out, ", ");
    info_put_lower(out, stage_name(h->shader_kind));
    text_put(out, h->shader_kind == DXK_SHADER_KIND_LIBRARY ? "" : " shader");
    text_printf(out, ", DXIL %u.%u, %zu bytes of bitcode\n", h->dxil_major, h->dxil_minor,
                p->bitcode.size);
}

static void summarize_entry(info *in)
{
    dxk_str name = in->read->psv ? dxk_psv0_entry_name(in->read->psv->as.psv0) : (dxk_str){NULL, 0};
    if (!name.size)
        return;
    text_out *out = info_label(in, "entry");
    text_safe(out, name);
    text_char(out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Digest and hash                                                                            */

static void summarize_digest(info *in)
{
    dxk_digest_state state = dxk_container_digest_state(in->read->container);
    dxk_container_header header = dxk_container_header_get(in->read->container);
    dxk_bytes digest = {header.digest, sizeof header.digest};
    bool good = state == DXK_DIGEST_RETAIL || state == DXK_DIGEST_DEBUG;
    if (state == DXK_DIGEST_NONE)
        return;
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

static void summarize_hash(info *in)
{
    if (!in->read->hash)
        return;
    const dxk_shader_hash *hash = &in->read->hash->as.hash->hash;
    dxk_bytes digest = {hash->digest, sizeof hash->digest};
    bool source = hash->flags & DXK_HASH_FLAG_INCLUDES_SOURCE;
    bool can_tell = in->read->hash_judged, right = in->read->hash_matches;
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
    if (!in->read->features)
        return;
    uint64_t flags = in->read->features->as.features->info.flags;
    text_out *out = info_label(in, "features");
    info_put_flags(out, DXK_ENUM_ID_feature_flag, flags);
    text_char(out, '\n');
}

void info_summary(info *in)
{
    summarize_input(in);
    summarize_program(in);
    info_legacy_summary(in);
    summarize_entry(in);
    info_stage(in);
    summarize_features(in);
    summarize_digest(in);
    summarize_hash(in);
}

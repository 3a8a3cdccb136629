/* SPDX-License-Identifier: MIT */
/*
 * fuzz_parts.c - PSV0, VERS, ILDN, SRCI, PDBI: decode, encode, print, look everything up. The
 * input is a container with such parts, or a byte that picks the kind and the content of a part.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/parts.h"
#include "fuzz.h"

static const uint32_t kinds[] = {DXK_PART_PSV0, DXK_PART_VERS, DXK_PART_ILDN, DXK_PART_SRCI,
                                 DXK_PART_PDBI};
#define KINDS (sizeof kinds / sizeof *kinds)

static dxk_status count_text(void *user, const void *text, size_t size)
{
    (void)text;
    *(size_t *)user += size;
    return *(size_t *)user < (4u << 20) ? DXK_OK : DXK_E_SINK;
}

static size_t follow_tables(const dxk_psv0 *psv)
{
    size_t seen = 0;
    for (uint32_t stream = 0; stream <= DXK_PSV_STREAMS; stream++) {
        for (int kind = 0; kind <= DXK_PSV_PATCH_TO_OUTPUT; kind++) {
            dxk_psv_table table = dxk_psv0_table(psv, (dxk_psv_dependency)kind, stream);
            for (uint32_t i = 0; i <= table.rows; i++)
                seen += dxk_psv_table_depends(&table, i, table.columns - i);
        }
    }
    return seen;
}

static size_t follow_psv(const dxk_psv0 *psv)
{
    dxk_psv_stage_info info;
    size_t seen = dxk_psv0_entry_name(psv).size + follow_tables(psv);
    for (int s = DXK_PSV_INPUT; s <= DXK_PSV_PATCH_OR_PRIM; s++) {
        const dxk_psv_element *element;
        const uint32_t *indices;
        for (uint32_t i = 0; (element = dxk_psv0_element(psv, (dxk_psv_signature)s, i)); i++) {
            seen += dxk_psv0_element_name(psv, element).size;
            for (uint32_t k = dxk_psv0_element_indices(psv, element, &indices); k > 0; k--)
                seen += indices[k - 1];
        }
    }
    dxk_psv0_stage_info(psv, DXK_SHADER_KIND_HULL, &info);
    dxk_psv0_print(psv, NULL, (dxk_sink){count_text, &seen});
    return seen;
}

static size_t follow(const dxk_decoded *part)
{
    dxk_str a, b;
    size_t seen = 0;
    switch (part->type) {
    case DXK_PART_TYPE_PSV0:
        return follow_psv(part->as.psv0);
    case DXK_PART_TYPE_VERSION:
        return dxk_version_commit(part->as.version).size +
               dxk_version_custom(part->as.version).size;
    case DXK_PART_TYPE_SOURCE:
        for (uint32_t i = 0; dxk_source_file(part->as.source, i, &a, &b); i++)
            seen += a.size + b.size;
        for (uint32_t i = 0; dxk_source_arg_get(part->as.source, i, &a, &b); i++)
            seen += a.size + b.size;
        return seen;
    case DXK_PART_TYPE_PDB_INFO:
        for (uint32_t i = 0; dxk_pdb_info_file(part->as.pdb_info, i, &a, &b); i++)
            seen += a.size + b.size;
        for (uint32_t i = 0; dxk_pdb_info_arg(part->as.pdb_info, i, &a, &b); i++)
            seen += a.size + b.size;
        return seen;
    default:
        return 0;
    }
}

static void check_exact(dxk_ctx *ctx, const dxk_decoded *part, dxk_bytes content)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    if (dxk_part_encode(ctx, part, dxk_buffer_sink(&out)) != DXK_OK || out.size != content.size ||
        (out.size && memcmp(out.data, content.data, out.size) != 0))
        abort();
    dxk_buffer_free(&out);
}

static void try_part(dxk_ctx *ctx, uint32_t fourcc, dxk_bytes content)
{
    dxk_decoded *part;
    if (dxk_part_decode(ctx, fourcc, content, &part) != DXK_OK)
        return;
    check_exact(ctx, part, content);
    if (follow(part) == (size_t)-1)
        abort();
    dxk_decoded_free(part);
}

static void try_container(dxk_ctx *ctx, dxk_bytes input)
{
    dxk_container *container;
    dxk_container_read(ctx, input, &(dxk_read_options){.salvage = true}, &container);
    size_t parts = container ? dxk_container_part_count(container) : 0;
    for (size_t i = 0; i < parts; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        for (size_t k = 0; k < KINDS; k++)
            if (part->fourcc == kinds[k])
                try_part(ctx, part->fourcc, part->content);
    }
    dxk_container_free(container);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.inflated = 64 * size + (1u << 20)}};
    dxk_bytes input = {data, size};
    dxk_ctx *ctx;
    if (size == 0 || dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_input_sniff(input) != DXK_INPUT_UNKNOWN)
        try_container(ctx, input);
    else
        try_part(ctx, kinds[data[0] % KINDS], (dxk_bytes){data + 1, size - 1});
    dxk_ctx_free(ctx);
    return 0;
}

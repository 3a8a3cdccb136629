/* SPDX-License-Identifier: MIT */
/*
 * program.c - DXIL, ILDB and STAT: a header of 24 bytes, then bitcode; and which of a container's
 * programs is meant.
 *
 *   0                 4          8        12            16              20
 *   +-----------------+----------+--------+-------------+---------------+--------------+---------
 *   | kind, version   | dwords   | "DXIL" | DXIL version| offset (16)   | bitcode bytes| bitcode
 *   +-----------------+----------+--------+-------------+---------------+--------------+---------
 *                                ^ the offset counts from here
 * Source: DXIL.rst, "DXIL container format".
 */
#include "parts/parts.h"
#include "base/count.h"

#include "container/container.h"

#define HEADER    DXK_WIRE_SIZE_program_header
#define MAGIC     8u /* offset of the magic, from which bitcode_offset counts */
#define STAGE_END 4u /* bytes up to and with the stage */

bool dxki_part_walk_program(dxki_codec *c, void *part)
{
    dxk_program *p = part;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_program_header, &p->header, 0, NULL))
        return false;
    if (p->header.bitcode_offset < HEADER - MAGIC)
        return dxki_codec_bad(c, "bitcode_offset", p->header.bitcode_offset, "at least 16");
    size_t before = p->header.bitcode_offset - (HEADER - MAGIC);
    if (!before)
        p->before = (dxk_bytes){NULL, 0};
    else if (!dxki_codec_bytes(c, "before", &p->before, before))
        return false;
    return dxki_codec_bytes(c, "bitcode", &p->bitcode, p->header.bitcode_size) &&
           dxki_codec_rest(c, "after", &p->after);
}

dxk_status dxk_program_read(dxk_ctx *ctx, dxk_bytes content, dxk_program *out)
{
    dxki_codec c;
    dxki_codec_init_read(&c, ctx, NULL, content, 0);
    *out = (dxk_program){.header = {0}};
    dxki_part_walk_program(&c, out);
    dxki_codec_finish(&c);
    return c.status;
}

bool dxki_part_program_stage(dxk_bytes content, uint32_t *stage)
{
    dxk_program_header header;
    if (dxk_record_load(DXK_RECORD_ID_program_header, content, &header) < STAGE_END)
        return false;
    *stage = header.shader_kind;
    return true;
}

bool dxki_part_program_view(dxk_bytes content, dxk_bytes *bitcode)
{
    dxk_program_header h;
    if (!dxki_container_program_header(content, &h) || content.size < HEADER)
        return false;
    uint64_t start = MAGIC + (uint64_t)h.bitcode_offset;
    if (start > content.size || h.bitcode_size > content.size - start)
        return false;
    *bitcode = (dxk_bytes){content.data + start, h.bitcode_size};
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Programs of a container                                                                    */

/* Where to look for each choice. */
static const struct choice {
    uint32_t kinds[3]; /* in this order */
    bool bare;         /* bare bitcode will do */
    bool last; /* the last whole module in STAT, as the reference takes it; else the first */
} choices[] = {
    [DXK_PROGRAM_RUN] = {.kinds = {DXK_PART_DXIL}, .bare = true},
    [DXK_PROGRAM_DEBUG] = {.kinds = {DXK_PART_ILDB}, .bare = true},
    [DXK_PROGRAM_LIST] = {.kinds = {DXK_PART_ILDB, DXK_PART_DXIL}, .bare = true},
    [DXK_PROGRAM_NAMES] = {.kinds = {DXK_PART_STAT}},
    [DXK_PROGRAM_REFLECT] = {.kinds = {DXK_PART_STAT, DXK_PART_DXIL, DXK_PART_ILDB},
                             .bare = true,
                             .last = true},
    [DXK_PROGRAM_TOKENS] = {.kinds = {DXK_PART_SHEX, DXK_PART_SHDR}},
};

/* True if the part may be meant: of STAT parts those with a module. */
static bool is_candidate(const struct choice *choice, const dxk_part *part)
{
    dxk_program_header header;
    dxk_bytes bitcode;
    if (part->fourcc != DXK_PART_STAT)
        return true;
    return choice->last ? dxki_part_program_view(part->content, &bitcode)
                        : dxki_container_program_header(part->content, &header);
}

static size_t find_kind(const dxk_container *container, const struct choice *choice,
                        uint32_t fourcc)
{
    size_t found = DXK_NO_PART;
    for (size_t i = dxk_container_find(container, fourcc, 0); i != DXK_NO_PART;
         i = dxk_container_find(container, fourcc, i + 1)) {
        if (!is_candidate(choice, dxk_container_part(container, i)))
            continue;
        found = i;
        if (!choice->last || fourcc != DXK_PART_STAT)
            break;
    }
    return found;
}

size_t dxk_container_find_program(const dxk_container *container, dxk_program_choice which)
{
    size_t found = DXK_NO_PART;
    if ((size_t)which >= DXKI_COUNT(choices))
        return found;
    const struct choice *choice = &choices[which];
    for (size_t i = 0; found == DXK_NO_PART && i < 3 && choice->kinds[i]; i++)
        found = find_kind(container, choice, choice->kinds[i]);
    return found;
}

/* What there is of the bitcode in a part that ends too early. */
static void cut_bitcode(dxk_bytes content, dxk_program *program)
{
    uint64_t start = MAGIC + (uint64_t)program->header.bitcode_offset;
    if (start >= content.size)
        return;
    size_t size = content.size - (size_t)start;
    if (program->header.bitcode_size < size)
        size = program->header.bitcode_size;
    program->bitcode = (dxk_bytes){content.data + start, size};
}

dxk_status dxk_container_program(const dxk_container *container, dxk_program_choice which,
                                 dxk_program_place *out)
{
    dxk_status status = DXK_OK;
    *out = (dxk_program_place){.part = dxk_container_find_program(container, which)};
    if ((size_t)which >= DXKI_COUNT(choices))
        return DXK_E_ARGUMENT;
    if (container->kind == DXK_INPUT_BITCODE && choices[which].bare) {
        out->program.bitcode = container->input;
        return DXK_OK;
    }
    if (out->part == DXK_NO_PART)
        return DXK_E_NOT_FOUND;
    const dxk_part *part = dxk_container_part(container, out->part);
    if (which == DXK_PROGRAM_TOKENS)
        out->program.bitcode = part->content;
    else
        status = dxk_program_read(container->ctx, part->content, &out->program);
    if (status == DXK_E_INVALID)
        cut_bitcode(part->content, &out->program);
    if (!out->program.bitcode.data)
        return status;
    out->offset = (uint64_t)(out->program.bitcode.data - part->content.data);
    if (container->kind != DXK_INPUT_PROGRAM)
        out->offset += part->offset + DXKI_PART_HEADER_SIZE;
    return status;
}

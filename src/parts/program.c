/* SPDX-License-Identifier: MIT */
/*
 * program.c - DXIL, ILDB and STAT: a header of 24 bytes, then bitcode.
 *
 *   0                 4          8        12            16              20
 *   +-----------------+----------+--------+-------------+---------------+--------------+---------
 *   | kind, version   | dwords   | "DXIL" | DXIL version| offset (16)   | bitcode bytes| bitcode
 *   +-----------------+----------+--------+-------------+---------------+--------------+---------
 *                                ^ the offset counts from here
 * Source: DXIL.rst, "DXIL container format".
 */
#include "parts/parts.h"

#define HEADER DXK_WIRE_SIZE_program_header
#define MAGIC  8u /* offset of the magic, from which bitcode_offset counts */

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

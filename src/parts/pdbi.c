/* SPDX-License-Identifier: MIT */
/*
 * pdbi.c - PDBI: a header, and an RDAT with the tables of the compilation, perhaps compressed.
 *
 *   0         2             4             8               12
 *   +---------+-------------+-------------+---------------+------------
 *   | version | compression | stored size | inflated size | RDAT
 *   +---------+-------------+-------------+---------------+------------
 *
 * Source: DirectXShaderCompiler's DxilContainer.h.
 */
#include "parts/parts.h"
#include "parts/inflate.h"

#include "base/out.h"
#include "spec/reader_rules.h"

/* READ: the RDAT in `bytes`, which is what is stored at c->pos or what that decompresses to. */
static bool read_tables(dxki_codec *c, dxk_pdb_info_part *p, dxk_bytes bytes, bool inflated)
{
    dxki_codec inner;
    p->rdat = DXKI_NEW(c->arena, dxk_rdat);
    if (!p->rdat)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    dxki_codec_enter_inner(c, &inner, bytes, inflated);
    if (dxki_codec_enter(&inner, "rdat", DXK_NO_INDEX, "") && dxki_part_walk_rdat(&inner, p->rdat))
        dxki_codec_leave(&inner);
    return dxki_codec_leave_inner(c, &inner);
}

static bool read_stored(dxki_codec *c, dxk_pdb_info_part *p)
{
    const dxk_pdb_info_header *h = &p->header;
    dxk_bytes bytes = {c->in.data + c->pos, h->stored_size};
    if (h->compression == DXK_PDB_COMPRESSION_UNCOMPRESSED) {
        dxki_arg args[] = {dxki_dec(h->inflated_size), dxki_dec(h->stored_size)};
        if (h->inflated_size != h->stored_size &&
            !dxki_codec_warn(c, DXKI_RULE_PART_SIZE, c->pos - 4, "inflated_size", args, 2))
            return false;
        return bytes.size == 0 || read_tables(c, p, bytes, false);
    }
    if (h->compression != DXK_PDB_COMPRESSION_ZLIB)
        return true;
    if (!dxki_part_can_inflate())
        return dxki_codec_fact(c, "note", dxki_str("compressed; this build cannot decompress"));
    return dxki_part_walk_inflate(c, "stored", bytes, h->inflated_size, &bytes) &&
           (bytes.size == 0 || read_tables(c, p, bytes, true));
}

/* WRITE: the tables as bytes. */
static bool write_tables(dxki_codec *c, dxk_pdb_info_part *p)
{
    dxk_buffer buffer;
    dxki_codec inner;
    dxk_buffer_init(&buffer, c->ctx);
    dxki_codec_init_write(&inner, c->ctx, &buffer);
    dxki_part_walk_rdat(&inner, p->rdat);
    dxki_codec_finish(&inner);
    dxk_bytes bytes = {buffer.data, buffer.size};
    bool ok =
        dxki_codec_check(c, inner.status) && dxki_codec_bytes(c, "stored", &bytes, bytes.size);
    dxk_buffer_free(&buffer);
    return ok;
}

static bool walk_stored(dxki_codec *c, dxk_pdb_info_part *p)
{
    if (c->mode == DXKI_WRITE && p->rdat &&
        p->header.compression == DXK_PDB_COMPRESSION_UNCOMPRESSED)
        return write_tables(c, p);
    if (c->mode == DXKI_READ && !c->keyed && !read_stored(c, p))
        return false;
    if (p->rdat)
        return dxki_codec_table(c, "stored", &p->stored, p->header.stored_size);
    return p->header.stored_size == 0 ||
           dxki_codec_bytes(c, "stored", &p->stored, p->header.stored_size);
}

bool dxki_part_walk_pdb_info(dxki_codec *c, void *part)
{
    dxk_pdb_info_part *p = part;
    return dxki_codec_record(c, "header", DXK_RECORD_ID_pdb_info_header, &p->header, 0, NULL) &&
           dxki_codec_need(c, "stored", p->header.stored_size) && walk_stored(c, p) &&
           dxki_codec_pad(c, "tail", &p->tail,
                          c->mode == DXKI_READ ? c->in.size - c->pos : p->tail.size);
}

/* ---------------------------------------------------------------------------------------- */
/* Looking up                                                                                 */

static const dxk_rdat_pdb_info *info_of(const dxk_pdb_info_part *part)
{
    return part->rdat ? dxk_rdat_pdb_info_at(part->rdat, 0) : NULL;
}

/* A list that the info refers to by index; empty when there is none. */
static dxk_rdat_list list_of(const dxk_pdb_info_part *part, uint32_t index)
{
    dxk_rdat_list list = {NULL, 0};
    dxk_rdat_list_at(part->rdat, index, &list);
    return list;
}

uint32_t dxk_pdb_info_file_count(const dxk_pdb_info_part *part)
{
    const dxk_rdat_pdb_info *info = info_of(part);
    return info ? list_of(part, info->sources).count : 0;
}

bool dxk_pdb_info_file(const dxk_pdb_info_part *part, uint32_t index, dxk_str *name, dxk_str *text)
{
    const dxk_rdat_pdb_info *info = info_of(part);
    *name = *text = (dxk_str){"", 0};
    if (!info || index >= list_of(part, info->sources).count)
        return false;
    uint32_t source = dxk_rdat_list_item(list_of(part, info->sources), index);
    const dxk_rdat_pdb_source *record = dxk_rdat_pdb_source_at(part->rdat, source);
    if (record) {
        dxk_rdat_string(part->rdat, record->name, name);
        dxk_rdat_string(part->rdat, record->content, text);
    }
    return true;
}

uint32_t dxk_pdb_info_arg_count(const dxk_pdb_info_part *part)
{
    const dxk_rdat_pdb_info *info = info_of(part);
    return info ? list_of(part, info->arg_pairs).count / 2 : 0;
}

bool dxk_pdb_info_arg(const dxk_pdb_info_part *part, uint32_t index, dxk_str *name, dxk_str *value)
{
    *name = *value = (dxk_str){"", 0};
    if (index >= dxk_pdb_info_arg_count(part))
        return false;
    dxk_rdat_list list = list_of(part, info_of(part)->arg_pairs);
    dxk_rdat_string(part->rdat, dxk_rdat_list_item(list, 2 * index), name);
    dxk_rdat_string(part->rdat, dxk_rdat_list_item(list, 2 * index + 1), value);
    return true;
}

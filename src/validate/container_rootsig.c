/* SPDX-License-Identifier: MIT */
/*
 * container_rootsig.c - does the root signature of a shader bind what PSV0 says that it uses?
 * (CONTAINER.ROOTSIGNATUREINCOMPATIBLE). The reason follows as a message of its own; it is empty
 * when the root signature, or PSV0, cannot be read.
 *
 * The root signature is read here once more, as the reference's validator reads it. That is
 * stricter than parts/rts0.c: places are looked at even when nothing is there, and what it does not
 * know it does not read. But it does not look where the ranges of a table end. When they go beyond
 * the part it judges what it takes for them, and most often stops at one that is still inside. So
 * it is done here, and what nobody can know is refused without a reason.
 */
#include "base/out.h"
#include "validate/container.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/where.h"

#include "dxk/parts.h"
#include "rootsig/check.h"

#define NOT_CUT UINT32_MAX
/* Bytes of one table; the reference has no memory for many more. */
#define RANGES_LIMIT UINT32_MAX

typedef struct reader {
    dxki_val *v;
    dxk_bytes part;
    dxk_root_signature rs;
    uint32_t cut;  /* first parameter with ranges beyond the part */
    uint64_t left; /* bytes of ranges that may still be read: tables may share theirs */
} reader;

/* Loads a record of `size` bytes; false: it is not in the part. */
static bool load(const reader *r, dxk_record_id id, uint64_t at, size_t size, void *record)
{
    if (at > r->part.size || size > r->part.size - at)
        return false;
    dxk_record_load(id, (dxk_bytes){r->part.data + at, size}, record);
    return true;
}

static size_t range_size(const reader *r)
{
    return r->rs.header.version == DXK_RS_VERSION_1_0 ? DXK_WIRE_SIZE_rs_range_1_0
                                                      : DXK_WIRE_SIZE_rs_range;
}

static bool load_range(const reader *r, uint64_t at, dxk_rs_range *range)
{
    dxk_rs_range_1_0 old;
    if (r->rs.header.version != DXK_RS_VERSION_1_0)
        return load(r, DXK_RECORD_ID_rs_range, at, range_size(r), range);
    if (!load(r, DXK_RECORD_ID_rs_range_1_0, at, range_size(r), &old))
        return false;
    *range = (dxk_rs_range){old.type,           old.count, old.shader_register,
                            old.register_space, 0,         old.table_offset};
    return true;
}

static bool read_table(reader *r, uint32_t index, dxk_root_parameter *p)
{
    dxk_rs_table *table = &p->as.table.header;
    size_t size = range_size(r);
    if (!load(r, DXK_RECORD_ID_rs_table, p->header.offset, DXK_WIRE_SIZE_rs_table, table) ||
        table->range_offset > r->part.size ||
        (uint64_t)table->range_count * DXK_WIRE_SIZE_rs_range > RANGES_LIMIT)
        return false;
    size_t room = (r->part.size - table->range_offset) / size;
    if (table->range_count > room) {
        table->range_count = (uint32_t)room;
        r->cut = index < r->cut ? index : r->cut;
    }
    if (room == 0 || table->range_count * (uint64_t)size > r->left)
        return false;
    r->left -= table->range_count * (uint64_t)size;
    p->as.table.ranges = DXKI_VNEW(r->v, dxk_rs_range, table->range_count);
    for (uint32_t i = 0; p->as.table.ranges && i < table->range_count; i++)
        load_range(r, table->range_offset + (uint64_t)i * size, &p->as.table.ranges[i]);
    return !r->v->failed;
}

static bool read_parameter(reader *r, uint32_t index, dxk_root_parameter *p)
{
    uint64_t at = r->rs.header.parameter_offset + (uint64_t)index * DXK_WIRE_SIZE_rs_parameter;
    size_t flags = r->rs.header.version == DXK_RS_VERSION_1_0 ? 0 : 4;
    if (!load(r, DXK_RECORD_ID_rs_parameter, at, DXK_WIRE_SIZE_rs_parameter, &p->header))
        return false;
    switch (p->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        return read_table(r, index, p);
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        return load(r, DXK_RECORD_ID_rs_constants, p->header.offset, DXK_WIRE_SIZE_rs_constants,
                    &p->as.constants);
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV:
        return load(r, DXK_RECORD_ID_rs_descriptor, p->header.offset,
                    DXK_WIRE_SIZE_rs_descriptor - 4 + flags, &p->as.descriptor);
    default:
        return false;
    }
}

/* Do `count` records of `size` bytes lie in the part? */
static bool fits(const reader *r, uint32_t offset, uint32_t count, size_t size)
{
    return offset <= r->part.size && count <= (r->part.size - offset) / size;
}

static bool read_signature(reader *r)
{
    dxk_rs_header *h = &r->rs.header;
    size_t sampler = DXK_WIRE_SIZE_rs_sampler - 4; /* flags came with version 1.2 */
    if (!load(r, DXK_RECORD_ID_rs_header, 0, DXK_WIRE_SIZE_rs_header, h) ||
        (h->version != DXK_RS_VERSION_1_0 && h->version != DXK_RS_VERSION_1_1) ||
        !fits(r, h->parameter_offset, h->parameter_count, DXK_WIRE_SIZE_rs_parameter) ||
        !fits(r, h->sampler_offset, h->sampler_count, sampler))
        return false;
    r->rs.parameters = DXKI_VNEW(r->v, dxk_root_parameter, h->parameter_count);
    r->rs.samplers = DXKI_VNEW(r->v, dxk_rs_sampler, h->sampler_count);
    for (uint32_t i = 0; i < h->parameter_count && !r->v->failed; i++) {
        if (!read_parameter(r, i, &r->rs.parameters[i]))
            return false;
    }
    for (uint32_t i = 0; i < h->sampler_count && !r->v->failed; i++)
        load(r, DXK_RECORD_ID_rs_sampler, h->sampler_offset + (uint64_t)i * sampler, sampler,
             &r->rs.samplers[i]);
    return !r->v->failed;
}

/* ---------------------------------------------------------------------------------------- */

static void refuse(dxki_val *v, dxk_str reason)
{
    dxk_str words = reason.size ? reason : dxki_str("it cannot be read");
    while (words.size && words.data[words.size - 1] == '\n')
        words.size--;
    dxki_val_error(v, DXKI_VR_CONTAINER_ROOTSIGNATUREINCOMPATIBLE, NULL, 0);
    dxki_val_summary(v, dxki_val_format(v, "The root signature does not fit the shader: %0",
                                        DXKI_ARGS(dxki_val_arg_text(words))));
    dxki_val_plain(v, reason);
    dxki_val_mark_compat_only(v);
}

/* `psv`: NULL when PSV0 cannot be read, which shows only after the root signature was found good;
 * nor is it asked for when ranges are beyond the part. */
static void check(const reader *r, const dxk_psv0 *psv)
{
    dxk_root_signature view = r->rs;
    dxki_rootsig_fault fault;
    bool found;
    if (r->cut != NOT_CUT) {
        view.header.parameter_count = r->cut + 1;
        view.header.sampler_count = 0;
    }
    if (dxki_rootsig_check(r->v->ctx, &view, psv, r->v->subject.kind, &fault, &found) != DXK_OK)
        r->v->failed = true;
    else if (found)
        refuse(r->v, (dxk_str){fault.text, fault.size});
    else if (!psv)
        refuse(r->v, (dxk_str){"", 0});
}

/* NULL: it cannot be read, which is reported, or out of memory (v->failed). */
static dxk_decoded *decode(dxki_val *v, uint32_t fourcc, dxk_bytes content)
{
    dxk_decoded *decoded;
    size_t first = dxk_ctx_diag_count(v->ctx);
    bool told = v->report.part->fourcc != fourcc; /* when that part was judged */
    v->ctx->muted += told;
    if (dxk_part_decode(v->ctx, fourcc, content, &decoded) == DXK_E_NOMEM)
        v->failed = true;
    v->ctx->muted -= told;
    dxki_val_move_diags(v, first);
    return decoded;
}

void dxki_val_check_root_signature(dxki_val *v, dxk_bytes content, dxk_bytes psv0)
{
    reader r = {
        .v = v, .part = content, .cut = NOT_CUT, .left = 24 * (uint64_t)content.size + 65536};
    dxk_decoded *part = NULL; /* the other part, or this one for what its reader says */
    bool read = read_signature(&r);
    if (v->failed)
        return;
    bool whole = read && r.cut == NOT_CUT;
    if (whole)
        part = decode(v, DXK_PART_PSV0, psv0);
    else
        part = decode(v, DXK_PART_RTS0, content);
    if (read && !v->failed)
        check(&r, whole && part ? part->as.psv0 : NULL);
    else if (!v->failed)
        refuse(v, (dxk_str){"", 0});
    dxk_decoded_free(part);
}

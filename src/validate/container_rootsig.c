/* SPDX-License-Identifier: MIT */
/*
 * container_rootsig.c - does the root signature of a shader bind what PSV0 says that it uses?
 * (CONTAINER.ROOTSIGNATUREINCOMPATIBLE). The reason follows as a message of its own; it is empty
 * when the root signature, or PSV0, cannot be read.
 */
#include "validate/container.h"

#include "dxil/build.h"
#include "dxk/parts.h"
#include "rootsig/check.h"

static void refuse(dxki_val *v, dxk_str reason)
{
    dxki_verr(v, DXKI_VR_CONTAINER_ROOTSIGNATUREINCOMPATIBLE, NULL, 0);
    dxki_vplain(v, reason);
}

/* The reference's reader is stricter here than ours: places are looked at even when nothing is
 * there, and what it does not know it does not read. */
static bool is_table_read(const dxk_root_signature *rs, const dxk_root_parameter *p)
{
    size_t range = rs->header.version == DXK_RS_VERSION_1_0 ? DXK_WIRE_SIZE_rs_range_1_0
                                                            : DXK_WIRE_SIZE_rs_range;
    return (uint64_t)p->as.table.header.range_offset + range <= rs->size;
}

static bool is_read(const dxk_root_signature *rs)
{
    const dxk_rs_header *h = &rs->header;
    if (h->version > DXK_RS_VERSION_1_1 || h->parameter_offset > rs->size ||
        h->sampler_offset > rs->size)
        return false;
    for (uint32_t i = 0; i < h->parameter_count; i++) {
        const dxk_root_parameter *p = &rs->parameters[i];
        if (!dxk_enum_text(DXK_ENUM_ID_rs_parameter_type, p->header.type) ||
            (p->header.type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE && !is_table_read(rs, p)))
            return false;
    }
    return true;
}

/* NULL: it cannot be read, or out of memory (v->failed). */
static dxk_decoded *decode(dxki_val *v, uint32_t fourcc, dxk_bytes content)
{
    dxk_decoded *decoded;
    if (dxk_part_decode(v->ctx, fourcc, content, &decoded) == DXK_E_NOMEM)
        v->failed = true;
    return decoded;
}

/* `psv`: NULL when PSV0 cannot be read, which shows only after the root signature was found good.
 */
static void check(dxki_val *v, const dxk_root_signature *rs, const dxk_psv0 *psv)
{
    dxki_rs_fault fault;
    bool found;
    if (dxki_rs_check(v->ctx, rs, psv, v->kind, &fault, &found) != DXK_OK)
        v->failed = true;
    else if (found)
        refuse(v, (dxk_str){fault.text, fault.size});
    else if (!psv)
        refuse(v, (dxk_str){"", 0});
}

void dxki_vcheck_root_signature(dxki_val *v, dxk_bytes content, dxk_bytes psv0)
{
    dxk_decoded *rs = decode(v, DXK_FOURCC('R', 'T', 'S', '0'), content);
    dxk_decoded *psv = NULL;
    if (rs && is_read(rs->as.root_signature)) {
        psv = decode(v, DXK_FOURCC('P', 'S', 'V', '0'), psv0);
        if (!v->failed)
            check(v, rs->as.root_signature, psv ? psv->as.psv0 : NULL);
    } else if (!v->failed) {
        refuse(v, (dxk_str){"", 0});
    }
    dxk_decoded_free(psv);
    dxk_decoded_free(rs);
}

void dxki_vcheck_module_root_signature(dxki_val *v)
{
    dxk_bytes content = v->d->root_signature;
    dxk_buffer psv0;
    if (v->is_lib || content.size == 0)
        return;
    dxk_buffer_init(&psv0, v->ctx);
    if (dxki_build_psv0(v->d, &psv0) == DXK_E_NOMEM)
        v->failed = true;
    else
        dxki_vcheck_root_signature(v, content, (dxk_bytes){psv0.data, psv0.size});
    dxk_buffer_free(&psv0);
}

/* SPDX-License-Identifier: MIT */
/*
 * layout.c - header, heads of the parameters, the content of each with its ranges, samplers; all
 * of it without gaps. One walk that places or compares.
 */
#include "rootsig/layout.h"

typedef struct walk {
    bool compare;
    bool same; /* so far */
    uint64_t at;
} walk;

static void place(walk *w, uint32_t *offset, uint64_t size)
{
    if (w->compare)
        w->same = w->same && *offset == w->at;
    else
        *offset = (uint32_t)w->at;
    w->at += size;
}

static void walk_parameter(walk *w, uint32_t version, dxk_root_parameter *parameter)
{
    bool old = version == DXK_RS_VERSION_1_0;
    uint32_t *offset = &parameter->header.offset;
    dxk_rs_table *table = &parameter->as.table.header;
    switch (parameter->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        place(w, offset, DXK_WIRE_SIZE_rs_table);
        place(w, &table->range_offset,
              (uint64_t)table->range_count *
                  (old ? DXK_WIRE_SIZE_rs_range_1_0 : DXK_WIRE_SIZE_rs_range));
        break;
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        place(w, offset, DXK_WIRE_SIZE_rs_constants);
        break;
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV:
        place(w, offset, DXK_WIRE_SIZE_rs_descriptor - (old ? 4u : 0u));
        break;
    default:
        w->same = false;
        break;
    }
}

static void walk_all(walk *w, dxk_rs_header *header, dxk_root_parameter *parameters)
{
    w->at = DXK_WIRE_SIZE_rs_header;
    place(w, &header->parameter_offset,
          (uint64_t)header->parameter_count * DXK_WIRE_SIZE_rs_parameter);
    for (uint32_t i = 0; i < header->parameter_count; i++)
        walk_parameter(w, header->version, &parameters[i]);
    place(w, &header->sampler_offset,
          (uint64_t)header->sampler_count *
              (DXK_WIRE_SIZE_rs_sampler - (header->version < DXK_RS_VERSION_1_2 ? 4u : 0u)));
}

bool dxki_rootsig_lay_out(dxk_root_signature *signature)
{
    walk w = {false, true, 0};
    walk_all(&w, &signature->header, signature->parameters);
    signature->size = (size_t)w.at;
    return w.at <= UINT32_MAX;
}

bool dxki_rootsig_is_laid_out(const dxk_root_signature *signature)
{
    walk w = {true, true, 0};
    dxk_rs_header header = signature->header; /* comparing changes nothing */
    walk_all(&w, &header, signature->parameters);
    return w.same && w.at == signature->size && signature->slack_count == 0;
}

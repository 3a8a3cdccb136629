/* SPDX-License-Identifier: MIT */
/*
 * key_rts0.c - LLVM's schema for root signatures. Offsets follow from the order in which LLVM and
 * DXC write: header, heads of the parameters, their contents, samplers. See keyed.h.
 */
#include "yaml/keyed.h"

#include "base/out.h"

#include <string.h>

static bool is_descriptor(uint32_t type)
{
    return type == DXK_RS_PARAMETER_TYPE_CBV || type == DXK_RS_PARAMETER_TYPE_SRV ||
           type == DXK_RS_PARAMETER_TYPE_UAV;
}

static bool walk_table(dxki_keyed *k, dxk_root_parameter *parameter)
{
    dxki_node *back, *outer, *list;
    dxk_rs_table *head = &parameter->as.table.header;
    size_t count = head->range_count;
    if (!dxki_keyed_enter(k, "Table", true, &outer) ||
        !dxki_keyed_record(k, DXKI_KEYS_ID_rs_table, head) ||
        !dxki_keyed_list(k, "Ranges", &count, true, &list))
        return false;
    if (k->load) {
        parameter->as.table.ranges = DXKI_NEW_ARRAY(k->arena, dxk_rs_range, count);
        if (!parameter->as.table.ranges)
            return dxki_keyed_check(k, dxki_nomem(k->ctx));
        dxki_keyed_obey(k, "NumRanges", head->range_count, count);
        head->range_count = (uint32_t)count;
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_keyed_next(k, list, i, &back) ||
            !dxki_keyed_record(k, DXKI_KEYS_ID_rs_range, &parameter->as.table.ranges[i]) ||
            !dxki_keyed_leave(k, back))
            return false;
    return dxki_keyed_leave(k, outer);
}

/* The content that the parameter's kind has. */
static bool walk_content(dxki_keyed *k, dxk_root_parameter *parameter)
{
    uint32_t type = parameter->header.type;
    dxki_node *back;
    if (type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE)
        return walk_table(k, parameter);
    if (type == DXK_RS_PARAMETER_TYPE_CONSTANTS)
        return dxki_keyed_enter(k, "Constants", true, &back) &&
               dxki_keyed_record(k, DXKI_KEYS_ID_rs_constants, &parameter->as.constants) &&
               dxki_keyed_leave(k, back);
    if (is_descriptor(type))
        return dxki_keyed_enter(k, "Descriptor", true, &back) &&
               dxki_keyed_record(k, DXKI_KEYS_ID_rs_descriptor, &parameter->as.descriptor) &&
               dxki_keyed_leave(k, back);
    return true;
}

static bool walk_parameters(dxki_keyed *k, dxk_root_signature *p)
{
    dxki_node *list, *back;
    size_t count = p->header.parameter_count;
    if (!dxki_keyed_list(k, "Parameters", &count, true, &list))
        return false;
    if (k->load) {
        p->parameters = DXKI_NEW_ARRAY(k->arena, dxk_root_parameter, count);
        if (!p->parameters)
            return dxki_keyed_check(k, dxki_nomem(k->ctx));
        p->header.parameter_count = (uint32_t)count;
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_keyed_next(k, list, i, &back) ||
            !dxki_keyed_record(k, DXKI_KEYS_ID_rs_parameter, &p->parameters[i].header) ||
            !walk_content(k, &p->parameters[i]) || !dxki_keyed_leave(k, back))
            return false;
    return true;
}

static bool walk_samplers(dxki_keyed *k, dxk_root_signature *p)
{
    dxki_node *list, *back;
    size_t count = p->header.sampler_count;
    if (!k->load && count == 0)
        return true;
    if (!dxki_keyed_list(k, "Samplers", &count, false, &list))
        return false;
    if (k->load) {
        p->samplers = DXKI_NEW_ARRAY(k->arena, dxk_rs_sampler, count);
        if (!p->samplers)
            return dxki_keyed_check(k, dxki_nomem(k->ctx));
        p->header.sampler_count = (uint32_t)count;
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_keyed_next(k, list, i, &back) ||
            !dxki_keyed_record(k, DXKI_KEYS_ID_rs_sampler, &p->samplers[i]) ||
            !dxki_keyed_leave(k, back))
            return false;
    return true;
}

/* An offset, which if given must be the one that follows. */
static bool place(dxki_keyed *k, const char *key, uint32_t *offset, uint64_t computed)
{
    if (*offset == DXKI_COMPUTED || *offset == computed) {
        *offset = (uint32_t)computed;
        return true;
    }
    dxki_arg args[] = {dxki_text(dxki_str(key)), dxki_dec(computed)};
    const dxki_node *node = dxki_keyed_find(k, key, false);
    return dxki_keyed_report(k, node ? node : k->map, DXKI_RULE_YAML_TABLE, args, 2);
}

/* Bytes of the content of a parameter. */
static size_t content_size(const dxk_root_signature *p, const dxk_root_parameter *parameter)
{
    bool old = p->header.version == DXK_RS_VERSION_1_0;
    uint32_t type = parameter->header.type;
    if (type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE)
        return DXK_WIRE_SIZE_rs_table +
               (size_t)parameter->as.table.header.range_count *
                   (old ? DXK_WIRE_SIZE_rs_range_1_0 : DXK_WIRE_SIZE_rs_range);
    if (type == DXK_RS_PARAMETER_TYPE_CONSTANTS)
        return DXK_WIRE_SIZE_rs_constants;
    if (is_descriptor(type))
        return old ? DXK_WIRE_SIZE_rs_descriptor - 4 : DXK_WIRE_SIZE_rs_descriptor;
    return 0;
}

static bool lay_out(dxki_keyed *k, dxk_root_signature *p)
{
    dxk_rs_header *h = &p->header;
    size_t at = DXK_WIRE_SIZE_rs_header;
    if (!place(k, "RootParametersOffset", &h->parameter_offset, at))
        return false;
    at += (size_t)h->parameter_count * DXK_WIRE_SIZE_rs_parameter;
    for (size_t i = 0; i < h->parameter_count; i++) {
        dxk_root_parameter *parameter = &p->parameters[i];
        parameter->header.offset = (uint32_t)at;
        if (parameter->header.type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE)
            parameter->as.table.header.range_offset = (uint32_t)(at + DXK_WIRE_SIZE_rs_table);
        at += content_size(p, parameter);
    }
    bool nowhere = h->sampler_offset >= DXK_WIRE_SIZE_rs_header || h->parameter_count == 0;
    if (h->sampler_count || h->sampler_offset == DXKI_COMPUTED || !nowhere)
        return place(k, "StaticSamplersOffset", &h->sampler_offset, at);
    dxki_keyed_obey(k, "StaticSamplersOffset", h->sampler_offset, at); /* it leads nowhere */
    return k->status == DXK_OK;
}

bool dxki_keyed_root_signature(dxki_keyed *k, void *part)
{
    dxk_root_signature *p = part;
    return dxki_keyed_record(k, DXKI_KEYS_ID_rs_header, &p->header) && walk_parameters(k, p) &&
           walk_samplers(k, p) && dxki_keyed_record(k, DXKI_KEYS_ID_rs_flags, &p->header) &&
           (!k->load || lay_out(k, p));
}

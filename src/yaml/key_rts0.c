/* SPDX-License-Identifier: MIT */
/*
 * key_rts0.c - LLVM's schema for root signatures. Offsets follow from the order in which LLVM and
 * DXC write: header, heads of the parameters, their contents, samplers. See keyed.h.
 */
#include "yaml/keyed.h"

#include "base/out.h"
#include "spec/reader_rules.h"

#define PARAMETER_COUNT 4u /* places in the header */
#define SAMPLER_COUNT   12u

/* A walk; LOAD: `at` is where the next content goes. */
typedef struct walker {
    dxki_yaml_keyed *k;
    dxk_root_signature *p;
    size_t at;
} walker;

static bool is_old(const walker *w)
{
    return w->p->header.version == DXK_RS_VERSION_1_0;
}

/* LOAD: flags that the version has no place for. */
static bool check_flags(walker *w, uint32_t flags, bool written)
{
    dxki_arg args[] = {dxki_text(dxki_str("flags")),
                       dxki_text(dxki_str("the version has no place for them"))};
    return !w->k->load || !flags || written ||
           dxki_yaml_keyed_report(w->k, w->k->map, DXKI_RULE_YAML_UNUSED, args, 2);
}

static bool walk_range(walker *w, dxki_yaml_node *list, size_t i, dxk_rs_range *range)
{
    dxki_yaml_node *back;
    return dxki_yaml_keyed_next(w->k, list, i, &back) &&
           dxki_yaml_keyed_record(w->k, DXKI_KEYS_ID_rs_range, range) &&
           check_flags(w, range->flags, !is_old(w)) && dxki_yaml_keyed_leave(w->k, back);
}

/* LOAD: head and ranges follow each other. */
static bool place_table(walker *w, dxk_root_parameter *parameter, size_t count)
{
    dxk_rs_table *head = &parameter->as.table.header;
    size_t ranges = w->at + DXK_WIRE_SIZE_rs_table;
    uint32_t offset = dxki_yaml_keyed_obey(w->k, "RangesOffset", head->range_offset, ranges);
    head->range_offset = (uint32_t)ranges;
    if (!dxki_yaml_keyed_count(w->k, "NumRanges", &head->range_count, count, w->at) ||
        (offset != ranges && !dxki_yaml_keyed_force(w->k, offset, w->at + 4, 4)))
        return false;
    w->at = ranges + count * (is_old(w) ? DXK_WIRE_SIZE_rs_range_1_0 : DXK_WIRE_SIZE_rs_range);
    parameter->as.table.ranges = DXKI_NEW_ARRAY(w->k->arena, dxk_rs_range, count);
    return parameter->as.table.ranges || dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx));
}

static bool walk_table(walker *w, dxk_root_parameter *parameter)
{
    dxki_yaml_keyed *k = w->k;
    dxki_yaml_node *outer, *list;
    size_t count = parameter->as.table.header.range_count;
    if (!dxki_yaml_keyed_enter(k, "Table", true, &outer) ||
        !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_rs_table, &parameter->as.table.header) ||
        !dxki_yaml_keyed_list(k, "Ranges", &count, true, &list) ||
        (k->load && !place_table(w, parameter, count)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!walk_range(w, list, i, &parameter->as.table.ranges[i]))
            return false;
    return dxki_yaml_keyed_leave(k, outer);
}

static bool walk_constants(walker *w, dxk_rs_constants *constants)
{
    dxki_yaml_node *back;
    w->at += DXK_WIRE_SIZE_rs_constants;
    return dxki_yaml_keyed_enter(w->k, "Constants", true, &back) &&
           dxki_yaml_keyed_record(w->k, DXKI_KEYS_ID_rs_constants, constants) &&
           dxki_yaml_keyed_leave(w->k, back);
}

static bool walk_descriptor(walker *w, dxk_rs_descriptor *descriptor)
{
    dxki_yaml_node *back;
    w->at += is_old(w) ? DXK_WIRE_SIZE_rs_descriptor - 4 : DXK_WIRE_SIZE_rs_descriptor;
    return dxki_yaml_keyed_enter(w->k, "Descriptor", true, &back) &&
           dxki_yaml_keyed_record(w->k, DXKI_KEYS_ID_rs_descriptor, descriptor) &&
           check_flags(w, descriptor->flags, !is_old(w)) && dxki_yaml_keyed_leave(w->k, back);
}

/* The content that the parameter's kind has. */
static bool walk_content(walker *w, dxk_root_parameter *parameter)
{
    if (w->k->load)
        parameter->header.offset = (uint32_t)w->at;
    switch (parameter->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        return walk_table(w, parameter);
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        return walk_constants(w, &parameter->as.constants);
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV:
        return walk_descriptor(w, &parameter->as.descriptor);
    default:
        return true;
    }
}

static bool walk_parameters(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_rs_header *h = &w->p->header;
    dxki_yaml_node *list, *back;
    size_t count = h->parameter_count;
    if (!dxki_yaml_keyed_list(k, "Parameters", &count, count != 0, &list))
        return false;
    if (k->load) {
        w->p->parameters = DXKI_NEW_ARRAY(k->arena, dxk_root_parameter, count);
        if (!w->p->parameters)
            return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
        if (!dxki_yaml_keyed_count(k, "NumRootParameters", &h->parameter_count, count,
                                   PARAMETER_COUNT))
            return false;
        w->at = DXK_WIRE_SIZE_rs_header + count * DXK_WIRE_SIZE_rs_parameter;
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_rs_parameter, &w->p->parameters[i].header) ||
            !walk_content(w, &w->p->parameters[i]) || !dxki_yaml_keyed_leave(k, back))
            return false;
    return true;
}

static bool walk_samplers(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_root_signature *p = w->p;
    dxki_yaml_node *list, *back;
    size_t count = p->header.sampler_count;
    if (!k->load && count == 0)
        return true;
    if (!dxki_yaml_keyed_list(k, "Samplers", &count, false, &list))
        return false;
    if (k->load) {
        p->samplers = DXKI_NEW_ARRAY(k->arena, dxk_rs_sampler, count);
        if (!p->samplers)
            return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
        if (!dxki_yaml_keyed_count(k, "NumStaticSamplers", &p->header.sampler_count, count,
                                   SAMPLER_COUNT))
            return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_rs_sampler, &p->samplers[i]) ||
            !check_flags(w, p->samplers[i].flags, p->header.version >= DXK_RS_VERSION_1_2) ||
            !dxki_yaml_keyed_leave(k, back))
            return false;
    return true;
}

/* An offset, which if given must be the one that follows. */
static bool place(dxki_yaml_keyed *k, const char *key, uint32_t *offset, uint64_t computed)
{
    if (*offset == DXKI_COMPUTED || *offset == computed) {
        *offset = (uint32_t)computed;
        return true;
    }
    dxki_arg args[] = {dxki_text(dxki_str(key)), dxki_dec(computed)};
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, key, false);
    return dxki_yaml_keyed_report(k, node ? node : k->map, DXKI_RULE_YAML_TABLE, args, 2);
}

/* LOAD: where parameters and samplers are, once all are known. */
static bool lay_out(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_rs_header *h = &w->p->header;
    if (h->parameter_offset == 0 && h->parameter_count == 0)
        dxki_yaml_keyed_obey(k, "RootParametersOffset", 0, DXK_WIRE_SIZE_rs_header);
    else if (!place(k, "RootParametersOffset", &h->parameter_offset, DXK_WIRE_SIZE_rs_header))
        return false;
    bool nowhere = h->sampler_offset >= DXK_WIRE_SIZE_rs_header || h->parameter_count == 0;
    if (h->sampler_count || h->sampler_offset == DXKI_COMPUTED || !nowhere)
        return place(k, "StaticSamplersOffset", &h->sampler_offset, w->at);
    dxki_yaml_keyed_obey(k, "StaticSamplersOffset", h->sampler_offset,
                         w->at); /* it leads nowhere */
    return k->status == DXK_OK;
}

/* LOAD: the key that LLVM 20 had for the number of parameters. */
static bool load_old_count(walker *w)
{
    return !w->k->load ||
           dxki_yaml_keyed_number(w->k, "NumParameters", &w->p->header.parameter_count, 32, false);
}

bool dxki_yaml_keyed_root_signature(dxki_yaml_keyed *k, void *part)
{
    walker w = {.k = k, .p = part};
    return dxki_yaml_keyed_record(k, DXKI_KEYS_ID_rs_header, &w.p->header) && load_old_count(&w) &&
           walk_parameters(&w) && walk_samplers(&w) &&
           dxki_yaml_keyed_record(k, DXKI_KEYS_ID_rs_flags, &w.p->header) &&
           (!k->load || lay_out(&w));
}

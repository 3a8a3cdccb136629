/* SPDX-License-Identifier: MIT */
/*
 * signature.c - ISG1, OSG1, PSG1: elements of a signature, a record for each register row, and
 * the semantic names behind them. Source: DXContainer.rst, "ISG1, OSG1 and PSG1 parts".
 */
#include "parts/parts.h"

#define HEADER DXK_WIRE_SIZE_signature_header

static void resolve_name(dxki_codec *c, dxk_visit_field *field)
{
    if (field->show == DXK_SHOW_STR)
        dxki_string_at(c->in, field->number, &field->text);
}

bool dxki_codec_signature(dxki_codec *c, void *part)
{
    dxk_signature *p = part;
    c->resolve = resolve_name;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_signature_header, &p->header, 0, NULL))
        return false;
    if (p->header.offset < HEADER)
        return dxki_codec_bad(c, "offset", p->header.offset, "at least 8");
    if (p->header.offset > HEADER &&
        !dxki_codec_bytes(c, "before", &p->before, p->header.offset - HEADER))
        return false;
    if (!dxki_codec_records(c, "elements", DXK_RECORD_ID_signature_element, (void **)&p->elements,
                            p->header.count, DXK_WIRE_SIZE_signature_element,
                            DXK_WIRE_SIZE_signature_element, &p->raw))
        return false;
    return dxki_codec_table(c, "strings", &p->strings, DXKI_REST);
}

dxk_str dxk_signature_name(const dxk_signature *signature, size_t index)
{
    dxk_str name = {"", 0};
    if (index >= signature->header.count)
        return name;
    uint64_t strings = signature->header.offset +
                       (uint64_t)signature->header.count * DXK_WIRE_SIZE_signature_element;
    uint32_t offset = signature->elements[index].name;
    if (offset >= strings)
        dxki_string_at(signature->strings, offset - strings, &name);
    return name;
}

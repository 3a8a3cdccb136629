/* SPDX-License-Identifier: MIT */
/*
 * signature.c - elements of a signature, a record for each register row, and the semantic names
 * after them. Three sizes of records share one structure:
 *
 *   ISG1, OSG1, PSG1    stream, name ... masks, least precision     32 bytes
 *   OSG5                stream, name ... masks                      28 bytes
 *   ISGN, OSGN, PCSG            name ... masks                      24 bytes
 *
 * Source: DXContainer.rst, "ISG1, OSG1 and PSG1 parts"; the older ones are the same records cut.
 */
#include "parts/parts.h"

#include <assert.h>
#include <stddef.h>

#define HEADER DXK_WIRE_SIZE_signature_header

/* The older records lie in the structure of the newest one, from `stream` or `name` on. */
static_assert(offsetof(dxk_signature_element5, unused) == offsetof(dxk_signature_element, unused),
              "records of OSG5 and OSG1 begin alike");
static_assert(offsetof(dxk_signature_element4, unused) + offsetof(dxk_signature_element, name) ==
                  offsetof(dxk_signature_element, unused),
              "records of OSGN and OSG1 are alike from the name on");

static void resolve_name(dxki_codec *c, dxk_visit_field *field)
{
    if (field->show == DXK_SHOW_STR)
        dxki_codec_string_at(c->in, field->number, &field->text);
}

/* The elements as records `id`, the first of whose fields is at `member` of the structure. */
static bool walk_elements(dxki_codec *c, dxk_signature *p, dxk_record_id id, size_t member)
{
    size_t count = p->header.count;
    uint64_t size = (uint64_t)count * p->element_size;
    if (!dxki_codec_need(c, "elements", size))
        return false;
    if (c->mode == DXKI_READ) {
        p->elements = DXKI_NEW_ARRAY(c->arena, dxk_signature_element, count);
        p->raw = (dxk_bytes){c->in.data + c->pos, (size_t)size};
        if (!p->elements)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, "elements", count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!dxki_codec_element(c, "elements", i, id, (uint8_t *)&p->elements[i] + member, 0, NULL))
            return false;
    return dxki_codec_leave(c);
}

static bool walk(dxki_codec *c, dxk_signature *p, dxk_record_id id, size_t member)
{
    c->resolve = resolve_name;
    p->element_size = (uint32_t)dxk_record_wire_size(id);
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_signature_header, &p->header, 0, NULL))
        return false;
    if (p->header.offset < HEADER)
        return dxki_codec_bad(c, "offset", p->header.offset, "at least 8");
    if (p->header.offset > HEADER &&
        !dxki_codec_bytes(c, "before", &p->before, p->header.offset - HEADER))
        return false;
    return walk_elements(c, p, id, member) &&
           dxki_codec_table(c, "strings", &p->strings, DXKI_REST);
}

bool dxki_part_walk_signature(dxki_codec *c, void *part)
{
    return walk(c, part, DXK_RECORD_ID_signature_element, 0);
}

bool dxki_part_walk_signature4(dxki_codec *c, void *part)
{
    return walk(c, part, DXK_RECORD_ID_signature_element4, offsetof(dxk_signature_element, name));
}

bool dxki_part_walk_signature5(dxki_codec *c, void *part)
{
    return walk(c, part, DXK_RECORD_ID_signature_element5, offsetof(dxk_signature_element, stream));
}

dxk_str dxk_signature_name(const dxk_signature *signature, size_t index)
{
    dxk_str name = {"", 0};
    if (index >= signature->header.count)
        return name;
    uint64_t strings =
        signature->header.offset + (uint64_t)signature->header.count * signature->element_size;
    uint32_t offset = signature->elements[index].name;
    if (offset >= strings)
        dxki_codec_string_at(signature->strings, offset - strings, &name);
    return name;
}

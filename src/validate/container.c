/* SPDX-License-Identifier: MIT */
/*
 * container.c - parts: which may be there, which must be, and what can be told without making
 * them anew from the module (CONTAINER). Which file has the rest is told in container.h.
 */
#include "base/out.h"
#include "container/container.h"
#include "parts/parts.h"
#include "dxk/parts.h"
#include "validate/container.h"
#include "validate/families.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"

#define PART_TABLE 32 /* offset in the container */

static dxk_str fourcc_text(dxki_val *v, uint32_t fourcc)
{
    char *text = dxki_arena_alloc(&v->arena, 4);
    size_t size = 0;
    if (!text) {
        v->failed = true;
        return (dxk_str){"", 0};
    }
    for (; size < 4 && (fourcc >> 8 * size & 0xff); size++)
        text[size] = (char)(fourcc >> 8 * size);
    return (dxk_str){text, size};
}

static void invalid_part(dxki_val *v, uint32_t fourcc)
{
    dxki_val_error(v, DXKI_VR_CONTAINER_PARTINVALID,
                   DXKI_ARGS(dxki_val_arg_text(fourcc_text(v, fourcc))));
}

/* ---------------------------------------------------------------------------------------- */
/* Single parts                                                                               */

/* Two strings after the record, both ended by NUL, padded to a multiple of four. */
static bool is_version_good(dxk_bytes c)
{
    dxk_compiler_version version;
    size_t head = dxk_record_load(DXK_RECORD_ID_compiler_version, c, &version);
    uint32_t size = version.strings_size, strings = 0;
    if (head < DXK_WIRE_SIZE_compiler_version)
        return false;
    if (size == 0)
        return c.size == head;
    if ((((uint64_t)head + size + 3) & ~(uint64_t)3) != c.size)
        return false;
    const uint8_t *text = c.data + head;
    for (size_t i = size; i < c.size - head; i++)
        if (text[i])
            return false;
    for (uint32_t i = 0; i < size; i++)
        strings += text[i] == 0;
    return text[size - 1] == 0 && (strings == 1 || strings == 2);
}

/* False: nothing more is judged. */
static bool check_program(dxki_val *v, dxk_bytes content)
{
    const dxki_dxil_shader_model *model = &v->d->model;
    dxk_program_header h;
    dxki_container_program_header(content, &h);
    if (h.major_version == model->major && h.minor_version == model->minor)
        return true;
    dxki_val_error(v, DXKI_VR_SM_PROGRAMVERSION,
                   DXKI_ARGS(dxki_dec(h.major_version), dxki_dec(h.minor_version),
                             dxki_dec(model->major), dxki_dec(model->minor)));
    return false;
}

bool dxki_val_has_patch_signature(const dxki_val *v)
{
    return v->subject.kind == DXK_SHADER_KIND_HULL || v->subject.kind == DXK_SHADER_KIND_DOMAIN ||
           v->subject.kind == DXK_SHADER_KIND_MESH;
}

static void check_patch_signature(dxki_val *v, const dxk_part *part)
{
    if (dxki_val_has_patch_signature(v))
        dxki_val_check_signature(v, 2, part->content);
    else
        dxki_val_part_error(v, DXKI_VR_CONTAINER_PARTMATCHES, part->fourcc);
}

/* By kind of part. False: nothing more is judged. */
static bool check_content(dxki_val *v, const dxk_part *part)
{
    switch (part->fourcc) {
    case DXK_PART_ISG1:
        dxki_val_check_signature(v, 0, part->content);
        return true;
    case DXK_PART_OSG1:
        dxki_val_check_signature(v, 1, part->content);
        return true;
    case DXK_PART_PSG1:
        check_patch_signature(v, part);
        return true;
    case DXK_PART_PSV0:
        dxki_val_check_psv0(v, part->content);
        return true;
    case DXK_PART_SFI0:
        dxki_val_check_features(v, part->content);
        return true;
    case DXK_PART_RDAT:
        dxki_val_check_rdat(v, part->content);
        return true;
    case DXK_PART_VERS:
        if (!is_version_good(part->content))
            invalid_part(v, part->fourcc);
        return true;
    case DXK_PART_HASH:
        if (part->content.size != DXK_WIRE_SIZE_shader_hash)
            invalid_part(v, part->fourcc);
        return true;
    case DXK_PART_DXIL:
    case DXK_PART_ILDB:
        return check_program(v, part->content);
    default: /* RTS0 is judged when PSV0 is known */
        return true;
    }
}

/* False: nothing more is judged. */
static bool check_part(dxki_val *v, const dxk_part *part)
{
    uint8_t program = v->subject.is_lib ? DXKI_PART_LIBRARY : DXKI_PART_SHADER;
    if (dxki_part_kind_find(part->fourcc)->where & program)
        return check_content(v, part);
    invalid_part(v, part->fourcc);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The container                                                                              */

static bool is_needed(const dxki_val *v, const dxki_part_kind *kind)
{
    const dxki_dxil_entry *first = v->d->entries.items[0];
    if (kind->need == DXKI_PART_NEED_LIBRARY)
        return v->subject.is_lib;
    if (kind->need == DXKI_PART_NEED_PATCH)
        return !v->subject.is_lib && dxki_val_has_patch_signature(v) &&
               first->signatures[2].count > 0;
    return !v->subject.is_lib;
}

static void check_missing(dxki_val *v, const dxk_container *container)
{
    const dxki_part_kind *kind;
    v->report.program = PART_TABLE; /* where it should be listed */
    for (unsigned place = 1; (kind = dxki_part_kind_needed(place)) != NULL; place++) {
        dxki_val_at_name(v, fourcc_text(v, kind->fourcc));
        if (is_needed(v, kind) && !dxki_container_first(container, kind->fourcc))
            dxki_val_part_error(v, DXKI_VR_CONTAINER_PARTMISSING, kind->fourcc);
    }
    dxki_val_at_end(v);
}

static void check_root_signature(dxki_val *v, const dxk_container *container)
{
    size_t rts0 = dxk_container_find(container, DXK_PART_RTS0, 0);
    size_t psv0 = dxk_container_find(container, DXK_PART_PSV0, 0);
    if (v->subject.is_lib || rts0 == DXK_NO_PART || psv0 == DXK_NO_PART)
        return;
    v->report.part = dxk_container_part(container, rts0);
    dxki_val_check_root_signature(v, v->report.part->content,
                                  dxk_container_part(container, psv0)->content);
    v->report.part = NULL;
}

/* Is it the first part of its kind? */
static bool is_first(dxki_val *v, dxki_idset *seen, const dxk_container *container, size_t index)
{
    uint32_t fourcc = dxk_container_part(container, index)->fourcc;
    uint32_t hash = dxki_hash_end(dxki_hash_mix(0, fourcc)), pos = hash, id;
    while ((id = dxki_idset_next(seen, hash, &pos)) != 0) {
        if (dxk_container_part(container, id - 1)->fourcc == fourcc)
            return false;
    }
    if (!dxki_idset_add(v->ctx, seen, hash, (uint32_t)index + 1))
        v->failed = true;
    return true;
}

static bool check_parts(dxki_val *v, const dxk_container *container, dxki_idset *seen)
{
    size_t count = dxk_container_part_count(container);
    for (size_t i = 0; i < count && !v->failed; i++) {
        v->report.part = dxk_container_part(container, i);
        if (!is_first(v, seen, container, i))
            dxki_val_error(v, DXKI_VR_CONTAINER_PARTREPEATED,
                           DXKI_ARGS(dxki_val_arg_text(fourcc_text(v, v->report.part->fourcc))));
        else if (!check_part(v, v->report.part))
            return false;
    }
    v->report.part = NULL;
    return !v->failed;
}

void dxki_val_check_container(dxki_val *v, const dxk_container *container)
{
    dxki_idset seen = {NULL, 0, 0};
    if (check_parts(v, container, &seen)) {
        check_missing(v, container);
        check_root_signature(v, container);
    }
    v->report.part = NULL;
    dxki_idset_free(v->ctx, &seen);
}

/* SPDX-License-Identifier: MIT */
/*
 * container.c - parts: which may be there, which must be, and what can be told without making
 * them anew from the module (CONTAINER).
 */
#include "base/out.h"
#include "dxil/build.h"
#include "validate/validate.h"

#define PART(a, b, c, d) DXK_FOURCC(a, b, c, d)
#define ISG1             PART('I', 'S', 'G', '1')
#define OSG1             PART('O', 'S', 'G', '1')
#define PSG1             PART('P', 'S', 'G', '1')
#define SFI0             PART('S', 'F', 'I', '0')
#define PSV0             PART('P', 'S', 'V', '0')
#define RDAT             PART('R', 'D', 'A', 'T')
#define RTS0             PART('R', 'T', 'S', '0')

static void part_error(dxki_val *v, dxki_vrule rule, const char *name)
{
    dxki_verr(v, rule, DXKI_VARGS(dxki_vs(name)));
}

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
    dxki_verr(v, DXKI_VR_CONTAINER_PARTINVALID, DXKI_VARGS(dxki_vt(fourcc_text(v, fourcc))));
}

static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* ---------------------------------------------------------------------------------------- */
/* Single parts                                                                               */

static void check_features(dxki_val *v, dxk_bytes content)
{
    const dxki_entry *first = v->d->entries.items[0];
    uint64_t wanted = dxki_build_feature_bits(first->props.shader_flags);
    if (content.size != 8 ||
        (load32(content.data) | (uint64_t)load32(content.data + 4) << 32) != wanted)
        part_error(v, DXKI_VR_CONTAINER_PARTMATCHES, "Feature Info");
}

/* Two strings behind 16 bytes, both ended by NUL, padded to a multiple of four. */
static bool is_version_good(dxk_bytes c)
{
    if (c.size < 16)
        return false;
    uint32_t size = load32(c.data + 12), strings = 0;
    if (size == 0)
        return c.size == 16;
    if ((((uint64_t)size + 16 + 3) & ~(uint64_t)3) != c.size)
        return false;
    for (size_t i = size; i < c.size - 16; i++) {
        if (c.data[16 + i])
            return false;
    }
    for (uint32_t i = 0; i < size; i++)
        strings += c.data[16 + i] == 0;
    return c.data[16 + size - 1] == 0 && (strings == 1 || strings == 2);
}

/* False: nothing more is judged. */
static bool check_program(dxki_val *v, dxk_bytes content)
{
    const dxki_shader_model *model = &v->d->model;
    uint32_t version = content.size >= 4 ? load32(content.data) : 0;
    uint32_t major = version >> 4 & 15, minor = version & 15;
    if (major == model->major && minor == model->minor)
        return true;
    dxki_verr(
        v, DXKI_VR_SM_PROGRAMVERSION,
        DXKI_VARGS(dxki_vn(major), dxki_vn(minor), dxki_vn(model->major), dxki_vn(model->minor)));
    return false;
}

static bool has_patch_signature(const dxki_val *v)
{
    return v->kind == DXK_SHADER_KIND_HULL || v->kind == DXK_SHADER_KIND_DOMAIN ||
           v->kind == DXK_SHADER_KIND_MESH;
}

/* By kind of part. False: nothing more is judged. */
static bool check_part(dxki_val *v, const dxk_part *part)
{
    switch (part->fourcc) {
    case ISG1:
    case OSG1:
    case PSV0:
    case RTS0:
        if (v->is_lib)
            invalid_part(v, part->fourcc);
        return true;
    case PSG1:
        if (v->is_lib)
            invalid_part(v, part->fourcc);
        else if (!has_patch_signature(v))
            part_error(v, DXKI_VR_CONTAINER_PARTMATCHES, "Program Patch Constant Signature");
        return true;
    case SFI0:
        check_features(v, part->content);
        return true;
    case PART('V', 'E', 'R', 'S'):
        if (!v->is_lib || !is_version_good(part->content))
            invalid_part(v, part->fourcc);
        return true;
    case RDAT:
        if (!v->is_lib)
            invalid_part(v, part->fourcc);
        return true;
    case PART('H', 'A', 'S', 'H'):
        if (part->content.size != 20)
            invalid_part(v, part->fourcc);
        return true;
    case PART('D', 'X', 'I', 'L'):
    case PART('I', 'L', 'D', 'B'):
        return check_program(v, part->content);
    case PART('R', 'D', 'E', 'F'):
    case PART('S', 'T', 'A', 'T'):
    case PART('P', 'R', 'I', 'V'):
    case PART('I', 'L', 'D', 'N'):
        return true;
    default:
        invalid_part(v, part->fourcc);
        return true;
    }
}

/* ---------------------------------------------------------------------------------------- */

static void check_missing(dxki_val *v, const dxk_container *container)
{
    const dxki_entry *first = v->d->entries.items[0];
    const struct {
        uint32_t fourcc;
        const char *name;
        bool needed;
    } rows[] = {
        {RDAT, "Runtime Data (RDAT)", v->is_lib},
        {ISG1, "Program Input Signature", !v->is_lib},
        {OSG1, "Program Output Signature", !v->is_lib},
        {PSG1, "Program Patch Constant Signature",
         !v->is_lib && has_patch_signature(v) && first->signatures[2].count > 0},
        {SFI0, "Feature Info", !v->is_lib},
        {PSV0, "Pipeline State Validation", !v->is_lib},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].needed && dxk_container_find(container, rows[i].fourcc, 0) == DXK_NO_PART)
            part_error(v, DXKI_VR_CONTAINER_PARTMISSING, rows[i].name);
    }
}

void dxki_validate_container(dxki_val *v, const dxk_container *container)
{
    size_t count = dxk_container_part_count(container);
    for (size_t i = 0; i < count && !v->failed; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        v->part = part;
        if (dxk_container_find(container, part->fourcc, 0) < i)
            dxki_verr(v, DXKI_VR_CONTAINER_PARTREPEATED,
                      DXKI_VARGS(dxki_vt(fourcc_text(v, part->fourcc))));
        else if (!check_part(v, part))
            return;
    }
    v->part = NULL;
    check_missing(v, container);
}

/* SPDX-License-Identifier: MIT */
/*
 * container_shape.c - the shape of PSV0: sizes that add up to that of the part, records of the
 * sizes that the version has (CONTAINER.CONTENTINVALID, .CONTENTMATCHES).
 *
 * The sum is the reference's, which differs from the layout in two ways: it counts masks and tables
 * of all streams for every stage, and it counts in 32 bits, so that a number that is wrong in its
 * highest bits can still add up. What it lets through the part's reader judges.
 */
#include "validate/container.h"
#include "validate/run.h"

#include "spec/spec.h"
#include "wire/words.h"

/* Bytes of a version of a record. */
#define SIZE_OF(record, version)                                                                   \
    ((uint32_t)dxki_record_version_size(DXK_RECORD_ID_##record, version))

/* Sizes as the part states them. */
typedef struct shape {
    uint32_t info, resources, resource, strings_at, strings, element;
    bool has_elements;
} shape;

/* A walk over the part that only adds sizes up, in 32 bits, as the reference does. */
typedef struct walker {
    dxk_bytes part;
    uint32_t at;
    bool good;
} walker;

static void skip(walker *w, uint32_t size)
{
    w->at += size;
    w->good = w->good && w->at <= w->part.size;
}

static uint32_t number(walker *w)
{
    uint32_t value;
    bool fits = w->good && dxki_word_at(w->part, w->at, &value);
    skip(w, 4);
    return fits ? value : 0;
}

static uint32_t mask_words(uint32_t registers)
{
    return (registers + 7) / 8;
}

/* Masks and tables after the elements; those of all streams count, whatever the stage. */
static void skip_dependencies(walker *w, const dxk_psv_runtime_info *info)
{
    const uint8_t outputs[DXK_PSV_STREAMS] = {info->sig_output_vectors0, info->sig_output_vectors1,
                                              info->sig_output_vectors2, info->sig_output_vectors3};
    const dxk_bytes extra = {info->stage_extra, sizeof info->stage_extra};
    dxk_psv_patch_extra has; /* its first byte means the same for mesh shaders */
    dxk_record_load(DXK_RECORD_ID_psv_patch_extra, extra, &has);
    uint32_t inputs = info->sig_input_vectors, patch = has.patch_vectors;
    bool makes_patch =
        info->shader_stage == DXK_SHADER_KIND_HULL || info->shader_stage == DXK_SHADER_KIND_MESH;
    for (size_t i = 0; i < DXK_PSV_STREAMS; i++) {
        skip(w, info->uses_view_id ? 4 * mask_words(outputs[i]) : 0);
        skip(w, 4 * 4 * inputs * mask_words(outputs[i]));
    }
    if (makes_patch) {
        skip(w, info->uses_view_id ? 4 * mask_words(patch) : 0);
        skip(w, 4 * 4 * inputs * mask_words(patch));
    } else if (info->shader_stage == DXK_SHADER_KIND_DOMAIN) {
        skip(w, 4 * 4 * patch * mask_words(outputs[0]));
    }
}

static void walk_version_1(walker *w, shape *s, const dxk_psv_runtime_info *info)
{
    uint32_t elements = (uint32_t)info->sig_input_elements + info->sig_output_elements +
                        info->sig_patch_or_prim_elements;
    s->strings = number(w);
    w->good = w->good && s->strings % 4 == 0;
    s->strings_at = w->at;
    skip(w, s->strings);
    skip(w, 4 * number(w));
    s->has_elements = elements > 0;
    if (elements) {
        s->element = number(w);
        skip(w, elements * s->element);
    }
    skip_dependencies(w, info);
}

/* False: sizes do not add up to that of the part. */
static bool measure(dxk_bytes part, shape *s)
{
    walker w = {part, 0, true};
    dxk_psv_runtime_info info;
    *s = (shape){.info = number(&w)};
    uint32_t info_at = w.at;
    skip(&w, s->info);
    s->resources = number(&w);
    if (s->resources) {
        s->resource = number(&w);
        skip(&w, s->resources * s->resource);
    }
    const uint32_t enough = SIZE_OF(psv_runtime_info, 1);
    if (w.good && s->info >= enough) {
        if (part.size - info_at < enough)
            return false;
        dxk_record_load(DXK_RECORD_ID_psv_runtime_info, (dxk_bytes){part.data + info_at, enough},
                        &info);
        walk_version_1(&w, s, &info);
    }
    return w.good && w.at == part.size;
}

/* Records have the sizes of the version, strings an end. */
static bool check_sizes(dxki_val *v, dxk_bytes content, uint32_t version, const shape *s)
{
    uint32_t runtime = SIZE_OF(psv_runtime_info, version);
    uint32_t resource = SIZE_OF(psv_resource, version);
    uint64_t end = (uint64_t)s->strings_at + s->strings;
    if (s->info != runtime)
        dxki_val_psv0_differs(v, "PSVRuntimeInfoSize", dxki_dec(s->info), dxki_dec(runtime));
    else if (s->resources && s->resource != resource)
        dxki_val_psv0_differs(v, "PSVResourceBindInfoSize", dxki_dec(s->resource),
                              dxki_dec(resource));
    else if (s->has_elements && s->element != DXK_WIRE_SIZE_psv_element)
        dxki_val_psv0_differs(v, "PSVSignatureElementSize", dxki_dec(s->element),
                              dxki_dec(DXK_WIRE_SIZE_psv_element));
    else if (s->strings && (end > content.size || content.data[end - 1] != 0))
        dxki_val_psv0_invalid(v, "PSV part StringTable", NULL);
    else
        return true;
    return false;
}

bool dxki_val_check_psv0_shape(dxki_val *v, dxk_bytes content, uint32_t version)
{
    shape s;
    if (measure(content, &s))
        return check_sizes(v, content, version, &s);
    dxki_val_psv0_invalid(v, "DxilContainer", "PSV0 part");
    return false;
}

/* SPDX-License-Identifier: MIT */
/*
 * psv0.c - the layout of PSV0 (dxk/psv0.h has a picture). What is there depends on the version of
 * the runtime info, on the stage and on the counts in it:
 *
 *   part                             there when
 *   strings, indices                 version 1 and later
 *   element stride, elements         a signature has elements
 *   mask of the outputs, by stream   SV_ViewID is used and the stream has registers; streams
 *                                    after the first for geometry alone
 *   mask of patch or primitives      SV_ViewID is used; hull and mesh, with registers
 *   inputs to outputs, by stream     both have registers; not mesh; streams likewise
 *   inputs to patch constants        both have registers; hull
 *   patch constants to outputs       both have registers; domain
 *
 * Source: DXContainer.rst, "PSV0 part"; mesh as DirectXShaderCompiler writes it.
 */
#include "parts/parts.h"

#include "base/out.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

/* Bytes of the oldest version of a record. */
#define LEAST(record) ((uint32_t)dxki_record_version_size(DXK_RECORD_ID_##record, 0))

/* ---------------------------------------------------------------------------------------- */
/* References                                                                                 */

/* "0 1 2" for the semantic indices of the element that is being shown, which starts at c->pos. */
static dxk_str indices_text(dxki_codec *c, const dxk_psv0 *p)
{
    dxk_psv_element element;
    const uint32_t *indices;
    dxk_bytes left = {c->in.data + c->pos, c->in.size - c->pos};
    dxk_record_load(DXK_RECORD_ID_psv_element, left, &element);
    uint32_t count = dxk_psv0_element_indices(p, &element, &indices);
    return dxki_codec_list_text(indices, count, c->scratch, sizeof c->scratch);
}

static void resolve(dxki_codec *c, dxk_visit_field *field)
{
    const dxk_psv0 *p = c->part;
    if (field->show == DXK_SHOW_STR)
        dxki_codec_string_at(p->strings, field->number, &field->text);
    else if (field->show == DXK_SHOW_INTS)
        field->text = indices_text(c, p);
}

/*
 * READ: finds the string table before the runtime info is shown, which refers to it. Whatever is
 * wrong on the way is reported when the walk comes to it.
 */
static void find_strings(const dxki_codec *c, dxk_psv0 *p)
{
    uint64_t at = (uint64_t)c->pos + p->info_size;
    uint32_t count, stride, size;
    if (dxk_psv0_version(p) < 3 || !dxki_word_at(c->in, at, &count))
        return;
    at += 4;
    if (count) {
        if (!dxki_word_at(c->in, at, &stride) || stride > (c->in.size - c->pos) / count)
            return;
        at += 4 + (uint64_t)count * stride;
    }
    if (!dxki_word_at(c->in, at, &size) || size > c->in.size - at - 4)
        return;
    p->strings = (dxk_bytes){c->in.data + at + 4, size};
}

static bool check_name(dxki_codec *c, const dxk_psv0 *p, uint32_t offset, size_t pos)
{
    dxk_str name;
    if (c->mode == DXKI_WRITE || dxki_codec_string_at(p->strings, offset, &name))
        return true;
    dxki_arg args[] = {dxki_hex(offset), dxki_dec(p->strings.size)};
    return dxki_codec_warn(c, DXKI_RULE_PSV0_NAME, pos, "name", args, 2);
}

static bool check_element(dxki_codec *c, const dxk_psv0 *p, const dxk_psv_element *element,
                          size_t pos)
{
    const uint32_t *indices;
    if (!check_name(c, p, element->name, pos))
        return false;
    if (dxk_psv0_element_indices(p, element, &indices) == element->rows)
        return true;
    dxki_arg args[] = {dxki_dec(element->rows), dxki_dec(element->indices),
                       dxki_dec(p->index_count)};
    return dxki_codec_warn(c, DXKI_RULE_PSV0_INDICES, pos + DXKI_PLACE_OF(psv_element, indices),
                           "indices", args, 3);
}

/* ---------------------------------------------------------------------------------------- */
/* Runtime info and resources                                                                 */

/* The stage's own view of bytes of the runtime info that starts at `start`. */
static bool show_stage(dxki_codec *c, const dxk_psv0 *p, size_t start)
{
    const dxki_stage_view *view = dxki_stage_view_of(dxk_psv0_stage(p));
    dxk_bytes info = {p->info.stage_info, sizeof p->info.stage_info};
    dxk_bytes extra = {p->info.stage_extra, sizeof p->info.stage_extra};
    if (!view)
        return c->status == DXK_OK;
    return dxki_codec_variant(c, view->name, view->info, info,
                              start + DXKI_PLACE_OF(psv_runtime_info, stage_info)) &&
           (view->extra == DXK_RECORD_ID_none ||
            dxki_codec_variant(c, view->extra_name, view->extra, extra,
                               start + DXKI_PLACE_OF(psv_runtime_info, stage_extra)));
}

static bool walk_info(dxki_codec *c, dxk_psv0 *p)
{
    if (!dxki_codec_u32(c, "info_size", &p->info_size, DXK_SHOW_SIZE, DXK_ENUM_ID_none))
        return false;
    if (p->info_size < LEAST(psv_runtime_info)) {
        dxki_arg args[] = {dxki_dec(p->info_size), dxki_dec(LEAST(psv_runtime_info))};
        return dxki_codec_fail(c, DXKI_RULE_PSV0_INFO_SIZE, c->pos - 4, "info_size", args, 2);
    }
    if (c->mode == DXKI_READ)
        find_strings(c, p);
    size_t start = c->pos;
    char digit = (char)('0' + dxk_psv0_version(p));
    return dxki_codec_fact(c, "version", (dxk_str){&digit, 1}) &&
           dxki_codec_record(c, "info", DXK_RECORD_ID_psv_runtime_info, &p->info, p->info_size,
                             &p->info_tail) &&
           show_stage(c, p, start);
}

/* A field with the size of the records that follow, at least `least`. */
static bool walk_stride(dxki_codec *c, const char *name, const char *records, uint32_t *stride,
                        uint32_t least)
{
    if (!dxki_codec_u32(c, name, stride, DXK_SHOW_SIZE, DXK_ENUM_ID_none))
        return false;
    if (*stride >= least)
        return true;
    dxki_arg args[] = {dxki_text(dxki_str(records)), dxki_dec(*stride), dxki_dec(least)};
    return dxki_codec_fail(c, DXKI_RULE_PSV0_STRIDE, c->pos - 4, name, args, 3);
}

static bool walk_resources(dxki_codec *c, dxk_psv0 *p)
{
    if (!dxki_codec_u32(c, "resource_count", &p->resource_count, DXK_SHOW_SIZE, DXK_ENUM_ID_none))
        return false;
    if (p->resource_count == 0)
        return true;
    return walk_stride(c, "resource_stride", "resources", &p->resource_stride,
                       LEAST(psv_resource)) &&
           dxki_codec_records(c, "resources", DXK_RECORD_ID_psv_resource, (void **)&p->resources,
                              p->resource_count, p->resource_stride, LEAST(psv_resource),
                              &p->resource_bytes);
}

/* ---------------------------------------------------------------------------------------- */
/* Tables of version 1                                                                        */

static bool walk_strings(dxki_codec *c, dxk_psv0 *p)
{
    if (!dxki_codec_u32(c, "strings_size", &p->strings_size, DXK_SHOW_SIZE, DXK_ENUM_ID_none))
        return false;
    if (p->strings_size % 4) {
        dxki_arg args[] = {dxki_dec(p->strings_size)};
        return dxki_codec_fail(c, DXKI_RULE_PSV0_STRINGS, c->pos - 4, "strings_size", args, 1);
    }
    return (p->strings_size == 0 || dxki_codec_table(c, "strings", &p->strings, p->strings_size)) &&
           (dxk_psv0_version(p) < 3 || check_name(c, p, p->info.entry_name, c->pos)) &&
           dxki_codec_u32(c, "index_count", &p->index_count, DXK_SHOW_SIZE, DXK_ENUM_ID_none) &&
           (p->index_count == 0 ||
            dxki_codec_u32s(c, "indices", &p->indices, p->index_count, DXK_SHOW_SIZE));
}

static bool walk_signature(dxki_codec *c, dxk_psv0 *p, dxk_psv_signature signature)
{
    static const char *const names[] = {"input_elements", "output_elements",
                                        "patch_or_prim_elements"};
    uint32_t count = dxk_psv0_element_count(p, signature);
    size_t start = c->pos;
    if (count == 0)
        return true;
    if (!dxki_codec_records(c, names[signature], DXK_RECORD_ID_psv_element,
                            (void **)&p->elements[signature], count, p->element_stride,
                            LEAST(psv_element), &p->element_bytes[signature]))
        return false;
    if (c->mode == DXKI_WRITE)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (!check_element(c, p, &p->elements[signature][i], start + (size_t)i * p->element_stride))
            return false;
    return true;
}

static bool walk_elements(dxki_codec *c, dxk_psv0 *p)
{
    if (!p->info.sig_input_elements && !p->info.sig_output_elements &&
        !p->info.sig_patch_or_prim_elements)
        return true;
    return walk_stride(c, "element_stride", "signature elements", &p->element_stride,
                       LEAST(psv_element)) &&
           walk_signature(c, p, DXK_PSV_INPUT) && walk_signature(c, p, DXK_PSV_OUTPUT) &&
           walk_signature(c, p, DXK_PSV_PATCH_OR_PRIM);
}

/* ---------------------------------------------------------------------------------------- */
/* Dependencies                                                                               */

/* READ: room for `count` words that must be in the part. */
static bool prepare_words(dxki_codec *c, const char *name, uint32_t **words, size_t count)
{
    if (!dxki_codec_need(c, name, 4 * (uint64_t)count))
        return false;
    if (c->mode == DXKI_WRITE)
        return *words || dxki_codec_check(c, DXK_E_ARGUMENT);
    *words = DXKI_NEW_ARRAY(c->arena, uint32_t, count);
    return *words || dxki_codec_check(c, dxki_nomem(c->ctx));
}

/* A mask over `vectors` registers, as element `index` of a list. */
static bool walk_mask(dxki_codec *c, const char *name, size_t index, uint32_t **words,
                      uint32_t vectors)
{
    size_t count = (vectors + 7) / 8;
    return prepare_words(c, name, words, count) && dxki_codec_set(c, name, index, *words, count);
}

/* The rows of a table, one for each component of `inputs` registers. */
static bool walk_rows(dxki_codec *c, const char *name, uint32_t **words, uint32_t inputs,
                      uint32_t outputs)
{
    size_t rows = 4 * (size_t)inputs, row_words = (outputs + 7) / 8;
    if (!prepare_words(c, name, words, rows * row_words) || !dxki_codec_enter_list(c, name, rows))
        return false;
    for (size_t i = 0; i < rows; i++)
        if (!dxki_codec_set(c, name, i, *words + i * row_words, row_words))
            return false;
    return dxki_codec_leave(c);
}

/* Streams that have masks and tables. Other stages than geometry could declare registers for
 * more than the first, but those have none. */
static uint32_t stream_count(const dxk_psv0 *p)
{
    return dxk_psv0_stage(p) == DXK_SHADER_KIND_GEOMETRY ? DXK_PSV_STREAMS : 1;
}

/* Number of those with registers. */
static uint32_t used_streams(const dxk_psv0 *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < stream_count(p); i++)
        count += dxk_psv0_output_vectors(p, i) > 0;
    return count;
}

static bool walk_view_id(dxki_codec *c, dxk_psv0 *p)
{
    uint32_t count = used_streams(p), stage = dxk_psv0_stage(p);
    uint32_t vectors = dxk_psv0_patch_or_prim_vectors(p);
    if (count) {
        if (!dxki_codec_enter_list(c, "view_id_to_output", count))
            return false;
        for (uint32_t i = 0; i < stream_count(p); i++) {
            uint32_t outputs = dxk_psv0_output_vectors(p, i);
            if (outputs && !walk_mask(c, "view_id_to_output", i, &p->view_id_to_output[i], outputs))
                return false;
        }
        if (!dxki_codec_leave(c))
            return false;
    }
    if (vectors == 0 || stage == DXK_SHADER_KIND_DOMAIN)
        return true;
    return walk_mask(c, "view_id_to_patch_or_prim", DXK_NO_INDEX, &p->view_id_to_patch_or_prim,
                     vectors);
}

static bool walk_input_to_output(dxki_codec *c, dxk_psv0 *p)
{
    uint32_t count = used_streams(p), inputs = dxk_psv0_input_vectors(p);
    if (dxk_psv0_stage(p) == DXK_SHADER_KIND_MESH || count == 0 || inputs == 0)
        return true;
    if (!dxki_codec_enter_list(c, "input_to_output", count))
        return false;
    for (uint32_t i = 0; i < stream_count(p); i++) {
        uint32_t outputs = dxk_psv0_output_vectors(p, i);
        if (outputs && !(dxki_codec_enter(c, "input_to_output", i, "") &&
                         walk_rows(c, "inputs", &p->input_to_output[i], inputs, outputs) &&
                         dxki_codec_leave(c)))
            return false;
    }
    return dxki_codec_leave(c);
}

/* Tables between patch constants and the other signatures. */
static bool walk_patch(dxki_codec *c, dxk_psv0 *p)
{
    uint32_t patch = dxk_psv0_patch_or_prim_vectors(p);
    uint32_t inputs = dxk_psv0_input_vectors(p), outputs = dxk_psv0_output_vectors(p, 0);
    if (dxk_psv0_stage(p) == DXK_SHADER_KIND_HULL && patch && inputs)
        return walk_rows(c, "input_to_patch", &p->input_to_patch, inputs, patch);
    if (dxk_psv0_stage(p) == DXK_SHADER_KIND_DOMAIN && patch && outputs)
        return walk_rows(c, "patch_to_output", &p->patch_to_output, patch, outputs);
    return true;
}

static bool walk_rest(dxki_codec *c, dxk_psv0 *p)
{
    if (c->mode == DXKI_READ && c->pos < c->in.size) {
        dxki_arg args[] = {dxki_dec(c->in.size - c->pos)};
        if (!dxki_codec_warn(c, DXKI_RULE_PSV0_REST, c->pos, "rest", args, 1))
            return false;
    }
    return dxki_codec_rest(c, "rest", &p->rest);
}

bool dxki_part_walk_psv0(dxki_codec *c, void *part)
{
    dxk_psv0 *p = part;
    c->part = p;
    c->resolve = resolve;
    if (!walk_info(c, p) || !walk_resources(c, p))
        return false;
    if (dxk_psv0_version(p) == 0)
        return walk_rest(c, p);
    return walk_strings(c, p) && walk_elements(c, p) &&
           (!p->info.uses_view_id || walk_view_id(c, p)) && walk_input_to_output(c, p) &&
           walk_patch(c, p) && walk_rest(c, p);
}

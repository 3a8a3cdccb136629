/* SPDX-License-Identifier: MIT */
/*
 * key_psv0.c - LLVM's schema for PSV0. Names stand in the elements and indices likewise; the
 * tables that hold them in the file are built anew, or taken from the keys StringTable and
 * SemanticIndices when the document has them and all names are in it. LLVM prints the first of
 * these for its readers, and ignores it. See keyed.h.
 */
#include "yaml/keyed.h"
#include "yaml/strings.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

#define INFO_LEAST    24u /* bytes of runtime info */
#define STRIDE_OLD    16u /* bytes of a resource before version 2 */
#define STRIDE_NEWEST 24u /* what LLVM prints when there are no resources */
#define VERSION_LLVM  3u  /* the newest that LLVM knows */
#define BY_ELEMENT    "ByElement"
#define INDICES_MOST  (255u * 255u)

/* A walk. LOAD: what the document says of each element, in order of the signatures. */
typedef struct walker {
    dxki_yaml_keyed *k;
    dxk_psv0 *p;
    uint32_t version, stage;
    dxk_str entry;
    struct {
        dxk_str name;
        uint32_t *indices;
        size_t count;
        dxk_psv_element *element;
    } * elements;
    size_t element_count;
    dxki_yaml_given_table strings;
    bool by_element, have_indices;
} walker;

/* Bytes of a version of the runtime info. */
static uint32_t info_size_of(uint32_t version)
{
    return (uint32_t)dxki_record_version_size(DXK_RECORD_ID_psv_runtime_info, version);
}

/* ---------------------------------------------------------------------------------------- */
/* Runtime info                                                                               */

/* One record that lies in bytes of another. */
static bool nested(dxki_yaml_keyed *k, dxk_record_id id, uint8_t *bytes, size_t size)
{
    union {
        uint64_t align;
        uint8_t bytes[64];
    } record;
    memset(&record, 0, sizeof record);
    dxk_record_load(id, (dxk_bytes){bytes, size}, &record);
    if (!dxki_yaml_keyed_record(k, dxki_yaml_keyed_list_of(id), &record))
        return false;
    if (k->load)
        dxk_record_store(id, &record, bytes, size);
    return true;
}

static bool walk_stage(walker *w, bool extra)
{
    const dxki_stage_view *view = dxki_stage_view_of(w->stage);
    dxk_psv_runtime_info *info = &w->p->info;
    if (!view || (extra && view->extra == DXK_RECORD_ID_none))
        return true;
    return extra ? nested(w->k, view->extra, info->stage_extra, sizeof info->stage_extra)
                 : nested(w->k, view->info, info->stage_info, sizeof info->stage_info);
}

static bool walk_output_vectors(walker *w)
{
    dxk_psv_runtime_info *info = &w->p->info;
    uint8_t *vectors[DXK_PSV_STREAMS] = {&info->sig_output_vectors0, &info->sig_output_vectors1,
                                         &info->sig_output_vectors2, &info->sig_output_vectors3};
    uint32_t words[DXK_PSV_STREAMS], *list = words;
    size_t count = DXK_PSV_STREAMS;
    for (size_t i = 0; i < count; i++)
        words[i] = *vectors[i];
    if (!dxki_yaml_keyed_words(w->k, "SigOutputVectors", &list, &count, false, true))
        return false;
    for (size_t i = 0; w->k->load && i < DXK_PSV_STREAMS; i++) {
        uint32_t value = i < count ? list[i] : 0;
        dxki_arg args[] = {dxki_dec(value), dxki_dec(8)};
        if (value > UINT8_MAX)
            return dxki_yaml_keyed_report(w->k, w->k->found, DXKI_RULE_YAML_RANGE, args, 2);
        *vectors[i] = (uint8_t)value;
    }
    return true;
}

/* Keys of later versions are taken, and mean nothing. */
static bool skip_later(walker *w)
{
    static const struct {
        uint32_t since;
        const char *key;
    } later[] = {{2, "NumThreadsX"}, {2, "NumThreadsY"}, {2, "NumThreadsZ"}, {3, "EntryName"}};
    for (size_t i = 0; w->k->load && i < DXKI_COUNT(later); i++)
        if (w->version < later[i].since &&
            !dxki_yaml_keyed_unwritten(w->k, later[i].key, "the version has no place for it"))
            return false;
    return true;
}

static bool walk_versions(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_psv_runtime_info *info = &w->p->info;
    if (w->version >= 1 &&
        (!dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_view, info) || !walk_stage(w, true) ||
         !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_inputs, info) || !walk_output_vectors(w)))
        return false;
    if (w->version >= 2 && !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_threads, info))
        return false;
    if (w->version >= 3) {
        k->text = w->entry;
        if (!dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_entry, info))
            return false;
        w->entry = k->text;
    }
    return (w->version < 4 || dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_shared, info)) &&
           skip_later(w);
}

static bool walk_info(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    uint32_t shown = w->version;
    if (!k->load && !k->extras && shown > VERSION_LLVM) {
        if (k->schema == DXK_YAML_DXK) /* with a key of ours */
            return dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
        shown = w->version = VERSION_LLVM;
    }
    if (!dxki_yaml_keyed_number(k, "Version", &shown, 32, true) ||
        !dxki_yaml_keyed_number(k, "ShaderStage", &w->stage, 8, true))
        return false;
    if (k->load) {
        w->version = shown;
        if (shown > dxki_record_version(DXK_RECORD_ID_psv_runtime_info, SIZE_MAX)) {
            dxki_arg args[] = {dxki_text(dxki_str("a version from 0 to 4"))};
            return dxki_yaml_keyed_report(k, k->found, DXKI_RULE_YAML_TYPE, args, 1);
        }
        w->p->info_size = info_size_of(shown);
        w->p->info.shader_stage = (uint8_t)w->stage;
    }
    return walk_stage(w, false) && dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_lanes, &w->p->info) &&
           walk_versions(w);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources and elements                                                                     */

static bool walk_resources(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_psv0 *p = w->p;
    dxki_yaml_node *list, *back;
    size_t count = p->resource_count;
    if (!dxki_yaml_keyed_list(k, "Resources", &count, false, &list))
        return false;
    if (k->load) {
        p->resource_count = (uint32_t)count;
        p->resources = DXKI_NEW_ARRAY(k->arena, dxk_psv_resource, count);
        if (!p->resources)
            return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_resource0, &p->resources[i]) ||
            (w->version >= 2 &&
             !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_resource2, &p->resources[i])) ||
            !dxki_yaml_keyed_leave(k, back))
            return false;
    return true;
}

static bool walk_element(walker *w, dxk_psv_element *element)
{
    dxki_yaml_keyed *k = w->k;
    dxk_str name = k->load ? (dxk_str){NULL, 0} : dxk_psv0_element_name(w->p, element);
    const uint32_t *stored = NULL;
    size_t count = k->load ? 0 : dxk_psv0_element_indices(w->p, element, &stored);
    uint32_t *indices = dxki_arena_zalloc(k->arena, count, sizeof *indices);
    if (!indices)
        return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    if (count)
        memcpy(indices, stored, count * sizeof *indices);
    if (!dxki_yaml_keyed_text(k, "Name", &name, true) ||
        !dxki_yaml_keyed_words(k, "Indices", &indices, &count, false, true))
        return false;
    if (k->load) {
        dxki_arg args[] = {dxki_dec(count), dxki_dec(8)};
        if (count > UINT8_MAX)
            return dxki_yaml_keyed_report(k, k->found, DXKI_RULE_YAML_RANGE, args, 2);
        element->rows = (uint8_t)count;
        w->elements[w->element_count].name = name;
        w->elements[w->element_count].indices = indices;
        w->elements[w->element_count].count = count;
        w->elements[w->element_count++].element = element;
    }
    return dxki_yaml_keyed_record(k, DXKI_KEYS_ID_psv_element, element);
}

static bool walk_elements(walker *w, const char *key, dxk_psv_signature signature,
                          uint8_t *stored_count)
{
    dxki_yaml_keyed *k = w->k;
    dxki_yaml_node *list, *back;
    size_t count = *stored_count;
    if (!dxki_yaml_keyed_list(k, key, &count, false, &list))
        return false;
    if (k->load) {
        dxki_arg args[] = {dxki_dec(count), dxki_dec(8)};
        if (count > UINT8_MAX)
            return dxki_yaml_keyed_report(k, list, DXKI_RULE_YAML_RANGE, args, 2);
        *stored_count = (uint8_t)count;
        w->p->elements[signature] = DXKI_NEW_ARRAY(k->arena, dxk_psv_element, count);
        if (!w->p->elements[signature])
            return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    }
    for (size_t i = 0; i < count; i++)
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !walk_element(w, &w->p->elements[signature][i]) || !dxki_yaml_keyed_leave(k, back))
            return false;
    return true;
}

/* LOAD: LLVM 17 has the numbers of elements alone, and writes nothing after the resources. */
static bool has_numbers(const walker *w)
{
    const dxki_yaml_node *node =
        w->k->load ? dxki_yaml_keyed_find(w->k, "SigInputElements", false) : NULL;
    return node && node->kind == DXKI_NODE_TEXT && !dxki_yaml_node_is_empty(node);
}

/* The runtime info is written with its numbers at last, the rest by none. */
static bool load_numbers(walker *w)
{
    dxk_psv_runtime_info *info = &w->p->info;
    uint8_t bytes[DXK_WIRE_SIZE_psv_runtime_info];
    uint32_t counts[3] = {0, 0, 0};
    if (!dxki_yaml_keyed_number(w->k, "SigInputElements", &counts[0], 8, true) ||
        !dxki_yaml_keyed_number(w->k, "SigOutputElements", &counts[1], 8, true) ||
        !dxki_yaml_keyed_number(w->k, "SigPatchConstOrPrimElements", &counts[2], 8, true))
        return false;
    info->sig_input_elements = (uint8_t)counts[0];
    info->sig_output_elements = (uint8_t)counts[1];
    info->sig_patch_or_prim_elements = (uint8_t)counts[2];
    dxk_record_store(DXK_RECORD_ID_psv_runtime_info, info, bytes, sizeof bytes);
    for (size_t at = INFO_LEAST; at < info_size_of(1); at += 4)
        if (!dxki_yaml_keyed_force(w->k, dxki_word_get(bytes, at / 4), 4 + at, 4))
            return false;
    memset(info->stage_extra, 0, sizeof info->stage_extra);
    info->sig_input_elements = info->sig_output_elements = info->sig_patch_or_prim_elements = 0;
    info->sig_input_vectors = info->sig_output_vectors0 = info->sig_output_vectors1 = 0;
    info->sig_output_vectors2 = info->sig_output_vectors3 = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Masks and maps                                                                             */

/* LOAD: makes what the document gives as long as the part wants it. */
static bool fit(walker *w, uint32_t **words, size_t count, size_t wanted)
{
    uint32_t *fitted;
    if (!w->k->load)
        return true;
    if (count != wanted) {
        dxki_arg args[] = {dxki_dec(count), dxki_dec(wanted)};
        if (!dxki_yaml_keyed_report(w->k, w->k->found ? w->k->found : w->k->map,
                                    DXKI_RULE_YAML_LENGTH, args, 2))
            return false;
    }
    fitted = DXKI_NEW_ARRAY(w->k->arena, uint32_t, wanted);
    if (!fitted)
        return dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx));
    if (count && wanted)
        memcpy(fitted, *words, (count < wanted ? count : wanted) * sizeof **words);
    *words = fitted;
    return true;
}

static size_t words_of(uint32_t vectors)
{
    return (vectors + 7) / 8;
}

static bool walk_map(walker *w, const char *key, uint32_t **words, size_t wanted)
{
    size_t count = w->k->load || !*words ? 0 : wanted;
    if (!w->k->load && w->k->brief && !count)
        return true;
    return dxki_yaml_keyed_words(w->k, key, words, &count, true, false) &&
           fit(w, words, count, wanted);
}

/* A list of a list for each stream; `rows` is how many rows of masks each has. */
static bool walk_streams(walker *w, const char *key, uint32_t **words, size_t rows)
{
    dxki_yaml_keyed *k = w->k;
    dxki_yaml_node *list;
    size_t count = 0;
    for (size_t i = 0; i < DXK_PSV_STREAMS; i++)
        count += words[i] ? rows * words_of(dxk_psv0_output_vectors(w->p, (uint32_t)i)) : 0;
    if (!k->load && k->brief && !count)
        return true;
    if (!dxki_yaml_keyed_list(k, key, &count, false, &list))
        return false;
    for (size_t i = 0; i < DXK_PSV_STREAMS; i++) {
        size_t wanted = rows * words_of(dxk_psv0_output_vectors(w->p, (uint32_t)i));
        size_t given = k->load || !words[i] ? 0 : wanted;
        if (!dxki_yaml_keyed_words_element(k, list, i, &words[i], &given) ||
            !fit(w, &words[i], given, wanted))
            return false;
    }
    return true;
}

static bool walk_masks(walker *w)
{
    dxk_psv0 *p = w->p;
    uint32_t inputs = dxk_psv0_input_vectors(p), outputs = dxk_psv0_output_vectors(p, 0);
    uint32_t patch = p->info.stage_extra[0];
    bool hull = w->stage == DXK_SHADER_KIND_HULL, domain = w->stage == DXK_SHADER_KIND_DOMAIN;
    bool mesh = w->stage == DXK_SHADER_KIND_MESH;
    bool more = mesh && (w->k->load || (w->k->extras && patch));
    if (p->info.uses_view_id &&
        (!walk_streams(w, "OutputVectorMasks", p->view_id_to_output, 1) ||
         ((hull || more) &&
          !walk_map(w, "PatchOrPrimMasks", &p->view_id_to_patch_or_prim, words_of(patch)))))
        return false;
    return walk_streams(w, "InputOutputMap", p->input_to_output, mesh ? 0 : 4 * (size_t)inputs) &&
           (!hull || walk_map(w, "InputPatchMap", &p->input_to_patch,
                              4 * (size_t)inputs * words_of(patch))) &&
           (!domain || walk_map(w, "PatchOutputMap", &p->patch_to_output,
                                4 * (size_t)patch * words_of(outputs)));
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

/* Where the first element without a name has its empty one. */
static uint32_t empty_name(const dxk_psv0 *p)
{
    for (int s = DXK_PSV_INPUT; s <= DXK_PSV_PATCH_OR_PRIM; s++)
        for (uint32_t i = 0; i < dxk_psv0_element_count(p, (dxk_psv_signature)s); i++) {
            const dxk_psv_element *element = dxk_psv0_element(p, (dxk_psv_signature)s, i);
            if (dxk_psv0_element_name(p, element).size == 0)
                return element->name;
        }
    return DXKI_COMPUTED;
}

/* The table as DXC writes it: a name for each element, the same ones again and again, and the
 * entry point's. */
static bool strings_by_element(walker *w, const dxk_str *texts, size_t count, uint32_t *offsets)
{
    size_t size = 1;
    for (size_t i = 0; i < count; i++)
        size += texts[i].size ? texts[i].size + 1 : 0;
    uint8_t *table = dxki_arena_zalloc(w->k->arena, 1, size + 3);
    if (!table)
        return dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx));
    w->p->strings = (dxk_bytes){table, (size + 3) & ~(size_t)3};
    size = 1;
    for (size_t i = 0; i < count; i++) {
        offsets[i] = texts[i].size ? (uint32_t)size : 0;
        if (texts[i].size) {
            memcpy(table + size, texts[i].data, texts[i].size);
            size += texts[i].size + 1;
        }
    }
    return true;
}

/* StringTable: strings that the document lists, or the word for DXC's table. */
static bool load_strings(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, "StringTable", false);
    if (!node || node->kind != DXKI_NODE_TEXT || dxki_yaml_node_is_empty(node)) {
        bool ok = dxki_yaml_keyed_load_table(k, &w->strings);
        w->strings.bytes.size = (w->strings.bytes.size + 3) & ~(size_t)3;
        return ok;
    }
    dxki_arg args[] = {dxki_text(dxki_str("'" BY_ELEMENT "', or a list of strings"))};
    w->by_element = dxki_yaml_str_equal(node->as.text, dxki_str(BY_ELEMENT));
    return w->by_element || dxki_yaml_keyed_report(k, node, DXKI_RULE_YAML_TYPE, args, 1);
}

static bool show_tables(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    dxk_psv0 *p = w->p;
    size_t count = p->index_count;
    uint32_t empty = k->extras < 2 ? DXKI_COMPUTED : empty_name(p);
    bool newest = k->schema <= DXK_YAML_LLVM && !k->brief;
    dxk_str word = dxki_str(BY_ELEMENT);
    if (k->brief && k->extras == 2)
        return dxki_yaml_keyed_text(k, "StringTable", &word, true);
    return (!newest || dxki_yaml_keyed_number(k, "RuntimeInfoSize", &p->info_size, 32, true)) &&
           ((!newest && k->extras < 2) || dxki_yaml_keyed_show_table(k, p->strings, empty)) &&
           (k->extras < 4 ||
            dxki_yaml_keyed_words(k, "SemanticIndices", &p->indices, &count, false, false));
}

/* LOAD: a size of the runtime info that is not the version's; zeros fill it up. */
static bool load_info_size(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    uint32_t size = DXKI_COMPUTED, computed = w->p->info_size;
    if (!dxki_yaml_keyed_number(k, "RuntimeInfoSize", &size, 32, false))
        return false;
    w->p->info_size = dxki_yaml_keyed_obey(k, "RuntimeInfoSize", size, computed);
    size = w->p->info_size;
    if (size < INFO_LEAST || size > k->ctx->limits.inflated) {
        dxki_arg args[] = {dxki_text(dxki_str("a size from 24 on"))};
        return dxki_yaml_keyed_report(k, k->found, DXKI_RULE_YAML_TYPE, args, 1);
    }
    if (size <= DXK_WIRE_SIZE_psv_runtime_info || size == computed)
        return k->status == DXK_OK;
    size -= DXK_WIRE_SIZE_psv_runtime_info;
    w->p->info_tail = (dxk_bytes){dxki_arena_zalloc(k->arena, 1, size), size};
    return w->p->info_tail.data || dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
}

static bool walk_tables(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    size_t count = 0;
    if (!k->load)
        return show_tables(w);
    if (!load_info_size(w))
        return false;
    w->have_indices = dxki_yaml_keyed_find(k, "SemanticIndices", false) != NULL;
    if (!load_strings(w) ||
        !dxki_yaml_keyed_words(k, "SemanticIndices", &w->p->indices, &count, false, false))
        return false;
    w->p->index_count = (uint32_t)count;
    return true;
}

static bool is_table(const dxki_yaml_given_table *table, dxk_bytes bytes)
{
    return table->bytes.size == bytes.size &&
           (bytes.size == 0 || memcmp(table->bytes.data, bytes.data, bytes.size) == 0);
}

/* In LLVM's table, unless the document has another one. */
static bool find_names(walker *w, const dxk_str *texts, size_t count, uint32_t *offsets)
{
    dxk_bytes *table = &w->p->strings;
    if (w->by_element)
        return strings_by_element(w, texts, count, offsets);
    if (!dxki_yaml_strings_merge(w->k->arena, texts, count, offsets, table))
        return dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx));
    if (!w->strings.given || (w->strings.empty == DXKI_COMPUTED && is_table(&w->strings, *table)))
        return true;
    if (dxki_yaml_keyed_find_names(w->k, &w->strings, texts, count, offsets)) {
        *table = w->strings.bytes;
        return true;
    }
    return w->k->status == DXK_OK &&
           (dxki_yaml_strings_merge(w->k->arena, texts, count, offsets, table) ||
            dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx)));
}

static bool place_names(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    size_t count = w->element_count;
    dxk_str *texts = DXKI_NEW_ARRAY(k->arena, dxk_str, count + 1);
    uint32_t *offsets = DXKI_NEW_ARRAY(k->arena, uint32_t, count + 1);
    if (!texts || !offsets)
        return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    for (size_t i = 0; i < count; i++)
        texts[i] = w->elements[i].name;
    texts[count] = w->entry;
    if (!find_names(w, texts, count + (w->version >= 3), offsets))
        return false;
    for (size_t i = 0; i < count; i++)
        w->elements[i].element->name = offsets[i];
    w->p->info.entry_name = offsets[count];
    w->p->strings_size = (uint32_t)w->p->strings.size;
    return true;
}

/* Finds the run of each element in the table, or puts it at the end. */
static bool place_indices(walker *w)
{
    dxk_psv0 *p = w->p;
    size_t size = w->have_indices ? p->index_count : 0, most = size;
    for (size_t i = 0; i < w->element_count; i++)
        most += w->elements[i].count;
    uint32_t *table = DXKI_NEW_ARRAY(w->k->arena, uint32_t, most);
    if (!table)
        return dxki_yaml_keyed_check(w->k, dxki_nomem(w->k->ctx));
    if (size)
        memcpy(table, p->indices, size * sizeof *table);
    for (size_t i = 0; i < w->element_count; i++) {
        size_t count = w->elements[i].count;
        size_t at = dxki_yaml_find_run(table, size, w->elements[i].indices, count);
        if (at == SIZE_MAX) {
            at = size;
            memcpy(table + size, w->elements[i].indices, count * sizeof *table);
            size += count;
        }
        w->elements[i].element->indices = (uint32_t)at;
    }
    p->indices = table;
    p->index_count = (uint32_t)size;
    return true;
}

/* LOAD: without resources the stride is not in the file. */
static bool check_no_resources(walker *w)
{
    uint32_t stride = w->p->resource_stride;
    return !w->k->load || w->p->resource_count || stride == STRIDE_OLD || stride == STRIDE_NEWEST ||
           dxki_yaml_keyed_unwritten(w->k, "ResourceStride", "there are no resources");
}

/* LOAD: the stride is not absurd. */
static bool check_stride(walker *w)
{
    uint64_t size = (uint64_t)w->p->resource_count * w->p->resource_stride;
    dxki_arg args[] = {dxki_dec(w->k->ctx->limits.inflated)};
    if (!w->k->load || size <= w->k->ctx->limits.inflated)
        return check_no_resources(w);
    return dxki_yaml_keyed_report(w->k, w->k->map, DXKI_RULE_LIMIT_YAML_SIZE, args, 1);
}

/* Bytes of a resource, which LLVM prints also when there is none. */
static bool walk_stride(walker *w)
{
    dxk_psv0 *p = w->p;
    uint32_t stride = w->k->load          ? DXKI_COMPUTED
                      : p->resource_count ? p->resource_stride
                                          : STRIDE_NEWEST;
    if (!w->k->load && w->k->brief)
        return true;
    if (!dxki_yaml_keyed_number(w->k, "ResourceStride", &stride, 32, false))
        return false;
    if (w->k->load && !dxki_yaml_keyed_find(w->k, "ResourceStride", false))
        stride = w->version < 2 ? STRIDE_OLD : STRIDE_NEWEST;
    p->resource_stride = stride;
    return true;
}

static bool begin(walker *w)
{
    dxki_yaml_keyed *k = w->k;
    if (!k->load) {
        w->version = dxk_psv0_version(w->p);
        w->stage = w->version ? w->p->info.shader_stage : k->stage;
        w->entry = dxk_psv0_entry_name(w->p);
        return true;
    }
    w->elements = dxki_arena_zalloc(k->arena, 3 * 255, sizeof *w->elements);
    return w->elements || dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
}

bool dxki_yaml_keyed_psv0(dxki_yaml_keyed *k, void *part)
{
    dxk_psv0 *p = part;
    walker w = {.k = k, .p = p};
    if (!begin(&w) || !walk_info(&w) || !walk_stride(&w))
        return false;
    if (w.version == 0)
        return walk_resources(&w) && check_stride(&w);
    if (!walk_tables(&w) || !walk_resources(&w) || !check_stride(&w))
        return false;
    if (has_numbers(&w))
        return load_numbers(&w);
    if (!walk_elements(&w, "SigInputElements", DXK_PSV_INPUT, &p->info.sig_input_elements) ||
        !walk_elements(&w, "SigOutputElements", DXK_PSV_OUTPUT, &p->info.sig_output_elements) ||
        !walk_elements(&w, "SigPatchOrPrimElements", DXK_PSV_PATCH_OR_PRIM,
                       &p->info.sig_patch_or_prim_elements) ||
        !walk_masks(&w))
        return false;
    if (!k->load)
        return true;
    p->element_stride = DXK_WIRE_SIZE_psv_element;
    return place_names(&w) && place_indices(&w);
}

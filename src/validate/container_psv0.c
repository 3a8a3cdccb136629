/* SPDX-License-Identifier: MIT */
/*
 * container_psv0.c - PSV0 by meaning (CONTAINER.CONTENTMATCHES, .CONTENTINVALID): what it says of
 * the shader is compared with what is made of the module, piece by piece, in the reference's order:
 *
 *   shape        container_shape.c
 *   resources    number, each record
 *   runtime info but for the name of the entry point
 *   stage, use of ViewID                              from version 1 on
 *   elements     number, each record, name, indices   likewise
 *   dependencies on ViewID and inputs                 likewise; container_state.c
 *   name of the entry point                           from version 3 on
 *   tables       what nothing refers to; container_tables.c
 *
 * The shape ends the checks, and so does another stage. Both sides of a mismatch are told.
 * Source: DXContainer.rst, "PSV0 part"; DirectXShaderCompiler for the order.
 */
#include "validate/container.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/where.h"

#include "base/out.h"
#include "build/build.h"
#include "dxk/parts.h"
#include "parts/psv0_print.h"

#include <string.h>

#define NEWEST_VERSION 4u

#define INFO_OF_VERSION_0   24u /* bytes of the runtime info */
#define INFO_OF_VERSION_1   36u
#define INFO_BEFORE_ENTRY   48u /* what all versions compare at most */
#define ELEMENT_BEFORE_ROWS 8u  /* references into tables */

/* ---------------------------------------------------------------------------------------- */
/* Findings                                                                                   */

/* What is made of the module: PSV0 in the newest version. */
typedef struct made_psv0 {
    dxk_buffer bytes;
    dxk_decoded *decoded; /* NULL: it cannot be made */
} made_psv0;

typedef struct checker {
    dxki_val *v;
    const dxki_dxil_entry *entry;
    const dxk_psv0 *part, *made; /* what is there, what should be (in the newest version) */
    dxk_bytes part_info, made_info;
    uint32_t version;
    bool mismatch;
    bool is_excused;     /* some mismatch is none for us: see excuse_indices() */
    bool indices_differ; /* in number: of the element at hand, */
    uint32_t part_indices, module_indices;
    dxk_bytes content; /* of the part */
    dxki_val_tables tables;
    dxk_buffer text[2]; /* of the part, of the module */
} checker;

static void differ(checker *c, const char *what, dxki_arg part, dxki_arg module)
{
    dxki_val_psv0_differs(c->v, what, part, module);
    if (c->v->report.excuse)
        c->is_excused = true;
    else
        c->mismatch = true;
}

static void differ_number(checker *c, const char *what, uint64_t part, uint64_t module)
{
    if (part != module)
        differ(c, what, dxki_dec(part), dxki_dec(module));
}

static void outside(checker *c, const char *what)
{
    dxki_val_psv0_invalid(c->v, "PSV0 part", what);
    c->mismatch = true;
}

/* Where to print the text of the part (0) or of the module (1). */
static dxk_sink side(checker *c, int which)
{
    c->text[which].size = 0;
    return dxk_buffer_sink(&c->text[which]);
}

static dxki_arg text_of(const dxk_buffer *b)
{
    return dxki_val_arg_text((dxk_str){(const char *)b->data, b->size});
}

/* The next line of a text, without the blanks around it. */
static bool next_line(dxk_str *text, dxk_str *line)
{
    size_t size = 0;
    while (text->size && (*text->data == ' ' || *text->data == '\n'))
        *text = (dxk_str){text->data + 1, text->size - 1};
    while (size < text->size && text->data[size] != '\n')
        size++;
    *line = (dxk_str){text->data, size};
    *text = (dxk_str){text->data + size, text->size - size};
    while (line->size && line->data[line->size - 1] == ' ')
        line->size--;
    return line->size > 0;
}

/* What follows "Key: ". */
static dxk_str value_of(dxk_str line)
{
    const char *colon = line.size ? memchr(line.data, ':', line.size) : NULL;
    size_t at = colon ? (size_t)(colon - line.data) + 1 : 0;
    while (at < line.size && line.data[at] == ' ')
        at++;
    return (dxk_str){line.data + at, line.size - at};
}

static void put_key(dxki_out *out, dxk_str line)
{
    const char *colon = line.size ? memchr(line.data, ':', line.size) : NULL;
    if (!colon)
        return;
    dxki_out_write(out, line.data, (size_t)(colon - line.data));
    dxki_out_char(out, ' ');
}

static void put_value(dxki_out *out, dxk_str line)
{
    dxk_str value = value_of(line);
    if (value.size)
        dxki_out_str(out, value);
    else
        dxki_out_text(out, "nothing");
}

/* The text does not show every byte. */
static void put_hidden(const checker *c, dxki_out *out, bool info)
{
    size_t at = 0,
           size = c->part_info.size < c->made_info.size ? c->part_info.size : c->made_info.size;
    while (info && at < size && c->part_info.data[at] == c->made_info.data[at])
        at++;
    if (!info || at == size) {
        dxki_out_text(out, ": bytes that it keeps free");
        return;
    }
    dxki_out_text(out, ": byte ");
    dxki_out_u64(out, at);
    dxki_out_text(out, " is ");
    dxki_out_u64(out, c->part_info.data[at]);
    dxki_out_text(out, " in PSV0, ");
    dxki_out_u64(out, c->made_info.data[at]);
    dxki_out_text(out, " in the module");
}

/* The text shows as many semantic indices as there are rows. */
static void put_indices(const checker *c, dxki_out *out, dxk_str about)
{
    if (about.size)
        dxki_out_char(out, ' ');
    dxki_out_str(out, about);
    dxki_out_text(out, ": ");
    dxki_out_u64(out, c->module_indices);
    dxki_out_text(out, " semantic indices in the module, ");
    dxki_out_u64(out, c->part_indices);
    dxki_out_text(out, c->part_indices == 1 ? " row in PSV0" : " rows in PSV0");
}

#define SUMMARY_LINES 4 /* lines that a summary names */

/* One line that names the lines which differ, after the first, which tells what it is about. */
static void summarize(checker *c, const char *what, int part_side)
{
    dxk_buffer text;
    dxki_out out;
    dxk_buffer_init(&text, c->v->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxk_str part = {(const char *)c->text[part_side].data, c->text[part_side].size};
    dxk_str module = {(const char *)c->text[!part_side].data, c->text[!part_side].size};
    dxk_str a, b, about = {"", 0};
    size_t lines = 0, found = 0;
    dxki_out_text(&out, what);
    for (;; lines++) {
        bool more = next_line(&part, &a);
        more = next_line(&module, &b) || more;
        if (!more)
            break;
        /* PSV0 has no names of system values. */
        if (lines == 1 && (dxki_str_same(a, b) || !value_of(a).size)) {
            about = value_of(b);
            continue;
        }
        if (dxki_str_same(a, b) || ++found > SUMMARY_LINES)
            continue;
        if (found == 1 && about.size) {
            dxki_out_char(&out, ' ');
            dxki_out_str(&out, about);
        }
        dxki_out_text(&out, found == 1 ? ": " : "; ");
        put_key(&out, a.size ? a : b);
        put_value(&out, a);
        dxki_out_text(&out, found == 1 ? " in PSV0, " : ", ");
        put_value(&out, b);
        dxki_out_text(&out, found == 1 ? " in the module" : "");
    }
    if (found == 0 && c->indices_differ)
        put_indices(c, &out, about);
    else if (found == 0)
        put_hidden(c, &out, strcmp(what, "PSVRuntimeInfo") == 0);
    if (found > SUMMARY_LINES)
        dxki_out_text(&out, "; and more");
    c->v->failed = dxki_out_flush(&out) != DXK_OK || c->v->failed;
    dxki_val_summary(c->v, (dxk_str){(const char *)text.data, text.size});
    dxk_buffer_free(&text);
}

/* The two texts, which were printed into side(0) and side(1). */
static void differ_text(checker *c, const char *what, int part_side, dxk_status status)
{
    if (status != DXK_OK) {
        c->v->failed = true;
        return;
    }
    differ(c, what, text_of(&c->text[0]), text_of(&c->text[1]));
    summarize(c, what, part_side);
}

/* ---------------------------------------------------------------------------------------- */
/* Runtime info and resources                                                                 */

static void check_resources(checker *c)
{
    const dxk_psv0 *part = c->part, *made = c->made;
    size_t size = c->version < 2 ? 16 : DXK_WIRE_SIZE_psv_resource;
    if (part->resource_count != made->resource_count) {
        differ_number(c, "ResourceCount", part->resource_count, made->resource_count);
        return;
    }
    for (uint32_t i = 0; i < part->resource_count && !c->v->failed; i++) {
        if (memcmp(part->resource_bytes.data + (size_t)i * part->resource_stride,
                   made->resource_bytes.data + (size_t)i * made->resource_stride, size) == 0)
            continue;
        dxk_status status = dxki_psv0_exact_resource(part, i, side(c, 0));
        if (status == DXK_OK)
            status = dxki_psv0_exact_resource(made, i, side(c, 1));
        differ_text(c, "ResourceBindInfo", 0, status);
    }
}

/* The reference names the sides the wrong way round here, and in version 0, which does not store
 * the stage, calls the module's a pixel shader without elements. */
static void tell_info(checker *c)
{
    const dxk_psv_print_options options = {.pieces = DXK_PSV_PRINT_INFO};
    dxk_psv0 made = *c->made;
    if (c->version == 0) {
        made.info.shader_stage = DXK_SHADER_KIND_PIXEL;
        made.info.uses_view_id = 0;
        made.info.sig_input_elements = made.info.sig_output_elements = 0;
        made.info.sig_patch_or_prim_elements = made.info.sig_input_vectors = 0;
        made.info.sig_output_vectors0 = made.info.sig_output_vectors1 = 0;
        made.info.sig_output_vectors2 = made.info.sig_output_vectors3 = 0;
    }
    dxk_status status = dxk_psv0_print(&made, &options, side(c, 0));
    if (status == DXK_OK)
        status = dxk_psv0_print(c->part, &options, side(c, 1));
    differ_text(c, "PSVRuntimeInfo", 1, status);
}

static void check_info(checker *c)
{
    size_t size = c->version == 0   ? INFO_OF_VERSION_0
                  : c->version == 1 ? INFO_OF_VERSION_1
                                    : INFO_BEFORE_ENTRY;
    if (memcmp(c->part_info.data, c->made_info.data, size) != 0 ||
        (c->version >= NEWEST_VERSION &&
         c->part->info.group_shared_bytes != c->made->info.group_shared_bytes))
        tell_info(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

static bool is_same_name(const checker *c, const dxk_psv_element *part, const dxk_psv_element *made)
{
    dxk_str a = dxk_psv0_element_name(c->part, part), b = dxk_psv0_element_name(c->made, made);
    return made->semantic_kind != DXK_SEMANTIC_KIND_ARBITRARY || (dxki_str_same(a, b));
}

/* The module's indices are as many as it says, not one per row. */
static bool is_same_run(const checker *c, const dxk_psv_element *part,
                        const dxki_dxil_sig_element *e)
{
    const uint32_t *indices;
    uint32_t count = dxk_psv0_element_indices(c->part, part, &indices);
    return count == e->indices.count &&
           (count == 0 || memcmp(indices, e->indices.items, count * sizeof *indices) == 0);
}

/* But for the semantic indices. `a` and `b`: the bytes of both. */
static bool is_same_record(const checker *c, const dxk_psv_element *part,
                           const dxk_psv_element *made, const uint8_t *a, const uint8_t *b)
{
    return is_same_name(c, part, made) &&
           memcmp(a + ELEMENT_BEFORE_ROWS, b + ELEMENT_BEFORE_ROWS,
                  DXK_WIRE_SIZE_psv_element - ELEMENT_BEFORE_ROWS) == 0;
}

/* Compilers up to 1.7 gave some outputs of mesh shaders more semantic indices than rows. The
 * reference makes a PSV0 of such a module and refuses it; that part is right. */
static const char *excuse_indices(checker *c)
{
    static const char excuse[] = "the part is what is made of the module";
    dxk_buffer built;
    if (c->v->is_exact || c->is_excused) /* a part is as built or not */
        return c->is_excused ? excuse : NULL;
    dxk_buffer_init(&built, c->v->ctx);
    dxk_status status = dxki_build_psv0(c->v->d, &built);
    c->v->failed = c->v->failed || status == DXK_E_NOMEM;
    bool same = status == DXK_OK && built.size == c->content.size &&
                memcmp(built.data, c->content.data, built.size) == 0;
    dxk_buffer_free(&built);
    return same ? excuse : NULL;
}

/* The module's own name of an element. */
static dxk_str module_name(const checker *c, uint32_t which, uint32_t i)
{
    dxk_str name =
        dxki_dxil_sig_element_name(c->entry->signatures[which].items[i], c->v->subject.kind, which);
    const char *end = name.size ? memchr(name.data, 0, name.size) : NULL;
    return end ? (dxk_str){name.data, (size_t)(end - name.data)} : name;
}

static void check_element(checker *c, uint32_t which, uint32_t i, const char *what)
{
    const dxk_psv_element *part = &c->part->elements[which][i];
    const dxk_psv_element *made = &c->made->elements[which][i];
    const uint8_t *a = c->part->element_bytes[which].data + (size_t)i * c->part->element_stride;
    const uint8_t *b = c->made->element_bytes[which].data + (size_t)i * c->made->element_stride;
    bool name = dxki_val_tables_use_string(&c->tables, part->name);
    bool run = dxki_val_tables_use_indices(&c->tables, part->indices, part->rows);
    if (!name)
        outside(c, "SemanticName");
    if (!run)
        outside(c, "SemanticIndex");
    if (!name || !run)
        return;
    if (is_same_run(c, part, c->entry->signatures[which].items[i]) &&
        is_same_record(c, part, made, a, b))
        return;
    dxk_status status =
        dxki_psv0_exact_element(c->part, part, dxk_psv0_element_name(c->part, part), side(c, 0));
    if (status == DXK_OK)
        status = dxki_psv0_exact_element(c->made, made, module_name(c, which, i), side(c, 1));
    const dxki_dxil_sig_element *e = c->entry->signatures[which].items[i];
    c->part_indices = part->rows;
    c->module_indices = e->indices.count;
    c->indices_differ = c->part_indices != c->module_indices;
    if (c->indices_differ && is_same_record(c, part, made, a, b))
        c->v->report.excuse = excuse_indices(c);
    differ_text(c, what, 0, status);
    c->v->report.excuse = NULL;
    c->indices_differ = false;
}

static void check_signatures(checker *c)
{
    static const char *const names[][2] = {
        {"SigInputElements", "SigInputElement"},
        {"SigOutputElements", "SigOutputElement"},
        {"SigPatchConstantOrPrimElements", "SigPatchConstantOrPrimElement"},
    };
    for (uint32_t which = 0; which < DXK_PSV_SIGNATURES; which++) {
        dxk_psv_signature signature = (dxk_psv_signature)which;
        uint32_t count = dxk_psv0_element_count(c->part, signature);
        uint32_t wanted = c->entry->signatures[which].count;
        if (count != wanted) {
            differ_number(c, names[which][0], count, wanted);
            continue;
        }
        for (uint32_t i = 0; i < count && !c->v->failed; i++)
            check_element(c, which, i, names[which][1]);
    }
}

/* ---------------------------------------------------------------------------------------- */

/* What a state that is too short leads to is nothing that a part could agree with. */
static void check_dependencies(checker *c)
{
    if (dxki_val_is_same_state(c->v, c->part, c->made)) {
        c->mismatch = c->mismatch || dxki_build_lacks_dependencies(c->v->d, c->made);
        return;
    }
    dxk_status status = dxki_psv0_exact_dependencies(c->part, side(c, 0));
    if (status == DXK_OK)
        status = dxki_psv0_exact_dependencies(c->made, side(c, 1));
    differ_text(c, "ViewIDState", 0, status);
}

/* ---------------------------------------------------------------------------------------- */

static void check_entry(checker *c)
{
    dxk_str part = dxk_psv0_entry_name(c->part), made = c->entry->name;
    if (!dxki_val_tables_use_string(&c->tables, c->part->info.entry_name))
        outside(c, "EntryFunctionName");
    else if (!dxki_str_same(part, made))
        differ(c, "EntryFunctionName", dxki_val_arg_text(part), dxki_val_arg_text(made));
}

static void check_content(checker *c)
{
    const dxk_psv_runtime_info *info = &c->part->info;
    bool view_id = dxki_dxil_flag(c->v->d, DXKI_SHADER_FLAG_VIEW_ID);
    check_resources(c);
    check_info(c);
    if (c->version > 0) {
        if (info->shader_stage != c->v->subject.kind) {
            differ_number(c, "ShaderStage", info->shader_stage, c->v->subject.kind);
            return;
        }
        if ((info->uses_view_id != 0) != view_id)
            differ_number(c, "UsesViewID", info->uses_view_id, view_id);
        check_signatures(c);
        check_dependencies(c);
    }
    if (c->version > 2)
        check_entry(c);
    c->v->report.excuse = c->is_excused ? excuse_indices(c) : NULL;
    dxki_val_tables_check(c->v, &c->tables);
    if (c->mismatch)
        c->v->report.excuse = NULL;
    if (c->mismatch || c->is_excused)
        dxki_val_part_error(c->v, DXKI_VR_CONTAINER_PARTMATCHES, DXK_PART_PSV0);
    if (c->v->report.excuse)
        dxki_val_mark_compat_only(c->v);
    c->v->report.excuse = NULL;
}

/* ---------------------------------------------------------------------------------------- */

/* False: out of memory. To be freed in any case. */
static bool make(dxki_val *v, made_psv0 *made)
{
    dxk_bytes bytes;
    made->decoded = NULL;
    dxk_buffer_init(&made->bytes, v->ctx);
    dxk_status status = dxki_build_psv0_as(v->d, NEWEST_VERSION, &made->bytes);
    bytes = (dxk_bytes){made->bytes.data, made->bytes.size};
    if (status == DXK_OK)
        status = dxk_part_decode(v->ctx, DXK_PART_PSV0, bytes, &made->decoded);
    v->failed = v->failed || status == DXK_E_NOMEM;
    return !v->failed;
}

static void made_free(made_psv0 *made)
{
    dxk_decoded_free(made->decoded);
    dxk_buffer_free(&made->bytes);
}

static void check(dxki_val *v, const dxk_psv0 *part, dxk_bytes content, const made_psv0 *made,
                  uint32_t version)
{
    checker c = {.v = v,
                 .entry = dxki_dxil_first_entry(v->d),
                 .part = part,
                 .made = made->decoded->as.psv0,
                 .part_info = {content.data + 4, part->info_size},
                 .made_info = {made->bytes.data + 4, made->decoded->as.psv0->info_size},
                 .version = version,
                 .content = content};
    dxk_buffer_init(&c.text[0], v->ctx);
    dxk_buffer_init(&c.text[1], v->ctx);
    if (dxki_val_tables_init(v, &c.tables, part))
        check_content(&c);
    dxk_buffer_free(&c.text[0]);
    dxk_buffer_free(&c.text[1]);
}

void dxki_val_check_psv0(dxki_val *v, dxk_bytes content)
{
    uint32_t version = dxki_build_psv0_version(v->d);
    made_psv0 made;
    dxk_decoded *part;
    if (!dxki_val_check_psv0_shape(v, content, version))
        return;
    size_t first = dxk_ctx_diag_count(v->ctx);
    dxk_status status = dxk_part_decode(v->ctx, DXK_PART_PSV0, content, &part);
    dxki_val_move_diags(v, first);
    v->failed = v->failed || status == DXK_E_NOMEM;
    if (make(v, &made)) {
        if (part && made.decoded)
            check(v, part->as.psv0, content, &made, version);
        else
            dxki_val_part_error(v, DXKI_VR_CONTAINER_PARTMATCHES, DXK_PART_PSV0);
    }
    made_free(&made);
    dxk_decoded_free(part);
}

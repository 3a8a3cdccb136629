/* SPDX-License-Identifier: MIT */
/*
 * signatures.c - signatures in a listing, twice: the tables of the parts ISG1, OSG1 and
 * PSG1, and those of the module with interpolation and dynamic indexing.
 */
#include "listing/listing.h"
#include "base/count.h"

#include "spec/semantics.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

enum { PART_NAME, PART_INDEX, PART_MASK, PART_REGISTER, PART_SYSVALUE, PART_FORMAT, PART_USED };

static const dxki_listing_column part_columns[] = {
    [PART_NAME] = {"Name", 20},        [PART_INDEX] = {"Index", 5},
    [PART_MASK] = {"Mask", 6},         [PART_REGISTER] = {"Register", 8},
    [PART_SYSVALUE] = {"SysValue", 8}, [PART_FORMAT] = {"Format", 7},
    [PART_USED] = {"Used", 6},
};

static const char *system_value(uint32_t value)
{
    static const struct {
        uint8_t value;
        char text[12];
    } names[] = {
        {DXK_SIG_SYSTEM_VALUE_CLIP_DISTANCE, "CLIPDST"},
        {DXK_SIG_SYSTEM_VALUE_CULL_DISTANCE, "CULLDST"},
        {DXK_SIG_SYSTEM_VALUE_POSITION, "POS"},
        {DXK_SIG_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX, "RTINDEX"},
        {DXK_SIG_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX, "VPINDEX"},
        {DXK_SIG_SYSTEM_VALUE_VERTEX_ID, "VERTID"},
        {DXK_SIG_SYSTEM_VALUE_PRIMITIVE_ID, "PRIMID"},
        {DXK_SIG_SYSTEM_VALUE_INSTANCE_ID, "INSTID"},
        {DXK_SIG_SYSTEM_VALUE_IS_FRONT_FACE, "FFACE"},
        {DXK_SIG_SYSTEM_VALUE_SAMPLE_INDEX, "SAMPLE"},
        {DXK_SIG_SYSTEM_VALUE_TARGET, "TARGET"},
        {DXK_SIG_SYSTEM_VALUE_DEPTH, "DEPTH"},
        {DXK_SIG_SYSTEM_VALUE_DEPTH_GREATER_EQUAL, "DEPTHGE"},
        {DXK_SIG_SYSTEM_VALUE_DEPTH_LESS_EQUAL, "DEPTHLE"},
        {DXK_SIG_SYSTEM_VALUE_COVERAGE, "COVERAGE"},
        {DXK_SIG_SYSTEM_VALUE_INNER_COVERAGE, "INNERCOV"},
        {DXK_SIG_SYSTEM_VALUE_STENCIL_REF, "STENCILREF"},
        {DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_EDGE_TESS_FACTOR, "QUADEDGE"},
        {DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_INSIDE_TESS_FACTOR, "QUADINT"},
        {DXK_SIG_SYSTEM_VALUE_FINAL_TRI_EDGE_TESS_FACTOR, "TRIEDGE"},
        {DXK_SIG_SYSTEM_VALUE_FINAL_TRI_INSIDE_TESS_FACTOR, "TRIINT"},
        {DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DETAIL_TESS_FACTOR, "LINEDET"},
        {DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DENSITY_TESS_FACTOR, "LINEDEN"},
        {DXK_SIG_SYSTEM_VALUE_BARYCENTRICS, "BARYCEN"},
        {DXK_SIG_SYSTEM_VALUE_SHADING_RATE, "SHDINGRATE"},
        {DXK_SIG_SYSTEM_VALUE_CULL_PRIMITIVE, "CULLPRIM"},
    };

    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (names[i].value == value)
            return names[i].text;
    }
    return "NONE";
}

static const char *format(uint32_t type)
{
    static const char *const names[] = {
        [DXK_SIG_COMPONENT_TYPE_UNKNOWN] = "unknown", [DXK_SIG_COMPONENT_TYPE_UINT32] = "uint",
        [DXK_SIG_COMPONENT_TYPE_SINT32] = "int",      [DXK_SIG_COMPONENT_TYPE_FLOAT32] = "float",
        [DXK_SIG_COMPONENT_TYPE_UINT16] = "uint16",   [DXK_SIG_COMPONENT_TYPE_SINT16] = "int16",
        [DXK_SIG_COMPONENT_TYPE_FLOAT16] = "fp16",    [DXK_SIG_COMPONENT_TYPE_UINT64] = "uint64",
        [DXK_SIG_COMPONENT_TYPE_SINT64] = "int64",    [DXK_SIG_COMPONENT_TYPE_FLOAT64] = "double",
    };

    return type < DXKI_COUNT(names) ? names[type] : "unknown";
}

/* What stands for the register of an element that has none. The last name is wider than its
 * column, as it has always been. */
static const char *special_register(dxk_str name, uint32_t value)
{
    static const struct {
        const char *name, *text;
    } specials[] = {
        {"SV_Depth", "   oDepth"},
        {"SV_DepthGreaterEqual", " oDepthGE"},
        {"SV_DepthLessEqual", " oDepthLE"},
        {"SV_Coverage", "    oMask"},
        {"SV_StencilRef", "    oStencilRef"},
    };

    for (size_t i = 0; i < DXKI_COUNT(specials); i++) {
        if (dxki_str_same_fold(name, dxki_str(specials[i].name)))
            return specials[i].text;
    }
    return value == DXK_SIG_SYSTEM_VALUE_PRIMITIVE_ID ? "   primID" : "  special";
}

/* "xyzw" with blanks for what is missing, at the end of its column. */
static void mask_cell(dxki_listing *l, uint32_t mask, int width)
{
    char text[4];

    for (uint32_t i = 0; i < 4; i++)
        text[i] = mask >> i & 1 ? "xyzw"[i] : ' ';
    dxki_out_field(&l->out, (dxk_str){text, sizeof text}, width);
}

static void part_row(dxki_listing *l, const dxk_signature_element *e, dxk_str name, bool streams,
                     bool input)
{
    const bool special = e->register_index == UINT32_MAX;
    const uint32_t used = (input ? e->rw_mask : ~(uint32_t)e->rw_mask) & 0xff;
    dxki_out *out = &l->out;

    dxki_out_text(out, "; ");
    if (streams) {
        dxki_out_char(out, 'm');
        dxki_out_u64(out, e->stream);
        dxki_out_char(out, ':');
    }
    dxki_out_field(out, name,
                   streams ? 3 - part_columns[PART_NAME].width : -part_columns[PART_NAME].width);
    dxki_out_char(out, ' ');
    dxki_out_u64_field(out, e->semantic_index, part_columns[PART_INDEX].width);
    if (special) {
        dxki_out_field(out, dxki_str("N/A"), part_columns[PART_MASK].width + 1);
        dxki_out_text(out, special_register(name, e->system_value));
    } else {
        mask_cell(l, e->mask, part_columns[PART_MASK].width + 1);
        dxki_out_char(out, ' ');
        dxki_out_u64_field(out, e->register_index, part_columns[PART_REGISTER].width);
    }
    dxki_out_field(out, dxki_str(system_value(e->system_value)),
                   part_columns[PART_SYSVALUE].width + 1);
    dxki_out_field(out, dxki_str(format(e->component_type)), part_columns[PART_FORMAT].width + 1);
    if (special)
        dxki_out_field(out, dxki_str(used ? "YES" : "NO"), part_columns[PART_USED].width + 1);
    else
        mask_cell(l, used, part_columns[PART_USED].width + 1);
    dxki_out_char(out, '\n');
}

static void part_table(dxki_listing *l, const dxk_signature *signature, const char *title,
                       bool input)
{
    const uint32_t count = signature->header.count;
    bool streams = false;

    dxki_listing_title(l, title);
    dxki_listing_table(l, part_columns, DXKI_COUNT(part_columns));
    if (count == 0) {
        dxki_out_text(&l->out, "; no parameters\n");
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        streams = streams || signature->elements[i].stream != 0;
    for (uint32_t i = 0; i < count && !dxki_listing_is_full(l); i++)
        part_row(l, &signature->elements[i], dxk_signature_name(signature, i), streams, input);
    dxki_listing_blank(l);
}

void dxki_listing_part_signatures(dxki_listing *l)
{
    static const struct {
        uint32_t fourcc;
        const char *title;
        bool input;
    } parts[] = {
        {DXK_PART_ISG1, "Input signature", true},
        {DXK_PART_OSG1, "Output signature", false},
        {DXK_PART_PSG1, "Patch Constant signature", false},
    };

    for (size_t i = 0; i < DXKI_COUNT(parts); i++) {
        dxk_decoded *part = dxki_listing_part(l, parts[i].fourcc);
        if (part && part->type == DXK_PART_TYPE_SIGNATURE)
            part_table(l, part->as.signature, parts[i].title, parts[i].input);
        dxk_decoded_free(part);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Module                                                                                     */

enum { MODULE_NAME, MODULE_INDEX, MODULE_INTERPOLATION, MODULE_DYNAMIC };

static const dxki_listing_column module_columns[] = {
    [MODULE_NAME] = {"Name", 20},
    [MODULE_INDEX] = {"Index", 5},
    [MODULE_INTERPOLATION] = {"InterpMode", 22},
    [MODULE_DYNAMIC] = {"DynIdx", 6},
};

static void module_row(dxki_listing *l, const dxki_dxil_sig_element *e, uint32_t stage,
                       uint32_t signature)
{
    char dynamic[4];
    size_t used = 0;
    dxki_out *out = &l->out;

    for (uint32_t i = 0; i < 4; i++) {
        if (e->extra.dynamic_mask >> i & 1)
            dynamic[used++] = "xyzw"[i];
    }
    dxki_out_text(out, "; ");
    dxki_out_field(out, dxki_dxil_sig_element_name(e, stage, signature),
                   -module_columns[MODULE_NAME].width);
    dxki_out_char(out, ' ');
    dxki_out_u64_field(out, e->indices.count ? e->indices.items[0] : 0,
                       module_columns[MODULE_INDEX].width);
    dxki_out_char(out, ' ');
    dxki_out_field(out, dxki_str(dxki_dxil_interpolation_name(e->interpolation)),
                   module_columns[MODULE_INTERPOLATION].width);
    dxki_out_field(out, (dxk_str){dynamic, used}, module_columns[MODULE_DYNAMIC].width + 1);
    dxki_out_char(out, '\n');
}

void dxki_listing_signatures(dxki_listing *l)
{
    static const char *const titles[] = {"Input signature", "Output signature",
                                         "Patch Constant signature"};
    static const char *const mesh_titles[] = {"Input signature", "Vertex Output signature",
                                              "Primitive Output signature"};
    const uint32_t stage = l->main->model.kind;
    const dxki_dxil_entry *entry = l->main->entries.count ? l->main->entries.items[0] : NULL;

    if (stage == DXK_SHADER_KIND_LIBRARY || !entry)
        return;
    for (uint32_t i = 0; i < 3; i++) {
        const dxki_dxil_list *list = &entry->signatures[i];
        if (list->count == 0)
            continue;
        dxki_listing_title(l, stage == DXK_SHADER_KIND_MESH ? mesh_titles[i] : titles[i]);
        dxki_listing_table(l, module_columns, DXKI_COUNT(module_columns));
        for (uint32_t k = 0; k < list->count && !dxki_listing_is_full(l); k++)
            module_row(l, list->items[k], stage, i);
    }
}

/* SPDX-License-Identifier: MIT */
/* resources.c - the table of resource bindings in a listing. */
#include "listing/listing.h"
#include "base/count.h"

#include <string.h>

enum { NAME, TYPE, FORMAT, DIM, ID, BIND, RANGE };

static const dxki_listing_column columns[] = {
    [NAME] = {"Name", 30},  [TYPE] = {"Type", 10}, [FORMAT] = {"Format", 7},
    [DIM] = {"Dim", 11},    [ID] = {"ID", 7},      [BIND] = {"HLSL Bind", 14},
    [RANGE] = {"Count", 6},
};

/* What depends on the class: its word, and what its numbers begin with. */
static const struct {
    const char *word, *id, *bind;
} classes[DXKI_RESOURCE_CLASSES] = {
    [DXK_RESOURCE_CLASS_SRV] = {"texture", "T", "t"},
    [DXK_RESOURCE_CLASS_UAV] = {"UAV", "U", "u"},
    [DXK_RESOURCE_CLASS_CBUFFER] = {"cbuffer", "CB", "cb"},
    [DXK_RESOURCE_CLASS_SAMPLER] = {"sampler", "S", "s"},
};

static bool has_shape(const dxki_dxil_resource *res)
{
    return res->cls == DXK_RESOURCE_CLASS_SRV || res->cls == DXK_RESOURCE_CLASS_UAV;
}

static const char *format_of(const dxki_dxil_resource *res)
{
    if (!has_shape(res))
        return "NA";
    if (res->kind == DXK_RESOURCE_KIND_RAW_BUFFER)
        return "byte";
    if (res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        return "struct";
    return dxki_dxil_component_name(res->extra.element_type);
}

static const char *shape_of(const dxki_dxil_resource *res)
{
    static const char *const shapes[] = {
        [DXK_RESOURCE_KIND_INVALID] = "invalid",
        [DXK_RESOURCE_KIND_TEXTURE1D] = "1d",
        [DXK_RESOURCE_KIND_TEXTURE2D] = "2d",
        [DXK_RESOURCE_KIND_TEXTURE2DMS] = "2dMS",
        [DXK_RESOURCE_KIND_TEXTURE3D] = "3d",
        [DXK_RESOURCE_KIND_TEXTURE_CUBE] = "cube",
        [DXK_RESOURCE_KIND_TEXTURE1D_ARRAY] = "1darray",
        [DXK_RESOURCE_KIND_TEXTURE2D_ARRAY] = "2darray",
        [DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY] = "2darrayMS",
        [DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY] = "cubearray",
        [DXK_RESOURCE_KIND_TYPED_BUFFER] = "buf",
        [DXK_RESOURCE_KIND_CBUFFER] = "cbuffer",
        [DXK_RESOURCE_KIND_SAMPLER] = "sampler",
        [DXK_RESOURCE_KIND_TBUFFER] = "tbuffer",
        [DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE] = "ras",
        [DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D] = "fbtex2d",
        [DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY] = "fbtex2darray",
    };

    if (!has_shape(res))
        return "NA";
    if (res->kind == DXK_RESOURCE_KIND_RAW_BUFFER ||
        res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        if (res->cls == DXK_RESOURCE_CLASS_SRV)
            return "r/o";
        return res->has_counter ? "r/w+cnt" : "r/w";
    }
    return res->kind < DXKI_COUNT(shapes) ? shapes[res->kind] : shapes[0];
}

/* `text` and a number right in a column; `suffix` may be empty. */
static void numbered_cell(dxki_listing *l, const char *text, uint32_t number, const char *suffix,
                          int width)
{
    char cell[64], digits[24];
    char *end = digits + sizeof digits, *first = dxki_format_u64(end, number);
    size_t size = strlen(text), count = (size_t)(end - first), tail = strlen(suffix);

    memcpy(cell, text, size);
    memcpy(cell + size, first, count);
    memcpy(cell + size + count, suffix, tail);
    dxki_out_field(&l->out, (dxk_str){cell, size + count + tail}, width);
}

static void dimension_cell(dxki_listing *l, const dxki_dxil_resource *res)
{
    const int width = columns[DIM].width + 1;
    const char *shape = shape_of(res);
    const bool samples = res->kind == DXK_RESOURCE_KIND_TEXTURE2DMS ||
                         res->kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;

    if (samples && has_shape(res) && res->sample_count)
        numbered_cell(l, shape, res->sample_count, "", width);
    else
        dxki_out_field(&l->out, dxki_str(shape), width);
}

/* "u3" or "u3,space1" */
static void bind_cell(dxki_listing *l, const dxki_dxil_resource *res)
{
    char space[40] = "";

    if (res->space) {
        char digits[24];
        char *end = digits + sizeof digits, *first = dxki_format_u64(end, res->space);
        memcpy(space, ",space", 6);
        memcpy(space + 6, first, (size_t)(end - first));
        space[6 + (end - first)] = '\0';
    }
    numbered_cell(l, classes[res->cls].bind, res->lower_bound, space, columns[BIND].width + 1);
}

static void row(dxki_listing *l, const dxki_dxil_resource *res)
{
    dxki_out *out = &l->out;

    dxki_out_text(out, "; ");
    dxki_out_field(out, res->name, -(columns[NAME].width + 1));
    dxki_out_field(out, dxki_str(classes[res->cls].word), columns[TYPE].width);
    dxki_out_field(out, dxki_str(format_of(res)), columns[FORMAT].width + 1);
    dimension_cell(l, res);
    numbered_cell(l, classes[res->cls].id, res->id, "", columns[ID].width + 1);
    bind_cell(l, res);
    if (res->range_size == UINT32_MAX)
        dxki_out_field(out, dxki_str("unbounded"), columns[RANGE].width);
    else
        dxki_out_u64_field(out, res->range_size, columns[RANGE].width);
    dxki_out_char(out, '\n');
}

void dxki_listing_resources(dxki_listing *l)
{
    static const dxk_resource_class order[] = {DXK_RESOURCE_CLASS_CBUFFER,
                                               DXK_RESOURCE_CLASS_SAMPLER, DXK_RESOURCE_CLASS_SRV,
                                               DXK_RESOURCE_CLASS_UAV};

    dxki_listing_title(l, "Resource Bindings");
    dxki_listing_table(l, columns, DXKI_COUNT(columns));
    for (size_t i = 0; i < DXKI_COUNT(order); i++) {
        const dxki_dxil_list *list = &l->names->resources[order[i]];
        for (uint32_t k = 0; k < list->count && !dxki_listing_is_full(l); k++)
            row(l, list->items[k]);
    }
    dxki_listing_blank(l);
}

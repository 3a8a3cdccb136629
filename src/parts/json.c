/* SPDX-License-Identifier: MIT */
/*
 * json.c - the fields of parts, and differences between them, as JSON: a visitor. Groups are objects,
 * lists are arrays, a field is {at, size, value, text}.
 */
#include "dxk/diff.h"
#include "dxk/json.h"
#include "dxk/visit.h"

/* What the callbacks share. */
typedef struct dumper {
    dxk_json *json;
    size_t depth;
} dumper;

static const char *key_of(const char *name, size_t index)
{
    return index == DXK_NO_INDEX ? name : NULL;
}

static dxk_status enter(void *user, const dxk_visit_node *node)
{
    dumper *d = user;
    if (node->list)
        dxk_json_array(d->json, key_of(node->name, node->index));
    else
        dxk_json_object(d->json, d->depth == 0 ? NULL : key_of(node->name, node->index));
    if (d->depth == 0 && !node->list) {
        dxk_json_text(d->json, "part", node->name);
        dxk_json_u64(d->json, "at", node->offset);
    }
    d->depth++;
    return d->json->status;
}

static dxk_status leave(void *user, const dxk_visit_node *node)
{
    dumper *d = user;
    (void)node;
    dxk_json_end(d->json);
    d->depth--;
    return d->json->status;
}

static bool has_text(const dxk_visit_field *f)
{
    return f->text.size || (f->text.data && (f->show == DXK_SHOW_STR || f->show == DXK_SHOW_SET));
}

static dxk_status field(void *user, const dxk_visit_field *f)
{
    dumper *d = user;
    bool bytes = f->bytes.size || f->show == DXK_SHOW_BYTES || f->show == DXK_SHOW_TABLE;
    if (f->index != DXK_NO_INDEX && !bytes && !has_text(f)) {
        dxk_json_u64(d->json, NULL, f->number);
        return d->json->status;
    }
    dxk_json_object_line(d->json, key_of(f->name, f->index));
    dxk_json_u64(d->json, "at", f->offset);
    if (f->inflated)
        dxk_json_bool(d->json, "inflated", true);
    dxk_json_u64(d->json, "size", f->size);
    if (f->bits) {
        dxk_json_u64(d->json, "bit", f->bit);
        dxk_json_u64(d->json, "bits", f->bits);
    }
    if (bytes)
        dxk_json_hex(d->json, "bytes", f->bytes);
    else if (f->show == DXK_SHOW_FLOAT)
        dxk_json_real(d->json, "value", f->real);
    else if (f->show != DXK_SHOW_TEXT)
        dxk_json_u64(d->json, "value", f->number);
    if (has_text(f))
        dxk_json_str(d->json, "text", f->text);
    dxk_json_end(d->json);
    return d->json->status;
}

dxk_status dxk_json_fields(dxk_json *json, const dxk_container *container, size_t part)
{
    dumper d = {json, 0};
    const dxk_visitor visitor = {&d, enter, field, leave};
    return part == DXK_NO_PART ? dxk_container_visit_header(container, &visitor)
                               : dxk_container_visit_part(container, part, &visitor);
}

dxk_status dxk_dump_json(const dxk_container *container, dxk_sink sink)
{
    dxk_json json;
    dxk_json_init(&json, sink);
    dxk_json_object(&json, NULL);
    dxk_json_array(&json, "parts");
    dxk_status worst = dxk_json_fields(&json, container, DXK_NO_PART);
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        dxk_status status = dxk_json_fields(&json, container, i);
        if (status != DXK_OK && status != DXK_E_INVALID)
            return status;
        worst = worst == DXK_OK ? status : worst;
    }
    dxk_json_end_to(&json, 0);
    return json.status != DXK_OK ? json.status : worst;
}

/* ---------------------------------------------------------------------------------------- */
/* Differences                                                                                */

dxk_status dxk_json_difference(dxk_json *json, const dxk_difference *d)
{
    static const char *const kinds[] = {"changed", "removed", "added", "moved"};
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "kind", kinds[d->kind]);
    dxk_json_text(json, "path", d->path);
    if (d->kind != DXK_DIFFERENCE_ADDED)
        dxk_json_str(json, "left", d->left);
    if (d->kind != DXK_DIFFERENCE_REMOVED)
        dxk_json_str(json, "right", d->right);
    dxk_json_end(json);
    return json->status;
}

static dxk_status each(void *user, const dxk_difference *d)
{
    return dxk_json_difference(user, d);
}

dxk_status dxk_diff_json(const dxk_container *left, const dxk_container *right,
                         const dxk_diff_options *options, dxk_sink sink)
{
    dxk_json json;
    dxk_json_init(&json, sink);
    dxk_json_object(&json, NULL);
    dxk_json_array(&json, "differences");
    dxk_status status = dxk_diff(left, right, options, each, &json, NULL);
    dxk_json_end_to(&json, 0);
    return json.status != DXK_OK ? json.status : status;
}

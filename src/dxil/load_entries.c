/* SPDX-License-Identifier: MIT */
/*
 * load_entries.c - entry points with signatures and properties, and resources.
 *
 * dx.entryPoints has one tuple a shader; in a library the first one stands for the library as a
 * whole (no function, its resources and flags) and the others follow. Source: DXIL.rst, "Shader
 * entry point", "Shader Properties", "Shader Resources", "Signatures".
 */
#include "dxil/md.h"

/* All modes that are not known are one. A system value without indices has the index 0, and yet
 * starts where its name says. */
static void finish_element(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                           const dxki_dxil_md_path *path, void *object)
{
    static const uint32_t zero = 0;
    dxki_dxil_sig_element *element = object;

    (void)r;
    (void)record;
    (void)md;
    (void)path;
    dxk_str name = element->name;
    uint32_t named = dxki_str_cut_number(&name);
    if (element->interpolation > DXK_INTERPOLATION_MODE_INVALID)
        element->interpolation = DXK_INTERPOLATION_MODE_INVALID;
    element->first_index = element->indices.count ? element->indices.items[0] : named;
    if (element->indices.count == 0 && element->semantic != DXK_SEMANTIC_KIND_ARBITRARY)
        element->indices = (dxki_dxil_u32s){&zero, 1};
}

static void load_signatures(dxki_dxil_md_reader *r, dxki_dxil_entry *entry,
                            const dxki_dxil_md_path *path)
{
    static const char *const names[] = {"input", "output", "patch"};
    dxki_dxil_md_path here = {path, "signatures", DXKI_NO_MD_INDEX};
    dxki_dxil_signature_nodes tuple = {{0, 0, 0}, {0, 0, 0}};

    if (entry->signatures_md == 0 ||
        !dxki_dxil_md_record(r, DXKI_MDREC_SIGNATURES, entry->signatures_md, &here, &tuple))
        return;
    for (uint32_t i = 0; i < 3; i++) {
        dxki_dxil_md_path list = {&here, names[i], DXKI_NO_MD_INDEX};
        dxki_dxil_md_tuple(r, DXKI_MDREC_SIG_ELEMENT, 0, tuple.nodes[i], &list, finish_element,
                           &entry->signatures[i]);
    }
}

/* Of the first entry point the signatures are read later. */
static void finish_entry(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                         const dxki_dxil_md_path *path, void *object)
{
    (void)record;
    (void)md;
    dxki_dxil_load_props(r, object, path);
    if (r->first)
        load_signatures(r, object, path);
    else
        r->first = object;
}

void dxki_dxil_load_first_entry(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_ENTRY_POINTS), 0};
    bool is_library = r->d->model.kind == DXK_SHADER_KIND_LIBRARY;
    uint32_t count;
    const dxki_md *ops = dxki_dxil_md_named(r, DXKI_NAMED_ENTRY_POINTS, &count);

    if (dxki_dxil_md_is_dxil(r) && !ops)
        dxki_dxil_md_report_missing(r, DXKI_NAMED_ENTRY_POINTS);
    else if (count == 0 || (count > 1 && !is_library))
        dxki_dxil_md_refuse(r, "");
    if (count)
        dxki_dxil_md_object(r, DXKI_MDREC_ENTRY, 0, ops[0], &path, finish_entry);
}

/* The first entry point of a library has no signatures. */
void dxki_dxil_load_entries(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_ENTRY_POINTS), 0};
    uint32_t count;
    const dxki_md *ops = dxki_dxil_md_named(r, DXKI_NAMED_ENTRY_POINTS, &count);

    if (r->first && r->d->model.kind != DXK_SHADER_KIND_LIBRARY)
        load_signatures(r, r->first, &path);
    dxki_dxil_md_objects(r, DXKI_MDREC_ENTRY, 0, ops, count, &path, finish_entry, &r->d->entries);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* What a symbol points to, or has in a row; 0: it is nothing of the kind. */
static dxki_type contained(const dxk_module *m, dxki_type type)
{
    switch (dxki_type_kind_of(m, type)) {
    case DXKI_T_POINTER:
        return dxki_type_pointee(m, type);
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        return dxki_type_element(m, type, 0);
    default:
        return 0;
    }
}

/* What the classes have in common, and what follows from the rest. */
static void finish_resource(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                            const dxki_dxil_md_path *path, void *object)
{
    dxki_dxil_resource *res = object;

    (void)path;
    switch (record) {
    case DXKI_MDREC_SRV:
        res->cls = DXK_RESOURCE_CLASS_SRV;
        break;
    case DXKI_MDREC_UAV:
        res->cls = DXK_RESOURCE_CLASS_UAV;
        break;
    case DXKI_MDREC_CBUFFER:
        res->cls = DXK_RESOURCE_CLASS_CBUFFER;
        res->kind =
            res->cbuffer_extra.is_tbuffer ? DXK_RESOURCE_KIND_TBUFFER : DXK_RESOURCE_KIND_CBUFFER;
        break;
    default:
        res->cls = DXK_RESOURCE_CLASS_SAMPLER;
        res->kind = DXK_RESOURCE_KIND_SAMPLER;
        break;
    }
    if (md && res->symbol)
        res->hlsl_type = contained(r->m, dxki_value_type(r->m, res->symbol));
}

/* The resources of the first entry point are those of the module; dx.resources repeats them. */
void dxki_dxil_load_resources(dxki_dxil_md_reader *r)
{
    static const struct {
        dxki_dxil_md_record_id record;
        const char *name;
    } classes[DXKI_RESOURCE_CLASSES] = {
        [DXK_RESOURCE_CLASS_SRV] = {DXKI_MDREC_SRV, "SRV"},
        [DXK_RESOURCE_CLASS_UAV] = {DXKI_MDREC_UAV, "UAV"},
        [DXK_RESOURCE_CLASS_CBUFFER] = {DXKI_MDREC_CBUFFER, "CBuffer"},
        [DXK_RESOURCE_CLASS_SAMPLER] = {DXKI_MDREC_SAMPLER, "Sampler"},
    };
    uint32_t count;
    const dxki_md *named = dxki_dxil_md_named(r, DXKI_NAMED_RESOURCES, &count);
    const dxki_dxil_entry *first = r->d->entries.count ? r->d->entries.items[0] : NULL;
    dxki_dxil_md_path entry = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_ENTRY_POINTS), 0};
    dxki_dxil_md_path path = {&entry, "resources", DXKI_NO_MD_INDEX};
    dxki_dxil_resource_nodes tuple = {{0, 0, 0}, {0, 0, 0, 0}};
    dxki_md md = first ? first->resources_md : 0;

    if (count && (!first || named[0] == md)) {
        md = named[0];
        path = (dxki_dxil_md_path){NULL, dxki_dxil_md_name_text(DXKI_NAMED_RESOURCES),
                                   DXKI_NO_MD_INDEX};
    }
    if (md == 0 || !dxki_dxil_md_record(r, DXKI_MDREC_RESOURCES, md, &path, &tuple))
        return;
    r->d->resources_md = md;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        dxki_dxil_md_path list = {&path, classes[cls].name, DXKI_NO_MD_INDEX};
        const dxki_md *ops;
        if (!dxki_dxil_md_list(r, tuple.nodes[cls], &list, &ops, &count))
            return; /* all lists are looked at before what is in them */
    }
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        dxki_dxil_md_path list = {&path, classes[cls].name, DXKI_NO_MD_INDEX};
        dxki_dxil_md_tuple(r, classes[cls].record, 0, tuple.nodes[cls], &list, finish_resource,
                           &r->d->resources[cls]);
    }
}

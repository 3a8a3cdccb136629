/* SPDX-License-Identifier: MIT */
/*
 * describe.c - the metadata of the new module: versions and the shader model of the target, entry
 * points, resources and annotations as the libraries describe them. It is brought over node by node,
 * and written in its canonical form when all is done (dxil/emit.h). See link.h.
 */
#include "link/link.h"

#include "analysis/mem.h"
#include "dxil/emit.h"
#include "dxil/md.h"

typedef dxki_dxil_emitter emitter;

/* A node of a library, in the new module. */
static dxki_md bring(dxki_link *link, emitter *e, uint32_t l, dxki_md md)
{
    dxki_md to = 0;
    e->failed |= md && !dxki_import_md(&link->work[l].im, md, &to);
    return to;
}

static void put_named(emitter *e, dxki_dxil_md_name_id id, dxki_md md)
{
    dxki_dxil_emit_named(e, dxki_dxil_md_name_text(id), md);
}

/* ---------------------------------------------------------------------------------------- */
/* Versions, resources                                                                        */

static void put_versions(dxki_link *link, emitter *e)
{
    uint32_t minor = link->minor == DXKI_OFFLINE_MINOR ? DXKI_NEWEST_MINOR : link->minor;
    const uint32_t version[2] = {1, minor};
    const uint32_t validator[2] = {link->validator_major, link->validator_minor};
    size_t start = e->stack.count;
    put_named(e, DXKI_NAMED_VERSION, dxki_dxil_emit_numbers(e, version, 2));
    put_named(e, DXKI_NAMED_VALIDATOR_VERSION, dxki_dxil_emit_numbers(e, validator, 2));
    dxki_dxil_emit_push(
        e, dxki_dxil_emit_string(
               e, (dxk_str){dxk_enum_text(DXK_ENUM_ID_shader_profile, link->kind),
                            strlen(dxk_enum_text(DXK_ENUM_ID_shader_profile, link->kind))}));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, 6));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, link->minor));
    put_named(e, DXKI_NAMED_SHADER_MODEL, dxki_dxil_emit_tuple(e, start));
}

/* The variable of a resource: up to 6.5 libraries show it without its HLSL type. */
static dxki_md symbol_node(dxki_link *link, emitter *e, const dxki_link_resource *r)
{
    const dxk_module *from = dxki_link_library_of(link, r->library)->m;
    dxki_value symbol = r->of->symbol, to = 0;
    if (link->is_library && link->minor < DXKI_MODEL_6_6)
        symbol = dxki_mem_base(from, symbol);
    e->failed |= !dxki_import_value(&link->work[r->library].im, symbol, &to);
    return dxki_dxil_emit_value(e, to);
}

/* The node of a resource, under its new number. */
static dxki_md resource_node(dxki_link *link, emitter *e, const dxki_link_resource *r, uint32_t id)
{
    const dxk_module *from = dxki_link_library_of(link, r->library)->m;
    size_t start = e->stack.count;
    uint32_t count;
    dxki_md_ops(from, r->of->head.md, &count);
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, id));
    dxki_dxil_emit_push(e, symbol_node(link, e, r));
    for (uint32_t i = 2; i < count && !e->failed; i++)
        dxki_dxil_emit_push(
            e, bring(link, e, r->library, dxki_md_ops(from, r->of->head.md, &count)[i]));
    return dxki_dxil_emit_tuple(e, start);
}

static dxki_md resource_list(dxki_link *link, emitter *e)
{
    size_t start = e->stack.count;
    bool any = false;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        uint32_t count = (uint32_t)link->resources[cls].count;
        size_t first = e->stack.count;
        for (uint32_t i = 0; i < count && !e->failed; i++)
            dxki_dxil_emit_push(e, resource_node(link, e, &link->resources[cls].items[i], i));
        dxki_dxil_emit_push(e, count ? dxki_dxil_emit_tuple(e, first) : 0);
        any |= count != 0;
    }
    if (any)
        return dxki_dxil_emit_tuple(e, start);
    e->stack.count = start;
    return 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

static const dxki_dxil_entry *entry_of(const dxki_link *link, const dxki_link_pick *pick)
{
    const dxki_link_library *library = dxki_link_library_of(link, pick->library);
    uint32_t entry = library->entry_of[pick->function];
    return entry ? library->d->entries.items[entry - 1] : NULL;
}

static dxki_md entry_node(dxki_link *link, emitter *e, const dxki_link_pick *pick,
                          uint32_t function, dxki_md resources)
{
    const dxki_dxil_entry *entry = entry_of(link, pick);
    size_t start = e->stack.count;
    dxki_dxil_emit_push(e, dxki_dxil_emit_value(e, DXKI_VALUE(DXKI_V_GLOBAL, function)));
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, dxki_link_name(link->to, function)));
    dxki_dxil_emit_push(e, bring(link, e, pick->library, entry->signatures_md));
    dxki_dxil_emit_push(e, resources);
    dxki_dxil_emit_push(e, bring(link, e, pick->library, entry->props_md));
    return dxki_dxil_emit_tuple(e, start);
}

/* What stands first in a library: the resources, and flags that belong to no function. */
static dxki_md library_node(dxki_link *link, emitter *e, dxki_md resources)
{
    size_t start = e->stack.count;
    uint64_t flags = 0;
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        const dxki_dxil_list *entries = &dxki_link_library_of(link, l)->d->entries;
        if (link->work[l].begun && entries->count)
            flags |= ((const dxki_dxil_entry *)entries->items[0])->props.shader_flags;
    }
    dxki_dxil_emit_push(e, 0);
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, (dxk_str){"", 0}));
    dxki_dxil_emit_push(e, 0);
    dxki_dxil_emit_push(e, resources);
    size_t props = e->stack.count;
    dxki_dxil_emit_tag(e, DXKI_MD_PROPS_SHADER_FLAGS, dxki_dxil_emit_const(e, DXKI_TY_I64, flags));
    dxki_dxil_emit_push(e, flags ? dxki_dxil_emit_tuple(e, props) : 0);
    if (!flags) { /* the tuple was not made */
        e->stack.items[props] = 0;
        e->stack.count = props + 1;
    }
    return dxki_dxil_emit_tuple(e, start);
}

/* The entry points of a library, and their copies. */
static void put_library_entries(dxki_link *link, emitter *e)
{
    for (size_t p = 0; p < link->picks.count && !e->failed; p++) {
        const dxki_link_pick *pick = &link->picks.items[p];
        if (!entry_of(link, pick))
            continue;
        put_named(e, DXKI_NAMED_ENTRY_POINTS, entry_node(link, e, pick, pick->to, 0));
        for (size_t c = 0; c < link->copies.count && !e->failed; c++)
            if (link->copies.items[c].from == pick->to)
                put_named(e, DXKI_NAMED_ENTRY_POINTS,
                          entry_node(link, e, pick, link->copies.items[c].to, 0));
    }
}

static void put_entries(dxki_link *link, emitter *e, dxki_md resources)
{
    if (link->is_library) {
        put_named(e, DXKI_NAMED_ENTRY_POINTS, library_node(link, e, resources));
        put_library_entries(link, e);
    } else {
        const dxki_link_pick *pick = &link->picks.items[link->entry];
        put_named(e, DXKI_NAMED_ENTRY_POINTS, entry_node(link, e, pick, pick->to, resources));
    }
}

bool dxki_link_put_root_signature(dxki_link *link)
{
    const dxki_dxil_entry *entry = entry_of(link, &link->picks.items[link->entry]);
    dxk_bytes root = entry->props.root_signature;
    emitter e = {.m = link->to};
    if (!root.size)
        return true;
    dxki_type type = dxki_type_array(e.m, DXKI_TY_I8, root.size);
    dxki_value value =
        type ? dxki_const_data(e.m, type, (dxk_str){(const char *)root.data, root.size}) : 0;
    e.failed |= value == 0;
    dxki_dxil_emit_push(&e, dxki_dxil_emit_value(&e, value));
    put_named(&e, DXKI_NAMED_ROOT_SIGNATURE, dxki_dxil_emit_tuple(&e, 0));
    dxki_vec_free(link->ctx, &e.stack);
    return !e.failed || dxki_link_nomem(link);
}

/* ---------------------------------------------------------------------------------------- */
/* Annotations                                                                                */

/* True if what is annotated is linked: a type that came along, a function that was picked. */
static bool is_linked(const dxki_link *link, uint32_t l, dxki_value value)
{
    const dxk_module *m = dxki_link_library_of(link, l)->m;
    const dxki_importer *im = &link->work[l].im;
    if (!value)
        return false;
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        return im->globals[DXKI_INDEX(value)] != 0;
    return im->types[dxki_value_type(m, value)] != 0;
}

/* The pairs of a list that are linked: what is annotated, and how. */
static void push_pairs(dxki_link *link, emitter *e, uint32_t l, dxki_md md, uint64_t tag)
{
    const dxk_module *m = dxki_link_library_of(link, l)->m;
    uint32_t count;
    uint64_t number;
    const dxki_md *ops = dxki_md_ops(m, md, &count);
    if (!count || !dxki_md_as_int(m, ops[0], &number) || number != tag)
        return;
    for (uint32_t i = 1; i + 1 < count && !e->failed; i += 2) {
        if (!is_linked(link, l, dxki_md_value(m, ops[i])))
            continue;
        dxki_dxil_emit_push(e, bring(link, e, l, ops[i]));
        dxki_dxil_emit_push(e, bring(link, e, l, ops[i + 1]));
    }
}

/* One list for all libraries: a number, 0 for types and 1 for functions, then pairs. */
static void put_annotations(dxki_link *link, emitter *e, dxki_dxil_md_name_id id, uint32_t tag)
{
    const char *name = dxki_dxil_md_name_text(id);
    size_t start = e->stack.count;
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, tag));
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        const dxk_module *m = dxki_link_library_of(link, l)->m;
        uint32_t index = link->work[l].begun ? dxki_named_md_find(m, name) : UINT32_MAX;
        if (index == UINT32_MAX)
            continue;
        const dxki_named_md *named = &m->named_mds.items[index];
        for (uint32_t i = 0; i < named->op_count && !e->failed; i++)
            push_pairs(link, e, l, m->words.items[named->ops + i], tag);
    }
    if (e->stack.count > start + 1)
        dxki_dxil_emit_named(e, name, dxki_dxil_emit_tuple(e, start));
    else
        e->stack.count = start;
}

/* What libraries say of themselves as a whole a shader says at its entry point. */
static bool put_precision(dxki_link *link)
{
    const uint64_t flag = (uint64_t)1 << DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION;
    dxk_dxil *d;
    dxk_status status = dxk_dxil_load(link->to, &d);
    if (status == DXK_OK && d->entries.count) {
        dxki_dxil_entry *entry = (dxki_dxil_entry *)(uintptr_t)d->entries.items[0];
        entry->props.shader_flags &= ~flag;
        entry->props.shader_flags |= link->native_16bit ? flag : 0;
    }
    if (status == DXK_OK)
        status = dxki_dxil_renew_metadata(link->to, d);
    dxk_dxil_free(d);
    if (link->status == DXK_OK)
        link->status = status;
    return status == DXK_OK;
}

bool dxki_link_describe(dxki_link *link)
{
    emitter e = {.m = link->to, .latest = true};
    put_versions(link, &e);
    dxki_md resources = resource_list(link, &e);
    if (resources)
        put_named(&e, DXKI_NAMED_RESOURCES, resources);
    put_entries(link, &e, resources);
    put_annotations(link, &e, DXKI_NAMED_TYPE_ANNOTATIONS, 0);
    put_annotations(link, &e, DXKI_NAMED_TYPE_ANNOTATIONS, 1);
    if (link->is_library && link->minor >= DXKI_MODEL_6_6)
        put_annotations(link, &e, DXKI_NAMED_PAYLOAD_ANNOTATIONS, 0);
    dxki_vec_free(link->ctx, &e.stack);
    if (e.failed)
        return dxki_link_nomem(link);
    const dxki_link_library *first = dxki_link_library_of(link, link->picks.items[0].library);
    bool said = link->is_library && first->native_16bit;
    return said == link->native_16bit || put_precision(link);
}

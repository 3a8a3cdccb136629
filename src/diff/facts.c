/* SPDX-License-Identifier: MIT */
/*
 * facts.c - what the metadata of two modules says: versions, resources, entry points and their
 * signatures. Each fact has a name and a text; facts of one name are compared by their texts.
 */
#include "base/str.h"
#include "diff/diff.h"
#include "dxk/enums.h"
#include "ir/idset.h"

#include <stddef.h>
#include <string.h>

/* A fact that is being written: its name, a NUL, its text. */
typedef struct writer {
    dxk_program_diff *diff;
    int side;
    dxk_buffer text;
    dxki_out out;
    size_t name_size;
} writer;

static void begin(writer *w, dxk_program_diff *diff, int side)
{
    memset(w, 0, sizeof *w);
    w->diff = diff;
    w->side = side;
    dxk_buffer_init(&w->text, diff->ctx);
    dxki_out_init(&w->out, dxk_buffer_sink(&w->text));
}

static void name_ends(writer *w)
{
    w->name_size = (size_t)(w->out.flushed + w->out.used);
}

/* Enters what was written. */
static bool finish(writer *w, dxk_diff_area area)
{
    dxk_program_diff *diff = w->diff;
    bool good = dxki_out_flush(&w->out) == DXK_OK;
    const char *copy =
        good ? dxki_arena_strdup(&diff->arena, (const char *)w->text.data, w->text.size) : NULL;
    dxki_diff_fact fact = {{copy, w->name_size},
                           {copy ? copy + w->name_size : NULL, w->text.size - w->name_size},
                           (uint8_t)area};
    good = copy && dxki_vec_push(diff->ctx, &diff->facts[w->side], fact);
    dxk_buffer_free(&w->text);
    return good;
}

static void put_enum(dxki_out *out, dxk_enum_id id, uint64_t number)
{
    const char *text = dxk_enum_text(id, number);
    if (text)
        dxki_out_text(out, text);
    else
        dxki_out_u64(out, number);
}

static void put_word(dxki_out *out, bool condition, const char *word)
{
    dxki_out_text(out, condition ? word : "");
}

static void put_number(dxki_out *out, const char *word, uint64_t number)
{
    if (number == 0)
        return;
    dxki_out_text(out, word);
    dxki_out_u64(out, number);
}

/* ---------------------------------------------------------------------------------------- */
/* The module                                                                                 */

static bool add_str(dxk_program_diff *diff, int side, const char *name, dxk_str text)
{
    writer w;
    begin(&w, diff, side);
    dxki_out_text(&w.out, name);
    name_ends(&w);
    dxki_out_str(&w.out, text);
    return finish(&w, DXK_DIFF_MODULE);
}

static bool add_pair(dxk_program_diff *diff, int side, const char *name, const char *before,
                     uint64_t major, uint64_t minor)
{
    writer w;
    begin(&w, diff, side);
    dxki_out_text(&w.out, name);
    name_ends(&w);
    dxki_out_text(&w.out, before);
    dxki_out_u64(&w.out, major);
    dxki_out_char(&w.out, '.');
    dxki_out_u64(&w.out, minor);
    return finish(&w, DXK_DIFF_MODULE);
}

static bool find_module(dxk_program_diff *diff, int side)
{
    const dxki_diff_side *s = &diff->sides[side];
    if (!add_str(diff, side, "target triple", s->m->triple) ||
        !add_str(diff, side, "data layout", s->m->datalayout))
        return false;
    if (!s->d || !s->d->version.head.md)
        return true;
    dxk_dxil_info info = dxk_dxil_info_get(s->d);
    char stage[16] = "";
    const char *kind = dxk_enum_text(DXK_ENUM_ID_shader_profile, info.shader_kind);
    if (kind && strlen(kind) + 2 < sizeof stage) {
        memcpy(stage, kind, strlen(kind));
        stage[strlen(kind)] = '_';
    }
    return add_pair(diff, side, "DXIL", "", info.dxil_major, info.dxil_minor) &&
           add_pair(diff, side, "shader model", stage, info.model_major, info.model_minor) &&
           add_pair(diff, side, "validator", "", info.validator_major, info.validator_minor);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static const char *const classes[] = {"SRV", "UAV", "cbuffer", "sampler"};

/* "t4,space1 x 4 Texture2D F32" */
static bool add_resource(dxk_program_diff *diff, int side, const dxki_dxil_resource *r)
{
    writer w;
    dxki_out *out = &w.out;
    begin(&w, diff, side);
    dxki_out_text(out, classes[r->cls]);
    dxki_out_char(out, ' ');
    if (diff->sides[side].named) {
        dxki_out_str(out, r->name);
    } else {
        dxki_out_u64(out, r->space);
        dxki_out_char(out, ':');
        dxki_out_u64(out, r->lower_bound);
    }
    name_ends(&w);
    dxki_out_char(out, "tubs"[r->cls]);
    dxki_out_u64(out, r->lower_bound);
    put_number(out, ",space", r->space);
    if (r->range_size == UINT32_MAX)
        dxki_out_text(out, " unbounded");
    else if (r->range_size != 1)
        put_number(out, " x ", r->range_size);
    dxki_out_char(out, ' ');
    put_enum(out, DXK_ENUM_ID_resource_kind, r->kind);
    if (r->extra.element_type) {
        dxki_out_char(out, ' ');
        put_enum(out, DXK_ENUM_ID_component_type, r->extra.element_type);
    }
    put_number(out, " stride ", r->extra.stride);
    put_number(out, " bytes ", r->cbuffer_size);
    put_number(out, " samples ", r->sample_count);
    put_number(out, " mode ", r->sampler_kind);
    put_word(out, r->globally_coherent, " globallycoherent");
    put_word(out, r->has_counter, " counter");
    put_word(out, r->is_rov, " rasterizer-ordered");
    put_word(out, r->extra.atomic64, " 64-bit-atomics");
    put_word(out, r->extra.reorder_coherent, " reordercoherent");
    return finish(&w, DXK_DIFF_RESOURCE);
}

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

typedef struct property {
    const char *name;
    uint16_t offset;
    uint8_t count; /* numbers */
    uint8_t set;   /* dxk_enum_id; 0: plain numbers */
} property;

#define PROPERTY(member, name, count, set)                                                         \
    {                                                                                              \
        name, (uint16_t)offsetof(dxk_dxil_entry, member), count, DXK_ENUM_ID_##set                 \
    }

static const property properties[] = {
    PROPERTY(num_threads, "threads", 3, none),
    PROPERTY(wave_lanes, "wave size", 3, none),
    PROPERTY(input_control_points, "input control points", 1, none),
    PROPERTY(output_control_points, "output control points", 1, none),
    PROPERTY(tessellator_domain, "domain", 1, tessellator_domain),
    PROPERTY(tessellator_output, "output primitive", 1, tessellator_output),
    PROPERTY(input_primitive, "input primitive", 1, input_primitive),
    PROPERTY(output_topology, "output topology", 1, none),
    PROPERTY(instances, "instances", 1, none),
    PROPERTY(max_vertices, "most vertices", 1, none),
    PROPERTY(max_primitives, "most primitives", 1, none),
    PROPERTY(payload_size, "payload bytes", 1, none),
    PROPERTY(attribute_size, "attribute bytes", 1, none),
    PROPERTY(launch_type, "launch type", 1, none),
};

/* Whose it is, then what it is. The only entry point of a shader needs no name. */
static void put_owner(writer *w, const dxk_dxil_entry *e, bool only)
{
    if (!only) {
        dxki_out_str(&w->out, e->name);
        dxki_out_char(&w->out, ' ');
    }
}

static bool add_property(dxk_program_diff *diff, int side, const dxk_dxil_entry *e, bool only,
                         const property *p)
{
    uint32_t numbers[3];
    writer w;
    memcpy(numbers, (const char *)e + p->offset, p->count * sizeof *numbers);
    begin(&w, diff, side);
    put_owner(&w, e, only);
    dxki_out_text(&w.out, p->name);
    name_ends(&w);
    for (uint32_t i = 0; i < p->count; i++) {
        dxki_out_text(&w.out, i ? "," : "");
        if (p->set)
            put_enum(&w.out, (dxk_enum_id)p->set, numbers[i]);
        else
            dxki_out_u64(&w.out, numbers[i]);
    }
    return finish(&w, DXK_DIFF_ENTRY);
}

static bool add_flags(dxk_program_diff *diff, int side, const dxk_dxil_entry *e, bool only)
{
    writer w;
    const char *comma = "";
    begin(&w, diff, side);
    put_owner(&w, e, only);
    dxki_out_text(&w.out, "shader flags");
    name_ends(&w);
    for (unsigned bit = 0; bit < 64; bit++) {
        const char *name = dxk_dxil_shader_flag_name(bit);
        if (!(e->shader_flags >> bit & 1))
            continue;
        dxki_out_text(&w.out, comma);
        comma = " ";
        if (name)
            dxki_out_text(&w.out, name);
        else
            put_number(&w.out, "bit ", bit);
    }
    return finish(&w, DXK_DIFF_ENTRY);
}

static const char *const signatures[] = {"input ", "output ", "patch constant "};

/* "F32 x 3 at 0.0 Linear" */
static bool add_element(dxk_program_diff *diff, int side, const dxk_dxil_entry *owner, bool only,
                        uint32_t which, const dxki_dxil_sig_element *e)
{
    writer w;
    dxki_out *out = &w.out;
    begin(&w, diff, side);
    put_owner(&w, owner, only);
    dxki_out_text(out, signatures[which]);
    dxki_out_str(out, dxki_dxil_sig_element_name(e, owner->kind, which));
    dxki_out_u64(out, e->first_index);
    name_ends(&w);
    put_enum(out, DXK_ENUM_ID_component_type, e->component_type);
    dxki_out_text(out, " x ");
    dxki_out_u64(out, e->columns);
    if (e->rows != 1)
        put_number(out, " rows ", e->rows);
    dxki_out_text(out, " at ");
    dxki_out_i64(out, e->start_row);
    dxki_out_char(out, '.');
    dxki_out_i64(out, e->start_column);
    dxki_out_char(out, ' ');
    put_enum(out, DXK_ENUM_ID_interpolation_mode, e->interpolation);
    put_number(out, " stream ", e->extra.stream);
    put_number(out, " uses ", e->extra.usage_mask);
    put_number(out, " indexed ", e->extra.dynamic_mask);
    return finish(&w, DXK_DIFF_ENTRY);
}

static bool find_entry(dxk_program_diff *diff, int side, size_t index, bool only)
{
    const dxk_dxil *d = diff->sides[side].d;
    dxk_dxil_entry e;
    bool good = dxk_dxil_entry_get(d, index, &e) && add_flags(diff, side, &e, only);
    const dxki_dxil_entry *entry =
        d->entries.items[d->entries.count - dxk_dxil_entry_count(d) + index];
    for (size_t i = 0; good && i < sizeof properties / sizeof *properties; i++)
        good = add_property(diff, side, &e, only, &properties[i]);
    for (uint32_t which = 0; which < 3; which++) {
        for (uint32_t i = 0; good && i < entry->signatures[which].count; i++)
            good = add_element(diff, side, &e, only, which, entry->signatures[which].items[i]);
    }
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Both sides                                                                                 */

static bool find_all(dxk_program_diff *diff, int side)
{
    const dxk_dxil *d = diff->sides[side].d;
    size_t entries = d ? dxk_dxil_entry_count(d) : 0;
    bool good = find_module(diff, side);
    for (uint32_t cls = 0; d && cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; good && i < d->resources[cls].count; i++)
            good = add_resource(diff, side, d->resources[cls].items[i]);
    }
    for (size_t i = 0; good && i < entries; i++)
        good = find_entry(diff, side, i, entries == 1);
    return good;
}

static dxk_str whole_text(dxk_program_diff *diff, const dxki_diff_fact *fact)
{
    size_t size = fact->name.size + 2 + fact->text.size;
    char *text = dxki_arena_alloc(&diff->arena, size);
    if (!text)
        return (dxk_str){NULL, 0};
    memcpy(text, fact->name.data, fact->name.size);
    memcpy(text + fact->name.size, ": ", 2);
    memcpy(text + fact->name.size + 2, fact->text.data, fact->text.size);
    return (dxk_str){text, size};
}

static dxk_status tell(dxk_program_diff *diff, dxk_difference_kind kind, uint32_t left,
                       uint32_t right)
{
    const dxki_diff_fact *a = left ? &diff->facts[0].items[left - 1] : NULL;
    const dxki_diff_fact *b = right ? &diff->facts[1].items[right - 1] : NULL;
    dxk_str texts[2] = {a ? whole_text(diff, a) : (dxk_str){"", 0},
                        b ? whole_text(diff, b) : (dxk_str){"", 0}};
    if (!texts[0].data || !texts[1].data)
        return dxki_nomem(diff->ctx);
    return dxki_diff_add_text(diff, (dxk_diff_area)(a ? a : b)->area, kind, 0, 0, texts[0],
                              texts[1]);
}

static bool has_names(const dxk_dxil *d)
{
    for (uint32_t cls = 0; d && cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++) {
            const dxki_dxil_resource *r = d->resources[cls].items[i];
            if (r->name.size == 0)
                return false;
        }
    }
    return true;
}

dxk_status dxki_diff_facts(dxk_program_diff *diff)
{
    dxki_diff_list lists[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    bool good = true;
    bool named = has_names(diff->sides[0].d) && has_names(diff->sides[1].d);
    diff->sides[0].named = diff->sides[1].named = named;
    for (int side = 0; side < 2 && good; side++) {
        good = dxki_diff_list_names(&diff->sides[side], diff->ctx) && find_all(diff, side);
        for (size_t i = 0; good && i < diff->facts[side].count; i++) {
            const dxki_diff_fact *fact = &diff->facts[side].items[i];
            uint64_t meaning = dxki_hash_bytes(fact->text.size, fact->text);
            dxki_diff_named one = {fact->name, (uint32_t)i, (uint32_t)i + 1, meaning};
            good = dxki_vec_push(diff->ctx, &lists[side], one);
        }
    }
    dxk_status status = good ? dxki_diff_merge(diff, lists, tell) : dxki_nomem(diff->ctx);
    dxki_vec_free(diff->ctx, &lists[0]);
    dxki_vec_free(diff->ctx, &lists[1]);
    return status;
}

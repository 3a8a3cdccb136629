/* SPDX-License-Identifier: MIT */
/*
 * rootsig.c - a root signature for given shaders (dxk/rootsig_make.h): what they bind is written in the
 * language of root signatures, which is then compiled.
 */
#include "dxk/rootsig_make.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"
#include "base/out.h"
#include "match/bindings.h"
#include "match/needs.h"
#include "match/root.h"
#include "spec/reader_rules.h"

/* D3D_SHADER_INPUT_TYPE: those that a root descriptor can be of. */
enum {
    INPUT_CBUFFER = 0,
    INPUT_STRUCTURED = 5,
    INPUT_RWSTRUCTURED = 6,
    INPUT_BYTEADDRESS = 7,
    INPUT_RWBYTEADDRESS = 8,
    INPUT_ACCELERATION = 12
};

enum { CLASSES = 4, VISIBILITIES = 8 };

typedef struct making {
    dxk_ctx *ctx;
    const dxk_rootsig_make_options *options;
    dxk_reflect **shaders;
    size_t count;
    dxki_match_bindings list;
    uint32_t stages; /* bits of dxk_rs_visibility of the shaders */
    uint32_t served; /* and of what has been written */
    dxki_out out;
    bool first; /* no clause was written yet */
    dxk_status status;
} making;

static const char letters[] = "btus"; /* of registers, by dxki_match_class */

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

static void begin_clause(making *m)
{
    if (!m->first)
        dxki_out_text(&m->out, ",\n");
    m->first = false;
}

static void put_field(making *m, const char *name, uint64_t value)
{
    dxki_out_text(&m->out, ", ");
    dxki_out_text(&m->out, name);
    dxki_out_char(&m->out, '=');
    dxki_out_u64(&m->out, value);
}

static void put_register(making *m, const dxki_match_binding *b)
{
    dxki_out_char(&m->out, letters[b->cls]);
    dxki_out_u64(&m->out, b->first);
}

static void put_visibility(making *m, uint32_t stages)
{
    static const char *const words[VISIBILITIES] = {"ALL",      "VERTEX", "HULL",          "DOMAIN",
                                                    "GEOMETRY", "PIXEL",  "AMPLIFICATION", "MESH"};
    uint32_t visibility = dxki_match_visibility(stages);
    m->served |= stages;
    if (visibility == DXK_RS_VISIBILITY_ALL)
        return;
    dxki_out_text(&m->out, ", visibility=SHADER_VISIBILITY_");
    dxki_out_text(&m->out, words[visibility]);
}

/* The space and the visibility, with which a clause outside of tables ends. */
static void end_clause(making *m, const dxki_match_binding *b)
{
    if (b->space)
        put_field(m, "space", b->space);
    put_visibility(m, b->stages);
    dxki_out_char(&m->out, ')');
}

/* ---------------------------------------------------------------------------------------- */
/* What was chosen by name                                                                    */

static bool can_be_descriptor(const dxki_match_binding *b)
{
    switch (b->type) {
    case INPUT_CBUFFER:
    case INPUT_STRUCTURED:
    case INPUT_RWSTRUCTURED:
    case INPUT_BYTEADDRESS:
    case INPUT_RWBYTEADDRESS:
    case INPUT_ACCELERATION:
        return b->first == b->last;
    default:
        return false;
    }
}

static bool can_be_constants(const dxki_match_binding *b)
{
    return b->type == INPUT_CBUFFER && b->first == b->last && b->words;
}

static void put_descriptor(making *m, const dxki_match_binding *b, dxk_str fields)
{
    static const char *const keywords[] = {"CBV(", "SRV(", "UAV("};
    (void)fields;
    dxki_out_text(&m->out, keywords[b->cls]);
    put_register(m, b);
}

static void put_constants(making *m, const dxki_match_binding *b, dxk_str fields)
{
    (void)fields;
    dxki_out_text(&m->out, "RootConstants(num32BitConstants=");
    dxki_out_u64(&m->out, b->words);
    dxki_out_text(&m->out, ", ");
    put_register(m, b);
}

static bool can_be_static(const dxki_match_binding *b)
{
    return b->cls == DXKI_MATCH_SAMPLER && b->first == b->last;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* True if the fields of a static sampler name its filter. */
static bool has_filter(dxk_str fields)
{
    static const char field[] = "filter";
    const size_t size = sizeof field - 1;
    for (size_t i = 0; i + size <= fields.size; i++) {
        dxk_str part = {fields.data + i, size};
        bool whole = (i == 0 || !is_letter(fields.data[i - 1])) &&
                     (i + size == fields.size || !is_letter(fields.data[i + size]));
        if (whole && dxki_str_same_fold(part, (dxk_str){field, size}))
            return true;
    }
    return false;
}

/* A sampler that compares gets what the default filter is for those. */
static void put_sampler(making *m, const dxki_match_binding *b, dxk_str fields)
{
    dxki_out_text(&m->out, "StaticSampler(");
    put_register(m, b);
    if (b->compares && !has_filter(fields))
        dxki_out_text(&m->out, ", filter=FILTER_COMPARISON_ANISOTROPIC");
    if (fields.size) {
        dxki_out_text(&m->out, ", ");
        dxki_out_str(&m->out, fields);
    }
}

/* What a binding can become outside of tables. */
typedef struct choice {
    const char *what;
    bool (*fits)(const dxki_match_binding *b);
    void (*put)(making *m, const dxki_match_binding *b, dxk_str fields);
} choice;

static const choice as_constants = {"root constants", can_be_constants, put_constants};
static const choice as_descriptor = {"a root descriptor", can_be_descriptor, put_descriptor};
static const choice as_sampler = {"a static sampler", can_be_static, put_sampler};

/* All bindings of that name, which differ by stage or register. */
static void put_chosen(making *m, dxk_str name, const choice *as, dxk_str fields)
{
    bool found = false;
    for (size_t i = 0; i < m->list.count && m->status == DXK_OK; i++) {
        dxki_match_binding *b = &m->list.items[i];
        if (!dxki_str_same(b->name, name))
            continue;
        found = true;
        if (b->is_placed)
            continue;
        if (!as->fits(b)) {
            m->status = DXKI_REPORT(m->ctx, DXKI_RULE_MATCH_NOT_ROOT, dxki_nowhere(), "",
                                    dxki_text(name), dxki_text(dxki_str(as->what)));
            return;
        }
        begin_clause(m);
        as->put(m, b, fields);
        end_clause(m, b);
        b->is_placed = true;
    }
    if (!found)
        m->status =
            DXKI_REPORT(m->ctx, DXKI_RULE_MATCH_NO_BINDING, dxki_nowhere(), "", dxki_text(name));
}

static void put_all_chosen(making *m)
{
    const dxk_rootsig_make_options *o = m->options;
    const dxk_str none = {NULL, 0};
    for (size_t i = 0; i < o->constants_count && m->status == DXK_OK; i++)
        put_chosen(m, o->constants[i], &as_constants, none);
    for (size_t i = 0; i < o->descriptor_count && m->status == DXK_OK; i++)
        put_chosen(m, o->descriptors[i], &as_descriptor, none);
    for (size_t i = 0; i < o->sampler_count && m->status == DXK_OK; i++)
        put_chosen(m, o->samplers[i].name, &as_sampler, o->samplers[i].fields);
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

/* What a table takes: bindings of views or samplers, of some stages. */
typedef struct table {
    bool samplers;
    uint32_t stages; /* 0: what is not contested, of all stages */
    size_t number;   /* of a table that was asked for; 0: it was not */
    size_t endless;  /* the resource without an end that it ends with; SIZE_MAX: none */
    bool open;       /* something is in it */
} table;

static bool takes(const making *m, const table *t, const dxki_match_binding *b)
{
    if (b->is_placed || (b->cls == DXKI_MATCH_SAMPLER) != t->samplers || b->table != t->number)
        return false;
    if (t->number)
        return true;
    return t->stages ? (b->stages & t->stages) != 0 : !b->is_contested && !m->options->by_stage;
}

static void put_range(making *m, table *t, const dxki_match_binding *b, uint32_t last)
{
    static const char *const keywords[CLASSES] = {"CBV(", "SRV(", "UAV(", "Sampler("};
    if (t->open) {
        dxki_out_text(&m->out, ", ");
    } else {
        begin_clause(m);
        dxki_out_text(&m->out, "DescriptorTable(");
    }
    t->open = true;
    dxki_out_text(&m->out, keywords[b->cls]);
    put_register(m, b);
    if (last == DXKI_MATCH_ENDLESS)
        dxki_out_text(&m->out, ", numDescriptors=unbounded");
    else if (last != b->first)
        put_field(m, "numDescriptors", (uint64_t)last - b->first + 1);
    if (b->space)
        put_field(m, "space", b->space);
    dxki_out_char(&m->out, ')');
}

static void close_table(making *m, table *t, uint32_t stages)
{
    if (!t->open)
        return;
    put_visibility(m, stages);
    dxki_out_char(&m->out, ')');
    t->open = false;
}

/* A row of bindings that follow each other, which is one range. */
typedef struct row {
    size_t first, end; /* in the list; those in between that the table does not take are left out */
    uint32_t last;     /* register */
    uint32_t stages;
} row;

/* The row that begins at a binding that the table takes. */
static row find_row(const making *m, const table *t, size_t first)
{
    const dxki_match_binding *b = &m->list.items[first];
    row r = {first, first + 1, b->last, b->stages};
    for (; r.last != DXKI_MATCH_ENDLESS && r.end < m->list.count; r.end++) {
        const dxki_match_binding *n = &m->list.items[r.end];
        if (n->cls != b->cls || n->space != b->space || n->first > (uint64_t)r.last + 1)
            break;
        if (!takes(m, t, n))
            continue;
        if (n->last == DXKI_MATCH_ENDLESS)
            break;
        r.last = n->last > r.last ? n->last : r.last;
        r.stages |= n->stages;
    }
    return r;
}

/* Tables with a single resource without an end. */
static void put_endless(making *m, table *t)
{
    for (size_t i = 0; i < m->list.count; i++) {
        const dxki_match_binding *b = &m->list.items[i];
        if (!takes(m, t, b) || b->last != DXKI_MATCH_ENDLESS || i == t->endless)
            continue;
        put_range(m, t, b, b->last);
        close_table(m, t, t->stages ? t->stages : b->stages);
    }
}

/* One resource without an end is the last of the table; each further one gets a table of its own. */
static void put_table(making *m, table *t)
{
    uint32_t stages = 0;
    row r;
    for (size_t i = 0; i < m->list.count; i = r.end) {
        r = (row){i, i + 1, 0, 0};
        if (!takes(m, t, &m->list.items[i]))
            continue;
        r = find_row(m, t, i);
        if (r.last != DXKI_MATCH_ENDLESS) {
            stages |= r.stages;
            put_range(m, t, &m->list.items[i], r.last);
        } else if (t->endless == SIZE_MAX) {
            t->endless = i;
        }
    }
    if (t->endless != SIZE_MAX) {
        stages |= m->list.items[t->endless].stages;
        put_range(m, t, &m->list.items[t->endless], DXKI_MATCH_ENDLESS);
    }
    close_table(m, t, t->stages ? t->stages : stages);
    put_endless(m, t);
}

/* Marks the bindings of a name for a table. */
static void choose_for_table(making *m, dxk_str name, size_t number)
{
    bool found = false;
    for (size_t i = 0; i < m->list.count; i++) {
        dxki_match_binding *b = &m->list.items[i];
        if (!dxki_str_same(b->name, name))
            continue;
        found = true;
        b->table = b->is_placed ? 0 : number;
    }
    if (!found && m->status == DXK_OK)
        m->status =
            DXKI_REPORT(m->ctx, DXKI_RULE_MATCH_NO_BINDING, dxki_nowhere(), "", dxki_text(name));
}

/* Tables that were asked for. */
static void put_own_tables(making *m)
{
    for (size_t k = 0; k < m->options->table_count; k++) {
        dxk_str rest = m->options->tables[k];
        while (rest.size) {
            const char *comma = memchr(rest.data, ',', rest.size);
            dxk_str name = {rest.data, comma ? (size_t)(comma - rest.data) : rest.size};
            choose_for_table(m, name, k + 1);
            rest.data += name.size + (comma != NULL);
            rest.size -= name.size + (comma != NULL);
        }
    }
    for (size_t k = 0; k < m->options->table_count && m->status == DXK_OK; k++)
        for (uint32_t samplers = 0; samplers < 2; samplers++) {
            table t = {.samplers = samplers != 0, .number = k + 1, .endless = SIZE_MAX};
            put_table(m, &t);
        }
    for (size_t i = 0; i < m->list.count; i++)
        m->list.items[i].is_placed |= m->list.items[i].table != 0;
}

/* What is contested goes to tables of the stages; the rest to one table of all, unless with it
 * there are more tables than stages. */
static void put_tables(making *m, bool samplers)
{
    table probe = {.samplers = samplers, .endless = SIZE_MAX};
    uint32_t contested = 0, all = 0, tables = 0, stages = 0;
    bool common = false;
    for (size_t i = 0; i < m->list.count; i++) {
        const dxki_match_binding *b = &m->list.items[i];
        if (b->is_placed || (b->cls == DXKI_MATCH_SAMPLER) != samplers)
            continue;
        all |= b->stages;
        contested |= b->is_contested ? b->stages : 0;
        common |= takes(m, &probe, b);
    }
    for (uint32_t v = 0; v < VISIBILITIES; v++) {
        tables += contested >> v & 1;
        stages += all >> v & 1;
    }
    bool split = m->options->by_stage || (contested && tables + common >= stages);
    uint32_t apart = split ? all : contested;
    if (!split)
        put_table(m, &probe);
    for (size_t i = 0; i < m->list.count && !split; i++)
        m->list.items[i].is_placed |= takes(m, &probe, &m->list.items[i]);
    for (uint32_t v = 0; v < VISIBILITIES; v++) {
        table t = {.samplers = samplers, .stages = 1u << v, .endless = SIZE_MAX};
        if (apart >> v & 1)
            put_table(m, &t);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Flags                                                                                      */

/* Flags are the first clause. */
static void put_flags(making *m, dxki_out *out)
{
    static const char *const denials[VISIBILITIES] = {
        NULL, "VERTEX", "HULL", "DOMAIN", "GEOMETRY", "PIXEL", "AMPLIFICATION", "MESH"};
    const char *between = "RootFlags(";
    const dxki_match_need *need;
    uint32_t flags = 0;
    for (size_t i = 0; i < m->count; i++)
        flags |= dxki_match_needs(m->shaders[i]);
    for (size_t i = 0; (need = dxki_match_need_get(i)) != NULL; i++)
        if (flags & need->flag) {
            dxki_out_text(out, between);
            dxki_out_text(out, need->word);
            between = " | ";
        }
    for (uint32_t v = 1; v < VISIBILITIES; v++)
        if (m->options->deny && !(m->served & 1) && !(m->served >> v & 1)) {
            dxki_out_text(out, between);
            dxki_out_text(out, "DENY_");
            dxki_out_text(out, denials[v]);
            dxki_out_text(out, "_SHADER_ROOT_ACCESS");
            between = " | ";
        }
    if (between[0] == ' ')
        dxki_out_text(out, m->first ? ")" : "),\n");
}

/* ---------------------------------------------------------------------------------------- */

static dxk_status load(making *m, const dxk_container *const *shaders, size_t count)
{
    dxk_status status = DXK_OK;
    for (; m->count < count && status == DXK_OK; m->count++)
        status = dxk_reflect_load(shaders[m->count], NULL, &m->shaders[m->count]);
    for (size_t i = 0; i < m->count && status == DXK_OK; i++)
        status = dxki_match_bindings_add(m->ctx, &m->list, m->shaders[i]);
    if (status == DXK_OK && !dxki_match_bindings_merge(m->ctx, &m->list))
        status = dxki_nomem(m->ctx);
    return status;
}

/* Writes all clauses, then in front of them the flags, which depend on them. */
static dxk_status describe(making *m, dxk_buffer *clauses, dxk_buffer *text)
{
    dxki_out_init(&m->out, dxk_buffer_sink(clauses));
    m->first = true;
    put_all_chosen(m);
    if (m->status == DXK_OK)
        put_own_tables(m);
    if (m->status == DXK_OK) {
        put_tables(m, false);
        put_tables(m, true);
    }
    dxk_status status = dxki_out_flush(&m->out);
    dxki_out out;
    dxki_out_init(&out, dxk_buffer_sink(text));
    put_flags(m, &out);
    dxki_out_str(&out, (dxk_str){(const char *)clauses->data, clauses->size});
    if (status == DXK_OK)
        status = dxki_out_flush(&out);
    return m->status != DXK_OK ? m->status : status;
}

/* Static samplers must be fit for all shaders. */
static dxk_status check(making *m, const dxk_container *const *shaders,
                        const dxk_root_signature *made)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < m->count && status == DXK_OK; i++) {
        const dxk_match_stage shader = {.container = shaders[i]};
        status = dxki_match_filters(m->ctx, &shader, m->shaders[i], made);
    }
    return status;
}

static dxk_status make(making *m, dxk_root_signature **out)
{
    dxk_buffer clauses, text;
    const dxk_rootsig_parse_options how = {.version = m->options->version};
    dxk_buffer_init(&clauses, m->ctx);
    dxk_buffer_init(&text, m->ctx);
    dxk_status status = describe(m, &clauses, &text);
    if (status == DXK_OK)
        status =
            dxk_rootsig_parse(m->ctx, (dxk_str){(const char *)text.data, text.size}, &how, out);
    dxk_buffer_free(&clauses);
    dxk_buffer_free(&text);
    return status;
}

dxk_status dxk_rootsig_make(dxk_ctx *ctx, const dxk_container *const *shaders, size_t count,
                            const dxk_rootsig_make_options *options, dxk_root_signature **out)
{
    dxk_rootsig_make_options own;
    making m = {.ctx = ctx, .options = &own};
    dxki_arena arena;
    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options))
        return DXK_E_ARGUMENT;
    dxki_arena_init(&arena, ctx);
    m.shaders = DXKI_NEW_ARRAY(&arena, dxk_reflect *, count + 1);
    dxk_status status = m.shaders ? load(&m, shaders, count) : dxki_nomem(ctx);
    if (status == DXK_OK)
        status = make(&m, out);
    if (status == DXK_OK)
        status = check(&m, shaders, *out);
    if (status != DXK_OK) {
        dxk_rootsig_free(*out);
        *out = NULL;
    }
    for (size_t i = 0; i < m.count; i++)
        dxk_reflect_free(m.shaders[i]);
    dxki_vec_free(ctx, &m.list);
    dxki_arena_free(&arena);
    return status;
}

/* SPDX-License-Identifier: MIT */
/* run_show.c - what a shader has written, as tables with columns as reflection has them; see
 * run.h. */
#include "run_show.h"

#include <dxk/reflect.h>
#include <stdio.h>
#include <string.h>

#define DEEPEST 8 /* structures in structures */

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

static uint64_t load(const uint8_t *data, unsigned size)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < size; i++)
        bits |= (uint64_t)data[i] << (8 * i);
    return bits;
}

/* With as many digits as tell the numbers of that size apart. */
static int digits_of(unsigned size)
{
    return size == 2 ? 5 : size == 4 ? 9 : 17;
}

int run_format_number(char text[RUN_NUMBER], const run_column *c, const uint8_t *row)
{
    uint64_t bits = load(row + c->offset, c->size);
    uint64_t sign = (uint64_t)1 << (8 * c->size - 1);
    switch (c->kind) {
    case N_REAL:
        return value_format_real(text, bits, c->size);
    case N_SIGNED:
        return snprintf(text, RUN_NUMBER, "%lld", (long long)((bits ^ sign) - sign));
    case N_UNSIGNED:
        return snprintf(text, RUN_NUMBER, "%llu", (unsigned long long)bits);
    default:
        return snprintf(text, RUN_NUMBER, "0x%0*llx", 2 * c->size, (unsigned long long)bits);
    }
}

static void print_number(text_out *out, const run_column *c, const uint8_t *row)
{
    char text[RUN_NUMBER];
    run_format_number(text, c, row);
    text_put(out, text);
}

static void json_number(dxk_json *json, const run_column *c, const uint8_t *row)
{
    uint64_t bits = load(row + c->offset, c->size);
    uint64_t sign = (uint64_t)1 << (8 * c->size - 1);
    char text[40];
    double value = value_real(bits, c->size);
    if (c->kind == N_REAL && value - value == 0) {
        int size = snprintf(text, sizeof text, "%.*g", digits_of(c->size), value);
        dxk_json_raw(json, NULL, (dxk_str){text, (size_t)size});
    } else if (c->kind == N_REAL)
        dxk_json_real(json, NULL, value);
    else if (c->kind == N_SIGNED)
        dxk_json_i64(json, NULL, (int64_t)((bits ^ sign) - sign));
    else
        dxk_json_u64(json, NULL, bits);
}

/* ---------------------------------------------------------------------------------------- */
/* Columns                                                                                    */

static void add(run_layout *l, const char *name, uint32_t offset, uint32_t size, run_number kind)
{
    if (l->count == RUN_COLUMNS || offset > l->stride || size > l->stride - offset) {
        l->full = true;
        return;
    }
    run_column *c = &l->columns[l->count++];
    snprintf(c->name, sizeof c->name, "%.47s", name);
    c->offset = offset;
    c->size = (uint8_t)size;
    c->kind = (uint8_t)kind;
}

static run_number kind_of_format(const char *format)
{
    return strncmp(format, "Float", 5) == 0 || strcmp(format, "Depth32") == 0 ? N_REAL
           : strncmp(format, "Int", 3) == 0                                   ? N_SIGNED
           : strncmp(format, "UInt", 4) == 0                                  ? N_UNSIGNED
                                                                              : N_HEX;
}

/* Rows of `channels` numbers. */
static void plain_layout(run_layout *l, uint32_t size, uint32_t channels, run_number kind)
{
    char name[16];
    *l = (run_layout){.stride = size * channels};
    for (uint32_t i = 0; i < channels && i <= RUN_COLUMNS; i++) {
        snprintf(name, sizeof name, channels <= 4 ? "%.1s" : "%s", &"xyzw"[i < 4 ? i : 0]);
        if (channels > 4)
            snprintf(name, sizeof name, "%u", i);
        add(l, channels == 1 ? "value" : name, i * size, size, kind);
    }
}

static run_number kind_of_type(const dxk_reflect_type *type)
{
    const char *name = dxk_reflect_name(DXK_REFLECT_VARIABLE_TYPE, type->type);
    if (!name)
        return N_HEX;
    if (strstr(name, "FLOAT") || strstr(name, "DOUBLE"))
        return N_REAL;
    return strstr(name, "UINT") || strstr(name, "BOOL") ? N_UNSIGNED
           : strstr(name, "INT")                        ? N_SIGNED
                                                        : N_HEX;
}

static void add_scalars(run_layout *l, const char *prefix, const dxk_reflect_type *type,
                        uint32_t offset)
{
    uint32_t rows = type->rows ? type->rows : 1, columns = type->columns ? type->columns : 1;
    uint32_t count = rows * columns, all = count * (type->elements ? type->elements : 1);
    uint32_t size = all ? type->size / all : 0;
    if (rows > 4 || columns > 4 || !(size == 2 || size == 4 || size == 8)) {
        l->full = true;
        return;
    }
    for (uint32_t i = 0; i < all && !l->full; i++) {
        char name[80], index[24] = "", part[24] = "";
        if (type->elements)
            snprintf(index, sizeof index, "[%u]", i / count);
        if (rows > 1)
            snprintf(part, sizeof part, "[%u]", i % count);
        else if (columns > 1)
            snprintf(part, sizeof part, "%s%c", *prefix ? "." : "", "xyzw"[i % count]);
        snprintf(name, sizeof name, "%.20s%s%s", prefix, index, part);
        add(l, *name ? name : "value", offset + i * size, size, kind_of_type(type));
    }
}

static void add_type(run_layout *l, const char *prefix, const dxk_reflect_type *type,
                     uint32_t offset, unsigned depth)
{
    if (!type->members) {
        add_scalars(l, prefix, type, offset);
        return;
    }
    if (depth > DEEPEST || type->elements) {
        l->full = true;
        return;
    }
    for (uint32_t i = 0; i < type->members && !l->full; i++) {
        const dxk_reflect_member *m = &type->member_list[i];
        char name[48];
        snprintf(name, sizeof name, "%.20s%s%.*s", prefix, *prefix ? "." : "",
                 (int)(m->name.size < 24 ? m->name.size : 24), m->name.data);
        add_type(l, name, &m->type, offset + m->type.offset, depth + 1);
    }
}

static dxk_resource_class class_of(const char *kind)
{
    return strstr(kind, "UAV_")      ? DXK_RESOURCE_CLASS_UAV
           : strstr(kind, "CBUFFER") ? DXK_RESOURCE_CLASS_CBUFFER
           : strstr(kind, "SAMPLER") ? DXK_RESOURCE_CLASS_SAMPLER
                                     : DXK_RESOURCE_CLASS_SRV;
}

/* A resource as reflection knows it; NULL: it does not. */
static const dxk_reflect_binding *binding_of(const dxk_reflect *reflect, const dxk_run_resource *r)
{
    for (uint32_t i = 0; reflect && i < reflect->binding_count; i++) {
        const dxk_reflect_binding *b = &reflect->bindings[i];
        const char *kind = dxk_reflect_name(DXK_REFLECT_INPUT_TYPE, b->type);
        if (b->bind_point == r->first && b->space == r->space && kind && class_of(kind) == r->cls)
            return b;
    }
    return NULL;
}

/* The buffer that is bound to a structured resource; NULL: reflection does not know it. */
static const dxk_reflect_buffer *buffer_of(const dxk_reflect *reflect, const dxk_run_resource *r)
{
    const dxk_reflect_binding *b = binding_of(reflect, r);
    bool structured = r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
    return b && structured ? dxk_reflect_find_buffer(reflect, b->name) : NULL;
}

/* The name of a resource, which stripped modules do not have, but reflection may. */
static dxk_str name_of(const dxk_reflect *reflect, const dxk_run_resource *r)
{
    const dxk_reflect_binding *b = r->name.size ? NULL : binding_of(reflect, r);
    return b ? b->name : r->name;
}

/* By the type of the buffer's element; false when that is not known or has too many numbers. */
static bool reflected_layout(const dxk_reflect *reflect, const dxk_run_resource *r, run_layout *l)
{
    const dxk_reflect_buffer *b = buffer_of(reflect, r);
    if (!b || b->variable_count != 1 || !r->stride)
        return false;
    *l = (run_layout){.stride = r->stride};
    add_type(l, "", &b->variables[0].type, 0, 0);
    return l->count && !l->full;
}

/* `r` NULL: it is not known. */
static void make_layout(const dxk_reflect *reflect, const dxk_run_resource *r,
                        const dxk_job_buffer *b, const run_type *type, run_layout *l)
{
    char format[32];
    snprintf(format, sizeof format, "%.*s", (int)b->format.size, b->format.data);
    const char *name = type ? type->format : format;
    uint32_t size = (uint32_t)(strstr(name, "64")                                ? 8
                               : strstr(name, "32") || strcmp(name, "Bool") == 0 ? 4
                               : strstr(name, "16")                              ? 2
                                                                                 : 1);
    uint32_t channels = type ? type->channels : b->channels;
    if (!type && r && r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        if (reflected_layout(reflect, r, l))
            return;
        channels = r->stride / size;
    }
    if (!type && r && r->kind == DXK_RESOURCE_KIND_RAW_BUFFER)
        channels = 4;
    plain_layout(l, size, channels ? channels : 1, kind_of_format(name));
    if (l->full)
        plain_layout(l, size, 4, kind_of_format(name));
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

typedef struct shown {
    run_state *s;
    const dxk_reflect *reflect;
    const dxk_buffer *before; /* all buffers, one after the other */
    bool any;
} shown;

static void json_rows(dxk_json *json, const run_layout *l, const dxk_job_buffer *b)
{
    dxk_json_array_line(json, "columns");
    for (size_t i = 0; i < l->count; i++)
        dxk_json_text(json, NULL, l->columns[i].name);
    dxk_json_end(json);
    dxk_json_array(json, "rows");
    for (uint64_t at = 0; at + l->stride <= b->size; at += l->stride) {
        dxk_json_array_line(json, NULL);
        for (size_t i = 0; i < l->count; i++)
            json_number(json, &l->columns[i], b->data + at);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void table_head(text_table *table, const run_layout *l)
{
    text_put(text_cell(table), "");
    for (size_t i = 0; i < l->count; i++)
        text_put(text_cell(table), l->columns[i].name);
}

/* The number of an element, or where a texel is. */
static void print_place(text_out *out, const run_layout *l, const dxk_job_buffer *b, uint64_t index)
{
    uint64_t texels = (uint64_t)b->width * b->height;
    unsigned long long at = index, x = b->width ? index % b->width : 0;
    unsigned long long y = texels ? index / b->width % b->height : 0;
    if (texels && b->size / l->stride > texels)
        text_printf(out, "[%llu,%llu,%llu]", x, y, at / texels);
    else if (b->height > 1)
        text_printf(out, "[%llu,%llu]", x, y);
    else
        text_printf(out, "[%llu]", at);
}

/* Rows that differ from `before`; NULL: all. */
static void text_rows(shown *w, const run_layout *l, const dxk_job_buffer *b, const uint8_t *before)
{
    text_table table;
    char align[TEXT_COLUMNS + 1];
    uint64_t rows = 0, more = 0;
    memset(align, 'r', sizeof align);
    align[l->count + 1] = 0;
    text_table_init(&table, w->s->j->ctx, &w->s->j->out, align, 2);
    table_head(&table, l);
    for (uint64_t at = 0; at + l->stride <= b->size; at += l->stride) {
        if (!run_has_changed(b->data, before, at, l->stride))
            continue;
        if (before && rows == RUN_ROWS) {
            more++;
            continue;
        }
        rows++;
        print_place(text_cell(&table), l, b, at / l->stride);
        for (size_t i = 0; i < l->count; i++)
            print_number(text_cell(&table), &l->columns[i], b->data + at);
    }
    text_table_print(&table);
    if (more)
        text_printf(&w->s->j->out, "  and %llu more rows\n", (unsigned long long)more);
}

static void json_buffer(dxk_json *json, const run_layout *l, const dxk_job_buffer *b, dxk_str name)
{
    dxk_json_object(json, NULL);
    dxk_json_str(json, "register", b->name);
    dxk_json_str(json, "name", name);
    json_rows(json, l, b);
    if (b->counters)
        dxk_json_u64(json, "counter", b->counters[0]);
    dxk_json_end(json);
}

static void show_head(text_out *out, const dxk_job_buffer *b, dxk_str name)
{
    text_style(out, TEXT_NAME);
    text_str(out, b->name);
    text_style(out, TEXT_PLAIN);
    if (name.size) {
        text_put(out, " ");
        text_safe(out, name);
    }
    if (b->counters)
        text_printf(out, ", counter %u", b->counters[0]);
    text_put(out, ":\n");
}

static void show_buffer(shown *w, const dxk_run_resource *r, const dxk_job_buffer *b,
                        const run_type *type, const uint8_t *before)
{
    run_layout l, texel;
    dxk_job_buffer as = *b;
    dxk_str name = name_of(w->reflect, r);
    make_layout(w->reflect, r, b, type, &l);
    make_layout(w->reflect, r, b, NULL, &texel);
    w->any = true;
    if (w->s->j->json) {
        json_buffer(w->s->j->json, &l, b, name);
        return;
    }
    if (texel.stride != l.stride) /* its elements are no texels */
        as.width = as.height = 0;
    show_head(&w->s->j->out, b, name);
    if (!run_show_grid(&w->s->j->out, &l, &as, before))
        text_rows(w, &l, &as, before);
}

/* The resource that a register belongs to. */
static bool find_resource(const run_state *s, const run_bind_option *o, dxk_run_resource *r)
{
    for (size_t i = 0; dxk_run_program_resource(s->program, i, r); i++) {
        if ("tubs"[r->cls] == o->cls && r->space == o->space && o->index - r->first < r->count)
            return true;
    }
    return false;
}

static int show_named(shown *w, const char *text)
{
    run_bind_option o;
    run_type type;
    dxk_run_resource r;
    dxk_job_buffer b;
    if (!run_parse_register(text, ':', &o))
        return job_error(w->s->j, CLI_USAGE, "--print takes REGISTER[:TYPE], not '%s'", text);
    if (!run_find_buffer(w->s, &o, &b) || !find_resource(w->s, &o, &r))
        return job_error(w->s->j, CLI_USAGE, "--print %s: nothing is bound there", text);
    if (*o.value && !run_parse_type(o.value, strlen(o.value), &type))
        return job_error(w->s->j, CLI_USAGE, "--print %s: not a type such as f32x4", text);
    show_buffer(w, &r, &b, *o.value ? &type : NULL, NULL);
    return CLI_OK;
}

/* Buffers that are not as they were. */
static void show_changed(shown *w)
{
    dxk_job_buffer b;
    size_t at = 0;
    for (size_t i = 0; dxk_job_buffer_get(w->s->job, i, &b); at += (size_t)b.size, i++) {
        const uint8_t *before = w->before->data + at;
        char name[32];
        run_bind_option o;
        dxk_run_resource r;
        if (b.size == 0 || memcmp(b.data, before, (size_t)b.size) == 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)b.name.size, b.name.data);
        char *space = strchr(name, '_');
        if (space)
            *space = ','; /* as options have it */
        if (run_parse_register(name, 0, &o) && find_resource(w->s, &o, &r))
            show_buffer(w, &r, &b, NULL, before);
    }
}

int run_show(run_state *s, const opt_list *prints, const dxk_buffer *before)
{
    dxk_reflect *reflect = NULL;
    int status = CLI_OK;
    /* Without reflection columns are plain: what is wrong with it does not matter here. */
    dxk_ctx *ctx = NULL;
    dxk_container *again = NULL;
    dxk_status loaded = dxk_ctx_create(NULL, &ctx);
    if (loaded == DXK_OK)
        loaded = dxk_container_read(ctx, s->shader_bytes, NULL, &again);
    if (loaded == DXK_OK)
        loaded = dxk_reflect_load(again, NULL, &reflect);
    if (loaded == DXK_E_NOMEM)
        status = job_status(s->j, loaded);
    shown w = {s, reflect, before, false};
    if (s->j->json)
        dxk_json_array(s->j->json, "buffers");
    for (size_t i = 0; i < prints->count && status == CLI_OK; i++)
        status = show_named(&w, prints->items[i].value);
    if (!prints->count)
        show_changed(&w);
    if (s->j->json)
        dxk_json_end(s->j->json);
    else if (!w.any && status == CLI_OK)
        text_put(&s->j->out, "no buffer has changed (-p REG prints one)\n");
    dxk_reflect_free(reflect);
    dxk_container_free(again);
    dxk_ctx_free(ctx);
    return status;
}

int run_show_job(run_state *s, const dxk_buffer *before)
{
    dxk_job_buffer b;
    size_t at = 0;
    dxk_json_array(s->j->json, "buffers");
    for (size_t i = 0; dxk_job_buffer_get(s->job, i, &b); at += (size_t)b.size, i++) {
        run_layout l;
        if (!b.size || memcmp(b.data, before->data + at, (size_t)b.size) == 0)
            continue;
        make_layout(NULL, NULL, &b, NULL, &l);
        dxk_json_object(s->j->json, NULL);
        dxk_json_text(s->j->json, "register", "");
        dxk_json_str(s->j->json, "name", b.name);
        json_rows(s->j->json, &l, &b);
        if (b.counters)
            dxk_json_u64(s->j->json, "counter", b.counters[0]);
        dxk_json_end(s->j->json);
    }
    dxk_json_end(s->j->json);
    return CLI_OK;
}

/* SPDX-License-Identifier: MIT */
/* run_bind.c - the values of options --bind, and the sizes of textures; see run.h. */
#include "run.h"

#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Registers, types                                                                           */

static bool read_number(const char **at, uint32_t *value)
{
    uint64_t sum = 0;
    const char *p = *at;
    for (; *p >= '0' && *p <= '9' && sum <= UINT32_MAX; p++)
        sum = sum * 10 + (uint64_t)(*p - '0');
    bool good = p != *at && sum <= UINT32_MAX;
    *value = (uint32_t)sum;
    *at = p;
    return good;
}

bool run_parse_register(const char *text, char stop, run_bind_option *out)
{
    const char *at = text + 1;
    *out = (run_bind_option){.cls = text[0], .value = ""};
    if (!text[0] || !strchr("utbs", text[0]) || !read_number(&at, &out->index))
        return false;
    if (strncmp(at, ",space", 6) == 0) {
        at += 6;
        if (!read_number(&at, &out->space))
            return false;
    }
    if (*at == stop && stop)
        out->value = at + 1;
    return *at == 0 || (*at == stop && stop);
}

static const struct {
    const char *name, *format;
    uint8_t size; /* bytes */
} numbers[] = {{"f16", "Float16", 2}, {"f32", "Float32", 4}, {"f64", "Float64", 8},
               {"i16", "Int16", 2},   {"i32", "Int32", 4},   {"i64", "Int64", 8},
               {"u8", "Hex8", 1},     {"u16", "UInt16", 2},  {"u32", "UInt32", 4},
               {"u64", "UInt64", 8},  {"x8", "Hex8", 1},     {"x16", "Hex16", 2},
               {"x32", "Hex32", 4},   {"x64", "Hex64", 8}};

#define NUMBERS (sizeof numbers / sizeof *numbers)

bool run_parse_type(const char *text, size_t size, run_type *out)
{
    *out = (run_type){.channels = 1};
    for (size_t i = 0; i < NUMBERS; i++) {
        size_t length = strlen(numbers[i].name);
        if (size < length || memcmp(text, numbers[i].name, length) != 0)
            continue;
        out->format = numbers[i].format;
        if (size == length)
            return true;
        const char *at = text + length + 1;
        return text[length] == 'x' && read_number(&at, &out->channels) && at == text + size &&
               out->channels >= 1;
    }
    return false;
}

uint32_t run_number_size(const run_type *type)
{
    for (size_t i = 0; i < NUMBERS; i++) {
        if (strcmp(type->format, numbers[i].format) == 0)
            return numbers[i].size;
    }
    return 1;
}

uint32_t run_element_size(const run_type *type)
{
    return type->view.name ? type->view.size : run_number_size(type) * type->channels;
}

/* The bits of all components if they have the same, and the kind of number; 0: they do not. */
static uint32_t components_of(const char *name, char kind[8])
{
    uint32_t all = 0, bits;
    const char *at = name;
    while (*at && strchr("RGBA", *at)) {
        at++;
        if (!read_number(&at, &bits) || (all && bits != all))
            return 0;
        all = bits;
    }
    snprintf(kind, 8, "%.7s", *at == '_' ? at + 1 : "");
    return all;
}

bool run_view_is_packed(const run_type *type)
{
    char kind[8];
    uint32_t bits = components_of(type->view.name, kind);
    return bits && bits < 8 * type->view.size && strncmp(type->format, "Hex", 3) == 0;
}

void run_type_of_view(run_type *type)
{
    static const struct {
        const char *kind;
        uint32_t bits;
        const char *format;
    } formats[] = {{"FLOAT", 16, "Float16"}, {"FLOAT", 32, "Float32"}, {"UINT", 16, "UInt16"},
                   {"UINT", 32, "UInt32"},   {"SINT", 16, "Int16"},    {"SINT", 32, "Int32"}};
    char kind[8];
    uint32_t size = type->view.size, bits = components_of(type->view.name, kind);
    type->format = size % 4 == 0 ? "Hex32" : size % 2 == 0 ? "Hex16" : "Hex8";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].bits == bits && strcmp(formats[i].kind, kind) == 0)
            type->format = formats[i].format;
    }
    type->channels = size / run_number_size(type);
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

static bool read_size(const char *text, size_t length, run_content *out)
{
    const char *at = text;
    size_t i = 0;
    if (*at < '0' || *at > '9' || out->sizes)
        return false;
    for (; i < RUN_SIZES; i++) {
        if (!read_number(&at, &out->size[i]) || out->size[i] == 0)
            return false;
        out->sizes = (uint32_t)i + 1;
        if (at == text + length)
            return true;
        if (*at++ != 'x')
            return false;
    }
    return false;
}

/* A word before the contents: a size, a format of DXGI, a type of numbers; each once. */
static bool read_word(const char *text, size_t length, run_content *out)
{
    run_type type;
    if (read_size(text, length, out))
        return true;
    if (!out->type.view.name && dxk_run_format_find((dxk_str){text, length}, &out->type.view))
        return true;
    if (out->type.format || !run_parse_type(text, length, &type))
        return false;
    out->type.format = type.format;
    out->type.channels = type.channels;
    return true;
}

bool run_read_content(const char *text, run_content *out)
{
    *out = (run_content){.zeros = UINT64_MAX};
    out->type.channels = 1;
    for (;;) {
        size_t length = strcspn(text, ":");
        if (*text == '@') {
            out->file = text + 1;
            return true;
        }
        if (!text[length]) {
            out->list = text;
            return out->type.format || out->type.view.name;
        }
        if (length == 4 && memcmp(text, "zero", 4) == 0)
            return opt_number(text + 5, &out->zeros);
        if (!read_word(text, length, out))
            return false;
        text += length + 1;
    }
}

uint64_t run_list_count(const char *list)
{
    uint64_t count = 0;
    while (*list) {
        size_t size = strcspn(list, ", ");
        count += size != 0;
        list += size + strspn(list + size, ", ");
    }
    return count;
}

/* ---------------------------------------------------------------------------------------- */
/* Textures                                                                                   */

bool run_is_texture(const dxk_run_resource *r)
{
    return r->kind >= DXK_RESOURCE_KIND_TEXTURE1D &&
           r->kind <= DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
}

/* Which sizes a kind of texture has, in the order of the command line. */
typedef struct shape {
    const char *name;
    bool height, depth, slices, cube, samples;
} shape;

static const shape shapes[] = {
    [DXK_RESOURCE_KIND_TEXTURE1D] = {"Texture1D", false, false, false, false, false},
    [DXK_RESOURCE_KIND_TEXTURE2D] = {"Texture2D", true, false, false, false, false},
    [DXK_RESOURCE_KIND_TEXTURE2DMS] = {"Texture2DMS", true, false, false, false, true},
    [DXK_RESOURCE_KIND_TEXTURE3D] = {"Texture3D", true, true, false, false, false},
    [DXK_RESOURCE_KIND_TEXTURE_CUBE] = {"TextureCube", true, false, true, true, false},
    [DXK_RESOURCE_KIND_TEXTURE1D_ARRAY] = {"Texture1DArray", false, false, true, false, false},
    [DXK_RESOURCE_KIND_TEXTURE2D_ARRAY] = {"Texture2DArray", true, false, true, false, false},
    [DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY] = {"Texture2DMSArray", true, false, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY] = {"TextureCubeArray", true, false, true, true, false},
};

/* The sizes that were given go to those that the kind has; false: there are too many. */
static bool assign_sizes(const shape *s, const run_content *c, run_extent *e)
{
    uint32_t *places[RUN_SIZES], count = 0, from = 0;
    places[count++] = &e->width;
    if (s->height)
        places[count++] = &e->height;
    if (s->depth)
        places[count++] = &e->depth;
    if (s->slices)
        places[count++] = &e->slices;
    if (s->samples)
        places[count++] = &e->samples;
    for (uint32_t i = 0; i < count && from < c->sizes; i++) {
        *places[i] = c->size[from++];
        if (i == 0 && !s->height && c->sizes > count && c->size[from] == 1)
            from++; /* a height of 1 may be given */
    }
    while (from < c->sizes && c->size[from] == 1)
        from++;
    return from == c->sizes;
}

/* A texel for each thread. */
static void default_sizes(const shape *s, const uint64_t threads[3], run_extent *e)
{
    uint32_t sizes[3];
    for (int i = 0; i < 3; i++)
        sizes[i] = threads[i] > 4096 ? 4096 : threads[i] ? (uint32_t)threads[i] : 1;
    e->width = sizes[0];
    if (s->height)
        e->height = s->cube ? sizes[0] : sizes[1]; /* faces are squares */
    if (s->depth)
        e->depth = sizes[2];
}

const char *run_texture_extent(const dxk_run_resource *r, const run_content *c,
                               const uint64_t threads[3], run_extent *e)
{
    const shape *s = &shapes[r->kind];
    *e = (run_extent){s->name, 1, 1, 1, s->cube ? 6 : 1, r->samples ? r->samples : 1};
    if (!c->sizes)
        default_sizes(s, threads, e);
    else if (!assign_sizes(s, c, e))
        return "has not as many sizes";
    if (s->cube && e->slices % 6)
        return "has six slices for each cube";
    if (r->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE && e->slices != 6)
        return "has six slices";
    if (s->cube && e->width != e->height)
        return "has squares as faces";
    if (s->samples && r->samples && e->samples != r->samples)
        return "has another number of samples in the shader";
    return NULL;
}

uint64_t run_texture_bytes(const run_extent *e, const run_type *type)
{
    uint64_t width = e->width, height = e->height;
    if (type->view.name) {
        width = (width + type->view.block_width - 1) / type->view.block_width;
        height = (height + type->view.block_height - 1) / type->view.block_height;
    }
    const uint64_t factors[] = {width,     height,     e->depth,
                                e->slices, e->samples, run_element_size(type)};
    uint64_t bytes = 1;
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++)
        bytes = factors[i] && bytes > UINT64_MAX / factors[i] ? UINT64_MAX : bytes * factors[i];
    return bytes;
}

void run_put_extent(const run_extent *e, char text[64])
{
    int at = snprintf(text, 64, "%ux%u", e->width, e->height);
    if (e->depth > 1)
        at += snprintf(text + at, 64 - (size_t)at, "x%u", e->depth);
    if (e->slices > 1)
        at += snprintf(text + at, 64 - (size_t)at, "x%u", e->slices);
    if (e->samples > 1)
        snprintf(text + at, 64 - (size_t)at, "x%u", e->samples);
}

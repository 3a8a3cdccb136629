/* SPDX-License-Identifier: MIT */
/*
 * run_direct.c - running a shader without a job: its resources, and what options say about them,
 * become the text of a job, which --emit-job prints; see run.h.
 */
#include "run.h"

#include <stdio.h>
#include <string.h>

#define MOST_REGISTERS 16u        /* of a range that is bound although nothing is said about it */
#define MOST_BYTES     (1u << 24) /* of a resource whose size nobody says */

/* ---------------------------------------------------------------------------------------- */
/* Reading options                                                                            */

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

/* The bits of "R8G8B8A8_UNORM" as numbers of a job, as long as they may be. */
static void size_texels(run_type *type)
{
    uint32_t bits = 0, number;
    for (const char *at = type->view; *at && *at != '_';) {
        at++;
        if (read_number(&at, &number))
            bits += number;
    }
    unsigned bytes = bits / 8;
    type->format = bytes && bytes % 4 == 0 ? "Hex32" : bytes && bytes % 2 == 0 ? "Hex16" : "Hex8";
    type->channels = bytes && bytes % 4 == 0 ? bytes / 4 : bytes && bytes % 2 == 0 ? bytes / 2 : 1;
}

bool run_parse_type(const char *text, size_t size, run_type *out)
{
    static const struct {
        const char *name, *format;
    } types[] = {{"f16", "Float16"}, {"f32", "Float32"}, {"f64", "Float64"}, {"i16", "Int16"},
                 {"i32", "Int32"},   {"i64", "Int64"},   {"u8", "Hex8"},     {"u16", "UInt16"},
                 {"u32", "UInt32"},  {"u64", "UInt64"},  {"x8", "Hex8"},     {"x16", "Hex16"},
                 {"x32", "Hex32"},   {"x64", "Hex64"}};
    *out = (run_type){.channels = 1};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t length = strlen(types[i].name);
        if (size < length || memcmp(text, types[i].name, length) != 0)
            continue;
        out->format = types[i].format;
        if (size == length)
            return true;
        const char *at = text + length + 1;
        return text[length] == 'x' && read_number(&at, &out->channels) && at == text + size &&
               out->channels >= 1;
    }
    if (size == 0 || size >= sizeof out->view || !strchr("ABDR", text[0]))
        return false;
    memcpy(out->view, text, size);
    size_texels(out);
    return true;
}

/* The value of a bind option: [WxH[xD]:][TYPE:]VALUES, @FILE or zero:BYTES. */
typedef struct content {
    uint32_t size[3]; /* of a texture; 0: not said */
    run_type type;    /* format NULL: not said */
    const char *file; /* NULL: none */
    const char *list; /* numbers; NULL: none */
    uint64_t zeros;   /* bytes; UINT64_MAX: not said */
} content;

static bool read_size(const char *text, size_t length, uint32_t size[3])
{
    const char *at = text;
    size_t i = 0;
    if (*at < '0' || *at > '9')
        return false;
    for (; i < 3; i++) {
        if (!read_number(&at, &size[i]) || size[i] == 0)
            return false;
        if (at == text + length)
            break;
        if (*at++ != 'x')
            return false;
    }
    return i < 3;
}

static bool read_content(const char *text, content *out)
{
    *out = (content){.zeros = UINT64_MAX};
    out->type.channels = 1;
    for (;;) {
        size_t length = strcspn(text, ":");
        if (*text == '@') {
            out->file = text + 1;
            return true;
        }
        if (!text[length]) {
            out->list = text;
            return out->type.format != NULL;
        }
        if (length == 4 && memcmp(text, "zero", 4) == 0)
            return opt_number(text + 5, &out->zeros);
        if (!read_size(text, length, out->size) && !run_parse_type(text, length, &out->type))
            return false;
        text += length + 1;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

typedef struct writer {
    run_state *s;
    const opt_list *binds;
    text_out buffers, sets, samplers;
    uint64_t threads[3]; /* in all */
    int status;
} writer;

static char letter_of(dxk_resource_class cls)
{
    return "tubs"[cls];
}

static const char *bind_of(const writer *w, char cls, uint32_t index, uint32_t space)
{
    for (size_t i = w->binds->count; i-- > 0;) {
        run_bind_option o;
        if (run_parse_register(w->binds->items[i].value, '=', &o) && o.cls == cls &&
            o.index == index && o.space == space)
            return o.value;
    }
    return NULL;
}

/* The kind in words of jobs; NULL: one that they do not have. */
static const char *kind_of(const dxk_run_resource *r)
{
    static const char *const kinds[] = {
        [DXK_RESOURCE_KIND_TEXTURE1D] = "RWTexture1D",
        [DXK_RESOURCE_KIND_TEXTURE2D] = "RWTexture2D",
        [DXK_RESOURCE_KIND_TEXTURE2DMS] = "RWTexture2DMS",
        [DXK_RESOURCE_KIND_TEXTURE3D] = "RWTexture3D",
        [DXK_RESOURCE_KIND_TEXTURE_CUBE] = "RWTextureCube",
        [DXK_RESOURCE_KIND_TEXTURE1D_ARRAY] = "RWTexture1DArray",
        [DXK_RESOURCE_KIND_TEXTURE2D_ARRAY] = "RWTexture2DArray",
        [DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY] = "RWTexture2DMSArray",
        [DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY] = "RWTextureCubeArray",
        [DXK_RESOURCE_KIND_TYPED_BUFFER] = "RWBuffer",
        [DXK_RESOURCE_KIND_RAW_BUFFER] = "RWByteAddressBuffer",
        [DXK_RESOURCE_KIND_STRUCTURED_BUFFER] = "RWStructuredBuffer"};
    if (r->cls == DXK_RESOURCE_CLASS_CBUFFER)
        return "ConstantBuffer";
    const char *name = (size_t)r->kind < sizeof kinds / sizeof *kinds ? kinds[r->kind] : NULL;
    return name && r->cls == DXK_RESOURCE_CLASS_SRV ? name + 2 : name;
}

static bool is_texture(const dxk_run_resource *r)
{
    return r->kind >= DXK_RESOURCE_KIND_TEXTURE1D &&
           r->kind <= DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
}

/* How elements are written when no option says it. */
static run_type type_of(const dxk_run_resource *r)
{
    static const struct {
        uint8_t component;
        const char *format;
    } formats[] = {{DXK_COMPONENT_TYPE_I16, "Int16"},   {DXK_COMPONENT_TYPE_U16, "UInt16"},
                   {DXK_COMPONENT_TYPE_I32, "Int32"},   {DXK_COMPONENT_TYPE_U32, "UInt32"},
                   {DXK_COMPONENT_TYPE_I64, "Int64"},   {DXK_COMPONENT_TYPE_U64, "UInt64"},
                   {DXK_COMPONENT_TYPE_F16, "Float16"}, {DXK_COMPONENT_TYPE_F64, "Float64"}};
    bool typed = is_texture(r) || r->kind == DXK_RESOURCE_KIND_TYPED_BUFFER;
    const char *hex = r->stride % 4 ? r->stride % 2 ? "Hex8" : "Hex16" : "Hex32";
    run_type type = {.format = typed ? "Float32" : hex, .channels = 1};
    for (size_t i = 0; typed && i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].component == r->element)
            type.format = formats[i].format;
    }
    if (typed)
        type.channels = r->components >= 1 && r->components <= 4 ? r->components : 4;
    if (type.channels == 3 && is_texture(r))
        type.channels = 4;
    return type;
}

static uint32_t element_size(const run_type *type)
{
    const char *digits = type->format + strcspn(type->format, "0123456789");
    uint32_t bits = 0;
    read_number(&digits, &bits);
    return bits / 8 * type->channels;
}

/* Bytes for a resource that nobody gives any: an element for each thread. */
static uint64_t default_bytes(const writer *w, const dxk_run_resource *r, uint32_t element)
{
    uint64_t threads = w->threads[0] * w->threads[1] * w->threads[2];
    if (r->cls == DXK_RESOURCE_CLASS_CBUFFER)
        return r->size ? ((uint64_t)r->size + 3) / 4 * 4 : 256;
    if (threads == 0)
        threads = 1;
    if (r->kind == DXK_RESOURCE_KIND_RAW_BUFFER)
        element = 16;
    uint64_t most = MOST_BYTES / element;
    return (threads < most ? threads : most ? most : 1) * element;
}

static void write_name(text_out *out, char cls, uint32_t index, uint32_t space)
{
    text_printf(out, "%c%u", cls, index);
    if (space)
        text_printf(out, "_space%u", space);
}

static bool is_cube(const dxk_run_resource *r)
{
    return r->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE ||
           r->kind == DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY;
}

/* The dimensions that a kind of texture has: as given, or a texel for each thread. */
static void texture_size(const writer *w, const dxk_run_resource *r, content *c)
{
    bool one =
        r->kind == DXK_RESOURCE_KIND_TEXTURE1D || r->kind == DXK_RESOURCE_KIND_TEXTURE1D_ARRAY;
    bool given = c->size[0] != 0;
    for (int i = 0; i < 3; i++) {
        bool has = i == 0 || (i == 1 && !one) || (i == 2 && r->kind == DXK_RESOURCE_KIND_TEXTURE3D);
        uint64_t size = w->threads[i] < 4096 ? w->threads[i] : 4096;
        if (!given && has)
            c->size[i] = size ? (uint32_t)size : 1;
        if (!c->size[i] || !has)
            c->size[i] = 1;
    }
    if (is_cube(r) && !given) /* faces are squares */
        c->size[1] = c->size[0];
}

static uint32_t slices_of(const dxk_run_resource *r)
{
    return is_cube(r) ? 6 : 1;
}

/* "1,2" of halves are numbers, not bits. */
static void write_list(text_out *out, const char *list, bool halves)
{
    while (*list) {
        size_t size = strcspn(list, ", ");
        text_safe(out, (dxk_str){list, size});
        if (halves && size && strspn(list, "+-0123456789") == size)
            text_put(out, ".0");
        list += size;
        if (*list)
            text_char(out, *list++);
    }
}

static void write_content(writer *w, const dxk_run_resource *r, const content *c, uint64_t bytes)
{
    text_out *out = &w->buffers;
    if (c->list) {
        text_put(out, "    Data: [ ");
        write_list(out, c->list, strcmp(c->type.format, "Float16") == 0);
        text_put(out, " ]\n");
    } else {
        text_printf(out, "    FillSize: %llu\n", (unsigned long long)bytes);
    }
    if (is_texture(r)) {
        text_printf(out, "    OutputProps: { Height: %u, Width: %u, Depth: %u", c->size[1],
                    c->size[0], c->size[2]);
        if (slices_of(r) > 1)
            text_printf(out, ", ArraySize: %u", slices_of(r));
        text_put(out, " }\n");
    }
}

static void write_buffer(writer *w, const dxk_run_resource *r, uint32_t index, content *c,
                         uint64_t file_size)
{
    text_out *out = &w->buffers;
    uint32_t element = element_size(&c->type);
    uint64_t bytes = c->file ? file_size : c->zeros;
    bool structured = r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
    if (structured && r->stride)
        element = r->stride;
    if (is_texture(r)) {
        texture_size(w, r, c);
        if (bytes == UINT64_MAX)
            bytes = (uint64_t)c->size[0] * c->size[1] * c->size[2] * element * slices_of(r);
    }
    if (bytes == UINT64_MAX)
        bytes = default_bytes(w, r, element ? element : 4);
    uint32_t number = element_size(&c->type) / c->type.channels;
    bytes = (bytes + number - 1) / number * number;
    text_put(out, "  - Name: ");
    write_name(out, letter_of(r->cls), index, r->space);
    text_printf(out, "\n    Format: %s\n", c->type.format);
    if (structured && r->stride)
        text_printf(out, "    Stride: %u\n", r->stride);
    else if (c->type.channels > 1 && c->type.channels <= 4)
        text_printf(out, "    Channels: %u\n", c->type.channels);
    write_content(w, r, c, bytes);
}

static void write_resource(writer *w, const dxk_run_resource *r, uint32_t index, const char *view)
{
    text_out *out = &w->sets;
    text_put(out, "      - Name: ");
    write_name(out, letter_of(r->cls), index, r->space);
    text_printf(out, "\n        Kind: %s\n", kind_of(r));
    if (r->has_counter)
        text_put(out, "        HasCounter: true\n");
    if (*view)
        text_printf(out, "        ViewFormat: %s\n", view);
    text_printf(out, "        DirectXBinding: { Register: %u, Space: %u }\n", index, r->space);
}

static void write_sampler(writer *w, const dxk_run_resource *r, uint32_t index)
{
    text_put(&w->samplers, "  - Name: ");
    write_name(&w->samplers, 's', index, r->space);
    if (r->is_comparison)
        text_put(&w->samplers, "\n    Kind: SamplerComparison\n    ComparisonOp: LessEqual");
    text_put(&w->samplers, "\n");
    text_put(&w->sets, "      - Name: ");
    write_name(&w->sets, 's', index, r->space);
    text_printf(&w->sets,
                "\n        Kind: Sampler\n"
                "        DirectXBinding: { Register: %u, Space: %u }\n",
                index, r->space);
}

static bool is_picture(const char *path)
{
    size_t size = strlen(path);
    return size >= 4 && strcmp(path + size - 4, ".png") == 0;
}

/* A picture says how large a texture is, and that it has four bytes for a texel. */
static int measure_picture(job *j, dxk_bytes png, content *c, uint64_t *bytes)
{
    dxk_buffer texels;
    dxk_buffer_init(&texels, j->ctx);
    dxk_status status = dxk_png_read(j->ctx, png, &c->size[0], &c->size[1], &texels);
    *bytes = texels.size;
    c->size[2] = 1;
    if (!c->type.format)
        (void)run_parse_type("R8G8B8A8_UNORM", 14, &c->type);
    dxk_buffer_free(&texels);
    return status == DXK_E_INVALID
               ? job_error(j, CLI_INVALID, "%s is not a readable picture", c->file)
               : job_status(j, status);
}

static void write_register(writer *w, const dxk_run_resource *r, uint32_t index, const char *bind)
{
    content c;
    io_file file = {{NULL, 0}, NULL, false};
    if (r->cls == DXK_RESOURCE_CLASS_SAMPLER) {
        write_sampler(w, r, index);
        return;
    }
    if (!read_content(bind ? bind : "zero:0", &c)) {
        w->status = job_error(w->s->j, CLI_USAGE, "--bind %c%u: '%s' is not a valid VALUE",
                              letter_of(r->cls), index, bind);
        return;
    }
    if (!bind)
        c.zeros = UINT64_MAX;
    uint64_t file_size = 0;
    if (c.file) {
        int result = job_read(w->s->j, c.file, &file);
        file_size = file.bytes.size;
        if (result == CLI_OK && is_picture(c.file) && is_texture(r))
            result = measure_picture(w->s->j, file.bytes, &c, &file_size);
        if (result != CLI_OK)
            w->status = result;
    }
    if (!c.type.format)
        c.type = type_of(r);
    write_buffer(w, r, index, &c, file_size);
    write_resource(w, r, index, c.type.view);
    io_close(&file);
}

/* The registers of a range that options name, and, if it is small, all of them. */
static void write_range(writer *w, const dxk_run_resource *r)
{
    uint32_t all = r->count <= MOST_REGISTERS ? r->count : 0;
    if (r->cls != DXK_RESOURCE_CLASS_SAMPLER && !kind_of(r)) {
        job_warn(w->s->j, "%c%u is not bound: jobs do not support its kind", letter_of(r->cls),
                 r->first);
        return;
    }
    for (uint32_t i = 0; i < all && w->status == CLI_OK; i++)
        write_register(w, r, r->first + i, bind_of(w, letter_of(r->cls), r->first + i, r->space));
    for (size_t i = 0; !all && i < w->binds->count && w->status == CLI_OK; i++) {
        run_bind_option o;
        if (run_parse_register(w->binds->items[i].value, '=', &o) && o.cls == letter_of(r->cls) &&
            o.space == r->space && o.index - r->first < r->count &&
            bind_of(w, o.cls, o.index, o.space) == o.value)
            write_register(w, r, o.index, o.value);
    }
}

static bool is_declared(run_state *s, const run_bind_option *o)
{
    dxk_run_resource r;
    for (size_t i = 0; dxk_run_program_resource(s->program, i, &r); i++) {
        if (letter_of(r.cls) == o->cls && r.space == o->space && o->index - r.first < r.count)
            return true;
    }
    return false;
}

static int check_binds(run_state *s, const opt_list *binds)
{
    run_bind_option o;
    for (size_t i = 0; i < binds->count; i++) {
        const char *text = binds->items[i].value;
        if (!run_parse_register(text, '=', &o) || !*o.value)
            return job_error(s->j, CLI_USAGE, "--bind takes REGISTER=VALUE, not '%s'", text);
        if (!is_declared(s, &o))
            return job_error(s->j, CLI_USAGE, "--bind %c%u: the shader has no such resource", o.cls,
                             o.index);
    }
    return CLI_OK;
}

static void write_all(writer *w, const uint32_t groups[3], text_out *out)
{
    dxk_run_resource r;
    for (size_t i = 0; dxk_run_program_resource(w->s->program, i, &r) && w->status == CLI_OK; i++)
        write_range(w, &r);
    const dxk_buffer *buffers = w->buffers.buffer, *sets = w->sets.buffer;
    text_put(out, "---\nShaders:\n  - Stage: Compute\n    Entry: ");
    text_safe(out, dxk_run_program_info_get(w->s->program).entry);
    text_printf(out, "\nBuffers:%s", buffers->size ? "\n" : " []\n");
    text_write(out, buffers->data, buffers->size);
    if (w->samplers.buffer->size)
        text_put(out, "Samplers:\n");
    text_write(out, w->samplers.buffer->data, w->samplers.buffer->size);
    text_printf(out, "DescriptorSets:%s", sets->size ? "\n  - Resources:\n" : " []\n");
    text_write(out, sets->data, sets->size);
    text_printf(out, "DispatchParameters:\n  DispatchGroupCount: [ %u, %u, %u ]\n...\n", groups[0],
                groups[1], groups[2]);
}

int run_write_job(run_state *s, const opt_list *binds, const uint32_t groups[3], dxk_buffer *to)
{
    dxk_buffer buffers, sets, samplers;
    dxk_run_program_info info = dxk_run_program_info_get(s->program);
    writer w = {.s = s, .binds = binds, .status = check_binds(s, binds)};
    text_out out = text_to_buffer(to, false);
    if (w.status != CLI_OK)
        return w.status;
    dxk_buffer_init(&buffers, s->j->ctx);
    dxk_buffer_init(&sets, s->j->ctx);
    dxk_buffer_init(&samplers, s->j->ctx);
    w.buffers = text_to_buffer(&buffers, false);
    w.sets = text_to_buffer(&sets, false);
    w.samplers = text_to_buffer(&samplers, false);
    for (int i = 0; i < 3; i++)
        w.threads[i] = (uint64_t)groups[i] * info.num_threads[i];
    write_all(&w, groups, &out);
    if (w.buffers.error || w.sets.error || w.samplers.error || out.error)
        w.status = job_status(s->j, DXK_E_NOMEM);
    dxk_buffer_free(&buffers);
    dxk_buffer_free(&sets);
    dxk_buffer_free(&samplers);
    return w.status;
}

/* ---------------------------------------------------------------------------------------- */
/* Files                                                                                      */

bool run_find_buffer(const run_state *s, const run_bind_option *o, dxk_job_buffer *out)
{
    char name[64];
    int size =
        snprintf(name, sizeof name, o->space ? "%c%u_space%u" : "%c%u", o->cls, o->index, o->space);
    for (size_t i = 0; dxk_job_buffer_get(s->job, i, out); i++) {
        if (out->name.size == (size_t)size && memcmp(out->name.data, name, out->name.size) == 0)
            return true;
    }
    return false;
}

static int fill(run_state *s, const dxk_job_buffer *buffer, const char *path)
{
    io_file file;
    dxk_buffer texels;
    uint32_t width, height;
    dxk_status status = DXK_OK;
    int result = job_read(s->j, path, &file);
    if (result != CLI_OK)
        return result;
    dxk_bytes bytes = file.bytes;
    dxk_buffer_init(&texels, s->j->ctx);
    if (is_picture(path) && buffer->width) {
        status = dxk_png_read(s->j->ctx, file.bytes, &width, &height, &texels);
        bytes = (dxk_bytes){texels.data, texels.size};
    }
    uint64_t size = bytes.size < buffer->size ? bytes.size : buffer->size;
    if (size)
        memcpy(buffer->data, bytes.data, (size_t)size);
    dxk_buffer_free(&texels);
    io_close(&file);
    return job_status(s->j, status);
}

int run_fill_from_files(run_state *s, const opt_list *binds)
{
    int status = CLI_OK;
    for (size_t i = 0; i < binds->count && status == CLI_OK; i++) {
        run_bind_option o;
        dxk_job_buffer buffer;
        content c;
        if (run_parse_register(binds->items[i].value, '=', &o) && read_content(o.value, &c) &&
            c.file && run_find_buffer(s, &o, &buffer))
            status = fill(s, &buffer, c.file);
    }
    return status;
}

int run_save(run_state *s, const opt_list *saves)
{
    int status = CLI_OK;
    for (size_t i = 0; i < saves->count && status == CLI_OK; i++) {
        run_bind_option o;
        dxk_job_buffer buffer;
        dxk_buffer bytes;
        if (!run_parse_register(saves->items[i].value, '=', &o) || !*o.value)
            return job_error(s->j, CLI_USAGE, "--save takes REGISTER=FILE, not '%s'",
                             saves->items[i].value);
        if (!run_find_buffer(s, &o, &buffer))
            return job_error(s->j, CLI_USAGE, "--save %c%u: nothing is bound there", o.cls,
                             o.index);
        dxk_buffer_init(&bytes, s->j->ctx);
        dxk_status copied = dxk_buffer_append(&bytes, buffer.data, (size_t)buffer.size);
        status = copied == DXK_OK ? job_write(s->j, o.value, &bytes) : job_status(s->j, copied);
        dxk_buffer_free(&bytes);
    }
    return status;
}

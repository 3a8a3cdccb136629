/* SPDX-License-Identifier: MIT */
/*
 * run_direct.c - running a shader without a job: its resources, and what options say about them,
 * become the text of a job, which --emit-job prints; see run.h.
 */
#include "run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_REGISTERS 16u /* of a range that is bound although nothing is said about it */
#define SYNTAX         "#[]{}&*!|>'\"%@`" /* of jobs, which numbers do not have */
#define MOST_BYTES     (1u << 24)         /* of a resource whose size nobody says */

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
    bool typed = run_is_texture(r) || r->kind == DXK_RESOURCE_KIND_TYPED_BUFFER;
    const char *hex = r->stride % 4 ? r->stride % 2 ? "Hex8" : "Hex16" : "Hex32";
    run_type type = {.format = typed ? "Float32" : hex, .channels = 1};
    for (size_t i = 0; typed && i < sizeof formats / sizeof *formats; i++) {
        if (formats[i].component == r->element)
            type.format = formats[i].format;
    }
    if (typed)
        type.channels = r->components >= 1 && r->components <= 4 ? r->components : 4;
    if (type.channels == 3 && run_is_texture(r))
        type.channels = 4;
    return type;
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

static void write_content(writer *w, const dxk_run_resource *r, const run_content *c,
                          const run_extent *e, uint64_t bytes)
{
    text_out *out = &w->buffers;
    if (c->list) {
        text_put(out, "    Data: [ ");
        write_list(out, c->list, strcmp(c->type.format, "Float16") == 0);
        text_put(out, " ]\n");
    } else {
        text_printf(out, "    FillSize: %llu\n", (unsigned long long)bytes);
    }
    if (!run_is_texture(r))
        return;
    text_printf(out, "    OutputProps: { Height: %u, Width: %u, Depth: %u", e->height, e->width,
                e->depth);
    if (e->slices > 1)
        text_printf(out, ", ArraySize: %u", e->slices);
    if (e->samples > 1)
        text_printf(out, ", SampleCount: %u", e->samples);
    text_put(out, " }\n");
}

/* Bytes that a resource gets; UINT64_MAX: nobody says it. */
static uint64_t given_bytes(const run_content *c, uint64_t file_size)
{
    if (c->list)
        return run_list_count(c->list) * run_number_size(&c->type);
    return c->file ? file_size : c->zeros;
}

/* Tells what does not fit. */
static int wrong_bind(writer *w, const dxk_run_resource *r, uint32_t index, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    w->status = job_error(w->s->j, CLI_USAGE, "--bind %c%u: %s", letter_of(r->cls), index, text);
    return w->status;
}

/* A texture has exactly the bytes of its texels. */
static uint64_t measure_texture(writer *w, const dxk_run_resource *r, uint32_t index,
                                const run_content *c, run_extent *e, uint64_t bytes)
{
    char size[64], view[64] = "";
    const char *wrong = run_texture_extent(r, c, w->threads, e);
    uint64_t wanted = run_texture_bytes(e, &c->type);
    if (wrong) {
        wrong_bind(w, r, index, "a %s %s", e->kind, wrong);
        return 0;
    }
    if (bytes == UINT64_MAX)
        return wanted;
    run_put_extent(e, size);
    if (c->type.view.name)
        snprintf(view, sizeof view, " of %s", c->type.view.name);
    if (bytes != wanted)
        wrong_bind(w, r, index, "%s texels%s have %llu bytes, not %llu%s", size, view,
                   (unsigned long long)wanted, (unsigned long long)bytes,
                   c->sizes ? "" : "; the size comes first, as in 4x4:");
    return bytes;
}

/* Whole elements of a buffer, filled up with zeros where the shader only counts bytes. */
static uint64_t measure_buffer(writer *w, const dxk_run_resource *r, uint32_t index,
                               const run_content *c, uint64_t bytes)
{
    uint32_t element = run_element_size(&c->type), number = run_number_size(&c->type);
    bool is_typed = r->kind == DXK_RESOURCE_KIND_TYPED_BUFFER;
    if (r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER && r->stride)
        element = r->stride;
    if (c->sizes)
        wrong_bind(w, r, index, "a buffer has no width; only a texture has a size");
    else if (c->type.view.name && !is_typed)
        wrong_bind(w, r, index, "only a typed buffer or a texture has a format");
    else if (bytes != UINT64_MAX && is_typed && bytes % element)
        wrong_bind(w, r, index, "%llu bytes are not whole elements of %u bytes",
                   (unsigned long long)bytes, element);
    if (bytes == UINT64_MAX)
        bytes = default_bytes(w, r, element ? element : 4);
    return (bytes + number - 1) / number * number;
}

static void write_buffer(writer *w, const dxk_run_resource *r, uint32_t index, run_content *c,
                         uint64_t file_size)
{
    text_out *out = &w->buffers;
    run_extent extent = {0};
    uint64_t bytes = given_bytes(c, file_size);
    bytes = run_is_texture(r) ? measure_texture(w, r, index, c, &extent, bytes)
                              : measure_buffer(w, r, index, c, bytes);
    text_put(out, "  - Name: ");
    write_name(out, letter_of(r->cls), index, r->space);
    text_printf(out, "\n    Format: %s\n", c->type.format);
    if (r->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER && r->stride)
        text_printf(out, "    Stride: %u\n", r->stride);
    else if (c->type.channels > 1 && c->type.channels <= 4)
        text_printf(out, "    Channels: %u\n", c->type.channels);
    write_content(w, r, c, &extent, bytes);
}

static void write_resource(writer *w, const dxk_run_resource *r, uint32_t index, const char *view)
{
    text_out *out = &w->sets;
    text_put(out, "      - Name: ");
    write_name(out, letter_of(r->cls), index, r->space);
    text_printf(out, "\n        Kind: %s\n", kind_of(r));
    if (r->has_counter)
        text_put(out, "        HasCounter: true\n");
    if (view)
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
static int measure_picture(job *j, dxk_bytes png, run_content *c, uint64_t *bytes)
{
    dxk_buffer texels;
    dxk_buffer_init(&texels, j->ctx);
    dxk_status status = dxk_png_read(j->ctx, png, &c->size[0], &c->size[1], &texels);
    *bytes = texels.size;
    c->sizes = 2;
    if (!c->type.format && !c->type.view.name)
        (void)dxk_run_format_find((dxk_str){"R8G8B8A8_UNORM", 14}, &c->type.view);
    dxk_buffer_free(&texels);
    return status == DXK_E_INVALID
               ? job_error(j, CLI_INVALID, "%s is not a readable picture", c->file)
               : job_status(j, status);
}

/* The numbers of a resource: as given, or as its format or the shader have them. Bytes that are not
 * whole numbers of the type given are written as bytes. */
static void choose_type(const dxk_run_resource *r, run_content *c, uint64_t file_size)
{
    dxk_run_format view = c->type.view;
    uint64_t bytes = c->type.format && !c->list ? given_bytes(c, file_size) : UINT64_MAX;
    if (!c->type.format && view.name)
        run_type_of_view(&c->type);
    else if (!c->type.format)
        c->type = type_of(r);
    else if (view.name && bytes != UINT64_MAX && bytes % run_number_size(&c->type))
        c->type = (run_type){"Hex8", 1, view};
}

/* A constant buffer whose members are given by their names. */
static void write_members(writer *w, const dxk_run_resource *r, uint32_t index, const char *bind)
{
    dxk_buffer words;
    char option[32];
    run_content c = {.zeros = UINT64_MAX, .type = {.format = "Hex32", .channels = 1}};
    dxk_buffer_init(&words, w->s->j->ctx);
    snprintf(option, sizeof option, r->space ? "%c%u,space%u" : "%c%u", letter_of(r->cls), index,
             r->space);
    w->status = run_read_members(w->s, r, option, bind, &words);
    c.list = (const char *)words.data;
    if (w->status == CLI_OK) {
        write_buffer(w, r, index, &c, 0);
        write_resource(w, r, index, NULL);
    }
    dxk_buffer_free(&words);
}

static void write_register(writer *w, const dxk_run_resource *r, uint32_t index, const char *bind)
{
    run_content c;
    io_file file = {{NULL, 0}, NULL, false};
    if (r->cls == DXK_RESOURCE_CLASS_SAMPLER) {
        write_sampler(w, r, index);
        return;
    }
    if (bind && run_are_members(bind)) {
        write_members(w, r, index, bind);
        return;
    }
    if (!run_read_content(bind ? bind : "zero:0", &c) ||
        (c.list && c.list[strcspn(c.list, SYNTAX)])) {
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
        if (result == CLI_OK && is_picture(c.file) && run_is_texture(r))
            result = measure_picture(w->s->j, file.bytes, &c, &file_size);
        if (result != CLI_OK)
            w->status = result;
    }
    bool typed = c.type.format != NULL;
    choose_type(r, &c, file_size);
    if (c.list && !typed && w->status == CLI_OK && run_view_is_packed(&c.type))
        wrong_bind(w, r, index,
                   "numbers of %s need a type, such as u8: for components or x32: for "
                   "texels",
                   c.type.view.name);
    if (w->status == CLI_OK)
        write_buffer(w, r, index, &c, file_size);
    write_resource(w, r, index, c.type.view.name);
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
        run_content c;
        if (run_parse_register(binds->items[i].value, '=', &o) && run_read_content(o.value, &c) &&
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

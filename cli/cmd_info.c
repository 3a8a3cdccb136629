/* SPDX-License-Identifier: MIT */
/*
 * cmd_info.c - `dxk info`: one screen that says what a shader is. Sections are in info_*.c; this
 * file decodes what they need. A part that is missing or damaged leaves its section out.
 */
#include "info.h"

#include <dxk/digest.h>

#include <string.h>

#define LABEL_WIDTH 14u

text_out *info_label(info *in, const char *label)
{
    text_out *out = &in->j->out;
    text_styled(out, TEXT_NAME, label);
    size_t size = strlen(label);
    text_spaces(out, size < LABEL_WIDTH ? LABEL_WIDTH - size : 1);
    return out;
}

void info_title(info *in, const char *title)
{
    text_char(&in->j->out, '\n');
    text_styled(&in->j->out, TEXT_TITLE, title);
    text_char(&in->j->out, '\n');
}

void info_put_name(text_out *out, dxk_enum_id id, uint64_t value)
{
    const char *name = dxk_enum_text(id, value);
    if (name)
        text_put(out, name);
    else
        text_u64(out, value);
}

void info_json_name(json_writer *json, const char *key, dxk_enum_id id, uint64_t value)
{
    const char *name = dxk_enum_text(id, value);
    if (name)
        json_text(json, key, name);
    else
        json_u64(json, key, value);
}

void info_put_flags(text_out *out, dxk_enum_id id, uint64_t value)
{
    uint64_t number;
    const char *text;
    size_t shown = 0;
    if (!value)
        text_put(out, "none");
    for (size_t i = 0; dxk_enum_value(id, i, &number, &text); i++) {
        if (!number || (value & number) != number)
            continue;
        text_put(out, shown++ ? ", " : "");
        text_put(out, text);
        value &= ~number;
    }
    if (value) {
        text_put(out, shown ? ", " : "");
        text_hex(out, value, 1);
    }
}

void info_put_register(text_out *out, char letter, uint32_t number, uint32_t space)
{
    text_printf(out, "%c%u", letter, (unsigned)number);
    if (space)
        text_printf(out, ", space%u", (unsigned)space);
}

/* Decodes the first part of a kind; damage is reported and noted in *status. */
static dxk_decoded *decode(info *in, uint32_t fourcc, dxk_status *status)
{
    dxk_decoded *part = NULL;
    size_t index = dxk_container_find(in->container, fourcc, 0);
    if (index == DXK_NO_PART)
        return NULL;
    dxk_bytes content = dxk_container_part(in->container, index)->content;
    dxk_status result = dxk_part_decode(in->j->ctx, fourcc, content, &part);
    if (*status == DXK_OK)
        *status = result;
    return part;
}

static dxk_status decode_all(info *in)
{
    static const uint32_t signatures[3][3] = {
        {DXK_FOURCC('I', 'S', 'G', '1'), DXK_FOURCC('I', 'S', 'G', 'N'), 0},
        {DXK_FOURCC('O', 'S', 'G', '1'), DXK_FOURCC('O', 'S', 'G', 'N'),
         DXK_FOURCC('O', 'S', 'G', '5')},
        {DXK_FOURCC('P', 'S', 'G', '1'), DXK_FOURCC('P', 'C', 'S', 'G'), 0},
    };
    dxk_status status = DXK_OK;
    in->program = decode(in, DXK_FOURCC('D', 'X', 'I', 'L'), &status);
    if (!in->program)
        in->program = decode(in, DXK_FOURCC('I', 'L', 'D', 'B'), &status);
    in->features = decode(in, DXK_FOURCC('S', 'F', 'I', '0'), &status);
    in->hash = decode(in, DXK_FOURCC('H', 'A', 'S', 'H'), &status);
    in->psv = decode(in, DXK_FOURCC('P', 'S', 'V', '0'), &status);
    in->rdat = decode(in, DXK_FOURCC('R', 'D', 'A', 'T'), &status);
    in->rootsig = decode(in, DXK_FOURCC('R', 'T', 'S', '0'), &status);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3 && signatures[i][k] && !in->signatures[i]; k++)
            in->signatures[i] = decode(in, signatures[i][k], &status);
    in->rdef = decode(in, DXK_FOURCC('R', 'D', 'E', 'F'), &status);
    if (!in->program) {
        in->counters = decode(in, DXK_FOURCC('S', 'T', 'A', 'T'), &status);
        if (in->counters && in->counters->type != DXK_PART_TYPE_COUNTERS) {
            dxk_decoded_free(in->counters);
            in->counters = NULL;
        }
    }
    return status;
}

static void free_all(info *in)
{
    dxk_decoded_free(in->program);
    dxk_decoded_free(in->features);
    dxk_decoded_free(in->hash);
    dxk_decoded_free(in->rdef);
    dxk_decoded_free(in->counters);
    dxk_decoded_free(in->psv);
    dxk_decoded_free(in->rdat);
    dxk_decoded_free(in->rootsig);
    for (int i = 0; i < 3; i++)
        dxk_decoded_free(in->signatures[i]);
}

static void print_parts(info *in)
{
    if (!dxk_container_part_count(in->container))
        return;
    text_out *out = info_label(in, "parts");
    for (size_t i = 0; i < dxk_container_part_count(in->container); i++) {
        const dxk_part *part = dxk_container_part(in->container, i);
        text_put(out, i ? "  " : "");
        text_fourcc(out, part->fourcc);
        text_style(out, TEXT_FAINT);
        text_printf(out, " %u", (unsigned)part->size);
        text_style(out, TEXT_PLAIN);
    }
    text_char(out, '\n');
}

static void json_parts(info *in)
{
    json_writer *json = in->j->json;
    json_array(json, "parts");
    for (size_t i = 0; i < dxk_container_part_count(in->container); i++) {
        const dxk_part *part = dxk_container_part(in->container, i);
        json_object_line(json, NULL);
        json_fourcc(json, "fourcc", part->fourcc);
        json_u64(json, "size", part->size);
        json_end(json);
    }
    json_end(json);
}

static int run(job *j)
{
    info in;
    dxk_container *container;
    int loaded = job_load(j, true, &container);
    if (!container)
        return loaded;
    memset(&in, 0, sizeof in);
    in.j = j;
    in.container = container;
    dxk_status status = decode_all(&in), modules = info_read_modules(&in);
    dxk_status shown = info_summary(&in);
    status = status == DXK_OK ? modules : status;
    int decoded = job_status(j, status == DXK_OK ? shown : status);
    if (j->json)
        json_parts(&in);
    else
        print_parts(&in);
    info_signatures(&in);
    info_resources(&in);
    info_legacy_bindings(&in);
    info_root_signature(&in);
    info_library(&in);
    info_module(&in);
    info_free_modules(&in);
    free_all(&in);
    dxk_container_free(container);
    return loaded > decoded ? loaded : decoded;
}

const cli_command cmd_info = {
    .name = "info",
    .summary = "summarize a shader on one screen",
    .operands = "[FILE...]",
    .about =
        "Shows the kind of input, shader model and stage, entry point, state of the digest and\n"
        "of the hash, required features, properties of the pipeline stage, the parts,\n"
        "signatures with their packing, bound resources, the root signature, and the\n"
        "functions of a library; from the module also shader flags, names of resources,\n"
        "exported functions, and how often each operation is called.",
    .examples = "dxk info shader.dxil\n"
                "dxk info -r build/shaders\n"
                "dxk info --json shader.dxil | jq .program",
    .flags = CLI_MANY,
    .run = run,
};

/* SPDX-License-Identifier: MIT */
/* cmd_reflect.c - `dxk reflect`: what a shader binds, how its buffers are laid out. */
#include "reflect.h"

#include <string.h>

typedef struct reflect_options {
    int format;
    bool header;
    const char *output;
} reflect_options;

enum { FORMAT_TEXT, FORMAT_DXA, FORMAT_HEADER };

static const opt_spec specs[] = {
    {'f', "format", OPT_CHOICE, offsetof(reflect_options, format), "text|dxa|header",
     "output format", "text: readable. dxa: like `dxa -dumpreflection`. header: C."},
    {0, "header", OPT_FLAG, offsetof(reflect_options, header), NULL,
     "write a C header, like --format=header",
     "Structures with asserted layouts, and constants for bindings."},
    {'o', "output", OPT_TEXT, offsetof(reflect_options, output), "FILE", "write to FILE",
     "Default: standard output."},
    {0},
};

static int prepare(cli_app *app)
{
    reflect_options *o = app->options;
    if (o->header && o->format == FORMAT_DXA)
        return cli_usage(app, "--header and --format=dxa cannot be combined");
    if (o->header)
        o->format = FORMAT_HEADER;
    if (o->output && (app->operand_count > 1 || app->common.recursive))
        return cli_usage(app, "-o takes only one input");
    if (app->common.json && (o->format != FORMAT_TEXT || o->output))
        return cli_usage(app, "--json cannot be combined with --format, --header or -o");
    return CLI_OK;
}

bool reflect_count(reflect_view *v)
{
    if (v->left == 0)
        return false;
    v->left--;
    return true;
}

char reflect_register_letter(uint32_t input_type)
{
    static const char letters[] = "bttsututuuuutu"; /* by D3D_SHADER_INPUT_TYPE */
    return input_type < sizeof letters - 1 ? letters[input_type] : '?';
}

/* "SHADER_PS_H" from "dir/shader.ps.dxil". Reserved names cannot come out: the first character
 * is a letter and underscores stand alone. */
static void make_guard(const char *path, char *guard, size_t size)
{
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    size_t used = 0;
    if (!((*name | 32) >= 'a' && (*name | 32) <= 'z'))
        guard[used++] = 'H';
    for (; *name && used < size - 3; name++) {
        char c = *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name;
        bool plain = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || guard[used - 1] != '_')
            guard[used++] = plain ? c : '_';
    }
    while (guard[used - 1] == '_')
        used--;
    memcpy(guard + used, "_H", 3);
}

/* That there is nothing to reflect has been reported. */
static int status_of(job *j, dxk_status status)
{
    return status == DXK_E_NOT_FOUND ? CLI_INVALID : job_status(j, status);
}

static int print_reflection(job *j, const dxk_reflect *r, dxk_sink sink)
{
    const reflect_options *o = j->options;
    char guard[96];
    if (o->format == FORMAT_HEADER) {
        make_guard(o->output ? o->output : j->name, guard, sizeof guard);
        return job_status(j, dxk_reflect_print_header(r, guard, sink));
    }
    if (!j->json)
        return reflect_text(j, r);
    return dxk_json_reflect(j->json, r) ? CLI_OK : job_error(j, CLI_LIMIT, "%s", REFLECT_CUT_OFF);
}

static int print(job *j, const dxk_container *container, dxk_sink sink)
{
    const reflect_options *o = j->options;
    dxk_reflect *r;
    if (o->format == FORMAT_DXA)
        return status_of(j, dxk_reflect_print(container, sink));
    int status = status_of(j, dxk_reflect_load(container, NULL, &r));
    if (!r)
        return status;
    int printed = print_reflection(j, r, sink);
    dxk_reflect_free(r);
    return printed > status ? printed : status;
}

/* Collects the text for a file. */
static int print_to_file(job *j, const dxk_container *container, const char *path)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    text_out out = j->out;
    j->out = text_to_buffer(&text, false);
    int status = print(j, container, dxk_buffer_sink(&text));
    j->out = out;
    if (text.size > 0) {
        int written = job_write(j, path, &text);
        status = written > status ? written : status;
    }
    dxk_buffer_free(&text);
    return status;
}

static int run(job *j)
{
    const reflect_options *o = j->options;
    dxk_container *container;
    int status = job_load(j, false, &container);
    if (!container)
        return status;
    int printed = o->output ? print_to_file(j, container, o->output)
                            : print(j, container, text_sink(&j->out));
    dxk_container_free(container);
    return printed > status ? printed : status;
}

const cli_command cmd_reflect = {
    .name = "reflect",
    .summary = "show buffers, types, resources and parameters of a shader",
    .operands = "[FILE...]",
    .about =
        "Prints what Direct3D's ID3D12ShaderReflection and ID3D12LibraryReflection return:\n"
        "stage properties, instruction counters, parameters, buffers with offsets and types of\n"
        "their variables, bound resources, and the functions of a library. The information\n"
        "comes from the STAT part, otherwise from the DXIL module, and from RDAT; for shader\n"
        "models 4 and 5, it comes from RDEF, the signatures, STAT and the program.\n"
        "\n"
        "FILE may be a container, a PDB, a reflection blob, a bare DXIL program or "
        "bitcode." CLI_ABOUT_TEXT,
    .examples = "dxk reflect shader.dxil\n"
                "dxk reflect --header -o shader.h shader.dxil\n"
                "dxk reflect --format=dxa shader.dxil\n"
                "dxk reflect --json shader.dxil | jq '.bindings[].name'",
    .options = specs,
    .options_size = sizeof(reflect_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};

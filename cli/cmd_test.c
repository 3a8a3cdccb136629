/* SPDX-License-Identifier: MIT */
/*
 * cmd_test.c - `dxk test`: jobs as a test suite. A test is a job with its compiled shader beside
 * it, or one section of a file in the manner of split-file.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_TEXT, FORMAT_TAP, FORMAT_JUNIT };

typedef struct test_options {
    run_how how;
    int format;
    bool quiet;
} test_options;

static const opt_spec specs[] = {
    {0, "format", OPT_CHOICE, offsetof(test_options, format), "text|tap|junit",
     "how to print results", "tap: Test Anything Protocol, version 13. junit: XML."},
    {'q', "quiet", OPT_FLAG, offsetof(test_options, quiet), NULL, "show failures only", NULL},
    RUN_OPTIONS(test_options, how),
    {0},
};

/* ---------------------------------------------------------------------------------------- */
/* Frames                                                                                     */

static void tap_head(const cli_app *app, text_out *out)
{
    (void)app;
    text_put(out, "TAP version 13\n");
}

static void tap_tail(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    (void)status;
    (void)app;
    (void)bad;
    text_printf(out, "1..%zu\n", inputs);
}

static void junit_head(const cli_app *app, text_out *out)
{
    (void)app;
    text_put(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
                  "<testsuite name=\"dxk test\">\n");
}

static void junit_tail(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    (void)status;
    (void)app;
    (void)inputs;
    (void)bad;
    text_put(out, "</testsuite>\n</testsuites>\n");
}

static void text_tail(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    (void)status;
    (void)app;
    text_printf(out, "%zu test%s, %zu failed\n", inputs, inputs == 1 ? "" : "s", bad);
}

static const cli_frame frames[] = {{.between = "", .tail = text_tail},
                                   {.head = tap_head, .between = "", .tail = tap_tail},
                                   {.head = junit_head, .between = "", .tail = junit_tail}};

static bool ends_with(const char *name, const char *end)
{
    size_t size = strlen(name), length = strlen(end);
    return size >= length && strcmp(name + size - length, end) == 0;
}

/* Jobs, by their names. */
static bool wants(const char *name, dxk_bytes bytes)
{
    (void)bytes;
    return ends_with(name, ".yaml") || ends_with(name, ".yml") || ends_with(name, ".test");
}

static int prepare(cli_app *app)
{
    test_options *o = app->options;
    int status = run_prepare(app, &o->how);
    if (status != CLI_OK)
        return status;
    if (app->common.json && o->format != FORMAT_TEXT)
        return cli_usage(app, "--json and --format cannot be combined");
    if (app->operand_count == 0)
        return cli_usage(app, "no test is given: name jobs or directories");
    app->common.recursive = true;
    if (!app->common.json)
        app->frame = &frames[o->format];
    return CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Sections of a file: "#--- NAME" or "//--- NAME", up to the next                            */

/* The name in the line at the start of `text`; empty: it begins no section. */
static dxk_str section_name(dxk_str text)
{
    const char *newline = text.size ? memchr(text.data, '\n', text.size) : NULL;
    size_t size = newline ? (size_t)(newline - text.data) : text.size;
    size_t skip = size > 5 && memcmp(text.data, "#--- ", 5) == 0    ? 5
                  : size > 6 && memcmp(text.data, "//--- ", 6) == 0 ? 6
                                                                    : size;
    while (size > skip && (text.data[size - 1] == '\r' || text.data[size - 1] == ' '))
        size--;
    return (dxk_str){text.data + skip, size - skip};
}

/* The first section whose name ends in .yaml; false: there is none. */
static bool find_section(dxk_str text, dxk_str *name, dxk_str *content)
{
    bool open = false;
    const char *end = text.data + text.size;
    for (const char *line = text.data; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *next = newline ? newline + 1 : end;
        dxk_str found = section_name((dxk_str){line, (size_t)(end - line)});
        if (found.size && open) {
            content->size = (size_t)(line - content->data);
            return true;
        }
        if (found.size > 5 && memcmp(found.data + found.size - 5, ".yaml", 5) == 0) {
            open = true;
            *name = found;
            *content = (dxk_str){next, (size_t)(end - next)};
        }
        line = next;
    }
    return open;
}

/* Blank lines in front, so that places in the job are those in the file. */
static dxk_status place_section(dxk_str text, dxk_str section, dxk_buffer *out)
{
    dxk_status status = DXK_OK;
    for (const char *p = text.data; p < section.data && status == DXK_OK; p++) {
        if (*p == '\n')
            status = dxk_buffer_append(out, "\n", 1);
    }
    return status == DXK_OK ? dxk_buffer_append(out, section.data, section.size) : status;
}

/* ---------------------------------------------------------------------------------------- */
/* Shaders                                                                                    */

/* The shader beside a job: its name with another ending. NULL: out of memory or none. */
static char *find_shader(const char *job_name)
{
    static const char *const endings[] = {".dxil", ".cso", ".dxbc", ".o", ".hlsl"};
    const char *slash = strrchr(job_name, '/'), *dot = strrchr(job_name, '.');
    size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - job_name) : strlen(job_name);
    char *path = malloc(stem + 8);
    for (size_t i = 0; path && i < sizeof endings / sizeof *endings; i++) {
        memcpy(path, job_name, stem);
        strcpy(path + stem, endings[i]);
        if (io_exists(path))
            return path;
    }
    free(path);
    return NULL;
}

/* What the job names, which is beside it. */
static char *named_shader(const char *job_name, dxk_str name)
{
    const char *slash = strrchr(job_name, '/');
    size_t folder = slash ? (size_t)(slash - job_name) + 1 : 0;
    char *path = malloc(folder + name.size + 1);
    if (path) {
        memcpy(path, job_name, folder);
        memcpy(path + folder, name.data, name.size);
        path[folder + name.size] = 0;
    }
    return path;
}

static int load_shader(run_state *s)
{
    dxk_job_info info = dxk_job_info_get(s->job);
    char *path = info.shader.size ? named_shader(s->j->name, info.shader) : find_shader(s->j->name);
    if (!path)
        return job_error(s->j, CLI_INVALID, "there is no NAME.dxil or NAME.hlsl beside it");
    int status = run_load_shader(s, path);
    free(path);
    return status;
}

/* --- jobs that draw --- */

static bool is_dispatch(const run_state *s)
{
    dxk_job_shader shader;
    return !dxk_job_shader_get(s->job, 0, &shader) || shader.kind == DXK_SHADER_KIND_COMPUTE;
}

static void free_paths(char **paths, size_t count)
{
    for (size_t i = 0; paths && i < count; i++)
        free(paths[i]);
    free(paths);
}

/* The files that the job names for its shaders. */
static int name_shaders(run_state *s, char ***out, size_t *count)
{
    dxk_job_shader shader;
    char **paths = calloc(dxk_job_info_get(s->job).shader_count, sizeof *paths);
    for (*count = 0; paths && dxk_job_shader_get(s->job, *count, &shader); (*count)++) {
        paths[*count] = shader.file.size ? named_shader(s->j->name, shader.file) : NULL;
        if (!paths[*count]) {
            free_paths(paths, *count);
            return job_error(s->j, CLI_INVALID,
                             "a job with a draw must name the File of each shader");
        }
    }
    *out = paths;
    return paths ? CLI_OK : job_status(s->j, DXK_E_NOMEM);
}

static int draw_test(run_state *s, bool *bad)
{
    char **paths = NULL;
    size_t count = 0;
    int status = name_shaders(s, &paths, &count);
    *bad = false;
    if (status != CLI_OK)
        return status;
    status = run_make_stages(s, paths, count);
    if (status == CLI_OK)
        status = run_draw(s);
    int printed = run_print_stages(s, false, bad);
    free_paths(paths, count);
    return status == CLI_OK ? printed : status;
}

/* ---------------------------------------------------------------------------------------- */
/* A test                                                                                     */

static int dispatch_test(run_state *s, bool *bad)
{
    int status = load_shader(s);
    if (status == CLI_OK)
        status = run_make_program(s);
    if (status == CLI_OK)
        status = run_dispatch(s);
    *bad = run_print_findings(s);
    return status;
}

static int run_test(run_state *s, dxk_str text, text_out *out)
{
    size_t failed;
    bool bad = false;
    int status = run_parse_job(s, text);
    if (status == CLI_OK && is_dispatch(s))
        status = dispatch_test(s, &bad);
    else if (status == CLI_OK)
        status = draw_test(s, &bad);
    if (status == CLI_OK)
        status = run_compare(s, out, &failed);
    return status == CLI_OK && bad ? CLI_INVALID : status;
}

/* The test of the input, with what it prints in `details`. */
static int judge(job *j, const test_options *o, dxk_buffer *details)
{
    run_state s = {.j = j, .how = o->how};
    dxk_str text = {(const char *)j->input.data, j->input.size}, name, section = {"", 0};
    dxk_buffer placed;
    text_out out = j->out, own = text_to_buffer(details, false);
    int status = CLI_OK;
    dxk_buffer_init(&placed, j->ctx);
    if (ends_with(j->name, ".test")) {
        if (!find_section(text, &name, &section))
            status = job_error(j, CLI_INVALID, "has no section '#--- pipeline.yaml' with a job");
        else
            status = job_status(j, place_section(text, section, &placed));
        text = (dxk_str){(const char *)placed.data, placed.size};
    }
    if (!j->json)
        j->out = own;
    if (status == CLI_OK)
        status = run_test(&s, text, j->json ? NULL : &j->out);
    if (!j->json) {
        out.error = j->out.error;
        j->out = out;
    }
    run_free(&s);
    dxk_buffer_free(&placed);
    return status;
}

/* Details as lines after `prefix`. */
static void print_lines(text_out *out, const char *prefix, const dxk_buffer *details)
{
    const char *at = (const char *)details->data, *end = at ? at + details->size : NULL;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline ? newline : end) - at);
        text_put(out, prefix);
        text_safe(out, (dxk_str){at, size});
        text_char(out, '\n');
        at += size + (newline ? 1 : 0);
    }
}

static void print_xml(text_out *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char *escape = text[i] == '<'   ? "&lt;"
                             : text[i] == '&' ? "&amp;"
                             : text[i] == '"' ? "&quot;"
                                              : NULL;
        unsigned char c = (unsigned char)text[i];
        if (escape)
            text_put(out, escape);
        else
            text_char(out, (c < 0x20 && c != '\n') || c >= 0x7F ? '?' : text[i]);
    }
}

static void print_result(job *j, const test_options *o, int status, const dxk_buffer *details)
{
    text_out *out = &j->out;
    bool passed = status == CLI_OK;
    dxk_str name = {j->name, strlen(j->name)};
    if (o->format == FORMAT_TAP) {
        text_put(out, passed ? "ok - " : "not ok - ");
        text_safe(out, name);
        text_char(out, '\n');
        print_lines(out, "# ", details);
    } else if (o->format == FORMAT_JUNIT) {
        text_put(out, "<testcase name=\"");
        print_xml(out, name.data, name.size);
        text_put(out, passed ? "\"/>\n" : "\"><failure>");
        if (passed)
            return;
        print_xml(out, (const char *)details->data, details->size);
        text_put(out, "</failure></testcase>\n");
    } else if (!passed || !o->quiet) {
        text_styled(out, passed ? TEXT_GOOD : TEXT_BAD, passed ? "PASS" : "FAIL");
        text_put(out, " ");
        text_safe(out, name);
        text_char(out, '\n');
        print_lines(out, "  ", details);
    }
}

static int run(job *j)
{
    const test_options *o = j->options;
    dxk_buffer details;
    dxk_buffer_init(&details, j->ctx);
    int status = judge(j, o, &details);
    if (o->format == FORMAT_JUNIT && status != CLI_OK) { /* is read alone */
        text_out reasons = text_to_buffer(&details, false);
        job_print_messages(j, &reasons);
        text_flush(&reasons);
    }
    if (j->json)
        dxk_json_bool(j->json, "passed", status == CLI_OK);
    else
        print_result(j, o, status, &details);
    dxk_buffer_free(&details);
    return status;
}

const cli_command cmd_test = {
    .name = "test",
    .summary = "run a folder of jobs as tests",
    .operands = "JOB|DIR...",
    .about = "Each NAME.yaml is a job with expected results (see docs/jobs.md). Its shader is\n"
             "NAME.dxil or NAME.hlsl beside it, or the file that the job names; a job with a draw\n"
             "names a file for each stage. HLSL is compiled first. NAME.test is a file with "
             "sections, \"#--- pipeline.yaml\", as for\n"
             "split-file; lines for other tools are ignored. Directories are searched for both.\n"
             "Tests run on -j threads in any order; results are printed in name order.",
    .examples = "dxk test tests/shaders\n"
                "dxk test -j 4 --format=junit tests/shaders > results.xml\n"
                "dxk test --wave-size 64 --sanitize --werror tests/shaders/blur.yaml",
    .options = specs,
    .options_size = sizeof(test_options),
    .flags = CLI_MANY | CLI_SOURCE | CLI_SOURCE_DEBUG,
    .wants = wants,
    .prepare = prepare,
    .run = run,
};

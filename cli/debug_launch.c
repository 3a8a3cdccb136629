/* SPDX-License-Identifier: MIT */
/* debug_launch.c - what is debugged: the shader, what it runs on, its sources. See debug.h. */
#include "debug.h"

#include "diag.h"
#include "host.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

/* A string that is followed by its quote, which becomes its end. */
static const char *terminated(dxk_str text)
{
    if (!text.size)
        return NULL;
    ((char *)(uintptr_t)text.data)[text.size] = 0;
    return text.data;
}

static const char *text_of(const debug_request *r, const char *key)
{
    return terminated(json_member_str(r->doc, r->arguments, key));
}

/* Up to three numbers; what is not said is `other`. */
static bool numbers_of(const debug_request *r, const char *key, uint32_t other, uint32_t out[3])
{
    const json_value *list = json_member(r->doc, r->arguments, key);
    uint64_t number;
    int n = 0;
    out[0] = out[1] = out[2] = other;
    if (!list)
        return true;
    if (list->kind != JSON_ARRAY)
        return false;
    for (const json_value *v = json_first(r->doc, list); v; v = json_next(r->doc, v)) {
        if (n == 3 || !json_as_u64(v, &number) || number > UINT32_MAX)
            return false;
        out[n++] = (uint32_t)number;
    }
    return true;
}

/* A list of strings, as options of `run` are: "bind", "inputs". */
static bool list_of(const debug_request *r, const char *key, opt_list *out)
{
    const json_value *list = json_member(r->doc, r->arguments, key);
    size_t count = 0;
    if (!list)
        return true;
    if (list->kind != JSON_ARRAY)
        return false;
    for (const json_value *v = json_first(r->doc, list); v; v = json_next(r->doc, v))
        count++;
    out->items = calloc(count + 1, sizeof *out->items);
    if (!out->items)
        return false;
    for (const json_value *v = json_first(r->doc, list); v; v = json_next(r->doc, v)) {
        const char *text = v->kind == JSON_STRING ? terminated(v->text) : NULL;
        if (!text)
            return false;
        out->items[out->count++].value = text;
    }
    return true;
}

static void options_of(debug_session *s, const debug_request *r)
{
    run_how *how = &s->run.how;
    const json_value *sanitize = json_member(r->doc, r->arguments, "sanitize");
    how->wave_size = json_member_u64(r->doc, r->arguments, "waveSize", 0);
    how->max_steps = json_member_u64(r->doc, r->arguments, "maxSteps", 0);
    how->no_validate = json_member_bool(r->doc, r->arguments, "noValidate", false);
    how->schedule = text_of(r, "schedule");
    how->undef = text_of(r, "undef");
    how->pdb = text_of(r, "pdb");
    if (sanitize && sanitize->kind == JSON_STRING)
        how->sanitize = sanitize->text.size ? terminated(sanitize->text) : "";
    else if (sanitize && sanitize->kind == JSON_TRUE)
        how->sanitize = "";
}

/* ---------------------------------------------------------------------------------------- */
/* Sources                                                                                    */

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
}

/* An absolute path of a file that can be read; NULL: there is none. */
static char *find_file(const char *folder, size_t size, dxk_str name)
{
    char *path = malloc(size + name.size + 2), *whole = NULL;
    if (!path)
        return NULL;
    memcpy(path, folder, size);
    memcpy(path + size, name.data, name.size);
    path[size + name.size] = 0;
    if (!io_is_directory(path) && host_can_read(path))
        whole = host_absolute(path);
    free(path);
    return whole;
}

/* As it is named, beside the shader, or below "sourceRoot". */
static char *find_source(const debug_session *s, const debug_request *r, dxk_str name)
{
    const char *shader = s->run.shader_path, *slash = strrchr(shader, '/');
    char root[1024];
    dxk_str folder = json_member_str(r->doc, r->arguments, "sourceRoot");
    char *path = find_file("", 0, name);
    while (name.size > 2 && name.data[0] == '.' && name.data[1] == '/') {
        name.data += 2;
        name.size -= 2;
    }
    if (!path && slash)
        path = find_file(shader, (size_t)(slash + 1 - shader), name);
    if (path || !folder.size || folder.size > sizeof root - 2)
        return path;
    int size = snprintf(root, sizeof root, "%.*s/", (int)folder.size, folder.data);
    return find_file(root, (size_t)size, name);
}

uint32_t debug_source_of(const debug_session *s, dxk_str file)
{
    for (size_t n = 0; n < s->source_count; n++)
        if (same(s->sources[n].name, file))
            return (uint32_t)n;
    return DEBUG_NONE;
}

static bool add_source(debug_session *s, const debug_request *r, dxk_str name)
{
    if (!name.size || debug_source_of(s, name) != DEBUG_NONE)
        return true;
    debug_source *grown = realloc(s->sources, (s->source_count + 1) * sizeof *grown);
    if (!grown)
        return false;
    s->sources = grown;
    s->sources[s->source_count++] = (debug_source){name, find_source(s, r, name)};
    return true;
}

/* Files that code comes from, at any level of inlining. */
static bool list_sources(debug_session *s, const debug_request *r)
{
    uint32_t places = dxk_run_program_info_get(s->run.program).place_count;
    dxk_run_frame frame;
    dxk_str last = {"", 0};
    for (uint32_t n = 0; n < places; n++) {
        for (uint32_t l = 0; dxk_run_program_frame(s->run.program, n, l, &frame); l++) {
            if (!same(frame.file, last) && !add_source(s, r, frame.file))
                return false;
            last = frame.file;
        }
    }
    return true;
}

static dxk_str base_name(dxk_str path)
{
    for (size_t n = path.size; n-- > 0;)
        if (path.data[n] == '/' || path.data[n] == '\\')
            return (dxk_str){path.data + n + 1, path.size - n - 1};
    return path;
}

uint32_t debug_source_asked(const debug_session *s, const json_doc *doc, const json_value *source)
{
    uint64_t reference = json_member_u64(doc, source, "sourceReference", 0);
    dxk_str path = json_member_str(doc, source, "path");
    if (!path.size)
        path = json_member_str(doc, source, "name");
    if (reference && reference <= s->source_count)
        return (uint32_t)reference - 1;
    for (size_t n = 0; n < s->source_count; n++)
        if (s->sources[n].path && strlen(s->sources[n].path) == path.size &&
            memcmp(s->sources[n].path, path.data, path.size) == 0)
            return (uint32_t)n;
    for (size_t n = 0; path.size && n < s->source_count; n++)
        if (same(base_name(s->sources[n].name), base_name(path)))
            return (uint32_t)n;
    return DEBUG_NONE;
}

void debug_put_source(debug_session *s, uint32_t source)
{
    if (source >= s->source_count)
        return;
    const debug_source *from = &s->sources[source];
    dxk_json_object(&s->json, "source");
    dxk_json_str(&s->json, "name", base_name(from->name));
    if (from->path)
        dxk_json_text(&s->json, "path", from->path);
    else
        dxk_json_u64(&s->json, "sourceReference", source + 1);
    dxk_json_end(&s->json);
}

/* What debug information has, or the file. `file` is closed by the caller. */
static bool source_text(debug_session *s, uint32_t source, io_file *file, dxk_str *text)
{
    memset(file, 0, sizeof *file);
    if (source == DEBUG_NONE)
        return false;
    if (run_source_text(&s->run, s->sources[source].name, text))
        return true;
    const char *path = s->sources[source].path;
    if (!path || io_read(path, s->j->app->max_size, NULL, file) != 0)
        return false;
    *text = (dxk_str){(const char *)file->bytes.data, file->bytes.size};
    return true;
}

void debug_show_source(debug_session *s, const debug_request *r)
{
    const json_value *asked = json_member(r->doc, r->arguments, "source");
    uint64_t reference = json_member_u64(r->doc, r->arguments, "sourceReference", 0);
    uint32_t source = reference && reference <= s->source_count
                          ? (uint32_t)reference - 1
                          : debug_source_asked(s, r->doc, asked);
    io_file file;
    dxk_str text;
    if (!source_text(s, source, &file, &text)) {
        debug_refuse(s, r->seq, r->command, "the text of this source is unknown");
        return;
    }
    debug_answer(s, r->seq, r->command);
    dxk_json_str(&s->json, "content", text);
    debug_send(s);
    io_close(&file);
}

void debug_list_sources(debug_session *s, const debug_request *r)
{
    debug_answer(s, r->seq, r->command);
    dxk_json_array(&s->json, "sources");
    for (uint32_t n = 0; n < s->source_count; n++) {
        const debug_source *from = &s->sources[n];
        dxk_json_object(&s->json, NULL);
        dxk_json_str(&s->json, "name", base_name(from->name));
        if (from->path)
            dxk_json_text(&s->json, "path", from->path);
        else
            dxk_json_u64(&s->json, "sourceReference", n + 1);
        dxk_json_end(&s->json);
    }
    dxk_json_end(&s->json);
    debug_send(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Launching                                                                                  */

/* What was reported so far, which is forgotten then. Places are those of the job. */
static void take_messages(debug_session *s, const debug_request *r, text_out *out)
{
    job *j = s->j;
    const char *p = (const char *)j->messages.data, *end = p ? p + j->messages.size : p;
    for (; p < end; p += strlen(p + 1) + 2) {
        text_put(out, p + 1);
        text_char(out, '\n');
    }
    source_print(j, out);
    source_forget(j);
    diag_print_all(out, text_of(r, "job"), j->ctx, (dxk_bytes){s->job_text.data, s->job_text.size});
    j->messages.size = 0;
    dxk_ctx_clear_diags(j->ctx);
}

/* All buffers as they are before the run. */
static int remember(debug_session *s)
{
    dxk_job_buffer b;
    dxk_status status = DXK_OK;
    for (size_t i = 0; status == DXK_OK && dxk_job_buffer_get(s->run.job, i, &b); i++)
        status = dxk_buffer_append(&s->before, b.data, (size_t)b.size);
    return job_status(s->j, status);
}

static int load_job(debug_session *s, const debug_request *r, const char *path)
{
    io_file file;
    dxk_job_shader shader;
    if (json_member(r->doc, r->arguments, "bind") || json_member(r->doc, r->arguments, "dispatch"))
        return job_error(s->j, CLI_USAGE, "'bind' and 'dispatch' cannot be combined with 'job'");
    int status = job_read(s->j, path, &file);
    if (status != CLI_OK)
        return status;
    if (dxk_buffer_append(&s->job_text, file.bytes.data, file.bytes.size) != DXK_OK)
        status = job_status(s->j, DXK_E_NOMEM);
    io_close(&file);
    if (status == CLI_OK)
        status =
            run_parse_job(&s->run, (dxk_str){(const char *)s->job_text.data, s->job_text.size});
    if (status == CLI_OK &&
        (!dxk_job_shader_get(s->run.job, 0, &shader) || shader.kind != DXK_SHADER_KIND_COMPUTE))
        return job_error(s->j, CLI_INVALID, "%s is not a job for a compute shader", path);
    return status == CLI_OK ? run_make_program(&s->run) : status;
}

/* A job made of what "bind" and "dispatch" say. */
static int make_job(debug_session *s, const debug_request *r)
{
    uint32_t groups[3];
    if (!numbers_of(r, "dispatch", 1, groups))
        return job_error(s->j, CLI_USAGE, "'dispatch' must be a list of up to three numbers");
    if (!list_of(r, "bind", &s->binds))
        return job_error(s->j, CLI_USAGE,
                         "'bind' must be a list of strings such as \"u0=f32:1,2\"");
    if (!list_of(r, "inputs", &s->inputs))
        return job_error(s->j, CLI_USAGE,
                         "'inputs' must be a list of strings such as \"POSITION=0,0,0;1,0,0\"");
    int status = run_make_program(&s->run);
    if (status == CLI_OK)
        status = run_write_job(&s->run, &s->binds, groups, &s->job_text);
    const dxk_str text = {(const char *)s->job_text.data, s->job_text.size};
    if (status == CLI_OK) {
        status = run_parse_job(&s->run, text);
        if (status != CLI_OK)
            status = run_blame_options(&s->run, &s->binds, text, status);
    }
    return status == CLI_OK ? run_fill_from_files(&s->run, &s->binds) : status;
}

/* Which group is watched. */
static int choose_group(debug_session *s, const debug_request *r)
{
    const json_value *asked = json_member(r->doc, r->arguments, "group");
    uint32_t at[3], grid[3];
    s->group = 0;
    if (asked && asked->kind == JSON_STRING && asked->text.size == 3 &&
        memcmp(asked->text.data, "any", 3) == 0) {
        s->group = DEBUG_ANY_GROUP;
        return CLI_OK;
    }
    dxk_job_info info = dxk_job_info_get(s->run.job);
    memcpy(grid, info.groups, sizeof grid);
    if (!numbers_of(r, "group", 0, at))
        return job_error(s->j, CLI_USAGE,
                         "'group' must be a list of up to three numbers, or \"any\"");
    for (int n = 0; n < 3 && !s->invokes; n++)
        if (at[n] && at[n] >= grid[n])
            return job_error(s->j, CLI_USAGE, "'group': there is no group %u,%u,%u", at[0], at[1],
                             at[2]);
    s->group = at[0] + (uint64_t)grid[0] * (at[1] + (uint64_t)grid[1] * at[2]);
    return CLI_OK;
}

/* "hlsl": how a source is compiled. */
static int take_source_options(debug_session *s, const debug_request *r)
{
    opt_list words = {NULL, 0};
    char message[OPT_MESSAGE] = "a list of strings is required, such as [\"-D\", \"X=1\"]";
    bool taken = list_of(r, "hlsl", &words);
    if (taken && words.items)
        taken = source_take_words((cli_app *)(uintptr_t)s->j->app, &words, message);
    free(words.items);
    return taken ? CLI_OK : job_error(s->j, CLI_USAGE, "'hlsl': %s", message);
}

static int prepare_program(debug_session *s, const debug_request *r)
{
    const char *path = text_of(r, "program"), *by = text_of(r, "job");
    if (!path || strcmp(path, "-") == 0 || (by && strcmp(by, "-") == 0))
        return job_error(s->j, CLI_USAGE, "'program' must name a shader, and 'job' a file");
    options_of(s, r);
    if (run_prepare((cli_app *)(uintptr_t)s->j->app, &s->run.how) != CLI_OK)
        return job_error(s->j, CLI_USAGE, "an option has an invalid value");
    s->run.how.program.for_debug = true;
    s->invokes = json_member(r->doc, r->arguments, "inputs") && !by;
    s->run.how.program.for_invoke = s->invokes;
    const char *entry = text_of(r, "entry");
    if (entry)
        s->run.how.program.entry = (dxk_str){entry, strlen(entry)};
    int status = take_source_options(s, r);
    if (status == CLI_OK)
        status = run_load_shader(&s->run, path);
    if (status == CLI_OK)
        status = by ? load_job(s, r, by) : make_job(s, r);
    if (status == CLI_OK)
        status = choose_group(s, r);
    return status == CLI_OK ? remember(s) : status;
}

/* Handles are made long before the lines that use them: those lines do not begin there. */
static bool makes_handle(dxk_str text)
{
    static const char *const marks[] = {"@dx.op.createHandle", "@dx.op.annotateHandle"};
    for (size_t n = 0; n < sizeof marks / sizeof *marks; n++)
        for (size_t at = 0; at + strlen(marks[n]) <= text.size; at++)
            if (memcmp(text.data + at, marks[n], strlen(marks[n])) == 0)
                return true;
    return false;
}

static bool find_lines(debug_session *s)
{
    uint32_t places = dxk_run_program_info_get(s->run.program).place_count;
    dxk_run_frame frame;
    s->lines = calloc((size_t)places + 1, 1);
    for (uint32_t n = 0; s->lines && n < places; n++)
        s->lines[n] = dxk_run_program_frame(s->run.program, n, 0, &frame) && frame.line &&
                      !makes_handle(dxk_inspect_text(s->inspect, n));
    return s->lines != NULL;
}

static int prepare_tables(debug_session *s, const debug_request *r)
{
    dxk_run_program_info info = dxk_run_program_info_get(s->run.program);
    dxk_status made = dxk_inspect_create(s->run.program, NULL, &s->inspect);
    s->threads = info.num_threads[0] * info.num_threads[1] * info.num_threads[2];
    s->stop_on_entry = json_member_bool(r->doc, r->arguments, "stopOnEntry", false);
    s->tracks = calloc(s->threads, sizeof *s->tracks);
    s->marked = calloc((size_t)info.place_count + 1, 1);
    if (made != DXK_OK)
        return job_status(s->j, made);
    return s->tracks && s->marked && find_lines(s) && list_sources(s, r)
               ? CLI_OK
               : job_status(s->j, DXK_E_NOMEM);
}

static void release(debug_session *s)
{
    dxk_inspect_free(s->inspect);
    s->inspect = NULL;
    run_free(&s->run);
    memset(&s->run, 0, sizeof s->run);
    s->run.j = s->j;
    dxk_buffer_free(&s->job_text);
    dxk_buffer_free(&s->before);
    for (size_t n = 0; n < s->source_count; n++)
        free(s->sources[n].path);
    free(s->sources);
    s->sources = NULL;
    s->source_count = 0;
    free(s->binds.items);
    s->binds = (opt_list){NULL, 0};
    free(s->inputs.items);
    s->inputs = (opt_list){NULL, 0};
    dxk_buffer_free(&s->invoked);
    free(s->tracks);
    free(s->marked);
    free(s->lines);
    s->lines = NULL;
    s->tracks = NULL;
    s->marked = NULL;
}

static void warn(debug_session *s)
{
    static const char text[] =
        "The shader has no debug information; only instructions are shown.\n";
    if (!dxk_run_program_info_get(s->run.program).has_lines)
        debug_say(s, "important", (dxk_str){text, sizeof text - 1});
}

bool debug_launch(debug_session *s, const debug_request *r, char *body, json_doc *doc)
{
    dxk_buffer why;
    if (s->launched) {
        debug_refuse(s, r->seq, r->command, "a shader is being debugged already");
        return false;
    }
    int status = prepare_program(s, r);
    if (status == CLI_OK)
        status = prepare_tables(s, r);
    if (status != CLI_OK) {
        dxk_buffer_init(&why, s->j->ctx);
        text_out out = text_to_buffer(&why, false);
        take_messages(s, r, &out);
        while (why.size && why.data[why.size - 1] == '\n')
            why.size--;
        debug_refuse(s, r->seq, r->command, "%.*s", (int)(why.size < 2000 ? why.size : 2000),
                     why.size ? (const char *)why.data : "");
        dxk_buffer_free(&why);
        release(s);
        return false;
    }
    s->launched = true;
    s->launch_body = body;
    s->launch = *doc;
    debug_resolve_breaks(s);
    debug_answer(s, r->seq, r->command);
    debug_send(s);
    warn(s);
    debug_event(s, "initialized");
    debug_send(s);
    return true;
}

void debug_free(debug_session *s)
{
    release(s);
    debug_free_breaks(s);
    json_doc_free(&s->launch);
    free(s->launch_body);
    free(s->handles);
    dxk_buffer_free(&s->out);
}

/* SPDX-License-Identifier: MIT */
/*
 * cmd_run.c - `dxk run`: executes shaders, by a job or by options. Takes the command line
 * of LLVM's offload-test-suite's own runner.
 */
#include "run.h"

#include <stdio.h>
#include <string.h>

typedef struct run_options {
    run_how how;
    opt_list binds, prints, saves, inputs;
    const char *dispatch, *output, *entry;
    const char *api, *adapter, *picture; /* of the suite's runner */
    uint64_t threads;
    bool invoke, quiet, emit, sarif, profile, warp, validation, debug;
    uint32_t groups[3];
    char **files; /* shaders after the job */
    size_t file_count;
} run_options;

static const opt_spec specs[] = {
    {0, "dispatch", OPT_TEXT, offsetof(run_options, dispatch), "X[,Y[,Z]]",
     "groups to run without a job", "Default: 1,1,1."},
    {'b', "bind", OPT_LIST, offsetof(run_options, binds), "REG=VALUE",
     "contents of a register without a job",
     "REG: u0, t1, b0, with ,space1 if needed. VALUE: a type and numbers, as\n"
     "in f32:1,2,3 or u32x4:1,2,3,4; the bytes of a file, @data.bin; or\n"
     "zero:BYTES. A DXGI format, whose bytes VALUE gives, may precede it, as\n"
     "in R8G8B8A8_UNORM:u8:255,0,0,255, and the size of a texture: width,\n"
     "height, depth, slices (six of a cube), samples, as far as the texture\n"
     "has them, as in 4x4x6:. A texture may come from a picture, @image.png.\n"
     "Members of a constant buffer have names and values, as in\n"
     "b0=Count=8,Light.color=(1,0.5,0),Table[2]=3; one number stands for all\n"
     "of a vector, others are 0. Default: zeros, one element for each thread."},
    {'p', "print", OPT_LIST, offsetof(run_options, prints), "REG[:TYPE]",
     "print the contents of a register",
     "TYPE: for example u32, f32x4. Default: everything that was written."},
    {0, "save", OPT_LIST, offsetof(run_options, saves), "REG=FILE",
     "write the contents of a register to a file", NULL},
    {0, "entry", OPT_TEXT, offsetof(run_options, entry), "NAME",
     "entry point or function of a library",
     "You can give the name of a function as in the source."},
    {0, "invoke", OPT_FLAG, offsetof(run_options, invoke), NULL,
     "run invocations of a graphics stage, and print their outputs",
     "An invocation is a vertex, a quad of pixels, a patch, a point of a\n"
     "patch, a primitive, a group of an amplification or mesh shader, or a\n"
     "call of a function."},
    {'i', "input", OPT_LIST, offsetof(run_options, inputs), "NAME=NUMBERS", "inputs for --invoke",
     "NAME: a semantic, such as POSITION or TEXCOORD1. NUMBERS: the values\n"
     "for one invocation or control point after another, as in 0,1;0,2;0,3;\n"
     "the last are repeated for all that follow. Default: 0. NAME may also\n"
     "be SV_DomainLocation, SV_PrimitiveID, SV_GroupID, SV_ViewID,\n"
     "SV_Coverage, SV_SampleIndex, SampleCount, Payload, or Helper, which is\n"
     "1 for helper lanes; for a function, the number of a parameter, from 0."},
    {0, "emit-job", OPT_FLAG, offsetof(run_options, emit), NULL,
     "print an equivalent job instead of running it", NULL},
    {'j', "threads", OPT_NUMBER, offsetof(run_options, threads), "N", "run groups on N threads",
     "Default: 1, which keeps their order."},
    RUN_OPTIONS(run_options, how),
    {0, "profile", OPT_FLAG, offsetof(run_options, profile), NULL,
     "show the cost of each source line",
     "Instructions executed by waves, active lanes, bytes read and written."},
    {0, "trace", OPT_MAYBE, offsetof(run_options, how.trace), "WHAT",
     "print the values of instructions and variables as they are computed",
     "WHAT: a function, LINE, LINE-LINE, FILE:LINE, or 'thread X,Y,Z', its\n"
     "SV_DispatchThreadID; separate several with semicolons. Default: all."},
    {0, "sarif", OPT_FLAG, offsetof(run_options, sarif), NULL, "print findings as SARIF 2.1.0",
     "Nothing else is printed."},
    {'q', "quiet", OPT_FLAG, offsetof(run_options, quiet), NULL,
     "do not print the buffers of a job that passes", NULL},
    {'o', "output", OPT_TEXT, offsetof(run_options, output), "FILE",
     "write the buffers of a job that passes to a file", NULL},
    {0, "-quiet", OPT_FLAG, offsetof(run_options, quiet), NULL, "the same as --quiet", NULL},
    {'r', NULL, OPT_TEXT, offsetof(run_options, picture), "NAME",
     "write only this buffer of the job",
     "To the file named with -o: its bytes, or a picture if the name ends in .png."},
    {0, "-api", OPT_TEXT, offsetof(run_options, api), "dx|vk|mtl", "ignored", NULL},
    {0, "-adapter-regex", OPT_TEXT, offsetof(run_options, adapter), "RE", "ignored", NULL},
    {0, "-warp", OPT_FLAG, offsetof(run_options, warp), NULL, "ignored", NULL},
    {0, "-validation-layer", OPT_FLAG, offsetof(run_options, validation), NULL, "ignored", NULL},
    {0, "-debug-layer", OPT_FLAG, offsetof(run_options, debug), NULL, "ignored", NULL},
    {0},
};

static int parse_dispatch(cli_app *app, run_options *o)
{
    const char *at = o->dispatch ? o->dispatch : "";
    o->groups[0] = o->groups[1] = o->groups[2] = 1;
    for (int i = 0; *at && i < 3; i++) {
        char word[16];
        uint64_t value;
        size_t size = strcspn(at, ",");
        snprintf(word, sizeof word, "%.*s", (int)(size < 15 ? size : 15), at);
        if (!opt_number(word, &value) || value > UINT32_MAX || (at[size] && i == 2))
            return cli_usage(app, "--dispatch takes up to three numbers, not '%.60s'", o->dispatch);
        o->groups[i] = (uint32_t)value;
        at += size + (at[size] != 0);
    }
    return CLI_OK;
}

static bool ends_with(const char *name, const char *end)
{
    size_t size = strlen(name), length = strlen(end);
    return size >= length && strcmp(name + size - length, end) == 0;
}

/* A job may stand after its shaders, if it is called so. */
static void put_job_first(cli_app *app)
{
    for (size_t i = 1; i < app->operand_count; i++) {
        char *name = app->operands[i];
        if (!ends_with(name, ".yaml") && !ends_with(name, ".yml"))
            continue;
        memmove(app->operands + 1, app->operands, i * sizeof *app->operands);
        app->operands[0] = name;
        return;
    }
}

/* A job comes first, its shaders are not inputs but belong to it. */
static int prepare(cli_app *app)
{
    run_options *o = app->options;
    int status = run_prepare(app, &o->how);
    if (status == CLI_OK)
        status = parse_dispatch(app, o);
    o->how.threads = o->threads;
    o->how.run.profile = o->profile;
    o->how.program.no_sharing |= o->profile; /* waves stay as large as they are meant to be */
    if (o->how.trace) {
        o->how.program.for_debug = true;
        o->how.threads = 1;
    }
    put_job_first(app);
    if (app->operand_count > 1) {
        o->files = app->operands + 1;
        o->file_count = app->operand_count - 1;
        app->operand_count = 1;
    }
    if (status == CLI_OK && o->sarif && app->common.json)
        return cli_usage(app, "--sarif and --json cannot be combined");
    if (status == CLI_OK && o->inputs.count && !o->invoke)
        return cli_usage(app, "--input requires --invoke");
    if (status == CLI_OK && o->picture && !o->output)
        return cli_usage(app, "-r requires -o FILE");
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* By a job                                                                                   */

/* All buffers as they are before the run. */
static dxk_status remember(run_state *s, dxk_buffer *before)
{
    dxk_job_buffer b;
    dxk_status status = DXK_OK;
    for (size_t i = 0; status == DXK_OK && dxk_job_buffer_get(s->job, i, &b); i++)
        status = dxk_buffer_append(before, b.data, (size_t)b.size);
    return status;
}

static int write_buffer(run_state *s, const char *name, const char *path)
{
    dxk_job_buffer b;
    dxk_buffer bytes;
    for (size_t i = 0; dxk_job_buffer_get(s->job, i, &b); i++) {
        if (b.name.size != strlen(name) || memcmp(b.name.data, name, b.name.size) != 0)
            continue;
        dxk_buffer_init(&bytes, s->j->ctx);
        dxk_status status = ends_with(path, ".png")
                                ? dxk_job_write_png(s->job, i, dxk_buffer_sink(&bytes))
                                : dxk_buffer_append(&bytes, b.data, (size_t)b.size);
        if (status == DXK_E_ARGUMENT) {
            dxk_buffer_free(&bytes);
            return job_error(s->j, CLI_INVALID, "buffer '%s' is not a picture", name);
        }
        int code = status == DXK_OK ? job_write(s->j, path, &bytes) : job_status(s->j, status);
        dxk_buffer_free(&bytes);
        return code;
    }
    return job_error(s->j, CLI_INVALID, "the job has no buffer '%s'", name);
}

static int print_job(run_state *s, const run_options *o)
{
    dxk_buffer text;
    if (o->picture)
        return write_buffer(s, o->picture, o->output);
    if (o->quiet || s->j->json)
        return CLI_OK;
    if (!o->output)
        return job_status(s->j, dxk_job_print(s->job, text_sink(&s->j->out)));
    dxk_buffer_init(&text, s->j->ctx);
    dxk_status status = dxk_job_print(s->job, dxk_buffer_sink(&text));
    int code = status == DXK_OK ? job_write(s->j, o->output, &text) : job_status(s->j, status);
    dxk_buffer_free(&text);
    return code;
}

static bool is_dispatch(const run_state *s)
{
    dxk_job_shader shader;
    return dxk_job_shader_get(s->job, 0, &shader) && shader.kind == DXK_SHADER_KIND_COMPUTE;
}

/* `before`: the buffers as they were; NULL: JSON has none, since pictures are large. */
static int finish_job(run_state *s, const run_options *o, bool bad, const dxk_buffer *before)
{
    size_t failed;
    int status = run_compare(s, s->j->json ? NULL : &s->j->out, &failed);
    if (s->j->json && before)
        run_show_job(s, before);
    if (status == CLI_OK)
        status = print_job(s, o);
    return status == CLI_OK && bad ? CLI_INVALID : status;
}

static int dispatch_job(run_state *s, const run_options *o, const dxk_buffer *before)
{
    int status = run_load_shader(s, o->files[0]);
    if (status == CLI_OK)
        status = run_make_program(s);
    if (status == CLI_OK)
        status = run_dispatch(s);
    bool bad = run_print_findings(s);
    if (status == CLI_OK && o->profile)
        status = run_print_profile(s);
    return status == CLI_OK ? finish_job(s, o, bad, before) : status;
}

static int draw_job(run_state *s, const run_options *o)
{
    bool bad;
    int status = run_make_stages(s, o->files, o->file_count);
    if (status == CLI_OK)
        status = run_draw(s);
    int printed = run_print_stages(s, o->profile && status == CLI_OK, &bad);
    if (status == CLI_OK)
        status = printed;
    return status == CLI_OK ? finish_job(s, o, bad, NULL) : status;
}

static int run_by_job(run_state *s, const run_options *o)
{
    if (o->binds.count || o->prints.count || o->saves.count || o->dispatch || o->invoke)
        return job_error(
            s->j, CLI_USAGE,
            "--dispatch, --bind, --print, --save and --invoke cannot be combined with a job");
    int status = run_parse_job(s, (dxk_str){(const char *)s->j->input.data, s->j->input.size});
    if (status != CLI_OK)
        return status;
    size_t count = dxk_job_info_get(s->job).shader_count;
    if (o->file_count != count)
        return job_error(s->j, CLI_USAGE, "the job has %zu shaders, not %zu", count, o->file_count);
    dxk_buffer before;
    dxk_buffer_init(&before, s->j->ctx);
    status = job_status(s->j, s->j->json ? remember(s, &before) : DXK_OK);
    if (status == CLI_OK)
        status = is_dispatch(s) ? dispatch_job(s, o, &before) : draw_job(s, o);
    dxk_buffer_free(&before);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* By options                                                                                 */

static bool has_uavs(const run_state *s)
{
    dxk_run_resource r;
    for (size_t i = 0; dxk_run_program_resource(s->program, i, &r); i++)
        if (r.cls == DXK_RESOURCE_CLASS_UAV)
            return true;
    return false;
}

static int run_made_job(run_state *s, const run_options *o, dxk_str text)
{
    dxk_buffer before;
    int status = run_parse_job(s, text);
    dxk_buffer_init(&before, s->j->ctx);
    if (status == CLI_OK)
        status = run_fill_from_files(s, &o->binds);
    if (status == CLI_OK)
        status = job_status(s->j, remember(s, &before));
    if (status == CLI_OK)
        status = o->invoke ? run_invoke(s, &o->inputs) : run_dispatch(s);
    bool bad = run_print_findings(s);
    if (status == CLI_OK && o->profile)
        status = run_print_profile(s);
    if (status == CLI_OK && !(o->saves.count && !o->prints.count) && !(o->invoke && !has_uavs(s)) &&
        !o->quiet)
        status = run_show(s, &o->prints, &before);
    if (status == CLI_OK)
        status = run_save(s, &o->saves);
    dxk_buffer_free(&before);
    if (status != CLI_OK)
        return run_blame_options(s, &o->binds, text, status);
    return bad ? CLI_INVALID : status;
}

/* Advice about a stage that is not dispatched. */
static void advise(run_state *s, const run_options *o)
{
    size_t count = dxk_ctx_diag_count(s->j->ctx);
    if (!o->invoke && count && strcmp(dxk_ctx_diag(s->j->ctx, count - 1)->rule, "RUN.STAGE") == 0)
        job_note(s->j, "--invoke runs invocations of it, and a job can draw with it");
}

/* Refuses options that only a job has, and values that a job cannot hold. */
static int check_options(run_state *s, const run_options *o)
{
    if (o->output || o->picture)
        return job_error(s->j, CLI_USAGE, "-o and -r require a job; --save writes a register");
    for (size_t i = 0; o->emit && i < o->binds.count; i++) {
        if (strstr(o->binds.items[i].value, "=@") || strstr(o->binds.items[i].value, ":@"))
            return job_error(s->j, CLI_USAGE,
                             "--emit-job takes numbers, not the file of --bind %.80s",
                             o->binds.items[i].value);
    }
    return CLI_OK;
}

static int run_by_options(run_state *s, const run_options *o)
{
    dxk_buffer text;
    int status = check_options(s, o);
    if (status != CLI_OK)
        return status;
    dxk_buffer_init(&text, s->j->ctx);
    status = run_load_shader_bytes(s, s->j->name, s->j->input);
    s->how.program.for_invoke = o->invoke;
    if (o->entry)
        s->how.program.entry = (dxk_str){o->entry, strlen(o->entry)};
    if (status == CLI_OK) {
        status = run_make_program(s);
        if (status != CLI_OK)
            advise(s, o);
    }
    if (status == CLI_OK)
        status = run_write_job(s, &o->binds, o->groups, &text);
    dxk_str made = {(const char *)text.data, text.size};
    if (status == CLI_OK && o->emit)
        text_str(&s->j->out, made);
    else if (status == CLI_OK)
        status = run_made_job(s, o, made);
    /* The job's names are views of the text. */
    dxk_job_free(s->job);
    s->job = NULL;
    dxk_buffer_free(&text);
    return status;
}

static int run_input(run_state *s, const run_options *o)
{
    if (dxk_input_sniff(s->j->input) == DXK_INPUT_UNKNOWN)
        return run_by_job(s, o);
    if (o->file_count)
        return job_error(s->j, CLI_USAGE, "without a job, run takes one shader, not %zu",
                         o->file_count + 1);
    return run_by_options(s, o);
}

/* What is printed otherwise goes nowhere. */
static int run_for_sarif(run_state *s, const run_options *o)
{
    text_out out = s->j->out;
    dxk_buffer ignored;
    dxk_buffer_init(&ignored, s->j->ctx);
    s->j->out = text_to_buffer(&ignored, false);
    int status = run_input(s, o);
    if (!out.error)
        out.error = s->j->out.error;
    s->j->out = out;
    dxk_buffer_free(&ignored);
    run_print_sarif(s, &s->j->out);
    return status;
}

static int run(job *j)
{
    const run_options *o = j->options;
    run_state s = {.j = j, .how = o->how};
    int status = o->sarif ? run_for_sarif(&s, o) : run_input(&s, o);
    run_free(&s);
    return status;
}

const cli_command cmd_run = {
    .name = "run",
    .summary = "execute shaders on the CPU",
    .operands = "[JOB.yaml] SHADER...",
    .about =
        "With a job, which is a pipeline.yaml of LLVM's offload-test-suite, binds its buffers,\n"
        "runs its groups or its draw, and checks the results. If all are as expected, prints\n"
        "the job with the buffers after the run; otherwise prints the differences and exits\n"
        "with status 1. docs/jobs.md describes jobs.\n"
        "\n"
        "Shaders may be HLSL source, which is compiled with debug information first.\n"
        "\n"
        "Without a job, options bind resources to a compute shader, and a table shows what was\n"
        "written. --invoke runs a shader of another stage, or a function of a library, with the\n"
        "inputs given by --input. Resources that no option names hold zeros.\n"
        "\n"
        "--sanitize finds races, out-of-bounds accesses, uninitialized values and more, and\n"
        "reports the source line if the shader has debug information. Errors set the exit\n"
        "status to 1; with --werror, all findings do. docs/debugging.md describes --trace and\n"
        "--profile.",
    .examples = "dxk run cs.dxil\n"
                "dxk run cs.dxil --dispatch 4,1,1 --bind u0=f32:1,2,3 --bind t0=@data.bin\n"
                "dxk run cs.dxil --bind t0=u32x4:1,2,3,4 --print u0:f32x4 --save u0=out.bin\n"
                "dxk run cs.dxil --bind t0=8x8:R8G8B8A8_UNORM:@image.bin\n"
                "dxk run blur.hlsl -D RADIUS=2 --bind 'b0=Scale=0.5,Size=(8,8)'\n"
                "dxk run job.yaml cs.dxil --wave-size 64 --sanitize --werror\n"
                "dxk run job.yaml cs.dxil --quiet --profile\n"
                "dxk run vs.dxil ps.dxil job.yaml -r Output -o picture.png\n"
                "dxk run vs.dxil --invoke --input 'POSITION=0,0,1;1,0,1'\n"
                "dxk run lib.dxil --entry scale --invoke --input 0=1,2,3 --input 1=0.5\n"
                "dxk run cs.dxil --bind t0=f32:1,2 --emit-job > test.yaml",
    .options = specs,
    .options_size = sizeof(run_options),
    .flags = CLI_SOURCE | CLI_SOURCE_DEBUG,
    .prepare = prepare,
    .run = run,
};

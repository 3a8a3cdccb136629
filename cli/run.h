/* SPDX-License-Identifier: MIT */
/*
 * run.h - what `run` and `test` share: a job, its shader, threads for its groups, what happened.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <dxk/inspect.h>
#include <dxk/job.h>
#include <dxk/run.h>

#include "job.h"
#include "pdb_find.h"

/* Options of both commands; rows for their tables below. */
typedef struct run_how {
    uint64_t wave_size;
    const char *undef, *schedule, *sanitize, *pdb;
    const char *trace; /* of `run` alone; NULL: nothing is traced */
    uint64_t max_steps, threads, timeout;
    uint64_t deadline; /* by host_clock(), while something runs; 0: none */
    bool werror, no_validate, preserve_denormals;

    /* Read from the texts above by run_prepare(). */
    bool has_undef, has_schedule;
    dxk_run_program_options program;
    dxk_run_options run;
} run_how;

#define RUN_OPTIONS(type, member)                                                                  \
    {0,                                                                                            \
     "wave-size",                                                                                  \
     OPT_NUMBER,                                                                                   \
     offsetof(type, member.wave_size),                                                             \
     "N",                                                                                          \
     "lanes of a wave: 4, 8, 16, 32, 64 or 128",                                                   \
     "Default: the size that the shader or job requests, or 32."},                                 \
        {0,                                                                                        \
         "schedule",                                                                               \
         OPT_TEXT,                                                                                 \
         offsetof(type, member.schedule),                                                          \
         "ORDER",                                                                                  \
         "lockstep, independent, or a seed",                                                       \
         "lockstep: lanes of a wave run together, and groups in order.\n"                          \
         "independent: lanes diverge at random. A number: the same, with\n"                        \
         "atomics, waves and groups in random order, seeded by it."},                              \
        {0,                                                                                        \
         "max-steps",                                                                              \
         OPT_NUMBER,                                                                               \
         offsetof(type, member.max_steps),                                                         \
         "N",                                                                                      \
         "stop a wave after it has executed N blocks",                                             \
         "Default: 1000000000."},                                                                  \
        {0,         "timeout",                                                                     \
         OPT_COUNT, offsetof(type, member.timeout),                                                \
         "SECONDS", "stop a run that takes longer",                                                \
         NULL},                                                                                    \
        {0,                                                                                        \
         "undef",                                                                                  \
         OPT_TEXT,                                                                                 \
         offsetof(type, member.undef),                                                             \
         "N",                                                                                      \
         "bits of undefined values, a 32-bit number",                                              \
         "Default: 0."},                                                                           \
        {0,        "preserve-denormals",                                                           \
         OPT_FLAG, offsetof(type, member.preserve_denormals),                                      \
         NULL,     "keep 32-bit denormals that would be flushed",                                  \
         NULL},                                                                                    \
        {0,                                                                                        \
         "sanitize",                                                                               \
         OPT_MAYBE,                                                                                \
         offsetof(type, member.sanitize),                                                          \
         "LIST",                                                                                   \
         "find errors at run time",                                                                \
         "LIST: ids such as oob.resource or prefixes such as race., separated\n"                   \
         "by commas, or all. Default: all but those that are off by default.\n"                    \
         "With race.uav, groups run on one thread."},                                              \
        {0,        "werror",                                                                       \
         OPT_FLAG, offsetof(type, member.werror),                                                  \
         NULL,     "exit with status 1 if there are any findings",                                 \
         NULL},                                                                                    \
        {0,                                                                                        \
         "pdb",                                                                                    \
         OPT_TEXT,                                                                                 \
         offsetof(type, member.pdb),                                                               \
         "FILE",                                                                                   \
         "take debug information from this PDB",                                                   \
         "FILE may be a directory of PDBs with the names recorded in shaders.\n"                   \
         "Default: the shader, or the PDB beside it."},                                            \
    {                                                                                              \
        0, "no-validate", OPT_FLAG, offsetof(type, member.no_validate), NULL,                      \
            "run invalid shaders", NULL                                                            \
    }

/* Reads what the options say. CLI_OK or CLI_USAGE. */
int run_prepare(cli_app *app, run_how *how);

/* What happened at one instruction: a finding of all threads together. */
typedef struct run_findings {
    dxk_run_finding *items;
    size_t count, capacity;
} run_findings;

/* A job on its way. Zero-initialise; run_free() afterwards. */
typedef struct run_state {
    job *j;
    run_how how;
    dxk_job *job;
    io_file shader_file;
    char *shader_path;
    dxk_bytes shader_bytes;
    dxk_container *shader;
    pdb_found debug; /* debug information that is not in the shader */
    dxk_run_program *program;
    dxk_run *run;
    run_findings findings;
    dxk_inspect *words; /* for messages; NULL: not made yet */
    uint64_t advised;   /* kinds of findings that advice was given about, as bits */
    uint64_t steps;
    dxk_run_counts *counts;    /* by place; NULL: nobody counted */
    struct run_stages *stages; /* of a job that draws; NULL: it does not */
} run_state;

/* Reads the container of a shader; messages name it. `path` is where PDBs are looked for. */
int run_load_shader(run_state *s, const char *path);
int run_load_shader_bytes(run_state *s, const char *path, dxk_bytes bytes);

/* Parses a job. */
int run_parse_job(run_state *s, dxk_str text);

/* Makes the program, with what the job asks for where options do not. */
int run_make_program(run_state *s);

/* Makes a run with the job's memory bound to it; its time begins. */
dxk_status run_bind(run_state *s);
/* Tells if it was its time that ended a run with a status, then as job_status(). */
int run_status(run_state *s, dxk_status status);

/* Binds the job's memory, runs all groups, collects findings. */
int run_dispatch(run_state *s);

/* Adds what a worker found and counted to the state. False: no memory. */
bool run_collect(run_state *s, const dxk_run_worker *worker);

/* --- jobs that draw --- */

/* The shaders of such a job, each with a state of its own. */
typedef struct run_stages run_stages;

/* Makes them of files in the order of the job; they go with the state. */
int run_make_stages(run_state *s, char **files, size_t count);

/* Draws. */
int run_draw(run_state *s);

/* Prints what was found in all of them, as run_print_findings(), and what they cost. */
int run_print_stages(run_state *s, bool profile, bool *bad);

/* Shader `index` of them; NULL past the end. */
run_state *run_stage(const run_state *s, size_t index);

void run_free_stages(run_stages *stages);

void run_free(run_state *s);

/* Prints findings, as text or as members of an open JSON array. True if one is an error, or
 * counts as one. */
bool run_print_findings(run_state *s);

/* Names of the resources and variables of findings; made when they are first asked for. NULL: out of
 * memory. */
dxk_inspect *run_words(run_state *s);
/* The message of a finding, with its values and names; the word of its severity. */
void run_print_message(text_out *out, dxk_inspect *words, const dxk_run_finding *f);
/* The same as a member of an object; the resource or variable, if there is one. */
void run_json_message(dxk_json *json, const char *key, run_state *s, const dxk_run_finding *f);
void run_json_subject(dxk_json *json, const char *key, run_state *s, const dxk_run_finding *f);
/* What the second place of a finding is. */
const char *run_other_text(const dxk_run_finding *f);
const char *run_severity(dxk_severity severity);

/* The frames of a place, if it was inlined, as a member of an open object. */
void run_json_frames(dxk_json *json, const dxk_run_program *program, uint32_t place);

/* Adds what a worker counted to *all, an array by place that is made if it is NULL. */
bool run_add_counts(dxk_run_counts **all, const dxk_run_program *program,
                    const dxk_run_worker *worker);

/* Prints the counts beside the lines of the source, or as a member of an open object. */
int run_print_profile(run_state *s);

/* Prints values as a worker makes them, until run_trace_end(), which comes before the worker is freed.
 * *out is set even if that fails. */
typedef struct run_trace run_trace;
int run_trace_begin(run_state *s, dxk_run_worker *worker, run_trace **out);
void run_trace_end(run_trace *t);

/* The text of a source file as debug information names it; false: it is not there. */
bool run_source_text(run_state *s, dxk_str file, dxk_str *text);

/* Prints findings as a document of SARIF 2.1.0. */
void run_print_sarif(run_state *s, text_out *out);

/* Judges all results, printing what differs to `out` (NULL: nowhere). */
int run_compare(run_state *s, text_out *out, size_t *failed);

/* --- without a job --- */

/* What the command line says about a resource: "u0,space1=f32x4:1,2,3,4". */
typedef struct run_bind_option {
    char cls; /* 'u', 't', 'b', 's' */
    uint32_t index, space;
    const char *value; /* after '=', or ':'; "" */
} run_bind_option;

/* Reads "u0,space1" up to `stop`, or the end; false: it is none. */
bool run_parse_register(const char *text, char stop, run_bind_option *out);

/* A type in the command line: numbers such as f32x4, a DXGI format, or both. */
typedef struct run_type {
    const char *format;  /* of a job: "Float32"; NULL: not given */
    uint32_t channels;   /* 1 when not given */
    dxk_run_format view; /* DXGI format of the elements; name NULL: not given */
} run_type;

/* Reads a type of numbers, "f32x4", the first `size` characters. */
bool run_parse_type(const char *text, size_t size, run_type *out);

/* Chooses the numbers that fit the DXGI format. */
void run_type_of_view(run_type *type);

/* True if several components are in one number of those that run_type_of_view() chose. */
bool run_view_is_packed(const run_type *type);

/* Bytes of a number; of an element, or a block of texels. */
uint32_t run_number_size(const run_type *type);
uint32_t run_element_size(const run_type *type);

/* True if a value of --bind sets members by their names, "Count=8,Scale=1.5". */
bool run_are_members(const char *value);

/* Makes the words of a constant buffer of such a value: "0x00000008, 0x3fc00000", ended with NUL. `option` is
 * all of --bind's. */
int run_read_members(run_state *s, const dxk_run_resource *r, const char *option, const char *value,
                     dxk_buffer *words);

/* A value of --bind: [SIZE:][FORMAT:][TYPE:]NUMBERS, @FILE or zero:BYTES. */
#define RUN_SIZES 4
typedef struct run_content {
    uint32_t size[RUN_SIZES]; /* of a texture */
    uint32_t sizes;           /* how many of them were given */
    run_type type;            /* format NULL: not given */
    const char *file;         /* NULL: none */
    const char *list;         /* numbers; NULL: none */
    uint64_t zeros;           /* bytes; UINT64_MAX: not given */
} run_content;

/* Reads a value; false: it is none. */
bool run_read_content(const char *text, run_content *out);

/* How many numbers are in a list. */
uint64_t run_list_count(const char *list);

/* The sizes of a texture. */
typedef struct run_extent {
    const char *kind; /* "Texture2D" */
    uint32_t width, height, depth, slices, samples;
} run_extent;

bool run_is_texture(const dxk_run_resource *r);

/* The sizes that are given, or a texel for each of `threads`. NULL, or why the kind of texture cannot
 * have them: "has six slices". */
const char *run_texture_extent(const dxk_run_resource *r, const run_content *c,
                               const uint64_t threads[3], run_extent *e);

/* Bytes of all texels; UINT64_MAX: too many. */
uint64_t run_texture_bytes(const run_extent *e, const run_type *type);

/* Writes "4x4x2". */
void run_put_extent(const run_extent *e, char text[64]);

/* Makes the text of a job from the program's resources and options --bind, in `out`. */
int run_write_job(run_state *s, const opt_list *binds, const uint32_t groups[3], dxk_buffer *out);

/* The buffer of a register; false: nothing is bound there. */
/* After a failure of the job that run_write_job() has written: what was reported about its lines is said of
 * the options that they come from. Returns an exit status. */
int run_blame_options(run_state *s, const opt_list *binds, dxk_str text, int status);

bool run_find_buffer(const run_state *s, const run_bind_option *o, dxk_job_buffer *out);

/* Fills buffers that options --bind take from files. */
int run_fill_from_files(run_state *s, const opt_list *binds);

/* Prints what is in UAVs: those that options --print name, or else all that changed. */
int run_show(run_state *s, const opt_list *prints, const dxk_buffer *before);
/* The buffers of a job that have changed, as a member of an open document. */
int run_show_job(run_state *s, const dxk_buffer *before);

/* Runs invocations of a graphics stage with what options --input say, and prints what they give. */
int run_invoke(run_state *s, const opt_list *inputs);
/* The same with a worker of the run that is made already; it prints records alone. */
int run_invoke_with(run_state *s, const opt_list *inputs, dxk_run_worker *worker);

/* Writes what options --save name to files. */
int run_save(run_state *s, const opt_list *saves);

#endif

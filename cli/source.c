/* SPDX-License-Identifier: MIT */
/* source.c - HLSL is compiled where a command takes a shader; see source.h. */
#include "source.h"

#include "compile.h"
#include "diag.h"
#include "foreign.h"
#include "subject.h"
#include "val.h"

#include <dxk/hlsl.h>
#include <dxk/validate.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Endings of files that have HLSL, and of those that have another text that dxk reads. */
#define SOURCES "|hlsl|hlsli|fx|fxh|usf|ush|cginc|compute|"
#define OTHERS  "|ll|asm|yaml|yml|json|"

size_t source_options_size(void)
{
    return sizeof(compile_options);
}

/* ---------------------------------------------------------------------------------------- */
/* Options                                                                                    */

/* The arguments that options came from, as far as they are about the source. */
typedef struct source_words {
    const char **items;
    size_t count;
    char (*letters)[3]; /* "-D" of each */
} source_words;

static void add_word(source_words *w, const opt_spec *spec, const char *value)
{
    char *letter = w->letters[w->count];
    sprintf(letter, "-%c", spec->letter);
    w->items[w->count++] = spec->letter ? letter : spec->name;
    if (value)
        w->items[w->count++] = value;
}

static void add_words(source_words *w, const compile_options *o, const opt_spec *spec)
{
    const char *field = (const char *)o + spec->offset;
    const opt_list *list = (const opt_list *)(const void *)field;
    if (spec->kind == OPT_FLAG && *(const bool *)(const void *)field)
        add_word(w, spec, NULL);
    else if ((spec->kind == OPT_TEXT || spec->kind == OPT_JOINED) &&
             *(const char *const *)(const void *)field)
        add_word(w, spec, *(const char *const *)(const void *)field);
    for (size_t i = 0; spec->kind == OPT_LIST && i < list->count; i++)
        add_word(w, spec, list->items[i].value);
}

/* Debug information keeps the arguments that the source is compiled with. */
static bool keep_words(compile_options *o, size_t arguments)
{
    source_words w = {.count = 0};
    size_t room = 2 * arguments + 2;
    w.items = malloc(room * sizeof *w.items);
    w.letters = malloc(room * sizeof *w.letters);
    o->words = w.items;
    o->letters = w.letters;
    if (!w.items || !w.letters)
        return false;
    for (const opt_spec *spec = source_specs; spec->help; spec++)
        add_words(&w, o, spec);
    o->word_count = w.count;
    return true;
}

/* Completes options that were parsed, of at most so many arguments. Returns an exit status. */
static int complete(const cli_app *app, size_t arguments, char message[OPT_MESSAGE])
{
    compile_options *o = app->source, all = *o;
    all.syntax_only = true; /* the target may be guessed */
    if (!compile_check(&all, message))
        return CLI_USAGE;
    o->files = compile_files_new(app->max_size);
    if (o->files && keep_words(o, arguments))
        return CLI_OK;
    strcpy(message, "out of memory");
    return CLI_LIMIT;
}

int source_prepare(cli_app *app)
{
    char message[OPT_MESSAGE];
    int status = app->source ? complete(app, app->argument_count, message) : CLI_OK;
    if (status != CLI_OK)
        cli_usage(app, "%s", message);
    return status;
}

bool source_take_words(cli_app *app, const opt_list *words, char message[OPT_MESSAGE])
{
    const opt_set set = {source_specs, app->source};
    int count = (int)words->count;
    char **argv = malloc((words->count + 1) * sizeof *argv);
    source_finish(app);
    opt_free(&set, 1);
    memset(app->source, 0, sizeof(compile_options));
    strcpy(message, "out of memory");
    for (int i = 0; argv && i < count; i++)
        argv[i] = (char *)(uintptr_t)words->items[i].value;
    bool taken = argv && opt_parse(&set, 1, &count, argv, message);
    if (taken && count)
        snprintf(message, OPT_MESSAGE, "unexpected operand '%.80s'", argv[0]);
    free(argv);
    return taken && !count && complete(app, words->count, message) == CLI_OK;
}

void source_finish(cli_app *app)
{
    compile_options *o = app->source;
    if (!o)
        return;
    compile_files_free(o->files);
    free((void *)(uintptr_t)o->words);
    free(o->letters);
}

/* ---------------------------------------------------------------------------------------- */
/* Recognition                                                                                */

/* Words that HLSL begins with; those that end with '*' are beginnings of words. */
static const char *const beginnings[] = {
    "void",
    "float*",
    "half*",
    "double*",
    "int*",
    "uint*",
    "bool*",
    "min1*",
    "vector",
    "matrix",
    "struct",
    "class",
    "interface",
    "namespace",
    "cbuffer",
    "tbuffer",
    "typedef",
    "using",
    "template",
    "enum",
    "static",
    "const",
    "groupshared",
    "extern",
    "export",
    "inline",
    "precise",
    "row_major",
    "snorm",
    "unorm",
    "column_major",
    "unsigned",
    "globallycoherent",
    "uniform",
    "volatile",
    "Texture*",
    "RWTexture*",
    "Buffer",
    "RWBuffer",
    "ByteAddressBuffer",
    "RWByteAddressBuffer",
    "StructuredBuffer",
    "RWStructuredBuffer",
    "AppendStructuredBuffer",
    "ConsumeStructuredBuffer",
    "ConstantBuffer",
    "TextureBuffer",
    "Sampler*",
    "sampler*",
    "Feedback*",
    "Raster*",
    "Raytracing*",
    "RootSignature",
    "technique*",
    "_Static_assert",
};

static const char directives[] = "|include|define|undef|if|ifdef|ifndef|pragma|line|error|warning|";

static bool is_in_word(char ch)
{
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') ||
           ch == '_';
}

static size_t word_size(dxk_bytes text)
{
    size_t size = 0;
    while (size < text.size && is_in_word((char)text.data[size]))
        size++;
    return size;
}

static dxk_bytes after(dxk_bytes text, size_t size)
{
    while (size < text.size && (text.data[size] == ' ' || text.data[size] == '\t'))
        size++;
    return (dxk_bytes){text.data + size, text.size - size};
}

static bool is_directive(dxk_bytes text)
{
    char word[16];
    size_t size = word_size(text);
    if (!size || size > sizeof word - 3)
        return false;
    snprintf(word, sizeof word, "|%.*s|", (int)size, (const char *)text.data);
    return strstr(directives, word) != NULL;
}

/* "[numthreads(", but not "[true," */
static bool is_attribute(dxk_bytes text)
{
    if (text.size && text.data[0] == '[')
        text = after(text, 1);
    size_t size = word_size(text);
    dxk_bytes rest = after(text, size);
    return size && rest.size && strchr("(]:", rest.data[0]) && rest.data[0];
}

static bool is_beginning(dxk_bytes text)
{
    size_t size = word_size(text);
    dxk_bytes rest = after(text, size);
    if (!size || (rest.size && rest.data[0] == ':'))
        return false;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t length = strlen(beginnings[i]);
        bool open = beginnings[i][length - 1] == '*';
        length -= open;
        if ((open ? size >= length : size == length) &&
            memcmp(text.data, beginnings[i], length) == 0)
            return true;
    }
    return false;
}

bool source_may_be(dxk_bytes start)
{
    size_t at = foreign_text_start(start);
    const dxk_bytes rest = after(start, at);
    if (!rest.size) /* comments, but not blanks alone */
        return at && memchr(start.data, '/', at);
    if (rest.data[0] == '#')
        return is_directive(after(rest, 1));
    if (rest.data[0] == '[')
        return is_attribute(after(rest, 1));
    return is_beginning(rest) || (at && memchr(start.data, '/', at));
}

/* True if it is a source, and not another text that is read, or a container with any name. */
static bool is_source(const char *name, dxk_bytes bytes)
{
    bool marked = bytes.size > 1 && (bytes.data[0] ^ bytes.data[1]) == 1 && bytes.data[0] >= 0xfe;
    if (!bytes.size || (!marked && memchr(bytes.data, 0, bytes.size)))
        return false;
    if (foreign_has_ending(name, SOURCES))
        return true;
    return !foreign_has_ending(name, OTHERS) && dxk_input_sniff(bytes) == DXK_INPUT_UNKNOWN &&
           !subject_is_text(bytes) && source_may_be(bytes);
}

/* ---------------------------------------------------------------------------------------- */
/* Compilation                                                                                */

/* Newer shader models, tried in this order when a source does not compile for the one that was guessed. */
static const char *const newer[] = {"_8", "_9", "_10"};

static bool new_ctx(dxk_ctx **ctx)
{
    const dxk_ctx_options options = {
        .limits = {.depth = COMPILE_DEPTH, .diagnostics = JOB_DIAGNOSTICS}};
    return dxk_ctx_create(&options, ctx) == DXK_OK;
}

/* State of a compilation in a job; NULL: no memory. */
static job_source *add(job *j, const char *name)
{
    job_source *grown = realloc(j->sources, (j->source_count + 1) * sizeof *grown);
    if (!grown)
        return NULL;
    j->sources = grown;
    job_source *s = &grown[j->source_count];
    *s = (job_source){.path = strcmp(name, j->name) ? strdup(name) : NULL};
    if ((!s->path && strcmp(name, j->name) != 0) || !new_ctx(&s->ctx)) {
        free(s->path);
        return NULL;
    }
    j->source_count++;
    return s;
}

/* Sets the target and the entry point where the user has not. `room` keeps them. */
static dxk_status guess(dxk_ctx *ctx, const char *name, dxk_bytes text, compile_options *o,
                        dxk_hlsl_guess_result *room)
{
    compile_call k;
    dxk_status status = DXK_E_NOMEM;
    if (compile_begin(&k, o, name))
        status = dxk_hlsl_guess(ctx, text, &k.options, room);
    compile_end(&k);
    if (status == DXK_OK && !o->target)
        o->target = room->target;
    if (status == DXK_OK && !o->entry && *room->entry)
        o->entry = room->entry;
    return status;
}

static dxk_status build(dxk_ctx *ctx, const char *name, dxk_bytes text, const compile_options *o,
                        dxk_container **made)
{
    compile_call k;
    dxk_status status = DXK_E_NOMEM;
    *made = NULL;
    if (compile_begin(&k, o, name))
        status = dxk_hlsl_build(ctx, text, &k.options, made);
    compile_end(&k);
    return status;
}

/* The same for newer models than the one that was guessed; what the first attempt reported stays unless one
 * of them does. */
static dxk_status build_newer(job_source *s, const char *name, dxk_bytes text, compile_options *o,
                              dxk_hlsl_guess_result *room, dxk_container **made)
{
    const dxk_hlsl_guess_result first = *room;
    char *model = strrchr(room->target, '_');
    for (size_t i = 0; model && i < sizeof newer / sizeof *newer; i++) {
        dxk_ctx *ctx;
        strcpy(model, newer[i]);
        if (strcmp(first.target, room->target) == 0 || !new_ctx(&ctx))
            continue;
        if (build(ctx, name, text, o, made) == DXK_OK) {
            dxk_ctx_free(s->ctx);
            s->ctx = ctx;
            return DXK_OK;
        }
        dxk_ctx_free(ctx);
    }
    *room = first;
    return DXK_E_INVALID;
}

static void note(job_source *s, const compile_options *given, const compile_options *o)
{
    const char *entry = o->entry ? o->entry : "main";
    if (!given->target && compile_is_library(o))
        snprintf(s->note, sizeof s->note, "compiled as %s (-T changes it)", o->target);
    else if (!given->target)
        snprintf(s->note, sizeof s->note, "compiled as %s, entry point %s (%s)", o->target, entry,
                 given->entry ? "-T changes it" : "-T, -E change it");
    else if (!given->entry && !compile_is_library(o) && strcmp(entry, "main") != 0)
        snprintf(s->note, sizeof s->note, "compiled with entry point %s (-E changes it)", entry);
}

/* The options of a compilation; `room` has the names that were guessed. */
typedef struct compile_as {
    compile_options options;
    dxk_hlsl_guess_result room;
} compile_as;

static dxk_status compile(const job *j, job_source *s, const char *name, dxk_bytes text,
                          compile_as *as, dxk_container **made)
{
    const compile_options *given = j->app->source;
    compile_options *o = &as->options;
    char wanted[16];
    *o = *given;
    o->debug |= (j->app->command->flags & CLI_SOURCE_DEBUG) != 0;
    if (!o->target)
        o->target = j->app->source_target;
    bool guesses = !o->target;
    if (guesses && j->source_stage) {
        snprintf(wanted, sizeof wanted, "%s_6_6", j->source_stage);
        o->target = wanted;
    }
    if (!o->entry)
        o->entry = j->source_entry;
    *made = NULL;
    dxk_status status = guess(s->ctx, name, text, o, &as->room);
    if (guesses)
        o->target = status == DXK_OK ? as->room.target : NULL;
    if (status == DXK_OK)
        status = build(s->ctx, name, text, o, made);
    if (status == DXK_E_INVALID && guesses && *as->room.target && o->target)
        status = build_newer(s, name, text, o, &as->room, made);
    if (o->target && !j->source_stage && (guesses || given->target) &&
        (status == DXK_OK || !compile_is_library(o)))
        note(s, given, o);
    return status;
}

/* Reports errors that the validator has found at their places in the source. */
static int refuse(job *j, const char *name, dxk_bytes text, const compile_options *o,
                  dxk_validation *result)
{
    compile_call k;
    dxk_status status =
        compile_begin(&k, o, name) ? dxk_validation_report(result, text, &k.options) : DXK_E_NOMEM;
    compile_end(&k);
    if (status != DXK_OK)
        return job_status(j, status);
    return job_error(j, CLI_INVALID, "invalid, not compiled; -Vd skips validation");
}

/* The bytes of the container, signed if the source is for drivers. */
static int write_bytes(job *j, const char *name, dxk_bytes text, const compile_options *o,
                       const dxk_container *made, dxk_buffer *bytes)
{
    dxk_validation *result = NULL;
    if (!compile_is_signed(o) || j->app->source_unchecked)
        return job_status(j, dxk_container_write(made, NULL, dxk_buffer_sink(bytes)));
    dxk_status status = dxk_container_sign(made, NULL, dxk_buffer_sink(bytes), &result);
    int code = status == DXK_E_INVALID && result ? refuse(j, name, text, o, result)
                                                 : job_status(j, status);
    dxk_validation_free(result);
    return code;
}

static int make(job *j, const char *name, dxk_bytes text, dxk_buffer *bytes)
{
    dxk_container *made = NULL;
    compile_as as;
    job_source *s = add(j, name);
    dxk_status status = s ? compile(j, s, name, text, &as, &made) : DXK_E_NOMEM;
    int code = CLI_OK;
    if (status == DXK_E_INVALID && dxk_ctx_error_count(s->ctx))
        code = CLI_INVALID;
    else if (status != DXK_OK)
        code = job_status(j, status);
    if (code == CLI_OK)
        code = write_bytes(j, name, text, &as.options, made, bytes);
    dxk_container_free(made);
    return code;
}

int source_take(job *j, const char *name, dxk_bytes *bytes, dxk_buffer *made)
{
    bool is_input = strcmp(name, j->name) == 0;
    if (!j->app->source || j->app->no_source)
        return CLI_OK;
    bool known = dxk_input_sniff(*bytes) != DXK_INPUT_UNKNOWN;
    const char *words = known ? NULL : foreign_words(name, *bytes);
    if (words)
        return job_error(j, CLI_INVALID, "%s%sis %s", is_input ? "" : name, is_input ? "" : " ",
                         words);
    if (!is_source(name, *bytes))
        return CLI_OK;
    int code = make(j, name, *bytes, made);
    if (code == CLI_OK)
        *bytes = (dxk_bytes){made->data, made->size};
    return code;
}

int source_refuse(job *j)
{
    bool known = dxk_input_sniff(j->input) != DXK_INPUT_UNKNOWN;
    const char *words = known ? NULL : foreign_words(j->name, j->input);
    if (words)
        return job_error(j, CLI_INVALID, "is %s", words);
    if (!is_source(j->name, j->input))
        return CLI_OK;
    return job_error(j, CLI_INVALID, "is HLSL source; 'dxk compile' compiles it");
}

int source_read(job *j, const char *path, io_file *file)
{
    int code = job_read(j, path, file);
    dxk_buffer made;
    if (code != CLI_OK)
        return code;
    dxk_buffer_init(&made, j->ctx);
    dxk_bytes bytes = file->bytes;
    size_t before = j->source_count;
    code = source_take(j, path, &bytes, &made);
    if (j->source_count > before) { /* it is shown in messages */
        j->sources[before].file = *file;
        *file = (io_file){.memory = malloc(bytes.size)};
        if (file->memory && code == CLI_OK) {
            memcpy(file->memory, bytes.data, bytes.size);
            file->bytes = (dxk_bytes){file->memory, bytes.size};
        }
    }
    dxk_buffer_free(&made);
    if (code != CLI_OK)
        io_close(file);
    return code == CLI_OK && !file->bytes.data && bytes.size ? job_status(j, DXK_E_NOMEM) : code;
}

/* ---------------------------------------------------------------------------------------- */
/* Reports                                                                                    */

void source_print(const job *j, text_out *err)
{
    for (size_t i = 0; i < j->source_count; i++) {
        const job_source *s = &j->sources[i];
        const char *name = s->path ? s->path : strcmp(j->name, "-") ? j->name : "<stdin>";
        diag_print_all(err, name, s->ctx, s->path ? s->file.bytes : j->file.bytes);
        if (*s->note)
            diag_print_message(err, name, DXK_NOTE, s->note);
    }
}

void source_json(const job *j)
{
    for (size_t i = 0; i < j->source_count; i++) {
        dxk_json_diags(j->json, j->sources[i].ctx);
        if (*j->sources[i].note)
            diag_json_message(j->json, DXK_NOTE, j->sources[i].note);
    }
}

void source_forget(job *j)
{
    for (size_t i = 0; i < j->source_count; i++) {
        free(j->sources[i].path);
        io_close(&j->sources[i].file);
        dxk_ctx_free(j->sources[i].ctx);
    }
    free(j->sources);
    j->sources = NULL;
    j->source_count = 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * mutants.c - validates modules of which a few records, or a few tokens of the text, were changed.
 *
 *     conformance-mutants [--count=N] [--seed=N] [--reference=COMMAND] [--keep=FOLDER] FILE|FOLDER...
 *
 * In folders NAME.dxil is taken. Of each mutant is checked: the verdict is the same when one
 * finding is kept and in the words of dxv, only a valid one is signed, and a module that can be
 * read is written, read and written again as the same bytes. With a reference, which is given the
 * name of a file and prints "Validation succeeded" or why not, the verdicts are compared; where it
 * prints nothing it has none.
 *
 * --keep takes the mutants that failed. The exit status is 1 when there was one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "dxk/compat.h"
#include "dxk/parts.h"
#include "dxk/text.h"
#include "dxk/validate.h"
#include "files.h"
#include "mutate/mutate.h"

#define MEMORY    (256u << 20) /* of one mutant */
#define MOST_TEXT (4u << 20)   /* printed of one: constants that share parts can be without bound */
#define TEXT_OF   4            /* one mutant in so many is of the text */

typedef struct run {
    uint64_t count, seed;
    const char *reference, *keep;
    char **paths;
    size_t path_count;
    /* the mutant at work */
    const char *path;
    uint64_t number;
    char what[96];
    bool is_text, has_failed;
    /* what was found */
    uint64_t made, valid, failed, compared;
} run;

/* What mutants of a file are made of. */
typedef struct sample {
    dxk_bytes file;
    size_t part;           /* that has the program */
    dxk_bytes header;      /* of the program */
    stream records, again; /* as read; those of the mutant */
    dxk_buffer text;
} sample;

static void fail(run *r, const char *why)
{
    printf("%s, mutant %llu (%s): %s\n", r->path, (unsigned long long)r->number, r->what, why);
    r->has_failed = true;
}

/* ---------------------------------------------------------------------------------------- */
/* What holds of every module                                                                 */

static dxk_status count_bytes(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return *(size_t *)user > MOST_TEXT ? DXK_E_SINK : DXK_OK;
}

static bool ran_out(dxk_status status)
{
    return status == DXK_E_NOMEM || status == DXK_E_LIMIT;
}

static bool says_valid(dxk_bytes text)
{
    static const char words[] = "Validation succeeded";
    for (size_t i = 0; i + sizeof words <= text.size + 1; i++)
        if (memcmp(text.data + i, words, sizeof words - 1) == 0)
            return true;
    return false;
}

static bool printed_valid(dxk_ctx *ctx, const dxk_validation *v)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_validation_print_dxv(v, dxk_buffer_sink(&out));
    bool valid = says_valid((dxk_bytes){out.data, out.size});
    dxk_buffer_free(&out);
    return valid;
}

static bool has_excuse(const dxk_validation *v)
{
    for (size_t i = 0; i < dxk_validation_count(v, NULL); i++)
        if (dxk_validation_finding(v, i)->is_excused)
            return true;
    return false;
}

/* The verdict in the words of dxv; the other ways to it must give the same, but for errors that are
 * excused. False: memory ran out. */
static bool judge(run *r, dxk_ctx *ctx, const dxk_container *container, bool *valid)
{
    const dxk_validate_options one = {.max_findings = 1};
    dxk_validation *v = NULL, *brief = NULL;
    size_t size = 0;
    dxk_status status = dxk_validate(container, NULL, &v);
    dxk_status again = dxk_validate(container, &one, &brief);
    bool good = status == DXK_OK && again == DXK_OK, accepted = false;
    if ((status && !ran_out(status)) || (again && !ran_out(again)))
        fail(r, "it cannot be validated");
    if (good) {
        accepted = dxk_validation_verdict(v) == DXK_VERDICT_VALID;
        *valid = printed_valid(ctx, v);
        if (dxk_validation_verdict(brief) != dxk_validation_verdict(v))
            fail(r, "another verdict when one finding is kept");
        if (accepted != *valid && !(accepted && has_excuse(v)))
            fail(r, "another verdict in the words of dxv");
    }
    dxk_validation_free(v);
    dxk_validation_free(brief);
    status = dxk_container_sign(container, NULL, (dxk_sink){count_bytes, &size}, NULL);
    if (good && !ran_out(status) && accepted != (status == DXK_OK))
        fail(r, "signed although invalid, or not although valid");
    return good;
}

/* The module's bitcode; false when it cannot be written. */
static bool write_module(run *r, const dxk_module *module, dxk_buffer *out)
{
    dxk_status status = dxk_module_write(module, NULL, dxk_buffer_sink(out));
    if (status && !ran_out(status))
        fail(r, "it was read and cannot be written");
    return status == DXK_OK;
}

/* Parses the text of the module, whatever comes of that. */
static void go_through_text(dxk_ctx *ctx, const dxk_module *module)
{
    dxk_module *parsed = NULL;
    dxk_buffer text;
    size_t size = 0;
    dxk_buffer_init(&text, ctx);
    if (dxk_module_print(module, NULL, (dxk_sink){count_bytes, &size}) == DXK_OK &&
        dxk_module_print(module, NULL, dxk_buffer_sink(&text)) == DXK_OK)
        dxk_module_parse(ctx, (dxk_bytes){text.data, text.size}, NULL, &parsed);
    dxk_module_free(parsed);
    dxk_buffer_free(&text);
}

/* A text can say what bitcode cannot, as a type that contains itself. */
static void go_through_bitcode(run *r, dxk_ctx *ctx, const dxk_module *module)
{
    dxk_module *again = NULL;
    dxk_buffer once, twice;
    dxk_buffer_init(&once, ctx);
    dxk_buffer_init(&twice, ctx);
    if (write_module(r, module, &once)) {
        dxk_status status = dxk_module_read(ctx, (dxk_bytes){once.data, once.size}, NULL, &again);
        if (status && !ran_out(status) && !r->is_text)
            fail(r, "what was written cannot be read");
        if (status == DXK_OK && write_module(r, again, &twice) &&
            !files_same((dxk_bytes){once.data, once.size}, (dxk_bytes){twice.data, twice.size}))
            fail(r, "it is written in another way the second time");
    }
    dxk_module_free(again);
    dxk_buffer_free(&once);
    dxk_buffer_free(&twice);
}

/* ---------------------------------------------------------------------------------------- */
/* The reference                                                                              */

static void put_file(const char *path, dxk_bytes bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file)) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(2);
    }
}

static void file_name(const run *r, char name[1024], const char *suffix)
{
    const char *base = strrchr(r->path, '/');
    snprintf(name, 1024, "%s/%s-%llu%s", r->keep, base ? base + 1 : r->path,
             (unsigned long long)r->number, suffix);
}

/* Whether the reference takes the file; -1: it does not say. */
static int verdict_of_reference(const run *r, const char *path)
{
    char command[4096], out[1024];
    file_name(r, out, ".out");
    snprintf(command, sizeof command, "%s '%s' >'%s' 2>&1", r->reference, path, out);
    int status = system(command);
    dxk_bytes text = {NULL, 0};
    uint8_t *data = files_read(out, &text);
    bool crashed = status < 0 || !WIFEXITED(status) || WEXITSTATUS(status) >= 128;
    int verdict = !data || text.size == 0 || crashed ? -1 : says_valid(text);
    free(data);
    remove(out);
    return verdict;
}

/* Compares the verdict, and keeps the mutant when something failed. */
static void finish(run *r, dxk_bytes mutant, bool judged, bool valid)
{
    char path[1024];
    if (r->keep && (r->reference || r->has_failed)) {
        file_name(r, path, r->is_text ? ".ll" : ".dxil");
        put_file(path, mutant);
        int verdict = r->reference && judged ? verdict_of_reference(r, path) : -1;
        r->compared += verdict >= 0;
        if (verdict >= 0 && verdict != valid)
            fail(r, valid ? "the reference refuses it" : "the reference takes it");
        if (!r->has_failed)
            remove(path);
    }
    r->valid += valid;
    r->failed += r->has_failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Mutants                                                                                    */

static void put32(uint8_t *at, size_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The program of other bitcode, freed with free(). */
static uint8_t *make_program(const sample *s, dxk_bytes bitcode, size_t *size)
{
    *size = s->header.size + bitcode.size;
    uint8_t *data = malloc(*size);
    if (!data)
        abort();
    memcpy(data, s->header.data, s->header.size);
    memcpy(data + s->header.size, bitcode.data, bitcode.size);
    put32(data + 4, (*size + 3) / 4);
    put32(data + 20, bitcode.size);
    return data;
}

/* The container with other bitcode in its program. */
static bool make_container(const sample *s, dxk_ctx *ctx, dxk_bytes bitcode, dxk_buffer *out)
{
    const dxk_write_options how = {.digest = DXK_DIGEST_FIX};
    dxk_container *container = NULL;
    size_t size;
    uint8_t *program = make_program(s, bitcode, &size);
    bool good = dxk_container_read(ctx, s->file, NULL, &container) == DXK_OK &&
                dxk_container_replace(container, s->part, (dxk_bytes){program, size}) == DXK_OK &&
                dxk_container_write(container, &how, dxk_buffer_sink(out)) == DXK_OK;
    dxk_container_free(container);
    free(program);
    return good;
}

static void try_bitcode(run *r, dxk_ctx *ctx, sample *s)
{
    dxk_container *container = NULL;
    dxk_module *module = NULL;
    dxk_buffer out;
    size_t size;
    bool valid = false;
    stream_copy(&s->again, &s->records);
    mutate_stream(&s->again, r->number, r->what, sizeof r->what);
    uint8_t *bitcode = stream_write(&s->again, &size);
    dxk_buffer_init(&out, ctx);
    if (make_container(s, ctx, (dxk_bytes){bitcode, size}, &out)) {
        dxk_bytes mutant = {out.data, out.size};
        bool judged = dxk_container_read(ctx, mutant, NULL, &container) == DXK_OK &&
                      judge(r, ctx, container, &valid);
        if (dxk_module_read(ctx, (dxk_bytes){bitcode, size}, NULL, &module) == DXK_OK) {
            go_through_bitcode(r, ctx, module);
            go_through_text(ctx, module);
        }
        finish(r, mutant, judged, valid);
    }
    dxk_module_free(module);
    dxk_container_free(container);
    dxk_buffer_free(&out);
    free(bitcode);
}

/* The verdict about a module that was parsed. */
static bool judge_parsed(run *r, dxk_ctx *ctx, dxk_module *module, bool *valid)
{
    uint32_t code = 0;
    dxk_str refusal = {NULL, 0};
    dxk_container *built = NULL, *container = NULL;
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_compat_build(module, NULL, &built, &refusal, &code);
    bool judged = !ran_out(status);
    if (status == DXK_OK && dxk_container_write(built, NULL, dxk_buffer_sink(&out)) == DXK_OK &&
        dxk_container_read(ctx, (dxk_bytes){out.data, out.size}, NULL, &container) == DXK_OK)
        judged = judge(r, ctx, container, valid);
    *valid = *valid && !code && !refusal.data;
    dxk_container_free(built);
    dxk_container_free(container);
    dxk_buffer_free(&out);
    return judged;
}

static void try_text(run *r, dxk_ctx *ctx, const sample *s)
{
    dxk_module *module = NULL;
    size_t size;
    bool valid = false, judged = true;
    dxk_str text = {(const char *)s->text.data, s->text.size};
    char *mutant = mutate_text(text, r->number, &size);
    snprintf(r->what, sizeof r->what, "text");
    dxk_bytes bytes = {(const uint8_t *)mutant, size};
    dxk_status status = dxk_module_parse(ctx, bytes, NULL, &module);
    if (status == DXK_OK) {
        go_through_bitcode(r, ctx, module);
        judged = judge_parsed(r, ctx, module, &valid);
    } else {
        judged = !ran_out(status);
    }
    finish(r, bytes, judged, valid);
    dxk_module_free(module);
    free(mutant);
}

static void try_mutant(run *r, sample *s)
{
    const dxk_ctx_options how = {.limits = {.memory = MEMORY}};
    dxk_ctx *ctx;
    if (dxk_ctx_create(&how, &ctx) != DXK_OK)
        abort();
    r->number = r->seed + r->made++;
    r->is_text = r->number % TEXT_OF == 0 && s->text.size > 0;
    r->has_failed = false;
    if (r->is_text)
        try_text(r, ctx, s);
    else
        try_bitcode(r, ctx, s);
    dxk_ctx_free(ctx);
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

/* The text of the module that a listing shows, which has debug information if any has. */
static void load_text(sample *s, dxk_ctx *ctx, const dxk_container *container)
{
    dxk_program_place place;
    dxk_module *module = NULL;
    if (dxk_container_program(container, DXK_PROGRAM_LIST, &place) == DXK_OK &&
        dxk_module_read(ctx, place.program.bitcode, NULL, &module) == DXK_OK &&
        dxk_module_print(module, NULL, dxk_buffer_sink(&s->text)) != DXK_OK)
        s->text.size = 0;
    dxk_module_free(module);
}

/* False: the file has no module that mutants can be made of. */
static bool load(sample *s, dxk_ctx *ctx, const dxk_container *container)
{
    dxk_program_place place;
    if (dxk_container_kind(container) != DXK_INPUT_CONTAINER ||
        dxk_container_program(container, DXK_PROGRAM_RUN, &place) != DXK_OK)
        return false;
    const dxk_program *program = &place.program;
    dxk_bytes content = dxk_container_part(container, place.part)->content;
    if (program->bitcode.data < content.data + 24 || !stream_read(&s->records, program->bitcode))
        return false;
    s->part = place.part;
    s->header = (dxk_bytes){content.data, (size_t)(program->bitcode.data - content.data)};
    load_text(s, ctx, container);
    return true;
}

static void run_file(run *r, const char *path, uint64_t count)
{
    sample s = {.part = 0};
    dxk_ctx *ctx;
    dxk_container *container = NULL;
    uint8_t *data = count ? files_read(path, &s.file) : NULL;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        abort();
    dxk_buffer_init(&s.text, ctx);
    r->path = path;
    if (data && dxk_container_read(ctx, s.file, NULL, &container) == DXK_OK &&
        load(&s, ctx, container))
        for (uint64_t i = 0; i < count; i++)
            try_mutant(r, &s);
    stream_free(&s.records);
    stream_free(&s.again);
    dxk_buffer_free(&s.text);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    free(data);
}

static void add_path(void *user, const char *path)
{
    run *r = user;
    if (files_each(path, "", add_path, user) >= 0 || !files_ends(path, ".dxil"))
        return;
    r->paths = realloc(r->paths, (r->path_count + 1) * sizeof *r->paths);
    size_t size = strlen(path) + 1;
    if (!r->paths || !(r->paths[r->path_count] = malloc(size)))
        abort();
    memcpy(r->paths[r->path_count++], path, size);
}

static bool take_option(run *r, const char *option)
{
    if (strncmp(option, "--count=", 8) == 0)
        r->count = strtoull(option + 8, NULL, 10);
    else if (strncmp(option, "--seed=", 7) == 0)
        r->seed = strtoull(option + 7, NULL, 10);
    else if (strncmp(option, "--reference=", 12) == 0)
        r->reference = option + 12;
    else if (strncmp(option, "--keep=", 7) == 0)
        r->keep = option + 7;
    else
        return false;
    return true;
}

int main(int argc, char **argv)
{
    run r = {.count = 1000, .seed = 1};
    for (int i = 1; i < argc; i++)
        if (!take_option(&r, argv[i]))
            add_path(&r, argv[i]);
    if (r.reference && !r.keep)
        r.keep = ".";
    /* Every sample gets as many, and the first ones of those drawn by the seed one more. */
    for (size_t i = 0; i < r.path_count; i++) {
        size_t turn = (i + r.seed) % r.path_count;
        run_file(&r, r.paths[i], r.count / r.path_count + (turn < r.count % r.path_count));
    }
    for (size_t i = 0; i < r.path_count; i++)
        free(r.paths[i]);
    free(r.paths);
    printf("%llu mutants, %llu valid, %llu compared with the reference, %llu wrong\n",
           (unsigned long long)r.made, (unsigned long long)r.valid, (unsigned long long)r.compared,
           (unsigned long long)r.failed);
    return r.failed || !r.made ? 1 : 0;
}

/* SPDX-License-Identifier: MIT */
/*
 * mutants.c - validates modules of which a few records, or a few tokens of the text, were changed.
 * Its options are in `usage`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/compat.h"
#include "dxk/parts.h"
#include "dxk/text.h"
#include "dxk/validate.h"
#include "files.h"
#include "mutate/compare.h"
#include "mutate/mutate.h"

#define MEMORY    (256u << 20) /* of one mutant */
#define MOST_TEXT (4u << 20)   /* printed of one: constants that share parts can be without bound */
#define TEXT_OF   4            /* one mutant in so many is of the text */

static const char usage[] =
    "conformance-mutants [OPTION...] FILE|FOLDER...\n"
    "\n"
    "Validates modules of which a few records, or a few tokens of the text, were changed. In "
    "folders\n"
    "NAME.dxil is taken. Of each mutant is checked: the verdict is the same when one finding is "
    "kept\n"
    "and in the words of dxv, only a valid one is signed, and a module that can be read is "
    "written,\n"
    "read and written again as the same bytes. The exit status is 1 when a mutant failed.\n"
    "\n"
    "  --count=N            make so many mutants (1000)\n"
    "  --seed=N             the number of the first; the same number gives the same change (1)\n"
    "  --keep=FOLDER        take the mutants that failed (. with --reference or --judge)\n"
    "  --verdicts           check nothing but the verdict\n"
    "  --kinds              print what was compared of each kind of change\n"
    "  --reference=COMMAND  compare the verdict with what COMMAND says of a file: it is given the\n"
    "                       name and prints \"Validation succeeded\" or why not, or nothing\n"
    "  --judge=COMMAND      compare with a program that is started once. It reads, for each "
    "mutant,\n"
    "                       the size in four bytes, least significant first, and the bytes, and\n"
    "                       writes a line of at most 255 bytes: \"valid\", \"invalid WHY\" or, if "
    "it\n"
    "                       has no verdict, anything else. It is sent up to 64 mutants ahead. "
    "When\n"
    "                       it ends it has no verdict of the mutant that it was at, and is "
    "started\n"
    "                       again; 16 ends without an answer between them are an error. With\n"
    "                       --reference too, COMMAND of that is asked where the verdict differs\n";

typedef struct run {
    uint64_t count, seed;
    bool only_verdicts, shows_kinds;
    char **paths;
    size_t path_count;
    comparison with;
    const char *path; /* at work */
    mutant m;
    uint64_t made;
} run;

/* What mutants of a file are made of. */
typedef struct sample {
    dxk_bytes file;
    size_t part;           /* that has the program */
    dxk_bytes header;      /* of the program */
    stream records, again; /* as read; those of the mutant */
    dxk_buffer text;
} sample;

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

static bool printed_valid(dxk_ctx *ctx, const dxk_validation *v)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    dxk_validation_print_dxv(v, dxk_buffer_sink(&out));
    bool valid = reference_says_valid((dxk_bytes){out.data, out.size});
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

/* The other ways to a verdict must give the same. */
static void judge_again(run *r, const dxk_container *container, const dxk_validation *v)
{
    const dxk_validate_options one = {.max_findings = 1};
    dxk_validation *brief = NULL;
    size_t size = 0;
    dxk_status status = dxk_validate(container, &one, &brief);
    bool accepted = dxk_validation_verdict(v) == DXK_VERDICT_VALID;
    if (status && !ran_out(status))
        mutant_fail(&r->m, "it cannot be validated");
    if (!status && dxk_validation_verdict(brief) != dxk_validation_verdict(v))
        mutant_fail(&r->m, "another verdict when one finding is kept");
    dxk_validation_free(brief);
    status = dxk_container_sign(container, NULL, (dxk_sink){count_bytes, &size}, NULL);
    if (!ran_out(status) && accepted != (status == DXK_OK))
        mutant_fail(&r->m, "signed although invalid, or not although valid");
}

/* The verdict in the words of dxv, which differs from the other if errors are excused. False:
 * memory ran out. */
static bool judge_container(run *r, dxk_ctx *ctx, const dxk_container *container)
{
    dxk_validation *v = NULL;
    dxk_status status = dxk_validate(container, NULL, &v);
    if (status && !ran_out(status))
        mutant_fail(&r->m, "it cannot be validated");
    if (status == DXK_OK) {
        bool accepted = dxk_validation_verdict(v) == DXK_VERDICT_VALID;
        r->m.valid = printed_valid(ctx, v);
        if (accepted != r->m.valid && !(accepted && has_excuse(v)))
            mutant_fail(&r->m, "another verdict in the words of dxv");
        if (!r->only_verdicts)
            judge_again(r, container, v);
    }
    dxk_validation_free(v);
    return status == DXK_OK;
}

/* The module's bitcode; false when it cannot be written. */
static bool write_module(run *r, const dxk_module *module, dxk_buffer *out)
{
    dxk_status status = dxk_module_write(module, NULL, dxk_buffer_sink(out));
    if (status && !ran_out(status))
        mutant_fail(&r->m, "it was read and cannot be written");
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
        if (status && !ran_out(status) && !r->m.is_text)
            mutant_fail(&r->m, "what was written cannot be read");
        if (status == DXK_OK && write_module(r, again, &twice) &&
            !files_same((dxk_bytes){once.data, once.size}, (dxk_bytes){twice.data, twice.size}))
            mutant_fail(&r->m, "it is written in another way the second time");
    }
    dxk_module_free(again);
    dxk_buffer_free(&once);
    dxk_buffer_free(&twice);
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
    stream_copy(&s->again, &s->records);
    mutate_stream(&s->again, r->m.number, r->m.what, sizeof r->m.what);
    uint8_t *bitcode = stream_write(&s->again, &size);
    dxk_buffer_init(&out, ctx);
    if (make_container(s, ctx, (dxk_bytes){bitcode, size}, &out)) {
        dxk_bytes bytes = {out.data, out.size};
        r->m.judged = dxk_container_read(ctx, bytes, NULL, &container) == DXK_OK &&
                      judge_container(r, ctx, container);
        if (!r->only_verdicts &&
            dxk_module_read(ctx, (dxk_bytes){bitcode, size}, NULL, &module) == DXK_OK) {
            go_through_bitcode(r, ctx, module);
            go_through_text(ctx, module);
        }
        comparison_add(&r->with, &r->m, bytes);
    }
    dxk_module_free(module);
    dxk_container_free(container);
    dxk_buffer_free(&out);
    free(bitcode);
}

/* The verdict about a module that was parsed. */
static bool judge_parsed(run *r, dxk_ctx *ctx, dxk_module *module)
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
        judged = judge_container(r, ctx, container);
    r->m.valid = r->m.valid && !code && !refusal.data;
    dxk_container_free(built);
    dxk_container_free(container);
    dxk_buffer_free(&out);
    return judged;
}

static void try_text(run *r, dxk_ctx *ctx, const sample *s)
{
    dxk_module *module = NULL;
    size_t size;
    dxk_str text = {(const char *)s->text.data, s->text.size};
    char *changed = mutate_text(text, r->m.number, &size);
    snprintf(r->m.what, sizeof r->m.what, "text");
    dxk_bytes bytes = {(const uint8_t *)changed, size};
    dxk_status status = dxk_module_parse(ctx, bytes, NULL, &module);
    if (status == DXK_OK) {
        if (!r->only_verdicts)
            go_through_bitcode(r, ctx, module);
        r->m.judged = judge_parsed(r, ctx, module);
    } else {
        r->m.judged = !ran_out(status);
    }
    comparison_add(&r->with, &r->m, bytes);
    dxk_module_free(module);
    free(changed);
}

static void try_mutant(run *r, sample *s)
{
    const dxk_ctx_options how = {.limits = {.memory = MEMORY}};
    dxk_ctx *ctx;
    if (dxk_ctx_create(&how, &ctx) != DXK_OK)
        abort();
    r->m = (mutant){.path = r->path, .number = r->seed + r->made++};
    r->m.is_text = r->m.number % TEXT_OF == 0 && s->text.size > 0;
    if (r->m.is_text)
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

/* The value of an option that begins as `name` says, or NULL. */
static const char *value_of(const char *option, const char *name)
{
    size_t size = strlen(name);
    return strncmp(option, name, size) == 0 ? option + size : NULL;
}

static bool take_option(run *r, const char *option)
{
    const char *value;
    if ((value = value_of(option, "--count=")))
        r->count = strtoull(value, NULL, 10);
    else if ((value = value_of(option, "--seed=")))
        r->seed = strtoull(value, NULL, 10);
    else if ((value = value_of(option, "--reference=")))
        r->with.reference = value;
    else if ((value = value_of(option, "--judge=")))
        r->with.judge_command = value;
    else if ((value = value_of(option, "--keep=")))
        r->with.keep = value;
    else if (strcmp(option, "--verdicts") == 0)
        r->only_verdicts = true;
    else if (strcmp(option, "--kinds") == 0)
        r->shows_kinds = true;
    else
        return false;
    return true;
}

/* Every sample gets as many, and the first ones of those drawn by the seed one more. */
static void run_all(run *r)
{
    comparison_start(&r->with);
    for (size_t i = 0; i < r->path_count; i++) {
        size_t turn = (i + r->seed) % r->path_count;
        run_file(r, r->paths[i], r->count / r->path_count + (turn < r->count % r->path_count));
    }
    comparison_end(&r->with);
}

int main(int argc, char **argv)
{
    run r = {.count = 1000, .seed = 1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (!take_option(&r, argv[i]))
            add_path(&r, argv[i]);
    }
    run_all(&r);
    for (size_t i = 0; i < r.path_count; i++)
        free(r.paths[i]);
    free(r.paths);
    if (r.shows_kinds)
        comparison_print_kinds(&r.with);
    printf("%llu mutants, %llu valid, %llu compared with the reference, %llu without its verdict, "
           "%llu wrong\n",
           (unsigned long long)r.made, (unsigned long long)r.with.valid,
           (unsigned long long)r.with.compared, (unsigned long long)r.with.silent,
           (unsigned long long)r.with.failed);
    return r.with.failed || !r.made ? 1 : 0;
}

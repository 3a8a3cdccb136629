/* SPDX-License-Identifier: MIT */
/* compile_variants.c - variants as inputs of a run, and the table of them. See compile_variants.h. */
#include "compile_variants.h"

#include "host.h"

#include <dxk/digest.h>

#include <stdlib.h>
#include <string.h>

/* The variants of a line. */
typedef struct line {
    compile_set set;
    uint32_t *class_of; /* by variant */
    uint32_t *members;  /* variants in the order of their classes */
    compile_class *classes;
    size_t class_count;
} line;

struct compile_variants {
    line *lines;
    size_t line_count;
    char **names;         /* of the inputs */
    const void **options; /* of each */
    size_t input_count;
    const compile_class **table; /* by digest: open addressing; NULL: a free place */
    size_t capacity;             /* a power of two */
    size_t programs;             /* that differ */
};

/* ---------------------------------------------------------------------------------------- */
/* From lines to inputs                                                                       */

static void free_line(line *l)
{
    for (size_t i = 0; i < l->class_count && l->classes; i++)
        free(l->classes[i].block);
    free(l->classes);
    free(l->members);
    free(l->class_of);
    compile_free_set(&l->set);
}

void compile_free_variants(compile_variants *v)
{
    if (!v)
        return;
    for (size_t i = 0; i < v->line_count; i++)
        free_line(&v->lines[i]);
    free(v->lines);
    free(v->names);
    free(v->options);
    free(v->table);
    free(v);
}

/* Sorts variants by their classes. */
static bool make_classes(line *l)
{
    size_t count = l->set.count, first = 0;
    l->members = malloc(count * sizeof *l->members);
    l->classes = calloc(l->class_count, sizeof *l->classes);
    if (!l->members || !l->classes)
        return false;
    for (size_t v = 0; v < count; v++)
        l->classes[l->class_of[v]].count++;
    for (size_t i = 0; i < l->class_count; i++) {
        compile_class *c = &l->classes[i];
        c->set = &l->set;
        c->members = l->members + first;
        first += c->count;
        c->count = 0;
    }
    for (size_t v = 0; v < count; v++) {
        compile_class *c = &l->classes[l->class_of[v]];
        l->members[(size_t)(c->members - l->members) + c->count++] = (uint32_t)v;
    }
    for (size_t i = 0; i < l->class_count; i++) {
        compile_class *c = &l->classes[i];
        if (!compile_variant(&l->set, c->members[0], &c->options, &c->block))
            return false;
        c->options.equal = c;
    }
    return true;
}

static int no_memory(const cli_app *app)
{
    cli_usage(app, "out of memory");
    return CLI_LIMIT;
}

/* Finds the variants of a line, and which of them are equal. */
static int plan(const cli_app *app, line *l, const compile_options *o, const char *source)
{
    char message[OPT_MESSAGE];
    const char *name;
    size_t threads = app->common.jobs ? (size_t)app->common.jobs : host_processors();
    if (!compile_find_axes(&l->set, o, source, message))
        return strcmp(message, OPT_NO_MEMORY) == 0 ? no_memory(app) : cli_usage(app, "%s", message);
    if (l->set.axis_count) {
        dxk_status status =
            compile_files_get(o->files, (dxk_str){source, strlen(source)}, &l->set.bytes, &name);
        if (status == DXK_E_NOMEM)
            return no_memory(app);
        if (status != DXK_OK)
            return cli_usage(app, "cannot read %.200s", source), CLI_IO;
        l->class_of = compile_plan(&l->set, threads, &l->class_count);
    } else {
        l->class_of = calloc(1, sizeof *l->class_of);
        l->class_count = 1;
    }
    return l->class_of && make_classes(l) ? CLI_OK : no_memory(app);
}

/* The options of operand `i`. */
static const compile_options *options_of(const cli_app *app, size_t i)
{
    return app->input_options ? app->input_options[i] : app->options;
}

static int plan_all(cli_app *app, compile_variants *v)
{
    int code = CLI_OK;
    for (size_t i = 0; i < app->operand_count && code == CLI_OK; i++) {
        line *l = &v->lines[v->line_count++];
        code = plan(app, l, options_of(app, i), app->operands[i]);
        v->input_count += l->class_count;
    }
    return code;
}

/* The classes become the operands. */
static int list(cli_app *app, compile_variants *v)
{
    size_t count = 0;
    v->capacity = 64;
    while (v->capacity < 2 * v->input_count)
        v->capacity *= 2;
    v->names = malloc((v->input_count + 1) * sizeof *v->names);
    v->options = malloc((v->input_count + 1) * sizeof *v->options);
    v->table = calloc(v->capacity, sizeof *v->table);
    if (!v->names || !v->options || !v->table)
        return no_memory(app);
    for (size_t i = 0; i < v->line_count; i++) {
        for (size_t c = 0; c < v->lines[i].class_count; c++, count++) {
            v->names[count] = app->operands[i];
            v->options[count] = &v->lines[i].classes[c].options;
            v->lines[i].classes[c].options.variants = v;
        }
    }
    app->operands = v->names;
    app->operand_count = count;
    app->input_options = v->options;
    return CLI_OK;
}

static bool has_braces(const compile_options *o)
{
    for (size_t i = 0; i < o->defines.count && !o->no_variants; i++) {
        if (strstr(o->defines.items[i].value, "={"))
            return true;
    }
    return false;
}

static void put_table(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status);
static const cli_frame table_frame = {.between = "", .tail = put_table};

int compile_take_variants(cli_app *app)
{
    compile_options *o = app->options;
    bool wanted = o->table != NULL;
    for (size_t i = 0; i < app->operand_count && !wanted; i++)
        wanted = has_braces(options_of(app, i));
    if (!wanted)
        return CLI_OK;
    if (o->table && (app->common.json || o->sarif))
        return cli_usage(app, "--table cannot be combined with --json or --sarif");
    compile_variants *v = o->variants = calloc(1, sizeof *v);
    if (v)
        v->lines = calloc(app->operand_count + 1, sizeof *v->lines);
    if (!v || !v->lines)
        return no_memory(app);
    int code = plan_all(app, v);
    if (code == CLI_OK)
        code = list(app, v);
    if (code == CLI_OK && o->table) {
        app->frame = &table_frame;
        app->output = o->table;
    }
    return code;
}

/* ---------------------------------------------------------------------------------------- */
/* Variants of a compilation                                                                  */

/* With a table, equal variants share the files of the first. */
size_t compile_variant_count(const compile_options *o)
{
    return o->equal && !o->table ? o->equal->count : 1;
}

bool compile_options_of(const compile_options *o, size_t number, compile_options *options,
                        void **block)
{
    *block = NULL;
    *options = *o;
    return !number || compile_variant(o->equal->set, o->equal->members[number], options, block);
}

void compile_note_container(const compile_options *o, dxk_bytes bytes)
{
    if (!o->equal)
        return;
    dxk_md5(bytes, o->equal->digest);
    o->equal->is_made = true;
}

void compile_note_variants(job *j)
{
    const compile_options *o = j->options;
    const compile_class *c = o->equal;
    dxk_buffer text;
    if (!c || !c->set->axis_count)
        return;
    dxk_buffer_init(&text, j->ctx);
    text_out out = text_to_buffer(&text, false);
    compile_put_values(&out, c->set, c->members[0]);
    if (c->count > 1)
        text_printf(&out, " and in %zu equal variant%s", c->count - 1, c->count > 2 ? "s" : "");
    job_note(j, "with %.*s", (int)text.size, (const char *)text.data);
    dxk_buffer_free(&text);
}

/* Finds an earlier class with the same container, or puts this one into the table. */
void compile_settle(job *j)
{
    const compile_options *o = j->options;
    compile_class *c = o->equal;
    size_t place = 0;
    if (!c || !c->is_made)
        return;
    compile_variants *v = o->variants;
    memcpy(&place, c->digest, sizeof place);
    for (place &= v->capacity - 1; v->table[place]; place = (place + 1) & (v->capacity - 1)) {
        if (memcmp(v->table[place]->digest, c->digest, sizeof c->digest) == 0) {
            c->same = v->table[place];
            if (o->table)
                job_drop_files(j);
            return;
        }
    }
    v->table[place] = c;
    v->programs++;
}

/* ---------------------------------------------------------------------------------------- */
/* The table                                                                                  */

void compile_put_variants(const compile_variants *v, text_out *out)
{
    size_t variants = 0;
    for (size_t i = 0; v && i < v->line_count; i++)
        variants += v->lines[i].set.count;
    if (v)
        text_printf(out, "%zu variant%s, %zu different after preprocessing, %zu program%s\n",
                    variants, variants == 1 ? "" : "s", v->input_count, v->programs,
                    v->programs == 1 ? "" : "s");
}

static void put_row(text_out *out, const line *l, size_t variant)
{
    const compile_class *c = &l->classes[l->class_of[variant]];
    const compile_class *first = c->same ? c->same : c;
    const char *output = first->options.output ? first->options.output : first->options.header;
    const char *entry = c->options.entry ? c->options.entry : "main";
    text_printf(out, "%s\t%s\t", l->set.source, entry);
    compile_put_values(out, &l->set, variant);
    text_printf(out, "\t%s\t", c->is_made && output ? output : "-");
    for (size_t i = 0; i < sizeof c->digest && c->is_made; i++)
        text_printf(out, "%02x", c->digest[i]);
    text_put(out, c->is_made ? "\n" : "-\n");
}

static void put_table(const cli_app *app, text_out *out, size_t inputs, size_t bad, int status)
{
    const compile_options *o = app->options;
    (void)inputs, (void)bad, (void)status;
    text_put(out, "source\tentry\tmacros\toutput\tmd5\n");
    for (size_t i = 0; i < o->variants->line_count; i++) {
        const line *l = &o->variants->lines[i];
        for (size_t variant = 0; variant < l->set.count; variant++)
            put_row(out, l, variant);
    }
}

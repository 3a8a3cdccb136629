/* SPDX-License-Identifier: MIT */
/*
 * compile_dxc.c - the command called by the name of the reference's compiler: how that writes options,
 * and what it does by default where `dxk compile` does something else. See compile.h.
 *
 * Options begin with '-' or '/'. The longest name that an argument begins with counts. A value follows at
 * once, or after blanks, or as the next argument, which is not looked at. An argument that begins with
 * '/' and is no option names the source. The reference takes /Data/light.hlsl for -D; here it is the
 * source if there is such a file.
 */
#include "compile.h"

#include <stdlib.h>
#include <string.h>

/* An option that an argument begins with. */
typedef struct found {
    const opt_spec *option; /* NULL: there is none */
    bool by_letter;
    size_t size;   /* of its name and the dashes */
    size_t values; /* how many of the following arguments belong to it */
} found;

/* How many values an option takes. */
static size_t value_count(const opt_spec *o)
{
    size_t count = 0;
    if (!opt_is_foreign(o))
        return opt_has_value(o);
    for (const char *word = o->value ? o->value : ""; *word; count++) {
        word += strcspn(word, " ");
        word += strspn(word, " ");
    }
    return count;
}

/* Keeps the option if `dashes` and `name` are what the argument begins with, and that is longer than what
 * was found before. `joined`: its value may follow at once. */
static void consider(found *best, const opt_spec *o, const char *argument, const char *dashes,
                     const char *name, bool joined)
{
    size_t skipped = strlen(dashes), size = strlen(name), values = value_count(o);
    bool open = size > 2 && name[size - 1] == '*';
    size -= open;
    if (strncmp(argument, dashes, skipped) != 0 || strncmp(argument + skipped, name, size) != 0 ||
        skipped + size <= best->size)
        return;
    char next = argument[skipped + size];
    bool follows = next == '=' || (next == ' ' && values);
    if (next && !joined && !open && !follows)
        return;
    *best = (found){o, false, skipped + size, next ? 0 : values};
}

static found find(const opt_set *sets, size_t count, const char *argument)
{
    found best = {NULL, false, 0, 0};
    for (size_t s = 0; s < count; s++) {
        for (const opt_spec *o = sets[s].specs; o && o->help; o++) {
            const char letter[] = {o->letter, 0};
            bool own_dash = o->name && o->name[0] == '-';
            if (own_dash)
                consider(&best, o, argument, "", o->name, o->kind == OPT_JOINED);
            if (o->name)
                consider(&best, o, argument, own_dash ? "-" : "--", o->name, false);
            size_t before = best.size;
            if (o->letter)
                consider(&best, o, argument, "-", letter, opt_has_value(o));
            best.by_letter = best.size != before || (best.by_letter && best.option != o);
        }
    }
    return best;
}

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

/* Keeps `size` bytes of a text, ended, with `first` as the first of them; NULL: out of memory. */
static char *keep(compile_words *w, const char *text, size_t size, char first)
{
    char *copy = malloc(size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[0] = first;
        copy[size] = 0;
        w->copies[w->copy_count++] = copy;
    }
    return copy;
}

/* Options that the command has by another name. */
static const struct {
    const char *name, *own;
} renamed[] = {
    {"-help", "--help"},
    {"-?", "--help"},
    {"--help-hidden", "--help"},
    {"--all-warnings", "-Wall"},
};

static const char *own_name(const char *argument)
{
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++) {
        if (strcmp(argument, renamed[i].name) == 0)
            return renamed[i].own;
    }
    return NULL;
}

/* True if an argument with '/', with a dash in its place, is that option. Letters alone stand for options of
 * the reference that are none of this command. */
static bool may_have_slash(const found *f, const char *dashed)
{
    if (!f->option || !f->by_letter)
        return f->option;
    if (f->option->letter == 'O')
        return opt_choice("0|1|2|3", dashed + f->size) >= 0;
    return strchr("TEDIPM", f->option->letter);
}

static bool is_file(const char *path)
{
    return io_exists(path) && !io_is_directory(path);
}

/* The argument with a dash for its '/', which is kept, or the argument itself if it is no option.
 * NULL: out of memory. */
static char *without_slash(compile_words *w, const opt_set *sets, size_t count, char *argument)
{
    char *dashed = keep(w, argument, strlen(argument), '-');
    if (!dashed || own_name(dashed))
        return dashed;
    found f = find(sets, count, dashed);
    bool is_option = may_have_slash(&f, dashed) && !(dashed[f.size] && is_file(argument));
    return is_option ? dashed : argument;
}

/* Appends an argument as options are parsed here: a value after blanks becomes one of its own. */
static bool append(compile_words *w, char *argument, const found *f)
{
    size_t size = f->option ? f->size : 0;
    if (!size || argument[size] != ' ') {
        w->argv[w->argc++] = argument;
        return true;
    }
    char *name = keep(w, argument, size, argument[0]);
    if (!name)
        return false;
    w->argv[w->argc++] = name;
    argument += size;
    argument += strspn(argument, " ");
    if (*argument)
        w->argv[w->argc++] = argument;
    return true;
}

/* Takes the argument at `at` and its values; returns where the next one is, or -1 without memory. */
static int take(compile_words *w, const opt_set *sets, size_t count, int argc, char **argv, int at)
{
    char *word = argv[at++];
    bool has_slash = word[0] == '/' && word[1];
    if (has_slash && !(word = without_slash(w, sets, count, word)))
        return -1;
    const char *own = own_name(word);
    if (own && !(word = keep(w, own, strlen(own), '-')))
        return -1;
    if (strcmp(word, "--version") == 0)
        w->version = true;
    if (strcmp(word, "-link") == 0) {
        w->links = true;
        return at;
    }
    found f = {NULL, false, 0, 0};
    if (word[0] == '-')
        f = find(sets, count, word);
    int before = w->argc;
    if (!append(w, word, &f))
        return -1;
    if (w->argc - before > 1)
        return at; /* the value was behind blanks */
    for (size_t i = 0; i < f.values && at < argc; i++)
        w->argv[w->argc++] = argv[at++];
    return at;
}

bool compile_dxc_words(compile_words *w, const cli_command *command, int argc, char **argv)
{
    opt_set sets[CLI_OPTION_SETS];
    size_t count = cli_option_sets(command, NULL, sets);
    *w = (compile_words){.argc = 0};
    w->argv = malloc(((size_t)argc * 2 + 1) * sizeof *w->argv);
    w->copies = malloc(((size_t)argc * 3 + 1) * sizeof *w->copies);
    if (!w->argv || !w->copies)
        return false;
    for (int at = 0; at >= 0 && at < argc;) {
        if (!argv[at][0]) {
            at++; /* counts as none */
        } else if (strcmp(argv[at], "--") == 0) {
            while (at < argc)
                w->argv[w->argc++] = argv[at++];
        } else if ((at = take(w, sets, count, argc, argv, at)) < 0) {
            return false;
        }
    }
    return true;
}

void compile_free_words(compile_words *w)
{
    for (size_t i = 0; i < w->copy_count; i++)
        free(w->copies[i]);
    free(w->copies);
    free(w->argv);
}

/* ---------------------------------------------------------------------------------------- */
/* Defaults                                                                                   */

/* True if a file is named that a compilation makes. */
static bool names_output(const compile_options *o)
{
    return o->output || o->header || o->listing || o->pdb || o->reflection || o->root_file ||
           o->hash;
}

/* A preprocessed text goes to a file beside the source, and nothing else is written. */
static int default_text(cli_app *app)
{
    compile_options *o = app->options;
    const char *source = app->operands[0];
    if (names_output(o) || o->messages)
        compile_warn(app, "with -P, other outputs are not written");
    o->output = o->header = o->messages = o->reflection = o->root_file = o->hash = NULL;
    if (o->preprocessed || strcmp(source, "-") == 0)
        return CLI_OK;
    o->preprocessed = o->named = compile_beside(source, ".i");
    if (o->named)
        return CLI_OK;
    cli_usage(app, "out of memory");
    return CLI_LIMIT;
}

int compile_dxc_prepare(cli_app *app)
{
    compile_options *o = app->options;
    int code = CLI_OK;
    if (!o->jobs && !app->operand_count)
        return cli_usage(app, "no input file");
    o->no_variants = true; /* {0,1} is the value of a macro */
    compile_take_old_preprocess(app);
    if (!o->jobs && o->preprocess && app->operand_count)
        code = default_text(app);
    if (o->with_files || o->dependencies)
        o->only_files = !o->preprocess && !names_output(o);
    bool lists = !o->output && !o->header && !o->pdb && !app->common.json && !o->sarif;
    if (!o->jobs && !o->listing && lists && compile_makes_container(o))
        o->listing = "-";
    return code == CLI_OK ? cli_find_command("compile")->prepare(app) : code;
}

/* SPDX-License-Identifier: MIT */
/* compile_depends.c - the rule that tells make and ninja what a compilation has read. See compile.h. */
#include "compile.h"

#include <string.h>

/* True if a path begins like C:\ or C:/, whose colon ends no list of targets. */
static bool has_drive(const char *name)
{
    char letter = name[0] | 0x20;
    return letter >= 'a' && letter <= 'z' && name[1] == ':' && (name[2] == '/' || name[2] == '\\');
}

/* A name as both programs read it: they take backslashes in front of a blank for pairs. */
static void put_name(text_out *out, const char *name)
{
    size_t slashes = 0;
    for (const char *c = name; *c; c++) {
        bool is_colon = *c == ':' && !(c == name + 1 && has_drive(name));
        if (*c == ' ') {
            for (size_t i = 0; i <= slashes; i++)
                text_char(out, '\\');
        } else if (*c == '#' || is_colon) {
            text_char(out, '\\');
        } else if (*c == '$') {
            text_char(out, '$');
        }
        text_char(out, *c);
        slashes = *c == '\\' ? slashes + 1 : 0;
    }
}

/* Files that a compilation writes and the command line names. */
static void put_targets(text_out *out, const compile_options *o, const char *source)
{
    const char *const made[] = {o->output,     o->header, o->listing,  o->pdb,
                                o->reflection, o->hash,   o->root_file};
    const char *const text[] = {o->preprocessed};
    const char *const *names = o->preprocess ? text : made;
    size_t count = o->preprocess ? 1 : sizeof made / sizeof *made, put = 0;
    for (size_t i = 0; i < count; i++) {
        if (!names[i] || strcmp(names[i], "-") == 0 || compile_is_directory(names[i]))
            continue;
        text_put(out, put++ ? " " : "");
        put_name(out, names[i]);
    }
    if (!put)
        put_name(out, source); /* a list, which is no rule for make */
}

int compile_write_dependencies(job *j, const char *path, const compile_options *o,
                               const char *const *files, size_t count)
{
    dxk_buffer text;
    dxk_buffer_init(&text, j->ctx);
    text_out out = text_to_buffer(&text, false);
    put_targets(&out, o, j->name);
    text_put(&out, ": ");
    put_name(&out, j->name);
    for (size_t i = 0; i < count; i++) {
        text_put(&out, " \\\n ");
        put_name(&out, files[i]);
    }
    text_char(&out, '\n');
    return compile_write_text(j, path, &out, &text);
}

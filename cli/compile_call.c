/* SPDX-License-Identifier: MIT */
/* compile_call.c - the options of the command as those of the library. See compile.h. */
#include "compile.h"

#include <stdlib.h>
#include <string.h>

/* Copies the values of a list after `*next`. */
static const char *const *take_list(const char ***next, const opt_list *list)
{
    const char **first = *next;
    for (size_t i = 0; i < list->count; i++)
        *(*next)++ = list->items[i].value;
    return first;
}

/* How many words from `word` on say what the target or the entry point is. */
static size_t target_words(const char *word)
{
    bool says = strncmp(word, "-T", 2) == 0 || strncmp(word, "-E", 2) == 0;
    return !says ? 0 : word[2] ? 1 : 2;
}

/* The command line as it is kept beside debug information: entry point and target come first, and the
 * source is not named, as whoever compiles it again has it. Takes at most four places more than there are
 * words. */
static const char *const *take_words(const char ***next, const compile_options *o, size_t *count)
{
    const char **first = *next;
    if (o->target && !compile_is_library(o)) {
        *(*next)++ = "-E";
        *(*next)++ = o->entry ? o->entry : "main";
    }
    if (o->target) {
        *(*next)++ = "-T";
        *(*next)++ = o->target;
    }
    for (size_t i = 0; i < o->word_count;) {
        size_t skipped = target_words(o->words[i]);
        if (!skipped)
            skipped = compile_run_words(o->words + i, o->word_count - i);
        if (!skipped && o->words[i] != o->source)
            *(*next)++ = o->words[i];
        i += skipped ? skipped : 1;
    }
    *count = (size_t)(*next - first);
    return first;
}

/* Meanings of -W for a group, by how it begins. */
static const char *const said[] = {"no-error=", "error=", "no-", ""};
enum { NO_ERROR, AS_ERROR, SILENT, LOUD };

/* The groups of warnings of which -W says one of these. */
static const char *const *take_groups(const char ***next, const opt_list *list, int what,
                                      size_t *count)
{
    const char **first = *next;
    for (size_t i = 0; i < list->count; i++) {
        const char *group = list->items[i].value;
        int is = NO_ERROR;
        while (strncmp(group, said[is], strlen(said[is])) != 0)
            is++;
        group += strlen(said[is]);
        if (is == what && strcmp(group, "error") != 0)
            *(*next)++ = group;
    }
    *count = (size_t)(*next - first);
    return first;
}

/* -WX, and -Werror without a group, of which the last one counts. */
static bool makes_errors(const compile_options *o)
{
    bool errors = o->errors;
    for (size_t i = 0; i < o->warnings.count; i++) {
        const char *group = o->warnings.items[i].value;
        if (strcmp(group, "error") == 0 || strcmp(group, "no-error") == 0)
            errors = group[0] == 'e';
    }
    return errors;
}

/* Finds a file for the library. */
static dxk_status include_file(void *user, dxk_str path, dxk_bytes *bytes)
{
    compile_call *k = user;
    const char **names = realloc(k->names, (k->file_count + 1) * sizeof *names);
    if (!names)
        return DXK_E_NOMEM;
    k->names = names;
    dxk_status status = compile_files_get(k->files, path, bytes, &names[k->file_count]);
    if (status == DXK_OK)
        k->file_count++;
    return status;
}

/* "202x" is what comes next. */
static uint32_t version_of(const char *text)
{
    return strcmp(text, "202x") == 0 ? 2029 : (uint32_t)strtoul(text, NULL, 10);
}

bool compile_begin(compile_call *k, const compile_options *o, const char *name)
{
    size_t count = o->defines.count + o->directories.count + o->warnings.count + o->exports.count +
                   o->precise.count + o->word_count + 4;
    const char **next = malloc((count + 1) * sizeof *next);
    *k = (compile_call){.files = o->files, .lists = next};
    if (!next)
        return false;
    k->options = (dxk_hlsl_options){
        .struct_size = sizeof k->options,
        .name = {name, strlen(name)},
        .target = o->target,
        .entry = o->entry,
        .defines = take_list(&next, &o->defines),
        .define_count = o->defines.count,
        .directories = take_list(&next, &o->directories),
        .directory_count = o->directories.count,
        .version = o->version ? version_of(o->version) : 0,
        .optimize = o->level ? (uint32_t)(o->level[0] - '0') : 3,
        .no_optimize = o->no_optimize,
        .debug = o->debug || o->pdb || o->sources_only,
        .keep_names = o->keep_names,
        .any_validator = compile_is_any_validator(o),
        .registers_may_overlap = o->no_validate,
        .validator_major = o->validator ? 1 : 0,
        .validator_minor = o->validator ? compile_validator_minor(o->validator) - 1 : 0,
        .strict_ieee = o->strict,
        .all_resources_bound = o->all_bound,
        .export_all = o->linkage && strcmp(o->linkage, "external") == 0,
        .export_marked = o->linkage && strcmp(o->linkage, "internal") == 0,
        .export_shaders_only = o->shaders_only,
        .payload_qualifiers = o->payload_qualifiers,
        .no_payload_qualifiers = o->no_payload_qualifiers,
        .direct3d_9 = o->direct3d_9,
        .prefer_flow_control = o->prefers_flow,
        .avoid_flow_control = o->avoids_flow,
        .pdb_name = o->pdb && !compile_is_directory(o->pdb) ? o->pdb : NULL,
        .reserve_registers = o->reserve,
        .has_binding_space = o->space != NULL,
        .binding_space = o->space ? (uint32_t)strtoul(o->space, NULL, 10) : 0,
        .exports = take_list(&next, &o->exports),
        .export_count = o->exports.count,
        .precise_outputs = take_list(&next, &o->precise),
        .precise_output_count = o->precise.count,
        .native_16bit = o->native_16bit,
        .row_major = o->row_major,
        .warnings_are_errors = makes_errors(o),
        .resources_may_alias = o->may_alias,
        .pack_optimized = o->pack_optimized,
        .hash_source = o->hash_source,
        .no_warnings = o->no_warnings,
        .ignore_line_directives = o->no_lines,
        .legacy_macros = o->legacy_macros,
        .denormals = o->denormals,
        .root_signature_define = o->root_define,
        .root_signature_version = o->root_version ? compile_root_version(o->root_version) : 0,
        .include = include_file,
        .user = k,
    };
    k->options.arguments = take_words(&next, o, &k->options.argument_count);
    k->options.silent = take_groups(&next, &o->warnings, SILENT, &k->options.silent_count);
    k->options.loud = take_groups(&next, &o->warnings, LOUD, &k->options.loud_count);
    k->options.fatal = take_groups(&next, &o->warnings, AS_ERROR, &k->options.fatal_count);
    k->options.harmless = take_groups(&next, &o->warnings, NO_ERROR, &k->options.harmless_count);
    return true;
}

void compile_end(compile_call *k)
{
    free(k->names);
    free(k->lists);
}

/* SPDX-License-Identifier: MIT */
/*
 * compile.h - what the files of `dxk compile` share: cmd_compile.c, compile_options.c (options, and what
 * goes together), compile_call.c (options for the library), compile_dxc.c (the reference's command line),
 * compile_jobs.c (a file with one compilation a line), compile_variants.c (values of macros that multiply),
 * compile_files.c (included files), compile_make.c (the container, new or from the cache),
 * compile_outputs.c (what is written beside the container), compile_depends.c (rules for make),
 * compile_binary.c (what is done to containers).
 */
#ifndef DXK_CLI_COMPILE_H
#define DXK_CLI_COMPILE_H

#include <dxk/hlsl.h>

#include "compile_cache.h"
#include "job.h"
#include "val.h"

/* Levels to which a source may nest: templates of 250, and long chains of `else if`. */
#define COMPILE_DEPTH 1536u

typedef struct compile_files compile_files;
typedef struct compile_jobs compile_jobs;
typedef struct compile_class compile_class;
typedef struct compile_variants compile_variants;

typedef struct compile_options {
    const char *target, *entry, *version, *output, *preprocessed;
    opt_list defines, directories, warnings;
    const char *level, *denormals, *root_define, *root_version;
    bool debug, no_optimize, strict, all_bound, no_validate;
    const char *linkage, *space;
    opt_list exports, precise;
    bool shaders_only, payload_qualifiers, no_payload_qualifiers, direct3d_9, reserve, may_alias,
        pack_optimized, pack_stable, prefers_flow, avoids_flow;
    const char *listing, *reflection, *root_file, *hash, *pdb, *validator, *dependencies;
    const char *header, *variable, *messages, *private_data, *set_root, *encoding;
    bool embeds, strip_debug, strip_reflection, strip_private, strip_root, keep_names, drop_names,
        lists_files, with_files, shows_files, sources_only, hash_source, hash_binary,
        pdb_in_private, keeps_sources;
    bool preprocess, syntax_only, native_16bit, row_major, column_major, errors, no_warnings,
        no_lines, legacy_macros, lists, sarif, summary;
    const char *jobs; /* file with a compilation a line */
    const char *cache_folder;
    uint64_t cache_size;
    bool no_cache, no_variants;
    const char *table;
    bool old_preprocess, extracts_root;
    const char *diagnostics, *verify_root, *private_file;
    opt_list unused; /* options without effect that are warned of */

    /* Set by prepare(). */
    bool only_files;          /* the source is read for the names of its files alone */
    bool only_messages;       /* the container is made and checked, but goes nowhere */
    char *named;              /* an output that no option names */
    const char *const *words; /* that these options were read from, and the source's name */
    size_t word_count;
    void *letters;              /* memory that some of them are in */
    const char *source;         /* the one of them that names the source; NULL: none does */
    compile_files *files;       /* shared by all compilations */
    compile_jobs *all;          /* of `jobs`; NULL: there is no such file */
    compile_cache *cache;       /* shared by all compilations; NULL: there is none */
    compile_variants *variants; /* of all compilations; NULL: none has several */
    compile_class *equal; /* the variants that the compilation stands for; NULL: it is one alone */
    val_rules rules;      /* that SARIF has named */
} compile_options;

/* --- compile_options.c --- */

extern const opt_spec compile_specs[];   /* what the command knows */
extern const opt_spec compile_foreign[]; /* what the reference's compiler knows beyond that */

/* Is the target a library? */
bool compile_is_library(const compile_options *o);

/* Do the options go together? If not, `message` says why. */
bool compile_check(const compile_options *o, char message[OPT_MESSAGE]);

/* True if a container is made at all. */
bool compile_makes_container(const compile_options *o);

/* Is a container the only output, and meant for standard output? */
bool compile_prints_container(const compile_options *o);

/* dxk_rs_version of "rootsig_1_1"; 0: there is none. */
uint32_t compile_root_version(const char *name);

/* The minor version after "1.", and one; 0: it is none. */
uint32_t compile_validator_minor(const char *text);

/* Is it version 0.0, which stands for no certain one? */
bool compile_is_any_validator(const compile_options *o);

/* --- compile_call.c --- */

/* Options for the library, the files that were included, and the lists that options became. */
typedef struct compile_call {
    dxk_hlsl_options options;
    const char **names; /* of files that were included */
    size_t file_count;
    compile_files *files;
    const char **lists;
} compile_call;

/* Makes options for the library of those of the command; they point to it, to `o` and to `name`. False: no
 * memory. compile_end() follows in any case. */
bool compile_begin(compile_call *k, const compile_options *o, const char *name);
void compile_end(compile_call *k);

/* --- cmd_compile.c --- */

/* Warns of how the command was called, unless warnings are not wanted. */
void compile_warn(const cli_app *app, const char *format, ...) CLI_FORMAT(2, 3);

/* Follows what options say of other options, and warns of those that do nothing or are replaced. */
void compile_complete(const cli_app *app, compile_options *o);

/* The option -Po: the operand after it, if it is not the only one, is the file for the text. */
void compile_take_old_preprocess(cli_app *app);

/* --- compile_dxc.c --- */

/* Arguments as the command writes them. */
typedef struct compile_words {
    int argc;
    char **argv;
    bool version; /* --version is among them */
    bool links;   /* -link was among them, and is taken out */
    char **copies;
    size_t copy_count;
} compile_words;

/* Makes them out of those of the reference's compiler, which must live as long. false: out of memory.
 * compile_free_words() afterwards in both cases. */
bool compile_dxc_words(compile_words *w, const cli_command *command, int argc, char **argv);
void compile_free_words(compile_words *w);

/* prepare() of the command under that compiler's name. */
int compile_dxc_prepare(cli_app *app);

/* --- compile_jobs.c --- */

/* How many words from `words` on are an option of the whole run, which is none of a compilation: 0 to 2. */
size_t compile_run_words(const char *const *words, size_t count);

/* Reads the file of --jobs; its lines become the operands of `app`. Returns an exit status. */
int compile_take_jobs(cli_app *app);
void compile_free_jobs(compile_jobs *jobs);

/* --- compile_variants.c --- */

/* Makes inputs of the variants that differ, where macros have several values, or a table is wanted. Returns an
 * exit status. */
int compile_take_variants(cli_app *app);
void compile_free_variants(compile_variants *variants);

/* How many variants a compilation stands for, at least 1, and the options of the one with a number; *block is
 * for free(). False: no memory. */
size_t compile_variant_count(const compile_options *o);
bool compile_options_of(const compile_options *o, size_t number, compile_options *options,
                        void **block);

/* Says what a compilation's container is. */
void compile_note_container(const compile_options *o, dxk_bytes bytes);

/* Says which variants a message is about. */
void compile_note_variants(job *j);

/* For the main thread, in the order of inputs: drops files that are those of an earlier variant, if there is a
 * table. */
void compile_settle(job *j);

/* "32 variants, 4 different after preprocessing, 3 programs" */
void compile_put_variants(const compile_variants *variants, text_out *out);

/* --- compile_files.c --- */

/* NULL: no memory. Files of more than `max_size` bytes cannot be read. */
compile_files *compile_files_new(uint64_t max_size);
void compile_files_free(compile_files *files);

/* The content of a file, read when it is asked for first, and its name; both live as long as `files`. Any
 * thread may ask. DXK_E_NOT_FOUND, DXK_E_NOMEM. */
dxk_status compile_files_get(compile_files *files, dxk_str path, dxk_bytes *bytes,
                             const char **name);

/* --- compile_make.c --- */

/* A container on its way from the compiler or the cache to its file. */
typedef struct compile_made {
    dxk_container *container;
    io_file file;  /* of the cache, which `container` has its bytes from */
    bool was_kept; /* it is from the cache */
    bool has_key;
    uint8_t key[DXK_HLSL_KEY_SIZE];
    dxk_buffer fresh; /* what is kept once the container has been accepted; may be empty */
} compile_made;

/* Compiles, or finds what an equal compilation made. compile_unmake() follows in any case. */
int compile_make(job *j, compile_call *k, compile_made *made);
void compile_unmake(compile_made *made);

/* The bytes of the container, validated and signed unless that is not wanted; keeps what is new. What is
 * wrong is reported at its place in the source. */
int compile_finish(job *j, const compile_call *k, compile_made *made, dxk_buffer *bytes);

/* --- compile_outputs.c --- */

/* Write a listing, the private data, the root signature alone. Without a path, the first two do nothing. */
int compile_write_listing(job *j, const dxk_container *made, const char *path);
int compile_write_private(job *j, const dxk_container *made, const char *path);
int compile_extract_root(job *j, const dxk_container *made, const char *path);

/* The name of a file with another ending; NULL: out of memory. */
char *compile_beside(const char *name, const char *ending);

/* Hands a text out, to standard output if `path` is NULL or "-", and what went wrong with it. */
int compile_write_text(job *j, const char *path, const text_out *out, dxk_buffer *text);

/* Does the name end like that of a folder? */
bool compile_is_directory(const char *path);

/* Is what is written validated and signed? What is only linked cannot be valid. */
bool compile_is_signed(const compile_options *o);

/* The root signature in another file. */
typedef struct compile_root {
    io_file file;
    dxk_container *container;
    dxk_bytes content; /* of the part, in the container */
} compile_root;

/* Reads the root signature of a container; compile_free_root() follows in any case. Returns an exit status. */
int compile_read_root(job *j, const char *path, compile_root *root);
void compile_free_root(compile_root *root);

/* Puts in what the command line has files for: private data, a root signature. */
int compile_add_parts(job *j, const compile_options *o, dxk_container *made);

/* Writes what is asked for of a container. */
int compile_write_files(job *j, const compile_options *o, const dxk_container *made);

/* Takes out of a container what it is to go without; debug information goes to a PDB. */
int compile_strip_parts(job *j, const compile_options *o, dxk_container *made);

/* An array in C with the bytes of a container, after its listing. */
int compile_write_header(job *j, const compile_options *o, const dxk_container *made,
                         dxk_bytes bytes);

/* All diagnostics of the job so far. */
int compile_write_messages(job *j, const char *path);

/* --- compile_binary.c --- */

/* Lists the input, which is a container, or writes it again. */
int compile_show(job *j);

/* --- compile_depends.c --- */

/* "main.dxil: main.hlsl \": outputs, the source, and the names of files that it includes. */
int compile_write_dependencies(job *j, const char *path, const compile_options *o,
                               const char *const *files, size_t count);

#endif

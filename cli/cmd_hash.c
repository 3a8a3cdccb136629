/* SPDX-License-Identifier: MIT */
/*
 * cmd_hash.c - `dxk hash`: the container digest and the HASH part: shows, checks, repairs.
 *
 * The digest is over the container itself (dxk/digest.h). The HASH part holds the MD5 of the
 * bitcode in DXIL or, when the source was to be part of it, of the bitcode with debug information,
 * which is in ILDB unless that was taken out.
 */
#include <dxk/digest.h>
#include <dxk/parts.h>

#include "hash_canonical.h"
#include "job.h"

#include <string.h>

#define HASH_SIZE       20 /* u32 flags, digest[16] */
#define INCLUDES_SOURCE 1u

typedef struct hash_options {
    bool check, signed_only, quiet;
    bool fix, in_place;
    bool canonical, duplicates;
    const char *output;
    key_list keys; /* with --duplicates: the main thread's */
} hash_options;

static const opt_spec specs[] = {
    {'c', "check", OPT_FLAG, offsetof(hash_options, check), NULL,
     "exit with status 1 if a digest is wrong", "Unsigned containers pass."},
    {0, "signed", OPT_FLAG, offsetof(hash_options, signed_only), NULL,
     "with --check: reject unsigned containers too",
     "The bypass values and the debug variant are also rejected."},
    {'q', "quiet", OPT_FLAG, offsetof(hash_options, quiet), NULL, "print nothing but errors", NULL},
    {0, "fix", OPT_FLAG, offsetof(hash_options, fix), NULL,
     "write the container with digest and HASH corrected",
     "The digest is the retail one. Correct files are not written."},
    {0, "canonical", OPT_FLAG, offsetof(hash_options, canonical), NULL,
     "print a key that equivalent shaders share",
     "Shaders are equivalent if they differ only in names, in order where\n"
     "order does not matter, in unused code and in debug information."},
    {0, "duplicates", OPT_FLAG, offsetof(hash_options, duplicates), NULL,
     "list the inputs that share a key", NULL},
    {'o', "output", OPT_TEXT, offsetof(hash_options, output), "FILE", "with --fix: write to FILE",
     "Default: standard output, unless that is a terminal."},
    {'i', "in-place", OPT_FLAG, offsetof(hash_options, in_place), NULL,
     "with --fix: modify the inputs", NULL},
    {0},
};

/* What the HASH part is worth. */
typedef enum hash_state {
    HASH_NONE,      /* there is no such part */
    HASH_DXIL,      /* right: MD5 of DXIL's bitcode */
    HASH_ILDB,      /* right: MD5 of ILDB's bitcode */
    HASH_UNCHECKED, /* what was hashed is not in the container */
    HASH_WRONG
} hash_state;

/* All about one container. */
typedef struct findings {
    dxk_digest_state digest;
    uint8_t stored[16], retail[16], debug[16];
    hash_state hash;
    size_t hash_index;
    uint32_t flags;
    uint8_t hash_stored[16];
    bool has_dxil, has_ildb;
    uint8_t dxil[16], ildb[16];
} findings;

static void add_key(const cli_app *app, const char *name, dxk_buffer *printed)
{
    hash_options *o = app->options;
    hash_add_key(&o->keys, name, printed);
}

static void print_duplicates(const cli_app *app, text_out *out, size_t inputs, size_t bad,
                             int status)
{
    hash_options *o = app->options;
    (void)inputs;
    (void)bad;
    (void)status;
    hash_print_duplicates(&o->keys, out);
}

static const cli_frame duplicates = {.between = "", .each = add_key, .tail = print_duplicates};

/* Options that are about keys. */
static int prepare_keys(cli_app *app)
{
    const hash_options *o = app->options;
    if (o->check || o->fix || o->quiet)
        return cli_usage(app, "--canonical cannot be combined with --check, --fix or --quiet");
    if (o->duplicates && app->common.json)
        return cli_usage(app, "--duplicates and --json cannot be combined");
    app->no_heads = true;
    if (o->duplicates)
        app->frame = &duplicates;
    return CLI_OK;
}

static int prepare(cli_app *app)
{
    const hash_options *o = app->options;
    if (o->canonical || o->duplicates)
        return prepare_keys(app);
    if (o->signed_only && !o->check)
        return cli_usage(app, "--signed requires --check");
    if (!o->fix && (o->output || o->in_place))
        return cli_usage(app, "-o and --in-place require --fix");
    if (o->fix && o->check)
        return cli_usage(app, "--fix and --check cannot be combined");
    return o->fix ? job_check_output(app, o->output, o->in_place) : CLI_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Finding out                                                                                */

/* MD5 of the bitcode of a program; false when there is none. */
static bool hash_program(const dxk_container *container, dxk_program_choice choice, uint8_t md5[16])
{
    dxk_program_place place;
    if (dxk_container_program(container, choice, &place) != DXK_OK)
        return false;
    dxk_md5(place.program.bitcode, md5);
    return true;
}

static void judge_hash(findings *f)
{
    if (f->has_dxil && memcmp(f->hash_stored, f->dxil, 16) == 0)
        f->hash = HASH_DXIL;
    else if (f->has_ildb && memcmp(f->hash_stored, f->ildb, 16) == 0)
        f->hash = HASH_ILDB;
    else if (!f->has_dxil || ((f->flags & INCLUDES_SOURCE) && !f->has_ildb))
        f->hash = HASH_UNCHECKED;
    else
        f->hash = HASH_WRONG;
}

static int find_hash(job *j, const dxk_container *container, findings *f)
{
    f->hash = HASH_NONE;
    f->hash_index = dxk_container_find(container, DXK_PART_HASH, 0);
    if (f->hash_index == DXK_NO_PART)
        return CLI_OK;
    f->has_dxil = hash_program(container, DXK_PROGRAM_RUN, f->dxil);
    f->has_ildb = hash_program(container, DXK_PROGRAM_DEBUG, f->ildb);
    dxk_bytes content = dxk_container_part(container, f->hash_index)->content;
    if (content.size < HASH_SIZE) {
        f->hash = HASH_WRONG;
        return job_error(j, CLI_INVALID, "part HASH has %zu bytes, not %d", content.size,
                         HASH_SIZE);
    }
    for (unsigned i = 0; i < 4; i++)
        f->flags |= (uint32_t)content.data[i] << (8 * i);
    memcpy(f->hash_stored, content.data + 4, 16);
    judge_hash(f);
    return dxk_ctx_error_count(j->ctx) ? CLI_INVALID : CLI_OK;
}

static void find_digest(const dxk_container *container, findings *f)
{
    dxk_input_kind kind = dxk_container_kind(container);
    f->digest = DXK_DIGEST_NONE;
    if (kind != DXK_INPUT_CONTAINER && kind != DXK_INPUT_PDB)
        return;
    dxk_container_header header = dxk_container_header_get(container);
    dxk_bytes all = dxk_container_input(container);
    dxk_bytes data = {all.data + DXK_DIGEST_SKIP, header.size - DXK_DIGEST_SKIP};
    memcpy(f->stored, header.digest, 16);
    dxk_digest_compute_both(data, f->retail, f->debug);
    if (memcmp(f->stored, f->retail, 16) == 0)
        f->digest = DXK_DIGEST_RETAIL;
    else if (memcmp(f->stored, f->debug, 16) == 0)
        f->digest = DXK_DIGEST_DEBUG;
    else
        f->digest = dxk_container_digest_state(container);
}

/* ---------------------------------------------------------------------------------------- */
/* Showing                                                                                    */

static const char *hash_state_name(hash_state state)
{
    static const char *const names[] = {"none", "right", "right", "unchecked", "wrong"};
    return names[state];
}

static text_kind digest_color(dxk_digest_state state)
{
    if (state == DXK_DIGEST_RETAIL || state == DXK_DIGEST_DEBUG)
        return TEXT_GOOD;
    return state == DXK_DIGEST_WRONG ? TEXT_BAD : TEXT_WARN;
}

static void print_line(text_out *out, const char *label, const uint8_t digest[16], bool same)
{
    text_printf(out, "  %-8s", label);
    text_style(out, same ? TEXT_GOOD : TEXT_PLAIN);
    text_hex_bytes(out, (dxk_bytes){digest, 16});
    text_style(out, TEXT_PLAIN);
    text_char(out, '\n');
}

static void print_digest(text_out *out, const findings *f)
{
    text_styled(out, TEXT_TITLE, "digest");
    text_put(out, "    ");
    text_styled(out, digest_color(f->digest), dxk_digest_state_name(f->digest));
    text_char(out, '\n');
    if (f->digest == DXK_DIGEST_NONE)
        return;
    print_line(out, "stored", f->stored, false);
    print_line(out, "retail", f->retail, f->digest == DXK_DIGEST_RETAIL);
    print_line(out, "debug", f->debug, f->digest == DXK_DIGEST_DEBUG);
}

static void print_hash(text_out *out, const findings *f)
{
    bool right = f->hash == HASH_DXIL || f->hash == HASH_ILDB;
    text_styled(out, TEXT_TITLE, "HASH");
    text_put(out, "      ");
    text_styled(out,
                right                   ? TEXT_GOOD
                : f->hash == HASH_WRONG ? TEXT_BAD
                                        : TEXT_WARN,
                hash_state_name(f->hash));
    if (right)
        text_printf(out, ", of %s", f->hash == HASH_DXIL ? "DXIL" : "ILDB");
    if (f->hash == HASH_UNCHECKED)
        text_put(out, ": the hashed bitcode is not in the container");
    text_char(out, '\n');
    if (f->hash == HASH_NONE)
        return;
    text_printf(out, "  %-8s", "flags");
    text_hex(out, f->flags, 1);
    text_put(out, f->flags & INCLUDES_SOURCE ? " (includes source)\n" : "\n");
    print_line(out, "stored", f->hash_stored, false);
    if (f->has_dxil)
        print_line(out, "DXIL", f->dxil, f->hash == HASH_DXIL);
    if (f->has_ildb)
        print_line(out, "ILDB", f->ildb, f->hash == HASH_ILDB);
}

static void json_digest(dxk_json *json, const char *key, const uint8_t digest[16])
{
    dxk_json_hex(json, key, (dxk_bytes){digest, 16});
}

static void json_findings(dxk_json *json, const findings *f)
{
    dxk_json_object(json, "digest");
    dxk_json_text(json, "state", dxk_digest_state_name(f->digest));
    if (f->digest != DXK_DIGEST_NONE) {
        json_digest(json, "stored", f->stored);
        json_digest(json, "retail", f->retail);
        json_digest(json, "debug", f->debug);
    }
    dxk_json_end(json);
    dxk_json_object(json, "hash");
    dxk_json_text(json, "state", hash_state_name(f->hash));
    if (f->hash != HASH_NONE) {
        dxk_json_text(json, "of",
                      f->hash == HASH_DXIL   ? "DXIL"
                      : f->hash == HASH_ILDB ? "ILDB"
                                             : NULL);
        dxk_json_u64(json, "flags", f->flags);
        dxk_json_bool(json, "includes_source", f->flags & INCLUDES_SOURCE);
        json_digest(json, "stored", f->hash_stored);
        if (f->has_dxil)
            json_digest(json, "dxil", f->dxil);
        if (f->has_ildb)
            json_digest(json, "ildb", f->ildb);
    }
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Checking and repairing                                                                     */

static int check(job *j, const findings *f)
{
    const hash_options *o = j->options;
    int status = CLI_OK;
    if (f->digest == DXK_DIGEST_WRONG)
        status = job_error(j, CLI_INVALID, "the container digest is wrong");
    else if (o->signed_only && f->digest != DXK_DIGEST_RETAIL)
        status = job_error(j, CLI_INVALID, "the container digest is not the retail one: %s",
                           dxk_digest_state_name(f->digest));
    if (f->hash == HASH_WRONG)
        status = job_error(j, CLI_INVALID, "the digest in part HASH is wrong");
    return status;
}

/* Gives the HASH part the digest that its flags promise, or of DXIL when that cannot be had. */
static int fix_hash(job *j, dxk_container *container, const findings *f)
{
    uint8_t content[HASH_SIZE];
    bool source = (f->flags & INCLUDES_SOURCE) && f->has_ildb;
    uint32_t flags = source ? f->flags : f->flags & ~INCLUDES_SOURCE;
    if (!source && !f->has_dxil)
        return job_error(j, CLI_INVALID, "HASH cannot be computed: there is no program");
    for (unsigned i = 0; i < 4; i++)
        content[i] = (uint8_t)(flags >> (8 * i));
    memcpy(content + 4, source ? f->ildb : f->dxil, 16);
    dxk_bytes bytes = {content, sizeof content};
    return job_status(j, dxk_container_replace(container, f->hash_index, bytes));
}

static int fix(job *j, dxk_container *container, const findings *f)
{
    const hash_options *o = j->options;
    bool wrong_hash = f->hash == HASH_WRONG;
    bool wrong_digest = f->digest != DXK_DIGEST_RETAIL && f->digest != DXK_DIGEST_NONE;
    dxk_write_options options = {.digest = DXK_DIGEST_KEEP};
    int status = CLI_OK;
    if ((wrong_hash || wrong_digest) && dxk_container_kind(container) == DXK_INPUT_PDB)
        return job_error(j, CLI_INVALID, "a PDB cannot be repaired");
    if (wrong_hash)
        status = fix_hash(j, container, f);
    if (wrong_hash || wrong_digest)
        options.digest = DXK_DIGEST_FIX;
    else if (o->in_place)
        return status;
    if (status != CLI_OK)
        return status;
    return job_write_container(j, container, &options, o->in_place ? j->name : o->output);
}

/* Prints the key with the name of the input after it, as programs that print digests do. */
static int run_key(job *j)
{
    uint8_t key[KEY_SIZE];
    int code = hash_canonical_key(j, key);
    if (code != CLI_OK)
        return code;
    if (j->json) {
        dxk_json_hex(j->json, "canonical", (dxk_bytes){key, KEY_SIZE});
        return CLI_OK;
    }
    text_hex_bytes(&j->out, (dxk_bytes){key, KEY_SIZE});
    text_put(&j->out, "  ");
    text_safe(&j->out, (dxk_str){j->name, strlen(j->name)});
    text_char(&j->out, '\n');
    return CLI_OK;
}

static int run(job *j)
{
    const hash_options *o = j->options;
    if (o->canonical || o->duplicates)
        return run_key(j);
    dxk_container *container;
    findings f = {.hash = HASH_NONE};
    int status = job_load(j, false, &container);
    if (!container)
        return status;
    find_digest(container, &f);
    status = find_hash(j, container, &f);
    if (j->json) {
        json_findings(j->json, &f);
    } else if (!o->quiet && !o->fix) {
        print_digest(&j->out, &f);
        print_hash(&j->out, &f);
    }
    int done = CLI_OK;
    if (o->check)
        done = check(j, &f);
    if (o->fix)
        done = fix(j, container, &f);
    dxk_container_free(container);
    return o->fix ? done : done > status ? done : status;
}

const cli_command cmd_hash = {
    .name = "hash",
    .summary = "show, check or fix the digest and the HASH part",
    .operands = "[FILE...]",
    .about =
        "Shows the stored digest of the container, and the digest computed in both variants. Its "
        "state is\n"
        "  retail    correct                     debug     correct in the debug variant\n"
        "  unsigned  zero                        bypass    16 times 01\n"
        "  preview   16 times 02                 wrong     anything else\n"
        "  none      the input has no container header\n"
        "\n"
        "The HASH part is compared with the MD5 of the bitcode in DXIL and in ILDB. It is right\n"
        "if it equals one of them, and unchecked if the container does not have the hashed\n"
        "bitcode.\n"
        "\n"
        "--canonical prints a key of the canonical form of the shader (see dxk opt --canonical)\n"
        "and its root signature. --duplicates lists inputs with equal keys.",
    .examples = "dxk hash shader.dxil\n"
                "dxk hash --check --quiet -r build/shaders\n"
                "dxk hash --fix --in-place shader.dxil\n"
                "dxk hash --duplicates -r build/shaders",
    .options = specs,
    .options_size = sizeof(hash_options),
    .flags = CLI_MANY | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};

/* SPDX-License-Identifier: MIT */
/*
 * cmd_pack.c - `dxk pack`: adds, replaces, removes and reorders parts, or builds a container from
 * files.
 */
#include <dxk/build.h>
#include <dxk/parts.h>

#include "select.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct pack_options {
    opt_list edits; /* --add, --replace, --remove */
    const char *order;
    const char *output;
    bool no_pad, reencode, container;
    int digest;  /* dxk_digest_mode */
    char **sets; /* operands FOURCC=FILE */
    size_t set_count;
} pack_options;

static const opt_spec specs[] = {
    {'a', "add", OPT_LIST, offsetof(pack_options, edits), "FOURCC=FILE", "add a part",
     "The part is added at the end, but before a final PRIV."},
    {'p', "replace", OPT_LIST, offsetof(pack_options, edits), "PART=FILE",
     "replace the content of a part", "PART is a FourCC or '#N', as in 'dxk extract'."},
    {'d', "remove", OPT_LIST, offsetof(pack_options, edits), "PART", "remove a part",
     "A FourCC means all parts of that kind."},
    {0, "order", OPT_TEXT, offsetof(pack_options, order), "PART,PART,...",
     "put these parts first, in this order", "The other parts keep their order; PRIV stays last."},
    {0, "no-pad", OPT_FLAG, offsetof(pack_options, no_pad), NULL, "do not pad added content",
     "By default, content is padded with zeros to a multiple of 4, except\n"
     "for PRIV."},
    {0, "reencode", OPT_FLAG, offsetof(pack_options, reencode), NULL,
     "first decode and re-encode each part", "Modules are re-encoded too."},
    {0, "digest", OPT_CHOICE, offsetof(pack_options, digest), "auto|keep|fix|zero",
     "the container digest",
     "auto: computed if it was correct, otherwise kept. keep: unchanged.\n"
     "fix: computed, retail variant. zero: all zero."},
    {0, "container", OPT_FLAG, offsetof(pack_options, container), NULL,
     "write a container for any kind of input",
     "Extracts the container from a PDB, or wraps a bare program."},
    {'o', "output", OPT_TEXT, offsetof(pack_options, output), "FILE", "write to FILE",
     "Default: standard output, unless that is a terminal."},
    {0},
};

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

static bool is_set(const char *operand)
{
    return strlen(operand) > 4 && operand[4] == '=';
}

/* Moves the operands FOURCC=FILE in front of the others, both in their order. */
static void take_sets(cli_app *app, pack_options *o)
{
    o->sets = app->operands;
    for (size_t i = 0; i < app->operand_count; i++) {
        char *operand = app->operands[i];
        if (!is_set(operand))
            continue;
        memmove(o->sets + o->set_count + 1, o->sets + o->set_count,
                (i - o->set_count) * sizeof *o->sets);
        o->sets[o->set_count++] = operand;
    }
    app->operands += o->set_count;
    app->operand_count -= o->set_count;
}

static int check_edits(const cli_app *app, const pack_options *o)
{
    for (size_t i = 0; i < o->edits.count; i++) {
        const opt_item *item = &o->edits.items[i];
        const char *name = item->option->name;
        if (strcmp(name, "add") == 0 && !is_set(item->value))
            return cli_usage(app, "--add takes FOURCC=FILE, not '%s'", item->value);
        if (strcmp(name, "replace") == 0 && !strchr(item->value, '='))
            return cli_usage(app, "--replace takes PART=FILE, not '%s'", item->value);
    }
    return CLI_OK;
}

static int prepare(cli_app *app)
{
    pack_options *o = app->options;
    take_sets(app, o);
    app->no_input = app->operand_count == 0 && o->set_count > 0;
    int status = check_edits(app, o);
    return status == CLI_OK ? job_check_output(app, o->output, false) : status;
}

/* ---------------------------------------------------------------------------------------- */
/* Edits                                                                                      */

/* Reads a part's new content, padded when it is to be. */
static int read_content(job *j, const char *path, uint32_t fourcc, dxk_buffer *content)
{
    const pack_options *o = j->options;
    static const uint8_t zeros[4];
    io_file file;
    int result = job_read(j, path, &file);
    if (result != CLI_OK)
        return result;
    size_t pad = o->no_pad || fourcc == DXK_PART_PRIV ? 0 : (4 - file.bytes.size % 4) % 4;
    dxk_status status = dxk_buffer_append(content, file.bytes.data, file.bytes.size);
    if (status == DXK_OK)
        status = dxk_buffer_append(content, zeros, pad);
    io_close(&file);
    return job_status(j, status);
}

/* Where a new part goes. */
static size_t add_position(const dxk_container *container, uint32_t fourcc)
{
    size_t count = dxk_container_part_count(container);
    const dxk_part *last = count ? dxk_container_part(container, count - 1) : NULL;
    return last && last->fourcc == DXK_PART_PRIV && fourcc != DXK_PART_PRIV ? count - 1 : count;
}

/* Gives part `index` the content of a file; DXK_NO_PART adds a part. */
static int put_file(job *j, dxk_container *container, size_t index, uint32_t fourcc,
                    const char *path)
{
    dxk_buffer content;
    dxk_buffer_init(&content, j->ctx);
    int status = read_content(j, path, fourcc, &content);
    dxk_bytes bytes = {content.data, content.size};
    if (status == CLI_OK && index == DXK_NO_PART)
        status = job_status(
            j, dxk_container_insert(container, add_position(container, fourcc), fourcc, bytes));
    else if (status == CLI_OK)
        status = job_status(j, dxk_container_replace(container, index, bytes));
    dxk_buffer_free(&content);
    return status;
}

static uint32_t fourcc_of(const char *text)
{
    return DXK_FOURCC(text[0], text[1], text[2], text[3]);
}

static int replace_part(job *j, dxk_container *container, const char *value)
{
    size_t index = 0;
    char what[32];
    size_t size = strcspn(value, "=");
    if (size >= sizeof what)
        return job_error(j, CLI_USAGE, "'%s' is not a part", value);
    memcpy(what, value, size);
    what[size] = 0;
    int status = select_part(j, container, what, &index);
    if (status != CLI_OK)
        return status;
    return put_file(j, container, index, dxk_container_part(container, index)->fourcc,
                    value + size + 1);
}

static int remove_parts(job *j, dxk_container *container, const char *what)
{
    size_t total = dxk_container_part_count(container);
    size_t *kept = malloc((total + 1) * sizeof *kept);
    size_t count = 0, first = 0;
    if (!kept)
        return job_status(j, DXK_E_NOMEM);
    for (size_t i = 0; i < total; i++)
        if (!select_matches(container, i, what))
            kept[count++] = i;
    int status = CLI_OK;
    if (count == total) /* says why */
        status = select_part(j, container, what, &first);
    else
        status = job_status(j, dxk_container_select(container, kept, count));
    free(kept);
    return status;
}

static int apply_edits(job *j, dxk_container *container)
{
    const pack_options *o = j->options;
    int status = CLI_OK;
    for (size_t i = 0; i < o->edits.count && status == CLI_OK; i++) {
        const opt_item *item = &o->edits.items[i];
        if (strcmp(item->option->name, "add") == 0)
            status = put_file(j, container, DXK_NO_PART, fourcc_of(item->value), item->value + 5);
        else if (strcmp(item->option->name, "replace") == 0)
            status = replace_part(j, container, item->value);
        else
            status = remove_parts(j, container, item->value);
    }
    for (size_t i = 0; i < o->set_count && status == CLI_OK; i++) {
        uint32_t fourcc = fourcc_of(o->sets[i]);
        size_t index = j->app->no_input ? DXK_NO_PART : dxk_container_find(container, fourcc, 0);
        status = put_file(j, container, index, fourcc, o->sets[i] + 5);
    }
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Order                                                                                      */

/* An order in the making. */
typedef struct part_order {
    size_t *indices; /* parts in their new order */
    size_t count;
    bool *placed; /* per part */
} part_order;

/* Places the parts that are (or are not) PRIV among those not placed yet. */
static void place_rest(const dxk_container *container, part_order *order, bool private_data)
{
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        bool is_private = dxk_container_part(container, i)->fourcc == DXK_PART_PRIV;
        if (!order->placed[i] && is_private == private_data) {
            order->placed[i] = true;
            order->indices[order->count++] = i;
        }
    }
}

/* Places all parts that one word of --order names. */
static int place_word(job *j, const dxk_container *container, part_order *order, const char *word)
{
    bool any = false;
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        if (!select_matches(container, i, word))
            continue;
        any = true;
        if (order->placed[i] || dxk_container_part(container, i)->fourcc == DXK_PART_PRIV)
            continue;
        order->placed[i] = true;
        order->indices[order->count++] = i;
    }
    return any ? CLI_OK : job_error(j, CLI_INVALID, "--order: there is no part '%s'", word);
}

static int place_all(job *j, const dxk_container *container, part_order *order)
{
    const pack_options *o = j->options;
    const char *p = o->order;
    int status = CLI_OK;
    while (*p && status == CLI_OK) {
        char word[32];
        size_t size = strcspn(p, ",");
        if (size >= sizeof word)
            return job_error(j, CLI_USAGE, "--order: '%s' is not a part", p);
        memcpy(word, p, size);
        word[size] = 0;
        status = place_word(j, container, order, word);
        p += size + (p[size] ? 1 : 0);
    }
    place_rest(container, order, false);
    place_rest(container, order, true);
    return status;
}

static int apply_order(job *j, dxk_container *container)
{
    size_t count = dxk_container_part_count(container);
    part_order order = {malloc((count + 1) * sizeof *order.indices), 0,
                        calloc(count + 1, sizeof *order.placed)};
    int status;
    if (order.indices && order.placed) {
        status = place_all(j, container, &order);
        if (status == CLI_OK)
            status = job_status(j, dxk_container_select(container, order.indices, order.count));
    } else {
        status = job_status(j, DXK_E_NOMEM);
    }
    free(order.indices);
    free(order.placed);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* The command                                                                                */

static void json_result(dxk_json *json, const dxk_container *container, const char *output)
{
    dxk_json_text(json, "output", output);
    dxk_json_array(json, "parts");
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        dxk_json_object_line(json, NULL);
        dxk_json_u64(json, "index", i);
        dxk_json_fourcc(json, "fourcc", part->fourcc);
        dxk_json_u64(json, "size", part->content.size);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static int write_result(job *j, const dxk_container *container)
{
    const pack_options *o = j->options;
    static const dxk_digest_mode modes[] = {DXK_DIGEST_AUTO, DXK_DIGEST_KEEP, DXK_DIGEST_FIX,
                                            DXK_DIGEST_CLEAR};
    dxk_write_options options = {.digest = modes[o->digest], .as_container = o->container};
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, j->ctx);
    dxk_status status = dxk_container_write(container, &options, dxk_buffer_sink(&bytes));
    int result;
    if (status == DXK_E_UNSUPPORTED && dxk_container_kind(container) == DXK_INPUT_PDB)
        result = job_error(j, CLI_INVALID,
                           "a PDB cannot be changed; use --container to extract its container");
    else
        result = job_status(j, status);
    if (result == CLI_OK)
        result = job_write(j, o->output, &bytes);
    dxk_buffer_free(&bytes);
    if (result == CLI_OK && j->json)
        json_result(j->json, container, o->output);
    return result;
}

static int pack(job *j, dxk_container *container)
{
    const pack_options *o = j->options;
    int status = o->reencode ? job_status(j, dxk_container_reencode(container)) : CLI_OK;
    if (status == CLI_OK && o->reencode)
        status = job_status(j, dxk_container_reencode_modules(container));
    if (status == CLI_OK)
        status = apply_edits(j, container);
    if (status == CLI_OK && o->order)
        status = apply_order(j, container);
    return status == CLI_OK ? write_result(j, container) : status;
}

static int run(job *j)
{
    dxk_container *container;
    int status;
    if (j->app->no_input)
        status = job_status(j, dxk_container_create(j->ctx, &container));
    else
        status = job_load(j, false, &container);
    if (container)
        status = pack(j, container);
    dxk_container_free(container);
    return status;
}

const cli_command cmd_pack = {
    .name = "pack",
    .summary = "add, replace, remove and reorder parts; build containers",
    .operands = "[FILE] [FOURCC=FILE...]",
    .about =
        "Works on parts as bytes, and changes nothing inside them. To remove debug information or\n"
        "reflection, use 'dxk strip'; to rename or rebind, 'dxk edit'.\n"
        "\n"
        "Reads FILE, applies --reencode, then --add, --replace and --remove in the given order,\n"
        "then FOURCC=FILE (which replaces the first part of that kind, or adds one), then\n"
        "--order. With FOURCC=FILE but no input FILE, builds a new container.\n"
        "\n"
        "An unchanged container is written byte for byte as it was. The parts of a changed one\n"
        "are written in order, without gaps.",
    .examples = "dxk pack shader.dxil RTS0=rootsig.bin -o out.dxil\n"
                "dxk pack shader.dxil --remove ILDB --order SFI0,DXIL -o out.dxil\n"
                "dxk pack DXIL=prog.bin PSV0=psv.bin --digest=fix -o new.dxil\n"
                "dxk pack --reencode shader.dxil -o out.dxil",
    .options = specs,
    .options_size = sizeof(pack_options),
    .flags = CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};

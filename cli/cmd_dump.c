/* SPDX-License-Identifier: MIT */
/*
 * cmd_dump.c - `dxk dump`: every field of every part with its offset, raw value and meaning.
 *
 * A visitor prints what the library shows it; nothing here knows any layout. The library writes the
 * JSON.
 */
#include <string.h>

#include <dxk/parts.h>

#include "cli.h"
#include "job.h"
#include "text.h"

#define BYTES_A_LINE 16u
#define BYTES_SHOWN  64u /* of a long run of bytes, without --full */
#define VALUE_COLUMN 34u /* where values begin, after the offset */

typedef struct dump_options {
    opt_list parts; /* --part */
    bool full;      /* --full */
} dump_options;

static const opt_spec specs[] = {
    {'p', "part", OPT_LIST, offsetof(dump_options, parts), "FOURCC",
     "show only parts of this kind; may be repeated", "\"header\" means the file header."},
    {0, "full", OPT_FLAG, offsetof(dump_options, full), NULL,
     "show all bytes of long runs such as bitcode", NULL},
    {0},
};

/* What the callbacks share. */
typedef struct dumper {
    text_out *out;
    bool full;
    size_t depth;
} dumper;

/* Parts that were named are known by name or there. */
static int prepare(cli_app *app)
{
    const dump_options *o = app->options;
    for (size_t i = 0; i < o->parts.count; i++) {
        const char *name = o->parts.items[i].value;
        if (strlen(name) != 4 && strcmp(name, "header") != 0)
            return cli_usage(app, "'%s' is neither a FourCC such as PSV0 nor header", name);
    }
    return CLI_OK;
}

static bool wanted(const dump_options *o, const char *name)
{
    if (o->parts.count == 0)
        return true;
    for (size_t i = 0; i < o->parts.count; i++)
        if (strcmp(o->parts.items[i].value, name) == 0)
            return true;
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Text                                                                                       */

/* The offset column; one in decompressed bytes has a plus in front. */
static void put_offset(dumper *d, uint64_t offset, bool inflated)
{
    text_style(d->out, TEXT_FAINT);
    text_printf(d->out, inflated ? "+%07llx  " : "%08llx  ", (unsigned long long)offset);
    text_style(d->out, TEXT_PLAIN);
    text_spaces(d->out, 2 * d->depth);
}

static void put_name(dumper *d, const char *name, size_t index)
{
    size_t width = 2 * d->depth + strlen(name);
    text_put(d->out, name);
    if (index != DXK_NO_INDEX) {
        text_char(d->out, '[');
        text_u64(d->out, index);
        text_char(d->out, ']');
        for (width += 3; index >= 10; index /= 10)
            width++;
    }
    text_spaces(d->out, width < VALUE_COLUMN ? VALUE_COLUMN - width : 1);
}

static void put_bytes(dumper *d, const dxk_visit_field *f)
{
    size_t shown = f->bytes.size;
    if (!d->full && shown > BYTES_SHOWN)
        shown = BYTES_SHOWN;
    text_printf(d->out, "%zu bytes\n", f->bytes.size);
    for (size_t i = 0; i < shown; i += BYTES_A_LINE) {
        size_t n = shown - i < BYTES_A_LINE ? shown - i : BYTES_A_LINE;
        put_offset(d, f->offset + i, f->inflated);
        text_spaces(d->out, 2);
        for (size_t k = 0; k < BYTES_A_LINE; k++) {
            if (k < n)
                text_hex_bytes(d->out, (dxk_bytes){f->bytes.data + i + k, 1});
            else
                text_spaces(d->out, 2);
            text_spaces(d->out, k % 4 == 3 ? 2 : 1);
        }
        for (size_t k = 0; k < n; k++) {
            uint8_t c = f->bytes.data[i + k];
            text_char(d->out, c >= 0x20 && c < 0x7f ? (char)c : '.');
        }
        text_char(d->out, '\n');
    }
    if (shown < f->bytes.size) {
        put_offset(d, f->offset + shown, f->inflated);
        text_printf(d->out, "  ... %zu more bytes\n", f->bytes.size - shown);
    }
}

static void put_number(dumper *d, const dxk_visit_field *f)
{
    text_style(d->out, TEXT_NUMBER);
    if (f->show == DXK_SHOW_FLOAT)
        text_printf(d->out, "%.9g", f->real);
    else if (f->show == DXK_SHOW_HEX || f->show == DXK_SHOW_FLAGS || f->show == DXK_SHOW_FOURCC ||
             f->show == DXK_SHOW_MASK || f->show == DXK_SHOW_SET ||
             (f->number >> 31 && f->show != DXK_SHOW_ENUM))
        text_hex(d->out, f->number, 1);
    else
        text_u64(d->out, f->number);
    text_style(d->out, TEXT_PLAIN);
}

static void put_meaning(dumper *d, const dxk_visit_field *f)
{
    bool quoted = f->show == DXK_SHOW_STR || f->show == DXK_SHOW_FOURCC;
    if (f->text.size == 0 && !(f->show == DXK_SHOW_STR && f->text.data))
        return;
    text_put(d->out, "  ");
    if (quoted)
        text_char(d->out, '"');
    text_safe(d->out, f->text);
    if (quoted)
        text_char(d->out, '"');
}

static dxk_status text_enter(void *user, const dxk_visit_node *node)
{
    dumper *d = user;
    if (node->list && node->count == 0 && strcmp(node->name, "slack") != 0) {
        put_offset(d, node->offset, node->inflated);
        put_name(d, node->name, node->index);
        text_put(d->out, "none\n");
    } else if (!node->list) {
        put_offset(d, node->offset, node->inflated);
        text_style(d->out, d->depth == 0 ? TEXT_TITLE : TEXT_NAME);
        text_safe(d->out, (dxk_str){node->name, strlen(node->name)});
        if (node->index != DXK_NO_INDEX)
            text_printf(d->out, "[%zu]", node->index);
        text_style(d->out, TEXT_PLAIN);
        text_char(d->out, '\n');
    }
    d->depth += !node->list;
    return DXK_OK;
}

static dxk_status text_leave(void *user, const dxk_visit_node *node)
{
    dumper *d = user;
    if (!node->list)
        d->depth--;
    return DXK_OK;
}

static dxk_status text_field(void *user, const dxk_visit_field *f)
{
    dumper *d = user;
    put_offset(d, f->offset, f->inflated);
    put_name(d, f->name, f->index);
    if (f->show == DXK_SHOW_TEXT || (f->show == DXK_SHOW_SET && f->bytes.size)) {
        text_safe(d->out, f->text);
    } else if (f->bytes.size || f->show == DXK_SHOW_BYTES || f->show == DXK_SHOW_TABLE) {
        put_bytes(d, f);
        return DXK_OK;
    } else {
        put_number(d, f);
        put_meaning(d, f);
    }
    text_char(d->out, '\n');
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */

/* The header, if `part` is DXK_NO_PART. */
static dxk_status dump_part(job *j, const dxk_container *container, size_t part)
{
    const dump_options *o = j->options;
    dumper d = {&j->out, o->full, 0};
    const dxk_visitor visitor = {&d, text_enter, text_field, text_leave};
    if (j->json)
        return dxk_json_fields(j->json, container, part);
    return part == DXK_NO_PART ? dxk_container_visit_header(container, &visitor)
                               : dxk_container_visit_part(container, part, &visitor);
}

static dxk_status dump_parts(job *j, const dump_options *o, const dxk_container *container)
{
    dxk_status worst = DXK_OK;
    if (wanted(o, "header"))
        worst = dump_part(j, container, DXK_NO_PART);
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        char name[5] = {0};
        for (int k = 0; k < 4; k++)
            name[k] = (char)(dxk_container_part(container, i)->fourcc >> (8 * k));
        if (!wanted(o, name))
            continue;
        dxk_status status = dump_part(j, container, i);
        if (status != DXK_OK && status != DXK_E_INVALID)
            return status;
        worst = worst == DXK_OK ? status : worst;
    }
    return worst;
}

/* Of one input, what was asked for must be there; of several, it is shown where it is. */
static int check_missing(job *j, const dump_options *o, const dxk_container *container)
{
    int status = CLI_OK;
    for (size_t i = 0; i < o->parts.count && !j->app->several; i++) {
        const char *p = o->parts.items[i].value;
        if (strcmp(p, "header") != 0 &&
            dxk_container_find(container, DXK_FOURCC(p[0], p[1], p[2], p[3]), 0) == DXK_NO_PART)
            status = job_error(j, CLI_INVALID, "there is no part '%s' among the %zu parts", p,
                               dxk_container_part_count(container));
    }
    return status;
}

static int run(job *j)
{
    const dump_options *o = j->options;
    dxk_container *container;
    int loaded = job_load(j, true, &container);
    if (!container)
        return loaded;
    if (j->json)
        dxk_json_array(j->json, "parts");
    int dumped = job_status(j, dump_parts(j, o, container));
    if (j->json)
        dxk_json_end(j->json);
    int missing = check_missing(j, o, container);
    dumped = missing > dumped ? missing : dumped;
    dxk_container_free(container);
    return loaded > dumped ? loaded : dumped;
}

const cli_command cmd_dump = {
    .name = "dump",
    .summary = "show every field with its offset, raw value and meaning",
    .operands = "[FILE...]",
    .about =
        "Shows the file header and all parts field by field: offset in the container, name, raw\n"
        "value, and meaning if that says more. References to strings, records and lists are\n"
        "resolved. Unknown parts, and bytes that belong to no field, are shown as bytes.\n"
        "Offsets in a PDB count from the start of the container inside it; offsets with a plus\n"
        "count from the start of decompressed data." CLI_ABOUT_TEXT,
    .examples = "dxk dump shader.dxil\n"
                "dxk dump --part PSV0 --part RDAT shader.dxil\n"
                "dxk dump --json shader.dxil | jq '.parts[0]'\n",
    .options = specs,
    .options_size = sizeof(dump_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .prepare = prepare,
    .run = run,
};

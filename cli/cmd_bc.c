/* SPDX-License-Identifier: MIT */
/*
 * cmd_bc.c - `dxk bc`: the raw view of a bit stream, as llvm-bcanalyzer -dump shows it: blocks,
 * records with their abbreviations and operands, blobs, statistics.
 */
#include <string.h>

#include <dxk/bitcode.h>
#include <dxk/parts.h>

#include "job.h"

typedef struct bc_options {
    const char *part;
    bool offsets, no_records, no_summary;
} bc_options;

static const opt_spec specs[] = {
    {'p', "part", OPT_TEXT, offsetof(bc_options, part), "FOURCC", "the program part to show",
     "Default: ILDB if present, otherwise DXIL, otherwise STAT."},
    {0, "offsets", OPT_FLAG, offsetof(bc_options, offsets), NULL,
     "begin each line with its bit offset",
     "In hexadecimal, from the start of the container, as in diagnostics."},
    {0, "no-records", OPT_FLAG, offsetof(bc_options, no_records), NULL, "print only the statistics",
     NULL},
    {0, "no-summary", OPT_FLAG, offsetof(bc_options, no_summary), NULL,
     "print only blocks and records", NULL},
    {0},
};

static uint32_t fourcc_of(const char *text)
{
    return strlen(text) == 4 ? DXK_FOURCC(text[0], text[1], text[2], text[3]) : 0;
}

static bool has_tokens(const dxk_container *container)
{
    dxk_program_place place;
    return dxk_container_program(container, DXK_PROGRAM_TOKENS, &place) == DXK_OK;
}

/* There is no bitcode: because of what the container is, or because it has no program at all. */
static int report_none(job *j, const dxk_container *container)
{
    if (has_tokens(container))
        return job_error(j, CLI_INVALID, "shader models 4 and 5 have no bitcode (see dxk dis)");
    return job_error(j, CLI_INVALID, "there is no program part");
}

/* The bitcode in the first part of a kind; STAT need not have any. */
static int read_part(job *j, const dxk_container *container, uint32_t fourcc, dxk_program *program)
{
    const bc_options *o = j->options;
    size_t index = dxk_container_find(container, fourcc, 0);
    if (!o->part && (index == DXK_NO_PART || has_tokens(container)))
        return report_none(j, container);
    if (index == DXK_NO_PART)
        return job_error(j, CLI_INVALID, "there is no part %s", o->part);
    if (fourcc != DXK_PART_DXIL && fourcc != DXK_PART_ILDB && fourcc != DXK_PART_STAT)
        return job_error(j, CLI_INVALID, "part %s has no bitcode; only DXIL, ILDB and STAT do",
                         o->part);
    if (fourcc == DXK_PART_STAT && has_tokens(container))
        return report_none(j, container);
    dxk_bytes content = dxk_container_part(container, index)->content;
    return job_status(j, dxk_program_read(j->ctx, content, program));
}

/* The program to show: of the part that was asked for, or of the best there is. */
static int find_program(job *j, const dxk_container *container, dxk_program *program)
{
    const bc_options *o = j->options;
    dxk_program_place place;
    if (o->part)
        return read_part(j, container, fourcc_of(o->part), program);
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, &place);
    *program = place.program;
    return status == DXK_E_NOT_FOUND ? read_part(j, container, DXK_PART_STAT, program)
                                     : job_status(j, status);
}

/* Hands on whole lines as elements of the open JSON array. */
typedef struct lines {
    job *j;
    dxk_buffer line;
} lines;

static dxk_status take_lines(void *user, const void *data, size_t size)
{
    lines *l = user;
    const char *p = data;
    while (size > 0) {
        const char *end = memchr(p, '\n', size);
        size_t n = end ? (size_t)(end - p) : size;
        dxk_status status = dxk_buffer_append(&l->line, p, n);
        if (status != DXK_OK)
            return status;
        if (!end)
            break;
        dxk_json_raw(l->j->json, NULL, (dxk_str){(const char *)l->line.data, l->line.size});
        l->line.size = 0;
        p += n + 1;
        size -= n + 1;
    }
    return DXK_OK;
}

static int show(job *j, dxk_bytes bitcode, uint64_t offset)
{
    const bc_options *o = j->options;
    dxk_bitcode_dump_options options = {
        .name = j->name,
        .no_records = o->no_records,
        .no_summary = o->no_summary,
        .offsets = o->offsets,
        .json = j->json != NULL,
        .file_offset = offset,
    };
    if (!j->json)
        return job_status(j, dxk_bitcode_dump(j->ctx, bitcode, &options, text_sink(&j->out)));
    lines l = {.j = j};
    dxk_buffer_init(&l.line, j->ctx);
    dxk_json_array(j->json, "stream");
    dxk_status status = dxk_bitcode_dump(j->ctx, bitcode, &options, (dxk_sink){take_lines, &l});
    dxk_json_end(j->json);
    dxk_buffer_free(&l.line);
    return job_status(j, status);
}

static int run(job *j)
{
    dxk_container *container;
    dxk_program program;
    int status = job_load(j, true, &container);
    if (!container)
        return status;
    int shown = find_program(j, container, &program);
    if (shown == CLI_OK) {
        const uint8_t *input = dxk_container_input(container).data;
        shown = show(j, program.bitcode, (uint64_t)(program.bitcode.data - input));
    }
    dxk_container_free(container);
    return shown > status ? shown : status;
}

const cli_command cmd_bc = {
    .name = "bc",
    .summary = "show the raw bit stream of a program",
    .operands = "[FILE...]",
    .about = "Prints the bit stream as LLVM 3.7's `llvm-bcanalyzer -dump` does: every block and\n"
             "record with its abbreviation and operands, blobs as text, then statistics of blocks\n"
             "and records. A damaged stream is printed up to the damage." CLI_ABOUT_TEXT,
    .examples = "dxk bc shader.dxil | less\n"
                "dxk bc --no-records shader.dxil\n"
                "dxk bc --part STAT --offsets shader.dxil",
    .options = specs,
    .options_size = sizeof(bc_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .run = run,
};

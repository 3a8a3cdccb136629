/* SPDX-License-Identifier: MIT */
/*
 * cmd_extract.c - `dxk extract`: the content of a part, the bitcode in it, or all parts as files.
 * Reads with salvage: what is there of a damaged container can be taken out.
 */
#include <dxk/parts.h>

#include "select.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct extract_options {
    const char *output; /* -o */
    const char *what;   /* first operand */
} extract_options;

static const opt_spec specs[] = {
    {'o', "output", OPT_TEXT, offsetof(extract_options, output), "FILE",
     "write to FILE; for 'all', to directory FILE",
     "Default: standard output, unless that is a terminal."},
    {0},
};

/* Can it name what is to be taken out? */
static bool is_selection(const char *text)
{
    uint32_t fourcc;
    uint64_t index;
    return opt_choice("program|debug|all", text) >= 0 || select_index(text, &index) ||
           select_fourcc(text, strlen(text), &fourcc);
}

static int prepare(cli_app *app)
{
    extract_options *o = app->options;
    static const char choices[] = "a FourCC, '#index', program, debug or all";
    o->what = cli_take_operand(app);
    if (!o->what)
        return cli_usage(app, "WHAT is missing: %s", choices);
    if (!is_selection(o->what) || (app->operand_count == 0 && io_exists(o->what)))
        return cli_usage(app, "'%s' is not a part; WHAT comes first: %s", o->what, choices);
    if (strcmp(o->what, "all") == 0)
        return o->output ? CLI_OK : cli_usage(app, "'all' requires -o DIRECTORY");
    return job_check_output(app, o->output, false);
}

static int write_bytes(job *j, const char *path, dxk_bytes bytes)
{
    dxk_buffer buffer;
    dxk_buffer_init(&buffer, j->ctx);
    int status = job_status(j, dxk_buffer_append(&buffer, bytes.data, bytes.size));
    if (status == CLI_OK)
        status = job_write(j, path, &buffer);
    dxk_buffer_free(&buffer);
    return status;
}

static void json_file(job *j, const dxk_part *part, size_t index, const char *path, size_t size)
{
    if (!j->json)
        return;
    dxk_json_object_line(j->json, NULL);
    if (part) {
        dxk_json_u64(j->json, "index", index);
        dxk_json_fourcc(j->json, "fourcc", part->fourcc);
    }
    dxk_json_u64(j->json, "size", size);
    dxk_json_text(j->json, "output", path);
    dxk_json_end(j->json);
}

static int extract_part(job *j, const dxk_container *container, const extract_options *o)
{
    size_t index = 0;
    int status = select_part(j, container, o->what, &index);
    if (status != CLI_OK)
        return status;
    const dxk_part *part = dxk_container_part(container, index);
    json_file(j, part, index, o->output, part->content.size);
    return write_bytes(j, o->output, part->content);
}

static int extract_bitcode(job *j, const dxk_container *container, dxk_program_choice choice)
{
    const extract_options *o = j->options;
    dxk_program_place place;
    dxk_status status = dxk_container_program(container, choice, &place);
    if (status == DXK_E_NOT_FOUND)
        return job_error(j, CLI_INVALID, "there is no part '%s'",
                         choice == DXK_PROGRAM_RUN ? "DXIL" : "ILDB");
    if (status != DXK_OK)
        return job_status(j, status);
    dxk_bytes bitcode = place.program.bitcode;
    json_file(j, dxk_container_part(container, place.part), place.part, o->output, bitcode.size);
    return write_bytes(j, o->output, bitcode);
}

/* "03-PSV0.bin": no character of the FourCC that means something to a file system. */
static void part_file_name(char name[64], size_t index, uint32_t fourcc)
{
    char letters[5];
    for (int i = 0; i < 4; i++) {
        char c = (char)(fourcc >> (8 * i));
        bool safe = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        letters[i] = safe ? c : '_';
    }
    letters[4] = 0;
    snprintf(name, 64, "%02zu-%s.bin", index, letters);
}

static int extract_one_of_all(job *j, const dxk_part *part, size_t index, const char *directory)
{
    char name[64];
    part_file_name(name, index, part->fourcc);
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return job_status(j, DXK_E_NOMEM);
    snprintf(path, size, "%s/%s", directory, name);
    json_file(j, part, index, path, part->content.size);
    int status = write_bytes(j, path, part->content);
    free(path);
    return status;
}

static int extract_all(job *j, const dxk_container *container, const char *directory)
{
    int status = job_make_directory(j, directory);
    for (size_t i = 0; i < dxk_container_part_count(container) && status == CLI_OK; i++)
        status = extract_one_of_all(j, dxk_container_part(container, i), i, directory);
    return status;
}

static int extract(job *j, const dxk_container *container)
{
    const extract_options *o = j->options;
    if (strcmp(o->what, "all") == 0)
        return extract_all(j, container, o->output);
    if (strcmp(o->what, "program") == 0)
        return extract_bitcode(j, container, DXK_PROGRAM_RUN);
    if (strcmp(o->what, "debug") == 0)
        return extract_bitcode(j, container, DXK_PROGRAM_DEBUG);
    return extract_part(j, container, o);
}

static int run(job *j)
{
    dxk_container *container;
    int status = job_load(j, true, &container);
    if (!container)
        return status;
    if (j->json)
        dxk_json_array(j->json, "files");
    int extracted = extract(j, container);
    if (j->json)
        dxk_json_end(j->json);
    dxk_container_free(container);
    return extracted > status ? extracted : status;
}

const cli_command cmd_extract = {
    .name = "extract",
    .summary = "extract parts of a container",
    .operands = "WHAT [FILE]",
    .words = "program|debug|all|DXIL|ILDB|STAT|PSV0|RDAT|RTS0|HASH|SFI0|ISG1|OSG1|PSG1|ILDN|SRCI|"
             "PDBI|VERS|PRIV|RDEF|SHEX|SHDR|ISGN|OSGN|OSG5|PCSG",
    .about =
        "WHAT is one of\n"
        "  FOURCC    the content of the first part of that kind\n"
        "  '#N'      the content of part N, counted from 0; below 1000, N alone will do\n"
        "  program   the bitcode in part DXIL, without its header\n"
        "  debug     the bitcode in part ILDB, without its header\n"
        "  all       every part, as NN-FOURCC.bin in the directory given with -o, which\n"
        "            is created if needed; characters other than letters and digits\n"
        "            become _ in names\n"
        "\n"
        "If a container is damaged, extracts the parts that can be found and exits with status\n"
        "1." CLI_ABOUT_TEXT,
    .examples = "dxk extract program shader.dxil -o shader.bc\n"
                "dxk extract PSV0 shader.dxil | xxd\n"
                "dxk extract all shader.dxil -o parts/",
    .options = specs,
    .options_size = sizeof(extract_options),
    .prepare = prepare,
    .flags = CLI_TEXT | CLI_SOURCE,
    .run = run,
};

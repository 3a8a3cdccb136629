/* SPDX-License-Identifier: MIT */
/*
 * cmd_info.c - `dxk info`: one screen that says what a shader is. Sections are in info_*.c; this
 * file calls them. A part that is missing or damaged leaves its section out.
 */
#include "info.h"

#include <string.h>

#define LABEL_WIDTH 14u

text_out *info_label(info *in, const char *label)
{
    text_out *out = &in->j->out;
    text_styled(out, TEXT_NAME, label);
    size_t size = strlen(label);
    text_spaces(out, size < LABEL_WIDTH ? LABEL_WIDTH - size : 1);
    return out;
}

void info_title(info *in, const char *title)
{
    text_char(&in->j->out, '\n');
    text_styled(&in->j->out, TEXT_TITLE, title);
    text_char(&in->j->out, '\n');
}

void info_put_name(text_out *out, dxk_enum_id id, uint64_t value)
{
    const char *name = dxk_enum_text(id, value);
    if (name)
        text_put(out, name);
    else
        text_u64(out, value);
}

void info_put_flags(text_out *out, dxk_enum_id id, uint64_t value)
{
    uint64_t number;
    const char *text;
    size_t shown = 0;
    if (!value)
        text_put(out, "none");
    for (size_t i = 0; dxk_enum_value(id, i, &number, &text); i++) {
        if (!number || (value & number) != number)
            continue;
        text_put(out, shown++ ? ", " : "");
        text_put(out, text);
        value &= ~number;
    }
    if (value) {
        text_put(out, shown ? ", " : "");
        text_hex(out, value, 1);
    }
}

void info_put_register(text_out *out, char letter, uint32_t number, uint32_t space)
{
    text_printf(out, "%c%u", letter, (unsigned)number);
    if (space)
        text_printf(out, ", space%u", (unsigned)space);
}

void info_put_lower(text_out *out, const char *word)
{
    for (const char *p = word; *p; p++) {
        bool upper = *p >= 'A' && *p <= 'Z';
        bool next_lower = p[1] >= 'a' && p[1] <= 'z';
        if (upper && next_lower && p != word)
            text_char(out, ' ');
        text_char(out, upper && next_lower ? (char)(*p + 32) : *p);
    }
}

static void print_parts(info *in)
{
    if (!dxk_container_part_count(in->read->container))
        return;
    text_out *out = info_label(in, "parts");
    for (size_t i = 0; i < dxk_container_part_count(in->read->container); i++) {
        const dxk_part *part = dxk_container_part(in->read->container, i);
        text_put(out, i ? "  " : "");
        text_fourcc(out, part->fourcc);
        text_style(out, TEXT_FAINT);
        text_printf(out, " %u", (unsigned)part->size);
        text_style(out, TEXT_PLAIN);
    }
    text_char(out, '\n');
}

/* Where a line can be broken: the last blank within `width` columns, styles and the bytes after the
 * first of a character not counted; 0: the line fits, or there is none. */
static size_t find_break(const char *line, size_t size, size_t width)
{
    size_t column = 0, blank = 0;
    bool style = false;
    for (size_t i = 0; i < size; i++) {
        style = style || line[i] == 0x1b;
        if (!style && ((unsigned char)line[i] & 0xc0) != 0x80 && ++column > width)
            return blank;
        if (line[i] == ' ' && column > LABEL_WIDTH)
            blank = i;
        style = style && line[i] != 'm';
    }
    return 0;
}

/* Prints the lines of the summary within the terminal; tables, whose rows are indented, as they are. */
static void put_wrapped(text_out *out, const char *text, size_t size, size_t width)
{
    while (size) {
        const char *end = memchr(text, '\n', size);
        size_t line = end ? (size_t)(end - text) : size, room = width, at;
        for (size_t left = line; *text != ' ' && (at = find_break(text, left, room)) != 0;) {
            size_t end_at = at;
            while (end_at && text[end_at - 1] == ' ')
                end_at--;
            text_write(out, text, end_at);
            text_char(out, '\n');
            text_spaces(out, LABEL_WIDTH);
            room = width - LABEL_WIDTH;
            while (at < left && text[at] == ' ')
                at++;
            text += at;
            size -= at;
            left -= at;
            line = left;
        }
        line += end != NULL;
        text_write(out, text, line);
        text += line;
        size -= line;
    }
}

static void print(info *in)
{
    info_summary(in);
    print_parts(in);
    info_signatures(in);
    info_resources(in);
    info_legacy_bindings(in);
    info_root_signature(in);
    info_library(in);
    info_module(in);
}

typedef struct info_options {
    bool all;
} info_options;

static const opt_spec specs[] = {
    {'a', "all", OPT_FLAG, offsetof(info_options, all), NULL,
     "show all operations and instructions", "By default, the most frequent ones."},
    {0},
};

static int show(job *j)
{
    const info_options *o = j->options;
    dxk_container *container;
    dxk_info *read;
    int loaded = job_load(j, true, &container);
    if (!container)
        return loaded;
    int status = job_status(j, dxk_info_load(container, &read));
    if (read && j->json)
        dxk_json_info(j->json, read);
    else if (read)
        print(&(info){j, read, o->all});
    dxk_info_free(read);
    dxk_container_free(container);
    return loaded > status ? loaded : status;
}

/* On a terminal the text is collected, and then wrapped. */
static int run(job *j)
{
    size_t width = j->json ? 0 : io_terminal_width();
    dxk_buffer buffer;
    if (width < 2 * LABEL_WIDTH + 10)
        return show(j);
    text_out out = j->out;
    dxk_buffer_init(&buffer, j->ctx);
    j->out = text_to_buffer(&buffer, out.color);
    int status = show(j);
    out.error = out.error ? out.error : j->out.error;
    j->out = out;
    put_wrapped(&j->out, (const char *)buffer.data, buffer.size, width);
    dxk_buffer_free(&buffer);
    return status;
}

const cli_command cmd_info = {
    .name = "info",
    .summary = "summarize a shader on one screen",
    .operands = "[FILE...]",
    .about =
        "Shows the kind of input, shader model, stage, entry point, state of the digest and the\n"
        "hash, required features, properties of the stage, parts, signatures with their\n"
        "packing, bound resources, root signature, and the functions of a library. From the\n"
        "module it also shows shader flags, names of resources, exported functions, and how\n"
        "often each operation is called." CLI_ABOUT_TEXT,
    .examples = "dxk info shader.dxil\n"
                "dxk info --all shader.dxil\n"
                "dxk info -r build/shaders\n"
                "dxk info --json shader.dxil | jq .program",
    .options = specs,
    .options_size = sizeof(info_options),
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .run = run,
};

/* SPDX-License-Identifier: MIT */
/*
 * cmd_parts.c - `dxk parts`: the list of parts. Reads with salvage, so that damaged files still
 * show what is there.
 */
#include <dxk/parts.h>

#include "job.h"

static void print_summary(job *j, const dxk_container *container)
{
    size_t count = dxk_container_part_count(container);
    dxk_input_kind kind = dxk_container_kind(container);
    text_styled(&j->out, TEXT_TITLE, dxk_input_kind_name(kind));
    text_printf(&j->out, ", %zu bytes, %zu part%s", j->input.size, count, count == 1 ? "" : "s");
    if (kind == DXK_INPUT_CONTAINER || kind == DXK_INPUT_PDB)
        text_printf(&j->out, ", digest %s",
                    dxk_digest_state_name(dxk_container_digest_state(container)));
    text_char(&j->out, '\n');
}

static void print_table(job *j, const dxk_container *container)
{
    static const char *const names[] = {"#", "part", "offset", "size", "description"};
    text_table table;
    if (dxk_container_part_count(container) == 0)
        return;
    text_table_init(&table, j->ctx, &j->out, "rlrrl", 2);
    text_table_head(&table, names);
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        text_u64(text_cell(&table), i);
        text_out *name = text_cell(&table);
        text_style(name, TEXT_NAME);
        text_fourcc(name, part->fourcc);
        text_style(name, TEXT_PLAIN);
        text_hex(text_cell(&table), part->offset, 1);
        text_u64(text_cell(&table), part->size);
        text_out *what = text_cell(&table);
        text_put(what, dxk_part_title(part->fourcc, part->content));
        if (part->content.size < part->size) {
            text_style(what, TEXT_BAD);
            text_printf(what, " (cut off after %zu)", part->content.size);
            text_style(what, TEXT_PLAIN);
        }
    }
    text_table_print(&table);
}

static void json_parts(dxk_json *json, const dxk_container *container, size_t size)
{
    dxk_input_kind kind = dxk_container_kind(container);
    dxk_json_text(json, "kind", dxk_input_kind_name(kind));
    dxk_json_u64(json, "size", size);
    dxk_json_text(json, "digest", dxk_digest_state_name(dxk_container_digest_state(container)));
    dxk_json_array(json, "parts");
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        dxk_json_object_line(json, NULL);
        dxk_json_u64(json, "index", i);
        dxk_json_fourcc(json, "fourcc", part->fourcc);
        dxk_json_u64(json, "offset", part->offset);
        dxk_json_u64(json, "size", part->size);
        dxk_json_u64(json, "present", part->content.size);
        dxk_json_text(json, "title", dxk_part_title(part->fourcc, part->content));
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static int run(job *j)
{
    dxk_container *container;
    int status = job_load(j, true, &container);
    if (!container)
        return status;
    if (j->json) {
        json_parts(j->json, container, j->input.size);
    } else {
        print_summary(j, container);
        print_table(j, container);
    }
    dxk_container_free(container);
    return status;
}

const cli_command cmd_parts = {
    .name = "parts",
    .summary = "list the parts of a container",
    .operands = "[FILE...]",
    .about =
        "Prints a line for each part in directory order: index, FourCC, offset of its header in\n"
        "the container, size of its content, and a description. If a container is damaged,\n"
        "lists what can be read and exits with status 1.\n"
        "\n"
        "FILE may be a container, a PDB, a reflection blob, a bare DXIL program or "
        "bitcode." CLI_ABOUT_TEXT,
    .examples = "dxk parts shader.dxil\n"
                "dxk parts -r build/shaders\n"
                "dxk parts --json shader.dxil | jq '.parts[].fourcc'",
    .flags = CLI_MANY | CLI_TEXT | CLI_SOURCE,
    .run = run,
};

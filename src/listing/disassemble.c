/* SPDX-License-Identifier: MIT */
/*
 * disassemble.c - a container as a listing: finds the module, writes the comment header and the
 * module's text. Which module the reference lists: the one with debug information when there is
 * one (ILDB), else the one that runs (DXIL). A whole listing ends with an empty line, as there.
 */
#include "base/diag.h"
#include "container/container.h"
#include "spec/reader_rules.h"
#include "dxk/dxil.h"
#include "dxk/parts.h"
#include "dxk/text.h"

/* Where in a program its magic is, from which the offset of the bitcode counts. */
#define MAGIC 8u

/* Bitcode and where it begins in its file. */
typedef struct stream {
    dxk_bytes bitcode;
    uint64_t offset;
} stream;

static size_t find_program(const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_PART_ILDB, 0);
    if (index == DXK_NO_PART)
        index = dxk_container_find(container, DXK_PART_DXIL, 0);
    if (index == DXK_NO_PART && dxk_container_kind(container) == DXK_INPUT_REFLECTION)
        index = dxk_container_find(container, DXK_PART_STAT, 0);
    return index;
}

/* Of a part that ends too early (reported by now): what there is of the bitcode. */
static void cut_bitcode(dxk_bytes content, dxk_program *program)
{
    size_t start = (size_t)MAGIC + program->header.bitcode_offset;
    if (program->header.bitcode_offset >= content.size || start >= content.size)
        return;
    size_t size = content.size - start;
    if (program->header.bitcode_size < size)
        size = program->header.bitcode_size;
    program->bitcode = (dxk_bytes){content.data + start, size};
}

static dxk_status find_bitcode(dxk_ctx *ctx, const dxk_container *container, bool salvage,
                               stream *out)
{
    if (dxk_container_kind(container) == DXK_INPUT_BITCODE) {
        *out = (stream){dxk_container_input(container), 0};
        return DXK_OK;
    }
    size_t index = find_program(container);
    if (index == DXK_NO_PART) {
        dxk_status status =
            dxki_report(ctx, DXKI_RULE_LIST_NO_PROGRAM, dxki_nowhere(), NULL, NULL, 0);
        return status == DXK_E_INVALID ? DXK_E_NOT_FOUND : status;
    }
    const dxk_part *part = dxk_container_part(container, index);
    dxk_program program;
    dxk_status status = dxk_program_read(ctx, part->content, &program);
    if (status == DXK_E_INVALID && salvage)
        cut_bitcode(part->content, &program);
    if (!program.bitcode.data)
        return status;
    out->bitcode = program.bitcode;
    out->offset = (uint64_t)(program.bitcode.data - part->content.data);
    if (dxk_container_kind(container) != DXK_INPUT_PROGRAM)
        out->offset += part->offset + 8;
    return status;
}

/* Would going on be pointless? */
static bool is_fatal(dxk_status status)
{
    return status != DXK_OK && status != DXK_E_INVALID;
}

static dxk_status print(const dxk_container *container, const dxk_module *module,
                        const dxk_disassemble_options *options, dxk_sink sink)
{
    dxk_status header = DXK_OK;
    if (!options->no_header)
        header = dxk_listing_print_header(container, module, NULL, sink);
    if (is_fatal(header))
        return header;
    dxk_status status = dxk_module_print(module, &options->print, sink);
    if (status == DXK_OK && !options->no_header) {
        status = sink.write(sink.user, "\n", 1);
        if (status != DXK_OK && status != DXK_E_NOMEM && status != DXK_E_LIMIT)
            status = DXK_E_SINK;
    }
    return status != DXK_OK ? status : header;
}

dxk_status dxk_disassemble(const dxk_container *container, const dxk_disassemble_options *options,
                           dxk_sink sink)
{
    dxk_ctx *ctx = container->ctx;
    static const dxk_disassemble_options defaults;
    dxk_module *module;
    stream s = {{NULL, 0}, 0};
    if (!options)
        options = &defaults;
    dxk_status found = find_bitcode(ctx, container, options->salvage, &s);
    if (found != DXK_OK && (!options->salvage || !s.bitcode.data))
        return found;
    dxk_module_read_options how = {
        .salvage = options->salvage, .offsets = options->print.offsets, .file_offset = s.offset};
    dxk_status read = dxk_module_read(ctx, s.bitcode, &how, &module);
    if (!module)
        return read;
    dxk_status status = print(container, module, options, sink);
    dxk_module_free(module);
    if (status != DXK_OK)
        return status;
    return read != DXK_OK ? read : found;
}

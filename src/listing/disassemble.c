/* SPDX-License-Identifier: MIT */
/*
 * disassemble.c - a container as a listing: finds the module, writes the comment header and the
 * module's text. Which module the reference lists: the one with debug information when there is
 * one (ILDB), else the one that runs (DXIL). A whole listing ends with an empty line, as there.
 */
#include "base/diag.h"
#include "base/options.h"
#include "base/out.h"
#include "container/container.h"
#include "dxil/dxil.h"
#include "spec/reader_rules.h"
#include "dxk/listing.h"
#include "dxk/parts.h"

static dxk_status find_program(dxk_ctx *ctx, const dxk_container *container, dxk_program_place *out)
{
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_LIST, out);
    if (status == DXK_E_NOT_FOUND && dxk_container_kind(container) == DXK_INPUT_REFLECTION)
        status = dxk_container_program(container, DXK_PROGRAM_NAMES, out);
    if (status != DXK_E_NOT_FOUND)
        return status;
    status = dxki_report(ctx, DXKI_RULE_LIST_NO_PROGRAM, dxki_nowhere(), NULL, NULL, 0);
    return status == DXK_E_INVALID ? DXK_E_NOT_FOUND : status;
}

/* Would going on be pointless? */
static bool is_fatal(dxk_status status)
{
    return status != DXK_OK && status != DXK_E_INVALID;
}

static dxk_status refresh(dxk_module *m)
{
    dxki_dxil_calls calls;
    dxk_status status =
        dxki_dxil_find_calls(m, &calls) ? dxki_dxil_refresh_ops(m, &calls) : dxki_nomem(m->ctx);
    dxki_dxil_free_calls(&calls);
    return status;
}

static dxk_status print(const dxk_container *container, const dxk_module *module,
                        const dxk_disassemble_options *options, dxk_sink sink)
{
    dxk_status header = DXK_OK;
    bool color = options->print && options->print->color;
    dxk_sink names = color ? dxki_out_without_escapes(&sink) : sink;
    if (!options->no_header)
        header = dxk_listing_print_header(container, module, NULL, names);
    if (is_fatal(header))
        return header;
    dxk_status status = dxk_module_print(module, options->print, sink);
    if (status == DXK_OK && !options->no_header)
        status = dxki_out_send(sink, "\n", 1);
    return status != DXK_OK ? status : header;
}

dxk_status dxk_disassemble(const dxk_container *container, const dxk_disassemble_options *given,
                           dxk_sink sink)
{
    dxk_disassemble_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxk_ctx *ctx = container->ctx;
    dxk_module *module;
    dxk_program_place place;
    dxk_status found = find_program(ctx, options.debug ? options.debug : container, &place);
    bool cut = found == DXK_E_INVALID && options.salvage && place.program.bitcode.data;
    if (found != DXK_OK && !cut)
        return found;
    dxk_module_read_options how = {.salvage = options.salvage,
                                   .offsets = options.print && options.print->offsets,
                                   .file_offset = place.offset};
    dxk_status read = dxk_module_read(ctx, place.program.bitcode, &how, &module);
    if (!module)
        return read;
    dxk_status status = read == DXK_OK ? refresh(module) : DXK_OK;
    if (status == DXK_OK)
        status = print(container, module, &options, sink);
    dxk_module_free(module);
    if (status != DXK_OK)
        return status;
    return read != DXK_OK ? read : found;
}

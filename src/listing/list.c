/* SPDX-License-Identifier: MIT */
/* list.c - containers to listings and back, by the kind of program. See dxk/listing.h. */
#include "base/options.h"
#include "container/container.h"
#include "dxk/listing.h"

dxk_status dxk_list(const dxk_container *container, const dxk_list_options *given, dxk_sink sink)
{
    dxk_list_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    return dxk_dxbc_present(container) ? dxk_dxbc_print(container, options.dxbc, sink)
                                       : dxk_disassemble(container, options.dxil, sink);
}

static dxk_status load_module(dxk_ctx *ctx, dxk_bytes input, const dxk_parse_options *how,
                              dxk_module **module)
{
    if (dxk_input_sniff(input) != DXK_INPUT_BITCODE)
        return dxk_module_parse(ctx, input, how, module);
    dxk_status status = dxk_module_read(ctx, input, NULL, module);
    return status == DXK_OK ? dxk_module_upgrade(*module) : status;
}

dxk_status dxk_assemble(dxk_ctx *ctx, dxk_bytes input, const dxk_assemble_options *given,
                        dxk_container **out)
{
    dxk_str text = {(const char *)input.data, input.size};
    dxk_assemble_options options;
    dxk_module *module = NULL;
    *out = NULL;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    if (dxk_input_sniff(input) != DXK_INPUT_BITCODE && dxk_dxbc_is_listing(text))
        return dxk_container_parse(ctx, text, out);
    dxk_status status = load_module(ctx, input, options.parse, &module);
    if (status == DXK_OK)
        status = dxk_container_build(module, options.build, out);
    dxk_module_free(module);
    return status;
}

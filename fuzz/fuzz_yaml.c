/* SPDX-License-Identifier: MIT */
/*
 * fuzz_yaml.c - documents: a container as YAML and JSON must come back as the same bytes, any other
 * text must be refused or make some container.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/yaml.h"
#include "fuzz.h"

#define MEMORY    ((size_t)256 << 20)
#define FILE_MOST ((size_t)1 << 20) /* of a container that a document asks for */

/* One of the forms of a document, as the input has it: each input takes one. */
static dxk_yaml_options form_of(const uint8_t *data, size_t size)
{
    static const dxk_yaml_options forms[] = {
        {.json = false}, {.json = true}, {.module = DXK_YAML_MODULE_TEXT}, {.brief = true}};
    size_t sum = size;
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    return forms[sum % (sizeof forms / sizeof *forms)];
}

static void back(dxk_ctx *ctx, const dxk_container *container, dxk_bytes input,
                 dxk_yaml_options options)
{
    dxk_buffer text, bytes;
    dxk_buffer_init(&text, ctx);
    dxk_buffer_init(&bytes, ctx);
    if (dxk_yaml_write(container, &options, dxk_buffer_sink(&text)) == DXK_OK &&
        dxk_yaml_can_read()) {
        dxk_status status =
            dxk_yaml_read(ctx, (dxk_bytes){text.data, text.size}, dxk_buffer_sink(&bytes));
        bool same = bytes.size == input.size && memcmp(bytes.data, input.data, input.size) == 0;
        if (dxk_container_kind(container) == DXK_INPUT_CONTAINER && status != DXK_E_LIMIT && !same)
            abort();
    }
    dxk_buffer_free(&text);
    dxk_buffer_free(&bytes);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = MEMORY, .inflated = FILE_MOST}};
    dxk_container *container;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, (dxk_bytes){data, size}, &(dxk_read_options){.salvage = true},
                       &container);
    if (container) {
        back(ctx, container, dxk_container_input(container), form_of(data, size));
    } else {
        dxk_buffer bytes;
        dxk_buffer_init(&bytes, ctx);
        dxk_yaml_read(ctx, (dxk_bytes){data, size}, dxk_buffer_sink(&bytes));
        dxk_buffer_free(&bytes);
    }
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return 0;
}

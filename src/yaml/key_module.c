/* SPDX-License-Identifier: MIT */
/*
 * key_module.c - a program's module as LLVM assembly text instead of bytes: the keys Module,
 * MetadataKinds and FastFlags. See dxk/yaml.h.
 *
 * The text is what dxk/text.h prints. What it cannot say has keys of its own: kinds of metadata
 * that nothing uses, and the flags that arithmetic has beside the one that reads `fast`. Whether
 * all of it gives the bytes back is for the caller to try.
 */
#include "yaml/keyed.h"

#include "base/out.h"
#include "dxk/module.h"
#include "dxk/compat.h"
#include "ir/fast.h"
#include "spec/reader_rules.h"
#include "yaml/keyed_internal.h"

#include <string.h>

#define STEP 2u /* columns by which a block scalar is indented */

/* ---------------------------------------------------------------------------------------- */
/* Showing                                                                                    */

/* A copy in the arena; its data is NULL when memory ran out. */
static dxk_bytes keep(dxki_yaml_keyed *k, const dxk_buffer *buffer)
{
    uint8_t *copy = dxki_arena_alloc(k->arena, buffer->size ? buffer->size : 1);
    if (copy && buffer->size)
        memcpy(copy, buffer->data, buffer->size);
    return (dxk_bytes){copy, buffer->size};
}

static bool show_text(dxki_yaml_keyed *k, const dxk_module *module)
{
    dxk_buffer text;
    dxk_bytes copy = {NULL, 0};
    dxk_buffer_init(&text, k->ctx);
    dxk_status status = dxk_module_print(module, NULL, dxk_buffer_sink(&text));
    if (status == DXK_OK && !(copy = keep(k, &text)).data)
        status = dxki_nomem(k->ctx);
    dxk_buffer_free(&text);
    if (!dxki_yaml_keyed_check(k, status))
        return false;
    dxk_str shown = {(const char *)copy.data, copy.size};
    if (!dxki_yaml_is_text(shown))
        return dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
    return dxki_yaml_keyed_put(k, dxki_str("Module"),
                               dxki_yaml_keyed_text_node(k, shown, DXKI_NODE_LITERAL));
}

static bool show_kinds(dxki_yaml_keyed *k, const dxk_module *module)
{
    dxki_yaml_node *list = dxki_yaml_node_new(k->arena, DXKI_NODE_LIST, DXKI_NODE_FLOW);
    size_t count = dxk_module_metadata_kind_count(module);
    for (size_t i = DXK_METADATA_KINDS_FIXED; list && i < count; i++) {
        dxk_str name = dxk_module_metadata_kind(module, i);
        const char *copy = dxki_arena_strdup(k->arena, name.data, name.size);
        dxki_yaml_node *node =
            copy ? dxki_yaml_keyed_text_node(k, (dxk_str){copy, name.size}, 0) : NULL;
        if (!node)
            return dxki_yaml_keyed_no_memory(k);
        if (!dxki_yaml_is_text(node->as.text))
            return dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
        dxki_yaml_node_append(list, (dxk_str){NULL, 0}, node);
    }
    return dxki_yaml_keyed_put(k, dxki_str("MetadataKinds"), list);
}

/* The flags of each, unless all are what `fast` means. */
static bool show_flags(dxki_yaml_keyed *k, const dxk_module *module)
{
    size_t count = dxki_fast_flags(module, NULL, 0);
    uint32_t *flags = DXKI_NEW_ARRAY(k->arena, uint32_t, count);
    bool odd = false;
    if (!flags)
        return dxki_yaml_keyed_no_memory(k);
    dxki_fast_flags(module, flags, count);
    for (size_t i = 0; i < count && !odd; i++)
        odd = flags[i] != DXKI_FAST;
    return !odd || dxki_yaml_keyed_words(k, "FastFlags", &flags, &count, false, true);
}

static bool show(dxki_yaml_keyed *k, dxk_bytes bitcode)
{
    dxk_module *module;
    k->ctx->muted++;
    dxk_status status = dxk_module_read(k->ctx, bitcode, NULL, &module);
    bool ok = dxki_yaml_keyed_check(k, status) && show_text(k, module) &&
              (k->module < DXKI_MODULE_KINDS || (show_kinds(k, module) && show_flags(k, module)));
    k->ctx->muted--;
    dxk_module_free(module);
    return ok;
}

/* ---------------------------------------------------------------------------------------- */
/* Loading                                                                                    */

static bool load_kinds(dxki_yaml_keyed *k, dxk_parse_options *options)
{
    dxki_yaml_node *list = dxki_yaml_keyed_find(k, "MetadataKinds", false);
    if (!list)
        return k->status == DXK_OK;
    if (list->kind != DXKI_NODE_LIST)
        return dxki_yaml_keyed_expected(k, list, "a list of names");
    dxk_str *kinds = DXKI_NEW_ARRAY(k->arena, dxk_str, list->as.list.count);
    if (!kinds)
        return dxki_yaml_keyed_no_memory(k);
    for (const dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        if (n->kind != DXKI_NODE_TEXT)
            return dxki_yaml_keyed_expected(k, n, "a name");
        kinds[options->kind_count++] = n->as.text;
    }
    options->kinds = kinds;
    return true;
}

/* Flags for each `fast` in order; instructions without one keep what `fast` means. */
static bool load_flags(dxki_yaml_keyed *k, dxk_module *module)
{
    uint32_t *flags = NULL;
    size_t count = 0, found;
    if (!dxki_yaml_keyed_words(k, "FastFlags", &flags, &count, false, false))
        return false;
    found = count ? dxki_fast_set_flags(module, flags, count) : 0;
    if (found >= count)
        return true;
    dxki_arg args[] = {dxki_dec(count), dxki_dec(found)};
    return dxki_yaml_keyed_report(k, k->found, DXKI_RULE_YAML_COUNT, args, 2);
}

/* The error where it is in the document. */
static bool complain(dxki_yaml_keyed *k, const dxki_yaml_node *node, const dxk_text_error *error)
{
    dxki_yaml_node at = *node;
    dxki_arg args[] = {dxki_text(error->message)};
    if (node->flags & DXKI_NODE_LITERAL) {
        at.line += error->line;
        at.column = error->column + (k->map->column ? k->map->column - 1 : 0) + STEP;
    }
    return dxki_yaml_keyed_report(k, &at, DXKI_RULE_YAML_MODULE, args, 1);
}

static bool assemble(dxki_yaml_keyed *k, const dxki_yaml_node *node, dxk_parse_options *options,
                     dxk_bytes *bitcode)
{
    dxk_module *module;
    dxk_buffer bytes;
    dxk_text_error error = {0};
    dxk_bytes text = {(const uint8_t *)node->as.text.data, node->as.text.size};
    options->as_written = true;
    dxk_buffer_init(&bytes, k->ctx);
    k->ctx->muted++;
    dxk_status status = dxk_compat_parse(k->ctx, text, options, &module, &error);
    k->ctx->muted--;
    if (status == DXK_E_INVALID && error.line)
        return complain(k, node, &error);
    if (status == DXK_OK && !load_flags(k, module))
        status = k->status;
    if (status == DXK_OK)
        status = dxk_module_write(module, NULL, dxk_buffer_sink(&bytes));
    if (status == DXK_OK && !(*bitcode = keep(k, &bytes)).data)
        status = dxki_nomem(k->ctx);
    dxk_buffer_free(&bytes);
    dxk_module_free(module);
    return dxki_yaml_keyed_check(k, status);
}

bool dxki_yaml_keyed_module(dxki_yaml_keyed *k, dxk_bytes *bitcode)
{
    dxk_parse_options options = {0};
    if (!k->load)
        return show(k, *bitcode);
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, "Module", false);
    if (!node)
        return k->status == DXK_OK;
    if (node->kind != DXKI_NODE_TEXT)
        return dxki_yaml_keyed_expected(k, node, "LLVM assembly");
    return load_kinds(k, &options) && assemble(k, node, &options, bitcode);
}

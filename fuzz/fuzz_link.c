/* SPDX-License-Identifier: MIT */
/*
 * fuzz_link.c - any library, linked to a shader, to libraries, and its functions listed; any program
 * against itself, with a root signature made for it.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/link.h"
#include "dxk/match.h"
#include "dxk/rootsig_make.h"
#include "dxk/symbols.h"
#include "fuzz.h"

static dxk_str str(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

/* The library twice: functions of the second are defined already, unless nothing is. */
static void try_link(dxk_linker *linker, const char *profile, const char *pipeline)
{
    dxk_link_options options = {.profile = str(profile), .pipeline = str(pipeline)};
    dxk_container *made;
    if (dxk_linker_link(linker, &options, &made) == DXK_OK && !made)
        abort();
    dxk_container_free(made);
}

static void list_symbols(const dxk_container *container)
{
    dxk_symbols *symbols;
    dxk_symbol symbol;
    if (dxk_symbols_load(container, &symbols) != DXK_OK)
        return;
    for (size_t i = 0; dxk_symbols_get(symbols, i, &symbol); i++)
        for (size_t k = 0; k < symbol.resource_count; k++)
            if (!dxk_symbol_resource(symbols, i, k).data)
                abort();
    dxk_symbols_free(symbols);
}

/* A root signature that is made can be written. */
static void make_root(dxk_ctx *ctx, const dxk_container *container)
{
    const dxk_container *const list[2] = {container, container};
    dxk_root_signature *made;
    if (dxk_rootsig_make(ctx, list, 2, NULL, &made) == DXK_OK && !made)
        abort();
    dxk_rootsig_free(made);
}

FUZZ_TARGET
{
    static const char *const profiles[] = {"cs_6_0", "ps_6_6", "lib_6_3", "lib_6_x"};
    dxk_bytes input = {data, size};
    dxk_ctx_options options = {.limits = {.memory = 512 * input.size + (64u << 20)}};
    dxk_ctx *ctx;
    dxk_container *container;
    dxk_linker *linker = NULL;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_container_read(ctx, input, NULL, &container) == DXK_OK) {
        dxk_match_stage stages[2] = {{container, str("a")}, {container, str("b")}};
        list_symbols(container);
        dxk_match(ctx, stages, 2, NULL);
        make_root(ctx, container);
        if (dxk_linker_create(ctx, &linker) == DXK_OK &&
            dxk_linker_add(linker, str("a"), container) == DXK_OK)
            for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
                try_link(linker, profiles[i], i % 2 ? "none" : "");
    }
    dxk_linker_free(linker);
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* fuzz_picture.c - any input: every picture of it, each of which must be well-formed XML. */
#include "dxk/container.h"
#include "dxk/picture.h"
#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

#define DEEPEST 32

/* A reader of the little that pictures use of XML: elements, attributes, texts. */
typedef struct xml {
    const char *at, *end;
    dxk_str open[DEEPEST]; /* names of the elements that are open */
    size_t depth;
} xml;

static void require(bool fine)
{
    if (!fine)
        abort();
}

static dxk_str name(xml *x)
{
    const char *start = x->at;
    while (x->at < x->end && !strchr(" />=", *x->at))
        x->at++;
    require(x->at > start && x->at < x->end);
    return (dxk_str){start, (size_t)(x->at - start)};
}

/* Text up to `stop`: no markup, no control characters but the end of a line, known entities. */
static void text(xml *x, char stop)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (; x->at < x->end && *x->at != stop; x->at++) {
        unsigned char c = (unsigned char)*x->at;
        bool known = c != '&';
        for (size_t i = 0; i < 4 && !known; i++) {
            size_t size = strlen(entities[i]);
            known = (size_t)(x->end - x->at) >= size && memcmp(x->at, entities[i], size) == 0;
        }
        require(known && c != '<' && (c >= ' ' || c == '\n') && c != 0x7f);
    }
}

static void attributes(xml *x)
{
    while (x->at < x->end && *x->at == ' ') {
        x->at++;
        name(x);
        require(x->end - x->at > 2 && x->at[0] == '=' && x->at[1] == '"');
        x->at += 2;
        text(x, '"');
        require(x->at < x->end);
        x->at++;
    }
}

static void element(xml *x)
{
    bool closes = x->at < x->end && *x->at == '/';
    x->at += closes;
    dxk_str called = name(x);
    if (closes) {
        require(x->depth && x->open[x->depth - 1].size == called.size &&
                memcmp(x->open[x->depth - 1].data, called.data, called.size) == 0);
        x->depth--;
    } else {
        attributes(x);
        if (x->at < x->end && *x->at == '/') {
            x->at++;
        } else {
            require(x->depth < DEEPEST);
            x->open[x->depth++] = called;
        }
    }
    require(x->at < x->end && *x->at == '>');
    x->at++;
}

static void check(const dxk_buffer *svg)
{
    xml x = {.at = (const char *)svg->data, .end = (const char *)svg->data + svg->size};
    bool any = false;
    while (x.at < x.end) {
        text(&x, '<');
        if (x.at == x.end)
            break;
        require(x.depth || !any);
        any = true;
        x.at++;
        element(&x);
    }
    require(any && !x.depth);
}

static void draw(dxk_ctx *ctx, const dxk_container *container)
{
    for (unsigned kind = 0; kind < DXK_PICTURE_KINDS; kind++) {
        dxk_picture_options options = {.other = container, .max_marks = 2000};
        dxk_buffer svg;
        dxk_buffer_init(&svg, ctx);
        dxk_status status =
            dxk_picture(container, (dxk_picture_kind)kind, &options, dxk_buffer_sink(&svg));
        if (status == DXK_OK || status == DXK_E_INVALID)
            check(&svg);
        dxk_buffer_free(&svg);
        dxk_ctx_clear_diags(ctx);
    }
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (16u << 20)}};
    dxk_container *container;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, (dxk_bytes){data, size}, &(dxk_read_options){.salvage = true},
                       &container);
    if (container)
        draw(ctx, container);
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}

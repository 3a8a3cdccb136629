/* SPDX-License-Identifier: MIT */
/*
 * fuzz_report.c - any input: its report, and the document of a collection with it. What is between elements
 * must not be able to become one: the bytes that begin and end markup are where the writer puts them.
 */
#include "dxk/report.h"
#include "fuzz.h"

#include <stdbool.h>
#include <string.h>

static void require(bool fine)
{
    if (!fine)
        abort();
}

static bool begins(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && memcmp(at, word, size) == 0;
}

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* An attribute after its blank: a name, and a value in quotes or of plain characters. */
static const char *attribute(const char *at, const char *end)
{
    const char *name = at;
    while (at < end && (is_letter(*at) || *at == '-' || *at == ':' || (*at >= 'A' && *at <= 'Z') ||
                        (*at >= '0' && *at <= '9')))
        at++;
    require(at > name && at < end && !(at - name > 2 && name[0] == 'o' && name[1] == 'n'));
    require(!begins(name, end, "src") && !begins(name, end, "action"));
    if (*at != '=')
        return at;
    if (++at < end && *at == '"') {
        at = memchr(at + 1, '"', (size_t)(end - at - 1));
        require(at != NULL);
        return at + 1;
    }
    while (at < end && *at != ' ' && *at != '>') {
        require(*at != '<' && *at != '"' && *at != '\'' && *at != '`' && *at != '=');
        at++;
    }
    return at;
}

/* An element after its '<'; what follows it. */
static const char *element(const char *at, const char *end, unsigned *scripts)
{
    bool script = begins(at, end, "script>"), style = begins(at, end, "style>");
    at += *at == '/';
    require(at < end && (is_letter(*at) || begins(at, end, "!doctype")));
    at += *at == '!';
    while (at < end && (is_letter(*at) || (*at >= '0' && *at <= '9')))
        at++;
    while (at < end && *at == ' ')
        at = attribute(at + 1, end);
    at += at < end && *at == '/';
    require(at < end && *at == '>');
    *scripts += script;
    while ((script || style) && at < end && !begins(at, end, script ? "</script>" : "</style>"))
        at++;
    return script || style ? at : at + 1;
}

static void check(const dxk_buffer *document)
{
    const char *at = (const char *)document->data, *end = at + document->size;
    unsigned scripts = 0;
    while (at < end) {
        unsigned char c = (unsigned char)*at++;
        require((c >= ' ' || c == '\n' || c == '\t') && c != 0x7f);
        if (c == '<' && at < end)
            at = element(at, end, &scripts);
        else
            require(c != '<');
    }
    require(scripts == 1);
}

static void collect(dxk_ctx *ctx, const dxk_container *container, dxk_bytes input)
{
    const dxk_report_options how = {.bare = true, .prefix = "a-"};
    dxk_str name = {(const char *)input.data, input.size < 40 ? input.size : 40};
    dxk_report_collection *all = NULL;
    dxk_report_summary row;
    dxk_buffer text, document;
    dxk_buffer_init(&text, ctx);
    dxk_buffer_init(&document, ctx);
    if (dxk_report_collection_create(ctx, &all) == DXK_OK &&
        dxk_report_summarize(container, &row) == DXK_OK &&
        dxk_report(container, &how, dxk_buffer_sink(&text)) == DXK_OK &&
        dxk_report_collection_add(all, name, &row, (dxk_bytes){text.data, text.size}, "a-") ==
            DXK_OK &&
        dxk_report_collection_write(all, name, dxk_buffer_sink(&document)) == DXK_OK)
        check(&document);
    dxk_report_collection_free(all);
    dxk_buffer_free(&text);
    dxk_buffer_free(&document);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (32u << 20)}};
    dxk_bytes input = {data, size};
    dxk_container *container;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, input, &(dxk_read_options){.salvage = true}, &container);
    if (container) {
        dxk_report_options how = {.name = {(const char *)data, size < 40 ? size : 40}};
        dxk_buffer document;
        how.other = container;
        dxk_buffer_init(&document, ctx);
        if (dxk_report(container, &how, dxk_buffer_sink(&document)) == DXK_OK)
            check(&document);
        dxk_buffer_free(&document);
        collect(ctx, container, input);
    }
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}

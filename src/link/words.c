/* SPDX-License-Identifier: MIT */
/* words.c - messages of the linker. See link.h. */
#include "link/link.h"

#include "base/out.h"

bool dxki_link_nomem(dxki_link *link)
{
    if (link->status == DXK_OK)
        link->status = dxki_nomem(link->ctx);
    return false;
}

void dxki_link_say(dxki_link *link, const char *words, const dxki_arg *args, size_t count)
{
    size_t size = dxki_format(NULL, 0, words, args, count);
    char *text = dxki_arena_alloc(&link->arena, size + 1);
    dxk_sink sink = dxk_buffer_sink(&link->linker->words);
    if (text)
        dxki_format(text, size, words, args, count);
    if (!text || sink.write(sink.user, text, size) != DXK_OK ||
        sink.write(sink.user, "\n", 1) != DXK_OK)
        dxki_link_nomem(link);
}

void dxki_link_complain(dxki_link *link, const dxki_rule *rule, const dxki_link_library *where,
                        const char *words, const dxki_arg *args, size_t count)
{
    const char *path =
        where ? dxki_arena_strdup(&link->arena, where->name.data, where->name.size) : "";
    dxk_status status = dxki_report(link->ctx, rule, dxki_nowhere(), path ? path : "", args, count);
    if (rule->severity == DXK_ERROR && link->status == DXK_OK)
        link->status = status;
    if (words)
        dxki_link_say(link, words, args, count);
}

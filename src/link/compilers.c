/* SPDX-License-Identifier: MIT */
/*
 * compilers.c - libraries that different versions of the compiler made are not linked: their VERS
 * parts must be those of the first library. See link.h.
 */
#include "link/link.h"

#include "base/str.h"
#include "dxk/parts.h"
#include "dxk/source.h"

static bool is_same(const dxki_link_library *a, const dxki_link_library *b)
{
    return a->version.size == b->version.size &&
           (a->version.size == 0 || memcmp(a->version.data, b->version.data, a->version.size) == 0);
}

/* "Version(1.10) commits(5466) sha(9a3e225d) version string: "1.9.0.15466"" */
static dxk_str describe(dxki_link *link, const dxki_link_library *library)
{
    static const char pattern[] = "Version(%0.%1) commits(%2) sha(%3) version string: \"%4\"";
    dxk_str none = dxki_str("No version info available");
    dxk_decoded *part = NULL;
    if (!library->version.size ||
        dxk_part_decode(link->ctx, DXK_PART_VERS, library->version, &part) != DXK_OK)
        return none;
    const dxk_version_part *v = part->as.version;
    const dxki_arg args[] = {dxki_dec(v->version.major), dxki_dec(v->version.minor),
                             dxki_dec(v->version.commit_count), dxki_text(dxk_version_commit(v)),
                             dxki_text(dxk_version_custom(v))};
    size_t size = dxki_format(NULL, 0, pattern, args, 5);
    char *text = dxki_arena_alloc(&link->arena, size + 1);
    if (text)
        dxki_format(text, size, pattern, args, 5);
    dxk_decoded_free(part);
    return text ? (dxk_str){text, size} : none;
}

bool dxki_link_check_compilers(dxki_link *link)
{
    size_t count = link->linker->libraries.count;
    for (uint32_t l = 1; l < count; l++) {
        const dxki_link_library *first = dxki_link_library_of(link, 0);
        const dxki_link_library *library = dxki_link_library_of(link, l);
        if (is_same(first, library))
            continue;
        DXKI_LINK_COMPLAIN(
            link, DXKI_RULE_LINK_COMPILER, library,
            "error: Cannot link libraries with conflicting compiler versions.\n"
            "note: library \"%2\" version: %0%4note: library \"%3\" version: %1",
            dxki_text(describe(link, first)), dxki_text(describe(link, library)),
            dxki_text(first->name), dxki_text(library->name),
            dxki_raw(dxki_str(first->version.size ? "\n" : ""))); /* as it stands there */
        return false;
    }
    return true;
}

/* SPDX-License-Identifier: MIT */
/*
 * texts.c - compares the texts that dxk prints of parts with those of the reference, which lie
 * beside the containers: NAME.psv (`dxa -dumppsv`), NAME.rdat (-dumprdat), NAME.rs (-dumprs).
 *
 *     conformance-texts [-v] FOLDER...
 *
 * -v names the files that differ. The exit status is 1 when one does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/compat.h"
#include "dxk/parts.h"
#include "files.h"

typedef struct kind {
    const char *suffix;
    uint32_t fourcc;
    dxk_status (*print)(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink);
    size_t texts, same;
    bool verbose;
} kind;

static dxk_status print_psv(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink)
{
    (void)ctx;
    return dxk_psv0_print(part->as.psv0, NULL, sink);
}

static dxk_status print_rdat(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink)
{
    return dxk_rdat_print(ctx, part->as.rdat, sink);
}

static dxk_status print_rs(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink)
{
    (void)ctx;
    return dxk_rootsig_print_dxa(part->as.root_signature, sink);
}

/* The text of the first part of the kind; empty when there is none. */
static void print_part(dxk_ctx *ctx, dxk_bytes bytes, const kind *k, dxk_buffer *out)
{
    dxk_container *container;
    dxk_decoded *part;
    if (dxk_container_read(ctx, bytes, NULL, &container) != DXK_OK)
        return;
    size_t index = dxk_container_find(container, k->fourcc, 0);
    if (index != DXK_NO_PART &&
        dxk_part_decode(ctx, k->fourcc, dxk_container_part(container, index)->content, &part) ==
            DXK_OK) {
        k->print(ctx, part, dxk_buffer_sink(out));
        dxk_decoded_free(part);
    }
    dxk_container_free(container);
}

/* True when the container beside the text at `path` gives that text. */
static bool same_text(const char *path, const kind *k)
{
    char beside[4096];
    dxk_bytes text, bytes;
    dxk_ctx *ctx;
    bool same = false;
    snprintf(beside, sizeof beside, "%.*s.dxil", (int)(strlen(path) - strlen(k->suffix)), path);
    uint8_t *wanted = files_read(path, &text);
    uint8_t *container = files_read(beside, &bytes);
    if (wanted && container && dxk_ctx_create(NULL, &ctx) == DXK_OK) {
        dxk_buffer out;
        dxk_buffer_init(&out, ctx);
        print_part(ctx, bytes, k, &out);
        same = files_same((dxk_bytes){out.data, out.size}, text);
        dxk_buffer_free(&out);
        dxk_ctx_free(ctx);
    }
    free(wanted);
    free(container);
    return same;
}

static void check_text(void *user, const char *path)
{
    kind *k = user;
    bool same = same_text(path, k);
    k->texts++;
    k->same += same;
    if (!same && k->verbose)
        printf("%s: differs\n", path);
}

int main(int argc, char **argv)
{
    const bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    bool all = true;
    kind kinds[] = {
        {".psv", DXK_PART_PSV0, print_psv, 0, 0, verbose},
        {".rdat", DXK_PART_RDAT, print_rdat, 0, 0, verbose},
        {".rs", DXK_PART_RTS0, print_rs, 0, 0, verbose},
    };
    const size_t count = sizeof kinds / sizeof *kinds;
    if (argc < 2 + verbose) {
        fprintf(stderr, "usage: %s [-v] FOLDER...\n", argv[0]);
        return 2;
    }
    for (int i = 1 + verbose; i < argc; i++)
        for (size_t k = 0; k < count; k++)
            files_each(argv[i], kinds[k].suffix, check_text, &kinds[k]);
    for (size_t i = 0; i < count; i++) {
        printf("text of %-5s identical %zu of %zu\n", kinds[i].suffix + 1, kinds[i].same,
               kinds[i].texts);
        all = all && kinds[i].same == kinds[i].texts;
    }
    return all ? 0 : 1;
}

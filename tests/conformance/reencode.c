/* SPDX-License-Identifier: MIT */
/*
 * reencode.c - runs over files and folders and counts what comes back exactly: containers that are
 * written unchanged, parts that are decoded and encoded again, and the states of the digests.
 *
 *     conformance-reencode [-v] FILE|FOLDER...
 *
 * In folders only files that begin like something dxk reads are taken. -v names every exception.
 * The exit status is 1 when something came back different.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/digest.h"
#include "dxk/parts.h"
#include "files.h"

#define KINDS 64

/* Counts for one kind of part. */
typedef struct kind {
    uint32_t fourcc; /* 0 for parts that are not known */
    bool raw;        /* kept as bytes */
    size_t parts, same, undecoded;
} kind;

typedef struct tally {
    bool verbose;
    size_t files, refused, same, reencoded;
    size_t digests[DXK_DIGEST_WRONG + 1];
    kind kinds[KINDS];
    size_t kind_count;
} tally;

static void fourcc_text(uint32_t fourcc, char text[5])
{
    for (int i = 0; i < 4; i++) {
        char c = (char)(fourcc >> (8 * i));
        text[i] = (char)(c > ' ' && c < 127 ? c : '?');
    }
    text[4] = 0;
}

static kind *kind_of(tally *t, const dxk_part *part)
{
    uint32_t fourcc = part->fourcc;
    if (strcmp(dxk_part_title(fourcc, part->content), "unknown part") == 0)
        fourcc = 0;
    for (size_t i = 0; i < t->kind_count; i++)
        if (t->kinds[i].fourcc == fourcc)
            return &t->kinds[i];
    if (t->kind_count < KINDS)
        t->kind_count++;
    t->kinds[t->kind_count - 1].fourcc = fourcc;
    return &t->kinds[t->kind_count - 1];
}

static void complain(const tally *t, const dxk_ctx *ctx, const char *path, const char *what)
{
    if (!t->verbose)
        return;
    printf("%s: %s", path, what);
    for (size_t i = dxk_ctx_diag_count(ctx); i > 0; i--) {
        const dxk_diag *diag = dxk_ctx_diag(ctx, i - 1);
        if (diag->severity == DXK_ERROR) {
            printf(" (%s: %s)", diag->path, diag->message);
            break;
        }
    }
    putchar('\n');
}

static void check_part(tally *t, dxk_ctx *ctx, const char *path, const dxk_part *part)
{
    kind *k = kind_of(t, part);
    char what[64], name[5];
    dxk_decoded *decoded;
    dxk_buffer made;
    fourcc_text(part->fourcc, name);
    k->parts++;
    dxk_ctx_clear_diags(ctx);
    if (dxk_part_decode(ctx, part->fourcc, part->content, &decoded) != DXK_OK) {
        k->undecoded++;
        snprintf(what, sizeof what, "%s does not decode", name);
        complain(t, ctx, path, what);
        return;
    }
    k->raw = decoded->type == DXK_PART_TYPE_RAW;
    dxk_buffer_init(&made, ctx);
    if (dxk_part_encode(ctx, decoded, dxk_buffer_sink(&made)) == DXK_OK &&
        files_same((dxk_bytes){made.data, made.size}, part->content)) {
        k->same++;
    } else {
        snprintf(what, sizeof what, "%s comes back different", name);
        complain(t, ctx, path, what);
    }
    dxk_buffer_free(&made);
    dxk_decoded_free(decoded);
}

/* Writes the container with its digest as it is; true when that gives `bytes`. */
static bool written_same(dxk_ctx *ctx, const dxk_container *container, dxk_bytes bytes)
{
    dxk_write_options options = {.digest = DXK_DIGEST_KEEP};
    dxk_buffer made;
    dxk_buffer_init(&made, ctx);
    bool same = dxk_container_write(container, &options, dxk_buffer_sink(&made)) == DXK_OK &&
                files_same((dxk_bytes){made.data, made.size}, bytes);
    dxk_buffer_free(&made);
    return same;
}

static void check_container(tally *t, dxk_ctx *ctx, const char *path, dxk_bytes bytes)
{
    dxk_container *container;
    if (dxk_container_read(ctx, bytes, NULL, &container) != DXK_OK) {
        t->refused++;
        complain(t, ctx, path, "refused");
        return;
    }
    t->digests[dxk_container_digest_state(container)]++;
    if (written_same(ctx, container, bytes))
        t->same++;
    else
        complain(t, ctx, path, "written back different");
    for (size_t i = 0; i < dxk_container_part_count(container); i++)
        check_part(t, ctx, path, dxk_container_part(container, i));
    dxk_container_reencode(container); /* parts that do not decode are kept */
    if (written_same(ctx, container, bytes))
        t->reencoded++;
    else
        complain(t, ctx, path, "different after all parts were encoded again");
    dxk_container_free(container);
}

static void check_file(tally *t, const char *path, bool named)
{
    dxk_bytes bytes;
    uint8_t *data = files_read(path, &bytes);
    dxk_ctx *ctx;
    if (!data) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(3);
    }
    if ((named || dxk_input_sniff(bytes) != DXK_INPUT_UNKNOWN) &&
        dxk_ctx_create(NULL, &ctx) == DXK_OK) {
        t->files++;
        check_container(t, ctx, path, bytes);
        dxk_ctx_free(ctx);
    }
    free(data);
}

static void check_below(void *user, const char *path)
{
    if (files_each(path, "", check_below, user) < 0)
        check_file(user, path, false);
}

static int by_name(const void *a, const void *b)
{
    char x[5], y[5];
    fourcc_text(((const kind *)a)->fourcc, x);
    fourcc_text(((const kind *)b)->fourcc, y);
    return strcmp(x, y);
}

/* Prints the counts; true when everything that reads comes back the same. */
static bool print_tally(tally *t)
{
    size_t read = t->files - t->refused;
    bool same = t->same == read && t->reencoded == read;
    printf("files      %zu read, %zu refused\n", read, t->refused);
    printf("write-back identical %zu of %zu\n", t->same, read);
    printf("re-encode  identical %zu of %zu\n", t->reencoded, read);
    printf("digest    ");
    for (int i = 0; i <= DXK_DIGEST_WRONG; i++)
        if (t->digests[i])
            printf(" %s %zu", dxk_digest_state_name((dxk_digest_state)i), t->digests[i]);
    putchar('\n');
    qsort(t->kinds, t->kind_count, sizeof *t->kinds, by_name);
    for (size_t i = 0; i < t->kind_count; i++) {
        const kind *k = &t->kinds[i];
        char name[5];
        fourcc_text(k->fourcc, name);
        printf("%-10s identical %zu of %zu", k->fourcc ? name : "others", k->same,
               k->parts - k->undecoded);
        if (k->undecoded)
            printf(" (failed to decode %zu)", k->undecoded);
        puts(k->raw ? ", kept as bytes" : "");
        same = same && k->same == k->parts - k->undecoded;
    }
    return same;
}

int main(int argc, char **argv)
{
    tally t = {.verbose = argc > 1 && strcmp(argv[1], "-v") == 0};
    if (argc < 2 + t.verbose) {
        fprintf(stderr, "usage: %s [-v] FILE|FOLDER...\n", argv[0]);
        return 2;
    }
    for (int i = 1 + t.verbose; i < argc; i++)
        if (files_each(argv[i], "", check_below, &t) < 0)
            check_file(&t, argv[i], true);
    return print_tally(&t) ? 0 : 1;
}

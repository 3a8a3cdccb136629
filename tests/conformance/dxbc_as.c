/* SPDX-License-Identifier: MIT */
/*
 * dxbc_as.c - takes listings of shader models 4 and 5 back to containers, and counts instructions.
 *
 *     conformance-dxbc_as [-v] FOLDER
 *
 * For every container NAME.dxbc with a program: its plain and its exact listing are assembled. Is
 * the program the same, token for token; are all bytes the same? A plain listing has six decimals
 * of each float; a second count takes floats as equal that read alike in six decimals. The counters
 * of STAT are compared with those counted from the program, by the compiler's rules, apart for
 * compilers up to 9.30. -v names the files that differ.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/dxk.h"
#include "files.h"

typedef struct ratio {
    const char *name;
    size_t good, all;
} ratio;

enum { CODE, DECIMALS, WHOLE, EXACT_CODE, EXACT_WHOLE, STAT_NEW, STAT_OLD, RATIOS };

typedef struct tally {
    bool verbose;
    const char *file;
    ratio ratios[RATIOS];
} tally;

static void count(tally *t, int which, bool good)
{
    t->ratios[which].all++;
    t->ratios[which].good += good;
    if (t->verbose && !good)
        printf("%s: %s\n", t->file, t->ratios[which].name);
}

/* ---------------------------------------------------------------------------------------- */
/* Assembling                                                                                 */

static dxk_bytes code_of(const dxk_container *container)
{
    const dxk_part *part =
        dxk_container_part(container, dxk_container_find(container, DXK_PART_SHEX, 0));
    if (!part)
        part = dxk_container_part(container, dxk_container_find(container, DXK_PART_SHDR, 0));
    return part ? part->content : (dxk_bytes){NULL, 0};
}

static uint32_t word_at(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Equal words, or floats that six decimals do not tell apart. */
static bool same_decimals(uint32_t a, uint32_t b)
{
    char text_a[64], text_b[64];
    float float_a, float_b;
    if (a == b)
        return true;
    memcpy(&float_a, &a, sizeof a);
    memcpy(&float_b, &b, sizeof b);
    snprintf(text_a, sizeof text_a, "%.6f", (double)float_a);
    snprintf(text_b, sizeof text_b, "%.6f", (double)float_b);
    return strcmp(text_a, text_b) == 0;
}

/* The same but for floats and, in 64-bit values, the low words after them. */
static bool same_but_decimals(dxk_bytes a, dxk_bytes b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i + 4 <= a.size; i += 4)
        if (!same_decimals(word_at(a.data + i), word_at(b.data + i)))
            return false;
    return true;
}

static void assemble(tally *t, dxk_ctx *ctx, const dxk_container *container, bool exact)
{
    dxk_dxbc_options options = {.exact = exact};
    dxk_container *again = NULL;
    dxk_buffer text, out;
    dxk_bytes code = {NULL, 0}, whole = {NULL, 0};
    dxk_buffer_init(&text, ctx);
    dxk_buffer_init(&out, ctx);
    dxk_status status = dxk_dxbc_print(container, &options, dxk_buffer_sink(&text));
    dxk_str listing = {(const char *)text.data, text.size};
    if (status == DXK_OK && dxk_container_parse(ctx, listing, &again) == DXK_OK) {
        dxk_write_options how = {.digest = dxk_dxbc_digest(listing)};
        code = code_of(again);
        if (dxk_container_write(again, &how, dxk_buffer_sink(&out)) == DXK_OK)
            whole = (dxk_bytes){out.data, out.size};
    }
    count(t, exact ? EXACT_CODE : CODE, files_same(code, code_of(container)));
    if (!exact)
        count(t, DECIMALS, same_but_decimals(code, code_of(container)));
    count(t, exact ? EXACT_WHOLE : WHOLE, files_same(whole, dxk_container_input(container)));
    dxk_container_free(again);
    dxk_buffer_free(&out);
    dxk_buffer_free(&text);
}

/* ---------------------------------------------------------------------------------------- */
/* Counting                                                                                   */

static dxk_decoded *decode(dxk_ctx *ctx, const dxk_container *container, uint32_t fourcc)
{
    dxk_decoded *decoded = NULL;
    const dxk_part *part = dxk_container_part(container, dxk_container_find(container, fourcc, 0));
    if (part)
        dxk_part_decode(ctx, fourcc, part->content, &decoded);
    return decoded;
}

static void compare_counters(tally *t, const dxk_counter_part *stat,
                             const dxk_dxbc_program *program, dxk_fxc_version fxc)
{
    dxk_counters counters;
    uint8_t ours[DXK_WIRE_SIZE_counters], theirs[DXK_WIRE_SIZE_counters];
    dxk_dxbc_count(program, fxc, &counters);
    dxk_record_store(DXK_RECORD_ID_counters, &counters, ours, sizeof ours);
    dxk_record_store(DXK_RECORD_ID_counters, &stat->counters, theirs, sizeof theirs);
    size_t size = stat->size < sizeof ours ? stat->size : sizeof ours;
    bool old = fxc == DXK_FXC_9_29 || fxc == DXK_FXC_9_30;
    count(t, old ? STAT_OLD : STAT_NEW, memcmp(ours, theirs, size) == 0);
}

static void recount(tally *t, dxk_ctx *ctx, const dxk_container *container)
{
    dxk_decoded *stat = decode(ctx, container, DXK_PART_STAT);
    dxk_decoded *rdef = decode(ctx, container, DXK_PART_RDEF);
    dxk_dxbc_program *program = NULL;
    if (stat && stat->type == DXK_PART_TYPE_COUNTERS && rdef &&
        dxk_dxbc_decode(ctx, code_of(container), &program) == DXK_OK)
        compare_counters(t, &stat->as.counters[0], program, dxk_dxbc_compiler(rdef->as.rdef));
    dxk_dxbc_program_free(program);
    dxk_decoded_free(rdef);
    dxk_decoded_free(stat);
}

/* ---------------------------------------------------------------------------------------- */

static void run_file(void *user, const char *path)
{
    tally *t = user;
    dxk_bytes bytes;
    dxk_ctx *ctx;
    dxk_container *container;
    uint8_t *data = files_read(path, &bytes);
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        exit(2);
    t->file = path;
    if (data && dxk_container_read(ctx, bytes, NULL, &container) == DXK_OK) {
        if (dxk_dxbc_present(container) && code_of(container).size) {
            assemble(t, ctx, container, false);
            assemble(t, ctx, container, true);
            recount(t, ctx, container);
        }
        dxk_container_free(container);
    }
    dxk_ctx_free(ctx);
    free(data);
}

int main(int argc, char **argv)
{
    tally t = {.ratios = {[CODE] = {"program of the listing, assembled", 0, 0},
                          [DECIMALS] = {"program of the listing, except decimals of floats", 0, 0},
                          [WHOLE] = {"container of the listing, assembled", 0, 0},
                          [EXACT_CODE] = {"program of the exact listing, assembled", 0, 0},
                          [EXACT_WHOLE] = {"container of the exact listing, assembled", 0, 0},
                          [STAT_NEW] = {"STAT counted from the program", 0, 0},
                          [STAT_OLD] = {"STAT counted from the program, FXC up to 9.30", 0, 0}}};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            t.verbose = true;
        else
            files_each(argv[i], ".dxbc", run_file, &t);
    }
    for (int i = 0; i < RATIOS; i++)
        printf("%s identical %zu of %zu\n", t.ratios[i].name, t.ratios[i].good, t.ratios[i].all);
    const ratio *exact = &t.ratios[EXACT_WHOLE];
    return exact->all && exact->good == exact->all ? 0 : 1;
}

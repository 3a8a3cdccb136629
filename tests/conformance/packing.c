/* SPDX-License-Identifier: MIT */
/*
 * packing.c - packs the elements of the signatures that the reference packed, and counts the
 * signatures in which every element comes to the register and component where the reference put
 * it.
 *
 *     conformance-packing [-v] FILE|FOLDER...
 *
 * The elements are those of the PSV0 part. In folders only NAME.dxil is taken, and of these only
 * what index.tsv, when it is there, calls compiled: hand-written modules are packed by hand. Its
 * arguments tell the strategy; without it, either will do. -v names every difference. The exit
 * status is 1 when there is one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dxk/dxk.h"
#include "files.h"

typedef enum strategy { ANY, PREFIX_STABLE, OPTIMIZED, STRATEGIES } strategy;

typedef struct tally {
    bool verbose;
    char *index; /* index.tsv of the folder; NULL: none */
    size_t signatures[STRATEGIES], same[STRATEGIES];
    size_t elements;
} tally;

/* ---------------------------------------------------------------------------------------- */
/* One container                                                                              */

static uint32_t component_type(uint32_t of_signature)
{
    static const uint8_t types[] = {
        [DXK_SIG_COMPONENT_TYPE_UNKNOWN] = DXK_COMPONENT_TYPE_I1, /* by older validators */
        [DXK_SIG_COMPONENT_TYPE_UINT32] = DXK_COMPONENT_TYPE_U32,
        [DXK_SIG_COMPONENT_TYPE_SINT32] = DXK_COMPONENT_TYPE_I32,
        [DXK_SIG_COMPONENT_TYPE_FLOAT32] = DXK_COMPONENT_TYPE_F32,
        [DXK_SIG_COMPONENT_TYPE_UINT16] = DXK_COMPONENT_TYPE_U16,
        [DXK_SIG_COMPONENT_TYPE_SINT16] = DXK_COMPONENT_TYPE_I16,
        [DXK_SIG_COMPONENT_TYPE_FLOAT16] = DXK_COMPONENT_TYPE_F16,
        [DXK_SIG_COMPONENT_TYPE_UINT64] = DXK_COMPONENT_TYPE_U64,
        [DXK_SIG_COMPONENT_TYPE_SINT64] = DXK_COMPONENT_TYPE_I64,
        [DXK_SIG_COMPONENT_TYPE_FLOAT64] = DXK_COMPONENT_TYPE_F64,
    };
    return of_signature < sizeof types ? types[of_signature] : DXK_COMPONENT_TYPE_INVALID;
}

static bool packs_same(dxk_ctx *ctx, const dxk_psv0 *psv, dxk_psv_signature which,
                       const dxk_pack_options *options, const char *name)
{
    dxk_pack_element elements[256] = {{0}};
    uint32_t count = dxk_psv0_element_count(psv, which);
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        const dxk_psv_element *e = dxk_psv0_element(psv, which, i);
        const uint32_t *indices;
        uint32_t index_count = dxk_psv0_element_indices(psv, e, &indices);
        elements[i] = (dxk_pack_element){.semantic = e->semantic_kind,
                                         .semantic_index = index_count ? indices[0] : 0,
                                         .component_type = component_type(e->component_type),
                                         .interpolation = e->interpolation,
                                         .rows = e->rows,
                                         .columns = e->cols,
                                         .stream = e->stream};
    }
    if (dxk_signature_pack(ctx, (dxk_shader_kind)dxk_psv0_stage(psv), (dxk_signature_kind)which,
                           options, elements, count, NULL) != DXK_OK)
        same = false;
    for (uint32_t i = 0; i < count; i++) {
        const dxk_psv_element *e = dxk_psv0_element(psv, which, i);
        int32_t row = e->allocated ? e->start_row : -1, column = e->allocated ? e->start_col : -1;
        if (elements[i].start_row == row && elements[i].start_column == column)
            continue;
        same = false;
        if (name)
            printf("%s: signature %d element %u: at %d.%d, expected %d.%d\n", name, which, i,
                   elements[i].start_row, elements[i].start_column, row, column);
    }
    return same;
}

static void check_signature(tally *t, dxk_ctx *ctx, const dxk_psv0 *psv, dxk_psv_signature which,
                            strategy how, bool native, const char *name)
{
    const dxk_pack_options stable = {.strategy = DXK_PACKING_PREFIX_STABLE, .native_16bit = native},
                           optimized = {.strategy = DXK_PACKING_OPTIMIZED, .native_16bit = native};
    const char *verbose = t->verbose ? name : NULL;
    bool same = how == OPTIMIZED ? packs_same(ctx, psv, which, &optimized, verbose)
                                 : packs_same(ctx, psv, which, &stable, verbose);
    if (how == ANY && !same)
        same = packs_same(ctx, psv, which, &optimized, verbose);
    t->signatures[how]++;
    t->same[how] += same;
    t->elements += dxk_psv0_element_count(psv, which);
}

/* Does the program name its 16-bit types native? */
static bool is_native(dxk_ctx *ctx, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_PART_DXIL, 0);
    dxk_program program;
    dxk_module *module = NULL;
    dxk_dxil *dxil = NULL;
    bool native = false;
    if (index == DXK_NO_PART ||
        dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) != DXK_OK)
        return false;
    if (dxk_module_read(ctx, program.bitcode, NULL, &module) == DXK_OK &&
        dxk_dxil_load(module, &dxil) == DXK_OK)
        for (unsigned bit = 0; bit < 64; bit++) {
            const char *flag = dxk_dxil_shader_flag_name(bit);
            if (flag && strcmp(flag, "UseNativeLowPrecision") == 0)
                native = dxk_dxil_info_get(dxil).shader_flags >> bit & 1;
        }
    dxk_dxil_free(dxil);
    dxk_module_free(module);
    return native;
}

static void check_container(tally *t, dxk_ctx *ctx, const dxk_container *container, strategy how,
                            const char *name)
{
    size_t index = dxk_container_find(container, DXK_PART_PSV0, 0);
    dxk_decoded *decoded;
    if (index == DXK_NO_PART ||
        dxk_part_decode(ctx, DXK_PART_PSV0, dxk_container_part(container, index)->content,
                        &decoded) != DXK_OK)
        return;
    bool native = is_native(ctx, container);
    for (int which = 0; which < (int)DXK_PSV_SIGNATURES; which++)
        if (dxk_psv0_element_count(decoded->as.psv0, (dxk_psv_signature)which))
            check_signature(t, ctx, decoded->as.psv0, (dxk_psv_signature)which, how, native, name);
    dxk_decoded_free(decoded);
}

/* ---------------------------------------------------------------------------------------- */
/* Files                                                                                      */

/* The strategy of a file by its line in the index; STRATEGIES: it is not to be checked. */
static strategy strategy_of(const tally *t, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t size = strlen(name) - strlen(".dxil");
    for (const char *line = t->index; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, size) != 0 || line[size] != '\t')
            continue;
        size_t length = strcspn(line, "\n");
        char text[1024];
        snprintf(text, sizeof text, "%.*s", (int)length, line);
        if (!strstr(text, "\tcompile\t"))
            return STRATEGIES;
        return strstr(text, "-pack-optimized") || strstr(text, "-pack_optimized") ? OPTIMIZED
                                                                                  : PREFIX_STABLE;
    }
    return t->index ? STRATEGIES : ANY;
}

static void check_file(void *user, const char *path)
{
    tally *t = user;
    strategy how = strategy_of(t, path);
    dxk_bytes bytes;
    uint8_t *data = how == STRATEGIES ? NULL : files_read(path, &bytes);
    dxk_ctx *ctx;
    dxk_container *container;
    if (!data || dxk_ctx_create(NULL, &ctx) != DXK_OK) {
        free(data);
        return;
    }
    if (dxk_container_read(ctx, bytes, NULL, &container) == DXK_OK)
        check_container(t, ctx, container, how, path);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    free(data);
}

static void check_member(void *user, const char *path)
{
    if (!files_ends(path, ".asm.dxil"))
        check_file(user, path);
}

/* index.tsv of the folder as a string; NULL: there is none. */
static char *read_index(const char *folder)
{
    char path[4096];
    dxk_bytes bytes;
    snprintf(path, sizeof path, "%s/index.tsv", folder);
    uint8_t *data = files_read(path, &bytes);
    char *text = data ? realloc(data, bytes.size + 1) : NULL;
    if (text)
        text[bytes.size] = 0;
    else
        free(data);
    return text;
}

int main(int argc, char **argv)
{
    tally t = {.verbose = argc > 1 && strcmp(argv[1], "-v") == 0};
    static const char *const titles[] = {"either", "prefix-stable", "optimized"};
    bool good = true;
    if (argc < 2 + t.verbose) {
        fprintf(stderr, "usage: %s [-v] FILE|FOLDER...\n", argv[0]);
        return 2;
    }
    for (int i = 1 + t.verbose; i < argc; i++) {
        t.index = read_index(argv[i]);
        if (files_each(argv[i], ".dxil", check_member, &t) < 0)
            check_file(&t, argv[i]);
        free(t.index);
    }
    for (int i = 0; i < STRATEGIES; i++) {
        if (t.signatures[i])
            printf("%-14s identical %zu of %zu\n", titles[i], t.same[i], t.signatures[i]);
        good = good && t.same[i] == t.signatures[i];
    }
    printf("elements       %zu\n", t.elements);
    return good ? 0 : 1;
}

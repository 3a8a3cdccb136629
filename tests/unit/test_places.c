/* SPDX-License-Identifier: MIT */
/*
 * test_places.c - where in a text functions and instructions begin; the paths, rules and notes of
 * findings; findings that say the same as others.
 */
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

#include "dxk/container.h"
#include "dxk/text.h"
#include "dxk/validate.h"

static const char text[] = "target triple = \"dxil-ms-dx\"\n"
                           "declare void @llvm.dbg.value(metadata, i64, metadata, metadata)\n"
                           "define i32 @\"odd name\"(i32 %a) {\n"
                           "  %b = add i32 %a, 1\n"
                           "  call void @llvm.dbg.value(metadata i32 %b, i64 0, metadata !0,\n"
                           "                            metadata !0)\n"
                           "    %c = mul i32 %b, 2 ret i32 %c\n"
                           "}\n"
                           "!0 = !{}\n";

static bool find(const dxk_module *m, const char *function, uint32_t instruction, uint32_t line,
                 uint32_t column)
{
    uint32_t place[2];
    bool known = dxk_module_text_place(m, (dxk_str){function, strlen(function)}, instruction,
                                       &place[0], &place[1]);
    assert_int_equal(place[0], line);
    assert_int_equal(place[1], column);
    return known;
}

static void test_text_places(void **state)
{
    dxk_ctx *ctx = support_ctx();
    const dxk_parse_options with = {.places = true, .as_written = true},
                            none = {.as_written = true};
    dxk_bytes bytes = {(const uint8_t *)text, sizeof text - 1};
    dxk_module *m;
    (void)state;
    assert_int_equal(dxk_module_parse(ctx, bytes, &with, &m), DXK_OK);
    assert_true(find(m, "odd name", UINT32_MAX, 3, 1));
    assert_true(find(m, "llvm.dbg.value", UINT32_MAX, 2, 1));
    assert_true(find(m, "odd name", 0, 4, 3));
    assert_true(find(m, "odd name", 1, 7, 5)); /* the call in between does not count */
    assert_true(find(m, "odd name", 2, 7, 24));
    assert_false(find(m, "odd name", 3, 0, 0));
    assert_false(find(m, "odd name", UINT32_MAX - 1, 0, 0));
    assert_false(find(m, "llvm.dbg.value", 0, 0, 0));
    assert_false(find(m, "odd", 0, 0, 0));
    assert_false(find(m, "", 0, 0, 0));
    dxk_module_free(m);
    assert_int_equal(dxk_module_parse(ctx, bytes, &none, &m), DXK_OK);
    assert_false(find(m, "odd name", 0, 0, 0));
    dxk_module_free(m);
    support_ctx_done(ctx);
}

/* ---------------------------------------------------------------------------------------- */

static const dxk_finding *first_shown(const dxk_validation *result, size_t *hidden)
{
    const dxk_finding *shown = NULL;
    *hidden = 0;
    for (size_t i = 0; i < dxk_validation_count(result, NULL); i++) {
        const dxk_finding *f = dxk_validation_finding(result, i);
        *hidden += f->is_repeated;
        if (!f->is_repeated && !shown)
            shown = f;
    }
    return shown;
}

static void check(const char *name, const char *rule, const char *path, size_t repeated)
{
    char file[96];
    dxk_ctx *ctx = support_ctx();
    size_t size;
    dxk_container *container;
    dxk_validation *result;
    size_t hidden;
    uint64_t total;
    snprintf(file, sizeof file, "negative/%s/input.dxil", name);
    uint8_t *data = support_sample(file, &size);
    assert_int_equal(dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container), DXK_OK);
    assert_int_equal(dxk_validate(container, NULL, &result), DXK_OK);
    const dxk_finding *f = first_shown(result, &hidden);
    assert_non_null(f);
    assert_string_equal(f->rule, rule);
    if (f->path.size != strlen(path) || memcmp(f->path.data, path, f->path.size) != 0)
        fail_msg("%s: %.*s", name, (int)f->path.size, f->path.data);
    assert_int_equal(hidden, repeated);
    size_t count = dxk_validation_count(result, &total);
    assert_int_equal(count, hidden + total);
    dxk_validation_free(result);
    dxk_container_free(container);
    free(data);
    support_ctx_done(ctx);
}

static void test_paths(void **state)
{
    (void)state;
    check("alloc_depth", "META.SEMANTICSHOULDNOTBEALLOCATED", "@main/output[2] SV_Depth0", 0);
    check("cb_oob_big", "INSTR.CBUFFEROUTOFBOUND", "@main/bb0/%49", 0);
    check("known_counters", "META.KNOWN", "!dx.counters", 0);
    check("flags_wave_missing", "META.FLAGSUSAGE", "@main", 1);
    check("bc_phi_missing", "BITCODE.VALID", "@main/bb2/%18", 2);
    check("part_program_none", "PROGRAM.HEADER", "DXIL", 0);
    check("part_features_missing", "CONTAINER.PARTMISSING", "SFI0", 0);
    check("dense_cb", "META.DENSERESIDS", "CB5: CBuffer (cb1)", 0);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_text_places),
    cmocka_unit_test(test_paths),
};
SUPPORT_SUITE(test_places, tests);

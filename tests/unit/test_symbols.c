/* SPDX-License-Identifier: MIT */
/* test_symbols.c - functions of programs, and their names as declarations (dxk/symbols.h). */
#include "support.h"

#include "dxk/container.h"
#include "dxk/symbols.h"

static const char *const names[][2] = {
    {"main", "main"},
    {"\1?alpha@@YAMM@Z", "float alpha(float)"},
    {"\1?note@@YAXIM@Z", "void note(uint, float)"},
    {"\1?readA@@YAMXZ", "float readA()"},
    {"\1?albedo@@YA?AV?$vector@M$03@@V?$vector@M$01@@I@Z", "float4 albedo(float2, uint)"},
    {"\1?f@@YAMV?$matrix@M$02$03@@@Z", "float f(float3x4)"},
    {"\1?pick@@YA?AV?$Texture2D@V?$vector@M$03@@@@I@Z", "Texture2D<float4> pick(uint)"},
    {"\1?skin@@YA?AV?$vector@M$02@@V1@V?$vector@I$03@@V?$vector@M$03@@@Z",
     "float3 skin(float3, uint4, float4)"},
    {"\1?g@n@@YAXUS@@AIAV?$vector@M$03@@U2@Y01$$CBM@Z", "void n::g(S, inout float4, S, float[2])"},
    {"\1?h@n@@YA?AUS@@U2@0@Z", "S n::h(S, S)"},
    {"\1?s@@YAM$f16@$min16i@_K_NGF@Z",
     "float s(half, min16int, uint64_t, bool, uint16_t, int16_t)"},
    {"\1?at@Light@@QAAMH@Z", "float Light::at(int)"},
    {"\1?at@Light@n@@QBAMXZ", "float n::Light::at()"},
    {"\1?zero@V@@SAMM@Z", "static float V::zero(float)"},
    {"\1??HV@@QAA?AU0@U0@@Z", "V V::operator+(V)"},
    {"\1??RV@@QAAMH@Z", "float V::operator()(int)"},
    {"\1??8V@@QAA_NU0@@Z", "bool V::operator==(V)"},
    /* What is not understood stays. */
    {"\1??_GV@@QAAMH@Z", "\1??_GV@@QAAMH@Z"},
    {"\1??H", "\1??H"},
    {"\1?f@@QAM@Z", "\1?f@@QAM@Z"},
    {"\1?f@@YAMU?H@@@Z", "\1?f@@YAMU?H@@@Z"},
    {"\1?", "\1?"},
    {"\1?f@@YAM", "\1?f@@YAM"},
    {"\1?f@@YAMM@Zx", "\1?f@@YAMM@Zx"},
    {"\1?f@@YAM9@Z", "\1?f@@YAM9@Z"},
    {"\1?f@@YAMU9@@Z", "\1?f@@YAMU9@@Z"},
    {"\1?f@@YAMY0@Z", "\1?f@@YAMY0@Z"},
    {"\1?f@@YAMAIAAIAAIAAIAAIAAIAAIAAIAAIAAIAM@Z", "\1?f@@YAMAIAAIAAIAAIAAIAAIAAIAAIAAIAAIAM@Z"},
    {"", ""},
};

static void names_become_declarations(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        out.size = 0;
        assert_int_equal(dxk_demangle((dxk_str){names[i][0], strlen(names[i][0])}, &out), DXK_OK);
        assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
        assert_string_equal((char *)out.data, names[i][1]);
    }
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

/* Every beginning of every name is read without harm. */
static void cut_names_are_read(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t size = 0; size < strlen(names[i][0]); size++) {
            char *copy = malloc(size + 1); /* so that a sanitizer sees what is read after it */
            assert_non_null(copy);
            memcpy(copy, names[i][0], size);
            assert_int_equal(dxk_demangle((dxk_str){copy, size}, &out), DXK_OK);
            free(copy);
        }
    dxk_buffer_free(&out);
    support_ctx_done(ctx);
}

static dxk_status list(dxk_ctx *ctx, void *user)
{
    dxk_container *container;
    dxk_symbols *symbols = NULL;
    dxk_symbol symbol;
    dxk_status status = dxk_container_read(ctx, *(dxk_bytes *)user, NULL, &container);
    if (status != DXK_OK)
        return status;
    status = dxk_symbols_load(container, &symbols);
    if (status == DXK_OK) {
        assert_int_equal(dxk_symbols_count(symbols), 2);
        assert_true(dxk_symbols_get(symbols, 0, &symbol));
        assert_int_equal(symbol.kind, DXK_SYMBOL_ENTRY);
        assert_int_equal(symbol.resource_count, 2);
        assert_memory_equal(dxk_symbol_resource(symbols, 0, 1).data, "result", 6);
        assert_int_equal(dxk_symbol_resource(symbols, 0, 2).size, 0);
        assert_int_equal(dxk_symbol_resource(symbols, 9, 0).size, 0);
        assert_true(dxk_symbols_get(symbols, 1, &symbol));
        assert_int_equal(symbol.kind, DXK_SYMBOL_UNDEFINED);
        assert_int_equal(symbol.caller_count, 1);
        assert_false(dxk_symbols_get(symbols, 2, &symbol));
    }
    dxk_symbols_free(symbols);
    dxk_container_free(container);
    return status;
}

static void functions_are_listed_or_memory_runs_out(void **state)
{
    (void)state;
    dxk_bytes bytes;
    uint8_t *sample = support_sample("link/entry.lib", &bytes.size);
    bytes.data = sample;
    support_fail_allocations(list, &bytes);
    free(sample);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(names_become_declarations),
    cmocka_unit_test(cut_names_are_read),
    cmocka_unit_test(functions_are_listed_or_memory_runs_out),
};

SUPPORT_SUITE(test_symbols, tests);

/* SPDX-License-Identifier: MIT */
/*
 * print_support.h - building small modules in a few lines and comparing their text; what the tests
 * of the printer share.
 */
#ifndef TESTS_PRINT_SUPPORT_H
#define TESTS_PRINT_SUPPORT_H

#include "support.h"

#include "dxk/text.h"
#include "ir/edit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- helpers --- */

/* The context of the module under test. */
static dxk_ctx *the_ctx;

static inline dxk_module *start(void)
{
    the_ctx = support_ctx();
    dxk_module *m = dxki_module_create(the_ctx);
    assert_non_null(m);
    return m;
}

static inline dxki_string str(dxk_module *m, const char *text)
{
    return dxki_string_intern(m, (dxk_str){text, strlen(text)});
}

/* Prints and compares; frees the module. */
static inline void expect_with(dxk_module *m, const dxk_print_options *options,
                               const char *expected)
{
    dxk_buffer out;
    dxk_buffer_init(&out, the_ctx);
    assert_int_equal(dxk_module_print(m, options, dxk_buffer_sink(&out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(&out, "", 1), DXK_OK);
    assert_string_equal((const char *)out.data, expected);
    dxk_buffer_free(&out);
    dxk_module_free(m);
    support_ctx_done(the_ctx);
}

static inline void expect(dxk_module *m, const char *expected)
{
    expect_with(m, NULL, expected);
}

static inline dxki_value i32(dxk_module *m, int value)
{
    return dxki_const_int(m, DXKI_TY_I32, (uint64_t)(int64_t)value);
}

/* A variable `name` of type `type`, unnamed when NULL. */
static inline uint32_t variable(dxk_module *m, const char *name, dxki_type type, dxki_value init)
{
    dxki_global g = {.type = dxki_type_pointer(m, type, 0),
                     .value_type = type,
                     .name = name ? str(m, name) : 0,
                     .init = init};
    return dxki_global_add(m, DXKI_G_VARIABLE, &g);
}

/* The global, after the arguments have been evaluated: adding one moves them. */
static inline dxki_global *global_at(dxk_module *m, uint32_t index)
{
    return &m->globals.items[index];
}

/* A function; with a body when `defined`. */
static inline uint32_t function(dxk_module *m, const char *name, dxki_type type, bool defined)
{
    dxki_global g = {.type = dxki_type_pointer(m, type, 0),
                     .value_type = type,
                     .name = name ? str(m, name) : 0,
                     .flags = defined ? 0 : DXKI_GF_DECLARATION};
    uint32_t f = dxki_global_add(m, DXKI_G_FUNCTION, &g);
    if (defined)
        assert_true(dxki_function_add_args(m, f));
    return f;
}

static inline dxki_type fn_type(dxk_module *m, dxki_type result, dxki_type a, dxki_type b,
                                bool vararg)
{
    dxki_type params[2] = {a, b};
    return dxki_type_function(m, result, params, b ? 2 : a ? 1 : 0, vararg);
}

static inline dxki_value global_of(uint32_t g)
{
    return DXKI_VALUE(DXKI_V_GLOBAL, g);
}

static inline dxki_value block_of(uint32_t b)
{
    return DXKI_VALUE(DXKI_V_BLOCK, b);
}

static inline dxki_value arg_of(const dxk_module *m, uint32_t f, uint32_t index)
{
    return DXKI_VALUE(DXKI_V_ARG, m->globals.items[f].first_arg + index);
}

/* An instruction: operands then extra words, both ended by 0xffffffff. */
#define END 0xffffffffu
static inline dxki_value add(dxk_module *m, uint32_t block, dxki_inst in, const uint32_t *ops,
                             const uint32_t *extra)
{
    uint32_t extra_count = 0;
    in.op_count = 0;
    if (in.type == 0)
        in.type = DXKI_TY_VOID;
    while (ops && ops[in.op_count] != END)
        in.op_count++;
    while (extra && extra[extra_count] != END)
        extra_count++;
    uint32_t i = dxki_inst_add(m, block, &in, ops, extra, extra_count);
    assert_int_not_equal(i, 0);
    return DXKI_VALUE(DXKI_V_INST, i);
}

#define OPS(...)        ((const uint32_t[]){__VA_ARGS__, END})
#define INST(...)       ((dxki_inst){__VA_ARGS__})
#define PLAIN(code, t)  INST(.op = DXKI_OP_##code, .type = (t))
#define VOID_INST(code) PLAIN(code, DXKI_TY_VOID)

static inline void name_value(dxk_module *m, dxki_value value, const char *name)
{
    assert_true(dxki_value_set_name(m, value, str(m, name)));
}

/* A function "f" of type void () with one block; the block. */
static inline uint32_t body(dxk_module *m)
{
    uint32_t f = function(m, "f", fn_type(m, DXKI_TY_VOID, 0, 0, false), true);
    return dxki_block_add(m, f);
}

static inline void ret_void(dxk_module *m, uint32_t block)
{
    add(m, block, VOID_INST(RET), NULL, NULL);
}

static inline uint32_t attribute_set(dxk_module *m, const dxki_attr *attrs, uint32_t count)
{
    dxki_attr copy[8];
    memcpy(copy, attrs, count * sizeof *attrs);
    return dxki_attr_make_set(m, copy, count);
}

#endif

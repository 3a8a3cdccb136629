/* SPDX-License-Identifier: MIT */
/*
 * pass_support.h - what the tests of passes share: a runner of cases, each a list of passes, the
 * text of some functions, and the text that comes out. A case is a shader whose entry point is
 * @main: PASS_SHADER(stage, model) says which, PASS_COMPUTE is cs_6_0; it stands after both texts.
 *
 *     static const pass_case cases[] = {
 *         {NULL, "dce", "define void @main() {\n  %1 = add i32 1, 2\n  ret void\n}\n",
 *          "define void @main() {\n  ret void\n}\n"},
 *     };
 *
 * Passes run without what dxk_opt() does after the last one.
 */
#ifndef TESTS_PASS_SUPPORT_H
#define TESTS_PASS_SUPPORT_H

#include "support.h"

#include "dxk/module.h"
#include "dxk/opt.h"
#include "dxk/text.h"
#include "module_fault.h"

/* Metadata of a shader; `flags`: the shader flags, as decimal digits. */
#define PASS_SHADER(stage, minor, flags)                                                           \
    "!dx.version = !{!900}\n!dx.valver = !{!901}\n!dx.shaderModel = !{!902}\n"                     \
    "!dx.entryPoints = !{!903}\n"                                                                  \
    "!900 = !{i32 1, i32 " minor "}\n!901 = !{i32 1, i32 8}\n"                                     \
    "!902 = !{!\"" stage "\", i32 6, i32 " minor "}\n"                                             \
    "!903 = !{void ()* @main, !\"main\", null, null, !904}\n!904 = !{i32 0, i64 " flags "}\n"
#define PASS_COMPUTE PASS_SHADER("cs", "0", "0")

typedef struct pass_case {
    const char *shader; /* NULL: PASS_COMPUTE */
    const char *passes, *before, *after;
} pass_case;

/* A text with the shader's metadata after it, which must outlive the module read from it. */
static inline char *pass_text(const pass_case *c, const char *text)
{
    const char *shader = c->shader ? c->shader : PASS_COMPUTE;
    size_t size = strlen(text), rest = strlen(shader);
    char *whole = malloc(size + rest + 1);
    assert_non_null(whole);
    memcpy(whole, text, size);
    memcpy(whole + size, shader, rest + 1);
    return whole;
}

static inline dxk_status pass_parse(dxk_ctx *ctx, const char *text, dxk_module **m)
{
    return dxk_module_parse(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)}, NULL, m);
}

static inline dxk_status pass_run(dxk_module *m, const char *passes)
{
    const dxk_opt_options how = {.unfinished = true};
    return dxk_opt(m, (dxk_str){passes, strlen(passes)}, &how, NULL);
}

/* The module as text that ends with a NUL. */
static inline void pass_print(const dxk_module *m, dxk_buffer *out)
{
    dxk_print_options plain = {.no_comments = true};
    assert_int_equal(dxk_module_print(m, &plain, dxk_buffer_sink(out)), DXK_OK);
    assert_int_equal(dxk_buffer_append(out, "", 1), DXK_OK);
}

static inline void pass_check(const pass_case *c)
{
    dxk_ctx *ctx = support_ctx();
    dxk_module *m, *wanted;
    dxk_buffer got, text;
    char *before = pass_text(c, c->before), *after = pass_text(c, c->after);
    assert_int_equal(pass_parse(ctx, before, &m), DXK_OK);
    assert_int_equal(pass_parse(ctx, after, &wanted), DXK_OK);
    assert_int_equal(pass_run(m, c->passes), DXK_OK);
    assert_null(module_fault(m));
    assert_true(dxki_module_compact(m));
    dxk_buffer_init(&got, ctx);
    dxk_buffer_init(&text, ctx);
    pass_print(m, &got);
    pass_print(wanted, &text);
    assert_string_equal((const char *)got.data, (const char *)text.data);
    dxk_buffer_free(&got);
    dxk_buffer_free(&text);
    dxk_module_free(wanted);
    dxk_module_free(m);
    support_ctx_done(ctx);
    free(before);
    free(after);
}

static inline dxk_status pass_with_failures(dxk_ctx *ctx, void *user)
{
    const pass_case *c = user;
    dxk_module *m;
    char *before = pass_text(c, c->before);
    dxk_status status = pass_parse(ctx, before, &m);
    if (status == DXK_OK) {
        status = pass_run(m, c->passes);
        dxk_module_free(m);
    }
    free(before);
    return status;
}

static inline void pass_check_all(const pass_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++)
        pass_check(&cases[i]);
}

/* Fails each allocation of each case in turn. */
static inline void pass_fail_all(const pass_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pass_case c = cases[i];
        support_fail_allocations(pass_with_failures, &c);
    }
}

#endif
